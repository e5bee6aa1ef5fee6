"""The fills of goods. By day most of them are dark, but salt stays light, as a black tag would read
as coal: white with a blue shade, which stands out from warm sand and paper."""

from __future__ import annotations

from caravan_tui.games.sahara.pieces import GOODS
from caravan_tui.widgets.drawing.colours import Colour, mix
from caravan_tui.widgets.drawing.depth import Pens

SALT, SWORDS = GOODS.index("salt"), GOODS.index("swords")

SHADE = 0.34
"""The share of blue in the white of salt by day."""


def good_fill(pens: Pens, good: int) -> Colour:
    """What the name or letter of a good stands on: its colour, or the shaded white of salt. Without
    tones salt is grey by day."""
    colours = pens.palette
    if good != SALT or colours.dark:
        return colours.good[good]
    if not pens.has_tones:
        return colours.paper[1]
    return mix(colours.paper[0], colours.good[SWORDS], SHADE)
