"""The app: start and end, themes, settings, and the terminal."""

from __future__ import annotations

import gc
import re
import signal
import sys
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.actions import SkipAction
from textual.app import SystemCommand
from textual.binding import Binding
from textual.driver import Driver
from textual.events import CursorPosition, Event, Key, Paste
from textual.filter import LineFilter, Monochrome
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.theme import Theme

from caravan_tui import files, i18n, paths, settings
from caravan_tui.games import registry
from caravan_tui.screens.base import BaseApp, BaseScreen
from caravan_tui.screens.doorstep import Doorstep
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.names import is_named, screen_class
from caravan_tui.screens.palette_entries import system_commands
from caravan_tui.screens.too_small import cover_if_too_small, is_too_small, quit_keys
from caravan_tui.terminal.alerts import clean, desktop_notice
from caravan_tui.terminal.ascii import AsciiFilter
from caravan_tui.terminal.capabilities import (
    ASK_BLOCK_WIDTH,
    is_block_wide,
    is_remote_session,
    no_terminal,
    poor_terminal,
    set_colours,
)
from caravan_tui.terminal.compat import (
    install,
    lines_on_terminal,
    set_mouse,
    with_lasting_output,
    with_mouse,
    write_to_terminal,
)
from caravan_tui.terminal.crashes import install_crash_handler
from caravan_tui.terminal.hangup import watch_terminal
from caravan_tui.terminal.log_files import set_up_log
from caravan_tui.terminal.no_colour import NoColour
from caravan_tui.terminal.termination import end_soon, leave_when_told
from caravan_tui.themes import files as theme_files
from caravan_tui.themes.builtin import THEMES, theme_of
from caravan_tui.widgets import palettes
from caravan_tui.widgets.app_commands import APP
from caravan_tui.widgets.commands import Command, bindings, keymap
from caravan_tui.widgets.dimming import ReadableDim
from caravan_tui.widgets.drawing.depth import Depth
from caravan_tui.widgets.drawn import pens_of
from caravan_tui.widgets.few_colours import FewColours
from caravan_tui.widgets.key_names import footer_sign
from caravan_tui.widgets.page_tabs import PageTabs
from caravan_tui.widgets.question import Question
from caravan_tui.widgets.theme_depth import theme_at

if TYPE_CHECKING:
    from caravan_tui.hosts.base import Host  # not needed for the first frame

install()

Opening = Callable[[BaseApp], Awaitable[None]]
"""Opens a screen once there is a host."""

LONGEST_PASTE = 2_000
"""Characters of a pasted text that are taken."""
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""What is left out of it: all that a terminal acts on, but blanks and ends of lines."""

MOST_PROBLEMS = 5
"""Problems that are shown at the start, at most: so many have room at 80 × 24."""

UNSUPPORTED_THEMES = ("ansi-dark", "ansi-light")
"""Themes of Textual that name the terminal's own colours: these cannot be mixed or compared."""

STANDARD_INPUT = 0


class PlainScrollBar(ScrollBarRender):
    """A scroll bar whose thumb is seen in ASCII and without colour."""

    VERTICAL_BARS: ClassVar = [" "] * 8
    HORIZONTAL_BARS: ClassVar = [" "] * 8


class CaravanApp(BaseApp):
    """One terminal's app. Its host holds the matches: in this process, or behind a socket.

    The host is made after the first frame, so that the first frame waits for nothing else.
    """

    TITLE = "caravan_tui"
    BINDINGS = bindings(APP)
    ENABLE_COMMAND_PALETTE = True

    CSS = """
    Footer { background: $panel; }
    ToastRack { dock: top; align: right top; margin: 1 0 0 0; }  /* choices stand at the bottom */
    AnalysisScreen.-moment > ToastRack { margin: 3 0 0 0; }  /* the moment in words is above */
    Toast { width: auto; max-width: 76; padding: 0 1; }  /* a path in few rows */
    SearchIcon { display: none; }  /* of the palette: two cells wide, and not in every font */
    Button, Button.-primary { background: $panel; color: $foreground; text-style: bold;
        &.-suggested { background: $accent; color: $background; }  /* what comes next */
        &:hover { background: $primary 40%; }
        &:focus { background: $block-cursor-background; color: $block-cursor-foreground; }
    }
    Input > .input--placeholder { color: $text-muted; }
    .-ascii #window, .-ascii Input, .-ascii Toast { border: ascii $primary; }
    .-ascii Input.-textual-compact, .-ascii Chooser Input,
    .-ascii ResultScreen > #window { border: none; }
    .-ascii ReplayScreen #side, .-ascii SavedScreen #side, .-ascii LobbyScreen.-wide #talk {
        border: none; border-left: ascii $panel; }
    .-ascii #talk { border: none; border-top: ascii $panel; }
    .-ascii #thought { border: none; border-bottom: ascii $panel; }
    """

    def __init__(
        self,
        make_host: Callable[[], Host],
        glyphs: str | None = None,
        begin: Opening | None = None,
    ) -> None:
        i18n.choose("auto")  # for what is wrong with the settings, before they are known
        self.settings, self.notices = settings.load()
        i18n.choose(self.settings.language)
        self.depth = Depth.TRUE  # until the terminal is known, at the end of the next line
        self.few_filter = FewColours(lambda: pens_of(self, ascii_only=False))
        self.reduced_themes: dict[str, Theme] = {}
        """Themes that were asked for, each with what this terminal can show of it."""
        super().__init__()  # asks for the colours, and so for the settings and themes
        self.depth = Depth.of(self.console.color_system, self.no_color)
        self.reduced_themes.clear()
        self.no_colour_filter = NoColour(lambda: self.current_theme.dark)
        self.ascii_filter = AsciiFilter(enabled=False)
        self.dim_filter = ReadableDim()
        self.make_host = make_host
        self.begin = begin
        """What to open first, over the home screen."""
        self.after_first_frame: Callable[[], None] = do_nothing
        """What to do once home is drawn."""
        self.parting_words = ""
        """What to print after the app has ended: how to get back to the match that was open."""
        self.glyphs = glyphs or self.settings.glyphs
        """`ascii`, `unicode` or `auto`."""
        self.has_wide_blocks = False
        self.asks_block_width = False
        """The terminal was asked how wide half blocks are, and has not answered yet."""
        """Whether the terminal has said that its half blocks are two columns wide."""
        self.is_asking_to_quit = False
        self.is_leaving = False
        """Whether a signal, or the loss of the terminal, has had the app leave."""
        self.previewed_theme = ""
        """The theme that is only looked at, in the list of themes."""
        self.set_up_themes()

    @property
    def ascii(self) -> bool:
        """Whether to draw with ASCII only."""
        is_poor = self.has_wide_blocks or poor_terminal()
        return self.glyphs == "ascii" or (self.glyphs == "auto" and is_poor)

    @property
    def animated(self) -> bool:
        """Whether to show short animations."""
        return self.settings.animated(self.is_remote or is_remote_session())

    @property
    def shows_counts(self) -> bool:
        """Whether a hand or a round that has ended is counted line by line without being asked."""
        return self.settings.counts and not self.is_headless  # without a terminal nobody reads it

    @property
    def pace(self) -> settings.Pace | None:
        """How long moves of the others are shown. Without a terminal nobody follows them."""
        return None if self.is_headless else self.settings.beat

    @property
    def is_match_open(self) -> bool:
        """Whether an unfinished match of this player is at the table: Continue brings it back."""
        return any(screen.is_in_play for screen in self.own_screens())

    def own_screens(self) -> list[BaseScreen[Any]]:
        """The open screens that are no windows or Textual's, from the lowest to the top one."""
        return [screen for screen in self.screen_stack if isinstance(screen, BaseScreen)]

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's filters, but for the one that makes colours greys, and those for dim texts,
        a look in few colours or without any, and ASCII."""
        filters = [line for line in super().get_line_filters() if not isinstance(line, Monochrome)]
        return [
            *([] if self.no_color else [self.dim_filter]),
            *filters,
            *([self.few_filter] if self.depth is Depth.FEW else []),
            *([self.no_colour_filter] if self.no_color else []),
            *([self.ascii_filter] if self.ascii_filter.enabled else []),
        ]

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours of seats and goods for themes that have none."""
        return palettes.usual(self.current_theme.dark)

    def get_css_variables(self) -> dict[str, str]:
        """The theme's colours, with those of the palette that is set in their place."""
        chosen = palettes.colours(self.settings.palette, self.current_theme.dark)
        chosen["button-focus-text-style"] = "bold"  # the whole button is marked, not its label
        self.theme_variables = super().get_css_variables() | chosen
        self.few_filter.forget()
        return self.theme_variables

    def draw_in_ascii(self, plain: bool) -> None:
        """Draw everything in ASCII from now on, or with all signs."""
        self.set_class(plain, "-ascii")
        self.ascii_filter.enabled = plain
        for screen in self.screen_stack:
            for widget in screen.walk_children(with_self=True):
                widget.refresh()
        ScrollBar.renderer = PlainScrollBar if plain else ScrollBarRender

    def get_key_display(self, binding: Binding) -> str:
        """A key's sign in the footer."""
        return footer_sign(super().get_key_display(binding), self.ascii)

    def export_screenshot(self, *, title: str | None = None, simplify: bool = False) -> str:
        """The screen as SVG, with blocks as rectangles."""
        from caravan_tui.terminal import svg  # not needed for the first frame

        colours = self.theme_variables
        return svg.still(
            lines_on_terminal(self),
            title or self.title,
            colours.get("foreground", "#ffffff"),
            colours.get("background", "#000000"),
        )

    def deliver_screenshot(
        self, filename: str | None = None, path: str | None = None, time_format: str | None = None
    ) -> str | None:
        """Save the screen as a picture in the program's own folder, which is made if need be:
        Textual's way needs a folder for downloads and keeps back what went wrong."""
        folder = Path(path) if path else paths.pictures()
        stamp = datetime.now().astimezone().strftime(time_format or "%Y-%m-%d %H.%M.%S")
        file = folder / (filename or f"{self.title} {stamp}.svg")
        try:
            files.make_folder(folder)
            files.write(file, self.export_screenshot().encode())
        except OSError as error:
            text = i18n._("Couldn't save the picture to {path}: {reason}.")
            reason = error.strerror or str(error)
            self.notify(text.format(path=file, reason=reason), severity="warning", timeout=15)
            return None
        self.notify(i18n._("Saved to {path}.").format(path=file), timeout=8)
        return None

    # Start and settings

    async def on_mount(self) -> None:
        """Set theme and keys and show home; the host starts after the first frame."""
        self.meet_terminal()
        self.draw_in_ascii(self.ascii)
        self.theme_changed_signal.subscribe(self, self._save_theme)
        self.animation_level = "full" if self.animated else "none"
        if self.settings.keys:
            self.set_keymap(keymap(self.settings.keys))
        self.screen_change_signal.subscribe(self, self.check_screen, immediate=True)
        self.go_home()
        if self.begin is not None:
            self.push_screen(Doorstep())
        self.check_size()
        self.call_after_refresh(self.start_host)

    def meet_terminal(self) -> None:
        """Follow the terminal's signals and ask what it can do; nothing without one."""
        if not self.is_headless:
            leave_when_told(self.leave_on_signal)
            if not self.is_remote:  # a server sends the signal itself
                watch_terminal(STANDARD_INPUT, self.leave_lost_terminal)
            if not self.ascii:
                self.asks_block_width = True
                write_to_terminal(self, ASK_BLOCK_WIDTH)

    def set_up_themes(self) -> None:
        """Register every theme, and take the one of the settings.

        Before the app runs: its style sheet would else be read once more for the first frame.
        """
        for name in UNSUPPORTED_THEMES:
            self.unregister_theme(name)
        for theme in THEMES:
            self.register_theme(theme)
        self.wear_own_theme()

    def wear_own_theme(self) -> None:
        """Register the user's themes, and take the one of the settings."""
        self.notices += self.register_custom_themes()
        if self.settings.theme in self.available_themes:
            self.theme = self.settings.theme
        else:
            self.theme = THEMES[0].name
            self.notices.append(
                i18n._("There is no theme '{name}'. The default theme is used.").format(
                    name=self.settings.theme
                )
            )

    def on_cursor_position(self, event: CursorPosition) -> None:
        """The terminal's answer, once it was asked: draw in ASCII where half blocks are wide. Some
        keys, such as Ctrl+F3, look like an answer that nobody asked for."""
        if not self.asks_block_width:
            return
        self.asks_block_width = False
        self.has_wide_blocks = is_block_wide(event.x)
        if self.has_wide_blocks and self.ascii:
            self.draw_in_ascii(True)

    def get_theme(self, theme_name: str) -> Theme | None:
        """A theme by its name, in the colours that this terminal has; None if there is none."""
        reduced = self.reduced_themes.get(theme_name)
        if reduced is None:
            theme = super().get_theme(theme_name)
            if theme is None:
                return None
            reduced = self.reduced_themes[theme_name] = theme_at(theme, self.depth)
        return reduced

    def register_theme(self, theme: Theme) -> None:
        """Take a theme, or another one of a name that there is."""
        self.reduced_themes.clear()
        super().register_theme(theme)

    def unregister_theme(self, theme_name: str) -> None:
        """Forget a theme."""
        self.reduced_themes.clear()
        super().unregister_theme(theme_name)

    def register_custom_themes(self) -> list[str]:
        """Register the user's theme files; a line for each that cannot be used."""
        files, notices = theme_files.load()
        for file in files:
            try:
                self.register_theme(theme_of(file, self.available_themes))
            except theme_files.ThemeError as error:
                notices.append(str(error))
        return notices

    def get_driver_class(self) -> type[Driver]:
        """The driver of this system, with the mouse as it is set, and without errors after its
        terminal was closed."""
        driver = with_lasting_output(super().get_driver_class())
        return with_mouse(driver, lambda: self.settings.hover)

    async def start_host(self) -> None:
        """After the first frame: start what takes time, and show what is wrong."""
        self.after_first_frame()
        try:
            registry.ids()
        except registry.UnknownGameError as error:  # somebody writes a game
            self.exit(return_code=2, message=f"caravan-tui: {error}")
            return
        if not self.host_ready.is_set():
            self.use_new_host()
        host = self.host
        if self.begin is not None:
            self.run_worker(self.open_first(self.begin), group="open")
        await host.start()
        if self.settings.keys:
            from caravan_tui.command_index import key_notices  # imports every screen and board

            self.notices += key_notices(self.settings.keys)
        self.show_problems([*self.notices, *host.notices()])
        self.notices = []

    def use_new_host(self) -> None:
        """Make the host, and show what it has."""
        host = self.make_host()
        host.use(self.settings)
        self.set_host(host)
        self.refresh_home()

    async def open_first(self, begin: Opening) -> None:
        """Open what the command line asked for; the doorstep in front of home ends with it."""
        try:
            await begin(self)
        finally:
            for screen in self.screen_stack:
                if isinstance(screen, Doorstep):
                    screen.end()

    def show_problems(self, notices: Sequence[str]) -> None:
        """Show what is wrong with the user's files: a single thing in the corner, several in one
        window."""
        if len(notices) == 1:
            self.notify(notices[0], severity="warning", timeout=12)
        elif notices:
            heading = i18n._("{count} problems in your files").format(count=len(notices))
            lines = [f"• {notice}" for notice in notices[:MOST_PROBLEMS]]
            where = i18n._("`caravan-tui config check` lists them all, with the lines.")
            text = "\n".join([*lines, "", where])
            self.push_screen(Question(heading, text, [("close", i18n._("Close"))]))

    def preview_theme(self, name: str | None) -> None:
        """Wear a theme without saving it; None: the one that is set again."""
        self.previewed_theme = name or ""
        wanted = name or self.settings.theme
        if wanted in self.available_themes:
            self.theme = wanted

    def choose_theme(self) -> None:
        """Show every theme, and use the one that is chosen."""
        self._choose_theme()

    @work(exclusive=True, group="dialog")
    async def _choose_theme(self) -> None:
        # needed once the list is opened
        from caravan_tui.screens.theme_chooser import ThemeChooser

        chooser = ThemeChooser(self)
        index = await self.push_screen_wait(chooser)
        if index is not None:
            name = chooser.themes[index].name
            self.apply_settings(settings.changed(self.settings, "theme", name))

    def _save_theme(self, theme: Theme) -> None:
        if theme.name != self.theme or theme.name == self.previewed_theme:
            return  # told late, or only looked at
        if theme.name != self.settings.theme:
            self.settings.theme = theme.name
            self.save_settings({"theme": theme.name})

    def apply_settings(self, changed: settings.Settings) -> None:
        """Use changed settings from now on, and save them."""
        before, self.settings = self.settings, changed
        if changed.theme != before.theme and changed.theme in self.available_themes:
            self.theme = changed.theme
        if changed.language != before.language:
            i18n.choose(changed.language)
            self.retranslate()
        if changed.glyphs != before.glyphs:
            self.glyphs = changed.glyphs
            self.draw_in_ascii(self.ascii)
        if changed.palette != before.palette:
            self.refresh_css(animate=False)
            self.call_next(self.theme_changed_signal.publish, self.current_theme)
        if (changed.mouse, changed.hover) != (before.mouse, before.hover):
            set_mouse(self, changed.mouse)
        self.animation_level = "full" if self.animated else "none"
        if self.host_ready.is_set():  # a host that is made later takes them over by itself
            self.host.use(changed)
        self.save_settings(settings.differences(before, changed))

    def retranslate(self) -> None:
        """Refresh all open screens after a language change."""
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen):
                screen.retranslate()
            else:
                screen.refresh(recompose=True)

    def save_settings(self, values: dict[str, Any]) -> None:
        """Write these to the settings file; show what is wrong with it."""
        try:
            old = settings.update_file(values)
            if old is not None:
                self.notify(
                    i18n._("Some settings were not valid. The old file is {file}.").format(file=old)
                )
        except OSError as error:
            self.notify(
                i18n._("Couldn't save the settings: {reason}").format(reason=error.strerror),
                severity="warning",
            )

    # Screens

    def make_screen(self, name: str, *arguments: Any, **named: Any) -> Screen[Any]:
        """A new screen of this name, see SCREENS. Raises KeyError."""
        make: Callable[..., Screen[Any]] = screen_class(name)
        return make(*arguments, **named)

    def is_screen_open(self, name: str) -> bool:
        """Whether a screen of this name is open, on top or covered."""
        return any(is_named(screen, name) for screen in self.screen_stack)

    def go_home(self) -> None:
        """Close everything that lies over the home screen."""
        stack = self.screen_stack
        homes = (screen for screen in reversed(stack) if isinstance(screen, HomeScreen))
        home = next(homes, None)
        self.go_back_to(home or stack[0])
        if home is None:
            self.push_screen(HomeScreen())

    def refresh_home(self) -> None:
        """Refresh the home screen if it is on top."""
        if isinstance(self.screen, HomeScreen):
            self.screen.fill()

    def open_keys(self, groups: Sequence[tuple[str, Iterable[Command]]]) -> None:
        """Open the help page with these titled groups of commands, and the app's own. Commands
        that open a page are called as its tab is."""
        for tabs in self.screen.query(PageTabs):
            groups = [(title, tabs.with_titles(commands)) for title, commands in groups]
        everywhere = (i18n._("Everywhere"), APP[:2])
        self.open("keys", [*groups, everywhere], keymap(self.settings.keys))

    def start_tutorial(self, game: str, leads_to_shell: bool = False) -> None:
        """Open the tutorial of a game; ask first whether to resume one that was left.
        `leads_to_shell`: leaving it ends the app."""
        self._open_tutorial(game, leads_to_shell)

    @work(exclusive=True, group="tutorial")
    async def _open_tutorial(self, game: str, leads_to_shell: bool) -> None:
        # loads a whole table
        from caravan_tui.screens.table.tutorial import learn_and_leave, open_tutorial

        await (learn_and_leave if leads_to_shell else open_tutorial)(self, game)

    def action_command_palette(self) -> None:
        """The palette, of `get_system_commands` and themes alone: what our screens call COMMANDS
        are commands and no providers, which Textual would take them for."""
        from caravan_tui.screens import palette  # needed once the palette is opened

        if not any(isinstance(screen, palette.Palette) for screen in self.screen_stack):
            placeholder = i18n._("Search for commands and themes …")
            self.push_screen(palette.Palette(providers=[palette.Commands], placeholder=placeholder))

    def search_themes(self) -> None:
        """What Textual's entry for themes does."""
        self.choose_theme()

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the palette offers on a screen."""
        yield from system_commands(self, screen, super().get_system_commands(screen))

    # The terminal

    @property
    def is_gated(self) -> bool:
        """Whether the terminal is too small, so that keys only quit."""
        return is_too_small(self.size)

    def on_resize(self) -> None:
        """Cover every screen in a terminal that is too small, and uncover it again."""
        self.call_next(self.check_size)  # the app takes the new size over after this

    def check_size(self) -> None:
        """Cover or uncover every screen, by the size that the terminal has now.

        All is drawn again: a terminal that was smaller for a moment has forgotten what it cut off,
        while for Textual nothing has changed.
        """
        for screen in self.screen_stack:
            self.check_screen(screen)
        self.screen.refresh()

    def check_screen(self, screen: Screen[Any]) -> None:
        """Cover or uncover a screen, by the size that the terminal has now."""
        cover_if_too_small(screen, self.size)

    async def on_event(self, event: Event) -> None:
        """Keys and pasted text pass here first. In a terminal that is too small nobody sees what
        they would do. Of a pasted text no line takes more than a person writes, nor what is none.
        """
        if self.is_gated and isinstance(event, Key | Paste):
            if isinstance(event, Key) and event.key in quit_keys(self.settings.keys):
                self.call_next(self.action_quit)
            return
        if isinstance(event, Paste):
            event.text = CONTROLS.sub("", event.text[:LONGEST_PASTE])
        await super().on_event(event)

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
        text = i18n._("Your turn: {game}").format(game=title) if title else ""
        if text:
            self.alert(text)
        if self.settings.title:
            write_to_terminal(self, f"\x1b]2;{clean(text) or self.TITLE}\x07")

    def alert(self, text: str) -> None:
        """Call the user to this terminal: bell and desktop notice with a line, as set."""
        if self.settings.bell:
            self.bell()
        sequence = desktop_notice(self.settings.desktop, self.TITLE, text)
        if sequence:
            write_to_terminal(self, sequence)

    def action_suspend(self) -> None:
        """Stop this process and give the terminal back to the shell until `fg`."""
        if self.is_remote or self.is_headless or not hasattr(signal, "SIGTSTP"):
            self.notify(i18n._("There is no shell to go back to here."))
            return
        self.action_suspend_process()

    # Quitting

    async def may_leave_table(self) -> bool:
        """Whether the open table may be left; ask first if its match is not saved. True without a
        table. Only from a worker."""
        for screen in self.own_screens():
            if not await screen.may_leave():
                return False
        return True

    async def action_quit(self) -> None:
        """Leave; matches are saved after every action, so nothing is lost. A question comes first
        where the last save has failed."""
        if self.is_asking_to_quit:
            return
        if any(screen.has_unsaved_match for screen in self.own_screens()):
            self._ask_and_quit()
        else:
            await self.leave()

    async def action_interrupt(self) -> None:
        """Leave, from windows and lines of text, too; where text is selected, its copy is meant."""
        from textual.widgets import Input  # not needed for the first frame

        line = self.focused
        if (isinstance(line, Input) and not line.selection.is_empty) or (
            self.screen.get_selected_text()
        ):
            raise SkipAction
        await self.action_quit()

    @work(group="quit")
    async def _ask_and_quit(self) -> None:
        self.is_asking_to_quit = True
        try:
            if await self.may_leave_table():
                await self.leave()
        finally:
            self.is_asking_to_quit = False

    async def leave(self, code: int = 0) -> None:
        """Stop the host and end with this exit code."""
        try:
            if self.host_ready.is_set():
                self.parting_words = self.last_words or self.words_on_leaving()
                await self.host.stop()
        finally:
            self.exit(return_code=code)

    def words_on_leaving(self) -> str:
        """How to get back to what is open, to the last match that is not over, if it is saved, or
        else to the app; empty where nothing is kept."""
        words_of_screens = [screen.words_on_leaving() for screen in self.own_screens()]
        if any(words_of_screens):
            return next(filter(None, words_of_screens))
        has_unsaved = any(screen.has_unsaved_match for screen in self.own_screens())
        if has_unsaved or not self.host.saves_matches:
            return ""
        unfinished = self.host.unfinished()
        if unfinished is None:
            return i18n._("Safe travels! Play again with: {command}").format(command="caravan-tui")
        text = i18n._("{game} is saved. Resume it with: {command}")
        return text.format(game=unfinished.title, command="caravan-tui continue")

    def leave_lost_terminal(self) -> None:
        """Leave as SIGHUP has it leave, which may have come already."""
        end_soon()
        self.leave_on_signal(signal.SIGHUP)

    def leave_on_signal(self, number: int) -> None:
        """Leave, once; the exit code is that of a process which this signal has ended, in a
        shell."""
        if not self.is_leaving:
            self.is_leaving = True
            self.call_next(self.leave, 128 + number)


def do_nothing() -> None:
    """Do nothing."""


def collect_from_now_on() -> None:
    """Collect garbage again, but look at nothing of what has been made so far: it stays."""
    gc.freeze()
    gc.enable()


def run(glyphs: str | None = None, begin: Opening | None = None) -> int:
    """Start the app in this terminal, and open something over its home screen. Returns the
    process's exit code; the process should end then."""
    reason = no_terminal()
    if reason:
        print(reason, file=sys.stderr)
        return 2
    set_up_log()
    set_colours(settings.load()[0].colours)
    gc.disable()
    app = CaravanApp(local_host, glyphs, begin)
    app.after_first_frame = collect_from_now_on
    install_crash_handler(app, lambda: app.is_match_open)
    app.run(mouse=app.settings.mouse)
    if app.parting_words and app.return_code in (0, 128 + signal.SIGTERM):
        print(app.parting_words)  # after SIGHUP nobody reads it
    gc.freeze()  # else the interpreter looks through all objects at its end: 0.3 s of CPU time
    return app.return_code or 0


def local_host() -> Host:
    """The host of somebody who plays alone."""
    from caravan_tui.hosts.local import LocalHost  # needed after the first frame

    return LocalHost()
