"""The whole placements that can be made from a position, searched step by step with the rules.

Nothing is hidden in this game, so a view gives back the whole position.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Sequence

from attrs import frozen

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai.rules import CaravanseraiState
from caravan_tui.games.caravanserai.state import CHOICE, WAY
from caravan_tui.games.caravanserai.view import CaravanseraiView, state_of

PLACING = ("direction", "piece")
"""The phases of a placement."""

MOST_STEPS_TRIED = 6000
"""Steps after which a search for placements is cut off."""

MOST_SHORT_STEPS_TRIED = 1500
"""Steps after which the short placements are left that the search for long ones has not met."""


@frozen
class Placement:
    """A whole placement that can be made from a position."""

    growth: int
    """By how much it makes the caravan longer."""
    head: int
    """The cell of its last camel."""
    steps: list[int]
    """As steps from that position."""


def longest_placements(
    view: CaravanseraiView, most_tried: int = MOST_STEPS_TRIED
) -> list[Placement]:
    """The placements that can be made from here: longest caravan first, then the fewest steps.
    Every first step gets the same share of `most_tried` steps."""
    start = state_of(view)
    if start.phase not in (WAY, CHOICE):
        return []
    placements: list[Placement] = []
    legal = start.legal()
    for first in legal:
        placements += _placements_after(start, first, most_tried // len(legal))
    placements.sort(key=lambda placement: (-placement.growth, len(placement.steps)))
    return placements


def placements_from(
    state: CaravanseraiState, steps: Sequence[int], most_tried: int
) -> list[Placement]:
    """Placements that begin with one of these steps; each gets `most_tried` steps."""
    placements: list[Placement] = []
    for step in steps:
        placements += _placements_after(state, step, most_tried)
    return placements


def ends_by_step(
    view: CaravanseraiView,
    placements: Sequence[Placement],
    most_tried: int = MOST_SHORT_STEPS_TRIED,
) -> dict[int, frozenset[int]]:
    """By first step the cells on which a placement can end: those of the placements that were
    found, and of the short ones."""
    ends: dict[int, set[int]] = {}
    for placement in placements:
        ends.setdefault(placement.steps[0], set()).add(placement.head)
    queue = deque([(state_of(view), -1)])
    while queue and most_tried > 0:
        state, first = queue.popleft()
        for step in state.legal():
            most_tried -= 1
            begun = step if first < 0 else first
            if step == act.CAMEL:
                ends.setdefault(begun, set()).add(_head_after_camel(state))
                continue
            after = state.clone()
            after.apply(step)
            if after.phase in (WAY, CHOICE):
                queue.append((after, begun))
    return {step: frozenset(cells) for step, cells in ends.items()}


def most_growth(view: CaravanseraiView, most_tried: int = MOST_STEPS_TRIED) -> dict[int, int]:
    """By how much the placements that begin with each step can make the caravan longer at most;
    without the steps after which none was found."""
    start = state_of(view)
    if start.phase not in (WAY, CHOICE):
        return {}
    legal = start.legal()
    found = {first: _placements_after(start, first, most_tried // len(legal)) for first in legal}
    return {
        first: max(placement.growth for placement in placements)
        for first, placements in found.items()
        if placements
    }


def _placements_after(start: CaravanseraiState, first: int, most_tried: int) -> list[Placement]:
    """Placements that begin with a step. What already makes the caravan longer is followed
    first."""
    if first == act.CAMEL:
        return [Placement(start.laid - start.count, _head_after_camel(start), [first])]
    after = start.clone()
    after.apply(first)
    placements: list[Placement] = []
    queued = 0  # of equal ones the first is followed first
    queue = [(0, queued, after, [first])]
    while queue and most_tried > 0:
        _, _, state, steps = heapq.heappop(queue)
        if state.phase not in (WAY, CHOICE):
            continue
        for step in state.legal():
            most_tried -= 1
            if step == act.CAMEL:
                growth, head = state.laid - state.count, _head_after_camel(state)
                placements.append(Placement(growth, head, [*steps, step]))
                continue
            after = state.clone()
            after.apply(step)
            queued += 1
            heapq.heappush(queue, (after.count - after.laid, queued, after, [*steps, step]))
    return placements


def _head_after_camel(state: CaravanseraiState) -> int:
    """The cell on which a camel would be set now."""
    return state.board.neighbours[6 * state.head + state.way]


def placements_ending_on(
    view: CaravanseraiView,
    cell: int,
    most_tried: int = MOST_STEPS_TRIED,
    found: Sequence[Placement] = (),
) -> tuple[list[list[int]], bool]:
    """The placements that put their last camel on a cell, as steps from here, and whether these
    are all of them: the search tries short ones first and ends after `most_tried` steps; those of
    `found` that end there are added. Longest caravan first, then the fewest steps."""
    start = state_of(view)
    if start.phase not in (WAY, CHOICE):
        return [], True
    placements: list[tuple[int, int, list[int]]] = []
    queue: deque[tuple[CaravanseraiState, list[int]]] = deque([(start, [])])
    seat = start.seat
    while queue and most_tried > 0:
        state, steps = queue.popleft()
        for step in state.legal():
            most_tried -= 1
            if step == act.CAMEL:
                if _head_after_camel(state) == cell:
                    growth = len(state.caravans[seat]) - state.count
                    placements.append((-growth, len(steps), [*steps, step]))
                continue
            after = state.clone()
            after.apply(step)
            if after.phase in (WAY, CHOICE) and not after.occupied[cell]:
                queue.append((after, [*steps, step]))
    tried = {tuple(steps) for _, _, steps in placements}
    placements += [
        (-placement.growth, len(placement.steps) - 1, placement.steps)
        for placement in found
        if placement.head == cell and tuple(placement.steps) not in tried
    ]
    placements.sort(key=lambda placement: placement[:2])
    return [steps for _, _, steps in placements], not queue
