"""Checks of a position in sentences, as line mode says it to whoever does not see the board."""

from __future__ import annotations

import unicodedata
from copy import deepcopy
from random import Random
from typing import Any

from caravan_tui.games.contract import CHANCE, OVER, Game, Region, View
from tests.kit.checking import NAMES, check
from tests.kit.lines import Case, rich, seen

LONGEST_SENTENCE = 600
"""Characters that nobody has to hear at once."""

DRAWN = range(0x2190, 0x2C00)
"""Arrows, frames, blocks and other signs that a voice spells out or leaves out."""

UNHEARD = "·×•|_{}<>"
"""More of them."""


def said(game: Game[Any], view: View, names: list[str], place: str) -> list[Region]:
    """The regions of a view; raise if anything of them is wrong."""
    before = deepcopy(view)
    try:
        regions = list(game.regions_of(view, names))
    except Exception as error:
        raise AssertionError(f"{place}: saying the position: {error!r}") from error
    assert view == before, f"{place}: saying the position has changed the view"
    assert list(game.regions_of(deepcopy(view), names)) == regions, f"{place}: says two things"
    ids = [region.id for region in regions]
    assert len(set(ids)) == len(ids), f"{place}: two regions share an id: {ids}"
    for region in regions:
        assert region.id == region.id.strip().lower(), f"{place}: the id {region.id!r}"
        assert region.id.isascii() and region.id, f"{place}: the id {region.id!r}"
        assert region.sentences, f"{place}: {region.id} says nothing"
        for text in (region.title, *region.sentences):
            can_be_heard(text, f"{place}: {region.id}")
        for text in region.sentences:
            assert text[-1] in ".!?…»”", f"{place}: {region.id}: {text!r} ends no sentence"
    return regions


def can_be_heard(text: object, place: str) -> None:
    """Raise unless this is a line that a screen reader reads well."""
    assert type(text) is str and text.strip() == text != "", f"{place} says {text!r}"
    assert len(text) <= LONGEST_SENTENCE, f"{place} is long: {text!r}"
    for char in text:
        is_drawn = ord(char) in DRAWN or char in UNHEARD
        is_control = unicodedata.category(char) in ("Cc", "Cf", "Co", "Cs", "Cn")
        assert not is_drawn and not is_control, f"{place} has {char!r}: {text!r}"


@check
def positions_are_said_in_sentences(case: Case, seed: int, effort: int) -> None:
    """Everybody hears of every position in whole sentences, without signs that only eyes read, of
    every seat by its name, and the same again; a player hears of a part that is their own."""
    line = rich(case, seed)
    names = NAMES[: case.seats]
    for ply in line.sample(12 * effort, last=True):
        for seat in line.everybody:
            view = seen(line.game, line.states[ply], seat)
            place = f"ply {ply}, seat {seat}"
            regions = said(line.game, view, names, place)
            text = "\n".join(part for region in regions for part in region.sentences)
            for name in names:
                assert name in text, f"{place}: nothing is said of {name}"
            if line.game.speak_regions is not None and isinstance(seat, int):
                assert any(region.seat == seat for region in regions), f"{place}: no own part"


@check
def what_a_move_changes_is_said(case: Case, seed: int, effort: int) -> None:
    """A position is said in other words after a move that changed what a seat sees: so nothing that
    a move can change is left out."""
    line = rich(case, seed)
    game, names = line.game, NAMES[: case.seats]
    if game.speak_regions is None:
        return
    for ply in line.sample(12 * effort):
        if line.actors[ply] == CHANCE:
            continue
        for seat in line.everybody:
            before = seen(game, line.states[ply], seat)
            after = seen(game, line.states[ply + 1], seat)
            if before == after:
                continue
            words = [
                [region.sentences for region in game.regions_of(view, names)]
                for view in (before, after)
            ]
            note = game.notation(line.actions[ply], seen(game, line.states[ply], None))
            assert words[0] != words[1], f"ply {ply}, seat {seat}: nothing is said of {note}"


@check
def hidden_facts_are_not_said(case: Case, seed: int, effort: int) -> None:
    """What is said of a position is the same in every world that looks the same to a seat."""
    line = rich(case, seed)
    game, names, rnd = line.game, NAMES[: case.seats], Random(seed)
    for ply in line.sample(4 * effort):
        for seat in line.everybody:
            view = seen(game, line.states[ply], seat)
            spoken = game.regions_of(view, names)
            for _world in range(2):
                other = game.view(game.determinize(view, rnd), seat)
                assert game.regions_of(other, names) == spoken, f"ply {ply}, seat {seat}: tells"


@check
def decisions_are_asked_in_sentences(case: Case, seed: int, effort: int) -> None:
    """Whoever is to decide is asked in a sentence; any text that was typed in place of a move gets
    a sentence or nothing, and no error."""
    line = rich(case, seed)
    game, names = line.game, NAMES[: case.seats]
    for ply in line.sample(15 * effort):
        state = line.states[ply]
        seat = state.to_act()
        if seat in (CHANCE, OVER):
            continue
        view, legal = seen(game, state, seat), state.legal()
        can_be_heard(game.question_for(view, legal, names), f"ply {ply}: the question")
        notes = [game.notation(action, view) for action in legal[:: max(1, len(legal) // 5)]]
        earlier = [
            game.notation(line.actions[before], seen(game, line.states[before], None))
            for before in range(0, ply, max(1, ply // 12))
        ]
        verbs = [note.split(" ")[0] for note in (*notes, *earlier)]
        rubbish = ["", "?", "-", "9" * 40, "\x00", "no such move", *dict.fromkeys(verbs)]
        for text in (*rubbish, *notes, *earlier, *(f"{verb} x 1" for verb in verbs)):
            try:
                words = game.why_not_typed(text, legal, view, names)
            except Exception as error:
                raise AssertionError(f"ply {ply}: why not {text!r}: {error!r}") from error
            if words:
                can_be_heard(words, f"ply {ply}: why not {text!r}")
