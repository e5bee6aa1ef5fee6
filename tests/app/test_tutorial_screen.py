"""The tutorial on the screen: played by keys at 80 × 24, wrong moves refused, left at any time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Input, Static
from textual.widgets._footer import FooterKey

import caravan_tui.i18n as words
from caravan_tui.app import CaravanApp
from caravan_tui.cli.preview import PreviewHost, random_match
from caravan_tui.engine.tutorial import ANY, Tutorial, load
from caravan_tui.games import registry
from caravan_tui.games.caravanserai import board as caravanserai_board
from caravan_tui.games.caravanserai.moves import placement_choices
from caravan_tui.games.caravanserai.view import CaravanseraiView
from caravan_tui.games.contract import EndNotice
from caravan_tui.games.decktet import board as decktet_board
from caravan_tui.games.decktet.actions import CARDS
from caravan_tui.games.decktet.pieces import CODES
from caravan_tui.games.kit.bitsets import members
from caravan_tui.games.sahara import board as sahara_board
from caravan_tui.games.sahara.view import SaharaView
from caravan_tui.screens.home.game_card import key_links
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.rules import RulesScreen
from caravan_tui.screens.setup import SetupScreen
from caravan_tui.screens.table import tutorial as table_tutorial
from caravan_tui.screens.table.help import HelpWindow
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.screens.table.teacher import with_bold_keys
from caravan_tui.screens.table.tutorial import TutorialScreen, key_commands, open_tutorial
from caravan_tui.widgets.commands import keys_by_name
from caravan_tui.widgets.dialog import REPEAT_SECONDS
from caravan_tui.widgets.drawn_board import DrawnBoard
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.portrait import Portrait
from caravan_tui.widgets.question import Question, TextQuestion
from saves import tutorial_progress
from tests.app.resizing import until_at_rest
from tests.kit.check_boards import check_cursor, check_light
from tests.nights import mostly_nightly
from tests.support.canvases import canvas_of
from tests.support.known import known
from tests.support.screen_app import ScreenApp, WidgetApp
from tests.support.screen_text import printed, screen_text, static_text, widget_lines
from tests.support.screens import app_of, screen_of
from tests.support.until import until
from tests.support.views import as_view

GAMES = registry.ids()
FOLDER = Path(registry.__file__).parent


@asynccontextmanager
async def home(game: str = GAMES[0]) -> AsyncIterator[Pilot[Any]]:
    """The home screen with the cursor on a game."""
    app = CaravanApp(PreviewHost)
    app.settings.animations = "off"
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(lambda: app.host_ready.is_set() and facts(pilot), pilot)
        await pilot.press(*["j"] * GAMES.index(game))
        yield pilot


class AnimatedApp(ScreenApp):
    """One screen, with the pauses that animations make."""

    animated = True


class Clock:
    """The time that the screen of a tutorial sees."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands still, and the usual time that a key must not be held."""
    clock = Clock()
    monkeypatch.setattr(table_tutorial, "monotonic", clock)
    monkeypatch.setattr(table_tutorial, "REPEAT_SECONDS", REPEAT_SECONDS)
    return clock


@asynccontextmanager
async def tutorial(
    game: str, size: tuple[int, int] = (80, 24), animations: bool = False
) -> AsyncIterator[tuple[Pilot[Any], TutorialScreen]]:
    """The tutorial of a game, without a home screen."""
    screen = TutorialScreen(game, "Ada")
    app = (AnimatedApp if animations else ScreenApp)(screen)
    async with app.run_test(size=size) as pilot:
        await until(lambda: screen.position is not None and screen.board.has_focus, pilot)
        yield pilot, screen


class FramesApp(ScreenApp):
    """One screen; what of it had changed in each frame that was drawn."""

    def __init__(self, screen: TutorialScreen) -> None:
        super().__init__(screen)
        self.tutorial = screen
        self.frames: list[dict[str, Any]] = []

    def _display(self, screen: Any, renderable: Any) -> None:
        if screen is self.tutorial and screen.query("#board"):
            frame = {
                "board": screen.body.board.size,
                "words": screen.teacher.size.height,
                "log": screen.body.match_log.rows(),
                "seats": screen.body.seat_rail.size.height,
            }
            if frame not in self.frames:
                self.frames.append(frame)
        super()._display(screen, renderable)


def text(screen: TutorialScreen, which: str) -> str:
    """The words (`asked`), what to do now (`instruction`) or the line below (`feedback`)."""
    return static_text(screen, which)


def facts(pilot: Pilot[Any]) -> str:
    """What home tells of the game under the cursor."""
    return str(pilot.app.screen.query_one("#facts", Static).content)


def play(screen: TutorialScreen) -> None:
    """What the step asks for, without keys, its words read."""
    screen.shown_since = 0.0
    if screen.tutorial.asked:
        screen.play(screen.tutorial.wanted()[0])
    else:
        screen.action_read_on()


async def do(pilot: Pilot[Any], screen: TutorialScreen) -> None:
    """What the step asks for, by keys: Enter for words, else the move typed in notation."""
    script = screen.tutorial
    before = (script.number, script.match.version)
    if script.reading:
        await pilot.press("enter")
    else:
        action = script.wanted()[0]
        notation = script.game.notation(action, script.match.view(script.seat))
        await pilot.press("colon")
        await until(lambda: isinstance(pilot.app.screen, TextQuestion), pilot)
        pilot.app.screen.query_one(Input).value = notation
        await pilot.press("enter")
    await until(
        lambda: script.finished or (script.number, script.match.version) != before,
        pilot,
    )


async def test_a_tutorial_is_played_to_its_end_by_keys() -> None:
    async with home() as pilot:
        app = pilot.app
        app.notify("There is no match to go on with.")
        await until(lambda: app.screen.query("Toast"), pilot)
        await pilot.press("t")
        await until(lambda: isinstance(app.screen, TutorialScreen), pilot)
        screen = screen_of(app, TutorialScreen)
        await until(lambda: screen.position is not None and screen.board.has_focus, pilot)
        await until(lambda: not screen.query("Toast"), pilot)  # it would lie over the words
        script = screen.tutorial
        while script.number < len(script.script.steps) - 3:
            play(screen)
        while not script.finished:
            assert screen.with_keys(script.step.say) in text(screen, "asked")
            await do(pilot, screen)
        await until(lambda: isinstance(app.screen, Question), pilot)
        assert "You have learnt" in screen_of(app, Question).text
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, TableScreen), pilot)
        assert screen_of(app, TableScreen).connection.kinds == [
            "person",
            app_of(app).host.first_level(),
        ]
        await pilot.press("q")
        await until(lambda: isinstance(app.screen, HomeScreen), pilot)
        await until(lambda: "tutorial again" in facts(pilot), pilot)


async def test_a_tutorial_opened_from_a_set_up_has_an_end_too_and_a_click_leads_back() -> None:
    async with home("decktet") as pilot:
        app = pilot.app
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, SetupScreen), pilot)
        await pilot.press("t")
        await until(lambda: isinstance(app.screen, TutorialScreen), pilot)
        screen = screen_of(app, TutorialScreen)
        await until(lambda: screen.position is not None and screen.board.has_focus, pilot)
        while not screen.tutorial.finished:
            play(screen)
        await until(lambda: isinstance(app.screen, Question), pilot)
        assert "You have learnt" in screen_of(app, Question).text
        await until(lambda: "Back" in screen_text(app.screen), pilot)
        await pilot.click("#answer-home")
        await until(lambda: isinstance(app.screen, SetupScreen), pilot)


def test_no_instruction_of_caravanserai_names_what_was_chosen_already() -> None:
    steps = load("caravanserai").steps
    assert all(len(step.ask) <= 1 for step in steps), "what to do now stays as long as the step"


async def test_escape_closes_the_signs_as_at_the_table() -> None:
    async with tutorial("decktet") as (pilot, screen):
        await pilot.press("i")
        await until(lambda: screen.board.shows_legend, pilot)
        await pilot.press("escape")
        await until(lambda: not screen.board.shows_legend, pilot)
        assert screen.is_active, "and nothing else"


def has_whole_foot(screen: TutorialScreen) -> bool:
    """Whether the footer has made the keys of now, and has cut no title of them."""
    footer = screen.query_one(Footer)
    keys = footer.query(FooterKey)
    is_new = footer.named == footer.sources() and footer.fits()
    return is_new and not any(key.description.endswith(".") for key in keys)


@pytest.mark.parametrize("game", mostly_nightly(sorted(GAMES, reverse=True)))
async def test_at_every_step_the_board_keeps_its_rows_the_words_are_whole_and_f1_finds_its_place(
    game: str,
) -> None:
    places = set()
    async with tutorial(game) as (pilot, screen):
        script = screen.tutorial
        longest = sorted(len(step.say) for step in script.script.steps)[-3:]
        while not script.finished:
            assert screen.with_keys(script.step.say) in text(screen, "asked")
            assert screen.position is not None
            places.add(screen.board.rule(screen.scene(screen.position)))
            await until(lambda: has_whole_foot(screen), pilot)
            if len(script.step.say) in longest:  # the others need no more rows
                await pilot.pause()
                assert screen.board.size.height == 20
                drawn = " ".join(screen_text(screen).split())
                words = screen.with_keys(script.step.say).split()[-3:]
                assert all(word in drawn for word in words)
            play(screen)
        await until(lambda: pilot.app.screen is not screen, pilot)
    for spoken in ("RULES.md", "RULES.fr.md"):  # where F1 leads
        rules = (FOLDER / game / spoken).read_text("utf-8").splitlines()
        for place in places:
            wanted = place if spoken == "RULES.md" else french(game, place)
            assert any(line.lstrip("#* ").startswith(wanted) for line in rules), (place, wanted)


async def test_a_key_shows_the_hint_and_the_board_keys_play_the_card() -> None:
    async with tutorial("decktet") as (pilot, screen):
        await pilot.press("enter", "enter")
        assert screen.tutorial.number == 3
        await pilot.press("H")
        await until(lambda: text(screen, "instruction").startswith("? "), pilot)
        assert text(screen, "instruction") == "? Play 2WL: one card. It is marked on the board."
        assert screen.query_one("#instruction").has_class("-hint")
        await pilot.press("space", "enter")  # the cursor is on the card
        await until(lambda: screen.tutorial.number == 4, pilot)
        version = screen.tutorial.match.version
        await pilot.press("u")
        await until(lambda: "nothing to undo" in text(screen, "feedback"), pilot)
        await pilot.press("r", "f", "f9", "f7")
        assert screen.tutorial.match.version == version, "no key of a table undoes or leaves"
        assert pilot.app.screen is screen
        await pilot.press("p")
        await until(lambda: screen.tutorial.number == 5, pilot)


async def test_a_key_in_vain_leads_to_the_card_that_is_asked_for() -> None:
    async with tutorial("decktet") as (pilot, screen):
        await pilot.press("enter", "enter")
        assert isinstance(screen.board, decktet_board.Board)
        cards = screen.board.selection
        wanted = cards.card
        await pilot.press("right", "right", "right", "enter", "enter")  # another one
        await until(lambda: refusal(screen), pilot)
        assert screen.with_keys(screen.tutorial.step.hint) in text(screen, "instruction")
        assert cards.card == wanted and screen.tutorial.number == 3


@pytest.mark.parametrize("game", mostly_nightly(GAMES, 2))
async def test_a_move_that_is_not_asked_for_is_refused_and_only_the_hint_shows_the_other(
    game: str,
) -> None:
    async with tutorial(game) as (pilot, screen):
        script, count = screen.tutorial, 0
        pointed: list[int | None] = []
        preview = screen.board.preview
        screen.board.preview = pointed.append  # type: ignore[method-assign, assignment]
        while not script.finished and count < 3:
            wrong = [a for a in script.match.legal(script.seat) if a not in script.wanted()]
            if script.asked and wrong:
                version = script.match.version
                screen.board.choose(wrong[-1])
                await until(lambda: refusal(screen), pilot)
                assert screen.with_keys(script.step.hint) in text(screen, "instruction")
                assert version - 1 <= script.match.version <= version, "a step before it goes, too"
                count += 1
            before = (script.number, script.match.version)
            if script.reading:
                screen.action_read_on()
            else:
                screen.board.choose(script.wanted()[0])
            await until(
                lambda before=before: script.finished
                or (script.number, script.match.version) != before
            )  # fmt: skip
        assert count == 3 and not any(pointed)

        while not script.asked:
            screen.action_read_on()
        pointed.clear()
        await pilot.press("H")
        await until(lambda: pointed == [script.wanted()[0]], pilot)
        screen.board.preview = preview  # type: ignore[method-assign]


async def test_a_refused_move_of_two_steps_leaves_nothing_behind() -> None:
    """A camel that was taken for a wrong space is back in the supply, and nothing is selected."""
    async with tutorial("sahara") as (pilot, screen):
        await pilot.press("enter")
        script, board = screen.tutorial, screen.board
        await until(lambda: script.asked, pilot)
        assert isinstance(board, sahara_board.Board)
        version, cursor = script.match.version, board.cursor
        await pilot.press("c", "left", "enter")
        await until(lambda: refusal(screen), pilot)
        assert script.match.version == version and not script.moves
        assert board.cursor == cursor and board.choice.selected is None
        assert as_view(SaharaView, known(screen.position).view)["lifted"] < 0
        await pilot.press("c")
        await until(lambda: board.choice.selected is not None, pilot)


async def test_a_key_goes_back_to_the_step_before() -> None:
    async with tutorial("sahara") as (pilot, screen):
        while screen.tutorial.number < 6:
            play(screen)
        moves = list(screen.tutorial.moves)
        await pilot.press("B")
        await until(lambda: screen.tutorial.number == 5, pilot)
        assert screen.tutorial.moves == moves[:-2], "the two steps of its camel are taken back"
        assert screen.with_keys(screen.tutorial.step.say) in text(screen, "asked")
        await pilot.press(*"BBBB")
        await until(lambda: screen.tutorial.number == 1, pilot)
        await pilot.press("B")
        await until(lambda: "first step" in text(screen, "feedback"), pilot)


async def test_a_key_meant_for_the_step_before_does_not_skip_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_tutorial, "READING_SECONDS", (1000.0, 1000.0))
    async with tutorial("decktet") as (pilot, screen):
        await pilot.press("enter", "space", "enter")
        assert screen.tutorial.number == 1
        assert "press Enter or click again" in text(screen, "instruction"), "why nothing happens"
        monkeypatch.setattr(table_tutorial, "READING_SECONDS", (0.0, 0.0))
        await pilot.press("enter")
        await until(lambda: screen.tutorial.number == 2, pilot)


async def test_a_key_that_is_held_skips_nothing_and_plays_nothing(clock: Clock) -> None:
    """Also without animations, as over SSH, where twelve presses of Enter read four steps."""
    async with tutorial("decktet") as (pilot, screen):
        await until(lambda: screen.shown_step == 1, pilot)
        clock.now += 5
        for number in range(12):
            await pilot.press("enter")
            clock.now += 0.05
            assert screen.tutorial.number == 2, number
        assert "press Enter or click again" in text(screen, "instruction"), "why nothing happens"
        clock.now += 5
        await pilot.press("enter")
        await until(lambda: screen.shown_step == 3, pilot)
        version = screen.tutorial.match.version
        screen.play(screen.tutorial.wanted()[0])
        assert screen.tutorial.match.version == version, "the key is held since before the words"
        clock.now += 5
        screen.play(screen.tutorial.wanted()[0])
        assert screen.tutorial.match.version > version


@pytest.mark.parametrize("game", GAMES)
async def test_a_move_of_several_steps_is_no_key_that_is_held(game: str, clock: Clock) -> None:
    """What a board sends by itself after the first step of a move was refused."""
    async with tutorial(game) as (pilot, screen):
        moves = 0
        while not screen.tutorial.finished and moves < 6:
            number = screen.tutorial.number
            await until(lambda n=number: screen.shown_step == n, pilot)
            clock.now += 5
            if screen.tutorial.answering or screen.tutorial.reading:
                screen.action_read_on()
                continue
            while screen.tutorial.number == number and screen.tutorial.asked:
                version = screen.tutorial.match.version
                screen.play(screen.tutorial.wanted()[0])  # at once, as a board sends them
                assert screen.tutorial.match.version > version
            moves += 1


@pytest.mark.parametrize("game", GAMES)
async def test_a_key_meant_for_the_step_before_does_not_play_the_move_of_the_next(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_tutorial, "READING_SECONDS", (0.0, 0.0))
    async with tutorial(game) as (pilot, screen):
        while screen.tutorial.reading:
            await pilot.press("enter")
            await pilot.pause()
        await until(lambda: screen.shown_step == screen.tutorial.number, pilot)
        number, version = screen.tutorial.number, screen.tutorial.match.version
        monkeypatch.setattr(table_tutorial, "READING_SECONDS", (1000.0, 1000.0))
        action = screen.tutorial.wanted()[0]
        screen.play(action)
        await until(lambda: "These words are new" in text(screen, "instruction"), pilot)
        assert (screen.tutorial.number, screen.tutorial.match.version) == (number, version)
        monkeypatch.setattr(table_tutorial, "READING_SECONDS", (0.0, 0.0))
        screen.play(action)
        assert screen.tutorial.match.version > version


async def test_words_that_come_after_the_moves_of_the_others_are_new_once_they_come() -> None:
    async with tutorial("sahara", animations=True) as (pilot, screen):
        await until(lambda: screen.shown_words, pilot)
        screen.shown_since = 0.0
        while not screen.tutorial.answering:
            play(screen)
            screen.shown_since = 0.0
        await until(lambda: not screen.tutorial.answering and screen.shown_since > 0.0, pilot)
        assert screen.shown_words == with_bold_keys(screen.tutorial.step.say, screen.keys()).plain


@pytest.mark.parametrize("game", mostly_nightly(GAMES, 1))
async def test_every_step_lights_something_the_board_has_and_nothing_by_halves(
    game: str,
) -> None:
    async with tutorial(game) as (pilot, screen):
        script = screen.tutorial
        while not script.finished:
            assert isinstance(screen.board, DrawnBoard)
            canvas, scene = canvas_of(screen.board), known(screen.board.scene)
            for name in script.step.light:
                assert screen.board.lit_regions(canvas, scene, name), (script.number, name)
            check_light(screen.board, script.step.light)
            play(screen)
            await pilot.pause()


@pytest.mark.parametrize("game", mostly_nightly(GAMES, 4))
async def test_at_every_step_the_cursor_is_on_what_is_lit_and_the_line_below_says_what_to_press(
    game: str,
) -> None:
    async with tutorial(game) as (pilot, screen):
        script = screen.tutorial
        while not script.finished:
            if script.asked and ANY not in script.asked:
                next_step = screen.with_keys(script.step.hint)
                await until(lambda line=next_step: line in text(screen, "instruction"), pilot)
                assert isinstance(screen.board, DrawnBoard)
                if script.step.is_to_be_found:
                    assert screen.board.current_action not in script.wanted()
                else:
                    check_cursor(screen.board, script.step.light)
            play(screen)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_what_is_to_be_found_is_lit_wherever_the_cursor_starts(size: tuple[int, int]) -> None:
    async with tutorial("ahldarahd", size) as (_pilot, screen):
        script, board = screen.tutorial, screen.board
        assert isinstance(board, DrawnBoard)
        found = 0
        while not script.finished:
            if script.step.is_to_be_found:
                for action in script.wanted():
                    board.start_at(action)
                    check_cursor(board, script.step.light)
                    found += 1
            play(screen)
        assert found == 1


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_refusal_is_a_sentence_with_the_move_that_was_tried(language: str) -> None:
    words.use(language)
    async with tutorial("ahldarahd", (160, 50)) as (pilot, screen):
        while screen.tutorial.number < 6:
            play(screen)
        await until(lambda: screen.shown_step == 6, pilot)
        await pilot.press("enter")
        await until(lambda: refusal(screen), pilot)
        expected = {
            "en": "! Not yet: that auctions a card of Incense. Choose the Eyes with the arrows, "
            "then Enter. Or click them twice.",
            "fr": "! Pas encore : cela met aux enchères une carte Encens. Choisissez les Yeux "
            "avec les flèches, puis Entrée. Ou cliquez deux fois.",
        }
        assert " ".join(text(screen, "instruction").split()) == expected[language]


async def test_a_wrong_choice_is_told_from_the_right_one_on_a_low_terminal_too() -> None:
    async with tutorial("ahldarahd", (80, 24)) as (pilot, screen):
        while screen.tutorial.number < 6:
            play(screen)
        await until(lambda: screen.shown_step == 6, pilot)
        said = text(screen, "asked")
        hint = screen.with_keys(screen.tutorial.step.hint)
        for item in ("card of Incense", "favour of the Shah"):
            match = screen.tutorial.match
            wrong = next(a for a in match.legal(0) if item in screen.describe(a))
            screen.board.choose(wrong)
            await until(lambda item=item: item in refusal(screen), pilot)
            await until(lambda: is_in_sight(screen, hint), pilot)
            await until(lambda item=item: is_in_sight(screen, item), pilot)
            assert text(screen, "asked") == said, "the words of the step stay"
        await pilot.press("right")
        await until(lambda: not refusal(screen), pilot)
        assert not screen.query_one("#refusal").display


@pytest.mark.parametrize("clicks", [2, 3])
@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_a_click_too_many_on_a_laid_route_leaves_the_cursor_on_what_the_next_step_asks_for(
    size: tuple[int, int], clicks: int
) -> None:
    async with tutorial("ahldarahd", size) as (pilot, screen):
        script = screen.tutorial
        while not script.asked:
            play(screen)
        board = screen.board
        assert isinstance(board, DrawnBoard)
        await until(lambda: bool(canvas_of(board).targets), pilot)
        board.start_at(script.wanted()[0])
        laid = board.cursor_targets()
        x, y = next(
            (x + width // 2, y)
            for x, y, width, _height, target in canvas_of(board).targets
            if target[0] == "route" and target in laid
        )
        for _click in range(clicks):
            await pilot.click(board, offset=(x, y))
        await until(lambda: script.number == 3, pilot)
        check_cursor(board, script.step.light)
        assert board.current_action in script.wanted()


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
@pytest.mark.parametrize("game", mostly_nightly(GAMES, 1))
async def test_what_to_press_stays_in_sight_with_the_keys_whatever_the_cursor_is_on(
    game: str, size: tuple[int, int]
) -> None:
    async with tutorial(game, size) as (pilot, screen):
        script = screen.tutorial
        while not script.asked or ANY in script.asked:
            play(screen)
        hint = screen.with_keys(script.step.hint)
        marked = screen.advice(script.wanted()[0])
        for keys in (["tab"], ["left", "up"], ["H"], ["right", "down"]):
            await pilot.press(*keys)
            await pilot.pause()
            if keys == ["H"]:  # on a low terminal in its place, until the cursor moves
                await until(lambda: is_in_sight(screen, marked), pilot)
            if keys != ["H"] or size > (80, 24):
                # A key may select something: then how to go on from there stands in its place.
                now = screen.board.way_to(script.wanted()[0]) or hint
                assert now in text(screen, "instruction"), keys
                await until(lambda now=now: is_in_sight(screen, now), pilot)
        wrong = next(a for a in script.match.legal(script.seat) if a not in script.wanted())
        tried = screen.describe(wrong)
        screen.board.choose(wrong)
        await until(lambda: refusal(screen), pilot)
        await until(lambda: is_in_sight(screen, hint), pilot)
        that = "that " if tried[0].islower() else ""
        assert f"! Not yet: {that}{tried}." in refusal(screen)


async def test_a_refusal_on_a_low_terminal_leaves_what_the_step_asks_for() -> None:
    async with tutorial("dice_village", (80, 24)) as (pilot, screen):
        while not screen.tutorial.asked:
            play(screen)
        await until(lambda: "The cursor is on" in text(screen, "instruction"), pilot)
        screen.board.choose(screen.tutorial.match.legal(0)[0])
        await until(lambda: refusal(screen), pilot)
        await until(lambda: is_in_sight(screen, "Sell a 1 and a 6 at Zaid's 1+6"), pilot)
        await until(lambda: is_in_sight(screen, "The cursor is on Zaid's village 1+6"), pilot)


async def test_a_refusal_longer_than_a_line_is_whole_over_the_last_rows_of_the_board() -> None:
    async with tutorial("dice_village", (80, 24)) as (pilot, screen):
        while not screen.tutorial.asked:
            play(screen)
        await until(lambda: "The cursor is on" in text(screen, "instruction"), pilot)
        tried = " ".join(["sells a die"] * 9)
        screen.refuse(tried)
        line = screen.query_one("#refusal")
        await until(lambda: line.region.height == 2, pilot)
        assert line.region.bottom == screen.body.region.bottom
        said = " ".join(" ".join(screen_text(screen).splitlines()).split())
        assert f"! Not yet: that {tried}." in said, "nothing is cut"


def refusal(screen: TutorialScreen) -> str:
    """What is said of a move that is not asked for; empty while nothing is."""
    lines = (text(screen, name) for name in ("instruction", "feedback", "refusal"))
    return next((line[line.index("! ") :] for line in lines if "! " in line), "")


def is_in_sight(screen: TutorialScreen, words: str) -> bool:
    """Whether words are on the screen in one line, and the keys in the last one."""
    lines = screen_text(screen).splitlines()
    return any(words in line for line in lines) and "Step back" in lines[-1]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_what_to_press_fits_into_a_line(game: str, language: str) -> None:
    words.choose(language)
    try:
        keys = keys_by_name(key_commands(game))
        for step in load(game).steps:
            line = words._(step.hint).format_map(keys) if step.hint else ""
            assert cell_len(f"→ {line}") <= 78, line
    finally:
        words.choose("en")


async def test_words_to_read_offer_no_key_of_the_board() -> None:
    async with tutorial("decktet") as (pilot, screen):
        keys = ["read_on", "leave", "help"]
        await until(lambda: [key.action for key in screen.query(FooterKey)] == keys, pilot)
        await pilot.press("enter")
        keys.insert(1, "previous")
        await until(lambda: [key.action for key in screen.query(FooterKey)] == keys, pilot)
        await pilot.press("enter")
        await until(lambda: "toggle_card" in [key.action for key in screen.query(FooterKey)], pilot)


async def test_while_the_others_play_nothing_is_dimmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_tutorial, "PAUSE_SECONDS", 1000.0)
    async with tutorial("ahldarahd", animations=True) as (_pilot, screen):
        lights: list[Sequence[str]] = []
        screen.board.light = lights.append  # type: ignore[method-assign, assignment]
        while screen.tutorial.number < 3:
            play(screen)
        play(screen)
        assert screen.tutorial.answering and screen.last_move
        assert lights[-1] == ()
        while screen.tutorial.answering:
            screen.play_scripted()
        assert lights[-1] == screen.tutorial.step.light


@pytest.mark.parametrize("game", GAMES)
def test_what_is_done_is_told_with_a_verb(game: str) -> None:
    match = random_match(game, 2, 7, 60)
    for ply in match.plies():
        if ply.actor >= 0:
            view = match.game.view(ply.before, ply.actor)
            verb = match.game.does(ply.action, view, match.names).split()[0]
            assert verb.isalpha() and verb.islower(), verb


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_what_the_others_do_is_told_whole_at_80_columns(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_tutorial, "PAUSE_SECONDS", 1000.0)
    words.use(language)
    async with tutorial("ahldarahd", animations=True) as (pilot, screen):
        script, told = screen.tutorial, []
        while not script.finished and script.number < 9:
            if script.reading:
                script.go_on()
                screen.go_on([])
                continue
            screen.play(script.wanted()[0])
            while script.answering:
                screen.play_scripted()
                if script.answering:
                    told.append(screen.last_move)
                    await pilot.pause()
                    shown = " ".join(screen_text(screen).split())
                    assert all(word in shown for word in told[-1].split()), told[-1]
        assert len(told) > 3


@pytest.mark.parametrize("game", registry.ids())
async def test_beside_the_picture_no_word_of_a_lesson_is_left_alone_in_a_line(game: str) -> None:
    async with tutorial(game, (160, 50)) as (pilot, screen):
        asked = screen.query_one("#asked", Static)
        broken = 0
        while not screen.tutorial.finished:
            await pilot.pause()
            lines = [line.strip() for line in widget_lines(asked) if line.strip()]
            if len(lines) > 1:
                broken += 1
                assert len(lines[-1]) > max(map(len, lines)) / 2, lines
            play(screen)
        assert broken > 3


async def test_a_tutorial_does_not_say_that_the_end_is_near() -> None:
    async with tutorial("decktet", (160, 50)) as (_pilot, screen):
        near = EndNotice("end is near", "The end is near.")
        screen.headline.game = evolve(screen.game, near_end=lambda *_args: near)
        assert not screen.headline.end_notice(known(screen.position), 80)


async def test_a_script_that_asks_for_what_is_not_legal_is_left_with_its_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with tutorial("decktet") as (pilot, screen):
        said: list[str] = []
        monkeypatch.setattr(screen, "notify", lambda text, **_kind: said.append(text))
        monkeypatch.setattr(Tutorial, "wanted", lambda _tutorial: [])
        while not screen.tutorial.asked:
            screen.action_read_on()
        await until(lambda: pilot.app.screen is not screen, pilot)
        assert len(said) == 1 and said[0].startswith("decktet/tutorial.toml, line"), said


async def test_after_a_step_back_the_cursor_is_on_what_is_lit() -> None:
    async with tutorial("caravanserai") as (pilot, screen):
        await pilot.press("enter")
        await until(lambda: screen.tutorial.number == 2, pilot)
        await pilot.press("left", "B", "enter")
        await until(lambda: screen.tutorial.number == 2, pilot)
        assert isinstance(screen.board, caravanserai_board.Board)
        check_cursor(screen.board, screen.tutorial.step.light)
        await pilot.press("enter")
        await until(lambda: screen.tutorial.number == 3, pilot)
        assert known(screen.board.selection.selected).steps == screen.tutorial.wanted(), (
            "of the list, too"
        )
        await pilot.press("enter")
        await until(lambda: screen.tutorial.number == 4, pilot)


async def test_a_large_terminal_shows_who_teaches_and_how_far_the_learner_is() -> None:
    async with tutorial("decktet", (160, 50)) as (pilot, screen):
        assert screen.query_one(Portrait).display
        assert text(screen, "step").startswith("Step 1 of 17")
        assert not text(screen, "asked").startswith("1/17")
        await pilot.resize_terminal(80, 24)
        await until(lambda: text(screen, "asked").startswith("1/17"), pilot)
        assert not screen.query_one("#step").display


async def test_help_in_a_tutorial_says_what_the_step_asks() -> None:
    async with tutorial("decktet") as (pilot, screen):
        await pilot.press("question_mark")
        await until(lambda: isinstance(pilot.app.screen, HelpWindow), pilot)
        assert "something to read" in printed(screen_of(pilot.app, HelpWindow).rich_text)
        await pilot.press("question_mark")
        await until(lambda: pilot.app.screen is screen, pilot)
        await pilot.press("enter", "enter", "question_mark")
        await until(lambda: isinstance(pilot.app.screen, HelpWindow), pilot)
        assert "selects 2WL" in printed(screen_of(pilot.app, HelpWindow).rich_text)


async def test_with_animations_the_others_play_one_by_one_and_enter_hurries_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_tutorial, "PAUSE_SECONDS", 1000.0)
    monkeypatch.setattr(table_tutorial, "READING_SECONDS", (0.0, 0.0))
    async with tutorial("sahara", animations=True) as (pilot, screen):
        script = screen.tutorial

        async def play() -> None:
            """The learner's moves of this step."""
            await until(lambda: script.asked, pilot)
            while script.asked:
                version = script.match.version
                screen.board.choose(script.wanted()[0])
                await until(lambda version=version: script.match.version > version, pilot)

        await pilot.press("enter")
        await play()
        assert script.answering and script.number == 2
        assert "Zaid" in text(screen, "feedback")
        await pilot.press("escape")
        assert pilot.app.screen is screen, "Escape does not leave while the others play"
        texts = []
        while script.answering:
            await pilot.press("enter")
            texts.append(text(screen, "feedback"))
        assert "Zaid takes a camel from the supply" in texts, "in words and not in notation"
        assert script.number == 3 and script.asked
        screen.play_scripted()  # the pause that was cut short ends
        assert script.number == 3 and script.asked

        monkeypatch.setattr(table_tutorial, "PAUSE_SECONDS", 0.01)
        while script.number < 6:  # from now on the others' moves need no key
            if script.reading:
                await pilot.press("enter")
            elif script.asked:
                await play()
            else:
                await pilot.pause()


async def test_what_can_be_chosen_next_is_not_said_below_the_words_of_the_step_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_tutorial, "PAUSE_SECONDS", 1000.0)
    monkeypatch.setattr(table_tutorial, "ROLLING_SECONDS", 1000.0)
    monkeypatch.setattr(table_tutorial, "READING_SECONDS", (0.0, 0.0))
    monkeypatch.setattr(DrawnBoard, "is_moving", True)
    async with tutorial("caravanserai", animations=True) as (pilot, screen):
        screen.show_words()
        screen.tutorial.go_on()
        screen.show_again()
        screen.show_words()
        screen.board.choose(screen.tutorial.wanted()[0])
        await until(lambda: screen.tutorial.answering, pilot)
        screen.show_words()
        while screen.tutorial.answering:
            screen.play_scripted()
        await pilot.pause()
        assert screen.tutorial.asked and "See what happens" in text(screen, "asked")
        assert "north-east" not in text(screen, "feedback")
        screen.show_words()
        await until(lambda: "In a turn you lay a line" in text(screen, "asked"), pilot)


@pytest.mark.parametrize("steps", [0, 2])
async def test_q_leaves_at_any_time(steps: int) -> None:
    async with tutorial("decktet") as (pilot, screen):
        await pilot.press(*["enter"] * steps)
        assert screen.tutorial.reading is (steps == 0)
        await pilot.press("q")
        await until(lambda: pilot.app.screen is not screen, pilot)


async def test_escape_while_reading_names_the_key_that_leaves_and_the_hint_goes_on() -> None:
    async with tutorial("decktet") as (pilot, screen):
        assert screen.tutorial.reading
        await pilot.press("escape")
        await until(lambda: "q leaves the tutorial" in text(screen, "instruction"), pilot)
        assert pilot.app.screen is screen
        await pilot.press("H")
        await until(lambda: "no move to make yet" in text(screen, "instruction"), pilot)
        await pilot.press("enter")
        await until(lambda: screen.tutorial.number == 2, pilot)


async def test_the_enter_after_a_lesson_that_was_left_starts_no_match() -> None:
    async with home() as pilot:
        app_of(pilot.app).open("setup", "sahara")
        await until(lambda: isinstance(pilot.app.screen, SetupScreen), pilot)
        setup = screen_of(pilot.app, SetupScreen)
        await pilot.press("t")
        await until(lambda: isinstance(pilot.app.screen, TutorialScreen), pilot)
        await pilot.press("q")
        await until(lambda: pilot.app.screen is setup, pilot)
        await pilot.press("enter")
        await until(lambda: "Press Enter again" in screen_text(pilot.app), pilot)
        assert pilot.app.screen is setup
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)


async def test_a_tutorial_that_was_left_goes_on_where_it_was_or_from_the_start() -> None:
    app = WidgetApp()
    async with app.run_test(size=(80, 24)) as pilot:

        async def open_again(*keys: str) -> TutorialScreen:
            app.run_worker(open_tutorial(app, "sahara"))
            if keys:
                await until(lambda: isinstance(app.screen, Question), pilot)
                await pilot.press(*keys)
            await until(
                lambda: isinstance(app.screen, TutorialScreen) and app.screen.position, pilot
            )
            return screen_of(app, TutorialScreen)

        screen = await open_again()
        script = screen.tutorial
        while script.number < 7 or not script.asked:
            play(screen)
        number, log = script.number, list(script.match.record.log)
        await pilot.press("q")
        progress = tutorial_progress.load()["sahara"]
        assert f"{number}/{len(script.script.steps)}" in key_links(app, progress).plain

        screen = await open_again("enter")
        assert screen.tutorial.number == number
        assert screen.tutorial.match.record.log[: len(log)] == log
        assert screen.with_keys(screen.tutorial.step.say) in text(screen, "asked")
        await pilot.press("q")
        assert (await open_again("right", "enter")).tutorial.number == 1


async def test_a_place_that_a_script_no_longer_has_begins_anew() -> None:
    tutorial_progress.save("decktet", tutorial_progress.Progress(9, 16, (1, 2, 3)))
    screen = TutorialScreen("decktet", "Ada", tutorial_progress.load()["decktet"])
    assert screen.tutorial.number == 1 and not screen.tutorial.moves
    tutorial_progress.path().write_text("{torn")
    assert tutorial_progress.load() == {}


async def test_within_a_step_a_move_can_be_undone_and_the_same_move_is_asked_for_again() -> None:
    async with tutorial("sahara") as (pilot, screen):
        script = screen.tutorial
        await pilot.press("enter")
        await until(lambda: script.asked, pilot)
        await until(lambda: len(screen.query(FooterKey)) > 6, pilot)
        actions = [key.action for key in screen.query(FooterKey)]
        assert actions[0] == "take", "the keys of the board come first"
        assert {"help", "hint", "leave"} <= set(actions[4:])
        screen.board.choose(script.wanted()[0])
        await until(lambda: bool(script.moves), pilot)
        version = script.match.version
        await pilot.press("u")
        await until(lambda: script.match.version < version, pilot)
        assert script.number == 2 and not script.moves
        await pilot.press("u")
        await until(lambda: "nothing to undo" in text(screen, "feedback"), pilot)
        screen.board.choose(script.wanted()[0])
        await until(lambda: script.match.version == version, pilot)


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
    async with home() as pilot:
        app = pilot.app
        for key, opened, tutorials in (
            ("f1", RulesScreen, 0), ("t", TutorialScreen, 1), ("f1", RulesScreen, 1),
            ("t", TutorialScreen, 1),  # that below, and no second one
            ("q", RulesScreen, 0),
        ):  # fmt: skip
            await pilot.press(key)
            await until(lambda opened=opened: isinstance(app.screen, opened), pilot)
            count = sum(isinstance(screen, TutorialScreen) for screen in app.screen_stack)
            assert count == tutorials, key


async def test_the_header_is_there_where_there_is_room_and_f2_names_what_a_tutorial_has() -> None:
    pages: list[tuple[str, list[str]]] = []
    async with tutorial("decktet", (120, 40)) as (pilot, screen):
        assert "tutorial" in text(screen, "head")
        assert screen.query_one("#headline").display
        assert not screen.query("#way-why"), "nobody thinks here"
        app_of(pilot.app).open_keys = lambda groups: pages.extend(  # type: ignore[method-assign]
            (title, [command.id for command in commands]) for title, commands in groups
        )
        await pilot.press("f2")
        await until(lambda: pages, pilot)
        ids = {command for _title, commands in pages for command in commands}
        assert {"tutorial.on", "tutorial.leave", "tutorial.hint", "table.rules"} <= ids
        assert not {"table.undo", "table.hint", "table.again", "table.leave"} & ids
        await pilot.resize_terminal(80, 24)
        await until(lambda: not screen.query_one("#headline").display, pilot)


async def test_a_key_that_comes_before_the_screen_is_there_breaks_nothing() -> None:
    app = WidgetApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = TutorialScreen("decktet", "Ada")
        app.push_screen(screen)
        assert not screen.is_mounted
        for key in ("u", "question_mark", "x", "f2", "u"):  # faster than the screen is made
            await app._check_bindings(key)
        await until(lambda: screen.is_mounted and screen.position is not None, pilot)
        await pilot.press("u")
        await until(lambda: "nothing to undo" in text(screen, "feedback"), pilot)


@pytest.mark.parametrize(
    ("game", "language"),
    [
        *product(["caravanserai", "dice_village", "sahara"], ["en", "fr"]),
        ("decktet", "en"),
    ],
)
async def test_the_teacher_is_seen_at_80_columns_where_all_words_leave_room(
    game: str, language: str
) -> None:
    words.use(language)
    async with tutorial(game) as (pilot, screen):
        await until(lambda: screen.query_one("#prompt Portrait").display, pilot)
        assert screen.teacher.size.height == 3


async def test_the_teacher_leaves_words_that_need_the_whole_row_their_lines() -> None:
    words.use("fr")
    async with tutorial("decktet") as (_pilot, screen):
        assert not screen.query_one("#prompt Portrait").display


async def test_coins_that_the_rail_says_light_nothing_on_the_board() -> None:
    for size, is_lit in (((80, 24), True), ((160, 50), False)):
        async with tutorial("dice_village", size) as (_pilot, screen):
            board, scene = screen.board, screen.board.scene
            assert isinstance(board, DrawnBoard) and scene is not None
            canvas = board.current_canvas()
            assert canvas is not None
            assert bool(board.lit_regions(canvas, scene, "coins")) == is_lit


@pytest.mark.parametrize("game", GAMES)
async def test_a_large_terminal_is_laid_out_once_with_words_log_and_seats_in_the_first_frame(
    game: str,
) -> None:
    app = FramesApp(TutorialScreen(game, "Ada"))
    async with app.run_test(size=(160, 50)) as pilot:
        await until_at_rest(pilot)
    assert len(app.frames) == 1, app.frames
    (frame,) = app.frames
    assert frame["log"] and frame["seats"]


async def test_the_first_route_of_the_auctions_is_laid_where_the_cursor_begins() -> None:
    async with tutorial("ahldarahd", (80, 24)) as (pilot, screen):
        while screen.tutorial.number < 2:
            play(screen)
        await until(lambda: screen.shown_step == 2, pilot)
        await until(lambda: screen.board.current_action in screen.tutorial.wanted(), pilot)
        await pilot.press("enter")
        await until(lambda: screen.tutorial.number > 2, pilot)


async def test_the_main_choice_of_the_auctions_is_not_made_by_enter_alone() -> None:
    step, keys = 6, ("tab",)
    async with tutorial("ahldarahd") as (pilot, screen):
        while screen.tutorial.number < step:
            play(screen)
        await until(lambda: screen.shown_step == step, pilot)
        version = screen.tutorial.match.version
        for _press in range(3):
            await pilot.press("enter")
            await until(lambda: refusal(screen), pilot)
        assert (screen.tutorial.number, screen.tutorial.match.version) == (step, version)
        for key in keys * 6:
            if screen.board.current_action in screen.tutorial.wanted():
                break
            await pilot.press(key)
        assert screen.board.current_action in screen.tutorial.wanted(), "keys lead to it"
        await pilot.press("enter")
        await until(lambda: screen.tutorial.number > step, pilot)


@pytest.mark.parametrize("key", ["escape", "H"])
async def test_words_of_a_lesson_fit_the_ways_to_end_on_a_clicked_cell_until_the_list_is_back(
    key: str,
) -> None:
    async with tutorial("caravanserai") as (pilot, screen):
        script = screen.tutorial
        while script.number < 3 or not script.asked:
            play(screen)
            await until(lambda: not script.answering, pilot)
        board = screen.board
        assert isinstance(board, caravanserai_board.Board)
        await until(lambda: "West is marked" in text(screen, "instruction"), pilot)
        view = as_view(CaravanseraiView, script.match.view(script.seat))
        cell = next(
            number
            for number in range(len(view["cells"]))
            if board.selection.index_of(number, view) is None and placement_choices(view, number)[0]
        )
        board._choose_cell(cell)
        await until(lambda: "brings the list back" in text(screen, "instruction"), pilot)
        assert "West is marked" not in screen_text(screen)
        await pilot.press(key)
        await until(lambda: board.selection.target is None, pilot)
        await until(lambda: "West is marked" in text(screen, "instruction"), pilot)


async def test_a_lesson_says_which_card_is_selected_that_the_play_does_not_have() -> None:
    async with tutorial("decktet", (80, 24)) as (pilot, screen):
        while not (screen.tutorial.wanted() and screen.tutorial.wanted()[0] & CARDS):
            play(screen)
            await until(lambda: not screen.tutorial.answering, pilot)
        await until(lambda: screen.shown_step == screen.tutorial.number, pilot)
        board = screen.board
        assert isinstance(board, decktet_board.Board)
        (wanted,) = screen.tutorial.wanted()
        first, second, *_rest = [card for card in board.selection.hand if not wanted >> card & 1]
        for card, words in (
            (first, f"{CODES[first]} is selected: click it again, or press x."),
            (members(wanted & CARDS)[0], f"{CODES[first]} is selected too: click it again"),
            (second, "Other cards are selected too: press x or click Clear."),
        ):
            board.selection.cursor = board.selection.hand.index(card)
            await pilot.press("space")
            await until(lambda words=words: words in text(screen, "instruction"), pilot)
        await pilot.press("x")
        await until(lambda: "selected" not in text(screen, "instruction"), pilot)


async def dice_lesson(pilot: Pilot[Any], screen: TutorialScreen, asked: str) -> None:
    """Go to the step of the lesson of dice that asks for this."""
    while asked not in screen.tutorial.asked:
        play(screen)
        await until(lambda: not screen.tutorial.answering, pilot)
    await until(lambda: screen.shown_step == screen.tutorial.number, pilot)


@pytest.mark.parametrize("size", [(80, 24), (80, 32)])
async def test_a_lesson_says_which_dice_are_marked_and_how_to_let_the_wrong_ones_go(
    size: tuple[int, int],
) -> None:
    async with tutorial("dice_village", size) as (pilot, screen):
        await dice_lesson(pilot, screen, "turn 4 down")
        for key, words in (
            ("1", "Marked 4. Now press b or click Down."),
            ("2", "The 4 is marked too: press 2 to let it go."),
            ("b", "Not yet. The 4 is marked too: press 2 to let it go."),
            ("1", "Marked 4. Now press b or click Down."),
            ("2", "Press 1 or click a 4 to mark it"),
            ("enter", "Marked 4. Now press b or click Down."),
        ):
            await pilot.press(key)
            await until(lambda words=words: words in text(screen, "instruction"), pilot)
        await pilot.press("b")
        await until(lambda: "turn 4 down" not in screen.tutorial.asked, pilot)
        await dice_lesson(pilot, screen, "reroll 566")
        for key, words in (
            ("1", "The 3 is marked: press 1 to let it go."),
            ("2", "The 3 is marked too: press 1 to let it go."),
            ("1", "Marked 5. Mark 6 6 too."),
        ):
            await pilot.press(key)
            await until(lambda words=words: words in text(screen, "instruction"), pilot)
