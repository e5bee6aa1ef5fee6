"""A window beside the board where there is room for it, else over a part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key
from textual.widget import Widget
from textual.widgets import Button, Static

from caravan_tui.i18n import _
from caravan_tui.screens.table.body import WIDEST
from caravan_tui.screens.table.headline import WIDE
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.dialog import first_fitting, more_words, subtitle_room
from caravan_tui.widgets.question import Question

MAKES_WAY_FOR = ("help", "rules", "keys", "moves")
"""Actions of the screen below that a window makes way for: what is read in full, and the list of
moves, which a hint would lie over."""


SIDE_COLUMNS = (34, 48)
"""Columns of a window beside the board, on a wide and on the widest terminal."""

ROWS_BELOW = 3
"""Rows of the prompt and the footer, which stay free below it."""

FRAME_ROWS, FRAME_COLUMNS = 3, 4
"""Its frame and the row of its buttons; its frame and the blanks beside its text."""


class SideWindow(Question):
    """A question whose text may be long: the arrow keys scroll it. The board stays visible."""

    DEFAULT_CSS = """
    SideWindow { align: center bottom; background: transparent; }
    SideWindow > Vertical#window { width: 80; height: auto; max-height: 17; padding: 0 1;
        margin: 0 0 1 0; }
    SideWindow.-tall > Vertical#window { max-height: 70%; }
    SideWindow VerticalScroll#page { height: auto; max-height: 14; scrollbar-size-vertical: 1; }
    SideWindow.-tall VerticalScroll#page { max-height: 100%; }
    SideWindow Horizontal#answers { dock: bottom; margin: 0; height: 1; }
    SideWindow #text { margin-bottom: 1; }
    SideWindow #answers > Button { min-width: 8; }
    SideWindow.-foot > Vertical#window { width: 100%; max-width: 100%; max-height: 8; }
    SideWindow.-foot VerticalScroll#page { max-height: 5; }
    SideWindow.-foot #text, SideWindow.-dense #text { margin-bottom: 0; }
    SideWindow.-foot.-free-middle { align: center top; }
    SideWindow.-foot.-free-middle > Vertical#window { max-height: 9; margin: 4 0 0 0; }
    SideWindow.-foot.-free-middle VerticalScroll#page { max-height: 6; }
    SideWindow.-aside { align: right top; }
    SideWindow.-aside.-free-left { align: left top; }
    SideWindow.-aside > Vertical#window { max-height: 20; margin: 1 0 3 0; }
    SideWindow.-aside.-tall > Vertical#window { max-height: 80%; }
    SideWindow.-aside VerticalScroll#page { max-height: 17; }
    SideWindow.-side { align: right top; }
    SideWindow.-side > Vertical#window { width: 34; max-height: 100%; margin: 1 0 3 0; }
    SideWindow.-side.-widest > Vertical#window { width: 48; }
    SideWindow.-side #answers > Button, SideWindow.-aside #answers > Button {
        min-width: 6; margin: 0; }
    """

    def __init__(
        self,
        heading: str,
        text: RenderableType,
        answers: Sequence[tuple[str, str]],
        columns_aside: int | None = None,
        dense_text: RenderableType | None = None,
        densest_text: RenderableType | None = None,
    ) -> None:
        """`columns_aside`: over a board it takes these at its right; 0: its lowest rows, over the
        pictures of the hand, with `dense_text` if there is one; None: the same with as many rows
        as it needs. `dense_text` also stands where the other one has no room,
        and `densest_text` over the hand where that has none either."""
        super().__init__(heading, "", answers)
        self.rich_text = text
        self.dense_text = text if dense_text is None else dense_text
        self.densest_text = densest_text
        self._is_densest = False
        """Whether nothing denser is left to show."""
        self.columns_aside = columns_aside
        self.is_across = False
        """Whether it takes the whole width of a board, above or below what is explained."""
        self.below: Widget | None = None
        """Beside the board it stands below this, or as far down as it needs to be whole."""
        self.ways_out: Mapping[str, str] = {}
        """Keys that leave the window, each with what it answers."""

    def compose(self) -> ComposeResult:
        """Text above, buttons below. Its place is known before it is drawn for the first time: on
        a slow terminal a window in the middle would be seen for a while."""
        self.place()
        with Vertical(id="window") as window:
            window.border_title = self.heading
            with VerticalScroll(id="page", can_focus=False):
                text = self.dense_text if self.has_class("-dense") else self.rich_text
                yield Static(text, id="text", markup=False)
            with Horizontal(id="answers"):
                for number, (key, label) in enumerate(self.answers):
                    variant = "default" if number else "primary"
                    yield Button(label, id=f"answer-{key}", variant=variant, compact=True)  # type: ignore[arg-type]

    def key_bar(self) -> Sequence[tuple[str, str]]:
        """Keys and what they do, for the foot of the screen."""
        keys = super().key_bar()
        arrows = [("↑↓", _("Scroll"))] if self.page.max_scroll_y else []
        return [*arrows, *(keys if len(self.answers) > 1 else keys[-1:])]

    @property
    def page(self) -> VerticalScroll:
        """What scrolls."""
        return self.query_one("#page", VerticalScroll)

    def on_mount(self) -> None:
        """Say at the foot whether there is more to read."""
        for changed in ("scroll_y", "virtual_size", "show_vertical_scrollbar"):
            self.watch(self.page, changed, self._page_changed, init=False)

    def _page_changed(self) -> None:
        """Write the foot, and again once it is known how many rows can be seen: the page gets its
        height after what is in it. Then the text can be too long for it, too."""
        self.show_foot()
        self.call_after_refresh(self._fit)

    def show_foot(self) -> None:
        """Write the foot again, as other rows can be seen."""
        if not is_open(self):
            return
        self.refresh_bindings()  # the footer names the arrows where they scroll
        if self.has_class("-answers"):
            return
        more, words = more_words(self.page), self.foot()
        whole = f"{more} · {words}" if more else words
        window = self.query_one("#window")
        window.border_subtitle = first_fitting((whole, more, ""), subtitle_room(window))

    def on_resize(self) -> None:
        """Go beside the board where there is room."""
        self.place()

    def place(self) -> None:
        """Go where the terminal has room: beside the board, or over it."""
        width, height = self.app.size
        is_over, columns = width < WIDE, None if self.is_across else self.columns_aside
        self.set_class(self.is_across, "-across")
        self.set_class(not is_over, "-side")
        self.set_class(is_over and columns == 0, "-foot")
        self.set_class(is_over and bool(columns), "-aside")
        for window in self.query("#window"):
            window.styles.width = columns if is_over and columns else None
        self.set_class(width >= WIDEST, "-widest")
        self.set_class(height >= 30, "-tall")
        self._write(is_dense=self.has_class("-foot") or self.is_across)
        for window in self.query("#window"):
            first = self._first_row_below()
            window.styles.margin = (first, 0, ROWS_BELOW, 0) if first else None
        self.call_after_refresh(self._fit)

    def _first_row_below(self) -> int:
        """The first row of the window below another widget beside the board; 0: there is none."""
        if self.below is None or not self.below.display or not self.has_class("-side"):
            return 0
        width = SIDE_COLUMNS[self.has_class("-widest")] - FRAME_COLUMNS
        options = self.app.console.options.update(width=width)
        rows = len(self.app.console.render_lines(self.dense_text, options))
        lowest = self.app.size.height - ROWS_BELOW - FRAME_ROWS - rows
        return max(1, min(self.below.region.bottom, lowest))

    def _write(self, *, is_dense: bool) -> None:
        """Show the text, or the dense one."""
        self.set_class(is_dense, "-dense")
        self._is_densest = False
        for text in self.query("#text").results(Static):
            text.update(self.dense_text if is_dense else self.rich_text)

    def _fit(self) -> None:
        """Take a denser text where not all of this one can be seen."""
        if not is_open(self):
            return
        if self.page.max_scroll_y and not self.has_class("-dense"):
            self._write(is_dense=True)
        elif self.page.max_scroll_y and self.has_class("-foot") and not self._is_densest:
            self._is_densest = True
            if self.densest_text is not None:
                self.query_one("#text", Static).update(self.densest_text)
        self.call_after_refresh(self.show_foot)

    def on_key(self, event: Key) -> None:
        """Leave by a key of the table that leads elsewhere, to what it makes way for, too."""
        if event.key in self.ways_out:
            event.stop()
            self.dismiss(self.ways_out[event.key])
            return
        if event.key in self.active_bindings:
            return
        table = self.app.screen_stack[-2]
        active = table.active_bindings.get(event.key)
        if active is not None and active.binding.action in MAKES_WAY_FOR:
            event.stop()
            self.dismiss(None)
            self.app.call_later(table.run_action, active.binding.action)

    def scroll_page(self, rows: int) -> None:
        """Scroll the text down; up if negative."""
        self.page.scroll_relative(y=rows, animate=False, immediate=True)

    def key_down(self) -> None:
        """Scroll a row down."""
        self.scroll_page(1)

    def key_up(self) -> None:
        """Scroll a row up."""
        self.scroll_page(-1)

    def key_pagedown(self) -> None:
        """Scroll a page down."""
        self.scroll_page(8)

    def key_pageup(self) -> None:
        """Scroll a page up."""
        self.scroll_page(-8)


def item_rows(marks: Sequence[str | Text], texts: Sequence[str], style: str = "") -> RenderableType:
    """Texts one below the other, each with its mark at the left of all its rows."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    for mark, text in zip(marks, texts, strict=True):
        sign = Text(mark, style or "bold") if isinstance(mark, str) else mark
        cells = (sign, Text(text, style))
        grid.add_row(*(cell for cell in cells if cell.plain))
    return grid


def paragraphs(parts: Sequence[RenderableType]) -> RenderableType:
    """Parts with an empty row between them."""
    rows = [row for part in parts for row in (part, Text())]
    return Group(*rows[:-1])
