"""The app: themes, settings, and the way between screens. Thin."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, ClassVar

from attrs import asdict
from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.driver import Driver
from textual.events import Resize
from textual.geometry import Size
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender

from caravan_tui import settings, theme_files, words
from caravan_tui.crashes import quiet_crashes, set_up_log
from caravan_tui.plain import AsciiFilter
from caravan_tui.pointer import use_pointer, with_pointer
from caravan_tui.screens.gate import COLUMNS, ROWS, GateScreen
from caravan_tui.screens.home import HomeScreen
from caravan_tui.screens.themes import THEMES, theme_of
from caravan_tui.terminal import far_away, no_terminal, poor_terminal, set_colours
from caravan_tui.widgets import palettes
from caravan_tui.widgets.commands import Command, bindings, key_names, keyed, keymap, useful
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.wrapping import keep_together

keep_together()

COMMANDS = (
    Command("app.quit", "ctrl+q", "quit", "Quit", "Quit; everything is saved.", priority=True),
    Command("app.interrupt", "ctrl+c", "quit", "Quit", "Quit; everything is saved."),
)


TEXTUALS = frozenset({"Theme", "Quit", "Screenshot"})
"""Of the palette that Textual has; the others only do what our own commands do."""


UNFIT = ("ansi-dark", "ansi-light")
"""Themes of Textual that have names of the terminal's own colours in place of colours: nothing can
be told apart, mixed or drawn with these."""


class PlainScrollBar(ScrollBarRender):
    """A scroll bar whose thumb is seen in ASCII and without colour."""

    VERTICAL_BARS: ClassVar = [" "] * 8
    HORIZONTAL_BARS: ClassVar = [" "] * 8


class CaravanApp(App):
    """One terminal's app. Its host holds the matches: in this process, or behind a socket.

    The host is made after the first frame, so that the first frame waits for nothing else.
    """

    TITLE = "caravan_tui"
    BINDINGS = bindings(COMMANDS)
    ENABLE_COMMAND_PALETTE = True

    CSS = """
    Footer { background: $panel; }
    SearchIcon { display: none; }  /* of the palette: two cells wide, and not in every font */
    Button, Button.-primary { background: $panel; color: $foreground; text-style: bold;
        &:hover { background: $primary 40%; }
        &:focus { background: $block-cursor-background; color: $block-cursor-foreground; }
    }
    Input > .input--placeholder { color: $text-muted; }
    Select.-textual-compact > SelectOverlay.-textual-compact { border: round $primary; }
    .-ascii Select.-textual-compact > SelectOverlay.-textual-compact { border: ascii $primary; }
    .-ascii #window, .-ascii #menu, .-ascii HomeScreen #card, .-ascii #seats, .-ascii #options,
    .-ascii Input, .-ascii Toast { border: ascii $primary; }
    .-ascii Input.-textual-compact, .-ascii Chooser Input, .-ascii .seat > Input,
    .-ascii .field Input, .-ascii .setting > Input { border: none; }
    .-ascii #side, .-ascii LobbyScreen.-wide #talk, .-ascii DailyScreen #card {
        border: none; border-left: ascii $panel; }
    .-ascii #talk { border: none; border-top: ascii $panel; }
    .-ascii #thought { border: none; border-bottom: ascii $panel; }
    """

    far = False
    """Whether this app is known to run at the other end of a line."""

    def __init__(self, make_host: Callable[[], Any], glyphs: str | None = None) -> None:
        words.choose("auto")  # what is wrong with the settings is told before they are known
        self.settings, self.notices = settings.load()
        words.choose(self.settings.language)
        super().__init__()  # asks for the colours, and so for the settings
        self._ap_plain = AsciiFilter(enabled=False)
        self._filters.append(self._ap_plain)
        self._ap_make_host = make_host
        self.host: Any = None
        """What holds the matches; None until just after the first frame."""
        self._ap_glyphs = glyphs or self.settings.glyphs

    @property
    def ascii(self) -> bool:
        """Whether to draw with ASCII only."""
        return self._ap_glyphs == "ascii" or (self._ap_glyphs == "auto" and poor_terminal())

    @property
    def animated(self) -> bool:
        """Whether short animations are welcome here."""
        return self.settings.animated(self.far or far_away())

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours of seats and goods for themes that have none."""
        return palettes.usual(self.current_theme.dark)

    def get_css_variables(self) -> dict[str, str]:
        """The theme's colours, with those of the palette that is set in their place."""
        chosen = palettes.colours(self.settings.palette, self.current_theme.dark)
        chosen["button-focus-text-style"] = "bold"  # the whole button is marked, not its label
        self.theme_variables = super().get_css_variables() | chosen
        return self.theme_variables

    def draw_plainly(self, plain: bool) -> None:
        """Borders and scroll bars in ASCII, or not."""
        self.set_class(plain, "-ascii")
        self._ap_plain.enabled = plain
        for screen in self.screen_stack:
            for widget in screen.walk_children(with_self=True):
                widget.refresh()
        ScrollBar.renderer = PlainScrollBar if plain else ScrollBarRender

    def get_key_display(self, binding: Binding) -> str:
        """A key in the footer: in words where the terminal has no sign for it, F1 and not f1."""
        shown = super().get_key_display(binding)
        if self.ascii and shown == "⏎":
            return words._p("key", "enter")
        return shown.capitalize() if len(shown) > 1 and shown.isalnum() else shown

    async def on_mount(self) -> None:
        """Theme, keys, home; the workers start after the first frame."""
        self.draw_plainly(self.ascii)
        for name in UNFIT:
            self.unregister_theme(name)
        for theme in THEMES:
            self.register_theme(theme)
        self.notices += self.register_own_themes()
        if self.settings.theme in self.available_themes:
            self.theme = self.settings.theme
        else:
            self.theme = THEMES[0].name
            self.notices.append(
                words._("No theme is called '{name}'; the usual one is used.").format(
                    name=self.settings.theme
                )
            )
        self.theme_changed_signal.subscribe(self, self._theme_chosen)
        self.animation_level = "full" if self.animated else "none"
        if self.settings.keys:
            self.set_keymap(keymap(self.settings.keys))
        self.go_home()
        self.check_size(self.size)
        self.call_after_refresh(self.begin)

    def register_own_themes(self) -> list[str]:
        """Take over the user's theme files; a line for each that cannot be used."""
        files, notices = theme_files.load()
        for file in files:
            try:
                self.register_theme(theme_of(file, self.available_themes))
            except theme_files.ThemeError as error:
                notices.append(str(error))
        return notices

    def get_driver_class(self) -> type[Driver]:
        """The driver of this system, with the mouse as it is set."""
        return with_pointer(super().get_driver_class())

    async def begin(self) -> None:
        """After the first frame: start what takes time, tell what was found wrong."""
        self.host = self._ap_make_host()
        self.host.use(self.settings)
        if isinstance(self.screen, HomeScreen):
            self.screen.fill()
        await self.host.start()
        if self.settings.keys:
            from caravan_tui.help import key_notices

            self.notices += key_notices(self.settings.keys)
        for notice in [*self.notices, *self.host.notices()]:
            self.notify(notice, severity="warning", timeout=12)
        self.notices = []

    def _theme_chosen(self, theme) -> None:  # type: ignore[no-untyped-def]
        if theme.name != self.settings.theme:
            self.settings.theme = theme.name
            self.keep_settings({"theme": theme.name})

    def take_settings(self, changed: settings.Settings) -> None:
        """Use changed settings from now on, and keep them."""
        before, self.settings = self.settings, changed
        if changed.theme != before.theme and changed.theme in self.available_themes:
            self.theme = changed.theme
        if changed.language != before.language:
            words.choose(changed.language)
            self.say_anew()
        if changed.glyphs != before.glyphs:
            self._ap_glyphs = changed.glyphs
            self.draw_plainly(self.ascii)
        if changed.palette != before.palette:
            self.refresh_css(animate=False)
            self.call_next(self.theme_changed_signal.publish, self.current_theme)
        if (changed.mouse, changed.hover) != (before.mouse, before.hover):
            use_pointer(self._driver, changed.mouse)
        self.animation_level = "full" if self.animated else "none"
        self.host.use(changed)
        was = asdict(before)
        self.keep_settings({k: v for k, v in asdict(changed).items() if v != was[k]})

    def say_anew(self) -> None:
        """Say in another language what every open screen shows."""
        for screen in self.screen_stack:
            if isinstance(screen, HomeScreen):
                screen.fill()
                screen.query_one(Footer).refresh(recompose=True)
            else:
                focused = screen.focused.id if screen.focused else None
                screen.refresh(recompose=True)
                if focused:
                    self.call_after_refresh(self.focus_again, screen, focused)

    def focus_again(self, screen: Screen, name: str) -> None:
        """The focus back on the widget of this id, which was made anew."""
        for widget in screen.query(f"#{name}"):
            screen.set_focus(widget)

    def keep_settings(self, values: dict[str, Any]) -> None:
        """Write these to the settings file; a read-only folder is told, not fatal."""
        try:
            old = settings.keep(values)
            if old is not None:
                self.notify(
                    words._("Something was wrong in the settings; the old file is {file}.").format(
                        file=old
                    )
                )
        except OSError as error:
            self.notify(
                words._("The settings could not be saved: {reason}").format(reason=error.strerror),
                severity="warning",
            )

    # the way between screens

    def go_home(self) -> None:
        """The home screen, whatever was open."""
        while len(self.screen_stack) > 1 and not isinstance(self.screen, HomeScreen):
            self.pop_screen()
        if not isinstance(self.screen, HomeScreen):
            self.push_screen(HomeScreen())

    def open_rules(self, game: str, place: str = "") -> None:
        """The rules of a game, at a ruling or heading."""
        from caravan_tui.screens.rules import RulesScreen

        self.push_screen(RulesScreen(game, place))

    def open_keys(self, groups: Sequence[tuple[str, Iterable[Command]]]) -> None:
        """The help page of these groups of commands, and the app's own."""
        from caravan_tui.screens.keys import KeysScreen

        everywhere = (words._("Everywhere"), COMMANDS[:1])
        self.push_screen(KeysScreen([*groups, everywhere], keymap(self.settings.keys)))

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        """A key that comes before a new screen has its widgets does nothing yet: it waits in the
        screen's queue, and comes by again."""
        if self.screen_stack and not self.screen.is_mounted:
            return False
        return await super()._check_bindings(key, priority)

    def action_command_palette(self) -> None:
        """The palette, of `get_system_commands` alone: what our screens call COMMANDS are commands
        and no providers, which Textual would take them for."""
        from textual.command import CommandPalette
        from textual.system_commands import SystemCommandsProvider

        if not CommandPalette.is_open(self):
            self.push_screen(
                CommandPalette(
                    providers=[SystemCommandsProvider],
                    placeholder=words._("Search for commands …"),
                    id="--command-palette",
                )
            )

    def get_system_commands(self, screen: Screen) -> Iterable[SystemCommand]:
        """The palette: what Textual has that we do not, and every command of the screen and of
        the board on it."""
        for command in super().get_system_commands(screen):
            if command.title in TEXTUALS:
                yield SystemCommand(words._(command.title), words._(command.help), command.callback)
        for place in (screen, getattr(screen, "board", None)):
            if place is None:
                continue
            for command in useful(place, getattr(place, "COMMANDS", ()), pointing=False):
                if hasattr(place, f"action_{command.action.split('(')[0]}"):
                    keys = keymap(self.settings.keys).get(command.id, command.keys)
                    told = keyed(screen, words._(command.help or command.title))
                    yield SystemCommand(
                        words._(command.title),
                        f"{told} ({key_names(keys)})",  # brackets would be markup there
                        partial(self.call_later, place.run_action, command.action),
                    )

    # the terminal

    def on_resize(self, event: Resize) -> None:
        """Gate a terminal that is too small, and open the gate again."""
        self.check_size(event.size)

    def check_size(self, size: Size) -> None:
        """Show or remove the gate."""
        small = size.width < COLUMNS or size.height < ROWS
        gated = isinstance(self.screen, GateScreen)
        if small and not gated:
            self.push_screen(GateScreen())
        elif not small and gated:
            self.pop_screen()

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Tell something in a corner of the screen. Brackets are brackets: names, titles and what
        people say stand in it."""
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=False)

    def call_attention(self, title: str) -> None:
        """It is this terminal's turn in the game of this title: bell and window title, as set;
        an empty one: it is no longer."""
        if title and self.settings.bell:
            self.bell()
        if self.settings.title and self._driver is not None:
            shown = words._("Your turn: {game}").format(game=title) if title else self.TITLE
            self._driver.write(f"\x1b]2;{shown}\x07")

    async def action_quit(self) -> None:
        """Leave; matches are saved after every action, so nothing is lost."""
        if self.host is not None:
            await self.host.stop()
        self.exit()


def run(glyphs: str | None = None) -> int:
    """Start the app in this terminal; the process's exit code."""
    reason = no_terminal()
    if reason:
        print(reason, file=sys.stderr)
        return 2
    set_up_log()
    set_colours(settings.load()[0].colours)
    app = CaravanApp(local_host, glyphs)
    quiet_crashes(app)
    app.run(mouse=app.settings.mouse)
    return app.return_code or 0


def local_host() -> Any:
    """The host of somebody who plays alone."""
    from caravan_tui.screens.local import LocalHost

    return LocalHost()
