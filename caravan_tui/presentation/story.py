"""The story of a finished match: three sentences from its course, and what it has brought."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

from caravan_tui.engine.course import Course
from caravan_tui.games.kit.sentences import listed
from caravan_tui.hosts.match_text import score_text
from caravan_tui.i18n import _, _n, capital
from caravan_tui.presentation.aftermath import Aftermath
from caravan_tui.presentation.finished_match import FinishedMatch
from caravan_tui.presentation.milestone_words import MilestoneWords


@frozen
class Story:
    """What is told of a finished match."""

    description: Sequence[str]
    """The game, and what kind of match it was, one thing after the other."""
    sentences: Sequence[str]
    course: Course | None = None
    """The scores in its course; None: there is none to draw."""
    is_running: bool = False
    """Whether these are what the points would have been, as they were counted once."""
    milestones: MilestoneWords = field(factory=MilestoneWords)

    @property
    def has_page(self) -> bool:
        """Whether there is more to tell than milestones, which the cards have room for."""
        return bool(self.sentences or self.course)

    @classmethod
    def unread(cls, match: FinishedMatch) -> Story:
        """What is told while the match is being read back. It has a page if the story will have
        one: a page that comes or goes would not be noticed."""
        reading = [_("Reading the match back …")] if match.has_course else _told_once(match)
        return cls(match.description(Aftermath()), reading)

    @classmethod
    def of(cls, match: FinishedMatch, aftermath: Aftermath, ascii_only: bool) -> Story:
        """What is told once the match was read back."""
        course, outcome = aftermath.course, match.outcome
        description = match.description(aftermath)
        milestones = MilestoneWords.of(aftermath, match.levels, ascii_only)
        if course is None:
            not_saved = [_("This match is not saved, so its story can't be told.")]
            sentences = not_saved if match.has_course else _told_once(match)
            return cls(description, sentences, milestones=milestones)
        sentences = tell(course, outcome.names, outcome.ranks, match.game.spec.round_word)
        if not match.has_course:
            sentences = _told_once(match)
        # a score that is counted once, at the end, has a course by what would have been counted
        running = aftermath.running if course.changes <= 1 else None
        drawn = running or course
        return cls(
            description, sentences, drawn if drawn.changes > 1 else None,
            running is not None, milestones,
        )  # fmt: skip


MOST_BEST = 2
"""What was the best of a match in which the points were counted once, at most so many things."""


def _told_once(match: FinishedMatch) -> list[str]:
    """Of a match in which the points were counted once, at its end: that, and what was the best in
    it, other than the points that the result has."""
    counted = _("The points were counted once, at the end.")
    scores = match.outcome.scores
    best = [
        _("{record}: {name}, {amount}.").format(
            record=capital(_(name)),
            name=listed(match.names[seat] for seat in seats),
            amount=score_text(amount),
        )
        for name, (seats, amount) in match.best_deeds.items()
        if any(amount != scores[seat] for seat in seats)
    ]
    return [counted, *best[:MOST_BEST]]


def tell(course: Course, names: Sequence[str], ranks: Sequence[int], round_word: str) -> list[str]:
    """Who led, the biggest turn, and what decided the match; `round_word`: of the game's spec.

    Nothing where the points were counted once, at the end: `Story` tells that otherwise.
    """
    if course.changes <= 1:
        return []
    sentences = [_biggest(course, names, round_word)]
    if len(ranks) > 1:
        winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
        sentences.insert(0, _who_led(course, names, winners, round_word))
        sentences.append(_what_decided(course, names, winners, round_word))
    return [sentence for sentence in sentences if sentence]


def _who_led(course: Course, names: Sequence[str], winners: Sequence[int], round_word: str) -> str:
    since = course.ahead_since(winners[0])
    if len(winners) > 1 or since is None:
        return _last_ahead(course, names, round_word)  # the headline says that it was a tie
    name = names[winners[0]]
    was_ahead = course.led_before(winners[0])
    if was_ahead and (since.round <= 1 or course.led_a_round_before(winners[0])):
        return _who_led_again(course, winners[0], name, since.round, round_word)
    if course.leaders == [winners[0]] and not was_ahead:
        if course.last_round <= 1:
            return ""  # a single hand or round: there was no lead before its end
        if since.round <= 1:
            if _is_you(name):
                return _("You led from start to finish.")
            return _("{name} led from start to finish.").format(name=name)
        return _who_led_since(name, since.round, round_word)
    if since.round == course.last_round:
        own = {
            "hand": _("You took the lead only in the last hand."),
            "turn": _("You took the lead only in the last turn."),
        }.get(round_word, _("You took the lead only in the last round."))
        text = {
            "hand": _("{name} took the lead only in the last hand."),
            "turn": _("{name} took the lead only in the last turn."),
        }.get(round_word, _("{name} took the lead only in the last round."))
        return own if _is_you(name) else text.format(name=name)
    text = _("{name} took the lead {when} and kept it.")
    if _is_you(name):
        text = _("You took the lead {when} and kept it.")
    return text.format(name=name, when=in_round(round_word, since.round))


def _last_ahead(course: Course, names: Sequence[str], round_word: str) -> str:
    """Who was alone ahead last in a match without a winner by points, and when."""
    numbers = range(len(course.moments) - 1, -1, -1)
    last = next((number for number in numbers if course.leader(number) >= 0), None)
    if last is None:
        return ""
    name = names[course.leader(last)]
    text = _("You were the last to be ahead, {when}.")
    if not _is_you(name):
        text = _("{name} was the last to be ahead, {when}.")
    return text.format(name=name, when=in_round(round_word, course.moments[last].round))


def _who_led_again(course: Course, winner: int, name: str, number: int, round_word: str) -> str:
    """Of a winner who was ahead, was caught, and ahead again from a round on."""
    is_last = number == course.last_round
    when = in_last_round(round_word) if is_last else in_round(round_word, number)
    if number <= 1:  # both leads are of the first round
        return "" if is_last else _who_led_since(name, number, round_word)
    if course.led_most_before(winner):
        text = _("{name} led most of the match, was caught and pulled ahead again {when}.")
        if _is_you(name):
            text = _("You led most of the match, were caught and pulled ahead again {when}.")
    elif not course.was_overtaken(winner):
        text = _("{name} was ahead, was caught and pulled ahead again {when}.")
        if _is_you(name):
            text = _("You were ahead, were caught and pulled ahead again {when}.")
    elif is_last:
        text = (
            _("You won back the lead {when}.")
            if _is_you(name)
            else _("{name} won back the lead {when}.")
        )
    elif _is_you(name):
        text = _("You won back the lead {when} and kept it.")
    else:
        text = _("{name} won back the lead {when} and kept it.")
    return text.format(name=name, when=when)


def _who_led_since(name: str, number: int, round_word: str) -> str:
    text = _("You led {since}.") if _is_you(name) else _("{name} led {since}.")
    return text.format(name=name, since=since_round(round_word, number))


def _is_you(name: str) -> bool:
    """Whether a player has no name but `You`, which sentences address."""
    return name in ("You", _("You"))


def _biggest(course: Course, names: Sequence[str], round_word: str) -> str:
    gains = course.biggest_gains()
    if not gains:
        return ""
    if len(gains) > 1:
        text = _("The biggest turns: {names}, +{points} each.")
        if round_word == "hand":
            text = _("The biggest hands: {names}, +{points} each.")
        whose = listed(names[gain.seat] for gain in gains)
        return text.format(names=whose, points=score_text(gains[0].points))
    gain = gains[0]
    if round_word == "hand":
        text = _("The biggest hand: {name}, +{points} {when}.")
    else:
        text = _("The biggest turn: {name}, +{points} {when}.")
    return text.format(
        name=names[gain.seat],
        points=score_text(gain.points),
        when=in_round(round_word, gain.round),
    )


def _what_decided(
    course: Course, names: Sequence[str], winners: Sequence[int], round_word: str
) -> str:
    winner = winners[0]
    behind = course.furthest_behind(winner)
    if len(winners) > 1 or course.ahead_since(winner) is None:
        changes = len(course.leaders) - 1
        if changes < 1:
            return _("The lead never changed hands.") if course.leaders else ""
        return _n(
            "The lead changed hands once.", "The lead changed hands {count} times.", changes
        ).format(count=changes)
    if behind is not None and behind.round:  # at the start it was nobody's doing
        text = _("At most, {name} was {points} behind {rival}, {when}.")
        if _is_you(names[winner]):
            text = _("At most, you were {points} behind {rival}, {when}.")
        elif _is_you(names[behind.seat]):
            text = _("At most, {name} was {points} behind you, {when}.")
        return text.format(
            name=names[winner],
            points=score_text(behind.points),
            rival=names[behind.seat],
            when=in_round(round_word, behind.round),
        )
    lead = course.biggest_lead(winner)
    if lead is None or lead.points == _final_lead(course, winner):
        return _("No lead was bigger than the one at the end.")
    return _("The biggest lead: {points} {when}.").format(
        points=score_text(lead.points), when=in_round(round_word, lead.round)
    )


def _final_lead(course: Course, winner: int) -> float:
    """By how much the winner is ahead at the end."""
    scores = course.moments[-1].scores
    return scores[winner] - max(score for seat, score in enumerate(scores) if seat != winner)


def in_round(round_word: str, number: int) -> str:
    """`in hand 3`, `in turn 3`, as a game calls it; before the first one `at the start`."""
    if not number:
        return _("at the start")
    texts = {"hand": _("in hand {number}"), "turn": _("in turn {number}")}
    return texts.get(round_word, _("in round {number}")).format(number=number)


def in_last_round(round_word: str) -> str:
    """`in the last hand`, `in the last turn`, as a game calls it."""
    texts = {"hand": _("in the last hand"), "turn": _("in the last turn")}
    return texts.get(round_word, _("in the last round"))


def since_round(round_word: str, number: int) -> str:
    """`from hand 3`, `from turn 3`, as a game calls it."""
    texts = {"hand": _("from hand {number}"), "turn": _("from turn {number}")}
    return texts.get(round_word, _("from round {number}")).format(number=number)
