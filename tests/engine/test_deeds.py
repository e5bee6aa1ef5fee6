"""The deeds of whole matches that computer players have played, seat by seat."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from caravan_tui.engine import Match, Record, Seat
from caravan_tui.engine.deeds import MATCH_DEEDS, earned
from caravan_tui.games import registry

MATCHES: list[dict[str, Any]] = [
    json.loads(line)
    for line in Path(__file__).with_name("deed_matches.jsonl").read_text("utf-8").splitlines()
]
"""Game, players, options, seed and log of each match, and the deeds of each seat."""


def replayed(line: dict[str, Any]) -> Match:
    game, options = str(line["game"]), dict(line["options"])
    seats = [Seat(kind, kind) for kind in line["kinds"]]
    rules = registry.spec(game).rules_version
    return Match.from_record(Record(game, rules, options, seats, line["seed"], log=line["log"]))


@pytest.mark.parametrize("line", MATCHES, ids=lambda line: f"{line['game']}-{line['seed']}")
def test_every_seat_of_a_match_does_its_own_deeds(line: dict[str, Any]) -> None:
    match = replayed(line)
    assert match.over
    deeds = [sorted(earned(match, seat)) for seat in range(len(match.record.seats))]
    assert deeds == line["deeds"]


def test_each_deed_is_done_in_one_of_the_matches_and_missed_in_another() -> None:
    done = {name for line in MATCHES for seat in line["deeds"] for name in seat}
    games = [registry.get(game).deeds for game in registry.ids()]
    for deed in (*MATCH_DEEDS, *(deed for deeds in games for deed in deeds)):
        assert deed.id in done or deed.is_hidden, deed.id
        game = deed.id.partition(".")[0]
        seats = [
            seat for line in MATCHES if game in ("any", line["game"]) for seat in line["deeds"]
        ]
        assert any(deed.id not in seat for seat in seats)


def test_every_game_has_at_least_eight_deeds_and_few_hidden_ones() -> None:
    for game in registry.ids():
        hidden = [deed for deed in registry.get(game).deeds if deed.is_hidden]
        assert len(registry.get(game).deeds) - len(hidden) >= 8 and len(hidden) <= 2


def test_an_assisted_match_does_none() -> None:
    match = replayed(MATCHES[0])
    match.record.assisted = True
    assert earned(match, 0) == ()
