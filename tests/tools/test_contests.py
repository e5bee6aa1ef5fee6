"""The contests of parts of the search: fair seats, and counts that hold what was played."""

from pathlib import Path

import pytest

from bench import contests
from bench.contests import Match, Side, line, main


@pytest.mark.parametrize("text", ["greedy@60", "wild@60", "whole", "whole@soon"])
def test_a_side_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        Side.parse(text)


def test_a_side_has_iterations_or_a_time() -> None:
    assert Side.parse("whole@60").iterations == 60
    assert Side.parse("select@20ms").seconds == 0.02


def test_only_whole_rotations_count_and_ties_count_half() -> None:
    sides = (Side.parse("whole@60"), Side.parse("greedy"))
    shares = [1.0, 0.0, 0.5, 0.5, 1.0, 1.0, 0.0]
    matches = [Match(number, share, [1, 1], [0.0, 0.0]) for number, share in enumerate(shares)]
    assert "66.7%" in line("decktet", 2, sides, matches)


def test_each_side_sits_in_every_seat_and_the_odd_one_changes_hands() -> None:
    for seats in (2, 3, 4, 5, 6):
        orders = [contests.order(number, seats) for number in range(2 * seats)]
        for seat in range(seats):
            assert sum(order[seat] for order in orders) == seats, "half of all matches"
        assert all(sum(order) in (seats // 2, seats - seats // 2) for order in orders)


def test_a_contest_that_was_stopped_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "matches.jsonl"
    ask = ["contests", "decktet", "whole@8", "greedy", "--option", "hands=1", "--keep", str(kept)]
    monkeypatch.setattr("sys.argv", [*ask, "--matches", "2"])
    assert main() == 0
    first = kept.read_text("utf-8").splitlines()
    assert len(first) == 2
    monkeypatch.setattr("sys.argv", [*ask, "--matches", "4"])
    assert main() == 0
    assert kept.read_text("utf-8").splitlines()[:2] == first
    assert "4 matches" in capsys.readouterr().out
