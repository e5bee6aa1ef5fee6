"""Write `matches.json`, the positions of the pictures: `python -m tests.looks.write_matches`.

The actions are kept, and not chosen again by computer seats: those may choose others at any time,
and the pictures need not change with them. Only new rules need new positions.
"""

from __future__ import annotations

import json
from pathlib import Path

from caravan_tui.cli.preview import random_match

FILE = Path(__file__).with_name("matches.json")

MATCHES = {
    "decktet": ("decktet", 2, 7, 10),
    "sahara": ("sahara", 3, 4, 95),
    "dice_village": ("dice_village", 3, 3, 68),
    "caravanserai": ("caravanserai", 3, 5, 95),
    "ahldarahd": ("ahldarahd", 4, 2, 145),
    "ended": ("decktet", 2, 3, 2000),
}
"""Name: game, seats, seed, and how many decisions are played; seat 0 is to act then."""


def main() -> None:
    """Play all matches with greedy computer seats."""
    written = {}
    for name, (game, seats, seed, plies) in MATCHES.items():
        match = random_match(game, seats, seed, plies, level="greedy")
        written[name] = {"game": game, "seats": seats, "seed": seed, "log": match.record.log}
    lines = (f'"{name}": {json.dumps(facts)}' for name, facts in written.items())
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
