"""Long texts on a terminal: Markdown as a page with drawn headings and tables."""

from __future__ import annotations

from typing import Final

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.theme import Theme

WIDEST: Final = 96
"""Columns of a page at most: longer lines are hard to read."""

MARGIN: Final = (1, 2)
"""Blank rows above and below a page, and columns beside it."""

STYLES: Final = Theme(
    {
        "markdown.h1": "bold yellow",
        "markdown.h2": "bold underline yellow",
        "markdown.h3": "bold",
        "markdown.code": "cyan",
        "markdown.table.header": "bold",
        "markdown.table.border": "dim",
    }
)
"""Colours that a light and a dark ground can have behind them."""


def page_of(text: str, console: Console | None = None) -> str:
    """Markdown as a page, as wide as the terminal allows; in colours where it has them."""
    console = console or Console()
    console.push_theme(STYLES)
    with console.capture() as page:
        console.print(Padding(Markdown(text), MARGIN), width=min(WIDEST, console.width))
    return page.get()
