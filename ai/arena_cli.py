"""The command `arena`."""

from __future__ import annotations

import json
import sys
from io import StringIO
from pathlib import Path

import click

from ai import levels
from ai.arena import ArenaError, Contest, Played, Player, run
from ai.knowledge import UnknownStyleError
from ai.standings import report, table
from caravan_tui.arguments import OPTIONS, SEED
from caravan_tui.games.contract import OptionError
from caravan_tui.games.registry import UnknownGameError
from caravan_tui.words import _


@click.command()
@click.argument("game")
@click.option(
    "--seats",
    required=True,
    help="Who plays, with commas: LEVEL, LEVEL:STYLE, LEVEL@ITERATIONS, or iterations alone. "
    "Levels: " + ", ".join(levels.ALL) + ".",
)
@click.option(
    "--matches",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    help="Matches of each set of seats that sits down together.",
)
@click.option("--seed", type=SEED, default=1, show_default=True, help="Fixes everything.")
@OPTIONS
@click.option(
    "--table",
    "at_table",
    type=click.IntRange(1),
    help="Seats at a table: every combination of so many of the seats plays.",
)
@click.option(
    "--iterations", type=click.IntRange(1), help="Iterations of every seat that names none."
)
@click.option("--seconds", type=click.FloatRange(0.001), help="Cap of a decision by the clock.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Processes that play at the same time.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep every match in this file, and go on from it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result for programs.")
def arena(
    game: str,
    seats: str,
    matches: int,
    seed: int,
    options: dict[str, str],
    at_table: int | None,
    iterations: int | None,
    seconds: float | None,
    jobs: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Let computer seats play GAME against each other and compare them.

    Seats turn by one from match to match while chance stays the same, so every player meets the
    same luck in every seat. Shown are wins with their 95 % interval, how often each ranks better
    than each other, and with more than two kinds of seats ratings (Bradley-Terry; the mean is 1500,
    400 points are odds of ten to one). Ctrl+C ends it with what there is.

    \b
    caravan-tui arena decktet --seats merchant,trader --matches 40 --jobs 2
    caravan-tui arena sahara --seats master,trader:thief,porter@40,500 \\
        --table 2 --matches 20 --out matches.jsonl
    """
    try:
        players = tuple(_player(text, iterations) for text in seats.split(","))
        contest = Contest(game, players, matches, seed, options, at_table or 0, seconds).check()
        played = _run(contest, jobs, out)
    except (
        ArenaError,
        OptionError,
        UnknownGameError,
        UnknownStyleError,
        levels.UnknownLevelError,
    ) as wrong:
        raise click.UsageError(str(wrong)) from None
    if as_json:
        click.echo(json.dumps(report(contest, played), indent=2))
    elif played:
        click.echo(table(contest, played))
    if len(played) < contest.total:
        told = _("Stopped after {done} of {total} matches.")
        if out is not None:
            told = _(
                "Stopped after {done} of {total} matches; the same command goes on from there."
            )
        click.echo("\n" + told.format(done=len(played), total=contest.total), err=True)
        raise SystemExit(130)


def _player(text: str, iterations: int | None) -> Player:
    player = Player.parse(text)
    if iterations is None or player.iterations is not None:
        return player
    if not levels.get(player.level).iterations:
        return player
    return Player(player.level, player.style, iterations)


def _run(contest: Contest, jobs: int, out: Path | None) -> list[Played]:
    """Play with a progress bar on stderr; Ctrl+C ends it with what there is."""
    played: list[Played] = []
    with click.progressbar(
        length=contest.total,
        label=_("Matches"),
        file=sys.stderr if sys.stderr.isatty() else StringIO(),
        show_pos=True,
    ) as bar:
        going = run(contest, jobs, out)
        try:
            for match in going:
                played.append(match)
                bar.update(1)
        except KeyboardInterrupt:
            going.close()
    return sorted(played, key=lambda match: match.number)
