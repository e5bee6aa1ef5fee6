"""Invented matches of two months: with them an empty page shows what will be on it."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Final

from caravan_tui.engine import PERSON, Match, Seat
from caravan_tui.games import registry
from caravan_tui.hosts.reviewing import Beginning, beginning_of
from caravan_tui.i18n import language
from saves.profile import Result
from saves.reviews import Errors, Part, Review

MATCHES, DAYS = 14, 60
"""How many there are, and over how many days; most of them on the last ones."""

OPPONENTS: Final = (("Omar", "herder"), ("Leila", "porter"), ("Batu", "drover"))
"""Whom they are against, in turns: names, and levels of which a newcomer beats some."""

SEED: Final = 11
"""Everybody sees the same example."""

DAY_SECONDS: Final = 86_400

EXAMPLE: Final = "example"
"""How the ids of these matches begin: none of them is saved."""

OPENED = 3
"""First turns of a game that are played for the page of openings."""

now: Callable[[], float] = time.time
"""When the last of them ended; tests have another time."""


def results(own_name: str) -> list[Result]:
    """Finished matches of a player of this name, who wins more and more often."""
    random, ids = Random(SEED), registry.ids()
    matches = []
    for number in range(MATCHES):
        name, kind = OPPONENTS[number % len(OPPONENTS)]
        game = ids[number * 3 // 2 % max(1, len(ids) - 1)]
        has_won = random.random() < 0.3 + 0.5 * number / MATCHES
        before_last = MATCHES - 1 - number
        ended = int(now()) - DAY_SECONDS * (before_last**2 * DAYS // MATCHES**2)
        best, worst = 14 + random.randrange(12), 6 + random.randrange(8)
        played = 600 + random.randrange(900)
        matches.append(
            Result(
                match=f"{EXAMPLE}{number}",
                game=game,
                kinds=(PERSON, kind),
                names=(own_name, name),
                scores=(best, worst) if has_won else (worst, best),
                ranks=(1, 2) if has_won else (2, 1),
                me=0,
                began=ended - played,
                ended=ended,
                played=played,
                actions=80,
                rounds=8,
            )
        )
    return matches


def reviews(matches: list[Result]) -> list[Review]:
    """What an analysis might say of them: fewer errors from match to match."""
    random, judged = Random(SEED), []
    for number, result in enumerate(matches):
        left = 1.3 - number / len(matches)
        luck = (0.12 if result.won else -0.1) + random.uniform(-0.12, 0.12)
        judged.append(
            Review(
                match=result.match,
                game=result.game,
                seat=0,
                phases=tuple(
                    Part(8, 8 * left * loss * random.uniform(0.6, 1.4))
                    for loss in (0.008, 0.016, 0.011)
                ),
                marks=Errors(random.randrange(2), 1 + number % 3, round(2 * left), number % 2),
                luck=(luck, -luck),
                luck_errors=(0.04, 0.04),
                values=(1.0, 0.0) if result.won else (0.0, 1.0),
            )
        )
    return judged


def beginnings(matches: list[Result]) -> dict[str, Beginning]:
    """How they might have begun: first turns by chance. Takes some tens of milliseconds."""
    begun: dict[str, Beginning] = {}
    for game in {result.game for result in matches}:
        own = [result.match for result in matches if result.game == game]
        turns = _first_turns(game, language())
        begun |= {match: turns[number * number % OPENED] for number, match in enumerate(own)}
    return begun


@cache
def _first_turns(game: str, _language: str) -> list[Beginning]:
    turns = []
    for number in range(OPENED):
        random = Random(SEED + number)
        seats = [Seat(PERSON, ""), Seat(OPPONENTS[0][1], "")]
        count = max(len(seats), registry.spec(game).min_seats)
        match = Match.new(game, {}, (seats * count)[:count], SEED + number)
        while not match.over and match.to_act != 0:
            match.act(match.to_act, random.choice(match.legal(match.to_act)))
        while not match.over and match.to_act == 0:
            match.act(0, random.choice(match.legal(0)))
        turns.append(beginning_of(match, 0))
    return turns
