"""Games that play wrongly, or that cannot be saved."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any

from attrs import asdict

from caravan_tui.games.contract import Event, Game, OptionValue
from caravan_tui.games.deeds import Chronicle, Deed
from caravan_tui.games.kit import fields
from caravan_tui.games.kit.fields import Mask, PerSeat, Plain, Range, Shared
from tests.kit import toys
from tests.kit.broken import caught_by
from tests.kit.toys import (
    CARDS,
    KNOCK,
    PLAY,
    PLAYING,
    ROLL,
    ROLLING,
    ToyState,
    determinize_as,
    setup_as,
    toy,
)  # fmt: skip


@caught_by("matches_end", "not ended after")
class NeverEnds(ToyState):
    __slots__ = ()

    def roll(self, face: int, events: list[Event] | None) -> None:
        self.points[self.winner] += face
        self.gone, self.table, self.phase = 0, [-1] * self.seats, PLAYING
        self.hands = [1 << seat for seat in range(self.seats)]


@caught_by("matches_end", "ranks")
class RanksSkipNothing(ToyState):
    __slots__ = ()

    def outcome(self) -> tuple[int, ...]:
        order = sorted(set(self.points), reverse=True)
        return tuple(2 + order.index(points) for points in self.points)


@caught_by("matches_end", "1 scores for 2 seats")
class ForgetsAScore(ToyState):
    __slots__ = ()

    def scores(self) -> tuple[float, ...]:
        return super().scores()[:-1]


@caught_by("legal_is_a_clean_list", "no legal action")
class NothingLegal(ToyState):
    __slots__ = ()

    def legal(self) -> list[int]:
        return [] if self.round == 2 else super().legal()


@caught_by("legal_is_a_clean_list", "listed twice")
class LegalTwice(ToyState):
    __slots__ = ()

    def legal(self) -> list[int]:
        actions = super().legal()
        return actions + actions[:1] if self.phase == PLAYING else actions


@caught_by("legal_is_a_clean_list", "another order")
class OrderFromHistory(ToyState):
    __slots__ = ()
    calls = 0

    def legal(self) -> list[int]:
        OrderFromHistory.calls += 1
        return super().legal()[:: -1 if OrderFromHistory.calls % 2 else 1]


@caught_by("queries_change_nothing", "a query changed the position")
class LegalPlaysTheCard(ToyState):
    __slots__ = ()

    def legal(self) -> list[int]:
        if self.phase == PLAYING:
            self.points[self.turn] += 1
        return super().legal()


@caught_by("order_is_the_same_under_another_hash_seed", "another hash seed")
class OrderFromHashes(ToyState):
    __slots__ = ()

    def legal(self) -> list[int]:
        return sorted(super().legal(), key=lambda action: hash(str(action)))


@caught_by("every_legal_action_applies", "action 73 raised IndexError")
class OffersAnImpossibleCard(ToyState):
    __slots__ = ()

    def legal(self) -> list[int]:
        actions = super().legal()
        return [*actions, PLAY + 63] if self.phase == PLAYING else actions

    def play(self, card: int, events: list[Event] | None) -> None:
        if card == 63:
            raise IndexError(card)
        super().play(card, events)


@caught_by("every_legal_action_applies", "asks seat 2")
class ActorOutOfRange(ToyState):
    __slots__ = ()

    def to_act(self) -> int:
        actor = super().to_act()
        return self.seats if actor == 0 and self.knocked else actor


@caught_by("clones_are_independent", "changed the clone")
@caught_by("clones_are_field_by_field", "shares hands")
@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class HidesAListFromTheClone(ToyState):
    """The compiled clone copies lists only where the annotation says that there is one."""

    hands: Annotated[Sequence[int], PerSeat(Mask(CARDS))]  # type: ignore[assignment]


@caught_by("clones_are_independent", "changed the clone")
@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class SharesAListThatChanges(ToyState):
    hands: Annotated[list[int], PerSeat(Mask(CARDS)), Shared]


@caught_by("clones_are_independent", "differs from its origin")
@caught_by("clones_are_field_by_field", "knocked is")
class ForgetfulClone(ToyState):
    __slots__ = ()

    def clone(self) -> ForgetfulClone:
        copy: ForgetfulClone = fields.clone_of(type(self))(self)  # type: ignore[arg-type]
        copy.knocked = 0
        return copy


@caught_by("clones_are_field_by_field", "is a ToyState")
class ClonesItsParent(ToyState):
    __slots__ = ()

    def clone(self) -> ToyState:  # type: ignore[override]
        copy: ToyState = fields.clone_of(ToyState)(self)
        return copy


@caught_by("states_come_back_from_plain_data", "other interrupts")
@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class ForgetsWhoKnocked(ToyState):
    """A field without a spec that nothing derives."""

    knocked: int = 0

    def restored(self) -> None:
        self.knocked = 0


@caught_by("states_come_back_from_plain_data", "holds a tuple")
@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class EncodesATuple(ToyState):
    hands: Annotated[list[int], Plain(tuple, list)]


@caught_by("bad_plain_data_is_refused", "decode of damaged data")
@caught_by("declared_bounds_are_kept", "hands: took")
@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class TrustsPlainData(ToyState):
    hands: Annotated[list[int], Plain(list, lambda data: {"a": data}["a" if data else "b"])]


class AnyNumber(Range):
    """A spec that does not keep its own bounds."""

    def decode(self, data: Any, owner: Any) -> int:
        return int(data)


@caught_by("declared_bounds_are_kept", "points: took")
@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class DoesNotKeepItsBounds(ToyState):
    points: Annotated[list[int], PerSeat(AnyNumber(0, 99))]


class TakesEverySchema(Game[ToyState]):
    def decode(self, data: Any, schema: int) -> ToyState:
        return super().decode(data, self.spec.schema)


@caught_by("bad_plain_data_is_refused", "with schema 1001")
def takes_every_schema(name: str) -> Game[Any]:
    return TakesEverySchema(**asdict(toy(title=name), recurse=False))


class RefusesWithoutAReason(Game[ToyState]):
    def decode(self, data: Any, schema: int) -> ToyState:
        try:
            return super().decode(data, schema)
        except ValueError:
            raise ValueError from None


@caught_by("bad_plain_data_is_refused", "without a reason")
def refuses_without_a_reason(name: str) -> Game[Any]:
    return RefusesWithoutAReason(**asdict(toy(title=name), recurse=False))


@caught_by("a_match_replays_from_its_log", "other events")
class CountsAcrossMatches(ToyState):
    __slots__ = ()
    count = 0

    def roll(self, face: int, events: list[Event] | None) -> None:
        CountsAcrossMatches.count += 1
        super().roll(face + CountsAcrossMatches.count, events)


@caught_by("a_match_replays_from_its_log", "differs")
class EventsChangeTheGame(ToyState):
    __slots__ = ()

    def roll(self, face: int, events: list[Event] | None) -> None:
        super().roll(face + (events is not None), events)


@caught_by("nothing_uses_the_global_generator", "global generator")
class RollsInApply(ToyState):
    __slots__ = ()

    def roll(self, face: int, events: list[Event] | None) -> None:
        super().roll(random.randint(1, 1000), events)


@caught_by("nothing_uses_the_global_generator", "near ply 0", "setup")
def shuffles_at_setup(
    options: Mapping[str, OptionValue], seats: int, custom: Any = None
) -> ToyState:
    state = setup_as(ToyState, options, seats, custom)
    state.gone = 1 << random.randrange(CARDS)
    return state


@caught_by("nothing_uses_the_global_generator", "global generator", "determinize")
def imagines_with_the_global_generator(view: toys.ToyView, rng: Random) -> ToyState:
    return determinize_as(ToyState, view, Random(random.random()))


@caught_by("chance_draws_what_it_lists", "legal.. does not list")
class RollsASeven(ToyState):
    __slots__ = ()

    def draw(self, rng: Random) -> int:
        return ROLL + 7 if self.phase == ROLLING else super().draw(rng)


@caught_by("chance_draws_what_it_lists", "never drawn")
class DrawsOneOnly(ToyState):
    __slots__ = ()

    def draw(self, rng: Random) -> int:
        return ROLL + 1 if self.phase == ROLLING else super().draw(rng)


@caught_by("chance_draws_what_it_lists", "drawing changed")
class DrawMoves(ToyState):
    __slots__ = ()

    def draw(self, rng: Random) -> int:
        self.points[0] += 1
        return super().draw(rng)


@caught_by("a_match_survives_saving_and_undo", "leads elsewhere")
class ReplaysDifferentlyWithoutEvents(ToyState):
    """Right while events are wanted; wrong as soon as a match replays its log."""

    __slots__ = ()

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        super().apply(action, events)
        if action >= KNOCK and events is None:
            self.points[0] += 1


@caught_by("a_match_survives_saving_and_undo", "leads elsewhere|the record differs", "setup")
def counts_setups(options: Mapping[str, OptionValue], seats: int, custom: Any = None) -> ToyState:
    state = setup_as(ToyState, options, seats, custom)
    SETUPS.append(seats)
    state.points[0] = len(SETUPS) % 90
    return state


SETUPS: list[int] = []


@caught_by("interrupts_belong_to_others", "interrupts itself")
class InterruptsItself(ToyState):
    __slots__ = ()

    def interrupts(self) -> dict[int, list[int]]:
        offered = super().interrupts()
        if self.phase == PLAYING:
            offered[self.turn] = [KNOCK + self.turn]
        return dict(sorted(offered.items()))


@caught_by("interrupts_belong_to_others", "of two seats")
class InterruptsShareAnAction(ToyState):
    __slots__ = ()

    def interrupts(self) -> dict[int, list[int]]:
        return {seat: [KNOCK + self.turn] for seat in super().interrupts()}


@caught_by("interrupts_belong_to_others", "no seat is to act")
class InterruptsAtChance(ToyState):
    __slots__ = ()

    def interrupts(self) -> dict[int, list[int]]:
        return {0: [KNOCK]} if self.phase == ROLLING else super().interrupts()


@caught_by("parts_have_the_names_of_the_contract", "setup takes options, seat_count", "setup")
def setup_with_a_name_of_its_own(
    options: Mapping[str, OptionValue], seat_count: int, custom: Any = None
) -> ToyState:
    return setup_as(ToyState, options, seat_count, custom)


# Deeds


@caught_by("deeds_have_short_words_and_lasting_ids", "is not toy")
def deed_of_nobody(title: str) -> Game[Any]:
    return toy(title=title, deeds=(Deed("highest", "High", "Play the nine.", bool),))


@caught_by("deeds_have_short_words_and_lasting_ids", "two deeds have one id")
def deed_twice(title: str) -> Game[Any]:
    return toy(title=title, deeds=(Deed("toy.high", "High", "Play the nine.", bool),) * 2)


@caught_by("deeds_have_short_words_and_lasting_ids", "its text is too long")
def deed_with_a_long_text(title: str) -> Game[Any]:
    return toy(title=title, deeds=(Deed("toy.high", "High", "Play the nine. " * 9, bool),))


@caught_by("deeds_only_look_at_a_match", "a deed changed a position")
def deed_that_plays(title: str) -> Game[Any]:
    def gives_itself_points(chronicle: Chronicle[ToyState]) -> bool:
        chronicle.end.points[chronicle.seat] += 1
        return True

    return toy(title=title, deeds=(Deed("toy.rich", "Rich", "Be rich.", gives_itself_points),))


@caught_by("deeds_only_look_at_a_match", "says None")
def deed_that_says_nothing(title: str) -> Game[Any]:
    def look(chronicle: Chronicle[ToyState]) -> None:
        return None

    return toy(title=title, deeds=(Deed("toy.rich", "Rich", "Be rich.", look),))  # type: ignore[arg-type]
