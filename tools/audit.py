"""`python -m tools.audit LOCK ...`: are there known vulnerabilities in what these files install?

Asks pip-audit about each file. Exit code 1 if it names any, and 2 if it has not looked at all of
them: a night without network proves nothing, so nothing may pass for its sake.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from attrs import frozen

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


@frozen
class Verdict:
    """What is known of a file."""

    flaws: list[str]
    """A line for each known vulnerability."""
    audited: int
    """Packages that were looked up."""
    gaps: list[str]
    """A line for what was not."""

    @property
    def exit_code(self) -> int:
        """A flaw weighs more than a gap."""
        return 1 if self.flaws else 2 if self.gaps or not self.audited else 0


def verdict(answer: str, errors: str) -> Verdict:
    """What pip-audit has said about a file."""
    try:
        packages = json.loads(answer)["dependencies"]
    except (ValueError, LookupError, TypeError):
        last = (errors.strip().splitlines() or ["no reason given"])[-1]
        return Verdict([], 0, [f"NOT AUDITED: {last}"])
    flaws = [
        f"{package['name']} {package['version']}: {flaw['id']}"
        for package in packages
        for flaw in package.get("vulns", ())
    ]
    skipped = {
        package["name"]: package["skip_reason"] for package in packages if "skip_reason" in package
    }
    gaps = []
    if skipped and len(skipped) == len(packages):
        why = next(iter(skipped.values()))
        gaps = [f"NOT AUDITED: none of its {len(skipped)} packages. Of the first: {why}"]
    elif skipped:
        gaps = [f"NOT AUDITED: {', '.join(skipped)}"]
    return Verdict(flaws, len(packages) - len(skipped), gaps)


def main(arguments: list[str]) -> int:
    """Ask about each file and print what comes out."""
    codes, audited = set(), 0
    for argument in arguments:
        result = verdict(*ask(Path(argument)))
        codes.add(result.exit_code)
        audited += result.audited
        known = [f"{result.audited} packages, {len(result.flaws)} known vulnerabilities"]
        for line in (*(known if result.audited else ()), *result.flaws, *result.gaps):
            print(f"{argument}: {line}", flush=True)
    again = "run `make audit` again, with a way to the package index, before a release"
    if 2 in codes and not audited:
        print(f"NOTHING WAS AUDITED: no list of vulnerabilities answers here; {again}",
              file=sys.stderr)  # fmt: skip
    elif 2 in codes:
        print(f"NOT ALL WAS AUDITED: {again}", file=sys.stderr)
    return 1 if 1 in codes else max(codes, default=0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
