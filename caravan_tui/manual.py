"""The manual page, made of the command line's commands and every screen's keys."""

from __future__ import annotations

import os
from collections.abc import Mapping

import click

from caravan_tui import __version__
from caravan_tui.cli import commands, group
from caravan_tui.help import all_commands
from caravan_tui.widgets.commands import key_names, keymap, names_now, with_names
from caravan_tui.words import _


def _roff(text: str) -> str:
    """A text in which troff sees no commands."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in ".'" else line for line in text.splitlines())


def manual(changed: Mapping[str, str] | None = None) -> str:
    """The manual page in troff's man macros; `changed`: the keys of the settings."""
    own = keymap(changed or {})
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
        here = list(screen_commands)
        names = names_now(here, own)
        for each in here:
            keys = key_names(own.get(each.id, each.keys))
            words = with_names(_(each.help) or _(each.title), names)
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
