"""The result of a match: ranks, scores, and what they are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Static

from caravan_tui.bus.messages import Position
from caravan_tui.widgets.board import Shown
from caravan_tui.widgets.dialog import Dialog
from caravan_tui.widgets.marks import seat_mark, seat_style
from caravan_tui.words import _

if TYPE_CHECKING:
    from saves.profile import Result


def score_text(score: float) -> str:
    """A score without a needless decimal point."""
    return str(int(score)) if float(score).is_integer() else f"{score:.1f}"


def ended_text(result: Result) -> str:
    """How one's own match ended, shortly: `won, 22`, `rank 3, 5`, and the score alone of who
    played alone."""
    text = score_text(result.score or 0.0)
    if result.seats > 1 and result.rank is not None:
        how = _("won") if result.won else _("rank {rank}").format(rank=result.rank)
        text = f"{how}, {text}"
    return text + (_(" (assisted)") if result.assisted else "")


LOW = 26
"""Rows of a terminal below which a line more leaves no room for a blank one."""

INSIDE = 70
"""Columns of the window that a table may take, a scroll bar beside it."""


class ResultScreen(Dialog):
    """Gives `home`, `fresh`, `again`, `replay`, `analysis`, or None to look at the table."""

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
        shown: Shown,
        position: Position,
        detail: tuple[list[str], list[list[str]]] | None,
        again: bool = True,
        fresh: bool = True,
        replay: bool = True,
    ) -> None:
        """`again`, `fresh`, `replay`: whether there is such a way on."""
        super().__init__()
        self._rs_ways = {"again": again, "fresh": fresh, "replay": replay}
        self._rs_shown, self._rs_position, self._rs_detail = shown, position, detail

    def compose(self) -> ComposeResult:
        """Headline, ranks, detail, what next."""
        shown, position = self._rs_shown, self._rs_position
        ranks = position.ranks or [1] * len(shown.names)
        with Vertical(id="window") as window:
            window.border_title = _("The match is over")
            if position.assisted:
                window.border_subtitle = _("assisted")
            yield Static(self.headline(ranks), id="headline")
            if self.tied(ranks):
                yield Static(
                    _("Scores are equal: the rules say who is ahead then."),
                    id="tied", markup=False,
                )  # fmt: skip
            with VerticalScroll(id="points", can_focus=False):
                yield Static(self.standings(ranks))
                if self._rs_detail:
                    yield Static(self.detail(*self._rs_detail), id="detail")
            ways, playing = self._rs_ways, shown.seat is not None
            with Horizontal(id="answers"):
                yield Button(_("Home"), id="answer-home", variant="primary", compact=True)
                if playing and ways["fresh"]:
                    yield Button(_("Play again"), id="answer-fresh", compact=True)
                if playing and ways["again"]:
                    yield Button(_("Same deal"), id="answer-again", compact=True)
                if ways["replay"]:
                    yield Button(_("Replay"), id="answer-replay", compact=True)
                    yield Button(_("Analysis"), id="answer-analysis", compact=True)
                yield Button(_("Table"), id="answer-look", compact=True)

    def tied(self, ranks: list[int]) -> bool:
        """Whether a tie-break has put one of two seats with the same score before the other."""
        scores = self._rs_shown.view["scores"]
        return len(set(zip(ranks, scores, strict=True))) > len(set(scores))

    def detail(self, columns: list[str], rows: list[list[str]]) -> Table:
        """What the points came from, a seat beside its mark; closer where columns are many."""
        told = [[self.named(cell) for cell in row] for row in rows]
        widths = [
            max(cell_len(column), *(row[number].cell_len for row in told))
            for number, column in enumerate(columns)
        ]
        roomy = sum(widths) + 3 * len(columns) <= INSIDE
        table = Table(box=box.SIMPLE_HEAD, padding=(0, int(roomy)), show_edge=False)
        for number, column in enumerate(columns):
            table.add_column(column, justify="right" if number else "left")
        for row in told:
            table.add_row(*row)
        return table

    def named(self, cell: str) -> Text:
        """A cell; the name of a seat with its mark and in its colour."""
        shown = self._rs_shown
        if cell not in shown.names:
            return Text(cell)
        seat = list(shown.names).index(cell)
        return Text(f"{seat_mark(seat, shown.ascii)} {cell}", seat_style(self, seat))

    def headline(self, ranks: list[int]) -> Text:
        """Who has won."""
        shown = self._rs_shown
        winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
        if len(ranks) == 1:
            return Text(_("You have finished."), "bold")
        if winners == [shown.seat]:
            return Text(_("You have won!"), "bold")
        names = ", ".join(shown.names[seat] for seat in winners)
        if len(winners) == 1:
            return Text(_("{name} has won.").format(name=names), "bold")
        return Text(_("{names} share the win.").format(names=names), "bold")

    def standings(self, ranks: list[int]) -> Table:
        """A line a seat, the best first."""
        shown = self._rs_shown
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
        table.add_column(_("Rank"), justify="right")
        table.add_column(_("Seat"))
        table.add_column(_("Score"), justify="right")
        for seat in sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat)):
            name = f"{seat_mark(seat, shown.ascii)} {shown.names[seat]}"
            table.add_row(
                str(ranks[seat]),
                Text(name, seat_style(self, seat)),
                score_text(shown.view["scores"][seat]),
            )
        return table

    def on_mount(self) -> None:
        """Focus the first button."""
        self.query(Button).first().focus()

    def on_resize(self) -> None:
        """Six seats and the word on equal scores fill 24 rows."""
        self.set_class(self.app.size.height < LOW and bool(self.query("#tied")), "-tight")

    def key_down(self) -> None:
        """Scroll what the points came from."""
        self.query_one("#points").scroll_down()

    def key_up(self) -> None:
        """Scroll back."""
        self.query_one("#points").scroll_up()

    def key_left(self) -> None:
        """The button before."""
        self.focus_previous()

    def key_right(self) -> None:
        """The next button."""
        self.focus_next()

    @on(Button.Pressed)
    def _answered(self, event: Button.Pressed) -> None:
        event.stop()
        answer = (event.button.id or "").removeprefix("answer-")
        self.dismiss(None if answer == "look" else answer)
