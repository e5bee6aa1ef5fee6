"""What a player may do after the result of a match, and what is suggested."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from attrs import frozen

from caravan_tui.i18n import _


class Answer(StrEnum):
    """What is done after the result, in the order of its buttons."""

    REMATCH = "fresh"
    """Play again with another deal."""
    SAME_DEAL = "again"
    ANALYSIS = "analysis"
    REPLAY = "replay"
    TABLE = "look"
    """Go back to the table."""
    HOME = "home"
    """Leave the table."""


@frozen
class Answers:
    """Which answers a result has, and where they lead."""

    can_rematch: bool = True
    can_restart: bool = True
    """Whether the same deal can be played again."""
    can_replay: bool = True
    """Whether the match can be read back."""
    leads_back: bool = False
    """Whether leaving leads to a list of matches, not home."""
    closes_to_table: bool = True
    """Whether Escape shows the table; else it leaves."""
    station: str = ""
    """The station of the Road at which the match was played, to which leaving leads back; empty:
    none."""

    @property
    def offered(self) -> Sequence[Answer]:
        """The answers that there are."""
        is_offered = {
            Answer.REMATCH: self.can_rematch,
            Answer.SAME_DEAL: self.can_restart,
            Answer.ANALYSIS: self.can_replay,
            Answer.REPLAY: self.can_replay,
        }
        return [answer for answer in Answer if is_offered.get(answer, True)]

    def suggested(self, has_lost: bool) -> Answer | None:
        """The next thing to do: after a loss to see what went wrong, after a win to go on along the
        Road or to play again; None if none of them is offered."""
        if has_lost:
            wanted = [Answer.REMATCH] if self.station else [Answer.ANALYSIS, Answer.REMATCH]
        else:
            wanted = [Answer.HOME] if self.station else [Answer.REMATCH, Answer.ANALYSIS]
        return next((answer for answer in wanted if answer in self.offered), None)

    @property
    def first(self) -> Answer:
        """The answer that Enter leads to: one that begins no match."""
        if self.station:
            return Answer.HOME
        return Answer.ANALYSIS if self.can_replay else Answer.TABLE

    def title(self, answer: Answer) -> str:
        """What the button of an answer says."""
        match answer:
            case Answer.REMATCH:
                return _("Try again") if self.station else _("Rematch")
            case Answer.SAME_DEAL:
                return _("Same deal")
            case Answer.ANALYSIS:
                return _("Analysis")
            case Answer.REPLAY:
                return _("Replay")
            case Answer.TABLE:
                return _("Table")
            case Answer.HOME:
                return self._home_title

    @property
    def close_title(self) -> str:
        """What Escape does."""
        return _("Close") if self.closes_to_table else self._home_title

    @property
    def _home_title(self) -> str:
        if self.station:
            return _("The Road")
        return _("Back") if self.leads_back else _("Home")
