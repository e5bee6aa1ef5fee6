"""Nobody at a table is told what is hidden: not in a frame, not in a file, not in a log.

`make hidden` does the same for 200 whole matches; see `docs/hidden.md`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from ai.analysis import Analysis
from caravan_tui.engine import Match
from caravan_tui.games import registry
from caravan_tui.hosts import reviewing
from saves.reviews import Review
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


def test_what_players_keep_of_a_review_tells_nobody_else_the_seed(tmp_path: Path) -> None:
    findings = look_for_leaks("decktet", 2, 5, 1, tmp_path, {"hands": 1})
    assert findings.is_whole and not findings.leaks
    kept = {path.name: path.read_text() for path in tmp_path.glob("true/accounts/*/data/*.jsonl")}
    assert kept["reviews.jsonl"] and '"seed":' in kept["own_problems.jsonl"]


def test_a_review_that_has_the_seed_is_found(tmp_path: Path) -> None:
    right = reviewing.review_of

    def review_of(analysis: Analysis, match: Match, seat: int) -> Review | None:
        review = right(analysis, match, seat)
        return None if review is None else replace(review, match=str(match.record.seed))

    def plant() -> Any:
        return patch.object(reviewing, "review_of", review_of)

    findings = look_for_leaks("decktet", 2, 5, 1, tmp_path, {"hands": 1}, plant)
    places = [leak for leak in findings.leaks if "/reviews.jsonl: decimal" in leak]
    assert len(places) == 1, findings.leaks


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
