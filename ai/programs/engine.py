"""This search as a program: reads the table's lines and answers them."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from time import perf_counter
from typing import IO, Any, cast

import msgspec

from ai import levels
from ai.mcts import MAX_NODES
from ai.own_turn import OwnTurn
from ai.programs import messages
from ai.programs.messages import (
    BestMove,
    Error,
    FromProgram,
    FromTable,
    Go,
    Hello,
    Info,
    Legal,
    Move,
    Moves,
    Option,
    Position,
    Quit,
    Stop,
)
from ai.search import Searcher, character_of, quick
from ai.views import pack
from caravan_tui.bus.messages import SearchResult
from caravan_tui.engine import rng
from caravan_tui.games import registry
from caravan_tui.games.contract import Game, View
from caravan_tui.games.registry import UnknownStyleError
from caravan_tui.i18n import _

SLICE = 0.05
"""Seconds between two looks at what the table has sent."""

INFO_SECONDS = 0.25
"""Between two lines of Info."""

LONGEST_ERROR = 300


class LineError(ValueError):
    """A line asks for what cannot be done; the text says why."""


class Engine:
    """One program at one game, between two streams of lines."""

    def __init__(self, game: str, level: str, style: str | None, seed: int) -> None:
        """Raises UnknownGameError, UnknownLevelError or UnknownStyleError."""
        self.game: Game[Any] = registry.get(game)
        levels.get_alone(level)
        registry.evaluator(game, style)
        self.level, self.style, self.seed = level, style, seed
        self._view: View | None = None
        self._searcher: Searcher | None = None
        self._turn = OwnTurn()
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._waiting: list[bytes] = []
        """Lines that came during a search, to be answered after it."""
        self._decisions = 0

    def run(self, source: IO[bytes], sink: IO[bytes]) -> None:
        """Answer lines until Quit or the end of input. A reader that is gone ends it, too."""
        reader = threading.Thread(target=self._read, args=(source,), daemon=True)
        reader.start()

        def say(message: FromProgram) -> None:
            sink.write(messages.line(message))
            sink.flush()

        try:
            while (text := self._waiting.pop(0) if self._waiting else self._lines.get()) != b"":
                try:
                    if not self._answer(_message(text), say):
                        return
                except (msgspec.MsgspecError, UnicodeDecodeError, LineError) as error:
                    say(Error(" ".join(str(error).split())[:LONGEST_ERROR]))
        except BrokenPipeError:
            return

    def _read(self, source: IO[bytes]) -> None:
        """Queue the lines of a stream, and b"" at its end. A line that is too long is cut there,
        without its end."""
        is_rest = False
        while text := source.readline(messages.LONGEST_LINE):
            if text.strip() and not is_rest:
                self._lines.put(text)
            is_rest = not text.endswith(b"\n")
        self._lines.put(b"")

    def _answer(self, message: FromTable, say: Callable[[FromProgram], None]) -> bool:
        """Answer a message; False if it was the last. Raises LineError."""
        match message:
            case Hello():
                title = levels.get(self.level).title
                say(Hello(name=f"caravan-tui {title}", game=self.game.spec.id))
            case Option():
                self._set(message)
            case Position():
                self._view = self._checked(message.view)
                if not message.continues:
                    self._turn.end()
            case Legal():
                say(Moves(self._legal()))
            case Go():
                say(self._best_move(message, say))
            case Quit():
                return False
            case Stop():
                pass  # nothing is being searched
        return True

    def _set(self, option: Option) -> None:
        value = option.value
        try:
            match option.name:
                case "level":
                    levels.get_alone(str(value))
                    self.level = str(value)
                case "style":
                    registry.evaluator(self.game.spec.id, str(value) or None)
                    self.style = str(value) or None
                case "seed" if isinstance(value, int):
                    self.seed = value
                case _:
                    raise LineError(_("There are the options level, style and seed (a number)."))
        except (levels.UnknownLevelError, UnknownStyleError) as error:
            raise LineError(str(error)) from None
        self._searcher = None

    def _checked(self, view: dict[str, Any]) -> View:
        """A view that the search understands. Raises LineError."""
        try:
            if view.get("game") != self.game.spec.id:
                raise LineError(_("This engine plays {game}.").format(game=self.game.spec.id))
            whole = cast(View, view)
            self.game.determinize(whole, rng.stream(self.seed, "look"))
        except LineError:
            raise
        except Exception as error:  # whatever a view of somebody else's making has set off
            text = _("This is not a view of {game}: {reason}")
            raise LineError(text.format(game=self.game.spec.id, reason=repr(error))) from None
        return whole

    def _position(self) -> View:
        if self._view is None:
            raise LineError(_("Send a position first."))
        return self._view

    def _legal(self) -> list[Move]:
        view = self._position()
        state = self.game.determinize(view, rng.stream(self.seed, "legal"))
        if view["to_act"] != view["seat"]:
            return []
        return [Move(action, self.game.notation(action, view)) for action in state.legal()]

    def _best_move(self, go: Go, say: Callable[[FromProgram], None]) -> BestMove:
        """Search until the budget is used up, or another line has come that ends it."""
        view = self._position()
        if view["to_act"] != view["seat"]:
            raise LineError(_("It is another seat's turn in this position."))
        seed = rng.stream(self.seed, "engine", self._decisions).getrandbits(32)
        self._decisions += 1
        evaluator = registry.evaluator(self.game.spec.id, self.style, self.level)
        level = levels.get(self.level).suited(evaluator)
        packed = pack(view)
        self._turn.resume(view, packed, character_of(self.level, self.style))
        if not level.iterations:
            action = quick(self.game, view, evaluator, seed, self.level).action
            self._turn.add(action)
            return BestMove(action, self.game.notation(action, view))
        has_clock = go.seconds is not None
        budget = max(1, go.iterations) if go.iterations else level.budget(has_clock)
        searcher = Searcher(
            self.game, view, seed, budget, evaluator, self._searcher, MAX_NODES,
            steps=self._turn.steps, takes_obvious=level.takes_obvious,
        )  # fmt: skip
        self._searcher = searcher
        end = perf_counter() + max(0.0, go.seconds) if go.seconds is not None else None
        next_info = perf_counter() + INFO_SECONDS
        while True:
            now = perf_counter()
            left = SLICE if end is None else min(SLICE, end - now)
            is_done = searcher.step(seconds=max(left, 0.001))
            if is_done or (end is not None and perf_counter() >= end) or self._is_stopped():
                break
            if perf_counter() >= next_info:
                next_info = perf_counter() + INFO_SECONDS
                say(_info(searcher.result(), searcher.seat))
        result = searcher.result(level, self._turn.judgement)
        say(_info(result, searcher.seat))
        self._turn.add(result.action)
        return BestMove(result.action, self.game.notation(result.action, view))

    def _is_stopped(self) -> bool:
        """Whether the table wants the answer now. What else it has sent meanwhile waits."""
        is_stopped = False
        while not self._lines.empty():
            text = self._lines.get()
            self._waiting.append(text)
            if text == b"":
                break  # what was asked before the end is answered whole, from a file as by hand
            try:
                _message(text)
            except (msgspec.MsgspecError, UnicodeDecodeError, LineError):
                continue  # said after the search, which it does not end
            is_stopped = True
        return is_stopped


def _message(text: bytes) -> FromTable:
    """What a line says. Raises MsgspecError, UnicodeDecodeError and LineError."""
    if len(text) >= messages.LONGEST_LINE and not text.endswith(b"\n"):
        raise LineError(_("A line may have 1 MiB at most."))
    return messages.from_table(text)


def _info(result: SearchResult, seat: int) -> Info:
    """How far a search is, from its move and what it expects of it."""
    values = [each.value[seat] for each in result.candidates if each.action == result.action]
    return Info(result.iterations, values[0] if values else None, result.line)
