"""Solo matches: one account with computer players, or with guests at its own terminal."""

from __future__ import annotations

from collections.abc import Callable

from caravan_tui.bus.lobby_messages import CreateMatch, RestartMatch, ResumeMatch, Seated
from caravan_tui.engine import Match, Refusal, Seat
from caravan_tui.engine.rng import fresh_seed
from caravan_tui.games import registry
from caravan_tui.server.client import Client
from caravan_tui.server.notifications import Notifications
from caravan_tui.server.tables import Tables

MAX_OPEN = 4
"""Solo matches that one session has open at the same time."""


class SoloMatches:
    """Opens solo matches for sessions."""

    def __init__(
        self, tables: Tables, notifications: Notifications, log_event: Callable[..., None]
    ) -> None:
        self._tables, self._notifications, self._log_event = tables, notifications, log_event

    def create(self, client: Client, ask: CreateMatch, names: list[str], seed: int) -> Seated:
        """Create a match. Raises Refusal."""
        self._tables.check_quota(client.account.id)
        seats = [Seat(kind, name) for kind, name in zip(ask.kinds, names, strict=True)]
        custom_data = registry.get(ask.game).custom_data()
        return self._open(
            client, Match.new(ask.game, ask.options, seats, seed, custom_data), ask.id
        )

    async def resume(self, client: Client, ask: ResumeMatch) -> Seated:
        """Continue a saved match. Raises Refusal or SaveError."""
        if len(client.solo_matches) >= MAX_OPEN and ask.match not in client.solo_matches:
            raise Refusal("too_many_tables")
        match = await self._tables.resume_solo(client.account.id, ask.match)
        if client.is_gone:
            await self._tables.close_solo(ask.match)
        return self._open(client, match, ask.id)

    async def restart(self, client: Client, ask: RestartMatch) -> Seated:
        """Play again with the same seats, and the same deal if asked to. Raises Refusal."""
        if ask.match not in client.solo_matches:
            raise Refusal("cannot_restart")
        self._tables.check_quota(client.account.id)
        previous = self._tables.solo.match(ask.match)
        record = previous.record
        if ask.same_deal:
            match = previous.restarted()
            match.record.assisted = True  # its deal is known
        else:
            custom_data = registry.get(record.game).custom_data()
            match = Match.new(record.game, record.options, record.seats, fresh_seed(), custom_data)
        await self.step_out(client, ask.match)
        return self._open(client, match, ask.id)

    async def step_out(self, client: Client, match: str) -> None:
        """Leave a table and save its match."""
        client.access.leave(match)
        client.solo_matches.discard(match)
        await self._tables.close_solo(match)

    def _open(self, client: Client, match: Match, request_id: str) -> Seated:
        if (
            client.is_gone
        ):  # while a match was loaded or closed: this table would stay open for ever
            raise Refusal("unavailable")
        match_id = match.record.id
        if len(client.solo_matches) >= MAX_OPEN and match_id not in client.solo_matches:
            raise Refusal("too_many_tables")
        if self._tables.owner(match_id) is None:
            self._tables.open_solo(client.account.id, match)
            self._log_event(
                "alone", match=match_id, game=match.record.game, account=client.account.id
            )
        client.solo_matches.add(match_id)
        for name in self._tables.missing_programs(match):
            self._notifications.notify(client.account.id, "program_missing", name=name)
        seats = [number for number, seat in enumerate(match.record.seats) if seat.is_person]
        for seat in seats:
            client.access.sit(match_id, seat)
        kinds = [seat.kind for seat in match.record.seats]
        game = match.record.game
        return Seated(request_id, match_id, game, match.names, kinds, seats, is_solo=True)
