"""The command `completion`: a script that completes commands and options in a shell."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click
from click.shell_completion import get_completion_class

from caravan_tui import files
from caravan_tui.cli.main import PROGRAM, group
from caravan_tui.i18n import _

TARGETS: Final = {
    "bash": "~/.local/share/bash-completion/completions/caravan-tui",
    "zsh": "~/.zfunc/_caravan-tui",
    "fish": "~/.config/fish/completions/caravan-tui.fish",
}
"""Where the script of each shell is usually installed."""


@click.command()
@click.argument("shell", type=click.Choice(list(TARGETS)))
@click.option("--install", is_flag=True, help="Write it to where the shell looks for it.")
def completion(shell: str, install: bool) -> None:
    """Print a completion script for a shell. Its first line says where to install it."""
    script = completion_script(shell)
    if not install:
        click.echo(script, nl=False)
        return
    path = Path(TARGETS[shell]).expanduser()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write(path, script.encode())
    except OSError as error:
        text = _("Can't write {path}: {reason}.")
        raise click.ClickException(text.format(path=path, reason=error.strerror or error)) from None
    click.echo(_("Installed in {path}. Open a new shell to use it.").format(path=path))
    if shell == "zsh":
        click.echo(
            _("If ~/.zshrc doesn't do so yet, let it call: {line}").format(
                line="fpath+=~/.zfunc; autoload -Uz compinit; compinit"
            )
        )


def completion_script(shell: str) -> str:
    """The script for one of TARGETS."""
    completer = get_completion_class(shell)
    assert completer is not None
    variable = "_" + PROGRAM.replace("-", "_").upper() + "_COMPLETE"
    script = completer(group, {}, PROGRAM, variable).source()
    first_line = ""
    if shell == "zsh":
        first_line, _newline, script = script.partition("\n")  # `#compdef` must stay first
        first_line += "\n"
    return f"{first_line}# {TARGETS[shell]}\n{script}\n"
