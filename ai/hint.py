"""A hint for a person: the best move, the two next, how sure, and how play may go on."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from attrs import frozen

from ai import levels
from ai.service import Search
from ai.views import pack
from caravan_tui.bus.messages import Candidate, SearchRequest, SearchResult
from caravan_tui.games.contract import Game, View, seat_of
from caravan_tui.i18n import _

CLEAR, LIKELY = 0.65, 0.35
"""Share of the visits from which on the best move counts as clearly, or probably, the best."""

STEPS = 6
"""The longest line of play that is shown."""

FURTHER = 2.0
"""Seconds at most for each further step of a move whose first one says too little."""


@frozen
class Choice:
    """A move that the hint names."""

    action: int
    notation: str
    words: str
    """The move in words, without its subject."""
    share: float
    """Part of the search that looked at it, 0..1."""
    expected: float
    """The seat's expected result after it, 0..1."""

    @property
    def text(self) -> str:
        """The move in words and, as several moves may be called the same, as it is written."""
        if self.words.startswith(self.notation):
            return self.words
        return f"{self.words} [{self.notation}]"


@frozen
class Step:
    """One decision of a line of play."""

    seat: int
    notation: str
    words: str


@frozen
class Hint:
    """What a search has to say to the person who is to move."""

    best: Choice
    others: list[Choice]
    """The two next, at most."""
    sure: str
    """How sure it is, in words."""
    line: list[Step]
    """How play may go on, the best move first, up to where chance comes in. What other seats
    hold is imagined."""
    names: Sequence[str] = ()
    """Those of the seats."""

    def lines(self) -> list[str]:
        """The hint as lines of text."""
        lines = [_("Best: {move}").format(move=self.best.text), self.sure]
        lines += [
            _("Or: {move}. {share} of the search, expected result {expected}").format(
                move=other.text, share=f"{other.share:.0%}", expected=f"{other.expected:.0%}"
            )
            for other in self.others
        ]
        if len(self.line) > 1:
            lines.append(_("Play might continue:"))
            for step in self.line[1:]:
                name = self.names[step.seat] if step.seat < len(self.names) else ""
                name = name or _("Player {number}").format(number=step.seat + 1)
                lines.append(_("{name} {move}").format(name=name, move=step.words))
        return lines


def question(game: Game[Any], view: View, seed: int = 0, seconds: float = 3.0) -> SearchRequest:
    """The request whose answer `hint` explains. It names no match, so that it neither shows at
    the table nor takes the tree of a computer seat."""
    level = levels.MASTER
    return SearchRequest(game.spec.id, pack(view), seat_of(view), level.name, seed, seconds=seconds)


async def advise(game: Game[Any], view: View, search: Search, seconds: float) -> SearchResult:
    """What a search makes of a person's position, for `explain`.

    A move in steps (`Game.commits`) is followed to its end: where the first step is the only one
    that the search would look at, it has no line of play, and its next steps are searched, too, so
    that `line` has them all. `seconds`: cap of the first search; a further step has at most
    `FURTHER`. Raises what `search` raises.
    """
    first = result = await search(question(game, view, seconds=seconds))
    line = list(result.line) or [result.action]
    state, later_view = game.determinize(view, Random(0)), view
    while len(result.line) < 2 and len(line) < STEPS:
        if game.commits(result.action, later_view):
            break
        state.apply(result.action)
        if state.to_act() != view["seat"]:
            break
        later_view = game.view(state, view["seat"])
        result = await search(question(game, later_view, seconds=min(seconds, FURTHER)))
        if result.fallback:
            break
        line += result.line or [result.action]
    return msgspec.structs.replace(first, line=line)


def explain(
    game: Game[Any], view: View, result: SearchResult, seed: int = 0, names: Sequence[str] = ()
) -> Hint:
    """A hint from what a search of this view has given. `names` are those of the seats."""
    seat = seat_of(view)
    considered = result.candidates
    total = sum(candidate.visits for candidate in considered)
    by_action = {candidate.action: candidate for candidate in considered}
    best = _choice(game, view, result.action, by_action.get(result.action), total, names)
    others = [
        _choice(game, view, candidate.action, candidate, total, names)
        for candidate in considered
        if candidate.action != result.action
    ][:2]
    sure = _sure(result, seat, len(game.determinize(view, Random(seed)).legal()))
    return Hint(best, others, sure, _line(game, view, result, seed, names), names)


def _choice(
    game: Game[Any],
    view: View,
    action: int,
    candidate: Candidate | None,
    total: int,
    names: Sequence[str],
) -> Choice:
    share, expected = 1.0, 0.5
    if candidate is not None and total:
        share, expected = candidate.visits / total, candidate.value[seat_of(view)]
    words = game.describe(action, view, names)
    return Choice(action, game.notation(action, view), words, share, expected)


def _sure(result: SearchResult, seat: int, legal: int) -> str:
    considered = result.candidates
    if result.fallback:
        return _("This is only a guess: the search ran out of time. Ask again.")
    if not considered:
        return (
            _("This is the only move.") if legal == 1 else _("No other move is worth considering.")
        )
    total = sum(candidate.visits for candidate in considered)
    best = next((move for move in considered if move.action == result.action), considered[0])
    share = best.visits / total
    values = {"share": f"{share:.0%}", "expected": f"{best.value[seat]:.0%}"}
    if len(considered) == 1 or share >= CLEAR:
        text = _(
            "Clearly the best: {share} of the search went into it. Expected result: "
            "{expected}, where 100% is a clear win."
        )
    elif share >= LIKELY:
        text = _(
            "Probably the best: {share} of the search went into it. Expected result: "
            "{expected}, where 100% is a clear win."
        )
    else:
        text = _(
            "A close call: {share} of the search went into it. Expected result: "
            "{expected}, where 100% is a clear win."
        )
    return text.format(**values)


def _line(
    game: Game[Any], view: View, result: SearchResult, seed: int, names: Sequence[str]
) -> list[Step]:
    state = game.determinize(view, Random(seed))
    steps: list[Step] = []
    for action in (result.line or [result.action])[:STEPS]:
        seat = state.to_act()
        if seat < 0 or action not in state.legal():
            break
        seen = game.view(state, seat)
        words = game.describe(action, seen, names)
        steps.append(Step(seat, game.notation(action, seen), words))
        state.apply(action)
    return steps
