"""The table of Caravan (Joseph Huber): the desert, the text beside it, and the keys.

A move is made by selecting a good or a camel, then one of the targets that light up. `moves` has
what can be selected.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual import events

from caravan_tui.games.sahara import messages
from caravan_tui.games.sahara.actions import END
from caravan_tui.games.sahara.events import (
    CamelSet,
    Delivered,
    GoodDrawn,
    Moved,
    PickedUp,
    Refilled,
    Stolen,
)
from caravan_tui.games.sahara.moves import (
    CAMEL,
    GOOD,
    PICK_UP,
    THEFT,
    Selectable,
    lifted_camel,
    marks_of,
    selectables,
    target_signs,
)
from caravan_tui.games.sahara.pieces import NAMES, SIZE, SPACE_OF_NAME, SPACES, STEPS, SUPPLY
from caravan_tui.games.sahara.render.desert import Marks, draw_desert
from caravan_tui.games.sahara.render.ground import draw_ground
from caravan_tui.games.sahara.render.layout import PANEL, Layout, layout
from caravan_tui.games.sahara.render.panel import (
    LEGEND_ROWS,
    SIGNS,
    Panel,
    draw_legend,
    draw_panel,
    draw_strip,
    draw_strip_of_signs,
    has_strip_of_signs,
    seat_card,
)
from caravan_tui.games.sahara.view import SaharaView, path
from caravan_tui.i18n import _
from caravan_tui.widgets.board import Scene, Showcase
from caravan_tui.widgets.commands import Command, key_name
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.seats import SeatCard
from caravan_tui.widgets.drawn_board import DrawnBoard, LitRegion

COMMANDS = (
    Command("sahara.left", "left,h", "cursor(-1,0)", "Left", "Move the cursor."),
    Command("sahara.right", "right,l", "cursor(1,0)", "Right", "Move the cursor."),
    Command("sahara.up", "up,k", "cursor(0,-1)", "Up", "Move the cursor."),
    Command("sahara.down", "down,j", "cursor(0,1)", "Down", "Move the cursor."),
    Command(
        "sahara.take",
        "enter",
        "take",
        "Choose",
        "Choose what is under the cursor, then the space where it goes. Choose a pick-up or a "
        "theft twice to do it.",
        footer=True,
    ),
    Command(
        "sahara.other",
        "space",
        "other",
        "Other",
        "Choose something else on the same space.",
        footer=True,
    ),
    Command(
        "sahara.next",
        "tab,n",
        "next(1)",
        "Next",
        "Go to the next space where you can do something, or where your choice can go.",
        footer=True,
    ),
    Command("sahara.previous", "shift+tab,b", "next(-1)", "Previous", "Go to the previous one."),
    Command("sahara.camel", "c", "camel", "Camel", "Take a camel from the supply.", footer=True),
    Command(
        "sahara.pick",
        "p",
        "do_kind(1)",
        "Pick up",
        "Pick up the good under the cursor.",
        footer=True,
    ),
    Command(
        "sahara.steal",
        "s",
        "do_kind(2)",
        "Steal",
        "Steal a good under the cursor. If there are several, choose one of them.",
        footer=True,
    ),
    Command("sahara.end", "e", "end_turn", "End", "End your turn.", footer=True),
    Command(
        "sahara.signs", "i", "signs", "Signs", "Show what the signs mean, or the players again."
    ),
    Command("sahara.drop", "escape", "drop", "Drop", "Clear your choice."),
    Command(
        "sahara.back",
        "backspace",
        "back",
        "Back",
        "Clear your choice, or undo a step of your turn.",
    ),
)

ACTIONS = frozenset(command.action for command in COMMANDS)
"""What the keys of the board do."""

CENTRE = SPACE_OF_NAME["d4"]

MOVES = CamelSet | PickedUp | Stolen | Moved | Delivered
"""Events that change what is on the board."""

STATUS_MARGIN = 3
"""Columns of the line below the board that hold no words."""

FRAMES = 4
"""Frames in which the newest move is lit."""

MOST_FRAMES = 6
"""Frames in which a good runs along a chain, however long that is."""


class Board(DrawnBoard[SaharaView]):
    """Select a good or a camel, then its target. The line below says what can be done."""

    COLUMNS_ASIDE = 23
    DIMMED = 0.2  # the sand is dark itself: camels and goods of no lesson are still to be read
    SHOWCASE = Showcase(seats=3, seed=5, moves=120, x=0, y=9, width=57, columns=8, rows=3)
    COMMANDS = COMMANDS
    SPECTATOR_ACTIONS = frozenset({"cursor", "signs"})
    SELECTING_ACTIONS = frozenset({"other", "next"})

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.selectables: dict[int, list[Selectable]] = {}
        """By space: what the user can select."""
        self.selected: Selectable | None = None
        self._queue: list[int] = []
        """Actions of a composed move that are still to be sent."""
        self._previewed: dict[int, str] = {}
        """The spaces of a previewed or hinted move, with their signs."""
        self._has_warned = False
        """Whether the user knows what a turn without an action may lead to."""
        self._shows_legend = False
        self.cursor: int | None = None
        """The space under the cursor."""
        self._pointed: int | None = None
        self._described = 0, "", ""
        """The space that was described last, what was said before it, and all the words."""
        self._asked: int | None = None
        """The space for which a new camel at more than the usual cost was asked."""
        self._cleared_at: int | None = None
        """The space of a click that cleared a choice, where the next click is still to be told."""
        self._carrying: int | None = None
        """The space where a click has just picked up a good, which is chosen then to go on."""
        self._changed: dict[int, int] = {}
        """By space where something has happened since the viewer's last move: the seat."""
        self._refilled: dict[int, int] = {}
        """By space with a new good or more demand: for how many ends of the viewer's turns it is
        still marked."""
        self._had_turn = False
        """Whether the position before was of the viewer's turn."""
        self._fresh: set[int] = set()
        """The spaces of the newest move."""
        self._ghosts: set[tuple[int, int]] = set()
        """Seats and the spaces that their camels have left since then."""
        self._moved_good = 0
        self._path: list[int] = []
        """The spaces along which the good of the newest move has gone."""
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
        self.selected = None
        self._has_warned = False
        self._previewed = {}
        self.selectables = selectables(scene.view, scene.legal, scene.names)
        if scene.legal and scene.view["lifted"] >= 0:
            self.selected = lifted_camel(scene.view)
        self._note_changes(scene)
        if self._fresh:
            self.animate_frames(max(FRAMES, min(MOST_FRAMES, len(self._path))))
        if self._queue and self._queue[0] in scene.legal:
            super().refresh_board(scene)
            self.choose(self._queue.pop(0))
            return
        self._queue = []
        self._asked = None
        self._choose_carried()
        if self.cursor is None and not self.is_static:
            self.cursor = self._first_space(scene)
        super().refresh_board(scene)
        if self._can_clear():
            self._tell_selected()
        elif scene.my_turn and self.cursor is not None:
            self._describe_space(self.cursor)
        if result := messages.delivery_result(scene.view, scene.events, scene.seat):
            self.show_status(result)

    def _choose_carried(self) -> None:
        """Choose the good that a click has picked up where it can go on, so that the next click on
        an empty camel of its chain takes it there."""
        space, self._carrying = self._carrying, None
        if space is not None and self.selected is None:
            goods = (item for item in self.selectables.get(space, []) if item.kind == GOOD)
            self.selected = next(goods, None)

    def _first_space(self, scene: Scene[SaharaView]) -> int | None:
        """Where the cursor begins: where the likeliest thing can be done, as near to the middle as
        that is, so that the key for choosing never wastes an action; None before a turn."""
        if not scene.my_turn:
            return CENTRE if self.is_read_only else None
        spaces = self._choosable_spaces(scene)
        orders = {space: [item.order for item in self.selectables.get(space, [])][:1]
                  for space in spaces}  # fmt: skip
        return min(spaces, key=lambda space: (orders[space], STEPS[CENTRE][space]), default=CENTRE)

    def _choosable_spaces(self, scene: Scene[SaharaView]) -> list[int]:
        """The spaces where something can be chosen; while nothing can, those with a good on which
        a camel of the supply can be set."""
        spaces = [space for space in self.selectables if space != SUPPLY]
        if not spaces and SUPPLY in self.selectables:
            targets = self.selectables[SUPPLY][0].targets
            spaces = [space for space in targets if messages.has_loose_good(scene.view, space)]
        return sorted(spaces)

    def _note_changes(self, scene: Scene[SaharaView]) -> None:
        """Remember what the others have done since this seat's last move; where the match is
        looked back at, what was done in the turn that is shown."""
        if scene.past or self.is_static:
            self._changed, self._ghosts = {}, set()
        self._fresh, self._path = set(), []
        for event in scene.events:
            if isinstance(event, Moved | Delivered):
                self._moved_good = event.good
                self._path = path(scene.view, event.seat, event.source, event.target)
            if isinstance(event, MOVES):
                self._fresh.add(_space_of(event))
        for event in scene.turn_events if self.is_static else scene.events:
            if not isinstance(event, MOVES):
                continue
            if event.seat == scene.seat and not self.is_static:
                self._changed, self._ghosts = {}, set()
            else:
                self._mark(event)
        self._note_refill(scene)
        lifted = scene.view["lifted"]
        if self.is_static and 0 <= lifted < SUPPLY:  # it stands on no space until it is set
            self._ghosts.add((scene.view["actor"], lifted))

    def _note_refill(self, scene: Scene[SaharaView]) -> None:
        """Remember where goods and demand are new, up to the end of the viewer's next turn."""
        if scene.past or self.is_static:
            self._refilled, self._had_turn = {}, False
        has_turn = scene.view["to_act"] == scene.seat
        happened = scene.turn_events if self.is_static else scene.events
        spaces: list[int] = []
        for event in happened:
            if isinstance(event, Refilled):
                spaces += event.spaces
            elif isinstance(event, GoodDrawn) and spaces:  # not at the start of the match
                spaces.append(event.space)
        was_own = self._had_turn
        for space in spaces:
            self._refilled[space] = 2 if was_own else 1
            if not self.is_static:
                self._fresh.add(space)
        if was_own and not has_turn:
            left = {space: turns - 1 for space, turns in self._refilled.items()}
            self._refilled = {space: turns for space, turns in left.items() if turns}
        self._had_turn = has_turn

    def _mark(self, event: MOVES) -> None:
        """Mark where something has happened, and where a good or a camel has come from."""
        self._changed[_space_of(event)] = event.seat
        if isinstance(event, Moved | Delivered):
            self._changed[event.source] = event.seat
        if isinstance(event, CamelSet) and event.source != SUPPLY:
            self._ghosts.add((event.seat, event.source))

    # Keys

    def offers(self, action: str) -> bool:
        """Name what can be done at the cursor alone."""
        scene = self.scene
        if scene is None or action not in ACTIONS:
            return True
        if not scene.my_turn:
            return False
        selected = self.selected
        if selected is not None:  # only what goes on with it
            has_more = len(self.selectables.get(selected.space, [])) > 1 and not self._must_set()
            return {"take": True, "next(1)": True, "other": has_more}.get(action, False)
        below = self.selectables.get(-1 if self.cursor is None else self.cursor, [])
        kinds = {item.kind for item in below}
        return {
            "take": True,
            "next(1)": not kinds & {PICK_UP, THEFT},  # beside their keys there is no room
            "camel": SUPPLY in self.selectables,
            "end_turn": END in scene.legal,
            f"do_kind({PICK_UP})": PICK_UP in kinds,
            f"do_kind({THEFT})": THEFT in kinds,
        }.get(action, False)

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
        if self.require_turn() is None:
            return
        selected = self.selected
        space = self.cursor if selected is None or self._must_set() else selected.space
        listed = self.selectables.get(-1 if space is None else space, [])
        if self._must_set():
            self.show_status(_("Set the lifted camel first."), is_error=True)
        elif not listed:
            scene, space = self.scene, CENTRE if space is None else space
            assert scene is not None
            self.show_status(messages.why_nothing_here(scene.view, space, self._key), is_error=True)
        else:
            place = listed.index(selected) + 1 if selected in listed else 0
            self._select(listed[place % len(listed)])

    def action_next(self, step: int) -> None:
        """Move the cursor to the next (1) or previous (-1) space that can be chosen."""
        scene = self.require_turn()
        if scene is None:
            return
        selected = self.selected
        if selected is not None and selected.targets:
            spaces = sorted(selected.targets)
        else:
            spaces = self._choosable_spaces(scene)
        if not spaces:
            text = _("Nothing on the board can move. New camel: {key}, or click a space twice.")
            self.show_status(text.format(key=self._key("sahara.camel")), is_error=True)
            return
        cursor = -1 if self.cursor is None else self.cursor
        if spaces == [cursor]:
            self.show_status(self._why_no_other(selected))
            return
        after = [space for space in spaces if space > cursor]
        before = [space for space in spaces if space < cursor]
        if step > 0:
            self.go_to(after[0] if after else spaces[0])
        else:
            self.go_to(before[-1] if before else spaces[-1])

    def _why_no_other(self, selected: Selectable | None) -> str:
        """Why Tab leads nowhere else, and what leads on from there."""
        if selected is not None and selected.targets:
            return _("This is the only space where it can go.")
        if SUPPLY not in self.selectables:
            return _("This is the only space where you can do something.")
        text = _("Nothing to choose elsewhere. New camel: {key}, or click a space twice.")
        return text.format(key=self._key("sahara.camel"))

    def action_camel(self) -> None:
        """Select a camel from the supply."""
        if self.require_turn() is None:
            return
        if self._must_set():
            text = _("You have already lifted a camel. Choose where to set it.")
            self.show_status(text, is_error=True)
        elif SUPPLY in self.selectables:
            self._select(self.selectables[SUPPLY][0])
        else:
            text = _("Your supply is empty. Choose an empty camel on the board.")
            self.show_status(text, is_error=True)

    def action_do_kind(self, kind: int) -> None:
        """Pick up or steal under the cursor."""
        scene = self.require_turn()
        if scene is None:
            return
        cursor = self.cursor
        below = self.selectables.get(-1 if cursor is None else cursor, [])
        listed = [selectable for selectable in below if selectable.kind == kind]
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
        elif self._has_warned:
            self.choose(END)
        elif scene.view["used"] and self._can_deliver():
            self._has_warned = True
            self.show_status(messages.confirm_undelivered(self._key), is_error=True)
        elif scene.view["used"]:
            self.choose(END)
        else:
            # The others may do the same, and then the match is over in its first turns.
            self._has_warned = True
            self.show_status(messages.confirm_unused(scene.view, self._key), is_error=True)

    def _can_deliver(self) -> bool:
        """Whether a legal move brings a good to a city that wants it."""
        return any(thing.points for things in self.selectables.values() for thing in things)

    @property
    def shows_legend(self) -> bool:
        """Whether the legend is in place of the seats."""
        return self._shows_legend

    def close_legend(self) -> None:
        """Show the seats again."""
        self.action_signs()

    def action_signs(self) -> None:
        """Show what the signs mean, or the seats again."""
        self._shows_legend = not self._shows_legend
        self.redraw()

    def action_drop(self) -> None:
        """Clear the selection."""
        if self._must_set():
            text = _("Set the lifted camel, or press {undo} or click Undo to put it back.")
            self.show_status(text.format(undo=self._key("table.undo")), is_error=True)
            return
        if self.selected is None:
            self.leave_question()
            self.show_status("")
            return
        self.selected = None
        self.redraw()
        self._describe_cleared(CENTRE if self.cursor is None else self.cursor)

    def has_begun_turn(self, view: SaharaView) -> bool:
        return bool(view["used"]) or view["lifted"] >= 0

    def action_back(self) -> None:
        """Clear the selection, or undo a move if there is none."""
        if self.selected is not None and not self._must_set():
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
            if self._can_clear():
                self.action_drop()
            return
        was_there = self.is_second_click(space) and self._cleared_at != space
        self._cleared_at = None
        self.focus()
        self.cursor = space
        if self._can_clear() and not self._is_of_choice(space):
            if not was_there and (why := self._why_camel_cannot(space)):
                self.redraw()
                self.show_status(why, is_error=True)
                return
            self._leave_choice(space)
            if self._cleared_at == space:  # what a click there would do has not been told
                self._clicked = None
            return
        self.redraw()
        cost = self._cost_of_new_camel(space)
        if cost and not was_there:
            self.show_status(messages.confirm_new_camel(space, cost, self._key))
        else:
            self._asked = space  # the first click has said what the second one does
            selected = self.selected
            is_pick = selected is not None and selected.kind == PICK_UP
            self._carrying = space if is_pick else None
            self.press(space)

    def _cost_of_new_camel(self, space: int) -> int:
        """The actions that choosing a space would take to set a camel from the supply there; 0 if
        it would do something else."""
        scene = self.scene
        if scene is None or not scene.my_turn or self.selected is not None:
            return 0
        if self.selectables.get(space) or SUPPLY not in self.selectables:
            return 0
        return self.selectables[SUPPLY][0].costs.get(space, 0)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Describe the space under the pointer."""
        space = self.target_of(event)
        if space != self._pointed:
            self._pointed = space
            if space is not None and space != SIGNS:
                self._describe_space(space)

    # Selection

    def _can_clear(self) -> bool:
        """Whether there is a choice that the player may give up."""
        return self.selected is not None and not self._must_set()

    def _is_of_choice(self, space: int) -> bool:
        """Whether choosing a space goes on with what is selected."""
        selected = self.selected
        return selected is not None and (space == selected.space or space in selected.targets)

    def _why_camel_cannot(self, space: int) -> str:
        """Why the camels of a space do not take the good that is chosen; empty without a good, or
        without a camel."""
        selected, scene = self.selected, self.scene
        if scene is None or selected is None or selected.kind == CAMEL:
            return ""
        return messages.why_camel_cannot(scene.view, selected, space, self._key)

    def _leave_choice(self, space: int) -> None:
        """Clear the choice for what is on another space: select that, or say that nothing is
        selected any more and why what was could not go there."""
        before, self.selected = self.selected, None
        if self.selectables.get(space):
            self._select(self.selectables[space][0])
            return
        self.redraw()
        if before is None or before.actions:
            self._describe_cleared(space)
        else:
            self._cleared_at = space
            self.show_status(messages.cleared_words(before), is_error=True)

    def _must_set(self) -> bool:
        """Whether a camel has been lifted in the match itself."""
        scene = self.scene
        return scene is not None and scene.my_turn and scene.view["lifted"] >= 0

    def press(self, space: int) -> None:
        """Choose a space: as a target, or for what is there."""
        scene = self.scene
        if scene is None:
            return
        if not scene.my_turn:
            self.show_status(messages.space_words(scene.view, space, scene.names))
            return
        selected = self.selected
        if selected is not None and space in selected.targets:
            self._send(selected.targets[space])
        elif selected is not None and self._must_set():
            self.show_status(self._why_not(selected, space), is_error=True)
        elif selected is not None and selected.actions and space == selected.space:
            self._send(selected.actions)
        elif selected is not None and space == selected.space:
            self.action_other()
        elif self.selectables.get(space):
            self._select(self.selectables[space][0])
        elif selected is not None:
            self.show_status(self._why_not(selected, space), is_error=True)
        elif SUPPLY in self.selectables:
            supply = self.selectables[SUPPLY][0]
            cost = self._cost_of_new_camel(space)
            if cost > 1 and self._asked != space:
                self._asked = space
                self.show_status(messages.confirm_new_camel(space, cost, self._key))
            elif space in supply.targets:
                self._send(supply.targets[space])
            else:
                self.show_status(self._why_not(supply, space), is_error=True)
        else:
            words = messages.space_words(scene.view, space, scene.names)
            text = _("You have no camel left to set, and nothing to move here: {words}")
            if scene.view["supply"][scene.seat or 0]:
                text = _("You have nothing to move here: {words}")
            text = text.format(words=words)
            self.show_status(text, is_error=True)

    def _why_not(self, selected: Selectable, space: int) -> str:
        """Why choosing a space does nothing while something is selected."""
        if selected.actions:
            return messages.chosen_words(selected, self._key)
        return messages.why_not(selected, space)

    def plan_steps(self, actions: Sequence[int]) -> None:
        """Keep the steps after the first one until they are legal."""
        self._queue = list(actions[1:])

    def _send(self, actions: Sequence[int]) -> None:
        """Send the first action, and keep the others until they are legal."""
        self.plan_steps(actions)
        self.choose(actions[0])

    def _select(self, selectable: Selectable) -> None:
        """Select something and highlight where it can go."""
        self.selected = selectable
        self.redraw()
        self._tell_selected()

    def _tell_selected(self) -> None:
        """Say what is selected, and where it can go."""
        selectable = self.selected
        assert selectable is not None
        has_more = len(self.selectables.get(selectable.space, [])) > 1 and not self._must_set()
        self.show_status(messages.selected_words(selectable, has_more, self._key))

    # Words

    def _describe_cleared(self, space: int) -> None:
        """Say that nothing is chosen any more, and what choosing a space would do."""
        cost = self._cost_of_new_camel(space)
        if cost:
            words = messages.confirm_new_camel(space, cost, self._key)
            self.show_status(_("Choice cleared. {words}").format(words=words))
        else:
            self._describe_space(space, _("Choice cleared"))

    def _describe_space(self, space: int, heading: str = "") -> None:
        """Say what is on a space, and what choosing it would do."""
        if self.scene is not None:
            self._described = space, heading, self._space_status(self.scene, space, heading)
            self.show_status(self._described[-1])

    def reworded(self, status: str) -> str:
        """The same of a space that it has described."""
        space, heading, words = self._described
        if self.scene is None or not words or status not in (words, words.replace("·", "-")):
            return status
        anew = self._space_status(self.scene, space, heading)
        self._described = space, heading, anew
        return anew.replace("·", "-") if self.scene.ascii else anew

    def _space_status(self, scene: Scene[SaharaView], space: int, heading: str) -> str:
        """What is on a space, as far as there is room, and what choosing it would do."""
        place, *parts = messages.space_parts(scene.view, space, scene.names)
        effect = messages.effect_words(self.selected, self.selectables, space, self._key)
        place = f"{heading} · {place}" if heading else place
        before, after = ([effect], []) if effect else ([], [])
        if not effect and scene.my_turn and self.selected is None:
            after = [messages.idle_words(self._key)]
        room = self.app.size.width - STATUS_MARGIN
        while parts and len(" · ".join([place, *before, *parts, *after])) > room:
            parts.pop()  # whole parts; what a key does stays
        return " · ".join([place, *before, *parts, *after])

    def prompt(self, scene: Scene[SaharaView]) -> str:
        return messages.prompt(scene.view, self._key)

    def why_not_here(self, scene: Scene[SaharaView]) -> str:
        space, selected = self.cursor, self.selected
        if not scene.my_turn or space is None:
            return ""
        if selected is not None:
            if space in selected.targets or space == selected.space:
                return ""
            return self._why_not(selected, space)
        kinds = {item.kind for item in self.selectables.get(space, [])}
        reasons = []
        if PICK_UP not in kinds and messages.has_loose_good(scene.view, space):
            reasons.append(messages.why_no_pick_up(scene.view, space))
        if THEFT not in kinds and messages.has_good_of_others(scene.view, space):
            reasons.append(messages.why_no_theft(scene.view, space))
        return " ".join(reasons)

    def drop_selection(self) -> None:
        self.selected, self._queue = None, []
        self._previewed = {}
        scene = self.scene
        if scene is not None and scene.legal and scene.view["lifted"] >= 0:
            self.selected = lifted_camel(scene.view)
        self.redraw()

    def rule(self, scene: Scene[SaharaView]) -> str:
        return messages.rule(self.selected, scene.over)

    # Drawing

    def preview(self, action: int | None) -> None:
        """Mark the spaces of a move."""
        ascii_only = self.scene is not None and self.scene.ascii
        self._previewed = {} if action is None else marks_of(action, ascii_only)
        self.redraw()

    def preview_turn(self, turn: Sequence[int]) -> None:
        """Mark the spaces of all its moves."""
        ascii_only = self.scene is not None and self.scene.ascii
        self._previewed = {}
        for action in reversed(turn):  # of a space with two signs, that of the earlier move
            self._previewed |= marks_of(action, ascii_only)
        self.redraw()

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
        draw_desert(canvas, where, scene.view, self._marks(scene))
        for space in range(SPACES):
            canvas.add_target(*where.corner(space), where.pitch_x, where.pitch_y, space)
        signs_key = "" if self.is_static else self._key("sahara.signs")
        panel = Panel(scene.view, scene.names, scene.seat, self._shows_legend, signs_key)
        if where.panel_width:
            draw_panel(canvas, where, panel)
            return
        draw_strip(canvas, where, panel)
        if self._shows_legend and has_strip_of_signs(canvas, where):
            draw_strip_of_signs(canvas, where, panel)
        elif self._shows_legend:
            canvas.fill(0, 0, PANEL + 2, LEGEND_ROWS, canvas.pens.palette.ground)
            draw_legend(canvas, 1, 0, LEGEND_ROWS, panel)

    def seat_cards(self, scene: Scene[SaharaView]) -> list[SeatCard]:
        colours = self.pens.palette
        return [seat_card(scene.view, seat, name, colours) for seat, name in enumerate(scene.names)]

    def cursor_targets(self) -> Sequence[int]:
        return [] if self.cursor is None else [self.cursor]

    def lit_regions(
        self, canvas: Canvas, scene: Scene[SaharaView], name: str
    ) -> Sequence[LitRegion]:
        """A space by its name, `goods`, `cities`, or `seats` for the text beside the desert."""
        where, view = self.desert_layout(), scene.view
        numbered = view["board"]["numbered"]
        groups = {
            "goods": [
                space for space, good in zip(numbered, view["loose"], strict=True) if good >= 0
            ],
            "cities": list(view["board"]["cities"]),
        }
        if name == "seats":
            return [(where.panel_x, 0, where.panel_width, where.rows)] if where.panel_width else []
        spaces = groups.get(name, [SPACE_OF_NAME[name]] if name in SPACE_OF_NAME else [])
        return [(*where.corner(space), where.pitch_x - 1, where.pitch_y) for space in spaces]

    def _marks(self, scene: Scene[SaharaView]) -> Marks:
        """The spaces to mark."""
        selected = self.selected
        signs: dict[int, str] = self._previewed
        space = -1
        if not signs and selected is not None:
            signs, space = target_signs(selected, scene.ascii), selected.space
        cursor = None if self.is_static else self.cursor
        fresh = self._fresh if self.frame else frozenset()
        return Marks(
            signs, space, cursor, self._changed, fresh, self._ghosts, self._runner(),
            frozenset(self._refilled),
        )  # fmt: skip

    def _runner(self) -> tuple[int, int] | None:
        """The good that runs along a chain, and where it is in this frame; None if none does."""
        if not self.frame or not self._path:
            return None
        frames = max(FRAMES, min(MOST_FRAMES, len(self._path)))
        done = max(0, frames - self.frame)
        return self._moved_good, self._path[
            min(len(self._path) - 1, done * len(self._path) // frames)
        ]


def _space_of(event: MOVES) -> int:
    """The space that an event is about: of a good that moves, the one where it goes."""
    return event.target if isinstance(event, Moved | Delivered) else event.space
