"""What calls a player who is connected but looks elsewhere: talk at a table, talk by name."""

from __future__ import annotations

from typing import Any

from caravan_tui.bus.lobby_messages import Hello, JoinMatch, LeaveTable, SendChat, account_topic
from caravan_tui.bus.messages import Chat, Notice, table_topic
from caravan_tui.bus.wording import word
from tests.server.lobby_harness import LobbyClient, LobbyHarness, start_match
from tests.support.until import until


def say(client: LobbyClient, match: str, seat: int, text: str) -> None:
    client.bus.publish(table_topic(match), Chat(match, seat, "", text))


def heard(harness: LobbyHarness) -> list[tuple[str, str]]:
    """Everything that calls somebody from now on: account and code."""
    calls: list[tuple[str, str]] = []

    def listen(account: str, message: Any) -> None:
        if isinstance(message, Notice):
            calls.append((account, message.code))

    harness.lobby.notifications.listeners.append(listen)
    return calls


async def test_talk_at_a_table_calls_a_player_who_has_left_once_until_the_return(
    harness: LobbyHarness,
) -> None:
    anna, ben, match = await start_match(harness)
    await ben.ask(LeaveTable(match))
    calls = heard(harness)
    say(anna, match, 0, "my secret plan")
    say(anna, match, 0, "are you there?")
    notice = await ben.receive(Notice)
    assert word(notice).startswith("Anna wrote to you at the table of Caravan")
    assert "secret" not in word(notice), "what was written is read at the table alone"
    await ben.ask(JoinMatch(match))
    await ben.ask(LeaveTable(match))
    say(anna, match, 0, "and now?")
    await until(lambda: len(calls) == 2)
    assert calls == [(ben.id, "talk_at_table")] * 2


async def test_a_player_who_is_not_connected_reads_of_the_talk_when_it_comes(
    harness: LobbyHarness,
) -> None:
    anna, ben, match = await start_match(harness)
    await harness.lobby.dismiss(ben.client, is_cut_off=False)
    say(anna, match, 0, "hello")
    account = harness.accounts.get(ben.id)
    await until(lambda: account is not None and account.mail)
    back = await harness.connect("Ben")
    welcome = await back.ask(Hello())
    assert any("Anna wrote to you" in word(line) for line in welcome.away)


async def test_spectators_call_nobody(harness: LobbyHarness) -> None:
    anna, ben, match = await start_match(harness)
    await ben.ask(LeaveTable(match))
    calls = heard(harness)
    harness.bus.publish(table_topic(match), Chat(match, None, "Eve", "advice"))
    say(anna, match, 0, "hello")
    await until(lambda: calls)
    assert calls == [(ben.id, "talk_at_table")]


async def test_a_name_in_the_lobby_calls_its_account_and_nobody_else(
    harness: LobbyHarness,
) -> None:
    anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
    await harness.connect("Carla")
    calls = heard(harness)
    anna.bus.publish(account_topic(anna.id), SendChat("@anna Ben is nice"))
    anna.bus.publish(account_topic(anna.id), SendChat("hello @ben, @nobody"))
    notice = await ben.receive(Notice)
    assert word(notice) == "Anna wrote to you in the lobby."
    assert calls == [(ben.id, "talk_in_lobby")]
