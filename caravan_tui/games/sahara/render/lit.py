"""What a lesson lights by its name."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.sahara.pieces import SPACE_OF_NAME
from caravan_tui.games.sahara.render.layout import Layout
from caravan_tui.games.sahara.view import SaharaView


def lit_spaces(view: SaharaView, name: str) -> Sequence[int]:
    """The spaces of `goods` or `cities`, or a single one by its own name."""
    numbered = view["board"]["numbered"]
    if name == "goods":
        return [space for space, good in zip(numbered, view["loose"], strict=True) if good >= 0]
    if name == "cities":
        return list(view["board"]["cities"])
    return [SPACE_OF_NAME[name]] if name in SPACE_OF_NAME else []


def lit_areas(layout: Layout, view: SaharaView, name: str) -> list[tuple[int, int, int, int]]:
    """Column, row, width and height of each of the spaces, or of the text beside the desert
    (`seats`)."""
    if name == "seats":
        beside = (layout.panel_x, 0, layout.panel_width, layout.rows)
        return [beside] if layout.panel_width else []
    width, height = layout.pitch_x - 1, layout.pitch_y
    return [(*layout.corner(space), width, height) for space in lit_spaces(view, name)]
