"""The story of a match at its result: the course of scores, a few sentences, its milestones."""

from __future__ import annotations

from rich.text import Text
from textual import getters
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from caravan_tui.games import registry
from caravan_tui.hosts.match_text import score_text
from caravan_tui.i18n import _
from caravan_tui.presentation.finished_match import FinishedMatch
from caravan_tui.presentation.story import Story
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.table.curve import ScoreCurve
from caravan_tui.screens.table.result_layout import WINDOW_SIDES, Space
from caravan_tui.screens.table.result_milestones import Milestones
from caravan_tui.widgets.dunes import Dunes
from caravan_tui.widgets.seat_styles import player_text
from caravan_tui.widgets.wrapping import wrap_text


class StoryPage(VerticalScroll, can_focus=False):
    """The curve with the names of its seats, and what is told below it."""

    app = getters.app(BaseApp)
    curve = getters.query_one(ScoreCurve)

    DEFAULT_CSS = """
    StoryPage { height: 1fr; width: 1fr;
        &.-beside { width: 44; margin-left: 2; }
        & > #standing { height: 1; }
        & > #sentences { height: auto; margin-top: 1; }
        & > #milestones { display: none; margin-top: 1; } }
    """

    def __init__(self, match: FinishedMatch, story: Story, id: str) -> None:
        super().__init__(id=id)
        self.match = match
        self.story = story

    def compose(self) -> ComposeResult:
        """Who is who, the curve, sentences, milestones, and a picture where there is no curve."""
        yield Static(self._standing(), id="standing")
        yield ScoreCurve(id="curve")
        yield Static("\n".join(self.story.sentences), id="sentences", markup=False)
        yield Milestones(id="milestones")
        yield Dunes()

    def show(self, story: Story) -> None:
        """Show another story."""
        self.story = story
        course, game = story.course, self.match.game.spec.id
        self.curve.display = course is not None
        if course is not None:
            first, last = (registry.round_text(game, number) for number in (1, course.last_round))
            if story.is_running:
                first, last = _("start"), _("end")
            self.curve.show(course, first, last)
        self.query_one("#sentences", Static).update("\n".join(story.sentences))
        milestones = self.query_one(Milestones)
        milestones.display = bool(story.milestones.whole)
        milestones.show(story.milestones.whole, story.milestones.missed)

    def fit(self, space: Space) -> None:
        """Stand beside the other pages, or alone: then the marks of the curve are explained."""
        self.set_class(space.is_wide, "-beside")
        self.query_one(Dunes).display = not (space.is_wide or self.curve.display)
        standing = self.query_one("#standing", Static)
        standing.display = self.curve.display
        standing.update(self._heading(space))

    def set_curve_rows(self, rows: int) -> None:
        """Draw the curve this high."""
        self.curve.styles.height = rows

    def rows_below_curve(self, space: Space) -> int:
        """Rows of what is told below the curve."""
        milestones = self.story.milestones.whole
        texts = [*self.story.sentences, *(f"* {words}" for words in milestones)]
        rows = sum(len(wrap_text(words, space.story_columns)) for words in texts)
        return rows + 1 + bool(milestones) + (space.is_wide and bool(self.curve.display))

    def _heading(self, space: Space) -> Text:
        """What a step of the curve is, as rounds are not evenly long, and alone whose each is."""
        words = _("Points after each turn")
        if self.story.is_running:
            words = _("Points if counted after each turn")
        steps = Text(words, "dim")
        standing = self._standing()
        if space.is_wide:
            return steps
        gap = space.width - WINDOW_SIDES - standing.cell_len - steps.cell_len
        return Text.assemble(standing, " " * gap, steps) if gap > 2 else standing

    def _standing(self) -> Text:
        """Every seat with its mark and score, the best first: what the curve's marks mean."""
        outcome = self.match.outcome
        parts = []
        for seat in outcome.order:
            player = player_text(self, seat, outcome.names[seat], self.app.ascii)
            parts.append(Text.assemble(player, f" {score_text(outcome.scores[seat])}"))
        return Text("   ").join(parts)
