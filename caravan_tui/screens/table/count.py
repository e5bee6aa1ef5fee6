"""A hand or a round counted line by line, and the points by source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from attrs import frozen
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Click, Key
from textual.timer import Timer

from caravan_tui.games.scoring import Count
from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseDialog
from caravan_tui.screens.table.count_table import CountTable, Tally

LINE_SECONDS = 0.25
"""How long until the next line appears."""

GRACE_SECONDS = 0.4
"""How long a count that comes by itself takes no key: it may have been meant for the table."""


@frozen
class Page:
    """A count with its title."""

    title: str
    tally: Tally


def page_of(count: Count) -> Page:
    """The page of a hand or a round."""
    return Page(count.title, Tally(count.lines, count.sum_title, count.after))


class CountDialog(BaseDialog[None]):
    """Shows counts, one at a time. Any key or a click closes; the arrows go to the counts before
    and after."""

    CLOSES_BY_CLICK: ClassVar = True

    DEFAULT_CSS = """
    CountDialog > #window { width: auto; min-width: 56; padding: 1 2; }
    CountDialog CountTable { width: auto; max-width: 72; }
    CountDialog.-comes-up { background: $background 85%; }
    """

    def __init__(
        self, pages: Sequence[Page], names: Sequence[str], number: int = 0, comes_up: bool = False
    ) -> None:
        """`number`: the page to begin with; `comes_up`: it was not asked for, so that its lines
        appear one by one."""
        super().__init__()
        self.pages = list(pages)
        self.names = names
        self.number = number
        self.comes_up = comes_up
        self.timer: Timer | None = None
        self.takes_keys = not comes_up
        # The table behind has gone on already: what was counted is no longer there to be seen.
        self.set_class(comes_up, "-comes-up")
        self.closing_key = ""
        """The key that closed it; empty: none."""

    def compose(self) -> ComposeResult:
        """The table."""
        page = self.pages[self.number]
        with Vertical(id="window") as window:
            window.border_title = page.title
            yield CountTable(page.tally, self.names)

    @property
    def table(self) -> CountTable:
        """The table of the page."""
        return self.query_one(CountTable)

    def on_mount(self) -> None:
        """Begin with the first line if the count came up by itself."""
        if not self.comes_up:
            return
        self.set_timer(GRACE_SECONDS, self.take_keys)
        if self.app.animated:
            self.table.show(self.pages[self.number].tally, 1)
            self.timer = self.set_interval(LINE_SECONDS, self.show_next_line)

    def take_keys(self) -> None:
        """Take keys from now on."""
        self.takes_keys = True

    def show_next_line(self) -> None:
        """Show one more line; stop after the last one."""
        table = self.table
        table.show(table.tally, table.visible_steps + 1)
        if table.visible_steps >= table.tally.steps:
            self.show_all()

    def show_all(self) -> None:
        """Show all lines."""
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
        self.table.show(self.table.tally)

    def foot(self) -> str:
        """What the keys of the window do."""
        if len(self.pages) > 1:
            return _("← → other counts · any other key or a click closes")
        return _("Any key or a click closes")

    def key_bar(self) -> Sequence[tuple[str, str]]:
        """Keys and what they do, for the foot of the screen."""
        arrows = [("←→", _("Other counts"))] if len(self.pages) > 1 else []
        return [*arrows, *super().key_bar()]

    def turn(self, by: int) -> None:
        """Show the page before or after."""
        self.show_all()
        self.number = min(max(0, self.number + by), len(self.pages) - 1)
        page = self.pages[self.number]
        self.query_one("#window").border_title = page.title
        self.table.show(page.tally)

    def on_key(self, event: Key) -> None:
        """Go to another page, or close."""
        event.stop()
        ways = {"left": -1, "h": -1, "right": 1, "l": 1}
        if event.key in ways and len(self.pages) > 1:
            self.turn(ways[event.key])
        elif self.takes_keys:
            self.closing_key = event.key
            self.action_close()

    def has_use_for(self, event: Key) -> bool:
        """Any key closes."""
        return True

    def key_q(self, event: Key) -> None:
        """Do what any key does, and no more."""

    def on_click(self, event: Click) -> None:
        """Do what a key does, wherever the click is but on the name of one."""
        event.stop()
        is_key = bool(self.named_key_at(*event.screen_offset))
        if event.chain == 1 and self.takes_keys and not is_key:
            self.action_close()
