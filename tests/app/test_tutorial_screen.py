"""The tutorial on the screen: played by keys at 80 × 24, wrong moves refused, left at any time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static
from textual.widgets._footer import FooterKey

from caravan_tui.app import CaravanApp
from caravan_tui.games import registry
from caravan_tui.preview import PreviewHost
from caravan_tui.screens.home import HomeScreen
from caravan_tui.screens.rules import RulesScreen
from caravan_tui.screens.setup import SetupScreen
from caravan_tui.screens.tutorial import TutorialScreen
from caravan_tui.widgets.dialog import Question, Typed
from saves import learning
from tests.nights import mostly_by_night

GAMES = registry.ids()
FOLDER = Path(registry.__file__).parent


async def until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    """Wait for what a screen does in its own time; fails after ten seconds."""
    for _ in range(200):
        if true():
            return
        await pilot.pause(0.05)
    assert true()


@asynccontextmanager
async def home(game: str) -> AsyncIterator[Pilot[None]]:
    """The home screen with the cursor on a game."""
    app = CaravanApp(PreviewHost)
    app.settings.animations = "off"
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        await pilot.press(*["j"] * GAMES.index(game))
        yield pilot


@asynccontextmanager
async def tutorial(
    game: str, size: tuple[int, int] = (80, 24), animations: bool = False
) -> AsyncIterator[tuple[Pilot[None], TutorialScreen]]:
    """The tutorial of a game, opened from the home screen by its key."""
    app = CaravanApp(PreviewHost)
    app.settings.animations = "on" if animations else "off"
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.1)
        await pilot.press(*["j"] * GAMES.index(game), "t")
        await until(pilot, lambda: isinstance(app.screen, TutorialScreen))
        screen = app.screen
        assert isinstance(screen, TutorialScreen)
        await until(pilot, lambda: screen.position is not None and screen.board.has_focus)
        yield pilot, screen


def text(screen: TutorialScreen, which: str) -> str:
    """The words (`asked`) or the line below them (`feedback`)."""
    return str(screen.query_one(f"#{which}", Static).content)


def facts(pilot: Pilot[None]) -> str:
    """What home tells of the game under the cursor."""
    return str(pilot.app.screen.query_one("#facts", Static).content)


async def do(pilot: Pilot[None], screen: TutorialScreen) -> None:
    """What the step asks for, by keys: Enter for words, else the move typed in notation."""
    script = screen.tutorial
    before = (script.number, script.match.version)
    if script.reading:
        await pilot.press("enter")
    else:
        action = script.wanted()[0]
        notation = script.game.notation(action, script.match.view(script.seat))
        await pilot.press("colon")
        await until(pilot, lambda: isinstance(pilot.app.screen, Typed))
        pilot.app.screen.query_one(Input).value = notation
        await pilot.press("enter")
    await until(
        pilot,
        lambda: script.finished or (script.number, script.match.version) != before,
    )


async def test_a_tutorial_is_played_to_its_end_by_keys() -> None:
    async with tutorial("decktet") as (pilot, screen):
        while not screen.tutorial.finished:
            words = screen.tutorial.step.say
            assert words in text(screen, "asked")
            await do(pilot, screen)
        await until(pilot, lambda: isinstance(pilot.app.screen, Question))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, SetupScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        await until(pilot, lambda: "learn it again" in facts(pilot))


@pytest.mark.parametrize("game", mostly_by_night(GAMES, 2))
async def test_at_every_step_the_board_keeps_its_rows_the_words_are_whole_and_f1_finds_its_place(
    game: str,
) -> None:
    places = set()
    async with tutorial(game) as (pilot, screen):
        script = screen.tutorial
        while not script.finished:
            assert script.step.say in text(screen, "asked")
            assert screen.position is not None
            places.add(screen.board.rule(screen.shown_of(screen.position)))
            if script.asked:
                screen.play(script.wanted()[0])
            else:
                screen.action_read_on()
            await pilot.pause(0)
            if not script.finished:
                assert screen.board.size.height == 20
        await until(pilot, lambda: isinstance(pilot.app.screen, Question))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    for spoken in ("RULES.md", "RULES.fr.md"):  # where F1 leads
        rules = (FOLDER / game / spoken).read_text("utf-8").splitlines()
        for place in places:
            wanted = place if spoken == "RULES.md" else french(game, place)
            assert any(line.lstrip("#* ").startswith(wanted) for line in rules), (place, wanted)


async def test_the_board_keys_play_the_card_that_is_asked_for() -> None:
    async with tutorial("decktet") as (pilot, screen):
        await pilot.press("enter", "enter")
        assert screen.tutorial.number == 3
        await pilot.press("right", "space", "enter")
        await until(pilot, lambda: screen.tutorial.number == 4)
        await pilot.press("p")
        await until(pilot, lambda: screen.tutorial.number == 5)


@pytest.mark.parametrize("game", GAMES)
async def test_a_move_that_is_not_asked_for_is_refused_with_the_hint(game: str) -> None:
    async with tutorial(game) as (pilot, screen):
        script, tried = screen.tutorial, 0
        while not script.finished and tried < 3:
            wrong = [a for a in script.match.legal(script.seat) if a not in script.wanted()]
            if script.asked and wrong:
                version = script.match.version
                screen.board.choose(wrong[-1])
                await until(pilot, lambda: script.step.hint in text(screen, "feedback"))
                assert script.match.version == version
                tried += 1
            if script.reading:
                screen.action_read_on()
            else:
                screen.board.choose(script.wanted()[0])
            await pilot.pause(0.05)
        assert tried == 3


async def test_the_question_mark_shows_the_hint_and_nothing_is_taken_back() -> None:
    async with tutorial("decktet") as (pilot, screen):
        await pilot.press("enter", "enter", "question_mark")
        await until(pilot, lambda: screen.tutorial.step.hint in text(screen, "feedback"))
        line = screen.query_one("#feedback")
        assert text(screen, "feedback").startswith("? ") and line.has_class("-hint")
        await pilot.press("right", "space", "enter")
        await until(pilot, lambda: screen.tutorial.number == 4)
        version = screen.tutorial.match.version
        await pilot.press("u", "r", "f", "f9", "f7")
        await pilot.pause(0.1)
        assert screen.tutorial.match.version == version
        assert pilot.app.screen is screen


async def test_with_animations_the_others_play_one_by_one_and_enter_hurries_them() -> None:
    async with tutorial("sahara", animations=True) as (pilot, screen):
        script = screen.tutorial
        await pilot.press("enter")
        for _ in range(2):
            screen.board.choose(script.wanted()[0])
            await pilot.pause(0.05)
        assert script.answering and script.number == 2
        await pilot.press("enter", "enter", "enter")
        assert script.number == 3 and script.asked
        await pilot.pause(1.2)
        assert script.number == 3 and script.asked


async def test_escape_leaves_while_reading_and_q_at_any_time() -> None:
    for key, steps in (("escape", 0), ("q", 0), ("q", 2)):
        async with tutorial("decktet") as (pilot, _screen):
            await pilot.press(*["enter"] * steps, key)
            await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))


async def test_a_tutorial_that_was_left_goes_on_where_it_was() -> None:
    game = "sahara"
    async with tutorial(game) as (pilot, screen):
        script = screen.tutorial
        while script.number < 7 or not script.asked:
            screen.play(script.wanted()[0]) if script.asked else screen.action_read_on()
        number, log = script.number, list(script.match.record.log)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        await until(pilot, lambda: f"{number}/{len(script.script.steps)}" in facts(pilot))
    async with home(game) as pilot:  # another day
        await pilot.press("t")
        await until(pilot, lambda: isinstance(pilot.app.screen, Question))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TutorialScreen))
        screen = pilot.app.screen
        await until(pilot, lambda: screen.position is not None)
        assert screen.tutorial.number == number
        assert screen.tutorial.match.record.log[: len(log)] == log
        assert screen.tutorial.step.say in text(screen, "asked")
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        await pilot.press("t")
        await until(pilot, lambda: isinstance(pilot.app.screen, Question))
        await pilot.press("right", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TutorialScreen))
        assert pilot.app.screen.tutorial.number == 1


async def test_a_place_that_a_script_no_longer_has_begins_anew() -> None:
    learning.keep("decktet", learning.Progress(9, 16, (1, 2, 3)))
    screen = TutorialScreen("decktet", "Ada", learning.load()["decktet"])
    assert screen.tutorial.number == 1 and not screen.tutorial.moves
    learning.path().write_text("{torn")
    assert learning.load() == {}


async def test_within_a_step_a_move_can_be_taken_back_and_the_same_move_asked_again() -> None:
    async with tutorial("sahara") as (pilot, screen):
        script = screen.tutorial
        await pilot.press("enter")
        screen.board.choose(script.wanted()[0])
        await until(pilot, lambda: bool(script.moves))
        version = script.match.version
        await pilot.press("u")
        await until(pilot, lambda: script.match.version < version)
        assert script.number == 2 and not script.moves
        await pilot.press("u")
        await until(pilot, lambda: "nothing to take back" in text(screen, "feedback"))
        screen.board.choose(script.wanted()[0])
        await until(pilot, lambda: script.match.version == version)


@pytest.mark.parametrize("game", GAMES)
async def test_the_hint_puts_the_move_under_the_cursor_or_marks_it(game: str) -> None:
    pointed: list[int | None] = []
    async with tutorial(game) as (pilot, screen):
        script = screen.tutorial
        while not script.asked:
            screen.action_read_on()
        screen.board.preview = pointed.append  # type: ignore[method-assign]
        await pilot.press("question_mark")
        await until(pilot, lambda: pointed == [script.wanted()[0]])


async def test_escape_while_the_others_play_does_not_leave() -> None:
    async with tutorial("sahara", animations=True) as (pilot, screen):
        await pilot.press("enter")
        for _ in range(2):
            screen.board.choose(screen.tutorial.wanted()[0])
            await pilot.pause(0.05)
        assert screen.tutorial.answering
        assert "Zaid" in text(screen, "feedback")
        await pilot.press("escape")
        await pilot.pause(0.1)
        assert pilot.app.screen is screen


async def test_what_the_others_play_is_told_in_words_and_not_in_notation() -> None:
    async with tutorial("sahara", animations=True) as (pilot, screen):
        await pilot.press("enter")
        while not screen.tutorial.answering:
            screen.board.choose(screen.tutorial.wanted()[0])
            await pilot.pause(0.05)
        told = "Zaid takes a camel from the supply"
        await until(pilot, lambda: text(screen, "feedback") == told)


async def test_what_was_told_at_home_does_not_lie_over_the_words() -> None:
    async with home("decktet") as pilot:
        pilot.app.notify("There is no match to go on with.")
        await pilot.press("t")
        await until(pilot, lambda: isinstance(pilot.app.screen, TutorialScreen))
        await pilot.pause(0.2)
        assert not pilot.app.screen.query("Toast")


def french(game: str, place: str) -> str:
    """A heading as the French rules have it; a ruling's number is the same."""
    english, spoken = (
        [
            line
            for line in (FOLDER / game / name).read_text("utf-8").splitlines()
            if line.startswith("#")
        ]
        for name in ("RULES.md", "RULES.fr.md")
    )
    titles = [line.lstrip("# ") for line in english]
    return spoken[titles.index(place)].lstrip("# ") if place in titles else place


async def test_the_rules_lead_to_the_tutorial_and_back() -> None:
    app = CaravanApp(PreviewHost)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.screen, TutorialScreen))
        for back in ("escape", "t"):  # no second tutorial over this one
            await pilot.press("f1")
            await until(pilot, lambda: isinstance(app.screen, RulesScreen))
            await pilot.press(back)
            await until(pilot, lambda: isinstance(app.screen, TutorialScreen))
            assert sum(isinstance(one, TutorialScreen) for one in app.screen_stack) == 1
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))


async def test_the_header_is_there_where_there_is_room() -> None:
    async with tutorial("decktet", (120, 40)) as (pilot, screen):
        assert "tutorial" in text(screen, "head")
        assert screen.query_one("#headline").display
        assert not screen.query_one("#way-why").display
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: not screen.query_one("#headline").display)


async def test_the_keys_page_names_what_a_tutorial_has_and_not_what_it_lacks() -> None:
    shown: list[tuple[str, list[str]]] = []
    async with tutorial("decktet") as (pilot, _screen):
        pilot.app.open_keys = lambda groups: shown.extend(  # type: ignore[attr-defined]
            (title, [command.id for command in commands]) for title, commands in groups
        )
        await pilot.press("f2")
        await until(pilot, lambda: bool(shown))
    ids = [command for _title, commands in shown for command in commands]
    assert {"tutorial.on", "tutorial.leave", "tutorial.hint", "table.rules"} <= set(ids)
    assert not {"table.undo", "table.hint", "table.again", "table.leave"} & set(ids)


async def test_a_key_that_comes_before_the_screen_is_there_breaks_nothing() -> None:
    async with home("decktet") as pilot:
        screen = TutorialScreen("decktet", "Ada")
        pilot.app.push_screen(screen)
        assert not screen.is_mounted
        for key in ("u", "question_mark", "x", "f2", "u"):  # faster than the screen is made
            await pilot.app._check_bindings(key)
        await until(pilot, lambda: screen.is_mounted and screen.position is not None)
        await pilot.press("u")
        await until(pilot, lambda: "nothing to take back" in text(screen, "feedback"))


async def test_the_footer_names_the_keys_of_the_board_first_and_those_of_the_table_too() -> None:
    async with tutorial("sahara") as (pilot, screen):
        await pilot.press("enter")
        await until(pilot, lambda: screen.tutorial.asked)
        await until(pilot, lambda: len(screen.query(FooterKey)) > 6)
        actions = [key.action for key in screen.query(FooterKey)]
        assert actions[0] == "take" and {"moves", "hint", "leave"} <= set(actions[4:])
