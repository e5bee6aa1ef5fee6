"""The app as screens see it, and the base classes of screens and windows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar
from uuid import uuid4

from textual import getters
from textual.notifications import Notification, Notify, SeverityLevel
from textual.screen import Screen

from caravan_tui.i18n import _
from caravan_tui.settings import Pace, Settings
from caravan_tui.terminal.compat import RobustApp, withdraw_notifications
from caravan_tui.widgets.commands import Command
from caravan_tui.widgets.dialog import Dialog
from saves.errors import LockedError, SaveError

if TYPE_CHECKING:
    # not needed for the first frame
    from caravan_tui.hosts.base import Host
    from caravan_tui.hosts.connection import TableConnection
    from caravan_tui.hosts.lobby import LobbyClient
    from caravan_tui.screens.seat_plan import Draft
    from caravan_tui.widgets.fields import FieldList

R = TypeVar("R")
"""What a screen returns when it is dismissed."""

EXPLANATION = "explanation-"
"""Begins the identity of words about a key that did nothing."""

TALK = "talk-"
"""How the identities of notifications begin that show what somebody said."""
TALK_SECONDS = 8.0
LONGEST_TALK = 120
"""Characters of such a notification; the chat window has the whole line."""


class BaseApp(RobustApp[int]):
    """What a screen may use of the app. `CaravanApp` is the whole app; tests have smaller ones."""

    settings: Settings
    is_remote = False
    """Whether the terminal is known to be at the other end of a network connection."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._host: Host | None = None
        self.drafts: dict[str, Draft] = {}
        """Tables that were put together and not begun, by their key in the set-up."""
        self.last_words = ""
        """What the shell is told when the app ends, in place of the match that is not over."""
        self.host_ready = asyncio.Event()
        """Set once there is a host, just after the first frame."""

    @property
    def host(self) -> Host:
        """What holds the matches. Raises RuntimeError before `host_ready` is set."""
        if self._host is None:
            raise RuntimeError("the host is made after the first frame: wait for host_ready")
        return self._host

    def set_host(self, host: Host) -> None:
        """Use this host from now on."""
        self._host = host
        self.host_ready.set()

    @property
    def ascii(self) -> bool:
        """Whether to draw with ASCII only."""
        return False

    @property
    def animated(self) -> bool:
        """Whether to show short animations."""
        return False

    @property
    def shows_counts(self) -> bool:
        """Whether a hand or a round that has ended is counted line by line without being asked."""
        return False

    @property
    def pace(self) -> Pace | None:
        """How long moves of the others are shown; None: nothing is held."""
        return None

    # Notifications

    def show_notices(self) -> None:
        """Show what the host has had to say since it was asked last."""
        for notice in self.host.notices():
            self.notify(notice, severity="warning", timeout=10)

    def notify_talk(self, line: str) -> None:
        """Show a line of talk in a corner of the screen, in place of the line before: whoever
        talks covers no more of it than that. A long line is cut."""
        if len(line) > LONGEST_TALK:
            line = f"{line[: LONGEST_TALK - 2].rstrip()} …"
        identity = f"{TALK}{uuid4()}"
        self.post_message(Notify(Notification(line, timeout=TALK_SECONDS, identity=identity)))

    def notify_explanation(self, text: str, severity: SeverityLevel = "information") -> None:
        """Show why a key did nothing, in place of the explanation before: of several keys that come
        at once the last is answered."""
        identity = f"{EXPLANATION}{uuid4()}"
        shown = Notification(text, "", severity, timeout=4, identity=identity, markup=False)
        self.post_message(Notify(shown))

    def drop_explanations(self) -> None:
        """Take away why keys did nothing, and nothing else that is said in the corner."""
        withdraw_notifications(self, lambda shown: shown.identity.startswith(EXPLANATION))

    def on_notify(self, event: Notify) -> None:
        """Take away what is shown already of what comes: the talk or the explanation before, or the
        same text."""
        new = event.notification
        kind = next((kind for kind in (TALK, EXPLANATION) if new.identity.startswith(kind)), "")

        def is_replaced(other: Notification) -> bool:
            if kind:
                return other.identity.startswith(kind)
            return (other.title, other.message) == (new.title, new.message)

        withdraw_notifications(self, is_replaced)

    # Opening screens

    def make_screen(self, name: str, *arguments: Any, **named: Any) -> Screen[Any]:
        """A new screen of this name, see `caravan_tui.screens.names.SCREENS`. Raises KeyError."""
        raise KeyError(name)

    def open(self, name: str, *arguments: Any, **named: Any) -> None:
        """Open a screen by name."""
        self.push_screen(self.make_screen(name, *arguments, **named))

    def switch_to(self, name: str, *arguments: Any, **named: Any) -> None:
        """Open a screen by name in place of the current one."""
        self.switch_screen(self.make_screen(name, *arguments, **named))

    async def ask(self, name: str, *arguments: Any, **named: Any) -> Any:
        """Open a screen by name and wait for its result. Only from a worker."""
        return await self.push_screen_wait(self.make_screen(name, *arguments, **named))

    def is_screen_open(self, name: str) -> bool:
        """Whether a screen of this name is open, on top or covered."""
        return False

    def go_home(self) -> None:
        """Close everything that lies over the home screen."""

    def go_back_to(self, screen: Screen[Any]) -> None:
        """Close everything that lies over an open screen."""
        while self.screen is not screen:
            if self.screen.is_modal:
                self.workers.cancel_node(self.screen)  # a window's work ends with it
            self.pop_screen()

    def refresh_home(self) -> None:
        """Refresh the home screen if it is on top."""

    def open_rules(self, game: str, place: str = "") -> None:
        """Open the rules of a game at a ruling or heading."""
        self.open("rules", game, place)

    def open_keys(self, groups: Sequence[tuple[str, Iterable[Command]]]) -> None:
        """Open the help page with these titled groups of commands, and those of the app."""
        self.open("keys", [*groups], self.settings.keys)

    def start_tutorial(self, game: str, leads_to_shell: bool = False) -> None:
        """Open the tutorial of a game; ask first whether to resume one that was left.
        `leads_to_shell`: leaving it ends the app."""

    # Settings and the terminal

    def apply_settings(self, changed: Settings) -> None:
        """Use changed settings from now on, and save them."""
        self.settings = changed

    def preview_theme(self, name: str | None) -> None:
        """Wear a theme without saving it; None: the one that is set again."""

    def choose_theme(self) -> None:
        """Show every theme, and use the one that is chosen."""

    def call_attention(self, title: str) -> None:
        """Ring the bell and set the window title, as the settings say: it is the user's turn in
        the game with this title. An empty title: it no longer is."""

    # Tables

    async def connect(self, opening: Awaitable[TableConnection | None]) -> TableConnection | None:
        """The connection to a table that the host opens; None if there is none, with the reason.
        Notices of the host are shown."""
        try:
            connection = await opening
        except LockedError:
            self.notify(_("This match is open in another window."), severity="warning")
            return None
        except SaveError as error:
            self.notify(str(error), severity="error")
            return None
        self.show_notices()
        return connection

    async def may_leave_table(self) -> bool:
        """Whether the open table may be left; ask first if its match is not saved. True without a
        table. Only from a worker."""
        return True


class BaseScreen(Screen[R]):
    """A screen of the app."""

    app = getters.app(BaseApp)

    lists_matches: ClassVar[bool] = False
    """Whether matches are opened from here, so that leaving one leads back here."""

    palette_begins_with_places: ClassVar[bool] = False
    """Whether the places that it leads to come before its commands in the palette."""

    @property
    def lobby(self) -> LobbyClient:
        """The lobby of the server."""
        lobby = self.app.host.lobby
        assert lobby is not None, "only a host with a lobby offers this screen"
        return lobby

    @property
    def is_in_play(self) -> bool:
        """Whether the user plays a saved match here that is not over."""
        return False

    @property
    def has_unsaved_match(self) -> bool:
        """Whether leaving may lose something, so that `may_leave` asks first."""
        return False

    def words_on_leaving(self) -> str:
        """How to come back to what this screen shows, for the shell; empty: as from anywhere."""
        return ""

    def offers(self, action: str) -> bool:
        """Whether the footer is to name an action now. One that it does not name may still be
        tried: it says why it does nothing."""
        return True

    def title_of(self, action: str) -> str:
        """What the footer calls an action now, in English; empty: its usual title."""
        return ""

    has_explained = False
    """Whether the corner says why a key did nothing."""

    def explain(self, text: str, severity: SeverityLevel = "information") -> None:
        """Say in the corner why a key did nothing. It belongs to this screen alone."""
        self.app.notify_explanation(text, severity)
        self.has_explained = True

    def on_field_list_refused(self, event: FieldList.Refused) -> None:
        """Say why a key changed no field; the words stay behind with this screen."""
        event.stop()
        self.explain(event.text)

    def on_screen_suspend(self) -> None:
        """Take the words about a key away: they would cover the title of the next screen."""
        self.drop_explanation()

    def drop_explanation(self) -> None:
        """Take the words about a key away: what they say may be true no more."""
        if self.has_explained:
            self.has_explained = False
            self.app.drop_explanations()

    def palette_entries(self) -> Sequence[tuple[str, str, Callable[[], object]]]:
        """What the palette lists besides the commands of the screen: a title, a few words about
        it, and what opens it."""
        return ()

    def lesson_left(self) -> None:
        """A tutorial that was opened from here was left half-way. A screen on which Enter begins a
        match takes care of one that was meant for the tutorial."""

    async def may_leave(self) -> bool:
        """Whether the screen may be closed; may ask. Only from a worker."""
        return True

    def retranslate(self) -> None:
        """Show everything in the language that is set now."""
        focused = self.focused.id if self.focused else None
        self.refresh(recompose=True)
        if focused:
            self.app.call_after_refresh(self._focus_by_id, focused)

    def _focus_by_id(self, name: str) -> None:
        """Focus the widget of this id, which has been composed again."""
        for widget in self.query(f"#{name}"):
            self.set_focus(widget)


class BaseDialog(Dialog[R]):
    """A window over a screen that uses the app."""

    app = getters.app(BaseApp)
