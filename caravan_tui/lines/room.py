"""What the rooms of line mode have in common: a typed line is one of their commands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from caravan_tui.bus.messages import Chat
from caravan_tui.games.kit.sentences import ended
from caravan_tui.i18n import _
from caravan_tui.lines import commands, forms
from caravan_tui.lines.commands import LineCommand
from caravan_tui.lines.console import Console
from caravan_tui.road.goals import Goal, Standing, State


class LineRoom:
    """What is entered by its `run`, and left for home or with the whole program."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.commands: Sequence[LineCommand] = ()
        self.is_leaving = False
        self.has_quit = False
        """Whether the program is to end with it."""

    async def read(self) -> str | None:
        """The next line; None, and the program is left, where none comes any more."""
        entry = await self.console.read()
        if entry is None:
            self.is_leaving = self.has_quit = True
        return entry

    async def help(self, words: str) -> None:
        """Say the commands."""
        self.console.say(*commands.help_lines(self.commands, words))

    async def leave(self, _words: str) -> None:
        """Go home."""
        self.is_leaving = True

    async def quit(self, _words: str) -> None:
        """End the program."""
        self.is_leaving = self.has_quit = True


async def obey(
    console: Console,
    entry: str,
    known: Sequence[LineCommand],
    where: Callable[[], Awaitable[None] | None],
    left: str,
) -> None:
    """Do what a line says.

    `where`: says where one is, for an empty line; `left`: what is said when the questions of a
    command are left.
    """
    command = commands.read(entry, known)
    if command is not None:
        try:
            await command[0].act(command[1])
        except forms.LeftError:
            console.say(left)
    elif entry:
        console.say(commands.unknown(entry, known))
    else:
        saying = where()
        if saying is not None:
            await saying


def said(chat: Chat) -> str:
    """What somebody said, as a sentence."""
    return _("{name} says: {text}").format(name=chat.name, text=chat.text)


def talk_lines(chat: Sequence[Chat]) -> list[str]:
    """All that was said, or that nothing was."""
    return [said(each) for each in chat] or [_("Nobody has said anything yet.")]


def goal_line(goal: Goal, game: str, state: State, standing: Standing) -> str:
    """The goal of a station of the Road, and how it stands."""
    how = {
        State.OPEN: _("So far: {how}.").format(how=goal.progress(standing)),
        State.REACHED: _("It is reached."),
        State.MISSED: _("It is missed."),
    }[state]
    return f"{ended(_('The goal: {goal}').format(goal=goal.words(game)))} {how}"


async def confirms(console: Console, question: str) -> bool:
    """Ask something that is answered by yes or no; see `is_confirmed`."""
    console.say(f"{question} {_('Yes or no.')}")
    return await is_confirmed(console)


async def is_confirmed(console: Console) -> bool:
    """Whether the answer is yes. Another command or move is no, and is the next line then: who has
    not heard the question loses nothing. So is the end of input."""
    if not await console.wait():
        return False
    answer = console.head or ""
    is_yes = commands.is_yes(answer)
    if is_yes or commands.is_no(answer):
        console.pop()
    return is_yes
