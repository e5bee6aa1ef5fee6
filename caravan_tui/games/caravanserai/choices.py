"""What can be chosen: steps and whole placements as lines of a list, and where they point."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import asked, outline, text
from caravan_tui.games.caravanserai.faces import Marks
from caravan_tui.games.caravanserai.geometry import board_for
from caravan_tui.games.caravanserai.outline import Outline
from caravan_tui.games.contract import View
from caravan_tui.words import _

OFFERED = 60
"""Placements to one cell that are listed."""

PLACING = ("direction", "piece")
"""The phases of a placement."""


@frozen
class Choice:
    """Something to choose: its words, and the moves that it stands for."""

    label: str
    steps: list[int]
    told: Outline | None = None


def steps(view: View, legal: Sequence[int], names: Sequence[str]) -> list[Choice]:
    """The legal steps."""
    placing = view["phase"] in PLACING
    return [
        Choice(
            asked.label(action, view, names),
            [action],
            outline.outline(view, [action]) if placing and action >= act.BLOCK else None,
        )
        for action in legal
    ]


def ending_on(view: View, cell: int) -> tuple[list[Choice], bool]:
    """The placements that end on a cell, and whether all were found."""
    found, whole = outline.placements(view, cell)
    return [
        Choice(asked.short(row), row, outline.outline(view, row)) for row in found[:OFFERED]
    ], whole


def leads(action: int, view: View) -> int | None:
    """The cell that a step is about: a neighbour of the head, or the cell itself."""
    if action < act.BLOCK:
        head: int = view["placement"]["head"]
        return board_for(view["seats"]).neighbours[6 * head + action]
    return action % 256 if action >= act.PUT else None


def words(choice: Choice, view: View, names: Sequence[str]) -> str:
    """A choice in words, with what it would do."""
    one = len(choice.steps) == 1
    said = text.describe(choice.steps[0], view, names) if one else choice.label
    told = choice.told
    if told:
        said += _(" · counts {count}, length {length}").format(count=told.count, length=told.length)
        if told.won:
            counts = {colour: told.won.count(colour) for colour in told.won}
            won = ", ".join(
                f"{count} {text.colour_word(colour, count)}"
                if count > 1
                else text.colour_word(colour)
                for colour, count in counts.items()
            )
            said += _(" · wins {goods}").format(goods=won)
    return said + _(" · Enter takes it")


def point(view: View, legal: Sequence[int], row: Sequence[int]) -> tuple[Marks, Outline | None]:
    """What to point at when these steps are selected, and what the placement comes to."""
    phase = view["phase"]
    marks = Marks()
    if phase in ("start", "put"):
        marks.targets = frozenset(action % 256 for action in legal)
        return marks, None
    told = outline.outline(view, row) or outline.outline(view, []) if phase in PLACING else None
    if told is None:
        return marks, None
    old = view["placement"]["laid"]
    marks.ghosts = {piece >> 3: piece & 7 for piece in told.laid[old:]}
    marks.out = frozenset(told.left_out)
    marks.back = frozenset(told.back)
    if phase == "direction":
        marks.numbers = {
            cell: str(number)
            for number, action in enumerate(legal, 1)
            if (cell := leads(action, view)) is not None
        }
    if len(row) == 1 and row[0] < act.LYING:
        marks.reach = frozenset(outline.covered(view, row[0]) - marks.ghosts.keys())
    return marks, told
