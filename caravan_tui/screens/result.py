"""The result of a match: ranks, scores, and what they are made of."""

from __future__ import annotations

from rich import box
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


def score_text(score: float) -> str:
    """A score without a needless decimal point."""
    return str(int(score)) if float(score).is_integer() else f"{score:.1f}"


class ResultScreen(Dialog):
    """Gives `home`, `again`, or None to look at the table."""

    DEFAULT_CSS = """
    ResultScreen > #window { width: 72; padding: 1 2; }
    ResultScreen #detail { height: auto; max-height: 12; margin-top: 1; }
    ResultScreen #answers { height: 1; width: 100%; align-horizontal: center; margin-top: 1; }
    ResultScreen Button { margin: 0 1; }
    """

    def __init__(
        self,
        shown: Shown,
        position: Position,
        detail: tuple[list[str], list[list[str]]] | None,
    ) -> None:
        super().__init__()
        self._rs_shown, self._rs_position, self._rs_detail = shown, position, detail

    def compose(self) -> ComposeResult:
        """Headline, ranks, detail, what next."""
        shown, position = self._rs_shown, self._rs_position
        ranks = position.ranks or [1] * len(shown.names)
        with Vertical(id="window") as window:
            window.border_title = _("The match is over")
            yield Static(self.headline(ranks), id="headline")
            yield Static(self.standings(ranks))
            if self._rs_detail:
                columns, rows = self._rs_detail
                table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
                for number, column in enumerate(columns):
                    table.add_column(column, justify="right" if number else "left")
                for row in rows:
                    table.add_row(*row)
                with VerticalScroll(id="detail"):
                    yield Static(table)
            with Horizontal(id="answers"):
                yield Button(_("Home"), id="answer-home", variant="primary", compact=True)
                if shown.seat is not None:
                    yield Button(_("Play again"), id="answer-again", compact=True)
                yield Button(_("Look at the table"), id="answer-look", compact=True)

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
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
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
