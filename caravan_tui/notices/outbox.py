"""The notices of an account that are to be sent, and those that were: as plain data and rules.

A notice is claimed before it is sent. If what became of it is not known, because the server was
killed meanwhile or no answer came, it is not sent again: a player is never called twice for a turn.
"""

from __future__ import annotations

from typing import Any

import msgspec

from caravan_tui.engine import Sentence
from caravan_tui.notices.kinds import Kind

MOST_WAITING = 50
"""Notices of an account; then the oldest go."""
MOST_REMEMBERED = 300
"""Keys of notices that were sent or given up."""
A_HOUR, A_DAY = 12, 60
"""Messages of an account in an hour and a day, at most; what is more waits, and goes together."""
CLAIM_SECONDS = 120.0
"""After this time nobody knows what became of a notice that was being sent."""
BACKOFF = (5.0, 30.0, 120.0, 600.0, 1800.0, 3600.0)
"""Seconds before each further try; the last for all that follow."""
GIVE_UP_SECONDS = 86_400.0
"""Age of a notice that is sent no more."""

_HOUR, _DAY = 3_600.0, 86_400.0


class Item(msgspec.Struct):
    """A notice that waits."""

    key: str
    """What it is about; never sent twice."""
    kind: Kind
    match: str
    """Empty: about none."""
    code: str
    values: dict[str, Any]
    """Its line, see `bus/wording.py`."""
    created: float
    due: float
    """When it may be sent, in seconds since 1970."""
    tries: int = 0
    claim: str = ""
    """Who sends it now."""
    claimed: float = 0.0
    is_withdrawn: bool = False
    """It was news no more while it was being sent: it is not tried again."""

    @property
    def line(self) -> Sentence:
        """What it says."""
        return Sentence(self.code, self.values)


class Outbox(msgspec.Struct):
    """The notices of one account. The fields are those of the document."""

    waiting: list[Item] = []
    done: list[str] = []
    """Keys, the newest last."""
    sent: list[float] = []
    """When messages were sent in the last day."""
    last_sent: float = 0.0
    problem: Sentence | None = None
    """Why the last one was not sent."""

    def add(self, item: Item) -> None:
        """Have a notice sent, unless one with its key was or is to be."""
        if item.key in self.done or any(other.key == item.key for other in self.waiting):
            return
        self.waiting.append(item)
        for old in self.waiting[:-MOST_WAITING]:
            self._finish(old)

    def withdraw(self, match: str) -> None:
        """The player has seen to a match: its turn and its talk are news no more. What is being
        sent stays until that is done."""
        for item in [*self.waiting]:
            if item.match != match:
                continue
            if item.claim:
                item.is_withdrawn = True
            else:
                self._finish(item)

    def give_up(self, item: Item) -> None:
        """Do not send a notice that waits, unless that has begun."""
        if not item.claim:
            self._finish(item)

    def tidy(self, now: float) -> None:
        """Give up what is too old, and what nobody knows the fate of."""
        for item in [*self.waiting]:
            is_lost = bool(item.claim) and now >= item.claimed + CLAIM_SECONDS
            if is_lost or (not item.claim and now - item.created > GIVE_UP_SECONDS):
                self._finish(item)
        self.sent = [when for when in self.sent if 0 <= now - when < _DAY]

    def ready_at(self, now: float) -> float | None:
        """When something may be sent next, in seconds since 1970; None if nothing waits."""
        dues = [item.due for item in self.waiting if not item.claim]
        claims = [item.claimed + CLAIM_SECONDS for item in self.waiting if item.claim]
        if not dues:
            return min(claims, default=None)
        due = min(dues)
        for count, span in ((A_HOUR, _HOUR), (A_DAY, _DAY)):
            recent = [when for when in self.sent if now - when < span]
            if len(recent) >= count:
                due = max(due, recent[-count] + span)
        return due

    def claim(self, now: float, claim: str) -> list[Item]:
        """Claim all that may be sent now, for one message; empty if nothing may."""
        self.tidy(now)
        ready_at = self.ready_at(now)
        if ready_at is None or ready_at > now:
            return []
        items = [item for item in self.waiting if not item.claim and item.due <= now]
        for item in items:
            item.claim, item.claimed = claim, now
            item.tries += 1
        return items

    def confirm(self, claim: str, now: float) -> None:
        """What was claimed is sent."""
        for item in self._claimed(claim):
            self._finish(item)
        self.sent.append(now)
        self.last_sent, self.problem = now, None

    def retry(self, claim: str, now: float, problem: Sentence) -> None:
        """What was claimed was not sent, and is to be tried again."""
        for item in self._claimed(claim):
            if item.is_withdrawn:
                self._finish(item)
                continue
            item.claim = ""
            item.due = now + BACKOFF[min(item.tries, len(BACKOFF)) - 1]
        self.problem = problem

    def drop(self, claim: str, problem: Sentence) -> None:
        """What was claimed is not to be sent again."""
        for item in self._claimed(claim):
            self._finish(item)
        self.problem = problem

    def _claimed(self, claim: str) -> list[Item]:
        return [item for item in self.waiting if item.claim == claim]

    def _finish(self, item: Item) -> None:
        self.waiting.remove(item)
        self.done = [*self.done, item.key][-MOST_REMEMBERED:]
