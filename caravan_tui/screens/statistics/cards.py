"""Cards in a grid: each game that was played, the games that were not, records."""

from __future__ import annotations

import time
from collections.abc import Sequence

from attrs import frozen
from rich.cells import cell_len
from textual.events import Click
from textual.message import Message

from caravan_tui.games.registry import kind_name, short_name
from caravan_tui.hosts.match_text import score_text
from caravan_tui.i18n import _, _n, capital
from caravan_tui.presentation.statistics import fitting_name, streak_text, time_text
from caravan_tui.screens.game_pictures import EMBLEM_ROWS, game_sprite
from caravan_tui.widgets.chart import outcome_signs
from caravan_tui.widgets.drawing import letters
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import READABLE, Colour, legible
from caravan_tui.widgets.drawn import Drawn
from caravan_tui.widgets.wrapping import wrap_text
from saves.statistics import RECENT, Best, Summary

GAP = 2
"""Columns between two cards."""

VALUE_GAP = 2
"""Columns before the value of a record."""

LARGE_ROWS = 4
"""Rows of a record with its value in large letters."""

FACTS_ROWS = 6
"""Rows of a card from which on it has a line of further numbers."""

PADDED_ROWS = 8
"""Rows of a card from which on its first row is blank."""


@frozen
class GameCard:
    """A game that was played."""

    game: str
    name: str
    summary: Summary
    outcomes: Sequence[bool]
    """Whether each of the last matches was won, the newest last."""


@frozen
class UnplayedCard:
    """The games without a match that counts."""

    names: Sequence[str]


@frozen
class RecordCard:
    """Records of several games or of one."""

    title: str
    records: Sequence[Best]
    has_games: bool
    """Whether they are of several games, so that each names its own."""
    emblem: str = ""
    """The game whose emblem stands above where there is room; empty: none."""


@frozen
class _Area:
    """Where the texts of a card are: column, row, columns, rows."""

    x: int
    y: int
    width: int
    rows: int


class CardGrid(Drawn):
    """Cards side by side and below each other. A click on a game chooses it."""

    DEFAULT_CSS = """
    CardGrid { width: 100%; height: 6; }
    """

    class GameChosen(Message):
        """The card of a game was clicked."""

        def __init__(self, game: str) -> None:
            super().__init__()
            self.game = game

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.cards: Sequence[GameCard | UnplayedCard | RecordCard] = ()
        self.columns = 1
        self.rows = 5

    def show(self, cards: Sequence[GameCard | UnplayedCard | RecordCard]) -> None:
        """Show other cards."""
        self.cards = cards
        self.redraw()

    def set_shape(self, columns: int, rows: int) -> None:
        """Use this many columns of cards, of this many rows each."""
        self.columns, self.rows = columns, rows
        lines = -(-len(self.cards) // columns)
        self.styles.height = lines * (rows + 1) - 1
        self.redraw()

    @property
    def most_records(self) -> int:
        """The records of the longest card: all cards of records look like that one."""
        counts = [len(card.records) for card in self.cards if isinstance(card, RecordCard)]
        return max(counts, default=0)

    def draw(self, canvas: Canvas) -> None:
        """Draw all cards."""
        colours = canvas.pens.palette
        pitch = (canvas.width + GAP) // self.columns
        is_short = any(
            isinstance(card, RecordCard) and _need_short(card, pitch - GAP - 3)
            for card in self.cards
        )
        for number, card in enumerate(self.cards):
            line, column = divmod(number, self.columns)
            x, y = column * pitch, line * (self.rows + 1)
            width = pitch - GAP
            canvas.fill(x, y, width, self.rows, colours.surface)
            pad = int(self.rows >= PADDED_ROWS)
            area = _Area(x + 2, y + pad, width - 3, self.rows - pad)
            edge = colours.primary
            match card:
                case GameCard():
                    _draw_game(canvas, area, card)
                    canvas.add_target(x, y, width, self.rows, card.game)
                case UnplayedCard():
                    edge = colours.faint
                    _draw_unplayed(canvas, area, card)
                case RecordCard():
                    edge = colours.accent
                    _draw_records(canvas, area, card, self.most_records, is_short)
            canvas.rect(x, 2 * y, 1, 2 * self.rows, edge)

    def on_click(self, event: Click) -> None:
        """Choose the game under the pointer."""
        game = self.target_of(event)
        if game is not None:
            self.post_message(self.GameChosen(game))


def _put_right(
    canvas: Canvas, area: _Area, y: int, text: str, ink: Colour, bold: bool = False
) -> None:
    canvas.put(area.x + area.width - cell_len(text), y, text, ink, bold=bold)


def _draw_game(canvas: Canvas, area: _Area, card: GameCard) -> None:
    """Name and share, a bar of wins, the last matches, streak and best score, further numbers."""
    colours, summary = canvas.pens.palette, card.summary
    canvas.put(area.x, area.y, fitting_name(card.name, area.width - 5), colours.text, bold=True)
    if summary.share is not None:
        _put_right(canvas, area, area.y, f"{summary.share:.0%}", colours.accent, bold=True)
        words = _("{wins} of {count} won").format(wins=summary.wins, count=summary.contested)
        _draw_bar(canvas, area.x, area.y + 1, area.width, summary.share, words)
    else:
        words = _("{count} played alone").format(count=summary.matches)
        canvas.put(area.x, area.y + 1, words, colours.soft)
    has_facts = area.rows >= FACTS_ROWS
    last = area.y + area.rows - 1 - has_facts
    _draw_outcomes(canvas, area, area.y + 2, last - area.y - 2, card.outcomes)
    if summary.streak:
        ink = colours.gain if summary.streak > 0 else colours.soft
        canvas.put(area.x, last, streak_text(summary.streak), ink)
    if summary.best is not None and (summary.matches > 1 or summary.best > 0):
        best = _("best {score}").format(score=score_text(summary.best))
        _put_right(canvas, area, last, best, colours.text)
    if has_facts:
        facts = []
        if summary.mean_score is not None:
            facts.append(_("mean {score:.1f}").format(score=summary.mean_score))
        if summary.mean_rank is not None:
            facts.append(_("mean rank {rank:.1f}").format(rank=summary.mean_rank))
        canvas.put(area.x, last + 1, ", ".join(facts), colours.soft)
        _put_right(canvas, area, last + 1, time_text(summary.seconds), colours.soft)


def _draw_bar(canvas: Canvas, x: int, y: int, width: int, share: float, words: str) -> None:
    """A bar filled by a share, with words on it; beside it without pixels."""
    colours = canvas.pens.palette
    if not canvas.pens.has_pixels:
        size = width - len(words) - 1
        filled = round(size * share)
        end = canvas.put(x, y, "#" * filled + "-" * (size - filled), colours.text)
        canvas.put(end + 1, y, words, colours.text)
        return
    filled = round(width * share)
    canvas.fill(x, y, filled, 1, colours.primary)
    canvas.fill(x + filled, y, width - filled, 1, colours.raised)
    for column, letter in enumerate(f" {words}"):
        ground = colours.primary if column < filled else colours.raised
        ink = legible(colours.ink if column < filled else colours.text, ground, READABLE)
        canvas.put(x + column, y, letter, ink, ground, bold=True)


def _draw_outcomes(
    canvas: Canvas, area: _Area, y: int, rows: int, outcomes: Sequence[bool]
) -> None:
    """A block for each match: high if it was won, low if not. Signs where there are no pixels."""
    colours = canvas.pens.palette
    if not canvas.pens.has_pixels:
        won, lost = outcome_signs(canvas.pens.is_ascii)
        x = area.x
        for is_won in outcomes:
            ink = colours.gain if is_won else colours.loss
            x = canvas.put(x, y + rows // 2, won if is_won else lost, ink, bold=is_won) + 1
        return
    pitch = max(2, (area.width + 1) // RECENT)
    most = max(2, 2 * rows - 1)
    foot = 2 * (y + rows)
    for number, is_won in enumerate(outcomes):
        height = most if is_won else max(1, most // 3)
        ink = colours.gain if is_won else colours.loss
        canvas.rect(area.x + number * pitch, foot - height, pitch - 1, height, ink)


def _draw_unplayed(canvas: Canvas, area: _Area, card: UnplayedCard) -> None:
    """The games that wait, as many as there is room for."""
    colours = canvas.pens.palette
    canvas.put(area.x, area.y, _("No counted match yet"), colours.soft, bold=True)
    rows = area.rows - 1
    names = list(card.names)
    if len(names) > rows:
        names = wrap_text(", ".join(names), area.width)
    for number, name in enumerate(names[:rows], area.y + 1):
        canvas.put(area.x, number, name, colours.soft)


def _draw_records(canvas: Canvas, area: _Area, card: RecordCard, most: int, is_short: bool) -> None:
    """Records, a line each: the game before the first of its own, or what and when, and the value.
    `most`: the records of the longest card beside this one; `is_short`: games and days in short."""
    colours = canvas.pens.palette
    emblem = game_sprite(card.emblem, "emblem") if canvas.pens.has_pixels else None
    if emblem is not None and area.rows >= EMBLEM_ROWS + 2 * most + 2:
        left = area.x + (area.width - emblem.width) // 2
        canvas.sprite(left, 2 * area.y, emblem, emblem.colours(colours.dark))
        area = _Area(area.x, area.y + EMBLEM_ROWS + 1, area.width, area.rows - EMBLEM_ROWS - 1)
    canvas.put(area.x, area.y, card.title, colours.accent, bold=True)
    if area.rows > LARGE_ROWS * most and not card.has_games and canvas.pens.has_pixels:
        _draw_large_records(canvas, area, card.records)
        return
    pitch = 2 if area.rows > 2 * most and not card.has_games else 1
    rows = (area.rows - 1) // pitch
    records = card.records[:rows]
    if left_out := len(card.records) - len(records):
        records, left_out = card.records[: rows - 1], left_out + 1
        text = _n("{count} more on the page Records", "{count} more on the page Records", left_out)
        canvas.put(area.x, area.y + rows * pitch, text.format(count=left_out), colours.soft)
    room = _aside_end(card, area.width)
    indent = _games_width(card, is_short)
    game = ""
    for number, best in enumerate(records, 1):
        y = area.y + number * pitch
        end = canvas.put(area.x + indent, y, capital(_(best.name)), colours.text) - area.x
        _put_right(canvas, area, y, score_text(best.value), colours.text, bold=True)
        aside = _aside(best, card, is_short)
        if card.has_games:
            if best.game != game:
                canvas.put(area.x, y, aside, colours.soft)
            game = best.game
        elif end + 1 + cell_len(aside) <= room:
            canvas.put(area.x + room - cell_len(aside), y, aside, colours.soft)


def _aside(best: Best, card: RecordCard, is_short: bool) -> str:
    """In which game a record was made, or when."""
    if card.has_games:
        return kind_name(best.game) if is_short else short_name(best.game)
    return time.strftime("%m-%d" if is_short else "%Y-%m-%d", time.localtime(best.when))


def _games_width(card: RecordCard, is_short: bool) -> int:
    """The columns of the games before their records; none on the card of one game."""
    if not card.has_games:
        return 0
    return 2 + max((cell_len(_aside(best, card, is_short)) for best in card.records), default=0)


def _aside_end(card: RecordCard, width: int) -> int:
    """The columns up to the values of the records."""
    return (
        width - VALUE_GAP - max((len(score_text(best.value)) for best in card.records), default=0)
    )


def _need_short(card: RecordCard, width: int) -> bool:
    """Whether what stands beside the records has to be short, to have room in every line."""
    games = _games_width(card, False)
    return any(
        cell_len(capital(_(best.name))) + (games or 1 + cell_len(_aside(best, card, False)))
        > _aside_end(card, width)
        for best in card.records
    )


def _draw_large_records(canvas: Canvas, area: _Area, records: Sequence[Best]) -> None:
    """Records below each other: the value in large letters, what it is and when beside it."""
    colours = canvas.pens.palette
    values = [score_text(best.value) for best in records]
    width = max(letters.width(value) if letters.can_write(value) else 0 for value in values)
    for number, (best, value) in enumerate(zip(records, values, strict=True)):
        y = area.y + 1 + LARGE_ROWS * number
        if letters.can_write(value):
            letters.write(
                canvas, area.x, 2 * y + 1, value, colours.text, colours.primary,
                has_shade=colours.dark,
            )  # fmt: skip
        else:
            canvas.put(area.x, y + 1, value, colours.accent, bold=True)
        x = area.x + width + 2
        canvas.put(x, y + 1, capital(_(best.name)), colours.text, bold=True)
        day = time.strftime("%Y-%m-%d", time.localtime(best.when))
        canvas.put(x, y + 2, day, colours.soft)
