"""The way from the door at which a player has come in to the matches between people."""

from __future__ import annotations

from caravan_tui.bus.lobby_messages import CreateMatch, MatchRow, Seated
from caravan_tui.engine import Sentence
from caravan_tui.games.contract import OptionValue
from caravan_tui.server.accounts import Account
from caravan_tui.server.shared_matches import SharedMatches


class Directory:
    """Leads to the matches that this host serves, which are all there are."""

    def __init__(self, shared: SharedMatches) -> None:
        self._shared = shared

    def find(self, text: str) -> str | None:
        """The match with this id or code; None if there is none."""
        return self._shared.find(text)

    async def create(
        self,
        account: Account,
        ask: CreateMatch,
        names: list[str],
        options: dict[str, OptionValue],
    ) -> Seated:
        """See `SharedMatches.create`, as for all that follows."""
        return await self._shared.create(account, ask, names, options)

    async def join(
        self, account: Account, match: str, request_id: str, is_led_back: bool = False
    ) -> Seated:
        return await self._shared.join(account, match, request_id, is_led_back)

    async def watch(
        self,
        account: Account,
        match: str,
        request_id: str,
        has_code: bool,
        is_led_back: bool = False,
    ) -> Seated:
        return self._shared.watch(account, match, request_id, has_code, is_led_back)

    async def rematch(self, account: Account, match: str) -> str:
        return await self._shared.rematch(account, match)

    async def step_out(self, account: Account, match: str) -> None:
        self._shared.step_out(account, match)

    async def give_up(self, account: Account, match: str) -> bool:
        return await self._shared.give_up(account, match)

    async def make_watch_page(self, account: Account, match: str) -> str:
        return await self._shared.make_watch_page(account, match)

    async def revoke_watch_page(self, account: Account, match: str) -> None:
        await self._shared.revoke_watch_page(account, match)

    async def end_other_session(self, account: str, reason: str) -> bool:
        """End the session that an account has at another host, where `reason` is shown. Returns
        whether it has none now."""
        return True

    async def rows(self, account: str, only_own: bool) -> list[MatchRow]:
        return self._shared.list.rows(account, only_own)

    async def news_of_tables(self, account: str) -> list[Sentence]:
        return self._shared.list.news_of_tables(account)
