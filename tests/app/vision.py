"""How colours look to eyes that tell fewer apart, and how far apart they are.

The matrices are those of Machado, Oliveira and Fernandes, "A physiologically-based model for
simulation of color vision deficiency" (2009), at full severity, for linear RGB.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

Three = tuple[float, float, float]

SEEN = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

_TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


def _times(matrix: Sequence[Three], vector: Three) -> Three:
    rows = [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]
    return rows[0], rows[1], rows[2]


def linear(colour: str) -> Three:
    """Linear RGB in 0..1 of a colour `#rrggbb`."""
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    channels = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return channels[0], channels[1], channels[2]


def lab(light: Three) -> Three:
    """CIE L*a*b* of linear RGB, for daylight (D65)."""
    scaled = [value / white for value, white in zip(_times(_TO_XYZ, light), _WHITE, strict=True)]
    x, y, z = (
        value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116
        for value in scaled
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour: str, vision: str) -> Three:
    """L*a*b* of a colour as it is seen with a deficiency."""
    red, green, blue = (min(1.0, max(0.0, value)) for value in _times(SEEN[vision], linear(colour)))
    return lab((red, green, blue))


def nearest(colours: Sequence[str], vision: str) -> float:
    """The least distance between two of these colours: about 2 is just told apart, 100 is the
    distance from black to white."""
    points = [seen(colour, vision) for colour in colours]
    distances: list[float] = [
        sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5
        for first, second in combinations(points, 2)
    ]
    return min(distances)


def contrast(first: str, second: str) -> float:
    """The contrast ratio of WCAG 2 between two colours, 1 to 21."""
    bright, dark = sorted((_times(_TO_XYZ, linear(first))[1], _times(_TO_XYZ, linear(second))[1]))[
        ::-1
    ]
    return (bright + 0.05) / (dark + 0.05)
