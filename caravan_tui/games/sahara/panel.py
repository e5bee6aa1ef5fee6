"""The words beside the desert: the turn, the seats, the bag, and the table of the result."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from caravan_tui.games.contract import View
from caravan_tui.games.sahara.desert import COMMON, GOODS, VALUES
from caravan_tui.games.sahara.faces import LETTERS, Look
from caravan_tui.games.sahara.rules import PENALTY
from caravan_tui.games.sahara.text import good_name
from caravan_tui.words import _, _n

WIDTH = 28
"""Columns that the words take."""

LEAST_SIGNS = 4
"""Lines of the legend at least."""


def panel(view: View, names: Sequence[str], look: Look, height: int) -> Text:
    """All of it, in at most so many lines."""
    seats = view["seats"]
    lines = [_turn(view, look)]
    roomy = height >= 8 + 4 * seats
    for seat in range(seats):
        if roomy:
            lines.append(Text())
        lines += _seat(view, seat, names[seat], look)
    if height > len(lines) + 4:
        lines.append(Text())
    lines += _bag(view, look)
    room = height - len(lines)
    if room > LEAST_SIGNS:
        legend = _signs(look)[: room - 1]
        lines += [Text()] * (room - len(legend)) + legend
    return Text("\n").join(lines[:height])


def _turn(view: View, look: Look) -> Text:
    """Turn number and the actions that are left, as blocks."""
    line = Text(_("Turn {turn}").format(turn=view["round"]), style=Style(bold=True))
    if view["to_act"] >= 0:
        full, spent = ("#", "-") if look.ascii else ("■", "□")
        line.append(" ")
        line.append(full * view["left"], look.seats[view["actor"]])
        line.append(spent * view["used"], look.dim)
        words = _n(" {left} action left", " {left} actions left", view["left"])
        line.append(words.format(left=view["left"]), Style(bold=False))
    return line


def _seat(view: View, seat: int, name: str, look: Look) -> list[Text]:
    """Three lines: name and points; deliveries; supply, markers and what is carried."""
    pointer = (">" if look.ascii else "►") if seat == view["to_act"] else " "
    points = str(view["scores"][seat])
    head = Text(pointer)
    head.append(f"{look.marks[seat]} ", look.seats[seat])
    room = WIDTH - 4 - len(points)
    head.append(name[:room].ljust(room), look.seats[seat])
    head.append(" " + points, Style(bold=True))
    goods = Text("  ")
    for good, count in enumerate(view["delivered"][seat]):
        if count:
            goods.append(f"{LETTERS[good]}", look.goods[good])
            goods.append(f"{count} ")
    if view["markers"][seat]:
        goods.append(f"+{view['markers'][seat]}", Style(bold=True))
        words = " " + _n("demand marker", "demand markers", view["markers"][seat])
        if len(goods) + len(words) <= WIDTH:
            goods.append(words, look.dim)
    if not goods.plain.strip():
        goods.append(_("nothing delivered"), look.dim)
    carried = sum(1 for camel in view["camels"][seat] if camel[1] >= 0)
    state = Text("  ")
    state.append(
        _("supply {supply} theft {theft} load {carried}").format(
            supply=view["supply"][seat], theft=view["theft"][seat], carried=carried
        ),
        look.dim,
    )
    if PENALTY[carried]:
        state.append(f" {PENALTY[carried]}", Style(bold=True))
    return [head, goods, state]


def _bag(view: View, look: Look) -> list[Text]:
    """What is left in the bag, good by good; it tells the letters, too."""
    lines = [
        Text(_("Bag: {count} goods").format(count=sum(view["bag"])), style=Style(bold=True)),
    ]
    half = len(GOODS) // 2
    for row in range(half):
        line = Text()
        for good in (row, row + half):
            line.append(f"{LETTERS[good]} ", look.goods[good])
            line.append(f"{good_name(good)[:8]:<8}{view['bag'][good]}   ")
        line.rstrip()
        lines.append(line)
    return lines


def _signs(look: Look) -> list[Text]:
    """What the signs of the desert mean, with a picture of each, what is met first on top."""
    seat, bold = (look.marks[0], look.seats[0]), Style(bold=True)
    salt = LETTERS.index("S")
    letters = [(letter, look.goods[good]) for good, letter in enumerate(LETTERS)]
    chain = "==" if look.ascii else "══"
    rows: list[tuple[list[tuple[str, Style]], str]] = [
        ([(look.house, look.dim)], _("a city and what it wants")),
        ([("+1", bold)], _("demand markers, 1 point")),
        ([seat], _("an empty camel")),
        ([seat, letters[salt]], _("a camel with salt")),
        ([seat, ("s", look.goods[salt] + Style(underline=True))], _("safe from theft")),
        ([(chain, look.seats[0])], _("your chain of camels")),
        ([("." if look.ascii else "·", bold), (" 2", bold)], _("costs 1 or 2 actions")),
        (letters[:COMMON], _("{points} points each").format(points=VALUES[0])),
        (letters[COMMON:], _("{points} points each").format(points=VALUES[COMMON])),
        ([], _("supply: camels to set")),
        ([], _("load: camels with a good")),
    ]
    lines = [Text(_("Signs"), look.dim)]
    for pieces, words in rows:
        line = Text()
        for sign, style in pieces:
            line.append(sign, style)
        line.append(" " * (4 - len(line) if len(line) < 4 else 1) if pieces else "")
        line.append(words, look.dim)
        lines.append(line)
    return lines


def result(view: View, names: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """What the points of each seat came from."""
    columns = [_("Seat"), _("Rare"), _("Common"), _("Markers"), _("Carried"), _("Points")]
    rows = []
    for seat in range(view["seats"]):
        counts = view["delivered"][seat]
        rare, common = sum(counts[COMMON:]), sum(counts[:COMMON])
        carried = sum(1 for camel in view["camels"][seat] if camel[1] >= 0)
        rows.append(
            [
                names[seat],
                f"{rare} × {VALUES[COMMON]}",
                f"{common} × {VALUES[0]}",
                str(view["markers"][seat]),
                f"{carried}: {PENALTY[carried]}",
                str(view["scores"][seat]),
            ]
        )
    return columns, rows
