"""What lies on the table between two seasons: the cards won, and the season before."""

from __future__ import annotations

from random import Random

import pytest
from textual.app import App, ComposeResult

from caravan_tui import words
from caravan_tui.games.contract import CHANCE, OVER, Event
from caravan_tui.games.decktet.board import Board
from caravan_tui.games.decktet.cards import SUIT_LETTERS, suit_name
from caravan_tui.games.decktet.game import GAME
from caravan_tui.games.decktet.rules import Caravan
from caravan_tui.widgets.board import Shown
from tests.decktet.decktet_help import play, position

MARKET = "AM CS"
"""Moons cost 1, Suns pay 1."""


class Table(App[None]):
    """A board alone."""

    def compose(self) -> ComposeResult:
        yield Board()

    def put(self, state: Caravan, events: list[Event], ascii_only: bool = False) -> list[str]:
        """Show the position to seat 0; the lines of the board."""
        board = self.query_one(Board)
        legal = state.legal() if state.to_act() == 0 else []
        board.show(
            Shown(
                GAME,
                GAME.view(state, 0),
                legal,
                [],
                0,
                ("Ann", "Bo"),
                events=events,
                ascii=ascii_only,
                over=state.to_act() == OVER,
            )
        )
        return [board.render_line(y).text for y in range(board.size.height)]


def a_season() -> Caravan:
    """Seat 1 has won two cards before; seat 0 leads."""
    return position("8YK 2WL 9LK", "2SY 4WL 6LK 5YK", market=MARKET, taken=("", "4MS 7SK 9MS 2MK"))


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("size", [(80, 20), (106, 41), (152, 56)])
async def test_the_cards_won_lie_there_with_what_the_market_makes_of_them(
    size: tuple[int, int], ascii_only: bool
) -> None:
    app = Table()
    async with app.run_test(size=size):
        state = a_season()
        lines = app.put(state, [], ascii_only)
        text = "\n".join(lines)
        assert not ascii_only or text.isascii()
        if size[0] == 80:
            assert "7SK+" in text
            assert "2MK-" in text
            assert "4MS " in text
        else:
            wins = "Bo won 4: 0"
            y = next(y for y, line in enumerate(lines) if wins in line)
            x = lines[y].index("Bo won") - 2
            card = [line[x : x + 28] for line in lines[y + 1 : y + 8]]
            ranks = [card[1][7 * place + 2] for place in range(4)]
            assert ranks == ["2", "4", "7", "9"]
            assert "-" in card[2]
            assert "+" in "".join(card[2:5])


async def test_the_season_before_lies_there_until_the_next_one_and_goes_with_an_undo() -> None:
    app = Table()
    async with app.run_test(size=(152, 56)):
        state = a_season()
        app.put(state, [])
        text = "\n".join(app.put(state, play(state, "2WL")))
        assert "caravan of one, rank 2" in text
        before = state.clone()
        text = "\n".join(app.put(state, play(state, "5YK", "9LK", "pass")))
        assert "Ann collects 3 cards" in text
        for rank in (2, 5, 9):
            assert f"caravan of one, rank {rank}" in text
        text = "\n".join(app.put(before, []))
        assert "rank 9" not in text
        assert "collects" not in text
        text = "\n".join(app.put(a_season(), []))
        assert "collects" not in text
        assert "rank 2" not in text


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("size", [(80, 20), (100, 26), (106, 41), (152, 56)])
async def test_after_the_end_the_table_has_all_cards_and_none_to_come(
    size: tuple[int, int], ascii_only: bool
) -> None:
    state = position("2SY", "3SK 4MS", taken=("9LK 8MS", "7ML 2MK"))
    app = Table()
    async with app.run_test(size=size) as pilot:
        events = play(state, "2SY", "pass")
        assert GAME.view(state, 0)["to_act"] == OVER
        text = "\n".join(app.put(state, events, ascii_only))
        assert "Unseen" not in text and "opens" not in text
        assert "Hand 1 is over: Ann went out." in text
        assert "Set aside" in text and "left: 3SK 4MS" in text
        assert "won: " in text
        for rank in (9, 8, 7):
            assert f"{rank}" in text
        said: list[str] = []
        board = app.query_one(Board)
        board.say = lambda words, wrong=False: said.append(words)  # type: ignore[method-assign]
        board.focus()
        await pilot.press("v")
        assert said == ["The match is over: no card is still to come"]


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_suits_are_named_at_80_columns_wherever_the_left_side_is_free(
    language: str, ascii_only: bool
) -> None:
    words.use(language)
    app = Table()
    async with app.run_test(size=(80, 20)):
        state = position("2MK 3SK 9LK 6LK", "2WL 4WL 5YK 5ML")
        names = [suit_name(suit) for suit in range(6)]
        for events in ([], play(state, "2MK"), play(state, "5YK", "6LK")):
            lines = app.put(state, events, ascii_only)
            left = "\n".join(line[:38] for line in lines[4:12])
            assert all(name in left for name in names), left


@pytest.mark.parametrize(("size", "wide"), [((80, 20), 5), ((106, 41), 7), ((152, 56), 7)])
async def test_the_cards_of_a_season_are_larger_where_there_is_room(
    size: tuple[int, int], wide: int
) -> None:
    app = Table()
    async with app.run_test(size=size):
        state = position("2MK 3SK", "5YK 4WL")
        lines = app.put(state, play(state, "2MK"))
        y = next(y for y, line in enumerate(lines) if "caravan of one, rank 2" in line)
        x = lines[y].index("● caravan")
        assert lines[y + 1][x : x + wide] == "╔" + "═" * (wide - 2) + "╗"
        assert lines[y + wide][x] == "╚"
        if wide == 7:
            assert "Unseen" in "\n".join(lines)


@pytest.mark.parametrize("size", [(80, 20), (120, 28), (106, 41)])
async def test_v_says_so_where_the_cards_seen_are_shown_anyway(size: tuple[int, int]) -> None:
    app = Table()
    async with app.run_test(size=size) as pilot:
        state = position("2MK 3SK", "5YK 4WL")
        said: list[str] = []
        board = app.query_one(Board)
        board.say = lambda words, wrong=False: said.append(words)  # type: ignore[method-assign]
        board.focus()
        lines = app.put(state, play(state, "2MK"))
        shown = any("Unseen" in line for line in lines)
        assert shown is not any("v: cards seen" in line for line in lines)
        await pilot.press("v")
        assert said == (["The cards seen are shown already"] if shown else [])
        lines = [board.render_line(y).text for y in range(board.size.height)]
        assert any("Unseen" in line for line in lines)


async def test_a_picture_of_the_table_has_no_buttons_no_cursor_and_names_no_key() -> None:
    app = Table()
    async with app.run_test(size=(80, 20)) as pilot:
        board = app.query_one(Board)
        state = position("2MK 3SK", "5YK 4WL", leader=1)
        events = play(state, "4WL")
        told = "\n".join(app.put(state, events))
        assert "[ Pass ]" in told and "v: cards seen" in told and "║" in told
        board.can_focus = False
        told = "\n".join(app.put(state, []))
        assert "[ Pass ]" not in told and "v: cards seen" not in told and "║" not in told
        assert "the Origin" not in told and "the Author" not in told
        await pilot.click(Board, offset=(38, 17))
        assert "║" not in "\n".join(board.render_line(y).text for y in range(20))


@pytest.mark.parametrize("size", [(106, 41), (152, 56)])
async def test_how_a_hand_ended_stays_beside_the_first_season_of_the_next(
    size: tuple[int, int],
) -> None:
    state = position("2SY", "3SK 4MS 9MS", hands=2, taken=("9LK 8MS", "7ML 2MK"), market="AM CS")
    app = Table()
    async with app.run_test(size=size):
        play(state, "2SY", "pass")
        rng = Random(1)
        while state.to_act() == CHANCE:
            state.apply(state.draw(rng))
        state.apply(next(action for action in state.legal()))
        text = "\n".join(app.put(state, []))
        assert "Season, led by" in text and "Hand 1 is over: Ann went out." in text
        assert "left: 3SK 4MS 9MS" in text and "Set aside" in text


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [(80, 46), (90, 40), (106, 41), (152, 56)])
async def test_the_suits_are_named_on_every_tall_terminal(
    size: tuple[int, int], language: str, ascii_only: bool
) -> None:
    words.use(language)
    app = Table()
    async with app.run_test(size=size):
        state = position("2MK 3SK 9LK 6LK", "2WL 4WL 5YK 5ML")
        for events in ([], play(state, "2MK"), play(state, "5YK", "6LK")):
            text = "\n".join(app.put(state, events, ascii_only)[4:-8])
            for suit in range(6):
                mark = SUIT_LETTERS[suit]
                assert f"{mark} {suit_name(suit)}" in text
            assert words._("A caravan: ranks in a row") in text
