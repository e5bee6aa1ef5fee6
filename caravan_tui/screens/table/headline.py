"""The line above a board: game, round, who is to move, and links for the mouse."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import getters, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Click
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from caravan_tui.bus.lobby_messages import Clock
from caravan_tui.bus.messages import Position
from caravan_tui.bus.wording import time_left
from caravan_tui.games import registry
from caravan_tui.games.contract import Game
from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseApp
from caravan_tui.widgets.commands import key_name
from caravan_tui.widgets.drawing.colours import legible
from caravan_tui.widgets.drawing.palette import palette
from caravan_tui.widgets.drawn import shown_as
from caravan_tui.widgets.marks import seat_mark
from caravan_tui.widgets.theme_changes import follow_theme
from caravan_tui.widgets.updates import update_if_changed

WIDE = 118
"""The width of a terminal from which on the log stands beside the board."""

SHORTEST_TITLE = 5
"""Characters of the game's name that are always shown."""

LOW_TIME = 10
"""Seconds left from which on a clock is shown as one that runs out."""

LONG_TIME = 3_600
"""Seconds left from which on the time is shown in hours or days."""

TICK_SECONDS = 1.0
"""Between two pictures of a clock."""


class TurnClock:
    """How long the seat to act has left."""

    def __init__(self) -> None:
        self.seat: int | None = None
        """The seat whose clock runs; None without a clock."""
        self.has_warned = False
        """Whether `Headline.TimeIsLow` was posted for this turn."""
        self._deadline = 0.0

    def start(self, clock: Clock) -> None:
        """Begin to count down."""
        self.seat = clock.seat
        self.has_warned = False
        self._deadline = time.monotonic() + clock.seconds

    @property
    def seconds_left(self) -> int:
        """Seconds that the clock shows."""
        return max(0, round(self._deadline - time.monotonic()))

    @property
    def is_short(self) -> bool:
        """Whether it runs for somebody who has to hurry: not by correspondence."""
        return self.seat is not None and self.seconds_left < LONG_TIME

    def text(self, seat: int) -> Text:
        """What a seat has left, as `1:05`; empty if its clock does not run."""
        if seat != self.seat:
            return Text("")
        left = self.seconds_left
        if not self.is_short:
            return Text("  ").append(_("{time} left").format(time=time_left(left)))
        style = "bold reverse" if left <= LOW_TIME else ""
        return Text("  ").append(f"{left // 60}:{left % 60:02}", style)


class Line(NamedTuple):
    """What a line shows beside the name of who is to move."""

    title: str
    """The game's name, or what tells it from another."""
    shed: frozenset[str] = frozenset()
    """The links that are left out."""
    has_round: bool = True
    """Whether it says which hand, round or turn it is."""
    is_short: bool = False
    """Whether who is to move is only named."""
    has_progress: bool = True
    """Whether it says how a goal stands, not only what it is."""


class Headline(Horizontal):
    """Game, round, who is to move; links to rules, keys and log on the right."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"headline--title", "headline--end", "headline--quest"}

    DEFAULT_CSS = """
    Headline { height: 1; background: $panel; padding: 0 1;
        & > #head { width: 1fr; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
        & > #way-unsaved { display: none; color: $text-error; text-style: bold; }
        &.-unsaved > #way-unsaved { display: block; }
        & .headline--title { background: $primary; color: $background; text-style: bold; }
        & .headline--end { background: $accent; color: $background; text-style: bold; }
        & .headline--quest { background: $surface; color: $accent; text-style: bold; }
        & > .way { width: auto; height: 1; padding: 0 0 0 2; color: $text-muted; }
        & > .way:hover { color: $text; }
    }
    """

    app = getters.app(BaseApp)
    head = getters.query_one("#head", Static)

    class LinkClicked(Message):
        """The user clicked a link: `unsaved`, `rules`, `keys` or `log`."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action
            """The name of the screen's action."""

    class TimeIsLow(Message):
        """The clock of a seat runs out; posted once a turn."""

        def __init__(self, seat: int, seconds: int) -> None:
            super().__init__()
            self.seat = seat
            self.seconds = seconds

    def __init__(
        self, game: Game[Any], names: Sequence[str], note: str = "", announces_end: bool = True
    ) -> None:
        """`names`: of each seat; `note`: a word at the end of the line; `announces_end`: whether
        the line says when the end of the match is near."""
        super().__init__(id="headline")
        self.game = game
        self.names = names
        self.note = note
        self.quest = ""
        """The goal of a station of the road and how it stands, or that this is the daily match."""
        self.goal = ""
        """The goal alone, for a line without room for how it stands; empty: there is none."""
        self.announces_end = announces_end
        self.position: Position | None = None
        self.clock = TurnClock()
        self.clock_timer: Timer | None = None
        self.end_text = ""
        """The notice of the end that is shown."""
        self.end_of_turn = 0
        """The column of the status after who is to move."""
        self.shed_links: frozenset[str] = frozenset()
        """The links that are left out."""
        self.shortened_width = -1
        """The width of the terminal at which the title had no room, and so stays short: it does not
        jump as notices come and go."""

    def compose(self) -> ComposeResult:
        """The text, and the links."""
        yield Static(id="head")
        yield Static(_("! not saved"), id="way-unsaved", classes="way", markup=False)
        for name, text in self.links():
            yield Static(text, id=f"way-{name}", classes="way", markup=False)

    def links(self) -> Sequence[tuple[str, str]]:
        """The names and words of the links to rules, keys and log. A key without its word would
        say nothing to who does not know it."""
        words = {"rules": _("{key} rules"), "keys": _("{key} keys"), "log": _("{key} log")}
        return [
            (name, text.format(key=key_name(self, f"table.{name}"))) for name, text in words.items()
        ]

    def on_mount(self) -> None:
        """Follow the theme."""
        follow_theme(self, self.refresh_text)

    def on_resize(self) -> None:
        """Fit the text into the line."""
        self.call_after_refresh(self.refresh_text)

    def show_position(self, position: Position) -> None:
        """Show whose turn it is in a position."""
        self.position = position
        self.refresh_text()

    def show_saved(self, is_saved: bool) -> None:
        """Show or hide the sign of a match that could not be saved."""
        self.set_class(not is_saved, "-unsaved")
        self.call_after_refresh(self.refresh_text)

    def start_clock(self, clock: Clock) -> None:
        """Count down the time of a seat."""
        self.clock.start(clock)
        if self.clock_timer is None:
            self.clock_timer = self.set_interval(TICK_SECONDS, self._tick)
        self.refresh_text()

    def _tick(self) -> None:
        self.refresh_text()
        clock, position = self.clock, self.position
        if clock.seat is None or position is None or clock.has_warned:
            return
        if clock.seconds_left <= LOW_TIME:
            clock.has_warned = True
            self.post_message(self.TimeIsLow(clock.seat, clock.seconds_left))

    def refresh_text(self) -> None:
        """Write the line again."""
        position = self.position
        is_composed = self.is_mounted and bool(self.children)  # one to be removed loses them first
        if position is None or not is_composed:
            return
        title = registry.short_name(self.game.spec.id)
        width = self.app.size.width
        if width < WIDE and self.game.spec.short_title:
            title = self.game.spec.short_title
        if width == self.shortened_width:
            title = self.kind(title)
        spare = self.spare_columns(position)
        is_laid_out = self.content_size.width > 0  # else the room is not known yet
        for line in self.lines(title):
            text = self.whole_text(position, title, spare, line)
            if not is_laid_out or cell_len(line.title) + text.cell_len + spare <= self.room(line):
                break
        if line.title != title and is_laid_out:
            self.shortened_width = width
        title = line.title
        if is_laid_out:
            self.show_links(line)
            title = self.fit_title(title, self.room(line) - text.cell_len)
        title_style = self.get_component_rich_style("headline--title")
        head = Text.assemble((title, title_style), text, no_wrap=True, overflow="ellipsis")
        update_if_changed(self.head, head)

    @staticmethod
    def kind(title: str) -> str:
        """What tells `Caravan · cards` from the other game of its name, which says enough; the
        whole title of any other game."""
        return title.partition(" · ")[2] or title

    def lines(self, title: str) -> Sequence[Line]:
        """What the line may show, the fullest first. What the board tells as well gives way first:
        the name of the game, and for a goal the round and how it stands. Then go keys and log, to
        which the help and a key lead too; who is to move is said in full as long as anything else
        can go, and the link to the rules stays for who does not know the game."""
        kind = self.kind(title)
        no_keys, no_log = frozenset({"keys"}), frozenset({"keys", "log"})
        return [
            Line(title),
            Line(kind),
            *([Line(kind, has_round=False)] if self.quest else []),
            *([Line(kind, has_round=False, has_progress=False)] if self.goal else []),
            Line(kind, no_keys, has_progress=False),
            Line(kind, no_log, has_progress=False),
            Line(kind, no_log, has_round=False, has_progress=False),
            Line(kind, no_log, has_round=False, has_progress=False, is_short=True),
        ]

    def whole_text(self, position: Position, title: str, spare: int, line: Line) -> Text:
        """All that stands after the game's name: status, the end in sight, the goal. The end is
        told in a sentence where it has room beside the whole `title` and every link."""
        whole = Line(title)
        room = self.room(whole) - cell_len(title) - self.status(position, whole).cell_len
        text = self.status(position, line)
        self.end_text = notice = self.end_notice(position, room - spare - 2)
        if notice:
            style = self.get_component_rich_style("headline--end")
            end = self.end_of_turn
            text = Text.assemble(text[:end], "  ", (f" {notice} ", style), text[end:])
        if quest := self.quest if line.has_progress else self.goal or self.quest:
            style = self.get_component_rich_style("headline--quest")
            text.append("  ").append(f" {quest} ", style)
        return text

    def room(self, line: Line) -> int:
        """Columns beside the links of a line."""
        links = sum(cell_len(text) + 2 for name, text in self.links() if name not in line.shed)
        unsaved = cell_len(_("! not saved")) + 2 if self.has_class("-unsaved") else 0
        return self.content_size.width - links - unsaved

    def show_links(self, line: Line) -> None:
        """Show the links of a line and no others."""
        if line.shed != self.shed_links:
            self.shed_links = line.shed
            for name, _text in self.links():
                self.query_one(f"#way-{name}").display = name not in line.shed

    def end_notice(self, position: Position, room: int) -> str:
        """That the end is near: as a sentence if it has room in so many columns, else in a word or
        two; empty if it is not."""
        if position.over or not self.announces_end:
            return ""
        notice = self.game.near_end(position.view, self.names)
        if notice is None:
            return ""
        return notice.words if len(notice.words) + 2 <= room else notice.label

    def status(self, position: Position, line: Line) -> Text:
        """Whose turn it is in which round, and how the match stands. What matters least is last:
        the line may be too short."""
        view = position.view
        text = Text()
        if view["round"] and line.has_round:
            text.append(f"  {registry.round_text(self.game.spec.id, view['round'])}")
        text.append("   ")
        actor = view["to_act"]
        if actor is not None and actor >= 0:
            mark = seat_mark(actor, self.app.ascii)
            words = "" if line.is_short else _(" to move")
            text.append(f"{mark} {self.names[actor]}{words}", self.seat_filled(actor))
            text.append(self.clock.text(actor))
        elif position.over:
            text.append(_("finished"), "bold")
        self.end_of_turn = len(text)
        if position.paused and not position.over:
            text.append("  ")
            text.append(_("paused"), "reverse")
        if position.seat is None:
            text.append("  ")
            text.append(_("watching"), "italic")
        if position.assisted and not self.note:
            text.append(_("  assisted"), "italic")
        if self.note:
            text.append(f"   {self.note}", "italic")
        return text

    def seat_filled(self, seat: int) -> Style:
        """The style of the seat to act: legible on its colour."""
        colours = palette(self.app.theme_variables, self.app.current_theme.dark)
        ink = legible(colours.ground, colours.seat[seat])
        ground = shown_as(self.app, colours.seat[seat])
        return Style(color=shown_as(self.app, ink), bgcolor=ground, bold=True)

    def spare_columns(self, position: Position) -> int:
        """Columns that the longest name takes more than that of the seat to act. They stay free,
        so that the same words stand there at every turn."""
        actor = position.view["to_act"]
        name = self.names[actor] if actor is not None and actor >= 0 else ""
        return max(map(cell_len, self.names)) - cell_len(name)

    def fit_title(self, title: str, room: int) -> str:
        """The game's name in at most `room` columns, cut to leave room for what follows: the board
        shows which game it is."""
        if self.position is not None:
            room -= self.spare_columns(self.position)
        is_laid_out = self.head.size.width > 0
        if len(title) <= room or not is_laid_out:
            return title
        end = "." if self.app.ascii else "…"
        return title[: max(SHORTEST_TITLE, room - 1)].rstrip() + end

    @on(Click, ".way")
    def _link_clicked(self, event: Click) -> None:
        event.stop()
        if event.widget is not None:
            self.post_message(self.LinkClicked((event.widget.id or "").removeprefix("way-")))
