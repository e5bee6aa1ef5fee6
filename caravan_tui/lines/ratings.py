"""The leaderboards of a server in line mode."""

from __future__ import annotations

from caravan_tui.bus.competition_messages import Board, BoardRow
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.hosts.competitions import CompetitionClient
from caravan_tui.i18n import _, _n
from caravan_tui.lines.commands import LineCommand
from caravan_tui.lines.console import Console

MOST_SAID = 30
"""Players of a board that are said at once; one's own row is always among them."""


def command(console: Console, client: CompetitionClient) -> LineCommand:
    """The command that says who is how strong."""

    async def act(words: str) -> None:
        try:
            console.say(*await board_lines(client, words))
        except (OptionError, registry.UnknownGameError) as error:
            console.say(str(error))

    return LineCommand("ratings", "how strong everybody is, by game and season", act,
                       "[game [season]]")  # fmt: skip


async def board_lines(client: CompetitionClient, words: str) -> list[str]:
    """The boards of all games in a line each, or that of one, in all seasons or in one. Raises
    OptionError or UnknownGameError."""
    name, _blank, season = words.strip().partition(" ")
    if not name:
        boards = [await client.board(game) for game in registry.ids()]
        lines = [line for board in boards for line in _in_short(board)]
        return [*(lines or [_nobody()]), _("Type ratings and a game, such as: ratings cards.")]
    if season and not season.isdecimal():
        return [_("'{word}' is not the number of a season.").format(word=season)]
    board = await client.board(registry.id_of(name), int(season[:6] or 0))
    if board.season and board.season not in {season_row.number for season_row in board.seasons}:
        number = board.seasons[-1].number
        return [
            _("There is no season {number}. The last one is {last}.").format(
                number=board.season, last=number
            )
        ]
    title = registry.game_name(board.game)
    if not board.rows:
        return [f"{title}: {_nobody()}"]
    text = _("{game}, season {number}:") if board.season else _("{game}, all seasons:")
    rows = [_row(row) for place, row in enumerate(board.rows) if place < MOST_SAID or row.is_own]
    more = board.players - len(rows)
    rest = _n("{count} more player.", "{count} more players.", more).format(count=more)
    return [text.format(game=title, number=board.season), *rows, rest if more > 0 else ""]


def _nobody() -> str:
    return _("Nobody is rated here yet.")


def _in_short(board: Board) -> list[str]:
    """A board in a line, with one's own rating; nothing of an empty one."""
    if not board.rows:
        return []
    text = _n("{game}: {count} player.", "{game}: {count} players.", board.players)
    line = text.format(game=registry.game_name(board.game), count=board.players)
    own = next((row for row in board.rows if row.is_own), None)
    return [line if own is None else f"{line} {_row(own)}"]


def _row(row: BoardRow) -> str:
    """A player, the rating and what it rests on."""
    name = _("{name} (you)").format(name=row.name) if row.is_own else row.name
    text = _("{rank}. {name}: {rating}, give or take {spread}; {matches}, {wins} won.")
    if not row.rank:
        text = _("{name}: {rating}, give or take {spread}, still provisional; {matches}, "
                 "{wins} won.")  # fmt: skip
    matches = _n("{count} match", "{count} matches", row.matches).format(count=row.matches)
    return text.format(
        rank=row.rank, name=name, rating=row.value, spread=row.spread, matches=matches,
        wins=row.wins,
    )  # fmt: skip
