"""The lobby: seats, codes, watching, talk, stand-ins and clocks, and what outlives a restart."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from caravan_tui.bus.connection import Bucket
from caravan_tui.bus.lobby_messages import (
    Hello,
    JoinMatch,
    ResumeMatch,
    Say,
    Seated,
    StepOut,
    WatchMatch,
    door_topic,
)
from caravan_tui.bus.messages import (
    LOBBY,
    Act,
    AskHint,
    Chat,
    Look,
    Notice,
    Refused,
    table_topic,
)
from caravan_tui.ssh.accounts import Accounts, id_of, why_no_name
from caravan_tui.ssh.accounts import invite as new_invite
from tests.ssh.lobby_help import House, begin, play_one, room
from tests.ssh.ssh_help import config, until


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
