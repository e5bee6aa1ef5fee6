"""The catalogue of texts is whole: everything gathered, everything translated, nothing stale."""

from __future__ import annotations

import gettext
import io
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from caravan_tui import i18n
from caravan_tui.engine import tutorial
from caravan_tui.games import registry
from caravan_tui.screens.table.tutorial import key_commands
from caravan_tui.widgets.commands import keys_by_name
from tools import i18n as tool

PLACE = re.compile(r"\{[^{}]*\}")
MARKUP = re.compile(r"\[/[a-z]*\]|\[(?:b|bold|i|dim|reverse|\$[a-z-]+)\]")
ROOM = 78
"""Cells of a line below a board on the smallest terminal."""


@cache
def _read(file: Path) -> Catalog:
    with file.open("rb") as source:
        return read_po(source)


def _messages() -> Iterator[tuple[str, Message]]:
    for po in tool.po_files():
        for message in _read(po):
            if message.id:
                yield po.parents[1].name, message


def _texts(message: Message) -> tuple[list[str], list[str]]:
    """The English of a message and what it is in the other language."""
    said = message.string
    english = [message.id] if isinstance(message.id, str) else list(message.id)
    return english, [said] if isinstance(said, str) else list(said or ())


def _key(message: Message) -> tuple[str, str]:
    return message.context or "", str(message.id)


def test_the_template_has_every_text_of_the_sources_and_no_other() -> None:
    gathered = {_key(message) for message in tool.template() if message.id}
    kept = {_key(message) for message in _read(tool.TEMPLATE) if message.id}
    assert gathered == kept, "the texts have changed: run `make words`, then translate"


def test_there_is_french() -> None:
    assert "fr" in i18n.languages()


def test_every_language_has_every_text() -> None:
    wanted = {_key(message) for message in _read(tool.TEMPLATE) if message.id}
    for po in tool.po_files():
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
            wanted = [set(PLACE.findall(form)) for form in english]
            assert set(PLACE.findall(text)) in wanted, (language, text)
            assert MARKUP.findall(text) == MARKUP.findall(english[-1]), (language, text)
            blank = text[:1] == " ", text[-1:] == " "
            assert blank == (english[-1][:1] == " ", english[-1][-1:] == " "), (language, text)


def test_every_compiled_catalogue_is_that_of_its_source() -> None:
    for po in tool.po_files():
        assert _entries(po.with_suffix(".mo").read_bytes()) == _entries(tool.mo_bytes(po)), (
            "run `make words`"
        )


def _entries(compiled: bytes) -> dict[object, str]:
    """The texts of a compiled catalogue; its header names the tool's version."""
    translations: Any = gettext.GNUTranslations(io.BytesIO(compiled))
    entries: dict[object, str] = dict(translations._catalog)
    assert len(entries) > 1000
    return {key: text for key, text in entries.items() if key}


def test_french_puts_a_blank_that_does_not_break_before_its_high_signs() -> None:
    for language, message in _messages():
        if language == "fr":
            for text in _texts(message)[1]:
                assert not re.search(r"\w [;:?!»]|« ", text), text


def test_french_puts_a_blank_that_does_not_break_before_every_per_cent_sign() -> None:
    i18n.use("fr")
    for language, message in _messages():
        if language == "fr":
            for text in _texts(message)[1]:
                bare = re.sub(r"\{[^{}]*\}|%[a-zA-Z]", "", text)
                assert not re.search(r"(?<!\u00a0)%", bare), text
    text = i18n._("Luck explains {share:.0%} of your results, play the rest.")
    assert "42\u00a0% " in text.format(share=0.42)


def test_french_elides_before_every_value_that_begins_with_a_vowel() -> None:
    i18n.use("fr")
    found = 0
    for language, message in _messages():
        if language != "fr" or not isinstance(message.id, str):
            continue
        said = i18n._p(message.context, message.id) if message.context else i18n._(message.id)
        fields = {match[1:-1].split(":")[0] for match in PLACE.findall(said)}
        for before, field in re.findall(r"\b([Dd]|[Qq]u)e \{([a-z_]+)\}", said):
            found += 1
            values: dict[str, Any] = dict.fromkeys(fields, 1)
            assert f"{before}’Omar" in said.format(**values | {field: "Omar"}), said
            assert f"{before}e Musa" in said.format(**values | {field: "Musa"}), said
            assert f"{before}e ● Omar" in said.format(**values | {field: "● Omar"}), said
            assert f"{before}e 11" in said.format(**values | {field: 11}), said
    assert found > 80


@pytest.mark.parametrize(
    ("name", "said"),
    [("Élodie", "d’Élodie"), ("Hassan", "de Hassan"), ("Hélène", "d’Hélène"), ("Yves", "d’Yves"),
     ("Yasmina", "de Yasmina"), ("Œdipe", "d’Œdipe"), ("", "de ")],
)  # fmt: skip
def test_french_hears_an_h_before_a_and_a_y_before_a_vowel(name: str, said: str) -> None:
    i18n.use("fr")
    assert i18n._("Waiting for {name}.").format(name=name) == f"En attente {said}."


def test_french_has_curly_apostrophes() -> None:
    for language, message in _messages():
        if language == "fr":
            for text in _texts(message)[1]:
                assert not tool.APOSTROPHE.search(text), text


@pytest.mark.parametrize("game", registry.ids())
def test_the_tutorials_fit_below_the_board_in_french(game: str) -> None:
    i18n.use("fr")
    try:
        script, keys = tutorial.load(game), keys_by_name(key_commands(game))
        for number, step in enumerate(script.steps, 1):
            said, hint = (i18n._(text).format_map(keys) for text in (step.say, step.hint))
            assert len(textwrap.wrap(f"{number}/{len(script.steps)}  {said}", ROOM)) <= 2, said
            assert len(f"! {hint}") <= ROOM, hint
    finally:
        i18n.use(None)


def test_an_f_string_is_refused() -> None:
    with pytest.raises(ValueError, match="not a literal"):
        list(tool.texts_in_code('_(f"{name} passes")'))


def test_a_gatherer_finds_texts_plurals_contexts_and_commands() -> None:
    source = (
        '_("a"); _n("b", "bs", 2); _p("key", "c"); later(("d", "e"))\n'
        'Command("x.y", "z", "do", "Title", "Help.", footer=True)\n'
    )
    assert set(tool.texts_in_code(source)) == {
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
    assert i18n.system_language(environment) == language


def test_the_setting_wins_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    try:
        assert i18n.choose("en") == "en" and i18n._("Quit") == "Quit"
        assert i18n.choose("auto") == "fr" and i18n._("Quit") == "Quitter"
        assert i18n._n("{count} card", "{count} cards", 0) == "{count} carte"
        assert i18n._p("map", "Blue") == "Bleue" and i18n._("Blue") == "Bleu"
    finally:
        i18n.use(None)
