"""The Road in line mode: the stations of the journey in sentences, and the way to their tables."""

from __future__ import annotations

import asyncio

import msgspec

from caravan_tui.cast.characters import level_title
from caravan_tui.games import registry
from caravan_tui.games.kit.sentences import ended, listed
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.i18n import _, _n
from caravan_tui.lines import commands, forms, rulebook
from caravan_tui.lines.commands import LineCommand
from caravan_tui.lines.console import Console
from caravan_tui.lines.problems import ProblemRoom
from caravan_tui.lines.room import LineRoom, confirms, obey
from caravan_tui.presentation import road as road_words
from caravan_tui.presentation.exercises import StationProblem
from caravan_tui.presentation.problem_task import ProblemTask
from caravan_tui.road.stations import JOURNEYS, PROLOGUE, Station
from saves import road
from saves.errors import LockedError, SaveError
from saves.listing import Entry
from saves.road import MOST_STARS, Errand, Travel

Opening = TableConnection | ProblemRoom
"""What a station leads to."""


class RoadRoom(LineRoom):
    """A journey, from the choice of one to its end."""

    def __init__(self, host: Host, console: Console) -> None:
        super().__init__(console)
        self.host = host
        self.travel: Travel | None = None
        """The journey as it was counted last; None before the first time."""
        self.running: dict[str, Entry] = {}
        """The match at each station that can be continued."""
        self.selected: Station | None = None
        self.opening: Opening | None = None
        self.commands = [
            LineCommand("go", "set out: play what this station asks for", self.go),
            LineCommand("station", "the story of this station, or of one by its number",
                    self.say_station, "[number]"),
            LineCommand("map", "all stations of the journey", self.say_map),
            LineCommand("round", "go round a station, after three losses", self.go_round),
            LineCommand("titles", "your titles, or bear one by its number", self.titles,
                    "[number]"),
            LineCommand("new", "begin another journey", self.begin_anew),
            LineCommand("rules", "the rules of the game of this station", self.say_rules,
                    "[number or word]"),
            LineCommand("help", "these commands, or one of them", self.help, "[command]"),
            LineCommand("home", "leave the road; it is all kept", self.leave),
            LineCommand("quit", "end the program", self.quit),
        ]  # fmt: skip

    @property
    def journey(self) -> Travel:
        """The journey; one that was not begun without any."""
        return self.travel or Travel()

    async def run(self) -> Opening | None:
        """Take lines until a table or problems are to be opened, or the road is left (None)."""
        self.opening = None
        if not await self._count():
            return None
        while self.opening is None and not self.is_leaving:
            if self.journey.plan is None:
                try:
                    await self._choose()
                except forms.LeftError:
                    return None
                continue
            entry = await self.read()
            if entry is None:
                break
            left = _("Left. You are on the road.")
            await obey(self.console, entry, self.commands, lambda: self.say_station(""), left)
        return self.opening

    async def _count(self) -> bool:
        """Count tries that were decided, and say what they have brought; whether that was
        possible."""
        before = self.travel
        if before is None:
            before = await asyncio.to_thread(road.load)
        try:
            after = await self.host.count_tries()
        except SaveError as error:
            self.console.say(str(error))
            return False
        self.running = road.running_tries(after, (await self.host.listing()).entries)
        self.travel = after
        for station in road.decided_since(before, after):
            self._say_outcome(before, after, station)
        self._select_caravan()
        if after.plan is not None:
            await self.say_station("")
        return True

    def _say_outcome(self, before: Travel, after: Travel, station: Station) -> None:
        stars = after.visit(station.id).tries[-1].stars
        self.console.say(ended(_(station.title)))
        if stars:
            self.console.say(self._stars_words(stars))
        self.console.say(*road_words.outcome_lines(before, after, station))

    def _stars_words(self, stars: int) -> str:
        text = _n("{count} star of {most}.", "{count} stars of {most}.", stars)
        return text.format(count=stars, most=MOST_STARS)

    def _select_caravan(self) -> None:
        """Go to where the caravan is."""
        stations = self.journey.stations
        self.selected = self.journey.next_station or (stations[-1] if stations else None)

    def _keep(self, travel: Travel) -> None:
        self.travel = travel
        try:
            road.save(travel)
        except SaveError as error:
            self.console.say(str(error))

    async def _choose(self) -> None:
        """Have a journey chosen, and say why one sets out. Raises LeftError."""
        self.console.say(_(PROLOGUE))
        choices = [
            (f"{_(each.title)}: {each.facts}. {_(each.text)}".rstrip("."), each.id)
            for each in JOURNEYS.values()
        ]
        question = _("A solo journey through all five games. How long should it be?")
        self._keep(self.journey.begin(await forms.choose(self.console, question, choices)))
        self._select_caravan()
        await self.say_station("")

    # What is said

    async def say_station(self, words: str) -> None:
        """Say a station: its story, its goal, who waits there, what to do."""
        travel, station = self.journey, self.selected
        if words:
            number = commands.number(words, 1, len(travel.stations))
            if number is None:
                text = _("Type a number from 1 to {most}.")
                self.console.say(text.format(most=len(travel.stations)))
                return
            station = self.selected = travel.stations[number - 1]
        if station is None:
            return
        visit = travel.visit(station.id)
        text = _("Station {number} of {count}: {title}.")
        lines = [
            text.format(
                number=travel.number(station.id),
                count=len(travel.stations),
                title=_(station.title),
            )
        ]
        if visit.is_passed:
            lines.append(self._stars_words(visit.stars))
        lines += [words for words, _style in road_words.story_parts(travel, station)]
        if road_words.is_known(travel, station):
            lines += self._match_lines(station)
        self.console.say(*lines, self._ways(station))

    def _match_lines(self, station: Station) -> list[str]:
        goal, bonus = station.goal.words(station.game), station.bonus.words(station.game)
        text = _("{game}, about {count} minutes, with {names}.")
        names = [f"{name} ({level_title(level)})" for name, level in station.rivals]
        if station.problems:
            names = [name for name, _level in station.rivals]
            text = _("Problems of {game}, about {count} minutes, set by {names}.")
        elif not names:
            text = _("{game}, about {count} minutes, alone.")
        return [
            text.format(
                game=registry.game_name(station.game), count=station.minutes, names=listed(names)
            ),
            ended(_("The goal, for a star: {goal}").format(goal=goal)),
            ended(_("For another star: {goal}").format(goal=bonus)),
            _("The third star is for the first try, without help."),
        ]

    def _ways(self, station: Station) -> str:
        """What can be typed at a station."""
        travel = self.journey
        errand = travel.errand(station, station.id in self.running)
        if errand is None:
            return _("Not reached yet.")
        text = {
            Errand.CONTINUE: _("Type go to go on with your try."),
            Errand.IMPROVE: _("Type go to play again for more stars."),
            Errand.COME_BACK: _("Type go to try it after all."),
            Errand.TRY_AGAIN: _("Type go to try again."),
            Errand.SET_OUT: _("Type go to set out."),
        }[errand]
        if travel.can_bypass(station.id):
            text = f"{text} {_('Type round to go round it.')}"
        return f"{text} {road_words.losses_left(travel, station)}".strip()

    async def say_map(self, _words: str) -> None:
        """Say all stations and how far the journey has come."""
        travel = self.journey
        for number, station in enumerate(travel.stations, 1):
            visit = travel.visit(station.id)
            state = _("not reached yet")
            if visit.is_passed:
                state = self._stars_words(visit.stars).rstrip(".")
            elif visit.is_bypassed:
                state = _("you went round it")
            elif travel.next_station is station:
                state = _("your caravan is here")
            game = registry.game_name(station.game)
            self.console.say(f"{number}. {_(station.title)}, {game}: {state}.")
        text = _("{count} stars of {most}.")
        most = MOST_STARS * len(travel.stations)
        self.console.say(text.format(count=travel.stars, most=most))
        if name := travel.named(self.host.player_name()):
            self.console.say(ended(name))

    # What is done

    async def go(self, _words: str) -> None:
        """Play what the station asks for: the try that was begun, or a new one."""
        station, travel, host = self.selected, self.journey, self.host
        if station is None:
            return
        if not road_words.is_known(travel, station):
            place = travel.next_station
            number = travel.number(place.id) if place is not None else 0
            text = _("Your caravan is at station {number}. Pass it first.")
            self.console.say(text.format(number=number))
            return
        try:
            if station.problems:
                task = ProblemTask(travel, station)
                exercise = StationProblem(task, len(task.answers), host.player_name())
                self.opening = ProblemRoom(host, self.console, exercise)
            elif station.id in self.running:
                self.opening = await host.open(self.running[station.id].id)
            else:
                self.opening = await host.play_road(station)
        except LockedError:
            self.console.say(_("This match is open in another window."))
        except (SaveError, ValueError) as error:
            self.console.say(ended(str(error)))
        self.console.say(*host.notices())

    async def go_round(self, _words: str) -> None:
        """Go round a station that was lost often enough."""
        station = self.selected
        if station is None or not self.journey.can_bypass(station.id):
            text = _("You can bypass a station after losing there three times.")
            self.console.say(text)
            return
        self._keep(self.journey.bypass(station.id))
        self._select_caravan()
        await self.say_station("")

    async def titles(self, words: str) -> None:
        """Say the titles, or bear one."""
        titles = self.journey.titles
        if not titles:
            self.console.say(_("You have no title yet. Some stations give one."))
            return
        number = commands.number(words, 0, len(titles))
        if number is not None:
            bears = titles[number - 1].id if number else ""
            self._keep(msgspec.structs.replace(self.journey, bears=bears))
        name = self.journey.named(self.host.player_name()) or self.host.player_name()
        lines = [f"{number}. {_(each.honour)}." for number, each in enumerate(titles, 1)]
        self.console.say(ended(name), *lines, _("Type titles and a number, or 0 for none."))

    async def begin_anew(self, _words: str) -> None:
        """Choose another journey, after a question."""
        text = _("This journey ends here, and its stars are gone. Titles and pennants stay yours.")
        if await confirms(self.console, f"{_('Begin another journey?')} {text}"):
            self._keep(self.journey.begin(""))
        else:
            self.console.say(_("You stay on this journey."))

    async def say_rules(self, words: str) -> None:
        """Read the rules of the game of the station."""
        if self.selected is not None:
            self.console.say(*rulebook.read(self.selected.game, words))
