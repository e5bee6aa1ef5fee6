"""Compile rules, evaluators and search in place: `python -m tools.compile [--plain]`.

The modules are those that `pyproject.toml` lists for the build of a compiled wheel. With gcc they
are compiled twice: first so that they count what they do, which some searches of every game show,
then by what was counted. With another compiler, or `--plain`, they are compiled once.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from shutil import rmtree
from typing import Any

from mypyc.build import mypycify
from setuptools import setup

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "compiled"
COUNTS = BUILD / "counts"

FLAGS = "-g0 -fno-semantic-interposition -fvisibility=hidden"
"""What is called within the compiled modules is called directly."""

COUNTING = f"-fprofile-generate -fprofile-update=single -fprofile-dir={COUNTS}"
COUNTED = f"-fprofile-use={COUNTS} -fprofile-partial-training -Wno-missing-profile"


def hook() -> dict[str, Any]:
    """What `pyproject.toml` says of compiling."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        settings: Any = tomllib.load(file)
    found: dict[str, Any] = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]
    return found


def modules(patterns: list[str]) -> list[str]:
    """The source files of these patterns."""
    return [
        str(path.relative_to(ROOT))
        for pattern in patterns
        for path in sorted(ROOT.glob(pattern.removeprefix("/")))
    ]


def remove_compiled() -> None:
    """Remove what was compiled in place before."""
    for folder in (ROOT / "ai", ROOT / "caravan_tui"):
        for module in folder.rglob("*.so"):
            module.unlink()
    for module in ROOT.glob("*__mypyc*.so"):
        module.unlink()


def build(extensions: list[Any], flags: str) -> None:
    """Compile the extensions in place with these flags beside those of the interpreter."""
    os.environ["CFLAGS"] = f"{sysconfig.get_config_var('CFLAGS')} {FLAGS} {flags}"
    os.environ["LDFLAGS"] = "-fprofile-generate" if flags is COUNTING else ""
    remove_compiled()
    folders = []
    for option in ("temp", "lib"):  # what lies there would be taken for up to date
        rmtree(BUILD / option, ignore_errors=True)
        folders += [f"--build-{option}", str(BUILD / option)]
    setup(
        name="compiled",
        packages=[],
        ext_modules=extensions,
        script_args=["-q", "build_ext", "--inplace", *folders],
    )


def is_gcc() -> bool:
    """Whether the compiler is gcc, whose counts these are."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    answer = subprocess.run(
        [*compiler.split(), "--version"], capture_output=True, text=True, check=False
    )
    return "Free Software Foundation" in answer.stdout


def main(arguments: list[str]) -> int:
    """Compile, and say with the exit code whether it went well."""
    os.chdir(ROOT)
    settings = hook()
    rmtree(BUILD, ignore_errors=True)
    extensions = mypycify(
        [*settings["mypy-args"], *modules(settings["include"])],
        target_dir=str(BUILD / "c"),
        **settings["options"],
    )
    if "--plain" not in arguments and is_gcc():
        build(extensions, COUNTING)
        subprocess.run([sys.executable, "-m", "bench.workout"], check=True)
        build(extensions, COUNTED)
    else:
        build(extensions, "")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
