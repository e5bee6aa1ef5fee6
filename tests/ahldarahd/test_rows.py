"""The rows of an offer stay where they are while it is written."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from caravan_tui.games.ahldarahd.board import Board
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from caravan_tui.widgets.drawing.canvas import Canvas
from tests.ahldarahd.positions import GAME, building, hold, play
from tests.ahldarahd.test_board import marked, open_board
from tests.support.state_app import StateApp


def rich(seats: int = 2) -> AhldarahdState:
    """Seat 0 has gold, cards, a Right and two favours to give."""
    table = building(seats)
    hold(table, 0, salt=1, metals=1, ivory=1)
    table.gold = [6] * seats
    table.eyes = table.queen = 0
    return table


def rows(app: StateApp) -> list[str]:
    """What may be given and wanted, without what tells whether it can be chosen."""
    return [
        " ".join("".join(c for c in line[:53] if c.isalpha() or c == " ").split())
        for line in app.lines()[2:17]
    ]


def place_of(canvas: Canvas, target: tuple[str, int]) -> tuple[int, int]:
    x, y, *_rest = next(box for box in canvas.targets if box[4] == target)
    return x + 4, y


async def click_on(pilot: Pilot[None], app: StateApp, words: str) -> tuple[int, int]:
    """Click on `Give Salt` or `Want Salt` in the part of its side, or on a button."""
    side, _space, thing = words.partition(" ")
    start, end = {"Give": (0, 26), "Want": (26, 53)}.get(side, (0, 53))
    thing = thing if side in ("Give", "Want") else words
    x, y = next((start + line[start:end].index(thing), y) for y, line in enumerate(app.lines())
                if thing in line[start:end])  # fmt: skip
    await pilot.click(Board, offset=(x, y))
    return x, y


async def test_a_click_moves_no_row_and_a_second_one_hits_nothing_else() -> None:
    app = open_board(rich())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t", "enter")
        before = rows(app)
        assert len(before) > 6
        x, y = await click_on(pilot, app, "Give Salt")
        assert app.played[-1] == "give card salt"
        assert rows(app) == before
        await pilot.click(Board, offset=(x, y))
        assert app.played[-1] == "give card salt", "the offer has it already"
        assert app.status[-1] == ("That is already in the offer. Press p to start over.", True)
        assert app.lines()[y][x - 1] == "•"
        await click_on(pilot, app, "Give Metals")
        assert rows(app) == before
        assert app.played[-1] == "give card metals"


async def test_what_the_order_of_an_offer_leaves_out_says_so() -> None:
    app = open_board(rich())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t", "enter")
        await click_on(pilot, app, "Give Metals")
        x, y = await click_on(pilot, app, "Give Salt")
        assert app.played[-1] == "give card metals"
        assert "top to bottom" in app.status[-1][0] and app.status[-1][1]
        assert app.lines()[y][x - 1] == " "


async def test_all_that_may_be_named_and_the_sending_are_in_sight() -> None:
    app = open_board(rich())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t", "enter")
        entries = app.board.selection.entries
        there = {target[1] for *_box, target in app.board.current_canvas().targets
                 if target[0] == "entry"}  # fmt: skip
        assert {n for n, entry in enumerate(entries) if entry.group in ("give", "want")} <= there
        await click_on(pilot, app, "Give Salt")
        await click_on(pilot, app, "y Send")
        assert app.played[-1] == "send"


async def test_a_look_at_the_map_leads_back_to_the_offer() -> None:
    app = open_board(rich())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t", "enter", "v")
        assert app.where("Salt 6") and not any("You give" in line for line in app.lines())
        assert app.where("y Send") and app.where("p Withdraw")
        await pilot.press("t")
        assert app.where("You give") and app.where("You want")


async def test_keys_go_on_from_where_the_mouse_was() -> None:
    app = open_board(rich())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t", "enter")
        await click_on(pilot, app, "Give Salt")
        marked_row = marked(app)
        assert any(marked_row.split()[-1] in row for row in rows(app))
        await pilot.press("down")
        assert app.board.selection.marked >= 0
        await pilot.press("y")
        assert app.played[-1] == "send"


async def test_the_sending_has_its_row_from_the_beginning() -> None:
    table = building(2)
    hold(table, 0)
    table.gold, table.rights = [0, 0], [-1, -1]
    app = open_board(table)
    async with app.run_test(size=(106, 41)) as pilot:
        await pilot.press("t")
        x, y = app.where("Send")
        await pilot.click(Board, offset=(x, y))
        assert app.played == ["offer 1"] and app.status[-1][1]
        await pilot.click(Board, offset=app.spot(("entry", 0)))
        assert app.played[-1] == "give shah"
        assert app.where("Send") == (x, y)


@pytest.mark.parametrize("ascii_only", [False, True])
async def test_a_loaded_offer_lists_what_can_still_be_named(ascii_only: bool) -> None:
    table = rich()
    play(table, "offer 1", "give card salt", "want gold 2")
    app = open_board(table)
    async with app.run_test(size=(80, 20)):
        app.present(ascii=ascii_only)
        entries = app.board.selection.entries
        assert entries and len(app.board.selection.offer.rows) == len(entries)
        notation = [GAME.notation(entry.actions[0], app.board.scene.view) for entry in entries]
        assert "send" in notation and "give card metals" not in notation


async def test_an_undone_line_can_be_named_again() -> None:
    table = rich()
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t", "enter")
        before, state = rows(app), app.state.clone()
        await click_on(pilot, app, "Give Metals")
        app.state = state
        app.present()
        await pilot.pause()
        assert rows(app) == before
        await click_on(pilot, app, "Give Salt")
        assert app.played[-1] == "give card salt"
