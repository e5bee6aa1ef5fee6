"""Replays and analyses in sentences."""

from __future__ import annotations

import pytest

from ai.search import choose
from caravan_tui.bus.messages import SearchRequest, SearchResult
from caravan_tui.games import registry
from caravan_tui.hosts.local import LocalHost
from tests.lines.scripted import said_at_home
from tests.support.matches import ended, played, save


@pytest.fixture
def quick_search(host: LocalHost, monkeypatch: pytest.MonkeyPatch) -> LocalHost:
    """A host that answers searches here, with few iterations."""

    async def search(request: SearchRequest, progress: object = None) -> SearchResult:
        return choose(request.game, request.view, request.level, request.seed, 4, request.style)

    monkeypatch.setattr(host, "search", search)
    return host


@pytest.mark.parametrize("game", registry.ids())
async def test_a_match_of_every_game_is_replayed_from_start_to_end(
    host: LocalHost, game: str
) -> None:
    match = ended(game)
    save(match)
    text = await said_at_home(
        host, "replay", "", "next", "step", "back", "end", "next", "score", "board", "view",
        "log all", "quit",
    )  # fmt: skip
    assert "Replay of " in text and "Move 0 of " in text
    assert "the match is over." in text
    assert "This is the last moment of the match." in text
    assert "\x1b" not in text and "no command" not in text


async def test_a_replay_says_where_it_can_go_and_whose_view_it_tells(host: LocalHost) -> None:
    match = ended("decktet")
    save(match)
    text = await said_at_home(
        host, "replay 1", "to move 99999", "to round 999", "to move 4", "to round 2", "start",
        "back", "view nobody", f"view {match.names[1]}", "home", "replay 77", "quit",
    )  # fmt: skip
    assert "Type to move and a number from 0 to " in text
    assert "Type to round and a number from " in text
    assert "Move 4 of " in text and ", hand 2, " in text
    assert "This is the first moment of the match." in text
    assert "Type view and one of these: " in text
    assert f"You hear what {match.names[1]} could know." in text
    assert "Type saves for their numbers." in text


async def test_a_replay_of_a_match_in_progress_tells_only_the_own_view(host: LocalHost) -> None:
    match = played("decktet", 40)
    save(match)
    text = await said_at_home(host, "replay", f"view {match.names[1]}", "view", "quit")
    assert "Type view and one of these: " in text
    assert f"You hear what {match.names[1]} could know." not in text


async def test_one_plays_on_from_a_replay_in_a_new_match(host: LocalHost) -> None:
    save(ended("sahara"))
    text = await said_at_home(host, "replay", "end", "play on", "to move 3", "play on", "1", "quit")
    assert "The match is over here. Go back a step to play on." in text
    assert "This is a new match. The one you left is unchanged." in text
    assert "Type help for the commands, board for the table." in text


async def test_an_analysis_says_how_one_played_and_its_lists(quick_search: LocalHost) -> None:
    save(ended("decktet"))
    text = await said_at_home(
        quick_search, "replay", "mistakes", "analysis", "mistakes", "turning points", "decisions",
        "decisions 3", "decisions 9999", "luck", "quit",
    )  # fmt: skip
    assert "Not analysed yet. Type analysis to start." in text
    assert "Searching every decision, knowing only what its player could know." in text
    assert " were the best" in text or " was the best" in text
    assert "\n1. Move " in text and " played: " in text
    assert "Type a number from 1 to " in text
    assert "no command" not in text


async def test_an_analysis_of_a_match_in_progress_is_asked_for_and_marks_it(
    quick_search: LocalHost,
) -> None:
    match = played("decktet", 40)
    save(match)
    text = await said_at_home(quick_search, "replay", "analysis", "no", "quit")
    assert "this marks the match as assisted" in text
    assert "Searching every decision" not in text
    text = await said_at_home(quick_search, "replay", "analysis", "yes", "quit")
    assert "Searching every decision" in text
    loaded, _notes = quick_search.store.load(match.record.id, True)
    assert loaded.record.assisted
