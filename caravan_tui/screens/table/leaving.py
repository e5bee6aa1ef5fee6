"""Whether the match of a table is saved, and what is asked before the table is left."""

from __future__ import annotations

from typing import Any

from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseScreen
from caravan_tui.screens.table.headline import Headline
from caravan_tui.screens.table.viewpoint import Viewpoint
from caravan_tui.widgets.dialog import Question


class Leaving:
    """Keeps a player from leaving what would be lost. Its methods that ask run in a worker."""

    def __init__(self, screen: BaseScreen[Any], viewpoint: Viewpoint) -> None:
        self._screen = screen
        self._viewpoint = viewpoint
        self.problem = ""
        """Why the match is not saved as it is now, as a sentence; empty if it is."""

    def follow(self, problem: str, headline: Headline) -> None:
        """Show in the headline whether the match is saved, and announce when that changes."""
        if problem == self.problem:
            return
        self.problem = problem
        headline.show_saved(not problem)
        if problem:
            text = _("{problem} You can keep playing.").format(problem=problem)
            self._screen.notify(text, severity="error")
        else:
            self._screen.notify(_("Saved again."))

    def explain(self) -> None:
        """Say why the match is not saved, and what to do about it."""
        if self.problem:
            text = _("Trying again every few seconds. You can keep playing.")
            self._screen.app.push_screen(
                Question(_("Not saved"), f"{self.problem}\n\n{text}", [("ok", _("Close"))])
            )

    async def loses_nothing(self) -> bool:
        """Whether the table may be left; ask first if the match is not saved."""
        connection = self._viewpoint.connection
        if not self.problem or not connection.own_seats:
            return True
        if connection.is_shared:
            text = _("What is not saved is lost if the server stops now. Leave anyway?")
        else:
            text = _("What is not saved is lost when you leave. Leave anyway?")
        answer = await self._screen.app.push_screen_wait(
            Question(
                _("Not saved"),
                f"{self.problem}\n\n{text}",
                [("no", _("Stay")), ("yes", _("Leave"))],
            )
        )
        return answer == "yes"

    async def is_wanted(self) -> bool:
        """Ask whether to leave where that is set or the match is not saved."""
        position, app = self._viewpoint.position, self._screen.app
        if self.problem:
            return await self.loses_nothing()
        if not app.settings.confirm_leave or position is None or position.over:
            return True
        answer = await app.push_screen_wait(
            Question(
                _("Leave the table?"),
                _("The match is saved. Choose Continue to come back to it."),
                [("yes", _("Leave")), ("no", _("Stay"))],
            )
        )
        return answer == "yes"
