"""A computer seat on the bus: hears its positions, asks `ai.search`, acts."""

from __future__ import annotations

import asyncio
import logging
from time import perf_counter

from ai import knowledge as known
from ai import levels
from ai.knowledge.base import Knowledge
from ai.search import NO_MOVE, out_of_turn
from ai.tree import pack
from caravan_tui.bus.base import Bus, Subscription
from caravan_tui.bus.messages import (
    SEARCH,
    Act,
    Done,
    Found,
    Hurry,
    Look,
    Notice,
    Position,
    Search,
    Thought,
    seat_topic,
    table_topic,
)
from caravan_tui.engine import rng
from caravan_tui.games import registry
from caravan_tui.words import _

log = logging.getLogger(__name__)

LATE = 3.0
"""Seconds beyond the cap of a search after which the seat plays without an answer."""

AGAIN = 0.5
"""Seconds between two looks at a table that does not answer."""

LEAST = 0.15
"""Seconds of a decision when the turn's budget is used up."""

TAIL = 0.2
"""Share of a turn's budget kept for its last small steps, each of which takes LEAST and more."""

FOLLOWED = 4
"""Decisions of a turn that keep the full pace: a turn of twenty small steps is no twenty waits."""

COUNTED = 0.4
"""Seconds of a pause that use up the turn's budget; who has set longer ones wants to wait."""

HASTE = 5
"""How much faster the decisions after those are."""


class ComputerSeat:
    """One seat of one match. It knows what the bus tells its seat and nothing else."""

    def __init__(
        self,
        bus: Bus,
        match: str,
        seat: int,
        game: str,
        level: str,
        style: str | None = None,
        *,
        seed: int | None = None,
        iterations: int | None = None,
        decision_seconds: float = levels.DECISION_SECONDS,
        turn_seconds: float = levels.TURN_SECONDS,
        pace: float = 0.0,
        thoughts: bool = True,
    ) -> None:
        """`seed` fixes its moves, as far as no clock cuts a search short; without one it is drawn.
        `pace` is the least time in seconds that a decision takes, less from the FOLLOWED-th of a
        turn on. `thoughts`: what it considered is published on the table's topic; that shows what
        the seat knows, so it is to be left out where people play against each other and something
        is hidden.

        Raises UnknownLevelError, UnknownStyleError, UnknownGameError.
        """
        levels.get(level)
        self._knowledge = known.of(game, style, level)
        self._game = registry.get(game)
        self._bus = bus
        self._match = match
        self._seat = seat
        self._level = level
        self._style = style
        self._seed = rng.fresh_seed() if seed is None else seed
        self._iterations = iterations
        self._decision_seconds = decision_seconds
        self._turn_seconds = turn_seconds
        self._pace = pace
        self._thoughts = thoughts
        self._spent = 0.0
        """Seconds used in this turn."""
        self._steps = 0
        """Decisions made in this turn."""
        self._follows: int | None = None
        """The version after its last act: if it decides in this one, its turn has gone on."""
        self._asked = ""
        """The search that runs."""
        self._acting = False
        self._refused = False
        """The last act was not carried out."""
        self._complained = False

    async def run(self) -> None:
        """Play until the match is over or the task is cancelled."""
        with self._bus.subscribe(seat_topic(self._match, self._seat)) as heard:
            position = await self._look()
            while position is None or not position.over:
                newer = None
                if position is None:
                    await asyncio.sleep(AGAIN)
                    newer = await self._look()
                else:
                    try:
                        newer = await self._meet(position, heard)
                    except Exception:
                        log.exception("seat %d of %s", self._seat, self._match)
                        self._complain()
                        await self._play_anything(position)
                    if newer is None:
                        newer = await (self._again() if self._refused else _newest(heard))
                position = newer

    async def _again(self) -> Position | None:
        """What the table says a moment after it has refused an act."""
        self._refused = False
        await asyncio.sleep(AGAIN)
        return await self._look()

    async def _look(self) -> Position | None:
        try:
            answer = await self._bus.request(
                table_topic(self._match), Look(self._match, self._seat), LATE
            )
        except TimeoutError:
            return None
        return answer if isinstance(answer, Position) else None

    async def _meet(self, position: Position, heard: Subscription) -> Position | None:
        """Decide and act if there is something to do. A position that is another one ends the
        thinking and is given back."""
        if not position.legal and not position.interrupts:
            return None
        deciding = asyncio.ensure_future(self._decide(position))
        hearing = asyncio.ensure_future(_newest(heard))
        try:
            while True:
                await asyncio.wait((deciding, hearing), return_when=asyncio.FIRST_COMPLETED)
                if not hearing.done():
                    deciding.result()
                    return None
                newer = hearing.result()
                if deciding.done() or self._acting:
                    await deciding
                    return newer
                if newer.version != position.version or newer.legal != position.legal:
                    return newer
                hearing = asyncio.ensure_future(_newest(heard))
        finally:
            hearing.cancel()
            if not deciding.done():
                deciding.cancel()
                if self._asked:
                    self._bus.publish(SEARCH, Hurry(self._match, self._asked))

    async def _play_anything(self, position: Position) -> None:
        """The last resort, so that a fault in a computer seat stops no match."""
        if position.legal:
            action = self._checked(position, None)
            try:
                await self._act(position, action)
            except Exception:
                log.exception("seat %d of %s cannot act", self._seat, self._match)

    async def _decide(self, position: Position) -> None:
        began = perf_counter()
        if not position.legal:
            action = self._interrupt(position)
            if action != NO_MOVE:
                await self._act(position, action)
            return
        if position.version != self._follows:
            self._spent = 0.0
            self._steps = 0
        found = await self._search(position)
        action = self._checked(position, found)
        took = perf_counter() - began
        pace = self._pace if self._steps < FOLLOWED else self._pace / HASTE
        pause = max(0.0, pace - took)
        if pause:
            await asyncio.sleep(pause)
        version = await self._act(position, action)
        if version is None:
            return
        self._spent += perf_counter() - began - max(0.0, pause - COUNTED)
        self._steps += 1
        self._follows = version
        if found is not None and self._thoughts:
            thought = Thought(self._match, self._seat, version, found, position.view)
            self._bus.publish(table_topic(self._match), thought)

    async def _search(self, position: Position) -> Found | None:
        """What the search service answers; None if it does not."""
        left = self._turn_seconds - self._spent
        if self._steps:
            left -= TAIL * self._turn_seconds
        seconds = min(self._decision_seconds, left)
        ask = Search(
            self._game.spec.id,
            pack(position.view),
            self._seat,
            self._level,
            rng.stream(self._seed, "seat", position.version).getrandbits(32),
            self._iterations,
            self._style,
            max(LEAST, seconds),
            self._match,
        )
        self._asked = ask.id
        try:
            answer = await self._bus.request(SEARCH, ask, ask.seconds + LATE)
        except TimeoutError:
            answer = None
        self._asked = ""
        if isinstance(answer, Found):
            return answer
        log.warning("seat %d of %s got no move: %s", self._seat, self._match, answer)
        return None

    def _checked(self, position: Position, found: Found | None) -> int:
        """The move of a search if it is one, else some legal move; says so if it is not usual."""
        if found is None or found.action not in position.legal:
            if found is not None:
                log.error("seat %d of %s: no move: %d", self._seat, self._match, found.action)
            self._complain()
            chance = rng.stream(self._seed, "fallback", position.version)
            return position.legal[int(chance.random() * len(position.legal))]
        if found.fallback:
            self._complain()
        else:
            self._complained = False
        return found.action

    def _complain(self) -> None:
        if not self._complained:
            self._complained = True
            text = _("The search did not answer in time; a quick move is played.")
            note = Notice(self._match, text, severity="warning")
            self._bus.publish(table_topic(self._match), note)

    def _interrupt(self, position: Position) -> int:
        """What the seat does out of turn. Quick, so it is decided here and not by a worker."""
        if type(self._knowledge).interrupt is Knowledge.interrupt:
            return NO_MOVE
        seed = rng.stream(self._seed, "interrupt", position.version).getrandbits(32)
        try:
            action = out_of_turn(self._game, position.view, self._knowledge, seed).action
        except Exception:
            log.exception("seat %d of %s, out of turn", self._seat, self._match)
            return NO_MOVE
        return action if action in position.interrupts else NO_MOVE

    async def _act(self, position: Position, action: int) -> int | None:
        """Play a move; the version after it, None if it was refused: then the position has
        changed, the match is paused, or the table cannot take it now."""
        self._acting = True
        try:
            act = Act(self._match, self._seat, position.version, action)
            answer = await self._bus.request(table_topic(self._match), act, LATE)
        except TimeoutError:
            log.warning("seat %d of %s: nobody answers its act", self._seat, self._match)
            self._refused = True
            return None
        finally:
            self._acting = False
        if isinstance(answer, Done):
            return answer.version
        self._refused = True
        log.info("seat %d of %s was refused: %s", self._seat, self._match, answer)
        return None


async def _newest(heard: Subscription) -> Position:
    while True:
        message = await heard.get()
        if isinstance(message, Position):
            return message
