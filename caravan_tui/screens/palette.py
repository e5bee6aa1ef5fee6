"""The command palette."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.events import Click, Event, Mount
from textual.worker import Worker

from caravan_tui.games import registry
from caravan_tui.games.registry import game_name
from caravan_tui.i18n import _, _p
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.theme_chooser import theme_title
from caravan_tui.settings import SETTINGS, changed
from caravan_tui.widgets.backdrop import Backdrop, key_at, press
from caravan_tui.widgets.closing import is_open

IN_HELP = 0.1
"""The score of a command whose description has what is typed, below every match of a title."""

Entry = tuple[str, str, Callable[[], object]]
"""A title, a few words about it, and what it does."""


class Commands(Provider):
    """What the app offers on the screen below, in the order in which it is offered: Textual's own
    provider sorts by title. It looks in lessons, themes, settings and descriptions, too."""

    def entries(self) -> Iterator[Entry]:
        """What is listed before anything is typed."""
        for title, about, run, _discover in self.app.get_system_commands(self.screen):
            yield title, about, run

    def themes(self) -> Iterator[Entry]:
        """A command for each theme, whose name may be typed with blanks."""
        for name, theme in sorted(self.app.available_themes.items()):
            title = _("Theme: {name}").format(name=theme_title(name))
            about = _("Dark colours.") if theme.dark else _("Light colours.")
            yield title, about, partial(setattr, self.app, "theme", name)

    def lessons(self) -> Iterator[Entry]:
        """The rules and the tutorial of each game."""
        app = self.app
        assert isinstance(app, BaseApp)
        for game in registry.ids():
            name = game_name(game)
            yield (
                _("Rules of {game}").format(game=name),
                _("Read the rules."),
                partial(app.open_rules, game),
            )
            yield (
                _("Tutorial: {game}").format(game=name),
                _("Learn the game by playing."),
                partial(app.start_tutorial, game),
            )

    def settings(self) -> Iterator[Entry]:
        """The values that a setting may have, or its place among the settings; none where these
        are open already. Themes have their own entries."""
        app = self.app
        assert isinstance(app, BaseApp)
        if app.is_screen_open("settings"):
            return
        for setting in SETTINGS.values():
            if setting.name in ("keys", "theme"):
                continue
            title, about = _(setting.title), _(setting.help)
            for value in setting.choices:
                words = _(setting.labels.get(value, value))
                yield (
                    _("{setting}: {value}").format(setting=title, value=words),
                    about,
                    partial(self.change, setting.name, value),
                )
            if not setting.choices:
                text = _("Setting: {setting}").format(setting=title)
                yield text, about, partial(app.open, "settings", setting.name)

    def change(self, name: str, value: str) -> None:
        """Use another value for a setting from now on."""
        app = self.app
        assert isinstance(app, BaseApp)
        app.apply_settings(changed(app.settings, name, value))

    async def discover(self) -> Hits:
        """Everything but lessons, themes and settings, which are many."""
        for title, about, run in self.entries():
            yield DiscoveryHit(title, run, help=about)

    async def search(self, query: str) -> Hits:
        """What has the typed letters in its title, or the typed words in its description."""
        matcher = self.matcher(query)
        typed = query.casefold()
        for title, about, run in (
            *self.entries(), *self.lessons(), *self.themes(), *self.settings()
        ):  # fmt: skip
            score = matcher.match(title)
            if score > 0:
                yield Hit(score, matcher.highlight(title), run, text=title, help=about)
            elif typed in about.casefold():
                yield Hit(IN_HELP, title, run, help=about)


class Palette(CommandPalette):
    """Textual's command palette, which can be opened and closed as fast as keys repeat, as a
    window like the others."""

    DEFAULT_CSS = """
    Palette > Vertical { width: 72; margin: 1 0 0 0; background: $panel; }
    Palette #--input { border: none; padding: 0 1; background: $panel; }
    Palette #--input CommandInput { background: $panel; border: none; height: 1; margin: 1; }
    Palette #--results { width: 72; background: $surface; }
    Palette CommandList { border: none; padding: 1 0; background: $surface; max-height: 75vh;
        scrollbar-size-vertical: 1; scrollbar-background: $surface;
        scrollbar-background-hover: $surface; scrollbar-background-active: $surface; }
    """

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Do not page through a list that is not laid out."""
        if action == "command_list" and not any(each.size for each in self.query(CommandList)):
            return False
        return super().check_action(action, parameters)

    def render(self) -> Backdrop:
        """The screen below, dimmed."""
        return Backdrop(self)

    def key_bar(self) -> Sequence[tuple[str, str]]:
        """Keys and what they do, for the foot of the screen."""
        escape, enter = _p("key", "Esc"), _p("key", "Enter")
        return [("↑↓", _("Select")), (enter, _("Run")), (escape, _("Close"))]

    def on_click(self, event: Click) -> None:
        """Do what the key does that is clicked at the foot of the screen."""
        if key := key_at(self, *event.screen_offset):
            event.prevent_default()  # a click beside it closes it
            press(self, key)

    async def on_event(self, event: Event) -> None:
        """Do not set up a palette that was closed before it had its widgets."""
        if is_open(self) or not isinstance(event, Mount):
            await super().on_event(event)

    def run_worker(self, *args: Any, **options: Any) -> Worker[Any]:
        """Start a worker, such as the search for what is typed, unless the palette is closed: its
        list is gone then."""
        options["exit_on_error"] = False  # a palette that is closed meanwhile has no list to fill
        worker = super().run_worker(*args, **options)
        if not is_open(self):
            worker.cancel()
        return worker

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close once."""
        if not (is_open(self) and self.is_active):
            return AwaitComplete()
        self.workers.cancel_node(self)  # the search for commands would fill a list that is gone
        return super().dismiss(result)
