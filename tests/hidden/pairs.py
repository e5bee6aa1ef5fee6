"""Plays a match and its twin at a server, and says what of the hidden truth anybody was told."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgpack
from attrs import define, field

from caravan_tui.games import registry
from caravan_tui.games.contract import OVER, OptionValue, State
from tests.hidden.analyses import OWN_MISTAKES
from tests.hidden.markers import forms, hidden_forms, search, search_files
from tests.hidden.serving import NAMES, PAGE, WATCHER, Record, Served, Session, world
from tests.hidden.twins import BOUND, Plan, plan_with_secrets

Plant = Callable[[], contextlib.AbstractContextManager[Any]]

OWN_FILES = ["shared", "rooms.json"]
"""Where the server keeps matches that run: no session looks there."""

MOST = 20
"""Leaks that are told of one match."""


@define
class Findings:
    """What was looked at in one match, and the leaks."""

    game: str
    seats: int
    actions: int = 0
    """Of the whole match."""
    frames: int = 0
    """Searched for the seed and for hidden hands: those of all connections."""
    size: int = 0
    """Bytes of them."""
    compared: int = 0
    """Frames that were compared with those of the twin, one by one."""
    positions: int = 0
    """Positions in which the truth of the twin differs for the seat that is looked at."""
    texts: int = 0
    """Notices, tables of the administrator, exports and what analyses say, each of one place."""
    undone: int = 0
    refused: int = 0
    reconnected: int = 0
    is_whole: bool = False
    """Whether the match came to its end."""
    leaks: list[str] = field(factory=list)

    def add(self, leak: str) -> None:
        if len(self.leaks) < MOST:
            self.leaks.append(leak)


def look_for_leaks(
    game_id: str,
    seats: int,
    seed: int,
    seat: int,
    folder: Path,
    options: dict[str, OptionValue] | None = None,
    plant: Plant = contextlib.nullcontext,
    longest: int = BOUND,
) -> Findings:
    """Play a match of this seed and its twin for a seat, and search all that came of them.

    `plant`: what is broken in the server meanwhile. `longest`: the actions after which the match is
    broken off; without it, it is played to its end, also where the twin ends earlier.
    """
    game = registry.get(game_id)
    plan = plan_with_secrets(game, seats, options or {}, seed, seat, longest)
    stretch = plan.best
    assert stretch is not None
    end = stretch.end(plan.actors)
    findings = Findings(game_id, seats, len(plan.log), positions=stretch.differing)
    other_seed = plan.seed ^ 0x5DEECE66D1CE4E5
    searched = _Searcher(plan, findings)
    with world(plan.seed), plant():
        served = Served(plan, plan.log, folder / "true", searched.frame, searched.text,
                        searched.server)  # fmt: skip
        true = _run(served, end, longest == BOUND)
    with world(other_seed, stretch.log), plant():
        twin = _run(Served(plan, stretch.log, folder / "twin"), end)
    _compare(plan, true, twin, findings)
    findings.undone, findings.refused = true.undone, true.refused
    findings.reconnected, findings.is_whole = true.reconnected, true.is_over
    return findings


def _run(served: Served, end: int, goes_on: bool = False) -> Record:
    return asyncio.run(served.play(end, goes_on))


class _Searcher:
    """Searches what leaves the server for the seed, and for what the receiver cannot know."""

    def __init__(self, plan: Plan, findings: Findings) -> None:
        self._seed_forms = forms(plan.seed)
        self._plan, self._findings = plan, findings

        @lru_cache(maxsize=64)
        def hidden(state: State, seat: int | None) -> dict[str, bytes]:
            return hidden_forms(plan.game, state, seat)

        self._hidden = hidden

    def frame(self, session: Session, frame: bytes, state: State, over: bool) -> None:
        """Search a frame that came while the match stood there."""
        findings = self._findings
        findings.frames += 1
        findings.size += len(frame)
        for form in search(frame, self._seed_forms):
            findings.add(f"{session.name} is sent the seed: {form}")
        if not over:
            for form in search(frame, self._hidden(state, session.seat)):
                findings.add(f"{session.name} is sent what is hidden: {form}")

    def text(self, place: str, text: bytes, state: State, seat: int | None) -> None:
        """Search a text that leaves the server, or is made of a match that runs."""
        self._findings.texts += 1
        for form in search(text, self._seed_forms):
            self._findings.add(f"{place}: the seed is there, {form}")
        if state.to_act() != OVER:
            for form in search(text, self._hidden(state, seat)):
                self._findings.add(f"{place}: what is hidden is there, {form}")

    def server(self, served: Served, log: str) -> None:
        """Search what else a server has written that runs this match."""
        own = list(OWN_FILES)
        if served.match.over:  # then each player has a copy, from which the match can be replayed
            own += [f"accounts/{session.id}/data/matches" for session in served.sessions]
            own.append(f"accounts/{served.sessions[self._plan.seat].id}/data/{OWN_MISTAKES}")
        for place in search_files(served.home, self._seed_forms, own):
            self._findings.add(f"the seed is in a file: {place}")
        for form in search(log.encode(), self._seed_forms):
            self._findings.add(f"the seed is logged: {form}")


def _compare(plan: Plan, true: Record, twin: Record, findings: Findings) -> None:
    """The seat and the spectator must have got the same bytes; the logs must say the same."""
    for place in sorted({*true.texts, *twin.texts}):
        here, there = true.texts.get(place, []), twin.texts.get(place, [])
        if place.startswith("notices"):  # those of one moment are sent in any order
            here, there = sorted(here), sorted(there)
        if here != there:
            first = next(pair for pair in itertools.zip_longest(here, there) if pair[0] != pair[1])
            findings.add(f"{place}: {first[0]!r:.120} or {first[1]!r:.120}")
    for name in (NAMES[plan.seat], WATCHER, PAGE):
        pairs = itertools.zip_longest(true.frames[name], twin.frames[name])
        for number, (frame, other_frame) in enumerate(pairs):
            findings.compared += 1
            if frame == other_frame:
                continue
            if frame is None or other_frame is None:
                findings.add(f"{name}, frame {number}: there is none in one of the two")
            else:
                findings.add(f"{name}, frame {number}: {difference(frame, other_frame)}")
            break  # what follows differs as well
    for number, (line, other) in enumerate(
        itertools.zip_longest(_lines(true.log), _lines(twin.log))
    ):
        if line != other:
            findings.add(f"log, line {number}: {line} | {other}")
            break


def _lines(log: str) -> list[str]:
    """What was logged, without the numbers of processes."""
    return re.sub(r"process \d+", "process", log).splitlines()


def difference(here: bytes, there: bytes) -> str:
    """Where two frames differ first, in a few words."""
    first, second = msgpack.unpackb(here), msgpack.unpackb(there)
    if first == second:
        return f"{len(here)} bytes or {len(there)} say the same"
    return _difference(first, second, "")


def _difference(here: Any, there: Any, place: str) -> str:
    if isinstance(here, dict) and isinstance(there, dict) and list(here) == list(there):
        inner = [(f"{place}.{key}", here[key], there[key]) for key in here]
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        inner = [(f"{place}[{n}]", *pair) for n, pair in enumerate(zip(here, there, strict=True))]
    else:
        return f"{place} is {here!r:.120} or {there!r:.120}"
    for where, value, other in inner:
        if value != other or repr(value) != repr(other):
            return _difference(value, other, where)
    return f"{place} is {here!r:.120} or {there!r:.120}"
