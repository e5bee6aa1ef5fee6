"""The result of a match: who won and why, where the points came from, its story, and what next."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, ClassVar

from rich import box
from rich.cells import cell_len
from rich.measure import measure_renderables
from rich.table import Table
from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.events import Click, Key
from textual.message import Message
from textual.widgets import Button, Static

from caravan_tui.bus.messages import Position
from caravan_tui.games import registry
from caravan_tui.games.contract import Game
from caravan_tui.hosts.match_text import score_text
from caravan_tui.i18n import _
from caravan_tui.presentation.aftermath import Aftermath
from caravan_tui.presentation.result import (
    NAMED,
    Outcome,
    line_words,
    milestone_words,
    road_words,
    rounds_words,
)
from caravan_tui.screens.base import BaseDialog
from caravan_tui.screens.table.count_table import CountTable, points_tally
from caravan_tui.screens.table.curve import ScoreCurve
from caravan_tui.screens.table.result_cards import ResultCards
from caravan_tui.screens.table.result_picture import ResultPicture
from caravan_tui.screens.table.story import tell
from caravan_tui.widgets.board import Scene
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import Command, bindings, key_name
from caravan_tui.widgets.dialog import CLOSE
from caravan_tui.widgets.marks import seat_mark
from caravan_tui.widgets.seat_styles import seat_style
from caravan_tui.widgets.wrapping import wrap_text
from saves import road

GRACE_SECONDS = 1.0
"""How long the window takes no answer: a key that was meant for the table, such as the Enter that
played the last move, must not press a button."""

WIDE = 112
"""Columns from which the story stands beside the cards."""

HIGH = 44
"""Rows from which the points stand below the cards, where the window is wide."""

STORY_WIDTH, WIDEST = 44, 168
"""Columns of the story beside the cards, and of the window at most."""

PANEL_SIDES = 4
"""Columns that the panel of the points has at its sides in a large window."""

USUAL_STORY = 8
"""Rows of a usual story: kept free while it is not yet known, so that nothing moves."""

LEAST_PICTURE = 8
"""Rows of the picture for which the cards of seats are drawn lower."""

USUAL_PICTURE = 9
"""Rows of the picture that a long story beside the cards leaves it, where it can scroll."""

LEAST_CURVE, MOST_CURVE = 8, 16
"""Rows of the curve of scores."""

PAGES = ("cards", "story", "points")

COMMANDS = (
    Command("result.rematch", "r", "answer('fresh')", "Rematch",
            "Play again with the same players and a new deal."),
    Command("result.again", "s", "answer('again')", "Same deal",
            "Play again with the same players and deal. Marks the match as assisted."),
    Command("result.analysis", "a", "answer('analysis')", "Analysis",
            "Show turning points and better moves."),
    Command("result.replay", "v", "answer('replay')", "Replay", "Replay the match move by move."),
    Command("result.table", "t", "answer('look')", "Table", "Go back to the table."),
    Command("result.home", "q", "answer('home')", "Home", "Leave the table."),
    Command("result.page", "space", "turn_page", "Next page",
            "Show the story and the points of the match."),
    Command("result.keys", "f2,question_mark", "keys", "Keys", "Show every key of this screen."),
)  # fmt: skip

ANSWERS = {
    "fresh": "result.rematch",
    "again": "result.again",
    "analysis": "result.analysis",
    "replay": "result.replay",
    "look": "result.table",
    "home": "result.home",
}
"""What the window returns, in the order of its buttons, and the command of each."""


def rows_of(words: str, width: int) -> int:
    """The rows of a text in so many columns, one at least: a terminal may have fewer than the
    frame of the window takes."""
    return len(wrap_text(words, width))


class PageTab(Static):
    """The title of a page, to click."""

    DEFAULT_CSS = """
    PageTab { width: auto; height: 1; padding: 0 1; margin: 0 1 0 0; color: $text-muted; }
    PageTab.-shown { text-style: bold reverse; color: $primary; }
    PageTab:hover { color: $text; }
    """

    class Chosen(Message):
        """A page was clicked."""

        def __init__(self, page: str) -> None:
            super().__init__()
            self.page = page

    def __init__(self, page: str, title: str) -> None:
        super().__init__(title, id=f"page-{page}", markup=False)
        self.page = page

    def on_click(self, event: Click) -> None:
        """Choose the page."""
        event.stop()
        self.post_message(self.Chosen(self.page))


class ResultScreen(BaseDialog[str]):
    """Returns `home`, `fresh`, `again`, `replay`, `analysis`, or None to look at the table."""

    AUTO_FOCUS: ClassVar[str | None] = ""
    COMMANDS: ClassVar[Any] = (CLOSE, *COMMANDS)
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    ResultScreen > #window { width: 100%; max-width: 168; height: 100%; max-height: 100%;
        border: none; padding: 0 1; background: $background; }
    ResultScreen #headline { text-style: bold; height: auto; }
    ResultScreen #lead { height: auto; color: $accent; }
    ResultScreen .reason { height: auto; color: $text-muted; }
    ResultScreen #news { height: auto; min-height: 1; color: $text-success; }
    ResultScreen #body { height: 1fr; margin-top: 1; }
    ResultScreen.-tight #body { margin-top: 0; }
    ResultScreen #left { width: 1fr; height: 1fr; }
    ResultScreen .page { height: 1fr; width: 1fr; }
    ResultScreen.-wide #story { width: 44; margin-left: 2; }
    ResultScreen.-large #cards { height: auto; }
    ResultScreen .title { text-style: bold; color: $primary; margin-top: 1; height: auto; }
    ResultScreen #standing { height: 1; }
    ResultScreen #sentences { height: auto; margin-top: 1; }
    ResultScreen #milestones { height: auto; }
    ResultScreen #detail { height: auto; margin-top: 1; }
    ResultScreen #pages { height: 1; width: 100%; }
    ResultScreen #answers { height: 1; width: 100%; }
    ResultScreen Button { margin: 0 1 0 0; min-width: 0; padding: 0; }
    ResultScreen #points CountTable { margin-top: 1; }
    ResultScreen.-tight #points CountTable { margin-top: 0; }
    ResultScreen #tables { layout: vertical; height: auto; }
    ResultScreen.-beside #tables { layout: horizontal;
        & CountTable { width: auto; }
        & #detail { width: auto; margin: 1 0 0 4; } }
    ResultScreen.-wide { & #headline, & #lead, & .reason { text-align: center; width: 100%; } }
    ResultScreen.-wide { & #answers, & #pages { align-horizontal: center; } }
    ResultScreen.-large #points { height: auto; margin-top: 1; background: $surface;
        padding: 1 2 0 2;
        & CountTable { margin-top: 0; } }
    ResultScreen.-large.-beside #tables #detail { margin: 0 0 0 4; }
    """

    def __init__(
        self,
        scene: Scene[Any],
        position: Position,
        details: tuple[list[str], list[list[str]]] | None,
        can_restart: bool = True,
        can_rematch: bool = True,
        can_replay: bool = True,
        own_seats: Sequence[int] | None = None,
        events: Sequence[Any] = (),
        recall: Callable[[], Awaitable[Aftermath]] | None = None,
        levels: Mapping[str, str] | None = None,
        leads_back: bool = False,
        closes_to_table: bool = True,
        road_title: str = "",
    ) -> None:
        """`details`: column titles and rows, see `Board.result`; `can_…`: which buttons to show;
        `own_seats`: of the people at this terminal, by default that of the scene; `events`: all of
        the match; `recall`: reads the match back; `levels`: what kinds of players are called;
        `leads_back`: whether leaving leads to a list of matches, not home; `closes_to_table`:
        whether Escape shows the table; `road_title`: the station of the road at which the match
        was played, to which leaving leads back; empty: none."""
        super().__init__()
        self.scene = scene
        self.position = position
        self.details = details
        self.can_restart = can_restart
        self.can_rematch = can_rematch
        self.can_replay = can_replay
        self.leads_back = leads_back
        self.closes_to_table = closes_to_table
        self.road_title = road_title
        self.recall = recall
        self.levels = levels or {}
        self.game: Game[Any] = registry.get(position.view["game"])
        if own_seats is None:
            own_seats = [] if scene.seat is None else [scene.seat]
        ranks = position.ranks or [1] * len(scene.names)
        self.outcome = Outcome(scene.names, position.view["scores"], ranks, own_seats)
        view = scene.view
        self.sources = self.game.sources(view)
        self.tie_breaks = self.game.tie_breaks(view)
        tie = self.outcome.tie_words(self.tie_breaks)
        reason = self.game.ending(events, view, scene.names)
        self.why = " ".join(words for words in (reason, tie) if words)
        """Why the match ended, and which tie-break decided."""
        self.about_words = self.about("")
        self.takes_answers = False
        self.wants_to_leave = False
        """Whether leaving was asked for before answers are taken: then it comes with them."""
        self.sentences: Sequence[str] = [_("Reading the match back …")]
        self.news: Sequence[str] = ()
        """The milestones of the match in words."""
        self.missed = ""
        """That the goal of a station was missed, if it is among them."""
        self.short_news: Sequence[Sequence[str]] = ((),)
        """The same for a line: deeds by their names alone, each time fewer of them named."""
        self.needed_news = 0
        """How many of them the line is to have at least: how a station went, and the deeds."""
        self.has_story = True
        """Whether there is more to tell than milestones, which the cards have room for; not known
        before the match is read back."""
        self.page = PAGES[0]
        self.picture = ResultPicture(
            self.outcome.winners, self.outcome.has_lost, self.outcome.large_words()
        )
        self.seat_cards = ResultCards(self.outcome, self.sources, scene.faces)

    # Layout

    def compose(self) -> ComposeResult:
        """Picture, who won and why, three pages, what next."""
        with Vertical(id="window"):
            yield self.picture
            yield Static(self.outcome.headline(), id="headline", markup=False)
            yield Static(id="lead", markup=False)
            yield Static(id="about", classes="reason", markup=False)
            with Horizontal(id="body"):
                with Vertical(id="left"):
                    with VerticalScroll(id="cards", classes="page", can_focus=False):
                        yield self.seat_cards
                        yield Static(id="news", markup=False)
                    points = VerticalScroll(id="points", classes="page", can_focus=False)
                    with points, Container(id="tables"):
                        tally = points_tally(self.sources, self.broken_ties())
                        yield CountTable(tally, self.scene.names)
                        if self.details:
                            yield Static(self.detail_table(*self.details), id="detail")
                with VerticalScroll(id="story", classes="page", can_focus=False):
                    yield Static(self.standing(), id="standing")
                    yield ScoreCurve(id="curve")
                    yield Static("\n".join(self.sentences), id="sentences", markup=False)
                    yield Static(id="milestones", markup=False)
            with Horizontal(id="pages"):
                for page, title in self.page_titles():
                    yield PageTab(page, title)
            with Horizontal(id="answers"):
                buttons = self.buttons()
                suggested = self.suggested([key for key, _label in buttons])
                for key, label in buttons:
                    classes = "-suggested" if key == suggested else ""
                    yield Button(label, id=f"answer-{key}", classes=classes, compact=True)

    def page_titles(self) -> list[tuple[str, str]]:
        """The name and the title of each page, and of what keys do: the next page, all keys, and
        where Escape leads."""
        titles = {"cards": _("Result"), "story": _("Story"), "points": _("Points")}
        back = _("Close") if self.closes_to_table else self.home_title
        return [(page, titles[page]) for page in PAGES] + [
            ("next", _("{key} next page").format(key=key_name(self, "result.page"))),
            ("keys", f"{key_name(self, 'result.keys')} {_('Keys')}"),
            ("close", f"{key_name(self, CLOSE.id)} {back}"),
        ]

    def buttons(self) -> list[tuple[str, Text]]:
        """The answer and the label of each button, with its key."""
        is_playing = self.scene.seat is not None
        is_offered = {
            "fresh": is_playing and self.can_rematch,
            "again": is_playing and self.can_restart,
            "analysis": self.can_replay,
            "replay": self.can_replay,
        }
        titles = {
            "fresh": _("Try again") if self.road_title else _("Rematch"),
            "again": _("Same deal"),
            "analysis": _("Analysis"),
            "replay": _("Replay"),
            "look": _("Table"),
            "home": self.home_title,
        }
        return [
            (answer, Text.assemble((key_name(self, command), "bold"), f" {titles[answer]}"))
            for answer, command in ANSWERS.items()
            if is_offered.get(answer, True)
        ]

    def suggested(self, answers: Sequence[str]) -> str:
        """The answer that is lit as the next thing to do: after a loss to see what went wrong,
        after a win to go on along the Road or to play again; '' if none of them is offered."""
        if self.outcome.has_lost:
            wanted = ["fresh"] if self.road_title else ["analysis", "fresh"]
        else:
            wanted = ["home"] if self.road_title else ["fresh", "analysis"]
        return next((answer for answer in wanted if answer in answers), "")

    @property
    def home_title(self) -> str:
        """Where leaving leads."""
        if self.road_title:
            return _("The Road")
        return _("Back") if self.leads_back else _("Home")

    def about(self, daily: str, rounds: int = 0) -> str:
        """The game, and what kind of match it was; `daily`: the day of a daily match; `rounds`:
        how many were played, 0 if that is not known yet."""
        words = [registry.short_name(self.game.spec.id)]
        if rounds > 1:  # of a match of one hand it would say nothing
            words.append(rounds_words(self.game.spec.round_word, rounds))
        if self.road_title:
            words.append(self.road_title)
        if daily:
            words.append(_("Daily desert of {day}").format(day=daily))
        me = self.outcome.me
        if me is not None and (named := road.load().named(self.outcome.names[me])):
            words.append(named)
        if self.position.assisted:
            words.append(_("assisted, so it does not count"))
        return (", " if self.scene.ascii else " · ").join(words)

    def broken_ties(self) -> Sequence[Any]:
        """What breaks ties, if seats have equal scores."""
        scores = self.position.view["scores"]
        return self.tie_breaks if len(set(scores)) < len(scores) else ()

    def detail_table(self, columns: list[str], rows: list[list[str]]) -> Table:
        """The game's own table; closer where columns are many."""
        cells = [[self.with_mark(cell) for cell in row] for row in rows]
        widths = [
            max(cell_len(column), *(row[number].cell_len for row in cells))
            for number, column in enumerate(columns)
        ]
        has_room = sum(widths) + 3 * len(columns) <= 70
        table = Table(box=box.SIMPLE_HEAD, padding=(0, int(has_room)), show_edge=False)
        for number, column in enumerate(columns):
            table.add_column(column, justify="right" if number else "left")
        for row in cells:
            table.add_row(*row)
        return table

    def with_mark(self, cell: str) -> Text:
        """A cell; the name of a seat with its mark and in its colour."""
        names = list(self.scene.names)
        if cell not in names:
            return Text(cell)
        seat = names.index(cell)
        return Text(f"{seat_mark(seat, self.scene.ascii)} {cell}", seat_style(self, seat))

    def standing(self) -> Text:
        """Every seat with its mark and score, the best first: what the curve's marks mean."""
        outcome = self.outcome
        parts = [
            Text.assemble(
                self.with_mark(outcome.names[seat]), f" {score_text(outcome.scores[seat])}"
            )
            for seat in outcome.order
        ]
        return Text("   ").join(parts)

    def on_mount(self) -> None:
        """Take answers in a moment; read the match back."""
        self.set_timer(GRACE_SECONDS, self.take_answers)
        if self.app.animated:
            self.picture.let_confetti_fall()
        self.fit_size()  # its first resize may come a moment later
        if self.recall is None:
            self.show_aftermath(Aftermath())
        else:
            self.read_back(self.recall)

    def on_resize(self) -> None:
        """Lay out anew for another size."""
        self.fit_size()

    def fit_size(self) -> None:
        """Share the rows between picture and cards, and lay out the pages for the size."""
        width, height = self.app.size
        is_wide = width >= WIDE
        self.set_class(is_wide, "-wide")
        self.set_class(is_wide and height >= HIGH, "-large")
        self.set_class(height < 28, "-tight")
        self.show_texts()
        self.show_news()
        self.show_page(self.page)

    def share_rows(self) -> None:
        """Make the cards as high as leaves room for the picture, then the picture as high as it
        may be."""
        width, height = self.app.size
        texts = sum(rows_of(words, min(width, WIDEST) - 2) for words in self.texts())
        is_wide, is_large = self.has_class("-wide"), self.has_class("-large")
        below = 2 + (not self.has_class("-tight"))
        free = height - texts - below
        tables = self.table_rows() if is_large else 0
        if is_large:
            free -= tables + (0 if self.has_story else self.news_rows)
        elif not is_wide or not self.has_story:
            free -= self.news_rows
        if not is_wide and self.page != PAGES[0]:
            is_story = self.page == "story"
            self.picture.set_rows(0 if is_story else free - self.table_rows())
            self.set_curve_rows(free - self.story_rows() - 1)
            return
        self.set_curve_rows(LEAST_CURVE)
        cards = self.seat_cards.take(free - LEAST_PICTURE)
        if is_large:
            picture = self.picture.set_rows(free - cards)
            rows = free - picture + tables - self.story_rows() - 1
            self.query_one(ScoreCurve).styles.height = max(rows, LEAST_CURVE)
            return
        curve = LEAST_CURVE if self.query_one(ScoreCurve).display else 0
        story = curve + max(self.story_rows(), USUAL_STORY) if is_wide else 0
        usual = max(cards, min(story, LEAST_CURVE + USUAL_STORY))
        # a story with many deeds scrolls, so that the picture keeps some of its rows
        self.picture.set_rows(max(free - max(cards, story), min(free - usual, USUAL_PICTURE)))

    def table_rows(self) -> int:
        """Rows of the points and of the game's own table, which stand side by side where they
        can."""
        table = self.query_one(CountTable)
        is_panel = self.has_class("-large")
        # the cards above a panel have the sources already
        table.display = not is_panel or self.details is None
        rows = table.tally.rows + 2 + is_panel
        details = self.query("#detail")
        self.set_class(bool(details), "-beside")
        if not details or self.details is None:
            return rows
        console = self.app.console
        needed = measure_renderables(
            console, console.options, [self.detail_table(*self.details)]
        ).maximum
        column = min(self.app.size.width, WIDEST) - 4 - PANEL_SIDES * is_panel
        if self.has_class("-wide"):
            column -= STORY_WIDTH
        is_beside = table.get_content_width(None, None) + 4 + needed <= column
        self.set_class(is_beside, "-beside")
        detail_rows = len(self.details[1]) + 3 + (is_panel and is_beside)
        if not table.display:
            return detail_rows + 1
        return max(rows, detail_rows) if is_beside else rows + detail_rows

    def set_curve_rows(self, rows: int) -> None:
        """Draw the curve this high, within bounds."""
        self.query_one(ScoreCurve).styles.height = min(max(rows, LEAST_CURVE), MOST_CURVE)

    def texts(self) -> list[str]:
        """The texts between picture and pages: who won, why, what kind of match it was."""
        texts = (self.outcome.headline(), self.lead_words, *self.reasons())
        return [words for words in texts if words]

    @property
    def lead_words(self) -> str:
        """What decided the match, in a line."""
        return self.outcome.lead_words(self.sources, self.room)

    @property
    def room(self) -> int:
        """Columns of the texts."""
        return min(self.app.size.width, WIDEST) - 2

    def reasons(self) -> list[str]:
        """Why the match ended, and what kind of match it was: in a line where there is room."""
        whole = f"{self.why} {self.about_words}" if self.why else self.about_words
        if cell_len(whole) <= self.room:
            return [whole]
        return [self.why, self.about_words]

    def show_texts(self) -> None:
        """Show what is between picture and pages."""
        lead = self.query_one("#lead", Static)
        lead.display = bool(self.lead_words)
        lead.update(self.lead_words)
        self.query_one("#about", Static).update("\n".join(self.reasons()))

    def story_rows(self) -> int:
        """Rows of the story below the curve."""
        width = STORY_WIDTH if self.has_class("-wide") else self.app.size.width - 2
        texts = [*self.sentences, *(f"* {words}" for words in self.news)]
        return sum(rows_of(words, width) for words in texts) + 1 + bool(self.news)

    # Pages

    def show_page(self, page: str) -> None:
        """Show a page; in a wide window the story stands beside the others."""
        self.page = page
        is_wide, is_large = self.has_class("-wide"), self.has_class("-large")
        if is_wide and page == "story":
            page = "cards"
        visibility = {
            "cards": page == "cards" or is_large,
            "points": page == "points" or is_large,
            "story": page == "story" or (is_wide and self.has_story),
        }
        for name, is_shown in visibility.items():
            self.query_one(f"#{name}").display = is_shown
        self.query_one("#left").display = visibility["cards"] or visibility["points"]
        for tab in self.query(PageTab):
            tab.set_class(tab.page == page, "-shown")
            turning = () if is_large else (*self.pages(), "next")
            tab.display = tab.page in (*turning, "keys", "close")
        self.query_one("#news").display = not (is_wide and self.has_story)
        self.query_one("#standing").display = not is_wide and self.query_one(ScoreCurve).display
        self.share_rows()

    def pages(self) -> list[str]:
        """The pages that can be turned to: the story stands beside them in a wide window."""
        has_page = self.has_story and not self.has_class("-wide")
        return [page for page in PAGES if page != "story" or has_page]

    def action_turn_page(self) -> None:
        """Show the next page."""
        pages = self.pages()
        place = pages.index(self.page) if self.page in pages else 0
        self.show_page(pages[(place + 1) % len(pages)])

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("Result"), COMMANDS)])

    @on(PageTab.Chosen)
    def _page_chosen(self, event: PageTab.Chosen) -> None:
        event.stop()
        if event.page in PAGES:
            self.show_page(event.page)
        elif event.page == "keys":
            self.action_keys()
        elif event.page == "close":
            self.action_close()
        else:
            self.action_turn_page()

    # The story

    @work(exclusive=True, group="recall")
    async def read_back(self, recall: Callable[[], Awaitable[Aftermath]]) -> None:
        """Read the match back and tell its story."""
        aftermath = await recall()
        if is_open(self):
            self.show_aftermath(aftermath)

    def show_aftermath(self, aftermath: Aftermath) -> None:
        """Show course, sentences and milestones."""
        spec, outcome, course = self.game.spec, self.outcome, aftermath.course
        curve = self.query_one(ScoreCurve)
        # a score that is counted once, at the end, has no course
        curve.display = course is not None and course.changes > 1
        self.sentences = [_("This match is not saved, so its story can't be told.")]
        if course is not None:
            curve.show(
                course,
                registry.round_text(spec.id, 1),
                registry.round_text(spec.id, course.last_round),
            )
            self.sentences = tell(course, outcome.names, outcome.ranks, spec.round_word)
        self.query_one("#sentences", Static).update("\n".join(self.sentences))
        rounds = course.last_round if course is not None else 0
        self.about_words = self.about(aftermath.daily, rounds)
        self.show_texts()
        self.news = [milestone_words(milestone, self.levels) for milestone in aftermath.milestones]
        milestones = aftermath.milestones
        self.short_news = [
            line_words(milestones, self.levels, named) for named in range(NAMED, -1, -1)
        ]
        self.needed_news = int(any(milestone.kind == "deed" for milestone in milestones))
        if aftermath.stars is not None:
            on_road = road_words(aftermath.stars, self.app.ascii)
            self.missed = "" if aftermath.stars else on_road
            self.news = [on_road, *self.news]
            self.short_news = [[on_road, *news] for news in self.short_news]
            self.needed_news += 1
        story = self.starred(self.news, "\n")
        self.query_one("#milestones", Static).update(Text("\n") + story if self.news else "")
        self.has_story = bool(self.sentences or curve.display)
        self.show_news()
        self.show_page(self.page if self.has_story or self.page != "story" else PAGES[0])

    @property
    def news_rows(self) -> int:
        """Rows of the milestones below the cards, also before they are known: a line beside a
        story, else one each."""
        return 1 if self.has_story else max(1, len(self.short_news[0]))

    @property
    def star(self) -> str:
        """What stands before a milestone."""
        return "*" if self.app.ascii else "☼"

    def show_news(self) -> None:
        """Show the milestones below the cards: as many as fit into a line, or one a line."""
        news = self.starred(self.short_news[0], "\n")
        if self.has_story:
            news = self.news_line()
        self.query_one("#news", Static).update(news)

    def starred(self, news: Sequence[str], gap: str) -> Text:
        """Milestones, each after a star; a goal that was missed has another sign and colour."""
        text = Text()
        for words in news:
            text.append(gap if text else "")
            is_missed = words == self.missed
            missed_sign = "x" if self.app.ascii else "✗"
            style = self.app.theme_variables["text-error"] if is_missed else ""
            text.append(f"{missed_sign if is_missed else self.star} {words}", style)
        return text

    def news_line(self) -> Text:
        """As many milestones as fit into a line, with fewer deeds named where these would not."""
        room = self.app.size.width - 4
        line = Text()
        for news in self.short_news:
            counts = range(1, len(news) + 1)
            lines = [self.starred(news[:count], "  ") for count in counts]
            fitting = [longer for longer in lines if longer.cell_len <= room]
            line = fitting[-1] if fitting else line
            if len(fitting) >= self.needed_news:
                break
        return line

    # Answers

    def take_answers(self) -> None:
        """Take answers from now on. No button has the focus yet: the Enter of somebody who leafs
        through the end of a match must not leave the result."""
        self.takes_answers = True
        if self.wants_to_leave and self.is_active:
            self.action_answer("home")

    def on_descendant_focus(self) -> None:
        """Light only what Enter does."""
        self.query("#answers Button").remove_class("-suggested")

    def focus_first(self) -> bool:
        """Focus a button that begins no match, if none has the focus. Return whether it did."""
        if self.focused is not None or not self.takes_answers:
            return False
        first = "#answer-home" if self.road_title else "#answer-analysis, #answer-look"
        self.query(first).first().focus()
        return True

    def key_enter(self, event: Key) -> None:
        """Focus a button; the next Enter presses it."""
        if self.focus_first():
            event.stop()  # else it would press the button, too

    def shown_page(self) -> VerticalScroll:
        """The page that the arrows scroll."""
        return self.query_one(f"#{self.page}", VerticalScroll)

    def key_down(self) -> None:
        """Scroll the page."""
        self.shown_page().scroll_down()

    def key_up(self) -> None:
        """Scroll back."""
        self.shown_page().scroll_up()

    def key_left(self) -> None:
        """Focus the previous button."""
        self.move_focus(self.focus_previous)

    def key_right(self) -> None:
        """Focus the next button."""
        self.move_focus(self.focus_next)

    def move_focus(self, move: Callable[[], object]) -> None:
        """Move on from the focused button, or from the lit one while none has the focus."""
        if not self.takes_answers:
            return
        if self.focused is None:
            lit = self.query("#answers Button.-suggested")
            if not lit:
                self.focus_first()
                return
            self.set_focus(lit.first(), scroll_visible=False)
        move()

    def action_answer(self, answer: str) -> None:
        """Answer by a key, if there is a button for it. Leaving is no answer that a key meant for
        the table could give by mistake, so it is not lost where it comes too early."""
        self.wants_to_leave = answer == "home"
        if self.takes_answers and self.query(f"#answer-{answer}"):
            self.dismiss(None if answer == "look" else answer)

    @on(Button.Pressed, "#answers Button")
    def _answer(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_answer((event.button.id or "").removeprefix("answer-"))

    def action_close(self) -> None:
        """Back to the table, or to the list in which a finished match was opened."""
        if self.takes_answers:
            self.dismiss(None if self.closes_to_table else "home")
