"""Stars that are earned on the Road."""

from __future__ import annotations


def star_sign(ascii_only: bool) -> str:
    """What stands for a star."""
    return "*" if ascii_only else "★"


def stars_text(stars: int, most: int, ascii_only: bool) -> str:
    """Stars that were earned, and those that were not: `★★·`."""
    return star_sign(ascii_only) * stars + ("." if ascii_only else "·") * (most - stars)
