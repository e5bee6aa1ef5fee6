"""The desert on the screen: every decision by key and by mouse, and nothing that is not legal."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult

from caravan_tui import words
from caravan_tui.engine.playback import Playback, copy_of
from caravan_tui.games.contract import CHANCE, OVER
from caravan_tui.games.registry import get
from caravan_tui.games.sahara.board import Board
from caravan_tui.games.sahara.desert import BY_NAME, SPACES
from caravan_tui.games.sahara.rules import SaharaState
from caravan_tui.preview import preview_app, random_match
from caravan_tui.screens.replay import ReplayScreen
from caravan_tui.widgets.board import Shown
from caravan_tui.widgets.grid_board import DOWN, RIGHT, GridBoard
from caravan_tui.widgets.timeline import Timeline
from tests.nights import mostly_by_night
from tests.sahara.sahara_help import camels, position

GAME = get("sahara")
NAMES = ("Ada", "Ben", "Cem", "Dia")


class Table(App):
    """A board that plays what is chosen for every seat."""

    def __init__(self, state: SaharaState, ascii_only: bool = False) -> None:
        super().__init__()
        self.state = state
        self.ascii_only = ascii_only
        self.said: list[tuple[str, bool]] = []
        self.played: list[str] = []
        self.deaf_to = "nothing"
        """Moves that begin so are not played: they are still on their way."""

    def compose(self) -> ComposeResult:
        yield Board()

    def on_mount(self) -> None:
        self.board.focus()
        self.show()

    @property
    def board(self) -> Board:
        return self.query_one(Board)

    def show(self) -> None:
        state = self.state
        seat = state.to_act()
        view = GAME.view(state, max(seat, 0))
        legal = state.legal() if seat >= 0 else []
        self.board.show(
            Shown(GAME, view, legal, [], max(seat, 0), NAMES[: state.seats], ascii=self.ascii_only)
        )

    def on_board_chosen(self, event: Board.Chosen) -> None:
        assert event.action in self.state.legal()
        if GAME.notation(event.action, {}).startswith(self.deaf_to):
            return
        self.played.append(GAME.notation(event.action, {}))
        self.state.apply(event.action)
        while self.state.to_act() == CHANCE:
            self.state.apply(self.state.legal()[0])
        self.show()

    def on_board_hinted(self, event: Board.Hinted) -> None:
        self.said.append((event.text, event.wrong))

    def screen_text(self) -> str:
        lines = self.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in lines)


async def click(pilot, name: str) -> None:
    board: GridBoard = pilot.app.board.desert
    x, y = board.spot(BY_NAME[name])
    await pilot.click("#desert", offset=(x + 2, y + 1))
    await pilot.pause()


async def go(pilot, name: str) -> None:
    desert = pilot.app.board.desert
    across = BY_NAME[name] % 7 - desert.cursor % 7
    down = BY_NAME[name] // 7 - desert.cursor // 7
    keys: Sequence[str] = ["l" if across > 0 else "left"] * abs(across)
    await pilot.press(*keys, *(["j" if down > 0 else "up"] * abs(down)))


async def test_a_move_is_composed_by_clicking_source_and_target():
    app = Table(position(["d1=ivory c1 e3", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await click(pilot, "d1")
        assert app.board._bd_held.targets.keys() == {BY_NAME["c1"]}
        await click(pilot, "c1")
        assert app.played == ["move ivory d1>c1"]
        assert app.state.delivered[4] == 1


async def test_a_camel_is_lifted_and_set_by_two_clicks():
    app = Table(position(["d1 c1 e3 f3 g3", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await click(pilot, "e3")
        await click(pilot, "g6")
        assert app.played == ["lift e3", "set g6"] and app.state.left == 2


async def test_a_click_on_sand_sets_a_camel_from_the_supply():
    app = Table(position(["d1 c1", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await click(pilot, "b6")
        assert app.played == ["lift supply", "set b6"]


async def test_everything_is_done_with_keys():
    app = Table(position(["a1 d4", "d4=gems"], "a1=meat+2 g1=meat g7=salt", left=4))
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


async def test_other_things_of_a_space_are_reached_by_a_second_press():
    app = Table(position(["d4=gems d4 d5", "d4=meat"], "d2=meat"))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        kinds = [app.board._bd_held.label]
        for _ in range(3):
            await pilot.press("space")
            kinds.append(app.board._bd_held.label)
        assert kinds == ["stealing meat from Ben", "gems", "the empty camel", kinds[0]]
        await pilot.press("enter")
        assert app.played == ["steal meat d4 from 1"]


async def test_delivery_inside_one_space():
    app = Table(position(["c1=ivory* c1", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await click(pilot, "c1")
        await click(pilot, "c1")
        assert app.played == ["move ivory* c1>c1"]


async def test_what_is_no_move_is_told_and_not_played():
    app = Table(position(["d4=gems e4 b2 b3 b4=salt", "g6"], left=1))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await click(pilot, "g6")
        assert app.said[-1][1] and "Nothing of yours" in app.said[-1][0]
        await click(pilot, "b2")
        await pilot.press("space")
        await click(pilot, "g6")
        assert app.said[-1] == (
            "Setting a camel where others stand costs 2 actions, and 1 is left.", True,
        )  # fmt: skip
        await click(pilot, "d4")
        await click(pilot, "a7")
        assert app.said[-1][1] and "S-1" in app.said[-1][0]
        await pilot.press("c", "p", "s")
        assert [wrong for _text, wrong in app.said[-3:]] == [True] * 3
        assert app.played == []


async def test_a_lifted_camel_waits_to_be_set():
    state = position(["d4 e4", "g6"])
    state.apply(state.legal()[0])
    app = Table(state)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.press("e", "escape", "c")
        assert [wrong for _text, wrong in app.said[-3:]] == [True] * 3
        assert "lifted" in app.board.prompt(app.board.shown)
        await click(pilot, "d4")
        assert app.said[-1] == ("The camel stands there already (S-2).", True)
        await click(pilot, "a2")
        assert app.played == ["set a2"] and camels(app.state, 0) == "a2 e4"


@pytest.mark.parametrize("ascii_only", [False, True])
async def test_pieces_differ_by_sign_and_all_is_in_80_by_20(ascii_only: bool):
    app = Table(
        position(["c4=gems c5=gems* c6 d6", "c4=meat", "e4", "e5"], "d2=paper+3"), ascii_only
    )
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        text = app.screen_text()
        marks = "ABCD" if ascii_only else "●■▲♦"
        for sign in (f"{marks[1]}M{marks[0]}G", f"{marks[0]}g", f"{marks[2]}", f"{marks[3]}"):
            assert sign in text
        assert "3paper" in text or "3 paper" in text
        assert "+3" in text and "4 actions left" in text
        for name in NAMES:
            assert name in text
        for good in ("meat", "swords", "salt", "hides", "ivory", "cloth", "gems", "paper"):
            assert f"{good:<8}1" in text
        links = app.board.desert._cb_links
        assert (BY_NAME["c4"], DOWN) in links and (BY_NAME["c6"], RIGHT) in links
        assert (BY_NAME["d6"], RIGHT) not in links
        assert all(cell_len(char) == 1 for char in text if char != "\n")
        if ascii_only:
            assert text.isascii()


async def test_only_what_changed_is_painted_again():
    app = Table(position(["d4 e4", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause(0.2)
        desert = app.board.desert
        desert._cb_dirty(())
        dirty: list[set[int]] = []
        plain = desert._cb_dirty
        desert._cb_dirty = lambda cells: (dirty.append(set(cells)), plain(dirty[-1]))[1]
        await pilot.press("right")
        assert set().union(*dirty) == {BY_NAME["d4"], BY_NAME["e4"]}


def test_a_grid_is_hit_by_arithmetic():
    board = GridBoard(7, 7, ((6, 2, 1), (9, 4, 1)))
    for size in ((48, 20), (76, 34)):
        board.fit(*size)
        width, height = board.cell_size
        for cell in range(SPACES):
            x, y = board.spot(cell)
            assert {board.cell_at(x, y), board.cell_at(x + width - 1, y + height - 1)} == {cell}
            assert board.cell_at(x + width, y) is None and board.cell_at(x, y + height) is None
    assert board.cell_at(-1, 0) is None and board.cell_at(0, 99) is None
    assert board.step(0, -1, -1) == 0 and board.step(24, 1, 1) == 32 and board.step(48, 1, 0) == 48


@pytest.mark.parametrize("size", mostly_by_night([(80, 20), (106, 40), (60, 14)]))
async def test_a_whole_match_is_played_by_pointing(size: tuple[int, int]):
    state = GAME.setup(GAME.spec.resolve({}, 2), 2)
    assert isinstance(state, SaharaState)
    while state.to_act() == CHANCE:
        state.apply(state.legal()[0])
    app = Table(state)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        board = app.board
        for _ in range(30):
            if state.to_act() == OVER:
                break
            listed = [thing for things in board._bd_things.values() for thing in things]
            thing = min(listed, key=lambda one: (not one.points, not one.actions, one.space))
            if thing.space < SPACES:
                board._bd_press(thing.space)
            else:
                await pilot.press("c")
            if thing.actions:
                board._bd_press(thing.space)
            else:
                best = max(thing.targets, key=lambda to: (thing.points.get(to, 0), -to))
                board._bd_press(best)
            await pilot.pause()
        assert len(app.played) > 30


async def test_a_turn_without_an_action_is_ended_by_a_second_key_only() -> None:
    """S-9: the others may do the same, and the match is over."""
    app = Table(position(["d4", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.press("e")
        await pilot.pause()
        words, wrong = app.said[-1]
        assert wrong and "the match ends" in words and len(words) <= 78
        assert app.played == []
        await pilot.press("e")
        await pilot.pause()
        assert app.played == ["end"] and app.state.actor == 1
        await pilot.press("e")
        await pilot.pause()
        words, wrong = app.said[-1]
        assert wrong and "this ends the match" in words and len(words) <= 78
        await pilot.press("escape", "e")
        await pilot.pause()
        assert app.played == ["end", "end"] and app.state.to_act() == OVER


@pytest.mark.parametrize("key", ["enter", "space", "tab", "c", "p", "s", "e", "escape", "left"])
async def test_a_key_between_the_two_halves_of_a_camels_move_finds_the_camel_in_hand(
    key: str,
) -> None:
    """The lift is shown, the set is on its way to the table and not played yet."""
    app = Table(position(["d4 e4", "g6"]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        app.deaf_to = "set"
        await go(pilot, "d4")
        await pilot.press("enter")
        await go(pilot, "a1")
        await pilot.press("enter")
        await pilot.pause()
        assert app.played == ["lift d4"]
        await pilot.press(key)
        await pilot.pause()
        app.deaf_to = "nothing"
        await click(pilot, "a1")
        assert app.played == ["lift d4", "set a1"]


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_no_refusal_is_cut_off_at_80_columns(language: str) -> None:
    app = Table(position(["d4=swords* e4 b2 b3 b4=salt", "g6"], left=4))
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
        refused = [text for text, wrong in app.said if wrong]
        assert len(refused) >= 4
        assert max(map(len, refused)) <= 80 - 2 - len("!! "), refused


async def test_a_replay_has_no_cursor_names_no_key_of_the_table_and_its_line_has_the_ground() -> (
    None
):
    match = random_match("sahara", 4, 1, 20)
    app = preview_app(match, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        assert "i: signs" in app.screen.board.words.render().plain
        back = Playback(copy_of(match))
        app.push_screen(ReplayScreen(back, [0], 5))
        await pilot.pause(0.2)
        board = app.screen.board
        assert board.desert.cursor is None
        assert "i: signs" not in board.words.render().plain
        line = app.screen.query_one(Timeline).render_line(0)
        assert all(segment.style.bgcolor is not None for segment in line)
