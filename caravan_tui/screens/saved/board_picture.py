"""The board of a match as it stands, as a picture beside a list."""

from __future__ import annotations

from textual import getters

from caravan_tui.engine.playback import Playback
from caravan_tui.games import registry
from caravan_tui.presentation.eyes import default_eyes
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.replay.playback_screen import scene_at
from caravan_tui.widgets.still_board import StillBoard


class BoardPicture(StillBoard):
    """The last position of a match as its player sees it; a part of it where there is little
    room."""

    app = getters.app(BaseApp)

    def show(self, playback: Playback | None) -> None:
        """Show the last position of a match; None: nothing."""
        if playback is None:
            self.show_nothing()
            return
        scene = scene_at(playback, playback.last, default_eyes(playback), self.app.ascii)
        self.show_scene(registry.board(playback.match.record.game), scene)
