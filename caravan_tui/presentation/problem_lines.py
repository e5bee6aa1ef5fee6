"""What follows a move of a problem, and what it costs, where no stored line begins with it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from ai import levels
from ai.analysis import ITERATIONS, clear_loss
from ai.views import pack
from caravan_tui.bus.messages import SearchRequest, SearchResult
from caravan_tui.engine import Match, Refusal
from caravan_tui.engine.playback import Playback, copy_of, in_one_text
from caravan_tui.games.kit.sentences import points

ONWARD: Final = 6
"""Decisions after the move, as in a stored line."""

LINE_ITERATIONS: Final = 200
"""Of each of them."""

SECONDS: Final = 2.0
"""Cap of one search."""

Search = Callable[[SearchRequest], Awaitable[SearchResult]]


def _question(match: Match, iterations: int, seed: int) -> SearchRequest:
    seat = match.to_act
    return SearchRequest(
        match.record.game, pack(match.view(seat)), seat, levels.MASTER.name, seed, iterations,
        seconds=SECONDS, allow_fallback=False,
    )  # fmt: skip


async def loss_of(search: Search, match: Match, best: int, move: int) -> float | None:
    """What a move gives away against the best one, each searched alone and equally long; 0 where
    that can be an error of the searches. None: a search gave no answer in time."""
    pair = []
    for number, action in enumerate((best, move), 1):
        request = _question(match, ITERATIONS, number)
        try:
            answer = await search(msgspec.structs.replace(request, moves=[action]))
        except (Refusal, TimeoutError):
            return None
        pair += [tried for tried in answer.candidates if tried.action == action]
    return clear_loss(pair[0], pair[1], match.to_act) if len(pair) == 2 else None


async def line_after(search: Search, match: Match, move: int) -> list[int]:
    """How a match may go on after a move: every seat plays what a search of its own view prefers,
    and chance is the match's own. With the outcomes of chance, the move first."""
    played = copy_of(match)
    first = played.version
    played.act(played.to_act, move)
    for number in range(ONWARD):
        if played.over:
            break
        legal = played.legal(played.to_act)
        action = legal[0]
        if len(legal) > 1:
            action = (await search(_question(played, LINE_ITERATIONS, number))).action
        played.act(played.to_act, action)
    return list(played.record.log[first:])


def steps_in_words(playback: Playback, first: int, seat: int) -> list[str]:
    """What happens step by step after the step `first`, as a seat may know it."""
    steps = range(first + 1, playback.last + 1)
    words = (in_one_text(playback.lines(step, seat)) for step in steps)
    return [each for each in words if each]


def points_then(playback: Playback, seat: int) -> str:
    """The points of everybody at the end of a line."""
    view = playback.view(playback.last, seat)
    rows = zip(playback.match.names, view["scores"], strict=True)
    return ", ".join(f"{name} {points(score)}" for name, score in rows)
