"""Gives players the results of matches between people."""

from __future__ import annotations

import asyncio
import logging

from caravan_tui.engine import Match
from caravan_tui.server.accounts import Accounts
from saves.errors import SaveError
from saves.header import Meta
from saves.profile import Profile
from saves.store import Store

log = logging.getLogger(__name__)


class Results:
    """Writes results and copies of finished matches into the folders of accounts."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    async def deliver(
        self, match: Match, account: str, seat: int, day: str = "", has_copy: bool = True
    ) -> None:
        """Give an account its result and a copy of a finished match, unless it has them. `day`: of
        a daily match; until it is over without the copy, which has the seed in it (`has_copy`).
        Raises OSError if that is to be tried again."""
        store = Store(self._accounts.folder(account) / "data")
        profile = Profile(store.home)
        try:
            has_result = await asyncio.to_thread(profile.has, match.record.id, seat)
            needs_copy = bool(day) and has_copy and not _is_stored(store, match.record.id)
            if has_result and not needs_copy:
                return
            meta = Meta(daily=day or None)
            try:
                if has_copy:
                    if day:
                        store.describe(match.record.id, daily=day)
                    await asyncio.to_thread(store.save_now, match)
            finally:  # last, so that a result proves that nothing is missing, even after a kill
                if not has_result:
                    await profile.add_match(match, meta, seat)
        except SaveError as error:
            log.warning("the result of %s is not kept for %s: %s", match.record.id, account, error)
        finally:
            store.release_all()


def _is_stored(store: Store, match_id: str) -> bool:
    """Whether there is a copy of a match, if only in the trash."""
    return any(any(folder.glob(f"{match_id}*")) for folder in (store.folder, store.trash))
