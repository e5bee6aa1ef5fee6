"""The board of Caravanserai on the screen: hexagons on the left, the words on the right.

What may be done is in the legal list; what a step would do is asked of `outline`, which plays it
on the position that the view gives back.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style
from textual.color import Color

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import asked, choices, faces, panel
from caravan_tui.games.caravanserai.faces import Look
from caravan_tui.games.caravanserai.geometry import board_for
from caravan_tui.games.caravanserai.keys import COMMANDS
from caravan_tui.games.caravanserai.selection import Selection
from caravan_tui.games.contract import View
from caravan_tui.widgets.board import Shown
from caravan_tui.widgets.commands import bindings
from caravan_tui.widgets.desert_board import DesertBoard
from caravan_tui.widgets.hex_board import HexBoard
from caravan_tui.widgets.marks import seat_mark, seat_style
from caravan_tui.words import _

NARROW, WIDE = 16, 48
"""Columns of the words: at least, at most."""


class Board(DesertBoard):
    """The table of Caravanserai."""

    COMMANDS = COMMANDS
    BINDINGS = bindings(COMMANDS)
    LOOKING = frozenset({"cursor", "heads", "signs"})

    def __init__(self, **more) -> None:
        super().__init__(**more)
        self._bd_pick = Selection()
        self._bd_key = ""
        self._bd_tiles: tuple[int, list[int]] | None = None
        self._bd_rows: dict[int, int] = {}
        """Which line of the words shows which choice."""
        self._bd_signs = False
        """Whether the words tell what the signs mean."""

    def make_desert(self) -> HexBoard:
        """The hexagons."""
        return HexBoard(id="desert")

    # the position

    def refresh_board(self, shown: Shown) -> None:
        """Take over a position: what can be chosen, what is new, and the rest of a placement."""
        view = shown.view
        if not self.is_mounted:
            return
        self._bd_lay_out(view)
        pick = self._bd_pick
        pick.peek = None
        pick.single_steps(view, shown.legal, shown.names)
        step = pick.next_step(view, shown.legal)
        if step is not None:
            self.choose(step)
            self.draw()
            return
        self._bd_flash(shown)
        if shown.my_turn and view["phase"] in ("start", "put"):
            self.desert.move_cursor(pick.choices[0].steps[0] % 256)
        elif view["caravans"][view["turn"]]:
            self.desert.reveal(view["caravans"][view["turn"]][-1] >> 3)
        self.draw()
        if shown.my_turn:
            self._bd_tell()

    def _bd_lay_out(self, view: View) -> None:
        key = (view["seats"], view["ground"])
        if key != self._bd_tiles:
            where = board_for(view["seats"])
            self.desert.lay_out(list(zip(where.q, where.r, strict=True)))
            self._bd_tiles = (view["seats"], list(view["ground"]))
            self._bd_measure()

    def on_resize(self) -> None:
        """The largest hexagons that leave room for the words."""
        if self._bd_tiles is not None:
            self._bd_measure()
            self.draw()

    def _bd_measure(self) -> None:
        width, height = self.size
        if not width:
            return
        desert = self.desert
        size = desert.fit(width - panel.ROOMY - 1, height)
        if size.width > width - panel.ROOMY - 1:
            size = desert.fit(width - NARROW, height)
        least = panel.ROOMY + 1 if self._bd_signs else NARROW
        words = max(least, min(WIDE, width - size.width))
        self.words.styles.width = words
        self.words.styles.padding = (0, 0, 0, 1 if words > NARROW else 0)

    def _bd_flash(self, shown: Shown) -> None:
        """Show for a moment what was laid or put since the position before."""
        where = board_for(shown.view["seats"])
        cells: set[int] = set()
        for event in shown.events:
            if event[0] == "goods":
                cells.update(where.cell_of(name) for name in event[5])
            elif event[0] in ("lying", "camel", "start"):
                cells.add(where.cell_of(event[2]))
        self.flash(cells)

    # what can be chosen

    def _bd_offer(self, cell: int) -> None:
        """List the placements that end on a cell."""
        shown = self.shown
        assert shown is not None
        view = shown.view
        found, whole = self._bd_pick.ending_on(view, cell)
        if not found:
            words = (
                _("No placement ends on {cell}") if whole else _("None found that ends on {cell}")
            )
            self.say(words.format(cell=board_for(view["seats"]).names[cell]), True)
            return
        self.draw()
        self._bd_tell()

    # keys

    def on_key(self, event) -> None:
        """Remember which digit it is; the command follows."""
        self._bd_key = event.key

    def action_cursor(self, across: int, down: int) -> None:
        """Move the cursor a cell, or along the cells to choose from."""
        shown = self.shown
        if shown is None:
            return
        desert = self.desert
        if desert.cursor is None:
            heads = shown.view["caravans"][shown.view["turn"]]
            start = heads[-1] >> 3 if heads else 0
            desert.move_cursor(start)
        self.go_to(desert.step(desert.cursor, across, down))

    def go_to(self, cell: int) -> None:
        """Put the cursor on a cell and say what is there."""
        self.desert.move_cursor(cell)
        self._bd_pick.at_cell = True
        self._bd_pick.peek = None
        self._bd_follow(cell)

    def _bd_follow(self, cell: int) -> None:
        """Select the step that leads to a cell, if there is one; say what lies there."""
        pick = self._bd_pick
        index = pick.index_of(cell, self.shown.view)
        if index is not None:
            pick.index = index
            self.draw()
            self._bd_tell()
        else:
            self.draw()
            self._bd_tell_cell(cell)

    def action_option(self, by: int) -> None:
        """Select the next line of the list."""
        choice = self._bd_pick.turn(by)
        if choice is None:
            self.say(_("There is nothing to choose now."), True)
            return
        if choice.steps[0] >= act.PUT:
            self.desert.move_cursor(choice.steps[0] % 256)
        self.draw()
        self._bd_tell()

    def action_take(self) -> None:
        """Take the selected line or the cell under the cursor."""
        if not self.asked():
            return
        pick = self._bd_pick
        if pick.at_cell and self.desert.cursor is not None:
            self._bd_press(self.desert.cursor)
        elif pick.line:
            self._bd_send(pick.line.steps)

    def action_pick(self) -> None:
        """Take a line by its number."""
        if not self.asked():
            return
        index = (int(self._bd_key) - 1) % 10 if self._bd_key.isdigit() else 0
        listed = self._bd_pick.choices
        if index >= len(listed):
            self.say(_("The list has no line {number}.").format(number=self._bd_key), True)
        else:
            self._bd_send(listed[index].steps)

    def action_camel(self) -> None:
        """End the placement here."""
        shown = self.shown
        if shown is None or act.CAMEL not in shown.legal:
            self.say(_("A camel cannot be laid now."), True)
        else:
            self._bd_send([act.CAMEL])

    def action_heads(self) -> None:
        """Go round the heads of the caravans."""
        shown = self.shown
        if shown is None:
            return
        heads = [pieces[-1] >> 3 for pieces in shown.view["caravans"] if pieces]
        if not heads:
            self.say(_("No caravan has started yet."), True)
            return
        cursor = self.desert.cursor
        at = heads.index(cursor) + 1 if cursor in heads else shown.view["turn"]
        cell = heads[at % len(heads)]
        self.desert.move_cursor(cell)
        self.draw()
        self._bd_tell_cell(cell)

    def action_signs(self) -> None:
        """What the signs mean, or the seats again."""
        self._bd_signs = not self._bd_signs
        self._bd_measure()
        self.draw()

    def action_back(self) -> None:
        """Close the offers, or take back a step."""
        if self._bd_pick.target is not None:
            self.action_drop()
        else:
            self.take_back()

    def action_drop(self) -> None:
        """Back to the single steps, without a cursor."""
        shown = self.shown
        if shown is None:
            return
        self._bd_pick.queue = []
        self._bd_pick.single_steps(shown.view, shown.legal, shown.names)
        self.desert.move_cursor(None)
        self.draw()
        self.say("")

    # the pointer

    def on_cell_board_pressed(self, event: HexBoard.Pressed) -> None:
        """A click on a cell."""
        event.stop()
        self.focus()
        self.desert.move_cursor(event.cell)
        shown = self.shown
        if shown is None or not shown.my_turn:
            self.draw()
            self._bd_tell_cell(event.cell)
        else:
            self._bd_press(event.cell)

    def on_cell_board_pointed(self, event: HexBoard.Pointed) -> None:
        """The pointer over a cell tells what lies there."""
        event.stop()
        if event.cell is not None and self.shown is not None:
            self._bd_tell_cell(event.cell)

    def on_click(self, event) -> None:
        """A click on a line of the list takes it."""
        words = self.words
        if event.widget is not words or self.shown is None or not self.shown.my_turn:
            return
        index = self._bd_rows.get(event.y)
        if index is not None:
            self._bd_send(self._bd_pick.choices[index].steps)

    def _bd_press(self, cell: int) -> None:
        """Choose a cell: a step that leads there, or the placements that end there."""
        shown = self.shown
        assert shown is not None
        index = self._bd_pick.index_of(cell, shown.view)
        if index is not None:
            self._bd_send(self._bd_pick.choices[index].steps)
        elif shown.view["phase"] in choices.PLACING:
            self._bd_offer(cell)
        else:
            self.say(asked.why_not(cell, shown.view, shown.names), True)

    # sending

    def _bd_send(self, steps: Sequence[int]) -> None:
        """Send the first step and keep the others until their turn comes."""
        shown = self.shown
        assert shown is not None
        self.choose(self._bd_pick.send(shown.view, steps))

    # drawing

    def preview(self, action: int | None) -> None:
        """Point at a move of the list of legal moves."""
        self._bd_pick.point(action)
        if self.shown is not None:
            if action is not None and action >= act.PUT:
                self.desert.move_cursor(action % 256)
            self.draw()

    def _bd_look(self) -> Look:
        shown = self.shown
        assert shown is not None
        theme = self.app.theme_variables
        surface = Color.parse(theme.get("surface", "#1c1f2b"))
        ink = Color.parse(theme.get("foreground", "#ece3d0"))
        shades = [surface, surface.blend(ink, 0.06), surface.blend(ink, 0.12)]
        front = ink.hex6
        seats = shown.view["seats"]
        return Look(
            ascii=shown.ascii,
            marks=[seat_mark(seat, shown.ascii) for seat in range(seats)],
            seats=[seat_style(self, seat) for seat in range(seats)],
            shades=[Style(color=front, bgcolor=shade.hex6) for shade in shades],
            dim=Style(dim=True),
            accent=Style(color=Color.parse(theme.get("accent", "#f4c95d")).hex6, bold=True),
        )

    def draw(self) -> None:
        """Draw the position with all that is pointed at."""
        shown = self.shown
        if shown is None or not self.is_mounted or self._bd_tiles is None:
            return
        look, pick = self._bd_look(), self._bd_pick
        marks, told = choices.point(shown.view, shown.legal, pick.steps(shown.my_turn))
        marks.fresh = self.fresh
        if pick.target is not None:
            marks.numbers = {}
        cells, links = faces.paint(shown.view, look, marks)
        self.desert.paint(cells, faces.fills(shown.view, look), links)
        words = self.words
        width = int(words.styles.width.value) - (1 if words.styles.padding.left else 0)
        title = ""
        if pick.target is not None:
            name = board_for(shown.view["seats"]).names[pick.target]
            title = _("To {cell}:").format(cell=name)
        drawn = panel.panel(
            shown.view,
            shown.names,
            look,
            (width, self.size.height),
            pick.choices if shown.my_turn else [],
            pick.index,
            told if shown.view["placement"]["laid"] or pick.choices else None,
            title,
            self._bd_signs,
        )
        self._bd_rows = drawn.rows
        words.update(drawn.text)

    # words

    def _bd_tell(self) -> None:
        """Say what the selected line is and what it would do."""
        shown, choice = self.shown, self._bd_pick.line
        if shown is not None and choice is not None:
            self.say(choices.words(choice, shown.view, shown.names))

    def _bd_tell_cell(self, cell: int) -> None:
        """Say what lies on a cell."""
        self.say(asked.cell_words(cell, self.shown.view, self.shown.names))

    def prompt(self, shown: Shown) -> str:
        """What is asked."""
        return asked.prompt(shown.view)

    def rule(self, shown: Shown) -> str:
        """Where the rules tell about this moment."""
        return asked.rule(shown.view)

    def result(self, view: View) -> tuple[list[str], list[list[str]]] | None:
        """Length, what is left in reserve, rank; alone: the title."""
        assert self.shown is not None
        return panel.standing(view, self.shown.names)
