"""A match as a text: every action in notation and in words, as far as a seat may know it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from caravan_tui.engine.match import Ply
from caravan_tui.engine.playback import Playback
from caravan_tui.games import registry
from caravan_tui.i18n import _

OPEN = "open"
"""Instead of a seat: everything is told, as in a match that is over."""


@frozen
class Comment:
    """What is said below an action."""

    words: str
    seat: int
    """Whose knowledge it tells: no other seat may read it where seats hide something."""


Comments = Mapping[int, Sequence[Comment]]
"""What is said below actions, by their ply."""


def transcript(
    playback: Playback, seat: int | str | None, comments: Comments | None = None
) -> str:  # fmt: skip
    """The whole match for a file. `seat` is whose knowledge it keeps to; OPEN: everybody's.

    `comments`: they stay out where these eyes must not see what they tell.

    Raises ValueError for OPEN while the match runs. The seed is told at the end only: with it one
    could look ahead.
    """
    if seat == OPEN and not playback.over:
        raise ValueError(_("While a match is in progress, you can only export what you can see."))
    lines = [*_head(playback), ""]
    width = max(len(name) for name in playback.match.names)
    number = 0
    round_now = 0
    for index, step in enumerate(playback.steps):
        for ply in step.plies:
            if ply.actor >= 0:
                number += 1
            lines += _action_lines(playback, ply, seat, number, width)
            for comment in (comments or {}).get(ply.ply, ()):
                if seat in (OPEN, comment.seat) or not playback.game.spec.secrets:
                    lines.append(f"{'':7}({comment.words})")
        if step.round != round_now and index < playback.last:
            round_now = step.round
            lines += ["", f"-- {registry.round_text(playback.game.spec.id, round_now)} --"]
    if not playback.over:
        lines += ["", _("The match is still in progress.")]
    return "\n".join(lines) + "\n"


def _head(playback: Playback) -> Iterator[str]:
    match, record = playback.match, playback.match.record
    yield playback.game.spec.title
    yield time.strftime("%Y-%m-%d %H:%M", time.localtime(record.began))
    ranks = match.ranks
    for seat, player in enumerate(record.seats):
        line = f"  {seat + 1}. {player.name} ({player.kind})  {match.scores[seat]:g}"
        yield line + (_("  rank {rank}").format(rank=ranks[seat]) if ranks else "")
    for name, value in record.options.items():
        yield f"  {name}={value}"
    if playback.over:
        yield f"  seed={record.seed}"
    if record.assisted:
        yield "  " + _("assisted")


def _action_lines(
    playback: Playback, ply: Ply, seat: int | str | None, number: int, width: int
) -> list[str]:
    """One action: who, its notation if it may be known, then what happened in words."""
    names = playback.match.names
    if seat == OPEN:
        eyes: int | None = ply.actor if ply.actor >= 0 else None
        view = playback.game.view(ply.before, eyes)
        notation: str | None = playback.game.notation(ply.action, view)
        events = list(ply.events)
    else:
        assert not isinstance(seat, str)
        eyes = seat
        notation = playback.notation(ply, seat)
        events = playback.match.events_for(ply.events, seat)
    texts = [playback.game.narrate(event, names, eyes) for event in events]
    lines = [text for text in texts if text]
    if ply.actor < 0:
        if seat != OPEN:
            return [f"{'':7}{line}" for line in lines]
        return [f"{'':5} {_('chance'):{width}}  {notation}", *(f"{'':7}{line}" for line in lines)]
    head = f"{number:4}. {names[ply.actor]:{width}}  {notation or _('(hidden)')}"
    return [head, *(f"{'':7}{line}" for line in lines)]
