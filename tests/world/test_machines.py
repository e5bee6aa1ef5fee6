"""The state machines find what they are for: each fails when a fault is planted in the product."""

from __future__ import annotations

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from saves.errors import SaveError
from tests.world.planted import LOBBY_BUGS, planted
from tests.world.test_lobby_machine import LobbyMachine
from tests.world.test_store_machine import StoreMachine
from tests.world.test_undo_machine import UndoMachine

CASES = [
    *((LobbyMachine, bug.name) for bug in LOBBY_BUGS),
    (UndoMachine, "undo-unasked"),
    (UndoMachine, "redo-stays"),
    (StoreMachine, "no-fsync"),
    (StoreMachine, "no-folder-sync"),
    pytest.param(StoreMachine, "in-place", marks=pytest.mark.nightly),
    (StoreMachine, "lock-stays"),
]


@pytest.mark.parametrize(("machine", "bug"), CASES)
def test_a_state_machine_finds_a_planted_bug(
    machine: type[RuleBasedStateMachine], bug: str
) -> None:
    quickly = settings(
        max_examples=200, stateful_step_count=40, database=None, derandomize=True,
        phases=[Phase.generate], report_multiple_bugs=False,
    )  # fmt: skip
    with planted(bug), pytest.raises((AssertionError, SaveError)):
        run_state_machine_as_test(machine, settings=quickly)
