"""Hints and analysis say what the search found, in words, and blame nobody for what was hidden."""

import asyncio
from random import Random

import msgpack
import pytest

from ai.analysis import analyse
from ai.hint import hint, question
from ai.search import choose
from caravan_tui.bus.messages import Candidate, Found, Search
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE


async def search_here(ask: Search) -> Found:
    return choose(ask.game, ask.view, ask.level, ask.seed, ask.iterations, ask.style)


def test_a_hint_names_the_best_move_the_two_next_and_a_line_of_play(toys: str, begin) -> None:
    game = registry.get("bids")
    view = game.view(begin("bids"), 0)
    ask = question(game, view)
    found = choose(ask.game, ask.view, ask.level, ask.seed, 400)
    told = hint(game, view, found, names=["Ada", "Bo"])
    assert told.best.action == found.action
    assert told.best.words == f"bids {found.action}"
    assert [one.action for one in told.others] == [one.action for one in found.candidates[1:3]]
    shares = [told.best.share, *(one.share for one in told.others)]
    assert sum(shares) == pytest.approx(1.0)
    assert told.line[0].notation == f"bid {found.action}"
    lines = told.lines()
    assert lines[0] == f"Best: bids {found.action}"
    assert f"{told.best.share:.0%}" in lines[1]


def test_a_hint_says_how_sure_it_is(toys: str, begin) -> None:
    game = registry.get("bids")
    view = game.view(begin("bids"), 0)
    actions = begin("bids").legal()

    def sure(*visits: int) -> str:
        found = [Candidate(act, n, [0.6, 0.4]) for act, n in zip(actions, visits, strict=False)]
        return hint(game, view, Found("", actions[0], candidates=found)).sure

    assert sure(90, 5, 5).startswith("Clearly the best: 90%")
    assert sure(45, 30, 25).startswith("Probably the best: 45%")
    assert sure(34, 33, 33).startswith("Close to the next ones")
    assert sure() == "It is the only move."


@pytest.mark.parametrize("name", registry.ids())
def test_hints_work_at_decisions_of_every_game(name: str) -> None:
    game = registry.get(name)
    seats = max(2, game.spec.min_seats)
    state = game.setup(game.spec.resolve({}, seats), seats)
    rng = Random(5)
    decisions = 0
    while decisions < 24 and state.to_act() >= CHANCE:
        if state.to_act() == CHANCE:
            state.apply(state.draw(rng))
            continue
        legal = state.legal()
        if decisions % 6 == 5:
            view = game.view(state, state.to_act())
            found = choose(game, view, "master", 1, 40)
            told = hint(game, view, found, names=["Ada", "Bo"])
            assert told.line and told.line[0].seat == state.to_act()
            assert all(step.words for step in told.line)
            assert told.best.words and told.lines()
        state.apply(rng.choice(legal))
        decisions += 1


def played_match() -> Match:
    match = Match.new("bids", {}, [Seat(), Seat("porter")], 11)
    rng = Random(2)
    while not match.over:
        match.act(match.to_act, rng.choice(match.legal(match.to_act)))
    return match


async def test_an_analysis_follows_every_seat_and_judges_ones_own_decisions(toys: str) -> None:
    match = played_match()
    told: list[tuple[int, int]] = []
    result = await analyse(
        match.record, search_here, 0, iterations=80, others=20, progress=lambda *at: told.append(at)
    )
    assert told == [(done, 6) for done in range(1, 7)]
    assert [point.ply for point in result.points] == sorted(point.ply for point in result.points)
    assert result.points[-1].ply == match.version
    assert len(result.points) == 5  # two rounds with a choice, and the result
    winner = match.ranks.index(1)  # type: ignore[union-attr]
    assert result.points[-1].values[winner] >= 0.5
    assert {verdict.seat for verdict in result.verdicts} == {0}
    assert len(result.verdicts) == 2
    for verdict in result.verdicts:
        assert verdict.played_words == f"bids {verdict.played}"
        assert verdict.loss >= 0.0
        if verdict.played == verdict.preferred:
            assert verdict.loss == 0.0
    jumps = [
        max(abs(new - old) for old, new in zip(one.values, two.values, strict=True))
        for one, two in zip(result.points, result.points[1:], strict=False)
    ]
    assert abs(result.turns[0].change) == pytest.approx(max(jumps))
    assert len(result.curve(1)) == 5


async def test_an_analysis_asks_with_the_view_of_the_seat_that_decided(toys: str) -> None:
    asked: list[Search] = []

    async def ask(search: Search) -> Found:
        asked.append(search)
        return await search_here(search)

    await analyse(played_match().record, ask, iterations=10, others=10)
    assert [search.seat for search in asked] == [0, 1, 0, 1]
    for search in asked:
        assert msgpack.unpackb(search.view)["seat"] == search.seat
        assert search.match == ""


async def test_an_analysis_can_be_cancelled(toys: str) -> None:
    count = 0

    async def ask(search: Search) -> Found:
        nonlocal count
        count += 1
        await asyncio.sleep(0.2)
        return await search_here(search)

    task = asyncio.create_task(analyse(played_match().record, ask, iterations=10, others=10))
    await asyncio.sleep(0.3)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert count == 2
