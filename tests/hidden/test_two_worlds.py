"""Nobody at a table is told what is hidden: not in a frame, not in a file, not in a log.

`make hidden` does the same for 200 whole matches; see `docs/hidden.md`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from caravan_tui.games import registry
from tests.hidden.markers import forms, layers, search
from tests.hidden.pairs import look_for_leaks
from tests.hidden.planted import PLANTED

LONGEST = 50
"""Actions of a match here."""

TRIES = 12
"""Matches within which a planted leak must come out."""


@pytest.mark.parametrize("game", registry.ids())
def test_a_match_and_its_twin_are_the_same_bytes_to_a_seat_and_a_spectator(
    game: str, tmp_path: Path
) -> None:
    findings = look_for_leaks(game, 2, 5, 1, tmp_path, longest=LONGEST)
    assert not findings.leaks
    assert findings.compared > LONGEST
    assert findings.positions >= (20 if game in ("decktet", "ahldarahd") else 0)


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_found(name: str, tmp_path: Path) -> None:
    plant, says = PLANTED[name]
    leaks: list[str] = []
    for seed in range(TRIES):
        folder = tmp_path / str(seed)
        outcome = look_for_leaks("decktet", 2, seed, 1, folder, {"hands": 1}, plant, longest=70)
        leaks += outcome.leaks
        if any(re.search(says, leak) for leak in outcome.leaks):
            return
    raise AssertionError(leaks)


def test_a_number_is_recognised_however_it_is_written() -> None:
    seed = 0x5DEE_CE66_D1CE_4E51
    for name, form in forms(seed).items():
        assert name in search(b"before" + form + b"after", forms(seed)), name
        assert not search(b"before" + form + b"after", forms(seed + (1 << 40) + 1)), name


def test_what_is_deflated_is_searched_as_well() -> None:
    import gzip
    import zlib

    seed = 0x5DEE_CE66_D1CE_4E51
    text = b"x" * 50 + str(seed).encode()
    for packed in (zlib.compress(text), zlib.compress(text, 9), gzip.compress(text)):
        assert str(seed).encode() not in packed
        assert "decimal" in search(b"\x01\x02" + packed, forms(seed))
        assert len(list(layers(packed))) == 2
