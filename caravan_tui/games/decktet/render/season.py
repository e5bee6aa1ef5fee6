"""The plays of a season as cards, and what is remembered of the previous season."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, evolve, field

from caravan_tui.games.contract import Event
from caravan_tui.games.decktet.actions import BANDIT, CARDS, kind_of
from caravan_tui.games.decktet.events import HandStarted, Played, SeasonEnded
from caravan_tui.games.decktet.pieces import worth
from caravan_tui.games.decktet.render.cards import (
    TINY,
    Look,
    draw_row,
    draw_tiny,
    face,
    tiny_step,
)
from caravan_tui.games.decktet.render.layout import Layout
from caravan_tui.games.decktet.text import (
    order,
    play_words,
    season_words,
    short_play_words,
    short_words,
    signed,
)
from caravan_tui.games.decktet.view import DecktetView
from caravan_tui.games.kit.bitsets import mask_of, members
from caravan_tui.i18n import _, _n
from caravan_tui.widgets.drawing.canvas import Canvas, Region
from caravan_tui.widgets.drawing.cards import GREAT_PICTURE_SIZE
from caravan_tui.widgets.drawing.colours import mix
from caravan_tui.widgets.drawing.shapes import pill

PICTURE_COLUMNS, PICTURE_ROWS = 7, 6
"""Columns and rows of cards on a small cloth that show their suits as pictures."""

EARLIER_SIZE = (5, 5)
"""The same of a play beside the newest one on a large cloth."""

WON_ROWS = 5
"""Rows that the cards won by both seats need below a season: a shade, titles and codes."""

MOST_WITHOUT_WON = 9
"""Rows of a cloth that leave the cards won none below the last plays, at most."""

BEFORE_SIZE = (11, 8)
"""Columns and rows of the cards of the season before, below the only play of this one."""

LEAST_BELOW = 13
"""Rows below the only play of a season from which on they show more than cloth."""

PLAY_WORDS, BETWEEN = 26, 4
"""Columns of the words for a play, and between two plays."""

DIM = 0.4
"""How far earlier plays are mixed with the ground."""


@define
class SeasonMemory:
    """The plays of this season and of the previous one, as far as they were on screen."""

    plays: list[tuple[int, int]] = field(factory=list)
    """Seat and action."""
    last_plays: list[tuple[int, int]] = field(factory=list)
    last_season: str = ""
    """How the previous season of this hand ended, in a line."""

    def update(self, view: DecktetView, events: Sequence[Event], names: Sequence[str]) -> None:
        """Take over a new position and the events that led to it."""
        for event in events:
            match event:
                case Played(seat, play):
                    self.plays.append((seat, play))
                case SeasonEnded():
                    self.last_season = season_words(event, names)
                    self.last_plays, self.plays = self.plays, []
                case HandStarted():
                    self.last_season, self.last_plays, self.plays = "", [], []
        cards = 0
        for _seat, play in self.last_plays:
            cards |= play & CARDS
        if cards & ~(view["taken"][0] | view["taken"][1]):  # that season was undone
            self.last_season, self.last_plays = "", []
        self.plays = [(seat_of(view, number), play) for number, play in enumerate(view["plays"])]


def seat_of(view: DecktetView, number: int) -> int:
    """The seat that made a play of the season, by its number from 0."""
    leader = view["leader"]
    return leader if number % 2 == 0 else 1 - leader


def draw_season(canvas: Canvas, layout: Layout, view: DecktetView, look: Look) -> Region:
    """Draw the newest play in large and the one before beside or above it, dimmed; what the cards
    on the table are worth; and earlier plays in notation where there is room. Returns where the
    cards of the newest play lie."""
    plays = [(seat_of(view, number), play) for number, play in enumerate(view["plays"])]
    layout = _with_room(layout, plays)
    newest = _draw_plays(canvas, layout, view, look, plays)
    rows = layout.season_rows
    if rows - rows_of_only_play(layout, view) >= LEAST_BELOW:
        rows = rows_of_only_play(layout, view)
    end = _draw_worth(canvas, view, layout.felt_y + rows - 1)
    if _is_stacked(layout) and _draw_earlier_aside(canvas, layout, view, look, plays[-3::-1]):
        return newest
    if len(plays) > 2:
        cards_end = newest[0] + newest[2]
        _draw_earlier(canvas, layout, view, look, plays[-3::-1], end + 2, cards_end)
    return newest


def rows_of_only_play(layout: Layout, view: DecktetView) -> int:
    """The rows of a season of one play on a cloth for two: its words, its cards with their shade,
    and what they are worth. All rows of any other season."""
    if len(view["plays"]) != 1 or not layout.is_great:
        return layout.season_rows
    return min(layout.season_rows, 1 + layout.play_size[1] + 3)


def draw_season_before(
    canvas: Canvas, layout: Layout, view: DecktetView, look: Look, y: int, rows: int
) -> None:
    """Draw how the previous season of this hand ended, and its last plays, from a row on: where a
    season has one play on a cloth for two."""
    below = evolve(layout, felt_y=y, felt_rows=rows, play_size=BEFORE_SIZE)
    draw_last_season(canvas, below, view, look)


def _with_room(layout: Layout, plays: Sequence[tuple[int, int]]) -> Layout:
    """The same with twice as large pictures on the cards of the last two plays, where all of these
    have room for it side by side."""
    across, down = GREAT_PICTURE_SIZE
    room = evolve(layout, play_size=GREAT_PICTURE_SIZE)
    columns = sum(
        max((play & CARDS).bit_count() * (across + 1), PLAY_WORDS) + BETWEEN
        for _seat, play in plays[-2:]
    )
    has_rows = layout.is_tall and room.season_rows == layout.season_rows >= down + 2
    return room if has_rows and not layout.is_great and columns <= layout.season_width else layout


def _is_stacked(layout: Layout) -> bool:
    """Whether the last two plays lie one above the other."""
    return layout.is_tall and layout.season_rows >= 2 * (layout.play_size[1] + 2)


def season_end(layout: Layout, view: DecktetView, look: Look) -> int:
    """The column after what is drawn of the last two plays of a season."""
    plays = [(seat_of(view, number), play) for number, play in enumerate(view["plays"])][-2:]
    layout = _with_room(layout, plays)
    width, split = layout.season_width, _split(layout, plays)
    ends = [0]
    is_below = _is_stacked(layout)
    for play in plays:
        is_newest, is_alone = play is plays[-1], len(plays) == 1
        size = _play_size(layout, play[1], width, layout.felt_y, is_newest)
        across = (play[1] & CARDS).bit_count() * (size[0] + 1) - 1
        across = max(across, len(_play_words(look, width, play)) + 2)  # a pill has two ends
        x = 2 if is_below or not is_newest else split
        ends.append((layout.width + across) // 2 + 1 if is_alone else x + across)
    return min(max(ends), width + 2)


def _draw_earlier(
    canvas: Canvas, layout: Layout, view: DecktetView, look: Look,
    plays: Sequence[tuple[int, int]], x: int, cards_end: int,
) -> None:  # fmt: skip
    """Draw plays of the season as tiny cards, the newest first: below the last two plays where
    these leave rows for them, else right of their cards, which end before the column `cards_end`.
    In words from the column `x`, as many as there is room for, if the tiny cards have none."""
    colours = canvas.pens.palette
    title, right = _("earlier plays"), 2 + layout.season_width
    y = layout.felt_y + layout.season_rows - 1
    free = layout.season_rows - 1 - (layout.play_size[1] + 2)
    has_rows = free >= TINY and not _is_stacked(layout)
    cards = [[card for card, _rank in _in_order(play)] for _seat, play in plays]
    count, words = sum(map(len, cards)), len(title) + 1 + 4 * len(plays)
    left = 2 if has_rows else max(x, cards_end + 1)
    step = tiny_step(count, right - left - words)
    if not step:
        _tell_earlier(canvas, look, plays, x, y, right)
        return
    y -= TINY + (free > TINY) if has_rows else 1
    x = canvas.put(2 if has_rows else right - words - step * count, y + 1, title, colours.soft) + 1
    market = mask_of(view["market"])
    for (seat, _play), row in zip(plays, cards, strict=True):
        x = canvas.put(x + 1, y + 1, look.marks[seat], colours.seat[seat], bold=True) + 1
        x = draw_tiny(canvas, x, y, step, row, market)


def _draw_earlier_aside(
    canvas: Canvas, layout: Layout, view: DecktetView, look: Look,
    plays: Sequence[tuple[int, int]],
) -> bool:  # fmt: skip
    """Draw plays of the season as cards right of the last two, which lie one above the other: the
    newest at the top. Whether all of them have room there."""
    x = season_end(layout, view, look) + BETWEEN
    width, (across, down) = 2 + layout.season_width - x, BEFORE_SIZE
    widest = max([PLAY_WORDS, *((play & CARDS).bit_count() * (across + 1) for _s, play in plays)])
    step = down + 2
    if widest > width or step * len(plays) > layout.season_rows:
        return False
    small = evolve(layout, play_size=BEFORE_SIZE)
    for number, play in enumerate(plays):
        y = layout.felt_y + step * number
        _draw_play(canvas, small, view, look, x, y, width, play, False, DIM)
    return True


def _tell_earlier(
    canvas: Canvas, look: Look, plays: Sequence[tuple[int, int]], x: int, y: int, right: int
) -> None:
    """Say in words what was played before, the newest first, in the columns up to `right`."""
    colours = canvas.pens.palette
    x = canvas.put(x, y, _("earlier:"), colours.soft)
    for number, (seat, play) in enumerate(plays):
        words = short_words(play)
        is_last = number + 1 == len(plays)
        if x + 3 + len(words) + 2 * (not is_last) > right:
            canvas.put(x + 1, y, "…"[: right - x - 1], colours.soft)
            return
        x = canvas.put(x, y, f" {look.marks[seat]}", colours.seat[seat], bold=True)
        x = canvas.put(x, y, f" {words}", colours.soft)


def draw_last_season(
    canvas: Canvas, layout: Layout, view: DecktetView, look: Look
) -> tuple[int, Region | None]:
    """Draw how the previous season ended, above its last plays. Returns the row after them, and
    where the cards of the newest one lie if they are drawn."""
    colours = canvas.pens.palette
    y = layout.felt_y
    canvas.put(2, y, look.last_season[: layout.season_width], colours.text, bold=True)
    if layout.season_rows < 7 or not look.last_plays:
        return y + 1, None
    spare = _spare_rows(layout, view)
    newest = _draw_plays(canvas, layout, view, look, look.last_plays, top=1, dim=DIM, spare=spare)
    if spare > WON_ROWS:  # the shade of cards down to the edge of the cloth would lie beside it
        canvas.fill(0, layout.felt_y + layout.felt_rows, layout.width, 1, colours.ground)
    width, split = layout.season_width, _split(layout, look.last_plays)
    widths = [split - 3, width + 2 - split] if len(look.last_plays) > 1 else [width]
    actions = [action for _seat, action in look.last_plays[-2:]]
    rows = max(
        _play_size(layout, action, room, y + 1, is_newest=True, spare=spare)[1]
        for action, room in zip(actions, widths, strict=True)
    )
    return y + 2 + rows + 1, newest  # the line of the plays, the cards and their shade


def _spare_rows(layout: Layout, view: DecktetView) -> int:
    """The rows below the plays of a season that is over, on a cloth that has none for the cards
    won; the last one is needed where it says that another seat leads."""
    has_no_won = layout.season_rows <= MOST_WITHOUT_WON
    leads_other = view["leader"] >= 0 and view["to_act"] not in (view["seat"], -1)
    return WON_ROWS + (not leads_other) if has_no_won else 0


def _draw_plays(
    canvas: Canvas, layout: Layout, view: DecktetView, look: Look,
    plays: Sequence[tuple[int, int]], top: int = 0, dim: float = 0.0, spare: int = 0,
) -> Region:  # fmt: skip
    """Draw the last two plays. `top`: rows that stay free above; `dim`: of both; `spare`: rows
    below that they may have. Returns where the cards of the newest one lie."""
    newest, width = plays[-1], layout.season_width
    y = layout.felt_y + top
    if len(plays) == 1:
        return _draw_play(canvas, layout, view, look, 2, y, width, newest, True, dim, True, spare)
    if _is_stacked(layout) and not top:
        middle = y + layout.play_size[1] + 3
        _draw_play(canvas, layout, view, look, 2, y, width, plays[-2], False, DIM)
        return _draw_play(canvas, layout, view, look, 2, middle, width, newest, True, dim)
    split = _split(layout, plays)
    room, before = width + 2 - split, plays[-2]
    _draw_play(
        canvas, layout, view, look, 2, y, split - 3, before, False, max(dim, DIM), spare=spare
    )
    return _draw_play(canvas, layout, view, look, split, y, room, newest, True, dim, spare=spare)


def _split(layout: Layout, plays: Sequence[tuple[int, int]]) -> int:
    """The column of the newest play beside the one before: as far right as the cards of that need
    to stand side by side, or as far left as those of the newest do, where there is room for it."""
    share = 0.46 if layout.is_tall or not layout.is_large else 0.3
    split = int((layout.season_width + 4) * share)
    if len(plays) < 2:
        return split
    across = layout.play_size[0] if layout.is_large else PICTURE_COLUMNS
    before = EARLIER_SIZE[0] if layout.is_large and not layout.is_tall else across
    first, second = (
        (play & CARDS).bit_count() * (columns + 1) - 1
        for (_seat, play), columns in zip(plays[-2:], (before, across), strict=True)
    )
    least, most = first + 5, layout.season_width + 2 - second
    return split if least > most else min(max(split, least), most)


def _draw_play(
    canvas: Canvas, layout: Layout, view: DecktetView, look: Look, x: int, y: int, width: int,
    play: tuple[int, int], is_newest: bool, dim: float, is_alone: bool = False, spare: int = 0,
) -> Region:  # fmt: skip
    """Draw a seat's play as cards below a line that describes it, in the middle if it `is_alone`.
    Returns where the cards lie."""
    _seat, action = play
    colours = canvas.pens.palette
    ascii_only, market = look.ascii, mask_of(view["market"])
    row = _in_order(action)
    faces = [face(card, market, colours, ascii_only, rank) for card, rank in row]
    size = _play_size(layout, action, width, y, is_newest, spare)
    words = _play_words(look, width, play)
    across = min(width, len(row) * (size[0] + 1) - 1)
    lead = (width - len(words)) // 2 - 1 if is_alone else 0
    _draw_play_words(canvas, x + lead, y, words, play, is_newest and not dim)
    x += (width - across) // 2 if is_alone else 0
    is_laying = is_newest and look.is_laying
    end = draw_row(canvas, x, y + 1, width, size, faces, max(dim, DIM) if is_laying else dim)
    return x, y + 1, end - x, size[1]


def _play_size(
    layout: Layout, play: int, width: int, y: int, is_newest: bool, spare: int = 0
) -> tuple[int, int]:
    """Columns and rows of a card of a play whose line is in row `y`; `spare`: rows of those below a
    season that is over which nothing else needs."""
    size = layout.play_size
    if layout.is_large and not layout.is_tall and not is_newest:
        size = EARLIER_SIZE
    free = layout.felt_y + layout.season_rows - 2 - y
    # The cards won follow a season that is over.
    below = WON_ROWS - spare if y > layout.felt_y else 0
    count = (play & CARDS).bit_count()
    if not layout.is_large and free >= PICTURE_ROWS + below and count * 8 - 1 <= width:
        size = (PICTURE_COLUMNS, PICTURE_ROWS)
    return size[0], max(2, min(size[1], free + max(0, spare - WON_ROWS)))


def _in_order(play: int) -> list[tuple[int, int]]:
    """The cards of a play from left to right, with the rank that each stands for, 0 for bandits."""
    if kind_of(play) == BANDIT:
        return [(card, 0) for card in members(play & CARDS)]
    return order(play)


def draw_play_to_beat(canvas: Canvas, layout: Layout, view: DecktetView, look: Look) -> None:
    """Draw the last two plays in two rows where they stand else, their cards tiny beside their
    lines, and what all cards on the table are worth below, where something else takes the room of
    the cards."""
    plays = [(seat_of(view, number), play) for number, play in enumerate(view["plays"])][-2:]
    if not plays:
        return
    y, split, has_worth = layout.felt_y, _split(layout, plays), False
    halves = [(2, split - 3), (split, layout.width - 2 - split)]
    if len(plays) == 1:
        halves = [(2, layout.width - 4)]
    for play, (x, width) in zip(plays, halves, strict=True):
        cards = [card for card, _rank in _in_order(play[1])]
        step = tiny_step(len(cards), width // 3) or TINY
        room = width - step * len(cards)
        words = _play_words(look, room + 1, play)
        _draw_play_words(canvas, x, y, words, play, play is plays[-1])
        after = len(words) + 3  # a pill has two ends
        if not has_worth and len(_worth_words(view)[0]) < room:
            has_worth, after = True, max(after, _draw_worth(canvas, view, y + 1, x) + 1 - x)
        draw_tiny(canvas, x + after, y, step, cards, mask_of(view["market"]))


def _worth_words(view: DecktetView) -> tuple[str, int]:
    """How many cards lie on the table and what they are worth, and that as a number."""
    cards = 0
    for play in view["plays"]:
        cards |= play & CARDS
    count, points = cards.bit_count(), worth(cards, mask_of(view["market"]))
    text = _n(
        "{count} card on the table, worth {points}",
        "{count} cards on the table, worth {points}",
        count,
    )
    return text.format(count=count, points=signed(points)), points


def _draw_worth(canvas: Canvas, view: DecktetView, row: int, x: int = 2) -> int:
    """Say how many cards lie on the table and what they are worth. Returns the column after."""
    words, points = _worth_words(view)
    colours = canvas.pens.palette
    ink = colours.gain if points > 0 else colours.loss if points < 0 else colours.soft
    cloth = canvas.colour_at(x - 1, row)  # in place of the shades of cards that end above it
    return canvas.put(x, row, words, ink, cloth, bold=True)


def _play_words(look: Look, width: int, play: tuple[int, int]) -> str:
    """Who played what, in shorter words where that has no room: the cards are below."""
    seat, action = play
    # A letter by itself would be read as a word, or as an Ace.
    mark = f"({look.marks[seat]})" if look.ascii else look.marks[seat]
    words = f"{mark} {play_words(action)}"
    if len(words) > width - 4:
        words = f"{mark} {short_play_words(action)}"
    return words[: width - 4]


def _draw_play_words(
    canvas: Canvas, x: int, y: int, words: str, play: tuple[int, int], is_lit: bool
) -> None:
    """Draw who played what, lit if it is to be beaten."""
    seat, colours = play[0], canvas.pens.palette
    if is_lit:
        pill(canvas, x, y, words, colours.ink, colours.seat[seat])
    else:
        ink = mix(colours.seat[seat], colours.ground, 0.2)
        canvas.put(x, y, words, ink, bold=True)
