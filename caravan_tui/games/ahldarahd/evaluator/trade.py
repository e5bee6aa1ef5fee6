"""Which offers a computer player makes, accepts and answers.

An offer is worth making if, by the player's own evaluation, it helps both sides and itself at least
as much; it is worth accepting if it helps the player at least as much as the other side. Nothing
here depends on cards that the player does not know: an offer names only what is public or its own.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from caravan_tui.games.ahldarahd.actions import (
    ACCEPT,
    CITIES,
    COUNTER,
    DECLINE,
    GIVE_GOLD,
    GIVE_ITEM,
    INTERRUPT,
    KIND,
    PAYLOAD,
    SEND,
    WANT_GOLD,
    WANT_ITEM,
    WITHDRAW,
)
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from caravan_tui.games.ahldarahd.rules.trade import end_trade, favours, hand_over, other_party
from caravan_tui.games.ahldarahd.state import BUILDING, OPENING

Evaluate = Callable[[AhldarahdState], list[float]]
"""The expected utility of each seat (`Evaluator.evaluate`)."""

LEAST: Final = 0.006
"""Utility that an offer must bring to be made or accepted."""

MOST_GOLD: Final = 12
"""Gold that an offer names at most."""

INTERRUPTS: Final = 0.06
"""How often a computer player considers an offer out of turn."""


def traded(state: AhldarahdState, giver: int, taker: int, lines: list[int]) -> AhldarahdState:
    """The position after an offer was accepted, back at the decision where it was made."""
    after = state.clone()
    for line in lines:
        if line < WANT_GOLD:
            hand_over(after, giver, taker, line)
        else:
            hand_over(after, taker, giver, line)
    if after.writer >= 0:
        end_trade(after)
    return after


def as_seen(state: AhldarahdState, seat: int) -> AhldarahdState:
    """The position without the cards that the seat can only imagine.

    So a plan depends only on what the seat knows, and is the same at each line that it writes.
    """
    known = state.clone()
    for other in range(state.seats):
        secret = state.start[other] & ~state.shown[other]
        if other != seat and secret:
            known.start[other] = known.shown[other]
            for card in range(CITIES):
                known.cards[other * CITIES + card] -= secret >> card & 1
    return known


def gains(
    evaluate: Evaluate, state: AhldarahdState, giver: int, taker: int, lines: list[int]
) -> tuple[float, float]:
    """What an accepted offer changes for the two: utilities, of the giver first."""
    before = evaluate(traded(state, giver, taker, []))
    after = evaluate(traded(state, giver, taker, lines))
    return after[giver] - before[giver], after[taker] - before[taker]


def known_items(state: AhldarahdState, seat: int, own: bool) -> list[int]:
    """The items of a seat that an offer may name: all of them if it is the seat's `own` offer, else
    those that are public."""
    secret = 0 if own else state.start[seat] & ~state.shown[seat]
    cards = [
        card
        for card in range(CITIES)
        if state.cards[seat * CITIES + card] - (secret >> card & 1) > 0
    ]
    return cards + favours(state, seat)


def plan(evaluate: Evaluate, state: AhldarahdState, seat: int, other: int) -> list[int]:
    """The best offer of a seat to another; empty if none helps both.

    One item for gold either way, or one for one. The gold is set so that the other side gains a
    little less than the seat itself.
    """
    state = as_seen(state, seat)
    base = evaluate(traded(state, seat, other, []))
    best: list[int] = []
    best_gain = LEAST
    declined = state.declined[seat]
    own_items = known_items(state, seat, True)
    other_items = known_items(state, other, False)
    for item in own_items:
        offer = _priced(evaluate, state, base, seat, other, GIVE_ITEM | item)
        best, best_gain = _better(offer, declined, other, best, best_gain)
    for item in other_items:
        offer = _priced(evaluate, state, base, seat, other, WANT_ITEM | item)
        best, best_gain = _better(offer, declined, other, best, best_gain)
    for item in own_items:
        for want in other_items:
            if item != want:
                pair = [GIVE_ITEM | item, WANT_ITEM | want]
                after = evaluate(traded(state, seat, other, pair))
                up, down = after[seat] - base[seat], after[other] - base[other]
                offer = (pair, up) if up >= down > LEAST / 2 else ([], 0.0)
                best, best_gain = _better(offer, declined, other, best, best_gain)
    return best


def _better(
    offer: tuple[list[int], float],
    declined: tuple[int, ...],
    other: int,
    best: list[int],
    best_gain: float,
) -> tuple[list[int], float]:
    lines, gain = offer
    if gain > best_gain and lines and (other, *lines) != declined:
        return lines, gain
    return best, best_gain


def _priced(
    evaluate: Evaluate,
    state: AhldarahdState,
    base: list[float],
    seat: int,
    other: int,
    line: int,
) -> tuple[list[int], float]:
    """An item for gold: the offer and the seat's gain, empty if no price helps both."""
    selling = line < WANT_GOLD
    payer = other if selling else seat
    most = min(state.gold[payer], MOST_GOLD)
    if most < 1:
        return [], 0.0
    bare = evaluate(traded(state, seat, other, [line]))
    top = _with_gold(line, most, selling)
    full = evaluate(traded(state, seat, other, top))
    up, down = bare[seat] - base[seat], bare[other] - base[other]
    up_step = (full[seat] - bare[seat]) / most
    down_step = (full[other] - bare[other]) / most
    if abs(up_step - down_step) < 1e-9:
        return [], 0.0
    even = (down - up) / (up_step - down_step)
    gold = int(even + 0.999) if selling else int(even)
    if not 1 <= gold <= most:
        return [], 0.0
    lines = _with_gold(line, gold, selling)
    after = evaluate(traded(state, seat, other, lines))
    up, down = after[seat] - base[seat], after[other] - base[other]
    if up < down or down <= LEAST / 2:
        return [], 0.0
    return lines, up


def _with_gold(line: int, gold: int, selling: bool) -> list[int]:
    return [line, WANT_GOLD | gold] if selling else [GIVE_GOLD | gold, line]


def partner(evaluate: Evaluate, state: AhldarahdState, seat: int) -> int:
    """The seat to which the best offer goes, -1 if none is worth making."""
    best, best_gain = -1, 0.0
    for other in range(state.seats):
        if other != seat:
            lines = plan(evaluate, state, seat, other)
            if lines:
                gain = gains(evaluate, state, seat, other, lines)[0]
                if gain > best_gain:
                    best, best_gain = other, gain
    return best


def promise(evaluate: Evaluate, state: AhldarahdState, other: int) -> list[float]:
    """The utilities if the offer planned to a seat is accepted."""
    lines = plan(evaluate, state, state.actor, other)
    return evaluate(traded(state, state.actor, other, lines))


def interrupt(evaluate: Evaluate, state: AhldarahdState, seat: int, rng: Random) -> int | None:
    """An offer out of turn: seldom, once per phase, to one other seat."""
    if state.offers[seat] or state.phase not in (OPENING, BUILDING) or state.built:
        return None
    if rng.random() >= INTERRUPTS:
        return None
    other = (seat + 1 + int(rng.random() * (state.seats - 1))) % state.seats
    if plan(evaluate, state, seat, other):
        return INTERRUPT | seat << 3 | other
    return None


def answers(
    evaluate: Evaluate, state: AhldarahdState, legal: list[int], counters: bool
) -> list[int]:
    """The answer to an offer: accept what helps the seat at least as much as the other side, else
    counter if there is something better, else decline."""
    seat = state.actor
    other = other_party(state)
    if ACCEPT in legal:
        other_gain, own_gain = gains(evaluate, as_seen(state, seat), other, seat, state.lines)
        if own_gain >= LEAST / 2 and own_gain >= 0.98 * other_gain:
            return [ACCEPT]
    if counters and COUNTER in legal and answer_plan(evaluate, state, seat, other):
        return [COUNTER]
    return [DECLINE]


def answer_plan(evaluate: Evaluate, state: AhldarahdState, seat: int, other: int) -> list[int]:
    """The counter to an offer, empty for none.

    The seat's own best offer, if it is about something that the other side named.
    """
    named = {line & PAYLOAD for line in (state.offer or state.lines) if _is_item(line)}
    lines = plan(evaluate, state, seat, other)
    if any(_is_item(line) and line & PAYLOAD in named for line in lines):
        return lines
    return []


def _is_item(line: int) -> bool:
    return line & KIND in (GIVE_ITEM, WANT_ITEM)


def lines(evaluate: Evaluate, state: AhldarahdState, legal: list[int]) -> list[int]:
    """The next line of the planned offer; without a plan, the withdrawal."""
    seat = state.actor
    other = other_party(state)
    written = state.lines
    if state.offer:
        wanted = answer_plan(evaluate, state, seat, other)
    else:
        wanted = plan(evaluate, state, seat, other)
    if wanted and written == wanted[: len(written)]:
        if len(written) == len(wanted):
            return [SEND]
        line = wanted[len(written)]
        if line in legal:
            return [line]
    return [WITHDRAW]
