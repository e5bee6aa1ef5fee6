"""What a seat may know, how to imagine the rest, and a state as plain data."""

from __future__ import annotations

from random import Random
from typing import Any

from caravan_tui.games.contract import CHANCE, OVER, Event, View
from caravan_tui.games.decktet.actions import (
    CARDS,
    KIND_SHIFT,
    bandit,
    caravan,
    caravans_of,
    kind_of,
    rank_of,
)
from caravan_tui.games.decktet.cards import ALL, COUNT, NUMBER_COUNT, NUMBERS, WILDS, cards_of
from caravan_tui.games.decktet.rules import (
    LEADER_STEP,
    MARKET_STEP,
    NUMBERS_EACH,
    NUMBERS_STEP,
    PLAY_STEP,
    REPLACE_STEP,
    WILDS_EACH,
    WILDS_STEP,
    Caravan,
    Result,
    new,
    played_by,
)


def view(state: Caravan, seat: int | None) -> View:
    """What this seat may know, None a spectator.

    Sets of cards are masks (see `cards.py`). Everybody may remember what was played, by whom, and
    what was collected, so the numbers of Aces, Crowns and number cards in a hand are public; which
    cards they are, and what was set aside unseen, is not (D-8).
    """
    return {
        "game": "decktet",
        "seat": seat,
        "seats": 2,
        "options": {"hands": state.hands_to_play},
        "house": None,
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
        "played": [played_by(state, 0), played_by(state, 1)],
        "results": [result_view(result) for result in state.results],
    }


def result_view(result: Result) -> dict[str, Any]:
    """A finished hand as plain data, what was set aside with it (D-8)."""
    opener, market, turned, out, taken, left, points = result
    rest = ALL
    for card in market:
        rest ^= 1 << card
    for mask in (*taken, *left):
        rest ^= mask
    return {
        "opener": opener,
        "market": list(market),
        "turned": turned,
        "out": out,
        "taken": list(taken),
        "left": list(left),
        "aside": rest,
        "points": list(points),
    }


def last_seat(seen: View) -> int:
    """Who made the last play of the season in a view, -1 before the first."""
    plays, leader = len(seen["plays"]), int(seen["leader"])
    if not plays:
        return -1
    return leader if plays & 1 else 1 - leader


def market_mask(cards: list[int]) -> int:
    """The market's cards as a mask."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def unseen(seen: View) -> int:
    """The cards of which the seat of a view does not know where they are."""
    known: int = market_mask(seen["market"]) | seen["played"][0] | seen["played"][1]
    if seen["turned"] >= 0:
        known |= 1 << seen["turned"]
    if seen["hand"] is not None:
        known |= seen["hand"]
    return ALL & ~known


def view_event(event: Event, seat: int | None) -> Event | None:
    """The event as this seat may see it: a card dealt to another shows no face."""
    if event[0] == "deal" and event[1] != seat:
        return ("deal", event[1], -1)
    return event


def _sample(mask: int, count: int, rng: Random) -> int:
    """So many cards of a set, every choice equally likely."""
    cards = cards_of(mask)
    left = len(cards)
    chosen = 0
    for _ in range(count):
        at = int(rng.random() * left)
        left -= 1
        chosen |= 1 << cards[at]
        cards[at] = cards[left]
    return chosen


def determinize(seen: View, rng: Random) -> Caravan:
    """A full state that the view allows, each with the same chance: the cards that the seat has
    not seen lie in the other hand or aside, and nothing else is known of them."""
    state = new(seen["options"]["hands"])
    state.hand_number = seen["round"]
    state.step = step = seen["step"]
    state.turn = seen["to_act"]
    state.market = tuple(seen["market"])
    state.turned = seen["turned"]
    state.opener = seen["opener"]
    state.leader = seen["leader"]
    state.plays = tuple(seen["plays"])
    state.out = seen["out"]
    state.taken = list(seen["taken"])
    totals = seen["scores"]
    state.totals = (totals[0], totals[1])
    state.results = tuple(_result(result) for result in seen["results"])

    hidden = unseen(seen)
    rest = hidden
    me = seen["seat"]
    played = seen["played"]
    for seat in range(2):
        if seat == me:
            state.hands[seat] = seen["hand"]
            continue
        hand = _sample(rest & WILDS, seen["wilds"][seat], rng)
        hand |= _sample(rest & NUMBERS, seen["numbers"][seat], rng)
        state.hands[seat] = hand
        rest &= ~hand
        if step == PLAY_STEP and me is not None:
            # Made once for all worlds of a search, then filtered for each.
            state.bases[seat] = caravans_of(hidden)
    state.pool = rest
    if step == PLAY_STEP:
        state.dealt = (state.hands[0] | played[0], state.hands[1] | played[1])
    return state


def _result(seen: dict[str, Any]) -> Result:
    taken, left, points = seen["taken"], seen["left"], seen["points"]
    return (
        seen["opener"],
        tuple(seen["market"]),
        seen["turned"],
        seen["out"],
        (taken[0], taken[1]),
        (left[0], left[1]),
        (points[0], points[1]),
    )


def encode(state: Caravan) -> list[Any]:
    """The state as plain data (schema 1)."""
    return [
        state.hands_to_play,
        state.hand_number,
        state.step,
        state.turn,
        list(state.hands),
        list(state.dealt),
        list(state.market),
        state.turned,
        state.opener,
        state.leader,
        list(state.plays),
        state.out,
        list(state.taken),
        list(state.totals),
        [
            [opener, list(market), turned, out, list(taken), list(left), list(points)]
            for opener, market, turned, out, taken, left, points in state.results
        ],
    ]


def decode(data: Any, schema: int) -> Caravan:
    """The state back. Raises ValueError on data that is not one."""
    if schema != 1:
        raise ValueError(f"unknown schema {schema}")
    try:
        return _decode(data)
    except (TypeError, IndexError, KeyError, ValueError) as error:
        raise ValueError(f"not a match of Caravan: {error}") from None


def _decode(data: Any) -> Caravan:
    (
        hands_to_play,
        hand_number,
        step,
        turn,
        hands,
        dealt,
        market,
        turned,
        opener,
        leader,
        plays,
        out,
        taken,
        totals,
        results,
    ) = data
    state = new(_within(hands_to_play, 1, 9))
    state.hand_number = _within(hand_number, 1, hands_to_play)
    state.step = _within(step, LEADER_STEP, PLAY_STEP)
    state.turn = _within(turn, OVER, 1)
    state.hands = list(_two(hands, 0, ALL))
    state.dealt = _two(dealt, 0, ALL)
    state.market = _market(market)
    state.turned = _within(turned, -1, COUNT - 1)
    state.opener = _within(opener, -1, 1)
    state.leader = _within(leader, -1, 1)
    state.plays = tuple(_play(play) for play in plays)
    state.out = _within(out, -1, 1)
    state.taken = list(_two(taken, 0, ALL))
    state.totals = _two(totals, -999, 999)
    state.results = tuple(_read_result(result) for result in results)
    _check(state)
    return state


def _within(value: Any, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{value!r} is not from {low} to {high}")
    return value


def _two(values: Any, low: int, high: int) -> tuple[int, int]:
    first, second = values
    return _within(first, low, high), _within(second, low, high)


def _market(cards: Any) -> tuple[int, ...]:
    if len(cards) > 2:
        raise ValueError("a market has two cards")
    return tuple(_within(card, NUMBER_COUNT, COUNT - 1) for card in cards)


def _play(action: Any) -> int:
    play = _within(action, 1 << KIND_SHIFT, (10 << KIND_SHIFT) - 1)
    cards = play & CARDS
    if play not in (bandit(cards), caravan(cards, rank_of(play))) or not kind_of(play):
        raise ValueError(f"{play} is no play")
    return play


def _read_result(result: Any) -> Result:
    opener, market, turned, out, taken, left, points = result
    return (
        _within(opener, 0, 1),
        _market(market),
        _within(turned, -1, COUNT - 1),
        _within(out, -1, 1),
        _two(taken, 0, ALL),
        _two(left, 0, ALL),
        _two(points, -99, 99),
    )


def _check(state: Caravan) -> None:
    """Count the cards, so that damaged data is refused before it is played on; set the pool."""
    market = market_mask(list(state.market))
    if state.turned >= 0:
        market |= 1 << state.turned
    first, second = state.dealt if state.step == PLAY_STEP else state.hands
    wilds = ((first & WILDS).bit_count(), (second & WILDS).bit_count())
    numbers = ((first & NUMBERS).bit_count(), (second & NUMBERS).bit_count())
    dealt = min(max(state.step - WILDS_STEP, 0), 2 * WILDS_EACH)
    dealt_numbers = max(state.step - NUMBERS_STEP, 0)
    turned_up = len(state.market) + (state.turned >= 0)
    steps = {MARKET_STEP + 1: (1,), REPLACE_STEP: (2,)}
    expected = steps.get(state.step, (2, 3) if state.step >= NUMBERS_STEP else (0,))
    sound = (
        not (first & second or (first | second) & market)
        and wilds == (min(dealt, WILDS_EACH), max(dealt - WILDS_EACH, 0))
        and numbers == (min(dealt_numbers, NUMBERS_EACH), max(dealt_numbers - NUMBERS_EACH, 0))
        and turned_up in expected
        and (state.turn == CHANCE) == (state.step < PLAY_STEP and state.turn != OVER)
        and (state.turn < 0 or state.leader >= 0)
        and (state.step == LEADER_STEP or state.opener >= 0)
        and len(state.results) == state.hand_number - (state.turn != OVER)
    )
    if sound and state.step == PLAY_STEP:
        sound = _played_adds_up(state)
    if not sound:
        raise ValueError("the cards do not add up")
    state.pool = ALL & ~(first | second | market)


def _played_adds_up(state: Caravan) -> bool:
    """Whether what was dealt is what is held, collected and on the table."""
    table = 0
    for play in state.plays:
        table |= play & CARDS
    gone = (state.dealt[0] & ~state.hands[0]) | (state.dealt[1] & ~state.hands[1])
    first, second = state.taken
    held = not any(state.hands[seat] & ~state.dealt[seat] for seat in range(2))
    apart = not (first & second or (first | second) & table)
    return held and apart and first | second | table == gone
