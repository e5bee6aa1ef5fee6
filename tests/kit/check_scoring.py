"""Checks of the words on points: sources add up, tie-breaks explain the ranks, counts are whole."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.kit.ranks import ranks
from caravan_tui.games.scoring import CountLine
from tests.kit.checking import NAMES, check
from tests.kit.lines import Case, Line, play, rich, seen


@check
def sources_add_up_to_the_score(case: Case, seed: int, effort: int) -> None:
    """In every position, and at the end of every match, the points of a seat by source add up to
    its score, whoever looks; each source has a title and a number for each seat."""
    line = rich(case, seed)
    for ply in line.sample(20 * effort, last=True):
        for seat in line.everybody:
            _adds_up(line, ply, seat)
    for number in range(2 * effort):
        ended = play(case, seed + number, guided=number % 2 == 1)
        _adds_up(ended, len(ended.actions), None)


def _adds_up(line: Line, ply: int, viewer: int | None) -> None:
    view = seen(line.game, line.states[ply], viewer)
    sources = line.game.sources(view)
    _whole(sources, line.case.seats, f"ply {ply}, view of {viewer}")
    for seat, score in enumerate(view["scores"]):
        total = sum(source.of(seat) for source in sources)
        assert total == score, f"ply {ply}: the sources of seat {seat} make {total}, not {score}"


def _whole(lines: Sequence[CountLine], seats: int, place: str) -> None:
    for line in lines:
        assert line.title.strip(), f"{place}: a line without a title"
        assert len(line.points) == seats, f"{place}: '{line.title}' is not about {seats} seats"
        assert len(line.details) in (0, seats), f"{place}: '{line.title}' has other details"


@check
def tie_breaks_explain_the_ranks(case: Case, seed: int, effort: int) -> None:
    """At the end the ranks are those of the scores, then of the tie-breaks in their order."""
    for number in range(2 * effort):
        line = play(case, seed + number, guided=number % 2 == 1)
        view = seen(line.game, line.states[-1], None)
        breaks = line.game.tie_breaks(view)
        _whole(breaks, case.seats, "at the end")
        keys = [
            (view["scores"][seat], *[tie.of(seat) for tie in breaks]) for seat in range(case.seats)
        ]
        order = sorted(set(keys))
        explained = ranks([order.index(key) for key in keys])
        final_ranks = tuple(line.states[-1].outcome())
        assert explained == final_ranks, (
            f"ranks {final_ranks}, but score and tie-breaks make {explained}"
        )


@check
def counts_are_read_from_what_a_seat_saw(case: Case, seed: int, effort: int) -> None:
    """Hands and rounds are counted from events as a seat saw them: the same sums for everybody, a
    number for each seat in each line; why the match ended takes a line."""
    line = rich(case, seed)
    names = NAMES[: case.seats]
    sums = []
    for viewer in line.everybody:
        viewer_events = [
            event
            for events in line.events
            for event in (line.game.view_event(full_event, viewer) for full_event in events)
            if event is not None
        ]
        view = seen(line.game, line.states[-1], viewer)
        counts = line.game.counts(viewer_events, view, names)
        for count in counts:
            assert count.title.strip() and "\n" not in count.title, "a count without a title"
            _whole([*count.lines, *count.after], case.seats, count.title)
        sums.append([[count.total(seat) for seat in range(case.seats)] for count in counts])
        words = line.game.ending(viewer_events, view, names)
        assert "\n" not in words, f"the end of the match takes more than a line: {words!r}"
    assert all(sums[0] == other for other in sums), "seats read different counts"
