"""A program in a seat: is asked for moves over the engine protocol, and is never trusted.

Whatever it does, the seat has a legal move in time: one that is late, illegal or missing is
replaced by a quick one, and the fault is kept for who wants to know.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from random import Random
from time import monotonic

import msgspec
from attrs import frozen

from ai.fallback import quick_move
from ai.programs import messages
from ai.programs.confine import BARE
from ai.programs.messages import (
    BestMove,
    Error,
    FromProgram,
    FromTable,
    Go,
    Hello,
    Info,
    Move,
    Position,
    Quit,
    Stop,
)
from ai.search import NO_MOVE
from ai.service import Progress
from ai.views import unpack
from caravan_tui.bus.messages import SearchProgress, SearchRequest, SearchResult
from caravan_tui.engine.record import one_line
from caravan_tui.games import registry
from caravan_tui.i18n import _

log = logging.getLogger(__name__)

PREFIX = "cmd:"
"""Begins the name of a player that is a program."""

HELLO_SECONDS = 10.0
"""For a program to start and say hello."""

GRACE_SECONDS = 0.5
"""For an answer after its time is over and the program was told to stop."""

QUIT_SECONDS = 1.0
"""For a program to end by itself."""

DEFAULT_SECONDS = 3.0
"""Of a decision where there is no clock."""

MOST_STARTS = 3
"""How often it is started and fails before the seat is left to quick moves."""

MOST_WAITING = 1000
"""Lines of a program that wait to be read; one that says more than that says nothing."""


class ProgramError(ValueError):
    """A command is no program that can be started; the text is one line for the user."""


@frozen
class Fault:
    """What a program has done wrong."""

    text: str


def read_command(text: str) -> tuple[str, ...]:
    """The words of a command. Raises ProgramError if there is no such program."""
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise ProgramError(
            _("'{text}' is not a command: {reason}").format(text=text, reason=error)
        ) from None
    if not words or shutil.which(words[0]) is None:
        raise ProgramError(
            _("There is no program '{name}' that can be started.").format(
                name=words[0] if words else text
            )
        )
    program = Path(words[0])
    return (str(program.resolve()) if program.parent != Path() else words[0], *words[1:])


class Program:
    """A process that is asked for moves. Not for several threads at once."""

    def __init__(self, command: tuple[str, ...], seed: int = 0, is_bare: bool = False) -> None:
        """`is_bare`: keep the environment of this process from it, see `ai.programs.confine`."""
        self.command = command
        self._is_bare = is_bare
        self.name = Path(command[0]).name
        self.faults: list[Fault] = []
        self._random = Random(seed)
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue(MOST_WAITING)
        self._failures = 0
        """How often it has failed since it was made."""
        self._is_unwanted = False

    def choose(
        self,
        request: SearchRequest,
        seconds: float | None,
        progress: Progress | None = None,
        continues: bool = False,
    ) -> SearchResult:
        """Its move in the position of a request; a quick one, marked as such, after a fault.

        `seconds`: what it may take; None where there is no clock: then DEFAULT_SECONDS end it.
        """
        view = unpack(request.view)
        game = registry.get(request.game)
        if view["to_act"] != view["seat"]:
            return SearchResult(request.id, NO_MOVE)
        state = game.determinize(view, self._random)
        moves = [Move(action, game.notation(action, view)) for action in state.legal()]
        began = monotonic()
        try:
            self._ensure_started(request.game)
            self._send(Position(dict(view), moves, continues))
            self._send(Go(seconds, request.iterations))
            action, last = self._answer(moves, seconds or DEFAULT_SECONDS, request, progress)
        except _FaultError as error:
            fault = Fault(one_line(str(error)))  # what it says may steer a terminal
            if fault not in self.faults and not self._is_unwanted:
                log.warning("%s %s", self.name, fault.text)
            self.faults.append(fault)
            self._failures += 1
            self._kill()
            quick = quick_move(request, self._random)
            return SearchResult(request.id, quick, 0, monotonic() - began, fallback=True)
        return SearchResult(request.id, action, last.iterations, monotonic() - began, line=[action])

    def close(self) -> None:
        """Let it end; end it if it does not. The next `choose` starts it again."""
        process = self._process
        if process is None:
            return
        with contextlib.suppress(_FaultError, subprocess.TimeoutExpired):
            self._send(Quit())
            process.wait(QUIT_SECONDS)
        self._kill()

    def abort(self) -> None:
        """End it at once and for good, from any thread: who waits for its move gets a quick one."""
        self._is_unwanted = True
        process = self._process
        if process is not None:
            _kill_group(process)

    # The process

    def _ensure_started(self, game: str) -> None:
        """Start it and exchange hellos, unless it runs. Raises _FaultError."""
        if self._process is not None and self._process.poll() is None:
            return
        self._kill()
        if self._is_unwanted:
            raise _FaultError(_("has ended"))
        if self._failures >= MOST_STARTS:
            raise _FaultError(_("has failed too often and is not asked again"))
        bare = [BARE] if self._is_bare else []
        try:
            process = subprocess.Popen(
                [sys.executable, "-m", "ai.programs.confine", *bare, *self.command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # what it starts ends with it
            )
        except OSError as error:
            raise _FaultError(str(error.strerror)) from None
        self._process = process
        self._lines = queue.Queue(MOST_WAITING)
        threading.Thread(target=_read, args=(process, self._lines), daemon=True).start()
        self._send(Hello(game=game))
        end = monotonic() + HELLO_SECONDS
        try:
            while not isinstance(hello := self._next(end), Hello):
                pass
        except _LateError:
            text = _("did not say hello within {seconds:.0f} seconds")
            raise _FaultError(text.format(seconds=HELLO_SECONDS)) from None
        if hello.protocol != messages.PROTOCOL:
            text = _("speaks protocol {its}, not {ours}")
            raise _FaultError(text.format(its=hello.protocol, ours=messages.PROTOCOL))
        if hello.game not in ("", game):
            raise _FaultError(_("plays {game}").format(game=hello.game[:40]))

    def _send(self, message: FromTable) -> None:
        process = self._process
        assert process is not None and process.stdin is not None
        try:
            process.stdin.write(messages.line(message))
            process.stdin.flush()
        except OSError:
            raise _FaultError(self._how_ended()) from None

    def _next(self, end: float) -> FromProgram:
        """Its next message. Raises _LateError at the end of the time, however much it says, and
        _FaultError at that of the program."""
        left = end - monotonic()
        try:
            text = self._lines.get(timeout=left) if left > 0 else b"late"
        except queue.Empty:
            text = b"late"
        if text == b"late":
            raise _LateError(_("did not answer in time"))
        if not text:
            raise _FaultError(self._how_ended())
        try:
            return messages.from_program(text)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            words = _("sent something that is not a message: {reason}")
            raise _FaultError(words.format(reason=error)) from None

    def _how_ended(self) -> str:
        """That it says no more, with the code of its end if that tells something."""
        code = None
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = self._process.wait(QUIT_SECONDS)
        if code is not None and code > 0:  # a signal is ours
            return _("has ended with code {code}").format(code=code)
        return _("has ended")

    def _answer(
        self,
        moves: list[Move],
        seconds: float,
        request: SearchRequest,
        progress: Progress | None,
    ) -> tuple[int, Info]:
        """The move that it names, and its last Info. Raises _FaultError."""
        began = monotonic()
        end, was_stopped, last = began + seconds, False, Info()
        while True:
            try:
                message = self._next(end)
            except _LateError:
                if was_stopped:
                    raise
                self._send(Stop())
                end, was_stopped = monotonic() + GRACE_SECONDS, True
                continue
            match message:
                case BestMove():
                    return _legal(message, moves), last
                case Info():
                    last = message
                    if progress is not None:
                        done = min(1.0, (monotonic() - began) / seconds)
                        progress(
                            SearchProgress(
                                request.id, request.match, request.seat, done, message.iterations
                            )
                        )
                case Error():
                    raise _FaultError(_("says: {text}").format(text=message.text[:200]))
                case _:
                    pass

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        _kill_group(process)
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


class ProgramSeat:
    """A program as the search of a computer seat (see `ai.service.Search`)."""

    def __init__(self, program: Program, executor: Executor | None = None) -> None:
        """`executor`: the threads that wait for its lines; None: those of the event loop."""
        self.program = program
        self._executor = executor
        self._asking = asyncio.Lock()
        self._work: asyncio.Future[SearchResult | None] | None = None
        """What a thread does with the program. It goes on when nobody waits for it any more."""

    @property
    def is_busy(self) -> bool:
        """Whether it is being asked, or told to end."""
        return self._work is not None and not self._work.done()

    def when_idle(self, callback: Callable[[], None]) -> None:
        """Call `callback` soon if it is not busy, else once it is no more."""
        if self._work is None:
            callback()
        else:
            self._work.add_done_callback(lambda _work: callback())

    async def __call__(
        self, request: SearchRequest, progress: Progress | None = None
    ) -> SearchResult:
        """Have it decide, in a thread that waits for its lines."""
        loop = asyncio.get_running_loop()

        def tell(news: SearchProgress) -> None:
            if progress is not None:
                loop.call_soon_threadsafe(progress, news)

        def choose() -> SearchResult:
            return self.program.choose(request, request.seconds, tell, bool(request.steps))

        result = await self._do(choose)
        assert result is not None
        return result

    async def close(self) -> None:
        """End the program."""
        await self._do(self.program.close)

    async def _do(self, work: Callable[[], SearchResult | None]) -> SearchResult | None:
        """Do something with the program in a thread, once what another one does is done."""
        async with self._asking:
            if self._work is not None and not self._work.done():
                await asyncio.wait([self._work])
            self._work = asyncio.get_running_loop().run_in_executor(self._executor, work)
            return await asyncio.shield(self._work)


class _FaultError(Exception):
    """What a program has done wrong, in words that follow its name."""


class _LateError(_FaultError):
    """It has not answered in time."""


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a program that has not been waited for, and what it has started."""
    if process.returncode is None:
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()


def _read(process: subprocess.Popen[bytes], lines: queue.Queue[bytes]) -> None:
    """Queue what a program says, and b"" at its end. One that says too much is ended."""
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError, queue.Full):  # closed, or too much
        while text := process.stdout.readline(messages.LONGEST_LINE):
            if text.strip():
                lines.put_nowait(text)
    _kill_group(process)
    while True:
        try:
            lines.put_nowait(b"")
            return
        except queue.Full:
            with contextlib.suppress(queue.Empty):
                lines.get_nowait()


def _legal(best: BestMove, moves: list[Move]) -> int:
    """The legal move that is meant. Raises _FaultError."""
    for move in moves:
        if move.action == best.action or (best.action is None and move.notation == best.notation):
            return move.action
    if best.action is None and not best.notation:
        raise _FaultError(_("named no move"))
    text = _("played {move}, which is not legal")
    name = best.notation[:40] or str(best.action)
    raise _FaultError(text.format(move=name))
