"""What calls a player who is connected but looks elsewhere: talk at a table, talk by name."""

from __future__ import annotations

from typing import Any

from caravan_tui.bus.lobby_messages import (
    Hello,
    Invite,
    JoinMatch,
    LeaveTable,
    SendChat,
    account_topic,
)
from caravan_tui.bus.messages import Chat, Done, Notice, Refused, table_topic
from caravan_tui.bus.wording import word
from tests.server.lobby_harness import LobbyClient, LobbyHarness, create_request, start_match
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


async def test_a_player_is_invited_by_name_to_a_match_that_waits(harness: LobbyHarness) -> None:
    anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
    made = await anna.ask(create_request(private=True))
    assert isinstance(await anna.ask(Invite(made.match, "ben")), Done)
    notice = await ben.receive(Notice)
    room = harness.lobby.shared.rooms.get(made.match)
    assert room is not None
    assert word(notice) == (
        f"Anna invites you to Caravan (Decktet) ({room.code}). Join it in the lobby by its code."
    )
    await harness.lobby.dismiss(ben.client, is_cut_off=False)
    assert isinstance(await anna.ask(Invite(room.code, "Ben")), Done)
    back = await harness.connect("Ben")
    welcome = await back.ask(Hello())
    assert any("Anna invites you" in word(line) for line in welcome.away)


async def test_an_invitation_that_cannot_be_gets_the_reason(harness: LobbyHarness) -> None:
    anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
    await harness.connect("Carla")
    made = await anna.ask(create_request())
    expected = {
        "Zoe": "There is no player 'Zoe' on this server.",
        "Anna": "You have a seat in this match.",
        "": "There is no player '' on this server.",
    }
    for name, text in expected.items():
        assert word(await anna.ask(Invite(made.match, name))) == text
    refused = await ben.ask(Invite(made.match, "Carla"))
    assert word(refused).startswith("You can only invite players to a match in which")
    await ben.ask(JoinMatch(made.match))
    assert word(await anna.ask(Invite(made.match, "Carla"))) == (
        "All seats of this match are taken."
    )


async def test_invitations_are_limited(harness: LobbyHarness) -> None:
    anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
    made = await anna.ask(create_request())
    calls = heard(harness)
    answers = [await anna.ask(Invite(made.match, "Ben")) for _number in range(7)]
    assert [type(answer) for answer in answers] == [Done] * 5 + [Refused] * 2
    assert calls == [(ben.id, "invited")] * 5
