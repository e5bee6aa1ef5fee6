"""The table screen around any board: lists, typing, undo, covers, results, a match to its end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from textwrap import wrap
from typing import Any

import msgspec
import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Static
from textual.widgets._toast import ToastRack

from ai.hint import Hint, advice_of, explain
from caravan_tui.bus.hosted_match import Services
from caravan_tui.bus.messages import Candidate, MoveReport, SearchResult
from caravan_tui.bus.table import TableHost
from caravan_tui.cli import preview
from caravan_tui.cli.preview import preview_app, random_match
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.games.ahldarahd import actions as ahldarahd
from caravan_tui.games.caravanserai import actions as caravanserai
from caravan_tui.games.caravanserai.board import Board as CaravanseraiBoard
from caravan_tui.games.dice_village import actions as dice
from caravan_tui.games.sahara import actions as sahara
from caravan_tui.games.sahara.board import Board as SaharaBoard
from caravan_tui.games.sahara.moves import marks_of
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.screens.keys import KeysScreen
from caravan_tui.screens.rules import RulesScreen
from caravan_tui.screens.table import feedback as feedback_line
from caravan_tui.screens.table import hint as hint_module
from caravan_tui.screens.table import hints
from caravan_tui.screens.table.cover import Cover
from caravan_tui.screens.table.headline import Headline
from caravan_tui.screens.table.help import HelpWindow
from caravan_tui.screens.table.result import ResultScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.screens.table.side_window import SideWindow
from caravan_tui.screens.table.why_window import (
    LEAST_COLUMNS,
    LEAST_ROWS,
    WhyWindow,
    free_end,
)
from caravan_tui.terminal.compat import FooterKey
from caravan_tui.widgets.chooser import Chooser
from caravan_tui.widgets.drawn_board import DrawnBoard
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.prompt import NewsItem, Prompt
from caravan_tui.widgets.question import Question
from caravan_tui.widgets.wrapping import without_common_end
from tests.nights import mostly_nightly
from tests.support.canvases import canvas_of
from tests.support.dialogs import refusal, type_in
from tests.support.known import known
from tests.support.screen_app import BoardApp, WidgetApp
from tests.support.screen_text import screen_lines, screen_text, widget_lines
from tests.support.screens import app_of, screen_of, tables_of
from tests.support.until import until

GAMES = registry.ids()


def at_decision(game: str, seats: int = 2, seed: int = 1, plies: int = 8) -> Match:
    """A match in which seat 0 is to decide."""
    match = random_match(game, seats, seed, plies)
    while match.to_act != 0:
        match.act(match.to_act, match.legal(match.to_act)[0])
    return match


@asynccontextmanager
async def table(
    match: Match, size: tuple[int, int] = (80, 24), seat: int | None = 0, glyphs: str = "unicode"
) -> AsyncIterator[Pilot[Any]]:
    app = preview_app(match, seat, glyphs)
    async with app.run_test(size=size) as pilot:
        await until(lambda: len(app.screen_stack) > 1, pilot)
        screen = app.screen_stack[1]
        assert isinstance(screen, TableScreen)
        await until(lambda: screen.position is not None, pilot)
        yield pilot


def feedback(pilot: Pilot[Any]) -> str:
    return str(pilot.app.screen.query_one(Prompt).query_one("#feedback", Static).content)


@pytest.mark.parametrize("game", mostly_nightly(GAMES))
async def test_a_move_is_chosen_from_the_list_of_all_or_typed_and_nonsense_gets_an_example(
    game: str,
) -> None:
    match = at_decision(game)
    legal, version = match.legal(0), match.version
    async with table(match) as pilot:
        app, screen = pilot.app, screen_of(pilot.app, TableScreen)
        moves = match.game.moves_for(legal, match.view(0), match.names)
        first = moves[0].actions[0]
        await pilot.press("m")
        await until(lambda: isinstance(app.screen, Chooser), pilot)
        assert len(screen_of(app, Chooser).choices) >= len(moves)
        await pilot.press("enter")
        if moves[0].endings:
            asks = moves[0].asks
            await until(lambda: asks in screen_text(app), pilot)
            await pilot.press("enter")
        await until(lambda: match.version > version, pilot)
        assert match.record.log[version] == first, "the first of the list is played"

        while match.to_act != 0:
            match.act(match.to_act, match.legal(match.to_act)[0])
        view, legal, version = match.view(0), match.legal(0), match.version
        tables_of(app).assist(match.record.id)  # has the table publish the position
        await until(
            lambda: app.screen is screen and known(screen.position).version == version, pilot
        )
        await pilot.press("colon")
        await type_in(pilot, "castle kingside")
        wrong = await refusal(pilot)
        assert "castle kingside" in wrong
        example = wrong.rpartition(": ")[2].partition(", ")[0]
        assert example in [match.game.notation(action, view) for action in legal]
        await type_in(pilot, match.game.notation(legal[-1], view))
        await until(lambda: match.version > version, pilot)
        assert match.record.log[version] == legal[-1]


async def test_undo_takes_back_and_redo_plays_again() -> None:
    match = at_decision("caravanserai", plies=12)
    async with table(match) as pilot:
        version, legal = match.version, match.legal(0)
        screen_of(pilot.app, TableScreen).play(legal[0])
        await until(lambda: match.version > version, pilot)
        await until(
            lambda: known(screen_of(pilot.app, TableScreen).position).version == match.version,
            pilot,
        )
        await pilot.press("u")
        await until(lambda: match.version == version, pilot)
        await until(lambda: known(screen_of(pilot.app, TableScreen).position).redo, pilot)
        await pilot.press("r")
        await until(lambda: match.version > version, pilot)
        assert match.record.log[version] == legal[0]


async def test_a_key_that_can_do_nothing_now_says_why_and_again_in_another_way() -> None:
    async with table(random_match("decktet", 2, 3, 0)) as pilot:
        texts = []
        for _press in range(3):
            await pilot.press("r")
            texts.append(feedback(pilot))
        assert texts == ["! There is nothing to redo.", "!  There is nothing to redo.", texts[0]]
        await pilot.press("u")
        assert feedback(pilot) == "! There is nothing to undo."
        for key, name in (("f12", "F12"), ("at", "@"), ("ctrl+y", "Ctrl+Y")):
            await pilot.press(key)
            assert f"{name} does nothing here" in feedback(pilot)
        await pilot.press("r")
        assert "does nothing here" not in feedback(pilot)


@pytest.mark.parametrize("game", registry.ids())
async def test_a_complaint_about_a_key_does_not_outlast_what_another_key_opens(game: str) -> None:
    async with table(at_decision(game, plies=4), (80, 24)) as pilot:
        line = pilot.app.screen.query_one("#feedback", Static)
        for opens in ("m", "o", "i"):
            await pilot.press("alt+w")  # a terminal makes it of Esc and a key at once
            await until(lambda: "Alt+W does nothing here" in str(line.content), pilot)
            await pilot.press(opens)
            await until(lambda: "does nothing" not in str(line.content), pilot)
            await pilot.press("escape")
            await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)


async def test_a_key_of_a_running_match_says_at_the_end_that_the_match_is_over() -> None:
    async with table(random_match("dice_village", 2, 4, 3000)) as pilot:
        app = pilot.app
        await until(
            lambda: isinstance(app.screen, ResultScreen) and app.screen.takes_answers, pilot
        )
        await pilot.press("t")
        await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)
        asked = str(pilot.app.screen.query_one("#asked", Static).content)
        assert asked == "Press Enter or click here to see the result."
        for key in ("m", "f4", "u", "e"):
            screen_of(pilot.app, TableScreen).prompt.show_feedback("")
            await pilot.press(key)
            assert feedback(pilot) == "! The match is over. Enter shows the result.", key
        await pilot.press("at")
        assert "@ does nothing here" in feedback(pilot)


async def test_a_question_is_put_anew_for_a_narrower_terminal_and_keeps_what_stands_below() -> None:
    async with table(at_decision("dice_village", plies=4), (160, 40)) as pilot:
        asked = pilot.app.screen.query_one("#asked", Static)
        await until(lambda: len(str(asked.content)) > 78, pilot)
        await pilot.press("h")  # there is no hint here: something is said below the question
        await until(lambda: feedback(pilot), pilot)
        below = feedback(pilot)
        await pilot.resize_terminal(80, 24)
        await until(lambda: 0 < len(str(asked.content)) <= 78, pilot)
        assert feedback(pilot) == below
        await pilot.resize_terminal(160, 40)
        await until(lambda: len(str(asked.content)) > 78, pilot)


async def test_a_space_of_the_camels_is_described_anew_for_a_narrower_terminal() -> None:
    async with table(at_decision("sahara", 3, plies=40), (160, 40)) as pilot:
        for key in ("right", "down") * 12:  # to a space of which much is to be said
            await pilot.press(key)
            await pilot.pause()
            if len(feedback(pilot)) > 78:
                break
        wide = feedback(pilot)
        assert len(wide) > 78
        await pilot.resize_terminal(80, 24)
        await until(lambda: 0 < len(feedback(pilot)) <= 78, pilot)
        assert wide.startswith(feedback(pilot).partition(" · ")[0])
        await pilot.resize_terminal(160, 40)
        await until(lambda: feedback(pilot) == wide, pilot)


async def test_a_key_out_of_turn_says_why_it_does_nothing() -> None:
    match = random_match("decktet", 2, 1, 4)
    other = 1 - match.to_act
    async with table(match, seat=other) as pilot:
        for key in ("m", "colon", "H"):
            screen_of(pilot.app, TableScreen).prompt.show_feedback("")
            await pilot.press(key)
            assert feedback(pilot).startswith("!"), key


async def test_a_notice_leaves_what_is_asked_in_sight() -> None:
    app = preview_app(at_decision("decktet"), 0)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen), pilot)
        app.screen.notify("From now on this match counts as assisted.")
        holders = app.screen.get_child_by_type(ToastRack).children
        await until(lambda: any(holder.children[0].region for holder in holders), pilot)
        toast = holders[0].children[0].region
        assert toast.height and toast.bottom <= app.screen.query_one(Prompt).region.y


async def test_an_open_log_leaves_hand_and_moves_in_sight_and_one_plays_on() -> None:
    async with table(at_decision("decktet", plies=24)) as pilot:
        screen = screen_of(pilot.app, TableScreen)
        await pilot.press("o")
        await until(lambda: screen.body.side.region.height == 10, pilot)
        side, lines = screen.body.side.region, screen_lines(screen)
        assert isinstance(screen.board, DrawnBoard)
        targets = canvas_of(screen.board).targets
        hand = screen.board.region.y + min(
            y for _x, y, *_, target in targets if target[0] == "card"
        )
        assert side.width == 80 and side.bottom <= hand
        foot = lines[side.bottom - 1]
        assert "o or Esc closes the log" in foot and "scroll" in foot
        version = known(screen.position).version
        screen.board.choose(known(screen.position).legal[0])
        await until(lambda: known(screen.position).version > version, pilot)
        assert screen.body.is_log_visible


async def test_an_open_log_is_as_high_as_its_lines_and_its_frame_leads_on() -> None:
    async with table(at_decision("sahara", plies=3)) as pilot:
        screen = screen_of(pilot.app, TableScreen)
        log, frame = screen.body.match_log, screen.body.side
        await pilot.press("o")
        await until(lambda: frame.region.height > 0, pilot)
        assert log.region.height == len(log.rows()) == frame.region.height - 2
        await until(lambda: "closes the log" in str(frame.border_subtitle), pilot)
        foot = str(frame.border_subtitle)
        assert "more" not in foot and "scroll" not in foot, "all of it can be seen"
        screen.body.show_lines(log.lines * 9, 0)
        await until(lambda: "▲ more" in screen_lines(screen)[frame.region.bottom - 1], pilot)
        await pilot.click(offset=(frame.region.x + 1, frame.region.bottom - 1))  # beside its words
        await until(lambda: not screen.body.is_log_visible, pilot)
        await pilot.press("o")
        await until(lambda: frame.region.height > 0, pilot)
        await pilot.click(offset=(40, frame.region.y))
        await until(lambda: isinstance(pilot.app.screen, WhyWindow), pilot)


async def test_rules_keys_log_and_why_open_by_key_and_by_mouse() -> None:
    match = at_decision("decktet")
    match.record.assisted = True
    async with table(match) as pilot:
        app, screen = pilot.app, screen_of(pilot.app, TableScreen)
        await pilot.press("f1")
        await until(lambda: isinstance(app.screen, RulesScreen), pilot)
        await pilot.press("escape")
        await pilot.click("#way-keys")
        await until(lambda: isinstance(app.screen, KeysScreen), pilot)
        await pilot.press("escape")
        for is_open in (True, False):
            await pilot.click("#way-log")
            assert screen.body.is_log_visible is is_open
        # each key opens its own window, and closes it as Escape does
        for key, window in (
            ("w", "why"), ("w", ""), ("o", "log"), ("o", ""), ("w", "why"), ("escape", ""),
            ("o", "log"), ("escape", ""),
        ):  # fmt: skip
            await pilot.press(key)
            await until(lambda window=window: window_over_board(screen) == window, pilot)
        await pilot.press("o", "w")  # why closes the log, whose lines it would cut
        await until(lambda: isinstance(app.screen, WhyWindow), pilot)
        assert not screen.body.is_log_visible
        await pilot.press("escape")
        await pilot.press("o")  # over the board, until there is room beside it
        await pilot.resize_terminal(118, 24)
        side, board = screen.body.side, screen.board
        await until(lambda: side.region.x == board.region.right == 118 - 34, pilot)


async def test_a_click_on_a_key_in_the_foot_of_the_log_does_what_the_key_does() -> None:
    async with table(random_match("decktet", 2, 3, 40)) as pilot:
        screen = screen_of(pilot.app, TableScreen)
        await pilot.press("o")
        side, log = screen.body.side, screen.body.match_log
        await until(lambda: "PgUp" in (side.border_subtitle or ""), pilot)
        last = log.scroll_y
        column = screen_lines(pilot.app)[side.region.bottom - 1].index("PgUp")
        await pilot.click(offset=(column, side.region.bottom - 1))
        await until(lambda: log.scroll_y < last, pilot)
        assert screen.body.is_log_visible
        column = screen_lines(pilot.app)[side.region.bottom - 1].index("Esc")
        await pilot.click(offset=(column, side.region.bottom - 1))
        await until(lambda: not screen.body.is_log_visible, pilot)


@pytest.mark.parametrize("game", registry.ids())
async def test_escape_closes_the_legend_that_stands_in_place_of_something_else(game: str) -> None:
    async with table(at_decision(game)) as pilot:
        board = screen_of(pilot.app, TableScreen).board
        if isinstance(board, CaravanseraiBoard):
            await until(lambda: not board.selection.lacks_ends, pilot)
        before = widget_lines(board)
        await pilot.press("v" if game == "decktet" else "i")
        await until(lambda: board.shows_legend and widget_lines(board) != before, pilot)
        await pilot.press("escape")
        await until(lambda: not board.shows_legend and widget_lines(board) == before, pilot)


def window_over_board(screen: TableScreen) -> str:
    """What covers the board: the log, the why window, or nothing."""
    if isinstance(screen.app.screen, WhyWindow):
        return "why"
    return "log" if screen.body.covers_board and screen.body.match_log.size.height else ""


@pytest.mark.parametrize("game", GAMES)
async def test_why_covers_nothing_of_the_turn_that_it_speaks_of(game: str) -> None:
    match = at_decision(game, plies=30 if game == "ahldarahd" else 12)
    while match.to_act != 1:
        match.act(match.to_act, match.legal(match.to_act)[0])
    match.record.assisted = True
    async with table(match) as pilot:
        screen = screen_of(pilot.app, TableScreen)
        mover = screen.connection.table(1)
        while match.to_act == 1:
            await mover.act(match.version, match.legal(1)[0])
        await pilot.press("f")  # what is held is shown at once
        await until(lambda: known(screen.position).version == match.version, pilot)
        screen.receive(thought_of(match, 1, 30, 18, 2))
        await pilot.press("w")
        await until(lambda: isinstance(pilot.app.screen, WhyWindow), pilot)
        await until(lambda: "Why this move?" in "\n".join(screen_lines(pilot.app)), pilot)
        assert match.names[1] in "\n".join(screen_lines(pilot.app))
        board, window = screen.board, pilot.app.screen.query_one("#window").region
        rows = {board.region.y + row for row in board.rows_explained(1)}
        assert bool(rows) is (game in ("sahara", "dice_village", "ahldarahd"))
        if rows:
            assert window.width == 80, "a move takes a row"
            assert not rows & {*window.line_range}
        elif board.COLUMNS_ASIDE:
            assert window.x == 80 - max(board.COLUMNS_ASIDE, LEAST_COLUMNS)
        else:  # below the cards of the season
            assert window.y >= board.region.y + 11 and window.bottom <= 23


@pytest.mark.parametrize(
    ("rows", "is_above", "most"),
    [
        (range(1, 7), False, 16), (range(12, 22), True, 11), ((5, 20), False, LEAST_ROWS),
        ((2, 18, 20), True, LEAST_ROWS),
    ],
)  # fmt: skip
def test_why_takes_the_end_of_the_screen_where_less_of_the_turn_lies(
    rows: Sequence[int], is_above: bool, most: int
) -> None:
    assert free_end(rows, height=24) == (is_above, most)


async def test_escape_closes_the_why_panel_beside_the_board() -> None:
    async with table(at_decision("sahara", 2), size=(140, 45)) as pilot:
        screen = screen_of(pilot.app, TableScreen)
        await pilot.press("w")
        await until(lambda: screen.why.panel.size.height > 0, pilot)
        assert "w or Esc closes" in str(screen.query_one("#way-why", Static).render())
        await pilot.press("escape")
        await until(lambda: not screen.why.panel.is_open, pilot)
        assert pilot.app.screen is screen


@pytest.mark.parametrize("game", mostly_nightly(registry.ids()))
async def test_the_why_panel_gives_the_reasons_of_a_hint(game: str) -> None:
    match = at_decision(game)
    match.record.assisted = True
    seat = match.to_act
    async with table(match, size=(140, 50)) as pilot:
        report = thought_of(match, seat, 30, 18, 2)
        reasons = advice_of(
            match.game, [(report.result.action, known(report.view))], match.names
        ).reasons
        await pilot.press("w")
        screen_of(pilot.app, TableScreen).receive(report)
        text = " ".join(" ".join(panel(pilot)).split())
        for reason in reasons:
            assert f"• {reason}" in text


async def test_the_moves_of_the_why_panel_stand_in_the_order_of_their_chances() -> None:
    match = at_decision("sahara", 4)
    async with table(match, size=(140, 45)) as pilot:
        await pilot.press("w")
        screen_of(pilot.app, TableScreen).receive(thought_of(match, 1, 30, 18, 2, step=-0.03))
        await until(lambda: any(line.endswith("%") for line in panel(pilot)), pilot)
        moves = [line for line in panel(pilot) if line.endswith("%")]
        assert [line.split()[-1] for line in moves] == ["45%", "42%", "39%"]
        assert moves[-1].startswith("►"), "the move played"
        text = " ".join(" ".join(panel(pilot)).split())
        assert "Another move may bring more, but that is less certain." in text
        assert "tried" not in text, "it speaks of the game, not of the search"


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_the_why_panel_says_of_other_moves_why_they_are_less_good(
    size: tuple[int, int],
) -> None:
    match = random_match("sahara", 3, 3, 30, level="greedy")
    seat = match.to_act
    view, legal = match.view(seat), match.legal(seat)
    best = next(act for act in legal if "delivers hides" in match.game.describe(act, view))
    others = [act for act in legal if "moves hides" in match.game.describe(act, view)][:2]
    tried = [
        Candidate(act, 30 - place, [0.5 - 0.1 * place] * 3)
        for place, act in enumerate([best, *others])
    ]
    report = MoveReport(
        match.record.id, seat, match.version, SearchResult("1", best, 40, 0.05, tried), view
    )
    async with table(match, size) as pilot:
        screen_of(pilot.app, TableScreen).receive(report)
        await pilot.press("w")
        await until(lambda: "chance to win" in shown_text(pilot), pilot)
        text = " ".join(shown_text(pilot).split())
        assert text.count("brings 3 points less") == 1, "once, below both"
        assert "brings 3 points less" in text.partition("30%")[2]
        assert "less" not in text.partition("40%")[0], "nothing is said against the move played"


async def test_a_move_little_behind_the_best_is_about_as_good_in_the_why_panel() -> None:
    match = at_decision("sahara", 4)
    async with table(match, size=(140, 45)) as pilot:
        await pilot.press("w")
        screen_of(pilot.app, TableScreen).receive(thought_of(match, 1, 30, 18, step=-0.01))
        await until(lambda: any(line.endswith("%") for line in panel(pilot)), pilot)
        assert "It is about as good as the best." in " ".join(" ".join(panel(pilot)).split())


@pytest.mark.parametrize("width", [80, 120])
async def test_the_footer_names_why_once_there_is_a_move_to_explain_and_room(width: int) -> None:
    match = at_decision("sahara", 4)
    async with table(match, size=(width, 36)) as pilot:
        screen = screen_of(pilot.app, TableScreen)
        await until(lambda: footer_titles(screen), pilot)
        titles = footer_titles(screen)
        assert "Why" not in titles
        screen.receive(thought_of(match, 1, 30, 18))
        await until(lambda: screen.why.explains, pilot)
        footer = screen.query_one(Footer)
        await until(lambda: footer.needed_width > 0 and footer.named is not None, pilot)
        has_room = footer.needed_width <= width
        await until(lambda: ("Why" in footer_titles(screen)) is has_room, pilot)
        assert has_room or footer_titles(screen) == titles, "no title is cut for it"


async def test_the_log_ends_at_its_newest_line_when_the_why_panel_takes_rows() -> None:
    match = at_decision("decktet", plies=56)
    match.record.assisted = True
    async with table(match, size=(140, 30)) as pilot:
        screen = screen_of(pilot.app, TableScreen)
        await pilot.press("w")
        log = screen.body.match_log
        height = log.size.height
        screen.receive(thought_of(match, 1, *range(34, 19, -1)))
        await until(lambda: log.size.height < height and log.is_vertical_scroll_end, pilot)
        assert log.max_scroll_y > 0


def thought_of(
    match: Match, seat: int, *visits: int, iterations: int = 40, step: float = 0.02
) -> MoveReport:
    """What a seat considered: its first legal moves with so many tries each, every one worse by
    `step` than the one before."""
    legal = match.legal(match.to_act)
    values = [0.61, 0.39, 0.52, 0.48, 0.3, 0.07][: len(match.names)]
    tried = [
        Candidate(act, n, [value - place * step for value in values])
        for place, (act, n) in enumerate(zip(legal, visits, strict=False))
    ]
    result = SearchResult("1", legal[0], iterations, 0.05, tried)
    return MoveReport(match.record.id, seat, match.version, result, match.view(match.to_act))


def panel(pilot: Pilot[Any]) -> list[str]:
    return str(pilot.app.screen.query_one("#thought", Static).render()).splitlines()


async def test_the_why_panel_has_the_move_the_reasons_and_the_chances() -> None:
    match = at_decision("sahara", 4)
    async with table(match, size=(140, 45)) as pilot:
        await pilot.press("w")
        await until(lambda: panel(pilot) == ["The next computer move is explained here."], pilot)
        screen_of(pilot.app, TableScreen).receive(thought_of(match, 1, 30, 18, 2))
        words = match.game.describe(match.legal(0)[0], match.view(0), match.names)
        lines = panel(pilot)
        assert lines[0].startswith(f"■ {match.names[1]} {words[:8]}"), "the move as a sentence"
        assert "• It is a close call." in lines
        heading = next(place for place, line in enumerate(lines) if "chance to win" in line)
        assert lines[heading].startswith("3 moves compared")
        assert lines[heading + 1].split()[0] == "►" and lines[heading + 1].split()[-1] == "39%"
        assert words[1:8] in lines[heading + 1], "the move is told in words"
        drawn = pilot.app.screen.query_one("#thought", Static)
        await until(lambda: "compared" in "".join(widget_lines(drawn)), pilot)
        segments = [segment for segment in drawn.render_line(0) if segment.text.strip()]
        first, last = known(segments[0].style), known(segments[-1].style)
        assert first.color != last.color, "only the name has a colour"
        screen_of(pilot.app, TableScreen).why.drop_after(match.version - 1)
        assert panel(pilot) == ["The next computer move is explained here."], (
            "it goes with its move"
        )


async def test_the_why_panel_says_when_a_computer_player_did_not_play_its_best() -> None:
    match = at_decision("sahara", 4)
    async with table(match, size=(140, 45)) as pilot:
        way = pilot.app.screen.query_one("#way-why", Static)
        assert "w why" in str(way.render())
        await pilot.press("w")
        await until(lambda: panel(pilot) == ["The next computer move is explained here."], pilot)
        report = thought_of(match, 1, 30, 18, 2, step=0.2)
        weakest = min(report.result.candidates, key=lambda move: move.value[1])
        result = msgspec.structs.replace(report.result, action=weakest.action)
        screen_of(pilot.app, TableScreen).receive(msgspec.structs.replace(report, result=result))
        words = " ".join(" ".join(panel(pilot)).split())
        assert "at its level it doesn't always play the best." in words
        assert words.index("• It saw a better move") == words.index("•"), "the chances come first"


async def test_a_move_far_behind_in_the_why_panel_is_called_no_mere_uncertainty() -> None:
    """It was tried most, but the numbers below say clearly that another one was better."""
    match = at_decision("sahara", 4)
    async with table(match, size=(140, 45)) as pilot:
        await pilot.press("w")
        screen_of(pilot.app, TableScreen).receive(thought_of(match, 1, 30, 18, 2, step=-0.11))
        await until(lambda: any(line.endswith("%") for line in panel(pilot)), pilot)
        words = " ".join(" ".join(panel(pilot)).split())
        assert "• It saw a better move, but at its level it doesn't always play the best." in words
        assert "less certain" not in words


def test_what_all_moves_end_with_is_left_out() -> None:
    texts = ["camel to a1 for 1 action", "camel to b2 for 1 action"]
    assert without_common_end(texts) == ["camel to a1", "camel to b2"]
    whole = ["8YK: caravan, rank 9", "9YK: caravan, rank 9"]
    for same in (["take it", "take it"], ["take meat", "steal meat"], ["end the turn"], whole, []):
        assert without_common_end(same) == same


async def test_where_all_moves_promised_the_same_the_why_panel_says_so_without_a_table() -> None:
    match = at_decision("sahara")
    async with table(match, size=(140, 45)) as pilot:
        await pilot.press("w")
        await until(lambda: panel(pilot) == ["The next computer move is explained here."], pilot)
        screen_of(pilot.app, TableScreen).receive(thought_of(match, 1, 30, 18, 2, step=0.0))
        words = " ".join(" ".join(panel(pilot)).split())
        assert words.endswith("• Its chance to win was about the same with every move.")
        screen_of(pilot.app, TableScreen).why.panel.drop_after(0)
        alone = thought_of(match, 0, 30)
        for legal, verdict in (
            (2, "• No other move was compared."),
            (1, "• There was only one move."),
        ):
            screen_of(pilot.app, TableScreen).why.panel.drop_after(0)
            screen_of(pilot.app, TableScreen).receive(msgspec.structs.replace(alone, legal=legal))
            words = " ".join(" ".join(panel(pilot)).split())
            assert words.endswith(verdict), "there was nothing to compare"


async def test_the_why_panel_collects_the_decisions_of_a_turn_and_begins_anew_with_the_next() -> (
    None
):
    match = at_decision("sahara", 2)
    async with table(match, size=(140, 45)) as pilot:
        await pilot.press("w")
        await until(lambda: panel(pilot) == ["The next computer move is explained here."], pilot)
        screen = screen_of(pilot.app, TableScreen)

        def steps() -> int:
            return len(screen.why.panel.turn)

        first = thought_of(match, 1, 30, 18, 2)
        screen.receive(first)
        screen.receive(msgspec.structs.replace(first, version=first.version + 1))
        words = match.game.describe(first.result.action, first.view, match.names)
        assert steps() == 2 and f"{words}." in " ".join(" ".join(panel(pilot)).split())
        screen.why.panel.follow(known(screen.position))  # somebody else is to act now
        screen.why.panel.turn_end = first.version + 1
        screen.receive(msgspec.structs.replace(first, version=first.version + 1))
        assert steps() == 3, "the report of its last step may come after the next position"
        screen.receive(msgspec.structs.replace(first, version=first.version + 4))
        assert steps() == 1, "a later turn of the same seat"
        screen.receive(msgspec.structs.replace(first, seat=0, version=first.version + 5))
        assert steps() == 1, "another seat"


async def test_the_why_panel_explains_the_last_whole_turn_while_another_goes_on() -> None:
    match = at_decision("sahara", 2)
    async with table(match, size=(140, 45)) as pilot:
        await pilot.press("w")
        await until(lambda: panel(pilot) == ["The next computer move is explained here."], pilot)
        screen = screen_of(pilot.app, TableScreen)
        whole = thought_of(match, 1, 30, 18, 2)
        screen.receive(whole)
        screen.receive(msgspec.structs.replace(whole, seat=0, version=whole.version + 1))
        assert panel(pilot)[0].startswith(f"■ {match.names[1]} "), "the other turn goes on"
        screen.why.panel.turn.clear()
        screen.why.panel.whole_turn = []
        screen.receive(msgspec.structs.replace(whole, seat=0, version=whole.version + 1))
        assert match.names[0] in panel(pilot)[0], "there is no whole turn to explain"


def plays_of(match: Match, count: int) -> list[MoveReport]:
    """Reports of so many decisions, each with the first legal action, which is then played."""
    reports = []
    for _number in range(count):
        report = thought_of(match, match.to_act, 30, 18, 2)
        reports.append(report)
        match.act(match.to_act, report.result.action)
    return reports


async def test_the_why_panel_joins_no_two_plays_of_cards() -> None:
    match = at_decision("decktet")
    reports = plays_of(match, 12)
    match.record.assisted = True
    async with table(match, size=(140, 45)) as pilot:
        search_panel = screen_of(pilot.app, TableScreen).why.panel
        for seat in (0, 1):
            search_panel.turn = []
            for report in reports:  # as they come where no position is seen between them
                if report.seat == seat:
                    search_panel.add(report)
                    assert search_panel.explained == [report]


async def test_the_why_panel_ends_a_turn_with_the_round() -> None:
    match = at_decision("dice_village")
    async with table(match, size=(140, 45)) as pilot:
        search_panel = screen_of(pilot.app, TableScreen).why.panel
        report = thought_of(match, match.to_act, 30, 18, 2)
        view = known(report.view).copy()
        view["round"] += 1
        later = msgspec.structs.replace(report, version=report.version + 3, view=view)
        search_panel.add(report)
        search_panel.add(later)
        assert search_panel.turn == [later]


async def test_the_why_panel_compares_what_was_decided_after_the_last_chance() -> None:
    match = at_decision("sahara", 2)
    async with table(match, size=(140, 45)) as pilot:
        await pilot.press("w")
        screen = screen_of(pilot.app, TableScreen)
        first = thought_of(match, 1, *range(30, 20, -1))
        screen.receive(first)
        after = thought_of(match, 1, 30, 18, 2)
        screen.receive(msgspec.structs.replace(after, version=first.version + 2))
        await until(lambda: "3 moves compared" in "\n".join(panel(pilot)), pilot)


@pytest.mark.parametrize("game", mostly_nightly(["ahldarahd", "decktet"]))
@pytest.mark.parametrize("size", mostly_nightly([(118, 30), (180, 50)]))
async def test_the_why_panel_leaves_nothing_unsaid_that_it_has_no_room_for(
    game: str, size: tuple[int, int]
) -> None:
    match = random_match(game, min(5, registry.spec(game).max_seats), 1, 12)
    while len(match.legal(match.to_act)) < 15:
        match.act(match.to_act, match.legal(match.to_act)[0])
    match.record.assisted = True
    async with table(match, size) as pilot:
        screen_of(pilot.app, TableScreen).why.panel.hides_moves = False
        await pilot.press("w")
        await until(lambda: panel(pilot) == ["The next computer move is explained here."], pilot)
        screen_of(pilot.app, TableScreen).receive(thought_of(match, 1, *range(34, 19, -1)))
        box = pilot.app.screen.query_one("#thought", Static)

        def is_whole() -> bool:
            """Whether the panel fits its box and counts the moves that it has no room for."""
            lines, (width, height) = panel(pilot), box.content_size
            first = next(n for n, line in enumerate(lines) if "chance to win" in line) + 1
            count = sum(line.endswith("%") for line in lines[first:])
            return (
                count >= 2
                and (count == 15 or any(f"and {15 - count} more moves" in line for line in lines))
                and sum(max(1, len(wrap(line, width))) for line in lines) <= height
                and all(len(line) <= width for line in lines[first : first + count])
            )

        await until(is_whole, pilot)


async def advise(match: Match, seat: int) -> SearchResult:
    return SearchResult("1", match.legal(seat)[0], 1, 0.0, [])


async def test_moves_of_hidden_cards_cost_the_assisted_mark_open_ones_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    services = Services(advise=advise)
    monkeypatch.setattr(preview, "TableHost", lambda bus: TableHost(bus, services))
    for name, marked in (("decktet", True), ("sahara", False)):
        match = at_decision(name)
        async with table(match) as pilot:
            screen_of(pilot.app, TableScreen).receive(thought_of(match, 1, 30, 10))
            await pilot.pause()
            assert not match.record.assisted, "nobody has looked"
            screen = pilot.app.screen
            if marked:  # what it costs is told before; reasons that tell nothing hidden are free
                await pilot.press("w")
                await until(lambda pilot=pilot: isinstance(pilot.app.screen, WhyWindow), pilot)
                assert "w again: " in shown_text(pilot)
                assert "%" not in shown_text(pilot)
                await pilot.press("w")
                await until(lambda: isinstance(pilot.app.screen, Question), pilot)
                await pilot.press("escape")
                await until(lambda screen=screen: pilot.app.screen is screen, pilot)
                assert not match.record.assisted
                await pilot.press("w")
                await until(lambda pilot=pilot: isinstance(pilot.app.screen, WhyWindow), pilot)
                await pilot.press("w")
                await until(lambda: isinstance(pilot.app.screen, Question), pilot)
                await pilot.press("enter")
            else:
                await pilot.press("w")
            await until(lambda pilot=pilot: isinstance(pilot.app.screen, WhyWindow), pilot)
            if marked:
                await until(lambda match=match: match.record.assisted, pilot)
            assert match.record.assisted is marked


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_moves_of_a_player_who_hides_nothing_are_shown_without_a_question_or_a_mark(
    size: tuple[int, int],
) -> None:
    match = next(
        m
        for m in (at_decision("dice_village", plies=n) for n in range(4, 40))
        if len(m.legal(0)) > 2
    )
    async with table(match, size) as pilot:
        screen = screen_of(pilot.app, TableScreen)
        screen.receive(thought_of(match, 1, 30, 18, 2))
        view: dict[str, Any] = dict(match.view(0))
        assert all(person["unseen"] == 0 for person in view["people"])
        await pilot.press("w")
        await until(lambda: "3 moves compared" in shown_text(pilot), pilot)
        assert "hidden" not in shown_text(pilot)
        assert not match.record.assisted


async def test_an_open_panel_leaves_out_what_is_hidden_until_that_is_asked_for() -> None:
    match = next(
        m
        for m in (at_decision("dice_village", plies=n) for n in range(4, 40))
        if len(m.legal(0)) > 2
    )
    async with table(match, (140, 45)) as pilot:
        screen = screen_of(pilot.app, TableScreen)
        screen.receive(thought_of(match, 1, 30, 18, 2))
        await pilot.press("w")
        await until(lambda: screen.why.is_shown, pilot)
        view: dict[str, Any] = dict(known(screen.why.panel.view))
        view["people"][1]["unseen"] = 1
        screen.why.write()
        await until(lambda: "%" not in "\n".join(panel(pilot)), pilot)
        assert screen.why.is_shown
        assert "w more" in str(screen.query_one("#way-why", Static).render())
        assert not match.record.assisted
        await pilot.press("w")
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)
        await pilot.press("enter")
        await until(lambda: "3 moves compared" in "\n".join(panel(pilot)), pilot)


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_moves_that_show_hidden_cards_come_after_the_reasons_and_when_they_are_asked_for(
    size: tuple[int, int],
) -> None:
    match = at_decision("decktet")
    match.record.assisted = True  # as with a tutor: nobody has asked for hidden cards
    async with table(match, size) as pilot:
        screen = screen_of(pilot.app, TableScreen)
        screen.receive(thought_of(match, 1, 30, 18, 2))
        await pilot.press("w")
        await until(lambda: "w again: the moves" in shown_text(pilot), pilot)
        assert "compared  " not in shown_text(pilot) and "%" not in shown_text(pilot)
        await pilot.press("w")
        await until(lambda: "3 moves compared" in shown_text(pilot), pilot)
        text = shown_text(pilot)
        warning, moves = text.index("moves below show"), text.index("3 moves compared")
        assert text.index("•") < warning < moves, "the reasons first, then what it warns of"
        await pilot.press("w")
        await until(lambda: "compared" not in shown_text(pilot), pilot)


def shown_text(pilot: Pilot[Any]) -> str:
    """What the why panel shows, or its window."""
    if isinstance(pilot.app.screen, WhyWindow):
        lines = widget_lines(pilot.app.screen.query_one("#text"))
        return "\n".join(lines)
    box = pilot.app.screen.query_one("#thought", Static)
    return "\n".join(panel(pilot)) if box.display else ""


async def test_with_the_setting_why_a_small_table_tells_the_most_of_it_in_a_line() -> None:
    match = at_decision("sahara")
    async with table(match) as pilot:
        app_of(pilot.app).settings.why = True
        screen_of(pilot.app, TableScreen).receive(thought_of(match, 1, 30, 10))
        feedback = pilot.app.screen.query_one("#feedback", Static)
        await until(lambda: str(feedback.render()).endswith("w: why"), pilot)
        assert str(feedback.render()).startswith(f"{match.names[1]}: ")
        await pilot.click("#feedback")
        await until(lambda: isinstance(pilot.app.screen, WhyWindow), pilot)


async def test_a_setting_that_marks_matches_as_assisted_says_so_when_it_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    services = Services(advise=advise)
    monkeypatch.setattr(preview, "TableHost", lambda bus: TableHost(bus, services))
    match = at_decision("decktet")
    async with table(match) as pilot:
        app_of(pilot.app).settings.why = True
        screen = screen_of(pilot.app, TableScreen)
        screen.why.panel.hides_moves = False  # as where the table was opened with the setting
        screen.receive(thought_of(match, 1, 30, 18, 2))
        await until(lambda: match.record.assisted, pilot)
        said = [notice.message for notice in pilot.app._notifications]
        assert said.count("Assisted: your settings show what computer players consider.") == 1


async def test_who_is_to_move_and_the_assisted_mark_are_read_in_full_beside_a_long_title() -> None:
    match = at_decision("ahldarahd", 5, plies=30)
    match.record.assisted = True
    async with table(match) as pilot:
        widget = pilot.app.screen.query_one(Headline).head
        await until(lambda: 0 < len(str(widget.render())) <= widget.size.width, pilot)
        head = pilot.app.screen.query_one("#head", Static)
        await until(lambda: str(head.render()).startswith("Ahldarahd "), pilot)
        text = str(head.render())
        assert text.rstrip().endswith("to move  assisted")
        assert len(text) <= head.size.width
        line = screen_lines(pilot.app)[0]
        assert "to move  assisted" in line and "F1 rules" in line


async def test_the_title_is_the_same_whoever_is_to_move() -> None:
    match = at_decision("decktet")
    match.record.assisted = True
    async with table(match) as pilot:
        headline = pilot.app.screen.query_one(Headline)
        headline.names = ["Ann", "Bartholomew the Great of Timbuktu"]
        position = headline.position
        assert position is not None
        lines = []
        for seat in (0, 1):
            headline.show_position(
                msgspec.structs.replace(position, view=position.view | {"to_act": seat})
            )
            lines.append(str(headline.head.render()))
        assert "Ann" in lines[0] and "Timbuktu" in lines[1]
        assert lines[0].split("  ")[0] == lines[1].split("  ")[0] == "cards"
        headline.names = ["Ann", "Bo"]
        headline.show_position(position)
        assert str(headline.head.render()).startswith("cards "), "it does not jump back"


async def test_the_title_is_whole_before_the_first_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    titles: list[str] = []
    fit_title = Headline.fit_title

    def kept(headline: Headline, title: str, room: int) -> str:
        titles.append(fit_title(headline, title, room))
        return titles[-1]

    monkeypatch.setattr(Headline, "fit_title", kept)
    async with table(at_decision("caravanserai")) as pilot:
        await until(lambda: titles and pilot.app.screen.query_one(Headline).head.size.width, pilot)
    assert set(titles) == {"Caravanserai"}


async def test_the_result_of_six_seats_shows_all_of_them_on_the_smallest_screen() -> None:
    match = random_match("caravanserai", 6, 3, 0)
    while not match.over:
        match.act(match.to_act, match.legal(match.to_act)[-1])
    async with table(match) as pilot:
        await until(lambda: isinstance(pilot.app.screen, ResultScreen), pilot)
        await until(lambda: pilot.app.screen.query_one("#answers").region, pilot)
        screen = pilot.app.screen
        assert screen.query_one("#cards").max_scroll_y == 0, "something is out of sight"
        assert screen.query_one("#answers").region.bottom <= 24
        assert "assisted" not in screen_text(screen)


async def test_two_people_at_one_keyboard_get_a_cover_between_their_hands() -> None:
    seats = [Seat("person", "Ann"), Seat("person", "Bea")]
    match = Match.new("decktet", {}, seats, 5)
    first = match.to_act
    app = preview_app(match, first)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.position, pilot)
        screen = screen_of(app, TableScreen)
        link: TableConnection = screen.connection
        link.own_seats = [0, 1]
        screen.listen()
        await until(lambda: set(screen.viewpoint.positions) == {0, 1}, pilot)
        screen.play(match.legal(first)[0])
        await until(lambda: isinstance(app.screen, Cover) and bool(app.focused), pilot)
        await pilot.press("enter")
        await until(lambda: app.screen is screen, pilot)
        assert known(screen.board.scene).seat == 1 - first


def footer_titles(screen: Any) -> list[str]:
    return [str(key.description) for key in screen.query(FooterKey)]


@pytest.mark.parametrize("game", mostly_nightly(GAMES))
@pytest.mark.parametrize("size", mostly_nightly([(80, 24), (140, 45)]))
async def test_a_match_that_is_over_shows_its_result_and_shows_it_again(
    game: str, size: tuple[int, int]
) -> None:
    match = random_match(game, max(2, registry.spec(game).min_seats), 4, 100_000)
    assert match.over
    match.record.assisted = True
    async with table(match, size) as pilot:
        app = pilot.app
        await until(
            lambda: isinstance(app.screen, ResultScreen) and app.screen.takes_answers, pilot
        )
        assert "assisted" in str(app.screen.query_one("#about", Static).content)
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, TableScreen), pilot)
        assert "see the result" in str(app.screen.query_one("#asked", Static).content)
        table_screen = app.screen
        await until(lambda: "Result" in footer_titles(table_screen), pilot)
        await pilot.click("#asked")
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("every", mostly_nightly([60, 10]))
async def test_every_position_of_a_match_can_be_drawn_for_every_seat_and_spectators(
    game: str, every: int
) -> None:
    match = random_match(game, registry.spec(game).max_seats, 2, 0)
    rng = Random(1)
    app = BoardApp(game)
    async with app.run_test(size=(80, 21)) as pilot:
        for ply in range(121):
            if match.over:
                break
            if ply % every == 0:
                turn = ply // every % len(match.record.seats)  # each seat has its turn
                for seat in {None, match.to_act, turn}:
                    app.show(match, seat)
                    await pilot.pause()
            match.act(match.to_act, rng.choice(match.legal(match.to_act)))
        if match.over:
            app.show(match, 0, [])
            await pilot.pause()


@pytest.mark.parametrize(
    ("game", "action", "more", "said"),
    [
        ("sahara", sahara.pack_steal(3, 1, 2), {}, "from Bea"),
        ("caravanserai", caravanserai.TAKE + 1, {"placement": {"wanted": 0}}, "from Bea"),
        ("dice_village", dice.pack(dice.VILLAGE, 3), {}, "Bea's"),
        ("ahldarahd", ahldarahd.OFFER | 1, {}, "to Bea"),
        ("ahldarahd", ahldarahd.FAVOUR | 1, {}, "to Bea"),
    ],
)
def test_a_move_that_concerns_a_seat_names_it(
    game: str, action: int, more: dict[str, object], said: str
) -> None:
    match = random_match(game, max(2, registry.spec(game).min_seats), 1, 6)
    view = {**match.view(match.to_act), **more}
    assert said in match.game.describe(action, view, ["Ann", "Bea", "Cleo"])
    assert "Bea" not in match.game.describe(action, view)


@pytest.mark.parametrize("game", mostly_nightly(GAMES))
async def test_footer_keys_page_and_palette_of_a_spectator_have_nothing_to_play_with(
    game: str,
) -> None:
    match = at_decision(game)
    async with table(match, seat=None) as pilot:
        screen, board = pilot.app.screen, screen_of(pilot.app, TableScreen).board
        await until(lambda: board.scene is not None, pilot)
        useless = [
            command
            for command in board.COMMANDS
            if command.action.split("(")[0] not in board.SPECTATOR_ACTIONS
        ]
        assert useless
        bindings = [active.binding for active in screen.active_bindings.values()]
        assert not {binding.id for binding in bindings} & {command.id for command in useless}
        actions = {binding.action for binding in bindings}
        assert not actions & {"moves", "hint", "undo", "redo", "type"}
        assert {"rules", "keys", "log", "leave", "why"} <= actions
        offered = {command.title for command in pilot.app.get_system_commands(screen)}
        assert not offered & {command.title for command in useless} - {"Back", "Next", "Keys"}
        assert not offered & {"Undo", "Hint", "Moves", "Maximize"}
        assert "Leave" in offered
        await pilot.press("f2")
        await until(lambda: isinstance(pilot.app.screen, KeysScreen), pilot)
        (_game, keys), (_table, common), *_rest = screen_of(pilot.app, KeysScreen).groups
        assert not {command.id for command in keys} & {command.id for command in useless}
        assert "table.undo" not in {command.id for command in common}


async def test_a_player_has_the_commands_of_the_board_in_the_palette_but_no_cursor_keys() -> None:
    async with table(at_decision("sahara")) as pilot:
        screen = pilot.app.screen
        offered = [command.title for command in pilot.app.get_system_commands(screen)]
        assert {"End", "Camel", "Undo", "Hint"} <= set(offered)
        assert not {"Left", "Up", "Down", "Maximize"} & set(offered)
        assert offered.count("Keys") == 1
        actions = {active.binding.action for active in screen.active_bindings.values()}
        assert {"moves", "hint", "undo", "redo", "type"} <= actions


async def test_a_title_too_long_keeps_what_tells_it_from_another_game() -> None:
    headline = Headline(registry.get("decktet"), ["Ann", "Bea"])
    async with WidgetApp(headline).run_test():
        assert headline.fit_title("Caravan · cards", 15) == "Caravan · cards"
        assert {line.title for line in headline.lines("Caravan · cards")[3:]} == {"cards"}
        assert headline.fit_title("Caravan · cards", 4) == "Carav…"
        assert headline.fit_title("Caravans of Ahldarahd", 12) == "Caravans of…"


async def test_a_title_line_gives_up_the_least_first_and_never_the_rules() -> None:
    """The words of the game's name, keys, the log, the hand; who is to move is said to the
    last."""
    match = at_decision("decktet")
    async with table(match) as pilot:
        headline = pilot.app.screen.query_one(Headline)
        await until(lambda: "o log" in screen_lines(pilot.app)[0], pilot)
        words = ("Caravan", "F2 keys", "o log", "hand 1", " to move", "F1 rules")
        kept = []
        for length in range(60):
            headline.note = "x" * length
            headline.refresh_text()
            links = [way for way in headline.query(".way").results(Static) if way.display]
            line = " ".join(str(part.content) for part in [headline.head, *links])
            kept.append(tuple(word for word in words if word in line))
        assert list(dict.fromkeys(kept)) == [words[first:] for first in range(6)]


async def test_a_badge_leaves_who_is_to_move_in_the_title_line_of_cards() -> None:
    """An assisted match of cards near the end of a hand, with a long name."""
    match = random_match("decktet", 2, 5, 12, level="trader")
    match.record.assisted = True
    app = preview_app(match)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: "left" in screen_lines(app)[0], pilot)
        await until(lambda: "F2 keys" not in screen_lines(app)[0], pilot)
        line = screen_lines(app)[0]
        for words in ("cards", "hand 1", "Ann to move", "Ann: 2 left", "assisted", "F1 rules"):
            assert words in line, line
        assert "F2 keys" not in line


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_an_assisted_match_near_its_end_keeps_the_rules_in_its_title_line(
    size: tuple[int, int],
) -> None:
    match = random_match("caravanserai", 4, 5, 120, level="greedy")
    match.record.assisted = True
    app = preview_app(match)
    async with app.run_test(size=size) as pilot:
        await until(lambda: bool(app.screen.query(Headline)), pilot)
        headline = app.screen.query_one(Headline)
        await until(lambda: "end is near" in screen_lines(app)[0] or size[0] > 80, pilot)
        await until(lambda: "F1" in screen_lines(app)[0], pilot)
        line = screen_lines(app)[0]
        keys = ("F1 rules", "F2 keys", "o log") if size[0] > 80 else ("F1 rules",)
        assert all(key in line for key in keys) and "assisted" in line, line
        assert headline.end_text


async def test_there_is_no_chat_at_a_table_of_computer_players() -> None:
    async with table(at_decision("decktet")) as pilot:
        screen = screen_of(pilot.app, TableScreen)
        app_of(pilot.app).settings.talk = False
        assert screen.check_action("talk", ()) is False
        screen.connection.is_shared = True
        assert screen.check_action("talk", ()) is not False


async def test_a_hint_stays_on_the_board_when_it_marks_the_match_as_assisted_and_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    services = Services(advise=advise)
    monkeypatch.setattr(preview, "TableHost", lambda bus: TableHost(bus, services))
    match = at_decision("decktet")
    async with table(match) as pilot:
        screen = screen_of(pilot.app, TableScreen)
        await pilot.press("H")
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)
        await until(lambda: isinstance(pilot.app.focused, Button), pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, SideWindow), pilot)
        await until(lambda: known(screen.position).assisted, pilot)
        await until(lambda: isinstance(pilot.app.focused, Button), pilot)
        window = pilot.app.screen.query_one("#window").region
        hand = next(y for y, line in enumerate(widget_lines(screen.board)) if "▼" in line)
        marks = screen.board.region.y + hand
        is_clear = window.y > marks + 1 or window.bottom <= marks
        assert is_clear, "marks and names stay in sight"
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is screen, pilot)
        await until(lambda: "Hint: " in feedback(pilot), pilot)
        assert "▼" in "".join(widget_lines(screen.board)), "what it advises is still marked"
        version = match.version
        screen.play(match.legal(match.to_act)[0])
        await until(lambda: known(screen.position).version > version, pilot)
        await until(lambda: "▼" not in "".join(widget_lines(screen.board)), pilot)


def hold_advice(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Have tables work out no hint before the event that is returned is set."""
    is_worked_out = asyncio.Event()

    async def advise_later(match: Match, seat: int) -> SearchResult:
        await is_worked_out.wait()
        return await advise(match, seat)

    services = Services(advise=advise_later)
    monkeypatch.setattr(preview, "TableHost", lambda bus: TableHost(bus, services))
    return is_worked_out


async def test_escape_alone_cancels_a_hint_that_is_being_worked_out_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    is_worked_out = hold_advice(monkeypatch)
    match = at_decision("sahara")
    match.record.assisted = True
    async with table(match) as pilot:
        screen = screen_of(pilot.app, TableScreen)
        await pilot.press("H")
        await until(lambda: "Looking for a good move … Esc cancels" in feedback(pilot), pilot)
        await pilot.press("H")
        await until(lambda: "Still looking for a good move … Esc" in feedback(pilot), pilot)
        assert screen.is_hint_sought
        await pilot.press("escape")
        await until(lambda: "No hint, then" in feedback(pilot), pilot)
        is_worked_out.set()
        await pilot.press("H")
        await until(lambda: isinstance(pilot.app.screen, SideWindow), pilot)
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is screen, pilot)
        assert not screen.is_hint_sought


async def test_a_hint_beside_a_board_leaves_the_seats_free(monkeypatch: pytest.MonkeyPatch) -> None:
    services = Services(advise=advise)
    monkeypatch.setattr(preview, "TableHost", lambda bus: TableHost(bus, services))
    match = at_decision("sahara")
    match.record.assisted = True
    app = preview_app(match)
    async with app.run_test(size=(160, 50)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen), pilot)
        screen = screen_of(app, TableScreen)
        await pilot.press("H")
        await until(lambda: isinstance(app.screen, SideWindow), pilot)
        window = app.screen.query_one("#window")
        await until(lambda: window.region.right == 160, pilot)
        assert window.region.y == screen.body.seat_rail.region.bottom > 1


async def test_enters_that_follow_each_other_slowly_play_a_hint_and_a_held_one_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [100.0]
    monkeypatch.setattr(hint_module, "monotonic", lambda: clock[0])
    services = Services(advise=advise)
    monkeypatch.setattr(preview, "TableHost", lambda bus: TableHost(bus, services))
    match = at_decision("sahara")
    match.record.assisted = True
    async with table(match) as pilot:
        version = match.version
        await pilot.press("H")
        await until(lambda: isinstance(pilot.app.screen, SideWindow), pilot)
        window = pilot.app.screen
        await until(lambda: isinstance(pilot.app.focused, Button), pilot)
        for _number in range(40):  # held for longer than the hint has to be seen
            await pilot.press("enter")
            clock[0] += 0.05
        await until(lambda: "Enter again plays it" in screen_text(window), pilot)
        assert pilot.app.screen is window and match.version == version
        clock[0] += 0.5
        await pilot.press("enter")
        await until(lambda: match.version > version, pilot)


async def test_a_hint_of_camels_has_all_the_room_beside_the_spaces_that_it_marks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def advise_far_left(match: Match, seat: int) -> SearchResult:
        action = min(match.legal(seat), key=rightmost)
        return SearchResult("1", action, 1, 0.0, [])

    def rightmost(action: int) -> int:
        return max((space % 7 for space in marks_of(action, ascii_only=True)), default=7)

    services = Services(advise=advise_far_left)
    monkeypatch.setattr(preview, "TableHost", lambda bus: TableHost(bus, services))
    match = at_decision("sahara")
    match.record.assisted = True
    async with table(match) as pilot:
        board = screen_of(pilot.app, TableScreen).board
        await pilot.press("H")
        await until(lambda: isinstance(pilot.app.screen, SideWindow), pilot)
        window = pilot.app.screen.query_one("#window")
        await until(lambda: window.region.width > board.COLUMNS_ASIDE + 4, pilot)
        assert isinstance(board, SaharaBoard)
        where = board.desert_layout()
        marked = [where.corner(space)[0] + where.pitch_x for space in board._previewed]
        assert marked and window.region.x >= max(marked), "the move stays in sight"
        await pilot.resize_terminal(120, 36)
        await until(lambda: window.region.width == 34, pilot)


async def test_a_hint_that_comes_while_help_is_read_waits_until_help_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    is_worked_out = hold_advice(monkeypatch)
    match = at_decision("sahara")
    match.record.assisted = True
    async with table(match) as pilot:
        screen = screen_of(pilot.app, TableScreen)
        await pilot.press("H")
        await until(lambda: "Looking for a good move" in feedback(pilot), pilot)
        await pilot.press("?")
        await until(lambda: isinstance(pilot.app.screen, HelpWindow), pilot)
        line = screen.query_one("#feedback", Static)
        await until(lambda: "comes once this window is closed" in str(line.content), pilot)
        is_worked_out.set()
        await until(lambda: not screen.hints.is_sought(known(screen.position)), pilot)
        await pilot.pause()
        assert isinstance(pilot.app.screen, HelpWindow), "help is still on top"
        await pilot.press("escape")
        await until(lambda: isinstance(pilot.app.screen, SideWindow), pilot)
        assert pilot.app.screen_stack[-2] is screen


async def test_escape_cancels_a_hint_again_once_no_window_takes_that_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hold_advice(monkeypatch)
    match = at_decision("sahara")
    match.record.assisted = True
    async with table(match) as pilot:
        await pilot.press("H")
        await until(lambda: "Esc cancels" in feedback(pilot), pilot)
        line = pilot.app.screen.query_one("#feedback", Static)
        await pilot.press("?")
        await until(lambda: "Esc cancels" not in str(line.content), pilot)
        await pilot.press("escape")
        await until(lambda: "Looking for a good move … Esc cancels" in feedback(pilot), pilot)
        await pilot.press("escape")
        await until(lambda: "No hint, then" in feedback(pilot), pilot)


async def test_a_hint_explains_the_position_that_it_was_searched_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not the one on the screen when it was asked for: that may have been old by then."""
    explained: list[object] = []

    def explain_and_note(game: Any, view: Any, result: SearchResult, **more: Any) -> Hint:
        explained.append(view)
        return explain(game, view, result, **more)

    monkeypatch.setattr(hints, "explain", explain_and_note)
    is_worked_out = hold_advice(monkeypatch)
    match = at_decision("caravanserai")
    match.record.assisted = True
    async with table(match) as pilot:
        screen = screen_of(pilot.app, TableScreen)
        old = known(screen.position)
        screen.play(old.legal[0])
        await until(lambda: known(screen.position).version > old.version, pilot)
        new = known(screen.position)
        screen.viewpoint.positions[screen.viewpoint.seat] = old
        await pilot.press("H")
        await until(lambda: "Looking for a good move" in feedback(pilot), pilot)
        screen.viewpoint.positions[screen.viewpoint.seat] = new
        is_worked_out.set()
        await until(lambda: isinstance(pilot.app.screen, SideWindow), pilot)
        assert explained == [new.view]


async def test_what_a_rival_did_is_said_again_when_the_board_has_nothing_to_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(feedback_line, "HELD_SECONDS", 0.0)
    async with table(at_decision("decktet", seed=3)) as pilot:
        screen = screen_of(pilot.app, TableScreen)
        line = screen.query_one("#feedback", Static)
        screen.feedback.show_news([NewsItem(1, "Bo plays a caravan")])
        await pilot.press("space")
        await until(lambda: "selected" in str(line.content) or "Play" in str(line.content), pilot)
        screen.feedback.hear_board("", is_error=False)
        await until(lambda: "Bo plays a caravan" in str(line.content), pilot)


@pytest.mark.parametrize("game", ["sahara", "caravanserai"])
async def test_what_a_rival_did_moves_to_the_first_line_where_the_board_asks_itself(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it can still be read when the second line is about the cursor."""
    monkeypatch.setattr(feedback_line, "HELD_SECONDS", 0.0)
    async with table(at_decision(game)) as pilot:
        screen = screen_of(pilot.app, TableScreen)
        asked, said = (screen.query_one(f"#{name}", Static) for name in ("asked", "feedback"))
        question = str(asked.content)
        screen.feedback.show_news([NewsItem(1, "Bo picks up salt")])
        await pilot.press("up")
        await until(lambda: "Bo picks up salt" in str(asked.content), pilot)
        assert "Bo picks up salt" not in str(said.content)
        screen.feedback.hear_board("", is_error=False)
        await until(lambda: "Bo picks up salt" in str(said.content), pilot)
        assert str(asked.content) == question
        screen.feedback.show_news([])
        await pilot.press("down")
        await until(lambda: "Bo" not in str(said.content), pilot)
        assert str(asked.content) == question, "once the player has moved, it is old"


async def test_a_table_that_offers_no_hint_and_no_restart_lists_neither_key_and_says_why() -> None:
    async with table(at_decision("dice_village", plies=4)) as pilot:
        screen = screen_of(pilot.app, TableScreen)
        for is_offered in (True, False):
            screen.connection.has_hints = is_offered
            screen.connection.restart = never if is_offered else None
            await pilot.press("f2")
            await until(lambda: isinstance(pilot.app.screen, KeysScreen), pilot)
            groups = screen_of(pilot.app, KeysScreen).groups
            actions = {command.action for _title, commands in groups for command in commands}
            assert ("again" in actions) == ("hint" in actions) == is_offered
            await pilot.press("escape")
            await until(lambda: pilot.app.screen is screen, pilot)
        for key, why in (
            ("f9", "This match can't be restarted."),
            ("H", "Hints aren't available at this table."),
        ):
            await pilot.press(key)
            await until(lambda why=why: why in feedback(pilot), pilot)


async def never() -> TableConnection:
    """A restart that no key asks for."""
    raise AssertionError
