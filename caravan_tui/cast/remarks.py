"""When a character says something: now and then, about what everybody at the table has seen.

A `Talker` hears moments and nothing else. A moment is public: it is the same whatever a seat or a
spectator may know besides, so what is said gives nothing away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from attrs import frozen

from caravan_tui.bus.messages import Position
from caravan_tui.cast.characters import Character
from caravan_tui.cast.lines import LINES, Occasion
from caravan_tui.engine.rng import stream
from caravan_tui.games.contract import Game

SHARE = {
    Occasion.START: 1.0,
    Occasion.LEAD: 0.8,
    Occasion.OVERTAKEN: 0.8,
    Occasion.LOSS: 0.9,
    Occasion.CATCH: 0.6,
    Occasion.OTHERS_GAIN: 0.7,
    Occasion.OWN_GAIN: 0.5,
    Occasion.ROUND: 0.15,
    Occasion.WON: 1.0,
    Occasion.LOST: 1.0,
}
"""How often an occasion is remarked on, if nobody has spoken for a while."""

ROUNDS_OF_SILENCE = 2
"""Turns of every seat between two remarks, at least."""

BIG = 1.5
"""A gain of this many mean ones is worth a remark."""

GAINS_KNOWN = 3
"""Gains before one can be called big."""


@frozen
class Moment:
    """What everybody knows of a position and of what led to it."""

    version: int
    """Actions in the log."""
    to_act: int
    """A seat, or below 0."""
    round: int
    scores: Sequence[float]
    losses: Sequence[tuple[int, int]] = ()
    """Who took something, and from whom, since the moment before."""
    triumphs: Sequence[int] = ()
    """The seats that did something great since then."""
    ranks: Sequence[int] | None = None
    """At the end: of each seat, 1 is best."""


def moment_of(game: Game[Any], position: Position) -> Moment:
    """The public part of a position, of whichever seat it is."""
    seen = (game.view_event(event, None) for event in position.events)
    public = [event for event in seen if event is not None]
    view = position.view
    return Moment(
        version=position.version,
        to_act=view["to_act"],
        round=view["round"],
        scores=tuple(view["scores"]),
        losses=[loss for event in public for loss in game.losses(event)],
        triumphs=[seat for event in public for seat in game.triumphs(event)],
        ranks=position.ranks if position.over else None,
    )


@frozen
class Remark:
    """A line that a character says."""

    seat: int
    occasion: Occasion
    text: str
    """English; translated when it is shown."""


class Talker:
    """Decides what the characters of a match say. Equal moments and an equal seed give equal
    remarks."""

    def __init__(self, seed: int, characters: Mapping[int, Character]) -> None:
        """`characters`: by seat; in every other seat is a person."""
        self._seed = seed
        self._characters = characters
        self._before: Moment | None = None
        """The moment at which the turn began that is being played."""
        self._losses: list[tuple[int, int]] = []
        """Of this turn."""
        self._triumphs: list[int] = []
        self._leader: int | None = None
        """Who was alone in front last."""
        self._gains: list[float] = []
        self._turns_silent = 0
        self._said: list[str] = []

    def hear(self, moment: Moment) -> Remark | None:
        """Take in the next moment. Returns what is said about it, usually nothing."""
        before = self._before
        if before is None:
            self.resume(moment)
            if moment.round > 1 or len(set(moment.scores)) > 1 or moment.ranks:
                return None
            starts = [(seat, Occasion.START) for seat in self._characters]
            return self._say(self._chance(moment), starts)
        self._losses += moment.losses
        self._triumphs += moment.triumphs
        if moment.ranks is None and (moment.to_act < 0 or moment.to_act == before.to_act):
            return None
        self._turns_silent += 1
        occasions = self._occasions(before, moment)
        self._begin_turn(moment)
        if moment.ranks is None and self._turns_silent < ROUNDS_OF_SILENCE * len(moment.scores):
            return None
        chance = self._chance(moment)
        for seats in occasions:
            remark = self._say(chance, seats)
            if remark is not None:
                return remark
        return None

    def resume(self, moment: Moment) -> None:
        """Go on from a moment without a remark: after an undo, or in a match that was saved."""
        self._begin_turn(moment)
        self._leader = _leader(moment.scores)

    def _begin_turn(self, moment: Moment) -> None:
        self._before, self._losses, self._triumphs = moment, [], []

    def _occasions(self, before: Moment, now: Moment) -> list[list[tuple[int, Occasion]]]:
        """What a turn gave occasion for, the most remarkable first: for each, who could say it."""
        actor, characters = before.to_act, self._characters
        occasions: list[list[tuple[int, Occasion]]] = []
        if now.ranks is not None:
            winners = [seat for seat in characters if now.ranks[seat] == 1]
            if winners:
                return [[(seat, Occasion.WON) for seat in winners]]
            return [[(seat, Occasion.LOST) for seat in characters]]
        for taker, loser in self._losses:
            if loser in characters and taker not in characters:
                occasions.append([(loser, Occasion.LOSS)])
            elif taker in characters and loser not in characters:
                occasions.append([(taker, Occasion.CATCH)])
        leader = _leader(now.scores)
        if leader is not None:
            passed, self._leader = self._leader, leader
            if passed not in (None, leader):
                if leader in characters:
                    occasions.append([(leader, Occasion.LEAD)])
                elif passed in characters and passed is not None:
                    occasions.append([(passed, Occasion.OVERTAKEN)])
        gains = [after - first for first, after in zip(before.scores, now.scores, strict=True)]
        gainer = max(range(len(gains)), key=gains.__getitem__)
        great = [gainer] if self._is_big(gains[gainer]) else self._triumphs[-1:]
        for seat in great:
            if seat in characters:
                occasions.append([(seat, Occasion.OWN_GAIN)])
            elif seat == actor:
                occasions.append([(other, Occasion.OTHERS_GAIN) for other in characters])
        if now.round > before.round:
            occasions.append([(seat, Occasion.ROUND) for seat in characters])
        return occasions

    def _is_big(self, gain: float) -> bool:
        """Whether a gain is far above the mean of those before; remembers it."""
        if gain <= 0:
            return False
        gains = self._gains
        is_big = len(gains) >= GAINS_KNOWN and gain >= BIG * sum(gains) / len(gains)
        gains.append(gain)
        return is_big

    def _chance(self, moment: Moment) -> Random:
        return stream(self._seed, "remark", moment.version)

    def _say(self, chance: Random, seats: Sequence[tuple[int, Occasion]]) -> Remark | None:
        """One of the seats says something about its occasion, or nobody does."""
        if not seats:
            return None
        seat, occasion = chance.choice(seats)
        if chance.random() >= SHARE[occasion]:
            return None
        self._turns_silent = 0
        lines = LINES[occasion][self._characters[seat].temper]
        times = {line: self._said.count(line) for line in lines}
        text = chance.choice([line for line in lines if times[line] == min(times.values())])
        self._said.append(text)
        return Remark(seat, occasion, text)


def _leader(scores: Sequence[float]) -> int | None:
    """The seat that is alone in front, None if there is none."""
    best = max(scores)
    return list(scores).index(best) if list(scores).count(best) == 1 else None
