"""The Road: the map of a journey, its stations, and the way to the table."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

import msgspec
from rich.cells import cell_len
from rich.text import Text
from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Click, Key
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from caravan_tui.cast.characters import character_of
from caravan_tui.i18n import _
from caravan_tui.presentation.exercises import StationProblem
from caravan_tui.presentation.problem_task import ProblemTask
from caravan_tui.presentation.road import is_known, outcome_lines
from caravan_tui.presentation.stars import star_sign, stars_text
from caravan_tui.road.stations import JOURNEYS, PROLOGUE, Station
from caravan_tui.screens.after_lesson import AfterLesson
from caravan_tui.screens.base import BaseScreen
from caravan_tui.screens.road import panel
from caravan_tui.screens.road.map import RoadMap, nearest
from caravan_tui.widgets.chooser import Choice, Chooser
from caravan_tui.widgets.closing import close, is_open
from caravan_tui.widgets.commands import Command, bindings, explain_key, key_name
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.portrait import Portrait
from caravan_tui.widgets.question import Question
from caravan_tui.widgets.title_bar import BarButton, TitleBar
from caravan_tui.widgets.two_click_list import TwoClickList
from saves import road, tutorial_progress
from saves.errors import SaveError
from saves.listing import Entry
from saves.road import MOST_STARS, Errand, Travel

COMMANDS = (
    Command("road.go", "enter,space", "go", "Set out", "Play the match of this station.",
            footer=True, glyph="Enter"),
    Command("road.round", "g", "round", "Go round",
            "After three losses you can bypass a station.", footer=True),
    Command("road.here", "c", "here", "Your camel", "Go to the station where your caravan is.",
            footer=True),
    Command("road.tutorial", "t", "tutorial", "Tutorial",
            "Learn the game of this station by playing.", footer=True),
    Command("road.titles", "T", "titles", "Title",
            "Choose which of the titles that you have earned you bear.", footer=True),
    Command("road.new", "n", "new", "New journey", "Begin another journey.", footer=True),
    Command("road.rules", "f1", "rules", "Rules", "Show the rules of the game of this station.",
            footer=True),
    Command("road.keys", "f2,question_mark", "keys", "Keys", "Show every key of this screen.",
            footer=True),
    Command("road.back", "escape,q", "back", "Back", "Go back home.", footer=True, glyph="esc"),
    Command("road.right", "right,l", "step(1, 0)", "Station to the right"),
    Command("road.left", "left,h", "step(-1, 0)", "Station to the left"),
    Command("road.down", "down,j", "step(0, 1)", "Station below"),
    Command("road.up", "up,k", "step(0, -1)", "Station above"),
)  # fmt: skip

TALL = 34
"""Rows of a terminal from which on texts have a margin above them."""


class RoadScreen(BaseScreen[None]):
    """The map above, the selected station below; at first the choice of a journey."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    RoadScreen { layout: vertical;
        & #panel { height: 12; background: $surface; }
        & #telling { width: 1fr; height: 1fr; padding: 0 2 0 1; scrollbar-size: 1 1; }
        & #story { width: 1fr; }
        & #match { width: 35; height: 1fr; padding: 0 1 0 0; }
        & #who { height: 3; }
        & #rivals { width: 1fr; height: 3; padding: 0 0 0 2; }
        & #facts { height: auto; }
        & #do { height: auto; color: $accent; }
        & #do:hover { color: $text; }
        & #choice { width: 37; height: 1fr; display: none; }
        & #journeys { width: 100%; height: auto; border: none; background: $surface; padding: 0;
            scrollbar-size: 0 0; }
        & #journeys > .option-list--option { padding: 0 1; }
        & #kept { height: auto; padding: 1 1 0 1; color: $text-muted; }
        &.-choosing { & #choice { display: block; } & #match { display: none; } }
        &.-tall { & #panel { height: 15; } & #who { height: 4; }
            & #story { padding-top: 1; } & #match { padding-top: 1; }
            & #choice { padding-top: 1; } }
        &.-tall.-wide #panel { height: 13; }
        &.-wide { & #telling { padding: 0 3; } & #match { width: 56; } & #choice { width: 60; } }
    }
    """

    AUTO_FOCUS = ""
    lists_matches = True

    map = getters.query_one(RoadMap)
    journeys = getters.query_one("#journeys", TwoClickList)

    def __init__(self) -> None:
        super().__init__()
        self.travel = Travel()
        self.running: dict[str, Entry] = {}
        """The match at each station that can be continued."""
        self.learnt: set[str] = set()
        """The games whose tutorials were finished."""
        self.selected = 0
        """The place of the selected station, from 0."""
        self.is_setting_out = False
        self.after_lesson = AfterLesson()
        self.is_loaded = False
        """Whether `travel` was read."""

    def compose(self) -> ComposeResult:
        """Map, story, match."""
        yield TitleBar(_("The Road"))
        yield RoadMap()
        with Horizontal(id="panel"):
            with VerticalScroll(id="telling", can_focus=False):
                yield Static(_("Opening the Road …"), id="story", markup=False)
            with Vertical(id="match"):
                with Horizontal(id="who"):
                    yield Portrait(1)
                    yield Static(id="rivals", markup=False)
                yield Static(id="facts", markup=False)
                yield Static(id="do", markup=False)
            with Vertical(id="choice"):
                yield TwoClickList("journeys")
                yield Static(id="kept", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_resize(self) -> None:
        """Give the texts the room that there is."""
        width, height = self.app.size
        self.set_class(height >= TALL, "-tall")
        self.set_class(width >= 110, "-wide")

    def on_screen_resume(self) -> None:
        """Count what was played meanwhile."""
        self.load()

    def retranslate(self) -> None:
        """Show everything in the language that is set now."""
        self.fill_journeys()
        self.fill()
        self.query_one(Footer).refresh(recompose=True)

    @property
    def is_choosing(self) -> bool:
        """Whether no journey was begun, so that one is to be chosen."""
        return self.travel.plan is None

    def errand(self, station: Station) -> Errand | None:
        """What the player can do at a station; None before it is reached."""
        return self.travel.errand(station, station.id in self.running)

    @property
    def station(self) -> Station | None:
        """The selected station; None while a journey is chosen."""
        stations = self.travel.stations
        return stations[min(self.selected, len(stations) - 1)] if stations else None

    # What is known

    @work(exclusive=True, group="load")
    async def load(self) -> None:
        """Read the journey, count tries that were decided, and say what they have brought."""
        await self.app.host_ready.wait()
        host = self.app.host
        before = self.travel  # answers to problems were saved since
        if not self.is_loaded:
            before = await asyncio.to_thread(road.load)
            place = before.next_station
            if place is not None:  # at once: counting reads matches, which takes a moment
                self.map.show(before, before.number(place.id) - 1)
        try:
            after = await host.count_tries()
        except SaveError as error:
            self.notify(str(error), severity="error")
            after = before
        listing = await host.listing()
        progress = await asyncio.to_thread(tutorial_progress.load)
        self.learnt = {game for game, place in progress.items() if place.done}
        if not is_open(self):
            return
        self.running = road.running_tries(after, listing.entries)
        is_first = self.travel != after or not self.map.travel.stations
        self.travel, self.is_loaded = after, True
        if is_first and not self.is_choosing:
            self.select_caravan()
        if self.is_choosing:
            self.fill_journeys()
        self.fill()
        if road.decided_since(before, after):
            self.tell_all(before, after)

    @work(group="tell")  # of its own: closing a window shows this screen again, which loads
    async def tell_all(self, before: Travel, after: Travel) -> None:
        """Tell of every station where something was decided."""
        for station in road.decided_since(before, after):
            if is_open(self):
                await self.tell(before, after, station)

    async def tell(self, before: Travel, after: Travel, station: Station) -> None:
        """Say in a window how a try ended, what it has earned, and what can be done now."""
        attempt = after.visit(station.id).tries[-1]
        is_won = attempt.stars > 0
        answers = [("on", _("On along the road"))]
        if not is_won:
            answers = [("again", _("Try again")), ("later", _("Not now"))]
            if after.can_bypass(station.id):
                answers.insert(1, ("round", _("Go round it")))
        stars = stars_text(attempt.stars, MOST_STARS, self.app.ascii) if is_won else ""
        title = f"{_(station.title)}  {stars}".strip()
        text = "\n\n".join(outcome_lines(before, after, station))
        answer = await self.app.push_screen_wait(Question(title, text, answers))
        if answer == "again":
            self.select(after.number(station.id) - 1)
            self.action_go()
        elif answer == "round":
            self.bypass(station)

    # Showing

    def fill(self) -> None:
        """Show map and panel."""
        self.set_class(self.is_choosing, "-choosing")
        if self.is_choosing:
            self.show_plan()
        else:
            self.show_station()
        self.refresh_bindings()  # what Enter does depends on the station

    def fill_journeys(self) -> None:
        """List the journeys to choose from."""
        menu = self.journeys
        index = menu.highlighted or 0
        menu.clear_options()
        for journey in JOURNEYS.values():
            text = Text(_(journey.title), "bold")
            text.append(f"\n{journey.facts}", "not bold")
            text.append(f"\n{_(journey.text)}", "not bold dim")
            menu.add_option(Option(text, id=journey.id))
        menu.highlighted = index
        self._say_below(_("Leave whenever you like: it is all kept."))
        if self.is_choosing:
            menu.focus()

    def _say_below(self, words: str) -> None:
        """Write below the journeys."""
        self.query_one("#kept", Static).update(words)

    def show_plan(self) -> None:
        """Show the path of the journey under the cursor, and why one sets out."""
        option = self.journeys.highlighted_option
        journey = option.id if option and option.id else next(iter(JOURNEYS))
        self.map.show(Travel(journey, honours=self.travel.honours), 0, is_plan=True)
        words = _("A solo journey through all five games. How long should it be?")
        text = Text(words, "bold").append("\n\n").append(Text(_(PROLOGUE), "not bold"))
        self.query_one("#story", Static).update(text)
        self.query_one(TitleBar).show(_("The Road"), self.name_words())

    def show_station(self) -> None:
        """Show the selected station."""
        station, travel = self.station, self.travel
        if station is None:
            return
        ascii_only = self.app.ascii
        self.map.show(travel, self.selected)
        self.query_one("#story", Static).update(
            panel.story(travel, station, ascii_only, self.has_class("-tall"))
        )
        self.query_one("#telling", VerticalScroll).scroll_home(animate=False)
        rival = station.rivals[0] if station.rivals else None
        character = character_of(rival[1], rival[0]) if rival else None
        self.query_one(Portrait).show(1 if rival else 0, character.face if character else "")
        self.query_one("#who").visible = is_known(travel, station)
        self.query_one("#rivals", Static).update(panel.rivals(station))
        self.query_one("#facts", Static).update(panel.facts(travel, station, ascii_only))
        keys = key_name(self, "road.go"), key_name(self, "road.round")
        words = panel.what_to_do(travel, station, self.errand(station), keys)
        if self.is_unlearned(station):
            text = _("{key}: learn the game first (10 min)")
            words.append("\n" + text.format(key=key_name(self, "road.tutorial")), "not bold")
        self.query_one("#do", Static).update(words)
        title, arrows = _("The Road"), _("arrows: other stations")
        progress = self.progress_words()
        has_room = cell_len(f" {title}  {progress}   {arrows} ") < self.app.size.width
        buttons = [BarButton(f"{arrows} ")] if has_room else []
        self.query_one(TitleBar).show(title, progress, buttons)

    def is_unlearned(self, station: Station) -> bool:
        """Whether a station where the player can set out has a game that is new to them: neither
        its tutorial nor a station of it was finished."""
        has_passed = any(
            self.travel.visit(other.id).is_passed
            for other in self.travel.stations
            if other.game == station.game
        )
        return not has_passed and is_known(self.travel, station) and station.game not in self.learnt

    def progress_words(self) -> str:
        """How far the journey has come."""
        travel, stations = self.travel, self.travel.stations
        place = travel.next_station
        words = [_("the journey is done")]
        if place is not None:
            text = _("station {number} of {count}")
            words = [text.format(number=travel.number(place.id), count=len(stations))]
        star = star_sign(self.app.ascii)
        words.append(f"{star} {travel.stars}/{MOST_STARS * len(stations)}")
        if name := self.name_words():
            words.append(name)
        return "   ".join(words)

    def name_words(self) -> str:
        """The player with the title that was chosen: `Ann, Pathfinder`; empty without one."""
        return self.travel.named(self.app.host.player_name())

    def select(self, number: int) -> None:
        """Put the cursor on a station."""
        self.after_lesson.forget()
        self.selected = number
        self.fill()

    def select_caravan(self) -> None:
        """Put the cursor where the caravan is."""
        place = self.travel.next_station
        count = len(self.travel.stations)
        self.selected = self.travel.number(place.id) - 1 if place else max(0, count - 1)

    @on(OptionList.OptionHighlighted, "#journeys")
    def _journey_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if self.is_choosing:
            self.show_plan()

    @on(OptionList.OptionSelected, "#journeys")
    def _journey_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if self.is_choosing and event.option.id:
            self.begin(event.option.id)

    @on(TwoClickList.Clicked)
    def _journey_clicked(self, event: TwoClickList.Clicked) -> None:
        event.stop()
        self._say_below(_("Enter or a second click sets out."))

    @on(RoadMap.StationClicked)
    def _station_clicked(self, event: RoadMap.StationClicked) -> None:
        event.stop()
        if self.is_choosing:
            return
        if event.number == self.selected:
            self.action_go()
        else:
            self.select(event.number)

    @on(Click, "#do")
    def _do_clicked(self, event: Click) -> None:
        event.stop()
        self.action_go()

    # Commands

    def begin(self, journey: str) -> None:
        """Set out on a journey."""
        self.keep(self.travel.begin(journey))
        self.set_focus(None)
        self.select_caravan()
        self.fill()

    def keep(self, travel: Travel) -> None:
        """Take a changed journey over, and save it."""
        self.travel = travel
        try:
            road.save(travel)
        except SaveError as error:
            self.notify(str(error), severity="error")

    def action_go(self) -> None:
        """Play the match of the selected station."""
        station = self.station
        if station is None:
            self.journeys.action_select()
        elif not is_known(self.travel, station):
            place = self.travel.next_station
            assert place is not None
            text = _("Your caravan is at station {number}. Pass it first.")
            self.explain(text.format(number=self.travel.number(place.id)))
        elif self.after_lesson.takes_enter():
            self.explain(_("You have left the tutorial. Press Enter again to set out."))
        elif station.problems:
            self.ask_problems(station)
        elif not self.is_setting_out:
            self.is_setting_out = True
            self.set_out(station)

    def ask_problems(self, station: Station) -> None:
        """Open the first problem of a try that has no answer yet."""
        task = ProblemTask(self.travel, station)
        name = self.app.host.player_name()
        self.app.open("problem", StationProblem(task, len(task.answers), name))

    @work(exclusive=True, group="go")
    async def set_out(self, station: Station) -> None:
        """Open the table of a station: the try that was begun, or a new one."""
        host = self.app.host
        running = self.running.get(station.id)
        try:
            connection = await self.app.connect(
                host.open(running.id) if running else host.play_road(station)
            )
        finally:
            self.is_setting_out = False
        if connection is not None and is_open(self):
            self.app.open("table", connection)

    def action_round(self) -> None:
        """Go round a station that was lost often enough."""
        station = self.station
        if station is not None and self.travel.can_bypass(station.id):
            self.bypass(station)
        else:
            self.explain(_("You can bypass a station after losing there three times."))

    def bypass(self, station: Station) -> None:
        """Go round a station."""
        self.keep(self.travel.bypass(station.id))
        self.select_caravan()
        self.fill()

    def action_here(self) -> None:
        """Go to where the caravan is."""
        if self.is_choosing:
            return
        before = self.selected
        self.select_caravan()
        self.fill()
        if self.selected == before:
            self.explain(_("Your camel is here already."))

    @work(exclusive=True, group="dialog")
    async def action_titles(self) -> None:
        """Choose a title."""
        titles = self.travel.titles
        if not titles:
            self.explain(_("You have no title yet. Some stations give one."))
            return
        rows = [Choice(_(station.honour), _(station.title)) for station in titles]
        names = ["", *(station.id for station in titles)]
        current = names.index(self.travel.bears) if self.travel.bears in names else 0
        heading = _("What people call you on the road")
        window = Chooser(heading, [_("No title"), *rows], highlighted=current)
        index = await self.app.push_screen_wait(window)
        if index is not None:
            self.keep(msgspec.structs.replace(self.travel, bears=names[index]))
            self.fill()

    @work(exclusive=True, group="dialog")
    async def action_new(self) -> None:
        """Choose another journey, after a question."""
        if self.is_choosing:
            return
        text = _("This journey ends here, and its stars are gone. Titles and pennants stay yours.")
        answers = [("no", _("Stay")), ("yes", _("New journey"))]
        question = Question(_("Begin another journey?"), text, answers)
        if await self.app.push_screen_wait(question) == "yes":
            self.keep(self.travel.begin(""))
            self.fill_journeys()
            self.fill()

    def action_step(self, right: int, down: int) -> None:
        """Go to the next station in a direction."""
        if self.is_choosing:
            if down:
                (self.journeys.action_cursor_down if down > 0 else self.journeys.action_cursor_up)()
            return
        self.select(nearest(self.map.spots, self.selected, right, down))

    def action_rules(self) -> None:
        """Show the rules of the game of the station."""
        if self.station is not None:
            self.app.open_rules(self.station.game)

    def action_tutorial(self) -> None:
        """Learn the game of the station by playing."""
        if self.station is not None:
            self.app.start_tutorial(self.station.game)

    def lesson_left(self) -> None:
        """Do not take the next Enter for setting out."""
        self.after_lesson.lesson_left()

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("The Road"), COMMANDS)])

    def action_back(self) -> None:
        """Go back home."""
        close(self)

    def offers(self, action: str) -> bool:
        """Whether the footer is to name an action: what has a use now."""
        station = self.station
        if action == "round":
            return station is not None and self.travel.can_bypass(station.id)
        if action == "titles":
            return bool(self.travel.titles)
        if action == "go":
            return station is None or is_known(self.travel, station)
        if action == "tutorial":
            return station is not None and self.is_unlearned(station)
        if action in ("here", "new", "rules"):
            return station is not None
        return True

    def title_of(self, action: str) -> str:
        """What the footer calls an action now."""
        station = self.station
        if action != "go" or station is None:
            return ""
        if self.errand(station) is Errand.CONTINUE:
            return "Continue"
        return "Try again" if self.travel.visit(station.id).losses else ""

    def on_key(self, event: Key) -> None:
        """Say so when a key does nothing."""
        if text := explain_key(self, event):
            self.explain(text)
