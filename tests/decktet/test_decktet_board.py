"""The board of Caravan (Decktet), by keys and by mouse."""

from __future__ import annotations

from random import Random

from textual import on
from textual.app import App, ComposeResult

from caravan_tui.games.contract import CHANCE, OVER
from caravan_tui.games.decktet.actions import BANDIT, CARDS, PASS, kind_of
from caravan_tui.games.decktet.board import Board
from caravan_tui.games.decktet.cards import CARD_OF_CODE
from caravan_tui.games.decktet.game import GAME
from caravan_tui.games.decktet.rules import Caravan
from caravan_tui.games.decktet.text import notation
from caravan_tui.widgets.board import Shown
from tests.decktet.decktet_help import cards, play, position


class BoardApp(App[None]):
    """A board alone, with what it said and chose; both seats sit here."""

    ascii = False

    def __init__(self, state: Caravan) -> None:
        super().__init__()
        self.state = state
        self.chosen: list[int] = []
        self.said: list[tuple[str, bool]] = []

    def compose(self) -> ComposeResult:
        yield Board()

    def on_mount(self) -> None:
        self.query_one(Board).focus()
        self.deal()

    def deal(self) -> None:
        rng = Random(len(self.state.results))
        while self.state.to_act() == CHANCE:
            self.state.apply(self.state.draw(rng))
        self.display_state()

    def display_state(self, ascii_only: bool = False) -> None:
        seat = self.state.to_act()
        over = seat == OVER
        seat = 0 if over else seat
        legal = [] if over else self.state.legal()
        view = GAME.view(self.state, seat)
        shown = Shown(GAME, view, legal, [], seat, ("Ann", "Bo"), ascii=ascii_only, over=over)
        self.query_one(Board).show(shown)

    @on(Board.Chosen)
    def taken(self, event: Board.Chosen) -> None:
        self.chosen.append(event.action)
        self.state.apply(event.action)
        self.deal()

    @on(Board.Hinted)
    def heard(self, event: Board.Hinted) -> None:
        self.said.append((event.text, event.wrong))

    def text(self) -> str:
        board = self.query_one(Board)
        rows = range(board.size.height)
        return "\n".join(board.render_line(y).text for y in rows)

    def where(self, target: tuple[str, int]) -> tuple[int, int]:
        """The middle of a target on the screen."""
        canvas = self.query_one(Board).painted()
        assert canvas
        for x, y, width, height, found in canvas.targets:
            if found == target:
                return x + width // 2, y + height // 2
        raise AssertionError(f"{target} is not on the board")


def a_position() -> Caravan:
    return position("4YK AK 6LK 6MW 5ML AM 9MS", "5SW 9WY AY 2WL 2SY 7WY")


async def test_chosen_cards_say_what_they_are_and_enter_plays_them() -> None:
    app = BoardApp(a_position())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("4", "space", "6", "6", "up", "1", "1", "space")
        assert app.said[-1] == ("caravan of three, rank 6 · Enter plays it", False)
        await pilot.press("enter")
        assert [notation(action) for action in app.chosen] == ["4YK-AK=5-6LK"]


async def test_what_is_no_play_says_why_and_is_not_sent() -> None:
    app = BoardApp(a_position())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("p")
        assert app.said[-1] == ("Who leads may not pass: open the season with a caravan", True)
        await pilot.press("enter")
        assert app.said[-1][1]
        await pilot.press("6", "space", "right", "space")
        assert app.said[-1] == ("Two cards of rank 6 cannot stand in one caravan", True)
        await pilot.press("enter", "3")
        assert app.said[-1] == ("You hold no card of rank 3", True)
        assert app.chosen == []
        await pilot.press("x")
        assert app.said[-1] == ("", False)


async def test_a_key_with_nothing_to_do_says_so() -> None:
    app = BoardApp(a_position())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("home")
        for key in ("home", "x", "down", "up", "up", "end", "end"):
            app.said.clear()
            await pilot.press(key)
            await pilot.pause()
            assert key == "end" or (app.said and app.said[-1][0]), key
        assert app.said


async def test_t_reads_the_same_cards_as_another_rank() -> None:
    app = BoardApp(a_position())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("5", "space", "end", "h", "space")
        assert app.said[-1][0].startswith("caravan of two, rank 6 · Enter plays it, t reads it")
        await pilot.press("t")
        assert app.said[-1][0].startswith("caravan of two, rank 5")
        await pilot.press("enter")
        assert [notation(action) for action in app.chosen] == ["AM=4-5ML"]


async def test_tab_goes_through_the_legal_plays_with_the_chosen_cards() -> None:
    app = BoardApp(a_position())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("1", "space", "tab")
        board, first = app.query_one(Board), cards("AM")
        assert board._bd_chosen & first == first
        seen = {board._bd_chosen}
        for _ in range(len(app.state.legal())):
            await pilot.press("n")
            seen.add(board._bd_chosen)
        masks = {action & CARDS for action in app.state.legal()}
        assert seen == {mask for mask in masks if mask & first}


async def test_a_hand_to_the_end_of_the_match_by_keys() -> None:
    rng, state = Random(3), a_position()
    app = BoardApp(state)
    async with app.run_test(size=(80, 20)) as pilot:
        for _ in range(40):
            if state.to_act() == OVER:
                break
            before = len(app.chosen)
            wanted = rng.choice(state.legal())
            if wanted == PASS:
                await pilot.press("p")
            else:
                for place, card in enumerate(sorted(app.query_one(Board)._bd_hand)):
                    if wanted >> card & 1:
                        app.query_one(Board)._bd_cursor = place
                        await pilot.press("space")
                mask = wanted & CARDS
                readings = sorted(a for a in state.legal() if a & CARDS == mask)
                turns = len(readings) - 1 - readings.index(wanted)
                await pilot.press(*["t"] * turns, "enter")
            assert app.chosen[before:] == [wanted]
        assert state.to_act() == OVER
        result = app.query_one(Board).result(GAME.view(state, 0))
        assert result and len(result[1]) == 1


async def test_a_hand_to_the_end_of_the_match_by_mouse() -> None:
    rng, state = Random(5), a_position()
    app = BoardApp(state)
    async with app.run_test(size=(106, 41)) as pilot:
        for _ in range(40):
            if state.to_act() == OVER:
                break
            before = len(app.chosen)
            legal = [a for a in state.legal() if a == PASS or kind_of(a) == BANDIT]
            singles = [a for a in state.legal() if a not in legal]
            wanted = max(singles, default=0) or rng.choice(legal)
            for card in range(36):
                if wanted >> card & 1:
                    await pilot.click(offset=app.where(("card", card)))
            await pilot.click(offset=app.where(("do", 1 if wanted == PASS else 0)))
            assert len(app.chosen) == before + 1
            assert app.chosen[-1] & CARDS == wanted & CARDS
        assert state.to_act() == OVER


async def test_the_screen_at_80_columns_has_all_that_is_needed() -> None:
    app = BoardApp(a_position())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("1", "space")
        text = app.text()
        for wanted in ("Ann", "Bo", "total 0", "6 cards", "Market", "Moons cost 1", "Suns pay 1"):
            assert wanted in text
        assert all(len(line) <= 80 for line in text.splitlines())
        app.display_state(ascii_only=True)
        assert app.text().isascii()
        await pilot.press("x", "4", "space", "enter")
        assert "caravan of one, rank 4" in app.text()


async def test_a_play_in_many_words_is_never_drawn_over_or_cut() -> None:
    """The words of a mixed bandit are the longest; the list of plays stands beside them."""
    for width, height in ((80, 20), (80, 43), (140, 43)):
        state = position("3MW AY CL 9MS", "4MS 5ML 6MW 7ML", market="AM CS")
        play(state, "3MW", "4MS", "AY+CL")
        app = BoardApp(state)
        async with app.run_test(size=(width, height)) as pilot:
            await pilot.pause()
            board = app.query_one(Board)
            lines = [board.render_line(y).text for y in range(height)]
            words = "bandit: the Ace of Wyrms with the Crown of Leaves"
            assert any(words in line or "AY+CL" in line for line in lines), lines
            for line in lines:
                if words[:20] in line:
                    assert f"{words}  " in f"{line}  ", line


async def test_the_previewed_play_is_marked() -> None:
    app = BoardApp(a_position())
    async with app.run_test(size=(80, 20)):
        before = app.text()
        app.query_one(Board).preview(1 << CARD_OF_CODE["9MS"])
        assert app.text().count("▲") == before.count("▲") + 1
        app.query_one(Board).preview(None)
        assert app.text() == before


def test_our_attributes_shadow_none_of_textual() -> None:
    from textual.widget import Widget

    ours = {name for name in vars(Board()) if name.startswith("_bd_")}
    assert ours and not ours & set(dir(Widget))
