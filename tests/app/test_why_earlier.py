"""Why a computer player made a move that was played before the table was opened, or made the only
one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from ai.reasons import is_known_forced
from caravan_tui.app import CaravanApp
from caravan_tui.engine import Match
from caravan_tui.games import registry
from caravan_tui.games.ahldarahd.actions import BUY, CLAIM, KIND
from caravan_tui.games.ahldarahd.board import Board
from caravan_tui.hosts.earlier_moves import EarlierMove, last_turn
from caravan_tui.hosts.local import LocalHost
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.screens.table.why_window import WhyWindow
from tests.support.known import known
from tests.support.matches import played, save
from tests.support.until import until


def after_a_turn(game: str) -> Match:
    """A match in which seat 0 is to decide after the first turn of another seat."""
    return next(
        match
        for seed in range(1, 20)
        for match in (played(game, count, seed) for count in range(1, 40))
        if match.to_act == 0 and last_turn(match, match.version, {1}, 0)
    )


def after_a_forced_turn(is_known: bool) -> tuple[Match, EarlierMove]:
    """A match of cards after a turn of seat 1 with a single legal play, and that turn. `is_known`:
    whether the number of cards alone tells seat 0 that it was the only one."""
    for seed in range(1, 60):
        for count in range(10, 40):
            match = played("decktet", count, seed)
            if match.to_act != 0 or not (turn := last_turn(match, match.version, {1}, 0)):
                continue
            is_forced = len(turn) == 1 and turn[0].report.legal == 1
            if is_forced and is_known_forced(match.game, turn[0].seen) is is_known:
                return match, turn[0]
    raise AssertionError("no such match")


@asynccontextmanager
async def taken_up_again(
    match: Match, size: tuple[int, int] = (140, 45)
) -> AsyncIterator[tuple[Pilot[Any], TableScreen]]:
    """The table of a match that was saved."""
    save(match)
    app = CaravanApp(LocalHost)
    async with app.run_test(size=size) as pilot:
        await until(app.host_ready.is_set, pilot)
        screen = TableScreen(known(await app.host.open(match.record.id)))
        await app.push_screen(screen)
        await until(lambda: screen.position is not None and screen.why.explains, pilot)
        yield pilot, screen


def panel_text(screen: TableScreen) -> str:
    return " ".join(str(screen.query_one("#thought", Static).render()).split())


@pytest.mark.parametrize("game", registry.ids())
async def test_a_move_from_before_a_match_was_saved_is_explained(game: str) -> None:
    match = after_a_turn(game)
    turn = last_turn(match, match.version, {1}, 0)
    async with taken_up_again(match) as (pilot, screen):
        await pilot.press("w")
        await until(lambda: screen.why.is_shown and match.names[1] in panel_text(screen), pilot)
        reports = [move.report for move in turn]
        assert screen.why.panel.explained == reports[-len(screen.why.panel.explained) :]
        report = known(screen.why.report)
        assert "next computer move" not in panel_text(screen)
        assert not report.can_show_more


async def test_reasons_go_where_the_terminal_has_room_for_them_after_it_was_resized() -> None:
    async with taken_up_again(after_a_turn("sahara"), (160, 50)) as (pilot, screen):
        await pilot.resize_terminal(80, 24)
        await pilot.press("w")
        await until(lambda: isinstance(pilot.app.screen, WhyWindow), pilot)
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is screen, pilot)
        await pilot.resize_terminal(160, 50)
        await pilot.press("w")
        await until(lambda: screen.why.is_shown and bool(screen.why.panel.region), pilot)


async def test_after_an_undo_the_turn_before_it_is_explained() -> None:
    match = after_a_turn("sahara")
    async with taken_up_again(match) as (pilot, screen):
        explained = list(screen.why.panel.explained)
        screen.why.panel.drop_after(0)
        screen.why.drop_after(match.version)
        screen.why.follow(known(screen.position))
        assert not screen.why.explains, "nothing was dropped, so nothing is asked for"
        screen.why.panel.add(msgspec.structs.replace(explained[-1], version=match.version + 5))
        screen.why.drop_after(match.version)
        screen.why.follow(known(screen.position))
        assert screen.why.panel.explained == explained
        await pilot.pause()


@pytest.mark.parametrize("is_known", [True, False])
async def test_the_only_move_is_told_for_free_where_it_is_known_to_have_been_the_only_one(
    is_known: bool,
) -> None:
    match, turn = after_a_forced_turn(is_known)
    async with taken_up_again(match) as (pilot, screen):
        screen.why.panel.drop_after(0)
        screen.why.panel.see(turn.report.version - 1, turn.seen)
        screen.receive(msgspec.structs.replace(turn.report, is_recalled=False))  # played just now
        await pilot.press("w")
        await until(lambda: screen.why.is_shown and match.names[1] in panel_text(screen), pilot)
        assert ("There was only one move." in panel_text(screen)) is is_known
        assert ("w again: " in panel_text(screen)) is not is_known
        await pilot.pause()
        assert not known(screen.position).assisted


@pytest.mark.parametrize("is_known", [True, False])
async def test_a_saved_turn_tells_nothing_hidden_of_its_only_move(is_known: bool) -> None:
    match, _turn = after_a_forced_turn(is_known)
    async with taken_up_again(match) as (pilot, screen):
        await pilot.press("w")
        await until(lambda: screen.why.is_shown and match.names[1] in panel_text(screen), pilot)
        assert ("There was only one move." in panel_text(screen)) is is_known
        assert ("isn't known any more" in panel_text(screen)) is not is_known


async def test_the_map_of_an_explained_turn_is_shown_below_its_window() -> None:
    match = next(
        match
        for seed in range(1, 20)
        for count in range(20, 200, 3)
        if (match := played("ahldarahd", count, seed)).to_act == 0
        and any(
            move.report.result.action & KIND in (BUY, CLAIM)
            for move in last_turn(match, match.version, {1}, 0)
        )
    )
    async with taken_up_again(match, (80, 24)) as (pilot, screen):
        board = screen.board
        assert isinstance(board, Board)
        turn_map = board.memory.last_maps[1]
        other = next(number for number in range(2) if number != turn_map)
        board.cursor.turn_to(other)
        await pilot.press("w")
        await until(lambda: isinstance(pilot.app.screen, WhyWindow), pilot)
        assert board.cursor.map_index == turn_map
        await pilot.press("escape")
        await until(lambda: board.cursor.map_index == other, pilot)
