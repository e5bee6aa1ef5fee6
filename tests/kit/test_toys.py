"""The kit's own test: each check passes the tiny correct game and catches the broken ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from caravan_tui.games.contract import Game
from caravan_tui.widgets.board import Board
from tests.kit import broken_play, broken_views
from tests.kit.broken import BROKEN
from tests.kit.check_boards import check_board
from tests.kit.check_contract import stray_files
from tests.kit.check_play import hash_seeds_agree
from tests.kit.checks import CHECKS, failures
from tests.kit.lines import BOUND, Case, cases, few_cases, play, rich
from tests.kit.toys import toy

assert broken_play and broken_views  # importing them registers the broken games

GOOD = toy()
SEED = 5
HASH_SEEDS = "order_is_the_same_under_another_hash_seed"


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    yield
    play.cache_clear()
    rich.cache_clear()


def test_every_check_has_a_game_that_it_catches() -> None:
    assert set(BROKEN) == set(CHECKS)


def test_cases_hold_every_seat_count_and_every_pair_of_values() -> None:
    chosen = [{"seats": case.seats, **dict(case.options)} for case in cases(GOOD)]
    for seats in (2, 3):
        for each in (2, 3):
            assert any(row["seats"] == seats and row["each"] == each for row in chosen)
        for wide in (True, False):
            assert any(row["seats"] == seats and row["wide"] == wide for row in chosen)
    for each in (2, 3):
        for wide in (True, False):
            assert any(row["each"] == each and row["wide"] == wide for row in chosen)
    assert {"seats": 2, "each": 2, "wide": False} in chosen
    assert {"seats": 3, "each": 2, "wide": False} in chosen


@pytest.mark.parametrize("case", cases(GOOD), ids=lambda case: case.name)
def test_the_good_toy_passes(case: Case) -> None:
    messages = failures(case, SEED, 1, leave_out=(HASH_SEEDS,))
    assert not messages, "\n".join(messages)


def test_the_good_toy_is_the_same_under_another_hash_seed() -> None:
    hash_seeds_agree(cases(GOOD), SEED, 100)


def test_few_cases_hold_every_seat_count_once_and_every_value() -> None:
    chosen = few_cases(GOOD)
    assert [case.seats for case in chosen] == [2, 3]
    for value in (("each", 2), ("each", 3), ("wide", True), ("wide", False)):
        assert any(value in case.options for case in chosen)


@pytest.mark.parametrize(
    ("name", "game", "says"),
    [(name, game, says) for name, games in BROKEN.items() for game, says in games],
    ids=[f"{game.spec.title}-{name}" for name, games in BROKEN.items() for game, _says in games],
)
def test_the_broken_toy_is_caught(name: str, game: Game[Any], says: str) -> None:
    with pytest.raises(AssertionError, match=says):
        for case in cases(game):
            CHECKS[name](case, SEED, 1)


def test_a_failure_names_its_check() -> None:
    game = next(
        game for game, _says in BROKEN["legal_is_a_clean_list"] if game.spec.title == "LegalTwice"
    )
    messages = failures(cases(game)[0], SEED, 1)
    assert any(line.startswith("legal_is_a_clean_list: ply ") for line in messages)
    assert not any(line.startswith("matches_end") for line in messages)


def test_a_match_without_end_is_stopped_at_the_bound() -> None:
    endless = BROKEN["matches_end"][0][0]
    with pytest.raises(AssertionError, match=f"not ended after {BOUND}"):
        play(cases(endless)[0], SEED)


def test_stray_files_are_found(tmp_path: Path) -> None:
    for name in ("__init__.py", "rules.py", "RULES.fr.md", "keys.py", "map.toml"):
        (tmp_path / name).touch()
    assert stray_files(tmp_path) == ["keys.py", "map.toml"]
    (tmp_path / "custom.py").touch()
    assert stray_files(tmp_path) == ["keys.py"]


class PlainBoard(Board[Any]):
    DEFAULT_CSS = """
    PlainBoard { width: 1fr; & Static.Board-like { width: auto; } }
    """


class StylesEveryBoard(Board[Any]):
    DEFAULT_CSS = """
    Static, Board:focus { width: 1fr; }
    """


class HidesANameOfTextual(Board[Any]):
    def _size_updated(self, *args: Any, **options: Any) -> bool:
        return False


def test_broken_boards_are_caught() -> None:
    check_board(PlainBoard)
    with pytest.raises(AssertionError, match="boards of all games"):
        check_board(StylesEveryBoard)
    with pytest.raises(AssertionError, match="_size_updated"):
        check_board(HidesANameOfTextual)
