"""An offer at a real table: it is sent step by step, and undone step by step."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot

from caravan_tui.cli.preview import preview_app, random_match
from caravan_tui.games.ahldarahd.actions import (
    CITIES,
    GIVE_ITEM,
    KIND,
    OFFER,
    PAYLOAD,
    WANT_ITEM,
)
from caravan_tui.games.ahldarahd.board import Board
from caravan_tui.screens.table.screen import TableScreen
from tests.support.canvases import canvas_of
from tests.support.until import until


@asynccontextmanager
async def writing(size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[Pilot[Any], Board]]:
    """Seat 0 writes an offer to seat 1, and has two cards or more to give."""
    match = random_match("ahldarahd", 2, 7, 12, level="greedy")
    while OFFER | 1 not in match.legal(0):
        match.act(match.to_act, match.legal(match.to_act)[0])
    match.act(0, OFFER | 1)
    app = preview_app(match, 0, "unicode")
    async with app.run_test(size=size) as pilot:
        await until(lambda: len(app.screen_stack) > 1, pilot)
        screen = app.screen_stack[1]
        assert isinstance(screen, TableScreen)
        await until(lambda: screen.position is not None and bool(screen.board.size.width), pilot)
        assert isinstance(screen.board, Board)
        yield pilot, screen.board


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
