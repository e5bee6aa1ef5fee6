"""What was bid before is on the table of a match that was loaded, and in a replay."""

from __future__ import annotations

from typing import Any

import pytest

from caravan_tui.cli.preview import preview_app, random_match
from caravan_tui.engine import Match
from caravan_tui.engine.playback import Playback
from caravan_tui.games.ahldarahd.view import AhldarahdView, last_bids
from caravan_tui.screens.replay.screen import ReplayScreen
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.marks import SEAT_GLYPHS
from tests.support.known import known
from tests.support.until import until
from tests.support.views import as_view


def raised() -> tuple[Match, dict[int, int]]:
    """A match in an auction in which one that is not the highest bidder has bid and is still in;
    and what each has bid last."""
    for seed in range(1, 30):
        match = random_match("ahldarahd", 3, seed, 0)
        while not match.over and match.version < 120:
            auction = as_view(AhldarahdView, match.view(None))["auction"]
            if auction is not None:
                past = Playback(match).past(Playback(match).last, None) if auction["bid"] else []
                bids = last_bids(past, {})
                if any(auction["in"][seat] for seat in bids if seat != auction["high"]):
                    return match, bids
            legal = match.legal(match.to_act)
            wanted = "bid" if auction else "open shah"
            by_name = [
                a for a in legal if match.game.notation(a, match.view(None)).startswith(wanted)
            ]
            match.act(match.to_act, by_name[0] if by_name else legal[0])
    raise AssertionError("no such auction")


def strip_of(board: Board[Any]) -> str:
    lines = [board.render_line(y).text for y in range(board.size.height)]
    start = next(n for n, line in enumerate(lines) if "Auction:" in line)
    return " ".join(lines[start : start + 2])


def highest_of(match: Match) -> int:
    """The seat that has bid most in the auction."""
    return known(as_view(AhldarahdView, match.view(None))["auction"])["high"]


def bid_texts(bids: dict[int, int], high: int) -> list[str]:
    return [
        f"{SEAT_GLYPHS[seat]} {'bids' if seat == high else 'bid'} {gold}"
        for seat, gold in bids.items()
    ]


@pytest.fixture(scope="module")
def auction() -> tuple[Match, dict[int, int]]:
    return raised()


async def test_the_strip_has_the_bids_of_before_in_a_match_that_was_loaded(
    auction: tuple[Match, dict[int, int]],
) -> None:
    match, bids = auction
    assert len(bids) > 1
    async with preview_app(match, match.to_act).run_test(size=(80, 24)) as pilot:
        await until(lambda: len(pilot.app.screen_stack) > 1, pilot)
        await until(lambda: pilot.app.screen.query(Board).first().scene is not None, pilot)
        strip = strip_of(pilot.app.screen.query(Board).first())
        for words in bid_texts(bids, highest_of(match)):
            assert words in strip


async def test_the_strip_has_the_bids_of_before_wherever_a_replay_is_opened(
    auction: tuple[Match, dict[int, int]],
) -> None:
    match, bids = auction
    playback = Playback(match)
    screen = ReplayScreen(playback, [0], playback.last)
    async with preview_app(match, match.to_act).run_test(size=(80, 24)) as pilot:
        await until(lambda: len(pilot.app.screen_stack) > 1, pilot)
        pilot.app.push_screen(screen)
        await until(lambda: bool(screen.query(Board)), pilot)
        board = screen.query(Board).first()
        await until(lambda: board.scene is not None and board.size.width > 0, pilot)
        strip = strip_of(board)
        for words in bid_texts(bids, highest_of(match)):
            assert words in strip
