"""The window that lists the themes, with a sample of the one under the cursor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.theme import Theme

from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseApp
from caravan_tui.themes.builtin import THEMES
from caravan_tui.widgets.chooser import Choice, Chooser
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, parse
from caravan_tui.widgets.drawing.dice import draw_die
from caravan_tui.widgets.drawing.sand import sand
from caravan_tui.widgets.drawing.sprites import sprite
from caravan_tui.widgets.drawn import Drawn
from caravan_tui.widgets.marks import SEATS

BUILT_IN = tuple(theme.name for theme in THEMES)
"""Our own themes, which come first."""


def theme_title(name: str) -> str:
    """What a theme is called."""
    return {
        "desert-night": _("Desert night"),
        "desert-day": _("Desert day"),
        "high-contrast": _("High contrast"),
    }.get(name, name.replace("-", " ").capitalize())


def themes_in_order(themes: Iterable[Theme]) -> list[Theme]:
    """Our own themes, then the dark and the light ones by name."""

    def place(theme: Theme) -> tuple[int, bool, str]:
        is_own = theme.name in BUILT_IN
        number = BUILT_IN.index(theme.name) if is_own else len(BUILT_IN)
        return number, not theme.dark, theme.name

    return sorted(themes, key=place)


def _group(theme: Theme) -> str:
    if theme.name in BUILT_IN:
        return _("Made for these games")
    return _("More dark themes") if theme.dark else _("More light themes")


def swatches(theme: Theme) -> list[Colour]:
    """The ground of a theme and its three main colours; none where these are the terminal's."""
    colours = theme.to_color_system().generate()
    names = [colours[name] for name in ("background", "primary", "secondary", "accent")]
    return [parse(name) for name in names if name.startswith("#")]


class Sample(Drawn):
    """A little piece of everything in the chosen theme: sand, camels, goods, a die, texts."""

    DEFAULT_CSS = """
    Sample { height: 3; width: 100%; }
    """

    def draw(self, canvas: Canvas) -> None:
        """Draw a camel for each seat on sand, then goods, a die and texts."""
        colours = canvas.pens.palette
        sand(canvas, 0, 0, canvas.width, 2 * canvas.height)
        camel = sprite("camel")
        x = 1
        for seat in range(SEATS):
            colour = colours.seat[seat]
            canvas.sprite(x, 1, camel, {"body": colour})
            ground = colour if canvas.pens.has_pixels else None
            canvas.put(x + 3, 1, f" {canvas.pens.mark(seat)} ", colours.ink, ground, bold=True)
            x += 9 if canvas.pens.has_pixels else 5
        for number, letter in enumerate("MXSHICGP"):
            canvas.put(
                x + 1 + number % 4 * 3, number // 4, f" {letter} ", colours.ink,
                colours.good[number], bold=True,
            )  # fmt: skip
        if canvas.pens.has_pixels and x + 20 < canvas.width:
            draw_die(canvas, x + 14, 0, 5, colours.face[2], size=5)
        if x + 40 < canvas.width:
            canvas.put(x + 21, 0, _("text"), colours.text, colours.surface, bold=True)
            canvas.put(x + 21, 1, _("less important"), colours.soft, colours.surface)
            canvas.put(x + 21, 2, "+3", colours.gain, colours.surface, bold=True)
            canvas.put(x + 25, 2, "-1", colours.loss, colours.surface, bold=True)


class ThemeChooser(Chooser):
    """All themes. The app wears the one under the cursor until the window closes."""

    IS_TRIED_BY_CLICK: ClassVar = True
    VERTICAL_BREAKPOINTS = [(0, "-low"), (36, "-tall")]

    DEFAULT_CSS = """
    ThemeChooser OptionList { max-height: 12; }
    ThemeChooser.-tall OptionList { max-height: 26; }
    ThemeChooser Sample { margin: 0 0 1 0; }
    """

    def __init__(self, app: BaseApp) -> None:
        """`app`: whose themes they are."""
        self.themes = themes_in_order(app.available_themes.values())
        names = [theme.name for theme in self.themes]
        super().__init__(
            _("Colour theme"),
            [
                Choice(
                    theme_title(theme.name),
                    aside=_("dark") if theme.dark else _("light"),
                    group=_group(theme),
                    swatches=swatches(theme),
                )
                for theme in self.themes
            ],
            preview=lambda index: app.preview_theme(None if index is None else names[index]),
            highlighted=names.index(app.settings.theme) if app.settings.theme in names else 0,
        )

    def compose_top(self) -> ComposeResult:
        """A sample in the theme that is tried."""
        yield Sample()
