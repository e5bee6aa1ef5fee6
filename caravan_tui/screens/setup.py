"""Set up a match: who plays, the options, the seed."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from caravan_tui import paths
from caravan_tui.engine.record import PERSON, Seat
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError, OptionValue
from caravan_tui.hosts.players import LONGEST_NAME, program_kinds
from caravan_tui.i18n import _, _n, later
from caravan_tui.screens.after_lesson import AfterLesson
from caravan_tui.screens.form import FormScreen, FormScroll
from caravan_tui.screens.game_pictures import Emblem, GameSign
from caravan_tui.screens.home.game_card import game_facts, rules_summary
from caravan_tui.screens.match_options import SEED, MatchOptions, seed_problem
from caravan_tui.screens.seat_cards import (
    SeatCaravan,
    SeatCards,
    describe_seat,
    empty_seat_words,
    level_words,
)
from caravan_tui.screens.seat_plan import Draft, SeatPlan
from caravan_tui.widgets.closing import close, is_open
from caravan_tui.widgets.commands import Command, bindings, key_name
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawn import DrawnActions
from caravan_tui.widgets.fields import Field, FieldList
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.question import TextQuestion
from caravan_tui.widgets.title_bar import BarButton, TitleBar
from saves import last_tables
from saves.last_tables import LastSeat, LastTable

if TYPE_CHECKING:
    from caravan_tui.hosts.connection import TableConnection

COMMANDS = (
    Command("setup.start", "ctrl+s,f10", "start", "Start", "Start the match.", footer=True,
            glyph="F10"),
    Command("setup.enter", "enter", "enter", "Start, or add a player",
            "Start the match; on an empty seat, add a player.", footer=True),
    Command("setup.next", "down", "next_field", "Select", "Next field", footer=True, glyph="↑↓"),
    Command("setup.previous", "up", "previous_field", "Previous field"),
    Command("setup.who", "right", "who(1)", "Who",
            "Let another player take the selected seat, or change the selected option.",
            footer=True, glyph="←→"),
    Command("setup.who_before", "left", "who(-1)", "Previous player or value"),
    Command("setup.more", "plus,equals_sign", "count(1)", "Players", "Add a player.", footer=True,
            glyph="+ -", palette_title="More players"),
    Command("setup.fewer", "minus", "count(-1)", "Fewer players", "Remove the last player."),
    Command("setup.level", "1", "level(0)", "Level",
            "A level for the selected computer player, or for all; 0 is the tenth.",
            footer=True, glyph="0-9", in_palette=False),
    *(Command(f"setup.level{number}", str(number % 10), f"level({number - 1})", "Level",
              "A level for the selected computer player, or for all; 0 is the tenth.",
              in_palette=False)
      for number in range(2, 11)),
    Command("setup.style", "s", "style(1)", "Style",
            "Give the computer player in the selected seat its next style.", footer=True),
    Command("setup.style_before", "S", "style(-1)", "Previous style"),
    Command("setup.name", "n", "name", "Name", "Name the player in the selected seat.",
            footer=True),
    Command("setup.remove", "delete,backspace", "remove", "Empty seat",
            "Remove the player in the selected seat.", palette_title="Remove a player"),
    Command("setup.watch", "w", "watch", "Watch",
            "Let computer players take all seats and watch them, or sit down again."),
    Command("setup.usual", "u", "usual", "Usual table",
            "Forget the last table of this game and begin with the usual one."),
    Command("setup.tutorial", "t", "tutorial", "Tutorial", "Learn this game by playing."),
    Command("setup.rules", "f1", "rules", "Rules", "Show the rules of this game.", footer=True),
    Command("setup.keys", "f2,question_mark", "keys", "Keys", "Show every key of this screen.",
            footer=True),
    Command("setup.back", "escape,q", "back", "Back", "Go back home.", footer=True, glyph="esc"),
)  # fmt: skip

WIDE, TALL = 110, 44
"""Columns from which on the options are wider; rows from which on the game is described."""

ADD = later("Add a player")
"""What the footer calls Enter on an empty seat."""

TYPE = later("Type it")
"""What it calls Enter on what can be typed."""


class Actions(DrawnActions, can_focus=True):
    """Start and Back. Enter starts."""

    DEFAULT_CSS = """
    Actions { height: 1; width: 24; }
    """

    def __init__(self) -> None:
        super().__init__(id="start")

    def draw(self, canvas: Canvas) -> None:
        """Draw both as filled words; Start with a sign while it has the focus."""
        colours = canvas.pens.palette
        rows, middle = canvas.height, canvas.height // 2
        around = " " * rows
        if self.has_focus:
            canvas.put(0, middle, "►", colours.accent, bold=True)
        words = (
            (_("Start"), colours.ink, colours.accent if self.has_focus else colours.primary),
            (_("Back"), colours.text, colours.raised),
        )
        x = 1
        for action, (title, ink, ground) in zip(("start", "back"), words, strict=True):
            text = around + title + around
            has_focus = self.has_focus and action == "start"
            canvas.fill(x, 0, cell_len(text), rows, ground)
            end = x + cell_len(text)
            canvas.put(x + rows, middle, title, ink, ground, bold=True, underline=has_focus)
            canvas.add_target(x, 0, end - x, rows, action)
            x = end + 2

    def on_focus(self) -> None:
        """Show that Enter starts."""
        self.redraw()

    def on_blur(self) -> None:
        """Show that Enter does something else."""
        self.redraw()


class SetupScreen(FormScreen):
    """Seats as cards on the left, options on the right, Start below."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    SetupScreen { layout: vertical;
        & > #columns { height: 1fr; }
        & #side { width: 32; height: 1fr; background: $surface; scrollbar-size: 1 1; }
        & SeatCaravan { height: 1fr; }
        &.-tall SeatCaravan { display: none; }
        & #about { display: none; height: auto; padding: 1 2; }
        & #side { layers: fields picture; }
        & GameSign { layer: picture; offset: 23 0; }
        &.-wide GameSign { offset: 39 0; }
        &.-wide.-tall GameSign { display: none; }
        & FieldList { margin: 1 0 0 0; }
        & Emblem { display: none; margin: 1 0 0 0; }
        &.-wide.-tall Emblem { display: block; }
        & > #words { height: 2; padding: 0 2; color: $text-muted; background: $background; }
        & > #bottom { height: auto; background: $background; }
        & #links { width: 1fr; height: 1; padding: 0 0 0 2; text-wrap: nowrap;
            link-color: $accent; link-style: none; link-background: $background; }
        & #error { width: 1fr; height: auto; padding: 0 2; color: $text-error; text-style: bold;
            display: none; }
        &.-refused { & #links { display: none; } & #error { display: block; } }
        &.-wide #side { width: 48; }
        &.-tall #about { display: block; }
        &.-wide.-tall Actions { height: 3; width: 48; }
    }
    """

    AUTO_FOCUS = "#start"

    error = getters.query_one("#error", Static)
    cards = getters.query_one(SeatCards)

    def __init__(self, game_id: str, seed: int | None = None, level: str | None = None) -> None:
        """`level`: begin with computer players of this level instead of the last table."""
        super().__init__()
        self.first_level = level
        self.game_id = game_id
        self.spec = registry.spec(game_id)
        self.options = MatchOptions(self.spec, seed)
        self.takes_draft = seed is None and level is None
        """Whether to begin with the table that was put together last."""
        self.has_custom_data = False
        """Whether the user's own pieces are in use."""
        self._refused_entries: object = None
        self.after_lesson = AfterLesson()
        self._before_watching: Sequence[LastSeat] | None = None
        """Who sat at the table before computer players took all seats; None: they have not."""

    plan: SeatPlan
    """Who is to play; made once there is an app."""

    @property
    def table_key(self) -> str:
        """Under which name the last table is remembered."""
        return self.game_id

    def make_plan(self) -> SeatPlan:
        """The seats, as at the last table of this game."""
        host = self.app.host
        levels = host.levels()
        names = [name for _title, name in levels] or [host.usual_level()]
        first = host.first_level() if host.first_level() in names else names[0]
        easiest = self.first_level or first
        plan = SeatPlan(
            self.spec, self.kinds(), levels, host.styles(self.game_id), easiest, host.player_name()
        )
        plan.seed = self.options.seed_to_use()
        self.seat_usual(plan)
        last = None if self.first_level else last_tables.load().get(self.table_key)
        if last is not None:
            plan.restore(last.seats)
            if plan.has_only_computers:  # kept by an older version
                plan.sit_down()
            self.options.recall(last.options)
        return plan

    def restore_draft(self) -> None:
        """Take over the table that was put together before and not begun."""
        draft = self.app.drafts.get(self.table_key)
        if draft is None or not self.takes_draft:
            return
        self.options.chosen = dict(draft.table.options)
        self.options.drawn_seed = self.plan.seed = draft.drawn_seed
        for name, value in draft.values.items():
            self.take_value(name, value)  # another seed brings others to the table
        self.plan.restore(draft.table.seats, draft.characters)

    def keep_draft(self) -> None:
        """Keep this table until its match begins."""
        table = LastTable(self.plan.remembered(), dict(self.options.chosen))
        characters = [seat.character for seat in self.plan.seats]
        self.app.drafts[self.table_key] = Draft(
            table, self.more_values(), self.options.drawn_seed, characters
        )

    def seat_usual(self, plan: SeatPlan) -> None:
        """Seat the usual players."""
        plan.reset()

    def compose(self) -> ComposeResult:
        """Title, seats, options, what they mean, errors and Start."""
        if not hasattr(self, "plan"):
            self.plan = self.make_plan()
            self.restore_draft()
        self.fit()  # the first layout is the last one: nothing moves away from under the pointer
        self.plan.kinds = list(self.kinds())  # another language has other titles
        yield TitleBar(registry.game_name(self.spec.id))
        with Horizontal(id="columns"):
            yield SeatCards(
                self.plan,
                {name: title for title, name in self.app.host.styles(self.game_id)},
            )
            with FormScroll(id="side"):
                yield FieldList("options")
                yield GameSign(self.game_id)
                yield SeatCaravan(self.plan)
                yield Emblem()
                yield Static(id="about", markup=False)
        yield Static(id="words", markup=False)
        with Horizontal(id="bottom"):
            yield Static(id="links")
            yield Static(id="error", markup=False)
            yield Actions()
        yield Footer(show_command_palette=False, compact=True)

    def kinds(self) -> Sequence[tuple[str, str]]:
        """Who can play in a seat: a title and a kind for each."""
        host = self.app.host
        return [(_("Person"), PERSON), *host.levels(), *program_kinds(host.hosted_programs())]

    def on_mount(self) -> None:
        """Show everything, and look for pieces of the user's own."""
        card = game_facts(self.game_id, self.app.ascii)
        card.append("\n\n" + rules_summary(self.game_id))
        self.query_one("#about", Static).update(card)
        self.query_one(Emblem).show(self.game_id)
        self.show_all()
        self.look_for_custom_data()

    def on_resize(self) -> None:
        """Fit another size."""
        self.fit()
        if self.is_mounted:  # what the cards have room for is not said twice
            self.call_after_refresh(self.show_words)

    def fit(self) -> None:
        """Widen the options and describe the game where there is room."""
        self.set_class(self.app.size.width >= WIDE, "-wide")
        self.set_class(self.app.size.height >= TALL, "-tall")

    @work(exclusive=True, group="custom")
    async def look_for_custom_data(self) -> None:
        """Find out whether the match is to be played with pieces of the user's own, and what is
        wrong with them. The file may have changed since the app started."""
        game = registry.get(self.game_id)
        data, notices = await asyncio.to_thread(lambda: (game.custom_data(), game.custom_notices()))
        self.has_custom_data = data is not None
        if is_open(self) and self.is_mounted:
            self.show_title()
            for notice in notices[:1]:
                folder = f"{paths.config() / self.game_id}{os.sep}"  # has no room here
                self.complain("! " + notice.replace(folder, ""))

    # Showing

    def show_all(self) -> None:
        """Show seats, options and words as they are now; what was said of a key may be true no
        more."""
        self.drop_explanation()
        self.show_title()
        self.cards.show()
        self.query_one(SeatCaravan).redraw()
        self.fields.show(self.all_fields(), self.all_values())
        self.show_words()
        if self.entries() != self._refused_entries:
            self.complain("")

    def complain(self, words: str) -> None:
        """Say what is wrong in place of what can be done with the whole table; '': nothing is."""
        self.error.update(words)
        self.set_class(bool(words), "-refused")

    def show_title(self) -> None:
        """Show the game, and how many players there are."""
        count = len(self.plan)
        players = _n("{count} player", "{count} players", count).format(count=count)
        buttons = [BarButton(players)]
        if self.spec.min_seats < self.spec.max_seats:
            less, more = BarButton(" - ", "screen.count(-1)"), BarButton(" + ", "screen.count(1)")
            buttons = [less, BarButton(players), more]
        has_nobody = self.plan.has_only_computers
        notes = [self._without_people()] if has_nobody else []
        if self.has_custom_data:
            notes.append(_("with your own board"))
        words = " · ".join(notes) or _("new match")  # both have no room beside a long name
        name = registry.game_name(self.spec.id)
        self.query_one(TitleBar).show(name, words, buttons, is_warning=has_nobody)

    def _without_people(self) -> str:
        """What comes of a table of computer players."""
        if self.app.host.can_watch_computers():
            text = _("computers only: you watch · {key}: play")
            return text.format(key=key_name(self, "setup.watch"))
        return _("computers only: take a seat")

    @on(FieldList.CursorMoved)
    @on(SeatCards.CursorMoved)
    def _cursor_moved(self) -> None:
        self.after_lesson.forget()
        if is_open(self) and self.is_mounted:
            self.show_words()

    def show_words(self) -> None:
        """Say what is under the cursor, or what Enter starts."""
        if self.focused is self.cards:
            seat = self.cards.cursor
            lines = describe_seat(self.plan, seat)
            if self.cards.has_words_of(seat):  # the card says it
                lines = [_("↑ ↓: seats and options")]
        elif self.focused is self.fields and self.fields.current is not None:
            field = self.fields.current
            lines = [f"{field.title}: {field.obstacle or field.help}"]
            if field.is_typed:
                lines.append(_("Press Enter to type it."))
            elif field.is_listed:
                lines.append(_("← → change it, Enter or a click types it."))
        else:
            names = self.plan.names()
            lines = [_("Enter starts: {names}").format(names=", ".join(filter(None, names)))]
            lines += self._words_below(len(lines[0]))
        self.query_one("#words", Static).update(Text("\n".join(lines)))
        self.query_one("#links", Static).update(self.table_links())
        self.refresh_bindings()  # the footer names what has a use here

    def _words_below(self, taken: int) -> list[str]:
        """What stands below what Enter starts, where that has taken so many columns of one line:
        what the computer players are like where neither a card nor a list of levels has room for
        it, or how to change the table."""
        room = self.size.width - 4
        if taken >= room:
            return []
        computers = [seat for seat in range(len(self.plan)) if self.plan.is_computer(seat)]
        if self.size.height >= TALL or not computers or self.cards.has_words_of(computers[0]):
            return [_("↑ ↓: seats and options")]
        return [level_words(self.plan, computers[0], room)]

    def table_links(self) -> Text:
        """What can be done with the whole table and its game, and the keys for it; a click does
        it, too."""
        watch = _("{key}: watch computers only")
        if self.plan.has_only_computers:
            watch = _("{key}: sit down again")
        ways = {"tutorial": _("{key}: tutorial")}
        if self.app.host.can_watch_computers():
            ways["watch"] = watch
        ways["usual"] = _("{key}: usual table")
        text = Text()
        for name, words in ways.items():
            style = Style(meta={"@click": f"screen.{name}"})
            text.append("  " if text else "")
            text.append(words.format(key=key_name(self, f"setup.{name}")), style)
        return text

    def offers(self, action: str) -> bool:
        """Whether the footer is to name an action: one that does something here."""
        is_on_seats = self.focused is self.cards
        field = self.fields.current if self.focused is self.fields else None
        has_player = is_on_seats and self.cards.cursor < len(self.plan)
        has_computer = has_player and self.plan.is_computer(self.cards.cursor)
        name = action.partition("(")[0]
        offered = {
            "enter": (is_on_seats and not has_player) or (field is not None and field.is_asked),
            "next_field": not is_on_seats and self.focused is not self.fields,
            "who": has_player or (field is not None and not field.is_typed),
            "change": field is not None and not field.is_typed,
            "count": self.spec.min_seats < self.spec.max_seats,
            "level": any(map(self.plan.is_computer, range(len(self.plan)))),
            "style": has_computer and len(self.plan.styles) > 1,
            "name": has_player and not self.plan.is_program(self.cards.cursor),
        }
        return offered.get(name, True)

    def title_of(self, action: str) -> str:
        """What Enter does on an empty seat or on what can be typed, where alone the footer names
        it."""
        if action != "enter":
            return ""
        return TYPE if self.focused is self.fields else ADD

    def on_descendant_focus(self) -> None:
        """Say what has the focus now."""
        if self.is_mounted:
            self.show_words()

    def all_fields(self) -> list[Field]:
        """The fields of the options and of the seed, and those of a subclass."""
        return [*self.options.fields(len(self.plan)), *self.more_fields()]

    def more_fields(self) -> list[Field]:
        """The field of the seed."""
        return [self.options.seed_field()]

    def all_values(self) -> dict[str, Any]:
        """The value of every field."""
        return self.options.values(len(self.plan)) | self.more_values()

    def more_values(self) -> dict[str, Any]:
        """The values of `more_fields`."""
        return {SEED: self.options.seed_value}

    def take_value(self, name: str, value: Any) -> None:
        """Take the value of a field over."""
        self.options.take(name, value)
        self.plan.seed = self.options.seed_to_use()

    # Reading the form

    def seats(self) -> list[Seat]:
        """Read who plays."""
        return self.plan.final_seats()

    def entries(self) -> object:
        """Everything that is chosen, right or wrong."""
        seats = [(seat.kind, seat.style, seat.name) for seat in self.plan.seats]
        return seats, dict(self.options.chosen), self.more_values()

    # Starting

    @work(exclusive=True)
    async def action_start(self) -> None:
        """Start the match, or say what is wrong."""
        await self.changes_taken()
        if not self.is_active:
            return  # started already
        try:
            seats = self.seats()
            options = self.spec.resolve(self.options.applying(len(seats)), len(seats))
            connection = await self.create_match(options, seats)
        except OptionError as error:
            self._refused_entries = self.entries()
            self.complain(f"! {error}")
            return
        self.remember()
        if connection is None:
            self.wait()
        else:
            self.app.switch_to("table", connection)

    def remember(self) -> None:
        """Keep this table for the next set-up of this game."""
        self.app.drafts.pop(self.table_key, None)
        self.seat_user_again()
        if self.app.host.saves_matches:
            table = LastTable(self.plan.remembered(), dict(self.options.chosen))
            last_tables.save(self.table_key, table)

    def seat_user_again(self) -> None:
        """Let the next set-up have the user at the table though this one is to be watched."""
        if self.plan.has_only_computers:
            if self._before_watching is not None:
                self.plan.restore(self._before_watching)
            else:
                self.plan.sit_down()

    async def create_match(
        self, options: Mapping[str, OptionValue], seats: Sequence[Seat]
    ) -> TableConnection | None:
        """Have the host create the match; None if it waits for others. Raises OptionError."""
        self.options.seed()  # raises OptionError if what was typed is none
        seed = self.options.seed_to_use()
        return await self.app.host.create(self.game_id, options, seats, seed)

    def wait(self) -> None:
        """Wait for other people; here there are none to wait for."""

    # Changing

    def change(self, name: str, value: Any) -> None:
        """Take over the value that a field was given."""
        self.take_value(name, value)
        self.show_all()

    @work(exclusive=True, group="dialog")
    async def ask_value(self, name: str) -> None:
        """Ask for the text of a field."""
        field = self.fields.field(name)
        before = self.options.seed_text if name == SEED else str(self.all_values().get(name) or "")

        def check(text: str) -> str | None:
            return seed_problem(text) if name == SEED else None

        text = await self.app.push_screen_wait(TextQuestion(field.title, field.help, before, check))
        if text is not None:
            self.take_value(name, text.strip())
            self.show_all()

    @on(SeatCards.Asked)
    def _seat_asked(self, event: SeatCards.Asked) -> None:
        event.stop()
        self.cards.focus()
        if event.what == "kind":
            self.plan.set_kind(event.seat, str(event.value))
        elif event.what == "who":
            self.plan.change_kind(event.seat, int(str(event.value)))
        elif event.what == "style":
            self.plan.change_style(event.seat, int(str(event.value)))
        elif event.what == "sit":
            self.action_count(1)
        elif event.what == "remove":
            self.action_remove()
        elif event.what == "name":
            self.action_name()
        self.show_all()

    def selected_seat(self) -> int | None:
        """The taken seat under the cursor; None, after saying so, if there is none."""
        if self.focused is not self.cards:
            self.explain(_("Select a seat with ↑ and ↓ first."))
            return None
        if self.cards.cursor >= len(self.plan):
            self.explain(empty_seat_words())
            return None
        return self.cards.cursor

    def action_enter(self) -> None:
        """Start; on an empty seat add a player, on a text type it. Right after a tutorial that was
        left half-way only a second Enter starts."""
        if self.focused is self.cards and self.cards.cursor >= len(self.plan):
            self.action_count(1)
            return
        field = self.fields.current if self.focused is self.fields else None
        if field is not None and field.is_asked:
            self.ask_value(field.name)
        elif self.after_lesson.takes_enter():
            self.explain(_("You have left the tutorial. Press Enter again to start a match."))
        else:
            self.action_start()

    def action_who(self, by: int) -> None:
        """Let another player take the selected seat."""
        seat = self.selected_seat()
        if seat is not None:
            self.plan.change_kind(seat, by)
            self.show_all()

    def action_count(self, by: int) -> None:
        """Have one player more or less."""
        if not self.plan.set_count(len(self.plan) + by):
            try:
                self.spec.check_seats(len(self.plan) + by)
            except OptionError:
                span = (self.spec.min_seats, self.spec.max_seats)
                text = _("This game is for {low} to {high} players.")
                if span[0] == span[1]:
                    text = _("This game is for {low} players.")
                self._refused_entries = self.entries()  # it stays until something changes
                self.complain("! " + text.format(low=span[0], high=span[1]))
        self.show_all()

    def action_level(self, number: int) -> None:
        """Give a level to the selected computer player, or to all where no seat is selected."""
        levels = self.app.host.levels()
        is_on_seat = self.focused is self.cards and self.plan.is_computer(self.cards.cursor)
        if number >= len(levels):
            self.explain(_("There is no level {number} here.").format(number=number + 1))
            return
        if is_on_seat:
            self.plan.set_kind(self.cards.cursor, levels[number][1])
        elif not self.plan.set_levels(levels[number][1]):
            self.explain(_("There is no computer player yet. Press + to add one."))
            return
        self.show_all()

    def action_style(self, by: int) -> None:
        """Give the selected computer player another style."""
        seat = self.selected_seat()
        if seat is None:
            return
        if not self.plan.is_computer(seat):
            self.explain(_("Only computer players have a style."))
        elif len(self.plan.styles) == 1:
            self.explain(_("Computer players have no styles here."))
        else:
            self.plan.change_style(seat, by)
            self.show_all()

    @work(exclusive=True, group="dialog")
    async def action_name(self) -> None:
        """Ask for the name of the selected player."""
        seat = self.selected_seat()
        if seat is None:
            return
        if self.plan.is_program(seat):
            self.explain(_("A program keeps its name."))
            return

        def check(text: str) -> str | None:
            if len(text.strip()) > LONGEST_NAME or not text.isprintable():
                return _("At most {count} letters.").format(count=LONGEST_NAME)
            if text.strip().casefold() == _("You").casefold():
                return _("Choose another name: “You” would be confusing in the log.")
            return None

        present = self.plan.seats[seat].name or self.plan.names()[seat]
        name = await self.app.push_screen_wait(
            TextQuestion(
                _("Name of player {number}").format(number=seat + 1),
                _("Empty: the usual name."),
                present,
                check,
            )
        )
        if name is not None and name.strip() != present and seat < len(self.plan):
            self.plan.seats[seat].name = name.strip()
            self.show_all()

    def action_remove(self) -> None:
        """Remove the selected player."""
        seat = self.selected_seat()
        if seat is None:
            return
        if not self.plan.remove(seat):
            text = _n(
                "This game needs at least {count} player.",
                "This game needs at least {count} players.",
                self.spec.min_seats,
            )
            self.explain(text.format(count=self.spec.min_seats))
            return
        self.show_all()

    def action_watch(self) -> None:
        """Let computer players take all seats, or sit down again."""
        if not self.app.host.can_watch_computers():
            self.explain(_("On a server you take a seat; watch others in the lobby."))
            return
        seated = self.plan.remembered()
        if self.plan.toggle_watching():
            self._before_watching = seated
        elif self._before_watching is not None:
            self.plan.restore(self._before_watching)
            self._before_watching = None
        self.show_all()

    def action_usual(self) -> None:
        """Begin with the usual table."""
        self.seat_usual(self.plan)
        self.options.chosen.clear()
        self.show_all()

    def action_tutorial(self) -> None:
        """Learn this game by playing."""
        self.app.start_tutorial(self.game_id)

    def lesson_left(self) -> None:
        """Do not take the next Enter for the start of a match."""
        self.after_lesson.lesson_left()

    def action_rules(self) -> None:
        """Show the rules of this game."""
        self.app.open_rules(self.game_id)

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("New match"), COMMANDS)])

    def action_back(self) -> None:
        """Go back home; the table is kept for the next time."""
        self.seat_user_again()
        self.keep_draft()
        close(self)
