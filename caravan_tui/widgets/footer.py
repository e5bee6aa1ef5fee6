"""The footer: the commands of a screen, in the user's language."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.events import MouseDown
from textual.widgets import Footer as TextualFooter
from textual.widgets._footer import FooterKey

from caravan_tui.words import _, _p


def key_word(shown: str) -> str:
    """A key of the footer as it is written in the user's language, shortly."""
    words = {
        "space": _p("key", "space"),
        "esc": _p("key", "esc"),
        "home": _p("key", "home"),
        "end": _p("key", "end"),
        "enter": _p("key", "enter"),
    }
    word = words.get(shown.lower(), "")
    return shown if word in ("", shown.lower()) else word


class Footer(TextualFooter):
    """Textual's footer. Bindings are made once, with English titles; here they are translated."""

    def compose(self) -> ComposeResult:
        """The keys with their words."""
        for part in super().compose():
            if isinstance(part, FooterKey):
                part.description = _(part.description)
                part.key_display = key_word(part.key_display)
                part.tooltip = _(part.tooltip) if isinstance(part.tooltip, str) else part.tooltip
            yield part

    def on_mouse_down(self, event: MouseDown) -> None:
        """Who clicks a key knows what it does: its help does not lie over what it says then."""
        for key in self.query(FooterKey):
            if key.region.contains(event.screen_x, event.screen_y):
                key.tooltip = None
