"""The tutorial of a game in line mode: the words of each step, and what to type."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from caravan_tui.engine.tutorial import (
    ANY,
    NotAskedError,
    ScriptError,
    Tutorial,
    key_fields,
    load,
)
from caravan_tui.games.contract import Region
from caravan_tui.games.kit.sentences import listed, sentence
from caravan_tui.i18n import _, _p, capital
from caravan_tui.lines import board, commands, rulebook
from caravan_tui.lines.commands import LineCommand
from caravan_tui.lines.console import Console
from caravan_tui.lines.entries import Moves
from caravan_tui.lines.room import LineRoom
from saves import tutorial_progress
from saves.tutorial_progress import Progress

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_PLACE = re.compile(r"[a-z]+:.*|.*\d.*|[a-z]+-[a-z]+")
"""A name of the board that is a coordinate or a card, not a part of the screen."""


def without_keys(text: str) -> str:
    """A text of a tutorial without the sentences about keys: there are none here."""
    kept = [part for part in _SENTENCE.split(text) if not key_fields(part)]
    return " ".join(kept).replace("{{", "{").replace("}}", "}")


class LessonRoom(LineRoom):
    """A scripted match that explains a game."""

    def __init__(self, console: Console, game: str, name: str) -> None:
        """Raises ScriptError if the game has no tutorial."""
        super().__init__(console)
        self.game_id = game
        self.tutorial = Tutorial(load(game), name)
        about = board.BoardCommands(console, self._regions, lambda: self.tutorial.seat)
        self.commands = [
            *about.commands,
            LineCommand("moves", "what can be played", self.say_moves, "[number or words]"),
            LineCommand("hint", "what this step asks for", self.hint),
            LineCommand("undo", "take the last move of this step back", self.undo),
            LineCommand("previous", "the step before", self.previous),
            LineCommand("repeat", "the words of the step again", self.repeat),
            LineCommand("rules", "the rules", self.say_rules, "[number or word]"),
            LineCommand("help", "these commands", self.help, "[command]"),
            LineCommand("home", "leave; you can resume the tutorial from here", self.leave),
            LineCommand("quit", "end the program", self.quit),
        ]

    async def run(self) -> bool:
        """Go through the tutorial; whether it was played to its end."""
        await self._resume()
        said_step = 0
        while not self.tutorial.finished and not self.is_leaving:
            if self.tutorial.answering:
                self._play_scripted()
                continue
            if self.tutorial.number != said_step:
                said_step = self.tutorial.number
                self._say_step()
            entry = await self.read()
            if entry is None:
                break
            before = self.tutorial
            await self._handle(entry)
            if self.tutorial is not before:
                said_step = 0
            self._save()
        if self.tutorial.finished:
            self._save()
            self.console.say(_("Well done. The tutorial is over."))
        return self.tutorial.finished

    async def _resume(self) -> None:
        progress = tutorial_progress.load().get(self.game_id)
        if progress is None or progress.step in (1, progress.steps):
            return
        text = _("You left it at step {step} of {steps}. Go on from there? Yes or no.")
        self.console.say(text.format(step=progress.step, steps=progress.steps))
        answer = await self.console.read()
        if answer is not None and (not answer or commands.is_yes(answer)):
            earlier = Tutorial(self.tutorial.script, self.tutorial.name)
            if earlier.go_to(progress.step, progress.moves):
                self.tutorial = earlier

    def _save(self) -> None:
        tutorial = self.tutorial
        steps = len(tutorial.script.steps)
        progress = Progress(tutorial.number, steps, tuple(tutorial.moves))
        if tutorial.finished:
            progress = Progress(steps, steps, done=True)
        tutorial_progress.save(self.game_id, progress)

    # What is said

    def _say_step(self) -> None:
        tutorial, step = self.tutorial, self.tutorial.step
        text = _("Step {number} of {steps}. {words}")
        self.console.say(
            text.format(
                number=tutorial.number,
                steps=len(tutorial.script.steps),
                words=without_keys(_(step.say)),
            )
        )
        places = [name for name in step.light if _PLACE.fullmatch(name.lower())
                  and not name.startswith(("caravan", "villages"))]  # fmt: skip
        if places:
            self.console.say(_("This is about {places}.").format(places=listed(places)))
        self._say_asked()

    def _say_asked(self) -> None:
        tutorial = self.tutorial
        if tutorial.reading:
            self.console.say(_("Press Enter to continue."))
        elif ANY in tutorial.asked:
            self.console.say(_("Play any move. Type moves for the list."))
        elif tutorial.asked:
            view, game = tutorial.match.view(tutorial.seat), tutorial.game
            notes = [game.notation(action, view) for action in tutorial.wanted()]
            words = [game.describe(action, view, tutorial.match.names)
                     for action in tutorial.wanted()]  # fmt: skip
            ways = _(" or ").join(notes)
            self.console.say(_("Type {ways}.").format(ways=ways))
            if notes[0] not in words[0]:
                self.console.say(_("That {meaning}.").format(meaning=words[0]))

    def _say_events(self, events: Sequence[Any]) -> None:
        tutorial = self.tutorial
        match = tutorial.match
        for event in match.events_for(list(events), tutorial.seat):
            text = tutorial.game.narrate(event, match.names, tutorial.seat)
            self.console.say(sentence(text) if text else "")

    # What is typed

    async def _handle(self, entry: str) -> None:
        tutorial = self.tutorial
        if not entry:
            if tutorial.reading:
                tutorial.go_on()
            else:
                self._say_asked()
            return
        moves = self._moves()
        action = moves.noted(entry) if moves.legal else None
        row = moves.numbered(commands.number(entry) or 0)
        if row is not None:
            action = row.actions[0]
        known = commands.read(entry, self.commands)
        if action is None and known is not None:
            await known[0].act(known[1])
        elif tutorial.reading:
            self.console.say(_("There is something to read first. Press Enter to continue."))
        elif action is None:
            numbers = moves.matching(entry)
            if len(numbers) == 1:
                self._play(moves.rows[numbers[0] - 1].actions[0])
            else:
                self.console.say(
                    _("'{entry}' is neither a move nor a command.").format(entry=entry[:60])
                )
                self._say_asked()
        else:
            self._play(action)

    def _moves(self) -> Moves:
        match, seat = self.tutorial.match, self.tutorial.seat
        legal = match.legal(seat) if match.to_act == seat else []
        return Moves.of(self.tutorial.game, match.view(seat), legal, match.names)

    def _play(self, action: int) -> None:
        tutorial = self.tutorial
        try:
            events = tutorial.play(action)
        except NotAskedError:
            tutorial.retract()
            self.console.say(_("In a tutorial only the move of the step counts."))
            self._say_asked()
            return
        self._say_events(events)
        if tutorial.asked:
            self._say_asked()

    def _play_scripted(self) -> None:
        try:
            _seat, _action, events = self.tutorial.answer()
        except ScriptError as error:
            self.console.say(str(error))
            self.is_leaving = True
            return
        self._say_events(events)

    # Commands

    def _regions(self) -> Sequence[Region]:
        match = self.tutorial.match
        return self.tutorial.game.regions_of(match.view(self.tutorial.seat), match.names)

    async def say_moves(self, words: str) -> None:
        """Say what can be played."""
        moves = self._moves()
        if moves.rows:
            board.say_moves(self.console, moves, words)
        else:
            self.console.say(_("It is not your move."))

    async def hint(self, _words: str) -> None:
        """Say what the step asks for."""
        hint = self.tutorial.step.hint
        self.console.say(without_keys(_(hint)) if hint else "")
        self._say_asked()

    async def undo(self, _words: str) -> None:
        """Take the last move of the step back."""
        if self.tutorial.undo():
            self.console.say(_("The position is as it was before."))
            self._say_asked()
        else:
            self.console.say(_("There is nothing to undo in this step."))

    async def previous(self, _words: str) -> None:
        """Go back to the step before."""
        earlier = self.tutorial.previous()
        if earlier is None:
            self.console.say(_("This is the first step."))
        else:
            self.tutorial = earlier

    async def repeat(self, _words: str) -> None:
        """Say the words of the step again."""
        self._say_step()

    async def say_rules(self, words: str) -> None:
        """Read the rules."""
        self.console.say(*rulebook.read(self.game_id, words))

    async def help(self, words: str) -> None:
        """Say the commands."""
        self.console.say(*map(capital, commands.help_lines(self.commands, words)))

    async def quit(self, words: str) -> None:
        """End the program."""
        await super().quit(words)
        self.console.say(_p("line mode", "The tutorial can be resumed from here."))
