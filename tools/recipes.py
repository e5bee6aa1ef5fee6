"""The recipes of package managers, filled in for a sdist: `python -m tools.recipes SDIST`.

Writes `dist/recipes/caravan-tui.rb` (Homebrew) and `dist/recipes/PKGBUILD` (Arch) with version,
hash and place of the sdist. `--url`: where it can be fetched, `--homepage`: the project's page;
without them, the file and the folder here. The recipe for Nix builds from the sources as they are.
"""

from __future__ import annotations

import argparse
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

from caravan_tui import __version__

ROOT: Final = Path(__file__).parent.parent
RECIPES: Final = ("homebrew/caravan-tui.rb", "arch/PKGBUILD")


def filled(recipe: str, sdist: Path, url: str, homepage: str) -> str:
    """A recipe with what it has to know of a sdist. Raises OSError."""
    values = {
        "@VERSION@": __version__,
        "@SHA256@": sha256(sdist.read_bytes()).hexdigest(),
        "@URL@": url,
        "@HOMEPAGE@": homepage,
    }
    for name, value in values.items():
        recipe = recipe.replace(name, value)
    return recipe


def main(arguments: list[str]) -> int:
    """Write the recipes; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.recipes")
    parser.add_argument("sdist", type=Path)
    parser.add_argument("--url", default="", help="where the sdist can be fetched")
    parser.add_argument("--homepage", default=ROOT.as_uri(), help="the page of the project")
    asked = parser.parse_args(arguments)
    folder = ROOT / "dist" / "recipes"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in RECIPES:
            recipe = (ROOT / "packaging" / name).read_text("utf-8")
            url = asked.url or asked.sdist.resolve().as_uri()
            target = folder / Path(name).name
            target.write_text(filled(recipe, asked.sdist, url, asked.homepage), "utf-8")
            print(target.relative_to(ROOT))
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
