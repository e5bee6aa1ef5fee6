"""An offer at a real table: it is sent step by step, and undone step by step."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Static

from caravan_tui.bus.handle import LocalTable
from caravan_tui.bus.messages import Advice, SearchResult
from caravan_tui.cli.preview import preview_app, random_match
from caravan_tui.engine import Match
from caravan_tui.games.ahldarahd.actions import (
    CITIES,
    COUNTER,
    GIVE_GOLD,
    GIVE_ITEM,
    KIND,
    OFFER,
    PAYLOAD,
    SEND,
    WANT_ITEM,
    WITHDRAW,
)
from caravan_tui.games.ahldarahd.board import Board
from caravan_tui.screens.table import hint as hint_module
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.screens.table.side_window import SideWindow
from caravan_tui.screens.table.why import Why
from caravan_tui.terminal.compat import FooterKey
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.question import Question
from tests.ahldarahd.positions import GAME
from tests.support.canvases import canvas_of
from tests.support.until import until


@asynccontextmanager
async def at_table(
    match: Match, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[Any], Board]]:
    """Seat 0 of a match at its table."""
    app = preview_app(match, 0, "unicode")
    async with app.run_test(size=size) as pilot:
        await until(lambda: len(app.screen_stack) > 1, pilot)
        screen = app.screen_stack[1]
        assert isinstance(screen, TableScreen)
        await until(lambda: screen.position is not None and bool(screen.board.size.width), pilot)
        assert isinstance(screen.board, Board)
        yield pilot, screen.board


@asynccontextmanager
async def writing(size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[Pilot[Any], Board]]:
    """Seat 0 writes an offer to seat 1, and has two cards or more to give."""
    match = random_match("ahldarahd", 2, 7, 12, level="greedy")
    while OFFER | 1 not in match.legal(0):
        match.act(match.to_act, match.legal(match.to_act)[0])
    match.act(0, OFFER | 1)
    async with at_table(match, size) as (pilot, board):
        yield pilot, board


def written(board: Board) -> list[int] | None:
    """The lines that the match has."""
    trade = board.scene.view["trade"] if board.scene else None
    return trade["lines"] if trade else None


def entry_of(board: Board, action: int) -> int:
    return next(
        number for number, entry in enumerate(board.selection.entries) if action in entry.actions
    )


def cards(board: Board) -> list[int]:
    """The cards that can be given, as lines."""
    actions = [entry.actions[0] for entry in board.selection.entries]
    return [
        action for action in actions if action & KIND == GIVE_ITEM and action & PAYLOAD < CITIES
    ]


async def click(pilot: Pilot[Any], board: Board, action: int) -> None:
    """Click on a thing."""
    canvas, target = canvas_of(board), ("entry", entry_of(board, action))
    assert canvas is not None
    x, y, *_box = next(box for box in canvas.targets if box[4] == target)
    await pilot.click(board, offset=(x + 3, y))


async def test_an_offer_is_sent_in_the_order_of_the_rules_and_undone() -> None:
    async with writing() as (pilot, board):
        first, second, *_more = cards(board)
        want = WANT_ITEM
        for action in (want, second, first):
            await click(pilot, board, action)
        assert written(board) == []
        await pilot.press("y")
        await until(lambda: board.scene and board.scene.view["phase"] == "answering", pilot)
        assert written(board) == [first, second, want]
        await pilot.press("u")
        await until(lambda: board.scene and board.scene.view["phase"] == "writing", pilot)
        assert board.selection.draft.lines == [first, second, want]


async def test_undo_takes_out_the_last_thing_before_the_offer() -> None:
    async with writing() as (pilot, board):
        first, second, *_more = cards(board)
        for action in (second, first):
            await click(pilot, board, action)
        await pilot.press("u")
        assert board.selection.draft.lines == [second]
        await pilot.press("u", "u")
        await until(lambda: written(board) is None, pilot)


async def test_a_line_of_the_match_that_comes_too_early_is_undone_by_the_sending() -> None:
    async with writing((160, 50)) as (pilot, board):
        first, second, *_more = cards(board)
        board.choose(second)  # as the list of moves does
        await until(lambda: written(board) == [second], pilot)
        await click(pilot, board, first)
        await pilot.press("y")
        await until(lambda: board.scene and board.scene.view["phase"] == "answering", pilot)
        assert written(board) == [first, second]


async def test_clicks_on_the_same_arrow_go_on_with_an_amount_of_gold() -> None:
    async with writing() as (pilot, board):
        entries, draft = board.selection.entries, board.selection.draft
        golds = [n for n, entry in enumerate(entries) if entry.is_gold_of_offer]
        entry = max(golds, key=lambda number: len(entries[number].actions))
        kind = entries[entry].actions[0] & KIND
        assert len(entries[entry].actions) > 2, "enough to go on"

        def arrow(name: str) -> tuple[int, int]:
            canvas = canvas_of(board)
            assert canvas is not None
            x, y, *_box = next(box for box in canvas.targets if box[4] == (name, entry))
            return x + 1, y

        more, less = arrow("more"), arrow("less")
        for gold in (1, 2, 3):
            await pilot.click(board, offset=more)
            await until(lambda gold=gold: draft.amount(kind) == gold, pilot)
        for gold in (2, 1, 0):
            await pilot.click(board, offset=less)
            await until(lambda gold=gold: draft.amount(kind) == gold, pilot)


def offers_of(board: Board) -> int:
    """How many offers of this phase count for seat 0."""
    assert board.scene is not None
    return int(board.scene.view["offers"][0])


def said(board: Board) -> str:
    """The line below the board."""
    screen = board.screen
    assert isinstance(screen, TableScreen)
    return str(screen.prompt.query_one("#feedback", Static).render())


@pytest.mark.parametrize("key", ["escape", "p"])
async def test_a_withdrawn_offer_leaves_the_match_as_it_was(key: str) -> None:
    async with writing() as (pilot, board):
        assert offers_of(board) == 1
        await click(pilot, board, cards(board)[0])
        await pilot.press(key)
        await until(lambda: written(board) is None, pilot)
        assert offers_of(board) == 0, "it does not count"
        await until(lambda: "Your offer is withdrawn" in said(board), pilot)
        board.choose(OFFER | 1)
        await until(lambda: written(board) == [], pilot)
        assert not board.selection.draft.lines


async def test_esc_withdraws_also_lines_that_the_match_has() -> None:
    async with writing((160, 50)) as (pilot, board):
        for count, line in enumerate(cards(board)[:2], 1):
            board.choose(line)  # as the list of moves does
            await until(lambda count=count: len(written(board) or ()) == count, pilot)
        await pilot.press("escape")
        await until(lambda: written(board) is None, pilot)
        assert offers_of(board) == 0


async def test_a_hint_that_withdraws_an_offer_is_played_without_its_cost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with writing() as (pilot, board):
        screen = board.screen
        assert isinstance(screen, TableScreen)
        board.choose(cards(board)[0])
        await until(lambda: len(written(board) or ()) == 1, pilot)
        assert screen.position is not None
        version, state = screen.position.version, GAME.determinize(screen.position.view, Random(0))
        state.apply(WITHDRAW)
        then = state.legal()[0]

        async def hint(_table: LocalTable) -> Advice:
            return Advice("1", version, SearchResult("1", WITHDRAW, line=[WITHDRAW, then]))

        monkeypatch.setattr(LocalTable, "hint", hint)
        monkeypatch.setattr(hint_module, "GRACE_SECONDS", 0.0)
        await pilot.press("H")
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, SideWindow), pilot)
        await until(lambda: isinstance(pilot.app.focused, Button), pilot)
        await pilot.press("enter")
        await until(lambda: written(board) is None, pilot)
        await until(lambda: screen.position and screen.position.version == version - 1, pilot)
        assert offers_of(board) == 0, "it does not count"


async def test_the_key_of_a_hint_closes_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async with writing() as (pilot, board):
        screen = board.screen
        assert isinstance(screen, TableScreen) and screen.position is not None
        version = screen.position.version

        async def hint(_table: LocalTable) -> Advice:
            return Advice("1", version, SearchResult("1", WITHDRAW, line=[WITHDRAW]))

        monkeypatch.setattr(LocalTable, "hint", hint)
        await pilot.press("H")
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, SideWindow), pilot)
        await pilot.press("H")
        await until(lambda: pilot.app.screen is screen, pilot)
        assert screen.position.version == version, "nothing is played"


@pytest.mark.parametrize("is_asked", [False, True])
async def test_the_key_bar_keeps_why_where_an_offer_was_declined(
    monkeypatch: pytest.MonkeyPatch, is_asked: bool
) -> None:
    match = random_match("ahldarahd", 2, 7, 12, level="greedy")
    while OFFER | 1 not in match.legal(0):
        match.act(match.to_act, match.legal(match.to_act)[0])
    monkeypatch.setattr(Why, "explains", True)
    monkeypatch.setattr(Board, "asks_why", is_asked)
    async with at_table(match) as (pilot, board):
        bar = board.screen.query_one(Footer)
        await until(lambda: bool(bar.query(FooterKey)), pilot)
        named = [key.action for key in bar.query(FooterKey)]
        assert ("why" in named) == is_asked and ("info" in named) != is_asked
        assert "hint" in named


async def test_esc_leads_from_a_look_at_the_map_back_to_the_offer() -> None:
    async with writing() as (pilot, board):
        first = cards(board)[0]
        await click(pilot, board, first)
        await pilot.press("v", "escape")
        await until(
            lambda: any(box[4] == ("withdraw", 0) for box in canvas_of(board).targets), pilot
        )
        assert board.selection.draft.lines == [first]


async def test_a_withdrawn_counter_offer_leads_back_to_the_answer() -> None:
    match = random_match("ahldarahd", 2, 7, 12, level="greedy")
    while not (match.to_act == 1 and OFFER | 0 in match.legal(1)):
        match.act(match.to_act, match.legal(match.to_act)[0])
    match.act(1, OFFER | 0)
    match.act(1, next(a for a in match.legal(1) if GIVE_GOLD <= a < SEND))
    match.act(1, SEND)
    match.act(0, COUNTER)
    async with at_table(match) as (pilot, board):
        await pilot.press("escape")
        await until(lambda: board.scene and board.scene.view["phase"] == "answering", pilot)
        await until(lambda: "Your counter-offer is withdrawn" in said(board), pilot)
