"""Markdown in which an item of a list is one widget instead of four: each takes its time until it
stands on the screen."""

from __future__ import annotations

import re
from typing import ClassVar

from rich.segment import Segment
from textual.app import ComposeResult
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Markdown, Static
from textual.widgets.markdown import MarkdownBlock

from caravan_tui.i18n import _
from caravan_tui.terminal.ascii import plain
from caravan_tui.terminal.compat import parts_of_block, style_in_block, text_of_block

MARK = "bold reverse"
"""The style of the words that are searched for: seen without colours, too."""

REFERENCE = re.compile(r"\([A-Z]-\d+\)")
"""The number of a ruling where it is no part of a sentence: quieter than what it stands beside."""


class RulesParagraph(MarkdownBlock):
    """A paragraph, or an item of a list with its sign before the first line."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"paragraph--sign"}

    DEFAULT_CSS = """
    RulesParagraph .paragraph--sign { color: $text-primary; }
    """

    sign = ""
    """What stands before it; empty: it is no item."""

    def begin_with(self, sign: str) -> RulesParagraph:
        """Make it an item of a list, with room for its sign."""
        self.sign = sign
        self.styles.padding = (0, 0, 0, len(sign))
        return self

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of a region, with the sign on the first one."""
        lines = super().render_lines(crop)
        columns = len(self.sign)
        if columns and lines and not crop.y and not crop.x and crop.width >= columns:
            rest = lines[0].crop(columns)
            style = self.get_component_rich_style("paragraph--sign")
            lines[0] = Strip.join([Strip([Segment(self.sign, style)], columns), rest])
        return lines


class RulesList(MarkdownBlock):
    """A list; an item of one paragraph is this paragraph with a sign."""

    DEFAULT_CSS = """
    RulesList { margin: 0 0 1 0;
        & Horizontal, & Vertical { height: auto; width: 1fr; }
        & .sign { width: auto; color: $text-primary; }
        & RulesList { margin: 0; }
    }
    """

    def compose(self) -> ComposeResult:
        """An item after the other."""
        items = parts_of_block(self)
        signs = [str(getattr(item, "bullet", "")) for item in items]
        if signs and signs[0].isdecimal():
            first = int(signs[0])
            signs = [f"{first + number}. " for number in range(len(items))]
        if self.app.has_class("-ascii"):
            signs = [plain(sign) for sign in signs]
        widest = max(map(len, signs), default=0)
        for item, sign in zip(items, signs, strict=True):
            parts = parts_of_block(item)
            if len(parts) == 1 and isinstance(parts[0], RulesParagraph):
                yield parts[0].begin_with(sign.rjust(widest))
            else:
                yield Horizontal(Static(sign.rjust(widest), classes="sign"), Vertical(*parts))


class RulesText(Markdown):
    """The rules of a game."""

    DEFAULT_CSS = """
    RulesText > RulesParagraph { margin: 0 0 1 0; }
    """

    BLOCKS = Markdown.BLOCKS | {
        "paragraph_open": RulesParagraph,
        "bullet_list_open": RulesList,
        "ordered_list_open": RulesList,
    }

    def headings(self) -> list[Widget]:
        """The headings of the text, without its title."""
        return list(self.query("MarkdownH2, MarkdownH3").results(Widget))

    def quieten_references(self) -> None:
        """Dim the numbers of rulings where they stand beside what they answer."""
        for block in self.query("RulesParagraph, MarkdownTD").results(Widget):
            style_in_block(block, REFERENCE, "not bold dim")

    def passages(self, words: str) -> tuple[list[Widget], int]:
        """The paragraphs that contain words in any letters, and the index of the best: the heading
        that says them, else the ruling of this number, else the first paragraph that begins with
        them, else the first."""
        wanted, pattern = words.lower().strip(), searched(words)
        blocks = [block for block in self.query("MarkdownBlock") if not list(block.children)]
        texts = [(block, text_of_block(block).lower()) for block in blocks]
        passages: list[Widget] = [block for block, text in texts if wanted and pattern.search(text)]
        starts = [block for block, text in texts if wanted and text.lstrip().startswith(wanted)]
        headings = [block for block, text in texts if wanted and text.strip() == wanted]
        ruling = f"{ruling_words(wanted)} ".lower()
        rulings = [block for block, text in texts if text.startswith(ruling)]
        best = next(iter([*headings, *rulings, *starts]), None)
        return passages, 0 if best is None else passages.index(best)

    def go_to(self, passage: Widget, page: ScrollableContainer) -> None:
        """Scroll the page on which the text stands to one of its passages."""
        if passage in self.headings():
            page.scroll_to_widget(passage, animate=False, top=True)
        else:  # with what stands around it
            page.scroll_to_center(passage, animate=False)


def ruling_words(number: str) -> str:
    """What the paragraph of a ruling begins with."""
    return _("Ruling {number}").format(number=number)


def searched(words: str) -> re.Pattern[str]:
    """What is searched for: a word is found from its beginning on, as `tie` in `ties`, not in
    `emptied`."""
    wanted = words.strip()
    start = r"\b" if wanted[:1].isalnum() else ""
    return re.compile(start + re.escape(wanted), re.IGNORECASE)


def mark(passage: Widget, words: str) -> None:
    """Mark the words that are searched for in a passage."""
    passage.add_class("-found")
    style_in_block(passage, searched(words), MARK)
