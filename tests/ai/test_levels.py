"""Levels: no silly moves, the strongest plays the most visited one."""

import pytest

from ai import levels
from ai.own_turn import LONGEST, OwnTurn, judgement_of
from caravan_tui.bus.messages import Candidate
from caravan_tui.games import registry
from caravan_tui.games.contract import View

CANDIDATES = [
    Candidate(1, 60, [0.60, 0.4]),
    Candidate(2, 50, [0.59, 0.4]),
    Candidate(3, 40, [0.30, 0.4]),
    Candidate(4, 2, [0.60, 0.4]),
]


def chosen(level: levels.Level) -> set[int]:
    return {levels.pick(level, CANDIDATES, 0, 0.1, seed) for seed in range(300)}


def test_the_strongest_level_plays_the_most_visited_move() -> None:
    assert chosen(levels.MASTER) == {1}


def test_the_other_levels_choose_among_near_best_moves_only() -> None:
    for level in (levels.PORTER, levels.TRADER, levels.MERCHANT):
        assert {1, 2} <= chosen(level) <= {1, 2, 4}, level


def test_a_lucky_move_that_was_hardly_tried_is_not_taken_for_the_best() -> None:
    lucky = [*CANDIDATES[:3], Candidate(4, 1, [0.95, 0.4])]
    picks = [levels.pick(levels.MERCHANT, lucky, 0, 0.1, seed) for seed in range(300)]
    assert picks.count(4) < 200


def test_awful_moves_do_not_make_bad_ones_look_near() -> None:
    awful = [Candidate(9, 10, [0.0, 1.0])] * 3
    for level in (levels.PORTER, levels.TRADER, levels.MERCHANT):
        picks = {levels.pick(level, [*CANDIDATES, *awful], 0, 0.1, seed) for seed in range(300)}
        assert picks <= {1, 2, 4}


def test_the_better_move_is_the_likelier_one() -> None:
    picks = [levels.pick(levels.PORTER, CANDIDATES, 0, 0.1, seed) for seed in range(600)]
    assert picks.count(1) > picks.count(2) > 0


def test_the_ladder_rises() -> None:
    steps = [(level.iterations, -level.temperature) for level in levels.LADDER]
    assert steps == sorted(set(steps))
    assert len({level.title for level in levels.ALL.values()}) == len(levels.ALL)


def test_a_level_that_nobody_can_type_is_not_named() -> None:
    with pytest.raises(levels.UnknownLevelError) as error:
        levels.get("nobody")
    assert "adaptive" in str(error.value) and "program" not in str(error.value)


@pytest.mark.parametrize("game", registry.ids())
def test_a_higher_level_thinks_longer_and_sees_more_in_every_game(game: str) -> None:
    plain = registry.evaluator(game)
    suited = [level.suited(plain) for level in levels.LADDER]
    budgets = [level.iterations for level in suited]
    assert budgets == sorted(budgets) and len(set(budgets)) >= len(budgets) - 1
    terms = plain.VISIBLE_TERMS
    assert not {"master", "legend"} & set(terms)
    for name in {name for parts in terms.values() for name in parts}:
        seen = [registry.sight(game, level.name).get(name, 1.0) for level in levels.LADDER]
        assert name in plain.WEIGHTS and seen == sorted(seen) and seen[0] < 1.0, (game, name)
        assert seen[-1] == seen[-2] == 1.0


def test_a_level_between_two_others_is_midway_in_every_game() -> None:
    for game in registry.ids():
        plain = registry.evaluator(game)
        porter, drover, trader = (
            levels.get(name).suited(plain) for name in ("porter", "drover", "trader")
        )
        assert porter.iterations < drover.iterations < trader.iterations
        assert porter.temperature > drover.temperature > trader.temperature


def test_a_legend_thinks_until_the_clock_and_counts_where_there_is_none() -> None:
    plain = registry.evaluator("decktet")
    legend, master = levels.LEGEND.suited(plain), levels.MASTER.suited(plain)
    assert legend.budget(has_clock=False) == 8 * master.iterations
    assert legend.budget(has_clock=True) == levels.UNTIL_THE_CLOCK
    assert master.budget(has_clock=True) == master.iterations
    assert legend.nodes > master.nodes


def test_a_level_misjudges_a_move_in_the_same_way_each_time() -> None:
    for seed in range(20):
        picks = {levels.pick(levels.PORTER, CANDIDATES, 0, 0.1, seed) for _ in range(5)}
        assert len(picks) == 1


def test_a_turn_is_judged_once_and_another_one_anew() -> None:
    turn = OwnTurn()
    first: View = {"round": 1, "seat": 0}  # type: ignore[typeddict-item]
    turn.resume(first, b"first", "porter::Batu")
    judgement = turn.judgement
    turn.add(5)
    turn.resume(first, b"second", "porter::Batu")
    assert turn.judgement == judgement and turn.steps == [5]
    turn.end()
    turn.resume(first, b"second", "porter::Batu")
    assert turn.judgement != judgement and not turn.steps
    assert judgement_of(b"first", "porter::Batu") == judgement
    assert judgement_of(b"first", "porter::Musa") != judgement


def test_a_turn_without_end_begins_anew_with_a_round() -> None:
    turn = OwnTurn()
    for number in range(LONGEST + 9):
        turn.resume({"round": 1}, b"view", "")  # type: ignore[typeddict-item]
        turn.add(number)
    assert len(turn.steps) == LONGEST and turn.steps[-1] == LONGEST + 8
    turn.resume({"round": 2}, b"later", "")  # type: ignore[typeddict-item]
    assert not turn.steps
