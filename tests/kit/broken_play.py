"""Games that play wrongly, or cannot be kept."""

from __future__ import annotations

import random
from collections.abc import Mapping
from random import Random
from typing import Any

from caravan_tui.games.contract import Event, OptionValue, State, View
from tests.kit.broken import caught_by
from tests.kit.toys import CARDS, KNOCK, LISTS, NUMBERS, PLAY, PLAYING, ROLL, ROLLING, Toy, ToyState


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
