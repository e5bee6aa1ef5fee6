"""The words of the result: who won, by how much, and what broke a tie."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from caravan_tui.games.kit.sentences import listed
from caravan_tui.games.scoring import CountLine
from caravan_tui.hosts.match_text import score_text
from caravan_tui.i18n import _, _n
from caravan_tui.widgets.wrapping import wrap_text

LEAD_ROWS: Final = 2
"""Lines in which it is told what a lead is made of."""


@frozen
class Outcome:
    """How a match ended, for the people at a terminal."""

    names: Sequence[str]
    scores: Sequence[float]
    ranks: Sequence[int]
    own_seats: Sequence[int]
    """The seats of the people at this terminal; none: a spectator."""

    @property
    def winners(self) -> list[int]:
        """The seats of the first rank."""
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]

    @property
    def order(self) -> list[int]:
        """All seats, the best first."""
        return sorted(range(len(self.ranks)), key=lambda seat: (self.ranks[seat], seat))

    @property
    def is_alone(self) -> bool:
        """Whether there was one seat only."""
        return len(self.ranks) == 1

    @property
    def me(self) -> int | None:
        """The seat that is `you`; None for a spectator, and where several people share a screen."""
        return self.own_seats[0] if len(self.own_seats) == 1 else None

    @property
    def has_lost(self) -> bool:
        """Whether somebody plays here and nobody here has won."""
        return bool(self.own_seats) and not set(self.winners) & set(self.own_seats)

    def large_words(self) -> str:
        """The words in the picture: `You win`, `Ann wins`, `Shared`, `You did it`."""
        if self.is_alone:
            return _("You did it") if self.me is not None else _("Finished")
        if len(self.winners) > 1:
            return _("Shared")
        if self.winners == [self.me]:
            return _("You win")
        return _("{name} wins").format(name=self.names[self.winners[0]])

    def headline(self) -> str:
        """Who won, and by how much, in a sentence."""
        winner = self.winners[0]
        score = score_text(self.scores[winner])
        if self.is_alone:
            return _("You have finished with a score of {score}.").format(score=score)
        if len(self.winners) > 1:
            return _("{names} share the win with a score of {score} each.").format(
                names=listed(self.names[seat] for seat in self.winners), score=score
            )
        second = max(other for seat, other in enumerate(self.scores) if seat != winner)
        margin = self.scores[winner] - second
        if margin <= 0:
            if winner == self.me:
                text = _("You win on the tie-break, {score} to {next}.")
            else:
                text = _("{name} wins on the tie-break, {score} to {next}.")
        elif winner == self.me:
            text = _("You win {score} to {next}, by a margin of {margin}.")
        else:
            text = _("{name} wins {score} to {next}, by a margin of {margin}.")
        words = text.format(
            name=self.names[winner], score=score, next=score_text(second), margin=score_text(margin)
        )
        me = self.me
        if me is None or me == winner or len(self.ranks) < 3:
            return words
        return _("{words} Your rank: {rank}.").format(words=words, rank=self.ranks[me])

    def lead_words(self, sources: Sequence[CountLine], room: int) -> str:
        """What decided the match, in at most two lines of so many columns: which points the
        winner's lead over the reader is made of, or over the next seat; they add up to it. Empty
        where one source has all points, and without a lead."""
        if len(self.winners) > 1 or self.is_alone or len(sources) < 2:
            return ""
        winner, me = self.winners[0], self.me
        other = self.order[1] if me in (None, winner) else me
        assert other is not None
        margin = self.scores[winner] - self.scores[other]
        if margin <= 0:
            return ""
        text = _("{winner}'s lead over {name}: {parts}")  # the headline tells its margin
        if winner == me:
            text = _("Your lead over {name}: {parts}")
        elif other == me and other == self.order[1]:
            text = _("{winner}'s lead over you: {parts}")
        elif other == me:
            text = _("{winner}'s lead of {margin} over you: {parts}")
        leads = [(line.title, line.of(winner) - line.of(other)) for line in sources]
        leads = sorted((lead for lead in leads if lead[1]), key=lambda lead: -abs(lead[1]))
        for others in range(len(leads)):
            named, rest = leads[: len(leads) - others], leads[len(leads) - others :]
            parts = [_lead_part(*lead) for lead in sorted(named, key=lambda lead: -lead[1])]
            if rest_points := sum(points for _title, points in rest):
                parts.append(_lead_part(_("others"), rest_points))
            words = text.format(
                winner=self.names[winner], name=self.names[other], margin=score_text(margin),
                parts=", ".join(parts),
            )  # fmt: skip
            if len(wrap_text(words, room)) <= LEAD_ROWS:
                return words
        return ""

    def tie_words(self, tie_breaks: Sequence[CountLine]) -> str:
        """Which tie-break has ranked two seats with equal scores; the best two of them. Empty if
        none was needed."""
        order = self.order
        for better, other in itertools.pairwise(order):
            if self.scores[better] != self.scores[other] or (
                self.ranks[better] == self.ranks[other]
            ):
                continue
            for tie in tie_breaks:
                if tie.of(better) != tie.of(other):
                    return self._decided(tie, better, other)
            return _("Equal scores: the tie-break of the rules decides the ranks.")
        return ""

    def _decided(self, tie: CountLine, better: int, other: int) -> str:
        text = _("Tie-break, {what}: {first} before {second}.")
        if not tie.details:
            text = _("Tie-break, {what} ({more} to {less}): {first} before {second}.")
        if self.ranks[better] == 1:
            equal = _("Equal scores.")
        else:
            equal = _("Equal scores at rank {rank}.").format(rank=self.ranks[better])
        return f"{equal} {text}".format(
            what=tie.title,
            first=self.names[better],
            second=self.names[other],
            more=score_text(tie.of(better)),
            less=score_text(tie.of(other)),
        )


def _lead_part(title: str, points: float) -> str:
    """By how much a seat is ahead in one source: `rare goods +12`, `village 16: -3`; no line ends
    before the number."""
    colon = ":" if title[-1:].isdigit() else ""
    sign = "+" if points > 0 else "-"
    return f"{title}{colon}\N{NO-BREAK SPACE}{sign}{score_text(abs(points))}"


def rounds_words(round_word: str, count: int) -> str:
    """How many hands, turns or rounds were played, as a game calls them."""
    if round_word == "hand":
        text = _n("{count} hand", "{count} hands", count)
    elif round_word == "turn":
        text = _n("{count} turn", "{count} turns", count)
    else:
        text = _n("{count} round", "{count} rounds", count)
    return text.format(count=count)
