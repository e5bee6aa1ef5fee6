"""What a game is.

A game is a folder. Its modules have the same names in every game, and the registry makes a `Game`
of them:

| module | what the contract takes from it |
|---|---|
| `spec` | `SPEC` |
| `rules` | `setup`, `STATE` |
| `events` | `EVENTS`: the union of the game's event classes |
| `view` | `view`, `view_event`, `determinize`; optional: `conceals` |
| `text` | `notation`, `describe`, `narrate`; optional: `parse`, `does`, `commits`, `records` |
| | optional, for the analysis: `abstains` |
| | optional, for the statistics: `kind_of_move`, `opening` |
| | optional, for what is shown of moves: `shorten`, `gains`, `gain_words`, `closes` |
| | optional, for what a turn of many steps came to: `is_outcome`, `is_aside`, `sum_up` |
| | optional, for when the end is in sight: `near_end`, `outlook` |
| | optional, for what computer players remark on: `losses`, `triumphs` |
| | optional, for what chance brings to the table: `stands_out` |
| | optional, for problems: `THEMES` |
| `messages` | optional: `help_now`, `list_moves`, |
| | and `explain_turn`, `_forgone`, `_loss`, `_step`, `_line` |
| `speech` | optional, for line mode: `regions`, `question`, `why_not` |
| `scoring` | optional: `sources`, `running`, `counts`, `tie_breaks`, `ending` |
| `deeds` | optional: `DEEDS` |
| `custom` | if the user may replace pieces: `custom_data`, `custom_notices` |
| `board` | `Board`, a Textual widget |
| `evaluator` | `EVALUATOR`, what the search knows of the game |

The engine, the computer seats, the saves and the screens work on these and know no game by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import takewhile
from random import Random
from typing import Any, Generic, Protocol, TypedDict, TypeVar

import msgspec
from attrs import field, frozen

from caravan_tui.games import scoring
from caravan_tui.games.deeds import GameDeed
from caravan_tui.games.event import Event as Event
from caravan_tui.games.kit import fields
from caravan_tui.games.kit.sentences import points
from caravan_tui.games.scoring import Count, CountLine
from caravan_tui.games.spec import Option as Option
from caravan_tui.games.spec import OptionError as OptionError
from caravan_tui.games.spec import OptionValue as OptionValue
from caravan_tui.games.spec import Spec as Spec
from caravan_tui.games.state import CHANCE as CHANCE
from caravan_tui.games.state import OVER as OVER
from caravan_tui.games.state import State as State
from caravan_tui.i18n import _, _n, capital, later

KeyName = Callable[[str], str]
"""The key of a command, by the command's id, as the user reads it."""

LINE = 78
"""Columns of a line below the board at 80 x 24."""


class View(TypedDict):
    """What one seat may know, as plain data. A game's own view adds its keys to these."""

    game: str
    """The id of the game."""
    seat: int | None
    """Whose view it is; None is a spectator."""
    seats: int
    options: dict[str, OptionValue]
    """The resolved options."""
    custom: Any
    """The user's custom data, None where the built-in pieces are used."""
    to_act: int
    """A seat, CHANCE or OVER."""
    round: int
    """The number of the hand, turn or round, from 1; 0 before the first."""
    scores: list[float]


COMMON_KEYS = tuple(View.__annotations__)
"""The keys that every view has."""


def seat_of(view: View) -> int:
    """The seat of a view that is not a spectator's. Raises ValueError for a spectator's."""
    seat = view["seat"]
    if seat is None:
        raise ValueError("a spectator's view has no seat")
    return seat


def sentence_without_name(event: Event, text: str, names: Sequence[str]) -> str:
    """A sentence of `narrate` without the name of its seat at the beginning and the full stop."""
    actor = getattr(event, "seat", None)
    if isinstance(actor, int) and 0 <= actor < len(names):
        text = text.removeprefix(f"{names[actor]} ")
    return text.removesuffix(".")


def seat_name(seat: int, names: Sequence[str]) -> str:
    """What to call a seat within a sentence: its name, or its number where there are no names."""
    return names[seat] if seat < len(names) else _("player {number}").format(number=seat + 1)


def points_words(gain: float) -> str:
    """How many points something brings."""
    count = int(gain)
    return _n("It brings {count} point.", "It brings {count} points.", count).format(count=count)


def less_points_words(less: float) -> str:
    """How many points a move brings less than another one; empty if it brings as many."""
    count = int(less)
    if count < 1:
        return ""
    return _n("brings {count} point less", "brings {count} points less", count).format(count=count)


def _no_custom_data() -> None:
    return None


def _no_notices() -> list[str]:
    return []


def _always(action: int, view: Any) -> bool:
    return True


def _never(action: int, view: Any) -> bool:
    return False


def _always_conceals(view: Any, seat: int) -> bool:
    return True


def _no_records(event: Any) -> Sequence[tuple[int, str, float]]:
    return ()


def _any_move(action: int, view: Any) -> str:
    return later("any move")


def _no_losses(event: Any) -> Sequence[tuple[int, int]]:
    return ()


def _no_triumphs(event: Any) -> Sequence[int]:
    return ()


def _is_usual(event: Any) -> bool:
    return False


def _no_gains(event: Any) -> Sequence[tuple[int, str]]:
    return ()


def _closes_nothing(event: Any) -> bool:
    return False


def _is_no_outcome(event: Any) -> bool:
    return False


def _is_no_aside(event: Any) -> bool:
    return False


def _no_sums(events: Any, seat: int | None, is_short: bool) -> Sequence[TurnSum]:
    return ()


def _no_outlook(event: Any, view: Any, is_short: bool = False) -> str:
    return ""


def no_end_in_sight(view: Any, names: Sequence[str]) -> EndNotice | None:
    """The `near_end` of a game that has none."""
    return None


@frozen
class EndNotice:
    """What a table says when the match, or a hand of it, is about to end."""

    label: str
    """One to three words for the line above the board: `last round`."""
    words: str
    """A sentence of at most 78 columns that says what the end depends on."""


@frozen
class TurnSum:
    """What a turn of many steps came to."""

    seat: int
    words: str
    """Without the name: `builds 5 routes, takes Dyes, Pearls`. To the seat itself a sentence."""
    gain: str = ""
    """What it brought, as in `gains`."""


@cache
def _event_list(events: Any) -> Any:
    """A struct around a list of events: msgspec keeps what it knows of a struct, and would look
    at a union again with every call."""
    return msgspec.defstruct("Events", [("events", list[events])])


S = TypeVar("S", bound=State)
S_co = TypeVar("S_co", bound=State, covariant=True)


class Setup(Protocol[S_co]):
    """The type of `Game.setup`."""

    def __call__(
        self, options: Mapping[str, OptionValue], seats: int, custom: Any = None
    ) -> S_co: ...


class Describe(Protocol):
    """The type of `Game.describe`."""

    def __call__(self, action: int, view: Any, names: Sequence[str] = ()) -> str: ...


@frozen
class Moment:
    """A position as the person at one seat asks about it."""

    view: Any
    """What the seat sees; a spectator's has no seat."""
    legal: Sequence[int]
    """What the seat may play now, in its turn or out of it; empty if nothing."""
    names: Sequence[str]
    """Of each seat."""
    key: KeyName
    """Names the keys of the game's commands and of the table's, such as `table.moves`."""
    ascii: bool = False
    """Whether the signs of the board are drawn with ASCII only."""


@frozen
class Help:
    """Help for a moment in the game's words, each a short sentence."""

    can: Sequence[str] = ()
    """What the seat can do now, and which keys do it."""
    cannot: Sequence[str] = ()
    """What it can't do now, and why the rules forbid it."""
    signs: Sequence[tuple[str, str]] = ()
    """Signs of the board, the most important ones first, and what they mean. One of a letter behind
    a low line, `_r`, is this letter underlined."""


@frozen
class TurnAdvice:
    """A turn that a hint advises, in the game's words."""

    steps: Sequence[str]
    """What to do, in order."""
    reasons: Sequence[str]
    """What it brings, each a short sentence that speaks to nobody: a hint says it to the player,
    the why panel of another one. None if there is nothing to say."""
    short_steps: Sequence[str] = ()
    """The same turn as a report, without its subject and shorter than its actions described one by
    one; none if these are short enough."""
    hidden: Mapping[str, str] = field(factory=dict)
    """Which of the reasons tell what the seat hides, each with what is said in its place to whoever
    must not know that; empty: nothing."""

    @property
    def open_reasons(self) -> Sequence[str]:
        """The reasons that tell nothing hidden."""
        words = [self.hidden.get(reason, reason) for reason in self.reasons]
        return [reason for reason in dict.fromkeys(words) if reason]


@frozen
class TriedMove:
    """A move that a seat has, to be compared with another one of the same position."""

    turn: Sequence[tuple[int, Any]]
    """Its actions, each with the seat's view before it: a whole move, or a whole turn."""
    after: Any
    """The view after the last one, before anything that others or chance decide."""

    @property
    def action(self) -> int:
        """The first action."""
        return self.turn[0][0]

    @property
    def before(self) -> Any:
        """The view of the position."""
        return self.turn[0][1]

    @property
    def gain(self) -> float:
        """The points that it brings its seat at once."""
        seat = seat_of(self.after)
        gain: float = self.after["scores"][seat] - self.before["scores"][seat]
        return gain


@frozen
class LineOfPlay:
    """How a match may go on from a position, as one seat sees it."""

    steps: Sequence[tuple[int, int, Any]]
    """Every action with the seat whose it is, -1 for chance, and with the view before it."""
    after: Any
    """The view at the end."""

    @property
    def first_turn(self) -> list[tuple[int, Any]]:
        """The actions with which it begins, each with the view before it, up to where another seat
        acts."""
        seat = self.steps[0][0]
        own = takewhile(lambda step: step[0] in (seat, CHANCE), self.steps)
        return [(action, view) for actor, action, view in own if actor == seat]

    @property
    def turns(self) -> list[tuple[int, Any]]:
        """Who has a turn, each with the view after it; not one that the line breaks off."""
        turns: list[tuple[int, Any]] = []
        last = CHANCE
        for actor, _action, before in self.steps:
            if actor not in (CHANCE, last):
                if last != CHANCE:
                    turns.append((last, before))
                last = actor
        if last != CHANCE and self.after["to_act"] not in (last, CHANCE):
            turns.append((last, self.after))
        return turns

    def turns_beside(self, other: LineOfPlay) -> list[tuple[int, Any, Any]]:
        """The turns that this line and another one have alike: who has it, and the views after it
        in both; as long as the same seats have them."""
        pairs = zip(self.turns, other.turns, strict=False)
        alike = takewhile(lambda pair: pair[0][0] == pair[1][0], pairs)
        return [(seat, view, other_view) for (seat, view), (_seat, other_view) in alike]


@frozen
class ListedMove:
    """A move as a row of the list of moves."""

    actions: Sequence[int]
    """The legal action that it begins with, and the steps of the same move after it, if any."""
    words: str
    """What is read."""
    aside: str = ""
    """What stands at the right, fainter."""
    group: str = ""
    """The heading above the row and its neighbours of the same group."""
    chip: tuple[str, str] | None = None
    """A letter before the words, and the name of the colour that it lies on, such as `block-2`."""
    pieces: Sequence[tuple[str, str]] = ()
    """The row in short, or in colours: texts, each with the name of the colour that it lies on,
    `INK on GROUND` with that of its ink, too, empty for none. The words then stand below the list,
    unless they are the notation of the move."""
    endings: Sequence[ListedMove] = ()
    """Where only the last step differs between moves, these are in one row: the same move with each
    of its last steps, the row's own first. They are chosen from a list of their own."""
    asks: str = ""
    """What is chosen there, as the heading of that list."""
    cost: tuple[str, str] = ("", "")
    """What it costs, as a heading says it of most of its rows, and as the others say it at their
    right: `2 actions` and `for 2`."""
    code_note: str = ""
    """What the names in its notation stand for, where the board has others: it follows how the move
    is typed, such as `1 stands for Ann`. Of a row in short what the letters in it are."""
    gain: str = ""
    """What it brings as a number, such as `+2`: it stands at the right end of the first line, after
    what stands aside where that has room there, too."""
    detail: str = ""
    """What stands aside, too, where the line of the row has room for it, and else only below the
    list, with the words of a row in short."""

    @property
    def all_asides(self) -> str:
        """All that stands beside its words where there is room."""
        return " · ".join(filter(None, (self.detail, self.aside, self.gain)))


def each_ending(moves: Iterable[ListedMove]) -> list[ListedMove]:
    """The moves of a list, each with every last step that it may have."""
    return [ending for move in moves for ending in move.endings or [move]]


@frozen
class Region:
    """A part of the table in sentences, as a screen reader reads it."""

    id: str
    """A word to ask for it, such as `market`; English, the same for ever."""
    title: str
    """What it is, in the user's language."""
    sentences: Sequence[str]
    """What is there now, each sentence a line of its own; places by their coordinates."""
    seat: int | None = None
    """Whose it is; None: nobody's."""


@frozen(eq=False)
class Game(Generic[S]):
    """One instance per game: set-up, views and words around a State.

    The registry makes it of the functions of the game's modules, which are documented here.
    """

    spec: Spec

    state: type[S]
    """The class of the game's positions."""

    events: Any
    """The union of the game's event classes, to read events from plain data."""

    setup: Setup[S]
    """`setup(options, seats, custom)`: the first position. No randomness: deals, dice and draws
    are chance actions. `options` are resolved (`Spec.resolve`); `custom` is what `custom_data`
    returned when the match was made, None for the built-in boards, tiles and cards."""

    view: Callable[[S, int | None], Any]
    """`view(state, seat)`: what this seat may know, built from nothing as plain data (a `View`);
    None is a spectator."""

    view_event: Callable[[Any, int | None], Any]
    """`view_event(event, seat)`: the event as this seat may see it, or None."""

    determinize: Callable[[Any, Random], S]
    """`determinize(view, rng)`: a full state that this view allows. What is hidden is imagined,
    evenly among all that the view allows where that is feasible."""

    notation: Callable[[int, Any], str]
    """`notation(action, view)`: the action as the rules page writes it. Unique among the legal
    actions."""

    describe: Describe
    """`describe(action, view, names)`: the action in words, without its subject: 'plays a caravan
    of three, rank 6'. `names`: of the seats, for moves that concern another one
    (`seat_name`). Where there is little room it may name what is played alone: '2SY: one card'."""

    narrate: Callable[[Any, Sequence[str], int | None], str | None]
    """`narrate(event, names, seat)`: a line of the log for an event as `seat` sees it, None if it
    is not worth one. Every action that a seat may know of gives at least one line."""

    custom_data: Callable[[], Any] = _no_custom_data
    """The user's own boards, tiles or cards as plain data, None where the built-in ones are used.
    Raises nothing: a bad file is reported by `custom_notices` and ignored."""

    custom_notices: Callable[[], list[str]] = _no_notices
    """What is wrong with the user's files, one line each: file, line, reason."""

    conceals: Callable[[Any, int], bool] = _always_conceals
    """`conceals(view, seat)`: whether a seat may hold something that the view does not show, in a
    game with secrets. What a search for this seat considers then tells of it."""

    commits: Callable[[int, Any], bool] = _always
    """`commits(action, view)`: whether an action is a whole move or the last step of one. False
    for a step after which the same seat continues its move and may still choose; a player who
    wants to confirm moves is asked at the last step."""

    abstains: Callable[[int, Any], bool] = _never
    """`abstains(action, view)`: whether an action does nothing: a pass, the end of a turn, the
    refusal of an offer. An analysis calls none of them a brilliant find."""

    records: Callable[[Any], Sequence[tuple[int, str, float]]] = _no_records
    """`records(event)`: what in an event may be a personal record: the seat, the record's name,
    how much (more is better), such as `(0, "longest caravan", 5)`. The name is English and never
    changes: it is stored with the result of a match and translated when it is displayed."""

    kind_of_move: Callable[[int, Any], str] = _any_move
    """`kind_of_move(action, view)`: what sort of decision an action of a seat is, in a few words
    that name no piece and no place, such as `buying`. The words are English and never change: what
    an analysis says of these decisions is stored under them, and they are translated when they are
    displayed."""

    deed_form: Describe | None = None
    """`does` of a game that has one, see the method."""

    first_turn: Callable[[Sequence[tuple[int, Any]]], str] | None = None
    """`opening(turn)`: see the method `opening`."""

    sources: Callable[[Any], Sequence[CountLine]] = scoring.total_only
    """`sources(view)`: where the points of each seat come from, in any position. Each seat's points
    add up to its score."""

    running: Callable[[Any], Sequence[int]] = scoring.nothing_running
    """`running(view)`: what each seat would get for what it holds now, beyond its score: the cards
    won in a hand that is counted at its end. Only of what everybody sees."""

    counts: Callable[[Sequence[Any], Any, Sequence[str]], Sequence[Count]] = scoring.no_counts
    """`counts(events, view, names)`: how the finished hands or rounds were counted, in their order.
    `events` are all of the match so far, as the seat of the view saw them."""

    tie_breaks: Callable[[Any], Sequence[CountLine]] = scoring.no_tie_breaks
    """`tie_breaks(view)`: what decides between equal scores, in order; more is better. Seats that
    are equal in all of it share a rank."""

    ending: Callable[[Sequence[Any], Any, Sequence[str]], str] = scoring.no_ending
    """`ending(events, view, names)`: why the match is over, as a sentence; `events` as in
    `counts`."""

    deeds: Sequence[GameDeed] = ()
    """What is worth doing once in this game, from simple to hard."""

    losses: Callable[[Any], Sequence[tuple[int, int]]] = _no_losses
    """`losses(event)`: what one seat takes from another for good in an event that everybody sees:
    pairs of who takes and who loses. Computer players remark on it."""

    triumphs: Callable[[Any], Sequence[int]] = _no_triumphs
    """`triumphs(event)`: the seats that did something great in an event that everybody sees, beyond
    the points that the view shows at once. Computer players remark on it."""

    stands_out: Callable[[Any], bool] = _is_usual
    """`stands_out(event)`: whether an event that no seat did changes so much of the table that it
    is said below the board, also after your own move, and held as long as a whole move."""

    short_form: Callable[[Any, Sequence[str], int | None], str | None] | None = None
    """`shorten` of a game that has one, see the method."""

    gains: Callable[[Any], Sequence[tuple[int, str]]] = _no_gains
    """`gains(event)`: what an event brings or costs: seats, and a few characters with a sign, such
    as `+3`. Shown beside the seat's points for a moment, and at the edge of the log."""

    closes: Callable[[Any], bool] = _closes_nothing
    """`closes(event)`: whether an event ends a season, a hand, a round or the match. It is shown
    for longer than a move, and the log goes on with a new line."""

    is_outcome: Callable[[Any], bool] = _is_no_outcome
    """`is_outcome(event)`: whether an event says what a turn of many steps came to. The line below
    the board then says these as they happen, and the whole turn at its end; the steps that led to
    nothing yet are left to the log."""

    is_aside: Callable[[Any], bool] = _is_no_aside
    """`is_aside(event)`: whether an event is nothing that its seat does, such as what another one's
    sale brings it. Its words name the seat: they join the line of the turn in which it happens, or
    are nobody's if it begins or ends something."""

    sum_up: Callable[[Sequence[Any], int | None, bool], Sequence[TurnSum]] = _no_sums
    """`sum_up(events, seat, is_short)`: what the turns of the others came to that have ended since
    the seat's own one; `events` of the round so far, up to its end. Said below the board in place
    of the last step; `is_short` where several have little room. The seat's own turn may come first,
    in words to it: said as it ends, and once more with the others where all have room."""

    near_end: Callable[[Any, Sequence[str]], EndNotice | None] = no_end_in_sight
    """`near_end(view, names)`: what the table says from when the end of the match can be foreseen,
    at the latest at its last decision; None before. Computed from the view's facts."""

    gain_words: Callable[[str], str] = str
    """`gain_words(gain)`: what `gains` says in letters, in words where there is room for them:
    `+2 coins` for `+2c`."""

    outlook: Callable[..., str] = _no_outlook
    """`outlook(event, view, is_short)`: what the line below the board says of an event that begins
    a round, in place of its usual words: how near the end is, by default at length. Empty of all
    others."""

    themes: Mapping[str, str] = field(factory=dict)
    """`THEMES`: what a problem is about whose answer begins with an event of this name, in one to
    three English words, translated when shown: `{"Delivered": "Delivery"}`."""

    read_notation: Callable[[str, Sequence[int], Any], int | None] | None = None
    """`parse(text, legal, view)` of a game that reads more than its own notation."""

    help_now: Callable[[Moment], Help] | None = None
    """`help_now(moment)`: see `help_for`."""

    explain_turn: Callable[[Sequence[tuple[int, Any]], Any, Sequence[str]], TurnAdvice] | None = (
        None
    )
    """`explain_turn(turn, after, names)`: see `advice_for`."""

    explain_loss: Callable[[TriedMove, TriedMove, Sequence[str]], str] | None = None
    """`explain_loss(played, preferred, names)`: see `why_worse`."""

    explain_forgone: Callable[[Sequence[tuple[int, Any]], Sequence[str]], str] | None = None
    """`explain_forgone(turn, names)`: what another turn would bring at once that this one, as of
    `advice_for`, gives up, and what it has for that, as a sentence; empty where it gives up
    nothing. A hint says it: it may take a while."""

    explain_step: Callable[[int, int, Any], str] | None = None
    """`explain_step(step, preferred, view)`: what is wrong with the first step of a move beside
    another one, where nothing is known of how the move would go on; in words like those of
    `why_worse`, empty if there is nothing to tell."""

    explain_line: Callable[[LineOfPlay, LineOfPlay, Sequence[str]], Sequence[str]] | None = None
    """`explain_line(played, preferred, names)`: what a line of play comes to, compared with a
    better one, in words like those of `why_worse`: the reason, then a shorter form if there is one;
    empty where there is nothing to tell."""

    list_moves: Callable[[Sequence[int], Any, Sequence[str]], Sequence[ListedMove]] | None = None
    """`list_moves(legal, view, names)`: see `moves_for`."""

    speak_regions: Callable[[Any, Sequence[str]], Sequence[Region]] | None = None
    """`regions(view, names)`: see `regions_of`."""

    speak_question: Callable[[Any, Sequence[int], Sequence[str]], str] | None = None
    """`question(view, legal, names)`: see `question_for`."""

    speak_refusal: Callable[[str, Sequence[int], Any, Sequence[str]], str] | None = None
    """`why_not(entry, legal, view, names)`: see `why_not_typed`."""

    def regions_of(self, view: Any, names: Sequence[str]) -> Sequence[Region]:
        """All that a seat sees of a position in sentences, part by part, in the order in which
        somebody who hears it for the first time wants to know it.

        By default the round and the points of every seat.
        """
        if self.speak_regions is not None:
            return self.speak_regions(view, names)
        standing = [
            f"{name}: {points(score)}." for name, score in zip(names, view["scores"], strict=True)
        ]
        round_words = _("Round {number}.").format(number=view["round"])
        return [Region("table", _("The table"), [round_words, *standing])]

    def question_for(self, view: Any, legal: Sequence[int], names: Sequence[str]) -> str:
        """What the seat of a view is asked to do, as a sentence that names no key."""
        if self.speak_question is not None and (words := self.speak_question(view, legal, names)):
            return words
        return _("Choose your move.")

    def why_not_typed(
        self, entry: str, legal: Sequence[int], view: Any, names: Sequence[str]
    ) -> str:
        """Why a move that was typed is not legal now, as a sentence; empty where the entry means no
        move, or the game has nothing to say."""
        if self.speak_refusal is None:
            return ""
        return self.speak_refusal(entry, legal, view, names)

    def shorten(self, event: Any, names: Sequence[str], seat: int | None) -> str | None:
        """An event for a line of the log that begins with the name of its seat, in a few words:
        `salt d2→a5`. None where the line can do without it.

        Here: the sentence of `narrate` without the name and the full stop.
        """
        if self.short_form is not None:
            return self.short_form(event, names, seat)
        text = self.narrate(event, names, seat)
        return sentence_without_name(event, text, names) if text else None

    def words_for(
        self, actions: Iterable[int], view: Any, names: Sequence[str] = ()
    ) -> dict[int, str]:
        """Actions of one decision in words, such as `picks up meat on d2`; in notation where two
        would read the same."""
        words = {action: self.describe(action, view, names) for action in actions}
        if len(set(words.values())) < len(words):
            return {action: self.notation(action, view) for action in words}
        return words

    def moves_for(
        self, legal: Sequence[int], view: Any, names: Sequence[str] = ()
    ) -> Sequence[ListedMove]:
        """The list of moves: what can be played, in words."""
        if self.list_moves is not None:
            return self.list_moves(legal, view, names)
        return [ListedMove([action], capital(self.describe(action, view, names)))
                for action in legal]  # fmt: skip

    def theme_of(self, kind: str) -> str:
        """What a problem is about whose answer begins with this kind of event; empty where the
        game has no word for it."""
        return _(self.themes.get(kind, ""))

    @property
    def sums_up_turns(self) -> bool:
        """Whether a turn of many steps is told at its end, by all that it came to."""
        return self.is_outcome is not _is_no_outcome

    def help_for(self, moment: Moment) -> Help:
        """What the seat of a moment can do, what it can't and why, and what the signs mean."""
        if self.help_now is not None:
            return self.help_now(moment)
        if not moment.legal:
            return Help()
        count = len(moment.legal)
        words = _n("You have {count} legal move.", "You have {count} legal moves.", count)
        return Help(can=[words.format(count=count)])

    def advice_for(
        self, turn: Sequence[tuple[int, Any]], after: Any, names: Sequence[str]
    ) -> TurnAdvice:
        """What a turn consists of and what it brings.

        `turn`: the actions of one seat, each with the seat's view before it. `after`: the view
        after the last one, before anything that others or chance decide.
        """
        if self.explain_turn is not None:
            return self.explain_turn(turn, after, names)
        steps = [capital(self.describe(action, view, names)) for action, view in turn]
        seat, before = seat_of(after), turn[0][1]
        gain = after["scores"][seat] - before["scores"][seat]
        reasons = [points_words(gain)] if gain > 0 else []
        return TurnAdvice(steps, reasons)

    def report_turn(
        self, turn: Sequence[tuple[int, Any]], after: Any, names: Sequence[str] = ()
    ) -> list[str]:
        """What a turn of one seat consists of, as a report without its subject. The parameters are
        those of `advice_for`."""
        if len(turn) > 1 and (steps := self.advice_for(turn, after, names).short_steps):
            return list(steps)
        return [self.describe(action, view, names) for action, view in turn]

    def why_worse(self, played: TriedMove, preferred: TriedMove, names: Sequence[str]) -> str:
        """What is wrong with a move beside a better one, from what differs most after the two:
        a few words without a subject and a full stop, as in `describe`. Empty if the views show
        nothing worth telling.

        By default, and where the game has nothing to say, the points that it brings less.
        """
        reason = ""
        if self.explain_loss is not None:
            reason = self.explain_loss(played, preferred, names)
        return reason or less_points_words(preferred.gain - played.gain)

    def does(self, action: int, view: Any, names: Sequence[str] = ()) -> str:
        """What its player does, in words that begin with a verb and go on from a name or *that*:
        'plays 2SY: one card'. By default as it is described."""
        words = self.describe if self.deed_form is None else self.deed_form
        return words(action, view, names)

    def opening(self, turn: Sequence[tuple[int, Any]]) -> str:
        """How a seat began a match, in a few words that are the same whenever it begins alike.

        `turn`: the actions of its first turn, each with the seat's view before it. By default the
        first whole move, as it is described.
        """
        if self.first_turn is not None:
            return self.first_turn(turn)
        whole = ((action, view) for action, view in turn if self.commits(action, view))
        action, view = next(whole, turn[0])
        return self.describe(action, view)

    def encode(self, state: S) -> dict[str, Any]:
        """The state as plain data for msgpack."""
        return fields.encode(state)

    def decode(self, data: Any, schema: int) -> S:
        """The state back from plain data. Raises ValueError on data that is not one."""
        if schema != self.spec.schema:
            raise ValueError(f"{self.spec.id}: unknown schema {schema}")
        state: S = fields.decode(self.state, data)
        try:
            actor = state.to_act()
            can_go_on = actor == OVER or (actor < len(state.scores()) and bool(state.legal()))
        except Exception as error:  # whatever rules do with fields that contradict each other
            raise ValueError(f"{self.spec.id}: not a position: {error!r}") from None
        if not can_go_on:
            raise ValueError(f"{self.spec.id}: nobody can move in this position")
        return state

    def read_events(self, data: Any) -> list[Event]:
        """Events from plain data (`msgspec.to_builtins` of them). Raises ValueError."""
        events: list[Event] = msgspec.convert({"events": data}, _event_list(self.events)).events
        return events

    def parse(self, text: str, legal: Sequence[int], view: Any) -> int | None:
        """The legal action that a typed notation stands for, or None."""
        if self.read_notation is not None:
            return self.read_notation(text, legal, view)
        wanted = " ".join(text.split()).lower()
        for action in legal:
            if self.notation(action, view).lower() == wanted:
                return action
        return None
