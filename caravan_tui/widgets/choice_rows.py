"""How the rows of a list to choose from are drawn, and what stands below them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import ClassVar

from attrs import field, frozen
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

from caravan_tui.i18n import _, _n


@frozen
class ChoiceRow:
    """A row of a list to choose from: words, and at the right what they bring."""

    words: Text
    aside: Text
    is_cut: bool = False
    """Whether words without room are cut, not continued below."""
    gain: Text = field(factory=Text)
    """What ends the first line, also of a row that goes on below it."""
    detail: Text = field(factory=Text)
    """What stands aside, too, where a line that the row has anyway leaves room for it."""
    is_said_below: bool = False
    """Whether what stands aside is read below the list, too: it needs no third line then."""

    GAP: ClassVar[int] = 2

    HANG: ClassVar[int] = 4
    """Columns by which the lines after the first of a long row stand in."""

    BETWEEN_PARTS: ClassVar = re.compile(r"[,:·]\s+")
    """What stands between two parts of what stands aside, each with a name and its number."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The row in the columns that there are. One that is too long goes on below itself, set in,
        with what stands aside at the end of its last line, else in a line of its own."""
        room = max(1 + self.HANG, options.max_width - 1)  # a column stays free at the right edge
        for parts in ((self.detail, self.aside, self.gain), (self.aside, self.gain)):
            beside = self._joined(parts)
            if self._columns(self.words, beside) <= room:
                yield self._line(self.words, beside, room)
                return
        if self.is_cut:
            words = self.words.copy()
            words.truncate(room - self.GAP - beside.cell_len, overflow="ellipsis")
            yield self._line(words, beside, room)
            return
        yield from self._in_lines(console, room)

    def _in_lines(self, console: Console, room: int) -> Iterator[Text]:
        """The row in more lines than one."""
        lines = self._hanging(console, self.words, room)
        besides = [self.aside]
        if self.gain:
            lines[0] = self._line(lines[0], self.gain, room)
            if len(lines) > 1:
                besides.insert(0, self._joined((self.detail, self.aside)))
            else:
                lines.append(Text())  # for what stands aside alone
        *lines, last = lines
        yield from lines
        for beside in besides:
            if self._columns(last, beside) <= room:
                if last or beside:
                    yield self._line(last, beside, room)
                return
        if last:
            yield last
        if not self.is_said_below:
            for line in self._by_parts(console, self.aside, room - self.HANG):
                yield self._line(Text(), line, room)

    def _columns(self, words: Text, beside: Text) -> int:
        """The columns of words and of what stands at the right of them, if anything does."""
        return words.cell_len + (self.GAP * bool(words) + beside.cell_len if beside else 0)

    @staticmethod
    def _joined(parts: Iterable[Text]) -> Text:
        """What stands at the right, between points."""
        words = Text()
        for part in filter(None, parts):
            if words:
                words.append(" · ", "dim")
            words.append_text(part)
        return words

    def _by_parts(self, console: Console, words: Text, room: int) -> list[Text]:
        """Words in lines that end behind whole parts, so that a name keeps its number beside it; a
        part that is wider than a line is broken between its words."""
        ends = [end.end() for end in self.BETWEEN_PARTS.finditer(words.plain)]
        lines = [Text()]
        for part in words.divide(ends):
            shown = part.copy()
            shown.rstrip()
            if lines[-1].cell_len + shown.cell_len <= room:
                lines[-1].append_text(part)
            else:
                lines += part.wrap(console, room)
        for line in lines:
            line.rstrip()
        return [line for line in lines if line]

    def _hanging(self, console: Console, words: Text, room: int) -> list[Text]:
        """Words in lines, those after the first one set in, which leaves room for the gain."""
        taken = self.GAP + self.gain.cell_len if self.gain else 0
        first, *others = words.wrap(console, max(1, room - taken))
        first.rstrip()
        if not others:
            return [first]
        rest = words[len(first.plain) :]
        rest = rest[len(rest.plain) - len(rest.plain.lstrip()) :]
        lines = list(rest.wrap(console, room - self.HANG))
        for line in lines:
            line.rstrip()
        return [first, *(Text(" " * self.HANG) + line for line in lines)]

    @staticmethod
    def _line(words: Text, beside: Text, room: int) -> Text:
        """Words, and what stands at the right edge."""
        gap = " " * max(0, room - words.cell_len - beside.cell_len)
        return Text.assemble(words, gap, beside, no_wrap=True) if beside else words

    @property
    def length(self) -> int:
        """The columns that it takes in one line, with the one that stays free."""
        beside = self._joined((self.aside, self.gain))
        return self._columns(self.words, beside) + 1

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """All the columns that there are."""
        return Measurement(options.max_width, options.max_width)


@frozen
class TypedMove:
    """How a move is typed; its lines end behind whole steps. Where it takes more of them than
    there is room for it is left out: nobody types that."""

    MOST_LINES: ClassVar = 2
    MOST_WITH_WORDS: ClassVar = 4
    """Rows that there are for it, and for its words and it."""

    code: str
    note: str = ""
    """What the names in it stand for, or the letters of the pieces of its row."""
    words: Text | None = None
    """What it is in words, where the list shows it in pieces."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room, has_note = min(self.MOST_LINES, options.height or self.MOST_LINES), bool(self.note)
        if self.words is not None:
            yield self.words
            free = self.MOST_WITH_WORDS - len(self.words.wrap(console, options.max_width))
            has_note = has_note and free > 0
            room = min(room, free - has_note)
        steps = self.code.split(", ")
        words = _("To type it: {code}").format(code=self.code)
        if len(steps) > 1:
            # Two steps may be the same, such as twice a way: said how many, it is no slip.
            words = _n(
                "To type it, {count} step: {code}", "To type it, {count} steps: {code}", len(steps)
            ).format(count=len(steps), code=self.code)
        before = words.removesuffix(self.code)
        lines = [before + steps[0]]
        if len(steps) > 1 and cell_len(lines[0]) >= options.max_width:
            lines = [before.rstrip(), steps[0]]  # a step with its comma stays whole
        for step in steps[1:]:
            if cell_len(f"{lines[-1]}, {step},") > options.max_width:
                lines[-1] += ","
                lines.append(step)
            else:
                lines[-1] += f", {step}"
        if len(lines) > room:
            lines = []
            has_note = has_note and self.words is not None  # else it is about the code
        if has_note and lines and cell_len(f"{lines[-1]} · {self.note}") <= options.max_width:
            lines[-1] += f" · {self.note}"
        elif has_note and len(lines) < (options.height or room + 1):
            lines.append(self.note)
        yield from map(Text, lines)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """The columns of its widest line."""
        texts = [text for text in self.__rich_console__(console, options) if isinstance(text, Text)]
        widest = max((text.cell_len for text in texts), default=0)
        return Measurement(widest, widest)


@frozen
class RowHeading:
    """A heading of rows: words, and a line to the right edge, so that it is not taken for a row."""

    words: Text
    line: Text
    """One character of the line."""

    LEAST: ClassVar[int] = 2
    """The fewest columns of the line and the blank before it."""

    @property
    def length(self) -> int:
        """Its columns in one line."""
        return self.words.cell_len + self.LEAST

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The words in as many lines as they need, the last one with the line behind it."""
        *lines, last = self.words.wrap(console, max(1, options.max_width - self.LEAST))
        yield from lines
        last.rstrip()
        free = options.max_width - last.cell_len - 1
        yield Text.assemble(last, " ", *[self.line] * free, no_wrap=True)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """All the columns that there are."""
        return Measurement(options.max_width, options.max_width)
