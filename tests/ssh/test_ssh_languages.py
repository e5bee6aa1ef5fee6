"""Each person reads what the server says in a language of their own."""

from __future__ import annotations

import errno
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from caravan_tui import words
from caravan_tui.bus import codec
from caravan_tui.bus.lobby_messages import Hello, JoinMatch, Speak, StepOut, door_topic
from caravan_tui.bus.messages import AskHint, Notice, Position, Refused, table_topic
from caravan_tui.words import Phrase, joined, speaking
from saves import files
from tests.ssh.lobby_help import House, begin, play_one
from tests.ssh.ssh_help import until


@pytest.fixture
def _phrases() -> Iterator[None]:
    words.keep_phrases(True)
    yield
    words.keep_phrases(False)


@pytest_asyncio.fixture
async def house(tmp_path: Path, _phrases: None) -> AsyncIterator[House]:
    one = await House(tmp_path / "home").start()
    yield one
    await one.close()


def test_a_phrase_is_a_text_that_can_be_said_in_another_language(_phrases: None) -> None:
    said = words._("There is no match '{code}'.").format(code="ABCD")
    assert said == "There is no match 'ABCD'." and isinstance(said, Phrase)
    assert said.into("fr") == "Il n'y a pas de partie «\xa0ABCD\xa0»."
    inner = words._("{name}, {why}").format(name="Ann", why=said)
    assert isinstance(str(ValueError(said)), Phrase)
    assert inner.into("fr") == "Ann, Il n'y a pas de partie «\xa0ABCD\xa0»."
    assert Phrase.from_plain(inner.to_plain()).into("fr") == inner.into("fr")
    both = joined(" ", [said, "x"])
    assert both == f"{said} x" and both.into("fr") == f"{said.into('fr')} x"  # type: ignore[attr-defined]
    many = words._n("{count} move since you left.", "{count} moves since you left.", 2)
    assert many.format(count=2) == "2 moves since you left."
    assert "2 coups" in many.format(count=2).into("fr")  # type: ignore[attr-defined]
    with speaking("fr"):
        assert words._("Quit") == "Quitter"
    assert words._("Quit") == "Quit"


def test_only_the_words_of_a_message_are_brought_into_a_language(_phrases: None) -> None:
    text = words._("Done.")
    assert codec.to_plain(Notice("m", text))[1]["text"] == "Done."
    assert codec.to_plain(Notice("m", text), "fr")[1]["text"] == text.into("fr") != "Done."
    assert codec.to_plain(Notice("m", "Done."), "fr")[1]["text"] == "Done.", "said by a person"


async def test_two_at_a_table_read_the_same_notice_in_two_languages(house: House) -> None:
    anna, ben, match = await begin(house)
    cleo = await house.come("Cleo")
    anna.bus.publish(door_topic(anna.id), Speak("fr"))
    await ben.ask(Hello("en"))
    await cleo.ask(Hello("fr"))
    await until(lambda: anna.person.access.language == "fr")
    watch = house.lobby.company.watches[match]
    with (
        anna.bus.subscribe(table_topic(match)) as french,
        ben.bus.subscribe(table_topic(match)) as english,
    ):
        await anna.look(match, 0)
        await ben.look(match, 1)
        watch.tell(words._("{name} watches.").format(name="Dora"))
        assert (await french.get()).text == "Dora regarde."  # type: ignore[union-attr]
        assert (await english.get()).text == "Dora watches."  # type: ignore[union-attr]
    refused = await cleo.ask(JoinMatch("ZZZZ"))
    assert refused.reason == "Il n'y a pas de partie «\xa0ZZZZ\xa0»."
    refused = await ben.ask(JoinMatch("ZZZZ"))
    assert refused.reason == "There is no match 'ZZZZ'."
    hint = await anna.bus.request(table_topic(match), AskHint(match, 0))
    assert isinstance(hint, Refused) and hint.reason != "There are no hints at this table."


async def test_a_save_that_fails_names_no_file_of_the_server_and_speaks_each_ones_language(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben, match = await begin(house)
    await anna.ask(Hello("fr"))
    folder = house.lobby.tables.store.folder

    async def full(_match: object) -> None:
        with files.telling(folder / "x.caravan"):
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(house.lobby.tables.store, "save", full)
    with (
        anna.bus.subscribe(table_topic(match)) as french,
        ben.bus.subscribe(table_topic(match)) as english,
    ):
        await anna.look(match, 0)
        await ben.look(match, 1)
        await play_one(house, match, [anna, ben])
        heard = [(await ears.get()).text for ears in (french, english)]  # type: ignore[union-attr]
    assert heard[1] == "The match could not be saved: The disk is full. Play goes on."
    assert "Le disque est plein." in heard[0]
    assert not any(str(folder) in one for one in heard)


async def test_what_happened_while_away_is_read_in_the_language_one_comes_back_with(
    house: House,
) -> None:
    anna, ben, match = await begin(house)
    guests = [anna, ben]
    first = house.lobby.company.watches[match].match.to_act
    away = guests[1 - first]
    await away.ask(StepOut(match))
    house.accounts.tell(away.id, words._("{game}, {code}, has begun.").format(game="X", code="Y"))
    position: Position = await guests[first].look(match, first)
    assert position.legal
    await house.lobby.dismiss(away.person, cut=False)
    back = await house.come(away.person.account.name)
    lines = (await back.ask(Hello("fr"))).away
    assert lines[0] == "X, Y, a commencé."
    assert back.person.account.language == "fr"
