"""The matches that an account plays alone with levels, or with guests at its own terminal."""

from __future__ import annotations

from collections.abc import Callable

from caravan_tui.bus.lobby_messages import AgainMatch, CreateMatch, ResumeMatch, Seated
from caravan_tui.engine import Match, Seat
from caravan_tui.engine.rng import fresh_seed
from caravan_tui.games import registry
from caravan_tui.ssh.person import Person, RefuseError
from caravan_tui.ssh.tables import Tables
from caravan_tui.words import _

MOST = 4
"""Matches that one session plays alone at the same time."""


class Alone:
    """Seats a session at matches of its own account."""

    def __init__(self, tables: Tables, event: Callable[..., None]) -> None:
        self._tables, self._event = tables, event

    def create(self, person: Person, ask: CreateMatch, names: list[str], seed: int) -> Seated:
        """A new match. Raises RefuseError."""
        seats = [Seat(kind, name) for kind, name in zip(ask.kinds, names, strict=True)]
        house = registry.get(ask.game).house_data()
        return self._sit(person, Match.new(ask.game, ask.options, seats, seed, house), ask.id)

    async def resume(self, person: Person, ask: ResumeMatch) -> Seated:
        """Go on with a saved one. Raises RefuseError or SaveError."""
        if len(person.alone) >= MOST and ask.match not in person.alone:
            raise RefuseError(_("You have too many tables open; leave one first."))
        match = await self._tables.resume_alone(person.account.id, ask.match)
        if person.gone:
            await self._tables.close_alone(ask.match)
        return self._sit(person, match, ask.id)

    async def again(self, person: Person, ask: AgainMatch) -> Seated:
        """The same seats anew. Raises RefuseError."""
        if ask.match not in person.alone:
            raise RefuseError(_("This match cannot be started again here."))
        old = self._tables.alone.match(ask.match)
        record = old.record
        if ask.same:
            match = old.again()
            match.record.assisted = True  # its deal is known
        else:
            house = registry.get(record.game).house_data()
            match = Match.new(record.game, record.options, record.seats, fresh_seed(), house)
        await self.step_out(person, ask.match)
        return self._sit(person, match, ask.id)

    async def step_out(self, person: Person, match: str) -> None:
        """Leave a table; the match is saved."""
        person.access.leave(match)
        person.alone.discard(match)
        await self._tables.close_alone(match)

    def _sit(self, person: Person, match: Match, asked: str) -> Seated:
        if person.gone:  # while a match was loaded or closed: nobody would leave this table
            raise RefuseError(_("Nobody is there to answer."))
        name = match.record.id
        if len(person.alone) >= MOST and name not in person.alone:
            raise RefuseError(_("You have too many tables open; leave one first."))
        if self._tables.owner(name) is None:
            self._tables.open_alone(person.account.id, match)
            self._event("alone", match=name, game=match.record.game, account=person.account.id)
        person.alone.add(name)
        seats = [number for number, seat in enumerate(match.record.seats) if seat.is_person]
        for seat in seats:
            person.access.sit(name, seat)
        kinds = [seat.kind for seat in match.record.seats]
        game = match.record.game
        return Seated(asked, name, game, match.names, kinds, seats, alone=True)
