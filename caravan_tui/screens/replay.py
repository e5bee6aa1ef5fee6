"""Looking back at a match: step by step, by itself, with any eyes that may be looked with."""

from __future__ import annotations

from typing import ClassVar, Literal

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.reactive import reactive
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from caravan_tui.engine import Match, Seat
from caravan_tui.engine.playback import Playback, in_one, open_views
from caravan_tui.games import registry
from caravan_tui.games.contract import OVER
from caravan_tui.screens.replay_commands import REPLAY
from caravan_tui.screens.table import WIDE
from caravan_tui.widgets.board import Board, Shown
from caravan_tui.widgets.commands import bindings
from caravan_tui.widgets.dialog import Chooser
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.marks import seat_mark, seat_style
from caravan_tui.widgets.timeline import Timeline
from caravan_tui.words import _

PACES = (3.0, 2.0, 1.2, 0.7, 0.4, 0.2, 0.08)
"""Seconds between two steps when it plays by itself, slowest first."""

USUAL_PACE = 3

OPEN: Literal["open"] = "open"
"""The eyes of whoever is to move, for a match that is over."""

Eyes = int | None | Literal["open"]


class Told(Static):
    """The log up to the step that is shown, the newest lines in view, those of the step bold."""

    DEFAULT_CSS = """
    Told { background: $surface; padding: 0 1; height: 1fr; width: 1fr; }
    """


class ReplayScreen(Screen):
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
        words = {"hand": _("hand"), "turn": _("turn"), "round": _("round")}
        head = Text(no_wrap=True, overflow="crop" if self.app.ascii else "ellipsis")
        head.append(_(spec.title), "bold")
        if step.round:
            head.append(f"  {words.get(spec.round_word, spec.round_word)} {step.round}")
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

    # commands

    async def on_key(self, event: Key) -> None:
        """A key that the replay has no use for goes to the board, to look around there."""
        mine = {key for command in REPLAY for key in command.keys.split(",")}
        if event.key in mine or event.key in self.app.settings.keys.values():
            return
        for command in self.board.COMMANDS:
            if event.key in command.keys.split(","):
                event.stop()
                event.prevent_default()
                await self.board.run_action(command.action)
                return

    def go(self, number: int) -> None:
        """To a step, as far as there is one."""
        self.at = max(0, min(number, self.playback.last))

    def action_step(self, by: int) -> None:
        """One decision on or back."""
        self.stop()
        self.go(self.at + by)

    def action_turn(self, by: int) -> None:
        """To the next turn or the one before."""
        self.stop()
        self.go(self.playback.turn(self.at, by > 0))

    def action_round(self, by: int) -> None:
        """To the next round or the one before."""
        self.stop()
        self.go(self.playback.round(self.at, by > 0))

    def action_first(self) -> None:
        """To the start."""
        self.stop()
        self.go(0)

    def action_last(self) -> None:
        """To the end."""
        self.stop()
        self.go(self.playback.last)

    def action_play(self) -> None:
        """Play by itself, from the start if it stands at the end; or stop."""
        if self._rp_timer is not None:
            self.stop()
        else:
            if self.at == self.playback.last:
                self.go(0)
            self.start()

    def start(self) -> None:
        """Play by itself at the pace that is set."""
        self._rp_timer = self.set_interval(PACES[self._rp_pace], self.tick)
        self.show_played()

    def stop(self) -> None:
        """Play no longer by itself."""
        if self._rp_timer is not None:
            self._rp_timer.stop()
            self._rp_timer = None
            self.show_played()

    def tick(self) -> None:
        """One step by itself; at the end it stops. A dialog over the replay holds it."""
        if self.app.screen is not self:
            return
        if self.at >= self.playback.last:
            self.stop()
        else:
            self.go(self.at + 1)

    def action_speed(self, by: int) -> None:
        """Faster or slower; starts to play if it does not."""
        self._rp_pace = max(0, min(self._rp_pace + by, len(PACES) - 1))
        if self._rp_timer is not None:
            self._rp_timer.stop()
            self.start()
        else:
            self.action_play()

    def action_view(self) -> None:
        """The next eyes that may be looked with."""
        if len(self.eyes_allowed) == 1:
            self.notify(_("Who shares the screen looks back as a spectator while a match runs."))
            return
        if not self.game.spec.secrets:
            self.notify(_("Nothing is hidden in this game: every seat sees the same."))
        elif not self.match.over:
            self.notify(_("While the match runs you see what you knew yourself."), timeout=3)
        at = self.eyes_allowed.index(self.eyes)
        self.eyes = self.eyes_allowed[(at + 1) % len(self.eyes_allowed)]
        self.show()

    @work
    async def action_moves(self) -> None:
        """Choose a move to jump to."""
        self.stop()
        lines = self.lines()
        rows = []
        for number in range(self.playback.last + 1):
            said = in_one(lines[number]) or _("The start of the match.")
            rows.append(f"{number:4}  {self.notation(number):16}  {said}")
        index = await self.app.push_screen_wait(Chooser(_("Moves"), rows))
        if index is not None:
            self.go(index)

    @work
    async def action_branch(self) -> None:
        """Play on from here as a new match."""
        from caravan_tui.screens.replay_branch import seatings

        self.stop()
        step = self.playback.steps[self.at]
        if step.actor == OVER:
            self.notify(_("The match is over here; go back a step to play on."))
            return
        choices = seatings(self.match, self.app.host.usual_level(), self.app.host.player_name())
        index: int | None = 0
        if len(choices) > 1:
            rows = [words for words, _seats in choices]
            index = await self.app.push_screen_wait(Chooser(_("Play on from here"), rows))
        if index is not None:
            await self.play_on(step.ply, choices[index][1])

    async def play_on(self, ply: int, seats: list[Seat]) -> None:
        """Leave what is open and sit down at the new match."""
        from caravan_tui.screens.table import TableScreen

        try:
            link = await self.app.host.branch(self.match, ply, seats)
        except ValueError as error:
            self.notify(str(error), severity="warning")
            return
        self.app.go_home()
        self.app.push_screen(TableScreen(link))
        self.app.notify(_("A new match goes on from here; the one you left stays as it was."))

    @work
    async def action_export(self) -> None:
        """Write something of the match to a file."""
        from caravan_tui.screens.replay_export import export

        self.stop()
        await export(self)

    def action_analysis(self) -> None:
        """How the match went, in the search's opinion."""
        from caravan_tui.screens.analysis import AnalysisScreen

        self.stop()
        self.app.push_screen(AnalysisScreen(self.playback, self.mine))

    def action_log(self) -> None:
        """Show or hide the log where it does not stand beside the board."""
        if not self.has_class("-wide"):
            self.toggle_class("-log")
            self.call_after_refresh(self.show_told)

    def action_rules(self) -> None:
        """Open the rules where the moment is."""
        self.app.open_rules(self.match.record.game, self.board.rule(self.shown(self.at)))

    def action_keys(self) -> None:
        """Every key of the replay."""
        self.app.open_keys([(_("Replay"), REPLAY)])

    def action_leave(self) -> None:
        """Back to where it was opened."""
        self.stop()
        self.app.pop_screen()
