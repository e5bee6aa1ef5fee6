"""The board of Caravanserai on the screen: hexagons on the left, the panel on the right."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from textual import events

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import messages, moves, pieces
from caravan_tui.games.caravanserai.events import (
    CamelLaidDown,
    CamelPlaced,
    CaravanStarted,
    DirectionChosen,
    GoodPlaced,
    GoodsLaid,
    TailReturned,
)
from caravan_tui.games.caravanserai.moves import Selection
from caravan_tui.games.caravanserai.pieces import board_for
from caravan_tui.games.caravanserai.render.cells import draw_cells
from caravan_tui.games.caravanserai.render.ground import draw_ground
from caravan_tui.games.caravanserai.render.layout import (
    WINDOW_COLUMNS,
    Layout,
    layout,
    spot,
    targets_of,
)
from caravan_tui.games.caravanserai.render.motion import SECONDS, Growth, grown
from caravan_tui.games.caravanserai.render.panel import (
    SIGNS,
    Panel,
    draw_panel,
    draw_signs,
    seat_card,
)
from caravan_tui.games.caravanserai.render.trains import draws_trains
from caravan_tui.games.caravanserai.rules.outcomes import preview
from caravan_tui.games.caravanserai.rules.placements import PLACING
from caravan_tui.games.caravanserai.view import CaravanseraiView
from caravan_tui.games.contract import Event
from caravan_tui.i18n import _
from caravan_tui.widgets.board import MarkedRegion, Scene, Showcase
from caravan_tui.widgets.commands import Command, key_name
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.hexes import step
from caravan_tui.widgets.drawing.seats import SeatCard
from caravan_tui.widgets.drawn_board import DrawnBoard, LitRegion
from caravan_tui.widgets.seat_rail import SeatRail

COMMANDS = (
    Command("caravanserai.left", "left,h", "cursor(-1,0)", "Left", "Move the cursor."),
    Command("caravanserai.right", "right,l", "cursor(1,0)", "Right", "Move the cursor."),
    Command("caravanserai.up", "up,k", "cursor(0,-1)", "Up", "Move the cursor."),
    Command("caravanserai.down", "down,j", "cursor(0,1)", "Down", "Move the cursor."),
    Command("caravanserai.next", "tab,n", "option(1)", "Next",
            "Preview the next step that you can choose.", footer=True),
    Command("caravanserai.previous", "shift+tab,p", "option(-1)", "Previous",
            "Preview the previous step of the list."),
    Command("caravanserai.take", "enter,space", "take", "Choose",
            "Choose the selected step, or the cell under the cursor: a direction, a caravanserai, "
            "or the placements that end there.", footer=True),
    Command("caravanserai.pick", "1,2,3,4,5,6,7,8,9,0", "pick", "By number",
            "Choose a step of the list by its number, or the next caravanserai of a colour.",
            glyph="1-0"),
    Command("caravanserai.camel", "c", "camel", "Camel", "End the placement with a camel.",
            footer=True),
    Command("caravanserai.heads", "g", "heads", "Heads",
            "Move the cursor to the next caravan's head."),
    Command("caravanserai.signs", "i", "signs", "Signs",
            "Show what the signs mean, or close it.", footer=True),
    Command("caravanserai.back", "backspace", "back", "Step back",
            "Undo the last step of the placement."),
    Command("caravanserai.drop", "escape", "drop", "Drop", "Clear the selection."),
)  # fmt: skip


class Board(DrawnBoard[CaravanseraiView]):
    """The table of Caravanserai."""

    COLUMNS_ASIDE = WINDOW_COLUMNS
    MOST_ROWS = 44
    ASKS_ON_BOARD = True  # the list beside the hexagons
    DIMMED = 0.12  # marks show what a lesson speaks of: the map is needed to follow it
    MOVED_BY_PREVIEW = ("cursor", "selection")
    SHOWCASE = Showcase(seats=3, seed=7, moves=60, x=10, y=3, height=15, least_width=72)
    COMMANDS = COMMANDS
    SPECTATOR_ACTIONS = frozenset({"cursor", "heads", "signs"})
    SELECTING_ACTIONS = frozenset({"option"})

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.selection = Selection()
        self._digit = ""
        self._explains_signs = False
        self._has_all_signs = False
        """Whether the panel explains every sign without being asked."""
        self._keeps_signs = False
        """The user has asked for signs that the panel explains: it goes on with that."""
        self.cursor: int | None = None
        """The cell under the cursor."""
        self._pointed: int | None = None
        self._growth = Growth()
        """The newest step."""
        self._changed: set[int] = set()
        """Cells where the others have laid pieces since this seat's last move."""
        self._left: dict[int, int] = {}
        """Cells from which their pieces have come back since then, with the seat."""
        self._put: dict[int, int] = {}
        """Cells on which they have put goods since then, with the seat."""
        self._way: dict[int, str] = {}
        """Where the match is looked back at, the cell to which a direction leads in which nothing
        is laid yet, with its name."""
        self._progress: moves.Progress | None = None
        """How far the placement in progress was."""
        self._inside: set[moves.Progress] = set()
        """Positions inside moves that were chosen as a whole: undo and redo pass them."""
        self._can_end = False
        """Whether the footer names the camel."""
        self._had_turn = False
        """Whether the position before was the user's to move in."""

    # The position

    def refresh_board(self, scene: Scene[CaravanseraiView]) -> None:
        """Display a position; send the next step if a whole placement was chosen."""
        view = scene.view
        selection = self.selection
        selection.previewed = None
        self._list_steps(scene)
        self._note_changes(scene)
        if self._growth.frames:
            self.animate_frames(self._growth.frames, SECONDS)
        next_step = selection.next_step(view, scene.legal)
        if next_step is not None:
            self.choose(next_step)
            super().refresh_board(scene)
            return
        if self._had_turn and not scene.my_turn:
            self.cursor = None  # on what can't be chosen now; keys still move it
        self._had_turn = scene.my_turn
        if scene.my_turn and view["phase"] in ("start", "put") and not scene.is_question:
            self.cursor = act.cell_of(selection.choices[0].steps[0])
        elif scene.my_turn and moves.progress_of(view) != self._progress:
            self.cursor = None  # the cell of the step before is no choice any more
        before, self._progress = self._progress, moves.progress_of(view)
        self._update_footer(scene)
        super().refresh_board(scene)
        if scene.my_turn and before not in (None, self._progress) and self._is_inside(view):
            # One choice is one undo, and one redo.
            self.call_later(self.undo_at_table if scene.past else self.redo_at_table)
        if scene.my_turn:
            self._describe_selected()
            if selection.lacks_ends:
                self.call_after_refresh(self._complete_rings)  # no frame waits for it

    def _complete_rings(self) -> None:
        """Ring the rest of the cells on which a placement can end."""
        if self.scene is not None and self.selection.lacks_ends:
            self.selection.complete_ends(self.scene.view)
            self.redraw()
            self.call_later(self._search_block)

    def _search_block(self) -> None:
        """Look for what the blocks come to at best, one at a time, so that no key waits for it."""
        if self.selection.lacks_blocks:
            self.selection.search_block()
            self.call_later(self._search_block)

    def _update_footer(self, scene: Scene[CaravanseraiView]) -> None:
        """Have the footer made again where a camel can be laid now, or can't any more."""
        can_end = act.CAMEL in scene.legal
        if can_end != self._can_end:
            self._can_end = can_end
            self.refresh_bindings()

    def offers(self, action: str) -> bool:
        """Name the camel only where one can be laid."""
        return action != "camel" or self._can_end or self.is_read_only

    def _list_steps(self, scene: Scene[CaravanseraiView]) -> None:
        """List the legal steps; where a lesson lights caravanserais, only those."""
        self.selection.list_steps(
            scene.view, self._offered(scene), scene.names, not scene.is_question
        )

    def _offered(self, scene: Scene[CaravanseraiView]) -> list[int]:
        """The legal steps, without the caravanserais that a lesson does not speak of."""
        legal = list(scene.legal)
        if scene.view["phase"] not in moves.AT_SITES:
            return legal
        lit = self._lit_cells(scene.view)
        return [action for action in legal if action % 256 in lit] or legal

    def light(self, names: Sequence[str]) -> None:
        """Light what a lesson speaks of, and list what it asks for."""
        changes = tuple(names) != self._lit
        super().light(names)
        scene = self.scene
        if changes and scene is not None and scene.view["phase"] in moves.AT_SITES:
            self._list_steps(scene)
            if scene.my_turn and self.cursor is not None:
                self.cursor = act.cell_of(self.selection.choices[0].steps[0])
            self.redraw()

    def _note_changes(self, scene: Scene[CaravanseraiView]) -> None:
        """Remember what the others have laid since this seat's last move; where the match is
        looked back at, what was laid in the turn that is shown."""
        board = board_for(scene.view["seats"])
        if scene.past or self.is_static:
            self._forget_changes()
        grows: list[int] = []
        for event in scene.events:
            laid = _cells_laid(board, event)
            grows += laid
            if laid and event.seat == scene.seat:
                self._forget_changes()
            elif getattr(event, "seat", None) != scene.seat:
                self._note_change(board, event)
        self._growth = Growth(grows)
        self._way = {}
        if self.is_static:
            for event in scene.turn_events:
                self._note_change(board, event)
            newest = scene.turn_events[-1] if scene.turn_events else None
            if isinstance(newest, DirectionChosen):
                cell = moves.target_cell(newest.direction, scene.view)
                assert cell is not None, "no direction leads off the board"
                self._way = {cell: pieces.DIRECTIONS[newest.direction]}

    def _forget_changes(self) -> None:
        self._changed, self._left, self._put = set(), {}, {}

    def _note_change(self, board: pieces.Board, event: object) -> None:
        """Remember what an event has laid, taken back or put."""
        self._changed.update(_cells_laid(board, event))
        match event:
            case TailReturned():
                cells = [board.cell_of(name) for name in event.cells]
                self._changed.difference_update(cells)
                self._left.update(dict.fromkeys(cells, event.seat))
            case GoodPlaced():
                self._put[board.cell_of(event.cell)] = event.seat

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Remember which digit was pressed; the command follows."""
        super().on_key(event)
        self._digit = event.key

    def action_cursor(self, across: int, down: int) -> None:
        """Move the cursor by a cell."""
        scene = self.scene
        if scene is None:
            return
        cursor = self.cursor
        if cursor is None:
            pieces = scene.view["caravans"][scene.view["turn"]]
            cursor = pieces[-1] >> 3 if pieces else 0
        board = board_for(scene.view["seats"])
        self.go_to(step(list(zip(board.q, board.r, strict=True)), cursor, across, down))

    def go_to(self, cell: int) -> None:
        """Move the cursor to a cell, select the step that leads there, and describe it."""
        self.cursor = cell
        scene, selection = self.scene, self.selection
        if scene is None:
            return
        selection.is_on_cell = True
        selection.previewed = None
        index = selection.index_of(cell, scene.view)
        if index is not None:
            selection.index = index
        self.redraw()
        if index is not None:
            self._describe_selected()
        else:
            self._describe_cell(cell)

    def action_option(self, by: int) -> None:
        """Select another choice of the list."""
        choice = self.selection.move(by)
        if choice is None:
            self.show_status(_("There is nothing to choose now."), is_error=True)
            return
        cell = act.cell_of(choice.steps[0])
        if cell is not None:
            self.cursor = cell
        self.redraw()
        self._describe_selected()

    def action_take(self) -> None:
        """Play the selected choice, or choose the cell under the cursor."""
        if not self.require_turn():
            return
        selection, cursor = self.selection, self.cursor
        if selection.is_on_cell and cursor is not None:
            self._choose_cell(cursor)
        elif selection.selected:
            self._send(selection.selected.steps)
        else:
            words = _("Nothing is selected. {next} goes through the list.")
            key = key_name(self, "caravanserai.next")
            self.show_status(words.format(next=key), is_error=True)

    def action_pick(self) -> None:
        """Play a choice by its number."""
        if not self.require_turn():
            return
        index = (int(self._digit) - 1) % 10 if self._digit.isdigit() else 0
        choices = self.selection.choices
        if colours := self.selection.colours:
            if index < len(colours):
                self.action_option(
                    colours[index].after(self.selection.index) - self.selection.index
                )
                return
            index = len(choices)  # a digit without a colour
        if index >= len(choices):
            self.show_status(
                _("There is no option {number}.").format(number=self._digit), is_error=True
            )
        else:
            self._send(choices[index].steps)

    def action_camel(self) -> None:
        """End the placement here."""
        scene = self.scene
        if scene is None:
            return
        if act.CAMEL not in scene.legal:
            self.show_status(messages.no_camel(scene.view, scene.my_turn), is_error=True)
        else:
            self._send([act.CAMEL])

    def action_heads(self) -> None:
        """Move the cursor from head to head."""
        scene = self.scene
        if scene is None:
            return
        heads = [pieces[-1] >> 3 for pieces in scene.view["caravans"] if pieces]
        if not heads:
            self.show_status(_("No caravan has started yet."), is_error=True)
            return
        cursor = self.cursor
        index = heads.index(cursor) + 1 if cursor in heads else scene.view["turn"]
        cell = heads[index % len(heads)]
        self.cursor = cell
        self.redraw()
        self._describe_cell(cell)

    @property
    def shows_legend(self) -> bool:
        """Whether the signs are explained."""
        return self._explains_signs and not self._has_all_signs

    def close_legend(self) -> None:
        """Close the window with the signs."""
        self._explains_signs = False
        self.show_status("")
        self.redraw()

    def action_signs(self) -> None:
        """Open the window with the signs, or close it; the panel may explain them all anyway."""
        self.drop_refusal()
        if self._has_all_signs:
            self._explains_signs, self._keeps_signs = False, True
            self.show_status(_("The signs are on the right."))
            return
        if self._explains_signs:
            self.close_legend()
            return
        self._explains_signs = True
        if self.can_focus:
            keys = {name: key_name(self, f"caravanserai.{name}") for name in ("signs", "drop")}
            self.show_status(
                _("{signs}, {drop} or a click on them closes the signs.").format(**keys)
            )
        self.redraw()

    def has_begun_turn(self, view: CaravanseraiView) -> bool:
        """Whether a direction has been chosen, or more."""
        if view["phase"] == "direction":
            return bool(view["placement"]["laid"])
        return view["phase"] in ("piece", "take", "put")

    def action_back(self) -> None:
        """Return to the single steps, or undo a step."""
        if self.selection.target is not None:
            self.action_drop()
        else:
            self.undo_at_table()

    def action_drop(self) -> None:
        """Close the signs; without them, return to the single steps, without a cursor."""
        scene = self.scene
        if scene is None:
            return
        if self._explains_signs:
            self.close_legend()
            return
        if not self.selection.queue and self.cursor is None:
            self.leave_question()
        self.selection.queue = []
        self._list_steps(scene)
        self.cursor = None
        self.redraw()
        self.show_status("")

    # Mouse

    def can_go_to(self, target: Any) -> bool:
        return isinstance(target, int)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Describe the cell under the pointer."""
        target = self.target_of(event)
        if target != self._pointed:
            self._pointed = target
            if isinstance(target, int):
                self._describe_cell(target)

    def on_click(self, event: events.Click) -> None:
        """Select a cell or a choice of the list, so that its outcome is seen; the second click
        plays it. A click on a far cell lists the placements that end there, a second one plays the
        selected one."""
        target, scene = self.target_of(event), self.scene
        selection = self.selection
        if target is None or scene is None:
            return
        is_second = self.clicks.is_second(target)
        self.focus()
        if target == SIGNS:
            self.close_legend()
            return
        if not isinstance(target, int):
            if target[0] == "seat":
                self.post_message(SeatRail.SeatClicked(target[1]))
                return
            if not scene.my_turn:
                return
            if target[0] == "choice" and is_second and selection.index == target[1]:
                self._send(selection.choices[target[1]].steps)
                return
            if target[0] == "page":
                selection.top = target[1]
            self.action_option(target[1] - selection.index)
            return
        if scene.my_turn and target == selection.target and selection.selected is not None:
            if is_second:
                self._send(selection.selected.steps)
            else:
                self._describe_selected()
            return
        index = selection.index_of(target, scene.view)
        if scene.my_turn and (index is None or (is_second and index == selection.index)):
            self.cursor = target
            self._choose_cell(target)
        else:
            self.go_to(target)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self._scroll(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self._scroll(-1)

    def _scroll(self, by: int) -> None:
        """Go through the list and stop at its ends, so that a fast wheel does not go round."""
        scene, selection = self.scene, self.selection
        is_mine = scene is not None and scene.my_turn
        if is_mine and 0 <= selection.index + by < len(selection.choices):
            self.action_option(by)

    # Choosing

    def _choose_cell(self, cell: int) -> None:
        """Play the step that leads to a cell, or list the placements that end there."""
        scene = self.scene
        assert scene is not None
        index = self.selection.index_of(cell, scene.view)
        if index is not None:
            self._send(self.selection.choices[index].steps)
        elif scene.view["phase"] in PLACING:
            self._list_placements(scene.view, cell)
        else:
            self.redraw()  # the cursor shows which cell is meant
            self.show_status(messages.refusal(cell, scene.view, scene.names), is_error=True)

    def _list_placements(self, view: CaravanseraiView, cell: int) -> None:
        has_any, is_exhaustive = self.selection.list_placements(view, cell)
        if not has_any:
            words = (
                _("Your caravan can't end there this turn.")
                if is_exhaustive
                else _("Too far: no way found to end there. Choose a nearer cell.")
            )
            self.redraw()  # the cursor shows which cell is meant
            self.show_status(words, is_error=True)
            return
        self.redraw()
        self._describe_selected()

    def plan_steps(self, actions: Sequence[int]) -> None:
        """Keep the steps after the first one until their turn comes."""
        if self.scene is not None:
            self.selection.plan(self.scene.view, actions)
            begun = moves.progress_of(self.scene.view)
            inside = {progress for progress, _step in self.selection.queue} - {begun}
            earlier = {each for each in self._inside if each[:2] < begun[:2]}
            self._inside = earlier | inside

    def _is_inside(self, view: CaravanseraiView) -> bool:
        """Whether a position is inside a move that was chosen as a whole."""
        return view["phase"] != "take" and moves.progress_of(view) in self._inside

    def _send(self, steps: Sequence[int]) -> None:
        """Play the first step and keep the others until their turn comes."""
        self.plan_steps(steps)
        self.choose(steps[0])

    # Drawing

    @property
    def current_action(self) -> int | None:
        selection = self.selection
        is_chosen = selection.is_touched or selection.is_on_cell
        choice = selection.selected if is_chosen else None
        return choice.steps[0] if choice else None

    def place_restored(self) -> None:
        if self.selection.is_on_cell and self.cursor is not None:
            self.go_to(self.cursor)
        else:
            self.redraw()
            self._describe_selected()

    def preview(self, action: int | None) -> None:
        self.selection.preview(action)
        if self.scene is not None:
            if action is not None and (cell := act.cell_of(action)) is not None:
                self.cursor = cell
            self.redraw()
            if action is not None:
                self._describe_selected()

    def preview_turn(self, turn: Sequence[int]) -> None:
        """Show where all pieces of a placement would lie, as far as the turn goes, and the
        caravanserais of its goods."""
        self.preview(turn[0])
        placement = takewhile(lambda action: action <= act.CAMEL, turn)
        self.selection.previewed_turn = list(placement)
        self.selection.previewed_sites = frozenset(
            action - act.PUT for action in turn if act.PUT <= action < act.START
        )
        self.redraw()
        choice = self.selection.selected
        if choice is None or list(turn) != choice.steps:
            self.show_status("")  # it is one that goes on otherwise, or the list has another one

    def unplayed_region(self, columns: int) -> MarkedRegion:
        if self.scene is None:
            return super().unplayed_region(columns)
        x = self.table_layout(self.scene).panel_x  # all of the panel: a part of it can't be read
        return x, 0, self.size.width - x, self.size.height

    @property
    def marked_regions(self) -> Sequence[MarkedRegion]:
        scene, turn = self.scene, self.selection.previewed_turn
        if scene is None:
            return []
        cells = set(self.selection.previewed_sites)
        if turn and (outcome := preview(scene.view, turn)) is not None:
            cells.update(piece >> 3 for piece in outcome.laid)
        where = self.table_layout(scene)
        return [(*spot(where, scene.view, cell), 2, 1) for cell in cells]

    @property
    def has_free_left(self) -> bool:
        """Whether more of the marked turn lies where windows go at the right than at the left."""
        columns = [column for column, _row, _width, _height in self.marked_regions]
        at_left = sum(column <= WINDOW_COLUMNS for column in columns)
        at_right = sum(column + 2 >= self.size.width - WINDOW_COLUMNS for column in columns)
        return at_left < at_right

    def way_to(self, action: int) -> str:
        if self.selection.target is None:
            return ""
        key = key_name(self, "caravanserai.drop")
        return _("These rows end on the cell that you chose. {key} brings the list back.").format(
            key=key
        )

    def start_at(self, action: int) -> None:
        if self.scene is not None and self.selection.target is not None:
            self._list_steps(self.scene)  # else it would not be in the list
        self.cursor = act.cell_of(action)
        self.selection.preview(action)
        self.selection.previewed = None  # the outcome of the selected choice is displayed anyway
        self.redraw()
        self._describe_selected()

    def table_layout(self, scene: Scene[CaravanseraiView]) -> Layout:
        """Where everything lies at the present size."""
        board = board_for(scene.view["seats"])
        return layout(board, self.size.width, self.size.height, self.pens.has_pixels)

    def target_won_at(self, scene: Scene[CaravanseraiView], event: Event, seat: int) -> int | None:
        """The head of the caravan that has become longer."""
        pieces = scene.view["caravans"][seat]
        return pieces[-1] // 8 if isinstance(event, TailReturned) and pieces else None

    def turn_region(
        self, canvas: Canvas, scene: Scene[CaravanseraiView], seat: int
    ) -> MarkedRegion | None:
        return next(iter(self._regions_of(canvas, [("seat", seat)])), None)

    def ground_key(self, scene: Scene[CaravanseraiView]) -> tuple[int, ...]:
        return (scene.view["seats"], *scene.view["cells"])

    def draw_ground(self, canvas: Canvas, scene: Scene[CaravanseraiView]) -> None:
        where = self.table_layout(scene)
        view = scene.view
        board = board_for(view["seats"])
        draw_ground(canvas, where.grid, board, view["cells"], where.panel_x - 1)

    def draw(self, canvas: Canvas, scene: Scene[CaravanseraiView]) -> None:
        view, selection = scene.view, self.selection
        where = self.table_layout(scene)
        offered = self._offered(scene)
        ends = selection.ends if scene.my_turn else None
        steps = selection.steps(scene.my_turn)
        draws_possible = not draws_trains(canvas, where)
        marks, outcome = moves.highlights(view, offered, steps, ends, draws_possible)
        marks.changed = frozenset(self._changed)
        marks.fresh = frozenset(self._growth.cells if self.frame else ())
        marks.left = self._left
        goods = set(view["goods"])
        marks.put = {cell: seat for cell, seat in self._put.items() if cell in goods}
        marks.targets |= selection.previewed_sites
        if self._way:
            marks.numbers, marks.chosen = self._way, frozenset(self._way)
        title = ""
        if selection.target is not None:
            marks.numbers = {}
            title = _("Ways to end there")
        if lit := self._lit_cells(view):  # a lesson speaks of these alone
            marks.targets |= lit
            marks.numbers = {cell: key for cell, key in marks.numbers.items() if cell in lit}
        seen = view
        if self.is_moving and not self.is_far:
            seen = grown(view, self._growth, self.frames_done)
        draw_cells(canvas, where, seen, marks, None if self.is_static else self.cursor)
        canvas.targets += targets_of(where.grid, view["seats"])
        panel = Panel(
            view,
            scene.names,
            selection.choices if scene.my_turn else [],
            selection.index,
            outcome if view["placement"]["laid"] or selection.choices else None,
            title,
            self.has_rail,
            selection.colours if scene.my_turn else [],
            not scene.is_question,
            selection.top,
            self._explains_signs or self._keeps_signs,
            self.is_below_window,
            self.columns_below_list,
            self._explains_signs,
            self.is_part,
        )
        selection.top, has_all_signs = draw_panel(canvas, where, panel)
        if self._explains_signs and not has_all_signs:
            draw_signs(canvas, where)
        self._has_all_signs = has_all_signs and not self._explains_signs

    def _lit_cells(self, view: CaravanseraiView) -> frozenset[int]:
        """The cells that a tutorial lights by their names."""
        names = board_for(view["seats"]).names
        return frozenset(cell for cell, name in enumerate(names) if name in self._lit)

    def cursor_targets(self) -> Sequence[int]:
        return [] if self.cursor is None else [self.cursor]

    def lit_regions(
        self, canvas: Canvas, scene: Scene[CaravanseraiView], name: str
    ) -> Sequence[LitRegion]:
        """A cell by its name, `caravan 0` by the seat, `choices`, or `panel`."""
        where, view = self.table_layout(scene), scene.view
        if name == "panel":
            return [(where.panel_x, 0, where.panel_width, where.height)]
        names = list(board_for(view["seats"]).names)
        cells: list[int] = []
        if name in names:
            cells = [names.index(name)]
        elif name.startswith("caravan "):
            cells = [piece >> 3 for piece in view["caravans"][int(name.split()[1])]]
        regions = [(x, y, w, h) for x, y, w, h, target in canvas.targets if target in cells]
        if name == "choices":
            regions = [
                (x, y, w, h) for x, y, w, h, target in canvas.targets if isinstance(target, tuple)
            ]
        return regions

    def seat_cards(self, scene: Scene[CaravanseraiView]) -> list[SeatCard]:
        view, colours = scene.view, self.pens.palette
        order = [(view["first"] + turn) % view["seats"] for turn in range(view["seats"])]
        placed = preview(view, []) if view["placement"]["laid"] else None
        return [seat_card(view, seat, scene.names[seat], colours, placed) for seat in order]

    # Words

    def _describe_selected(self) -> None:
        scene, choice = self.scene, self.selection.selected
        if scene is not None and choice is not None:
            key = key_name(self, "caravanserai.take")
            place = self.selection.place_words()
            was_clicked = self.clicks.includes(("choice", self.selection.index), self.cursor)
            words = moves.describe_choice(choice, scene.view, scene.names, key, place, was_clicked)
            self.show_status(words)

    def _describe_cell(self, cell: int) -> None:
        if self.scene is not None:
            self.show_status(messages.describe_cell(cell, self.scene.view, self.scene.names))

    def prompt(self, scene: Scene[CaravanseraiView]) -> str:
        return messages.prompt(scene.view)

    def why_not_here(self, scene: Scene[CaravanseraiView]) -> str:
        cell, view = self.cursor, scene.view
        if not scene.my_turn or cell is None or view["phase"] not in ("start", "put"):
            return ""
        if self.selection.index_of(cell, view) is not None:
            return ""
        return messages.refusal(cell, view, scene.names)

    def drop_selection(self) -> None:
        scene = self.scene
        self.selection.queue = []
        self.selection.previewed = None
        if scene is not None:
            index = self.selection.index
            self._list_steps(scene)
            self.selection.index = min(index, len(self.selection.choices) - 1)
        self.redraw()

    def rule(self, scene: Scene[CaravanseraiView]) -> str:
        return messages.rule(scene.view)

    def result(self, view: CaravanseraiView) -> tuple[list[str], list[list[str]]] | None:
        assert self.scene is not None
        return messages.result_table(view, self.scene.names)


def _cells_laid(board: pieces.Board, event: object) -> list[int]:
    """The cells on which an event has laid pieces, from the old end of the caravan on."""
    match event:
        case GoodsLaid():
            return [board.cell_of(name) for name in event.cells]
        case CamelLaidDown() | CamelPlaced() | CaravanStarted():
            return [board.cell_of(event.cell)]
    return []
