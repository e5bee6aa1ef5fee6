"""What one account may cost: searches, rooms, matches, codes."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from attrs import fields

from caravan_tui import files
from caravan_tui.bus.bucket import Bucket
from caravan_tui.bus.competition_messages import GetBoard
from caravan_tui.bus.lobby_messages import (
    CreateLink,
    Hello,
    JoinMatch,
    LeaveTable,
    Link,
    ListMatches,
    LobbyChanged,
    RestartMatch,
    ResumeMatch,
    Seated,
    SetLanguage,
    WatchMatch,
    account_topic,
)
from caravan_tui.bus.messages import (
    GetPosition,
    Notice,
    Redo,
    SearchRequest,
    SearchResult,
    Undo,
    table_topic,
)
from caravan_tui.bus.notice_messages import GetNotices, NoticeChoices, Notices, SetNotices
from caravan_tui.bus.undo import UNDO_BURST
from caravan_tui.engine import Match, Refusal, Seat
from caravan_tui.hosts.remote import SessionStore
from caravan_tui.server.accounts import browser_key
from caravan_tui.server.client import Limits
from caravan_tui.server.match_deadlines import EXPIRY_INTERVAL
from caravan_tui.server.rooms import PRIVATE_CODE
from caravan_tui.server.searches import MAX_WAITING, AccountSearches
from saves.errors import SaveError
from saves.quota import Quota
from saves.store import Store
from tests.server.lobby_harness import LobbyHarness, create_request, start_match
from tests.support.until import until


class SlowPool:
    """A pool whose searches run until they are let go."""

    def __init__(self) -> None:
        self.running: list[str] = []
        self.most = 0
        self.go = asyncio.Event()

    async def search(
        self, request: SearchRequest, _progress: Any = None, owner: str = "", **_more: Any
    ) -> SearchResult:
        self.running.append(owner)
        self.most = max(self.most, self.running.count(owner))
        await self.go.wait()
        self.running.remove(owner)
        return SearchResult(request.id, 0)


async def test_an_account_has_one_search_at_a_time_and_few_that_wait() -> None:
    pool = SlowPool()
    searches = AccountSearches(pool)  # type: ignore[arg-type]

    def ask() -> SearchRequest:
        return SearchRequest("decktet", b"", 0, "master", 1)

    greedy = [
        asyncio.create_task(searches.analyse("greedy", ask())) for _search in range(MAX_WAITING + 1)
    ]
    await until(lambda: pool.running == ["greedy"])
    with pytest.raises(Refusal, match="too_many_requests"):
        await searches.analyse("greedy", ask())
    anna = asyncio.create_task(searches.analyse("anna", ask()))
    await until(lambda: pool.running == ["greedy", "anna"])
    pool.go.set()
    await asyncio.gather(*greedy, anna)
    assert pool.most == 1


async def test_few_matches_of_an_account_wait_for_players(harness: LobbyHarness) -> None:
    anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
    most = harness.config.max_waiting_per_account
    made = [await anna.ask(create_request()) for _match in range(most)]
    refused = await anna.ask(create_request())
    assert (refused.code, refused.values) == ("too_many_waiting", {"count": most})
    assert isinstance(await ben.ask(create_request()), Seated)
    await ben.ask(JoinMatch(made[0].match))  # it begins
    assert isinstance(await anna.ask(create_request()), Seated)


async def test_the_list_has_the_newest_matches_and_those_that_wait_before_the_others(
    harness: LobbyHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
    carl = await harness.connect("Carl")
    begun = await anna.ask(create_request())
    await ben.ask(JoinMatch(begun.match))
    made = [(await anna.ask(create_request())).match for _match in range(3)]
    assert [row.match for row in await carl.rows()] == [*reversed(made), begun.match]
    monkeypatch.setattr("caravan_tui.server.match_list.MAX_ROWS", 2)
    assert [row.match for row in await carl.rows()] == [made[2], made[1]]
    assert len(await anna.rows()) == 4, "one's own are all there"
    assert (await carl.ask(ListMatches(only_own=True))).rows == []


async def test_a_match_that_nobody_joins_is_removed_after_days(harness: LobbyHarness) -> None:
    anna = await harness.connect("Anna")
    old, new = await anna.ask(create_request()), await anna.ask(create_request())
    room = harness.lobby.shared.rooms.get(old.match)
    assert room is not None
    room.waited = harness.config.waiting_days * 86_400 - EXPIRY_INTERVAL
    harness.timers.advance(EXPIRY_INTERVAL)
    notice = await anna.receive(Notice)
    assert (notice.code, notice.values["days"]) == ("match_expired", 7)
    assert [row.match for row in await anna.rows()] == [new.match]


async def test_changes_of_the_lobby_are_announced_together(
    harness: LobbyHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caravan_tui.server.notifications.CHANGE_INTERVAL", 600.0)
    anna = await harness.connect("Anna")
    published: list[object] = []
    monkeypatch.setattr(harness.bus, "publish", lambda topic, message: published.append(message))
    harness.lobby.notifications._announced = -600.0
    for _change in range(20):
        harness.lobby.notifications.announce_change()
    await until(lambda: published)
    harness.lobby.notifications.announce_change()
    await anna.ask(ListMatches())
    assert published == [LobbyChanged()]


async def test_wrong_codes_are_counted_and_logged_and_then_refused(harness: LobbyHarness) -> None:
    anna, eve = await harness.connect("Anna"), await harness.connect("Eve")
    made = await anna.ask(create_request(private=True))
    code = (await anna.rows())[0].code
    assert len(code) == PRIVATE_CODE
    answers = [(await eve.ask(JoinMatch(f"AAA{letter}"))).code for letter in "ABCDEFGHIJKL"]
    assert answers == ["match_not_found"] * 10 + ["too_many_codes"] * 2
    assert harness.events.count("wrong_code") == 10
    assert (await eve.ask(JoinMatch(code))).code == "too_many_codes", "the right one as well"
    assert isinstance(await eve.ask(JoinMatch(made.match)), Seated), "a row of the list is no guess"
    ben = await harness.connect("Ben")
    assert (await ben.ask(JoinMatch("WRONG"))).code == "match_not_found", "each has its own tries"


async def test_of_a_thousand_guessed_codes_ten_are_looked_at(harness: LobbyHarness) -> None:
    anna, eve = await harness.connect("Anna"), await harness.connect("Eve")
    await anna.ask(create_request(private=True))
    client, lobby = eve.client, harness.lobby
    began, letters = time.monotonic(), "ABCDEFGHJKLMNPQRSTUVWXYZ"
    answers = Counter[str]()
    for number in range(2_000):  # at the lobby itself: the bus takes forty frames a second
        code = "".join(letters[number // 24**place % 24] for place in range(PRIVATE_CODE))
        with pytest.raises(Refusal) as refused:
            await lobby._join(client, JoinMatch(code))
        answers[refused.value.sentence.code] += 1
    most = 10 + int(time.monotonic() - began) // 10 + 1
    assert 10 <= answers["match_not_found"] <= most
    assert answers["too_many_codes"] == 2_000 - answers["match_not_found"]
    assert harness.events.count("wrong_code") == answers["match_not_found"]


async def test_an_administrator_closes_a_match(harness: LobbyHarness) -> None:
    anna, ben, match = await start_match(harness)
    room = harness.lobby.shared.rooms.get(match)
    assert room is not None and harness.lobby.shared.close_room(room.code.lower())
    notice = await ben.receive(Notice)
    assert (notice.code, notice.match) == ("match_closed", match)
    await until(lambda: not harness.lobby.shared.rooms.all())
    assert not harness.lobby.shared.supervisors and await anna.rows() == []
    assert not harness.lobby.shared.close_room(room.code)


async def test_a_ban_removes_what_waits_and_gives_other_seats_up(harness: LobbyHarness) -> None:
    anna, ben, match = await start_match(harness)
    waiting = await ben.ask(create_request())
    others = await anna.ask(create_request("sahara", ("person", "open", "open")))
    await ben.ask(JoinMatch(others.match))
    harness.lobby.shared.remove_account(ben.id)
    rooms = harness.lobby.shared.rooms
    await until(lambda: rooms.get(waiting.match) is None)
    await until(lambda: all(ben.id not in room.seats for room in rooms.all()))
    assert {room.match for room in rooms.all()} == {match, others.match}
    supervisor = harness.lobby.shared.supervisors[match]
    assert not supervisor.match.record.seats[1].is_person


async def test_no_more_matches_than_the_quota_and_none_is_lost(harness: LobbyHarness) -> None:
    harness.lobby.tables.quota = Quota(matches=2)
    anna = await harness.connect("Anna")
    for _match in range(2):
        seated = await anna.ask(create_request(kinds=("person", "porter")))
        assert isinstance(seated, Seated)
        await harness.lobby.tables.solo.saved(seated.match)
    refused = await anna.ask(create_request(kinds=("person", "porter")))
    assert (refused.code, refused.values) == ("too_many_saved", {"count": 2})
    again = await anna.ask(RestartMatch(seated.match))
    assert again.code == "too_many_saved"
    await anna.ask(LeaveTable(seated.match))
    assert isinstance(await anna.ask(ResumeMatch(seated.match)), Seated), "it can be played on"
    store = Store(harness.accounts.folder(anna.id) / "data")
    await anna.ask(LeaveTable(seated.match))
    store.delete(seated.match)
    assert isinstance(await anna.ask(create_request(kinds=("person", "porter"))), Seated)


async def test_matches_are_not_made_faster_than_they_are_played(harness: LobbyHarness) -> None:
    anna = await harness.connect("Anna")
    anna.client.limits.new_matches = Bucket(0.0, 3)
    answers = []
    for _match in range(5):
        answer = await anna.ask(create_request(kinds=("person", "porter")))
        answers.append(getattr(answer, "code", "seated"))
        if isinstance(answer, Seated):
            await anna.ask(LeaveTable(answer.match))
    assert answers == ["seated"] * 3 + ["too_many_requests"] * 2


def test_a_session_makes_no_match_beyond_the_quota(tmp_path: Path) -> None:
    store = SessionStore(tmp_path)
    store.quota = Quota(matches=1)
    match = Match.new("decktet", {}, [Seat("person", "A"), Seat("porter", "B")], 1)
    store.save_now(match)
    for make in (
        lambda: store.duplicate(match.record.id),
        lambda: store.save_now(Match.new("decktet", {}, match.record.seats, 2)),
        lambda: store.undelete(match.record.id),
    ):
        with pytest.raises(SaveError, match="the most allowed"):
            make()
    store.release_all()


async def test_between_people_one_cannot_take_back_again_and_again(harness: LobbyHarness) -> None:
    anna, ben, match = await start_match(harness)
    played = harness.lobby.tables.shared.hosted(match)
    assert played is not None
    seat = played.match.to_act
    client = (anna, ben)[seat]
    while played.match.why_no_undo(seat) is not None or played.match.undo_reveals(seat):
        mover = played.match.to_act
        await played.act(mover, played.match.version, played.match.legal(mover)[0])
    codes = []
    for turn in range(3 * UNDO_BURST):
        request = (Redo if turn % 2 else Undo)(match, seat)
        codes.append(getattr(await client.bus.request(table_topic(match), request), "code", ""))
    assert "too_many_undos" in codes


async def test_an_account_gets_a_code_for_another_key_and_only_a_few(
    harness: LobbyHarness,
) -> None:
    anna = await harness.connect("Anna")
    link = await anna.ask(CreateLink())
    key = browser_key("a secret")
    account = await harness.accounts.link(link.code, key)
    assert account.name == "Anna" and harness.accounts.of_key(key) is account
    answers = [await anna.ask(CreateLink()) for _code in range(6)]
    assert answers[-1].code == "too_many_requests"


async def test_who_comes_back_has_no_more_of_what_is_limited(harness: LobbyHarness) -> None:
    anna = await harness.connect("Anna")
    for bucket in all_of(anna.client.limits):
        while bucket.take():
            pass
    await anna.bus.close()
    await harness.lobby.dismiss(anna.client, is_cut_off=True)
    again = await harness.connect("Anna")
    assert (await again.ask(CreateLink())).code == "too_many_requests"
    answer = await again.ask(create_request(kinds=("person", "porter")))
    assert answer.code == "too_many_requests"
    assert again.client.access.chats is anna.client.limits.table_talk
    ben = await harness.connect("Ben")
    assert isinstance(await ben.ask(CreateLink()), Link), "each account has its own"


def all_of(limits: Limits) -> list[Bucket]:
    return [getattr(limits, each.name) for each in fields(Limits)]


async def test_nobody_is_told_of_a_spectator_who_comes_and_goes_without_end(
    harness: LobbyHarness,
) -> None:
    anna, _ben, match = await start_match(harness)
    eve = await harness.connect("Eve")
    told = anna.bus.subscribe(table_topic(match))
    codes = []
    for _visit in range(60):
        codes.append(getattr(await eve.ask(WatchMatch(match)), "code", "seated"))
        await eve.ask(LeaveTable(match))
    assert codes[:40] == ["seated"] * 40 and codes[-1] == "too_many_requests"
    await anna.bus.request(table_topic(match), GetPosition(match, 0))
    arrivals = 0
    while (message := told.get_nowait()) is not None:
        arrivals += getattr(message, "code", "") == "spectator_arrived"
    assert 40 <= arrivals < 60


async def test_settings_are_not_written_without_end(
    harness: LobbyHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await harness.connect("Anna")
    await anna.ask(Hello("en"))
    written: list[Path] = []
    right = files.write

    def write(path: Path, data: bytes) -> None:
        written.append(path)
        right(path, data)

    monkeypatch.setattr(files, "write", write)
    for number in range(60):
        anna.bus.publish(account_topic(anna.id), SetLanguage("fr" if number % 2 else "en"))
        await anna.ask(SetNotices(NoticeChoices("none", "", ["turn"] * (number % 2))))
    assert 15 <= len(written) <= 25
    assert anna.client.access.language == "fr", "it is used all the same"
    assert isinstance(await anna.ask(GetNotices()), Notices)


async def test_boards_of_seasons_that_never_were_are_empty_and_not_kept(
    harness: LobbyHarness,
) -> None:
    anna = await harness.connect("Anna")
    for season in range(2, 300):
        board = harness.lobby.competitions._board(anna.id, GetBoard("sahara", season))
        assert not board.rows and board.season == season
    assert len(harness.lobby.competitions.ladder._boards) <= 2
