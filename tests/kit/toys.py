"""A tiny correct game, on which the kit itself is tested.

Every seat is dealt cards unseen, bets in secret on winning, then all bets are shown; in
each round every seat plays one card, the highest takes what a die shows. Once a match each seat
may knock at another's decision (an interrupt). A bet that came true is worth two points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from caravan_tui.games.contract import (
    CHANCE,
    OVER,
    Event,
    Game,
    Option,
    OptionValue,
    Spec,
    State,
    View,
)

CARDS = 9
BET, PLAY, DEAL, ROLL, KNOCK = 0, 10, 100, 200, 300
DEALING, BETTING, PLAYING, ROLLING, DONE = range(5)
NUMBERS = ("seats", "each", "sides", "phase", "turn", "round", "winner", "knocked", "gone")
LISTS = ("hands", "bets", "table", "points")


class ToyState(State):
    """The whole game in play. Hands and `gone` are bit masks of cards."""

    __slots__ = (*NUMBERS, *LISTS)

    seats: int
    each: int
    sides: int
    phase: int
    turn: int
    round: int
    winner: int
    knocked: int
    gone: int
    hands: list[int]
    bets: list[int]
    table: list[int]
    points: list[int]

    def start(self, seats: int, each: int, sides: int) -> None:
        self.seats, self.each, self.sides = seats, each, sides
        self.phase = DEALING
        self.turn = self.round = self.winner = self.knocked = self.gone = 0
        self.hands = [0] * seats
        self.bets = [-1] * seats
        self.table = [-1] * seats
        self.points = [0] * seats

    def to_act(self) -> int:
        if self.phase == DONE:
            return OVER
        return self.turn if self.phase in (BETTING, PLAYING) else CHANCE

    def legal(self) -> list[int]:
        if self.phase == DEALING:
            free = self._free()
            return [DEAL + self.turn * 20 + card for card in cards_of(free)]
        if self.phase == BETTING:
            return [BET, BET + 1]
        if self.phase == PLAYING:
            return [PLAY + card for card in cards_of(self.hands[self.turn])]
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

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        if action >= KNOCK:
            self.knocked |= 1 << (action - KNOCK)
            tell(events, "knock", action - KNOCK)
        elif action >= ROLL:
            self.roll(action - ROLL, events)
        elif action >= DEAL:
            seat, card = divmod(action - DEAL, 20)
            self.hands[seat] |= 1 << card
            tell(events, "deal", seat, card)
            if self.hands[seat].bit_count() == self.each:
                self.pass_on(BETTING)
        elif action >= PLAY:
            self.lay(action - PLAY, events)
        else:
            self.bets[self.turn] = action
            tell(events, "bet", self.turn, action)
            if self.turn + 1 == self.seats:
                tell(events, "bets", list(self.bets))
                self.round = 1
            self.pass_on(PLAYING)

    def pass_on(self, then: int) -> None:
        self.turn = (self.turn + 1) % self.seats
        if self.turn == 0:
            self.phase = then

    def lay(self, card: int, events: list[Event] | None) -> None:
        self.hands[self.turn] ^= 1 << card
        self.gone |= 1 << card
        self.table[self.turn] = card
        tell(events, "play", self.turn, card)
        if self.turn + 1 == self.seats:
            self.winner = self.table.index(max(self.table))
        self.pass_on(ROLLING)

    def roll(self, face: int, events: list[Event] | None) -> None:
        self.points[self.winner] += face
        tell(events, "roll", self.winner, face)
        self.table = [-1] * self.seats
        if any(self.hands):
            self.round += 1
            self.phase = PLAYING
            return
        self.phase = DONE
        best = max(self.points)
        for seat in range(self.seats):
            if self.bets[seat] == (self.points[seat] == best):
                self.points[seat] += 2
        tell(events, "over", list(self.points))

    def draw(self, rng: Random) -> int:
        outcomes = self.legal()
        return outcomes[int(rng.random() * len(outcomes))]

    def clone(self) -> ToyState:
        twin = type(self)()
        for name in NUMBERS:
            setattr(twin, name, getattr(self, name))
        for name in LISTS:
            setattr(twin, name, list(getattr(self, name)))
        return twin

    def scores(self) -> tuple[float, ...]:
        return tuple(float(points) for points in self.points)

    def outcome(self) -> tuple[int, ...]:
        return tuple(1 + sum(other > mine for other in self.points) for mine in self.points)

    def _free(self) -> int:
        dealt = self.gone
        for hand in self.hands:
            dealt |= hand
        return ((1 << CARDS) - 1) & ~dealt


def cards_of(mask: int) -> list[int]:
    """The cards of a mask, rising."""
    return [card for card in range(CARDS) if mask >> card & 1]


def tell(events: list[Event] | None, *event: Any) -> None:
    """Write an event if anybody wants to know."""
    if events is not None:
        events.append(event)


class Toy(Game):
    """The correct one."""

    State: type[ToyState] = ToyState

    spec = Spec(
        id="toy",
        title="Toy",
        designer="nobody",
        summary="Play the highest card.",
        min_seats=2,
        max_seats=3,
        rules_version=1,
        schema=1,
        minutes=1,
        weight=1,
        order=0,
        options=(
            Option(name="each", title="Cards", help="Cards of a seat.", default=2, low=2, high=3),
            Option(name="wide", title="Wide die", help="A die of four.", default=False),
        ),
    )

    def setup(
        self, options: Mapping[str, OptionValue], seats: int, house: Any | None = None
    ) -> ToyState:
        state = self.State()
        state.start(seats, int(options["each"]), 4 if options["wide"] else 2)
        return state

    def view(self, state: State, seat: int | None) -> View:
        assert isinstance(state, ToyState)
        shown = state.phase not in (DEALING, BETTING)
        return {
            "game": self.spec.id,
            "seat": seat,
            "seats": state.seats,
            "options": {"each": state.each, "wide": state.sides == 4},
            "house": None,
            "to_act": state.to_act(),
            "round": state.round,
            "scores": list(state.scores()),
            "phase": state.phase,
            "turn": state.turn,
            "winner": state.winner,
            "hand": [] if seat is None else cards_of(state.hands[seat]),
            "sizes": [hand.bit_count() for hand in state.hands],
            "gone": cards_of(state.gone),
            "table": list(state.table),
            "knocked": cards_of(state.knocked),
            "has_bet": [bet >= 0 for bet in state.bets],
            "bets": list(state.bets) if shown else None,
            "own_bet": -1 if seat is None else state.bets[seat],
        }

    def view_event(self, event: Event, seat: int | None) -> Event | None:
        if event[0] in ("deal", "bet") and event[1] != seat:
            return (event[0], event[1], None)
        return event

    def determinize(self, view: View, rng: Random) -> ToyState:
        state = self.State()
        seat = view["seat"]
        state.start(view["seats"], view["options"]["each"], 4 if view["options"]["wide"] else 2)
        state.phase, state.turn, state.round = view["phase"], view["turn"], view["round"]
        state.winner, state.table = view["winner"], list(view["table"])
        state.points = [int(score) for score in view["scores"]]
        state.knocked = sum(1 << one for one in view["knocked"])
        state.gone = sum(1 << card for card in view["gone"])
        unseen = [card for card in range(CARDS) if card not in view["gone"] + view["hand"]]
        rng.shuffle(unseen)
        for owner, size in enumerate(view["sizes"]):
            mine = view["hand"] if owner == seat else [unseen.pop() for _ in range(size)]
            state.hands[owner] = sum(1 << card for card in mine)
        if view["bets"] is None:
            state.bets = [rng.randrange(2) if bet else -1 for bet in view["has_bet"]]
            if seat is not None:
                state.bets[seat] = view["own_bet"]
        else:
            state.bets = list(view["bets"])
        return state

    def encode(self, state: State) -> Any:
        data: dict[str, Any] = {name: getattr(state, name) for name in NUMBERS}
        for name in LISTS:
            data[name] = list(getattr(state, name))
        return data

    def decode(self, data: Any, schema: int) -> ToyState:
        if schema != 1 or not isinstance(data, dict) or set(data) != {*NUMBERS, *LISTS}:
            raise ValueError("not a position of toy")
        for name in NUMBERS:
            if type(data[name]) is not int:
                raise ValueError(f"not a position of toy: {name}")
        if not (0 <= data["phase"] <= DONE and 2 <= data["seats"] <= 3):
            raise ValueError("not a position of toy: phase or seats")
        if not (0 <= data["turn"] < data["seats"] and 0 <= data["winner"] < data["seats"]):
            raise ValueError("not a position of toy: a seat")
        if not (0 < data["sides"] <= 4 and 0 <= data["gone"] < 1 << CARDS):
            raise ValueError("not a position of toy: die or cards")
        if not 0 <= data["knocked"] < 1 << data["seats"]:
            raise ValueError("not a position of toy: knocked")
        for name in LISTS:
            value = data[name]
            if not isinstance(value, list) or len(value) != data["seats"]:
                raise ValueError(f"not a position of toy: {name}")
            if any(type(item) is not int for item in value):
                raise ValueError(f"not a position of toy: {name}")
        if any(not 0 <= hand < 1 << CARDS for hand in data["hands"]):
            raise ValueError("not a position of toy: hands")
        state = self.State()
        for name in NUMBERS:
            setattr(state, name, data[name])
        for name in LISTS:
            setattr(state, name, list(data[name]))
        return state

    def notation(self, action: int, view: View) -> str:
        if action >= KNOCK:
            return f"interrupt {action - KNOCK} knock"
        if action >= ROLL:
            return f"roll {action - ROLL}"
        if action >= DEAL:
            return "deal {} c{}".format(*divmod(action - DEAL, 20))
        return f"c{action - PLAY}" if action >= PLAY else f"bet {action}"

    def describe(self, action: int, view: View, names: Sequence[str] = ()) -> str:
        if action >= KNOCK:
            return "knocks"
        return f"plays card {action - PLAY}" if action >= PLAY else f"bets {action}"

    def narrate(self, event: Event, names: Sequence[str], seat: int | None) -> str | None:
        kind = event[0]
        if kind == "bets":
            return None
        if kind == "over":
            return "It is over"
        words = {"deal": "gets a card", "bet": "bets", "play": f"plays {event[-1]}"}
        return f"{names[event[1]]} {words.get(kind, kind)}"
