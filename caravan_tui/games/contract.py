"""What a game is.

A game is a folder with a `State` (the rules in play), a `Game` (what surrounds them: set-up,
views, words) and a Textual board. Everything else in the project, the engine, the computer seats,
the saves and the screens, works on these two classes and knows no game by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from attrs import frozen

from caravan_tui.words import _

CHANCE = -1
OVER = -2

View = dict[str, Any]
"""What one seat may know, as plain data. Every view has the keys in `COMMON_KEYS`."""

Event = tuple[Any, ...]
"""A fact for animation and narration: a kind (str), then plain data."""

COMMON_KEYS = ("game", "seat", "seats", "options", "house", "to_act", "round", "scores")
"""Keys that every view has: game id, seat number or None for a spectator, number of seats, the
resolved options, the user's house data or None, who acts (seat, CHANCE or OVER), the number of the
hand, turn or round (from 1; 0 before the first), the scores as a list."""


class State:
    """A position: plain ints, lists and bit masks in slots; one actor at any moment.

    A plain base class, no Protocol, so that calls stay direct when compiled.
    """

    __slots__ = ()

    OPEN_MOVES: ClassVar[bool] = False
    """Nobody's move is hidden from anybody, only chance may be: `observed` gives every move of a
    seat back as it is. The search then does not ask it of moves."""

    def to_act(self) -> int:
        """The seat whose decision it is, or CHANCE, or OVER."""
        raise NotImplementedError

    def legal(self) -> list[int]:
        """All actions of the actor: fixed order, no duplicates, never empty unless OVER.

        At CHANCE: every outcome that is possible, without its weight.
        """
        raise NotImplementedError

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        """Play an action in place. It must be legal or an interrupt: that is not checked.

        Events are written only if a list is given.
        """
        raise NotImplementedError

    def draw(self, rng: Random) -> int:
        """Sample one outcome of the chance that is due, by its weight."""
        raise NotImplementedError

    def clone(self) -> State:
        """An independent copy."""
        raise NotImplementedError

    def scores(self) -> tuple[float, ...]:
        """The standing while the match runs, the result at the end; one number a seat."""
        raise NotImplementedError

    def outcome(self) -> tuple[int, ...]:
        """The rank of each seat, 1 is best; a shared rank uses up the next ones (1, 1, 3)."""
        raise NotImplementedError

    def interrupts(self) -> dict[int, list[int]]:
        """What seats may do now although it is another seat's decision; by seat, ascending."""
        return {}

    def observed(self, action: int, seat: int) -> int:
        """What a seat can tell of an action that is about to be applied.

        Two actions with the same answer look alike to the seat. A game without hidden moves
        keeps this default. The search keys its tree by it.
        """
        return action


class OptionError(ValueError):
    """A match cannot be set up like this; the text is one line for the user."""


OptionValue = bool | int | str


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
        """The value of a match in which nobody chose."""
        return self.default[seats] if isinstance(self.default, Mapping) else self.default

    def allowed(self) -> str:
        """What may be chosen, in words for a message."""
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
            _("option {name}: '{text}' is not allowed; choose {allowed}").format(
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


@frozen
class Spec:
    """The facts about a game that can be told before a match."""

    id: str
    title: str
    designer: str
    summary: str
    """One sentence for somebody who has never seen the game."""
    min_seats: int
    max_seats: int
    rules_version: int
    """Raised when a log of before would be played otherwise, or not at all."""
    schema: int
    """Version of the plain data that `Game.encode` writes."""
    minutes: int
    """A match of people, about."""
    weight: int
    """How heavy, 1 to 5."""
    order: int
    """Place in lists: light games first."""
    options: tuple[Option, ...] = ()
    round_word: str = "round"
    """What `View["round"]` counts: hand, turn or round."""
    secrets: bool = True
    """Whether seats hide something from each other: people at one keyboard then get a cover."""

    def check_seats(self, seats: int) -> None:
        """Raise OptionError if the game is not for so many."""
        if not self.min_seats <= seats <= self.max_seats:
            span = (
                str(self.min_seats)
                if self.min_seats == self.max_seats
                else _("{low} to {high}").format(low=self.min_seats, high=self.max_seats)
            )
            raise OptionError(
                _("{game} is for {span} seats, not {seats}").format(
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
                    _("{game} has no option '{name}'; its options: {all}").format(
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
                        _("option {name} is for {span} seats, not {seats}").format(
                            name=option.name, span=span, seats=seats
                        )
                    )
            values[option.name] = value
        return values


def seat_name(seat: int, names: Sequence[str]) -> str:
    """What to call a seat within a sentence: its name, or its number where there are no names."""
    return names[seat] if seat < len(names) else _("seat {number}").format(number=seat + 1)


class Game:
    """One instance a game: set-up, views and words around a State."""

    spec: ClassVar[Spec]

    def setup(
        self, options: Mapping[str, OptionValue], seats: int, house: Any | None = None
    ) -> State:
        """The first position. No randomness: deals, dice and draws are chance actions.

        `options` are resolved (`Spec.resolve`); `house` is what `house_data` gave when the match
        was made, None for the built-in boards, tiles and cards.
        """
        raise NotImplementedError

    def house_data(self) -> Any | None:
        """The user's own boards, tiles or cards as plain data, None where the built-in ones hold.

        Raises nothing: a bad file is reported by `house_notices` and left out.
        """
        return None

    def house_notices(self) -> list[str]:
        """What is wrong with the user's files, a line each: file, line, reason."""
        return []

    def view(self, state: State, seat: int | None) -> View:
        """What this seat may know, built from nothing as plain data; None is a spectator."""
        raise NotImplementedError

    def view_event(self, event: Event, seat: int | None) -> Event | None:
        """The event as this seat may see it, or None."""
        raise NotImplementedError

    def determinize(self, view: View, rng: Random) -> State:
        """A full state that this view allows; what is hidden is imagined, evenly among all
        that the view allows where that can be had."""
        raise NotImplementedError

    def encode(self, state: State) -> Any:
        """The state as plain data for msgpack."""
        raise NotImplementedError

    def decode(self, data: Any, schema: int) -> State:
        """The state back from plain data. Raises ValueError on data that is not one."""
        raise NotImplementedError

    def notation(self, action: int, view: View) -> str:
        """The action as the rules page writes it. Unique among the legal ones."""
        raise NotImplementedError

    def describe(self, action: int, view: View, names: Sequence[str] = ()) -> str:
        """The action in words, without its subject: 'plays a caravan of three, rank 6'.

        `names`: of the seats, for moves that concern another one; without them the game says
        what it calls a seat.
        """
        raise NotImplementedError

    def commits(self, action: int, view: View) -> bool:
        """Whether an action is a whole move, or the last step of one. False for a step after
        which the same seat goes on with its move and may still choose: who wants to be asked
        before a move is asked at its last step."""
        return True

    def narrate(self, event: Event, names: Sequence[str], seat: int | None) -> str | None:
        """A line of the log for an event as `seat` sees it, None if it is not worth one.

        Every action that a seat may know of gives at least one line.
        """
        raise NotImplementedError

    def feats(self, event: Event) -> Sequence[tuple[int, str, float]]:
        """What in an event may be a record of a seat: the seat, its name, how much (more is
        better), such as `(0, "longest caravan", 5)`.

        The name is English and stays the same for ever: it is kept with the result of a match and
        translated when it is shown.
        """
        return ()

    def parse(self, text: str, legal: Sequence[int], view: View) -> int | None:
        """The legal action that a typed notation means, or None."""
        wanted = " ".join(text.split()).lower()
        for action in legal:
            if self.notation(action, view).lower() == wanted:
                return action
        return None
