"""What keys are called, in sentences and in the footer."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual.keys import format_key

from caravan_tui.i18n import _p

_SIGNS = {
    "question_mark": "?", "colon": ":", "semicolon": ";", "slash": "/", "comma": ",",
    "full_stop": ".", "plus": "+", "minus": "-", "tab": "Tab", "shift+tab": "Shift+Tab",
    "up": "↑", "down": "↓", "left": "←", "right": "→",
}  # fmt: skip
"""Keys that are written alike in every language."""

_WORDS: Mapping[str, Callable[[], str]] = {
    "escape": lambda: _p("key", "Esc"),
    "enter": lambda: _p("key", "Enter"),
    "space": lambda: _p("key", "Space"),
    "backspace": lambda: _p("key", "Backspace"),
    "pageup": lambda: _p("key", "PgUp"),
    "pagedown": lambda: _p("key", "PgDn"),
    "home": lambda: _p("key", "Home"),
    "end": lambda: _p("key", "End"),
}
"""Keys that have a word: only the one that is asked for is translated."""


def key_of_name(name: str) -> str:
    """The key that has a sign or word of its own, such as `left` for `←`; empty if none has."""
    return next((key for key in (*_SIGNS, *_WORDS) if _key_name(key) == name), "")


def key_names(keys: str) -> str:
    """`left,h` as a person writes it: `← h`."""
    return " ".join(_key_name(key.strip()) for key in keys.split(","))


def _key_name(key: str) -> str:
    return _WORDS[key]() if key in _WORDS else _SIGNS.get(key) or key_sign(key)


def key_sign(key: str) -> str:
    """A key's sign or name: `f1` is F1, `ctrl+q` Ctrl+Q."""
    sign = format_key(key)
    if len(sign) > 1 and sign.replace("+", "").isalnum():
        return "+".join(part.capitalize() for part in sign.split("+"))
    return sign


def key_word(key: str) -> str:
    """A key of the footer as it is written in the user's language, shortly."""
    words = {
        "space": _p("key", "space"),
        "esc": _p("key", "esc"),
        "home": _p("key", "home"),
        "end": _p("key", "end"),
        "enter": _p("key", "enter"),
    }
    word = words.get(key.lower(), "")
    return key if word in ("", key.lower()) else word


def footer_sign(sign: str, ascii_only: bool) -> str:
    """A key's sign in the footer: F1 and not f1, and in words where the terminal has no sign."""
    if ascii_only and sign == "⏎":
        return _p("key", "enter")
    return sign.capitalize() if len(sign) > 1 and sign.isalnum() else sign
