"""Who plays, as it is typed: `me,trader,merchant:thief`."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from attrs import evolve

from ai import levels
from caravan_tui.engine import Seat
from caravan_tui.engine.record import PERSON
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError, Spec
from caravan_tui.i18n import _

PROGRAM_PREFIX = "program:"
"""Begins the kind of a player who is a program of a server, in a choice; its name follows."""

LONGEST_NAME = 16
"""Characters of the name of somebody at this terminal."""

ME = "me"
"""The player of a seat who sits at this terminal."""


def program_kinds(names: Iterable[str]) -> list[tuple[str, str]]:
    """The programs of a server as players to choose from: a title and a kind for each."""
    return [(name, f"{PROGRAM_PREFIX}{name}") for name in names]


def program_name(kind: str) -> str:
    """The name of the program of such a kind; empty: it is another player."""
    return kind.removeprefix(PROGRAM_PREFIX) if kind.startswith(PROGRAM_PREFIX) else ""


def chosen_seat(kind: str, name: str = "") -> Seat:
    """The seat of a player who was chosen by kind."""
    program = program_name(kind)
    return Seat(levels.PROGRAM.name, program) if program else Seat(kind, name)


def read_players(spec: Spec, text: str | None, programs: Collection[str] = ()) -> list[Seat]:
    """The players in turn order, only programs with names yet; by default the user and as few
    Traders as possible. `programs`: those that can be named. Raises OptionError."""
    named = {name.lower(): name for name in programs}
    seats = []
    for word in player_words(spec, text):
        program = program_name(word) or word
        if program.lower() in named:
            seats.append(Seat(levels.PROGRAM.name, named[program.lower()]))
        else:
            seats.append(read_player(spec, word, *programs))
    return seats


def player_words(spec: Spec, text: str | None) -> list[str]:
    """What is typed for each player; by default the user and as few Traders as possible. Raises
    OptionError if the game is for another number of players."""
    if text is None:
        words = [ME, *["trader"] * (spec.min_seats - 1)]
    else:
        words = [word.strip() for word in text.split(",")]
    if not spec.min_seats <= len(words) <= spec.max_seats:
        raise OptionError(
            _("{game} is for {span} players; --seats has {count}").format(
                game=registry.short_name(spec.id), span=spec.span, count=len(words)
            )
        )
    return words


def read_player(spec: Spec, word: str, *others: str) -> Seat:
    """One of the players, without a name yet; `others`: what else can be typed, for the message.
    Raises OptionError."""
    word = word.lower()
    if word == ME:
        return Seat(PERSON)
    name, _colon, style = word.partition(":")
    known = {level.name: level for level in (*levels.LADDER, levels.ADAPTIVE)}
    if name not in known:
        raise OptionError(
            _("'{name}' is not a player; choose from: {all}").format(
                name=name, all=", ".join([ME, *known, *others])
            )
        )
    styles = [style_name for _title, style_name in registry.styles(spec.id)]
    if style and style not in styles:
        raise OptionError(
            _("'{name}' is not a style of {game}; choose from: {all}").format(
                name=style, game=_(spec.title), all=", ".join(styles)
            )
        )
    return Seat(name, style=style or None)


def with_name(players: list[Seat], name: str) -> list[Seat]:
    """The players with the user's name in the seats of people."""
    return [evolve(seat, name=name) if seat.is_person else seat for seat in players]
