"""A few kills of each kind and a few damaged files; `make crashes` has thousands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest

from caravan_tui.competition.tournament import Entrant, Tournament
from caravan_tui.notices.outbox import Item, Outbox
from caravan_tui.server.backend import DOCUMENTS
from caravan_tui.server.documents import FolderDocuments
from saves.listing import Listing
from saves.store import Store
from tests.crashes import competition, processes
from tests.crashes.__main__ import LOCAL, ROOT
from tests.crashes.competition import Competitor
from tests.crashes.damage import Reader, judge_files
from tests.crashes.witness import Note, Verdict, digest_of, judge
from tests.saves.helpers import play, play_on


def report_of(*words: str) -> tuple[dict[str, int], list[str]]:
    """What a lane has reported at its end."""
    done = subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
    )
    figures, faults = json.loads(done.stdout.splitlines()[-1])
    return figures, faults


def test_the_app_killed_on_its_terminal_loses_one_action_at_most(tmp_path: Path) -> None:
    figures, faults = report_of("-c", LOCAL, str(tmp_path / "home"), "5", "3")
    assert figures["kills"] == 5
    assert faults == []


def test_a_server_killed_while_robots_play_loses_one_action_at_most() -> None:
    with TemporaryDirectory(prefix="cvn") as short:  # the path of a socket may have 107 bytes
        figures, faults = report_of("-m", "tests.crashes.robots", f"{short}/home", "4", "1")
    assert figures["kills of the server"] == 1 and figures["answers"]
    assert faults == []


async def test_what_is_lost_of_tournaments_and_notices_is_found(tmp_path: Path) -> None:
    anna = Competitor("anna")
    documents = FolderDocuments(tmp_path / DOCUMENTS)
    item = Item("turn.m.1", "turn", "m", "turn_waits", {}, 0.0, 0.0)

    async def store(key: str, document: object) -> None:
        await documents.change(key, lambda _before: msgspec.json.encode(document))

    def found() -> list[str]:
        verdict = Verdict()
        competition.judge(tmp_path, [anna], verdict)
        return verdict.faults

    entrants = (Entrant("anna", "Anna"),)
    cup = Tournament("cupab", "Cup", "anna", "sahara", "swiss", 2, 2, entrants=entrants)
    await store("tournament.cupab", cup)
    await store("outbox.anna", Outbox([item]))
    anna.made, anna.is_in = {"cupab"}, {"cupab": True}
    assert found() == []
    await store("tournament.cupab", msgspec.structs.replace(cup, entrants=()))
    assert found() == ["an entry of cupab is not as was acknowledged: True"]
    await store("outbox.anna", Outbox([item], done=[item.key]))
    assert found() == ["a notice of anna stands there twice"]
    anna.address = anna.asked_address = "anna-1"
    assert "the choice of notices is lost: ''" in found()
    anna.asked_address, anna.made = "", {"cupab", "cupcd"}
    assert "lost: tournament cupcd" in found()
    (tmp_path / DOCUMENTS / "outbox.anna.json").write_bytes(b"{")
    assert "a document cannot be read: outbox." in found()


@pytest.mark.nightly
def test_the_server_and_what_is_below_it_killed_lose_one_action_at_most(tmp_path: Path) -> None:
    words = ["-m", "tests.crashes.server", str(tmp_path / "home"), "1", "2", "2", "1", "1"]
    figures, faults = report_of(*words)
    assert figures["kills of the server"] == 2
    assert figures["kills of a nursery"] == 1
    assert faults == []


def test_damaged_files_end_as_a_match_or_a_line(tmp_path: Path) -> None:
    verdict = Verdict()
    judge_files(28, 7, tmp_path, verdict)
    assert verdict.figures["damaged files"] == 28
    assert verdict.figures["damaged, opened and played on"] > 0
    assert verdict.faults == []


# Each fault that the judges are there for, planted


@pytest.mark.parametrize(
    ("saved", "fault"),
    [(6, ""), (5, ""), (4, "2 of 3 states lost"), (0, "3 of 3 states lost"), (None, "lost: ")],
)
def test_the_judge_allows_one_lost_action_and_no_more(
    tmp_path: Path, saved: int | None, fault: str
) -> None:
    match = play(actions=0)
    notes: list[Note] = []
    store = Store(tmp_path)
    for actions in range(1, 7):
        if saved is not None and saved == actions - 1:
            store.save_now(match)
        play_on(match, 1)
        if actions >= 4:
            notes.append(Note(digest_of(match.record.log), actions, True))
    if saved == 6:
        store.save_now(match)
    store.release_all()
    verdict = Verdict()
    judge(tmp_path, {match.record.id: notes}, {match.record.id}, verdict)
    assert len(verdict.faults) == bool(fault)
    assert not fault or fault in verdict.faults[0]


@pytest.mark.parametrize(
    ("plant", "fault"),
    [
        (lambda folder, name: (folder / f".{name}.caravan.1.tmp").touch(), "left over"),
        (lambda folder, name: (folder / f"{name}.caravan").write_bytes(b"x"), "notice"),
    ],
)
def test_the_judge_names_what_is_left_over_or_damaged(
    tmp_path: Path, plant: Callable[[Path, str], None], fault: str
) -> None:
    match, store = play(), Store(tmp_path)
    store.save_now(match)
    store.release_all()
    verdict = Verdict()
    judge(tmp_path, {}, {match.record.id}, verdict)
    assert verdict.faults == []
    plant(store.folder, match.record.id)
    judge(tmp_path, {}, {match.record.id}, verdict)
    assert any(line.startswith(fault) for line in verdict.faults)


def test_an_end_without_its_result_is_a_fault(tmp_path: Path) -> None:
    match, store = play(actions=9_999), Store(tmp_path)
    assert match.over
    store.save_now(match)
    store.release_all()
    verdict = Verdict()
    note = Note(digest_of(match.record.log), match.version, True)
    judge(tmp_path, {match.record.id: [note]}, set(), verdict)
    assert verdict.faults == [f"over without its result: {match.record.id}"]


@pytest.mark.parametrize("planted", ["traceback", "slow", "silent"])
def test_the_judge_of_damaged_files_names_each_fault(
    tmp_path: Path, planted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(_store: Store, _match_id: str, watch: bool = False) -> None:
        if planted == "traceback":
            raise KeyError("planted")
        if planted == "slow":
            end = time.process_time() + 1.05
            while watch and time.process_time() < end:
                pass

    monkeypatch.setattr(Store, "load", load)
    if planted == "silent":
        monkeypatch.setattr(Store, "listing", lambda _store: Listing([], []))
    reader = Reader(tmp_path, verdict := Verdict())
    reader.read("planted", b"no match")
    assert verdict.faults
    word = {"traceback": "KeyError", "slow": " s", "silent": "not mentioned"}[planted]
    assert any(word in line for line in verdict.faults)


def test_a_process_that_lives_on_is_named_until_it_has_ended() -> None:
    child = subprocess.Popen(["sleep", "60"])
    assert child.pid in processes.descendants(os.getpid())
    while processes.command(child.pid) != "sleep 60 ":  # for a moment it has no command
        assert child.poll() is None
    assert processes.wait_until_gone([child.pid], 0.02) == ["sleep 60 "]
    child.kill()
    child.wait()
    assert processes.wait_until_gone([child.pid], 0.02) == []
