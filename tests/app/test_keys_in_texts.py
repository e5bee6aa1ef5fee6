"""What texts call a key is what is pressed for it, also when it has been changed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from textual.app import App
from textual.widgets import OptionList, Static
from textual.widgets._footer import FooterKey

from caravan_tui import i18n as words
from caravan_tui import settings
from caravan_tui.app import CaravanApp
from caravan_tui.cli.preview import PreviewHost, preview_app, random_match
from caravan_tui.engine.tutorial import key_fields, load
from caravan_tui.games import registry
from caravan_tui.hosts.base import UnfinishedMatch
from caravan_tui.screens.base import BaseScreen
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.keys import KeysScreen
from caravan_tui.screens.problems.screen import ProblemsScreen
from caravan_tui.screens.saved.commands import SAVED
from caravan_tui.screens.settings import SettingsScreen
from caravan_tui.screens.statistics.screen import StatisticsScreen
from caravan_tui.screens.table.tutorial import TutorialScreen, key_commands, open_tutorial
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.commands import Command, key_name, keys_by_name
from caravan_tui.widgets.page_tabs import PageTabs, page_key
from tests.support.known import known
from tests.support.screen_app import BoardApp
from tests.support.screen_text import screen_lines, screen_text, static_text
from tests.support.screens import app_of
from tests.support.until import until
from tests.support.whole_app import local_app


def app(**keys: str) -> CaravanApp:
    changed = {name.replace("__", "."): key for name, key in keys.items()}
    settings.save(settings.Settings(keys=changed, animations="off"))
    return CaravanApp(PreviewHost, "unicode")


def content(app: App[Any], name: str) -> str:
    """The text of a widget of the screen on top."""
    return str(app.screen.query_one(name, Static).content)


def test_a_field_is_named_by_its_command_and_filled_with_the_key_of_now() -> None:
    commands = [
        Command("a.undo", "u", "undo", "Undo"),
        Command("a.hint", "f5,question_mark", "hint", "Hint", glyph="?"),
        Command("b.undo", "z", "undo", "Undo"),
    ]
    text = "{undo} undoes, {hint} helps"
    assert text.format_map(keys_by_name(commands)) == "u undoes, ? helps"
    changed = {"a.undo": "F12", "b.undo": "x", "a.hint": "ctrl+h"}
    assert text.format_map(keys_by_name(commands, changed)) == "F12 undoes, Ctrl+H helps"


async def test_home_its_card_and_the_page_of_keys_name_the_changed_keys() -> None:
    changed = {"home__tutorial": "x", "home__rules": "F6", "home__keys": "F8"}
    async with app(**changed, saved__undelete="y", dialog__close="F12").run_test() as pilot:
        await until(lambda: app_of(pilot.app).host_ready.is_set(), pilot)
        await until(lambda: "x: tutorial  F6: rules" in content(pilot.app, "#facts"), pilot)
        menu = pilot.app.screen.query_one("#menu", OptionList)
        menu.highlighted = menu.get_option_index("saved")
        notices: list[str] = []
        pilot.app.notify = lambda message, **_more: notices.append(message)  # type: ignore[method-assign]
        pilot.app.notify_explanation = lambda text, *_more: notices.append(text)  # type: ignore[attr-defined]
        await pilot.press("x", "f6", "f2")
        assert "press x for its tutorial" in notices[0] and "press F6 for its rules" in notices[1]
        assert notices[2] == "F2 does nothing here. Press F8 to see all keys."
        app_of(pilot.app).open_keys([("Saved", SAVED)])
        await until(lambda: isinstance(pilot.app.screen, KeysScreen), pilot)
        await until(lambda: " F12 closes " in screen_lines(pilot.app)[-2], pilot)
        assert re.search(r"\by\s+Restore the match", screen_text(pilot.app)), "the changed key"


async def test_a_tutorial_names_the_changed_keys_and_they_play_it() -> None:
    changed = {"sahara__take": "F12", "table__rules": "F6"}
    async with app(**changed, tutorial__hint="F9").run_test() as pilot:
        await until(lambda: app_of(pilot.app).host_ready.is_set(), pilot)
        pilot.app.push_screen(TutorialScreen("sahara"))
        await until(lambda: isinstance(pilot.app.screen, TutorialScreen), pilot)
        screen = pilot.app.screen
        assert isinstance(screen, TutorialScreen)
        await until(lambda: screen.position is not None, pilot)
        await until(lambda: "F6 rules" in content(pilot.app, "#way-rules"), pilot)
        await until(lambda: "F9 gives a hint" in content(pilot.app, "#instruction"), pilot)
        while not screen.tutorial.asked:
            await pilot.press("enter")  # this Enter is the tutorial's, and was not changed
        await until(lambda: "→ Go to the marked" in content(pilot.app, "#instruction"), pilot)
        assert "press F12" in content(pilot.app, "#instruction")
        await pilot.press("f9")
        await until(lambda: content(pilot.app, "#instruction").startswith("? "), pilot)


@pytest.mark.parametrize(
    ("game", "command", "words"),
    [("sahara", "sahara.signs", "F12: signs"), ("decktet", "decktet.seen", "F12: signs")],
)
async def test_the_key_that_a_board_paints_is_the_changed_one(
    game: str, command: str, words: str
) -> None:
    match = random_match(game, 2, 3, 40, level="greedy")
    board = BoardApp(game)
    board.settings.keys = {command: "F12"}
    async with board.run_test(size=(80, 21)) as pilot:
        board.show(match, match.to_act)
        await until(lambda: words in screen_text(board), pilot)


async def test_a_key_that_a_board_has_named_is_not_renamed_again() -> None:
    """Play has the key that passing had: the `p` of a sentence about playing stays."""
    match = random_match("decktet", 2, 3, 40, level="greedy")
    app = preview_app(match, match.to_act)
    app.settings.keys = {"decktet.pass": "e", "decktet.play": "p", "decktet.choose": "F12"}
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(app.screen.query("#board")), pilot)
        board = app.screen.query_one("#board", Board)
        await until(lambda: board.scene is not None and board.size.width > 0, pilot)
        board.show_status(f"Press {key_name(board, 'decktet.play')} to play.")
        await until(lambda: content(app, "#feedback") == "Press p to play.", pilot)
        asked = board.prompt(known(board.scene))
        assert " e " in asked or " p " in asked
        assert content(app, "#asked") == asked


PLAIN_KEY = re.compile(
    r"""(?<![\w'’“-])[b-xz](?![\w'’”-]) | \b(?:Enter|Entrée|Tab|Space|Espace|Esc|Échap)\b
    | (?:[Pp]ress|[Aa]ppuyez\ sur)\ \w\b""",
    re.VERBOSE,
)
"""A key in a text that is no field; a letter after “ is a sign."""


def texts_of(game: str) -> list[str]:
    """Every text of a tutorial, in the language of now."""
    return [words._(text) for text in load(game).texts()]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", registry.ids())
def test_every_key_that_a_tutorial_names_is_a_field(game: str, language: str) -> None:
    words.choose(language)
    try:
        keys = keys_by_name(key_commands(game))
        fields = 0
        for text in texts_of(game):
            assert not PLAIN_KEY.search(text), text
            named = key_fields(text)
            assert set(named) <= keys.keys(), text
            fields += len(named)
        assert fields > 3
    finally:
        words.choose("en")


@pytest.mark.parametrize(
    ("say", "reason"),
    [
        ("Press {fly} to fly.", "there is no command 'fly'"),
        ("A brace { in a text.", "braces are for keys"),
        ("A brace } in a text.", "braces are for keys"),
        ("Press {camel.keys} or {0} or {}.", "braces are for keys"),
        ("Press {camel!r:>9}.", "braces are for keys"),
    ],
)
async def test_a_wrong_brace_in_a_tutorial_of_a_user_is_a_line_and_no_crash(
    say: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = registry.tutorial("sahara").replace("Welcome to the desert!", say)
    monkeypatch.setattr(registry, "tutorial", lambda _game: script)
    async with app().run_test() as pilot:
        await until(lambda: app_of(pilot.app).host_ready.is_set(), pilot)
        lines: list[str] = []
        pilot.app.notify = lambda text, **_more: lines.append(text)  # type: ignore[method-assign]
        pilot.app.run_worker(open_tutorial(app_of(pilot.app), "sahara"))
        await until(lambda: bool(lines), pilot)
        assert reason in lines[0] and "sahara/tutorial.toml, line 5" in lines[0]
        assert "\n" not in lines[0]
        assert not isinstance(pilot.app.screen, TutorialScreen)


async def test_a_double_brace_in_a_tutorial_is_a_brace(monkeypatch: pytest.MonkeyPatch) -> None:
    script = registry.tutorial("sahara").replace("Welcome to", "{{Welcome}} to")
    monkeypatch.setattr(registry, "tutorial", lambda _game: script)
    async with app().run_test() as pilot:
        await until(lambda: app_of(pilot.app).host_ready.is_set(), pilot)
        screen = TutorialScreen("sahara")
        pilot.app.push_screen(screen)
        await until(lambda: screen.is_mounted and screen.position is not None, pilot)
        await until(lambda: "{Welcome} to the desert!" in static_text(screen, "asked"), pilot)


async def test_home_offers_to_go_on_only_with_a_match_and_says_so() -> None:
    last: list[UnfinishedMatch | None] = [None]

    class Left(PreviewHost):
        def unfinished(self) -> UnfinishedMatch | None:  # type: ignore[override]
            return last[0]

    async with CaravanApp(Left, "unicode").run_test() as pilot:
        home = pilot.app.screen
        assert isinstance(home, HomeScreen)
        await until(lambda: app_of(pilot.app).host_ready.is_set(), pilot)

        def offered() -> list[str]:
            return [key.description for key in home.query(FooterKey)]

        await until(lambda: "Continue" not in offered() and "Saved" in offered(), pilot)
        notices: list[str] = []
        pilot.app.notify_explanation = lambda text, *_more: notices.append(text)  # type: ignore[attr-defined]
        await pilot.press("c")
        assert notices == ["There is no match to continue. Choose a game."]
        last[0] = UnfinishedMatch("m", "Caravan", "Ann 3", "sahara")
        home.fill()
        await until(lambda: "Continue" in offered(), pilot)
        assert home.selected_game == "sahara", "rules and tutorial of the match to go on with"


@pytest.mark.parametrize("screen_class", [StatisticsScreen, SettingsScreen, ProblemsScreen])
async def test_the_page_of_keys_calls_each_page_as_its_tab_does_and_no_key_twice(
    screen_class: type[BaseScreen[Any]],
) -> None:
    screen = screen_class()
    async with local_app() as pilot:
        pilot.app.push_screen(screen)
        await until(lambda: screen.is_mounted and screen.query_one(PageTabs).titles, pilot)
        await pilot.press("f2")
        await until(lambda: isinstance(pilot.app.screen, KeysScreen), pilot)
        keys = pilot.app.screen
        assert isinstance(keys, KeysScreen)
        rows = [
            (keys.keys_text(names), text)
            for _title, commands in keys.groups
            for text, names in keys.rows(commands)
        ]
        titles = screen.query_one(PageTabs).titles
        for page, title in enumerate(titles):
            assert (page_key(page), title) in rows
        named = [name for names, _text in rows for name in names.split(" ")]
        assert named.count("Enter") == 1 and named.count(page_key(len(titles) - 1)) == 1
        assert "with this number" not in " ".join(text for _names, text in rows)


async def test_why_there_is_no_match_to_continue_stays_behind_with_home() -> None:
    async with app().run_test(notifications=True) as pilot:
        await until(lambda: app_of(pilot.app).host_ready.is_set(), pilot)
        await pilot.press("c")
        await until(lambda: len(pilot.app._notifications) == 1, pilot)
        app_of(pilot.app).open("settings")
        await until(lambda: isinstance(pilot.app.screen, SettingsScreen), pilot)
        await until(lambda: not len(pilot.app._notifications), pilot)
