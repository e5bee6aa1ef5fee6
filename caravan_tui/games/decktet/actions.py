"""How an action is packed into one int, and the table of all plays of a hand.

| bits | what |
|---|---|
| 0-35 | the cards, a mask (of `leads`: the seat) |
| 36-39 | caravan: its rank, 2-9; bandit: its strength, 1-4 |
| 40-43 | kind: 1-8 a caravan of so many cards, 9 bandit, 10 pass, 11 leads, |
| | 12 and 13 a card dealt to seat 0 and 1, 14 a card for the market |

So actions sort by length and rank, then bandits, then the pass; and of two caravans of one length,
as of two bandits, the one whose upper bits are larger beats the other. The table is append-only.
"""

from __future__ import annotations

from bisect import bisect_left

from caravan_tui.games.decktet.cards import (
    ABOVE,
    ACES,
    ALL,
    CROWNS,
    HIGH,
    LOW,
    NUMBER_COUNT,
    NUMBERS,
    OF_RANK,
    WILDS,
)

RANK_SHIFT = 36
KIND_SHIFT = 40
CARDS = ALL

BANDIT, PASS_KIND, LEADS_KIND, DEAL_KIND, MARKET_KIND = 9, 10, 11, 12, 14
PASS = PASS_KIND << KIND_SHIFT
LEADS = LEADS_KIND << KIND_SHIFT
DEAL = DEAL_KIND << KIND_SHIFT
MARKET = MARKET_KIND << KIND_SHIFT

ACE, CROWN, MIXED_PAIR, MATCHED_PAIR = 1, 2, 3, 4
"""The strengths of bandits (rule 6)."""


def caravan(mask: int, top: int) -> int:
    """The action that plays these cards as a caravan of this rank; it need not be a valid one."""
    return mask.bit_count() << KIND_SHIFT | top << RANK_SHIFT | mask


def kind_of(action: int) -> int:
    """The kind: 1-8 is the length of a caravan."""
    return action >> KIND_SHIFT


def rank_of(action: int) -> int:
    """The rank of a caravan, the strength of a bandit."""
    return action >> RANK_SHIFT & 15


def bandit(mask: int) -> int:
    """The action that plays these cards as a bandit, 0 if they are none (rule 6)."""
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


_bandits: dict[int, list[int]] = {}


def bandits_of(hand: int) -> list[int]:
    """All bandits of a hand, weak ones first. Shared: do not change the list."""
    wilds = hand >> NUMBER_COUNT
    found = _bandits.get(wilds)
    if found is None:
        found = _bandits[wilds] = _list_bandits(wilds << NUMBER_COUNT)
    return found


def list_caravans(hand: int) -> list[int]:
    """All caravans of a set of cards, sorted (rule 5).

    One pass over the ranks. `ends` maps each set of cards that makes a row up to this rank to the
    cards that may follow; the set and the rank of its end fix all else, so that the orders in
    which Aces and Crowns may stand in a row fall together.
    """
    wilds = hand & WILDS
    found: list[int] = []
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
        found += [row.bit_count() << KIND_SHIFT | top | row for row in grown if row & NUMBERS]
        ends = grown
    found.sort()
    return found


_TABLES_KEPT = 8192
_tables: dict[int, list[int]] = {}


def caravans_of(hand: int, larger: list[int] | None = None) -> list[int]:
    """All caravans of a hand, sorted. Shared: do not change the list.

    `larger` may be the table of a set that contains the hand; filtering it is faster.
    """
    table = _tables.get(hand)
    if table is None:
        if larger is None:
            table = list_caravans(hand)
        else:
            gone = CARDS ^ hand
            table = [play for play in larger if not play & gone]
        if len(_tables) >= _TABLES_KEPT:
            _tables.clear()
        _tables[hand] = table
    return table


def beating(last: int, hand: int, table: list[int]) -> list[int]:
    """All plays of a hand that beat the last one, without the pass (rules 5 and 6).

    `table` is the table of caravans of a set that contains the hand.
    """
    bandits = bandits_of(hand)
    kind = last >> KIND_SHIFT
    higher = (last >> RANK_SHIFT) + 1 << RANK_SHIFT
    if kind == BANDIT:
        return bandits[bisect_left(bandits, higher) :]
    gone = CARDS ^ hand
    first = bisect_left(table, higher)
    last_of_length = bisect_left(table, kind + 1 << KIND_SHIFT, first)
    found = [play for play in table[first:last_of_length] if not play & gone]
    found += bandits
    return found
