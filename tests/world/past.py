"""What lies on the disk when a world begins: matches that are nearly over, so that some end."""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import cache
from pathlib import Path
from random import Random

from attrs import asdict

from caravan_tui import files
from caravan_tui.engine import Match, Record, Seat
from caravan_tui.games import registry
from caravan_tui.server.accounts import account_id_of
from caravan_tui.server.rooms import Room
from saves.store import Store
from tests.world.plan import GAMES, PEOPLE

LEVEL = "herder"


@cache
def _played(game: str) -> tuple[int, ...]:
    """The log of a whole match of two."""
    rng = Random(f"{game}:past")
    match = Match.new(game, {}, [Seat("person", "A"), Seat("person", "B")], 5)
    while not match.over:
        match.act(match.to_act, rng.choice(match.legal(match.to_act)))
    return tuple(match.record.log)


def warm_up() -> None:
    """Load and play what worlds share, before the first one counts its draws."""
    for game in GAMES:
        registry.evaluator(game, None, LEVEL)
        _played(game)


def _nearly_over(game: str, seats: list[Seat], match_id: str, missing: int) -> Match:
    """A match that lacks its last actions."""
    record: Record = Match.new(game, {}, seats, 5).record
    record.id = match_id
    record.log = list(_played(game)[:-missing])
    return Match.from_record(record)


def _new_code(rng: Random, used: Collection[str]) -> str:
    """A code that no other room has, as the product gives them."""
    while (code := "".join(rng.choices("ABCDEFGH", k=4))) in used:
        pass
    return code


def lay_down(home: Path, rng: Random) -> list[str]:
    """Save what an earlier life of the server has left; the ids of matches that Anna plays
    alone."""
    anna, ben = PEOPLE[:2]
    for folder in (home, home / "accounts"):
        folder.mkdir(mode=0o700, exist_ok=True)
    rooms: list[Room] = []
    for _ in range(rng.choice((0, 1, 1, 2))):
        match_id, game = f"{rng.getrandbits(128):032x}", rng.choice(GAMES)
        match = _nearly_over(
            game, [Seat("person", anna), Seat("person", ben)], match_id, rng.randrange(2, 12)
        )
        store = Store(home / "shared")
        store.save_now(match)
        store.release_all()
        rooms.append(
            Room(
                match_id,
                _new_code(rng, [room.code for room in rooms]),
                game,
                dict(match.record.options),
                ["person", "person"],
                [anna, ben],
                [account_id_of(anna), account_id_of(ben)],
                account_id_of(anna),
                5,
                absent=rng.choice(("wait", LEVEL)),
                grace=5,
                clock=rng.choice((0, 10)),
                private=rng.random() < 0.3,
                started=True,
            )
        )
    plain = {"format": 1, "rooms": [asdict(room) for room in rooms]}
    files.write(home / "rooms.json", json.dumps(plain).encode())
    alone = []
    if rng.random() < 0.5:
        match_id, game = f"{rng.getrandbits(128):032x}", rng.choice(GAMES)
        match = _nearly_over(
            game, [Seat("person", anna), Seat(LEVEL, "B")], match_id, rng.randrange(2, 12)
        )
        store = Store(home / "accounts" / account_id_of(anna) / "data")
        store.save_now(match)
        store.release_all()
        alone.append(match_id)
    return alone
