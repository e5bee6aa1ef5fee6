"""The way of a tournament from its announcement to its end.

Every function takes a tournament and returns the next one; nothing here knows a server, a clock or
chance but what is given to it. The draws come from the tournament's seed, which has nothing to do
with the seeds of its matches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from random import Random
from typing import Final

from msgspec.structs import replace

from caravan_tui.competition.pairing import (
    Pairing,
    knockout_round,
    meetings,
    round_robin,
    seat_order,
    survivors,
    swiss_round,
)
from caravan_tui.competition.standings import places, points_by_player
from caravan_tui.competition.tournament import (
    LEAST_PLAYERS,
    Entrant,
    Round,
    Table,
    Tournament,
)
from caravan_tui.engine import Refusal

SHORTEST_WEEK: Final = timedelta(days=3)
"""Of the first week of a league: with less left, it ends with the next one."""

# Entering and leaving


def enter(tournament: Tournament, account: str, name: str) -> Tournament:
    """Let somebody take part: before the start, in a league also before any later week. Raises
    Refusal."""
    old = tournament.entrant(account)
    if old is not None and not old.has_left:
        raise Refusal("tournament_entered")
    is_late = tournament.format == "league" and tournament.state == "running"
    if not (tournament.state == "open" or is_late):
        raise Refusal("tournament_closed")
    if len(tournament.active) >= tournament.most_players:
        raise Refusal("tournament_full")
    first_round = len(tournament.rounds) + 1
    if old is not None:
        back = replace(old, has_left=False, name=name)
        return replace(
            tournament,
            entrants=tuple(back if entrant is old else entrant for entrant in tournament.entrants),
        )
    return replace(tournament, entrants=(*tournament.entrants, Entrant(account, name, first_round)))


def leave(tournament: Tournament, account: str) -> Tournament:
    """Let somebody leave: before the start without a trace, later out of all further rounds. Raises
    Refusal."""
    entrant = tournament.entrant(account)
    if entrant is None or entrant.has_left:
        raise Refusal("tournament_not_entered")
    if tournament.state == "open":
        entrants = tuple(other for other in tournament.entrants if other is not entrant)
    elif tournament.state == "running":
        gone = replace(entrant, has_left=True)
        entrants = tuple(gone if other is entrant else other for other in tournament.entrants)
    else:
        raise Refusal("tournament_over")
    return replace(tournament, entrants=entrants)


def cancel(tournament: Tournament, now: float) -> Tournament:
    """Call it off. Raises Refusal if it is over."""
    if tournament.is_past:
        raise Refusal("tournament_over")
    return replace(tournament, state="cancelled", ended=now)


# Rounds


def start(
    tournament: Tournament,
    strengths: Mapping[str, float],
    now: float,
    new_id: Callable[[], str],
) -> Tournament:
    """Draw the first round. `strengths`: ratings; the strongest is the first seed, those without
    one are drawn behind. `new_id()`: the id of a match. Raises Refusal."""
    if tournament.state != "open":
        raise Refusal("tournament_closed")
    least = max(LEAST_PLAYERS, tournament.least_seats)
    if len(tournament.entrants) < least:
        raise Refusal("tournament_too_few", count=least)
    entrants = sorted(tournament.entrants, key=lambda entrant: entrant.account)
    Random(tournament.seed).shuffle(entrants)
    entrants.sort(key=lambda entrant: -strengths.get(entrant.account, float("-inf")))
    return _with_round(replace(tournament, state="running", entrants=tuple(entrants)), now, new_id)


def advance(tournament: Tournament, now: float, new_id: Callable[[], str]) -> Tournament:
    """Draw the next round if the last one is complete (of a league: and its week is over), or end
    the tournament; else the same tournament."""
    if tournament.state != "running" or not tournament.rounds:
        return tournament
    last = tournament.rounds[-1]
    if not last.is_complete or (tournament.format == "league" and now < last.ends):
        return tournament
    if _is_last(tournament):
        return replace(tournament, state="over", ended=now)
    return _with_round(tournament, now, new_id)


def _is_last(tournament: Tournament) -> bool:
    """Whether the last round was the last one of all."""
    if len(_playing(tournament)) < max(LEAST_PLAYERS, tournament.least_seats):
        return True
    if tournament.format == "knockout":
        last = tournament.rounds[-1]
        return (len(last.tables) == 1 and not last.byes) or len(_survivors(tournament)) < 2
    return len(tournament.rounds) >= round_count(tournament)


def round_count(tournament: Tournament) -> int:
    """How many rounds there are to be; of a knock-out 0, as it goes on until one is left."""
    players = len(tournament.entrants)
    if tournament.format == "knockout":
        return 0
    if tournament.format == "round_robin":
        return len(_schedule(tournament))
    if tournament.rounds_wanted:
        return tournament.rounds_wanted
    return max(1, (players - 1).bit_length())  # as many as a knock-out would take


def _playing(tournament: Tournament) -> list[str]:
    """Who is to be drawn for the next round, in the order of the draw."""
    number = len(tournament.rounds) + 1
    return [entrant.account for entrant in tournament.active if entrant.first_round <= number]


def _survivors(tournament: Tournament) -> list[str]:
    """Who is still in a knock-out, the best seed first. The better seed survives a tie."""
    seeds = {entrant.account: number for number, entrant in enumerate(tournament.entrants)}
    last = tournament.rounds[-1]
    left = list(last.byes)
    for table in last.tables:
        ranked = sorted(
            zip(table.players, table.ranks, strict=True),
            key=lambda pair: (pair[0] in table.absent, pair[1], seeds[pair[0]]),
        )
        left += [player for player, _rank in ranked[: survivors(len(table.players))]]
    playing = set(_playing(tournament))
    return sorted((player for player in left if player in playing), key=seeds.__getitem__)


def _schedule(tournament: Tournament) -> list[Pairing]:
    players = tuple(entrant.account for entrant in tournament.entrants)
    return _drawn(players, tournament.least_seats, tournament.seats, tournament.seed)


@lru_cache(maxsize=32)
def _drawn(players: tuple[str, ...], least: int, most: int, seed: int) -> list[Pairing]:
    return round_robin(players, least, most, seed)


def _with_round(tournament: Tournament, now: float, new_id: Callable[[], str]) -> Tournament:
    number = len(tournament.rounds)
    pairing = _pairing(tournament)
    began = Counter(table.players[0] for round_ in tournament.rounds for table in round_.tables)
    rng = Random(f"{tournament.seed} {number}")
    orders = [
        table if pairing.is_seated else seat_order(table, began, rng) for table in pairing.tables
    ]
    tables = tuple(Table(new_id(), order) for order in orders)
    new = Round(now, _end_of_round(tournament, now), tables, pairing.byes)
    return replace(tournament, rounds=(*tournament.rounds, new))


def _pairing(tournament: Tournament) -> Pairing:
    least, most = tournament.least_seats, tournament.seats
    playing = _playing(tournament)
    if tournament.format == "knockout":
        in_it = _survivors(tournament) if tournament.rounds else playing
        return knockout_round(in_it, least, most)
    if tournament.format == "round_robin":
        drawn = _schedule(tournament)[len(tournament.rounds)]
        tables = [tuple(p for p in table if p in playing) for table in drawn.tables]
        short = [player for table in tables if len(table) < least for player in table]
        byes = (*(player for player in drawn.byes if player in playing), *short)
        whole = tuple(table for table in tables if len(table) >= least)
        return Pairing(whole, byes, drawn.is_seated)
    points = points_by_player(tournament.rounds)
    order = [place.account for place in places(tournament) if place.account in set(playing)]
    met = meetings([table.players for round_ in tournament.rounds for table in round_.tables])
    had_bye = {player for round_ in tournament.rounds for player in round_.byes}
    scores = {player: points.get(player, 0) for player in playing}
    return swiss_round(order, scores, met, had_bye, least, most)


def _end_of_round(tournament: Tournament, now: float) -> float:
    if tournament.format == "league":
        return week_end(now, is_first=not tournament.rounds)
    return 0.0 if tournament.days else now + 60 * tournament.minutes


def week_end(now: float, is_first: bool = False) -> float:
    """The next Monday, 0:00 UTC; in a first week of less than three days the one after it."""
    moment = datetime.fromtimestamp(now, UTC)
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    monday = midnight + timedelta(days=7 - moment.weekday())
    if is_first and monday - moment < SHORTEST_WEEK:
        monday += timedelta(days=7)
    return monday.timestamp()


# Results


def record(
    tournament: Tournament, match: str, ranks: Mapping[str, int], absent: Sequence[str] = ()
) -> Tournament:
    """Enter the result of a match by account; whoever is missing in `ranks` is last. The same
    tournament if the match is not one of it, or has a result already."""
    table = tournament.table_of(match)
    if table is None or table.ranks:
        return tournament
    last = max(ranks.values(), default=0) + 1
    values = [last + 1 if player in absent else ranks.get(player, last) for player in table.players]
    done = replace(
        table,
        ranks=tuple(1 + sum(other < value for other in values) for value in values),
        absent=tuple(player for player in table.players if player in absent),
    )
    rounds = tuple(
        replace(round_, tables=tuple(done if other is table else other for other in round_.tables))
        for round_ in tournament.rounds
    )
    return replace(tournament, rounds=rounds)
