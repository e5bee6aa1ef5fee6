"""Who has gone, who is late: stand-ins, clocks, seats given up."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

from caravan_tui.bus.lobby_messages import (
    Clock,
    Hello,
    JoinMatch,
    LeaveTable,
    Resign,
    Seated,
    WatchMatch,
    Welcome,
    YourTurn,
)
from caravan_tui.bus.messages import (
    Done,
    GetPosition,
    Pause,
    Refused,
    Undo,
    table_topic,
)
from caravan_tui.bus.socket import SocketBus
from caravan_tui.bus.wording import word
from tests.server.lobby_harness import (
    LobbyClient,
    LobbyHarness,
    create_request,
    play_action,
    play_until,
    start_match,
)
from tests.support.until import until


async def test_a_stand_in_plays_for_an_absent_player_until_the_return(
    harness: LobbyHarness,
) -> None:
    anna, ben, match = await start_match(harness, absent="porter", grace=30)
    supervisor = harness.lobby.shared.supervisors[match]
    while supervisor.match.to_act != 1:
        await play_action(harness, match, [anna, ben])
    version = supervisor.match.version
    await harness.lobby.dismiss(ben.client, is_cut_off=True)
    harness.timers.advance(29.0)
    assert not supervisor.stand_ins
    harness.timers.advance(1.0)
    await until(lambda: supervisor.match.version > version)
    back = await harness.connect("Ben")
    welcome = await back.ask(Hello())
    assert isinstance(welcome, Welcome) and welcome.resume == match
    assert "A computer player made 1 of them for you." in word(welcome.away[0])
    assert isinstance(await back.ask(JoinMatch(match)), Seated)
    assert not supervisor.stand_ins
    while supervisor.match.to_act != 1:
        await play_action(harness, match, [anna, back])
    harness.timers.advance(3600.0)
    assert not supervisor.stand_ins
    assert harness.lobby.tables.bot_seats(match) == [], "the seat waits for its person again"


async def test_a_match_that_begins_while_a_session_starts_is_told_with_the_welcome(
    harness: LobbyHarness,
) -> None:
    anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
    made = await anna.ask(create_request())
    account = anna.client.account
    await harness.lobby.dismiss(anna.client, is_cut_off=True)
    admitted = await harness.lobby.admit(account, "127.0.0.1")  # but its program does not run yet
    assert admitted is not None
    assert isinstance(await ben.ask(JoinMatch(made.match)), Seated)
    bus = await SocketBus.connect(harness.bus_server.path, admitted.token)
    anna = LobbyClient(admitted, bus)
    harness.clients.append(anna)
    welcome = await anna.ask(Hello())
    assert isinstance(welcome, Welcome)
    assert "match_begun" in [line.code for line in welcome.away]


async def test_stand_ins_wait_while_nobody_is_at_the_table(harness: LobbyHarness) -> None:
    anna, ben, match = await start_match(harness, absent="porter", grace=0)
    supervisor = harness.lobby.shared.supervisors[match]
    while supervisor.match.to_act != 1:
        await play_action(harness, match, [anna, ben])
    await anna.ask(LeaveTable(match))
    harness.timers.advance(0.0)
    assert supervisor.stand_ins == {0: "gone"}
    await ben.ask(LeaveTable(match))
    version = supervisor.match.version
    harness.timers.advance(3600.0)
    assert not supervisor.stand_ins and harness.lobby.tables.bot_seats(match) == []
    assert supervisor.match.version == version
    await anna.ask(JoinMatch(match))  # now somebody waits for Ben
    harness.timers.advance(0.0)
    await until(lambda: supervisor.match.version > version)


async def test_a_match_waits_for_an_absent_player_if_its_owner_chose_so(
    harness: LobbyHarness,
) -> None:
    anna, ben, match = await start_match(harness, absent="wait", grace=0)
    supervisor = harness.lobby.shared.supervisors[match]
    while supervisor.match.to_act != 1:
        await play_action(harness, match, [anna, ben])
    await harness.lobby.dismiss(ben.client, is_cut_off=True)
    harness.timers.advance(3600.0)
    assert not supervisor.stand_ins and harness.lobby.tables.bot_seats(match) == []


async def test_a_player_away_from_the_table_is_notified_of_the_turn(harness: LobbyHarness) -> None:
    anna, ben, match = await start_match(harness)
    guests = [anna, ben]
    first = harness.lobby.shared.supervisors[match].match.to_act
    away = guests[1 - first]
    await away.ask(LeaveTable(match))
    while harness.lobby.shared.supervisors[match].match.to_act == first:
        await play_action(harness, match, guests)
    assert (await away.receive(YourTurn)).match == match
    assert (await away.rows())[0].moves > 0


async def test_a_stand_in_plays_a_turn_whose_time_is_up(harness: LobbyHarness) -> None:
    anna, _ben, match = await start_match(harness, clock=10)
    supervisor = harness.lobby.shared.supervisors[match]
    seat = supervisor.to_act
    with anna.bus.subscribe(table_topic(match)) as heard:
        await anna.rows()  # by now the server knows the subscription
        harness.timers.advance(9.5)
        assert not supervisor.stand_ins
        harness.timers.advance(0.5)
        await until(lambda: supervisor.to_act != seat)
        assert not supervisor.stand_ins
        async with asyncio.timeout(15.0):
            async for message in heard:
                if isinstance(message, Clock):  # the next seat's, told to all
                    assert (message.seat, message.seconds) == (supervisor.to_act, 10.0)
                    break


async def test_players_and_spectators_get_the_clock_when_they_come(harness: LobbyHarness) -> None:
    anna, _ben, match = await start_match(harness, clock=10)
    supervisor = harness.lobby.shared.supervisors[match]
    harness.timers.advance(1.5)
    again = await anna.ask(JoinMatch(match))
    assert (again.clock.seat, again.clock.seconds) == (supervisor.to_act, 8.5)
    seen = await (await harness.connect("Cleo")).ask(WatchMatch(match))
    assert (seen.clock.seat, seen.clock.seconds) == (supervisor.to_act, 8.5)
    assert (await anna.ask(create_request(clock=0))).clock is None


async def test_a_clock_stops_while_its_player_is_away_and_then_continues(
    harness: LobbyHarness,
) -> None:
    anna, ben, match = await start_match(harness, clock=10)
    supervisor = harness.lobby.shared.supervisors[match]
    mover = (anna, ben)[supervisor.to_act]
    other = ben if mover is anna else anna
    harness.timers.advance(4.0)
    await other.ask(LeaveTable(match))
    assert supervisor.clock is not None, "the other's going stops nothing"
    await mover.ask(LeaveTable(match))
    assert supervisor.clock is None
    harness.timers.advance(3600.0)
    back = await mover.ask(JoinMatch(match))
    assert back.clock.seconds == 6.0, "leaving wins no time"


async def test_a_move_that_is_taken_back_wins_no_time(harness: LobbyHarness) -> None:
    anna, ben, match = await start_match(harness, game="sahara", clock=20)
    supervisor = harness.lobby.shared.supervisors[match]
    await play_until(harness, match, 0, [anna, ben])
    for left in (13.0, 6.0):
        harness.timers.advance(7.0)
        while supervisor.match.to_act == 0:
            await play_action(harness, match, [anna, ben])
        await until(lambda: supervisor.to_act == 1)
        assert supervisor.clock is not None and supervisor.clock.seconds == 20.0
        undo = await anna.bus.request(table_topic(match), Undo(match, 0))
        assert isinstance(undo, Done), undo
        await until(lambda: supervisor.to_act == 0)
        assert supervisor.clock is not None and supervisor.clock.seconds == left
    harness.timers.advance(6.0)
    assert supervisor.stand_ins == {0: "late"}, "else who loses would play on for ever"


async def test_who_comes_to_the_table_again_has_no_more_time(harness: LobbyHarness) -> None:
    anna, ben, match = await start_match(harness, clock=20)
    supervisor = harness.lobby.shared.supervisors[match]
    await play_until(harness, match, 0, [anna, ben])
    harness.lobby.tables.remove_bot(match, 0)
    with patch.object(harness.lobby.tables, "add_bot"):  # it thinks
        harness.timers.advance(20.0)
        await anna.ask(LeaveTable(match))
        again = await anna.ask(JoinMatch(match))
        assert again.clock is None and supervisor.stand_ins == {0: "late"}
        assert supervisor.match.to_act == 0
    version = supervisor.match.version
    harness.lobby.tables.add_bot(supervisor.match, 0, "trader")
    await until(lambda: supervisor.match.version > version)


async def test_no_session_can_pause_a_match(harness: LobbyHarness) -> None:
    anna, _ben, match = await start_match(harness, clock=10)
    answer = await anna.bus.request(table_topic(match), Pause(match, True, 0))
    assert isinstance(answer, Refused)
    assert not (await anna.look(match, 0)).paused


async def test_a_bot_takes_over_a_seat_that_is_given_up(harness: LobbyHarness) -> None:
    anna, ben, match = await start_match(harness)
    await ben.ask(Resign(match))
    record = harness.lobby.shared.supervisors[match].match.record
    assert not record.seats[1].is_person and record.seats[0].is_person
    assert isinstance(await ben.bus.request(table_topic(match), GetPosition(match, 1)), Refused)
    await anna.ask(Resign(match))
    await until(lambda: harness.lobby.shared.rooms.all() == [])


async def test_the_computer_that_replaces_a_player_who_gave_up_stays_when_everybody_leaves(
    harness: LobbyHarness,
) -> None:
    anna, ben, match = await start_match(harness, absent="herder", grace=5)
    await ben.ask(LeaveTable(match))
    harness.timers.advance(6)
    tables, supervisor = harness.lobby.tables, harness.lobby.shared.supervisors[match]
    assert supervisor.stand_ins == {1: "gone"}
    await ben.ask(Resign(match))
    await anna.ask(LeaveTable(match))
    assert tables.bot_seats(match) == [1]
