"""Every use of what Textual and Rich keep to themselves, in one place.

Each entry says why it is needed; `tests/terminal/test_compat.py` says when it can go.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache, partial
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar
from weakref import WeakKeyDictionary

from rich.style import Style
from textual._compositor import Compositor, LayoutUpdate
from textual._styles_cache import StylesCache
from textual.app import App
from textual.color import Color
from textual.content import Content
from textual.css.model import RuleSet
from textual.css.styles import RulesMap
from textual.css.stylesheet import Stylesheet
from textual.driver import Driver
from textual.events import Event, Key
from textual.geometry import Region, Size
from textual.keys import _character_to_key, _get_unicode_name_from_key
from textual.notifications import Notification
from textual.screen import Screen
from textual.strip import Strip
from textual.style import Style as VisualStyle
from textual.widget import Widget
from textual.widgets._footer import Footer, FooterKey
from textual.widgets._toast import ToastHolder, ToastRack

if TYPE_CHECKING:
    from textual.pilot import Pilot

__all__ = ["FooterKey"]

log = logging.getLogger(__name__)

R = TypeVar("R")


# Apps


class RobustApp(App[R]):
    """An app that loses no key, is not ended by a worker that is cancelled, and does not fail while
    it ends."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._sent_keys: WeakKeyDictionary[Key, Widget] = WeakKeyDictionary()
        """The widget that each key on its way was sent to."""

    is_ending = False
    """Whether it has been asked to end, or has failed."""

    describe_crash: Callable[[Exception], str] | None = None
    """What is printed after an unhandled exception in place of Textual's traceback."""

    def exit(self, *args: Any, **options: Any) -> None:
        """End the app."""
        self.is_ending = True
        super().exit(*args, **options)

    async def _shutdown(self) -> None:
        self.is_ending = True
        await super()._shutdown()

    def _handle_exception(self, error: Exception) -> None:
        """End the app with one line and 1 as its code. Textual has no public hook for errors.

        While it ends, its widgets go one after the other, and what still runs misses some: that is
        for the log only.
        """
        if self.is_ending:
            log.info("while the app ends", exc_info=error)
        elif self.describe_crash is None:
            super()._handle_exception(error)
        else:
            self.is_ending = True
            self._return_code = 1
            self._exit_renderables = [self.describe_crash(error)]
            self._close_messages_no_wait()

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        """Leave a key that is pressed before a new screen has its widgets in the screen's queue:
        Textual would look for its binding at once, and find none of the widgets'."""
        if self.screen_stack and not self.screen.is_mounted:
            return False
        return await super()._check_bindings(key, priority)

    async def on_event(self, event: Event) -> None:
        """Remember which widget a key is sent to. One that is for a field goes the way of those
        before it that are still to come back from another widget, so that none overtakes them."""
        if isinstance(event, Key) and not event.is_forwarded:
            event._sender = None  # else it counts as stopped before it is back
            way = self._way_of_earlier_keys()
            self._sent_keys[event] = way or self.focused or self.screen
            if way is not None:
                if not await self._check_bindings(event.key, priority=True):
                    way._forward_event(event)
                return
        await super().on_event(event)

    def _way_of_earlier_keys(self) -> Widget | None:
        """The widget from which the last of those keys is still to come back that will be sent on
        to the field in focus; None if there are none, or no field."""
        field = self.focused
        if field is None or not field.check_consume_key("a", "a"):
            return None
        for key, widget in reversed([*self._sent_keys.items()]):
            is_back = key._stop_propagation or not widget.is_attached
            if widget is not field and not is_back and not widget.check_consume_key("a", "a"):
                return widget
        return None

    def on_key(self, event: Key) -> None:
        """Send a key that comes back from one widget on to the field that has the focus by now.

        Textual sends keys that arrive together to the widget in focus before the first of them is
        acted on. If that one opens a field, the others are typed into it, and run no command.
        """
        field = self.focused
        sent_to = self._sent_keys.pop(event, field)
        if field is not None and field is not sent_to and field.check_consume_key("a", "a"):
            event.prevent_default()
            key = Key(event.key, event.character)
            self._sent_keys[key] = field
            field._forward_event(key)

    def call_next(self, callback: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        """As Textual's, but go on where something that the app waits for is cancelled by somebody
        else: a worker that is cancelled while it waits for widgets to be removed cancels their
        removal, for which the app waits, too, and Textual would end the app without a word."""

        async def call() -> None:
            try:
                result = callback(*args, **kwargs)
                if isawaitable(result):
                    await result
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task is None or task.cancelling():
                    raise
                log.warning("cancelled by somebody else: %r", callback)

        super().call_next(call)


def print_no_errors(app: App[Any]) -> None:
    """Have an app that runs without a terminal print no traceback when it ends by an error."""
    app._print_error_renderables = lambda: None  # type: ignore[method-assign]  # no public switch


def write_to_terminal(app: App[Any], sequence: str) -> None:
    """Send an escape sequence to the app's terminal; nothing without one."""
    if app._driver is not None:
        app._driver.write(sequence)


def set_up_terminal(app: App[Any]) -> None:
    """Set the modes of the app's terminal as at the start: of a terminal that has taken the place
    of another, whatever it was in the middle of."""
    from textual.drivers.linux_driver import LinuxDriver  # it imports what only Unix has

    driver = app._driver
    if isinstance(driver, LinuxDriver):
        driver.write("\x18\x1b[0m\x1b[?1049h\x1b[?25l\x1b[?1004h\x1b[2J")
        driver._enable_mouse_support()
        driver._enable_bracketed_paste()
        driver._disable_line_wrap()
        driver.flush()


# Apps that are forked


def renew_loop(loop: asyncio.SelectorEventLoop) -> None:
    """In a forked child: go on with the event loop that runs, apart from that of the parent.

    Of the system it has only what it is woken up by, if its selector is none of the kernel's.
    Python marks a loop as not running in a child.
    """
    own: Any = loop
    own._close_self_pipe()
    own._make_self_pipe()
    asyncio._set_running_loop(loop)


def with_late_terminal(driver: type[Driver]) -> type[Driver]:
    """The driver class, without a terminal until `attach`: it draws and reads nothing."""

    class LateTerminal(driver):  # type: ignore[misc, valid-type]  # the base depends on the system
        is_attached = False

        @property
        def is_headless(self) -> bool:
            return not self.is_attached

        def start_application_mode(self) -> None:
            if self.is_attached:
                super().start_application_mode()

        def stop_application_mode(self) -> None:
            if self.is_attached:
                super().stop_application_mode()

        def write(self, data: str) -> None:
            if self.is_attached:
                super().write(data)

        def attach(self, has_mouse: bool) -> None:
            self.is_attached = True
            self._mouse = has_mouse
            self.input_tty = os.isatty(self.fileno)
            self.start_application_mode()

    return LateTerminal


def attach_terminal(app: App[Any], has_mouse: bool) -> None:
    """Give an app whose driver is `with_late_terminal` its terminal, and the size of that."""
    driver: Any = app._driver
    app._size = Size(*os.get_terminal_size(driver.fileno))
    driver.attach(has_mouse)


async def resize_headless(pilot: Pilot[Any], size: tuple[int, int]) -> None:
    """Have an app without a terminal lay itself out for another size. Textual waits a moment
    before it does, as sizes come in quick succession."""
    await pilot.resize_terminal(*size)
    while pilot.app.screen.size != Size(*size):
        await pilot.pause(0.01)


async def paint_once(app: App[Any], prepare: Callable[[], None]) -> None:
    """Prepare the app's screen for the terminal that it has by now, and paint it once all has
    followed: else the app and each widget would paint it in between. Only from a worker.

    Textual renders what a batch of updates does not paint, too: see `render_no_batch_in_vain`.
    """
    screen, footers = app.screen, app.screen.query(Footer)
    with app.batch_update():
        prepare()
        screen._refresh_layout(app.size)
        for pump in (app, screen, *footers, app, screen):
            handled = asyncio.Event()
            if pump.call_later(handled.set):
                await handled.wait()
    # With all of it dirty the layout paints everything; to repaint it then would be a second time.
    screen._compositor._dirty_regions.add(app.size.region)
    screen._repaint_required = False
    screen.refresh(layout=True, repaint=False)


# Screens


def lay_out_at_true_size() -> None:
    """Have Textual's screens take the app's size in place of that of a resize event.

    A screen is sent its new size by its own layout, and lays itself out at the size it is sent.
    When the terminal changes again before that, two sizes go round for ever, each layout sending
    the next: the app draws nothing else from then on and answers no key. In a
    batch of updates it is not laid out once more for the size that its own layout has sent.
    """

    def screen_resized(self: Screen[Any], _size: Size) -> None:
        is_done = self.app._batch_count and self._compositor.size == self.app.size
        if self.stack_updates and self.is_attached and not is_done:
            self._refresh_layout(self.app.size)

    Screen._screen_resized = screen_resized  # type: ignore[method-assign, assignment]  # see above


def render_no_batch_in_vain() -> None:
    """Have Textual's screens render nothing while updates are batched: it would not be painted."""
    refresh = Screen._compositor_refresh

    def compositor_refresh(self: Screen[Any]) -> None:
        if not self.app._batch_count:
            refresh(self)

    if refresh.__module__ != __name__:
        Screen._compositor_refresh = compositor_refresh  # type: ignore[method-assign]  # see above


def render_only_what_is_repainted() -> None:
    """Have Textual's screens ask for the rows that are repainted, and only widgets within reach.

    It asks each widget whose container reaches in for all its rows: nearly the whole screen for
    one cell.
    """

    def get_renders(
        self: Compositor, crop: Region | None = None
    ) -> Iterator[tuple[Region, Region, list[Strip]]]:
        repainted = self.size.region if crop is None else crop
        rows = Region(0, repainted.y, self.size.width, repainted.height)
        for widget, (region, clip) in self.visible_widgets.items():
            band = clip.intersection(rows)
            lines = region.intersection(band)
            if lines.overlaps(repainted):
                yield region, band, widget.render_lines(lines.translate(-region.offset))

    Compositor._get_renders = get_renders  # type: ignore[method-assign]  # see above


def forget_removed_widgets() -> None:
    """Have Textual keep what was drawn of a widget no longer than the widget.

    It remembers two colours by the cache that asks for them, and with them 1,024 such caches with
    all their lines: https://github.com/Textualize/textual/issues/6665.
    """
    get = StylesCache.get_inner_outer
    if get.__module__ == __name__:
        return
    of_any = lru_cache(1024)(partial(get.__wrapped__, None))

    def get_inner_outer(
        _self: StylesCache, base_background: Color, background: Color
    ) -> tuple[VisualStyle, VisualStyle]:
        return of_any(base_background, background)

    StylesCache.get_inner_outer = get_inner_outer  # type: ignore[method-assign, assignment]  # see above


# Output


class LastingFile:
    """A terminal's file that drops what is written after the terminal was closed."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def write(self, text: str) -> None:
        """Write if there is still a terminal."""
        try:
            self._file.write(text)
        except OSError:
            self._discard()

    def flush(self) -> None:
        """Flush if there is still a terminal."""
        try:
            self._file.flush()
        except OSError:
            self._discard()

    def _discard(self) -> None:
        """Send what is buffered, which would fail again when Python ends, and all that follows to
        /dev/null."""
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, self._file.fileno())
        os.close(null)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def with_lasting_output(driver: type[Driver]) -> type[Driver]:
    """The driver class, whose output does not fail after its terminal was closed.

    Textual's thread for output ends with the first error. The queue to it then fills up, and the
    app waits for ever at its end.
    """

    class LastingDriver(driver):  # type: ignore[misc, valid-type]  # the base depends on the system
        def start_application_mode(self) -> None:
            own: Any = self
            if hasattr(own, "_file"):
                own._file = LastingFile(own._file)
            super().start_application_mode()

    return LastingDriver


def measure_text_at_one_column_or_more() -> None:
    """Have Textual measure the height of a text without a column of room as in one column.

    Before the cover is over a terminal of a few columns, what lies there is laid out once. The
    options of a list may have no column beside their padding then, and Rich, which divides by the
    width, would end the app.
    """
    get_height = Content.get_height

    def get_height_with_a_column(self: Content, rules: RulesMap, width: int) -> int:
        return get_height(self, rules, max(width, 1))

    if get_height.__module__ != __name__:
        Content.get_height = get_height_with_a_column  # type: ignore[method-assign]  # see above


# The mouse

BUTTONS_ONLY = "\x1b[?1003l\x1b[?1002h"
"""Movements only while a button is down (DECSET 1002) in place of all movements (1003)."""


def with_mouse(driver: type[Driver], hover: Callable[[], bool]) -> type[Driver]:
    """The driver class, asking for mouse movements only if `hover()`; drivers without a mouse
    are returned as they are. Textual always asks for all movements."""
    if not hasattr(driver, "_enable_mouse_support"):
        return driver

    class MouseDriver(driver):  # type: ignore[misc, valid-type]  # the base depends on the system
        def _enable_mouse_support(self) -> None:
            super()._enable_mouse_support()
            if self._mouse and not hover():
                self.write(BUTTONS_ONLY)
                self.flush()

        def _disable_mouse_support(self) -> None:
            if self._mouse:
                self.write("\x1b[?1002l")
            super()._disable_mouse_support()

    return MouseDriver


def set_mouse(app: App[Any], enabled: bool) -> None:
    """Switch the mouse on or off while the app runs, or ask again for what `with_mouse` says."""
    driver: Any = app._driver
    if hasattr(driver, "_disable_mouse_support"):
        driver._disable_mouse_support()
        driver._mouse = enabled
        driver._enable_mouse_support()


# Keys


def key_of_character(character: str) -> str:
    """Textual's name of the key that types a character: `?` is `question_mark`."""
    return _character_to_key(character)


def is_character_name(key: str) -> bool:
    """Whether a name such as `question_mark` is that of a key that types a character."""
    try:
        unicodedata.lookup(_get_unicode_name_from_key(key))
    except KeyError:
        return False
    return True


# Widgets


def text_of_block(block: Widget) -> str:
    """The text of a heading or paragraph of a Markdown widget."""
    return content_of_block(block).plain


def content_of_block(block: Widget) -> Content:
    """The styled text of a heading or paragraph of a Markdown widget."""
    content = getattr(block, "_content", None)
    return content if isinstance(content, Content) else Content()


def parts_of_block(block: Widget) -> list[Widget]:
    """The parts of a list, or of an item of one, of a Markdown widget; they are taken out of it."""
    blocks: list[Widget] = getattr(block, "_blocks", [])
    parts = list(blocks)
    blocks.clear()
    return parts


def restore_block(block: Widget, content: Content) -> None:
    """Give a heading or paragraph of a Markdown widget back the text that it had."""
    set_content = getattr(block, "set_content", None)  # its module is not needed at the start
    if set_content is not None:
        set_content(content)


def style_in_block(block: Widget, pattern: re.Pattern[str], style: str) -> None:
    """Style what a pattern matches in a heading or paragraph of a Markdown widget."""
    content = content_of_block(block)
    set_content = getattr(block, "set_content", None)  # its module is not needed at the start
    if set_content is not None:
        places = [place.span() for place in pattern.finditer(content.plain)]
        for start, end in places:
            content = content.stylize(style, start, end)
        if places:
            set_content(content)


# Drawing


def lines_of(screen: Screen[Any]) -> list[Strip]:
    """What a screen shows, a line each."""
    return screen._compositor.render_strips()


def lines_on_terminal(app: App[Any]) -> list[Strip]:
    """What the terminal shows, a line each: the screen on top, and those that can be seen under it.

    Textual has this only as a picture, `export_screenshot`.
    """
    update = app.screen._compositor.render_update(
        full=True, screen_stack=app._background_screens, simplify=True
    )
    assert isinstance(update, LayoutUpdate)
    return [Strip.join(line) for line in update.strips]


def withdraw_notifications(app: App[Any], unwanted: Callable[[Notification], bool]) -> None:
    """Take away the notifications that are shown and fulfil a condition.

    Textual can only take away all of them. It would also keep the empty holder of each.
    """
    for notification in list(app._notifications):
        if unwanted(notification):
            app._unnotify(notification, refresh=False)
    current_ids = {ToastRack._toast_id(notification) for notification in app._notifications}
    for screen in app.screen_stack:
        for holder in screen.query(ToastHolder):
            if holder.id not in current_ids:
                holder.remove()


NO_BREAK_SPACES = "\xa0\u202f"
"""The blanks at which a line must not break: French has one before `: ; ! ?`."""


def keep_no_break_spaces() -> None:
    """Have Rich, and Textual which wraps with it, break no line at a no-break space.

    The pattern is private to Rich; without it lines break as Rich does it.
    """
    with suppress(ImportError):
        from rich import _wrap

        spaces = NO_BREAK_SPACES
        _wrap.re_word = re.compile(rf"[^\S{spaces}]*[\S{spaces}]+[^\S{spaces}]*")


def install() -> None:
    """Have Textual and Rich do everything that the app needs them to do otherwise."""
    forget_removed_widgets()
    keep_no_break_spaces()
    lay_out_at_true_size()
    measure_text_at_one_column_or_more()
    render_no_batch_in_vain()
    render_only_what_is_repainted()


def forget_colours(objects: Iterable[object]) -> None:
    """Drop what styles and strips remember of the terminal that they were drawn for first."""
    for instance in objects:
        if type(instance) is Style:
            instance._ansi = None
        elif type(instance) is Strip:
            instance._render_cache = None


class CachedStylesheet(Stylesheet):
    """A style sheet that can reuse the rules which earlier ones have parsed with the same
    variables."""

    parsed_rules: ClassVar[dict[Hashable, list[RuleSet]] | None] = None
    """What was parsed; None: nothing is kept."""
    keeps_rules: ClassVar[bool] = False
    """Whether rules that are parsed now are added to `parsed_rules`."""

    def reparse(self) -> None:
        """Take over new variables, as after the first theme. Textual parses everything again for
        that, in a style sheet that knows no rules."""
        fresh = type(self)(variables=self._variables)
        fresh.source = self.source
        try:
            fresh.parse()
        except Exception:
            super().reparse()
            return
        self._rules, self._rules_map = fresh.rules, None
        self._require_parse = False

    def _parse_rules(
        self,
        css: str,
        read_from: Any,
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        variables = frozenset(self._variables.items())
        key = (css, read_from, is_default_rules, tie_breaker, scope, variables)
        rules = (self.parsed_rules or {}).get(key)
        if rules is None:
            rules = super()._parse_rules(css, read_from, is_default_rules, tie_breaker, scope)
            if self.keeps_rules and self.parsed_rules is not None:
                self.parsed_rules[key] = rules
        return rules
