"""What a seat may know of a match, how to imagine the rest, and the state as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from caravan_tui.games.contract import CHANCE, Event, View

from .actions import DEAD, FACES, MOST_DICE, bits_of, count, dice_of
from .cards import FREE_MERCHANT, FREE_PLACEMENT, MOST, VILLAGES, Cards, cards_of
from .rules import ENDED, FIRST_DICE, ROLLING, SPENDING, Village, new

ID = "dice_village"
SCHEMA = 1
SEATS = (2, 3, 4)


def view(state: Village, seat: int | None) -> View:
    """What this seat may know; None is a spectator.

    Beside the common keys: `phase` (see position.py), `start`, `turn`, `filling_for`, `row` and
    `deck` (merchants for sale; how many are in the pile), `village`, `added`, `rewards`, `rolling`
    (what is pending) and `people`, by seat: `coins`, `favours`, `dice`, `free` (unplaced dice,
    packed), `laid`, `hand` (the merchants that the viewer knows, rising), `secret` (those of them
    that the others do not know), `unseen` (how many more), `villages`, each with `left`, `right`
    (sides, from the village outward) and `sold` (0 open, else 1 + the seat whose dice lie there).
    Merchants and sides are numbers of the table `cards_of(view["house"])`.
    """
    people = []
    for other in range(state.seats):
        mine = other == seat
        hand, hidden = state.hand[other], state.hidden[other]
        first = other * VILLAGES
        people.append(
            {
                "coins": state.coins[other],
                "favours": state.favours[other],
                "dice": state.dice[other],
                "free": state.free[other],
                "laid": state.laid[other],
                "hand": bits_of(hand if mine else hand & ~hidden),
                "secret": bits_of(hidden) if mine else [],
                "unseen": 0 if mine else hidden.bit_count(),
                "villages": [
                    {
                        "left": list(state.v_left[v]),
                        "right": list(state.v_right[v]),
                        "sold": state.v_sold[v],
                    }
                    for v in range(first, first + VILLAGES)
                ],
            }
        )
    return {
        "game": ID,
        "seat": seat,
        "seats": state.seats,
        "options": {},
        "house": _house(state.cards),
        "to_act": state.to_act(),
        "round": state.round,
        "scores": list(state.laid),
        "phase": state.phase,
        "start": state.start,
        "turn": state.turn,
        "filling_for": state.filling_for,
        "row": list(state.row),
        "deck": state.deck.bit_count(),
        "village": state.village,
        "added": list(state.added),
        "rewards": list(state.rewards),
        "rolling": state.rolling,
        "people": people,
    }


def view_event(event: Event, seat: int | None) -> Event | None:
    """The event as this seat may see it: others do not see which merchant a seat draws (V-7)."""
    if event[0] == "draw" and event[1] != seat:
        return ("draw", event[1], None)
    return event


def determinize(view: View, rng: Random) -> Village:
    """A position that the view allows, evenly among all: the merchants that nobody has shown are
    dealt at random to the unseen places of the hands, and the rest is the pile."""
    cards = cards_of(view["house"])
    state = _shown(view, cards)
    known = _mask(view["row"])
    for seat, person in enumerate(view["people"]):
        state.hand[seat] = _mask(person["hand"])
        state.hidden[seat] = _mask(person["secret"])
        known |= state.hand[seat]
        for village in person["villages"]:
            for side in village["left"] + village["right"]:
                known |= 1 << (side >> 1)
    unknown = bits_of(cards.every & ~known)
    places = sum(person["unseen"] for person in view["people"])
    dealt = rng.sample(unknown, places)
    for seat, person in enumerate(view["people"]):
        for _ in range(person["unseen"]):
            bit = 1 << dealt.pop()
            state.hand[seat] |= bit
            state.hidden[seat] |= bit
            known |= bit
    state.deck = cards.every & ~known
    return state


def _shown(view: View, cards: Cards) -> Village:
    """The position with all that is open; hands, hidden cards and pile are left to the caller."""
    state = new(cards, view["seats"])
    state.phase = view["phase"]
    state.start = view["start"]
    state.turn = view["turn"]
    state.round = view["round"]
    state.filling_for = view["filling_for"]
    state.row = list(view["row"])
    state.village = view["village"]
    state.added = tuple(view["added"])
    state.rewards = tuple(view["rewards"])
    state.rolling = view["rolling"]
    for seat, person in enumerate(view["people"]):
        state.coins[seat] = person["coins"]
        state.favours[seat] = person["favours"]
        state.dice[seat] = person["dice"]
        state.free[seat] = person["free"]
        state.laid[seat] = person["laid"]
        for nth, village in enumerate(person["villages"]):
            _stall(state, seat * VILLAGES + nth, village)
    return state


def _stall(state: Village, village: int, shown: Mapping[str, Any]) -> None:
    """Set a village's stalls and, from them, all that it needs and earns."""
    cards = state.cards
    left, right = shown["left"], shown["right"]
    sides = left + right
    state.v_left[village] = tuple(left)
    state.v_right[village] = tuple(right)
    state.v_sold[village] = shown["sold"]
    stalls = state.v_stalls[village] = 2 + len(sides)
    if stalls > MOST_DICE:
        state.v_need[village] = DEAD
    else:
        state.v_need[village] += dice_of([cards.face[side] for side in sides])
    state.v_coins[village] += sum(cards.coins[side] for side in sides)
    state.v_favours[village] += sum(cards.favours[side] for side in sides)
    state.v_visit[village] += sum(cards.visit[side] for side in sides)


def _mask(numbers: list[int]) -> int:
    mask = 0
    for number in numbers:
        if not 0 <= number < MOST:
            raise ValueError(f"there is no merchant {number}")
        mask |= 1 << number
    return mask


def _house(cards: Cards) -> dict[str, list[list[int]]] | None:
    """The user's cards as plain data for a view or a save, None for the built-in ones."""
    if not cards.own:
        return None
    return {name: [list(row) for row in rows] for name, rows in cards.plain.items()}


def encode(state: Village) -> dict[str, Any]:
    """The whole state as plain data: the spectator's view and what is hidden."""
    return {
        "open": view(state, None),
        "hand": [bits_of(hand) for hand in state.hand],
        "hidden": [bits_of(hidden) for hidden in state.hidden],
        "deck": bits_of(state.deck),
    }


def decode(data: Any, schema: int) -> Village:
    """The state back. Raises ValueError on data that are not one."""
    if schema != SCHEMA:
        raise ValueError(f"{ID} states of schema {schema} are not known")
    try:
        shown = data["open"]
        if shown["seats"] not in SEATS or len(shown["people"]) != shown["seats"]:
            raise ValueError(f"{ID} is for 2 to 4 seats")
        cards = cards_of(shown["house"])
        state = _shown(shown, cards)
        state.hand = [_mask(hand) for hand in data["hand"]]
        state.hidden = [_mask(hidden) for hidden in data["hidden"]]
        state.deck = _mask(data["deck"])
        _check(state)
    except (AttributeError, KeyError, IndexError, TypeError) as error:
        raise ValueError(f"not a state of {ID}: {error!r}") from None
    return state


def _check(state: Village) -> None:
    """Raise ValueError where the parts do not make one position."""
    places = [state.deck, *state.hand, _mask(state.row)]
    tucked = [side >> 1 for sides in state.v_left + state.v_right for side in sides]
    places.append(_mask(tucked))
    every = 0
    for place in places:
        if every & place:
            raise ValueError("a merchant lies in two places")
        every |= place
    numbers = [state.turn, state.round, state.rolling, *state.coins, *state.favours, *state.free]
    good = (
        every == state.cards.every
        and len(set(tucked)) == len(tucked)
        and all(0 <= side < 2 * state.cards.merchants for side in state.added)
        and len(state.hand) == len(state.hidden) == state.seats
        and all(h & ~hand == 0 for h, hand in zip(state.hidden, state.hand, strict=True))
        and all(type(number) is int and 0 <= number < 1 << 32 for number in numbers)
        and all(FIRST_DICE <= dice <= MOST_DICE for dice in state.dice)
        and all(_are_dice(free) for free in (*state.free, state.rolling))
        and all(count(free) <= dice for free, dice in zip(state.free, state.dice, strict=True))
        and all(sold in range(state.seats + 1) for sold in state.v_sold)
        and all(FREE_MERCHANT <= reward <= FREE_PLACEMENT for reward in state.rewards)
        and state.laid == [_laid(state, seat) for seat in range(state.seats)]
        and state.phase in range(ENDED + 1)
        and state.filling_for in (ROLLING, SPENDING)
        and state.start in range(-1, state.seats)
        and state.turn in range(state.seats)
        and state.village in range(-1, VILLAGES * state.seats)
    )
    if not good or (state.start < 0 and state.to_act() != CHANCE):
        raise ValueError(f"not a state of {ID}")


def _are_dice(packed: int) -> bool:
    """Whether this is a packed set of at most six dice."""
    faces = [packed >> 4 * face & 15 for face in range(FACES)]
    return packed >> 4 * FACES == 0 and sum(faces) <= MOST_DICE


def _laid(state: Village, seat: int) -> int:
    """A seat's cards on the table, counted."""
    mine = range(seat * VILLAGES, seat * VILLAGES + VILLAGES)
    return VILLAGES + sum(len(state.v_left[v]) + len(state.v_right[v]) for v in mine)
