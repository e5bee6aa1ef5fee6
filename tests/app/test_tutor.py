"""The tutor at a table: asks once, warns in one line, and keeps out of the way."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Static

from ai.grades import MoveMark
from ai.tutor import Doubt
from caravan_tui.bus.hosted_match import Services
from caravan_tui.bus.messages import Candidate, SearchRequest, SearchResult
from caravan_tui.bus.table import TableHost
from caravan_tui.cli.preview import PreviewHost, random_match
from caravan_tui.engine import Match
from caravan_tui.games import registry
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.screens.table.side_window import SideWindow
from caravan_tui.screens.table.tutoring import TutorLine
from caravan_tui.settings import Settings
from caravan_tui.widgets.question import Question
from tests.support.screen_app import ScreenApp
from tests.support.screen_text import screen_lines
from tests.support.until import until

pytestmark = pytest.mark.usefixtures("no_workers")


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[SearchRequest]:
    """The first legal move is best, all others are blunders."""
    asked: list[SearchRequest] = []

    async def search(
        host: PreviewHost, request: SearchRequest, progress: Any = None
    ) -> SearchResult:
        asked.append(request)
        legal = request.moves or LEGAL
        tried = [Candidate(move, 4000, [0.7 if move == LEGAL[0] else 0.4] * 4) for move in legal]
        return SearchResult(request.id, tried[0].action, 8000, candidates=tried)

    monkeypatch.setattr(PreviewHost, "search", search)
    return asked


LEGAL: list[int] = []
"""The legal moves of the position that is on the table."""


def own_turn(game: str, assisted: bool) -> Match:
    """A match in which seat 0 has a choice."""
    for seed in range(1, 50):
        match = random_match(game, max(2, registry.spec(game).min_seats), seed, 6)
        if not match.over and match.to_act == 0 and len(match.legal(0)) > 1:
            match.record.assisted = assisted
            LEGAL[:] = match.legal(0)
            return match
    raise AssertionError("seat 0 never has a choice")


@asynccontextmanager
async def table(
    match: Match,
    tutor: str = "mistakes",
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[tuple[Pilot[Any], TableScreen]]:
    host = PreviewHost()

    async def advise(request: object) -> None:
        raise AssertionError("no hint was asked for")

    host.tables = TableHost(host.bus, Services(advise=advise))  # type: ignore[arg-type]
    screen = TableScreen(host.seat_at(match, [0]))
    app = ScreenApp(screen, host, Settings(tutor=tutor))  # type: ignore[arg-type]
    async with app.run_test(size=size) as pilot:
        await until(lambda: screen in app.screen_stack and screen.position, pilot)
        yield pilot, screen


@pytest.mark.parametrize("game", registry.ids())
@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_a_bad_move_is_doubted_in_one_line_and_can_be_played_anyway(
    game: str, size: tuple[int, int], searched: list[SearchRequest]
) -> None:
    match = own_turn(game, assisted=True)
    version = match.version
    async with table(match, size=size) as (pilot, screen):
        screen.move_checks.play(LEGAL[-1])
        await until(lambda: isinstance(pilot.app.screen, TutorLine), pilot)
        text = "\n".join(screen_lines(pilot.app.screen))
        assert "That may be a blunder: chance to win -30%." in text
        for label in ("Rethink", "Play anyway", "Show why"):
            assert label in text
        window = pilot.app.screen.query_one("#window")
        assert window.region.height <= 4, "the board stays in sight"
        assert screen.position is not None and screen.position.version == version
        await pilot.press("right", "enter")
        await until(lambda: screen.position and screen.position.version > version, pilot)
        assert match.record.log[version] == LEGAL[-1]


async def test_who_rethinks_has_moved_nothing(searched: list[SearchRequest]) -> None:
    match = own_turn("decktet", assisted=True)
    version = match.version
    async with table(match) as (pilot, screen):
        for key in ("enter", "escape"):
            screen.move_checks.play(LEGAL[-1])
            await until(lambda: isinstance(pilot.app.screen, TutorLine), pilot)
            await pilot.press(key)
            await until(lambda: pilot.app.screen is screen, pilot)
            assert match.version == version
        screen.move_checks.play(LEGAL[0])
        await until(lambda: match.version > version, pilot)
        assert match.record.log[version] == LEGAL[0], "a good move is played without a word"


async def test_why_shows_what_is_better_and_leads_back(searched: list[SearchRequest]) -> None:
    match = own_turn("sahara", assisted=True)
    async with table(match) as (pilot, screen):
        screen.move_checks.play(LEGAL[-1])
        await until(lambda: isinstance(pilot.app.screen, TutorLine), pilot)
        await pilot.press("right", "right", "enter")
        await until(lambda: isinstance(pilot.app.screen, SideWindow), pilot)
        window = pilot.app.screen
        assert isinstance(window, SideWindow) and window.heading == "Better"
        assert [str(button.label) for button in window.query(Button)] == ["Close"]
        await pilot.press("escape")
        await until(lambda: isinstance(pilot.app.screen, TutorLine), pilot)
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is screen, pilot)


async def test_it_asks_once_before_it_marks_a_match_as_assisted(
    searched: list[SearchRequest],
) -> None:
    match = own_turn("decktet", assisted=False)
    async with table(match) as (pilot, screen):
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)
        texts = [str(text.render()) for text in pilot.app.screen.query(Static)]
        assert any("assisted" in text for text in texts)
        assert not searched, "it has not looked yet"
        await pilot.press("enter")
        await until(lambda: match.record.assisted and searched, pilot)
        screen.move_checks.play(LEGAL[-1])
        await until(lambda: isinstance(pilot.app.screen, TutorLine), pilot)


async def test_who_refuses_plays_without_it(searched: list[SearchRequest]) -> None:
    match = own_turn("decktet", assisted=False)
    version = match.version
    async with table(match) as (pilot, screen):
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is screen, pilot)
        screen.move_checks.play(LEGAL[-1])
        await until(lambda: match.version > version, pilot)
        assert not match.record.assisted and not searched


async def test_it_is_off_by_itself(searched: list[SearchRequest]) -> None:
    match = own_turn("decktet", assisted=True)
    version = match.version
    async with table(match, tutor="off") as (pilot, screen):
        screen.move_checks.play(LEGAL[-1])
        await until(lambda: match.version > version, pilot)
        assert not searched


async def test_a_warning_says_why_in_full_above_its_answers() -> None:
    reason = "leaves no caravan longer than 3, and 4 was possible"
    doubt = Doubt(1, MoveMark.BLUNDER, 0.2, SearchResult("", 2), reason)
    app = ScreenApp(TutorLine(doubt))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: "Rethink" in "".join(screen_lines(app)), pilot)
        words = " ".join(" ".join(screen_lines(app)).split())
        assert f"chance to win -20%. It {reason}. Rethink" in words


async def test_the_move_of_a_hint_is_not_doubted(searched: list[SearchRequest]) -> None:
    match = own_turn("decktet", assisted=True)
    version = match.version
    async with table(match) as (pilot, screen):
        screen.tutoring.take_hint([LEGAL[-1]], version)
        screen.move_checks.play(LEGAL[-2])
        await until(lambda: isinstance(pilot.app.screen, TutorLine), pilot)
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is screen, pilot)
        screen.move_checks.play(LEGAL[-1])
        await until(lambda: match.version > version, pilot)
        assert match.record.log[version] == LEGAL[-1]
