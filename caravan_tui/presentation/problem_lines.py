"""What follows a move of a problem, and what it costs, where no stored line begins with it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise
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


def parting(move: Sequence[int], line: Sequence[int]) -> int | None:
    """The first step at which the steps of a move part from a line; None: it goes on like it."""
    pairs = enumerate(zip(move, line, strict=False))
    return next((number for number, (step, other) in pairs if step != other), None)


async def loss_of_end(
    search: Search, match: Match, best: Sequence[int], move: Sequence[int]
) -> float | None:
    """What a move gives away by parting from the best line after its first step, such as the right
    camel that is set elsewhere; see `loss_of`. Raises ValueError if it goes on alike."""
    parted = parting(move, best)
    if parted is None:
        raise ValueError("the move goes on like the best one")
    begun = copy_of(match)
    for step in best[:parted]:
        begun.act(begun.to_act, step)
    return await loss_of(search, begun, best[parted], move[parted])


async def line_after(search: Search, match: Match, move: Sequence[int]) -> list[int]:
    """How a match may go on after the steps of a move: every seat plays what a search of its own
    view prefers, and chance is the match's own. With the outcomes of chance, the move first;
    shorter where a search gives no answer in time."""
    played = copy_of(match)
    first = played.version
    for step in move:
        played.act(played.to_act, step)
    for number in range(ONWARD):
        if played.over:
            break
        legal = played.legal(played.to_act)
        action = legal[0]
        if len(legal) > 1:
            try:
                action = (await search(_question(played, LINE_ITERATIONS, number))).action
            except TimeoutError:
                break
            if action not in legal:  # no worker had time for it
                break
        played.act(played.to_act, action)
    return list(played.record.log[first:])


def stops(playback: Playback, first: int, seat: int) -> list[int]:
    """The steps at which a line is looked at, from `first` on: not inside a move of which the log
    says nothing yet, as a camel that is lifted has still to be set."""
    later = range(first + 1, playback.last)
    left_out = {step for step in later if _only_begins(playback, step, seat)}
    return [step for step in range(first, playback.last + 1) if step not in left_out]


def _only_begins(playback: Playback, step: int, seat: int) -> bool:
    """Whether a step only begins a move, and the log leaves it out."""
    game, names = playback.game, playback.match.names
    plies = playback.steps[step].plies
    if len(plies) != 1 or playback.steps[step].actor != plies[0].actor:
        return False
    view = game.view(plies[0].before, plies[0].actor)
    events = playback.events(step, seat)
    is_silent = all(game.shorten(event, names, seat) is None for event in events)
    return is_silent and not game.commits(plies[0].action, view)


def is_half(match: Match, seat: int) -> bool:
    """Whether the last step of a match only begins a move of a seat, and whichever step comes next
    ends it, as a camel that is lifted has still to be set."""
    playback = Playback(match)
    if match.over or match.to_act != seat or not _only_begins(playback, playback.last, seat):
        return False
    legal, view = match.legal(seat), match.view(seat)
    return len(legal) > 1 and all(match.game.commits(action, view) for action in legal)


def steps_in_words(playback: Playback, first: int, seat: int) -> list[str]:
    """What happens from stop to stop after the step `first`, as a seat may know it."""
    words = (
        _move_in_words(playback, range(before + 1, stop + 1), seat)
        for before, stop in pairwise(stops(playback, first, seat))
    )
    return [each for each in words if each]


def _move_in_words(playback: Playback, steps: range, seat: int) -> str:
    """The steps of one move as a text that names its seat once."""
    names = playback.match.names
    *begun, last = ([line for line in playback.lines(step, seat) if line] for step in steps)
    if not begun:
        return in_one_text(last)
    name = names[playback.steps[steps[0]].plies[0].actor]
    texts = [*(text for lines in begun for text in lines), *last[:1]]
    parts = [text.removesuffix(".").removeprefix(f"{name} ") for text in texts]
    return in_one_text([f"{name} {', '.join(parts)}".strip(), *last[1:]])


def points_then(playback: Playback, seat: int) -> str:
    """The points of everybody at the end of a line."""
    view = playback.view(playback.last, seat)
    rows = zip(playback.match.names, view["scores"], strict=True)
    return ", ".join(f"{name} {points(score)}" for name, score in rows)
