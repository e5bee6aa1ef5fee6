"""What the commands of the replay do."""

from __future__ import annotations

from textual import work
from textual.events import Key

from caravan_tui.engine import Seat
from caravan_tui.engine.playback import in_one
from caravan_tui.games.contract import OVER
from caravan_tui.screens.replay_commands import REPLAY
from caravan_tui.widgets.dialog import Chooser
from caravan_tui.words import _

PACES = (3.0, 2.0, 1.2, 0.7, 0.4, 0.2, 0.08)
"""Seconds between two steps when it plays by itself, slowest first."""


class ReplayActions:
    """The actions behind `replay_commands.REPLAY`; mixed into the replay screen."""

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
        chooser = Chooser(_("Moves"), rows, one_line=True, at=self.at)
        index = await self.app.push_screen_wait(chooser)
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
        """How the match went, in the search's opinion; back to it, if the replay is from there."""
        from caravan_tui.screens.analysis import AnalysisScreen

        self.stop()
        under = self.app.screen_stack[-2]
        if isinstance(under, AnalysisScreen) and under.playback is self.playback:
            self.app.pop_screen()  # back to it
        else:
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
