"""What a game is.

A game is a folder. Its modules have the same names in every game, and the registry makes a `Game`
of them:

| module | what the contract takes from it |
|---|---|
| `spec` | `SPEC` |
| `rules` | `setup`, `STATE` |
| `events` | `EVENTS`: the union of the game's event classes |
| `view` | `view`, `view_event`, `determinize` |
| `text` | `notation`, `describe`, `narrate`; if it wants to: `parse`, `commits`, `records` |
| `pieces` | if the user may replace some: `custom_data`, `custom_notices` |
| `board` | `Board`, a Textual widget |
| `evaluator` | `EVALUATOR`, what the search knows of the game |

The engine, the computer seats, the saves and the screens work on these and know no game by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, ClassVar, Generic, Protocol, Self, TypedDict, TypeVar, dataclass_transform

import msgspec
from attrs import frozen

from caravan_tui.games.kit import fields
from caravan_tui.games.kit.ranks import ranks
from caravan_tui.i18n import _

CHANCE = -1
OVER = -2

OptionValue = bool | int | str


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


@dataclass_transform(frozen_default=True)
class Event(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """A fact for animation and narration. A game's events are subclasses with plain fields."""


class State:
    """A position: plain ints, lists and bit masks in slots; one actor at any moment.

    Subclasses are dataclasses with slots that declare their fields (`kit.fields`). A plain base
    class, no Protocol, so that calls stay direct when compiled.
    """

    __slots__ = ()

    OPEN_MOVES: ClassVar[bool] = False
    """No seat's move is hidden from another, only chance may be: `observed` returns every move of
    a seat as it is, and the search does not call it for moves."""

    def to_act(self) -> int:
        """The seat whose decision it is, or CHANCE, or OVER."""
        raise NotImplementedError

    def legal(self) -> list[int]:
        """All actions of the actor: fixed order, no duplicates, never empty unless OVER.

        At CHANCE: every possible outcome, without its weight.
        """
        raise NotImplementedError

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        """Play an action in place. It must be legal or an interrupt: that is not checked.

        Events are appended only if a list is given.
        """
        raise NotImplementedError

    def draw(self, rng: Random) -> int:
        """Sample one outcome of the chance that is due, by its weight. Here: all weigh the same."""
        return rng.choice(self.legal())

    def __init_subclass__(cls) -> None:
        """Have each class compile a `clone` of its own when it is first called."""
        super().__init_subclass__()
        if cls.clone is State.clone or fields.is_compiled(cls.clone):
            cls.clone = State.clone  # type: ignore[method-assign]  # a class's own clone is compiled

    def clone(self) -> Self:
        """An independent copy, of the same class.

        A class that overrides it calls `fields.compile_clone(type(self))(self)`: the parent's
        may be compiled for the parent alone.
        """
        kind: Any = type(self)
        kind.clone = fields.compile_clone(kind)
        return self.clone()

    def scores(self) -> tuple[float, ...]:
        """The standing during the match, the result at its end: one number for each seat."""
        raise NotImplementedError

    def outcome(self) -> tuple[int, ...]:
        """The rank of each seat, 1 is best; a shared rank uses up the next ones (1, 1, 3).

        Here: by scores, without tie-breaks.
        """
        return ranks(self.scores())

    def interrupts(self) -> dict[int, list[int]]:
        """The actions of seats during another seat's decision; by seat, ascending."""
        return {}

    def observed(self, action: int, seat: int) -> int:
        """What a seat sees of an action that is about to be applied, as an int.

        Two actions with the same answer look alike to the seat. A game without hidden moves
        keeps this default. The search keys its tree by the answers.
        """
        return action

    def restored(self) -> None:
        """Set derived fields after `decode`, and check the position as a whole.

        Raises ValueError, with one line, if its fields contradict each other. That somebody can
        move in it is checked by `Game.decode`.
        """


class OptionError(ValueError):
    """A match cannot be set up like this; the text is one line for the user."""


@frozen
class Option:
    """One thing to choose before a match: a flag, a number in bounds, or one of several words."""

    name: str
    title: str
    help: str
    default: OptionValue | Mapping[int, OptionValue]
    """One value, or one for each number of seats."""
    choices: tuple[OptionValue, ...] = ()
    low: int = 0
    high: int = 0
    seats: tuple[int, ...] = ()
    """The seat counts that have this option; empty: all. Elsewhere it is fixed to its default."""

    @property
    def kind(self) -> str:
        """`flag`, `choice` or `number`."""
        if self.choices:
            return "choice"
        first = self._any_default()
        return "flag" if isinstance(first, bool) else "number"

    def _any_default(self) -> OptionValue:
        if isinstance(self.default, Mapping):
            return next(iter(self.default.values()))
        return self.default

    def default_for(self, seats: int) -> OptionValue:
        """The value where the user chose none."""
        return self.default[seats] if isinstance(self.default, Mapping) else self.default

    def allowed(self) -> str:
        """The allowed values, in words for a message."""
        if self.kind == "choice":
            return ", ".join(str(choice) for choice in self.choices)
        if self.kind == "flag":
            return "yes, no"
        return _("{low} to {high}").format(low=self.low, high=self.high)

    def read(self, text: str | OptionValue) -> OptionValue:
        """The value that a text or a plain value stands for.

        Raises OptionError, which says what is allowed.
        """
        wrong = OptionError(
            _("'{text}' is not allowed for option {name}. Choose {allowed}.").format(
                name=self.name, text=text, allowed=self.allowed()
            )
        )
        if self.kind == "flag":
            if isinstance(text, bool):
                return text
            word = str(text).strip().lower()
            if word in ("yes", "true", "on", "1"):
                return True
            if word in ("no", "false", "off", "0"):
                return False
            raise wrong
        if self.kind == "number" or all(isinstance(choice, int) for choice in self.choices):
            if isinstance(text, bool):
                raise wrong
            try:
                number = int(text)
            except ValueError:
                raise wrong from None
            if number in self.choices or (not self.choices and self.low <= number <= self.high):
                return number
            raise wrong
        for choice in self.choices:
            if str(text).strip().lower() == str(choice):
                return choice
        raise wrong


@frozen(kw_only=True)
class Spec:
    """The facts about a game that are known without its rules."""

    id: str
    title: str
    summary: str
    """One sentence for somebody who has never seen the game."""
    kind: str = ""
    """What it is played with, in one word: `cards`, `dice`. It tells games of one name apart."""
    designer: str = ""
    min_seats: int
    max_seats: int
    minutes: int = 10
    """How long a match between people takes, about."""
    weight: int = 1
    """How heavy the game is, 1 to 5."""
    order: int = 100
    """Place in lists: light games first."""
    options: tuple[Option, ...] = ()
    round_word: str = "round"
    """What `View["round"]` counts: hand, turn or round."""
    secrets: bool = True
    """Whether seats hide something from each other: people who share a keyboard then get a cover
    between turns."""
    rules_version: int = 1
    """Raised when an earlier log would be played differently, or not at all."""
    schema: int = 1
    """Version of the plain data that `Game.encode` writes."""

    def check_seats(self, seats: int) -> None:
        """Raise OptionError if the game is not for this number of seats."""
        if not self.min_seats <= seats <= self.max_seats:
            span = (
                str(self.min_seats)
                if self.min_seats == self.max_seats
                else _("{low} to {high}").format(low=self.min_seats, high=self.max_seats)
            )
            raise OptionError(
                _("{game} is for {span} players, not {seats}.").format(
                    game=self.id, span=span, seats=seats
                )
            )

    def resolve(self, given: Mapping[str, str | OptionValue], seats: int) -> dict[str, OptionValue]:
        """Every option with its value, in the order of the spec.

        Raises OptionError for an unknown option, a value out of bounds or a wrong seat count.
        """
        self.check_seats(seats)
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise OptionError(
                    _("{game} has no option '{name}'. Its options: {all}").format(
                        game=self.id, name=name, all=", ".join(known) or _("none")
                    )
                )
        values: dict[str, OptionValue] = {}
        for option in self.options:
            value = option.default_for(seats)
            if option.name in given:
                value = option.read(given[option.name])
                fixed = bool(option.seats) and seats not in option.seats
                if fixed and value != option.default_for(seats):
                    span = ", ".join(str(count) for count in option.seats)
                    raise OptionError(
                        _("Option {name} is for {span} players, not {seats}.").format(
                            name=option.name, span=span, seats=seats
                        )
                    )
            values[option.name] = value
        return values


def seat_name(seat: int, names: Sequence[str]) -> str:
    """What to call a seat within a sentence: its name, or its number where there are no names."""
    return names[seat] if seat < len(names) else _("player {number}").format(number=seat + 1)


def _no_custom_data() -> None:
    return None


def _no_notices() -> list[str]:
    return []


def _always(action: int, view: Any) -> bool:
    return True


def _no_records(event: Any) -> Sequence[tuple[int, str, float]]:
    return ()


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
    (`seat_name`)."""

    narrate: Callable[[Any, Sequence[str], int | None], str | None]
    """`narrate(event, names, seat)`: a line of the log for an event as `seat` sees it, None if it
    is not worth one. Every action that a seat may know of gives at least one line."""

    custom_data: Callable[[], Any] = _no_custom_data
    """The user's own boards, tiles or cards as plain data, None where the built-in ones are used.
    Raises nothing: a bad file is reported by `custom_notices` and ignored."""

    custom_notices: Callable[[], list[str]] = _no_notices
    """What is wrong with the user's files, one line each: file, line, reason."""

    commits: Callable[[int, Any], bool] = _always
    """`commits(action, view)`: whether an action is a whole move or the last step of one. False
    for a step after which the same seat continues its move and may still choose; a player who
    wants to confirm moves is asked at the last step."""

    records: Callable[[Any], Sequence[tuple[int, str, float]]] = _no_records
    """`records(event)`: what in an event may be a personal record: the seat, the record's name,
    how much (more is better), such as `(0, "longest caravan", 5)`. The name is English and never
    changes: it is stored with the result of a match and translated when it is displayed."""

    read_notation: Callable[[str, Sequence[int], Any], int | None] | None = None
    """`parse(text, legal, view)` of a game that reads more than its own notation."""

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
