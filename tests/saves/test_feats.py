"""Every game names records of its own, and they are what the log shows."""

from __future__ import annotations

from random import Random

import pytest

from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.games.decktet.actions import KIND_SHIFT
from saves.profile import result_of


def ended(game: str) -> Match:
    count = max(2, registry.spec(game).min_seats)
    for seed in range(1, 60):
        seats = [Seat("person" if n == 0 else "trader", f"S{n}") for n in range(count)]
        match, rng = Match.new(game, {}, seats, seed), Random(seed)
        while not match.over and match.version < 4000:
            match.act(match.to_act, rng.choice(match.legal(match.to_act)))
        if match.over and match.version > 60:
            return match
    raise AssertionError("no match ended")


@pytest.mark.parametrize("game", registry.ids())
def test_feats_are_named_for_a_seat_and_kept_with_the_result(game: str) -> None:
    match = ended(game)
    best: dict[str, float] = {}
    for ply in match.plies():
        for event in ply.events:
            for seat, name, value in match.game.feats(event):
                assert 0 <= seat < len(match.names)
                assert name == name.strip() and name[0].islower()
                if seat == 0:
                    best[name] = max(value, best.get(name, value))
    assert result_of(match).feats == best


def test_the_records_of_decktet_are_those_of_its_plays_and_hands() -> None:
    match = ended("decktet")
    lengths = [ply.action >> KIND_SHIFT for ply in match.plies() if ply.actor == 0]
    feats = result_of(match).feats
    assert feats["longest caravan"] == max(length for length in lengths if length <= 8)
    assert feats["highest hand"] == max(gained[0] for *_rest, gained in match.state.results)


def test_the_longest_caravan_of_caravanserai_is_at_least_the_score() -> None:
    match = ended("caravanserai")
    feats = result_of(match).feats
    assert feats["longest caravan"] >= match.scores[0] > 0
    assert feats["most laid in a turn"] >= 1


def test_a_delivery_a_sale_and_a_city_count_for_their_seat() -> None:
    """Random play hardly ever comes to these."""
    sahara, village = registry.get("sahara"), registry.get("dice_village")
    ahldarahd = registry.get("ahldarahd")
    assert list(sahara.feats(("deliver", 2, 3, 8, 9, 4))) == [(2, "dearest delivery", 4)]
    assert list(sahara.feats(("move", 2, 3, 8, 9))) == []
    assert list(village.feats(("sell", 1, "Oasis", 7, 2))) == [(1, "most coins in a sale", 7)]
    assert list(ahldarahd.feats(("city", 0, "Red", "Salt", 6))) == [(0, "largest city", 6)]
    assert list(ahldarahd.feats(("sell", 4, "Red", 5))) == [(4, "best sale of Rights", 5)]
