"""Replays in line mode: a saved match turn by turn, and what an analysis says of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from caravan_tui.engine.playback import Playback, open_views
from caravan_tui.games import registry
from caravan_tui.games.contract import OVER, Region
from caravan_tui.games.kit.sentences import ended, listed, points, sentence
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.i18n import _, _p
from caravan_tui.lines import board, commands, forms
from caravan_tui.lines.analysis import AnalysisDesk
from caravan_tui.lines.commands import LineCommand
from caravan_tui.lines.console import Console
from caravan_tui.lines.room import LineRoom, obey
from caravan_tui.presentation.branch import seatings
from caravan_tui.presentation.eyes import default_eyes, people

MOST_SAID = 20
"""Lines of the log that are said at once."""


class ReplayRoom(LineRoom):
    """A match that is looked back at."""

    def __init__(self, host: Host, console: Console, playback: Playback) -> None:
        super().__init__(console)
        self.host = host
        self.playback = playback
        self.match = playback.match
        self.names = playback.match.names
        self.step = 0
        self.seat = default_eyes(playback)
        """Whose view is told; None: a spectator's."""
        self.views = open_views(self.match, people(playback))
        self.next_connection: TableConnection | None = None
        """The match that plays on from a position of this one."""
        analysis = AnalysisDesk(host, console, playback)
        about = board.BoardCommands(console, self.regions, lambda: self.seat)
        self.commands = [
            LineCommand("next", "on to the next turn; Enter alone does it, too", self.next_turn),
            LineCommand("back", "back to the turn before", self.previous_turn),
            LineCommand("step", "on by one decision", self.next_step),
            LineCommand("step back", "back by one decision", self.previous_step),
            LineCommand("to move", "go to this move", self.go_to_move, "number"),
            LineCommand("to round", "go to where this round begins", self.go_to_round, "number"),
            LineCommand("start", "go to the start", self.go_to_start),
            LineCommand("end", "go to the end", self.go_to_end),
            *about.commands,
            LineCommand("score", "the points at this moment", self.say_score),
            LineCommand("log", "the last lines of the log up to here, that many, or all",
                    self.say_log, "[number or all]"),
            LineCommand("view", "whose view is told, or another player's", self.change_view,
                    "[name]"),
            *analysis.commands,
            LineCommand("play on", "play on from here as a new match", self.play_on),
            LineCommand("repeat", "where you are", self.repeat),
            LineCommand("help", "these commands, or one of them", self.help, "[command]"),
            LineCommand("home", "leave the replay", self.leave),
            LineCommand("quit", "end the program", self.quit),
        ]  # fmt: skip

    # The life of the room

    async def run(self) -> None:
        """Take lines until the replay is left."""
        text = _("Replay of {game} with {names}. Press Enter for the next turn, or type help.")
        game = registry.game_name(self.match.record.game)
        self.console.say(text.format(game=game, names=listed(self.names)))
        self.say_moment()
        while not self.is_leaving and self.next_connection is None:
            entry = await self.read()
            if entry is None:
                return
            left = _("Left. You are in the replay.")
            await obey(self.console, entry, self.commands, lambda: self.next_turn(""), left)

    def regions(self) -> Sequence[Region]:
        """The position part by part."""
        view = self.playback.view(self.step, self.seat)
        return self.playback.game.regions_of(view, self.names)

    def say_moment(self) -> None:
        """Say which moment it is, and who decides."""
        step = self.playback.steps[self.step]
        where = _("Move {number} of {count}").format(number=self.step, count=self.playback.last)
        if step.round:
            where += ", " + registry.round_text(self.match.record.game, step.round)
        if step.actor == OVER:
            words = _("the match is over")
        else:
            words = _("{name} is to move").format(name=self.names[step.actor])
        self.console.say(ended(f"{where}, {words}"))

    def say_steps(self, first: int, last: int) -> None:
        """Say what happened between two steps, and where one is then."""
        lines = [
            sentence(text)
            for step in range(first + 1, last + 1)
            for text in self.playback.lines(step, self.seat)
        ]
        self.console.say(*lines)
        self.say_moment()

    # Going through

    def _go_on(self, step: int) -> None:
        """Go forward and say what happened on the way."""
        if self.step == self.playback.last:
            self.console.say(_("This is the last moment of the match."))
            return
        before, self.step = self.step, step
        self.say_steps(before, step)

    def _go_to(self, step: int) -> None:
        """Go anywhere and say what was played last there."""
        self.step = step
        self.say_steps(max(0, step - 1), step)

    def _go_back(self, step: int) -> None:
        if self.step == 0:
            self.console.say(_("This is the first moment of the match."))
            return
        self._go_to(step)

    async def next_turn(self, _words: str) -> None:
        """Go on to the next turn."""
        self._go_on(self.playback.turn(self.step, True))

    async def previous_turn(self, _words: str) -> None:
        """Go back to the turn before."""
        self._go_back(self.playback.turn(self.step, False))

    async def next_step(self, _words: str) -> None:
        """Go on by a decision."""
        self._go_on(self.step + 1)

    async def previous_step(self, _words: str) -> None:
        """Go back by a decision."""
        self._go_back(self.step - 1)

    async def go_to_move(self, words: str) -> None:
        """Go to a move by its number."""
        last = self.playback.last
        step = commands.number(words, 0, last)
        if step is not None:
            self._go_to(step)
        else:
            self.console.say(_("Type to move and a number from 0 to {last}.").format(last=last))

    async def go_to_round(self, words: str) -> None:
        """Go to the first step of a round."""
        rounds = [step.round for step in self.playback.steps]
        number = commands.number(words)
        if number in rounds:
            self._go_to(rounds.index(number))
        else:
            text = _("Type to round and a number from {first} to {last}.")
            self.console.say(text.format(first=min(rounds), last=max(rounds)))

    async def go_to_start(self, _words: str) -> None:
        """Go to the start."""
        self._go_to(0)

    async def go_to_end(self, _words: str) -> None:
        """Go to the end."""
        self._go_to(self.playback.last)

    # What is said

    async def say_score(self, _words: str) -> None:
        """Say the points of every seat."""
        scores = self.playback.view(self.step, self.seat)["scores"]
        self.console.say(
            *(f"{name}: {points(score)}." for name, score in zip(self.names, scores, strict=True))
        )

    async def say_log(self, words: str) -> None:
        """Say the last lines of the log up to this moment."""
        lines = [
            sentence(text)
            for step in range(self.step + 1)
            for text in self.playback.lines(step, self.seat)
        ]
        if words != "all" and words.lower() != _p("line command", "all"):
            lines = lines[-(commands.number(words, 1) or MOST_SAID) :]
        self.console.say(*(lines or [_("Nothing has happened yet.")]))

    async def change_view(self, words: str) -> None:
        """Say whose view is told, or tell another player's."""
        wanted = words.strip().lower()
        names = {
            _("Spectator") if seat is None else self.names[seat]: seat for seat in self.views
        }  # fmt: skip
        if wanted:
            fits = [name for name in names if name.lower().startswith(wanted)]
            if not fits:
                text = _("Type view and one of these: {names}.")
                self.console.say(text.format(names=listed(names)))
                return
            self.seat = names[fits[0]]
        own = _("Spectator") if self.seat is None else self.names[self.seat]
        self.console.say(_("You hear what {name} could know.").format(name=own))

    async def repeat(self, _words: str) -> None:
        """Say where one is."""
        self.say_moment()

    async def play_on(self, _words: str) -> None:
        """Play on from here as a new match, in one of the seatings that are possible."""
        step = self.playback.steps[self.step]
        if step.actor == OVER:
            self.console.say(_("The match is over here. Go back a step to play on."))
            return
        host = self.host
        choices = seatings(self.match, host.usual_level(), host.player_name())
        number = "0"
        if len(choices) > 1:
            rows = [(text, str(index)) for index, (text, _seats) in enumerate(choices)]
            number = await forms.choose(self.console, _("Play on from here"), rows)
        try:
            self.next_connection = await host.branch(self.match, step.ply, choices[int(number)][1])
        except ValueError as error:
            self.console.say(str(error))
            return
        self.console.say(_("This is a new match. The one you left is unchanged."))


async def replay_of(host: Host, console: Console, match_id: str) -> ReplayRoom | None:
    """The room of a saved match; None, after saying why, if it cannot be replayed."""
    match = await host.look_back(match_id)
    if match is None:
        console.say(*host.notices())
        return None
    playback = await asyncio.to_thread(Playback, match)
    return ReplayRoom(host, console, playback)
