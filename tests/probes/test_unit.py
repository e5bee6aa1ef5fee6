"""The systemd unit: systemd understands it, and it starts what `serve` accepts."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

from caravan_tui.cli.serve import serve

UNIT = Path(__file__).parents[2] / "packaging" / "systemd" / "caravan-tui.service"


def start_line() -> list[str]:
    unit = ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(UNIT)
    return shlex.split(unit["Service"]["ExecStart"])


def test_the_unit_starts_the_server_in_its_state_folder() -> None:
    program, command, *options = start_line()
    assert program == "/opt/caravan/bin/caravan-tui" and command == "serve"
    assert options.pop() == "$CARAVAN_OPTIONS"
    context = serve.make_context("serve", [*options, "--policy", "open", "--metrics", "9464"])
    assert context.params["home"] == Path("/var/lib/caravan/server")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    there = tmp_path / UNIT.name
    program = shutil.which("true") or ""
    text = UNIT.read_text("utf-8").replace(start_line()[0], program)
    # The manual page is there once the package is installed.
    there.write_text(text.replace("Documentation=man:caravan-tui(1)\n", ""), "utf-8")
    checked = subprocess.run(
        ["systemd-analyze", "verify", str(there)], capture_output=True, text=True, timeout=120
    )
    assert (checked.returncode, checked.stderr) == (0, "")
