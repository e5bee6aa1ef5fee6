"""The rules of a game in the app: numbered, searchable, opened where the moment is."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from typing import Any, ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Center, Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import DescendantFocus, Key
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from caravan_tui.engine.tutorial import ScriptError, example_of
from caravan_tui.games import registry
from caravan_tui.i18n import _, _n, _p
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.example import Example
from caravan_tui.screens.game_pictures import Emblem
from caravan_tui.screens.home.game_card import picture_of
from caravan_tui.screens.rules_first_page import FirstPage
from caravan_tui.terminal.compat import (
    content_of_block,
    restore_block,
    text_of_block,
)
from caravan_tui.widgets.chooser import Choice, Chooser
from caravan_tui.widgets.closing import close, is_open
from caravan_tui.widgets.commands import Command, bindings, explain_key, key_name
from caravan_tui.widgets.drawn import pens_of
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.rules_text import RulesText, mark, ruling_words
from caravan_tui.widgets.title_bar import BarButton, TitleBar

COMMANDS = (
    Command("rules.next", "n", "next(1)", "Next", "Go to the next passage.", footer=True),
    Command("rules.previous", "N", "next(-1)", "Previous", "Go to the previous passage.",
            footer=True),
    Command("rules.page_down", "space,pagedown", "page(1)", "Page down", footer=True),
    Command("rules.section", "right,l", "section(1)", "Section", "Go to the next heading.",
            footer=True, glyph="←→", palette_title="Next section"),
    Command("rules.section_before", "left,h", "section(-1)", "Previous section",
            "Go to the previous heading."),
    Command("rules.search", "slash", "search", "Search", footer=True, glyph="/"),
    Command(
        "rules.contents", "c", "contents", "Contents", "List all headings.", footer=True
    ),
    Command(
        "rules.tutorial", "t", "tutorial", "Tutorial", "Learn the game by playing.", footer=True
    ),
    Command("rules.keys", "f2,question_mark", "keys", "Keys", "Show every key of this screen.",
            footer=True),
    Command("rules.close", "escape,q,f1", "close", "Close", footer=True, glyph="esc"),
    Command("rules.down", "down,j", "scroll(1)", "Down"),
    Command("rules.up", "up,k", "scroll(-1)", "Up"),
    Command("rules.page_up", "pageup,b", "page(-1)", "Page up"),
    Command("rules.start", "home", "edge(-1)", "Start"),
    Command("rules.end", "end", "edge(1)", "End"),
)  # fmt: skip

WIDE = 124
"""Columns of a terminal from which on the headings stand beside the text."""

BROAD, TALL = 154, 40
"""Columns and rows from which on the picture stands there, too, above the headings."""

TALLEST = 46
"""Rows of such a terminal from which on what the rules begin with stands below the headings, so
that the game in short and its example have room beside it."""

HEADING_ROWS = 2
"""Rows at the top of the page in which a heading is that of the page."""

RULING = re.compile(r"^\*\*([A-Z]-\d+)\*\*", re.MULTILINE)
"""The number of a ruling at the beginning of its paragraph, in Markdown."""


def with_named_rulings(text: str) -> str:
    """Rules in which each ruling says that it is one, and the head of which says what that is."""
    numbers = sorted(RULING.findall(text), key=lambda number: int(number.split("-")[1]))
    if not numbers:
        return text
    text = RULING.sub(lambda match: f"**{ruling_words(match[1])}**", text)
    words = _n(
        "{first} is a ruling: how this program answers what the rulebook leaves open.",
        "{first} to {last} are rulings: how this program answers what the rulebook leaves open.",
        len(numbers),
    ).format(first=numbers[0], last=numbers[-1])
    head, heading, rest = text.partition("\n## ")
    return f"{head.rstrip()}\n\n*{words}*\n{heading}{rest}"


def ruling_of(text: str) -> str:
    """The number of the ruling that a paragraph of `with_named_rulings` is; empty if it is none."""
    before, _blank, after = ruling_words("{number}").partition("{number}")
    match = re.match(f"{re.escape(before)}([A-Z]-\\d+){re.escape(after)}", text)
    return match[1] if match else ""


SHORTEST_SEARCH = 2
"""Letters from which on the text is searched while the user types."""


class Page(VerticalScroll, inherit_bindings=False):
    """What scrolls; its keys are those of the screen."""


class RulesScreen(ModalScreen[None]):
    """RULES.md of a game, opened at a ruling or heading."""

    app = getters.app(BaseApp)

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    RulesScreen { background: $background; layout: vertical;
        & > #passages { height: 1; padding: 0 1; color: $text-muted; text-wrap: nowrap;
            text-overflow: ellipsis;
            &.-passage { color: $text-accent; text-style: bold; } }
        & > #page { height: 1fr; }
        & #pages { width: 1fr; height: 1fr; layers: text waiting first; }
        & FirstPage { layer: first; }
        & #waiting { layer: waiting; width: 100%; height: 100%; padding: 1; color: $text-muted;
            background: $background; }
        & #body, & FirstPage { width: 100%; height: 100%; padding: 0 1; align-horizontal: center;
            scrollbar-gutter: stable;
            scrollbar-size: 1 1; scrollbar-background: $panel;
            scrollbar-background-hover: $panel; scrollbar-background-active: $panel; }
        & #side { width: 36; height: 1fr; border-right: tall $panel; display: none; }
        & #side Emblem { display: none; margin: 1 0 0 1; }
        & #contents { height: 1fr; border: none; background: $background; padding: 1 1;
            text-wrap: nowrap; text-overflow: ellipsis; }
        &.-wide #side { display: block; }
        &.-broad.-pixels { & #side { width: 48; } & #side Emblem { display: block; }
            & #contents > .option-list--option { padding: 0 1 1 1; }
            & #cover { display: none; } }
        & #opening { height: auto; padding: 1 2; display: none; }
        &.-aside { & #opening { display: block; } & #contents { height: auto; }
            & .-opening { display: none; } }
        & #cover { max-width: 104; }
        & #cover Emblem { display: none; }
        & Emblem { width: 44; }
        & #picture { width: auto; color: $primary; }
        &.-pixels #cover Emblem { display: block; }
        &.-pixels #picture { display: none; }
        & Markdown { max-width: 104; }  /* longer lines are hard to read */
        & MarkdownH1 { margin: 1 0; }
        & MarkdownH2 { text-style: bold; background: $panel; padding: 0 1; margin: 1 0; }
        & .-summary { background: $surface; padding: 0 2 0 1; margin: 0 0 1 0; }
        & > #search { height: 1; display: none; background: $panel;
            &.-shown { display: block; }
            & > #search-title { width: auto; padding: 0 1; color: $accent; text-style: bold; }
            & > #search-keys { width: auto; padding: 0 1; color: $text-muted; }
            & > Input { width: 1fr; height: 1; border: none; } }
        & .-found { background: $primary 12%; color: $foreground; }
        & .-current { background: $primary 35%; }
    }
    """

    body = getters.query_one("#body", Page)
    text = getters.query_one("#text", RulesText)
    first_page = getters.query_one(FirstPage)
    search_line = getters.query_one("#search", Horizontal)
    search_input = getters.query_one(Input)
    status = getters.query_one("#passages", Static)

    def __init__(self, game: str, place: str = "") -> None:
        """`place`: a ruling id or a part of a heading to open at."""
        super().__init__()
        self.game = game
        self.first_place = place
        self.searched = ""
        """The text that was searched for last."""
        self.passages: list[Widget] = []
        """The paragraphs that contain it."""
        self.rulings: list[tuple[str, Widget]] = []
        """The paragraphs that are rulings, and their numbers."""
        self.opening: list[Widget] = []
        """The paragraphs before the first heading, and the title."""
        self._explained = ""
        """The ruling that the foot speaks of."""
        self._unmarked: dict[Widget, Content] = {}
        """What these paragraphs are without marks."""
        self.current = 0
        """The index of the one that is shown."""
        self._top: tuple[Widget, float] | None = None
        """The paragraph at the top of the page, and how many of its rows are above that."""
        self._end_row: float | None = None
        """The row at which the page ends while the last rows of the text keep that paragraph, or
        the heading that the reader went to, from its top; None once the reader scrolls."""
        self._read_size = Size()
        """Of the page as it was read last."""
        self._is_loaded = False
        """Whether all of the text is there, so that it can be searched."""
        self._search_from: float | None = None
        """The row at which the user began to search; None: the text was not typed."""

    def compose(self) -> ComposeResult:
        """Title, text, search line."""
        yield TitleBar(_("Rules"), registry.game_name(self.game))
        with Horizontal(id="page"):
            with Vertical(id="side"):
                yield Emblem(self.game)
                contents = OptionList(id="contents", markup=False)
                contents.can_focus = False  # the keys scroll the text; `c` lists the headings
                yield contents
                yield Static(id="opening", markup=False)
            with Container(id="pages"):
                with Page(id="body"):
                    with Center(id="cover"):
                        yield Emblem(self.game)
                        picture = picture_of(self.game, self.app.ascii)
                        yield Static(picture, id="picture", markup=False)
                    yield RulesText(id="text")
                yield Static(_("Opening the rules …"), id="waiting", markup=False)
                yield FirstPage()
        yield Static(id="passages", markup=False)
        with Horizontal(id="search"):
            yield Static(_("Search:"), id="search-title", markup=False)
            yield Input(placeholder=_("a word of the rules"), compact=True)
            yield Static(self.search_keys(), id="search-keys", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Load the text once there is a place for it."""
        self.set_class(pens_of(self.app, self.app.ascii).has_pixels, "-pixels")
        self.call_after_refresh(self.load)
        for body in self.query("#body"):  # the screen may have closed meanwhile
            self.watch(body, "scroll_y", self.show_place, init=False)

    @work(exclusive=True, group="load")
    async def load(self) -> None:
        """Show the page of the first place, and then all of the text. In a worker, so that keys do
        not wait for it."""
        if not is_open(self):
            return
        rules = with_named_rulings(registry.rules(self.game))
        place = registry.heading(self.game, self.first_place) if self.first_place else ""
        if place:
            await self.first_page.show(rules, place)
        self.call_after_refresh(self.load_all, rules, place)

    @work(exclusive=True, group="load")
    async def load_all(self, rules: str, place: str) -> None:
        """Load the text and go to its place."""
        words = await asyncio.to_thread(self.example_words)
        if not is_open(self):
            return
        with self.app.batch_update():  # a page of many paragraphs is laid out once
            await self.fill(rules, words)
        self._is_loaded = True
        if not is_open(self):
            return
        self.call_after_refresh(self.open_at, place)
        await self.query("#waiting").remove()
        self.call_after_refresh(self.show_place)
        for example in self.query(Example):  # the page does not wait for its match
            self.call_after_refresh(example.play_on)

    async def fill(self, rules: str, example: str) -> None:
        """Mount the text, with an example below the game in short if there are words for one."""
        await self.text.update(rules)
        if not is_open(self):
            return
        if not self.is_searching:  # the user may search before the text is there
            self.set_focus(self.body)
        headings = self.headings()
        self.query_one("#contents", OptionList).add_options(map(heading_text, headings))
        blocks = list(self.text.children)
        self.opening = blocks[: blocks.index(headings[0])] if headings[:1] else []
        for block in self.opening:
            block.add_class("-opening")
        self.show_opening()
        for block in self.text.query("RulesParagraph").results(Widget):
            if ruling := ruling_of(text_of_block(block)):
                self.rulings.append((ruling, block))
        self.text.quieten_references()
        for summary in self.text.query("RulesList").results(Widget):
            summary.add_class("-summary")  # the game in short, as a card
            if example:
                await self.text.mount(Example(self.game, example), after=summary)
            break

    def show_opening(self) -> None:
        """Show what the rules begin with below the headings, with what is marked in it."""
        texts = [content_of_block(block) for block in self.opening]
        if texts:
            texts[0] = texts[0].stylize("bold $text-primary")
        self.query_one("#opening", Static).update(Content("\n\n").join(texts))

    def open_at(self, place: str) -> None:
        """Go to the place that fits the table, if there is one, and say that nobody has searched
        for it; or to what somebody has searched for before the text was there."""
        if not is_open(self):
            return
        typed = self.search_input.value
        is_typed = len(typed.strip()) >= SHORTEST_SEARCH
        if is_typed:
            self.search(typed)
        elif place:
            self.search(place, is_typed=False)
        # once the page has been scrolled, which takes a refresh
        self.call_after_refresh(self.call_after_refresh, self.first_page.remove)
        if self.passages and not is_typed:
            text = _("Opened at '{place}', which fits the table.")
            self.status.update(text.format(place=place.strip()))

    def example_words(self) -> str:
        """What is said of a move below the game in short; empty: nothing."""
        try:
            return example_of(self.game)
        except ScriptError:  # only in a custom script: the tests read ours
            return ""

    def explain_rulings(self) -> None:
        """Say what the number of a ruling is while one is in sight, unless the foot tells of a
        search."""
        if self.searched or self.is_searching:
            return
        top = self.body.scroll_y - self.text_top
        rulings = (
            number
            for number, block in self.rulings
            if top <= block.virtual_region.y < top + self.body.size.height
        )
        ruling = next(rulings, "")
        if ruling != self._explained:
            self._explained = ruling
            text = _("{ruling}: how this program answers what the rulebook leaves open.")
            self.status.update(text.format(ruling=ruling) if ruling else "")

    def offers(self, action: str) -> bool:
        """Whether the footer is to name an action: the next passage where there is one, and then
        not what leads elsewhere."""
        has_next = len(self.passages) > 1
        if action.startswith("next("):
            return has_next
        return not has_next or not action.startswith(("section(", "tutorial"))

    @staticmethod
    def search_keys() -> str:
        """What keys do while the user types what to search for."""
        return _("{arrows}: next   {enter}: read here").format(
            arrows="↓ ↑", enter=_p("key", "Enter")
        )

    def on_resize(self) -> None:
        """Put the headings beside the text where there is room, and the picture above them."""
        width, height = self.app.size
        self.set_class(width >= WIDE, "-wide")
        is_broad = width >= BROAD and height >= TALL
        self.set_class(is_broad, "-broad")
        has_pixels = pens_of(self.app, self.app.ascii).has_pixels
        self.set_class(is_broad and has_pixels and height >= TALLEST, "-aside")
        if self.is_mounted:  # once the paragraphs are as wide as the page, which takes a refresh
            self.call_after_refresh(self.call_after_refresh, self.keep_place)

    def note_place(self) -> None:
        """Note what stands at the top of the page, unless its paragraphs are about to be laid out
        anew."""
        if self._read_size not in (Size(), self.body.size):
            return
        self._read_size = self.body.size
        if self.body.scroll_y == self._end_row:
            return
        self._end_row = None
        top = self.body.scroll_y - self.text_top
        below = (block for block in self.text.children if block.virtual_region.bottom > top)
        block = next(below, None) if top >= 0 else None
        self._top = None if block is None else (block, top - block.virtual_region.y)

    def keep_place(self) -> None:
        """Go back to what stood at the top before the page got another size."""
        if not is_open(self):
            return
        self._read_size = self.body.size
        if self._top is not None:
            block, rows = self._top
            rows = min(rows, block.virtual_region.height - 1)
            self.hold(block, rows)
            self.body.scroll_to(y=self.text_top + block.virtual_region.y + rows, animate=False)
        self.call_after_refresh(self.show_place)

    def hold(self, block: Widget, rows: float = 0) -> None:
        """Take a paragraph of which so many rows are above the page for what is read, also where
        the text ends too soon for it to stand at the top."""
        row = self.text_top + block.virtual_region.y + rows
        last = self.body.max_scroll_y
        self._end_row = last if row > last else None
        if self._end_row is not None:
            self._top = block, rows

    # Headings

    def show_place(self) -> None:
        """Say how far the reader has come, and under which heading."""
        if not is_open(self):
            return
        last = self.body.max_scroll_y
        top, section = self.body.scroll_y, self.section
        words = registry.game_name(self.game)
        self.query_one("#contents", OptionList).highlighted = section
        if section is not None:
            words += f"   {heading_text(self.headings()[section]).strip()}"
        read = [BarButton(f"{top / last:.0%}")] if last > 0 else []
        self.query_one(TitleBar).show(_("Rules"), words, read)
        self.explain_rulings()
        self.note_place()

    @property
    def held_row(self) -> float | None:
        """The row of what is read, where the text ends too soon for it to stand at the top."""
        if self._top is None or self.body.scroll_y != self._end_row:
            return None
        block, rows = self._top
        return self.text_top + block.virtual_region.y + rows

    @property
    def section(self) -> int | None:
        """The heading under which the page begins; None above the first one."""
        top, last = self.body.scroll_y, self.body.max_scroll_y
        is_at_end = top >= last and top > 0
        line = last + self.body.size.height if is_at_end else top + HEADING_ROWS
        if self.held_row is not None:
            line = self.held_row + HEADING_ROWS
        passed = self.headings_above(line - self.text_top)
        return passed - 1 if passed else None

    def headings_above(self, row: float) -> int:
        """How many headings stand above a row of the text, or in it."""
        return sum(heading.virtual_region.y <= row for heading in self.headings())

    @property
    def text_top(self) -> int:
        """The row of the page at which the text begins, below the picture."""
        return self.text.virtual_region.y

    def headings(self) -> list[Widget]:
        """The headings of the text, without its title."""
        return self.text.headings()

    @on(OptionList.OptionSelected, "#contents")
    def _heading_clicked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.go_to(event.option_index)

    def go_to(self, index: int) -> None:
        """Go to a heading."""
        heading = self.headings()[index]
        self.hold(heading)
        self.body.scroll_to_widget(heading, animate=False, top=True)
        self.call_after_refresh(self.show_place)  # the page may be there already

    @work(exclusive=True, group="dialog")
    async def action_contents(self) -> None:
        """Choose a heading to go to."""
        headings = zip(self.headings(), self.hits(), strict=True)
        rows = [Choice(heading_text(heading), hits) for heading, hits in headings]
        chooser = Chooser(_("Contents"), rows, highlighted=self.section or 0)
        index = await self.app.push_screen_wait(chooser)
        if index is not None and is_open(self):
            self.go_to(index)

    def action_section(self, step: int) -> None:
        """Go to the next heading; with -1 to that of the page, or from there to the previous."""
        headings = self.headings()
        rows = [round(heading.virtual_region.y + self.text_top) for heading in headings]
        top = round(self.body.scroll_y if self.held_row is None else self.held_row)
        index = sum(row < top + HEADING_ROWS for row in rows)
        if step < 0:
            index = sum(row < top for row in rows) - 1
        if 0 <= index < len(headings):
            self.go_to(index)
        elif step < 0:
            self.body.scroll_home(animate=False)

    # Search

    def hits(self) -> list[str]:
        """How many passages of the search stand under each heading, in words."""
        counts = Counter(map(self.heading_of, self.passages))
        return [
            _n("{count} passage", "{count} passages", counts[number]).format(count=counts[number])
            if counts[number]
            else ""
            for number in range(len(self.headings()))
        ]

    def heading_of(self, block: Widget) -> int:
        """The number of the heading above a passage, -1 for none."""
        if block in self.opening:
            return -1
        return self.headings_above(block.region.y - self.text.region.y) - 1

    def search(self, text: str, is_typed: bool = True) -> None:
        """Mark every paragraph that contains a text and go to the heading that says it, else to the
        first paragraph that begins with it, else to the first. Of a text that nobody has typed only
        the paragraph is marked that is gone to, and none of its words."""
        if not is_open(self) or not self._is_loaded:
            return
        self.searched = text
        for block in self.passages:
            block.remove_class("-found", "-current")
        for block, content in self._unmarked.items():
            restore_block(block, content)
        self._unmarked.clear()
        self.passages, self.current = self.text.passages(text)
        if is_typed:
            self.mark_words()
        elif self.passages:
            self.passages[self.current].add_class("-found")
        self.show_opening()
        self.show_passage()

    def mark_words(self) -> None:
        """Mark what is searched for wherever it stands."""
        for block in self.passages:
            self._unmarked[block] = content_of_block(block)
            mark(block, self.searched)

    def show_passage(self) -> None:
        """Go to the current passage, and say which one it is."""
        if not self.passages:
            text = _("'{text}' is not in these rules.").format(text=self.searched.strip())
            if self._search_from is not None:  # not where the letters before have led
                self.body.scroll_to(y=self._search_from, animate=False)
        else:
            text = self.passage_words()
            for number, block in enumerate(self.passages):
                block.set_class(number == self.current, "-current")
            passage = self.passages[self.current]
            if passage in self.opening:
                self.body.scroll_home(animate=False)
            else:
                if passage in self.headings():
                    self.hold(passage)
                self.text.go_to(passage, self.body)
        self.status.set_class(bool(self.passages), "-passage")
        self.status.update(text)
        self.refresh_bindings()  # the footer names Next only where there is more than one

    def passage_words(self) -> str:
        """Which passage is shown, with what, and under which heading it stands."""
        section = self.heading_of(self.passages[self.current])
        text = _("Passage {number} of {all} with '{text}'")
        if section >= 0:
            text = _("Passage {number} of {all} with '{text}', under {heading}")
        return text.format(
            number=self.current + 1,
            all=len(self.passages),
            text=self.searched.strip(),
            heading=heading_text(self.headings()[section]).strip(),
        )

    @property
    def is_searching(self) -> bool:
        """Whether the search line is open."""
        return self.search_line.has_class("-shown")

    def action_search(self) -> None:
        """Open the search line. It has the focus at once: the next key is typed into it."""
        self._search_from = self.body.scroll_y
        self.search_line.add_class("-shown")
        self.set_focus(self.search_input)

    def close_search_line(self) -> None:
        """Close the search line; the keys scroll the text again."""
        self.search_line.remove_class("-shown")
        self.set_focus(self.body)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Close the search line once something else has the focus. What had it before the line
        was opened may say so only after that."""
        if self.is_searching and self.focused is not self.search_input:
            self.search_line.remove_class("-shown")

    def on_screen_resume(self) -> None:
        """Go on with a search that another screen has covered."""
        if self.is_searching:
            self.set_focus(self.search_input)

    @on(Input.Changed)
    def _search_changed(self, event: Input.Changed) -> None:
        event.stop()
        if len(event.value.strip()) >= SHORTEST_SEARCH:
            self.search(event.value)

    @on(Input.Submitted)
    def _search_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.close_search_line()
        if event.value.strip() and event.value != self.searched:  # else the passage stays
            self.search(event.value)

    def action_next(self, step: int) -> None:
        """Go to the next passage, or with -1 to the previous one."""
        if self.passages:
            self.current = (self.current + step) % len(self.passages)
            if not self._unmarked:  # opened at a place, which is searched for only now
                self.mark_words()
        if self.searched:
            self.show_passage()
        else:
            text = _("Nothing to search for yet. Press {search} to search.")
            self.status.update(text.format(search=key_name(self, "rules.search")))

    # Other commands

    def action_tutorial(self) -> None:
        """Open the tutorial of this game, or go back to the one that the rules lie over."""
        if self.app.is_screen_open("tutorial"):
            close(self)
        else:
            self.app.start_tutorial(self.game)

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("Rules"), COMMANDS)])

    def on_key(self, event: Key) -> None:
        """Say so if a key does nothing."""
        if text := explain_key(self, event):
            self.status.update(text)

    def action_scroll(self, step: int) -> None:
        """Scroll a line up or down; while a search is typed, go to its next passage."""
        if self.is_searching:
            if self.passages:
                self.action_next(step)
            return
        self.body.scroll_relative(y=step, animate=False)

    def action_page(self, step: int) -> None:
        """Scroll a page up or down."""
        self.body.scroll_relative(y=step * max(1, self.body.size.height - 2), animate=False)

    def action_edge(self, step: int) -> None:
        """Go to the end of the text, or with -1 to its start."""
        self.body.scroll_to(y=self.body.max_scroll_y if step > 0 else 0, animate=False)

    def action_close(self) -> None:
        """Close the search line if it is open, else the rules."""
        if self.is_searching:
            self.close_search_line()
        else:
            close(self)


def heading_text(block: Widget) -> str:
    """The text of a heading, indented below another one."""
    return ("  " if getattr(block, "LEVEL", 0) > 2 else "") + text_of_block(block)
