"""Rows of cells as lines of text."""

from __future__ import annotations

import io
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

_WIDTH = 10_000
"""Columns of the page: no line is wrapped."""


def format_table(rows: Sequence[Sequence[str]]) -> str:
    """The rows below each other, two spaces between columns. Cells are plain text, not markup."""
    table = Table.grid(padding=(0, 2), pad_edge=False)
    for row in rows:
        table.add_row(*(Text(cell, no_wrap=True) for cell in row))
    page = io.StringIO()
    Console(file=page, width=_WIDTH, color_system=None, legacy_windows=False).print(table)
    return "\n".join(line.rstrip() for line in page.getvalue().splitlines())
