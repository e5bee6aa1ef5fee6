"""The table of actions. An action is a kind (a multiple of 4096) plus a payload below 4096.

The numbers are stable across versions: append kinds, never renumber. They are in the order in
which legal lists show them, so a sorted list is the fixed order of `legal()`.

| kind | payload |
|---|---|
| DEAL | seat << 4, city of the card |
| SHAH | the seat that gets the Shah at the start |
| REVEAL | city of the card |
| BLACK | black chips in a draw |
| FREE | route |
| OPEN | item |
| BID | gold |
| PASS, END, SEND, WITHDRAW, ACCEPT, DECLINE, COUNTER, NOTHING | 0 |
| FAVOUR | the seat that the winner of the Shah names |
| CLAIM | place << 1, plus 1 if the card is the later city's |
| BUY, DESTROY, FALL | place |
| PAY | 0 gold, 1 + city a card |
| SELL | the Right's seat |
| OFFER | partner |
| INTERRUPT | offering seat << 3, partner |
| GIVE_GOLD, WANT_GOLD | gold |
| GIVE_ITEM, WANT_ITEM | item |
| DISCARD | city of the card |
| PLEDGE | gold |

A *place* is map << 6, route. An *item* is a city's number for a card, then as below.
"""

from __future__ import annotations

from typing import Final

KIND: Final = ~4095
PAYLOAD: Final = 4095

DEAL: Final = 1 << 12
SHAH: Final = 2 << 12
REVEAL: Final = 3 << 12
BLACK: Final = 4 << 12
FREE: Final = 5 << 12
OPEN: Final = 6 << 12
BID: Final = 7 << 12
PASS: Final = 8 << 12
FAVOUR: Final = 9 << 12
CLAIM: Final = 10 << 12
BUY: Final = 11 << 12
DESTROY: Final = 12 << 12
PAY: Final = 13 << 12
SELL: Final = 14 << 12
OFFER: Final = 15 << 12
END: Final = 16 << 12
INTERRUPT: Final = 17 << 12
GIVE_GOLD: Final = 18 << 12
GIVE_ITEM: Final = 19 << 12
WANT_GOLD: Final = 20 << 12
WANT_ITEM: Final = 21 << 12
SEND: Final = 22 << 12
WITHDRAW: Final = 23 << 12
ACCEPT: Final = 24 << 12
DECLINE: Final = 25 << 12
COUNTER: Final = 26 << 12
DISCARD: Final = 27 << 12
PLEDGE: Final = 28 << 12
NOTHING: Final = 29 << 12
FALL: Final = 30 << 12

HIDDEN: Final = 31 << 12
"""Never played: what another seat sees of a line that is being written, or of a card dealt."""

CITIES: Final = 10
RIGHT_ITEM: Final = 10
"""Items 10 to 14 are the Rights of seats 0 to 4."""
SHAH_ITEM: Final = 15
EYES_ITEM: Final = 16
QUEEN_ITEM: Final = 17

MOST_GOLD: Final = PAYLOAD
"""The most gold that one action can name; no match comes near it."""


def place(a_map: int, route: int) -> int:
    """A route on a map as one payload."""
    return a_map << 6 | route


def map_of(code: int) -> int:
    """The map of a place."""
    return code >> 6


def route_of(code: int) -> int:
    """The route of a place."""
    return code & 63


def claim(a_map: int, route: int, later: int) -> int:
    """The claim of a route with a card of its earlier (0) or later (1) city."""
    return CLAIM | place(a_map, route) << 1 | later


def offer_code(lines: list[int]) -> int:
    """All lines of an offer in one number, for the key of a sent offer."""
    code = 0
    for line in lines:
        code = code << 17 | line
    return code
