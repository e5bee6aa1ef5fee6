"""The lobby: seats, codes, watching, talk, stand-ins and clocks, and what outlives a restart."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from caravan_tui.bus.base import Subscription
from caravan_tui.bus.connection import Bucket
from caravan_tui.bus.lobby_messages import (
    Began,
    Clock,
    CreateMatch,
    GiveUp,
    Hello,
    JoinMatch,
    ListMatches,
    Matches,
    ResumeMatch,
    Say,
    Seated,
    StepOut,
    WatchMatch,
    Welcome,
    YourTurn,
    door_topic,
    person_topic,
)
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import (
    LOBBY,
    SEARCH,
    Act,
    AskHint,
    Chat,
    Done,
    Found,
    Look,
    Message,
    Notice,
    Pause,
    Position,
    Refused,
    Search,
    table_topic,
)
from caravan_tui.bus.socket import SocketBus
from caravan_tui.bus.socket_server import BusServer
from caravan_tui.ssh.accounts import Accounts, id_of, why_no_name
from caravan_tui.ssh.accounts import invite as new_invite
from caravan_tui.ssh.lobby import Lobby
from caravan_tui.ssh.person import Person
from tests.ssh.conftest import config, until


class House:
    """A lobby with a bus and a quick search, but without SSH."""

    def __init__(self, home: Path) -> None:
        self.config = config(home)
        self.config.make_folders()
        self.bus = LocalBus()
        self.accounts = Accounts(self.config)
        self.server = BusServer(self.bus, self.config.socket)
        self.events: list[str] = []
        self.lobby = Lobby(
            self.bus, self.server, self.config, self.accounts,
            lambda what, /, **_facts: self.events.append(what), pace=0.0,
        )  # fmt: skip
        self.bus.serve(SEARCH, self._search)
        self.guests: list[Guest] = []

    def _search(self, message: Message) -> Message | None:
        from random import Random

        from ai.fallback import some_move

        if isinstance(message, Search):
            return Found(message.id, some_move(message, Random(message.seed)))
        return None

    async def start(self) -> House:
        await self.server.start()
        await self.lobby.start()
        return self

    async def close(self) -> None:
        for guest in self.guests:
            await guest.bus.close()
        await self.lobby.close()
        await self.server.close()

    async def come(self, name: str) -> Guest:
        """A session of the account with this name, made if there is none."""
        account = self.accounts.named(name) or self.accounts.create(id_of(name), name)
        person = self.lobby.admit(account, "127.0.0.1")
        bus = await SocketBus.connect(self.server.path, person.token)
        guest = Guest(person, bus)
        self.guests.append(guest)
        return guest


class Guest:
    """One session, as its process sees it."""

    def __init__(self, person: Person, bus: SocketBus) -> None:
        self.person, self.bus = person, bus
        self.id = person.account.id
        self.news: Subscription = bus.subscribe(LOBBY, person_topic(self.id))

    async def ask(self, message: Any) -> Any:
        return await self.bus.request(door_topic(self.id), message, 5.0)

    async def hear(self, kind: type, seconds: float = 3.0) -> Any:
        async with asyncio.timeout(seconds):
            async for message in self.news:
                if isinstance(message, kind):
                    return message
        raise AssertionError

    async def look(self, match: str, seat: int | None) -> Position:
        answer = await self.bus.request(table_topic(match), Look(match, seat))
        assert isinstance(answer, Position), answer
        return answer

    async def rows(self) -> list[Any]:
        answer = await self.ask(ListMatches())
        assert isinstance(answer, Matches)
        return answer.rows


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    one = await House(tmp_path / "home").start()
    yield one
    await one.close()


def room(game: str = "decktet", kinds: tuple[str, ...] = ("person", "open"), **more: Any) -> Any:
    return CreateMatch(game, {}, list(kinds), [""] * len(kinds), **more)


async def begin(house: House, **more: Any) -> tuple[Guest, Guest, str]:
    """Two people at a table."""
    anna, ben = await house.come("Anna"), await house.come("Ben")
    made = await anna.ask(room(**more))
    assert isinstance(made, Seated) and made.waiting
    joined = await ben.ask(JoinMatch((await ben.rows())[0].code))
    assert isinstance(joined, Seated) and joined.seats == [1]
    began = await anna.hear(Began)
    assert began.match == made.match
    again = await anna.ask(JoinMatch(made.match))
    assert again.seats == [0] and again.names == ["Anna", "Ben"]
    return anna, ben, made.match


async def play_one(house: House, match: str, guests: list[Guest]) -> int:
    """The seat that is to act plays its first legal action; a level may come before it."""
    for _ in range(20):
        seat = house.lobby.company.watches[match].match.to_act
        position = await guests[seat].look(match, seat)
        if not position.legal:
            continue
        act = Act(match, seat, position.version, position.legal[0])
        answer = await guests[seat].bus.request(table_topic(match), act)
        if isinstance(answer, Done):
            return seat
    raise AssertionError(answer)


async def test_two_people_meet_by_code_and_each_sees_only_its_seat(house: House) -> None:
    anna, ben, match = await begin(house)
    await play_one(house, match, [anna, ben])
    mine = await ben.look(match, 1)
    assert mine.view["seat"] == 1
    refused = await ben.bus.request(table_topic(match), Look(match, 0))
    assert isinstance(refused, Refused)
    stranger = await house.come("Carl")
    assert isinstance(await stranger.bus.request(table_topic(match), Look(match, None)), Refused)


async def test_nobody_acts_for_another_seat(house: House) -> None:
    anna, ben, match = await begin(house)
    seat = house.lobby.company.watches[match].match.to_act
    position = await [anna, ben][seat].look(match, seat)
    act = Act(match, seat, position.version, position.legal[0])
    assert isinstance(await [ben, anna][seat].bus.request(table_topic(match), act), Refused)
    assert house.lobby.company.watches[match].match.version == position.version


async def test_between_people_there_is_no_hint(house: House) -> None:
    anna, ben, match = await begin(house)
    seat = house.lobby.company.watches[match].match.to_act
    answer = await [anna, ben][seat].bus.request(table_topic(match), AskHint(match, seat))
    assert isinstance(answer, Refused)
    assert not house.lobby.company.watches[match].match.record.assisted


async def test_a_spectator_sees_the_public_view_and_is_listed(house: House) -> None:
    anna, _ben, match = await begin(house)
    carl = await house.come("Carl")
    watching = await carl.ask(WatchMatch(match))
    assert watching.seats == []
    assert (await carl.look(match, None)).view["seat"] is None
    assert (await anna.rows())[0].watchers == ["Carl"]
    await carl.ask(StepOut(match))
    assert (await anna.rows())[0].watchers == []


async def test_a_private_match_is_found_by_its_code_only(house: House) -> None:
    anna, ben = await house.come("Anna"), await house.come("Ben")
    await anna.ask(room(private=True))
    assert await ben.rows() == []
    code = (await anna.rows())[0].code
    assert isinstance(await ben.ask(JoinMatch(code.lower())), Seated)


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


async def test_talk_is_plain_limited_and_under_ones_own_name(house: House) -> None:
    anna, ben = await house.come("Anna"), await house.come("Ben")
    await asyncio.sleep(0.05)
    anna.bus.publish(door_topic(anna.id), Say("hi \x1b]2;evil\x07\u202e there\r\n" + "x" * 2000))
    said = await ben.hear(Chat)
    assert said.name == "Anna" and said.text.isprintable() and len(said.text) <= 500
    ben.bus.publish(door_topic(anna.id), Say("as another"))
    ben.bus.publish(LOBBY, Chat("", None, "Anna", "as another"))
    anna.person.says = Bucket(0.0, 3)
    for number in range(10):
        anna.bus.publish(door_topic(anna.id), Say(f"line {number}"))
    await asyncio.sleep(0.2)
    heard = []
    while (message := ben.news.get_nowait()) is not None:
        if isinstance(message, Chat):
            heard.append(message.text)
    assert heard == ["line 0", "line 1", "line 2"]


async def test_ten_matches_go_on_at_the_last_action_after_a_kill(tmp_path: Path) -> None:
    house = await House(tmp_path / "home").start()
    anna, ben = await house.come("Anna"), await house.come("Ben")
    before = {}
    for number in range(10):
        game = ("decktet", "sahara", "dice_village", "caravanserai", "ahldarahd")[number % 5]
        kinds = ("person", "open", "porter")[: 2 if game == "decktet" else 3]
        made = await anna.ask(room(game, kinds))
        await ben.ask(JoinMatch(made.match))
        await anna.ask(JoinMatch(made.match))
        for _ply in range(6):
            watch = house.lobby.company.watches[made.match]
            await until(lambda watch=watch: watch.match.to_act < 2 or watch.match.over)
            await play_one(house, made.match, [anna, ben])
        await until(lambda watch=watch: watch.match.to_act < 2)
        await house.lobby.tables.shared.saved(made.match)
        before[made.match] = list(house.lobby.company.watches[made.match].match.record.log)
    cleo, dora = await house.come("Cleo"), await house.come("Dora")
    await cleo.ask(WatchMatch(made.match))
    alone = await dora.ask(room("decktet", ("person", "porter")))
    await ben.ask(StepOut(made.match))  # of his own wish
    # Killed: nothing is closed or saved any more, only the locks go, as they do with a process.
    for match, seat in list(house.lobby.tables._seats):
        house.lobby.tables.unseat(match, seat)
    house.lobby.tables.store.release_all()
    await house.server.close()
    after = await House(tmp_path / "home").start()
    try:
        again = await after.come("Anna")
        rows = {row.match: row for row in await again.rows()}
        assert rows.keys() == before.keys()
        for match, log in before.items():
            assert after.lobby.company.watches[match].match.record.log[: len(log)] == log
            assert rows[match].yours == [0] and rows[match].names[1] == "Ben"
        for name, way, table in (
            ("Anna", "join", made.match),
            ("Ben", "join", ""),
            ("Cleo", "watch", made.match),
            ("Dora", "open", alone.match),
        ):
            guest = again if name == "Anna" else await after.come(name)
            welcome = await guest.ask(Hello())
            assert welcome.resume == table, name
            assert not table or welcome.way == way
        for match in before:
            assert (await again.ask(JoinMatch(match))).seats == [0]
    finally:
        await after.close()


async def test_who_goes_while_a_saved_match_is_loaded_leaves_no_table_behind(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    dora, tables = await house.come("Dora"), house.lobby.tables
    made = await dora.ask(room("decktet", ("person", "porter")))
    await dora.ask(StepOut(made.match))
    load = tables.resume_alone

    async def and_meanwhile_gone(account: str, match_id: str) -> Any:
        match = await load(account, match_id)
        await house.lobby.dismiss(dora.person, cut=False)
        return match

    monkeypatch.setattr(tables, "resume_alone", and_meanwhile_gone)
    answer = await house.lobby._serve(dora.person, ResumeMatch(made.match))
    assert isinstance(answer, Refused)
    assert tables.alone.ids() == [] and tables.owner(made.match) is None
    assert dora.person.account.table == ""


async def test_at_the_end_each_gets_the_result_and_a_copy(house: House) -> None:
    from saves.profile import Profile
    from saves.store import Store

    anna, ben, match = await begin(house)
    watch = house.lobby.company.watches[match]
    await ben.ask(StepOut(match))
    for seat in (0, 1):
        house.lobby.tables.seat(watch.match, seat, "random")
    await until(lambda: watch.room.over, 20.0)
    await until(lambda: "over" in house.events)
    for guest in (anna, ben):
        home = house.accounts.folder(guest.id) / "data"
        assert [result.match for result in Profile(home).results()] == [match]
        assert Store(home).load(match, watch=True)[0].over
    assert any("is over" in line for line in ben.person.account.mail)
    await anna.ask(StepOut(match))
    await until(lambda: house.lobby.company.rooms.all() == [])


@pytest.mark.parametrize(
    "name",
    ["", "x", "\x1b[31mred", "a" * 17, " a b", "a  b", "💥💥", "a\u202eb", "../etc", "漢字", "12"],
)
def test_names_that_are_none(name: str) -> None:
    assert why_no_name(name) is not None


def test_names_that_look_alike_are_one(tmp_path: Path) -> None:
    given = config(tmp_path)
    given.make_folders()
    accounts = Accounts(given)
    accounts.create(id_of("a"), "Zoë B")
    assert accounts.why_not_free("zoë-b") is not None
    assert accounts.why_not_free("Zoé") is None


def test_an_invitation_lets_one_in_once_and_not_for_ever(tmp_path: Path) -> None:
    given = config(tmp_path)
    code = new_invite(given)
    accounts = Accounts(given)
    assert not accounts.use_invite("AAAA-AAAA-AAAA")
    assert accounts.use_invite(code.lower())
    assert not accounts.use_invite(code)
    late = new_invite(given, days=-1.0)
    assert not accounts.use_invite(late)
    assert code.encode() not in b"".join(p.read_bytes() for p in tmp_path.rglob("*") if p.is_file())


async def test_notices_reach_one_or_all(house: House) -> None:
    anna, ben = await house.come("Anna"), await house.come("Ben")
    await asyncio.sleep(0.05)
    house.lobby.news.tell(ben.id, "for ben")
    house.lobby.news.tell_all("for all")
    assert (await ben.hear(Notice)).text == "for ben"
    assert (await anna.hear(Notice)).text == "for all"
