"""A computer seat: is given positions to decide, searches, acts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from time import perf_counter

from ai import levels
from ai.own_turn import OwnTurn
from ai.search import character_of, out_of_turn
from ai.service import Search, ThinkAhead
from ai.turn_time import USUAL, Pacing, TurnTime
from ai.views import pack
from caravan_tui.bus.handle import LocalTable
from caravan_tui.bus.messages import MoveReport, Position, SearchRequest, SearchResult
from caravan_tui.engine import Refusal, rng
from caravan_tui.games import registry
from caravan_tui.games.evaluator import Evaluator

log = logging.getLogger(__name__)

LATE = 3.0
"""Seconds beyond the cap of a search after which the seat plays without an answer."""

AGAIN = 0.5
"""Seconds after which a table that refused is tried again."""

LEAST_AHEAD = 300
"""Iterations of a decision from which on a level thinks ahead."""


class ComputerSeat:
    """One seat of one match. It knows what its own positions hold and nothing else."""

    def __init__(
        self,
        table: LocalTable,
        search: Search,
        game: str,
        level: str,
        style: str | None = None,
        *,
        seed: int | None = None,
        iterations: int | None = None,
        pacing: Pacing = USUAL,
        reports: bool = True,
        think_ahead: ThinkAhead | None = None,
        people: Collection[int] = (),
        name: str = "",
        is_program: bool = False,
    ) -> None:
        """Take a seat, see `run`.

        Args:
            table: the seat's handle.
            search: answers search requests, as `Pool.search` does.
            game, level, style: ids of the game, the level, the personality.
            seed: fixes the seat's moves, as far as no clock cuts a search short; without one it is
                drawn.
            iterations: of a search, instead of the level's.
            pacing: how long its decisions may take, and how long they take at least.
            reports: whether what it considered is published at the table. That shows what the
                seat knows, so not where people play against each other and something is hidden.
            think_ahead: searches while one of `people` is to act, as `Pool.think_ahead` does.
            people: the seats on whose time it does.
            name: whose errors a weak level makes.
            is_program: whether somebody's own program answers `search`. Such a seat never acts out
                of turn, and the table is told when it fails.

        Raises UnknownLevelError, UnknownStyleError, UnknownGameError.
        """
        self._time = TurnTime(pacing, fills_time=levels.get(level).fills_time)
        if table.seat is None:
            raise ValueError("a spectator decides nothing")
        self._evaluator = registry.evaluator(game, style, level)
        self._game = registry.get(game)
        self._table = table
        self._seat = table.seat
        self._match = table.match
        self._search = search
        self._level = level
        self._style = style
        self._seed = rng.fresh_seed() if seed is None else seed
        self._iterations = iterations
        self._reports = reports
        self._think_ahead = think_ahead
        self._people = people
        self._is_program = is_program
        self._name = name
        self._turn = OwnTurn()
        self._character = character_of(level, style, name)
        self._follows: int | None = None
        """The version after its last act: if it decides in this one, its turn has gone on."""
        self._has_warned = False

    async def run(self) -> None:
        """Play until the match is over or closed, or the task is cancelled."""
        try:
            decisions = self._table.decisions()
        except Refusal:
            log.info("match %s is not open", self._match)
            return
        deciding: asyncio.Task[None] | None = None
        position: Position | None = None
        try:
            with decisions:
                async for newest in decisions:
                    if deciding is not None and not deciding.done():
                        if _is_same_decision(position, newest):
                            continue
                        deciding.cancel()
                    position = newest
                    if newest is not None:
                        deciding = asyncio.create_task(self._decide(newest))
                    elif self._think_ahead is not None and self._is_deep:
                        deciding = asyncio.create_task(self._use_the_time(self._think_ahead))
        finally:
            if deciding is not None:
                deciding.cancel()

    async def _decide(self, position: Position) -> None:
        """Decide and act, again while the table refuses. A fault in a computer seat stops no
        match."""
        move = self._move if position.legal else self._interrupt
        while True:
            try:
                await move(position)
                return
            except Refusal as refusal:
                # The position has changed, the match is paused, or the table cannot take it now.
                log.info("seat %d of %s was refused: %s", self._seat, self._match, refusal)
            except Exception:
                log.exception("seat %d of %s", self._seat, self._match)
                if not position.legal:
                    return
                self._warn()
                move = self._move_anyhow
            await asyncio.sleep(AGAIN)

    async def _move(self, position: Position) -> None:
        """Search and act. Raises Refusal."""
        began = perf_counter()
        if position.version != self._follows:
            self._time.begin()
            self._turn.end()
        request = self._request(position)
        result: SearchResult | None = None
        try:
            async with asyncio.timeout(request.seconds + LATE):
                result = await self._search(request, self._table.publish)
        except (TimeoutError, Refusal) as error:
            log.warning("seat %d of %s got no move: %r", self._seat, self._match, error)
        action = self._checked(position, result)
        pause = self._time.pause_after(perf_counter() - began)
        if pause:
            await asyncio.sleep(pause)
        self._follows = await self._table.act(position.version, action)
        self._turn.add(action)
        self._time.spend(perf_counter() - began, pause)
        if result is not None and self._reports:
            report = MoveReport(
                self._match, self._seat, self._follows, result, position.view, len(position.legal)
            )
            self._table.publish(report)

    async def _move_anyhow(self, position: Position) -> None:
        """Play some legal move. Raises Refusal."""
        await self._table.act(position.version, self._some_move(position))

    @property
    def _is_deep(self) -> bool:
        """Whether the level searches long enough for thinking ahead to be felt."""
        level = levels.get(self._level).suited(self._evaluator)
        return (self._iterations or level.iterations) >= LEAST_AHEAD

    async def _use_the_time(self, think_ahead: ThinkAhead) -> None:
        """Think ahead while a person is to act. A fault in it costs nothing."""
        try:
            position = await self._table.look()
            if not position.over and position.view["to_act"] in self._people:
                self._time.begin()  # its own turn is over
                await think_ahead(self._request(position))
        except Refusal as refusal:
            log.info("seat %d of %s does not think ahead: %s", self._seat, self._match, refusal)
        except Exception:
            log.exception("seat %d of %s", self._seat, self._match)

    async def _interrupt(self, position: Position) -> None:
        """Do what the seat wants to do out of turn, if anything. Quick, so it is decided here and
        not by a worker. Raises Refusal."""
        may_interrupt = type(self._evaluator).interrupt is not Evaluator.interrupt
        if may_interrupt and not self._is_program:
            seed = rng.stream(self._seed, "interrupt", position.version).getrandbits(32)
            action = out_of_turn(self._game, position.view, self._evaluator, seed).action
            if action in position.interrupts:
                await self._table.act(position.version, action)

    def _request(self, position: Position) -> SearchRequest:
        """A search of a position, with what is left of the turn's time."""
        view = pack(position.view)
        self._turn.resume(position.view, view, self._character)
        return SearchRequest(
            self._game.spec.id,
            view,
            self._seat,
            self._level,
            rng.stream(self._seed, "seat", position.version).getrandbits(32),
            self._iterations,
            self._style,
            self._time.search_seconds(),
            self._match,
            steps=self._turn.steps[:],
            judgement=self._turn.judgement,
        )

    def _checked(self, position: Position, result: SearchResult | None) -> int:
        """The move of a search if it is legal, else some legal move, with a warning."""
        if result is None or result.action not in position.legal:
            if result is not None:
                log.error("seat %d of %s: no move: %d", self._seat, self._match, result.action)
            self._warn()
            return self._some_move(position)
        if result.fallback:
            self._warn()
        else:
            self._has_warned = False
        return result.action

    def _some_move(self, position: Position) -> int:
        chance = rng.stream(self._seed, "fallback", position.version)
        return position.legal[int(chance.random() * len(position.legal))]

    def _warn(self) -> None:
        """Tell the table that a move was made in haste, once until there is time again. Not of a
        level that errs anyway."""
        errs_anyway = not self._is_program and levels.get(self._level).takes_obvious
        if not self._has_warned and not errs_anyway:
            self._has_warned = True
            code = "program_failed" if self._is_program else "quick_move"
            self._table.note(code, name=self._name)


def _is_same_decision(position: Position | None, newest: Position | None) -> bool:
    """Whether what was being decided is still to be decided."""
    return (
        position is not None
        and newest is not None
        and (position.version, position.legal) == (newest.version, newest.legal)
    )
