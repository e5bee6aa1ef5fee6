"""The legal actions by what a player chooses on the table, what is selected for one, and what the
dice of a seat bring at the villages that are open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from math import factorial

from attrs import define, field

from caravan_tui.games.dice_village.actions import (
    ADD,
    BUY,
    DONE,
    FACES,
    MARKET,
    MAX_DICE,
    PLACE,
    REROLL,
    SHIFT,
    SKIP,
    TURN,
    VALUE,
    VILLAGE,
    covers,
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


# What dice bring

COIN = 3
"""Favours that a coin is worth, to tell which sales are the best."""

Sale = tuple[int, int, int, int]
"""A village, the dice that it takes, and the coins and favours that a sale there brings."""


def open_sales(view: DiceVillageView) -> list[Sale]:
    """What the seat to act would earn at each village that is open. Merchants that could join a
    sale at home are left out: they are a choice of their own."""
    sales = []
    for number in range(VILLAGES_EACH * view["seats"]):
        village = village_of(view, number)
        if village.seller >= 0 or len(village.stalls) > MAX_DICE:
            continue
        is_own = village.owner == active(view)
        income = (village.coins, village.favours) if is_own else (village.visitor, 0)
        sales.append((number, dice_of(village.faces), *income))
    return sales


def best_income(sales: Sequence[Sale], faces: Sequence[int]) -> tuple[int, int]:
    """The coins and favours that dice bring in the best sales, the open market for the rest."""
    return _best(sales, dice_of(list(faces)), len(faces))


def _best(sales: Sequence[Sale], dice: int, left: int) -> tuple[int, int]:
    best = (0, left)  # at the market each die brings a favour
    for place, (_number, need, coins, favours) in enumerate(sales):
        if covers(dice, need):
            rest = left - len(faces_of(need))
            more = _best(sales[place + 1 :], dice - need, rest)
            income = (coins + more[0], favours + more[1])
            if COIN * income[0] + income[1] > COIN * best[0] + best[1]:
                best = income
    return best


def chance_to_add(view: DiceVillageView, kept: Sequence[int], rolled: int) -> float:
    """How likely a merchant in the hand of the seat to act can join a sale at home, with some dice
    kept and others rolled."""
    seat = active(view)
    cards = from_plain(view["custom"])
    homes = [village_of(view, seat * VILLAGES_EACH + nth) for nth in range(VILLAGES_EACH)]
    needs = {
        dice_of([*home.faces, cards.face[2 * merchant + side]])
        for home in homes
        if home.seller < 0 and len(home.stalls) < MAX_DICE
        for merchant in view["people"][seat]["hand"]
        for side in (0, 1)
    }
    if not needs:
        return 0.0
    fitting = 0
    for roll in combinations_with_replacement(range(1, FACES + 1), rolled):
        dice = dice_of([*kept, *roll])
        if any(covers(dice, need) for need in needs):
            fitting += _ways(roll)
    return fitting / float(FACES**rolled)


def _ways(roll: Sequence[int]) -> int:
    """In how many ways dice can show these faces."""
    ways = factorial(len(roll))
    for same in Counter(roll).values():
        ways //= factorial(same)
    return ways


def average_income(sales: Sequence[Sale], kept: Sequence[int], rolled: int) -> tuple[float, float]:
    """The coins and favours that some dice bring on average together with others rolled."""
    coins = favours = 0.0
    for roll in combinations_with_replacement(range(1, FACES + 1), rolled):
        ways = _ways(roll)
        income = best_income(sales, [*kept, *roll])
        coins += ways * income[0]
        favours += ways * income[1]
    rolls = float(FACES**rolled)
    return coins / rolls, favours / rolls
