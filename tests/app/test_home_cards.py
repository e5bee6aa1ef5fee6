"""The cards of the home screen: pictures of one width, everything in view at 80 × 24."""

from __future__ import annotations

import asyncio
import textwrap
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from rich.cells import cell_len
from rich.color import Color
from rich.console import Console
from rich.text import Text
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import OptionList, Static
from textual.widgets._footer import FooterKey

from caravan_tui import settings
from caravan_tui.app import CaravanApp
from caravan_tui.cli.preview import PreviewHost, random_match
from caravan_tui.cli.saves import saves
from caravan_tui.engine.problem import of_day as problem_of_the_day
from caravan_tui.games import registry
from caravan_tui.games.registry import game_name
from caravan_tui.hosts.local import LocalHost
from caravan_tui.hosts.match_text import describe_entry, rank_words
from caravan_tui.screens.game_pictures import LOW_HALF, Emblem, beside_sign
from caravan_tui.screens.home.game_card import TO_ASCII, game_card, key_links
from caravan_tui.screens.home.recent import finished_text, problems_badge, record_line
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.home.sky import SKY, Sky, sky
from caravan_tui.screens.keys import KeysScreen
from caravan_tui.screens.lessons import LessonChooser
from caravan_tui.screens.road.map import RoadMap
from caravan_tui.screens.saved.card import add_facts
from caravan_tui.screens.saved.standing import Standing
from caravan_tui.screens.setup import SetupScreen
from caravan_tui.screens.table.tutorial import TutorialScreen
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.drawing.canvas import HALF
from caravan_tui.widgets.drawing.depth import Pens
from caravan_tui.widgets.drawing.palette import palette
from saves import daily, problems, tutorial_progress
from saves.profile import Profile, Result
from saves.store import Store
from tests.nights import mostly_nightly
from tests.support.known import known
from tests.support.matches import ended, save
from tests.support.screen_text import screen_lines, screen_text, static_text, widget_lines
from tests.support.screens import app_of, screen_of
from tests.support.until import until

GAMES = registry.ids()


def result(
    game: str, score: float, rank: int, kinds: tuple[str, ...] = ("person", "trader")
) -> Result:
    """A result of the first seat."""
    others = len(kinds) - 1
    return Result(
        match=f"m{score}{rank}",
        game=game,
        kinds=kinds,
        names=tuple("AB"[: len(kinds)]),
        scores=(score, *[9.0] * others),
        ranks=(rank, *[3 - rank] * others),
        me=0,
        began=1,
        ended=2,
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_is_small_and_of_width_one_and_has_an_ascii_form(game: str) -> None:
    lines = registry.picture(game).split("\n")
    assert 3 <= len(lines) <= 7
    for line in lines:
        assert len(line) <= 44 and cell_len(line) == len(line)
        assert line.translate(TO_ASCII).isascii(), line


def test_the_pictures_differ() -> None:
    assert len({registry.picture(game) for game in GAMES}) == len(GAMES)


def test_the_sky_fills_the_narrowest_screen_and_is_ascii() -> None:
    assert {len(line) for line in SKY} == {78}
    assert "".join(SKY).isascii()


@pytest.mark.parametrize("width", [80, 100, 140, 141, 200])
def test_the_desert_goes_from_side_to_side(width: int) -> None:
    rows = sky(width).split("\n")
    assert {len(row) for row in rows} == {width}
    assert rows[-1][0] == rows[-1][-1] == "_"
    assert all(row in wide for row, wide in zip(SKY, rows, strict=True))
    assert sky(60).split("\n") == list(SKY), "the gate is over a smaller one"


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_card_with_a_record_fits_44_by_16(game: str, ascii_only: bool) -> None:
    text = game_card(game, "You: 10 of 100 won, best 123", "", ascii_only)
    card = text.append_text(key_links(App(), None)).plain
    rows = [part for line in card.split("\n") for part in textwrap.wrap(line, 44) or [""]]
    assert len(rows) <= 16
    assert rows[-1].startswith("Enter")
    assert card.isascii() or not ascii_only


def test_a_record_counts_wins_and_the_best_score() -> None:
    assert record_line([]) == ""
    played = [result("decktet", 21, 1), result("decktet", 33.5, 2)]
    assert record_line(played) == "You: 1 of 2 won, best 33.5"
    assert record_line([result("caravanserai", 31, 1, ("person",))]) == "Your best: 31"


@pytest.mark.parametrize(
    ("game", "called"), [("decktet", "hand 1"), ("sahara", "turn 1"), ("dice_village", "round 1")]
)
def test_a_saved_match_is_told_in_what_its_game_counts(game: str, called: str) -> None:
    match = random_match(game, 2, 3, 1, level="greedy")
    store = Store()
    store.save_now(match)
    store.release_all()
    entry = store.latest()
    assert entry is not None and entry.header is not None
    assert describe_entry(entry).splitlines()[-1] == f"{called}, just now"
    card = Text()
    add_facts(card, entry.header, 1)
    assert card.plain.startswith(f"{called}, 1 move, ")
    listed = CliRunner().invoke(saves, ["list"])
    assert called in listed.output and not listed.exception


async def test_beside_the_problems_home_shows_the_first_one_of_the_day_that_is_new(
    no_workers: None,
) -> None:
    app = CaravanApp(LocalHost)
    today = daily.today()
    of_day = [of_day for game in registry.ids() if (of_day := problem_of_the_day(game, today))]
    problems.add_try(of_day[0], True, today, True)
    async with app.run_test(size=(160, 50)) as pilot:
        await until(lambda: isinstance(app.screen, HomeScreen) and app.host_ready.is_set(), pilot)
        menu = screen_of(app, HomeScreen).menu
        menu.highlighted = menu.get_option_index("problems")
        words = f"Problem of the day: {game_name(of_day[1].game)}"
        await until(lambda: static_text(app.screen, "caption") == words, pilot)


async def test_a_large_home_screen_lists_games_with_their_signs_and_says_nothing_of_no_matches(
    no_workers: None,
) -> None:
    app = CaravanApp(LocalHost)
    async with app.run_test(size=(160, 50)) as pilot:
        await until(lambda: isinstance(app.screen, HomeScreen) and app.host_ready.is_set(), pilot)
        screen = app.screen
        assert isinstance(screen, HomeScreen)
        await until(lambda: screen.overview.has_welcome and screen.overview.records, pilot)
        assert not screen.query_one("#recent").display
        (game,) = [option for option in screen.menu.options if option.id == "game.dice_village"]
        assert str(game.prompt).count("\n") == 2 and "Dice Village" in str(game.prompt)
        assert str(game.prompt)[0] in f"{HALF}{LOW_HALF} "
        facts = str(screen.query_one("#facts", Static).content)
        assert "Welcome" in facts and "Caravan (Decktet)" in facts

        def entry() -> str:
            return str(screen.menu.get_option("game.dice_village").prompt)

        Profile().add(result("dice_village", 12, 1))
        screen.fill()
        await until(lambda: "won, best 12" in entry(), pilot)
        await pilot.resize_terminal(80, 24)
        await until(lambda: "\n" not in entry(), pilot)
        rows = {line.strip() for line in screen_lines(app)}
        assert any(line.startswith("Dice Village") for line in rows), (
            "no room is left between games"
        )
        await app.host.stop()


async def test_the_record_is_on_the_card_of_its_game() -> None:

    class Host(PreviewHost):
        saves_matches = True

        def is_newcomer(self) -> bool:
            """No: there are results."""
            return False

        async def results(self) -> list[Result]:
            """Two matches of the first game."""
            return [result(GAMES[0], 21, 1), result(GAMES[0], 5, 2)]

    app = CaravanApp(Host)
    async with app.run_test(size=(80, 24)) as pilot:
        facts = app.screen.query_one("#facts", Static)
        await until(lambda: "1 of 2 won, best 21" in str(facts.content), pilot)
        await pilot.press("down")
        await until(lambda: "won" not in str(facts.content), pilot)


@pytest.mark.parametrize("size", mostly_nightly([(200, 60), (80, 24), (140, 45)]))
async def test_home_shows_boards_and_ones_own_matches_at_every_size(
    size: tuple[int, int], no_workers: None
) -> None:

    store = Store()
    match = random_match("sahara", 3, 2, 20, level="greedy")
    store.save_now(match)
    store.release_all()
    Profile().add(result("decktet", 12, 1))
    app = CaravanApp(LocalHost)
    async with app.run_test(size=size) as pilot:
        await until(lambda: isinstance(app.screen, HomeScreen) and app.host_ready.is_set(), pilot)
        screen = screen_of(app, HomeScreen)
        recent = screen.query_one("#recent")
        await until(lambda: recent.display is (size == (200, 60)), pilot)
        facts = screen.query_one("#facts", Static)

        def board() -> Board[Any] | None:
            boards = [board for board in screen.query(Board) if board.display]
            return boards[0] if len(boards) == 1 and boards[0].scene else None

        await until(lambda: "Saved. Enter goes on from here." in str(facts.content), pilot)
        has_boards = size == (200, 60)
        await until(
            lambda: not has_boards or (board() and known(known(board()).scene).names == match.names)
        )
        await until(lambda: screen.query(Standing), pilot)
        seats = screen.query_one(Standing)
        await until(lambda: "Ann" in "\n".join(widget_lines(seats)), pilot)
        await pilot.press("down", "down")  # the tutorials lie between
        await until(lambda: str(facts.content).startswith("Caravan (Decktet) · cards\n"), pilot)
        if has_boards:
            await until(
                lambda: board() and known(known(board()).scene).view["game"] == "decktet", pilot
            )
            await until(lambda: static_text(screen, "caption").startswith("An example: "), pilot)
        else:
            await until(lambda: screen.query_one(Emblem).game_id == "decktet", pilot)
            assert screen.query_one(Emblem).display and not known(seats.parent).display
            assert not screen.query(Board), "a part of a board would be cut off"
        for _entry in range(5):
            await pilot.press("down")

        def lists(name: str) -> str:
            """What is told of matches: on the card, and nowhere twice."""
            assert not screen.query_one(f"#recent-{name}").display
            return str(facts.content)

        await until(lambda: "Unfinished\nCaravan · camels  " in lists("saved"), pilot)
        # a large card has a picture there, too; no key is for one
        assert screen.query_one("#board").display == screen.card.has_board
        assert "Tutorial" not in screen_lines(app)[-1] and "Rules" not in screen_lines(app)[-1]
        await pilot.press("down", "down")  # the road lies between
        await until(lambda: "Caravan · cards: new" in lists("daily"), pilot)
        await pilot.press("down", "down")
        await until(lambda: "cards: won, 12" in lists("statistics"), pilot)
        await pilot.press("down")
        await until(lambda: "Colour theme: " in str(facts.content), pilot)
        await app.host.stop()


async def test_the_list_says_how_many_matches_wait_and_whether_the_day_is_new(
    no_workers: None,
) -> None:
    save(random_match("sahara", 3, 2, 20, level="greedy"))
    app = CaravanApp(LocalHost)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, HomeScreen)

        def prompt(place: str) -> str:
            return " ".join(str(screen.menu.get_option(place).prompt).split())

        await until(lambda: app.host_ready.is_set() and screen.overview.badges.get("saved"), pilot)
        assert (
            prompt("saved") == "Saved matches 1 unfinished"
            and prompt("daily") == "Daily desert new"
        )
        titles = [title for title, _about, _open in screen.palette_entries()]
        assert "Daily desert" in titles, "without what is beside it in the list"
        await pilot.resize_terminal(160, 50)
        await until(lambda: "\n" in str(screen.menu.get_option("game.sahara").prompt), pilot)
        titles = [title for title, _about, _open in screen.palette_entries()]
        play = [f"Play {game_name(game)}" for game in registry.ids()]
        assert titles[0] == "Continue" and set(play) < set(titles), "without their signs"
        await app.host.stop()


async def test_a_list_and_a_card_that_have_not_changed_are_not_drawn_anew(
    no_workers: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = CaravanApp(LocalHost)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, HomeScreen)
        await until(lambda: app.host_ready.is_set() and screen.overview.badges.get("daily"), pilot)
        await pilot.press("down")
        await app.workers.wait_for_complete()
        changes: list[str] = []

        def count(widget: OptionList | Static, method: str) -> None:
            change = getattr(widget, method)

            def changed(*arguments: Any) -> None:
                changes.append(method)
                change(*arguments)

            monkeypatch.setattr(widget, method, changed)

        count(screen.menu, "clear_options")
        count(screen.card.facts, "update")
        selected = screen.selected
        screen.fill()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert changes == [] and screen.selected == selected
        save(random_match("sahara", 3, 2, 20, level="greedy"))
        screen.fill()
        assert changes[0] == "clear_options"
        await app.host.stop()


async def test_recent_results_name_assisted_and_watched_matches_too() -> None:
    assisted = replace(result("decktet", 12, 1), assisted=True)
    watched = replace(result("sahara", 7, 1, ("porter", "trader")), me=None)
    text = finished_text([assisted, watched]).plain
    assert "cards: won, 12 (assisted)" in text
    assert "camels: A 7  B 9" in text
    assert "You have not finished" in finished_text([]).plain


async def test_who_has_played_nothing_finds_a_door_to_learn_and_to_play(no_workers: None) -> None:
    app = CaravanApp(LocalHost)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(app, HomeScreen)
        await until(lambda: app.host_ready.is_set() and screen.query("#facts"), pilot)
        await until(lambda: screen.selected == "learn", pilot)
        await until(lambda: "learn Caravan · cards" in static_text(screen, "facts"), pilot)
        await pilot.press("up")
        await until(lambda: "against a Porter" in static_text(screen, "facts"), pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, SetupScreen) and app.screen.focused, pilot)
        assert [seat.kind for seat in screen_of(app, SetupScreen).plan.seats] == [
            "person",
            "porter",
        ]
        await pilot.press("escape", "down", "enter")
        await until(lambda: isinstance(app.screen, TutorialScreen), pilot)
        app.go_home()
        await until(lambda: app.screen is screen, pilot)
        await app.host.stop()
    tutorial_progress.save("decktet", tutorial_progress.Progress(2, 16))
    assert LocalHost().is_newcomer(), "nothing is finished yet"
    tutorial_progress.save("decktet", tutorial_progress.Progress(16, 16, done=True))
    assert not LocalHost().is_newcomer()


@pytest.mark.parametrize("size", [(80, 87), (100, 60), (120, 70), (200, 60)])
async def test_a_third_of_a_tall_home_screen_is_never_empty(
    size: tuple[int, int], no_workers: None
) -> None:
    app = CaravanApp(LocalHost, "unicode")
    async with app.run_test(size=size) as pilot:
        screen = screen_of(app, HomeScreen)

        def empty_rows() -> int:
            below = screen_lines(screen)[screen.query_one(Sky).region.bottom : -1]
            return next((n for n, row in enumerate(reversed(below)) if row.strip()), size[1])

        await until(lambda: screen.query("#menu") and "Quit" in screen_text(screen), pilot)
        await until(lambda: empty_rows() < size[1] / 3, pilot)


async def test_who_left_a_first_match_can_continue_it_or_learn_a_game(no_workers: None) -> None:
    save(random_match("sahara", 3, 2, 20, level="greedy"))
    app = CaravanApp(LocalHost)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, HomeScreen)
        await until(lambda: screen.menu.options, pilot)
        assert [option.id for option in screen.menu.options][:2] == ["continue", "learn"]
        assert screen.selected == "continue"
        await app.host.stop()


async def test_the_door_closes_after_a_first_tutorial_and_the_cursor_stays_with_its_game(
    no_workers: None,
) -> None:
    app = CaravanApp(LocalHost)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, HomeScreen)
        await until(lambda: app.host_ready.is_set() and screen.selected == "learn", pilot)

        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, TutorialScreen), pilot)
        tutorial_progress.save("decktet", tutorial_progress.Progress(16, 16, done=True))
        app.go_home()
        await until(lambda: app.screen is screen, pilot)
        await until(lambda: screen.selected == "game.decktet", pilot)
        assert not {"learn", "first"} & {option.id for option in screen.menu.options}
        # four games are still to be learnt
        assert screen.overview.badges["lessons"] == f"1 of {len(registry.ids())} learnt"
        screen.open_place("lessons")
        await until(lambda: isinstance(app.screen, LessonChooser), pilot)
        assert screen_of(app, LessonChooser).games[-1] == "decktet"
        await until(lambda: app.screen.focused, pilot)
        await pilot.press("escape")
        await until(lambda: app.screen is screen, pilot)
        for game in registry.ids():
            tutorial_progress.save(game, tutorial_progress.Progress(1, 1, done=True))
        screen.fill()
        badge = f"{len(registry.ids())} of {len(registry.ids())} learnt"
        assert screen.overview.badges["lessons"] == badge
        await until(lambda: "Welcome" not in static_text(screen, "facts"), pilot)
        await app.host.stop()


async def test_the_door_closes_after_a_first_match(no_workers: None) -> None:
    app = CaravanApp(LocalHost)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, HomeScreen)
        await until(lambda: app.host_ready.is_set() and screen.selected == "learn", pilot)
        store = Store()
        match = random_match("decktet", 2, 3, 10_000, level="greedy")
        assert match.over
        store.save_now(match)
        store.release_all()
        app.open("statistics")
        await until(lambda: app.screen is not screen, pilot)
        app.go_home()
        await until(lambda: screen.selected == "lessons", pilot)
        assert "Welcome" not in static_text(screen, "facts")
        await app.host.stop()


async def test_every_entry_keeps_its_row_from_the_first_start_on(no_workers: None) -> None:
    app = CaravanApp(LocalHost)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(app, HomeScreen)

        def rows(*first: str) -> list[str]:
            """The entries below the first two, with the rows in which they stand."""
            ids = [option.id or "" for option in screen.menu.options]
            assert tuple(ids[:2]) == first
            return [
                f"{number} {line.strip().partition('  ')[0]}"
                for number, line in enumerate(widget_lines(screen.menu))
                if number > 1 and line.strip()
            ]

        await until(lambda: screen.selected == "learn", pilot)
        await until(lambda: "Quit" in screen_text(screen), pilot)
        at_first = rows("first", "learn")
        assert at_first[-1].endswith("Quit"), "nothing is cut"
        unfinished = random_match("sahara", 3, 2, 20, level="greedy")
        save(unfinished)
        screen.fill()
        await until(lambda: screen.selected == "continue", pilot)
        assert rows("continue", "learn") == at_first
        save(random_match("dice_village", 2, 3, 10_000, level="greedy"))
        Profile().add(result("dice_village", 12, 1))
        screen.fill()
        await until(lambda: not screen.overview.has_welcome, pilot)
        assert rows("continue", "lessons") == at_first
        Store().delete(unfinished.record.id)
        screen.fill()
        await until(lambda: "Play Dice Village again" in screen_text(screen), pilot)
        assert rows("again", "lessons") == at_first
        screen.menu.highlighted = 0
        await until(lambda: "Dice Village" in static_text(screen, "facts"), pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, SetupScreen), pilot)
        assert screen_of(app, SetupScreen).game_id == "dice_village"
        await app.host.stop()


@pytest.mark.parametrize("is_saved", [False, True])
async def test_a_click_on_a_row_of_home_opens_what_enter_opens_there(
    is_saved: bool, no_workers: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_saved:
        save(random_match("sahara", 3, 2, 20, level="greedy"))
    opened: list[str] = []
    monkeypatch.setattr(HomeScreen, "open_place", lambda _home, place: opened.append(place))
    app = CaravanApp(LocalHost)
    async with app.run_test(size=(80, 24)) as pilot:
        home = screen_of(app, HomeScreen)
        await until(lambda: app.host_ready.is_set() and home.overview.records, pilot)
        menu = home.menu
        places = [option.id or "" for option in menu.options]
        assert (places[0] == "continue") == is_saved and len(places) > 8
        for number, option in enumerate(menu.options):
            menu.highlighted = number
            await pilot.press("enter")
            await until(lambda number=number: opened == places[number : number + 1], pilot)
            opened.clear()
            menu.highlighted = (number + 3) % len(places)
            title = str(option.prompt).split("  ")[0]
            (y,) = [
                y for y, line in enumerate(widget_lines(menu)) if line.strip().startswith(title)
            ]
            await pilot.click(menu, offset=(4, y))
            await until(lambda number=number: opened == places[number : number + 1], pilot)
            assert menu.highlighted == number
            opened.clear()
        await app.host.stop()


async def test_the_list_is_empty_until_it_is_known(no_workers: None) -> None:
    class SlowApp(CaravanApp):
        async def start_host(self) -> None:
            """Not yet."""

    app = SlowApp(LocalHost)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(app, HomeScreen)
        assert isinstance(screen, HomeScreen)
        await pilot.press("enter")
        assert not screen.menu.options and app.screen is screen
        await CaravanApp.start_host(app)
        await until(lambda: screen.selected == "learn", pilot)
        await app.host.stop()


async def test_the_keys_of_home_are_those_that_do_something() -> None:
    app = CaravanApp(PreviewHost)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: app.host_ready.is_set() and app.screen.query("#facts"), pilot)
        await until(lambda: screen_lines(app)[-1].startswith("Enter Play"), pilot)
        await pilot.press("end")
        await until(lambda: screen_lines(app)[-1].startswith("Enter Quit"), pilot)
        await pilot.press("f2")
        await until(lambda: isinstance(app.screen, KeysScreen), pilot)
        keys = app.screen
        assert isinstance(keys, KeysScreen)
        listed = [keys.names(names) for _title, group in keys.groups
                  for _text, row in keys.rows(group) for names in row]  # fmt: skip
        assert {"Enter Space", "↓ j", "↑ k", "Ctrl+P", "Ctrl+Q"} <= set(listed)
        assert "c" not in listed, "nothing to continue"


async def test_a_click_on_the_words_of_a_card_plays_teaches_or_opens_the_rules() -> None:
    app = CaravanApp(PreviewHost)
    async with app.run_test(size=(80, 24)) as pilot:
        home = app.screen
        await until(lambda: app.host_ready.is_set() and home.query("#facts"), pilot)
        facts = home.query_one("#facts")
        for words, screen in (
            ("Enter: play", "SetupScreen"),
            ("t: tutorial", "TutorialScreen"),
            ("F1: rules", "RulesScreen"),
        ):
            await until(
                lambda words=words: any(words in line for line in widget_lines(facts)), pilot
            )
            y, line = next((y, line) for y, line in enumerate(widget_lines(facts)) if words in line)
            await pilot.click("#facts", offset=(line.index(words) + 2, y))
            await until(lambda screen=screen: type(app.screen).__name__ == screen, pilot)
            await pilot.press("q")
            await until(lambda: app.screen is home, pilot)


async def test_a_key_of_the_footer_that_was_clicked_tells_its_help_no_more() -> None:
    app = CaravanApp(PreviewHost)
    async with app.run_test(size=(80, 24), tooltips=True) as pilot:
        home = app.screen
        await until(lambda: app.host_ready.is_set(), pilot)

        def keys() -> dict[str, FooterKey]:
            return {key.action: key for key in home.query(FooterKey)}

        # the footer is composed again once there is no match to continue
        await until(lambda: "rules" in keys() and "continue" not in keys(), pilot)
        await pilot.pause()
        key = keys()["rules"]
        assert key.tooltip
        await pilot.click(key)
        await until(lambda: not key.tooltip, pilot)


async def shown_home(pilot: Pilot[Any]) -> HomeScreen:
    """The home screen, once its list is filled."""
    screen = pilot.app.screen
    assert isinstance(screen, HomeScreen)
    await until(lambda: screen.menu.option_count, pilot)
    return screen


async def test_a_newcomer_is_led_on_to_a_tutorial_that_was_left_half_way(no_workers: None) -> None:
    tutorial_progress.save("caravanserai", tutorial_progress.Progress(6, 20))
    async with CaravanApp(LocalHost).run_test(size=(80, 24)) as pilot:
        home = await shown_home(pilot)
        await until(lambda: "Go on learning: hexagons" in screen_text(home), pilot)
        home.menu.highlighted = home.menu.get_option_index("learn")
        await until(lambda: "Step 6 of 20" in static_text(home, "facts"), pilot)
        assert home.overview.game_of("learn") == "caravanserai"


async def test_lessons_say_how_far_each_has_come(no_workers: None) -> None:
    tutorial_progress.save("decktet", tutorial_progress.Progress(6, 17))
    tutorial_progress.save("dice_village", tutorial_progress.Progress(9, 9, done=True))
    async with CaravanApp(LocalHost).run_test(size=(80, 24)) as pilot:
        home = await shown_home(pilot)
        await until(lambda: "1 of 5 learnt" in screen_text(home), pilot)
        assert "Go on learning" in screen_text(home), "the first match is no end of it"
        home.menu.highlighted = home.menu.get_option_index("lessons")
        await until(lambda: "cards: step 6 of 17" in static_text(home, "facts"), pilot)
        assert "Dice Village: learnt" in static_text(home, "facts")
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, LessonChooser), pilot)
        await until(lambda: "step 6 of 17" in screen_text(pilot.app.screen), pilot)


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_way_on_to_the_lessons_stands_apart_from_how_far_they_are(
    language: str, no_workers: None
) -> None:
    tutorial_progress.save("dice_village", tutorial_progress.Progress(9, 9, done=True))
    app = CaravanApp(LocalHost)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown_home(pilot)
        app.apply_settings(settings.changed(app.settings, "language", language))
        entry = {"en": "Go on learning  ", "fr": "Apprendre encore  "}[language]
        await until(lambda: entry in screen_text(screen_of(app, HomeScreen)), pilot)


async def test_the_settings_at_home_call_the_theme_as_the_settings_do() -> None:
    async with CaravanApp(LocalHost).run_test(size=(80, 24)) as pilot:
        home = await shown_home(pilot)
        home.menu.highlighted = home.menu.get_option_index("settings")
        await until(lambda: "Colour theme: Desert night" in static_text(home, "facts"), pilot)


def test_a_sign_stands_on_a_ground_of_its_own_under_the_cursor() -> None:
    text = beside_sign("sahara", Text("camels\n2 to 4"), Pens(palette({}, True)), "#123456")
    plain = beside_sign("sahara", Text("camels\n2 to 4"), Pens(palette({}, True)))
    assert text.plain == plain.plain
    before, after = (one.get_style_at_offset(Console(), 0).bgcolor for one in (plain, text))
    assert before is None and after == Color.parse("#123456")


async def test_while_matches_are_read_a_large_home_screen_says_so(
    no_workers: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_read = asyncio.Event()
    results = LocalHost.results

    async def slow_results(self: LocalHost) -> list[Result]:
        await is_read.wait()
        return await results(self)

    monkeypatch.setattr(LocalHost, "results", slow_results)
    Store().save_now(random_match("decktet", 2, 1, 5))
    async with CaravanApp(LocalHost).run_test(size=(160, 50)) as pilot:
        home = await shown_home(pilot)
        await until(lambda: "reading …" in screen_text(home), pilot)
        is_read.set()
        await until(lambda: "reading …" not in screen_text(home), pilot)
        await app_of(pilot.app).host.stop()


def test_of_two_players_one_has_lost_and_of_more_each_has_a_place() -> None:
    assert rank_words(2, 2) == "lost" and rank_words(2, 3) == "place 2 of 3"


@pytest.mark.parametrize(
    ("age", "what"), [(60, "Last finished"), (0, "Last finished"), (-60, "In progress")]
)
async def test_the_picture_of_a_game_is_of_the_match_played_last_and_says_whether_it_is_over(
    age: int, what: str, no_workers: None
) -> None:
    begun, won = random_match("sahara", 2, 2, 20, level="greedy"), ended("sahara")
    begun.record.changed = won.record.changed - age
    save(begun)
    save(won)
    app = CaravanApp(LocalHost)
    async with app.run_test(size=(160, 50)) as pilot:
        screen = screen_of(app, HomeScreen)
        await until(lambda: app.host_ready.is_set() and screen.overview.newest, pilot)
        screen.menu.highlighted = screen.menu.get_option_index("game.sahara")
        caption = f"{what}: {game_name('sahara')}"
        await until(lambda: static_text(screen, "caption") == caption, pilot)


def test_the_problems_of_the_day_are_counted_as_such() -> None:
    today = daily.today()
    (first, *_more) = [
        of_day for game in registry.ids() if (of_day := problem_of_the_day(game, today))
    ]
    assert problems_badge(problems.load(), 0) == "new"
    problems.add_try(first, True, today)
    assert problems_badge(problems.load(), 0) == "of the day: 0/5", "it was tried from the list"
    problems.add_try(first, True, today, True)
    assert problems_badge(problems.load(), 0) == "of the day: 1/5"


async def test_the_large_picture_follows_the_cursor_to_every_entry(no_workers: None) -> None:
    match = random_match("caravanserai", 2, 2, 20, level="greedy")
    save(match)
    app = CaravanApp(LocalHost)
    async with app.run_test(size=(160, 50)) as pilot:
        screen = screen_of(app, HomeScreen)
        await until(lambda: app.host_ready.is_set() and screen.overview.newest, pilot)

        async def pictured(place: str, caption: str) -> Any:
            screen.menu.highlighted = screen.menu.get_option_index(place)
            await until(lambda: static_text(screen, "caption") == caption, pilot)
            board = screen.query_one("#board")
            shown = [child for child in board.children if child.display and child.id != "caption"]
            assert len(shown) == 1
            return shown[0]

        last = f"Your last match: {game_name('caravanserai')}"
        dice = f"An example: {game_name('dice_village')}"
        await pictured("game.dice_village", dice)
        await pictured("saved", last)
        await pictured("game.dice_village", dice)
        assert isinstance(await pictured("road", "The Road"), RoadMap)
        await pictured("daily", f"An example: {game_name(GAMES[0])}")
        await pictured("settings", last)
        game = f"In progress: {game_name('caravanserai')}"
        await pictured("game.caravanserai", game)
        await pictured("problems", f"Problem of the day: {game_name(GAMES[0])}")
        await pictured("statistics", f"An example: {game_name(registry.by_ease()[0])}")
        await app.host.stop()
