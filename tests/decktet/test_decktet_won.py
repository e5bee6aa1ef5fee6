"""What lies on the table between two seasons: the cards won, and the season before."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from caravan_tui.games.contract import Event
from caravan_tui.games.decktet.board import Board
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
            card = [line[x : x + 20] for line in lines[y + 1 : y + 6]]
            ranks = [card[1][5 * place + 1] for place in range(4)]
            assert ranks == ["2", "4", "7", "9"]
            assert "-" in card[2]
            assert "+" in "".join(card[2:4])


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
