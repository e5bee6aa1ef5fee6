"""The board of Dice Village, by keys and by mouse."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from attrs import evolve
from textual.pilot import Pilot

from caravan_tui.games.contract import LINE, OVER, Moment
from caravan_tui.games.dice_village.actions import (
    ADD,
    BUY,
    MARKET,
    PLACE,
    REROLL,
    SELL,
    SHIFT,
    TURN,
    VALUE,
    VILLAGE,
    dice_of,
    faces_of,
)
from caravan_tui.games.dice_village.board import Board
from caravan_tui.games.dice_village.events import Rolled, SoldAtHome, Visited
from caravan_tui.games.dice_village.messages import prompt, rerolled, village_name
from caravan_tui.games.dice_village.moves import faces_used
from caravan_tui.games.dice_village.rules import DiceVillageState
from caravan_tui.games.dice_village.state import ADDING, PLACING, SELLING, SPENDING
from caravan_tui.games.dice_village.view import DiceVillageView
from caravan_tui.terminal.ascii import plain
from caravan_tui.widgets.drawing.canvas import HALF
from tests.dice_village.village_help import CARDS, GAME, tuck
from tests.support.canvases import canvas_of
from tests.support.played import played
from tests.support.screen_app import BoardApp
from tests.support.screen_text import widget_lines
from tests.support.state_app import NAMES, StateApp
from tests.support.until import until
from tests.support.views import as_view


def open_board(state: DiceVillageState, **options: Any) -> StateApp[Board]:
    """The board alone, as the seat to act sees it."""
    return StateApp[Board]("dice_village", state, seed=4, **options)


def selling(dice: tuple[int, ...], hand: tuple[str, ...] = (), seats: int = 2) -> DiceVillageState:
    """Seat 0 in its Sell step."""
    state: DiceVillageState = GAME.setup({}, seats)
    rng = Random(2)
    state.apply(0)
    while state.phase != SELLING:
        state.apply(state.draw(rng))
    state.dice[0] = max(4, len(dice))
    state.free[0] = dice_of(dice)
    for name in hand:
        bit = 1 << CARDS.names.index(name)
        if not state.deck & bit:
            state.row.remove(CARDS.names.index(name))
            low = state.deck & -state.deck
            state.deck ^= low
            state.row.append(low.bit_length() - 1)
        state.deck &= ~bit
        state.hand[0] |= bit
    return state


async def test_a_sale_by_keys_shows_the_dice_before_it_is_confirmed() -> None:
    app = open_board(selling((1, 6, 3, 3)))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        assert app.board.selection.cursor == ("village", 0)
        text = "\n".join(app.lines())
        numbers = text.splitlines()[-1]
        assert "1 ↑" in numbers and "4 ↑" in numbers and numbers.count("↑") == 2
        assert "Your village 1+6 (silk/porcelain): 1 coin." in app.status[-1][0]
        await pilot.press("tab")
        assert "Bo's village 1+6" in app.status[-1][0]
        assert "you 2 coins, owner 1 coin" in app.status[-1][0]
        await pilot.press("enter")
        await pilot.pause()
    assert app.played == ["village 1.16"]
    assert app.state.coins == [2, 1]


async def test_merchants_are_added_by_keys_and_the_sale_is_made() -> None:
    app = open_board(selling((1, 1, 2, 6), ("m12", "m14")))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert app.state.phase == ADDING
        assert app.board.selection.cursor == ("side", 2 * CARDS.names.index("m12"))
        assert "silk" in app.status[-1][0] and "1 coin" in app.status[-1][0]
        assert "selling" in app.text() and "sold ●" not in app.text()
        await pilot.press("down")
        assert "free caravan" in app.status[-1][0]
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("s")
        await pilot.pause()
    assert app.played == ["village 0.16", "add m12 right", "sell"]
    assert app.state.dice[0] == 5


async def test_a_sale_at_home_that_no_merchant_can_join_is_made_at_once_and_can_be_taken_back() -> (
    None
):
    app = open_board(selling((1, 6, 3, 3)))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await until(lambda: app.played == ["village 0.16", "sell"], pilot)
        app.state = selling((1, 6, 3, 3))
        app.state.apply(VILLAGE << SHIFT)  # as after an undo of the sale
        app.present()
        await pilot.pause()
        assert app.state.phase == ADDING and len(app.played) == 2


async def test_ending_the_step_asks_first_while_dice_can_still_be_sold() -> None:
    app = open_board(selling((1, 6, 3, 3)))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.press("d")
        assert "You can still sell at 2 villages. d or Done again" in app.status[-1][0]
        assert app.played == []
        await pilot.press("d")
        await until(lambda: app.played == ["market"], pilot)


async def test_rerolls_and_turns_are_composed_on_the_dice() -> None:
    state = selling((1, 3, 3, 6))
    state.favours[0] = 5
    app = open_board(state, ascii_only=True)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.press("4")
        assert "╔═════╗" in "\n".join(app.lines())
        await pilot.press("t")
        await pilot.pause()
        assert faces_of(app.state.free[0]) == [1, 1, 3, 3]
        await pilot.press("3", "4", "e")
        await pilot.pause()
        assert app.state.favours[0] == 2
        await pilot.press("e")
        words, is_error = app.status[-1]
        assert is_error and words.endswith("click them, or press the keys below them.")
        await pilot.press("1", "2", "t")
        assert app.status[-1][1], "two dice cannot be turned at once"
    assert app.played == ["turn 6 up", "reroll 33"]


async def test_a_key_with_nothing_to_do_says_so() -> None:
    app = open_board(selling((1, 2, 3, 4)))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("x")
        await pilot.pause()
        assert app.status[-1] == ("No dice are marked.", False)
        await pilot.press(*["up"] * 12)
        await pilot.pause()
        assert app.status[-1] == ("There is nothing that way.", False)


async def test_where_nothing_can_be_chosen_nothing_looks_selected_and_no_key_chooses() -> None:
    state = selling((2, 2, 2, 2))
    state.favours[0] = 5
    app = open_board(state)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        assert app.board.selection.cursor is None
        assert not app.board.offers("take")
        assert "Reroll: -1 favour" in app.text()
        canvas, accent = app.board.current_canvas(), app.board.pens.palette.accent
        assert canvas is not None
        for x, y, _width, _height, item in canvas.targets:
            assert item[0] != "do" or canvas.colour_at(x, y) != accent
        await pilot.press("enter")
        assert "No open village takes these dice" in app.status[-1][0]
        await pilot.press("right")
        assert app.board.selection.cursor is not None and app.board.offers("take")
    assert app.played == []


def _asked(state: DiceVillageState, room: int = LINE) -> str:
    """What the seat to act is asked, with the keys by their commands."""
    view = GAME.view(state, 0)

    def key(command: str) -> str:
        return command[-1] if command[-1].isdigit() else "d"

    return prompt(view, state.legal(), NAMES, key, room)


def test_where_nothing_sells_the_prompt_says_which_dice_are_missing() -> None:
    state = selling((2, 2, 3, 6))
    state.favours[0] = 0
    lacks = "Missing: a 1 for any 1+6; a 5 for any 2+5; a 4 for any 3+4."
    assert _asked(state, 120) == f"{lacks} Press d or click Done, for 4 favours."
    state.favours[0] = 2
    lacks = "Missing: a 1 for 1+6; a 5 for 2+5; a 4 for 3+4."
    assert _asked(state) == f"{lacks} Reroll dice 1-4 or d: done."
    state.sold_by[0] = state.sold_by[3] = 1
    assert _asked(state).startswith("Missing: a 5 for any 2+5; a 4 for any 3+4. "), "1+6 is closed"
    state.sold_by[1] = state.sold_by[2] = state.sold_by[4] = state.sold_by[5] = 1
    state.sold_by[0] = 0
    assert _asked(state).startswith("Missing: a 1 for your 1+6. ")
    state.sold_by[0], state.sold_by[3] = 1, 0
    asked = _asked(state)
    assert asked.startswith(f"Missing: a 1 for {NAMES[1]}'s 1+6. "), "the other one is closed"
    state.sold_by[:] = [2] * len(state.sold_by)
    assert _asked(state).startswith("All villages are closed. ")


def test_a_reroll_says_what_was_kept_beside_it() -> None:
    rolled = Rolled(0, dice_of([1, 4, 4]), dice_of([1, 4, 4, 5]), True)
    assert rerolled(rolled) == "You rolled 1 4 4 and kept 5."
    all_rolled = Rolled(0, rolled.unplaced, rolled.unplaced, True)
    assert rerolled(all_rolled) == "You rolled 1 4 4 5."


def test_villages_that_grew_apart_are_told_apart_and_the_nearest_come_first() -> None:
    state = selling((2, 2, 3, 3))
    tuck(state, 0, ("m12", 1), ("m46", 1))
    asked = _asked(state)
    assert asked.startswith("Missing: a 5 for 2+5; a 4 for 3+4; both for ■1+6. "), asked
    view = GAME.view(state, 0)
    asked = prompt(view, state.legal(), NAMES, lambda command: command[-1], ascii_only=True)
    assert "both for B1+6. " in asked, "as the board marks this seat"
    assert len(asked) <= LINE
    state.favours[0] = 5
    assert len(_asked(state)) <= LINE


def test_the_help_says_in_one_sentence_why_a_village_takes_no_dice() -> None:
    state = selling((2, 2, 3, 3))
    state.sold_by[2] = 1
    view, legal = GAME.view(state, 0), state.legal()
    said = GAME.help_for(Moment(view, legal, NAMES, lambda command: command)).cannot
    named = [village_name(view, number, NAMES) for number in range(5)]
    reasons = {
        place: words.removeprefix(f"Sell at {place}: ")
        for place in named
        for words in said
        if words.startswith(f"Sell at {place}: ")
    }
    assert reasons["your 1+6"] == "both dice are missing."
    assert reasons["your 2+5"] == "a 5 is missing."
    assert reasons["your 3+4"].startswith("closed until the round ends, as ")
    assert not [words for words in reasons.values() if ": " in words]


def test_a_wide_line_says_the_dice_that_are_missing_for_every_village() -> None:
    state = selling((2, 2, 3, 3))
    tuck(state, 0, ("m12", 1), ("m46", 1))
    state.favours[0] = 5
    assert _asked(state).count(" for ") == 3, "where there is less room one of each name"
    asked = _asked(state, 158)
    assert asked.count(" for ") == 4 and "…" not in asked, asked
    assert asked.endswith("Mark dice 1-4 (or click) to reroll, or d: done.")


@pytest.mark.parametrize("width", [80, 160])
async def test_the_question_about_missing_dice_takes_the_room_of_the_terminal(width: int) -> None:
    state = selling((2, 2, 3, 3))
    tuck(state, 0, ("m12", 1), ("m46", 1))
    state.favours[0] = 5
    app = open_board(state)
    async with app.run_test(size=(width, 20)) as pilot:
        await pilot.pause()
        assert app.board.scene is not None
        asked = app.board.prompt(app.board.scene)
        assert len(asked) <= width - 2 and asked.count(" for ") == (3 if width == 80 else 4), asked


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_village_falls_away_from_the_line_at_80_columns(seats: int) -> None:
    asked = []
    for seed in range(4):
        for plies in range(20, 200, 9):
            match = played("dice_village", seats, seed, plies, "greedy")
            if match.over:
                break
            view = as_view(DiceVillageView, match.view(match.to_act))
            if view["phase"] == SELLING:
                legal = match.legal(match.to_act)
                asked.append(prompt(view, legal, NAMES, lambda command: command[-1]))
    lacking = [words for words in asked if words.startswith("Missing:")]
    assert len(lacking) > 2
    assert not [words for words in lacking if "…" in words or len(words) > LINE]


async def test_refusals_say_why() -> None:
    state = selling((1, 1, 3, 3))
    state.favours[0] = 0
    app = open_board(state)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        board = app.board
        board.selection.cursor = ("village", 0)
        await pilot.press("enter")
        assert app.status[-1] == ("Missing: a 6 for 1+6.", True)
        await pilot.press("1", "e")
        assert app.status[-1] == ("That costs 1 favour. You have 0 favours.", True)
        await pilot.press("s")
        assert app.status[-1][1]
        await pilot.press("6")
        assert app.status[-1] == ("There is no die 6.", True)
        await pilot.press("d")
        await pilot.pause()
    assert app.played == ["market"]


async def test_a_click_on_what_a_key_has_selected_is_a_first_click() -> None:
    app = open_board(selling((2, 3, 5, 6)))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("tab")
        cursor = app.board.selection.cursor
        assert cursor is not None and "two clicks" in app.status[-1][0]
        await pilot.click(Board, offset=app.spot(cursor))
        assert app.played == [] and "a second click" in app.status[-1][0]
        await pilot.click(Board, offset=app.spot(cursor))
        await pilot.pause()
        assert len(app.played) == 1


async def test_mouse_shows_first_and_chooses_second() -> None:
    app = open_board(selling((2, 3, 5, 6)))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        where = app.spot(("village", 4))
        await pilot.click(Board, offset=where)
        assert app.played == [] and "Bo's village 2+5" in app.status[-1][0]
        await pilot.click(Board, offset=where)
        await pilot.pause()
        assert app.played == ["village 1.25"]
        await pilot.click(Board, offset=app.spot(("die", 0)))
        assert app.board.selection.marked == [0]
        await pilot.click(Board, offset=app.spot(("do", 1)))
        await pilot.pause()
        assert app.played[-1] == "reroll 3"


async def test_a_free_placement_asks_for_the_side_then_the_village() -> None:
    app = open_board(selling((1, 1, 6, 6), ("m16", "m25")))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        board = app.board
        board.selection.cursor = ("side", 2 * CARDS.names.index("m16"))
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("s")
        await pilot.pause()
        assert app.state.phase == PLACING
        await pilot.press("enter")
        assert app.played[-1] == "sell" and board.selection.cursor == ("village", 1)
        await pilot.press("escape")
        assert board.selection.picked == -1
        board.selection.cursor = ("side", 2 * CARDS.names.index("m25") + 1)
        await pilot.press("enter", "tab", "enter")
        await pilot.pause()
    assert app.played[-1] == "place m25 right 0.34"


async def test_preview_points_at_every_kind_of_move() -> None:
    app = open_board(selling((1, 3, 3, 6)))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        board = app.board
        for action in app.state.legal():
            board.preview(action)
            faces = faces_used(GAME.view(app.state, 0), action)
            numbers = app.lines()[-1].split()
            used = [numbers[place - 1] for place, word in enumerate(numbers) if word == "↑"]
            free = faces_of(app.state.free[0])
            assert [free[int(number) - 1] for number in used] == sorted(faces)
        board.preview(None)


@pytest.mark.parametrize("animate", [False, True])
async def test_dice_tumble_only_with_animations(
    animate: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    app = open_board(selling((1, 3, 3, 6)), animates_boards=animate)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        board = app.board
        board.show(evolve(app.scene, events=[Rolled(1, 0x1111, 0x1111, False)]))
        assert board.frame == 0, "another seat's dice"
        board.show(evolve(app.scene, events=[Rolled(0, 0x1111, 0x1111, False)]))
        assert (board.frame > 0) == animate
        await until(lambda: board.frame == 0, pilot)


async def _keys_for(app: StateApp[Board], pilot: Pilot[Any], action: int) -> None:
    """Play a move as a person would, with keys alone."""
    board = app.board
    kind, value = action >> SHIFT, action & VALUE
    if kind in (REROLL, TURN):
        faces = faces_of(app.state.free[app.state.to_act()])
        wanted = faces_of(value) if kind == REROLL else [value >> 1]
        marked: list[int] = []
        for face in wanted:
            marked.append(next(n for n, f in enumerate(faces) if f == face and n not in marked))
        await pilot.press(*[str(n + 1) for n in marked])
        await pilot.press("e" if kind == REROLL else "b" if value & 1 else "t")
    elif kind == SELL:
        await pilot.press("s")
    elif kind in (VILLAGE, ADD, BUY):
        name = {VILLAGE: "village", ADD: "side", BUY: "row"}[kind]
        for _try in range(60):
            if board.selection.cursor == (name, value):
                break
            await pilot.press("tab")
        await pilot.press("enter")
    elif kind == PLACE:
        for item in (("side", value >> 2), ("village", app.state.to_act() * 3 + (value & 3))):
            for _try in range(60):
                if board.selection.cursor == item:
                    break
                await pilot.press("n")
            await pilot.press("enter")
    else:
        await pilot.press("d")


async def _mouse_for(app: StateApp[Board], pilot: Pilot[Any], action: int) -> None:
    """Play a move with clicks alone."""
    board = app.board
    kind, value = action >> SHIFT, action & VALUE
    if kind in (REROLL, TURN):
        faces = faces_of(app.state.free[app.state.to_act()])
        wanted = faces_of(value) if kind == REROLL else [value >> 1]
        marked: list[int] = []
        for face in wanted:
            marked.append(next(n for n, f in enumerate(faces) if f == face and n not in marked))
        for place in marked:
            await pilot.click(Board, offset=app.spot(("die", place)))
        button = 1 if kind == REROLL else 3 if value & 1 else 2
        await pilot.click(Board, offset=app.spot(("do", button)))
        return
    items = []
    if kind in (VILLAGE, ADD, BUY):
        items = [({VILLAGE: "village", ADD: "side", BUY: "row"}[kind], value)]
    elif kind == PLACE:
        items = [("side", value >> 2), ("village", app.state.to_act() * 3 + (value & 3))]
    for item in items:
        await pilot.click(Board, offset=app.spot(item))
        assert board.selection.cursor == item and "second click" in app.status[-1][0]
        await pilot.click(Board, offset=app.spot(item))
    if not items:
        await pilot.click(Board, offset=app.spot(("do", 0 if kind == SELL else 4)))


@pytest.mark.parametrize(("seats", "how"), [(2, "keys"), (4, "mouse")])
async def test_a_match_to_the_end(seats: int, how: str) -> None:
    """Every kind of move, in a match from the first roll to the last, at 80 x 20."""
    state = GAME.setup({}, seats)
    app = open_board(state, ascii_only=how == "mouse")
    rng = Random(seats)
    kinds: set[int] = set()
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        if how == "keys":
            for person in range(seats):
                app.state.coins[person] += 20
        while app.state.to_act() != OVER:
            legal = app.state.legal()
            weights = {VILLAGE: 30, ADD: 30, BUY: 20, PLACE: 10, REROLL: 1, TURN: 1, MARKET: 4}
            if app.state.phase == SPENDING:
                weights[BUY] = 60
            action = rng.choices(legal, [weights.get(a >> SHIFT, 2) for a in legal])[0]
            kinds.add(action >> SHIFT)
            wanted = GAME.notation(action, GAME.view(app.state, None))
            before = len(app.played)
            await (_keys_for if how == "keys" else _mouse_for)(app, pilot, action)
            await pilot.pause()
            assert app.played[before:] == [wanted], app.status[-2:]
            if app.state.round > (1 if seats == 4 else 3) and app.state.round < 60:
                app.state.round = 60
        assert {VILLAGE, ADD, SELL, REROLL, TURN, MARKET, BUY} <= kinds or how == "mouse"
        assert all(len(line) == 80 for line in app.lines())
        if how == "mouse":
            assert plain(app.text()).isascii() and HALF not in app.text()
        table = app.board.result(GAME.view(app.state, 0))
        assert table is not None and [row[0] for row in table[1]] == list(NAMES[:seats])


@pytest.mark.parametrize("size", [(80, 20), (100, 30), (106, 41), (60, 20)])
async def test_every_village_die_and_card_lies_inside_the_board(size: tuple[int, int]) -> None:
    state = selling((1, 2, 3, 4, 5, 6), ("m12", "m13", "m14", "m15", "m16", "m21"), seats=4)
    for seat in range(4):
        for m in (4 + seat, 12 + seat):
            merchant = 6 + 5 * seat + m % 4
            bit = 1 << merchant
            if state.deck & bit:
                state.deck &= ~bit
                state.hand[seat] |= bit
                state.add_stall(seat, 3 * seat, merchant * 2 + m % 2)
    app = open_board(state)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        canvas = canvas_of(app.board)
        assert canvas is not None
        items = {item for *_box, item in canvas.targets}
        assert {("village", v) for v in range(12)} <= items
        assert {("die", n) for n in range(6)} <= items
        for x, y, w, h, item in canvas.targets:
            assert y >= 0 and y + h <= size[1], item
            if size[0] >= 80:
                assert x >= 0 and x + w <= size[0], item
        boxes = [box for box in canvas.targets if box[4][0] == "village"]
        for a in boxes:
            for b in boxes:
                if a is not b:
                    assert (
                        a[0] + a[2] <= b[0]
                        or b[0] + b[2] <= a[0]
                        or a[1] + a[3] <= b[1]
                        or b[1] + b[3] <= a[1]
                    ), "villages lie over each other"


@pytest.mark.parametrize("size", [(80, 20), (106, 41)])
async def test_the_line_of_a_seat_is_cut_nowhere(size: tuple[int, int]) -> None:
    state = selling((1, 2, 3, 4, 5, 6), seats=4)
    for seat in range(4):
        state.coins[seat], state.favours[seat] = 12, 11
        state.dice[seat], state.free[seat] = 6, dice_of((1, 2, 3, 4, 5, 6))
    app = open_board(state)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        text = "\n".join(app.lines())
        assert len(re.findall(" 1 ?2 ?3 ?4 ?5 ?6 ", text)) == 4
        assert text.count("12c") == 4 or text.count("12 coins") >= 4


async def test_spectators_see_no_hidden_card() -> None:
    state = selling((1, 2, 3, 4), ("m12",))
    state.hidden[0] = state.hand[0]
    app = open_board(state)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        app.present(view=GAME.view(state, None), legal=[], seat=None)
        text = "\n".join(app.lines())
        assert "1 hidden" in text and "m12" not in text
        await pilot.press("enter", "d", "s", "e", "n")
    assert app.played == []


async def test_the_sign_of_a_marked_die_covers_no_words_above_it() -> None:
    app = open_board(selling((1, 4, 4, 6)))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.press("1")
        assert app.board.selection.marked == [0] and "1  silk" in app.text()


async def test_the_bar_names_the_signs_and_leaves_the_keys_of_buttons_to_them() -> None:
    app = open_board(selling((1, 6, 3, 3), seats=4))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        named = [command.id for command in app.board.COMMANDS if command.footer]
        assert "dice_village.signs" in named and app.board.offers("signs")
        assert not any(app.board.offers(action) for action in ("reroll", "sell", "done"))
        assert " s  Sell" in app.text() and " d  Done" in app.text()


async def test_signs_in_sight_have_no_key_in_the_bar_and_the_key_says_where_they_are() -> None:
    app = open_board(selling((1, 6, 3, 3)))
    async with app.run_test(size=(124, 46)) as pilot:
        await pilot.pause()
        assert not app.board.offers("signs") and "dice still to sell" in app.text()
        await pilot.press("i")
        assert app.status[-1] == ("The signs are already on screen.", False)
        assert not app.board.shows_legend, "Escape has nothing to close"


async def test_the_signs_are_hidden_by_the_mouse() -> None:
    app = open_board(selling((1, 6, 3, 3), seats=4))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        cursor = app.board.selection.cursor
        await pilot.press("i")
        assert "dice still to sell" in app.text()
        await pilot.click(offset=app.where("i closes"))
        assert "dice still to sell" not in app.text()
        assert app.board.selection.cursor == cursor


def spending() -> DiceVillageState:
    """The first seat of four may buy merchants."""
    state = selling((1, 1, 1, 1), seats=4)
    state.coins[0] = 30
    state.apply(MARKET << SHIFT)
    while state.phase != SPENDING or state.to_act() != 0:
        state.apply(MARKET << SHIFT if state.phase == SELLING else state.legal()[-1])
    return state


async def test_a_click_on_a_village_says_why_nothing_is_sold_while_merchants_are_bought() -> None:
    app = open_board(spending())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.click(offset=app.spot(("village", 4)))
        assert app.status[-1][0] == "You can buy merchants now. Villages are for the Sell step."


async def test_merchants_for_sale_are_gone_through_from_left_to_right() -> None:
    state = selling((1, 1, 1, 1), seats=4)
    state.coins[0] = 30
    state.apply(MARKET << SHIFT)
    while state.phase != SPENDING or state.to_act() != 0:
        state.apply(MARKET << SHIFT if state.phase == SELLING else state.legal()[-1])
    state.row = sorted(state.row, reverse=True)
    app = open_board(state)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        board = app.board
        went = [board.selection.cursor]
        for _step in range(len(state.row) - 1):
            await pilot.press("tab")
            went.append(board.selection.cursor)
        assert went == [("row", merchant) for merchant in state.row]


async def test_one_marked_die_is_rolled_again_not_several() -> None:
    state = selling((1, 6, 3, 3))
    state.favours[0] = 1
    app = open_board(state)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("1")
        assert app.status[-1] == (
            "Marked 1. Press e or click Reroll to reroll it (1 favour).",
            False,
        )
        await pilot.press("2")
        assert app.status[-1] == (
            "Marked 1 3. Press e or click Reroll to reroll them (1 favour).",
            False,
        )


@pytest.mark.parametrize(
    ("game", "command", "words"),
    [
        ("dice_village", "dice_village.done", "F12  Done"),
        ("ahldarahd", "ahldarahd.info", "F12: signs"),
    ],
)
async def test_the_table_names_the_keys_of_the_settings(
    game: str, command: str, words: str
) -> None:
    match = played(game, 4, 3, 2, "greedy")
    app = BoardApp[Board](game)
    app.settings.keys = {command: "F12"}
    async with app.run_test(size=(80, 20)):
        app.show(match, match.to_act)
        assert words in "\n".join(widget_lines(app.board))


async def test_a_board_that_no_key_reaches_names_none() -> None:
    """So it is in a replay."""
    app = StateApp[Board]("dice_village", played("dice_village", 4, 3, 12, "greedy").state)
    async with app.run_test(size=(80, 20)) as pilot:
        assert "Signs" not in app.text(), "the bar below names the key"
        app.board.can_focus = False
        app.present(legal=[])
        assert "Signs" in app.text()
        assert "Reroll" not in app.text() and "Down: " not in app.text()
        await pilot.click(offset=app.where("Signs"))
        assert "2c 5f" in app.text()


async def test_the_end_has_no_buttons() -> None:
    state = selling((1, 6, 3, 3))
    app = open_board(state)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        assert "Done: " in app.lines()[-1]
        app.present(legal=[], over=True)
        assert not any(word in app.text() for word in ("Done: ", "Sell", "Reroll", "Down"))
        assert not any(target[0] == "do" for *_box, target in canvas_of(app.board).targets)


async def test_the_sell_key_sells_at_the_village_under_the_cursor() -> None:
    app = open_board(selling((1, 6, 3, 3)))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        board = app.board
        assert board.selection.cursor == ("village", 0)
        await pilot.press("s")
        await until(lambda: app.played, pilot)
        assert app.played[0].startswith("village ")


async def test_the_sell_key_sells_at_the_only_village_that_fits_wherever_the_cursor_is() -> None:
    state = selling((1, 6, 2, 2))
    state.sold_by[0] = 1
    assert _asked(state).startswith("Your dice fit 1 village: sell there.")
    app = open_board(state)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        app.board.selection.cursor = ("die", 0)
        await pilot.press("s")
        await until(lambda: app.played, pilot)
        assert app.played[0].startswith("village ")


async def test_buttons_that_have_no_use_in_a_step_are_left_out() -> None:
    state = selling((1, 1, 1, 1))
    app = open_board(state)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        assert " e  Reroll" in app.text() and " d  Done" in app.text()
    app = open_board(spending())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        assert "Reroll" not in app.text() and " d  Done buying" in app.text()


async def test_villages_are_named_by_their_dice_wherever_they_are_written() -> None:
    """A number such as 34 reads as thirty-four, and stands nowhere on the board."""
    view = GAME.view(selling((1, 6, 3, 3), ("m34",)), 0)
    sale = VILLAGE << SHIFT
    told = [
        GAME.describe(sale, view, ("Ann", "Bo", "Cy")),
        GAME.describe(sale + 3, view, ("Ann", "Bo", "Cy")),
        GAME.narrate(SoldAtHome(0, "16", 1, 0), ("Ann", "Bo", "Cy"), 0),
        GAME.shorten(Visited(0, 1, "16", 2), ("Ann", "Bo", "Cy"), 0),
    ]
    assert all("1+6" in str(words) for words in told), told
    app = open_board(selling((1, 6, 3, 3)))
    async with app.run_test(size=(124, 46)) as pilot:
        await pilot.pause()
        assert "village 3+4" in app.text() and not re.search(r"\b(16|25|34)\b", app.text())


@pytest.mark.parametrize("size", [(124, 46), (86, 32)])
async def test_the_signs_are_shown_beside_the_whole_table_where_both_have_room(
    size: tuple[int, int],
) -> None:
    app = open_board(selling((1, 6, 3, 3), seats=4))
    async with app.run_test(size=size) as pilot:
        app.board.has_rail = True
        await pilot.pause()
        before = {target for *_where, target in canvas_of(app.board).targets}
        await pilot.press("i")
        shown = {target for *_where, target in canvas_of(app.board).targets}
        assert "dice still to sell" in app.text() and "For sale" in app.text()
        assert before <= shown, "nothing that can be chosen is covered"
        await pilot.click(offset=app.spot(("signs", 0)))
        assert "dice still to sell" not in app.text()


async def test_at_80_columns_the_signs_leave_the_lower_villages_in_sight() -> None:
    app = open_board(selling((1, 6, 3, 3), seats=4))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("i")
        shown = {target for *_where, target in canvas_of(app.board).targets}
        assert {("village", 6), ("village", 9)} <= shown and ("village", 0) not in shown
