"""Every message on the bus, typed.

The local bus hands them over as they are; `wire.py` turns them into bytes and back. A request
carries an id, which its answer repeats. The types say what a stranger's bytes may hold; they are
checked when a message is read, not when it is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from caravan_tui.bus.competition_messages import CompetitionMessage
from caravan_tui.bus.fields import (
    Base,
    Count,
    Id,
    Moves,
    Name,
    SeatNumber,
    Seconds,
    Talk,
    ViewBytes,
    fresh_id,
)
from caravan_tui.bus.host_messages import HostMessage
from caravan_tui.bus.lobby_messages import LobbyMessage
from caravan_tui.bus.notice_messages import NoticeMessage
from caravan_tui.engine.sentence import Sentence

if TYPE_CHECKING:
    from caravan_tui.games.contract import Event, View
else:  # On the wire a view is plain data of its game's own; `wire` reads the events by game.
    View = dict[str, Any]
    Event = Any


def seat_topic(match: str, seat: int) -> str:
    """Where a seat gets its positions."""
    return f"match.{match}.seat.{seat}"


def table_topic(match: str) -> str:
    """Where acts, undo, hurry and chat of a match go, and where all can read its news."""
    return f"match.{match}.table"


def watch_topic(match: str) -> str:
    """Where spectators get the public positions, and talk among themselves."""
    return f"match.{match}.watch"


def search_topic(account: str) -> str:
    """Where the sessions of an account ask for searches."""
    return f"ai.search.{account}"


SEARCHES_PER_SECOND, SEARCH_BURST = 3.0, 90
"""What a session may ask there in the long run, and at once. An analysis searches a doubtful
decision three times."""

LOBBY = "lobby"
"""Where matches are made, joined and listed."""


class Position(Base, frozen=True):
    """What a seat (or, with `seat` None, a spectator) sees after an action: the newest view.

    `version` is the number of actions in the log. `events` are the facts since the position
    before, as this seat may see them; a subscriber that is slow gets the events of the positions
    it missed in front of these, and loses none.
    """

    match: Id
    version: int
    seat: int | None
    view: View
    legal: list[int]
    """The legal actions, if it is this seat's decision; else empty."""
    interrupts: list[int] = []
    """What this seat may do now out of turn."""
    events: list[Event] = []
    undo: Sentence | None = None
    """None: this seat may take back its last decision. Else why not."""
    undo_assists: bool = False
    """Whether that would take back moves of other seats too, and so mark the match assisted."""
    redo: bool = False
    assisted: bool = False
    over: bool = False
    ranks: list[int] | None = None
    """At the end: the rank of each seat."""
    history: bool = False
    """`events` are all of the match so far: a log that was shown before is to be written again.
    So after an undo, and in the answer to a GetPosition that asks for it."""
    paused: bool = False
    """The table is paused: acts are refused and computer seats wait."""
    unsaved: Sentence | None = None
    """Why the match is not saved as it is now; None: it is, as far as is known."""


class Act(Base, frozen=True):
    """A seat plays an action. Answered by Done or Refused. A wrong version is refused."""

    match: Id
    seat: SeatNumber
    version: Count
    action: int
    id: Id = fresh_id()


class Undo(Base, frozen=True):
    """A seat wants to take back its last decision. Answered by Done, UndoAsked or Refused."""

    match: Id
    seat: SeatNumber
    id: Id = fresh_id()


class Redo(Base, frozen=True):
    """A seat wants to play again what it took back. Answered by Done or Refused."""

    match: Id
    seat: SeatNumber
    id: Id = fresh_id()


class GetPosition(Base, frozen=True):
    """A seat, or a spectator, wants its newest position. Answered by Position."""

    match: Id
    seat: SeatNumber | None
    history: bool = False
    """With all events of the match so far, to show its log."""
    id: Id = fresh_id()


class Pause(Base, frozen=True):
    """The table shall pause, or go on. Answered by Done or Refused."""

    match: Id
    paused: bool
    seat: SeatNumber | None = None
    id: Id = fresh_id()


class UndoAsked(Base, frozen=True):
    """A seat wants to take back a decision and these other seats are asked; on the table topic."""

    match: Id
    seat: int
    asked: list[int]
    id: Id
    """Of the Undo."""
    seconds: float = 30.0
    """A seat that has not answered by then has refused."""


class UndoAnswer(Base, frozen=True):
    """A seat that was asked agrees to an undo, or not; published on the table topic."""

    match: Id
    seat: SeatNumber
    undo: Id
    """The id of the Undo."""
    agrees: bool


class UndoSettled(Base, frozen=True):
    """How an undo that was asked about ended: nobody needs to answer any more."""

    match: Id
    undo: str
    granted: bool
    seat: int
    """Who wanted it."""


class GetHint(Base, frozen=True):
    """A seat wants a hint for its decision; the match then counts as assisted. Answered by Advice
    or Refused."""

    match: Id
    seat: SeatNumber
    id: Id = fresh_id()


class CancelHint(Base, frozen=True):
    """A seat waits for a hint no longer; published on the table topic."""

    match: Id
    seat: SeatNumber
    hint: Id
    """The id of the GetHint."""


class MarkAssisted(Base, frozen=True):
    """The screen of a seat shows what helps it to decide: the match counts as assisted. Answered by
    Done or Refused."""

    match: Id
    seat: SeatNumber
    id: Id = fresh_id()


class Done(Base, frozen=True):
    """A request was carried out."""

    id: Id
    version: int = 0


class Refused(Base, frozen=True):
    """A request was not carried out; why is a `Sentence`, see `wording.py`."""

    id: Id
    code: str
    values: dict[str, Any] = {}


class Notice(Base, frozen=True):
    """A line that everyone at a table should read: a seat was replaced, the table is paused."""

    match: Id
    code: str
    """With `values` a `Sentence`, see `wording.py`."""
    values: dict[str, Any] = {}
    seat: int | None = None
    """Whom it is about."""
    severity: Literal["information", "warning", "error"] = "information"


LONGEST_TALK = 300
"""Characters of what somebody says at once, as terminals take it."""


class Chat(Base, frozen=True):
    """Somebody says something: a player at the table, where everybody reads it, or with `seat` None
    a spectator on the spectators' topic, where only they do."""

    match: Id
    seat: SeatNumber | None
    name: Name
    text: Talk


class SearchRequest(Base, frozen=True):
    """A request for a move. Answered by SearchResult; SearchProgress comes in between.

    `view` is the msgpack of the seat's view and nothing else. `level` is a level's name or
    `random`, `greedy`; `iterations` overrides the level's. `seconds` is the wall-clock cap of
    this decision.
    """

    game: Name
    view: ViewBytes
    seat: SeatNumber
    level: Name
    seed: int
    iterations: Count | None = None
    style: Name | None = None
    seconds: Seconds = 3.0
    match: Id = ""
    allow_fallback: bool = True
    """Whether the process of the pool itself may make a move from the view if no worker does. Not
    for a view that came from elsewhere: what is wrong with it would happen there."""
    moves: Moves = []
    """The only moves to consider; none: all that are worth it."""
    steps: Moves = []
    """What the seat has done since its turn began: nothing of it shall be taken back."""
    judgement: int | None = None
    """Seeds what a weak level misjudges; without one the view does."""
    id: Id = fresh_id()


class Hurry(Base, frozen=True):
    """The search with this id (empty: all of the match) shall answer with what it has."""

    match: Id
    id: Id = ""


class SearchProgress(Base, frozen=True):
    """How far a search is; `done` in 0..1."""

    id: Id
    match: Id
    seat: int
    done: float
    iterations: int = 0


class Candidate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One move that a search considered."""

    action: int
    visits: int
    value: list[float]
    """Expected utility of each seat, 0..1."""


class SearchResult(Base, frozen=True):
    """The answer to a SearchRequest: the move, and what was considered, most visited first."""

    id: Id
    action: int
    iterations: int = 0
    seconds: float = 0.0
    candidates: list[Candidate] = []
    fallback: bool = False
    """The workers did not answer in time or broke: a quick move was played instead."""
    line: list[int] = []
    """The line of play that the search expects, the move first, up to where chance comes in."""


class Advice(Base, frozen=True):
    """A hint: what the search makes of the position. The reader puts it into words."""

    id: Id
    version: int
    result: SearchResult


class MoveReport(Base, frozen=True):
    """What a computer player considered for the move that it has just made; for the why panel."""

    match: Id
    seat: int
    version: int
    result: SearchResult
    view: View | None = None
    legal: int = 1
    """How many actions were legal."""
    is_recalled: bool = False
    """Whether it was read from the record of the match: then nothing else is known of it than the
    move."""


Message = (
    Position
    | Act
    | Undo
    | Redo
    | GetPosition
    | Pause
    | UndoAsked
    | UndoAnswer
    | UndoSettled
    | GetHint
    | CancelHint
    | MarkAssisted
    | Advice
    | Done
    | Refused
    | Notice
    | Chat
    | SearchRequest
    | Hurry
    | SearchProgress
    | SearchResult
    | MoveReport
    | LobbyMessage
    | CompetitionMessage
    | NoticeMessage
    | HostMessage
)
"""What may travel on the bus."""
