"""A turn: lines, blocks, camels, count and tail; the worked examples of the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from caravan_tui.games.caravanserai.events import TailReturned
from caravan_tui.games.caravanserai.rules import CaravanseraiState
from tests.caravanserai.desert import (
    BLACK,
    PURPLE,
    RED,
    WHITE,
    desert,
    kinds,
    lays,
    moves,
    only,
    play,
    wall,
)

# Along q = 2 from the north the board of six has sixteen cells.


def wide(expert: bool = False, **more: Any) -> CaravanseraiState:
    """Seat 0 at the west end of six tiles' width, a stock of everything."""
    return desert(["2,-7", "5,5", "9,-4", "0,6", "-7,5", "0,-5"], expert=expert, stock=6, **more)


@pytest.mark.parametrize(
    ("pieces", "laid"),
    [
        (("1 yellow", "2 white", "3 red", "4 black", "camel"), 11),
        (("2 red", "3 black", "camel"), 6),
        (("1 red", "2 yellow", "3 red", "camel"), 7),
        (("2 white", "camel"), 3),
        (("camel",), 1),
    ],
)
def test_examples_of_legal_placements(pieces: tuple[str, ...], laid: int) -> None:
    state = wide()
    events = play(state, *lays(state, "SE", *pieces))
    tail = only(events, TailReturned)
    assert (tail.laid, tail.count) == (laid, laid)
    assert len(state.caravans[0]) == 1


@pytest.mark.parametrize(
    ("before", "illegal"),
    [
        (("1 red",), "block red 2"),
        (("2 red",), "block black 4"),
        ((), "block red 3"),
        (("2 red",), "block black 2"),
        (("1 yellow", "2 white"), "block red 4"),
    ],
)
def test_examples_of_illegal_placements(before: tuple[str, ...], illegal: str) -> None:
    state = wide()
    play(state, *lays(state, "SE", *before))
    assert illegal not in moves(state)


def test_a_bend_on_a_plain_cell_is_illegal() -> None:
    state = wide()
    play(state, "dir SE", "block red 1")
    assert not any(line.startswith("dir") for line in moves(state))


def test_example_of_a_count_of_four() -> None:
    state = desert(
        ["-3,0", "5,0"],
        sites={"1,0": PURPLE, "4,-3": BLACK, "5,-2": RED},
        stock=4,
    )
    wall(state, 0, "-4,1", "-4,0", "-3,-1", "-2,-1")
    play(state, *lays(state, "E", "1 purple", "2 yellow", "3 purple"))
    assert {line.split()[0] for line in moves(state)} == {"dir"}
    play(state, "dir NE")
    black = state.stock[BLACK]
    events = play(state, "camel")
    tail = only(events, TailReturned)
    assert (tail.seat, tail.laid, tail.count) == (0, 7, 4)
    assert state.stock[BLACK] == black + 1
    assert state.market[BLACK] == 3
    assert kinds(state) == ["camel", "purple", "yellow", "yellow", *["purple"] * 3, "camel"]


EXPERT = [
    (("lying", "SE", "camel"), 2),
    (("1 red", "lying", "SE", "3 red", "camel"), 6),
    (("1 black", "2 yellow", "lying", "SE", "4 black", "5 white", "camel"), 14),
    (("1 yellow", "2 red", "3 white", "lying", "SE", "camel"), 8),
]


@pytest.mark.parametrize(("pieces", "count"), EXPERT)
def test_expert_examples_and_their_counts(pieces: tuple[str, ...], count: int) -> None:
    state = wide(expert=True)
    events = play(state, *lays(state, "SE", *pieces))
    tail = only(events, TailReturned)
    assert (tail.laid, tail.count) == (count, count)


@pytest.mark.parametrize(
    ("before", "illegal"),
    [
        ((), "block red 2"),
        (("1 red", "lying", "SE"), "block red 2"),
        (("1 red", "lying", "SE"), "lying"),
        (("lying", "SE"), "block red 1"),
    ],
)
def test_expert_examples_of_illegal_steps(before: tuple[str, ...], illegal: str) -> None:
    state = wide(expert=True)
    play(state, *lays(state, "SE", *before))
    assert illegal not in moves(state)


def test_expert_no_bend_on_a_plain_cell_after_a_block() -> None:
    state = wide(expert=True)
    play(state, "dir SE", "block red 1")
    assert {line.split()[0] for line in moves(state)} == {"block", "lying", "camel"}


def test_expert_a_lying_camel_in_place_of_the_first_block_is_followed_by_two() -> None:
    state = wide(expert=True)
    play(state, "dir SE", "lying", "dir SE")
    assert [line for line in moves(state) if "block" in line] == [
        f"block {colour} 2" for colour in ("white", "black", "purple", "red", "yellow")
    ]


def test_expert_a_lying_camel_may_turn_on_a_plain_cell() -> None:
    state = desert(["0,0", "5,0"], expert=True)
    play(state, "dir E", "lying")
    assert moves(state) == ["dir E", "dir NE", "dir NW", "dir SW", "dir SE"]
    play(state, "dir SW", "camel")
    assert state.board.names[state.caravans[0][-1] >> 3] == "0,1"


def test_expert_is_off_in_the_standard_game() -> None:
    state = wide()
    play(state, "dir E")
    assert "lying" not in moves(state)


def test_a_camel_alone_leaves_the_length_unchanged() -> None:
    state = desert(["0,0", "5,0"])
    wall(state, 0, "-1,0", "-2,0")
    play(state, "dir E", "camel")
    assert len(state.caravans[0]) == 3
    assert state.stock[RED] == 4
    assert state.board.names[state.caravans[0][0] >> 3] == "-1,0"


# K-1 to K-5


def test_k1_lines_do_not_cross_and_stay_on_the_board() -> None:
    state = desert(["0,0", "3,0"])
    wall(state, 0, "-1,0", "0,-1")
    assert "dir W" not in moves(state)
    assert "dir NW" not in moves(state)
    play(state, "dir E")
    assert [line.split()[-1] for line in moves(state) if "block" in line] == ["1"] * 5
    edge = desert(["-2,7", "5,0"])
    assert moves(edge) == ["dir NE", "dir NW", "dir W"]


def test_k1_neighbours_of_other_caravans_are_fine() -> None:
    state = desert(["0,0", "1,-1"])
    play(state, "dir E", "camel")
    assert state.seat == 1


def test_k1_ones_own_tail_is_in_the_way_until_the_tail_step() -> None:
    state = desert(["0,0", "5,0"])
    wall(state, 0, "1,0")
    assert "dir E" not in moves(state)
    play(state, "dir W", "camel")
    assert not state.occupied[state.board.cell_of("1,0")]


def test_k2_at_least_the_new_head_is_left_and_old_pieces_go_first() -> None:
    state = desert(["0,0", "5,0"])
    play(state, "dir E", "block red 1", "camel")
    assert kinds(state) == ["camel"]
    assert state.board.names[state.caravans[0][0] >> 3] == "2,0"
    assert state.stock[RED] == 3
    assert state.camels[0] == 7


def test_pieces_laid_this_turn_can_come_back_and_a_lying_camel_too() -> None:
    state = desert(["0,0", "5,0"], expert=True, sites={"-4,0": RED, "0,4": RED, "-1,-4": RED})
    play(state, "dir E", "block red 1", "lying", "dir E", "camel")
    # Three laid and counted: the start camel, the good and the lying camel come back.
    assert kinds(state) == ["camel"]
    assert state.camels[0] == 7
    assert state.puts == 2
    assert sorted(moves(state)) == ["put red -1,-4", "put red -4,0", "put red 0,4"]


def test_k3_a_block_needs_goods_and_one_more_free_cell() -> None:
    state = desert(["0,0", "4,0"], stock=2)
    play(state, "dir E")
    assert "block red 2" in moves(state)
    tight = desert(["0,0", "3,0"], stock=2)
    play(tight, "dir E")
    assert "block red 2" not in moves(tight)
    assert "block red 1" in moves(tight)


def test_k3_a_bend_on_a_caravanserai_makes_room() -> None:
    state = desert(["0,0", "3,0"], sites={"2,0": WHITE}, stock=2)
    play(state, "dir E", "block red 2")
    assert moves(state) == ["dir NE", "dir NW", "dir SW", "dir SE"]


def test_k3_directions_that_cannot_finish_the_block_are_not_offered() -> None:
    state = desert(["0,0", "3,-1"], sites={"1,0": WHITE}, stock=3)
    wall(state, 1, "4,0", "3,-2")
    play(state, "dir E", "block red 1")
    assert "dir NE" in moves(state)  # one free cell for the camel is enough
    state = desert(["0,0", "3,-2"], sites={"1,0": WHITE}, stock=3)
    play(state, "dir E", "block red 2")
    assert "dir NE" not in moves(state)
    assert "dir E" in moves(state)


def test_k3_matching_board_goods_count_as_goods_along_the_way() -> None:
    state = desert(["0,0", "5,0"], sites={"2,0": RED}, goods=("2,0",), stock=1)
    play(state, "dir E")
    assert "block red 2" in moves(state)
    assert "block white 2" not in moves(state)
    elsewhere = desert(["0,0", "5,0"], sites={"0,2": RED}, goods=("0,2",), stock=1)
    play(elsewhere, "dir E")
    assert "block red 2" not in moves(elsewhere)


def test_k3_a_lying_camel_needs_a_second_camel_and_a_free_neighbour() -> None:
    state = desert(["0,0", "5,0"], expert=True)
    state.camels[0] = 1
    play(state, "dir E")
    assert "lying" not in moves(state)
    state = desert(["0,0", "5,0"], expert=True)
    wall(state, 0, "1,-1", "0,1")
    wall(state, 1, "2,-1", "2,0", "1,1")
    play(state, "dir E")
    assert "lying" not in moves(state)
    assert moves(state) == ["camel"]


def test_k4_a_matching_board_good_is_used() -> None:
    state = desert(["0,0", "5,0"], sites={"1,0": RED}, goods=("1,0",))
    play(state, "dir E", "block red 1", "dir E")
    assert state.stock[RED] == 3
    assert state.market[RED] == 4
    assert not any(state.goods)
    assert state.count == 0


def test_a_board_good_of_another_colour_goes_to_the_market() -> None:
    state = desert(["0,0", "5,0"], sites={"1,0": RED}, goods=("1,0",))
    play(state, "dir E", "block white 1", "dir E")
    assert state.stock[WHITE] == 2
    assert state.market[RED] == 5
    assert state.count == 1


def test_k5_a_block_on_two_caravanserais_is_left_out_only_if_both_have_its_colour() -> None:
    for other, counted in ((RED, 0), (WHITE, 2)):
        state = desert(["0,0", "5,0"], sites={"1,0": RED, "2,0": other})
        play(state, "dir E", "block red 2", "dir E", "dir E")
        assert state.count == counted


def test_a_block_on_no_caravanserai_or_on_another_colour_counts() -> None:
    state = desert(["0,0", "5,0"], sites={"1,0": WHITE})
    play(state, "dir E", "block red 2", "dir E")
    assert state.count == 2


def test_k17_a_bend_may_be_sharp_and_straight_on_is_a_choice() -> None:
    state = desert(["0,0", "5,0"], sites={"2,0": RED})
    play(state, "dir E", "block white 2")
    assert moves(state) == ["dir E", "dir NE", "dir NW", "dir SW", "dir SE"]
