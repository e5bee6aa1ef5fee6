"""Views that are no game's: whoever sends one gets no answer, and holds up nobody."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ai import pool as pools
from ai.pool import Pool
from ai.search import NO_MOVE
from ai.views import pack
from caravan_tui.bus.lobby_messages import CreateMatch
from caravan_tui.bus.messages import SearchRequest, search_topic
from caravan_tui.bus.permissions import Access
from caravan_tui.engine import Match, Refusal, Seat
from caravan_tui.engine.rng import LARGEST_SEED
from caravan_tui.games import registry
from caravan_tui.games.contract import View
from caravan_tui.hosts.remote import RemoteHost
from caravan_tui.server.accounts import Account
from caravan_tui.server.client import Client
from caravan_tui.server.create_match import resolve_options
from tests.support.views import view_of


def impossible() -> View:
    """A view of Caravans of Ahldarahd in which a destruction is paid by a seat without cards."""
    match = Match.new("ahldarahd", {}, [Seat("person", name) for name in "ABC"], 5)
    view: Any = match.game.view(match.state, 0)
    none = [0] * len(view["hand"])
    view |= {"phase": "paying", "destroy": {"place": 0, "paid": 0}, "hand": none, "start": 0}
    return view_of(**(view | {"hands": [0, 0, 0], "gold": [0, 0, 0]}))


def test_a_view_of_no_position_is_refused_and_not_tried_for_ever() -> None:
    with pytest.raises(ValueError, match="no position"):
        registry.get("ahldarahd").determinize(impossible(), Random(1))


async def test_a_view_from_elsewhere_is_never_played_from_in_the_pools_own_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def forbidden(_ask: SearchRequest, _rng: Random) -> int:
        raise AssertionError("a view from elsewhere was played from here")

    monkeypatch.setattr(pools, "some_move", forbidden)
    monkeypatch.setattr(pools, "quick_move", forbidden)
    pool = Pool(1)
    await pool.ready()
    try:
        nobodys = impossible()
        nobodys["seat"] = 99
        for view in (impossible(), nobodys, view_of(seat=0), view_of()):
            ask = SearchRequest(
                "ahldarahd", pack(view), 0, "master", 1, seconds=0.5, allow_fallback=False
            )
            async with asyncio.timeout(8.0):
                result = await pool.search(ask)
            assert result.action == NO_MOVE and result.fallback and not result.candidates
    finally:
        await pool.close()


@pytest.mark.parametrize(
    ("more", "is_allowed"),
    [
        ({"allow_fallback": False}, True),
        ({"allow_fallback": False, "iterations": 600}, True),
        ({}, False),
        ({"allow_fallback": False, "seed": LARGEST_SEED + 1}, False),
        ({"allow_fallback": False, "seed": -1}, False),
        ({"allow_fallback": False, "iterations": 10**9}, False),
        ({"allow_fallback": False, "match": "m"}, False),
        ({"allow_fallback": False, "seconds": 60.0}, False),
        ({"allow_fallback": False, "level": "legend"}, False),
    ],
)
def test_what_a_session_may_ask_of_the_search(more: dict[str, object], is_allowed: bool) -> None:
    client = Client(Account("a" * 32, "Anna"), Access("Anna"), "", "::1", lambda: None)
    facts: dict[str, object] = {"level": "master", "seed": 1, **more}
    ask = SearchRequest("decktet", b"", 0, **facts)  # type: ignore[arg-type]
    assert (client.search_problem(search_topic("a" * 32), ask) is None) is is_allowed


@pytest.mark.parametrize("kind", ["legend", "adaptive", "king"])
def test_a_server_lets_none_play_that_takes_every_core_or_must_know_results(kind: str) -> None:
    with pytest.raises(Refusal, match="no_such_level"):
        resolve_options(CreateMatch("decktet", {}, ["person", kind], ["", ""]))
    assert kind not in {name for _title, name in RemoteHost(Path("bus"), "", "Anna").levels()}


def test_an_analysis_may_search_thirty_decisions_three_times_at_once() -> None:
    client = Client(Account("a" * 32, "Anna"), Access("Anna"), "", "::1", lambda: None)
    ask = SearchRequest("decktet", b"", 0, "master", 1, allow_fallback=False)
    assert all(client.search_problem(search_topic("a" * 32), ask) is None for _search in range(90))
    assert client.search_problem(search_topic("a" * 32), ask) is not None
