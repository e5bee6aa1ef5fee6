"""The command `man`: a manual page with every command, and the keys of every screen.

click-man would make a page for each command, without the keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import click

from caravan_tui import __version__, settings
from caravan_tui.cli.main import PROGRAM, commands, group
from caravan_tui.command_index import all_commands
from caravan_tui.i18n import _
from caravan_tui.widgets.commands import keymap
from caravan_tui.widgets.key_names import key_names


@click.command()
def man() -> None:
    """Print the manual page. To read it: caravan-tui man | man -l -"""
    click.echo(manual(settings.load()[0].keys))


def manual(changed_keys: Mapping[str, str] | None = None) -> str:
    """The manual page in troff's `man` macros; `changed_keys`: the keys from the settings."""
    return "\n".join(
        [
            f'.TH {_roff(PROGRAM.upper())} 6 "" "caravan_tui {__version__}" "Games"',
            ".SH NAME",
            _roff(_("caravan-tui - five caravan games for the terminal")),
            ".SH SYNOPSIS",
            f".B {_roff(PROGRAM)}",
            _roff("[--ascii] [COMMAND [ARGS]...]"),
            ".SH DESCRIPTION",
            _roff(
                _(
                    "Board and card games against computer players, or with friends over SSH. "
                    "Matches are saved as you play. Without a command the app starts."
                )
            ),
            ".SH COMMANDS",
            *_commands(),
            ".SH KEYS",
            *_keys(keymap(changed_keys or {})),
            ".SH ENVIRONMENT",
            *_entry("CARAVAN_TUI_HOME", _("A folder for settings, matches and logs.")),
            *_entry(
                "CARAVAN_TUI_...",
                _("Overrides a setting, named in capital letters: CARAVAN_TUI_THEME."),
            ),
            *_entry("NO_COLOR", _("No colours. Glyphs tell everything apart.")),
        ]
    )


def _commands() -> Iterator[str]:
    context = click.Context(group, info_name=PROGRAM)
    for name, (_place, about) in commands().items():
        command = group.get_command(context, name)
        assert command is not None
        yield from _entry(name, about)
        for parameter in command.params:
            help_text = getattr(parameter, "help", "") or ""
            yield ".br"
            yield _roff(f"{', '.join(parameter.opts)}  {help_text}".rstrip())
        for child in getattr(command, "commands", {}).values():
            yield ".br"
            yield _roff(f"{name} {child.name}: {child.get_short_help_str(90)}")


def _keys(changed: Mapping[str, str]) -> Iterator[str]:
    for title, screen_commands in all_commands():
        yield ".SS"
        yield _roff(title)
        listed = list(screen_commands)
        for command in listed:
            keys = key_names(changed.get(command.id, command.keys))
            yield from _entry(keys, _(command.help) or _(command.title))


def _entry(term: str, text: str) -> Iterator[str]:
    """A paragraph with a term in bold."""
    yield ".TP"
    yield f".B {_roff(term)}"
    if text:
        yield _roff(text)


def _roff(text: str) -> str:
    """Escape a text for troff."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in ".'" else line for line in text.splitlines())
