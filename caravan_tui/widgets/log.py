"""The log of a match in words: a line a turn, with the sign of its seat and what it gained."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from itertools import groupby

from attrs import frozen
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.cache import LRUCache
from textual.events import Click, Resize, Show
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from caravan_tui.i18n import capital
from caravan_tui.widgets.drawing.colours import READABLE, Colour, as_hex, legible
from caravan_tui.widgets.drawing.depth import BOLD, Pens
from caravan_tui.widgets.drawn import pens_of
from caravan_tui.widgets.marks import seat_mark
from caravan_tui.widgets.theme_changes import follow_theme
from caravan_tui.widgets.wrapping import without_repetition

INDENT = 2
"""Columns by which the second and further rows of a line are moved to the right, where there is no
column of names."""

LEAST_ALIGNED, MOST_NAME = 60, 14
"""Columns from which on names have a column of their own, and the widest that it gets."""

LEAST_RULE = 4
"""Columns of the line after what happened at the table, at least."""


MOST_FRESH = 8
"""Lines that may stand out as new; the older ones are fainter."""


MOST_STRIPS = 256
"""Rows that are kept as they are painted: more than any terminal shows of a log."""

STEP_ROOM = 8
"""Columns beside words of a gain, at least."""

LEAST_WORDS = 2
"""Words that a row keeps where some of its words go to the next one."""


@frozen
class Line:
    """A line of the log: what a seat did in a turn, or what happened at the table."""

    seat: int | None
    """Who did it; None: nobody."""
    name: str
    """Of the seat."""
    steps: tuple[str, ...]
    """What was done, each step in a few words."""
    gain: str = ""
    """What it brought, such as `+3`; shown at the right edge."""
    is_closed: bool = False
    """Whether the next thing that happens begins a line of its own."""
    outcomes: tuple[str, ...] = ()
    """The steps that say what the turn came to, of a game that tells them from the others."""
    gain_words: str = ""
    """`gain` in words, where it has letters; shown instead where there is room."""

    @property
    def words(self) -> str:
        """The steps in a row, the same ones counted; sentences where no name stands before them."""
        counts = [(step, len(list(same))) for step, same in groupby(self.steps)]
        steps = [step if count == 1 else f"{step} ×{count}" for step, count in counts]
        if self.seat is not None:
            return ", ".join(without_repetition(steps))
        return ". ".join(capital(step) for step in in_lists(steps))


def in_lists(steps: Sequence[str]) -> list[str]:
    """Steps in a row, those with the same words before a colon as one list: `for sale: wheat/gold`
    and `for sale: silk` become `for sale: wheat/gold, silk`."""
    lists: list[str] = []
    for number, step in enumerate(steps):
        subject, colon, what = step.partition(": ")
        if number and colon and steps[number - 1].startswith(subject + colon):
            lists[-1] = f"{lists[-1]}, {what}"
        else:
            lists.append(step)
    return lists


@frozen
class _Row:
    """A row of the wrapped log."""

    line: int
    """The number of its line."""
    text: str
    is_first: bool
    is_last: bool
    gain: str = ""


def _without_single_word(rows: list[str], named: int, room: int) -> list[str]:
    """Wrapped words, the last row with a word of the one above where it would have only one.
    `named`: blanks before the steps in the first row; `room`: columns of a row."""
    if len(rows) < 2 or len(rows[-1].split()) != 1:
        return rows
    above, _blank, pulled = rows[-2].rpartition(" ")
    last = f"{pulled} {rows[-1]}"
    least = LEAST_WORDS + (named if len(rows) == 2 else 0)
    if len(above.split(" ")) < least or cell_len(last) > room:
        return rows
    return [*rows[:-2], above.rstrip(), last]


def _with_row_of_gain(rows: list[str], named: int, room: int) -> list[str]:
    """Wrapped words with a last row that has `room` columns beside a gain: for the last step, else
    for some words, else, where there is none for two, for the gain alone. `named`: blanks before
    the steps in the first row."""
    words = rows[-1].split(" ")
    first = LEAST_WORDS + (named if len(rows) == 1 else 0)
    ends = [end for end in range(first, len(words) - 1) if cell_len(" ".join(words[end:])) <= room]
    if not ends:
        return [*rows, ""]
    steps = [end for end in ends if words[end - 1].endswith(",")]
    end = max(steps or ends)
    return [*rows[:-1], " ".join(words[:end]).rstrip(), " ".join(words[end:])]


class _Tone(Enum):
    """How much a line stands out."""

    MARKED = auto()
    """The one in view of a log to go through."""
    FRESH = auto()
    OLD = auto()
    LATER = auto()
    """After the marked one."""


_Look = tuple[_Row, int | None, _Tone, bool]
"""All that the look of a row depends on within one theme: the row, the seat of its line, how much
it stands out, and whether it is drawn in ASCII."""


class MatchLog(ScrollView, can_focus=False):
    """All lines so far, the newest at the bottom and in view; wraps at its width."""

    class LinePicked(Message):
        """A line of a log to go through was clicked."""

        def __init__(self, line: int) -> None:
            """`line`: its number."""
            super().__init__()
            self.line = line

    DEFAULT_CSS = """
    MatchLog { background: $surface; padding: 0 1; scrollbar-size-vertical: 1;
        overflow: hidden scroll; }
    """

    def __init__(self, id: str | None = None, only_whole: bool = False) -> None:
        """`only_whole`: leave out the rest of a line that begins above, where others are whole."""
        super().__init__(id=id)
        self.only_whole = only_whole
        self.lines: list[Line] = []
        self._rows: list[_Row] = []
        self._first_fresh = 0
        """The number of the first line that stands out."""
        self.marked: int | None = None
        """The number of the line that is lit where the log is one to go through; -1: none yet."""
        self._width = 0
        """The width at which the lines are wrapped."""
        self._name_width = 0
        """The width of the column of names; 0: there is none."""
        self._pens: Pens | None = None
        self._ground_style: Style | None = None
        """The style of the log itself, which Textual puts together anew each time."""
        self._strips: LRUCache[_Look, Strip] = LRUCache(MOST_STRIPS)

    def on_mount(self) -> None:
        """Follow the theme."""
        follow_theme(self, self.notify_style_update)

    def notify_style_update(self) -> None:
        """Take the colours of another theme."""
        super().notify_style_update()
        self._pens = self._ground_style = None
        self._strips.clear()
        self.refresh()

    def on_resize(self, event: Resize) -> None:
        """Wrap the lines again at another width; keep the newest one, or the marked one, in view
        at another height too."""
        self._rewrap()
        self._scroll()

    def on_show(self, event: Show) -> None:
        """Wrap the lines that came while the log was hidden and had no width."""
        self._rewrap()
        self._scroll()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows at a width that it has not been given yet: else a log that is as high as its
        lines would have none at first, and those of its last width later."""
        self._rewrap(width - self.scrollbar_size_vertical)
        return len(self._rows)

    def _rewrap(self, width: int | None = None) -> None:
        width = self.scrollable_content_region.width if width is None else width
        if width > 0 and width != self._width:
            self._width = width
            self._align_names()
            self._rows.clear()
            self._strips.clear()
            self._wrap_from(0)

    def _align_names(self) -> bool:
        """Have words begin in one column where there is room. Returns whether that moves them."""
        before, names = self._name_width, [cell_len(line.name) for line in self.lines]
        has_room = self._width >= LEAST_ALIGNED
        self._name_width = min(MOST_NAME, max(names, default=0)) if has_room else 0
        return self._name_width != before

    def show(self, lines: Sequence[Line], seat: int | None = None) -> None:
        """Show these lines; wrap only what is new where the others have not changed. `seat`: whose
        log it is: what happened since its last move stands out."""
        same = 0
        for before, after in zip(self.lines, lines, strict=False):
            if before != after:
                break
            same += 1
        is_changed = same < max(len(self.lines), len(lines))
        self.lines = list(lines)
        if self._align_names():
            same, is_changed = 0, True
        own = [number for number, line in enumerate(lines) if line.seat == seat is not None]
        least = len(lines) - (MOST_FRESH if seat is not None else MOST_FRESH // 2)
        was_fresh, self._first_fresh = self._first_fresh, max(0, least, *own[-1:])
        if is_changed and self._width:
            self._wrap_from(same)
        if is_changed or self._first_fresh != was_fresh:
            self.refresh()

    def rows(self) -> list[str]:
        """The rows as they are wrapped, without what was gained."""
        return [row.text for row in self._rows]

    def _wrap_from(self, first: int) -> None:
        """Wrap the lines from this number on."""
        while self._rows and self._rows[-1].line >= first:
            self._rows.pop()
        for number in range(first, len(self.lines)):
            self._rows += self._wrapped(number)
        self.virtual_size = Size(self._width, len(self._rows))
        self._scroll(at_once=True)  # else all rows are painted a second time after it
        self.refresh()

    def go_through(self, lines: Sequence[Line], marked: int) -> None:
        """Show the lines of a whole match to go through; the one that is marked is lit and in
        view, later ones are faint, and a click picks a line. -1: none is marked yet."""
        is_other = list(lines) != self.lines
        self.lines = list(lines)
        self._align_names()
        self.marked = marked
        if is_other and self._width:
            self._wrap_from(0)
        self._scroll()
        self.refresh()

    def _scroll(self, at_once: bool = False) -> None:
        """Bring the newest line into view, or the middle of the log to the marked one; `at_once`:
        not after the next frame."""
        if self.marked is None:
            self.scroll_end(animate=False, immediate=at_once, x_axis=False)
            return
        rows = [number for number, row in enumerate(self._rows) if row.line == self.marked]
        middle = (rows[0] + rows[-1]) // 2 if rows else 0
        top = max(0, middle - self.size.height // 2)
        self.scroll_to(y=top, animate=False, immediate=at_once)

    def on_click(self, event: Click) -> None:
        """Pick the line under the pointer, in a log to go through."""
        number = self.scroll_offset.y + event.y
        if self.marked is not None and 0 <= number < len(self._rows):
            event.stop()
            self.post_message(self.LinePicked(self._rows[number].line))

    def _wrapped(self, number: int) -> list[_Row]:
        line = self.lines[number]
        head = self._head(line)
        indent = cell_len(head) if head and self._name_width else INDENT
        # beside the column of names the first row is wrapped like the others, without its name
        words = line.words if indent > INDENT else head + line.words
        room = max(10, self._width - indent)
        texts = [part.plain.rstrip() for part in Text(words).wrap(self.app.console, room)] or [""]
        before = head if indent > INDENT else ""
        gain = self._gain(line)
        named = 0 if before else head.count(" ")
        texts = _without_single_word(texts, named, room)
        room_of_last = self._width - (indent if before or len(texts) > 1 else 0)
        if gain and cell_len(texts[-1]) + 1 + len(gain) > room_of_last:
            texts = _with_row_of_gain(texts, named, room - 1 - len(gain))
        last = len(texts) - 1
        return [
            _Row(
                number,
                (" " * indent + text if place else before + text).rstrip(),
                place == 0,
                place == last,
                gain if place == last else "",
            )
            for place, text in enumerate(texts)
        ]

    def _gain(self, line: Line) -> str:
        """What a line brought, in words unless these need the room of the steps."""
        has_room = len(line.gain_words) + STEP_ROOM <= self._width
        return line.gain_words if line.gain_words and has_room else line.gain

    def _head(self, line: Line) -> str:
        """What stands before the words of a line."""
        if line.seat is None:
            return ""
        blanks = " " * max(0, self._name_width - cell_len(line.name))
        return f"{seat_mark(line.seat, self._is_ascii)} {line.name}{blanks}  "

    @property
    def _is_ascii(self) -> bool:
        return self.app.has_class("-ascii")

    @property
    def pens(self) -> Pens:
        """The styles of the theme on this terminal."""
        if self._pens is None or self._pens.is_ascii is not self._is_ascii:
            self._pens = pens_of(self.app, self._is_ascii)
        return self._pens

    def render_line(self, y: int) -> Strip:
        """A row of the log."""
        width = self.scrollable_content_region.width
        if width != self._width:  # the first frame comes before the size is told
            self._rewrap()
            self._scroll(at_once=True)
        number = self.scroll_offset.y + y
        if self._ground_style is None:
            self._ground_style = self.rich_style
        ground = self._ground_style
        if not 0 <= number < len(self._rows) or self._is_rest(number):
            return Strip.blank(width, ground)
        row = self._rows[number]
        tone = self._tone(row.line)
        look = row, self.lines[row.line].seat, tone, self._is_ascii
        strip = self._strips.get(look)
        if strip is None:
            strip = Strip(self._segments(row, width, tone))
            strip = strip.adjust_cell_length(width, ground).apply_style(ground)
            self._strips[look] = strip
        return strip

    def _tone(self, line: int) -> _Tone:
        """How much the line of a number stands out."""
        if self.marked is None:
            return _Tone.FRESH if line >= self._first_fresh else _Tone.OLD
        if line == self.marked:
            return _Tone.MARKED
        return _Tone.LATER if line > self.marked else _Tone.OLD

    def _is_rest(self, number: int) -> bool:
        """Whether a row belongs to a line whose beginning is above, and is to be left out."""
        top = self.scroll_offset.y
        if not self.only_whole or self._rows[top].is_first:
            return False
        cut = self._rows[top].line
        return self._rows[number].line == cut and self._rows[-1].line > cut

    def _style(self, ink: Colour, is_bold: bool = False) -> Style:
        """The style of a text on the ground of the log."""
        if self.app.no_color:
            return Style(bold=is_bold)
        shown = as_hex(self.pens.reduce(ink))
        return Style(color=shown, bold=is_bold)  # on the ground of the style sheet

    def _segments(self, row: _Row, width: int, tone: _Tone) -> list[Segment]:
        """The pieces of a row with their styles: the newest lines are the brightest."""
        line = self.lines[row.line]
        if tone is _Tone.MARKED:
            return self._lit_segments(row, width)
        is_later, is_fresh = tone is _Tone.LATER, tone is _Tone.FRESH
        colours = self.pens.palette
        ink = self._style(colours.text if is_fresh else colours.faint if is_later else colours.soft)
        if not is_fresh and self.app.no_color:
            ink = Style(dim=self.marked is None or is_later)
        text, parts = row.text, list[Segment]()
        head = self._head(line) if row.is_first else ""
        if head and line.seat is not None and text.startswith(head.rstrip()):
            style = self._style(colours.seat[line.seat], is_bold=is_fresh)
            end = len(head.rstrip())
            parts.append(Segment(text[:end], style))
            text = text[end:]
        elif line.seat is None:
            ink = Style.combine([ink, Style(italic=True)])
        parts.append(Segment(text, ink))
        rule = width - cell_len(text) - 1
        is_whole = row.is_first and row.is_last and not row.gain
        if line.seat is None and is_whole and rule >= LEAST_RULE:
            stroke = "-" if self._is_ascii else "─"  # it heads what follows
            parts.append(Segment(" " + stroke * rule, self._style(colours.faint)))
        if row.gain:
            used = cell_len(row.text)
            parts.append(Segment(" " * max(1, width - used - len(row.gain)), ink))
            sense = colours.loss if row.gain.startswith("-") else colours.gain
            parts.append(Segment(row.gain, self._style(sense, is_bold=True)))
        return parts

    def _lit_segments(self, row: _Row, width: int) -> list[Segment]:
        """The pieces of a row of the marked line: bold on the colour of its seat, or of the
        accent."""
        seat, colours = self.lines[row.line].seat, self.pens.palette
        ground = colours.accent if seat is None else colours.seat[seat]
        ink = legible(colours.paper_ink, ground, READABLE)
        style = self.pens.style(ink, ground, BOLD)
        blanks = max(1, width - cell_len(row.text) - len(row.gain))
        return [Segment(f"{row.text}{' ' * blanks}{row.gain}", style)]
