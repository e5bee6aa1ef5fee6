"""The fills of goods. By day most of them are dark, but salt stays white: a black tag would read as
coal."""

from __future__ import annotations

from caravan_tui.games.sahara.pieces import GOODS
from caravan_tui.widgets.drawing.colours import Colour
from caravan_tui.widgets.drawing.depth import Pens

SALT = GOODS.index("salt")


def good_fill(pens: Pens, good: int) -> Colour:
    """What the name or letter of a good stands on: its colour, or the white of salt. Without tones
    a light ground is white itself: salt is grey there."""
    colours = pens.palette
    if good == SALT and not colours.dark:
        return colours.paper[0 if pens.has_tones else 1]
    return colours.good[good]
