"""A worker that runs for weeks lets go of what it has worked out before it holds too much."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from ai import knowledge as known
from ai import worker
from ai.tree import pack
from caravan_tui.games import registry


@pytest.fixture(autouse=True)
def _same_minds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a worker lets go of here is there again afterwards."""
    for name in [name for name in sys.modules if name.startswith(worker.MINDS)]:
        monkeypatch.setitem(sys.modules, name, sys.modules[name])


class Host:
    """Gives a row of searches, then ends the worker."""

    def __init__(self, asked: list[dict[str, Any]]) -> None:
        self.asked, self.told = asked, list[dict[str, Any]]()

    def tell(self, message: dict[str, Any]) -> None:
        self.told.append(message)

    def hear(self, wait: bool) -> dict[str, Any] | None:
        if self.asked and wait:
            return self.asked.pop(0)
        if wait:
            raise KeyboardInterrupt
        return None

    def again(self, message: dict[str, Any]) -> None:
        self.asked.insert(0, message)


def searches(begin, count: int) -> list[dict[str, Any]]:
    state = begin("bids")
    view = pack(registry.get("bids").view(state, 0))
    ask = {"op": "search", "game": "bids", "view": view, "level": "master", "seed": 1}
    ask |= {"iterations": 30, "style": None, "seconds": 9.0}
    return [ask | {"id": str(number), "match": f"m{number}"} for number in range(count)]


def served(begin, count: int) -> tuple[worker.Worker, Host]:
    host = Host(searches(begin, count))
    one = worker.Worker(host)  # type: ignore[arg-type]
    with pytest.raises(KeyboardInterrupt):
        one.serve()
    assert [told["op"] for told in host.told[1:]] == ["end"] * count
    return one, host


def test_within_its_room_a_worker_keeps_trees_and_knowledge(toys: str, begin) -> None:
    mind = known.of("bids", None, "master")
    one, _host = served(begin, 3)
    assert len(one._kept) == 3
    assert known.of("bids", None, "master") is mind


def test_beyond_its_room_it_lets_go_and_finds_the_same(
    toys: str, begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    _one, usual = served(begin, 3)
    held = iter([5, 2, 3, 6, 1])
    monkeypatch.setattr(worker, "ROOM", 4)
    monkeypatch.setattr(sys, "getallocatedblocks", lambda: next(held))
    mind = known.of("bids", None, "master")
    one, host = served(begin, 3)
    assert known.of("bids", None, "master") is not mind
    assert len(one._kept) == 0, "the last one found too much again"
    assert one._room == worker.ROOM, "there was a lot to let go of"
    assert [told["table"] for told in host.told[1:]] == [told["table"] for told in usual.told[1:]]


def test_where_nothing_can_be_let_go_of_it_does_not_try_after_every_search(
    toys: str, begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "ROOM", 8)
    monkeypatch.setattr(sys, "getallocatedblocks", lambda: 9)
    one, _host = served(begin, 4)
    assert len(one._kept) == 3, "only the first search let go"
