"""The ladder: ratings of all levels that met at a table, from contests of two."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from attrs import evolve

from ai.arena.ratings import wilson
from bench import ladder
from bench.ladder import ANCHOR_RATING, Step, markdown, pool, pool_line
from bench.ladder_recorded import PAGE, became_worse, recorded
from caravan_tui.games import registry
from tests.kit.digests import shipped


def step(upper: str, lower: str, score: float, matches: int = 200) -> Step:
    low, high = wilson(score * matches, matches)
    return Step("decktet", 2, upper, lower, matches, score, low, high, 1.0, 2.0)


STEPS = [
    step("porter", "herder", 0.60),
    step("drover", "porter", 0.64),
    step("trader", "drover", 0.75),
    step("drover", "herder", 0.73),
]


def test_a_pool_rates_all_that_met_weakest_first_with_a_porter_as_its_mark() -> None:
    ratings = {rating.name: rating.points for rating in pool(STEPS)}
    assert list(ratings) == ["herder", "porter", "drover", "trader"]
    assert ratings["porter"] == ANCHOR_RATING
    assert ratings["porter"] - ratings["herder"] == pytest.approx(70, abs=12)
    assert ratings["drover"] - ratings["porter"] == pytest.approx(100, abs=12)
    assert ratings["trader"] - ratings["drover"] == pytest.approx(191, abs=12)


def test_a_contest_weighs_what_its_interval_stands_for() -> None:
    one = step("porter", "herder", 0.6, 100)
    assert one.weight == pytest.approx(100, rel=0.06)
    half = (one.high - one.low) / 2
    wider = evolve(one, low=one.score - 2 * half, high=one.score + 2 * half)
    assert wider.weight == pytest.approx(one.weight / 4)


def test_steps_and_errors_that_are_too_large_are_named() -> None:
    line = pool_line("decktet", 2, STEPS)
    assert "800 matches" in line and "wider than 150: drover-trader" in line
    assert "error above 50" not in pool_line("decktet", 2, [step("porter", "herder", 0.6, 900)])
    assert "error above 50: herder" in pool_line("decktet", 2, [step("porter", "herder", 0.6, 30)])


def test_the_manual_records_the_four_old_levels_at_every_table() -> None:
    steps = recorded(PAGE.read_text("utf-8"))
    for game in shipped():
        spec = registry.spec(game)
        for seats in range(max(2, spec.min_seats), spec.max_seats + 1):
            for lower, upper in pairwise(("porter", "trader", "merchant", "master")):
                assert (game, seats, upper, lower) in steps


def test_what_is_written_is_read_again_without_what_is_outdated() -> None:
    text = markdown([step("porter", "herder", 0.6), step("drover", "porter", 0.5)])
    shares = recorded(text.replace("not clear", "before"))
    assert list(shares) == [("decktet", 2, "porter", "herder")]
    assert shares["decktet", 2, "porter", "herder"].score == 0.6


def test_a_step_is_worse_only_beyond_both_intervals() -> None:
    text = markdown([step("porter", "herder", 0.75)])
    now = [step("porter", "herder", score) for score in (0.90, 0.70, 0.60)]
    found = [became_worse([(each.key, each.share)], text) for each in now]
    assert found == [[], [], ["decktet 2 porter - herder 60%, recorded 75%"]]
    other = step("drover", "porter", 0.30)
    assert not became_worse([(other.key, other.share)], text), "never recorded"


def test_the_command_names_what_became_worse_and_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "ladder.md"
    page.write_text(markdown([step("trader", "porter", 0.90)]), "utf-8")
    monkeypatch.setattr(ladder, "PAGE", page)
    monkeypatch.setattr(ladder, "play", lambda *_: step("trader", "porter", 0.65))
    words = ["--games", "decktet", "--steps", "trader-drover", "--write", str(page)]
    assert ladder.main(words) == 1
    assert "worse: decktet 2 trader - porter 65%, recorded 90%" in capsys.readouterr().out
    assert ladder.main(words) == 0, "now 65 % is what the page says"
