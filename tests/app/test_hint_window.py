"""The window of a hint: a numbered line for each step, and nothing of what it names is hidden."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from textual.screen import Screen
from textual.widgets import Static

from ai.hint import Hint
from caravan_tui import i18n
from caravan_tui.games import registry
from caravan_tui.screens.table import hint as hint_module
from caravan_tui.screens.table.hint import hint_in_short, hint_window
from caravan_tui.screens.table.side_window import SideWindow
from tests.support.screen_app import ScreenApp
from tests.support.screen_text import screen_lines
from tests.support.until import until

STEPS = ["Set a camel from the supply on b4.", "Pick up ivory on b4.", "End the turn."]


def hint(steps: int) -> Hint:
    """A hint with this many steps."""
    return Hint(list(range(steps)), STEPS[:steps], ["Worth 6 points: ivory."], "A close call.", [])


@pytest.mark.parametrize(("game", "first_free"), [("sahara", 57), ("caravanserai", 49)])
async def test_a_hint_lies_over_the_text_beside_the_board(game: str, first_free: int) -> None:
    window = hint_window(hint(3), registry.board(game).COLUMNS_ASIDE)
    app = ScreenApp(window)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: "3. End the turn." in "\n".join(screen_lines(window)), pilot)
        region = window.query_one("#window").region
        assert region.x >= first_free and region.bottom <= 21, "board and question stay free"
        lines = [line[region.x + 1 :].strip("│ ") for line in screen_lines(window)]
        first = next(place for place, line in enumerate(lines) if line.startswith("1. Set"))
        second = next(place for place, line in enumerate(lines) if line.startswith("2. Pick"))
        assert second > first + 1 and all(lines[first:second]), "a step of many rows is one item"
        assert any("Close" in line and "Play it" in line for line in lines)
        assert not any("…" in line for line in screen_lines(window)), "nothing is cut"
        await pilot.resize_terminal(120, 36)
        box = window.query_one("#window")
        await until(lambda: box.region.width == 34, pilot)  # beside the board
        assert box.region.y == 1


async def test_a_hint_of_a_move_at_the_right_lies_at_the_left_of_a_small_board() -> None:
    window = hint_window(hint(3), 31, has_free_left=True)
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        await until(lambda: "3. End the turn." in "\n".join(screen_lines(window)), pilot)
        box = window.query_one("#window")
        assert (box.region.x, box.region.right) == (0, 31)
        await pilot.resize_terminal(120, 36)
        await until(lambda: box.region.right == 120, pilot)


async def test_why_comes_before_the_end_of_a_long_turn() -> None:
    steps = [f"Buy route {number}." for number in range(1, 7)]
    advice = Hint(list(range(6)), steps, ["Worth 6 points: ivory."], "A close call.", [])
    window = hint_window(advice, registry.board("ahldarahd").COLUMNS_ASIDE)
    async with ScreenApp(window).run_test(size=(80, 40)) as pilot:
        await until(lambda: "6. Buy" in "\n".join(screen_lines(window)), pilot)
        rows = [
            next(row for row, line in enumerate(screen_lines(window)) if words in line)
            for words in ("1. Buy", "4. Buy", "Worth 6", "5. Buy", "6. Buy")
        ]
        assert rows == sorted(rows), "the first steps, why, and then the others"


async def test_a_hint_of_cards_hides_neither_the_cards_to_beat_nor_the_names_of_the_hand() -> None:
    window = hint_window(hint(1), registry.board("decktet").COLUMNS_ASIDE)
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        await until(lambda: STEPS[0] in "\n".join(screen_lines(window)), pilot)
        region = window.query_one("#window").region
        assert region.y >= 15 and region.bottom <= 23, "the names of the hand are in row 14"
        assert "1." not in "\n".join(screen_lines(window)), "a single step needs no number"


async def test_a_hint_aside_begins_at_the_top_and_leaves_the_choices_at_the_foot_free() -> None:
    window = hint_window(hint(1), registry.board("ahldarahd").COLUMNS_ASIDE)
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        await until(lambda: STEPS[0].split()[0] in "\n".join(screen_lines(window)), pilot)
        region = window.query_one("#window").region
        assert region.y == 1 and region.bottom <= 16, "the open cards and the choices are below"


async def test_a_hint_of_cards_lies_on_the_cloth_where_there_is_no_play_to_beat() -> None:
    words = [f"Reason number {number} takes a line of its own." for number in range(1, 5)]
    advice = Hint([0], STEPS[:1], words, "A close call.", [])
    window = hint_window(advice, registry.board("decktet").COLUMNS_ASIDE, has_free_middle=True)
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        await until(lambda: words[-1] in "\n".join(screen_lines(window)), pilot)
        text = "\n".join(screen_lines(window))
        assert words[0] in text and "A close call." in text, "nothing is to be scrolled"
        region = window.query_one("#window").region
        assert region.y >= 4 and region.bottom <= 13, "the market, the hand and its marks are free"


@pytest.mark.parametrize("game", ["ahldarahd", "sahara", "caravanserai"])
async def test_a_long_hint_drops_its_empty_rows_and_says_at_its_foot_that_it_goes_on(
    game: str,
) -> None:
    words = [f"Reason {number}: routes by land cost less." for number in range(1, 5)]
    fits = Hint([0, 1], STEPS[:2], words[:1], "A close call.", ["Pass."])
    window = hint_window(fits, registry.board(game).COLUMNS_ASIDE)
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        await until(lambda: "About as good" in "\n".join(screen_lines(window)), pilot)
        await until(lambda: "more" not in "\n".join(screen_lines(window)), pilot)
    longer = Hint([0, 1, 2], STEPS, words * 2, "A close call.", ["Pass."])
    window = hint_window(longer, registry.board(game).COLUMNS_ASIDE)
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        await until(lambda: "▼ more" in "\n".join(screen_lines(window)), pilot)
        assert "3. End the turn." in "\n".join(screen_lines(window)), "the plan comes first"
        await pilot.press("pagedown", "pagedown", "pagedown", "pagedown")
        await until(lambda: "▲ more" in "\n".join(screen_lines(window)), pilot)
        assert "Pass." in "\n".join(screen_lines(window))


@pytest.mark.parametrize("game", registry.ids())
async def test_the_foot_of_a_hint_says_that_it_goes_on_only_where_it_does(game: str) -> None:
    for count in range(4, 8):  # just enough for all rows, and just too much
        words = [f"Reason number {number} takes a line." for number in range(count)]
        advice = Hint(
            [0], ["Set a camel from the supply on b4 and go."], words, "Close.", ["Pass."]
        )
        window = hint_window(advice, registry.board(game).COLUMNS_ASIDE)
        async with ScreenApp(window).run_test(size=(80, 24)) as pilot:

            def says_what_is_so(window: SideWindow = window) -> bool:
                foot = str(window.query_one("#window").border_subtitle)
                is_written = window.has_class("-dense") or not window.page.max_scroll_y
                return is_written and ("▼" in foot) is (window.page.max_scroll_y > 0)

            await until(says_what_is_so, pilot)


@pytest.mark.parametrize("height", [50, 30])
async def test_a_hint_beside_the_board_begins_below_the_reasons_of_the_last_move(
    height: int,
) -> None:
    table = Screen[None]()
    window = hint_window(hint(3), registry.board("sahara").COLUMNS_ASIDE)
    app = ScreenApp(table)
    async with app.run_test(size=(160, height)) as pilot:
        await table.mount(reasons := Static("\n".join("why" for _row in range(20))))
        await until(lambda: reasons.region.height == 20, pilot)
        window.below = reasons
        app.push_screen(window)
        await until(lambda: "3. End the turn." in "\n".join(screen_lines(window)), pilot)
        region = window.query_one("#window").region
        assert not window.page.max_scroll_y and region.bottom <= height - 3
        if height == 50:
            assert region.y == reasons.region.bottom
        else:  # there is no room for both: the head of the reasons stays free
            assert 1 < region.y < reasons.region.bottom


class Table(Screen[None]):
    """A screen with rules and a list of moves."""

    BINDINGS = [("f1", "rules", "Rules"), ("m", "moves", "Moves")]
    opened = 0

    def action_moves(self) -> None:
        self.opened += 1

    def action_rules(self) -> None:
        self.opened += 1


@pytest.mark.parametrize("key", ["f1", "m"])
async def test_a_window_beside_the_board_makes_way_for_rules_and_moves(key: str) -> None:
    table, window = Table(), hint_window(hint(1), registry.board("sahara").COLUMNS_ASIDE)
    app = ScreenApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: app.screen is table, pilot)
        app.push_screen(window)
        await until(lambda: app.screen is window, pilot)
        await pilot.press(key)
        await until(lambda: app.screen is table and table.opened == 1, pilot)


async def test_a_key_that_leads_from_the_hint_elsewhere_leaves_it_with_its_answer() -> None:
    window = hint_window(hint(1), registry.board("sahara").COLUMNS_ASIDE)
    window.ways_out = {"w": "why"}
    answers: list[str | None] = []
    app = ScreenApp(Screen())
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(window, answers.append)
        await until(lambda: app.screen is window, pilot)
        await pilot.press("x")
        assert not answers
        await pilot.press("w")
        await until(lambda: answers == ["why"], pilot)


LONG = "Play 4YK-AK=5-6LK-7SK-8YK-AY=9: six in a row, the Ace of Knots as 5, the Ace of Wyrms as 9."


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("room", [78, 60, 200])
def test_the_line_that_stays_of_a_hint_ends_after_a_clause(room: int, language: str) -> None:
    i18n.use(language)
    line = hint_in_short(Hint([0], [LONG], [], "", []), room, "H")
    assert cell_len(line) <= room and "…" not in line
    if room == 200:
        assert line.endswith(LONG)
        return
    kept, _dot, more = line.partition(" · ")
    assert kept.endswith(("8YK-AY=9", "six in a row", "the Ace of Knots as 5"))
    assert more.startswith("H"), "the key that shows all of it"


def test_the_line_that_stays_of_a_hint_says_how_many_steps_there_are() -> None:
    line = hint_in_short(Hint([0, 1], ["Play one: two cards.", "End."], [], "", []), 78, "H")
    assert line == "Hint: Play one: two cards · H: both steps"
    line = hint_in_short(Hint([0, 1, 2], STEPS, [], "", []), 78, "H")
    assert line == "Hint: Set a camel from the supply on b4 · H: all 3 steps"


@pytest.mark.parametrize("grace", [0.0, 3600.0])
async def test_a_click_beside_a_hint_closes_it_unless_it_may_have_been_meant_for_the_board(
    grace: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hint_module, "GRACE_SECONDS", grace)
    window = hint_window(hint(1), 0)
    app = ScreenApp(window)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: "Set a camel" in "\n".join(screen_lines(window)), pilot)
        await pilot.click(offset=(1, 1))
        await pilot.pause()
        assert (app.screen is window) is bool(grace)


async def test_a_long_hint_over_the_hand_runs_its_reasons_together_before_it_scrolls() -> None:
    reasons = [f"Reason number {number} takes a line." for number in range(1, 5)]
    advice = Hint([0], STEPS[:1], reasons, "It is a close call.", ["Play five cards."])
    window = hint_window(advice, registry.board("decktet").COLUMNS_ASIDE)
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:

        def words() -> str:
            return " ".join(line.strip("│ ") for line in screen_lines(window))

        await until(lambda: "Play five cards" in words(), pilot)
        await until(lambda: "more" not in words(), pilot)
        assert " ".join(reasons) in words(), "nothing is left out"
        assert window.query_one("#window").region.y >= 15, "the names of the hand stay in sight"
