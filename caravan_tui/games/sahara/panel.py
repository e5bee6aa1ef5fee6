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
from caravan_tui.widgets.legend import Sign, explained
from caravan_tui.words import _, _n

WIDTH = 28
"""Columns that the words take."""

WIDE = 40
"""Columns from which supply, theft markers and load are told in words."""

LEAST_SIGNS = 4
"""Lines of the legend at least."""

PICTURE = 4
"""Columns of a picture of the legend and the blank after it, of most."""


def panel(
    view: View, names: Sequence[str], look: Look, height: int, width: int = WIDTH,
    only_signs: bool = False, first: int | None = 0, keys: bool = True,
) -> Text:  # fmt: skip
    """All of it, in at most so many lines; `only_signs`: what the signs mean in place of the
    seats, where there is no room for both. `first`: the seat that looks, None a watcher. `keys`:
    whether keys do something, so that the one for the signs is named."""
    seats = view["seats"]
    lines = [_turn(view, look)]
    if only_signs:
        lines += [Text(), *_signs(view, look, first)]
        return Text("\n").join(lines[:height])
    wide = width >= WIDE and height >= 24 + 5 * seats
    roomy = wide or height >= 8 + 4 * seats
    for seat in range(seats):
        if roomy:
            lines.append(Text())
        lines += _seat(view, seat, names[seat], look, wide)
    if height > len(lines) + 4:
        lines.append(Text())
    lines += _tall_bag(view, look) if wide else _bag(view, look)
    room = height - len(lines)
    if room > LEAST_SIGNS:
        signs = _signs(view, look, first)
        legend = signs[: room - 1]
        lines += [Text()] * (1 if wide else room - len(legend)) + legend
        whole = len(legend) == len(signs)
    else:
        whole = False
    if keys and not whole:
        key = look.keyed(_("i: signs"))
        turn = next(n for n, line in enumerate(lines) if line.plain.startswith(_bag_words(view)))
        lines[turn].append(key.rjust(WIDTH - len(lines[turn])), look.dim)
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


def _seat(view: View, seat: int, name: str, look: Look, wide: bool) -> list[Text]:
    """Three lines: name and points; deliveries; supply, markers and what is carried, which takes
    two lines in words."""
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
    if wide:
        return [head, goods, *_in_words(view, seat, carried, look)]
    state.append(
        _("supply {supply} theft {theft} load {carried}").format(
            supply=view["supply"][seat], theft=view["theft"][seat], carried=carried
        ),
        look.dim,
    )
    if PENALTY[carried]:
        state.append(f" {PENALTY[carried]}", Style(bold=True))
    return [head, goods, state]


def _in_words(view: View, seat: int, carried: int, look: Look) -> list[Text]:
    """What a seat has, on two lines."""
    has = _("camels in supply {supply}, theft markers {theft}").format(
        supply=view["supply"][seat], theft=view["theft"][seat]
    )
    load = Text("  " + _("goods on camels {carried}").format(carried=carried), look.dim)
    if PENALTY[carried]:
        words = _("; at the end {points}").format(points=PENALTY[carried])
        load.append(words, Style(bold=True))
    return [Text(f"  {has}", look.dim), load]


def _bag_words(view: View) -> str:
    return _("Bag: {count} goods").format(count=sum(view["bag"]))


def _tall_bag(view: View, look: Look) -> list[Text]:
    """The bag with a line a good, and a bar as long as there are of it."""
    lines = [Text(_bag_words(view), style=Style(bold=True))]
    bar = "#" if look.ascii else "■"
    for good, count in enumerate(view["bag"]):
        line = Text()
        line.append(f"{LETTERS[good]} ", look.goods[good])
        line.append(f"{good_name(good)[:8]:<8} {count:>2} ")
        line.append(bar * count, look.goods[good])
        line.rstrip()
        lines.append(line)
    return lines


def _bag(view: View, look: Look) -> list[Text]:
    """What is left in the bag, good by good; it tells the letters, too."""
    lines = [Text(_bag_words(view), style=Style(bold=True))]
    half = len(GOODS) // 2
    for row in range(half):
        line = Text()
        for good in (row, row + half):
            line.append(f"{LETTERS[good]} ", look.goods[good])
            line.append(f"{good_name(good)[:8]:<8}{view['bag'][good]}   ")
        line.rstrip()
        lines.append(line)
    return lines


def _signs(view: View, look: Look, first: int | None) -> list[Text]:
    """What the signs of the desert mean, with a picture of each, what is met first on top; with
    the camels of who looks, whose chain is drawn double."""
    own = view["actor"] if first is None else first
    seat, bold = (look.marks[own], look.seats[own]), Style(bold=True)
    salt = LETTERS.index("S")
    letters = [(letter, look.goods[good]) for good, letter in enumerate(LETTERS)]
    chain = "==" if look.ascii else "══"
    rows: list[tuple[Sign, str]] = [
        ([(look.house, look.dim)], _("a city and what it wants")),
        ([("+1", bold)], _("demand markers, 1 point")),
        ([seat], _("an empty camel")),
        ([seat, letters[salt]], _("a camel with salt")),
        ([seat, ("s", look.goods[salt] + Style(underline=True))], _("safe from theft")),
        (
            [(chain, look.seats[own])],
            _("the chain of who moves") if first is None else _("your chain of camels"),
        ),
        ([("." if look.ascii else "·", bold), (" 2", bold)], _("costs 1 or 2 actions")),
        (letters[:COMMON], _("{points} points each").format(points=VALUES[0])),
        (letters[COMMON:], _("{points} points each").format(points=VALUES[COMMON])),
        ([], _("supply: camels to set")),
        ([], _("theft: markers to steal with")),
        ([], _("load: goods on camels;")),
        ([], _("two or more cost points")),
    ]
    return [Text(_("Signs"), look.dim), *explained(rows, PICTURE, look.dim)]


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
