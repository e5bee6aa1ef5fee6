"""Each person reads what the server says in a language of their own."""

from __future__ import annotations

import errno
import string
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from caravan_tui import i18n
from caravan_tui.bus.lobby_messages import Hello, JoinMatch, LeaveTable, SetLanguage, account_topic
from caravan_tui.bus.messages import GetHint, Position, Refused, seat_topic, table_topic
from caravan_tui.bus.wording import TEXTS, title, word
from caravan_tui.engine import Sentence
from caravan_tui.i18n import in_language
from caravan_tui.server.match_store import FolderStore
from saves import errors
from tests.server.lobby_harness import LobbyHarness, play_action, start_match
from tests.support.until import until


def french(sentence: object) -> str:
    with in_language("fr"):
        return word(sentence)  # type: ignore[arg-type]


@pytest_asyncio.fixture
async def harness(tmp_path: Path) -> AsyncIterator[LobbyHarness]:
    lobby_harness = await LobbyHarness(tmp_path / "home").start()
    yield lobby_harness
    await lobby_harness.close()


def test_a_sentence_is_worded_in_the_language_of_its_reader() -> None:
    missing = Sentence("match_not_found", {"code": "ABCD"})
    assert word(missing) == "There is no match 'ABCD'."
    assert french(missing) == "Il n’y a pas de partie «\xa0ABCD\xa0»."
    failed = Sentence("save_failed", {"reason": Sentence("disk_full")})
    assert word(failed) == "Couldn't save this match: The disk is full."
    assert "Le disque est plein." in french(failed)
    away = {"game": title("sahara"), "code": "X", "moves": 2, "played": 0, "turn": True}
    assert word(Sentence("away", away)).endswith("(X): 2 moves since you left. It's your turn.")
    assert "2 coups" in french(Sentence("away", away))
    assert i18n._("Quit") == "Quit", "the process itself speaks as before"


@pytest.mark.parametrize("code", TEXTS)
def test_every_code_has_words_for_its_values_in_every_language(code: str) -> None:
    names = [name for _text, name, *_rest in string.Formatter().parse(TEXTS[code]) if name]
    values = {name: f"<{name}>" for name in names}
    for language in i18n.languages():
        with in_language(language):
            text = word(Sentence(code, values))
        assert all(value in text for value in values.values()), (language, text)
        assert "{" not in text
        if language != "en" and code not in ("text",):
            assert text != TEXTS[code].format(**values), (language, code)


@pytest.mark.parametrize("sentence", [Sentence("of_a_newer_server"), Sentence("seat", {})])
def test_what_cannot_be_worded_raises_nothing(sentence: Sentence) -> None:
    assert word(sentence)


async def test_two_at_a_table_read_the_same_notice_in_two_languages(harness: LobbyHarness) -> None:
    anna, ben, match = await start_match(harness)
    cleo = await harness.connect("Cleo")
    anna.bus.publish(account_topic(anna.id), SetLanguage("fr"))
    await ben.ask(Hello("en"))
    await cleo.ask(Hello("fr"))
    await until(lambda: anna.client.access.language == "fr")
    supervisor = harness.lobby.shared.supervisors[match]
    with (
        anna.bus.subscribe(table_topic(match)) as annas,
        ben.bus.subscribe(table_topic(match)) as bens,
    ):
        await anna.look(match, 0)
        await ben.look(match, 1)
        supervisor.notify("spectator_arrived", name="Dora")
        assert french(await annas.get()) == "Dora regarde."
        assert word(await bens.get()) == "Dora is watching."  # type: ignore[arg-type]
    refused = await cleo.ask(JoinMatch("ZZZZ"))
    assert french(refused) == "Il n’y a pas de partie «\xa0ZZZZ\xa0»."
    hint = await anna.bus.request(table_topic(match), GetHint(match, 0))
    assert isinstance(hint, Refused) and hint.code == "no_hints"


async def test_a_save_that_fails_names_no_file_of_the_server_and_speaks_each_ones_language(
    harness: LobbyHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben, match = await start_match(harness)
    matches = harness.backend.matches
    assert isinstance(matches, FolderStore)
    folder = matches.store.folder

    async def full(_match: object) -> None:
        with errors.save_errors(folder / "x.caravan"):
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(matches.store, "save", full)
    with anna.bus.subscribe(seat_topic(match, 0)) as positions:
        await anna.look(match, 0)
        await play_action(harness, match, [anna, ben])
        unsaved = None
        while unsaved is None:
            position = await positions.get()
            assert isinstance(position, Position)
            unsaved = position.unsaved
    assert word(unsaved) == "Couldn't save this match: The disk is full."
    assert "Le disque est plein." in french(unsaved)
    assert str(folder) not in str(unsaved)


async def test_what_happened_while_away_is_read_in_the_language_one_comes_back_with(
    harness: LobbyHarness,
) -> None:
    anna, ben, match = await start_match(harness)
    guests = [anna, ben]
    first = harness.lobby.shared.supervisors[match].match.to_act
    away = guests[1 - first]
    await away.ask(LeaveTable(match))
    values = {"game": title("sahara"), "code": "Y"}
    harness.accounts.leave_message(away.id, Sentence("match_begun", values))
    position: Position = await guests[first].look(match, first)
    assert position.legal
    await harness.lobby.dismiss(away.client, is_cut_off=False)
    back = await harness.connect(away.client.account.name)
    lines = (await back.ask(Hello("fr"))).away
    assert french(lines[0]).endswith(" (Y) a commencé.")
    assert word(lines[0]).endswith(" (Y) has started.")
    assert back.client.account.language == "fr"


async def test_mail_of_an_older_server_is_still_read(tmp_path: Path) -> None:
    from caravan_tui.server.accounts import Accounts
    from tests.server.lobby_harness import server_config

    accounts = Accounts(server_config(tmp_path))
    tmp_path.mkdir(exist_ok=True)
    (tmp_path / "accounts").mkdir(exist_ok=True)
    account = await accounts.create("a" * 32, "Anna")
    account.mail = ["a line", ["{game} is over.", "", 0, "", {"game": "X"}], {"code": "disk_full"}]
    assert [word(line) for line in await accounts.take_messages(account)] == [
        "a line",
        "X is over.",
        "The disk is full.",
    ]
