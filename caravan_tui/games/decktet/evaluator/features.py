"""What a learned correction of the evaluation of Caravan (Decktet) looks at."""

from __future__ import annotations

from math import sqrt
from typing import Final

from caravan_tui.games.decktet.actions import BANDIT, CARDS, KIND_SHIFT
from caravan_tui.games.decktet.evaluator.hands import HIGH_LINKS, LOW_LINKS, MIDDLE_LINKS
from caravan_tui.games.decktet.pieces import ACES, CROWNS, NUMBER_COUNT, OF_SUIT
from caravan_tui.games.decktet.rules import DecktetState
from caravan_tui.games.decktet.state import PLAY_STEP
from caravan_tui.games.kit.native import size

FEATURES: Final = (
    "cards", "caravans", "aces", "crowns", "low", "middle", "high", "links",
    "race", "race_caravans", "race_wilds", "race_cards", "race_acts",
    "pays", "costs", "taken", "lead", "lead_late", "hands",
    "acts", "leads", "plays", "table", "table_mine", "bandit_mine", "bold_mine",
    "one", "one_acts", "two_acts", "out",
)  # fmt: skip

_LOW: Final = 0o77
_MIDDLE: Final = 0o777777 << 6
_HIGH: Final = 0o77 << 18
_ROOT: Final = [1.0 / sqrt(count + 1) for count in range(40)]


_SHARE: Final = (1.0, 0.69, 0.58, 0.5, 0.45, 0.42, 0.39, 0.37, 0.35)
"""By the number of hands after this one: how much of the odds of a hand the odds of the match
move."""


def features_of(state: DecktetState, seat: int) -> list[float]:
    """The features of a seat, in the order of `FEATURES`."""
    to_come = state.hands_to_play - state.hand_number
    lead = 0.05 * (state.totals[seat] - state.totals[1 - seat])
    if state.step < PLAY_STEP:
        row = [0.0] * 16
        row += [lead, lead * _ROOT[to_come + 1], 0.1 * (to_come + 1)]
        return row + [0.0] * 11
    hand, other = state.hands[seat], state.hands[1 - seat]
    cards, aces, crowns = size(hand), size(hand & ACES), size(hand & CROWNS)
    links = _links(hand)
    needs = cards - aces - crowns - links
    needs_of_other = size(other & (1 << NUMBER_COUNT) - 1) - _links(other)
    race = _ROOT[needs + needs_of_other]
    acts = 1.0 if state.turn == seat else 0.0
    plays = state.plays
    pays = costs = points = at_stake = 0
    taken = state.taken[seat]
    on_table = 0
    for play in plays:
        on_table |= play
    for card in state.market:
        suit = OF_SUIT[(card - NUMBER_COUNT) % 6]
        if card >= 30:
            pays += size(hand & suit)
            points += size(taken & suit)
            at_stake += size(on_table & suit)
        else:
            costs += size(hand & suit)
            points -= size(taken & suit)
            at_stake -= size(on_table & suit)
    # The last play is of the seat that does not act.
    mine = 1.0 - acts if plays else 0.0
    by_bandit = 1.0 if plays and plays[-1] >> KIND_SHIFT == BANDIT else 0.0
    bold = 0.25 * size(plays[-1] & CARDS) if plays else 0.0
    finishing = 1.0 if needs == 1 and aces + crowns <= 1 else 0.0
    row = [
        cards / 15.0,
        0.125 * needs,
        0.25 * aces,
        0.25 * crowns,
        0.25 * size(hand & _LOW),
        0.125 * size(hand & _MIDDLE),
        0.25 * size(hand & _HIGH),
        0.125 * links,
        race * acts,
        0.25 * race * needs,
        0.5 * race * (aces + crowns),
        0.125 * race * cards,
        race * acts * (0.0 if plays else 1.0),
        0.125 * pays,
        0.125 * costs,
        0.25 * points,
        0.0,
        0.0,
        0.0,
        acts,
        0.0 if plays else acts,
        0.2 * len(plays) * acts,
        0.25 * at_stake,
        0.25 * at_stake * mine,
        by_bandit * mine,
        bold * mine,
        finishing,
        finishing * acts,
        acts if needs == 2 else 0.0,
        1.0 if state.out == seat else 0.0,
    ]
    if to_come:
        share = _SHARE[to_come]
        row = [share * feature for feature in row]
    row[16] = lead
    row[17] = lead * _ROOT[to_come]
    row[18] = 0.1 * to_come
    return row


def _links(hand: int) -> int:
    """How many of a hand's number cards follow another one in its caravans."""
    return LOW_LINKS[hand & 4095] + MIDDLE_LINKS[hand >> 9 & 4095] + HIGH_LINKS[hand >> 18 & 63]
