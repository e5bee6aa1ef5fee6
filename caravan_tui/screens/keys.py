"""The help page: every key, from the commands' one definition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseDialog
from caravan_tui.widgets.commands import Command, key_names

ARROWS = {"↑": "Up", "↓": "Down", "←": "Left", "→": "Right"}

WIDE = 130
"""Columns of a terminal from which on two groups stand side by side."""


class KeysScreen(BaseDialog[None]):
    """Groups of commands with their keys, as they are set now."""

    CLOSES_BY_CLICK: ClassVar = True

    DEFAULT_CSS = """
    KeysScreen > #window { width: 78; height: auto; max-height: 94%; }
    KeysScreen.-wide > #window { width: 124; }
    KeysScreen #groups { height: auto; }
    KeysScreen .column { width: 1fr; height: auto; }
    KeysScreen.-wide .column { margin-right: 2; }
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
        """The groups, and what the mouse does."""
        with VerticalScroll(id="window") as window:
            window.border_title = _("Keys")
            with Horizontal(id="groups"):
                for columns in self.columns():
                    yield Static(Group(*columns), classes="column")
            yield Static(_("With the mouse: click what you mean."), markup=False)

    def columns(self) -> list[list[RenderableType]]:
        """The groups below each other; where there is room, the first beside the others."""
        groups = [self.group(title, commands) for title, commands in self.groups]
        is_wide = self.app.size.width >= WIDE and len(groups) > 1
        self.set_class(is_wide, "-wide")
        return [groups[:1], groups[1:]] if is_wide else [groups]

    def group(self, title: str, commands: Iterable[Command]) -> RenderableType:
        """A title, and what commands do with their keys at the left."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True, min_width=9, style="bold")
        grid.add_column(ratio=1)
        for text, keys in self.rows(commands):
            grid.add_row(" ".join(map(self.names, keys)), text)
        return Group(Text(title, "bold underline"), grid, Text())

    def rows(self, commands: Iterable[Command]) -> list[tuple[str, list[str]]]:
        """What commands do, and their keys; those with the same text share a row."""
        rows: dict[str, list[str]] = {}
        for command in commands:
            text = _(command.help) or _(command.title)
            rows.setdefault(text, []).append(self.changed.get(command.id, command.keys))
        return list(rows.items())

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
