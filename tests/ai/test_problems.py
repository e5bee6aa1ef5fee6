"""How problems are made: seeded, resumable, and only what is clear."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from ai.problems import __main__ as command
from ai.problems import keep
from ai.problems.check import check
from ai.problems.judge import Judge, view_of
from ai.problems.plan import Plan, ProblemsError
from ai.problems.selfplay import APART, Played, play
from caravan_tui.engine.problem import LEVELS, Problem, nobody
from caravan_tui.games import registry

GAME = "dice_village"


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    """A plan that is met with often: a short search, and a small gap."""
    return Plan(GAME, 3, 40, 0.01, tmp_path_factory.mktemp("problems"))


@pytest.fixture(scope="module")
def played(plan: Plan) -> Played:
    """The first match of the plan with a problem in it."""
    return next(match for match in (play(plan, number) for number in range(40)) if match.problems)


def problem(number: int, kind: str = "Visited", level: str = "trader") -> Problem:
    """A problem that nobody plays."""
    return Problem(
        game=GAME, rules=1, seats=2, options={}, seed=number, log=[], answer=number, tempting=0,
        chance=0.5, gap=0.1, error=0.0, tempting_loss=0.1, iterations=10, level=level, kind=kind,
    )  # fmt: skip


def test_a_match_gives_the_same_problems_again(plan: Plan, played: Played) -> None:
    assert play(plan, played.number) == played


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
    assert len(keep.chosen([Played(0, 1, same)], 30)) == keep.MOST_ALIKE
    assert not keep.is_enough([Played(0, 1, same)], keep.MOST_ALIKE + 1)


def test_a_check_drops_what_cannot_be_replayed(played: Played) -> None:
    one = played.problems[0]
    assert check(msgspec.structs.replace(one, iterations=50)).key == one.key
    assert not check(msgspec.structs.replace(one, log=[-5])).agrees


def test_the_command_ships_what_it_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = tmp_path / "problems.jsonl"
    monkeypatch.setattr(registry, "problems_file", lambda game: shipped)
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
