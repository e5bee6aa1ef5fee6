"""What home tells of the selected entry: a board or an emblem, facts, the seats of Continue."""

from __future__ import annotations

from rich.text import Text
from textual import getters, work
from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.widgets import Static

from caravan_tui.games import registry
from caravan_tui.games.registry import game_name
from caravan_tui.i18n import _, capital
from caravan_tui.presentation.lessons import how_far_words
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.game_pictures import EMBLEM_ROWS, Emblem, beside_sign
from caravan_tui.screens.home.entries import (
    AGAIN,
    CONTINUE,
    FIRST,
    GAME,
    LEARN,
    easiest_game,
    place_words,
)
from caravan_tui.screens.home.game_card import (
    game_card,
    game_facts,
    key_links,
    rules_summary,
    unfinished_card,
)
from caravan_tui.screens.home.overview import Overview
from caravan_tui.settings import SETTINGS
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.drawn import pens_of
from caravan_tui.widgets.updates import update_if_changed
from saves import tutorial_progress

SEAT_ROWS, CONTINUE_ROWS = 3, 4
"""Rows of a seat of Continue with its face, and of what is said above the seats."""


class HomeCard(Vertical):
    """Describes one entry, as large as there is room."""

    app = getters.app(BaseApp)

    DEFAULT_CSS = """
    HomeCard { width: 1fr; height: 1fr;
        & #board, & Emblem { display: none; }
        & #board { width: 1fr; height: 100%; max-height: 32; align: center top; }
        & #caption { dock: top; height: 1; width: 1fr; text-align: center; color: $text-muted; }
        & #text { width: 1fr; height: 1fr; padding: 0 1; scrollbar-size: 1 1; }
        & #seats { display: none; height: auto; margin: 1 0 0 0; }
        & #facts { padding: 0 1 0 0; link-color: $accent; link-style: none;
            link-background: $surface; }
        &.-emblem Emblem { display: block; }
        &.-emblem #text { padding: 0 0 0 1; scrollbar-size: 0 0; }
        &.-pictured { layout: horizontal; }
        &.-pictured #board { display: block; }
        &.-pictured #text { width: 36; padding: 0 1 0 2; }
        &.-place #text { padding: 1 2; }
    }
    """

    facts = getters.query_one("#facts", Static)

    def __init__(self) -> None:
        super().__init__(id="card")
        self.has_board = False
        """Whether there is room for the whole of a board."""
        self.has_summary = False
        """Whether there is room for what the rules of a game begin with."""
        self._place = ""
        self._overview = Overview()

    def compose(self) -> ComposeResult:
        """The board on the left, or the emblem above; then the facts."""
        with Container(id="board"):
            yield Static(_("The board is being set up …"), id="caption", markup=False)
        yield Emblem()
        with VerticalScroll(id="text", can_focus=False):
            yield Static(id="facts", markup=False)
            yield Container(id="seats")

    def show(self, place: str, overview: Overview) -> None:
        """Describe an entry, with a picture of its game."""
        self._place, self._overview = place, overview
        game = overview.game_of(place)
        self.set_class(self.has_board, "-pictured")
        self.set_class(not game, "-place")
        self.set_class(self.has_emblem, "-emblem")
        self.query_one(Emblem).show(game if self.has_emblem else "")
        update_if_changed(self.facts, self._describe())
        self._show_standing()
        if self.has_board and self.app.host_ready.is_set():
            self._show_board()

    @property
    def has_emblem(self) -> bool:
        """Whether the emblem of the game is there instead of a board; above the seats of
        Continue."""
        pens, header = pens_of(self.app, self.app.ascii), self._overview.header
        if self.has_board or not (self._overview.game_of(self._place) and pens.has_pixels):
            return False
        seats = len(header.seats) if header and self._place == CONTINUE else 0
        needed = EMBLEM_ROWS + 1 + SEAT_ROWS * seats + CONTINUE_ROWS
        return not seats or self.size.height >= needed

    def _show_standing(self) -> None:
        """Show the seats of the match that Continue opens, with faces."""
        seats, header = self.query_one("#seats", Container), self._overview.header
        seats.display = self._place == CONTINUE and header is not None
        if not seats.display or header is None:
            return
        from caravan_tui.screens.saved.standing import Standing  # not needed for the first frame

        standing = next(iter(seats.query_children(Standing)), None)
        if standing is None:
            standing = Standing()
            seats.mount(standing)
        used = CONTINUE_ROWS + (EMBLEM_ROWS + 1 if self.has_emblem else 0)
        standing.show(header, self.size.height - used)

    @work(exclusive=True, group="board")
    async def _show_board(self) -> None:
        """Show what the entry is about: the match of Continue as it stands, the last one of a game,
        the match or the problem of the day, the map of the Road; of a game that was never played a
        match that nobody plays."""
        # not needed for the first frame
        from caravan_tui.screens.home.cutout import pictured

        match = self._overview.match_of(self._place)
        shown = await pictured(self.app.host, self._place, *match)
        if not is_open(self.screen) or not self.query("#board"):
            return
        shown.put_into(self.query_one("#board", Container))
        self.query_one("#caption", Static).update(shown.caption)

    # Words

    def _describe(self) -> Text:
        place, overview = self._place, self._overview
        if place == AGAIN or place.startswith(GAME):
            return self._describe_game(overview.game_of(place))
        if place == CONTINUE and overview.unfinished is not None:
            card = unfinished_card(overview.unfinished, has_seats=overview.header is not None)
            if self.has_emblem or self.has_board:
                return card
            return beside_sign(overview.unfinished.game, card, pens_of(self.app, self.app.ascii))
        if place in (LEARN, FIRST):
            return self._describe_welcome(place)
        text = Text().append(place_words(place), "bold")
        if place == "settings":
            text.append_text(self._describe_settings())
        if place in overview.lists:
            text.append("\n\n").append_text(overview.lists[place])
        return text

    def _describe_game(self, game_id: str) -> Text:
        """What a game is, the user's record, and the keys."""
        record = self._overview.records.get(game_id, "")
        if self.has_board:
            card = game_facts(game_id, self.app.ascii, is_narrow=True)
            summary = _(registry.spec(game_id).summary)
            words = rules_summary(game_id) if self.has_summary else summary
            card.append(f"\n\n{record}" if record else "")
            card.append("\n\n").append_text(self._links(game_id, "\n"))
            card.append(f"\n\n{words}")
            return card
        if self.has_emblem:
            card = game_facts(game_id, self.app.ascii)
            card.append(f"\n{_(registry.spec(game_id).summary)}\n")
            card.append(f"{record}\n" if record else "")
        else:
            colour = self.app.theme_variables.get("primary", "")
            card = game_card(game_id, record, colour, self.app.ascii)
        return card.append_text(self._links(game_id, "  "))

    def _links(self, game_id: str, between: str) -> Text:
        """What can be done with a game, and the keys for it."""
        return key_links(self, tutorial_progress.load().get(game_id), between)

    def _describe_settings(self) -> Text:
        """The settings that people change most, as they are."""
        from caravan_tui.screens.theme_chooser import theme_title  # not needed for the first frame

        text = Text("\n")
        for name in ("theme", "language", "name", "pace", "animations"):
            setting, value = SETTINGS[name], str(getattr(self.app.settings, name))
            if value:
                text.append(f"\n{_(setting.title)}: ", "dim")
                label = theme_title(value) if name == "theme" else setting.labels.get(value, value)
                text.append(_(label))
        return text

    def _describe_welcome(self, place: str) -> Text:
        """What somebody who has played nothing yet can begin with, or a tutorial to go on with."""
        if place == LEARN and self._overview.is_lesson_begun:
            card = self._describe_lesson(self._overview.lesson)
            return self._with_facts(card, place)
        card = Text().append(_("Welcome to the caravan.") + "\n\n", "bold")
        if place == LEARN:
            text = _("Press Enter or click to learn {game} by playing, in ten minutes.")
            card.append(text.format(game=game_name(tutorial_progress.game_to_learn())))
        else:
            text = _("Press Enter or click to play {game} against a Porter, an easy opponent.")
            card.append(text.format(game=game_name(easiest_game())))
        card.append("\n\n" + _("Or choose another game with ↓ or a click."))
        return self._with_facts(card, place)

    @staticmethod
    def _describe_lesson(game_id: str) -> Text:
        """A tutorial that was left half-way."""
        how_far = how_far_words(tutorial_progress.load().get(game_id))
        card = Text().append(_("You were learning {game}.").format(game=game_name(game_id)), "bold")
        card.append(f"\n\n{capital(how_far)}. ")
        return card.append(_("Press Enter or click to go on where you left it."))

    def _with_facts(self, card: Text, place: str) -> Text:
        """What is said of a first match or a tutorial, with the facts of the game where there is
        room."""
        if self.has_board:
            game_id = self._overview.game_of(place)
            card.append("\n\n\n").append_text(game_facts(game_id, self.app.ascii, is_narrow=True))
            card.append("\n\n" + rules_summary(game_id))
        return card
