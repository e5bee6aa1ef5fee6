"""What a server that was killed left behind is finished, or swept away, when it starts again."""

from __future__ import annotations

import errno
import json
from pathlib import Path
from random import Random

import pytest
from attrs import asdict

from caravan_tui.engine import Match, Seat
from caravan_tui.server.accounts import Accounts, account_id_of
from caravan_tui.server.config import Config
from caravan_tui.server.rooms import Room, RoomFile
from saves import locks
from saves.profile import Profile
from saves.store import Store
from tests.server.lobby_harness import LobbyHarness, create_request, server_config
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
        harness.accounts.folder((await harness.accounts.create(account_id_of(name), name)).id)
        / "data"
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


async def test_a_match_that_could_not_be_taken_off_the_list_is_finished_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed = Killed(tmp_path / "home")
    match = two_people(to_the_end=True)
    path = killed.leave(match)
    killed.write_rooms(room_of(match, over=False))

    def refuse(_rooms: RoomFile) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full_disk:
        full_disk.setattr(RoomFile, "_write", refuse)
        harness = await LobbyHarness(killed.home).start()
        await until(lambda: not harness.lobby.shared.supervisors)
        await harness.close()
    assert path.exists()
    harness = await LobbyHarness(killed.home).start()
    try:
        assert "match_lost" not in harness.events
        await until(lambda: not harness.lobby.shared.supervisors and not path.exists())
        assert RoomFile(killed.home / "rooms.json").all() == []
    finally:
        await harness.close()


def test_a_room_that_is_damaged_loses_only_itself_and_the_file_is_kept(tmp_path: Path) -> None:
    killed = Killed(tmp_path)
    match = two_people(to_the_end=False)
    whole = asdict(room_of(match, over=False))
    damaged = [
        {**whole, "match": "a", "names": 5},
        {**whole, "match": "b", "seats": ["only one"]},
        {**whole, "match": "c", "game": "chess"},
        {"match": "d"},
        "nothing",
    ]
    text = json.dumps({"format": 1, "rooms": [*damaged, whole]})
    (killed.home / "rooms.json").write_text(text)
    rooms = RoomFile(killed.home / "rooms.json")
    assert [room.match for room in rooms.all()] == [match.record.id]
    assert not rooms.is_complete, "the matches of the others stay where they are"
    (aside,) = killed.home.glob("rooms.damaged-*")
    assert aside.read_text() == text
    assert (killed.home / "rooms.json").exists()


@pytest.mark.parametrize("damage", [{"name": 5}, {"mail": "x"}, {"seen": None}])
async def test_an_account_of_the_wrong_types_is_left_out_and_harms_no_newcomer(
    tmp_path: Path, damage: dict[str, object]
) -> None:
    config = server_config(tmp_path)
    config.make_folders()
    accounts = Accounts(config)
    broken = await accounts.create(account_id_of("Ben"), "Ben")
    await accounts.create(account_id_of("Cleo"), "Cleo")
    path = accounts.folder(broken.id) / "account.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **damage}))
    again = Accounts(config)
    assert [account.name for account in again.all()] == ["Cleo"]
    await again.create(account_id_of("Anna"), "Anna")


def test_a_home_that_exists_keeps_its_rights_and_what_the_server_makes_is_private(
    tmp_path: Path,
) -> None:
    home = tmp_path / "given"
    home.mkdir()
    home.chmod(0o755)
    new = tmp_path / "new"
    for folder, rights in ((home, 0o755), (new, 0o700)):
        Config(home=folder).make_folders()
        assert folder.stat().st_mode & 0o777 == rights
        for name in ("accounts", "invites", "log"):
            assert (folder / name).stat().st_mode & 0o777 == 0o700


async def test_a_match_whose_server_was_killed_before_its_first_save_begins_again(
    tmp_path: Path,
) -> None:
    killed = Killed(tmp_path / "home")
    match = two_people(to_the_end=False)
    killed.home.mkdir(exist_ok=True)
    killed.write_rooms(room_of(match, over=False))
    harness = await LobbyHarness(killed.home).start()
    try:
        begun = harness.lobby.shared.supervisors[match.record.id].match
        assert begun.record.seed == 5 and begun.to_act >= 0
        assert begun.record.log == match.record.log[: begun.version]
        await harness.lobby.tables.shared.saved(match.record.id)
        assert (killed.shared.folder / f"{match.record.id}.caravan").exists()
    finally:
        await harness.close()


async def test_a_match_whose_file_was_set_aside_as_damaged_does_not_begin_again(
    tmp_path: Path,
) -> None:
    killed = Killed(tmp_path / "home")
    match = two_people(to_the_end=False)
    killed.leave(match).write_bytes(b"damaged")
    killed.write_rooms(room_of(match, over=False))
    for _start in range(2):
        harness = await LobbyHarness(killed.home).start()
        await harness.close()
        assert not harness.lobby.shared.supervisors and harness.events == ["match_lost"]


async def test_a_seat_given_up_just_before_a_kill_is_played_by_a_computer_after_it(
    tmp_path: Path,
) -> None:
    killed = Killed(tmp_path / "home")
    match = two_people(to_the_end=False)
    killed.leave(match)
    room = room_of(match, over=False)
    room.kinds[1], room.seats[1] = "trader", ""
    killed.write_rooms(room)
    harness = await LobbyHarness(killed.home).start()
    try:
        assert harness.lobby.tables.bot_seats(match.record.id) == [1]
        begun = harness.lobby.shared.supervisors[match.record.id].match
        assert [seat.kind for seat in begun.record.seats] == ["person", "trader"]
    finally:
        await harness.close()
