"""Desktop notices of the terminal: what is sent, and that nothing else can be."""

from __future__ import annotations

import pytest

from caravan_tui import app as app_module
from caravan_tui.app import CaravanApp
from caravan_tui.cli.preview import PreviewHost
from caravan_tui.settings import Settings
from caravan_tui.terminal.alerts import LONGEST, desktop_notice
from tests.support.until import until

NASTY = "Otto\x07\x1b]0;owned\x1b\\\x9d9;4;1\x9c\u202e wrote; \x00hi\n"


def test_osc_9_and_osc_777_have_the_form_that_terminals_read() -> None:
    assert desktop_notice("osc9", "caravan_tui", "Your turn", {}) == (
        "\x1b]9;caravan_tui: Your turn\x07"
    )
    assert desktop_notice("osc777", "caravan_tui", "Your turn", {}) == (
        "\x1b]777;notify;caravan_tui;Your turn\x07"
    )
    assert desktop_notice("off", "caravan_tui", "Your turn", {}) == ""


@pytest.mark.parametrize("how", ["osc9", "osc777"])
def test_names_cannot_end_the_sequence_or_begin_another(how: str) -> None:
    sequence = desktop_notice(how, "caravan_tui", NASTY, {})
    inner = sequence[1:-1]
    assert inner.isprintable() and "\u202e" not in inner
    assert sequence.count("\x1b") == 1 and sequence.endswith("\x07")


def test_a_title_cannot_add_a_field_and_a_text_is_cut() -> None:
    sequence = desktop_notice("osc777", "a;b", "x" * 1_000, {})
    assert sequence.startswith("\x1b]777;notify;a,b;")
    assert sequence.count("x") == LONGEST


def test_tmux_gets_it_wrapped() -> None:
    sequence = desktop_notice("osc9", "t", "x", {"TMUX": "/tmp/tmux-0/default,1,0"})
    assert sequence == "\x1bPtmux;\x1b\x1b]9;t: x\x07\x1b\\"


async def test_a_turn_reaches_the_terminal_as_set(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr(app_module, "write_to_terminal", lambda _app, text: sent.append(text))
    monkeypatch.delenv("TMUX", raising=False)
    app = CaravanApp(PreviewHost, "unicode")
    app.settings = Settings(desktop="osc9", title=False)
    async with app.run_test() as pilot:
        await until(lambda: app.host_ready.is_set(), pilot)
        rung: list[bool] = []
        monkeypatch.setattr(app, "bell", lambda: rung.append(True))
        sent.clear()
        app.call_attention("Sahara")
        assert sent == ["\x1b]9;caravan_tui: Your turn: Sahara\x07"] and not rung
        app.call_attention("")
        assert len(sent) == 1, "a turn that is over calls nobody"
        app.settings = Settings(bell=True, title=False)
        app.alert("Otto wants a rematch.")
        assert rung == [True] and len(sent) == 1
