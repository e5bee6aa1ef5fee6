"""What is shown in place of every screen while the terminal is too small."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from caravan_tui.i18n import _
from caravan_tui.widgets.commands import Command, key_name, keymap

COLUMNS, ROWS = 80, 24
"""The smallest terminal in which everything fits."""

COMMANDS = (Command("gate.quit", "q,ctrl+q,ctrl+c", "app.quit", "Quit", footer=True),)


def is_too_small(size: Size) -> bool:
    """Whether the games have no room in a terminal of this size."""
    return size.width < COLUMNS or size.height < ROWS


def quit_keys(changed: Mapping[str, str]) -> list[str]:
    """The keys that still do something; `changed`: the keys of the settings."""
    command = COMMANDS[0]
    return keymap(changed).get(command.id, command.keys).split(",")


class Gate(Static):
    """Covers a screen and says how large the terminal is and must be.

    It is a widget and no screen: what lies below stays on top of its stack, so that a match goes
    on, a window closes and another opens as in any terminal. The other widgets are not displayed
    meanwhile and keep the layout that they had.
    """

    DEFAULT_CSS = """
    Gate { display: none; }
    .-gated { overflow: hidden; padding: 0; border: none; }
    .-gated > * { display: none !important; }
    .-gated > Gate { display: block !important; dock: top;
        width: 100%; height: 100%; background: $background; color: $foreground;
        content-align: center middle; text-align: center; }
    """

    SCOPED_CSS = False  # the rules are for the screen around it

    DEFAULT_CLASSES = "-textual-system"  # stays where a screen composes its widgets again

    def __init__(self) -> None:
        super().__init__(markup=False)
        self.focused_before: Widget | None = None
        """What gets the focus back once there is room."""

    def show_size(self, size: Size) -> None:
        """Say how large the terminal is and must be."""
        self.update(
            _(
                "Terminal too small: {width} × {height}.\nResize to at least {columns} × {rows},\n"
                "or press {quit} to quit."
            ).format(
                width=size.width,
                height=size.height,
                columns=COLUMNS,
                rows=ROWS,
                quit=key_name(self.app, "gate.quit"),
            )
        )


def cover_if_too_small(screen: Screen[Any], size: Size) -> None:
    """Cover a screen in a terminal that is too small, and uncover it in another."""
    was_covered = screen.has_class("-gated")
    if is_too_small(size):
        gates = screen.query_children(Gate)
        gate = gates.first() if gates else Gate()
        if not gates:
            screen.mount(gate)
        gate.show_size(size)
        if not was_covered:
            gate.focused_before = screen.focused
            screen.add_class("-gated")
    elif was_covered:
        screen.remove_class("-gated")
        screen.app.call_after_refresh(restore_focus, screen)


def restore_focus(screen: Screen[Any]) -> None:
    """Focus what had the focus before the screen was covered, or what the screen wants."""
    if screen.has_class("-gated") or screen.focused is not None or not screen.is_attached:
        return
    before = screen.query_one(Gate).focused_before
    first = screen.query(screen.AUTO_FOCUS) if screen.AUTO_FOCUS else ()
    for widget in (before, *first):
        if widget is not None and widget.is_attached and widget.focusable:
            screen.set_focus(widget, scroll_visible=False, from_app_focus=True)
            return
