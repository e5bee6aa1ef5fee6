"""A match that is over, as the people at a terminal look at its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import field, frozen
from rich.cells import cell_len

from caravan_tui.bus.messages import Position
from caravan_tui.games import registry
from caravan_tui.games.contract import Game
from caravan_tui.games.scoring import CountLine
from caravan_tui.i18n import _
from caravan_tui.presentation.aftermath import Aftermath
from caravan_tui.presentation.result import Outcome, rounds_words
from caravan_tui.presentation.result_answers import Answers
from saves.road import Travel


@frozen
class OwnTable:
    """A game's own table of a result, such as the score of each hand."""

    columns: Sequence[str]
    """Their titles."""
    rows: Sequence[Sequence[str]]


@frozen
class FinishedMatch:
    """What is known of a match that is over before it is read back, and what may come next."""

    position: Position
    """The last one, as whoever looks at it sees it."""
    names: Sequence[str]
    own_seats: Sequence[int]
    """The seats of the people at this terminal; none: a spectator."""
    events: Sequence[Any] = ()
    """Everything that happened."""
    faces: Sequence[str] = ()
    """The sprite of the character in each seat, empty where there is none."""
    own_table: OwnTable | None = None
    """The game's own table; None: ranks and scores are enough."""
    answers: Answers = field(factory=Answers)
    levels: Mapping[str, str] = field(factory=dict)
    """What each kind of opponent is called."""
    travel: Travel = field(factory=Travel)
    """How far the player has come on the Road, where a title is earned."""
    game: Game[Any] = field(init=False)
    outcome: Outcome = field(init=False)
    sources: Sequence[CountLine] = field(init=False)
    """Where the points came from."""
    tie_breaks: Sequence[CountLine] = field(init=False)
    """What breaks ties, in order."""
    reason: str = field(init=False)
    """Why the match ended, and which tie-break decided."""

    @game.default
    def _game(self) -> Game[Any]:
        return registry.get(self.position.view["game"])

    @outcome.default
    def _outcome(self) -> Outcome:
        ranks = self.position.ranks or [1] * len(self.names)
        return Outcome(self.names, self.position.view["scores"], ranks, self.own_seats)

    @sources.default
    def _sources(self) -> Sequence[CountLine]:
        return self.game.sources(self.position.view)

    @tie_breaks.default
    def _tie_breaks(self) -> Sequence[CountLine]:
        return self.game.tie_breaks(self.position.view)

    @reason.default
    def _reason(self) -> str:
        ending = self.game.ending(self.events, self.position.view, self.names)
        tie = self.outcome.tie_words(self.tie_breaks)
        return " ".join(words for words in (ending, tie) if words)

    @property
    def broken_ties(self) -> Sequence[CountLine]:
        """What breaks ties, if seats have equal scores."""
        scores = self.outcome.scores
        return self.tie_breaks if len(set(scores)) < len(scores) else ()

    @property
    def has_course(self) -> bool:
        """Whether the points were counted more than once, so that there is a story to tell."""
        return self.game.spec.round_word != "hand" or self.position.view["round"] > 1

    @property
    def best_deeds(self) -> Mapping[str, tuple[Sequence[int], float]]:
        """The seats that did best in each thing that is a personal record, by its name, and how
        much; nothing that brought none."""
        best: dict[str, tuple[list[int], float]] = {}
        for event in self.events:
            for seat, name, amount in self.game.records(event):
                seats, most = best.get(name, ([], 0.0))
                if amount > most:
                    best[name] = ([seat], amount)
                elif amount == most and seat not in seats and amount > 0:
                    seats.append(seat)
        return {name: (sorted(seats), amount) for name, (seats, amount) in best.items()}

    def lead_words(self, room: int) -> str:
        """What decided the match, in a line or two of so many columns."""
        return self.outcome.lead_words(self.sources, room)

    def reasons(self, description: str, room: int) -> Sequence[str]:
        """Why the match ended, and what kind of match it was: in a line where there is room."""
        whole = f"{self.reason} {description}" if self.reason else description
        return [whole] if cell_len(whole) <= room else [self.reason, description]

    def description(self, aftermath: Aftermath) -> Sequence[str]:
        """The game, and what kind of match it was, one thing after the other."""
        spec, me = self.game.spec, self.outcome.me
        course = aftermath.course
        words = [registry.short_name(spec.id)]
        if course is not None and course.last_round > 1:  # of one hand it would say nothing
            words.append(rounds_words(spec.round_word, course.last_round))
        words.append(self.answers.station)
        if aftermath.daily:
            words.append(_("Daily desert of {day}").format(day=aftermath.daily))
        if me is not None:
            words.append(self.travel.named(self.names[me]))
        if self.position.assisted:
            words.append(_("assisted, so it does not count"))
        return [each for each in words if each]
