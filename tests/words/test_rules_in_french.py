"""The rules in French: the same rulings, headings, tables and notation as in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from caravan_tui import i18n
from caravan_tui.games import registry
from tools.i18n import APOSTROPHE

GAMES = registry.ids()


@pytest.fixture
def both(request: pytest.FixtureRequest) -> Iterator[tuple[str, str]]:
    i18n.use(None)
    english = registry.rules(request.param)
    i18n.use("fr")
    yield english, registry.rules(request.param)
    i18n.use(None)


@pytest.mark.parametrize("both", GAMES, indirect=True, ids=GAMES)
def test_the_rulings_headings_and_tables_are_those_of_the_english(both: tuple[str, str]) -> None:
    english, french = both
    assert english != french
    shape = re.compile(r"^(?:\*\*([A-Z]?-?\d+)\*\*|(#+) |(\|)|(- ))", re.MULTILINE)
    assert shape.findall(english) == shape.findall(french)


@pytest.mark.parametrize("both", GAMES, indirect=True, ids=GAMES)
def test_notation_is_not_translated(both: tuple[str, str]) -> None:
    english, french = (set(re.findall(r"`([^`]+)`", text)) for text in both)
    assert english == french


@pytest.mark.parametrize("both", GAMES, indirect=True, ids=GAMES)
def test_the_french_rules_have_curly_apostrophes(both: tuple[str, str]) -> None:
    assert not APOSTROPHE.search(re.sub(r"`[^`]*`", "", both[1]))


def test_a_heading_is_found_in_the_language_that_is_spoken() -> None:
    i18n.use("fr")
    try:
        assert registry.heading("decktet", "Going out") == "Sortir"
        assert registry.heading("decktet", "D-7") == "D-7"
    finally:
        i18n.use(None)
    assert registry.heading("decktet", "Going out") == "Going out"


def test_a_language_without_rules_has_the_english_ones() -> None:
    i18n.use("xx")
    try:
        assert registry.rules("sahara").startswith("# Caravan\n\nWestern Africa")
    finally:
        i18n.use(None)
