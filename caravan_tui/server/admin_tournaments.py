"""Tournaments for administrators: set up, list, show, start, cancel."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

import msgspec

from caravan_tui.bus.competition_messages import NewTournament, RoundRow
from caravan_tui.bus.wording import word
from caravan_tui.engine import Refusal
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.i18n import _, later
from caravan_tui.server.admin_errors import AdminError
from caravan_tui.server.competitions import Competitions

Rows = list[list[str]]

STATES = {
    "open": later("open"),
    "running": later("running"),
    "over": later("over"),
    "cancelled": later("cancelled"),
}
FORMAT_TITLES = {
    "swiss": later("Swiss"),
    "round_robin": later("round robin"),
    "knockout": later("knock-out"),
    "league": later("league"),
}


class TournamentCommands:
    """What follows the word `tournament`."""

    def __init__(self, competitions: Competitions) -> None:
        self._competitions = competitions

    async def run(self, words: list[str]) -> Rows:
        """Carry out a command: `list`, `show ID`, `start ID`, `cancel ID`, or `new NAME` and
        settings such as `game=sahara`. Raises AdminError."""
        what, *more = words or [""]
        try:
            if what == "list":
                return self._list()
            if what == "new":
                return await self._new(more)
            if what in ("show", "start", "cancel") and len(more) == 1:
                return await self._one(what, more[0])
        except Refusal as refusal:
            raise AdminError(word(refusal.sentence)) from None
        except (OptionError, registry.UnknownGameError) as error:
            raise AdminError(str(error)) from None
        raise AdminError(_("Enter one of: list, new NAME, show ID, start ID, cancel ID."))

    def _list(self) -> Rows:
        titles = [_("id"), _("name"), _("game"), _("format"), _("state"), _("players"), _("round")]
        rows = [titles]
        for row in self._competitions.tournament_rows(None):
            rounds = f"{row.round}/{row.rounds}" if row.rounds else str(row.round)
            rows.append([
                row.tournament.upper(), row.name, registry.spec(row.game).title,
                _(FORMAT_TITLES[row.format]), _(STATES[row.state]),
                f"{row.players}/{row.most_players}", rounds,
            ])  # fmt: skip
        return rows

    async def _new(self, words: list[str]) -> Rows:
        """`NAME` may have blanks; settings have the names of the fields of NewTournament."""
        names = [text for text in words if "=" not in text]
        plain: dict[str, str] = dict(text.split("=", 1) for text in words if "=" in text)
        fields = {"name": " ".join(names), "game": "", "format": "swiss", **plain, "options": {}}
        try:
            ask = msgspec.convert({"type": "NewTournament", **fields}, NewTournament, strict=False)
        except msgspec.ValidationError as error:
            raise AdminError(_("This isn't a setting: {reason}").format(reason=error)) from None
        made = await self._competitions.tournaments.create(None, ask)
        return [[_("id"), _("name")], [made.id.upper(), made.name]]

    async def _one(self, what: str, name: str) -> Rows:
        tournaments = self._competitions.tournaments
        if what == "start":
            await tournaments.begin(name)
        elif what == "cancel":
            await tournaments.cancel(name)
        view = self._competitions.view(uuid4().hex, tournaments.get(name), None)
        rows = [
            [view.row.tournament.upper(), view.row.name, _(STATES[view.row.state]), "", ""],
            [_("rank"), _("name"), _("points"), _("wins"), _("played")],
        ]
        rows += (
            [str(place.rank), place.name, f"{place.points:g}", str(place.wins), str(place.played)]
            for place in view.places
        )
        for number, drawn in enumerate(view.rounds, 1):
            rows += _round_rows(number, drawn)
        return rows


def _round_rows(number: int, drawn: RoundRow) -> Rows:
    rows = [[_("round {number}").format(number=number), day_text(drawn.began), "", "", ""]]
    for table in drawn.tables:
        points = [f"{share:.3g}" for share in table.points] or [_("running")]
        rows.append([
            "", ", ".join(table.names), " : ".join(points), "",
            ", ".join(f"{table.names[seat]}: {_('absent')}" for seat in table.absent),
        ])  # fmt: skip
    if drawn.byes:
        rows.append(["", ", ".join(drawn.byes), _("bye"), "", ""])
    return rows


def day_text(moment: float) -> str:
    """The day of a moment in seconds since 1970, in UTC; a dash for 0."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d") if moment else "-"
