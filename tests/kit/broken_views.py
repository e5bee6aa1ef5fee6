"""Games whose views, events or words are wrong."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, cast

from caravan_tui.games import contract
from caravan_tui.games.contract import (
    EndNotice,
    Event,
    Game,
    Help,
    ListedMove,
    Moment,
    Region,
    TriedMove,
    TurnAdvice,
)
from caravan_tui.games.scoring import Count, CountLine
from tests.kit import toys
from tests.kit.broken import caught_by
from tests.kit.toys import (
    BET,
    BETTING,
    DEAL,
    EVENTS,
    KNOCK,
    PLAY,
    PLAYING,
    Bet,
    Deal,
    Play,
    ToyState,
    ToyView,
    determinize_as,
    toy,
)  # fmt: skip


def changed(state: ToyState, viewer: int | None, /, **keys: Any) -> ToyView:
    """The right view with some keys changed or added."""
    return cast(ToyView, {**toys.view(state, viewer), **keys})


@caught_by("views_are_plain_data", "holds a set", "view")
def view_holds_a_set(state: ToyState, seat: int | None) -> ToyView:
    return changed(state, seat, gone=set())


@caught_by("views_are_plain_data", "is not text", "view")
def view_has_numbers_as_keys(state: ToyState, seat: int | None) -> ToyView:
    return changed(state, seat, bets_of={0: 1})


@caught_by("views_are_plain_data", "no .'round'", "view")
def view_has_no_round(state: ToyState, seat: int | None) -> ToyView:
    view = toys.view(state, seat)
    del view["round"]  # type: ignore[misc]
    return view


@caught_by("views_are_plain_data", "holds a log", "view")
def view_holds_a_log(state: ToyState, seat: int | None) -> ToyView:
    return changed(state, seat, table=[{"log": [1, 2]}])


@caught_by("views_are_plain_data", "seat is 0", "view")
def view_names_another_seat(state: ToyState, seat: int | None) -> ToyView:
    return changed(state, seat, seat=0)


@caught_by("views_have_their_declared_keys", "secret", "view")
def view_has_an_undeclared_key(state: ToyState, seat: int | None) -> ToyView:
    return changed(state, seat, secret=1)


@caught_by("views_have_their_declared_keys", "own_bet", "view")
def view_lacks_a_declared_key(state: ToyState, seat: int | None) -> ToyView:
    view = toys.view(state, seat)
    del view["own_bet"]  # type: ignore[misc]
    return view


@caught_by("views_have_their_declared_keys", "turn", "view")
def view_has_text_for_a_number(state: ToyState, seat: int | None) -> ToyView:
    return changed(state, seat, turn=str(state.turn))


@caught_by("views_have_their_declared_keys", "TypedDict", "view")
def view_is_any_dict(state: ToyState, seat: int | None) -> dict[str, Any]:
    return {**toys.view(state, seat)}


@caught_by("views_have_their_declared_keys", "determinize", "determinize")
def determinize_takes_any_dict(view: dict[str, Any], rng: Random) -> ToyState:
    return determinize_as(ToyState, cast(ToyView, view), rng)


@caught_by("views_are_built_from_nothing", "holds the state", "view")
def view_holds_the_state(state: ToyState, seat: int | None) -> ToyView:
    return changed(state, seat, table=state.table)


SHARED_TABLE = [1, 2, 3]


@caught_by("views_are_built_from_nothing", "share data", "view")
def views_share_a_table(state: ToyState, seat: int | None) -> ToyView:
    return changed(state, seat, rules=SHARED_TABLE)


@caught_by("views_do_not_know_what_is_hidden", "view.hands was", "view")
def view_shows_all_hands(state: ToyState, seat: int | None) -> ToyView:
    return changed(state, seat, hands=list(state.hands))


@caught_by("views_do_not_know_what_is_hidden", "view.gone was", "determinize")
def forgets_what_was_played(view: ToyView, rng: Random) -> ToyState:
    return determinize_as(ToyState, {**view, "gone": []}, rng)


@caught_by("views_do_not_know_what_is_hidden", "other interrupts")
class KnockRevealsAHand(ToyState):
    __slots__ = ()

    def interrupts(self) -> dict[int, list[int]]:
        has = self.hands[self.turn] & 7
        return super().interrupts() if has else {}


@caught_by("views_do_not_know_what_is_hidden", "another legal list")
class LegalRevealsAHand(ToyState):
    __slots__ = ()

    def legal(self) -> list[int]:
        actions = super().legal()
        other = self.hands[(self.turn + 1) % self.seats]
        return actions[::-1] if self.phase == PLAYING and other & 3 else actions


def view_with_all_hands(state: ToyState, seat: int | None) -> ToyView:
    return changed(state, seat, x=list(state.hands), y=list(state.bets))


def determinize_to_the_truth(view: ToyView, rng: Random) -> ToyState:
    world = determinize_as(ToyState, view, rng)
    world.hands, world.bets = list(view["x"]), list(view["y"])  # type: ignore[typeddict-item]
    return world


@caught_by("imagined_worlds_differ", "one world only")
def peeks_and_imagines_the_truth(name: str) -> Game[Any]:
    return toy(title=name, view=view_with_all_hands, determinize=determinize_to_the_truth)


@caught_by("imagined_worlds_differ", "one world only", "determinize")
def imagines_one_world(view: ToyView, rng: Random) -> ToyState:
    return determinize_as(ToyState, view, Random(0))


class WorldThatBreaks(ToyState):
    __slots__ = ()

    def roll(self, face: int, events: list[Event] | None) -> None:
        raise TypeError("no die")


@caught_by("imagined_worlds_play_on", "no die", "determinize")
def imagines_a_world_that_breaks(view: ToyView, rng: Random) -> ToyState:
    return determinize_as(WorldThatBreaks, view, rng)


@caught_by("imagined_worlds_play_on", "bets: 3 items", "determinize")
def imagines_what_cannot_be_saved(view: ToyView, rng: Random) -> ToyState:
    world = determinize_as(ToyState, view, rng)
    world.bets.append(0)
    return world


@caught_by("events_reveal_nothing_hidden", "is told", "view_event")
def deals_in_the_open(event: Event, seat: int | None) -> Event | None:
    return event if isinstance(event, Deal) else toys.view_event(event, seat)


class HandLeft(contract.Event):
    seat: int
    hand: int


class PlayRevealsTheHand(ToyState):
    __slots__ = ()

    def play(self, card: int, events: list[Event] | None) -> None:
        super().play(card, events)
        if events is not None:
            events.append(HandLeft(self.turn, self.hands[self.turn - 1]))


@caught_by("events_reveal_nothing_hidden", "is told")
def play_reveals_the_hand(name: str) -> Game[Any]:
    return toy(PlayRevealsTheHand, title=name, events=EVENTS | HandLeft)


@caught_by("events_reveal_nothing_hidden", "is told", "view_event")
def bets_in_the_open(event: Event, seat: int | None) -> Event | None:
    return event if isinstance(event, Bet) else toys.view_event(event, seat)


@caught_by("what_looks_alike_is_alike", "look alike to")
class PlaysLookAlike(ToyState):
    __slots__ = ()

    def observed(self, action: int, seat: int) -> int:
        other = PLAY <= action < DEAL and seat != self.turn
        return PLAY if other else super().observed(action, seat)


@caught_by("what_looks_alike_is_alike", "OPEN_MOVES")
class HidesMovesThatAreOpen(ToyState):
    __slots__ = ()
    OPEN_MOVES = True


@caught_by("what_looks_alike_is_alike", "own actions apart")
class OwnBetsLookAlike(ToyState):
    __slots__ = ()

    def observed(self, action: int, seat: int) -> int:
        return BET if self.phase == BETTING and self.turn + 1 < self.seats else action


@caught_by("events_are_plain_facts", "is a tuple")
class EventIsATuple(ToyState):
    __slots__ = ()

    def roll(self, face: int, events: list[Event] | None) -> None:
        super().roll(face, events)
        if events is not None:
            events.append(("face", face))  # type: ignore[arg-type]


class StateLeft(contract.Event):
    state: Any


class EventHoldsTheState(ToyState):
    __slots__ = ()

    def play(self, card: int, events: list[Event] | None) -> None:
        super().play(card, events)
        if events is not None:
            events.append(StateLeft(self))


@caught_by("events_are_plain_facts", "holds a EventHoldsTheState")
def event_holds_the_state(name: str) -> Game[Any]:
    return toy(EventHoldsTheState, title=name, events=EVENTS | StateLeft)


@caught_by("events_are_plain_facts", "not read back")
class EventIsNotDeclared(ToyState):
    """`HandLeft` is missing from the union of the game's events."""

    __slots__ = ()

    def play(self, card: int, events: list[Event] | None) -> None:
        super().play(card, events)
        if events is not None:
            events.append(HandLeft(self.turn, 0))


@caught_by("events_are_plain_facts", "not read back")
class EventHasTextForANumber(ToyState):
    __slots__ = ()

    def roll(self, face: int, events: list[Event] | None) -> None:
        super().roll(face, events)
        if events is not None:
            events.append(Play(self.turn, str(face)))  # type: ignore[arg-type]


@caught_by("every_action_is_narrated", "writes no event")
class KnocksSilently(ToyState):
    __slots__ = ()

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        super().apply(action, None if action >= KNOCK else events)


@caught_by("every_action_is_narrated", "reads nothing", "narrate")
def narrates_no_bets(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    return None if isinstance(event, Bet) else toys.narrate(event, names, seat)


@caught_by("every_action_is_narrated", "narrating", "narrate")
def narrates_the_hidden_card(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    if isinstance(event, Deal):
        return f"{names[event.seat]} gets {event.card + 1}"  # type: ignore[operator]
    return toys.narrate(event, names, seat)


@caught_by("decisions_have_a_kind_and_matches_an_opening", "the kind is ''", "kind_of_move")
def names_no_kind(action: int, view: Any) -> str:
    return ""


@caught_by("decisions_have_a_kind_and_matches_an_opening", "opening is too long", "first_turn")
def opens_at_length(turn: Any) -> str:
    return "a card, and then another card, and then one more card, and the last one"


@caught_by("short_words_are_short", "shortened to nothing", "short_form")
def shortens_to_blanks(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    return " "


@caught_by("short_words_are_short", "gains '3'", "gains")
def gains_without_a_sign(event: Event) -> list[tuple[int, str]]:
    return [(0, "3")]


@caught_by("the_end_is_announced", "reads nothing of the end", "near_end")
def says_nothing_of_the_end(view: ToyView, names: Sequence[str]) -> EndNotice | None:
    return None


@caught_by("the_end_is_announced", "at great length", "near_end")
def says_much_of_the_end(view: ToyView, names: Sequence[str]) -> EndNotice | None:
    return EndNotice("end", "The end is near, " + "at great length, " * 5)


@caught_by("notation_is_unique_and_comes_back", "share a notation", "notation")
def cards_share_a_notation(action: int, view: ToyView) -> str:
    return f"c{(action - PLAY) // 4}" if PLAY <= action < DEAL else toys.notation(action, view)


@caught_by("notation_is_unique_and_comes_back", "is ''", "notation")
def notation_has_no_words(action: int, view: ToyView) -> str:
    return "" if action >= KNOCK else toys.notation(action, view)


@caught_by("notation_is_unique_and_comes_back", "is read as None", "read_notation")
def cannot_read_itself(text: str, legal: Sequence[int], view: ToyView) -> int | None:
    return None


@caught_by("notation_is_unique_and_comes_back", "reading", "read_notation")
def reads_anything(text: str, legal: Sequence[int], view: ToyView) -> int | None:
    action = toy().parse(text, legal, view)
    return int(text) if action is None else action


@caught_by("notation_is_unique_and_comes_back", "is described ''", "describe")
def describes_nothing(action: int, view: ToyView, names: Sequence[str] = ()) -> str:
    return "" if BET <= action < PLAY else toys.describe(action, view, names)


@caught_by("sources_add_up_to_the_score", "sources of seat 1 make", "sources")
def sources_forget_a_seat(view: ToyView) -> Sequence[CountLine]:
    return [CountLine("cards", [view["scores"][0]] + [None] * (view["seats"] - 1))]


@caught_by("sources_add_up_to_the_score", "not about 2 seats", "sources")
def sources_of_one_seat(view: ToyView) -> Sequence[CountLine]:
    return [CountLine("cards", [view["scores"][0]])]


@caught_by("tie_breaks_explain_the_ranks", "tie-breaks make", "tie_breaks")
def ties_are_said_to_be_broken(view: ToyView) -> Sequence[CountLine]:
    return [CountLine("seat", [-seat for seat in range(view["seats"])])]


@caught_by("counts_are_read_from_what_a_seat_saw", "different counts", "counts")
def counts_show_a_hidden_card(
    events: Sequence[Any], view: ToyView, names: Sequence[str]
) -> Sequence[Count]:
    known = sum(isinstance(event, Deal) and event.card is not None for event in events)
    return [Count("Deal", [CountLine("cards", [known] * view["seats"])], "All")]


@caught_by("every_decision_has_help", "has no help", "help_now")
def has_no_help(moment: Moment) -> Help:
    return Help(signs=[("c1", "a card")])


@caught_by("every_decision_has_help", "the key of 'toy.wave'", "help_now")
def names_a_key_that_does_not_exist(moment: Moment) -> Help:
    return Help(can=[f"Press {moment.key('toy.wave')}."])


@caught_by("listed_moves_are_told_apart", "two moves are listed as", "list_moves")
def lists_moves_alike(
    legal: Sequence[int], view: ToyView, names: Sequence[str]
) -> Sequence[ListedMove]:
    return [ListedMove([action], "A move") for action in legal]


@caught_by("every_listed_move_says_what_it_does", "is listed without words", "list_moves")
def lists_moves_without_words(
    legal: Sequence[int], view: ToyView, names: Sequence[str]
) -> Sequence[ListedMove]:
    return [ListedMove([action], "") for action in legal]


@caught_by("every_listed_move_says_what_it_does", "is empty", "list_moves")
def lists_moves_with_an_empty_step(
    legal: Sequence[int], view: ToyView, names: Sequence[str]
) -> Sequence[ListedMove]:
    return [ListedMove([action], f"South: ; west: {action}") for action in legal]


@caught_by("every_listed_move_says_what_it_does", "is no move", "list_moves")
def lists_moves_that_are_not_legal(
    legal: Sequence[int], view: ToyView, names: Sequence[str]
) -> Sequence[ListedMove]:
    return [ListedMove([max(legal) + 1], "A move")]


@caught_by("every_turn_can_be_advised", "is empty", "explain_turn")
def advises_an_empty_step(
    turn: Sequence[tuple[int, ToyView]], after: ToyView, names: Sequence[str]
) -> TurnAdvice:
    return TurnAdvice(["South: ; west: a card."], [])


@caught_by("every_loss_has_its_reason_in_words", "ends a sentence", "explain_loss")
def gives_a_reason_that_ends_a_sentence(
    played: TriedMove, preferred: TriedMove, names: Sequence[str]
) -> str:
    return "Costs a card."


@caught_by("every_turn_can_be_advised", "the advice says", "explain_turn")
def gives_an_empty_reason(
    turn: Sequence[tuple[int, ToyView]], after: ToyView, names: Sequence[str]
) -> TurnAdvice:
    return TurnAdvice(["Play."], [""])


@caught_by("open_reasons_tell_nothing_hidden", "is told of", "explain_turn")
def gives_a_reason_that_tells_the_hand(
    turn: Sequence[tuple[int, ToyView]], after: ToyView, names: Sequence[str]
) -> TurnAdvice:
    return TurnAdvice(["Play."], [f"It keeps {after['hand']}."])


@caught_by("every_turn_can_be_advised", "speaks to somebody", "explain_turn")
def gives_a_reason_to_the_player_alone(
    turn: Sequence[tuple[int, ToyView]], after: ToyView, names: Sequence[str]
) -> TurnAdvice:
    return TurnAdvice(["Play."], ["It brings you a card."])


@caught_by("positions_are_said_in_sentences", "has '\\\\x1b'", "speak_regions")
def says_an_escape_sequence(view: ToyView, names: Sequence[str]) -> Sequence[Region]:
    return [*toys.regions(view, names), Region("bold", "Bold", ["\x1b[1mBold.\x1b[0m"])]


@caught_by("positions_are_said_in_sentences", "has '│'", "speak_regions")
def says_a_frame(view: ToyView, names: Sequence[str]) -> Sequence[Region]:
    return [*toys.regions(view, names), Region("frame", "Frame", ["│ 3 │."])]


@caught_by("positions_are_said_in_sentences", "nothing is said of Ben", "speak_regions")
def says_nothing_of_a_seat(view: ToyView, names: Sequence[str]) -> Sequence[Region]:
    return toys.regions(view, [names[0], *["-"] * (len(names) - 1)])


@caught_by("positions_are_said_in_sentences", "ends no sentence", "speak_regions")
def says_no_whole_sentence(view: ToyView, names: Sequence[str]) -> Sequence[Region]:
    return [*toys.regions(view, names), Region("more", "More", ["and so on"])]


@caught_by("what_a_move_changes_is_said", "nothing is said of", "speak_regions")
def says_who_plays_alone(view: ToyView, names: Sequence[str]) -> Sequence[Region]:
    return [Region(f"player {seat}", name, [f"{name}."], seat) for seat, name in enumerate(names)]


_said: list[str] = []


@caught_by("hidden_facts_are_not_said", "tells", "speak_regions")
def says_something_else_each_time(view: ToyView, names: Sequence[str]) -> Sequence[Region]:
    _said.append("")
    return [*toys.regions(view, names), Region("more", "More", [f"{len(_said)}."])]


@caught_by("decisions_are_asked_in_sentences", "the question", "speak_question")
def asks_with_an_arrow(view: ToyView, legal: Sequence[int], names: Sequence[str]) -> str:
    return "Your move → play."


@caught_by("decisions_are_asked_in_sentences", "why not", "speak_refusal")
def breaks_on_rubbish(entry: str, legal: Sequence[int], view: ToyView, names: Sequence[str]) -> str:
    return f"{int(entry)} is no card."
