"""The administrator's commands for what people play for: seasons and tournaments."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from caravan_tui.bus.competition_messages import NewTournament
from caravan_tui.bus.lobby_messages import DAYS_A_MOVE
from caravan_tui.cli.params import GAME
from caravan_tui.server.config import Config

USUAL = NewTournament("", "", "swiss")

Ask = Callable[[Config, Path | None, str, list[str]], None]
"""`ask(config, home, command, words)`: ask the running server, and print what it answers."""


def commands(home: Callable[[Any], Any], ask: Ask) -> list[click.Command]:
    """The commands `season` and `tournament`. `home`: the option for the server's folder."""

    @click.command()
    @home
    @click.argument("what", type=click.Choice(["list", "end"]))
    @click.pass_obj
    def season(config: Config, home: Path | None, what: str) -> None:
        """List the seasons of the leaderboards, or end the one that runs."""
        ask(config, home, "season", [what])

    @click.group()
    def tournament() -> None:
        """Set up and manage tournaments and leagues."""

    @tournament.command()
    @home
    @click.argument("name")
    @click.option("--game", type=GAME, required=True, help="The game.")
    @click.option(
        "--format",
        "kind",
        type=click.Choice(["swiss", "round_robin", "knockout", "league"]),
        default="swiss",
        show_default=True,
        help="How the rounds are drawn. A league has a round a week.",
    )
    @click.option(
        "--seats", default=USUAL.seats, show_default=True, help="Most players at a table."
    )
    @click.option(
        "--rounds",
        default=0,
        show_default=True,
        help="Rounds of a Swiss, weeks of a league. 0: as many as suit the number of players.",
    )
    @click.option(
        "--players",
        default=0,
        show_default=True,
        help="Most players. 0: 64, and 24 in a round robin.",
    )
    @click.option("--clock", default=0, show_default=True, help="Seconds a turn. 0: no clock.")
    @click.option(
        "--days",
        type=click.Choice([str(days) for days in DAYS_A_MOVE]),
        default="0",
        show_default=True,
        help="Play by correspondence, with this many days for each move. There is no clock, and a "
        "round lasts as long as its matches (in a league, a week). 0: off.",
    )
    @click.option(
        "--grace",
        default=USUAL.grace,
        show_default=True,
        help="Seconds after which a computer player stands in for somebody who isn't there.",
    )
    @click.option(
        "--minutes",
        default=USUAL.minutes,
        show_default=True,
        help="Minutes of a round. Then computer players finish its matches.",
    )
    @click.pass_obj
    def new(
        config: Config,
        home: Path | None,
        name: str,
        game: str,
        kind: str,
        seats: int,
        rounds: int,
        players: int,
        clock: int,
        days: str,
        grace: int,
        minutes: int,
    ) -> None:
        """Announce a tournament called NAME, which players can enter in the lobby."""
        settings = {
            "game": game, "format": kind, "seats": seats, "rounds": rounds,
            "most_players": players, "clock": clock, "days": days, "grace": grace,
            "minutes": minutes,
        }  # fmt: skip
        words = ["new", name.replace("=", " "), *(f"{k}={v}" for k, v in settings.items())]
        ask(config, home, "tournament", words)

    @tournament.command("list")
    @home
    @click.pass_obj
    def list_(config: Config, home: Path | None) -> None:
        """List the tournaments: those that run first."""
        ask(config, home, "tournament", ["list"])

    def about_one(name: str, about: str) -> None:
        @tournament.command(name, help=about)
        @home
        @click.argument("id")
        @click.pass_obj
        def order(config: Config, home: Path | None, id: str) -> None:
            ask(config, home, "tournament", [name, id])

    about_one("show", "Show the standings and rounds of a tournament.")
    about_one("start", "Draw the first round of a tournament.")
    about_one("cancel", "Cancel a tournament. Matches that are being played go on.")
    return [season, tournament]
