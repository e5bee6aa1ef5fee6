"""What the door has found out about a request before anybody answers it."""

from __future__ import annotations

from aiohttp import web

from caravan_tui.i18n import languages
from caravan_tui.server.origins import Origin

PEER = web.RequestKey("peer", str)
"""The client's address."""
LANGUAGE = web.RequestKey("language", str)
"""The letters of the language of its texts."""
ORIGIN = web.RequestKey("origin", Origin)
"""The origin that it is for."""

LONGEST_LIST = 200
"""Characters of a list of languages that are looked at."""


def language_of(request: web.Request) -> str:
    """The first of the browser's languages that there is a catalogue for. English if there is
    none."""
    known = languages()
    for entry in request.headers.get("Accept-Language", "")[:LONGEST_LIST].split(","):
        letters = entry.split(";")[0].strip().split("-")[0].lower()
        if letters in known:
            return letters
    return "en"
