"""What the command palette offers on a screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from textual.app import SystemCommand
from textual.screen import Screen
from textual.widget import Widget

from caravan_tui.i18n import _, later
from caravan_tui.screens.base import BaseApp, BaseScreen
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import keymap, useful
from caravan_tui.widgets.key_names import key_names

TEXTUAL_COMMANDS = {
    "Theme": later("Choose the colours."),
    "Quit": later("Everything is saved."),
    "Screenshot": later("Save a picture of this screen."),
}
"""Entries of Textual's palette that are kept, and what they do in our words. The others only do
what our own commands do."""


def system_commands(
    app: BaseApp, screen: Screen[Any], of_textual: Iterable[SystemCommand]
) -> Iterator[SystemCommand]:
    """Every command of the board and of the screen, the places that it leads to, before them where
    these are what one wants, and then those of Textual that they do not have."""
    titles: set[str] = set()
    places = screen.palette_entries() if isinstance(screen, BaseScreen) else ()
    begins_with_places = isinstance(screen, BaseScreen) and screen.palette_begins_with_places
    if begins_with_places:
        yield from (SystemCommand(*place) for place in places)
    for widget in (getattr(screen, "board", None), screen):
        if widget is None:
            continue
        for command in useful(widget, getattr(widget, "COMMANDS", ()), pointing=False):
            if not hasattr(widget, f"action_{command.action.split('(')[0]}"):
                continue
            keys = keymap(app.settings.keys).get(command.id, command.keys)
            help_text = _(command.help or command.title)
            titles.add(_(command.title))
            yield SystemCommand(
                _(command.palette_title or command.title),
                f"{help_text} ({key_names(keys)})",  # brackets would be markup there
                partial(app.call_later, run_on, screen, widget, command.action),
            )
    if not begins_with_places:
        yield from (SystemCommand(*place) for place in places)
    settings_title = _("Settings")
    is_listed = any(title == settings_title for title, _about, _open in places)
    if isinstance(screen, BaseScreen) and not is_listed and not app.is_screen_open("settings"):
        about = _("Colours, language, animations, names.")
        yield SystemCommand(settings_title, about, partial(app.open, "settings"))
    for entry in of_textual:
        title = _(entry.title)
        if entry.title in TEXTUAL_COMMANDS and title not in titles:
            help_text = _(TEXTUAL_COMMANDS[entry.title])
            yield SystemCommand(title, help_text, entry.callback)


async def run_on(screen: Screen[Any], widget: Widget, action: str) -> None:
    """Run an action of a screen or its board, unless the screen has been closed or covered: the
    second of two quick keys in the palette would do it again."""
    if is_open(screen) and screen.is_active:
        await widget.run_action(action)
