"""The help page: every key, from the commands' one definition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich import box
from rich.table import Table
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from caravan_tui.widgets.commands import Command, key_names, names_now, with_names
from caravan_tui.widgets.dialog import Dialog
from caravan_tui.words import _

ARROWS = {"↑": "Up", "↓": "Down", "←": "Left", "→": "Right"}


class KeysScreen(Dialog):
    """Groups of commands with their keys, as they are set now."""

    AROUND: ClassVar = True

    DEFAULT_CSS = """
    KeysScreen > #window { width: 78; height: auto; max-height: 94%; }
    """

    def __init__(
        self, groups: Sequence[tuple[str, Iterable[Command]]], changed: dict[str, str]
    ) -> None:
        super().__init__()
        self._ks_groups = [(title, list(commands)) for title, commands in groups]
        self._ks_changed = changed
        every = [command for _title, group in self._ks_groups for command in group]
        self._ks_names = names_now(every, changed)

    def compose(self) -> ComposeResult:
        """One table a group."""
        with VerticalScroll(id="window") as window:
            window.border_title = _("Keys")
            for title, commands in self._ks_groups:
                table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", expand=True)
                table.add_column(_("Key"), no_wrap=True)
                table.add_column(_("What it does"), ratio=1)
                for words, keys in self._ks_rows(commands):
                    table.add_row(" ".join(map(self.names, keys)), words)
                yield Static(table)
            words = _(
                "With the mouse: click what you mean. Ctrl+P opens the palette of all "
                "commands, Ctrl+Q quits; everything is saved."
            )
            yield Static(with_names(words, self._ks_names), markup=False)

    def _ks_rows(self, commands: Iterable[Command]) -> list[tuple[str, list[str]]]:
        """What commands do, and their keys; those with the same words share a line."""
        rows: list[tuple[str, list[str]]] = []
        for command in commands:
            words = with_names(_(command.help) or _(command.title), self._ks_names)
            keys = self._ks_changed.get(command.id, command.keys)
            if rows and rows[-1][0] == words:
                rows[-1][1].append(keys)
            else:
                rows.append((words, [keys]))
        return rows

    def names(self, keys: str) -> str:
        """Keys as they are written here: arrows in words where there is ASCII only."""
        shown = key_names(keys)
        if self.app.ascii:
            for sign, word in ARROWS.items():
                shown = shown.replace(sign, _(word))
        return shown

    def on_mount(self) -> None:
        """Arrow keys scroll at once."""
        self.query_one("#window").focus()
