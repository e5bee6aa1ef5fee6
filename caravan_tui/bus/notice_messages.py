"""The messages between a session and the lobby about the notices of its account.

They are sent on the topic of the account, as all requests to the lobby.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from caravan_tui.bus.fields import Base, Id, Name, fresh_id
from caravan_tui.engine.sentence import Sentence


class NoticeChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an account wants to be called while it is away."""

    channel: Name = "none"
    """`none`, or one of those that the server offers: `ntfy`, `webhook`, `mail`."""
    address: Name = ""
    """A topic of ntfy, the address of a webhook, or a mail address."""
    kinds: Annotated[list[Name], Meta(max_length=16)] = []
    """What it wants to be called for, see `notices.kinds`."""
    when: Name = "table"
    """`table`: whenever it is not at the table; `server`: only while it is not connected."""
    quiet_from: Name = ""
    quiet_to: Name = ""
    """The hours in which nothing is sent, as `22:00`; both empty: none."""
    zone: Name = "UTC"
    """Their time zone, as `Europe/Paris`."""


class GetNotices(Base, frozen=True):
    """How is this account called? Answered by Notices."""

    id: Id = fresh_id()


class SetNotices(Base, frozen=True):
    """Call this account like this. Answered by Notices."""

    choices: NoticeChoices
    id: Id = fresh_id()


class ConfirmAddress(Base, frozen=True):
    """The code that came by mail, which shows that the address is the account's own. Answered by
    Notices."""

    code: Name
    id: Id = fresh_id()


class TestNotice(Base, frozen=True):
    """Send the account a notice as a test. Answered by Notices, once it is sent."""

    __test__ = False  # no test of pytest's

    id: Id = fresh_id()


class Notices(Base, frozen=True):
    """How an account is called, and how that went."""

    id: Id
    choices: NoticeChoices
    channels: list[str]
    """What the server offers besides `none`."""
    prefixes: list[str] = []
    """With what the address of a webhook has to begin: one of these."""
    is_confirmed: bool = True
    """Whether the address was shown to be the account's own, where that is needed."""
    waiting: int = 0
    """Notices that are not sent yet."""
    sent: float = 0.0
    """When the last one was sent, in seconds since 1970; 0: never."""
    problem: Sentence | None = None
    """Why the last one could not be sent."""


NOTICE_REQUESTS = (GetNotices, SetNotices, ConfirmAddress, TestNotice)
"""What a session may ask on its account topic about its notices."""

NoticeMessage = GetNotices | SetNotices | ConfirmAddress | TestNotice | Notices
"""What may travel between sessions and lobby about notices."""
