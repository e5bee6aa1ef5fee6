"""Reviews: what analyses said of one's own decisions, also in a damaged file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from saves.errors import SaveError
from saves.reviews import Errors, Part, Review, Reviews, total


def review(number: int = 0, **more: Any) -> Review:
    given: dict[str, Any] = {
        "match": f"m{number}",
        "game": "sahara",
        "seat": 0,
        "phases": (Part(5, 0.1), Part(4, 0.2), Part(3, 0.0)),
        "marks": Errors(1, 2, 1, 0),
        "kinds": {"stealing": Part(2, 0.1)},
        "luck": (0.1, -0.1),
        "luck_errors": (0.01, 0.02),
        "values": (1.0, 0.0),
    }
    return Review(**(given | more))


@pytest.fixture
def reviews(tmp_path: Path) -> Reviews:
    return Reviews(tmp_path)


def test_nothing_was_analysed_before_the_first_review(reviews: Reviews) -> None:
    assert reviews.all() == []
    assert not reviews.path.exists()


def test_reviews_come_back_as_they_were_added(reviews: Reviews) -> None:
    kept = [review(1), review(2, luck=(), luck_errors=(), values=()), review(3, kinds={})]
    for added in kept:
        reviews.add(added)
    assert Reviews(reviews.path.parent).all() == kept


def test_of_two_reviews_of_a_match_the_newer_one_counts(reviews: Reviews) -> None:
    reviews.add(review(1))
    newer = review(1, marks=Errors())
    reviews.add(newer)
    reviews.add(review(1, seat=1))
    assert reviews.all() == [newer, review(1, seat=1)]


def test_a_damaged_line_costs_only_its_own_review(reviews: Reviews) -> None:
    for number in range(3):
        reviews.add(review(number))
    first, second, third = reviews.path.read_bytes().splitlines(keepends=True)
    reviews.path.write_bytes(first + second.replace(b"0.2", b"0.3") + third[:-9])
    assert reviews.all() == [review(0)]
    assert reviews.damaged == 2
    reviews.add(review(4))
    assert reviews.all() == [review(0), review(4)]


def test_a_file_that_cannot_be_read_is_an_error_and_not_empty(reviews: Reviews) -> None:
    reviews.path.mkdir(parents=True)
    with pytest.raises(SaveError):
        reviews.all()


@pytest.mark.parametrize(
    "wrong",
    [
        {"luck_errors": (0.1,)}, {"seat": 2}, {"values": (1.0,)},
        {"phases": [{"decisions": -1, "loss": 0.0}]}, {"more": 1}, {"kinds": {"a": 1}},
    ],
)  # fmt: skip
def test_a_review_that_contradicts_itself_is_none(wrong: dict[str, object]) -> None:
    plain = {**msgspec.to_builtins(review()), **wrong}
    with pytest.raises(ValueError):
        msgspec.convert(plain, Review)


def test_parts_add_up() -> None:
    assert review().whole.decisions == 12
    assert review().whole.loss == pytest.approx(0.3)
    assert total([]) == Part(0, 0)
