"""`python -m tools.audit LOCK ...`: are there known vulnerabilities in what these files install?

Asks pip-audit about each file. Exit code 1 if it names any. Where it cannot ask, this says so: a
night without network proves nothing, and fails nothing.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SECONDS = 120
"""For one file."""


def ask(lock: Path) -> tuple[str, str]:
    """What pip-audit prints about a file: its answer, and its errors."""
    command = [
        sys.executable, "-m", "pip_audit", "--requirement", str(lock), "--disable-pip",
        "--require-hashes", "--format", "json", "--progress-spinner", "off", "--timeout", "20",
    ]  # fmt: skip
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "", f"no answer in {SECONDS} s"
    return ran.stdout, ran.stderr


def verdict(name: str, answer: str, errors: str) -> tuple[bool, list[str]]:
    """Whether pip-audit names no vulnerability in a file, and the lines to print."""
    try:
        packages = json.loads(answer)["dependencies"]
    except (ValueError, LookupError, TypeError):
        last = (errors.strip().splitlines() or ["no reason given"])[-1]
        return True, [f"{name}: NOT AUDITED: {last}"]
    known = [
        f"{name}: {package['name']} {package['version']}: {flaw['id']}"
        for package in packages
        for flaw in package.get("vulns", ())
    ]
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    count = len(packages) - len(skipped)
    lines = known or [f"{name}: {count} packages without a known vulnerability"] * bool(count)
    if skipped:
        lines.append(f"{name}: NOT AUDITED: {', '.join(skipped)}")
    return not known, lines


def main(arguments: list[str]) -> int:
    """Ask about each file and print what comes out."""
    is_good = True
    for argument in arguments:
        is_clean, lines = verdict(argument, *ask(Path(argument)))
        is_good &= is_clean
        print("\n".join(lines), flush=True)
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
