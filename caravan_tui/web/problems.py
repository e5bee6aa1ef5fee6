"""Why a request of the page cannot be granted."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from caravan_tui.i18n import _


class ProblemError(Exception):
    """A request cannot be granted: a text for the page, in English as in the catalogue."""

    def __init__(self, text: str, status: int = 409, **values: Any) -> None:
        super().__init__(text)
        self.text, self.status, self.values = text, status, values

    def response(self) -> web.Response:
        """The answer, in the language that texts are in now."""
        text = _(self.text)
        if self.values:
            text = text.format(**self.values)
        return web.json_response({"text": text}, status=self.status)
