"""What marks a match assisted is asked about first, once; keys of the board stay in the turn."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.widgets import Button, Static

from caravan_tui.cli.preview import preview_app
from caravan_tui.engine import Match, Seat
from caravan_tui.games.decktet.events import SeasonEnded
from caravan_tui.games.sahara.actions import LIFT, LIFT_SUPPLY
from caravan_tui.screens.table import answer_bar
from caravan_tui.screens.table.result import ResultScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.widgets.prompt import Prompt
from caravan_tui.widgets.question import Question
from tests.nights import mostly_nightly
from tests.support.known import known
from tests.support.matches import ended
from tests.support.screens import screen_of
from tests.support.until import until

pytestmark = pytest.mark.usefixtures("no_workers")


def answered_match(game: str) -> Match:
    """A match in which seat 0 has moved, the others have answered, and it is seat 0's move."""
    for seed in range(3, 60):
        match = Match.new(game, {}, [Seat("person", "Ann"), Seat("greedy", "Bo")], seed)
        rng = Random(seed)
        while not match.over and match.version < 80:
            if match.version > 10 and match.to_act == 0 and match.undo_assists(0):
                return match
            match.act(match.to_act, rng.choice(match.legal(match.to_act)))
    raise AssertionError("nobody answers")


@asynccontextmanager
async def table(match: Match) -> AsyncIterator[tuple[Pilot[Any], TableScreen]]:
    app = preview_app(match, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: len(app.screen_stack) > 1, pilot)
        screen = app.screen_stack[1]  # the result of a match that is over lies on it at once
        assert isinstance(screen, TableScreen)
        await until(lambda: screen.position, pilot)
        yield pilot, screen


def feedback(screen: TableScreen) -> str:
    return str(screen.query_one(Prompt).query_one("#feedback", Static).content)


async def test_what_costs_the_rating_is_asked_about_once_and_escape_is_no() -> None:
    match = answered_match("sahara")
    version = match.version
    async with table(match) as (pilot, screen):
        for key in ("H", "u"):
            await pilot.press(key)
            await until(lambda: isinstance(pilot.app.screen, Question), pilot)
            assert "assisted" in str(pilot.app.screen.query(Static).first().content)
            await pilot.press("escape")
            await until(lambda: pilot.app.screen is screen, pilot)
            assert not match.record.assisted
            assert match.version == version
        await pilot.press("u")
        await until(lambda: isinstance(pilot.app.focused, Button), pilot)
        await pilot.press("enter")
        await until(lambda: match.version < version, pilot)
        assert match.record.assisted
        await until(lambda: screen.position and screen.position.version == match.version, pilot)
        version = match.version
        await pilot.press("H")
        await until(lambda: feedback(screen), pilot)
        assert pilot.app.screen is screen, "it is assisted already"


async def test_where_there_is_one_move_a_hint_names_it_and_costs_nothing() -> None:
    match = Match.new("decktet", {}, [Seat("person", "Ann"), Seat("greedy", "Bo")], 3)
    rng = Random(3)
    while match.to_act != 0 or len(match.legal(0)) > 1:
        match.act(match.to_act, rng.choice(match.legal(match.to_act)))
    async with table(match) as (pilot, screen):
        await pilot.press("H")
        await until(lambda: "Your only move: Pass." in feedback(screen), pilot)
        assert pilot.app.screen is screen and not match.record.assisted


async def test_no_move_is_played_while_a_hint_is_on_its_way() -> None:
    async with table(answered_match("sahara")) as (pilot, screen):
        assert screen.position is not None
        version = screen.position.version
        screen.hints._sought_version = version
        screen.play(screen.position.legal[0])
        await until(lambda: "Esc cancels it" in feedback(screen), pilot)
        assert screen.position.version == version


async def test_undo_of_an_answered_move_says_so_when_it_no_longer_asks() -> None:
    match = answered_match("sahara")
    match.record.assisted = True
    version = match.version
    async with table(match) as (pilot, screen):
        await pilot.press("u")
        await until(lambda: match.version < version, pilot)
        assert pilot.app.screen is screen, "it is assisted already"
        notices = pilot.app._notifications
        await until(lambda: any("taken back" in note.message for note in notices), pilot)


async def test_undo_of_the_own_last_step_asks_nothing() -> None:
    match = answered_match("sahara")
    match.act(0, match.legal(0)[0])
    version = match.version
    assert match.to_act == 0
    async with table(match) as (pilot, screen):
        await pilot.press("u")
        await until(lambda: match.version < version, pilot)
        assert pilot.app.screen is screen
        assert not match.record.assisted


async def test_one_undo_takes_back_the_lift_and_the_set_of_a_camel() -> None:
    match = answered_match("sahara")
    version = match.version
    lift = next(action for action in match.legal(0) if LIFT <= action <= LIFT_SUPPLY)
    match.act(0, lift)
    match.act(0, match.legal(0)[0])
    async with table(match) as (pilot, screen):
        await pilot.press("u")
        await until(lambda: match.version == version, pilot)
        await until(lambda: known(screen.position).version == version, pilot)
        assert pilot.app.screen is screen and not match.record.assisted
        await pilot.press("r")
        await until(lambda: match.version == version + 2, pilot)
        assert not match.can_redo(0), "one redo plays both again"


@pytest.mark.parametrize("game", mostly_nightly(["sahara", "caravanserai"]))
async def test_backspace_undoes_the_steps_of_a_turn_and_nothing_before_it(game: str) -> None:
    match = answered_match(game)
    while match.to_act == 0 and not match.undo_assists(0):
        match.undo(0)
    version = match.version
    async with table(match) as (pilot, screen):
        await pilot.press("backspace")
        await until(lambda: "nothing this turn" in feedback(screen), pilot)
        assert "Press u to undo" in feedback(screen)
        assert match.version == version
        screen.play(match.legal(0)[0])
        await until(lambda: match.version > version, pilot)
        assert match.to_act == 0, "its turn goes on"
        await until(lambda: known(screen.position).version == match.version, pilot)
        await pilot.press("backspace")
        await until(lambda: match.version == version, pilot)


async def test_the_key_that_ends_a_match_does_not_answer_its_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(answer_bar, "GRACE_SECONDS", 1000.0)
    async with table(ended("decktet")) as (pilot, _screen):
        await until(lambda: isinstance(pilot.app.screen, ResultScreen), pilot)
        window = pilot.app.screen
        await pilot.press("enter", "escape", "tab", "enter", "right", "enter")
        assert pilot.app.screen is window


async def test_a_result_leads_back_to_the_table_which_offers_no_undo() -> None:
    async with table(ended("decktet")) as (pilot, screen):
        await until(lambda: isinstance(pilot.app.screen, ResultScreen), pilot)
        await until(lambda: screen_of(pilot.app, ResultScreen).takes_answers, pilot)
        (lit,) = pilot.app.screen.query("#answers .-suggested")
        assert lit.id == "answer-look"
        await pilot.press("enter")
        await until(lambda: pilot.app.screen is screen, pilot)
        offered = {active.binding.action for active in screen.active_bindings.values()}
        assert not offered & {"undo", "redo", "hint"}
        await pilot.press("escape")
        await until(lambda: screen not in pilot.app.screen_stack, pilot)


@pytest.mark.parametrize("has_ended", [False, True])
async def test_a_hint_that_ends_with_its_season_does_not_say_so(has_ended: bool) -> None:
    match = answered_match("decktet")
    async with table(match) as (pilot, screen):
        position = screen.position
        assert position is not None
        events = [SeasonEnded(0, 1, 0, False)] if has_ended else []
        screen.hints.turn.steps, screen.hints.turn.version = [-1], position.version
        screen.hints.follow(replace(position, events=events))
        await pilot.pause()
        assert ("The hint ends here" in feedback(screen)) is not has_ended


async def test_a_hint_that_was_played_whole_says_nothing_of_a_change() -> None:
    match = answered_match("decktet")
    async with table(match) as (pilot, screen):
        position = screen.position
        assert position is not None and position.legal
        screen.hints.turn.is_sent, screen.hints.turn.version = True, position.version
        screen.hints.follow(replace(position, events=[]))
        await pilot.pause()
        assert "The hint ends here" not in feedback(screen)
