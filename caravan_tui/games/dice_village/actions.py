"""The table of all actions, and dice as one int.

Dice are counted by face in one int, four bits a face: `0x100002` is two silks (face 1) and one
porcelain (face 6). A die is never told from another of the same face (ruling V-3). An action is
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

START = 0
ROW = 1
ROLL = 2
DRAW = 3
VILLAGE = 4
ADD = 5
SELL = 6
REROLL = 7
TURN = 8
MARKET = 9
PLACE = 10
SKIP = 11
BUY = 12
DONE = 13

SHIFT = 24
VALUE = (1 << SHIFT) - 1
UNKNOWN = 0xFFFF
"""Instead of a merchant, for a seat that did not see it."""

LEFT, RIGHT = 0, 1
UP, DOWN = 0, 1

FACES = 6
MOST_DICE = 6
GUARD = 0x888888
DEAD = 0x777777
"""The need of a village with more stalls than dice can ever fill (V-12)."""


def pack(kind: int, value: int = 0) -> int:
    """The action of a kind with its value, by the table above."""
    return kind << SHIFT | value


def kind_of(action: int) -> int:
    """Which kind of action it is."""
    return action >> SHIFT


def value_of(action: int) -> int:
    """What the action carries, by the table above."""
    return action & VALUE


def die(face: int) -> int:
    """One die with this face (1 to 6), as dice."""
    return 1 << 4 * (face - 1)


def dice_of(faces: list[int] | tuple[int, ...]) -> int:
    """Faces (1 to 6, any order) as dice."""
    dice = 0
    for face in faces:
        dice += 1 << 4 * (face - 1)
    return dice


def faces_of(dice: int) -> list[int]:
    """The faces of dice, rising."""
    faces = []
    for face in range(1, FACES + 1):
        faces += [face] * (dice & 15)
        dice >>= 4
    return faces


def count(dice: int) -> int:
    """How many dice, at most 15."""
    return (dice * 0x111111 >> 20) & 15


def covers(dice: int, need: int) -> bool:
    """Whether the dice have every face that is needed, as often as needed."""
    return ((dice | GUARD) - need) & GUARD == GUARD


def turned(face: int, way: int) -> int:
    """The face after a turn by one: 6 and 1 are neighbours."""
    return face % FACES + 1 if way == UP else (face - 2) % FACES + 1


def _rolls(dice: int) -> list[int]:
    return [
        ROLL << SHIFT | dice_of(faces)
        for faces in combinations_with_replacement(range(1, FACES + 1), dice)
    ]


ROLLS: list[list[int]] = [_rolls(dice) for dice in range(MOST_DICE + 1)]
"""By number of dice: every roll, as actions in the order of their notation."""

FACTORIAL = (1, 1, 2, 6, 24, 120, 720)


def ways(dice: int) -> int:
    """In how many ordered ways dice that can be told apart show these faces: the weight of a
    roll among 6 to the power of their number."""
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
        chosen = [0]
        for face in range(FACES):
            have = dice >> 4 * face & 15
            chosen = [some + (n << 4 * face) for some in chosen for n in range(have + 1)]
        chosen.sort(key=lambda some: (count(some), faces_of(some)))
        known = _subsets[dice] = [REROLL << SHIFT | some for some in chosen if some]
    return known


THREE = [dice_of((a, b, c)) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]
"""The 216 equally likely rolls of three dice."""


def bits_of(mask: int) -> list[int]:
    """The numbers of the bits that are set, rising."""
    bits = []
    while mask:
        low = mask & -mask
        bits.append(low.bit_length() - 1)
        mask ^= low
    return bits


def sides_of(hand: int) -> list[int]:
    """Both sides of every merchant of a hand, rising."""
    sides = []
    while hand:
        low = hand & -hand
        first = (low.bit_length() - 1) * 2
        sides.append(first)
        sides.append(first + 1)
        hand ^= low
    return sides


def roll(number: int, rng: Random) -> int:
    """So many fair dice."""
    dice = 0
    while number >= 3:
        dice += THREE[int(rng.random() * 216)]
        number -= 3
    while number:
        dice += 1 << 4 * int(rng.random() * 6)
        number -= 1
    return dice
