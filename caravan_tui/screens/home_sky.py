"""The caravan under the stars, above the home screen."""

from __future__ import annotations

SKY = (
    r"     .         *             .                     .         *          .     ",
    r"  *        .        C  A  R  A  V  A  N   _   T  U  I            _         *  ",
    r"       .                  .              *               .     (_)    .       ",
    r"  .           _/\_/'   _/\_/'   _/\_/'   _/\_/'   _/\_/'    __..--.._     .   ",
    r"__..--''--.._/|__|\__./|__|\__./|__|\__./|__|\__./|__|\_..--'        ''--..___",
)

STARS = (
    "          .                        *             ",
    "                    .                 ",
    "    *                                  .         ",
    "                .                             ",
    "_",
)
"""What is repeated beside each row of the sky where the terminal is wider."""


def sky(width: int) -> str:
    """The caravan under the stars, and the desert to both sides of it."""
    rows = []
    for number, row in enumerate(SKY):
        beside = max(0, width - len(row))
        left = beside // 2
        far = STARS[number] * (beside // len(STARS[number]) + 1)
        rows.append(far[:left][::-1] + row + far[left:beside])
    return "\n".join(rows)
