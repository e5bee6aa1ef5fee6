"""A turn: lines, blocks, camels, count and tail; the worked examples of the rules page."""

from __future__ import annotations

import pytest

from caravan_tui.games.caravanserai import position
from tests.caravanserai.desert import (
    BLACK,
    PURPLE,
    RED,
    WHITE,
    YELLOW,
    desert,
    finish,
    kinds,
    lays,
    moves,
    piece,
    play,
    wall,
)

# Along q = 2 from the north the board of six has sixteen cells.


def wide(expert: bool = False, **more):
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
def test_examples_of_legal_placements(pieces, laid):
    state = wide()
    events = play(state, *lays(state, "SE", *pieces))
    tail = next(event for event in events if event[0] == "tail")
    assert tail[2] == laid
    assert tail[3] == laid
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
def test_examples_of_illegal_placements(before, illegal):
    state = wide()
    play(state, *lays(state, "SE", *before))
    assert illegal not in moves(state)


def test_a_bend_on_a_plain_cell_is_illegal():
    state = wide()
    play(state, "dir SE", "block red 1")
    assert not any(line.startswith("dir") for line in moves(state))


def test_example_of_a_count_of_four():
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
    assert next(event for event in events if event[0] == "tail")[:4] == ("tail", 0, 7, 4)
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
def test_expert_examples_and_their_counts(pieces, count):
    state = wide(expert=True)
    events = play(state, *lays(state, "SE", *pieces))
    tail = next(event for event in events if event[0] == "tail")
    assert tail[2:4] == (count, count)


@pytest.mark.parametrize(
    ("before", "illegal"),
    [
        ((), "block red 2"),
        (("1 red", "lying", "SE"), "block red 2"),
        (("1 red", "lying", "SE"), "lying"),
        (("lying", "SE"), "block red 1"),
    ],
)
def test_expert_examples_of_illegal_steps(before, illegal):
    state = wide(expert=True)
    play(state, *lays(state, "SE", *before))
    assert illegal not in moves(state)


def test_expert_no_bend_on_a_plain_cell_after_a_block():
    state = wide(expert=True)
    play(state, "dir SE", "block red 1")
    assert {line.split()[0] for line in moves(state)} == {"block", "lying", "camel"}


def test_expert_a_lying_camel_in_place_of_the_first_block_is_followed_by_two():
    state = wide(expert=True)
    play(state, "dir SE", "lying", "dir SE")
    assert [line for line in moves(state) if "block" in line] == [
        f"block {colour} 2" for colour in ("white", "black", "purple", "red", "yellow")
    ]


def test_expert_a_lying_camel_may_turn_on_a_plain_cell():
    state = desert(["0,0", "5,0"], expert=True)
    play(state, "dir E", "lying")
    assert moves(state) == ["dir E", "dir NE", "dir NW", "dir SW", "dir SE"]
    play(state, "dir SW", "camel")
    assert state.board.names[state.caravans[0][-1] >> 3] == "0,1"


def test_expert_is_off_in_the_standard_game():
    state = wide()
    play(state, "dir E")
    assert "lying" not in moves(state)


def test_a_camel_alone_leaves_the_length_unchanged():
    state = desert(["0,0", "5,0"])
    wall(state, 0, "-1,0", "-2,0")
    play(state, "dir E", "camel")
    assert len(state.caravans[0]) == 3
    assert state.stock[RED] == 4
    assert state.board.names[state.caravans[0][0] >> 3] == "-1,0"


# K-1 to K-5


def test_k1_lines_do_not_cross_and_stay_on_the_board():
    state = desert(["0,0", "3,0"])
    wall(state, 0, "-1,0", "0,-1")
    assert "dir W" not in moves(state)
    assert "dir NW" not in moves(state)
    play(state, "dir E")
    assert [line.split()[-1] for line in moves(state) if "block" in line] == ["1"] * 5
    edge = desert(["-2,7", "5,0"])
    assert moves(edge) == ["dir NE", "dir NW", "dir W"]


def test_k1_neighbours_of_other_caravans_are_fine():
    state = desert(["0,0", "1,-1"])
    play(state, "dir E", "camel")
    assert state.seat == 1


def test_k1_ones_own_tail_is_in_the_way_until_the_tail_step():
    state = desert(["0,0", "5,0"])
    wall(state, 0, "1,0")
    assert "dir E" not in moves(state)
    play(state, "dir W", "camel")
    assert not state.occupied[state.board.cell_of("1,0")]


def test_k2_at_least_the_new_head_is_left_and_old_pieces_go_first():
    state = desert(["0,0", "5,0"])
    play(state, "dir E", "block red 1", "camel")
    assert kinds(state) == ["camel"]
    assert state.board.names[state.caravans[0][0] >> 3] == "2,0"
    assert state.stock[RED] == 3
    assert state.camels[0] == 7


def test_pieces_laid_this_turn_can_come_back_and_a_lying_camel_too():
    state = desert(["0,0", "5,0"], expert=True, sites={"-4,0": RED, "0,4": RED, "-1,-4": RED})
    play(state, "dir E", "block red 1", "lying", "dir E", "camel")
    # Three laid and counted: the start camel, the good and the lying camel come back.
    assert kinds(state) == ["camel"]
    assert state.camels[0] == 7
    assert state.puts == 2
    assert sorted(moves(state)) == ["put red -1,-4", "put red -4,0", "put red 0,4"]


def test_k3_a_block_needs_goods_and_one_more_free_cell():
    state = desert(["0,0", "4,0"], stock=2)
    play(state, "dir E")
    assert "block red 2" in moves(state)
    tight = desert(["0,0", "3,0"], stock=2)
    play(tight, "dir E")
    assert "block red 2" not in moves(tight)
    assert "block red 1" in moves(tight)


def test_k3_a_bend_on_a_caravanserai_makes_room():
    state = desert(["0,0", "3,0"], sites={"2,0": WHITE}, stock=2)
    play(state, "dir E", "block red 2")
    assert moves(state) == ["dir NE", "dir NW", "dir SW", "dir SE"]


def test_k3_directions_that_cannot_finish_the_block_are_not_offered():
    state = desert(["0,0", "3,-1"], sites={"1,0": WHITE}, stock=3)
    wall(state, 1, "4,0", "3,-2")
    play(state, "dir E", "block red 1")
    assert "dir NE" in moves(state)  # one free cell for the camel is enough
    state = desert(["0,0", "3,-2"], sites={"1,0": WHITE}, stock=3)
    play(state, "dir E", "block red 2")
    assert "dir NE" not in moves(state)
    assert "dir E" in moves(state)


def test_k3_matching_board_goods_count_as_goods_along_the_way():
    state = desert(["0,0", "5,0"], sites={"2,0": RED}, goods=("2,0",), stock=1)
    play(state, "dir E")
    assert "block red 2" in moves(state)
    assert "block white 2" not in moves(state)
    elsewhere = desert(["0,0", "5,0"], sites={"0,2": RED}, goods=("0,2",), stock=1)
    play(elsewhere, "dir E")
    assert "block red 2" not in moves(elsewhere)


def test_k3_a_lying_camel_needs_a_second_camel_and_a_free_neighbour():
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


def test_k4_a_matching_board_good_is_used():
    state = desert(["0,0", "5,0"], sites={"1,0": RED}, goods=("1,0",))
    play(state, "dir E", "block red 1", "dir E")
    assert state.stock[RED] == 3
    assert state.market[RED] == 4
    assert not any(state.goods)
    assert state.count == 0


def test_a_board_good_of_another_colour_goes_to_the_market():
    state = desert(["0,0", "5,0"], sites={"1,0": RED}, goods=("1,0",))
    play(state, "dir E", "block white 1", "dir E")
    assert state.stock[WHITE] == 2
    assert state.market[RED] == 5
    assert state.count == 1


def test_k5_a_block_on_two_caravanserais_is_left_out_only_if_both_have_its_colour():
    for other, counted in ((RED, 0), (WHITE, 2)):
        state = desert(["0,0", "5,0"], sites={"1,0": RED, "2,0": other})
        play(state, "dir E", "block red 2", "dir E", "dir E")
        assert state.count == counted


def test_a_block_on_no_caravanserai_or_on_another_colour_counts():
    state = desert(["0,0", "5,0"], sites={"1,0": WHITE})
    play(state, "dir E", "block red 2", "dir E")
    assert state.count == 2


# K-6 to K-10


def test_k6_a_seat_without_a_camel_is_skipped_and_never_plays_again():
    state = desert(["0,0", "5,0", "0,5"])
    state.camels[1] = 0
    events = play(state, "dir E", "camel")
    assert ("skip", 1, "no camel", 1) in events
    assert state.to_act() == 2
    assert state.never() == [1]


def test_k6_a_shut_in_seat_is_skipped_until_a_way_opens():
    state = desert(["0,0", "3,0", "0,5"])
    around = ["4,0", "4,-1", "3,-1", "2,0", "2,1", "3,1"]
    for name in around[:3]:
        wall(state, 1, name)
    for name in around[3:]:
        wall(state, 2, name)
    events = play(state, "dir W", "camel")
    assert ("skip", 1, "blocked", 0) in events
    assert state.never() == []
    assert state.to_act() == 2
    play(state, "dir E", "camel")
    assert state.seat == 0
    play(state, "dir W", "camel")
    assert state.to_act() == 1
    assert state.skips == 0


def test_k6_seats_that_shut_in_each_other_never_play_again():
    state = desert(["0,0", "3,0", "0,5"])
    for name in ("4,0", "4,-1", "3,-1", "2,1", "3,1"):
        wall(state, 1, name)
    wall(state, 0, "2,0", "1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1")
    assert state.never() == [0, 1]
    # With a wall of a seat that can still move they may come free.
    state.occupied[state.board.cell_of("2,0")] = 3
    assert state.never() == [0]


def test_k6_as_many_skips_in_a_row_as_seats_end_the_match():
    state = desert(["0,0", "5,0"])
    state.camels = [1, 0]
    wall(state, 0, "-1,0", "-2,0", "-3,0")
    events = play(state, "dir E", "camel")
    assert [event[0] for event in events if event[0] in ("skip", "over")] == [
        "skip",
        "skip",
        "over",
    ]
    assert state.why == "stuck"
    assert state.round == 2
    assert state.outcome() == (1, 2)


def test_k6_a_skip_uses_up_a_turn_of_the_last_rounds():
    state = desert(["0,0", "5,0"])
    state.end_round = 1
    state.camels[1] = 0
    events = play(state, "dir E", "camel")
    assert state.why == "market"
    assert [event[0] for event in events][-2:] == ["skip", "over"]


def test_k7_goods_won_by_a_lying_camel_may_be_laid_at_once():
    state = desert(["0,0", "5,0"], sites={"1,0": RED}, goods=("1,0",), expert=True, stock=0)
    play(state, "dir E")
    assert moves(state) == ["block red 1", "lying", "camel"]
    play(state, "lying", "dir E")
    assert moves(state) == ["block red 2", "camel"]
    assert state.stock[RED] == 2


def test_k7_only_goods_in_reserve_are_laid():
    state = desert(["0,0", "5,0"], stock=0)
    play(state, "dir E")
    assert moves(state) == ["camel"]


def test_k8_a_good_for_a_camel_from_the_tail_goes_to_a_free_caravanserai():
    sites = {"1,0": RED, "-3,0": WHITE, "0,3": BLACK, "0,-3": YELLOW, "5,0": RED}
    state = desert(["0,0", "5,0"], sites=sites, goods=("-3,0",))
    state.market = [4, 4, 4, 4, 0]
    play(state, "dir W", "camel")
    # White is taken by a good, yellow not in the market, 5,0 by a camel; the rest is asked.
    assert sorted(moves(state)) == ["put black 0,3", "put red 1,0"]
    play(state, "put black 0,3")
    assert state.market[BLACK] == 3
    assert state.goods[state.board.cell_of("0,3")] == 1
    assert state.to_act() == 1


def test_k8_a_forced_good_is_asked_and_none_is_put_where_none_can_be():
    state = desert(["0,0", "5,0"], sites={"0,3": BLACK})
    play(state, "dir W", "camel")
    assert moves(state) == ["put black 0,3"]
    play(state, "put black 0,3")
    events = play(state, "dir W", "camel")
    assert ("no put", 1, 1) in events
    assert state.to_act() == 0


def test_k8_cells_that_the_tail_set_free_can_be_chosen():
    state = desert(["0,0", "5,0"], sites={"0,0": BLACK})
    play(state, "dir W", "camel")
    assert moves(state) == ["put black 0,0"]


def test_solo_puts_two_goods_a_camel():
    state = desert(["0,0"], sites={"0,3": BLACK, "3,0": RED, "-3,0": RED})
    play(state, "dir W", "camel")
    assert state.puts == 2
    play(state, "put red 3,0")
    assert sorted(moves(state)) == ["put black 0,3", "put red -3,0"]
    play(state, "put black 0,3")
    assert state.phase == position.WAY


def test_k9_the_last_good_taken_by_a_camel_starts_the_end():
    state = desert(["0,0", "5,0", "0,5"], sites={"1,0": RED})
    state.market = [0, 0, 0, 1, 0]
    events = play(state, "dir E", "camel")
    assert ("market empty", 0, 2, 3) in events
    assert state.end_round == 2
    for _ in range(2):
        play(state, moves(state)[0], "camel")
    assert (state.round, state.seat) == (2, 0)
    for _ in range(3):
        assert state.why == ""
        play(state, moves(state)[0], "camel")
    assert state.why == "market"


def test_k9_the_last_good_put_on_the_board_starts_the_end_and_the_last_seat_too():
    state = desert(["0,0", "5,0"], sites={"0,3": RED})
    state.market = [0, 0, 0, 1, 0]
    state.first = 1
    play(state, "dir W", "camel", "put red 0,3")
    # Seat 0 was the last of its round: everyone plays once more.
    assert (state.round, state.end_round, state.seat) == (2, 2, 1)
    play(state, "dir W", "camel", "dir W", "camel")
    assert state.why == "market"


def test_k9_a_market_filled_again_in_the_same_placement_changes_nothing():
    state = desert(["0,0", "5,0"], sites={"1,0": RED, "3,0": WHITE}, goods=("3,0",), expert=True)
    state.market = [0, 0, 0, 1, 0]
    events = play(state, "dir E", "lying", "dir E", "block red 2", "dir NE", "camel")
    assert ("market empty", 0, 2, 2) in events
    assert state.market[WHITE] == 1
    assert state.end_round == 2


def test_k9_solo_ends_after_the_tail_of_the_turn():
    state = desert(["0,0"], sites={"1,0": RED, "0,3": BLACK})
    state.market = [0, 0, 0, 1, 0]
    events = play(state, "dir E", "camel")
    assert state.why == "market"
    assert ("no put", 0, 2) in events
    assert state.outcome() == (1,)


def test_k6_solo_ends_when_no_placement_is_possible():
    state = desert(["0,0"])
    state.camels[0] = 1
    wall(state, 0, "-1,0")
    play(state, "dir E", "camel")
    assert state.why == "stuck"
    assert state.scores() == (2,)


def test_k10_a_camel_from_the_tail_is_not_laid_in_the_same_turn():
    state = desert(["0,0", "5,0"], expert=True)
    state.camels[0] = 1
    play(state, "dir E", "camel")
    assert state.camels[0] == 1
    assert state.to_act() == 1


def test_k12_the_match_ends_after_fifty_rounds():
    state = desert(["0,0", "5,0"])
    state.round = 50
    play(state, "dir E", "camel", "dir W", "camel")
    assert state.why == "limit"
    assert state.round == 50


# Goods for camels: K-13, K-14, K-18


def test_a_camel_takes_the_board_good_and_one_of_the_market():
    state = desert(["0,0", "5,0"], sites={"1,0": RED}, goods=("1,0",))
    play(state, "dir E", "camel")
    assert state.stock[RED] == 5
    assert state.market[RED] == 3


def test_k18_the_seat_to_take_from_is_asked_only_if_several_have_one():
    state = desert(["0,0", "5,0", "0,5"], sites={"1,0": RED})
    state.market[RED] = 0
    play(state, "dir E", "camel")
    assert moves(state) == ["take 1", "take 2"]
    play(state, "take 2")
    assert (state.stock[RED], state.stock[5 + RED], state.stock[10 + RED]) == (4, 3, 2)
    assert state.to_act() == 1
    alone = desert(["0,0", "5,0", "0,5"], sites={"1,0": RED})
    alone.market[RED] = 0
    alone.stock[5 + RED] = 0
    events = play(alone, "dir E", "camel")
    assert ("win", 0, RED, 2, 0) in events
    assert (alone.stock[RED], alone.stock[10 + RED]) == (4, 2)
    nobody = desert(["0,0", "5,0", "0,5"], sites={"1,0": RED})
    nobody.market[RED] = nobody.stock[5 + RED] = nobody.stock[10 + RED] = 0
    events = play(nobody, "dir E", "camel")
    assert ("win", 0, RED, -2, 0) in events
    assert nobody.stock[RED] == 3


def test_a_take_may_follow_a_lying_camel_and_the_direction_comes_after_it():
    state = desert(["0,0", "5,0", "0,5"], sites={"1,0": RED}, expert=True, stock=1)
    state.market[RED] = 0
    play(state, "dir E", "lying")
    assert moves(state) == ["take 1", "take 2"]
    play(state, "take 1")
    assert all(line.startswith("dir") for line in moves(state))
    play(state, "dir E")
    assert "block red 2" in moves(state)


def test_k13_the_board_good_is_won_and_an_opponent_pays_as_well():
    state = desert(["0,0", "5,0"], sites={"1,0": RED}, goods=("1,0",))
    state.market[RED] = 0
    play(state, "dir E", "camel")
    assert (state.stock[RED], state.stock[5 + RED]) == (5, 2)


def test_k14_a_good_sent_to_the_market_is_there_for_the_camel():
    state = desert(["0,0", "5,0"], sites={"1,0": RED, "2,0": RED}, goods=("1,0",))
    state.market[RED] = 0
    play(state, "dir E", "block white 1", "dir E", "camel")
    assert (state.stock[RED], state.stock[5 + RED], state.market[RED]) == (4, 3, 0)


# Results


def test_ties_go_to_the_reserve_then_to_the_latest_placement():
    state = desert(["0,0", "5,0", "0,5"])
    state.latest = [5, 7, 6]
    assert state.outcome() == (3, 1, 2)
    state.stock[0] += 1
    assert state.outcome() == (1, 2, 3)
    piece(state, 2, "0,4", WHITE)
    assert state.outcome() == (2, 3, 1)


def test_k15_the_first_camel_counts_as_a_placement_for_the_last_tie_break():
    state = desert(["0,0", "5,0"])
    assert state.outcome() == (2, 1)


def test_ranks_are_never_shared():
    for seed in range(5):
        state = finish(desert(["0,0", "5,0", "0,5", "5,5", "-5,0", "9,-4"]), seed)
        assert sorted(state.outcome()) == [1, 2, 3, 4, 5, 6]


def test_k17_a_bend_may_be_sharp_and_straight_on_is_a_choice():
    state = desert(["0,0", "5,0"], sites={"2,0": RED})
    play(state, "dir E", "block white 2")
    assert moves(state) == ["dir E", "dir NE", "dir NW", "dir SW", "dir SE"]
