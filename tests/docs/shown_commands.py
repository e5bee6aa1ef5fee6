"""The commands that the manual shows, and how a test runs each of them.

A command is run as it stands, and has to end with 0. `PLANS` names what is run otherwise: what
stays open until it is left, what stands for something of the reader (NAME, HOST), what would take
minutes and is run shorter. What is not run at all has a reason, and something that is checked in
place of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from attrs import frozen

ROOT: Final = Path(__file__).parents[2]

FENCE: Final = re.compile(r"^( *)```(\S*)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
"""Groups: indent, language, content."""

INLINE: Final = re.compile(r"(?<!`)`((?:caravan-tui|make|python -m|pip|pytest) [^`]+)`(?!`)")
"""A command in the middle of a sentence."""

LANGUAGES: Final = frozenset({"sh", "text", "python", "perl", "toml", "yaml"})

PROGRAM: Final = re.compile(
    r"(\$ |sudo |[A-Z_]+=\S+ )*(caravan-tui|make|pipx?|python3?|pytest|ssh|ssh-keygen|dask|docker"
    r"|podman|nats-server|git|cp|mkdir|curl|brew|systemctl|useradd)( |$)"
)
"""How a line begins that a reader would type."""


@frozen
class Plan:
    """What is done with the commands that match a pattern."""

    pattern: str
    why_not: str = ""
    """Why it is not run; empty: it is."""
    until: str = ""
    """It stays open: what it writes when it is there."""
    leave: str = ""
    """The keys that end it then."""
    stdin: str = ""
    """What it reads."""
    code: int = 0
    says: str = ""
    """What it has to write."""


QUIT: Final = "\x11"
"""Ctrl+Q, which quits from anywhere."""

PLANS: Final = (
    Plan("pipx? install", "fetches from a registry: `make installs` installs in every way"),
    Plan("python3 -m venv /opt", "writes outside the home folder"),
    Plan("make ", "builds, measures or tests for minutes: its recipe is expanded by `make -n`"),
    Plan("useradd|systemctl|sudo|cp .* /etc|mkdir .*/usr", "changes the machine, as root"),
    Plan("docker ", "needs an engine and a registry: tests/cluster/test_packaging.py"),
    Plan("dask |.*--scheduler", "needs dask, which `make farm` installs: tests/ai/test_farm.py"),
    Plan("python -m ai.learn", "needs numpy and hours: tests/ai/test_learn.py"),
    Plan("nats-server", until="Server is ready", leave="\x03"),
    Plan("ssh-keygen", says="ED25519"),
    Plan(r"ssh .* lines", stdin="Zoe\nquit\n", says="Home."),
    Plan("ssh ", until="name", leave="\x03", code=1),
    Plan("caravan-tui serve --cluster", until="Press Ctrl+C to stop", leave="\x03"),
    Plan("caravan-tui serve", until="Press Ctrl+C to stop", leave="\x03"),
    Plan("caravan-tui think", until="Ctrl+C", leave="\x03"),
    Plan(r"caravan-tui( play \S+)? --lines", until="Type help", leave="quit\r"),
    Plan("caravan-tui engine", stdin='{"type":"quit"}\n'),
    Plan(r"caravan-tui rules \S+$", until="In short", leave="q"),
    Plan(r"caravan-tui (play|continue)", until="F2", leave=QUIT),
    Plan("caravan-tui problems --day", until="Solution", leave=QUIT),
    Plan(r"caravan-tui (road|daily|problems)", until="Esc", leave=QUIT),
    Plan("caravan-tui learn$", until="Learn a game in ten minutes", leave=QUIT),
    Plan("caravan-tui learn", until="Enter or click to continue", leave=QUIT),
    Plan("caravan-tui doctor", until="search:"),
    Plan("caravan-tui$", until="Quit", leave=QUIT),
    Plan("caravan-tui admin tournament start", code=2, says="At least 2 players"),
    Plan("caravan-tui admin watch", code=2, says="no page for browsers"),
    Plan("python -m tests.world .* --bug", code=1, says="durability"),
)

RUN: Final = Plan("")
"""What holds for all others."""


@frozen
class Shown:
    """A command on a page."""

    page: str
    line: int
    text: str
    """Without its comment."""

    @property
    def plan(self) -> Plan:
        """What is done with it."""
        return next((plan for plan in PLANS if re.match(plan.pattern, self.text)), RUN)

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.text}"


def pages() -> list[Path]:
    """README and the pages of the manual."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path) -> Iterator[tuple[str, int, list[str]]]:
    """The fenced blocks of a page: language, number of the first line, lines."""
    text = page.read_text("utf-8")
    for block in FENCE.finditer(text):
        yield block[2], text[: block.start(3)].count("\n") + 1, block[3].splitlines()


def commands(page: Path) -> list[Shown]:
    """The commands in the blocks of a page, in their order."""
    name = str(page.relative_to(ROOT))
    return [
        Shown(name, first + number, command)
        for language, first, lines in blocks(page)
        if language == "sh"
        for number, line in enumerate(lines)
        if (command := re.sub(r"(^|\s+)# .*$", "", line).strip())
    ]


def inline_commands(page: Path) -> list[str]:
    """The commands in the sentences of a page."""
    return INLINE.findall(FENCE.sub("", page.read_text("utf-8")))
