"""What the list of saved matches says of the one under the cursor, and its commands."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from caravan_tui.games import registry
from caravan_tui.screens.host import ago, title_of
from caravan_tui.screens.look_back import people
from caravan_tui.screens.result import score_text
from caravan_tui.widgets.commands import Command
from caravan_tui.widgets.marks import seat_mark, seat_style
from caravan_tui.words import _, _n
from saves.header import Header
from saves.listing import Entry

if TYPE_CHECKING:
    from textual.screen import Screen

    from caravan_tui.engine.playback import Playback

SAVED = (
    Command("saved.resume", "g,enter", "resume", "Go on", "Go on with the match.", footer=True,
            glyph="Enter"),
    Command("saved.replay", "v", "replay", "Replay", "Look at the match again, move by move.",
            footer=True),
    Command("saved.analysis", "a", "analysis", "Analyse",
            "How each seat's expected result went, and what was better.", footer=True),
    Command("saved.rename", "n", "rename", "Name", "Give the match a name."),
    Command("saved.duplicate", "c", "duplicate", "Copy", "Make a copy."),
    Command("saved.delete", "d,delete", "delete", "Delete", "Delete; u brings it back.",
            footer=True),
    Command("saved.undelete", "u", "undelete", "Undo", "Bring back what was deleted here."),
    Command("saved.export", "e", "export", "Export", "Write the match to a file.", footer=True),
    Command("saved.import", "i", "import", "Import", "Take a match from a file."),
    Command("saved.filter", "slash,f", "filter", "Filter", "Show only matches with these words.",
            footer=True, glyph="/"),
    Command("saved.sort", "s", "sort", "Sort", "Sort by another column."),
    Command("saved.keys", "f2", "keys", "Keys", "Every key of this screen.", footer=True),
    Command("saved.back", "escape,q", "back", "Back", "Back home.", footer=True, glyph="esc"),
    Command("saved.down", "j", "down", "Down"),
    Command("saved.up", "k", "up", "Up"),
)  # fmt: skip

LAST_LINES = 5
"""Lines of the log in the card: what happened last."""

BAR = 6
"""Cells of the bar of the seat that leads, where there is room."""

ROOM, NAME = 25, 14
"""Columns of the card where it is narrow, and of a name in it."""


def card_of(screen: Screen, entry: Entry, looked: Playback | None) -> Text:
    """The standing, facts and, once the match has been read, what happened last."""
    card = Text()
    card.append(title_of(entry) + "\n", "bold")
    header = entry.header
    if header is not None and header.meta.title and entry.status == "ok":
        card.append(_(registry.spec(header.game).title) + "\n", "italic")
    if entry.status == "newer":
        card.append(_("A newer version of this program wrote it; it is left untouched.") + "\n")
    elif entry.status == "unknown":
        card.append(_("It is of a game that is not here; it is left untouched.") + "\n")
    if header is not None:
        card.append("\n")
        write_standing(screen, card, header)
        write_facts(card, header)
    card.append(f"{entry.size / 1024:.1f} KB\n", "dim")
    write_last(card, entry, looked)
    return card


def write_standing(screen: Screen, card: Text, header: Header) -> None:
    """A line a seat: whose turn it is, who, how much, a bar or the rank."""
    plain = screen.app.ascii
    most = max([1.0, *header.scores])
    full, turn = ("#", ">") if plain else ("█", "►")
    longest = max(cell_len(seat.name) for seat in header.seats)
    width = longest if screen.wide else min(longest, NAME)
    scores = [score_text(score) for score in header.scores]
    number = max(map(len, scores))
    bar = BAR if screen.wide else max(0, min(BAR, ROOM - width - number - 5))
    for seat, score in enumerate(header.scores):
        style, name = seat_style(screen, seat), header.seats[seat].name
        if cell_len(name) > width:
            name = set_cell_size(name, width - 1) + "…"
        if not header.ranks:
            card.append(turn if header.to_act == seat else " ", style)
        card.append(f"{seat_mark(seat, plain)} {set_cell_size(name, width)}", style)
        card.append(f" {scores[seat]:>{number}} ")
        if header.ranks:
            card.append(_("rank {rank}").format(rank=header.ranks[seat]))
        else:
            card.append(full * max(0, round(score / most * bar)), style)
        card.append("\n")
    card.append("\n")


def write_facts(card: Text, header: Header) -> None:
    """When, how long, what is special about it."""
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


def write_last(card: Text, entry: Entry, looked: Playback | None) -> None:
    """What happened last, once the match has been read."""
    if looked is None or looked.match.record.id != entry.id:
        return
    lines: list[str] = []
    number = looked.last
    seat = eyes(looked)
    while number >= 0 and len(lines) < LAST_LINES:
        lines = [*looked.lines(number, seat), *lines]
        number -= 1
    card.append("\n" + _("Last") + "\n", "bold")
    card.append("\n".join(lines[-LAST_LINES:]), "dim")


def eyes(looked: Playback) -> int | None:
    """Whose view shows a match: one's own, else what may be seen."""
    from caravan_tui.engine.playback import open_views

    mine = people(looked)
    return mine[0] if len(mine) == 1 else open_views(looked.match, mine)[0]


def ago_short(when: int) -> str:
    """How long ago something was, in six columns; `when` in seconds since 1970, UTC."""
    seconds = max(0, int(time.time()) - when)
    if seconds >= 86400:
        return _("{count} d").format(count=seconds // 86400)
    if seconds >= 3600:
        return _("{count} h").format(count=seconds // 3600)
    return _("{count} min").format(count=seconds // 60) if seconds >= 60 else _("now")
