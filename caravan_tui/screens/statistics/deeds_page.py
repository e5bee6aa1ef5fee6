"""The page of deeds: those that were done, with the match that did them, and those that wait."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.events import Click
from textual.geometry import Region
from textual.message import Message

from caravan_tui.games import registry
from caravan_tui.games.registry import game_name
from caravan_tui.i18n import _, _n
from caravan_tui.presentation.statistics import opponents_text
from caravan_tui.screens.game_pictures import EMBLEM_ROWS, game_sprite
from caravan_tui.screens.statistics.page import EmptyState, Facts, StatisticsPage, no_match
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import mix
from caravan_tui.widgets.drawn import Drawn, pens_of
from saves.deeds import AnyDeed, common_deeds, first_earned
from saves.profile import Result

WIDE: Final = 156
"""Columns from which on two deeds stand side by side."""

ROWS: Final = 2
"""Rows of a deed: its name, and what to do."""

BAR: Final = 20
"""Columns of the bar that says how many deeds of a game are done."""

CHOSEN_SHARE: Final = 0.12
"""How much of the accent the ground of the deed at the cursor has."""

GAP: Final = 2
"""Columns between two deeds."""


@frozen
class DeedCard:
    """A deed that was done or that waits, or the hidden ones of a game that wait."""

    name: str
    text: str
    done: Result | None = None
    """The first match that did it."""
    against: str = ""
    """Who was beaten or met in it."""


@frozen
class DeedGroup:
    """The deeds of a game, or of no game in particular."""

    game: str
    """Its id; empty for no game in particular."""
    title: str
    done: int
    total: int
    cards: Sequence[DeedCard]


def groups_of(
    results: Sequence[Result], game: str | None, titles: Mapping[str, str]
) -> list[DeedGroup]:
    """The deeds of a game, or all. `results`: the user's, in order of time; `titles`: of the kinds
    of players."""
    first = first_earned(results)
    groups = [] if game else [_group("", common_deeds(), first, titles)]
    groups += [
        _group(name, deeds, first, titles)
        for name in registry.ids()
        if game in (None, name) and (deeds := registry.get(name).deeds)
    ]
    return groups


def _group(
    game: str,
    deeds: Sequence[AnyDeed],
    first: Mapping[str, Result],
    titles: Mapping[str, str],
) -> DeedGroup:
    cards = [
        DeedCard(_(deed.name), _(deed.text), done, opponents_text(done.against, titles))
        if (done := first.get(deed.id))
        else DeedCard(_(deed.name), _(deed.text))
        for deed in deeds
        if deed.id in first or not deed.is_hidden
    ]
    if hidden := sum(deed.is_hidden and deed.id not in first for deed in deeds):
        name = _n("{count} hidden deed", "{count} hidden deeds", hidden).format(count=hidden)
        cards.append(DeedCard(name, _("Nobody says what it takes. It happens in play.")))
    title = game_name(game) if game else _("In any game")
    return DeedGroup(game, title, sum(deed.id in first for deed in deeds), len(deeds), cards)


class DeedList(Drawn):
    """All groups below each other; a cursor goes from deed to deed."""

    DEFAULT_CSS = """
    DeedList { width: 100%; height: 1; }
    """

    class Opened(Message):
        """The match of a deed is to be shown."""

        def __init__(self, match: str | None) -> None:
            """`match`: None if the deed still waits."""
            super().__init__()
            self.match = match

    def __init__(self) -> None:
        super().__init__(id="deed-list")
        self.groups: Sequence[DeedGroup] = ()
        self.cursor = 0
        self.room = 0
        """Rows of the window, as far as it is known."""
        self.pitch = ROWS
        """Rows from one deed to the next."""
        self.top = 0
        """The row of the first title."""

    @property
    def cards(self) -> list[DeedCard]:
        """All deeds, in order."""
        return [card for group in self.groups for card in group.cards]

    @property
    def columns(self) -> int:
        """Deeds side by side."""
        return 2 if self.app.size.width >= WIDE else 1

    def show(self, groups: Sequence[DeedGroup]) -> None:
        """Show other deeds. The cursor stays where it is if there is still something."""
        if [card.name for card in self.cards] != [
            card.name for group in groups for card in group.cards
        ]:
            self.cursor = 0
        self.groups = groups
        self.fit(self.room)

    def fit(self, room: int) -> None:
        """Lay out for so many rows: with a row between deeds, and the emblem of the only game
        above, where there is room for them."""
        self.room, self.pitch, self.top = room, ROWS + 1, 0
        if self.end > room:
            self.pitch = ROWS
        emblem_rows = EMBLEM_ROWS + 1
        if len(self.groups) == 1 and self.end + emblem_rows <= room and self.has_pixels:
            self.top = emblem_rows
        self.styles.height = max(self.end, 1)
        self.redraw()

    @property
    def has_pixels(self) -> bool:
        """Whether pictures can be drawn."""
        return pens_of(self.app, self.app.has_class("-ascii")).has_pixels

    @property
    def end(self) -> int:
        """The row below all deeds."""
        return max((y + ROWS for _x, y, _width in self.places()), default=0)

    def places(self) -> list[tuple[int, int, int]]:
        """Column, row and width of each deed; the second half of a group stands at the right."""
        columns, places, y = self.columns, [], self.top
        width = (self.app.size.width - 3 + GAP) // columns - GAP
        for group in self.groups:
            rows = -(-len(group.cards) // columns)
            places += [
                (number // rows * (width + GAP), y + 1 + number % rows * self.pitch, width)
                for number in range(len(group.cards))
            ]
            y += 2 + rows * self.pitch - (self.pitch > ROWS)
        return places

    def region_of(self, number: int) -> Region:
        """Where a deed is, with the title of its group if it is among the first."""
        x, y, width = self.places()[number]
        return Region(x, y - 1, width, ROWS + 1)

    def move(self, by: int) -> None:
        """Go to another deed."""
        last = len(self.cards) - 1
        if last >= 0:
            self.go_to(min(max(self.cursor + by, 0), last))

    def go_to(self, number: int) -> None:
        """Put the cursor on a deed; the footer says whether there is a match to replay."""
        self.cursor = number
        self.redraw()
        self.screen.refresh_bindings()

    @property
    def has_match(self) -> bool:
        """Whether the deed at the cursor was done, so that there is a match to replay."""
        return bool(self.cards) and self.cards[self.cursor].done is not None

    def open(self) -> None:
        """Ask for the match of the deed at the cursor."""
        if cards := self.cards:
            done = cards[self.cursor].done
            self.post_message(self.Opened(done.match if done else None))

    def draw(self, canvas: Canvas) -> None:
        """Draw groups and deeds."""
        places, number = self.places(), 0
        if self.top and (emblem := game_sprite(self.groups[0].game, "emblem")):
            left = (canvas.width - emblem.width) // 2
            canvas.sprite(left, 0, emblem, emblem.colours(canvas.pens.palette.dark))
        for group in self.groups:
            _draw_title(canvas, places[number][1] - 1, group)
            for card in group.cards:
                self._draw_card(canvas, *places[number], card, number)
                number += 1

    def _draw_card(
        self, canvas: Canvas, x: int, y: int, width: int, card: DeedCard, number: int
    ) -> None:
        colours, pens = canvas.pens.palette, canvas.pens
        is_chosen, is_done = number == self.cursor, card.done is not None
        if pens.has_tones:
            is_odd = self.pitch == ROWS and y // ROWS % 2
            ground = colours.panel if is_odd else colours.surface
            if is_chosen:
                ground = mix(colours.raised, colours.accent, CHOSEN_SHARE)
            canvas.fill(x, y, width, ROWS, ground)
        if pens.has_pixels:
            edge = colours.accent if is_done else colours.faint
            canvas.rect(x, 2 * y, 1, 2 * ROWS, edge)
        if is_chosen:
            canvas.put(x + 1, y, ">" if pens.is_ascii else "►", colours.accent, bold=True)
        mark = ("*" if pens.is_ascii else "☼") if is_done else "." if pens.is_ascii else "·"
        ink = colours.accent if is_done else colours.soft
        canvas.put(x + 3, y, mark, ink, bold=is_done)
        words = colours.text if is_done or is_chosen else colours.soft
        canvas.put(x + 5, y, card.name, words, bold=is_done)
        canvas.put(x + 5, y + 1, card.text, words)
        if card.done is not None:
            self._draw_match(canvas, x, y, width, card, card.done)
        canvas.add_target(x, y, width, ROWS, number)

    def _draw_match(
        self, canvas: Canvas, x: int, y: int, width: int, card: DeedCard, done: Result
    ) -> None:
        """When the deed was done, and with whom where there is room."""
        colours, right = canvas.pens.palette, x + width - 1
        day = time.strftime("%Y-%m-%d", time.localtime(done.ended))
        canvas.put(right - len(day), y, day, colours.soft)
        words = _("against {opponents}").format(opponents=card.against) if done.seats > 1 else ""
        left = right - len(day) - 2 - cell_len(words)
        if words and left > x + 5 + cell_len(card.name) + 2:
            canvas.put(left, y, words, colours.soft)

    def on_click(self, event: Click) -> None:
        """Go to a deed; a click on the one at the cursor shows its match."""
        number = self.target_of(event)
        if number is None:
            return
        if number == self.cursor:
            self.open()
        else:
            self.go_to(number)


def _draw_title(canvas: Canvas, y: int, group: DeedGroup) -> None:
    """The name of a group, how many of its deeds are done, and a bar of them."""
    colours = canvas.pens.palette
    end = canvas.put(0, y, group.title, colours.primary, bold=True)
    count = _("{done} of {total}").format(done=group.done, total=group.total)
    right = canvas.width - 1
    canvas.put(right - cell_len(count), y, count, colours.text, bold=True)
    left = right - cell_len(count) - 1 - BAR
    if left <= end + 1:
        return
    filled = round(BAR * group.done / group.total) or bool(group.done)
    if canvas.pens.has_pixels:
        canvas.rect(left, 2 * y + 1, BAR, 1, colours.raised)
        canvas.rect(left, 2 * y + 1, filled, 1, colours.accent)
    else:
        canvas.put(left, y, "#" * filled + "-" * (BAR - filled), colours.soft)


class DeedsPage(StatisticsPage):
    """Deeds, done and waiting. Scrolls with the cursor."""

    name_of_page = "deeds"

    DEFAULT_CSS = """
    DeedsPage { margin-top: 1; }
    """

    @staticmethod
    def title() -> str:
        """What its tab says."""
        return _("Deeds")

    def empty_state(self, facts: Facts) -> EmptyState:
        """What an empty page would say; this one lists what waits."""
        return no_match(facts, _("the deeds that you have done."))

    def compose(self) -> ComposeResult:
        """The list."""
        yield DeedList()

    @property
    def list(self) -> DeedList:
        """The deeds."""
        return self.query_one(DeedList)

    def show(self, facts: Facts) -> str:
        """Show the deeds of a game, or all."""
        groups = groups_of(facts.results, facts.game, facts.titles)
        self.list.show(groups)
        done, total = (sum(getattr(group, name) for group in groups) for name in ("done", "total"))
        words = _("{done} of {total} deeds done.").format(done=done, total=total)
        return f"{words} {_('Assisted matches do not count.')}"

    def on_resize(self) -> None:
        """Lay out anew."""
        self.list.fit(self.size.height)

    def go(self, by: int) -> None:
        """Move the cursor, and scroll to it."""
        self.list.move(by)
        if self.list.cards:
            self.scroll_to_region(self.list.region_of(self.list.cursor), animate=False)

    # What the keys of the screen do to any page that scrolls.

    def action_scroll_down(self) -> None:
        """Go to the next deed."""
        self.go(1)

    def action_scroll_up(self) -> None:
        """Go to the previous deed."""
        self.go(-1)

    def action_page_down(self) -> None:
        """Go on by about a window."""
        self.go(max(1, self.size.height // ROWS - 1))

    def action_page_up(self) -> None:
        """Go back by about a window."""
        self.go(-max(1, self.size.height // ROWS - 1))
