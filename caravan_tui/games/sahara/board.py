"""The board of Caravan on the screen: the desert on the left, the words on the right.

A move is composed by pointing: first at a good or a camel, then at one of the spaces that light
up. What can be taken and where it can go comes from `plans`, which reads the legal list.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rich.style import Style
from textual.color import Color

from caravan_tui.games.contract import View
from caravan_tui.games.sahara import asked, faces, panel, plans
from caravan_tui.games.sahara.actions import END, SET
from caravan_tui.games.sahara.desert import BY_NAME, SIZE, SUPPLY
from caravan_tui.games.sahara.faces import Look, Marks
from caravan_tui.games.sahara.keys import COMMANDS
from caravan_tui.games.sahara.plans import CAMEL, PICK_UP, Thing
from caravan_tui.widgets.board import Shown
from caravan_tui.widgets.commands import bindings, keyed
from caravan_tui.widgets.desert_board import DesertBoard
from caravan_tui.widgets.grid_board import GridBoard
from caravan_tui.widgets.marks import good_style, seat_mark, seat_style
from caravan_tui.words import _

ZOOMS = (
    (6, 2, 1), (6, 3, 1), (7, 2, 1), (7, 3, 1), (8, 2, 1), (8, 3, 1), (8, 4, 1),
    (9, 2, 1), (9, 3, 1), (9, 4, 1), (10, 5, 1), (12, 6, 1), (14, 7, 1),
)  # fmt: skip
"""Sizes of a space that the faces can fill, the largest last."""


class Board(DesertBoard):
    """The table of Caravan."""

    COMMANDS = COMMANDS
    BINDINGS = bindings(COMMANDS)
    LOOKING = frozenset({"cursor", "signs"})

    def __init__(self, **more) -> None:
        super().__init__(**more)
        self._bd_things: dict[int, list[Thing]] = {}
        self._bd_held: Thing | None = None
        self._bd_queue: list[int] = []
        """Actions of a composed move that are still to be sent."""
        self._bd_peek: dict[int, str] = {}
        """Targets of a move of the list or of a hint."""
        self._bd_warned = False
        """Whether it was told what a turn without an action may lead to."""
        self._bd_signs = False
        """Whether the words tell what the signs mean instead of the seats."""

    def make_desert(self) -> GridBoard:
        """The spaces."""
        return GridBoard(SIZE, SIZE, ZOOMS, id="desert")

    def on_resize(self) -> None:
        """The largest spaces that leave room for the words."""
        width, height = self.size
        if width:
            size = self.desert.fit(width - panel.WIDTH - 2, height)
            self.desert.styles.width = min(size.width, width - panel.WIDTH - 2)
            self.words.styles.padding = (0, 0, 0, 2)
            self.draw()

    # The position

    def refresh_board(self, shown: Shown) -> None:
        """Take over a position: what can be done, what is new, and the rest of a move."""
        if not self.is_mounted:
            return
        self._bd_held = None
        self._bd_warned = False
        self._bd_peek = {}
        self._bd_things = plans.things(shown.view, shown.legal, shown.names)
        if shown.legal and shown.view["lifted"] >= 0:
            self._bd_held = self._bd_lifted(shown.view)
        if self._bd_queue and self._bd_queue[0] in shown.legal:
            self.draw()
            self.choose(self._bd_queue.pop(0))
            return
        self._bd_queue = []
        if self.desert.cursor is None and not self.is_picture:
            self.desert.move_cursor(BY_NAME["d4"])
        self._bd_flash(shown)
        self.draw()

    @staticmethod
    def _bd_lifted(view: View) -> Thing:
        """The camel that is lifted already, as a thing that is held."""
        costs = plans.set_costs(view)
        targets = {target: (SET + target,) for target in costs}
        return Thing(view["lifted"], CAMEL, targets=targets, costs=costs)

    def _bd_flash(self, shown: Shown) -> None:
        """Show for a moment where something happened since the position before."""
        spaces: set[int] = set()
        for event in shown.events:
            if event[0] == "good":
                spaces.add(event[2])
            elif event[0] in ("set", "steal"):
                spaces.add(event[3])
            elif event[0] == "pick":
                spaces.add(event[2])
            elif event[0] in ("move", "deliver"):
                spaces.add(event[4])
        self.flash(spaces)

    # Keys

    def action_cursor(self, across: int, down: int) -> None:
        """Move the cursor and tell what is there."""
        desert = self.desert
        start = BY_NAME["d4"] if desert.cursor is None else desert.cursor
        self.go_to(desert.step(start, across, down))

    def go_to(self, cell: int) -> None:
        """Put the cursor on a space and tell what is there."""
        self.desert.move_cursor(cell)
        self._bd_tell(cell)

    def action_take(self) -> None:
        """Choose what is under the cursor."""
        if self.desert.cursor is not None:
            self._bd_press(self.desert.cursor)

    def action_other(self) -> None:
        """The next thing of the space that is chosen, or of the cursor's."""
        if not self.asked():
            return
        held = self._bd_held
        space = self.desert.cursor if held is None or self._bd_must_set() else held.space
        listed = self._bd_things.get(-1 if space is None else space, [])
        if self._bd_must_set():
            self.say(_("The lifted camel must be set first."), True)
        elif not listed:
            self.say(_("Nothing can be done from here."), True)
        else:
            at = listed.index(held) + 1 if held in listed else 0
            self._bd_hold(listed[at % len(listed)])

    def action_next(self, step: int) -> None:
        """The cursor to the next space that can be chosen."""
        if not self.asked():
            return
        held = self._bd_held
        spaces = sorted(held.targets) if held and held.targets else sorted(self._bd_things)
        spaces = [space for space in spaces if space != SUPPLY]
        if not spaces:
            self.say(
                _("Nothing on the board can be chosen; c takes a camel from the supply."), True
            )
            return
        cursor = -1 if self.desert.cursor is None else self.desert.cursor
        after = [space for space in spaces if space > cursor]
        before = [space for space in spaces if space < cursor]
        if step > 0:
            self.desert.move_cursor(after[0] if after else spaces[0])
        else:
            self.desert.move_cursor(before[-1] if before else spaces[-1])
        self._bd_tell(self.desert.cursor)

    def action_camel(self) -> None:
        """Take a camel from the supply."""
        if not self.asked():
            return
        if self._bd_must_set():
            self.say(_("A camel is lifted already: choose where it is set."), True)
        elif SUPPLY in self._bd_things:
            self._bd_hold(self._bd_things[SUPPLY][0])
        else:
            self.say(_("Your supply is empty: choose an empty camel on the board."), True)

    def action_do_kind(self, kind: int) -> None:
        """Pick up or steal under the cursor."""
        if not self.asked():
            return
        cursor = self.desert.cursor
        here = self._bd_things.get(-1 if cursor is None else cursor, [])
        listed = [thing for thing in here if thing.kind == kind]
        if len(listed) == 1:
            self.choose(listed[0].actions[0])
        elif listed:
            self._bd_hold(listed[0])
        elif kind == PICK_UP:
            self.say(
                _("To pick up you need an empty camel on the good, and one more empty one."), True
            )
        else:
            self.say(
                _("To steal: a theft marker, an empty camel on the same space, another empty."),
                True,
            )

    def action_end_turn(self) -> None:
        """End the turn."""
        if not self.asked():
            return
        assert self.shown is not None
        if END not in self.shown.legal:
            self.say(_("The lifted camel must be set first."), True)
        elif self.shown.view["used"] or self._bd_warned:
            self.choose(END)
        else:
            # The others may do the same, and then the match is over in its first turns.
            self._bd_warned = True
            self.say(asked.unused(self.shown.view), True)

    def action_signs(self) -> None:
        """What the signs mean, or the seats again."""
        self._bd_signs = not self._bd_signs
        self.draw()

    def action_drop(self) -> None:
        """Drop what is chosen."""
        if self._bd_must_set():
            self.say(_("A lifted camel must be set; u takes the lift back."), True)
            return
        self._bd_held = None
        self.draw()
        self.say("")

    def action_back(self) -> None:
        """Drop what is chosen, else take back a move."""
        if self._bd_held is not None and not self._bd_must_set():
            self.action_drop()
        else:
            self.take_back()

    # The pointer

    def on_cell_board_pressed(self, event: GridBoard.Pressed) -> None:
        """A click on a space."""
        event.stop()
        self.focus()
        self.desert.move_cursor(event.cell)
        self._bd_press(event.cell)

    def on_cell_board_pointed(self, event: GridBoard.Pointed) -> None:
        """The pointer over a space tells what is there."""
        event.stop()
        if event.cell is not None:
            self._bd_tell(event.cell)

    # Choosing

    def _bd_must_set(self) -> bool:
        """Whether a camel is lifted in the match itself."""
        shown = self.shown
        return shown is not None and shown.my_turn and shown.view["lifted"] >= 0

    def _bd_press(self, space: int) -> None:
        """A space was chosen: as a target, or for what stands there."""
        shown = self.shown
        if shown is None:
            return
        if not shown.my_turn:
            self.say(asked.space_words(shown.view, space, shown.names))
            return
        held = self._bd_held
        if held is not None and space in held.targets:
            self._bd_send(held.targets[space])
        elif self._bd_must_set():
            self.say(asked.why_not(held, space), True)
        elif held is not None and held.actions and space == held.space:
            self._bd_send(held.actions)
        elif held is not None and space == held.space:
            self.action_other()
        elif self._bd_things.get(space):
            self._bd_hold(self._bd_things[space][0])
        elif held is not None:
            self.say(asked.why_not(held, space), True)
        elif SUPPLY in self._bd_things:
            supply = self._bd_things[SUPPLY][0]
            if space in supply.targets:
                self._bd_send(supply.targets[space])
            else:
                self.say(asked.why_not(supply, space), True)
        else:
            words = asked.space_words(shown.view, space, shown.names)
            self.say(_("Nothing of yours to take: {words}").format(words=words), True)

    def _bd_send(self, actions: Sequence[int]) -> None:
        """Send the first action and keep the others until they are legal."""
        self._bd_queue = list(actions[1:])
        self.choose(actions[0])

    def _bd_hold(self, thing: Thing) -> None:
        """Take something in hand, and light up where it can go."""
        self._bd_held = thing
        self.draw()
        self._bd_tell_held()

    # Words

    def _bd_tell_held(self) -> None:
        held = self._bd_held
        if held is not None:
            more = len(self._bd_things.get(held.space, [])) > 1 and not self._bd_must_set()
            self.say(asked.held_words(held, more))

    def _bd_tell(self, space: int) -> None:
        """What is on a space, and what Enter or a click would do there."""
        shown = self.shown
        if shown is None:
            return
        words = asked.space_words(shown.view, space, shown.names)
        does = asked.does_words(self._bd_held, self._bd_things, space)
        self.say(f"{words} · {does}" if does else words)

    def prompt(self, shown: Shown) -> str:
        """What is asked."""
        return asked.prompt(shown.view)

    def rule(self, shown: Shown) -> str:
        """Where the rules tell about this moment."""
        return asked.rule(self._bd_held, shown.over)

    def result(self, view: View) -> tuple[list[str], list[list[str]]] | None:
        """What the points of each seat came from."""
        assert self.shown is not None
        return panel.result(view, self.shown.names)

    # Drawing

    def preview(self, action: int | None) -> None:
        """Point at a move of the list of legal moves, or of a hint."""
        ascii_only = self.shown is not None and self.shown.ascii
        self._bd_peek = {} if action is None else plans.points_at(action, ascii_only)
        self.draw()

    def _bd_look(self) -> Look:
        shown = self.shown
        assert shown is not None
        theme = self.app.theme_variables
        ground = Color.parse(theme.get("background", "#12141c"))
        ink = Color.parse(theme.get("foreground", "#ece3d0"))
        accent = Color.parse(theme.get("accent", "#f4c95d"))
        front = ink.hex6

        def fill(shade: Color, **more: bool) -> Style:
            return Style(color=front, bgcolor=shade.hex6, **more)

        seats = shown.view["seats"]
        return Look(
            ascii=shown.ascii,
            marks=[seat_mark(seat, shown.ascii) for seat in range(seats)],
            seats=[seat_style(self, seat) for seat in range(seats)],
            goods=[good_style(self, good) for good in range(len(faces.LETTERS))],
            ground=fill(ground.blend(ink, 0.06)),
            market=fill(ground.blend(ink, 0.13)),
            city=fill(ground.blend(ink, 0.20)),
            lit=[
                fill(ground.blend(ink, shade).blend(accent, 0.22)) for shade in (0.06, 0.13, 0.20)
            ],
            held=fill(ground.blend(accent, 0.45), bold=True),
            fresh=fill(ground.blend(accent, 0.18)),
            dim=Style(dim=True),
            keyed=partial(keyed, self.screen),
        )

    def _bd_marks(self, shown: Shown) -> Marks:
        """What to point at."""
        held = self._bd_held
        if self._bd_peek or held is None:
            return Marks(targets=self._bd_peek, fresh=self.fresh)
        return Marks(plans.signs(held, shown.ascii), held.space, self.fresh)

    def draw(self) -> None:
        """Draw the position with all that is pointed at."""
        shown = self.shown
        if shown is None or not self.is_mounted:
            return
        view = shown.view
        look = self._bd_look()
        marks = self._bd_marks(shown)
        first = shown.seat if shown.seat is not None else view["actor"]
        links = faces.links(view, look, first)
        self.desert.paint(
            faces.faces(view, look, marks, self.desert.cell_size, links),
            faces.fills(view, look, marks),
            links,
        )
        height, width = self.size.height or 20, self.words.size.width - 2
        self.words.update(
            panel.panel(
                view, shown.names, look, height, width, self._bd_signs, shown.seat,
                not self.is_picture,
            )
        )  # fmt: skip
