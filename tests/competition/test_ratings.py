"""Ratings between people."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caravan_tui.competition.played import Played, ranks_among
from caravan_tui.competition.ratings import FIRST, SETTLED, Ratings


def played(*order: str, match: str = "m", ranks: tuple[int, ...] = ()) -> Played:
    return Played(match, "sahara", 1, 0.0, order, ranks or tuple(range(1, len(order) + 1)))


def test_a_winner_rises_and_a_loser_falls() -> None:
    ratings = Ratings([played("anna", "ben")])
    anna, ben = ratings.of("anna"), ratings.of("ben")
    assert anna is not None and ben is not None
    assert anna.value > FIRST > ben.value
    assert (anna.matches, anna.wins, ben.matches, ben.wins) == (1, 1, 1, 0)


def test_a_match_of_four_orders_all_four() -> None:
    ratings = Ratings([played("a", "b", "c", "d") for _i in range(SETTLED)])
    assert [rating.account for rating in ratings.table()] == ["a", "b", "c", "d"]


def test_to_be_second_of_four_is_better_than_to_be_second_of_two() -> None:
    of_four, of_two = Ratings([played("a", "b", "c", "d")]), Ratings([played("a", "b")])
    second_of_four, second_of_two = of_four.of("b"), of_two.of("b")
    assert second_of_four is not None and second_of_two is not None
    assert second_of_four.value > second_of_two.value


def test_a_rating_grows_surer_with_every_match() -> None:
    ratings = Ratings()
    spreads = []
    for number in range(20):
        ratings.add(played("anna", "ben") if number % 2 else played("ben", "anna"))
        anna = ratings.of("anna")
        assert anna is not None
        spreads.append(anna.spread)
    assert spreads == sorted(spreads, reverse=True)
    assert spreads[-1] < spreads[0] * 0.8


def test_a_rating_of_few_matches_has_no_rank_and_comes_last() -> None:
    ratings = Ratings([played("anna", "ben") for _i in range(SETTLED)])
    ratings.add(played("carl", "ben"))
    table = ratings.table()
    assert [rating.account for rating in table] == ["anna", "ben", "carl"]
    assert [rating.is_settled for rating in table] == [True, True, False]


def test_a_tie_between_equals_moves_neither() -> None:
    ratings = Ratings([played("anna", "ben", ranks=(1, 1))])
    anna, ben = ratings.of("anna"), ratings.of("ben")
    assert anna is not None and ben is not None
    assert anna.value == pytest.approx(ben.value)


def test_a_match_of_one_account_is_none() -> None:
    with pytest.raises(ValueError, match="two accounts"):
        played("anna")
    with pytest.raises(ValueError, match="two seats"):
        played("anna", "anna")


@given(st.lists(st.integers(1, 9), min_size=2, max_size=6))
def test_ranks_among_some_begin_with_one_and_keep_their_order(values: list[int]) -> None:
    ranks = ranks_among(values)
    assert min(ranks) == 1
    for value, rank in zip(values, ranks, strict=True):
        for other, other_rank in zip(values, ranks, strict=True):
            assert (value < other) == (rank < other_rank)
