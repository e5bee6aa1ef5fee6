"""The board of Caravanserai played by keys and by clicks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from textual import events
from textual.geometry import Region

from caravan_tui.cli.preview import preview_app
from caravan_tui.engine import Match
from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai.advice import explain_turn
from caravan_tui.games.caravanserai.board import Board
from caravan_tui.games.caravanserai.events import CamelPlaced, GoodPlaced, TailReturned
from caravan_tui.games.caravanserai.moves import target_cell
from caravan_tui.games.caravanserai.pieces import DIRECTIONS, PLAIN, board_for
from caravan_tui.games.caravanserai.render.cells import PRINT_SIGN
from caravan_tui.games.caravanserai.render.layout import spot
from caravan_tui.games.caravanserai.rules.outcomes import preview
from caravan_tui.games.caravanserai.rules.placements import placements_ending_on
from caravan_tui.games.caravanserai.view import CaravanseraiView
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.terminal.ascii import plain
from caravan_tui.widgets.drawing.canvas import HALF
from caravan_tui.widgets.drawing.colours import contrast
from caravan_tui.widgets.marks import SEAT_GLYPHS
from tests.caravanserai.desert import RED, desert
from tests.support.canvases import canvas_of
from tests.support.known import known
from tests.support.played import played
from tests.support.state_app import StateApp
from tests.support.until import until
from tests.support.views import as_view


def at_phase(phase: str, seats: int = 2, seed: int = 4) -> Match:
    """A match of random play at the first position of seat 0 with something to choose there."""
    for plies in range(200):
        match = played("caravanserai", seats, seed, plies)
        if (
            match.to_act == 0
            and len(match.legal(0)) > 1
            and as_view(CaravanseraiView, match.view(0))["phase"] == phase
        ):
            return match
    raise AssertionError(phase)


def open_board(match: Match, **options: Any) -> StateApp[Board]:
    """The board alone, seen by seat 0."""
    return StateApp[Board]("caravanserai", match.state, seat=0, **options)


async def test_a_solo_match_is_played_to_its_end_by_keys() -> None:
    app = open_board(played("caravanserai", 1, 3, 65))
    rng = Random(2)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        while not app.scene.over:
            before = len(app.played)
            if rng.random() < 0.5:
                await pilot.press("tab")
            await pilot.press(
                "c" if rng.random() < 0.5 and act.CAMEL in app.scene.legal else "enter"
            )
            await until(lambda before=before: len(app.played) > before, pilot)
        assert len(app.played) > 12
        assert known(app.board.result(app.scene.view))[1][0][1] == str(app.state.scores()[0])


async def test_the_second_click_chooses_a_direction_and_a_number_a_block() -> None:
    app = open_board(at_phase("direction"))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        canvas, view = canvas_of(app.board), app.scene.view
        way, head = app.scene.legal[-1], view["placement"]["head"]
        cell = board_for(2).neighbours[6 * head + way]
        assert canvas.target_at(*app.spot(cell)) == cell
        await pilot.click(offset=app.spot(cell))
        await until(lambda: app.board.cursor == cell, pilot)
        assert app.actions == [] and known(app.board.selection.selected).steps == [way]
        await pilot.click(offset=app.spot(cell))
        await until(lambda: app.actions == [way], pilot)
        assert app.scene.view["placement"]["way"] == way
        assert app.scene.view["phase"] == "piece"
        (first,) = app.board.selection.choices[0].steps
        await pilot.press("1")
        await until(lambda: app.actions == [way, first], pilot)


async def test_backspace_takes_a_step_of_a_placement_back() -> None:
    match = at_phase("direction")
    app = preview_app(match, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: app.screen.query(Board), pilot)
        board = app.screen.query_one(Board)
        await until(lambda: board.scene, pilot)
        version = match.version
        await pilot.press("enter")
        await until(lambda: known(board.scene).view["phase"] == "piece", pilot)
        await pilot.press("backspace")
        await until(lambda: known(board.scene).view["phase"] == "direction", pilot)
        assert (
            match.version == version
            and as_view(CaravanseraiView, match.view(0)) == known(board.scene).view
        )


@pytest.mark.parametrize("by_click", [False, True])
async def test_a_click_on_a_far_cell_offers_placements_and_enter_or_a_click_plays_one(
    by_click: bool,
) -> None:
    match = at_phase("direction", seed=9)
    view = as_view(CaravanseraiView, match.view(0))
    goal = next(
        cell
        for cell in range(board_for(2).cells)
        if cell not in board_for(2).neighbours[6 * view["placement"]["head"] :][:6]
        and (rows := placements_ending_on(view, cell, 800)[0])
        and len(rows[0]) > 2
    )
    app = open_board(match)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.click(offset=app.spot(goal))
        await until(lambda: app.board.selection.target == goal, pilot)
        steps = app.board.selection.choices[0].steps
        planned = preview(view, steps)
        if by_click:
            await pilot.click(offset=app.spot(goal))
        else:
            await pilot.press("enter")
        await until(lambda: app.actions == list(steps), pilot)
        caravan = app.scene.view["caravans"][0]
        assert caravan[-1] >> 3 == goal and len(caravan) == known(planned).length


async def test_only_what_changed_is_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_board(at_phase("start"))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        board = app.board
        before = app.spot(board.cursor)[1]
        cells = range(board_for(2).cells)
        far = next(cell for cell in cells if abs(app.spot(cell)[1] - before) > 3)
        board.selection.is_on_cell = True  # else the list changes as well
        dirty: list[Region] = []
        monkeypatch.setattr(board, "refresh", lambda *regions, **_: dirty.extend(regions))
        board.cursor = far
        board.redraw()
        rows = {y + by for y in (before, app.spot(far)[1]) for by in (-1, 0, 1)}
        assert {region.y for region in dirty} <= rows, "the rows that the two hexagons touch"
        assert all(region.width <= 5 for region in dirty)


@pytest.mark.parametrize("size", [(80, 20), (86, 32), (106, 41), (151, 56)])
@pytest.mark.parametrize("seats", [1, 2, 4, 6])
async def test_every_cell_is_hit_where_it_is_drawn(seats: int, size: tuple[int, int]) -> None:
    app = open_board(played("caravanserai", seats, 1, 0))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        board = app.board
        canvas, where = canvas_of(board), board.table_layout(app.scene)
        for cell in range(board_for(seats).cells):
            x, y = spot(where, app.scene.view, cell)
            assert canvas.target_at(x, y) == canvas.target_at(x + 1, y) == cell
            assert 0 < x < where.panel_x and 0 <= y < size[1]


@pytest.mark.parametrize("ascii_only", [False, True])
async def test_every_phase_is_told_in_words_and_drawn_with_signs_of_the_terminal(
    ascii_only: bool,
) -> None:
    app = open_board(at_phase("start", 6), ascii_only=ascii_only)
    async with app.run_test(size=(80, 20)) as pilot:
        for phase, seats in (("start", 6), ("direction", 2), ("piece", 4), ("put", 2)):
            app.state = at_phase(phase, seats).state
            app.present()
            await pilot.press("tab")
            assert plain(app.text()).isascii(), phase
            assert HALF not in app.text() or not ascii_only, phase
            assert app.board.prompt(app.scene) and app.board.rule(app.scene), phase


async def test_a_line_of_the_list_is_played_by_its_second_click() -> None:
    app = open_board(at_phase("piece"))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        second = app.board.selection.choices[1].steps
        await pilot.click(offset=app.spot(("choice", 1)))
        await until(lambda: app.board.selection.index == 1, pilot)
        assert app.actions == []
        await pilot.click(offset=app.spot(("choice", 1)))
        await until(lambda: app.actions == second, pilot)


async def test_what_the_list_opens_on_is_played_by_two_clicks_not_by_one() -> None:
    app = open_board(at_phase("direction"))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        selection = app.board.selection
        opened, steps = selection.index, selection.choices[selection.index].steps
        await pilot.click(offset=app.spot(("choice", opened)))
        assert app.actions == [] and "a second click" in app.status[-1][0]
        await pilot.press("tab", "shift+tab")
        await pilot.click(offset=app.spot(("choice", opened)))
        assert app.actions == [], "a key lies between: that was a first click again"
        await pilot.click(offset=app.spot(("choice", opened)))
        await until(lambda: app.actions == steps, pilot)


async def test_a_cut_list_is_gone_through_by_the_wheel_and_by_a_click_on_its_last_row() -> None:
    app = open_board(at_phase("piece"))
    async with app.run_test(size=(80, 19)) as pilot:
        await pilot.pause()
        selection = app.board.selection
        assert any("▼" in line for line in app.lines()), "the list is cut"
        wheel: dict[str, Any] = {"x": 1, "y": 1, "delta_x": 0, "delta_y": 0, "button": 0}
        wheel |= {"shift": False, "meta": False, "ctrl": False}
        index = selection.index = 1
        app.board.post_message(events.MouseScrollUp(app.board, **wheel))
        await until(lambda: selection.index == index - 1, pilot)
        for _turn in range(2):  # at its top it stays
            app.board.post_message(events.MouseScrollUp(app.board, **wheel))
        app.board.post_message(events.MouseScrollDown(app.board, **wheel))
        await until(lambda: selection.index == 1, pilot)
        for _page in range(3):
            targets = canvas_of(app.board).targets
            x, y, goal = next((x, y, t[1]) for x, y, *_, t in targets
                              if not isinstance(t, int) and t[0] == "page")  # fmt: skip
            assert ("choice", goal) not in [place[-1] for place in targets], "it is not in sight"
            await pilot.click(offset=(x + 4, y))
            await until(lambda goal=goal: selection.index == goal, pilot)
        assert app.actions == [], "nothing was played"


@pytest.mark.parametrize("size", [(80, 20), (118, 46)])
async def test_a_list_stays_where_it_is_when_a_row_is_selected_and_the_second_click_plays_it(
    size: tuple[int, int],
) -> None:
    app = open_board(played("caravanserai", 2, 3, 20))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        selection = app.board.selection
        outcomes = [choice.preview for choice in selection.choices]
        assert {bool(known(outcome).won) for outcome in outcomes} == {True, False}, (
            "with a row, without"
        )

        def places() -> dict[int, tuple[int, int]]:
            targets = canvas_of(app.board).targets
            return {t[1]: (x, y) for x, y, *_, t in targets
                    if not isinstance(t, int) and t[0] == "choice"}  # fmt: skip

        listed = places()
        assert size[1] > 20 or len(listed) < len(selection.choices), "the list is cut"
        for goal, spot in listed.items():
            if goal != selection.index:
                await pilot.click(offset=spot)
            await until(lambda goal=goal: selection.index == goal, pilot)
            assert places() == listed
        steps = known(selection.selected).steps
        assert app.actions == []
        await pilot.click(offset=listed[selection.index])
        await until(lambda: app.actions == steps, pilot)


async def test_many_caravanserais_are_listed_by_colour_and_a_digit_goes_through_one() -> None:
    app = open_board(at_phase("start"))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        board, cells, legal = app.board, app.scene.view["cells"], app.scene.legal
        assert len(legal) > 10
        assert not any("below" in line for line in app.lines())
        groups = board.selection.colours
        assert sum(len(group.indices) for group in groups) == len(legal)
        for number, group in enumerate(groups, 1):
            seen = set()
            for _time in group.indices:
                index = group.after(board.selection.index)
                await pilot.press(str(number))
                await until(lambda index=index: board.selection.index == index, pilot)
                assert cells[board.cursor] == group.colour
                seen.add(index)
            assert seen == set(group.indices)
        assert app.actions == []
        await pilot.press("enter")
        await until(lambda: app.actions, pilot)
        assert cells[act.cell_of(app.actions[0])] == groups[-1].colour


async def test_a_click_on_a_colour_selects_one_of_its_caravanserais_and_a_second_plays_it() -> None:
    app = open_board(at_phase("start"))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        selection = app.board.selection
        group = next(group for group in selection.colours if selection.index not in group.indices)
        first = group.indices[0]
        steps = selection.choices[first].steps
        spot = app.spot(("choice", first))
        await pilot.click(offset=spot)
        await until(lambda: selection.index == first, pilot)
        assert app.actions == []
        await pilot.click(offset=spot)
        await until(lambda: app.actions == steps, pilot)


async def test_a_lesson_that_lights_a_caravanserai_offers_no_other() -> None:
    app = open_board(at_phase("start", seed=3))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        actions = app.scene.legal
        cell = known(act.cell_of(actions[3]))
        app.board.light([board_for(2).names[cell]])
        await until(lambda: len(app.board.selection.choices) == 1, pilot)
        assert app.board.selection.choices[0].steps == [actions[3]]
        lines = app.lines()
        where = app.board.table_layout(app.scene)
        for action in actions:
            x, y = spot(where, app.scene.view, known(act.cell_of(action)))
            left = lines[y][max(0, x - 1) : x]
            assert (left in "1►") == (action == actions[3]), (left, action)
        app.board.light(())
        await until(lambda: len(app.board.selection.choices) == len(actions), pilot)


async def test_a_lesson_leaves_the_map_readable() -> None:
    app = open_board(at_phase("direction"))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        board = app.board
        before = canvas_of(board)
        colours = board.pens.palette
        board.light(["caravan 0"])
        await until(lambda: canvas_of(board) is not before, pilot)
        where, after = board.table_layout(app.scene), canvas_of(board)
        for cell in app.scene.view["goods"]:
            x, y = spot(where, app.scene.view, cell)
            good = after.colour_at(x, y)
            assert contrast(good, colours.dune[1]) > 0.7 * contrast(
                before.colour_at(x, y), colours.dune[1]
            )


async def test_no_cursor_stays_while_another_player_moves_but_keys_bring_it_back() -> None:
    app = StateApp[Board]("caravanserai", played("caravanserai", 2, 3, 0).state, 0)
    async with app.run_test(size=(80, 20)) as pilot:
        if app.state.to_act() != 0:
            app.state.apply(app.state.legal()[0])
            app.present()
        await until(lambda: app.board.cursor is not None, pilot)
        app.state.apply(app.state.legal()[0])
        app.present()
        await until(lambda: not app.scene.my_turn and app.board.cursor is None, pilot)
        await pilot.press("g")
        await until(lambda: app.board.cursor is not None, pilot)
        app.present()
        assert app.board.cursor is not None, "where the user looks stays"


async def test_no_cursor_stays_on_the_cell_of_a_step_that_was_played() -> None:
    app = open_board(at_phase("direction"))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        way, head = app.scene.legal[-1], app.scene.view["placement"]["head"]
        cell = board_for(2).neighbours[6 * head + way]
        await pilot.click(offset=app.spot(cell))
        await until(lambda: app.board.cursor == cell, pilot)
        await pilot.press("enter")
        await until(lambda: app.actions == [way], pilot)
        await until(lambda: app.board.cursor is None, pilot)


async def test_a_hint_marks_every_caravanserai_that_it_speaks_of() -> None:
    app = open_board(at_phase("direction"))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        view = app.scene.view
        way = app.scene.legal[0]
        where = app.board.table_layout(app.scene)
        cell = next(
            cell
            for cell, colour in enumerate(view["cells"])
            if colour < 5
            and cell not in view["goods"]
            and cell not in {piece >> 3 for pieces in view["caravans"] for piece in pieces}
            and cell != target_cell(way, view)
        )
        x, y = spot(where, view, cell)
        before = app.lines()[y]
        app.board.preview_turn([way, act.PUT + cell])
        await until(lambda: app.lines()[y][x - 1] == "►", pilot)
        app.board.preview(None)
        await until(lambda: app.lines()[y] == before, pilot)


@pytest.mark.parametrize(("head", "goes_left"), [("8,0", True), ("1,-1", False)])
async def test_a_hint_marks_the_whole_way_and_its_end_and_leaves_them_in_sight(
    head: str, goes_left: bool
) -> None:
    state = desert([head, "0,-4", "0,4"])
    app = StateApp[Board]("caravanserai", state)
    turn = [DIRECTIONS.index("W"), act.block(RED, 2), act.CAMEL]
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        assert not app.board.has_free_left, "nothing is marked"
        for steps, ends in ((turn[:2], 0), (turn, 1)):
            app.board.preview_turn(steps)
            # Two goods that come back at once, and the sign beside the hexagons.
            await until(lambda: app.text().count("×r") == 3, pilot)
            await until(lambda ends=ends: app.text().count("«+C»") == ends, pilot)
            assert app.board.has_free_left == goes_left
        app.board.preview(None)
        await until(lambda: app.text().count("×r") == 1, pilot)


async def test_what_the_others_did_since_the_own_move_is_marked_with_who_did_it() -> None:
    app = open_board(at_phase("direction", seats=3))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        view, board = app.scene.view, board_for(3)
        taken = {piece >> 3 for pieces in view["caravans"] for piece in pieces}
        head = view["caravans"][0][-1] >> 3
        empty = next(
            cell
            for cell, colour in enumerate(view["cells"])
            if colour == PLAIN and cell not in taken and board.distance[head][cell] > 2
        )
        good = view["goods"][0]
        app.present(
            [
                TailReturned(1, 3, 1, 0, [board.names[empty]], 4),
                GoodPlaced(1, view["cells"][good], board.names[good]),
            ]
        )
        where = app.board.table_layout(app.scene)

        def has(cell: int, sign: str) -> bool:
            x, y = spot(where, view, cell)
            return sign in app.lines()[y][x - 2 : x + 2]

        def marked() -> tuple[bool, bool]:
            return has(good, SEAT_GLYPHS[1]), has(empty, PRINT_SIGN)

        await until(lambda: all(marked()), pilot)
        app.present([CamelPlaced(0, board.names[empty])])  # the own move begins a new turn
        await until(lambda: not any(marked()), pilot)


async def test_signs_that_were_asked_for_stay_whole_while_a_caravan_is_laid() -> None:
    app = StateApp[Board]("caravanserai", played("caravanserai", 3, 4, 3, "greedy").state)
    async with app.run_test(size=(126, 46)) as pilot:
        app.board.has_rail = True
        app.board.redraw()
        await until(lambda: "From tail to head" not in app.text(), pilot)
        await pilot.press("i")
        await until(lambda: app.status[-1:] == [("The signs are on the right.", False)], pilot)
        app.board.choose(app.scene.legal[0])
        await until(lambda: "From tail to head" in app.text(), pilot)
        for words in ("camel, lying one", "length: old, new"):
            assert words in app.text(), app.text()


async def test_the_footer_names_the_camel_only_where_one_can_be_laid() -> None:
    app = open_board(at_phase("direction", seed=9))
    async with app.run_test(size=(80, 20)) as pilot:
        await until(lambda: app.board.scene, pilot)
        assert not app.board.offers("camel")
        await pilot.press("enter")
        await until(lambda: known(app.board.scene).view["phase"] == "piece", pilot)
        assert app.board.offers("camel") == (act.CAMEL in known(app.board.scene).legal)


async def test_the_line_below_the_board_says_which_one_of_its_colour_is_selected() -> None:
    app = open_board(at_phase("start"))
    async with app.run_test(size=(80, 20)) as pilot:
        await until(lambda: app.board.scene, pilot)
        board = app.board
        group = board.selection.colours[0]
        assert len(group.indices) > 1
        assert board.selection.place_words() == f"white 1 of {len(group.indices)}"
        await pilot.press("tab")
        await until(lambda: "2 of" in board.selection.place_words(), pilot)


async def test_a_line_laid_by_one_choice_is_undone_and_redone_by_one_key() -> None:
    app = preview_app(at_phase("direction"), 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: bool(app.screen.query(Board)), pilot)
        board = app.screen.query_one(Board)
        await until(lambda: board.scene is not None and board.scene.my_turn, pilot)
        table = app.screen
        assert isinstance(table, TableScreen)
        before = known(board.scene).view
        cell = next(
            cell
            for cell in range(len(before["cells"]))
            if (placements := placements_ending_on(before, cell)[0]) and len(placements[0]) > 3
        )
        board.go_to(cell)
        await pilot.press("enter")
        await until(lambda: board.selection.target == cell, pilot)
        version = known(table.position).version
        steps = len(known(board.selection.selected).steps)
        assert steps > 3
        await pilot.press("enter")
        await until(lambda: known(table.position).version == version + steps, pilot)
        laid = known(board.scene).view["caravans"]
        await pilot.press("u")
        await until(lambda: known(board.scene).view["caravans"] == before["caravans"], pilot)
        await until(lambda: known(table.position).version == version, pilot)
        assert known(board.scene).my_turn and known(board.scene).view["phase"] == "direction"
        await pilot.press("r")
        await until(lambda: known(board.scene).view["caravans"] == laid, pilot)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_caravanserais_for_a_good_have_different_names_in_a_hint(seats: int) -> None:
    match = at_phase("put", seats)
    view, names = as_view(CaravanseraiView, match.view(0)), ["Ann", "Bo", "Cy", "Di"]
    told = [explain_turn([(action, view)], view, names).steps[0] for action in match.legal(0)]
    assert len(set(told)) == len(told) > 5, sorted(told)
