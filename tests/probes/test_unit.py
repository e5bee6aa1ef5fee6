"""The systemd units: systemd understands them, and they start what `serve` and `think` accept."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

from caravan_tui.cli.serve import serve, think

PACKAGING = Path(__file__).parents[2] / "packaging"
UNITS = PACKAGING / "systemd"
SERVER, THINKER = "caravan-tui.service", "caravan-tui-think.service"
MANUAL = "Documentation=man:caravan-tui(6)\n"


def start_line(name: str) -> list[str]:
    unit = ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(UNITS / name)
    return shlex.split(unit["Service"]["ExecStart"])


def test_the_unit_starts_the_server_in_its_state_folder() -> None:
    program, command, *options = start_line(SERVER)
    assert program == "/opt/caravan/bin/caravan-tui" and command == "serve"
    assert options.pop() == "$CARAVAN_OPTIONS"
    context = serve.make_context("serve", [*options, "--policy", "open", "--metrics", "9464"])
    assert context.params["home"] == Path("/var/lib/caravan/server")


def test_the_unit_of_a_thinker_thinks_for_the_cluster_that_it_is_told() -> None:
    program, command, options = start_line(THINKER)
    assert (program, command) == ("/opt/caravan/bin/caravan-tui", "think")
    assert options == "$CARAVAN_THINK_OPTIONS"
    context = think.make_context("think", ["--cluster", "nats://10.0.0.5:4222"])
    assert context.params["cluster"] == ("nats://10.0.0.5:4222",)


@pytest.mark.parametrize("name", [SERVER, THINKER])
def test_a_unit_names_the_manual_page_that_there_is(name: str) -> None:
    assert MANUAL in (UNITS / name).read_text("utf-8")
    assert (PACKAGING / "man" / "caravan-tui.6").is_file()


@pytest.mark.parametrize("name", [SERVER, THINKER])
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
def test_systemd_finds_nothing_wrong_with_a_unit(name: str, tmp_path: Path) -> None:
    there = tmp_path / name
    program = shutil.which("true") or ""
    text = (UNITS / name).read_text("utf-8").replace(start_line(name)[0], program)
    # The manual page is there once the package is installed.
    there.write_text(text.replace(MANUAL, ""), "utf-8")
    checked = subprocess.run(
        ["systemd-analyze", "verify", str(there)], capture_output=True, text=True, timeout=120
    )
    assert (checked.returncode, checked.stderr) == (0, "")
