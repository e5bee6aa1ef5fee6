"""Imported by a process that shall find the toy games and their knowledge."""

from pathlib import Path

import caravan_tui.games
from caravan_tui.games import registry

HERE = Path(__file__).parent

caravan_tui.games.__path__.append(str(HERE / "games"))
for member in vars(registry).values():
    if hasattr(member, "cache_clear"):
        member.cache_clear()
