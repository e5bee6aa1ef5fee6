"""Pages of a screen in a row: their numbers are keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace
from rich.cells import cell_len
from textual.events import Click
from textual.message import Message

from caravan_tui.widgets.commands import Command
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawn import Drawn

AROUND = 4
"""Columns of a tab besides its title: blanks and the number."""


def page_key(page: int) -> str:
    """The key of a page, from 0: its number, 0 for the tenth."""
    return str((page + 1) % 10)


def page_commands(name: str, action: str, count: int) -> list[Command]:
    """The commands that open pages, from `settings.section1` on; `name`: without the number."""
    return [
        Command(
            f"{name}{page + 1}",
            page_key(page),
            f"{action}({page})",
            "By number",
            "Show the page with this number.",
            in_palette=False,
            page=page,
        )
        for page in range(count)
    ]


class PageTabs(Drawn):
    """A number and a title for each page. A click chooses it."""

    DEFAULT_CSS = """
    PageTabs { width: 100%; height: 1; }
    """

    class Chosen(Message):
        """A page was clicked."""

        def __init__(self, page: int) -> None:
            super().__init__()
            self.page = page

    def __init__(self, id: str, wraps: bool = False) -> None:
        """`wraps`: whether titles that do not fit side by side take two rows."""
        super().__init__(id=id)
        self.wraps = wraps
        self.titles: Sequence[str] = ()
        self.page = 0

    def show(self, titles: Sequence[str], page: int) -> None:
        """Show titles; `page`: which of them is open, from 0."""
        self.titles, self.page = titles, page
        self.use_room()
        self.redraw()

    def with_titles(self, commands: Iterable[Command]) -> list[Command]:
        """The commands, where those that open a page say what it is called."""
        return [
            command if command.page is None else replace(command, help=self.titles[command.page])
            for command in commands
            if command.page is None or command.page < len(self.titles)
        ]

    def on_resize(self) -> None:
        """Take as many rows as the titles need."""
        self.use_room()
        super().on_resize()

    def use_room(self) -> None:
        """Take a row, or two where one is too short."""
        rows = 1 + (self.first_of_second_row(self.size.width) < len(self.titles))
        if self.wraps and self.size.width:
            self.styles.height = rows

    def first_of_second_row(self, width: int) -> int:
        """The page with which the second row begins; the number of pages if there is none."""
        count = len(self.titles)
        if not self.wraps or sum(cell_len(title) + AROUND for title in self.titles) <= width:
            return count
        return (count + 1) // 2

    def draw(self, canvas: Canvas) -> None:
        """Draw the row or rows; the open page is filled."""
        colours = canvas.pens.palette
        second, x, y = self.first_of_second_row(canvas.width), 1, 0
        for number, title in enumerate(self.titles):
            if number == second:
                x, y = 1, 1
            start, key = x, page_key(number)
            if number == self.page and canvas.pens.has_pixels:
                x = canvas.put(x, y, f" {key} {title} ", colours.ink, colours.accent, bold=True)
            elif number == self.page:
                x = canvas.put(x, y, f"[{key} {title}]", colours.accent, bold=True)
            else:
                x = canvas.put(x, y, f" {key}", colours.accent, bold=True)
                x = canvas.put(x, y, f" {title} ", colours.text)
            canvas.add_target(start, y, x - start, 1, number)

    def on_click(self, event: Click) -> None:
        """Choose the page under the pointer."""
        page = self.target_of(event)
        if page is not None:
            self.post_message(self.Chosen(page))
