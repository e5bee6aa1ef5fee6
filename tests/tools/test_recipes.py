"""The recipes of package managers name every dependency and what they install."""

from __future__ import annotations

import re
import tomllib
from hashlib import sha256
from pathlib import Path

import pytest

from caravan_tui import __version__
from tools.recipes import RECIPES, filled, main

ROOT = Path(__file__).parents[2]
PACKAGING = ROOT / "packaging"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def names(requirements: list[str]) -> list[str]:
    """The packages of requirements, as package managers write them."""
    return [
        re.split(r"[<>=\[;! ]", requirement)[0].replace("_", "-").lower()
        for requirement in requirements
    ]


@pytest.mark.parametrize("recipe", ["arch/PKGBUILD", "nix/default.nix"])
def test_a_recipe_names_every_dependency(recipe: str) -> None:
    text = (PACKAGING / recipe).read_text("utf-8").replace("_", "-").lower()
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = PROJECT["project"]["dependencies"]
    for extra in ("ssh", "web", "cluster", "metrics"):
        wanted = wanted + extras.get(extra, [])
    missing = [name for name in names(wanted) if not re.search(rf"[\s-]{name}\b", text)]
    assert missing == []


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_is_filled_in_with_the_hash_of_the_sdist(name: str, tmp_path: Path) -> None:
    sdist = tmp_path / "caravan_tui.tar.gz"
    sdist.write_bytes(b"sources")
    recipe = (PACKAGING / name).read_text("utf-8")
    text = filled(recipe, sdist, "https://example.org/caravan.tar.gz", "https://example.org")
    assert sha256(b"sources").hexdigest() in text
    assert "https://example.org/caravan.tar.gz" in text
    assert not re.search(r"@[A-Z0-9]+@", text)


def test_a_missing_sdist_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "missing.tar.gz"
    assert main([str(missing)]) == 2
    assert capsys.readouterr().err == f"{missing}: No such file or directory\n"


def test_what_desktops_are_given_is_in_the_wheel_and_named_after_the_command() -> None:
    shared = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert all((ROOT / source).is_file() for source in shared)
    assert {Path(target).stem for target in shared.values()} == {"caravan-tui"}
    entry = (PACKAGING / "desktop/caravan-tui.desktop").read_text("utf-8")
    assert "\nExec=caravan-tui\n" in entry and "\nIcon=caravan-tui\n" in entry


def test_the_version_of_a_recipe_is_filled_in(tmp_path: Path) -> None:
    sdist = tmp_path / "caravan_tui.tar.gz"
    sdist.write_bytes(b"sources")
    recipe = (PACKAGING / "arch/PKGBUILD").read_text("utf-8")
    assert f"pkgver={__version__}\n" in filled(recipe, sdist, "", "")
