"""The app in French: nothing left in English, nothing cut off that English shows whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text
from textual.content import Content
from textual.widgets._footer import FooterKey

from caravan_tui import i18n as words
from caravan_tui import settings
from caravan_tui.app import CaravanApp
from caravan_tui.cli.preview import PreviewHost, preview_app, random_match
from caravan_tui.games import registry
from caravan_tui.games.sahara.board import Board
from caravan_tui.screens.keys import KeysScreen
from caravan_tui.screens.settings import SettingsScreen
from caravan_tui.screens.setup import SetupScreen
from caravan_tui.screens.table.screen import TableScreen
from tests.nights import mostly_nightly
from tests.support.screen_text import screen_text
from tests.support.screens import screen_of
from tests.support.until import until

ENGLISH = re.compile(
    r"\b((?<!le )the|your|and|of|with|choose|press|goods|match|leave|undo|moves|rules|keys|back|"
    r"saved|settings|quit(?!\.)|seats|to move|hand|round|turn|cards|supply|play)\b",
    re.IGNORECASE,
)
"""Words that French does not have, but for *le thé* and the short form of *quitter* in ASCII."""

NAMES = re.compile(
    r"Trader|Ann|Caravans of Ahldarahd|Caravan \(Decktet\)|Dice Village|P\. D\. Magnus|/\S+|"
    r"\[keys\]"
)
"""Kept as they are."""


@pytest.fixture(autouse=True)
def _french(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("CARAVAN_TUI_LANGUAGE", "fr")
    yield
    words.use(None)


def visible_text(app: CaravanApp) -> str:
    """What the screen shows, line by line."""
    return NAMES.sub("", screen_text(app))


def check(app: CaravanApp) -> None:
    """No English, and a footer that ends on the screen."""
    text = visible_text(app)
    english = ENGLISH.search(text)
    assert english is None, f"'{english and english.group()}' in\n{text}"
    for key in app.screen.query(FooterKey):
        assert key.region.right <= app.size.width, f"{key.description} is cut off"


@pytest.mark.parametrize(
    "games", mostly_nightly([["caravanserai"], registry.ids()]), ids=["one", "all"]
)
async def test_home_and_set_up_are_french(games: list[str]) -> None:
    app = CaravanApp(PreviewHost)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app.host_ready.is_set, pilot)
        for _game in registry.ids():
            check(app)
            await pilot.press("down")
        for game in games:
            app.push_screen(SetupScreen(game))
            await until(lambda: isinstance(app.screen, SetupScreen), pilot)
            check(app)
            app.pop_screen()


async def test_settings_are_french_and_another_language_is_used_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", f"{tmp_path}/{'long/' * 30}")
    app = CaravanApp(PreviewHost)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app.host_ready.is_set, pilot)
        app.push_screen(SettingsScreen())
        await until(lambda: "Réglages" in visible_text(app), pilot)
        check(app)
        for field in screen_of(app, SettingsScreen).fields.fields:
            assert len(field.title) < 50, f"{field.title} is cut off"
        await pilot.press("tab")
        focused = app.focused.id if app.focused else ""
        app.apply_settings(settings.changed(app.settings, "language", "en"))
        await until(
            lambda: "Settings" in visible_text(app) and "Réglages" not in visible_text(app), pilot
        )
        await until(lambda: "Saved in" in screen_text(app), pilot)
        await until(lambda: app.focused is not None and app.focused.id == focused, pilot)
        await pilot.press("escape")
        await until(
            lambda: "Rules" in visible_text(app) and "Règles" not in visible_text(app), pilot
        )


@pytest.mark.parametrize(
    ("game", "plies", "glyphs"),
    [
        *((game, 0, "unicode") for game in registry.ids()),
        *(
            pytest.param(game, plies, glyphs, marks=pytest.mark.nightly)
            for game in registry.ids()
            for plies, glyphs in ((0, "ascii"), (25, "unicode"))
        ),
    ],
)
async def test_a_table_is_french_at_80_by_24(game: str, plies: int, glyphs: str) -> None:
    seats = max(2, registry.spec(game).min_seats)
    match = random_match(game, seats, 5, plies, level="greedy")
    assert not match.over
    app = preview_app(match, None if plies else 0, glyphs)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.position, pilot)
        await pilot.pause()
        check(app)
        if game == "decktet" or plies:
            await pilot.press("f2")
            await until(lambda: isinstance(app.screen, KeysScreen), pilot)
            await pilot.pause()
            check(app)


async def test_words_of_the_footer_are_whole_again_on_a_wider_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Board, "offers", lambda _board, action: "do_kind" not in action)
    app = preview_app(random_match("sahara", 2, 5, 0), 0, "ascii")

    def camel() -> list[str]:
        keys = app.screen.query(FooterKey)
        return [key.description for key in keys if key.description.startswith("Cham")]

    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: camel() == ["Cham."], pilot)
        await pilot.resize_terminal(100, 30)
        await until(lambda: camel() == ["Chameau"], pilot)


def test_no_line_breaks_before_a_colon() -> None:
    sentence = "Ann livre le sel de b4 à c3\xa0: 3 points, et tout ceci\u202f!"
    for width in range(8, 60):
        console = Console(width=width, file=StringIO())
        rich = [line.plain for line in Text(sentence).wrap(console, width)]
        textual = [line.plain for line in Content(sentence).wrap(width)]
        for line in rich + textual:
            assert line.lstrip()[:1] not in (":", "!"), (width, line)
        assert "".join(rich).replace(" ", "") == sentence.replace(" ", "")
