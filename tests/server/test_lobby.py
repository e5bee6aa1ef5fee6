"""The lobby: seats, codes, watching, talk, stand-ins and clocks, and what outlives a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from caravan_tui.bus.bucket import Bucket
from caravan_tui.bus.lobby_messages import (
    CreateMatch,
    Hello,
    JoinMatch,
    LeaveTable,
    ResumeMatch,
    Seated,
    SendChat,
    WatchMatch,
    account_topic,
)
from caravan_tui.bus.messages import (
    LOBBY,
    Act,
    Chat,
    GetHint,
    GetPosition,
    Notice,
    Refused,
    table_topic,
)
from caravan_tui.bus.wording import word
from caravan_tui.cast.characters import character_of
from caravan_tui.engine.rng import LARGEST_SEED
from caravan_tui.server import shared_matches
from caravan_tui.server.create_match import seat_names
from caravan_tui.server.match_store import FolderStore
from tests.server.lobby_harness import (
    LobbyHarness,
    create_request,
    play_action,
    start_match,
)
from tests.support.matches import ended
from tests.support.until import until


async def test_two_people_meet_by_code_and_each_sees_only_its_seat(harness: LobbyHarness) -> None:
    anna, ben, match = await start_match(harness)
    await play_action(harness, match, [anna, ben])
    mine = await ben.look(match, 1)
    assert mine.view["seat"] == 1
    refused = await ben.bus.request(table_topic(match), GetPosition(match, 0))
    assert isinstance(refused, Refused)
    stranger = await harness.connect("Carl")
    assert isinstance(
        await stranger.bus.request(table_topic(match), GetPosition(match, None)), Refused
    )


async def test_nobody_acts_for_another_seat(harness: LobbyHarness) -> None:
    anna, ben, match = await start_match(harness)
    seat = harness.lobby.shared.supervisors[match].match.to_act
    position = await [anna, ben][seat].look(match, seat)
    act = Act(match, seat, position.version, position.legal[0])
    assert isinstance(await [ben, anna][seat].bus.request(table_topic(match), act), Refused)
    assert harness.lobby.shared.supervisors[match].match.version == position.version


async def test_between_people_there_is_no_hint(harness: LobbyHarness) -> None:
    anna, ben, match = await start_match(harness)
    seat = harness.lobby.shared.supervisors[match].match.to_act
    answer = await [anna, ben][seat].bus.request(table_topic(match), GetHint(match, seat))
    assert isinstance(answer, Refused)
    assert not harness.lobby.shared.supervisors[match].match.record.assisted


async def test_nobody_chooses_the_seed_of_a_match_between_people(harness: LobbyHarness) -> None:
    anna = await harness.connect("Anna")
    refused = await anna.ask(create_request(seed=7777))
    assert isinstance(refused, Refused) and "seed" in word(refused)
    assert not harness.lobby.shared.rooms.all()
    alone = await anna.ask(create_request("decktet", ("person", "porter"), seed=7777))
    assert harness.lobby.tables.solo.match(alone.match).record.seed == 7777


async def test_seeds_between_people_are_too_many_to_be_tried(harness: LobbyHarness) -> None:
    harness.config.max_waiting_per_account = 20
    anna = await harness.connect("Anna")
    for _match in range(20):
        assert isinstance(await anna.ask(create_request()), Seated)
    seeds = {room.seed for room in harness.lobby.shared.rooms.all()}
    assert len(seeds) == 20 and max(seeds) > 1 << 58 and max(seeds) <= LARGEST_SEED


async def test_a_match_with_the_largest_seed_is_saved_and_goes_on_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_matches, "secret_seed", lambda: LARGEST_SEED)
    harness = await LobbyHarness(tmp_path / "home").start()
    anna, ben, match = await start_match(harness)
    await play_action(harness, match, [anna, ben])
    await harness.close()
    again = await LobbyHarness(tmp_path / "home").start()
    try:
        record = again.lobby.shared.supervisors[match].match.record
        assert record.seed == LARGEST_SEED and record.log
    finally:
        await again.close()


async def test_a_spectator_sees_the_public_view_and_is_listed(harness: LobbyHarness) -> None:
    anna, _ben, match = await start_match(harness)
    carl = await harness.connect("Carl")
    watching = await carl.ask(WatchMatch(match))
    assert watching.seats == []
    assert (await carl.look(match, None)).view["seat"] is None
    assert (await anna.rows())[0].watchers == ["Carl"]
    await carl.ask(LeaveTable(match))
    assert (await anna.rows())[0].watchers == []


async def test_a_private_match_is_found_by_its_code_only(harness: LobbyHarness) -> None:
    anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
    await anna.ask(create_request(private=True))
    assert await ben.rows() == []
    code = (await anna.rows())[0].code
    assert isinstance(await ben.ask(JoinMatch(code.lower())), Seated)


async def test_chat_is_plain_text_limited_and_under_the_senders_name(harness: LobbyHarness) -> None:
    anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
    text = "hi \x1b]2;evil\x07\u202e there\r\n" + "x" * 2000
    anna.bus.publish(account_topic(anna.id), SendChat(text))
    said = await ben.receive(Chat)
    assert said.name == "Anna" and said.text.isprintable() and len(said.text) <= 500
    ben.bus.publish(account_topic(anna.id), SendChat("as another"))
    ben.bus.publish(LOBBY, Chat("", None, "Anna", "as another"))
    anna.client.limits.chats = Bucket(0.0, 3)
    for number in range(10):
        anna.bus.publish(account_topic(anna.id), SendChat(f"line {number}"))
    await anna.rows()  # by now the server has read all lines
    await harness.bus.settle()
    harness.lobby.notifications.notify(ben.id, "text", text="after the chat")
    heard = []
    while not isinstance(message := await ben.notifications.get(), Notice):
        if isinstance(message, Chat):
            heard.append(message.text)
    assert heard == ["line 0", "line 1", "line 2"]


async def test_ten_matches_continue_from_the_last_action_after_a_kill(tmp_path: Path) -> None:
    harness = await LobbyHarness(tmp_path / "home").start()
    anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
    before = {}
    for number in range(10):
        game = ("decktet", "sahara", "dice_village", "caravanserai", "ahldarahd")[number % 5]
        kinds = ("person", "open", "porter")[: 2 if game == "decktet" else 3]
        made = await anna.ask(create_request(game, kinds))
        await ben.ask(JoinMatch(made.match))
        await anna.ask(JoinMatch(made.match))
        for _ply in range(6):
            supervisor = harness.lobby.shared.supervisors[made.match]
            await until(
                lambda supervisor=supervisor: supervisor.match.to_act < 2 or supervisor.match.over
            )
            await play_action(harness, made.match, [anna, ben])
        await until(lambda supervisor=supervisor: supervisor.match.to_act < 2)
        await harness.lobby.tables.shared.saved(made.match)
        before[made.match] = list(harness.lobby.shared.supervisors[made.match].match.record.log)
    cleo, dora = await harness.connect("Cleo"), await harness.connect("Dora")
    await cleo.ask(WatchMatch(made.match))
    alone = await dora.ask(create_request("decktet", ("person", "porter")))
    await ben.ask(LeaveTable(made.match))  # of his own wish
    # Killed: nothing is closed or saved any more, only the locks go, as they do with a process.
    for match in (*before, alone.match):
        harness.lobby.tables.remove_bots(match)
    matches = harness.backend.matches
    assert isinstance(matches, FolderStore)
    matches.store.release_all()
    await harness.bus_server.close()
    after = await LobbyHarness(tmp_path / "home").start()
    try:
        again = await after.connect("Anna")
        rows = {row.match: row for row in await again.rows()}
        assert rows.keys() == before.keys()
        for match, log in before.items():
            assert after.lobby.shared.supervisors[match].match.record.log[: len(log)] == log
            assert rows[match].own_seats == [0] and rows[match].names[1] == "Ben"
        for name, way, table in (
            ("Anna", "join", made.match),
            ("Ben", "join", ""),
            ("Cleo", "watch", made.match),
            ("Dora", "open", alone.match),
        ):
            guest = again if name == "Anna" else await after.connect(name)
            welcome = await guest.ask(Hello())
            assert welcome.resume == table, name
            assert not table or welcome.resume_mode == way
        for match in before:
            assert (await again.ask(JoinMatch(match))).seats == [0]
    finally:
        await after.close()


async def test_leaving_while_a_saved_match_loads_leaves_no_table_open(
    harness: LobbyHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    dora, tables = await harness.connect("Dora"), harness.lobby.tables
    made = await dora.ask(create_request("decktet", ("person", "porter")))
    await dora.ask(LeaveTable(made.match))
    load = tables.resume_solo

    async def and_meanwhile_gone(account: str, match_id: str) -> Any:
        match = await load(account, match_id)
        await harness.lobby.dismiss(dora.client, is_cut_off=False)
        return match

    monkeypatch.setattr(tables, "resume_solo", and_meanwhile_gone)
    answer = await harness.lobby._serve(dora.client, ResumeMatch(made.match))
    assert isinstance(answer, Refused)
    assert tables.solo.ids() == [] and tables.owner(made.match) is None
    assert dora.client.account.table == ""


async def test_each_player_gets_the_result_and_a_copy(harness: LobbyHarness) -> None:
    from saves.deeds import earned, first_earned
    from saves.profile import Profile
    from saves.store import Store

    anna, ben, match = await start_match(harness)
    supervisor = harness.lobby.shared.supervisors[match]
    await ben.ask(LeaveTable(match))
    for seat in (0, 1):
        harness.lobby.tables.add_bot(supervisor.match, seat, "random")
    await until(lambda: supervisor.room.over, seconds=20.0)
    await until(lambda: "over" in harness.events)
    for guest in (anna, ben):
        home = harness.accounts.folder(guest.id) / "data"
        results = Profile(home).results()
        assert [result.match for result in results] == [match]
        assert results[0].deeds == earned(supervisor.match, results[0].me or 0)
        assert first_earned(results)["any.first_steps"] is results[0]
        assert Store(home).load(match, watch=True)[0].over
    assert any(line["code"] == "match_ended" for line in ben.client.account.mail)
    await anna.ask(LeaveTable(match))
    await until(lambda: harness.lobby.shared.rooms.all() == [])
    assert isinstance(await anna.ask(ResumeMatch(match)), Seated)
    answer = await ben.ask(ResumeMatch(match))
    assert isinstance(answer, Refused) and answer.code == "copy_in_use", "it is not gone"
    await anna.ask(LeaveTable(match))
    assert isinstance(await ben.ask(ResumeMatch(match)), Seated)


async def test_a_match_played_alone_on_a_server_keeps_its_deeds(harness: LobbyHarness) -> None:
    from saves.deeds import earned
    from saves.profile import Profile

    dora, match = await harness.connect("Dora"), ended("dice_village")
    tables = harness.lobby.tables
    tables.open_solo(dora.id, match)
    await tables._save_solo_result(match)
    (result,) = Profile(harness.accounts.folder(dora.id) / "data").results()
    assert result.deeds == earned(match, 0)


async def test_notices_reach_one_account_or_all(harness: LobbyHarness) -> None:
    anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
    harness.lobby.notifications.notify(ben.id, "still_there", seconds=1)
    harness.lobby.notifications.notify_all("text", text="for all")
    assert (await ben.receive(Notice)).code == "still_there"
    assert (await anna.receive(Notice)).values == {"text": "for all"}


def test_computer_players_without_a_name_are_called_like_characters() -> None:
    ask = CreateMatch(
        "sahara", {}, ["person", "open", "trader", "merchant"], ["x", "", "", "Leila"]
    )
    names = seat_names(ask, "Anna", 7)
    assert names[:2] == ["Anna", ""] and names[3] == "Leila"
    assert character_of("trader", names[2]) and names[2] != "Leila"
    assert seat_names(ask, "Anna", 7) == names


async def test_nobody_at_a_table_is_called_like_an_account_that_is_not_there(
    harness: LobbyHarness,
) -> None:
    anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
    for name in ("Ben", "B-en", "admin", "ΒΕΝ", "Be\uffa0n"):
        for kind in ("trader", "person"):
            ask = CreateMatch("sahara", {}, ["person", "open", kind], ["", "", name])
            answer = await anna.ask(ask)
            assert isinstance(answer, Refused) and answer.code == "seat_name", (kind, name)
    omar = await harness.connect("Omar")
    ask = CreateMatch("sahara", {}, ["person", "open", "trader", "person"], ["", "", "Omar", "Gus"])
    made = await anna.ask(ask)
    assert isinstance(made, Seated), "Omar is one of the characters"
    joined = await omar.ask(JoinMatch(made.match))
    assert isinstance(joined, Seated)
    assert joined.names == ["Anna", "Omar", "Omar 2", "Gus"], "the person keeps the name"
    alone = await ben.ask(CreateMatch("sahara", {}, ["person", "trader"], ["", "Anna"]))
    assert isinstance(alone, Seated), "nobody else sees a match alone"
