"""The commands that are there on every screen."""

from __future__ import annotations

from caravan_tui.widgets.commands import Command

APP = (
    Command("app.palette", "ctrl+p", "command_palette", "Palette",
            "Search for commands and themes.", priority=True),
    Command("app.quit", "ctrl+q", "quit", "Quit", "Quit. Everything is saved.", priority=True),
    Command("app.interrupt", "ctrl+c", "interrupt", "Quit", "Quit. Everything is saved.",
            priority=True),
    Command("app.suspend", "ctrl+z", "suspend", "Suspend", "Go back to the shell; fg returns."),
)  # fmt: skip
