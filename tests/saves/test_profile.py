"""The profile: what is kept of each finished match, and what becomes of it after a power cut."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import Act, Notice, table_topic
from caravan_tui.bus.table import TableHost
from caravan_tui.engine import Match
from saves.errors import SaveError
from saves.header import Meta
from saves.profile import Profile, Result, result_of
from saves.store import Store
from tests.saves.saves_help import Play


def result(number: int = 0, **more: Any) -> Result:
    given: dict[str, Any] = {
        "match": f"m{number}",
        "game": "sahara",
        "kinds": ("person", "porter"),
        "names": ("Ada", "P"),
        "scores": (12.0, 9.0),
        "ranks": (1, 2),
        "me": 0,
        "began": 1_000 + number,
        "ended": 2_000 + number,
    }
    return Result(**(given | more))


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile(tmp_path)


def test_a_result_says_how_the_match_ended_for_its_only_person(played: Play) -> None:
    match = played("dice_village", 9_999)
    found = result_of(match, Meta("x", 321, "2026-03-01"))
    assert match.ranks is not None
    assert found.rank == match.ranks[0]
    assert found.score == match.scores[0]
    assert (found.played, found.daily, found.against) == (321, "2026-03-01", "porter")
    assert found.actions == match.version
    assert found.rounds > 0
    with pytest.raises(ValueError, match="not ended"):
        result_of(played("dice_village", 3))


def test_feats_of_the_game_are_kept_at_their_best_for_ones_own_seat_only(
    played: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played("sahara", 9_999)
    counter = iter(range(10_000))

    def feats(event: Any) -> list[tuple[int, str, float]]:
        number = next(counter)
        return [(number % 2, "longest thing", number % 7), (1, "not mine", 5)]

    monkeypatch.setattr(match.game, "feats", feats, raising=False)
    found = result_of(match, seat=0)
    assert set(found.feats) == {"longest thing"}
    assert found.feats["longest thing"] == 6


def test_results_come_back_as_they_were_kept_the_oldest_first(profile: Profile) -> None:
    kept = [result(n, options={"camels": 5, "x": True}, feats={"a": 1.5}) for n in (3, 1, 2)]
    for one in kept:
        profile.add(one)
    assert Profile(profile.path.parent).results() == [kept[1], kept[2], kept[0]]
    assert profile.damaged == 0


def test_a_result_that_is_kept_twice_counts_once(profile: Profile) -> None:
    profile.add(result(1))
    profile.add(result(1, scores=(99.0, 0.0)))
    assert profile.results() == [result(1)]


def test_a_torn_line_costs_itself_and_no_other_wherever_it_was_torn(profile: Profile) -> None:
    profile.add(result(1))
    whole = profile.path.read_bytes()
    profile.add(result(2))
    both = profile.path.read_bytes()
    for cut in range(len(whole) + 1, len(both), 7):
        profile.path.write_bytes(both[:cut])
        assert profile.results()[0] == result(1)
        profile.add(result(3))
        found = profile.results()
        assert found[0] == result(1)
        assert found[-1] == result(3), cut
        assert profile.damaged == (1 if len(found) == 2 else 0)


def test_altered_foreign_and_newer_lines_are_left_out_and_left_alone(profile: Profile) -> None:
    profile.add(result(1))
    profile.add(result(2))
    first, second = profile.path.read_bytes().splitlines()
    newer = json.loads(first)
    newer["v"] = 2
    lines = [
        first.replace(b"12.0", b"99.0"),
        b"\x00\xff garbage",
        b"[" * 50_000,
        b"[]",
        b'{"sum": 5}',
        json.dumps(newer).encode(),
        b"x" * 200_000,
        second,
    ]
    data = b"\n".join(lines) + b"\n"
    profile.path.write_bytes(data)
    assert profile.results() == [result(2)]
    assert profile.damaged == len(lines) - 1
    profile.add(result(5))
    assert profile.path.read_bytes().startswith(data)


def _add_some(home: str, first: int) -> None:
    profile = Profile(Path(home))
    for number in range(first, first + 20):
        profile.add(result(number))


def test_two_processes_may_keep_results_at_once(profile: Profile, tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_add_some, args=(str(tmp_path), first)) for first in (0, 100)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert len(profile.results()) == 40
    assert profile.damaged == 0


def test_a_folder_that_cannot_be_written_is_told(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    import os

    def refuse(*_: Any, **__: Any) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(SaveError, match="read-only"):
        profile.add(result())


async def test_the_result_is_written_when_the_match_ends_and_not_at_exit(
    tmp_path: Path, played: Play
) -> None:
    bus, store, profile = LocalBus(), Store(tmp_path), Profile(tmp_path)

    async def finished(match: Match) -> None:
        await profile.keep(match, store.meta(match.record.id))

    host = TableHost(bus, store.save, finished)
    match = played(actions=2)
    told = bus.subscribe(table_topic(match.record.id))
    host.open(match)
    rng = Random(1)
    while not match.over:
        assert profile.results() == []
        seat = match.to_act
        action = rng.choice(match.legal(seat))
        act = Act(match.record.id, seat, match.version, action)
        await bus.request(table_topic(match.record.id), act)
    await host.saved(match.record.id)
    (kept,) = profile.results()
    assert kept.match == match.record.id
    assert kept.ranks == match.ranks
    again, _ = Store(tmp_path).load(match.record.id, watch=True)
    assert again.over
    await host.close_all()
    assert not [m for m in [told.get_nowait()] if isinstance(m, Notice)]


def test_who_played_decides_whose_result_it_is(played: Play) -> None:
    match = played("sahara", 9_999)
    assert result_of(match).me == 0
    match.record.seats[1] = evolve(match.record.seats[1], kind="person")
    assert result_of(match).me is None
    assert result_of(match, seat=1).me == 1
