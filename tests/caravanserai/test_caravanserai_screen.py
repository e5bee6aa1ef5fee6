"""The board of Caravanserai played by keys and by clicks."""

from __future__ import annotations

from random import Random

import pytest
from textual.app import App, ComposeResult

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import outline
from caravan_tui.games.caravanserai.board import Board
from caravan_tui.games.caravanserai.geometry import board_for
from caravan_tui.preview import preview_app, random_match
from caravan_tui.widgets.hex_board import ZOOMS, HexBoard


def at_phase(phase: str, seats: int = 2, seed: int = 4, expert: bool = False):
    """A match of random play at the first position of seat 0 with something to choose there."""
    for plies in range(200):
        match = random_match("caravanserai", seats, seed, plies, {"expert": expert})
        view = match.view(0)
        if match.to_act == 0 and view["phase"] == phase and len(match.legal(0)) > 1:
            return match
    raise AssertionError(phase)


async def settle(pilot, version: int, match) -> None:
    """Until the table has answered."""
    for _ in range(40):
        await pilot.pause(0.01)
        if match.version != version:
            break
    await pilot.pause(0.02)


async def test_a_solo_match_is_played_to_its_end_by_keys():
    match = random_match("caravanserai", 1, 3, 0)
    rng = Random(2)
    app = preview_app(match, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        board = app.screen.query_one("#board", Board)
        for _ in range(400):
            if match.over:
                break
            version = match.version
            if rng.random() < 0.5:
                await pilot.press("tab")
            await pilot.press(
                "c" if rng.random() < 0.5 and act.CAMEL in match.legal(0) else "enter"
            )
            await settle(pilot, version, match)
        assert match.over
        assert board.result(match.view(0))[1][0][1] == str(match.scores[0])


async def test_clicks_choose_a_direction_and_numbers_a_block():
    match = at_phase("direction")
    app = preview_app(match, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        board = app.screen.query_one("#board", Board)
        desert = board.desert
        way = match.legal(0)[-1]
        view = match.view(0)
        cell = board_for(2).neighbours[6 * view["placement"]["head"] + way]
        assert desert.cell_at(*desert.spot(cell)) == cell
        version = match.version
        await pilot.click("#desert", offset=desert.spot(cell))
        await settle(pilot, version, match)
        assert match.view(0)["placement"]["way"] == way
        assert match.view(0)["phase"] == "piece"
        version, first = match.version, match.legal(0)[0]
        await pilot.press("1")
        await settle(pilot, version, match)
        assert first in match.record.log[-2:]
        version = match.version
        await pilot.press("backspace")
        await settle(pilot, version, match)
        assert match.view(0)["placement"]["laid"] == 0


async def test_a_click_on_a_far_cell_offers_the_placements_that_end_there():
    match = at_phase("direction", seed=9)
    view = match.view(0)
    goal, found = next(
        (cell, rows)
        for cell in range(board_for(2).cells)
        if cell not in board_for(2).neighbours[6 * view["placement"]["head"] :][:6]
        and (rows := outline.placements(view, cell, 800)[0])
        and len(rows[0]) > 2
    )
    app = preview_app(match, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        board = app.screen.query_one("#board", Board)
        await pilot.click("#desert", offset=board.desert.spot(goal))
        await pilot.pause(0.1)
        assert board._bd_pick.target == goal
        steps = board._bd_pick.choices[0].steps
        told = outline.outline(view, steps)
        await pilot.press("enter")
        for _ in range(60):
            await pilot.pause(0.02)
            if match.view(0)["caravans"][0][-1] >> 3 == goal and match.view(0)["phase"] != "piece":
                break
        assert len(match.view(0)["caravans"][0]) == told.length
        assert found


async def test_only_what_changed_is_painted_again():
    match = at_phase("start")
    app = preview_app(match, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        desert = app.screen.query_one("#desert", HexBoard)
        for line in range(desert.size.height):
            desert.render_line(line)
        kept = dict(desert._cb_strips)
        row = desert._hb_where[desert.cursor][1]
        far = next(c for c, (_, r) in enumerate(desert._hb_where) if abs(r - row) > 3)
        desert.move_cursor(far)
        changed = [line for line in kept if line not in desert._cb_strips]
        assert sorted(changed) == sorted({row, desert._hb_where[far][1]})


def test_every_cell_is_hit_where_it_is_drawn_at_every_zoom():
    desert = HexBoard()
    where = board_for(6)
    desert.lay_out(list(zip(where.q, where.r, strict=True)))
    for half, lines in ZOOMS:
        desert.zoom = half, lines
        for cell in range(where.cells):
            x, y = desert.spot(cell)
            for dx in range(-half, half):
                assert desert.cell_at(x + dx, y) == cell
            for way in range(6):
                beside = desert.neighbour(cell, way)
                assert where.neighbours[6 * cell + way] == (
                    where.cells if beside is None else beside
                )


class Small(App[None]):
    """A board of hexagons alone."""

    def compose(self) -> ComposeResult:
        yield HexBoard()


async def test_a_board_that_does_not_fit_scrolls_with_its_cursor():
    where = board_for(6)
    async with Small().run_test(size=(40, 10)) as pilot:
        desert = pilot.app.query_one(HexBoard)
        desert.lay_out(list(zip(where.q, where.r, strict=True)))
        desert.fit(40, 10)
        await pilot.pause(0.02)
        for ends in (max, min):
            cell = ends(range(where.cells), key=lambda cell: 2 * where.r[cell] + where.q[cell])
            desert.move_cursor(cell)
            await pilot.pause(0.02)
            x, y = desert.spot(cell)
            assert 0 <= y < desert.size.height
            assert 0 <= x < desert.size.width
            assert desert.cell_at(x, y) == cell


@pytest.mark.parametrize(("size", "lines"), [((80, 24), 1), ((140, 45), 2)])
async def test_the_largest_board_shows_whole_at_80_by_24_and_larger_where_there_is_room(
    size, lines
):
    match = random_match("caravanserai", 6, 1, 0)
    app = preview_app(match, match.to_act)
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.05)
        desert = app.screen.query_one("#desert", HexBoard)
        assert desert.virtual_size.height <= desert.size.height
        assert desert.virtual_size.width <= desert.size.width
        assert desert.lines == lines


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_every_phase_is_drawn_with_single_width_signs_and_told_without_colour(glyphs):
    for phase, seats in (("start", 6), ("direction", 2), ("piece", 4), ("put", 2)):
        match = at_phase(phase, seats, expert=True)
        app = preview_app(match, 0, glyphs)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause(0.1)
            await pilot.press("tab")
            desert = app.screen.query_one("#desert", HexBoard)
            text = "".join(desert.render_line(line).text for line in range(desert.size.height))
            if glyphs == "ascii":
                assert text.isascii()
            board = app.screen.query_one("#board", Board)
            assert board.prompt(board.shown)
            assert board.rule(board.shown)
