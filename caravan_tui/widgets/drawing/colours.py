"""Colours as numbers: mixing, contrast, and how far apart two of them look."""

from __future__ import annotations

from functools import lru_cache

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)

READABLE = 4.5
"""The contrast that a text needs with its ground (WCAG 2, AA)."""

_DARK_INK: Colour = (23, 18, 15)
_LIGHT_INK: Colour = (255, 250, 240)


def parse(text: str) -> Colour:
    """The colour of `#rrggbb`. Raises ValueError."""
    if len(text) != 7 or text[0] != "#":
        raise ValueError(f"not #rrggbb: {text!r}")
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def as_hex(colour: Colour) -> str:
    """A colour as `#rrggbb`."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


@lru_cache(1 << 14)
def mix(under: Colour, over: Colour, share: float) -> Colour:
    """`under` with a share of `over` on it, 0 to 1."""
    return (
        round(under[0] + (over[0] - under[0]) * share),
        round(under[1] + (over[1] - under[1]) * share),
        round(under[2] + (over[2] - under[2]) * share),
    )


@lru_cache(1 << 12)
def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG 2 defines it, 0 to 1, with a plain power for the gamma."""
    red, green, blue = (float((value / 255) ** 2.2) for value in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache(1 << 13)
def contrast(first: Colour, second: Colour) -> float:
    """The contrast ratio of WCAG 2, 1 to 21."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(1 << 12)
def readable(ink: Colour, ground: Colour, least: float = 3.0) -> Colour:
    """The ink, darker or lighter as far as its contrast with the ground needs: it keeps its hue."""
    away = max((_DARK_INK, _LIGHT_INK), key=lambda other: contrast(other, ground))
    shares = (share / 10 for share in range(11))
    inks = [mix(ink, away, share) for share in shares]
    return next((other for other in inks if contrast(other, ground) >= least), away)


@lru_cache(1 << 12)
def legible(ink: Colour, ground: Colour, least: float = 3.0) -> Colour:
    """The ink, or near black or near white where its contrast with the ground is below `least`."""
    if contrast(ink, ground) >= least:
        return ink
    return max((_DARK_INK, _LIGHT_INK), key=lambda other: contrast(other, ground))


@lru_cache(1 << 12)
def lab(colour: Colour) -> tuple[float, float, float]:
    """CIE L*a*b* (1976, D65), in which distances are about what the eye sees."""
    red, green, blue = (_linear(value / 255) for value in colour)
    x = _lab_curve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505)
    y = _lab_curve(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = _lab_curve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(value: float) -> float:
    """The light of an sRGB value (IEC 61966-2-1)."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _lab_curve(value: float) -> float:
    return float(value ** (1 / 3)) if value > 0.008856 else 7.787 * value + 16 / 116
