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

KIND = ~4095
PAYLOAD = 4095

DEAL = 1 << 12
SHAH = 2 << 12
REVEAL = 3 << 12
BLACK = 4 << 12
FREE = 5 << 12
OPEN = 6 << 12
BID = 7 << 12
PASS = 8 << 12
FAVOUR = 9 << 12
CLAIM = 10 << 12
BUY = 11 << 12
DESTROY = 12 << 12
PAY = 13 << 12
SELL = 14 << 12
OFFER = 15 << 12
END = 16 << 12
INTERRUPT = 17 << 12
GIVE_GOLD = 18 << 12
GIVE_ITEM = 19 << 12
WANT_GOLD = 20 << 12
WANT_ITEM = 21 << 12
SEND = 22 << 12
WITHDRAW = 23 << 12
ACCEPT = 24 << 12
DECLINE = 25 << 12
COUNTER = 26 << 12
DISCARD = 27 << 12
PLEDGE = 28 << 12
NOTHING = 29 << 12
FALL = 30 << 12

HIDDEN = 31 << 12
"""Never played: what another seat sees of a line that is being written, or of a card dealt."""

CITIES = 10
RIGHT_ITEM = 10
"""Items 10 to 14 are the Rights of seats 0 to 4."""
SHAH_ITEM = 15
EYES_ITEM = 16
QUEEN_ITEM = 17

MOST_GOLD = PAYLOAD
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
