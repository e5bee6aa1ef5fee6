"""`python -m tests.package.check_dist dist`: is everything in the wheel and the sdist?

What git tracks in the packages must be in both, and nothing that it does not track.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]

PACKAGES = ("caravan_tui", "ai", "saves")

BESIDE = {
    "share/applications/caravan-tui.desktop",
    "share/icons/hicolor/scalable/apps/caravan-tui.svg",
    "share/man/man6/caravan-tui.6",
}
"""What goes beside the packages, where desktops and `man` look for it."""

ALSO_IN_SDIST = ("README.md", "LICENSE", "CHANGELOG.md", "Makefile", "pyproject.toml", "mkdocs.yml")


def tracked(*places: str) -> set[str]:
    """The files that git tracks there and that are on the disk."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", *places], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    return {name for name in listed if name and (ROOT / name).is_file()}


def main() -> None:
    """Compare, and say what is missing or too much; exit code 1 if anything is."""
    if not (ROOT / ".git").exists():
        print("not a clone: what belongs into the packages cannot be told")
        return
    folder = Path(sys.argv[1])
    wheel, sdist = next(folder.glob("*.whl")), next(folder.glob("*.tar.gz"))
    wanted = tracked(*PACKAGES)
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    in_wheel = {name for name in names if not re.search(r"\.(dist-info|data)/", name)}
    beside = {name.partition(".data/data/")[2] for name in names - in_wheel} - {""}
    with tarfile.open(sdist) as archive:
        in_sdist = {name.partition("/")[2] for name in archive.getnames()}
    wrong = [f"{wheel.name} lacks {name}" for name in sorted(wanted - in_wheel)]
    wrong += [f"{wheel.name} holds {name}" for name in sorted(in_wheel - wanted)]
    wrong += [f"{wheel.name} lacks {name}" for name in sorted(BESIDE - beside)]
    wrong += [
        f"{sdist.name} lacks {name}"
        for name in sorted((wanted | tracked("tests", "docs") | {*ALSO_IN_SDIST}) - in_sdist)
    ]
    print("\n".join(wrong) or f"{wheel.name} and {sdist.name} hold all {len(wanted)} files")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
