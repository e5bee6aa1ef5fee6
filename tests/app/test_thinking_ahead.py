"""Thinking ahead at this terminal: with the setting, on the time of a person."""

import msgpack
import pytest

from ai.pool import Pool
from caravan_tui.bus.messages import SearchRequest
from caravan_tui.engine import Seat
from caravan_tui.hosts.local import LocalHost
from caravan_tui.settings import Settings
from tests.support.until import until


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[SearchRequest]:
    """What a pool without workers is asked to think of ahead."""
    requests: list[SearchRequest] = []

    async def think_ahead(_pool: Pool, request: SearchRequest) -> None:
        requests.append(request)

    monkeypatch.setattr(Pool, "start", lambda _pool: None)
    monkeypatch.setattr(Pool, "think_ahead", think_ahead)
    return requests


async def requests_at_a_table(
    settings: Settings, asked: list[SearchRequest]
) -> list[SearchRequest]:
    """What seats of two levels ask while seat 0, a person, is to act for the first time."""
    host = LocalHost()
    host.use(settings)
    await host.start()
    seats = [Seat("person", "Ann"), Seat("trader", "Weak"), Seat("master", "Strong")]
    connection = await host.create("sahara", {}, seats, 3)
    assert host.tables.match(connection.match).to_act == 0
    if settings.think_ahead:
        await until(lambda: asked)
    await host.stop()
    return asked


async def test_only_a_strong_seat_thinks_ahead_while_you_are_to_act(
    asked: list[SearchRequest],
) -> None:
    requests = await requests_at_a_table(Settings(), asked)
    assert {request.seat for request in requests} == {2}
    view = msgpack.unpackb(requests[0].view)
    assert (view["seat"], view["to_act"]) == (2, 0)


async def test_nobody_thinks_ahead_without_the_setting(asked: list[SearchRequest]) -> None:
    settings = Settings(think_ahead=False)
    assert not await requests_at_a_table(settings, asked)
