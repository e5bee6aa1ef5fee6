"""Sentences for line mode: what a screen reader reads well, made of what games say in short."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from caravan_tui.i18n import _, _n, capital


def listed(words: Iterable[str], nothing: str = "") -> str:
    """Words in a row, as they are said: `salt, meat and ivory`; `nothing` for none."""
    things = list(words)
    if len(things) < 2:
        return "".join(things) or nothing
    return _("{things} and {last}").format(things=", ".join(things[:-1]), last=things[-1])


def ended(text: str) -> str:
    """A text with an end that a voice can hear."""
    text = text.strip()
    return text if not text or text[-1] in ".!?:…»”" else f"{text}."


def sentence(text: str) -> str:
    """The same with a capital at its beginning, unless that is a coordinate or a card."""
    text = ended(text)
    has_digit = any(char.isdigit() for char in text.split(" ")[0])
    return text if has_digit else capital(text)


def points(score: float) -> str:
    """A number of points: `1 point`, `4 points`."""
    text = _n("{count} point", "{count} points", abs(int(score)))
    return text.format(count=f"{score:g}")


def counted(counts: Sequence[int], names: Sequence[str], nothing: str = "") -> str:
    """How many there are of each kind, those that there are none of left out: `2 salt, 1 ivory`."""
    return listed(
        [f"{count} {name}" for count, name in zip(counts, names, strict=True) if count],
        nothing,
    )
