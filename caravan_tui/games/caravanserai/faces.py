"""How the cells of a board look: signs and styles, from a view and what is to be pointed at.

A cell's face has four characters. A caravan's piece is its seat's mark and a letter: the colour of
a good, `C` for a camel, `L` for a lying one; underlined on a caravanserai, a capital letter for a
good that is left out of the count. A caravanserai is `(r)`, with a good `[R]`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, field
from rich.style import Style

from caravan_tui.games.caravanserai.geometry import board_for
from caravan_tui.games.caravanserai.position import LYING_DOWN, STANDING
from caravan_tui.games.caravanserai.tiles import PLAIN
from caravan_tui.games.contract import View

LETTERS = "wbpry"
GOODS = ("#f2ecdc", "#26262b", "#8e5bb5", "#c8413b", "#e3c02d")
INKS = ("#14161f", "#f2ecdc", "#ffffff", "#ffffff", "#14161f")
LINKS = ("─", "/", "\\", "─", "/", "\\")
ASCII_LINKS = ("-", "/", "\\", "-", "/", "\\")

Face = tuple[tuple[str, Style], ...]


@define
class Look:
    """Glyphs and styles in force."""

    ascii: bool
    marks: Sequence[str]
    """A glyph each seat."""
    seats: Sequence[Style]
    """A style each seat."""
    shades: Sequence[Style]
    """Three backgrounds, so that tiles side by side differ."""
    dim: Style
    accent: Style
    goods: Sequence[Style] = field(
        factory=lambda: [
            Style(color=ink, bgcolor=good, bold=True) for good, ink in zip(GOODS, INKS, strict=True)
        ]
    )

    def glyph(self, usual: str, plain: str) -> str:
        """One of two signs, as the terminal allows."""
        return plain if self.ascii else usual


@define
class Marks:
    """What is pointed at, by cell."""

    numbers: Mapping[int, str] = field(factory=dict)
    """Keys to press, on the cells that they lead to."""
    targets: frozenset[int] = frozenset()
    """Caravanserais to choose from."""
    reach: frozenset[int] = frozenset()
    """Cells that the selected step could cover."""
    ghosts: Mapping[int, int] = field(factory=dict)
    """Pieces that the selected step would lay, by cell."""
    back: frozenset[int] = frozenset()
    """Pieces that would come back from the tail."""
    out: frozenset[int] = frozenset()
    """Pieces of this turn that do not count."""
    fresh: frozenset[int] = frozenset()
    """What has just been laid."""


def fills(view: View, look: Look) -> list[Style]:
    """The background of each cell: one of three shades a tile."""
    board = board_for(view["seats"])
    return [look.shades[(u - v) % 3] for u, v in board.tiles for _ in range(7)]


def paint(
    view: View, look: Look, marks: Marks
) -> tuple[list[Face], dict[tuple[int, int], tuple[str, Style]]]:
    """The faces of all cells and the links of all caravans."""
    board = board_for(view["seats"])
    cells: list[int] = view["cells"]
    goods = set(view["goods"])
    faces = [_ground(cell, cells[cell], cell in goods, look, marks) for cell in range(board.cells)]
    links: dict[tuple[int, int], tuple[str, Style]] = {}
    signs = ASCII_LINKS if look.ascii else LINKS
    for seat, pieces in enumerate(view["caravans"]):
        for at, piece in enumerate(pieces):
            cell = piece >> 3
            way = -1
            if at + 1 < len(pieces):
                around = board.neighbours[6 * cell : 6 * cell + 6]
                way = around.index(pieces[at + 1] >> 3)
                links[cell, way] = (signs[way], look.seats[seat])
            head = at == len(pieces) - 1 and piece & 7 == STANDING
            faces[cell] = _piece(cells[cell], seat, piece, way, head, at == 0, look, marks)
    for cell, kind in marks.ghosts.items():
        faces[cell] = _ghost(cells[cell], view["turn"], kind, cell in marks.out, look)
    return faces, links


def _ground(cell: int, colour: int, good: bool, look: Look, marks: Marks) -> Face:
    """A cell without a piece."""
    number = marks.numbers.get(cell)
    reach = cell in marks.reach
    if colour == PLAIN:
        if number:
            return _face(" ", (number, look.accent + Style(reverse=True)), " ", " ", Style())
        if reach:
            return _face(" ", (look.glyph("○", "o"), look.accent), " ", " ", Style())
        return _face(" ", (look.glyph("·", "."), look.dim), " ", " ", Style())
    letter = LETTERS[colour]
    sign = (letter.upper() if good else letter, look.goods[colour])
    left, right = ("[", "]") if good else ("(", ")")
    style = Style(bold=good)
    if cell in marks.targets:
        left, right = look.glyph("►", ">"), look.glyph("◄", "<")
        style = look.accent
    last: str | tuple[str, Style] = " "
    if number:
        last = (number, look.accent + Style(reverse=True))
    elif reach:
        last = (look.glyph("○", "o"), look.accent)
    return _face(left, sign, right, last, style)


def _piece(
    colour: int, seat: int, piece: int, way: int, head: bool, tail: bool, look: Look, marks: Marks
) -> Face:
    cell, kind = piece >> 3, piece & 7
    style = look.seats[seat]
    if cell in marks.fresh:
        style += Style(reverse=True)
    mark = (look.marks[seat], style)
    if cell in marks.back:
        mark = (look.glyph("×", "x"), style + Style(dim=True))
    letter, inked = _letter(kind, cell in marks.out, look, style)
    if colour != PLAIN:
        inked += Style(underline=True)
    left = right = " "
    if head:
        left, right = (look.glyph("«", "{"), look.glyph("»", "}"))
    elif tail:
        sign = look.glyph("°", "*")
        left, right = (sign, " ") if way in (0, 1, 5) else (" ", sign)
    return _face(left, mark, (letter, inked), right, style)


def _ghost(colour: int, seat: int, kind: int, out: bool, look: Look) -> Face:
    """A piece that would be laid."""
    style = look.accent
    letter, inked = _letter(kind, out, look, style)
    if colour != PLAIN:
        inked += Style(underline=True)
    return _face(" ", ("+", style + Style(reverse=True)), (letter, inked), " ", style)


def _letter(kind: int, out: bool, look: Look, style: Style) -> tuple[str, Style]:
    if kind == STANDING:
        return "C", style
    if kind == LYING_DOWN:
        return "L", style
    letter = LETTERS[kind]
    return letter.upper() if out else letter, look.goods[kind]


def _face(
    left: str,
    first: str | tuple[str, Style],
    second: str | tuple[str, Style],
    right: str | tuple[str, Style],
    style: Style,
) -> Face:
    parts = (left, first, second, right)
    return tuple([(part, style) if isinstance(part, str) else part for part in parts])
