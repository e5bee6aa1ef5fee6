"""What rounds of chaos have shown: a table by fault, and why the slowest robot took so long."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import median

from attrs import define, field

from tests.chaos.robots import Robot

AIM_SECONDS = 5.0
"""Players shall be back at their tables so soon."""


@define
class Outcome:
    """What rounds with one fault have shown. Times are in seconds, one a round."""

    rounds: int = 0
    lost: int = 0
    """Acknowledged actions that the log lacks."""
    returns: list[float] = field(factory=list)
    """The longest that a robot was without an answer of its table."""
    elsewhere: list[float] = field(factory=list)
    """The same of the robots that were not at a host which was itself paused or cut off."""
    after: list[float] = field(factory=list)
    """How much of it was after the fault had ended."""
    blocked: list[float] = field(factory=list)
    """The longest that a table took no move."""

    def note(self, robots: Iterable[Robot], away: str, mended: float) -> None:
        """Count a round. `away`: the host that was paused or cut off, empty: none; `mended`: when
        the fault had ended."""
        robots = list(robots)
        self.returns.append(max(robot.silence for robot in robots))
        self.elsewhere.append(
            max(robot.silence for robot in robots if not away or robot.was_at != away)
        )
        self.after.append(
            max(min(robot.silence, max(0.0, robot.silent_until - mended)) for robot in robots)
        )
        self.blocked.append(max(robot.table.blocked for robot in robots))


def print_table(outcomes: Mapping[str, Outcome]) -> None:
    """Print a row for each fault."""
    print(
        "\n| fault | rounds | lost | back: median | slowest | over 5 s "
        "| at other hosts: slowest | over 5 s | after the fault: slowest | over 5 s "
        "| no move: median | slowest |"
    )
    print("|---" * 12 + "|")
    for fault, outcome in outcomes.items():
        returns, elsewhere, after, blocked = (
            sorted(times) or [float("nan")]
            for times in (outcome.returns, outcome.elsewhere, outcome.after, outcome.blocked)
        )
        slow, slow_elsewhere, slow_after = (
            sum(seconds > AIM_SECONDS for seconds in times) for times in (returns, elsewhere, after)
        )
        print(
            f"| {fault} | {outcome.rounds} | {outcome.lost} | {median(returns):.1f} s "
            f"| {returns[-1]:.1f} s | {slow} | {elsewhere[-1]:.1f} s | {slow_elsewhere} "
            f"| {after[-1]:.1f} s | {slow_after} | {median(blocked):.1f} s | {blocked[-1]:.1f} s |"
        )


def explain(robot: Robot, began: float, mended: float, circumstances: str) -> None:
    """Print what kept a robot from its table, with the seconds since a fault began."""
    print(f"     {circumstances}; mended after {mended - began:.1f} s")
    for when, trouble in robot.troubles:
        if when <= robot.silent_until:
            print(f"     {when - began:6.2f} {robot.name}: {trouble}")
    print(f"     {robot.silent_until - began:6.2f} {robot.name}: answered again", flush=True)
