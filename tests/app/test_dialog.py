"""The small windows: what closes them."""

from __future__ import annotations

from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.events import Click, Key
from textual.screen import Screen
from textual.widgets import Footer, Input, Static

from caravan_tui.app import CaravanApp, local_host
from caravan_tui.screens.lessons import LessonChooser
from caravan_tui.screens.table.cover import Cover
from caravan_tui.screens.table.side_window import SideWindow
from caravan_tui.screens.table.undo_requests import UndoQuestion
from caravan_tui.terminal.compat import measure_text_at_one_column_or_more
from caravan_tui.widgets.chooser import Choice, Chooser
from caravan_tui.widgets.closing import close
from caravan_tui.widgets.dialog import Dialog
from caravan_tui.widgets.drawing.palette import palette
from caravan_tui.widgets.drawn import shown_as
from caravan_tui.widgets.question import Question, TextQuestion
from tests.support.screen_app import ScreenApp
from tests.support.screen_text import screen_lines, screen_text
from tests.support.until import until

BESIDE = (1, 1)


class Windows(App[None]):
    answer: Any = "nothing yet"

    def take(self, answer: Any) -> None:
        self.answer = answer


async def test_a_window_without_a_button_closes_by_a_click_beside_it_or_on_its_foot() -> None:
    app = Windows()
    async with app.run_test(size=(80, 24)) as pilot:
        for place in ("beside", "foot"):
            for window in (Chooser("Moves", ["a", "b"]), TextQuestion("Type", "A move")):
                app.answer = "nothing yet"
                await app.push_screen(window, app.take)
                await pilot.pause()
                frame = window.query_one("#window")
                assert frame.border_subtitle
                await pilot.click(frame, offset=(3, 1))
                assert app.screen is window, "a click inside leaves it open"
                foot = (frame.region.right - 6, frame.region.bottom - 1)
                await pilot.click(offset=BESIDE if place == "beside" else foot)
                await until(lambda: app.answer is None, pilot)
                assert app.screen is not window


ANSWERED = [
    (Question("Play?", "Now.", [("yes", "Yes"), ("no", "No")]), "question_mark", "?", "right"),
    (SideWindow("Hint", "Words.", [("ok", "Close"), ("play", "Play")]), "x", "x", "down"),
    (Chooser("Moves", ["a", "b"]), "f5", "F5", "down"),
]


@pytest.mark.parametrize("window, unused, name, used", ANSWERED)
async def test_a_key_without_a_use_is_answered_at_the_foot_until_another_one_has_one(
    window: Dialog[Any], unused: str, name: str, used: str
) -> None:
    app = Windows()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(window)
        frame = window.query_one("#window")
        await until(lambda: frame.border_subtitle and frame.size.width, pilot)
        foot = window.foot()
        await pilot.press(unused)
        answer = f"{name} does nothing here. {foot}"
        await until(lambda: str(frame.border_subtitle) == answer, pilot)
        assert window.has_class("-answers"), "it is lit"
        await pilot.press(used)
        await until(lambda: str(frame.border_subtitle) == foot, pilot)
        assert not window.has_class("-answers")


async def test_a_narrow_window_answers_a_key_without_a_use_in_words_that_are_not_cut() -> None:
    window = SideWindow("Hint", "Words.", [("ok", "Close")])
    async with Windows().run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(window)
        unused = Key("m", "m")
        assert window.answer_to(unused, 60) == f"m does nothing here. {window.foot()}"
        assert window.answer_to(unused, 20) == "m does nothing here."
        assert window.answer_to(unused, 19) == "m does nothing"


async def test_a_row_in_pieces_takes_one_line_and_its_words_stand_below_the_list() -> None:
    words = "1 white, 2 black; south-east: 3 yellow; north-west, then south-west: 4 purple, 5 red"
    pieces = [("w", "block-1"), (" SE ", ""), ("yyy", "block-5")]
    window = Chooser("Moves", [Choice(words, code="SE", pieces=pieces), Choice("Camel", code="C")])
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        rows = window.option_list
        await until(lambda: rows.region.height == 2, pilot)
        lines = screen_lines(window)
        assert "w SE yyy" in lines[rows.region.y] and "Camel" in lines[rows.region.y + 1]
        below = " ".join(line.strip(" │") for line in lines[rows.region.bottom :])
        assert words in below and "To type it: SE" in below
        await pilot.press("down")
        await until(lambda: words[:20] not in screen_text(pilot.app), pilot)
        window.filter("yellow")
        assert window.matching == [0], "the filter knows the words"


async def test_a_row_in_pieces_that_reads_as_it_is_typed_has_its_note_below_and_own_inks() -> None:
    pieces = [("7", "paper_ink on paper-1"), ("S", "suit-2 on paper-1")]
    window = Chooser("Moves", [Choice("7S", code="7S", note="S Suns", pieces=pieces)])
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        await until(lambda: "To type it: 7S · S Suns" in screen_text(pilot.app), pilot)
        assert screen_text(pilot.app).count("7S") == 2, "in the row and as it is typed"
        app, colours = pilot.app, palette(pilot.app.theme_variables, dark=True)
        inks = {
            segment.text: (segment.style.color.name, segment.style.bgcolor.name)
            for segment in window.option_list.render_line(0)
            if segment.style and segment.style.color and segment.style.bgcolor
        }
        paper = shown_as(app, colours.paper[0])
        assert inks["7"] == (shown_as(app, colours.paper_ink), paper)
        assert inks["S"] == (shown_as(app, colours.suit[1]), paper)


async def test_how_a_move_is_typed_breaks_behind_whole_steps_and_says_how_many() -> None:
    steps = ["dir SE", "dir SE", *["block black 4"] * 5]
    window = Chooser("Moves", [Choice("A turn", code=", ".join(steps))])
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        await until(lambda: "To type it" in screen_text(pilot.app), pilot)
        lines = [line.strip(" │") for line in screen_lines(window)]
        below = [line for line in lines if "dir" in line or "block" in line]
        assert below[0].startswith("To type it, 7 steps: dir SE, dir SE, ") and len(below) == 2
        assert below[0].endswith("block black 4,"), "a line ends behind a step"
        assert below[1].split(", ") == steps[-len(below[1].split(", ")) :]


async def test_a_move_that_is_too_long_to_type_is_not_said_by_half() -> None:
    steps = ["dir SE", *["block black 4"] * 20]
    choice = Choice("A long turn", code=", ".join(steps), pieces=[("w", "block-1")])
    window = Chooser("Moves", [choice])
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        await until(lambda: "A long turn" in screen_text(pilot.app), pilot)
        assert "dir SE" not in screen_text(pilot.app)


async def test_a_list_says_whether_there_are_rows_above_or_below_those_that_are_seen() -> None:
    app = Windows()
    async with app.run_test(size=(80, 24)) as pilot:
        window = Chooser("Themes", [f"Theme {number}" for number in range(40)])
        await app.push_screen(window, app.take)
        frame = window.query_one("#window")
        await until(lambda: str(frame.border_subtitle).startswith("▼ more · Enter"), pilot)
        await pilot.press("pagedown")
        await until(lambda: str(frame.border_subtitle).startswith("▲▼ more · Enter"), pilot)
        await pilot.press("pagedown", "pagedown", "pagedown")
        await until(lambda: str(frame.border_subtitle).startswith("▲ more · Enter"), pilot)
        await pilot.press(*"theme 1")
        await until(lambda: str(frame.border_subtitle).startswith("Enter"), pilot)


async def test_the_second_half_of_a_double_click_does_not_close_what_the_first_opened() -> None:
    app = Windows()
    async with app.run_test(size=(80, 24)) as pilot:
        window = Chooser("Moves", ["a", "b"])
        await app.push_screen(window, app.take)
        for chain in (2, 1):
            window.post_message(
                Click(window, 1, 1, 0, 0, 1, False, False, False, 1, 1, None, chain=chain)
            )
            await pilot.pause()
            assert (app.screen is window) == (chain == 2)


async def test_a_question_is_answered_by_its_buttons_and_closed_by_a_click_beside_it() -> None:
    app = Windows()
    async with app.run_test(size=(80, 24)) as pilot:
        window = Question("Play?", "a move", [("yes", "Play"), ("no", "Not yet")])
        await app.push_screen(window, app.take)
        await pilot.pause()
        foot = str(window.query_one("#window").border_subtitle)
        assert "Enter" in foot and "Esc" in foot, "the keys are named"
        await pilot.click("#answer-no")
        await until(lambda: app.answer == "no", pilot)
        await app.push_screen(Question("Play?", "a move", [("yes", "Play")]), app.take)
        await pilot.pause()
        await pilot.click(offset=BESIDE)
        await until(lambda: app.answer is None, pilot)


UNASKED = [
    Question("Not saved", "The disk is full.", [("ok", "Close")], comes_unasked=True),
    Question("Well done", "You have learnt it.", [("ok", "Close")], grace=600.0),
    Cover("Ann", 0),
    UndoQuestion("1", "Ann would like to undo a move."),
]


@pytest.mark.parametrize("window", UNASKED)
async def test_a_click_beside_a_question_is_none_where_it_may_be_meant_for_what_lies_below(
    window: Question,
) -> None:
    app = Windows()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(window, app.take)
        await pilot.pause()
        await pilot.click(offset=BESIDE)
        assert app.screen is window and app.answer == "nothing yet"


class Ground(Screen[None]):
    """A screen with keys at its foot, in whose place those of a window stand."""

    def compose(self) -> ComposeResult:
        yield Footer(show_command_palette=False, compact=True)


CLICKED = [
    ("Esc Close", None),
    ("Esc closes", None),
    ("Enter Confirm", "ok"),
    ("Enter chooses", "ok"),
]


@pytest.mark.parametrize("words, answer", CLICKED)
@pytest.mark.parametrize("kind", [Question, SideWindow])
async def test_a_click_on_a_key_that_a_window_names_does_what_the_key_does(
    kind: type[Question], words: str, answer: str | None
) -> None:
    app = Windows()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(Ground())
        window = kind("Hint", "Words.", [("ok", "Close"), ("play", "Play")])
        await app.push_screen(window, app.take)
        await until(lambda: words in screen_text(app), pilot)
        await pilot.click(offset=place_of(words, app))
        await until(lambda: app.answer == answer, pilot)


async def test_a_click_on_the_arrows_that_a_window_names_goes_their_way() -> None:
    app = Windows()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(Ground())
        below, window = Chooser("Moves", ["a", "b"]), Chooser("More", ["c", "d", "e"])
        await app.push_screen(below)
        await app.push_screen(window, app.take)
        await until(lambda: "↑↓ Select" in screen_text(app), pilot)
        x, y = place_of("↑↓ Select", app)
        for column, row in ((x + 1, 1), (x + 4, 2), (x, 1)):
            await pilot.click(offset=(column, y))
            await until(lambda row=row: window.option_list.highlighted == row, pilot)
        x, y = place_of("Enter or a click chooses", app)
        assert window.named_key_at(x, y) == window.named_key_at(x + 9, y) == "enter"
        await pilot.click(offset=place_of("Esc Close", app))
        await until(lambda: app.screen is below, pilot)
        assert app.answer is None, "only the upper window was closed"


def place_of(words: str, app: App[Any]) -> tuple[int, int]:
    """Where words begin on the screen."""
    return next(
        (line.index(words), row) for row, line in enumerate(screen_lines(app)) if words in line
    )


async def test_a_window_that_is_closed_again_leaves_the_one_below_it_open() -> None:
    app = Windows()
    async with app.run_test(size=(80, 24)) as pilot:
        below, window = Chooser("Moves", ["a", "b"]), Chooser("More", ["c"])
        await app.push_screen(below)
        await app.push_screen(window, app.take)
        close(below)
        assert app.screen is window, "what is covered is not closed"
        close(window, 0)
        close(window, 1)  # by a key that came before the window had gone
        await until(lambda: app.screen is below, pilot)
        await pilot.pause()
        assert app.screen is below and app.answer == 0


async def test_a_list_may_be_laid_out_in_a_terminal_of_any_width() -> None:
    measure_text_at_one_column_or_more()  # as the app does
    app = Windows()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(Chooser("Moves", ["a move of several words", "another"]))
        for width in range(1, 16):
            await pilot.resize_terminal(width, 10)
        await pilot.resize_terminal(80, 24)
        await until(lambda: "several words" in screen_text(app), pilot)


@pytest.mark.parametrize(("replaces", "text"), [(True, "x"), (False, "/home/ann/a.txtx")])
async def test_a_key_keeps_a_path_that_is_offered_and_replaces_a_name(
    replaces: bool, text: str
) -> None:
    window = TextQuestion("Export to", "File or folder:", "/home/ann/a.txt", replaces=replaces)
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(pilot.app.focused, Input), pilot)
        await pilot.press("x")
        assert window.query_one(Input).value == text


async def test_control_c_ends_the_program_from_a_list_with_a_filter_but_copies_a_selection(
    no_workers: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[bool] = []

    async def leave(_app: CaravanApp) -> None:
        left.append(True)

    monkeypatch.setattr(CaravanApp, "action_quit", leave)
    app = CaravanApp(local_host)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app.host_ready.is_set, pilot)
        window = LessonChooser()
        await app.push_screen(window)
        line = window.query_one(Input)
        line.focus()
        await pilot.press("a", "shift+home", "ctrl+c")
        await until(lambda: app.clipboard == "a", pilot)
        assert not left
        await pilot.press("end", "ctrl+c")
        await until(lambda: left, pilot)
        await app.host.stop()


async def test_what_is_wrong_with_a_text_is_not_said_of_the_next_one() -> None:
    def check(text: str) -> str | None:
        return None if text.isdigit() else f"{text} is no number"

    window = TextQuestion("Seed", check=check)
    async with ScreenApp(window).run_test() as pilot:
        problem = window.query_one("#error", Static)
        await pilot.press("h", "enter")
        await until(lambda: str(problem.content) == "! h is no number", pilot)
        await pilot.press("backspace")
        await until(lambda: not str(problem.content), pilot)
        await pilot.press("7", "enter")
        await until(lambda: pilot.app.screen is not window)


async def test_home_and_end_go_to_the_ends_of_a_list_and_in_a_filter_to_those_of_its_text() -> None:
    app = Windows()
    async with app.run_test(size=(80, 24)) as pilot:
        window = Chooser("Themes", [f"Theme {number}" for number in range(40)])
        await app.push_screen(window, app.take)
        await until(lambda: app.focused is not None, pilot)
        await pilot.press("end")
        await until(lambda: window.option_list.highlighted == 39, pilot)
        await pilot.press("home")
        await until(lambda: window.option_list.highlighted == 0, pilot)
        await pilot.press(*"eme", "home", "h")
        await until(lambda: window.query_one(Input).value == "heme", pilot)
