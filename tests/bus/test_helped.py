"""Help marks a match as assisted: where hints are given, and by who sits there alone."""

from __future__ import annotations

from caravan_tui.bus.access import Access
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import AskHint, Done, Helped, Refused, table_topic
from caravan_tui.bus.table import TableHost
from caravan_tui.engine import Match, Seat


async def advise(match: Match, seat: int) -> tuple[int, list[str]]:
    return match.legal(seat)[0], ["Best"]


async def silent(match: Match, seat: int) -> tuple[int, list[str]]:
    raise TimeoutError


def new_match() -> Match:
    return Match.new("decktet", {}, [Seat("person", "Ann"), Seat("trader", "Bo")], 3)


async def test_help_marks_the_match_at_a_table_with_hints_and_at_no_other() -> None:
    for advisor, marked in ((advise, True), (None, False)):
        bus, match = LocalBus(), new_match()
        host = TableHost(bus, advise=advisor)
        host.open(match)
        name = match.record.id
        answer = await bus.request(table_topic(name), Helped(name, 0))
        assert isinstance(answer, Done if marked else Refused)
        assert match.record.assisted is marked


async def test_a_hint_that_cannot_be_had_costs_nothing_and_says_so() -> None:
    bus, match = LocalBus(), new_match()
    TableHost(bus, advise=silent).open(match)
    name, seat = match.record.id, match.to_act
    answer = await bus.request(table_topic(name), AskHint(name, seat))
    assert isinstance(answer, Refused) and "try again" in answer.reason
    assert not match.record.assisted


def test_only_who_sits_in_a_seat_says_that_it_was_helped() -> None:
    here = Access("ann")
    here.sit("m", 0)
    here.watches.add("w")
    told = Helped("m", 0)
    assert here.allowed(table_topic("m"), told) == told
    assert here.allowed(table_topic("m"), Helped("m", 1)) is None
    assert here.allowed(table_topic("w"), Helped("w", 0)) is None
