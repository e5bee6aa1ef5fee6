"""What is worth doing once in Caravan (Decktet). Rule numbers are those of RULES.md."""

from __future__ import annotations

from typing import Final

from caravan_tui.games.decktet.actions import BANDIT, CARDS, MATCHED_PAIR, kind_of, rank_of
from caravan_tui.games.decktet.events import (
    HandEnded,
    NobodyLeads,
    Played,
    SeasonEnded,
    WentOut,
)
from caravan_tui.games.decktet.pieces import OF_SUIT, WILDS
from caravan_tui.games.decktet.rules import DecktetState
from caravan_tui.games.deeds import Chronicle, Deed
from caravan_tui.i18n import later

RANKS: Final = 8
"""Cards of the longest caravan, one of every rank (10)."""

Decktet = Chronicle[DecktetState]


def _goes_out_with_a_bandit(match: Decktet) -> bool:
    return any(
        isinstance(event, WentOut) and event.seat == match.seat and kind_of(step.action) == BANDIT
        for step in match.steps
        for event in step.events
    )


def _gives_poison(match: Decktet) -> bool:
    return any(
        event.by_bandit and event.winner != match.seat and event.points <= -5
        for event in match.all(SeasonEnded)
    )


def _collects_riches(match: Decktet) -> bool:
    return any(event.winner == match.seat and event.points >= 8 for event in match.all(SeasonEnded))


def _plays_a_long_caravan(match: Decktet) -> bool:
    return any(kind_of(event.play) == RANKS for event in match.own(Played))


def _plays_three_wilds(match: Decktet) -> bool:
    return any(
        kind_of(event.play) < BANDIT and (event.play & CARDS & WILDS).bit_count() >= 3
        for event in match.own(Played)
    )


def _plays_a_matched_pair(match: Decktet) -> bool:
    return any(
        kind_of(step.action) == BANDIT
        and rank_of(step.action) == MATCHED_PAIR
        and kind_of(step.before.plays[-1]) == BANDIT
        for step in match.steps
        if step.actor == match.seat
    )


def _leaves_many_cards(match: Decktet) -> bool:
    return any(
        event.out == match.seat and event.left[1 - match.seat].bit_count() >= 8
        for event in match.all(HandEnded)
    )


def _collects_nothing_that_costs(match: Decktet) -> bool:
    """A hand won under a market with an Ace, in which the seat collects no card of its suit."""
    for step in match.steps:
        for event in step.events:
            if isinstance(event, HandEnded):
                aces = [card - 24 for card in step.before.market if card < 30]
                taken = event.taken[match.seat]
                if (
                    aces
                    and taken
                    and event.points[match.seat] > event.points[1 - match.seat]
                    and not any(taken & OF_SUIT[suit] for suit in aces)
                ):
                    return True
    return False


def _wins_every_hand(match: Decktet) -> bool:
    hands = [event.points for event in match.all(HandEnded)]
    return len(hands) >= 3 and all(points[match.seat] > points[1 - match.seat] for points in hands)


def _turns_the_last_hand(match: Decktet) -> bool:
    hands = list(match.all(HandEnded))
    if len(hands) < 3 or not match.won or match.margin <= 0:
        return False
    totals = hands[-2].totals
    return totals[match.seat] < totals[1 - match.seat]


def _nobody_leads(match: Decktet) -> bool:
    return any(True for _event in match.all(NobodyLeads))


DEEDS: Final[tuple[Deed[Decktet], ...]] = (
    Deed(
        "decktet.long_caravan", later("A long string"),
        later("Play a caravan of eight cards, one of every rank from 2 to 9."),
        _plays_a_long_caravan,
    ),
    Deed(
        "decktet.three_wilds", later("Three guides"),
        later("Put three Aces and Crowns into one caravan: they bridge any gap."),
        _plays_three_wilds,
    ),
    Deed(
        "decktet.matched_pair", later("Royal couple"),
        later("Beat a bandit with an Ace and the Crown of its suit: none beats that."),
        _plays_a_matched_pair,
    ),
    Deed(
        "decktet.poison", later("Poisoned dates"),
        later("With a bandit, hand your opponent a season that costs 5 or more."),
        _gives_poison,
    ),
    Deed(
        "decktet.riches", later("Rich season"),
        later("Collect a season worth 8 or more: let the right suits pile up."),
        _collects_riches,
    ),
    Deed(
        "decktet.clean_hands", later("Clean hands"),
        later("Under an Ace, win a hand without a single card of its suit."),
        _collects_nothing_that_costs,
    ),
    Deed(
        "decktet.last_water", later("Last water"),
        later("Go out with a bandit: keep an Ace or a Crown to the very end."),
        _goes_out_with_a_bandit,
    ),
    Deed(
        "decktet.caught_loaded", later("Caught loaded"),
        later("Go out while your opponent still holds eight cards or more."),
        _leaves_many_cards,
    ),
    Deed(
        "decktet.last_hand", later("The last hand"),
        later("Win a match of three hands or more after trailing before the last."),
        _turns_the_last_hand,
    ),
    Deed(
        "decktet.every_hand", later("Every hand"),
        later("Win each hand of a match of three or more."),
        _wins_every_hand,
    ),
    Deed(
        "decktet.dead_calm", later("Dead calm"),
        later("See a hand end because neither of you has a number card to lead."),
        _nobody_leads, is_hidden=True,
    ),
)  # fmt: skip
