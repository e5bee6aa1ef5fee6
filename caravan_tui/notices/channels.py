"""The channels that lead to a player who is away, as far as the keeper of a server allows them.

The keeper names every host that the server may contact. An account only adds a topic, a path below
a prefix, or the address of a mail; what else it writes is refused here.
"""

from __future__ import annotations

import re
from typing import Literal
from urllib.parse import SplitResult, urlsplit

from attrs import frozen

from caravan_tui.engine import Refusal

Channel = Literal["none", "ntfy", "webhook", "mail"]
Security = Literal["starttls", "tls", "none"]

LONGEST_ADDRESS = 200
"""Characters."""

_TOPIC = re.compile(r"[A-Za-z0-9_-]{1,64}")
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_MAIL = re.compile(rf"[A-Za-z0-9!#$%&'*+/=?^_`{{|}}~.-]{{1,64}}@{_LABEL}(?:\.{_LABEL})+")
_PATH = re.compile(r"(?:[A-Za-z0-9_~+=:@-]|\.(?!\.)|/(?!/))*")
"""No `..`, no `//`, nothing in percent signs: what a server could take for another path."""
_QUERY = re.compile(r"[A-Za-z0-9_~+=:@&.-]*")


@frozen
class MailServer:
    """The server that takes mail, and as whom this one writes."""

    host: str
    port: int
    sender: str
    security: Security = "starttls"
    user: str = ""
    password: str = ""


@frozen
class Channels:
    """What the keeper allows; nothing, unless it is set."""

    ntfy: str = ""
    """The address of a server of ntfy, such as `https://ntfy.sh`."""
    ntfy_token: str = ""
    webhooks: tuple[str, ...] = ()
    """With what the address of a webhook has to begin; each ends in a slash."""
    mail: MailServer | None = None
    link: str = ""
    """Where the games are, added to each notice; empty: no link."""

    @property
    def names(self) -> list[Channel]:
        """The channels to choose from."""
        offered: list[tuple[Channel, object]] = [
            ("ntfy", self.ntfy), ("webhook", self.webhooks), ("mail", self.mail)
        ]  # fmt: skip
        return [name for name, is_offered in offered if is_offered]

    def check(self, channel: str, address: str) -> None:
        """Raise Refusal unless notices may go to this address on this channel."""
        if channel == "none":
            return
        if channel not in self.names:
            raise Refusal("notice_channel", channels=["none", *self.names])
        if len(address) > LONGEST_ADDRESS:
            raise Refusal("notice_address_long", most=LONGEST_ADDRESS)
        if channel == "ntfy" and not _TOPIC.fullmatch(address):
            raise Refusal("notice_topic")
        if channel == "webhook" and not any(_is_below(address, top) for top in self.webhooks):
            raise Refusal("notice_webhook", prefixes=list(self.webhooks))
        if channel == "mail" and (not _MAIL.fullmatch(address) or ".." in address):
            raise Refusal("notice_mail")


def web_address(text: str) -> str:
    """The address of a host that the keeper allows, without a slash at its end. Raises ValueError
    if it is none."""
    parts = _split(text)
    if parts is None or parts.query or not _PATH.fullmatch(parts.path):
        raise ValueError(text)
    return text.rstrip("/")


def _split(text: str) -> SplitResult | None:
    """The parts of a web address that names a host plainly; None for any other text."""
    if not text.isascii() or not text.isprintable() or " " in text or "\\" in text:
        return None
    try:
        parts = urlsplit(text)
        _port = parts.port
    except ValueError:
        return None
    is_plain = (
        parts.scheme in ("http", "https")
        and parts.hostname
        and "@" not in parts.netloc
        and "#" not in text
    )
    return parts if is_plain else None


def _is_below(address: str, prefix: str) -> bool:
    """Whether an address leads to the host of a prefix, and below its path."""
    parts, top = _split(address), _split(prefix)
    return (
        parts is not None
        and top is not None
        and (parts.scheme, parts.netloc) == (top.scheme, top.netloc)
        and parts.path.startswith(top.path)
        and _PATH.fullmatch(parts.path) is not None
        and _QUERY.fullmatch(parts.query) is not None
    )
