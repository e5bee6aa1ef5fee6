"""The page and its files, which come with the program: nothing is fetched from elsewhere."""

from __future__ import annotations

import gzip
import json
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template

from aiohttp import web
from attrs import frozen

from caravan_tui.i18n import _, in_language
from caravan_tui.server.config import Policy
from caravan_tui.web.requests import LANGUAGE

STATIC = Path(__file__).parent / "static"
KINDS = {
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}
"""The media types of the files that are served."""

# xterm.js makes style elements for its colours and cells; scripts are files of the server alone.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""What every answer says."""


@frozen
class _File:
    """A file in memory."""

    kind: str
    plain: bytes
    compressed: bytes
    tag: str


class StaticFiles:
    """The scripts, styles and pictures of the page."""

    def __init__(self) -> None:
        self._files = {
            path.relative_to(STATIC).as_posix(): _read(path)
            for path in sorted(STATIC.rglob("*"))
            if path.suffix in KINDS
        }

    async def send(self, request: web.Request) -> web.Response:
        """Answer a request for a file. Browsers ask each time whether it is still the same."""
        file = self._files.get(request.match_info["name"])
        if file is None:
            raise web.HTTPNotFound
        headers = {"Cache-Control": "no-cache", "ETag": file.tag, "Vary": "Accept-Encoding"}
        if request.headers.get("If-None-Match") == file.tag:
            return web.Response(status=304, headers=headers)
        body = file.plain
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"], body = "gzip", file.compressed
        return web.Response(body=body, content_type=file.kind, charset="utf-8", headers=headers)


def _read(path: Path) -> _File:
    data = path.read_bytes()
    tag = f'"{sha256(data).hexdigest()[:24]}"'
    return _File(KINDS[path.suffix], data, gzip.compress(data, mtime=0), tag)


class Page:
    """The page that shows a session."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._template = Template((STATIC / "index.html").read_text("utf-8"))

    async def show(self, request: web.Request) -> web.Response:
        """Answer with the page in the browser's language."""
        language = request[LANGUAGE]
        with in_language(language):
            words = {name: escape(text) for name, text in page_words(self._policy).items()}
            texts = escape(json.dumps(script_words(), ensure_ascii=False), quote=False)
        body = self._template.substitute(words, language=language, texts=texts)
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
        return web.Response(text=body, content_type="text/html", headers=headers)


def page_words(policy: Policy) -> dict[str, str]:
    """The words of the page itself."""
    welcome = {
        "open": _("Choose a name to play."),
        "invite": _("You need an invite code to play here."),
        "keys": _("Players of this server sign in with their SSH key and link their browser."),
    }
    return {
        "terminal": _("The games, in a terminal"),
        "keys": _("Keys of this screen"),
        "menu": _("Menu"),
        "show_keys": _("Bar of keys"),
        "link": _("Play on another device"),
        "leave": _("Sign out"),
        "close": _("Close"),
        "welcome": welcome[policy],
        "code": _("Invite code"),
        "code_help": _(
            "Already playing on another device? Enter the code that it shows: Ctrl+P, then "
            "'Play on another device'."
        ),
        "sign_in": _("Sign in with a passkey"),
        "save_passkey": _("Save a passkey"),
        "not_now": _("Not now"),
        "name": _("Name"),
        "play": _("Play"),
        "have_code": _("I have a code"),
        "no_script": _("This page needs JavaScript. You can also play over SSH."),
    }


def script_words() -> dict[str, str]:
    """The words that the script of the page fills in."""
    return {
        "again": _("Play again"),
        "copied": _("Copied."),
        "copy": _("Copy"),
        "here": _("Continue here"),
        "keyboard": _("keyboard"),
        "link_help": _(
            "Enter this code on the other device: with ssh where it asks for an invite code, in a "
            "browser on this page. It works once, for {minutes} minutes."
        ),
        "lost": _("The connection was lost. Your matches are saved."),
        "only_key": _(
            "This browser is the only way into the account of {name}. Link another device first, "
            "or press again to sign out for good."
        ),
        "no_passkey": _("No passkey was used. Try again, or use a code."),
        "not_saved": _("No passkey was saved."),
        "offer_passkey": _(
            "Save a passkey, and sign in as {name} on your other devices or after your browser has "
            "forgotten you."
        ),
        "passkey_saved": _("The passkey was saved. You can sign in with it from now on."),
        "passkeys_removed": _("Your passkeys no longer sign in here."),
        "reconnect": _("Reconnect"),
        "remove_passkeys": _("Remove passkeys ({count})"),
        "save_passkey": _("Save a passkey"),
        "reconnecting": _("Reconnecting…"),
        "signed_in": _("Signed in as {name}."),
    }
