"""What the hosts of a cluster share outlives each of them, and no host overwrites another's."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from nats.aio.client import Client

from caravan_tui.bus.lobby_messages import JoinMatch, ResumeMatch, Seated
from caravan_tui.bus.messages import Act, Done, Refused, table_topic
from caravan_tui.cluster import buckets, directory, members
from caravan_tui.cluster.accounts import claims_of
from caravan_tui.cluster.buckets import (
    Bucket,
    BucketError,
    Entry,
    Mirror,
    SilenceError,
    StaleError,
    until_answered,
)
from caravan_tui.cluster.matches import ClusterMatches
from caravan_tui.cluster.options import ClusterError
from caravan_tui.engine import Match, Sentence
from caravan_tui.server.accounts import InviteError, account_id_of, invite_key, new_invite
from caravan_tui.server.names import AccountNameError
from caravan_tui.server.rooms import Room
from saves import format
from saves.errors import UnreachableError
from saves.profile import Profile
from tests.cluster.cluster_harness import ClusterHarness
from tests.cluster.test_hosts import play_action, start_match
from tests.server.lobby_harness import create_request
from tests.server.test_restart import two_people
from tests.support.broker import Broker
from tests.support.until import until


@pytest.fixture
async def client(broker: Broker) -> Client:
    client = Client()
    await client.connect(
        broker.url, no_echo=True, max_reconnect_attempts=-1,
        reconnect_time_wait=0.05,  # type: ignore[arg-type]
        error_cb=_ignore,
    )  # fmt: skip
    return client


async def _ignore(_error: Exception) -> None:
    pass


# Buckets


async def test_a_stale_revision_is_refused(client: Client) -> None:
    bucket = await Bucket.open(client, "test")
    first = await bucket.create("key", b"1")
    with pytest.raises(StaleError):
        await bucket.create("key", b"2")
    second = await bucket.update("key", b"2", first)
    for stale in (bucket.update("key", b"3", first), bucket.delete("key", first)):
        with pytest.raises(StaleError):
            await stale
    assert await bucket.get("key") == Entry("key", b"2", second)
    await bucket.delete("key", second)
    assert await bucket.get("key") is None and await bucket.entries() == []
    await bucket.create("key", b"4")
    await client.close()


async def test_a_copy_follows_what_is_written_and_catches_up_with_a_broker_that_restarts(
    client: Client, broker: Broker
) -> None:
    bucket = await Bucket.open(client, "test")
    for key in ("stays", "goes", "changes"):
        await bucket.put(key, b"old")
    changes: list[tuple[str, bytes | None]] = []
    mirror = Mirror(bucket, lambda entry: changes.append((entry.key, entry.value)))
    await mirror.start()
    assert mirror.entries.keys() == {"stays", "goes", "changes"}
    with pytest.raises(StaleError):
        await bucket.update("stays", b"refused", 99)
    await bucket.put("comes", b"new")
    await until(lambda: "comes" in mirror.entries)
    assert ("stays", b"refused") not in changes, "what is refused is not told"
    await mirror.close()  # from here on it hears nothing
    await bucket.delete("goes")
    await bucket.put("changes", b"new")
    broker.kill()
    await until(lambda: not client.is_connected)
    broker.start()
    mirror.copy_again()
    await until(lambda: "goes" not in mirror.entries)
    assert {key: entry.value for key, entry in mirror.entries.items()} == {
        "stays": b"old", "comes": b"new", "changes": b"new",
    }  # fmt: skip
    await client.close()


async def test_a_list_that_is_not_complete_is_asked_for_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    bucket = await Bucket.open(client, "test")
    for key in ("one", "two", "three", "gone"):
        await bucket.put(key, b"1")
    await bucket.delete("gone")
    until_current, lists = buckets._until_current, []

    async def short_at_first(watcher: Any) -> AsyncIterator[Entry]:
        lists.append(watcher)
        async for entry in until_current(watcher):
            if len(lists) > 2 or entry.key == "one":
                yield entry

    monkeypatch.setattr(buckets, "_until_current", short_at_first)
    with pytest.raises(SilenceError):
        await bucket.entries()
    mirror = Mirror(bucket, lambda _entry: None)
    await until_answered(mirror.start)
    assert set(mirror.entries) == {"one", "two", "three"}
    assert len(lists) >= 3, "the broker may be too slow for one of them, too"
    await mirror.close()
    await client.close()


async def test_a_broker_that_does_not_answer_is_an_error(
    client: Client, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caravan_tui.cluster.buckets.TIMEOUT", 0.3)
    bucket = await Bucket.open(client, "test")
    broker.kill()
    with pytest.raises(BucketError):
        await bucket.put("key", b"1")
    await client.close()


async def test_a_question_that_brokers_without_a_leader_drop_is_asked_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    bucket = await Bucket.open(client, "test")
    await bucket.put("key", b"1")
    get = bucket._values.get
    dropped: list[str] = []

    async def drop_first(key: str) -> Any:
        if not dropped:
            dropped.append(key)
            await asyncio.Event().wait()
        return await get(key)

    monkeypatch.setattr(bucket._values, "get", drop_first)
    entry = await bucket.get("key")
    assert entry is not None and entry.value == b"1" and dropped == ["key"]
    await client.close()


# Fencing


async def test_a_host_that_was_asleep_can_change_nothing_that_another_has_taken(
    cluster: ClusterHarness,
) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    anna, ben, match = await start_match(north, south)
    server = next(host for host in (north, south) if match in host.lobby.shared.supervisors)
    other = south if server is north else north
    await play_action(match, [anna, ben])
    asleep = server.lobby.shared.supervisors[match].match
    await server.lobby.tables.shared.saved(match)
    # The other host takes the match behind its back, as if this one had slept.
    other.cluster.members._forget(server.cluster.id)
    other.cluster.members._heard[server.cluster.id] = float("-inf")
    await other.cluster.take_over(match)
    assert match in other.lobby.shared.supervisors
    with pytest.raises(Exception, match="match_moved"):
        await server.lobby.tables._save_shared(asleep)
    entry = await other.cluster.matches._bucket.get(match)
    assert entry is not None and entry.value is not None
    taken = other.lobby.shared.supervisors[match].match
    assert format.restore(format.read(entry.value)).version == taken.version
    await until(lambda: match not in server.lobby.shared.supervisors)
    assert any(event == "lease_lost" for event, _facts in server.events)


async def test_a_host_out_of_touch_with_the_broker_plays_nothing(
    cluster: ClusterHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    north = await cluster.host("north")
    anna, ben, match = await start_match(north, north)
    seat = north.lobby.shared.supervisors[match].match.to_act
    position = await (anna, ben)[seat].look(match, seat)
    act = Act(match, seat, position.version, position.legal[0])
    with monkeypatch.context() as patch:
        patch.setattr(members, "FENCE_SECONDS", -1.0)
        refused = await (anna, ben)[seat].bus.request(table_topic(match), act)
        assert isinstance(refused, Refused) and refused.code == "match_moved"
    assert isinstance(await (anna, ben)[seat].bus.request(table_topic(match), act), Done)


async def test_a_write_whose_answer_was_lost_costs_no_lease(cluster: ClusterHarness) -> None:
    north = await cluster.host("north")
    leases, bucket = north.cluster.leases, north.cluster.matches._bucket
    assert await leases.take("m")
    token = leases.token("m")
    revision = await leases.write(bucket, "m", b"1", None)
    unknown = await bucket.update("m", b"2", revision)
    assert await leases.write(bucket, "m", b"2", revision) == unknown
    unknown = await bucket.update("m", b"3", unknown)
    assert await leases.write(bucket, "m", b"4", revision) > unknown
    assert leases.is_own("m") and leases.token("m") > token
    entry = await bucket.get("m")
    assert entry is not None and entry.value == b"4"


async def test_a_write_after_another_host_has_taken_the_lease_is_refused(
    cluster: ClusterHarness,
) -> None:
    north = await cluster.host("north")
    leases, bucket = north.cluster.leases, north.cluster.matches._bucket
    assert await leases.take("m")
    revision = await leases.write(bucket, "m", b"1", None)
    await leases.close()  # it does not hear of it
    await leases._mirror.bucket.put("m", b"another host")
    await bucket.update("m", b"2", revision)
    with pytest.raises(StaleError):
        await leases.write(bucket, "m", b"3", revision)
    assert not leases.is_own("m")
    entry = await bucket.get("m")
    assert entry is not None and entry.value == b"2"


async def test_a_lease_whose_token_is_unknown_is_taken_again(cluster: ClusterHarness) -> None:
    north, _south = await cluster.host("north"), await cluster.host("south")
    anna, ben, match = await start_match(north, north)
    server = next(host for host in cluster.hosts if match in host.lobby.shared.supervisors)
    server.cluster.leases.lose(match)  # as if a write had been refused by mistake
    await until(lambda: any(host.cluster.leases.token(match) for host in cluster.hosts))
    for player in (anna, ben):
        assert isinstance(await player.ask(JoinMatch(match)), Seated)
    await play_action(match, [anna, ben])


async def test_a_match_that_cannot_be_read_for_now_is_opened_later(
    cluster: ClusterHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    anna, _ben, match = await start_match(north, north)
    first = next(host for host in (north, south) if match in host.lobby.shared.supervisors)
    await first.lobby.tables.shared.saved(match)
    load, failures = ClusterMatches.load, iter([UnreachableError("no answer")] * 2)

    async def load_later(store: ClusterMatches, match_id: str) -> Match:
        for failure in failures:
            raise failure
        return await load(store, match_id)

    monkeypatch.setattr(ClusterMatches, "load", load_later)
    await first.fall_silent()
    second = south if first is north else north
    await until(lambda: match in second.lobby.shared.supervisors)
    assert next(failures, None) is None
    back = await second.connect("Anna") if first is north else anna
    assert isinstance(await back.ask(JoinMatch(match)), Seated)


# Accounts


async def test_a_match_whose_room_cannot_be_read_for_now_is_opened_later(
    cluster: ClusterHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    anna, ben, match = await start_match(north, south)
    server = next(host for host in (north, south) if match in host.lobby.shared.supervisors)
    other = south if server is north else north
    await play_action(match, [anna, ben])
    adopt, tries = other.cluster.rooms.adopt, list[str]()

    async def silent_at_first(name: str) -> Room | None:
        tries.append(name)
        if len(tries) < 3:
            raise SilenceError("no leader")
        return await adopt(name)

    monkeypatch.setattr(other.cluster.rooms, "adopt", silent_at_first)
    cluster.hosts.remove(server)
    await server.leave()
    await until(lambda: match in other.lobby.shared.supervisors)
    assert len(tries) == 3


async def test_a_name_is_given_once_whichever_host_is_asked(cluster: ClusterHarness) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    answers = await asyncio.gather(
        north.accounts.create(account_id_of("a"), "Zoe"),
        south.accounts.create(account_id_of("b"), "zoe"),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, AccountNameError) for answer in answers) == 1, answers
    await until(lambda: [len(host.accounts.all()) for host in (north, south)] == [1, 1])


@pytest.mark.parametrize("is_written", [False, True])
async def test_an_account_is_created_while_brokers_choose_a_leader(
    cluster: ClusterHarness, monkeypatch: pytest.MonkeyPatch, is_written: bool
) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    create = Bucket.create
    silent: set[str] = set()

    async def create_late(bucket: Bucket, key: str, value: bytes) -> int:
        if key not in silent:
            silent.add(key)
            if is_written:
                await create(bucket, key, value)
            raise SilenceError("no answer")
        return await create(bucket, key, value)

    monkeypatch.setattr(Bucket, "create", create_late)
    account = await north.accounts.create(account_id_of("a"), "Anna")
    assert silent >= {account.id, *claims_of("Anna")}
    account.language = "fr"
    await north.accounts.save(account)
    with pytest.raises(AccountNameError):
        await south.accounts.create(account_id_of("b"), "anna")


async def test_an_invite_code_is_used_once_whichever_host_is_asked(cluster: ClusterHarness) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    code, facts = new_invite(1.0)
    await north.accounts._codes.put(invite_key(code), facts)
    assert await south.accounts.is_valid_invite(code)
    answers = await asyncio.gather(
        north.accounts.create(account_id_of("a"), "Anna", code),
        south.accounts.create(account_id_of("b"), "Ben", code),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, InviteError) for answer in answers) == 1, answers
    loser = "Ben" if isinstance(answers[1], InviteError) else "Anna"
    key = account_id_of("b" if loser == "Ben" else "a")
    assert await north.accounts._mirror.bucket.get(key) is None, "nobody got in without a code"
    again, more = new_invite(1.0)
    await north.accounts._codes.put(invite_key(again), more)
    await south.accounts.create(account_id_of("c"), loser, again)


async def test_an_invite_code_outlives_an_account_that_can_not_be_stored(
    cluster: ClusterHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await cluster.host("north")
    code, facts = new_invite(1.0)
    await host.accounts._codes.put(invite_key(code), facts)

    async def full(_key: str, _value: bytes) -> int:
        raise BucketError("insufficient storage resources available")

    with monkeypatch.context() as patch:
        patch.setattr(host.accounts._mirror.bucket, "create", full)
        with pytest.raises(BucketError):
            await host.accounts.create(account_id_of("a"), "Anna", code)
    assert await host.accounts.is_valid_invite(code)
    account = await host.accounts.create(account_id_of("b"), "Anna", code)
    assert account.name == "Anna" and not await host.accounts.is_valid_invite(code)


async def test_a_line_that_waits_is_read_once_at_the_host_where_its_account_comes(
    cluster: ClusterHarness,
) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    account = await north.accounts.create(account_id_of("a"), "Anna")
    await until(lambda: south.accounts.get(account.id))
    north.accounts.leave_message(account.id, Sentence("match_moved"))
    await until(lambda: south.accounts._mail.entries)
    there = south.accounts.get(account.id)
    assert there is not None
    assert [line.code for line in await south.accounts.take_messages(there)] == ["match_moved"]
    await until(lambda: not north.accounts._mail.entries)
    assert await north.accounts.take_messages(account) == []


async def test_a_ban_at_one_host_holds_at_all(cluster: ClusterHarness) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    account = await north.accounts.create(account_id_of("a"), "Anna")
    await until(lambda: south.accounts.get(account.id))
    there = south.accounts.get(account.id)
    assert there is not None
    there.banned = True
    await south.accounts.set_by_admin(there)
    await until(lambda: account.banned)
    account.language = "fr"
    await north.accounts.save(account)
    await until(lambda: there.language == "fr")
    assert there.banned


# Folders


async def test_a_solo_match_goes_on_at_another_host(cluster: ClusterHarness) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    anna = await north.connect("Anna")
    made = await anna.ask(create_request(kinds=("person", "trader")))
    assert isinstance(made, Seated) and made.is_solo
    position = await anna.look_until_legal(made.match, 0)
    act = Act(made.match, 0, position.version, position.legal[0])
    assert isinstance(await anna.bus.request(table_topic(made.match), act), Done)
    await north.lobby.tables.solo.saved(made.match)
    await north.fall_silent()
    await until(lambda: not south.cluster.presence.host_of(anna.id))
    again = await south.connect("Anna")
    resumed = await again.ask(ResumeMatch(made.match))
    assert isinstance(resumed, Seated), resumed
    assert (await again.look(made.match, 0)).version > position.version


async def test_no_answered_move_of_a_solo_match_is_lost_with_its_host(
    cluster: ClusterHarness,
) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    anna = await north.connect("Anna")
    made = await anna.ask(create_request("caravanserai", ("person", "porter")))
    assert isinstance(made, Seated), made
    position = await anna.look_until_legal(made.match, 0)
    act = Act(made.match, 0, position.version, position.legal[0])
    answer = await anna.bus.request(table_topic(made.match), act)
    assert isinstance(answer, Done), answer
    await north.fall_silent()
    async with asyncio.timeout(60.0):
        again = await south.connect("Anna")
    assert isinstance(await again.ask(ResumeMatch(made.match)), Seated)
    assert (await again.look(made.match, 0)).version >= answer.version


async def test_a_session_at_another_host_ends_the_first_one(cluster: ClusterHarness) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    anna = await north.connect("Anna")
    folder = north.accounts.folder(anna.id) / "data"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.json").write_text("{}")
    await until(lambda: anna.id in south.lobby.presence)
    await south.connect("Anna")
    assert anna.id not in north.lobby.clients
    assert (south.accounts.folder(anna.id) / "data" / "settings.json").read_text() == "{}"


async def test_an_account_that_has_left_is_let_in_elsewhere_though_the_broker_was_silent(
    cluster: ClusterHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    anna = await north.connect("Anna")
    await until(lambda: south.cluster.presence.host_of(anna.id) == north.cluster.id)
    bucket, silences = north.cluster.presence._mirror.bucket, iter(range(3))
    delete = bucket.delete

    async def silent_at_first(key: str, revision: int | None = None) -> None:
        for _silence in silences:
            raise SilenceError("no leader")
        await delete(key, revision)

    monkeypatch.setattr(bucket, "delete", silent_at_first)
    await north.lobby.dismiss(anna.client, is_cut_off=True)
    await until(lambda: not south.cluster.presence.host_of(anna.id))
    await south.connect("Anna")


async def test_a_session_at_a_host_that_hangs_holds_nobody_up(
    cluster: ClusterHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(directory, "END_SECONDS", 600.0)
    north, south = await cluster.host("north"), await cluster.host("south")
    anna = await north.connect("Anna")
    await until(lambda: anna.id in south.lobby.presence)

    async def hang(_account: str, _reason: str) -> None:
        await asyncio.Event().wait()

    north.cluster._end_session = hang
    coming = asyncio.create_task(south.connect("Anna"))
    north.cluster.members._tasks[0].cancel()  # it says no longer that it lives
    async with asyncio.timeout(60.0):
        await coming
    assert anna.id in south.lobby.clients


async def test_a_host_whose_account_has_gone_on_elsewhere_stores_nothing(
    cluster: ClusterHarness,
) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    anna = await north.connect("Anna")
    await south.cluster.homes.open(anna.id)  # as if north had been given up
    folder = north.accounts.folder(anna.id) / "data"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "late.json").write_text("late")
    with pytest.raises(StaleError):
        await north.cluster.homes.saved(anna.id)
    await until(lambda: anna.id not in north.lobby.clients)
    await south.cluster.homes.close(anna.id)
    await south.cluster.homes.open(anna.id)
    assert not (south.accounts.folder(anna.id) / "data" / "late.json").exists()


async def test_a_list_whose_answer_was_lost_costs_no_session(
    cluster: ClusterHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    north = await cluster.host("north")
    anna, homes = await north.connect("Anna"), north.cluster.homes
    folder = north.accounts.folder(anna.id) / "data"
    folder.mkdir(parents=True, exist_ok=True)
    update = homes._lists.update

    async def lose_answer(key: str, value: bytes, revision: int) -> int:
        await update(key, value, revision)
        raise SilenceError("no answer")

    with monkeypatch.context() as patch:
        patch.setattr(homes._lists, "update", lose_answer)
        (folder / "kept.json").write_text("first")
        with pytest.raises(SilenceError):
            await homes.saved(anna.id)
    (folder / "kept.json").write_text("second")
    await homes.saved(anna.id)
    assert anna.id in north.lobby.clients
    await homes.close(anna.id)
    (folder / "kept.json").unlink()
    await homes.open(anna.id)
    assert (folder / "kept.json").read_text() == "second"


async def test_a_player_is_admitted_once_the_broker_answers(
    cluster: ClusterHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    north = await cluster.host("north")
    lists, refused = north.cluster.homes._lists, list[str]()
    get = lists.get

    async def no_leader_at_first(key: str) -> Entry | None:
        if len(refused) < 2:
            refused.append(key)
            raise SilenceError("no leader")
        return await get(key)

    monkeypatch.setattr(lists, "get", no_leader_at_first)
    anna = await north.connect("Anna")
    assert refused == [anna.id] * 2


async def test_a_result_reaches_a_player_who_was_away(cluster: ClusterHarness) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    anna, ben, match = await start_match(north, south)
    server = next(host for host in (north, south) if match in host.lobby.shared.supervisors)
    away = anna if server is south else ben
    door = north if server is south else south
    await door.lobby.dismiss(away.client, is_cut_off=False)
    played = two_people(to_the_end=True)
    match = played.record.id
    seat = 0 if away is anna else 1
    await server.lobby.shared.endings._results.deliver(played, away.id, seat)
    back = await server.connect("Anna" if away is anna else "Ben")
    results = Profile(server.accounts.folder(back.id) / "data")
    await until(lambda: results.has(match, seat))


async def test_a_result_is_kept_though_the_broker_does_not_answer_at_once(
    cluster: ClusterHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    north = await cluster.host("north")
    bucket = north.cluster.results._mirror.bucket
    put, tries = bucket.put, list[str]()

    async def silent_at_first(key: str, value: bytes) -> int:
        tries.append(key)
        if len(tries) < 3:
            raise SilenceError("no leader")
        return await put(key, value)

    monkeypatch.setattr(bucket, "put", silent_at_first)
    played = two_people(to_the_end=True)
    await north.cluster.results.deliver(played, "a" * 32, 0)
    assert len(tries) == 3 and await bucket.get(tries[0]) is not None


# Joining


async def test_hosts_with_different_keys_do_not_serve_together(cluster: ClusterHarness) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    await north.cluster.check_host_key("SHA256:one")
    await south.cluster.check_host_key("SHA256:one")
    with pytest.raises(ClusterError, match="another key: copy their host_key to"):
        await south.cluster.check_host_key("SHA256:two")


async def test_an_unknown_code_is_refused_at_every_host(cluster: ClusterHarness) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    for host, name in ((north, "Anna"), (south, "Ben")):
        player = await host.connect(name)
        refused = await player.ask(JoinMatch("ZZZZ"))
        assert isinstance(refused, Refused) and refused.code == "match_not_found"
