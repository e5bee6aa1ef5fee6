"""The result of a match: who won and why, where the points came from, its story, and what next."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key
from textual.widgets import Static

from caravan_tui.i18n import _
from caravan_tui.presentation.aftermath import Aftermath
from caravan_tui.presentation.finished_match import FinishedMatch
from caravan_tui.presentation.result_answers import Answer
from caravan_tui.presentation.story import Story
from caravan_tui.screens.base import BaseDialog
from caravan_tui.screens.table import answer_bar
from caravan_tui.screens.table.answer_bar import AnswerBar
from caravan_tui.screens.table.result_cards import ResultCards
from caravan_tui.screens.table.result_layout import Needs, Page, Space, share_rows
from caravan_tui.screens.table.result_milestones import Milestones
from caravan_tui.screens.table.result_picture import ResultPicture
from caravan_tui.screens.table.result_points import PointsPage
from caravan_tui.screens.table.result_story import StoryPage
from caravan_tui.screens.table.result_tabs import ResultTabs
from caravan_tui.terminal.capabilities import is_remote_session
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import Command, bindings
from caravan_tui.widgets.dialog import CLOSE
from caravan_tui.widgets.wrapping import wrap_text

COMMANDS = (
    *answer_bar.ANSWER_COMMANDS.values(),
    Command("result.page", "space", "turn_page", "Next page",
            "Show the story and the points of the match."),
    Command("result.keys", "f2,question_mark", "keys", "Keys", "Show every key of this screen."),
)  # fmt: skip


class ResultScreen(BaseDialog[Answer]):
    """Returns what is to be done next; None: look at the table."""

    AUTO_FOCUS: ClassVar[str | None] = ""
    COMMANDS: ClassVar[Any] = (CLOSE, *COMMANDS)
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    ResultScreen > #window { width: 100%; max-width: 168; height: 100%; max-height: 100%;
        border: none; padding: 0 1; background: $background; }
    ResultScreen #headline { text-style: bold; height: auto; }
    ResultScreen #lead { height: auto; color: $accent; }
    ResultScreen #about { height: auto; color: $text-muted; }
    ResultScreen #pages { margin-top: 1; background: $surface; }
    ResultScreen #body { height: 1fr; }
    ResultScreen.-tight #pages { margin-top: 0; }
    ResultScreen.-large #pages { margin-top: 0; background: $background; }
    ResultScreen.-large #body { margin-top: 1; }
    ResultScreen #left { width: 1fr; height: 1fr; }
    ResultScreen #cards { height: 1fr; width: 1fr; }
    ResultScreen #news { min-height: 1; color: $text-success; }
    ResultScreen.-large #cards { height: auto; }
    ResultScreen.-wide { & #headline, & #lead, & #about { text-align: center; width: 100%; } }
    ResultScreen.-wide { & #answers, & #pages { align-horizontal: center; } }
    """

    def __init__(
        self,
        match: FinishedMatch,
        recall: Callable[[], Awaitable[Aftermath]] | None = None,
        takes_answers: bool = False,
    ) -> None:
        """`recall`: reads the match back; None: that cannot be done. `takes_answers`: at once."""
        super().__init__()
        self.match = match
        self.recall = recall
        self.page = Page.CARDS
        """The page that was turned to."""
        self.story = Story.unread(match)
        outcome = match.outcome
        self.picture = ResultPicture(outcome.winners, outcome.has_lost, outcome.large_words())
        self.seat_cards = ResultCards(outcome, match.sources, match.faces)
        self.milestones = Milestones(id="news")
        self.points = PointsPage(match, id=Page.POINTS)
        self.story_page = StoryPage(match, self.story, id=Page.STORY)
        self.tabs = ResultTabs(match.answers.close_title, id="pages")
        self.answers = AnswerBar(match.answers, outcome.has_lost, "answers", takes_answers)

    def compose(self) -> ComposeResult:
        """Picture, who won and why, three pages, what next."""
        with Vertical(id="window"):
            yield self.picture
            yield Static(self.match.outcome.headline(), id="headline", markup=False)
            yield Static(id="lead", markup=False)
            yield Static(id="about", markup=False)
            yield self.tabs
            with Horizontal(id="body"):
                with Vertical(id="left"):
                    with VerticalScroll(id=Page.CARDS, can_focus=False):
                        yield self.seat_cards
                        yield self.milestones
                    yield self.points
                yield self.story_page
            yield self.answers

    def on_mount(self) -> None:
        """Read the match back."""
        if self.app.animated and not (self.app.is_remote or is_remote_session()):
            self.picture.let_confetti_fall()
        self.fit_size()  # its first resize may come a moment later
        if self.recall is None:
            self.show_aftermath(Aftermath())
        else:
            self.read_back(self.recall)

    def on_resize(self) -> None:
        """Lay out anew for another size."""
        self.fit_size()

    # What is told

    @work(exclusive=True, group="recall")
    async def read_back(self, recall: Callable[[], Awaitable[Aftermath]]) -> None:
        """Read the match back and tell its story."""
        aftermath = await recall()
        if is_open(self):
            self.show_aftermath(aftermath)

    def show_aftermath(self, aftermath: Aftermath) -> None:
        """Show course, sentences and milestones."""
        self.story = Story.of(self.match, aftermath, self.app.ascii)
        self.story_page.show(self.story)
        if self.page is Page.STORY and not self.story.has_page:
            self.page = Page.CARDS
        self.fit_size()

    def lead(self) -> str:
        """What decided the match, in a line or two."""
        return self.match.lead_words(self.space.text_columns)

    def reasons(self) -> Sequence[str]:
        """Why the match ended, and what kind of match it was."""
        description = (", " if self.app.ascii else " · ").join(self.story.description)
        return self.match.reasons(description, self.space.text_columns)

    def show_texts(self) -> None:
        """Show what is between picture and pages."""
        lead = self.query_one("#lead", Static)
        lead.display = bool(self.lead())
        lead.update(self.lead())
        self.query_one("#about", Static).update("\n".join(self.reasons()))

    def show_milestones(self) -> None:
        """Show the milestones below the cards: as many as fit into a line, or one a line where
        there is no story to tell them."""
        milestones = self.story.milestones
        if self.story.has_page:
            line = milestones.that_fit(self.space.milestone_columns)
            self.milestones.show(line, milestones.missed, gap="  ")
        else:
            self.milestones.show(milestones.shortened[0], milestones.missed)

    # Layout

    @property
    def space(self) -> Space:
        """What the terminal has room for."""
        return Space(*self.app.size)

    def fit_size(self) -> None:
        """Lay out texts and pages for the size of the terminal."""
        space = self.space
        self.set_class(space.is_wide, "-wide")
        self.set_class(space.is_large, "-large")
        self.set_class(space.is_tight, "-tight")
        self.place_tabs()
        self.show_texts()
        self.show_milestones()
        self.show_page(self.page)

    def place_tabs(self) -> None:
        """Put the titles of pages above what they turn to, apart from the buttons; where everything
        is in sight, the keys that are left stand with these."""
        window, body = self.query_one("#window"), self.query_one("#body")
        children = list(window.children)
        is_above = children.index(self.tabs) < children.index(body)
        if self.space.is_large and is_above:
            window.move_child(self.tabs, after=body)
        elif not self.space.is_large and not is_above:
            window.move_child(self.tabs, before=body)

    def show_page(self, page: Page) -> None:
        """Show a page; in a wide window the story stands beside the others."""
        self.page = page
        space, has_story = self.space, self.story.has_page
        visible = space.visible_pages(page, has_story)
        for each in Page:
            self.query_one(f"#{each}").display = each in visible
        self.query_one("#left").display = Page.CARDS in visible or Page.POINTS in visible
        turned_to = [] if space.is_large else space.pages(has_story)
        self.tabs.show(turned_to, space.open_page(page))
        self.milestones.display = not (space.is_wide and has_story)
        self.story_page.fit(space)
        self.fit_rows()

    def fit_rows(self) -> None:
        """Share the rows between picture, cards, points and the curve of the story."""
        space, has_story = self.space, self.story.has_page
        texts = [self.match.outcome.headline(), self.lead(), *self.reasons()]
        needs = Needs(
            texts=sum(len(wrap_text(words, space.text_columns)) for words in texts if words),
            milestones=1 if has_story else max(1, len(self.story.milestones.shortened[0])),
            story=self.story_page.rows_below_curve(space),
            tables=self.points.fit(space),
            has_story=has_story,
            has_curve=bool(self.story_page.curve.display),
            cards_of=self.seat_cards.rows_of,
            picture_of=self.picture.rows_of,
        )
        shares = share_rows(space, self.page, needs)
        self.picture.take(shares.picture)
        self.story_page.set_curve_rows(shares.curve)
        if shares.cards is not None:
            self.seat_cards.take(shares.cards)

    def on_key(self, event: Key) -> None:
        """End the fall of the confetti; Textual calls this in addition to the base class's."""
        self.picture.rest()

    # Keys without a use, which a window without a frame has no foot for

    def show_answer(self, event: Key) -> None:
        """Write in the line of the pages that a key does nothing."""
        self.tabs.answer(self.answer_to(event, self.tabs.size.width - 2))

    def say(self, words: str) -> None:
        """Write in the line of the pages, until the next key; '': nothing."""
        self.set_class(bool(words), "-answers")
        self.tabs.answer(words)

    def show_foot(self) -> None:
        """Show the pages again."""
        self.tabs.answer("")

    # Pages

    def action_turn_page(self) -> None:
        """Show the next page, or say that there is none."""
        if self.space.is_large:
            self.say(_("There is no next page: everything is on this one."))
            return
        pages = self.space.pages(self.story.has_page)
        place = pages.index(self.page) if self.page in pages else 0
        self.show_page(pages[(place + 1) % len(pages)])

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("Result"), COMMANDS)])

    @on(ResultTabs.PageChosen)
    def _page_chosen(self, event: ResultTabs.PageChosen) -> None:
        event.stop()
        self.show_page(event.page)

    @on(ResultTabs.ActionChosen)
    async def _action_chosen(self, event: ResultTabs.ActionChosen) -> None:
        event.stop()
        await self.run_action(event.action)

    def key_down(self) -> None:
        """Scroll the page."""
        self._scroll(1)

    def key_up(self) -> None:
        """Scroll back."""
        self._scroll(-1)

    def _scroll(self, step: int) -> None:
        """Scroll the page a row, or say that there is nothing more of it."""
        page = self.query_one(f"#{self.page}")
        if not page.max_scroll_y:
            self.say(_("All of this page can be seen."))
        elif page.scroll_target_y == (page.max_scroll_y if step > 0 else 0):
            self.say(_("This is the end of the page.") if step > 0 else _("The page begins here."))
        elif step > 0:
            page.scroll_down()
        else:
            page.scroll_up()

    # Answers

    @property
    def takes_answers(self) -> bool:
        """Whether keys press buttons by now."""
        return self.answers.takes_answers

    def key_enter(self, event: Key) -> None:
        """Do what is lit, or say that this takes another Enter."""
        if self.focused is None:
            event.stop()  # else it would press the button, too
            if words := self.answers.press_lit():
                self.say(words)

    def key_left(self) -> None:
        """Focus the previous button."""
        self.say(self.answers.focus_beside(-1))

    def key_right(self) -> None:
        """Focus the next button."""
        self.say(self.answers.focus_beside(1))

    def action_answer(self, answer: str) -> None:
        """Answer by a key, or say that it comes too early."""
        self.say(self.answers.choose(Answer(answer)))

    @on(AnswerBar.Chosen)
    def _answered(self, event: AnswerBar.Chosen) -> None:
        event.stop()
        self.dismiss(None if event.answer is Answer.TABLE else event.answer)

    def action_close(self) -> None:
        """Back to the table, or to the list in which a finished match was opened."""
        if self.takes_answers:
            self.dismiss(None if self.match.answers.closes_to_table else Answer.HOME)
        else:
            self.say(answer_bar.too_early())
