"""The entries of home by their IDs, and what is said of each in a line."""

from __future__ import annotations

from rich.text import Text

from caravan_tui.games import registry
from caravan_tui.i18n import _
from caravan_tui.presentation.lessons import how_far_words
from caravan_tui.screens.home.game_card import seats_text
from saves import tutorial_progress

GAME = "game."
"""What the ID of a game begins with."""

CONTINUE = "continue"
"""The entry that opens the user's unfinished match."""

TURNS = "turns"
"""The entry that lists the matches in which it is the user's turn."""

LEARN, FIRST = "learn", "first"
"""The entries of the welcome for somebody who has played nothing yet."""

AGAIN = "again"
"""The entry that sets up a match of the game that the user played last."""

LESSONS = "lessons"
"""The entry that lists the tutorials, once the welcome is over."""

QUIT = "quit"


def place_words(place: str) -> str:
    """What a place of the list is for; empty for others."""
    return {
        TURNS: _("The matches that wait for you. Press Enter or click to choose one."),
        LESSONS: _("Learn a game by playing, in ten minutes."),
        "saved": _("All your matches: resume, replay, rename, export, delete."),
        "statistics": _("Your results and records."),
        "road": _("A journey through all five games, with a story, for one player."),
        "daily": _("One match a day in each game, the same for everyone."),
        "problems": _("Find the best move. A new one each day, and your own mistakes."),
        "settings": _("Colours, language, animations, names."),
        "lobby": _("The matches on this server: join, watch, chat."),
        QUIT: _("Everything is saved."),
    }.get(place, "")


def facts_line(game_id: str) -> str:
    """How many play a game, and how long."""
    spec = registry.spec(game_id)
    return _("{seats}, {minutes} min").format(seats=seats_text(spec), minutes=spec.minutes)


def lessons_text() -> Text:
    """How far the user has come in each tutorial, the easiest first."""
    text, progress = Text(), tutorial_progress.load()
    for game_id in registry.by_ease():
        how_far = how_far_words(progress.get(game_id))
        text.append(f"{registry.short_name(game_id)}: ")
        text.append(how_far or _("new"), "bold" if how_far else "dim").append("\n")
    return text


def easiest_game() -> str:
    """The game to begin with: the lightest and shortest one."""
    return registry.by_ease()[0]
