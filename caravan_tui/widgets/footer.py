"""The footer: the commands of a screen, in the user's language."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.events import MouseDown
from textual.keys import format_key
from textual.widget import Widget
from textual.widgets import Footer as TextualFooter
from textual.widgets._footer import FooterKey

from caravan_tui.words import _, _p

LEAST = 5
"""Columns that a word of the footer keeps."""


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


def fitting(words: Sequence[str], room: int) -> list[str]:
    """The words in so many columns in all, the longest ones cut where they need more."""
    cut = list(words)
    order = sorted(range(len(cut)), key=lambda at: -len(cut[at]))
    for at in order:
        over = sum(len(word) for word in cut) - room
        if over > 0 and len(cut[at]) > LEAST:
            cut[at] = cut[at][: max(LEAST, len(cut[at]) - over) - 1] + "."
    return cut


class Footer(TextualFooter):
    """Textual's footer. Bindings are made once, with English titles; here they are translated."""

    _ft_width = 0
    """Columns that the words were fitted into; 0: not yet."""

    def compose(self) -> ComposeResult:
        """The keys with their words, which are cut where the line has no room for all."""
        parts = [part for part in super().compose() if not self._ft_typed(part)]
        parts.sort(key=self._ft_place())
        keys = [part for part in parts if isinstance(part, FooterKey)]
        for part in keys:
            part.key_display = key_word(part.key_display)
            part.tooltip = _(part.tooltip) if isinstance(part.tooltip, str) else part.tooltip
        words = [_(part.description) for part in keys]
        self._ft_width = self.app.size.width
        room = self._ft_width - sum(len(part.key_display) + 2 for part in keys) + 1
        for part, word in zip(keys, fitting(words, room), strict=True):
            part.description = word
        yield from parts

    def _ft_typed(self, part: Widget) -> bool:
        """Whether a part's key is a letter or sign of the line that one types in. Textual leaves
        letters out itself, but not `/`, nor keys of the settings."""
        if not isinstance(part, FooterKey) or self.screen.focused is None:
            return False
        sign = format_key(part.key)
        printed = len(sign) == 1 and sign.isascii()
        return printed and self.screen.focused.check_consume_key(part.key, sign)

    def _ft_place(self) -> Callable[[Widget], int]:
        """Where a part stands: as the board and the screen name their commands; other keys in the
        settings would put them to the end. What neither names comes first."""
        order: dict[str, int] = {}
        boards = [board for board in self.screen.query("#board") if board.can_focus]
        for place in (*boards, self.screen):  # keys that are looked back with are the screen's
            for kind in type(place).__mro__:  # a tutorial has the keys of a table, too
                for command in vars(kind).get("COMMANDS", ()):
                    order.setdefault(command.action, len(order))

        def at(part: Widget) -> int:
            return order.get(part.action, -1) if isinstance(part, FooterKey) else -1

        return at

    def on_resize(self) -> None:
        """Other words fit another width."""
        if self._ft_width and self._ft_width != self.app.size.width:
            self.refresh(recompose=True)

    def on_mouse_down(self, event: MouseDown) -> None:
        """Who clicks a key knows what it does: its help does not lie over what it says then."""
        for key in self.query(FooterKey):
            if key.region.contains(event.screen_x, event.screen_y):
                key.tooltip = None
