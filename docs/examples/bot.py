"""A computer seat of one's own: hears its topic on the bus, and acts. See `docs/new-ai.md`."""

from __future__ import annotations

from random import Random

from caravan_tui.bus.base import Bus
from caravan_tui.bus.messages import Act, Look, Position, seat_topic, table_topic
from caravan_tui.games import registry


# --8<-- [start:bot]
class Careful:
    """Plays the move after which it scores most at once; it looks no further."""

    def __init__(self, bus: Bus, match: str, seat: int, game: str, seed: int = 0) -> None:
        self.bus = bus
        self.match = match
        self.seat = seat
        self.game = registry.get(game)
        self.rng = Random(seed)

    async def run(self) -> None:
        """Play until the match is over."""
        table = table_topic(self.match)
        with self.bus.subscribe(seat_topic(self.match, self.seat)) as heard:
            news: object = await self.bus.request(table, Look(self.match, self.seat), 5.0)
            while True:
                if isinstance(news, Position):
                    if news.over:
                        return
                    if news.legal:
                        act = Act(self.match, self.seat, news.version, self.choose(news))
                        await self.bus.request(table, act, 5.0)
                news = await heard.get()

    def choose(self, position: Position) -> int:
        """One of the legal moves, from what the seat may know."""
        world = self.game.determinize(position.view, self.rng)
        best, most = position.legal[0], float("-inf")
        for action in position.legal:
            after = world.clone()
            after.apply(action)
            if after.scores()[self.seat] > most:
                best, most = action, after.scores()[self.seat]
        return best


# --8<-- [end:bot]
