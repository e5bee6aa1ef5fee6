"""Black and white, ASCII: every table draws, and what differs there differs without colour."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from ai.analysis import Analysis, Point, Turn
from caravan_tui import settings, words
from caravan_tui.app import CaravanApp
from caravan_tui.engine.playback import Playback, copy_of
from caravan_tui.games import registry
from caravan_tui.games.caravanserai import faces as caravanserai
from caravan_tui.games.decktet import faces as decktet
from caravan_tui.games.sahara import faces as sahara
from caravan_tui.games.sahara.desert import GOODS
from caravan_tui.plain import plain
from caravan_tui.preview import preview_app, random_match
from caravan_tui.screens.analysis import AnalysisScreen
from caravan_tui.screens.gate import GateScreen
from caravan_tui.screens.local import LocalHost
from caravan_tui.screens.replay import ReplayScreen
from caravan_tui.screens.result import ResultScreen
from caravan_tui.screens.rules import RulesScreen
from caravan_tui.screens.setup import SetupScreen
from caravan_tui.screens.table import TableScreen
from caravan_tui.screens.tutorial import TutorialScreen
from caravan_tui.widgets.dice import die_rows
from caravan_tui.widgets.footer import fitting
from caravan_tui.widgets.marks import SEAT_GLYPHS, SEAT_LETTERS, SEATS
from caravan_tui.widgets.plot import Plot
from tests.app.app_help import until
from tests.nights import mostly_by_night


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    monkeypatch.setenv("NO_COLOR", "1")


def drawn(screen: TableScreen) -> str:
    """All characters on the screen, a line a row."""
    strips = screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


@pytest.mark.parametrize("game", registry.ids())
@pytest.mark.parametrize(
    ("glyphs", "size"),
    [
        ("unicode", (80, 24)),
        ("ascii", (80, 24)),
        ("ascii", (100, 30)),
        ("unicode", (140, 45)),
        ("ascii", (200, 60)),
    ],
)
async def test_a_table_without_colour_names_every_seat_beside_its_own_mark(
    game: str, glyphs: str, size: tuple[int, int]
) -> None:
    seats = registry.spec(game).max_seats
    match = random_match(game, seats, 5, 30, level="greedy" if game == "sahara" else "")
    app = preview_app(match, 0, glyphs)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.position)
        await pilot.pause(0.1)
        text = drawn(app.screen)
        marks = SEAT_LETTERS if glyphs == "ascii" else SEAT_GLYPHS
        assert glyphs == "unicode" or text.isascii()
        for seat, name in enumerate(match.names):
            assert any(name[:8] in line and marks[seat] in line for line in text.splitlines()), (
                f"{name} without {marks[seat]}"
            )


PLACES = ("home", "saved", "daily", "statistics", "settings", "keys", "palette", "gate")


@pytest.mark.parametrize("size", mostly_by_night([(80, 24), (200, 60)]))
async def test_every_place_of_the_app_is_drawn_in_ascii_without_colour(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(self: LocalHost) -> None:
        """No workers: nobody thinks here."""

    monkeypatch.setattr(LocalHost, "start", nothing)
    app = CaravanApp(LocalHost, "ascii")
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.host is not None)
        for place in PLACES:
            if place == "saved":
                app.screen.action_saved()
            elif place == "keys":
                app.screen.action_keys()
            elif place == "palette":
                app.action_command_palette()
            elif place == "gate":
                app.push_screen(GateScreen())
            elif place != "home":
                app.host.go(app, place)
            await pilot.pause(0.1)
            text = drawn(app.screen)
            assert len(text.splitlines()) == size[1], place
            odd = {letter for letter in text if ord(letter) > 127}
            assert not odd, f"{place}: {odd}"
            if len(app.screen_stack) > 2:
                app.pop_screen()
        for screen in (SetupScreen("caravanserai"), RulesScreen("caravanserai")):
            app.push_screen(screen)
            await pilot.pause(0.1)
            assert drawn(screen).isascii()
            app.pop_screen()
        await app.host.stop()


@pytest.mark.parametrize("game", registry.ids())
async def test_result_replay_and_tutorial_are_drawn_in_ascii_without_colour(game: str) -> None:
    match = next(m for m in (random_match(game, 2, seed, 6000) for seed in range(1, 30)) if m.over)
    app = preview_app(match, 0, "ascii")
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ResultScreen))
        await pilot.pause(0.1)
        text = drawn(app.screen)
        assert text.isascii()
        for seat, name in enumerate(match.names):
            rows = [line for line in text.splitlines() if name in line]
            assert any(SEAT_LETTERS[seat] in row for row in rows), f"{name} without its mark"
        back = Playback(copy_of(match))
        for screen in (ReplayScreen(back, [0], match.version // 2), TutorialScreen(game, "Ann")):
            app.push_screen(screen)
            await until(pilot, lambda screen=screen: app.screen is screen)
            await pilot.pause(0.2)
            odd = {letter for letter in drawn(screen) if ord(letter) > 127}
            assert not odd, f"{type(screen).__name__}: {odd}"
            assert drawn(screen).strip()
            app.pop_screen()


@pytest.mark.parametrize("game", registry.ids())
@pytest.mark.parametrize(
    ("glyphs", "size"),
    [
        pytest.param("unicode", (80, 24), marks=pytest.mark.nightly),
        ("ascii", (80, 24)),
        pytest.param("ascii", (200, 60), marks=pytest.mark.nightly),
    ],
)
async def test_looking_back_and_analysis_name_every_seat_beside_its_own_mark(
    game: str, glyphs: str, size: tuple[int, int]
) -> None:
    seats = min(4, registry.spec(game).max_seats)
    match = next(
        m for m in (random_match(game, seats, seed, 6000) for seed in range(1, 30)) if m.over
    )
    app = preview_app(match, 0, glyphs)
    marks = SEAT_LETTERS if glyphs == "ascii" else SEAT_GLYPHS
    back = Playback(copy_of(match))
    found = Analysis()
    for step in back.steps[:40]:
        values = [0.1 + 0.25 * seat for seat in range(seats)]
        found.points.append(Point(step.ply, step.actor, values))
    found.turns.extend(
        Turn(back.steps[2 + seat].ply, seat, 0.4 - 0.2 * seat) for seat in range(seats)
    )
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ResultScreen))
        analysis = AnalysisScreen(back, [0])
        analysis.found = found
        for screen in (ReplayScreen(back, [0], back.last // 2), analysis):
            app.push_screen(screen)
            await until(pilot, lambda screen=screen: app.screen is screen)
            await pilot.pause(0.2)
            text = drawn(screen)
            if glyphs == "ascii":
                assert not {letter for letter in text if ord(letter) > 127}
            for seat, name in enumerate(match.names):
                assert any(
                    name[:8] in line and marks[seat] in line for line in text.splitlines()
                ), f"{type(screen).__name__}: {name} without {marks[seat]}"
            if screen is not analysis:
                app.pop_screen()
        region = analysis.query_one(Plot).region
        curves = "".join(text.splitlines()[region.y : region.bottom])
        assert all(mark in curves for mark in marks[:seats])


async def test_glyphs_change_while_the_app_runs() -> None:
    app = preview_app(random_match("sahara", 4, 5, 12), 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.host is not None)
        await until(pilot, lambda: not drawn(app.screen).isascii())
        app.take_settings(settings.changed(app.settings, "glyphs", "ascii"))
        await until(pilot, lambda: drawn(app.screen).isascii())


@pytest.mark.parametrize("text", ["─│╭", "⏎ Enter", "é À ß", "日本", "🔎x", "e\u0301", "…×●"])
def test_what_is_replaced_keeps_its_width(text: str) -> None:
    assert plain(text).isascii()
    assert cell_len(plain(text)) == cell_len(text)


def test_french_has_no_letter_without_one_in_ascii() -> None:
    texts = (words.LOCALE / "fr" / "LC_MESSAGES" / "caravan_tui.po").read_text("utf-8")
    assert not {letter for letter in texts if letter != "?" and "?" in plain(letter)}


def test_the_longest_words_of_a_footer_are_cut_first() -> None:
    assert fitting(["Choix", "Chameau", "Annuler"], 17) == ["Choix", "Cham.", "Annuler"]
    assert fitting(["Choix", "Chameau", "Annuler"], 19) == ["Choix", "Chameau", "Annuler"]
    assert fitting(["Fin", "Conseil"], 1) == ["Fin", "Cons."]


def test_no_two_seats_share_a_mark() -> None:
    assert len(set(SEAT_GLYPHS)) == len(set(SEAT_LETTERS)) == SEATS


@pytest.mark.parametrize("ascii_only", [False, True])
def test_goods_suits_and_dice_differ_without_colour(ascii_only: bool) -> None:
    assert len(set(sahara.LETTERS)) == len(GOODS)
    assert len(set(caravanserai.LETTERS)) == len(caravanserai.GOODS)
    suits = len(decktet.SUIT_LETTERS)
    assert len({decktet.suit_mark(suit, ascii_only) for suit in range(suits)}) == suits
    faces = {tuple(die_rows(face, False, False, ascii_only)) for face in range(1, 7)}
    assert len(faces) == 6
    states = {tuple(die_rows(3, *state, ascii_only)) for state in ((False, False), (True, False))}
    assert len(states) == 2
