"""The line above the curves of an analysis: what they are, and the chances at the cursor."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text
from textual import getters
from textual.widgets import Static

from ai.analysis import Analysis
from caravan_tui.i18n import _
from caravan_tui.presentation.decisions import doubt_words, has_errors
from caravan_tui.screens.analysis.curves import FALL, Curves
from caravan_tui.screens.base import BaseApp
from caravan_tui.widgets.seat_styles import player_text

GAP = 3
"""Columns before a remark."""


class Legend(Static):
    """Names what is drawn below, as far as there is room."""

    app = getters.app(BaseApp)

    DEFAULT_CSS = """
    Legend { height: 1; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, names: Sequence[str], has_secrets: bool) -> None:
        """`names`: of the players; `has_secrets`: each of them knows something else."""
        super().__init__(id="legend")
        self.names = names
        self.has_secrets = has_secrets

    def show_title(self, words: str) -> None:
        """Name something that is no curve."""
        self.update(Text(words, "bold"))

    def show(self, curves: Curves, seat: int | None, step: int | None) -> None:
        """Name curves that are drawn. `seat`: whose moves are listed, None: everyone's; `step`:
        the place of the cursor."""
        hides = seat is not None and not curves.adds_up
        seats = [each for each in range(len(self.names)) if not hides or each == seat]
        title = Text(_("Chance to win"), "bold")
        moment = Text(" " + _("after move {move}").format(move=step) if step else "", "dim")
        text = Text()
        for has_moment, has_values in ((True, True), (False, True), (False, False)):
            text = Text.assemble(title, moment if has_moment else "")
            for each in seats:
                has_value = has_values or each == seat
                chance = curves.chance(each) if has_value else None
                text.append_text(self._standing(each, chance, is_bold=each == seat))
            if text.cell_len <= self._room:
                break
        if len(seats) > 1 and self.has_secrets:
            brief, whole = _("as each saw it"), _("as each saw it, so not 100% in all")
            has_room = text.cell_len + cell_len(whole) + GAP <= self._room
            self._add(text, Text(" " * GAP + (whole if has_room else brief), "dim"))
        if curves.has_falls:
            sign = FALL if self.app.ascii else "█"
            fall = Text.assemble("   ", (sign, self.app.theme_variables["foreground"]))
            self._add(text, fall.append(" " + _("lost by an error"), "dim"))
        self.update(text)

    def add_verdict(self, analysis: Analysis, seat: int | None) -> None:
        """Say behind all else that no errors were found, or that the search was too short to say
        so, where that is true."""
        if has_errors(analysis, seat):
            return
        doubt = doubt_words(analysis, seat)
        colour = self.app.theme_variables["warning" if doubt else "success"]
        words = doubt or _("No errors; ~ may have cost a little")
        text = self.content
        assert isinstance(text, Text)
        self._add(text, Text(f"   {words}", colour))
        self.update(text)

    @property
    def _room(self) -> int:
        return self.app.size.width - 2

    def _add(self, text: Text, more: Text) -> None:
        if text.cell_len + more.cell_len <= self._room:
            text.append_text(more)

    def _standing(self, seat: int, chance: float | None, *, is_bold: bool) -> Text:
        """A player and the chance at the cursor, as far as it is known."""
        text = Text.assemble("  ", player_text(self, seat, self.names[seat], self.app.ascii))
        if chance is not None:
            text.append(f" {chance:.0%}", "bold" if is_bold else "")
        return text
