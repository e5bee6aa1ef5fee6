"""Install what a lock names, and say meanwhile how far it is: `python -m tools.install LOCK`.

Nothing is installed but what the lock names, with its hash. pip alone says either nothing or a line
for each file; here one line counts the packages, where a terminal shows it, and nothing is said of
what is installed already. Needs nothing but pip: this runs before anything else is there.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, TextIO

PIP: Final = (
    sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--require-hashes",
    "--no-deps", "--progress-bar", "off",
)  # fmt: skip

FETCHED: Final = re.compile(r"Collecting ([\w.-]+)|Processing (?:.*/)?(\w+)-")
"""From an index, or from a folder of files."""
PRESENT: Final = re.compile("Requirement already satisfied|Ignoring ")


def count(lock: str) -> int:
    """How many packages a lock names."""
    return len(re.findall(r"^[\w.-]+==", lock, re.MULTILINE))


def follow(lines: Iterable[str], total: int, screen: TextIO) -> list[str]:
    """Show how far pip is from what it prints; what it printed, to be shown if it fails."""
    seen, printed = 0, []
    is_shown = screen.isatty()
    for line in lines:
        printed.append(line)
        if PRESENT.match(line):
            seen += 1
        elif match := FETCHED.match(line):
            seen += 1
            if is_shown:
                text = f"  fetching {seen} of {total}: {match[1] or match[2]}"
                screen.write(f"\r{text[:78]:<78}")
                screen.flush()
        elif line.startswith("Installing collected packages"):
            text = f"  unpacking {line.count(',') + 1} of {total}"
            screen.write(f"\r{text:<78}\n" if is_shown else text + "\n")
            screen.flush()
    return printed


def main(arguments: Sequence[str]) -> int:
    """Install a lock; the exit code is that of pip."""
    if len(arguments) != 1:
        print("usage: python -m tools.install LOCK", file=sys.stderr)
        return 2
    lock = Path(arguments[0])
    try:
        total = count(lock.read_text("utf-8"))
    except OSError as error:
        print(f"{lock}: {error.strerror}", file=sys.stderr)
        return 2
    with subprocess.Popen(
        [*PIP, "-r", str(lock)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as pip:
        assert pip.stdout is not None
        printed = follow(pip.stdout, total, sys.stdout)
    if pip.returncode:
        print("".join(printed[-20:]), file=sys.stderr)
    return pip.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
