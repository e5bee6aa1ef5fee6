"""What must hold, whatever happens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from caravan_tui.bus.hosted_match import HostedMatch
from caravan_tui.bus.lobby_messages import Seated
from caravan_tui.bus.undo import people
from caravan_tui.engine import PERSON, Match
from caravan_tui.games.contract import CHANCE
from caravan_tui.notices.outbox import Item, Outbox
from caravan_tui.server.match_deadlines import EXPIRY_INTERVAL
from caravan_tui.server.match_supervisor import SECONDS_AFTER_START, MatchSupervisor
from caravan_tui.server.rooms import OPEN, Room
from saves.profile import Profile
from saves.store import Store
from tests.world.history import MatchHistory, misses_something, report
from tests.world.server import WAITING_DAYS

if TYPE_CHECKING:
    from tests.world.robots import Robot
    from tests.world.server import Server
    from tests.world.transport import Pipe
    from tests.world.world import Wait, World

EXPECTED = ("is not saved", "are not stored", "does not count yet")
"""Errors that the log of a server should have, when its disk fails."""
EXPECTED_AFTER_A_DEATH = ("lines cannot be read",)
"""Those that it may have at a later start: the line that was being added is torn."""


AT_ONCE = 0.5
"""Seconds in which the notices of a match learn who has come, and whose turn it is."""
STARTING = 60.0
"""Seconds by which days are counted from a later moment, as a crash came just when a turn began."""
LATE = 2 * 300.0
"""Seconds after the end of its days in which a turn is played by a computer."""
ARRIVAL = 2.0
"""Seconds after which, when all is well, a message has arrived and a change is saved: computers
play on meanwhile."""


def is_expected(line: str, lives: int) -> bool:
    """Whether an error in the log says what a failing disk, or the death of one of the servers
    before, makes it say."""
    expected = EXPECTED if lives == 1 else EXPECTED + EXPECTED_AFTER_A_DEATH
    return any(words in line for words in expected)


# At any time


def check_server(world: World, server: Server) -> None:
    """Who owns what, and who plays for whom, agrees everywhere in the server."""
    lobby, tables, shared = server.lobby, server.lobby.tables, server.lobby.shared
    both = set(tables.solo.ids()) & set(tables.shared.ids())
    if both:
        report("owner", f"{both} is open twice")
    codes = [room.code for room in shared.rooms.all()]
    if len(codes) != len(set(codes)):
        report("owner", "two rooms have one code")
    for room in shared.rooms.all():
        wait = world.waits.get(room.match)
        if wait is not None and not room.started:
            # A server looks for such matches at its start and then every hour.
            most = WAITING_DAYS * 86_400 + EXPIRY_INTERVAL * (1 + world.lives - wait.life) + ARRIVAL
            if world.uptime - wait.uptime > most:
                report("expiry", f"{room.match[:6]} waits since {_days(world, wait)} days")
    _check_tournaments(world, server)
    for match, supervisor in shared.supervisors.items():
        _check_days(world, supervisor)
        hosted = tables.shared.hosted(match)
        if hosted is None or hosted.match is not supervisor.match:
            report("owner", f"{match[:6]} is supervised and not served")
            continue
        room = supervisor.room
        for seat, (kind, account) in enumerate(zip(room.kinds, room.seats, strict=True)):
            if (kind == PERSON) != bool(account):
                report("owner", f"{match[:6]}: seat {seat} is {kind} and owned by {account!r}")
        for seat in tables.bot_seats(match):
            account = room.seats[seat]
            if account and supervisor.stand_ins.get(seat) is None:
                report("stand-in", f"{match[:6]}: a computer plays the seat {seat} of a person")
            if account in supervisor.present and supervisor.stand_ins.get(seat) == "gone":
                report("stand-in", f"{match[:6]}: the person of seat {seat} is back")
        if not supervisor.match.over:
            for seat, kind in enumerate(room.kinds):
                if kind not in (PERSON, OPEN) and seat not in tables.bot_seats(match):
                    report("stand-in", f"{match[:6]}: nobody plays seat {seat}")
    for match, seat in tables._bots:
        if match not in tables.solo.ids() and match not in tables.shared.ids():
            report("stand-in", f"{match[:6]} is closed, and a computer plays its seat {seat}")
    for match, owner in tables._owners.items():
        if tables.solo.hosted(match) is None:
            continue
        holders = [c for c in lobby.clients.values() if match in c.access.seats]
        if any(client.account.id != owner for client in holders):
            report("owner", f"{match[:6]}: somebody else sits in a match alone")


def _check_days(world: World, supervisor: MatchSupervisor) -> None:
    """A turn of a match by correspondence has the days that it was given when it began, however
    often it is taken back and the server dies; when they are over, a computer plays it."""
    room, turns = supervisor.room, world.turns.get(supervisor.room.match)
    if not room.days or room.over or not turns or turns[-1].seat < 0:
        return
    turn = turns[-1]
    if not room.seats[turn.seat] or turn.jumps != world.jumps or world.was_disk_bad:
        return
    wall = world.edges.time.time()
    since_start = world.loop.now - world.life_began
    due = max(turn.wall + room.days * 86_400, wall - since_start + SECONDS_AFTER_START)
    if room.due > due + STARTING:
        days = round((room.due - due) / 86_400, 2)
        report("days", f"{room.match[:6]}: seat {turn.seat} has {days} days too many")
    if wall > max(due, turn.resumed) + LATE and turn.seat not in supervisor.stand_ins:
        report("days", f"{room.match[:6]}: the days of seat {turn.seat} are over, and nobody plays")


def check_late(world: World, supervisor: MatchSupervisor) -> None:
    """A computer plays for somebody who is late: the time of the turn is over."""
    room, turns = supervisor.room, world.turns.get(supervisor.room.match)
    if not turns or turns[-1].jumps != world.jumps:
        return
    turn = turns[-1]
    waited = world.edges.time.time() - turn.wall
    least = room.days * 86_400 if room.days else room.clock
    if waited < least - 1.0 and turn.life == world.lives:
        report("days", f"{room.match[:6]}: seat {turn.seat} is late after {waited:.0f} s")


def _check_tournaments(world: World, server: Server) -> None:
    """What was answered about tournaments is so, also after a crash; results and ends stay."""
    everything = {one.id: one for one in server.lobby.competitions.tournaments.all()}
    for name in world.tournaments - set(everything):
        report("tournament", f"{name} is gone")
    for (name, account), is_in in world.entries.items():
        one = everything.get(name)
        if one is not None and is_in != (account in {entrant.account for entrant in one.active}):
            report("tournament", f"{name}: an entry is not as it was answered, {is_in}")
    for one in everything.values():
        if one.state in ("over", "cancelled"):
            world.ended.add(one.id)
        elif one.id in world.ended:
            report("tournament", f"{one.id} was over and is {one.state}")
        for drawn in one.rounds:
            seen = [player for table in drawn.tables for player in table.players] + [*drawn.byes]
            if len(seen) != len(set(seen)):
                report("tournament", f"{one.id}: somebody is drawn twice for a round")
            for table in drawn.tables:
                known = world.results.setdefault(table.match, table.ranks) or table.ranks
                world.results[table.match] = known
                if known != table.ranks:
                    report("tournament", f"{one.id}: the result of {table.match[:6]} changes")
                history = world.history.matches.get(table.match)
                is_played = bool(table.ranks) and len(table.absent) < len(table.players)
                if is_played and (history is None or history.last.state.to_act() != -2):
                    report("tournament", f"{one.id}: {table.match[:6]} has a result and no end")


def check_arrival(world: World, topic: str, item: Item) -> None:
    """A notice has reached a player: for the first time, and it is so."""
    if world.post.arrived[topic, item.key] > 1:
        report("notices", f"{topic} is called twice for {item.key.partition('.')[0]}")
    account = world.topics.get(topic, "")
    others = [key for key in world.post.arrived if key[1] == item.key and key[0] != topic]
    if any(world.topics.get(other) == account for other, _key in others) and account:
        report("notices", f"{topic} was called for the same on another topic")


def check_calling(world: World, account: str, item: Item) -> None:
    """A notice of a turn leaves: it is that player's turn, at a table where it is not."""
    if item.kind != "turn" or item.code != "turn_waits" or world.was_disk_bad:
        return
    server, turns = world.server, world.turns.get(item.match)
    supervisor = None if server is None else server.lobby.shared.supervisors.get(item.match)
    if supervisor is None or not turns:
        return
    came = world.entered.get((item.match, account), world.loop.now)
    if account in supervisor.present and world.loop.now - came > AT_ONCE:
        report("notices", f"{account[:6]} is called to the table where it sits")
    is_its = turns[-1].seat in supervisor.room.seats_of(account)
    if not is_its and world.loop.now - turns[-1].time > AT_ONCE:
        report("notices", f"{account[:6]} is called, and it is the turn of seat {turns[-1].seat}")


def _check_called(world: World, server: Server) -> None:
    """Who is away and wants to be called knows of the turn, or will when the channel allows it."""
    away, now = server.lobby.away, world.edges.time.time()
    if world.was_disk_bad or world.jumps:
        return
    for match, supervisor in server.lobby.shared.supervisors.items():
        turns, room = world.turns.get(match), supervisor.room
        if room.over or not turns or turns[-1].seat < 0:
            continue
        turn = turns[-1]
        account = room.seats[turn.seat]
        choices, since = world.choices.get(account, (None, 0.0))
        if choices is None or choices.channel == "none" or since >= turn.time:
            continue
        was_served = turn.life == world.lives or (room.days and choices.when == "table")
        is_long = world.loop.now - max(turn.time, world.life_began) > 20.0
        was_away = turn.is_away and not (choices.when == "server" and turn.is_connected)
        if not (was_served and is_long and was_away) or account in supervisor.present:
            continue
        if turn.seat in supervisor.stand_ins or (match, account) in world.entered:
            continue  # a visit withdraws what was to be sent
        outbox = away._outboxes.get(account) or Outbox()
        key = f"turn.{match}.{supervisor.match.turn_start()}"
        waits = any(item.key == key for item in outbox.waiting)
        ready_at = outbox.ready_at(now)
        is_held = waits and (ready_at is None or ready_at > now - 6.0)
        if key not in outbox.done and not is_held:
            report("notices", f"nobody calls {account[:6]} to {match[:6]}")


def _days(world: World, wait: Wait) -> float:
    return round((world.loop.now - wait.since) / 86_400, 2)


def check_expired(world: World, room: Room) -> None:
    """A match is removed that nobody has joined: it waited as long as is promised, and waits."""
    wait = world.waits.get(room.match)
    if room.started:
        report("expiry", f"{room.match[:6]} is played, and expires")
    elif wait is not None and world.loop.now - wait.since < WAITING_DAYS * 86_400:
        report("expiry", f"{room.match[:6]} expires after {_days(world, wait)} days")


def check_actor(world: World, history: MatchHistory, seat: int, version: int, action: int) -> None:
    """A seat has acted: who holds it has asked for that, or a computer plays it."""
    server = world.server
    if server is None:
        return
    tables = server.lobby.tables
    if seat in tables.bot_seats(history.id):
        return
    room = server.lobby.shared.rooms.get(history.id)
    owner = tables.owner(history.id) if room is None else room.seats[seat]
    asked = world.asked.get((history.id, seat, version, action), set())
    if owner not in asked:
        report("owner", f"{history.id[:6]}: seat {seat} has acted, and its owner did not ask")


def check_consent(world: World, history: MatchHistory, how: str, seat: int) -> None:
    """A move that others have answered is taken back only if one of them has agreed."""
    if how != "undo":
        return
    match = history.match
    others = [other for other in people(match) if other != seat]
    if not others or not _others_have_acted(history, seat):
        return
    if not history.agreements & set(others):
        report("consent", f"{history.id[:6]}: seat {seat} takes back and nobody has agreed")


def _others_have_acted(history: MatchHistory, seat: int) -> bool:
    """Whether anybody else has decided since the last decision of a seat."""
    state = history.replay(())
    last = -2
    for action in history.last.log:
        actor = state.to_act()
        if actor != CHANCE and action not in state.legal():
            actor = next(s for s, moves in state.interrupts().items() if action in moves)
        if actor != CHANCE:
            last = actor
        state.apply(action)
    return last not in (seat, -2)


def check_saved_before(world: World, hosted: HostedMatch) -> None:
    """An act was answered: all before it is saved, or it is said that it is not."""
    history = world.history.of(hosted.match)
    if history is None or hosted.saver.problem is not None:
        return
    newest = len(history.moments) - 1
    if history.saved < newest - 1:
        report(
            "durability",
            f"{history.id[:6]}: moment {newest} is answered, and only {history.saved} is saved",
        )


def check_closed_table(world: World, hosted: HostedMatch) -> None:
    """A table was closed: the match is saved, or it was said that it is not."""
    history = world.history.of(hosted.match)
    if history is None or hosted.saver.problem is not None:
        return
    if history.saved < len(history.moments) - 1:
        report("durability", f"{history.id[:6]} is closed, and its last change not saved")


def check_delivered(world: World, match: Match) -> None:
    """The result of a match is handed out: its end is saved, or a kill would give it another."""
    history = world.history.of(match)
    if history is not None and history.saved < len(history.moments) - 1:
        report("durability", f"{history.id[:6]}: results are given, and its end is not saved")


def check_bytes(world: World, pipe: Pipe, data: bytes) -> None:
    """No seed of a match between people leaves the server."""
    if pipe.process.startswith("server"):
        for seed in world.edges.secrets.seeds:
            if seed.to_bytes(8, "big") in data or str(seed).encode() in data:
                report("address", "the seed of a match is sent to a session")


# After a start


def on_promise(world: World, robot: Robot, seated: Seated) -> None:
    """Somebody has been told that they have a seat, or that their match waits."""
    if seated.waiting or seated.seats:
        world.expected[seated.match, robot.id] = True


def check_start(world: World, server: Server) -> None:
    """The server has started: nothing that was promised is missing."""
    shared = server.lobby.shared
    for event in server.events:
        if event.startswith("match_lost"):
            report("durability", event)
    if not shared.rooms.is_complete:
        report("durability", "the list of rooms is damaged")
    for match, account in world.expected:
        room = shared.rooms.get(match)
        history = world.history.matches.get(match)
        is_over = history is not None and any(m.state.to_act() == -2 for m in history.moments)
        if is_over:
            continue
        if room is None:
            report("durability", f"room {match[:6]} is gone")
        elif account not in room.seats:
            report("durability", f"a seat of {match[:6]} is gone")


# In the end


async def check_calm(world: World) -> None:
    """Nothing has gone wrong for a while: everything is saved, and everybody sees what is so."""
    server = world.server
    assert server is not None
    tables = server.lobby.tables
    due = world.loop.now - ARRIVAL
    for host in (tables.solo, tables.shared):
        for match in host.ids():
            hosted = host.hosted(match)
            history = world.history.matches[match]
            if hosted is None:
                continue
            if hosted.saver.problem is not None:
                report("durability", f"{match[:6]} is not saved though the disk is well")
            elif any(moment.time <= due for moment in history.moments[history.saved + 1 :]):
                report("durability", f"{match[:6]} is not saved, and nothing says so")
    _check_called(world, server)
    for one in server.lobby.competitions.tournaments.all():
        for table in one.rounds[-1].tables if one.state == "running" else ():
            if not table.ranks and server.lobby.shared.rooms.get(table.match) is None:
                report("tournament", f"{one.id}: nobody has opened the table {table.match[:6]}")
    for supervisor in server.lobby.shared.supervisors.values():
        room = supervisor.room
        if room.over and not supervisor.present and not supervisor.spectators:
            report("end", f"{room.match[:6]} is over, all have left, and it stays")
    for robot in world.robots.values():
        if not robot.is_connected:
            continue
        for chair in robot.chairs.values():
            newest = chair.newest
            if chair.left_at is not None or newest is None or chair.subscription.closed:
                continue
            history = world.history.matches[chair.match]
            if misses_something(history, chair.ear.places, due):
                report(
                    "projection",
                    f"{robot.name} sees version {newest.version} of {chair.match[:6]}, "
                    f"which has {len(history.last.log)}",
                )


def check_closed(world: World, server: Server) -> None:
    """A server was stopped: of it nothing runs, and nothing is open or locked."""
    held = world.disk.open_handles(server.process)
    if held:
        report("leak", f"files are open after a stop: {held}")
    locks = sorted(path.name for path in {*world.root.rglob("*.lock")} - world.stale_locks)
    if locks:
        report("leak", f"locks are left after a stop: {locks[:3]}")


def check_end(world: World, server: Server) -> None:
    """Everybody has gone, everything is closed: nothing is left but what is saved."""
    check_closed(world, server)
    for process in [server.process, *(robot.process for robot in world.robots.values())]:
        tasks = world.loop.living(process)
        if tasks and process:
            report("leak", f"{len(tasks)} tasks of {process} are left: {tasks[0].get_coro()}")
        timers = world.loop.timers(process)
        if timers and process:
            report("leak", f"{len(timers)} timers of {process} are left: {timers[0]!r}")
    drafts = sorted(path.name for path in world.root.rglob("*.tmp"))
    if drafts and not world.crashes:
        report("leak", f"half-written files are left: {drafts[:3]}")
    for history in world.history.matches.values():
        _check_saved_match(world, server, history)


def _stores(world: World, server: Server) -> list[Store]:
    homes = [server.accounts.folder(robot.id) / "data" for robot in world.robots.values()]
    return [Store(server.config.home / "shared"), *map(Store, homes)]


def _check_saved_match(world: World, server: Server, history: MatchHistory) -> None:
    """A match lies on the disk as it was, or has been given to its players."""
    logs: list[Any] = []
    for store in _stores(world, server):
        path = store.folder / f"{history.id}.caravan"
        if path.exists():
            match, notes = store.load(history.id, watch=True)
            if notes:
                report("durability", f"{history.id[:6]} had to be repaired: {notes}")
            logs.append(tuple(match.record.log))
    if not logs and history.last.state.to_act() == -2:
        return
    if not logs and history.saved >= 0 and not _was_given_up(world, history):
        report("durability", f"{history.id[:6]} is on no disk")
    kept = [moment.log for moment in history.moments[max(0, history.saved) :]]
    if any(log not in kept for log in logs):
        report("durability", f"{history.id[:6]} is saved as it was before")
    _check_results(world, server, history)


def _was_given_up(world: World, history: MatchHistory) -> bool:
    return not any(match == history.id for match, _account in world.expected)


def _check_results(world: World, server: Server, history: MatchHistory) -> None:
    """Of each match each player has one result at most. A kill between a result and the last save
    of a match lets its end be played again: of the two lines that gives the first counts."""
    if world.crashes:
        return
    for robot in world.robots.values():
        path = Profile(server.accounts.folder(robot.id) / "data").path
        if not path.exists():
            continue
        lines = [line for line in path.read_bytes().split(b"\n") if history.id.encode() in line]
        if len(lines) > 1:
            report("twice", f"{robot.name} has {len(lines)} results of {history.id[:6]}")
