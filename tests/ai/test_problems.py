"""How problems are made: seeded, resumable, and only what is clear."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from ai.problems import __main__ as command
from ai.problems import keep
from ai.problems.check import check
from ai.problems.judge import Judge, view_of
from ai.problems.plan import Plan, ProblemsError
from ai.problems.selfplay import APART, Played, Wanted, play, tempting_kinds
from caravan_tui.engine.problem import LEVELS, Problem, kind_of, nobody
from caravan_tui.games import registry

GAME = "dice_village"


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    """A plan that is met with often: a short search, and a small gap."""
    return Plan(GAME, 3, 40, 0.01, tmp_path_factory.mktemp("problems"))


@pytest.fixture(scope="module")
def played(plan: Plan) -> Played:
    """The first match of the plan with a problem in it."""
    matches = (play(plan, Wanted(number)) for number in range(40))
    return next(match for match in matches if match.problems)


def problem(number: int, kind: str = "Visited", level: str = "trader") -> Problem:
    """A problem that nobody plays."""
    return Problem(
        game=GAME, rules=1, seats=2, options={}, seed=number, log=[], answer=number, tempting=0,
        chance=0.5, gap=0.1, error=0.0, tempting_loss=0.1, iterations=10, level=level, kind=kind,
    )  # fmt: skip


def test_a_match_gives_the_same_problems_again(plan: Plan, played: Played) -> None:
    assert play(plan, Wanted(played.number)) == played


def test_a_question_that_is_asked_enough_is_not_searched(plan: Plan, played: Played) -> None:
    first = played.problems[0]
    again = play(plan, Wanted(played.number, frozenset({keep.question(first)})))
    assert keep.question(first) not in map(keep.question, again.problems)


def test_fewer_positions_of_a_common_kind_are_looked_at(plan: Plan) -> None:
    kinds = {"Rerolled", "DieTurned", "GoodsBrought", "Visited", "MerchantAdded"}
    every, some = (
        sum(play(plan, Wanted(number, common=frozenset(common))).looks for number in range(6))
        for common in ((), kinds)
    )
    assert some < every


def test_kinds_of_tempting_moves_are_counted(played: Played) -> None:
    first = played.problems[0]
    state = first.position(nobody(first.seats)).state
    damaged = msgspec.structs.replace(first, log=[-5])
    assert tempting_kinds([first, damaged]) == {kind_of(state, first.tempting): 1}


def test_a_problem_is_clear_beyond_its_error(plan: Plan, played: Played) -> None:
    for one in played.problems:
        assert one.gap - 2 * one.error >= plan.gap
        assert one.tempting_loss >= one.gap
        assert one.iterations == 10 * plan.iterations
        assert one.level in LEVELS


def test_a_problem_and_its_lines_can_be_replayed(played: Played) -> None:
    for one in played.problems:
        match = one.position(nobody(one.seats))
        assert {one.answer, one.tempting} <= set(match.legal(match.to_act))
        assert one.answer != one.tempting
        for move, line in ((one.answer, one.best_line), (one.tempting, one.tempting_line)):
            assert line[0] == move
            assert one.position(nobody(one.seats), line).version >= len(one.log) + len(line)


def test_no_move_of_one_ply_is_an_answer(plan: Plan, played: Played) -> None:
    judge = Judge(plan)
    for one in played.problems:
        state = one.position(nobody(one.seats)).state
        again = judge.judge(view_of(plan, state), state.legal(), 1)
        assert again is None or again.answer == one.answer


def test_problems_of_a_match_lie_apart(played: Played) -> None:
    places = [len(one.log) for one in played.problems]
    assert all(later - place >= APART for place, later in pairwise(places))


def test_a_run_goes_on_where_it_was_stopped(plan: Plan, played: Played) -> None:
    keep.add(plan, played)
    with plan.file.open("ab") as file:
        file.write(b'{"number": 77, "loo')  # killed here
    keep.add(plan, Played(78, 3, []))
    kept = keep.read(plan)
    assert set(kept) == {played.number, 78}
    assert kept[played.number] == played


def test_a_folder_belongs_to_one_plan(plan: Plan) -> None:
    plan.begin()
    plan.begin()
    other = Plan(GAME, 3, 50, 0.01, plan.folder)
    with pytest.raises(ProblemsError, match="another plan"):
        other.begin()


def test_kinds_and_difficulties_are_spread() -> None:
    common = [problem(number) for number in range(20)]
    rare = [problem(number, "Rerolled", "porter") for number in range(20, 26)]
    chosen = keep.chosen([Played(0, 1, common), Played(1, 1, rare)], 10)
    assert sum(one.kind == "Rerolled" for one in chosen) == 5
    assert [one.level for one in chosen] == ["porter"] * 5 + ["trader"] * 5


def test_the_same_question_is_not_asked_over_and_over() -> None:
    same = [msgspec.structs.replace(problem(number), answer=4) for number in range(30)]
    kept = keep.chosen([Played(0, 1, same)], 30)
    assert len(kept) == keep.MOST_ALIKE
    assert keep.question(same[0]) in keep.wanted(1, kept, Counter()).full
    assert not keep.wanted(1, kept[1:], Counter()).full


def test_a_match_asks_the_same_question_once() -> None:
    first = problem(1)
    again = msgspec.structs.replace(first, log=[0, 0])
    assert keep.chosen([Played(0, 1, [first, again])], 10) == [first]


def test_shipped_problems_stay_when_more_are_made() -> None:
    """Users have tried them, and stations of the Road ask them."""
    before = [problem(number) for number in range(8)]
    rare = [problem(number, "Rerolled", "porter") for number in range(20, 26)]
    chosen = keep.chosen([Played(0, 1, [*before[:1], *rare])], 10, before)
    assert {one.seed for one in before} < {one.seed for one in chosen}
    assert len(chosen) == 10


def test_a_kind_of_tempting_move_is_common_from_a_fifth_on() -> None:
    there_are = [problem(number) for number in range(10)]
    kinds = Counter({"Rerolled": 2, "Visited": 1})
    assert keep.wanted(3, there_are, kinds).common == {"Rerolled"}


def test_a_check_drops_what_cannot_be_replayed(played: Played) -> None:
    one = played.problems[0]
    assert check(msgspec.structs.replace(one, iterations=50)).key == one.key
    assert not check(msgspec.structs.replace(one, log=[-5])).agrees


def test_the_command_ships_what_it_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = tmp_path / "problems.jsonl"
    monkeypatch.setattr(registry, "problems_file", lambda game: shipped)
    monkeypatch.setattr(command, "shipped", lambda game: ())
    words = [GAME, "--count", "1", "--seed", "3", "--iterations", "40", "--gap", "0.01"]
    assert command.main([*words, "--keep", str(tmp_path / "kept")]) == 0
    assert len(shipped.read_text().splitlines()) == 1
    assert "1 problems" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words", [["chess"], [GAME, "--gap", "2"], [GAME, "--count", "0"], [GAME, "--nothing"]]
)
def test_mistakes_are_told_in_a_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(words) == 2
    assert capsys.readouterr().err.count("\n") == 1
