"""Who has gone, who is late: stand-ins, clocks, seats given up."""

from __future__ import annotations

import asyncio

from caravan_tui.bus.lobby_messages import (
    Clock,
    GiveUp,
    Hello,
    JoinMatch,
    Seated,
    StepOut,
    WatchMatch,
    Welcome,
    YourTurn,
)
from caravan_tui.bus.messages import (
    Look,
    Pause,
    Refused,
    table_topic,
)
from tests.ssh.lobby_help import House, begin, play_one, room
from tests.ssh.ssh_help import until


async def test_a_level_plays_for_who_has_gone_and_gives_back(house: House) -> None:
    anna, ben, match = await begin(house, absent="porter", grace=0)
    watch = house.lobby.company.watches[match]
    while watch.match.to_act != 1:
        await play_one(house, match, [anna, ben])
    version = watch.match.version
    await house.lobby.dismiss(ben.person, cut=True)
    await until(lambda: watch.match.version > version)
    back = await house.come("Ben")
    welcome = await back.ask(Hello())
    assert isinstance(welcome, Welcome) and welcome.resume == match
    assert "A level made 1 for you." in welcome.away[0]
    assert isinstance(await back.ask(JoinMatch(match)), Seated)
    assert not watch._standing_in
    while watch.match.to_act != 1:
        await play_one(house, match, [anna, back])
    version = watch.match.version
    await asyncio.sleep(0.2)
    assert watch.match.version == version  # the seat waits for its person again


async def test_levels_play_no_match_from_which_everybody_has_gone(house: House) -> None:
    anna, ben, match = await begin(house, absent="porter", grace=0)
    watch = house.lobby.company.watches[match]
    while watch.match.to_act != 1:
        await play_one(house, match, [anna, ben])
    await anna.ask(StepOut(match))
    await asyncio.sleep(0.05)
    await ben.ask(StepOut(match))
    version = watch.match.version
    await asyncio.sleep(0.3)
    assert watch.match.version == version and not watch._standing_in
    await anna.ask(JoinMatch(match))  # now somebody waits for Ben
    await until(lambda: watch.match.version > version)


async def test_a_match_waits_for_who_has_gone_if_its_owner_said_so(house: House) -> None:
    anna, ben, match = await begin(house, absent="wait", grace=0)
    watch = house.lobby.company.watches[match]
    while watch.match.to_act != 1:
        await play_one(house, match, [anna, ben])
    version = watch.match.version
    await house.lobby.dismiss(ben.person, cut=True)
    await asyncio.sleep(0.3)
    assert watch.match.version == version


async def test_who_looks_elsewhere_is_told_of_its_turn(house: House) -> None:
    anna, ben, match = await begin(house)
    guests = [anna, ben]
    first = house.lobby.company.watches[match].match.to_act
    away = guests[1 - first]
    await away.ask(StepOut(match))
    while house.lobby.company.watches[match].match.to_act == first:
        await play_one(house, match, guests)
    assert (await away.hear(YourTurn)).match == match
    assert (await away.rows())[0].moves > 0


async def test_a_turn_that_is_late_is_played_by_a_level(house: House) -> None:
    anna, _ben, match = await begin(house, clock=10)
    watch = house.lobby.company.watches[match]
    seat = watch.to_act
    with anna.bus.subscribe(table_topic(match)) as heard:
        await asyncio.sleep(0.05)
        watch._time_up(seat)  # as its timer will
        await until(lambda: watch.match.to_act != seat)
        await until(lambda: not watch._standing_in)
        async with asyncio.timeout(2.0):
            async for message in heard:
                if isinstance(message, Clock):  # the next seat's, told to all
                    assert message.seat == watch.to_act and 9.0 < message.seconds <= 10.0
                    break


async def test_who_sits_down_or_watches_learns_what_the_clock_shows(house: House) -> None:
    anna, _ben, match = await begin(house, clock=10)
    watch = house.lobby.company.watches[match]
    again = await anna.ask(JoinMatch(match))
    assert again.clock.seat == watch.to_act and 9.0 < again.clock.seconds <= 10.0
    seen = await (await house.come("Cleo")).ask(WatchMatch(match))
    assert seen.clock.seat == watch.to_act and 9.0 < seen.clock.seconds <= 10.0
    assert (await anna.ask(room(clock=0))).clock is None


async def test_a_clock_stands_while_its_person_is_away_and_goes_on_where_it_stood(
    house: House,
) -> None:
    anna, ben, match = await begin(house, clock=10)
    watch = house.lobby.company.watches[match]
    mover = (anna, ben)[watch.to_act]
    other = ben if mover is anna else anna
    await asyncio.sleep(0.3)
    await other.ask(StepOut(match))
    assert watch.clock is not None, "the other's going stops nothing"
    await mover.ask(StepOut(match))
    assert watch.clock is None
    back = await mover.ask(JoinMatch(match))
    assert 9.0 < back.clock.seconds < 9.75, "leaving wins no time"


async def test_no_session_can_pause_a_match(house: House) -> None:
    anna, _ben, match = await begin(house, clock=10)
    answer = await anna.bus.request(table_topic(match), Pause(match, True, 0))
    assert isinstance(answer, Refused)
    assert not (await anna.look(match, 0)).paused


async def test_a_seat_given_up_goes_to_a_level_and_the_match_goes_on(house: House) -> None:
    anna, ben, match = await begin(house)
    await ben.ask(GiveUp(match))
    record = house.lobby.company.watches[match].match.record
    assert not record.seats[1].is_person and record.seats[0].is_person
    assert isinstance(await ben.bus.request(table_topic(match), Look(match, 1)), Refused)
    await anna.ask(GiveUp(match))
    await until(lambda: house.lobby.company.rooms.all() == [])
