"""`python -m tests.package.check_recipes FOLDER`: do the linters that are here pass the recipes?

FOLDER has the filled-in recipes; the others are in `packaging/`. A linter that is missing is named.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.package.check_dist import ROOT


def checks(recipes: Path) -> list[list[str]]:
    """The command of each linter."""
    packaging = ROOT / "packaging"
    return [
        ["ruby", "-c", str(recipes / "caravan-tui.rb")],
        ["shellcheck", "-s", "bash", str(recipes / "PKGBUILD")],
        ["nix-instantiate", "--parse", str(packaging / "nix" / "default.nix")],
        ["desktop-file-validate", str(packaging / "desktop" / "caravan-tui.desktop")],
        ["mandoc", "-T", "lint", "-W", "error", str(packaging / "man" / "caravan-tui.6")],
    ]


def main() -> None:
    """Run each; exit code 1 if one complains."""
    recipes = Path(sys.argv[1])
    is_wrong = False
    for command in checks(recipes):
        if shutil.which(command[0]) is None:
            print(f"not checked, as {command[0]} is not installed: {command[-1]}")
            continue
        ran = subprocess.run(command, capture_output=True, text=True)
        is_wrong = is_wrong or ran.returncode != 0
        print(f"{command[0]}: {'wrong' if ran.returncode else 'ok'}")
        if ran.returncode:
            print(ran.stdout + ran.stderr)
    for name in ("caravan-tui.rb", "PKGBUILD"):
        if "@" in (recipes / name).read_text("utf-8").replace("python@", ""):
            print(f"{name} is not filled in")
            is_wrong = True
    sys.exit(is_wrong)


if __name__ == "__main__":
    main()
