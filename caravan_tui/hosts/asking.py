"""Asking a server for an answer of one kind."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from caravan_tui.bus.messages import Message, Refused
from caravan_tui.bus.wording import word
from caravan_tui.games.contract import OptionError
from caravan_tui.i18n import _

T = TypeVar("T")

Request = Callable[[Message], Awaitable[Message]]
"""`request(message)`: the server's answer."""


async def answer_to(request: Request, message: Message, kind: type[T]) -> T:
    """The answer to a message. Raises OptionError, with a line for the user, if the server refuses
    or is of another version."""
    answer = await request(message)
    if isinstance(answer, Refused):
        raise OptionError(word(answer))
    if not isinstance(answer, kind):
        raise OptionError(
            _("This program and the server don't understand each other. Update the older one.")
        )
    return answer
