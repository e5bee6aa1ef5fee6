"""What marks a match as assisted, so that it does not count: asked about before, and done once."""

from __future__ import annotations

import contextlib
from typing import Any

from caravan_tui.engine import Refusal
from caravan_tui.i18n import _
from caravan_tui.presentation.viewpoint import Viewpoint
from caravan_tui.screens.base import BaseScreen
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.question import Question


class Assistance:
    """Asks at a table before something helps, and has its match marked. Its methods run in a
    worker."""

    def __init__(self, screen: BaseScreen[Any], viewpoint: Viewpoint) -> None:
        self._screen = screen
        self._viewpoint = viewpoint

    async def accepts(self, title: str, text: str, yes: str) -> bool:
        """Ask before something marks the match as assisted; `yes`: the button that goes on. True
        without a question if the match is assisted already, or does not count."""
        answer: str | None = "yes"
        if self._viewpoint.counts:
            question = Question(title, text, [("yes", yes), ("no", _("Not yet"))])
            answer = await self._screen.app.push_screen_wait(question)
        return answer == "yes" and is_open(self._screen)

    async def mark(self) -> None:
        """Have the match marked as assisted, as its player has seen what is hidden."""
        with contextlib.suppress(Refusal):
            await self._viewpoint.connection.table(self._viewpoint.seat).mark_assisted()
