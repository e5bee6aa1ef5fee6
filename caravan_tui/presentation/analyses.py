"""Analyses of the matches that were looked at last, and how far a search is."""

from __future__ import annotations

from collections import OrderedDict
from math import ceil

from ai.analysis import Analysis
from caravan_tui.engine import Match
from caravan_tui.hosts.base import Host
from caravan_tui.i18n import _

MOST_KEPT = 8

SECONDS_TO_NAME = 90
"""A time left from which on it is told in minutes."""

ROUGHLY = 10
"""Seconds to which the time left is rounded up."""

LEAST_SECONDS = 2.5
"""Seconds after which the time left is named, also where little is known yet: whoever waits wants
to know soon whether it takes seconds or minutes."""

LEAST_SHARE = 0.15
"""Share of the work after which it is named earlier."""

FIRST_WORD = 1.0
"""Seconds after which it is named at the earliest."""

USUAL_SEARCHES = 1.5
"""Searches of a decision, about: they stand for decisions while the first one is judged."""


class RecentAnalyses(OrderedDict[str, Analysis]):
    """The analyses that were kept last, by `cache_key`."""

    def __setitem__(self, key: str, analysis: Analysis) -> None:
        super().__setitem__(key, analysis)
        self.move_to_end(key)
        if len(self) > MOST_KEPT:
            self.popitem(last=False)


CACHE = RecentAnalyses()
"""Those that are finished."""

STOPPED = RecentAnalyses()
"""Those that were stopped with something in them: they go on from there."""


def cache_key(match: Match, seat: int | None) -> str:
    """What the analysis of a seat's decisions, or with None of everyone's, is cached under."""
    return f"{match.record.id}.{match.version}.{seat}"


async def recall(host: Host, match: Match) -> None:
    """Have the analyses of a finished match that were kept on the disk in memory, too."""
    for seat, analysis in (await host.kept_analyses(match)).items():
        CACHE.setdefault(cache_key(match, seat), analysis)


def known_analysis(key: str) -> Analysis:
    """What is known of a match: all of it, what there was when it was stopped, or nothing yet."""
    return CACHE.get(key) or STOPPED.get(key) or Analysis()


def begun_analysis(match: Match, seat: int | None) -> Analysis:
    """A copy of the analysis of a seat's decisions, or of everyone's for None, to go on from: what
    was found before it was stopped; else of everyone's what is known of a single seat's."""
    if stopped := STOPPED.get(cache_key(match, seat)):
        return stopped.copy()
    if seat is None:
        for other in range(len(match.names)):
            key = cache_key(match, other)
            if known := CACHE.get(key) or STOPPED.get(key):
                return known.judgements_of(other)
    return Analysis()


def progress_words(
    done: int, total: int, seconds: float, share: float, known: float = 0.0, searches: int = 0
) -> str:
    """How far a search is that has taken so many seconds, and about how long it will take.
    `share`: the part of all the work that is done; `known`: what was done of it before it began;
    `searches`: how many searches were answered since."""
    words = _("{done} of {total} decisions").format(done=done, total=total)
    searched, rest = share - known, 1 - known
    is_early = seconds < (FIRST_WORD if searched >= LEAST_SHARE * rest else LEAST_SECONDS)
    judged = searched or searches / USUAL_SEARCHES / max(1, total)
    if is_early or judged <= 0:
        return _("{words}, estimating the time").format(words=words)
    left = max(1, ceil(seconds * (1 - share) / judged / ROUGHLY)) * ROUGHLY
    if left >= SECONDS_TO_NAME:
        time = _("about {count} min left").format(count=round(left / 60))
    else:
        time = _("about {count} s left").format(count=left)
    return f"{words}, {time}"
