"""The card of a saved match: standing, facts, and what happened last."""

from __future__ import annotations

import time

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual import getters
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from caravan_tui.engine.playback import Playback
from caravan_tui.games import registry
from caravan_tui.hosts.match_text import ago, score_text, title_of
from caravan_tui.i18n import _, _n
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.replay.open_replay import default_eyes
from caravan_tui.widgets.marks import seat_mark
from caravan_tui.widgets.seat_styles import seat_style
from saves.header import Header
from saves.listing import Entry

LAST_LINES = 5
"""Lines of the log on the card."""

BAR = 6
"""Cells of the bar of the seat that leads, where there is room."""

NARROW, NARROW_NAME = 25, 14
"""Columns of a narrow card, and of a name on it."""


class MatchCard(VerticalScroll):
    """A saved match in words."""

    app = getters.app(BaseApp)
    facts = getters.query_one("#facts", Static)

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, can_focus=False)

    def compose(self) -> ComposeResult:
        """The words."""
        yield Static(id="facts")

    def show(self, entry: Entry | None, playback: Playback | None, is_wide: bool) -> None:
        """Describe a match, or with None nothing.

        `playback`: the same match once its file has been read; then the card ends with what
        happened last. `is_wide`: whether there is room for long names and bars.
        """
        self.facts.update(Text() if entry is None else self._text(entry, playback, is_wide))

    def _text(self, entry: Entry, playback: Playback | None, is_wide: bool) -> Text:
        card = Text()
        card.append(title_of(entry) + "\n", "bold")
        header = entry.header
        if header is not None and header.meta.title and entry.status == "ok":
            card.append(_(registry.spec(header.game).title) + "\n", "italic")
        if entry.status == "newer":
            card.append(_("Saved by a newer version of caravan-tui. Update to open it.") + "\n")
        elif entry.status == "unknown":
            card.append(_("This game is not installed here. The match is kept as it is.") + "\n")
        if header is not None:
            card.append("\n")
            self._add_standing(card, header, is_wide)
            add_facts(card, header)
        card.append(f"{entry.size / 1024:.1f} KB\n", "dim")
        if playback is not None:
            add_last_lines(card, playback)
        return card

    def _add_standing(self, card: Text, header: Header, is_wide: bool) -> None:
        """Add a line for each seat: whose turn it is, name, score, a bar or the rank."""
        ascii_only = self.app.ascii
        most = max([1.0, *header.scores])
        full, turn = ("#", ">") if ascii_only else ("█", "►")
        longest = max(cell_len(seat.name) for seat in header.seats)
        width = longest if is_wide else min(longest, NARROW_NAME)
        scores = [score_text(score) for score in header.scores]
        score_width = max(map(len, scores))
        bar = BAR if is_wide else max(0, min(BAR, NARROW - width - score_width - 5))
        for seat, score in enumerate(header.scores):
            style, name = seat_style(self, seat), header.seats[seat].name
            if cell_len(name) > width:
                name = set_cell_size(name, width - 1) + "…"
            if not header.ranks:
                card.append(turn if header.to_act == seat else " ", style)
            card.append(f"{seat_mark(seat, ascii_only)} {set_cell_size(name, width)}", style)
            card.append(f" {scores[seat]:>{score_width}} ")
            if header.ranks:
                card.append(_("rank {rank}").format(rank=header.ranks[seat]))
            else:
                card.append(full * max(0, round(score / most * bar)), style)
            card.append("\n")
        card.append("\n")


def add_facts(card: Text, header: Header) -> None:
    """Add when it was played, how long it is, and whether it counts."""
    if header.round and not header.over:
        card.append(registry.round_text(header.game, header.round) + ", ")
    count = header.actions
    card.append(_n("{count} move", "{count} moves", count).format(count=count) + "\n")
    card.append(ago(header.changed) + "\n")
    if header.meta.daily:
        card.append(_("daily desert of {day}").format(day=header.meta.daily) + "\n", "italic")
    if header.meta.branch_of:
        card.append(_("branched off another match") + "\n", "italic")
    if header.assisted:
        card.append(_("assisted") + "\n", "italic")


def add_last_lines(card: Text, playback: Playback) -> None:
    """Add what happened last."""
    lines: list[str] = []
    step = playback.last
    eyes = default_eyes(playback)
    while step >= 0 and len(lines) < LAST_LINES:
        lines = [*playback.lines(step, eyes), *lines]
        step -= 1
    card.append("\n" + _("Last moves") + "\n", "bold")
    card.append("\n".join(lines[-LAST_LINES:]), "dim")


def ago_short(when: int) -> str:
    """How long ago something was, in at most six columns; `when` in seconds since 1970, UTC."""
    seconds = max(0, int(time.time()) - when)
    if seconds >= 86400:
        return _("{count} d").format(count=seconds // 86400)
    if seconds >= 3600:
        return _("{count} h").format(count=seconds // 3600)
    return _("{count} min").format(count=seconds // 60) if seconds >= 60 else _("now")
