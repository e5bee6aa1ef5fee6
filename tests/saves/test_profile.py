"""The profile: results of finished matches, also after a power cut."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from caravan_tui.bus.hosted_match import Services
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import Act, Notice, table_topic
from caravan_tui.bus.table import TableHost
from caravan_tui.engine import Match
from saves.errors import SaveError
from saves.header import Meta
from saves.profile import Profile, Result, result_of
from saves.store import Store
from tests.saves.helpers import play


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


def test_a_result_says_how_the_match_ended_for_its_only_person() -> None:
    match = play("dice_village", 9_999)
    match_result = result_of(match, Meta("x", 321, "2026-03-01"))
    assert match.ranks is not None
    assert match_result.rank == match.ranks[0]
    assert match_result.score == match.scores[0]
    assert (match_result.played, match_result.daily, match_result.against) == (
        321,
        "2026-03-01",
        "porter",
    )
    assert match_result.actions == match.version
    assert match_result.rounds > 0
    with pytest.raises(ValueError, match="not ended"):
        result_of(play("dice_village", 3))


def test_the_records_of_a_result_are_the_best_values_of_its_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = play("decktet", 9_999)
    counter = iter(range(10_000))

    def records(event: Any) -> list[tuple[int, str, float]]:
        number = next(counter)
        return [(number % 2, "longest thing", number % 7), (1, "not mine", 5)]

    monkeypatch.setattr(match, "game", evolve(match.game, records=records))
    match_result = result_of(match, seat=0)
    assert set(match_result.records) == {"longest thing"}
    assert match_result.records["longest thing"] == 6


def test_results_are_read_as_they_were_added_the_oldest_first(profile: Profile) -> None:
    kept = [result(n, options={"camels": 5, "x": True}, records={"a": 1.5}) for n in (3, 1, 2)]
    for added in kept:
        profile.add(added)
    assert Profile(profile.path.parent).results() == [kept[1], kept[2], kept[0]]
    assert profile.damaged == 0


def test_a_result_that_is_added_twice_counts_once(profile: Profile) -> None:
    profile.add(result(1))
    profile.add(result(1, scores=(99.0, 0.0)))
    assert profile.results() == [result(1)]


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_result_that_could_not_be_kept_leaves_nothing_that_a_second_try_would_double(
    profile: Profile, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    profile.add(result(0))
    before = profile.path.read_bytes()
    real = getattr(os, call)

    def fail(*given: Any) -> None:
        real(*given)
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patch:
        patch.setattr(os, call, fail)
        for _try in range(3):
            with pytest.raises(SaveError):
                profile.add(result(1))
    assert profile.path.read_bytes() == before
    profile.add(result(1))
    assert len(profile.path.read_bytes().splitlines()) == 2
    assert profile.results() == [result(0), result(1)]


def test_a_torn_line_costs_itself_and_no_other_wherever_it_was_torn(profile: Profile) -> None:
    profile.add(result(1))
    whole = profile.path.read_bytes()
    profile.add(result(2))
    both = profile.path.read_bytes()
    for cut in range(len(whole) + 1, len(both), 7):
        profile.path.write_bytes(both[:cut])
        assert profile.results()[0] == result(1)
        profile.add(result(3))
        results = profile.results()
        assert results[0] == result(1)
        assert results[-1] == result(3), cut
        assert profile.damaged == (1 if len(results) == 2 else 0)


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


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("match", 5), ("kinds", "person"), ("names", [1, 2]), ("scores", ["a", "b"]),
        ("scores", [1.0]), ("ranks", [1.5, 2]), ("me", 2), ("me", -1), ("ended", "late"),
        ("assisted", 1), ("daily", 3), ("options", {"camels": None}), ("feats", {"a": "b"}),
        ("more", 1),
    ],
)  # fmt: skip
def test_a_line_with_a_field_that_is_wrong_is_left_out(
    field: str, value: object, profile: Profile
) -> None:
    """Its checksum is right, as of a program that wrote something else."""
    profile.add(result(1))
    plain = json.loads(profile.path.read_bytes())
    del plain["sum"]
    plain[field] = value
    text = json.dumps(plain, sort_keys=True, separators=(",", ":")).encode()
    plain["sum"] = blake2b(text, digest_size=6).hexdigest()
    profile.path.write_text(json.dumps(plain) + "\n")
    profile.add(result(2))
    assert profile.results() == [result(2)]
    assert profile.damaged == 1


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


def test_a_folder_that_is_not_writable_is_a_save_error(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(SaveError, match="permission"):
        profile.add(result())


async def test_the_result_is_written_when_the_match_ends_and_not_at_exit(tmp_path: Path) -> None:
    bus, store, profile = LocalBus(), Store(tmp_path), Profile(tmp_path)

    async def finished(match: Match) -> None:
        await profile.add_match(match, store.meta(match.record.id))

    host = TableHost(bus, Services(save=store.save, keep_result=finished))
    match = play(actions=2)
    subscription = bus.subscribe(table_topic(match.record.id))
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
    assert not [m for m in [subscription.get_nowait()] if isinstance(m, Notice)]


def test_the_seat_of_a_result_is_that_of_the_only_person() -> None:
    match = play("sahara", 9_999)
    assert result_of(match).me == 0
    match.record.seats[1] = evolve(match.record.seats[1], kind="person")
    assert result_of(match).me is None
    assert result_of(match, seat=1).me == 1
