"""Markdown in which an item of a list is one widget instead of four: each takes its time until it
stands on the screen."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Region
from textual.strip import Strip
from textual.widgets import Markdown, Static
from textual.widgets.markdown import MarkdownBlock

from caravan_tui.terminal.ascii import plain
from caravan_tui.terminal.compat import parts_of_block


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
