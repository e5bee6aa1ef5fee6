"""The command `engine`: this search for other programs, over lines of JSON."""

from __future__ import annotations

import os
import sys

import click

from ai import levels
from ai.programs.engine import Engine
from caravan_tui.cli.params import GAME, SEED
from caravan_tui.games.registry import UnknownStyleError


@click.command()
@click.argument("game", type=GAME)
@click.option("--level", default=levels.MASTER.name, show_default=True, help="How strong it plays.")
@click.option("--style", help="The style it plays, one of the game's.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Decides its chance.")
def engine(game: str, level: str, style: str | None, seed: int) -> None:
    """Play GAME for another program: JSON lines on standard input and output.

    \b
    echo '{"type":"hello"}' | caravan-tui engine cards --level merchant
    """
    try:
        program = Engine(game, level, style, seed)
    except (levels.UnknownLevelError, UnknownStyleError) as error:
        raise click.UsageError(str(error)) from None
    # A reader of its own: a thread waits in it when the program ends, and Python aborts if it can't
    # close its own.
    program.run(os.fdopen(os.dup(sys.stdin.fileno()), "rb"), sys.stdout.buffer)
