"""The board of Dice Village, by keys and by mouse."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from textual import on
from textual.app import App, ComposeResult
from textual.widget import Widget

from caravan_tui.engine.playback import Playback
from caravan_tui.games.contract import CHANCE, OVER
from caravan_tui.games.dice_village import outline
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
from caravan_tui.games.dice_village.cards import cards_of
from caravan_tui.games.dice_village.game import GAME
from caravan_tui.games.dice_village.rules import ADDING, PLACING, SELLING, SPENDING, Village
from caravan_tui.preview import preview_app, random_match
from caravan_tui.screens.replay import ReplayScreen
from caravan_tui.widgets.board import Shown
from tests.app.app_help import until

NAMES = ("Ann", "Bo", "Cy", "Di")
CARDS = cards_of(None)


class BoardApp(App[None]):
    """A board alone; whoever is to act sits here."""

    def __init__(self, state: Village, ascii_only: bool = False, animate: bool = False) -> None:
        super().__init__()
        self.state = state
        self.ascii_only = ascii_only
        self.animate_dice = animate
        self.chosen: list[str] = []
        self.said: list[tuple[str, bool]] = []
        self.rng = Random(4)

    def compose(self) -> ComposeResult:
        yield Board()

    def on_mount(self) -> None:
        self.query_one(Board).focus()
        self.deal()

    def deal(self) -> None:
        events: list[tuple[object, ...]] = []
        while self.state.to_act() == CHANCE:
            self.state.apply(self.state.draw(self.rng), events)
        seat = self.state.to_act()
        over = seat == OVER
        legal = [] if over else self.state.legal()
        view = GAME.view(self.state, 0 if over else seat)
        self.query_one(Board).show(
            Shown(
                GAME,
                view,
                legal,
                [],
                0 if over else seat,
                NAMES[: self.state.seats],
                events=events,
                ascii=self.ascii_only,
                animate=self.animate_dice,
                over=over,
            )
        )

    @on(Board.Chosen)
    def taken(self, event: Board.Chosen) -> None:
        assert event.action in self.state.legal()
        self.chosen.append(GAME.notation(event.action, GAME.view(self.state, None)))
        self.state.apply(event.action)
        self.deal()

    @on(Board.Hinted)
    def heard(self, event: Board.Hinted) -> None:
        self.said.append((event.text, event.wrong))

    def lines(self) -> list[str]:
        """What the board shows, without styles."""
        board = self.query_one(Board)
        return [board.render_line(y).text for y in range(board.size.height)]

    def spot(self, item: tuple[str, int]) -> tuple[int, int]:
        canvas = self.query_one(Board).painted()
        assert canvas is not None
        for x, y, _w, _h, found in canvas.targets:
            if found == item:
                return x + 1, y
        raise AssertionError(f"{item} is not on the board")


def selling(dice: tuple[int, ...], hand: tuple[str, ...] = (), seats: int = 2) -> Village:
    """Seat 0 in its Sell step."""
    state = GAME.setup({}, seats)
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


def test_no_private_name_of_the_board_hides_one_of_textuals() -> None:
    own = {name for name in vars(Board) if name.startswith("_bd_")}
    assert own and not own & set(dir(Widget))


async def test_a_sale_by_keys_shows_the_dice_before_it_is_confirmed() -> None:
    app = BoardApp(selling((1, 6, 3, 3)))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        assert app.query_one(Board)._bd_cursor == ("village", 0)
        text = "\n".join(app.lines())
        assert "►1◄" in text and "►6◄" in text and "►3◄" not in text
        assert "Your village 16: 1 coin;" in app.said[-1][0]
        await pilot.press("tab")
        assert "Bo's village 16" in app.said[-1][0]
        assert "you 2 coins, owner 1 coin" in app.said[-1][0]
        await pilot.press("enter")
        await pilot.pause()
    assert app.chosen == ["village 1.16"]
    assert app.state.coins == [2, 1]


async def test_merchants_are_added_by_keys_and_the_sale_is_made() -> None:
    app = BoardApp(selling((1, 1, 2, 6), ("m12", "m14")))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert app.state.phase == ADDING
        assert app.query_one(Board)._bd_cursor == ("side", 2 * CARDS.names.index("m12"))
        assert "silk" in app.said[-1][0] and "1 coin" in app.said[-1][0]
        await pilot.press("right")
        assert "free caravan" in app.said[-1][0]
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("s")
        await pilot.pause()
    assert app.chosen == ["village 0.16", "add m12 right", "sell"]
    assert app.state.dice[0] == 5


async def test_rerolls_and_turns_are_composed_on_the_dice() -> None:
    state = selling((1, 3, 3, 6))
    state.favours[0] = 5
    app = BoardApp(state)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.press("4")
        assert "╔═══╗" in "\n".join(app.lines())
        await pilot.press("t")
        await pilot.pause()
        assert faces_of(app.state.free[0]) == [1, 1, 3, 3]
        await pilot.press("3", "4", "e")
        await pilot.pause()
        assert app.state.favours[0] == 2
        await pilot.press("e")
        assert app.said[-1] == ("Choose the dice to roll again (1 to 6)", True)
        await pilot.press("1", "2", "t")
        assert app.said[-1][1], "two dice cannot be turned at once"
    assert app.chosen == ["turn 6 up", "reroll 33"]


async def test_a_key_with_nothing_to_do_says_so() -> None:
    app = BoardApp(selling((1, 2, 3, 4)))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("x")
        await pilot.pause()
        assert app.said[-1] == ("No die is marked", False)
        await pilot.press(*["up"] * 12)
        await pilot.pause()
        assert app.said[-1] == ("Nothing lies further that way", False)


async def test_refusals_say_why() -> None:
    state = selling((1, 1, 3, 3))
    state.favours[0] = 0
    app = BoardApp(state)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        board = app.query_one(Board)
        board._bd_cursor = ("village", 0)
        await pilot.press("enter")
        assert app.said[-1] == ("Dice are missing: 6", True)
        await pilot.press("1", "e")
        assert app.said[-1] == ("That costs 1 favour; you have 0 favours", True)
        await pilot.press("s")
        assert app.said[-1][1]
        await pilot.press("6")
        assert app.said[-1] == ("There is no die 6 left", True)
        await pilot.press("d")
        await pilot.pause()
    assert app.chosen == ["market"]


async def test_mouse_shows_first_and_chooses_second() -> None:
    app = BoardApp(selling((2, 3, 5, 6)))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        where = app.spot(("village", 4))
        await pilot.click(Board, offset=where)
        assert app.chosen == [] and "Bo's village 25" in app.said[-1][0]
        await pilot.click(Board, offset=where)
        await pilot.pause()
        assert app.chosen == ["village 1.25"]
        await pilot.click(Board, offset=app.spot(("die", 0)))
        assert app.query_one(Board)._bd_chosen == [0]
        await pilot.click(Board, offset=app.spot(("do", 1)))
        await pilot.pause()
        assert app.chosen[-1] == "reroll 3"


async def test_a_free_placement_asks_for_the_side_then_the_village() -> None:
    app = BoardApp(selling((1, 1, 6, 6), ("m16", "m25")))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        board = app.query_one(Board)
        board._bd_cursor = ("side", 2 * CARDS.names.index("m16"))
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("s")
        await pilot.pause()
        assert app.state.phase == PLACING
        await pilot.press("enter")
        assert app.chosen[-1] == "sell" and board._bd_cursor == ("village", 1)
        await pilot.press("escape")
        assert board._bd_picked == -1
        board._bd_cursor = ("side", 2 * CARDS.names.index("m25") + 1)
        await pilot.press("enter", "tab", "enter")
        await pilot.pause()
    assert app.chosen[-1] == "place m25 right 0.34"


async def test_preview_points_at_every_kind_of_move() -> None:
    app = BoardApp(selling((1, 3, 3, 6)))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        board = app.query_one(Board)
        for action in app.state.legal():
            board.preview(action)
            shown = "".join(app.lines())
            faces = outline.dice_for(GAME.view(app.state, 0), action)
            assert shown.count(f"►{faces[0]}◄" if faces else "◄") == (
                faces.count(faces[0]) if faces else 0
            )
        board.preview(None)


async def test_dice_tumble_only_with_animations() -> None:
    for animate in (False, True):
        state = GAME.setup({}, 2)
        app = BoardApp(state, animate=animate)
        async with app.run_test(size=(80, 20)) as pilot:
            board = app.query_one(Board)
            app.deal()
            assert (board._bd_timer is not None) is False
            await pilot.press("d")
            await pilot.pause(0.5)
            assert board._bd_timer is None, "over in less than half a second"


async def _keys_for(app: BoardApp, pilot, action: int) -> None:
    """Play a move as a person would, with keys alone."""
    board = app.query_one(Board)
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
            if board._bd_cursor == (name, value):
                break
            await pilot.press("tab")
        await pilot.press("enter")
    elif kind == PLACE:
        for item in (("side", value >> 2), ("village", app.state.to_act() * 3 + (value & 3))):
            for _try in range(60):
                if board._bd_cursor == item:
                    break
                await pilot.press("n")
            await pilot.press("enter")
    else:
        await pilot.press("d")


async def _mouse_for(app: BoardApp, pilot, action: int) -> None:
    """Play a move with clicks alone."""
    board = app.query_one(Board)
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
        if board._bd_cursor != item:
            await pilot.click(Board, offset=app.spot(item))
        await pilot.click(Board, offset=app.spot(item))
    if not items:
        await pilot.click(Board, offset=app.spot(("do", 0 if kind == SELL else 4)))


@pytest.mark.parametrize(("seats", "how"), [(2, "keys"), (4, "mouse")])
async def test_a_match_to_the_end(seats: int, how: str) -> None:
    """Every kind of move, in a match from the first roll to the last, at 80 x 20."""
    state = GAME.setup({}, seats)
    app = BoardApp(state, ascii_only=how == "mouse")
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
            before = len(app.chosen)
            await (_keys_for if how == "keys" else _mouse_for)(app, pilot, action)
            await pilot.pause()
            assert app.chosen[before:] == [wanted], app.said[-2:]
            if app.state.round > (1 if seats == 4 else 3) and app.state.round < 60:
                app.state.round = 60
        assert {VILLAGE, ADD, SELL, REROLL, TURN, MARKET, BUY} <= kinds or how == "mouse"
        assert all(len(line) == 80 for line in app.lines())
        if how == "mouse":
            assert all(ord(char) < 128 for line in app.lines() for char in line)
        table = app.query_one(Board).result(GAME.view(app.state, 0))
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
                state._tuck(seat, 3 * seat, merchant * 2 + m % 2)
    app = BoardApp(state)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        canvas = app.query_one(Board).painted()
        assert canvas is not None
        found = {item for *_box, item in canvas.targets}
        assert {("village", v) for v in range(12)} <= found
        assert {("die", n) for n in range(6)} <= found
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
    app = BoardApp(state)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        text = "\n".join(app.lines())
        assert text.count("{123456}") == 4
        assert text.count("12c") == 4 or text.count("12 coins") >= 4


async def test_spectators_see_no_hidden_card() -> None:
    state = selling((1, 2, 3, 4), ("m12",))
    state.hidden[0] = state.hand[0]
    app = BoardApp(state)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        board = app.query_one(Board)
        board.show(Shown(GAME, GAME.view(state, None), [], [], None, NAMES[:2]))
        text = "\n".join(app.lines())
        assert "1 unseen" in text and "m12" not in text
        await pilot.press("enter", "d", "s", "e", "n")
    assert app.chosen == []


async def test_the_signs_are_shown_and_hidden_by_the_mouse() -> None:
    app = BoardApp(selling((1, 6, 3, 3), seats=4))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        cursor = app.query_one(Board)._bd_cursor
        await pilot.click(offset=app.spot(("signs", 0)))
        assert any(line.startswith(" {44} ") for line in app.lines())
        await pilot.click(offset=app.spot(("signs", 0)))
        assert not any(line.startswith(" {44} ") for line in app.lines())
        assert app.query_one(Board)._bd_cursor == cursor


async def test_merchants_for_sale_are_gone_through_from_left_to_right() -> None:
    state = selling((1, 1, 1, 1), seats=4)
    state.coins[0] = 30
    state.apply(MARKET << SHIFT)
    while state.phase != SPENDING or state.to_act() != 0:
        state.apply(MARKET << SHIFT if state.phase == SELLING else state.legal()[-1])
    state.row = sorted(state.row, reverse=True)
    app = BoardApp(state)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        board = app.query_one(Board)
        went = [board._bd_cursor]
        for _step in range(len(state.row) - 1):
            await pilot.press("tab")
            went.append(board._bd_cursor)
        assert went == [("row", merchant) for merchant in state.row]


async def test_one_marked_die_is_rolled_again_not_several() -> None:
    state = selling((1, 6, 3, 3))
    state.favours[0] = 1
    app = BoardApp(state)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("1")
        assert app.said[-1] == ("Marked 1: e rolls it again (1 favour)", False)
        await pilot.press("2")
        assert app.said[-1] == ("Marked 1 3: e rolls them again (1 favour)", False)


@pytest.mark.parametrize(
    ("game", "command", "words"),
    [
        ("dice_village", "dice_village.signs", ["F12: signs"]),
        ("dice_village", "dice_village.done", ["[F12 Rest to market]"]),
        ("ahldarahd", "ahldarahd.info", ["F12: signs"]),
    ],
)
async def test_the_table_names_the_keys_of_now(
    game: str, command: str, words: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    match = random_match(game, 4, 3, 2, level="greedy")
    app = preview_app(match, match.to_act)
    app.settings.keys = {command: "F12"}
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bool(app.screen.query("#board")))
        board = app.screen.query_one("#board")
        await until(pilot, lambda: board.shown is not None and board.size.width > 0)
        drawn = "\n".join(board.render_line(y).text for y in range(board.size.height))
        assert all(text in drawn for text in words), drawn


@pytest.mark.parametrize("game", ["dice_village", "ahldarahd"])
async def test_a_replay_names_no_key_of_the_table(
    game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    match = random_match(game, 4, 3, 12, level="greedy")
    playback = Playback(match)
    app = preview_app(match, match.to_act)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bool(app.screen.query("#board")))
        screen = ReplayScreen(playback, [0], playback.last)
        app.push_screen(screen)
        await until(pilot, lambda: bool(screen.query("#board")))
        board = screen.query_one("#board")
        await until(pilot, lambda: board.shown is not None and board.size.width > 0)
        drawn = "\n".join(board.render_line(y).text for y in range(board.size.height))
        assert "i: signs" not in drawn and "Signs" in drawn
        assert "Reroll" not in drawn and "Turn down" not in drawn
        x, y, *_rest = next(b for b in board.painted().targets if b[4][0] in ("signs", "info"))
        await pilot.click(board, offset=(x + 1, y))
        drawn = "\n".join(board.render_line(y).text for y in range(board.size.height))
        assert "{44}" in drawn or "by land" in drawn


async def test_the_end_has_no_buttons() -> None:
    state = selling((1, 6, 3, 3))
    app = BoardApp(state)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        assert "Rest to market" in app.lines()[-1]
        board = app.query_one(Board)
        board.show(evolve(board.shown, legal=[], over=True))
        assert not app.lines()[-1].strip()
