"""The lobby: who is on the server, which matches there are, and who may take part in which."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from attrs import define, field

from ai import levels
from caravan_tui.bus.access import Access, clean
from caravan_tui.bus.connection import Bucket
from caravan_tui.bus.lobby_messages import (
    LOBBY_ASKS,
    AgainMatch,
    Began,
    CreateMatch,
    GiveUp,
    Hello,
    JoinMatch,
    ListMatches,
    LobbyChanged,
    Matches,
    MatchRow,
    ResumeMatch,
    Say,
    Seated,
    StepOut,
    WatchMatch,
    Welcome,
    YourTurn,
    door_topic,
    person_topic,
)
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import (
    LOBBY,
    SEARCH,
    Chat,
    Done,
    Hurry,
    Message,
    Notice,
    Refused,
    Search,
)
from caravan_tui.bus.socket_server import BusServer
from caravan_tui.engine import Match, Seat
from caravan_tui.engine.record import new_id
from caravan_tui.engine.rng import LARGEST_SEED, fresh_seed
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.ssh.accounts import LONGEST_NAME, Account, Accounts
from caravan_tui.ssh.config import Config
from caravan_tui.ssh.rooms import OPEN, PERSON, WAIT, Room, Rooms
from caravan_tui.ssh.tables import Tables
from caravan_tui.ssh.watching import STAND_IN, Watch
from caravan_tui.words import _, _n
from saves.errors import SaveError

log = logging.getLogger(__name__)

NEWS = 0.5
"""Least seconds between two words that the list has changed."""
LONGEST_GRACE = 86_400
LONGEST_CLOCK = 86_400
SHORTEST_CLOCK = 10
MOST_ALONE = 4
"""Matches that one session plays alone at the same time."""
LARGEST_VIEW = 1 << 16
LONGEST_SEARCH = 5.0
"""Bounds of a search that a session asks for itself, for an analysis."""


class RefuseError(Exception):
    """The lobby does not do it; the text is a line for the user."""


@define(eq=False)
class Person:
    """One session of an account, from its admission to its end."""

    account: Account
    access: Access
    token: str
    address: str
    end: Callable[[], None]
    """Ends what it serves on its door topic."""
    since: float = field(factory=time.time)
    says: Bucket = field(factory=lambda: Bucket(0.5, 6))
    searches: Bucket = field(factory=lambda: Bucket(1.0, 30))
    alone: set[str] = field(factory=set)
    """Matches it plays alone, which are open."""
    gone: bool = False


class Lobby:
    """Answers the sessions' questions. All its methods are called on the server's event loop."""

    def __init__(
        self,
        bus: LocalBus,
        server: BusServer,
        config: Config,
        accounts: Accounts,
        event: Callable[..., None],
        pace: float | None = None,
    ) -> None:
        """`event(name, **facts)` writes a line of the server's log; `pace`: see `Tables`."""
        self._bus, self._server, self._config, self._accounts = bus, server, config, accounts
        self._event = event
        more = {} if pace is None else {"pace": pace}
        self.tables = Tables(bus, config, accounts, self._over, **more)
        self.rooms = Rooms(config.home / "rooms.json")
        self.people: dict[str, Person] = {}
        """By account."""
        self.watches: dict[str, Watch] = {}
        """By match: those between people that run."""
        self.command: Callable[[Person, str], str | None] | None = None
        """What is done with a line that an admin begins with a slash; gives the answer."""
        self._cut: dict[str, str] = {}
        """By account: at which table it sat when its connection broke."""
        self._changed: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    # The server's life

    async def start(self) -> None:
        """Open the matches that ran when the server ended."""
        for room in self.rooms.all():
            if room.over:
                self.rooms.drop(room.match)
                continue
            if not room.started:
                continue
            try:
                match = await asyncio.to_thread(self.tables.load_shared, room.match)
            except (SaveError, ValueError) as error:
                self._event("match_lost", match=room.match, reason=str(error))
                continue  # the room stays: what is wrong with the file may be put right
            self._run(room, match)
            if match.over:  # the end came before its result was handed out
                await self._over(match)

    async def close(self) -> None:
        """Save everything."""
        for watch in self.watches.values():
            for account in list(watch.here):
                watch.room.seen[account] = watch.match.version
            watch.close()
        if self._changed is not None:
            self._changed.cancel()
        self.rooms.keep()
        await self.tables.close_all()

    def _later(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Sessions

    def admit(self, account: Account, address: str) -> Person:
        """A session of an account begins. The account has none (see `dismiss`)."""
        door = door_topic(account.id)
        access = Access(account.name, hears={LOBBY, person_topic(account.id)})
        access.says = {door: LOBBY_ASKS, SEARCH: (Search, Hurry)}
        token = self._server.admit(access)
        person = Person(account, access, token, address, lambda: None)
        access.check = partial(self._check, person)
        person.end = self._bus.serve(door, partial(self._serve, person))
        self.people[account.id] = person
        self.change()
        return person

    async def dismiss(self, person: Person, cut: bool) -> None:
        """A session has ended; `cut`: not by its own wish, so that it will find its table."""
        if person.gone:
            return
        person.gone = True
        account = person.account
        person.end()
        self._server.revoke(person.token)
        if self.people.get(account.id) is person:
            del self.people[account.id]
        for match in list(self.watches):
            watch = self.watches[match]
            if account.id in watch.here and cut:
                self._cut[account.id] = match
            await self._step_out(person, match)
        for match in list(person.alone):
            await self.tables.close_alone(match)
        account.seen = int(time.time())
        try:
            self._accounts.keep(account)
        except OSError as error:
            log.warning("account %s is not saved: %s", account.name, error)
        self.change()

    def _check(self, person: Person, topic: str, message: Any) -> str | None:
        """Bounds of what a session may ask of the search."""
        if isinstance(message, Hurry):
            seats = person.access.seats.get(message.match)
            return None if seats and not message.id else "not at this table"
        if isinstance(message, Search):
            fits = (
                not message.match
                and message.level in levels.ALL
                and len(message.view) <= LARGEST_VIEW
                and 0 < message.seconds <= LONGEST_SEARCH
            )
            return None if fits and person.searches.take() else "out of bounds"
        return None

    # Asking

    async def _serve(self, person: Person, message: Message) -> Message | None:
        if person.gone:
            return None
        asked = getattr(message, "id", "")
        try:
            return await self._answer(person, message)
        except (RefuseError, OptionError, SaveError) as error:
            return Refused(asked, str(error))
        except registry.UnknownGameError as error:
            return Refused(asked, str(error)[:200])

    async def _answer(self, person: Person, message: Message) -> Message | None:
        if isinstance(message, Hello):
            return self._hello(person, message)
        if isinstance(message, ListMatches):
            return self._list(person, message)
        if isinstance(message, Say):
            self._say(person, message)
            return None
        if isinstance(message, CreateMatch):
            return await self._create(person, message)
        if isinstance(message, JoinMatch):
            return await self._join(person, message)
        if isinstance(message, WatchMatch):
            return self._watch(person, message)
        if isinstance(message, ResumeMatch):
            return await self._resume(person, message)
        if isinstance(message, AgainMatch):
            return await self._again(person, message)
        if isinstance(message, StepOut):
            await self._step_out(person, message.match)
            return Done(message.id)
        if isinstance(message, GiveUp):
            await self._give_up(person, message.match)
            return Done(message.id)
        return None

    def _hello(self, person: Person, hello: Hello) -> Welcome:
        account = person.account
        lines = self._accounts.collect(account)
        for room in self.rooms.all():
            watch = self.watches.get(room.match)
            if watch is None or account.id not in room.seats:
                continue
            moves = self._moves(room, account.id)
            mine = watch.to_act in room.seats_of(account.id)
            if moves or mine:
                text = "{game}, {code}:"
                if moves:
                    text += " " + _n(
                        "{count} move since you left.", "{count} moves since you left.", moves
                    )
                if mine:
                    text += " " + _("It is your turn.")
                title = registry.spec(room.game).title
                lines.append(text.format(game=title, code=room.code, count=moves))
        resume = self._cut.pop(account.id, "")
        return Welcome(hello.id, account.name, account.role, lines, resume)

    def _moves(self, room: Room, account: str) -> int:
        watch = self.watches.get(room.match)
        if watch is None or account not in room.seats or account in watch.here:
            return 0
        return max(0, watch.match.version - room.seen.get(account, watch.match.version))

    def _list(self, person: Person, asked: ListMatches) -> Matches:
        mine, others = [], []
        account = person.account.id
        for room in self.rooms.all():
            if account in room.seats or room.owner == account:
                mine.append(self._row(room, account))
            elif not room.private:
                others.append(self._row(room, account))
        people = sorted(one.account.name for one in self.people.values())
        return Matches(asked.id, mine + others[:200], people)

    def _row(self, room: Room, account: str) -> MatchRow:
        watch = self.watches.get(room.match)
        owner = self._accounts.get(room.owner)
        here = watch.here if watch else self.people
        return MatchRow(
            match=room.match,
            code=room.code,
            game=room.game,
            owner=owner.name if owner else "",
            names=list(room.names),
            kinds=list(room.kinds),
            here=[not who or who in here for who in room.seats],
            started=room.started,
            over=room.over,
            watchers=sorted(watch.watchers.values()) if watch else [],
            idle=max(0, int(time.time() - room.touched)),
            yours=room.seats_of(account),
            to_act=-1 if watch is None or room.over else watch.to_act,
            private=room.private,
            absent=room.absent,
            grace=room.grace,
            clock=room.clock,
            moves=self._moves(room, account),
        )

    def _say(self, person: Person, say: Say) -> None:
        text = clean(say.text)
        if not text or not person.says.take():
            return
        if text.startswith("/"):
            answer = self.command(person, text[1:]) if self.command else None
            self.tell(person.account.id, answer or _("There is no such command."))
            return
        self._event("chat", account=person.account.id, name=person.account.name)
        self._bus.publish(LOBBY, Chat("", None, person.account.name, text))

    # Making matches

    async def _create(self, person: Person, ask: CreateMatch) -> Message:
        spec = registry.spec(ask.game)
        if len(ask.kinds) != len(ask.names):
            raise RefuseError(_("Seats and names do not fit."))
        options = spec.resolve(ask.options, len(ask.kinds))
        for kind in ask.kinds:
            if kind not in (OPEN, PERSON) and kind not in levels.ALL:
                raise RefuseError(_("There is no such level."))
        if PERSON not in ask.kinds:
            raise RefuseError(_("Take a seat yourself."))
        if ask.seed is not None and not 0 <= ask.seed <= LARGEST_SEED:
            raise RefuseError(_("This seed is not allowed."))
        seed = fresh_seed() if ask.seed is None else ask.seed
        names = self._names(person, ask)
        if OPEN not in ask.kinds:
            seats = [Seat(kind, name) for kind, name in zip(ask.kinds, names, strict=True)]
            house = registry.get(ask.game).house_data()
            return self._sit_alone(
                person, Match.new(ask.game, ask.options, seats, seed, house), ask.id
            )
        if ask.absent != WAIT and ask.absent not in levels.ALL:
            raise RefuseError(_("There is no such level."))
        mine = sum(room.owner == person.account.id for room in self.rooms.all())
        if mine >= self._config.matches_an_account:
            raise RefuseError(_("You have too many matches; give one up first."))
        room = Room(
            match=new_id(),
            code=self.rooms.new_code(),
            game=ask.game,
            options=options,
            kinds=list(ask.kinds),
            names=names,
            seats=[person.account.id if kind == PERSON else "" for kind in ask.kinds],
            owner=person.account.id,
            seed=seed,
            absent=ask.absent,
            grace=min(max(0, ask.grace), LONGEST_GRACE),
            clock=min(max(SHORTEST_CLOCK, ask.clock), LONGEST_CLOCK) if ask.clock > 0 else 0,
            private=ask.private,
        )
        self.rooms.add(room)
        self._event("room", match=room.match, game=room.game, account=room.owner)
        self.change()
        return self._seated(room, [], ask.id, waiting=True)

    def _names(self, person: Person, ask: CreateMatch) -> list[str]:
        """A name for each seat, none twice; the first person's is the account's own."""
        names: list[str] = []
        own = True
        for kind, wished in zip(ask.kinds, ask.names, strict=True):
            name = clean(wished)[:LONGEST_NAME]
            if kind == OPEN:
                names.append("")
                continue
            if kind == PERSON:
                name = person.account.name if own else name or _("Guest")
                own = False
            else:
                name = name or levels.get(kind).title
            base, number = name, 1
            while name in names:
                number += 1
                name = f"{base[: LONGEST_NAME - 2]} {number}"
            names.append(name)
        return names

    def _sit_alone(self, person: Person, match: Match, asked: str) -> Seated:
        if len(person.alone) >= MOST_ALONE:
            raise RefuseError(_("You have too many tables open; leave one first."))
        name = match.record.id
        if self.tables.owner(name) is None:
            self.tables.open_alone(person.account.id, match)
            self._event("alone", match=name, game=match.record.game, account=person.account.id)
        person.alone.add(name)
        seats = [number for number, seat in enumerate(match.record.seats) if seat.is_person]
        for seat in seats:
            person.access.sit(name, seat)
        kinds = [seat.kind for seat in match.record.seats]
        game = match.record.game
        return Seated(asked, name, game, match.names, kinds, seats, alone=True)

    async def _resume(self, person: Person, ask: ResumeMatch) -> Message:
        if len(person.alone) >= MOST_ALONE and ask.match not in person.alone:
            raise RefuseError(_("You have too many tables open; leave one first."))
        match = await self.tables.resume_alone(person.account.id, ask.match)
        if person.gone:
            await self.tables.close_alone(ask.match)
        return self._sit_alone(person, match, ask.id)

    async def _again(self, person: Person, ask: AgainMatch) -> Message:
        if ask.match not in person.alone:
            raise RefuseError(_("This match cannot be started again here."))
        old = self.tables.alone.match(ask.match)
        record = old.record
        if ask.same:
            match = old.again()
            match.record.assisted = True  # its deal is known
        else:
            house = registry.get(record.game).house_data()
            match = Match.new(record.game, record.options, record.seats, fresh_seed(), house)
        await self._step_out(person, ask.match)
        return self._sit_alone(person, match, ask.id)

    # Taking part

    def _seated(self, room: Room, seats: list[int], asked: str, waiting: bool = False) -> Seated:
        return Seated(
            asked, room.match, room.game, list(room.names), list(room.kinds), seats, waiting
        )

    def _room(self, person: Person, text: str) -> Room:
        room = self.rooms.find(text[:64])
        if room is None:
            raise RefuseError(_("There is no match '{code}'.").format(code=clean(text)[:16]))
        return room

    async def _join(self, person: Person, ask: JoinMatch) -> Message:
        room, account = self._room(person, ask.match), person.account
        if account.id not in room.seats:
            seat = room.first_open()
            if seat is None:
                raise RefuseError(_("All seats are taken; you can watch."))
            if len([one for one in self.rooms.all() if account.id in one.seats]) >= (
                self._config.matches_an_account
            ):
                raise RefuseError(_("You have too many matches; give one up first."))
            name, number = account.name, 1
            while name in room.names:  # a guest at the owner's terminal may be called so
                number += 1
                name = f"{account.name[: LONGEST_NAME - 2]} {number}"
            room.kinds[seat], room.seats[seat], room.names[seat] = PERSON, account.id, name
            room.touched = time.time()
            self._event("join", match=room.match, account=account.id)
            if room.first_open() is None:
                self._begin(room, account.id)
            self.rooms.keep()
            self.change()
        watch = self.watches.get(room.match)
        if watch is None and room.started:
            raise RefuseError(_("This match cannot be opened; the keeper's log tells why."))
        if watch is None:
            return self._seated(room, [], ask.id, waiting=True)
        seats = room.seats_of(account.id)
        for seat in seats:
            person.access.sit(room.match, seat)
        watch.enter(account.id, account.name)
        self.change()
        return self._seated(room, seats, ask.id)

    def _begin(self, room: Room, joining: str) -> None:
        seats = [Seat(kind, name) for kind, name in zip(room.kinds, room.names, strict=True)]
        house = registry.get(room.game).house_data()
        match = Match.new(room.game, room.options, seats, room.seed, house)
        match.record.id = room.match
        room.started = True
        self._run(room, match)
        for account in room.people() - {joining}:
            if account in self.people:
                self._bus.publish(person_topic(account), Began(room.match, room.game))
            else:
                title = registry.spec(room.game).title
                text = _("{game}, {code}, has begun.").format(game=title, code=room.code)
                self._accounts.tell(account, text)

    def _run(self, room: Room, match: Match) -> None:
        self.tables.open_shared(match)
        self.watches[room.match] = Watch(self._bus, self.tables, room, match, self._turned)

    def _turned(self, room: Room, seat: int) -> None:
        """Another seat is to act: tell its person, if it looks elsewhere."""
        account = room.seats[seat] if seat >= 0 else ""
        watch = self.watches.get(room.match)
        if account and watch and account not in watch.here and account in self.people:
            self._bus.publish(person_topic(account), YourTurn(room.match, room.game, room.code))
        self.change()

    def _watch(self, person: Person, ask: WatchMatch) -> Message:
        room = self._room(person, ask.match)
        watch = self.watches.get(room.match)
        if watch is None:
            raise RefuseError(_("This match has not begun."))
        if room.private and person.account.id not in room.seats and ask.match == room.match:
            raise RefuseError(_("This match is private; its code lets you watch."))
        if person.account.id in room.seats:
            raise RefuseError(_("You play in this match."))
        person.access.watches.add(room.match)
        watch.watchers[person.account.id] = person.account.name
        watch.tell(_("{name} watches.").format(name=person.account.name))
        self.change()
        return self._seated(room, [], ask.id)

    async def _step_out(self, person: Person, match: str) -> None:
        """Leave a table; the seats stay."""
        account = person.account
        person.access.leave(match)
        if match in person.alone:
            person.alone.discard(match)
            await self.tables.close_alone(match)
            return
        watch = self.watches.get(match)
        if watch is None:
            return
        known = account.id in watch.here or account.id in watch.watchers
        watch.watchers.pop(account.id, None)
        watch.leave(account.id, account.name)
        if known:
            self._sweep(watch.room)
            self.rooms.keep()
            self.change()

    async def _give_up(self, person: Person, text: str) -> None:
        room, account = self._room(person, text), person.account
        seats = room.seats_of(account.id)
        watch = self.watches.get(room.match)
        if watch is not None and not room.over:
            for seat in seats:
                self._replace(watch, room, seat, account.name)
            person.access.leave(room.match)
            watch.here.pop(account.id, None)
        elif room.started and not room.over:
            raise RefuseError(_("This match cannot be opened; the keeper's log tells why."))
        elif not room.started:
            for seat in seats:
                room.kinds[seat], room.seats[seat], room.names[seat] = OPEN, "", ""
        room.seen.pop(account.id, None)
        self._event("give_up", match=room.match, account=account.id)
        if not room.people():
            await self._end(room)
        elif room.owner == account.id:
            room.owner = next(who for who in room.seats if who)
        self.rooms.keep()
        self.change()

    def _replace(self, watch: Watch, room: Room, seat: int, name: str) -> None:
        level = STAND_IN if room.absent == WAIT else room.absent
        room.kinds[seat], room.seats[seat] = level, ""
        text = _("{name} has given up the seat; a level plays on.").format(name=name)
        self.tables.shared.reseat(room.match, seat, Seat(level, room.names[seat]), text)
        self.tables.seat(watch.match, seat, level)

    # Ends

    async def _over(self, match: Match) -> None:
        """A match between people has ended: each gets the result and a copy."""
        room = self.rooms.get(match.record.id)
        if room is None:
            return
        room.over = True
        ranks = match.ranks or ()
        for account in room.people():
            seat = room.seats_of(account)[0]
            await self.tables.hand_out(match, account, seat)
            watch = self.watches.get(room.match)
            if watch is None or account not in watch.here:
                title = registry.spec(room.game).title
                text = _("{game}, {code}, is over: rank {rank} of {seats}.").format(
                    game=title, code=room.code, rank=ranks[seat], seats=len(ranks)
                )
                self._accounts.tell(account, text)
                self.tell(account, text)
        self._event("over", match=room.match, game=room.game, ranks=[int(rank) for rank in ranks])
        self.rooms.keep()
        self._sweep(room)
        self.change()

    def _sweep(self, room: Room) -> None:
        """Put away a match that is over, once everybody has left."""
        watch = self.watches.get(room.match)
        if room.over and watch and not watch.here and not watch.watchers:
            self._later(self._end(room))

    async def _end(self, room: Room) -> None:
        watch = self.watches.pop(room.match, None)
        self.rooms.drop(room.match)
        if watch is not None:
            watch.close()
            await self.tables.close_shared(room.match, forget=True)
        self.change()

    # News

    def tell(self, account: str, text: str) -> None:
        """A line for one account, if it is here."""
        if account in self.people:
            self._bus.publish(person_topic(account), Notice("", text))

    def tell_all(self, text: str) -> None:
        """A line for everybody."""
        self._bus.publish(LOBBY, Notice("", text, severity="warning"))

    def change(self) -> None:
        """The list is not what it was: say so soon, but not too often."""
        if self._changed is None:
            self._changed = asyncio.get_running_loop().call_later(NEWS, self._say_changed)

    def _say_changed(self) -> None:
        self._changed = None
        self._bus.publish(LOBBY, LobbyChanged())
