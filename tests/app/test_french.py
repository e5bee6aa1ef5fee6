"""The app in French: nothing left in English, nothing cut off that English shows whole."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text
from textual.content import Content
from textual.widgets import Select, Static
from textual.widgets._footer import FooterKey

from caravan_tui import settings, words
from caravan_tui.app import CaravanApp, local_host
from caravan_tui.games import registry
from caravan_tui.preview import PreviewHost, preview_app, random_match
from caravan_tui.screens.home import HomeScreen
from caravan_tui.screens.keys import KeysScreen
from caravan_tui.screens.settings import SettingsScreen
from caravan_tui.screens.setup import SetupScreen
from caravan_tui.screens.table import TableScreen
from tests.app.app_help import until

ENGLISH = re.compile(
    r"\b(the|your|and|of|with|choose|press|goods|match|leave|undo|moves|rules|keys|back|"
    r"saved|settings|quit|seats|to move|hand|round|turn|cards|supply|play)\b",
    re.IGNORECASE,
)
"""Words that French does not have."""

NAMES = re.compile(
    r"Trader|Ann|Caravans of Ahldarahd|Caravan \(Decktet\)|Dice Village|P\. D\. Magnus|/\S+|"
    r"\[keys\]"
)
"""Kept as they are."""


@pytest.fixture(autouse=True)
def _french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    monkeypatch.setenv("CARAVAN_TUI_LANGUAGE", "fr")
    yield
    words.use(None)


def shown(app: CaravanApp) -> str:
    """What the screen shows, line by line."""
    lines = app.screen._compositor.render_strips()
    text = "\n".join("".join(segment.text for segment in line) for line in lines)
    return NAMES.sub("", text)


def check(app: CaravanApp) -> None:
    """No English, and a footer that ends on the screen."""
    text = shown(app)
    found = ENGLISH.search(text)
    assert found is None, f"'{found and found.group()}' in\n{text}"
    for key in app.screen.query(FooterKey):
        assert key.region.right <= app.size.width, f"{key.description} is cut off"


async def test_home_set_up_and_settings_are_french() -> None:
    app = CaravanApp(local_host)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await pilot.pause()
        for _game in registry.ids():
            check(app)
            await pilot.press("down")
        for game in registry.ids():
            app.push_screen(SetupScreen(game))
            await pilot.pause(0.1)
            check(app)
            app.screen.query(Select).first().focus()
            await pilot.press("enter")
            await until(pilot, lambda: "Fermer la liste" in shown(app))
            check(app)
            app.pop_screen()
        app.push_screen(SettingsScreen())
        await pilot.pause(0.1)
        check(app)
        await app.host.stop()


@pytest.mark.parametrize("game", registry.ids())
@pytest.mark.parametrize(
    ("plies", "glyphs"),
    [(0, "unicode"), (25, "unicode"), pytest.param(0, "ascii", marks=pytest.mark.nightly)],
)
async def test_a_table_is_french_at_80_by_24(game: str, plies: int, glyphs: str) -> None:
    seats = max(2, registry.spec(game).min_seats)
    match = random_match(game, seats, 5, plies, level="greedy")
    assert not match.over
    app = preview_app(match, None if plies % 2 else 0, glyphs)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.position)
        await pilot.pause()
        check(app)
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(app.screen, KeysScreen))
        await pilot.pause()
        check(app)
        await app.host.stop()


async def test_words_of_the_footer_are_whole_again_on_a_wider_terminal() -> None:
    app = preview_app(random_match("sahara", 2, 5, 0), 0, "ascii")

    def camel() -> list[str]:
        keys = app.screen.query(FooterKey)
        return [key.description for key in keys if key.description.startswith("Cham")]

    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: camel() == ["Cham."])
        await pilot.resize_terminal(100, 30)
        await until(pilot, lambda: camel() == ["Chameau"])


async def test_another_language_is_spoken_at_once() -> None:
    app = CaravanApp(local_host)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.3)
        app.push_screen(SettingsScreen())
        await pilot.pause(0.1)
        assert "Réglages" in shown(app)
        await pilot.press("tab")
        focused = app.focused.id if app.focused else ""
        app.take_settings(settings.changed(app.settings, "language", "en"))
        await pilot.pause(0.3)
        assert "Settings" in shown(app) and "Réglages" not in shown(app)
        assert app.focused is not None and app.focused.id == focused
        await pilot.press("escape")
        await pilot.pause(0.3)
        assert "Saved matches" in shown(app) and "Rules" in shown(app)
        await app.host.stop()


def test_no_line_breaks_before_a_colon() -> None:
    sentence = "Ann livre le sel de b4 à c3\xa0: 3 points, et tout ceci\u202f!"
    for width in range(8, 60):
        console = Console(width=width, file=StringIO())
        rich = [line.plain for line in Text(sentence).wrap(console, width)]
        textual = [line.plain for line in Content(sentence).wrap(width)]
        for line in rich + textual:
            assert line.lstrip()[:1] not in (":", "!"), (width, line)
        assert "".join(rich).replace(" ", "") == sentence.replace(" ", "")


async def test_the_names_of_the_settings_are_whole() -> None:
    settings.save(settings.Settings(language="fr"))
    app = CaravanApp(PreviewHost, "unicode")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.host is not None)
        app.push_screen(SettingsScreen())
        await until(pilot, lambda: app.screen.query(".name"))
        await pilot.pause(0.1)
        for name in app.screen.query(".name").results(Static):
            words = str(name.content)
            rows = textwrap.wrap(words, name.content_size.width)
            assert len(rows) <= name.content_size.height, words
