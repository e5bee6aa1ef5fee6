"""The pictures of the suits on cards."""

from __future__ import annotations

import pytest

from caravan_tui.games.decktet.render.cards import PACKAGE, PICTURES
from caravan_tui.widgets.drawing.sprites import Sprite, sprite


def holes(picture: Sprite) -> int:
    """How many places a picture encloses, as the inside of a ring."""
    free = {(x, y) for y, row in enumerate(picture.rows) for x, name in enumerate(row) if not name}
    count = 0
    while free:
        edge, is_enclosed = [free.pop()], True
        while edge:
            x, y = edge.pop()
            is_enclosed &= 0 < x < picture.width - 1 and 0 < y < len(picture.rows) - 1
            beside = free & {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}
            free -= beside
            edge.extend(beside)
        count += is_enclosed
    return count


@pytest.mark.parametrize("name", PICTURES)
def test_a_suit_is_one_drawing_at_every_size(name: str) -> None:
    large, small = sprite(name, PACKAGE), sprite(f"{name}-small", PACKAGE)
    assert holes(small) == holes(large), "knots are two rings, waves are two lines"
    narrow = sprite(f"{name}-narrow", PACKAGE)
    assert holes(narrow) <= holes(large), "of which a narrow card may cover one"
