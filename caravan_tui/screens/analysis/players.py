"""How well each player decided, and how lucky each one was."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen
from rich.cells import cell_len

from ai.analysis import Analysis
from ai.grades import LEAST_LOSS, Grade, MoveMark, Verdict, grade, phases
from ai.luck import Sum, total
from caravan_tui.engine import Match
from caravan_tui.games.contract import OVER
from caravan_tui.i18n import _, _p
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawn import Drawn
from caravan_tui.widgets.marks import short_name
from caravan_tui.widgets.wrapping import wrap_text

MARKS = (MoveMark.BRILLIANT, MoveMark.INACCURACY, MoveMark.MISTAKE, MoveMark.BLUNDER)
"""Those that are counted in columns."""

FEWEST = 5
"""Decisions of a player from which on they are graded."""

CLEARLY = 0.03
"""By how much skill or luck of two players must differ to be told apart, as expected results."""

WIDEST_NAME = 24
"""Columns of the names, at most: the numbers stay near them."""

BESIDE, LEAST_BESIDE = 6, 40
"""Columns between the numbers and what they mean beside them, and for that at least."""

SURE = 2.0
"""Standard errors of luck beyond which it is told."""


@frozen
class Player:
    """What a match says of one seat."""

    seat: int
    grade: Grade | None
    """None: too few of its decisions were judged."""
    phases: Sequence[Grade]
    """Of the beginning, the middle and the end."""
    marks: dict[MoveMark, int]
    luck: Sum | None
    """None: nobody may know it, or there was no chance."""
    result: float | None
    """The expected result at the end, 0..1; None while the match runs."""

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
        has_luck = any(luck.errors[seat] or luck.values[seat] for luck in analysis.lucks)
        players.append(
            Player(
                seat,
                grade(own, seat) if len(own) >= FEWEST else None,
                phases(own, seat, match.version),
                _counts(own),
                total(analysis.lucks, seat) if has_luck else None,
                ended.values[seat] if ended else None,
            )
        )
    return players


def _counts(verdicts: Sequence[Verdict]) -> dict[MoveMark, int]:
    return {mark: sum(verdict.mark == mark for verdict in verdicts) for mark in MARKS}


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
        (player for player in players if player.grade is not None),
        key=lambda player: -player.grade.points if player.grade else 0,
    )
    if len(judged) < 2:
        return ""
    best, second = judged[0].grade, judged[1].grade
    assert best is not None and second is not None
    if second.loss - best.loss < CLEARLY:
        return (
            _("The best two played about as well.")
            if len(judged) > 2
            else _("Both played about as well.")
        )
    return _("{name} played best.").format(name=names[judged[0].seat])


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


@frozen
class _Column:
    title: str
    right: int
    """The last column of its texts, from the right edge."""


def loss_text(grade: Grade) -> str:
    """What a decision gave away on average, without a sign before nothing."""
    text = f"{grade.loss / grade.decisions:.1%}"
    return text if text == "0.0%" else f"-{text}"


class PlayerTable(Drawn):
    """A row for each player: grade, phases, marks, what was given away, luck."""

    DEFAULT_CSS = """
    PlayerTable { height: 8; width: 1fr; padding: 0 1; }
    """

    def __init__(
        self, names: Sequence[str], has_secrets: bool = False, id: str | None = None
    ) -> None:
        """`has_secrets`: seats hide something from each other, so that each judges its own luck."""
        super().__init__(id=id)
        self.names = names
        self.has_secrets = has_secrets
        self.players: Sequence[Player] = ()

    def show(self, players: Sequence[Player]) -> None:
        """Show these players."""
        if players != self.players:
            self.players = players
            self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw the titles and the rows."""
        colours = canvas.pens.palette
        titles = [
            _("Grade"), _("early"), _p("part of a match", "middle"), _("late"),
            *(mark.value for mark in MARKS), _p("chance lost", "a move"), _("± about"),
        ]  # fmt: skip
        widths = [6, 6, 7, 5, 5, 5, 4, 5, 9, 9]
        room = min(canvas.width - sum(widths), WIDEST_NAME)
        ends = [room + sum(widths[: number + 1]) for number in range(len(widths))]
        has_heads = canvas.height > len(self.players) + 1
        if has_heads:
            self._draw_heads(canvas, room, ends)
        y = 1 if has_heads else 0
        for title, end in zip(titles, ends, strict=True):
            canvas.put(end - cell_len(title), y, title, colours.soft)
        for player in self.players:
            y += 1
            seat = player.seat
            mark = canvas.pens.mark(seat)
            name = short_name(self.names[seat], room - 3)
            canvas.put(0, y, f"{mark} {name}", colours.seat[seat], bold=True)
            for place, (text, end) in enumerate(zip(self._cells(player), ends, strict=True)):
                ink = colours.text
                if place == len(widths) - 1 and player.luck is not None:
                    ink = colours.gain if player.luck.value > 0 else colours.loss
                is_count = MARKS[0].value and 4 <= place < 4 + len(MARKS)
                ink = colours.soft if is_count and text == "0" else ink
                canvas.put(end - cell_len(text), y, text, ink, bold=not place)
        beside = ends[-1] + BESIDE
        if canvas.width - beside >= LEAST_BESIDE:
            self._draw_legend_beside(canvas, beside)
        else:
            self._draw_legend(canvas, canvas.height - y - 1)

    def _draw_heads(self, canvas: Canvas, room: int, ends: Sequence[int]) -> None:
        """Name what the columns are about, on a band above each group of them."""
        colours = canvas.pens.palette
        for start, end, words in (
            (room, ends[0], _("Skill")),
            (ends[0] + 1, ends[3], _("part by part")),
            (ends[3] + 2, ends[-3], _("marked moves")),
            (ends[-3] + 1, ends[-2], _p("chance", "lost")),
            (ends[-2] + 2, ends[-1], _("Luck")),
        ):
            canvas.fill(start, 0, end - start, 1, colours.panel)
            words = words if cell_len(words) <= end - start else ""
            canvas.put(end - cell_len(words), 0, words, colours.text, bold=True)

    def _explanations(self) -> list[tuple[str, str]]:
        """What the marks and numbers mean: each sign with its words."""
        words = {
            MoveMark.BRILLIANT: _("brilliant find"),
            MoveMark.INACCURACY: _("inaccuracy"),
            MoveMark.MISTAKE: _("mistake"),
            MoveMark.BLUNDER: _("blunder"),
        }
        return [
            (mark.value, title + (f" {LEAST_LOSS[mark]:.0%}+" if mark in LEAST_LOSS else ""))
            for mark, title in words.items()
        ]

    def _sentences(self) -> list[str]:
        """What grade and luck are."""
        grade = _("Grade: 100 if no move lost any chance to win. 2%+: that much was lost, or more.")
        if any(player.grade is None for player in self.players):
            grade = _("Grade: 100 if no move lost any chance to win; –: too few moves to say.")
        luck = _("Luck: the chance to win that draws gave (+) or took (-), give or take ±.")
        if self.has_secrets:
            luck = _("Luck: the chance to win that draws gave (+) or took (-), as each saw it.")
        return [grade, luck]

    def _draw_legend(self, canvas: Canvas, rows: int) -> None:
        """Say in the last rows what marks, grade and luck mean, as far as these are free."""
        signs = "   ".join(f"{sign} {words}" for sign, words in self._explanations())
        lines = [signs, *self._sentences()][: max(0, rows)]
        for y, line in enumerate(lines, canvas.height - len(lines)):
            canvas.put(0, y, line, canvas.pens.palette.soft)

    def _draw_legend_beside(self, canvas: Canvas, x: int) -> None:
        """Say beside the numbers what they mean, a line each."""
        colours = canvas.pens.palette
        for y, (sign, words) in enumerate(self._explanations(), 1):
            canvas.put(x, y, sign.rjust(2), colours.text, bold=True)
            canvas.put(x + 4, y, words, colours.soft)
        y = len(self._explanations()) + 2
        for sentence in self._sentences():
            for line in wrap_text(sentence, canvas.width - x):
                canvas.put(x, y, line, colours.soft)
                y += 1

    def _cells(self, player: Player) -> list[str]:
        if player.grade is None:
            cells = ["–"] + [""] * (3 + len(MARKS) + 1)
        else:
            cells = [str(player.grade.points)]
            cells += [str(part.points) if part.decisions else "–" for part in player.phases]
            cells += [str(player.marks[mark]) for mark in MARKS]
            cells.append(loss_text(player.grade))
        luck = player.luck
        cells.append("–" if luck is None else f"{luck.value:+.0%} ±{SURE * luck.error * 100:.0f}")
        return cells
