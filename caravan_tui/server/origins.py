"""The addresses under which browsers know the server: nobody else's page may use it."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from attrs import frozen

from caravan_tui.i18n import _

LOOPBACK = ("127.0.0.1", "::1", "localhost")
_PORTS = {"http": 80, "https": 443}


class OriginError(Exception):
    """This is no origin of a page; the text is a line for the administrator."""


@frozen
class Origin:
    """A scheme, a host and a port, as browsers send them."""

    scheme: str
    host: str
    """What browsers send as Host: with the port, unless it is that of the scheme."""

    def __str__(self) -> str:
        return f"{self.scheme}://{self.host}"

    @property
    def is_secure(self) -> bool:
        """Whether what is sent there is encrypted."""
        return self.scheme == "https"


def parse_origin(text: str) -> Origin:
    """An origin as an administrator writes it. Raises OriginError."""
    try:
        parts = urlsplit(text.strip())
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    if parts.scheme not in _PORTS or not host or parts.path not in ("", "/") or parts.query:
        words = _("'{value}' is not the address of a page, such as https://games.example.org")
        raise OriginError(words.format(value=text.strip()))
    return origin_of(parts.scheme, host, port)


def origin_of(scheme: str, host: str, port: int | None) -> Origin:
    """An origin from its parts; without a port it is that of the scheme."""
    name = f"[{host}]" if ":" in host else host
    is_usual = port is None or port == _PORTS[scheme]
    return Origin(scheme, name if is_usual else f"{name}:{port}")


class Origins:
    """Every origin of the server's page."""

    def __init__(self, listening: tuple[str, int], named: Sequence[Origin]) -> None:
        """`listening`: the host and port; they are an origin where none is `named`."""
        host, port = listening
        hosts = LOOPBACK if host in LOOPBACK else (host,)
        self._all = tuple(named) or tuple(origin_of("http", name, port) for name in hosts)

    @property
    def main(self) -> Origin:
        """The one that players are shown."""
        return self._all[0]

    def of_host(self, host: str) -> Origin | None:
        """The origin that a request with this header Host is for."""
        wanted = host.lower()
        return next((origin for origin in self._all if origin.host == wanted), None)

    def is_own(self, origin: str) -> bool:
        """Whether a request with this header Origin comes from the server's own page."""
        return any(str(own) == origin for own in self._all)
