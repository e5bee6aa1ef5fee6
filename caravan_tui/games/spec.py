"""What is known of a game without its rules: its `Spec`, and the options of a match.

Lists of games, the set-up and the home screen need no more, and so load no more.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from caravan_tui.i18n import _

OptionValue = bool | int | str


class OptionError(ValueError):
    """A match cannot be set up like this; the text is one line for the user."""


class Option(Struct, frozen=True):
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


class Spec(Struct, frozen=True, kw_only=True):
    """The facts about a game that are known without its rules."""

    id: str
    title: str
    summary: str
    """One sentence for somebody who has never seen the game."""
    kind: str = ""
    """What it is played with, in one word: `cards`, `dice`. It tells games of one name apart."""
    short_title: str = ""
    """The title in a word, for the line above a board of 80 columns; empty: the title is short."""
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

    @property
    def span(self) -> str:
        """The numbers of seats that the game is for, in words: `2`, `2 to 5`."""
        if self.min_seats == self.max_seats:
            return str(self.min_seats)
        return _("{low} to {high}").format(low=self.min_seats, high=self.max_seats)

    def check_seats(self, seats: int) -> None:
        """Raise OptionError if the game is not for this number of seats."""
        if not self.min_seats <= seats <= self.max_seats:
            raise OptionError(
                _("{game} is for {span} players, not {seats}.").format(
                    game=self.id, span=self.span, seats=seats
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
