"""Every command of the manual is run, or it is said why not."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import AsyncIterator
from importlib.util import find_spec
from pathlib import Path

import asyncssh
import click
import pytest

from caravan_tui.cli.main import group
from saves.store import Store
from tests.docs.shown_commands import (
    LANGUAGES,
    PLANS,
    PROGRAM,
    ROOT,
    Shown,
    blocks,
    commands,
    inline_commands,
    pages,
)
from tests.support.broker import Broker
from tests.support.matches import played
from tests.support.ports import free_port
from tests.support.terminal import Terminal

PAGES = [page for page in pages() if commands(page)]
SECONDS = 600.0
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
BIN = Path(sys.executable).parent


class Scene:
    """A reader: a home folder with matches, a clone, and where a page needs them a server and a
    broker."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.user, self.clone = folder / "user", folder / "clone"
        self.key = self.user / ".ssh" / "id_ed25519"
        self.port = free_port()
        self.broker = Broker(folder / "broker")
        self.codes = {"CODE": "", "KXMWB": ""}
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("CARAVAN_TUI", "PYTEST", "COV_", "MAKE", "MFLAGS"))
        }
        self.environment = {
            **kept,
            "HOME": str(self.user),
            "CARAVAN_TUI_HOME": str(folder / "home"),
            "PATH": f"{BIN}:{os.environ['PATH']}",
            "LANG": "C.UTF-8",
            "MANPAGER": "cat",
            "XDG_DATA_HOME": str(self.user / "share"),
        }

    def furnish(self, is_changed: bool) -> None:
        """Make the folders, a key, a match and a friend's. `is_changed`: the page adds to the
        clone, which then is one of links."""
        for folder in (self.user / ".ssh", self.user / "matches", self.broker.folder):
            folder.mkdir(parents=True)
        self.clone.mkdir()
        for name in ("ai", "bench", "caravan_tui", "docs", "packaging", "saves", "tests", "tools"):
            if is_changed and name == "caravan_tui":
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(ROOT / name, self.clone / name, ignored, copy_function=os.symlink)  # type: ignore[arg-type]
            else:
                (self.clone / name).symlink_to(ROOT / name)
        (self.clone / "pyproject.toml").symlink_to(ROOT / "pyproject.toml")
        (self.clone / "mine").symlink_to(ROOT / "docs/examples/engines/cautious.py")
        if is_changed:
            self.environment["PYTHONPATH"] = str(self.clone)
        asyncssh.generate_private_key("ssh-ed25519").write_private_key(self.key)
        self.key.chmod(0o600)
        store = Store(self.folder / "home" / "data")
        match = played("sahara", 6)
        match.record.id = "4f" + match.record.id[2:]
        store.save_now(match)
        friend = played("decktet", 5, seed=8)
        store.save_now(friend)
        store.export(friend.record.id, self.user / "matches" / "friend.caravan")
        store.delete(friend.record.id)
        store.release_all()

    def fitted(self, text: str) -> str:
        """A command with what is here for what stands for something of the reader."""
        text = re.sub(r"nats://broker:4222", self.broker.url, text)
        text = re.sub(r"\b(NAME|Anna)\b", "Anna", text)
        for name, code in self.codes.items():
            text = re.sub(rf"\b{name}\b", code, text)
        text = re.sub(r"--matches \d+", "--matches 2", text)  # as long as it has to be
        text = text.replace(".venv/bin/", "")
        if text.startswith("pytest"):
            text += " --collect-only"  # run by test_examples.py
        text = text.replace("man -l -", "man -l - | head -50" if shutil.which("man") else "cat")
        if text.startswith("caravan-tui serve"):
            text = re.sub(r" --port \d+", "", text)
            text = re.sub(r"--web \d+", f"--web {free_port()}", text)
            text = re.sub(r"--metrics \S+", f"--metrics {free_port()}", text)
            text += f" --host 127.0.0.1 --port {free_port()} --home {self.folder / 'another'}"
        if text.startswith("nats-server"):
            text = text.replace("/var/lib/nats", str(self.folder / "jetstream"))
            text += f" -a 127.0.0.1 -p {free_port()}"
        if text.startswith("ssh-keygen"):
            text += f" -N '' -f {self.user / 'another_key'}"
        if text.startswith("ssh "):
            own = "-o StrictHostKeyChecking=no -o BatchMode=yes -o LogLevel=ERROR -F none"
            key = f"-i {self.key} -o UserKnownHostsFile=/dev/null"
            text = text.replace("-p 2222 HOST", f"{own} {key} -p {self.port} 127.0.0.1")
        return text

    @contextlib.asynccontextmanager
    async def server(self) -> AsyncIterator[None]:
        """A server with Anna, and Ben's open match; and a tournament."""
        terminal = self.terminal(
            f"exec caravan-tui serve --host 127.0.0.1 --port {self.port} --policy open"
        )
        try:
            await asyncio.to_thread(terminal.read_until, "Ctrl+C", 60)
            connections = []
            for name in ("Anna", "Ben"):
                key = asyncssh.generate_private_key("ssh-ed25519")
                connections.append(
                    await asyncssh.connect(
                        "127.0.0.1", self.port, client_keys=[key], known_hosts=None, config=None,
                        agent_path=None, username="x",
                    )
                )  # fmt: skip
                player = await connections[-1].create_process("lines")
                player.stdin.write(f"{name}\nlobby\ncreate\ncamels\n2" + 9 * "\n")
                heard = await asyncio.wait_for(player.stdout.readuntil("Its code is "), 60)
                assert "Home." in heard
                self.codes["CODE"] = (await player.stdout.readline()).strip(".\n")
            made = await self.run("caravan-tui admin tournament new Autumn --game sahara")
            self.codes["KXMWB"] = made.splitlines()[1].split()[0]
            yield
            for connection in connections:
                connection.abort()
        finally:
            terminal.process.terminate()
            await asyncio.to_thread(terminal.wait)
            terminal.close()

    def terminal(self, command: str) -> Terminal:
        """A command in a terminal."""
        environment = {**self.environment, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        return Terminal("-c", f"cd {self.clone} && {command}", program=["/bin/bash"], **environment)

    async def run(self, command: str, stdin: str = "", code: int = 0) -> str:
        """Run a command to its end; what it has written."""
        process = await asyncio.create_subprocess_exec(
            "bash", "-o", "pipefail", "-c", command, cwd=self.clone, env=self.environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            written, _nothing = await asyncio.wait_for(process.communicate(stdin.encode()), SECONDS)
        except TimeoutError:
            process.kill()
            raise
        text = written.decode("utf-8", "replace")
        assert process.returncode == code, f"{command}: {process.returncode}: {text[-2000:]}"
        return text

    async def stay(self, shown: Shown) -> None:
        """Run a command that stays open until it is left."""
        terminal = self.terminal(f"exec {self.fitted(shown.text)}")
        try:
            await asyncio.to_thread(terminal.read_until, shown.plan.until, 60)
            assert shown.plan.until in terminal.text, f"{shown}: {terminal.text[-2000:]}"
            terminal.write(shown.plan.leave)
            code = await asyncio.to_thread(terminal.wait)
            assert code == shown.plan.code, f"{shown}: {code}: {terminal.text[-2000:]}"
        finally:
            if terminal.process.poll() is None:
                terminal.process.kill()
                terminal.process.wait()
            terminal.close()


@pytest.mark.timeout(600)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
async def test_every_command_of_a_page_works(page: Path, tmp_path: Path) -> None:
    shown = [command for command in commands(page) if not command.plan.why_not]
    texts = " ".join(command.text for command in shown)
    scene = Scene(tmp_path)
    scene.furnish("caravan_tui/" in texts)
    async with contextlib.AsyncExitStack() as stack:
        if "nats://" in texts:
            scene.broker.start()
            stack.callback(scene.broker.kill)
        if re.search(r"admin|invite|ssh ", texts):
            await stack.enter_async_context(scene.server())
        for command in shown:
            if command.text.startswith("ssh") and not shutil.which("ssh"):
                continue  # OpenSSH is not the program's; tests/ssh connects with asyncssh
            if command.plan.until:
                await scene.stay(command)
                continue
            text = await scene.run(
                scene.fitted(command.text), command.plan.stdin, command.plan.code
            )
            assert command.plan.says in text, f"{command}: {text[-2000:]}"
            assert "Traceback" not in text, f"{command}: {text[-4000:]}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_is_not_run_is_there_all_the_same(page: Path) -> None:
    """Targets of make, extras of pip, modules, files that are copied, tests that are named."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for command in commands(page):
        if not command.plan.why_not:
            continue
        for names in re.findall(r"\.\[([a-z,]+)\]", command.text):
            assert set(names.split(",")) <= set(extras["optional-dependencies"]), command
        for target in re.findall(r"\bmake ([a-z-]+)", command.text):
            expand = ["make", "-n", "--no-print-directory", target]
            ran = subprocess.run(expand, cwd=ROOT, capture_output=True, text=True)
            assert ran.returncode == 0 and ran.stdout.strip(), f"{command}: {ran.stderr}"
        for module in re.findall(r"python -m ([\w.]+)", command.text):
            assert find_spec(module) is not None, command
        for file in re.findall(r"\b(packaging/\S+)", command.text):
            assert (ROOT / file).is_file(), command
        for text in re.findall(r"(?<!-t )\bcaravan-tui (.+)", command.text):
            check_words(text)
    for named in re.findall(r"tests/\w+/\w+\.py", " ".join(plan.why_not for plan in PLANS)):
        assert (ROOT / named).is_file()


def check_words(text: str) -> None:
    """Are subcommands and options of a command those that there are?"""
    words = re.split(r" [<>|] ", text)[0].split()
    command: click.Command = group
    context = click.Context(group, **group.context_settings)
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        subcommand = command.get_command(context, words.pop(0))
        assert subcommand is not None, text
        command = subcommand
    known = {name for parameter in command.params for name in parameter.opts}
    known |= {"--lines", "--version", "-h", "--help"}
    used = {word.split("=")[0] for word in words if word.startswith("--")}
    assert used <= known, text


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_in_sentences_name_what_there_is(page: Path) -> None:
    for command in inline_commands(page):
        program, _space, rest = command.replace("\n", " ").partition(" ")
        if program == "caravan-tui":
            check_words(rest)
        elif program == "make":
            assert re.search(rf"^{rest.split()[0]}:", MAKEFILE, re.MULTILINE), command
        elif program == "python":
            assert find_spec(rest.split()[1]) is not None, command


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_no_command_hides_in_a_block_that_is_not_run(page: Path) -> None:
    for language, first, lines in blocks(page):
        assert language in LANGUAGES, f"{page.name}:{first}: say what the block is written in"
        if language == "text":
            for number, line in enumerate(lines):
                assert not PROGRAM.match(line), f"{page.name}:{first + number}: {line}"
