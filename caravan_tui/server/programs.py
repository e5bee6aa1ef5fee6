"""The programs that a server lets play: named by its keeper, a few processes at a time.

Players choose one by its name. The commands are in the keeper's hands alone: no message, room or
saved match holds one.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from ai import levels
from ai.programs.process import MOST_STARTS, Program, ProgramSeat
from ai.service import Progress
from caravan_tui.bus.messages import SearchRequest, SearchResult
from caravan_tui.i18n import _

LONGEST_NAME = 14
"""Characters; two more are left for a number where a program has two seats."""

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")

OnFault = Callable[[str, str, str], None]
"""`on_fault(match, program, text)`: a program has done wrong."""


class ProgramNameError(ValueError):
    """A program cannot have this name; the text is one line for the keeper."""


def check_name(name: str) -> None:
    """Raise ProgramNameError for a name that players could not type, or take for another player."""
    if not _NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        text = _(
            "'{name}' can't be the name of a program: use 1 to {most} letters, digits, '-', '_' "
            "or '.', a letter first."
        )
        raise ProgramNameError(text.format(name=name[:40], most=LONGEST_NAME))
    if name.lower() in {*levels.ALL, "me", "open", "person"}:
        text = _("'{name}' can't be the name of a program: players of this server have it.")
        raise ProgramNameError(text.format(name=name))


def _base(seat_name: str) -> str:
    """The name of the program in a seat: `mine` of `mine 2`."""
    return seat_name.partition(" ")[0]


class Programs:
    """What may play, and the processes that do.

    A seat has its program for itself. Processes run only as long as there are places: an idle one
    gives its place away, and is started again for its next decision.
    """

    def __init__(self, commands: Mapping[str, tuple[str, ...]], most: int) -> None:
        """`commands`: by name; `most`: processes at the same time."""
        self._commands, self._most = dict(commands), most
        self._executor = ThreadPoolExecutor(most, "program")  # each thread starts when needed
        self._started: list[HostedProgram] = []
        """Those with a place, the least recently asked first."""
        self._has_changed = asyncio.Event()
        self.on_fault: OnFault = lambda _match, _program, _text: None

    @property
    def names(self) -> list[str]:
        """What players may choose."""
        return list(self._commands)

    @property
    def running(self) -> int:
        """Programs that have a place."""
        return len(self._started)

    def seat(self, seat_name: str) -> HostedProgram | None:
        """The program for a seat of this name, such as `mine` or `mine 2`; None: it is not (or no
        longer) among them."""
        name = _base(seat_name)
        command = self._commands.get(name)
        return None if command is None else HostedProgram(self, name, command)

    def has(self, seat_name: str) -> bool:
        """Whether there is a program for a seat of this name."""
        return _base(seat_name) in self._commands

    async def close(self) -> None:
        """End all processes."""
        started, self._started = self._started, []
        await asyncio.gather(*(program.end() for program in started))
        self._executor.shutdown(wait=False)

    def new_search(self, command: tuple[str, ...]) -> ProgramSeat:
        """A program of its own for a seat."""
        return ProgramSeat(Program(command, is_bare=True), self._executor)

    # Places

    async def take_place(self, program: HostedProgram) -> None:
        """Wait until a program may run; the idle one that was asked longest ago ends for it."""
        while program not in self._started:
            if len(self._started) < self._most:
                self._started.append(program)
                return
            idle = next((each for each in self._started if not each.is_busy), None)
            if idle is not None:
                self._started[self._started.index(idle)] = program
                await idle.end()
                return
            self._has_changed.clear()
            await self._has_changed.wait()
        self._started.remove(program)
        self._started.append(program)

    def free_place(self, program: HostedProgram) -> None:
        """A program has ended."""
        if program in self._started:
            self._started.remove(program)
        self.on_idle()

    def on_idle(self) -> None:
        """A program is asked no more: its place can be taken."""
        self._has_changed.set()


class HostedProgram:
    """A program in a seat, as its search (see `ai.service.Search`)."""

    def __init__(self, programs: Programs, name: str, command: tuple[str, ...]) -> None:
        self.name = name
        self._programs = programs
        self._search = programs.new_search(command)
        self._asked = 0
        """Calls that have, or are about to have, its place."""
        self._reported = 0

    @property
    def is_busy(self) -> bool:
        """Whether its place can't be taken now."""
        return self._asked > 0 or self._search.is_busy

    async def __call__(
        self, request: SearchRequest, progress: Progress | None = None
    ) -> SearchResult:
        """Have it decide, once there is a place for it."""
        self._asked += 1
        try:
            await self._programs.take_place(self)
            return await self._search(request, progress)
        finally:
            self._asked -= 1
            self._report(request.match)
            self._search.when_idle(self._programs.on_idle)

    def _report(self, match: str) -> None:
        faults = self._search.program.faults
        for fault in faults[self._reported : MOST_STARTS + 1]:  # the last: it is asked no more
            self._programs.on_fault(match, self.name, fault.text)
        self._reported = len(faults)

    async def end(self) -> None:
        """End its process."""
        await self._search.close()

    async def close(self) -> None:
        """The seat is played no more."""
        self._search.program.abort()
        try:
            await self.end()
        finally:
            self._programs.free_place(self)
