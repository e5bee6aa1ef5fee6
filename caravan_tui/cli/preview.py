"""Pictures of any position, drawn by the app without saves or computer players.

`python -m caravan_tui.cli.preview GAME --seats 2 --seed 1 --plies 20 --size 80x24 --shot a.svg`
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random

import click

from ai.levels import UnknownLevelError
from ai.search import choose
from caravan_tui.app import CaravanApp
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.table import TableHost
from caravan_tui.cast.characters import named
from caravan_tui.cli.params import GAME
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError, OptionValue
from caravan_tui.games.registry import UnknownGameError
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.screens.table.screen import TableScreen
from saves.store import Store


class PreviewHost(Host):
    """Holds matches in memory; every seat is a person's, or nobody's."""

    saves_matches = False

    def __init__(self) -> None:
        super().__init__(Store())
        self.bus = LocalBus()
        self.tables = TableHost(self.bus)

    async def stop(self) -> None:
        """Close the tables."""
        await self.tables.close_all()

    def unfinished(self) -> None:
        """No saved match."""
        return

    def places(self) -> list[tuple[str, str]]:
        """No other places for the home screen."""
        return []

    def levels(self) -> list[tuple[str, str]]:
        """The levels that the set-up offers; they do not play here."""
        return [("Trader", "trader")]

    def styles(self, game_id: str) -> list[tuple[str, str]]:
        """No styles."""
        return []

    def player_name(self) -> str:
        """The person's name."""
        return "Ann"

    def seat_at(self, match: Match, seats: Sequence[int]) -> TableConnection:
        """Open a match here and sit down."""
        self.tables.open(match)
        record = match.record
        return TableConnection(
            bus=self.bus,
            table=partial(self.tables.table, record.id),
            match=record.id,
            game=record.game,
            names=[seat.name for seat in record.seats],
            kinds=[seat.kind for seat in record.seats],
            own_seats=list(seats),
            talk_seed=record.seed,
        )

    async def create(
        self,
        game_id: str,
        options: Mapping[str, OptionValue],
        seats: Sequence[Seat],
        seed: int | None = None,
    ) -> TableConnection:
        """A new match."""
        match = Match.new(game_id, dict(options), named(seats, seed or 0), seed or 0)
        people = [number for number, seat in enumerate(seats) if seat.is_person]
        return self.seat_at(match, people)


NAMES = ("Ann", "Omar", "Leila", "Musa", "Roxana", "Idris")


def random_match(
    game: str,
    seats: int,
    seed: int,
    plies: int,
    options: dict[str, OptionValue] | None = None,
    level: str = "",
) -> Match:
    """Play `plies` decisions of a match, at random or as `level` does.

    Seat 0 is a person, the others are computer players.
    """
    players = [Seat("person" if n == 0 else "trader", NAMES[n]) for n in range(seats)]
    spec = registry.get(game).spec
    match = Match.new(game, spec.resolve(options or {}, seats), players, seed)
    rng = Random(seed)
    for _ in range(plies):
        if match.over:
            break
        seat = match.to_act
        if level:
            action = choose(match.game, match.view(seat), level, seed + match.version).action
        else:
            action = rng.choice(match.legal(seat))
        match.act(seat, action)
    return match


def preview_app(match: Match, seat: int | None = 0, glyphs: str = "unicode") -> CaravanApp:
    """Make an app that opens the table of this match. `seat`: the user's; None for a spectator."""

    class Preview(CaravanApp):
        def go_home(self) -> None:
            if len(self.screen_stack) == 1:
                link = host.seat_at(match, [] if seat is None else [seat])
                self.push_screen(TableScreen(link))
            else:
                super().go_home()

    host = PreviewHost()
    return Preview(lambda: host, glyphs)


async def shoot(app: CaravanApp, size: tuple[int, int], file: Path, keys: Sequence[str]) -> None:
    """Run the app without a terminal, press keys, and save the screen as an SVG."""
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.3)
        for key in keys:
            await pilot.press(key)
        await pilot.pause(0.3)
        app.save_screenshot(str(file))


@click.command()
@click.argument("game", type=GAME)
@click.option("--seats", default=2)
@click.option("--seed", default=1)
@click.option("--plies", default=10)
@click.option("--size", default="80x24", help="Columns x rows.")
@click.option(
    "--shot", required=True, type=click.Path(path_type=Path), help="Where to write the picture."
)
@click.option("--level", default="", help="Level that plays the match. Random by default.")
@click.option("--press", default="", help="Keys to press first, separated by spaces.")
@click.option("--seat", default=None, type=int, help="Whose view. By default the seat to act.")
@click.option("--theme", default="", help="Name of a theme.")
@click.option("--ascii", "ascii_only", is_flag=True)
@click.option("--option", "options", multiple=True, help="NAME=VALUE. Can be repeated.")
def main(
    game: str, seats: int, seed: int, plies: int, size: str, shot: Path, level: str, press: str,
    seat: int | None, theme: str, ascii_only: bool, options: tuple[str, ...],
) -> None:  # fmt: skip
    """Save a picture of the table after some decisions of a random match."""
    values: dict[str, OptionValue] = {}
    for pair in options:
        name, _equals, value = pair.partition("=")
        values[name] = value
    columns, cross, rows = size.partition("x")
    if not (cross and columns.isdecimal() and rows.isdecimal()):
        raise click.UsageError(f"--size is columns x rows, like 80x24, not '{size}'.")
    try:
        match = random_match(game, seats, seed, plies, values, level)
    except (OptionError, UnknownGameError, UnknownLevelError) as error:
        raise click.UsageError(str(error)) from None
    viewer = seat if seat is not None else max(0, match.to_act)
    app = preview_app(match, viewer, "ascii" if ascii_only else "unicode")
    if theme:
        app.settings.theme = theme
        app.wear_own_theme()
    asyncio.run(shoot(app, (int(columns), int(rows)), shot, press.split()))


if __name__ == "__main__":
    main()
