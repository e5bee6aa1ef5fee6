"""Gives players the results of matches between people."""

from __future__ import annotations

import asyncio
import logging

from caravan_tui.engine import Match
from caravan_tui.server.accounts import Accounts
from saves.errors import SaveError
from saves.profile import Profile
from saves.store import Store

log = logging.getLogger(__name__)


class Results:
    """Writes results and copies of finished matches into the folders of accounts."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    async def deliver(self, match: Match, account: str, seat: int) -> None:
        """Give an account its result and a copy of a finished match, unless it has them. Raises
        OSError if that is to be tried again."""
        store = Store(self._accounts.folder(account) / "data")
        profile = Profile(store.home)
        try:
            if await asyncio.to_thread(profile.has, match.record.id, seat):
                return
            try:
                await asyncio.to_thread(store.save_now, match)
            finally:  # last, so that a result proves that nothing is missing, even after a kill
                await profile.add_match(match, None, seat)
        except SaveError as error:
            log.warning("the result of %s is not kept for %s: %s", match.record.id, account, error)
        finally:
            store.release_all()
