"""The two lines below a board: what is asked, and what the selection means; and at their right end
what somebody says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from attrs import frozen
from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from caravan_tui.widgets.marks import seat_mark
from caravan_tui.widgets.seat_styles import seat_style
from caravan_tui.widgets.updates import update_if_changed

BAR_WIDTH = 16
"""Cells of the progress bar of a computer player that thinks."""

GAP = 3
"""Columns between a line and what is said beside it, at least."""


KINDS = ("-wrong", "-hint", "-news")
"""The classes of a second line that says something else than what is selected."""


@frozen
class NewsItem:
    """Something that has happened."""

    seat: int | None
    """Who did it; None: nobody."""
    text: str
    gain: str = ""
    """What it brought, such as `+3`."""


class Prompt(Vertical):
    """What the seat is asked to do, and a line of feedback to its selection.

    A line that has no room in its row takes both: what is asked gives way to a long second line,
    which was called for, and comes back after it.
    """

    DEFAULT_CSS = """
    Prompt { height: 2; padding: 0 1; background: $surface; layers: base said;
        & > #asked { text-style: bold; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
        & > #feedback { color: $text-muted; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
        & > #feedback.-wrong { color: $text-error; text-style: bold; }
        & > #feedback.-hint { color: $text; text-style: bold; }
        & > #said { layer: said; display: none; width: auto; height: 1; }
        & > #feedback.-news { color: $text; }
        &.-long-feedback > #asked, &.-long-question > #feedback { display: none; }
        &.-long-feedback > #feedback, &.-long-question > #asked { height: 2; text-wrap: wrap; }
    }
    """

    _before_error = ""
    """What the second line said before the refusal that stands there."""
    _said: Sequence[Text] = ()

    def compose(self) -> ComposeResult:
        """Two lines, and over them what is said."""
        yield Static(id="asked", markup=False)
        yield Static(id="feedback", markup=False)
        yield Static(id="said", markup=False)

    def on_resize(self) -> None:
        """Give the lines the rows that they need now, and what is said its place."""
        self._lay_out()

    def ask(self, text: str | Text) -> None:
        """Write the first line."""
        for line in self.query("#asked").results(Static):  # none while the table is closed
            update_if_changed(line, text)
        self._lay_out()

    def say(self, *texts: Text) -> None:
        """Write what somebody says: the first of these texts that there is room for; none ends
        it."""
        self._said = texts
        self._place_said()

    def _place_said(self) -> None:
        """Put what is said at the right end of the second line, else of the first one; nowhere
        while neither has room for all of it, or one takes both rows."""
        for said in self.query("#said").results(Static):
            width = self.content_size.width
            is_full = self.has_class("-long-feedback") or self.has_class("-long-question")
            rows = [] if is_full else [(1, "#feedback"), (0, "#asked")]
            room = {
                row: width - GAP - sum(_columns(line) for line in self.query(name).results(Static))
                for row, name in rows
            }
            fitting = (
                (text, row) for text, row in product(self._said, room) if text.cell_len <= room[row]
            )
            text, row = next(fitting, (None, 0))
            if text is not None:
                update_if_changed(said, text)
                said.styles.offset = (width - text.cell_len, row)
            said.display = text is not None

    def show_feedback(self, text: str, is_error: bool = False) -> None:
        """Write the second line."""
        if is_error:
            self.show_error(text)
        else:
            self._write(text)

    def show_error(self, text: str) -> None:
        """Write a refusal into the second line, marked by more than its colour.

        The same refusal again moves by a column, so that the key is seen to have arrived.
        """
        for line in self.query("#feedback").results(Static):
            mark = "! " if str(line.content) == f"! {text}" else "!"
            if not line.has_class("-wrong"):
                self._before_error = str(line.content)
            self._write(f"{mark} {text}" if text else "", "-wrong")

    def drop_error(self) -> None:
        """Put back what a refusal took the place of; nothing if there is no refusal."""
        for line in self.query("#feedback.-wrong").results(Static):
            line.remove_class("-wrong")
            self._write(self._before_error)

    def show_hint(self, text: str) -> None:
        """Write a hint into the second line, marked by more than its colour."""
        self._write(f"? {text}", "-hint")

    def show_news(self, news: Sequence[NewsItem]) -> None:
        """Write what has happened into the second line, each with the sign of its seat."""
        self._write(news_text(self, news, self.content_size.width), "-news")

    def show_news_above(self, news: Sequence[NewsItem]) -> None:
        """Write what has happened into the first line, in place of what is asked."""
        text = news_text(self, news)
        text.stylize_before("not bold")
        self.ask(text)

    @property
    def tells_hint(self) -> bool:
        """Whether the second line has a hint."""
        return bool(self.query("#feedback.-hint"))

    @property
    def tells_news(self) -> bool:
        """Whether the second line says what has happened."""
        return bool(self.query("#feedback.-news"))

    @property
    def board_words(self) -> str:
        """What the second line says of the selection or the cursor; empty while it says anything
        else."""
        lines = self.query("#feedback").results(Static)
        return "".join(str(line.content) for line in lines if not any(map(line.has_class, KINDS)))

    def reword(self, reworded: Callable[[str], str]) -> None:
        """Say in other words what the second line says, or will say after a refusal, but for what
        has happened and hints: the line has another width."""
        self._before_error = reworded(self._before_error)
        for line in self.query("#feedback").results(Static):
            text = str(line.content)
            words = "" if any(map(line.has_class, KINDS)) else reworded(text)
            if words and words != text:
                self._write(words)

    def _write(self, text: str | Text, kind: str = "") -> None:
        for line in self.query("#feedback").results(Static):
            for name in KINDS:
                line.set_class(kind == name, name)
            update_if_changed(line, text)
        self._lay_out()

    def _lay_out(self) -> None:
        """Give a line that is too long for its row both rows, then what is said the room left."""
        width = self.content_size.width
        asked, feedback = (
            sum(_columns(line) for line in self.query(name).results(Static))
            for name in ("#asked", "#feedback")
        )
        is_long = 0 < width < feedback
        self.set_class(is_long, "-long-feedback")
        self.set_class(0 < width < asked and not feedback, "-long-question")
        self._place_said()


def _columns(line: Static) -> int:
    """The columns that a line takes, with what parts its two rows if it has them."""
    rows = str(line.content).split("\n")
    return sum(map(cell_len, rows)) + GAP * (len(rows) - 1)


def _plain_colour(colour: str | None) -> str | None:
    """A colour of the theme if Rich can read it: some are made of others, such as `auto 87%`."""
    return colour if colour and colour.startswith("#") and len(colour) == 7 else None


def progress_bar(done: float, ascii_only: bool = False) -> str:
    """A bar of BAR_WIDTH cells for a share in 0..1."""
    full = min(BAR_WIDTH, max(0, round(done * BAR_WIDTH)))
    filled, empty = ("#", "-") if ascii_only else ("█", "░")
    return filled * full + empty * (BAR_WIDTH - full)


def news_text(widget: Widget, news: Sequence[NewsItem], row: int = 0) -> Text:
    """What has happened as one line, each with the sign of its seat, in a widget's theme.

    `row`: the columns after which a second row begins, with what has no room left in the first.
    """
    is_ascii = widget.app.has_class("-ascii")
    text = Text(no_wrap=True, overflow="ellipsis")
    seat: int | None = None
    for number, item in enumerate(news):
        is_same = number > 0 and item.seat == seat
        if is_same:
            text.append(" " if text.plain.endswith((".", "!")) else " · ")
        elif number:
            words = f"  ■ {item.text} {item.gain}".rstrip()
            is_full = row and "\n" not in text.plain and cell_len(text.plain + words) > row
            gap = " · " if item.seat is None else "  "  # a mark parts players
            text.append("\n" if is_full else gap)
        seat = item.seat
        if seat is not None and not is_same:
            mark = seat_mark(seat, is_ascii)
            text.append(f"{mark} ", seat_style(widget, seat))
        text.append(item.text)
        if item.gain:
            name = "error" if item.gain.startswith("-") else "success"
            name = "muted" if item.gain == "0" else name  # nothing gained is not good news
            colour = widget.app.theme_variables.get(f"text-{name}") or None
            text.append(f" {item.gain}", Style(color=_plain_colour(colour), bold=True))
    return text
