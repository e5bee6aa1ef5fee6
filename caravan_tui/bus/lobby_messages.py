"""The messages between a session and the lobby of a server.

A session asks on the door topic of its account, which only it may use: so who asks is known from
where it is asked. News for one account come on its person topic, news for all on the lobby topic.
"""

from __future__ import annotations

from typing import Literal
from uuid import uuid4

from attrs import Factory, field, frozen

from caravan_tui.games.contract import OptionValue


def door_topic(account: str) -> str:
    """Where the sessions of an account ask the lobby."""
    return f"door.{account}"


def person_topic(account: str) -> str:
    """Where an account hears what concerns it alone."""
    return f"person.{account}"


Way = Literal["join", "watch", "open"]

ADMIN = "admin"
"""Where the server's keeper asks; only a token that lies in the server's folder may."""


SHORTEST_CLOCK = 10
"""Seconds a turn that a clock has at least."""


def _new_id() -> str:
    return uuid4().hex


@frozen
class MatchRow:
    """One match between people, as an account may see it in the list."""

    match: str
    code: str
    """What to type to join it."""
    game: str
    owner: str
    names: list[str]
    """A seat each; empty: nobody has taken it."""
    kinds: list[str]
    """`person`, a level, or `open`."""
    here: list[bool]
    """Whether the person of the seat is at the table."""
    started: bool
    over: bool
    watchers: list[str]
    idle: int
    """Seconds since anything happened there."""
    yours: list[int]
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


@frozen
class Hello:
    """A session has begun. Answered by Welcome."""

    language: str = ""
    """The letters of the language that its person reads."""
    id: str = Factory(_new_id)


@frozen
class Speak:
    """The person of a session reads another language from now on; published on its door topic."""

    language: str


@frozen
class Welcome:
    """Who the account is, and what happened while it was away."""

    id: str
    name: str
    role: str
    away: list[str]
    resume: str = ""
    """The match at whose table the account sat when its connection broke or the server ended."""
    way: Way = "join"
    """How it comes there again: to its seat, as one who watches, or to a match of its own."""


@frozen
class ListMatches:
    """Which matches are there? Answered by Matches."""

    id: str = Factory(_new_id)


@frozen
class Matches:
    """The matches that the account may see, its own first, and who is on the server."""

    id: str
    rows: list[MatchRow]
    people: list[str]


@frozen
class CreateMatch:
    """A new match. With an open seat it waits for people in the lobby. Answered by Seated."""

    game: str
    options: dict[str, OptionValue]
    kinds: list[str]
    """A seat each: `person` (who asks, and whoever sits at the same terminal), `open`, a level."""
    names: list[str]
    seed: int | None = None
    absent: str = "wait"
    grace: int = 120
    clock: int = 0
    private: bool = False
    id: str = Factory(_new_id)


@frozen
class JoinMatch:
    """Take a seat, or one's own again, in the match with this code or id. Answered by Seated."""

    match: str
    id: str = Factory(_new_id)


@frozen
class WatchMatch:
    """Watch the match with this code or id. Answered by Seated, without seats."""

    match: str
    id: str = Factory(_new_id)


@frozen
class ResumeMatch:
    """Go on with a match from the account's own saves. Answered by Seated."""

    match: str
    id: str = Factory(_new_id)


@frozen
class Clock:
    """The seat has so many seconds left; a level plays for it then. On the table topic, whenever
    a clock begins, and with Seated. Seat -1: no clock runs, for who is to act is away."""

    match: str
    seat: int
    seconds: float


@frozen
class Seated:
    """The session may take part in a match: these are its seats, none for one who watches."""

    id: str
    match: str
    game: str
    names: list[str]
    kinds: list[str]
    seats: list[int]
    waiting: bool = False
    """Seats are open: the match begins when they are taken."""
    alone: bool = False
    """A match of the account's own, which it may begin anew."""
    clock: Clock | None = None
    """What the seat to act has left, where there is a clock."""


@frozen
class StepOut:
    """The session leaves a table; its seats stay its own. Answered by Done."""

    match: str
    id: str = Factory(_new_id)


@frozen
class GiveUp:
    """The account gives its seat in a match up for good: before the start it is open again, then
    a level plays on. Answered by Done."""

    match: str
    id: str = Factory(_new_id)


@frozen
class AgainMatch:
    """A match of the account alone anew, with the same seats. Answered by Seated."""

    match: str
    same: bool = False
    """With the same deal: it counts as assisted. Else a new one."""
    id: str = Factory(_new_id)


@frozen
class Say:
    """The account says something in the lobby; published on its door topic."""

    text: str


@frozen
class LobbyChanged:
    """The list of matches is not what it was; on the lobby topic, at most twice a second."""


@frozen
class YourTurn:
    """It is the account's turn at a table; on its person topic."""

    match: str
    game: str
    code: str


@frozen
class Began:
    """The last open seat was taken: the match of the account has begun."""

    match: str
    game: str


@frozen
class AdminAsk:
    """A command of the server's keeper. Answered by AdminTold or Refused."""

    command: Literal["sessions", "matches", "health", "kick", "ban", "unban", "role", "broadcast"]
    words: list[str] = field(factory=list)
    language: str = ""
    """The letters of the language of the answer; empty: the server's own."""
    id: str = Factory(_new_id)


@frozen
class AdminTold:
    """What the server answers its keeper: rows of cells, the first are titles."""

    id: str
    rows: list[list[str]]


LOBBY_ASKS = (
    Hello,
    ListMatches,
    CreateMatch,
    JoinMatch,
    WatchMatch,
    ResumeMatch,
    StepOut,
    GiveUp,
    AgainMatch,
    Say,
    Speak,
)
"""What a session may say on its door topic."""

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
    | StepOut
    | GiveUp
    | AgainMatch
    | Say
    | Speak
    | LobbyChanged
    | YourTurn
    | Began
    | Clock
    | AdminAsk
    | AdminTold
)
"""What may travel between sessions and lobby."""
