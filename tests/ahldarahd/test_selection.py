"""What is selected in the list, without a screen: amounts, jumps, a route's ways of payment."""

from __future__ import annotations

from caravan_tui.games.ahldarahd.actions import PAYLOAD
from caravan_tui.games.ahldarahd.moves import Selection
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from tests.ahldarahd.positions import GAME, ROUTE, bidding, building, hold, names, play


def listed(pick: Selection, table: AhldarahdState, place: int = -1) -> Selection:
    """List what the seat to act may choose."""
    seat = table.to_act()
    view = GAME.view(table, seat)
    pick.update(table.legal(), table.interrupts().get(seat, []), view, place, ("Ann", "Bo"))
    return pick


def offering() -> AhldarahdState:
    """An offer is being written."""
    table = building(2)
    hold(table, 0, salt=1, metals=1)
    table.gold = [6, 6]
    play(table, "offer 1")
    return table


def test_an_amount_stays_between_the_least_and_the_most_and_says_so() -> None:
    table = bidding(2)
    table.gold = [2, 2]
    play(table, "open right.red")
    pick = listed(Selection(), table)
    entry = pick.entries[0]
    assert names(table, entry.actions) == ["bid 0", "bid 1", "bid 2"]
    assert "minimum" in pick.change(entry, -1)
    assert [pick.change(entry, 1) for _bid in range(2)] == ["", ""]
    assert "maximum" in pick.change(entry, 1)
    assert pick.action(entry) & PAYLOAD == 2
    pick.reset(0)
    assert pick.action(entry) & PAYLOAD == 0, "another question: nothing is set"


def test_what_stands_behind_a_bid_stays_where_it_is_while_the_bid_changes() -> None:
    table = bidding(2)
    table.gold = [25, 2]
    play(table, "open right.red")
    pick = listed(Selection(), table)
    view = GAME.view(table, 0)
    lengths = set()
    for _bid in range(26):
        lengths.add(len(pick.labels(view, ("Ann", "Bo"))[0]))
        pick.change(pick.entries[0], 1)
    assert len(lengths) == 1


def test_a_second_jump_goes_on_in_the_group_and_round() -> None:
    pick = listed(Selection(), offering())
    gives = [number for number, entry in enumerate(pick.entries) if entry.group == "give"]
    assert len(gives) > 2
    pick.reset(-1)
    went = []
    for _press in range(len(gives) + 1):
        assert pick.jump("give")
        went.append(pick.marked)
    assert went == [*gives, gives[0]]
    assert not pick.jump("sell") and pick.marked == gives[0]


def test_in_a_building_nothing_is_marked_until_a_route_has_a_way() -> None:
    table = building(2)
    table.gold = [9, 9]
    hold(table, 0, metals=1)
    pick = Selection()
    pick.reset(-1)
    assert listed(pick, table).entry is None and pick.entries
    listed(pick, table, 1 << 6 | ROUTE["salt-metals"])
    way = pick.first_of("way")
    assert way is not None and pick.entry is way


def test_a_hint_marks_its_line_and_sets_its_amount() -> None:
    table = bidding(2)
    table.gold = [4, 4]
    play(table, "open right.red")
    pick = listed(Selection(), table)
    wanted = pick.entries[0].actions[3]
    pick.reset(-1)
    pick.point(wanted)
    assert pick.entry is pick.entries[0] and pick.action(pick.entries[0]) == wanted
