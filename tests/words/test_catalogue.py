"""The catalogue of texts is whole: everything gathered, everything translated, nothing stale."""

from __future__ import annotations

import gettext
import io
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from caravan_tui import words
from caravan_tui.engine import tutorial
from caravan_tui.games import registry
from tools import words as tool

PLACE = re.compile(r"\{[^{}]*\}")
MARKUP = re.compile(r"\[/[a-z]*\]|\[(?:b|bold|i|dim|reverse|\$[a-z-]+)\]")
ROOM = 78
"""Cells of a line below a board on the smallest terminal."""


@cache
def _read(file: Path) -> Catalog:
    with file.open("rb") as source:
        return read_po(source)


def _messages() -> Iterator[tuple[str, Message]]:
    for po in tool.languages():
        for message in _read(po):
            if message.id:
                yield po.parents[1].name, message


def _texts(message: Message) -> tuple[list[str], list[str]]:
    """The English of a message and what it is in the other language."""
    said = message.string
    english = [message.id] if isinstance(message.id, str) else list(message.id)
    return english, [said] if isinstance(said, str) else list(said)


def _key(message: Message) -> tuple[str, str]:
    return message.context or "", str(message.id)


def test_the_template_has_every_text_of_the_sources_and_no_other() -> None:
    gathered = {_key(message) for message in tool.gathered() if message.id}
    kept = {_key(message) for message in _read(tool.TEMPLATE) if message.id}
    assert gathered == kept, "the texts have changed: run `make words`, then translate"


def test_there_is_french() -> None:
    assert "fr" in words.languages()


def test_every_language_has_every_text() -> None:
    wanted = {_key(message) for message in _read(tool.TEMPLATE) if message.id}
    for po in tool.languages():
        assert {_key(message) for message in _read(po) if message.id} == wanted, po
    lacking = [
        (language, message.id)
        for language, message in _messages()
        if message.fuzzy or not all(_texts(message)[1])
    ]
    assert not lacking


def test_values_and_markup_are_the_same_in_every_language() -> None:
    for language, message in _messages():
        english, said = _texts(message)
        for text in said:
            assert set(PLACE.findall(text)) == set(PLACE.findall(english[-1])), (language, text)
            assert MARKUP.findall(text) == MARKUP.findall(english[-1]), (language, text)
            blank = text[:1] == " ", text[-1:] == " "
            assert blank == (english[-1][:1] == " ", english[-1][-1:] == " "), (language, text)


def test_every_compiled_catalogue_is_that_of_its_source() -> None:
    for po in tool.languages():
        assert _entries(po.with_suffix(".mo").read_bytes()) == _entries(tool.compiled(po)), (
            "run `make words`"
        )


def _entries(compiled: bytes) -> dict[object, str]:
    """The texts of a compiled catalogue; its header names the tool's version."""
    entries = dict(gettext.GNUTranslations(io.BytesIO(compiled))._catalog)
    assert len(entries) > 1000
    return {key: text for key, text in entries.items() if key}


def test_french_puts_a_blank_that_does_not_break_before_its_high_signs() -> None:
    for language, message in _messages():
        if language == "fr":
            for text in _texts(message)[1]:
                assert not re.search(r"\w [;:?!»]|« ", text), text


@pytest.mark.parametrize("game", registry.ids())
def test_the_tutorials_fit_below_the_board_in_french(game: str) -> None:
    words.use("fr")
    try:
        script = tutorial.load(game)
        for number, step in enumerate(script.steps, 1):
            said = f"{number}/{len(script.steps)}  {words._(step.say)}"
            assert len(textwrap.wrap(said, ROOM)) <= 2, said
            assert len(f"! {words._(step.hint)}") <= ROOM, words._(step.hint)
    finally:
        words.use(None)


def test_a_text_that_is_put_together_before_it_is_given_is_refused() -> None:
    with pytest.raises(ValueError, match="put together"):
        list(tool.in_code('_(f"{name} passes")'))


def test_a_gatherer_finds_texts_plurals_contexts_and_commands() -> None:
    source = (
        '_("a"); _n("b", "bs", 2); _p("key", "c"); later(("d", "e"))\n'
        'Command("x.y", "z", "do", "Title", "Help.", footer=True)\n'
    )
    assert set(tool.in_code(source)) == {
        ("a", None), (("b", "bs"), None), ("c", "key"), ("d", None), ("e", None),
        ("Title", None), ("Help.", None),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_CA@euro"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "../../etc"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_of_the_environment(environment: dict[str, str], language: str) -> None:
    assert words.spoken(environment) == language


def test_the_setting_wins_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    try:
        assert words.choose("en") == "en" and words._("Quit") == "Quit"
        assert words.choose("auto") == "fr" and words._("Quit") == "Quitter"
        assert words._n("{count} card", "{count} cards", 0) == "{count} carte"
        assert words._p("map", "Blue") == "Bleue" and words._("Blue") == "Bleu"
    finally:
        words.use(None)
