"""A table whose rows are chosen, by Enter or by a click."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeVar

from textual.events import Click
from textual.widgets import DataTable

Cell = TypeVar("Cell")


class RowTable(DataTable[Cell]):
    """A click on the row under the cursor selects it; on another row it moves the cursor there.
    Home and End go to the first and the last row.

    Textual minds columns, even where the cursor is a row: Home, End and a click on another column
    of the row would do nothing that is seen.
    """

    button_columns: Collection[int] = ()
    """The columns in which a click selects a row at once, as what stands there looks like a button.
    """

    def __init__(
        self, id: str | None = None, *, show_header: bool = True, zebra_stripes: bool = False,
        cell_padding: int = 1, keeps_colours: bool = True,
    ) -> None:  # fmt: skip
        """`keeps_colours`: whether texts keep their colours under the cursor, as those do that have
        a ground of their own."""
        super().__init__(
            id=id, cursor_type="row", show_header=show_header, zebra_stripes=zebra_stripes,
            cell_padding=cell_padding,
            cursor_foreground_priority="renderable" if keeps_colours else "css",
        )  # fmt: skip

    def action_scroll_home(self) -> None:
        """Go to the first row; Textual goes to the first column of this one."""
        self.action_scroll_top()

    def action_scroll_end(self) -> None:
        """Go to the last row."""
        self.action_scroll_bottom()

    def on_click(self, event: Click) -> None:
        """Put the cursor where the click is, before Textual compares them."""
        row, column = (event.style.meta.get(name) for name in ("row", "column"))
        if column is not None and (row == self.cursor_row or column in self.button_columns):
            self.move_cursor(row=row, column=column, scroll=False)
