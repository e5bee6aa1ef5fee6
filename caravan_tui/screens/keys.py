"""The help page: every key, from the commands' one definition."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import ClassVar

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseDialog
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import Command
from caravan_tui.widgets.dialog import BETWEEN_KEYS, more_words
from caravan_tui.widgets.key_names import key_names
from caravan_tui.widgets.wrapping import wrap_text

ARROWS = {"↑": "Up", "↓": "Down", "←": "Left", "→": "Right"}

WIDE = 130
"""Columns of a terminal from which on there are two columns of keys."""

TEXTS_WIDE = 54
"""Columns of keys and texts in one of two columns."""

AROUND = 2
"""Rows of a group beside its keys: the title, and a blank one."""

FEWEST = 4
"""Rows of a group that stand in the first column at least, if it goes on in the second."""

LEAST_KEYS = 9
"""Columns of the keys at least."""


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
            yield Static(self.mouse_words())

    @staticmethod
    def mouse_words() -> RenderableType:
        """What the mouse does, below a title as those of the keys."""
        words = _(
            "A click on a board selects and says what it would do, a second one plays it. Cards "
            "and dice are only marked. The keys at the foot take a click. The wheel scrolls. A "
            "click beside a list closes it."
        )
        return Group(Text(_("Mouse"), "bold underline"), Text(words))

    def columns(self) -> list[list[RenderableType]]:
        """The groups below each other; where there is room in two columns of about equal height,
        so that a long group goes on in the second."""
        is_wide = self.app.size.width >= WIDE
        self.set_class(is_wide, "-wide")
        groups = [(title, self.rows(commands)) for title, commands in self.groups]
        if not is_wide:
            return [[self.group(title, rows) for title, rows in groups]]
        total = sum(sum(map(self.lines, rows)) + AROUND for _title, rows in groups)
        columns: list[list[RenderableType]] = [[], []]
        used = 0
        for title, rows in groups:
            ends = list(accumulate(map(self.lines, rows)))
            free = bisect_right(ends, (total + 1) // 2 - used - AROUND)
            if free < min(FEWEST, len(rows)):
                free = 0
            if free:
                columns[0].append(self.group(title, rows[:free]))
            if rows[free:]:
                columns[1].append(self.group("" if free else title, rows[free:]))
            used += ends[-1] + AROUND if ends else AROUND
        return [column for column in columns if column]

    def lines(self, row: tuple[str, list[str]]) -> int:
        """The lines that a command takes in one of two columns."""
        return len(wrap_text(row[0], TEXTS_WIDE - self.key_width))

    def group(self, title: str, rows: Iterable[tuple[str, list[str]]]) -> RenderableType:
        """A title, empty where a group goes on; what commands do, with their keys at the left."""
        ink = self.app.theme_variables.get("footer-key-foreground", "")
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True, width=self.key_width, style=f"bold {ink}".strip())
        grid.add_column(ratio=1)
        for text, keys in rows:
            grid.add_row(self.keys_text(keys), text)
        return Group(Text(title, "bold underline"), grid, Text())

    @property
    def key_width(self) -> int:
        """Columns of the keys, the same in all groups so that the texts stand below each other."""
        every = [keys for _title, commands in self.groups for _text, keys in self.rows(commands)]
        return max([LEAST_KEYS, *(cell_len(self.keys_text(keys)) for keys in every)])

    def keys_text(self, keys: Iterable[str]) -> str:
        """Keys as a person writes them, each once."""
        return " ".join(dict.fromkeys(map(self.names, keys)))

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

    def key_bar(self) -> Sequence[tuple[str, str]]:
        """Keys and what they do, for the foot of the screen."""
        arrows = [("↑↓", _("Scroll"))] if self.query_one("#window").max_scroll_y else []
        return [*arrows, *super().key_bar()]

    def on_mount(self) -> None:
        """Let the arrow keys scroll at once, and say at the foot whether there is more to read."""
        window = self.query_one("#window")
        window.focus()
        for changed in ("scroll_y", "virtual_size", "show_vertical_scrollbar"):
            self.watch(window, changed, self._scrolled, init=False)

    def _scrolled(self) -> None:
        """Write the foot again, once it is known how many rows can be seen."""
        self.call_after_refresh(self.show_foot)

    def show_foot(self) -> None:
        """Write the foot again, as other rows can be seen."""
        if is_open(self) and not self.has_class("-answers"):
            super().show_foot()

    def foot(self) -> str:
        """What the keys of the window do, after whether there are more rows than can be seen."""
        more = more_words(self.query_one("#window"))
        return f"{more}{BETWEEN_KEYS}{super().foot()}" if more else super().foot()
