"""What a page of the statistics is given, and what each of them has."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from attrs import define, field, frozen
from textual.containers import VerticalScroll

from caravan_tui.games.registry import short_name
from caravan_tui.hosts.match_text import ended_with_scores
from caravan_tui.hosts.reviewing import Beginning
from caravan_tui.i18n import _, _n
from caravan_tui.presentation.statistics import opponents_text
from caravan_tui.screens.statistics.last_matches import further_words
from caravan_tui.widgets.empty_page import ActionLink
from saves import insights
from saves import statistics as sums
from saves.insights import Reviewed
from saves.profile import Result
from saves.reviews import Review

ENOUGH = 3
"""Matches from which on a curve says something."""


@define(slots=False)
class Facts:
    """All that the pages are made of, of all games or one."""

    results: Sequence[Result] = ()
    game: str | None = None
    """The game that is shown, None for all."""
    reviews: Sequence[Review] = ()
    beginnings: Mapping[str, Beginning] = field(factory=dict)
    """By the id of the match; of those that have been read so far."""
    titles: Mapping[str, str] = field(factory=dict)
    """The names of the kinds of players."""
    levels: Mapping[str, float] = field(factory=dict)
    """The rating of each computer player that a chart marks, by its title."""
    key: Callable[[str], str] = str
    """Names the key of a command."""
    is_reading: bool = False
    """Whether saved matches are still being read."""
    is_example: bool = False
    """Whether all of it is invented, below a banner that takes rows."""
    is_reviewing: bool = False
    """Whether matches are being analysed."""

    @cached_property
    def own(self) -> list[Result]:
        """The user's results that count."""
        return sums.own_results(self.results)

    @cached_property
    def reviewed(self) -> list[Reviewed]:
        """Those of them that an analysis has judged."""
        return insights.reviewed(self.own, self.reviews)


@frozen
class EmptyState:
    """Why a page is empty, what will be on it, and how to get there."""

    heading: str
    words: str
    aside: str = ""
    """A sentence more, which gives way to an example on a low terminal."""
    links: Sequence[ActionLink] = ()
    has_example: bool = True
    """Whether an example can be asked for."""
    numbers: Sequence[tuple[str, str]] = ()
    """What is known all the same: of the only match so far."""

    @property
    def text(self) -> str:
        """All that is said below the heading."""
        return f"{self.words} {self.aside}".rstrip()


class StatisticsPage(VerticalScroll):
    """A page: what it is called, what it shows of the facts, and what it says without any.

    Subclasses name it and override all methods here.
    """

    DEFAULT_CSS = """
    StatisticsPage { height: 1fr; scrollbar-size: 1 1; padding: 0 1; }
    """

    name_of_page = ""
    """The id of its widget."""

    def __init__(self) -> None:
        super().__init__(id=self.name_of_page, can_focus=False)

    @staticmethod
    def title() -> str:
        """What its tab says."""
        raise NotImplementedError

    def show(self, facts: Facts) -> str:
        """Show the facts. Return the caption; '' if there is nothing to show."""
        raise NotImplementedError

    def empty_state(self, facts: Facts) -> EmptyState:
        """What an empty page says."""
        raise NotImplementedError


def numbers_of(facts: Facts) -> list[tuple[str, str]]:
    """What is known of the user's only match: names and values; nothing of none or several, which
    are compared."""
    if len(facts.own) != 1:
        return []
    (result,) = facts.own
    day = time.strftime("%Y-%m-%d", time.localtime(result.ended))
    numbers = [
        (_("Game"), f"{short_name(result.game)}, {day}"),
        (_("Result"), ended_with_scores(result)),
    ]
    if result.against:
        numbers.append((_("Opponents"), opponents_text(result.against, facts.titles)))
    if words := further_words(result, 0):
        numbers.append((_("Played"), ", ".join(words)))
    return numbers


def as_example(words: str) -> str:
    """What is said of an example, so that nobody takes its numbers for their own."""
    return _("Example: {words}").format(words=words)


def no_match(
    facts: Facts, subject: str, needed: int = 1, every_match_counts: bool = False
) -> EmptyState:
    """What a page says that needs matches. `subject`: what it shows then; `every_match_counts`:
    the assisted ones, too."""
    links = [
        ActionLink(facts.key("statistics.play"), _("set up a match"), "screen.play"),
        ActionLink(facts.key("statistics.back"), _("go home"), "screen.back"),
    ]
    missing = max(1, needed - len(facts.own))
    text = _n(
        "Finish a match to see {what}",
        "Finish {count} matches to see {what}",
        missing,
    )
    if facts.own:
        heading = so_far(facts)
        text = _n(
            "Finish {count} more match to see {what}",
            "Finish {count} more matches to see {what}",
            missing,
        )
    else:
        heading = _("No match of yours counts here yet.")
    words = text.format(count=missing, what=subject)
    is_said_elsewhere = bool(facts.own) or every_match_counts
    return EmptyState(heading, words, "" if is_said_elsewhere else what_counts(), links)


def so_far(facts: Facts) -> str:
    """How the few matches ended that there are, for a page that needs more of them."""
    matches = [f"{short_name(result.game)}, {ended_with_scores(result)}"
               for result in facts.own[: ENOUGH - 1]]  # fmt: skip
    if len(facts.own) >= ENOUGH:
        return _("This page fills after a few more matches.")
    return _("So far: {matches}.").format(matches="; ".join(matches))


def what_counts() -> str:
    """Which matches do not count, as a sentence."""
    return _("A match in which you took a hint or undid an answered move does not count.")


def no_review(facts: Facts, subject: str, needed: int = 1) -> EmptyState:
    """What a page says that needs analysed matches, `needed` of them. `subject`: what it shows
    then."""
    if not facts.own:
        return no_match(facts, subject)
    begin = _("stop the analysis") if facts.is_reviewing else _("analyse your last matches now")
    links = [
        ActionLink(facts.key("statistics.review"), begin, "screen.review"),
        ActionLink(facts.key("statistics.back"), _("go home"), "screen.back"),
    ]
    if facts.reviewed:
        missing = max(1, needed - len(facts.reviewed))
        text = _n(
            "Finish and analyse {count} more match to see {what}",
            "Finish and analyse {count} more matches to see {what}",
            missing,
        )
        return EmptyState(so_far(facts), text.format(count=missing, what=subject), links=links)
    words = _("An analysis looks at every decision of a finished match. Analyse one to see {what}")
    return EmptyState(
        _("None of these matches has been analysed yet."), words.format(what=subject), links=links
    )
