"""The list of moves: words in groups, whole moves, what they bring aside; a look costs nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from attrs import evolve
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input, Static

from caravan_tui.cli.preview import random_match
from caravan_tui.engine import Match
from caravan_tui.games import registry
from caravan_tui.games.ahldarahd.moves import place_of
from caravan_tui.games.ahldarahd.view import AhldarahdView
from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai.pieces import board_for
from caravan_tui.games.caravanserai.rules.outcomes import preview
from caravan_tui.games.caravanserai.rules.placements import PLACING
from caravan_tui.games.caravanserai.view import CaravanseraiView
from caravan_tui.games.contract import ListedMove, each_ending
from caravan_tui.games.decktet.actions import CARDS, PASS
from caravan_tui.games.decktet.board import Board as CardBoard
from caravan_tui.games.decktet.view import DecktetView
from caravan_tui.games.dice_village import actions as dice
from caravan_tui.games.sahara import actions as sahara
from caravan_tui.screens.table.move_dialogs import with_endings
from caravan_tui.screens.table.move_list import FRAME, MoveChooser, Place, choice_of, least_hiding
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.widgets.choice_rows import ChoiceRow
from caravan_tui.widgets.chooser import Choice, Chooser
from caravan_tui.widgets.question import Question, TextQuestion
from tests.app.test_confirm import table
from tests.decktet import decktet_help
from tests.sahara.sahara_help import position as sahara_position
from tests.support.known import known
from tests.support.screen_app import ScreenApp
from tests.support.screen_text import screen_lines
from tests.support.until import until
from tests.support.views import as_view

pytestmark = pytest.mark.usefixtures("no_workers")


@pytest.mark.parametrize("game", registry.ids())
def test_no_row_is_in_notation_beside_its_words(game: str) -> None:
    match = random_match(game, 2, 1, 6)
    seat = match.to_act
    view, legal = match.view(seat), match.legal(seat)
    for move in match.game.moves_for(legal, view, match.names):
        assert move.aside != match.game.notation(move.actions[0], view)


def test_a_reroll_is_listed_with_its_dice_and_what_the_kept_ones_sell_or_still_need() -> None:
    moves = _moves_of(random_match("dice_village", 3, 4, 20))
    asides = {move.words: move.aside for move in moves if move.group == "Reroll for 1 favour"}
    assert asides["Papyrus (2)"] == "keeps 3 5 6, needs a 1 for 1+6"
    assert asides["Gold (3)"] == "keeps 2 5 6: they sell for 2 coins and 1 favour"
    assert asides["Papyrus, gold, spices, porcelain (2 3 5 6)"] == "keeps none"


def test_a_die_to_turn_is_listed_with_where_it_sells_then_or_what_is_still_missing() -> None:
    turns = [_turns_of(plies) for plies in (0, 9)]
    assert turns[0]["Gold (3) into wheat (4)"] == "no sale, needs a 2 for 2+5"
    assert turns[0]["Gold (3) into papyrus (2)"] == "sells at Ann's 2+5: 2 coins"
    assert turns[0]["Wheat (4) into gold (3)"] == "sells nowhere new"
    assert turns[1]["Porcelain (6) into spices (5)"] == "sells at Ann's 2+5: 2 coins"
    for asides in map(list, map(dict.values, turns)):
        sells = [aside.startswith("sells at") for aside in asides]
        assert sells == sorted(sells, reverse=True), "those that sell come first"


def _turns_of(plies: int) -> dict[str, str]:
    moves = _moves_of(random_match("dice_village", 2, 1, plies))
    return {move.words: move.aside for move in moves if move.group == "Turn a die for 2 favours"}


def test_sales_and_dice_are_listed_in_short_with_faces_in_their_colours() -> None:
    pieces = {move.words: move.pieces for move in _moves_of(random_match("dice_village", 2, 1, 0))}
    three, four = ("3", "face-3"), ("4", "face-4")
    assert pieces["Sell at Ann's village 3+4 (gold, wheat)"] == [
        ("Ann's ", ""), three, ("+", ""), four]  # fmt: skip
    assert pieces["2 wheat (4 4)"] == [four, (" ", ""), four]
    assert pieces["Gold (3) into wheat (4)"] == [three, ("→", ""), four]


def test_all_dice_go_to_the_open_market_where_nothing_was_sold() -> None:
    match = random_match("dice_village", 3, 4, 40)
    seat = match.to_act
    words = {move.words for move in _moves_of(match)}
    assert "Take all dice to the open market" in words
    sale = next(a for a in match.legal(seat) if a >> dice.SHIFT == dice.VILLAGE
                and a & dice.VALUE != 3 * seat)  # fmt: skip
    match.act(seat, sale)
    assert match.to_act == seat
    words = {move.words for move in _moves_of(match)}
    assert "Take the rest to the open market" in words


async def test_below_the_list_stands_how_a_row_is_typed_and_the_filter_knows_it() -> None:
    """Beside the words of every row, codes such as `village 0.34` were taken for places."""
    window = Chooser(
        "Moves",
        [
            Choice("White", aside="+1", code="block w 1"),
            Choice("White, far away", code="put w"),
            Choice("pass", code="pass"),
        ],
    )
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        await until(partial(_is_on_screen, pilot, "To type it: block w 1"), pilot)
        lines = screen_lines(pilot.app)
        assert sum("block w 1" in line for line in lines) == 1
        assert not any("put w" in line for line in lines)
        window.highlight(1)
        await until(partial(_is_on_screen, pilot, "To type it: put w"), pilot)
        window.filter("block")
        assert window.matching == [0]


def _is_on_screen(pilot: Pilot[Any], words: str) -> bool:
    return any(words in line for line in screen_lines(pilot.app))


async def test_a_row_that_is_too_long_goes_on_set_in_with_what_it_brings_whole_at_its_end() -> None:
    long = "East: " + ", ".join(f"{number} white" for number in range(1, 10))
    rows = [Choice("White", "+1"), Choice(long, "wins white · +7"), Choice(long, "+" * 60)]
    window = Chooser("Moves", rows)
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        await until(partial(_is_on_screen, pilot, "wins white · +7"), pilot)
        lines = [line.strip(" │▌█▁▄") for line in screen_lines(pilot.app)]
        (second,) = [line for line in lines if line.endswith("wins white · +7")]
        first = lines[lines.index(second) - 1]
        assert first.startswith("East: 1 white, 2 white") and not second.startswith("East")
        before, start = (line.index(words) for line, words in zip(
            [line for line in screen_lines(pilot.app) if first in line or second in line][:2],
            (first, second), strict=True))  # fmt: skip
        assert start == before + 4, "it is set in"
        assert "+" * 60 in lines, "what has no room beside has a line of its own"


async def test_what_a_row_brings_breaks_between_its_parts_so_that_a_name_keeps_its_number() -> None:
    parts = ["Textiles 12 more", "Horses 3", "Pearls and Dyes 4", "Metals 5", "Incense and Gems 6"]
    window = Chooser("Moves", [Choice("White", ", ".join(parts)), Choice("Black", "+1")])
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        await until(partial(_is_on_screen, pilot, parts[-1]), pilot)
        lines = [line for line in screen_lines(pilot.app) if any(part in line for part in parts)]
        assert len(lines) > 1 and all(sum(part in line for line in lines) == 1 for part in parts)


async def test_a_gain_ends_the_first_line_of_a_row_and_a_detail_costs_none() -> None:
    long = "black and white and " * 2 + "some red"
    window = Chooser(
        "Moves",
        [
            Choice("White", "wins white", "+1", "2 from a good", code="W", pieces=[("White", "")]),
            Choice(long, "", "+7", "1 from a good", code="B", pieces=[(long[:32], "")]),
            Choice("white and " * 6, "wins a red good", "0", "3 from a good", code="R",
                   pieces=[(long, "")]),
        ],
    )  # fmt: skip
    async with ScreenApp(window).run_test(size=(50, 24)) as pilot:
        await until(lambda: screen_lines(window)[-1] and window.option_list.size.width, pilot)
        rows = [
            "".join(segment.text for segment in window.option_list.render_line(y)).strip()
            for y in range(4)
        ]
        assert re.fullmatch(r"White +2 from a good · wins white · \+1", rows[0])
        assert re.fullmatch(r"black and white .* \+7", rows[1]) and "good" not in rows[1]
        assert re.fullmatch(r"black and white .* 0", rows[2])
        assert re.fullmatch(r"and some red +wins a red good", rows[3])
        await pilot.press("down")
        below = window.query_one("#typed")
        await until(lambda: "1 from a good" in " ".join(screen_lines(window)), pilot)
        assert below.region.y > window.option_list.region.y
        window.filter("3 from +")
        assert window.matching == [], "all words of the filter are looked for in one row"
        window.filter("3 from")
        assert window.matching == [2], "the filter knows what a row has no room for"


@pytest.mark.parametrize("plies", [8, 10, 14, 20])
async def test_a_turn_of_caravanserai_takes_two_lines_at_most_where_the_list_is_narrow(
    plies: int,
) -> None:
    match = random_match("caravanserai", 2, 3, plies, level="greedy")
    seat = match.to_act
    rows = match.game.moves_for(match.legal(seat), match.view(seat), match.names)
    window = Chooser("Moves", [evolve(choice_of(row, "C"), group="") for row in rows])
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        await until(lambda: window.option_list.option_count == len(rows), pilot)
        console = pilot.app.console
        for row, option in zip(rows, window.option_list.options, strict=True):
            assert isinstance(option.prompt, ChoiceRow)
            lines = console.render_lines(option.prompt, console.options.update(width=33))
            shown = ["".join(segment.text for segment in line).strip() for line in lines]
            assert len(shown) <= 2, shown
            assert shown[0].endswith(row.gain), shown


@pytest.mark.parametrize("seed", [1, 2])
def test_whole_turns_are_listed_by_how_much_they_bring_then_by_the_goods_they_get(
    seed: int,
) -> None:
    match = random_match("caravanserai", 2, seed, 2, level="greedy")
    seat = match.to_act
    moves = match.game.moves_for(match.legal(seat), match.view(seat), match.names)
    turns = [move for move in moves if len(move.actions) > 1]
    assert len(turns) > 10
    view = as_view(CaravanseraiView, match.view(seat))
    order = [
        (
            -int(move.gain),
            -len(known(preview(view, move.actions)).won),
            -_goods_from_board(move),
            _steps_to_good(move, view),
            move.actions[0],
            sum(action >= act.BLOCK for action in move.actions),
        )
        for move in turns
    ]
    assert order == sorted(order), "after what is near by direction, then by how much is laid"


def _goods_from_board(move: ListedMove) -> int:
    """How many goods a row of a whole turn says that it picks up."""
    words = re.search(r"picks up ([^·]*)", move.detail)
    return sum(map(int, re.findall(r"\d+", words[1]))) if words else 0


def _steps_to_good(move: ListedMove, view: CaravanseraiView) -> int:
    """How far the nearest good is from where a whole turn ends."""
    steps_to = board_for(view["seats"]).distance[known(preview(view, move.actions)).laid[-1] >> 3]
    return min(steps_to[good] for good in view["goods"])


def test_blocks_are_listed_by_how_much_longer_the_caravan_gets() -> None:
    match = random_match("caravanserai", 2, 1, 40, level="greedy")
    while as_view(CaravanseraiView, match.view(match.to_act))["phase"] != "piece":
        match.act(match.to_act, match.legal(match.to_act)[0])
    gains = [int(move.gain) for move in _moves_of(match)
             if move.group == "Only a block"]  # fmt: skip
    assert len(gains) > 2 and gains == sorted(gains, reverse=True)


def test_routes_are_listed_map_by_map_the_own_map_first() -> None:
    match = random_match("ahldarahd", 2, 1, 12, level="greedy")
    while not any("Claim" in move.words for move in _moves_of(match)):
        match.act(match.to_act, match.legal(match.to_act)[0])
    routes = [
        place_of(move.actions[0], as_view(AhldarahdView, match.view(match.to_act)))
        for move in _moves_of(match)
    ]
    routes = [place for place in routes if place >= 0]
    assert len(set(routes)) > 3
    maps = [place >> 6 for place in routes]
    assert maps == sorted(maps, key=lambda number: (number != match.to_act, number))


def _moves_of(match: Match) -> Sequence[ListedMove]:
    """The list of moves of the seat to act."""
    seat = match.to_act
    return match.game.moves_for(match.legal(seat), match.view(seat), match.names)


@pytest.mark.parametrize("game", registry.ids())
async def test_the_keys_at_the_foot_name_the_list_of_moves_at_80_columns(game: str) -> None:
    match = random_match(game, 2, 1, 6)
    while match.to_act != 0:
        match.act(match.to_act, match.legal(match.to_act)[0])
    async with table(match) as (pilot, _screen):
        await until(lambda: "m Moves" in screen_lines(pilot.app)[-1], pilot)
        foot = screen_lines(pilot.app)[-1]
        await pilot.click(offset=(foot.index("m Moves"), 23))
        await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)


@pytest.mark.parametrize("game", registry.ids())
async def test_every_row_can_be_typed_as_the_list_writes_it(game: str) -> None:
    match = random_match(game, 2, 1, 12)
    while match.to_act != 0:
        match.act(match.to_act, match.legal(match.to_act)[0])
    async with table(match) as (pilot, screen):
        moves = screen.game.moves_for(match.legal(0), match.view(0), match.names)
        await pilot.press("m")
        await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)
        window = pilot.app.screen
        assert isinstance(window, Chooser)
        codes = [choice.code for choice in window.choices if choice.parent is None]
        assert all(codes) and len({code.lower() for code in codes}) == len(codes)
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is screen, pilot)
        version, steps = match.version, list(moves[-1].actions)
        await pilot.press(":")
        await until(lambda: isinstance(pilot.app.screen, TextQuestion), pilot)
        question = pilot.app.screen
        question.query_one(Input).value = "nonsense"
        await pilot.press("enter")
        error = question.query_one("#error", Static)
        await until(lambda: "nonsense" in str(error.content), pilot)
        assert any(str(error.content).endswith(f" {code}") for code in codes), "one that is legal"
        question.query_one(Input).value = codes[-1].upper()
        await pilot.press("enter")
        await until(lambda: pilot.app.screen is not question, pilot)
        await until(
            lambda: match.version >= version + len(steps) or isinstance(pilot.app.screen, Question),
            pilot,
        )
        if isinstance(pilot.app.screen, Question):
            await pilot.press("enter")
        await until(lambda: match.version >= version + len(steps), pilot)
        assert match.record.log[version : version + len(steps)] == steps


async def test_the_game_says_why_a_move_that_was_typed_is_not_legal() -> None:
    match = random_match("decktet", 2, 1, 0)
    while match.to_act != 0 or as_view(DecktetView, match.view(0))["plays"]:
        match.act(match.to_act, match.legal(match.to_act)[0])
    async with table(match) as (pilot, _screen):
        await pilot.press(":")
        await until(lambda: isinstance(pilot.app.screen, TextQuestion), pilot)
        question = pilot.app.screen
        question.query_one(Input).value = "pass"
        await pilot.press("enter")
        error = question.query_one("#error", Static)
        await until(lambda: "You lead this season" in str(error.content), pilot)


@pytest.mark.parametrize("game", ["caravanserai", "ahldarahd", "dice_village"])
async def test_the_list_opens_on_the_current_choice_and_escape_leaves_it(game: str) -> None:
    match = random_match(game, 2, 3, PLIES[game])
    while match.to_act != 0 or len(match.legal(0)) < 3:
        match.act(match.to_act, match.legal(match.to_act)[0])
    async with table(match) as (pilot, screen):
        board = screen.board
        await pilot.press("tab", "tab")
        current, feedback = board.current_action, _feedback(screen)
        assert current is not None
        await pilot.press("m")
        await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)
        window = pilot.app.screen
        assert isinstance(window, Chooser)
        moves = screen.game.moves_for(match.legal(0), match.view(0), match.names)
        option = window.option_list.highlighted_option
        assert option is not None and option.id is not None
        assert list(moves[int(option.id)].actions) == [current]
        await pilot.press("down", "down", "escape")
        await until(lambda: pilot.app.screen is screen, pilot)
        assert board.current_action == current
        await until(lambda: _feedback(screen) == feedback, pilot)


async def test_below_the_board_nothing_is_said_of_another_move_than_that_of_the_row() -> None:
    match = random_match("dice_village", 2, 3, PLIES["dice_village"])
    while match.to_act != 0 or len(match.legal(0)) < 3:
        match.act(match.to_act, match.legal(match.to_act)[0])
    async with table(match) as (pilot, screen):
        await pilot.press("tab", "tab")
        said = _feedback(screen)
        assert said and screen.board.current_action is not None
        await pilot.press("m")
        await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)
        assert _feedback(screen) == said
        await pilot.press("down")
        await until(lambda: not _feedback(screen), pilot)
        await pilot.press("up")
        await until(lambda: _feedback(screen) == said, pilot)


async def test_below_the_board_nothing_is_said_of_how_else_a_turn_of_a_row_could_end() -> None:
    match = random_match("caravanserai", 2, 3, 30)
    while match.to_act != 0 or as_view(CaravanseraiView, match.view(0))["phase"] != "direction":
        match.act(match.to_act, match.legal(match.to_act)[0])
    async with table(match, size=(160, 50)) as (pilot, screen):
        await until(lambda: bool(_feedback(screen)), pilot)
        rows = screen.game.moves_for(match.legal(0), match.view(0), match.names)
        assert len(rows[0].actions) > 1, "a whole turn"
        await pilot.press("m")
        await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)
        await until(lambda: not _feedback(screen), pilot)


PLIES = {"sahara": 6, "caravanserai": 30, "ahldarahd": 12, "dice_village": 6}


def _feedback(screen: TableScreen) -> str:
    """The second line below the board."""
    return str(screen.query_one("#feedback", Static).content)


def test_cards_are_listed_by_length_and_those_without_wild_cards_first() -> None:
    game = registry.get("decktet")
    state = decktet_help.position("2MK 3MW 4MS AK 6LK CL", "5YK 6MW")
    view = game.view(state, 0)
    moves = game.moves_for(state.legal(), view)
    cards = {action & CARDS if action < PASS else action for action in state.legal()}
    assert len(moves) < len(cards), "one row for all that differ only in their Aces and Crowns"
    assert {move.actions[0] for move in moves} <= set(state.legal())
    asides = {move.words: move.aside for move in moves}
    assert asides["2MK-3MW-4MS"] == "rank 4 · worth -2 · 3 left"
    assert asides["6LK-AK=7"] == "or CL · rank 6 or 7 · worth  0 · 4 left", "before it or after"
    assert "6LK-CL=7" not in asides
    groups = list(dict.fromkeys(move.group for move in moves))
    numbers = ["five", "four", "three", "two", "one"]
    expected = [f"Caravans of {number}" for number in numbers]
    assert groups == [name for name in expected if name in groups] and len(groups) > 2
    threes = [move.words for move in moves if move.group == "Caravans of three"]
    assert threes[0] == "2MK-3MW-4MS" and any("=" in words for words in threes[1:])


def test_a_bandit_of_the_list_says_who_gets_what_if_it_is_the_last_play() -> None:
    game = registry.get("decktet")
    state = decktet_help.position("2MK 3MW AK CL", "4MS 6MW", leader=1)
    decktet_help.play(state, "4MS")
    moves = game.moves_for(state.legal(), game.view(state, 0), ["Root", "Samira"])
    asides = {move.words: move.aside for move in moves}
    assert re.match(r"if last, \d+ points? to Samira · 3 left$", asides["AK"])
    assert re.match(r"-?\d+ points? to Samira$", asides["Pass"])


async def test_the_filter_knows_the_headings_and_says_when_nothing_fits_and_what_would() -> None:
    rows = {"2MK-3MW": "Caravans of seven", "AY": "Bandits"}
    window = Chooser("Moves", [Choice(row, group=rows[row], code=row) for row in rows])
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        window.filter("seven")
        assert window.matching == [0]
        window.filter("camels")
        assert not window.matching
        words = "Nothing matches 'camels'. You can type words of a row or of its heading"
        await until(lambda: words[:40] in " ".join(screen_lines(pilot.app)), pilot)
        assert str(window.query_one("#nothing", Static).content).startswith(words)
        window.filter("bandits")
        assert window.matching == [1] and not window.has_class("-nothing")


async def test_a_narrow_list_says_whole_that_nothing_fits_and_what_would() -> None:
    async with table(random_match("sahara", 2, 4, 0)) as (pilot, _screen):
        await pilot.press("m")
        await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)
        await pilot.press(*"zzz")
        nothing = pilot.app.screen.query_one("#nothing", Static)
        await until(partial(_is_on_screen, pilot, "Nothing matches"), pilot)
        window = pilot.app.screen.query_one("#window")
        await until(lambda: nothing.region.bottom <= window.region.bottom - 1, pilot)
        words = str(nothing.render())
        assert "for example: " in words
        assert words.split()[-1] in "\n".join(screen_lines(pilot.app)[: window.region.bottom])


async def test_a_row_moves_a_camel_as_a_whole() -> None:
    match = next(
        match for match in (random_match("sahara", 2, 1, plies) for plies in range(20, 90))
        if match.to_act == 0 and sahara.LIFT_SUPPLY in match.legal(0)
    )  # fmt: skip
    async with table(match) as (pilot, screen):
        version = match.version
        moves = screen.game.moves_for(match.legal(0), match.view(0), match.names)
        index, row = next(
            (index, move) for index, move in enumerate(moves) if len(move.actions) == 2
        )
        assert "action" in row.cost[0]
        await pilot.press("m")
        await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)
        window = pilot.app.screen
        assert isinstance(window, Chooser)
        window.highlight(index)
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)  # at the move's end
        await pilot.press("enter")
        await until(lambda: match.version >= version + 2, pilot)
        assert match.record.log[version : version + 2] == list(row.actions)


def test_a_camel_is_set_where_its_row_says_what_is_to_be_had() -> None:
    state = sahara_position(["b4", "g6"], "a1=ivory+2 d2=salt")
    game = registry.get("sahara")
    moves = game.moves_for(state.legal(), game.view(state, 0), ["Ann", "Bo"])
    new = [move for move in moves if move.group == "New camel"]
    assert [move.words for move in new] == [
        "a1   ivory, 6 points in Marrakesh (c1) · +2 demand",
        "d2   salt, 3 points in Timbuktu (c3)",
        "47 other spaces",
    ], "where nothing lies that is wanted is chosen from a list of its own"
    rows = [move.words for move in new[-1].endings]
    assert "b3   chain with b4" in rows[:4] and "f5" in rows
    groups = list(dict.fromkeys(move.group for move in new[-1].endings))
    assert groups == [
        "New camel: by your camels",
        "New camel: to a city",
        "New camel: elsewhere",
    ]
    city = next(move for move in new[-1].endings if move.words.startswith("c3"))
    assert city.words == "c3   Timbuktu wants salt" and city.group.endswith(": to a city")
    costs = {move.cost for move in new[-1].endings if move.words.startswith(("b4", "f5"))}
    assert costs == {("1 action", "for 1"), ("2 actions", "for 2")}
    assert new[-1].cost == ("1 or 2 actions", "for 1 or 2")


async def test_a_move_that_another_row_stands_for_is_listed_once_it_is_typed() -> None:
    state = sahara_position(["b4", "g6"], "a1=ivory+2 d2=salt")
    game = registry.get("sahara")
    listed = game.moves_for(state.legal(), game.view(state, 0), ["Ann", "Bo"])
    moves, parents = with_endings(listed)
    rows = zip(moves, parents, strict=True)
    window = Chooser("Moves", [choice_of(move, "", parent) for move, parent in rows])
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        await until(
            lambda: window.matching == [n for n, of in enumerate(parents) if of is None], pilot
        )

        def matching(text: str) -> list[str]:
            window.filter(text)
            return [window.choices[index].words for index in window.matching]

        assert matching("f5") == ["f5", "f5"], "the space itself, for both camels"
        assert {move.group for move in moves if move.words == "f5"} == {
            "Camel from b4", "New camel",
        }  # fmt: skip
        folds = ["46 other spaces", "47 other spaces"]
        assert matching("other spaces") == folds, "the rows stand for their own words"
        assert matching("salt")[0].startswith("d2   salt")


def test_goods_that_move_are_listed_by_how_near_they_come_to_their_city() -> None:
    state = sahara_position(["b2=salt a2 a3 b3", "g6"])
    game = registry.get("sahara")
    moves = game.moves_for(state.legal(), game.view(state, 0), ["Ann", "Bo"])
    rows = [move for move in moves if move.group == "Move goods"]
    assert rows[0].words == "Move salt from b2 to b3 · 1 from Timbuktu (c3)"
    steps = [int(known(re.search(r"· (\d+) from", row.words))[1]) for row in rows]
    assert len(rows) == 3 and steps == sorted(steps)
    assert ("salt", "paper-1") in rows[0].pieces


def test_the_list_of_a_late_turn_of_camels_is_short_and_has_every_move() -> None:
    own = "b2=salt c4 e6 f1 g5"
    state = sahara_position([own, "g6 e5=meat a4"], "a1=ivory+2 d2=salt b4=gems d6=hides g7=cloth")
    game = registry.get("sahara")
    moves = game.moves_for(state.legal(), game.view(state, 0), ["Ann", "Bo"])
    assert len(each_ending(moves)) > 180 and len(moves) < 40
    cities = [move.words for move in moves if move.words.startswith("c3")]
    assert len(cities) == 4, "the city of a good that is carried has a row for each camel"
    assert not any(move.words.endswith(".") for move in each_ending(moves)), "no row is a sentence"


async def test_tab_leads_from_heading_to_heading_of_the_list() -> None:
    groups = ["Deliver", "Deliver", "Pick up", *["Move"] * 30, "Or"]
    rows = [Choice(f"row {number}", group=group) for number, group in enumerate(groups)]
    window = Chooser("Moves", rows)
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        await until(partial(_is_on_screen, pilot, "Tab next heading"), pilot)

        async def after(key: str) -> str:
            await pilot.press(key)
            return str(known(window.option_list.highlighted_option).id)

        assert [await after("tab") for _ in range(4)] == ["2", "3", "33", "0"], "round the end"
        assert [await after("down"), await after("shift+tab")] == ["1", "0"], "to its own heading"
        assert [await after("shift+tab"), await after("shift+tab")] == ["33", "3"]
        await until(partial(_is_on_screen, pilot, "Move ───"), pilot)
        await pilot.press(*"row 5")
        assert window.matching == [5, 15, 25] and "Tab" not in window.foot(), (
            "a single heading is left"
        )


async def test_tab_leads_through_a_window_whose_list_has_no_headings() -> None:
    window = Chooser("Contents", ["one", "two"])
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(window.focused, Input), pilot)
        await pilot.press("tab")
        await until(lambda: window.focused is window.option_list, pilot)
        assert "Tab" not in window.foot()


def test_a_lifted_camel_is_set_where_its_row_says_what_is_to_be_had() -> None:
    state = sahara_position(["b4", "g6"], "a1=ivory+2 d2=salt")
    state.apply(sahara.LIFT_SUPPLY)
    game = registry.get("sahara")
    moves = game.moves_for(state.legal(), game.view(state, 0), ["Ann", "Bo"])
    rows = [move for move in moves if move.group != "Or"]
    assert list(dict.fromkeys(row.group for row in rows)) == [
        "To a good", "By your camels", "To a city", "Elsewhere",
    ]  # fmt: skip
    assert rows[0].words == "a1   ivory, 6 points in Marrakesh (c1) · +2 demand"
    assert [list(move.actions) for move in moves if move not in rows] == [
        [action] for action in state.legal() if not sahara.SET <= action < sahara.PICK
    ]
    assert {move.cost[0] for move in rows} == {"1 action", "2 actions"}


async def test_the_list_says_how_many_moves_fit_what_is_typed_and_how_to_leave() -> None:
    rows = [Choice("White", group="Lay a block"), Choice("Camel", group="End")]
    window = Chooser("Moves", rows)
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        count = window.query_one("#count", Static)
        await until(lambda: str(count.render()) == "2", pilot)
        window.filter("cam")
        assert str(count.render()) == "1 of 2"
        assert "Esc closes" in window.foot()
        await until(lambda: any("End ───" in line for line in screen_lines(pilot.app)), pilot)


@pytest.mark.parametrize("game", ["sahara", "caravanserai", "dice_village", "ahldarahd"])
async def test_a_small_list_gives_way_to_the_move_under_its_cursor(game: str) -> None:
    match = random_match(game, 2, 3, PLIES[game])
    while match.to_act != 0 or len(match.legal(0)) < 3:
        match.act(match.to_act, match.legal(match.to_act)[0])
    async with table(match) as (pilot, screen):
        await pilot.press("m")
        await until(lambda: isinstance(pilot.app.screen, MoveChooser), pilot)
        window = pilot.app.screen
        assert isinstance(window, MoveChooser)
        frame = window.query_one("#window")
        await until(lambda: frame.region.width > 0, pilot)
        marks = 0
        for index in window.matching:
            window.highlight(index)
            await until(partial(_marks_are_free, screen, frame), pilot)
            assert frame.region.bottom <= 23 and frame.region.right <= 80
            marks += len(screen.board.marked_regions)
        assert marks > len(window.matching) // 2, "nearly every move has something to see"


async def test_words_below_a_list_beside_a_large_board_are_whole_without_a_new_layout() -> None:
    """Rows with one line of words and with two need the same room."""
    match = random_match("sahara", 2, 5, 20, level="greedy")
    async with table(match, (160, 50)) as (pilot, _screen):
        await pilot.press("m")
        await until(lambda: isinstance(pilot.app.screen, MoveChooser), pilot)
        window = pilot.app.screen
        assert isinstance(window, MoveChooser)
        typed = window.query_one("#typed", Static)
        await until(lambda: typed.size.height == 4, pilot)
        needed = set()
        for index in window.matching:
            window.highlight(index)
            await pilot.pause()
            needed.add(typed.get_content_height(typed.size, typed.size, typed.size.width))
            assert typed.size.height == 4
        assert len(needed) > 1 and max(needed) <= 4


def _marks_are_free(screen: TableScreen, frame: Widget) -> bool:
    """Whether a window hides nothing of the marked move."""
    regions = [Region(*region) for region in screen.board.marked_regions]
    offset = screen.board.region.offset
    return not any(frame.region.overlaps(region.translate(offset)) for region in regions)


async def _list_what_beats_a_play(match: Match, pilot: Pilot[Any], screen: TableScreen) -> None:
    """Play on until the first seat has cards to beat, and open the list of moves."""
    while match.to_act != 0 or not as_view(DecktetView, match.view(0))["plays"]:
        match.act(match.to_act, match.legal(match.to_act)[0])
    await until(lambda: known(screen.position).version == match.version, pilot)
    await pilot.press("m")


async def test_a_list_of_cards_hides_neither_the_cards_to_beat_nor_the_names_of_the_hand() -> None:
    match = random_match("decktet", 2, 3, 6)
    async with table(match) as (pilot, screen):
        await _list_what_beats_a_play(match, pilot, screen)
        await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)
        frame = pilot.app.screen.query_one("#window")
        await until(lambda: frame.region.width == 80, pilot)
        assert frame.region.y >= 15 and frame.region.bottom <= 23, "the names are in row 14"


async def test_a_low_list_says_beside_its_filter_how_a_row_is_typed() -> None:
    match = random_match("decktet", 2, 3, 6)
    async with table(match) as (pilot, screen):
        await _list_what_beats_a_play(match, pilot, screen)
        await until(partial(_is_on_screen, pilot, "To type it"), pilot)
        window = pilot.app.screen.query_one("#window").region
        lines = screen_lines(pilot.app)[window.y : window.bottom]
        assert "Type to filter" in lines[1] and "To type it" in lines[1]
        rows = lines[2:-1]
        assert len(rows) == window.height - 3 and all(line[2:-2].strip() for line in rows)


@pytest.mark.parametrize("size", [(80, 30), (100, 36)])
async def test_a_list_of_cards_takes_all_rows_below_the_names_of_the_hand(
    size: tuple[int, int],
) -> None:
    match = random_match("decktet", 2, 8, 1)
    assert match.to_act == 0 and len(_moves_of(match)) > 15
    async with table(match, size=size) as (pilot, screen):
        await pilot.press("m")
        await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)
        frame = pilot.app.screen.query_one("#window")
        names = screen.board.region.y + screen.board.rows_for_list.start - 1
        await until(lambda: frame.region.bottom == size[1] - 1, pilot)
        assert frame.region.y == names + 1 and frame.region.height > 8
        assert len(re.findall(r"\b[2-9] ?[A-Z]{2}\b", screen_lines(pilot.app)[names])) > 5


async def test_a_list_for_the_lead_of_cards_takes_the_cloth_and_the_cards_of_the_other() -> None:
    match = random_match("decktet", 2, 3, 0)
    assert match.to_act == 0 and not as_view(DecktetView, match.view(0))["plays"]
    async with table(match) as (pilot, _screen):
        await pilot.press("m")
        await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)
        frame = pilot.app.screen.query_one("#window")
        await until(lambda: frame.region.width == 80, pilot)
        assert (frame.region.y, frame.region.bottom) == (2, 13), "the names of both seats are free"


def test_a_list_stays_where_it_is_while_nothing_there_is_marked() -> None:
    right = Place("right", Region(48, 1, 32, 20))
    left = Place("left", Region(0, 1, 32, 20))
    at_right, at_left, between = Region(56, 4, 7, 3), Region(8, 4, 7, 3), Region(40, 4, 7, 3)
    places = [right, left]
    assert least_hiding(places, [at_left, between], None) is right
    assert least_hiding(places, [at_right], right) is left
    assert least_hiding(places, [between], left) is left, "it does not jump without need"
    assert least_hiding(places, [at_left], left) is right
    foot = Place("foot", Region(0, 12, 80, 11))
    assert least_hiding([*places, foot], [at_left, at_right], right) is foot
    assert least_hiding([*places, foot], [at_left], foot) is right, "half of the board was hidden"


@pytest.mark.parametrize("size", [(120, 36), (160, 50), (200, 60)])
@pytest.mark.parametrize("game", registry.ids())
async def test_the_list_beside_a_board_hides_neither_the_board_nor_the_seats(
    game: str, size: tuple[int, int]
) -> None:
    match = random_match(game, 2, 3, 6)
    while match.to_act != 0:
        match.act(match.to_act, match.legal(match.to_act)[0])
    async with table(match, size=size) as (pilot, screen):
        await pilot.press("m")
        await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)
        window = pilot.app.screen.query_one("#window")
        await until(lambda: window.region.right == size[0], pilot)
        board, x = screen.board.region, window.region.x
        free = Region(*screen.board.unplayed_region(board.right - x)).translate(board.offset)
        covered = window.region.intersection(board)
        assert not covered or free.contains_region(covered)
        assert not window.region.overlaps(screen.body.seat_rail.region)


async def test_a_list_that_is_open_while_the_terminal_gets_smaller_keeps_its_foot() -> None:
    async with table(random_match("sahara", 2, 3, 6), size=(140, 50)) as (pilot, _screen):
        await pilot.press("m")
        await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)
        window = pilot.app.screen.query_one("#window")
        await until(lambda: window.region.right == 140, pilot)
        await pilot.resize_terminal(80, 24)
        await until(lambda: 0 < window.region.right <= 80 and window.region.bottom <= 24, pilot)
        await until(lambda: "more" in str(window.border_subtitle), pilot)
        await until(lambda: any("Esc" in line and "╯" in line for line in screen_lines(pilot.app)))


def test_every_row_of_a_turn_of_camels_says_what_it_costs() -> None:
    state = sahara_position(["c3 c4=salt a1", "g6"], "a1=ivory+2")
    game = registry.get("sahara")
    moves = game.moves_for(state.legal(), game.view(state, 0), ["Ann", "Bo"])
    asides = {move.group: move.aside for move in moves}
    assert asides["Deliver"] == "+3" and asides["Pick up"] == "+2"
    assert all("action" in move.cost[0] for move in moves if move.group != "Or")


async def test_what_most_rows_below_a_heading_cost_stands_in_the_heading_alone() -> None:
    one, two = ("1 coin", "for 1"), ("2 coins", "for 2")
    costs = {"White": one, "Black": two, "Red": one}
    rows = [Choice(words, cost=cost, group="Move") for words, cost in costs.items()]
    window = Chooser("Moves", [*rows, Choice("Pass", group="End")])
    async with ScreenApp(window).run_test(size=(80, 24)) as pilot:
        await until(partial(_is_on_screen, pilot, "Move · 1 coin ──"), pilot)
        lines = [line.strip(" │") for line in screen_lines(pilot.app)]
        assert "White" in lines and "Red" in lines, "it is not said twice"
        (black,) = [line for line in lines if line.startswith("Black")]
        assert black.endswith("for 2")
        assert any(line.startswith("End ──") for line in lines)
        window.filter("coins")
        assert window.matching == [1], "the filter knows what each row costs"


async def test_no_heading_of_a_list_at_80_columns_takes_two_lines_for_want_of_short_rows() -> None:
    match = random_match("sahara", 2, 1, 30, level="greedy")
    while match.to_act != 0:
        match.act(match.to_act, match.legal(match.to_act)[0])
    async with table(match) as (pilot, _screen):
        await pilot.press("m")
        await until(lambda: isinstance(pilot.app.screen, MoveChooser), pilot)
        window = pilot.app.screen
        assert isinstance(window, MoveChooser)
        await until(lambda: window.query_one("#window").region.width > 0, pilot)
        window.filter("other space")  # a short row below each heading
        assert window.widest_row < window.widest_heading, "the headings are what is long"
        headings = {window.choices[index].group for index in window.matching}
        room = window.query_one("#window").styles.width
        assert room is not None
        lines = window.rows_in(int(room.value) - FRAME)
        assert lines == len(window.matching) + len(headings)


@pytest.mark.parametrize("game", registry.ids())
@pytest.mark.parametrize("size", [(120, 36), (160, 50), (200, 60)])
async def test_nearly_every_row_of_a_list_beside_a_board_is_one_line(
    game: str, size: tuple[int, int]
) -> None:
    most = registry.get(game).spec.max_seats
    for seats, plies in ((2, 0), (2, 30), (3, 44), (4, 60)):
        if seats > most:
            continue
        match = random_match(game, seats, 1, plies, level="greedy")
        while match.to_act != 0:
            match.act(match.to_act, match.legal(match.to_act)[0])
        async with table(match, size=size) as (pilot, _screen):
            await pilot.press("m")
            await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)
            window = pilot.app.screen
            assert isinstance(window, Chooser)
            await until(partial(_is_laid_out, window), pilot)
            room = window.query_one("#window").region.width - FRAME
            long = [length for length in window.row_lengths if length > room]
            assert len(long) <= len(window.matching) // 10


@pytest.mark.parametrize("size", [(120, 36), (160, 50)])
@pytest.mark.parametrize("plies", [0, 1, 9])
async def test_a_wide_list_of_cards_hides_no_card_that_is_played_with(
    size: tuple[int, int], plies: int
) -> None:
    match = random_match("decktet", 2, 1, plies, level="greedy")
    while match.to_act != 0:
        match.act(match.to_act, match.legal(match.to_act)[0])
    async with table(match, size=size) as (pilot, screen):
        board = screen.board
        assert isinstance(board, CardBoard) and board.scene is not None
        await pilot.press("m")
        await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)
        window = pilot.app.screen
        assert isinstance(window, Chooser)
        await until(partial(_is_laid_out, window), pilot)
        list_region = window.query_one("#window").region
        hand = board.regions_now([("card", card) for card in board.selection.hand])
        assert hand
        for card in hand:
            assert not list_region.overlaps(Region(*card).translate(board.region.offset))
        assert list_region.width >= window.widest_row + FRAME


def _is_laid_out(window: Chooser) -> bool:
    """Whether the window of a list has its place."""
    return window.query_one("#window").region.right == window.app.size.width


async def test_a_row_of_caravanserai_plays_a_whole_turn_once_it_is_chosen_how_it_ends() -> None:
    match = random_match("caravanserai", 2, 3, 30)
    while match.to_act != 0 or as_view(CaravanseraiView, match.view(0))["phase"] != "direction":
        match.act(match.to_act, match.legal(match.to_act)[0])
    async with table(match) as (pilot, screen):
        version = match.version
        rows = screen.game.moves_for(match.legal(0), match.view(0), match.names)
        place, row = next((place, row) for place, row in enumerate(rows) if row.endings)
        assert len(row.actions) > 3 and "+" in row.gain
        await pilot.press("m")
        await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)
        window = pilot.app.screen
        assert isinstance(window, Chooser)
        assert known(window.option_list.highlighted_option).id == "0", (
            "nothing is selected on the board"
        )
        window.highlight(place)
        await pilot.press("enter")
        ways = await _next_list(pilot, window)
        assert ways.heading == "Choose the camel's way"
        assert [way.words for way in ways.choices] == [ending.words for ending in row.endings]
        await pilot.press("escape")
        again = await _next_list(pilot, ways)
        assert known(again.option_list.highlighted_option).id == str(place), "one step back"
        await pilot.press("enter")
        ways = await _next_list(pilot, again)
        ways.highlight(len(row.endings) - 1)
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)  # at the last camel
        await pilot.press("enter")
        steps = list(row.endings[-1].actions)
        await until(lambda: match.version >= version + len(steps), pilot)
        assert match.record.log[version : version + len(steps)] == steps


async def _next_list(pilot: Pilot[Any], before: Chooser) -> Chooser:
    """The list that has taken the place of another one, with its rows."""
    await until(
        lambda: (
            isinstance(pilot.app.screen, Chooser)
            and pilot.app.screen is not before
            and pilot.app.screen.option_list.highlighted is not None
        ),
        pilot,
    )
    window = pilot.app.screen
    assert isinstance(window, Chooser)
    return window


@pytest.mark.parametrize("plies", [20, 33, 60])
def test_turns_that_differ_in_their_last_camel_are_one_row_and_each_can_be_had(plies: int) -> None:
    match = random_match("caravanserai", 3, 3, plies, level="greedy")
    while as_view(CaravanseraiView, match.view(match.to_act))["phase"] not in PLACING:
        match.act(match.to_act, match.legal(match.to_act)[0])
    rows, legal = _moves_of(match), match.legal(match.to_act)
    assert {row.actions[0] for row in rows} == set(legal), "every action is at hand"
    whole = [row for row in rows if len(row.actions) > 1]
    assert len(whole) <= 4 * len(legal)
    assert any(row.endings for row in whole)
    for row in whole:
        if row.endings:
            assert row.endings[0].actions == row.actions and len(row.endings) > 1
            laid = {tuple(step for step in ending.actions if step >= act.BLOCK)
                    for ending in row.endings}  # fmt: skip
            assert len(laid) == 1, "they differ in their ways alone"
    words = [row.words for row in each_ending(rows)]
    assert len(set(words)) == len(words)
