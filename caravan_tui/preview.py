"""A table in memory, to look at: pictures of any position, without saves or thinking seats.

`python -m caravan_tui.preview GAME --seats 2 --seed 1 --plies 20 --size 80x24 --shot a.svg`
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random

import click

from ai.search import choose
from caravan_tui.app import CaravanApp
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.table import TableHost
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionValue
from caravan_tui.screens.link import Link
from caravan_tui.screens.table import TableScreen


class PreviewHost:
    """Holds matches in memory; every seat is a person's, or nobody's."""

    def __init__(self) -> None:
        self.bus = LocalBus()
        self.tables = TableHost(self.bus)

    def use(self, settings: object) -> None:
        """No setting matters here."""

    async def start(self) -> None:
        """Nothing to start."""

    async def stop(self) -> None:
        """Close the tables."""
        await self.tables.close_all()

    def notices(self) -> list[str]:
        """Nothing is wrong."""
        return []

    def unfinished(self) -> None:
        """Nothing is saved here."""
        return

    def places(self) -> list[tuple[str, str]]:
        """No more places in the home list."""
        return []

    def levels(self) -> list[tuple[str, str]]:
        """Levels to show in the set-up; none of them thinks here."""
        return [("Trader", "trader")]

    def styles(self, game_id: str) -> list[tuple[str, str]]:
        """Nobody thinks here, in no style."""
        return []

    def usual_level(self) -> str:
        """The level that the set-up offers first."""
        return "trader"

    def player_name(self) -> str:
        """The person's name."""
        return "Ann"

    def seat_at(self, match: Match, mine: Sequence[int]) -> Link:
        """Open a match here and sit down."""
        self.tables.open(match)
        record = match.record
        return Link(
            bus=self.bus,
            match=record.id,
            game=record.game,
            names=[seat.name for seat in record.seats],
            kinds=[seat.kind for seat in record.seats],
            mine=list(mine),
        )

    async def create(
        self, game: str, options: dict[str, OptionValue], seats: list[Seat], seed: int | None
    ) -> Link:
        """A new match."""
        match = Match.new(game, options, seats, seed or 0)
        people = [number for number, seat in enumerate(seats) if seat.is_person]
        return self.seat_at(match, people)


NAMES = ("Ann", "Trader", "Merchant", "Porter", "Bea", "Caravan master")


def random_match(
    game: str,
    seats: int,
    seed: int,
    plies: int,
    options: dict[str, OptionValue] | None = None,
    level: str = "",
) -> Match:
    """A match after so many decisions; seat 0 is a person, the others are levels.

    The decisions are random ones, or those of a level.
    """
    sitting = [Seat("person" if n == 0 else "trader", NAMES[n]) for n in range(seats)]
    spec = registry.get(game).spec
    match = Match.new(game, spec.resolve(options or {}, seats), sitting, seed)
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
    """An app that opens at the table of this match."""

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
    """Run the app without a terminal, press keys, and write a picture of the screen as SVG."""
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.3)
        for key in keys:
            await pilot.press(key)
        await pilot.pause(0.3)
        app.save_screenshot(str(file))


@click.command()
@click.argument("game")
@click.option("--seats", default=2)
@click.option("--seed", default=1)
@click.option("--plies", default=10)
@click.option("--size", default="80x24", help="Columns x rows.")
@click.option("--shot", default="preview.svg", type=click.Path(path_type=Path))
@click.option("--level", default="", help="Whose decisions; random ones if left out.")
@click.option("--press", default="", help="Keys to press before the picture, with blanks between.")
@click.option("--seat", default=None, type=int, help="Whose view; the seat to act if left out.")
@click.option("--theme", default="", help="The name of a theme.")
@click.option("--ascii", "ascii_only", is_flag=True)
@click.option("--option", "options", multiple=True, help="NAME=VALUE, as often as needed.")
def main(
    game: str, seats: int, seed: int, plies: int, size: str, shot: Path, level: str, press: str,
    seat: int | None, theme: str, ascii_only: bool, options: tuple[str, ...],
) -> None:  # fmt: skip
    """Draw the table of a random match after some decisions and write a picture."""
    given: dict[str, OptionValue] = {}
    for pair in options:
        name, _equals, value = pair.partition("=")
        given[name] = value
    match = random_match(game, seats, seed, plies, given, level)
    who = seat if seat is not None else max(0, match.to_act)
    app = preview_app(match, who, "ascii" if ascii_only else "unicode")
    if theme:
        app.settings.theme = theme
    width, height = (int(part) for part in size.split("x"))
    asyncio.run(shoot(app, (width, height), shot, press.split()))


if __name__ == "__main__":
    main()
