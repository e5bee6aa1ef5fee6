"""The lobby: answers those who are on the server, and lets them in and out."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial

from caravan_tui.bus.access import Access, clean
from caravan_tui.bus.lobby_messages import (
    LOBBY_ASKS,
    AgainMatch,
    CreateMatch,
    GiveUp,
    Hello,
    JoinMatch,
    ListMatches,
    Matches,
    ResumeMatch,
    Say,
    Seated,
    Speak,
    StepOut,
    WatchMatch,
    Way,
    Welcome,
    door_topic,
    person_topic,
)
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import LOBBY, SEARCH, Chat, Done, Hurry, Message, Refused, Search
from caravan_tui.bus.socket_server import BusServer
from caravan_tui.engine import Match
from caravan_tui.engine.rng import fresh_seed
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.ssh.accounts import Account, Accounts
from caravan_tui.ssh.alone import Alone
from caravan_tui.ssh.company import Company
from caravan_tui.ssh.config import Config
from caravan_tui.ssh.news import News
from caravan_tui.ssh.person import Person, RefuseError
from caravan_tui.ssh.rooms import OPEN, Room
from caravan_tui.ssh.tables import Tables
from caravan_tui.ssh.wishes import names_of, options_of
from caravan_tui.words import _, _n, joined, languages
from saves.errors import SaveError

log = logging.getLogger(__name__)


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
        self._bus, self._server, self._accounts, self._event = bus, server, accounts, event
        more = {} if pace is None else {"pace": pace}
        self.people: dict[str, Person] = {}
        """By account."""
        self.news = News(bus, self.people)
        self.tables = Tables(bus, config, accounts, self._over, present=self._present, **more)
        self.alone = Alone(self.tables, event)
        self.company = Company(bus, config, accounts, self.tables, self.people, self.news, event)
        self.command: Callable[[Person, str], str | None] | None = None
        """What is done with a line that an admin begins with a slash; gives the answer."""

    async def start(self) -> None:
        """Open the matches that ran when the server ended."""
        await self.company.start()

    async def close(self) -> None:
        """Save everything."""
        self.company.close()
        self.news.close()
        await self.tables.close_all()

    async def _over(self, match: Match) -> None:
        await self.company.over(match)

    def _present(self, match: str, seat: int) -> bool:
        return self.company.present(match, seat)

    # Sessions

    def admit(self, account: Account, address: str, language: str = "en") -> Person:
        """A session of an account begins. The account has none (see `dismiss`). `language`: that
        of its person, as far as it is known yet."""
        door = door_topic(account.id)
        access = Access(account.name, hears={LOBBY, person_topic(account.id)}, language=language)
        access.says = {door: LOBBY_ASKS, SEARCH: (Search, Hurry)}
        token = self._server.admit(access)
        person = Person(account, access, token, address, lambda: None)
        access.check = person.why_no_search
        person.end = self._bus.serve(door, partial(self._serve, person))
        self.people[account.id] = person
        self.news.change()
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
        for match in list(self.company.watches):
            self.company.step_out(person, match)
        for match in list(person.alone):
            await self.tables.close_alone(match)
        if not cut:
            account.table = ""
        account.seen = int(time.time())
        self._accounts.try_to_keep(account)
        self.news.change()

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
        if isinstance(message, Speak):
            self._speak(person, message.language)
            return None
        if isinstance(message, CreateMatch):
            return self._sits(person, self._create(person, message))
        if isinstance(message, JoinMatch):
            return self._sits(person, self.company.join(person, message))
        if isinstance(message, WatchMatch):
            return self._sits(person, self.company.watch(person, message))
        if isinstance(message, ResumeMatch):
            return self._sits(person, await self.alone.resume(person, message))
        if isinstance(message, AgainMatch):
            return self._sits(person, await self.alone.again(person, message))
        if isinstance(message, StepOut):
            await self._step_out(person, message.match)
            return Done(message.id)
        if isinstance(message, GiveUp):
            await self.company.give_up(person, message.match)
            return Done(message.id)
        return None

    def _hello(self, person: Person, hello: Hello) -> Welcome:
        self._speak(person, hello.language)
        account = person.account
        lines = self._accounts.collect(account)
        for room in self.company.rooms.all():
            watch = self.company.watches.get(room.match)
            if watch is None or account.id not in room.seats:
                continue
            moves = self.company.moves(room, account.id)
            mine = watch.to_act in room.seats_of(account.id)
            if moves or mine:
                lines.append(self._while_away(room, moves, account.id, mine))
        resume, account.table = account.table, ""  # set again when it sits there
        return Welcome(
            hello.id, account.name, account.role, lines, resume, self._way(person, resume)
        )

    def _while_away(self, room: Room, moves: int, account: str, mine: bool) -> str:
        """What happened at a table since an account left it, in a line."""
        title = _(registry.spec(room.game).title)
        said = [_("{game}, {code}:").format(game=title, code=room.code)]
        if moves:
            text = _n("{count} move since you left.", "{count} moves since you left.", moves)
            said.append(text.format(count=moves))
        if played := self.company.moves_for(room, account):
            text = _n("A level made {count} for you.", "A level made {count} for you.", played)
            said.append(text.format(count=played))
        if mine:
            said.append(_("It is your turn."))
        return joined(" ", said)

    def _speak(self, person: Person, language: str) -> None:
        """What the server says to this person is said in this language, also next time."""
        if language in languages():
            person.access.language = language
            if person.account.language != language:
                person.account.language = language
                self._accounts.try_to_keep(person.account)

    def _way(self, person: Person, match: str) -> Way:
        """How an account comes to a match again."""
        room = self.company.rooms.get(match)
        if room is None:
            return "open"
        return "join" if person.account.id in room.seats else "watch"

    def _sits(self, person: Person, seated: Seated) -> Seated:
        """Remember where an account sits, until it leaves: it is led there again if its
        connection breaks or the server ends."""
        if not seated.waiting:
            person.account.table = seated.match
            self._accounts.try_to_keep(person.account)
        return seated

    async def _step_out(self, person: Person, match: str) -> None:
        """Leave a table; the seats stay."""
        if person.account.table == match:
            person.account.table = ""
            self._accounts.try_to_keep(person.account)
        if match in person.alone:
            await self.alone.step_out(person, match)
        else:
            self.company.step_out(person, match)

    def _create(self, person: Person, ask: CreateMatch) -> Seated:
        options = options_of(ask)
        names = names_of(ask, person.account.name)
        seed = fresh_seed() if ask.seed is None else ask.seed
        if OPEN not in ask.kinds:
            return self.alone.create(person, ask, names, seed)
        return self.company.create(person, ask, names, options, seed)

    def _list(self, person: Person, asked: ListMatches) -> Matches:
        mine, others = [], []
        account = person.account.id
        for room in self.company.rooms.all():
            if account in room.seats or room.owner == account:
                mine.append(self.company.row(room, account))
            elif not room.private:
                others.append(self.company.row(room, account))
        people = sorted(one.account.name for one in self.people.values())
        return Matches(asked.id, mine + others[:200], people)

    def _say(self, person: Person, say: Say) -> None:
        text = clean(say.text)
        if not text or not person.says.take():
            return
        if text.startswith("/"):
            answer = self.command(person, text[1:]) if self.command else None
            self.news.tell(person.account.id, answer or _("There is no such command."))
            return
        self._event("chat", account=person.account.id, name=person.account.name)
        self._bus.publish(LOBBY, Chat("", None, person.account.name, text))
