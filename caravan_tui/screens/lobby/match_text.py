"""A match of the lobby in words: its seats, what it waits for, how it is played."""

from __future__ import annotations

from rich.text import Text

from caravan_tui.bus.lobby_messages import MatchRow
from caravan_tui.games import registry
from caravan_tui.i18n import _, _n
from caravan_tui.widgets.marks import seat_mark

OPEN = "open"
"""The kind of a seat that waits for a person of the server."""


def seats_text(row: MatchRow, ascii_only: bool = False) -> Text:
    """Who has which seat, each with its mark; those who are away and open seats in brackets."""
    parts = []
    for seat, (name, kind, is_present) in enumerate(
        zip(row.names, row.kinds, row.present, strict=True)
    ):
        text = _("(open)") if kind == OPEN else name if is_present else f"({name})"
        parts.append(f"{seat_mark(seat, ascii_only)} {text}")
    return Text("  ".join(parts), no_wrap=True, overflow="ellipsis")


def state_text(row: MatchRow, join_key: str, watch_key: str) -> Text:
    """What a match waits for; the keys are those that join or watch it."""
    if row.over:
        return Text(_("over"))
    if not row.started:
        if row.own_seats:
            return Text(_("yours, waits"))
        return Text(_("join: {key}").format(key=join_key))
    if row.to_act in row.own_seats:
        return Text(_("your turn"), "bold reverse")
    if row.own_seats:
        return Text(_("yours, runs"))
    return Text(_("runs; watch: {key}").format(key=watch_key))


def card_text(row: MatchRow, ascii_only: bool = False) -> str:
    """A match in three lines: what it is, who has which seat, how it is played."""
    first = _("{game}, by {owner}, code {code}").format(
        game=registry.spec(row.game).title, owner=row.owner, code=row.code
    )
    if row.private:
        first += "  " + _("private")
    if row.moves:
        first += "  " + _n(
            "{count} move since you left", "{count} moves since you left", row.moves
        ).format(count=row.moves)
    facts = [
        _("waits for players to return")
        if row.absent == "wait"
        else _("a computer player takes over after {seconds} s").format(seconds=row.grace)
    ]
    if row.clock:
        facts.append(_("{seconds} s a turn").format(seconds=row.clock))
    away = [
        name
        for name, is_present in zip(row.names, row.present, strict=True)
        if name and not is_present
    ]
    if away:
        facts.append(_("away: {names}").format(names=", ".join(away)))
    if row.watchers:
        facts.append(_("watched by {names}").format(names=", ".join(row.watchers)))
    facts.append(_("idle {minutes} min").format(minutes=row.idle // 60))
    return f"{first}\n{seats_text(row, ascii_only)}\n{' · '.join(facts)}"
