"""The ways off a table: back, or to another match; and what is asked before."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from caravan_tui.games.contract import OptionError
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.i18n import _
from caravan_tui.presentation.viewpoint import Viewpoint
from caravan_tui.screens.base import BaseScreen
from caravan_tui.screens.table.headline import Headline
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.question import Question

MakeMatch = Callable[[], Awaitable[TableConnection | None]]
"""Makes another match; None while it waits for other people. Raises OptionError."""


class Leaving:
    """Leaves a table, and keeps its player from losing what is not saved. What is awaited runs in
    a worker."""

    def __init__(
        self, screen: BaseScreen[Any], viewpoint: Viewpoint, stop_following: Callable[[], None]
    ) -> None:
        """`stop_following`: has the table show nothing more of the match."""
        self._screen = screen
        self._viewpoint = viewpoint
        self._stop_following = stop_following
        self.is_under_way = False
        """Whether the table is being left, or its player is asked about it."""
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

    async def _is_wanted(self) -> bool:
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

    @property
    def origin(self) -> BaseScreen[Any] | None:
        """The list of matches from which the table was opened; None: home, or a lobby."""
        stack = self._screen.app.screen_stack
        below = stack[stack.index(self._screen) - 1] if self._screen in stack[1:] else None
        return below if isinstance(below, BaseScreen) and below.lists_matches else None

    def leave(self) -> None:
        """Go back, after a question if one is needed."""
        if not self.is_under_way and is_open(self._screen):
            self.is_under_way = True
            self._screen.run_worker(self._leave())

    async def _leave(self) -> None:
        if not await self._is_wanted():
            self.is_under_way = False
            return
        self._stop_following()
        app, connection = self._screen.app, self._viewpoint.connection
        if connection.close:
            await connection.close()
        if self.origin is not None:
            app.go_back_to(self.origin)
            return
        app.go_home()
        if connection.return_to:
            app.open(connection.return_to)

    async def go_on_with(self, make: MakeMatch | None) -> None:
        """Leave this table for another match. With other people it may wait for them."""
        if make is None or self.is_under_way or not is_open(self._screen):
            return
        if not await self.loses_nothing():
            return
        if self._viewpoint.connection.is_shared:
            await self._meet_again(make)
            return
        self.is_under_way = True
        self._stop_following()
        await self._switch_to(await make())

    async def _meet_again(self, make: MakeMatch) -> None:
        """Leave this table for a match with the same people, or for the lobby until they come."""
        app = self._screen.app
        try:
            connection = await make()
        except OptionError as error:
            app.notify(str(error), severity="warning")
            return
        if self.is_under_way or not is_open(self._screen):
            return
        if connection is None:
            app.notify(_("The rematch starts when the others join it."))
            self.leave()
            return
        self.is_under_way = True
        self._stop_following()
        await self._switch_to(connection)

    async def _switch_to(self, connection: TableConnection | None) -> None:
        """Open another table in place of this one."""
        app = self._screen.app
        while app.screen is not self._screen:  # the rules, opened a moment ago
            await app.pop_screen()
        app.switch_to("table", connection)
