"""Every page of the manual is in the navigation, links lead somewhere, tables are true."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from random import Random

import pytest

from caravan_tui.cli.main import commands
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER
from tools.doc_tables import BLOCK, filled, pages

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
HOUSE = DOCS / "examples" / "house"

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
SNIPPET = re.compile(r'--8<-- "([^"]+)"')

PAGES = [page for page in pages() if "examples" not in page.parts]
NAV = (ROOT / "mkdocs.yml").read_text("utf-8").split("\nnav:\n")[1]


def name_of(page: Path) -> str:
    return str(page.relative_to(DOCS))


def prose(text: str) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as the site makes them."""
    headings = re.findall(r"^#+ (.+)$", prose(page.read_text("utf-8")), re.MULTILINE)
    words = (re.sub(r"[^\w\s-]", "", heading).strip().lower() for heading in headings)
    return {re.sub(r"[\s-]+", "-", heading) for heading in words}


def test_every_page_is_in_the_navigation_once() -> None:
    listed = re.findall(r"[\w/-]+\.md", NAV)
    assert sorted(listed) == sorted(map(name_of, PAGES))


def test_the_first_page_leads_through_a_door_for_each_reader_to_every_page() -> None:
    """Each door is on the first page, has its part of the navigation, and links to much of it."""
    first = LINK.findall((DOCS / "index.md").read_text("utf-8"))
    for door, title in (
        ("players.md", "For players"),
        ("keepers.md", "For keepers"),
        ("game-writers.md", "For people who write games"),
        ("opponent-writers.md", "For people who write opponents"),
    ):
        assert door in first
        part = re.split(r"^  - ", NAV.partition(f"  - {title}:\n")[2], flags=re.MULTILINE)[0]
        listed = re.findall(r"[\w/-]+\.md", part)
        assert listed[0] == door
        linked = {link.partition("#")[0] for link in LINK.findall((DOCS / door).read_text("utf-8"))}
        own = {page for page in listed[1:] if not page.startswith("rules/")}
        assert own <= linked, f"{door}: leads not to {own - linked}"


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md"], ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in LINK.findall(prose(page.read_text("utf-8"))):
        if "://" in link:
            continue
        place, _hash, anchor = link.partition("#")
        target = (page.parent / place).resolve() if place else page
        assert target.is_file(), f"{page.name}: there is no {link}"
        if anchor:
            assert anchor in anchors(target), f"{page.name}: no heading for {link}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_included_file_is_there(page: Path) -> None:
    for place in SNIPPET.findall(page.read_text("utf-8")):
        assert (ROOT / place).is_file()


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_tables_and_code_are_what_the_program_says(page: Path) -> None:
    text = page.read_text("utf-8")
    assert filled(text) == text, "run python -m tools.doc_tables"


def test_there_is_a_page_for_every_game_with_all_its_keys_and_options() -> None:
    for game_id in registry.ids():
        text = (DOCS / "games" / f"{game_id}.md").read_text("utf-8")
        tables = {block[3] for block in BLOCK.finditer(text)}
        assert f"keys {game_id}" in tables
        assert bool(registry.spec(game_id).options) == (f"match-options {game_id}" in tables)
        assert f"../rules/{game_id}.md" in text and f"../pictures/{game_id}.svg" in text
        assert registry.get(game_id).spec.title in text
        rules = (DOCS / "rules" / f"{game_id}.md").read_text("utf-8")
        assert f"caravan_tui/games/{game_id}/RULES.md" in rules


def test_every_command_has_a_heading_and_an_example_that_parses() -> None:
    import click

    from caravan_tui.cli.main import group

    text = (DOCS / "command-line.md").read_text("utf-8")
    headings = re.findall(r"^## (\w+)$", text, re.MULTILINE)
    assert [name for name in headings if name != "Environment"] == list(commands())
    examples = re.findall(r"^caravan-tui (\w.*)$", text, re.MULTILINE)
    assert {line.split()[0] for line in examples} == set(commands())
    for line in examples:
        words = shlex.split(re.split(r" [>|] ", line)[0])
        command: click.Command = group
        # A command keeps the names of its help option from the first context that it is given.
        context = click.Context(group, **group.context_settings)
        while isinstance(command, click.Group) and words and not words[0].startswith("-"):
            subcommand = command.get_command(context, words.pop(0))
            assert subcommand is not None, line
            command = subcommand
        command.make_context("caravan-tui", words, parent=context, resilient_parsing=False)


@pytest.mark.parametrize("game_id", sorted(path.name for path in HOUSE.iterdir()))
def test_the_house_files_of_the_pages_work(
    game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is taken without a word, is not the built-in one, and a match is played with it."""
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    (tmp_path / "config" / game_id).mkdir(parents=True)
    for file in (HOUSE / game_id).iterdir():
        text = (DOCS / "games" / f"{game_id}.md").read_text("utf-8")
        assert f"docs/examples/house/{game_id}/{file.name}" in text
        (tmp_path / "config" / game_id / file.name).write_text(file.read_text("utf-8"), "utf-8")
    game = registry.get(game_id)
    assert game.custom_notices() == []
    house = game.custom_data()
    assert house is not None
    seats = max(2, game.spec.min_seats)
    state = game.setup(game.spec.resolve({}, seats), seats, house)
    chance = Random(2)
    for _ply in range(400):
        if state.to_act() == OVER:
            break
        at_chance = state.to_act() == CHANCE
        state.apply(state.draw(chance) if at_chance else chance.choice(state.legal()))
    assert game.view(state, 0)["custom"] is not None


def test_the_keys_of_the_settings_example_are_commands() -> None:
    from caravan_tui.command_index import all_commands

    text = (DOCS / "playing.md").read_text("utf-8")
    named = re.findall(r'^"([\w.]+)" = "', text, re.MULTILINE)
    assert named and set(named) <= {
        command.id for _title, commands in all_commands() for command in commands
    }


@pytest.mark.parametrize(("page", "least"), [("first-hours.md", 80), ("evenings.md", 15)])
def test_the_tests_that_a_page_names_as_proof_exist(page: str, least: int) -> None:
    text = prose((DOCS / page).read_text("utf-8"))
    named = re.findall(r"\b([a-z_]+)/([a-z0-9_]+)", re.sub(r"\]\([^)]*\)", "]", text))
    assert len(named) > least
    for folder, name in named:
        sources = (file.read_text("utf-8") for file in (ROOT / "tests" / folder).glob("*.py"))
        assert any(f"def test_{name}(" in source for source in sources), f"{folder}/{name}"
