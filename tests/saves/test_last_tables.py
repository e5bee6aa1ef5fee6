"""The last table of each game: kept, damaged, and of an earlier version."""

from __future__ import annotations

import pytest

from caravan_tui.games import registry
from caravan_tui.screens.seat_plan import SeatPlan
from saves import last_tables
from saves.last_tables import LastSeat, LastTable

LEVELS = [("Porter", "porter"), ("Trader", "trader")]

FOUR = LastTable(
    (LastSeat("person", name="Zoé"), LastSeat("trader", "cautious"), LastSeat("porter")),
    {"camels": 6},
)


def plan(game: str = "sahara") -> SeatPlan:
    """The usual table, with two levels and a style."""
    kinds = [("Person", "person"), *LEVELS]
    styles = [("Cautious", "cautious")]
    return SeatPlan(registry.spec(game), kinds, LEVELS, styles, "porter", "Ann")


def test_tables_of_several_games_are_kept_beside_each_other() -> None:
    assert last_tables.load() == {}
    last_tables.save("sahara", FOUR)
    last_tables.save("decktet", LastTable((LastSeat("person"), LastSeat("porter"))))
    assert last_tables.load()["sahara"] == FOUR
    assert set(last_tables.load()) == {"sahara", "decktet"}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"sahara": 3}', '{"sahara": {"seats": [1]}}'])
def test_a_file_that_cannot_be_read_counts_as_empty(text: str) -> None:
    last_tables.save("sahara", FOUR)
    last_tables.path().write_text(text)
    assert last_tables.load() == {}


def test_what_a_killed_process_left_beside_a_small_file_goes_with_the_next_write() -> None:
    last_tables.save("sahara", FOUR)
    left = last_tables.path().with_name(f".{last_tables.path().name}.{2**22 + 1}.tmp")
    left.touch()
    last_tables.save("sahara", LastTable(FOUR.seats[:2]))
    assert not left.exists() and len(last_tables.load()["sahara"].seats) == 2


def test_what_the_game_does_not_know_takes_its_usual_place() -> None:
    seats = plan()
    seats.restore((LastSeat("wizard", "sly"), *FOUR.seats[1:], LastSeat("person")))
    assert [seat.kind for seat in seats.seats] == ["porter", "trader", "porter", "person"]
    assert [seat.style for seat in seats.seats] == ["", "cautious", "", ""]
    seats.restore((LastSeat("person"),))
    assert len(seats) == 4, "too few for this game"


def test_players_that_are_added_are_like_the_last_and_those_removed_leave_no_gap() -> None:
    seats = plan()
    seats.set_kind(1, "trader")
    assert seats.set_count(4) and not seats.set_count(5) and not seats.set_count(1)
    assert [seat.kind for seat in seats.seats] == ["person", "trader", "trader", "trader"]
    assert seats.names()[0] == "Ann" and len(set(seats.names())) == 4
    seats.set_kind(2, "porter")
    assert seats.remove(1)
    assert [seat.kind for seat in seats.seats] == ["person", "porter", "trader"]
    assert seats.remove(0) and not seats.remove(0)
    assert not seats.toggle_watching() and seats.seats[0].kind == "person"
