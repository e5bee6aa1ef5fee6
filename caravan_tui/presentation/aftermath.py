"""What is found out about a match once it is over: its course, and what it was for its player."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence

from attrs import field, frozen

from caravan_tui.engine import Match
from caravan_tui.engine.course import Course, course_of
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.connection import TableConnection
from saves import road
from saves.errors import SaveError
from saves.milestones import Milestone, milestones
from saves.profile import result_of

COPY_SECONDS = 2.0
"""How long the copy of a match that others hold may take to come."""


@frozen
class Aftermath:
    """The course of a match, its milestones, and the day whose daily match it was."""

    course: Course | None = None
    milestones: Sequence[Milestone] = field(factory=tuple)
    daily: str = ""
    stars: int | None = None
    """The stars of a try at a station of the road, 0: its goal was missed; None: it is none."""
    running: Course | None = None
    """The course as if the points had been counted after each turn; None if they were counted more
    than once."""


async def aftermath_at(host: Host, connection: TableConnection) -> Aftermath:
    """What is found out about the match of a table."""
    if not connection.is_kept:
        return Aftermath()
    own_seats = connection.own_seats
    only_seat = own_seats[0] if len(own_seats) == 1 else None
    patience = COPY_SECONDS if connection.is_shared else 0
    return await aftermath_of(host, connection.match, only_seat, patience)


async def aftermath_of(
    host: Host, match_id: str, seat: int | None, patience: float = 0
) -> Aftermath:
    """Read a match back from its record; `seat`: that of the only person at this terminal;
    `patience`: seconds until a second try, where a copy of the match may be on its way.

    Nothing is known of a match that is not kept.
    """
    if not host.saves_matches:
        return Aftermath()
    pending = list(host.pending_notices)
    match = await host.look_back(match_id)
    if match is None and patience:
        await asyncio.sleep(patience)
        match = await host.look_back(match_id)
    host.pending_notices[:] = pending  # that it cannot be replayed is said when it is asked for
    if match is None or not match.over:
        return Aftermath()
    course = await asyncio.to_thread(course_of, match)
    running = None
    if course.changes <= 1:
        running = await asyncio.to_thread(course_of, match, has_running=True)
    if seat is None:
        daily = host.store.meta(match_id).daily or ""
        return Aftermath(course, daily=daily, running=running)
    stars = await asyncio.to_thread(stars_on_road, match, host.store.described(match_id).road)
    new = await asyncio.to_thread(result_of, match, host.store.meta(match_id), seat)
    reached: Sequence[Milestone] = ()
    with contextlib.suppress(SaveError):
        results = await host.results()
        kept = next((result for result in results if result.match == match_id), new)
        earlier = [
            result for result in results if result.match != match_id and result.ended <= kept.ended
        ]
        reached = milestones(earlier, kept)
        new = kept
    return Aftermath(course, reached, new.daily or "", stars, running)


def stars_on_road(match: Match, mark: str | None) -> int | None:
    """The stars of a try at a station of the journey, by the mark that is saved with it; None if
    it is none."""
    travel = road.load()
    station = travel.station_of(mark)
    if station is None:
        return None
    tries = travel.add(match, station).visit(station.id).tries
    return next((attempt.stars for attempt in tries if attempt.match == match.record.id), None)
