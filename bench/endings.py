"""`python -m bench.endings`: what exact play would bring at the end of a hand of Decktet.

    python -m bench.endings [--matches N] [--cards N] [--iterations N] [--seed S]

Searches play matches of one hand. Where both hands together have at most so many cards, every
position that the seat's view allows is listed, as likely as it is believed to be, and played out:
the seat plays the same in all that look alike to it, the other one plays its best and sees all
cards. Solving each position by itself and averaging would play as if the seat knew the cards (I.
Frank, D. Basin, "Search in games with incomplete information", Artificial Intelligence 100, 1998).

It tells two things, in utility, with the 95 % interval over the matches: the *regret* of the
search by these values, and the *gain* of a seat that plays out the hand by them, against the
search, instead of searching on: in the same deal, with the same seeds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import combinations
from math import sqrt
from random import Random
from time import process_time

from attrs import define, field, frozen

from ai.arena.ratings import student
from ai.search import Searcher
from caravan_tui.engine import rng
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER
from caravan_tui.games.decktet.evaluator.inference import belief_of
from caravan_tui.games.decktet.rules import DecktetState
from caravan_tui.games.kit.bitsets import mask_of, members

World = tuple[DecktetState, float]
"""A position that a view allows, and its probability."""


def worlds_of(state: DecktetState, seat: int) -> list[World]:
    """All positions that the view of a seat allows; none where it believes nothing."""
    belief = belief_of(state, seat)
    if belief is None:
        return []
    wilds = [mask_of(cards) for cards in combinations(members(belief.wilds), belief.wild_count)]
    worlds = []
    for cards in belief.sets:
        for wild in wilds:
            world = state.clone()
            world.suppose(seat, cards | wild)
            worlds.append((world, belief.likelihood(cards) / len(wilds)))
    return worlds


@define
class Solver:
    """Plays a hand out for a seat, to the deal of the next one."""

    seat: int
    _known: dict[tuple[object, ...], float] = field(factory=dict)

    def values(self, worlds: Sequence[World]) -> dict[int, float]:
        """The utility of each move of the seat in worlds that look alike to it."""
        return {move: self._after(worlds, move) for move in worlds[0][0].legal()}

    def _after(self, worlds: Sequence[World], move: int) -> float:
        followers: dict[tuple[int, int], list[World]] = {}
        for world, share in worlds:
            after = world.clone()
            after.apply(move)
            followers.setdefault((after.turn, after.step), []).append((after, share))
        return sum(map(self._value, followers.values()))

    def _value(self, worlds: Sequence[World]) -> float:
        """The utility, times the probability of these worlds."""
        if _is_over(worlds[0][0]):
            return sum(share * self._result(world) for world, share in worlds)
        if worlds[0][0].turn == self.seat:
            return max(self.values(worlds).values())
        replies: dict[tuple[int, int, int], list[World]] = {}
        for world, share in worlds:
            move, after = self._reply(world)
            replies.setdefault((move, after.turn, after.step), []).append((after, share))
        return sum(map(self._value, replies.values()))

    def _reply(self, world: DecktetState) -> tuple[int, DecktetState]:
        """The best move of the other seat, which sees all cards, and what follows."""
        followers = []
        for move in world.legal():
            after = world.clone()
            after.apply(move)
            followers.append((self._open_value(after), move, after))
        _, move, after = min(followers, key=lambda follower: follower[:2])
        return move, after

    def _open_value(self, world: DecktetState) -> float:
        """The utility if both seats saw all cards."""
        if _is_over(world):
            return self._result(world)
        key = (world.hands, world.turn, tuple(world.plays), world.taken, world.out)
        known = self._known.get(key)
        if known is None:
            values = []
            for move in world.legal():
                after = world.clone()
                after.apply(move)
                values.append(self._open_value(after))
            known = self._known[key] = (max if world.turn == self.seat else min)(values)
        return known

    def _result(self, world: DecktetState) -> float:
        evaluator = registry.evaluator("decktet")
        values = evaluator.utility(world) if world.turn == OVER else evaluator.evaluate(world)
        return values[self.seat]


def _is_over(world: DecktetState) -> bool:
    """Whether the hand is over."""
    return world.turn in (OVER, CHANCE)


def searched(state: DecktetState, seed: int, iterations: int) -> int:
    """The move of a search."""
    game = registry.get("decktet")
    searcher = Searcher(game, game.view(state, state.turn), seed, iterations)
    searcher.step()
    return searcher.result().action


def played_out(
    state: DecktetState, seed: int, iterations: int, exact: int, played: int | None = None
) -> float:
    """The utility of a seat after the rest of a match, in which the other one searches.

    Args:
        exact: the seat.
        played: its next move, by which it is known that it plays by the values; None: it searches.
    """
    world, thinking = state.clone(), Random(seed)
    is_exact = played is not None
    while not _is_over(world):
        seed = thinking.getrandbits(32)
        if played is not None:
            move, played = played, None
        elif is_exact and world.turn == exact and (worlds := worlds_of(world, exact)):
            move = best(Solver(exact).values(worlds))
        else:
            move = searched(world, seed, iterations)
        world.apply(move)
    return registry.evaluator("decktet").utility(world)[exact]


def best(values: dict[int, float]) -> int:
    """The move with the highest value."""
    return max(values, key=lambda move: values[move])


@frozen
class Ending:
    """What one decision has shown."""

    regret: float
    gain: float
    seconds: float
    """Processor time of the exact answer."""
    worlds: int


def endings_of(seed: int, cards: int, iterations: int) -> list[Ending]:
    """One match: a line for each decision with more than one move and at most so many cards."""
    game = registry.get("decktet")
    state = game.setup(game.spec.resolve({"hands": 1}, 2), 2)
    assert isinstance(state, DecktetState)
    thinking = rng.stream(seed, "endings")
    endings = []
    ply = 0
    while state.turn != OVER:
        if state.turn == CHANCE:
            state.apply(state.draw(rng.chance(seed, ply)))
        else:
            seat, move = state.turn, searched(state, thinking.getrandbits(32), iterations)
            held = sum(hand.bit_count() for hand in state.hands)
            worlds = worlds_of(state, seat) if held <= cards and len(state.legal()) > 1 else []
            if worlds:
                began = process_time()
                values = Solver(seat).values(worlds)
                seconds = process_time() - began
                choice, again = best(values), thinking.getrandbits(32)
                gain = played_out(state, again, iterations, seat, choice)
                gain -= played_out(state, again, iterations, seat)
                regret = values[choice] - values[move]
                endings.append(Ending(regret, gain, seconds, len(worlds)))
            state.apply(move)
        ply += 1
    return endings


def mean(values: Sequence[Sequence[float]]) -> str:
    """The mean over matches, with the 95 % interval; the lists go by match."""
    means = [sum(each) / len(each) for each in values if each]
    middle = sum(means) / len(means)
    variance = sum((value - middle) ** 2 for value in means) / max(1, len(means) - 1)
    half = student(max(2, len(means) - 1)) * sqrt(variance / len(means))
    return f"{middle:+.4f} ± {half:.4f}"


def main() -> int:
    """Play, and print what was seen."""
    parser = argparse.ArgumentParser(prog="python -m bench.endings", description="Exact endings.")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--cards", type=int, default=6, help="in both hands together, at most")
    parser.add_argument("--iterations", type=int, default=300, help="of the searches")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    matches = [
        endings_of(
            rng.stream(chosen.seed, "endings", number).getrandbits(48),
            chosen.cards,
            chosen.iterations,
        )
        for number in range(chosen.matches)
    ]
    every = [ending for match in matches for ending in match]
    if not every:
        print("no such ending")
        return 1
    seconds = [ending.seconds for ending in every]
    print(
        f"{chosen.cards} cards, {chosen.iterations} iterations: {len(every)} decisions, "
        f"regret {mean([[ending.regret for ending in match] for match in matches])}, "
        f"gain {mean([[ending.gain for ending in match] for match in matches])}, "
        f"{1000 * sum(seconds) / len(every):.1f} ms ({1000 * max(seconds):.0f}), "
        f"{sum(ending.worlds for ending in every) / len(every):.0f} worlds"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
