"""The home of line mode: where matches begin, go on and are looked up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from caravan_tui import i18n, settings
from caravan_tui.bus.lobby_messages import MatchStarted, YourTurn
from caravan_tui.bus.messages import Notice
from caravan_tui.bus.wording import word
from caravan_tui.engine.tutorial import ScriptError
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.games.kit.sentences import ended, listed
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.hosts.lobby import News
from caravan_tui.hosts.match_text import ago, not_begun_words, score_text, title_of
from caravan_tui.hosts.players import ME, program_kinds, read_players, with_name
from caravan_tui.i18n import _, _n, _p
from caravan_tui.lines import commands, forms, notices, rulebook
from caravan_tui.lines.commands import LineCommand
from caravan_tui.lines.console import Console
from caravan_tui.lines.daily import DailyDesk
from caravan_tui.lines.lesson import LessonRoom
from caravan_tui.lines.lobby import LobbyRoom
from caravan_tui.lines.problems import ProblemDesk, ProblemRoom
from caravan_tui.lines.replay import replay_of
from caravan_tui.lines.road import RoadRoom
from caravan_tui.lines.room import confirms, obey
from caravan_tui.lines.table.room import Leaving, TableRoom
from caravan_tui.presentation.statistics import time_text
from saves import statistics, tutorial_progress
from saves.errors import SaveError
from saves.listing import Entry

MOST_LISTED = 15
"""Saved matches that are said at once."""


class Home:
    """What can be done outside a match."""

    def __init__(self, host: Host, console: Console) -> None:
        self.host = host
        self.console = console
        self.entries: list[Entry] = []
        """The saved matches as they were last listed."""
        self.deleted: list[str] = []
        """The matches that were deleted here, the last one last."""
        self.has_quit = False
        self.unsaved = ""
        """Why the match at the table that was left last could not be saved."""
        self._has_welcomed = False
        """The last thing said is where one is."""
        self.started: list[str] = []
        """Matches with other people that have begun and wait for this player."""
        self.problems = ProblemDesk(host, console)
        self.daily = DailyDesk(host, console, self.attempt)
        self.commands = [
            LineCommand("play", "begin a match; alone, you are asked for each thing", self.play,
                    "[game [players]]"),
            LineCommand("continue", "go on with the last match, or one by its number in saves",
                    self.go_on, "[number]"),
            LineCommand("saves", "the saved matches", self.say_saves),
            LineCommand("replay", "look back at the last match, or one by its number in saves, and "
                    "analyse it", self.replay, "[number]"),
            LineCommand("turns", "the matches in which it is your turn, or open one by its number",
                    self.turn, "[number]"),
            LineCommand("delete", "move a saved match to the trash", self.delete, "number"),
            LineCommand("restore", "bring back the match that was deleted last", self.restore),
            LineCommand("daily", "today's matches, one of each game, or play that of a game",
                    self.daily.open, "[game]"),
            LineCommand("problems", "find the best move: of a game, the day, again, or mistakes",
                    self.solve, "[game]"),
            LineCommand("road", "a journey for one through all five games", self.open_road),
            LineCommand("learn", "the tutorial of a game", self.learn, "[game]"),
            LineCommand("games", "the games", self.say_games),
            LineCommand("rules", "the rules of a game", self.say_rules, "game [number or word]"),
            LineCommand("statistics", "your results", self.say_statistics),
            LineCommand("settings", "the settings, or one of them with a new value", self.settings,
                    "[name [value]]"),
            LineCommand("help", "these commands, or one of them", self.help, "[command]"),
            LineCommand("home", "where you are", self.stay),
            LineCommand("quit", "end the program", self.quit),
        ]  # fmt: skip
        if host.lobby is not None:
            lobby = LineCommand("lobby", "matches with other people, and talk", self.open_lobby)
            device = LineCommand("device", "a code with which you play on another device, too",
                                 self.say_code)  # fmt: skip
            called = notices.command(console, host.lobby.notices)
            self.commands[3:3] = [lobby, called, device]

    # The life of the room

    async def run(self) -> None:
        """Take lines until the user quits or no more come."""
        self.console.say(*self.host.notices())
        if not self._has_welcomed:
            self.welcome()
        while not self.has_quit:
            await self._sit_down()
            if self.has_quit:
                return
            entry = await self.console.read()
            if entry is None:
                return
            await self.handle(entry)
            self.console.say(*self.host.notices())

    def welcome(self) -> None:
        """Say where one is."""
        self._has_welcomed = True
        unfinished = self.host.unfinished() if self.host.saves_matches else None
        lines = [_("Home. Type help for the commands, play to begin a match, quit to end.")]
        if unfinished is not None:
            text = _("Your last match is {game}. Type continue to go on with it.")
            lines.append(text.format(game=unfinished.title))
        lobby = self.host.lobby
        if lobby is not None and (count := len(lobby.to_move())):
            text = _n("{count} match waits for your move. Type turns.",
                      "{count} matches wait for your move. Type turns.", count)  # fmt: skip
            lines.append(text.format(count=count))
        self.console.say(*lines)

    async def handle(self, entry: str) -> None:
        """Do what a line says."""
        self._has_welcomed = False
        await obey(self.console, entry, self.commands, self.welcome, _("Left. You are at home."))

    # Tables

    async def open(self, connection: TableConnection | None) -> None:
        """Sit down at a table and at those that follow it, and come home."""
        await self.sit_at(connection)
        if not self.has_quit:
            self.welcome()

    async def sit_at(self, connection: TableConnection | None) -> None:
        """Sit down at a table, and at those that follow it."""
        while connection is not None:
            if connection.match in self.started:
                self.started.remove(connection.match)
            room = TableRoom(self.host, self.console, connection)
            try:
                leaving = await room.run()
            finally:
                self.unsaved = room.reports.unsaved
            connection = room.next_connection
            if connection is None and leaving is Leaving.QUIT:
                self.has_quit = True

    async def attempt(self, make: Callable[[], Awaitable[TableConnection | None]]) -> None:
        """Open the table that is made; say why there is none."""
        try:
            connection = await make()
        except (OptionError, SaveError) as error:
            self.console.say(str(error))
            return
        self.console.say(*self.host.notices())
        if connection is not None:
            await self.open(connection)

    def receive_news(self, news: News) -> None:
        """Say what the server tells this account."""
        match news:
            case Notice():
                self.console.say(word(news))
            case YourTurn():
                title = registry.game_name(news.game)
                text = _("It is your turn: {game}, {code} (in the lobby).")
                self.console.say(text.format(game=title, code=news.code))
            case MatchStarted():
                title = registry.game_name(news.game)
                self.started.append(news.match)
                text = _("{game} has begun. Press Enter to sit down.")
                self.console.say(text.format(game=title))

    async def _sit_down(self) -> None:
        """Open a match with other people that has begun."""
        lobby = self.host.lobby
        while self.started and lobby is not None and not self.has_quit:
            match = self.started.pop(0)
            await self.attempt(lambda match=match: lobby.join(match))  # type: ignore[misc]

    # Beginning a match

    async def play(self, words: str) -> None:
        """Begin a match, from one line or by answers."""
        first, _blank, rest = words.partition(" ")
        try:
            if not first:
                await self._set_up()
                return
            game = registry.id_of(first)
            spec = registry.spec(game)
            given = [word for word in rest.split() if "=" in word]
            text = ",".join(word for word in rest.replace(",", " ").split() if "=" not in word)
            players = read_players(spec, text or None, self.host.hosted_programs())
            chosen = dict(word.partition("=")[::2] for word in given)
            options = spec.resolve(chosen, len(players))
        except (registry.UnknownGameError, OptionError) as error:
            self.console.say(str(error))
            return
        seats = with_name(players, self.host.player_name())
        await self.attempt(lambda: self.host.create(game, options, seats))

    async def _set_up(self) -> None:
        host = self.host
        programs = host.hosted_programs()
        kinds = [
            (_("a person at this keyboard"), ME), *host.levels(), *program_kinds(programs)
        ]  # fmt: skip
        level = host.first_level() if host.is_newcomer() else host.usual_level()
        made = await forms.new_table(self.console, kinds, level, ME, asks_first=True)
        players = read_players(registry.spec(made.game), ",".join(made.kinds), programs)
        seats = with_name(players, host.player_name())
        await self.attempt(lambda: host.create(made.game, made.options, seats))

    # Saved matches

    async def _list(self) -> None:
        listing = await self.host.listing()
        self.entries = listing.entries

    async def say_saves(self, _words: str) -> None:
        """Say the saved matches, the last played first."""
        await self._list()
        lines = [
            f"{number}. {self._entry_words(entry)}"
            for number, entry in enumerate(self.entries[:MOST_LISTED], 1)
        ]
        more = len(self.entries) - len(lines)
        if more > 0:
            lines.append(_n("{count} older one.", "{count} older ones.", more).format(count=more))
        if lines:
            lines.append(_("Type continue, replay or delete and a number."))
        self.console.say(*(lines or [_("No match is saved yet. Type play to begin one.")]))

    def _entry_words(self, entry: Entry) -> str:
        header = entry.header
        if header is None or entry.status == "newer":
            return _("Saved by a newer version of caravan-tui. Update to open it.")
        standing = listed(
            f"{seat.name or seat.kind} {score_text(score)}"
            for seat, score in zip(header.seats, header.scores, strict=True)
        )
        state = _("over") if header.over else registry.round_text(header.game, header.round)
        if not header.is_begun:
            state = not_begun_words(header)
        text = _("{title}, {state}, {when}: {standing}.")
        return text.format(
            title=title_of(entry), state=state, when=ago(header.changed), standing=standing
        )

    async def _entry(self, words: str) -> Entry | None:
        """The saved match with a number of the list, or an id; says so if there is none."""
        if not self.entries:
            await self._list()
        wanted = words.strip()
        if number := commands.number(wanted, 1, len(self.entries)):
            return self.entries[number - 1]
        try:
            return self.host.store.find(wanted)
        except SaveError as error:
            self.console.say(ended(str(error)), _("Type saves for their numbers."))
            return None

    async def go_on(self, words: str) -> None:
        """Go on with a saved match."""
        if words:
            entry = await self._entry(words)
            match_id = "" if entry is None else entry.id
            if not match_id:
                return
        else:
            unfinished = self.host.unfinished()
            if unfinished is None:
                self.console.say(_("No match is unfinished. Type play to begin one."))
                return
            match_id = unfinished.id
        await self.attempt(lambda: self.host.open(match_id))

    async def replay(self, words: str) -> None:
        """Look back at a saved match, and play on from it if the user wants."""
        if not self.host.saves_matches:
            self.console.say(_("Matches are not saved here, so there is nothing to replay."))
            return
        if not words:
            await self._list()
            if not self.entries:
                self.console.say(_("No match is saved yet. Type play to begin one."))
                return
        entry = await self._entry(words or "1")
        room = await replay_of(self.host, self.console, entry.id) if entry is not None else None
        if room is None:
            return
        await room.run()
        self.has_quit = self.has_quit or room.has_quit
        await self.sit_at(room.next_connection)
        if not self.has_quit:
            self.welcome()

    async def turn(self, words: str) -> None:
        """Say the matches in which it is the user's turn, or open one of them."""
        host = self.host
        if host.lobby is not None:
            await host.lobby.refresh()
        turns = host.turns(await host.listing())
        if not turns:
            self.console.say(_("No match waits for you."))
        elif not words:
            for number, turn in enumerate(turns[:MOST_LISTED], 1):
                players = _("with {names}").format(names=turn.players) if turn.players else ""
                parts = [turn.title, players, turn.when]
                self.console.say(ended(f"{number}. " + ", ".join(part for part in parts if part)))
            more = len(turns) - MOST_LISTED
            if more > 0:
                self.console.say(_n("and {count} more", "and {count} more", more)
                                 .format(count=more))  # fmt: skip
            self.console.say(_("Type turns and a number to sit down."))
        elif chosen := commands.number(words, 1, len(turns)):
            turn, lobby = turns[chosen - 1], host.lobby
            if turn.is_shared and lobby is not None:
                await self.attempt(lambda: lobby.join(turn.match))
            else:
                await self.attempt(lambda: host.open(turn.match))
        else:
            text = _("Type a number from 1 to {most}.")
            self.console.say(text.format(most=len(turns)))

    async def delete(self, words: str) -> None:
        """Move a saved match to the trash."""
        entry = await self._entry(words) if words else None
        if entry is None:
            if not words:
                self.console.say(_("Delete which one? Type saves for their numbers."))
            return
        if self.host.settings.confirm_delete:
            text = _("Delete {match}").format(match=self._entry_words(entry))
            if not await confirms(self.console, text):
                self.console.say(_("Nothing is deleted."))
                return
        try:
            await asyncio.to_thread(self.host.store.delete, entry.id)
        except SaveError as error:
            self.console.say(str(error))
            return
        self.entries = []
        self.deleted.append(entry.id)
        restore = _p("line command", "restore")
        self.console.say(_("Deleted. Type {restore} to bring it back.").format(restore=restore))

    async def restore(self, _words: str) -> None:
        """Bring back the match that was deleted last."""
        if not self.deleted:
            self.console.say(_("You have deleted no match since you came."))
            return
        try:
            await asyncio.to_thread(self.host.store.undelete, self.deleted[-1])
        except SaveError as error:
            self.console.say(str(error))
            return
        self.deleted.pop()
        self.entries = []
        self.console.say(_("The match is back."))

    # Problems

    async def solve(self, words: str) -> None:
        """Say the lists of problems, or go through one."""
        room = await self.problems.choose(words)
        if room is not None:
            await self.ask_problems(room)
            if not self.has_quit:
                self.welcome()

    async def ask_problems(self, room: ProblemRoom) -> None:
        """Go through problems; a match that plays on from one is left before the next line."""
        await room.run()
        self.has_quit = room.has_quit
        if room.next_connection is not None:
            await self.sit_at(room.next_connection)

    async def open_road(self, _words: str) -> None:
        """Go along the Road, from station to station."""
        room = RoadRoom(self.host, self.console)
        while not self.has_quit and (opening := await room.run()) is not None:
            if isinstance(opening, ProblemRoom):
                await self.ask_problems(opening)
            else:
                await self.sit_at(opening)
        self.has_quit = self.has_quit or room.has_quit
        if not self.has_quit:
            self.welcome()

    # Tutorials and rules

    async def learn(self, words: str) -> None:
        """Open a tutorial."""
        if words:
            try:
                game = registry.id_of(words)
            except registry.UnknownGameError as error:
                self.console.say(str(error))
                return
        else:
            game = await self._choose_lesson()
        await self.learn_game(game)

    async def learn_game(self, game: str) -> None:
        """Open the tutorial of a game."""
        try:
            room = LessonRoom(self.console, game, self.host.player_name())
        except ScriptError as error:
            self.console.say(str(error))
            return
        has_finished = await room.run()
        self.has_quit = room.has_quit
        if has_finished:
            name = registry.spec(game).kind or game
            text = _("Now you know how to play {game}. Type play {name} for a match.")
            self.console.say(text.format(game=registry.game_name(game), name=name))
        if not self.has_quit:
            self.welcome()

    async def _choose_lesson(self) -> str:
        progress, games = tutorial_progress.load(), registry.by_ease()
        choices = []
        for game in games:
            title = registry.game_name(game)
            if game in progress and progress[game].done:
                title = f"{title} {_('(learnt)')}"
            choices.append((title, game))
        usual = games.index(tutorial_progress.game_to_learn())
        return await forms.choose(self.console, _("Which game?"), choices, usual)

    async def say_games(self, _words: str) -> None:
        """Say the games."""
        for game in registry.ids():
            spec = registry.spec(game)
            text = _("{game}, for {span} players, {minutes} minutes: {summary}")
            self.console.say(
                text.format(
                    game=registry.game_name(game), span=spec.span, minutes=spec.minutes,
                    summary=_(spec.summary),
                )
            )  # fmt: skip

    async def say_rules(self, words: str) -> None:
        """Read the rules of a game."""
        name, _blank, place = words.partition(" ")
        try:
            game = registry.id_of(name) if name else await forms.game(self.console)
        except registry.UnknownGameError as error:
            self.console.say(str(error))
            return
        self.console.say(*rulebook.read(game, place))

    # Statistics and settings

    async def say_statistics(self, _words: str) -> None:
        """Say the results by game, the rating and the records."""
        try:
            results = await self.host.results()
        except SaveError as error:
            self.console.say(str(error))
            return
        if not results:
            self.console.say(_("No match is finished yet. Each one you finish counts here."))
            return
        counted = statistics.own_results(results)
        total = statistics.summarize(counted)
        lines = [
            ended(statistics.summary_line(registry.game_name(game), summary))
            for game, summary in statistics.breakdown(counted, statistics.by_game).items()
        ]
        lines.append(ended(statistics.summary_line(_("All games"), total)))
        assisted = statistics.own_results(results, assisted=True)
        if assisted:
            lines.append(
                ended(statistics.summary_line(_("assisted"), statistics.summarize(assisted)))
            )
        if total.seconds:
            lines.append(_("Time played: {time}.").format(time=time_text(total.seconds)))
        rated = statistics.ratings(results)
        if len(rated) >= statistics.TOLD_FROM:
            text = _("Rating {value}, give or take {spread}.")
            lines.append(text.format(value=round(rated[-1].value),
                                     spread=round(2 * rated[-1].deviation)))  # fmt: skip
        for record in statistics.records(results):
            text = _("Record in {game}, {name}: {value}.")
            lines.append(text.format(game=registry.game_name(record.game), name=_(record.name),
                                     value=score_text(record.value)))  # fmt: skip
        self.console.say(*lines)

    async def settings(self, words: str) -> None:
        """Say the settings, or change one."""
        name, _blank, value = words.partition(" ")
        known = {
            setting.name: setting
            for setting in settings.SETTINGS.values()
            if setting.name != "keys"
        }
        if not name:
            for setting in known.values():
                text = _("{name}: {value}. {help}")
                self.console.say(
                    text.format(name=setting.name, value=self._value(setting.name),
                                help=_(setting.help))
                )  # fmt: skip
            self.console.say(_("To change one, type settings, its name and the value."))
            return
        if name not in known:
            self.console.say(_("There is no setting '{name}'. Type settings.").format(name=name))
            return
        if value:
            try:
                changed = settings.changed(self.host.settings, name, value)
                settings.update_file(settings.differences(self.host.settings, changed))
            except ValueError as error:
                self.console.say(ended(str(error)))
                return
            except OSError as error:
                self.console.say(ended(error.strerror or str(error)))
                return
            i18n.choose(changed.language)
            self.host.use(changed)
        self.console.say(_("{name}: {value}.").format(name=name, value=self._value(name)))

    def _value(self, name: str) -> str:
        value = getattr(self.host.settings, name)
        if isinstance(value, bool):
            return _("on") if value else _("off")
        return str(value) or _("none")

    async def say_code(self, _words: str) -> None:
        """Say a code that links another key or browser to the account."""
        lobby = self.host.lobby
        assert lobby is not None, "only a server has the command"
        try:
            link = await lobby.link_code()
        except OptionError as error:
            self.console.say(str(error))
            return
        text = _n(
            "Enter this code where the other device asks for an invite code. It works once, "
            "for {count} minute.",
            "Enter this code where the other device asks for an invite code. It works once, "
            "for {count} minutes.",
            link.minutes,
        )
        self.console.say(f"{link.code}.", text.format(count=link.minutes))

    async def open_lobby(self, _words: str) -> None:
        """Go to the lobby."""
        lobby = self.host.lobby
        assert lobby is not None, "only a server has the command"
        room = LobbyRoom(self.host, lobby, self.console)
        while not self.has_quit:
            connection = await room.run(self.started)
            self.has_quit = room.has_quit
            if connection is None:
                break
            await self.sit_at(connection)
        if not self.has_quit:
            self.welcome()

    async def help(self, words: str) -> None:
        """Say the commands."""
        lines = commands.help_lines(self.commands, words)
        if not words:
            kinds = listed(_kinds())
            text = _("A game is {games}; players are typed as me, trader, merchant and so on, such "
                     "as: play cards me trader.")  # fmt: skip
            lines.append(text.format(games=kinds))
        self.console.say(*lines)

    async def stay(self, _words: str) -> None:
        """Say where one is, to whom comes home twice."""
        self.welcome()

    async def quit(self, _words: str) -> None:
        """End the program."""
        self.has_quit = True


def _kinds() -> Sequence[str]:
    """What to call each game."""
    return [registry.spec(game).kind or game for game in registry.ids()]


def parting_words(host: Host, unsaved: str = "") -> str:
    """How to come back, once the program has ended; `unsaved`: why the match that was left last
    could not be saved, if so."""
    if unsaved:
        return _("{problem} What is not saved is lost.").format(problem=unsaved)
    unfinished = host.unfinished() if host.saves_matches else None
    if unfinished is None:
        return _p("line mode", "Goodbye.")
    text = _("{game} is saved. Resume it with: {command}")
    return text.format(game=unfinished.title, command="caravan-tui continue --lines")
