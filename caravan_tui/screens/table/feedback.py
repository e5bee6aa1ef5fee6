"""What the second line of the prompt of a table says, and for how long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from caravan_tui.screens.table.board_screen import BoardScreen
from caravan_tui.widgets.prompt import NewsItem

HELD_SECONDS = 2.0
"""How long the board's next words give way to something that has happened."""


class Feedback:
    """Lets news and summaries outlast what a board says by itself when a position comes."""

    def __init__(self, screen: BoardScreen[Any], ask: Callable[[], None]) -> None:
        """`ask`: writes the first line of the prompt."""
        self._screen = screen
        self._ask = ask
        self._news: Sequence[NewsItem] = ()
        """What the line says while the board has nothing to say."""
        self._brief: Sequence[NewsItem] = ()
        self._is_above = False
        """Whether that stands in the first line of the prompt, as the second one says more."""
        self._held_until = 0.0

    def show_news(self, news: Sequence[NewsItem], brief: Sequence[NewsItem] = ()) -> None:
        """Say what has happened; nothing new leaves the line as it is. `brief`: the same in one
        row, to stand above what the board says; empty: they are in one row."""
        self._news, self._brief, self._is_above = news, brief or news, False
        if news:
            self._screen.prompt.show_news(news)
            self._hold()

    def rephrase_news(self, news: Sequence[NewsItem], brief: Sequence[NewsItem]) -> None:
        """Say what has happened in other words, as the line has another width."""
        if self._news and news:
            self._news, self._brief = news, brief
            if self._screen.prompt.tells_news:
                self._screen.prompt.show_news(news)
            elif self._is_above:
                self._screen.prompt.show_news_above(brief)

    def hold(self, text: str) -> None:
        """Say something that the board's next words give way to."""
        self._screen.prompt.show_feedback(text)
        self._hold()

    def _hold(self) -> None:
        self._held_until = monotonic() + HELD_SECONDS

    def hear_board(self, text: str, is_error: bool) -> None:
        """Take what the board says: of the selection, or by itself after a move."""
        if monotonic() < self._held_until and not is_error:
            if text:
                self._held_until = 0.0  # what the board says by itself after a move, once
        elif not text and self._news:
            self._screen.prompt.show_news(self._news)
            if self._is_above:
                self._is_above = False
                self._ask()
        else:
            self._screen.prompt.show_feedback(text, is_error)
            scene, asks_on_board = self._screen.board.scene, self._screen.board.ASKS_ON_BOARD
            if self._news and not is_error and asks_on_board and scene and scene.my_turn:
                self._is_above = True
                self._screen.prompt.show_news_above(self._brief)
