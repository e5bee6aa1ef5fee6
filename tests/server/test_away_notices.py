"""Players who are away are called: what for, where to, when, and never twice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from msgspec.structs import replace

from caravan_tui.bus.lobby_messages import Invite, JoinMatch, LeaveTable, SendChat, account_topic
from caravan_tui.bus.messages import Chat, Refused, table_topic
from caravan_tui.bus.notice_messages import (
    ConfirmAddress,
    GetNotices,
    NoticeChoices,
    Notices,
    SetNotices,
    TestNotice,
)
from caravan_tui.bus.wording import word
from caravan_tui.notices.channels import Channels, MailServer
from caravan_tui.notices.kinds import KINDS
from caravan_tui.notices.outbox import Item, Outbox
from caravan_tui.server import away_notices
from tests.server.lobby_harness import (
    LobbyClient,
    LobbyHarness,
    create_request,
    play_action,
    play_until,
    start_match,
)
from tests.support.notice_servers import HttpSink, http_sink, mail_sink
from tests.support.until import until

NTFY = NoticeChoices("ntfy", "ben", list(KINDS))


@pytest_asyncio.fixture
async def sink() -> AsyncIterator[HttpSink]:
    async with http_sink() as server:
        yield server


@asynccontextmanager
async def serving(
    home: Path, channels: Channels, now: Callable[[], float] = time.time
) -> AsyncIterator[LobbyHarness]:
    harness = await LobbyHarness(home, now=now, notices=channels).start()
    try:
        yield harness
    finally:
        await harness.close()


async def choose(client: LobbyClient, choices: NoticeChoices = NTFY) -> Notices:
    answer = await client.ask(SetNotices(choices))
    assert isinstance(answer, Notices), answer
    return answer


async def on_annas_turn(harness: LobbyHarness) -> tuple[LobbyClient, LobbyClient, str]:
    """A match in which Anna is to move, and Ben, who wants to be called, has left the server."""
    anna, ben, match = await start_match(harness)
    await choose(ben)
    await play_until(harness, match, 0, [anna, ben])
    await harness.lobby.dismiss(ben.client, is_cut_off=False)
    return anna, ben, match


async def settled(harness: LobbyHarness) -> None:
    """Wait until nothing waits to be sent."""
    away = harness.lobby.away
    await until(
        lambda: (
            not away._changes
            and not away._sending
            and not any(box.waiting for box in away._outboxes.all().values())
        )
    )


async def test_a_turn_reaches_the_player_who_is_away_within_five_seconds_and_once(
    tmp_path: Path, sink: HttpSink
) -> None:
    async with serving(tmp_path / "home", Channels(ntfy=sink.url)) as harness:
        anna, _ben, match = await on_annas_turn(harness)
        supervisor = harness.lobby.shared.supervisors[match]
        while supervisor.match.to_act == 0:
            await play_action(harness, match, [anna])
        began = time.monotonic()
        await until(lambda: sink.posts, seconds=5.0)
        assert time.monotonic() - began < 5.0
        assert sink.posts[0][1]["topic"] == "ben"
        room = supervisor.room
        assert sink.messages == [f"It's your turn: Caravan (Decktet) ({room.code})."]
        harness.lobby.shared._on_turn(room, 1)  # such as after an undo
        await settled(harness)
        assert len(sink.posts) == 1
        assert "notice" in harness.events


async def test_a_player_at_the_table_is_not_called_nor_one_who_has_chosen_no_channel(
    tmp_path: Path, sink: HttpSink
) -> None:
    async with serving(tmp_path / "home", Channels(ntfy=sink.url)) as harness:
        anna, ben, match = await start_match(harness)
        await choose(ben)
        await play_until(harness, match, 1, [anna, ben])
        await play_until(harness, match, 0, [anna, ben])
        await harness.lobby.dismiss(anna.client, is_cut_off=False)
        await settled(harness)
        assert not sink.posts and not harness.lobby.away._outboxes.all()


async def test_who_comes_to_the_table_in_time_is_not_called(
    tmp_path: Path, sink: HttpSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(away_notices, "GATHER_SECONDS", 3_600.0)
    async with serving(tmp_path / "home", Channels(ntfy=sink.url)) as harness:
        anna, ben, match = await start_match(harness)
        await choose(ben)
        await play_until(harness, match, 0, [anna, ben])
        await ben.ask(LeaveTable(match))
        supervisor = harness.lobby.shared.supervisors[match]
        while supervisor.match.to_act == 0:
            await play_action(harness, match, [anna])
        await until(lambda: harness.lobby.away._outboxes.get(ben.id))
        assert (await ben.ask(GetNotices())).waiting == 1
        await ben.ask(JoinMatch(match))
        await settled(harness)
        assert not sink.posts


async def test_a_turn_that_was_lost_with_the_server_calls_nobody(
    tmp_path: Path, sink: HttpSink
) -> None:
    """The notice was stored, and the move that gave the turn was not."""
    async with serving(tmp_path / "home", Channels(ntfy=sink.url)) as harness:
        _anna, ben, match = await on_annas_turn(harness)
        supervisor = harness.lobby.shared.supervisors[match]
        assert supervisor.match.to_act == 0, "it is Anna's turn"
        harness.lobby.shared._on_turn(supervisor.room, 1)
        await until(lambda: harness.lobby.away._outboxes.get(ben.id))
        await settled(harness)
        assert not sink.posts


async def test_when_decides_whether_a_player_who_is_in_the_lobby_is_called(
    tmp_path: Path, sink: HttpSink
) -> None:
    async with serving(tmp_path / "home", Channels(ntfy=sink.url)) as harness:
        anna, ben, match = await start_match(harness)
        await choose(ben, replace(NTFY, when="server"))
        await play_until(harness, match, 0, [anna, ben])
        await ben.ask(LeaveTable(match))
        supervisor = harness.lobby.shared.supervisors[match]
        while supervisor.match.to_act == 0:
            await play_action(harness, match, [anna])
        await settled(harness)
        assert not harness.lobby.away._outboxes.all()
        await choose(ben, NTFY)
        harness.lobby.shared._on_turn(supervisor.room, 1)
        await until(lambda: len(sink.posts) == 1)


async def test_quiet_hours_hold_a_notice_back_and_it_goes_at_their_end(
    tmp_path: Path, sink: HttpSink
) -> None:
    midnight = 1_772_323_200.0  # 2026-03-01, UTC
    now = midnight + 3_600.0
    async with serving(tmp_path / "home", Channels(ntfy=sink.url), lambda: now) as harness:
        anna, ben, match = await start_match(harness)
        await choose(ben, replace(NTFY, quiet_from="22:00", quiet_to="08:00", zone="UTC"))
        await play_until(harness, match, 0, [anna, ben])
        await harness.lobby.dismiss(ben.client, is_cut_off=False)
        supervisor = harness.lobby.shared.supervisors[match]
        while supervisor.match.to_act == 0:
            await play_action(harness, match, [anna])
        away = harness.lobby.away
        await until(lambda: away._outboxes.get(ben.id))
        now = midnight + 8 * 3_600.0 - 1.0
        assert away._send_due() == now + 1.0, "looks again at the end of the quiet hours"
        assert not away._sending and not sink.posts
        now += 1.0
        away._wake.set()
        await until(lambda: len(sink.posts) == 1)


async def test_nobody_is_called_to_a_match_that_is_gone_by_the_end_of_quiet_hours(
    tmp_path: Path, sink: HttpSink
) -> None:
    midnight = 1_772_323_200.0  # 2026-03-01, UTC
    now = midnight + 3_600.0
    async with serving(tmp_path / "home", Channels(ntfy=sink.url), lambda: now) as harness:
        anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
        await choose(ben, replace(NTFY, quiet_from="22:00", quiet_to="08:00", zone="UTC"))
        await harness.lobby.dismiss(ben.client, is_cut_off=False)
        made = [await anna.ask(create_request()) for _ in range(2)]
        rooms = harness.lobby.shared.rooms
        kept, gone = (rooms.get(each.match) for each in made)
        assert kept is not None and gone is not None
        for room in (kept, gone):
            await anna.ask(Invite(room.code, "Ben"))
        away = harness.lobby.away
        await until(lambda: len((away._outboxes.get(ben.id) or Outbox()).waiting) == 2)
        await rooms.remove(gone.match)
        now = midnight + 8 * 3_600.0
        away._wake.set()
        await settled(harness)
        (post,) = sink.posts
        assert kept.code in str(post) and gone.code not in str(post)


async def test_on_a_full_disk_nothing_is_sent_that_cannot_be_stored_as_sent_nor_tried_without_end(
    tmp_path: Path, sink: HttpSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    async with serving(tmp_path / "home", Channels(ntfy=sink.url), lambda: now) as harness:
        anna, ben, match = await start_match(harness)
        await choose(ben)
        await play_until(harness, match, 0, [anna, ben])
        await harness.lobby.dismiss(ben.client, is_cut_off=False)
        supervisor, away = harness.lobby.shared.supervisors[match], harness.lobby.away
        while supervisor.match.to_act == 0:
            await play_action(harness, match, [anna])
        await until(lambda: away._outboxes.get(ben.id))
        tries = 0

        async def fail(*_args: object) -> None:
            nonlocal tries
            tries += 1
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as full:
            full.setattr(away._outboxes, "change", fail)
            now += 2.0
            away._wake.set()
            await until(lambda: tries)
            for _look in range(50):
                away._wake.set()
                await asyncio.sleep(0)
            await until(lambda: not away._sending)
            assert tries == 1 and not sink.posts
        now += away_notices.STORE_SECONDS
        away._wake.set()
        await settled(harness)
        assert len(sink.posts) == 1


async def test_what_waits_outlives_a_restart_and_what_was_sent_is_not_sent_again(
    tmp_path: Path, sink: HttpSink
) -> None:
    home = tmp_path / "home"
    channels = Channels(ntfy=sink.url)
    sink.statuses = [503]
    async with serving(home, channels) as harness:
        anna, ben, match = await start_match(harness)
        await choose(ben)
        await play_until(harness, match, 0, [anna, ben])
        await harness.lobby.dismiss(ben.client, is_cut_off=False)
        while harness.lobby.shared.supervisors[match].match.to_act == 0:
            await play_action(harness, match, [anna])
        await until(lambda: "notice_failed" in harness.events)
        ben_id = ben.id
        outbox = harness.lobby.away._outboxes.get(ben_id)
        assert outbox is not None and outbox.problem is not None
        assert outbox.problem.code == "notice_refused"
    assert len(sink.posts) == 1
    later = time.time() + 60.0
    async with serving(home, channels, lambda: later) as harness:
        await until(lambda: len(sink.posts) == 2)
        await settled(harness)
        harness.lobby.shared._on_turn(harness.lobby.shared.rooms.all()[0], 1)
        await settled(harness)
    async with serving(home, channels, lambda: later + 600.0) as harness:
        await settled(harness)
    assert len(sink.posts) == 2


async def test_the_notices_of_a_keeper_who_allows_nothing_more_are_given_up(
    tmp_path: Path, sink: HttpSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    monkeypatch.setattr(away_notices, "GATHER_SECONDS", 30.0)
    async with serving(home, Channels(ntfy=sink.url)) as harness:
        anna, ben, match = await start_match(harness)
        await choose(ben)
        await play_until(harness, match, 0, [anna, ben])
        await harness.lobby.dismiss(ben.client, is_cut_off=False)
        while harness.lobby.shared.supervisors[match].match.to_act == 0:
            await play_action(harness, match, [anna])
        await until(lambda: harness.lobby.away._outboxes.all())
    later = time.time() + 60.0
    hooks = Channels(webhooks=(f"{sink.url}/hooks/",))
    async with serving(home, hooks, lambda: later) as harness:
        await until(lambda: "notice_failed" in harness.events)
        await settled(harness)
    async with serving(home, Channels(), lambda: later) as harness:
        client = await harness.connect("Ben")
        assert (await client.ask(GetNotices())).channels == []
    assert not sink.posts


async def test_a_notice_tells_nothing_hidden_and_no_code_of_a_private_match(
    tmp_path: Path, sink: HttpSink
) -> None:
    async with serving(tmp_path / "home", Channels(ntfy=sink.url)) as harness:
        anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
        await choose(ben)
        made = await anna.ask(create_request(private=True))
        room = harness.lobby.shared.rooms.get(made.match)
        assert room is not None
        await ben.ask(JoinMatch(room.code))
        await anna.ask(JoinMatch(made.match))
        await play_until(harness, made.match, 0, [anna, ben])
        await harness.lobby.dismiss(ben.client, is_cut_off=False)
        anna.bus.publish(table_topic(made.match), Chat(made.match, 0, "", "I hold the Excuse"))
        supervisor = harness.lobby.shared.supervisors[made.match]
        while supervisor.match.to_act == 0:
            await play_action(harness, made.match, [anna])
        await until(lambda: len("\n".join(sink.messages).splitlines()) == 2)
        text = "\n".join(sink.messages)
        assert "It's your turn: Caravan (Decktet) (private)." in text
        assert "Anna wrote to you at the table of Caravan (Decktet) (private)." in text
        whole = str(sink.posts)
        for secret in (room.code, room.match, str(room.seed), "Excuse", ben.id, anna.id):
            assert secret not in whole


def test_a_name_that_somebody_chose_is_no_link_and_calls_nobody() -> None:
    name = "@everyone <!channel> https://evil.example/x www.evil.example"
    values = {"name": name, "round": 1, "game": "Caravan", "code": "ABCD"}
    item = Item("k", "invitation", "", "tournament_table", values, 0.0, 0.0)
    text = away_notices.letter_of([item]).text
    assert "everyone" in text and "evil" in text, "it is still to be read"
    for bad in ("@everyone", "<", ">", "https://", "evil.example", "www.evil"):
        assert bad not in text, bad


async def test_every_kind_can_be_left_out(tmp_path: Path, sink: HttpSink) -> None:
    async with serving(tmp_path / "home", Channels(ntfy=sink.url)) as harness:
        anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
        await choose(ben, replace(NTFY, kinds=["turn"]))
        await harness.lobby.dismiss(ben.client, is_cut_off=False)
        anna.bus.publish(account_topic(anna.id), SendChat("@ben hello"))
        back = await harness.connect("Ben")
        await choose(back, replace(NTFY, kinds=["talk"]))
        await harness.lobby.dismiss(back.client, is_cut_off=False)
        anna.bus.publish(account_topic(anna.id), SendChat("@ben hello again"))
        await until(lambda: sink.posts)
        await settled(harness)
        assert sink.messages == ["Anna wrote to you in the lobby."]


async def test_a_result_reaches_a_player_who_has_left(tmp_path: Path, sink: HttpSink) -> None:
    async with serving(tmp_path / "home", Channels(ntfy=sink.url)) as harness:
        _anna, ben, match = await start_match(harness, game="sahara")
        await choose(ben, replace(NTFY, kinds=["result"]))
        await harness.lobby.dismiss(ben.client, is_cut_off=False)
        supervisor = harness.lobby.shared.supervisors[match]
        supervisor._tables.add_bot(supervisor.match, 0, "porter")
        supervisor._tables.add_bot(supervisor.match, 1, "porter")
        await until(lambda: sink.posts)
        await settled(harness)
        (text,) = sink.messages
        assert "is over. Your rank:" in text


async def test_tests_are_sent_at_once_and_not_without_end(tmp_path: Path, sink: HttpSink) -> None:
    async with serving(tmp_path / "home", Channels(ntfy=sink.url)) as harness:
        ben = await harness.connect("Ben")
        refused = await ben.ask(TestNotice())
        assert word(refused) == "Choose a channel and an address first."
        await choose(ben)
        for _number in range(away_notices.TESTS):
            assert isinstance(await ben.ask(TestNotice()), Notices)
        assert sink.messages == ["This is a test. Notices reach you here."] * away_notices.TESTS
        await harness.lobby.dismiss(ben.client, is_cut_off=False)
        refused = await (await harness.connect("Ben")).ask(TestNotice())
        assert isinstance(refused, Refused) and refused.code == "notice_too_many"


async def test_an_account_cannot_have_the_server_contact_anything_else(
    tmp_path: Path, sink: HttpSink
) -> None:
    channels = Channels(ntfy=sink.url, webhooks=(f"{sink.url}/hooks/",))
    async with serving(tmp_path / "home", channels) as harness:
        ben = await harness.connect("Ben")
        for channel, address in [
            ("webhook", f"{sink.url}/admin"), ("webhook", "http://169.254.169.254/"),
            ("ntfy", "../admin"), ("mail", "a@b.org"), ("file", "/etc/passwd"),
        ]:  # fmt: skip
            refused = await ben.ask(SetNotices(NoticeChoices(channel, address, ["turn"])))
            assert isinstance(refused, Refused), address
            assert "{" not in word(refused)
        assert (await ben.ask(GetNotices())).choices.channel == "none"
        assert not sink.posts


async def test_a_mail_address_is_used_only_once_its_code_was_entered(tmp_path: Path) -> None:
    async with mail_sink() as post_box:
        server = MailServer("127.0.0.1", post_box.port, "caravan@example.org", "none")
        async with serving(tmp_path / "home", Channels(mail=server)) as harness:
            ben = await harness.connect("Ben")
            choices = NoticeChoices("mail", "ben@example.org", list(KINDS))
            view = await choose(ben, choices)
            assert not view.is_confirmed
            text = post_box.mails[0].get_payload(decode=True).decode()
            code = next(part.strip(".") for part in text.split() if part.strip(".").isdigit())
            refused = await ben.ask(TestNotice())
            assert word(refused) == "Enter the code from the mail first."
            wrong = await ben.ask(ConfirmAddress("x" + code))
            assert isinstance(wrong, Refused) and wrong.code == "notice_wrong_code"
            right = await ben.ask(ConfirmAddress(f" {code} "))
            assert isinstance(right, Notices) and right.is_confirmed
            assert isinstance(await ben.ask(TestNotice()), Notices)
            assert len(post_box.mails) == 2
            view = await choose(ben, replace(choices, address="other@example.org"))
            assert not view.is_confirmed, "another address needs another code"
            again = await ben.ask(ConfirmAddress(code))
            assert isinstance(again, Refused)


async def test_a_code_cannot_be_guessed(tmp_path: Path) -> None:
    async with mail_sink() as post_box:
        server = MailServer("127.0.0.1", post_box.port, "caravan@example.org", "none")
        async with serving(tmp_path / "home", Channels(mail=server)) as harness:
            ben = await harness.connect("Ben")
            await choose(ben, NoticeChoices("mail", "ben@example.org", ["turn"]))
            preferences = harness.lobby.away._preferences.get(ben.id)
            assert preferences is not None
            for _try in range(away_notices.MOST_CODE_TRIES):
                await ben.ask(ConfirmAddress("000000x"))
            refused = await ben.ask(ConfirmAddress(preferences.code))
            assert isinstance(refused, Refused)


async def test_a_slow_server_holds_up_nobody_else(tmp_path: Path, sink: HttpSink) -> None:
    async with serving(tmp_path / "home", Channels(ntfy=sink.url)) as harness:
        anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
        carla = await harness.connect("Carla")
        for client, topic in ((ben, "ben"), (carla, "carla")):
            await choose(client, replace(NTFY, address=topic))
            await harness.lobby.dismiss(client.client, is_cut_off=False)
        sink.statuses = [0]
        anna.bus.publish(account_topic(anna.id), SendChat("@ben hello"))
        await until(lambda: len(sink.posts) == 1)
        anna.bus.publish(account_topic(anna.id), SendChat("@carla hello"))
        await until(lambda: len(sink.posts) == 2, seconds=5.0)
        assert [content["topic"] for _path, content, _headers in sink.posts] == ["ben", "carla"]
        for task in [*harness.lobby.away._sending.values()]:
            task.cancel()
        await asyncio.sleep(0)


async def test_the_first_turn_of_a_match_that_begins_without_its_player_calls(
    tmp_path: Path, sink: HttpSink
) -> None:
    async with serving(tmp_path / "home", Channels(ntfy=sink.url)) as harness:
        anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
        await choose(anna, NoticeChoices("ntfy", "anna", ["turn"]))
        made = await anna.ask(create_request("sahara"))
        room = harness.lobby.shared.rooms.get(made.match)
        assert room is not None
        room.seed = 0  # a deal in which the first seat begins
        await harness.lobby.dismiss(anna.client, is_cut_off=False)
        await ben.ask(JoinMatch(made.match))
        assert harness.lobby.shared.supervisors[made.match].to_act == 0
        await until(lambda: sink.posts, seconds=5.0)
        await settled(harness)
        (text,) = sink.messages
        assert text.startswith("It's your turn: Caravan (")


async def test_a_player_who_is_away_is_reminded_once_before_a_deadline(
    tmp_path: Path, sink: HttpSink
) -> None:
    now = [time.time()]
    channels = Channels(ntfy=sink.url)
    async with serving(tmp_path / "home", channels, lambda: now[0]) as harness:
        anna, ben, match = await start_match(harness, days=1)
        await choose(ben)
        await play_until(harness, match, 0, [anna, ben])
        await harness.lobby.dismiss(ben.client, is_cut_off=False)
        await play_until(harness, match, 1, [anna])
        for _look in range(3):
            now[0] += 20 * 3600 if not _look else 600
            harness.timers.advance(10.0)
            now[0] += 5  # the second in which a player may come to the table is over
            await settled(harness)
        reminders = [text for text in sink.messages if "still waits for your move" in text]
        assert len(reminders) == 1
