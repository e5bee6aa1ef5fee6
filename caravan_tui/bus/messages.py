"""Every message on the bus, typed.

They are plain attrs classes, so that the local bus can hand them over and the socket bus can turn
them into msgpack by cattrs. Requests carry a correlation id; the answer repeats it.
"""

from __future__ import annotations

from typing import Any, Literal
from uuid import uuid4

from attrs import Factory, field, frozen

from caravan_tui.bus.lobby_messages import LobbyMessage
from caravan_tui.games.contract import Event, View


def seat_topic(match: str, seat: int) -> str:
    """Where a seat gets its positions."""
    return f"match.{match}.seat.{seat}"


def table_topic(match: str) -> str:
    """Where acts, undo, hurry and chat of a match go, and where all can read its news."""
    return f"match.{match}.table"


def watch_topic(match: str) -> str:
    """Where spectators get the public positions."""
    return f"match.{match}.watch"


SEARCH = "ai.search"
"""Where seats ask for moves."""

LOBBY = "lobby"
"""Where matches are made, joined and listed."""


def _new_id() -> str:
    return uuid4().hex


@frozen
class Position:
    """What a seat (or, with `seat` None, a spectator) sees after an action: the newest view.

    `version` is the number of actions in the log. `events` are the facts since the position
    before, as this seat may see them; a subscriber that is slow gets the events of the positions
    it missed in front of these, and loses none.
    """

    match: str
    version: int
    seat: int | None
    view: View
    legal: list[int]
    """The legal actions, if it is this seat's decision; else empty."""
    interrupts: list[int] = field(factory=list)
    """What this seat may do now out of turn."""
    events: list[Event] = field(factory=list)
    undo: str | None = None
    """None: this seat may take back its last decision. Else why not, in words."""
    redo: bool = False
    assisted: bool = False
    over: bool = False
    ranks: list[int] | None = None
    """At the end: the rank of each seat."""
    history: bool = False
    """`events` are all of the match so far: a log that was shown before is to be made anew.
    So after an undo, and in the answer to a Look that asks for it."""
    paused: bool = False
    """The table is paused: acts are refused and computer seats wait."""


@frozen
class Act:
    """A seat plays an action. Answered by Done or Refused. A wrong version is refused."""

    match: str
    seat: int
    version: int
    action: int
    id: str = Factory(_new_id)


@frozen
class Undo:
    """A seat wants to take back its last decision. Answered by Done or Refused."""

    match: str
    seat: int
    id: str = Factory(_new_id)


@frozen
class Redo:
    """A seat wants to play again what it took back. Answered by Done or Refused."""

    match: str
    seat: int
    id: str = Factory(_new_id)


@frozen
class Look:
    """A subscriber asks for the newest position of its seat. Answered by Position."""

    match: str
    seat: int | None
    history: bool = False
    """With all events of the match so far, to show its log."""
    id: str = Factory(_new_id)


@frozen
class Pause:
    """The table shall pause, or go on. Answered by Done or Refused."""

    match: str
    paused: bool
    seat: int | None = None
    id: str = Factory(_new_id)


@frozen
class UndoAsked:
    """A seat wants to take back a decision and these other seats are asked; on the table topic."""

    match: str
    seat: int
    asked: list[int]
    id: str
    """Of the Undo."""
    seconds: float = 30.0
    """A seat that has not answered by then has refused."""


@frozen
class UndoAnswer:
    """A seat that was asked agrees to an undo, or not; published on the table topic."""

    match: str
    seat: int
    undo: str
    """The id of the Undo."""
    agrees: bool


@frozen
class UndoSettled:
    """How an undo that was asked about ended: nobody needs to answer any more."""

    match: str
    undo: str
    granted: bool
    seat: int
    """Who wanted it."""


@frozen
class AskHint:
    """A seat wants a hint for its decision; the match then counts as assisted. Answered by Advice
    or Refused."""

    match: str
    seat: int
    id: str = Factory(_new_id)


@frozen
class Helped:
    """What the screen of a seat has shown helps it to decide; the match then counts as assisted.
    Answered by Done or Refused."""

    match: str
    seat: int
    id: str = Factory(_new_id)


@frozen
class Advice:
    """A hint: the best move, then lines of text."""

    id: str
    version: int
    action: int
    lines: list[str]


@frozen
class Done:
    """A request was carried out."""

    id: str
    version: int = 0


@frozen
class Refused:
    """A request was not carried out; the reason is a line for the user."""

    id: str
    reason: str


@frozen
class Notice:
    """A line that everyone at a table should read: a seat was replaced, a save failed."""

    match: str
    text: str
    seat: int | None = None
    """Whom it is about."""
    severity: Literal["information", "warning", "error"] = "information"


@frozen
class Chat:
    """Somebody says something at a table; `seat` None: a spectator."""

    match: str
    seat: int | None
    name: str
    text: str


@frozen
class Search:
    """A request for a move. Answered by Found; Thinking comes in between.

    `view` is the msgpack of the seat's view and nothing else. `level` is a level's name or
    `random`, `greedy`; `iterations` overrides the level's. `seconds` is the wall-clock cap of
    this decision.
    """

    game: str
    view: bytes
    seat: int
    level: str
    seed: int
    iterations: int | None = None
    style: str | None = None
    seconds: float = 3.0
    match: str = ""
    id: str = Factory(_new_id)


@frozen
class Hurry:
    """The search with this id (empty: all of the match) shall answer with what it has."""

    match: str
    id: str = ""


@frozen
class Thinking:
    """How far a search is; `done` in 0..1."""

    id: str
    match: str
    seat: int
    done: float
    iterations: int = 0


@frozen
class Candidate:
    """One move that a search considered."""

    action: int
    visits: int
    value: list[float]
    """Expected utility of each seat, 0..1."""


@frozen
class Found:
    """The answer to a Search: the move, and what was considered, most visited first."""

    id: str
    action: int
    iterations: int = 0
    seconds: float = 0.0
    candidates: list[Candidate] = field(factory=list)
    fallback: bool = False
    """The workers did not answer in time or broke: a quick move was played instead."""
    line: list[int] = field(factory=list)
    """The line of play that the search expects, the move first, up to where chance comes in."""


@frozen
class Thought:
    """For the why panel: what a computer seat considered for the move it has just made."""

    match: str
    seat: int
    version: int
    found: Found
    view: View | None = None


Message = (
    Position
    | Act
    | Undo
    | Redo
    | Look
    | Pause
    | UndoAsked
    | UndoAnswer
    | UndoSettled
    | AskHint
    | Helped
    | Advice
    | Done
    | Refused
    | Notice
    | Chat
    | Search
    | Hurry
    | Thinking
    | Found
    | Thought
    | LobbyMessage
)
"""What may travel on the bus."""

Plain = Any
