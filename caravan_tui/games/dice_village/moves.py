"""The legal actions by what a player chooses on the table, and what is selected for one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, field

from caravan_tui.games.dice_village.actions import (
    ADD,
    BUY,
    DONE,
    MARKET,
    PLACE,
    REROLL,
    SHIFT,
    SKIP,
    TURN,
    VALUE,
    VILLAGE,
    dice_of,
    faces_of,
    pack,
)
from caravan_tui.games.dice_village.custom import from_plain
from caravan_tui.games.dice_village.pieces import VILLAGES_EACH
from caravan_tui.games.dice_village.view import (
    DiceVillageView,
    active,
    person_at_bottom,
    village_of,
)

Item = tuple[str, int]
"""What a cursor or a click is on: `village`, `die` (its place), `side`, `row` (a merchant), `do`
(the place of a button), `signs`."""

ENDS = (MARKET, DONE, SKIP)
"""The kinds of actions that end a step."""


def choices(view: DiceVillageView, legal: Sequence[int], picked: int = -1) -> dict[Item, int]:
    """The items that can be chosen, with the action of each.

    `picked`: the side that is to be placed for free, -1 not chosen yet. Sides come before villages
    then, with any of their actions.
    """
    actions: dict[Item, int] = {}
    for action in legal:
        kind, value = action >> SHIFT, action & VALUE
        if kind == VILLAGE:
            actions[("village", value)] = action
        elif kind == ADD:
            actions[("side", value)] = action
        elif kind == BUY:
            actions[("row", value)] = action
        elif kind == PLACE and picked < 0:
            actions.setdefault(("side", value >> 2), action)
        elif kind == PLACE and value >> 2 == picked:
            village = active(view) * VILLAGES_EACH + (value & 3)
            actions[("village", village)] = action
    row = view["row"]
    if any(kind == "row" for kind, _value in actions):  # from left to right
        actions = dict(sorted(actions.items(), key=lambda item: row.index(item[0][1])))
    return actions


def item_of(action: int) -> Item | None:
    """The item that an action is chosen on first, None for dice and buttons."""
    kind, value = action >> SHIFT, action & VALUE
    if kind == VILLAGE:
        return ("village", value)
    if kind == BUY:
        return ("row", value)
    if kind in (ADD, PLACE):
        return ("side", value if kind == ADD else value >> 2)
    return None


def faces_used(view: DiceVillageView, action: int) -> list[int]:
    """The faces that an action takes from the unplaced dice."""
    kind, value = action >> SHIFT, action & VALUE
    if kind == VILLAGE:
        return village_of(view, value).faces
    if kind == ADD:
        return [from_plain(view["custom"]).face[value]]
    if kind == REROLL:
        return faces_of(value)
    if kind == TURN:
        return [value >> 1]
    return []


def dice_used(view: DiceVillageView, action: int) -> list[int]:
    """The places of the dice at the bottom that an action takes."""
    faces = free_faces(view)
    places: list[int] = []
    for face in faces_used(view, action):
        matches = [place for place, other in enumerate(faces) if other == face]
        places += [place for place in matches if place not in places][:1]
    return places


def free_faces(view: DiceVillageView) -> list[int]:
    """The faces of the unplaced dice at the bottom."""
    return faces_of(view["people"][person_at_bottom(view)]["free"])


@define
class Selection:
    """The cursor, the dice that are marked, and the side that is to be placed for free."""

    cursor: Item | None = None
    marked: list[int] = field(factory=list)
    """The places of the marked dice."""
    picked: int = -1
    """The side to be placed, -1 none."""

    def update(self, view: DiceVillageView, legal: Sequence[int]) -> None:
        """Take over a new position. The cursor stays on an item that can be chosen, and on a
        village while others are to move."""
        self.clear()
        items = choices(view, legal)
        if items and self.cursor not in items:
            self.cursor = next(iter(items))
        elif not items and self.cursor is not None and (legal or self.cursor[0] != "village"):
            self.cursor = None

    def clear(self) -> None:
        """Unmark all dice and drop the side to be placed."""
        self.marked = []
        self.picked = -1

    @property
    def is_empty(self) -> bool:
        """Whether no die is marked and no side is to be placed."""
        return not self.marked and self.picked < 0

    def step(self, by: int, items: Sequence[Item]) -> None:
        """Go to the next (1) or previous (-1) of some items."""
        place = items.index(self.cursor) + by if self.cursor in items else 0
        self.cursor = items[place % len(items)]

    def toggle_die(self, place: int) -> None:
        """Mark or unmark a die."""
        if place in self.marked:
            self.marked.remove(place)
        else:
            self.marked.append(place)

    def marked_faces(self, view: DiceVillageView) -> list[int]:
        """The faces of the marked dice, from left to right."""
        faces = free_faces(view)
        return [faces[place] for place in sorted(self.marked)]


def reroll_of(faces: Sequence[int], legal: Sequence[int]) -> int | None:
    """The legal reroll of dice with these faces."""
    action = pack(REROLL, dice_of(tuple(faces)))
    return action if faces and action in legal else None


def turn_of(faces: Sequence[int], direction: int, legal: Sequence[int]) -> int | None:
    """The legal turn of a die with this face. `direction`: UP or DOWN."""
    if len(faces) != 1:
        return None
    action = pack(TURN, faces[0] * 2 + direction)
    return action if action in legal else None


def nearest(
    centres: Mapping[Item, tuple[float, float]], start: Item, across: int, down: int
) -> Item | None:
    """The nearest item in a direction, None if there is none.

    `centres` are columns and rows on the screen, where a row is as high as two columns.
    """
    x, y = centres[start]
    best, best_distance = None, 1e9
    for item, (column, row) in centres.items():
        ahead = (column - x) * across + (row - y) * 2 * down
        aside = abs(row - y) * 3 if across else abs(column - x) * 0.5
        if ahead > 0.4 and (not across or abs(row - y) < 1.6) and ahead + aside < best_distance:
            best, best_distance = item, ahead + aside
    return best
