"""The command `arena`."""

from __future__ import annotations

import json
import sys
from io import StringIO
from pathlib import Path

import click

from ai import levels
from ai.arena.contest import ArenaError, Contest, Played, Player, run
from ai.arena.report import report, table
from ai.programs.process import ProgramError
from caravan_tui.cli.params import GAME, OPTIONS, SEED
from caravan_tui.games.contract import OptionError
from caravan_tui.games.registry import UnknownGameError, UnknownStyleError
from caravan_tui.i18n import _


@click.command()
@click.argument("game", type=GAME)
@click.option(
    "--seats",
    required=True,
    help="The players, separated by commas: LEVEL, LEVEL:STYLE, LEVEL@ITERATIONS, ITERATIONS, or a "
    "program, cmd:./mine. Levels: " + ", ".join(levels.TO_TYPE) + ".",
)
@click.option(
    "--matches",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    help="Matches of each combination of players.",
)
@click.option("--seed", type=SEED, default=1, show_default=True, help="Seed for chance and moves.")
@OPTIONS
@click.option(
    "--table",
    "seats_per_match",
    type=click.IntRange(1),
    help="Seats in a match. Every combination of this many players plays. By default all play.",
)
@click.option(
    "--iterations", type=click.IntRange(1), help="Default search iterations for each player."
)
@click.option("--seconds", type=click.FloatRange(0.001), help="Limit the time of a decision.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Number of processes.",
)
@click.option("--scheduler", metavar="ADDRESS", help="Play on the workers of a dask scheduler.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Save every match to this file, and continue from what it has.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def arena(
    game: str,
    seats: str,
    matches: int,
    seed: int,
    options: dict[str, str],
    seats_per_match: int | None,
    iterations: int | None,
    seconds: float | None,
    jobs: int,
    scheduler: str | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Let computer players play GAME against each other and compare them.

    The players rotate through the seats with the same seed, so that each has the same luck in every
    seat. The report has wins with their 95 % interval, how often each player ranks above each other
    one, and for more than two players Bradley-Terry ratings (mean 1500; 400 points are odds of ten
    to one). Ctrl+C stops early and reports the matches so far.

    \b
    caravan-tui arena decktet --seats merchant,trader --matches 40 --jobs 2
    caravan-tui arena sahara --seats master,trader:thief,porter@40,500 \\
        --table 2 --matches 20 --out matches.jsonl
    """
    try:
        players = tuple(_player(text, iterations) for text in seats.split(","))
        contest = Contest(
            game, players, matches, seed, options, seats_per_match or 0, seconds
        ).check()
        played = _run(contest, jobs, scheduler, out)
    except (
        ArenaError,
        OptionError,
        UnknownGameError,
        UnknownStyleError,
        ProgramError,
        levels.UnknownLevelError,
    ) as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        click.echo(json.dumps(report(contest, played), indent=2))
    elif played:
        click.echo(table(contest, played))
    if len(played) < contest.total:
        text = _("Stopped after {done} of {total} matches.")
        if out is not None:
            text = _(
                "Stopped after {done} of {total} matches. Run the same command again to continue."
            )
        click.echo("\n" + text.format(done=len(played), total=contest.total), err=True)
        raise SystemExit(130)


def _player(text: str, iterations: int | None) -> Player:
    player = Player.parse(text)
    if iterations is None or player.iterations is not None:
        return player
    if not levels.get(player.level).iterations:
        return player
    return Player(player.level, player.style, iterations)


def _run(contest: Contest, jobs: int, scheduler: str | None, out: Path | None) -> list[Played]:
    """Play with a progress bar on stderr. Ctrl+C stops early and keeps the matches so far."""
    played: list[Played] = []
    with click.progressbar(
        length=contest.total,
        label=_("Matches"),
        file=sys.stderr if sys.stderr.isatty() else StringIO(),
        show_pos=True,
    ) as bar:
        matches = run(contest, jobs, out, scheduler)
        try:
            for match in matches:
                played.append(match)
                bar.update(1)
        except KeyboardInterrupt:
            matches.close()
    return sorted(played, key=lambda match: match.number)
