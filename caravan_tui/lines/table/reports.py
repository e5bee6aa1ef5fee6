"""What can be asked about a match in line mode: how it stands, and how it came about."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.cast.characters import level_title
from caravan_tui.games.contract import KeyName, Moment, Region
from caravan_tui.games.kit.sentences import listed
from caravan_tui.i18n import _, _p
from caravan_tui.lines import board, commands, rulebook
from caravan_tui.lines.commands import LineCommand
from caravan_tui.lines.console import Console
from caravan_tui.lines.outcome import standing_lines
from caravan_tui.lines.room import goal_line, talk_lines
from caravan_tui.lines.table.history import TableHistory
from caravan_tui.lines.table.moves import moves_now
from caravan_tui.presentation.quest import Quest
from caravan_tui.presentation.viewpoint import Viewpoint

LAST_LINES = 10
"""Lines of the log that are said without a number."""


class Reports:
    """The commands that say something and change nothing."""

    def __init__(
        self, console: Console, viewpoint: Viewpoint, history: TableHistory, quest: Quest
    ) -> None:
        """`quest`: the goal of a station of the Road, at a table that is one."""
        self._console = console
        self._viewpoint = viewpoint
        self._connection = viewpoint.connection
        self._history = history
        self._quest = quest
        self.unsaved = ""
        """Why the match could not be saved."""
        about = board.BoardCommands(console, self.regions, lambda: viewpoint.seat)
        self.commands = [
            *about.commands,
            LineCommand("moves", "what you can play, from a number on, or with certain words",
                    self.say_moves, "[number or words]"),
            LineCommand("what changed", "what happened since your last move", self.say_changes),
            LineCommand("why not", "why a move is not allowed; alone, what you can't do now",
                    self.say_why_not, "[move]"),
            LineCommand("score", "the points, and where they come from", self.say_score),
            LineCommand("goal", "the goal of this station, and how it stands", self.say_goal),
            LineCommand("log", "the last lines of the log, that many, or all", self.say_log,
                    "[number or all]"),
            LineCommand("rules", "the rules: sections, a number such as 4.2, a ruling, or a word",
                    self.say_rules, "[number or word]"),
            LineCommand("talk", "what was said at the table", self.say_talk),
            LineCommand("who", "who plays", self.say_who),
            LineCommand("save", "how the match is saved", self.say_saved),
        ]  # fmt: skip

    def regions(self) -> Sequence[Region]:
        """The position part by part."""
        position = self._viewpoint.position
        if position is None:
            return ()
        return self._viewpoint.game.regions_of(position.view, self._connection.names)

    async def say_moves(self, words: str) -> None:
        """Say what can be played."""
        moves = moves_now(self._viewpoint)
        if moves.rows:
            board.say_moves(self._console, moves, words)
        else:
            self.say_no_move()

    def say_no_move(self) -> None:
        """Say why nothing can be played."""
        position = self._viewpoint.position
        if position is not None and position.over:
            self._console.say(_("The match is over."), self.ways_on())
        else:
            self._console.say(_("It is not your move."))

    def ways_on(self) -> str:
        """What can be typed once the match is over."""
        ways = [_p("line command", "log"), _p("line command", "home"), _p("line command", "quit")]
        if self._connection.rematch is not None:
            ways.insert(0, _p("line command", "rematch"))
        return _("Type {commands}.").format(commands=", ".join(ways))

    async def say_changes(self, _words: str) -> None:
        """Say what happened since the last own move."""
        lines = self._history.since_own_move()
        self._console.say(*(lines or [_("Nothing has happened since your last move.")]))

    async def say_why_not(self, words: str) -> None:
        """Say why a move is not allowed, or all that can't be done now."""
        game, names = self._viewpoint.game, self._connection.names
        position = self._viewpoint.position
        if position is None or self._viewpoint.seat is None:
            return
        moves = moves_now(self._viewpoint)
        if words:
            is_number = moves.numbered(commands.number(words) or 0) is not None
            if is_number or moves.noted(words) is not None:
                self._console.say(_("That move is allowed."))
                return
            reason = game.why_not_typed(words, moves.legal, moves.view, names)
            if not moves.legal:
                reason = _("It is not your move.")
            self._console.say(reason or _("'{entry}' is not a move here.").format(entry=words[:60]))
            return
        help = game.help_for(Moment(position.view, moves.legal, names, typed_key()))
        self._console.say(*(list(help.cannot) or [_("Nothing in particular is forbidden now.")]))

    async def say_score(self, _words: str) -> None:
        """Say the points."""
        position = self._viewpoint.position
        if position is not None:
            game, names = self._viewpoint.game, self._connection.names
            self._console.say(*standing_lines(game, position, names, self._history.events()))

    async def say_goal(self, _words: str) -> None:
        """Say the goal of the station, and how it stands."""
        quest = self._quest
        if quest.station is not None and quest.standing is not None:
            station = quest.station
            line = goal_line(station.goal, station.game, quest.state, quest.standing)
            self._console.say(line)

    async def say_log(self, words: str) -> None:
        """Say the last lines of the log."""
        is_all = words == "all" or words == _p("line command", "all")
        count = len(self._history.lines) if is_all else LAST_LINES
        number = commands.number(words)
        if number is not None:
            count = number
        lines = self._history.last(count)
        self._console.say(*(lines or [_("Nothing has happened yet.")]))

    async def say_rules(self, words: str) -> None:
        """Read the rules."""
        self._console.say(*rulebook.read(self._connection.game, words))

    async def say_talk(self, _words: str) -> None:
        """Say what was said at the table."""
        self._console.say(*talk_lines(self._connection.chat))

    async def say_who(self, _words: str) -> None:
        """Say who plays."""
        self._console.say(f"{self.players_words()}.")

    def players_words(self) -> str:
        """Who plays, in the order of their seats."""
        own = self._connection.own_seats
        names = []
        for seat, name in enumerate(self._connection.names):
            level = level_title(self._connection.kinds[seat])
            if own == [seat]:
                names.append(_("{name} (you)").format(name=name))
            else:
                names.append(f"{name} ({level})" if level else name)
        return listed(names)

    async def say_saved(self, _words: str) -> None:
        """Say how the match is saved."""
        if self.unsaved:
            text = _("Trying again every few seconds. You can keep playing.")
            self._console.say(f"{self.unsaved} {text}")
        elif self._connection.is_shared:
            self._console.say(_("The server saves the match after every move."))
        elif self._connection.own_seats:
            text = _("The match is saved after every move, as {id}. Type home or quit to leave it.")
            self._console.say(text.format(id=self._connection.match[:8]))
        else:
            self._console.say(_("You are watching: there is nothing to save."))

    def follow_saving(self, problem: str) -> None:
        """Say that the match can no longer be saved, or can again. `problem`: why not, if so."""
        if problem != self.unsaved:
            self.unsaved = problem
            self._console.say(
                _("{problem} You can keep playing.").format(problem=problem)
                if problem
                else _("Saved again.")
            )


def typed_key() -> KeyName:
    """What is typed in place of the key of a command: its word."""

    def key(command: str) -> str:
        return command.rpartition(".")[2].replace("_", " ")

    return key
