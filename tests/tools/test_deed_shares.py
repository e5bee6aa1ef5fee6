"""How often computer players do each deed, as it was last measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import deeds
from caravan_tui.games import registry


def test_every_deed_was_measured_and_none_is_too_easy_or_out_of_reach() -> None:
    shares = deeds.read()
    assert list(shares) == [deed.id for game in registry.ids() for deed in registry.get(game).deeds]
    assert deeds.faults(shares) == []


def test_a_deed_that_nobody_or_nearly_everybody_did_is_a_fault() -> None:
    shares = deeds.read()
    shares["sahara.patience"] = {"porter": 0.0, "master": 0.0}
    shares["sahara.last_word"] = {"porter": 0.0, "master": 61.0}
    shares["sahara.two_thefts"] = {"porter": 0.0, "master": 0.0}  # hidden
    assert deeds.faults(shares) == ["sahara.patience: 0 % did it", "sahara.last_word: 61 % did it"]


def test_both_levels_play_with_every_number_of_seats() -> None:
    planned = list(deeds.plan(4))
    assert {game for game, _kinds, _seed in planned} == set(registry.ids())
    assert {len(kinds) for game, kinds, _seed in planned if game == "caravanserai"} == {1, 2, 3, 4}
    assert all(set(kinds) == set(deeds.LEVELS) for _game, kinds, _seed in planned if len(kinds) > 1)


def test_kept_matches_are_counted_and_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = tmp_path / "matches.jsonl"
    source = Path(__file__).parents[1] / "engine" / "deed_matches.jsonl"
    keep.write_bytes(source.read_bytes())
    recorded = tmp_path / "deeds.json"
    monkeypatch.setattr(deeds, "RECORDED", recorded)
    arguments = ["bench.deeds", "--matches", "1", "--keep", str(keep), "--record"]
    monkeypatch.setattr("sys.argv", arguments)
    with pytest.raises(SystemExit):
        deeds.main()
    assert keep.read_bytes() == source.read_bytes()
    assert deeds.read()["caravanserai.alone"]["master"] == 100.0
