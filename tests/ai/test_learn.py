"""Learning: the same matches for the same seed, a stop that costs nothing, weights that won."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from ai.learn import __main__ as command
from ai.learn import accept, selfplay
from ai.learn.plan import ALL, BLOCK, LearnError, Plan
from ai.learn.selfplay import NOT_SEARCHED, Course
from ai.spread import spread
from caravan_tui.games import learned, registry
from caravan_tui.games.learned import ContestCounts, Made, Weights

ROOT = Path(__file__).parents[2]

needs_numpy = pytest.mark.skipif(find_spec("numpy") is None, reason="training is an extra")
needs_extras = pytest.mark.skipif(
    any(find_spec(name) is None for name in command.EXTRAS), reason="training is an extra"
)
needs_dask = pytest.mark.skipif(find_spec("distributed") is None, reason="dask is an extra")


def plan(folder: Path, game: str = "bids", blocks: int = 2, seats: int = 2, **other: Any) -> Plan:
    options = registry.get(game).spec.resolve(other.pop("options", {}), seats)
    first = other.pop("first", ALL)
    made = Plan(game, seats, blocks, other.pop("seed", 1), 8, folder, first, options)
    made.begin()
    return made


def some_weights(game: str = "bids", weight: float = 0.0) -> Weights:
    """Weights that count points, by so much."""
    features = list(registry.evaluator(game).FEATURES)
    return Weights(
        game=game,
        rules=1,
        seats=2,
        features=features,
        linear=[weight, *[0.0] * len(features)],
        own=[],
        shared=[],
        bias=[],
        out=[],
        made=Made(1, 10, 100, 8, "0", 1.0, 1.0, 0.06, 0.05),
    )


def run(*words: str) -> tuple[int, list[str]]:
    """The command in a process of its own: exit code and lines of stderr."""
    ended = subprocess.run(
        [sys.executable, "-m", "ai.learn", *words], cwd=ROOT, capture_output=True, text=True
    )
    return ended.returncode, ended.stderr.splitlines()


def keep_block(table: Plan, block: int) -> None:
    """Play and keep the matches of a task."""
    selfplay.keep_block(table, *selfplay.play_block(table, block))


# Matches


def test_a_match_and_its_branches_repeat_themselves(toys: str, tmp_path: Path) -> None:
    table = plan(tmp_path)
    played = [selfplay.play(table, number) for number in range(12)]
    assert played == [selfplay.play(table, number) for number in range(12)]
    assert max(map(len, played)) > 2
    assert min(map(len, played)) == 0, "random moves may end a short match"


def test_the_first_positions_after_random_moves_can_be_all_that_is_learned_from(
    tmp_path: Path,
) -> None:
    table = plan(tmp_path, "decktet", first=6, options={"hands": "1"})
    courses = [course for number in range(3) for course in selfplay.play(table, number)]
    assert max(course.count for course in courses) == 6
    assert len([course for course in courses if course.number == 0]) > selfplay.BRANCHES // 2
    longer = selfplay.play(plan(tmp_path / "all", "decktet", options={"hands": "1"}), 0)
    assert max(course.count for course in longer) > 6


def test_without_iterations_moves_are_those_that_look_best(toys: str, tmp_path: Path) -> None:
    table = evolve(plan(tmp_path), iterations=0)
    courses = [course for number in range(12) for course in selfplay.play(table, number)]
    assert courses
    for course in courses:
        assert set(memoryview(course.searched).cast("f")) == {NOT_SEARCHED}


def test_each_position_has_what_an_evaluation_is_asked_about(toys: str, tmp_path: Path) -> None:
    table = plan(tmp_path)
    for number in range(12):
        for course in selfplay.play(table, number):
            cells = course.count * table.seats
            assert len(course.values) == 4 * cells
            assert len(course.searched) == 4 * cells
            assert len(course.features) == 4 * cells * len(table.evaluator.FEATURES)
            assert sum(course.results) == pytest.approx(1.0)
            searched = memoryview(course.searched).cast("f")
            assert all(value == NOT_SEARCHED or 0.0 <= value <= 1.0 for value in searched)


def test_random_moves_come_first_and_are_not_learned_from(toys: str, tmp_path: Path) -> None:
    table = plan(tmp_path)
    counts = {course.count for number in range(20) for course in selfplay.play(table, number)[:1]}
    assert len(counts) > 2, "a match of six decisions, less up to eight random ones"


def test_several_processes_keep_what_one_does(tmp_path: Path) -> None:
    alone = plan(tmp_path / "alone", "decktet", options={"hands": "1"})
    many = plan(tmp_path / "many", "decktet", options={"hands": "1"})
    for block in range(2):
        keep_block(alone, block)
    for block, data in spread(partial(selfplay.play_block, many), [0, 1], jobs=2):
        selfplay.keep_block(many, block, data)
    for block in range(2):
        assert alone.block_file(block).read_bytes() == many.block_file(block).read_bytes()


def test_what_is_missing_or_damaged_is_played_and_nothing_else(toys: str, tmp_path: Path) -> None:
    table = plan(tmp_path, blocks=3)
    assert selfplay.missing(table) == [0, 1, 2]
    for block in range(3):
        keep_block(table, block)
    assert selfplay.missing(table) == []
    whole = table.block_file(1).read_bytes()
    table.block_file(1).write_bytes(whole[:-7])
    table.block_file(2).rename(tmp_path / ".matches-00002.msgpack.draft")
    assert selfplay.missing(table) == [1, 2]
    keep_block(table, 1)
    assert table.block_file(1).read_bytes() == whole


def test_a_folder_belongs_to_one_plan(toys: str, tmp_path: Path) -> None:
    plan(tmp_path)
    plan(tmp_path, blocks=9)  # more of the same
    with pytest.raises(LearnError, match="another plan"):
        plan(tmp_path, seed=2)
    (tmp_path / "plan.json").write_text("{")
    with pytest.raises(LearnError, match="another plan"):
        plan(tmp_path)


# Fitting


@needs_numpy
def test_a_fit_finds_what_the_evaluation_overlooks(toys: str, tmp_path: Path) -> None:
    from ai.learn import train

    table = plan(tmp_path, blocks=40)
    for block in range(table.blocks):
        keep_block(table, block)
    for units in (0, 4):
        fit = train.fit(table, units, 1.0, 1.0)
        assert fit.gain > 0.03
        assert fit.weights.made.matches == 40 * BLOCK
        assert len(fit.weights.out) == units
        again = train.fit(table, units, 1.0, 1.0)
        assert again.weights == fit.weights


@needs_numpy
def test_what_is_written_computes_what_was_fitted(toys: str, tmp_path: Path) -> None:
    import numpy as np

    from ai.learn import train

    table = plan(tmp_path, blocks=10)
    for block in range(table.blocks):
        keep_block(table, block)
    fit = train.fit(table, 4, 1.0, 0.7)
    correction = fit.weights.correction()
    _fitted, held_out = train.load(table, 1.0)
    errors = []
    for inputs, logits, results in zip(
        held_out.inputs, held_out.logits, held_out.results, strict=True
    ):
        values = [float(value) for value in 1.0 / (1.0 + np.exp(-logits))]
        rows = [[float(number) for number in row[:-1]] for row in inputs]
        corrected = correction.corrected(values, rows)
        errors += [(value - result) ** 2 for value, result in zip(corrected, results, strict=True)]
    assert sum(errors) / len(errors) == pytest.approx(fit.weights.made.loss_after, abs=2e-4)


@needs_numpy
def test_a_blend_draws_targets_towards_what_the_search_expected(toys: str, tmp_path: Path) -> None:
    from ai.learn import train

    table = plan(tmp_path, blocks=10)
    for block in range(table.blocks):
        keep_block(table, block)
    bare, _held_out = train.load(table, 1.0)
    blended, _held_out = train.load(table, 0.5)
    assert (bare.targets == bare.results).all()
    assert (blended.results == bare.results).all()
    assert blended.targets.std() < bare.targets.std()


@needs_numpy
def test_a_fit_is_kept_until_there_are_more_matches(toys: str, tmp_path: Path) -> None:
    from ai.learn import train

    for block in range(12):
        keep_block(plan(tmp_path, blocks=12), block)
    table = plan(tmp_path, blocks=10)
    first = train.kept(table, 0, 1.0, 0.3)
    file = tmp_path / "fit-0-1.json"
    file.write_bytes(file.read_bytes().replace(b'"blend":1.0', b'"blend":0.9'))
    assert train.kept(table, 0, 1.0, 0.3).blend == 0.9
    file.write_bytes(file.read_bytes()[:50])
    assert train.kept(table, 0, 1.0, 0.3) == first
    assert train.kept(plan(tmp_path, blocks=12), 0, 1.0, 0.3).weights.made.matches == 120


@needs_numpy
def test_a_small_network_is_preferred_to_one_that_hardly_gains_more() -> None:
    from ai.learn import train

    def fit(units: int, loss: float) -> train.Fit:
        weights = some_weights("decktet")
        weights.made.loss_after = loss
        return train.Fit(units, 1.0, weights, [], [])

    fits = [fit(0, 0.058), fit(8, 0.0551), fit(24, 0.055)]
    assert train.preferred(fits).units == 8
    assert train.preferred(fits[:1]).units == 0


# The contest


def test_a_contest_resumes_and_comes_to_the_same(
    toys: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accept, "slowdown", lambda plan, weights: 2.0)
    table = plan(tmp_path)
    counts, bouts = accept.contest(table, some_weights(weight=0.5), 6)
    assert counts.matches == 6 and counts.corrected_iterations == counts.iterations / 2
    file = tmp_path / "contest-0.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:4]) + lines[4][:9])
    monkeypatch.setattr(accept, "slowdown", lambda plan, weights: pytest.fail("measured again"))
    again, others = accept.contest(table, some_weights(weight=0.5), 6)
    assert again == counts
    assert [bout.share for bout in bouts] == [bout.share for bout in others]
    assert len(file.read_bytes().splitlines()) == 7


def test_other_weights_begin_another_contest(
    toys: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accept, "slowdown", lambda plan, weights: 1.0)
    table = plan(tmp_path)
    accept.contest(table, some_weights(), 2)
    monkeypatch.setattr(accept, "slowdown", lambda plan, weights: 4.0)
    counts, _bouts = accept.contest(table, some_weights(weight=0.5), 2)
    assert counts.corrected_iterations == counts.iterations / 4


def test_weights_that_change_nothing_end_even(
    toys: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accept, "slowdown", lambda plan, weights: 1.0)
    counts, bouts = accept.contest(plan(tmp_path), some_weights(), 8)
    assert counts.score == 4.0, "seats change over with the same chance"
    assert all(bout.decisions == bout.corrected_decisions == 3 for bout in bouts)


def test_three_seats_count_by_pairs(tmp_path: Path) -> None:
    task = accept.Task("dice_village", 3, 1, {}, 2, 2, learned.to_bytes(dice_weights()))
    shares = [accept.play(task, number).share for number in (0, 1)]
    assert shares[0] + shares[1] == pytest.approx(1.0), "the same seats, called otherwise"


def dice_weights() -> Weights:
    weights = some_weights("dice_village")
    weights.seats = 3
    return weights


def test_a_slower_iteration_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accept, "ROUNDS", 3)
    monkeypatch.setattr(accept, "POSITIONS", 1)
    heavy = some_weights("decktet")
    inputs = len(heavy.linear)
    heavy.own = heavy.shared = [[0.01] * inputs for _ in range(40)]
    heavy.bias = heavy.out = [0.0] * 40
    assert accept.slowdown(plan(tmp_path, "decktet"), heavy) > 1.5


def test_only_weights_that_won_are_shipped(
    toys: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = tmp_path / "learned-2.json"
    monkeypatch.setattr(learned, "shipped_file", lambda game, seats: shipped)
    table = plan(tmp_path / "run")

    def counts(matches: int, low: float) -> ContestCounts:
        return ContestCounts(matches, 1, 200.0, low, 0.7, 2000, 1500, True)

    for lost in (counts(400, 0.499), counts(400, 0.5), counts(298, 0.55)):
        with pytest.raises(LearnError, match="not won"):
            accept.ship(table, some_weights(), lost)
    assert not shipped.exists()
    assert accept.ship(table, some_weights(), counts(300, 0.51)) == shipped
    features = registry.evaluator("bids").FEATURES
    assert list(learned.load(tmp_path, "bids", 1, [2], features)) == [2]
    data = shipped.read_bytes()
    assert learned.read(data, "bids", 1, 2, features).contest == counts(300, 0.51)


# The command


@needs_extras
def test_the_command_learns_and_plays_its_contest(
    toys: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(accept, "FEWEST", 4)
    monkeypatch.setattr(accept, "slowdown", lambda plan, weights: 1.0)
    shipped = tmp_path / "shipped.json"
    monkeypatch.setattr(learned, "shipped_file", lambda game, seats: shipped)
    words = ["bids", "--seats", "2", "--matches", "95", "--iterations", "4", "--units", "0,3"]
    words += ["--keep", str(tmp_path / "run"), "--accept", "--contest", "4"]
    code = command.main(words)
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("0 units, blend 1: error ")
    assert told[1].startswith("3 units, blend 1: error ")
    assert "of 4 = " in told[2]
    assert code == (0 if shipped.exists() else 1)
    names = {file.name for file in (tmp_path / "run").iterdir()}
    assert {"plan.json", "fit-0-1.json", "fit-3-1.json", "weights.json", "curves.svg"} <= names
    assert len([name for name in names if name.startswith("matches-")]) == 10
    assert not [name for name in names if name.endswith(".draft")]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", "required"),
        ("decktet", "--seats"),
        ("dektet --seats 2", "dektet"),
        ("decktet --seats 3", "2"),
        ("decktet --seats two", "two"),
        ("decktet --seats 2 --matches 0", "matches"),
        ("decktet --seats 2 --seed -1", "seed"),
        ("decktet --seats 2 --units 24,x", "x"),
        ("decktet --seats 2 --units 100000", "100000"),
        ("decktet --seats 2 --blend 0", "0"),
        ("decktet --seats 2 --blend nan", "nan"),
        ("decktet --seats 2 --option hands", "hands"),
        ("decktet --seats 2 --option hands=1 --option hands=2", "hands"),
        ("decktet --seats 2 --option hands=77", "hands"),
        ("decktet --seats 2 --option paws=4", "paws"),
        ("decktet --seats 2 --accept --contest 20", "300"),
        ("decktet --seats 2 --wrong", "--wrong"),
    ],
)
def test_mistakes_are_told_in_one_line(
    words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(words.split()) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line


def test_a_missing_extra_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    assert command.main(["decktet", "--seats", "2", "--keep", str(tmp_path / "run")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line == "this needs numpy: pip install 'caravan_tui[learn]'"
    assert not (tmp_path / "run").exists()


def test_a_game_without_features_is_told_in_one_line(
    toys: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["race", "--seats", "2"]) == 2
    assert capsys.readouterr().err == "race names no features to learn from.\n"


@needs_extras
def test_a_folder_that_cannot_be_written_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    assert command.main(["decktet", "--seats", "2", "--keep", str(tmp_path / "file/run")]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert str(tmp_path) in line


@needs_extras
def test_killed_and_started_again_it_goes_on(tmp_path: Path) -> None:
    words = ["decktet", "--seats", "2", "--option", "hands=1", "--iterations", "6", "--units", "0"]
    words += ["--keep", str(tmp_path / "run")]
    running = subprocess.Popen(
        [sys.executable, "-m", "ai.learn", *words, "--matches", "2000"],
        cwd=ROOT,
        stderr=subprocess.DEVNULL,
    )
    first = tmp_path / "run" / "matches-00000.msgpack"
    until = time.monotonic() + 120
    while not first.exists() and time.monotonic() < until:
        time.sleep(0.02)
    running.kill()
    running.wait(60)
    kept = {file: file.stat().st_mtime_ns for file in (tmp_path / "run").glob("matches-*")}
    assert kept
    code, lines = run(*words, "--matches", str(BLOCK * (len(kept) + 1)))
    assert code == 0, lines
    assert all(file.stat().st_mtime_ns == when for file, when in kept.items())


@needs_extras
def test_interrupted_it_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(plan: Plan, block: int) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(selfplay, "play_block", interrupt)
    assert command.main(["decktet", "--seats", "2", "--keep", str(tmp_path / "run")]) == 130
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("Stopped.")


# Where it runs


@needs_dask
def test_dask_gives_the_same_matches(tmp_path: Path) -> None:
    import distributed

    table = plan(tmp_path / "dask", "decktet", options={"hands": "1"})
    alone = plan(tmp_path / "alone", "decktet", options={"hands": "1"})
    with distributed.LocalCluster(
        n_workers=1, processes=False, threads_per_worker=1, dashboard_address=None
    ) as cluster:
        blocks = spread(partial(selfplay.play_block, table), [0, 1], 1, cluster.scheduler_address)
        assert sorted(blocks) == [selfplay.play_block(alone, block) for block in range(2)]


def test_courses_are_plain_rows(toys: str, tmp_path: Path) -> None:
    table = plan(tmp_path)
    keep_block(table, 0)
    assert all(isinstance(course, Course) for course in selfplay.read_block(table, 0))
    head = json.loads((tmp_path / "plan.json").read_bytes())
    assert head["features"] == list(table.evaluator.FEATURES)
