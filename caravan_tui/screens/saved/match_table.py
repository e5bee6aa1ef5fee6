"""The table of saved matches: its columns, filter and order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rich.cells import cell_len
from rich.text import Text
from textual import getters

from caravan_tui.cast.characters import level_title
from caravan_tui.engine.record import PERSON
from caravan_tui.games import registry
from caravan_tui.games.registry import game_name
from caravan_tui.hosts.match_text import (
    not_begun_words,
    origin_words,
    rank_words,
    score_text,
    title_of,
    won_words,
)
from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.game_pictures import SIGN_ROWS, SIGN_WIDTH, sign_text
from caravan_tui.screens.saved.card import ago_short
from caravan_tui.screens.saved.standing import leads
from caravan_tui.widgets.drawing.colours import as_hex
from caravan_tui.widgets.drawing.depth import Pens
from caravan_tui.widgets.drawn import pens_of
from caravan_tui.widgets.row_table import RowTable
from caravan_tui.widgets.seat_chips import SeatChip, seat_chips, to_move_sign
from saves.header import Header
from saves.listing import Entry

Sort = Literal["when", "game", "title", "round"]

SORTS: tuple[Sort, ...] = ("when", "game", "title", "round")

SIGN_COLUMNS = SIGN_WIDTH + 2
"""Columns of the sign of a game and the blanks around it."""

AROUND = 3
"""Columns of the cursor, of a blank at the right, and of the scroll bar."""

COLUMNED = 70
"""Columns of the table from which on how a match stands and its age have columns of their own."""

STATE_COLUMNS, MOST_STATE_COLUMNS, AGE_COLUMNS = 18, 30, 11
"""Columns of these two: the first has as many as its words need, between two bounds."""

CURSOR, CURSOR_ASCII = "▌", ">"
"""What stands before the match under the cursor, so that it is seen without colours, too."""


class MatchTable(RowTable[Text]):
    """Three rows for each match, which is their key: what it is called, the points of its seats,
    and how it stands; at the left the sign of its game."""

    app = getters.app(BaseApp)

    def __init__(self) -> None:
        super().__init__(show_header=False, zebra_stripes=True, cell_padding=0)
        self.room = 0
        """Columns of the terminal that the table has."""
        self.row_height = SIGN_ROWS
        """Rows of a match, with a blank one where all of them fit so."""
        self.state_columns = STATE_COLUMNS
        """Columns in which all matches say how they stand, with the blank behind them."""
        self.levels_line = 1
        """The line of a match, from 0, that has the levels below how it stands: the same of all."""
        self._marked_id = ""
        """The match that the cursor stands before."""

    @property
    def rows_needed(self) -> int:
        """Rows of all matches, with the header."""
        return len(self.rows) * self.row_height + self.has_columns

    @property
    def match_id(self) -> str:
        """The match under the cursor; empty in an empty table."""
        if not self.row_count:
            return ""
        return str(self.coordinate_to_cell_key(self.cursor_coordinate).row_key.value)

    @property
    def match_width(self) -> int:
        """Columns of the name of a match, of its seats, and of how it stands."""
        return max(20, self.room - SIGN_COLUMNS - AROUND)

    @property
    def has_columns(self) -> bool:
        """Whether how a match stands and its age stand beside its name."""
        return self.room >= COLUMNED

    @property
    def name_width(self) -> int:
        """Columns of the name of a match."""
        return self.match_width - (self.state_columns + AGE_COLUMNS if self.has_columns else 0)

    def _in_columns(self, name: Text, state: Text, age: Text) -> Text:
        """The first row of a match in columns."""
        for text, width in ((name, self.name_width), (state, self.state_columns)):
            text.truncate(width - 1, overflow="ellipsis")
            text.pad_right(width - text.cell_len)
        age.pad_left(AGE_COLUMNS - age.cell_len)
        return Text(no_wrap=True).append_text(name).append_text(state).append_text(age)

    def show(self, entries: Sequence[Entry], match_id: str) -> None:
        """List matches, with the cursor on one of them if it is in the list."""
        room = self.container_size.height  # its own height may be that of its rows
        has_gaps = len(entries) * (SIGN_ROWS + 1) + self.has_columns <= room
        self.row_height = SIGN_ROWS + has_gaps
        states = [state_text(entry.header) for entry in entries if entry.header is not None]
        widest = max(map(cell_len, states), default=0) + 1
        self.state_columns = min(max(STATE_COLUMNS, widest), MOST_STATE_COLUMNS)
        self.levels_line = 1 if all(map(self._has_levels_beside_seats, entries)) else 2
        self.clear(columns=True)
        self.add_column("", width=1, key="cursor")
        self.add_column("", width=SIGN_COLUMNS, key="sign")
        self.show_header = self.has_columns
        heading = self._in_columns(Text(_("Match")), Text(_("Stands")), Text(_("Last played")))
        self.add_column(heading, width=self.match_width + 1, key="match")
        for entry in entries:
            self.add_row(*self.cells(entry), key=entry.id, height=self.row_height)
        ids = [entry.id for entry in entries]
        if match_id in ids:
            self.move_cursor(row=ids.index(match_id))
        self._marked_id = ""
        self.mark_cursor()

    def on_data_table_row_highlighted(self) -> None:
        """Let the mark follow the cursor."""
        self.mark_cursor()

    def mark_cursor(self) -> None:
        """Mark the match under the cursor, and no other."""
        if self._marked_id and self._marked_id in self.rows:
            self.update_cell(self._marked_id, "cursor", Text())
        self._marked_id = self.match_id
        if self._marked_id:
            pens = pens_of(self.app, self.app.ascii)
            mark = CURSOR_ASCII if pens.is_ascii else CURSOR
            colour = as_hex(pens.reduce(pens.palette.accent)) if pens.has_pixels else "bold"
            marks = Text("\n".join([mark] * self.row_height), colour)
            self.update_cell(self._marked_id, "cursor", marks)

    def cells(self, entry: Entry) -> list[Text]:
        """The cells of a match; one that cannot be opened is dimmed."""
        header = entry.header
        if header is None or entry.status != "ok":
            reason = _("?") if entry.status == "unknown" else _("newer")
            return [Text(), Text(), Text(f"{title_of(entry)}\n{reason}", "dim")]
        pens = pens_of(self.app, self.app.ascii)
        sign = Text("\n").join(
            Text(" ").append_text(row) for row in sign_text(header.game, pens).split("\n")
        )
        name, seats, state = (
            self.name_text(header),
            self.seats_line(header),
            turn_line(header, pens),
        )
        levels = Text(levels_text(header))
        lines = [name, seats, state]
        if self.has_columns:
            lines[0] = self._in_columns(name, state_words(header), age_words(header))
            lines[self.levels_line] = self._with_levels(lines[self.levels_line], levels)
        else:
            lines[2] = state_line(header, pens)
            for line in lines[1:]:  # where there is room
                if levels and line.cell_len + levels.cell_len + 2 <= self.match_width:
                    line.append("  ").append_text(levels)
                    break
        return [Text(), sign, Text("\n").join(lines)]

    def _with_levels(self, line: Text, levels: Text) -> Text:
        """A line of a match with the levels in the column of how it stands."""
        if not levels:
            return line
        levels.truncate(self.match_width - self.name_width, overflow="ellipsis")
        gap = " " * (self.name_width - line.cell_len)
        return Text(no_wrap=True).append_text(line).append(gap).append_text(levels)

    def _has_levels_beside_seats(self, entry: Entry) -> bool:
        """Whether the seats of a match end before the column in which levels stand."""
        return entry.header is None or self.seats_line(entry.header).cell_len < self.name_width

    def seats_line(self, header: Header) -> Text:
        """The plaques of the seats, and what their numbers are where there is room for that."""
        seats = self.seats_text(header)
        room = self.name_width - 1 if self.has_columns else self.match_width
        if seats.cell_len + cell_len(_("points")) + 1 <= room:
            seats.append(" ").append(_("points"), "not bold dim")
        return seats

    def name_text(self, header: Header) -> Text:
        """What a match is called, and its game if that does not say it."""
        weight = "" if header.over else "bold"
        if not header.meta.title:
            name = Text(game_name(header.game), weight)
        else:
            name = Text(header.meta.title, weight)
            game = f"  {game_name(header.game)}"
            if cell_len(header.meta.title) + cell_len(game) <= self.name_width:
                name.append(game, "not bold dim")
        origin = origin_words(header)
        if origin and name.cell_len + cell_len(origin) + 2 <= self.name_width:
            name.append(f"  {origin}", "not bold dim")
        name.truncate(self.name_width, overflow="ellipsis")
        return name

    def seats_text(self, header: Header) -> Text:
        """A plaque for each seat."""
        chips = [
            SeatChip(
                seat, player.name, score_text(header.scores[seat]),
                leads=leads(header, seat), has_turn=header.to_act == seat,
            )
            for seat, player in enumerate(header.seats)
        ]  # fmt: skip
        return seat_chips(chips, self.match_width, pens_of(self.app, self.app.ascii))


def levels_text(header: Header) -> str:
    """The levels of the computer players, each once: `Trader, Porter`; empty without any."""
    levels = [level_title(seat.kind) for seat in header.seats]
    return ", ".join(dict.fromkeys(level for level in levels if level))


def state_line(header: Header, pens: Pens) -> Text:
    """Whether it is the user's turn, how a match stands, and when it was played."""
    parts = (turn_line(header, pens), state_words(header), age_words(header))
    return Text("  ", no_wrap=True, overflow="ellipsis").join(part for part in parts if part)


def turn_line(header: Header, pens: Pens) -> Text:
    """Whether it is the user's turn; empty if not."""
    has_turn = header.to_act >= 0 and header.seats[header.to_act].kind == PERSON
    if has_turn and header.is_under_way:
        return Text(f"{to_move_sign(pens)} " + _("your turn"), "bold")
    return Text()


def state_words(header: Header) -> Text:
    """How a match stands; a win is bold."""
    return Text(state_text(header), "bold" if result_of(header) == 1 else "")


def age_words(header: Header) -> Text:
    """When a match was played."""
    return Text(ago_short(header.changed), "dim")


def result_of(header: Header) -> int | None:
    """The rank of the only person in a match that is over; None without one."""
    people = [seat for seat, player in enumerate(header.seats) if player.kind == PERSON]
    if not header.ranks or len(people) != 1 or len(header.seats) == 1:
        return None
    return header.ranks[people[0]]


def _is_tied(header: Header) -> bool:
    """Whether the winner has no more points than somebody of a lower rank."""
    if header.ranks is None:
        return False
    best = header.ranks.index(1)
    return any(
        rank > 1 and score == header.scores[best]
        for rank, score in zip(header.ranks, header.scores, strict=True)
    )


def state_text(header: Header) -> str:
    """How a match stands in a word or two: `turn 8`, `won`, `shared`, `rank 2`, `ended`."""
    rank = result_of(header)
    if rank == 1:
        is_shared = header.ranks is not None and header.ranks.count(1) > 1
        return _("won (tie-break)") if _is_tied(header) else won_words(is_shared)
    if rank is not None:
        return rank_words(rank, len(header.seats))
    if header.over:
        return _("ended")
    if not header.is_begun:
        return not_begun_words(header)
    return registry.round_text(header.game, header.round) if header.round else ""


def filtered(entries: Sequence[Entry], text: str) -> list[Entry]:
    """The matches with every word of a text in their title, game, origin or names."""
    words = text.lower().split()

    def searched(entry: Entry) -> str:
        header = entry.header
        names = [seat.name for seat in header.seats] if header else []
        game = f"{header.game} {game_name(header.game)}" if header else ""
        origin = origin_words(header) if header else ""
        return " ".join([title_of(entry), game, origin, *names]).lower()

    return [entry for entry in entries if all(word in searched(entry) for word in words)]


def in_order(entries: Sequence[Entry], sort: Sort) -> list[Entry]:
    """The matches sorted by a column."""
    if sort == "game":
        return sorted(entries, key=lambda e: (e.header.game if e.header else "~", -e.changed))
    if sort == "title":
        return sorted(entries, key=lambda entry: title_of(entry).lower())
    if sort == "round":
        return sorted(entries, key=lambda entry: -(entry.header.round if entry.header else 0))
    return sorted(entries, key=lambda entry: -entry.changed)
