"""What a seat may know, and how to imagine the rest."""

from __future__ import annotations

from random import Random
from typing import TypedDict

from caravan_tui.games import contract
from caravan_tui.games.decktet.actions import caravans_of
from caravan_tui.games.decktet.events import Dealt
from caravan_tui.games.decktet.pieces import ALL, NUMBERS, WILDS
from caravan_tui.games.decktet.rules import DecktetState, sample
from caravan_tui.games.decktet.spec import SPEC
from caravan_tui.games.decktet.state import PLAY_STEP, Result
from caravan_tui.games.kit.bitsets import mask_of


class ResultView(TypedDict):
    """A finished hand. All cards of it are public, also those set aside (D-8)."""

    opener: int
    """The seat that led the hand."""
    market: list[int]
    """Card numbers."""
    turned: int
    """The card number that was turned up and put aside, -1 none."""
    out: int
    """The seat that went out, -1 nobody."""
    taken: list[int]
    """By seat: the mask of the cards collected."""
    left: list[int]
    """By seat: the mask of the cards left in hand."""
    aside: int
    """The mask of the cards that nobody had."""
    points: list[int]
    """By seat: what the hand brought."""


class DecktetView(contract.View):
    """A position as a seat sees it. Sets of cards are masks (`pieces.py`).

    What was played, by whom, and what was collected is public, and so are the numbers of wild
    cards and number cards in a hand. Which cards they are, and what was set aside unseen, is
    hidden (D-8).
    """

    step: int
    """Where in the deal, or PLAY_STEP (`state.py`)."""
    hand: int | None
    """The cards of this seat; None for a spectator."""
    wilds: list[int]
    """By seat: the number of Aces and Crowns in hand."""
    numbers: list[int]
    """By seat: the number of number cards in hand."""
    market: list[int]
    """Card numbers."""
    turned: int
    """The card number that was turned up and put aside, -1 none."""
    opener: int
    """The seat that leads the hand, -1 not known yet."""
    leader: int
    """The seat that led this season, -1 not known yet."""
    plays: list[int]
    """The plays of this season as actions. Seats alternate, the leader first."""
    out: int
    """The seat that has emptied its hand while the other may still answer, -1 nobody."""
    taken: list[int]
    """By seat: the cards collected in this hand."""
    played: list[int]
    """By seat: the cards played in this hand."""
    results: list[ResultView]
    """The finished hands."""


def view(state: DecktetState, seat: int | None) -> DecktetView:
    return {
        "game": SPEC.id,
        "seat": seat,
        "seats": 2,
        "options": {"hands": state.hands_to_play},
        "custom": None,
        "to_act": state.turn,
        "round": state.hand_number,
        "scores": list(state.totals),
        "step": state.step,
        "hand": None if seat is None else state.hands[seat],
        "wilds": [(hand & WILDS).bit_count() for hand in state.hands],
        "numbers": [(hand & NUMBERS).bit_count() for hand in state.hands],
        "market": list(state.market),
        "turned": state.turned,
        "opener": state.opener,
        "leader": state.leader,
        "plays": list(state.plays),
        "out": state.out,
        "taken": list(state.taken),
        "played": [state.played_by(0), state.played_by(1)],
        "results": [_result_view(result) for result in state.results],
    }


def _result_view(result: Result) -> ResultView:
    aside = ALL ^ mask_of(result.market)
    for mask in (*result.taken, *result.left):
        aside ^= mask
    return {
        "opener": result.opener,
        "market": list(result.market),
        "turned": result.turned,
        "out": result.out,
        "taken": list(result.taken),
        "left": list(result.left),
        "aside": aside,
        "points": list(result.points),
    }


def unseen(view: DecktetView) -> int:
    """The cards whose place the seat of a view does not know."""
    known = mask_of(view["market"]) | view["played"][0] | view["played"][1]
    if view["turned"] >= 0:
        known |= 1 << view["turned"]
    if view["hand"] is not None:
        known |= view["hand"]
    return ALL & ~known


def view_event(event: contract.Event, seat: int | None) -> contract.Event:
    if isinstance(event, Dealt) and event.seat != seat:
        return Dealt(event.seat, None)
    return event


def determinize(view: DecktetView, rng: Random) -> DecktetState:
    """Imagine a state that the view allows, uniformly at random: nothing is known of the cards
    that the seat has not seen but how many of each kind are in the other hand."""
    step, me, played, totals = view["step"], view["seat"], view["played"], view["scores"]
    hidden = pool = unseen(view)
    first = second = view["hand"] or 0
    if me != 0:
        first = sample(pool & WILDS, view["wilds"][0], rng)
        first |= sample(pool & NUMBERS, view["numbers"][0], rng)
        pool &= ~first
    if me != 1:
        second = sample(pool & WILDS, view["wilds"][1], rng)
        second |= sample(pool & NUMBERS, view["numbers"][1], rng)
        pool &= ~second
    # Searches call this once every few iterations: plain assignments beat the constructor.
    state = DecktetState.__new__(DecktetState)
    state.hands_to_play = int(view["options"]["hands"])
    state.hand_number = view["round"]
    state.step = step
    state.turn = view["to_act"]
    state.pool = pool
    state.hands = (first, second)
    state.dealt = (first | played[0], second | played[1]) if step == PLAY_STEP else (0, 0)
    state.market = tuple(view["market"])
    state.turned = view["turned"]
    state.opener = view["opener"]
    state.leader = view["leader"]
    state.plays = list(view["plays"])
    state.out = view["out"]
    state.taken = (view["taken"][0], view["taken"][1])
    state.totals = (int(totals[0]), int(totals[1]))
    state.results = tuple(_result(result) for result in view["results"])
    state.bases = (None, None)
    if step == PLAY_STEP and me is not None:
        # Listed once for all worlds of a search, then filtered for each.
        table = caravans_of(hidden)
        state.bases = (table, None) if me else (None, table)
    return state


def _result(view: ResultView) -> Result:
    taken, left, points = view["taken"], view["left"], view["points"]
    return Result(
        view["opener"],
        tuple(view["market"]),
        view["turned"],
        view["out"],
        (taken[0], taken[1]),
        (left[0], left[1]),
        (points[0], points[1]),
    )
