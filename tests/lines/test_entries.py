"""What a typed line means as a move."""

from __future__ import annotations

from random import Random

import pytest

from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER
from caravan_tui.lines import commands
from caravan_tui.lines.entries import Moves


def positions(game_id: str) -> list[Moves]:
    """The decisions of a match by chance."""
    game = registry.get(game_id)
    state = game.setup(game.spec.resolve({}, 2), 2)
    rng = Random(7)
    found: list[Moves] = []
    while state.to_act() != OVER and len(found) < 40:
        seat = state.to_act()
        if seat == CHANCE:
            state.apply(state.draw(rng))
            continue
        legal = state.legal()
        found.append(Moves.of(game, game.view(state, seat), legal, ["Ada", "Ben"]))
        state.apply(rng.choice(legal))
    return found


@pytest.mark.parametrize("game_id", registry.ids())
def test_every_move_can_be_typed_in_notation_with_or_without_its_signs(game_id: str) -> None:
    for moves in positions(game_id):
        for action in moves.legal[:: max(1, len(moves.legal) // 6)]:
            note = moves.game.notation(action, moves.view)
            assert moves.noted(note) == action
            loose = note.replace(">", " ").replace(":", " ").upper()
            assert moves.noted(loose) == action, f"{loose!r} for {note!r}"


@pytest.mark.parametrize("game_id", registry.ids())
def test_every_move_has_a_number_whose_line_can_be_heard(game_id: str) -> None:
    for moves in positions(game_id)[:10]:
        numbers = range(1, len(moves.rows) + 1)
        for number in numbers:
            row = moves.numbered(number)
            assert row is not None and row.actions[0] in moves.legal
            line = moves.line(number)
            assert line.startswith(f"{number}. ") and line.endswith((".", "!", "?"))
        assert moves.numbered(0) is None and moves.numbered(len(moves.rows) + 1) is None
        assert moves.lines(list(numbers))


def test_words_choose_the_moves_in_which_each_of_them_begins_a_word() -> None:
    moves = positions("sahara")[0]
    assert moves.matching("new camel d4") and moves.matching("") == []
    assert moves.matching("ship") == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("0", None),
        ("10", None),
        ("x", None),
        ("-1", None),
        ("", None),
        ("9" * 5_000, None),
    ],
)
def test_a_number_is_read_in_its_bounds_alone(text: str, value: int | None) -> None:
    assert commands.number(text, 1, 9) == value
