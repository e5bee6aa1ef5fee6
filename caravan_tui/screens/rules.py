"""The rules of a game in the app: numbered, searchable, opened where the moment is."""

from __future__ import annotations

from typing import Any

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input, Markdown, OptionList, Static

from caravan_tui.games import registry
from caravan_tui.widgets.commands import Command, bindings, keyed, why_nothing
from caravan_tui.widgets.dialog import Chooser
from caravan_tui.widgets.footer import Footer
from caravan_tui.words import _

COMMANDS = (
    Command("rules.close", "escape,q,f1", "close", "Close", footer=True, glyph="esc"),
    Command("rules.search", "slash", "search", "Search", footer=True, glyph="/"),
    Command(
        "rules.contents", "c", "contents", "Contents", "Every heading, to go to one.", footer=True
    ),
    Command("rules.next", "n", "next(1)", "Next", "The next place found.", footer=True),
    Command("rules.previous", "N", "next(-1)", "Previous", "The place found before.", footer=True),
    Command(
        "rules.tutorial", "t", "tutorial", "Tutorial", "Learn the game by playing.", footer=True
    ),
    Command("rules.keys", "f2", "keys", "Keys", "Every key of this screen.", footer=True),
    Command("rules.down", "down,j", "scroll(1)", "Down"),
    Command("rules.up", "up,k", "scroll(-1)", "Up"),
    Command("rules.page_down", "pagedown,space", "page(1)", "Page down"),
    Command("rules.page_up", "pageup,b", "page(-1)", "Page up"),
)


WIDE = 124
"""From so many columns on the headings stand beside the text."""

SHORTEST = 2
"""Letters from which on the text is searched while one types."""


def heading_text(block: Any) -> str:
    """A heading in words, those below another set in."""
    return ("  " if block.LEVEL > 2 else "") + str(block._content)


class RulesScreen(ModalScreen):
    """RULES.md of a game; `place` is a ruling id or a part of a heading to open at."""

    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    RulesScreen { background: $background; layout: vertical;
        & > #title { height: 1; background: $panel; padding: 0 1; text-style: bold; }
        & > #found { height: 1; padding: 0 1; color: $text-muted; }
        & > #page { height: 1fr; }
        & #body { width: 1fr; height: 1fr; padding: 0 1; align-horizontal: center; }
        & #contents { width: 36; height: 1fr; border: none; border-right: tall $panel;
            background: $background; padding: 1 1; display: none; text-wrap: nowrap;
            text-overflow: ellipsis; }
        &.-wide #contents { display: block; }
        & Markdown { max-width: 104; }  /* longer lines are hard to read */
        & > Input { height: 1; border: none; display: none; }
        & > Input.-shown { display: block; }
        & .-found { background: $primary 30%; text-style: bold; }
    }
    """

    def __init__(self, game: str, place: str = "") -> None:
        super().__init__()
        self._ru_game, self._ru_place = game, place
        self._ru_found: list = []
        self._ru_at = 0
        self._ru_wanted = ""

    def compose(self) -> ComposeResult:
        """Title, text, search line."""
        yield Static(
            _("Rules of {game}").format(game=_(registry.spec(self._ru_game).title)), id="title"
        )
        with Horizontal(id="page"):
            contents = OptionList(id="contents", markup=False)
            contents.can_focus = False  # the keys scroll the text; `c` is for them
            yield contents
            with VerticalScroll(id="body"):
                yield Markdown(id="text")
        yield Static(id="found", markup=False)
        yield Input(placeholder=_("Search for …"), compact=True)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """The text, once there is a place for it."""
        self.call_after_refresh(self.read)

    async def read(self) -> None:
        """Load the text and go to the place."""
        if not self.query("#text"):
            return  # closed meanwhile
        await self.query_one(Markdown).update(registry.rules(self._ru_game))
        if not self.query("#text"):
            return
        self.query_one("#body").focus()
        for heading in self.headings():
            self.query_one("#contents", OptionList).add_option(heading_text(heading))
        if self._ru_place:
            place = registry.heading(self._ru_game, self._ru_place)
            self.call_after_refresh(self.find, place)

    def on_resize(self) -> None:
        """The headings stand beside the text where there is room."""
        self.set_class(self.app.size.width >= WIDE, "-wide")

    def headings(self) -> list[Any]:
        """The parts of the text that are headings, without its title."""
        return list(self.query("MarkdownH2, MarkdownH3").results())

    @on(OptionList.OptionSelected, "#contents")
    def _pointed(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.go_to(event.option_index)

    def go_to(self, number: int) -> None:
        """To a heading, by its number."""
        self.query_one("#body").scroll_to_widget(self.headings()[number], animate=False, top=True)

    @work
    async def action_contents(self) -> None:
        """Choose a heading to go to."""
        rows = [heading_text(one) for one in self.headings()]
        index = await self.app.push_screen_wait(Chooser(_("Contents"), rows))
        if index is not None:
            self.go_to(index)

    def find(self, wanted: str) -> None:
        """Mark every paragraph with these words and go to the first."""
        self._ru_wanted = wanted
        for block in self._ru_found:
            block.remove_class("-found")
        low = wanted.lower().strip()
        blocks = [block for block in self.query("MarkdownBlock") if not list(block.children)]
        texts = [(block, str(getattr(block, "_content", "")).lower()) for block in blocks]
        self._ru_found = [block for block, text in texts if low and low in text]
        starts = [block for block, text in texts if low and text.lstrip().startswith(low)]
        self._ru_at = self._ru_found.index(starts[0]) if starts else 0
        for block in self._ru_found:
            block.add_class("-found")
        self._ru_show()

    def _ru_show(self) -> None:
        line = self.query_one("#found", Static)
        if not self._ru_found:
            wanted = self._ru_wanted.strip()
            line.update(_("'{text}' is not in these rules.").format(text=wanted))
            return
        line.update(_("Place {at} of {all}").format(at=self._ru_at + 1, all=len(self._ru_found)))
        self.query_one("#body").scroll_to_widget(
            self._ru_found[self._ru_at], animate=False, top=True
        )

    def action_search(self) -> None:
        """Open the search line."""
        search = self.query_one(Input)
        search.add_class("-shown")
        search.focus()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        """What has been typed so far is looked for at once."""
        event.stop()
        if len(event.value.strip()) >= SHORTEST:
            self.find(event.value)

    @on(Input.Submitted)
    def _searched(self, event: Input.Submitted) -> None:
        event.stop()
        event.input.remove_class("-shown")
        self.query_one("#body").focus()
        if event.value.strip():
            self.find(event.value)

    def action_next(self, step: int) -> None:
        """The next or previous place."""
        if self._ru_found:
            self._ru_at = (self._ru_at + step) % len(self._ru_found)
        if self._ru_wanted:
            self._ru_show()
        else:
            words = keyed(self, _("Nothing was searched for yet: / searches."))
            self.query_one("#found", Static).update(words)

    def action_tutorial(self) -> None:
        """The tutorial of this game, over the rules; back to it, if they were opened from it."""
        from caravan_tui.screens.tutorial import TutorialScreen, open_tutorial

        if any(
            isinstance(one, TutorialScreen) and one.link.game == self._ru_game
            for one in self.app.screen_stack
        ):
            self.dismiss(None)
        else:
            open_tutorial(self.app, self._ru_game)

    def action_keys(self) -> None:
        """Every key that there is here."""
        self.app.open_keys([(_("Rules"), COMMANDS)])

    def on_key(self, event: Key) -> None:
        """A key without a use says so."""
        words = why_nothing(self, event)
        if words:
            self.query_one("#found", Static).update(words)

    def action_scroll(self, step: int) -> None:
        """A line up or down."""
        self.query_one("#body").scroll_relative(y=step, animate=False)

    def action_page(self, step: int) -> None:
        """A page up or down."""
        body = self.query_one("#body")
        body.scroll_relative(y=step * max(1, body.size.height - 2), animate=False)

    def action_close(self) -> None:
        """Back; Escape in the search line only closes that."""
        search = self.query_one(Input)
        if search.has_class("-shown"):
            search.remove_class("-shown")
            self.query_one("#body").focus()
        else:
            self.dismiss(None)
