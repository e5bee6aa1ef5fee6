"""The card of a saved match: its board, its seats, facts, and what happened last."""

from __future__ import annotations

import time
from textwrap import dedent

from rich.cells import cell_len
from rich.text import Text
from textual import getters
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.widgets import Static

from caravan_tui.engine.playback import Playback
from caravan_tui.games import registry
from caravan_tui.games.registry import game_name
from caravan_tui.hosts.match_text import ago, not_begun_words, title_of
from caravan_tui.i18n import _, _n
from caravan_tui.presentation.eyes import default_eyes
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.game_pictures import EMBLEM_ROWS, EMBLEM_WIDTH, Emblem
from caravan_tui.screens.home.game_card import picture_of
from caravan_tui.screens.replay.turn_lines import turn_lines
from caravan_tui.screens.saved.board_picture import BoardPicture
from caravan_tui.screens.saved.standing import Standing
from caravan_tui.widgets.drawn import pens_of
from caravan_tui.widgets.log import MatchLog
from caravan_tui.widgets.still_board import LEAST_HEIGHT, LEAST_WIDTH
from saves import road
from saves.header import Header
from saves.listing import Entry

LAST_STEPS = 40
"""Steps of which the card tells, at most."""

LEAST_LOG = 6
"""Rows of the last moves below the rest, with the blank one above them, at least."""

BELOW_BOARD = 16
"""Rows below a board: room for the faces of four seats."""

BESIDE_LOG = 38
"""Columns of the seats where the log stands beside them."""


class MatchWords(Container):
    """What there is to say of a saved match: facts and seats, the last moves below or beside
    them."""

    app = getters.app(BaseApp)

    DEFAULT_CSS = """
    MatchWords { width: 1fr; height: 1fr; padding: 0 1 0 0;
        & #who { height: auto; padding: 0 0 0 1; }
        & #facts { height: auto; padding: 0 0 0 1; }
        & #last-moves { height: 1fr; margin: 1 0 0 1; padding: 0 0 0 1;
            scrollbar-size: 0 0; }
        &.-beside { layout: horizontal; }
        &.-beside #last-moves { margin: 0 0 0 1; }
        &.-beside #who { width: 40; height: 1fr; }
    }
    """

    facts = getters.query_one("#facts", Static)
    standing = getters.query_one(Standing)
    last_moves = getters.query_one(MatchLog)

    def compose(self) -> ComposeResult:
        """Seats and facts, last moves."""
        with Vertical(id="who"):
            yield Static(id="facts", markup=False)
            yield Standing()
        yield MatchLog(id="last-moves", only_whole=True)

    def show_moves(self, playback: Playback | None) -> None:
        """Show what happened last in a match; None: nothing."""
        if playback is None:
            self.last_moves.show([])
            return
        eyes = default_eyes(playback)
        first = max(0, playback.last - LAST_STEPS)
        self.last_moves.show(turn_lines(playback, lambda _step: eyes, first).lines, eyes)

    def show_facts(self, facts: Text, room: int) -> int:
        """Show facts; return the rows that they take in so many columns."""
        self.facts.update(facts)
        return sum(
            max(1, -(-cell_len(line) // max(1, room))) for line in facts.plain.splitlines()
        )  # fmt: skip

    def show_below_list(self, entry: Entry | None, playback: Playback | None, rows: int) -> None:
        """Show a match in so many rows, beside each other what it is and what happened."""
        header = entry.header if entry and entry.status == "ok" else None
        self.add_class("-beside")
        moves = playback.last if playback else None
        facts = Text() if entry is None else facts_text(entry, moves)
        self.standing.show(header, rows - self.show_facts(facts, BESIDE_LOG))
        self.show_moves(playback)


class MatchCard(Container):
    """A saved match: picture above, seats and facts below, the last moves below or beside them."""

    app = getters.app(BaseApp)

    DEFAULT_CSS = """
    MatchCard { width: 1fr; height: 1fr; layout: vertical;
        & > #picture, & > Emblem, & > #letters { display: none; margin: 0 0 0 1; }
        & > #picture { width: 100%; }
        & > Emblem { margin: 0 0 1 1; }
        & > #letters { width: 100%; height: 7; color: $primary; text-wrap: nowrap;
            content-align: center middle; text-overflow: clip; }
    }
    """

    picture = getters.query_one(BoardPicture)
    emblem = getters.query_one(Emblem)
    letters = getters.query_one("#letters", Static)
    words = getters.query_one(MatchWords)

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.entry: Entry | None = None
        self.playback: Playback | None = None
        self.is_board_only = False
        """Whether the board takes all rows, as the words stand elsewhere."""

    def compose(self) -> ComposeResult:
        """Picture, seats and facts, last moves."""
        yield BoardPicture(id="picture")
        yield Emblem()
        yield Static(id="letters", markup=False)
        yield MatchWords(id="about")

    def on_resize(self) -> None:
        """Give everything the room that there is now."""
        self._arrange()

    def show(self, entry: Entry | None, playback: Playback | None) -> None:
        """Describe a match, or with None nothing.

        `playback`: the same match once its file has been read; then the card has the board and
        ends with what happened last.
        """
        self.entry, self.playback = entry, playback
        self._arrange()
        self.words.show_moves(playback)
        if playback is not None:
            self.picture.show(playback if self.picture.display else None)
        elif entry is None or entry.status != "ok":
            self.picture.show(None)

    def _arrange(self) -> None:
        """Divide the rows: facts first, then seats, last moves and picture."""
        width, height = self.size
        if not height:
            return
        entry = self.entry
        header = entry.header if entry and entry.status == "ok" else None
        moves = self.playback.last if self.playback else None
        is_short = height < LEAST_HEIGHT + 8
        facts = Text() if entry is None else facts_text(entry, moves, is_short=is_short)
        used = self.words.show_facts(facts, BESIDE_LOG if self._is_beside else width - 3)
        was_pictured = self.picture.display
        self.words.display = not self.is_board_only
        if self.is_board_only:
            picture = height
        elif self._is_beside:
            picture = max(LEAST_HEIGHT, height - BELOW_BOARD)
            self.words.standing.show(header, height - picture - used)
        else:
            rest = height - used
            rest -= self.words.standing.show(header, max(0, rest - LEAST_LOG))
            picture = rest - LEAST_LOG - 1
        self.words.set_class(self._is_beside, "-beside")
        self._place_picture(header, picture)
        if self.picture.display and not was_pictured:
            self.picture.show(self.playback)

    @property
    def _is_beside(self) -> bool:
        """Whether the last moves stand beside the seats, below the whole board."""
        return self.size.width > LEAST_WIDTH and self.size.height >= LEAST_HEIGHT + 12

    def _place_picture(self, header: Header | None, rows: int) -> None:
        """Show the board in so many rows where it has room as a whole, else the emblem."""
        width = self.size.width - 1
        has_pixels = pens_of(self.app, self.app.ascii).has_pixels
        has_room = header is not None and width >= LEAST_WIDTH and rows >= LEAST_HEIGHT
        self.picture.display = has_room
        if has_room:
            self.picture.styles.height = rows
        is_small = header is not None and not has_room and rows >= EMBLEM_ROWS
        is_small = is_small and width >= EMBLEM_WIDTH
        self.emblem.display = is_small and has_pixels
        self.emblem.show(header.game if header else "")
        self.letters.display = is_small and not has_pixels
        if self.letters.display and header is not None:
            drawn = dedent(picture_of(header.game, self.app.ascii).expandtabs().rstrip("\n"))
            self.letters.update(drawn)


def facts_text(entry: Entry, moves: int | None = None, is_short: bool = False) -> Text:
    """Title and facts of a match; `moves`: how many the replay has, once that is known;
    `is_short`: what can be told elsewhere is left out."""
    text = Text(title_of(entry) if entry.header is None else "")
    header = entry.header
    if entry.status == "newer":
        text.append(_("Saved by a newer version of caravan-tui. Update to open it.") + "\n")
    elif entry.status == "unknown":
        text.append(_("This game is not installed here. The match is kept as it is.") + "\n")
    if header is None:
        return text
    name = game_name(header.game)
    facts = Text()
    if header.meta.title:
        facts.append(header.meta.title + "\n", "bold")
    facts.append(name + "\n", "italic" if header.meta.title else "bold")
    add_facts(facts, header, moves, is_short)
    if not is_short:
        facts.append(f"{entry.size / 1024:.1f} KB\n", "dim")
    facts.append_text(text)
    facts.rstrip()
    return facts


def add_facts(card: Text, header: Header, moves: int | None = None, is_short: bool = False) -> None:
    """Add when it was played, how long it is, and whether it counts. `moves`: those of the replay,
    which leaves chance out; None: not known yet. `is_short`: in few columns."""
    if not header.is_begun:
        card.append(not_begun_words(header) + ", ")
    elif header.round and not header.over:
        card.append(registry.round_text(header.game, header.round) + ", ")
    elif header.over:
        card.append(_("ended") + ", ")
    if moves is not None and header.is_begun:
        card.append(_n("{count} move", "{count} moves", moves).format(count=moves) + ", ")
    card.append((ago_short if is_short else ago)(header.changed) + "\n")
    if header.meta.road and (station := road.load().station_of(header.meta.road)):
        card.append(_("The Road: {station}").format(station=_(station.title)) + "\n", "italic")
    if header.meta.daily:
        card.append(_("daily desert of {day}").format(day=header.meta.daily) + "\n", "italic")
    if header.is_from_problem:
        card.append(_("played on from a problem") + "\n", "italic")
    elif header.meta.branch_of:
        card.append(_("branched off another match") + "\n", "italic")
    if header.assisted:
        card.append(_("assisted") + "\n", "italic")


def ago_short(when: int) -> str:
    """How long ago something was, in at most ten columns; `when` in seconds since 1970, UTC."""
    seconds = max(0, int(time.time()) - when)
    if seconds >= 86400:
        return _("{count} d ago").format(count=seconds // 86400)
    if seconds >= 3600:
        return _("{count} h ago").format(count=seconds // 3600)
    return _("{count} min ago").format(count=seconds // 60) if seconds >= 60 else _("now")
