"""The points of a match in sentences: while it runs, and at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caravan_tui.bus.messages import Position
from caravan_tui.games.contract import Game
from caravan_tui.games.kit.sentences import ended, listed, points, sentence
from caravan_tui.games.scoring import Count, CountLine
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.hosts.match_text import score_text
from caravan_tui.i18n import _
from caravan_tui.presentation.aftermath import aftermath_at
from caravan_tui.presentation.milestone_words import milestone_words
from caravan_tui.presentation.result import Outcome


def _line(line: CountLine, names: Sequence[str]) -> str:
    """What is counted, seat by seat: `Rare goods: Anna 12, 2 times 6; Omar 0.`"""
    parts = []
    for seat, name in enumerate(names):
        value = line.points[seat]
        if value is None:
            continue
        text = f"{name} {score_text(value)}"
        if detail := line.detail(seat):
            text = _("{points}, from {detail}").format(points=text, detail=detail)
        parts.append(text)
    return sentence(f"{line.title}: {'; '.join(parts)}") if parts else ""


def count_lines(count: Count, names: Sequence[str]) -> list[str]:
    """A finished hand or round, line by line."""
    total = CountLine(count.sum_title, [count.total(seat) for seat in range(len(names))])
    rows = [*count.lines, total, *count.after]
    return [ended(count.title), *(_line(row, names) for row in rows)]


def standing_lines(
    game: Game[Any], position: Position, names: Sequence[str], events: Sequence[Any]
) -> list[str]:
    """The points of every seat, where they come from, and how the last hand was counted."""
    scores = position.view["scores"]
    lines = [f"{name}: {points(score)}." for name, score in zip(names, scores, strict=True)]
    lines += [_line(source, names) for source in game.sources(position.view)]
    counts = game.counts(events, position.view, names)
    if counts:
        lines += count_lines(counts[-1], names)
    return lines


async def result_lines(
    host: Host,
    connection: TableConnection,
    game: Game[Any],
    position: Position,
    events: Sequence[Any],
) -> list[str]:
    """Who won and why, where the points come from, and what the match has brought."""
    names, view = connection.names, position.view
    outcome = Outcome(names, view["scores"], position.ranks or [1] * len(names),
                      connection.own_seats)  # fmt: skip
    lines = [
        _("The match is over."),
        game.ending(events, view, names),
        outcome.headline(),
        outcome.tie_words(game.tie_breaks(view)),
    ]
    ranks = [
        _("{rank}. {name} with {points}").format(
            rank=outcome.ranks[seat], name=names[seat], points=points(view["scores"][seat])
        )
        for seat in outcome.order
    ]
    lines.append(_("Ranks: {ranks}.").format(ranks=listed(ranks)))
    lines += [_line(source, names) for source in game.sources(view)]
    aftermath = await aftermath_at(host, connection)
    lines += [ended(milestone_words(each, host.opponents())) for each in aftermath.milestones]
    if aftermath.stars is not None:
        lines.append(
            _("The goal is reached: the road goes on.")
            if aftermath.stars
            else _("The goal of this station was missed. You may try again.")
        )
    return [line for line in lines if line]
