"""What a finished match is for its player: deeds, records, firsts, streaks, change of rating."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from attrs import frozen

from saves.deeds import new_deeds
from saves.profile import Result
from saves.statistics import TOLD_FROM, own_results, ratings, records, summarize

Kind = Literal["first match", "first win", "deed", "record", "longest streak", "streak", "rating"]

LEAST_STREAK = 2
"""Wins in a row that are worth a word."""


@frozen
class Milestone:
    """Something that a match has brought."""

    kind: Kind
    value: float = 0.0
    before: float | None = None
    """What it was before; None if it was nothing."""
    name: str = ""
    """Of a record its name, of a first win the kinds of the opponents, of a deed its id."""


def milestones(earlier: Sequence[Result], new: Result) -> list[Milestone]:
    """What the newest of the user's results has brought, the rarest first.

    `earlier`: the results before it, in order of time. Nothing for an assisted match, as it does
    not count, and for one in which the user had no seat.
    """
    if new.assisted or new.me is None:
        return []
    known = own_results(earlier)
    same_game = [result for result in known if result.game == new.game]
    reached = []
    if not same_game:
        reached.append(Milestone("first match"))
    rivals = [result for result in same_game if result.against == new.against]
    if new.won and not any(result.won for result in rivals):
        reached.append(Milestone("first win", name=new.against))
    reached += [Milestone("deed", name=name) for name in new_deeds(known, new)]
    if same_game:
        reached += _records(same_game, new)
    reached += _streak(known, new)
    reached += _rating(known, new)
    return reached


def _records(same_game: Sequence[Result], new: Result) -> list[Milestone]:
    """The records of a game that the match has beaten."""
    old = {best.name: best.value for best in records(same_game)}
    return [
        Milestone("record", best.value, old.get(best.name), best.name)
        for best in records([*same_game, new])
        if best.match == new.match and best.name in old
    ]


def _streak(known: Sequence[Result], new: Result) -> list[Milestone]:
    before, after = summarize(known), summarize([*known, new])
    if not new.won or after.streak < LEAST_STREAK:
        return []
    if after.streak > before.longest_streak:
        return [Milestone("longest streak", after.streak, before.longest_streak)]
    return [Milestone("streak", after.streak)]


def _rating(known: Sequence[Result], new: Result) -> list[Milestone]:
    after = ratings([*known, new])
    if not after or after[-1].match != new.match:
        return []  # nobody there who has a strength
    if len(after) < TOLD_FROM:
        return []
    before = after[-2].value if len(after) > TOLD_FROM else None
    return [Milestone("rating", after[-1].value, before)]
