"""The cookie by which a browser is known: a secret of its own, signed by the server.

The secret is the browser's key: its hash is that of the account, or linked to it, so a cookie is
worth nothing once its key is unlinked. The signature keeps made-up cookies from being looked up,
and says how old a cookie is.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from aiohttp import web
from attrs import frozen
from itsdangerous import BadSignature, TimestampSigner

from caravan_tui.server.accounts import browser_key
from caravan_tui.server.origins import Origin

DAYS = 400
"""Days for which a browser is known after its last visit: browsers keep no cookie longer."""
RENEWED_AFTER = 30 * 86_400
"""Seconds after which a cookie is replaced by a fresh one."""
SECRET_BYTES = 32
LONGEST = 256
"""Characters of a cookie that is looked at."""
_NAME = "caravan-tui"
_SALT = "caravan-tui browser"


@frozen
class Browser:
    """A browser that has shown its cookie."""

    secret: str
    is_old: bool = False
    """Whether its cookie is to be replaced."""

    @property
    def key(self) -> str:
        """The key of accounts that it is."""
        return browser_key(self.secret)


def new_browser() -> Browser:
    """A browser that gets a secret now."""
    return Browser(secrets.token_urlsafe(SECRET_BYTES))


class Cookies:
    """Reads and writes the cookies of browsers."""

    def __init__(self, key: bytes) -> None:
        self._signer = TimestampSigner(key, salt=_SALT)

    def read(self, cookies: Mapping[str, str], origin: Origin) -> Browser | None:
        """The browser with these cookies; None if it has none that is valid."""
        value = cookies.get(cookie_name(origin), "")
        if not value or len(value) > LONGEST:
            return None
        try:
            secret = self._signer.unsign(value, max_age=DAYS * 86_400)
        except BadSignature:
            return None
        try:
            self._signer.unsign(value, max_age=RENEWED_AFTER)
        except BadSignature:
            return Browser(secret.decode(), is_old=True)
        return Browser(secret.decode())

    def write(self, response: web.StreamResponse, browser: Browser, origin: Origin) -> None:
        """Have a browser known from now on."""
        response.set_cookie(
            cookie_name(origin),
            self._signer.sign(browser.secret).decode(),
            max_age=DAYS * 86_400,
            path="/",
            secure=origin.is_secure,
            httponly=True,
            samesite="Strict",
        )

    def forget(self, response: web.StreamResponse, origin: Origin) -> None:
        """Have a browser known no longer."""
        response.del_cookie(
            cookie_name(origin),
            path="/",
            secure=origin.is_secure,
            httponly=True,
            samesite="Strict",
        )


def cookie_name(origin: Origin) -> str:
    """What the cookie is called: with TLS so that no other page of the host can set it."""
    return f"__Host-{_NAME}" if origin.is_secure else _NAME
