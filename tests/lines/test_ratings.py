"""The leaderboards in sentences."""

from __future__ import annotations

import pytest

from caravan_tui.bus.competition_messages import Board, BoardRow, SeasonRow
from caravan_tui.lines.ratings import MOST_SAID, board_lines


def row(place: int, rank: int, is_own: bool = False) -> BoardRow:
    """A player of a board."""
    return BoardRow(rank, f"P{place}", 1600 - place, 80, place, 1, 0.0, is_own)


class Client:
    """Answers with a board of Caravan (Decktet) that has more players than are said."""

    async def board(self, game: str, season: int = 0) -> Board:
        rows = [row(place, place, place == 40) for place in range(1, 41)] + [row(41, 0)]
        seasons = [SeasonRow(number, 0.0, 0.0) for number in (1, 2)]
        return Board("", game, season, seasons, rows if game == "decktet" else [], len(rows))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "",
            "Caravan, cards: 41 players. 40. P40 (you): 1560, give or take 80; 40 matches, 1 won.",
        ),
        ("cards", "1. P1: 1599, give or take 80; 1 match, 1 won."),
        ("cards", "40. P40 (you): 1560, give or take 80; 40 matches, 1 won."),
        ("cards", "10 more players."),
        ("cards 2", "Caravan, cards, season 2:"),
        ("cards 3", "There is no season 3. The last one is 2."),
        ("cards spring", "'spring' is not the number of a season."),
        ("dice", "Dice Village, dice: Nobody is rated here yet."),
    ],
)
async def test_a_board_is_said_with_ones_own_place(words: str, said: str) -> None:
    lines = [line.replace(" · ", ", ") for line in await board_lines(Client(), words)]  # type: ignore[arg-type]
    assert said in lines and len(lines) <= MOST_SAID + 3
