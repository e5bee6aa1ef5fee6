"""What the user has tried of the problems, and the user's own mistakes as problems.

Two small files beside the results, a line an entry: a line that cannot be read loses only itself.
Both are conveniences: if one cannot be written, only that is lost. A problem that was not solved
at once comes again after the days of `INTERVALS` (S. Leitner, "So lernt man lernen", 1972).
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from caravan_tui import files, paths
from caravan_tui.engine import problem as problems
from caravan_tui.engine.problem import Problem
from caravan_tui.games import registry
from saves import errors

log = logging.getLogger(__name__)

INTERVALS: Final = (1, 3, 8, 21)
"""Days until a problem that was failed comes again: after the failure, after the first time that it
was solved, and so on. After the last one it is learnt."""

MAX_BYTES: Final = 8 << 20
"""Bytes of a file that are read."""

MOST_OWN: Final = 300
"""Own problems that are kept, the newest ones."""

_Count = Annotated[int, Meta(ge=0)]


class Tried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the user did with a problem."""

    game: str
    key: str
    """As `Problem.key`."""
    solved: _Count = 0
    """Times that it was solved at the first try, without help."""
    failed: _Count = 0
    box: Annotated[int, Meta(ge=0, le=len(INTERVALS))] = 0
    """How often in a row it was solved since it was failed."""
    due: date | None = None
    """When it comes again; None: it need not."""
    last: date | None = None

    @property
    def was_solved(self) -> bool:
        """Whether it was solved when it was tried last."""
        return self.due is None or self.box > 0

    def is_due(self, today: date) -> bool:
        """Whether it is to be tried again."""
        return self.due is not None and self.due <= today

    def after(self, is_solved: bool, today: date) -> Tried:
        """The entry after one more try. One that came again before its time does not come later
        for being solved."""
        if not is_solved:
            due = today + timedelta(days=INTERVALS[0])
            return msgspec.structs.replace(self, failed=self.failed + 1, box=0, due=due, last=today)
        box, due_then = self.box, self.due
        if self.is_due(today):
            box += 1
            has_more = box < len(INTERVALS)
            due_then = today + timedelta(days=INTERVALS[box]) if has_more else None
        return msgspec.structs.replace(
            self, solved=self.solved + 1, box=box, due=due_then, last=today
        )


class DayTried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the user did with the problem of a day: the first try counts."""

    game: str
    day: date
    is_solved: bool


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of the file: one of the two."""

    tried: Tried | None = None
    day: DayTried | None = None


Place = tuple[str, str]
"""A game and the key of a problem."""


class Tries:
    """Everything that was tried, as it was read."""

    def __init__(
        self, tried: Mapping[Place, Tried], days: Mapping[tuple[str, date], DayTried]
    ) -> None:
        self.tried = dict(tried)
        self.days = dict(days)

    def of(self, problem: Problem) -> Tried | None:
        """How the user did with a problem; None if it was never tried."""
        return self.tried.get((problem.game, problem.key))

    def due(self, candidates: Iterable[Problem], today: date) -> list[Problem]:
        """Those problems that are to be tried again, the longest due first."""
        waiting = []
        for problem in candidates:
            tried = self.of(problem)
            if tried is not None and tried.due is not None and tried.due <= today:
                waiting.append((tried.due, problem.game, problem.key, problem))
        return [entry[-1] for entry in sorted(waiting, key=lambda entry: entry[:3])]

    def solved(self, candidates: Iterable[Problem]) -> int:
        """How many of these were solved when they were tried last."""
        entries = (self.of(problem) for problem in candidates)
        return sum(tried is not None and tried.was_solved for tried in entries)

    def on_day(self, game: str, day: date) -> DayTried | None:
        """How the user did with a game's problem of a day; None if it was not tried."""
        return self.days.get((game, day))


def path() -> Path:
    """The file of what was tried."""
    return paths.data() / "problems.jsonl"


def own_path() -> Path:
    """The file of the user's own mistakes."""
    return paths.data() / "own_problems.jsonl"


def load() -> Tries:
    """Read what was tried; nothing if there is no file."""
    tried: dict[Place, Tried] = {}
    days: dict[tuple[str, date], DayTried] = {}
    for number, line in enumerate(_lines(path()), 1):
        try:
            entry = msgspec.json.decode(line, type=_Entry)
        except ValueError as error:
            log.warning("problems, line %d: %s", number, error)
            continue
        if entry.tried is not None:
            tried[entry.tried.game, entry.tried.key] = entry.tried
        if entry.day is not None:
            days[entry.day.game, entry.day.day] = entry.day
    return Tries(tried, days)


def add_try(problem: Problem, is_solved: bool, today: date, is_of_day: bool = False) -> Tries:
    """Keep the first answer to a problem. `is_of_day`: it was this day's. A failure to write is
    only logged."""
    tries = load()
    place = problem.game, problem.key
    before = tries.tried.get(place) or Tried(*place)
    tries.tried[place] = before.after(is_solved, today)
    if is_of_day:
        tries.days.setdefault((problem.game, today), DayTried(problem.game, today, is_solved))
    _write(
        path(),
        [
            *(_Entry(tried=tried) for tried in tries.tried.values()),
            *(_Entry(day=day) for day in tries.days.values()),
        ],
    )
    return tries


def own() -> list[Problem]:
    """The user's own mistakes, the newest first; those that today's rules can replay."""
    rules = {game_id: registry.spec(game_id).rules_version for game_id in registry.ids()}
    mistakes = problems.read(_lines(own_path()))
    return [problem for problem in mistakes if rules.get(problem.game) == problem.rules][::-1]


def due_now(tries: Tries, mistakes: Iterable[Problem], today: date) -> list[Problem]:
    """All problems that are to be tried again: shipped ones, and the user's own mistakes."""
    everything = [problem for game in registry.ids() for problem in problems.shipped(game)]
    return tries.due([*everything, *mistakes], today)


def add_own(mistakes: Iterable[Problem]) -> int:
    """Keep mistakes as problems; how many are new. A failure to write is only logged."""
    known = problems.read(_lines(own_path()))
    places = {(problem.game, problem.key) for problem in known}
    new = [problem for problem in mistakes if (problem.game, problem.key) not in places]
    if new and not _write(own_path(), [*known, *new][-MOST_OWN:]):
        return 0
    return len(new)


def _lines(file: Path) -> list[bytes]:
    try:
        return files.read(file, MAX_BYTES).splitlines()
    except OSError:
        return []


def _write(file: Path, entries: Iterable[Any]) -> bool:
    data = b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries)
    try:
        files.make_folder(file.parent)
        files.sweep(file.parent)
        files.write(file, data)
    except OSError as error:
        log.warning("%s: %s", file.name, errors.reason(error))
        return False
    return True
