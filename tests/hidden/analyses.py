"""What analysis, tutor and problems say to a seat of a match that runs, and what they keep.

The search is a stub whose answers hang on every byte of the question, so that whatever is asked
with something hidden in it comes out in what is said. It finds errors at every turn, so that every
sentence that there is for one is said.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch
from zlib import crc32

import msgspec

from ai.analysis import Analysis, analyse
from ai.grades import MoveMark
from ai.luck import lucks
from ai.search import NO_MOVE
from ai.tutor import Tutor
from ai.views import unpack
from caravan_tui import files
from caravan_tui.bus.messages import Candidate, SearchRequest, SearchResult
from caravan_tui.engine import Match
from caravan_tui.engine.playback import Playback, copy_of, open_views
from caravan_tui.engine.transcript import transcript
from caravan_tui.games import registry
from caravan_tui.hosts import reviewing
from caravan_tui.presentation import own_problems
from caravan_tui.screens.analysis import notes
from saves.reviews import Reviews

SAMPLES = 4
"""Of each luck, on each side: its value does not matter here."""

TUTORED = 6
"""Decisions at which the tutor is asked, the last ones of a seat."""

OWN_MISTAKES = "own_problems.jsonl"


class Guesses:
    """Answers searches by their bytes alone, and keeps these."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []

    async def search(self, request: SearchRequest, progress: object = None) -> SearchResult:
        """Any values for the moves that the view allows."""
        asked = msgspec.msgpack.encode(msgspec.structs.replace(request, id=""))
        self.asked.append(asked)
        chance = Random(crc32(asked))
        view = unpack(request.view)
        state = registry.get(request.game).determinize(view, Random(0))
        moves = request.moves or (state.legal() if state.to_act() == request.seat else [])
        if not moves:
            return SearchResult("", NO_MOVE)
        tried = [
            Candidate(move, 100 + chance.randrange(500), [chance.random() for _ in state.scores()])
            for move in chance.sample(moves, min(len(moves), 8))
        ]
        tried.sort(key=lambda candidate: -candidate.value[request.seat])
        best = tried[0].action
        return SearchResult("", best, 600, 1.0, tried, line=[best])


async def analysed(match: Match, seat: int, guesses: Guesses) -> Analysis:
    """The analysis that the player of a seat gets."""
    allowed = [view for view in open_views(match, [seat]) if view is not None]
    seats = None if match.over else allowed
    with patch("ai.analysis.lucks", partial(lucks, samples=SAMPLES)):
        return await analyse(copy_of(match).record, guesses.search, seat, seats=seats)


async def said(match: Match, seat: int) -> dict[str, list[str]]:
    """All that a seat of a match that runs is told by analysis and tutor, by where it is told."""
    guesses = Guesses()
    analysis = await analysed(match, seat, guesses)
    playback = Playback(match)
    comments = notes.export_comments(playback, analysis, seat)
    told = {
        "analysis": [repr(part) for part in _parts(analysis)],
        "searches of the analysis": [repr(asked) for asked in guesses.asked],
        "marks": [f"{ply}: {part}" for ply, parts in comments.items() for part in parts],
        "review": [repr(reviewing.review_of(analysis, match, seat))],
        "problems": [repr(problem) for problem in own_problems.own_mistakes(match, analysis, seat)],
        "tutor": [line async for line in _tutored(match, seat)],
    }
    for eyes in (seat, None):
        told[f"text with marks for {eyes}"] = transcript(playback, eyes, comments).splitlines()
    return told


def _parts(analysis: Analysis) -> Iterator[Any]:
    for parts in (analysis.points, analysis.swings, analysis.verdicts, analysis.lucks):
        yield from parts


async def _tutored(match: Match, seat: int) -> AsyncIterator[str]:
    """What the tutor says of decisions that were made."""
    tutor = Tutor(match.game, Guesses().search, match.names)
    made = [ply for ply in match.plies() if ply.awaited == ply.actor == seat]
    for ply in made[-TUTORED:]:
        tutor.begin(match.game.view(ply.before, seat))
        yield repr(await tutor.doubt(ply.action, MoveMark.INACCURACY))
    tutor.stop()


async def reviewed(match: Match, seat: int, folder: Path) -> None:
    """Analyse a match that is over as its player, and keep what is kept of that."""
    analysis = await analysed(match, seat, Guesses())
    review = reviewing.review_of(analysis, match, seat)
    if review is not None:
        Reviews(folder).add(review)
    mistakes = own_problems.own_mistakes(match, analysis, seat)
    lines = b"".join(msgspec.json.encode(mistake) + b"\n" for mistake in mistakes)
    files.write(folder / OWN_MISTAKES, lines)
