"""`python -m bench`: every figure of speed, as a ratio, against a gate.

    python -m bench [--only WORD ...] [--rounds N] [--json] [--record] [--write FILE]

A figure fails if it is worse than 60 % of what was measured when it was last recorded
(`bench/measured.json`); an aim is shown beside it. `--record` records what is measured now,
`--write` writes the table as Markdown.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from attrs import frozen

from bench import delays, kernels, repaint, searching, tutoring
from bench.timing import ROUNDS
from caravan_tui.games import registry

MEASURED = Path(__file__).with_name("measured.json")
GATE = 0.6

DRAWING_AIMS = {"repaint": 4.0, "move": 1.0}
"""Milliseconds on the machine of the recorded figures."""


OPENING_AIM = 150.0
"""Milliseconds until a screen is there, on the machine of the recorded figures."""


@frozen
class Figure:
    """One measured ratio."""

    name: str
    value: float
    more: bool
    """More is better."""
    note: str = ""
    aim: float | None = None

    def passes(self, measured: float | None) -> bool:
        """Whether it is no worse than the gate allows."""
        if measured is None:
            return True
        return self.value >= GATE * measured if self.more else self.value <= measured / GATE


def openspiel(rounds: int) -> Iterator[Figure]:
    """Our search against OpenSpiel's."""
    if find_spec("pyspiel") is None:
        print("open_spiel is not installed: pip install open_spiel", file=sys.stderr)
        return
    figures = searching.against_openspiel(rounds)
    note = (
        f"{figures['ours']:,.0f} against {figures['theirs']:,.0f} a second; "
        f"{figures['smallest']:.1f} to {figures['largest']:.1f} by position"
    )
    yield Figure("decktet: search iterations to OpenSpiel's", figures["ratio"], True, note, 4.0)


def processes(rounds: int) -> Iterator[Figure]:
    """Two search processes against one."""
    value = searching.two_processes(rounds)
    note = f"on {os.cpu_count()} cores; needs them idle"
    yield Figure("two search processes to one", value, True, note, 1.6)


def rules(rounds: int) -> Iterator[Figure]:
    """The rules beside the calibration loop."""
    for name, (micros, loops) in kernels.measure(rounds).items():
        note = f"{micros:.2f} µs, in thousand steps of a plain loop"
        yield Figure(name, loops, False, note)


def rates(rounds: int) -> Iterator[Figure]:
    """Iterations of the search in every game, beside the calibration loop."""
    for name, (rate, loops) in searching.rates(rounds).items():
        note = f"{rate:,.0f} a second, in thousand steps of a plain loop"
        yield Figure(f"{name} iteration", loops, False, note)


def boards(rounds: int) -> Iterator[Figure]:
    """Boards of 120 × 36 cells, drawn whole and after a move."""
    for game in registry.ids():
        for what, (milliseconds, loops) in repaint.measure(game, rounds).items():
            aim = DRAWING_AIMS[what]
            has = "reached" if milliseconds <= aim else "missed"
            note = f"{milliseconds:.1f} ms, in thousand steps of a plain loop; {aim:g} ms {has}"
            yield Figure(f"{game} {what}", loops, False, note)


def loop(rounds: int) -> Iterator[Figure]:
    """The event loop while two workers search."""
    figures = delays.loop_delay(rounds)
    note = f"p99 {figures['busy']:.1f} ms to {figures['idle']:.1f} ms"
    yield Figure("loop delay searching to idle", figures["ratio"], False, note, 4.0)


def first(rounds: int) -> Iterator[Figure]:
    """From opening a match to the first move: on the bus alone, and in the app."""
    figures = delays.first_move(rounds)
    note = f"{figures['cold']:.0f} ms with workers to be started, {figures['warm']:.0f} ms without"
    yield Figure("first move cold to warm", figures["cold"] / figures["warm"], False, note)
    figures = delays.start_to_move(rounds)
    note = f"{figures['move']:.0f} ms to {figures['import']:.0f} ms"
    yield Figure(
        "start to first computer move to import textual.app", figures["ratio"], False, note
    )


def keys(rounds: int) -> Iterator[Figure]:
    """From a key to the screen while two workers search."""
    figures = delays.key_to_paint(rounds)
    note = f"p95 {figures['busy']:.1f} ms to {figures['idle']:.1f} ms"
    yield Figure("key to paint searching to idle", figures["ratio"], False, note, 1.15)


def opens(rounds: int) -> Iterator[Figure]:
    """From a key to the screen that it opens, and what the app takes by then."""
    figures = delays.openings(rounds)
    for name in ("setup", "table", "home"):
        first, again = figures[name], figures[f"{name} again"]
        has = "reached" if max(first, again) <= OPENING_AIM else "missed"
        note = f"{first:.0f} ms, again {again:.0f} ms; {OPENING_AIM:g} ms {has}"
        yield Figure(f"{name} opens, to import textual.app", first / figures["import"], False, note)
    note = (
        f"{figures['mib_home']:.0f} MiB at first, {figures['mib']:.0f} MiB after two tables (PSS)"
    )
    yield Figure(
        "memory of the app, tables to home", figures["mib"] / figures["mib_home"], False, note
    )
    ratio = figures["mib_evening"] / figures["mib"]
    note = f"{figures['mib_evening']:.0f} MiB after {delays.TABLES_OF_AN_EVENING} more tables"
    yield Figure("memory of the app, an evening to two tables", ratio, False, note)


def start(rounds: int) -> Iterator[Figure]:
    """Start of the app."""
    figures = delays.start_up(rounds)
    note = f"{figures['frame']:.0f} ms to {figures['import']:.0f} ms"
    yield Figure("first frame to import textual.app", figures["ratio"], False, note, 1.3)


def tutor(rounds: int) -> Iterator[Figure]:
    """From a chosen move to the tutor's answer, by game."""
    for game in registry.ids():
        waits = tutoring.measure(game, rounds)
        longest = max(waits.at_once + waits.after_thought)
        note = (
            f"most of {2 * rounds} answers {longest:.2f} s, {waits.judged:.0%} judged of those "
            f"who thought for {tutoring.AFTER_THOUGHT:g} s"
        )
        yield Figure(f"{game} tutor's answer to half a second", longest / 0.5, False, note, 1.0)


PARTS: dict[str, Callable[[int], Iterator[Figure]]] = {
    "openspiel": openspiel,
    "processes": processes,
    "rates": rates,
    "rules": rules,
    "boards": boards,
    "loop": loop,
    "first": first,
    "keys": keys,
    "start": start,
    "opens": opens,
    "tutor": tutor,
}


def main() -> int:
    """Measure, print, and say with the exit code whether every gate holds."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure speed.")
    parser.add_argument("--only", nargs="+", choices=list(PARTS), default=list(PARTS))
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--record", action="store_true", help="take this as what was measured")
    parser.add_argument("--write", type=Path, help="write the table to this Markdown file")
    chosen = parser.parse_args()
    measured: dict[str, float] = {}
    if MEASURED.exists():
        measured = json.loads(MEASURED.read_text("utf-8"))
    figures: list[Figure] = []
    for part in chosen.only:
        for figure in PARTS[part](chosen.rounds):
            figures.append(figure)
            if not chosen.json:
                print(_line(figure, measured.get(figure.name)), flush=True)
    failed = [figure.name for figure in figures if not figure.passes(measured.get(figure.name))]
    if chosen.json:
        rows = [
            {
                "name": figure.name,
                "value": figure.value,
                "measured": measured.get(figure.name),
                "aim": figure.aim,
                "note": figure.note,
                "passes": figure.passes(measured.get(figure.name)),
            }
            for figure in figures
        ]
        print(json.dumps(rows, indent=2))
    if chosen.record:
        measured.update({figure.name: round(figure.value, 4) for figure in figures})
        MEASURED.write_text(json.dumps(measured, indent=2) + "\n", "utf-8")
    if chosen.write is not None:
        chosen.write.write_text(_markdown(figures, measured), "utf-8")
    if failed:
        print("worse than 60 % of what was measured: " + ", ".join(failed), file=sys.stderr)
    return 1 if failed else 0


def _line(figure: Figure, measured: float | None) -> str:
    mark = " " if figure.passes(measured) else "!"
    before = "-" if measured is None else f"{measured:.3g}"
    aim = "" if figure.aim is None else f"  aim {'>=' if figure.more else '<='} {figure.aim}"
    return f"{mark} {figure.name:45} {figure.value:8.3g}  measured {before:>6}  {figure.note}{aim}"


def _markdown(figures: list[Figure], measured: dict[str, float]) -> str:
    lines = [
        "# Speed",
        "",
        f"Measured by `make bench`: medians of interleaved rounds, Python "
        f"{platform.python_version()}, {os.cpu_count()} cores. Every figure is a ratio; it fails "
        "when it is worse than 60 % of what was recorded. For figures marked ↓ less is better.",
        "",
        "| what | now | recorded | aim | |",
        "|---|---|---|---|---|",
    ]
    for figure in figures:
        before = measured.get(figure.name)
        cells = [
            figure.name + ("" if figure.more else " ↓"),
            f"{figure.value:.3g}",
            "" if before is None else f"{before:.3g}",
            "" if figure.aim is None else f"{'≥' if figure.more else '≤'} {figure.aim:g}",
            figure.note,
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
