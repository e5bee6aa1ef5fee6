"""Every command of every screen, and the manual page made of it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

import click

from caravan_tui import __version__
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
from caravan_tui.widgets.commands import Command, key_names, key_of, keymap
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
    not, and keys that another command of the same place loses."""
    notices: list[str] = []
    known: set[str] = set()
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
                for other, command in here.items():
                    keys = keymap(changed).get(other, command.keys)
                    if other != name and key and key in keys.replace(" ", "").split(","):
                        notices.append(
                            _("keys: '{key}' is '{name}' and no longer '{other}'").format(
                                key=word.strip(), name=name, other=other
                            )
                        )
    strangers = [name for name in changed if name not in known]
    words = _("keys: there is no command '{name}'")
    return [*notices, *(words.format(name=name) for name in strangers)]


def _roff(text: str) -> str:
    """A text in which troff sees no commands."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in ".'" else line for line in text.splitlines())


def manual() -> str:
    """The manual page in troff's man macros."""
    from caravan_tui.cli import commands, group

    lines = [
        f'.TH CARAVAN\\-TUI 6 "" "caravan_tui {__version__}" "Games"',
        ".SH NAME",
        _roff(_("caravan-tui - five caravan games for the terminal")),
        ".SH SYNOPSIS",
        ".B caravan\\-tui",
        _roff("[--ascii] [COMMAND [ARGS]...]"),
        ".SH DESCRIPTION",
        _roff(
            _(
                "Board and card games against computer seats that think, over weeks with saved "
                "matches, and with friends over SSH. Without a command the app starts."
            )
        ),
        ".SH COMMANDS",
    ]
    context = click.Context(group, info_name="caravan-tui")
    for name, (_where, about) in commands().items():
        command = group.get_command(context, name)
        assert command is not None
        lines += [".TP", f".B {_roff(name)}", _roff(about)]
        for parameter in command.params:
            text = getattr(parameter, "help", "") or ""
            lines += [".br", _roff(f"{', '.join(parameter.opts)}  {text}".rstrip())]
        for child in getattr(command, "commands", {}).values():
            lines += [".br", _roff(f"{name} {child.name}: {child.get_short_help_str(90)}")]
    lines.append(".SH KEYS")
    for title, screen_commands in all_commands():
        lines += [".SS", _roff(title)]
        for each in screen_commands:
            keys, words = key_names(each.keys), _(each.help) or _(each.title)
            lines += [".TP", f".B {_roff(keys)}", _roff(words)]
    lines += [
        ".SH ENVIRONMENT",
        ".TP",
        ".B CARAVAN_TUI_HOME",
        _roff(_("A folder for settings, matches and logs.")),
        ".TP",
        ".B CARAVAN_TUI_...",
        _roff(_("A setting in capital letters overrides the settings file: CARAVAN_TUI_THEME.")),
        ".TP",
        ".B NO_COLOR",
        _roff(_("No colours; everything is told apart by glyphs.")),
    ]
    return os.linesep.join(line for line in lines if line)
