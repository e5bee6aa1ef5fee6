"""The deck: 36 cards as bits of one int, with their suits, names and codes.

Bits 0-23 are the number cards by rising rank, three per rank; bits 24-29 the Aces, 30-35 the
Crowns, each in the order of the suits. A set of cards, such as a hand, is one int, its mask.
"""

from __future__ import annotations

from typing import Final

from caravan_tui.games.kit.bitsets import members
from caravan_tui.games.kit.native import size
from caravan_tui.i18n import _, later

SUIT_LETTERS: Final = "MSWLYK"
"""Moons, Suns, Waves, Leaves, wYrms, Knots: suits are numbered in this order."""

LOW: Final = 2
HIGH: Final = 9
"""The lowest and the highest rank. An Ace or a Crown may stand for any rank."""

_NUMBER_CARDS: Final = (
    # rank, then its three cards: name and suits
    (2, (later("Author"), "MK"), (later("Desert"), "SY"), (later("Origin"), "WL")),
    (3, (later("Journey"), "MW"), (later("Painter"), "SK"), (later("Savage"), "LY")),
    (4, (later("Mountain"), "MS"), (later("Sailor"), "WL"), (later("Battle"), "YK")),
    (5, (later("Forest"), "ML"), (later("Discovery"), "SW"), (later("Soldier"), "YK")),
    (6, (later("Lunatic"), "MW"), (later("Penitent"), "SY"), (later("Market"), "LK")),
    (7, (later("Chance Meeting"), "ML"), (later("Castle"), "SK"), (later("Cave"), "WY")),
    (8, (later("Diplomat"), "MS"), (later("Mill"), "WL"), (later("Betrayal"), "YK")),
    (9, (later("Pact"), "MS"), (later("Darkness"), "WY"), (later("Merchant"), "LK")),
)

COUNT: Final = 36
NUMBER_COUNT: Final = 24
ALL: Final = (1 << COUNT) - 1
NUMBERS: Final = (1 << NUMBER_COUNT) - 1
WILDS: Final = ALL ^ NUMBERS
ACES: Final = 0b111111 << 24
CROWNS: Final = 0b111111 << 30

RANKS: Final[list[int]] = []
"""By card number: its rank, 0 for an Ace or a Crown."""
SUITS: Final[list[int]] = []
"""By card number: its suits as a mask, bit 0 is Moons, bit 5 Knots."""
CODES: Final[list[str]] = []
"""By card number: its code, `2MK`, `AM`, `CM`."""
_NAMES: Final[list[str]] = []
"""By card number: the name of a number card."""

for _rank, *_three in _NUMBER_CARDS:
    for _name, _letters in _three:
        RANKS.append(_rank)
        SUITS.append(sum(1 << SUIT_LETTERS.index(letter) for letter in _letters))
        CODES.append(f"{_rank}{_letters}")
        _NAMES.append(_name)
for _wild in "AC":
    for _suit, _letter in enumerate(SUIT_LETTERS):
        RANKS.append(0)
        SUITS.append(1 << _suit)
        CODES.append(f"{_wild}{_letter}")

CARD_OF_CODE: Final = {code: card for card, code in enumerate(CODES)}

OF_RANK: Final = [
    sum(1 << card for card in range(COUNT) if RANKS[card] == rank) for rank in range(10)
]
"""By rank: its number cards as a mask; none at 0 and 1."""
OF_RANK[0] = 0
OF_SUIT: Final = [
    sum(1 << card for card in range(COUNT) if SUITS[card] >> suit & 1) for suit in range(6)
]
"""By suit: all its cards as a mask, with its Ace and Crown."""


def _neighbours_above(card: int, rank: int) -> int:
    if rank == HIGH:
        return 0
    neighbours = 0
    for other in range(COUNT):
        fits = RANKS[other] in (0, rank + 1) and other != card
        if fits and SUITS[other] & SUITS[card]:
            neighbours |= 1 << other
    return neighbours


ABOVE: Final[list[dict[int, int]]] = [
    {
        1 << card: _neighbours_above(card, rank)
        for card in range(COUNT)
        if RANKS[card] in (0, rank) and rank >= LOW
    }
    for rank in range(HIGH + 1)
]
"""By rank and card (as its bit): the cards that may come next above it in a caravan."""


_COUNTED: Final = [0] * NUMBER_COUNT + OF_SUIT + OF_SUIT
"""By the number of an Ace or a Crown: all cards of its suit."""


def worth(mask: int, market: int) -> int:
    """The points of collected cards under a market, both masks (rules 3 and 10, D-9).

    A Crown in the market pays 1 per card of its suit, an Ace costs 1. A card of both suits counts
    twice.
    """
    return worth_under(mask, tuple(members(market)))


def worth_under(mask: int, market: tuple[int, ...]) -> int:
    """`worth` by the card numbers of the market."""
    points = 0
    for card in market:
        count = size(mask & _COUNTED[card])
        points += count if card >= 30 else -count
    return points


def suit_name(suit: int) -> str:
    """The translated name of a suit."""
    return (_("Moons"), _("Suns"), _("Waves"), _("Leaves"), _("Wyrms"), _("Knots"))[suit]


def card_name(card: int) -> str:
    """A card in words: 'the Author', 'the Ace of Moons', 'the Crown of Suns'."""
    if card < NUMBER_COUNT:
        return _("the {card}").format(card=_(_NAMES[card]))
    suit = suit_name((card - NUMBER_COUNT) % 6)
    if card < 30:
        return _("the Ace of {suit}").format(suit=suit)
    return _("the Crown of {suit}").format(suit=suit)
