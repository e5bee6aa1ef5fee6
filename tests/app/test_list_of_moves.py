"""The list of moves: sentences first, in groups, whole moves, with the notation aside."""

from __future__ import annotations

import pytest

from caravan_tui.cli.preview import random_match
from caravan_tui.games import registry
from caravan_tui.games.sahara import actions as sahara
from caravan_tui.widgets.dialog import Chooser, Question
from tests.app.test_confirm import table
from tests.decktet import decktet_help
from tests.sahara.sahara_help import position as sahara_position
from tests.support.until import until

pytestmark = pytest.mark.usefixtures("no_workers")


def test_notation_stands_aside_and_never_before_the_words() -> None:
    match = random_match("caravanserai", 2, 1, 6)
    seat = match.to_act
    view, legal = match.view(seat), match.legal(seat)
    moves = match.game.moves_for(legal, view, match.names)
    assert [move.actions[0] for move in moves] == legal
    for move in moves:
        notation = match.game.notation(move.actions[0], view)
        assert not move.words.startswith(notation)
        assert move.aside == notation or notation in move.words


def test_cards_are_listed_by_length_and_those_without_wild_cards_first() -> None:
    game = registry.get("decktet")
    state = decktet_help.position("2MK 3MW 4MS AK 6LK CL", "5YK 6MW")
    view = game.view(state, 0)
    moves = game.moves_for(state.legal(), view)
    assert sorted(move.actions[0] for move in moves) == sorted(state.legal())
    groups = list(dict.fromkeys(move.group for move in moves))
    numbers = ["five", "four", "three", "two", "one"]
    expected = [f"Caravans of {number}" for number in numbers]
    assert groups == [name for name in expected if name in groups] and len(groups) > 2
    threes = [move.words for move in moves if move.group == "Caravans of three"]
    assert threes[0] == "2MK-3MW-4MS" and any("=" in words for words in threes[1:])


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
        assert "action" in row.aside
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
    rows = [move.words for move in moves if move.group == "New camel from the supply"]
    assert rows[0] == "a1   ivory, 6 points in Marrakesh · +2 demand"
    assert rows[1] == "d2   salt, 3 points in Timbuktu"
    assert "c3   Timbuktu wants salt" in rows[2:10], "cities before sand"
    assert "b3   joins b4" in rows and "f5" in rows
    asides = {move.aside for move in moves if move.words.startswith(("b4", "f5"))}
    assert asides == {"1 action", "2 actions"}
