"""Sending a notice: to ntfy, a webhook, or by mail.

Only the hosts that the keeper has named are contacted: no redirect is followed, no proxy of the
environment used, no more than a little of an answer read, and no answer waited for long.
"""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from typing import TYPE_CHECKING, Any

from attrs import frozen

from caravan_tui.engine import Sentence
from caravan_tui.notices.channels import Channels, MailServer

if TYPE_CHECKING:
    import aiohttp  # an extra

CONNECT_SECONDS, ANSWER_SECONDS = 5.0, 10.0
MOST_READ = 1_024
"""Bytes of an answer."""
MOST_TEXT = 2_000
"""Characters of a notice."""


@frozen
class Letter:
    """A notice in words."""

    title: str
    text: str


class SendError(Exception):
    """A notice was not sent. `problem` says why; `may_retry`: it is known that nothing has arrived,
    and another try may do better."""

    def __init__(self, code: str, may_retry: bool, /, **values: Any) -> None:
        super().__init__(code)
        self.problem = Sentence(code, values)
        self.may_retry = may_retry


class Sender:
    """Sends notices on the channels of the keeper."""

    def __init__(self, channels: Channels) -> None:
        self.channels = channels
        self._session: aiohttp.ClientSession | None = None

    async def close(self) -> None:
        """Close what is open."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def send(self, channel: str, address: str, letter: Letter) -> None:
        """Send a notice. Raises SendError, and Refusal if the channel or the address is not
        allowed (any more)."""
        self.channels.check(channel, address)
        text = letter.text[:MOST_TEXT]
        link = self.channels.link
        if channel == "ntfy":
            content: dict[str, Any] = {"topic": address, "title": letter.title, "message": text}
            if link:
                content["click"] = link
            token = self.channels.ntfy_token
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            await self._post(self.channels.ntfy, content, headers)
        elif channel == "webhook":
            whole = f"{text}\n{link}" if link else text
            # `text` is read by Slack, Mattermost and Matrix bridges, `content` by Discord.
            content = {"title": letter.title, "text": whole, "content": whole}
            await self._post(address, content, {})
        elif channel == "mail":
            assert self.channels.mail is not None, "as checked"
            message = mail(self.channels.mail, address, letter.title, text, link)
            await asyncio.to_thread(send_mail, self.channels.mail, message)

    async def _post(self, url: str, content: dict[str, Any], headers: dict[str, str]) -> None:
        import aiohttp  # an extra

        if self._session is None:
            timeout = aiohttp.ClientTimeout(total=ANSWER_SECONDS, sock_connect=CONNECT_SECONDS)
            self._session = aiohttp.ClientSession(
                timeout=timeout, cookie_jar=aiohttp.DummyCookieJar(), auto_decompress=False
            )
        try:
            async with self._session.post(
                url, json=content, headers=headers, allow_redirects=False
            ) as response:
                await response.content.read(MOST_READ)
                status = response.status
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
            raise SendError("notice_no_connection", True) from error
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            raise SendError("notice_no_answer", False) from error
        if 200 <= status < 300:
            return
        raise SendError("notice_refused", status == 429 or status >= 500, status=status)


def mail(server: MailServer, address: str, title: str, text: str, link: str) -> EmailMessage:
    """A notice as a mail."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = server.sender, address, title
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=server.sender.rpartition("@")[2] or "localhost")
    message["Auto-Submitted"] = "auto-generated"
    body = f"{text}\n\n{link}\n" if link else f"{text}\n"
    message.set_content(body, cte="quoted-printable")  # any server takes it
    return message


def send_mail(server: MailServer, message: EmailMessage) -> None:
    """Hand a mail over to the keeper's server. Blocks; raises SendError."""
    context = ssl.create_default_context()
    is_under_way = is_accepted = False
    try:
        with _connect(server, context) as smtp:
            if server.security == "starttls":
                smtp.starttls(context=context)
            if server.user:
                smtp.login(server.user, server.password)
            smtp.ehlo_or_helo_if_needed()
            _check_reply(smtp.mail(server.sender))
            _check_reply(smtp.rcpt(str(message["To"])))
            is_under_way = True
            _check_reply(smtp.data(message.as_bytes(policy=SMTP)))
            is_accepted = True
    except smtplib.SMTPResponseException as error:
        may_retry = 400 <= error.smtp_code < 500
        raise SendError("notice_refused", may_retry, status=error.smtp_code) from error
    except (OSError, smtplib.SMTPException) as error:
        if is_accepted:  # only the farewell has failed
            return
        if is_under_way:
            raise SendError("notice_no_answer", False) from error
        raise SendError("notice_no_connection", True) from error


def _connect(server: MailServer, context: ssl.SSLContext) -> smtplib.SMTP:
    if server.security == "tls":
        return smtplib.SMTP_SSL(server.host, server.port, timeout=ANSWER_SECONDS, context=context)
    return smtplib.SMTP(server.host, server.port, timeout=ANSWER_SECONDS)


def _check_reply(reply: tuple[int, bytes]) -> None:
    """Raise SMTPResponseException if a mail server does not go on."""
    code, text = reply
    if code >= 400:
        raise smtplib.SMTPResponseException(code, text)
