"""The options and the seed of a match, before it begins: of the set-up, without a widget."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any, Final

from caravan_tui.engine.rng import LARGEST_SEED, fresh_seed
from caravan_tui.games.contract import Option, OptionError, OptionValue
from caravan_tui.games.spec import Spec
from caravan_tui.i18n import _
from caravan_tui.widgets.fields import Field

SEED: Final = "seed"
"""The name of the field of the seed; an option cannot have it."""

RANDOM: Final = -1
"""The value of that field while the drawn seed is used."""


class MatchOptions:
    """What was chosen of the options of a game, and the seed. What does not apply to so many
    players is kept for the case that their number changes."""

    def __init__(self, spec: Spec, seed: int | None = None) -> None:
        """`seed`: as if it had been typed."""
        self._spec = spec
        self.chosen: dict[str, OptionValue] = {}
        """The options that were chosen, by name; the others have their default."""
        self.seed_text = "" if seed is None else str(seed)
        self.drawn_seed = fresh_seed()
        """The seed of the match if none is typed: the form shows whom it brings to the table."""

    def recall(self, options: Mapping[str, OptionValue]) -> None:
        """Choose what was chosen for another match, as far as the game still has it."""
        for option in self._spec.options:
            if option.name in options:
                with contextlib.suppress(OptionError):
                    self.chosen[option.name] = option.read(options[option.name])

    def take(self, name: str, value: Any) -> None:
        """Take the value of a field over."""
        if name == SEED:
            self.seed_text = "" if value == RANDOM else str(value)
        else:
            self.chosen[name] = value

    # Fields

    def fields(self, players: int) -> list[Field]:
        """The fields of the options, for this number of players."""
        return [self._field(option, players) for option in self._spec.options]

    def _field(self, option: Option, players: int) -> Field:
        choices: list[tuple[str, OptionValue]] = []
        if option.kind == "flag":
            choices = [(_("No"), False), (_("Yes"), True)]
        elif option.kind == "choice":
            choices = [(_(str(value)), value) for value in option.choices]
        obstacle = ""
        if option.seats and players not in option.seats:
            least, most = min(option.seats), max(option.seats)
            obstacle = _("Only with {low} to {high} players.").format(low=least, high=most)
        help_text = _(option.help)
        if isinstance(option.default, Mapping):
            usual = _("Usual with {count} players: {value}.").format(
                count=players, value=_(str(option.default_for(players)))
            )
            help_text = f"{help_text} {usual}"
        return Field(
            option.name, _(option.title), help_text, choices, option.low, option.high,
            obstacle=obstacle,
        )  # fmt: skip

    def seed_field(self) -> Field:
        """The field of the seed."""
        return Field(
            SEED, _("Seed"), _("Same number, same deal: for a friend or another try."),
            low=RANDOM, high=LARGEST_SEED, words={RANDOM: _("random")}, is_listed=True,
        )  # fmt: skip

    @property
    def seed_value(self) -> int:
        """The value of that field."""
        typed = self.seed()
        return RANDOM if typed is None else typed

    def values(self, players: int) -> dict[str, Any]:
        """The value of each option for this number of players."""
        count = min(max(players, self._spec.min_seats), self._spec.max_seats)
        usual = {option.name: option.default_for(count) for option in self._spec.options}
        return usual | self.applying(players)

    # Reading

    def applying(self, players: int) -> dict[str, OptionValue]:
        """The options that are not left at their default and apply to so many players."""
        names = {
            each.name for each in self._spec.options if not each.seats or players in each.seats
        }
        return {name: value for name, value in self.chosen.items() if name in names}

    def seed(self) -> int | None:
        """The seed that was typed, None if none was. Raises OptionError for one out of bounds."""
        return _read_seed(self.seed_text)

    def seed_to_use(self) -> int:
        """The seed that was typed if it is one, else the drawn one."""
        with contextlib.suppress(OptionError):
            typed = self.seed()
            return self.drawn_seed if typed is None else typed
        return self.drawn_seed


def seed_problem(text: str) -> str | None:
    """What is wrong with a text for a seed; None: nothing."""
    try:
        _read_seed(text)
    except OptionError as error:
        return str(error)
    return None


def _read_seed(text: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit()) or int(text) > LARGEST_SEED:
        raise OptionError(
            _("'{text}' is not a seed. Type a number of up to 18 digits.").format(text=text)
        )
    return int(text)
