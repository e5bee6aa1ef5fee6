"""The tournaments and leagues of a server: stored, drawn, played at tables, taken to their end."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Mapping
from typing import Final

from caravan_tui.bus.competition_messages import NewTournament
from caravan_tui.bus.lobby_messages import DAYS_A_MOVE, LONGEST_WAIT, SHORTEST_CLOCK, MatchStarted
from caravan_tui.bus.permissions import clean
from caravan_tui.bus.wording import of_os_error, title
from caravan_tui.competition import progress
from caravan_tui.competition.standings import places
from caravan_tui.competition.tournament import (
    FORMATS,
    LEAST_MINUTES,
    LEAST_PLAYERS,
    MOST_MINUTES,
    MOST_PLAYERS,
    MOST_ROUNDS,
    Round,
    Table,
    Tournament,
)
from caravan_tui.engine import PERSON, Refusal, Sentence
from caravan_tui.engine.record import new_id
from caravan_tui.engine.rng import fresh_seed, secret_seed
from caravan_tui.games import registry
from caravan_tui.server.accounts import Account, Accounts
from caravan_tui.server.documents import Documents, Shelf
from caravan_tui.server.ladder import Ladder
from caravan_tui.server.notifications import Notifications
from caravan_tui.server.rooms import Room
from caravan_tui.server.shared_matches import SharedMatches
from caravan_tui.server.timers import Timer, Timers

log = logging.getLogger(__name__)

CHECK_INTERVAL: Final = 2.0
"""Seconds between two looks for rounds that are complete, and tables that are missing."""
MOST_OPEN_PER_OWNER: Final = 3
"""Tournaments of one account that can be entered or are played."""
MOST_ENTERED: Final = 10
"""Tournaments in which one account takes part at once."""
MOST_OPEN: Final = 100
MOST_PAST: Final = 100
"""Tournaments that are over and stay in the list; older ones are removed."""
LONGEST_NAME: Final = 32
MOST_ROUND_ROBIN: Final = 24
"""Players of a round robin."""
OPEN_DAYS: Final = 60
"""Days after which a tournament that nobody starts is called off."""
SPEAKABLE: Final = "abcdefghjkmnpqrstuvwxyz"


class Tournaments:
    """All tournaments. Any host may change one; one host draws its rounds and opens its tables."""

    def __init__(
        self,
        documents: Documents,
        accounts: Accounts,
        notifications: Notifications,
        ladder: Ladder,
        log_event: Callable[..., None],
        timers: Callable[[], Timers],
        now: Callable[[], float],
    ) -> None:
        """`log_event` and `timers`: see `Lobby`; `now`: seconds since 1970."""
        self._all = Shelf(documents, "tournament.", Tournament)
        self._accounts, self._notifications, self._ladder = accounts, notifications, ladder
        self._log_event, self._timers, self._now = log_event, timers, now
        self.is_here: Callable[[str], bool] = lambda _tournament: True
        """Whether this host draws the rounds of a tournament and opens its tables."""
        self._shared: SharedMatches | None = None
        self._is_closed = False
        self._timer: Timer | None = None
        self._checking: asyncio.Task[None] | None = None

    def start(self, shared: SharedMatches) -> None:
        """Go on with all that run. `shared`: where their matches are played."""
        self._shared = shared
        self._tick()

    async def close(self) -> None:
        """Draw and open nothing more."""
        self._is_closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._checking is not None:
            self._checking.cancel()
            await asyncio.wait({self._checking})

    # What there is

    def all(self) -> list[Tournament]:
        """Every tournament, the newest first."""
        return sorted(self._all.all().values(), key=lambda each: (-each.created, each.id))

    def get(self, tournament_id: str) -> Tournament:
        """The tournament with this id. Raises Refusal."""
        tournament = self._all.get(_name(tournament_id))
        if tournament is None:
            raise Refusal("tournament_not_found", name=clean(tournament_id)[:16])
        return tournament

    def own_match(self, tournament: Tournament, account: str) -> str:
        """The match of an account in the round that runs; empty if there is none."""
        if tournament.state != "running":
            return ""
        for table in tournament.rounds[-1].tables:
            if account in table.players and not table.ranks:
                return table.match
        return ""

    # Changes

    async def create(self, account: Account | None, ask: NewTournament) -> Tournament:
        """Announce a tournament of an account, or with None of an administrator. Raises Refusal,
        OptionError and UnknownGameError."""
        current = [other for other in self.all() if not other.is_past]
        if len(current) >= MOST_OPEN:
            raise Refusal("too_many_tournaments")
        if account is not None:
            owned = sum(other.owner == account.id for other in current)
            if owned >= MOST_OPEN_PER_OWNER:
                raise Refusal("too_many_own_tournaments", count=owned)
        tournament = self._checked(ask, account.id if account else "")
        if tournament.name.casefold() in {other.name.casefold() for other in current}:
            raise Refusal("tournament_name_taken", name=tournament.name)

        def revise(old: Tournament | None) -> Tournament:
            if old is not None:
                raise Refusal("failed")  # somebody drew the same letters
            return tournament

        await self._store(tournament.id, revise)
        self._log_event(
            "tournament", id=tournament.id, game=tournament.game, account=tournament.owner
        )
        self._notifications.announce_change()
        return tournament

    def _checked(self, ask: NewTournament, owner: str) -> Tournament:
        """A tournament as somebody wants it. Raises Refusal, OptionError and UnknownGameError."""
        spec = registry.spec(ask.game)
        name = clean(ask.name)[:LONGEST_NAME].strip()
        if len(name) < 2:
            raise Refusal("tournament_name")
        kind = next((kind for kind in FORMATS if kind == ask.format), None)
        if kind is None:
            raise Refusal("tournament_format", formats=", ".join(FORMATS))
        least = max(2, spec.min_seats)
        _check("seats", ask.seats, least, spec.max_seats)
        options = spec.resolve(ask.options, ask.seats)
        most = MOST_ROUND_ROBIN if kind == "round_robin" else MOST_PLAYERS
        most_players = ask.most_players or most
        _check("most_players", most_players, LEAST_PLAYERS, most)
        _check("rounds", ask.rounds, 0, MOST_ROUNDS)
        if ask.days not in DAYS_A_MOVE:
            raise Refusal("days_a_move", days=[str(days) for days in DAYS_A_MOVE])
        if ask.clock:
            _check("clock", ask.clock, SHORTEST_CLOCK, LONGEST_WAIT)
        _check("grace", ask.grace, 0, LONGEST_WAIT)
        _check("minutes", ask.minutes, LEAST_MINUTES, MOST_MINUTES)
        return Tournament(
            id=self._new_name(),
            name=name,
            owner=owner,
            game=ask.game,
            format=kind,
            seats=ask.seats,
            least_seats=least,
            options=dict(options),
            rounds_wanted=0 if kind in ("round_robin", "knockout") else ask.rounds,
            most_players=most_players,
            clock=0 if ask.days else ask.clock,
            days=ask.days,
            grace=ask.grace,
            minutes=ask.minutes,
            seed=fresh_seed(),
            created=self._now(),
        )

    def _new_name(self) -> str:
        while True:
            name = "".join(secrets.choice(SPEAKABLE) for _i in range(5))
            if self._all.get(name) is None:
                return name

    async def enter(self, account: Account, tournament_id: str) -> Tournament:
        """Let an account take part. Raises Refusal."""
        entered = [
            tournament
            for tournament in self.all()
            if not tournament.is_past and account.id in {e.account for e in tournament.active}
        ]
        if len(entered) >= MOST_ENTERED:
            raise Refusal("too_many_entered", count=len(entered))
        changed = await self._change(
            tournament_id, lambda old: progress.enter(old, account.id, account.name)
        )
        self._log_event("tournament_entered", id=changed.id, account=account.id)
        return changed

    async def leave(self, account: str, tournament_id: str) -> Tournament:
        """Let an account leave. Its match that is being played stays its own. Raises Refusal."""
        return await self._change(tournament_id, lambda old: progress.leave(old, account))

    async def begin(self, tournament_id: str) -> Tournament:
        """Draw the first round. Raises Refusal."""
        before = self.get(tournament_id)
        strengths = {
            entrant.account: rating.value
            for entrant in before.entrants
            if (rating := self._ladder.ratings(before.game).of(entrant.account)) is not None
        }
        changed = await self._change(
            tournament_id, lambda old: progress.start(old, strengths, self._now(), new_id)
        )
        self._log_event("tournament_begun", id=changed.id, players=len(changed.entrants))
        self._check_soon()
        return changed

    async def cancel(self, tournament_id: str) -> Tournament:
        """Call a tournament off; matches that are being played go on. Raises Refusal."""
        changed = await self._change(tournament_id, lambda old: progress.cancel(old, self._now()))
        self._log_event("tournament_cancelled", id=changed.id)
        for entrant in changed.active:
            self._notifications.tell(entrant.account, "tournament_cancelled", name=changed.name)
        return changed

    async def remove_account(self, account: str) -> None:
        """Take an account out of everything that it has entered. Logs what cannot be written."""
        for tournament in self.all():
            is_in = account in {entrant.account for entrant in tournament.active}
            if is_in and not tournament.is_past:
                try:
                    await self.leave(account, tournament.id)
                except Refusal as refusal:
                    log.warning("%s stays in %s: %s", account, tournament.id, refusal)

    async def _change(
        self, tournament_id: str, change: Callable[[Tournament], Tournament]
    ) -> Tournament:
        def revise(old: Tournament | None) -> Tournament:
            if old is None:
                raise Refusal("tournament_not_found", name=clean(tournament_id)[:16])
            return change(old)

        self.get(tournament_id)
        changed = await self._store(_name(tournament_id), revise)
        self._notifications.announce_change()
        return changed

    async def _store(
        self, name: str, revise: Callable[[Tournament | None], Tournament]
    ) -> Tournament:
        try:
            return await self._all.change(name, revise)
        except OSError as error:
            raise Refusal("tournament_not_saved", reason=of_os_error(error)) from error

    # Results

    async def record(self, room: Room, ranks: Mapping[str, int], absent: Collection[str]) -> None:
        """Enter the result of a match, if it has none. Raises OSError."""
        if not room.tournament or self._all.get(room.tournament) is None:
            return

        def revise(old: Tournament | None) -> Tournament:
            if old is None:
                raise Refusal("tournament_not_found", name=room.tournament)
            return progress.record(old, room.match, ranks, tuple(absent))

        await self._all.change(room.tournament, revise)
        self._check_soon()

    # Rounds

    def _check_soon(self) -> None:
        if self._shared is None or self._is_closed:
            return  # the results of matches that were over come in before the start
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._timers().call_later(0.0, self._tick)

    def _tick(self) -> None:
        if self._is_closed:
            return
        if self._checking is None or self._checking.done():
            self._checking = asyncio.get_running_loop().create_task(self._check(), name="rounds")
        self._timer = self._timers().call_later(CHECK_INTERVAL, self._tick)

    async def _check(self) -> None:
        """Draw rounds that are due, and open tables that are missing."""
        for tournament in self.all():
            if not self.is_here(tournament.id):
                continue
            try:
                if tournament.state == "running":
                    await self._go_on(tournament)
                elif tournament.state == "open":
                    await self._expire(tournament)
            except (OSError, Refusal) as error:
                log.warning("the tournament %s does not go on: %s", tournament.id, error)
            except Exception:  # of one: the others go on
                log.exception("the tournament %s does not go on", tournament.id)
        await self._remove_past()

    async def _go_on(self, tournament: Tournament) -> None:
        if any(self._is_missing(table) for table in tournament.rounds[-1].tables):
            # Another host may have entered the result and removed the room just now.
            tournament = await self._change(tournament.id, lambda old: old)
            for table in tournament.rounds[-1].tables:
                if self._is_missing(table):
                    await self._open(tournament, table)
        advanced = await self._advance(tournament)
        if advanced.state == "over":
            self._announce_end(advanced)
        elif len(advanced.rounds) > len(tournament.rounds):
            for player in advanced.rounds[-1].byes:
                self._notifications.tell(
                    player, "tournament_bye", name=advanced.name, round=len(advanced.rounds)
                )
            for table in advanced.rounds[-1].tables:
                await self._open(advanced, table)

    async def _advance(self, tournament: Tournament) -> Tournament:
        now = self._now()
        if progress.advance(tournament, now, new_id) is tournament:
            return tournament
        return await self._change(tournament.id, lambda old: progress.advance(old, now, new_id))

    def _is_missing(self, table: Table) -> bool:
        assert self._shared is not None
        return not table.ranks and self._shared.rooms.get(table.match) is None

    async def _open(self, tournament: Tournament, table: Table) -> None:
        """Open the table of a match that has not begun. Raises OSError."""
        assert self._shared is not None
        running: Round = tournament.rounds[-1]
        names = [self.player_name(tournament, player) for player in table.players]
        room = Room(
            match=table.match,
            code=self._shared.rooms.new_code(private=False),
            game=tournament.game,
            options=dict(tournament.options),
            kinds=[PERSON] * len(table.players),
            names=names,
            seats=list(table.players),
            owner="",
            seed=secret_seed(),
            absent=tournament.stand_in,
            grace=tournament.grace,
            clock=tournament.clock,
            days=tournament.days,
            started=True,
            tournament=tournament.id,
            event=tournament.name,
            round=len(tournament.rounds),
            deadline=running.ends,
        )
        await self._shared.open_table(room)
        values = {
            "name": tournament.name, "round": room.round, "game": title(room.game),
            "code": room.code,
        }  # fmt: skip
        message = MatchStarted(room.match, room.game)
        line = Sentence("tournament_table", values)
        for player in table.players:
            self._notifications.send_or_leave(player, message, line)

    async def _expire(self, tournament: Tournament) -> None:
        if self._now() - tournament.created > 86_400 * OPEN_DAYS:
            await self.cancel(tournament.id)

    async def _remove_past(self) -> None:
        past = [tournament for tournament in self.all() if tournament.is_past]
        past.sort(key=lambda each: -each.ended)
        for tournament in past[MOST_PAST:]:
            if self.is_here(tournament.id):
                try:
                    await self._all.remove(tournament.id)
                except OSError as error:
                    log.warning("the tournament %s is not removed: %s", tournament.id, error)

    def _announce_end(self, tournament: Tournament) -> None:
        standings = places(tournament)
        winner = self.player_name(tournament, standings[0].account)
        for place in standings:
            self._notifications.tell(
                place.account, "tournament_ended", name=tournament.name, winner=winner,
                rank=place.rank, players=len(standings),
            )  # fmt: skip
        self._log_event("tournament_over", id=tournament.id, winner=standings[0].account)

    def player_name(self, tournament: Tournament, account: str) -> str:
        """The name of somebody who takes part."""
        known = self._accounts.get(account)
        entrant = tournament.entrant(account)
        return known.name if known else entrant.name if entrant else "-"


def _name(tournament: str) -> str:
    """An id as somebody may have typed it."""
    name = "".join(letter for letter in tournament.lower() if letter in SPEAKABLE)
    return name if len(name) == 5 else "-"


def _check(what: str, value: int, least: int, most: int) -> None:
    """Raise Refusal if a number is out of bounds."""
    if not least <= value <= most:
        raise Refusal(f"tournament_{what}", least=least, most=most)
