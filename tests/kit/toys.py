"""A tiny correct game, and broken ones: each has one fault that one check of the kit catches.

The game: every seat is dealt cards unseen, bets in secret on winning, then all bets are shown; in
each round every seat plays one card, the highest takes what a die shows. Once a match each seat
may knock at another's decision (an interrupt). A bet that came true is worth two points.
"""

from __future__ import annotations

import random
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

    def describe(self, action: int, view: View) -> str:
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


# What can be wrong, and the check that says so. The name of the class tells the fault.

BROKEN: dict[str, list[tuple[type[Toy], str]]] = {}
"""By check: the broken games, and what the check says of each (a regular expression)."""


def caught_by(check: str, says: str) -> Any:
    """Note a broken game under the check that catches it."""

    def note(game: type[Toy]) -> type[Toy]:
        BROKEN.setdefault(check, []).append((game, says))
        return game

    return note


@caught_by("matches_end", "not ended after")
class NeverEnds(Toy):
    class State(ToyState):
        def roll(self, face: int, events: list[Event] | None) -> None:
            self.points[self.winner] += face
            self.gone, self.table, self.phase = 0, [-1] * self.seats, PLAYING
            self.hands = [1 << seat for seat in range(self.seats)]


@caught_by("matches_end", "ranks")
class RanksSkipNothing(Toy):
    class State(ToyState):
        def outcome(self) -> tuple[int, ...]:
            order = sorted(set(self.points), reverse=True)
            return tuple(2 + order.index(points) for points in self.points)


@caught_by("matches_end", "1 scores for 2 seats")
class ForgetsAScore(Toy):
    class State(ToyState):
        def scores(self) -> tuple[float, ...]:
            return super().scores()[:-1]


@caught_by("legal_is_a_clean_list", "no legal action")
class NothingLegal(Toy):
    class State(ToyState):
        def legal(self) -> list[int]:
            return [] if self.round == 2 else super().legal()


@caught_by("legal_is_a_clean_list", "listed twice")
class LegalTwice(Toy):
    class State(ToyState):
        def legal(self) -> list[int]:
            actions = super().legal()
            return actions + actions[:1] if self.phase == PLAYING else actions


@caught_by("legal_is_a_clean_list", "another order")
class OrderFromHistory(Toy):
    flip = False

    class State(ToyState):
        def legal(self) -> list[int]:
            OrderFromHistory.flip = not OrderFromHistory.flip
            return super().legal()[:: -1 if OrderFromHistory.flip else 1]


@caught_by("looking_changes_nothing", "looking at a position changed it")
class LegalPlaysTheCard(Toy):
    class State(ToyState):
        def legal(self) -> list[int]:
            if self.phase == PLAYING:
                self.points[self.turn] += 1
            return super().legal()


@caught_by("order_is_the_same_under_another_hash_seed", "another hash seed")
class OrderFromHashes(Toy):
    class State(ToyState):
        def legal(self) -> list[int]:
            return sorted(super().legal(), key=lambda action: hash(str(action)))


@caught_by("every_legal_action_applies", "action 73 raised IndexError")
class OffersAnImpossibleCard(Toy):
    class State(ToyState):
        def legal(self) -> list[int]:
            actions = super().legal()
            return [*actions, PLAY + 63] if self.phase == PLAYING else actions

        def lay(self, card: int, events: list[Event] | None) -> None:
            if card == 63:
                raise IndexError(card)
            super().lay(card, events)

        def draw(self, rng: Random) -> int:
            return super().draw(rng)


@caught_by("every_legal_action_applies", "asks seat 2")
class ActorOutOfRange(Toy):
    class State(ToyState):
        def to_act(self) -> int:
            actor = super().to_act()
            return self.seats if actor == 0 and self.knocked else actor


@caught_by("clones_are_independent", "changed the clone")
class SharedHands(Toy):
    class State(ToyState):
        def clone(self) -> ToyState:
            twin = super().clone()
            twin.hands = self.hands
            return twin


@caught_by("clones_are_independent", "differs from its origin")
class ForgetfulClone(Toy):
    class State(ToyState):
        def clone(self) -> ToyState:
            twin = super().clone()
            twin.knocked = 0
            return twin


@caught_by("states_come_back_from_plain_data", "decoded state differs")
class ForgetsWhoKnocked(Toy):
    def decode(self, data: Any, schema: int) -> ToyState:
        state = super().decode(data, schema)
        state.knocked = 0
        return state


@caught_by("states_come_back_from_plain_data", "holds a tuple")
class EncodesASet(Toy):
    def encode(self, state: State) -> Any:
        return {**super().encode(state), "hands": tuple(state.hands)}  # type: ignore[attr-defined]


@caught_by("bad_plain_data_is_refused", "decode of damaged data")
class TrustsPlainData(Toy):
    def decode(self, data: Any, schema: int) -> ToyState:
        state = self.State()
        for name in NUMBERS:
            setattr(state, name, data[name])
        for name in LISTS:
            setattr(state, name, list(data[name]))
        return state


@caught_by("bad_plain_data_is_refused", "with schema 1001")
class TakesAnySchema(Toy):
    def decode(self, data: Any, schema: int) -> ToyState:
        return super().decode(data, 1)


@caught_by("bad_plain_data_is_refused", "led to (KeyError|TypeError)")
class TrustsWhatIsInside(Toy):
    def decode(self, data: Any, schema: int) -> ToyState:
        if schema != 1 or not isinstance(data, dict) or len(data) != len(NUMBERS + LISTS):
            raise ValueError("not a position of toy")
        state = self.State()
        for name in NUMBERS:
            setattr(state, name, data[name] + 0)
        for name in LISTS:
            setattr(state, name, list(data[name]))
        return state


@caught_by("bad_plain_data_is_refused", "without a reason")
class RefusesWithoutAReason(Toy):
    def decode(self, data: Any, schema: int) -> ToyState:
        try:
            return super().decode(data, schema)
        except ValueError:
            raise ValueError from None


@caught_by("a_match_replays_from_its_log", "other events")
class CountsAcrossMatches(Toy):
    count = 0

    class State(ToyState):
        def roll(self, face: int, events: list[Event] | None) -> None:
            CountsAcrossMatches.count += 1
            super().roll(face + CountsAcrossMatches.count, events)


@caught_by("a_match_replays_from_its_log", "differs")
class EventsChangeTheGame(Toy):
    class State(ToyState):
        def roll(self, face: int, events: list[Event] | None) -> None:
            super().roll(face + (events is not None), events)


@caught_by("nothing_uses_the_global_generator", "global generator")
class RollsInApply(Toy):
    class State(ToyState):
        def roll(self, face: int, events: list[Event] | None) -> None:
            super().roll(random.randint(1, 1000), events)


@caught_by("nothing_uses_the_global_generator", "near ply 0")
class ShufflesAtSetup(Toy):
    def setup(
        self, options: Mapping[str, OptionValue], seats: int, house: Any | None = None
    ) -> ToyState:
        state = super().setup(options, seats, house)
        state.gone = 1 << random.randrange(CARDS)
        return state


@caught_by("nothing_uses_the_global_generator", "global generator")
class ImaginesWithTheGlobalGenerator(Toy):
    def determinize(self, view: View, rng: Random) -> ToyState:
        return super().determinize(view, Random(random.random()))


@caught_by("chance_draws_what_it_lists", "legal.. does not list")
class RollsASeven(Toy):
    class State(ToyState):
        def draw(self, rng: Random) -> int:
            return ROLL + 7 if self.phase == ROLLING else super().draw(rng)


@caught_by("chance_draws_what_it_lists", "never drawn")
class DrawsOneOnly(Toy):
    class State(ToyState):
        def draw(self, rng: Random) -> int:
            return ROLL + 1 if self.phase == ROLLING else super().draw(rng)


@caught_by("chance_draws_what_it_lists", "drawing changed")
class DrawMoves(Toy):
    class State(ToyState):
        def draw(self, rng: Random) -> int:
            self.points[0] += 1
            return super().draw(rng)


@caught_by("views_are_plain_data", "holds a set")
class ViewHoldsASet(Toy):
    def view(self, state: State, seat: int | None) -> View:
        return {**super().view(state, seat), "gone": set()}


@caught_by("views_are_plain_data", "is not text")
class ViewHasNumbersAsKeys(Toy):
    def view(self, state: State, seat: int | None) -> View:
        return {**super().view(state, seat), "bets_of": {0: 1}}


@caught_by("views_are_plain_data", "no .'round'")
class ViewHasNoRound(Toy):
    def view(self, state: State, seat: int | None) -> View:
        view = super().view(state, seat)
        del view["round"]
        return view


@caught_by("views_are_plain_data", "holds a log")
class ViewHoldsALog(Toy):
    def view(self, state: State, seat: int | None) -> View:
        return {**super().view(state, seat), "table": [{"log": [1, 2]}]}


@caught_by("views_are_plain_data", "seat is 0")
class ViewNamesAnotherSeat(Toy):
    def view(self, state: State, seat: int | None) -> View:
        return {**super().view(state, seat), "seat": 0}


@caught_by("views_are_built_from_nothing", "holds the state")
class ViewHoldsTheState(Toy):
    def view(self, state: State, seat: int | None) -> View:
        return {**super().view(state, seat), "table": state.table}  # type: ignore[attr-defined]


@caught_by("views_are_built_from_nothing", "share data")
class ViewsShareATable(Toy):
    house = [1, 2, 3]

    def view(self, state: State, seat: int | None) -> View:
        return {**super().view(state, seat), "rules": ViewsShareATable.house}


@caught_by("views_do_not_know_what_is_hidden", "view.hands was")
class ViewShowsAllHands(Toy):
    def view(self, state: State, seat: int | None) -> View:
        return {**super().view(state, seat), "hands": list(state.hands)}  # type: ignore[attr-defined]


@caught_by("views_do_not_know_what_is_hidden", "view.gone was")
class ForgetsWhatWasPlayed(Toy):
    def determinize(self, view: View, rng: Random) -> ToyState:
        return super().determinize({**view, "gone": []}, rng)


@caught_by("views_do_not_know_what_is_hidden", "other interrupts")
class KnockTellsAHand(Toy):
    class State(ToyState):
        def interrupts(self) -> dict[int, list[int]]:
            has = self.hands[self.turn] & 7
            return super().interrupts() if has else {}


@caught_by("views_do_not_know_what_is_hidden", "another legal list")
class LegalTellsAHand(Toy):
    class State(ToyState):
        def legal(self) -> list[int]:
            actions = super().legal()
            other = self.hands[(self.turn + 1) % self.seats]
            return actions[::-1] if self.phase == PLAYING and other & 3 else actions


@caught_by("imagined_worlds_differ", "one world only")
class PeeksAndImaginesTheTruth(Toy):
    def view(self, state: State, seat: int | None) -> View:
        assert isinstance(state, ToyState)
        return {**super().view(state, seat), "x": list(state.hands), "y": list(state.bets)}

    def determinize(self, view: View, rng: Random) -> ToyState:
        state = super().determinize(view, rng)
        state.hands, state.bets = list(view["x"]), list(view["y"])
        return state


@caught_by("imagined_worlds_differ", "one world only")
class ImaginesOneWorld(Toy):
    def determinize(self, view: View, rng: Random) -> ToyState:
        return super().determinize(view, Random(0))


@caught_by("imagined_worlds_play_on", "no die")
class ImaginesAWorldThatBreaks(Toy):
    class Dream(ToyState):
        def roll(self, face: int, events: list[Event] | None) -> None:
            raise TypeError("no die")

    def determinize(self, view: View, rng: Random) -> ToyState:
        state = super().determinize(view, rng)
        dream = self.Dream()
        for name in NUMBERS + LISTS:
            setattr(dream, name, getattr(state, name))
        return dream


@caught_by("imagined_worlds_play_on", "not a position")
class ImaginesWhatCannotBeKept(Toy):
    def determinize(self, view: View, rng: Random) -> ToyState:
        state = super().determinize(view, rng)
        state.bets.append(0)
        return state


@caught_by("events_tell_nothing_hidden", "is told")
class DealsInTheOpen(Toy):
    def view_event(self, event: Event, seat: int | None) -> Event | None:
        return event if event[0] == "deal" else super().view_event(event, seat)


@caught_by("events_tell_nothing_hidden", "is told")
class PlayTellsTheHand(Toy):
    class State(ToyState):
        def lay(self, card: int, events: list[Event] | None) -> None:
            super().lay(card, events)
            tell(events, "left", self.turn, self.hands[self.turn - 1])


@caught_by("events_tell_nothing_hidden", "is told")
class BetsInTheOpen(Toy):
    def view_event(self, event: Event, seat: int | None) -> Event | None:
        return event if event[0] == "bet" else super().view_event(event, seat)


@caught_by("what_looks_alike_is_alike", "look alike to")
class PlaysLookAlike(Toy):
    class State(ToyState):
        def observed(self, action: int, seat: int) -> int:
            other = PLAY <= action < DEAL and seat != self.turn
            return PLAY if other else super().observed(action, seat)


@caught_by("what_looks_alike_is_alike", "own actions apart")
class OwnBetsLookAlike(Toy):
    class State(ToyState):
        def observed(self, action: int, seat: int) -> int:
            return BET if self.phase == BETTING and self.turn + 1 < self.seats else action


@caught_by("events_are_plain_facts", "is a list")
class EventIsAList(Toy):
    class State(ToyState):
        def roll(self, face: int, events: list[Event] | None) -> None:
            super().roll(face, events)
            if events is not None:
                events.append(["face", face])  # type: ignore[arg-type]


@caught_by("events_are_plain_facts", "holds a State")
class EventHoldsTheState(Toy):
    class State(ToyState):
        def lay(self, card: int, events: list[Event] | None) -> None:
            super().lay(card, events)
            tell(events, "left", self.turn, self)


@caught_by("every_action_is_told", "writes no event")
class KnocksSilently(Toy):
    class State(ToyState):
        def apply(self, action: int, events: list[Event] | None = None) -> None:
            super().apply(action, None if action >= KNOCK else events)


@caught_by("every_action_is_told", "reads nothing")
class SaysNothingOfBets(Toy):
    def narrate(self, event: Event, names: Sequence[str], seat: int | None) -> str | None:
        return None if event[0] == "bet" else super().narrate(event, names, seat)


@caught_by("every_action_is_told", "narrating")
class NarratesTheHiddenCard(Toy):
    def narrate(self, event: Event, names: Sequence[str], seat: int | None) -> str | None:
        if event[0] == "deal":
            return f"{names[event[1]]} gets {event[2] + 1}"
        return super().narrate(event, names, seat)


@caught_by("notation_is_unique_and_comes_back", "share a notation")
class CardsShareANotation(Toy):
    def notation(self, action: int, view: View) -> str:
        return (
            f"c{(action - PLAY) // 4}" if PLAY <= action < DEAL else super().notation(action, view)
        )


@caught_by("notation_is_unique_and_comes_back", "is ''")
class NotationHasNoWords(Toy):
    def notation(self, action: int, view: View) -> str:
        return "" if action >= KNOCK else super().notation(action, view)


@caught_by("notation_is_unique_and_comes_back", "is read as None")
class CannotReadItself(Toy):
    def parse(self, text: str, legal: Sequence[int], view: View) -> int | None:
        return None


@caught_by("notation_is_unique_and_comes_back", "reading")
class ReadsAnything(Toy):
    def parse(self, text: str, legal: Sequence[int], view: View) -> int | None:
        found = super().parse(text, legal, view)
        return int(text) if found is None else found


@caught_by("notation_is_unique_and_comes_back", "is described ''")
class DescribesNothing(Toy):
    def describe(self, action: int, view: View) -> str:
        return "" if BET <= action < PLAY else super().describe(action, view)


@caught_by("interrupts_belong_to_others", "interrupts itself")
class InterruptsItself(Toy):
    class State(ToyState):
        def interrupts(self) -> dict[int, list[int]]:
            found = super().interrupts()
            if self.phase == PLAYING:
                found[self.turn] = [KNOCK + self.turn]
            return dict(sorted(found.items()))


@caught_by("interrupts_belong_to_others", "of two seats")
class InterruptsShareAnAction(Toy):
    class State(ToyState):
        def interrupts(self) -> dict[int, list[int]]:
            return {seat: [KNOCK + self.turn] for seat in super().interrupts()}


@caught_by("interrupts_belong_to_others", "no seat is to act")
class InterruptsAtChance(Toy):
    class State(ToyState):
        def interrupts(self) -> dict[int, list[int]]:
            return {0: [KNOCK]} if self.phase == ROLLING else super().interrupts()


@caught_by("a_match_is_kept_and_taken_back", "leads elsewhere")
class ReplaysDifferentlyUnseen(Toy):
    """Right while somebody looks on; wrong as soon as a match goes back through its log."""

    class State(ToyState):
        def apply(self, action: int, events: list[Event] | None = None) -> None:
            super().apply(action, events)
            if action >= KNOCK and events is None:
                self.points[0] += 1


@caught_by("a_match_is_kept_and_taken_back", "leads elsewhere|the record differs")
class ForgetsTheHouse(Toy):
    """Options that are not resolved the same way twice."""

    made = 0

    def setup(
        self, options: Mapping[str, OptionValue], seats: int, house: Any | None = None
    ) -> ToyState:
        ForgetsTheHouse.made += 1
        state = super().setup(options, seats, house)
        state.points[0] = ForgetsTheHouse.made
        return state
