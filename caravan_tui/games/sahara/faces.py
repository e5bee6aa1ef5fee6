"""How a space of the desert looks: what lies there, who stands there, what could come there."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen
from rich.style import Style

from caravan_tui.games.contract import View
from caravan_tui.games.sahara.desert import NAMES, SIZE, SPACES
from caravan_tui.games.sahara.text import good_name, short_good
from caravan_tui.games.sahara.view import chains

RIGHT, DOWN = 0, 1
"""Ways of a link, as the grid board has them."""

Line = Sequence[tuple[str, Style]]
Face = Sequence[Line]

LETTERS = "MXSHICGP"
"""The sign of each good on a camel; a small letter lies under it and is protected."""


@frozen
class Look:
    """Glyphs and styles of the theme in force."""

    ascii: bool
    marks: Sequence[str]
    """The sign of each seat."""
    seats: Sequence[Style]
    goods: Sequence[Style]
    ground: Style
    market: Style
    """The fill of numbered spaces."""
    city: Style
    lit: Sequence[Style]
    """The fills of spaces that can be chosen: plain, numbered, city."""
    held: Style
    """The fill of the space that is chosen."""
    fresh: Style
    """The fill of a space where something just happened."""
    dim: Style

    @property
    def house(self) -> str:
        """The sign of a city."""
        return "@" if self.ascii else "⌂"

    @property
    def more(self) -> str:
        """The sign that there is no room for all."""
        return "~" if self.ascii else "…"


@frozen
class Marks:
    """What to point at."""

    targets: dict[int, str]
    """Spaces that can be chosen, and what stands on them: the cost, or the points."""
    held: int = -1
    fresh: frozenset[int] = frozenset()


def camel_sign(seat: int, good: int, under: int, look: Look) -> list[tuple[str, Style]]:
    """A camel: its seat's mark, and the letter of its good, small and underlined if it lies
    under."""
    sign = [(look.marks[seat], look.seats[seat])]
    if good >= 0:
        letter = LETTERS[good]
        style = look.goods[good]
        sign.append((letter.lower(), style + Style(underline=True)) if under else (letter, style))
    return sign


def faces(view: View, look: Look, marks: Marks, size: tuple[int, int]) -> list[Face]:
    """The face of every space, for cells of so many columns and lines."""
    width, height = size
    slots = {space: slot for slot, space in enumerate(view["board"]["numbered"])}
    cities = {space: good for good, space in enumerate(view["board"]["cities"])}
    standing: list[list[list[tuple[str, Style]]]] = [[] for _ in range(SPACES)]
    for seat, camels in enumerate(view["camels"]):
        for space, good, under in camels:
            standing[space].append(camel_sign(seat, good, under, look))
    found: list[Face] = []
    for space in range(SPACES):
        tail: list[tuple[str, Style]] = []
        if space in slots:
            head = _numbered(view, slots[space], look, width)
            markers = view["demand"][slots[space]]
            if markers:
                tail.append((f"+{markers}", Style(bold=True)))
        elif space in cities:
            good = cities[space]
            head = [(look.house, look.dim), (short_good(good, width - 1), look.goods[good])]
            if height > 2:
                name = view["board"]["names"][good]
                head = [(f"{look.house}{name}"[:width], Style(bold=True))]
        else:
            before = (width - 2) // 2
            head = [(" " * before + NAMES[space], look.dim)]
        mark = marks.targets.get(space)
        if mark is not None:
            if tail and width < 8:
                tail.clear()
            elif tail:
                tail.append((" ", Style()))
            tail.append((mark, Style(bold=True)))
        elif space == marks.held:
            tail = [*tail, ("<" if look.ascii else "◄", Style(bold=True))]
        lines = [head]
        if height > 2:
            lines.append(_wanted(cities.get(space, -1), space, view, slots, look, width))
        rows = height - len(lines)
        lines += _camels(standing[space], tail, look, width, rows)
        found.append(tuple(tuple(line) for line in lines))
    return found


def _numbered(view: View, slot: int, look: Look, width: int) -> list[tuple[str, Style]]:
    """The number of a space and the good that lies there."""
    good = view["loose"][slot]
    head = [(str(slot + 1), look.dim)]
    if good >= 0:
        name = short_good(good, width - 1)
        if width > len(name) + 1:
            head.append((" ", look.dim))
        head.append((name, look.goods[good]))
    return head


def _wanted(
    good: int, space: int, view: View, slots: dict[int, int], look: Look, width: int
) -> list[tuple[str, Style]]:
    """The second line of a tall cell: what a city wants, or the name of a numbered space."""
    if good >= 0:
        return [(f"{LETTERS[good]} {good_name(good)}"[:width], look.goods[good])]
    if space in slots:
        return [(NAMES[space], look.dim)]
    return []


def _camels(
    signs: Sequence[list[tuple[str, Style]]],
    tail: list[tuple[str, Style]],
    look: Look,
    width: int,
    rows: int,
) -> list[list[tuple[str, Style]]]:
    """Camels on the last lines of a cell, with the tail at the right end of the last one."""
    ends = sum(len(text) for text, _style in tail)
    lines: list[list[tuple[str, Style]]] = []
    line: list[tuple[str, Style]] = []
    used = 0
    for at, sign in enumerate(signs):
        length = sum(len(text) for text, _style in sign)
        last = len(lines) == rows - 1
        room = width - (ends if last else 0)
        waits = 1 if last and at < len(signs) - 1 else 0
        if used + length + waits > room:
            if last:
                line.append((look.more, look.dim))
                used += 1
                break
            lines.append(line)
            line, used = [], 0
        line += sign
        used += length
    lines.append(line)
    while len(lines) < rows:
        lines.append([])
        used = 0
    if tail:
        lines[-1] = [*lines[-1], (" " * max(0, width - used - ends), Style()), *tail]
    return lines


def fills(view: View, look: Look, marks: Marks) -> list[Style]:
    """The background of every space."""
    numbered = set(view["board"]["numbered"])
    cities = set(view["board"]["cities"])
    found = []
    for space in range(SPACES):
        if space == marks.held:
            found.append(look.held)
        elif space in marks.targets:
            found.append(look.lit[2 if space in cities else space in numbered])
        elif space in marks.fresh:
            found.append(look.fresh)
        elif space in cities:
            found.append(look.city)
        else:
            found.append(look.market if space in numbered else look.ground)
    return found


def links(view: View, look: Look, first: int) -> dict[tuple[int, int], tuple[str, Style]]:
    """The chains of all seats between the spaces; those of the seat `first` are drawn double and
    win where two seats link the same spaces."""
    found: dict[tuple[int, int], tuple[str, Style]] = {}
    order = [seat for seat in range(view["seats"]) if seat != first] + [first]
    for seat in order:
        if look.ascii:
            across, down = ("=", "|") if seat == first else ("-", ":")
        else:
            across, down = ("═", "║") if seat == first else ("─", "│")
        for spaces in chains(view, seat):
            inside = set(spaces)
            for space in spaces:
                if space % SIZE < SIZE - 1 and space + 1 in inside:
                    found[space, RIGHT] = (across, look.seats[seat])
                if space + SIZE in inside:
                    found[space, DOWN] = (down, look.seats[seat])
    return found
