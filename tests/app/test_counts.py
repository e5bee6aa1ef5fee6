"""A hand or a round that has ended is counted line by line."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot

from caravan_tui.app import CaravanApp
from caravan_tui.cli.preview import preview_app
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.games.decktet.events import HandEnded
from caravan_tui.games.decktet.view import DecktetView
from caravan_tui.games.dice_village import events as dice_village
from caravan_tui.games.dice_village.view import DiceVillageView
from caravan_tui.games.scoring import Count, CountLine
from caravan_tui.screens.table import count
from caravan_tui.screens.table.count import CountDialog, page_of
from caravan_tui.screens.table.count_table import CountTable, Tally
from caravan_tui.screens.table.cover import Cover
from caravan_tui.screens.table.endings import Endings
from caravan_tui.screens.table.result import ResultScreen
from caravan_tui.screens.table.screen import TableScreen
from tests.support.known import known
from tests.support.screen_app import ScreenApp
from tests.support.screen_text import screen_lines, screen_text
from tests.support.screens import screen_of
from tests.support.until import until
from tests.support.views import as_view

HAND = Count(
    "Hand 1: Ann went out first",
    [CountLine("Out first", [5, None]), CountLine("Cards won", [-2, 3], ["2 cards", "3 cards"])],
    "This hand",
    [CountLine("All hands so far", [3, 3])],
)


def events_of(match: Match, seat: int | None) -> list[Any]:
    return [event for ply in match.plies() for event in match.events_for(ply.events, seat)]


def test_the_hands_of_decktet_add_up_to_their_points(ended_match: Match) -> None:
    view = as_view(DecktetView, ended_match.view(0))
    counts = ended_match.game.counts(events_of(ended_match, 0), view, ended_match.names)
    assert [[count.total(seat) for seat in (0, 1)] for count in counts] == [
        hand["points"] for hand in view["results"]
    ]
    assert list(counts[-1].after[0].points) == view["scores"]


@pytest.fixture
def ended_match() -> Match:
    return finished("decktet")


def finished(game: str, leave: int = 0) -> Match:
    """A match of two people to its end, or as many decisions before it."""
    options = {"hands": 2} if game == "decktet" else {}
    spec = registry.get(game).spec
    seats = [Seat("person", "Ann"), Seat("person", "Bea")]
    whole = Match.new(game, spec.resolve(options, 2), seats, 5)
    decisions = []
    while not whole.over:
        decisions.append((whole.to_act, whole.legal(whole.to_act)[-1]))
        whole.act(*decisions[-1])
    match = Match.new(game, spec.resolve(options, 2), seats, 5)
    for seat, action in decisions[: len(decisions) - leave]:
        match.act(seat, action)
    return match


def test_the_rounds_of_dice_village_add_up_to_what_the_seats_have() -> None:
    match = finished("dice_village")
    view = as_view(DiceVillageView, match.view(None))
    counts = match.game.counts(events_of(match, None), view, match.names)
    assert len(counts) == view["round"]
    coins, favours, cards = counts[-1].after
    assert list(coins.points) == [person["coins"] for person in view["people"]]
    assert list(favours.points) == [person["favours"] for person in view["people"]]
    assert list(cards.points) == view["scores"]


class AnimatedApp(ScreenApp):
    @property
    def animated(self) -> bool:
        return True


def test_a_round_of_dice_village_in_which_little_happened_comes_up_in_no_window() -> None:
    game, view = registry.get("dice_village"), finished("dice_village").view(None)
    start, next_round = dice_village.RoundStarted(1, 0), dice_village.RoundStarted(2, 0)
    quiet = [start, dice_village.Visited(0, 1, "25", 2), next_round]
    (count,) = game.counts(quiet, view, ["Ann", "Bea"])
    assert count.is_brief
    for events in (
        [start, dice_village.MerchantBought(0, "m12"), next_round],
        [start, dice_village.SoldAtHome(0, "25", 4, 0), next_round],
        [start, dice_village.NinthCard(0), next_round],
    ):
        (count,) = game.counts(events, view, ["Ann", "Bea"])
        assert not count.is_brief, events


async def test_lines_appear_one_by_one_and_a_key_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(count, "LINE_SECONDS", 3600.0)  # they are still to come, however slow it is
    dialog = CountDialog([page_of(HAND)], ("Ann", "Bea"), comes_up=True)
    app = AnimatedApp(dialog)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: dialog.takes_keys, pilot)
        assert dialog.table.visible_steps == 1
        dialog.show_next_line()
        assert dialog.table.visible_steps == 2
        await pilot.press("x")
        await until(lambda: app.screen is not dialog, pilot)
        assert dialog.closing_key == "x"


async def test_a_key_of_the_table_that_closes_a_count_does_its_work_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(CaravanApp, "shows_counts", True)
    monkeypatch.setattr(Endings, "show_result", lambda self: None)  # it would take the key
    match = finished("dice_village")
    app = preview_app(match, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.position, pilot)
        screen = screen_of(app, TableScreen)
        screen.endings.show_count(then_result=False)
        await until(lambda: isinstance(app.screen, CountDialog), pilot)
        dialog = screen_of(app, CountDialog)
        await until(lambda: dialog.takes_keys, pilot)
        await pilot.press("o")
        await until(lambda: screen.body.is_log_visible, pilot)
        assert dialog not in app.screen_stack


async def test_the_foot_of_a_count_names_the_click_that_closes_it() -> None:
    dialog = CountDialog([page_of(HAND)], ("Ann", "Bea"))
    app = ScreenApp(dialog)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: "Any key or a click closes" in screen_text(dialog), pilot)
        await pilot.click(offset=(40, 12))
        await until(lambda: app.screen is not dialog, pilot)


async def test_counts_that_were_asked_for_can_be_turned_over_and_close_by_a_click() -> None:
    other = page_of(Count("Hand 2", HAND.lines, "This hand"))
    dialog = CountDialog([page_of(HAND), other], ("Ann", "Bea"), number=1)
    app = ScreenApp(dialog)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: "This hand" in screen_text(dialog), pilot)
        await pilot.press("left")
        await until(lambda: "All hands so far" in screen_text(dialog), pilot)
        await pilot.press("right")
        await until(lambda: "Hand 2" in screen_text(dialog), pilot)
        foot = dialog.query_one("#window").region.bottom - 1
        words = screen_lines(dialog)[foot].index("← → other counts")
        await pilot.click(offset=(words, foot))
        await until(lambda: "All hands so far" in screen_text(dialog), pilot)
        assert app.screen is dialog, "an arrow is no click that closes"
        await pilot.click(offset=(1, 1))
        await until(lambda: app.screen is not dialog, pilot)


def test_a_table_of_six_long_names_fits_the_smallest_screen() -> None:
    names = [f"A player named {number}" for number in range(6)]
    lines = [CountLine("Cards won", [12] * 6)]
    room = 72 - len("Cards won")
    widths = CountTable(Tally(lines, "Points"), names)._widths(lines, room, 6)
    assert sum(widths) + 2 * 6 <= room


@asynccontextmanager
async def table_before_the_end(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Pilot[Any]]:
    """A table of Decktet at which the next decision ends the match, with counts on."""
    monkeypatch.setattr(CaravanApp, "shows_counts", True)
    match = finished("decktet", leave=1)
    app = preview_app(match, match.to_act)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.position, pilot)
        yield pilot


async def test_the_last_hand_is_counted_before_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table_before_the_end(monkeypatch) as pilot:
        app = pilot.app
        screen = screen_of(app, TableScreen)
        await pilot.press("equals_sign")
        await until(lambda: isinstance(app.screen, CountDialog), pilot)
        assert "Hand 1" in screen_text(app.screen)
        await pilot.press("escape")
        await until(lambda: app.screen is screen, pilot)
        screen.play(known(screen.position).legal[-1])
        await until(lambda: isinstance(app.screen, CountDialog), pilot)
        dialog = screen_of(app, CountDialog)
        assert "Hand 2" in screen_text(dialog)
        await until(lambda: dialog.takes_keys, pilot)
        while app.screen is dialog:
            await pilot.press("x")
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)


async def test_two_people_at_one_keyboard_see_the_count_behind_the_cover(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(CaravanApp, "shows_counts", True)
    whole = finished("decktet")
    plies = whole.plies()
    is_over = False
    to_play = 0
    for ply in plies:
        is_over = is_over or any(isinstance(event, HandEnded) for event in ply.events)
        to_play += is_over and ply.actor >= 0
    match = finished("decktet", leave=to_play)
    app = preview_app(match, match.to_act)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.position, pilot)
        screen = screen_of(app, TableScreen)
        screen.connection.own_seats = [0, 1]
        screen.listen()
        await until(lambda: set(screen.viewpoint.positions) == {0, 1}, pilot)
        screen.play(known(screen.position).legal[-1])
        await until(lambda: app.screen is not screen, pilot)
        if isinstance(app.screen, Cover):
            await until(lambda: bool(app.focused), pilot)
            await pilot.press("enter")
        await until(lambda: isinstance(app.screen, CountDialog), pilot)
        assert "Hand 1" in screen_text(app.screen)
