"""Games that show, tell or name the wrong things."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from caravan_tui.games.contract import Event, State, View
from tests.kit.broken import caught_by
from tests.kit.toys import (
    BET,
    BETTING,
    DEAL,
    KNOCK,
    LISTS,
    NUMBERS,
    PLAY,
    PLAYING,
    Toy,
    ToyState,
    tell,
)


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


@caught_by("what_looks_alike_is_alike", "OPEN_MOVES")
class HidesMovesThatAreOpen(Toy):
    class State(ToyState):
        OPEN_MOVES = True


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
    def describe(self, action: int, view: View, names: Sequence[str] = ()) -> str:
        return "" if BET <= action < PLAY else super().describe(action, view, names)
