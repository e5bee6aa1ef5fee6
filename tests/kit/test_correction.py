"""A learned correction: what it computes, which files are used, and which seats get it."""

from __future__ import annotations

import logging
from math import exp, isfinite, log
from operator import mul
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from caravan_tui.games import learned, registry
from caravan_tui.games.contract import CHANCE, OVER, State
from caravan_tui.games.kit.correction import Correction
from caravan_tui.games.learned import BadWeightsError, Made, Weights

TABLES = [
    (game, seats)
    for game in registry.ids()
    for seats in range(registry.spec(game).min_seats, registry.spec(game).max_seats + 1)
]


def draw(rng: Random, count: int) -> list[float]:
    return [rng.uniform(-1, 1) for _ in range(count)]


def logit(value: float) -> float:
    return log(value / (1.0 - value))


def weights(**other: Any) -> Weights:
    """Weights for Decktet that count each feature a little."""
    features = list(registry.evaluator("decktet").FEATURES)
    made = Made(1, 10, 100, 50, "0", 1.0, 1.0, 0.06, 0.05)
    whole = {
        "game": "decktet",
        "rules": registry.spec("decktet").rules_version,
        "seats": 2,
        "features": features,
        "linear": [0.1] * (len(features) + 1),
        "own": [],
        "shared": [],
        "bias": [],
        "out": [],
        "made": made,
    }
    return Weights(**{**whole, **other})


def read(data: bytes) -> Weights:
    evaluator = registry.evaluator("decktet")
    rules = registry.spec("decktet").rules_version
    return learned.read(data, "decktet", rules, 2, evaluator.FEATURES)


def test_a_sum_moves_the_logits_apart_by_what_the_seats_differ_in() -> None:
    correction = Correction([2.0, 0.0], [], [], [], [])
    values = correction.corrected([0.6, 0.4], [[0.5], [0.25]])
    assert values[0] == pytest.approx(1 / (1 + exp(-(logit(0.6) + 0.25))))
    assert values[1] == pytest.approx(1 - values[0])


def test_the_logit_is_the_last_input() -> None:
    correction = Correction([0.0, 0.5], [], [], [], [])
    values = correction.corrected([0.6, 0.4], [[1.0], [1.0]])
    assert logit(values[0]) == pytest.approx(1.5 * logit(0.6))


def test_a_unit_passes_on_what_is_above_zero_and_sees_the_mean() -> None:
    correction = Correction([0.0, 0.0], [[1.0, 0.0]], [[-1.0, 0.0]], [0.1], [3.0])
    values = correction.corrected([1 / 3] * 3, [[0.9], [0.2], [0.4]])
    gains = [3 * (0.4 - 0.5 + 0.1), 0.0, 0.0]
    mean = sum(gains) / 3
    assert [logit(value) for value in values] == pytest.approx(
        [logit(1 / 3) + gain - mean for gain in gains]
    )


def test_two_seats_get_what_any_number_of_seats_would() -> None:
    rng = Random(5)
    linear, bias, out = draw(rng, 4), draw(rng, 6), draw(rng, 6)
    own, shared = [draw(rng, 4) for _ in out], [draw(rng, 4) for _ in out]
    rows, values = [draw(rng, 3), draw(rng, 3)], [0.3, 0.7]
    inputs = [[*row, logit(value)] for row, value in zip(rows, values, strict=True)]
    means = [sum(column) / 2 for column in zip(*inputs, strict=True)]
    gains = []
    for row in inputs:
        away = [number - mean for number, mean in zip(row, means, strict=True)]
        gain = sum(map(mul, linear, away))
        for unit in range(6):
            total = bias[unit] + sum(map(mul, own[unit], away)) + sum(map(mul, shared[unit], means))
            gain += out[unit] * max(0.0, total)
        gains.append(gain)
    share = (gains[0] - gains[1]) / 2
    corrected = Correction(linear, own, shared, bias, out).corrected(values, rows)
    assert [logit(value) for value in corrected] == pytest.approx(
        [logit(0.3) + share, logit(0.7) - share]
    )


@pytest.mark.parametrize("seats", [1, 2, 3, 6])
def test_a_sum_is_a_network_whose_units_count_nothing(seats: int) -> None:
    rng = Random(seats)
    linear, values = draw(rng, 4), [rng.uniform(0.1, 0.9) for _ in range(seats)]
    rows = [draw(rng, 3) for _ in values]
    alike = Correction(linear, [draw(rng, 4)], [draw(rng, 4)], [0.5], [0.0])
    expected = alike.corrected(values, [row[:] for row in rows])
    assert Correction(linear, [], [], [], []).corrected(values, rows) == pytest.approx(expected)


def test_seats_that_change_places_change_values() -> None:
    rng = Random(3)
    own, shared = [draw(rng, 4), draw(rng, 4)], [draw(rng, 4), draw(rng, 4)]
    correction = Correction(draw(rng, 4), own, shared, draw(rng, 2), draw(rng, 2))
    rows = [draw(rng, 3) for _ in range(3)]
    values = correction.corrected([0.5, 0.3, 0.2], [row[:] for row in rows])
    turned = correction.corrected([0.2, 0.5, 0.3], [rows[2][:], rows[0][:], rows[1][:]])
    assert turned == pytest.approx([values[2], values[0], values[1]])


def test_alone_at_the_table_nothing_is_set_off() -> None:
    correction = Correction([1.0, 0.0], [[0.0, 0.0]], [[2.0, 0.0]], [0.5], [1.0])
    assert logit(correction.corrected([0.5], [[0.75]])[0]) == pytest.approx(0.75 + 2.0)


def test_sure_values_stay_in_bounds() -> None:
    correction = Correction([90.0, 0.0], [], [], [], [])
    values = correction.corrected([1.0, 0.0], [[-1.0], [1.0]])
    assert all(0.0 <= value <= 1.0 for value in values)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_features_have_their_names_and_are_moderate_wherever_a_search_evaluates(
    name: str, seats: int
) -> None:
    game, evaluator = registry.get(name), registry.evaluator(name)
    state: State = game.setup(game.spec.resolve({}, seats), seats)
    rng = Random(seats)
    asked = 0
    for _ply in range(700):
        actor = state.to_act()
        if actor == OVER and asked > 20:
            break
        if actor == OVER:  # a short game: once more
            state = game.setup(game.spec.resolve({}, seats), seats)
            continue
        if actor >= 0 or evaluator.horizon(state):
            asked += 1
            before = game.encode(state)
            for seat in range(seats):
                row = evaluator.features(state, seat)
                assert len(row) == len(evaluator.FEATURES)
                assert all(isfinite(number) and abs(number) < 8 for number in row), row
                assert row is not evaluator.features(state, seat)
            assert game.encode(state) == before
        if actor == CHANCE:
            state.apply(state.draw(rng))
        elif rng.random() < 0.3:
            state.apply(rng.choice(state.legal()))
        else:
            state.apply(evaluator.play(state, rng))
    assert asked > 20
    assert len(set(evaluator.FEATURES)) == len(evaluator.FEATURES)


def test_weights_are_read_as_they_were_written() -> None:
    assert read(learned.to_bytes(weights())) == weights()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        learned.to_bytes(weights(game="sahara")),
        learned.to_bytes(weights(rules=99)),
        learned.to_bytes(weights(seats=3)),
        learned.to_bytes(weights(features=["cards"])),
        learned.to_bytes(weights(linear=[0.1])),
        learned.to_bytes(weights(out=[1.0])),
        learned.to_bytes(weights()).replace(b"0.1", b"1e999", 1),
        learned.to_bytes(weights()).replace(b"0.1", b'"0.1"', 1),
    ],
)
def test_bad_weights_are_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(BadWeightsError) as caught:
        read(data)
    assert str(caught.value) and "\n" not in str(caught.value)


def test_a_bad_file_is_one_line_of_the_log_and_is_not_used(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "learned-2.json").write_bytes(b"not weights")
    features = registry.evaluator("decktet").FEATURES
    with caplog.at_level(logging.WARNING):
        assert learned.load(tmp_path, "decktet", 1, [2], features) == {}
    (line,) = caplog.messages
    assert "learned-2.json" in line and "\n" not in line
    (tmp_path / "learned-2.json").write_bytes(learned.to_bytes(weights()))
    assert list(learned.load(tmp_path, "decktet", 1, [2], features)) == [2]


def test_files_that_ship_fit_their_games_and_say_that_they_won() -> None:
    for name, seats in TABLES:
        file = learned.shipped_file(name, seats)
        if file.exists():
            features = registry.evaluator(name).FEATURES
            rules = registry.spec(name).rules_version
            shipped = learned.read(file.read_bytes(), name, rules, seats, features)
            assert shipped.contest is not None
            assert shipped.contest.matches >= 300
            assert shipped.contest.low > 0.5


def test_only_seats_with_the_games_own_weights_get_the_correction() -> None:
    for name in registry.ids():
        evaluator = registry.evaluator(name)
        assert registry.evaluator(name, None, "master") is evaluator
        for style in evaluator.STYLES:
            assert not registry.evaluator(name, style).corrections
        for level in evaluator.VISIBLE_TERMS:
            assert not registry.evaluator(name, None, level).corrections


def test_a_leaf_is_judged_with_the_correction_of_its_table() -> None:
    game = registry.get("decktet")
    evaluator: Any = type(registry.evaluator("decktet"))()
    state: State = game.setup(game.spec.resolve({}, 2), 2)
    rng = Random(2)
    while state.to_act() < 0:
        state.apply(state.draw(rng))
    plain = evaluator.evaluate(state)
    assert evaluator.judge(state) == plain
    correction = msgspec.convert(msgspec.to_builtins(weights()), Weights).correction()
    evaluator.corrections = {3: correction}
    assert evaluator.judge(state) == plain
    evaluator.corrections = {2: correction}
    assert evaluator.judge(state) != plain
    assert evaluator.evaluate(state) == plain
