"""Every game names records of its own, and they are what the log shows."""

from __future__ import annotations

from random import Random

import pytest

from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.games.ahldarahd import events as caravans
from caravan_tui.games.decktet.actions import KIND_SHIFT
from caravan_tui.games.decktet.rules import DecktetState
from caravan_tui.games.dice_village.events import SoldAtHome
from caravan_tui.games.sahara.events import Delivered, Moved
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
def test_the_records_of_a_game_are_saved_with_the_result(game: str) -> None:
    match = ended(game)
    best: dict[str, float] = {}
    for ply in match.plies():
        for event in ply.events:
            for seat, name, value in match.game.records(event):
                assert 0 <= seat < len(match.names)
                assert name == name.strip() and name[0].islower()
                if seat == 0:
                    best[name] = max(value, best.get(name, value))
    assert result_of(match).records == best


def test_the_records_of_decktet_are_those_of_its_plays_and_hands() -> None:
    match = ended("decktet")
    assert isinstance(match.state, DecktetState)
    lengths = [ply.action >> KIND_SHIFT for ply in match.plies() if ply.actor == 0]
    records = result_of(match).records
    assert records["longest caravan"] == max(length for length in lengths if length <= 8)
    assert records["highest hand"] == max(gained[0] for *_rest, gained in match.state.results)


def test_the_longest_caravan_of_caravanserai_is_at_least_the_score() -> None:
    match = ended("caravanserai")
    records = result_of(match).records
    assert records["longest caravan"] >= match.scores[0] > 0
    assert records["most laid in a turn"] >= 1


def test_a_delivery_a_sale_and_a_city_count_for_their_seat() -> None:
    """Random play hardly ever comes to these."""
    sahara, village = registry.get("sahara"), registry.get("dice_village")
    ahldarahd = registry.get("ahldarahd")
    assert list(sahara.records(Delivered(2, 3, 8, 9, 4))) == [(2, "dearest delivery", 4)]
    assert list(sahara.records(Moved(2, 3, 8, 9))) == []
    assert list(village.records(SoldAtHome(1, "Oasis", 7, 2))) == [(1, "most coins in a sale", 7)]
    assert list(ahldarahd.records(caravans.TakeCity(0, "red", "salt", 6))) == [
        (0, "largest city", 6)
    ]
    assert list(ahldarahd.records(caravans.Sell(4, "red", 5))) == [(4, "best sale of Rights", 5)]
