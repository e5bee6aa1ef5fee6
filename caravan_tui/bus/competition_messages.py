"""The messages between a session and the lobby about ratings, tournaments and daily matches.

They are sent on the topic of the account, as all requests to the lobby.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from caravan_tui.bus.fields import Base, Count, Id, Name, Options, fresh_id

MOST_ROWS = 200
"""Rows of a leaderboard that are sent; one's own comes in any case."""


class SeasonRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A season of the leaderboards; times in seconds since 1970, 0 for a season that runs."""

    number: int
    began: float
    ended: float


class BoardRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player on a leaderboard."""

    rank: int
    """0: the rating is provisional and has no rank."""
    name: str
    value: int
    spread: int
    matches: int
    wins: int
    last: float
    """When the last match ended, in seconds since 1970."""
    is_own: bool = False


class GetBoard(Base, frozen=True):
    """The leaderboard of a game. Answered by Board."""

    game: Name
    season: Count = 0
    """0: of all seasons."""
    id: Id = fresh_id()


class Board(Base, frozen=True):
    """A leaderboard, the best first."""

    id: Id
    game: str
    season: int
    seasons: list[SeasonRow]
    """The oldest first; the last one runs."""
    rows: list[BoardRow]
    players: int
    """How many there are, also beyond the rows."""


class TournamentRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament or league in the list, as one account sees it; times in seconds since 1970."""

    tournament: Id
    name: str
    owner: str
    """The name of who set it up; empty: an administrator."""
    game: str
    format: str
    seats: int
    """Most players at a table."""
    state: str
    """`open`, `running`, `over` or `cancelled`."""
    players: int
    most_players: int
    round: int
    """How many rounds were drawn."""
    rounds: int
    """How many there will be, as far as that is known; 0: until one is left."""
    ends: float
    """When the round ends; 0: none runs."""
    clock: int
    """Seconds a turn; 0: no clock."""
    days: int
    """Days for a move by correspondence; 0: none."""
    grace: int
    """Seconds after which a computer player stands in."""
    minutes: int
    """Of a round; a round of a league is a week."""
    winner: str
    """Who leads, or has won; empty before the first result."""
    is_entered: bool
    may_enter: bool
    is_manager: bool
    """Whether the account may start and cancel it."""
    match: str
    """The account's own match that is being played; empty: none."""


class PlaceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody's place in a tournament."""

    rank: int
    name: str
    points: float
    buchholz: float
    sonneborn: float
    wins: int
    played: int
    has_left: bool
    is_own: bool


class TableRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match of a round."""

    match: Id
    names: list[str]
    """By seat."""
    points: list[float]
    """What the table gave each; empty while it is played."""
    absent: list[int]
    """The seats of those who never came."""
    is_own: bool


class RoundRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round of a tournament; times in seconds since 1970."""

    began: float
    ends: float
    tables: list[TableRow]
    byes: list[str]


class ListTournaments(Base, frozen=True):
    """Which tournaments are there? Answered by Tournaments."""

    id: Id = fresh_id()


class Tournaments(Base, frozen=True):
    """The tournaments of a server: those that run, those that can be entered, then past ones."""

    id: Id
    rows: list[TournamentRow]


class GetTournament(Base, frozen=True):
    """How does this tournament stand? Answered by TournamentView."""

    tournament: Id
    id: Id = fresh_id()


class TournamentView(Base, frozen=True):
    """A tournament with its standings and rounds."""

    id: Id
    row: TournamentRow
    places: list[PlaceRow]
    rounds: list[RoundRow]


class NewTournament(Base, frozen=True):
    """A new tournament, which can be entered from now on. Answered by TournamentView."""

    name: Name
    game: Name
    format: Name
    seats: Count = 2
    rounds: Count = 0
    """Of a league weeks; 0: as many as suit the number of players."""
    most_players: Count = 0
    """0: as many as there can be."""
    clock: Count = 0
    days: Count = 0
    """Days for a move by correspondence, see `DAYS_A_MOVE`: there is no clock then, and a round
    lasts as long as its matches, or the week of a league."""
    grace: Count = 300
    minutes: Count = 120
    options: Options = {}
    id: Id = fresh_id()


class ChangeTournament(Base, frozen=True):
    """Enter a tournament, leave it, start it, or call it off. Answered by TournamentView."""

    tournament: Id
    change: Literal["enter", "leave", "start", "cancel"]
    id: Id = fresh_id()


class DailyRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who has played the match of a day; while the day lasts without the result."""

    name: str
    place: int
    """On the board of the day; 0 while it lasts."""
    rank: int
    """At the table."""
    score: float
    is_own: bool
    margin: float = 0.0
    """Points ahead of the best of the others at the table, or behind it."""


class GetDaily(Base, frozen=True):
    """Who has played the match of a day, and once it is over how. Answered by DailyBoard."""

    game: Name
    days_ago: Count = 0
    id: Id = fresh_id()


class DailyBoard(Base, frozen=True):
    """The board of a day."""

    id: Id
    game: str
    day: str
    is_over: bool
    seed: str
    """Of the match, once the day is over; empty if nobody has played it."""
    state: str
    """Of the own try: `new`, `running` or `over`."""
    rows: list[DailyRow]


class PlayDaily(Base, frozen=True):
    """Begin or resume today's match of a game. Answered by Seated."""

    game: Name
    id: Id = fresh_id()


COMPETITION_REQUESTS = (
    GetDaily,
    PlayDaily,
    GetBoard,
    ListTournaments,
    GetTournament,
    NewTournament,
    ChangeTournament,
)
"""What a session may ask on its account topic, besides what concerns the lobby itself."""

CompetitionMessage = (
    GetDaily
    | DailyBoard
    | PlayDaily
    | GetBoard
    | Board
    | ListTournaments
    | Tournaments
    | GetTournament
    | TournamentView
    | NewTournament
    | ChangeTournament
)
"""What may travel between sessions and lobby about competitions."""
