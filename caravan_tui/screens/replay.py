"""Looking back at a match: step by step, by itself, with any eyes that may be looked with."""

from __future__ import annotations

from typing import ClassVar, Literal

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.reactive import reactive
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from caravan_tui.engine import Match
from caravan_tui.engine.playback import Playback, in_one, open_views
from caravan_tui.games import registry
from caravan_tui.games.contract import OVER
from caravan_tui.screens.replay_actions import PACES, ReplayActions
from caravan_tui.screens.replay_commands import REPLAY
from caravan_tui.screens.table import WIDE
from caravan_tui.widgets.board import Board, Shown
from caravan_tui.widgets.commands import bindings
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.marks import seat_mark, seat_style
from caravan_tui.widgets.timeline import Timeline
from caravan_tui.words import _

USUAL_PACE = 3

OPEN: Literal["open"] = "open"
"""The eyes of whoever is to move, for a match that is over."""

Eyes = int | None | Literal["open"]


class Told(Static):
    """The log up to the step that is shown, the newest lines in view, those of the step bold."""

    DEFAULT_CSS = """
    Told { background: $surface; padding: 0 1; height: 1fr; width: 1fr; }
    """


class ReplayScreen(ReplayActions, Screen):
    """Header, board, what was played, timeline; the log beside the board where there is room."""

    COMMANDS: ClassVar = REPLAY
    BINDINGS = bindings(REPLAY)

    DEFAULT_CSS = """
    ReplayScreen { layout: vertical;
        layers: base over;
        & > #head { height: 1; background: $panel; padding: 0 1; }
        & > #middle { height: 1fr; }
        & #boardbox { width: 1fr; height: 1fr; }
        & Board { width: 1fr; height: 1fr; }
        & #side { width: 34; display: none; border-left: tall $panel; }
        &.-wide #side { display: block; }
        &.-log #side { display: block; layer: over; dock: right; width: 46; }
        &.-log.-wide #side { dock: none; width: 34; layer: base; }
        & > #played { height: 1; padding: 0 1; background: $surface; text-style: bold;
            text-wrap: nowrap; text-overflow: ellipsis; }
        & > #where { height: 1; background: $surface; padding: 0 1; }
        & #count { width: auto; margin-left: 1; }
    }
    """

    AUTO_FOCUS = ""

    at: reactive[int] = reactive(0, init=False)
    """The step that is shown."""

    def __init__(
        self,
        playback: Playback,
        mine: list[int],
        at: int | None = None,
        bare: bool = False,
    ) -> None:
        """`mine`: the seats of the people here; `at`: the first step shown, the last if None.
        `bare`: without the footer, for recordings."""
        super().__init__()
        self.playback = playback
        self.match: Match = playback.match
        self.game = playback.game
        self.eyes_allowed: list[Eyes] = list(open_views(self.match, mine))
        if self.match.over and self.game.spec.secrets:
            self.eyes_allowed.append(OPEN)
        self.eyes: Eyes = self.eyes_allowed[0]
        if len(mine) == 1 and mine[0] in self.eyes_allowed:
            self.eyes = mine[0]
        self.mine = mine
        self._rp_bare = bare
        self._rp_lines: dict[Eyes, list[list[str]]] = {}
        self._rp_pace = USUAL_PACE
        self._rp_timer: Timer | None = None
        last = playback.last
        self.set_reactive(ReplayScreen.at, last if at is None else max(0, min(at, last)))

    # layout

    def compose(self) -> ComposeResult:
        """The board of the game, not to be focused: the keys are the screen's."""
        yield Static(id="head")
        with Horizontal(id="middle"):
            with Vertical(id="boardbox"):
                board = registry.board(self.match.record.game)(id="board")
                board.can_focus = False
                board.can_focus_children = False
                yield board
            with Vertical(id="side"):
                yield Told(id="told", markup=False)
        yield Static(id="played", markup=False)
        with Horizontal(id="where"):
            yield Timeline(self.app.ascii, id="timeline")
            yield Static(id="count", markup=False)
        if not self._rp_bare:
            yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Show the first step."""
        if self.app.ascii:
            self.query_one("#played").styles.text_overflow = "clip"
        self.set_class(self.app.size.width >= WIDE, "-wide")
        self.show()

    def on_resize(self) -> None:
        """The log moves beside the board where there is room."""
        self.set_class(self.size.width >= WIDE, "-wide")
        self.call_after_refresh(self.show_told)

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.query_one("#board", Board)

    # what is shown

    def seat_at(self, number: int) -> int | None:
        """Whose view shows a step."""
        if self.eyes != OPEN:
            return self.eyes
        steps = self.playback.steps
        actor = steps[number].actor
        if actor == OVER:
            actor = steps[number - 1].actor if number else 0
        return max(0, actor)

    def shown(self, number: int, animate: bool = False) -> Shown:
        """What the board needs of a step."""
        playback, seat = self.playback, self.seat_at(number)
        match = self.match
        return Shown(
            game=self.game,
            view=playback.view(number, seat),
            legal=[],
            interrupts=[],
            seat=seat,
            names=match.names,
            kinds=[who.kind for who in match.record.seats],
            events=playback.events(number, seat) if animate else [],
            past=[] if animate else playback.past(number, seat),
            ascii=self.app.ascii,
            animate=animate,
            over=playback.steps[number].actor == OVER,
        )

    def watch_at(self, before: int, now: int) -> None:
        """Another step: draw it."""
        if self.is_mounted:
            self.show(animate=now == before + 1)

    def show(self, animate: bool = False) -> None:
        """Draw the step."""
        quick = self._rp_timer is not None and PACES[self._rp_pace] < 0.5
        animate = animate and self.app.animated and not quick and not self._rp_bare
        self.board.show(self.shown(self.at, animate))
        self.show_head()
        self.show_played()
        self.show_told()

    def show_head(self) -> None:
        """Game, round, who decides, with whose eyes."""
        playback, step = self.playback, self.playback.steps[self.at]
        spec, names = self.game.spec, self.match.names
        head = Text(no_wrap=True, overflow="crop" if self.app.ascii else "ellipsis")
        head.append(_(spec.title), "bold")
        if step.round:
            head.append(f"  {registry.round_text(spec.id, step.round)}")
        head.append("   ")
        if step.actor == OVER:
            head.append(_("finished"), "bold")
        else:
            mark = seat_mark(step.actor, self.app.ascii)
            head.append(f"{mark} {names[step.actor]}", seat_style(self, step.actor))
            head.append(_(" to move"))
            if self.at == playback.last:
                head.append(_(" (now)"))
        if spec.secrets:
            head.append("   " + _("seen by") + " ")
            if self.eyes == OPEN:
                head.append(_("whoever is to move"), "italic")
            elif self.eyes is None:
                head.append(_("a spectator"), "italic")
            else:
                mark = seat_mark(self.eyes, self.app.ascii)
                head.append(f"{mark} {names[self.eyes]}", seat_style(self, self.eyes))
        self.query_one("#head", Static).update(head)

    def show_played(self) -> None:
        """What was played last, and where one is."""
        playback = self.playback
        lines = self.lines()[self.at]
        text = in_one(lines[-2:]) if lines else _("The start of the match.")
        notation = self.notation(self.at)
        self.query_one("#played", Static).update(f"{notation}  {text}" if notation else text)
        steps = playback.steps
        rounds = [n for n in range(1, len(steps)) if steps[n].round != steps[n - 1].round]
        self.query_one(Timeline).set(self.at, playback.last, rounds)
        play = "" if self._rp_timer is None else ">" if self.app.ascii else "▶"
        count = f"{self.at}/{playback.last}"
        if play:
            count += f" {play}{self._rp_pace + 1}"
        self.query_one("#count", Static).update(count)

    def lines(self) -> list[list[str]]:
        """The lines of the log at each step with the eyes that look, made once."""
        found = self._rp_lines.get(self.eyes)
        if found is None:
            found = [
                self.playback.lines(number, self.seat_at(number))
                for number in range(self.playback.last + 1)
            ]
            self._rp_lines[self.eyes] = found
        return found

    def notation(self, number: int) -> str:
        """The decision that led to a step, if it may be known."""
        step = self.playback.steps[number]
        if not step.plies or step.plies[0].actor < 0:
            return ""
        ply = step.plies[0]
        seat = ply.actor if self.eyes == OPEN else self.eyes
        return self.playback.notation(ply, seat) or ""

    def show_told(self) -> None:
        """The last lines of the log that fit."""
        told = self.query_one(Told)
        rows, width = told.content_size.height, told.content_size.width
        if not rows or not width:
            return
        text = Text()
        lines = self.lines()
        number, used = self.at, 0
        parts: list[Text] = []
        while number >= 0 and used < rows:
            for line in reversed(lines[number]):
                part = Text(line, "bold" if number == self.at else "")
                used += len(part.wrap(self.app.console, width))
                if used > rows:
                    break
                parts.append(part)
            number -= 1
        for part in reversed(parts):
            text.append(part)
            text.append("\n")
        told.update(text)

    @on(Board.Hinted)
    def _hinted(self, event: Board.Hinted) -> None:
        event.stop()
        if event.text and not event.wrong:
            self.query_one("#played", Static).update(event.text)

    @on(Board.Chosen)
    def _chosen(self, event: Board.Chosen) -> None:
        event.stop()

    @on(Timeline.Picked)
    def _picked(self, event: Timeline.Picked) -> None:
        event.stop()
        self.stop()
        self.go(event.step)
