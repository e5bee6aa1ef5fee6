"""A player of your own: gets positions, and acts. See `docs/new-ai.md`."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random

from caravan_tui.bus.handle import Table
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import Position
from caravan_tui.bus.table import TableHost
from caravan_tui.engine import Match, Refusal, Seat
from caravan_tui.games import registry
from caravan_tui.games.contract import seat_of


class Careful:
    """Plays the move that scores most at once."""

    def __init__(self, table: Table, game: str, seed: int = 0) -> None:
        self.table = table
        self.game = registry.get(game)
        self.rng = Random(seed)

    async def run(self) -> None:
        """Play until the match is over."""
        with self.table.subscribe() as news:
            message: object = await self.table.look()
            while not (isinstance(message, Position) and message.over):
                if isinstance(message, Position) and message.legal:
                    with suppress(Refusal):  # the match has moved on; a newer position comes
                        await self.table.act(message.version, self.choose(message))
                message = await news.get()

    def choose(self, position: Position) -> int:
        """One of the legal moves, from what the seat may know."""
        world, seat = self.game.determinize(position.view, self.rng), seat_of(position.view)
        best, most = position.legal[0], float("-inf")
        for action in position.legal:
            after = world.clone()
            after.apply(action)
            if after.scores()[seat] > most:
                best, most = action, after.scores()[seat]
        return best


async def play(game: str, seats: int) -> Match:
    """A match of such players, at a table of its own."""
    host = TableHost(LocalBus())
    match = Match.new(game, {}, [Seat("trader", f"S{number}") for number in range(seats)], seed=5)
    host.open(match)
    tables = [host.table(match.record.id, number) for number in range(seats)]
    await asyncio.gather(*(Careful(table, game, seed).run() for seed, table in enumerate(tables)))
    await host.close_all()
    return match


if __name__ == "__main__":
    print(asyncio.run(play("decktet", 2)).scores)
