"""The tutor doubts moves that cost much, in time, and nothing else."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgpack
import pytest

from ai import tutor as tutor_module
from ai.grades import MoveMark
from ai.tutor import Doubt, Tutor
from caravan_tui.bus.messages import Candidate, SearchRequest, SearchResult
from caravan_tui.engine import Refusal
from caravan_tui.games.contract import Game
from tests.support.matches import first_position

BEST, CLOSE, INACCURATE, MISTAKEN, BLUNDERED, HARDLY_TRIED, UNTRIED = range(7)

VALUES = {BEST: 0.7, CLOSE: 0.69, INACCURATE: 0.66, MISTAKEN: 0.62, BLUNDERED: 0.4}


class Searches:
    """Answers every question about a decision with the same values."""

    def __init__(self, second_look: float = 0.7) -> None:
        self.asked: list[SearchRequest] = []
        self.second_look = second_look
        self.gate: asyncio.Event | None = None

    async def search(self, request: SearchRequest, progress: object = None) -> SearchResult:
        self.asked.append(request)
        if self.gate is not None:
            await self.gate.wait()
        if request.moves:
            value = self.second_look
            tried = [Candidate(move, 4000, [value, 1 - value]) for move in request.moves]
        else:
            tried = [Candidate(move, 4000, [value, 1 - value]) for move, value in VALUES.items()]
            tried.append(Candidate(HARDLY_TRIED, 3, [0.3, 0.7]))
        return SearchResult(request.id, tried[0].action, 8000, candidates=tried)


def decktet() -> tuple[Game[Any], Any]:
    game, state = first_position("decktet")
    rng = Random(4)
    while state.to_act() < 0:
        state.apply(state.draw(rng))
    while state.to_act() != 0:
        state.apply(state.legal()[0])
    return game, game.view(state, 0)


async def doubt_about(action: int, least: MoveMark, searches: Searches) -> Doubt | None:
    game, view = decktet()
    tutor = Tutor(game, searches.search)
    tutor.begin(view)
    try:
        return await tutor.doubt(action, least)
    finally:
        tutor.stop()


@pytest.mark.parametrize(
    ("action", "least", "mark"),
    [
        (BEST, MoveMark.INACCURACY, None),
        (CLOSE, MoveMark.INACCURACY, None),
        (INACCURATE, MoveMark.INACCURACY, MoveMark.INACCURACY),
        (INACCURATE, MoveMark.MISTAKE, None),
        (MISTAKEN, MoveMark.MISTAKE, MoveMark.MISTAKE),
        (MISTAKEN, MoveMark.BLUNDER, None),
        (BLUNDERED, MoveMark.INACCURACY, MoveMark.BLUNDER),
        (BLUNDERED, MoveMark.BLUNDER, MoveMark.BLUNDER),
    ],
)
async def test_it_warns_from_the_chosen_mark_on(
    action: int, least: MoveMark, mark: MoveMark | None
) -> None:
    doubt = await doubt_about(action, least, Searches())
    assert (doubt and doubt.mark) == mark
    if doubt is not None:
        assert doubt.loss == pytest.approx(0.7 - VALUES[action])
        assert doubt.result.action == BEST


@pytest.mark.parametrize("action", [HARDLY_TRIED, UNTRIED])
@pytest.mark.parametrize(("value", "has_doubt"), [(0.69, False), (0.4, True)])
async def test_a_move_that_was_hardly_tried_is_searched_by_itself(
    action: int, value: float, has_doubt: bool
) -> None:
    searches = Searches(second_look=value)
    doubt = await doubt_about(action, MoveMark.MISTAKE, searches)
    assert [request.moves for request in searches.asked] == [[], [action]]
    assert (doubt is not None) == has_doubt


async def test_who_has_chosen_does_not_wait_longer_than_promised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tutor_module, "PATIENCE", 0.01)
    searches = Searches()
    searches.gate = asyncio.Event()
    assert await doubt_about(BLUNDERED, MoveMark.BLUNDER, searches) is None


async def test_without_an_answer_there_is_no_doubt() -> None:
    async def refuse(request: SearchRequest, progress: object = None) -> SearchResult:
        raise Refusal("busy")

    game, view = decktet()
    tutor = Tutor(game, refuse)
    assert await tutor.doubt(BLUNDERED, MoveMark.BLUNDER) is None, "it follows nothing"
    tutor.begin(view)
    assert await tutor.doubt(BLUNDERED, MoveMark.BLUNDER) is None


async def test_a_decision_that_is_past_is_not_doubted() -> None:
    game, view = decktet()
    searches = Searches()
    searches.gate = asyncio.Event()
    tutor = Tutor(game, searches.search)
    tutor.begin(view)
    doubting = asyncio.create_task(tutor.doubt(BLUNDERED, MoveMark.BLUNDER))
    await asyncio.sleep(0)
    tutor.stop()
    assert await doubting is None


async def test_it_asks_with_the_view_of_its_player_and_of_no_match() -> None:
    searches = Searches()
    await doubt_about(UNTRIED, MoveMark.BLUNDER, searches)
    for request in searches.asked:
        assert msgpack.unpackb(request.view)["seat"] == request.seat == 0
        assert request.match == "", "it takes no computer player's tree"
        assert not request.allow_fallback
