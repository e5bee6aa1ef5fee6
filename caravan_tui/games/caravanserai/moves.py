"""The legal list as a player chooses from it: single steps, whole placements, what they lead to.

Nothing is hidden in this game, so a view gives back the whole position; what is legal and what
happens comes from the rules themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from attrs import frozen

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import text
from caravan_tui.games.caravanserai.advice.placements import placement_label, step_label
from caravan_tui.games.caravanserai.advice.places import site_place, steps_from_head, surroundings
from caravan_tui.games.caravanserai.pieces import board_for
from caravan_tui.games.caravanserai.render.highlights import Highlights
from caravan_tui.games.caravanserai.rules import CaravanseraiState
from caravan_tui.games.caravanserai.rules.outcomes import (
    Preview,
    growth_words,
    position_after,
    preview,
)
from caravan_tui.games.caravanserai.rules.placements import (
    PLACING,
    Placement,
    ends_by_step,
    longest_placements,
    placements_ending_on,
    placements_from,
)
from caravan_tui.games.caravanserai.state import CHOICE, STANDING, WAY
from caravan_tui.games.caravanserai.view import CaravanseraiView, state_of
from caravan_tui.games.contract import LINE
from caravan_tui.games.kit.clicks import way_to_play
from caravan_tui.games.kit.fields import are_same
from caravan_tui.i18n import _

MOST_TO_CAMEL = 2
"""Steps of a placement that is nothing but its camel."""

MOST_COMPARED = 8
"""Placements as long as each other of which the one that wins most is looked for."""

MOST_BLOCKS_COMPARED = 1
"""The same for each of the blocks: they are many, and no key is to wait for what they win."""

MOST_TRIED_EACH = 300
"""Steps of the search for what a block comes to at best that no search has met before."""

MOST_OFFERED = 60
"""Placements to one cell that are listed."""

AT_SITES = ("start", "put")
"""The phases in which a caravanserai is chosen."""

MOST_NUMBERED = 10
"""Caravanserais that have a number each: there are ten digits. More are listed by colour."""


# Where a placement can lead


def reachable_cells(view: CaravanseraiView, step: int) -> set[int]:
    """The cells that pieces could cover with a step: a block in any way that finishes it, a
    direction with any block after it, a camel."""
    state = position_after(view, [step])
    if state is None or state.phase not in (WAY, CHOICE):
        return set()
    cells: set[int] = set()
    before = state_of(view)
    if before.phase == WAY and not before.left:
        ahead = state.board.neighbours[6 * state.head + state.way]
        cells.add(ahead)
        for block in state.legal():
            if block < act.LYING:
                after_block = state.clone()
                after_block.apply(block)
                _add_covered(after_block, state.laid, cells)
        return cells
    _add_covered(state, before.laid, cells)
    return cells


def _add_covered(state: CaravanseraiState, laid: int, cells: set[int]) -> None:
    """Add the cells of all ways to finish the block in progress."""
    pieces = state.caravans[state.seat]
    cells.update(piece >> 3 for piece in pieces[len(pieces) - state.laid + laid :])
    if state.phase == WAY and state.left:
        for direction in state.legal():
            after = state.clone()
            after.apply(direction)
            _add_covered(after, laid, cells)


# What can be chosen


@frozen
class Choice:
    """Something to choose: its words, and the moves that it stands for."""

    label: str
    steps: list[int]
    preview: Preview | None = None
    at_best: Preview | None = None
    """The placement that begins with it which makes the caravan longest; None of a camel."""

    @property
    def outcome(self) -> Preview | None:
        """What it comes to, at its best where more can follow."""
        return self.at_best or self.preview


def chooses_way(view: CaravanseraiView) -> bool:
    """Whether a placement begins, so that a far cell can be chosen to end on."""
    return view["phase"] == "direction" and not view["placement"]["laid"]


def step_choices(
    view: CaravanseraiView,
    legal: Sequence[int],
    names: Sequence[str],
    placements: Sequence[Placement] | None = None,
) -> list[Choice]:
    """The legal steps. What can be laid is listed by how much longer it makes the caravan at best,
    of several the largest block first, so that the list begins with what it opens on. Caravanserais
    are listed with the nearest first, many of them by colour. `placements`: the longest ones that
    were found, None if they are to be looked for."""
    is_placing = view["phase"] in PLACING
    start = state_of(view) if is_placing else None
    at_best = {}
    if legal and is_placing:
        at_best = _best_outcomes(
            view, longest_placements(view) if placements is None else placements
        )
        at_best.pop(act.CAMEL, None)
    if lists_colours(view, legal):
        legal = sorted(legal, key=partial(_colour_and_distance, view))
    elif view["phase"] in AT_SITES:
        legal = sorted(legal, key=partial(_distance, view))
    choices = [
        Choice(
            step_label(action, view, names),
            [action],
            preview(view, [action], start) if is_placing and action >= act.BLOCK else None,
            at_best.get(action),
        )
        for action in legal
    ]
    return sorted(choices, key=_growth_and_size, reverse=True)


def _growth_and_size(choice: Choice) -> tuple[int, int]:
    """By how much a step makes the caravan longer at best, and how many goods it lays; alike for
    directions, which keep their order."""
    step = choice.steps[-1]
    if step < act.BLOCK:
        return 0, 0
    size = act.block_size(step) if step < act.LYING else 0
    return (choice.outcome.growth if choice.outcome else 0), size


def _best_outcomes(view: CaravanseraiView, placements: Sequence[Placement]) -> dict[int, Preview]:
    """By first step the placement that makes the caravan longest; of several, of which the first
    few are compared, the one that wins most goods."""
    compared: dict[int, list[Preview]] = {}
    start = state_of(view)
    most = MOST_COMPARED if view["phase"] == "direction" else MOST_BLOCKS_COMPARED
    for placement in placements:
        outcomes = compared.setdefault(placement.steps[0], [])
        is_as_long = not outcomes or outcomes[0].growth == placement.growth
        if len(outcomes) < most and is_as_long:
            outcome = preview(view, placement.steps, start)
            assert outcome is not None, "its steps are legal"
            outcomes.append(outcome)
    return {
        way: max(outcomes, key=lambda outcome: len(outcome.won))
        for way, outcomes in compared.items()
    }


def lists_colours(view: CaravanseraiView, legal: Sequence[int]) -> bool:
    """Whether there are more caravanserais to choose from than can be listed one by one."""
    return view["phase"] in AT_SITES and len(legal) > MOST_NUMBERED


def _colour_and_distance(view: CaravanseraiView, action: int) -> tuple[int, int]:
    return view["cells"][action % 256], _distance(view, action)


def _distance(view: CaravanseraiView, action: int) -> int:
    """Of a caravanserai from the head of the caravan; 0 before there is one."""
    return steps_from_head(action % 256, view) or 0


def placement_choices(
    view: CaravanseraiView, cell: int, found: Sequence[Placement] = ()
) -> tuple[list[Choice], bool]:
    """The placements that end on a cell, and whether these are all of them: of those that lay
    the same and bring the same on different ways the shortest one. `found`: placements that were
    found before, of which some may end there."""
    placements, is_exhaustive = placements_ending_on(view, cell, found=found)
    choices: list[Choice] = []
    offered: set[tuple[str, int]] = set()
    for steps in placements[:MOST_OFFERED]:
        label, outcome = placement_label(steps), preview(view, steps)
        growth = outcome.growth if outcome else 0
        if (label, growth) not in offered:
            offered.add((label, growth))
            choices.append(Choice(label, steps, outcome))
    return choices, is_exhaustive


def describe_choice(
    choice: Choice, view: CaravanseraiView, names: Sequence[str], choose_key: str, place: str = "",
    was_clicked: bool = False,
) -> str:  # fmt: skip
    """A choice in words, with what it would do and what plays it. `place`: which one it is of
    several that the list shows together. `was_clicked`: the next click plays it."""
    is_step = len(choice.steps) == 1
    starts = [text.describe(choice.steps[0], view, names) if is_step else choice.label]
    if view["phase"] == "start" and is_step:
        near = surroundings(choice.steps[0] - act.START, view)
        which = choice.label
        if place:
            which = f"{place}, {site_place(choice.steps[0] % 256, view)}"
        start = _("start on {caravanserai}").format(caravanserai=which)
        starts = [f"{start} · {near}", f"{which} · {near}", which]
    elif place:
        starts = [f"{place}, {site_place(choice.steps[0] % 256, view)}"]
    if not is_step and len(choice.steps) > MOST_TO_CAMEL:
        starts.insert(0, _("{goods}, then a camel").format(goods=choice.label))
    lengths, won, why = [""], "", ""
    if outcome := choice.at_best:
        lengths = [_(" · at best {longer}").format(longer=text.longer_words(outcome.growth))]
        if outcome.won:
            won = _(", wins {goods}").format(goods=text.won_words(outcome.won))
    if outcome := choice.preview:
        if outcome.laid:
            follows = choice.at_best is not None and choice.at_best.growth > outcome.growth
            at_best = [lengths[0] + won, lengths[0]] if follows else [""]
            gain = f" ({growth_words(outcome)})" if outcome.growth else ""
            forms = (
                (
                    _(" · your caravan would be {length} long"),
                    f" ({text.longer_words(outcome.growth)})",
                ),
                (_(" · your caravan would be {length} long"), gain),
                (_(" · {length} long"), gain),
            )
            lengths = [
                words.format(length=outcome.length) + growth + best
                for best in at_best
                for words, growth in forms
            ]
            won = ""
            has_goods = any(piece & 7 < STANDING for piece in outcome.laid)
            if has_goods and not outcome.not_counted:
                why = _(" · no block is on its own colour")
        if outcome.won:
            won = _(" · wins {goods}").format(goods=text.won_words(outcome.won))
    way = way_to_play(choose_key, was_clicked)
    in_full, briefly = (
        (_(" · {way} to play it").format(way=way), f" · {way}"),
        (f" · {choose_key}",),
    )
    lines = [
        start + length + reason + won + tail
        for reason in ([why, ""] if why else [""])
        for tails in (in_full, briefly)  # the way stays as long as the rest can be shorter
        for start in starts
        for length in lengths
        for tail in tails
    ]
    return next((line for line in lines if len(line) <= LINE), lines[-1])


def target_cell(action: int, view: CaravanseraiView) -> int | None:
    """The cell that a step is about: a neighbour of the head, or the cell itself."""
    if action < act.BLOCK:
        return board_for(view["seats"]).neighbours[6 * view["placement"]["head"] + action]
    return act.cell_of(action)


def highlights(
    view: CaravanseraiView,
    legal: Sequence[int],
    steps: Sequence[int],
    ends: Mapping[int, frozenset[int]] | None = None,
    draws_possible: bool = True,
) -> tuple[Highlights, Preview | None]:
    """What to highlight while these steps are selected, and what the placement comes to. `ends`:
    by direction the cells on which a placement can end, before one is chosen. `draws_possible`:
    what the other steps could cover is seen, too."""
    phase = view["phase"]
    marks = Highlights()
    if phase in AT_SITES:
        marks.targets = frozenset(action % 256 for action in legal)
        if len(legal) <= MOST_NUMBERED:
            marks.numbers = {
                action % 256: str(number % 10) for number, action in enumerate(legal, 1)
            }
        return marks, None
    if phase not in PLACING:
        return marks, None
    outcome = preview(view, steps) or preview(view, [])
    if outcome is None:
        return marks, None
    already_laid = view["placement"]["laid"]
    marks.planned = {piece >> 3: piece & 7 for piece in outcome.laid[already_laid:]}
    if outcome.is_complete:
        marks.end = outcome.laid[-1] >> 3
    marks.not_counted = frozenset(outcome.not_counted)
    if outcome.laid:  # before that, nothing is chosen that anything would come back for
        marks.returned = frozenset(outcome.returned)
    if phase == "direction":
        marks.numbers = {
            cell: str(number)
            for number, action in enumerate(legal, 1)
            if (cell := target_cell(action, view)) is not None
        }
    if len(steps) == 1 and steps[0] < act.LYING:
        cells = reachable_cells(view, steps[0]) if ends is None else ends.get(steps[0], frozenset())
        marks.reachable = frozenset(cells - marks.planned.keys())
        if phase == "direction":
            marks.chosen = frozenset(
                [cell] if (cell := target_cell(steps[0], view)) is not None else []
            )
    if ends is not None:
        marks.ends = frozenset().union(*ends.values()) if len(steps) <= 1 else frozenset()
    elif len(steps) <= 1 and draws_possible:
        possible = (reachable_cells(view, step) for step in legal if step < act.LYING)
        marks.possible = frozenset().union(*possible) - marks.reachable - marks.planned.keys()
    return marks, outcome if outcome.laid else None


@frozen
class SiteColour:
    """The caravanserais of a colour, where there are too many to list one by one."""

    colour: int
    indices: range
    """Their places in the list of choices."""

    def after(self, index: int) -> int:
        """The place of the one after that at `index`; of another colour: of the first one."""
        return index + 1 if index + 1 in self.indices and index in self.indices else self.indices[0]


def _site_colours(view: CaravanseraiView, choices: Sequence[Choice]) -> list[SiteColour]:
    """Choices that are sorted by colour, colour by colour."""
    groups: list[SiteColour] = []
    colours = [view["cells"][choice.steps[0] % 256] for choice in choices]
    for colour in dict.fromkeys(colours):
        first = colours.index(colour)
        groups.append(SiteColour(colour, range(first, first + colours.count(colour))))
    return groups


# What is selected

Progress = tuple[int, int, int, int, int, int]
"""How far a placement is: clock, pieces laid, head, direction, goods left, pieces counted."""


def progress_of(view: CaravanseraiView) -> Progress:
    """How far the placement in progress is."""
    placement = view["placement"]
    return (
        view["clock"],
        placement["laid"],
        placement["head"],
        placement["way"],
        placement["left"],
        placement["count"],
    )


def expected_steps(view: CaravanseraiView, steps: Sequence[int]) -> list[tuple[Progress, int]]:
    """The steps after the first, each with how far the placement is before it."""
    expected: list[tuple[Progress, int]] = []
    for number in range(1, len(steps)):
        state = position_after(view, steps[:number])
        if state is None:
            break
        progress = (state.clock, state.laid, state.head, state.way, state.left, state.count)
        expected.append((progress, steps[number]))
    return expected


def _found_before(
    state: CaravanseraiState, remembered: Sequence[tuple[CaravanseraiState, list[Placement]]]
) -> tuple[list[Placement], bool]:
    """The placements that were found from here, or go on from here; and whether all of the search
    was done from here."""
    for before, placements in reversed(remembered):
        if are_same(before, state):
            return placements, True
    for before, placements in reversed(remembered):
        for step in before.legal():
            after = before.clone()
            after.apply(step)
            if are_same(after, state):
                return [
                    Placement(placement.growth, placement.head, placement.steps[1:])
                    for placement in placements
                    if placement.steps[0] == step and len(placement.steps) > 1
                ], False
    return [], False


def _first_blocks(state: CaravanseraiState) -> list[tuple[int, int]]:
    """Directions, each with the blocks that can follow it."""
    pairs: list[tuple[int, int]] = []
    for way in state.legal():
        after = state.clone()
        after.apply(way)
        pairs += [(way, block) for block in after.legal() if block != act.CAMEL]
    return pairs


class Selection:
    """The list of choices, the selected one, and the steps of a chosen placement still to be sent.

    Knows no screen.
    """

    def __init__(self) -> None:
        self.choices: list[Choice] = []
        self.index = -1
        self.top: int | None = None
        """The first choice of the list that is in sight, None before it was drawn."""
        self.is_touched = False
        """The user has selected something: the first choice is only where the list opens."""
        self.colours: list[SiteColour] = []
        """The listed caravanserais by colour, where they are too many to have numbers."""
        self.is_on_cell = False
        """Enter takes the cell under the cursor, not the selected choice."""
        self.target: int | None = None
        """The cell that the listed placements end on, None while single steps are listed."""
        self.previewed: int | None = None
        """An action that the list of moves or a hint points at."""
        self.previewed_turn: list[int] = []
        """The steps of a placement that a hint advises."""
        self.previewed_sites: frozenset[int] = frozenset()
        """The caravanserais that a hint speaks of."""
        self.placements: list[Placement] = []
        """The longest placements that were found from here."""
        self.ends: dict[int, frozenset[int]] | None = None
        """By direction the cells on which a placement can end; None once one is chosen."""
        self._remembered: list[tuple[CaravanseraiState, list[Placement]]] = []
        """The positions of this turn in which placements were looked for, and these."""
        self._unmet: list[tuple[int, int]] = []
        """Directions with the blocks after them for which that is still to be done."""
        self.lacks_ends = False
        """Those of short placements are still to be added."""
        self._searched: CaravanseraiView | None = None
        """The position in which they were looked for."""
        self.queue: list[tuple[Progress, int]] = []
        """Steps of a chosen placement still to be sent, each with the progress before it."""

    def place_words(self) -> str:
        """Which caravanserai of its colour the selected one is; empty where each has a number."""
        for group in self.colours:
            if self.index in group.indices:
                words = _("{colour} {number} of {count}")
                return words.format(
                    colour=text.colour_word(group.colour),
                    number=self.index - group.indices[0] + 1,
                    count=len(group.indices),
                )
        return ""

    @property
    def selected(self) -> Choice | None:
        """The selected choice."""
        return self.choices[self.index] if 0 <= self.index < len(self.choices) else None

    def list_steps(
        self,
        view: CaravanseraiView,
        legal: Sequence[int],
        names: Sequence[str],
        opens_on_best: bool = True,
    ) -> None:
        """List the legal steps. `opens_on_best`: select the first of those that make the caravan
        longest at best, else nothing."""
        self.target = None
        self.is_on_cell = False
        self._search(view, legal)
        self.choices = step_choices(view, legal, names, self.placements)
        growths = [choice.outcome.growth if choice.outcome else 0 for choice in self.choices]
        self.index = growths.index(max(growths)) if opens_on_best and growths else -1
        self.top = None
        self.is_touched = False
        self.colours = _site_colours(view, self.choices) if lists_colours(view, legal) else []

    def _search(self, view: CaravanseraiView, legal: Sequence[int]) -> None:
        """Look for placements, once for each position. Those that were found before are kept: what
        a step was said to come to at best is still known after it."""
        if not legal or view["phase"] not in PLACING:
            self.placements, self.ends, self._searched = [], None, None
            self.lacks_ends, self._unmet = False, []
            return
        if view is self._searched:
            return
        state = state_of(view)
        if self._remembered and self._remembered[0][0].clock != state.clock:
            self._remembered = []
        placements, is_whole = _found_before(state, self._remembered)
        if view["phase"] == "direction" and not is_whole:
            placements = placements + longest_placements(view)
        elif not is_whole:
            met = {placement.steps[0] for placement in placements}
            unmet = [step for step in state.legal() if step not in met]
            placements = placements + placements_from(state, unmet, MOST_TRIED_EACH)
        placements.sort(key=lambda placement: (-placement.growth, len(placement.steps)))
        self.placements, self._searched = placements, view
        if not is_whole:
            self._remembered.append((state, placements))
        self.ends = ends_by_step(view, placements, 0) if chooses_way(view) else None
        self.lacks_ends = self.ends is not None
        self._unmet = [] if self.ends is None or is_whole else _first_blocks(state)

    @property
    def lacks_blocks(self) -> bool:
        """Whether it is still to be looked for what some block comes to at best."""
        return bool(self._unmet)

    def search_block(self) -> None:
        """Look for what one more block comes to at best after its direction: the list that follows
        a choice of the direction is not to wait for it."""
        way, block = self._unmet.pop(0)
        state, placements = self._remembered[-1]
        after = state.clone()
        after.apply(way)
        for placement in placements_from(after, [block], MOST_TRIED_EACH):
            steps = [way, *placement.steps]
            placements.append(Placement(placement.growth, placement.head, steps))

    def complete_ends(self, view: CaravanseraiView) -> None:
        """Add the ends of short placements, which may lie beside the ways of the longest ones."""
        if self.lacks_ends and view is self._searched:
            self.ends = ends_by_step(view, self.placements)
            self.lacks_ends = False

    def _can_end_on(self, view: CaravanseraiView, cell: int) -> bool:
        """Whether a cell has a ring, or none has because a direction is chosen."""
        self.complete_ends(view)
        return self.ends is None or any(cell in cells for cells in self.ends.values())

    def list_placements(self, view: CaravanseraiView, cell: int) -> tuple[bool, bool]:
        """List the placements that end on a cell: whether there are any (else nothing changes),
        and whether these are all of them."""
        if not self._can_end_on(view, cell):
            return False, False
        choices, is_exhaustive = placement_choices(view, cell, self.placements)
        if choices:
            self.target, self.choices, self.index, self.is_on_cell = cell, choices, 0, False
            self.top = None
            self.colours = []
        return bool(choices), is_exhaustive

    def move(self, by: int) -> Choice | None:
        """Select another choice of the list and return it."""
        if not self.choices:
            return None
        self.is_on_cell, self.is_touched = False, True
        self.previewed = None
        before = self.index if self.index >= 0 or by > 0 else 0  # nothing is selected at first
        self.index = (before + by) % len(self.choices)
        return self.choices[self.index]

    def preview(self, action: int | None) -> None:
        """Preview a step of the list of moves or of a hint, and select it if it is listed; None
        ends the preview."""
        self.previewed = action
        self.previewed_turn = []
        self.previewed_sites = frozenset()
        for index, choice in enumerate(self.choices):
            if choice.steps == [action]:
                self.index, self.is_on_cell = index, False

    def index_of(self, cell: int, view: CaravanseraiView) -> int | None:
        """The index of the choice that is a single step to this cell."""
        if self.target is None:
            for index, choice in enumerate(self.choices):
                if target_cell(choice.steps[0], view) == cell:
                    return index
        return None

    def steps(self, is_my_turn: bool) -> list[int]:
        """The steps whose outcome is displayed."""
        if self.previewed is not None:
            return self.previewed_turn or [self.previewed]
        choice = self.selected
        return choice.steps if choice and is_my_turn else []

    def plan(self, view: CaravanseraiView, steps: Sequence[int]) -> None:
        """Keep the steps after the first one until their turn comes."""
        self.queue = expected_steps(view, steps)

    def next_step(self, view: CaravanseraiView, legal: Sequence[int]) -> int | None:
        """The next step of a chosen placement, if the position is the expected one."""
        if not self.queue or not legal:
            if not legal:
                self.queue = []
            return None
        if view["phase"] == "take":
            return None
        progress, step = self.queue[0]
        if progress_of(view) != progress or step not in legal:
            self.queue = []
            return None
        self.queue.pop(0)
        return step
