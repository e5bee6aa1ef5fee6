"""The table of Caravan (Joseph Huber): the desert, the text beside it, and the keys.

A move is made by selecting a good or a camel, then one of the targets that light up. `moves` has
what can be selected.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual import events

from caravan_tui.games.contract import Event
from caravan_tui.games.kit.confirmation import Confirmation
from caravan_tui.games.sahara import messages
from caravan_tui.games.sahara.actions import END
from caravan_tui.games.sahara.board import lines
from caravan_tui.games.sahara.board.choice import CENTRE, Choice
from caravan_tui.games.sahara.board.following import FollowUp
from caravan_tui.games.sahara.board.keys import ACTIONS, COMMANDS, KeyUse
from caravan_tui.games.sahara.board.lines import SpaceLine
from caravan_tui.games.sahara.board.pending import Costly, EndOfTurn, NewCamel
from caravan_tui.games.sahara.board.recent import RecentChanges
from caravan_tui.games.sahara.events import Delivered, PickedUp
from caravan_tui.games.sahara.moves import (
    PICK_UP,
    Selectable,
    marks_of,
    marks_of_turn,
    target_signs,
)
from caravan_tui.games.sahara.pieces import NAMES, SIZE, SPACE_OF_NAME, SPACES
from caravan_tui.games.sahara.render.desert import Marks, draw_desert
from caravan_tui.games.sahara.render.ground import draw_ground
from caravan_tui.games.sahara.render.layout import Layout, layout
from caravan_tui.games.sahara.render.lit import lit_areas
from caravan_tui.games.sahara.render.panel import SIGNS, Panel, draw_texts, seat_card
from caravan_tui.games.sahara.render.walk import Walk, can_walk, draw_walker, without_walker
from caravan_tui.games.sahara.view import SaharaView
from caravan_tui.i18n import _
from caravan_tui.widgets.board import MarkedRegion, Scene, Showcase
from caravan_tui.widgets.commands import key_name
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.seats import SeatCard
from caravan_tui.widgets.drawn_board import DrawnBoard, LitRegion

MOST_ASIDE = 44
"""Columns that a hint takes beside the spaces that it marks, at most."""


class Board(DrawnBoard[SaharaView]):
    """Select a good or a camel, then its target. The line below says what can be done."""

    COLUMNS_ASIDE = 23
    MOST_ROWS = 36
    DIMMED = 0.2  # the sand is dark itself: camels and goods of no lesson are still to be read
    ASKS_ON_BOARD = True  # the actions left beside the desert, the keys in the footer
    SHOWCASE = Showcase(seats=3, seed=5, moves=120, x=1, y=9, width=57, columns=8, rows=3)
    COMMANDS = COMMANDS
    SPECTATOR_ACTIONS = frozenset({"cursor", "signs"})
    SELECTING_ACTIONS = frozenset({"other", "next"})

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.choice = Choice()
        self._space_line = SpaceLine(self.choice, self._key)
        self._follow_up = FollowUp()
        self._recent = RecentChanges()
        self._confirmation = Confirmation[Costly]()
        self.cursor: int | None = None
        """The space under the cursor."""
        self._pointed: int | None = None
        """The space under the pointer."""
        self._previewed: dict[int, str] = {}
        """The spaces of a previewed or hinted move, with their signs."""
        self._shows_legend = False
        self._was_lifted = False
        """Whether a camel of the viewer was in hand in the position before."""

    # Position

    def show(self, scene: Scene[SaharaView]) -> None:
        """Show this position. An undo that takes back the set of a camel takes back its lift, too,
        and a redo of the lift sets it again: both are one move to the user."""
        is_later = self.scene is not None and not self.is_static
        was_lifted = self._was_lifted
        self._was_lifted = bool(scene.legal) and scene.view["lifted"] >= 0
        super().show(scene)
        if is_later and self._was_lifted and not was_lifted:
            self.call_later(self.undo_at_table if scene.past else self.redo_at_table)

    def refresh_board(self, scene: Scene[SaharaView]) -> None:
        """Find what can be selected and what is new, and send the rest of a composed move."""
        self._previewed = {}
        self.choice.follow(scene)
        self._recent.follow(scene, is_static=self.is_static)
        if self._recent.frames:
            self.animate_frames(self._recent.frames)
        step = self._follow_up.next_step(scene.legal)
        if step is not None:
            super().refresh_board(scene)
            self.choose(step)
            return
        self._confirmation.forget()
        space = self._follow_up.take_carried()
        if space is not None:
            self.choice.select_good(space)
        has_cursor = scene.my_turn or self.is_read_only  # none before the first turn
        if self.cursor is None and has_cursor and not self.is_static:
            self.cursor = self.choice.likeliest_space() if scene.my_turn else CENTRE
        super().refresh_board(scene)
        if self.choice.can_clear:
            self._tell_selected()
        elif scene.my_turn and self.cursor is not None:
            self._describe_space(self.cursor)
        if result := messages.delivery_result(scene.view, scene.events, scene.seat):
            self.show_status(result)

    # Keys

    def offers(self, action: str) -> bool:
        """Name what can be done at the cursor alone."""
        scene = self.scene
        if scene is None or action not in ACTIONS:
            return True
        choice = self.choice
        return KeyUse(
            is_own_turn=scene.my_turn,
            has_selected=choice.selected is not None,
            has_other=choice.has_other,
            kinds_below=choice.kinds_on(self.cursor),
            has_supply=choice.supply is not None,
            can_end=END in scene.legal,
        ).names(action)

    def redraw(self) -> None:
        """Draw again, and let the footer name what can be done now."""
        super().redraw()
        self.name_keys()

    def action_cursor(self, across: int, down: int) -> None:
        """Move the cursor and say what is there."""
        cursor = self.cursor
        row, column = divmod(CENTRE if cursor is None else cursor, SIZE)
        row, column = min(max(row + down, 0), SIZE - 1), min(max(column + across, 0), SIZE - 1)
        self.go_to(row * SIZE + column)

    def go_to(self, target: int) -> None:
        self.cursor = target
        self.redraw()
        self._describe_space(target)

    def can_go_to(self, target: int | str) -> bool:
        return target != SIGNS

    def jump_name(self, target: int) -> str:
        return NAMES[target]

    def action_take(self) -> None:
        """Choose what is under the cursor."""
        if self.cursor is not None:
            self.press(self.cursor)

    def action_other(self) -> None:
        """Select the next thing on the space of the selection, or of the cursor."""
        scene = self.require_turn()
        if scene is None:
            return
        selected = self.choice.selected
        space = self.cursor if selected is None else selected.space
        if self.choice.must_set:
            self.show_status(_("Set the lifted camel first."), is_error=True)
        elif self.choice.select_next(space):
            self._show_selected()
        else:
            space = CENTRE if space is None else space
            why = self._why_load_stays(scene, space)
            why = why or messages.why_nothing_here(scene.view, space, self._key)
            self.show_status(why, is_error=True)

    def action_next(self, step: int) -> None:
        """Move the cursor to the next (1) or previous (-1) space that can be chosen."""
        if self.require_turn() is None:
            return
        spaces = self.choice.spaces()
        if not spaces:
            text = _("Nothing on the board can move. New camel: {key}, or click a space twice.")
            self.show_status(text.format(key=self._key("sahara.camel")), is_error=True)
            return
        cursor = -1 if self.cursor is None else self.cursor
        if spaces == [cursor]:
            self.show_status(lines.why_no_other(self.choice, self._key))
            return
        beyond = [space for space in spaces if (space - cursor) * step > 0]
        self.go_to((beyond or spaces)[0 if step > 0 else -1])

    def action_camel(self) -> None:
        """Select a camel from the supply."""
        if self.require_turn() is None:
            return
        if self.choice.must_set:
            text = _("You have already lifted a camel. Choose where to set it.")
            self.show_status(text, is_error=True)
        elif self.choice.supply is not None:
            self._select(self.choice.supply)
        else:
            text = _("Your supply is empty. Choose an empty camel on the board.")
            self.show_status(text, is_error=True)

    def action_do_kind(self, kind: int) -> None:
        """Pick up or steal under the cursor."""
        scene = self.require_turn()
        if scene is None:
            return
        cursor = self.cursor
        listed = [thing for thing in self.choice.on(cursor) if thing.kind == kind]
        if len(listed) == 1:
            self.choose(listed[0].actions[0])
        elif listed:
            self._select(listed[0])
        elif kind == PICK_UP:
            self.show_status(messages.why_no_pick_up(scene.view, cursor), is_error=True)
        else:
            self.show_status(messages.why_no_theft(scene.view, cursor), is_error=True)

    def action_end_turn(self) -> None:
        """End the turn; without an action, or with a delivery left, only after a warning."""
        scene = self.require_turn()
        if scene is None:
            return
        if END not in scene.legal:
            self.show_status(_("Set the lifted camel first."), is_error=True)
            return
        is_unused = not scene.view["used"]
        is_costly = is_unused or self.choice.can_deliver
        if not is_costly or self._confirmation.is_given_for(EndOfTurn()):
            self.choose(END)
        elif is_unused:
            # The others may do the same, and then the match is over in its first turns.
            self.show_status(messages.confirm_unused(scene.view, self._key), is_error=True)
        else:
            self.show_status(messages.confirm_undelivered(self._key), is_error=True)

    @property
    def shows_legend(self) -> bool:
        """Whether the legend is in place of the seats."""
        return self._shows_legend

    def close_legend(self) -> None:
        """Show the seats again."""
        self.action_signs()

    def action_signs(self) -> None:
        """Show what the signs mean, or the seats again."""
        self.drop_refusal()
        self._shows_legend = not self._shows_legend
        self.redraw()

    def action_drop(self) -> None:
        """Clear the selection."""
        if self.choice.must_set:
            text = _("Set the lifted camel, or press {undo} or click Undo to put it back.")
            self.show_status(text.format(undo=self._key("table.undo")), is_error=True)
            return
        if self.choice.selected is None:
            self.leave_question()
            self.show_status("")
            return
        self.choice.drop()
        self.redraw()
        self._describe_cleared(CENTRE if self.cursor is None else self.cursor)

    def has_begun_turn(self, view: SaharaView) -> bool:
        return bool(view["used"]) or view["lifted"] >= 0

    def action_back(self) -> None:
        """Clear the selection, or undo a move if there is none."""
        if self.choice.can_clear:
            self.action_drop()
        else:
            self.undo_at_table()

    def _key(self, command_id: str) -> str:
        """The key of a command as the user reads it."""
        return key_name(self, command_id)

    # Pointer

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on a space and choose it; a new camel only by a second click there, as
        the first one may have meant what stands on the space. A click on what is no part of the
        choice clears it; on a camel that does not take the chosen good, only the second one does,
        as the first one may have meant to carry the good there."""
        space = self.target_of(event)
        if space == SIGNS:
            self.action_signs()
            return
        if space is None:
            if self.choice.can_clear:
                self.action_drop()
            return
        is_second = self.clicks.is_second(space, event.chain)
        self.focus()
        self.cursor = space
        if self.choice.can_clear and not self.choice.includes(space):
            self._click_elsewhere(space, is_second=is_second)
            return
        self.redraw()
        cost = self.choice.cost_of_new_camel(space)
        if cost and not is_second:
            self.show_status(messages.confirm_new_camel(space, cost, self._key))
        else:
            self._follow_up.carry(space if self.choice.is_pick_up else None)
            self.press(space, is_confirmed=True)  # the first click has said what the second does

    def _click_elsewhere(self, space: int, *, is_second: bool) -> None:
        """Clear the choice for what is on another space: select that, or say that nothing is
        selected any more and why what was could not go there."""
        scene, selected = self.scene, self.choice.selected
        if scene is None or selected is None:
            return
        why = lines.why_camel_cannot(scene, selected, space, self._key)
        if why and not is_second:
            self.redraw()
            self.show_status(why, is_error=True)
            return
        # A double click was meant for one thing, and this has cleared a choice.
        self.clicks.spend_chain()
        self.choice.drop()
        if things := self.choice.on(space):
            self._select(things[0])
            return
        self.redraw()
        if selected.actions:
            self._describe_cleared(space)
        else:
            self.clicks.forget()  # what one more would do has not been told
            self.show_status(messages.cleared_words(selected), is_error=True)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Describe the space under the pointer."""
        space = self.target_of(event)
        if space != self._pointed:
            self._pointed = space
            if space is not None and space != SIGNS:
                self._describe_space(space)

    # Selection

    def press(self, space: int, *, is_confirmed: bool = False) -> None:
        """Choose a space: as a target, or for what is there. `is_confirmed`: what it costs has been
        told."""
        scene, choice = self.scene, self.choice
        if scene is None:
            return
        if not scene.my_turn:
            self.show_status(messages.space_words(scene.view, space, scene.names))
            return
        selected = choice.selected
        if selected is not None and space in selected.targets:
            self._send(selected.targets[space])
        elif selected is not None and choice.must_set:
            self.show_status(lines.why_not(selected, space, self._key), is_error=True)
        elif selected is not None and selected.actions and space == selected.space:
            self._send(selected.actions)
        elif selected is not None and space == selected.space:
            self.action_other()
        elif things := choice.on(space):
            self._select(things[0])
        elif selected is not None:
            self.show_status(lines.why_not(selected, space, self._key), is_error=True)
        elif choice.has_stuck_load(space):
            self.show_status(self._why_load_stays(scene, space), is_error=True)
        elif choice.supply is not None:
            self._press_for_new_camel(choice.supply, space, is_confirmed=is_confirmed)
        else:
            self.show_status(lines.why_no_camel(scene, space), is_error=True)

    def _why_load_stays(self, scene: Scene[SaharaView], space: int) -> str:
        """Why the goods on a space can't move; empty if they can."""
        return lines.why_load_stays(scene, space, self._key, self.app.size.width)

    def _press_for_new_camel(self, supply: Selectable, space: int, *, is_confirmed: bool) -> None:
        """Set a camel of the supply; at more than the usual cost, say so first."""
        cost = self.choice.cost_of_new_camel(space)
        if cost > 1 and not (is_confirmed or self._confirmation.is_given_for(NewCamel(space))):
            self.show_status(messages.confirm_new_camel(space, cost, self._key))
        elif space in supply.targets:
            self._send(supply.targets[space])
        else:
            self.show_status(lines.why_not(supply, space, self._key), is_error=True)

    def plan_steps(self, actions: Sequence[int]) -> None:
        """Keep the steps after the first one until they are legal."""
        self._follow_up.plan(actions)

    @property
    def planned_steps(self) -> Sequence[int]:
        """Where a camel that is lifted is to be set."""
        return self._follow_up.steps

    def _send(self, actions: Sequence[int]) -> None:
        """Send the first action, and keep the others until they are legal."""
        self.plan_steps(actions)
        self.choose(actions[0])

    def _select(self, selectable: Selectable) -> None:
        """Select something and highlight where it can go."""
        self.choice.selected = selectable
        self._show_selected()

    def _show_selected(self) -> None:
        """Highlight where what is selected can go, and say so."""
        self.redraw()
        self._tell_selected()

    def _tell_selected(self) -> None:
        """Say what is selected, and where it can go."""
        selected = self.choice.selected
        assert selected is not None
        room = self.app.size.width - lines.MARGIN
        words = messages.selected_words(selected, self.choice.has_other, self._key, room)
        self.show_status(words)

    # Words

    def _describe_cleared(self, space: int) -> None:
        """Say that nothing is chosen any more, and what choosing a space would do."""
        if self.scene is not None:
            self.show_status(self._space_line.cleared(self.scene, space, self.app.size.width))

    def _describe_space(self, space: int) -> None:
        """Say what is on a space, and what choosing it would do."""
        if self.scene is not None:
            self.show_status(self._space_line.words(self.scene, space, self.app.size.width))

    def reworded(self, status: str) -> str:
        """The same of a space that it has described."""
        if self.scene is None:
            return status
        return self._space_line.reworded(self.scene, status, self.app.size.width)

    def prompt(self, scene: Scene[SaharaView]) -> str:
        return messages.prompt(scene.view, self._key)

    def why_not_here(self, scene: Scene[SaharaView]) -> str:
        if not scene.my_turn or self.cursor is None:
            return ""
        return lines.why_not_here(scene, self.choice, self.cursor, self._key)

    def drop_selection(self) -> None:
        self.choice.drop()
        self._follow_up.drop_steps()
        self._previewed = {}
        self.redraw()

    def rule(self, scene: Scene[SaharaView]) -> str:
        return messages.rule(self.choice.selected, scene.over)

    # Drawing

    def preview(self, action: int | None) -> None:
        """Mark the spaces of a move."""
        ascii_only = self.scene is not None and self.scene.ascii
        self._previewed = {} if action is None else marks_of(action, ascii_only)
        self.redraw()

    def preview_turn(self, turn: Sequence[int]) -> None:
        """Mark the spaces of all its moves, in their order."""
        ascii_only = self.scene is not None and self.scene.ascii
        self._previewed = marks_of_turn(turn, ascii_only)
        self.redraw()

    def unplayed_region(self, columns: int) -> MarkedRegion:
        where = self.desert_layout()
        x = max(self.size.width - columns, where.x + SIZE * where.pitch_x - 1)
        return x, 0, max(0, self.size.width - x), self.size.height

    @property
    def marked_regions(self) -> Sequence[MarkedRegion]:
        where = self.desert_layout()
        return [
            (*where.corner(space), where.pitch_x, where.rows_of(space)) for space in self._previewed
        ]

    @property
    def columns_aside(self) -> int:
        ends = [x + width for x, _y, width, _height in self.marked_regions]
        free = self.size.width - max(ends, default=0)
        return max(self.COLUMNS_ASIDE, min(free, MOST_ASIDE))

    def rows_explained(self, seat: int) -> Sequence[int]:
        where = self.desert_layout()
        return [
            where.corner(space)[1] + row
            for space in self._recent.spaces_of(seat)
            for row in range(where.rows_of(space))
        ]

    def start_at(self, action: int) -> None:
        lit = [SPACE_OF_NAME[name] for name in self._lit if name in SPACE_OF_NAME]
        spaces = [*marks_of(action, ascii_only=True), *lit]  # a camel of the supply has no space
        if spaces:
            self.go_to(spaces[0])

    def desert_layout(self) -> Layout:
        """Where everything lies at the present size."""
        return layout(self.size.width, self.size.height, self.has_rail)

    def ground_key(self, scene: Scene[SaharaView]) -> str:
        return f"{scene.view['board']}{self.has_rail}"

    def draw_ground(self, canvas: Canvas, scene: Scene[SaharaView]) -> None:
        draw_ground(canvas, self.desert_layout(), scene.view["board"])

    def draw(self, canvas: Canvas, scene: Scene[SaharaView]) -> None:
        where = self.desert_layout()
        walk = self._walk()
        view = scene.view if walk is None else without_walker(scene.view, walk)
        draw_desert(canvas, where, view, self._marks(scene))
        if walk is not None:
            draw_walker(canvas, where, walk, self.share_done)
        for space in range(SPACES):
            canvas.add_target(*where.corner(space), where.pitch_x, where.pitch_y, space)
        signs_key = "" if self.is_static else self._key("sahara.signs")
        panel = Panel(
            scene.view,
            scene.names,
            scene.seat,
            self._shows_legend,
            signs_key,
            self.columns_below_list,
            self.glow,
        )
        draw_texts(canvas, where, panel)

    def _walk(self) -> Walk | None:
        """The way of the camel that is walking now; over SSH it is there at once."""
        walk = self._recent.walk
        is_walking = self.is_moving and not self.is_far
        return walk if walk and is_walking and can_walk(self.desert_layout()) else None

    def seat_cards(self, scene: Scene[SaharaView]) -> list[SeatCard]:
        colours = self.pens.palette
        return [seat_card(scene.view, seat, name, colours) for seat, name in enumerate(scene.names)]

    def target_won_at(self, scene: Scene[SaharaView], event: Event, seat: int) -> int | None:
        if isinstance(event, Delivered):
            return event.target
        return event.space if isinstance(event, PickedUp) else None

    def cursor_targets(self) -> Sequence[int]:
        return [] if self.cursor is None else [self.cursor]

    def lit_regions(
        self, canvas: Canvas, scene: Scene[SaharaView], name: str
    ) -> Sequence[LitRegion]:
        """A space by its name, `goods`, `cities`, or `seats` for the text beside the desert."""
        areas = lit_areas(self.desert_layout(), scene.view, name)
        ends = [(x + width, y) for x, y, width, _height in areas]
        # The gap after a small space may have the last letter of a good.
        return [*areas, *((x, y, 1, 1) for x, y in ends if canvas.has_text(x, y))]

    def _marks(self, scene: Scene[SaharaView]) -> Marks:
        """The spaces to mark."""
        selected, recent = self.choice.selected, self._recent
        signs: dict[int, str] = self._previewed
        space = -1
        if not signs and selected is not None:
            signs, space = target_signs(selected, scene.ascii), selected.space
        return Marks(
            targets=signs,
            selected=space,
            # A marked move alone is lit, in the colour that the cursor has.
            cursor=None if self.is_static or self._previewed else self.cursor,
            changed=recent.changed,
            fresh=recent.fresh if self.frame else frozenset(),
            ghosts=recent.ghosts,
            runner=recent.runner(self.frame),
            refilled=recent.refilled,
        )
