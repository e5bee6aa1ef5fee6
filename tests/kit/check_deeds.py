"""Checks of a game's deeds: what they are called, and that they only look."""

from __future__ import annotations

from rich.cells import cell_len

from caravan_tui.engine import Ply
from caravan_tui.games.deeds import LONGEST_NAME, LONGEST_TEXT, Chronicle
from tests.kit.checking import check
from tests.kit.lines import Case, play, rich


@check
def deeds_have_short_words_and_lasting_ids(case: Case, seed: int, effort: int) -> None:
    """The id of every deed begins with that of the game and is its own; name and text fit into
    their line, and the text is a sentence."""
    game = case.game.spec.id
    ids = [deed.id for deed in case.game.deeds]
    assert len(set(ids)) == len(ids), f"two deeds have one id: {', '.join(ids)}"
    for deed in case.game.deeds:
        prefix, _dot, name = deed.id.partition(".")
        assert prefix == game and name.isidentifier(), f"{deed.id} is not {game}.<name>"
        assert 0 < cell_len(deed.name) <= LONGEST_NAME, f"{deed.id}: its name is too long"
        assert cell_len(deed.text) <= LONGEST_TEXT, f"{deed.id}: its text is too long"
        assert deed.text.endswith("."), f"{deed.id}: its text is no sentence"


@check
def deeds_only_look_at_a_match(case: Case, seed: int, effort: int) -> None:
    """Every deed says yes or no of every seat in any match, and changes no position."""
    encode = case.game.encode
    for line in (rich(case, seed), play(case, seed)):
        before = [encode(state) for state in line.states]
        steps = [
            Ply(ply, line.actors[ply], action, line.states[ply], line.events[ply])
            for ply, action in enumerate(line.actions)
        ]
        end = line.states[-1]
        for seat in range(case.seats):
            chronicle = Chronicle(seat, steps, end, end.scores(), end.outcome())
            for deed in case.game.deeds:
                answer = deed.is_done(chronicle)
                assert isinstance(answer, bool), f"{deed.id} says {answer!r} of seat {seat}"
        assert [encode(state) for state in line.states] == before, "a deed changed a position"
