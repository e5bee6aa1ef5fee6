"""The match under the cursor of the lobby: in words, and with a picture of its game."""

from __future__ import annotations

from typing import Literal

from rich.text import Text
from textual import getters, work
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.widgets import Static

from caravan_tui.bus.lobby_messages import MatchRow
from caravan_tui.games import registry
from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.game_pictures import EMBLEM_ROWS, Emblem
from caravan_tui.screens.home.game_card import game_facts
from caravan_tui.screens.lobby.match_text import card_text, facts_text, seat_lines, title_text
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.drawn import pens_of
from caravan_tui.widgets.still_board import LEAST_HEIGHT, LEAST_WIDTH
from caravan_tui.widgets.updates import update_if_changed

LEAST_ROWS, MOST_ROWS = 3, 6
"""Rows of a card for which a long list leaves no room: as many as its words need, up to a limit."""

WORDS_WIDTH, MARGINS = 32, 2
"""Columns of the words beside a board, and of the blanks around words."""

Picture = Literal["", "emblem", "above", "beside"]
"""Of the match that is shown: none, the emblem of its game, an example of its board above the words
or beside them."""

BOARD_ROWS = 16
"""Rows of a board above the words, at least."""

WORDS_BELOW_BOARD = 9
"""Rows of the words below a board: of match and game."""


class LobbyCard(Container):
    """A match, as large as there is room: with a picture, or in three lines."""

    app = getters.app(BaseApp)

    DEFAULT_CSS = f"""
    LobbyCard {{ width: 100%; height: {LEAST_ROWS}; background: $surface;
        & > #board, & > Emblem {{ display: none; }}
        & > #board {{ width: 1fr; height: 100%; align: center top; background: $background; }}
        & #caption {{ dock: top; height: 1; width: 1fr; text-align: center; color: $text-muted; }}
        & > #words {{ width: 1fr; height: 1fr; padding: 0 1; overflow: hidden; }}
        & #card {{ height: auto; }}
        &.-emblem > Emblem {{ display: block; }}
        &.-roomy > Emblem {{ margin: 1 0; }}
        &.-above > #board {{ display: block; height: 1fr; }}
        &.-above > #words {{ height: {WORDS_BELOW_BOARD}; padding: 1 1 0 1; }}
        &.-beside {{ layout: horizontal; }}
        &.-beside > #board {{ display: block; }}
        &.-beside > #words {{ width: {WORDS_WIDTH + MARGINS}; padding: 1; }}
    }}
    """

    words = getters.query_one("#card", Static)

    row: MatchRow | None = None
    """The match that is shown."""
    _pictured_game = ""
    """The game whose board is shown."""

    def compose(self) -> ComposeResult:
        """Board or emblem, then the words."""
        with Container(id="board"):
            yield Static(_("An example"), id="caption", markup=False)
        yield Emblem()
        with Vertical(id="words"):
            yield Static(id="card", markup=False)

    def rows_needed(self, row: MatchRow, width: int) -> int:
        """Rows in which a card of so many columns says the least about a match, up to a limit."""
        columns = max(1, width - MARGINS)
        words = card_text(row, columns, pens_of(self.app, self.app.ascii))
        return min(max(LEAST_ROWS, len(words.wrap(self.app.console, columns))), MOST_ROWS)

    def show(self, row: MatchRow, width: int, height: int) -> None:
        """Show a match in so many columns and rows."""
        self.row = row
        self.styles.height = height
        picture = self.picture_for(row.game, width, height)
        for name in ("emblem", "above", "beside"):
            self.set_class(picture == name, f"-{name}")
        beside_emblem = height - EMBLEM_ROWS
        is_roomy = beside_emblem >= LEAST_ROWS + 2
        self.set_class(is_roomy, "-roomy")
        self.query_one(Emblem).show(row.game if picture == "emblem" else "")
        columns = WORDS_WIDTH if picture == "beside" else width - MARGINS
        rows = {
            "": height,
            "emblem": beside_emblem - 2 * is_roomy,
            "above": WORDS_BELOW_BOARD - 1,
            "beside": height - 2,
        }[picture]
        text = self._describe(row, columns, rows, is_narrow=picture == "beside")
        update_if_changed(self.words, text)
        if picture in ("above", "beside"):
            self._show_board(row.game)

    def picture_for(self, game: str, width: int, height: int) -> Picture:
        """The largest picture of a game for which a card of this size has room."""
        if game not in registry.ids():
            return ""
        if height > LEAST_HEIGHT and width >= LEAST_WIDTH + WORDS_WIDTH + MARGINS:
            return "beside"
        if height >= BOARD_ROWS + WORDS_BELOW_BOARD:
            return "above"
        has_pixels = pens_of(self.app, self.app.ascii).has_pixels
        return "emblem" if has_pixels and height >= EMBLEM_ROWS + LEAST_ROWS else ""

    def _describe(self, row: MatchRow, width: int, height: int, *, is_narrow: bool) -> Text:
        """The match in words, and as much about its game as there are rows for."""
        pens = pens_of(self.app, self.app.ascii)
        if is_narrow:
            text = title_text(row).append("\n\n").append_text(seat_lines(row, width, pens))
            text.append("\n\n" + "\n".join(facts_text(row)))
        else:
            text = card_text(row, width, pens)
        if row.game not in registry.ids():
            return text
        facts = game_facts(row.game, self.app.ascii, is_narrow=is_narrow)
        for part in (facts, Text(_(registry.spec(row.game).summary))):
            longer = text.copy().append("\n\n").append_text(part)
            if len(longer.wrap(self.app.console, width)) > height:
                break
            text = longer
        return text

    @work(exclusive=True, group="board")
    async def _show_board(self, game: str) -> None:
        """Show a match of the game that nobody plays."""
        if game == self._pictured_game:
            return
        # not needed before: it loads the rules of the game
        from caravan_tui.screens.home.cutout import example_of

        example = await example_of(game)
        if not is_open(self.screen) or self.row is None or self.row.game != game:
            return
        self._pictured_game = game
        example.put_into(self.query_one("#board", Container))
        self.query_one("#caption", Static).update(example.caption)
