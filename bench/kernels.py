"""How fast the rules are: playouts, clone, legal and apply, beside a calibration loop."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from bench.positions import SEATS, decisions
from bench.timing import calibration, interleaved
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER, State


def playouts(game_id: str, steps: int = 3000) -> Callable[[], float]:
    """Microseconds of processor time for a step of random play, chance included."""
    game = registry.get(game_id)
    seats = SEATS.get(game_id, game.spec.min_seats)
    first = game.setup(game.spec.resolve({}, seats), seats)

    def measure() -> float:
        rng = Random(1)
        done = 0
        began = process_time()
        while done < steps:
            state = first.clone()
            while done < steps:
                actor = state.to_act()
                if actor == OVER:
                    break
                if actor == CHANCE:
                    state.apply(state.draw(rng))
                else:
                    legal = state.legal()
                    state.apply(legal[int(rng.random() * len(legal))])
                done += 1
        return (process_time() - began) * 1e6 / done

    return measure


def calls(states: list[State], what: str, repeat: int = 40) -> Callable[[], float]:
    """Microseconds of processor time for a call of `clone`, `legal` or `apply`."""
    moves = [state.legal()[len(state.legal()) // 2] for state in states]

    def measure() -> float:
        spent = 0.0
        for _ in range(repeat):
            if what == "apply":
                worlds = [state.clone() for state in states]
                began = process_time()
                for state, move in zip(worlds, moves, strict=True):
                    state.apply(move)
            elif what == "clone":
                began = process_time()
                for state in states:
                    state.clone()
            else:
                began = process_time()
                for state in states:
                    state.legal()
            spent += process_time() - began
        return spent * 1e6 / (repeat * len(states))

    return measure


def measure(rounds: int) -> dict[str, tuple[float, float]]:
    """For each figure: microseconds, and how many steps of the calibration loop (in thousands)
    take as long."""
    sides: dict[str, Callable[[], float]] = {"calibration": calibration}
    for game_id in registry.ids():
        states = decisions(game_id, 24, 5)
        sides[f"{game_id} random step"] = playouts(game_id)
        for what in ("clone", "legal", "apply"):
            sides[f"{game_id} {what}"] = calls(states, what)
    figures = interleaved(sides, rounds)
    base = figures.pop("calibration")
    return {
        name: (
            median(times),
            median(time / loop for time, loop in zip(times, base, strict=True)),
        )
        for name, times in figures.items()
    }
