"""Matches by correspondence: days for a move, which outlive restarts."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from caravan_tui.bus.lobby_messages import Clock, Hello, JoinMatch, LeaveTable, Seated
from caravan_tui.bus.messages import Done, Notice, Refused, Undo, table_topic
from caravan_tui.bus.wording import time_left, word
from tests.server.lobby_harness import (
    LobbyHarness,
    create_request,
    play_action,
    play_until,
    start_match,
)
from tests.support.until import until

DAY = 86_400.0


class Server:
    """A lobby whose wall clock only the test sets, and which can be killed."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.now = time.time()

    async def start(self) -> LobbyHarness:
        self.harness = await LobbyHarness(self.home, now=lambda: self.now).start()
        return self.harness

    async def kill(self) -> None:
        """End without saving anything more; the locks of a killed process go with it."""
        lobby = self.harness.lobby
        lobby.shared.rooms.save = lambda *_rooms: None  # type: ignore[method-assign]
        await self.harness.close()

    def pass_time(self, seconds: float) -> None:
        """Let time pass, by both clocks."""
        self.now += seconds
        self.harness.timers.advance(seconds)


def row_of(rows: list[Any], match: str) -> Any:
    return next(row for row in rows if row.match == match)


async def test_nobody_has_to_stay_and_no_stand_in_comes_before_the_days_are_over(
    tmp_path: Path,
) -> None:
    server = Server(tmp_path / "home")
    harness = await server.start()
    anna, ben, match = await start_match(harness, days=3, absent="porter", grace=0, clock=60)
    supervisor = harness.lobby.shared.supervisors[match]
    await play_until(harness, match, 1, [anna, ben])
    assert supervisor.room.clock == 0, "days and seconds do not go together"
    await ben.ask(LeaveTable(match))
    version = supervisor.match.version
    server.pass_time(3 * DAY - 10)
    assert not supervisor.stand_ins and supervisor.match.version == version
    row = row_of(await ben.rows(), match)
    assert row.days == 3 and 5 <= row.left <= 10
    await harness.close()


async def test_a_computer_player_plays_a_late_move_and_both_are_told_in_words(
    tmp_path: Path,
) -> None:
    server = Server(tmp_path / "home")
    harness = await server.start()
    anna, ben, match = await start_match(harness, days=1)
    supervisor = harness.lobby.shared.supervisors[match]
    await play_until(harness, match, 1, [anna, ben])
    await harness.lobby.dismiss(ben.client, is_cut_off=False)
    lines = anna.bus.subscribe(table_topic(match))
    await anna.rows()
    server.pass_time(DAY + 5)
    await until(lambda: supervisor.to_act == 0 or supervisor.match.over)
    await until(lambda: len(lines))
    texts = []
    while (message := lines.get_nowait()) is not None:
        if isinstance(message, Notice | Refused):
            texts.append(word(message))
    assert "Ben has used up the days for this move. A computer player plays it." in texts
    assert harness.lobby.tables.bot_seats(match) == [], "the next move is Ben's again"
    assert supervisor.room.kinds[1] == "person"
    assert supervisor.room.due == server.now + DAY or supervisor.room.due > server.now
    back = await harness.connect("Ben")
    welcome = await back.ask(Hello())
    assert any("you have used up the days" in word(line) for line in welcome.away)
    await harness.close()


async def test_the_deadline_outlives_a_kill(tmp_path: Path) -> None:
    server = Server(tmp_path / "home")
    harness = await server.start()
    anna, ben, match = await start_match(harness, days=7)
    await play_until(harness, match, 1, [anna, ben])
    due = harness.lobby.shared.supervisors[match].room.due
    assert due == server.now + 7 * DAY
    await server.kill()
    server.now += 5 * DAY
    harness = await server.start()
    assert harness.lobby.shared.supervisors[match].room.due == due
    ben = await harness.connect("Ben")
    row = row_of(await ben.rows(), match)
    assert row.left == int(2 * DAY)
    welcome = await ben.ask(Hello())
    assert any("Time left: 2 days." in word(line) for line in welcome.away)
    await harness.close()


async def test_a_move_that_is_taken_back_wins_no_days_also_after_a_kill(tmp_path: Path) -> None:
    server = Server(tmp_path / "home")
    harness = await server.start()
    anna, ben, match = await start_match(harness, game="sahara", days=3)
    await play_until(harness, match, 0, [anna, ben])

    def supervisor() -> Any:
        return server.harness.lobby.shared.supervisors[match]

    due = supervisor().room.due
    for _day in range(2):
        server.pass_time(DAY)
        while supervisor().match.to_act == 0:
            await play_action(server.harness, match, [anna, ben])
        await until(lambda: supervisor().to_act == 1)
        assert supervisor().room.due == server.now + 3 * DAY
        await server.kill()
        harness = await server.start()
        anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
        for client in (anna, ben):
            await client.ask(JoinMatch(match))
        undo = await anna.bus.request(table_topic(match), Undo(match, 0))
        assert isinstance(undo, Done), undo
        await until(lambda: supervisor().to_act == 0)
        assert supervisor().room.due == due
    await harness.close()


async def test_a_deadline_that_passed_while_the_server_was_down_leaves_an_hour(
    tmp_path: Path,
) -> None:
    server = Server(tmp_path / "home")
    harness = await server.start()
    anna, ben, match = await start_match(harness, days=1)
    await play_until(harness, match, 1, [anna, ben])
    await server.kill()
    server.now += 30 * DAY
    harness = await server.start()
    supervisor = harness.lobby.shared.supervisors[match]
    server.pass_time(3_500)
    assert not supervisor.stand_ins
    server.pass_time(200)
    await until(lambda: supervisor.to_act == 0 or supervisor.match.over)
    await harness.close()


async def test_a_match_nobody_plays_comes_to_its_end(tmp_path: Path) -> None:
    server = Server(tmp_path / "home")
    harness = await server.start()
    anna, ben, match = await start_match(harness, days=1, game="sahara")
    supervisor = harness.lobby.shared.supervisors[match]
    for client in (anna, ben):
        await harness.lobby.dismiss(client.client, is_cut_off=False)
    while not supervisor.match.over:
        seat = supervisor.to_act
        server.pass_time(DAY + 5)
        await until(lambda seat=seat: supervisor.to_act != seat)
    await until(lambda: supervisor.room.over)
    assert not supervisor.room.due
    await harness.close()


async def test_who_sits_down_is_told_the_time_and_days_are_of_the_list(tmp_path: Path) -> None:
    server = Server(tmp_path / "home")
    harness = await server.start()
    anna, ben, match = await start_match(harness, days=14)
    await play_until(harness, match, 0, [anna, ben])
    seated = await anna.ask(JoinMatch(match))
    assert isinstance(seated, Seated) and isinstance(seated.clock, Clock)
    assert seated.clock.seat == 0 and seated.clock.seconds == 14 * DAY
    refused = await anna.ask(create_request(days=2))
    assert isinstance(refused, Refused)
    assert word(refused) == "The days for a move must be one of: 0, 1, 3, 7, 14."
    await harness.close()


async def test_a_computer_player_that_has_a_seat_for_good_has_no_deadline(tmp_path: Path) -> None:
    server = Server(tmp_path / "home")
    harness = await server.start()
    anna, ben, match = await start_match(harness, days=1)
    supervisor = harness.lobby.shared.supervisors[match]
    await play_until(harness, match, 1, [anna, ben])
    await harness.lobby.shared.give_up(ben.client.account, match)
    assert supervisor.room.due == 0.0 or supervisor.to_act == 0
    await until(lambda: supervisor.to_act == 0)
    assert supervisor.room.due == server.now + DAY
    await harness.close()


def test_times_are_said_in_the_unit_that_matters() -> None:
    assert [time_left(seconds) for seconds in (-5, 59, 3_700, 7_300, 2 * DAY, 14 * DAY)] == [
        "0 minutes", "0 minutes", "61 minutes", "2 hours", "2 days", "14 days",
    ]  # fmt: skip


async def test_a_player_is_reminded_once_before_the_deadline_also_over_a_kill(
    tmp_path: Path,
) -> None:
    server = Server(tmp_path / "home")
    harness = await server.start()
    anna, ben, match = await start_match(harness, days=3)
    await play_until(harness, match, 1, [anna, ben])
    await ben.ask(LeaveTable(match))
    lines: list[tuple[str, str]] = []

    def listen(account: str, message: Any) -> None:
        if getattr(message, "code", "") == "days_low":
            lines.append((account, word(message)))

    harness.lobby.notifications.listeners.append(listen)
    server.pass_time(3 * DAY - 19 * 3600)
    assert not lines
    server.pass_time(2 * 3600)
    room = harness.lobby.shared.supervisors[match].room
    assert [account for account, _text in lines] == [room.seats[1]]
    assert "still waits for your move. Time left: 17 hours." in lines[0][1]
    server.pass_time(3600)
    await server.kill()
    harness = await server.start()
    harness.lobby.notifications.listeners.append(listen)
    server.pass_time(3600)
    assert len(lines) == 1
    await harness.close()


async def test_who_is_at_the_table_is_not_reminded(tmp_path: Path) -> None:
    server = Server(tmp_path / "home")
    harness = await server.start()
    anna, ben, match = await start_match(harness, days=1)
    await play_until(harness, match, 1, [anna, ben])
    server.pass_time(DAY - 3600)
    assert not harness.lobby.shared.supervisors[match].room.reminded
    await harness.close()
