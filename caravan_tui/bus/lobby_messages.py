"""The messages between a session and the lobby of a server.

A session sends its requests on the topic of its account, which no other account may use: so the
topic tells who asks. News for one account come on its news topic, news for all on the lobby topic.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from caravan_tui.bus.fields import (
    Base,
    Count,
    Id,
    Name,
    Names,
    Options,
    Talk,
    fresh_id,
)
from caravan_tui.engine.sentence import Sentence


def account_topic(account: str) -> str:
    """The topic on which the sessions of an account send requests to the lobby."""
    return f"account.{account}"


def news_topic(account: str) -> str:
    """The topic of news that concern one account alone."""
    return f"news.{account}"


ResumeMode = Literal["join", "watch", "open"]

ADMIN = "admin"
"""The topic of the administrator's requests, for who has the token in the server's folder."""


DAYS_A_MOVE = (0, 1, 3, 7, 14)
"""How many days a move may take in a match by correspondence, which 0 is not."""

SHORTEST_CLOCK = 10
"""Seconds a turn that a clock has at least."""

LONGEST_WAIT = 86_400
"""Seconds that a clock has, or that pass before a stand-in plays, at most."""


class MatchRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One match between people, as an account may see it in the list."""

    match: Id
    code: str
    """What to type to join it."""
    game: str
    owner: str
    names: list[str]
    """A seat each; empty: nobody has taken it."""
    kinds: list[str]
    """`person`, a level, or `open`."""
    present: list[bool]
    """Whether the person of the seat is at the table."""
    started: bool
    over: bool
    watchers: list[str]
    idle: int
    """Seconds since anything happened there."""
    own_seats: list[int]
    """The seats of the account that asks."""
    to_act: int
    """The seat that is to act; -1: none."""
    private: bool
    absent: str
    """`wait`, or the level that plays for a person who has gone."""
    grace: int
    """Seconds after which it does."""
    clock: int
    """Seconds a turn; 0: no clock."""
    moves: int = 0
    """Moves since the account that asks has left the table."""
    event: str = ""
    """The name of the tournament that it belongs to."""
    round: int = 0
    """Its round there."""
    days: int = 0
    """Days for a move; 0: no match by correspondence."""
    left: int = -1
    """Seconds that the seat to act has left of them; -1: no deadline."""


class Hello(Base, frozen=True):
    """A session has begun. Answered by Welcome."""

    language: Name = ""
    """The letters of the language that its person reads."""
    id: Id = fresh_id()


class SetLanguage(Base, frozen=True):
    """The user of a session has changed the language; published on its account topic."""

    language: Name


class Welcome(Base, frozen=True):
    """Who the account is, and what happened while it was away."""

    id: Id
    name: str
    role: str
    away: list[Sentence]
    resume: str = ""
    """The match at whose table the account sat when its connection broke or the server ended."""
    resume_mode: ResumeMode = "join"
    """How to resume it: take the seat, watch, or open a match of its own."""
    max_matches: int = 0
    """Most saved matches of the account; 0: any number."""
    max_bytes: int = 0
    """Most bytes of its folder; 0: any number."""
    programs: list[str] = []
    """The names of the programs that may have a seat."""


class ListMatches(Base, frozen=True):
    """Which matches are there? Answered by Matches."""

    only_own: bool = False
    """Only those of the account: enough where no list is shown."""
    id: Id = fresh_id()


class Matches(Base, frozen=True):
    """The matches that the account may see, its own first, and who is on the server."""

    id: Id
    rows: list[MatchRow]
    people: list[str]


class CreateMatch(Base, frozen=True):
    """A new match. With an open seat it waits for people in the lobby. Answered by Seated."""

    game: Name
    options: Options
    kinds: Names
    """A seat each: `person` (who asks, and whoever sits at the same terminal), `open`, a level, or
    `program`."""
    names: Names
    """Of each seat; that of a program says which one."""
    seed: int | None = None
    absent: Name = "wait"
    grace: Count = 120
    clock: Count = 0
    days: Count = 0
    private: bool = False
    id: Id = fresh_id()


class JoinMatch(Base, frozen=True):
    """Take a seat, or one's own again, in the match with this code or id. Answered by Seated."""

    match: Id
    id: Id = fresh_id()


class WatchMatch(Base, frozen=True):
    """Watch the match with this code or id. Answered by Seated, without seats."""

    match: Id
    id: Id = fresh_id()


class ResumeMatch(Base, frozen=True):
    """Go on with a match from the account's own saves. Answered by Seated."""

    match: Id
    id: Id = fresh_id()


class Clock(Base, frozen=True):
    """The seat has this many seconds left, or days in a match by correspondence; then a level plays
    for it. On the table topic, whenever a clock begins, and with Seated. Seat -1: no clock runs,
    for who is to act is away."""

    match: Id
    seat: int
    seconds: float


class Seated(Base, frozen=True):
    """The session may take part in a match: these are its seats, none for one who watches."""

    id: Id
    match: Id
    game: str
    names: list[str]
    kinds: list[str]
    seats: list[int]
    waiting: bool = False
    """Seats are open: the match begins when they are taken."""
    is_solo: bool = False
    """A match of the account's own, which it may restart."""
    clock: Clock | None = None
    """What the seat to act has left, where there is a clock."""
    is_daily: bool = False
    """It is the account's daily match."""
    has_rematch: bool = True
    """Its people may meet again when it is over."""


class LeaveTable(Base, frozen=True):
    """The session leaves a table; its seats stay its own. Answered by Done."""

    match: Id
    id: Id = fresh_id()


class Resign(Base, frozen=True):
    """The account gives up its seat in a match for good: before the start it is open again, then
    a level plays on. Answered by Done."""

    match: Id
    id: Id = fresh_id()


class Invite(Base, frozen=True):
    """The account wants the player of this name at its match, which waits for players. Answered by
    Done."""

    match: Id
    name: Name
    id: Id = fresh_id()


class Rematch(Base, frozen=True):
    """The same people again, with the next one in the first seat: the match is made, or joined if
    another has asked before. Answered by Seated, which waits until all have joined."""

    match: Id
    id: Id = fresh_id()


class RestartMatch(Base, frozen=True):
    """Restart a match of the account alone, with the same seats. Answered by Seated."""

    match: Id
    same_deal: bool = False
    """With the same deal: it counts as assisted. Else a new one."""
    id: Id = fresh_id()


class SendChat(Base, frozen=True):
    """A line of chat for the lobby; published on its account topic."""

    text: Talk


class CreateLink(Base, frozen=True):
    """The account wants a code that links a further key or browser to it. Answered by Link."""

    id: Id = fresh_id()


class Link(Base, frozen=True):
    """A code that works once, for so many minutes."""

    id: Id
    code: str
    minutes: int


class MakeWatchPage(Base, frozen=True):
    """A player wants a secret link by which anybody may watch the match in a browser; it replaces
    the one that there is. Answered by WatchLink."""

    match: Id
    id: Id = fresh_id()


class RevokeWatchPage(Base, frozen=True):
    """The link to the watch page of a match is to lead nowhere. Answered by Done."""

    match: Id
    id: Id = fresh_id()


class WatchLink(Base, frozen=True):
    """The secret of a link, and the whole of it where the host that answers knows its address."""

    id: Id
    secret: str
    address: str = ""
    delay: int = 0
    """Seconds by which the page is behind."""


class LobbyChanged(Base, frozen=True):
    """The list of matches is not what it was; on the lobby topic, every few seconds at most."""


class YourTurn(Base, frozen=True):
    """It is the account's turn at a table; on its news topic."""

    match: Id
    game: str
    code: str


class MatchStarted(Base, frozen=True):
    """The last open seat was taken: the match of the account has begun."""

    match: Id
    game: str


class AdminRequest(Base, frozen=True):
    """A command of the administrator. Answered by AdminReply or Refused."""

    command: Literal[
        "sessions",
        "connections",
        "matches",
        "health",
        "kick",
        "ban",
        "unban",
        "close",
        "role",
        "link",
        "watch",
        "broadcast",
        "season",
        "tournament",
        "notices",
    ]
    words: Annotated[list[Talk], Meta(max_length=1_000)] = []
    language: Name = ""
    """The letters of the language of the answer; empty: the server's own."""
    id: Id = fresh_id()


class AdminReply(Base, frozen=True):
    """The answer to an administrator: rows of cells, the first are titles."""

    id: Id
    rows: list[list[str]]


LOBBY_REQUESTS = (
    Hello,
    ListMatches,
    CreateMatch,
    JoinMatch,
    WatchMatch,
    ResumeMatch,
    LeaveTable,
    Resign,
    Invite,
    Rematch,
    RestartMatch,
    SendChat,
    SetLanguage,
    CreateLink,
    MakeWatchPage,
    RevokeWatchPage,
)
"""What a session may say on its account topic."""

LobbyMessage = (
    Hello
    | Welcome
    | ListMatches
    | Matches
    | CreateMatch
    | JoinMatch
    | WatchMatch
    | ResumeMatch
    | Seated
    | LeaveTable
    | Resign
    | Invite
    | Rematch
    | RestartMatch
    | SendChat
    | SetLanguage
    | CreateLink
    | Link
    | MakeWatchPage
    | RevokeWatchPage
    | WatchLink
    | LobbyChanged
    | YourTurn
    | MatchStarted
    | Clock
    | AdminRequest
    | AdminReply
)
"""What may travel between sessions and lobby."""
