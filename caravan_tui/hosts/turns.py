"""The matches in which it is the user's turn: those with other people first, then saved ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from caravan_tui.bus.lobby_messages import MatchRow
from caravan_tui.bus.wording import time_left
from caravan_tui.engine.record import PERSON
from caravan_tui.games import registry
from caravan_tui.hosts.match_text import ago, title_of
from caravan_tui.i18n import _
from saves.listing import Entry


@frozen
class Turn:
    """A match in which it is the user's turn."""

    match: str
    title: str
    players: str
    """The other players' names."""
    when: str
    """Since when it waits, or for how long."""
    is_shared: bool = False
    """Whether it is with other people on a server."""


def is_own_turn(row: MatchRow) -> bool:
    """Whether a match between people waits for the account that asked for the row."""
    return row.started and not row.over and row.to_act in row.own_seats


def in_order(rows: Sequence[MatchRow]) -> list[MatchRow]:
    """Rows with those first in which it is the user's turn, by deadline and then the longest
    waiting one, before the user's others; the rest as it is."""
    turns = sorted(
        filter(is_own_turn, rows),
        key=lambda row: (row.left < 0, row.left if row.left >= 0 else -row.idle),
    )
    others = [row for row in rows if not is_own_turn(row)]
    return [*turns, *sorted(others, key=lambda row: not row.own_seats)]


def room_turns(rows: Iterable[MatchRow]) -> list[Turn]:
    """The matches with other people that wait for the user, in the order of `rows`."""
    return [
        Turn(
            row.match,
            f"{registry.game_name(row.game)} ({row.code})",
            ", ".join(
                name for seat, name in enumerate(row.names) if name and seat not in row.own_seats
            ),
            waiting_text(row),
            is_shared=True,
        )
        for row in rows
        if is_own_turn(row)
    ]


def waiting_text(row: MatchRow) -> str:
    """Since when a match between people waits, or for how long with a deadline."""
    if row.left >= 0 and row.started and not row.over:
        return _("{time} left").format(time=time_left(row.left))
    if row.idle < 60:
        return _("just now")
    if row.idle < 3600:
        return _("{minutes} min ago").format(minutes=row.idle // 60)
    return _("{hours} h ago").format(hours=row.idle // 3600)


def saved_turns(entries: Iterable[Entry]) -> list[Turn]:
    """The saved matches in which a person is to act and has moved before, in the order of
    `entries`."""
    turns = []
    for entry in entries:
        header = entry.header
        if header is None or entry.status != "ok" or not header.is_under_way:
            continue
        if header.seats[header.to_act].kind != PERSON:
            continue
        others = [seat.name for seat in header.seats if seat.kind != PERSON]
        round_text = registry.round_text(header.game, header.round)
        when = f"{round_text}, {ago(header.changed)}"
        turns.append(Turn(entry.id, title_of(entry), ", ".join(others), when))
    return turns
