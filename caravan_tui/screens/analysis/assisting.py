"""The price of an analysis of a match in progress: it is marked as assisted where it is held."""

from __future__ import annotations

from caravan_tui.bus.wording import word
from caravan_tui.engine import Refusal
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.table.screen import TableScreen


async def mark_assisted(app: BaseApp, match: str) -> str:
    """Mark a match as assisted. Return why that failed, or ''."""
    for screen in app.screen_stack:
        if not isinstance(screen, TableScreen):
            continue
        link = screen.connection
        if link.match == match and link.own_seats:
            try:
                await link.tables()[0].mark_assisted()
            except Refusal as refusal:
                return word(refusal.sentence)
            return ""
    return await app.host.assist(match)
