"""What Textual mixes of a theme's colours, on a terminal with 16 of them."""

from __future__ import annotations

from itertools import combinations

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from caravan_tui.themes.builtin import DESERT_DAY, DESERT_NIGHT, HIGH_CONTRAST
from caravan_tui.widgets.drawing.colours import Colour, contrast, parse
from caravan_tui.widgets.drawing.depth import LEAST_MEANT, SIXTEEN, Depth, Pens
from caravan_tui.widgets.drawing.palette import palette
from caravan_tui.widgets.few_colours import FewColours
from caravan_tui.widgets.theme_depth import COLOURS, theme_at

THEMES = [DESERT_NIGHT, DESERT_DAY, HIGH_CONTRAST, BUILTIN_THEMES["nord"]]

GROUNDS = ("background", "surface", "panel", "block-cursor-background", "surface-active")
"""Variables of grounds that a text may lie on."""

APART = (
    "background panel foreground", "background border", "background border-blurred",
    "surface block-cursor-background block-cursor-blurred-background",
    "primary accent foreground", "success warning error foreground",
    "text-success text-warning text-error", "scrollbar scrollbar-background",
    "background scrollbar", "footer-key-foreground footer-foreground footer-background",
    "block-cursor-background block-cursor-foreground", "background input-selection-background",
)  # fmt: skip
"""Variables that mean different things beside each other."""


def worn(theme: Theme) -> dict[str, str]:
    """The variables of a theme on a terminal with 16 colours."""
    return theme_at(theme, Depth.FEW).to_color_system().generate()


def shown(theme: Theme, ink: Color, ground: Color, text: str = "text") -> tuple[Colour, Colour]:
    """What a text and its ground are shown as."""
    few = FewColours(lambda: Pens(palette(worn(theme), theme.dark), Depth.FEW))
    style = Style(color=ink.rich_color, bgcolor=ground.rich_color)
    [segment] = few.apply([Segment(text, style)], ground)
    assert segment.style and segment.style.color and segment.style.bgcolor
    fore, back = segment.style.color.get_truecolor(), segment.style.bgcolor.get_truecolor()
    return (fore.red, fore.green, fore.blue), (back.red, back.green, back.blue)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_every_colour_of_a_theme_is_one_of_the_16_by_its_role(theme: Theme) -> None:
    reduced, variables = theme_at(theme, Depth.FEW), worn(theme)
    assert (reduced.name, reduced.dark) == (theme.name, theme.dark)
    for name in COLOURS:
        value = getattr(reduced, name)
        assert value is None or parse(value) in SIXTEEN, name
    black, white = "#000000", "#ffffff"
    usual = (black, white) if theme.dark else (white, black)
    assert (reduced.background, reduced.foreground) == usual
    for names in APART:
        for first, other in combinations(names.split(), 2):
            assert variables[first].lower() != variables[other].lower(), (first, other)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_a_row_that_is_a_little_off_its_ground_is_raised(theme: Theme) -> None:
    variables = worn(theme)
    ground = Color.parse(variables["background"])
    primary, raised = Color.parse(variables["primary"]), Color.parse(variables["border-blurred"])
    for share in (0.25, 0.3, 0.4):
        row = ground.blend(primary, share)
        assert shown(theme, ground.get_contrast_text(), row)[1] == raised.rgb, share
    tinted = ground.blend(Color.parse(variables["foreground"]), 0.02)
    assert shown(theme, ground.get_contrast_text(), tinted)[1] == ground.rgb


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_every_text_can_be_read_on_every_ground(theme: Theme) -> None:
    variables = worn(theme)
    grounds = [Color.parse(variables[name]) for name in GROUNDS]
    grounds += [grounds[0].blend(Color.parse(variables["primary"]), 0.4)]
    for ground in grounds:
        names = [*COLOURS, "text-error", "text-accent", "foreground-muted", "text-disabled"]
        inks = [Color.parse(variables[name]) for name in names if name in variables]
        inks += [ground.get_contrast_text(share) for share in (0.87, 0.6, 0.38)]
        for ink in inks:
            fore, back = shown(theme, ground + ink, ground)
            assert contrast(fore, back) >= LEAST_MEANT, (ink, ground)


def test_a_text_in_reverse_is_shown_in_the_colours_that_it_has_there() -> None:
    variables = worn(DESERT_DAY)
    few = FewColours(lambda: Pens(palette(variables, dark=False), Depth.FEW))
    ink, ground = Color.parse("#102030"), Color.parse("#ffffff")
    style = Style(color=ink.rich_color, bgcolor=ground.rich_color, reverse=True)
    [segment] = few.apply([Segment("found", style)], ground)
    assert segment.style and not segment.style.reverse
    assert segment.style.bgcolor == Color.parse("#000000").rich_color
    assert segment.style.color == Color.parse("#ffffff").rich_color


def test_a_picture_keeps_inks_that_no_text_could_have() -> None:
    yellow, white = Color.parse("#ffff55"), Color.parse("#ffffff")
    assert shown(DESERT_DAY, yellow, white, "▀▀") == (yellow.rgb, white.rgb)
    assert shown(DESERT_DAY, yellow, white, "2 coins") == ((0, 0, 0), white.rgb)
    assert shown(DESERT_DAY, white, white, "▊") == (white.rgb, white.rgb), "an edge that parts"


def test_another_theme_has_other_roles_at_once() -> None:
    theme = DESERT_NIGHT
    few = FewColours(lambda: Pens(palette(worn(theme), theme.dark), Depth.FEW))
    ground = Color.parse("#202020")
    line = [Segment("row", Style(color="#ffffff", bgcolor=ground.hex))]
    [at_night] = few.apply(line, ground)
    theme = DESERT_DAY
    few.forget()
    [by_day] = few.apply(line, ground)
    grounds = [segment.style and segment.style.bgcolor for segment in (at_night, by_day)]
    assert grounds == [Color.parse(shown).rich_color for shown in ("#555555", "#000000")]
