"""The secret links by which anybody may watch a match between people in a browser.

A match has one at most. Its room keeps a hash of it, so that nobody who reads the file can use it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from hashlib import sha256

from caravan_tui.bus.wording import of_os_error
from caravan_tui.engine import Refusal
from caravan_tui.games import registry
from caravan_tui.server.match_supervisor import MatchSupervisor
from caravan_tui.server.rooms import Room, Rooms

SECRET_BYTES = 18
DELAY = 60.0
"""Seconds by which the pages of games with hidden information are behind."""


def watch_key(secret: str) -> str:
    """What is kept of the secret of a link."""
    return sha256(b"caravan_tui watch page " + secret.encode()).hexdigest()[:32]


def delay_of(game: str) -> float:
    """Seconds by which a match of this game is shown late: where something is hidden, so that
    nobody at the table is helped by what others make of the board."""
    return DELAY if registry.spec(game).secrets else 0.0


class WatchLinks:
    """Makes, revokes and knows the links of the matches that this host serves."""

    def __init__(
        self,
        rooms: Rooms,
        supervisor_of: Callable[[str], MatchSupervisor | None],
        log_event: Callable[..., None],
    ) -> None:
        """`supervisor_of(match)`: None unless the match is running here."""
        self._rooms, self._supervisor_of, self._log_event = rooms, supervisor_of, log_event

    def find(self, secret: str) -> Room | None:
        """The room whose link has this secret."""
        key = watch_key(secret)
        return next((room for room in self._rooms.all() if room.watch_key == key), None)

    async def make(self, room: Room, name: str, account: str = "") -> str:
        """The secret of a new link, in place of the one that the match had. `name`: who asks,
        `account`: a player of the match; empty: an administrator. Raises Refusal."""
        supervisor = self._check(room, account)
        secret = secrets.token_urlsafe(SECRET_BYTES)
        await self._set(room, watch_key(secret))
        supervisor.notify("watch_page_made", name=name)
        self._log_event("watch_page", match=room.match, account=account)
        return secret

    async def revoke(self, room: Room, name: str, account: str = "") -> None:
        """Have the link lead nowhere from now on; see `make`. Raises Refusal."""
        supervisor = self._check(room, account)
        if not room.watch_key:
            raise Refusal("no_watch_page_yet")
        await self._set(room, "")
        supervisor.notify("watch_page_closed", name=name)
        self._log_event("watch_page_revoked", match=room.match, account=account)

    def _check(self, room: Room, account: str) -> MatchSupervisor:
        if room.daily:  # who watches one would know what comes in the own
            raise Refusal("watch_page_daily")
        if account and account not in room.seats:
            raise Refusal("watch_page_not_yours")
        supervisor = self._supervisor_of(room.match)
        if supervisor is None:
            raise Refusal("match_not_begun")
        return supervisor

    async def _set(self, room: Room, key: str) -> None:
        before, room.watch_key = room.watch_key, key
        try:
            await self._rooms.write(room)
        except OSError as error:
            room.watch_key = before
            raise Refusal("watch_page_not_saved", reason=of_os_error(error)) from error
