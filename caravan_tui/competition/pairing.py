"""Who meets whom: rounds of tournaments for games of two and of more seats.

Of two seats, Swiss rounds follow the basic rules of the FIDE Handbook, C.04.1: nobody meets the
same opponent twice where that can be avoided, nobody has two byes, and opponents have the same
score as far as possible; within a score, the upper half meets the lower half as in the Dutch system
(C.04.3), simplified. Round robins of two seats use the circle method (Berger, C.05). With more
seats the same is done table by table, with as few repeated meetings as a search finds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Final

from attrs import field, frozen

Pair = frozenset[str]
Meetings = Mapping[Pair, int]
"""How often each two players have met."""

MOST_STEPS: Final = 50_000
"""Of a search for opponents without a repeat, before one is allowed."""
REPEAT_COST: Final = 1_000_000
"""Of a repeated meeting, against a step between standings."""
SEARCHES = 3
"""Ways to have everybody meet that are compared; the shortest is taken."""

TRIES: Final = 24
"""Of a search for the tables of a round robin with more than two seats."""


@frozen
class Pairing:
    """The tables of a round, each with its players, and those who have a bye."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = field(default=())
    is_seated: bool = False
    """Whether the players of each table stand in the order of their seats."""


def meetings(tables: Sequence[Sequence[str]]) -> Counter[Pair]:
    """How often each two players have sat at one of these tables."""
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))


def table_sizes(players: int, least: int, most: int) -> list[int]:
    """The sizes of tables with `least` to `most` seats for as many of the players as possible: as
    few tables as possible, and sizes that differ by one at most. The others have a bye."""
    if players < least:
        return []
    count = -(-players // most)
    if count * least > players:
        count = players // least
    seated = min(players, count * most)
    return [seated // count + (number < seated % count) for number in range(count)]


# Swiss


def swiss_round(
    order: Sequence[str],
    scores: Mapping[str, object],
    met: Meetings,
    had_bye: Collection[str],
    least: int,
    most: int,
) -> Pairing:
    """A round for players in the order of the standings, the best first. `scores`: equal ones are
    of one group."""
    sizes = table_sizes(len(order), least, most)
    choices = _bye_choices(order, had_bye, len(order) - sum(sizes))
    if most > 2:
        seated = [player for player in order if player not in choices[0]]
        return Pairing(_tables(seated, sizes, met), choices[0])
    repeats, most_repeats = 0, sum(met.values())
    while True:
        for byes in choices:
            seated = [player for player in order if player not in byes]
            pairs = _pairs(seated, scores, met, repeats)
            if pairs is not None:
                return Pairing(tuple(pairs), byes)
        assert repeats <= most_repeats, "then nobody is held back by a repeat"
        repeats = 2 * repeats or 1


def _bye_choices(
    order: Sequence[str], had_bye: Collection[str], count: int
) -> list[tuple[str, ...]]:
    """Who may have the byes of a round, the best choice first: the last of those who had none."""
    if not count:
        return [()]
    ranked = [player for player in reversed(order) if player not in had_bye]
    if count == 1 and ranked:
        return [(player,) for player in ranked]
    ranked += [player for player in reversed(order) if player in had_bye]
    return [tuple(ranked[:count])]


def _pairs(
    order: Sequence[str], scores: Mapping[str, object], met: Meetings, repeats: int
) -> list[tuple[str, str]] | None:
    """Opponents for everybody with at most so many repeated meetings; None if none were found."""
    steps = 0
    failed: set[tuple[tuple[str, ...], int]] = set()

    def search(left: tuple[str, ...], repeats: int) -> list[tuple[str, str]] | None:
        nonlocal steps
        if not left:
            return []
        if (left, repeats) in failed:
            return None
        steps += 1
        first = left[0]
        for other in _candidates(left, scores):
            again = met.get(frozenset((first, other)), 0)
            if again > repeats or steps > MOST_STEPS:
                continue
            rest = tuple(player for player in left[1:] if player != other)
            others = search(rest, repeats - again)
            if others is not None:
                return [(first, other), *others]
        failed.add((left, repeats))
        return None

    return search(tuple(order), repeats)


def _candidates(left: tuple[str, ...], scores: Mapping[str, object]) -> list[str]:
    """The opponents of the first player, the best first: of the own group the one half a group
    below, then those near it; then the groups below."""
    first = left[0]
    group = [player for player in left if scores.get(player) == scores.get(first)]
    ideal = len(group) // 2
    own = sorted(range(1, len(group)), key=lambda place: (abs(place - ideal), place))
    others = [player for player in left[1:] if scores.get(player) != scores.get(first)]
    return [*(group[place] for place in own), *others]


def _tables(
    order: Sequence[str], sizes: Sequence[int], met: Meetings
) -> tuple[tuple[str, ...], ...]:
    """Tables of players with standings as near as possible and few repeated meetings: the players
    in their order, improved by exchanges as long as there is one that helps."""
    place = {player: number for number, player in enumerate(order)}
    tables: list[list[str]] = []
    start = 0
    for size in sizes:
        tables.append(list(order[start : start + size]))
        start += size

    def cost(table: Sequence[str]) -> int:
        repeated = sum(met.get(frozenset(pair), 0) ** 2 for pair in combinations(table, 2))
        distance = sum((place[one] - place[other]) ** 2 for one, other in combinations(table, 2))
        return REPEAT_COST * repeated + distance

    is_better = True
    while is_better:
        is_better = False
        for one, other in combinations(range(len(tables)), 2):
            before = cost(tables[one]) + cost(tables[other])
            for i in range(len(tables[one])):
                for j in range(len(tables[other])):
                    _exchange(tables, one, i, other, j)
                    after = cost(tables[one]) + cost(tables[other])
                    if after < before:
                        before, is_better = after, True
                    else:
                        _exchange(tables, one, i, other, j)
    return tuple(tuple(sorted(table, key=place.__getitem__)) for table in tables)


def _exchange(tables: list[list[str]], one: int, i: int, other: int, j: int) -> None:
    tables[one][i], tables[other][j] = tables[other][j], tables[one][i]


# Round robin


def round_robin(players: Sequence[str], least: int, most: int, seed: int) -> list[Pairing]:
    """All rounds in which everybody meets everybody: of two seats exactly once, with more at least
    once and as seldom again as a search finds."""
    if most == 2:
        return _circle(players)
    rng = Random(seed)
    searches = [_until_all_have_met(players, least, most, rng) for _search in range(SEARCHES)]
    if least == 2:
        searches.append(_circle(players))  # tables of two are not forbidden
    return min(searches, key=len)


def _until_all_have_met(
    players: Sequence[str], least: int, most: int, rng: Random
) -> list[Pairing]:
    """Rounds until everybody has met everybody."""
    wanted = {frozenset(pair) for pair in combinations(players, 2)}
    met: Counter[Pair] = Counter()
    byes: Counter[str] = Counter()
    rounds: list[Pairing] = []
    while wanted - met.keys():
        pairing = _fresh_round(players, met, byes, least, most, rng)
        met += meetings(pairing.tables)
        byes.update(pairing.byes)
        rounds.append(pairing)
    return rounds


def _circle(players: Sequence[str]) -> list[Pairing]:
    """The circle method: the first player stays, the others go round. Everybody has the first seat
    in half of the rounds, or one more or less."""
    circle: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    rounds = []
    for number in range(len(circle) - 1):
        half = len(circle) // 2
        pairs = list(zip(circle[:half], reversed(circle[half:]), strict=True))
        if number % 2:  # the first player begins in every other round
            pairs[0] = pairs[0][::-1]
        tables = tuple((one, other) for one, other in pairs if one and other)
        byes = tuple(player for pair in pairs for player in pair if player and None in pair)
        rounds.append(Pairing(tables, byes, is_seated=True))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def _fresh_round(
    players: Sequence[str],
    met: Meetings,
    byes: Mapping[str, int],
    least: int,
    most: int,
    rng: Random,
) -> Pairing:
    """The round with the most new meetings of some that were tried."""
    best: Pairing | None = None
    most_new = -1
    sizes = table_sizes(len(players), least, most)
    for _try in range(TRIES):
        order = list(players)
        rng.shuffle(order)
        order.sort(key=lambda player: -byes.get(player, 0))  # those who had a bye play
        seated, resting = order[: sum(sizes)], order[sum(sizes) :]
        rng.shuffle(seated)
        pairing = Pairing(_tables(seated, sizes, met), tuple(resting))
        new = len(meetings(pairing.tables).keys() - met.keys())
        if new > most_new:
            best, most_new = pairing, new
    assert best is not None
    return best


# Knock-out


def knockout_round(players: Sequence[str], least: int, most: int) -> Pairing:
    """A round of those who are still in, the best seed first: the best meet the last. Of two seats
    the best have a bye until the number is a power of two."""
    if most == 2:
        byes = _next_power(len(players)) - len(players)
        rest = players[byes:]
        half = len(rest) // 2
        pairs = zip(rest[:half], reversed(rest[half:]), strict=True)
        return Pairing(tuple(pairs), tuple(players[:byes]))
    sizes = table_sizes(len(players), least, most)
    count = len(sizes)
    tables: list[list[str]] = [[] for _size in sizes]
    row = 0
    left = list(players[: sum(sizes)])
    while left:  # to and fro, so that every table has one of each strength
        numbers = range(count) if row % 2 == 0 else range(count - 1, -1, -1)
        for number in numbers:
            if left and len(tables[number]) < sizes[number]:
                tables[number].append(left.pop(0))
        row += 1
    return Pairing(tuple(map(tuple, tables)), tuple(players[sum(sizes) :]))


def survivors(seats: int) -> int:
    """How many of a table's players go on in a knock-out: half of them, at least one."""
    return max(1, seats // 2)


def _next_power(number: int) -> int:
    return 1 << max(0, number - 1).bit_length()


# Seats


def seat_order(table: Sequence[str], began: Mapping[str, int], rng: Random) -> tuple[str, ...]:
    """The players of a table by seat: who has begun least often comes first. `began`: how often
    each player has had the first seat."""
    players = list(table)
    rng.shuffle(players)
    return tuple(sorted(players, key=lambda player: began.get(player, 0)))
