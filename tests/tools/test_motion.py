"""What the bench of moving pictures counts."""

from __future__ import annotations

import sys

from bench.motion import read_for, seconds_of
from caravan_tui.ssh.bounds import FlushingCompressor
from tests.support.terminal import Terminal

WRITES_ONCE = "print('x' * 3000, flush=True); input()"
COMPUTES = "print('ready', flush=True)\nwhile True: pass"


def test_what_a_program_writes_is_counted_as_it_is_and_as_a_line_compresses_it() -> None:
    for line, least, most in ((None, 3000, 3010), (FlushingCompressor(), 1, 300)):
        terminal = Terminal(program=(sys.executable, "-c", WRITES_ONCE))
        written = 0
        while not written:
            written = read_for(terminal, 0.1, line)
        written += read_for(terminal, 0.1, line)
        assert least <= written <= most
        terminal.process.kill()
        terminal.process.wait()
        terminal.close()


def test_a_program_that_waits_costs_less_of_a_core_than_one_that_computes() -> None:
    costs = []
    for program in (WRITES_ONCE, COMPUTES):
        terminal = Terminal(program=(sys.executable, "-c", program))
        terminal.read_until("ready" if program is COMPUTES else "x")
        read_for(terminal, 0.1)
        (second,) = seconds_of(terminal, 1)
        costs.append(second.core)
        terminal.process.kill()
        terminal.process.wait()
        terminal.close()
    assert costs[0] < 1 < costs[1]
