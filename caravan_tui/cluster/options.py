"""How to reach the broker of a cluster."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import shlex
import ssl
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import nats
import nats.errors
from attrs import field, frozen
from nats.aio.client import Client, Server

from caravan_tui.cluster.buckets import BucketError, look_into, until_answered
from caravan_tui.cluster.credentials import Credentials, CredentialsError
from caravan_tui.i18n import _

log = logging.getLogger(__name__)

LEAST_VERSION = (2, 11)
"""Of nats-server: older ones cannot keep a value for a while."""
CONNECT_SECONDS = 5.0
DEFAULT_PORT = 4222
PING_SECONDS = 0.3
"""Between two pings; a broker that has left more than `MOST_PINGS` unanswered hangs, and another
one is tried before the others give this host up."""
MOST_PINGS = 2
RECONNECT_SECONDS = 0.25
RECONNECT_TRY_SECONDS = 1
"""Time that a broker has to take the connection when another one was lost."""
SCHEMES = ("nats", "tls")
_TLS_EOF_WARNING = "returning true from eof_received() has no effect when using ssl"
"""What asyncio says of the library's secure connections whenever one ends."""
# OpenSSL's codes of what is wrong with a certificate: X509_V_ERR_* in x509_vfy.h.
_UNKNOWN_AUTHORITY = {18, 19, 20, 21}
_EXPIRED = 10
_OTHER_NAME = {62, 64}
_DENIAL = re.compile(r"(?i)permissions violation for (publish|subscription) to \"([^\"]+)")
_ANSWERS = "_inbox."
"""What the subjects begin with on which answers come, in lower case."""

Answer = TypeVar("Answer")


class ClusterError(Exception):
    """The cluster cannot be joined; the text says why, in a line."""


@frozen
class ClusterOptions:
    """The broker's addresses, and how to get in."""

    urls: tuple[str, ...]
    credentials: Path | None = None
    """A file of credentials, as the broker's tools make it."""
    authority: Path | None = None
    """The certificate of who vouches for the broker, if not a public one."""
    name: str = ""
    """Of this host, for administrators."""
    replicas: int = 1
    """Brokers that hold each value."""
    servers: list[str] = field(init=False)

    @property
    def arguments(self) -> str:
        """The command-line options for another command of this machine. Without a password."""
        words = ["--cluster", _password_hidden(self.urls[0])]
        if self.credentials is not None:
            words += ["--cluster-credentials", str(self.credentials.absolute())]
        if self.authority is not None:
            words += ["--cluster-ca", str(self.authority.absolute())]
        return shlex.join(words)

    @servers.default
    def _checked(self) -> list[str]:
        for url in self.urls:
            parts = urlsplit(url)
            try:
                has_port = parts.port is None or parts.port > 0
            except ValueError:
                has_port = False
            if parts.scheme not in SCHEMES or not parts.hostname or not has_port:
                raise ClusterError(
                    _(
                        "'{url}' is not the address of a broker, such as nats://10.0.0.5:4222"
                    ).format(url=url)
                )
        return list(self.urls)


class _Rotation:
    """Chooses the broker for the next try: the one that was tried longest ago."""

    def __init__(self) -> None:
        self._tried: dict[str, float] = {}

    def note(self, address: str) -> None:
        """The connection is to this one, or was tried there."""
        self._tried[address] = time.monotonic()

    def choose(self, servers: list[Server], _info: dict[str, Any]) -> tuple[Server, float]:
        """One of the brokers, and the seconds until it is tried."""
        best = min(servers, key=lambda server: self._tried.get(server.uri.netloc, float("-inf")))
        since = time.monotonic() - self._tried.get(best.uri.netloc, float("-inf"))
        self.note(best.uri.netloc)
        return best, 0.0 if since > RECONNECT_TRY_SECONDS else RECONNECT_SECONDS


_DENIALS: WeakKeyDictionary[Client, asyncio.Future[str]] = WeakKeyDictionary()
"""By connection: the first thing that the broker's permissions forbade, in words, once there is
one."""


def _note_denial(client: Client, error: Exception) -> bool:
    """Whether an error is a right that is missing to begin; it is remembered."""
    denied, denial = _DENIAL.search(str(error)), _DENIALS.get(client)
    if denied is None or denial is None:
        return False
    if not denial.done():
        denial.set_result(_forbidden(denied[1].lower() == "publish", denied[2]))
    return True


def _forbidden(sends: bool, subject: str) -> str:
    """What a connection may not do, in words; the subjects of answers have made-up names."""
    if subject.lower().startswith(_ANSWERS):
        return _("send answers") if sends else _("receive answers")
    words = _("send to {subject}") if sends else _("listen to {subject}")
    return words.format(subject=subject)


def check_rights(client: Client, has_begun: bool = False) -> None:
    """Raise ClusterError if the broker has forbidden this connection anything. `has_begun`: what it
    forbids from now on is a warning."""
    denial = _DENIALS.pop(client, None) if has_begun else _DENIALS.get(client)
    if denial is not None and denial.done():
        raise ClusterError(
            _(
                "these credentials may not {deed} on the broker; packaging/nats/caravan.conf has "
                "the rights that a host needs, and those of a machine that only thinks"
            ).format(deed=denial.result())
        )


async def unless_denied(client: Client, work: Coroutine[Any, Any, Answer]) -> Answer:
    """What `work` returns. Raises ClusterError as soon as the broker forbids something."""
    task = asyncio.ensure_future(work)
    denial = _DENIALS.get(client)
    try:
        waiting: set[asyncio.Future[Any]] = {task} if denial is None else {task, denial}
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        check_rights(client)
        return await task
    finally:
        task.cancel()


async def connect(options: ClusterOptions, name: str, stores: bool = True) -> Client:
    """A connection to the broker that reconnects by itself. `stores`: the broker is to keep
    something for this process. Raises ClusterError."""
    for path in (options.credentials, options.authority):
        if path is not None and not path.is_file():
            raise ClusterError(_("there is no file {file}").format(file=path))
    context = await _secure_context(options)
    if context is not None:
        logging.getLogger("asyncio").addFilter(_is_no_eof_warning)
        await _check_is_secure(options, context)
    own = _credentials(options.credentials)
    client, rotation = Client(), _Rotation()
    problems: list[Exception] = []

    _DENIALS[client] = asyncio.get_running_loop().create_future()

    async def note(error: Exception) -> None:
        if _note_denial(client, error):
            log.info("the broker: %s", error)
        elif client.is_connected:
            log.warning("the broker: %s", error)
        else:
            problems.append(error)

    try:
        await client.connect(
            servers=options.servers,
            name=name,
            no_echo=True,
            allow_reconnect=True,
            connect_timeout=round(CONNECT_SECONDS),
            max_reconnect_attempts=1,
            reconnect_time_wait=0,
            tls=context,
            user_jwt_cb=None if own is None else lambda: own.token,
            signature_cb=None if own is None else own.sign,
            error_cb=note,
            ping_interval=PING_SECONDS,  # type: ignore[arg-type]  # it is only slept for
            max_outstanding_pings=MOST_PINGS,
            reconnect_to_server_handler=rotation.choose,
        )
    except (nats.errors.Error, OSError, TimeoutError, ValueError) as error:
        raise ClusterError(await _reason(options, [*problems, error])) from None
    client.options["max_reconnect_attempts"] = -1
    client.options["connect_timeout"] = RECONNECT_TRY_SECONDS
    if client.connected_url is not None:
        rotation.note(client.connected_url.netloc)
    try:
        await _check(client, stores)
    except ClusterError:
        await client.close()
        raise
    return client


async def _secure_context(options: ClusterOptions) -> ssl.SSLContext | None:
    """What checks the brokers' certificates, if the connection is to be secure: because it was
    asked for, or because a broker takes no other."""
    if options.authority is None and not any(url.startswith("tls:") for url in options.servers):
        greetings = await asyncio.gather(*map(_greeting, options.servers))
        if not any(info is not None and info.get("tls_required") for info in greetings):
            return None
    try:
        return ssl.create_default_context(cafile=options.authority)
    except (ssl.SSLError, OSError):
        raise ClusterError(
            _("{file} holds no certificate (in PEM format)").format(file=options.authority)
        ) from None


def _is_no_eof_warning(record: logging.LogRecord) -> bool:
    return record.msg != _TLS_EOF_WARNING


def _credentials(path: Path | None) -> Credentials | None:
    if path is None:
        return None
    try:
        return Credentials.read(path)
    except (CredentialsError, OSError):
        raise ClusterError(_("{file} holds no credentials of a broker").format(file=path)) from None


async def _check_is_secure(options: ClusterOptions, context: ssl.SSLContext) -> None:
    """Raise ClusterError if a broker offers no TLS: the library would go on in clear text, and send
    the password so. Or if nobody vouches for it: the library would wait for ever."""
    for url in options.servers:
        problem = await _insecurity(url, context)
        if problem:
            raise ClusterError(
                _("no secure connection to {servers}: {reason}").format(
                    servers=_without_password(url), reason=problem
                )
            )


async def _insecurity(url: str, context: ssl.SSLContext) -> str:
    """Why the way to a broker is not secure; empty if it is. A broker that does not answer is left
    to the connection itself."""
    parts = urlsplit(url)
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            reader, writer = await asyncio.open_connection(
                parts.hostname, parts.port or DEFAULT_PORT
            )
            try:
                info = _parsed(await reader.readline())
                if info is None:
                    return ""
                if not (info.get("tls_required") or info.get("tls_available")):
                    return _("the broker offers none")
                await writer.start_tls(context, server_hostname=parts.hostname)
            finally:
                writer.transport.abort()
    except ssl.SSLCertVerificationError as error:
        return _distrust(error)
    except ssl.SSLError as error:
        return error.reason or str(error)
    except (OSError, TimeoutError):
        return ""
    return ""


def _distrust(error: ssl.SSLCertVerificationError) -> str:
    """Why a broker's certificate is not taken, in words."""
    if error.verify_code in _UNKNOWN_AUTHORITY:
        return _("nobody you trust vouches for its certificate (see --cluster-ca)")
    if error.verify_code == _EXPIRED:
        return _("its certificate has expired")
    if error.verify_code in _OTHER_NAME:
        return _("its certificate is for another name")
    return error.verify_message


async def _greeting(url: str) -> dict[str, Any] | None:
    """What the broker says of itself to whoever connects; None if none answers."""
    parts = urlsplit(url)
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            reader, writer = await asyncio.open_connection(
                parts.hostname, parts.port or DEFAULT_PORT
            )
            line = await reader.readline()
            writer.close()
    except (OSError, TimeoutError, ValueError):
        return None
    return _parsed(line)


def _parsed(greeting: bytes) -> dict[str, Any] | None:
    """The facts in the first line that a broker says; None if it is none of a broker."""
    try:
        info = json.loads(greeting.removeprefix(b"INFO "))
    except ValueError:
        return None
    return info if isinstance(info, dict) else None


async def _check(client: Client, stores: bool) -> None:
    """Raise ClusterError if this broker cannot do what is needed."""
    version = client.connected_server_version
    if (version.major, version.minor) < LEAST_VERSION:
        raise ClusterError(
            _("the broker has version {found}; {least} or newer is needed").format(
                found=f"{version.major}.{version.minor}.{version.patch}",
                least=".".join(map(str, LEAST_VERSION)),
            )
        )
    if not stores:
        return
    try:
        await unless_denied(client, until_answered(lambda: look_into(client)))
    except BucketError:
        raise ClusterError(
            _("the broker has no JetStream for these credentials (is it started with -js?)")
        ) from None


async def _reason(options: ClusterOptions, errors: list[Exception]) -> str:
    """The line for a connection that failed. `errors`: of all attempts, as one may say less than
    the one before it."""
    servers = ", ".join(_without_password(url) for url in options.servers)
    for error in errors:
        text = str(error).lower()
        if "authorization" in text or "authentication" in text:
            return _("the broker at {servers} refuses these credentials").format(servers=servers)
        if isinstance(error, ssl.SSLError) or "certificate" in text or "tls" in text:
            return _("no secure connection to {servers}: {reason}").format(
                servers=servers, reason=error
            )
    # A broker that refuses credentials hangs up, and its reason may be lost with the connection.
    for url in options.servers:
        if (info := await _greeting(url)) is not None and info.get("auth_required"):
            return _("the broker at {servers} refuses these credentials").format(servers=servers)
    return _("there is no broker at {servers}").format(servers=servers)


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def _password_hidden(url: str) -> str:
    parts = urlsplit(url)
    user, _at, host = parts.netloc.rpartition("@")
    return f"{parts.scheme}://{'USER:PASSWORD@' if user else ''}{host}"
