"""Themes on terminals with 256 colours."""

from __future__ import annotations

import pytest
from rich.color import Color, ColorSystem
from textual.theme import BUILTIN_THEMES, Theme

from caravan_tui.themes.builtin import DESERT_DAY, DESERT_NIGHT, THEMES
from caravan_tui.widgets.drawing.depth import Depth
from caravan_tui.widgets.theme_depth import COLOURS, theme_at


def index_of(colour: str) -> int:
    """What Rich makes of a colour on a terminal with 256 colours."""
    number = Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT).number
    assert number is not None
    return number


def test_the_grounds_of_the_night_are_greys_and_its_text_is_cream() -> None:
    theme = theme_at(DESERT_NIGHT, Depth.MANY)
    grounds = [theme.background, theme.surface, theme.panel, theme.foreground]
    assert [index_of(colour or "") for colour in grounds] == [233, 234, 235, 253]
    day = theme_at(DESERT_DAY, Depth.MANY)
    assert [index_of(day.background or ""), index_of(day.foreground or "")] == [230, 235]


@pytest.mark.parametrize("theme", [*THEMES, BUILTIN_THEMES["nord"]], ids=lambda theme: theme.name)
def test_every_colour_of_a_theme_is_one_that_the_terminal_has(theme: Theme) -> None:
    reduced = theme_at(theme, Depth.MANY)
    assert reduced.name == theme.name and reduced.dark == theme.dark
    for name in COLOURS:
        colour = getattr(reduced, name)
        if colour is not None:
            terminal_colour = Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT).get_truecolor()
            meant = Color.parse(colour).get_truecolor()
            # Rich takes the grey next to a light one.
            assert all(abs(a - b) <= 10 for a, b in zip(terminal_colour, meant, strict=True)), (
                name,
                colour,
            )
    for depth in (Depth.TRUE, Depth.NONE):
        assert theme_at(theme, depth) is theme
