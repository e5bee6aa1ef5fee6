"""What home knows of the user: their matches, and how far they have come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from rich.text import Text

from caravan_tui.games import registry
from caravan_tui.screens.home.entries import (
    AGAIN,
    CONTINUE,
    FIRST,
    GAME,
    LEARN,
    LESSONS,
    easiest_game,
)
from saves import tutorial_progress

if TYPE_CHECKING:
    from caravan_tui.hosts.base import UnfinishedMatch
    from caravan_tui.hosts.turns import Turn
    from saves.header import Header
    from saves.listing import Entry


class Overview(Struct):
    """Filled bit by bit: what comes from files is empty until they were read."""

    unfinished: UnfinishedMatch | None = None
    """The match that Continue opens."""
    header: Header | None = None
    """Its seats and scores."""
    turns: list[Turn] = []
    """The matches in which it is the user's turn."""
    has_welcome: bool = False
    """Whether the list begins with a welcome for a newcomer."""
    lesson: str = ""
    """The game that the welcome teaches."""
    is_lesson_begun: bool = False
    """Whether its tutorial was left half-way."""
    is_learning: bool = False
    """Whether some of the tutorials were begun or finished, but not all of them."""
    records: dict[str, str] = {}
    """The user's results in each game, in a line."""
    latest: dict[str, str] = {}
    """The ID of the latest match of each game."""
    newest: dict[bool, Entry] = {}
    """The user's newest match, by whether only those that are over count."""
    match_of_day: tuple[str, str] = ("", "")
    """The game of the day's match that is on the card, and the ID of that match; without one it
    was not begun."""
    places: dict[str, str] = {}
    """The entries that are no games and lead to a screen, with their titles."""
    badges: dict[str, str] = {}
    """What stands beside an entry: how many matches wait there."""
    lists: dict[str, Text] = {}
    """What is known of the day's matches, the unfinished and the finished ones, by the entry that
    tells of them."""

    def game_of(self, place: str) -> str:
        """The game of an entry, that of Continue included; empty if there is none."""
        if place == LEARN:
            return self.lesson
        if place == FIRST:
            return easiest_game()
        if place == AGAIN:
            newest = self.newest.get(False)
            return newest.header.game if newest and newest.header else easiest_game()
        if place == CONTINUE and self.unfinished is not None:
            return self.unfinished.game if self.unfinished.game in registry.ids() else ""
        return place.removeprefix(GAME) if place.startswith(GAME) else ""

    def match_of(self, place: str) -> tuple[str, str]:
        """The game whose board stands for an entry, and the ID of the match, empty for one that
        nobody plays: what the entry is about; beside one that is about none, such as the settings,
        the user's newest match."""
        game, unfinished = self.game_of(place), self.unfinished
        if game and place == CONTINUE and unfinished is not None:
            return game, unfinished.id
        if game:
            return game, self.latest.get(game, "")
        if place == LESSONS:
            return tutorial_progress.game_to_learn() or easiest_game(), ""
        if place == "daily" and self.match_of_day[0]:
            return self.match_of_day
        newest = self.newest.get(place == "statistics")
        if newest is not None and newest.header is not None:
            return newest.header.game, newest.id
        return easiest_game(), ""
