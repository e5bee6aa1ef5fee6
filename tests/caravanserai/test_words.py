"""The words of list, log and hints."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from ai.hint import explain
from ai.reasons import reason_of_loss
from caravan_tui import i18n
from caravan_tui.bus.messages import SearchResult
from caravan_tui.cli.preview import random_match
from caravan_tui.engine.tutorial import Tutorial, load
from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import events, text
from caravan_tui.games.caravanserai.advice import explain_forgone, explain_turn, list_moves
from caravan_tui.games.caravanserai.advice.hints import merits_of
from caravan_tui.games.caravanserai.advice.placements import placement_label, step_label
from caravan_tui.games.caravanserai.advice.places import site_label
from caravan_tui.games.caravanserai.messages import describe_cell, no_camel, prompt, refusal
from caravan_tui.games.caravanserai.moves import step_choices
from caravan_tui.games.caravanserai.pieces import DIRECTIONS, PLAIN, board_for
from caravan_tui.games.caravanserai.rules import CaravanseraiState
from caravan_tui.games.caravanserai.rules.outcomes import preview
from caravan_tui.games.caravanserai.rules.placements import longest_placements, most_growth
from caravan_tui.games.caravanserai.view import CaravanseraiView, state_of
from caravan_tui.games.caravanserai.view import view as project
from caravan_tui.games.contract import LINE, Event
from tests.caravanserai.desert import GAME, desert, play
from tests.support.known import known
from tests.support.played import played
from tests.support.views import as_view, view_of

NAMES = ["Ann", "Omar"]


def test_a_caravanserai_of_the_list_has_its_colour_and_part_of_the_board() -> None:
    view = as_view(CaravanseraiView, played("caravanserai", 2, 4, 0).view(0))
    board = board_for(2)
    cells = range(board.cells)
    words = {text.region_word(cell, board) for cell in cells}
    assert len(words) == 9
    across = [2 * q + r for q, r in zip(board.q, board.r, strict=True)]
    assert text.region_word(min(cells, key=lambda cell: board.r[cell]), board) == "north"
    assert text.region_word(max(cells, key=lambda cell: across[cell]), board) == "east"
    start = played("caravanserai", 2, 4, 0).legal(0)[0]
    cell = known(act.cell_of(start))
    colour = text.colour_word(view["cells"][cell])
    region = text.site_region(cell, view)
    assert step_label(start, view, NAMES).startswith(f"{colour}, {region}")
    assert site_label(cell, view, is_short=True) == colour
    assert text.region_word(cell, board) in text.describe(start, view, NAMES)


def test_a_cell_where_no_caravan_can_start_is_refused_by_what_it_is() -> None:
    match = played("caravanserai", 2, 4, 1)
    view = as_view(CaravanseraiView, match.view(match.to_act))
    starts = {act.cell_of(start) for start in match.legal(match.to_act)}
    assert view["phase"] == "start"
    taken = {piece >> 3 for pieces in view["caravans"] for piece in pieces}
    assert taken
    for cell, colour in enumerate(view["cells"]):
        said = refusal(cell, view, NAMES)
        site = "Desert" if colour == PLAIN else f"{text.colour_word(colour).title()} caravanserai"
        assert cell in starts or said.startswith(site)
        assert ("has a piece" in said) is (cell in taken)
        assert ("not at the rim" in said) is (colour != PLAIN and cell not in taken)
        assert len(said) <= LINE


def test_a_caravanserai_that_takes_no_good_now_says_why() -> None:
    state = desert(["0,0", "-3,0"], {"-3,0": 1, "1,0": 0, "2,0": 2}, goods=("1,0",), market=0)
    view = as_view(CaravanseraiView, view_of(**{**GAME.view(state, 0), "phase": "put"}))
    told = {name: refusal(board_for(2).cell_of(name), view, NAMES) for name in
            ("-3,0", "1,0", "2,0", "0,1")}  # fmt: skip
    assert told["-3,0"] == "Black caravanserai, where Omar has a piece: choose a marked one."
    assert told["1,0"] == "White caravanserai, with a good on it already: choose a marked one."
    assert told["2,0"] == "Purple caravanserai: the market has no such good. Choose a marked one."
    assert told["0,1"] == "Desert: put the good on a marked caravanserai."


def test_a_placement_larger_than_the_reserve_says_what_lies_on_the_board() -> None:
    match = played("caravanserai", 3, 3, 37, "herder")
    seat = match.to_act
    view = as_view(CaravanseraiView, match.view(seat))
    rows = list_moves(match.legal(seat), view, match.names)
    spoken = set()
    for row in rows:
        laid = Counter[int]()
        for step in row.actions:
            if act.BLOCK <= step < act.LYING:
                laid[act.block_colour(step)] += act.block_size(step)
        short = sum(max(0, count - view["stock"][seat][colour]) for colour, count in laid.items())
        if act.LYING not in row.actions:
            said = re.search(r"picks up ([^·]*)", row.all_asides)
            assert sum(map(int, re.findall(r"\d+", said[1]))) == short if said else not short
            spoken.add(short > 0)
    assert spoken == {True, False}


def test_turns_that_gain_the_same_are_listed_by_the_good_that_they_come_near() -> None:
    """In a first round each turn gains nothing, and the list did not say where one leads."""
    match = played("caravanserai", 2, 4, 2, "greedy")
    seat = match.to_act
    view = as_view(CaravanseraiView, match.view(seat))
    steps_to, far = board_for(2).distance, dict[int, list[int]]()
    for row in list_moves(match.legal(seat), view, match.names):
        said = row.all_asides
        if row.actions[-1] != act.CAMEL or "wins" in said or "picks up" in said:
            continue
        outcome = known(preview(view, row.actions))
        head = outcome.laid[-1] >> 3
        steps = min(steps_to[head][good] for good in view["goods"])
        colours = {view["cells"][good] for good in view["goods"] if steps_to[head][good] == steps}
        near = {f"{steps} from a {text.colour_word(colour)} good" for colour in colours}
        assert any(words in said for words in near)
        far.setdefault(outcome.growth, []).append(steps)
    assert far and all(steps == sorted(steps) for steps in far.values())


def test_a_caravanserai_to_put_a_good_on_is_named_by_its_way_from_the_head() -> None:
    match = next(
        match
        for plies in range(2, 60)
        if (match := played("caravanserai", 2, 4, plies, "greedy")).legal(match.to_act)[0]
        >= act.PUT
    )
    view = as_view(CaravanseraiView, match.view(match.to_act))
    head = view["caravans"][view["turn"]][-1] >> 3
    for action in match.legal(match.to_act):
        cell = known(act.cell_of(action))
        steps = board_for(2).distance[cell][head]
        colour = text.colour_word(view["cells"][cell])
        assert site_label(cell, view) == f"{colour}, {steps} from the head"
        near = "near" if steps <= 4 else "far"
        assert site_label(cell, view, is_short=True) == f"{colour}, {near}"


def test_a_placement_to_a_cell_is_named_by_what_it_lays() -> None:
    blocks = [act.block(0, 1), act.block(4, 2)]
    steps = [0, blocks[0], blocks[1], 1, act.LYING, act.CAMEL]
    assert placement_label(steps) == "1 white, 2 yellow, lying camel"
    assert placement_label(steps, is_short=True) == "1w 2y L"
    assert placement_label([3, act.CAMEL]) == "only a camel"


def test_steps_of_a_placement_have_rows_of_their_own_that_say_what_they_are() -> None:
    for plies in (0, 1, 2, 3, 4, 8):
        match = played("caravanserai", 3, 5, plies, "greedy")
        view, legal = as_view(CaravanseraiView, match.view(match.to_act)), match.legal(match.to_act)
        labels = [step_label(action, view, [*NAMES, "Leila"]) for action in legal]
        if view["phase"] in ("start", "put"):  # keys on the board tell them apart
            labels = [
                site_label(known(act.cell_of(action)), view, is_short=True) for action in legal
            ]
        else:
            assert len(set(labels)) == len(labels)
        assert all(len(label) <= 14 for label in labels), labels
        assert not any(label[0].isdigit() for label in labels), "the keys before them are digits"


def test_the_log_says_what_a_placement_did_and_not_what_the_board_shows() -> None:
    assert text.shorten(events.GoodStocked("0,1", 2), NAMES, 0) is None
    assert text.shorten(events.TileRemoved(3), NAMES, 0) is None
    assert text.shorten(events.CamelPlaced(0, "0,1"), NAMES, 0) == "lays 1 camel"
    assert text.shorten(events.GoodPlaced(0, 3, "0,1"), NAMES, 0) == "puts 1 red (middle)"
    assert (
        text.shorten(events.GoodsLaid(0, 3, 4, 0, ["0,1"], False, None), NAMES, 0) == "lays 4 red"
    )
    assert text.gains(events.TailReturned(0, 4, 4, 0, [], 7)) == []


def test_a_hint_for_the_start_counts_the_caravanserais_near_it() -> None:
    match = played("caravanserai", 2, 4, 0)
    action, view = match.legal(0)[0], as_view(CaravanseraiView, match.view(0))
    cell, steps_to = known(act.cell_of(action)), board_for(2).distance
    near = sum(
        0 < steps_to[cell][site] <= 4
        for site, colour in enumerate(view["cells"])
        if colour != PLAIN
    )
    advice = explain_turn([(action, view)], view, NAMES)
    assert advice.reasons[0] == f"{near} caravanserais are within 4 steps."


def test_the_hint_for_a_placement_looks_at_the_next_turn() -> None:
    view = as_view(CaravanseraiView, played("caravanserai", 2, 4, 60).view(0))
    long_blocks = "It keeps enough for blocks of three or more: white, red."
    for stock, has_goods in (([3, 0, 0, 4, 1], True), ([1, 1, 1, 1, 1], False)):
        after = view.copy()
        after["stock"] = [stock, *view["stock"][1:]]
        reasons = explain_turn([(act.CAMEL, view)], after, NAMES).reasons
        assert (long_blocks in reasons) == has_goods


def test_no_text_names_a_cell_by_coordinates_that_stand_nowhere_on_the_board() -> None:
    view = as_view(CaravanseraiView, played("caravanserai", 2, 4, 40, "greedy").view(0))
    cells = [describe_cell(cell, view, NAMES) for cell in range(board_for(2).cells)]
    assert any("from the tail" in line for line in cells)
    assert any("caravanserai (north)" in line for line in cells)
    cases: list[Event] = [
        events.CaravanStarted(0, "0,1", 3, True),
        events.CamelLaidDown(0, "0,1"),
        events.CamelPlaced(0, "0,1"),
        events.GoodPlaced(0, 3, "0,1"),
        events.GoodStocked("0,1", 2),
    ]
    lines = [text.narrate(event, NAMES, 0) or "" for event in cases]
    assert all("(middle)" in line for line in lines), lines
    for line in [*cells, *lines]:
        assert not re.search(r"-?\d,-?\d", line), line


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_two_caravanserais_to_choose_from_have_the_same_name(seats: int) -> None:
    for seed in range(4):
        match = played("caravanserai", seats, seed, 0)
        view, legal = as_view(CaravanseraiView, match.view(match.to_act)), match.legal(match.to_act)
        words = [text.describe(action, view, match.names) for action in legal]
        assert len(set(words)) == len(words) > 10


def test_a_hint_says_what_to_lay_and_in_which_direction() -> None:
    view = as_view(CaravanseraiView, played("caravanserai", 2, 4, 60).view(0))
    west, east = DIRECTIONS.index("W"), DIRECTIONS.index("E")
    steps = [west, act.block(0, 2), act.block(1, 3), west, east, act.CAMEL]
    advice = explain_turn([(step, view) for step in steps], view, NAMES)
    assert list(advice.steps) == ["Lay two white, three black west; a camel east."]
    lone = explain_turn([(act.CAMEL, view)], view, NAMES)
    assert list(lone.steps) == ["End with a camel."]
    assert list(advice.short_steps) == ["heads W: 2 white, 3 black; E: camel"]
    bent = [west, act.block(0, 2), act.block(1, 3), east, west, act.block(2, 4), act.CAMEL]
    advice = explain_turn([(step, view) for step in bent], view, NAMES)
    assert list(advice.steps) == ["Lay two white, three black west, then east; four purple west."]
    bent = [west, act.block(1, 3), east, west, act.CAMEL]
    advice = explain_turn([(step, view) for step in bent], view, NAMES)
    assert list(advice.steps) == ["Lay three black west, then east; a camel west."]
    assert list(advice.short_steps) == ["heads W-E: 3 black; W: camel"]
    assert list(lone.short_steps) == ["ends with a camel"]


def test_a_placement_is_explained_with_the_numbers_of_the_log_whoever_gives_the_good() -> None:
    """The tail comes back only after the good is taken."""
    explained: list[str] = []
    has_taken = False
    for ply in played("caravanserai", 4, 3, 160, "greedy").plies():
        if ply.awaited >= 0 and ply.action == act.CAMEL:
            assert isinstance(ply.before, CaravanseraiState)
            before = project(ply.before, ply.actor)
            state = ply.before.clone()
            state.apply(ply.action)
            has_taken |= not any(isinstance(event, events.TailReturned) for event in ply.events)
            after = project(state, ply.actor)
            explained += explain_turn([(act.CAMEL, before)], after, [*NAMES, "C", "D"]).reasons[:1]
        for event in ply.events:
            if isinstance(event, events.TailReturned):
                longer = text.longer_words(event.laid - event.count)
                assert explained.pop() == (
                    f"The caravan ends {event.length} long ({longer}): "
                    f"{event.laid} laid, {event.count} back."
                )
    assert has_taken and not explained


def test_a_camel_that_cannot_be_laid_says_why_in_each_phase() -> None:
    said: dict[str, str] = {}
    for plies in range(80):
        match = played("caravanserai", 2, 4, plies, "greedy")
        view = as_view(CaravanseraiView, match.view(match.to_act))
        if act.CAMEL in match.legal(match.to_act):
            continue
        said.setdefault(view["phase"], no_camel(view, True))
        assert no_camel(view, False) == "You can't lay a camel now: it is another player's turn."
    assert set(said) >= {"start", "direction", "put"}
    assert "marked caravanserai" in said["start"]
    assert "direction" in said["direction"]
    assert said["put"].startswith("Your placement has ended.")


def test_the_tutorial_says_why_it_orders_a_block_that_makes_the_caravan_no_longer() -> None:
    script = Tutorial(load("caravanserai"), "Ada")
    while ("block red 1",) not in script.step.ask:
        if script.asked:
            script.play(script.wanted()[0])
        else:
            script.go_on()
        while script.answering:
            script.answer()
    view = as_view(CaravanseraiView, script.match.view(script.seat))
    options = step_choices(view, script.match.legal(script.seat), ["Ada", "Zaid"])
    growth = {option.steps[0]: option.preview.growth for option in options if option.preview}
    ordered = script.wanted()[0]
    assert growth[ordered] < max(growth.values()), "else the list says it all"
    assert "It adds nothing yet, but two white goods can follow it, which add 2" in script.step.say
    at_best = {option.steps[0]: option.outcome.growth for option in options if option.outcome}
    assert f"At best, your line adds {at_best[ordered]}: see the list" in script.step.say


def test_a_way_that_was_not_taken_has_the_length_that_it_allows_as_its_reason() -> None:
    match = random_match("caravanserai", 3, 6, 140, level="greedy")
    while as_view(CaravanseraiView, match.view(match.to_act))["phase"] != "direction":
        match.act(match.to_act, match.legal(match.to_act)[0])
    view = as_view(CaravanseraiView, match.view(match.to_act))
    growth = most_growth(view)
    best = max(growth, key=lambda step: growth[step])
    worse = min(growth, key=lambda step: growth[step])
    assert growth[worse] < growth[best]
    reason = reason_of_loss(match.game, view, [worse], [best])
    assert reason == (
        f"makes the caravan at most {growth[worse]} pieces longer, not {growth[best]}"
    )
    assert reason_of_loss(match.game, view, [best], [worse]) == ""


def test_few_placements_are_announced_only_just_before_nobody_can_place() -> None:
    announced, tight = _rounds_announced_and_tight(seats=1, seed=7)
    last = as_view(CaravanseraiView, played("caravanserai", 1, 7, 10_000).view(None))
    assert last["why"] == "stuck"
    assert min(tight) < last["round"] - 4, "heads had few free cells long before"
    assert announced and min(announced) >= last["round"] - 1
    announced, tight = _rounds_announced_and_tight(seats=2, seed=2)
    assert tight and not announced, "the market was emptied, nobody was stuck"


def _rounds_announced_and_tight(seats: int, seed: int) -> tuple[set[int], set[int]]:
    """The rounds of a match in which the table says that few placements are left, and those in
    which every head has few free cells beside it."""
    announced, tight = set(), set()
    last = played("caravanserai", seats, seed, 10_000).version
    for plies in range(last + 1):
        view = as_view(CaravanseraiView, played("caravanserai", seats, seed, plies).view(None))
        notice = text.near_end(view, NAMES)
        if notice is not None and "Few placements" in notice.words:
            announced.add(view["round"])
        room = [text.free_cells_beside_head(view, seat) for seat in range(seats)]
        if max(room) <= text.FEW_CELLS:
            tight.add(view["round"])
    return announced, tight


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_question_warns_that_the_last_camel_is_to_be_laid(language: str) -> None:
    i18n.use(language)
    state = desert(["0,0", "5,0"])
    for camels, is_last in ((2, False), (1, True)):
        state.camels[0] = camels
        asked = prompt(GAME.view(state, 0))
        after = state.clone()
        play(after, "dir E")
        for words in (asked, prompt(GAME.view(after, 0))):
            warning = "last camel" if language == "en" else "dernier chameau"
            assert (warning in words.lower()) == is_last and len(words) <= LINE, words


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("camels", [1, 2])
def test_the_question_names_only_a_camel_where_no_block_can_be_laid(
    language: str, camels: int
) -> None:
    """It spoke of blocks where none was in the list."""
    i18n.use(language)
    state = desert(["0,0", "5,0"])
    state.camels[0] = camels
    play(state, "dir E")
    block = {"en": "block", "fr": "bloc"}[language]
    assert block in prompt(GAME.view(state, 0)), "there are goods in reserve"
    state.stock[:5] = [0] * 5
    assert state.legal() == [act.CAMEL]
    asked = prompt(GAME.view(state, 0))
    assert block not in asked.lower() and len(asked) <= LINE, asked
    assert {"en": "camel", "fr": "chameau"}[language] in asked


def test_a_hint_says_what_a_longer_turn_would_bring_and_what_it_has_for_that() -> None:
    match = played("caravanserai", 2, 5, 40, "herder")
    while as_view(CaravanseraiView, match.view(match.to_act))["phase"] != "direction":
        match.act(match.to_act, match.legal(match.to_act)[0])
    seat = match.to_act
    view = as_view(CaravanseraiView, match.view(seat))
    placements = longest_placements(view)
    longest, short = placements[0], placements[-1]
    assert longest.growth > short.growth
    spoken = {}
    for placement in (longest, short):
        turn, state = [], state_of(view)
        for step in placement.steps:
            turn.append((step, as_view(CaravanseraiView, GAME.view(state, seat))))
            state.apply(step)
        spoken[placement.growth] = explain_forgone(turn, NAMES)
        after = GAME.view(state, seat)
        advice = GAME.advice_for(turn, after, NAMES)
        line = [step for step, _view in turn]
        hint = explain(GAME, view, SearchResult("1", line[0], 1, 0.1, [], line=line), names=NAMES)
        said = spoken[placement.growth]
        assert hint.reasons == [*advice.reasons[:1], *([said] if said else []), *advice.reasons[1:]]
    assert not spoken[longest.growth]
    assert spoken[short.growth].startswith(f"A longer line would bring +{longest.growth} now. This")
    kept = re.search(r"keeps (\d+) more good", spoken[short.growth])
    assert kept and int(kept[1]) > 0


def test_of_a_turn_that_is_not_the_longest_the_weightiest_comes_first() -> None:
    state = desert(["0,0", "5,0"], stock=4)
    after, other = state.clone(), state.clone()
    other.camels[0] -= 3
    other.stock[:5] = [1, 1, 1, 1, 1]
    merits = merits_of(after, other, 0, NAMES)
    assert merits[0] == "keeps 15 more goods to lay"
    assert "keeps 3 more camels" in merits
    assert not merits_of(other, after, 0, NAMES)


def test_the_end_of_the_market_goes_on_the_sentence_of_its_turn() -> None:
    names = ["Ann", "Bea"]
    emptied = events.MarketEmptied(1, 15, 2)
    whole = "Bea empties the market: one more round follows, round 15"
    assert text.narrate(emptied, names, 0) == whole
    assert text.shorten(emptied, names, 0) == whole.removeprefix("Bea ")
    no_site = events.NoFreeSite(0, 1)
    assert text.shorten(no_site, names, 1) == "finds no free caravanserai for 1 good"
