"""The desert on the screen: every decision by key and by mouse, and nothing that is not legal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from rich.cells import cell_len
from textual.geometry import Region
from textual.pilot import Pilot

from caravan_tui import i18n as words
from caravan_tui.games.contract import CHANCE, OVER, Event
from caravan_tui.games.registry import get
from caravan_tui.games.sahara import messages
from caravan_tui.games.sahara.actions import LIFT, PICK, SET, pack_move
from caravan_tui.games.sahara.board import Board
from caravan_tui.games.sahara.board.keys import COMMANDS
from caravan_tui.games.sahara.moves import marks_of_turn
from caravan_tui.games.sahara.pieces import SPACE_OF_NAME, SPACES
from caravan_tui.games.sahara.rules import SaharaState
from caravan_tui.games.sahara.text import notation_of
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.terminal.ascii import plain
from caravan_tui.widgets.key_names import key_names, key_word
from caravan_tui.widgets.table_commands import TABLE
from tests.nights import mostly_nightly
from tests.sahara.sahara_help import camels, play, position
from tests.support.canvases import canvas_of
from tests.support.known import known
from tests.support.played import played
from tests.support.state_app import StateApp
from tests.support.until import until

GAME = get("sahara")
NAMES = ("Ada", "Ben", "Cem", "Dia")


def open_board(state: SaharaState, ascii_only: bool = False) -> StateApp[Board]:
    """The board alone; every seat sits here."""
    return StateApp[Board]("sahara", state, ascii_only=ascii_only, names=NAMES)


async def click(pilot: Pilot[Any], name: str) -> None:
    assert isinstance(pilot.app, StateApp)
    await pilot.click(offset=pilot.app.spot(SPACE_OF_NAME[name]))
    await pilot.pause()


async def go(pilot: Pilot[Any], name: str) -> None:
    board = pilot.app.query_one(Board)
    cursor = known(board.cursor)
    across = SPACE_OF_NAME[name] % 7 - cursor % 7
    down = SPACE_OF_NAME[name] // 7 - cursor // 7
    keys: Sequence[str] = ["l" if across > 0 else "left"] * abs(across)
    await pilot.press(*keys, *(["j" if down > 0 else "up"] * abs(down)))


async def test_a_move_is_composed_by_clicking_source_and_target() -> None:
    app = open_board(position(["d1=ivory c1 e3", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await click(pilot, "d1")
        assert known(app.board.choice.selected).targets.keys() == {SPACE_OF_NAME["c1"]}
        await click(pilot, "c1")
        assert app.played == ["move ivory d1>c1"]
        assert app.state.delivered[4] == 1


async def test_your_own_delivery_is_said_below_the_board() -> None:
    app = open_board(position(["d1=ivory c1 e3", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        delivered: list[Event] = []
        (move,) = (a for a in app.state.legal() if notation_of(a) == "move ivory d1>c1")
        app.state.apply(move, delivered)
        app.present(delivered)
        await pilot.pause()
        assert app.status[-1] == ("You deliver ivory to Marrakesh: 6 points.", False)


async def test_the_signs_name_the_key_that_closes_them() -> None:
    app = open_board(position(["d1 c1", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("i")
        await until(lambda: "i closes" in app.text(), pilot)
        await pilot.press("i")
        await until(lambda: "i closes" not in app.text(), pilot)


@pytest.mark.parametrize("width", [80, 100, 160])
async def test_the_signs_open_and_close_by_a_click_on_their_words(width: int) -> None:
    app = open_board(position(["d1 c1", "g6"]))
    async with app.run_test(size=(width, 20 if width < 160 else 45)) as pilot:
        await until(lambda: "i: signs" in app.text(), pilot)
        await pilot.hover(app.board, offset=app.where("i: signs"))
        await pilot.click(app.board, offset=app.where("i: signs"))
        await until(lambda: app.board.shows_legend and "costs 2 actions" in app.text(), pilot)
        words = "i closes" if "i closes" in app.text() else "i: signs"
        await pilot.click(app.board, offset=app.where(words))
        await until(lambda: not app.board.shows_legend, pilot)
        assert app.played == []


async def test_a_camel_is_lifted_and_set_by_two_clicks() -> None:
    app = open_board(position(["d1 c1 e3 f3 g3", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await click(pilot, "e3")
        await click(pilot, "g6")
        assert app.played == ["lift e3", "set g6"] and app.state.left == 2


async def test_enter_beside_a_chosen_pick_up_says_what_is_chosen_and_how_to_clear_it() -> None:
    app = open_board(position(["d2 c1", "g6"], "d2=hides"))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await click(pilot, "d2")
        await go(pilot, "e5")
        await pilot.press("enter")
        text = "Pick up hides on d2: choose d2 again to do it. Esc clears the choice."
        assert app.status[-1] == (text, True) and app.played == []
        await click(pilot, "d2")
        assert app.played == ["pick d2"]


async def test_a_click_on_sand_clears_the_choice_and_the_next_one_sets_the_camel_it_told_of() -> (
    None
):
    app = open_board(position(["d2 c1", "g6"], "d2=hides"))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await click(pilot, "d2")
        await click(pilot, "e5")
        words = "Choice cleared. New camel on e5, 1 action: press Enter or click again"
        assert app.status[-1] == (words, False)
        assert app.board.choice.selected is None and app.board.cursor == SPACE_OF_NAME["e5"]
        await click(pilot, "e5")
        assert app.played == ["lift supply", "set e5"]


async def test_a_click_on_a_camel_that_cannot_take_the_good_says_why_and_keeps_it_chosen() -> None:
    app = open_board(position(["d4=gems e4 b2 b3 b4=salt", "g6"], each=6))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        whys = {
            "b2": "not in its chain", "b4": "your camel is laden", "g6": "no camel of yours",
        }  # fmt: skip
        for space, why in whys.items():
            await click(pilot, "d4")
            await click(pilot, space)
            words = f"Gems can't go to {space}: {why}. Esc/click again lets go."
            assert app.status[-1] == (words, True)
            assert known(app.board.choice.selected).label == "gems"
            await pilot.press("escape")
        await click(pilot, "d4")
        await click(pilot, "b2")
        await click(pilot, "e4")
        assert app.played == ["move gems d4>e4"]


async def test_a_good_is_carried_on_by_clicks_from_its_pick_up() -> None:
    app = open_board(position(["d2 c2 b2 e5", "g6"], "d2=hides"))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await click(pilot, "d2")
        await click(pilot, "c2")
        words = "Pick up hides first (click d2 again), then click c2. Esc lets go."
        assert app.status[-1] == (words, True)
        await click(pilot, "d2")
        assert app.played == ["pick d2"]
        assert app.status[-1][0].startswith("Hides: choose where it goes, 2 spaces")
        await click(pilot, "e5")
        assert "not in its chain" in app.status[-1][0]
        await click(pilot, "c2")
        assert app.played == ["pick d2", "move hides d2>c2"]
        assert app.board.choice.selected is None


async def test_a_second_click_on_another_camel_leaves_the_choice_and_chooses_that() -> None:
    app = open_board(position(["d2 c1", "g6"], "d2=hides", each=2))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await click(pilot, "d2")
        await click(pilot, "c1")
        assert known(app.board.choice.selected).space == SPACE_OF_NAME["d2"]
        await click(pilot, "c1")
        assert known(app.board.choice.selected).label == "the empty camel"
        assert known(app.board.choice.selected).space == SPACE_OF_NAME["c1"]


async def test_a_click_where_the_choice_cannot_go_clears_it_and_plays_nothing_untold() -> None:
    app = open_board(position(["d4=gems e4 b2 b3 b4=salt", "g6"], each=6))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await click(pilot, "d4")
        await click(pilot, "a7")
        words = "Gems: no empty camel of its chain there. Choice cleared."
        assert app.status[-1] == (words, True) and app.board.choice.selected is None
        await click(pilot, "a7")
        words = "New camel on a7, 1 action: press Enter or click again"
        assert app.status[-1] == (words, False) and app.played == []
        await click(pilot, "a7")
        assert app.played == ["lift supply", "set a7"]


async def test_a_click_beside_the_desert_and_esc_clear_the_choice_and_say_so() -> None:
    app = open_board(position(["d2 c1", "g6"], "d2=hides", each=2))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        for clears in ("click", "esc"):
            await click(pilot, "d2")
            if clears == "esc":
                await pilot.press("escape")
            else:
                panel = app.board.desert_layout().panel_x
                await pilot.click(app.board, offset=(panel + 4, 1))
                await pilot.pause()
            assert app.board.choice.selected is None, clears
            assert app.status[-1][0].startswith("Choice cleared · d2 · Enter/click: pick up hides")


async def test_a_click_where_the_keys_have_led_tells_the_cost_of_a_new_camel_first() -> None:
    app = open_board(position(["d1 c1", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        app.board.go_to(SPACE_OF_NAME["c6"])
        await click(pilot, "c6")
        assert app.played == [] and "press Enter or click again" in app.status[-1][0]
        await click(pilot, "c6")
        assert app.played == ["lift supply", "set c6"]


async def test_a_second_click_on_sand_sets_a_camel_from_the_supply() -> None:
    app = open_board(position(["d1 c1", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await click(pilot, "b6")
        assert app.status[-1] == ("New camel on b6, 1 action: press Enter or click again", False)
        await click(pilot, "c6")
        assert app.played == [], "another space begins anew"
        await click(pilot, "c6")
        assert app.played == ["lift supply", "set c6"]


@pytest.mark.parametrize("clicks", [2, 3, 5])
async def test_clicks_in_quick_succession_set_one_camel_and_tell_what_another_would_cost(
    clicks: int,
) -> None:
    app = open_board(position(["d1 c1", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        spot = app.spot(SPACE_OF_NAME["b6"])
        await pilot.click(offset=spot, times=clicks)
        await pilot.pause()
        assert app.played == ["lift supply", "set b6"]


async def test_a_double_click_beside_a_chosen_camel_clears_the_choice_and_sets_none() -> None:
    app = open_board(position(["d2 c1", "g6"], "d2=hides"))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await click(pilot, "d2")
        await pilot.click(offset=app.spot(SPACE_OF_NAME["e5"]), times=2)
        await pilot.pause()
        assert app.played == [] and app.board.choice.selected is None
        words = "New camel on e5, 1 action: press Enter or click again"
        assert app.status[-1] == (words, False), "what one more click does has been told"
        await click(pilot, "e5")
        assert app.played == ["lift supply", "set e5"]


@pytest.mark.parametrize("way", ["click", "enter"])
async def test_a_load_that_cannot_move_says_why_and_has_no_camel_set_on_it(way: str) -> None:
    app = open_board(position(["d1=ivory", "g6", "e1"]))
    words = "Ivory: no empty camel of its chain (c1, d2 or e1 would do) · c: new camel"
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await go(pilot, "d1")
        assert (
            app.status[-1][0]
            == "d1 · Ada: ivory · your goods can't move: their chain has no empty camel"
        )
        for _again in range(2):
            await (click(pilot, "d1") if way == "click" else pilot.press("enter"))
            assert app.status[-1] == (words, True), "both times"
        assert app.played == []
        await pilot.press("c", "enter")
        assert app.played == ["lift supply", "set d1"], "it may be meant all the same"


@pytest.mark.parametrize(
    ("own", "left", "words"),
    [
        ("d4=meat", 4, "Meat on d4: no empty camel of its chain (d3, c4, e4 or d5 would do)"),
        ("d4=meat d4=salt", 4, "Meat, salt on d4: no empty camel of its chain (d3"),
        ("a7=meat a6=gems", 4, "Meat on a7: no empty camel of its chain (b7 would do)"),
        ("a7=meat g7 b7=ivory", 1, "Meat on a7: no empty camel of its chain (a6 would do)"),
    ],
)
def test_a_load_that_cannot_move_names_spaces_where_an_empty_camel_can_be_set(
    own: str, left: int, words: str
) -> None:
    view = GAME.view(position([own, "g6"], left=left), 0)
    space = SPACE_OF_NAME[own[:2]]
    said = messages.why_load_stays(view, space, lambda _command: "c", 160)
    assert said.startswith(words), said
    assert said.endswith("new camel here: c") == (left > 1), "which costs two actions"
    free = GAME.view(position([f"{own[:2]}=meat g1 {own[:2]}", "g6"]), 0)
    assert not messages.why_load_stays(free, space, lambda _command: "c", 160)


async def test_a_camel_that_costs_two_actions_is_set_by_a_second_enter_only() -> None:
    app = open_board(position(["d1=ivory", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await go(pilot, "g6")
        await pilot.press("enter")
        assert app.status[-1] == ("New camel on g6, 2 actions: press Enter or click again", False)
        assert app.played == []
        await pilot.press("enter")
        assert app.played == ["lift supply", "set g6"]


async def test_a_space_where_nothing_can_be_done_says_why() -> None:
    app = open_board(position(["d1=ivory", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        for space, why in (
            ("d1", "Ivory: no empty camel of its chain (c1, e1 or d2 would do)"),
            ("e1", "None of your camels is on e1. Tab goes to where you can do something."),
        ):
            await go(pilot, space)
            await pilot.press("space")
            words, is_error = app.status[-1]
            assert words.startswith(why) and is_error, words


async def test_everything_is_done_with_keys() -> None:
    app = open_board(position(["a1 d4", "d4=gems"], "a1=meat+2 g1=meat g7=salt", left=4))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.press("c")
        await go(pilot, "d3")
        await pilot.press("enter")
        await go(pilot, "a1")
        await pilot.press("p")
        await go(pilot, "d4")
        await pilot.press("s")
        await go(pilot, "d4")
        await pilot.press("enter")
        await go(pilot, "d3")
        await pilot.press("enter")
        await pilot.pause()
        assert app.played == [
            "lift supply", "set d3", "pick a1", "steal gems d4 from 1", "move gems* d4>d3",
        ]  # fmt: skip
        assert app.state.actor == 1
        await pilot.press("e", "e")
        assert app.played[-1] == "end"


async def test_other_things_on_a_space_are_reached_by_a_second_press() -> None:
    app = open_board(position(["d4=gems d4 d5", "d4=meat"], "d2=meat"))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        kinds = [known(app.board.choice.selected).label]
        for _ in range(3):
            await pilot.press("space")
            kinds.append(known(app.board.choice.selected).label)
        assert kinds == ["steal meat from Ben", "gems", "the empty camel", kinds[0]]
        await pilot.press("enter")
        assert app.played == ["steal meat d4 from 1"]


async def test_delivery_inside_one_space() -> None:
    app = open_board(position(["c1=ivory* c1", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await click(pilot, "c1")
        await click(pilot, "c1")
        assert app.played == ["move ivory* c1>c1"]


async def test_what_is_no_move_is_told_and_not_played() -> None:
    app = open_board(position(["d4=gems e4 b2 b3 b4=salt", "g6"], left=1))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await click(pilot, "g6")
        assert app.status[-1][1] and "nothing to move on" in app.status[-1][0]
        await click(pilot, "b2")
        await pilot.press("space")
        await click(pilot, "g6")
        words = "A camel there costs 2 actions, you have 1 left. Choice cleared."
        assert app.status[-1] == (words, True)
        await click(pilot, "b2")
        await pilot.press("space")
        await go(pilot, "g6")
        await pilot.press("enter")
        assert app.status[-1] == (
            "Setting a camel on an occupied space costs 2 actions. You have 1 left.", True,
        )  # fmt: skip
        await pilot.press("escape")
        await click(pilot, "d4")
        await go(pilot, "a7")
        await pilot.press("enter")
        assert app.status[-1][1] and "has no empty camel there" in app.status[-1][0]
        await pilot.press("escape")
        await pilot.press("c", "p", "s")
        assert [wrong for _text, wrong in app.status[-3:]] == [True] * 3
        assert app.played == []


async def test_a_lifted_camel_waits_to_be_set() -> None:
    state = position(["d4 e4", "g6"])
    state.apply(state.legal()[0])
    app = open_board(state)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.press("e", "escape", "c")
        assert [wrong for _text, wrong in app.status[-3:]] == [True] * 3
        assert "lifted" in app.board.prompt(app.scene)
        await click(pilot, "d4")
        assert app.status[-1] == ("The camel is already there.", True)
        await click(pilot, "a2")
        assert app.played == ["set a2"] and camels(app.state, 0) == "a2 e4"


@pytest.mark.parametrize("ascii_only", [False, True])
async def test_pieces_differ_by_sign_and_all_is_in_80_by_20(ascii_only: bool) -> None:
    app = open_board(
        position(["c4=gems c5=gems* c6 d6", "c4=meat", "e4", "e5"], "d2=paper+3"), ascii_only
    )
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        text = app.text()
        marks = "ABCD" if ascii_only else "●■▲♦"
        for sign in (f"{marks[1]}M", f"{marks[0]}G", f"{marks[0]}g", f"{marks[2]}", f"{marks[3]}"):
            assert re.search(f"{sign[0]} {{0,2}}{sign[1:]}", text), "in a patch, or beside the mark"
        assert "paper" in text
        assert "+3" in text and re.search(r"\d actions?\b", text)
        for name in NAMES:
            assert name in text
        for good in "MXSHICGP":
            assert f"{good}  1" in text
        assert all(cell_len(char) == 1 for char in text if char != "\n")
        if ascii_only:
            assert plain(text).isascii() and "▀" not in text


async def test_only_what_changed_is_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_board(position(["d4 e4", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        board = app.board
        dirty: list[Region] = []
        monkeypatch.setattr(board, "refresh", lambda *regions, **_: dirty.extend(regions))
        before = known(board.cursor)
        await pilot.press("right")
        where = board.desert_layout()
        changed = [where.corner(before), where.corner(known(board.cursor))]
        left = min(x for x, _y in changed) - 1
        right = max(x for x, _y in changed) + where.pitch_x
        assert dirty and len(dirty) <= where.pitch_y + 1
        assert all(left <= region.x and region.right <= right for region in dirty)


@pytest.mark.parametrize(
    ("size", "has_rail"),
    [((80, 20), False), ((60, 14), False), ((86, 32), True), ((126, 56), False), ((150, 52), True)],
)
async def test_every_space_is_clicked_where_it_is_drawn(
    size: tuple[int, int], has_rail: bool
) -> None:
    app = open_board(position(["d4 e4", "g6"]))
    async with app.run_test(size=size) as pilot:
        app.board.has_rail = has_rail
        await pilot.pause()
        canvas, where = canvas_of(app.board), app.board.desert_layout()
        assert (where.x, where.y) >= (0, 0) and where.bottom <= size[1] + 1  # a gap
        for space in range(SPACES):
            x, y = where.corner(space)
            corners = [(x, y), (x + where.width - 1, y + where.pitch_y - 1)]
            assert {canvas.target_at(*corner) for corner in corners} == {space}
            assert x + where.width <= size[0]
        assert canvas.target_at(where.x - 1, where.y) is None
        assert canvas.target_at(where.x, where.bottom) is None


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ascii_only", [False, True])
async def test_no_text_beside_the_desert_is_cut_or_drawn_over(
    seats: int, language: str, ascii_only: bool
) -> None:
    words.use(language)
    camels = ["a1=gems b1=gems c1=gems d1=gems e1=gems", "a6=gems b6=gems", "a3", "a4"][:seats]
    app = open_board(position(camels), ascii_only)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        start = app.board.desert_layout().panel_x
        sides = [line[start:].strip() for line in app.lines()]
        for seat in range(seats):
            (line,) = [line for line in sides if NAMES[seat] in line]
            load, stock = sides[sides.index(line) + 2 : sides.index(line) + 4]
            goods = camels[seat].count("=")
            many = f"{goods} {words._('gems')}" if goods else ""
            cost = words._(" -{points} at end").format(points={5: 10, 2: 1}.get(goods))
            assert load.startswith(f"{many}{cost}" if goods else words._("carries nothing"))
            supply = 5 - len(camels[seat].split())
            theft = app.state.theft[seat]
            camels_left = words._n("{count} camel", "{count} camels", supply).format(count=supply)
            thefts_left = words._n("{count} theft", "{count} thefts", theft).format(count=theft)
            assert thefts_left in stock
            assert stock.startswith(camels_left if supply else thefts_left)
        key = words._("{key}: signs").format(key="i")
        bag = words._("Bag: {count}").format(count=8)
        assert any(line.startswith(bag) and line.endswith(key) for line in sides)
        await pilot.press("i")
        await pilot.pause()
        signs = "\n".join(line[start:].rstrip() for line in app.lines())
        for sign in ("what a city wants", "demand: 1 point", "safe from theft", "your chain"):
            assert f"{words._(sign)}\n" in f"{signs}\n", signs
        assert "Timbuktu c3\n" in signs and f" {words._('salt')} " in signs


async def test_the_cursor_and_what_can_be_chosen_are_seen_without_colours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = open_board(position(["d1=ivory c1 e3", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        assert "▀" not in app.text()
        where = app.board.desert_layout()

        def space_text(name: str) -> str:
            x, y = where.corner(SPACE_OF_NAME[name])
            rows = app.lines()[y : y + where.pitch_y]
            return "\n".join(row[x - 1 : x + where.pitch_x] for row in rows)

        assert "►" in space_text("d1") and "◄" in space_text("d1")
        before = {name: space_text(name) for name in SPACE_OF_NAME}
        await click(pilot, "e3")
        targets = known(app.board.choice.selected).targets
        assert targets
        for space in targets:
            name = next(name for name, place in SPACE_OF_NAME.items() if place == space)
            assert space_text(name) != before[name], name


@pytest.mark.parametrize("size", mostly_nightly([(80, 20), (106, 40), (60, 14)]))
async def test_a_whole_match_is_played_by_pointing(size: tuple[int, int]) -> None:
    state = GAME.setup(GAME.spec.resolve({}, 2), 2)
    assert isinstance(state, SaharaState)
    while state.to_act() == CHANCE:
        state.apply(state.legal()[0])
    app = open_board(state)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        board = app.board
        for _ in range(8):
            listed = [thing for things in board.choice.selectables.values() for thing in things]
            thing = min(
                listed,
                key=lambda selectable: (
                    not selectable.points,
                    not selectable.actions,
                    selectable.space,
                ),
            )
            if thing.space < SPACES:
                board.press(thing.space)
            else:
                await pilot.press("c")
            if thing.actions:
                board.press(thing.space)
            else:
                best = max(thing.targets, key=lambda to: (thing.points.get(to, 0), -to))
                board.press(best)
            await pilot.pause()
        assert len(app.played) > 8 and any(state.points)


async def test_a_turn_with_a_delivery_left_is_ended_by_a_second_key_only() -> None:
    state = position(["d1=ivory c1 e3 f3", "g6"])
    app = open_board(state)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        for start in ("lift e3", "set"):
            view = GAME.view(state, 0)
            state.apply(next(a for a in state.legal() if GAME.notation(a, view).startswith(start)))
        app.present()
        await pilot.press("e")
        assert "still deliver" in app.status[-1][0] and app.played == []
        await pilot.press("e")
        assert app.played == ["end"]


async def test_a_turn_without_an_action_is_ended_by_a_second_key_only() -> None:
    """S-9: the others may do the same, and the match is over."""
    app = open_board(position(["d4", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.press("e")
        await pilot.pause()
        words, wrong = app.status[-1]
        assert wrong and "the match ends" in words and len(words) <= 78
        assert app.played == []
        await pilot.press("e")
        await pilot.pause()
        assert app.played == ["end"] and app.state.actor == 1
        await pilot.press("e")
        await pilot.pause()
        words, wrong = app.status[-1]
        assert wrong and "the match ends" in words and len(words) <= 78
        await pilot.press("escape", "e")
        await pilot.pause()
        assert app.played == ["end", "end"] and app.state.to_act() == OVER


async def test_a_key_between_the_two_halves_of_a_camels_move_finds_the_camel_in_hand() -> None:
    """The lift is shown, the set is on its way to the table and not played yet."""
    app = open_board(position(["d4 e4", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        for key in ("enter", "space", "tab", "c", "p", "s", "e", "escape", "left"):
            app.state = position(["d4 e4", "g6"])
            app.played.clear()
            app.present()
            await pilot.pause()
            app.ignored = "set"
            app.board.press(SPACE_OF_NAME["d4"])
            app.board.press(SPACE_OF_NAME["d3"])
            await pilot.pause()
            assert app.played == ["lift d4"], key
            await pilot.press(key)
            app.ignored = ""
            app.board.press(SPACE_OF_NAME["d3"])
            await pilot.pause()
            assert app.played == ["lift d4", "set d3"], key


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_no_refusal_is_cut_off_at_80_columns(language: str) -> None:
    app = open_board(position(["d4=swords* e4 b2 b3 b4=salt", "g6"], left=4))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        words.use(language)
        try:
            for pressed in ("s", "p", "e"):  # nothing to steal, nothing to pick up, none used
                await pilot.press(pressed)
            await click(pilot, "d4")
            await click(pilot, "g1")  # a good where none of its chain stands
        finally:
            words.use(None)
        refused = [text for text, wrong in app.status if wrong]
        assert len(refused) >= 4
        assert not any("(S-" in text for text in refused), "a number that only the rules explain"
        assert max(map(len, refused)) <= 80 - 2 - len("!  "), refused


async def test_a_board_that_no_key_reaches_has_no_cursor_and_names_no_key() -> None:
    """So it is in a replay."""
    for is_static in (False, True):
        state = played("sahara", 4, 1, 20).state
        assert isinstance(state, SaharaState)
        app = open_board(state)
        app.board.can_focus = not is_static
        async with app.run_test(size=(80, 20)):
            assert (app.board.cursor is None) == is_static
            assert ("i: signs" not in app.text()) == is_static


async def test_the_line_below_says_what_the_cursor_is_on_before_a_key_is_pressed() -> None:
    app = open_board(position(["d4=ivory c4", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        said = app.status[-1][0]
        assert said.startswith("d4 · ") and "Enter/click: choose ivory" in said
        await pilot.press("up")
        assert "d3 · Enter or two clicks: new camel here, 1 action · empty" in app.status[-1][0]


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_line_below_ends_with_a_whole_part_and_keeps_what_a_key_does(
    language: str,
) -> None:
    crowd = "d4=salt d4=gems d4 d4"
    app = open_board(position([f"{crowd} c4", crowd, crowd], "d2=swords+2"))
    app.names = ("Ada of Timbuktu", "Ben of Timbuktu", "Cem of Timbuktu")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        words.use(language)
        try:
            await pilot.press("down", "up")
        finally:
            words.use(None)
        said = app.status[-1][0]
        assert len(said) <= 80 - 3 and said.split(" · ")[1].startswith(("Enter", "Entrée"))
        whole = messages.space_parts(app.scene.view, SPACE_OF_NAME["d4"], app.names)
        assert language == "fr" or set(said.split(" · ")[2:]) <= set(whole)


async def test_the_footer_names_what_can_be_done_at_the_cursor() -> None:
    def offered() -> set[str]:
        return {
            command.title for command in app.board.COMMANDS if app.board.offers(command.action)
        } & {"Camel", "End", "Other", "Pick up", "Steal"}

    app = open_board(position(["a1 d4", "d4=gems d5"], "a1=meat+2"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await go(pilot, "d4")
        assert offered() == {"Camel", "End", "Steal"}
        await go(pilot, "a1")
        assert offered() == {"Camel", "End", "Pick up"}
        await pilot.press("enter")
        assert offered() == {"Other"}, "only what goes on with the choice"
        await pilot.press("escape")
        await go(pilot, "b1")
        assert offered() == {"Camel", "End"}
        app.state = play(position(["a1 d4", "d4=gems d5"]), "lift supply")
        app.present()
        await pilot.pause()
        assert offered() == set(), "a lifted camel must be set"
        app.seat = 1
        app.present()
        await pilot.pause()
        assert not any(app.board.offers(command.action) for command in app.board.COMMANDS)
        assert app.board.offers("leave"), "a command of the table is none of the board's"


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_footer_has_whole_words_where_most_can_be_done(language: str) -> None:
    app = open_board(position(["a1 d4 d5=gems d5", "d4=gems a1=salt"], "a1=meat+2"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await go(pilot, "a1")
        offered = [command for command in COMMANDS if command.footer
                   and app.board.offers(command.action)]  # fmt: skip
        assert {command.id for command in offered} >= {"sahara.pick", "sahara.steal"}
        # at the end, and where there is more room
        elsewhere = ("table.result", *(f"table.{action}" for action in TableScreen.SPARE))
        shared = [command for command in TABLE if command.footer and command.id not in elsewhere]
        with words.in_language(language):
            titles = [words._(command.title) for command in (*offered, *shared)]
            keys = [key_word(command.glyph or key_names(command.keys.split(",")[0]))
                    for command in (*offered, *shared)]  # fmt: skip
        keys[0] = "⏎"
        assert sum(len(key) + 2 for key in keys) + sum(map(len, titles)) <= 80 + 1
        await pilot.press("enter")
        assert app.board.offers("other") and not app.board.offers("camel")


async def test_the_cursor_begins_where_choosing_is_of_use_and_tab_leads_on_from_there() -> None:
    app = open_board(position(["", ""], "d2=salt a7=meat d6=gems", left=1))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        assert app.board.cursor == SPACE_OF_NAME["d2"], "the nearest good, not empty sand"
        await pilot.press("tab")
        assert app.board.cursor == SPACE_OF_NAME["d6"]
        await pilot.press("enter")
        assert app.played == ["lift supply", "set d6"]
    app = open_board(position(["d1=ivory c1 d4", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        assert app.board.cursor == SPACE_OF_NAME["d1"], "a delivery before a camel"


async def test_tab_names_the_new_camel_where_no_other_space_can_be_chosen() -> None:
    app = open_board(position(["d4", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.press("tab")
        words = app.status[-1][0]
        assert words.startswith("Nothing to choose elsewhere. New camel: c"), words
        assert len(words) <= 78


async def test_tab_says_that_nothing_else_can_be_done_only_where_the_supply_is_empty() -> None:
    app = open_board(position(["d4", "g6"], each=1))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.press("tab")
        assert app.status[-1][0].startswith("This is the only space where you can do something")


async def test_where_nothing_can_be_done_the_line_names_the_key_that_leads_on() -> None:
    app = open_board(position(["a1 a2 a3 a4 b4", "d4=salt"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await go(pilot, "d4")
        assert app.status[-1][0].endswith("nothing to do here (Tab: next)")


@pytest.mark.parametrize("size", [(124, 46), (86, 32)])
async def test_the_legend_of_a_wide_table_leaves_the_desert_as_it_is(size: tuple[int, int]) -> None:
    app = open_board(position(["d4", "g6"]))
    async with app.run_test(size=size) as pilot:
        app.board.has_rail = True
        await pilot.pause()
        bottom = app.board.desert_layout().bottom
        before = app.lines()
        await pilot.press("i")
        await pilot.pause()
        after = app.lines()
        assert before[:bottom] == after[:bottom]
        assert after[-1].lstrip().startswith("Bag: 8") and "P" in after[-1].upper()
        assert re.search(r"4 actions left|Actions", after[-1]), "the turn stays in sight"
        for words_of_sign in ("demand: 1 point", "your chain", "6 points", "a camel left"):
            assert any(words_of_sign in line for line in after[bottom:])


async def test_a_cursor_that_is_led_to_a_space_says_what_is_there() -> None:
    app = open_board(position(["c4", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        app.board.start_at(app.state.legal()[0])
        await pilot.pause()
        assert app.board.cursor == SPACE_OF_NAME["c4"]
        assert app.status[-1][0].startswith("c4 · ")


async def test_new_goods_stay_marked_up_to_the_end_of_your_next_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    loose = "a1=cloth g1=meat g7=meat d2=meat d6=meat"
    app = StateApp[Board]("sahara", position(["a1 d4", "d5 e6"], loose, left=2), 0, names=NAMES)

    def play_on(*texts: str) -> None:
        for text in texts:
            happened: list[Event] = []
            legal = {GAME.notation(act, app.scene.view): act for act in app.state.legal()}
            app.state.apply(legal[text], happened)
            app.present(happened)

    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        ground = canvas_of(app.board).colour_at(*spot(app, "g1"))

        def is_marked() -> bool:
            return canvas_of(app.board).colour_at(*spot(app, "g1")) != ground

        def new_demand() -> int:
            """The demand markers that are filled as new."""
            canvas = canvas_of(app.board)
            gain = canvas.pens.palette.gain
            return sum(
                line.startswith("+1", x) and canvas.colour_at(x, y) == gain
                for y in range(canvas.height)
                for line in [canvas.line(y)]
                for x in range(len(line))
            )

        assert not is_marked()
        for texts in (["pick a1"], ["end"], ["end"]):
            play_on(*texts)
            await pilot.pause()
            assert is_marked(), texts
            assert new_demand() == 4, "the goods that were left are wanted more"
        assert app.state.actor == 0, "your turn again"
        play_on("end")
        await pilot.pause()
        assert not is_marked() and not new_demand()


def spot(app: StateApp[Board], name: str) -> tuple[int, int]:
    """A cell of a space that is ground where no camel stands."""
    x, y = app.board.desert_layout().corner(SPACE_OF_NAME[name])
    return x + 1, y + 1


async def test_a_move_that_the_list_marks_is_lit_alone_as_the_cursor_has_its_colour() -> None:
    state = position(["c4", "a1"])
    app = open_board(state)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        x, y = app.board.desert_layout().corner(known(app.board.cursor))
        under_cursor = canvas_of(app.board).colour_at(x - 1, y)
        app.board.preview_turn(state.legal())
        await until(lambda: canvas_of(app.board).colour_at(x - 1, y) != under_cursor, pilot)
        app.board.preview_turn([])
        await until(lambda: canvas_of(app.board).colour_at(x - 1, y) == under_cursor, pilot)


def test_the_steps_of_a_turn_are_numbered_on_the_board() -> None:
    move = pack_move(SPACE_OF_NAME["b1"], SPACE_OF_NAME["d1"], 0, 0)
    turn = [PICK + SPACE_OF_NAME["b1"], move, LIFT + SPACE_OF_NAME["g6"], SET + SPACE_OF_NAME["e1"]]
    signs = marks_of_turn(turn, ascii_only=False)
    wanted = {"b1": "1►2◄", "d1": "2►", "g6": "3◄", "e1": "3►"}
    assert signs == {SPACE_OF_NAME[name]: sign for name, sign in wanted.items()}
    signs = marks_of_turn(turn[2:], ascii_only=True)
    assert list(signs.values()) == ["<", ">"], "a turn of one step has no numbers"
