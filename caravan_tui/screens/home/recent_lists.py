"""The lists of the user's matches below the card of home, where a terminal has room for them."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from caravan_tui.i18n import _
from caravan_tui.widgets.updates import update_if_changed

RECENT = ("daily", "saved", "statistics")
"""The entries that tell of matches."""
PREFIX = "recent-"


class RecentLists(Horizontal):
    """Today's matches, the unfinished ones, the last results; a click opens where they come
    from."""

    DEFAULT_CSS = """
    RecentLists { height: auto; padding: 1 2; display: none;
        & > Static { width: 1fr; height: auto; max-height: 14; padding: 0 2 0 0;
            text-wrap: nowrap; text-overflow: ellipsis; }
        & > Static:hover { background: $primary 25%; }
        & > #recent-statistics { width: 44; }
    }
    """

    class Opened(Message):
        """The user wants to see the place that a list tells of."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    def compose(self) -> ComposeResult:
        """A list each."""
        for name in RECENT:
            yield Static(_reading_text(name), id=PREFIX + name, markup=False)

    def show(self, lists: Mapping[str, Text]) -> None:
        """Show the lists that have been read; nothing of those that can't be."""
        for name in RECENT:
            update_if_changed(self.query_one(f"#{PREFIX}{name}", Static), lists.get(name, Text()))

    def leave_out(self, place: str) -> None:
        """Hide the list of the selected entry, which is on the card."""
        for name in RECENT:
            self.query_one(f"#{PREFIX}{name}").display = name != place

    @on(Click)
    def _open(self, event: Click) -> None:
        name = (event.widget.id or "") if event.widget else ""
        if name.startswith(PREFIX):
            event.stop()
            self.post_message(self.Opened(name.removeprefix(PREFIX)))


def _reading_text(place: str) -> Text:
    """What stands for a list while it is being read."""
    title = {
        "daily": _("Daily desert"), "saved": _("Unfinished"), "statistics": _("Recent results"),
    }[place]  # fmt: skip
    return Text(title, "bold").append("\n" + _("reading …"), "not bold dim")
