"""`python -m tests.package.check_sbom FILE`: does the list of components say what is locked?

Every package of `locks/app.lock` must be in it, with the same version and the hashes of its files,
and nothing else.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from caravan_tui import __version__
from tests.package.check_dist import ROOT

_PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", re.MULTILINE)


def problems(sbom: dict[str, object], lock: str) -> list[str]:
    """A line for everything in which a list of components is not what the lock says."""
    wanted = {(name.lower(), version) for name, version in _PIN.findall(lock)}
    components = sbom["components"]
    assert isinstance(components, list)
    listed = {(part["name"].lower(), part["version"]) for part in components}
    lines = [f"{name} {version} is missing" for name, version in sorted(wanted - listed)]
    lines += [f"{name} {version} is too much" for name, version in sorted(listed - wanted)]
    lines += [
        f"{part['name']} has no hash"
        for part in components
        if not any(reference.get("hashes") for reference in part.get("externalReferences", ()))
    ]
    root = sbom.get("metadata", {})
    assert isinstance(root, dict)
    if root.get("component", {}).get("version") != __version__:
        lines.append(f"it is not about version {__version__}")
    return lines


def main() -> None:
    """Compare; exit code 1 if anything is wrong."""
    sbom = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    wrong = problems(sbom, (ROOT / "locks" / "app.lock").read_text("utf-8"))
    count = len(sbom["components"])
    print("\n".join(wrong) or f"{sys.argv[1]}: {count} components, each with hashes")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
