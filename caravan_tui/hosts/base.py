"""What screens may ask of whatever holds the matches."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from attrs import frozen

from ai.analysis import Analysis
from ai.levels import LADDER
from caravan_tui.bus.base import Bus
from caravan_tui.bus.messages import SearchProgress, SearchRequest, SearchResult
from caravan_tui.bus.table import TableHost
from caravan_tui.engine import PERSON, Match, Seat
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionValue
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.hosts.kept_analyses import KeptAnalyses
from caravan_tui.hosts.lobby import LobbyClient
from caravan_tui.hosts.match_text import describe_entry, title_of
from caravan_tui.hosts.reviewing import Beginning, beginning_of, review_of
from caravan_tui.hosts.turns import Turn, room_turns, saved_turns
from caravan_tui.i18n import _
from caravan_tui.road.stations import Station
from caravan_tui.settings import Settings
from saves import road, tutorial_progress
from saves.daily import Daily
from saves.errors import SaveError
from saves.listing import Listing
from saves.profile import Profile, Result
from saves.reviews import Review, Reviews
from saves.store import Store

Progress = Callable[[SearchProgress], None]
"""Called while a search runs."""


@frozen
class UnfinishedMatch:
    """The match that Continue opens."""

    id: str
    title: str
    summary: str
    """Seats with scores, the round, and when it was played: a line each."""
    game: str = ""
    """The game's id."""


class Host:
    """The way from the screens to the matches of one player. Subclasses make and open them."""

    saves_matches = True
    """Whether matches are saved, so that they can be opened again, replayed and counted."""

    def __init__(self, store: Store) -> None:
        """`store`: the player's own saved matches."""
        self.store = store
        self.settings = Settings()
        self.pending_notices: list[str] = []
        self.programs: dict[str, tuple[str, ...]] = {}
        """The commands of programs that play, by the names of their seats; never saved, so that no
        saved match can start a program."""
        self._known_notices: set[str] = set()

    async def start(self) -> None:
        """Start what takes time; called after the first frame."""

    async def stop(self) -> None:
        """Save and close everything."""

    def use(self, settings: Settings) -> None:
        """Take over the user's settings."""
        self.settings = settings

    @property
    def lobby(self) -> LobbyClient | None:
        """The lobby of the server; None without one."""
        return None

    # Notices and lists

    def notices(self) -> list[str]:
        """Warnings since the last call, a sentence each."""
        notices, self.pending_notices = self.pending_notices, []
        return notices

    async def listing(self) -> Listing:
        """All saved matches; collects their notices."""
        return self.collect_notices(await asyncio.to_thread(self.store.listing))

    def collect_notices(self, listing: Listing) -> Listing:
        """Keep for `notices` what is wrong with matches. The listing is returned as it is; a
        damaged match is in one listing only, as it is set aside then."""
        self.pending_notices += [
            line for line in listing.notices if line not in self._known_notices
        ]
        self._known_notices.update(listing.notices)
        return listing

    def turns(self, listing: Listing) -> list[Turn]:
        """The matches in which it is the user's turn, those with other people first. `listing`:
        the saved matches."""
        rooms = room_turns(self.lobby.rows) if self.lobby is not None else []
        return [*rooms, *saved_turns(listing.entries)]

    def unfinished(self) -> UnfinishedMatch | None:
        """The match that was played last, None if all have ended."""
        entry = self.collect_notices(self.store.listing()).latest()
        if entry is None or entry.header is None:
            return None
        return UnfinishedMatch(entry.id, title_of(entry), describe_entry(entry), entry.header.game)

    def is_newcomer(self) -> bool:
        """Whether nothing was ever finished here: no match, no tutorial."""
        if not self.saves_matches or Profile().path.exists():
            return False
        if any(progress.done for progress in tutorial_progress.load().values()):
            return False
        entries = self.collect_notices(self.store.listing()).entries
        return all(entry.header is not None and not entry.header.over for entry in entries)

    async def results(self) -> list[Result]:
        """What the user has played to the end. Raises SaveError."""
        return await asyncio.to_thread(Profile().results)

    async def reviews(self) -> list[Review]:
        """What analyses said of the user's decisions. Raises SaveError."""
        return await asyncio.to_thread(Reviews().all)

    async def kept_analyses(self, match: Match) -> dict[int | None, Analysis]:
        """The analyses of a finished match that were kept, by the seat whose decisions they judge;
        under None that of everyone's, as the last one."""
        return await asyncio.to_thread(self._kept_analyses, match)

    def _kept_analyses(self, match: Match) -> dict[int | None, Analysis]:
        if not match.over:
            return {}
        kept = KeptAnalyses()
        read = {seat: kept.read(match, seat) for seat in (*range(len(match.names)), None)}
        return {seat: analysis for seat, analysis in read.items() if analysis is not None}

    async def keep_analysis(self, analysis: Analysis, match: Match, judged: int | None) -> None:
        """Keep the analysis of a finished match that has run to its end, and if the match is one of
        the results what it says of the user's decisions. `judged`: the seat whose decisions it
        judges, None: everyone's. Raises SaveError."""
        await asyncio.to_thread(self._keep_analysis, analysis, match, judged)

    def _keep_analysis(self, analysis: Analysis, match: Match, judged: int | None) -> None:
        KeptAnalyses().keep(match, judged, analysis)
        results = (result for result in Profile().results() if result.match == match.record.id)
        seat = next((result.me for result in results if result.me is not None), None)
        review = None if seat is None else review_of(analysis, match, seat)
        if review is not None:
            Reviews().add(review)

    async def saved_match(self, match_id: str) -> Match | None:
        """A copy of a match, None if it is not saved any more or cannot be read: the list of saved
        matches says what is wrong with it."""
        return await asyncio.to_thread(self._saved_match, match_id)

    def _saved_match(self, match_id: str) -> Match | None:
        try:
            return self.store.load(match_id, True)[0]
        except SaveError:
            return None

    async def beginning(self, result: Result) -> Beginning | None:
        """How the user began a match; None if it is not saved any more, or is damaged."""
        return await asyncio.to_thread(self._beginning, result)

    def _beginning(self, result: Result) -> Beginning | None:
        match = self._saved_match(result.match)
        try:
            return None if match is None or result.me is None else beginning_of(match, result.me)
        except ValueError:
            return None  # of older rules, so that its first position is not known any more

    # Home and set-up

    def places(self) -> list[tuple[str, str]]:
        """More entries of the home list: the name of the screen to open, and a title."""
        return [
            ("road", _("The Road")),
            ("daily", _("Daily desert")),
            ("problems", _("Problems")),
            ("statistics", _("Statistics")),
            ("settings", _("Settings")),
        ]

    def player_name(self) -> str:
        """The person's name at the table."""
        raise NotImplementedError

    def levels(self) -> list[tuple[str, str]]:
        """The levels of computer players: title and name, weakest first."""
        return [(level.title, level.name) for level in LADDER]

    def opponents(self) -> dict[str, str]:
        """What each kind of opponent is called."""
        return {PERSON: _("people"), **{name: title for title, name in self.levels()}}

    def can_watch_computers(self) -> bool:
        """Whether a match may begin in which nobody but computer players has a seat."""
        return True

    def hosted_programs(self) -> list[str]:
        """The names of programs that a server lets play here."""
        return []

    def first_level(self) -> str:
        """The level of the first match of somebody new, where the host has it."""
        return "porter"

    def styles(self, game_id: str) -> list[tuple[str, str]]:
        """The styles that a computer player can have in a game: title and name."""
        return registry.styles(game_id)

    def usual_level(self) -> str:
        """The level that the set-up offers first."""
        return "trader"

    # Matches

    async def create(
        self,
        game_id: str,
        options: Mapping[str, OptionValue],
        seats: Sequence[Seat],
        seed: int | None = None,
    ) -> TableConnection | None:
        """A new match; None if it waits for other people. Computer players without a name get
        that of a character. Raises OptionError."""
        raise NotImplementedError

    async def open(self, match_id: str) -> TableConnection | None:
        """Resume a saved match. None, with a notice, if that is not possible.

        Raises LockedError if another process plays it.
        """
        raise NotImplementedError

    async def watch(self, match_id: str) -> TableConnection | None:
        """Look at a saved match as a spectator. None, with a notice, if that is not possible."""
        raise NotImplementedError

    def watch_saved(self, match: Match, bus: Bus) -> TableConnection:
        """Look at a copy of a saved match of the user's as a spectator, without its host."""
        tables = TableHost(bus)
        tables.open(match, paused=True)
        record = match.record
        people = [number for number, seat in enumerate(record.seats) if seat.is_person]

        async def close() -> None:
            await tables.close(record.id)

        return TableConnection(
            bus=bus,
            table=partial(tables.table, record.id),
            match=record.id,
            game=record.game,
            names=match.names,
            kinds=[seat.kind for seat in record.seats],
            own_seats=[],
            watched_seats=people if len(people) == 1 else [],
            close=close,
        )

    async def look_back(self, match_id: str, may_be_gone: bool = False) -> Match | None:
        """A copy of a match to replay. None, with a notice, if that is not possible; without one if
        the match `may_be_gone` and is."""
        raise NotImplementedError

    async def branch(
        self,
        match: Match,
        ply: int,
        seats: Sequence[Seat],
        title: str = "",
        is_from_problem: bool = False,
    ) -> TableConnection:
        """A new match that continues another, or a problem, from one of its positions, by a title
        of its own. Raises ValueError or SaveError."""
        raise NotImplementedError

    async def play_daily(self, daily: Daily, known: bool = False) -> TableConnection:
        """A try at the match of the day, see `daily_match`. Raises SaveError."""
        raise NotImplementedError

    def daily_match(self, daily: Daily, known: bool) -> Match:
        """A try at the match of the day, to be saved as such. Raises SaveError.

        It is played on the built-in board, so that it is the same for everyone. `known`: it has
        been played before, so that this try counts as assisted.
        """
        match = Match.new(
            daily.game, daily.options, daily.players(self.player_name()), daily.seed, None
        )
        match.record.assisted = known
        self.store.describe(match.record.id, daily=daily.key)
        return match

    async def play_road(self, station: Station) -> TableConnection:
        """A new try at a station of the journey, see `road_match`. Raises SaveError."""
        raise NotImplementedError

    def road_match(self, station: Station) -> Match:
        """A try at a station, to be saved as such, with another deal than the tries before. It is
        played on the built-in board. Raises SaveError."""
        travel = road.load()
        spec = registry.spec(station.game)
        seats = station.seats(self.player_name())
        options = spec.resolve(dict(station.options), len(seats))
        match = Match.new(station.game, options, seats, travel.seed(station.id), None)
        self.store.describe(match.record.id, road=travel.mark_of(station.id))
        return match

    def leads_to_road(self, connection: TableConnection) -> TableConnection:
        """Make a connection to a try at a station lead to the next try, and back to the map; any
        other stays as it is."""
        mark = self.store.described(connection.match).road or ""
        station = road.load().station_of(mark)
        if station is None or not connection.own_seats:
            return connection
        close = connection.close

        async def try_again() -> TableConnection:
            if close is not None:
                await close()
            await self.count_tries()  # so that it gets another deal
            return await self.play_road(station)

        connection.road, connection.return_to = mark, "road"
        connection.restart, connection.rematch = None, try_again
        return connection

    async def count_tries(self) -> road.Travel:
        """Count the matches at stations of the journey that have reached or missed their goal
        since the last call, and return how far the journey has come. A match that is not over then
        goes to the trash, so that Continue does not offer it. Raises SaveError."""
        listing = await self.listing()
        travel = before = await asyncio.to_thread(road.load)
        done = []
        for station, entry in road.uncounted(travel, listing.entries):
            match = await self.look_back(entry.id, may_be_gone=True)
            if match is None:
                continue
            counted = await asyncio.to_thread(travel.add, match, station)
            if counted != travel and not match.over:
                done.append(entry.id)
            travel = counted
        if travel != before:
            await asyncio.to_thread(road.save, travel)
        for match_id in done:
            with contextlib.suppress(SaveError):
                await asyncio.to_thread(self.store.delete, match_id)
        return travel

    async def assist(self, match_id: str) -> str:
        """Mark a saved match that is not at a table here as assisted. Why it cannot be marked, or
        an empty string."""
        raise NotImplementedError

    async def search(
        self, request: SearchRequest, progress: Progress | None = None
    ) -> SearchResult:
        """Have a position searched. Raises Refusal or TimeoutError."""
        raise NotImplementedError
