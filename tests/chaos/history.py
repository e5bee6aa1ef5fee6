"""What robots were told, held against what the cluster keeps."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from attrs import define, field

from caravan_tui.engine import Match


@define
class Submitted:
    """An action that a robot has sent."""

    version: int
    """The number of actions in the log that it is to follow."""
    seat: int
    action: int
    is_acknowledged: bool = False


@define
class MatchHistory:
    """What the robots at one table have sent and been told."""

    match: str
    robot_seats: frozenset[int]
    submitted: list[Submitted] = field(factory=list)
    has_begun: bool = False
    version: int = 0
    """The number of actions in its log when a robot last looked."""

    def submit(self, version: int, seat: int, action: int) -> Submitted:
        """Note an action that is about to be sent."""
        sent = Submitted(version, seat, action)
        self.submitted.append(sent)
        return sent

    def judge(self, match: Match) -> tuple[list[str], int]:
        """Hold the log of a match that has been saved at `version` or later against it.

        Returns what must not be, a line each, and how many acknowledged actions the log lacks.
        Those count as not acknowledged from then on.
        """
        log = list(match.record.log)
        sent = {(action.version, action.seat, action.action) for action in self.submitted}
        faults = [
            f"{self.match}: seat {ply.actor} never sent action {ply.action} after {ply.ply}"
            for ply in match.plies()
            if ply.actor in self.robot_seats and (ply.ply, ply.actor, ply.action) not in sent
        ]
        acknowledged: dict[int, list[Submitted]] = {}
        for action in self.submitted:
            if action.is_acknowledged:
                acknowledged.setdefault(action.version, []).append(action)
        lost = []
        for version, actions in acknowledged.items():
            if version < len(log) and log[version] == actions[-1].action:
                actions.pop()  # those before it were lost, and another one was sent
            lost += actions
        if lost:
            faults.append(f"{self.match}: acknowledged actions are lost: {len(lost)}")
        for action in lost:
            action.is_acknowledged = False
        return faults, len(lost)


def judge_saves(notes: Iterable[Path]) -> list[str]:
    """Hold the saves of all hosts, in the order in which the broker took them, against the tokens
    of their leases: once a later one has written, no earlier one may."""
    saves: dict[str, list[tuple[int, int, str]]] = {}
    for path in notes:
        for line in path.read_bytes().split(b"\n")[:-1] if path.exists() else []:
            match, revision, token, host = json.loads(line)
            saves.setdefault(match, []).append((revision, token, host))
    faults = []
    for match, entries in saves.items():
        newest, holders = 0, dict[int, str]()
        for _revision, token, host in sorted(entries):
            if token < newest:
                faults.append(f"{match}: {host} saved with token {token} after {newest}")
            if holders.setdefault(token, host) != host:
                faults.append(f"{match}: {holders[token]} and {host} both had token {token}")
            newest = max(newest, token)
    return faults


def judge_leases(logs: Iterable[Path]) -> tuple[list[str], Counter[str]]:
    """Look for a token that two hosts were given in the audit logs, and count what became of the
    leases."""
    faults, events = [], Counter[str]()
    givers: dict[tuple[str, int], Path] = {}
    for path in logs:
        for line in path.read_text("utf-8").splitlines() if path.exists() else []:
            try:
                entry = json.loads(line)
            except ValueError:
                continue  # cut off by a kill
            event = str(entry.get("event", ""))
            if event.startswith("lease"):
                events[event] += 1
            if event == "lease":
                key = (entry["match"], entry["token"])
                if givers.setdefault(key, path) != path:
                    faults.append(f"{key[0]}: two hosts were given token {key[1]}")
    return faults, events
