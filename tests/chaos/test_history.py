"""The judges of chaos find what they look for."""

from __future__ import annotations

import json
from pathlib import Path

from caravan_tui.engine import Match
from tests.chaos.history import MatchHistory, judge_leases, judge_saves
from tests.server.test_restart import two_people


def _played() -> tuple[Match, MatchHistory]:
    """A match of some actions, and what its two robots know of it."""
    match = two_people(to_the_end=False)
    history = MatchHistory(match.record.id, frozenset({0, 1}))
    for ply in match.plies():
        if ply.actor >= 0:
            history.submit(ply.ply, ply.actor, ply.action).is_acknowledged = True
    return match, history


def test_a_match_as_its_robots_know_it_has_no_fault() -> None:
    match, history = _played()
    assert history.judge(match) == ([], 0)


def test_an_acknowledged_action_that_is_lost_is_a_fault_and_one_in_the_air_is_none() -> None:
    match, history = _played()
    history.submit(match.version, 0, 0)
    assert history.judge(match) == ([], 0)
    for lost in (1, 2):
        history.submit(match.version + lost - 1, 0, 0).is_acknowledged = True
    assert history.judge(match) == ([f"{match.record.id}: acknowledged actions are lost: 2"], 2)
    assert history.judge(match) == ([], 0), "they count once"


def test_an_action_that_was_replaced_after_a_loss_is_lost() -> None:
    match, history = _played()
    first = history.submitted[-1]
    history.submitted.insert(-1, type(first)(first.version, first.seat, -1, is_acknowledged=True))
    assert history.judge(match) == ([f"{match.record.id}: acknowledged actions are lost: 1"], 1)


def test_an_action_that_no_robot_has_sent_is_a_fault() -> None:
    match, history = _played()
    del history.submitted[0]
    faults, lost = history.judge(match)
    assert lost == 0 and len(faults) == 1 and "never sent" in faults[0]


def test_a_save_with_an_earlier_token_after_a_later_one_is_a_fault(tmp_path: Path) -> None:
    notes = {"north": [(1, 5), (4, 5)], "south": [(3, 9)]}
    for host, saves in notes.items():
        lines = [json.dumps(["m", revision, token, host]) + "\n" for revision, token in saves]
        (tmp_path / host).write_text("".join(lines))
    paths = [tmp_path / host for host in notes]
    assert judge_saves(paths) == ["m: north saved with token 5 after 9"]
    (tmp_path / "north").write_text(json.dumps(["m", 1, 5, "north"]) + "\n")
    assert judge_saves(paths) == []


def test_one_token_at_two_hosts_is_a_fault(tmp_path: Path) -> None:
    logs = [tmp_path / "north", tmp_path / "south"]
    for log in logs:
        log.write_text(json.dumps({"event": "lease", "match": "m", "token": 3}) + "\n{cut")
    faults, events = judge_leases(logs)
    assert faults == ["m: two hosts were given token 3"] and events == {"lease": 2}
