"""Why one move of a problem is worse than another where nothing tells them apart at once: what the
lines of play that follow them come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from ai.reasons import follow
from caravan_tui.engine import Match
from caravan_tui.games.contract import (
    LineOfPlay,
    TriedMove,
    less_points_words,
    seat_name,
    seat_of,
)
from caravan_tui.i18n import _n


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
) -> list[str]:
    """What a line of play comes to beside a better one, in the game's words, without a subject, and
    in fewer words if there are some; none where they show nothing worth telling.

    Both matches are alike up to `ply` and go on from there, each with a line; `view`: what the seat
    to act sees there. The game is asked first about the lines as they are. Else they are compared
    where the same seats have had as many turns, the earliest such place first; then by points.
    """
    game, seat, matches = match.game, seat_of(view), (match, better_match)
    moves = [follow(game, view, each.record.log[ply:]).turn for each in matches]
    if not all(moves):
        return []
    everybody = [seat_name(number, names) for number in range(view["seats"])]
    if game.explain_line is not None:
        line, better_line = (_line(each, ply, seat) for each in matches)
        if told := game.explain_line(line, better_line, everybody):
            return list(told)
    stops = list(_stops(match, better_match, ply, seat))
    for stop in stops:
        if stop.turns and stop.is_same_round:
            played, preferred = TriedMove(moves[0], stop.worse), TriedMove(moves[1], stop.better)
            if words := game.why_worse(played, preferred, everybody):
                return [words]
    for stop in stops:
        if words := _by_points(stop, seat, everybody):
            return [words]
    return []


def _line(match: Match, ply: int, seat: int) -> LineOfPlay:
    """What follows a ply, as a seat sees it."""
    steps = [
        (played.actor, played.action, match.game.view(played.before, seat))
        for played in match.plies(ply)
    ]
    return LineOfPlay(steps, match.view(seat))


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
