"""How well each player decided, and how lucky each one was, as numbers and in words."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen
from rich.cells import cell_len

from ai.analysis import Analysis
from ai.grades import Grade, costliest_of_turns, grade, phases, whole_percent
from ai.luck import LuckTotal, total
from caravan_tui.engine import Match
from caravan_tui.games.contract import OVER
from caravan_tui.i18n import _, _n
from caravan_tui.presentation.decisions import shares_of_win
from caravan_tui.presentation.quality import Quality, error_words, quality_of

FEWEST = 5
"""Decisions of a player from which on a grade says how well it plays, and not only what it did."""

CLEARLY = 0.03
"""By how much skill or luck of two players must differ to be told apart, as expected results."""

SURE = 2.0
"""Standard errors of luck beyond which it is told."""


@frozen
class ChanceSum:
    """How the chance to win of a seat came from its beginning to the result, in per cent. Its parts
    are rounded as the lists tell them, and add up."""

    start: int
    """Before the first deal."""
    errors: int
    luck: int
    end: int
    """What the result is worth: 100 for who has won alone."""

    @property
    def rest(self) -> int:
        """What neither errors nor luck changed: what others did, close choices, what searches saw
        only later, and the result."""
        return self.end - self.start - self.errors - self.luck

    def words(self, name: str, is_reader: bool = False) -> str:
        """The sum as a sentence about somebody of this name, or about who reads it."""
        text = _(
            "{name}'s chance to win went from {start}% to {end}%: errors {errors}, luck {luck}, "
            "the rest {rest}."
        )
        if is_reader:
            text = _(
                "Your chance to win went from {start}% to {end}%: errors {errors}, luck {luck}, "
                "the rest {rest}."
            )
        errors, luck, rest = map(signed, (self.errors, self.luck, self.rest))
        return text.format(
            name=name, start=self.start, end=self.end, errors=errors, luck=luck, rest=rest
        )


def signed(percent: int) -> str:
    """A change in per cent, with its sign if it is one."""
    return f"{percent:+}%" if percent else "0%"


@frozen
class Player:
    """What a match says of one seat."""

    seat: int
    grade: Grade | None
    """None: none of its decisions was judged."""
    phases: Sequence[Grade]
    """Of the beginning, the middle and the end."""
    quality: Quality
    cost: int
    """What its errors cost together, in per cent, as the lists tell them."""
    luck: LuckTotal | None
    """None: nobody may know it, or there was no chance."""
    result: float | None
    """The expected result at the end, 0..1; None while the match runs."""
    chance_sum: ChanceSum | None = None
    """None: its decisions are not judged, the seat has no chance to tell, or the match runs."""

    @property
    def is_rough(self) -> bool:
        """Whether its grade is of few decisions."""
        return self.grade is not None and self.grade.decisions < FEWEST

    @property
    def has_phases(self) -> bool:
        """Whether each part of the match has enough decisions for a grade of its own."""
        return bool(self.phases) and all(part.decisions >= FEWEST for part in self.phases)

    @property
    def without_luck(self) -> float | None:
        """The result that its play and the others' would have had without any luck."""
        if self.result is None or self.luck is None:
            return None
        return self.result - self.luck.value


def players_of(analysis: Analysis, match: Match) -> list[Player]:
    """What an analysis says of each seat of a match."""
    last = analysis.points[-1] if analysis.points else None
    ended = last if last is not None and last.actor == OVER else None
    players = []
    for seat in range(len(match.names)):
        own = [verdict for verdict in analysis.verdicts if verdict.seat == seat]
        turns = costliest_of_turns(own)
        has_luck = any(luck.errors[seat] or luck.values[seat] for luck in analysis.lucks)
        cost = sum(whole_percent(verdict.loss) for verdict in turns if verdict.is_error)
        players.append(
            Player(
                seat,
                grade(own, seat) if own else None,
                phases(own, seat, match.version, analysis.first_ply),
                quality_of(turns, seat),
                cost,
                total(analysis.lucks, seat) if has_luck else None,
                ended.values[seat] if ended else None,
                chance_sum(analysis, match, seat, cost) if own and ended else None,
            )
        )
    return players


def chance_sum(analysis: Analysis, match: Match, seat: int, cost: int) -> ChanceSum | None:
    """How the chance of a seat in a match that is over came to its result; `cost`: what its errors
    cost, in per cent. Where seats hide something, it begins as the seat saw it itself; what was
    dealt before is luck."""
    has_secrets = match.game.spec.secrets
    seen = (point for point in analysis.points if not has_secrets or point.actor == seat)
    first = next(seen, None)
    if first is None or not match.ranks:
        return None
    dealt = [luck for luck in analysis.lucks if luck.ply < first.ply]
    start = first.values[seat] - total(dealt, seat).value
    luck = round(100 * total(analysis.lucks, seat).value)
    end = round(100 * shares_of_win(match.ranks)[seat])
    return ChanceSum(min(100, max(0, round(100 * start))), -cost, luck, end)


def summary(players: Sequence[Player], names: Sequence[str], room: int) -> str:
    """Who played best and who was lucky, in as many sentences as fit into `room` columns; '' if
    nothing is clear."""
    skill, luck = _skill_words(players, names), _luck_words(players, names)
    result = _result_words(players, names)
    for sentences in ((skill, luck, result), (skill, luck), (result,), (skill,), (luck,)):
        words = " ".join(filter(None, sentences))
        if words and cell_len(words) <= room:
            return words
    return ""


def _skill_words(players: Sequence[Player], names: Sequence[str]) -> str:
    judged = sorted(
        (player for player in players if player.grade is not None and not player.is_rough),
        key=lambda player: -player.grade.points if player.grade else 0,
    )
    if len(judged) < 2:
        return _error_words(players, names)
    best, second = judged[0].grade, judged[1].grade
    assert best is not None and second is not None
    if second.loss - best.loss < CLEARLY:
        return (
            _("The best two played about as well.")
            if len(judged) > 2
            else _("Both played about as well.")
        )
    return _("{name} played best.").format(name=names[judged[0].seat])


def _error_words(players: Sequence[Player], names: Sequence[str]) -> str:
    """What errors cost, where there is nobody to compare a player with."""
    judged = [player for player in players if player.grade is not None]
    if not judged:
        return ""
    worst = max(judged, key=lambda player: player.cost)
    name, count = names[worst.seat], worst.quality.errors
    if not count:
        if len(judged) > 1:
            return _("Nobody made an error.")
        count = worst.quality.count
        text = _n("{name} made no error in {count} move.", "{name} made no error in {count} moves.",
                  count)  # fmt: skip
        return text.format(name=name, count=count)
    errors = error_words([worst.quality])
    text = _n(
        "{name} made {errors}, which cost {cost}.",
        "{name} made {errors}, which cost {cost} together.",
        count,
    )
    return text.format(name=name, errors=errors, cost=f"{worst.cost}%")


def _luck_words(players: Sequence[Player], names: Sequence[str]) -> str:
    known = [(player.seat, player.luck) for player in players if player.luck is not None]
    if not known:
        return ""
    known.sort(key=lambda pair: -pair[1].value)
    (seat, most), (last, least) = known[0], known[-1]
    if most.value >= max(CLEARLY, SURE * most.error):
        return _("{name} had the most luck.").format(name=names[seat])
    if -least.value >= max(CLEARLY, SURE * least.error):
        return _("{name} had bad luck.").format(name=names[last])
    return _("Nobody had much luck.")


def _result_words(players: Sequence[Player], names: Sequence[str]) -> str:
    results = [(player.seat, player.result, player.without_luck) for player in players]
    known = [
        (seat, result, without)
        for seat, result, without in results
        if result is not None and without is not None
    ]
    if len(known) < len(players) or len(known) < 2:
        return ""
    winner = max(known, key=lambda row: row[1])[0]
    first = max(known, key=lambda row: row[2])[0]
    if first == winner:
        return ""
    return _("Without luck {name} would have been ahead.").format(name=names[first])


def loss_words(player: Player) -> str:
    """What a move of a player gave away on average; without an error it may be nothing."""
    assert player.grade is not None
    loss = f"{player.grade.loss / max(1, player.quality.count):.1%}"
    if loss == "0.0%":
        return _("nothing lost")
    text = _("{loss} lost a move") if player.quality.errors else _("perhaps {loss} lost a move")
    return text.format(loss=loss)
