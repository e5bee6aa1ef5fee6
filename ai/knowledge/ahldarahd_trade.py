"""Which offers a computer seat makes, takes and answers in Caravans of Ahldarahd.

An offer is worth making if, by the seat's own evaluation, it helps both sides and itself at least
as much; it is worth taking if it helps the seat at least as much as the other. Nothing here looks
at cards that the seat does not know: an offer names only what is public or its own.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

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
from caravan_tui.games.ahldarahd.rules import State
from caravan_tui.games.ahldarahd.state import BUILDING, OPENING
from caravan_tui.games.ahldarahd.trade import favours, hand_over

if TYPE_CHECKING:
    from ai.knowledge.ahldarahd import AhldarahdKnowledge

LEAST = 0.006
"""Utility that an offer must bring to be made or taken."""

MOST_GOLD = 12
"""Gold that an offer names at most."""

INTERRUPTS = 0.06
"""How often a seat thinks of an offer out of turn."""


def traded(state: State, giver: int, taker: int, lines: list[int]) -> State:
    """The position after an offer was accepted, back at the decision where it was made."""
    after = state.clone()
    assert isinstance(after, State)
    for line in lines:
        if line < WANT_GOLD:
            hand_over(after, giver, taker, line)
        else:
            hand_over(after, taker, giver, line)
    if after.writer >= 0:
        after.phase = after.resume
        after.actor = after.seat
        after.writer = after.partner = -1
        after.lines = []
        after.offer = []
        after.resume = 0
    return after


def as_seen(state: State, seat: int) -> State:
    """The position without the cards that the seat can only imagine: so a plan depends on what it
    knows alone, and is the same at each line that it writes."""
    seen = state.clone()
    assert isinstance(seen, State)
    for other in range(state.seats):
        hidden = state.start[other] & ~state.shown[other]
        if other != seat and hidden:
            seen.start[other] = seen.shown[other]
            for card in range(CITIES):
                seen.cards[other * CITIES + card] -= hidden >> card & 1
    return seen


def gains(
    knowledge: AhldarahdKnowledge, state: State, giver: int, taker: int, lines: list[int]
) -> tuple[float, float]:
    """What an accepted offer changes for the two: utilities, of the giver first."""
    before = knowledge.evaluate(traded(state, giver, taker, []))
    after = knowledge.evaluate(traded(state, giver, taker, lines))
    return after[giver] - before[giver], after[taker] - before[taker]


def known_items(state: State, seat: int, own: bool) -> list[int]:
    """The items of a seat that an offer may name: all of one's own, else those that are public."""
    hidden = 0 if own else state.start[seat] & ~state.shown[seat]
    cards = [
        card
        for card in range(CITIES)
        if state.cards[seat * CITIES + card] - (hidden >> card & 1) > 0
    ]
    return cards + favours(state, seat)


def plan(knowledge: AhldarahdKnowledge, state: State, seat: int, other: int) -> list[int]:
    """The best offer of a seat to another; empty if none helps both.

    One item for gold either way, or one for one. The gold is set so that the other side gains a
    little less than the seat itself.
    """
    state = as_seen(state, seat)
    base = knowledge.evaluate(traded(state, seat, other, []))
    best: list[int] = []
    best_gain = LEAST
    refused = state.refused[seat]
    mine = known_items(state, seat, True)
    theirs = known_items(state, other, False)
    for item in mine:
        lines = _priced(knowledge, state, base, seat, other, GIVE_ITEM | item)
        best, best_gain = _better(lines, refused, other, best, best_gain)
    for item in theirs:
        lines = _priced(knowledge, state, base, seat, other, WANT_ITEM | item)
        best, best_gain = _better(lines, refused, other, best, best_gain)
    for item in mine:
        for want in theirs:
            if item != want:
                pair = [GIVE_ITEM | item, WANT_ITEM | want]
                after = knowledge.evaluate(traded(state, seat, other, pair))
                up, down = after[seat] - base[seat], after[other] - base[other]
                found = (pair, up) if up >= down > LEAST / 2 else ([], 0.0)
                best, best_gain = _better(found, refused, other, best, best_gain)
    return best


def _better(
    found: tuple[list[int], float],
    refused: list[int],
    other: int,
    best: list[int],
    best_gain: float,
) -> tuple[list[int], float]:
    lines, gain = found
    if gain > best_gain and lines and [other, *lines] != refused:
        return lines, gain
    return best, best_gain


def _priced(
    knowledge: AhldarahdKnowledge,
    state: State,
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
    bare = knowledge.evaluate(traded(state, seat, other, [line]))
    top = _with_gold(line, most, selling)
    full = knowledge.evaluate(traded(state, seat, other, top))
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
    after = knowledge.evaluate(traded(state, seat, other, lines))
    up, down = after[seat] - base[seat], after[other] - base[other]
    if up < down or down <= LEAST / 2:
        return [], 0.0
    return lines, up


def _with_gold(line: int, gold: int, selling: bool) -> list[int]:
    return [line, WANT_GOLD | gold] if selling else [GIVE_GOLD | gold, line]


def partner(knowledge: AhldarahdKnowledge, state: State, seat: int) -> int:
    """The seat to which the best offer goes, -1 if none is worth making."""
    best, best_gain = -1, 0.0
    for other in range(state.seats):
        if other != seat:
            lines = plan(knowledge, state, seat, other)
            if lines:
                gain = gains(knowledge, state, seat, other, lines)[0]
                if gain > best_gain:
                    best, best_gain = other, gain
    return best


def promise(knowledge: AhldarahdKnowledge, state: State, other: int) -> list[float]:
    """The utilities if the offer planned to a seat is accepted."""
    lines = plan(knowledge, state, state.actor, other)
    return knowledge.evaluate(traded(state, state.actor, other, lines))


def interrupt(knowledge: AhldarahdKnowledge, state: State, seat: int, rng: Random) -> int | None:
    """An offer out of turn: seldom, once a phase, to one other seat."""
    if state.offers[seat] or state.phase not in (OPENING, BUILDING) or state.built:
        return None
    if rng.random() >= INTERRUPTS:
        return None
    other = (seat + 1 + int(rng.random() * (state.seats - 1))) % state.seats
    if plan(knowledge, state, seat, other):
        return INTERRUPT | seat << 3 | other
    return None


def answers(
    knowledge: AhldarahdKnowledge, state: State, legal: list[int], counters: bool
) -> list[int]:
    """The answer to an offer: accept what helps the seat at least as much as the other, else
    counter where there is something better, else decline."""
    seat = state.actor
    other = state.partner if seat == state.writer else state.writer
    if ACCEPT in legal:
        theirs, mine = gains(knowledge, as_seen(state, seat), other, seat, state.lines)
        if mine >= LEAST / 2 and mine >= 0.98 * theirs:
            return [ACCEPT]
    if counters and COUNTER in legal and answer_plan(knowledge, state, seat, other):
        return [COUNTER]
    return [DECLINE]


def answer_plan(knowledge: AhldarahdKnowledge, state: State, seat: int, other: int) -> list[int]:
    """The counter to an offer: the same things at a price that is right, or nothing.

    The seat's own best offer, if it is about something that the other side named.
    """
    named = {line & PAYLOAD for line in (state.offer or state.lines) if _is_item(line)}
    lines = plan(knowledge, state, seat, other)
    if any(_is_item(line) and line & PAYLOAD in named for line in lines):
        return lines
    return []


def _is_item(line: int) -> bool:
    return line & KIND in (GIVE_ITEM, WANT_ITEM)


def lines(knowledge: AhldarahdKnowledge, state: State, legal: list[int]) -> list[int]:
    """The next line of the planned offer; without a plan, withdraw."""
    seat = state.actor
    counter = bool(state.offer)
    other = state.partner if seat == state.writer else state.writer
    written = state.lines
    if counter:
        wanted = answer_plan(knowledge, state, seat, other)
    else:
        wanted = plan(knowledge, state, seat, other)
    if wanted and written == wanted[: len(written)]:
        if len(written) == len(wanted):
            return [SEND]
        line = wanted[len(written)]
        if line in legal:
            return [line]
    return [WITHDRAW]
