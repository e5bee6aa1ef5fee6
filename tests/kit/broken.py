"""Games with one fault each, which a check of the kit catches. The class name tells the fault."""

from __future__ import annotations

from typing import Any

from tests.kit.toys import Toy

BROKEN: dict[str, list[tuple[type[Toy], str]]] = {}
"""By check: the broken games, and what the check says of each (a regular expression)."""


def caught_by(check: str, says: str) -> Any:
    """Note a broken game under the check that catches it."""

    def note(game: type[Toy]) -> type[Toy]:
        BROKEN.setdefault(check, []).append((game, says))
        return game

    return note
