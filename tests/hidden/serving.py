"""A match of a plan played at a real server: lobby, rooms, saves, log, socket; a tap on every line.

Sessions are people who do what people do besides playing: take back, look again, ask for hints,
talk, leave and come back, list the lobby, watch. What they do hangs on the plan alone, so it is the
same in a match and in its twin.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from attrs import define, field

from ai.views import pack as pack_view
from caravan_tui.bus import wire
from caravan_tui.bus.bucket import Bucket
from caravan_tui.bus.competition_messages import GetBoard, GetDaily, ListTournaments
from caravan_tui.bus.connection import Limits
from caravan_tui.bus.lobby_messages import (
    CreateMatch,
    Hello,
    JoinMatch,
    LeaveTable,
    ListMatches,
    SendChat,
    WatchMatch,
    account_topic,
    news_topic,
)
from caravan_tui.bus.messages import (
    LOBBY,
    Act,
    Chat,
    GetHint,
    GetPosition,
    MarkAssisted,
    Message,
    Pause,
    Redo,
    SearchRequest,
    Undo,
    UndoAnswer,
    search_topic,
    seat_topic,
    table_topic,
    watch_topic,
)
from caravan_tui.bus.notice_messages import GetNotices, NoticeChoices, SetNotices
from caravan_tui.engine import Match
from caravan_tui.engine.playback import Playback
from caravan_tui.engine.record import Result
from caravan_tui.engine.transcript import transcript
from caravan_tui.games.contract import CHANCE, Event, State
from caravan_tui.notices.channels import Channels
from caravan_tui.notices.kinds import KINDS
from caravan_tui.notices.sending import Letter, Sender
from caravan_tui.server.accounts import account_id_of
from caravan_tui.server.admin import QUERIES, AdminCommands
from caravan_tui.server.audit_log import AuditLog
from caravan_tui.server.client import Client
from caravan_tui.server.notifications import Notifications
from saves.store import Store
from tests.hidden.analyses import reviewed, said
from tests.hidden.twins import Plan
from tests.server.lobby_harness import LobbyHarness
from tests.support.until import until

NAMES = ["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn"]
WATCHER = "Wim"
PAGE = "watch page"
CORRESPONDENCE = 3
"""Days for a move in half of the matches."""
LANGUAGES = ["en", "fr"]
MATCH_ID = "twin-of-a-match"
NOW = 1_790_000_000.0

ROOMY = Limits(
    beat=1e6, silence=1e6, messages_per_second=1e6, burst=10**6, chats_per_second=1e6,
    chat_burst=10**6,
)  # fmt: skip
"""Robots are quicker than people: nothing is refused for its number."""

ALL_EXTRAS = 0.25
"""How often somebody does something else than to play, before a move."""

EVERYBODY_LOOKS = 8
"""Moves between two at which all seats look at the table, and not those alone that are compared."""

UNDONE = 0.15
"""How often a seat wants to take back what it has just played."""


class Session:
    """One connection to the bus: raw frames out, raw frames in, each with the time it came."""

    def __init__(self, name: str, client: Client | str) -> None:
        """`client`: of an account, or the token of a watch page."""
        self.name, self.client = name, client
        self.token = client if isinstance(client, str) else client.token
        self.id = "" if isinstance(client, str) else client.account.id
        self.seat: int | None = None
        self.frames: list[bytes] = []
        self.times: list[float] = []
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._number = 0
        self._listening: asyncio.Task[None] | None = None

    async def connect(self, path: Path) -> None:
        """Say hello and listen from then on."""
        self._reader, self._writer = await asyncio.open_unix_connection(
            str(path), limit=wire.LARGEST
        )
        self._writer.write(wire.pack("hello", self.token))
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        with contextlib.suppress(EOFError, OSError, asyncio.IncompleteReadError):
            while True:
                head = await self._reader.readexactly(wire.LENGTH.size)
                body = await self._reader.readexactly(wire.LENGTH.unpack(head)[0])
                self.times.append(time.perf_counter())
                self.frames.append(body)
                items = wire._unpacked(body)
                if items[0] == "answer":
                    waiting = self._answers.pop(items[1])
                    if not waiting.done():  # else nobody waits for it any more
                        waiting.set_result(items[2])

    async def ask(self, topic: str, message: Message) -> dict[str, Any]:
        """The answer to a request, as plain data."""
        self._number += 1
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._answers[self._number] = future
        self._writer.write(wire.pack("request", self._number, topic, 30.0, message))
        answer: dict[str, Any] = await asyncio.wait_for(future, 60.0)
        return answer

    def send(self, *items: Any) -> None:
        """Any frame."""
        self._writer.write(wire.pack(*items))

    def next_id(self) -> str:
        """The id of the next request."""
        return f"{self.name}-{self._number + 1}"

    async def close(self) -> None:
        """Break the connection."""
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
        self._writer.close()


Watch = Callable[[Session, bytes, State, bool], None]
"""Looks at a frame that a session got: `(session, frame, position, over)`."""


@define
class Record:
    """What came of a served match."""

    frames: dict[str, list[bytes]]
    """By name, in order: up to the end of the twin."""
    all_frames: dict[str, list[bytes]]
    """Those after it as well."""
    times: dict[str, list[tuple[int, float]]]
    """By name: the version of the match before an act, and the seconds from it to the frame."""
    undone: int
    """Decisions that were taken back."""
    refused: int
    """Requests to take back that were refused."""
    reconnected: int
    log: str
    """What the server has logged up to the end of the twin."""
    is_over: bool
    home: Path
    seed: int
    texts: dict[str, list[bytes]]
    """What else came out up to the end of the twin, by where it goes: notices of each account (in
    any order), the administrator's tables, exports."""


@define
class Served:
    """A running server with the match of a plan."""

    plan: Plan
    log: list[int]
    """The actions to be played."""
    home: Path
    look: Watch | None = None
    read: Callable[[str, bytes, State, int | None], None] | None = None
    """Looks at a text: where it goes, the text, where the match stands, and whose knowledge it may
    have."""
    search: Callable[[Served, str], None] | None = None
    """Looks at a server whose match runs, and at what it has logged."""
    with_extras: bool = True
    harness: LobbyHarness = field(init=False)
    sessions: list[Session] = field(factory=list)
    watcher: Session = field(init=False)
    page: Session | None = None
    """The process of a watch page."""
    post: Post = field(init=False)
    away: set[int] = field(factory=set)
    """Seats that have left the table while the others play on."""
    texts: dict[str, list[bytes]] = field(factory=dict)
    times: dict[str, list[tuple[int, float]]] = field(factory=dict)
    _frames: dict[str, list[bytes]] = field(factory=dict)
    _looked: dict[str, int] = field(factory=dict)
    chance: Random = field(init=False)
    """What people do besides playing."""
    taken_back: set[int] = field(factory=set)
    """Versions from which somebody has wanted to take back: not again and again."""
    undone: int = 0
    refused: int = 0
    reconnected: int = 0

    def __attrs_post_init__(self) -> None:
        self.chance = Random(self.plan.seed)

    async def play(self, end: int, goes_on: bool = False) -> Record:
        """Play the first `end` actions, and look back. `goes_on`: then all others, and again."""
        text = io.StringIO()
        handler = logging.StreamHandler(text)
        handler.setLevel(logging.DEBUG)
        handler.setFormatter(logging.Formatter("%(name)s %(levelname)s %(message)s"))
        root = logging.getLogger()
        before = root.level
        root.addHandler(handler)
        root.setLevel(logging.INFO)
        log = self.home / "log" / "server.jsonl"
        log.parent.mkdir(parents=True)
        self.harness = LobbyHarness(
            self.home,
            now=lambda: NOW,
            log_event=AuditLog(log).write,
            notices=Channels(ntfy="https://ntfy.example"),
        )
        self.post = self.harness.lobby.away.sender = Post()
        self.harness.bus_server.limits = ROOMY
        try:
            await self.harness.start()
            await self._open()
            await self._play_to(end)
            await self._look_back()
            await self._gather_texts()
            frames = {name: list(got) for name, got in self._frames.items()}
            logged = text.getvalue()
            if self.search is not None:
                self.search(self, logged)
            if goes_on and not self.match.over:
                await self._play_to(len(self.log))
                await self._look_back()
            if goes_on and self.match.over:
                await self._review()
                await self._look_back()
                if self.search is not None:
                    self.search(self, text.getvalue())
            rooms = (self.home / "rooms.json").read_text("utf-8")
            record = Record(
                frames, self._frames, self.times, self.undone, self.refused, self.reconnected,
                logged, self.match.over, self.home, self.match.record.seed, self.texts,
            )  # fmt: skip
            assert str(record.seed) in rooms, "the seed is where the server keeps it"
            return record
        finally:
            for session in self.everybody if self.sessions else []:
                await session.close()
            await self.harness.close()
            root.removeHandler(handler)
            root.setLevel(before)

    @property
    def match(self) -> Match:
        return self.harness.lobby.tables.shared.match(MATCH_ID)

    # Coming together

    async def _open(self) -> None:
        plan = self.plan
        self.watcher = await self._connect(WATCHER, None)
        names = NAMES[: plan.seats]
        self.sessions = [await self._connect(name, seat) for seat, name in enumerate(names)]
        kinds = ["person"] + ["open"] * (plan.seats - 1)
        first = self.sessions[0]
        days = CORRESPONDENCE if plan.seed & 2 else 0
        ask = CreateMatch(
            plan.game.spec.id, plan.options, kinds, [""] * plan.seats, days=days, id="create"
        )
        seated = await first.ask(account_topic(first.id), ask)
        assert seated["type"] == "Seated", seated
        for session in self.sessions[1:]:
            join = JoinMatch(MATCH_ID, id=session.next_id())
            await session.ask(account_topic(session.id), join)
        for session in self.everybody:  # now the match runs
            await self._sit_down(session)
        self.page = await self._open_page()

    async def _open_page(self) -> Session:
        """Connect as the process that draws the watch page."""
        page = Session(PAGE, self.harness.lobby.admit_watch_page(MATCH_ID))
        page.frames = self._frames.setdefault(PAGE, [])
        await page.connect(self.harness.bus_server.path)
        page.send("subscribe", 1, [watch_topic(MATCH_ID)])
        page.send("subscribe", 2, [table_topic(MATCH_ID)])
        await self._see(page, history=True)
        return page

    async def _connect(self, name: str, seat: int | None) -> Session:
        accounts = self.harness.accounts
        account = accounts.find_by_name(name) or await accounts.create(account_id_of(name), name)
        client = await self.harness.lobby.admit(account, "127.0.0.1")
        assert client is not None
        for limit in ("visits", "settings"):
            setattr(client.limits, limit, Bucket(1e6, 10**6))
        session = Session(name, client)
        session.seat = seat
        session.frames = self._frames.setdefault(name, [])
        await session.connect(self.harness.bus_server.path)
        language = LANGUAGES[(seat or 0) % 2]
        session.send("subscribe", 1, [LOBBY, news_topic(session.id)])
        await session.ask(account_topic(session.id), Hello(language, id="hello"))
        choices = NoticeChoices("ntfy", name, list(KINDS))
        await session.ask(account_topic(session.id), SetNotices(choices, id="choices"))
        return session

    async def _sit_down(self, session: Session) -> None:
        topic = account_topic(session.id)
        if session.seat is None:
            await session.ask(topic, WatchMatch(MATCH_ID, id=session.next_id()))
            mine = watch_topic(MATCH_ID)
        else:
            await session.ask(topic, JoinMatch(MATCH_ID, id=session.next_id()))
            mine = seat_topic(MATCH_ID, session.seat)
        session.send("subscribe", 2, [mine])
        session.send("subscribe", 3, [table_topic(MATCH_ID)])
        await self._see(session, history=True)

    async def _come_back(self, session: Session) -> Session:
        """Lose the connection, and return to the table with another one."""
        await session.close()
        assert isinstance(session.client, Client)
        await self.harness.lobby.dismiss(session.client, is_cut_off=True)
        other = await self._connect(session.name, session.seat)
        await self._sit_down(other)
        self.reconnected += 1
        return other

    # Playing

    async def _play_to(self, last: int) -> None:
        chance, taken_back = self.chance, self.taken_back
        while (version := self.match.version) < last and not self.match.over:
            if self.with_extras and chance.random() < ALL_EXTRAS:
                await self._do_something_else(chance)
            if self.with_extras and version % 5 == 0:
                seat = self.plan.seat
                hint = GetHint(MATCH_ID, seat, id=self.sessions[seat].next_id())
                await self.sessions[seat].ask(self.table, hint)
            actor = self.plan.actors[version]
            session = self.sessions[actor]
            if actor in self.away:
                await self._be_back(session)
            began = time.perf_counter()
            seen = {other.name: len(other.frames) for other in self.everybody}
            act = Act(MATCH_ID, actor, version, self.log[version], id=session.next_id())
            answer = await session.ask(self.table, act)
            assert answer["type"] == "Done", answer
            await self._all_see(version % EVERYBODY_LOOKS == 0)
            for other in self.everybody:
                first = seen[other.name]
                if len(other.times) == len(other.frames) > first:
                    self.times.setdefault(other.name, []).append(
                        (version, other.times[first] - began)
                    )
            wants_back = self.with_extras and chance.random() < UNDONE and not self.away
            if wants_back and version not in taken_back and not self.match.over:
                taken_back.add(version)
                await self._take_back(session, chance)

    @property
    def everybody(self) -> list[Session]:
        page = [] if self.page is None else [self.page]
        return [*self.sessions, self.watcher, *page]

    @property
    def _compared(self) -> list[Session]:
        page = [] if self.page is None else [self.page]
        return [self.sessions[self.plan.seat], self.watcher, *page]

    async def _go_away(self, session: Session) -> None:
        """Leave the table; the others play on, and call."""
        await session.ask(account_topic(session.id), LeaveTable(MATCH_ID, id=session.next_id()))
        session.send("unsubscribe", 2)
        session.send("unsubscribe", 3)
        assert session.seat is not None
        self.away.add(session.seat)

    async def _be_back(self, session: Session) -> None:
        """Read what calls, and sit down."""
        assert session.seat is not None
        await self.called()
        self.away.discard(session.seat)
        await self._sit_down(session)

    async def called(self) -> None:
        """Wait until every notice is sent."""
        away = self.harness.lobby.away
        await self.harness.bus.settle()
        await until(
            lambda: (
                not away._changes
                and not away._sending
                and not any(box.waiting for box in away._outboxes.all().values())
            )
        )

    async def _gather_texts(self) -> None:
        """What came, and comes, out of the server besides frames, files and logs."""
        await self.called()
        for name, letters in self.post.letters.items():
            self._take_text(f"notices of {name}", letters, None)
        status = _Nobody()
        commands = AdminCommands(
            self.harness.accounts, self.harness.lobby, lambda *_a, **_f: None, status
        )
        for command in (*QUERIES, "tournament list", "season list"):
            word, *words = command.split()
            rows = await commands.run(word, words)
            if word == "sessions":  # how long they are there is counted by the real clock
                rows = [row[:3] for row in rows]
            self._take_text(f"admin {command}", [repr(row).encode() for row in rows], None)
        # That of a match that is over has the seed.
        for seat in () if self.match.over else (self.plan.seat, None):
            text = transcript(Playback(self.match), seat)
            self._take_text(f"text for {seat}", text.splitlines(), seat)
        if not self.match.over:
            seat = self.plan.seat
            for place, lines in (await said(self.match, seat)).items():
                self._take_text(f"{place}, seat {seat}", lines, None if "None" in place else seat)

    async def _review(self) -> None:
        """Have the player of the seat that is compared analyse the copy of the match that is over,
        and keep what is kept."""
        folder = self.harness.accounts.folder(self.sessions[self.plan.seat].id) / "data"
        match, _repairs = Store(folder).load(MATCH_ID, watch=True)
        await reviewed(match, self.plan.seat, folder)

    def _take_text(self, place: str, lines: Sequence[str | bytes], seat: int | None) -> None:
        taken = [line.encode() if isinstance(line, str) else line for line in lines]
        self.texts[place] = taken
        if self.read is not None:
            self.read(place, b"\n".join(taken), self.match.state, seat)

    @property
    def table(self) -> str:
        return table_topic(MATCH_ID)

    async def _take_back(self, session: Session, chance: Random) -> None:
        """Undo; the others are asked, if they must be, and agree; perhaps redo."""
        assert session.seat is not None
        redoes = chance.random() < 0.4
        ask = Undo(MATCH_ID, session.seat, id=session.next_id())
        answer = await session.ask(self.table, ask)
        if answer["type"] == "Refused":
            self.refused += 1
            return
        if answer["type"] == "UndoAsked":
            for other in self.sessions:
                if other.seat in answer["asked"]:
                    agree = UndoAnswer(MATCH_ID, other.seat, answer["id"], True)  # type: ignore[arg-type]
                    other.send("publish", self.table, agree)
                    await self._see(other)
        self.undone += 1
        await self._all_see()
        if redoes:
            await session.ask(self.table, Redo(MATCH_ID, session.seat, id=session.next_id()))
            await self._all_see()

    async def _do_something_else(self, chance: Random) -> None:
        kind = chance.randrange(14)
        place = chance.randrange(len(self.sessions) + 1)
        session = self.everybody[place]
        seat, new_id = session.seat, session.next_id()
        topic = account_topic(session.id)
        if seat in self.away:
            await session.ask(topic, GetNotices(id=new_id))
            return
        if kind == 0:
            await self._see(session, history=True)
        elif kind == 1:
            await session.ask(topic, ListMatches(id=new_id))
        elif kind == 2:
            chat = Chat(MATCH_ID, seat, session.name, f"Line {self.match.version}")
            topic = self.table if seat is not None else watch_topic(MATCH_ID)
            session.send("publish", topic, chat)
            await self._see(session)
        elif kind == 3:
            await session.ask(self.table, GetHint(MATCH_ID, seat or 0, id=new_id))
        elif kind == 4:
            await session.ask(self.table, MarkAssisted(MATCH_ID, seat or 0, id=new_id))
        elif kind == 5:
            await session.ask(self.table, Pause(MATCH_ID, True, seat, id=new_id))
        elif kind == 6 and chance.random() < 0.3:
            other = await self._come_back(session)
            if seat is None:
                self.watcher = other
            else:
                self.sessions[seat] = other
        elif kind == 7 and chance.random() < 0.5:
            await session.ask(topic, LeaveTable(MATCH_ID, id=new_id))
            session.send("unsubscribe", 2)
            session.send("unsubscribe", 3)
            await session.ask(topic, ListMatches(id=session.next_id()))
            await self._sit_down(session)
        elif kind == 8 and seat is not None and self.match.legal(seat):
            request = SearchRequest(
                self.plan.game.spec.id, pack_view(self.match.view(seat)), seat, "trader", 7,
                iterations=8, allow_fallback=False, id=new_id,
            )  # fmt: skip
            await session.ask(search_topic(session.id), request)
        elif kind in (9, 12, 13):
            # Who is to act stays.
            others = [*range(len(self.sessions))]
            others.remove(max(0, self.match.to_act))
            other = chance.choice(others)
            if other not in self.away:
                await self._go_away(self.sessions[other])
        elif kind == 10:
            game = self.plan.game.spec.id
            for ask in (ListTournaments(id=new_id), GetBoard(game, id=new_id),
                        GetDaily(game, id=new_id), GetNotices(id=new_id)):  # fmt: skip
                await session.ask(topic, ask)
        elif kind == 11:
            call = " ".join(f"@{other.name}" for other in self.sessions[:3])
            session.send("publish", topic, SendChat(f"{call}: line {self.match.version}"))
            await session.ask(topic, ListMatches(id=new_id))
        await self._all_see()

    async def _see(self, session: Session, history: bool = False) -> None:
        """A look at the table. Its answer comes after all that was sent before it was asked for."""
        ask = GetPosition(MATCH_ID, session.seat, history, id=session.next_id())
        await session.ask(self.table, ask)

    async def _all_see(self, is_everybody: bool = True) -> None:
        """Wait until what was sent has come: to all, or to those whose frames are compared."""
        await self.harness.bus.settle()
        # The end is announced after the last save, which takes as long as the disk takes.
        await self.harness.lobby.tables.shared.saved(MATCH_ID)
        for session in self.everybody if is_everybody else [*self._compared]:
            if session.seat is None or session.seat not in self.away:
                await self._see(session)
        if self.look is not None:
            position, over = self.match.state, self.match.over
            for session in self.everybody:
                first = self._looked.get(session.name, 0)
                for frame in session.frames[first:]:
                    self.look(session, frame, position, over)
                self._looked[session.name] = len(session.frames)

    async def _look_back(self) -> None:
        """After the last action: the log from its start, the lobby, an undo that is too late."""
        for seat in sorted(self.away):
            await self._be_back(self.sessions[seat])
        for session in self.everybody:
            await self._see(session, history=True)
            if session is self.page:
                continue
            await session.ask(account_topic(session.id), ListMatches(id=session.next_id()))
            if self.match.over:
                await session.ask(
                    self.table, Undo(MATCH_ID, session.seat or 0, id=session.next_id())
                )
        await self._all_see()


class _Nobody:
    """A server to which nobody is connected: the administrator's tables of it are empty."""

    def open_connections(self) -> list[Any]:
        return []

    def open_sessions(self) -> list[Any]:
        return []

    def health(self) -> dict[str, int]:
        return {}


class Post(Sender):
    """Takes every notice, and keeps it by its topic."""

    def __init__(self) -> None:
        super().__init__(Channels(ntfy="https://ntfy.example"))
        self.letters: dict[str, list[str]] = {}

    async def send(self, channel: str, address: str, letter: Letter) -> None:
        self.letters.setdefault(address, []).append(f"{letter.title}: {letter.text}")


@contextlib.contextmanager
def world(seed: int, log: list[int] | None = None) -> Iterator[None]:
    """A server in here draws this seed, names matches and rooms alike, and its clock stands still.

    `log`: chance does what stands there, not what follows from the seed. Announcements are made at
    once: when they come says nothing of a match.
    """

    def told(match: Match, events: list[Event]) -> None:
        assert log is not None
        while match.state.to_act() == CHANCE and match.version < len(log):
            match._apply(log[match.version], CHANCE, events)
        if match.over and match.record.result is None:
            match.record.result = Result(match.state.scores(), match.state.outcome())

    with contextlib.ExitStack() as stack:
        module = "caravan_tui.server.shared_matches"
        stack.enter_context(patch(f"{module}.secret_seed", lambda: seed))
        stack.enter_context(patch(f"{module}.new_id", lambda: MATCH_ID))
        stack.enter_context(
            patch("caravan_tui.server.rooms.Rooms.new_code", lambda _rooms, _is_private: "TWIN")
        )
        stack.enter_context(patch("time.time", lambda: NOW))
        # A notice leaves at once, and there are as many as there are.
        stack.enter_context(patch("caravan_tui.server.away_notices.GATHER_SECONDS", 0.0))
        for most in ("A_HOUR", "A_DAY"):
            stack.enter_context(patch(f"caravan_tui.notices.outbox.{most}", 10**6))
        for burst in ("UNDO_BURST", "QUESTION_BURST"):  # robots are quicker than people
            stack.enter_context(patch(f"caravan_tui.bus.undo.{burst}", 10**6))
        stack.enter_context(
            patch.object(Notifications, "announce_change", Notifications._publish_change)
        )
        if log is not None:
            stack.enter_context(patch.object(Match, "_play_chance", told))
        yield
