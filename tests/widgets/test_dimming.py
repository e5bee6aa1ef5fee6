"""Dim texts are paler than others, and readable on every ground that leaves them so."""

from __future__ import annotations

from itertools import product

import pytest
from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from caravan_tui.themes.builtin import THEMES
from caravan_tui.widgets.dimming import ReadableDim, contrast_of, dim_ink

PAPER, SAND, INK, BROWN = (
    Color.parse(colour).rich_color for colour in ("#f6ecd6", "#e4d2ad", "#2b2115", "#9c5a12")
)


@pytest.mark.parametrize(("ink", "ground"), [(INK, PAPER), (INK, SAND), (PAPER, BROWN)])
def test_a_dim_text_is_readable_where_the_same_text_is_that_is_not_dim(
    ink: RichColor, ground: RichColor
) -> None:
    dim = dim_ink(ink, ground)
    assert contrast_of(dim, ground) >= min(4.5, contrast_of(ink, ground))
    assert contrast_of(dim, ground) < contrast_of(ink, ground) or contrast_of(ink, ground) < 5


def test_the_texts_of_a_theme_are_readable_when_dim_on_every_ground_of_its_own() -> None:
    for theme, name in product(THEMES, ("background", "surface", "panel")):
        ground = Color.parse(str(getattr(theme, name))).rich_color
        assert (
            contrast_of(dim_ink(Color.parse(str(theme.foreground)).rich_color, ground), ground)
            >= 4.5
        ), theme.name


def test_the_filter_leaves_no_dim_text_and_nothing_else_changed() -> None:
    plain = Segment("a", Style.parse("#2b2115 on #f6ecd6"))
    dim = Segment("b", Style.parse("dim #2b2115 on #f6ecd6"))
    own = Segment("c", Style.parse("dim"))
    first, second, third = ReadableDim().apply([plain, dim, own], Color.parse("#f6ecd6"))
    assert first == plain and third == own
    assert second.text == "b" and second.style is not None and not second.style.dim
    assert second.style.color != Style.parse("#2b2115").color
