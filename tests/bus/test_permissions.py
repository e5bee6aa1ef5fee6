"""What the holder of a token may say at a table."""

from __future__ import annotations

from typing import Any

import pytest

from caravan_tui.bus.messages import Chat, GetPosition, Hurry, table_topic, watch_topic
from caravan_tui.bus.permissions import Access

MATCH = "m"


def holder(seats: set[int] | None = None, watches: bool = False) -> Access:
    """Somebody who sits in seats of the match, or watches it."""
    access = Access("Ann")
    for seat in seats or set():
        access.sit(MATCH, seat)
    if watches:
        access.watches.add(MATCH)
    return access


def line(seat: int | None, text: str = "hello") -> Chat:
    """A line of chat under another's name."""
    return Chat(MATCH, seat, "Somebody else", text)


def test_what_a_spectator_says_goes_to_spectators_alone_and_under_their_name() -> None:
    spectator = holder(watches=True)
    said: Any = spectator.allowed(watch_topic(MATCH), line(None))
    assert (said.name, said.text) == ("Ann", "hello")
    assert spectator.allowed(table_topic(MATCH), line(None)) is None
    assert spectator.allowed(watch_topic("other"), line(None)) is None


def test_a_player_says_nothing_where_only_spectators_read() -> None:
    player = holder({0})
    assert player.allowed(watch_topic(MATCH), line(None)) is None
    assert player.allowed(watch_topic(MATCH), line(0)) is None
    assert player.allowed(table_topic(MATCH), line(0)) is not None
    assert player.allowed(table_topic(MATCH), line(1)) is None


def test_a_line_of_which_nothing_is_left_is_dropped() -> None:
    assert holder({0}).allowed(table_topic(MATCH), line(0, "\x1b\n  ")) is None


@pytest.mark.parametrize(
    ("access", "seat", "is_allowed"),
    [
        (holder({0}), 0, True),
        (holder({0}), 1, False),
        (holder({0}), None, True),
        (holder(watches=True), None, True),
        (holder(watches=True), 0, False),
        (holder(), None, False),
    ],
)
def test_a_position_is_asked_for_by_who_may_see_it(
    access: Access, seat: int | None, is_allowed: bool
) -> None:
    answer = access.allowed(table_topic(MATCH), GetPosition(MATCH, seat))
    assert (answer is not None) == is_allowed


def test_only_who_sits_at_the_table_hurries_the_others() -> None:
    assert holder({0}).allowed(table_topic(MATCH), Hurry(MATCH)) is not None
    assert holder(watches=True).allowed(table_topic(MATCH), Hurry(MATCH)) is None


def test_who_has_left_may_say_and_read_nothing_any_more() -> None:
    access = holder({0}, watches=True)
    access.leave(MATCH)
    assert not access.may_subscribe(table_topic(MATCH))
    assert access.allowed(table_topic(MATCH), line(0)) is None
