"""The decisions of a computer seat: the newest only, to the end of the match."""

from __future__ import annotations

from random import Random

import pytest

from caravan_tui.bus.decisions import Decisions
from caravan_tui.bus.messages import Position
from tests.bus.table_help import World


async def test_a_seat_gets_its_newest_decision_until_it_wants_no_more(two: World) -> None:
    seat = two.match.to_act
    hosted = two.host.hosted(two.id)
    assert hosted is not None
    with hosted.decisions(seat) as decisions:
        first = await anext(decisions)
        assert isinstance(first, Position) and first.version == two.match.version
        for _ in range(3):
            await two.act()
        newest = await anext(decisions)
        assert newest is None or newest.version == two.match.version
    with pytest.raises(StopAsyncIteration):
        await anext(decisions)
    decisions.close()


async def test_the_decisions_end_with_the_match_or_its_table(two: World) -> None:
    hosted = two.host.hosted(two.id)
    assert hosted is not None
    running = hosted.decisions(0)
    await two.until(lambda: two.match.over, Random(3))
    assert [decision async for decision in running] == []
    assert [decision async for decision in hosted.decisions(1)] == []


async def test_a_table_that_closes_has_nothing_more_to_decide(two: World) -> None:
    hosted = two.host.hosted(two.id)
    assert hosted is not None
    running: Decisions = hosted.decisions(0)
    await two.host.close(two.id)
    assert [decision async for decision in running] == []
