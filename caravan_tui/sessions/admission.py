"""Who may open a session: how many there may be, and how many tries of an invite code."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from caravan_tui.i18n import later
from caravan_tui.server.client import Client
from caravan_tui.server.config import Config
from caravan_tui.sessions.gate import RateLimits, network_of

INVITE_ATTEMPTS_PER_MINUTE = 6.0
"""Invite codes that may be tried from one address."""
INVITE_PENALTY = 1.0
"""Seconds before the answer to a wrong one."""

BAD_INVITE = later("This invite code is unknown, expired or already used.")
TOO_MANY_CODES = later("Too many attempts from your address. Try again in a minute.")
NOT_SAVED = later("The server could not save your account. Try again later.")


async def penalize_wrong_code() -> None:
    """Wait before a wrong code is answered."""
    await asyncio.sleep(INVITE_PENALTY)


class CapacityError(Exception):
    """There is no room for another session; `text` says so, in English as in the catalogue."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Admission:
    """Decides who may open a session."""

    def __init__(self, config: Config, clients: Mapping[str, Client]) -> None:
        """`clients`: by account, those with a session."""
        self._config = config
        self._clients = clients
        self._invite_attempts = RateLimits()

    def check_capacity(self, address: str, account_id: str) -> None:
        """Raise CapacityError if the server, or this address, can have no further session.

        A session that the account has already does not count, because a new one replaces it.
        """
        others = [client for client in self._clients.values() if client.account.id != account_id]
        if len(others) >= self._config.max_sessions:
            raise CapacityError(later("The server is full. Try again later."))
        network = network_of(address)
        neighbours = sum(network_of(client.address) == network for client in others)
        if neighbours >= self._config.max_sessions_per_address:
            raise CapacityError(later("Too many sessions from your address."))

    def take_invite_attempt(self, address: str) -> bool:
        """Whether an invite code may be tried from this address now; counts the attempt."""
        rate = INVITE_ATTEMPTS_PER_MINUTE
        return self._invite_attempts.take(address, rate / 60.0, round(rate))
