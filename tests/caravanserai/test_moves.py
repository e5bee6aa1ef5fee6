"""The previews of a placement agree with what the rules then do."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest

from caravan_tui.engine import Match
from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai.events import TailReturned
from caravan_tui.games.caravanserai.moves import (
    Selection,
    chooses_way,
    describe_choice,
    highlights,
    reachable_cells,
    step_choices,
)
from caravan_tui.games.caravanserai.pieces import board_for
from caravan_tui.games.caravanserai.rules import CaravanseraiState
from caravan_tui.games.caravanserai.rules.outcomes import preview
from caravan_tui.games.caravanserai.rules.placements import (
    longest_placements,
    most_growth,
    placements_ending_on,
)
from caravan_tui.games.caravanserai.state import CHOICE, STANDING
from caravan_tui.games.caravanserai.view import CaravanseraiView
from caravan_tui.games.contract import CHANCE, OVER, Event, ListedMove
from tests.caravanserai.desert import GAME, PURPLE, RED, WHITE, desert, moves, play
from tests.support.known import known
from tests.support.played import played
from tests.support.views import as_view


@pytest.mark.parametrize(("seats", "expert"), [(1, True), (2, False), (4, True)])
def test_the_preview_of_the_last_camel_is_what_happens(seats: int, expert: bool) -> None:
    checked = 0
    for seed in range(6):
        rng = Random(seed)
        state = GAME.setup({"expert": expert}, seats)
        while state.to_act() != OVER:
            if state.to_act() == CHANCE:
                state.apply(state.draw(rng))
                continue
            legal = state.legal()
            move = rng.choice(legal[:-1] if len(legal) > 1 and rng.random() < 0.7 else legal)
            view = GAME.view(state, state.seat)
            planned = preview(view, [move])
            events: list[Event] = []
            state.apply(move, events)
            tails = [event for event in events if isinstance(event, TailReturned)]
            if move == act.CAMEL:
                assert planned is not None
                assert planned.is_complete
                if tails:
                    (tail,) = tails
                    assert len(planned.laid) == tail.laid
                    assert (planned.count, planned.length) == (tail.count, tail.length)
                    assert [state.board.names[cell] for cell in planned.returned] == tail.cells
                    assert planned.returned_camels == tail.camels
                    checked += 1
            elif state.phase == CHOICE and planned is not None:
                assert planned.count == state.count + 1
    assert checked > 20


@pytest.fixture
def by_hand(monkeypatch: pytest.MonkeyPatch) -> Callable[[CaravanseraiState], None]:
    """Have views give back a hand-made desert, which no tiles could make up."""

    def give(state: CaravanseraiState) -> None:
        for module in ("moves", "rules.placements", "rules.outcomes"):
            name = f"caravan_tui.games.caravanserai.{module}.state_of"
            monkeypatch.setattr(name, lambda _view: state.clone())

    return give


def test_what_is_left_out_is_told_while_a_block_is_under_way(
    by_hand: Callable[[CaravanseraiState], None],
) -> None:
    state = desert(["-3,0", "5,0"], sites={"1,0": PURPLE}, stock=4)
    play(state, "dir E", "block purple 1", "block yellow 2", "block purple 3")
    by_hand(state)
    planned = preview(GAME.view(state, 0), [])
    assert planned is not None
    assert [state.board.names[cell] for cell in planned.not_counted] == ["1,0"]
    assert planned.count == 4
    assert planned.length == 4


def test_covered_cells_follow_every_way_that_finishes_the_block(
    by_hand: Callable[[CaravanseraiState], None],
) -> None:
    state = desert(["0,0", "5,0"], sites={"1,0": WHITE})
    play(state, "dir E")
    by_hand(state)
    view = GAME.view(state, 0)
    block = act.block(RED, 2)
    names = {state.board.names[cell] for cell in reachable_cells(view, block)}
    assert names == {"1,0", "2,0", "2,-1", "1,-1", "0,1", "1,1"}


def test_placements_to_a_cell_are_legal_and_end_there(
    by_hand: Callable[[CaravanseraiState], None],
) -> None:
    state = desert(["0,0", "5,0"], sites={"2,0": RED})
    by_hand(state)
    view = GAME.view(state, 0)
    cell = state.board.cell_of("3,0")
    placements, is_exhaustive = placements_ending_on(view, cell)
    assert placements
    assert is_exhaustive
    for steps in placements[:40]:
        ahead = state.clone()
        for step in steps:
            assert step in ahead.legal()
            ahead.apply(step)
        assert ahead.caravans[0][-1] >> 3 == cell
    # The red block on the red caravanserai is left out, so it comes first.
    assert known(preview(view, placements[0])).length == 3
    assert moves(state)[0] == "dir E"


@pytest.mark.parametrize("plies", [3, 6, 40])
def test_a_cell_has_a_ring_where_a_placement_can_end_and_no_other_cell_is_taken(
    plies: int,
) -> None:
    match = at_a_direction(plies)
    view = as_view(CaravanseraiView, match.view(match.to_act))
    selection = Selection()
    selection.list_steps(view, match.legal(match.to_act), match.names)
    selection.complete_ends(view)
    ends = frozenset().union(*known(selection.ends).values())
    marks, _placed = highlights(view, match.legal(match.to_act), [], selection.ends)
    assert marks.ends == ends and len(ends) > 6
    cells = board_for(view["seats"]).cells
    for cell in range(0, cells, 9):
        selection.list_steps(view, match.legal(match.to_act), match.names)
        has_any, _is_exhaustive = selection.list_placements(view, cell)
        assert has_any is (cell in ends)
        for choice in selection.choices if has_any else []:
            outcome = known(preview(view, choice.steps))
            assert outcome.is_complete and outcome.laid[-1] >> 3 == cell


def test_rings_are_bright_where_the_selected_direction_leads() -> None:
    match = at_a_direction(3)
    view, legal = as_view(CaravanseraiView, match.view(match.to_act)), match.legal(match.to_act)
    selection = Selection()
    selection.list_steps(view, legal, match.names)
    ends = known(selection.ends)
    for way in legal:
        marks, _placed = highlights(view, legal, [way], ends)
        assert marks.reachable == ends[way] and marks.reachable < marks.ends


def test_the_list_of_directions_opens_on_the_first_that_makes_the_caravan_longest() -> None:
    """Two presses of Enter on the first one laid a lone camel where others had room."""
    opened = set()
    for plies in (0, 30, 60, 90):
        match = at_a_direction(plies)
        selection = Selection()
        view = as_view(CaravanseraiView, match.view(match.to_act))
        selection.list_steps(view, match.legal(match.to_act), match.names)
        gains = [known(choice.at_best).growth for choice in selection.choices]
        assert selection.index == gains.index(max(gains))
        opened.add(selection.index)
    assert len(opened) > 1, "not always the first one"


def test_a_block_by_which_a_caravan_gets_no_longer_says_why() -> None:
    explained = []
    for plies in range(10, 100):
        match = played("caravanserai", 3, 7, plies, "greedy")
        view, legal = as_view(CaravanseraiView, match.view(match.to_act)), match.legal(match.to_act)
        if view["phase"] == "piece":
            for choice in step_choices(view, legal, match.names):
                words = describe_choice(choice, view, match.names, "Enter")
                if "no block is on its own colour" in words:
                    explained.append(known(choice.preview))
    assert explained
    assert all(outcome.growth <= 0 and not outcome.not_counted for outcome in explained)
    for outcome in explained:
        assert any(piece & 7 < STANDING for piece in outcome.laid), "a lone camel is no block"


@pytest.mark.parametrize("is_searched", [False, True])
def test_what_a_direction_brings_at_best_stands_beside_a_block_after_it(is_searched: bool) -> None:
    """The gain was gone once the direction was chosen, and nothing led to it."""
    match = at_a_direction(3)
    view = as_view(CaravanseraiView, match.view(match.to_act))
    selection = Selection()
    selection.list_steps(view, match.legal(match.to_act), match.names)
    ways = {choice.steps[0]: known(choice.at_best).growth for choice in selection.choices}
    while is_searched and selection.lacks_blocks:
        selection.search_block()
    way = max(ways, key=lambda step: ways[step])
    match.act(match.to_act, way)
    view = as_view(CaravanseraiView, match.view(match.to_act))
    for _turn in range(2):
        legal = match.legal(match.to_act)
        selection.list_steps(view, legal, match.names)
        assert {choice.steps[0] for choice in selection.choices} == set(legal)
        gains = [known(choice.outcome).growth for choice in selection.choices]
        assert gains == sorted(gains, reverse=True) and gains[0] >= ways[way]
        assert [choice.steps for choice in selection.choices if choice.at_best is None] == [
            [act.CAMEL]
        ]
        words = describe_choice(selection.choices[0], view, match.names, "Enter")
        assert f"at best {gains[0]} longer" in words
        ways[way], first = gains[0], selection.choices[0].steps[0]
        match.act(match.to_act, first)
        view = as_view(CaravanseraiView, match.view(match.to_act))
        if view["phase"] != "piece":
            break


def at_a_direction(plies: int) -> Match:
    """A match in which a placement begins after so many plies or a few more."""
    for more in range(60):
        match = played("caravanserai", 3, 7, plies + more, "greedy")
        if chooses_way(as_view(CaravanseraiView, match.view(match.to_act))):
            return match
    raise AssertionError(plies)


def test_the_growth_of_a_first_step_is_that_of_the_longest_placement_that_begins_with_it(
    by_hand: Callable[[CaravanseraiState], None],
) -> None:
    start = GAME.view(GAME.setup(GAME.spec.resolve({}, 2), 2), 0)
    assert not longest_placements(start) and not most_growth(start), "before the first turn"
    state = desert(["0,0", "5,0"], sites={"2,0": RED})
    by_hand(state)
    view = GAME.view(state, 0)
    best: dict[int, int] = {}
    for placement in longest_placements(view):
        outcome = known(preview(view, placement.steps))
        assert (placement.growth, placement.head) == (outcome.growth, outcome.laid[-1] >> 3)
        best.setdefault(placement.steps[0], outcome.growth)
    assert most_growth(view) == best and set(best) == set(state.legal())


def test_the_list_of_moves_begins_with_whole_turns_the_longest_caravan_first(
    by_hand: Callable[[CaravanseraiState], None],
) -> None:
    state = desert(["0,0", "5,0"], sites={"2,0": RED}, stock=4)
    by_hand(state)
    view = GAME.view(state, 0)
    rows = GAME.moves_for(state.legal(), view, ["Ann", "Bo"])
    whole = [row for row in rows if row.group.startswith("Whole turn")]
    assert rows[: len(whole)] == whole and len(whole) > 10
    assert {row.group for row in rows[len(whole) :]} == {"Only a direction"}
    growths = [known(preview(view, row.actions)).growth for row in whole]
    assert growths == sorted(growths, reverse=True)
    assert len({row.words for row in whole}) == len(whole)
    for row in whole:
        assert row.actions[-1] == act.CAMEL
        ahead = state.clone()
        for step in row.actions:
            assert step in ahead.legal()
            ahead.apply(step)
        drawn = "".join(text for text, _colour in row.pieces)
        assert len(f"{drawn}  {row.aside} · {row.gain}") < 60, (
            "one line at 80 columns, and beside a board"
        )
        laid = sum(act.block_size(step) for step in row.actions if act.BLOCK <= step < act.LYING)
        blocks = [text for text, colour in row.pieces if colour.startswith("block")]
        assert sum(int(known(re.match(r"\d+", text))[0]) for text in blocks) == laid
        assert drawn.endswith("camel") is not bool(row.endings), "the camel that ends it"
        assert bool(re.search(r", (best\sof\s)?\d\sways$", drawn)) is bool(row.endings)
        assert "C" not in drawn.replace("Only a camel", ""), "one word for a camel"
    best = longest_placements(view)[0].growth
    assert whole[0].gain == f"{best:+d}"


def test_what_can_be_laid_is_listed_with_what_the_list_opens_on_first() -> None:
    """It opened on its eighth row, and the first ones were out of sight."""
    seen = 0
    for plies in range(4, 80, 3):
        match = played("caravanserai", 2, 3, plies, "greedy")
        if match.over:
            continue
        view = as_view(CaravanseraiView, match.view(match.to_act))
        if view["phase"] != "piece":
            continue
        selection = Selection()
        selection.list_steps(view, match.legal(match.to_act), match.names)
        growths = [known(choice.outcome).growth for choice in selection.choices]
        assert selection.index == 0 and growths == sorted(growths, reverse=True)
        assert {choice.steps[0] for choice in selection.choices} == set(match.legal(match.to_act))
        seen += len(growths) > 4
    assert seen


def _names_colours(row: ListedMove) -> bool:
    """Whether a row has words for its goods, not letters."""
    blocks = [text for text, colour in row.pieces if colour.startswith("block")]
    return any(" " in text for text in blocks)


def test_the_goods_of_a_list_of_moves_are_all_in_words_or_all_in_letters_that_it_explains() -> None:
    notes = set()
    for plies in range(0, 60, 4):
        match = played("caravanserai", 3, 7, plies, "greedy")
        view = as_view(CaravanseraiView, match.view(match.to_act))
        rows = GAME.moves_for(match.legal(match.to_act), view, match.names)
        whole = [row for row in rows if any(colour[:5] == "block" for _text, colour in row.pieces)]
        forms = {_names_colours(row) for row in whole}
        assert len(forms) <= 1, "rows of a list are alike"
        note = "" if forms == {True} else "w white, b black, p purple, r red, y yellow"
        assert {row.code_note for row in whole} <= {note}
        notes |= {row.code_note for row in whole}
    assert len(notes) == 2, "lists of both kinds were looked at"


def test_the_rest_of_a_block_is_drawn_behind_its_way_in_the_list_of_moves(
    by_hand: Callable[[CaravanseraiState], None],
) -> None:
    state = desert(["0,0", "5,0"], sites={"1,0": PURPLE})
    play(state, "dir E", "block white 2")
    by_hand(state)
    rows = GAME.moves_for(state.legal(), GAME.view(state, 0), ["Ann", "Bo"])
    drawn = ["".join(text for text, _colour in row.pieces) for row in rows if row.pieces]
    assert drawn and all(re.match(r"[ENSW-]+ 1 ?w", each) for each in drawn), drawn


def test_under_way_the_list_of_moves_names_the_rest_of_the_turn(
    by_hand: Callable[[CaravanseraiState], None],
) -> None:
    state = desert(["0,0", "5,0"], sites={"2,0": RED}, stock=4)
    play(state, "dir E", "block white 1")
    by_hand(state)
    rows = GAME.moves_for(state.legal(), GAME.view(state, 0), ["Ann", "Bo"])
    groups = list(dict.fromkeys(row.group for row in rows))
    assert groups == [
        "Rest of the turn · longer by",
        "Only a block",
        "Only a camel",
    ]
    assert rows[0].actions[-1] == act.CAMEL and len(rows[0].actions) > 1
