"""Every command of every screen, and what is wrong with other keys for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from caravan_tui.games import registry
from caravan_tui.i18n import _
from caravan_tui.screens import jump, rules, setup
from caravan_tui.screens import settings as settings_screen
from caravan_tui.screens.analysis import commands as analysis
from caravan_tui.screens.daily import screen as daily
from caravan_tui.screens.home import screen as home
from caravan_tui.screens.lobby import (
    leaderboard,
    new_tournament,
    notices,
    tournament,
    tournaments,
)
from caravan_tui.screens.lobby import screen as lobby
from caravan_tui.screens.problems import problem
from caravan_tui.screens.problems import screen as problems
from caravan_tui.screens.replay.commands import REPLAY
from caravan_tui.screens.road import screen as road
from caravan_tui.screens.saved.commands import SAVED
from caravan_tui.screens.statistics import screen as statistics
from caravan_tui.screens.table import chat, result, tutorial
from caravan_tui.widgets.app_commands import APP
from caravan_tui.widgets.chooser import LIST
from caravan_tui.widgets.commands import Command, key_of, keymap
from caravan_tui.widgets.dialog import CLOSE
from caravan_tui.widgets.fields import COMMANDS as FIELDS
from caravan_tui.widgets.table_commands import TABLE


def all_commands() -> list[tuple[str, Iterable[Command]]]:
    """The commands of each place, with its translated title."""
    boards = [
        (_(registry.spec(game_id).title), registry.board(game_id).COMMANDS)
        for game_id in registry.ids()
    ]
    return [
        (_("Everywhere"), (*APP, CLOSE)),
        (_("Home"), home.COMMANDS),
        (_("Set-up"), setup.COMMANDS),
        (_("Every table"), TABLE),
        (_("Result"), result.COMMANDS),
        (_("Table chat"), chat.COMMANDS),
        (_("Jump keys"), jump.COMMANDS),
        (_("Lists in windows"), LIST),
        *boards,
        (_("Lobby"), lobby.COMMANDS),
        (_("Leaderboard"), leaderboard.COMMANDS),
        (_("Notices"), notices.COMMANDS),
        (_("Tournaments"), tournaments.COMMANDS),
        (_("Tournament"), tournament.COMMANDS),
        (_("New tournament"), new_tournament.COMMANDS),
        (_("Saved matches"), SAVED),
        (_("Replay"), REPLAY),
        (_("Statistics"), statistics.COMMANDS),
        (_("The Road"), road.COMMANDS),
        (_("Daily desert"), daily.COMMANDS),
        (_("Problems"), problems.COMMANDS),
        (_("Problem"), problem.COMMANDS),
        (_("Analysis"), analysis.COMMANDS),
        (_("Rules"), rules.COMMANDS),
        (_("Tutorial"), tutorial.COMMANDS),
        (_("Settings"), settings_screen.COMMANDS),
        (_("Fields of a form"), FIELDS),
    ]


def key_notices(changed: Mapping[str, str]) -> list[str]:
    """What is wrong with the keys of the settings, a line each: unknown commands and keys, and keys
    that another command of the same place loses; at a table the board's commands come first."""
    notices: list[str] = []
    now = keymap(changed)
    known: set[str] = set()
    lost = _("keys: '{key}' now means '{name}', no longer '{other}'")
    for _title, commands in all_commands():
        by_id = {command.id: command for command in commands}
        known |= by_id.keys()
        for name in by_id.keys() & changed.keys():
            for word in changed[name].split(","):
                key = key_of(word)
                if key is None:
                    notices.append(
                        _("keys: '{key}' for '{name}' is not a key").format(
                            key=word.strip(), name=name
                        )
                    )
                notices += [
                    lost.format(key=word.strip(), name=name, other=other)
                    for other, command in by_id.items()
                    if other != name and key in keys_of(command, now)
                ]
    notices += [lost.format(key=key, name=name, other=other) for key, name, other in hidden(now)]
    strangers = [name for name in changed if name not in known]
    words = _("keys: there is no command '{name}'")
    return [*notices, *(words.format(name=name) for name in strangers)]


def keys_of(command: Command, now: Mapping[str, str]) -> list[str]:
    """The keys of a command with those of the settings."""
    return now.get(command.id, command.keys).replace(" ", "").split(",")


def hidden(now: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Keys by which a command of every table is not reached at some, as other keys have made it
    so: the key, the commands of boards that have it, the command."""
    hidden_by: dict[tuple[str, str], list[str]] = {}
    for game_id in registry.ids():
        for command in registry.board(game_id).COMMANDS:
            for other in TABLE:
                if command.id in now or other.id in now:
                    for key in set(keys_of(command, now)) & set(keys_of(other, now)):
                        hidden_by.setdefault((key, other.id), []).append(command.id)
    return [(key, ", ".join(names), other) for (key, other), names in sorted(hidden_by.items())]
