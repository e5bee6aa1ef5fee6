"""What can be asked about a position in line mode, whatever room it is in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from caravan_tui.games.contract import Region
from caravan_tui.i18n import _
from caravan_tui.lines import commands
from caravan_tui.lines.commands import LineCommand
from caravan_tui.lines.console import Console
from caravan_tui.lines.entries import Moves


class BoardCommands:
    """The commands that say the table, for every room that has one."""

    def __init__(
        self,
        console: Console,
        regions: Callable[[], Sequence[Region]],
        seat: Callable[[], int | None],
    ) -> None:
        """`regions`: the position part by part; `seat`: whose view it is, None for a spectator."""
        self.console = console
        self.regions = regions
        self.seat = seat
        self.commands = [
            LineCommand("board", "the table, or one part of it, such as board 2", self.say_board,
                    "[part]"),
            LineCommand("hand", "what is yours", self.say_hand),
            LineCommand("players", "what the others have", self.say_players),
            LineCommand("look", "all that is said of a place or a word, such as look d2", self.look,
                    "word"),
        ]  # fmt: skip

    def _say(self, regions: Iterable[Region]) -> None:
        for region in regions:
            self.console.say(f"{region.title.rstrip('.:')}:", *region.sentences)

    async def say_board(self, which: str) -> None:
        """Say what is nobody's, or one part, by its number or name, or what has a word."""
        regions = self.regions()
        if not which:
            self._say(region for region in regions if region.seat is None)
            titles = [f"{number}, {region.title}" for number, region in enumerate(regions, 1)]
            self.console.say(
                _("Parts: {parts}. Type board and a number or a name for one of them.").format(
                    parts="; ".join(titles)
                )
            )
            return
        wanted = which.strip().lower()
        chosen = [
            region
            for number, region in enumerate(regions, 1)
            if wanted in (str(number), region.id, region.title.lower())
        ] or [
            region
            for region in regions
            if region.title.lower().startswith(wanted) or region.id.startswith(wanted)
        ]
        if chosen:
            self._say(chosen)
        else:
            await self.look(which)

    async def say_hand(self, _words: str) -> None:
        """Say what is the seat's own."""
        own = [region for region in self.regions() if region.seat == self.seat()]
        self._say(own)
        if not own:
            self.console.say(_("Nothing here is yours alone. Type board."))

    async def say_players(self, _words: str) -> None:
        """Say what the others have."""
        self._say(region for region in self.regions() if region.seat not in (None, self.seat()))

    async def look(self, words: str) -> None:
        """Say every sentence with a word, such as a coordinate."""
        wanted = words.strip().lower().rstrip(".")
        if not wanted:
            self.console.say(_("Look at what? Such as: look d2."))
            return
        lines = [
            f"{region.title}: {text}"
            for region in self.regions()
            for text in region.sentences
            if wanted in text.lower()
        ]
        none = _("Nothing is said of '{word}' on the table now.").format(word=words)
        self.console.say(*(lines or [none]))


def no_move_words(number: str, moves: Moves) -> str:
    """That the list has no move with this number, as it was typed."""
    text = _("There is no move {number}. Choose 1 to {count}, or type moves.")
    return text.format(number=number[:6], count=len(moves.rows))


def say_moves(console: Console, moves: Moves, words: str) -> None:
    """Say what can be played: all, from a number on, or with certain words."""
    numbers = list(range(1, len(moves.rows) + 1))
    first = commands.number(words)
    if first is not None:
        if first > len(numbers):
            console.say(no_move_words(words, moves))
            return
        numbers = numbers[max(0, first - 1) :]
    elif words:
        numbers = moves.matching(words)
    if numbers:
        console.say(*moves.lines(numbers))
    else:
        console.say(_("No move has '{word}'.").format(word=words))
