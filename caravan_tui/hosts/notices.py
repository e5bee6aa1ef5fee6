"""How an account is called while it is away, as one session asks about it."""

from __future__ import annotations

from collections.abc import Callable

from caravan_tui.bus.notice_messages import (
    ConfirmAddress,
    GetNotices,
    NoticeChoices,
    Notices,
    SetNotices,
    TestNotice,
)
from caravan_tui.bus.wording import word
from caravan_tui.hosts.asking import Request, answer_to
from caravan_tui.i18n import _
from caravan_tui.notices.kinds import Kind


class NoticeClient:
    """The notices of an account. Every method raises OptionError, with a line for the user, if the
    server refuses."""

    def __init__(self, request: Request) -> None:
        """`request(message)`: the server's answer."""
        self._request = request

    async def look(self) -> Notices:
        """How the account is called."""
        return await answer_to(self._request, GetNotices(), Notices)

    async def choose(self, choices: NoticeChoices) -> Notices:
        """Call the account like this."""
        return await answer_to(self._request, SetNotices(choices), Notices)

    async def confirm(self, code: str) -> Notices:
        """Show by the code of a mail that its address is the account's own."""
        return await answer_to(self._request, ConfirmAddress(code[:40]), Notices)

    async def test(self) -> Notices:
        """Have a test sent; it has been, once this returns."""
        return await answer_to(self._request, TestNotice(), Notices)


def channel_titles() -> dict[str, str]:
    """The channels in words."""
    return {
        "none": _("none"), "ntfy": _("ntfy"), "webhook": _("webhook"), "mail": _("mail"),
    }  # fmt: skip


def kind_titles() -> dict[Kind, str]:
    """What a notice is about, in words."""
    return {
        "turn": _("Your turn"),
        "invitation": _("Invitations"),
        "result": _("Results"),
        "talk": _("Talk to you"),
    }


def kind_helps() -> dict[Kind, str]:
    """When each of them comes, in words."""
    return {
        "turn": _("A match waits for your move."),
        "invitation": _("Somebody invites you, a match of yours begins, a round is drawn."),
        "result": _("A match or a tournament of yours is over."),
        "talk": _("Somebody writes at a table that you have left, or @your-name in the lobby."),
    }


def address_help(channel: str, prefixes: list[str]) -> str:
    """What to write as the address on a channel."""
    if channel == "ntfy":
        return _(
            "A topic that only you know, such as caravan-7hq2kd: anyone who knows it can read your "
            "notices. Subscribe to it in the ntfy app."
        )
    if channel == "webhook":
        text = _("The address that your chat program shows. It begins with {prefixes}")
        return text.format(prefixes=", ".join(prefixes))
    if channel == "mail":
        return _("Your mail address. A code is sent to it, which you enter here.")
    return _("Choose a channel first.")


def status_line(view: Notices, ago: Callable[[int], str]) -> str:
    """How sending went. `ago(when)`: how long ago something was, in words."""
    if not view.channels:
        return _("This server sends no notices. Its administrator can allow it.")
    if view.problem is not None:
        return _("The last notice was not sent: {reason}").format(reason=word(view.problem))
    if not view.is_confirmed:
        return _("A code was sent to your address. Enter it.")
    if view.waiting:
        return _("Waiting: {count}.").format(count=view.waiting)
    if view.sent:
        return _("The last notice was sent {when}.").format(when=ago(int(view.sent)))
    return _("No notice was sent yet.")
