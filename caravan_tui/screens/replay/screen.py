"""Replay a match step by step, or let it play by itself, as any player who may be looked at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal

from rich.text import Text
from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.reactive import reactive
from textual.widgets import Static

from caravan_tui.engine import Match, Seat
from caravan_tui.engine.playback import Playback, in_one_text, open_views
from caravan_tui.engine.transcript import Comments
from caravan_tui.games import registry
from caravan_tui.games.contract import OVER
from caravan_tui.i18n import _, later
from caravan_tui.presentation.branch import seatings
from caravan_tui.screens.replay.autoplay import AutoPlay
from caravan_tui.screens.replay.commands import REPLAY
from caravan_tui.screens.replay.export import Export
from caravan_tui.screens.replay.playback_screen import PlaybackScreen, scene_at
from caravan_tui.screens.replay.turn_lines import TurnLines, turn_lines
from caravan_tui.screens.seats import place_seats
from caravan_tui.screens.table.log_lines import add_events
from caravan_tui.screens.table.summary import newest_that_fit
from caravan_tui.widgets.board import Board, Scene
from caravan_tui.widgets.chooser import Chooser
from caravan_tui.widgets.closing import close
from caravan_tui.widgets.commands import Command, bindings, keymap
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.log import Line, MatchLog
from caravan_tui.widgets.prompt import NewsItem, news_text
from caravan_tui.widgets.seat_rail import SeatRail
from caravan_tui.widgets.seat_styles import player_text
from caravan_tui.widgets.timeline import Timeline

WIDE = 118
"""Columns from which on the log is beside the board, as at the table."""

NOTATION_GAP = 3
"""Columns between what was played and its notation."""

TOO_QUICK = 0.5
"""Seconds between two steps below which nothing is animated."""

OPEN: Literal["open"] = "open"
"""The eyes of whoever is to move, in a match that is over."""

Eyes = int | None | Literal["open"]
"""Whose view is shown: a seat's, with None a spectator's, or `open`."""


class ReplayScreen(PlaybackScreen):
    """Header, board, the last move, timeline; the log beside the board where there is room."""

    COMMANDS: ClassVar[Any] = REPLAY
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
        &.-log.-wide #side { dock: none; width: 34; layer: default; }
        & > #played { height: 1; padding: 0 1; background: $surface;
            text-wrap: nowrap; text-overflow: ellipsis; }
        & > #where { height: 1; background: $surface; padding: 0 1; }
        & MatchLog { width: 1fr; height: 1fr; }
        & #count { width: auto; margin-left: 1; }
    }
    """

    AUTO_FOCUS = ""

    step: reactive[int] = reactive(0, init=False)
    """The step that is shown."""

    board = getters.query_one("#board", Board)
    seat_rail = getters.query_one(SeatRail)
    match_log = getters.query_one(MatchLog)
    timeline = getters.query_one(Timeline)

    def __init__(
        self,
        playback: Playback,
        people: list[int],
        step: int | None = None,
        bare: bool = False,
        notes: Mapping[int, Sequence[Text]] | None = None,
        comments: Comments | None = None,
    ) -> None:
        """`people`: the seats of the people at this terminal. `step`: the one that is shown first,
        None for the last one. `bare`: without the footer, for recordings. `notes`: what to say
        at steps, such as that there is a better move, in place of what was played; the first of
        several texts that has room, else the last. `comments`: what an exported text says of
        decisions, by ply."""
        super().__init__(playback, people)
        self.match: Match = playback.match
        self.game = playback.game
        self.eyes_allowed: list[Eyes] = list(open_views(self.match, people))
        if self.match.over and self.game.spec.secrets:
            self.eyes_allowed.append(OPEN)
        self.eyes: Eyes = self.eyes_allowed[0]
        if len(people) == 1 and people[0] in self.eyes_allowed:
            self.eyes = people[0]
        self.autoplay = AutoPlay(self, self.play_step)
        self.is_bare = bare
        self.notes: Mapping[int, Sequence[Text]] = notes or {}
        self.comments: Comments = comments or {}
        self._log_lines: dict[Eyes, list[list[str]]] = {}
        self._turn_lines: dict[Eyes, TurnLines] = {}
        last = playback.last
        self.set_reactive(ReplayScreen.step, last if step is None else max(0, min(step, last)))

    def compose(self) -> ComposeResult:
        """The game's board without the focus: the keys are the replay's."""
        yield Static(id="head")
        with Horizontal(id="middle"):
            with Vertical(id="boardbox"):
                board = registry.board(self.match.record.game)(id="board")
                board.can_focus = False
                board.can_focus_children = False
                yield board
            with Vertical(id="side"):
                yield SeatRail()
                yield MatchLog()
        yield Static(id="played", markup=False)
        with Horizontal(id="where"):
            yield Timeline(self.app.ascii, id="timeline")
            yield Static(id="count", markup=False)
        if not self.is_bare:
            yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Show the first step."""
        if self.app.ascii:
            self.query_one("#played").styles.text_overflow = "clip"
        self.set_class(self.app.size.width >= WIDE, "-wide")
        self.show()

    def on_resize(self) -> None:
        """Put the log beside the board where there is room."""
        self.set_class(self.size.width >= WIDE, "-wide")
        self.place_seats()
        if self.is_log_visible:
            self.show_log()

    # Showing

    @on(Board.SceneChanged)
    def _scene_changed(self, event: Board.SceneChanged) -> None:
        event.stop()
        self.place_seats()

    def place_seats(self) -> None:
        """Put cards of the seats above the log, if it stands beside the board."""
        place_seats(self.seat_rail, self.board, self.has_class("-wide"))

    def seat_at(self, step: int) -> int | None:
        """The seat whose view shows a step."""
        if self.eyes != OPEN:
            return self.eyes
        steps = self.playback.steps
        actor = steps[step].actor
        if actor == OVER:
            actor = steps[step - 1].actor if step else 0
        return max(0, actor)

    def scene(self, step: int, animate: bool = False) -> Scene[Any]:
        """A step as the board shows it."""
        return scene_at(self.playback, step, self.seat_at(step), self.app.ascii, animate)

    def watch_step(self, before: int, now: int) -> None:
        """Show another step."""
        if self.is_mounted:
            self.show(animate=now == before + 1)

    def show(self, animate: bool = False) -> None:
        """Show the step; `animate` the way from the one before, if there is time to."""
        is_quick = self.autoplay.is_playing and self.autoplay.seconds < TOO_QUICK
        animate = animate and self.app.animated and not is_quick and not self.is_bare
        self.board.show(self.scene(self.step, animate))
        self.place_seats()  # at once, not a frame later
        self.query_one("#head", Static).update(self.headline())
        self.show_played()
        if self.is_log_visible:
            self.show_log()

    def headline(self) -> Text:
        """Game, round, who is to move, and whose view this is."""
        playback, step = self.playback, self.playback.steps[self.step]
        spec = self.game.spec
        head = Text(no_wrap=True, overflow="crop" if self.app.ascii else "ellipsis")
        if not self.is_bare:  # else it reads like the line of a table
            head.append(f" {_('Replay')} ", "bold reverse").append(" ")
        head.append(registry.short_name(spec.id), "bold")
        if step.round:
            head.append(f"  {registry.round_text(spec.id, step.round)}")
        head.append("   ")
        if step.actor == OVER:
            head.append(_("finished"), "bold")
        else:
            head.append_text(self.player(step.actor))
            head.append(_(" to move"))
            if self.step == playback.last:
                head.append(_(" (now)"))
        if spec.secrets:
            head.append("   " + _("seen by") + " ")
            if self.eyes == OPEN:
                head.append(_("whoever is to move"), "italic")
            elif self.eyes is None:
                head.append(_("a spectator"), "italic")
            else:
                head.append_text(self.player(self.eyes))
        return head

    def player(self, seat: int) -> Text:
        """A player's mark and name."""
        return player_text(self, seat, self.match.names[seat], self.app.ascii)

    def show_played(self) -> None:
        """Show the last move, and where in the match it is."""
        playback = self.playback
        self.query_one("#played", Static).update(self.caption())
        steps = playback.steps
        rounds = [n for n in range(1, len(steps)) if steps[n].round != steps[n - 1].round]
        self.timeline.show(self.step, playback.last, rounds)
        # As wide at every step: the bar beside it keeps its ticks, and no digit waits for a layout.
        count = f"{self.step:>{len(str(playback.last))}}/{playback.last}"
        if self.autoplay.is_playing:
            sign = ">" if self.app.ascii else "▶"
            count += f" {sign} " + _("{seconds} s").format(seconds=f"{self.autoplay.seconds:g}")
        self.query_one("#count", Static).update(count)

    def caption(self) -> Text:
        """What was played last, in the words of the log, with its notation where there is room."""
        room = self.app.size.width - 2
        notes = self.notes.get(self.step, ())
        for note in notes:
            if note.cell_len <= room or note is notes[-1]:
                return note.copy()
        news = self.news(self.step)
        if not news:
            return Text(in_one_text(self.lines()[self.step][-2:]) or _("The start of the match."))
        kept = newest_that_fit(news, room)
        if len(kept) < len(news):
            kept = newest_that_fit([item for item in news if item.seat is not None] or news, room)
        text = news_text(self, kept)
        notation = self.notation(self.step)
        is_said = notation in text.plain or not self.is_whole_move(self.step)
        typed = _("typed: {code}").format(code=notation)
        if not is_said and text.cell_len + len(typed) + NOTATION_GAP <= room:
            text.append(f"{' ' * NOTATION_GAP}{typed}", "dim italic")
        return text

    def news(self, step: int) -> list[NewsItem]:
        """What has happened since the step before, a line a player, as the log has it."""
        seat, names, plies = self.seat_at(step), self.match.names, self.playback.steps[step].plies
        lines: list[Line] = []
        add_events(lines, self.game, self.playback.events(step, seat), seat, names)
        if not lines and self.notation(step):  # a step of a move that the log tells as one
            view = self.playback.view(step - 1, plies[0].actor)
            words = self.game.describe(plies[0].action, view, names)
            lines.append(Line(plies[0].actor, names[plies[0].actor], (words,)))
        return [
            NewsItem(
                line.seat, f"{line.name}  {line.words}" if line.name else line.words, line.gain
            )
            for line in lines
        ]

    def lines(self) -> list[list[str]]:
        """The lines of the log at each step, as far as these eyes may read them."""
        if self.eyes not in self._log_lines:
            self._log_lines[self.eyes] = [
                self.playback.lines(step, self.seat_at(step))
                for step in range(self.playback.last + 1)
            ]
        return self._log_lines[self.eyes]

    @property
    def is_log_visible(self) -> bool:
        """Whether the log stands beside the board, or over it."""
        return self.has_class("-wide") or self.has_class("-log")

    def turn_lines(self) -> TurnLines:
        """The log of the whole match, a line a turn, as far as these eyes may read it."""
        if self.eyes not in self._turn_lines:
            self._turn_lines[self.eyes] = turn_lines(self.playback, self.seat_at)
        return self._turn_lines[self.eyes]

    def show_log(self) -> None:
        """Show the log with the line of the step lit."""
        log = self.turn_lines()
        self.match_log.go_through(log.lines, log.line_at[self.step])

    def notation(self, step: int) -> str:
        """The decision that led to a step; empty if these eyes may not know it."""
        plies = self.playback.steps[step].plies
        if not plies or plies[0].actor < 0:
            return ""
        seat = plies[0].actor if self.eyes == OPEN else self.eyes
        return self.playback.notation(plies[0], seat) or ""

    def is_whole_move(self, step: int) -> bool:
        """Whether the decision that led to a step was more than the beginning of a move, such as
        the lift of a camel, of which the words say all."""
        plies = self.playback.steps[step].plies
        if not plies or plies[0].actor < 0:
            return True
        view = self.game.view(plies[0].before, plies[0].actor)
        return self.game.commits(plies[0].action, view)

    @on(Board.StatusChanged)
    def _show_status(self, event: Board.StatusChanged) -> None:
        event.stop()
        if event.text and not event.is_error:
            self.query_one("#played", Static).update(event.text)

    @on(Board.ActionChosen)
    def _play_nothing(self, event: Board.ActionChosen) -> None:
        event.stop()

    # Going through the match

    def go(self, step: int) -> None:
        """Go to a step, as far as there is one."""
        self.step = max(0, min(step, self.playback.last))

    def stop(self) -> None:
        """Stop playing."""
        if self.autoplay.is_playing:
            self.autoplay.stop()
            self.show_played()
            self.refresh_bindings()

    def title_of(self, action: str) -> str:
        """What the footer calls an action now: the key that plays also pauses."""
        return later("Pause") if action == "play" and self.autoplay.is_playing else ""

    def play_step(self) -> None:
        """Go one step forward while it plays; wait below a window, stop at the end."""
        if self.app.screen is not self:
            return
        if self.step >= self.playback.last:
            self.stop()
        else:
            self.go(self.step + 1)

    @on(Timeline.Picked)
    def _go_to_picked(self, event: Timeline.Picked) -> None:
        event.stop()
        self.stop()
        self.go(event.step)

    @on(MatchLog.LinePicked)
    def _go_to_line(self, event: MatchLog.LinePicked) -> None:
        event.stop()
        self.stop()
        self.go(self.turn_lines().step_of(event.line))

    async def on_key(self, event: Key) -> None:
        """Pass a key that the replay does not use to the board, to look around there."""
        if event.key in self.keys_of(REPLAY):
            return
        for command in self.board.COMMANDS:
            if event.key in self.keys_of([command]):
                event.stop()
                event.prevent_default()
                await self.board.run_action(command.action)
                return

    def keys_of(self, commands: Iterable[Command]) -> set[str]:
        """The keys of these commands, as the settings have them."""
        changed = keymap(self.app.settings.keys)
        return {
            key for command in commands for key in changed.get(command.id, command.keys).split(",")
        }

    # Commands

    def action_step(self, by: int) -> None:
        """Go one decision forward or back."""
        self.stop()
        self.go(self.step + by)

    def action_turn(self, by: int) -> None:
        """Go to the next or previous turn."""
        self.stop()
        self.go(self.playback.turn(self.step, by > 0))

    def action_round(self, by: int) -> None:
        """Go to the next or previous round."""
        self.stop()
        self.go(self.playback.round(self.step, by > 0))

    def action_first(self) -> None:
        """Go to the start."""
        self.stop()
        self.go(0)

    def action_last(self) -> None:
        """Go to the end."""
        self.stop()
        self.go(self.playback.last)

    def action_play(self) -> None:
        """Stop, or start playing; from the start if this is the end."""
        if self.autoplay.is_playing:
            self.stop()
        else:
            if self.step == self.playback.last:
                self.go(0)
            self.autoplay.start()
            self.show_played()
            self.refresh_bindings()

    def action_speed(self, by: int) -> None:
        """Play faster or slower; start playing if it does not."""
        self.autoplay.change_pace(by)
        if self.autoplay.is_playing:
            self.show_played()
        else:
            self.action_play()

    def action_view(self) -> None:
        """Show the match as the next player who may be looked at."""
        if len(self.eyes_allowed) == 1:
            self.explain(
                _(
                    "While the match is in progress, people who share a screen can replay it only "
                    "as spectators."
                )
            )
            return
        self.app.clear_notifications()  # the same once more covers the board
        if not self.game.spec.secrets:
            self.explain(_("Nothing is hidden in this game. Every player sees the same."))
        elif not self.match.over:
            self.explain(
                _("While the match is in progress you see only what you knew yourself."),
            )
        index = self.eyes_allowed.index(self.eyes)
        self.eyes = self.eyes_allowed[(index + 1) % len(self.eyes_allowed)]
        self.show()

    @work(exclusive=True, group="dialog")
    async def action_moves(self) -> None:
        """Choose a move to go to."""
        self.stop()
        lines = self.lines()
        rows = []
        for step in range(self.playback.last + 1):
            text = in_one_text(lines[step]) or _("The start of the match.")
            rows.append(f"{step:4}  {self.notation(step):16}  {text}")
        chooser = Chooser(_("Moves"), rows, one_line=True, highlighted=self.step)
        index = await self.app.push_screen_wait(chooser)
        if index is not None:
            self.go(index)

    @work(exclusive=True, group="dialog")
    async def action_branch(self) -> None:
        """Play on from here as a new match."""
        self.stop()
        step = self.playback.steps[self.step]
        if step.actor == OVER:
            self.explain(_("The match is over here. Go back a step to play on."))
            return
        host = self.app.host
        choices = seatings(self.match, host.usual_level(), host.player_name())
        index: int | None = 0
        if len(choices) > 1:
            rows = [words for words, _seats in choices]
            index = await self.app.push_screen_wait(Chooser(_("Play on from here"), rows))
        if index is not None:
            await self.play_on(step.ply, choices[index][1])

    async def play_on(self, ply: int, seats: list[Seat]) -> None:
        """Close what is open and sit down at a new match that continues from this ply."""
        if not await self.app.may_leave_table():
            return
        try:
            connection = await self.app.host.branch(self.match, ply, seats)
        except ValueError as error:
            self.explain(str(error), severity="warning")
            return
        self.app.go_home()
        self.app.open("table", connection)
        self.app.notify(_("This is a new match. The one you left is unchanged."))

    @work(exclusive=True, group="dialog")
    async def action_export(self) -> None:
        """Save the match as text, a picture or a recording."""
        self.stop()
        await Export(self, self.eyes, self.step, self.comments).ask()

    def action_analysis(self) -> None:
        """Open the analysis of the match, or go back to it."""
        self.stop()
        if self.is_over_same_match:
            close(self)
        else:
            self.app.open("analysis", self.playback, self.people)

    def action_log(self) -> None:
        """Show or hide the log where it is not beside the board."""
        if not self.has_class("-wide"):
            self.toggle_class("-log")
            if self.is_log_visible:
                self.show_log()

    def action_rules(self) -> None:
        """Show the rules, where they are about this moment."""
        self.app.open_rules(self.match.record.game, self.board.rule(self.scene(self.step)))

    def action_keys(self) -> None:
        """Show every key of the replay."""
        self.app.open_keys([(_("Replay"), REPLAY)])

    def action_leave(self) -> None:
        """Go back to where this was opened."""
        self.stop()
        close(self)
