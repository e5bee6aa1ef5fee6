"""`python -m tests.package.check_reproducible dist`: does another build give the same bytes?

Builds wheel and sdist once more from copies of the tracked files: in another folder, dated at
another time, readable by nobody else, in another time zone and language.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

from tests.package.check_dist import ROOT, tracked

LONG_AGO = 1_000_000_000
"""2001, in seconds since 1970."""


def build_elsewhere(folder: Path) -> Path:
    """Copy the project and build it there; the folder of the packages."""
    copy = folder / "elsewhere"
    for name in sorted(tracked(), reverse=True):
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)
        is_program = os.access(ROOT / name, os.X_OK)  # git keeps that, and no other right
        target.chmod(0o700 if is_program else 0o600)
        os.utime(target, (LONG_AGO, LONG_AGO))
    environment = {**os.environ, "TZ": "Asia/Samarkand", "LC_ALL": "C", "PYTHONHASHSEED": "7"}
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder / "dist")]
    ran = subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, text=True, umask=0o077
    )
    if ran.returncode:
        sys.exit(f"{ran.stdout}{ran.stderr}")
    return folder / "dist"


def compare(first: Path, second: Path) -> list[str]:
    """A line for each package that is not the same in both folders."""
    packages = [*first.glob("*.whl"), *first.glob("*.tar.gz")]
    if len(packages) != 2:
        return [f"{first} has {len(packages)} packages instead of a wheel and an sdist"]
    return [
        f"{package.name} is not the same when it is built again"
        for package in packages
        if not (second / package.name).is_file()
        or package.read_bytes() != (second / package.name).read_bytes()
    ]


def main() -> None:
    """Build again and compare; exit code 1 if anything differs."""
    if not (ROOT / ".git").exists():
        print("not a clone: what belongs into the packages cannot be told")
        return
    first = Path(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="caravan-tui-") as name:
        wrong = compare(first, build_elsewhere(Path(name)))
    for package in sorted([*first.glob("*.whl"), *first.glob("*.tar.gz")]):
        print(f"{sha256(package.read_bytes()).hexdigest()}  {package.name}")
    print("\n".join(wrong) or "built again elsewhere: the same bytes")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
