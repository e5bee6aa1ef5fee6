"""`python -m tests.package.check_installs dist`: can a move be played after every way to install?

Wheel, sdist, single file, and the compiled wheel if `make wheels` has built one, each in an
environment made from nothing, away from the project: a match begins in a terminal, a key plays a
move, and the match is saved with it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.package.check_dist import ROOT
from tests.support.terminal import Terminal

SECONDS = 60.0
"""The longest wait for a table, and for a save."""

MATCH = ("play", "cards", "--seats", "me,porter", "--seed", "1")


@contextmanager
def installed(package: Path) -> Iterator[tuple[list[str], Path]]:
    """The command that starts an installed package, and a folder for what it writes."""
    with tempfile.TemporaryDirectory(prefix="caravan-tui-") as name:
        folder = Path(name)
        if package.suffix == ".pyz":
            yield [sys.executable, str(package)], folder
            return
        venv.create(folder / "env", with_pip=True)
        pip = [str(folder / "env/bin/python"), "-m", "pip", "install", "--quiet"]
        pip.append("--disable-pip-version-check")
        lock = ["--no-deps", "--require-hashes", "-r", str(ROOT / "locks/app.lock")]
        subprocess.run([*pip, *lock], check=True)
        subprocess.run([*pip, "--no-deps", str(package)], check=True)
        yield [str(folder / "env/bin/caravan-tui")], folder


def play_move(program: Sequence[str], folder: Path) -> str:
    """Play a move of a new match and leave it; the version of the program. Raises AssertionError
    with what is on the screen."""
    own = {"HOME": str(folder), "CARAVAN_TUI_HOME": str(folder / "home"), "LANG": "C.UTF-8",
           "PATH": "/usr/bin:/bin", "SHIV_ROOT": str(folder / "shiv")}  # fmt: skip

    def run(*arguments: str) -> str:
        command = [*program, *arguments]
        ran = subprocess.run(command, cwd=folder, env=own, capture_output=True, text=True)
        assert ran.returncode == 0, f"{command}: {ran.stdout}{ran.stderr}"
        return ran.stdout

    def saved() -> dict[str, Any]:
        matches: list[dict[str, Any]] = json.loads(run("saves", "list", "--json"))["matches"]
        return matches[0] if matches else {"actions": 0, "to_act": -1}

    terminal = Terminal(*MATCH, program=program, COLORTERM="truecolor", **own)

    def wait_for(is_so: Callable[[dict[str, Any]], bool], key: str = "") -> dict[str, Any]:
        end = time.monotonic() + SECONDS
        while not is_so(now := saved()):
            assert time.monotonic() < end, f"{now}: {terminal.text[-2000:]}"
            terminal.write(key)
            terminal.read_until("\0", 0.5)
        return now

    try:
        terminal.read_until("Pass", SECONDS)
        begun = wait_for(lambda match: match["to_act"] == 0)["actions"]
        # Enter leads a caravan; where it beats none that lies there, p passes.
        wait_for(lambda match: match["actions"] > begun, key="\rp")
        terminal.write("\x03")  # leaves, and saves
        assert terminal.wait() == 0, terminal.text[-2000:]
    finally:
        terminal.process.kill()
        terminal.close()
    return run("--version").strip()


def main() -> None:
    """Try each; exit code 1 at the first that does not work."""
    dist = Path(sys.argv[1]).resolve()
    patterns = ("*.whl", "*.tar.gz", "*.pyz", "compiled/*.whl")
    packages = sorted(package for pattern in patterns for package in dist.glob(pattern))
    if len(packages) < 3:
        sys.exit(f"{dist} has no wheel, sdist and zipapp: run `make zipapp` first")
    for package in packages:
        with installed(package) as (program, folder):
            version = play_move(program, folder)
        print(f"{package.relative_to(dist)}: a move was played with {version}", flush=True)


if __name__ == "__main__":
    main()
