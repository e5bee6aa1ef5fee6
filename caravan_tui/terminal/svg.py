"""Pictures of the screen as SVG: still, and moving.

Textual's own export draws blocks with a font, which leaves hair lines between rows; here they are
rectangles, as most terminals draw them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby, pairwise
from typing import TypeVar

from attrs import field, frozen
from rich.cells import cell_len
from rich.color import Color
from rich.style import Style
from textual.strip import Strip

T = TypeVar("T")

CELL_WIDTH, CELL_HEIGHT = 10, 20
"""Units of a cell; a pixel of a board is a square of ten units."""

MARGIN = 10

BASELINE = 15
"""Units from the upper edge of a row to its letters' lower edge."""

GAP = 3
"""Cells between two changes of a row that are drawn again with them."""

FONTS = "'Fira Code','JetBrains Mono','DejaVu Sans Mono',Menlo,Consolas,monospace"

BLOCKS: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "▀": ((0, 0, 1, 0.5),),
    "▄": ((0, 0.5, 1, 0.5),),
    "█": ((0, 0, 1, 1),),
    "▌": ((0, 0, 0.5, 1),),
    "▐": ((0.5, 0, 0.5, 1),),
    "▘": ((0, 0, 0.5, 0.5),),
    "▝": ((0.5, 0, 0.5, 0.5),),
    "▖": ((0, 0.5, 0.5, 0.5),),
    "▗": ((0.5, 0.5, 0.5, 0.5),),
    "▚": ((0, 0, 0.5, 0.5), (0.5, 0.5, 0.5, 0.5)),
    "▞": ((0.5, 0, 0.5, 0.5), (0, 0.5, 0.5, 0.5)),
    "▙": ((0, 0, 0.5, 1), (0.5, 0.5, 0.5, 0.5)),
    "▟": ((0.5, 0, 0.5, 1), (0, 0.5, 0.5, 0.5)),
    "▛": ((0, 0, 1, 0.5), (0, 0.5, 0.5, 0.5)),
    "▜": ((0, 0, 1, 0.5), (0.5, 0.5, 0.5, 0.5)),
    "▁": ((0, 0.875, 1, 0.125),),
    "▂": ((0, 0.75, 1, 0.25),),
    "▃": ((0, 0.625, 1, 0.375),),
    "▅": ((0, 0.375, 1, 0.625),),
    "▆": ((0, 0.25, 1, 0.75),),
    "▇": ((0, 0.125, 1, 0.875),),
    "▔": ((0, 0, 1, 0.125),),
    "▏": ((0, 0, 0.125, 1),),
    "▎": ((0, 0, 0.25, 1),),
    "▍": ((0, 0, 0.375, 1),),
    "▋": ((0, 0, 0.625, 1),),
    "▊": ((0, 0, 0.75, 1),),
    "▉": ((0, 0, 0.875, 1),),
    "▕": ((0.875, 0, 0.125, 1),),
}
"""Column, row, width and height of the parts of a block, in cells."""


@frozen
class Cell:
    """A character as it is drawn."""

    char: str
    ink: str
    ground: str
    attributes: str = ""
    """More attributes of the SVG element of a text."""


@frozen
class Frame:
    """A screen of an animation."""

    lines: Sequence[Strip]
    seconds: float


@frozen
class _Pen:
    """Writes elements; colours become classes, as each is used many times."""

    ink: str
    """The colour of texts without one, as `#rrggbb`."""
    ground: str
    """The colour of grounds without one."""
    classes: dict[str, str] = field(factory=dict)

    def fill(self, colour: str) -> str:
        """The class of a colour."""
        return self.classes.setdefault(colour, f"c{len(self.classes)}")

    def fills(self) -> str:
        """The classes of the colours so far."""
        return "".join(f".{name}{{fill:{colour}}}" for colour, name in self.classes.items())

    def rectangle(self, x: float, y: float, width: float, height: float, colour: str) -> str:
        """A rectangle at a place in cells."""
        return (
            f'<rect x="{x * CELL_WIDTH:g}" y="{y * CELL_HEIGHT:g}" width="{width * CELL_WIDTH:g}" '
            f'height="{height * CELL_HEIGHT:g}" class="{self.fill(colour)}"/>'
        )

    def row(self, y: int, line: Strip) -> str:
        """A row of the screen."""
        return self.part(0, y, self.cells(line))

    def part(self, x: int, y: int, cells: Sequence[Cell]) -> str:
        """Cells side by side, from a column on."""
        parts: list[str] = []
        for ground, first, width in _runs([cell.ground for cell in cells]):
            parts.append(self.rectangle(x + first, y, width, 1, ground))
        for (char, ink), first, width in _runs([(cell.char, cell.ink) for cell in cells]):
            for left, top, part, height in BLOCKS.get(char, ()):
                if part == 1:  # parts that touch become one
                    parts.append(self.rectangle(x + first, y + top, width, height, ink))
                else:
                    parts += (
                        self.rectangle(x + column + left, y + top, part, height, ink)
                        for column in range(first, first + width)
                    )
        for style, first, width in _runs([_style_of_text(cell) for cell in cells]):
            if style is not None:
                text = "".join(cell.char for cell in cells[first : first + width])
                parts.append(self.text(x + first, y, text, *style))
        return "".join(parts)

    def changes(self, y: int, before: Strip, after: Strip) -> str:
        """The parts of a row that change; empty if nothing does."""
        old, new = self.cells(before), self.cells(after)
        spans: list[list[int]] = []
        for x, (was, now) in enumerate(zip(old, new, strict=True)):
            if was != now:
                if spans and x - spans[-1][1] <= GAP:
                    spans[-1][1] = x + 1
                else:
                    spans.append([x, x + 1])
        return "".join(self.part(first, y, new[first:end]) for first, end in spans)

    def text(self, x: int, y: int, text: str, ink: str, attributes: str) -> str:
        """A run of characters, as wide as its cells in every font."""
        start = len(text) - len(text.lstrip())
        text = text.strip()
        return (
            f'<text x="{(x + start) * CELL_WIDTH}" y="{y * CELL_HEIGHT + BASELINE}" '
            f'textLength="{len(text) * CELL_WIDTH}" class="{self.fill(ink)}"{attributes}>'
            f"{escape(text, quote=False)}</text>"
        )

    def cells(self, line: Strip) -> list[Cell]:
        """The characters of a row; a wide one has a blank in its second column."""
        cells: list[Cell] = []
        for text, style, control in line:
            if control:
                continue
            ink, ground, attributes = self.look(style or Style.null())
            for char in text:
                cells.append(Cell(char, ink, ground, attributes))
                cells += [Cell(" ", ink, ground)] * (cell_len(char) - 1)
        return cells

    def look(self, style: Style) -> tuple[str, str, str]:
        """Ink, ground and attributes of a style."""
        ink, ground = _hex(style.color, self.ink), _hex(style.bgcolor, self.ground)
        if style.reverse:
            ink, ground = ground, ink
        attributes = ' font-weight="bold"' if style.bold else ""
        attributes += ' font-style="italic"' if style.italic else ""
        lines = [name for name, on in (("underline", style.underline),
                                       ("line-through", style.strike)) if on]  # fmt: skip
        attributes += f' text-decoration="{" ".join(lines)}"' if lines else ""
        attributes += ' opacity=".6"' if style.dim else ""
        return ink, ground, attributes

    def document(self, width: int, height: int, title: str, content: Iterable[str]) -> str:
        """The file, for a screen of so many columns and rows."""
        body = "\n".join(content)
        across, down = width * CELL_WIDTH + 2 * MARGIN, height * CELL_HEIGHT + 2 * MARGIN
        fills = self.fills()
        return (
            f'<svg class="rich-terminal" viewBox="0 0 {across} {down}" '
            f'xmlns="http://www.w3.org/2000/svg">\n<title>{escape(title)}</title>\n'
            f"<style>text{{font-family:{FONTS};font-size:16.6px;white-space:pre}}"
            f"rect{{shape-rendering:crispEdges}}{fills}</style>\n"
            f'<rect width="{across}" height="{down}" rx="8" fill="{self.ground}"/>\n'
            f'<g transform="translate({MARGIN} {MARGIN})">\n{body}\n</g>\n</svg>\n'
        )


class RowPictures:
    """Pictures of single rows, to be put together by a page."""

    def __init__(self, ink: str, ground: str) -> None:
        """`ink`, `ground`: the theme's colours, as `#rrggbb`."""
        self._pen = _Pen(ink, ground)

    @property
    def count(self) -> int:
        """How many colours there are so far."""
        return len(self._pen.classes)

    def row(self, line: Strip) -> str:
        """The elements of a row, as if it was the first."""
        return self._pen.row(0, line)

    def styles(self) -> str:
        """The classes of the colours so far."""
        return self._pen.fills()


def still(lines: Sequence[Strip], title: str, ink: str, ground: str) -> str:
    """A picture of a screen. `ink`, `ground`: the theme's colours, as `#rrggbb`."""
    pen = _Pen(ink, ground)
    content = [pen.row(y, line) for y, line in enumerate(lines)]
    return pen.document(_width(lines), len(lines), title, content)


def animation(frames: Sequence[Frame], title: str, ink: str, ground: str) -> str:
    """A moving picture that begins again at its end (SMIL); where nothing moves, its first frame.

    All frames are of one size. Each lies over those before it and has only what changes.
    Raises ValueError without a frame.
    """
    if not frames:
        raise ValueError("an animation needs a frame")
    pen = _Pen(ink, ground)
    total = sum(frame.seconds for frame in frames)
    content = [
        '<rect width="0" height="0">'
        f'<animate id="t" attributeName="x" begin="0s;t.end" dur="{total:g}s"/></rect>'
    ]
    content += (pen.row(y, line) for y, line in enumerate(frames[0].lines))
    begin = 0.0
    for before, frame in pairwise(frames):
        begin += before.seconds
        rows = enumerate(zip(before.lines, frame.lines, strict=True))
        content.append(
            '<g visibility="hidden">'
            + "".join(pen.changes(y, *pair) for y, pair in rows)
            + f'<set attributeName="visibility" to="visible" begin="t.begin+{begin:g}s" '
            f'dur="{total - begin:g}s"/></g>'
        )
    return pen.document(_width(frames[0].lines), len(frames[0].lines), title, content)


def _width(lines: Sequence[Strip]) -> int:
    return max((line.cell_length for line in lines), default=0)


def _runs(values: Sequence[T]) -> Iterator[tuple[T, int, int]]:
    """Equal neighbours: the value, where the first is, and how many there are."""
    first = 0
    for value, group in groupby(values):
        count = sum(1 for _value in group)
        yield value, first, count
        first += count


def _style_of_text(cell: Cell) -> tuple[str, str] | None:
    """Ink and attributes of a letter; None for blanks and blocks."""
    if cell.char in BLOCKS or (cell.char == " " and "decoration" not in cell.attributes):
        return None
    return cell.ink, cell.attributes


def _hex(colour: Color | None, usual: str) -> str:
    if colour is None or colour.is_default:
        return usual
    return colour.get_truecolor().hex
