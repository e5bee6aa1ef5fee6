"""The tutor: thinks about a decision while its player does, and says if a chosen move costs much.

(As gnubg's tutor mode does.) It knows what a hint knows: the view of the seat.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from attrs import frozen

from ai import levels
from ai.analysis import clear_loss
from ai.grades import LEAST_LOSS, MoveMark, mark_of_loss
from ai.reasons import reason_of_loss
from ai.service import Search
from ai.views import pack, unpack
from caravan_tui.bus.messages import Candidate, SearchRequest, SearchResult
from caravan_tui.engine import Refusal
from caravan_tui.games.contract import Game, View, seat_of

AHEAD: Final = 1.5
"""Seconds of the search that begins with the decision."""

PATIENCE: Final = 0.45
"""Seconds in which a chosen move is judged; who has chosen waits no longer."""

SECOND_LOOK: Final = 0.2
"""Seconds of the search of a chosen move that was hardly tried."""

ENOUGH: Final = 60
"""Visits from which on what a search says of a move is believed."""

ORDER: Final = tuple(LEAST_LOSS)
"""The marks that a tutor warns of, the worst first."""


@frozen
class Doubt:
    """A move that a tutor warns of."""

    action: int
    mark: MoveMark
    loss: float
    """Of the expected result, 0..1."""
    result: SearchResult
    """What explains it: the search that preferred another move."""
    reason: str = ""
    """What is wrong with it, in the game's words (`ai/reasons.py`); empty if they say nothing."""


class Tutor:
    """Follows the decisions of one player at one table."""

    def __init__(self, game: Game[Any], search: Search, names: Sequence[str] = ()) -> None:
        self._game = game
        self._names = names
        self._search = search
        self._request: SearchRequest | None = None
        self._looking: asyncio.Task[SearchResult] | None = None

    def begin(self, view: View) -> None:
        """Think about the decision that the seat of a view has to make, in place of any other."""
        self.stop()
        self._request = SearchRequest(
            self._game.spec.id,
            pack(view),
            seat_of(view),
            levels.MASTER.name,
            0,
            seconds=AHEAD,
            allow_fallback=False,
        )
        self._looking = asyncio.create_task(_answer(self._search, self._request))

    def stop(self) -> None:
        """Think no longer."""
        if self._looking is not None:
            self._looking.cancel()
        self._looking = self._request = None

    async def doubt(self, action: int, least: MoveMark) -> Doubt | None:
        """What is wrong with a move of the decision begun last, if it deserves at least this mark.

        Answers within `PATIENCE`; what is not known by then is no doubt.
        """
        if self._looking is None or self._request is None:
            return None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                return await self._doubt(self._looking, self._request, action, least)
        return None

    async def _doubt(
        self,
        looking: asyncio.Task[SearchResult],
        request: SearchRequest,
        action: int,
        least: MoveMark,
    ) -> Doubt | None:
        try:
            result = await asyncio.shield(looking)
        except asyncio.CancelledError:
            if looking.cancelled():
                return None  # the decision is past
            raise
        candidates = {candidate.action: candidate for candidate in result.candidates}
        best, seat = candidates.get(result.action), request.seat
        if best is None or result.action == action:
            return None
        played = candidates.get(action)
        if played is not None and best.value[seat] - played.value[seat] < LEAST_LOSS[least]:
            return None
        if played is None or played.visits < ENOUGH:
            played = await self._second_look(request, action)
        if played is None:
            return None
        loss = clear_loss(best, played, seat)
        mark = mark_of_loss(loss)
        if mark not in ORDER or ORDER.index(mark) > ORDER.index(least):
            return None
        view: View = unpack(request.view)
        line = result.line or [result.action]
        reason = reason_of_loss(self._game, view, [action], line, self._names)
        return Doubt(action, mark, loss, result, reason)

    async def _second_look(self, request: SearchRequest, action: int) -> Candidate | None:
        """What a search of one move alone says of it."""
        alone = msgspec.structs.replace(
            request, id=f"{request.id}.t", moves=[action], seconds=SECOND_LOOK
        )
        result = await _answer(self._search, alone)
        return next((tried for tried in result.candidates if tried.action == action), None)


async def _answer(search: Search, request: SearchRequest) -> SearchResult:
    """The answer to a request; an empty one where there is none."""
    try:
        return await search(request)
    except (Refusal, TimeoutError):
        return SearchResult(request.id, -1)
