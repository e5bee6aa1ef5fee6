"""Faults that are put into the product on purpose, to see that the world finds them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

from caravan_tui import files
from caravan_tui.bus import autosave, base
from caravan_tui.bus.autosave import Saver
from caravan_tui.bus.hosted_match import HostedMatch
from caravan_tui.bus.permissions import Access
from caravan_tui.bus.undo import UndoRequests
from caravan_tui.competition import progress
from caravan_tui.engine import Match, Refusal
from caravan_tui.notices.outbox import Outbox
from caravan_tui.server import match_supervisor, shared_matches
from caravan_tui.server.away_notices import AwayNotices
from caravan_tui.server.documents import FolderDocuments
from caravan_tui.server.match_deadlines import MatchDeadlines
from caravan_tui.server.match_endings import MatchEndings
from caravan_tui.server.match_list import MatchList
from caravan_tui.server.match_supervisor import MatchSupervisor
from caravan_tui.server.rooms import Room, RoomFile, Rooms
from caravan_tui.server.shared_matches import SharedMatches
from caravan_tui.server.tables import Tables
from saves.store import Store


@frozen
class Bug:
    """A fault: what of the product is replaced, and by what."""

    name: str
    text: str
    owner: Any
    attribute: str
    make: Callable[[Any], Any]
    """From what was there."""


async def _act_at_any_version(hosted: HostedMatch, seat: int, _version: int, action: int) -> int:
    await hosted._save_caught_up()
    if hosted.is_paused:
        raise Refusal("match_paused")
    events = hosted.match.act(seat, action)
    hosted.undo_requests.overtake()
    hosted.publish(events)
    hosted.saver.mark()
    return hosted.match.version


async def _wait_for_no_save(hosted: HostedMatch) -> None:
    if hosted.is_closing:
        raise Refusal("match_closing")


def _allow_every_seat(original: Any) -> Any:
    def allowed(access: Access, topic: str, message: Any) -> Any:
        known = getattr(message, "match", None) in access.seats
        own = next(iter(access.seats.get(getattr(message, "match", ""), {-1})))
        if known and getattr(message, "seat", own) != own and type(message).__name__ == "Act":
            return message
        return original(access, topic, message)

    return allowed


def _write_unsynced(path: Path, data: bytes) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}{files.TEMPORARY}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(handle, view) :]
    finally:
        os.close(handle)
    temporary.replace(path)
    files.sync_folder(path.parent)


def _write_in_place(path: Path, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(handle, view) :]
        os.fsync(handle)
    finally:
        os.close(handle)
    files.sync_folder(path.parent)


def _undo_unasked(requests: UndoRequests, seat: int, _request: str) -> None:
    why = requests._table.match.why_no_undo(seat)
    if why is not None:
        raise Refusal(why.code, **why.values)
    requests._take_back(seat)


def _enter_beside_the_stand_in(original: Any) -> Any:
    def enter(supervisor: MatchSupervisor, *args: Any) -> None:
        stand_ins, supervisor.stand_ins = supervisor.stand_ins, {}
        original(supervisor, *args)
        supervisor.stand_ins.update(stand_ins)

    return enter


def _show_watchers_a_hand(original: Any) -> Any:
    def view(match: Match, seat: int | None) -> Any:
        return original(match, 0 if seat is None else seat)

    return view


def _keep_undone(original: Any) -> Any:
    def act(match: Match, seat: int, action: int) -> Any:
        undone = list(match._undone)
        events = original(match, seat, action)
        match._undone.extend(undone)
        return events

    return act


def _keep_the_end(original: Any) -> Any:
    def publish(hosted: HostedMatch, events: Any, history: bool = False) -> None:
        topics = hosted._topics
        hosted._topics = {} if hosted.match.over and events else topics
        original(hosted, events, history)
        hosted._topics = topics

    return publish


def _announce_before_the_save(original: Any) -> Any:
    async def write_match(saver: Saver) -> Any:
        if saver._match.over and not saver._is_end_announced:
            saver._is_end_announced = True
            await saver._announce_end()
        return await original(saver)

    return write_match


def _keep_the_lock(store: Store, match_id: str) -> None:
    store._open.pop(match_id, None)


def _write_rooms_or_not(original: Any) -> Any:
    def write(rooms: RoomFile) -> None:
        with contextlib.suppress(OSError):
            original(rooms)

    return write


def _wall_clock() -> float:
    """The time as the product sees it, which in a world is the world's."""
    now: float = vars(shared_matches)["time"].time()
    return now


def _expire_what_is_played(original: Any) -> Any:
    def remove(deadlines: MatchDeadlines) -> None:
        oldest = _wall_clock() - deadlines._config.waiting_days * 86_400
        for room in deadlines._rooms.all():
            if room.started and room.touched < oldest:
                deadlines._endings.drop(room, "match_expired", days=7)
        original(deadlines)

    return remove


def _wait_by_the_wall_clock(deadlines: MatchDeadlines) -> None:
    for room in deadlines._rooms.all():
        room.waited = _wall_clock() - room.touched


def _give_the_last_seat_again(original: Any) -> Any:
    def first_open(room: Room) -> int | None:
        seat: int | None = original(room)
        return len(room.seats) - 1 if seat is None and not room.over else seat

    return first_open


def _remember_codes(original: Any) -> Any:
    rooms_of: dict[str, Room] = {}

    def find(rooms: Rooms, text: str) -> Room | None:
        rooms_of.update({room.code: room for room in rooms.all()})
        room: Room | None = original(rooms, text) or rooms_of.get(text)
        if room is not None:
            rooms._rooms[room.match] = room
        return room

    return find


def _as_if_public(original: Any) -> Any:
    """Call a method while no match is private."""

    def call(shared: SharedMatches | MatchList, *args: Any) -> Any:
        private = [room for room in shared.rooms.all() if room.private]
        for room in private:
            room.private = False
        try:
            return original(shared, *args)
        finally:
            for room in private:
                room.private = True

    return call


def _give_days_anew(original: Any) -> Any:
    begun: set[int] = set()

    def set_deadline(supervisor: MatchSupervisor) -> None:
        if id(supervisor) not in begun:
            begun.add(id(supervisor))
            supervisor.room.due = 0.0
        original(supervisor)

    return set_deadline


def _drop_and_retry(outbox: Outbox, claim: str, problem: Any) -> None:
    for item in outbox.waiting:
        if item.claim == claim:
            item.claim, item.due = "", item.due + 5.0


def _write_documents_or_not(original: Any) -> Any:
    async def change(documents: FolderDocuments, key: str, revise: Any) -> Any:
        try:
            return await original(documents, key, revise)
        except OSError:
            documents._all[key] = revise(documents._all.get(key))
            return documents._all[key]

    return change


def _record_twice(original: Any) -> Any:
    def record(tournament: Any, match: str, ranks: Any, absent: Any = ()) -> Any:
        table = tournament.table_of(match)
        if table is not None and not table.ranks and not ranks:
            ranks = {player: place for place, player in enumerate(table.players)}
            absent = ()
        return original(tournament, match, ranks, absent)

    return record


def _instead(value: Any) -> Callable[[Any], Any]:
    return lambda _original: value


LOBBY_BUGS = (
    Bug("seat-twice", "a seat that is taken is given again",
        Room, "first_open", _give_the_last_seat_again),
    Bug("code-stays", "the code of a match that is no more still opens it",
        Rooms, "find", _remember_codes),
    Bug("private-listed", "the lobby lists private matches",
        MatchList, "rows", _as_if_public),
    Bug("private-watched", "a private match can be watched by its id",
        SharedMatches, "watch", _as_if_public),
    Bug("seat-kept", "who gives up a seat keeps it",
        SharedMatches, "_free_seats", _instead(lambda shared, room, account: None)),
    Bug("over-stays", "a match that is over stays when all have left",
        MatchEndings, "close_if_finished", _instead(lambda endings, room: None)),
)  # fmt: skip
"""Those that the state machine of the lobby finds, too."""

BUGS = (
    Bug("any-version", "an act is played whatever version its seat has seen",
        HostedMatch, "act", _instead(_act_at_any_version)),
    Bug("any-seat", "who sits at a table may act for each seat there",
        Access, "allowed", _allow_every_seat),
    Bug("no-wait", "an act does not wait for the save of the one before",
        HostedMatch, "_save_caught_up", _instead(_wait_for_no_save)),
    Bug("no-fsync", "a file is not synced before it replaces the old one",
        files, "write", _instead(_write_unsynced)),
    Bug("no-folder-sync", "the names in a folder are not synced",
        files, "sync_folder", _instead(lambda folder: None)),
    Bug("in-place", "a file is written over the old one",
        files, "write", _instead(_write_in_place)),
    Bug("undo-unasked", "an undo asks nobody",
        UndoRequests, "undo", _instead(_undo_unasked)),
    Bug("stand-in-stays", "a stand-in plays on when its player is back",
        MatchSupervisor, "enter", _enter_beside_the_stand_in),
    Bug("watchers-see", "watchers get the view of the first seat",
        Match, "view", _show_watchers_a_hand),
    Bug("raw-events", "events are not projected",
        Match, "events_for", _instead(lambda match, events, seat: list(events))),
    Bug("events-lost", "a slow reader misses the events of the positions that it missed",
        base, "merged", _instead(lambda before, after: after)),
    Bug("ears-stay", "who leaves a table keeps the right to listen",
        Access, "leave", _instead(lambda access, match: None)),
    Bug("redo-stays", "what was taken back can be played again after another move",
        Match, "act", _keep_undone),
    Bug("no-retry", "a save that has failed is not tried again",
        autosave, "RETRY_SECONDS", _instead(1e9)),
    Bug("unsaid", "a save that fails is not told",
        Saver, "_set_problem", _instead(lambda saver, problem: None)),
    Bug("lock-stays", "the lock of a match that is closed stays",
        Store, "release", _instead(_keep_the_lock)),
    Bug("bots-stay", "computer players of a match that is closed play on",
        Tables, "remove_bots", _instead(lambda tables, match: None)),
    Bug("end-unsent", "the last position of a match is not sent",
        HostedMatch, "publish", _keep_the_end),
    Bug("end-unsaved", "the end of a match is announced before it is saved",
        Saver, "_write_match", _announce_before_the_save),
    Bug("seat-unwritten", "a seat is promised though the list of rooms cannot be written",
        RoomFile, "_write", _write_rooms_or_not),
    Bug("wall-clock", "how long a match has waited is told by the wall clock",
        MatchDeadlines, "count_waits", _instead(_wait_by_the_wall_clock)),
    Bug("waits-on", "a match that nobody joins is never removed",
        MatchDeadlines, "count_waits", _instead(lambda deadlines: None)),
    Bug("played-expires", "a match that is played expires, too",
        MatchDeadlines, "remove_expired", _expire_what_is_played),
    Bug("days-anew", "a restart gives a turn by correspondence its days anew",
        MatchSupervisor, "_set_deadline", _give_days_anew),
    Bug("undo-wins-days", "who takes a move back has all the time again",
        match_supervisor, "_resumed", _instead(lambda past, ended, seat, version: None)),
    Bug("days-unheeded", "nobody plays a move whose days are over",
        MatchSupervisor, "check_deadline", _instead(lambda supervisor: "")),
    Bug("short-days", "a day of a match by correspondence has an hour",
        match_supervisor, "SECONDS_A_DAY", _instead(3_600.0)),
    Bug("called-again", "a notice whose answer was lost is sent again",
        Outbox, "drop", _instead(_drop_and_retry)),
    Bug("called-at-table", "who comes to the table is called nevertheless",
        AwayNotices, "_withdraw", _instead(lambda away, account, match: None)),
    Bug("nobody-called", "notices wait and are never sent",
        AwayNotices, "_send_due", _instead(lambda away: away._now() + 5.0)),
    Bug("entry-unwritten", "an entry in a tournament is confirmed though it cannot be written",
        FolderDocuments, "change", _write_documents_or_not),
    Bug("unplayed-counts", "a table to which nobody came has a winner",
        progress, "record", _record_twice),
    *LOBBY_BUGS,
)  # fmt: skip
"""All of them, each on its own."""


@contextlib.contextmanager
def planted(name: str) -> Iterator[None]:
    """Run something with one of the bugs in the product; with none for an empty name."""
    if not name:
        yield
        return
    bug = next(bug for bug in BUGS if bug.name == name)
    original = vars(bug.owner)[bug.attribute]
    setattr(bug.owner, bug.attribute, bug.make(original))
    try:
        yield
    finally:
        setattr(bug.owner, bug.attribute, original)
