"""Who is skipped, what the tail brings, goods for camels, how a match ends and who has won."""

from __future__ import annotations

from caravan_tui.games.caravanserai.events import (
    FROM_NOBODY,
    GoodsWon,
    MarketEmptied,
    MatchEnded,
    NoFreeSite,
    TurnSkipped,
)
from caravan_tui.games.caravanserai.state import WAY
from tests.caravanserai.desert import (
    BLACK,
    RED,
    WHITE,
    YELLOW,
    desert,
    finish,
    moves,
    piece,
    play,
    wall,
)

# K-6 to K-10


def test_k6_a_seat_without_a_camel_is_skipped_and_never_plays_again() -> None:
    state = desert(["0,0", "5,0", "0,5"])
    state.camels[1] = 0
    events = play(state, "dir E", "camel")
    assert TurnSkipped(1, has_camel=False, is_final=True) in events
    assert state.to_act() == 2
    assert state.eliminated() == [1]


def test_k6_a_shut_in_seat_is_skipped_until_a_way_opens() -> None:
    state = desert(["0,0", "3,0", "0,5"])
    around = ["4,0", "4,-1", "3,-1", "2,0", "2,1", "3,1"]
    for name in around[:3]:
        wall(state, 1, name)
    for name in around[3:]:
        wall(state, 2, name)
    events = play(state, "dir W", "camel")
    assert TurnSkipped(1, has_camel=True, is_final=False) in events
    assert state.eliminated() == []
    assert state.to_act() == 2
    play(state, "dir E", "camel")
    assert state.seat == 0
    play(state, "dir W", "camel")
    assert state.to_act() == 1
    assert state.skips == 0


def test_k6_seats_that_shut_in_each_other_never_play_again() -> None:
    state = desert(["0,0", "3,0", "0,5"])
    for name in ("4,0", "4,-1", "3,-1", "2,1", "3,1"):
        wall(state, 1, name)
    wall(state, 0, "2,0", "1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1")
    assert state.eliminated() == [0, 1]
    # With a wall of a seat that can still move they may come free.
    state.occupied[state.board.cell_of("2,0")] = 3
    assert state.eliminated() == [0]


def test_k6_as_many_skips_in_a_row_as_seats_end_the_match() -> None:
    state = desert(["0,0", "5,0"])
    state.camels = [1, 0]
    wall(state, 0, "-1,0", "-2,0", "-3,0")
    events = play(state, "dir E", "camel")
    assert [type(event) for event in events if isinstance(event, TurnSkipped | MatchEnded)] == [
        TurnSkipped,
        TurnSkipped,
        MatchEnded,
    ]
    assert state.why == "stuck"
    assert state.round == 2
    assert state.outcome() == (1, 2)


def test_k6_a_skip_uses_up_a_turn_of_the_last_rounds() -> None:
    state = desert(["0,0", "5,0"])
    state.end_round = 1
    state.camels[1] = 0
    events = play(state, "dir E", "camel")
    assert state.why == "market"
    assert [type(event) for event in events][-2:] == [TurnSkipped, MatchEnded]


def test_k7_goods_won_by_a_lying_camel_may_be_laid_at_once() -> None:
    state = desert(["0,0", "5,0"], sites={"1,0": RED}, goods=("1,0",), expert=True, stock=0)
    play(state, "dir E")
    assert moves(state) == ["block red 1", "lying", "camel"]
    play(state, "lying", "dir E")
    assert moves(state) == ["block red 2", "camel"]
    assert state.stock[RED] == 2


def test_k7_only_goods_in_reserve_are_laid() -> None:
    state = desert(["0,0", "5,0"], stock=0)
    play(state, "dir E")
    assert moves(state) == ["camel"]


def test_k8_a_good_for_a_camel_from_the_tail_goes_to_a_free_caravanserai() -> None:
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


def test_k8_a_forced_good_is_asked_and_none_is_put_where_none_can_be() -> None:
    state = desert(["0,0", "5,0"], sites={"0,3": BLACK})
    play(state, "dir W", "camel")
    assert moves(state) == ["put black 0,3"]
    play(state, "put black 0,3")
    events = play(state, "dir W", "camel")
    assert NoFreeSite(1, 1) in events
    assert state.to_act() == 0


def test_k8_cells_that_the_tail_set_free_can_be_chosen() -> None:
    state = desert(["0,0", "5,0"], sites={"0,0": BLACK})
    play(state, "dir W", "camel")
    assert moves(state) == ["put black 0,0"]


def test_solo_puts_two_goods_a_camel() -> None:
    state = desert(["0,0"], sites={"0,3": BLACK, "3,0": RED, "-3,0": RED})
    play(state, "dir W", "camel")
    assert state.puts == 2
    play(state, "put red 3,0")
    assert sorted(moves(state)) == ["put black 0,3", "put red -3,0"]
    play(state, "put black 0,3")
    assert state.phase == WAY


def test_k9_the_last_good_taken_by_a_camel_starts_the_end() -> None:
    state = desert(["0,0", "5,0", "0,5"], sites={"1,0": RED})
    state.market = [0, 0, 0, 1, 0]
    events = play(state, "dir E", "camel")
    assert MarketEmptied(0, last_round=2, seats=3) in events
    assert state.end_round == 2
    for _ in range(2):
        play(state, moves(state)[0], "camel")
    assert (state.round, state.seat) == (2, 0)
    for _ in range(3):
        assert state.why == ""
        play(state, moves(state)[0], "camel")
    assert state.why == "market"


def test_k9_the_last_good_put_on_the_board_starts_the_end_and_the_last_seat_too() -> None:
    state = desert(["0,0", "5,0"], sites={"0,3": RED})
    state.market = [0, 0, 0, 1, 0]
    state.first = 1
    play(state, "dir W", "camel", "put red 0,3")
    # Seat 0 was the last of its round: everyone plays once more.
    assert (state.round, state.end_round, state.seat) == (2, 2, 1)
    play(state, "dir W", "camel", "dir W", "camel")
    assert state.why == "market"


def test_k9_a_market_filled_again_in_the_same_placement_changes_nothing() -> None:
    state = desert(["0,0", "5,0"], sites={"1,0": RED, "3,0": WHITE}, goods=("3,0",), expert=True)
    state.market = [0, 0, 0, 1, 0]
    events = play(state, "dir E", "lying", "dir E", "block red 2", "dir NE", "camel")
    assert MarketEmptied(0, last_round=2, seats=2) in events
    assert state.market[WHITE] == 1
    assert state.end_round == 2


def test_k9_solo_ends_after_the_tail_of_the_turn() -> None:
    state = desert(["0,0"], sites={"1,0": RED, "0,3": BLACK})
    state.market = [0, 0, 0, 1, 0]
    events = play(state, "dir E", "camel")
    assert state.why == "market"
    assert NoFreeSite(0, 2) in events
    assert state.outcome() == (1,)


def test_k6_solo_ends_when_no_placement_is_possible() -> None:
    state = desert(["0,0"])
    state.camels[0] = 1
    wall(state, 0, "-1,0")
    play(state, "dir E", "camel")
    assert state.why == "stuck"
    assert state.scores() == (2,)


def test_k10_a_camel_from_the_tail_is_not_laid_in_the_same_turn() -> None:
    state = desert(["0,0", "5,0"], expert=True)
    state.camels[0] = 1
    play(state, "dir E", "camel")
    assert state.camels[0] == 1
    assert state.to_act() == 1


def test_k12_the_match_ends_after_fifty_rounds() -> None:
    state = desert(["0,0", "5,0"])
    state.round = 50
    play(state, "dir E", "camel", "dir W", "camel")
    assert state.why == "limit"
    assert state.round == 50


# Goods for camels: K-13, K-14, K-18


def test_a_camel_takes_the_board_good_and_one_of_the_market() -> None:
    state = desert(["0,0", "5,0"], sites={"1,0": RED}, goods=("1,0",))
    play(state, "dir E", "camel")
    assert state.stock[RED] == 5
    assert state.market[RED] == 3


def test_k18_the_seat_to_take_from_is_asked_only_if_several_have_one() -> None:
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
    assert GoodsWon(0, RED, 2, False) in events
    assert (alone.stock[RED], alone.stock[10 + RED]) == (4, 2)
    nobody = desert(["0,0", "5,0", "0,5"], sites={"1,0": RED})
    nobody.market[RED] = nobody.stock[5 + RED] = nobody.stock[10 + RED] = 0
    events = play(nobody, "dir E", "camel")
    assert GoodsWon(0, RED, FROM_NOBODY, False) in events
    assert nobody.stock[RED] == 3


def test_a_take_may_follow_a_lying_camel_and_the_direction_comes_after_it() -> None:
    state = desert(["0,0", "5,0", "0,5"], sites={"1,0": RED}, expert=True, stock=1)
    state.market[RED] = 0
    play(state, "dir E", "lying")
    assert moves(state) == ["take 1", "take 2"]
    play(state, "take 1")
    assert all(line.startswith("dir") for line in moves(state))
    play(state, "dir E")
    assert "block red 2" in moves(state)


def test_k13_the_board_good_is_won_and_an_opponent_pays_as_well() -> None:
    state = desert(["0,0", "5,0"], sites={"1,0": RED}, goods=("1,0",))
    state.market[RED] = 0
    play(state, "dir E", "camel")
    assert (state.stock[RED], state.stock[5 + RED]) == (5, 2)


def test_k14_a_good_sent_to_the_market_is_there_for_the_camel() -> None:
    state = desert(["0,0", "5,0"], sites={"1,0": RED, "2,0": RED}, goods=("1,0",))
    state.market[RED] = 0
    play(state, "dir E", "block white 1", "dir E", "camel")
    assert (state.stock[RED], state.stock[5 + RED], state.market[RED]) == (4, 3, 0)


# Results


def test_ties_go_to_the_reserve_then_to_the_latest_placement() -> None:
    state = desert(["0,0", "5,0", "0,5"])
    state.latest = [5, 7, 6]
    assert state.outcome() == (3, 1, 2)
    state.stock[0] += 1
    assert state.outcome() == (1, 2, 3)
    piece(state, 2, "0,4", WHITE)
    assert state.outcome() == (2, 3, 1)


def test_k15_the_first_camel_counts_as_a_placement_for_the_last_tie_break() -> None:
    state = desert(["0,0", "5,0"])
    assert state.outcome() == (2, 1)


def test_ranks_are_never_shared() -> None:
    for seed in range(5):
        state = finish(desert(["0,0", "5,0", "0,5", "5,5", "-5,0", "9,-4"]), seed)
        assert sorted(state.outcome()) == [1, 2, 3, 4, 5, 6]
