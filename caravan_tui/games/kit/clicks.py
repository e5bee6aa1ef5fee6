"""How what the cursor is on is played, by the key and by the mouse."""

from __future__ import annotations

from caravan_tui.i18n import _


def way_to_play(key: str, was_clicked: bool) -> str:
    """The key and the clicks that play something: `Enter or two clicks`, after the first one, which
    selects it (`was_clicked`), `Enter or a second click`."""
    words = _("{key} or a second click") if was_clicked else _("{key} or two clicks")
    return words.format(key=key)
