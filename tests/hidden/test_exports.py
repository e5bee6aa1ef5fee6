"""What leaves a match by a page or a program says nothing that its reader may not know."""

from __future__ import annotations

import json
import re
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ai.programs.process import Program
from ai.views import pack as pack_view
from caravan_tui.bus.messages import SearchRequest
from caravan_tui.cli.html_replay import replay_page
from caravan_tui.engine import Match, Record, Seat
from caravan_tui.engine.playback import Playback
from caravan_tui.games import registry
from caravan_tui.presentation.analyses import CACHE, cache_key
from caravan_tui.presentation.decisions import KINDS, Kind
from caravan_tui.screens.analysis.screen import AnalysisScreen
from caravan_tui.screens.replay.export import Export
from caravan_tui.screens.replay.screen import ReplayScreen
from tests.hidden.analyses import Guesses, analysed
from tests.hidden.markers import forms, search
from tests.hidden.twins import Plan, plan_with_secrets
from tests.support.screen_text import screen_text
from tests.support.until import until
from tests.support.whole_app import local_screen

NOTING = """
import json, sys
notes = open(sys.argv[1], "w")
for line in sys.stdin:
    notes.write(line)
    notes.flush()
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "notes"}), flush=True)
    elif message["type"] == "position":
        moves = message["moves"]
    elif message["type"] == "go":
        print(json.dumps({"type": "bestmove", "action": moves[0]["action"]}), flush=True)
"""
"""A program that writes down all that it is told, and plays its first move."""


def both(game: str, longest: int) -> tuple[Plan, Match, Match]:
    """A match that runs, and one that its second seat cannot tell from it."""
    plan = plan_with_secrets(registry.get(game), 2, {}, 5, 1, longest)
    stretch = plan.best
    assert stretch is not None and stretch.differing
    end = stretch.end(plan.actors)
    seats = [Seat("trader", "Anna"), Seat("person", "Ben")]

    def made(log: list[int], seed: int) -> Match:
        record: Record = Match.new(game, plan.options, seats, seed).record
        record.id, record.log = "twin", list(log[:end])
        return Match.from_record(record)

    true, twin = made(plan.log, plan.seed), made(stretch.log, plan.seed ^ 0x5DEECE66D1CE4E5)
    assert true.game.encode(true.state) != twin.game.encode(twin.state)
    return plan, true, twin


@pytest.mark.parametrize("game", ["decktet", "ahldarahd"])
async def test_a_page_of_a_match_that_runs_shows_what_its_eyes_may_see(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, true, twin = both(game, 24)
    for eyes in (1, None):
        pages = [await replay_page(match, eyes, theme_name="") for match in (true, twin)]
        assert pages[0] == pages[1], eyes
        assert not search(pages[0].encode(), forms(plan.seed))
        monkeypatch.setattr(type(true), "over", True)
        others = [await replay_page(match, 0) for match in (true, twin)]
        monkeypatch.undo()
        assert others[0] != others[1], "else nothing would be proved"
    for refused in (0, "open"):
        with pytest.raises(ValueError):
            await replay_page(true, refused)


def shows(screen: AnalysisScreen, kind: Kind) -> bool:
    """Whether a screen shows a list, and something in it."""
    return screen.kind == kind and screen.table.row_count > 0


async def analysis_and_replay(match: Match) -> list[str]:
    """What the screens of analysis and replay show to the second seat, with marks, and export."""
    CACHE[cache_key(match, 1)] = await analysed(match, 1, Guesses())
    shown = []
    screen = AnalysisScreen(Playback(match), [1])
    async with local_screen(screen, (140, 45)) as pilot:
        for number, kind in enumerate(KINDS, 1):
            await pilot.press(str(number))
            await until(partial(shows, screen, kind), pilot)
            for _row in range(3):
                shown.append(screen_text(pilot.app))
                await pilot.press("down")
        await pilot.press("1", "enter")
        await until(lambda: isinstance(pilot.app.screen, ReplayScreen), pilot)
        replay = pilot.app.screen
        assert isinstance(replay, ReplayScreen) and replay.notes and replay.comments
        for step in replay.notes:
            replay.go(step)
            await pilot.pause()
            shown.append(screen_text(pilot.app))
        export = Export(replay, 1, step, replay.comments)
        return [*shown, export.text(), await export.picture()]


@pytest.mark.parametrize(("game", "longest"), [("decktet", 110), ("ahldarahd", 40)])
async def test_the_analysis_of_a_match_that_runs_shows_what_its_seat_may_know(
    game: str, longest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, true, twin = both(game, longest)
    first, second = [await analysis_and_replay(match) for match in (true, twin)]
    for number, (here, there) in enumerate(zip(first, second, strict=True)):
        assert here == there, number
        assert not search(here.encode(), forms(plan.seed))

    def truth(*_args: object) -> str:
        return str(twin.game.encode(twin.state))

    monkeypatch.setattr(type(twin.game), "describe", truth)
    assert await analysis_and_replay(twin) != first, "else nothing would be proved"


@pytest.mark.parametrize("game", ["decktet", "ahldarahd"])
def test_a_program_is_told_what_its_seat_may_know(game: str, tmp_path: Path) -> None:
    plan, true, twin = both(game, 60)
    script = tmp_path / "notes.py"
    script.write_text(NOTING)

    def told(match: Match, seat: int, name: str) -> str:
        notes = tmp_path / name
        program = Program((sys.executable, str(script), str(notes)))
        try:
            for ply in match.plies():
                view: Any = match.game.view(ply.before, seat)
                if ply.awaited == seat:
                    program.choose(SearchRequest(game, pack_view(view), seat, "trader", 7), 10.0)
        finally:
            program.close()
        assert not program.faults
        return notes.read_text()

    first, second = told(true, 1, "true"), told(twin, 1, "twin")
    assert first == second and len(first) > 10_000
    assert not search(first.encode(), forms(plan.seed))
    for line in first.splitlines():
        assert "seed" not in json.loads(line), line
    other = re.sub(r"seat 1", "", told(true, 0, "other"))
    assert other != told(twin, 0, "other twin"), "else nothing would be proved"
