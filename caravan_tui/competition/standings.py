"""The standings of a tournament: points, tie-breaks, places.

A table gives a point for the share of the others whom a player has left behind, half a share for a
tie: with two seats 1, ½ and 0. A bye gives 1 (FIDE C.04.1), a player who never came gets nothing.
Ties are broken as in FIDE C.07, with means where a table has more than one opponent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final

from attrs import evolve, frozen

from caravan_tui.competition.tournament import Round, Table, Tournament

BYE: Final = Fraction(1)


@frozen
class Place:
    """Where somebody stands."""

    account: str
    rank: int
    """1 is best; equal for those whom nothing sets apart."""
    points: Fraction
    buchholz: Fraction
    """The points of the opponents, the mean of each table; a bye counts the own points."""
    sonneborn: Fraction
    """The points of those left behind, and half of those tied with, by shares."""
    wins: int
    """Tables won alone or shared."""
    played: int
    byes: int


def table_points(table: Table, player: str) -> Fraction:
    """What a finished table gives a player."""
    if player in table.absent:
        return Fraction(0)
    return sum(_shares(table, player).values(), Fraction(0)) / (len(table.players) - 1)


def _shares(table: Table, player: str) -> dict[str, Fraction]:
    """By opponent: 1 if left behind, ½ if tied with."""
    own = table.ranks[table.players.index(player)]
    shares = {}
    for other, rank in zip(table.players, table.ranks, strict=True):
        if other != player:
            shares[other] = Fraction(2 * (own < rank) + (own == rank), 2)
    return shares


def points_by_player(rounds: Iterable[Round]) -> dict[str, Fraction]:
    """The points of everybody who has played or had a bye."""
    points: dict[str, Fraction] = {}
    for round_ in rounds:
        for table in round_.tables:
            for player in table.players if table.ranks else ():
                points[player] = points.get(player, Fraction(0)) + table_points(table, player)
        for player in round_.byes:
            points[player] = points.get(player, Fraction(0)) + BYE
    return points


def places(tournament: Tournament) -> list[Place]:
    """Everybody's place, the best first; equal ones in the order of the draw."""
    points = points_by_player(tournament.rounds)
    accounts = [entrant.account for entrant in tournament.entrants]
    unranked = [_place(tournament, account, points) for account in accounts]
    if tournament.format == "knockout":
        keys: Mapping[str, Sequence[object]] = {
            account: _knockout_key(tournament, account, points) for account in accounts
        }
    elif tournament.format == "round_robin":
        keys = {place.account: (-place.points, -place.sonneborn, -place.wins) for place in unranked}
        keys = _with_encounters(tournament, unranked, keys)
    else:
        keys = {
            place.account: (-place.points, -place.buchholz, -place.sonneborn, -place.wins)
            for place in unranked
        }
    ranked: list[Place] = []
    in_order = sorted(unranked, key=lambda place: keys[place.account])  # type: ignore[arg-type, return-value]
    for _key, tied in groupby(in_order, key=lambda place: keys[place.account]):
        rank = len(ranked) + 1
        ranked += [evolve(place, rank=rank) for place in tied]
    return ranked


def _place(tournament: Tournament, account: str, points: Mapping[str, Fraction]) -> Place:
    own = points.get(account, Fraction(0))
    buchholz = sonneborn = Fraction(0)
    wins = played = byes = 0
    for round_ in tournament.rounds:
        if account in round_.byes:
            byes += 1
            buchholz += own
        for table in round_.tables:
            if account not in table.players or not table.ranks:
                continue
            played += 1
            opponents = len(table.players) - 1
            for other, share in _shares(table, account).items():
                buchholz += points.get(other, Fraction(0)) / opponents
                if account not in table.absent:
                    sonneborn += share * points.get(other, Fraction(0)) / opponents
            is_first = table.ranks[table.players.index(account)] == 1
            wins += is_first and account not in table.absent
    return Place(account, 0, own, buchholz, sonneborn, wins, played, byes)


def _with_encounters(
    tournament: Tournament, unranked: Sequence[Place], keys: Mapping[str, Sequence[object]]
) -> dict[str, Sequence[object]]:
    """Keys with the result of those with equal points among each other right after the points."""
    points = {place.account: place.points for place in unranked}
    among: dict[str, Fraction] = dict.fromkeys(points, Fraction(0))
    for round_ in tournament.rounds:
        for table in round_.tables:
            for player in table.players if table.ranks else ():
                if player in table.absent:
                    continue
                for other, share in _shares(table, player).items():
                    if points[other] == points[player]:
                        among[player] += share
    return {account: (key[0], -among[account], *key[1:]) for account, key in keys.items()}


def _knockout_key(
    tournament: Tournament, account: str, points: Mapping[str, Fraction]
) -> tuple[object, ...]:
    """By the last round in which somebody was in, the rank at its table, and the points."""
    reached, rank = 0, 0
    for number, round_ in enumerate(tournament.rounds, 1):
        if account in round_.byes:
            reached, rank = number, 0
        for table in round_.tables:
            if account in table.players:
                place = table.ranks[table.players.index(account)] if table.ranks else 0
                reached, rank = number, place
    return -reached, rank, -points.get(account, Fraction(0))
