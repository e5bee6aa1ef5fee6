"""The messages between a session and the lobby about ratings, tournaments and daily matches.

They are sent on the topic of the account, as all requests to the lobby.
"""

from __future__ import annotations

import msgspec

from caravan_tui.bus.fields import Base, Count, Id, Name, fresh_id

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


COMPETITION_REQUESTS = (GetBoard,)
"""What a session may ask on its account topic, besides what concerns the lobby itself."""

CompetitionMessage = GetBoard | Board
"""What may travel between sessions and lobby about competitions."""
