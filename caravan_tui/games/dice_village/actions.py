"""The table of all actions, and dice as one int.

Dice are counted by face in one int, four bits a face: `0x100002` is two silks (face 1) and one
porcelain (face 6). Dice with the same face are interchangeable (V-3). An action is
`kind << 24 | value`. The table is append-only: saved matches hold these numbers.

| kind | value |
|---|---|
| START | the start seat |
| ROW, DRAW, BUY | the merchant; DRAW with `UNKNOWN` is a draw that a seat did not see |
| ROLL, REROLL | dice |
| VILLAGE | owner * 3 + village |
| ADD | merchant * 2 + side |
| TURN | face * 2 + (0 up, 1 down) |
| PLACE | (merchant * 2 + side) * 4 + village of the acting seat |
| SELL, MARKET, SKIP, DONE | 0 |
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random
from typing import Final

START: Final = 0
ROW: Final = 1
ROLL: Final = 2
DRAW: Final = 3
VILLAGE: Final = 4
ADD: Final = 5
SELL: Final = 6
REROLL: Final = 7
TURN: Final = 8
MARKET: Final = 9
PLACE: Final = 10
SKIP: Final = 11
BUY: Final = 12
DONE: Final = 13

SHIFT: Final = 24
VALUE: Final = (1 << SHIFT) - 1
UNKNOWN: Final = 0xFFFF
"""In place of a merchant that a seat did not see."""

LEFT: Final = 0
RIGHT: Final = 1
UP: Final = 0
DOWN: Final = 1

FACES: Final = 6
MAX_DICE: Final = 6
GUARD: Final = 0x888888
UNFILLABLE: Final = 0x777777
"""The dice that a sale takes at a village with too many stalls: no dice cover it (V-12)."""


def pack(kind: int, value: int = 0) -> int:
    """The action of a kind with its value, by the table above."""
    return kind << SHIFT | value


def dice_of(faces: list[int] | tuple[int, ...]) -> int:
    """Faces (1 to 6, any order) as dice."""
    dice = 0
    for face in faces:
        dice += 1 << 4 * (face - 1)
    return dice


def faces_of(dice: int) -> list[int]:
    """The faces of dice, ascending."""
    faces = []
    for face in range(1, FACES + 1):
        faces += [face] * (dice & 15)
        dice >>= 4
    return faces


def count(dice: int) -> int:
    """How many dice, at most 15."""
    return (dice * 0x111111 >> 20) & 15


def covers(dice: int, need: int) -> bool:
    """Whether the dice include those that are needed."""
    return ((dice | GUARD) - need) & GUARD == GUARD


def turned(face: int, direction: int) -> int:
    """The face of a die turned UP or DOWN by one: 6 and 1 are neighbours."""
    return face % FACES + 1 if direction == UP else (face - 2) % FACES + 1


def _rolls(dice: int) -> list[int]:
    return [
        ROLL << SHIFT | dice_of(faces)
        for faces in combinations_with_replacement(range(1, FACES + 1), dice)
    ]


ROLLS: Final[list[list[int]]] = [_rolls(dice) for dice in range(MAX_DICE + 1)]
"""By number of dice: every roll, as actions in the order of their notation."""

FACTORIAL: Final = (1, 1, 2, 6, 24, 120, 720)


def ways(dice: int) -> int:
    """The weight of a roll: how many of the 6^n ordered results of n dice show these faces."""
    result = FACTORIAL[count(dice)]
    while dice:
        result //= FACTORIAL[dice & 15]
        dice >>= 4
    return result


_subsets: dict[int, list[int]] = {}


def rerolls(dice: int) -> list[int]:
    """Every reroll of some of these dice, as actions: few dice first, then by faces.

    The list is shared: do not change it.
    """
    known = _subsets.get(dice)
    if known is None:
        subsets = [0]
        for face in range(FACES):
            have = dice >> 4 * face & 15
            subsets = [part + (n << 4 * face) for part in subsets for n in range(have + 1)]
        subsets.sort(key=lambda part: (count(part), faces_of(part)))
        known = _subsets[dice] = [REROLL << SHIFT | part for part in subsets if part]
    return known


THREE: Final = [dice_of((a, b, c)) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]
"""The 216 equally likely rolls of three dice."""


def sides_of(hand: int) -> list[int]:
    """Both sides of every merchant of a hand, ascending."""
    sides = []
    while hand:
        low = hand & -hand
        first = (low.bit_length() - 1) * 2
        sides.append(first)
        sides.append(first + 1)
        hand ^= low
    return sides


def roll(number: int, rng: Random) -> int:
    """Roll a number of fair dice."""
    dice = 0
    while number >= 3:
        dice += THREE[int(rng.random() * 216)]
        number -= 3
    while number:
        dice += 1 << 4 * int(rng.random() * 6)
        number -= 1
    return dice
