"""Calls players who are away, by the channels that they have chosen and the keeper allows."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4
from weakref import WeakValueDictionary

from caravan_tui.bus.bucket import Bucket
from caravan_tui.bus.lobby_messages import MatchStarted, YourTurn
from caravan_tui.bus.messages import Message, Notice
from caravan_tui.bus.notice_messages import (
    ConfirmAddress,
    GetNotices,
    NoticeChoices,
    Notices,
    SetNotices,
    TestNotice,
)
from caravan_tui.bus.wording import title, word
from caravan_tui.engine import Refusal, Sentence
from caravan_tui.i18n import _, _n, in_language
from caravan_tui.notices.channels import Channels
from caravan_tui.notices.kinds import Kind, kind_of
from caravan_tui.notices.outbox import Item, Outbox
from caravan_tui.notices.preferences import Preferences, check_choices
from caravan_tui.notices.sending import ANSWER_SECONDS, Letter, Sender, SendError
from caravan_tui.server.accounts import Account
from caravan_tui.server.backend import Backend
from caravan_tui.server.documents import Shelf
from caravan_tui.server.notifications import Notifications
from caravan_tui.server.rooms import Room
from caravan_tui.server.shared_matches import SharedMatches

log = logging.getLogger(__name__)

GATHER_SECONDS = 1.0
"""Time in which a player may come to the table before a notice is sent."""
LOOK_SECONDS = 5.0
"""Between two looks for what is due, at most."""
STORE_SECONDS = 10.0
"""Before the next try of an account whose notices could not be stored."""
MOST_AT_ONCE = 8
"""Messages that are sent at the same time; each may wait for a slow server."""
CLOSE_SECONDS = 5.0
"""Time that messages have that are being sent when the server stops."""
CODE_SECONDS = 1_800.0
MOST_CODE_TRIES = 5
CODES_AN_HOUR = 60
"""Mails to addresses of which nobody knows whose they are, from the whole server."""
TESTS, TEST_SECONDS = 4, 300.0
"""Tests and codes of an account at once, and the time after which it has another."""

_LINKS = re.compile(r"@(?=\w)|:(?=//)|(?<=\w)\.(?=\w)")
"""Signs that make a mention or a link of the letters around them."""
_NO_WIDTH = "\u200b"
_CALLS = ("invited", "rematch_wanted")
"""Codes of what calls to a match that waits for players."""
_AT_TABLE = ("match_ended", "days_low", "own_days_up", "talk_at_table")
"""Codes of what a player sees who is at the table."""


class AwayNotices:
    """Queues and sends the notices of all accounts; of a cluster, those that fall to this host."""

    def __init__(
        self,
        backend: Backend,
        channels: Channels,
        shared: SharedMatches,
        notifications: Notifications,
        log_event: Callable[..., None],
        now: Callable[[], float] = time.time,
    ) -> None:
        """`log_event`: see `Lobby`; `now`: seconds since 1970."""
        self._accounts, self._presence = backend.accounts, backend.presence
        self._shared, self._log_event, self._now = shared, log_event, now
        self._preferences = Shelf(backend.documents, "notices.", Preferences)
        self._outboxes = Shelf(backend.documents, "outbox.", Outbox)
        self._documents = backend.documents
        self.channels = channels
        self.sender = Sender(channels)
        self.is_here: Callable[[str], bool] = lambda _account: True
        """Whether the notices of an account are sent by this host."""
        self._wake = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self._sending: dict[str, asyncio.Task[None]] = {}
        """By account."""
        self._changes: set[asyncio.Task[bool]] = set()
        self._held: dict[str, float] = {}
        """By account whose notices could not be stored: when to try again."""
        self._orders: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._slots = asyncio.Semaphore(MOST_AT_ONCE)
        self._tests: dict[str, Bucket] = {}
        self._codes = Bucket(CODES_AN_HOUR / 3_600, CODES_AN_HOUR)
        if channels.names:
            notifications.listeners.append(self._take)
            notifications.attended.append(self._withdraw)
            backend.documents.on_change.append(self._on_document)

    def start(self) -> None:
        """Send what waits, also from before a restart."""
        if self.channels.names:
            self._running = asyncio.get_running_loop().create_task(self._run(), name="notices")

    async def close(self) -> None:
        """Send nothing more; what waits is stored."""
        if self._running is not None:
            self._running.cancel()
        tasks = {*self._sending.values(), *self._changes}
        if tasks:
            _done, late = await asyncio.wait(tasks, timeout=CLOSE_SECONDS)
            for task in late:
                task.cancel()
        await self.sender.close()

    # What happens

    def _take(self, account: str, message: Message) -> None:
        """Queue a notice of a message for one account, if it wants that and is away."""
        kind, preferences = kind_of(message), self._preferences.get(account)
        if kind is None or preferences is None or not preferences.wants(kind):
            return
        is_connected = account in self._presence
        is_of_table = kind == "turn" or getattr(message, "code", "") in _AT_TABLE
        if is_connected and not (is_of_table and preferences.choices.when == "table"):
            return
        item = self._item(kind, message)

        def add(outbox: Outbox | None) -> Outbox:
            outbox = outbox or Outbox()
            outbox.add(item)
            return outbox

        self._start_change(account, add)

    def _item(self, kind: Kind, message: Message) -> Item:
        now = self._now()
        match, code, values = "", "", dict[str, Any]()
        key = f"{kind}.{uuid4().hex}"
        if isinstance(message, YourTurn | MatchStarted):
            match = message.match
            room = self._shared.rooms.get(match)
            supervisor = self._shared.supervisors.get(match)
            values = {"game": title(message.game), "code": room.code if room else ""}
            if isinstance(message, YourTurn):
                began = supervisor.match.turn_start() if supervisor else -1
                key, code = f"turn.{match}.{began}", "turn_waits"
                left = int(room.due - now) if room is not None and room.due else -1
                values["left"] = max(-1, left)
            else:
                key, code = f"begun.{match}", "match_begun"
        else:
            assert isinstance(message, Notice), "nothing else has a kind"
            code, values = message.code, dict(message.values)
            room = self._room_of(str(values.get("code", "")))
            match = room.match if room is not None else ""
            if code == "days_low" and room is not None:
                key = f"{code}.{match}.{room.due}"
            elif code in ("match_ended", "rematch_wanted", "tournament_table") and match:
                key = f"{code}.{match}"
        if room is not None and room.private:
            values["code"] = Sentence("private_match")  # who reads a notice need not have it
        return Item(key, kind, match, code, values, now, now + GATHER_SECONDS)

    def _room_of(self, code: str) -> Room | None:
        return self._shared.rooms.find(code) if code else None

    def _withdraw(self, account: str, match: str) -> None:
        """Send nothing more about a match that does not wait for an account."""
        outbox = self._outboxes.get(account)
        is_being_changed = account in self._orders
        if not is_being_changed and not (
            outbox and any(item.match == match for item in outbox.waiting)
        ):
            return

        def withdraw(box: Outbox | None) -> Outbox:
            box = box or Outbox()
            box.withdraw(match)
            return box

        self._start_change(account, withdraw)

    def _is_past(self, account: str, item: Item) -> bool:
        """Whether a notice tells of a turn that is no more: the server before may have died between
        the notice and the move that gave the turn. Or whether it calls to a match that is gone or
        has begun while it waited."""
        rooms = self._shared.rooms
        if item.code in _CALLS and item.match and rooms.is_complete:
            room = rooms.get(item.match)
            return room is None or room.started
        supervisor = self._shared.supervisors.get(item.match)
        if item.code != "turn_waits" or supervisor is None:
            return False
        return supervisor.match.to_act not in supervisor.room.seats_of(account)

    async def _change(
        self,
        account: str,
        revise: Callable[[Outbox | None], Outbox],
        lock: asyncio.Lock | None = None,
    ) -> bool:
        """Change an outbox, one change after the other. Returns whether that is stored; else it is
        logged, and nothing of the account is sent for a while."""
        async with lock or self._orders.setdefault(account, asyncio.Lock()):
            try:
                await self._outboxes.change(account, revise)
            except OSError as error:
                self._held[account] = self._now() + STORE_SECONDS
                log.error("the notices of %s are not stored: %s", account, error)
                return False
        return True

    def _start_change(self, account: str, revise: Callable[[Outbox | None], Outbox]) -> None:
        """Change an outbox soon, after the changes that were begun before."""
        lock = self._orders.setdefault(account, asyncio.Lock())
        task = asyncio.get_running_loop().create_task(self._change(account, revise, lock))
        self._changes.add(task)
        task.add_done_callback(self._changes.discard)

    def _on_document(self, key: str) -> None:
        if key.startswith("outbox."):
            self._wake.set()

    # Sending

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            wait = LOOK_SECONDS
            try:
                wait = min(wait, max(0.0, self._send_due() - self._now()))
            except Exception:  # the notices of one account must not end those of all
                log.exception("notices")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(wait, 0.01)):
                    await self._wake.wait()

    def _send_due(self) -> float:
        """Begin to send what is due; when to look again, in seconds since 1970."""
        now, next_look = self._now(), self._now() + LOOK_SECONDS
        for key in self._documents.keys("outbox."):
            account = key.removeprefix("outbox.")
            outbox = self._outboxes.get(account)
            if outbox is None or not outbox.waiting or account in self._sending:
                continue
            if not self.is_here(account):
                continue
            held = min(self._held.get(account, 0.0), now + STORE_SECONDS)
            due = max(outbox.ready_at(now) or now, held)
            preferences = self._preferences.get(account) or Preferences()
            due = max(due, preferences.quiet_until(now))
            if due > now:
                next_look = min(next_look, due)
                continue
            task = asyncio.get_running_loop().create_task(self._deliver(account, preferences))
            self._sending[account] = task
            task.add_done_callback(lambda _task, account=account: self._is_free(account))  # type: ignore[misc]
        return next_look

    def _is_free(self, account: str) -> None:
        del self._sending[account]
        self._wake.set()

    async def _deliver(self, account: str, preferences: Preferences) -> None:
        """Send what an account has waiting as one message."""
        claim, items = uuid4().hex, list[Item]()

        def take(box: Outbox | None) -> Outbox:
            nonlocal items
            box = box or Outbox()
            past = [item for item in box.waiting if self._is_past(account, item)]
            for call in [item for item in past if item.code in _CALLS]:
                box.give_up(call)
            for match in {item.match for item in past if item.code not in _CALLS}:
                box.withdraw(match)
            items = box.claim(self._now(), claim)
            return box

        # What is not stored as claimed would be sent again and again.
        if not await self._change(account, take) or not items:
            return
        who = self._accounts.get(account)
        problem: Sentence | None = Sentence("notice_no_address")
        may_retry = False
        if who is not None and not who.banned and preferences.is_on:
            try:
                async with self._slots:
                    await self._send(who, preferences.choices, items)
                problem = None
            except SendError as error:
                problem, may_retry = error.problem, error.may_retry
            except Refusal as refusal:  # the keeper allows it no longer
                problem = refusal.sentence

        def settle(box: Outbox | None) -> Outbox:
            box = box or Outbox()
            if problem is None:
                box.confirm(claim, self._now())
            elif may_retry:
                box.retry(claim, self._now(), problem)
            else:
                box.drop(claim, problem)
            return box

        if await self._change(account, settle):
            self._held.pop(account, None)
        self._log_event(
            "notice" if problem is None else "notice_failed",
            account=account,
            channel=preferences.choices.channel,
            kinds=[item.kind for item in items],
            seconds=round(self._now() - min(item.created for item in items), 3),
            **({} if problem is None else {"reason": problem.code, "again": may_retry}),
        )

    async def _send(self, who: Account, choices: NoticeChoices, items: list[Item]) -> None:
        with in_language(who.language):
            letter = letter_of(items)
        await self.sender.send(choices.channel, choices.address, letter)

    # What an account asks

    async def answer(self, account: Account, message: Message) -> Message | None:
        """The answer to a request. Raises Refusal."""
        if isinstance(message, GetNotices):
            return self._view(account, message.id)
        if isinstance(message, SetNotices):
            await self._set(account, message.choices)
            return self._view(account, message.id)
        if isinstance(message, ConfirmAddress):
            await self._confirm(account, message.code.strip())
            return self._view(account, message.id)
        if isinstance(message, TestNotice):
            await self._test(account)
            return self._view(account, message.id)
        return None

    def _view(self, account: Account, request_id: str) -> Notices:
        preferences = self._preferences.get(account.id) or Preferences()
        outbox = self._outboxes.get(account.id) or Outbox()
        return Notices(
            request_id,
            preferences.choices,
            list(self.channels.names),
            list(self.channels.webhooks),
            preferences.is_confirmed,
            len(outbox.waiting),
            outbox.last_sent,
            outbox.problem,
        )

    def overview(self) -> list[tuple[str, str, Outbox]]:
        """For the keeper: accounts that have a channel, by name, with it and their outbox."""
        rows = []
        for account, preferences in self._preferences.all().items():
            who = self._accounts.get(account)
            if who is not None and preferences.choices.channel != "none":
                outbox = self._outboxes.get(account) or Outbox()
                rows.append((who.name, preferences.choices.channel, outbox))
        return sorted(rows, key=lambda row: row[0].casefold())

    async def _set(self, account: Account, choices: NoticeChoices) -> None:
        checked = check_choices(choices)
        if checked.address or checked.channel == "none":
            self.channels.check(checked.channel, checked.address)
        elif checked.channel not in self.channels.names:
            self.channels.check(checked.channel, "")
        before = self._preferences.get(account.id) or Preferences()
        needs_code = (
            checked.channel == "mail"
            and bool(checked.address)
            and checked.address not in (before.confirmed, before.choices.address)
        )
        code = ""
        if needs_code:
            self._take_test(account.id)
            if not self._codes.take():
                raise Refusal("notice_too_many", minutes=60)
            code = f"{secrets.randbelow(1_000_000):06}"
            line = Sentence("notice_code", {"code": code})
            await self._send_line(account, checked, line)

        def revise(known: Preferences | None) -> Preferences:
            known = known or Preferences()
            known.choices = checked
            if code:
                known.code, known.code_ends = code, self._now() + CODE_SECONDS
                known.code_tries = 0
            return known

        await self._store(account.id, revise)

    async def _confirm(self, account: Account, code: str) -> None:
        is_right = False

        def revise(known: Preferences | None) -> Preferences:
            nonlocal is_right
            known = known or Preferences()
            known.code_tries += 1
            is_valid = known.code_tries <= MOST_CODE_TRIES and self._now() < known.code_ends
            is_right = is_valid and bool(code) and secrets.compare_digest(
                known.code.encode(), code.encode()
            )  # fmt: skip
            if is_right:
                known.confirmed, known.code = known.choices.address, ""
            return known

        await self._store(account.id, revise)
        if not is_right:
            raise Refusal("notice_wrong_code")

    async def _test(self, account: Account) -> None:
        preferences = self._preferences.get(account.id) or Preferences()
        choices = preferences.choices
        if choices.channel == "none" or not choices.address:
            raise Refusal("notice_no_address")
        if not preferences.is_confirmed:
            raise Refusal("notice_unconfirmed")
        self._take_test(account.id)
        await self._send_line(account, choices, Sentence("notice_test"))

    def _take_test(self, account: str) -> None:
        """Raise Refusal if an account asks for more tests and codes than anybody needs."""
        if not self._tests.setdefault(account, Bucket(1 / TEST_SECONDS, TESTS)).take():
            raise Refusal("notice_too_many", minutes=round(TEST_SECONDS / 60))

    async def _send_line(self, account: Account, choices: NoticeChoices, line: Sentence) -> None:
        """Send a line at once. Raises Refusal if that fails."""
        with in_language(account.language):
            letter = Letter("caravan_tui", word(line))
        try:
            async with asyncio.timeout(ANSWER_SECONDS + 2.0):
                await self.sender.send(choices.channel, choices.address, letter)
        except SendError as error:
            raise Refusal(error.problem.code, **error.problem.values) from error
        except TimeoutError:
            raise Refusal("notice_no_answer") from None

    async def _store(
        self, account: str, revise: Callable[[Preferences | None], Preferences]
    ) -> None:
        store: Awaitable[Preferences] = self._preferences.change(account, revise)
        try:
            await store
        except OSError as error:
            log.error("the choices of %s are not stored: %s", account, error)
            raise Refusal("failed") from error


def letter_of(items: list[Item]) -> Letter:
    """Notices in words, in the language that is set."""
    titles: dict[Kind, str] = {
        "turn": _("Your turn"),
        "invitation": _("Invitation"),
        "result": _("Result"),
        "talk": _("Message"),
    }
    kinds = {item.kind for item in items}
    subject = titles[items[0].kind]
    if len(kinds) > 1:
        count = len(items)
        subject = _n("{count} notice", "{count} notices", count).format(count=count)
    text = "\n".join(word(item.line) for item in items)
    return Letter(f"caravan_tui: {subject}", harmless(text))


def harmless(text: str) -> str:
    """A text in which what players have named makes no link, and calls nobody in a chat."""
    text = _LINKS.sub(lambda match: f"{match[0]}{_NO_WIDTH}", text)
    return text.replace("<", "‹").replace(">", "›")
