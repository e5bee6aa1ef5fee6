"""Every ruling and every worked example of Caravan, by its number."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from caravan_tui.games.contract import CHANCE, OVER, OptionError
from caravan_tui.games.registry import get
from caravan_tui.games.sahara.custom import built_in
from caravan_tui.games.sahara.pieces import NAMES, SPACE_OF_NAME
from caravan_tui.games.sahara.rules import SaharaState
from caravan_tui.games.sahara.text import notation_of
from caravan_tui.games.sahara.view import path
from tests.sahara.sahara_help import camels, moves, play, position

GAME = get("sahara")


def started(seats: int, seed: int = 1, **options: str) -> SaharaState:
    state = GAME.setup(GAME.spec.resolve(options, seats), seats)
    assert isinstance(state, SaharaState)
    rng = Random(seed)
    while state.to_act() == CHANCE:
        state.apply(state.draw(rng))
    return state


# Set-up and turns


def test_setup_lays_eight_goods_in_number_order_and_markers_on_1_2_7_8() -> None:
    state = GAME.setup(GAME.spec.resolve({}, 3), 3)
    assert isinstance(state, SaharaState)
    rng = Random(5)
    lines = []
    while state.to_act() == CHANCE:
        action = state.draw(rng)
        lines.append(notation_of(action))
        state.apply(action)
    assert lines[0] == f"start {state.actor}"
    assert [line.split()[2] for line in lines[1:]] == [
        "a1",
        "g1",
        "d2",
        "b4",
        "f4",
        "d6",
        "a7",
        "g7",
    ]
    assert [line.split()[0] for line in lines[1:]] == ["good"] * 8
    assert state.demand == [1, 1, 0, 0, 0, 0, 1, 1]
    assert state.theft == [1, 1, 1]
    assert sum(state.bag) == 32 - 8


@pytest.mark.parametrize(("seats", "bag"), [(2, 32), (3, 32), (4, 48)])
def test_the_usual_bag_depends_on_the_seats(seats: int, bag: int) -> None:
    assert sum(GAME.setup(GAME.spec.resolve({}, seats), seats).bag) == bag


def test_options_choose_camels_and_goods_and_refuse_others() -> None:
    state = GAME.setup(GAME.spec.resolve({"camels": "6", "goods": "full"}, 2), 2)
    assert state.camels_each == 6 and sum(state.bag) == 48
    with pytest.raises(OptionError, match="5, 6"):
        GAME.spec.resolve({"camels": "7"}, 2)
    with pytest.raises(OptionError, match="2 to 4"):
        GAME.spec.resolve({}, 5)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_have_1_2_3_then_4_actions(seats: int) -> None:
    """Worked example: two seats have 1, 2, 3, 4, 4, 4 ... actions, three the same."""
    state = started(seats)
    spaces = [name for name in NAMES if built_in().slot[SPACE_OF_NAME[name]] < 0]
    action_counts = []
    for turn in range(1, 8):
        assert state.turn == turn and state.actor == (state.start + turn - 1) % seats
        action_counts.append(state.left)
        for _ in range(state.left):
            lift = next(text for text in moves(state) if text.startswith("lift"))
            play(state, lift)
            free = [text for text in moves(state) if text[4:] in spaces]
            target = next(text for text in free if state.cost(SPACE_OF_NAME[text[4:]]) == 1)
            play(state, target)
    assert action_counts == [1, 2, 3, 4, 4, 4, 4]


def test_a_turn_may_end_early_and_ends_by_itself() -> None:
    state = position(["a2", "g6"])
    play(state, "end")
    assert state.actor == 1 and state.left == 4 and state.turn == 10
    play(state, "lift supply", "set d4", "end")
    assert state.actor == 0
    state.left = 1
    play(state, "lift supply", "set d3")
    assert state.actor == 1


# Camels


def test_s2_a_camel_goes_to_any_space_but_its_own() -> None:
    state = position(["a2", "g6"])
    play(state, "lift a2")
    assert moves(state) == [f"set {name}" for name in NAMES if name != "a2"]


def test_s2_a_space_with_camels_costs_two_whoever_owns_them() -> None:
    state = position(["a2 b2", "g6"])
    assert state.cost(SPACE_OF_NAME["b2"]) == state.cost(SPACE_OF_NAME["g6"]) == 2
    assert state.cost(SPACE_OF_NAME["b3"]) == 1
    play(state, "lift a2", "set g6")
    assert state.left == 2 and camels(state, 0) == "b2 g6"
    play(state, "lift supply", "set g6")
    assert state.actor == 1


def test_s14_only_spaces_that_can_be_paid_for_are_offered() -> None:
    state = position(["a2 b2", "g6"], left=1)
    play(state, "lift a2")
    offered = {text[4:] for text in moves(state)}
    assert offered == set(NAMES) - {"a2", "b2", "g6"}


def test_s13_a_lift_costs_nothing_and_must_be_followed_by_a_set() -> None:
    state = position(["a2", "g6"])
    assert "end" in moves(state)
    play(state, "lift supply")
    assert state.left == 4
    assert {text.split()[0] for text in moves(state)} == {"set"}
    play(state, "set c3")
    assert state.left == 3 and "end" in moves(state)


def test_a_laden_camel_is_never_lifted() -> None:
    state = position(["a2=meat a2 c4=salt*", "g6"])
    lifts = [text for text in moves(state) if text.startswith("lift")]
    assert lifts == ["lift a2", "lift supply"]


def test_s14_camels_of_one_space_are_alike() -> None:
    state = position(["a2 a2 b2=meat c2=meat c2=meat", "g6"])
    texts = moves(state)
    assert texts.count("lift a2") == 1
    assert texts.count("move meat c2>a2") == 1
    assert len(texts) == len(set(texts))


# Picking up


def test_a_pick_up_takes_the_good_and_all_markers() -> None:
    state = position(["a1", "g6"], "a1=gems+3 g1=meat g7=meat d2=meat d6=meat f4=salt")
    play(state, "pick a1")
    assert camels(state, 0) == "a1=gems"
    assert state.markers == [3, 0] and state.scores() == (3, 0)
    assert state.loose[0] == -1 and state.demand[0] == 0 and state.left == 3


def test_a_pick_up_needs_an_empty_camel_there() -> None:
    state = position(["a1=meat g1", "d2"], "a1=gems d2=meat d6=salt")
    assert not [text for text in moves(state) if text.startswith("pick")]


@pytest.mark.parametrize("each", [5, 6])
def test_s3_the_last_empty_camel_stays_empty(each: int) -> None:
    """Worked example: five camels, four laden: neither picking up nor stealing is offered."""
    laden = " ".join(f"{'abcdef'[index]}3=meat" for index in range(each - 1))
    state = position([f"{laden} a1", "a1=salt"], "a1=gems", each=each)
    assert not [text for text in moves(state) if text.split()[0] in ("pick", "steal")]
    fewer = " ".join(laden.split()[1:])
    state = position([f"{fewer} a1", "a1=salt"], "a1=gems", each=each)
    assert {"pick a1", "steal salt a1 from 1"} <= set(moves(state))


def test_s3_camels_in_the_supply_count_as_empty() -> None:
    state = position(["a3=meat b3=meat c3=meat a1", "g6"], "a1=gems")
    assert "pick a1" in moves(state)


# Refill


def test_s8_a_pick_that_leaves_four_goods_refills_at_once() -> None:
    state = position(["a1", "g6"], "a1=gems+1 g1=meat+1 g7=meat d2=meat d6=meat", bag=[5] + [1] * 7)
    play(state, "pick a1")
    assert state.to_act() == CHANCE and state.due == 4
    assert state.demand == [0, 2, 1, 0, 0, 1, 0, 1]
    play(state, "good meat a1")
    assert state.legal() and all(text.endswith(" b4") for text in moves(state))
    play(state, "good ivory b4", "good meat f4", "good meat a7")
    assert state.to_act() == 0 and state.left == 3
    assert state.loose == [0, 0, 0, 4, 0, 0, 0, 0]
    assert state.bag == [2, 1, 1, 1, 0, 1, 1, 1]
    assert state.demand == [0, 2, 1, 0, 0, 1, 0, 1]


def test_s8_the_turn_ends_after_the_refill_of_its_last_action() -> None:
    state = position(["a1", "g6"], "a1=gems g1=meat g7=meat d2=meat d6=meat", left=1)
    play(state, "pick a1")
    assert state.to_act() == CHANCE and state.turn == 9
    play(state, "good meat a1", "good salt b4", "good ivory f4", "good gems a7")
    assert state.to_act() == 1 and state.turn == 10 and state.left == 4


def test_s8_an_empty_bag_brings_no_refill() -> None:
    state = position(["a1", "g6"], "a1=gems g1=meat g7=meat d2=meat d6=meat", bag=[0] * 8)
    play(state, "pick a1")
    assert state.to_act() == 0 and state.demand == [0] * 8


def test_s8_the_chance_list_has_each_good_of_the_bag_once() -> None:
    state = position(["a1", "g6"], "a1=gems g1=meat g7=meat d2=meat d6=meat", bag=[0, 2, 0, 9] * 2)
    play(state, "pick a1")
    assert moves(state) == [f"good {good} a1" for good in ("swords", "hides", "cloth", "paper")]


def test_s8_goods_are_drawn_by_their_number_in_the_bag() -> None:
    state = position(
        ["a1", "g6"], "a1=gems g1=meat g7=meat d2=meat d6=meat", bag=[30] + [0] * 6 + [10]
    )
    play(state, "pick a1")
    rng = Random(3)
    drawn = [notation_of(state.draw(rng)) for _ in range(2000)]
    assert 0.7 < drawn.count("good meat a1") / 2000 < 0.8
    assert drawn.count("good meat a1") + drawn.count("good paper a1") == 2000


@pytest.mark.parametrize(("goods", "refills", "markers"), [("full", 10, 44), ("short", 6, 28)])
def test_s10_a_match_has_as_many_refills_and_markers_as_its_bag_allows(
    goods: str, refills: int, markers: int
) -> None:
    """Worked example: 48 goods, exactly 10 refills, 44 markers in all; short: 6 refills."""
    state = started(2, goods=goods)
    rng = Random(2)
    seen = 0
    laid = sum(state.demand)
    for _ in range(200):
        if not any(state.bag) and state.loose.count(-1) >= 4:
            break
        # Carry everything away by hand: only picking and refilling is looked at here.
        slot = next(index for index, good in enumerate(state.loose) if good >= 0)
        state.camels[state.actor * 5 : state.actor * 5 + 5] = [built_in().numbered[slot] * 32] * 5
        state.left = 4
        before = state.demand[:]
        state.apply(100 + built_in().numbered[slot])
        if state.to_act() == CHANCE:
            seen += 1
            before[slot] = 0
            laid += sum(state.demand) - sum(before)
        while state.to_act() == CHANCE:
            state.apply(state.draw(rng))
    assert (seen, laid) == (refills, markers)


# Chains, moves, deliveries


def test_s1_a_move_needs_a_chain_of_orthogonal_steps() -> None:
    """Worked example: the chained camel delivers ivory in one action, the diagonal one cannot."""
    state = position(["c1 d1=ivory b2=ivory", "g6"])
    texts = [text for text in moves(state) if text.startswith("move")]
    assert texts == ["move ivory d1>c1"]
    play(state, "move ivory d1>c1")
    assert camels(state, 0) == "c1 d1 b2=ivory" and state.left == 3
    assert state.delivered[4] == 1 and state.scores() == (6, 0)


def test_s1_goods_pass_through_laden_camels_but_not_through_other_seats() -> None:
    state = position(["c1=meat d1=salt e1", "f1 g1=meat"])
    texts = [text for text in moves(state) if text.startswith("move")]
    assert texts == ["move meat c1>e1", "move salt d1>e1"]
    state = position(["c1=meat e1", "d1"])
    assert not [text for text in moves(state) if text.startswith("move")]


def test_s1_rows_do_not_run_round_the_edge() -> None:
    state = position(["g2=meat a3", "d4"])
    assert not [text for text in moves(state) if text.startswith("move")]


def test_s1_other_seats_do_not_block() -> None:
    state = position(["c1=meat d1 e1", "d1=salt d1"])
    assert "move meat c1>e1" in moves(state)


def test_s4_a_good_stolen_in_its_city_is_not_delivered_yet() -> None:
    state = position(["c1", "c1=ivory"])
    play(state, "steal ivory c1 from 1")
    assert state.delivered == [0] * 16 and camels(state, 0) == "c1=ivory*"
    assert not [text for text in moves(state) if text.startswith("move")]
    play(state, "lift supply", "set c1")
    assert "move ivory* c1>c1" in moves(state)
    play(state, "move ivory* c1>c1")
    assert state.delivered[4] == 1 and camels(state, 0) == "c1 c1"


def test_s4_away_and_back_delivers_as_well() -> None:
    state = position(["c1=ivory* d1", "g6"])
    play(state, "move ivory* c1>d1")
    assert camels(state, 0) == "c1 d1=ivory"
    play(state, "move ivory d1>c1")
    assert state.delivered[4] == 1


def test_a_move_inside_one_space_is_offered_only_in_the_goods_city() -> None:
    state = position(["c1=ivory c1 d5=ivory d5", "g6"])
    texts = [text for text in moves(state) if text.startswith("move")]
    assert texts == ["move ivory c1>c1"]


def test_s5_a_move_away_from_the_city_is_legal() -> None:
    state = position(["c2=ivory c3 c4", "g6"])
    assert {"move ivory c2>c3", "move ivory c2>c4"} <= set(moves(state))


# Stealing


def test_s6_a_steal_hands_the_marker_over() -> None:
    state = position(["d4", "d4=gems", ""])
    play(state, "steal gems d4 from 1")
    assert state.theft == [0, 2, 1] and state.left == 3
    assert camels(state, 0) == "d4=gems*" and camels(state, 1) == "d4"
    state = position(["d4", "d4=gems", ""])
    state.theft = [0, 2, 1]
    assert not [text for text in moves(state) if text.startswith("steal")]


def test_a_steal_needs_an_empty_camel_in_the_same_space() -> None:
    state = position(["d3 d4=meat", "d4=gems"])
    assert not [text for text in moves(state) if text.startswith("steal")]


def test_s7_a_good_under_a_camel_is_protected_until_it_moves() -> None:
    state = position(["d4", "d4=gems* d5"], actor=1)
    state.actor = 0
    assert not [text for text in moves(state) if text.startswith("steal")]
    state.actor = 1
    play(state, "move gems* d4>d5")
    assert camels(state, 1) == "d4 d5=gems"
    state.actor, state.left = 0, 4
    play(state, "lift d4", "set d5")
    assert "steal gems d5 from 1" in moves(state)


def test_s14_a_protected_good_and_an_open_one_are_two_moves() -> None:
    state = position(["d4=gems* d4=gems d5", "d4=gems"])
    assert [text for text in moves(state) if text.startswith("move")] == [
        "move gems d4>d5",
        "move gems* d4>d5",
    ]


def test_demand_markers_are_never_stolen() -> None:
    state = position(["d4", "d4=gems"])
    state.markers, state.points = [0, 4], [0, 4]
    play(state, "steal gems d4 from 1")
    assert state.markers == [0, 4] and state.points == [0, 4]


# End and score


def test_the_first_delivery_with_an_empty_bag_ends_the_match() -> None:
    state = position(["c1 d1=ivory", "g6"], "a1=meat", bag=[0] * 8)
    play(state, "move ivory d1>c1")
    assert state.to_act() == OVER and state.legal() == []
    assert state.scores() == (6, 0) and state.outcome() == (1, 2)


def test_a_delivery_with_goods_in_the_bag_does_not_end_it() -> None:
    state = position(["c1 d1=ivory", "g6"], bag=[0] * 7 + [1])
    play(state, "move ivory d1>c1")
    assert state.to_act() == 0


def test_the_score_counts_goods_markers_and_what_is_carried() -> None:
    """Worked example: 2 rare and 5 common goods, 4 markers, 3 carried: 12 + 15 + 4 - 3 = 28."""
    state = position(["a2=meat b2=salt c2=gems*", ""])
    state.markers[0] = 4
    state.points[0] = 2 * 6 + 5 * 3 + 4
    assert state.scores() == (28, 0)
    assert all(type(score) is int for score in state.scores())


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 0), (2, -1), (3, -3), (4, -6), (5, -10)])
def test_carried_goods_cost_points_and_totals_may_be_negative(count: int, points: int) -> None:
    """S-12: the standing counts them at once; five are possible only with six camels."""
    words = " ".join(f"{'abcde'[index]}2=meat" for index in range(count))
    state = position([words, ""], each=6 if count == 5 else 5)
    assert state.scores() == (points, 0)


def test_ties_go_to_more_goods_delivered_and_then_are_shared() -> None:
    state = position(["", "", ""])
    state.points = [6, 6, 9]
    state.delivered[4] = 1
    state.delivered[8:10] = [1, 1]
    assert state.outcome() == (3, 2, 1)
    state.delivered[0] = 1
    assert state.outcome() == (2, 2, 1)
    state.points = [9, 9, 3]
    assert state.outcome() == (1, 1, 3)


def test_s9_the_match_ends_when_every_seat_passes_in_a_row() -> None:
    state = position(["", "", ""])
    play(state, "end", "end")
    play(state, "lift supply", "set d4", "end")
    play(state, "end", "end")
    assert state.to_act() >= 0
    play(state, "end")
    assert state.to_act() == OVER


def test_s9_ten_turns_each_without_a_good_end_the_match() -> None:
    state = position(["a2", "g6"], "a1=meat", bag=[0] * 8)
    play(state, "lift a2", "set a1", "pick a1", "end")
    for turn in range(20):
        assert state.to_act() >= 0, turn
        play(state, "lift supply", "set d4" if turn % 2 else "set d5", "end")
        own = state.actor ^ 1
        state.camels[own * 5 : own * 5 + 5] = [49 * 32] * 5
    assert state.to_act() == OVER and state.quiet == 20


@pytest.mark.parametrize("stir", ["pick a1", "steal gems d4 from 1", "move ivory d1>c1"])
def test_s9_a_pick_up_a_steal_or_a_delivery_breaks_the_quiet(stir: str) -> None:
    state = position(["a1 d4 c1 d1=ivory", "d4=gems"], "a1=meat g1=meat")
    state.quiet = 19
    play(state, stir, "end")
    assert state.to_act() == 1 and state.quiet == 0


def test_s9_a_move_that_delivers_nothing_does_not() -> None:
    state = position(["d1=ivory e1", "g6"])
    state.quiet = 19
    play(state, "move ivory d1>e1", "end")
    assert state.to_act() == OVER


def test_s9_the_match_ends_with_its_400th_turn() -> None:
    state = position(["a2", "g6"], turn=399)
    play(state, "lift a2", "set a3", "end")
    assert state.turn == 400 and state.to_act() == 1
    play(state, "lift g6", "set g5", "end")
    assert state.to_act() == OVER


def test_a_path_leads_along_a_chain_and_is_straight_where_there_is_none() -> None:
    view: Any = {"camels": [[[0, -1, 0], [1, -1, 0], [8, -1, 0], [15, -1, 0], [40, -1, 0]]]}
    assert path(view, 0, 0, 15) == [0, 1, 8, 15]
    assert path(view, 0, 0, 40) == [0, 40]
