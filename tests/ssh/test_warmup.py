"""What is done before the first fork: it shares, and it leaves nothing of itself behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from caravan_tui.sessions.stylesheet_cache import SharedStylesheet
from tests.support import stylesheets

PROGRAM = """
import gc, os, sys, threading
from rich.style import Style
from caravan_tui.sessions.warmup import warm_up
from caravan_tui.sessions.stylesheet_cache import SharedStylesheet
before = dict(os.environ)
warm_up()
assert dict(os.environ) == before
assert threading.active_count() == 1, "a fork with threads is not safe"
assert SharedStylesheet.parsed_rules and not SharedStylesheet.keeps_rules
assert all(one._ansi is None for one in gc.get_objects() if type(one) is Style)
from textual.app import App
gc.collect()
assert not any(isinstance(one, App) for one in gc.get_objects())
print("done")
"""


def test_warm_up_leaves_no_thread_app_colours_or_environment() -> None:
    process = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60,
        cwd=Path(__file__).parents[2], check=False,
    )  # fmt: skip
    assert (process.returncode, process.stdout, process.stderr) == (0, "done\n", "")


def test_stylesheets_are_parsed_once_for_the_same_variables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Stylesheet, "_parse_rules", stylesheets.parse)
    css = ".shared-rules-test { color: $hue; }"

    def rules(hue: str) -> list[RuleSet]:
        sheet = SharedStylesheet(variables={"hue": hue})
        sheet.add_source(css, read_from=("test", ""))
        return list(sheet.rules)

    SharedStylesheet.keeps_rules = True
    try:
        first = rules("red")
    finally:
        SharedStylesheet.keeps_rules = False
    assert first and rules("red")[0] is first[0]
    assert rules("blue")[0] is not first[0]
    assert rules("blue")[0] is not rules("blue")[0], "what a session reads is its own"
    assert first[0].styles.color.hex == "#FF0000"


SESSION = """
import asyncio, os, sys, tempfile
from pathlib import Path
from caravan_tui.sessions import warmup
from caravan_tui.sessions.stylesheet_cache import SharedStylesheet
warmup.warm_up()
parsed = []
from textual.css.stylesheet import Stylesheet
parse = Stylesheet._parse_rules
def count(self, css, *more, **named):
    parsed.append((css, more, named))
    return parse(self, css, *more, **named)
Stylesheet._parse_rules = count
with tempfile.TemporaryDirectory() as folder, warmup._environment(folder, dict(sys.argv[1:] and [
    sys.argv[1].split("=")
])):
    asyncio.run(warmup._run_app(Path(folder)))
print(parsed)
"""


@pytest.mark.parametrize("colours", ["COLORTERM=truecolor", ""])
def test_a_session_parses_no_stylesheet_of_its_first_screen_again(colours: str) -> None:
    process = subprocess.run(
        [sys.executable, "-c", SESSION, *filter(None, [colours])], capture_output=True, text=True,
        timeout=60, cwd=Path(__file__).parents[2], check=False,
    )  # fmt: skip
    assert (process.stdout, process.returncode) == ("[]\n", 0), process.stderr
