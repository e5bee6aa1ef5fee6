"""A move on the board of its game, with what the rules say of it."""

from __future__ import annotations

from functools import partial
from typing import Any

from textual import getters, work
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.widgets import Static

from caravan_tui.engine.tutorial import Tutorial, at_example
from caravan_tui.games import registry
from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseApp
from caravan_tui.widgets.board import Scene
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.still_board import LEAST_HEIGHT, StillBoard


class Example(Vertical):
    """The move of a tutorial that explains most, marked on the board. There is room for it from the
    start, so that the text below stays where it is when the board comes."""

    app = getters.app(BaseApp)

    DEFAULT_CSS = """
    Example { height: auto; margin: 0 0 1 0;
        & > #example-move { height: 1; color: $text-accent; text-style: bold; padding: 0 1;
            background: $surface; text-wrap: nowrap; text-overflow: ellipsis; }
        & > #example-board { align-horizontal: center; background: $background; }
        & > #example-words { height: auto; margin: 1 0 0 0; padding: 0 1; background: $surface; }
    }
    """

    def __init__(self, game: str, words: str) -> None:
        """`words`: what the rules say of the move, in English."""
        super().__init__()
        self.game, self.words = game, words

    def compose(self) -> ComposeResult:
        """The move in words, the board, and why it is so."""
        yield Static(_("An example"), id="example-move", markup=False)
        with Container(id="example-board") as room:
            room.styles.height = LEAST_HEIGHT
            yield StillBoard()
        yield Static(_(self.words), id="example-words", markup=False)

    @work(exclusive=True, group="example", thread=True)
    def play_on(self) -> None:
        """Play the tutorial up to the move, and show it: once its page stands."""
        tutorial = at_example(self.game, _("You"))
        self.app.call_from_thread(partial(self.show, tutorial))

    def show(self, tutorial: Tutorial) -> None:
        """Show the move that a tutorial asks for."""
        if not self.is_attached or not is_open(self.screen):
            return
        match, seat = tutorial.match, tutorial.seat
        move = tutorial.wanted()[0]
        view = match.view(seat)
        words = tutorial.game.describe(move, view, match.names)
        self.query_one("#example-move", Static).update(_("An example: {move}").format(move=words))
        scene: Scene[Any] = Scene(
            game=match.game, view=view, legal=match.legal(seat), interrupts=[], seat=seat,
            names=match.names, kinds=[player.kind for player in match.record.seats],
            ascii=self.app.ascii, animate=False, over=False,
        )  # fmt: skip
        board = self.query_one(StillBoard).show_scene(registry.board(self.game), scene)
        board.call_later(board.start_at, move)
        board.call_later(board.preview, move)
