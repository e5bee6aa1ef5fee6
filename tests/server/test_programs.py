"""Programs in the seats of a server: chosen by name, few at a time, never trusted, never saved."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import textwrap
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from ai import bot
from ai.process import SERVER_NICENESS
from ai.programs import process
from ai.programs.process import MOST_STARTS
from ai.views import pack
from caravan_tui.bus.lobby_messages import (
    CreateMatch,
    Hello,
    JoinMatch,
    LeaveTable,
    MatchStarted,
    ResumeMatch,
    Seated,
    Welcome,
)
from caravan_tui.bus.messages import Act, Done, Notice, Refused, SearchRequest, table_topic
from caravan_tui.server.programs import ProgramNameError, Programs, check_name
from tests.server.lobby_harness import LobbyClient, LobbyHarness
from tests.support.matches import played
from tests.support.until import until

HELLO = """
    import json, os, sys, time
    def say(**message): print(json.dumps(message), flush=True)
    say(type="hello")
    moves = []
    for line in sys.stdin:
        message = json.loads(line)
        moves = message.get("moves", moves)
"""

FIRST = """
        if message["type"] == "go":
            say(type="bestmove", action=moves[0]["action"])
"""
"""Plays the first move."""

WRONG = """
        if message["type"] == "go":
            say(type="bestmove", action=-5)
"""
"""Plays what is not legal."""

Make = Callable[..., tuple[str, ...]]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """The command of a program with this code at the end of its loop."""

    def write(name: str, code: str) -> tuple[str, ...]:
        file = tmp_path / f"{name}.py"
        file.write_text(textwrap.dedent(HELLO) + textwrap.indent(textwrap.dedent(code), "    "))
        return sys.executable, str(file)

    return write


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs have all the time that a loaded machine needs for them."""
    for name in ("HELLO_SECONDS", "GRACE_SECONDS"):
        monkeypatch.setattr(process, name, 120.0)
    monkeypatch.setattr(bot, "LATE", 240.0)


@pytest_asyncio.fixture
async def harness(tmp_path: Path, make: Make) -> AsyncIterator[LobbyHarness]:
    """A server whose keeper lets two programs play, of which one plays nonsense."""
    programs = {"mine": make("mine", FIRST), "wrong": make("wrong", WRONG)}
    harness = await LobbyHarness(tmp_path / "home", programs=programs).start()
    yield harness
    await harness.close()


def ask_for(*seats: tuple[str, str], game: str = "dice_village") -> CreateMatch:
    """A request for a match with these kinds and names."""
    return CreateMatch(game, {}, [kind for kind, _name in seats], [name for _kind, name in seats])


async def play_on(client: LobbyClient, match: str, version: int) -> int:
    """Have Anna in seat 0 play first moves until a version is reached; the version."""
    while (position := await client.look(match, 0)).version < version and not position.over:
        if position.legal:
            act = Act(match, 0, position.version, position.legal[0])
            assert isinstance(await client.bus.request(table_topic(match), act), Done | Refused)
        else:
            await asyncio.sleep(0.03)  # fewer looks than a session may take
    return position.version


async def test_a_program_plays_in_a_match_of_one_account(harness: LobbyHarness) -> None:
    anna = await harness.connect("Anna")
    welcome = await anna.ask(Hello("en"))
    assert isinstance(welcome, Welcome) and welcome.programs == ["mine", "wrong"]
    seated = await anna.ask(ask_for(("person", ""), ("program", "mine"), ("program", "mine")))
    assert isinstance(seated, Seated), seated
    assert seated.names == ["Anna", "mine", "mine 2"] and seated.seats == [0]
    with anna.bus.subscribe(table_topic(seated.match)) as lines:
        assert await play_on(anna, seated.match, 40) >= 40
        assert harness.lobby.tables.programs.running == 2
        notes = []
        while (line := lines.get_nowait()) is not None:
            notes += [line.code] if isinstance(line, Notice) else []
    assert notes == []
    await anna.ask(LeaveTable(seated.match))
    await until(lambda: harness.lobby.tables.programs.running == 0)


async def test_nothing_that_is_saved_or_sent_holds_the_command(
    harness: LobbyHarness, tmp_path: Path
) -> None:
    anna = await harness.connect("Anna")
    solo = await anna.ask(ask_for(("person", ""), ("program", "mine")))
    await play_on(anna, solo.match, 10)
    shared = await anna.ask(ask_for(("person", ""), ("open", ""), ("program", "mine")))
    assert shared.waiting
    ben = await harness.connect("Ben")
    await ben.ask(JoinMatch(shared.match))
    await harness.lobby.tables.solo.saved(solo.match)
    await harness.lobby.tables.shared.saved(shared.match)
    files = [file for file in (tmp_path / "home").rglob("*") if file.is_file()]
    assert any(solo.match in file.name for file in files)
    assert any(b'"mine"' in file.read_bytes() for file in files if file.name == "rooms.json")
    for file in files:
        assert b"mine.py" not in file.read_bytes(), file
    rows = await anna.rows()
    assert "mine.py" not in json.dumps([str(row) for row in rows])


async def test_a_player_seats_no_program_that_the_keeper_has_not_named(
    harness: LobbyHarness, tmp_path: Path
) -> None:
    anna = await harness.connect("Anna")
    touched = tmp_path / "touched"
    for name in ("other", "", f"touch {touched}", f"cmd:touch {touched}", "mine 2"):
        answer = await anna.ask(ask_for(("person", ""), ("program", name)))
        assert isinstance(answer, Refused) and answer.code == "no_such_program", name
    for kind in (f"cmd:touch {touched}", "program:mine"):
        answer = await anna.ask(ask_for(("person", ""), (kind, "")))
        assert isinstance(answer, Refused) and answer.code == "no_such_level"
    assert not touched.exists()


async def test_a_fault_costs_a_quick_move_and_a_note_at_the_table_and_in_the_log(
    harness: LobbyHarness,
) -> None:
    anna = await harness.connect("Anna")
    seated = await anna.ask(ask_for(("person", ""), ("program", "wrong")))
    with anna.bus.subscribe(table_topic(seated.match)) as lines:
        await anna.rows()  # by now the server knows the subscription
        assert await play_on(anna, seated.match, 30) >= 30
        codes = []
        while (line := lines.get_nowait()) is not None:
            if isinstance(line, Notice):
                codes.append((line.code, line.values.get("name")))
    assert codes == [("program_failed", "wrong")]
    assert harness.events.count("program_fault") == MOST_STARTS + 1


async def test_a_program_plays_between_people_and_again_after_a_kill(
    tmp_path: Path, make: Make
) -> None:
    """What was written to the disk is all that the next server has."""
    programs = {"mine": make("mine", FIRST)}
    first = await LobbyHarness(tmp_path / "home", programs=programs).start()
    anna, ben = await first.connect("Anna"), await first.connect("Ben")
    made = await anna.ask(ask_for(("person", ""), ("program", "mine"), ("open", "")))
    assert isinstance(made, Seated) and made.waiting, made
    await ben.ask(JoinMatch(made.match))
    await anna.receive(MatchStarted)
    await anna.ask(JoinMatch(made.match))
    match = first.lobby.shared.supervisors[made.match].match
    assert [seat.kind for seat in match.record.seats] == ["person", "program", "person"]
    await until_program_has_moved(first, made.match, [(anna, 0), (ben, 2)])
    await first.lobby.tables.shared.saved(made.match)
    version = match.version
    await first.close()
    second = await LobbyHarness(tmp_path / "home", programs=programs).start()
    try:
        assert second.lobby.shared.supervisors[made.match].match.version >= version
        anna, ben = await second.connect("Anna"), await second.connect("Ben")
        for client in (anna, ben):
            await client.ask(JoinMatch(made.match))
        await until_program_has_moved(second, made.match, [(anna, 0), (ben, 2)])
        assert second.lobby.tables.programs.running == 1
    finally:
        await second.close()


async def until_program_has_moved(
    harness: LobbyHarness, match: str, people: list[tuple[LobbyClient, int]]
) -> None:
    """Have people play until the program in seat 1 has made three more moves."""
    record = harness.lobby.shared.supervisors[match].match

    def moves() -> int:
        return sum(ply.actor == 1 for ply in record.plies())

    before = moves()
    async with asyncio.timeout(30):
        while moves() < before + 3:
            for client, seat in people:
                position = await client.look(match, seat)
                if position.legal:
                    act = Act(match, seat, position.version, position.legal[0])
                    await client.bus.request(table_topic(match), act)
            await asyncio.sleep(0.01)


async def test_a_trader_plays_for_a_program_that_the_keeper_has_taken_away(
    tmp_path: Path, make: Make
) -> None:
    first = await LobbyHarness(tmp_path / "home", programs={"mine": make("mine", FIRST)}).start()
    anna = await first.connect("Anna")
    seated = await anna.ask(ask_for(("person", ""), ("program", "mine")))
    await play_on(anna, seated.match, 10)
    await first.close()
    second = await LobbyHarness(tmp_path / "home").start()
    try:
        anna = await second.connect("Anna")
        assert isinstance(await anna.ask(ResumeMatch(seated.match)), Seated)
        line = await anna.receive(Notice)
        assert (line.code, line.values) == ("program_missing", {"name": "mine"})
        assert await play_on(anna, seated.match, 30) >= 30
        assert second.lobby.tables.programs.running == 0
    finally:
        await second.close()


# Places


def request() -> SearchRequest:
    """A decision of Dice Village."""
    match = played("dice_village", 0)
    seat = match.to_act
    return SearchRequest("dice_village", pack(match.view(seat)), seat, "program", 1, seconds=2.0)


async def test_an_idle_program_gives_its_place_to_another_and_is_started_again(make: Make) -> None:
    programs = Programs({"mine": make("mine", FIRST)}, 1)
    one, two = programs.seat("mine"), programs.seat("mine 2")
    assert one is not None and two is not None and programs.seat("other") is None
    for _ in range(3):
        for program in (one, two):
            assert not (await program(request())).fallback
            assert programs.running == 1
    await programs.close()


async def test_a_program_waits_while_another_has_the_only_place_and_thinks(
    make: Make, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    slow = make(
        "slow",
        f"""
        while message["type"] == "go" and not os.path.exists({str(gate)!r}):
            time.sleep(0.01)
        if message["type"] == "go":
            say(type="bestmove", action=moves[0]["action"])
        """,
    )
    programs = Programs({"slow": slow, "mine": make("mine", FIRST)}, 1)
    first, second = programs.seat("slow"), programs.seat("mine")
    assert first is not None and second is not None
    thinking = asyncio.create_task(first(request()))
    await until(lambda: programs.running == 1)
    waiting = asyncio.create_task(second(request()))
    await asyncio.sleep(0)
    assert not waiting.done() and programs.running == 1
    gate.touch()
    assert not (await thinking).fallback
    assert not (await waiting).fallback
    await programs.close()


async def test_a_closed_seat_ends_its_program_at_once_and_what_that_has_started(
    make: Make, tmp_path: Path
) -> None:
    numbers = tmp_path / "numbers"
    stuck = make(
        "stuck",
        f"""
        if message["type"] == "go":
            import subprocess
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
            with open({str(numbers)!r} + ".new", "w") as file:
                file.write(f"{{os.getpid()}} {{child.pid}}")
            os.replace({str(numbers)!r} + ".new", {str(numbers)!r})
            time.sleep(600)
        """,
    )
    programs = Programs({"stuck": stuck}, 1)
    program = programs.seat("stuck")
    assert program is not None
    asking = asyncio.create_task(program(request()))
    await until(numbers.exists)
    asking.cancel()
    await program.close()
    for number in map(int, numbers.read_text().split()):
        await until(lambda number=number: not is_running(number))
    await programs.close()


def is_running(number: int) -> bool:
    """Whether a process exists and is no zombie."""
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


async def test_a_program_of_a_server_sees_none_of_its_secrets_and_comes_last(
    make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CARAVAN_SECRET", "x")
    found = tmp_path / "environment"
    curious = make(
        "curious",
        f"""
        if message["type"] == "go":
            with open({str(found)!r}, "w") as file:
                json.dump(dict(os.environ, niceness=os.nice(0)), file)
            say(type="bestmove", action=moves[0]["action"])
        """,
    )
    programs = Programs({"curious": curious}, 1)
    program: Any = programs.seat("curious")
    await program(request())
    environment = json.loads(found.read_text())
    assert "CARAVAN_SECRET" not in environment and environment["PATH"] == os.environ["PATH"]
    assert environment["niceness"] == SERVER_NICENESS
    await programs.close()


@pytest.mark.parametrize("name", ["", "two words", "2nd", "trader", "Me", "fünf", "a" * 15, "a,b"])
def test_a_name_that_players_could_not_type_is_refused(name: str) -> None:
    with pytest.raises(ProgramNameError, match="can't be the name of a program"):
        check_name(name)
    check_name("gnu-camel_2.1")
