"""How a space of the desert looks: what lies there, who stands there, what could come there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen
from rich.style import Style

from caravan_tui.games.contract import View
from caravan_tui.games.sahara.cells import DOWN, RIGHT, Cell, Line, Links, Rail, rail
from caravan_tui.games.sahara.desert import NAMES, SIZE, SPACES
from caravan_tui.games.sahara.text import good_name, short_good
from caravan_tui.games.sahara.view import chains

Face = Sequence[Line]

NAMED = 10
"""Columns of a cell from which the good of a camel is named."""

CITY = 8
"""Columns of a tall cell from which a city's name stands above what it wants."""

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
    keyed: Callable[[str], str] = str
    """Words that name a key, with the key of now."""

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


def faces(
    view: View, look: Look, marks: Marks, size: tuple[int, int], links: Links | None = None
) -> list[Face]:
    """The face of every space, for cells of so many columns and lines; `links`: the chains, which
    are drawn through the spaces too."""
    width, height = size
    slots = {space: slot for slot, space in enumerate(view["board"]["numbered"])}
    cities = {space: good for good, space in enumerate(view["board"]["cities"])}
    standing: list[list[tuple[int, int, int]]] = [[] for _ in range(SPACES)]
    for seat, camels in enumerate(view["camels"]):
        for space, good, under in camels:
            standing[space].append((seat, good, under))
    found: list[Face] = []
    for space in range(SPACES):
        cell = Cell(width, height)
        markers = 0
        if space in slots:
            cell.put(0, 0, _numbered(view, slots[space], look, width))
            markers = view["demand"][slots[space]]
        elif space in cities:
            good = cities[space]
            if height > 2 and width >= CITY:
                name = look.house + view["board"]["names"][good]
                if len(name) > width:
                    name = name[: width - 1] + look.more
                cell.put(0, 0, [(name, Style(bold=True))])
            else:
                cell.put(
                    0, 0, [(look.house, look.dim), (short_good(good, width - 1), look.goods[good])]
                )
        else:
            cell.put((width - 2) // 2, 0, [(NAMES[space], look.dim)])
        if height > 2:
            cell.put(0, 1, _wanted(cities.get(space, -1), space, slots, look, width))
        way = rail(space, links or {})
        mark = marks.targets.get(space, "")
        if not mark and space == marks.held:
            mark = "<" if look.ascii else "◄"
        _standing(cell, standing[space], _tail(markers, mark), markers > 0, look, way)
        found.append(tuple(cell.face()))
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
    good: int, space: int, slots: dict[int, int], look: Look, width: int
) -> list[tuple[str, Style]]:
    """The second line of a tall cell: what a city wants, where that is not on its first line, or
    the name of a numbered space."""
    if good >= 0:
        if width < CITY:
            return []
        return [(f"{LETTERS[good]} {short_good(good, width - 2)}", look.goods[good])]
    if space in slots:
        return [(NAMES[space], look.dim)]
    return []


def _tail(markers: int, mark: str) -> list[tuple[str, Style]]:
    """What stands at the right: demand markers, and the cost or the points of a target."""
    words = [f"+{markers}"] if markers else []
    return [(" ".join([*words, mark] if mark else words), Style(bold=True))]


def _standing(
    cell: Cell,
    camels: Sequence[tuple[int, int, int]],
    tail: list[tuple[str, Style]],
    demand: bool,
    look: Look,
    way: Rail,
) -> None:
    """Camels on the last lines of a cell, chains from there on, and the tail at the right: on a
    line of its own where there are enough of them."""
    first = 1 if cell.height < 3 else 2
    rows = cell.height - first
    apart = rows > 1 and bool(tail[0][0])
    # Whose chain goes on from here stands last, beside it.
    ordered = sorted(camels, key=lambda camel: look.seats[camel[0]] == way.style and bool(way))
    named = [_named(camel, look) for camel in ordered]
    room = rows - apart
    if cell.width >= NAMED and len(named) <= room:
        end = 0
        for row, line in enumerate(named, cell.height - len(named)):
            end = cell.put(0, row, line)
        edge = cell.put_right(first, tail) if apart else cell.width
        cell.chain(end, edge if apart and rows == 1 else cell.width, way)
        return
    signs = [camel_sign(*camel, look) for camel in ordered]
    length = sum(len(text) for sign in signs for text, _style in sign)
    if rows == 1 and demand and length + len(tail[0][0]) > cell.width:
        tail = [(tail[0][0].partition(" ")[2] or tail[0][0], tail[0][1])]
    lines = _filled(signs, cell.width, room, 0 if apart else len(tail[0][0]), look)
    edge = cell.width
    if tail[0][0]:
        edge = cell.put_right(first if apart else cell.height - 1, tail)
    end = 0
    for row, line in enumerate(lines, cell.height - len(lines)):
        end = cell.put(0, row, line)
    cell.chain(end, cell.width if apart else edge, way)


def _named(camel: tuple[int, int, int], look: Look) -> list[tuple[str, Style]]:
    """A camel with the name of its good, for wide cells."""
    sign = camel_sign(*camel, look)
    if camel[1] >= 0:
        sign.append((f" {good_name(camel[1])}", look.dim))
    return sign


def _filled(
    signs: Sequence[list[tuple[str, Style]]], width: int, rows: int, tail: int, look: Look
) -> list[list[tuple[str, Style]]]:
    """Camels side by side on at most so many lines, the last of them with a tail so long; what
    has no room is told by a sign."""
    lines: list[list[tuple[str, Style]]] = [[]]
    used = 0
    for at, sign in enumerate(signs):
        length = sum(len(text) for text, _style in sign)
        last = len(lines) == rows
        room = width - (tail if last else 0)
        waits = 1 if last and at < len(signs) - 1 else 0
        if used + length + waits > room:
            if last:
                lines[-1].append((look.more, look.dim))
                break
            lines.append([])
            used = 0
        lines[-1] += sign
        used += length
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
