"""Help at a table: free, at any time, in plain words; the hint has a key of its own and plays a
whole turn."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot

from caravan_tui.bus.messages import Position
from caravan_tui.cli.preview import preview_app
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.games.contract import Game
from caravan_tui.screens.rules import RulesScreen
from caravan_tui.screens.table.help import HelpWindow
from caravan_tui.screens.table.hint import HintedTurn
from caravan_tui.screens.table.result import ResultScreen
from caravan_tui.screens.table.screen import TableScreen
from tests.nights import mostly_nightly
from tests.support.matches import ended
from tests.support.screen_text import printed
from tests.support.screens import screen_of
from tests.support.until import until

pytestmark = pytest.mark.usefixtures("no_workers")


def match_at_first_decision(game: str) -> Match:
    spec = registry.spec(game)
    seats = [Seat("person", "Ann"), *[Seat("greedy", "Bo")] * (max(2, spec.min_seats) - 1)]
    return Match.new(game, {}, seats, 3)


@asynccontextmanager
async def help_window(
    match: Match, seat: int | None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[Any], TableScreen, str]]:
    """The table of a match with the help of the moment over it, and what that says."""
    app = preview_app(match, seat)
    async with app.run_test(size=size) as pilot:
        await until(lambda: len(app.screen_stack) > 1, pilot)
        screen = app.screen_stack[1]
        assert isinstance(screen, TableScreen)
        await until(lambda: screen.position, pilot)
        if match.over:
            await until(lambda: isinstance(app.screen, ResultScreen), pilot)
            result = app.screen
            assert isinstance(result, ResultScreen)
            await until(lambda: result.takes_answers, pilot)
            await pilot.press("t")
            await until(lambda: app.screen is screen, pilot)
        await pilot.press("question_mark")
        await until(lambda: isinstance(app.screen, HelpWindow) and app.focused, pilot)
        yield pilot, screen, printed(screen_of(app, HelpWindow).rich_text)


@pytest.mark.parametrize("game", mostly_nightly(registry.ids(), 2))
async def test_help_is_free_on_ones_turn_and_on_that_of_others(game: str) -> None:
    match = match_at_first_decision(game)
    for seat in range(2):
        async with help_window(match, seat) as (pilot, screen, text):
            assert ("You can" in text) and ("Not now" in text) and ("Rules: " in text)
            assert ("is to move" in text) is (seat != match.to_act)
            await pilot.press("question_mark")
            await until(lambda pilot=pilot, screen=screen: pilot.app.screen is screen, pilot)
    assert not match.record.assisted


async def test_help_leads_to_the_rules_of_the_moment() -> None:
    async with help_window(match_at_first_decision("sahara"), 0) as (pilot, _screen, _text):
        await pilot.press("f1")
        await until(lambda: isinstance(pilot.app.screen, RulesScreen), pilot)
        assert screen_of(pilot.app, RulesScreen).first_place == "A turn"


async def test_help_after_the_end_and_for_a_spectator() -> None:
    async with help_window(ended("decktet"), 0) as (_pilot, _screen, text):
        assert "The match is over" in text and "Replay" in text
    async with help_window(match_at_first_decision("sahara"), None) as (_pilot, _screen, text):
        assert "You are watching" in text and "spectators only watch" in text


async def test_on_a_wide_terminal_the_help_leaves_the_board_free() -> None:
    match = match_at_first_decision("sahara")
    async with help_window(match, 0, (130, 40)) as (pilot, screen, _text):
        window = pilot.app.screen.query_one("#window").region
        assert window.x >= screen.board.region.right


async def test_on_a_large_terminal_help_is_in_lines_of_sentences() -> None:
    match = match_at_first_decision("ahldarahd")
    async with help_window(match, 0, (160, 50)) as (pilot, _screen, _words):
        text = pilot.app.screen.query_one("#text")
        assert text.content_size.width > 50
        page = pilot.app.screen.query_one("#page")
        assert text.content_region.right < page.content_region.right


def position(version: int, legal: list[int]) -> Position:
    view: Any = {}
    return Position("m", version, 0, view, legal)


def test_the_turn_of_a_hint_is_played_step_by_step() -> None:
    turn = HintedTurn()
    assert turn.begin([5, 6, 7], 10) == 5
    assert turn.next_step(position(10, [5])) is None, "the first step is still on its way"
    assert turn.next_step(position(11, [6, 8])) == 6
    assert turn.next_step(position(12, [7])) == 7
    assert turn.next_step(position(13, [7])) is None


@pytest.mark.parametrize(("legal", "is_early"), [([8], True), ([], False)])
def test_a_hint_says_where_it_ends_before_the_turn_does(legal: list[int], is_early: bool) -> None:
    turn = HintedTurn()
    turn.begin([5, 6], 10)
    assert not turn.ends_early(position(11, [6])) and turn.next_step(position(11, [6])) == 6
    assert not turn.ends_early(position(11, [6])), "the step is still on its way"
    assert turn.ends_early(position(12, legal)) == is_early
    assert not turn.ends_early(position(13, [9])), "once"


@pytest.mark.parametrize(("version", "legal"), [(12, [6]), (11, [8]), (11, [])])
def test_the_turn_of_a_hint_stops_where_something_else_has_happened(
    version: int, legal: list[int]
) -> None:
    """Chance or another seat came in, or the step is not legal any more."""
    turn = HintedTurn()
    turn.begin([5, 6, 7], 10)
    assert turn.next_step(position(version, legal)) is None
    assert not turn.steps


def test_the_turn_of_a_hint_waits_for_what_is_taken_back_first() -> None:
    turn = HintedTurn()
    turn.begin_back([5, 6], 8)
    for version in (10, 9):
        assert turn.next_step(position(version, [5])) is None, "lines of the offer are left"
    assert turn.next_step(position(8, [6])) == 6
    turn.begin_back([5, 6], 8)
    assert turn.next_step(position(8, [7])) is None and not turn.steps


def test_every_game_has_its_own_words_for_help_and_hints() -> None:
    for name in registry.ids():
        game: Game[Any] = registry.get(name)
        assert game.help_now is not None and game.explain_turn is not None


async def test_the_sign_of_an_underlined_letter_is_one() -> None:
    async with help_window(match_at_first_decision("caravanserai"), 0) as (pilot, _screen, text):
        assert "an underlined letter" in text and "_" not in text
        window = screen_of(pilot.app, HelpWindow)
        lines = pilot.app.console.render_lines(window.rich_text)
        (row,) = [line for line in lines if any("an underlined" in part.text for part in line)]
        assert [part.text for part in row if part.style and part.style.underline] == ["r"]
