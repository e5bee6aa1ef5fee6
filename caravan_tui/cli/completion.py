"""The command `completion`: a script that completes commands and options in a shell."""

from __future__ import annotations

from typing import Final

import click
from click.shell_completion import get_completion_class

from caravan_tui.cli.main import PROGRAM, group

TARGETS: Final = {
    "bash": "~/.local/share/bash-completion/completions/caravan-tui",
    "zsh": "~/.zfunc/_caravan-tui",
    "fish": "~/.config/fish/completions/caravan-tui.fish",
}
"""Where the script of each shell is usually installed."""


@click.command()
@click.argument("shell", type=click.Choice(list(TARGETS)))
def completion(shell: str) -> None:
    """Print a completion script for a shell. Its first line says where to install it."""
    completer = get_completion_class(shell)
    assert completer is not None
    variable = "_" + PROGRAM.replace("-", "_").upper() + "_COMPLETE"
    script = completer(group, {}, PROGRAM, variable).source()
    first_line = ""
    if shell == "zsh":
        first_line, _newline, script = script.partition("\n")  # `#compdef` must stay first
        first_line += "\n"
    click.echo(f"{first_line}# {TARGETS[shell]}\n{script}")
