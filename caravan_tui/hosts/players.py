"""Who plays, as it is typed: `me,trader,merchant:thief`."""

from __future__ import annotations

from attrs import evolve

from ai import levels
from caravan_tui.engine import Seat
from caravan_tui.engine.record import PERSON
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError, Spec
from caravan_tui.i18n import _

ME = "me"
"""The player of a seat who sits at this terminal."""


def read_players(spec: Spec, text: str | None) -> list[Seat]:
    """The players in turn order, without names yet; by default the user and as few Traders as
    possible. Raises OptionError."""
    return [read_player(spec, word) for word in player_words(spec, text)]


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
                game=_(spec.title), span=spec.span, count=len(words)
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
            _("'{name}' is no player; choose from: {all}").format(
                name=name, all=", ".join([ME, *known, *others])
            )
        )
    styles = [style_name for _title, style_name in registry.styles(spec.id)]
    if style and style not in styles:
        raise OptionError(
            _("'{name}' is no style of {game}; choose from: {all}").format(
                name=style, game=_(spec.title), all=", ".join(styles)
            )
        )
    return Seat(name, style=style or None)


def with_name(players: list[Seat], name: str) -> list[Seat]:
    """The players with the user's name in the seats of people."""
    return [evolve(seat, name=name) if seat.is_person else seat for seat in players]
