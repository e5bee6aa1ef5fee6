"""`python -m tests.package.check_compiled FOLDER`: does the compiled wheel there play as this does?

Installs the wheel with the locked requirements into an environment of its own. Away from the
sources it must say that it is compiled, play a match, pass the tests of the kit and of the search,
and come to the same digests of matches and searches as the project here.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run(arguments: list[str], folder: Path) -> str:
    """What a command prints; the command's own words and exit code 1 if it fails."""
    home = {"HOME": str(folder), "CARAVAN_TUI_HOME": str(folder / "home")}
    ran = subprocess.run(
        arguments,
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **home},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if ran.returncode:
        sys.exit(f"{' '.join(arguments)}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def main() -> None:
    """Run each step, and say what has passed."""
    wheel = next(Path(sys.argv[1]).resolve().glob("*.whl"))
    with tempfile.TemporaryDirectory(prefix="caravan-tui-") as name:
        folder = Path(name)
        venv.create(folder / "env", with_pip=True)
        python = str(folder / "env" / "bin" / "python")
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        lock = [python, "-m", "tools.install", "requirements.lock"]
        subprocess.run(lock, cwd=ROOT, check=True)
        subprocess.run([*pip, "--no-deps", str(wheel)], check=True)
        for part in ("tests", "docs", "bench", "tools"):
            shutil.copytree(
                ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__")
            )
        shutil.copy(ROOT / "pyproject.toml", folder)
        command = str(folder / "env" / "bin" / "caravan-tui")
        version = run([command, "--version"], folder)
        assert "compiled" in version, version
        assert '"ranks"' in run([command, "trace", "dice_village", "--seed", "2"], folder)
        print(f"{wheel.name}: {version.strip()}", flush=True)
        tests = ["-m", "pytest", "-n", "auto", "-m", "not nightly", "tests/kit", "tests/ai"]
        print(run([python, *tests], folder).strip().splitlines()[-1], flush=True)
        digests = ["-m", "tests.kit.digests"]
        compiled = run([python, *digests], folder)
        here = run([sys.executable, *digests], ROOT)
        assert compiled == here, f"compiled {compiled}\nhere {here}"
    print("matches and searches come to the same in both builds")


if __name__ == "__main__":
    main()
