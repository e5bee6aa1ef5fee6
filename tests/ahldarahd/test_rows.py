"""An offer is chosen in any order, and played in that of the rules when it is sent."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from caravan_tui.games.ahldarahd.actions import OPEN, RIGHT_ITEM
from caravan_tui.games.ahldarahd.board import Board
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from caravan_tui.widgets.drawing.canvas import Canvas
from tests.ahldarahd.positions import GAME, bidding, building, hold, play
from tests.ahldarahd.test_board import open_board
from tests.support.canvases import canvas_of
from tests.support.state_app import StateApp
from tests.support.until import until


def rich(seats: int = 2) -> AhldarahdState:
    """Seat 0 has gold, cards, a Right and two favours to give."""
    table = building(seats)
    hold(table, 0, salt=1, metals=1, ivory=1)
    table.gold = [6] * seats
    table.eyes = table.queen = 0
    return table


def rows(app: StateApp[Board]) -> list[str]:
    """What may be given and wanted, without what tells whether it can be chosen."""
    return [
        " ".join("".join(c for c in line[:53] if c.isalpha() or c == " ").split())
        for line in app.lines()[2:17]
    ]


def place_of(canvas: Canvas, target: tuple[str, int]) -> tuple[int, int]:
    x, y, *_rest = next(box for box in canvas.targets if box[4] == target)
    return x + 4, y


def line(app: StateApp[Board], notation: str) -> int:
    """A line of the offer by its notation."""
    view = app.scene.view
    return next(action for action in app.scene.legal if GAME.notation(action, view) == notation)


async def click_on(pilot: Pilot[Any], app: StateApp[Board], words: str) -> tuple[int, int]:
    """Click on `Give Salt` or `Want Salt` in the part of its side, or on a button."""
    side, _space, thing = words.partition(" ")
    start, end = {"Give": (0, 26), "Want": (26, 53)}.get(side, (0, 53))
    thing = thing if side in ("Give", "Want") else words
    x, y = next((start + line[start:end].index(thing), y) for y, line in enumerate(app.lines())
                if thing in line[start:end])  # fmt: skip
    await pilot.click(Board, offset=(x, y))
    return x, y


async def test_a_second_click_takes_a_thing_out_again_and_no_row_moves() -> None:
    app = open_board(rich())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t")
        before = rows(app)
        assert len(before) > 6
        x, y = await click_on(pilot, app, "Give Salt")
        assert app.board.selection.draft.lines == [line(app, "give card salt")]
        assert rows(app) == before
        assert app.lines()[y][x - 2] == "•"
        assert app.board.title_of("pick") == "Remove"
        await pilot.click(Board, offset=(x, y))
        assert app.board.selection.draft.lines == [] and app.lines()[y][x - 2] == " "
        assert app.played == ["offer 1"], "nothing is played before the offer is sent"


async def test_a_click_on_the_label_of_a_row_acts_as_on_its_choice() -> None:
    app = open_board(bidding(2))
    async with app.run_test(size=(80, 20)) as pilot:
        await click_on(pilot, app, "Right to")
        entry = app.board.selection.entry
        assert entry is not None and entry.actions == [OPEN | RIGHT_ITEM]
        assert not app.played, "the first click marks"
        await pilot.press("tab")
        await click_on(pilot, app, "Right to")
        assert not app.played, "another one was marked"
        await click_on(pilot, app, "Right to")
        await until(lambda: app.played == ["open right.blue"], pilot)


@pytest.mark.parametrize("size", [(80, 20), (126, 44)])
async def test_a_second_click_on_the_label_of_a_single_choice_plays_it(
    size: tuple[int, int],
) -> None:
    app = open_board(bidding(2))
    async with app.run_test(size=size) as pilot:
        x, y = app.where("Trade with")
        await pilot.click(Board, offset=(x, y))
        says = "Offer Bo a trade · Enter or a second click to play it"
        assert not app.played and app.status[-1][0] == says
        await pilot.click(Board, offset=(x, y))
        await until(lambda: app.played == ["offer 1"], pilot)


async def test_what_is_chosen_last_may_stand_above_what_was_chosen_first() -> None:
    app = open_board(rich())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t")
        for words in ("Want Gems", "Give Metals", "Give Salt"):
            await click_on(pilot, app, words)
        assert app.status[-1][0] == "You offer Salt and Metals for Gems."
        await pilot.press("y")
        await until(lambda: app.played[-1] == "send", pilot)
        assert app.played[1:] == ["give card salt", "give card metals", "want card gems", "send"]


async def test_gold_stands_on_one_side_and_goes_down_to_none() -> None:
    app = open_board(rich())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t", "right", "right")
        assert app.where("2 gold")[0] < 26
        await pilot.press("d", "right", "right", "right")
        assert app.where("3 gold")[0] > 26 and "2 gold" not in app.text()
        await pilot.press("left", "left", "left")
        assert app.board.selection.draft.lines == []
        assert app.text().count("0 gold") >= 2, "the arrows have the number that they set"
        await pilot.press("left")
        assert app.status[-1] == ("The minimum is 0.", True)


async def test_a_fourth_thing_of_a_side_says_why_it_cannot_be_added() -> None:
    app = open_board(rich())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t")
        for words in ("Give Salt", "Give Metals", "Give Ivory", "Give Eyes"):
            await click_on(pilot, app, words)
        assert app.status[-1] == ("You give three things already. Take one out first.", True)
        await click_on(pilot, app, "Give Metals")
        await click_on(pilot, app, "Give Eyes")
        assert len(app.board.selection.draft.lines) == 3


async def test_no_more_cards_can_be_wanted_than_the_other_player_holds() -> None:
    table = rich()
    hold(table, 1, gems=1)
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t")
        await click_on(pilot, app, "Want Salt")
        await click_on(pilot, app, "Want Gems")
        assert app.status[-1] == ("Bo has only 1 card.", True)


async def test_the_cards_that_the_other_player_is_known_to_hold_are_marked() -> None:
    table = rich()
    hold(table, 1, gems=2, dyes=1)
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t")
        assert app.where("Gems ■2") and app.where("Dyes ■") and app.where("■ holds it")


async def test_undo_takes_out_what_was_added_last() -> None:
    app = open_board(rich())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t")
        await click_on(pilot, app, "Give Metals")
        await click_on(pilot, app, "Give Salt")
        assert app.board.take_back()
        assert app.board.selection.draft.lines == [line(app, "give card metals")]
        assert app.board.take_back() and not app.board.take_back()


async def test_all_that_may_be_named_and_the_sending_are_in_sight() -> None:
    app = open_board(rich())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t")
        entries = app.board.selection.entries
        there = {target[1] for *_box, target in canvas_of(app.board).targets
                 if target[0] == "entry"}  # fmt: skip
        assert {n for n, entry in enumerate(entries) if entry.group in ("give", "want")} <= there
        await click_on(pilot, app, "Give Salt")
        await click_on(pilot, app, "y Send")
        await until(lambda: app.played[-1] == "send", pilot)


async def test_a_look_at_the_map_leads_back_to_the_offer() -> None:
    app = open_board(rich())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t", "v")
        assert app.where("Salt 6") and not any("You give" in line for line in app.lines())
        assert app.where("Esc Back to the offer")
        await pilot.press("t")
        assert app.where("You give") and app.where("You want")


async def test_keys_go_on_from_where_the_mouse_was() -> None:
    app = open_board(rich())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t")
        await click_on(pilot, app, "Give Salt")
        await pilot.press("right")
        entry = app.board.selection.entry
        assert entry is not None and entry.group == "want"
        await pilot.press("left", "enter")
        assert app.board.selection.draft.lines == []


async def test_the_sending_says_what_is_missing_until_there_is_something_to_send() -> None:
    table = building(2)
    hold(table, 0)
    table.gold, table.rights = [0, 0], [-1, -1]
    app = open_board(table)
    async with app.run_test(size=(106, 41)) as pilot:
        await pilot.press("t")
        await pilot.click(Board, offset=app.where("Send"))
        says = "Your offer is empty: choose what you give or want, then send it."
        assert app.status[-1] == (says, True)
        assert app.played == ["offer 1"]
        withdraw = app.where("Withdraw")
        await pilot.press("y")
        assert app.played == ["offer 1"] and app.status[-1][1]
        await pilot.click(Board, offset=app.spot(("entry", 0)))
        assert app.where("Withdraw") == withdraw
        await pilot.click(Board, offset=app.where("Send"))
        await until(lambda: app.played[-2:] == ["give shah", "send"], pilot)


@pytest.mark.parametrize("ascii_only", [False, True])
async def test_a_loaded_offer_has_its_things_chosen(ascii_only: bool) -> None:
    table = rich()
    play(table, "offer 1", "give card salt", "want gold 2")
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        app.present(ascii=ascii_only)
        await pilot.pause()
        chosen = [row.line for row in app.board.selection.offer_rows(app.scene.view)
                  if row.is_chosen]  # fmt: skip
        assert chosen == ["give card salt", "want gold 2"]
        assert sum(("*" if ascii_only else "•") in row for row in app.lines()) == 2


async def test_a_line_played_elsewhere_joins_what_is_chosen() -> None:
    """As one that is chosen in the list of moves."""
    app = open_board(rich())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t")
        await click_on(pilot, app, "Want Gems")
        app.board.choose(line(app, "give card salt"))
        await until(lambda: app.played[-1] == "give card salt", pilot)
        assert len(app.board.selection.draft.lines) == 2
        await pilot.press("y")
        await until(lambda: app.played[-2:] == ["want card gems", "send"], pilot)


async def test_a_line_that_the_match_has_too_early_is_undone_and_played_again() -> None:
    table = rich()
    play(table, "offer 1")
    before = table.clone()
    play(table, "give card metals")
    app = open_board(table)
    app.earlier = before
    async with app.run_test(size=(80, 20)) as pilot:
        await click_on(pilot, app, "Give Salt")
        await pilot.press("y")
        await until(lambda: bool(app.played) and app.played[-1] == "send", pilot)
        assert app.played == ["give card salt", "give card metals", "send"]
