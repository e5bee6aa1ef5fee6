"""Why one move of a problem is worse than another where nothing tells them apart at once: what the
lines of play that follow them come to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from random import Random
from typing import Any, Final

from caravan_tui.engine import Match
from caravan_tui.games import registry
from caravan_tui.games.contract import (
    CHANCE,
    OVER,
    Game,
    LineOfPlay,
    State,
    TriedMove,
    View,
    less_points_words,
    seat_name,
    seat_of,
)
from caravan_tui.games.evaluator import Evaluator
from caravan_tui.i18n import _n

FURTHER: Final = 80
"""The most actions by which a line is played on."""


class _Line:
    """How a match goes on from a position, and may go on further."""

    def __init__(self, match: Match, ply: int) -> None:
        self.game: Game[Any] = match.game
        self.steps: list[tuple[int, int, State]] = [
            (played.actor, played.action, played.before) for played in match.plies(ply)
        ]
        """Every action with its seat and the position before it."""
        self.after: State = match.state.clone()

    def seen_by(self, seat: int) -> LineOfPlay:
        """The line as a seat sees it."""
        steps = [
            (actor, action, self.game.view(before, seat)) for actor, action, before in self.steps
        ]
        return LineOfPlay(steps, self.game.view(self.after, seat))

    def play_on(self, turns: int, evaluator: Evaluator[Any]) -> None:
        """Play on to the end of so many turns, each move the one that a look at the next position
        prefers; not past chance."""
        actors = [actor for actor, _action, _before in self.steps if actor != CHANCE]
        turn = sum(1 for actor, _others in groupby(actors))  # the one that is being had
        for _number in range(FURTHER):
            actor = self.after.to_act()
            turn += actor not in (actors[-1], CHANCE, OVER)
            if actor in (CHANCE, OVER) or turn > turns:
                return
            action = evaluator.greedy(self.after, Random(0))
            actors.append(actor)
            self.steps.append((actor, action, self.after))
            self.after = self.after.clone()
            self.after.apply(action)


def later_reason(
    view: Any, match: Match, better_match: Match, ply: int, names: Sequence[str] = ()
) -> list[str]:
    """What a line of play comes to beside a better one, in the game's words, without a subject, and
    in fewer words if there are some; none where they show nothing worth telling.

    Both matches are alike up to `ply` and go on from there, each with a line; `view`: what the seat
    to act sees there. Where the lines as they are tell nothing, and nothing is hidden in the game,
    they are played on turn by turn, until the seat has had another one.
    """
    game, seat = match.game, seat_of(view)
    lines = [_Line(each, ply) for each in (match, better_match)]
    everybody = [seat_name(number, names) for number in range(view["seats"])]
    worse, better = (line.seen_by(seat) for line in lines)
    if reasons := _reasons(game, worse, better, everybody):
        return reasons
    evaluator = registry.evaluator(game.spec.id)
    if not evaluator.PERFECT_INFORMATION:
        words = _by_points(worse.after, better.after, seat, everybody)
        is_within_turn = not worse.turns and not better.turns
        return [words] if words and is_within_turn and len(worse.steps) == len(better.steps) else []
    for turns in range(1, view["seats"] + 2):
        for line in lines:
            line.play_on(turns, evaluator)
        worse, better = (line.seen_by(seat) for line in lines)
        if reasons := _reasons(game, worse, better, everybody):
            return reasons
    return []


def _reasons(
    game: Game[Any], worse: LineOfPlay, better: LineOfPlay, names: Sequence[str]
) -> list[str]:
    """What two lines show. The game is asked first about the lines as they are. Else they are
    compared where the same seats have had as many turns, the earliest such place first; then by
    points."""
    if game.explain_line is not None and (reasons := game.explain_line(worse, better, names)):
        return list(reasons)
    turns = worse.turns_beside(better)
    for _seat, after, after_better in turns:
        if after["round"] == after_better["round"]:  # else a hand was dealt anew in one alone
            played = TriedMove(worse.first_turn, after)
            if words := game.why_worse(played, TriedMove(better.first_turn, after_better), names):
                return [words]
    for _seat, after, after_better in turns:
        if words := _by_points(after, after_better, seat_of(worse.after), names):
            return [words]
    return []


def _by_points(worse_view: View, better_view: View, seat: int, names: Sequence[str]) -> str:
    """Who has fewer points, or more, than after the better line."""
    worse, better = worse_view["scores"], better_view["scores"]
    if words := less_points_words(better[seat] - worse[seat]):
        return words
    more = {other: worse[other] - better[other] for other in range(len(names)) if other != seat}
    other = max(more, key=lambda number: more[number], default=seat)
    if other == seat or more[other] <= 0 or worse[seat] > better[seat]:
        return ""
    count = round(more[other])
    text = _n("brings {name} {count} point more", "brings {name} {count} points more", count)
    return text.format(name=names[other], count=count)
