"""Caravanserais in words, and what is near them."""

from __future__ import annotations

from caravan_tui.games.caravanserai import text
from caravan_tui.games.caravanserai.pieces import PLAIN, board_for
from caravan_tui.games.caravanserai.view import CaravanseraiView
from caravan_tui.i18n import _, _n

NEAR, FAR = 4, 4
"""Steps within which a cell is near, and from which it is far."""


def site_label(cell: int, view: CaravanseraiView, is_short: bool = False) -> str:
    """A caravanserai to choose: its colour, and how far it is from the head of the caravan, or,
    before there is one, where it lies. Which one it is, its key on the board shows.

    `is_short`: only whether it is near, or its colour alone.
    """
    colour = text.colour_word(view["cells"][cell])
    steps = steps_from_head(cell, view)
    if not is_short:
        return _("{colour}, {region}").format(colour=colour, region=brief_place(cell, view))
    if steps is None:
        return colour
    words = _("{colour}, near") if steps <= NEAR else _("{colour}, far")
    return words.format(colour=colour)


def site_place(cell: int, view: CaravanseraiView) -> str:
    """Where a caravanserai lies, told apart from the others of its colour, and how far it is from
    the head of the caravan, if there is one."""
    region = text.site_region(cell, view)
    if steps_from_head(cell, view) is None:
        return region
    return _("{place}, {away}").format(place=region, away=brief_place(cell, view))


def brief_place(cell: int, view: CaravanseraiView) -> str:
    """How far a caravanserai is from the head of the caravan, or, before there is one, where it
    lies."""
    steps = steps_from_head(cell, view)
    if steps is None:
        return text.site_region(cell, view)
    return _("{count} from the head").format(count=steps)


def site_words(cell: int, view: CaravanseraiView) -> str:
    """A caravanserai where no board shows which one it is: by its colour, its part of the board and
    how far it is from the head of the caravan, if there is one."""
    colour = text.colour_word(view["cells"][cell])
    return _("{colour}, {region}").format(colour=colour, region=site_place(cell, view))


def site_in_short(cell: int, view: CaravanseraiView) -> str:
    """A caravanserai below a heading that says its colour, and that how far it is from the head of
    the caravan stands behind: `north-west, outer · 9`."""
    steps = steps_from_head(cell, view)
    region = text.site_region(cell, view)
    return region if steps is None else f"{region} · {steps}"


def steps_from_head(cell: int, view: CaravanseraiView) -> int | None:
    """Cells between a cell and the head of the caravan whose turn it is; None before there is
    one."""
    pieces = view["caravans"][view["turn"]]
    return board_for(view["seats"]).distance[cell][pieces[-1] >> 3] if pieces else None


def sites_near(cell: int, view: CaravanseraiView) -> tuple[int, int]:
    """How many other caravanserais are near a cell, and on how many of them a good lies."""
    steps_to = board_for(view["seats"]).distance[cell]
    near = [
        site
        for site, colour in enumerate(view["cells"])
        if colour != PLAIN and 0 < steps_to[site] <= NEAR
    ]
    return len(near), sum(site in view["goods"] for site in near)


def surroundings(cell: int, view: CaravanseraiView) -> str:
    """What a first camel finds near: `within 4 steps: 7 others, 2 goods`."""
    return _("within {steps} steps: {near}").format(steps=NEAR, near=near_words(cell, view))


def near_words(cell: int, view: CaravanseraiView) -> str:
    """How much is near a cell: `7 others, 2 goods`."""
    sites, goods = sites_near(cell, view)
    others = _n("{count} other", "{count} others", sites).format(count=sites)
    if not goods:
        return others
    return f"{others}, " + _n("{count} good", "{count} goods", goods).format(count=goods)
