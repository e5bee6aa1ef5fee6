"""Lines in and lines out: what is written can be heard, and any input is taken."""

from __future__ import annotations

import os

from caravan_tui.lines.console import LONGEST_LINE, Console, heard


def test_nothing_that_is_written_moves_a_cursor_or_is_drawn() -> None:
    assert heard("\x1b[31mred\x1b[0m \x07bell") == "[31mred[0m bell"
    assert heard("│ a1 → c3 ·· ▀ 2 × 3 …") == "a1 to c3, 2 times 3 ..." or "→" not in heard("→")
    assert heard("salt · ivory") == "salt, ivory"
    assert heard("line\nother\u2028third\u202e") == "line other third"
    assert heard("Désert, la caravane") == "Désert, la caravane"


async def test_lines_are_read_from_a_pipe_until_its_end() -> None:
    source, sink = os.pipe()
    console = Console(source)
    console.start()
    os.write(
        sink, "board\nhand \x1b[A  card\nécrire\n".encode() + b"\xff\xfe\nlast".replace(b"", b"")
    )
    os.close(sink)
    lines = [await console.read() for _line in range(5)]
    assert lines[:3] == ["board", "hand [A card", "écrire"]
    assert lines[4] == "last"
    assert await console.read() is None
    os.close(source)


async def test_a_line_of_any_length_is_cut_and_the_next_one_is_whole() -> None:
    source, sink = os.pipe()
    console = Console(source)
    console.start()
    os.write(sink, b"x" * 50_000 + b"\nboard\n")
    os.close(sink)
    first = await console.read()
    assert first is not None and len(first) <= LONGEST_LINE
    assert await console.read() == "board"
    os.close(source)


async def test_output_that_nobody_reads_ends_the_input() -> None:
    source, sink = os.pipe()
    os.close(source)
    console = Console(0, sink)
    console.say("Your turn.")
    assert console.is_broken and await console.read() is None
    console.say("More.")
    os.close(sink)


async def test_a_signal_takes_the_lines_that_wait() -> None:
    console = Console()
    console._take(b"1")
    console.end()
    assert await console.read() is None
