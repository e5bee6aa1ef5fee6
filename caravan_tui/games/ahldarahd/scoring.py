"""Where the points of Caravans of Ahldarahd come from, and what breaks ties."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.ahldarahd.view import AhldarahdView
from caravan_tui.games.contract import OVER, Event
from caravan_tui.games.scoring import CountLine
from caravan_tui.i18n import _

MATCHING = 3
"""Points for a commodity that a seat controls on its own map and on another."""


def sources(view: AhldarahdView) -> Sequence[CountLine]:
    seats = view["seats"]
    own, away, matching = [0] * seats, [0] * seats, [0] * seats
    for map_index, control in enumerate(view["control"]):
        for seat, cities in enumerate(control):
            if map_index == seat:
                own[seat] += cities.bit_count()
            else:
                away[seat] += cities.bit_count()
                matching[seat] += (cities & view["control"][seat][seat]).bit_count()
    return (
        CountLine(_("own cities"), own),
        CountLine(_("cities on other maps"), away),
        CountLine(
            _("matching cities"),
            [MATCHING * count for count in matching],
            [f"{count} × {MATCHING}" if count else "" for count in matching],
        ),
    )


def tie_breaks(view: AhldarahdView) -> Sequence[CountLine]:
    return (CountLine(_("gold"), tuple(view["gold"])),)


def ending(events: Sequence[Event], view: AhldarahdView, names: Sequence[str]) -> str:
    if view["to_act"] != OVER:
        return ""
    return _("The deck is empty and the caravans have returned.")
