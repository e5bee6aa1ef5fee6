"""The line above the answers of a result: its pages, and what keys do, to click."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from caravan_tui.i18n import _
from caravan_tui.screens.table.result_layout import Page
from caravan_tui.widgets.commands import key_name
from caravan_tui.widgets.dialog import CLOSE

ACTIONS = {"next": "turn_page", "keys": "keys", "close": "close"}
"""What the titles of keys do on the screen."""


class ResultTabs(Horizontal):
    """The title of each page that can be turned to; then the next page, all keys, and where Escape
    leads. As `PageTabs`, but no number is the key of a page."""

    DEFAULT_CSS = """
    ResultTabs { height: 1; width: 100%;
        & > Static { width: auto; height: 1; padding: 0 1; margin: 0 1 0 0; color: $text-muted; }
        & > .-open { text-style: bold reverse; color: $primary; }
        & > .-away { display: none; }
        & > #answer { display: none; text-style: bold; color: $text; }
        &.-answers > Static { display: none; }
        &.-answers > #answer { display: block; }
        & > Static:hover { color: $text; } }
    """

    class PageChosen(Message):
        """A page was clicked."""

        def __init__(self, page: Page) -> None:
            super().__init__()
            self.page = page

    class ActionChosen(Message):
        """What a key does was clicked; `action`: of the screen."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, close_title: str, id: str) -> None:
        """`close_title`: where Escape leads."""
        super().__init__(id=id)
        self.close_title = close_title

    def compose(self) -> ComposeResult:
        """All titles, each page under its name."""
        titles = {Page.CARDS: _("Result"), Page.STORY: _("Story"), Page.POINTS: _("Points")}
        for page in Page:
            yield Static(titles[page], id=f"page-{page}", markup=False)
        turning = _("{key} next page").format(key=key_name(self, "result.page"))
        yield Static(turning, id="page-next", markup=False)
        keys = f"{key_name(self, 'result.keys')} {_('Keys')}"
        yield Static(keys, id="page-keys", markup=False)
        closing = f"{key_name(self, CLOSE.id)} {self.close_title}"
        yield Static(closing, id="page-close", markup=False)
        yield Static(id="answer", markup=False)

    def show(self, pages: Sequence[Page], open_page: Page) -> None:
        """Show the pages that can be turned to; none: all of them can be seen."""
        for page in Page:
            tab = self.query_one(f"#page-{page}")
            tab.set_class(page not in pages, "-away")
            tab.set_class(page is open_page, "-open")
        self.query_one("#page-next").set_class(not pages, "-away")

    def answer(self, words: str) -> None:
        """Show these words in place of the titles; none: the titles again."""
        self.query_one("#answer", Static).update(words)
        self.set_class(bool(words), "-answers")

    @on(Click, "Static")
    def _clicked(self, event: Click) -> None:
        event.stop()
        name = (event.widget.id or "").removeprefix("page-") if event.widget else ""
        if name == "answer":
            self.answer("")
            return
        if name in ACTIONS:
            self.post_message(self.ActionChosen(ACTIONS[name]))
        elif name:
            self.post_message(self.PageChosen(Page(name)))
