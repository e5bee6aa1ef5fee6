"""Programs in seats over the engine protocol, and the search as such a program."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ai import levels
from ai.arena.contest import Contest, Player, play
from ai.arena.report import faults
from ai.levels import UnknownLevelError
from ai.programs import engine, process
from ai.programs.engine import Engine
from ai.programs.process import Program, ProgramError, read_command
from ai.search import choose
from ai.views import pack
from caravan_tui.bus.messages import SearchRequest
from caravan_tui.engine import Seat, rng
from caravan_tui.games import registry
from caravan_tui.hosts.local import LocalHost
from tests.support.matches import played
from tests.support.until import until

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "engines"

HELLO = """
    import json, sys, time
    def say(**message): print(json.dumps(message), flush=True)
    def hear(): return json.loads(sys.stdin.readline() or '{"type": "quit"}')
    hear(); say(type="hello")
"""


@pytest.fixture
def request_(home: Path) -> SearchRequest:
    """The first decision of a match of Dice Village."""
    match = played("dice_village", 0)
    seat = match.to_act
    return SearchRequest("dice_village", pack(match.view(seat)), seat, "program", 1)


def legal(request: SearchRequest) -> list[int]:
    """The legal moves of the position in a request."""
    return played(request.game, 0).legal(request.seat)


def program(tmp_path: Path, code: str) -> Program:
    """A program in Python that has said hello and goes on with this code."""
    file = tmp_path / "program.py"
    file.write_text(textwrap.dedent(HELLO) + textwrap.dedent(code))
    return Program((sys.executable, str(file)))


def spoken(text: str, game: str = "dice_village", level: str = "porter") -> list[dict[str, Any]]:
    """What the search as a program answers to lines."""
    answers = io.BytesIO()
    Engine(game, level, None, 1).run(io.BytesIO(text.encode()), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def position(request: SearchRequest) -> str:
    """The line that shows a program the position of a request."""
    view = played(request.game, 0).view(request.seat)
    return json.dumps({"type": "position", "view": view}) + "\n"


# A program in a seat


@pytest.mark.parametrize("name", ["cautious.py", "random.pl"])
def test_the_programs_of_the_manual_play_every_game_without_a_fault(name: str, home: Path) -> None:
    for game in registry.ids():
        players = (Player.parse(f"cmd:{EXAMPLES / name}"), Player.parse("greedy"))
        options = {"hands": 1} if game == "decktet" else {}
        contest = Contest(game, players, 1, 3, options).check()
        assert faults(contest, [play(contest, 0)]) == {f"cmd:{EXAMPLES / name}": 0}


def test_a_program_is_given_the_view_of_its_seat_and_nothing_else(
    tmp_path: Path, request_: SearchRequest
) -> None:
    heard = tmp_path / "heard.jsonl"
    code = f"""
    with open({str(heard)!r}, "w") as file:
        while (message := hear())["type"] != "quit":
            file.write(json.dumps(message) + "\\n"); file.flush()
            if message["type"] == "go":
                say(type="bestmove", action=best)
            elif message["type"] == "position":
                best = message["moves"][0]["action"]
    """
    with closing(program(tmp_path, code)) as player:
        assert player.choose(request_, 5.0).action == legal(request_)[0]
    lines = [json.loads(line) for line in heard.read_text().splitlines()]
    view = played("dice_village", 0).view(request_.seat)
    assert [line["type"] for line in lines] == ["position", "go"]
    assert lines[0]["view"] == json.loads(json.dumps(view))
    assert [move["action"] for move in lines[0]["moves"]] == legal(request_)


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("hear(); hear(); say(type='bestmove', action=99999)", "played 99999"),
        ("hear(); hear(); say(type='bestmove', notation='nonsense')", "played nonsense"),
        ("hear(); hear(); say(type='bestmove')", "named no move"),
        ("hear(); hear(); print('what?', flush=True); time.sleep(60)", "not a message"),
        ("hear(); hear(); say(type='error', text='I give up'); time.sleep(60)", "I give up"),
        ("hear(); hear(); say(type='error', text='\\x1b]0;t\\x07no'); time.sleep(60)", "]0;t no"),
        ("hear(); hear(); say(type='bestmove', notation='a\\x1bb')", "played a b"),
        ("hear(); hear(); say(type='info', iterations=2**70); time.sleep(60)", "not a message"),
        (
            'hear(); hear(); sys.stdout.buffer.write(b\'{"type":"error","text":"\\xff"}\\n\'); '
            "sys.stdout.buffer.flush(); time.sleep(60)",
            "not a message",
        ),
        ("hear(); hear(); sys.exit(3)", "has ended with code 3"),
        ("hear(); hear(); sys.exit(0)", "has ended"),
        ("hear(); hear(); say(type='bestmove')", "named no move"),
        ("hear(); hear(); time.sleep(60)", "in time"),
        ("hear(); hear()\n    while True: say(type='info', iterations=1)", ""),
        ("hear(); hear(); sys.stdout.write('x' * (3 << 20)); time.sleep(60)", "not a message"),
    ],
    ids=[
        "illegal",
        "notation",
        "no move",
        "garbage",
        "error",
        "escape",
        "escaped move",
        "huge number",
        "no UTF-8",
        "failure",
        "end",
        "no move",
        "silent",
        "flood",
        "long line",
    ],
)
def test_a_fault_costs_a_quick_move_and_is_kept(
    code: str, fault: str, tmp_path: Path, request_: SearchRequest
) -> None:
    with closing(program(tmp_path, "    " + code)) as player:
        result = player.choose(request_, 0.3)
        assert result.fallback and result.action in legal(request_)
        assert [fault in each.text for each in player.faults] == [True]
        assert all(each.text.isprintable() for each in player.faults)


def test_a_program_that_does_not_say_hello_is_told_from_one_that_thinks_too_long(
    tmp_path: Path, request_: SearchRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "HELLO_SECONDS", 0.3)
    silent = tmp_path / "silent.py"
    silent.write_text("import time; time.sleep(60)")
    with closing(Program((sys.executable, str(silent)))) as player:
        assert player.choose(request_, 0.3).fallback
        assert "did not say hello" in player.faults[0].text


def test_a_program_that_ends_each_time_is_not_started_for_ever(
    tmp_path: Path, request_: SearchRequest
) -> None:
    with closing(program(tmp_path, "    sys.exit(1)")) as player:
        for _ in range(process.MOST_STARTS + 2):
            assert player.choose(request_, 1.0).fallback
        assert "too often" in player.faults[-1].text
        assert len(player.faults) == process.MOST_STARTS + 2


def test_a_program_that_is_told_to_stop_may_still_answer(
    tmp_path: Path, request_: SearchRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "GRACE_SECONDS", 30.0)
    code = """
    moves = hear()["moves"]; hear()
    assert hear()["type"] == "stop"
    say(type="bestmove", notation=moves[-1]["notation"])
    hear()
    """
    with closing(program(tmp_path, code)) as player:
        result = player.choose(request_, 0.05)
        assert (result.action, result.fallback) == (legal(request_)[-1], False)


async def test_a_closed_program_leaves_no_process(tmp_path: Path, request_: SearchRequest) -> None:
    code = """
    moves = hear()["moves"]; hear(); say(type="bestmove", action=moves[0]["action"])
    time.sleep(600)
    """
    player = program(tmp_path, code)
    player.choose(request_, 5.0)
    running = player._process
    assert running is not None and running.poll() is None
    player.close()
    player.close()
    assert running.poll() is not None


def test_another_protocol_or_another_game_is_refused(
    tmp_path: Path, request_: SearchRequest
) -> None:
    file = tmp_path / "other.py"
    for hello, fault in (("protocol=2", "protocol 2, not 1"), ("game='chess'", "plays chess")):
        code = textwrap.dedent(HELLO).replace('type="hello"', f'type="hello", {hello}')
        file.write_text(code + "time.sleep(60)")
        with closing(Program((sys.executable, str(file)))) as player:
            assert player.choose(request_, 1.0).fallback
            assert fault in player.faults[0].text


def test_a_command_that_starts_nothing_is_named() -> None:
    for text in ("", "no-such-program-here --fast", "'unclosed"):
        with pytest.raises(ProgramError):
            read_command(text)
    with pytest.raises(ProgramError, match="no-such-program-here"):
        Player.parse("cmd:no-such-program-here")


# The search as a program


def test_it_says_hello_with_its_level_and_game() -> None:
    (hello,) = spoken('{"type": "hello"}\n')
    assert (hello["type"], hello["protocol"], hello["game"]) == ("hello", 1, "dice_village")
    assert levels.PORTER.title in hello["name"]


def test_it_lists_the_legal_moves_with_their_notation(request_: SearchRequest) -> None:
    (answer,) = spoken(position(request_) + '{"type": "legal"}\n')
    assert [move["action"] for move in answer["moves"]] == legal(request_)
    game, view = registry.get("dice_village"), played("dice_village", 0).view(request_.seat)
    notations = [game.notation(action, view) for action in legal(request_)]
    assert [move["notation"] for move in answer["moves"]] == notations


@pytest.mark.parametrize("game", registry.ids())
def test_it_answers_a_go_with_a_legal_move_and_what_it_expects(game: str, home: Path) -> None:
    match = played(game, 0)
    view = match.view(match.to_act)
    shown = json.dumps({"type": "position", "view": view}) + "\n"
    *infos, best = spoken(shown + '{"type": "go", "iterations": 80}\n', game, "master")
    assert best["type"] == "bestmove" and best["action"] in match.legal(match.to_act)
    assert best["notation"] == match.game.notation(best["action"], view)
    assert infos[-1]["type"] == "info"


def test_the_same_lines_get_the_same_answers(request_: SearchRequest) -> None:
    lines = position(request_) + '{"type": "go", "iterations": 200}\n'
    assert spoken(lines, level="master")[-1] == spoken(lines, level="master")[-1]


def test_the_end_of_input_leaves_a_search_what_it_was_given(
    request_: SearchRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "SLICE", 0.0)
    lines = position(request_) + '{"type": "go", "iterations": 200}\n'
    *_others, info, best = spoken(lines, level="master")
    assert (info["type"], info["iterations"], best["type"]) == ("info", 200, "bestmove")


def test_it_decides_as_the_level_does_in_the_arena(request_: SearchRequest) -> None:
    seed = rng.stream(1, "engine", 0).getrandbits(32)
    for level in ("greedy", "porter", "merchant"):
        expected = choose("dice_village", request_.view, level, seed).action
        best = spoken(position(request_) + '{"type": "go"}\n', level=level)[-1]
        assert best["action"] == expected


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nonsense", "malformed"),
        ('{"type": "dance"}', "dance"),
        ('{"type": "go"}', "position first"),
        ('{"type": "position", "view": {"game": "chess"}}', "plays dice_village"),
        ('{"type": "position", "view": {"game": "dice_village"}}', "not a view"),
        ('{"type": "option", "name": "level", "value": "nobody"}', "no level"),
        ('{"type": "option", "name": "colour", "value": "red"}', "options"),
        ('{"type": "option", "name": "seed", "value": "red"}', "options"),
    ],
)
def test_a_wrong_line_gets_one_line_and_changes_nothing(line: str, words: str) -> None:
    error, hello = spoken(line + '\n{"type": "hello"}\n')
    assert error["type"] == "error" and words in error["text"] and "\n" not in error["text"]
    assert hello["type"] == "hello"


class Typed(io.RawIOBase):
    """Lines that come one after the other, the next when the last was answered."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self._lines = lines

    def readline(self, size: int | None = -1, /) -> bytes:
        return next(self._lines, b"")


def test_a_bad_line_in_a_search_does_not_end_it_and_is_answered_after_it(
    request_: SearchRequest,
) -> None:
    answers = io.BytesIO()

    def lines() -> Iterator[bytes]:
        yield position(request_).encode()
        yield b'{"type": "go", "seconds": 3600}\n'
        end = time.monotonic() + 60
        while b"info" not in answers.getvalue() and time.monotonic() < end:
            time.sleep(0.001)
        yield b"{no message\n"
        seen = len(answers.getvalue())
        while len(answers.getvalue()) == seen and time.monotonic() < end:
            time.sleep(0.001)
        yield b'{"type": "stop"}\n'

    source: Any = Typed(lines())
    Engine("dice_village", "legend", None, 1).run(source, answers)
    kinds = [json.loads(line)["type"] for line in answers.getvalue().splitlines()]
    assert kinds[-2:] == ["bestmove", "error"] and set(kinds[:-2]) == {"info"}


def test_a_line_of_a_mebibyte_with_its_end_is_read() -> None:
    name = "x" * ((1 << 20) - len(json.dumps({"type": "hello", "name": ""}) + "\n"))
    line = json.dumps({"type": "hello", "name": name}) + "\n"
    assert len(line) == 1 << 20
    assert [each["type"] for each in spoken(line)] == ["hello"]


def test_a_line_that_is_too_long_is_one_error_and_the_next_one_is_heard() -> None:
    long = json.dumps({"type": "hello", "name": "x" * (5 << 19)})
    error, hello = spoken(f'{long}\n{{"type": "hello"}}\n')
    assert error == {"type": "error", "text": "A line may have 1 MiB at most."}
    assert hello["type"] == "hello"


def test_stop_ends_a_search_that_has_no_end(request_: SearchRequest) -> None:
    answers = io.BytesIO()

    def lines() -> Iterator[bytes]:
        yield position(request_).encode()
        yield b'{"type": "go", "seconds": 3600}\n'
        end = time.monotonic() + 60
        while b"info" not in answers.getvalue() and time.monotonic() < end:
            time.sleep(0.001)
        yield b'{"type": "stop"}\n'

    source: Any = Typed(lines())
    Engine("dice_village", "legend", None, 1).run(source, answers)
    assert json.loads(answers.getvalue().splitlines()[-1])["action"] in legal(request_)


def test_a_contest_counts_the_faults_of_a_program(tmp_path: Path) -> None:
    file = tmp_path / "silly.py"
    file.write_text(textwrap.dedent(HELLO) + "hear(); hear(); say(type='bestmove', action=-7)")
    player = Player.parse(f"cmd:{sys.executable} {file}")
    contest = Contest("decktet", (player, Player.parse("greedy")), 1, 3, {"hands": 1}).check()
    line = play(contest, 0)
    assert sum(line.faults) > 0 and sorted(line.ranks) == [1, 2]
    assert faults(contest, [line]) == {player.label: sum(line.faults)}


async def test_a_program_plays_a_seat_of_a_match_alone(home: Path, tmp_path: Path) -> None:
    host = LocalHost()
    host.programs["cautious"] = read_command(str(EXAMPLES / "cautious.py"))
    seats = [Seat("program", "cautious"), Seat("program", "cautious 2")]
    host.programs["cautious 2"] = host.programs["cautious"]
    connection = await host.create("dice_village", {}, seats, 4)
    match = host.tables.match(connection.match)
    await until(lambda: match.over)
    await host.stop()


async def test_a_match_whose_program_is_missing_goes_on_and_says_so(home: Path) -> None:
    host = LocalHost()
    seats = [Seat("program", "cautious"), Seat("person", "Ann")]
    connection = await host.create("dice_village", {}, seats, 4)
    assert any("--program cautious=COMMAND" in notice for notice in host.notices())
    assert connection.kinds == ["program", "person"]
    await host.stop()


@pytest.mark.parametrize("level", ["program", "adaptive"])
def test_it_has_no_level_that_needs_its_player_or_another_program(level: str) -> None:
    with pytest.raises(UnknownLevelError) as caught:
        Engine("dice_village", level, None, 1)
    assert "porter" in str(caught.value) and level not in str(caught.value).partition(":")[2]
    option = json.dumps({"type": "option", "name": "level", "value": level})
    assert [each["type"] for each in spoken(f"{option}\n")] == ["error"]


def test_it_ends_cleanly_at_quit_though_its_input_stays_open() -> None:
    """Python aborts where a thread still reads its standard input at the end."""
    command = [sys.executable, "-m", "caravan_tui", "engine", "dice", "--level", "porter"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as running:
        assert running.stdin is not None and running.stderr is not None
        running.stdin.write(b'{"type": "quit"}\n')
        running.stdin.flush()
        assert running.wait(60) == 0
        assert running.stderr.read() == b""
