"""What is done before the first fork: it shares, and it leaves nothing of itself behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from caravan_tui.ssh.sheets import SharedStylesheet

PROGRAM = """
import gc, os, sys, threading
from rich.style import Style
from caravan_tui.ssh.rehearsal import rehearse
from caravan_tui.ssh.sheets import SharedStylesheet
before = dict(os.environ)
rehearse()
assert dict(os.environ) == before
assert threading.active_count() == 1, "a fork with threads is not safe"
assert SharedStylesheet._ss_known and not SharedStylesheet.learning
assert all(one._ansi is None for one in gc.get_objects() if type(one) is Style)
from textual.app import App
gc.collect()
assert not any(isinstance(one, App) for one in gc.get_objects())
print("done")
"""


def test_a_rehearsal_leaves_no_thread_no_app_no_colours_and_no_environment() -> None:
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60,
        cwd=Path(__file__).parents[2], check=False,
    )  # fmt: skip
    assert (told.returncode, told.stdout, told.stderr) == (0, "done\n", "")


def test_rules_are_read_once_for_the_same_variables_and_anew_for_others() -> None:
    css = ".shared-rules-test { color: $hue; }"

    def rules(hue: str) -> list[object]:
        sheet = SharedStylesheet(variables={"hue": hue})
        sheet.add_source(css, read_from=("test", ""))
        return list(sheet.rules)

    SharedStylesheet.learning = True
    try:
        first = rules("red")
    finally:
        SharedStylesheet.learning = False
    assert first and rules("red")[0] is first[0]
    assert rules("blue")[0] is not first[0]
    assert rules("blue")[0] is not rules("blue")[0], "what a session reads is its own"
    assert first[0].styles.color.hex == "#FF0000"
