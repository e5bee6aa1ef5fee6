"""Why one move of a problem is worse than another where nothing tells them apart at once: what the
lines of play that follow them come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from attrs import frozen

from ai.reasons import follow
from caravan_tui.engine import Match
from caravan_tui.games import registry
from caravan_tui.games.contract import (
    OVER,
    Game,
    TriedMove,
    less_points_words,
    seat_name,
    seat_of,
)
from caravan_tui.i18n import _, _n

WORLDS: Final = 4
"""Positions that a view allows over which an estimate is averaged."""

LEAST: Final = 0.03
"""By how much two estimates differ if that says something."""


@frozen
class Stop:
    """A place of two lines at which they can be compared."""

    worse: Any
    """What the seat sees there after the worse move."""
    better: Any
    """And after the better one."""
    turns: int
    """How many turns end there; 0: as many steps of the first one."""

    @property
    def is_same_round(self) -> bool:
        """Whether what is seen can be compared: no hand was dealt anew in one of them alone."""
        return bool(self.worse["round"] == self.better["round"])


def later_reason(
    view: Any, match: Match, better_match: Match, ply: int, names: Sequence[str] = ()
) -> str:
    """What a line of play comes to beside a better one, in the game's words, without a subject;
    empty where they show nothing worth telling.

    Both matches are alike up to `ply` and go on from there, each with a line; `view`: what the seat
    to act sees there. They are compared where the same seats have had as many turns, the earliest
    such place first; then by points, then by what the evaluation expects.
    """
    game, seat, matches = match.game, seat_of(view), (match, better_match)
    moves = [follow(game, view, each.record.log[ply:]).turn for each in matches]
    stops = list(_stops(match, better_match, ply, seat))
    if not all(moves) or not stops:
        return ""
    everybody = [seat_name(number, names) for number in range(view["seats"])]
    for stop in stops:
        if stop.turns and stop.is_same_round:
            played, preferred = TriedMove(moves[0], stop.worse), TriedMove(moves[1], stop.better)
            if words := game.why_worse(played, preferred, everybody):
                return words
    for stop in stops:
        if words := _by_points(stop, seat, everybody) or _by_estimate(game, stop, seat):
            return words
    return ""


def _by_points(stop: Stop, seat: int, names: Sequence[str]) -> str:
    """Who has fewer points, or more, than after the better line."""
    worse, better = stop.worse["scores"], stop.better["scores"]
    if words := less_points_words(better[seat] - worse[seat]):
        return words
    more = {other: worse[other] - better[other] for other in range(len(names)) if other != seat}
    other = max(more, key=lambda number: more[number], default=seat)
    if other == seat or more[other] <= 0 or worse[seat] > better[seat]:
        return ""
    count = round(more[other])
    text = _n("brings {name} {count} point more", "brings {name} {count} points more", count)
    return text.format(name=names[other], count=count)


def _by_estimate(game: Game[Any], stop: Stop, seat: int) -> str:
    """When the evaluation expects less than after the better line. Not how much: the search that
    looked further tells another number."""
    if OVER in (stop.worse["to_act"], stop.better["to_act"]):
        return ""
    worse, better = (_estimate(game, view, seat) for view in (stop.worse, stop.better))
    if better - worse < LEAST:
        return ""
    if not stop.turns:
        return _("falls behind within this turn")
    text = _n("falls behind after {count} turn", "falls behind after {count} turns", stop.turns)
    return text.format(count=stop.turns)


def _estimate(game: Game[Any], view: Any, seat: int) -> float:
    """The result that the evaluation expects for a seat."""
    evaluator = registry.evaluator(game.spec.id)
    worlds = (game.determinize(view, Random(number)) for number in range(WORLDS))
    return sum(evaluator.evaluate(world)[seat] for world in worlds) / WORLDS


def _stops(match: Match, better_match: Match, ply: int, seat: int) -> Iterator[Stop]:
    """Where two lines can be compared: after each turn that both have to its end, as long as the
    same seats have them; or where both break off within the first one."""
    pair = [_turns(each, ply, seat) for each in (match, better_match)]
    for turns, ((actor, worse), (other, better)) in enumerate(zip(*pair, strict=False), 1):
        if actor != other:
            return
        yield Stop(worse, better, turns)
    if not any(pair) and match.version == better_match.version:
        yield Stop(match.view(seat), better_match.view(seat), turns=0)


def _turns(match: Match, ply: int, seat: int) -> list[tuple[int, Any]]:
    """Who had a turn from a ply on, each with what the seat sees after it; not one that the line
    breaks off."""
    turns: list[tuple[int, Any]] = []
    actor = -1
    for played in match.plies(ply):
        if played.actor >= 0 and played.actor != actor:
            if actor >= 0:
                turns.append((actor, match.game.view(played.before, seat)))
            actor = played.actor
    if actor >= 0 and (match.over or match.to_act not in (actor, -1)):
        turns.append((actor, match.view(seat)))
    return turns
