"""A tournament in words: its format, its state, what can be done."""

from __future__ import annotations

import time

from caravan_tui.bus.competition_messages import TournamentRow
from caravan_tui.i18n import _, _n


def format_titles() -> dict[str, str]:
    """The titles of the formats."""
    return {
        "swiss": _("Swiss"),
        "round_robin": _("round robin"),
        "knockout": _("knock-out"),
        "league": _("league"),
    }


def format_help(kind: str) -> str:
    """What a format is, in a sentence or two."""
    return {
        "swiss": _("You meet players with as many points as you, and nobody twice."),
        "round_robin": _("Everybody meets everybody."),
        "knockout": _("The better half of each table goes on until one is left."),
        "league": _("A round a week, until Monday 0:00 UTC. Players can join later."),
    }.get(kind, "")


def state_text(row: TournamentRow) -> str:
    """How far a tournament is."""
    if row.state == "open":
        return _("open")
    if row.state == "over":
        return _("over")
    if row.state == "cancelled":
        return _("cancelled")
    text = _("week {number}") if row.format == "league" else _("round {number}")
    if row.rounds:
        text = _("{round} of {rounds}").format(round=text, rounds=row.rounds)
    return text.format(number=row.round)


def players_text(row: TournamentRow) -> str:
    """How many take part."""
    return _n("{count} player", "{count} players", row.players).format(count=row.players)


def left_text(row: TournamentRow, now: float | None = None) -> str:
    """How long the round still takes; empty if none runs."""
    if not row.ends:
        return ""
    minutes = max(0, round((row.ends - (time.time() if now is None else now)) / 60))
    if minutes >= 2 * 1440:
        return _("{days} days left").format(days=minutes // 1440)
    if minutes >= 120:
        return _("{hours} h left").format(hours=minutes // 60)
    return _("{minutes} min left").format(minutes=minutes)


def facts_text(row: TournamentRow) -> str:
    """How it is played, in a line."""
    facts = [format_titles().get(row.format, row.format)]
    seats = _n("{count} at a table", "up to {count} at a table", row.seats - 1)
    facts.append(seats.format(count=row.seats))
    if row.days:
        days = _n("{count} day a move", "{count} days a move", row.days)
        return " · ".join([*facts, days.format(count=row.days)])
    if row.clock:
        facts.append(_("{seconds} s a turn").format(seconds=row.clock))
    if row.format != "league":
        facts.append(_("{minutes} min a round").format(minutes=row.minutes))
    facts.append(_("stand-in after {seconds} s").format(seconds=row.grace))
    return " · ".join(facts)


def points_text(points: float) -> str:
    """Points as people write them: ½ for a half."""
    whole, part = int(points), points - int(points)
    if part == 0.5:
        return f"{whole or ''}½"
    return str(whole) if not part else f"{points:.2f}"
