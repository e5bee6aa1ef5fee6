"""Bare apps for one widget, one screen or one board.

They start several times faster than the whole app, which is for tests of the whole app only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widget import Widget
from typing_extensions import TypeVar

from caravan_tui.engine import Match
from caravan_tui.games import registry
from caravan_tui.screens.base import BaseApp
from caravan_tui.settings import Settings
from caravan_tui.themes.builtin import THEMES
from caravan_tui.widgets import palettes
from caravan_tui.widgets.board import Board, Scene


class BareApp(BaseApp):
    """An app with the theme, colours and settings of the real one, and nothing else."""

    def __init__(self, settings: Settings | None = None, ascii_only: bool = False) -> None:
        self.settings = settings or Settings()
        self.ascii_only = ascii_only
        super().__init__()
        self.set_class(ascii_only, "-ascii")
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name
        self.animation_level = "none"

    @property
    def ascii(self) -> bool:
        """Whether to draw with ASCII only."""
        return self.ascii_only

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours of seats and goods."""
        return palettes.usual(self.current_theme.dark)


class WidgetApp(BareApp):
    """Shows some widgets."""

    def __init__(self, *widgets: Widget, ascii_only: bool = False) -> None:
        super().__init__(ascii_only=ascii_only)
        self.widgets = widgets

    def compose(self) -> ComposeResult:
        """The widgets, one below the other."""
        yield from self.widgets


class ScreenApp(BareApp):
    """Shows one screen. `host` stands in for the real one."""

    def __init__(
        self, screen: Screen[Any], host: Any = None, settings: Settings | None = None,
        ascii_only: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(settings, ascii_only)
        if host is not None:
            self.set_host(host)
        self._first_screen = screen

    def on_mount(self) -> None:
        """Open the screen."""
        self.push_screen(self._first_screen)


B = TypeVar("B", bound=Board[Any], default=Board[Any])
"""The class of a board."""


class BoardApp(BareApp, Generic[B]):
    """Shows the board of a game, focused, and collects what it posts.

    Tests of one game, which ask the board for more than every board has, name its class:
    `BoardApp[DecktetBoard]`.
    """

    def __init__(self, game: str, ascii_only: bool = False) -> None:
        super().__init__(ascii_only=ascii_only)
        board: Any = registry.board(game)()
        self.board: B = board
        self.actions: list[int] = []
        """The actions chosen on the board."""
        self.status: list[tuple[str, bool]] = []
        """The status texts of the board, and whether each is an error."""

    def compose(self) -> ComposeResult:
        """The board alone."""
        yield self.board

    def on_mount(self) -> None:
        """Give the board the keys."""
        self.board.focus()

    def on_board_action_chosen(self, event: Board.ActionChosen) -> None:
        """Collect an action."""
        self.actions.append(event.action)

    def on_board_status_changed(self, event: Board.StatusChanged) -> None:
        """Collect a status text."""
        self.status.append((event.text, event.is_error))

    def show(
        self, match: Match, seat: int | None, legal: Sequence[int] | None = None,
        events: Sequence[Any] = (),
    ) -> Scene[Any]:  # fmt: skip
        """Show the position of a match to a seat, or to a spectator.

        `legal` replaces the actions that the rules allow; `events`: what has led there. Returns
        the scene that was shown.
        """
        scene: Scene[Any] = Scene(
            game=match.game,
            view=match.view(seat),
            legal=match.legal(seat) if legal is None else list(legal),
            interrupts=match.interrupts(seat),
            seat=seat,
            names=match.names,
            kinds=[player.kind for player in match.record.seats],
            ascii=self.ascii,
            events=events,
            animate=False,
            over=match.over,
        )
        self.board.show(scene)
        return scene
