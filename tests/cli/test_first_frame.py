"""The app in a real terminal: what it asks of it, and what it draws with."""

from __future__ import annotations

import subprocess
import sys

from tests.support.terminal import running_app

MOVEMENTS, BUTTONS, MOUSE = "\x1b[?1003h", "\x1b[?1002h", "\x1b[?1000h"
ALTERNATE_SCREEN = "\x1b[?1049h"


def first_frame(*arguments: str, **environment: str) -> str:
    """What the app writes until the home screen is there."""
    with running_app(*arguments, **environment) as terminal:
        return terminal.text


def drawn(text: str) -> str:
    """The part of the text that is drawn."""
    return text[text.index(ALTERNATE_SCREEN) :]


def test_with_utf8_the_app_draws_boxes_also_in_the_c_locale_and_asks_for_mouse_movements() -> None:
    text = first_frame(
        LC_ALL="C", PYTHONUTF8="1", PYTHONCOERCECLOCALE="0", CARAVAN_TUI_COLOURS="truecolor"
    )
    assert MOUSE in text and MOVEMENTS in text and BUTTONS not in text
    assert "▀" in text
    assert "38;2;" in text and "38;5;" not in text


def test_without_utf8_the_app_draws_ascii_and_without_hover_it_asks_only_for_buttons() -> None:
    text = first_frame(LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", CARAVAN_TUI_HOVER="off")
    assert drawn(text).isascii()
    assert text.rindex("\x1b[?1003l") > text.rindex(MOVEMENTS)
    assert text.rindex(BUTTONS) > text.rindex("\x1b[?1003l")


def test_the_mouse_can_be_off_the_colours_can_be_256_and_the_characters_ascii() -> None:
    text = first_frame("--ascii", CARAVAN_TUI_MOUSE="off", CARAVAN_TUI_COLOURS="256")
    assert MOUSE not in text and MOVEMENTS not in text
    assert "38;5;" in text and "38;2;" not in text
    assert drawn(text).isascii()


def test_without_colours_no_colour_is_written_not_even_a_grey() -> None:
    text = first_frame(NO_COLOR="1")
    assert "38;" not in text and "48;" not in text


def test_home_loads_neither_engine_nor_bus_nor_any_game() -> None:
    """What is loaded is waited for: all of it was a third of what the first frame costs."""
    program = (
        "import sys, caravan_tui.app; print(*(name for name in sys.modules if name.startswith("
        "('caravan_tui.engine', 'caravan_tui.bus', 'caravan_tui.hosts', 'ai', 'caravan_tui.cli',"
        " 'caravan_tui.terminal.svg', 'caravan_tui.screens.table'))))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.returncode == 0 and ran.stdout.split() == [], ran.stdout + ran.stderr


def test_home_builds_its_classes_without_attrs() -> None:
    """To load it and to write the methods of eleven classes was an eighth of a first frame."""
    program = "import sys, caravan_tui.app; print('attr' in sys.modules, 'msgspec' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.stdout.split() == ["False", "True"], ran.stdout + ran.stderr
