"""Pages name the test that checks what they say: it must be there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs").glob("*.md"))
CODE = re.compile(r"`([^`\n]+)`")


def all_tests() -> tuple[set[str], set[str]]:
    """The names of all test functions, and of all files with tests."""
    functions, names = set(), set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        names.add(path.name)
        functions.update(re.findall(r"def (test_\w+)", path.read_text("utf-8")))
    return functions, names


FUNCTIONS, FILES = all_tests()


def is_there(word: str) -> bool:
    """Whether a test has this name; an ellipsis stands for what is left out."""
    if word.endswith(".py"):
        return word in FILES
    pattern = ".*".join(map(re.escape, re.sub(r"\[.*", "", word).split("…")))
    return any(re.fullmatch(pattern, name) for name in FUNCTIONS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_test_that_a_page_names_is_there(page: Path) -> None:
    words = CODE.findall(page.read_text("utf-8"))
    named = [word for word in words if re.fullmatch(r"(test_|…)[\w…]+(\.py)?(\[.*\])?", word)]
    assert not [word for word in named if not is_there(word)]


def test_a_test_that_is_gone_would_be_seen() -> None:
    assert is_there("test_a_test_that_is_gone_…") and is_there("test_named_tests.py")
    assert not is_there("test_a_test_that_nobody_wrote") and not is_there("test_nobody_…_this")
