"""Which screen a name opens."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from textual.screen import Screen

SCREENS = {
    "analysis": "analysis.screen:AnalysisScreen",
    "daily": "daily.screen:DailyScreen",
    "keys": "keys:KeysScreen",
    "leaderboard": "lobby.leaderboard:LeaderboardScreen",
    "lobby": "lobby.screen:LobbyScreen",
    "notices": "lobby.notices:NoticesScreen",
    "new_tournament": "lobby.new_tournament:NewTournamentScreen",
    "problem": "problems.problem:ProblemScreen",
    "problems": "problems.screen:ProblemsScreen",
    "replay": "replay.screen:ReplayScreen",
    "road": "road.screen:RoadScreen",
    "room": "lobby.room:RoomScreen",
    "rules": "rules:RulesScreen",
    "saved": "saved.screen:SavedScreen",
    "settings": "settings:SettingsScreen",
    "setup": "setup:SetupScreen",
    "statistics": "statistics.screen:StatisticsScreen",
    "table": "table.screen:TableScreen",
    "tournament": "lobby.tournament:TournamentScreen",
    "tournaments": "lobby.tournaments:TournamentsScreen",
    "tutorial": "table.tutorial:TutorialScreen",
}
"""The module below `caravan_tui.screens` and the class of each screen that is opened by name. It is
imported when it is opened first, so that the first frame does not wait for it."""


def screen_class(name: str) -> type[Screen[Any]]:
    """The class of a screen in SCREENS; imports its module. Raises KeyError."""
    module, _colon, class_name = SCREENS[name].partition(":")
    screen_type: type[Screen[Any]] = getattr(
        import_module(f"caravan_tui.screens.{module}"), class_name
    )
    return screen_type


def is_named(screen: Screen[Any], name: str) -> bool:
    """Whether a screen is of this name, or of a class that specializes the one of the name. Imports
    nothing. Raises KeyError."""
    module, _colon, class_name = SCREENS[name].partition(":")
    names = (f"caravan_tui.screens.{module}", class_name)
    return any((base.__module__, base.__name__) == names for base in type(screen).__mro__)
