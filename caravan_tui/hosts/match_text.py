"""Matches, scores and results in words, for every list that names them."""

from __future__ import annotations

import time

from rich.cells import cell_len, set_cell_size

from caravan_tui.engine.record import PERSON
from caravan_tui.games import registry
from caravan_tui.i18n import _, _n
from saves.header import Header
from saves.listing import Entry
from saves.profile import Result


def score_text(score: float) -> str:
    """A score without a decimal point that is not needed."""
    return str(int(score)) if float(score).is_integer() else f"{score:.1f}"


def scores_text(result: Result) -> str:
    """The user's score and the best of the others: `31 : 27`."""
    own = score_text(result.score or 0.0)
    others = [score for seat, score in enumerate(result.scores) if seat != result.me]
    return f"{own} : {score_text(max(others))}" if others else own


def won_words(is_shared: bool) -> str:
    """That a seat came first, alone or not."""
    return _("shared") if is_shared else _("won")


def rank_words(rank: int, seats: int) -> str:
    """Which place a seat came to that has not won; of two there is nothing to count."""
    return _("lost") if seats == 2 else _("place {rank} of {seats}").format(rank=rank, seats=seats)


def ended_text(result: Result) -> str:
    """How the user's own match ended: `won, 22`, `shared, 9`, `place 3 of 4, 5`, or the score alone
    of a match without opponents."""
    return _ended(result, score_text(result.score or 0.0))


def ended_with_scores(result: Result) -> str:
    """The same with the best score of the others: `lost, 22 : 31`."""
    return _ended(result, scores_text(result))


def _ended(result: Result, scores: str) -> str:
    if result.seats > 1 and result.rank is not None:
        how = won_words(result.is_shared) if result.won else rank_words(result.rank, result.seats)
        scores = f"{how}, {scores}"
    return scores + (_(" (assisted)") if result.assisted else "")


def title_of(entry: Entry) -> str:
    """What a saved match is called: its own title, or its game."""
    header = entry.header
    if header is None:
        return entry.id
    if header.meta.title:
        return header.meta.title
    return registry.short_name(header.game)


def origin_words(header: Header) -> str:
    """Where a match is from, in few columns: the Road, a day, a problem, another match; empty for
    one that was simply begun."""
    if header.road:
        return _("the Road")
    if header.daily:
        return _("daily desert")
    if header.is_from_problem:
        return _("from a problem")
    return _("branch") if header.branch_of else ""


def not_begun_words(header: Header) -> str:
    """That no person has moved in a match: an opponent may have."""
    people = sum(seat.kind == PERSON for seat in header.seats)
    return _("you haven't moved yet") if people == 1 else _("not begun")


def describe_entry(entry: Entry) -> str:
    """A saved match in a few lines: seats with scores, round, when."""
    header = entry.header
    if header is None:
        return _("Saved by a newer version of caravan-tui. Update to open it.")
    scores = [score_text(score) for score in header.scores]
    name = max(cell_len(seat.name) for seat in header.seats)
    number = max(map(len, scores))
    lines = [
        f"{set_cell_size(seat.name, name)}  {score:>{number}}"
        for seat, score in zip(header.seats, scores, strict=True)
    ]
    lines.append(f"{registry.round_text(header.game, header.round)}, {ago(header.changed)}")
    return "\n".join(lines)


def ago(when: int) -> str:
    """How long ago something was, roughly; `when` in seconds since 1970, UTC."""
    seconds = max(0, int(time.time()) - when)
    days, hours, minutes = seconds // 86400, seconds // 3600, seconds // 60
    if days:
        return _n("{count} day ago", "{count} days ago", days).format(count=days)
    if hours:
        return _n("{count} hour ago", "{count} hours ago", hours).format(count=hours)
    if minutes:
        return _n("{count} minute ago", "{count} minutes ago", minutes).format(count=minutes)
    return _("just now")
