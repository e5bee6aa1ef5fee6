"""Why one move is worse than another: what the two positions after them show its seat.

Both moves are played from the view of their seat, in one position that it allows, so a reason tells
nothing that the seat could not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import msgspec
from attrs import frozen

from ai.search import NO_MOVE
from ai.service import Search
from ai.views import pack, unpack
from caravan_tui.bus.messages import SearchRequest
from caravan_tui.games.contract import Game, State, TriedMove, View, seat_name, seat_of
from caravan_tui.widgets.wrapping import without_repetition

FURTHER: Final = 60
"""Iterations for a step that a search did not foresee."""

IMAGINED: Final = 40
"""Positions that are imagined to see whether a view tells something."""

MOST_STEPS: Final = 8
"""The most steps of a turn that are searched so."""

OPEN_END: Final = " …"
"""What stands behind a turn whose end is not known."""


@frozen
class Followed:
    """How far actions of one seat could be followed in a row."""

    turn: list[tuple[int, Any]]
    """The actions, each with the view of the seat before it; at most one turn."""
    after: Any
    """The view of the seat after them."""
    is_over: bool
    """Whether chance or another seat comes then, or another round."""


def follow(game: Game[Any], view: View, actions: Sequence[int], seed: int = 0) -> Followed:
    """Play actions of the seat of a view in a position that the view allows, as long as they are
    its own and legal there."""
    seat = seat_of(view)
    state = game.determinize(view, Random(seed))
    turn: list[tuple[int, Any]] = []
    now = view
    for action in actions:
        if _is_over(state, view, now) or action not in state.legal():
            break
        turn.append((action, now))
        state.apply(action)
        now = game.view(state, seat)
    return Followed(turn, now, _is_over(state, view, now))


def _is_over(state: State, first: View, now: View) -> bool:
    return state.to_act() != seat_of(first) or now["round"] != first["round"]


def is_known_forced(game: Game[Any], view: View) -> bool:
    """Whether whoever has this view knows that the seat to act has a single legal action: it has
    one in whatever positions the view allows."""
    return all(len(game.determinize(view, Random(seed)).legal()) == 1 for seed in range(IMAGINED))


def reason_of_loss(
    game: Game[Any],
    view: View,
    played: Sequence[int],
    preferred: Sequence[int],
    names: Sequence[str] = (),
) -> str:
    """What is wrong with a move beside a better one, in the game's words (`Game.why_worse`).

    `played`, `preferred`: the actions of the seat of the view from there, as far as they are known.
    Whole turns are compared where both are known to their end, else the first whole moves: half a
    turn beside a whole one would always seem to bring less. Of a first step of which nothing more
    is known the game says what can become of it (`Game.explain_step`).
    """
    all_names = [seat_name(seat, names) for seat in range(view["seats"])]
    pair = [follow(game, view, actions) for actions in (played, preferred)]
    if not all(followed.is_over for followed in pair):
        wholes = [_first_move(game, followed.turn) for followed in pair]
        pair = [follow(game, view, actions) for actions in wholes]
    if not all(followed.turn for followed in pair):
        has_steps = played and preferred and played[0] != preferred[0]
        explain = game.explain_step if has_steps else None
        return explain(played[0], preferred[0], view) if explain else ""
    worse, better = (TriedMove(followed.turn, followed.after) for followed in pair)
    return game.why_worse(worse, better, all_names)


async def complete(
    game: Game[Any], request: SearchRequest, line: Sequence[int], search: Search
) -> list[int]:
    """What a search foresees of its seat's turn, up to its end: where its line ends before, the
    steps that are missing are searched, too."""
    view: View = unpack(request.view)
    steps = list(line)
    for number in range(MOST_STEPS):
        followed = follow(game, view, steps)
        if followed.is_over:
            break
        steps = [action for action, _view in followed.turn]
        further = msgspec.structs.replace(
            request,
            view=pack(followed.after),
            iterations=FURTHER,
            steps=[*request.steps, *steps],
            id=f"{request.id}.m{number}",
        )
        answer = await search(further)
        if answer.action == NO_MOVE:
            break
        steps += answer.line or [answer.action]
    return steps


def turn_words(
    game: Game[Any], view: View, actions: Sequence[int], names: Sequence[str] = ()
) -> str:
    """A turn as a report in one line, as far as chance and other seats let the seat of the view go
    on; with `…` where its end is not known. `actions`: at least the first one; others may follow
    the turn."""
    followed = follow(game, view, actions)
    turn = followed.turn or [(actions[0], view)]
    words = joined_report(game, turn, followed.after, names)
    return words if followed.is_over else f"{words}{OPEN_END}"


def without_open_end(words: str) -> str:
    """A turn in words without the sign that its end is not known."""
    return words.removesuffix(OPEN_END)


def joined_report(
    game: Game[Any], turn: Sequence[tuple[int, Any]], after: View, names: Sequence[str] = ()
) -> str:
    """What was done in a turn or a part of it, in one line. The parameters are those of
    `Game.report_turn`."""
    return ", ".join(without_repetition(game.report_turn(turn, after, names)))


def _first_move(game: Game[Any], turn: Sequence[tuple[int, Any]]) -> list[int]:
    """The actions of a turn up to the end of its first move; none if it does not come to that."""
    actions = []
    for action, view in turn:
        actions.append(action)
        if game.commits(action, view):
            return actions
    return []
