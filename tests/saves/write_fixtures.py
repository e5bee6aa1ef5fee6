"""Write a file of the current format for each game into `data`, for the tests of later versions.

    python tests/saves/write_fixtures.py

Run it once before the format changes. Files of older formats are never written again.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from saves import format
from saves.header import Meta

DATA = Path(__file__).with_name("data")
ACTIONS = 40


def main() -> None:
    DATA.mkdir(exist_ok=True)
    for game in registry.ids():
        count = max(2, registry.get(game).spec.min_seats)
        seats = [Seat("person", "Ada"), *(Seat("trader", f"T{n}") for n in range(1, count))]
        match = Match.new(game, {}, seats, 7)
        match.record.id = f"v{format.FORMAT}-{game}"
        match.record.began = match.record.changed = 1_800_000_000
        rng = Random(3)
        for _ in range(ACTIONS):
            if not match.over:
                match.act(match.to_act, rng.choice(match.legal(match.to_act)))
        match.record.changed = 1_800_000_000
        meta = Meta("Written long ago", 754, "2026-03-01", None)
        path = DATA / f"{match.record.id}.caravan"
        path.write_bytes(format.pack(match, meta, 1_800_000_000))
        expected = {
            "rules": match.record.rules,
            "log": match.record.log,
            "scores": list(match.scores),
            "to_act": match.to_act,
            "legal": match.legal(match.to_act),
            "round": match.view(None)["round"],
        }
        path.with_suffix(".json").write_text(json.dumps(expected) + "\n", "utf-8")


if __name__ == "__main__":
    main()
