"""The result of a match: who won and why, its story, and the keys for what next."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
from attrs import evolve
from rich.text import Text
from textual.pilot import Pilot

from caravan_tui.app import CaravanApp
from caravan_tui.bus.messages import Position
from caravan_tui.cli.preview import PreviewHost, random_match
from caravan_tui.engine import Match, Seat
from caravan_tui.engine.course import Course, Moment, course_of
from caravan_tui.games import registry
from caravan_tui.games.caravanserai.events import TailReturned
from caravan_tui.games.scoring import CountLine
from caravan_tui.hosts.local import LocalHost
from caravan_tui.presentation.aftermath import Aftermath, aftermath_of
from caravan_tui.presentation.finished_match import FinishedMatch, OwnTable
from caravan_tui.presentation.milestone_words import line_words, milestone_words
from caravan_tui.presentation.result import Outcome
from caravan_tui.presentation.result_answers import Answers
from caravan_tui.presentation.story import Story, tell
from caravan_tui.screens.table import answer_bar, result_picture
from caravan_tui.screens.table.count_table import CountTable
from caravan_tui.screens.table.curve import ScoreCurve, round_values
from caravan_tui.screens.table.result import ResultScreen
from caravan_tui.screens.table.result_cards import (
    BAR_CONTRAST,
    FIRST_BY_DAY,
    Scale,
    _parts,
    with_small_together,
    words_of,
)
from caravan_tui.screens.table.result_layout import WIDE, Page
from caravan_tui.screens.table.result_milestones import Milestones
from caravan_tui.screens.table.result_picture import MOST
from caravan_tui.widgets.drawing.colours import contrast, mix, readable
from caravan_tui.widgets.drawing.palette import palette
from saves.deeds import common_deeds
from saves.milestones import Milestone
from saves.profile import Profile, result_of
from tests.support.known import known
from tests.support.matches import ended, save
from tests.support.screen_app import ScreenApp
from tests.support.screen_text import screen_lines, screen_text, static_text, widget_lines
from tests.support.until import until

names = ("Ann", "Trader", "Bea")


def outcome(
    scores: Sequence[float], ranks: Sequence[int], own_seats: Sequence[int] = (0,)
) -> Outcome:
    return Outcome(names[: len(scores)], scores, ranks, own_seats)


@pytest.mark.parametrize(
    ("ended_as", "large", "says"),
    [
        (outcome((31, 27), (1, 2)), "You win", "You win 31 to 27, by a margin of 4."),
        (outcome((3, 27), (2, 1)), "Trader wins", "Trader wins 27 to 3, by a margin of 24."),
        (outcome((9, 9), (1, 2)), "You win", "You win on the tie-break, 9 to 9."),
        (outcome((9, 9), (1, 1)), "Shared", "Ann and Trader share the win with a score of 9 each."),
        (outcome((9,), (1,)), "You did it", "You have finished with a score of 9."),
        (outcome((9, 5), (1, 2), ()), "Ann wins", "Ann wins 9 to 5, by a margin of 4."),
        (outcome((9, 5), (1, 2), (0, 1)), "Ann wins", "Ann wins 9 to 5, by a margin of 4."),
        (
            outcome((1, 9, 4), (3, 1, 2)),
            "Trader wins",
            "Trader wins 9 to 4, by a margin of 5. Your rank: 3.",
        ),
    ],
)
def test_who_won_is_said_to_whom_it_concerns(ended_as: Outcome, large: str, says: str) -> None:
    assert ended_as.large_words() == large
    assert ended_as.headline() == says


def test_a_tie_names_what_decided_it_and_at_which_rank() -> None:
    ties = [CountLine("coins", (5, 5, 2)), CountLine("favours", (1, 4, 0))]
    first = outcome((9, 9, 3), (2, 1, 3)).tie_words(ties)
    assert first == "Equal scores. Tie-break, favours (4 to 1): Trader before Ann."
    second = outcome((9, 4, 4), (1, 2, 3)).tie_words(ties)
    assert second == "Equal scores at rank 2. Tie-break, coins (5 to 2): Trader before Bea."
    assert outcome((9, 9, 3), (1, 1, 3)).tie_words(ties) == ""


SOURCES = [
    CountLine("rare goods", (12, 6, 3)),
    CountLine("demand", (1, 4, 0)),
    CountLine("village 16", (4, 4, 9)),
]


@pytest.mark.parametrize(
    ("ended_as", "room", "says"),
    [
        (
            outcome((17, 14, 12), (1, 2, 3)), 99,
            "Your lead over Trader: rare goods +6, demand -3",
        ),
        (
            outcome((17, 14, 12), (1, 2, 3), (2,)), 99,
            "Ann's lead of 5 over you: rare goods +9, demand +1, village 16: -5",
        ),
        (
            outcome((17, 14, 12), (1, 2, 3), (2,)), 40,  # in two lines
            "Ann's lead of 5 over you: rare goods +9, demand +1, village 16: -5",
        ),
        (
            outcome((17, 14, 12), (1, 2, 3), (2,)), 30,
            "Ann's lead of 5 over you: rare goods +9, others -4",
        ),
        (
            outcome((17, 14, 12), (1, 2, 3), ()), 99,
            "Ann's lead over Trader: rare goods +6, demand -3",
        ),
        (
            outcome((17, 14), (1, 2), (1,)), 99,
            "Ann's lead over you: rare goods +6, demand -3",
        ),
        (outcome((17, 17, 12), (1, 2, 3)), 99, ""),
        (outcome((17, 17, 12), (1, 1, 3)), 99, ""),
        (outcome((17,), (1,)), 99, ""),
    ],
)  # fmt: skip
def test_what_decided_a_match_adds_up_to_its_lead_in_two_lines(
    ended_as: Outcome, room: int, says: str
) -> None:
    lead = ended_as.lead_words(SOURCES, room)
    assert lead.replace("\N{NO-BREAK SPACE}", " ") == says
    assert not re.search(r" [+-]\d", lead)  # no line begins with a number


@pytest.mark.parametrize(("seat", "answer"), [(0, "fresh"), (1, "analysis")])
async def test_after_a_loss_the_analysis_is_lit_and_after_a_win_the_next_match(
    seat: int, answer: str
) -> None:
    match = finished(ended("sahara"))
    screen = ResultScreen(evolve(match, own_seats=[match.outcome.order[seat]]))
    app = CaravanApp(PreviewHost)  # its style is that of all buttons
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: app.host_ready.is_set(), pilot)
        app.push_screen(screen)
        await until(lambda: screen.takes_answers, pilot)
        (lit,) = screen.query("#answers .-suggested")
        assert lit.id == f"answer-{answer}"
        other = screen.query_one("#answer-look")
        assert lit.styles.background != other.styles.background
        plain = other.styles.background
        other.focus()
        await until(lambda: lit.styles.background == plain, pilot)  # only one is lit at a time


async def test_an_answer_that_has_the_focus_before_answers_are_taken_is_the_only_lit_one() -> None:
    screen = screen_of(ended("sahara"))
    async with pilot_of(screen, (80, 24)) as pilot:
        other = next(
            button for button in screen.query("#answers Button")
            if button.id != f"answer-{screen.answers.lit}"
        )  # fmt: skip
        other.focus()
        await until(lambda: other.has_focus, pilot)
        screen.answers.take_answers()
        assert not screen.query("#answers .-suggested")


@pytest.mark.parametrize(("key", "step"), [("right", 1), ("left", -1)])
async def test_the_arrows_go_on_from_the_answer_that_is_lit(key: str, step: int) -> None:
    match = finished(ended("sahara"))
    screen = ResultScreen(evolve(match, own_seats=match.outcome.order[:1]))
    async with pilot_of(screen, (80, 24)) as pilot:
        await until(lambda: screen.takes_answers, pilot)
        answers = [button.id for button in screen.query("#answers Button")]
        (lit,) = screen.query("#answers .-suggested")
        await pilot.press(key)
        await until(lambda: screen.focused is not None, pilot)
        assert screen.focused is not None
        beside = (answers.index(lit.id) + step) % len(answers)
        assert screen.focused.id == answers[beside]
        await until(lambda: not screen.query("#answers .-suggested"), pilot)


async def test_pages_stand_above_what_they_turn_to_apart_from_the_buttons() -> None:
    async with pilot_of(screen_of(ended("sahara")), (80, 24)) as pilot:
        screen = pilot.app.screen
        tabs, body = screen.query_one("#pages"), screen.query_one("#body")
        answers = screen.query_one("#answers")
        await until(lambda: answers.region.height > 0, pilot)
        assert tabs.region.y < body.region.y < answers.region.y
        await pilot.resize_terminal(160, 50)
        await until(lambda: tabs.region.y > body.region.y, pilot)
        assert tabs.region.y < answers.region.y
        await pilot.resize_terminal(80, 24)
        await until(lambda: tabs.region.y < body.region.y, pilot)


async def test_an_arrow_that_does_nothing_on_the_result_says_why() -> None:
    screen = screen_of(ended("sahara"))
    async with pilot_of(screen, (80, 24)) as pilot:
        screen.answers.takes_answers = False
        for key in ("left", "right", "enter"):
            await pilot.press(key)
            await until(lambda: "One moment" in static_text(screen, "answer"), pilot)
            await pilot.press("f9")
            await until(lambda: "One moment" not in static_text(screen, "answer"), pilot)
        for key in ("up", "down"):
            await pilot.press(key)
            await until(lambda: "All of this page" in static_text(screen, "answer"), pilot)
            await pilot.press("f9")
            await until(lambda: "F9" in static_text(screen, "answer"), pilot)


async def test_many_deeds_leave_the_picture_beside_a_story_that_scrolls() -> None:
    async def recall() -> Aftermath:
        names = ["sahara.last_word", "sahara.patience", "any.tailwind", "any.first_steps"]
        deeds = [Milestone("deed", name=name) for name in 4 * names]
        return Aftermath(course((0, 0), (3, 1), (5, 4), (5, 9)), deeds)

    screen = screen_of(ended("sahara"), recall=recall)
    async with pilot_of(screen, (120, 36)) as pilot:
        await until(lambda: screen.query_one("#story").max_scroll_y, pilot)
        assert screen.picture.size.height >= 8


def course(*rows: tuple[int, ...]) -> Course:
    return Course([Moment(number, 0, tuple(map(float, row))) for number, row in enumerate(rows)])


def test_a_lead_lost_and_won_back_within_the_first_round_is_told_as_one() -> None:
    rows = [(0, 0, 0.0), (1, 2, 0), (1, 2, 2), (1, 6, 0), (2, 8, 3), (2, 9, 5)]
    moments = [Moment(number, 0, tuple(map(float, scores))) for number, *scores in rows]
    text = " ".join(tell(Course(moments), ["Samira", "Trader"], (1, 2), "round"))
    assert text.startswith("Samira led from round 1.")


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (
            [(0, 0, 0), (1, 1, 0), (1, 1, 1), (2, 2, 1), (2, 2, 2), (3, 4, 2), (3, 5, 2)],
            "Root took the lead only in the last round.",
        ),
        (
            [(0, 0, 0), (1, 1, 0), (1, 1, 1), (2, 3, 1), (2, 3, 1), (3, 4, 1)],
            "Root took the lead in round 2 and kept it.",
        ),
        (
            [(0, 0, 0), (1, 1, 0), (1, 1, 2), (2, 3, 2), (3, 4, 2)],
            "Root took the lead in round 2 and kept it.",
        ),
        (
            [(0, 0, 0), (1, 0, 0), (2, 2, 1), (3, 2, 4), (3, 6, 4), (4, 6, 5), (5, 7, 5)],
            "Root won back the lead in round 3 and kept it.",
        ),
    ],
)
def test_who_was_ahead_only_until_the_others_had_their_turn_wins_no_lead_back(
    rows: list[tuple[int, ...]], says: str
) -> None:
    moments = [Moment(number, 0, tuple(map(float, scores))) for number, *scores in rows]
    assert tell(Course(moments), ["Root", "Trader"], (1, 2), "round")[0] == says


@pytest.mark.parametrize(
    ("rows", "ranks", "says"),
    [
        (
            [(0, 0), (2, 5), (9, 5), (12, 6)],
            (1, 2),
            "Ann took the lead in turn 2 and kept it. The biggest turn: Ann, +7 in turn 2. "
            "At most, Ann was 3 behind Trader, in turn 1.",
        ),
        (
            [(0, 0), (2, 1), (4, 2), (4, 3)],
            (1, 2),
            "Ann led from start to finish. The biggest turn: Ann, +2 in turn 1. "
            "The biggest lead: 2 in turn 2.",
        ),
        (
            [(0, 0), (2, 1), (2, 4), (2, 4), (7, 4)],
            (1, 2),
            "Ann won back the lead in the last turn. The biggest turn: Ann, +5 in turn 4. "
            "At most, Ann was 2 behind Trader, in turn 2.",
        ),
        (
            [(0, 0), (2, 2), (2, 4), (7, 4)],
            (1, 2),
            "Ann took the lead only in the last turn. The biggest turn: Ann, +5 in turn 3. "
            "At most, Ann was 2 behind Trader, in turn 2.",
        ),
        (
            [(0, 0), (4, 2), (8, 4), (8, 9), (14, 9)],
            (1, 2),
            "Ann led most of the match, was caught and pulled ahead again in the last turn. "
            "The biggest turn: Ann, +6 in turn 4. At most, Ann was 1 behind Trader, in turn 3.",
        ),
        (
            [(0, 0), (2, 1), (2, 4), (7, 4), (8, 4), (9, 9), (12, 9), (15, 9)],
            (1, 2),
            "Ann led most of the match, was caught and pulled ahead again in turn 6. "
            "The biggest turns: Ann and Trader, +5 each. "
            "At most, Ann was 2 behind Trader, in turn 2.",
        ),
        (
            [(0, 0), (2, 1), (4, 1), (4, 4), (7, 4), (9, 5), (9, 6), (9, 7), (9, 8)],
            (1, 2),
            "Ann was ahead, was caught and pulled ahead again in turn 4. "
            "The biggest turns: Ann and Trader, +3 each. "
            "The biggest lead: 4 in turn 5.",
        ),
        (
            [(0, 0), (2, 1), (4, 4)],
            (1, 1),
            "Ann was the last to be ahead, in turn 1. The biggest turn: Trader, +3 in turn 2. "
            "The lead never changed hands.",
        ),
        (
            [(0, 0), (2, 1), (2, 4), (4, 4)],
            (1, 1),
            "Trader was the last to be ahead, in turn 2. The biggest turn: Trader, +3 in turn 2. "
            "The lead changed hands once.",
        ),
        ([(0, 0), (0, 0)], (1, 1), ""),
        ([(0, 0), (0, 0), (7, 3)], (1, 2), ""),
        (
            [(0, 0), (2, 1), (7, 3)],
            (1, 2),
            "Ann led from start to finish. The biggest turn: Ann, +5 in turn 2. "
            "No lead was bigger than the one at the end.",
        ),
        ([(0,), (3,), (4,)], (1,), "The biggest turn: Ann, +3 in turn 1."),
        (
            [(0, 0), (3, 1), (3, 4), (6, 4)],
            (1, 2),
            "Ann won back the lead in the last turn. The biggest turns: Ann and Trader, +3 each. "
            "At most, Ann was 1 behind Trader, in turn 2.",
        ),
    ],
)
def test_the_story_in_three_sentences(
    rows: list[tuple[int, ...]], ranks: tuple[int, ...], says: str
) -> None:
    assert " ".join(tell(course(*rows), names, ranks, "turn")) == says


def test_a_player_who_is_called_you_is_spoken_to_in_the_story() -> None:
    sentences = tell(course((0, 0), (2, 5), (9, 5), (12, 6)), ["You", "Omar"], (1, 2), "turn")
    assert sentences[0] == "You took the lead in turn 2 and kept it."
    assert sentences[-1] == "At most, you were 3 behind Omar, in turn 1."
    sentences = tell(course((0, 0), (2, 5), (9, 5), (12, 6)), ["Omar", "You"], (1, 2), "turn")
    assert sentences[-1] == "At most, Omar was 3 behind you, in turn 1."


def test_a_bar_has_all_its_parts_and_what_was_lost_goes_the_other_way() -> None:
    lines = [
        CountLine("out first", (5, 0)),
        CountLine("rival's cards", (5, 0)),
        CountLine("cards won", (-5, -7)),
    ]
    scale = Scale(34, 10, 7)
    bars = [[(line.title, *ends) for line, *ends in _parts(lines, seat, scale)] for seat in (0, 1)]
    assert bars == [
        [("out first", 15, 25), ("rival's cards", 25, 35), ("cards won", 4, 14)],
        [("cards won", 0, 14)],
    ], "the line at zero is in column 14"


@pytest.mark.parametrize(
    ("room", "listed"),
    [
        (4, [("white", 1), ("camels", 8), ("red", 2), ("black", -3)]),
        (3, [("camels", 8), ("black", -3), ("others", 3)]),
        (2, [("camels", 8)]),  # the others add up to nothing
    ],
)
def test_small_sources_are_added_up_where_a_card_has_no_room(
    room: int, listed: list[tuple[str, float]]
) -> None:
    points = {"white": 1, "camels": 8, "red": 2, "black": -3}
    lines = [CountLine(title, (0, own)) for title, own in points.items()]
    fitting = with_small_together(lines, 1, lambda lines: len(lines) <= room)
    assert [(line.title, line.of(1)) for line in fitting] == listed
    assert sum(line.of(1) for line in fitting) == 8


async def test_a_single_hand_is_not_counted_below_the_headline() -> None:
    match = random_match("decktet", 2, 3, 10_000, {"hands": 1}, level="greedy")
    screen = screen_of(match)
    async with pilot_of(screen):
        assert "hand 1" not in static_text(screen, "about")


def test_milestones_in_words() -> None:
    levels = {"trader": "Trader", "porter": "Porter"}
    said = [
        milestone_words(milestone, levels)
        for milestone in (
            Milestone("first win", name="porter, trader"),
            Milestone("record", 31, 27, "highest score"),
            Milestone("longest streak", 4, 3),
            Milestone("rating", 1071.4, 1043.2),
            Milestone("rating", 1071.4, 1070.9),
            Milestone("rating", 1000.6),
        )
    ]
    assert said == [
        "First win against Porter, Trader",
        "New record, highest score: 31 (was 27)",
        "Your longest streak: 4 wins",
        "Rating 1071 (+28)",
        "Rating 1071, as before",
        "Your first rating: 1001",
    ]


def test_new_deeds_are_named_in_a_line_and_told_in_the_story() -> None:
    deeds = ["sahara.last_word", "sahara.patience", "any.tailwind", "any.first_steps"]
    reached = [Milestone("deed", name=name) for name in deeds]
    assert line_words([*reached[:1], Milestone("rating", 1000.6)], {}) == [
        "New deed: The last word",
        "Your first rating: 1001",
    ]
    assert line_words(reached, {}) == ["4 new deeds: The last word, Patience pays, Tailwind +1"]
    assert line_words(reached, {}, 1) == ["4 new deeds: The last word +3"]
    assert line_words(reached, {}, 0) == ["The last word +3"]
    assert (
        milestone_words(reached[2], {})
        == "New deed, Tailwind: Win three matches in a row, of any games."
    )
    assert milestone_words(Milestone("deed", name="sahara.gone"), {}) == ""
    assert line_words([], {}) == []


async def test_the_result_tells_of_new_deeds() -> None:
    reached = [Milestone("deed", name="sahara.last_word"), Milestone("rating", 1000.6)]

    async def recall() -> Aftermath:
        return Aftermath(course((0, 0), (2, 5), (9, 5)), reached)

    screen = screen_of(random_match("sahara", 2, 3, 10_000, level="greedy"), recall=recall)
    async with pilot_of(screen) as pilot:
        await until(lambda: "New deed: The last word" in static_text(screen, "news"), pilot)
        await pilot.press("space")
        assert "New deed, The last word: Make" in static_text(screen, "milestones")


@pytest.mark.parametrize(
    ("stars", "says"),
    [
        (None, "☼ 3 new deeds: One thing brings another, Known in seven cities +1"),
        (3, "  ☼ One thing brings another +2"),
    ],
)
async def test_deeds_with_long_names_are_named_on_the_first_page_as_far_as_they_fit(
    stars: int | None, says: str
) -> None:
    deeds_of_games = [deed for game in registry.ids() for deed in registry.get(game).deeds]
    ids = {deed.name: deed.id for deed in (*common_deeds(), *deeds_of_games)}
    titles = ("One thing brings another", "Known in seven cities", "Alone in the desert")
    names = [ids[title] for title in titles]

    async def recall() -> Aftermath:
        deeds = [Milestone("deed", name=name) for name in names]
        return Aftermath(course((0, 0), (2, 5), (9, 5)), [*deeds, Milestone("rating", 1000.6)],
                         stars=stars)  # fmt: skip

    screen = screen_of(random_match("sahara", 2, 3, 10_000, level="greedy"), recall=recall)
    async with pilot_of(screen) as pilot:
        await until(lambda: screen.story.milestones.whole, pilot)
        news = screen.query_one("#news")
        await until(lambda: news.region.height == 1, pilot)
        assert says in static_text(screen, "news")
        assert "One thing brings another" in screen_text(screen)


async def test_a_missed_goal_of_the_road_looks_unlike_a_deed() -> None:
    reached = [Milestone("deed", name="sahara.last_word")]

    async def recall() -> Aftermath:
        return Aftermath(course((0, 0), (2, 5), (9, 5)), reached, stars=0)

    screen = screen_of(random_match("sahara", 2, 3, 10_000, level="greedy"), recall=recall)
    async with pilot_of(screen) as pilot:
        await until(lambda: "✗ The goal of this station" in static_text(screen, "news"), pilot)
        text = screen.query_one("#news", Milestones).content
        assert isinstance(text, Text)
        red = screen.app.theme_variables["text-error"]
        assert [span.style for span in text.spans] == [red], "the deed has the colour of success"
        assert "☼ The last word" in text.plain


def finished(match: Match, answers: Answers | None = None) -> FinishedMatch:
    """A match that is over, as seat 0 looks at it."""
    ranks = list(match.ranks or ())
    position = Position("m", match.version, 0, match.view(0), [], ranks=ranks, over=True)
    return FinishedMatch(position, match.names, [0], answers=answers or Answers())


def screen_of(
    match: Match,
    recall: Callable[[], Awaitable[Aftermath]] | None = None,
    answers: Answers | None = None,
) -> ResultScreen:
    """The result of a match as seat 0 reads it."""
    return ResultScreen(finished(match, answers), recall)


@asynccontextmanager
async def pilot_of(
    screen: ResultScreen, size: tuple[int, int] = (80, 24), ascii_only: bool = False
) -> AsyncIterator[Pilot[Any]]:
    app = ScreenApp(screen, ascii_only=ascii_only)
    async with app.run_test(size=size) as pilot:
        await until(lambda: screen.takes_answers, pilot)
        yield pilot


@pytest.mark.parametrize("ascii_only", [False, True])
async def test_each_page_fills_the_smallest_screen_with_the_answers_below(ascii_only: bool) -> None:
    match = ended("sahara")

    async def recall() -> Aftermath:
        return Aftermath(course((0, 0), (3, 1), (5, 4)), [Milestone("first match")], "2026-03-01")

    screen = screen_of(match, recall=recall)
    async with pilot_of(screen, ascii_only=ascii_only) as pilot:
        await until(lambda: "Daily desert of 2026-03-01" in screen_text(screen), pilot)
        for page in (*Page, Page.CARDS):
            await until(lambda page=page: screen.query_one(f"#{page}").region.height, pilot)
            await until(lambda page=page: not screen.query_one(f"#{page}").max_scroll_y, pilot)
            assert screen.query_one("#answers").region.bottom == 24
            assert [tab.id for tab in screen.query("#pages > .-open")] == [f"page-{page}"]
            await pilot.press("space")
        await pilot.click("#page-story")
        await until(lambda: "Your first match" in screen_text(screen), pilot)


async def test_the_card_of_the_reader_says_so_beside_the_name() -> None:
    screen = screen_of(ended("sahara"))
    async with pilot_of(screen) as pilot:
        name = screen.match.outcome.names[0]
        await until(lambda: f"{name} (you)" in screen_text(screen), pilot)
        assert screen_text(screen).count("(you)") == 1


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_each_source_of_a_seat_is_named_once_beside_a_sign_that_is_seen(
    size: tuple[int, int],
) -> None:
    screen = screen_of(ended("dice_village"))
    async with pilot_of(screen, size) as pilot:
        cards = screen.seat_cards
        winner = screen.match.outcome.order[0]
        title = max(screen.match.sources, key=lambda line: line.of(winner)).title
        await until(lambda: any(title in line for line in widget_lines(cards)), pilot)
        rows = sum(cards.shape)
        for place, seat in enumerate(screen.match.outcome.order):
            card = " ".join(widget_lines(cards)[place * rows : (place + 1) * rows])
            for line in screen.match.sources:
                if line.of(seat):
                    assert card.count(words_of(line, seat)) == 1, (card, line.title)
        for y in range(cards.size.height):
            for segment in cards.render_line(y):
                style = segment.style
                if "■" in segment.text and style and style.color and style.bgcolor:
                    ink, ground = style.color.triplet, style.bgcolor.triplet
                    assert ink and ground and contrast(ink, ground) >= BAR_CONTRAST


def test_white_stays_white_in_the_bar_of_the_best_seat_by_day() -> None:
    day = palette({}, False)
    for colour in day.seat:
        ground = mix(day.panel, colour, FIRST_BY_DAY)
        assert readable(day.block[0], ground, BAR_CONTRAST) == day.block[0]


@pytest.mark.parametrize("game", ["sahara", "decktet"])
async def test_a_bar_names_no_source_where_all_are_named_below_the_bars(game: str) -> None:
    screen = screen_of(ended(game))
    async with pilot_of(screen) as pilot:
        cards = screen.seat_cards
        await until(lambda: any("■" in line for line in widget_lines(cards)), pilot)
        assert cards.has_whole_legend
        rows = sum(cards.shape)
        for place in range(len(screen.match.outcome.order)):
            bar = widget_lines(cards)[place * rows][-40:]
            assert not re.search("[a-z]", bar), bar


async def test_the_story_says_whose_each_curve_is_and_the_points_have_the_picture() -> None:
    async def recall() -> Aftermath:
        return Aftermath(course((0, 0), (3, 1), (5, 4), (5, 9)))

    screen = screen_of(ended("sahara"), recall=recall)
    async with pilot_of(screen) as pilot:
        await until(lambda: screen.query_one(ScoreCurve).figure is not None, pilot)
        await pilot.press("space")
        outcome = screen.match.outcome
        best = outcome.order[0]
        standing = f"{outcome.names[best]} {outcome.scores[best]:g}"
        await until(lambda: standing in screen_text(screen), pilot)
        assert "Points after each turn" in screen_text(screen), "what a step of the curve is"
        assert not screen.query_one("StoryPage Dunes").display, "the curve takes its rows"
        assert not screen.picture.size.height
        await pilot.press("space")
        await until(lambda: screen.picture.size.height, pilot)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_a_score_that_is_counted_once_has_a_story_without_a_curve(
    size: tuple[int, int],
) -> None:
    moments = [Moment(1, 0, (0.0, 0.0)), Moment(1, 1, (0.0, 0.0)), Moment(1, 0, (7.0, 3.0))]

    async def recall() -> Aftermath:
        return Aftermath(Course(moments), [Milestone("first match"), Milestone("first win")])

    screen = screen_of(ended("decktet"), recall=recall)
    screen.match.position.view["round"] = 1
    async with pilot_of(screen, size) as pilot:
        await until(lambda: bool(screen.story.milestones.shortened[0]), pilot)
        assert screen.story.has_page and screen.story.course is None
        if size[0] < WIDE:
            assert not screen.query_one("#cards").max_scroll_y
            await pilot.press("space")
        said = "The points were counted once, at the end."
        await until(lambda: said in screen_text(screen), pilot)
        dunes = screen.query_one("StoryPage Dunes")
        await until(lambda: bool(dunes.size.height) == (size[0] < WIDE), pilot)
        assert not screen.query_one("StoryPage").max_scroll_y, "the picture takes what is left"


@pytest.mark.parametrize("title", ["Hand", "Hand, " + 9 * "and what "])
async def test_a_large_screen_tells_the_points_by_source_once_and_all_of_them(title: str) -> None:
    match = finished(ended("decktet"))
    own_table = OwnTable([title, *match.names], [[str(hand), "6", "0"] for hand in range(9)])
    screen = ResultScreen(evolve(match, own_table=own_table))
    async with pilot_of(screen, (160, 50)) as pilot:
        table, detail = screen.query_one(CountTable), screen.query_one("#detail")
        await until(lambda: detail.region.height and not table.region.height, pilot)
        room = screen.query_one("#left").region
        assert room.contains_region(detail.region), "the last seat was cut"
        assert not screen.query_one("#points").max_scroll_y
        await pilot.resize_terminal(80, 24)
        screen.show_page(Page.POINTS)
        await until(lambda: table.region.height, pilot)


@pytest.mark.parametrize(
    "title", ["Hand, and what was won in it", "Hand, and what was won in it by whom"]
)
async def test_both_tables_of_points_stand_whole_in_one_box_where_one_is_below_the_other(
    title: str,
) -> None:
    match = finished(ended("decktet"))
    own_table = OwnTable([title, *match.names], [["1", "6", "0"], ["2", "7", "0"]])
    screen = ResultScreen(evolve(match, own_table=own_table))
    async with pilot_of(screen, (80, 24)) as pilot:
        screen.show_page(Page.POINTS)
        box, table = screen.query_one("#tables"), screen.query_one(CountTable)
        detail = screen.query_one("#detail")
        await until(lambda: table.region.height and detail.region.height, pilot)
        assert table.region.bottom <= detail.region.y
        for part in (table, detail):
            assert box.region.contains_region(part.region)
            assert box.region.right - part.region.right >= 1, "no number on the edge of the box"


async def test_a_wide_screen_shows_the_story_beside_and_a_large_one_everything() -> None:
    screen = screen_of(ended("decktet"))
    async with pilot_of(screen, (160, 50)) as pilot:
        assert all(screen.query_one(f"#{page}").region.height for page in Page)
        tables = list(screen.query_one("#tables").children)
        assert len({table.region.y for table in tables}) == 1, "side by side on one panel"
        await pilot.resize_terminal(1, 1)  # covered in the app, and laid out all the same
        await pilot.resize_terminal(120, 36)
        story, cards = screen.query_one("#story"), screen.query_one("#cards")
        await until(lambda: story.region.x > cards.region.x, pilot)  # laid out for that size
        assert not screen.query_one("#points").region.height
        await pilot.press("space")
        await until(lambda: screen.query_one("#points").region.height, pilot)


@pytest.mark.parametrize("key", ["f2", "question_mark"])
async def test_the_result_tells_its_keys(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    groups: list[Any] = []
    async with pilot_of(screen_of(ended("decktet"))) as pilot:
        monkeypatch.setattr(pilot.app, "open_keys", groups.extend)
        await pilot.press(key)
        await until(lambda: groups, pilot)
    ((title, commands),) = groups
    assert title == "Result" and {"Rematch", "Home"} <= {command.title for command in commands}


@pytest.mark.parametrize(("key", "answer"), [("r", "fresh"), ("a", "analysis"), ("q", "home")])
async def test_answers_have_keys(key: str, answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_bar, "GRACE_SECONDS", 3600)
    answers: list[Any] = []
    screen = screen_of(ended("decktet"))
    app = ScreenApp(screen_of(ended("decktet")))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(screen, answers.append)
        await pilot.press(key)
        assert not answers, "a key that was meant for the table"
        says = "" if answer == "home" else "One moment"
        await until(lambda: says in static_text(screen, "answer"), pilot)
        screen.answers.take_answers()
        if answer != "home":
            await pilot.press(key)
        await until(lambda: answers == [answer], pilot)


async def test_a_result_that_comes_back_takes_answers_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(answer_bar, "GRACE_SECONDS", 3600)
    answers: list[Any] = []
    app = ScreenApp(screen_of(ended("decktet")))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = ResultScreen(finished(ended("decktet")), takes_answers=True)
        await app.push_screen(screen, answers.append)
        await pilot.press("v")
        await until(lambda: answers == ["replay"], pilot)


async def test_leaving_that_was_asked_for_at_once_comes_as_soon_as_answers_are_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(answer_bar, "GRACE_SECONDS", 3600)
    answers: list[Any] = []
    screen = screen_of(ended("decktet"))
    app = ScreenApp(screen_of(ended("decktet")))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(screen, answers.append)
        await pilot.press("q")
        assert not answers
        screen.answers.take_answers()
        await until(lambda: answers == ["home"], pilot)


async def test_the_story_numbers_its_rounds_and_has_a_scale() -> None:
    screen = screen_of(ended("decktet"), recall=None)
    moments = [Moment(1, -1, (0, 0))]
    moments += [Moment(hand, 0, (7 * hand, 4 * hand)) for hand in range(1, 6)]
    async with pilot_of(screen) as pilot:
        screen.show_aftermath(Aftermath(course=Course(moments)))
        await pilot.press("space")
        curve = screen.query_one(ScoreCurve)
        await until(lambda: curve.figure is not None and curve.size.height, pilot)
        assert [label for _step, label in known(curve.figure).steps] == [
            "hand 1",
            "2",
            "3",
            "4",
            "hand 5",
        ]
        assert [level.label for level in known(curve.figure).levels] == [
            "0",
            "35",
            "10",
            "20",
            "30",
        ]
        assert "5 hands" in static_text(screen, "about")


async def test_the_rounds_of_the_story_are_numbered_up_to_the_words_of_the_last_one() -> None:
    screen = screen_of(ended("caravanserai"), recall=None)
    moments = [Moment(1, -1, (0, 0))]
    moments += [Moment(number, 0, (number, 0)) for number in range(1, 16)]
    async with pilot_of(screen) as pilot:
        screen.show_aftermath(Aftermath(course=Course(moments)))
        await pilot.press("space")
        curve = screen.query_one(ScoreCurve)
        await until(lambda: curve.figure is not None and curve.size.height, pilot)
        await until(lambda: "round 15" in widget_lines(curve)[-1], pilot)
        assert widget_lines(curve)[-1].split() == [
            "round", "1", "4", "6", "8", "10", "12", "14", "round", "15",
        ]  # fmt: skip


def test_a_scale_has_round_numbers_between_the_lowest_and_the_highest() -> None:
    assert round_values(0, 38) == [10, 20, 30]
    assert round_values(-3, 12) == [0, 5, 10]
    assert round_values(0, 2) == [1]
    assert round_values(0, 1) == []
    assert round_values(0, 640) == [200, 400, 600]


async def test_enter_at_the_end_of_a_match_begins_no_other() -> None:
    screen = ResultScreen(winning(ended("decktet")))
    async with pilot_of(screen) as pilot:
        await until(lambda: screen.takes_answers, pilot)
        assert screen.focused is None
        await pilot.press("enter")
        assert pilot.app.screen is screen, "the first Enter leaves the result as it is"
        await until(lambda: screen.focused is not None, pilot)
        assert known(pilot.app.focused).id == "answer-fresh", "what was lit stays lit"
        assert "Enter again: Rematch" in screen_text(screen)
        await pilot.press("enter")
        await until(lambda: pilot.app.screen is not screen, pilot)


async def test_enter_does_what_is_lit_where_that_begins_no_match() -> None:
    match = winning(ended("decktet"))
    screen = ResultScreen(evolve(match, answers=Answers(can_rematch=False)))
    async with pilot_of(screen) as pilot:
        await until(lambda: screen.takes_answers, pilot)
        (lit,) = screen.query("#answers .-suggested")
        assert lit.id == "answer-analysis"
        await pilot.press("enter")
        await until(lambda: pilot.app.screen is not screen, pilot)


async def test_any_key_ends_the_fall_of_the_confetti(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setattr(result_picture, "FRAMES", 100_000)
    screen = screen_of(ended("decktet"))
    async with pilot_of(screen) as pilot:
        screen.picture.has_lost = False
        screen.picture.let_confetti_fall()
        await until(lambda: screen.picture.fallen > 1, pilot)
        await pilot.press("x")
        fallen = screen.picture.fallen
        frames: list[None] = []
        screen.set_interval(result_picture.FRAME_SECONDS, lambda: frames.append(None))
        await until(lambda: len(frames) > 3, pilot)
        assert screen.picture.fallen == fallen


async def test_a_key_for_pages_says_that_there_is_none_where_all_is_on_one() -> None:
    screen = screen_of(ended("sahara"))
    async with pilot_of(screen, (160, 50)) as pilot:
        await until(lambda: screen.takes_answers, pilot)
        await pilot.press("space")
        await until(lambda: "everything is on this one" in screen_text(screen), pilot)


def winning(match: Match) -> FinishedMatch:
    """A match for whoever has won it."""
    known_match = finished(match)
    return evolve(known_match, own_seats=[known_match.outcome.order[0]])


async def test_what_has_no_button_has_no_key() -> None:
    screen = screen_of(ended("decktet"), answers=Answers(can_rematch=False, can_replay=False))
    async with pilot_of(screen) as pilot:
        await pilot.press("r", "v", "a")
        assert pilot.app.screen is screen


async def test_a_large_screen_is_filled_down_to_the_answers() -> None:
    async def recall() -> Aftermath:
        return Aftermath(course((0, 0), (3, 1), (5, 4), (5, 9)), [Milestone("first match")])

    screen = screen_of(ended("sahara"), recall=recall)
    async with pilot_of(screen, (160, 50)) as pilot:
        await until(lambda: "Your first match" in screen_text(screen), pilot)
        await until(lambda: screen.picture.size.height > MOST, pilot)
        answers = screen.query_one("#answers").region.y
        table = screen.query_one("#tables").region
        await until(lambda: answers - screen.query_one("#tables").region.bottom <= 2, pilot)
        milestones = screen.query_one("#milestones").region
        assert table.height and answers - milestones.bottom <= 3, "the curve takes what is free"
        headline = screen_lines(screen)[screen.query_one("#headline").region.y]
        left = len(headline) - len(headline.lstrip())
        assert abs(left - (len(headline) - len(headline.rstrip()))) <= 1, "in the middle"


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_the_result_says_which_keys_list_all_keys_and_lead_back(
    home: Any, size: tuple[int, int]
) -> None:
    screen = screen_of(ended("decktet"))
    async with pilot_of(screen, size) as pilot:
        await until(lambda: screen.takes_answers, pilot)
        assert "F2 Keys" in screen_text(screen) and "Esc Close" in screen_text(screen)
        await pilot.click("#page-close")
        await until(lambda: pilot.app.screen is not screen, pilot)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_a_key_without_a_use_is_answered_in_the_line_of_the_pages(
    home: Any, size: tuple[int, int]
) -> None:
    screen = screen_of(ended("decktet"))
    async with pilot_of(screen, size) as pilot:
        await until(lambda: screen.takes_answers, pilot)
        await pilot.press("x")
        answer = "x does nothing here. Press F2 to see all keys."
        await until(lambda: answer in screen_text(screen), pilot)
        line = next(line for line in screen_lines(screen) if answer in line)
        assert line.strip() == answer, "and nothing that reads as if it were said of the key"
        assert "F2 Keys" not in screen_text(screen)
        await pilot.press("right")
        await until(lambda: "F2 Keys" in screen_text(screen), pilot)
        assert answer not in screen_text(screen)


async def test_the_aftermath_is_read_from_the_saved_match(home: Any) -> None:
    match = save(ended("sahara"))
    host = LocalHost()
    aftermath = await aftermath_of(host, match.record.id, 0)
    assert aftermath.course is not None
    assert aftermath.course.moments[-1].scores == tuple(match.scores)
    assert aftermath.milestones[0] == Milestone("first match")
    Profile().add(result_of(match))
    again = await aftermath_of(host, match.record.id, 0)
    assert again.milestones == aftermath.milestones
    assert not (await aftermath_of(host, match.record.id, None)).milestones


async def test_that_a_copy_came_late_is_no_notice(
    home: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = save(ended("sahara"))
    host = LocalHost()
    look_back = host.look_back

    async def come_late(match_id: str, may_be_gone: bool = False) -> Match | None:
        monkeypatch.setattr(host, "look_back", look_back)
        return await look_back("not there yet")

    monkeypatch.setattr(host, "look_back", come_late)
    aftermath = await aftermath_of(host, match.record.id, 0, patience=0.01)
    assert aftermath.course is not None and not host.notices()


async def test_of_a_match_that_is_not_kept_nothing_is_said_but_that(home: Any) -> None:
    host = LocalHost()
    assert await aftermath_of(host, "unknown", 0) == Aftermath()
    assert not host.notices()
    screen = screen_of(ended("decktet"))
    async with pilot_of(screen) as pilot:
        await pilot.press("space")
        await until(lambda: "story can't be told" in screen_text(screen), pilot)


def test_a_single_hand_of_cards_says_who_went_out_and_several_how_many_there_were() -> None:
    game = registry.get("decktet")
    for hands, says in ((1, " went out first."), (2, "All 2 hands have been played.")):
        match = Match.new("decktet", {"hands": hands}, [Seat("person", "Ann")] * 2, 4)
        rng, events = Random(2), []
        while not match.over:
            match.act(match.to_act, rng.choice(match.legal(match.to_act)))
        for ply in match.plies():
            events += match.events_for(ply.events, 0)
        words = game.ending(events, match.view(0), ["Ann", "Bea"])
        went_out = any(type(event).__name__ == "WentOut" for event in events)
        assert words.endswith(says) if hands > 1 or went_out else not words


def test_all_who_did_as_well_share_what_was_best() -> None:
    placements = [
        TailReturned(seat=seat, laid=laid, count=0, camels=0, cells=[], length=length)
        for seat, laid, length in ((0, 3, 70), (1, 6, 80), (0, 5, 80), (1, 2, 80))
    ]
    match = evolve(finished(ended("caravanserai")), events=placements)
    assert match.best_deeds == {
        "longest caravan": ([0, 1], 80),
        "most laid in a turn": ([1], 6),
    }


def single_hand() -> tuple[Match, FinishedMatch]:
    """A match of cards with one hand, which is counted at its end."""
    match = Match.new("decktet", {"hands": 1}, [Seat("person", "Ann"), Seat("person", "Bo")], 8)
    rng, events = Random(2), []
    while not match.over:
        match.act(match.to_act, rng.choice(match.legal(match.to_act)))
    for ply in match.plies():
        events += match.events_for(ply.events, 0)
    ranks = list(match.ranks or ())
    position = Position("m", match.version, 0, match.view(0), [], ranks=ranks, over=True)
    return match, FinishedMatch(position, ["Ann", "Bo"], [0], events)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_a_single_hand_has_a_curve_of_what_would_have_been_counted(
    size: tuple[int, int],
) -> None:
    match, finished = single_hand()
    running = course_of(match, has_running=True)
    assert running.changes > 1 == course_of(match).changes
    assert running.moments[-1].scores == course_of(match).moments[-1].scores, "the end is counted"
    ends = [moment.scores for moment in running.moments]
    assert ends[-2] == (3.0, 14.0), "the cards won, without what going out brings"

    async def recall() -> Aftermath:
        return Aftermath(course_of(match), running=running)

    screen = ResultScreen(finished, recall)
    async with pilot_of(screen, size) as pilot:
        screen.show_page(Page.STORY)
        curve, dunes = screen.query_one(ScoreCurve), screen.query_one("StoryPage Dunes")
        await until(lambda: curve.size.height and not dunes.size.height, pilot)
        text = screen_text(screen)
        assert "Points if counted after each turn" in text
        assert "The points were counted once, at the end." in text
        assert "start" in text and not screen.query_one("StoryPage").max_scroll_y


async def test_what_would_have_been_counted_is_read_back_with_a_match_of_one_hand(
    home: Any,
) -> None:
    match, _finished = single_hand()
    save(match)
    aftermath = await aftermath_of(LocalHost(), match.record.id, 0)
    assert aftermath.running == course_of(match, has_running=True)
    several = ended("decktet")
    save(several)
    assert (await aftermath_of(LocalHost(), several.record.id, 0)).running is None


def test_the_story_of_a_single_hand_tells_what_was_the_best_in_it() -> None:
    match, finished = single_hand()
    sentences = Story.of(finished, Aftermath(course_of(match)), False).sentences
    assert sentences[0] == "The points were counted once, at the end."
    assert sorted(sentences[1:]) == ["Best season: Bo, 8.", "Longest caravan: Ann and Bo, 5."]
    assert sentences == Story.unread(finished).sentences, "there is nothing to be read back"
