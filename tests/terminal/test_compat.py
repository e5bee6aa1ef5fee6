"""Each use of what Textual and Rich keep to themselves: that it is needed, and that it works.

A test whose name says `until` fails once a new version makes the use unnecessary: then it can go.
"""

from __future__ import annotations

import asyncio
import inspect
import os
import re
import weakref
from pathlib import Path
from typing import Any, TextIO

import pytest
from rich import _wrap
from textual import _compositor
from textual._compositor import Compositor
from textual._styles_cache import StylesCache
from textual.app import App, ComposeResult
from textual.color import Color
from textual.content import Content
from textual.driver import Driver
from textual.drivers._writer_thread import WriterThread
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Footer, Markdown, Static

import caravan_tui
from caravan_tui.terminal import compat
from caravan_tui.terminal.compat import (
    CachedStylesheet,
    FooterKey,
    LastingFile,
    RobustApp,
    is_character_name,
    key_of_character,
    lines_of,
    lines_on_terminal,
    print_no_errors,
    set_mouse,
    text_of_block,
    with_mouse,
    write_to_terminal,
)
from tests.support.until import until

ROOT = Path(caravan_tui.__file__).parent


def test_nothing_else_imports_private_modules_of_textual_or_rich() -> None:
    private = re.compile(r"(from (textual|rich)(\.\w+)*\._\w+ import|from rich import _\w+)")
    files = [path for path in ROOT.rglob("*.py") if path.name != "compat.py"]
    assert not [path for path in files if private.search(path.read_text("utf-8"))]


class TwoWidgets(RobustApp[None]):
    """An app with one widget of each kind that compat knows."""

    BINDINGS = [("x", "noop", "Nothing")]

    def compose(self) -> ComposeResult:
        yield Markdown("## A heading\n\nA paragraph.")
        yield Footer()


async def test_widgets_of_textual_are_what_compat_takes_them_for() -> None:
    app = TwoWidgets()
    async with app.run_test() as pilot:
        await until(lambda: app.query(FooterKey), pilot)
        await until(lambda: app.query("MarkdownH2"), pilot)
        assert text_of_block(app.query("MarkdownH2").first()) == "A heading"
        assert any("A paragraph." in line.text for line in lines_of(app.screen))
        assert any("A paragraph." in line.text for line in lines_on_terminal(app))


class Stacked(RobustApp[None]):
    def on_mount(self) -> None:
        self.push_screen(Screen())


async def test_a_key_before_a_screen_has_its_widgets_is_not_looked_up_until_it_has() -> None:
    app = Stacked()
    async with app.run_test():
        fresh: Screen[None] = Screen()
        app.push_screen(fresh)
        assert not fresh.is_mounted
        assert await app._check_bindings("ctrl+q") is False
    assert inspect.iscoroutinefunction(App._check_bindings)


async def test_a_cancellation_by_somebody_else_does_not_end_the_app() -> None:
    app = RobustApp[None]()
    async with app.run_test() as pilot:

        async def cancelled() -> None:
            raise asyncio.CancelledError

        app.call_next(cancelled)
        await pilot.pause()
        assert app.is_running


async def test_a_crash_is_one_line_and_exit_code_1() -> None:
    app = RobustApp[None]()
    app.describe_crash = lambda error: f"it stopped: {error}"
    print_no_errors(app)
    async with app.run_test():
        app._handle_exception(ValueError("made up"))
        assert app._exit_renderables == ["it stopped: made up"]
    assert app.return_code == 1


async def test_an_error_while_the_app_ends_is_no_crash() -> None:
    app = RobustApp[None]()
    async with app.run_test():
        app.exit()
        app._handle_exception(ValueError("made up"))
    assert app.return_code == 0 and app._exception is None


async def test_a_sequence_reaches_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    app = RobustApp[None]()
    async with app.run_test():
        written: list[str] = []
        monkeypatch.setattr(app._driver, "write", written.append)
        write_to_terminal(app, "\x1b]2;title\x07")
        assert written == ["\x1b]2;title\x07"]


class MouseDriver(HeadlessDriver):
    """A driver that keeps what it writes."""

    written = ""

    def write(self, data: str) -> None:
        self.written += data

    def flush(self) -> None:
        """Nothing is buffered."""

    def _enable_mouse_support(self) -> None:
        self.write("on")

    def _disable_mouse_support(self) -> None:
        self.write("off")


@pytest.mark.parametrize("hover", [True, False])
async def test_the_mouse_asks_for_movements_only_where_they_are_wanted(hover: bool) -> None:
    kind: type[Driver] = with_mouse(MouseDriver, lambda: hover)
    app = RobustApp[None]()
    async with app.run_test():
        driver = kind(app, mouse=True)
        assert isinstance(driver, MouseDriver)
        app._driver, kept = driver, app._driver
        set_mouse(app, True)
        app._driver = kept
    assert ("?1002h" in driver.written) is not hover
    assert driver.written.startswith("\x1b[?1002loff") or "off" in driver.written


def test_output_to_a_closed_terminal_is_dropped_until_textuals_thread_survives_it() -> None:
    def closed_terminal() -> TextIO:
        master, slave = os.openpty()
        os.close(master)
        return os.fdopen(slave, "w")

    def thread(file: Any) -> WriterThread:
        writer = WriterThread(file)
        writer.write("text")
        writer._queue.put(None)  # the end
        return writer

    closed = closed_terminal()
    with pytest.raises(OSError):
        thread(closed).run()
    with pytest.raises(OSError):
        closed.close()  # the text is still there
    lasting = closed_terminal()
    writer = thread(LastingFile(lasting))
    writer.run()
    assert writer._queue.empty()
    lasting.close()


def test_a_driver_without_a_mouse_stays_as_it_is() -> None:
    assert with_mouse(HeadlessDriver, lambda: True) is HeadlessDriver


def test_keys_have_the_names_that_textual_gives_them() -> None:
    assert key_of_character("?") == "question_mark"
    assert is_character_name("question_mark")
    assert not is_character_name("no_such_key")


def test_lines_do_not_break_at_no_break_spaces() -> None:
    compat.keep_no_break_spaces()
    assert [word for _start, _end, word in _wrap.words("deux\xa0: trois")] == [
        "deux\xa0: ",
        "trois",
    ]


def test_parsed_rules_are_reused_while_they_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CachedStylesheet, "parsed_rules", {})
    monkeypatch.setattr(CachedStylesheet, "keeps_rules", True)
    first, second = CachedStylesheet(), CachedStylesheet()
    css = "Screen { background: red; }"
    rules = first._parse_rules(css, ("", ""))
    assert second._parse_rules(css, ("", "")) is rules
    assert second._parse_rules("Screen { color: red; }", ("", "")) is not rules


def test_the_layout_patch_is_needed_until_textual_lays_out_at_the_size_of_the_app() -> None:
    compat.lay_out_at_true_size()
    assert Screen._screen_resized.__module__ == compat.__name__


async def test_nothing_is_rendered_in_a_batch_of_updates(monkeypatch: pytest.MonkeyPatch) -> None:
    compat.render_no_batch_in_vain()
    rendered: list[int] = []
    render = Compositor.render_update

    def count(self: Compositor, *arguments: Any, **named: Any) -> Any:
        rendered.append(app._batch_count)
        return render(self, *arguments, **named)

    app: App[None] = App()
    async with app.run_test() as pilot:
        await pilot.pause()
        monkeypatch.setattr(Compositor, "render_update", count)
        with app.batch_update():
            app.screen._refresh_layout(app.size)
            handled = asyncio.Event()
            app.screen.call_later(handled.set)
            await handled.wait()
        app.screen.refresh()
        await until(lambda: bool(rendered), pilot)
    assert 0 in rendered and set(rendered) == {0}


def test_what_was_drawn_of_a_widget_goes_with_it_until_textual_lets_it_go() -> None:
    compat.forget_removed_widgets()
    cache = StylesCache()
    black, white = Color(0, 0, 0), Color(255, 255, 255, 0.5)
    inner, outer = cache.get_inner_outer(black, white)
    assert (inner.background, outer.background) == (black + white, black)
    drawn = weakref.ref(cache)
    del cache
    assert drawn() is None
    assert "@lru_cache" in inspect.getsource(StylesCache), "Textual may have mended it"


def test_a_text_is_measured_in_a_column_until_textual_measures_it_without_room() -> None:
    text = Content("several words")
    with pytest.raises(ValueError, match="must not be zero"):
        text._wrap_and_format(0)
    compat.measure_text_at_one_column_or_more()
    assert text.get_height({}, 0) == text.get_height({}, 1) > 1


async def test_only_rows_that_are_repainted_are_rendered(monkeypatch: pytest.MonkeyPatch) -> None:
    compat.render_only_what_is_repainted()
    rendered: list[tuple[str | None, Region]] = []
    render = Widget.render_lines

    def count(self: Widget, crop: Region) -> list[Strip]:
        rendered.append((self.id, crop))
        return render(self, crop)

    class TwoTexts(App[None]):
        def compose(self) -> ComposeResult:
            yield Static("1\n2\n3", id="upper")
            yield Static("4\n5\n6", id="lower")

    app = TwoTexts()
    async with app.run_test() as pilot:
        await pilot.pause()
        monkeypatch.setattr(Widget, "render_lines", count)
        app.query_one("#lower").refresh(Region(0, 1, 1, 1))
        await until(lambda: bool(rendered), pilot)
        monkeypatch.undo()
        assert rendered == [("lower", Region(0, 1, 80, 1)), (app.screen.id, Region(0, 4, 80, 1))]
        lines = app.screen._compositor.render_strips(app.size)
        assert [line.text.strip() for line in lines[:6]] == list("123456")


def test_rows_are_chosen_here_until_textual_asks_only_widgets_within_reach() -> None:
    assert "if crop_overlaps(clip)" in inspect.getsource(_compositor)
