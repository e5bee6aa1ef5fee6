"""Questions before something is done: before a move, at the step that ends it; before a restart."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from caravan_tui.app import CaravanApp
from caravan_tui.cli.preview import PreviewHost, random_match
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.games.ahldarahd import actions as ahldarahd
from caravan_tui.games.caravanserai import actions as caravanserai
from caravan_tui.games.dice_village import actions as dice
from caravan_tui.games.sahara import actions as sahara
from caravan_tui.hosts.local import LocalHost
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.settings import Settings
from caravan_tui.widgets.question import Question
from tests.nights import mostly_nightly
from tests.support.known import known
from tests.support.screen_app import ScreenApp
from tests.support.screens import screen_of, tables_of
from tests.support.until import until

pytestmark = pytest.mark.usefixtures("no_workers")


COMPOUND = ["sahara", "caravanserai", "dice_village", "ahldarahd"]


def compound_match(game: str) -> tuple[Match, int]:
    """A match in which seat 0 may begin a compound move, and the step that begins it."""
    for seed in range(1, 60):
        for plies in range(0, 150, 6):
            match = random_match(game, 2, seed, plies)
            if match.over or match.to_act != 0:
                continue
            view = match.view(0)
            for action in match.legal(0):
                if not match.game.commits(action, view):
                    return match, action
    raise AssertionError("no compound move")


@asynccontextmanager
async def table(
    match: Match, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[Any], TableScreen]]:
    """The table of a match alone, with questions before moves."""
    host = PreviewHost()
    screen = TableScreen(host.seat_at(match, [0]))
    app = ScreenApp(screen, host, Settings(confirm_moves=True))
    async with app.run_test(size=size) as pilot:
        await until(lambda: app.screen is screen and screen.position, pilot)
        yield pilot, screen


@pytest.mark.parametrize("game", registry.ids())
def test_after_a_step_the_same_seat_goes_on_before_chance_and_others(game: str) -> None:
    steps = 0
    for seed in range(1, 5):
        match = random_match(game, max(2, registry.spec(game).min_seats), seed, 0)
        for _ply in range(120):
            if match.over:
                break
            seat, legal = match.to_act, match.legal(match.to_act)
            view = match.view(seat)
            for action in legal:
                if not match.game.commits(action, view):
                    after = match.state.clone()
                    after.apply(action)
                    assert after.to_act() == seat, match.game.notation(action, view)
                    steps += 1
            match.act(seat, legal[(seed * 7 + match.version * 3) % len(legal)])
    assert bool(steps) == (game in COMPOUND)


def test_which_actions_end_a_move() -> None:
    def commits(game: str, action: int, **view: object) -> bool:
        return registry.get(game).commits(action, dict(view))

    assert not commits("sahara", sahara.LIFT_SUPPLY) and commits("sahara", sahara.SET)
    assert commits("sahara", sahara.MOVE) and commits("sahara", sahara.END)
    assert not commits("caravanserai", 3) and not commits("caravanserai", caravanserai.LYING)
    assert commits("caravanserai", caravanserai.CAMEL) and commits("caravanserai", 256)
    own, others = dice.pack(dice.VILLAGE, 1), dice.pack(dice.VILLAGE, 4)
    assert not commits("dice_village", own, to_act=0) and commits("dice_village", own, to_act=1)
    assert commits("dice_village", others, to_act=0)
    assert not commits("dice_village", dice.pack(dice.ADD, 3))
    assert commits("dice_village", dice.pack(dice.SELL))
    assert not commits("ahldarahd", ahldarahd.PAY, destroy={"place": 3, "paid": -1})
    assert commits("ahldarahd", ahldarahd.PAY, destroy={"place": 3, "paid": 0})
    assert not commits("ahldarahd", ahldarahd.GIVE_GOLD | 2) and commits(
        "ahldarahd", ahldarahd.SEND
    )


@pytest.mark.parametrize("game", mostly_nightly(COMPOUND))
async def test_a_compound_move_is_asked_for_once_at_its_end_with_all_its_steps(game: str) -> None:
    match, first = compound_match(game)
    first_step = match.game.describe(first, match.view(0), match.names)
    async with table(match) as (pilot, screen):
        version = match.version
        screen.board.choose(first)
        await until(lambda: screen.position and screen.position.version > version, pilot)
        assert pilot.app.screen is screen
        ending = None
        while ending is None:  # further steps ask nothing either
            position = screen.position
            assert position is not None
            ends = [a for a in position.legal if match.game.commits(a, position.view)]
            ending = ends[0] if ends else None
            if ending is None:
                screen.board.choose(position.legal[0])
                await until(lambda before=position: screen.position is not before, pilot)
                assert pilot.app.screen is screen
        version_before = match.version
        screen.board.choose(ending)
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)
        text = str(pilot.app.screen.query(Static).first().content)
        assert first_step in text and len(text.splitlines()) > 1
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is screen, pilot)
        assert match.version == version_before
        screen.board.choose(ending)
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)
        await pilot.press("enter")
        await until(lambda: match.version > version_before, pilot)


async def test_steps_that_were_taken_back_are_not_in_the_question() -> None:
    match = random_match("sahara", 2, 3, 0)
    while match.to_act != 0 or not any(sahara.LIFT <= a <= 50 for a in match.legal(0)):
        match.act(match.to_act, match.legal(match.to_act)[-1])
    match.act(0, sahara.LIFT_SUPPLY)  # a camel on the board, so that there are two to lift
    match.act(0, match.legal(0)[0])
    while match.to_act != 0 or sum(a <= 50 for a in match.legal(0) if a) < 2:
        match.act(match.to_act, match.legal(match.to_act)[-1])
    lifts = [action for action in match.legal(0) if sahara.LIFT <= action <= sahara.LIFT_SUPPLY]
    steps = [match.game.describe(lift, match.view(0), match.names) for lift in lifts[:2]]
    async with table(match) as (pilot, screen):
        version = match.version
        screen.board.choose(lifts[0])
        await until(lambda: known(screen.position).version == version + 1, pilot)
        screen.action_undo()
        await until(lambda: known(screen.position).version == version, pilot)
        screen.board.choose(lifts[1])
        await until(lambda: known(screen.position).version == version + 1, pilot)
        screen.board.choose(known(screen.position).legal[0])
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)
        text = str(pilot.app.screen.query(Static).first().content)
        assert steps[1] in text and steps[0] not in text
        assert len(text.splitlines()) == 2


async def test_a_plain_move_is_asked_for_if_that_is_set() -> None:
    match = random_match("decktet", 2, 1, 0)
    while match.to_act != 0:
        match.act(match.to_act, match.legal(match.to_act)[0])
    async with table(match) as (pilot, screen):
        version = match.version
        screen.board.choose(match.legal(0)[0])
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)
        await until(lambda: pilot.app.focused is not None, pilot)
        assert match.version == version
        await pilot.press("right", "enter")
        await until(lambda: pilot.app.screen is screen, pilot)
        assert match.version == version
        screen.app.settings.confirm_moves = False
        screen.board.choose(match.legal(0)[0])
        await until(lambda: match.version > version, pilot)
        assert pilot.app.screen is screen


async def test_a_restart_is_asked_for_if_that_is_set() -> None:
    app = CaravanApp(LocalHost)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: app.host_ready.is_set(), pilot)
        seats = [Seat("person", "Ann"), Seat("person", "Bea")]
        first = await app.host.create("sahara", {}, seats, 4)
        app.push_screen(TableScreen(known(first)))
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.position, pilot)
        link = first
        for ask in (True, False):
            app.settings.confirm_restart = ask
            screen = app.screen
            await pilot.press("f9")
            if ask:
                await until(lambda: isinstance(app.screen, Question), pilot)
                await pilot.press("escape")
                await until(lambda screen=screen: app.screen is screen, pilot)
                await pilot.press("f9")
                await until(lambda: isinstance(app.screen, Question), pilot)
                await pilot.press("enter")
            await until(
                lambda link=link: (
                    isinstance(app.screen, TableScreen)
                    and app.screen.connection is not link
                    and app.screen.position
                ),
                pilot,
            )
            new = screen_of(app, TableScreen).connection
            assert new.match != known(link).match
            assert tables_of(app).match(new.match).record.assisted
        await app.host.stop()


@pytest.mark.parametrize(
    ("game", "choose", "play"), [("decktet", "space", "enter"), ("dice_village", "1", "e")]
)
async def test_after_a_no_what_was_chosen_is_still_chosen(
    game: str, choose: str, play: str
) -> None:
    match = Match.new(game, {}, [Seat("person", "Ann"), Seat("greedy", "Bo")], 2)
    while match.to_act != 0:
        match.act(match.to_act, match.legal(match.to_act)[0])
    async with table(match) as (pilot, screen):
        version = match.version
        await pilot.press(choose)
        questions = []
        for answer in ("escape", "mouse", "enter"):
            await pilot.press(play)
            await until(lambda: isinstance(pilot.app.screen, Question), pilot)
            questions.append(str(pilot.app.screen.query(Static).first().content))
            assert match.version == version
            await (pilot.click("#answer-no") if answer == "mouse" else pilot.press(answer))
            await until(lambda: pilot.app.screen is screen, pilot)
        assert len(set(questions)) == 1
        await until(lambda: match.version > version, pilot)
