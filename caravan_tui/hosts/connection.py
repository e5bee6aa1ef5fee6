"""How a terminal is connected to a match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from attrs import define, field

from caravan_tui.bus.base import Bus, Subscription
from caravan_tui.bus.handle import Table
from caravan_tui.bus.lobby_messages import Clock
from caravan_tui.bus.messages import Chat, seat_topic, table_topic, watch_topic
from caravan_tui.hosts.earlier_moves import EarlierMove

LINES_KEPT = 200
"""Lines of what was said at a table, or in a lobby, the newest."""


@define
class TableConnection:
    """How this terminal is connected to a match."""

    bus: Bus
    """Where the positions and the news of the table come from."""
    table: Callable[[int | None], Table]
    """`table(seat)`: the handle of a seat, or with None a spectator's."""
    match: str
    game: str
    names: Sequence[str]
    kinds: Sequence[str]
    """`person` or a level, for each seat."""
    own_seats: list[int]
    """The seats of the people at this terminal; none: a spectator."""
    watched_seats: Sequence[int] = ()
    """The user's own seats in a match that is only watched here, as another window plays it."""
    close: Callable[[], Awaitable[None]] | None = None
    """Called when the table is left."""
    restart: Callable[[], Awaitable[TableConnection]] | None = None
    """Makes a match with the same seats, options and deal."""
    rematch: Callable[[], Awaitable[TableConnection | None]] | None = None
    """Makes a match with the same seats and options, and a new deal; None while it waits for other
    people. Raises OptionError if a server refuses."""
    return_to: str = ""
    """The name of the screen to open when the table is left; empty: home."""
    is_kept: bool = True
    """Whether the match is among the user's saved ones once it is over, so that it can be
    replayed."""
    is_shared: bool = False
    """Whether others play or hold the match, so that it goes on when this terminal leaves."""
    has_hints: bool = True
    """Whether the table gives hints."""
    clock: Clock | None = None
    """What the seat to act had left when the table was opened, where there is a clock."""
    talk_seed: int | None = None
    """What the remarks of computer players are drawn from; None: from the match's id."""
    road: str = ""
    """The mark of the station of the road at which the match is played, see `saves.road`; empty: at
    none."""
    is_daily: bool = False
    """Whether the match is a try at the daily desert."""
    earlier_moves: Callable[[int, int | None], Sequence[EarlierMove]] | None = None
    """`earlier_moves(version, seat)`: the last turn of a computer player up to a version, for the
    eyes of a seat; None where computer players explain nothing."""
    chat: list[Chat] = field(factory=list)
    """What was said at the table."""
    is_chat_muted: bool = False
    """Whether lines of chat are shown in their window alone."""

    @property
    def user_seats(self) -> Sequence[int]:
        """The seats of the user, whether they are played here or only watched."""
        return self.own_seats or self.watched_seats

    def keep(self, chat: Chat) -> None:
        """Keep what was said."""
        self.chat = [*self.chat, chat][-LINES_KEPT:]

    def tables(self) -> list[Table]:
        """The handles of the people at this terminal, or that of a spectator."""
        seats: list[int | None] = [*self.own_seats] or [None]
        return [self.table(seat) for seat in seats]

    def subscribe(self) -> Subscription:
        """The positions of everybody at this terminal (or a spectator's), and the news of the
        table."""
        topics = [seat_topic(self.match, seat) for seat in self.own_seats]
        return self.bus.subscribe(*(topics or [watch_topic(self.match)]), table_topic(self.match))
