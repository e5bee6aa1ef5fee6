"""Robots that set up tournaments and choose their notices, and what a kill must leave of both."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from caravan_tui.bus.competition_messages import (
    ChangeTournament,
    ListTournaments,
    NewTournament,
    Tournaments,
    TournamentView,
)
from caravan_tui.bus.lobby_messages import account_topic
from caravan_tui.bus.notice_messages import NoticeChoices, Notices, SetNotices
from caravan_tui.bus.socket import SocketBus
from caravan_tui.competition.tournament import Tournament
from caravan_tui.notices.kinds import KINDS
from caravan_tui.notices.outbox import Outbox
from caravan_tui.notices.preferences import Preferences
from caravan_tui.server.backend import DOCUMENTS, LEDGER
from caravan_tui.server.documents import FolderDocuments, Shelf
from caravan_tui.server.rooms import RoomFile
from tests.crashes.witness import Verdict

PATIENCE = 120.0
GAMES = ("decktet", "caravanserai", "sahara")
FORMATS = ("swiss", "knockout", "round_robin")


class Competitor:
    """One account, and what it was told of its tournaments and notices."""

    def __init__(self, account: str) -> None:
        self.account = account
        self.made: set[str] = set()
        """Tournaments whose making was acknowledged."""
        self.is_in: dict[str, bool] = {}
        """By tournament: whether it takes part, as the last answer says."""
        self.unsure: set[str] = set()
        """Tournaments of which it has asked something that was not answered."""
        self.address = ""
        self.asked_address = ""

    async def tables(self, bus: SocketBus) -> list[str]:
        """The matches of its tournaments that wait for it."""
        return [row.match for row in await self._rows(bus) if row.match]

    async def _rows(self, bus: SocketBus) -> list[Any]:
        answer = await bus.request(account_topic(self.account), ListTournaments(), PATIENCE)
        return answer.rows if isinstance(answer, Tournaments) else []

    async def step(self, bus: SocketBus, rng: Random) -> int:
        """Do one thing; how much was acknowledged."""
        if rng.random() < 0.2:
            return await self._choose(bus, rng)
        rows = await self._rows(bus)
        rng.shuffle(rows)
        running = [row for row in rows if row.state in ("open", "running")]
        for row in running:
            if row.state == "open" and row.is_manager and row.players > 1 and rng.random() < 0.5:
                return await self._change(bus, row.tournament, "start")
            if row.may_enter and rng.random() < 0.7:
                return await self._change(bus, row.tournament, "enter")
            if row.is_entered and rng.random() < 0.05:
                return await self._change(bus, row.tournament, "leave")
            if row.is_manager and rng.random() < 0.05:
                return await self._change(bus, row.tournament, "cancel")
        if len(running) < 4:
            made = NewTournament(
                f"Cup {rng.randrange(10**6)}", rng.choice(GAMES), rng.choice(FORMATS), grace=5
            )
            answer = await bus.request(account_topic(self.account), made, PATIENCE)
            if isinstance(answer, TournamentView):
                self.made.add(answer.row.tournament)
                return 1
        return 0

    async def _change(self, bus: SocketBus, tournament: str, change: Any) -> int:
        self.unsure.add(tournament)
        ask = ChangeTournament(tournament, change)
        answer = await bus.request(account_topic(self.account), ask, PATIENCE)
        self.unsure.discard(tournament)
        if isinstance(answer, TournamentView):
            self.is_in[tournament] = answer.row.is_entered
            return 1
        return 0

    async def _choose(self, bus: SocketBus, rng: Random) -> int:
        self.asked_address = f"caravan-{rng.randrange(10**9)}"
        choices = NoticeChoices("ntfy", self.asked_address, list(KINDS))
        answer = await bus.request(account_topic(self.account), SetNotices(choices), PATIENCE)
        if isinstance(answer, Notices):
            self.address = answer.choices.address
            return 1
        return 0


def _tournaments(documents: FolderDocuments) -> dict[str, Tournament]:
    return Shelf(documents, "tournament.", Tournament).all()


def matches(home: Path) -> set[str]:
    """The matches of all tournaments of a server."""
    return {
        table.match
        for one in _tournaments(FolderDocuments(home / DOCUMENTS)).values()
        for drawn in one.rounds
        for table in drawn.tables
    }


def judge(home: Path, competitors: list[Competitor], verdict: Verdict) -> None:
    """Look at what a killed server has left: nothing is damaged, and nothing that was acknowledged
    is missing."""
    documents, faults = FolderDocuments(home / DOCUMENTS), verdict.faults
    tournaments = _tournaments(documents)
    choices = Shelf(documents, "notices.", Preferences).all()
    outboxes = Shelf(documents, "outbox.", Outbox).all()
    counts = (("tournament.", tournaments), ("notices.", choices), ("outbox.", outboxes))
    for prefix, readable in counts:
        if len(documents.keys(prefix)) != len(readable):
            faults.append(f"a document cannot be read: {prefix}")
    faults += [f"set aside: {path.name}" for path in home.rglob("*.damaged*")]
    for competitor in competitors:
        faults += [f"lost: tournament {one}" for one in competitor.made - set(tournaments)]
        for name, is_in in competitor.is_in.items():
            active = {entrant.account for entrant in tournaments[name].active}
            if name not in competitor.unsure and (competitor.account in active) != is_in:
                faults.append(f"an entry of {name} is not as was acknowledged: {is_in}")
        competitor.unsure.clear()
        competitor.is_in = {
            name: competitor.account in {entrant.account for entrant in tournaments[name].active}
            for name in competitor.is_in
        }
        stored = choices.get(competitor.account, Preferences()).choices.address
        if stored not in (competitor.address, competitor.asked_address):
            faults.append(f"the choice of notices is lost: {stored!r}")
        competitor.address = stored
    for account, outbox in outboxes.items():
        keys = [*outbox.done, *(item.key for item in outbox.waiting)]
        if len(set(keys)) != len(keys):
            faults.append(f"a notice of {account} stands there twice")
        verdict.figures["notices queued"] = max(verdict.figures["notices queued"], len(keys))
    for room in RoomFile(home / "rooms.json").all():
        if room.due > time.time() + room.days * 86_400:
            faults.append(f"{room.match} has more days than a move may take")
        if room.days and room.turn_seat >= 0 and not room.due:
            faults.append(f"{room.match} has a turn and no days for it")
    states = Counter(one.state for one in tournaments.values())
    for state, count in states.items():
        name = f"tournaments {state}"
        verdict.figures[name] = max(verdict.figures[name], count)
    ledger = home / LEDGER
    lines = ledger.read_bytes().splitlines() if ledger.exists() else []
    verdict.figures["results that count"] = len(lines)
    if len(set(lines)) != len(lines):
        faults.append("a result counts twice")


def judge_end(home: Path, verdict: Verdict) -> None:
    """After a last start that was stopped in order: each table of a round that runs has its room,
    unless it has its result."""
    rooms = {room.match for room in RoomFile(home / "rooms.json").all()}
    for one in _tournaments(FolderDocuments(home / DOCUMENTS)).values():
        if one.state == "running":
            verdict.faults += [
                f"no table: {table.match} of {one.id}"
                for table in one.rounds[-1].tables
                if not table.ranks and table.match not in rooms
            ]
