"""Programs that play, as they are given on the command line."""

from __future__ import annotations

import click

from ai.programs.process import ProgramError, read_command
from caravan_tui.i18n import _


def command_words(text: str) -> tuple[str, ...]:
    """The words of a program's command. Raises click.UsageError."""
    try:
        return read_command(text)
    except ProgramError as error:
        raise click.UsageError(str(error)) from None


def named_program(text: str) -> tuple[str, tuple[str, ...]]:
    """The name of a program and the words of its command, from `NAME=COMMAND`. Raises
    click.UsageError."""
    name, equals, command = text.partition("=")
    if not (name and equals):
        raise click.UsageError(
            _("'{text}' is not NAME=COMMAND, such as mine=./mine").format(text=text)
        )
    return name, command_words(command)
