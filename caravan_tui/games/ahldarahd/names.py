"""The names that notation and events use: maps, routes, items, lines of an offer. Not translated.

Events carry names and no numbers of cities, so that a log reads right on a user's own map too.
"""

from __future__ import annotations

from caravan_tui.games.ahldarahd.actions import (
    CITIES,
    EYES_ITEM,
    GIVE_GOLD,
    GIVE_ITEM,
    KIND,
    PAYLOAD,
    RIGHT_ITEM,
    SHAH_ITEM,
    WANT_GOLD,
    map_of,
    route_of,
)
from caravan_tui.games.ahldarahd.map import Board

COLOURS = ("red", "blue", "green", "purple", "orange")
"""Of seats 0 to 4."""


def map_name(seats: int, a_map: int) -> str:
    """`red`, or `neutral` for the map after the last seat's."""
    return COLOURS[a_map] if a_map < seats else "neutral"


def place_name(board: Board, seats: int, code: int) -> str:
    """`red:salt-metals`."""
    return f"{map_name(seats, map_of(code))}:{board.route_name(route_of(code))}"


def item_name(board: Board, item: int) -> str:
    """`card.salt`, `right.red`, `shah`, `eyes`, `queen`."""
    if item < CITIES:
        return f"card.{board.names[item]}"
    if item < SHAH_ITEM:
        return f"right.{COLOURS[item - RIGHT_ITEM]}"
    if item == SHAH_ITEM:
        return "shah"
    return "eyes" if item == EYES_ITEM else "queen"


def line_name(board: Board, line: int) -> str:
    """`give gold 3`, `want card salt`, `give right.red`."""
    kind = line & KIND
    what = line & PAYLOAD
    verb = "give" if kind in (GIVE_GOLD, GIVE_ITEM) else "want"
    if kind in (GIVE_GOLD, WANT_GOLD):
        return f"{verb} gold {what}"
    if what < CITIES:
        return f"{verb} card {board.names[what]}"
    return f"{verb} {item_name(board, what)}"
