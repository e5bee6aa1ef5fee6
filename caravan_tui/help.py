"""Every command of every screen, and what is wrong with other keys for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from caravan_tui.app import COMMANDS as APP
from caravan_tui.games import registry
from caravan_tui.screens import (
    analysis,
    daily,
    home,
    jump,
    lobby,
    rules,
    setup,
    statistics,
    tutorial,
)
from caravan_tui.screens import settings as settings_screen
from caravan_tui.screens.replay_commands import REPLAY
from caravan_tui.screens.saved_card import SAVED
from caravan_tui.screens.table_commands import TABLE
from caravan_tui.widgets.commands import Command, key_of, keymap
from caravan_tui.widgets.dialog import CLOSE
from caravan_tui.words import _


def all_commands() -> list[tuple[str, Iterable[Command]]]:
    """Where commands are at hand, and which."""
    boards = [
        (_(registry.spec(game_id).title), registry.board(game_id).COMMANDS)
        for game_id in registry.ids()
    ]
    return [
        (_("Everywhere"), (*APP, CLOSE)),
        (_("Home"), home.COMMANDS),
        (_("Set-up"), setup.COMMANDS),
        (_("Every table"), TABLE),
        (_("Jump keys"), jump.COMMANDS),
        *boards,
        (_("Lobby"), lobby.COMMANDS),
        (_("Saved matches"), SAVED),
        (_("Replay"), REPLAY),
        (_("Statistics"), statistics.COMMANDS),
        (_("Daily desert"), daily.COMMANDS),
        (_("Analysis"), analysis.COMMANDS),
        (_("Rules"), rules.COMMANDS),
        (_("Tutorial"), tutorial.COMMANDS),
        (_("Settings"), settings_screen.COMMANDS),
    ]


def key_notices(changed: Mapping[str, str]) -> list[str]:
    """What is wrong with the keys of the settings, a line each: commands and keys that there are
    not, and keys that another command of the same place loses; at a table those of the board come
    before the others."""
    notices: list[str] = []
    now = keymap(changed)
    known: set[str] = set()
    lost = _("keys: '{key}' is '{name}' and no longer '{other}'")
    for _title, commands in all_commands():
        here = {command.id: command for command in commands}
        known |= here.keys()
        for name in here.keys() & changed.keys():
            for word in changed[name].split(","):
                key = key_of(word)
                if key is None:
                    notices.append(
                        _("keys: '{key}' of '{name}' is no key").format(key=word.strip(), name=name)
                    )
                notices += [
                    lost.format(key=word.strip(), name=name, other=other)
                    for other, command in here.items()
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
    found: dict[tuple[str, str], list[str]] = {}
    for game_id in registry.ids():
        for mine in registry.board(game_id).COMMANDS:
            for other in TABLE:
                if mine.id in now or other.id in now:
                    for key in set(keys_of(mine, now)) & set(keys_of(other, now)):
                        found.setdefault((key, other.id), []).append(mine.id)
    return [(key, ", ".join(names), other) for (key, other), names in sorted(found.items())]
