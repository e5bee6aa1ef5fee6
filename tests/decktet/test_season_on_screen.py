"""What lies on the table between two seasons: the cards won, and the season before."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from caravan_tui import i18n
from caravan_tui.games.contract import CHANCE, OVER, Event
from caravan_tui.games.decktet.board import Board
from caravan_tui.games.decktet.pieces import CARD_OF_CODE, NUMBER_COUNT, suit_name
from caravan_tui.games.decktet.render.cards import face, suit_mark
from caravan_tui.games.decktet.rules import DecktetState
from caravan_tui.widgets.drawing.canvas import HALF, Canvas
from caravan_tui.widgets.drawing.cards import draw_card
from caravan_tui.widgets.drawing.depth import Pens
from caravan_tui.widgets.drawing.palette import palette
from tests.decktet.decktet_help import GAME, play, position
from tests.support.canvases import canvas_of
from tests.support.state_app import StateApp

NIGHT = palette({}, True)
MARKET = "AM CS"
"""Moons cost 1, Suns pay 1."""


def open_board() -> StateApp[Board]:
    """The board alone, seen by seat 0."""
    return StateApp[Board]("decktet", a_season(), seat=0)


def put(
    app: StateApp[Board],
    state: DecktetState,
    events: Sequence[Event] = (),
    ascii_only: bool = False,
) -> list[str]:
    """Show a position; the lines of the board."""
    app.state = state
    app.present(events, ascii=ascii_only, animate=True)
    return app.lines()


def a_season() -> DecktetState:
    """Seat 1 has won two cards before; seat 0 leads."""
    return position("8YK 2WL 9LK", "2SY 4WL 6LK 5YK", market=MARKET, taken=("", "4MS 7SK 9MS 2MK"))


@pytest.mark.parametrize("size", [(80, 20), (106, 41), (152, 56)])
async def test_the_cards_won_lie_there_with_what_the_market_makes_of_them(
    size: tuple[int, int],
) -> None:
    app = open_board()
    async with app.run_test(size=size):
        assert HALF not in "".join(put(app, a_season(), ascii_only=True))
        lines = put(app, a_season())
        if size[0] == 80:
            y = next(y for y, line in enumerate(lines) if "■ Bo  4 cards won: 0" in line)
            assert lines[y + 1].split() == ["2-", "4", "7+", "9"]
            assert lines[y + 2].split() == ["MK", "MS", "SK", "MS"]
        else:
            y = next(y for y, line in enumerate(lines) if "■ Bo  4 cards won: 0" in line)
            x = lines[y].index("■ Bo  4")
            card = [line[x : x + 40] for line in lines[y + 1 : y + 9]]
            ranks = [char for char in card[0] if char.isdigit()]
            assert ranks == ["2", "4", "7", "9"]
            assert "-1" in "".join(card[4:]) and "+1" in "".join(card[4:]), card


@pytest.mark.parametrize("size", [(80, 20), (86, 32), (124, 46)])
async def test_all_cards_that_a_bandit_would_win_lie_on_the_table(size: tuple[int, int]) -> None:
    state = position("3SK 4YK 5YK AY CM 2WL", "CW 2SY 6LK", market="CK AM")
    app = StateApp[Board]("decktet", state, seat=0)
    async with app.run_test(size=size):
        put(app, state)
        lines = put(app, state, play(state, "3SK-4YK-5YK", "CW", "AY+CM"))
        y = next(y for y, line in enumerate(lines) if "3+ 4+ 5+" in line)
        assert "SK YK YK" in lines[y + 1] and "earlier plays" in lines[y + 1]
        assert "6 cards on the table" in "\n".join(lines)


async def test_earlier_plays_lie_beside_the_last_two_on_a_cloth_for_them() -> None:
    state = position("3SK 4YK 5YK AY CM 2WL", "CW 2SY 6LK", market="CK AM")
    app = StateApp[Board]("decktet", state, seat=0)
    async with app.run_test(size=(152, 56)):
        put(app, state)
        lines = put(app, state, play(state, "3SK-4YK-5YK", "CW", "AY+CM"))
        y = next(y for y, line in enumerate(lines) if "bandit: the Crown of Waves" in line)
        assert "caravan of three, rank 5" in lines[y]
        assert all(card in lines[y + 1] for card in ("C W", "3 SK", "4 YK", "5 YK"))
        assert sum("6 cards on the table" in line for line in lines) == 1


async def test_below_a_play_alone_lies_the_season_before() -> None:
    app = open_board()
    async with app.run_test(size=(152, 56)):
        state = a_season()
        put(app, state, [])
        put(app, state, play(state, "2WL", "4WL", "pass"))
        lines = put(app, state, play(state, GAME.notation(state.legal()[0], state)))
        text = "\n".join(lines)
        now = next(y for y, line in enumerate(lines) if "on the table, worth" in line)
        before = next(y for y, line in enumerate(lines) if "collects" in line)
        assert now < before, text
        assert "rank 2" in "\n".join(lines[before:]) and "rank 4" in "\n".join(lines[before:])


@pytest.mark.parametrize("size", [(118, 46), (152, 56)])
async def test_the_cards_won_lie_beside_a_season_on_a_large_cloth(size: tuple[int, int]) -> None:
    app = open_board()
    async with app.run_test(size=size):
        state = a_season()
        put(app, state, [])
        lines = put(app, state, play(state, "2WL", "4WL"))
        for title in ("■ Bo  4 cards won: 0", "● Ann"):
            assert any(title in line for line in lines[10:30]), title


async def test_earlier_plays_without_room_for_their_cards_are_told_in_words() -> None:
    state = position("3SK 5YK AK CS CY 3MW", "4MS 5SW 6SY AS AY CK 9LK", market="AM AL")
    app = StateApp[Board]("decktet", state, seat=0)
    async with app.run_test(size=(80, 20)):
        put(app, state)
        plays = ("CS=2-3SK-AK=4-5YK", "4MS-5SW-6SY-AS=7", "CY", "AY+CK")
        text = "\n".join(put(app, state, play(state, *plays)))
        assert "earlier: ■ caravan of four, rank 7 …" in text
        assert "4MS-5SW" not in text


async def test_the_season_before_lies_there_until_the_next_one_and_goes_with_an_undo() -> None:
    app = open_board()
    async with app.run_test(size=(152, 56)):
        state = a_season()
        put(app, state, [])
        text = "\n".join(put(app, state, play(state, "2WL")))
        assert "caravan of one, rank 2" in text
        before = state.clone()
        text = "\n".join(put(app, state, play(state, "5YK", "9LK", "pass")))
        assert "Ann collects 3 cards" in text
        for rank in (5, 9):
            assert f"caravan of one, rank {rank}" in text
        text = "\n".join(put(app, before, []))
        assert "rank 9" not in text
        assert "Ann collects" not in text
        text = "\n".join(put(app, a_season(), []))
        assert "Ann collects" not in text
        assert "rank 2" not in text


@pytest.mark.parametrize("size", [(80, height) for height in range(20, 36)])
async def test_the_cards_won_lie_below_the_season_before(size: tuple[int, int]) -> None:
    app, theirs, own = open_board(), "■ Bo  4 cards won: 0", "● Ann  3 cards won: 0"
    async with app.run_test(size=size):
        state = a_season()
        put(app, state, [])
        put(app, state, play(state, "2WL", "4WL"))
        put(app, state, play(state, "8YK", "pass"))
        assert any("Ann collects 3 cards" in line for line in app.lines())
        canvas = canvas_of(app.board)
        lines = app.lines()
        titles = [y for y, line in enumerate(lines) if y > 3 and line.strip() == theirs]
        assert titles or size[1] < 22
        assert any(line.strip() == own for line in lines) or size[1] < 24
        for y in titles:
            under = {canvas.colour_at(x, y) for x in range(2, 78)}
            assert len(under) == 1, lines[y]


@pytest.mark.parametrize("leads", [True, False])
async def test_the_last_plays_are_as_large_as_a_small_cloth_has_rows(leads: bool) -> None:
    """Without a row for the cards won, their pictures go down to its edge, and no further."""
    app = open_board()
    async with app.run_test(size=(80, 20)):
        state = a_season()
        put(app, state, [])
        app.seat = 0 if leads else 1
        lines = put(app, state, play(state, "2WL", "4WL", "8YK", "pass"), ascii_only=True)
        y = next(y for y, line in enumerate(lines) if "caravan of one, rank 8" in line)
        x = lines[y + 1].index("┌", lines[y].index("rank 8") - 20)
        assert lines[y + (6 if leads else 4)][x] == "└"
        assert not set("┌┐└┘│") & set(lines[11]), "the row of the own seat is free"


@pytest.mark.parametrize("size", [(80, 20), (100, 26), (106, 41), (152, 56)])
async def test_after_the_end_the_table_has_all_cards_and_none_to_come(
    size: tuple[int, int],
) -> None:
    state = position("2SY", "3SK 4MS", taken=("9LK 8MS", "7ML 2MK"))
    app = open_board()
    async with app.run_test(size=size) as pilot:
        events = play(state, "2SY", "pass")
        assert GAME.view(state, 0)["to_act"] == OVER
        text = "\n".join(put(app, state, events))
        assert "Unseen" not in text and "opens" not in text
        assert "Hand 1 is over: Ann went out." in text
        assert "Set aside" in text and "left: 3SK 4MS" in text
        assert "(out first +5, rival's cards +2, cards won " in text, "all parts of the points"
        for rank in (9, 8, 7):
            assert f"{rank}" in text
        await pilot.press("v")
        assert app.status[-1][0] == "The match is over. No more cards will come."


@pytest.mark.parametrize("size", [(80, 20), (90, 40), (106, 41), (152, 56)])
async def test_the_suits_are_named_before_the_first_play_and_beside_the_unseen_cards(
    size: tuple[int, int],
) -> None:
    app = open_board()
    async with app.run_test(size=size) as pilot:
        for language, ascii_only in product(("en", "fr"), (False, True)):
            i18n.use(language)
            state = position("2MK 3SK 9LK 6LK", "2WL 4WL 5YK 5ML")
            for is_played in (False, True):
                events = []
                if is_played:
                    events = play(state, "2MK")
                    await pilot.press("v")
                text = "\n".join(put(app, state, events, ascii_only))
                for suit in range(6):
                    assert f"{suit_mark(suit, ascii_only)} {suit_name(suit)}" in text, text
                assert i18n._("A caravan: ranks in a row") in text, (language, ascii_only)
            await pilot.press("v")


@pytest.mark.parametrize(
    ("size", "columns", "rows"),
    [((80, 20), 7, 6), ((106, 41), 10, 8), ((118, 46), 16, 13), ((152, 56), 16, 14)],
)
async def test_the_cards_of_a_season_are_larger_where_there_is_room(
    size: tuple[int, int], columns: int, rows: int
) -> None:
    app = open_board()
    async with app.run_test(size=size):
        state = position("2MK 3SK", "5YK 4WL")
        lines = put(app, state, play(state, "2MK"), ascii_only=True)
        y = next(y for y, line in enumerate(lines) if "caravan of one, rank 2" in line)
        x = lines[y + 1].index("┌")
        assert lines[y + 1][x : x + columns] == "┌" + "─" * (columns - 2) + "┐"
        assert lines[y + rows][x] == "└"
        words = lines[y].index("caravan of one")
        assert words - 6 < x < words + 20, "a play alone lies in the middle, below its words"


@pytest.mark.parametrize("size", [(80, 20), (120, 28), (106, 41), (152, 56)])
async def test_v_says_so_where_the_cards_seen_are_shown_anyway(size: tuple[int, int]) -> None:
    app = open_board()
    async with app.run_test(size=size) as pilot:
        state = position("2MK 3SK", "5YK 4WL")
        lines = put(app, state, play(state, "2MK"))
        has_unseen = any("Unseen" in line for line in lines)
        assert has_unseen is not any("i: signs" in line for line in lines), lines
        app.status.clear()
        await pilot.press("v")
        said = [text for text, _is_error in app.status if text]
        words = "The signs and the unseen cards are already on screen."
        assert said == ([words] if has_unseen else [])
        assert "Unseen" in app.text()
        assert ("v closes" in app.text() or "i closes" in app.text()) is not has_unseen


async def test_a_picture_of_the_table_has_no_buttons_no_cursor_and_names_no_key() -> None:
    app = open_board()
    async with app.run_test(size=(80, 20)) as pilot:
        state = position("2MK 3SK", "5YK 4WL", leader=1)
        events = play(state, "4WL")
        picture = "\n".join(put(app, state, events, ascii_only=True))
        assert "[Pass]" in picture and "i: signs" in picture and "►─" in picture
        app.board.can_focus = False
        picture = "\n".join(put(app, state, [], ascii_only=True))
        assert "[Pass]" not in picture and "i: signs" not in picture and "►─" not in picture
        assert "the Origin" not in picture and "the Author" not in picture
        await pilot.click(offset=(38, 17))
        assert "►─" not in app.text()


@pytest.mark.parametrize("width", [40, 50, 61, 62, 80])
async def test_a_table_however_narrow_says_what_suits_pay_beside_backs(width: int) -> None:
    """As in the picture of a problem."""
    state = position("2SY", "3SK 4MS 9MS", market="AM CS")
    app = open_board()
    async with app.run_test(size=(width, 13)):
        lines = put(app, state, [], ascii_only=True)
        assert "Moons -1" in lines[1] and "Suns +1" in lines[2], lines[:3]
        assert lines[1].strip().startswith("▒▒▒ ▒▒▒ ▒▒▒"), "and the backs of a hand"


@pytest.mark.parametrize("size", [(80, 20), (106, 41), (152, 56)])
async def test_how_a_hand_ended_stays_until_the_first_play_of_the_next(
    size: tuple[int, int],
) -> None:
    state = position("2SY", "3SK 4MS 9MS", hands=2, taken=("9LK 8MS", "7ML 2MK"), market="AM CS")
    app = open_board()
    async with app.run_test(size=size):
        play(state, "2SY", "pass")
        rng = Random(1)
        while state.to_act() == CHANCE:
            state.apply(state.draw(rng))
        text = "\n".join(put(app, state, []))
        assert "Hand 1 is over: Ann went out." in text
        assert "left: 3SK 4MS 9MS" in text and "Set aside" in text


async def test_great_cards_lie_beside_what_is_known_and_not_under_it() -> None:
    app = open_board()
    async with app.run_test(size=(152, 56)):
        state = position("2MK 3SK 4MS 5SW 6SY 7WY 8WL 9MS", "3MW 4YK", taken=("5YK 4WL", "6LK 7ML"))
        for events in ([], play(state, "2MK")):
            lines = put(app, state, events)
            for words in ("Unseen", "Points of each hand", "A caravan: ranks in a row"):
                assert any(words in line for line in lines), (words, lines)


@pytest.mark.parametrize("size", [(125, 46), (152, 56)])
async def test_the_signs_take_the_columns_that_are_free_to_say_who_collects(
    size: tuple[int, int],
) -> None:
    app = open_board()
    async with app.run_test(size=size):
        state = position("2MK 3SK", "5YK 4WL")
        text = "\n".join(put(app, state, play(state, "2MK")))
        assert "Bandit: A C alone, other collects" in text and "Points of each hand" in text


async def test_what_a_card_of_the_market_does_lies_on_one_ground() -> None:
    app = open_board()
    async with app.run_test(size=(125, 46)):
        row, line = next(
            (row, line) for row, line in enumerate(put(app, a_season())) if "Suns +1" in line
        )
        canvas = canvas_of(app.board)
        words = range(line.index("Moons -1"), line.index("Suns +1") + len("Suns +1"))
        assert len({canvas.colour_at(x, row) for x in words}) == 1


async def test_in_ascii_a_seat_is_no_article_and_no_ace() -> None:
    app = open_board()
    async with app.run_test(size=(80, 20)):
        state = position("2MK 3SK", "5YK 4WL")
        lines = put(app, state, play(state, "2MK"), ascii_only=True)
        assert any("(A) caravan of one, rank 2" in line for line in lines), lines


@pytest.mark.parametrize("leader", [0, 1])
async def test_who_opens_a_season_stands_on_the_cloth_only_if_it_is_not_you(leader: int) -> None:
    state = position("3SK 4YK 5YK", "CW 2SY 6LK", leader=leader)
    app = StateApp[Board]("decktet", state, seat=0)
    async with app.run_test(size=(80, 20)):
        text = "\n".join(put(app, state))
        assert ("the season" in text) == (leader == 1), "your prompt says so"


async def test_the_play_to_beat_and_its_cards_stay_in_sight_beside_the_signs() -> None:
    app = open_board()
    async with app.run_test(size=(80, 20)) as pilot:
        state = position("2MK 3SK", "5YK 4WL")
        put(app, state, play(state, "2MK"))
        await pilot.press("i")
        lines = app.lines()
        (row,) = [number for number, line in enumerate(lines) if "caravan of one, rank 2" in line]
        assert lines[row].rstrip().endswith(("2", "2-"))
        assert lines[row + 1].rstrip().endswith("MK"), "its card is beside its line"
        assert "1 card on the table, worth -1" in lines[row + 1]
        text = "\n".join(lines)
        assert "Unseen" in text and "A caravan: ranks in a row" in text
        assert "Bandit: A C alone" in text
        put(app, state, play(state, "5YK"))
        lines = app.lines()
        assert "caravan of one, rank 2" in lines[row] and "caravan of one, rank 5" in lines[row]
        assert "MK" in lines[row + 1] and lines[row + 1].rstrip().endswith("YK"), lines[row + 1]


async def test_cards_of_a_play_lie_side_by_side_where_the_other_play_leaves_them_room() -> None:
    state = position("2MK 3SK 4YK 5YK 6LK 8MS", "AS CS 9MS", market="AM CK")
    app = open_board()
    async with app.run_test(size=(80, 20)):
        lines = put(app, state, play(state, "2MK-3SK-4YK-5YK-6LK", "AS+CS"))
        (heads,) = [line for line in lines if "2 MK" in line]
        for head in ("2 MK", "3 SK", "4 YK", "5 YK", "6 LK"):
            assert head in heads, (head, heads)


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_card_that_lies_aside_leaves_the_key_of_the_signs_its_place(language: str) -> None:
    i18n.use(language)
    app = open_board()
    async with app.run_test(size=(80, 20)):
        state = position("2MK 3SK", "5YK 4WL")
        state.turned = CARD_OF_CODE["AW"]
        lines = put(app, state)
        aside = i18n._("{code} aside").format(code="AW")
        key = i18n._("{key}: signs").format(key="i")
        assert any(f"{aside} " in line and line.rstrip().endswith(f" {key}") for line in lines)


@pytest.mark.parametrize("size", [(80, 20), (118, 46)])
async def test_a_picture_of_a_match_leaves_out_the_card_aside_which_nothing_explains_there(
    size: tuple[int, int],
) -> None:
    app = open_board()
    async with app.run_test(size=size):
        state = position("2MK 3SK", "5YK 4WL")
        state.turned = CARD_OF_CODE["AW"]
        for can_focus in (True, False):
            app.board.can_focus = can_focus
            assert any("AW aside" in line for line in put(app, state)) is can_focus


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [(80, 20), (90, 40), (118, 46)])
async def test_before_the_first_play_each_suit_has_its_picture_and_what_it_counts(
    size: tuple[int, int], language: str
) -> None:
    i18n.use(language)
    app = open_board()
    async with app.run_test(size=size):
        state = position("2MK 3SK 9LK 6LK", "2WL 4WL 5YK 5ML", market="AM CK")
        text = "\n".join(put(app, state))
        costs = i18n._("{points} a card").format(points="-1")
        pays = i18n._("{points} a card").format(points="+1")
        assert text.count(costs) == text.count(pays) == 1
        assert text.count(i18n._("no points")) == 4
        for suit in range(6):
            assert f"{suit_mark(suit, False)} {suit_name(suit)}" in text


@pytest.mark.parametrize("step", [5, 6, 7])
def test_no_card_of_a_fan_hides_a_column_of_the_suits_before_it(step: int) -> None:
    drawn = Canvas(7, 7, Pens(NIGHT))
    for card in range(NUMBER_COUNT):
        draw_card(drawn, 0, 0, 7, 7, face(card, 0, NIGHT, False), covered_from=step)
        for y in range(1, 6):
            paper = drawn.colour_at(6, y)
            assert all(drawn.colour_at(x, y) == paper for x in range(step, 6)), (card, y)


@pytest.mark.parametrize("height", [3, 4, 5])
def test_a_card_without_pictures_names_both_of_its_suits_whatever_its_height(height: int) -> None:
    canvas = Canvas(8, 6, Pens(NIGHT))
    card = CARD_OF_CODE["6MW"]
    draw_card(canvas, 1, 0, 6, height, face(card, 0, NIGHT, False))
    lines = [canvas.line(y) for y in range(height)]
    assert "6" in lines[0] and "☾M" in lines[1] and "≋W" in lines[2], lines


@pytest.mark.parametrize("size", [(60, 13), (80, 15), (80, 20)])
async def test_what_the_cards_are_worth_is_written_on_the_cloth_not_on_a_shade(
    size: tuple[int, int],
) -> None:
    state = position("3SK 4YK 5YK AY CM 2WL", "CW 2SY 6LK", market="CK AM")
    app = StateApp[Board]("decktet", state, seat=0)
    async with app.run_test(size=size):
        put(app, state)
        lines = put(app, state, play(state, "3SK-4YK-5YK", "CW"))
        words = "4 cards on the table, worth"
        y, line = next((y, line) for y, line in enumerate(lines) if words in line)
        canvas, x = canvas_of(app.board), line.index(words)
        cloth = canvas.colour_at(x - 1, y)
        for column in range(x, x + len(words)):
            assert {canvas.row(y)[half][column] for half in (0, 1)} == {cloth}
