"""Why a list of the analysis is empty, and what to do, in words."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ai.analysis import Analysis
from caravan_tui.i18n import _
from caravan_tui.presentation.decisions import KINDS, NEGLIGIBLE, Kind, doubt_words
from caravan_tui.presentation.match_players import Player
from caravan_tui.widgets.page_tabs import page_key


@frozen
class EmptyList:
    """A list without a row, while no search is in progress."""

    analysis: Analysis
    kind: Kind
    seat: int | None
    """Whose decisions it would have; None: everyone's."""
    is_finished: bool
    """Whether the analysis has come to its end."""
    is_over: bool
    """Whether the match has."""
    allowed: int
    """The seats whose decisions may be analysed."""
    seats: int
    start: str
    """The key that starts the search."""
    players: Sequence[Player] = ()
    """What the list of skill and luck says of each seat."""
    names: Sequence[str] = ()
    own_seat: int | None = None
    """The seat of who reads it; None: no seat."""

    def why(self) -> str:
        """Say why it is empty, and what to do."""
        if not self.allowed:
            return _("Several people play here. You can analyse the match once it is over.")
        if not self.analysis.points:
            return self._why_nothing_is_known()
        if not self.is_finished:
            return self._why_unfinished()
        if self.kind == "worst" and self.analysis.verdicts:
            doubt = doubt_words(self.analysis, self.seat)
            text = _("No move cost anything worth naming. {key} shows the turning points.")
            if doubt:
                text = _("No better move was found. {doubt} {key} shows the turning points.")
            return text.format(doubt=doubt, key=page_key(KINDS.index("turns")))
        if self.kind == "luck":
            return self._why_nothing_decided()
        if self.kind != "turns":
            if doubt := doubt_words(self.analysis, self.seat):
                return doubt
            return _("No decision in this match had a choice.")
        return _("No turning points.")

    def _why_nothing_decided(self) -> str:
        """Say that neither errors nor luck of this seat are worth a row, and what else changed its
        chance."""
        listed = [player for player in self.players if self.seat in (None, player.seat)]
        lucks = {player.seat: player.luck.value for player in self.players if player.luck}
        is_even = all(abs(luck) < NEGLIGIBLE for luck in lucks.values())
        if is_even:
            why = _("No move was an error, and chance made no difference.")
        elif self.seat is not None and abs(lucks.get(self.seat, 0.0)) < NEGLIGIBLE:
            text = _("{name} made no error, and had neither good nor bad luck.")
            if self.seat == self.own_seat:
                text = _("You made no error, and had neither good nor bad luck.")
            why = text.format(name=self.names[self.seat])
        else:
            why = _("No move was an error, and no single roll or draw made a difference.")
        sums = [
            player.chance_sum.words(self.names[player.seat], player.seat == self.own_seat)
            for player in listed
            if player.chance_sum is not None
        ]
        return "\n".join([why, *sums])

    def _why_nothing_is_known(self) -> str:
        if self.is_finished:
            return _("No decision in this match had a choice.")
        if not self.is_over:
            return self._what_it_costs()
        return _("Not analysed yet.")

    def _why_unfinished(self) -> str:
        text = _("Stopped after {done} of {total} decisions. Press {start} to go on.")
        if self.kind == "worst":
            text = _("No errors in {done} of {total} decisions so far. Press {start} to go on.")
        analysis = self.analysis
        return text.format(done=analysis.done, total=analysis.total, start=self.start)

    def _what_it_costs(self) -> str:
        """Say what an analysis of a match in progress means."""
        if self.allowed < self.seats:
            return _(
                "This match is still in progress, so only your own decisions are analysed. "
                "Analysing it marks it as assisted."
            )
        return _("This match is still in progress. Analysing it marks it as assisted.")
