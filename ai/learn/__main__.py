"""`python -m ai.learn`: learn a correction of a game's evaluation, and accept it if it wins.

    python -m ai.learn GAME --seats N [--matches N] [--seed N] [--iterations N]
                       [--first N] [--option NAME=VALUE]
                       [--units N,N,...] [--blend X,X,...] [--share X]
                       [--jobs N] [--scheduler ADDRESS] [--keep FOLDER]
                       [--accept] [--contest N]

Plays matches of the search against itself, fits networks to their results and writes weights,
losses and curves to the folder. With `--accept` one of them then plays the Caravan master of today
at equal seconds; if it wins, its weights are put beside the evaluator. Everything is kept on the
way: the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

from ai.arena.contest import ArenaError
from ai.learn import accept, selfplay
from ai.learn.plan import ALL, BLOCK, LearnError, Plan
from ai.spread import SpreadError, spread
from caravan_tui import files
from caravan_tui.engine.rng import LARGEST_SEED
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.games.learned import MOST_UNITS, Weights, to_bytes
from caravan_tui.games.registry import UnknownGameError
from caravan_tui.i18n import _

EXTRAS = ("numpy", "matplotlib")


class _Parser(argparse.ArgumentParser):
    """Mistakes are told in one line."""

    def error(self, message: str) -> NoReturn:
        raise LearnError(message)


def _whole(low: int, high: int) -> partial[int]:
    return partial(_number, low=low, high=high)


def _number(text: str, low: int, high: int) -> int:
    if not text.isdecimal() or not low <= int(text[:30]) <= high:
        raise argparse.ArgumentTypeError(
            _("'{text}' is not a number from {low} to {high}").format(text=text, low=low, high=high)
        )
    return int(text)


def _units(text: str) -> list[int]:
    return [_number(part, 0, MOST_UNITS) for part in text.split(",")]


def _blends(text: str) -> list[float]:
    try:
        blends = [float(part) for part in text.split(",")]
    except ValueError:
        blends = [-1.0]
    if not all(0.0 < blend <= 1.0 for blend in blends):
        text = _("'{text}' is not a list of parts above 0, up to 1").format(text=text)
        raise argparse.ArgumentTypeError(text)
    return blends


def _share(text: str) -> float:
    return _blends(text)[0]


def _pair(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not (name and sign):
        raise argparse.ArgumentTypeError(_("'{value}' is not NAME=VALUE.").format(value=text))
    return name, value


def _arguments(words: list[str] | None) -> argparse.Namespace:
    parser = _Parser(prog="python -m ai.learn", description="Learn a correction of an evaluation.")
    add = parser.add_argument
    add("game", metavar="GAME", help="the game, by its id or its kind")
    add("--seats", type=_whole(1, 99), required=True, help="seats of the table")
    add("--matches", type=_whole(BLOCK, 10**7), default=2000, help="matches to learn from")
    add("--seed", type=_whole(0, LARGEST_SEED), default=1, help="seed of everything")
    add("--iterations", type=_whole(0, 10**6), default=50, help="of each decision in these matches")
    add("--first", type=_whole(1, ALL), default=ALL, help="positions to learn from, of each branch")
    add("--option", type=_pair, action="append", default=[], help="NAME=VALUE, for these matches")
    add("--units", type=_units, default=[0, 24], help="sizes of networks to fit; 0: a sum")
    add("--blend", type=_blends, default=[1.0], help="parts of targets that are results")
    add("--share", type=_share, default=0.3, help="the part of the correction that is used")
    add("--jobs", type=_whole(1, 64), default=1, help="processes")
    add("--scheduler", help="address of a dask scheduler, to play there")
    add("--keep", type=Path, help="the folder; by default learning/GAME-SEATS")
    add("--accept", action="store_true", help="play the contest, and ship the weights if they win")
    add("--contest", type=_whole(1, 10**6), default=accept.FEWEST, help="matches of the contest")
    return parser.parse_args(words)


def _plan(asked: argparse.Namespace) -> Plan:
    """The plan that was asked for. Raises a ValueError of one line."""
    game = registry.id_of(asked.game)
    spec = registry.spec(game)
    given: dict[str, str] = {}
    for name, value in asked.option:
        if name in given:
            raise LearnError(_("'{name}' is given twice.").format(name=name))
        given[name] = value
    options = spec.resolve(given, asked.seats)
    if not registry.evaluator(game).FEATURES:
        raise LearnError(_("{game} names no features to learn from.").format(game=game))
    if asked.accept and asked.contest < accept.FEWEST:
        text = _("A contest has {count} matches or more.").format(count=accept.FEWEST)
        raise LearnError(text)
    for name in EXTRAS:
        if find_spec(name) is None:
            text = _("this needs {name}: pip install 'caravan_tui[learn]'").format(name=name)
            raise LearnError(text)
    folder = asked.keep or Path("learning") / f"{game}-{asked.seats}"
    blocks = -(-asked.matches // BLOCK)
    return Plan(
        game, asked.seats, blocks, asked.seed, asked.iterations, folder, asked.first, options
    )


def _learn(asked: argparse.Namespace, plan: Plan) -> int:
    """Play, fit, and accept if that was asked for. The exit code."""
    plan.begin()
    waiting = selfplay.missing(plan)
    played = plan.blocks - len(waiting)
    blocks = spread(partial(selfplay.play_block, plan), waiting, asked.jobs, asked.scheduler)
    try:
        for block, data in blocks:
            selfplay.keep_block(plan, block, data)
            played += 1
            _progress(f"matches {played * BLOCK} of {plan.matches}", played == plan.blocks)
    finally:
        blocks.close()
    from ai.learn import plots, train  # numpy and matplotlib

    fits = []
    for units in asked.units:
        for blend in asked.blend:
            fit = train.kept(plan, units, blend, asked.share)
            fits.append(fit)
            made = fit.weights.made
            print(
                f"{units} units, blend {blend:g}: error {made.loss_before:.5f} to "
                f"{made.loss_after:.5f} ({-fit.gain:+.1%}), "
                f"{made.positions} positions of {made.matches} matches"
            )
    title = f"{registry.short_name(plan.game)}, {plan.seats} seats"
    plots.draw(fits, title, plan.folder / "curves.svg")
    weights = train.preferred(fits).weights
    files.write(plan.folder / "weights.json", to_bytes(weights))
    return _accept(asked, plan, weights) if asked.accept else 0


def _accept(asked: argparse.Namespace, plan: Plan, weights: Weights) -> int:
    """Play the contest of weights; 1 if they have not won."""
    counts, bouts = accept.contest(
        plan,
        weights,
        asked.contest,
        asked.jobs,
        asked.scheduler,
        lambda done: _progress(f"contest {done} of {asked.contest}", done >= asked.contest),
    )
    today = 1000 * sum(b.seconds for b in bouts) / max(1, sum(b.decisions for b in bouts))
    corrected = 1000 * sum(b.corrected_seconds for b in bouts)
    corrected /= max(1, sum(b.corrected_decisions for b in bouts))
    print(
        f"{len(weights.out)} units, {counts.corrected_iterations} iterations ({corrected:.1f} ms) "
        f"against {counts.iterations} ({today:.1f} ms): {counts.score:g} of {counts.matches} = "
        f"{counts.score / counts.matches:.1%} ({counts.low:.1%} - {counts.high:.1%})"
    )
    if counts.low <= 0.5:
        print("Not clear of even: no weights are shipped.")
        return 1
    print(f"Wins: {accept.ship(plan, weights, counts)}")
    return 0


def _progress(text: str, is_last: bool) -> None:
    """One line on a terminal that is written over; nothing elsewhere but its last state."""
    if sys.stderr.isatty():
        print(f"\r{text}", end="\n" if is_last else "", file=sys.stderr, flush=True)
    elif is_last:
        print(text, file=sys.stderr)


def main(words: list[str] | None = None) -> int:
    """Run the command. The exit code: 2 for a mistake in what was asked, 1 for a failure."""
    try:
        asked = _arguments(words)
        return _learn(asked, _plan(asked))
    except (LearnError, OptionError, UnknownGameError) as error:
        print(error, file=sys.stderr)
        return 2
    except (ArenaError, SpreadError) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        print(f"{place}{error.strerror or error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(_("Stopped. Run the same command again to continue."), file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
