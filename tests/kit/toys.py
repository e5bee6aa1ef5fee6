"""A tiny correct game, on which the kit itself is tested.

Every seat is dealt cards face down, bets in secret on winning, then all bets are revealed. In each
round every seat plays one card, and the highest takes what a die shows. Once a match each seat may
knock during another seat's decision (an interrupt). A bet that came true is worth nine points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Annotated, Any

from attrs import evolve
from msgspec.structs import replace

from caravan_tui.games import contract
from caravan_tui.games.contract import (
    CHANCE,
    OVER,
    Game,
    Option,
    OptionValue,
    Region,
    Spec,
    State,
)
from caravan_tui.games.kit.bitsets import mask_of, members
from caravan_tui.games.kit.fields import Mask, PerSeat, Range
from caravan_tui.games.kit.views import common

CARDS = 9
BET, PLAY, DEAL, ROLL, KNOCK = 0, 10, 100, 200, 300
DEALING, BETTING, PLAYING, ROLLING, DONE = range(5)


# spec

SPEC = Spec(
    id="toy",
    title="Toy",
    summary="Play the highest card.",
    min_seats=2,
    max_seats=3,
    options=(
        Option(name="each", title="Cards", help="Cards of a seat.", default=2, low=2, high=3),
        Option(name="wide", title="Wide die", help="A die of four.", default=False),
    ),
)


# events


class Deal(contract.Event):
    seat: int
    card: int | None
    """None where the card is hidden."""


class Bet(contract.Event):
    seat: int
    bet: int | None
    """None where the bet is hidden."""


class Bets(contract.Event):
    bets: list[int]


class Play(contract.Event):
    seat: int
    card: int


class Roll(contract.Event):
    seat: int
    face: int


class Knock(contract.Event):
    seat: int


class Over(contract.Event):
    points: list[int]


EVENTS = Deal | Bet | Bets | Play | Roll | Knock | Over


# state and rules


@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class ToyState(State):
    """The position and its rules. Hands, `gone` and `knocked` are bit masks."""

    seats: Annotated[int, Range(2, 3)]
    each: Annotated[int, Range(2, 3)]
    sides: Annotated[int, Range(2, 4)]
    phase: Annotated[int, Range(DEALING, DONE)] = DEALING
    turn: Annotated[int, Range(0, 2)] = 0
    round: Annotated[int, Range(0, 3)] = 0
    winner: Annotated[int, Range(0, 2)] = 0
    knocked: Annotated[int, Mask(3)] = 0
    gone: Annotated[int, Mask(CARDS)] = 0
    hands: Annotated[list[int], PerSeat(Mask(CARDS))]
    bets: Annotated[list[int], PerSeat(Range(-1, 1))]
    """1: bets on winning, 0: on not winning, -1: no bet yet."""
    table: Annotated[list[int], PerSeat(Range(-1, CARDS - 1))]
    points: Annotated[list[int], PerSeat(Range(0, 99))]

    def to_act(self) -> int:
        if self.phase == DONE:
            return OVER
        return self.turn if self.phase in (BETTING, PLAYING) else CHANCE

    def legal(self) -> list[int]:
        if self.phase == DEALING:
            return [DEAL + self.turn * 20 + card for card in members(self.undealt())]
        if self.phase == BETTING:
            return [BET, BET + 1]
        if self.phase == PLAYING:
            return [PLAY + card for card in members(self.hands[self.turn])]
        return [ROLL + face for face in range(1, self.sides + 1)]

    def interrupts(self) -> dict[int, list[int]]:
        if self.phase != PLAYING:
            return {}
        return {
            seat: [KNOCK + seat]
            for seat in range(self.seats)
            if seat != self.turn and not self.knocked >> seat & 1
        }

    def observed(self, action: int, seat: int) -> int:
        secret = self.phase == BETTING and self.turn != seat and self.turn + 1 < self.seats
        return BET if secret else action

    def apply(self, action: int, events: list[contract.Event] | None = None) -> None:
        happened: list[contract.Event] = [] if events is None else events
        if action >= KNOCK:
            self.knocked |= 1 << (action - KNOCK)
            happened.append(Knock(action - KNOCK))
        elif action >= ROLL:
            self.roll(action - ROLL, events)
        elif action >= DEAL:
            seat, card = divmod(action - DEAL, 20)
            self.hands[seat] |= 1 << card
            happened.append(Deal(seat, card))
            if self.hands[seat].bit_count() == self.each:
                self.next_seat(BETTING)
        elif action >= PLAY:
            self.play(action - PLAY, events)
        else:
            self.bets[self.turn] = action
            happened.append(Bet(self.turn, action))
            if self.turn + 1 == self.seats:
                happened.append(Bets(list(self.bets)))
                self.round = 1
            self.next_seat(PLAYING)

    def next_seat(self, phase_after_last: int) -> None:
        self.turn = (self.turn + 1) % self.seats
        if self.turn == 0:
            self.phase = phase_after_last

    def play(self, card: int, events: list[contract.Event] | None) -> None:
        self.hands[self.turn] ^= 1 << card
        self.gone |= 1 << card
        self.table[self.turn] = card
        if events is not None:
            events.append(Play(self.turn, card))
        if self.turn + 1 == self.seats:
            self.winner = self.table.index(max(self.table))
        self.next_seat(ROLLING)

    def roll(self, face: int, events: list[contract.Event] | None) -> None:
        self.points[self.winner] += face
        if events is not None:
            events.append(Roll(self.winner, face))
        self.table = [-1] * self.seats
        if any(self.hands):
            self.round += 1
            self.phase = PLAYING
            return
        self.phase = DONE
        best = max(self.points)
        for seat in range(self.seats):
            if self.bets[seat] == (self.points[seat] == best):
                self.points[seat] += 9
        if events is not None:
            events.append(Over(list(self.points)))

    def scores(self) -> tuple[float, ...]:
        return tuple(float(points) for points in self.points)

    def undealt(self) -> int:
        dealt = self.gone
        for hand in self.hands:
            dealt |= hand
        return ((1 << CARDS) - 1) & ~dealt

    def restored(self) -> None:
        if self.turn >= self.seats or self.winner >= self.seats or self.knocked >> self.seats:
            raise ValueError("a seat that does not exist")


def setup_as(
    state: type[ToyState], options: Mapping[str, OptionValue], seats: int, custom: Any = None
) -> ToyState:
    """`setup` for a class of states."""
    return state(
        seats=seats,
        each=int(options["each"]),
        sides=4 if options["wide"] else 2,
        hands=[0] * seats,
        bets=[-1] * seats,
        table=[-1] * seats,
        points=[0] * seats,
    )


# view


class ToyView(contract.View):
    phase: int
    turn: int
    winner: int
    hand: list[int]
    sizes: list[int]
    gone: list[int]
    table: list[int]
    knocked: list[int]
    has_bet: list[bool]
    bets: list[int] | None
    """None until they are revealed."""
    own_bet: int


def view(state: ToyState, seat: int | None) -> ToyView:
    return {
        **common(SPEC, state, seat, {"each": state.each, "wide": state.sides == 4}, state.round),
        "phase": state.phase,
        "turn": state.turn,
        "winner": state.winner,
        "hand": [] if seat is None else members(state.hands[seat]),
        "sizes": [hand.bit_count() for hand in state.hands],
        "gone": members(state.gone),
        "table": list(state.table),
        "knocked": members(state.knocked),
        "has_bet": [bet >= 0 for bet in state.bets],
        "bets": list(state.bets) if state.phase not in (DEALING, BETTING) else None,
        "own_bet": -1 if seat is None else state.bets[seat],
    }


def view_event(event: contract.Event, seat: int | None) -> contract.Event | None:
    match event:
        case Deal(player) if player != seat:
            return Deal(player, None)
        case Bet(player) if player != seat:
            return Bet(player, None)
    return event


def determinize_as(state: type[ToyState], view: ToyView, rng: Random) -> ToyState:
    """`determinize` for a class of states."""
    world = setup_as(state, view["options"], view["seats"])
    world.phase, world.turn, world.round = view["phase"], view["turn"], view["round"]
    world.winner, world.table = view["winner"], list(view["table"])
    world.points = [int(score) for score in view["scores"]]
    world.knocked = mask_of(view["knocked"])
    world.gone = mask_of(view["gone"])
    unseen = [card for card in range(CARDS) if card not in view["gone"] + view["hand"]]
    rng.shuffle(unseen)
    for seat, size in enumerate(view["sizes"]):
        hand = view["hand"] if seat == view["seat"] else [unseen.pop() for _ in range(size)]
        world.hands[seat] = mask_of(hand)
    if view["bets"] is not None:
        world.bets = list(view["bets"])
        return world
    world.bets = [rng.randrange(2) if has_bet else -1 for has_bet in view["has_bet"]]
    if view["seat"] is not None:
        world.bets[view["seat"]] = view["own_bet"]
    return world


# text


def notation(action: int, view: ToyView) -> str:
    if action >= KNOCK:
        return f"interrupt {action - KNOCK} knock"
    if action >= ROLL:
        return f"roll {action - ROLL}"
    if action >= DEAL:
        return "deal {} c{}".format(*divmod(action - DEAL, 20))
    return f"c{action - PLAY}" if action >= PLAY else f"bet {action}"


def describe(action: int, view: ToyView, names: Sequence[str] = ()) -> str:
    if action >= KNOCK:
        return "knocks"
    return f"plays card {action - PLAY}" if action >= PLAY else f"bets {action}"


def narrate(event: contract.Event, names: Sequence[str], seat: int | None) -> str | None:
    match event:
        case Deal(player):
            return f"{names[player]} gets a card"
        case Bet(player):
            return f"{names[player]} bets"
        case Play(player, card):
            return f"{names[player]} plays {card}"
        case Roll(player):
            return f"{names[player]} wins the roll"
        case Knock(player):
            return f"{names[player]} knocks"
        case Over():
            return "It is over"
    return None


# speech


def regions(view: ToyView, names: Sequence[str]) -> Sequence[Region]:
    table = [f"{name}: {view['table'][seat]}." for seat, name in enumerate(names)]
    table += [f"{name} has bet: {view['has_bet'][seat]}." for seat, name in enumerate(names)]
    table += [
        f"Turn of {names[view['turn']]}.",
        f"Knocked: {view['knocked']}.",
        f"Bets: {view['bets']}.",
    ]
    gone = f"Gone: {view['gone']}. Points: {view['scores']}."
    parts = [Region("table", "The table", [*table, gone, f"Phase {view['phase']}."])]
    for seat, name in enumerate(names):
        hand = f"{name} holds {view['sizes'][seat]}."
        if seat == view["seat"]:
            hand = f"{name} holds {view['hand']} and has bet {view['own_bet']}."
        parts.append(Region(f"player {seat}", name, [hand], seat))
    return parts


def question(view: ToyView, legal: Sequence[int], names: Sequence[str]) -> str:
    return "Bet." if view["phase"] == BETTING else "Play a card."


def why_not(entry: str, legal: Sequence[int], view: ToyView, names: Sequence[str]) -> str:
    return "This card is not yours." if entry.startswith("c") else ""


def toy(state: type[ToyState] = ToyState, title: str = SPEC.title, **parts: Any) -> Game[Any]:
    """The game, with a class of states or with parts in place of its own."""
    game: Game[Any] = Game(
        spec=replace(SPEC, title=title),
        state=state,
        events=EVENTS,
        setup=partial(setup_as, state),
        view=view,
        view_event=view_event,
        determinize=partial(determinize_as, state),
        notation=notation,
        describe=describe,
        narrate=narrate,
        speak_regions=regions,
        speak_question=question,
        speak_refusal=why_not,
    )
    return evolve(game, **parts)
