"""A hint for a person: the best move, the two next, how sure, and how play may go on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from random import Random

from attrs import evolve, frozen

from ai import levels
from ai.tree import pack
from caravan_tui.bus.messages import Candidate, Found, Search
from caravan_tui.games.contract import Game, View
from caravan_tui.words import _

CLEAR, LIKELY = 0.65, 0.35
"""Share of the visits from which on the best move counts as clearly, or probably, the best."""

STEPS = 6
"""Longest line of play that is told."""

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
    def told(self) -> str:
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
        said = [_("Best: {move}").format(move=self.best.told), self.sure]
        said += [
            _("Or: {move}. {share} of the tries, prospects {expected}").format(
                move=other.told, share=f"{other.share:.0%}", expected=f"{other.expected:.0%}"
            )
            for other in self.others
        ]
        if len(self.line) > 1:
            said.append(_("Play may go on like this:"))
            for step in self.line[1:]:
                name = self.names[step.seat] if step.seat < len(self.names) else ""
                name = name or _("Seat {number}").format(number=step.seat + 1)
                said.append(_("{name} {move}").format(name=name, move=step.words))
        return said


def question(game: Game, view: View, seed: int = 0, seconds: float = 3.0) -> Search:
    """The request whose answer `hint` explains. It names no match, so that it neither shows at
    the table nor takes the tree of a computer seat."""
    level = levels.MASTER
    return Search(game.spec.id, pack(view), view["seat"], level.name, seed, seconds=seconds)


async def advise(
    game: Game,
    view: View,
    ask: Callable[[Search], Awaitable[object]],
    seconds: float,
    names: Sequence[str] = (),
) -> Hint:
    """Search and explain. A move in steps (`Game.commits`) is told to its end: where the first is
    the only one that the search would look at, it has no line of play, and its next steps are
    searched, too. `ask` has a Search answered; raises ValueError if the answer is none."""

    async def search(at: View, limit: float) -> Found:
        found = await ask(question(game, at, seconds=limit))
        if not isinstance(found, Found):
            raise ValueError(_("The search did not answer; try again."))
        return found

    first = found = await search(view, seconds)
    line = list(found.line) or [found.action]
    state, at = game.determinize(view, Random(0)), view
    while len(found.line) < 2 and len(line) < STEPS and not game.commits(found.action, at):
        state.apply(found.action)
        if state.to_act() != view["seat"]:
            break
        at = game.view(state, view["seat"])
        found = await search(at, min(seconds, FURTHER))
        if found.fallback:
            break
        line += found.line or [found.action]
    return hint(game, view, evolve(first, line=line), names=names)


def hint(game: Game, view: View, found: Found, seed: int = 0, names: Sequence[str] = ()) -> Hint:
    """Explain what a search of this view has found. `names` are those of the seats."""
    seat = view["seat"]
    considered = found.candidates
    total = sum(candidate.visits for candidate in considered)
    by_action = {candidate.action: candidate for candidate in considered}
    best = _choice(game, view, found.action, by_action.get(found.action), total, names)
    others = [
        _choice(game, view, candidate.action, candidate, total, names)
        for candidate in considered
        if candidate.action != found.action
    ][:2]
    sure = _sure(found, seat, len(game.determinize(view, Random(seed)).legal()))
    return Hint(best, others, sure, _line(game, view, found, seed, names), names)


def _choice(
    game: Game,
    view: View,
    action: int,
    candidate: Candidate | None,
    total: int,
    names: Sequence[str],
) -> Choice:
    share, expected = 1.0, 0.5
    if candidate is not None and total:
        share, expected = candidate.visits / total, candidate.value[view["seat"]]
    words = game.describe(action, view, names)
    return Choice(action, game.notation(action, view), words, share, expected)


def _sure(found: Found, seat: int, legal: int) -> str:
    considered = found.candidates
    if found.fallback:
        return _("Only a guess: the search had no time for it. Ask again.")
    if not considered:
        return _("It is the only move.") if legal == 1 else _("Nothing else is worth a look.")
    total = sum(candidate.visits for candidate in considered)
    best = next((one for one in considered if one.action == found.action), considered[0])
    share = best.visits / total
    values = {"share": f"{share:.0%}", "expected": f"{best.value[seat]:.0%}"}
    if len(considered) == 1 or share >= CLEAR:
        said = _(
            "Clearly the best: {share} of the tries began with it. Your prospects: "
            "{expected}, where 100% is a clear win."
        )
    elif share >= LIKELY:
        said = _(
            "Probably the best: {share} of the tries began with it. Your prospects: "
            "{expected}, where 100% is a clear win."
        )
    else:
        said = _(
            "Close to the next ones: {share} of the tries began with it. Your prospects: "
            "{expected}, where 100% is a clear win."
        )
    return said.format(**values)


def _line(game: Game, view: View, found: Found, seed: int, names: Sequence[str]) -> list[Step]:
    state = game.determinize(view, Random(seed))
    steps: list[Step] = []
    for action in (found.line or [found.action])[:STEPS]:
        seat = state.to_act()
        if seat < 0 or action not in state.legal():
            break
        seen = game.view(state, seat)
        words = game.describe(action, seen, names)
        steps.append(Step(seat, game.notation(action, seen), words))
        state.apply(action)
    return steps
