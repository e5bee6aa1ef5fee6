"""What texts call a key is what is pressed for it, also when it has been changed."""

from __future__ import annotations

import re

import pytest
from textual.widgets import OptionList, Static
from textual.widgets._footer import FooterKey

from caravan_tui import settings, words
from caravan_tui.app import CaravanApp
from caravan_tui.engine.tutorial import load
from caravan_tui.games import registry
from caravan_tui.preview import PreviewHost, preview_app, random_match
from caravan_tui.screens.home import HomeScreen
from caravan_tui.screens.host import Last
from caravan_tui.screens.keys import KeysScreen
from caravan_tui.screens.saved_card import SAVED
from caravan_tui.screens.table_commands import TABLE
from caravan_tui.screens.tutorial import COMMANDS as TUTORIAL
from caravan_tui.screens.tutorial import TutorialScreen
from caravan_tui.widgets.commands import Command, key_names, keymap, names_now, with_names
from tests.app.app_help import until


def app(**keys: str) -> CaravanApp:
    changed = {name.replace("__", "."): key for name, key in keys.items()}
    settings.save(settings.Settings(keys=changed, animations="off"))
    return CaravanApp(PreviewHost, "unicode")


def told(pilot: object, name: str) -> str:
    return str(pilot.app.screen.query_one(name, Static).content)  # type: ignore[attr-defined]


def drawn(pilot: object) -> str:
    """The screen as it is seen."""
    strips = pilot.app.screen._compositor.render_strips()  # type: ignore[attr-defined]
    return "\n".join("".join(part.text for part in strip) for strip in strips)


@pytest.mark.parametrize(
    ("text", "now"),
    [
        ("Deleted; u brings it back.", "Deleted; F12 brings it back."),
        ("a camel, 10 u, u2, 'u', l'u, {u} u-turn", "a camel, 10 u, u2, 'u', l'u, {u} u-turn"),
        ("pass (u), or u: pass", "pass (F12), or F12: pass"),
        ("Are you sure? ? helps; is it (?)", "Are you sure? Ctrl+H helps; is it (Ctrl+H)"),
        ("Enter plays a card with a. a: all", "x plays a card with a. F2: all"),
        ("il y a ; y accepte, sur y ou y\u00a0: oui", "il y a ; z accepte, sur z ou z\u00a0: oui"),
        ("number 1 of 10", "number 1 of 10"),
    ],
)
def test_only_the_name_of_a_key_is_changed_in_a_text(text: str, now: str) -> None:
    commands = [
        Command("a.undo", "u", "undo", "Undo"),
        Command("a.hint", "f5,question_mark", "hint", "Hint"),
        Command("a.take", "enter", "take", "Take"), Command("a.all", "a,1", "all", "All"),
        Command("a.yes", "y", "yes", "Yes"),
    ]  # fmt: skip
    changed = keymap(
        {"a.undo": "F12", "a.hint": "f5,ctrl+h", "a.take": "x", "a.all": "F2", "a.yes": "z"}
    )
    names = names_now(commands, changed)
    assert with_names(text, names) == now.replace("Ctrl+H", "F5")


async def test_the_card_of_a_game_and_what_home_says_name_the_changed_keys() -> None:
    async with app(home__tutorial="x", home__rules="F6", home__keys="F8").run_test() as pilot:
        await until(pilot, lambda: pilot.app.host is not None)
        await pilot.pause(0.1)
        assert "x: learn it   F6: rules" in told(pilot, "#facts")
        pilot.app.screen.query_one("#menu", OptionList).highlighted = 6
        said: list[str] = []
        pilot.app.notify = lambda message, **_more: said.append(message)  # type: ignore[method-assign]
        await pilot.press("x", "f6", "f2")
        assert "then x teaches it" in said[0] and "then F6 shows" in said[1]
        assert said[2] == "F2 does nothing here; F8 shows every key."


async def test_the_page_of_keys_names_them_in_its_words_too() -> None:
    async with app(saved__undelete="y", dialog__close="F12").run_test() as pilot:
        await until(pilot, lambda: pilot.app.host is not None)
        pilot.app.open_keys([("Saved", SAVED)])
        await until(pilot, lambda: isinstance(pilot.app.screen, KeysScreen))
        await pilot.pause(0.1)
        assert "Delete; y brings it back." in drawn(pilot)
        assert " F12 closes " in drawn(pilot).splitlines()[-2]


async def test_a_tutorial_names_the_changed_keys_and_they_play_it() -> None:
    changed = {"sahara__camel": "x", "sahara__take": "F12", "table__rules": "F6"}
    async with app(**changed, tutorial__hint="F9").run_test() as pilot:
        await until(pilot, lambda: pilot.app.host is not None)
        pilot.app.push_screen(TutorialScreen("sahara"))
        await until(pilot, lambda: isinstance(pilot.app.screen, TutorialScreen))
        screen = pilot.app.screen
        assert isinstance(screen, TutorialScreen)
        await until(pilot, lambda: screen.position is not None)
        await pilot.pause(0.1)
        assert "F6 rules" in told(pilot, "#way-rules")
        assert "Enter or a click goes on; when you are stuck, F9 helps" in told(pilot, "#feedback")
        while not screen.tutorial.asked:
            await pilot.press("enter")  # this Enter is the tutorial's, and was not changed
        await pilot.pause(0.1)
        assert "(x), go to d2, press F12" in told(pilot, "#asked")
        await pilot.press("f9")
        await pilot.pause(0.1)
        assert "Press x for a camel" in told(pilot, "#feedback")
        assert "press F12" in told(pilot, "#feedback")


@pytest.mark.parametrize(
    ("game", "command", "words"),
    [("sahara", "sahara.signs", "F12: signs"), ("decktet", "decktet.seen", "F12: cards seen")],
)
async def test_the_key_that_a_board_paints_is_the_changed_one(
    game: str, command: str, words: str
) -> None:
    match = random_match(game, 2, 3, 40, level="greedy")
    shown = preview_app(match, match.to_act)
    shown.settings.keys = {command: "F12"}
    async with shown.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bool(shown.screen.query("#board")))
        board = shown.screen.query_one("#board")
        await until(pilot, lambda: board.shown is not None and board.size.width > 0)
        await pilot.pause(0.1)
        assert words in drawn(pilot)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", registry.ids())
def test_every_key_that_a_tutorial_names_is_found_in_its_texts(game: str, language: str) -> None:
    """With every letter key changed no letter stands alone in a text of the tutorial."""
    words.choose(language)
    try:
        commands = [*TUTORIAL, *registry.board(game).COMMANDS]
        commands += TABLE
        names = names_now(commands, {one.id: "f12" for one in commands})
        alone = re.compile(r"(?<![\w'’-])[b-xz](?![\w'’-])")
        found = 0
        for step in load(game).steps:
            for text in filter(None, (step.say, step.hint)):
                now = with_names(words._(text), names)
                assert not alone.search(now), now
                assert key_names("enter") not in re.findall(r"\w+", now), now
                found += now.count("F12")
        assert found > 3
    finally:
        words.choose("en")


async def test_home_offers_to_go_on_only_with_a_match_and_says_so() -> None:
    last: list[Last | None] = [None]

    class Left(PreviewHost):
        def unfinished(self) -> Last | None:  # type: ignore[override]
            return last[0]

    async with CaravanApp(Left, "unicode").run_test() as pilot:
        home = pilot.app.screen
        assert isinstance(home, HomeScreen)
        await until(pilot, lambda: pilot.app.host is not None)

        def offered() -> list[str]:
            return [key.description for key in home.query(FooterKey)]

        await until(pilot, lambda: "Continue" not in offered() and "Saved" in offered())
        said: list[str] = []
        pilot.app.notify = lambda message, **_more: said.append(message)  # type: ignore[method-assign]
        await pilot.press("c")
        assert said == ["There is no match to go on with; choose a game."]
        last[0] = Last("m", "Caravan", "Ann 3", "sahara")
        home.fill()
        await until(pilot, lambda: "Continue" in offered())
        assert home.game_chosen() == "sahara", "rules and tutorial of the match to go on with"
