"""The help page: every key, from the commands' one definition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich import box
from rich.table import Table
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseDialog
from caravan_tui.widgets.commands import Command, key_name, key_names

ARROWS = {"↑": "Up", "↓": "Down", "←": "Left", "→": "Right"}


class KeysScreen(BaseDialog[None]):
    """Groups of commands with their keys, as they are set now."""

    CLOSES_BY_CLICK: ClassVar = True

    DEFAULT_CSS = """
    KeysScreen > #window { width: 78; height: auto; max-height: 94%; }
    """

    def __init__(
        self, groups: Sequence[tuple[str, Iterable[Command]]], changed: dict[str, str]
    ) -> None:
        """`groups`: a title and commands for each; `changed`: the keys of the settings, see
        `keymap`."""
        super().__init__()
        self.groups = [(title, list(commands)) for title, commands in groups]
        self.changed = changed

    def compose(self) -> ComposeResult:
        """One table for each group."""
        with VerticalScroll(id="window") as window:
            window.border_title = _("Keys")
            for title, commands in self.groups:
                table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", expand=True)
                table.add_column(_("Key"), no_wrap=True)
                table.add_column(_("What it does"), ratio=1)
                for text, keys in self.rows(commands):
                    table.add_row(" ".join(map(self.names, keys)), text)
                yield Static(table)
            text = _(
                "With the mouse: click what you mean. {palette} opens the palette of all "
                "commands. {quit} quits; everything is saved."
            ).format(palette="Ctrl+P", quit=key_name(self, "app.quit"))
            yield Static(text, markup=False)

    def rows(self, commands: Iterable[Command]) -> list[tuple[str, list[str]]]:
        """What commands do, and their keys; those with the same text share a row."""
        rows: list[tuple[str, list[str]]] = []
        for command in commands:
            text = _(command.help) or _(command.title)
            keys = self.changed.get(command.id, command.keys)
            if rows and rows[-1][0] == text:
                rows[-1][1].append(keys)
            else:
                rows.append((text, [keys]))
        return rows

    def names(self, keys: str) -> str:
        """Keys as they are written here: arrows as words where there is only ASCII."""
        names = key_names(keys)
        if self.app.ascii:
            for sign, word in ARROWS.items():
                names = names.replace(sign, _(word))
        return names

    def on_mount(self) -> None:
        """Let the arrow keys scroll at once."""
        self.query_one("#window").focus()
