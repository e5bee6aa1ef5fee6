"""Black and white, ASCII: every table draws, and what differs there differs without colour."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from rich.cells import cell_len
from textual.events import CursorPosition

from ai.analysis import Analysis, Point, Swing
from caravan_tui import i18n, settings
from caravan_tui.app import CaravanApp
from caravan_tui.cli.preview import PreviewHost, preview_app, random_match
from caravan_tui.engine.playback import Playback, copy_of
from caravan_tui.games import registry
from caravan_tui.games.caravanserai.pieces import COLOUR_LETTERS
from caravan_tui.games.decktet.pieces import SUIT_LETTERS
from caravan_tui.games.decktet.render import cards as decktet
from caravan_tui.games.sahara.pieces import GOODS
from caravan_tui.games.sahara.render import ground as sahara
from caravan_tui.hosts.local import LocalHost
from caravan_tui.screens.analysis.curves import Curves
from caravan_tui.screens.analysis.screen import AnalysisScreen
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.replay.screen import ReplayScreen
from caravan_tui.screens.rules import RulesScreen
from caravan_tui.screens.setup import SetupScreen
from caravan_tui.screens.table.result import ResultScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.screens.table.tutorial import TutorialScreen
from caravan_tui.terminal.ascii import plain
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.depth import Depth, Pens
from caravan_tui.widgets.drawing.dice import draw_die
from caravan_tui.widgets.drawing.palette import palette
from caravan_tui.widgets.footer import fit_titles
from caravan_tui.widgets.marks import SEAT_GLYPHS, SEAT_LETTERS, SEATS
from tests.support.screen_text import screen_lines, screen_text
from tests.support.screens import screen_of
from tests.support.until import until

SIZES = ((80, 24), (200, 60))

MARKS = (("unicode", SEAT_GLYPHS), ("ascii", SEAT_LETTERS))


@pytest.fixture(autouse=True)
def _no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")


def odd_letters(text: str) -> set[str]:
    """What is not ASCII in a text."""
    return {letter for letter in text if ord(letter) > 127}


def unnamed(app: CaravanApp, names: Sequence[str], marks: str) -> list[str]:
    """The players whose name, cut off or with initials, stands in no row with their mark."""
    rows = screen_lines(app)
    return [
        name
        for name, mark in zip(names, marks, strict=False)
        if not any(
            mark in row and (name[:7] in row or f"{name[0]}. {name.split()[-1][:4]}" in row)
            for row in rows
        )
    ]


@pytest.mark.parametrize("game", registry.ids())
async def test_a_table_in_ascii_names_every_seat_beside_its_own_letter(game: str) -> None:
    seats = registry.spec(game).max_seats
    match = random_match(game, seats, 5, 30, level="greedy" if game == "sahara" else "")
    app = preview_app(match, 0, "ascii")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.position, pilot)
        await until(lambda: not unnamed(app, match.names, SEAT_LETTERS), pilot)
        assert not odd_letters(screen_text(app))


async def test_a_table_names_every_seat_beside_its_own_sign_until_glyphs_are_changed() -> None:
    match = random_match("sahara", 4, 5, 12)
    app = preview_app(match, 0, "unicode")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen) and app.host_ready.is_set(), pilot)
        await until(lambda: not unnamed(app, match.names, SEAT_GLYPHS), pilot)
        app.apply_settings(settings.changed(app.settings, "glyphs", "ascii"))
        await until(lambda: screen_text(app).isascii(), pilot)


@pytest.mark.nightly
@pytest.mark.parametrize("game", registry.ids())
@pytest.mark.parametrize(("glyphs", "marks"), MARKS)
async def test_a_larger_table_names_every_seat_beside_its_own_mark(
    game: str, glyphs: str, marks: str
) -> None:
    seats = registry.spec(game).max_seats
    match = random_match(game, seats, 5, 30, level="greedy" if game == "sahara" else "")
    app = preview_app(match, 0, glyphs)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.position, pilot)
        for size in ((100, 30), (140, 45), (200, 60)):
            await pilot.resize_terminal(*size)
            await until(lambda: not unnamed(app, match.names, marks), pilot)
            assert glyphs == "unicode" or screen_text(app).isascii()


PLACES = ("home", "keys", "palette", "set-up", "rules", "saved", "daily", "statistics", "settings")


@pytest.mark.parametrize(
    ("size", "count"),
    [((80, 24), 3), *(pytest.param(size, 9, marks=pytest.mark.nightly) for size in SIZES)],
)
async def test_every_place_of_the_app_is_drawn_in_ascii_without_colour(
    size: tuple[int, int], count: int, no_workers: None
) -> None:
    app = CaravanApp(LocalHost, "ascii")
    async with app.run_test(size=size) as pilot:
        await until(lambda: app.host_ready.is_set(), pilot)
        home = app.screen
        for place in PLACES[:count]:
            match place:
                case "home":
                    pass
                case "keys":
                    screen_of(app, HomeScreen).action_keys()
                case "palette":
                    app.action_command_palette()
                case "set-up":
                    app.push_screen(SetupScreen("caravanserai"))
                case "rules":
                    app.push_screen(RulesScreen("caravanserai"))
                case _:
                    app.open(place)
            await until(lambda place=place: (app.screen is home) is (place == "home"), pilot)
            await until(lambda: screen_text(app).strip(), pilot)
            assert not odd_letters(screen_text(app)), place
            assert "Resize to at least 80 x 24" not in screen_text(app)
            app.go_home()
            await until(lambda: app.screen is home, pilot)
        await pilot.resize_terminal(79, size[1])
        await until(lambda: "Resize to at least 80 x 24" in screen_text(app), pilot)
        assert not odd_letters(screen_text(app))
        await app.host.stop()


@pytest.mark.parametrize(
    ("game", "glyphs", "size"),
    [
        ("sahara", "ascii", SIZES[0]),
        *(
            pytest.param(game, glyphs, size, marks=pytest.mark.nightly)
            for game in registry.ids()
            for glyphs in dict(MARKS)
            for size in SIZES
        ),
    ],
)
async def test_result_replay_analysis_and_tutorial_name_every_seat_beside_its_own_mark(
    game: str, glyphs: str, size: tuple[int, int]
) -> None:
    seats = min(4, registry.spec(game).max_seats)
    matches = (random_match(game, seats, seed, 6000) for seed in range(1, 30))
    match = next(match for match in matches if match.over)
    marks = dict(MARKS)[glyphs]
    playback = Playback(copy_of(match))
    analysis = Analysis()
    for step in playback.steps[:40]:
        values = [0.1 + 0.25 * seat for seat in range(seats)]
        analysis.points.append(Point(step.ply, step.actor, values))
    analysis.swings.extend(
        Swing(playback.steps[2 + seat].ply, seat, 0.4 - 0.2 * seat) for seat in range(seats)
    )
    analysis_screen = AnalysisScreen(playback, [0])
    analysis_screen.analysis, analysis_screen.seat = analysis, None  # a hill for each seat
    app = preview_app(match, 0, glyphs)
    async with app.run_test(size=size) as pilot:
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        replay = ReplayScreen(playback, [0], playback.last // 2)
        for screen in (app.screen, replay, analysis_screen, TutorialScreen(game, "Ann")):
            if screen is not app.screen:
                app.push_screen(screen)
            is_tutorial = isinstance(screen, TutorialScreen)
            names = () if is_tutorial else match.names
            await until(lambda screen=screen: app.screen is screen, pilot)
            await until(
                lambda names=names: screen_text(app).strip() and not unnamed(app, names, marks),
                pilot,
            )
            if glyphs == "ascii":
                assert not odd_letters(screen_text(app)), type(screen).__name__
            if screen is analysis_screen:
                region = screen.query_one(Curves).region
                curves = "".join(screen_lines(app)[region.y : region.bottom])
                assert all(mark in curves for mark in marks[:seats])
            if screen is replay:
                app.pop_screen()


@pytest.mark.parametrize("text", ["─│╭", "⏎ Enter", "é À ß", "日本", "🔎x", "e\u0301", "…×●"])
def test_what_is_replaced_keeps_its_width(text: str) -> None:
    assert plain(text).isascii()
    assert cell_len(plain(text)) == cell_len(text)


def test_french_has_no_letter_without_one_in_ascii() -> None:
    texts = (i18n.LOCALE / "fr" / "LC_MESSAGES" / "caravan_tui.po").read_text("utf-8")
    assert not {letter for letter in texts if letter != "?" and "?" in plain(letter)}


def test_the_longest_words_of_a_footer_are_cut_first() -> None:
    assert fit_titles(["Choix", "Chameau", "Annuler"], 17) == ["Choix", "Cham.", "Annuler"]
    assert fit_titles(["Choix", "Chameau", "Annuler"], 19) == ["Choix", "Chameau", "Annuler"]
    assert fit_titles(["Fin", "Conseil"], 1) == ["Fin", "Cons."]


def test_no_two_seats_share_a_mark() -> None:
    assert len(set(SEAT_GLYPHS)) == len(set(SEAT_LETTERS)) == SEATS


@pytest.mark.parametrize("ascii_only", [False, True])
def test_goods_suits_and_dice_differ_without_colour(ascii_only: bool) -> None:
    assert len(set(sahara.LETTERS)) == len(GOODS)
    assert len(set(COLOUR_LETTERS)) == 5
    suits = len(SUIT_LETTERS)
    assert len({decktet.suit_mark(suit, ascii_only) for suit in range(suits)}) == suits
    pens = Pens(palette({}, True), Depth.NONE, ascii_only)
    drawn_dice = set()
    for face in range(1, 7):
        for chosen in (False, True):
            canvas = Canvas(7, 3, pens)
            draw_die(canvas, 0, 0, face, pens.palette.face[face - 1], chosen=chosen)
            drawn_dice.add(tuple(canvas.line(y) for y in range(3)))
    assert len(drawn_dice) == 12


@pytest.mark.parametrize(("glyphs", "is_ascii"), [("auto", True), ("unicode", False)])
async def test_wide_half_blocks_turn_ascii_on_unless_unicode_is_set(
    glyphs: str, is_ascii: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("TERM", "xterm-256color")
    app = CaravanApp(PreviewHost, glyphs)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: "Caravanserai" in screen_text(app), pilot)
        app.post_message(CursorPosition(4, 0))  # as Ctrl+F3 is sent
        await pilot.pause()
        assert not app.has_wide_blocks, "nobody asked"
        app.asks_block_width = True
        app.post_message(CursorPosition(2, 0))
        await until(lambda: app.has_wide_blocks, pilot)
        assert app.ascii is app.has_class("-ascii") is is_ascii
        assert bool(odd_letters(screen_text(app))) is not is_ascii


def test_a_ligature_is_two_letters_where_a_blank_follows_its_word() -> None:
    assert plain("Nœuds  +1") == "Noeuds +1" and plain("Nœuds ") == "Noeuds"
    assert plain("Nœuds +1") == "Neuds +1", "else it keeps its cell"
