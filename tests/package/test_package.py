"""What the packages need travels with them. `make build` compares the built wheel itself."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from caravan_tui import __version__
from caravan_tui.cli.man_page import manual
from caravan_tui.games import registry
from caravan_tui.games.custom_data import built_in

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PACKAGES = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]


def data_files() -> list[str]:
    """Everything in the packages that is no code, relative to the project."""
    return sorted(
        str(file.relative_to(ROOT))
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and file.suffix not in (".py", ".pyc")
    )


def test_the_version_is_one() -> None:
    assert PROJECT["project"]["version"] == __version__


def test_no_data_file_is_left_out_of_the_wheel() -> None:
    """The builder leaves out what .gitignore names: then a file is here and not at the user's."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("only in a clone")
    files = data_files()
    assert any(name.endswith("RULES.md") for name in files)
    ignored = subprocess.run(
        ["git", "check-ignore", "--no-index", "--stdin"],
        cwd=ROOT,
        input="\n".join(files),
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    assert not ignored


def test_every_package_with_code_is_in_the_wheel() -> None:
    packages = {
        file.parent.name for file in ROOT.glob("*/__init__.py") if file.parent.name in _shipped()
    }
    assert packages == set(PACKAGES)


def _shipped() -> set[str]:
    """The top-level packages that the program imports."""
    contracts = PROJECT["tool"]["importlinter"]["root_packages"]
    return set(contracts)


@pytest.mark.parametrize("game_id", registry.ids())
def test_the_files_of_a_game_are_read_as_resources(game_id: str) -> None:
    """Not by a path of the checkout: so they are found in a wheel and in a zipapp too."""
    assert registry.rules(game_id) and registry.picture(game_id) and registry.tutorial(game_id)
    folder = ROOT / "caravan_tui" / "games" / game_id
    for file in folder.glob("*.toml"):
        assert built_in(game_id, file.name, lambda source: source.data)


def test_the_manual_page_that_packages_install_is_the_one_that_is_printed(home: Path) -> None:
    page = (ROOT / "packaging" / "man" / "caravan-tui.6").read_text("utf-8")
    assert page == manual() + "\n", "run `make man`"


def test_the_console_script_is_the_program() -> None:
    module, _colon, function = PROJECT["project"]["scripts"]["caravan-tui"].partition(":")
    assert module == "caravan_tui.__main__" and function == "main"


def test_what_the_program_imports_is_a_dependency() -> None:
    """Every third-party import of the packages is declared, those of an extra in it."""
    extras = PROJECT["project"]["optional-dependencies"]
    named = {_project(line) for line in PROJECT["project"]["dependencies"]}
    rooms = {
        "ssh": "ssh", "learn": "learn", "spread.py": "dask", "cluster": "cluster",
        "nats.py": "cluster", "probes": "metrics", "competition": "ssh", "web": "web",
        "notices": "notices",
    }  # fmt: skip
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            used = [extra for room, extra in rooms.items() if room in file.parts]
            allowed = named | {_project(line) for extra in used for line in extras[extra]}
            undeclared = _imported(file) - set(sys.stdlib_module_names) - set(PACKAGES) - allowed
            assert not undeclared, f"{file.relative_to(ROOT)} imports {undeclared}"


def _project(line: str) -> str:
    """The module of a requirement: named like it, with a few exceptions."""
    name = re.split(r"[<>=!~\[; ]", line)[0].lower().replace("-", "_")
    return {"nats_py": "nats", "markdown_it_py": "markdown_it"}.get(name, name)


_IMPORT = re.compile(r"^\s*(?:from (\w+)[\w.]* import|import (\w+))", re.MULTILINE)


def _imported(file: Path) -> set[str]:
    """The top-level modules that a file imports anywhere."""
    matches = _IMPORT.findall(file.read_text("utf-8"))
    return {module or plain for module, plain in matches}


LOCKS = [ROOT / "requirements.lock", *sorted((ROOT / "locks").glob("*.lock"))]


def test_every_package_that_is_installed_is_pinned_with_hashes() -> None:
    """`make lock` writes them; pip then takes no other file for that version."""
    assert len(LOCKS) == 12
    for lock in LOCKS:
        pins = re.findall(r"^[a-z0-9].*(?:\n    .*)*", lock.read_text("utf-8"), re.MULTILINE)
        assert pins
        for pin in pins:
            assert re.match(r"[a-z0-9._-]+(\[.*\])?==\S+ ", pin), f"{lock.name}: {pin}"
            assert re.search(r"--hash=sha256:[0-9a-f]{64}", pin), f"{lock.name}: {pin}"


def _pins(lock: Path) -> dict[str, set[str]]:
    """The versions of each package: more than one where they depend on Python's."""
    versions: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([a-z0-9._-]+)==(\S+)", lock.read_text("utf-8"), re.M):
        versions.setdefault(name, set()).add(version)
    return versions


def test_locks_agree_and_name_no_place() -> None:
    wanted = _pins(LOCKS[0])
    for lock in LOCKS:
        text = lock.read_text("utf-8")
        assert "://" not in text and "--index" not in text and " @ " not in text, lock.name
        pins = _pins(lock)
        assert {name: pins[name] for name in pins.keys() & wanted.keys()}.items() <= wanted.items()


def test_make_play_fetches_what_the_app_runs_with_and_the_builder() -> None:
    app, play = (_pins(ROOT / "locks" / name) for name in ("app.lock", "play.lock"))
    assert app.items() <= play.items()
    assert {"hatchling", "editables"} <= play.keys()
    assert not {"mypy", "pytest", "ruff", "babel"} & play.keys()


def test_make_installs_nothing_without_a_hash() -> None:
    """Apart from the project itself, whose builder is in the lock. What a lock names is all that
    there is: pip looks for the newest release of a name with an extra, and finds one without a hash
    as soon as there is a newer one."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    installs = [line for line in makefile.splitlines() if "pip install" in line]
    assert installs and all(
        "--require-hashes --no-deps" in line or "--no-deps --no-build-isolation" in line
        for line in installs
    )


def test_make_builds_with_nothing_but_what_the_locks_installed() -> None:
    """A build in isolation fetches its own tools, without asking for their hashes."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    builds = [line for line in makefile.splitlines() if "python -m build" in line]
    assert len(builds) == 2 and all("--no-isolation" in line for line in builds)


def test_the_image_builds_its_wheel_with_what_its_lock_names() -> None:
    """The image has nothing but that lock, so the build backend must be in it."""
    recipe = (ROOT / "packaging" / "Containerfile").read_text("utf-8")
    assert "-r locks/package.lock" in recipe and "--no-isolation" in recipe
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    backends = {re.split(r"[<>=!~ \[]", need)[0] for need in project["build-system"]["requires"]}
    assert backends and backends <= _pins(ROOT / "locks" / "package.lock").keys()


def test_an_image_is_built_from_all_that_the_wheel_needs_and_no_key() -> None:
    lines = (ROOT / ".dockerignore").read_text("utf-8").split()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {*wheel["packages"], *(path.split("/")[0] for path in wheel["shared-data"])}
    assert "*" in lines and {f"!{name}" for name in needed | {"locks", "pyproject.toml"}} <= set(
        lines
    )
    assert "**/host_key*" in lines[lines.index("!packaging") :]
