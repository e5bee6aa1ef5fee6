"""Words that several pages of the statistics share."""

from __future__ import annotations

from collections.abc import Mapping

from rich.cells import cell_len

from caravan_tui.i18n import _, _n

SHORT = 60
"""Seconds below which a time is told in seconds."""


def fitting_name(name: str, room: int) -> str:
    """A name of a game, without its kind where there is no room for both."""
    return name if cell_len(name) <= room else name.partition(" · ")[0]


def time_text(seconds: int) -> str:
    """A length of time: `3 h 05`, `12 min`, `48 s`."""
    if 0 < seconds < SHORT:
        return _("{seconds} s").format(seconds=seconds)
    minutes = round(seconds / 60)
    if minutes < 60:
        return _("{minutes} min").format(minutes=minutes)
    return _("{hours} h {minutes:02}").format(hours=minutes // 60, minutes=minutes % 60)


def opponents_text(against: str, titles: Mapping[str, str]) -> str:
    """The opponents of a match: `Porter, Trader`."""
    if not against:
        return _("alone")
    return ", ".join(titles.get(kind, kind) for kind in against.split(", "))


def seats_text(count: int) -> str:
    """`3 seats`."""
    return _n("{count} seat", "{count} seats", count).format(count=count)


def streak_text(streak: int) -> str:
    """The matches in a row that were won, or not: `3 wins in a row`."""
    if streak > 0:
        text = _n("last match won", "{count} wins in a row", streak)
    else:
        text = _n("last match lost", "last {count} lost", -streak)
    return text.format(count=abs(streak))
