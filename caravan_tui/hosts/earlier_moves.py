"""What a computer player did in a turn that this terminal has not followed.

It was played before a saved match was taken up again, or before moves that were undone. It is read
from the record of the match.

What was considered then is kept nowhere: it would tell what the seats hold.
"""

from __future__ import annotations

from collections.abc import Collection

from attrs import frozen

from caravan_tui.bus.messages import MoveReport, SearchResult
from caravan_tui.engine import Match
from caravan_tui.games.contract import CHANCE, View


@frozen
class EarlierMove:
    """A decision, and what its reader knew before it."""

    report: MoveReport
    seen: View


def last_turn(
    match: Match, version: int, seats: Collection[int], reader: int | None
) -> list[EarlierMove]:
    """The decisions of the last turn that one of these seats had up to a version of the match; none
    if there was none."""
    first, last = match.last_turn(seats, version)
    played = [ply for ply in match.plies(first, last) if ply.actor != CHANCE]
    ends = [*(ply.ply for ply in played[1:]), *([last] if played else [])]
    return [
        EarlierMove(
            MoveReport(
                match.record.id,
                ply.actor,
                end,
                SearchResult("", ply.action),
                match.game.view(ply.before, ply.actor),
                len(ply.before.legal()),
                is_recalled=True,
            ),
            match.game.view(ply.before, reader),
        )
        for ply, end in zip(played, ends, strict=True)
        if ply.awaited == ply.actor
    ]
