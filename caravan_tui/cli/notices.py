"""The options of `serve` for notices to players who are away."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import click

from caravan_tui.i18n import _
from caravan_tui.notices.channels import Channels, MailServer, web_address

LARGEST = 4_096
"""Bytes of a file with a token or a password."""


class WebAddress(click.ParamType[str]):
    """The address of a host that the server may contact."""

    name = "URL"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Read the address, or fail with a usage error."""
        try:
            return web_address(str(value))
        except ValueError:
            text = _("'{value}' is not an address such as https://ntfy.example.org")
            raise click.BadParameter(text.format(value=value), ctx, param) from None


class MailHost(click.ParamType[tuple[str, int]]):
    """`HOST[:PORT]` of a mail server."""

    name = "HOST[:PORT]"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        """Split the address, or fail with a usage error."""
        if isinstance(value, tuple):
            return str(value[0]), int(value[1])
        host, colon, port = str(value).partition(":")
        if not host or (
            colon and not (port.isascii() and port.isdecimal() and 0 < int(port[:6]) < 65536)
        ):
            text = _("'{value}' is not HOST[:PORT], such as mail.example.org:587")
            raise click.BadParameter(text.format(value=value), ctx, param)
        return host, int(port) if colon else 587


def options(command: Any) -> Any:
    """Add the options to a command, which gets them as `notices`: what `channels` takes."""
    file = click.Path(dir_okay=False, path_type=Path)
    added = (
        click.option("--notice-ntfy", type=WebAddress(),
                     help="Players may be called by this server of ntfy, such as https://ntfy.sh."),
        click.option("--notice-ntfy-token", type=file,
                     help="A file with the access token for it."),
        click.option("--notice-webhook", multiple=True, type=WebAddress(),
                     help="Players may be called by webhooks below this address. May be repeated."),
        click.option("--notice-mail", type=MailHost(),
                     help="Players may be called by mail through this server. Default port: 587."),
        click.option("--notice-mail-from", default="", metavar="ADDRESS",
                     help="The sender of these mails."),
        click.option("--notice-mail-security", type=click.Choice(["starttls", "tls", "none"]),
                     default="starttls", show_default=True, help="How the mail server is reached."),
        click.option("--notice-mail-login", type=file,
                     help="A file with user and password for it, a line each."),
        click.option("--notice-link", type=WebAddress(),
                     help="Where the games are: the link in every notice."),
    )  # fmt: skip
    for option in reversed(added):
        command = option(command)
    return command


def channels(
    notice_ntfy: str | None,
    notice_ntfy_token: Path | None,
    notice_webhook: tuple[str, ...],
    notice_mail: tuple[str, int] | None,
    notice_mail_from: str,
    notice_mail_security: Any,
    notice_mail_login: Path | None,
    notice_link: str | None,
) -> Channels:
    """What the options allow. Raises UsageError."""
    if (notice_ntfy or notice_webhook) and importlib.util.find_spec("aiohttp") is None:
        text = _("notices need aiohttp: pip install 'caravan_tui[notices]'")
        raise click.UsageError(text)
    if notice_ntfy_token is not None and notice_ntfy is None:
        text = _("{option} needs {other}")
        raise click.UsageError(text.format(option="--notice-ntfy-token", other="--notice-ntfy URL"))
    if notice_mail is None and (notice_mail_from or notice_mail_login is not None):
        option = "--notice-mail-from" if notice_mail_from else "--notice-mail-login"
        raise click.UsageError(
            _("{option} needs {other}").format(option=option, other="--notice-mail HOST")
        )
    mail = None
    if notice_mail is not None:
        if "@" not in notice_mail_from or not notice_mail_from.isprintable():
            text = _("--notice-mail needs --notice-mail-from, such as caravan@example.org")
            raise click.UsageError(text)
        user, password = "", ""
        if notice_mail_login is not None:
            lines = _lines(notice_mail_login)
            if len(lines) != 2 or notice_mail_security == "none":
                text = _("{file} must have two lines, user and password, and go over TLS")
                raise click.UsageError(text.format(file=notice_mail_login))
            user, password = lines
        mail = MailServer(*notice_mail, notice_mail_from, notice_mail_security, user, password)
    token = _lines(notice_ntfy_token)[0] if notice_ntfy_token is not None else ""
    prefixes = tuple(f"{prefix}/" for prefix in notice_webhook)
    return Channels(notice_ntfy or "", token, prefixes, mail, notice_link or "")


def _lines(file: Path) -> list[str]:
    """The lines of a small file. Raises UsageError without any."""
    try:
        with file.open(encoding="utf-8") as stream:
            lines = stream.read(LARGEST).splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or _("not UTF-8 text")
        text = _("{file} can't be read: {reason}")
        raise click.UsageError(text.format(file=file, reason=reason)) from None
    if not lines or not lines[0].isprintable():
        raise click.UsageError(_("{file} is empty").format(file=file))
    return lines
