"""How an action is packed into one int, and the table of all plays of a hand.

| bits | what |
|---|---|
| 0-35 | the mask of the cards (kind 11: the seat) |
| 36-39 | caravan: its rank, 2-9; bandit: its strength, 1-4 |
| 40-43 | kind: 1-8 a caravan of that many cards, 9 bandit, 10 pass, 11 first leader, |
| | 12 and 13 a card dealt to seat 0 and 1, 14 a market card |

So actions sort by length and rank, then bandits, then the pass. Of two caravans of one length, as
of two bandits, the one with the larger upper bits beats the other. The table is append-only.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from caravan_tui.games.decktet.pieces import (
    ABOVE,
    ACES,
    ALL,
    COUNT,
    CROWNS,
    HIGH,
    LOW,
    NUMBER_COUNT,
    NUMBERS,
    OF_RANK,
    WILDS,
)
from caravan_tui.games.kit.native import first_from
from caravan_tui.games.state import IS_COMPILED

RANK_SHIFT: Final = 36
KIND_SHIFT: Final = 40
CARDS: Final = ALL

BANDIT: Final = 9
PASS_KIND: Final = 10
LEADS_KIND: Final = 11
DEAL_KIND: Final = 12
MARKET_KIND: Final = 14
PASS: Final = PASS_KIND << KIND_SHIFT
LEADS: Final = LEADS_KIND << KIND_SHIFT
DEAL: Final = DEAL_KIND << KIND_SHIFT
MARKET: Final = MARKET_KIND << KIND_SHIFT

ACE: Final = 1
CROWN: Final = 2
MIXED_PAIR: Final = 3
MATCHED_PAIR: Final = 4
"""The strengths of bandits (rule 6)."""


def caravan(mask: int, top: int) -> int:
    """The action that plays a mask as a caravan of rank `top`. Validity is not checked."""
    return mask.bit_count() << KIND_SHIFT | top << RANK_SHIFT | mask


def kind_of(action: int) -> int:
    """The kind of an action: 1-8 is the length of a caravan."""
    return action >> KIND_SHIFT


def rank_of(action: int) -> int:
    """The rank of a caravan, the strength of a bandit."""
    return action >> RANK_SHIFT & 15


def bandit(mask: int) -> int:
    """The action that plays a mask as a bandit, 0 if it is not one (rule 6)."""
    aces, crowns = mask & ACES, mask & CROWNS
    if mask & NUMBERS or aces.bit_count() > 1 or crowns.bit_count() > 1 or not mask:
        return 0
    if not crowns:
        strength = ACE
    elif not aces:
        strength = CROWN
    else:
        strength = MATCHED_PAIR if aces << 6 == crowns else MIXED_PAIR
    return BANDIT << KIND_SHIFT | strength << RANK_SHIFT | mask


def _list_bandits(wilds: int) -> list[int]:
    aces = [1 << card for card in range(24, 30) if wilds >> card & 1]
    crowns = [1 << card for card in range(30, 36) if wilds >> card & 1]
    sets = aces + crowns + [ace | crown for ace in aces for crown in crowns]
    return sorted(bandit(mask) for mask in sets)


_bandits: Final[list[list[int] | None]] = [None] * (1 << COUNT - NUMBER_COUNT)
"""By the Aces and Crowns of a hand: its bandits, once they are wanted."""


def bandits_of(hand: int) -> list[int]:
    """All bandits of a hand, weakest first. The list is shared: do not change it."""
    wilds = hand >> NUMBER_COUNT
    bandits = _bandits[wilds]
    if bandits is None:
        bandits = _bandits[wilds] = _list_bandits(wilds << NUMBER_COUNT)
    return bandits


def list_caravans(hand: int) -> list[int]:
    """List all caravans of a mask, sorted (rule 5).

    One pass over the ranks. `ends` maps each mask that makes a row up to this rank to the cards
    that may follow. Nothing else depends on the order of Aces and Crowns within the row, so rows
    that differ only in that order are one entry.
    """
    wilds = hand & WILDS
    caravans: list[int] = []
    ends: dict[int, int] = {}
    for rank in range(LOW, HIGH + 1):
        above = ABOVE[rank]
        grown: dict[int, int] = {}
        cards = hand & OF_RANK[rank] | wilds
        while cards:
            card = cards & -cards
            cards ^= card
            grown[card] = above[card] & hand
        for row, follow in ends.items():
            follow &= ~row
            while follow:
                card = follow & -follow
                follow ^= card
                longer = row | card
                if longer in grown:
                    grown[longer] |= above[card] & hand
                else:
                    grown[longer] = above[card] & hand
        top = rank << RANK_SHIFT
        caravans += [row.bit_count() << KIND_SHIFT | top | row for row in grown if row & NUMBERS]
        ends = grown
    caravans.sort()
    return caravans


_MAX_TABLES: Final = 8192
_tables: Final[dict[int, list[int]]] = {}


def caravans_of(hand: int, larger: list[int] | None = None) -> list[int]:
    """All caravans of a hand, sorted. The list is shared: do not change it.

    `larger` may be the caravans of a superset of the hand; filtering them is faster.
    """
    table = _tables.get(hand)
    if table is None:
        if larger is None:
            table = list_caravans(hand)
        else:
            table = _within(larger, 0, len(larger), hand)
        if len(_tables) >= _MAX_TABLES:
            _tables.clear()
        _tables[hand] = table
    return table


def beating(last: int, hand: int, table: list[int]) -> list[int]:
    """All plays of a hand that beat the last play, without the pass (rules 5 and 6).

    `table`: the caravans of the hand or of a superset of it.
    """
    bandits = bandits_of(hand)
    kind = last >> KIND_SHIFT
    higher = (last >> RANK_SHIFT) + 1 << RANK_SHIFT
    if kind == BANDIT:
        return bandits[first_from(bandits, higher) :]
    first = first_from(table, higher)
    end = first_from(table, kind + 1 << KIND_SHIFT, first)
    plays = _within(table, first, end, hand)
    plays += bandits
    return plays


def _within(table: list[int], first: int, end: int, hand: int) -> list[int]:
    """The plays of a part of a table that need no card outside the hand."""
    outside = CARDS ^ hand
    if not IS_COMPILED:
        return [play for play in table[first:end] if not play & outside]
    plays: list[int] = []
    objects: list[Any] = table  # what is taken over as it is needs no new object
    place: i64 = first
    last: i64 = end
    while place < last:
        if not table[place] & outside:
            plays.append(objects[place])
        place += 1
    return plays
