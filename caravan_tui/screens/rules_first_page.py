"""The page at which rules are opened, shown while the whole text is still being laid out."""

from __future__ import annotations

import re

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from caravan_tui.widgets.rules_text import RulesText, ruling_words

CHAPTER = re.compile(r"^(?=## )", re.MULTILINE)
"""Where a chapter begins, in Markdown."""


def page_text(text: str, place: str, letters: int) -> str:
    """The chapters that fill a page of so many letters: from that on which a place heads; from the
    one before it on, where the place stands amid its surroundings. Empty: it is nowhere."""
    chapters = CHAPTER.split(text)
    heads = [chapter.partition("\n")[0].lstrip("# ").strip() for chapter in chapters]
    if place in heads[1:]:
        first = heads.index(place, 1)
    else:
        ruling = f"**{ruling_words(place)}**"
        wanted = ruling if ruling in text else place
        first = next((at for at, words in enumerate(chapters) if wanted in words), 0) - 1
    if first < 0:
        return ""
    last = first + 2
    while last < len(chapters) and sum(map(len, chapters[first:last])) < letters:
        last += 1
    return "".join(chapters[first:last])


class FirstPage(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Lies over the text until this stands at its place."""

    DEFAULT_CSS = """
    FirstPage { display: none; background: $background; }
    """

    def compose(self) -> ComposeResult:
        """The text alone: the picture stands far above any place."""
        yield RulesText()

    async def show(self, text: str, place: str) -> None:
        """Show the page of a place as the whole text will show it."""
        words = page_text(text, place, self.size.area or self.screen.size.area)
        if not words:
            return
        rules = self.query_one(RulesText)
        self.display = True
        await rules.update(words)
        rules.quieten_references()
        passages, best = rules.passages(place)
        if passages:
            passages[best].add_class("-found", "-current")
            self.call_after_refresh(rules.go_to, passages[best], self)
