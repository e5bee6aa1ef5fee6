"""Line mode over SSH: without a terminal, on a plain one, and by the setting."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import asyncssh
import pytest
import pytest_asyncio

from caravan_tui.lines.console import heard
from caravan_tui.serving import Server
from tests.server.lobby_harness import server_config
from tests.support.until import until

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("ssh")]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A server that forks a process for each session."""
    ssh_server = Server(server_config(tmp_path_factory.mktemp("server")), pace=0.0)
    await ssh_server.start()
    yield ssh_server
    await ssh_server.stop()


class Speaker:
    """A client without a terminal that types lines and hears answers."""

    def __init__(self, process: Any) -> None:
        self.process = process
        self.text = ""

    def type(self, *lines: str) -> None:
        """Type lines."""
        self.process.stdin.write("".join(f"{line}\n" for line in lines))

    async def hear(self, words: str) -> str:
        """Wait for a line with these words; the line."""
        async with asyncio.timeout(45):
            while line := await self.process.stdout.readline():
                self.text += line
                if words in line:
                    return str(line)
        raise AssertionError(f"{words!r} does not come: {self.text!r}")

    async def end(self, *lines: str) -> int:
        """Type the last lines, and wait for the end; the exit code."""
        self.type(*lines)
        self.process.stdin.write_eof()
        async with asyncio.timeout(45):
            self.text += await self.process.stdout.read()
            await self.process.wait_closed()
        for line in self.text.splitlines():
            assert heard(line) == line, f"{line!r} can't be heard"
        return int(self.process.exit_status)


async def speaker(client: Any, name: str, command: str | None = "lines") -> Speaker:
    """A new client at the home of line mode."""
    connection = await client.connect()
    spoken = Speaker(await connection.create_process(command))
    await spoken.hear("Choose a name:")
    spoken.type(name)
    await spoken.hear("Home.")
    return spoken


async def test_a_match_is_played_to_its_end_from_a_script(new_client: Any) -> None:
    anna = await speaker(new_client(), "Anna")
    code = await anna.end("play cards me,me hands=1", *["1"] * 80, "home", "statistics")
    assert code == 0
    assert "The match is over." in anna.text and "Ranks: 1." in anna.text


async def test_without_a_command_and_a_terminal_lines_are_spoken(
    server: Server, new_client: Any
) -> None:
    ben = await speaker(new_client(), "Ben", None)
    ben.type("play camels me,me")
    await ben.hear("Your turn.")
    assert await ben.end("lift supply; set d4", "board") == 0
    assert "sets the camel on d4" in ben.text
    await until(lambda: not server.sessions)


async def test_two_people_meet_in_the_lobby_talk_and_play(server: Server, new_client: Any) -> None:
    cleo, dan = await speaker(new_client(), "Cleo"), await speaker(new_client(), "Dan")
    cleo.type("notices")  # at home, too
    await cleo.hear("Channel: ")
    cleo.type("device")
    await cleo.hear("Enter this code where the other device asks")
    cleo.type(
        "ratings",
        "lobby",
        "ratings",
        "ratings chess",
        "create chess",
        "create camels",
        "2",
        "",
        "",
        "",
        "",
        "",
        "porter",
        "60",
        "",
    )
    code = (await cleo.hear("Its code is")).rstrip(".\n").split(" ")[-1]
    dan.type("lobby")
    assert "Cleo and an open seat" in await dan.hear(code)
    room = next(room for room in server.lobby.shared.rooms.all() if room.code == code)
    assert (room.absent, room.grace, room.clock) == ("porter", 60, 0)
    dan.type("say good evening", f"join {code}")
    assert await cleo.hear("Dan says: good evening")
    await cleo.hear("has begun")
    cleo.type(f"join {code}")
    both: Sequence[Speaker] = (cleo, dan)
    for spoken in both:
        await spoken.hear("Type help for the commands")
    cleo.type("say good luck")
    await dan.hear("Cleo says: good luck")
    assert await dan.end("home", "quit") == 0
    await cleo.hear("Dan left the table.")
    cleo.type("home", "people")  # and is not led back to the table
    await cleo.hear("Dan (away)")
    await cleo.hear("Here: Cleo.")
    assert await cleo.end() == 0


async def test_a_tournament_is_set_up_entered_and_begun_in_sentences(new_client: Any) -> None:
    eva, finn = await speaker(new_client(), "Eva"), await speaker(new_client(), "Finn")
    eva.type("lobby", "tournaments", "take part 3", "new tournament", "Cup", "camels", "swiss", "2",
              "3 days")  # fmt: skip
    await eva.hear("3 days a move")
    eva.type("new tournament", "", "camels", "swiss", "2", "", "", "")
    await eva.hear("Eva's cup, ")
    assert "No tournament yet." in eva.text and "Type tournaments for" in eva.text
    eva.type("take part 1")
    await eva.hear("you take part.")
    finn.type("lobby", "tournaments", "begin 1", "take part 1")
    await finn.hear("1. Eva's cup, ")
    await finn.hear("you take part.")
    eva.type("begin 1")
    for spoken in (eva, finn):
        await spoken.hear("has begun")
        spoken.type("")
        await spoken.hear("Type help for the commands")
    eva.type("home", "lobby", "tournaments 1")
    await eva.hear("Round 1: ")
    assert await eva.end("quit") == 0
    assert await finn.end("quit") == 0


async def test_a_plain_terminal_and_the_setting_speak_lines(
    server: Server, new_client: Any
) -> None:
    client = await new_client().open(term="dumb")
    await client.wait_for_text("Choose a name:")
    client.type("Gil\r")
    await client.wait_for_text("Home.")
    client.type("settings interface lines\rquit\r")
    assert await client.wait_closed() == 0
    assert b"\x1b" not in client.received
    again = await new_client(client.key).open(term="xterm-256color")
    await again.wait_for_text("Home.")
    again.type("\x04")
    assert await again.wait_closed() == 0
    assert b"\x1b" not in again.received


async def test_a_line_that_breaks_leads_back_to_the_table(server: Server, new_client: Any) -> None:
    client = new_client()
    fay = await speaker(client, "Fay")
    fay.type("play camels me,me", "lift supply; set d4")
    await fay.hear("sets the camel on d4")
    client.connection.abort()
    await until(lambda: not server.sessions)
    connection = await new_client(client.key).connect()
    again = Speaker(await connection.create_process("lines"))
    await again.hear("Your turn.")
    assert await again.end("board d4") == 0
    assert "d4 empty" in again.text


async def test_other_commands_are_refused(new_client: Any) -> None:
    connection = await new_client().connect()
    with pytest.raises(asyncssh.ProcessError, match="exit status 1"):
        await connection.run("lines; id", check=True)
