"""A match of the lobby in words: its seats, what can be done with it, how it is played."""

from __future__ import annotations

from rich.text import Text

from caravan_tui.bus.lobby_messages import MatchRow
from caravan_tui.bus.wording import time_left
from caravan_tui.games.registry import game_name
from caravan_tui.hosts.turns import is_own_turn, waiting_text
from caravan_tui.i18n import _, _n
from caravan_tui.widgets.drawing.colours import READABLE, Colour, legible
from caravan_tui.widgets.drawing.depth import BOLD, Pens
from caravan_tui.widgets.seat_chips import SeatChip, seat_chips

OPEN = "open"
"""The kind of a seat that waits for a person of the server."""


def seat_chips_of(row: MatchRow) -> list[SeatChip]:
    """Who has which seat; those who are away and open seats in brackets."""
    chips = []
    for seat, (name, kind, is_present) in enumerate(
        zip(row.names, row.kinds, row.present, strict=True)
    ):
        text = _("(open)") if kind == OPEN else name if is_present else f"({name})"
        has_turn = row.started and not row.over and row.to_act == seat
        is_faint = kind == OPEN or not is_present
        chips.append(SeatChip(seat, text, has_turn=has_turn, is_faint=is_faint and not has_turn))
    return chips


def seats_text(row: MatchRow, width: int, pens: Pens) -> Text:
    """The seats of a match in a line of `width` columns."""
    return seat_chips(seat_chips_of(row), width, pens, keeps_names=True)


def seat_lines(row: MatchRow, width: int, pens: Pens) -> Text:
    """The seats of a match below each other, in `width` columns."""
    chips = seat_chips_of(row)
    return Text("\n").join(seat_chips([chip], width, pens, keeps_names=True) for chip in chips)


def label(words: str, ink: Colour, ground: Colour, pens: Pens) -> Text:
    """Words on a ground of their own, which stays under the cursor of a list."""
    ink = legible(ink, ground, READABLE)
    return Text(f" {words} ", pens.style(ink, ground, BOLD), no_wrap=True)


def state_text(row: MatchRow, join_key: str, watch_key: str, pens: Pens) -> Text:
    """What can be done with a match; the keys are those that join or watch it."""
    colours = pens.palette
    if row.over:
        return label(_("over"), colours.soft, colours.surface, pens)
    if not row.started:
        if row.own_seats:
            return label(_("yours, waits"), colours.text, colours.raised, pens)
        return label(_("join: {key}").format(key=join_key), colours.ink, colours.gain, pens)
    if is_own_turn(row):
        return label(_("your turn"), colours.paper_ink, colours.paper[0], pens)
    if row.own_seats:
        return label(_("yours, runs"), colours.text, colours.raised, pens)
    return label(_("watch: {key}").format(key=watch_key), colours.text, colours.raised, pens)


def days_text(days: int) -> str:
    """The days for a move, for a choice."""
    return _n("{count} day", "{count} days", days).format(count=days) if days else _("No")


def waits_text(row: MatchRow) -> str:
    """For how many players a match waits, or when anything happened there last."""
    if not row.started:
        count = row.kinds.count(OPEN)
        return _n("{count} open seat", "{count} open seats", count).format(count=count)
    return waiting_text(row)


def origin_text(row: MatchRow) -> str:
    """Where a match comes from: who made it, or the round of a tournament."""
    if row.event:
        return _("{name}, round {number}").format(name=row.event, number=row.round)
    return _("by {owner}").format(owner=row.owner)


def title_text(row: MatchRow) -> Text:
    """What a match is, its code, and how many moves are new to the user."""
    title = Text().append(game_name(row.game), "bold")
    origin = _("{origin}, code {code}").format(origin=origin_text(row), code=row.code)
    title.append("  " + origin)
    if row.private:
        title.append("  " + _("private"), "italic")
    if row.moves:
        moves = _n("{count} move since you left", "{count} moves since you left", row.moves)
        title.append("  " + moves.format(count=row.moves), "bold")
    return title


def facts_text(row: MatchRow) -> list[str]:
    """How a match is played, who is away and who watches."""
    if row.days:
        facts = [
            _n("{count} day a move", "{count} days a move", row.days).format(count=row.days),
            _("then a computer player plays it"),
        ]
        if row.left >= 0:
            facts.insert(1, _("{time} left").format(time=time_left(row.left)))
    elif row.absent == "wait":
        facts = [_("waits while a player is away")]
    else:
        text = _("a computer player takes over after {seconds} s")
        facts = [text.format(seconds=row.grace)]
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
    return facts


def card_text(row: MatchRow, width: int, pens: Pens) -> Text:
    """A match in three lines: what it is, who has which seat, how it is played. `width`: of the
    seats, in columns."""
    card = title_text(row).append("\n").append_text(seats_text(row, width, pens))
    return card.append("\n" + " · ".join(facts_text(row)))
