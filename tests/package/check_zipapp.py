"""`python -m tests.package.check_zipapp FILE`: does the single file work, away from the project?

Runs it in an empty folder and an environment built from nothing: version, games, a match, and the
doctor, which starts worker processes and has one of them search.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path


def main() -> None:
    """Run each command; an assertion says which one fails."""
    file = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="caravan-tui-") as folder:
        place = Path(folder)
        environment = {
            "HOME": folder,
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "SHIV_ROOT": str(place / "shiv"),
            "CARAVAN_TUI_HOME": str(place / "home"),
        }
        for arguments, says in (
            (["--version"], "caravan-tui "),
            (["games"], "auctions (ahldarahd): "),
            (["trace", "dice_village", "--seed", "2"], '"ranks"'),
            (["doctor"], "ok     search: "),
            (["man"], ".TH CARAVAN"),
            (["serve", "--help"], "--policy"),
        ):
            ran = subprocess.run(
                [sys.executable, str(file), *arguments],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=120,
            )
            assert says in ran.stdout, f"{arguments}: {ran.stdout}{ran.stderr}"
    print(f"{file.name} works")


if __name__ == "__main__":
    main()
