"""Ratings of people from their matches with each other, with any number of seats.

Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (2011), as openskill has it: each
match moves the ratings of all its players at once, by the order in which they ended.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import define, frozen
from openskill.models import PlackettLuce

from caravan_tui.competition.played import Played

FIRST: Final = 1500.0
"""The rating of somebody who has not played yet."""
SCALE: Final = 30.0
"""Points of a rating for one of the model: 400 points are odds of about ten to one."""
SETTLED: Final = 5
"""Matches after which a rating has a rank; before it is provisional."""

_MODEL = PlackettLuce()


@frozen
class Rating:
    """What somebody's matches in one game say of the player's strength."""

    account: str
    value: float
    spread: float
    """The true value is likely to be less than this away: twice the standard deviation."""
    matches: int
    wins: int
    last: float
    """When the last match ended, in seconds since 1970."""

    @property
    def is_settled(self) -> bool:
        """Whether there are enough matches for a rank."""
        return self.matches >= SETTLED


@define
class _Strength:
    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    matches: int = 0
    wins: int = 0
    last: float = 0.0


class Ratings:
    """The ratings in one game, from matches in the order in which they ended."""

    def __init__(self, played: Iterable[Played] = ()) -> None:
        self._strengths: dict[str, _Strength] = {}
        for match in played:
            self.add(match)

    def add(self, match: Played) -> None:
        """Count one more match."""
        strengths = [self._strengths.setdefault(who, _Strength()) for who in match.accounts]
        teams = [[_MODEL.rating(mu=strength.mu, sigma=strength.sigma)] for strength in strengths]
        rated = _MODEL.rate(teams, ranks=[float(rank) for rank in match.ranks])
        for strength, [new], rank in zip(strengths, rated, match.ranks, strict=True):
            strength.mu, strength.sigma = new.mu, new.sigma
            strength.matches += 1
            strength.wins += rank == 1
            strength.last = match.ended

    def of(self, account: str) -> Rating | None:
        """The rating of an account; None before its first match."""
        strength = self._strengths.get(account)
        if strength is None:
            return None
        return Rating(
            account,
            FIRST + SCALE * (strength.mu - _MODEL.mu),
            2 * SCALE * strength.sigma,
            strength.matches,
            strength.wins,
            strength.last,
        )

    def table(self) -> list[Rating]:
        """All ratings: the settled ones, the best first, then the provisional ones."""
        ratings = [rating for account in self._strengths if (rating := self.of(account))]
        return sorted(
            ratings, key=lambda rating: (not rating.is_settled, -rating.value, rating.account)
        )
