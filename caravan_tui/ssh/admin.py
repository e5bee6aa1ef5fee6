"""What the server's keeper may ask and do, from the command line or as an admin in the lobby."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from caravan_tui.bus.access import clean
from caravan_tui.bus.lobby_messages import AdminAsk, AdminTold
from caravan_tui.bus.messages import Message, Refused
from caravan_tui.games import registry
from caravan_tui.ssh.accounts import Account
from caravan_tui.ssh.columns import in_columns
from caravan_tui.ssh.person import Person
from caravan_tui.words import _, languages, speaking
from saves import files

if TYPE_CHECKING:
    from caravan_tui.ssh.server import Server

Rows = list[list[str]]

IN_THE_LOBBY = ("sessions", "matches", "health", "kick", "ban", "unban", "broadcast")
"""What an admin may type in the lobby, after a slash."""


class KeeperError(Exception):
    """It cannot be done; the text is a line for the keeper."""


class Keeper:
    """Answers the keeper of a server."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._commands: dict[str, Callable[[list[str]], Rows]] = {
            "sessions": self._sessions,
            "matches": self._matches,
            "health": self._health,
            "kick": self._kick,
            "ban": self._ban,
            "unban": self._unban,
            "role": self._role,
            "broadcast": self._broadcast,
        }

    def serve(self, message: Message) -> Message | None:
        """The handler of the admin topic."""
        if not isinstance(message, AdminAsk):
            return None
        with speaking(message.language if message.language in languages() else ""):
            try:
                rows = self.do(message.command, message.words)
            except KeeperError as error:
                return Refused(message.id, str(error))
            return AdminTold(message.id, rows)

    def do(self, command: str, words: list[str]) -> Rows:
        """Carry a command out. Raises KeeperError."""
        act = self._commands.get(command)
        if act is None:
            raise KeeperError(_("There is no such command."))
        if command not in ("sessions", "matches", "health"):
            self._server.event("admin", command=command, words=words[:3])
        return act(words)

    def spoken(self, person: Person, line: str) -> str | None:
        """What an admin says in the lobby, after the slash; None if that is no command."""
        command, *words = line.split() or [""]
        if person.account.role != "admin" or command not in IN_THE_LOBBY:
            return None
        try:
            rows = self.do(command, words)
        except KeeperError as error:
            return str(error)
        return in_columns(rows) or _("Done.")

    # The commands

    def _sessions(self, _words: list[str]) -> Rows:
        rows = [[_("name"), _("role"), _("address"), _("minutes"), _("idle"), _("process")]]
        now = time.time()
        for person in self._server.lobby.people.values():
            visit = self._server.visit_of(person.account.id)
            line = visit.line if visit else None
            idle = round(time.monotonic() - line.last_key) if line else 0
            rows.append([
                person.account.name, person.account.role, person.address,
                str(round((now - person.since) / 60)), f"{idle} s",
                str(visit.pid if visit else 0),
            ])  # fmt: skip
        return rows

    def _matches(self, _words: list[str]) -> Rows:
        rows = [[_("code"), _("game"), _("seats"), _("state"), _("moves"), _("watchers")]]
        lobby = self._server.lobby
        for room in lobby.company.rooms.all():
            watch = lobby.company.watches.get(room.match)
            state = _("over") if room.over else _("running") if room.started else _("waiting")
            rows.append([
                room.code, registry.spec(room.game).title,
                ", ".join(name or "-" for name in room.names), state,
                str(watch.match.version if watch else 0),
                str(len(watch.watchers) if watch else 0),
            ])  # fmt: skip
        alone = lobby.tables.alone.ids()
        rows.append([_("alone"), "", str(len(alone)), "", "", ""])
        return rows

    def _health(self, _words: list[str]) -> Rows:
        return [[name, str(value)] for name, value in self._server.health().items()]

    def _named(self, words: list[str]) -> Account:
        name = " ".join(words)
        if not name:
            raise KeeperError(_("Say whose account is meant: a name is missing."))
        account = self._server.accounts.named(name)
        if account is None:
            raise KeeperError(_("There is no account '{name}'.").format(name=clean(name)[:40]))
        return account

    def _throw_out(self, account: Account, reason: str) -> bool:
        visit = self._server.visit_of(account.id)
        if visit is not None:
            visit.end(reason)
        return visit is not None

    def _kick(self, words: list[str]) -> Rows:
        account = self._named(words)
        if not self._throw_out(account, _("The keeper of this server has ended your session.")):
            raise KeeperError(_("{name} is not here.").format(name=account.name))
        return []

    def _ban(self, words: list[str]) -> Rows:
        account = self._named(words)
        self._change(account, "banned", True)
        self._throw_out(account, _("You may not play here."))
        return []

    def _unban(self, words: list[str]) -> Rows:
        account = self._named(words)
        self._change(account, "banned", False)
        return []

    def _role(self, words: list[str]) -> Rows:
        account = self._named(words[:-1])
        role = words[-1]
        if role not in ("player", "admin"):
            raise KeeperError(_("A role is player or admin."))
        self._change(account, "role", role)
        return []

    def _change(self, account: Account, name: str, value: Any) -> None:
        """Set a field of an account, on the disk as well or not at all."""
        before = getattr(account, name)
        setattr(account, name, value)
        try:
            self._server.accounts.keep(account)
        except OSError as error:
            setattr(account, name, before)
            text = _("The account of {name} could not be written: {reason}")
            raise KeeperError(text.format(name=account.name, reason=files.reason(error))) from None

    def _broadcast(self, words: list[str]) -> Rows:
        text = clean(" ".join(words))
        if not text:
            raise KeeperError(_("There is nothing to say."))
        self._server.lobby.news.tell_all(text)
        return []
