"""A small window over a screen, which all others are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

from rich.cells import cell_len
from textual.await_complete import AwaitComplete
from textual.events import Click, Event, Key, Mount
from textual.screen import ModalScreen
from textual.widget import Widget

from caravan_tui.i18n import _
from caravan_tui.widgets.backdrop import Backdrop, key_at, press
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import (
    Command,
    bindings,
    explain_key,
    key_name,
    keys_of_name,
    pressed_key,
)
from caravan_tui.widgets.key_names import key_of_name

R = TypeVar("R")
"""What a window returns."""

CLOSE = Command("dialog.close", "escape", "close", "Close", "Close this window.", footer=True)

BETWEEN_KEYS = " · "
"""What stands between two keys in the lower edge of a window."""

FRAME_END = 2
"""Columns of the lower edge behind its words, before the corner."""


REPEAT_SECONDS = 0.3
"""How long no key must come after one that was too early, so that one that is held does nothing."""


def subtitle_room(window: Widget) -> int:
    """The columns that words in the lower edge of a window have."""
    return window.size.width - 2


def first_fitting(texts: Sequence[str], room: int) -> str:
    """The first text that has so many columns at most; the last one, the shortest, if none has."""
    return next((text for text in texts if cell_len(text) <= room), texts[-1])


def more_words(scrolled: Widget) -> str:
    """That there is more above or below what can be seen of a widget; empty: all can be seen."""
    above, below = scrolled.scroll_y > 0, scrolled.scroll_y < scrolled.max_scroll_y
    arrows = "▲" * above + "▼" * below
    return _("{arrows} more").format(arrows=arrows) if arrows else ""


def key_in_lower_edge(window: Widget, x: int, y: int) -> str:
    """The key that the lower edge of a frame names at a place of the screen, by Textual's name;
    empty where it names none."""
    words = str(window.border_subtitle or "")
    end = window.region.right - 1 - FRAME_END
    if y != window.region.bottom - 1 or not end - cell_len(words) <= x < end:
        return ""
    place = x - end + len(words)
    before, _dot, _rest = words[place:].partition(BETWEEN_KEYS)
    part = words[:place].rpartition(BETWEEN_KEYS)[2] + before
    clicked = words[:place].rpartition(" ")[2] + words[place:].partition(" ")[0]
    if key := key_of_name(clicked):
        return key
    keys = keys_of_name(part.partition(" ")[0])
    return keys[-1][1] if keys else ""


class Dialog(ModalScreen[R | None]):
    """A framed window; Escape closes it with None."""

    COMMANDS: ClassVar[Any] = (CLOSE,)
    BINDINGS = bindings(COMMANDS)

    CLOSES_BY_CLICK: ClassVar[bool] = False
    """Whether a click beside the window, or on the lower edge of its frame, closes it: where that
    changes nothing."""

    was_clicked = False
    """Whether a click has begun here: the second half of a double click that opened the window is
    none."""

    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 50%;
        & > #window { width: auto; max-width: 96%; height: auto; max-height: 96%;
            border: round $primary; background: $surface; padding: 0 1; }
        &.-answers > #window { border-subtitle-color: $background;
            border-subtitle-background: $primary; border-subtitle-style: bold; }
    }
    """

    pending_result: tuple[R | None] | None = None
    """What to close with as soon as nothing covers the window."""

    def render(self) -> Backdrop:
        """The screen below, dimmed."""
        return Backdrop(self)

    async def on_event(self, event: Event) -> None:
        """Do not set up a window that was closed before it had its widgets."""
        if is_open(self) or not isinstance(event, Mount):
            await super().on_event(event)

    def on_mount(self) -> None:
        """Show the words at the foot."""
        if self.CLOSES_BY_CLICK:
            self.query_one("#window").border_subtitle = self.foot()

    def foot(self) -> str:
        """What the keys of the window do."""
        return _("{close} closes").format(close=key_name(self, "dialog.close"))

    def key_bar(self) -> Sequence[tuple[str, str]]:
        """Keys and what they do, for the foot of the screen."""
        return [(key_name(self, "dialog.close"), _("Close"))]

    def on_click(self, event: Click) -> None:
        """Do what the key does that is clicked at the foot of the screen or of the window, or close
        by mouse; not with the second half of a double click that opened the window."""
        frame = self.query_one("#window").region
        x, y = event.screen_offset
        self.was_clicked = self.was_clicked or event.chain == 1
        is_outside = not frame.contains(x, y) or y == frame.bottom - 1
        if not self.was_clicked or not is_outside:
            return
        if key := self.named_key_at(x, y):
            event.stop()
            press(self, key)
        elif self.takes_click_beside() and event.chain == 1:
            event.stop()
            self.action_close()

    def takes_click_beside(self) -> bool:
        """Whether a click beside the window closes it now."""
        return self.CLOSES_BY_CLICK

    def named_key_at(self, x: int, y: int) -> str:
        """The key that is named at a place of the screen, in the lower edge of the window or in the
        bar below it, by Textual's name; empty where there is none."""
        window = self.query_one("#window")
        if window.region.contains(x, y):
            return key_in_lower_edge(window, x, y)
        return key_at(self, x, y)

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        """Close once, with the first result. A covered window closes when it is on top again."""
        if not is_open(self):
            return AwaitComplete()
        if not self.is_active:
            self.pending_result = self.pending_result or (result,)
            return AwaitComplete()
        return super().dismiss(result)

    def on_screen_resume(self) -> None:
        """Close the window if it was answered while something covered it."""
        if self.pending_result is not None:
            self.dismiss(*self.pending_result)

    def on_key(self, event: Key) -> None:
        """Answer a key that does nothing at the foot, with the keys that do something."""
        if not is_open(self):
            return
        had_answer, has_use = self.has_class("-answers"), self.has_use_for(event)
        self.set_class(not has_use, "-answers")
        if not has_use:
            self.show_answer(event)
        elif had_answer:
            self.show_foot()

    def show_answer(self, event: Key) -> None:
        """Write at the foot that a key does nothing."""
        for window in self.query("#window"):
            window.border_subtitle = self.answer_to(event, subtitle_room(window))

    def show_foot(self) -> None:
        """Write the foot again."""
        for window in self.query("#window"):
            window.border_subtitle = self.foot()

    def has_use_for(self, event: Key) -> bool:
        """Whether a key that no widget took does something."""
        names = (event.key, *event.name_aliases)
        return event.key in self.active_bindings or any(
            callable(getattr(self, f"key_{name}", None)) for name in names
        )

    def answer_to(self, event: Key, room: int) -> str:
        """What the foot says, in so many columns, of a key that does nothing. Where that names the
        key that lists all keys, those of the foot would read as one more thing to know of it."""
        unused = explain_key(self, event)
        short = _("{key} does nothing").format(key=pressed_key(event))
        lists_keys = any(command.action == "keys" for command in self.COMMANDS)
        whole = unused if lists_keys else f"{unused} {self.foot()}"
        return first_fitting((whole, unused, short), room)

    def key_q(self, event: Key) -> None:
        """Lead back as on every screen, unless the window has another use for it; in a line of
        text it is a letter."""
        if "q" in self.active_bindings:
            return
        event.stop()  # else it closes the screen below, too
        self.action_close()

    def action_close(self) -> None:
        """Close without a result."""
        self.dismiss(None)
