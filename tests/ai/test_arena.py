"""The arena: fair seating, honest numbers, stop and go on."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ai import levels
from ai.arena.contest import ArenaError, Contest, Played, Player, play, read, run
from ai.arena.ratings import bradley_terry, wilson
from ai.arena.report import pairs, ratings, report, standings, table
from caravan_tui.cli.arena import arena

ROOT = Path(__file__).parents[2]


def contest(*players: str, **more: Any) -> Contest:
    return Contest(
        more.pop("game", "bids"),
        tuple(Player.parse(text) for text in players),
        more.pop("matches", 4),
        **more,
    ).check()


def test_players_are_read_from_their_labels() -> None:
    for text in ("master", "trader:keen", "porter@12", "merchant:keen@70"):
        assert Player.parse(text).label == text
    assert Player.parse("250") == Player("master", None, 250)
    assert Player.parse(" trader ") == Player("trader")
    bad = ("master@", "greedy@5", "master@0", "master@x", "master@²", "master:", "master:@5", "0")
    for text in bad:
        with pytest.raises(ArenaError, match="is not a player"):
            Player.parse(text)
    for text in ("", "²", "5@5", "5:keen", "Master"):
        with pytest.raises(levels.UnknownLevelError):
            Player.parse(text)


def test_seats_rotate_and_every_rotation_meets_the_same_chance(toys: str) -> None:
    held = contest("master", "greedy", matches=6)
    orders = [held.order(number) for number in range(6)]
    seeds = [held.match_seed(number) for number in range(6)]
    assert orders == [(0, 1), (1, 0)] * 3
    assert seeds[0::2] == seeds[1::2]
    assert len(set(seeds)) == 3


def test_smaller_tables_let_every_combination_play_equally_often(toys: str) -> None:
    held = contest("master", "greedy", "random", matches=4, table=2)
    orders = [held.order(number) for number in range(held.total)]
    assert held.total == 12
    for first in range(3):
        for second in range(3):
            if first != second:
                assert orders.count((first, second)) == 2


def test_a_match_repeats_itself_and_does_not_depend_on_the_process(toys: str) -> None:
    held = contest("master@60", "trader@30")
    first, second = play(held, 2), play(held, 2)
    assert (first.scores, first.ranks, first.plies) == (second.scores, second.ranks, second.plies)
    assert first.order == [0, 1]
    assert sum(first.decisions) == 6


def test_results_of_several_processes_equal_those_of_one() -> None:
    held = contest("porter@8", "greedy", game="decktet", options={"hands": 1}, matches=3)
    alone = {match.number: match.scores for match in run(held)}
    many = {match.number: match.scores for match in run(held, jobs=2)}
    assert alone == many


def test_a_stopped_contest_goes_on_where_it_was(toys: str, tmp_path: Path) -> None:
    out = tmp_path / "matches.jsonl"
    held = contest("porter@8", "random", matches=5)
    going = run(held, out=out)
    first = [next(going), next(going)]
    going.close()
    with out.open("a") as file:
        file.write('{"number": 2, "order"')  # cut short by a kill
    assert sorted(read(out, held)) == [0, 1]
    rest = list(run(held, out=out))
    assert [match.number for match in rest] == [0, 1, 2, 3, 4]
    assert rest[:2] == first
    assert [match.scores for match in rest] == [match.scores for match in run(held)]
    more = contest("porter@8", "random", matches=7)
    assert len(list(run(more, out=out))) == 7
    assert len(out.read_text().splitlines()) == 8


def test_a_file_of_another_contest_is_refused(toys: str, tmp_path: Path) -> None:
    out = tmp_path / "matches.jsonl"
    list(run(contest("random", "random", matches=1), out=out))
    before = out.read_text()
    with pytest.raises(ArenaError, match="another contest"):
        list(run(contest("random", "greedy", matches=1), out=out))
    assert out.read_text() == before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: [lines[0], lines[1].replace("ranks", "rangs"), *lines[2:]], "line 2: no"),
        (lambda lines: [*lines[:2], lines[2].replace("plies", "x")], "line 3: not a match"),
        (lambda lines: [lines[0], '{"number": 0}'], "line 2: not a match"),
        (lambda lines: [lines[0], "[]"], "line 2: not a match"),
        (lambda lines: [lines[0], changed(lines[1], scores=["x", 1.0])], "line 2: not a match"),
        (lambda lines: [lines[0], changed(lines[1], scores=[float("nan"), 1.0])], "line 2: no"),
        (lambda lines: [lines[0], changed(lines[1], scores=[1.0])], "line 2: not a match"),
        (lambda lines: [lines[0], changed(lines[1], order=[1, 0])], "line 2: not a match"),
        (lambda lines: [lines[0], changed(lines[1], ranks=[1, 7])], "line 2: not a match"),
        (lambda lines: [lines[0], changed(lines[1], number=-1)], "line 2: not a match"),
        (lambda lines: ["\ufffd\x00 nothing", *lines[1:]], "another contest"),
        (lambda lines: ["[]"], "another contest"),
    ],
)
def test_a_file_that_was_changed_is_refused_in_one_line_and_left_as_it_is(
    toys: str, tmp_path: Path, change: Callable[[list[str]], list[str]], message: str
) -> None:
    out = tmp_path / "matches.jsonl"
    held = contest("random", "random", matches=2)
    list(run(held, out=out))
    out.write_text("\n".join(change(out.read_text().splitlines())) + "\n")
    before = out.read_bytes()
    with pytest.raises(ArenaError, match=message) as refused:
        list(run(held, out=out))
    assert "\n" not in str(refused.value)
    assert out.read_bytes() == before


def changed(line: str, **values: object) -> str:
    return json.dumps({**json.loads(line), **values})


def test_bytes_that_are_no_text_and_places_that_cannot_be_written_are_told_by_name(
    toys: str, tmp_path: Path
) -> None:
    held = contest("random", "random", matches=1)
    odd = tmp_path / "odd"
    odd.write_bytes(b"\xff\xfe\x00bad")
    for out in (odd, tmp_path / "no" / "such" / "folder", tmp_path):
        with pytest.raises(ArenaError, match=str(out)):
            list(run(held, out=out))


def test_wilson_gives_the_textbook_interval() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 20)[0] == 0.0
    assert wilson(20, 20)[1] == 1.0


def test_ratings_find_the_odds_that_made_the_results() -> None:
    # 10 : 1 and 10 : 1 make 100 : 1: 400 points a step.
    results = [(0, 1, 10 / 11, 11000.0), (1, 2, 10 / 11, 11000.0), (0, 2, 100 / 101, 10100.0)]
    rated = bradley_terry(["a", "b", "c"], results)
    assert [rating.name for rating in rated] == ["a", "b", "c"]
    assert [round(rating.points) for rating in rated] == pytest.approx([1900, 1500, 1100], abs=8)
    assert all(rating.margin < 30 for rating in rated)
    alone = bradley_terry(["a", "b"], [(0, 1, 1.0, 5.0)])
    assert 0 < alone[0].points - alone[1].points < 2000


def test_standings_count_shared_wins_in_part_and_seats_of_a_kind_together(toys: str) -> None:
    held = contest("greedy", "random", matches=8)
    played = list(run(held))
    lines = standings(held, played)
    assert sum(line.wins for line in lines) == pytest.approx(8)
    assert sum(line.rank for line in lines) == pytest.approx(3.0)
    (pair,) = pairs(held, played)
    wins = sum(
        match.ranks[match.order.index(0)] < match.ranks[match.order.index(1)] for match in played
    )
    ties = sum(match.ranks[0] == match.ranks[1] for match in played)
    assert pair.score == pytest.approx((wins + ties / 2) / 8)
    if pair.score != 0.5:
        best = ratings(held, played)[0].name
        assert best == ("greedy" if pair.score > 0.5 else "random")
    assert json.loads(json.dumps(report(held, played)))["matches"] == 8
    assert "greedy" in table(held, played)


def test_the_table_fits_80_columns_and_says_nothing_of_who_has_not_played_yet(toys: str) -> None:
    held = contest("merchant:keen@70", "greedy", "random", matches=2, table=2)
    match = Played(0, [0, 1], [101.5, 99.0], [1, 2], 90, [40, 41], [9.1, 0.1], [1.3, 0.01])
    lines = table(held, [match]).splitlines()
    assert max(map(len, lines)) <= 80
    (idle,) = [line for line in lines if line.startswith("random") and "0.0" in line]
    assert idle.split() == ["random", "0", "0.0", *"-" * 6]


def test_thinking_beats_playing_anything() -> None:
    held = contest("master@60", "random", game="decktet", options={"hands": 1}, matches=14)
    (pair,) = pairs(held, list(run(held)))
    assert pair.low > 0.5


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess", "--seats", "master,greedy"], "There is no game 'chess'"),
        (["decktet", "--seats", "master,boss"], "There is no level 'boss'. Choose one of: random"),
        (["decktet", "--seats", "master,master,master"], "decktet is for 2 players, not 3."),
        (["decktet", "--seats", "master,greedy:rude"], "no style 'rude'"),
        (["decktet", "--seats", "master,greedy", "--option", "x=1"], "no option 'x'"),
        (["decktet", "--seats", "master,greedy@7"], "is not a player"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(words: list[str], message: str) -> None:
    result = CliRunner().invoke(arena, words)
    assert result.exit_code == 2
    assert message in result.output


def test_the_command_prints_json_without_importing_textual() -> None:
    words = "decktet --seats porter,random --iterations 4 --matches 2 --option hands=1 --json"
    program = (
        "import sys; from caravan_tui.cli.arena import arena\n"
        "try: arena(sys.argv[1:])\n"
        "finally: print('textual' in sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *words.split()],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    result = json.loads(done.stdout)
    assert done.stderr.strip() == "False"
    assert result["matches"] == 2
    assert {line["name"] for line in result["standings"]} == {"porter@4", "random"}
    for line in result["standings"]:
        assert line["low"] <= line["rate"] <= line["high"]
        assert line["ms"] > 0


def test_interrupt_ends_every_process_and_tells_how_to_go_on(tmp_path: Path) -> None:
    program = "from caravan_tui.cli.arena import arena\nif __name__ == '__main__': arena()\n"
    script = tmp_path / "go.py"
    script.write_text(program)
    out = tmp_path / "out.jsonl"
    words = f"decktet --seats master@40,greedy --matches 400 --jobs 2 --out {out}"
    running = subprocess.Popen(
        [sys.executable, str(script), *words.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
        # A shell starts what runs in the background with interrupts ignored; children inherit it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    while not (out.exists() and out.read_text().count("\n") > 1):
        assert running.poll() is None, running.communicate()[1]
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    _stdout, stderr = running.communicate()
    assert running.returncode == 130
    assert "Run the same command again to continue." in stderr
    assert "Traceback" not in stderr
    with contextlib.suppress(ProcessLookupError):
        while True:  # as long as a process of the arena lives on
            os.killpg(running.pid, 0)
            time.sleep(0.02)
