"""Text on the few columns and lines of a space, and the chains that go through it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen
from rich.style import Style

from caravan_tui.games.sahara.desert import SIZE

RIGHT, DOWN = 0, 1
"""Ways of a link, as the grid board has them."""

Line = Sequence[tuple[str, Style]]
Link = tuple[str, Style]
Links = Mapping[tuple[int, int], Link]

PLAIN = Style()

_LYING = {"║": "═", "│": "─", "|": "=", ":": "-"}
"""The level stroke of a chain, by its upright one."""

_CORNERS = {
    # up, down, right: each comes from the camels on the left.
    "─": {
        (False, True, False): "┐", (True, False, False): "┘", (True, True, False): "┤",
        (False, True, True): "┬", (True, False, True): "┴", (True, True, True): "┼",
    },
    "═": {
        (False, True, False): "╗", (True, False, False): "╝", (True, True, False): "╣",
        (False, True, True): "╦", (True, False, True): "╩", (True, True, True): "╬",
    },
}  # fmt: skip


@frozen
class Rail:
    """The chains as they leave a space; what comes from the left meets the camels there."""

    right: Link | None = None
    down: Link | None = None
    up: Link | None = None

    def __bool__(self) -> bool:
        return bool(self.right or self.down or self.up)

    @property
    def style(self) -> Style:
        """Whose chain is drawn through the space: where two seats leave it, the one that goes
        on to the right."""
        link = self.right or self.down or self.up
        return link[1] if link else PLAIN

    def mine(self, link: Link | None) -> bool:
        """Whether a link is one of the chain that is drawn."""
        return link is not None and link[1] == self.style


def rail(space: int, links: Links) -> Rail:
    """How chains leave a space."""
    return Rail(
        links.get((space, RIGHT)), links.get((space, DOWN)), links.get((space - SIZE, DOWN))
    )


class Cell:
    """A space to write on, column by column."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._rows: list[list[tuple[str, Style]]] = [
            [(" ", PLAIN)] * width for _row in range(height)
        ]

    def put(self, x: int, y: int, line: Line) -> int:
        """Write pieces of text, cut at the right edge; the column after them."""
        row = self._rows[y]
        for text, style in line:
            for char in text:
                if x < self.width:
                    row[x] = (char, style)
                x += 1
        return x

    def put_right(self, y: int, line: Line) -> int:
        """Write pieces of text at the right edge; the column where they begin."""
        x = self.width - sum(len(text) for text, _style in line)
        self.put(max(0, x), y, line)
        return x

    def chain(self, x: int, end: int, way: Rail) -> None:
        """Draw the chains: on the last line from column `x`, after the camels, to `end` at most,
        and upright where nothing is written."""
        middle = (self.width - 1) // 2
        last = self.height - 1
        up, down = way.mine(way.up), way.mine(way.down)
        if way and x < end:
            link = way.right or way.down or way.up
            assert link is not None
            stroke = link[0] if way.right else _LYING[link[0]]
            turns = (up or down) and x <= middle < end
            stop = end if way.right else min(end, middle + 1) if turns else x
            self.put(x, last, [(stroke * (stop - x), way.style)])
            if turns:
                corners = _CORNERS.get(stroke)
                sign = corners[up, down, way.right is not None] if corners else "+"
                self.put(middle, last, [(sign, way.style)])
        if way.up is not None:
            # A space of two lines has its name where the chain comes down.
            for y in range(last):
                if self._rows[y][middle][0] == " ":
                    self._rows[y][middle] = way.up

    def face(self) -> list[Line]:
        """The lines, each in pieces of one style."""
        lines: list[Line] = []
        for row in self._rows:
            line: list[tuple[str, Style]] = []
            text, style = "", PLAIN
            for char, its in row:
                if its is style:
                    text += char
                else:
                    if text:
                        line.append((text, style))
                    text, style = char, its
            line.append((text, style))
            lines.append(tuple(line))
        return lines
