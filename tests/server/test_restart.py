"""What a server that was killed left behind is finished, or swept away, when it starts again."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from attrs import asdict

from caravan_tui.engine import Match, Seat
from caravan_tui.server.accounts import account_id_of
from caravan_tui.server.rooms import Room
from saves import locks
from saves.profile import Profile
from saves.store import Store
from tests.server.lobby_harness import LobbyHarness, create_request
from tests.support.until import until

NO_PROCESS = 2**22 + 1
"""The number of a process that cannot be: above the largest of Linux."""


def two_people(*, to_the_end: bool) -> Match:
    match = Match.new("sahara", {}, [Seat("person", "Anna"), Seat("person", "Ben")], 5)
    rng = Random(1)
    while not match.over and (to_the_end or match.version < 10):
        match.act(match.to_act, rng.choice(match.legal(match.to_act)))
    return match


def room_of(match: Match, *, over: bool) -> Room:
    return Room(
        match.record.id, "ABCD", "sahara", dict(match.record.options), ["person", "person"],
        ["Anna", "Ben"], [account_id_of("Anna"), account_id_of("Ben")], account_id_of("Anna"), 5,
        started=True, over=over,
    )  # fmt: skip


class Killed:
    """The folder of a server that was killed."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.shared = Store(home / "shared")

    def leave(self, match: Match) -> Path:
        """A match that is saved and was never released."""
        self.shared.save_now(match)
        (self.shared.folder / f".{match.record.id}.lock").touch()
        self.shared.release_all()
        (self.shared.folder / f".{match.record.id}.lock").touch()
        return self.shared.folder / f"{match.record.id}.caravan"

    def write_rooms(self, *rooms: Room) -> None:
        plain = {"format": 1, "rooms": [asdict(room) for room in rooms]}
        (self.home / "rooms.json").write_text(json.dumps(plain))

    def left(self) -> list[str]:
        """The names of what lies among the matches between people."""
        return sorted(path.name for path in self.shared.folder.iterdir())


async def test_half_written_files_stale_locks_and_finished_matches_are_swept_at_the_start(
    tmp_path: Path,
) -> None:
    killed = Killed(tmp_path / "home")
    runs, orphan = two_people(to_the_end=False), two_people(to_the_end=False)
    finished = two_people(to_the_end=True)
    for match in (runs, orphan, finished):
        killed.leave(match)
    draft = killed.shared.folder / f".{runs.record.id}.caravan.{NO_PROCESS}.tmp"
    draft.write_bytes(b"half of a match")
    killed.write_rooms(room_of(runs, over=False))
    harness = await LobbyHarness(killed.home).start()
    try:
        kept = sorted([
            f".{runs.record.id}.lock", f"{runs.record.id}.caravan", f"{orphan.record.id}.caravan",
        ])  # fmt: skip
        await until(lambda: killed.left() == kept)  # the running match may be written just now
        assert (killed.shared.trash / f"{finished.record.id}.caravan").exists()
    finally:
        await harness.close()
    assert not [name for name in killed.left() if name.endswith(locks.LOCK)]


async def test_nothing_is_put_away_while_the_list_of_matches_lies_aside_as_damaged(
    tmp_path: Path,
) -> None:
    killed = Killed(tmp_path / "home")
    path = killed.leave(two_people(to_the_end=True))
    (killed.home / "rooms.json").write_text("{")
    for _start in range(2):
        harness = await LobbyHarness(killed.home).start()
        await (await harness.connect("Anna")).ask(create_request())
        await harness.close()
        assert path.exists()


async def test_results_that_a_kill_kept_from_the_players_are_handed_out_at_the_start(
    tmp_path: Path,
) -> None:
    killed = Killed(tmp_path / "home")
    match = two_people(to_the_end=True)
    path = killed.leave(match)
    killed.write_rooms(room_of(match, over=True))
    harness = LobbyHarness(killed.home)
    folders = [
        harness.accounts.folder(harness.accounts.create(account_id_of(name), name).id) / "data"
        for name in ("Anna", "Ben")
    ]
    await Profile(folders[0]).add_match(match, None, 0)  # the kill came after the first of the two
    await harness.start()
    try:
        for seat, folder in enumerate(folders):
            assert Profile(folder).has(match.record.id, seat)
            lines = (folder / "results.jsonl").read_text().splitlines()
            assert len(lines) == 1, "not handed out twice"
        assert [entry.id for entry in Store(folders[1]).listing().entries] == [match.record.id]
        assert not path.exists()
        assert harness.lobby.shared.rooms.all() == []
    finally:
        await harness.close()
