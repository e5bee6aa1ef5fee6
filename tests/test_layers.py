"""Imports inside functions: only for start-up time, for one process alone or for an extra."""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest
from textual.screen import Screen

import caravan_tui
from caravan_tui.screens.names import SCREENS, screen_class

ROOT = Path(caravan_tui.__file__).parent

TOP = Path(__file__).parents[1]
PRODUCT = ("caravan_tui", "ai", "saves", "bench", "tools")

FORK_SERVER = "caravan_tui/sessions/forkserver.py"

LATE_IMPORTS = {
    ("bench/cluster_host.py", "caravan_tui.cluster.options"): "nats, for a cluster alone",
    ("bench/cluster_host.py", "caravan_tui.serving"): "asyncssh, for a server alone",
    ("ai/learn/__main__.py", "ai.learn"): "numpy and matplotlib, which may be missing",
    ("ai/process.py", "ai"): "the worker itself, once it cannot write to the terminal",
    ("ai/programs/confine.py", "resource"): "limits, which Windows has not",
    ("ai/spread.py", "distributed"): "dask, which may be missing",
    ("ai/worker.py", "resource"): "limits of memory, which Windows has not",
    ("bench/one_build.py", "bench.peer"): "OpenSpiel, which may be missing",
    ("bench/one_build.py", "pyspiel"): "OpenSpiel, which may be missing",
    ("bench/searching.py", "bench.peer"): "OpenSpiel, which may be missing",
    ("caravan_tui/__main__.py", "caravan_tui.app"): "Textual, not for the command line",
    ("caravan_tui/__main__.py", "caravan_tui.cli.main"): "click, not for the app",
    ("caravan_tui/app.py", "caravan_tui.command_index"): "every screen and board, for changed keys",
    ("caravan_tui/app.py", "caravan_tui.hosts.local"): "saves and search, after the first frame",
    ("caravan_tui/app.py", "caravan_tui.screens"): "the palette, when it is opened",
    ("caravan_tui/app.py", "caravan_tui.terminal"): "pictures of the screen, when one is made",
    ("caravan_tui/app.py", "caravan_tui.screens.table.tutorial"): "a table, for a tutorial",
    ("caravan_tui/app.py", "caravan_tui.screens.theme_chooser"): "the themes, when they are listed",
    ("caravan_tui/app.py", "textual.widgets"): "lines of text, when a key may copy from one",
    ("caravan_tui/cli/config.py", "caravan_tui.command_index"): "Textual, for changed keys",
    ("caravan_tui/cli/config.py", "caravan_tui.themes.builtin"): "Textual, to check themes",
    ("caravan_tui/cli/config.py", "caravan_tui.themes.files"): "goes with the one above",
    ("caravan_tui/cli/doors.py", "caravan_tui.hosts.local"): "saves and search, not for --help",
    ("caravan_tui/cli/doors.py", "caravan_tui.lines.door"): "goes with the one above",
    ("caravan_tui/cli/main.py", "caravan_tui.games.state"): "a game's base, for --version alone",
    ("caravan_tui/cli/params.py", "caravan_tui.games"): "the games, not for --help",
    ("caravan_tui/cli/play.py", "caravan_tui.cli.pages"): "Rich, not for a pipe",
    ("caravan_tui/cli/play.py", "caravan_tui.screens.lessons"): "Textual, not for rules",
    ("caravan_tui/cli/config.py", "textual.theme"): "Textual, to check themes",
    ("caravan_tui/cli/games.py", "ai.own_turn"): "the search, for traces that use it",
    ("caravan_tui/cli/games.py", "ai.search"): "the search, for traces that use it",
    ("caravan_tui/cli/main.py", "caravan_tui.app"): "Textual, for the app alone",
    ("caravan_tui/cli/main.py", "caravan_tui.games.contract"): "the games, for their errors",
    ("caravan_tui/cli/main.py", "caravan_tui.games.registry"): "the games, for their errors",
    ("caravan_tui/cli/play.py", "caravan_tui.app"): "Textual, once the match can be opened",
    ("caravan_tui/cli/serve.py", "caravan_tui.cli"): "nats, for a cluster alone",
    ("caravan_tui/cli/serve.py", "caravan_tui.cli.programs"): "the search, for programs alone",
    ("caravan_tui/cli/serve.py", "caravan_tui.server.programs"): "goes with the one above",
    ("caravan_tui/cli/serve.py", "caravan_tui.server.text_table"): "Rich, for tables alone",
    ("caravan_tui/cli/serve.py", "caravan_tui.serving"): "asyncssh, for the server alone",
    ("caravan_tui/games/registry.py", "caravan_tui.games"): "what was learned, for searches",
    ("caravan_tui/games/registry.py", "caravan_tui.games.contract"): "goes with a game's rules",
    ("caravan_tui/games/registry.py", "caravan_tui.games.evaluator"): "the search, for searches",
    ("caravan_tui/screens/home/screen.py", "caravan_tui.screens.home"): "after the first frame",
    ("caravan_tui/screens/home/card.py", "caravan_tui.screens.home.cutout"): "a board",
    ("caravan_tui/screens/lobby/card.py", "caravan_tui.screens.home.cutout"): "a board",
    ("caravan_tui/screens/home/screen.py", "caravan_tui.screens.lessons"): "after the first frame",
    (
        "caravan_tui/screens/home/card.py",
        "caravan_tui.screens.theme_chooser",
    ): "after the first frame",
    ("caravan_tui/screens/home/screen.py", "caravan_tui.widgets.chooser"): "after the first frame",
    (
        "caravan_tui/screens/home/screen.py",
        "caravan_tui.screens.home.road_card",
    ): "after the first frame",
    (
        "caravan_tui/screens/home/card.py",
        "caravan_tui.screens.saved.standing",
    ): "after the first frame",
    (FORK_SERVER, "caravan_tui.games"): "for the fork server alone",
    (
        "caravan_tui/sessions/forkserver.py",
        "caravan_tui.sessions.session_app",
    ): "for a session alone",
    (FORK_SERVER, "caravan_tui.sessions"): "an app that is kept ready, for the fork server alone",
    (
        "caravan_tui/sessions/forkserver.py",
        "caravan_tui.sessions.warmup",
    ): "for the fork server alone",
    (
        "caravan_tui/sessions/forkserver.py",
        "caravan_tui.themes.builtin",
    ): "for the fork server alone",
    (
        "caravan_tui/sessions/forkserver.py",
        "caravan_tui.widgets.marks",
    ): "for the fork server alone",
    (FORK_SERVER, "textual.css.stylesheet"): "for the fork server alone",
    (FORK_SERVER, "textual.dom"): "for the fork server alone",
    ("caravan_tui/notices/sending.py", "aiohttp"): "an extra, for ntfy and webhooks alone",
    ("caravan_tui/serving.py", "caravan_tui.cluster.host"): "nats, for a cluster alone",
    (
        "caravan_tui/serving.py",
        "caravan_tui.probes.probes",
    ): "prometheus_client, which may be missing",
    ("caravan_tui/cli/saves.py", "caravan_tui.cli.html_replay"): "Textual, for pages alone",
    ("caravan_tui/cli/saves.py", "rich.cells"): "Rich, which an empty list does without",
    ("caravan_tui/serving.py", "caravan_tui.web.door"): "aiohttp, which may be missing",
    ("caravan_tui/settings.py", "tomlkit"): "the file's comments, when a setting is changed",
    ("caravan_tui/settings.py", "tomlkit.items"): "goes with the one above",
    ("caravan_tui/terminal/compat.py", "textual.drivers.linux_driver"): "termios, for Unix alone",
    ("caravan_tui/terminal/compat.py", "rich"): "a private module, which Rich may drop",
    ("saves/errors.py", "caravan_tui.bus"): "the engine, for errors alone",
    ("tools/screenshots.py", "wells_on"): "the example game, which is not installed",
}
"""File, module, and why it is not imported at the top."""


def late_imports(path: Path) -> list[str]:
    """The modules that a file imports inside functions, one for each import statement."""
    modules: dict[ast.AST, list[str]] = {}
    for function in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.ImportFrom):
                modules[node] = [node.module or ""]
            elif isinstance(node, ast.Import):
                modules[node] = [alias.name for alias in node.names]
    return [name for names in modules.values() for name in names]


def test_every_import_inside_a_function_has_its_reason_here_and_is_the_only_one() -> None:
    counts: Counter[tuple[str, str]] = Counter()
    for folder in PRODUCT:
        for path in (TOP / folder).rglob("*.py"):
            file = path.relative_to(TOP).as_posix()
            counts.update((file, module) for module in late_imports(path))
    assert counts == Counter(LATE_IMPORTS.keys())


def imports() -> dict[str, set[str]]:
    """The product's modules that each of them imports, type checking and functions included."""
    files = [path for folder in PRODUCT for path in (TOP / folder).rglob("*.py")]
    names = {
        ".".join(path.relative_to(TOP).with_suffix("").parts).removesuffix(".__init__"): path
        for path in files
    }
    graph: dict[str, set[str]] = {name: set() for name in names}
    for name, path in names.items():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            targets = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                inner = [f"{node.module}.{alias.name}" for alias in node.names]
                targets = [target if target in names else str(node.module) for target in inner]
            graph[name] |= {target for target in targets if target in names and target != name}
    return graph


def test_no_modules_import_each_other() -> None:
    tuple(TopologicalSorter(imports()).static_order())  # raises CycleError, which names them


def test_the_picture_of_the_layers_has_them_in_their_order() -> None:
    contracts = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    place: dict[str, int] = {}
    for number, layer in enumerate(contracts["contracts"][0]["layers"]):
        for package in layer.split(" | "):
            place[package.removeprefix("caravan_tui.")] = number
    picture = (TOP / "docs/architecture.md").read_text("utf-8").split("```")[1]
    rows = [line[:25].split() for line in picture.splitlines()[1:]]
    order = [
        min(places) for row in rows if (places := [place[name] for name in row if name in place])
    ]
    assert len(order) > 15 and order == sorted(order), rows


@pytest.mark.parametrize("name", SCREENS)
def test_every_name_leads_to_a_screen(name: str) -> None:
    assert issubclass(screen_class(name), Screen)


def test_hosts_import_no_screen_and_no_widget() -> None:
    for path in (ROOT / "hosts").glob("*.py"):
        text = path.read_text("utf-8")
        assert "caravan_tui.screens" not in text, path.name
        assert "caravan_tui.widgets" not in text, path.name
        import_module(f"caravan_tui.hosts.{path.stem}".removesuffix(".__init__"))
