"""A tournament or league as plain data: who takes part, and its rounds with their results."""

from __future__ import annotations

from typing import Final, Literal, get_args

import msgspec

Format = Literal["swiss", "round_robin", "knockout", "league"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)
State = Literal["open", "running", "over", "cancelled"]

LEAST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 64
MOST_ROUNDS: Final = 30
LEAST_MINUTES, MOST_MINUTES = 5, 10_080
"""Of a round; a week at most."""
Options = dict[str, bool | int | str]


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who takes part, in the order of the draw once the tournament has begun."""

    account: str
    name: str
    first_round: int = 1
    """The first round for which the player can be drawn, from 1."""
    has_left: bool = False


class Table(msgspec.Struct, frozen=True):
    """A match of a round."""

    match: str
    players: tuple[str, ...]
    """By seat."""
    ranks: tuple[int, ...] = ()
    """Of the players among each other, 1 is best; empty while the match is played."""
    absent: tuple[str, ...] = ()
    """Who never came: no points, whatever the stand-in made of the seat."""


class Round(msgspec.Struct, frozen=True):
    """A round; times in seconds since 1970."""

    began: float
    ends: float
    """When computer players finish what is not finished; 0: never, as each move has its days."""
    tables: tuple[Table, ...]
    byes: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether every match has a result."""
        return all(table.ranks for table in self.tables)


class Tournament(msgspec.Struct, frozen=True):
    """A tournament or league. The fields are those of its file."""

    id: str
    name: str
    owner: str
    """The account that set it up; empty: an administrator."""
    game: str
    format: Format
    seats: int
    """Most seats of a table."""
    least_seats: int
    options: Options = {}
    rounds_wanted: int = 0
    """Rounds, of a league weeks; 0: as many as suit the number of players."""
    most_players: int = 32
    clock: int = 0
    """Seconds a turn; 0: no clock."""
    days: int = 0
    """Days for a move by correspondence, with neither clock nor minutes; 0: none."""
    grace: int = 300
    """Seconds after which a computer player stands in for a player who is not at the table."""
    minutes: int = 120
    """Of a round; a round of a league is a week."""
    stand_in: str = "trader"
    """The level of a stand-in."""
    seed: int = 0
    created: float = 0.0
    state: State = "open"
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    ended: float = 0.0

    def entrant(self, account: str) -> Entrant | None:
        """Somebody who has entered."""
        return next((entrant for entrant in self.entrants if entrant.account == account), None)

    @property
    def is_past(self) -> bool:
        """Whether it has ended, or was called off."""
        return self.state in ("over", "cancelled")

    @property
    def active(self) -> list[Entrant]:
        """Those who have entered and not left."""
        return [entrant for entrant in self.entrants if not entrant.has_left]

    def table_of(self, match: str) -> Table | None:
        """The table with this match."""
        tables = (table for round_ in self.rounds for table in round_.tables)
        return next((table for table in tables if table.match == match), None)
