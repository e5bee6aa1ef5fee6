"""Names the keys of the screen to a terminal that has a bar of keys, as a page on a phone has.

They are sent as an escape sequence of our own, which other terminals would ignore, between the
frames: so a bar always fits what is seen.
"""

from __future__ import annotations

import base64
import json
from typing import Any

from textual.app import App
from textual.css.query import NoMatches
from textual.keys import format_key
from textual.screen import Screen

from caravan_tui.i18n import _
from caravan_tui.terminal.compat import FooterKey, write_to_terminal
from caravan_tui.widgets.backdrop import Keyed
from caravan_tui.widgets.commands import keys_of_name
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.key_names import key_word

OSC = 7741
"""The number of the sequence; the page knows it, too."""
DELAY = 0.1
"""Seconds in which a footer is drawn anew."""

_SEQUENCES = {
    "enter": "\r", "escape": "\x1b", "tab": "\t", "shift+tab": "\x1b[Z", "backspace": "\x7f",
    "space": " ", "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
    "home": "\x1b[H", "end": "\x1b[F", "insert": "\x1b[2~", "delete": "\x1b[3~",
    "pageup": "\x1b[5~", "pagedown": "\x1b[6~", "f1": "\x1bOP", "f2": "\x1bOQ", "f3": "\x1bOR",
    "f4": "\x1bOS", "f5": "\x1b[15~", "f6": "\x1b[17~", "f7": "\x1b[18~", "f8": "\x1b[19~",
    "f9": "\x1b[20~", "f10": "\x1b[21~", "f11": "\x1b[23~", "f12": "\x1b[24~",
}  # fmt: skip
"""What xterm sends for a key that is no character."""


def sequence_of(key: str) -> str:
    """What a terminal sends for a key by Textual's name; empty if it has no such key."""
    if key in _SEQUENCES:
        return _SEQUENCES[key]
    modifier, _plus, letter = key.rpartition("+")
    if modifier == "ctrl" and len(letter) == 1 and letter.isascii() and letter.isalpha():
        return chr(ord(letter.upper()) - ord("@"))
    sign = format_key(key)
    return sign if not modifier and len(sign) == 1 else ""


def sequences_of_name(name: str) -> list[tuple[str, str]]:
    """The keys that a window names at its foot, each with what a terminal sends for it. Empty if a
    terminal has no such key."""
    rows = [(label, sequence_of(key)) for label, key in keys_of_name(name)]
    return [row for row in rows if row[1]]


class KeyBar:
    """The bar of a terminal."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._sent: list[tuple[str, str, str]] = []
        self._is_due = False
        self._followed: set[Screen[Any]] = set()

    def start(self) -> None:
        """Name the keys of every screen from now on."""
        self._app.screen_change_signal.subscribe(self._app, self._follow)
        self._follow(self._app.screen)

    def repeat(self) -> None:
        """Name the keys again, to a terminal that may not know them."""
        self._sent = []
        self._follow(self._app.screen)

    def _follow(self, screen: Screen[Any]) -> None:
        self._followed = {known for known in self._followed if known.is_running}
        if screen not in self._followed:
            self._followed.add(screen)
            screen.bindings_updated_signal.subscribe(self._app, self._update_soon)
        self._update_soon(screen)

    def _update_soon(self, _screen: Screen[Any]) -> None:
        if not self._is_due:
            self._is_due = True
            self._app.set_timer(DELAY, self._update)

    def _update(self) -> None:
        self._is_due = False
        try:
            keys = keys_of(self._app.screen)
        except NoMatches:  # a window that has no widgets yet
            self._update_soon(self._app.screen)
            return
        if keys != self._sent:
            self._sent = keys
            data = base64.b64encode(json.dumps(keys).encode()).decode()
            write_to_terminal(self._app, f"\x1b]{OSC};{data}\x07")


def keys_of(screen: Screen[Any]) -> list[tuple[str, str, str]]:
    """The keys that a screen names: how they are written, what a terminal sends for them, what they
    do. Those of its footer or, of a window, at its foot; all that are shown where it has neither.
    Raises NoMatches if a window has no widgets yet."""
    footers = list(screen.query(Footer))
    if not footers and isinstance(screen, Keyed):
        return [
            (label, sequence, title)
            for name, title in screen.key_bar()
            for label, sequence in sequences_of_name(name)
        ]
    if footers:
        named = [
            (key.key_display, key.key, key.description)
            for footer in footers
            if footer.display
            for key in footer.query(FooterKey)
        ]
    else:
        named = [
            (key_word(screen.app.get_key_display(active.binding)), key, _(binding.description))
            for key, active in screen.active_bindings.items()
            if (binding := active.binding).show and binding.description
        ]
    rows = [(label, sequence_of(key), name) for label, key, name in named]
    return [row for row in rows if row[1]]
