"""The result of a match: ranks, scores, and what they are made of."""

from __future__ import annotations

from typing import Any, ClassVar

from rich import box
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Static

from caravan_tui.bus.messages import Position
from caravan_tui.hosts.match_text import score_text
from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseDialog
from caravan_tui.screens.table.result_picture import ResultPicture
from caravan_tui.widgets.board import Scene
from caravan_tui.widgets.marks import seat_mark, seat_style

LOW = 26
"""Rows of a terminal below which there is no room for a blank line beside one that says how ties
are broken."""

GRACE_SECONDS = 0.5
"""How long the window takes no answer: a key that was meant for the table, such as the Enter that
played the last move, must not press a button."""

TABLE_WIDTH = 70
"""Columns of the window that a table may take, with a scroll bar beside it."""


class ResultScreen(BaseDialog[str]):
    """Returns `home`, `fresh`, `again`, `replay`, `analysis`, or None to look at the table."""

    AUTO_FOCUS: ClassVar[str | None] = ""

    DEFAULT_CSS = """
    ResultScreen > #window { width: 76; padding: 0 1; }
    ResultScreen #tied { color: $text-muted; }
    ResultScreen #points { height: auto; max-height: 75vh; margin-top: 1; }
    ResultScreen.-tight #points { margin-top: 0; }
    ResultScreen #detail { height: auto; margin-top: 1; }
    ResultScreen #answers { height: 1; width: 100%; align-horizontal: center; margin-top: 1; }
    ResultScreen Button { margin: 0 1 0 0; min-width: 0; padding: 0 1; }
    """

    def __init__(
        self,
        scene: Scene[Any],
        position: Position,
        details: tuple[list[str], list[list[str]]] | None,
        can_restart: bool = True,
        can_rematch: bool = True,
        can_replay: bool = True,
    ) -> None:
        """`details`: column titles and rows, see `Board.result`; `can_…`: which buttons to show."""
        super().__init__()
        self.scene = scene
        self.position = position
        self.details = details
        self.can_restart = can_restart
        self.can_rematch = can_rematch
        self.can_replay = can_replay
        self.ranks = position.ranks or [1] * len(scene.names)
        """The rank of each seat, from 1."""
        self.takes_answers = False

    def compose(self) -> ComposeResult:
        """Headline, ranks, details, what next."""
        with Vertical(id="window") as window:
            window.border_title = _("The match is over")
            if self.position.assisted:
                window.border_subtitle = _("assisted")
            yield ResultPicture(self.winners, self.scene.seat in self.winners)
            yield Static(self.headline(), id="headline")
            if self.has_tie_break():
                yield Static(
                    _("Equal scores: the tie-break of the rules decides the ranks."),
                    id="tied",
                    markup=False,
                )
            with VerticalScroll(id="points", can_focus=False):
                yield Static(self.standings())
                if self.details:
                    yield Static(self.detail_table(*self.details), id="detail")
            with Horizontal(id="answers"):
                for number, (key, label) in enumerate(self.buttons()):
                    yield Button(
                        label,
                        id=f"answer-{key}",
                        variant="default" if number else "primary",
                        compact=True,
                    )

    def buttons(self) -> list[tuple[str, str]]:
        """The key and the label of each button."""
        is_playing = self.scene.seat is not None
        buttons = [("home", _("Home"))]
        if is_playing and self.can_rematch:
            buttons.append(("fresh", _("Play again")))
        if is_playing and self.can_restart:
            buttons.append(("again", _("Same deal")))
        if self.can_replay:
            buttons += [("replay", _("Replay")), ("analysis", _("Analysis"))]
        return [*buttons, ("look", _("Table"))]

    @property
    def winners(self) -> list[int]:
        """The seats of the first rank."""
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]

    def text_rows(self) -> int:
        """The rows of everything but the picture."""
        detail = len(self.details[1]) + 3 if self.details else 0
        return 9 + self.has_tie_break() + len(self.ranks) + detail

    def has_tie_break(self) -> bool:
        """Whether a tie-break has ranked two seats with the same score."""
        scores = self.scene.view["scores"]
        return len(set(zip(self.ranks, scores, strict=True))) > len(set(scores))

    def detail_table(self, columns: list[str], rows: list[list[str]]) -> Table:
        """What the points came from; closer where columns are many."""
        cells = [[self.with_mark(cell) for cell in row] for row in rows]
        widths = [
            max(cell_len(column), *(row[number].cell_len for row in cells))
            for number, column in enumerate(columns)
        ]
        has_room = sum(widths) + 3 * len(columns) <= TABLE_WIDTH
        table = Table(box=box.SIMPLE_HEAD, padding=(0, int(has_room)), show_edge=False)
        for number, column in enumerate(columns):
            table.add_column(column, justify="right" if number else "left")
        for row in cells:
            table.add_row(*row)
        return table

    def with_mark(self, cell: str) -> Text:
        """A cell; the name of a seat with its mark and in its colour."""
        names = list(self.scene.names)
        if cell not in names:
            return Text(cell)
        seat = names.index(cell)
        return Text(f"{seat_mark(seat, self.scene.ascii)} {cell}", seat_style(self, seat))

    def headline(self) -> Text:
        """Who has won."""
        scene = self.scene
        winners = self.winners
        names = ", ".join(scene.names[seat] for seat in winners)
        if len(self.ranks) == 1:
            text = _("You have finished.")
        elif winners == [scene.seat]:
            text = _("You have won!")
        elif len(winners) == 1:
            text = _("{name} has won.").format(name=names)
        else:
            text = _("{names} share the win.").format(names=names)
        return Text(text, "bold")

    def standings(self) -> Table:
        """A line for each seat, the best first."""
        scene, ranks = self.scene, self.ranks
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
        table.add_column(_("Rank"), justify="right")
        table.add_column(_("Seat"))
        table.add_column(_("Score"), justify="right")
        for seat in sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat)):
            name = f"{seat_mark(seat, scene.ascii)} {scene.names[seat]}"
            score = score_text(scene.view["scores"][seat])
            table.add_row(str(ranks[seat]), Text(name, seat_style(self, seat)), score)
        return table

    def on_mount(self) -> None:
        """Take answers in a moment."""
        self.set_timer(GRACE_SECONDS, self.take_answers)

    def take_answers(self) -> None:
        """Take answers from now on; focus the button that only leads back to the table."""
        self.takes_answers = True
        self.query_one("#answer-look").focus()

    def on_resize(self) -> None:
        """Draw the picture as high as there is room for; leave out a blank line where six seats and
        the words on ties fill all rows."""
        height = self.app.size.height
        self.query_one(ResultPicture).set_rows(int(height * 0.96) - self.text_rows())
        self.set_class(height < LOW and self.has_tie_break(), "-tight")

    def key_down(self) -> None:
        """Scroll what the points came from."""
        self.query_one("#points").scroll_down()

    def key_up(self) -> None:
        """Scroll back."""
        self.query_one("#points").scroll_up()

    def key_left(self) -> None:
        """Focus the previous button."""
        if self.takes_answers:
            self.focus_previous()

    def key_right(self) -> None:
        """Focus the next button."""
        if self.takes_answers:
            self.focus_next()

    @on(Button.Pressed)
    def _answer(self, event: Button.Pressed) -> None:
        event.stop()
        answer = (event.button.id or "").removeprefix("answer-")
        if self.takes_answers:
            self.dismiss(None if answer == "look" else answer)

    def action_close(self) -> None:
        """Back to the table."""
        if self.takes_answers:
            self.dismiss(None)
