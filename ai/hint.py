"""A hint for a person: the whole turn in words, what it brings, and how sure that is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from time import monotonic
from typing import Any

import msgspec
from attrs import evolve, frozen

from ai import levels
from ai.analysis import ITERATIONS, clear_loss
from ai.reasons import reason_of_loss
from ai.service import Search
from ai.views import pack
from caravan_tui.bus.messages import Candidate, SearchRequest, SearchResult
from caravan_tui.games import registry
from caravan_tui.games.contract import Game, State, TurnAdvice, View, seat_of
from caravan_tui.games.evaluator import Evaluator
from caravan_tui.games.state import CHANCE
from caravan_tui.i18n import _

FEW = 0.05
"""A move that had less than this share of the search was no rival of the best one."""

CLEAR, BETTER = 0.08, 0.03
"""By how much the expected result of the best move, 0 to 1, exceeds that of the next one where it
is clearly, or a little, better."""

MOST_STEPS = 16
"""The most steps of a turn that a hint names."""

FURTHER, ALL_FURTHER = 1.0, 2.5
"""Seconds at most for each further search within a turn, and for all of them together."""

LEAST = 0.2
"""Seconds for a further search where the turn has no foreseen step any more: half a turn is no
hint, even where all other time is used up."""

LONGER = 5.0
"""Cap of the search that is made once more."""


@frozen
class Hint:
    """What a search has to say to the person who is to move, in the words of the game."""

    turn: list[int]
    """The actions of the turn, up to where chance or another seat comes in."""
    steps: list[str]
    """The turn in words."""
    reasons: list[str]
    """What it brings."""
    sure: str
    """How sure it is, in words."""
    others: list[str]
    """Beginnings of other turns that are about as good, in words, one at most."""

    @property
    def action(self) -> int:
        """The first step."""
        return self.turn[0]

    def lines(self) -> list[str]:
        """The hint as lines of text."""
        lines = [self.steps[0]] if len(self.steps) == 1 else []
        if not lines:
            lines = [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        lines += [f"- {reason}" for reason in self.reasons]
        lines.append(self.sure)
        lines += [_("About as good: {move}").format(move=other) for other in self.others]
        return lines


def question(
    game: Game[Any],
    view: View,
    seed: int = 0,
    seconds: float = 3.0,
    steps: Sequence[int] = (),
    iterations: int | None = None,
) -> SearchRequest:
    """The request whose answer `hint` explains. It names no match, so that it neither shows at
    the table nor takes the tree of a computer seat. `steps`: what the hint has named already;
    `iterations`: None for as many as the level has."""
    level = levels.MASTER
    return SearchRequest(
        game.spec.id,
        pack(view),
        seat_of(view),
        level.name,
        seed,
        iterations,
        seconds=seconds,
        steps=list(steps),
    )


async def advise(game: Game[Any], view: View, search: Search, seconds: float) -> SearchResult:
    """What a search makes of a person's position, for `explain`: its `line` is the whole turn.

    A search that no worker has answered, as on a busy machine, is made once more. Each further step
    is searched anew as long as the same seat decides, as an analysis will judge it: what the first
    search foresaw of it, it has hardly compared with anything. What there is no time for is played
    as foreseen. The candidates are of the first step that was compared with others. `seconds`: cap
    of the first search; all further ones together have that and `ALL_FURTHER`, each of them
    `FURTHER`. Raises what `search` raises.
    """
    first = await search(question(game, view, seconds=seconds))
    if first.fallback:  # who waits for a hint wants no guess, and can cancel it
        first = await search(question(game, view, seconds=LONGER))
    seat, end = seat_of(view), monotonic() + min(seconds, ALL_FURTHER)
    state = game.determinize(view, Random(0))
    expected = list(first.line) or [first.action]
    compared = first
    turn: list[int] = []
    before = view
    evaluator = registry.evaluator(game.spec.id)
    while is_in_turn(game, state, view, turn):
        latest = first
        legal, left = state.legal(), min(FURTHER, end - monotonic())
        # the search rules other moves out where it begins, not further on
        sensible = evaluator.sensible(state, legal, turn) if turn else legal
        if not expected or expected[0] not in sensible:
            expected, left = [], max(LEAST, left)
        now: View = game.view(state, seat)
        if len(legal) == 1:
            expected = expected or legal
        elif turn and left > 0:
            result = await search(question(game, now, 0, left, turn, ITERATIONS))
            if not result.fallback and result.action in sensible:
                latest = result
                expected = list(result.line) or [result.action]
        if not expected and turn and not game.commits(turn[-1], before):
            expected = [quick_choice(evaluator, state, sensible)]
        if not expected:
            break
        before = now
        turn.append(expected.pop(0))
        state.apply(turn[-1])
        if len(compared.candidates) <= 1 < len(latest.candidates):
            compared = latest
    line = turn or [first.action]
    return msgspec.structs.replace(first, line=line, candidates=compared.candidates)


def quick_choice(evaluator: Evaluator[Any], state: State, choices: list[int]) -> int:
    """What seems the best of some moves without any search."""
    moves = [move for move in evaluator.moves(state, state.legal()) if move in choices] or choices
    priors = evaluator.priors(state, moves)
    return moves[priors.index(max(priors))] if priors else moves[0]


def is_in_turn(game: Game[Any], state: State, view: View, turn: Sequence[int]) -> bool:
    """Whether the turn that the seat of a view began there goes on in a position."""
    seat = seat_of(view)
    if state.to_act() != seat or len(turn) >= MOST_STEPS:
        return False
    now: View = game.view(state, seat)
    return now["round"] == view["round"]


def ends_turn(game: Game[Any], action: int, view: View, view_after: View | None = None) -> bool:
    """Whether a turn ends with an action: somebody else is to decide after it, or its seat decides
    next in another round, in `view_after`."""
    if view_after is not None and view_after["round"] != view["round"]:
        return True
    state = game.determinize(view, Random(0))
    state.apply(action)
    return state.to_act() not in (seat_of(view), CHANCE)


def explain(
    game: Game[Any], view: View, result: SearchResult, seed: int = 0, names: Sequence[str] = ()
) -> Hint:
    """A hint from what `advise` has given for this view. `names` are those of the seats."""
    seat = seat_of(view)
    state = game.determinize(view, Random(seed))
    turn: list[tuple[int, Any]] = []
    choices: list[list[int]] = []
    for action in result.line or [result.action]:
        legal = state.legal()
        if state.to_act() != seat or action not in legal:
            break
        choices.append(legal)
        turn.append((action, game.view(state, seat)))
        state.apply(action)
    if not turn:
        turn, state = [(result.action, view)], game.determinize(view, Random(seed))
        choices = [state.legal()]
        state.apply(result.action)
    advice = game.advice_for(turn, game.view(state, seat), _all_names(view, names))
    actions = [action for action, _view in turn]
    step = _compared_step(actions, choices, [tried.action for tried in result.candidates])
    rest, then = actions[step:], turn[step][1]
    compared = msgspec.structs.replace(result, action=rest[0])
    same = {action for action in rest[1:] if begins_same_turn(game, then, rest, action, seed)}
    sure, rival = how_sure(compared, seat, len(choices[step]), same)
    others = []
    if rival is not None:
        others = [move_words(game, rival.action, then, names, seed)]
    elif second := _second_best(compared, seat, same):
        sure += _why_not_second(game, then, second, rest, names, seed)
    reasons = list(advice.reasons)
    if game.explain_forgone is not None:
        forgone = game.explain_forgone(turn, _all_names(view, names))
        reasons[1:1] = filter(None, [forgone])  # after what the turn comes to
    return Hint(actions, list(advice.steps), reasons, sure, others)


def _compared_step(
    turn: Sequence[int], choices: Sequence[Collection[int]], tried: Collection[int]
) -> int:
    """The step of a turn that was compared with what else was tried: the first one at which all of
    that was a choice. `choices`: what was legal at each step."""
    for step, (action, legal) in enumerate(zip(turn, choices, strict=True)):
        if action in tried and all(other in legal for other in tried):
            return step
    return 0


def _second_best(result: SearchResult, seat: int, same: Collection[int]) -> Candidate | None:
    """The move that comes next after the best one; None if none was looked at."""
    if result.fallback:
        return None
    others = [move for move in result.candidates if move.action not in (result.action, *same)]
    return max(others, key=lambda move: (move.value[seat], move.visits), default=None)


def _why_not_second(
    game: Game[Any], view: View, second: Candidate, actions: Sequence[int], names: Sequence[str],
    seed: int,
) -> str:  # fmt: skip
    """What the second best move is and why it is worse, in the game's words; empty where the game
    has none."""
    reason = reason_of_loss(game, view, [second.action], actions, _all_names(view, names))
    if not reason:
        return ""
    move = move_words(game, second.action, view, names, seed)
    return " " + _("Next best: {move} But it {reason}.").format(move=move, reason=reason)


def move_words(
    game: Game[Any], action: int, view: View, names: Sequence[str] = (), seed: int = 0
) -> str:
    """A move that begins with an action, as an instruction. Where the action is half a move, the
    other half is what seems the best of it; not of one that takes several instructions, of which it
    is the first."""
    step = advice_of(game, [(action, view)], names, seed).steps[0]
    evaluator, seat = registry.evaluator(game.spec.id), seat_of(view)
    state = game.determinize(view, Random(seed))
    turn = [(action, view)]
    state.apply(action)
    while not game.commits(*turn[-1]):
        if state.to_act() != seat or len(turn) >= MOST_STEPS:
            return step
        steps = [action for action, _view in turn]
        sensible = evaluator.sensible(state, state.legal(), steps)
        turn.append((quick_choice(evaluator, state, sensible), game.view(state, seat)))
        state.apply(turn[-1][0])
    whole = advice_of(game, turn, names, seed).steps
    return whole[0] if len(whole) == 1 else step


def begins_same_turn(
    game: Game[Any], view: View, turn: Sequence[int], action: int, seed: int = 0
) -> bool:
    """Whether a later step of a turn can as well come first: the others follow in their order."""
    rest = list(turn)
    rest.remove(action)
    state = game.determinize(view, Random(seed))
    for step in (action, *rest):
        if state.to_act() != seat_of(view) or step not in state.legal():
            return False
        state.apply(step)
    return True


def advice_of(
    game: Game[Any], turn: Sequence[tuple[int, View]], names: Sequence[str] = (), seed: int = 0
) -> TurnAdvice:
    """What a turn consists of and what it brings, of actions each with the view of its seat before
    it: a hint's, or one that was played."""
    action, view = turn[-1]
    state = game.determinize(view, Random(seed))
    state.apply(action)
    advice = game.advice_for(turn, game.view(state, seat_of(view)), _all_names(view, names))
    return evolve(advice, reasons=tuple(dict.fromkeys(advice.reasons)))


def _all_names(view: View, names: Sequence[str]) -> list[str]:
    """A name for each seat, its number where it has none."""
    return [
        names[seat] if seat < len(names) else _("player {number}").format(number=seat + 1)
        for seat in range(view["seats"])
    ]


def how_sure(
    result: SearchResult, seat: int, legal: int, same: Collection[int] = ()
) -> tuple[str, Candidate | None]:
    """How sure a choice among so many legal moves is, and the move that is about as good. `same`:
    moves that begin the same turn, and are no rivals."""
    considered = result.candidates
    if result.fallback:
        return _("This is only a guess: there was no time to think. Ask again."), None
    if legal == 1:
        return _("There is no other move."), None
    total = sum(candidate.visits for candidate in considered)
    best = next((move for move in considered if move.action == result.action), None)
    others = [
        move for move in considered if move is not best and move.action not in same and move.visits
    ]
    rivals = [move for move in others if move.visits >= max(1.0, FEW * total)]
    if not considered:  # all others were ruled out before the search, of a first step too
        return _("No other move was compared."), None
    if best is None or not others:
        return _("It is by far the best move."), None
    if not rivals:  # the search soon left all others, which need not be far worse
        second = max(others, key=lambda move: move.value[seat])
        if best.value[seat] - second.value[seat] >= CLEAR:
            return _("It is by far the best move."), None
        if clear_loss(best, second, seat):  # else an analysis calls the other one about as good
            return _("It is better than anything else."), None
        return _("Nothing better was found."), None
    rival = max(rivals, key=lambda move: move.value[seat])
    ahead = best.value[seat] - rival.value[seat]
    if ahead >= CLEAR:
        return _("It is clearly the best."), None
    if ahead >= BETTER:
        return _("It is a little better than anything else."), None
    return _("It is a close call."), rival
