"""A file of credentials for a broker, as `nsc` makes it: a token, and the key to prove it.

nats-py reads such files itself with a package that comes as sources only, so its
builder is in no lock. It is little: a signature of what the broker sends.
"""

from __future__ import annotations

import base64
import binascii
import re
from pathlib import Path

from attrs import frozen
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_PART = r"-+\s*BEGIN {}\s*-+\s+(\S+)\s+-+\s*END"
_TOKEN = re.compile(_PART.format("NATS USER JWT"))
_SEED = re.compile(_PART.format("USER NKEY SEED"))
_USER_PREFIX = bytes([0x95, 0])
"""What the seed of a user's key begins with; as text: `SU`."""
_SEED_BYTES = 32


class CredentialsError(ValueError):
    """A file that holds no credentials."""


@frozen
class Credentials:
    """Who somebody is for the broker. The key stays here."""

    token: bytes
    _key: Ed25519PrivateKey

    @classmethod
    def read(cls, path: Path) -> Credentials:
        """Those of a file. Raises CredentialsError, and OSError."""
        text = path.read_text("utf-8", errors="replace")
        token, seed = _TOKEN.search(text), _SEED.search(text)
        if token is None or seed is None:
            raise CredentialsError
        return cls(token[1].encode(), _key_of(seed[1]))

    def sign(self, nonce: str) -> bytes:
        """The proof that the broker asks for."""
        return base64.b64encode(self._key.sign(nonce.encode()))


def _key_of(text: str) -> Ed25519PrivateKey:
    """The key of a seed: base 32 of its kind, the seed itself, and a checksum."""
    try:
        raw = base64.b32decode(text + "=" * (-len(text) % 8))
    except (binascii.Error, ValueError):
        raise CredentialsError from None
    body, check = raw[:-2], int.from_bytes(raw[-2:], "little")
    kind, seed = body[:2], body[2:]
    if kind != _USER_PREFIX or len(seed) != _SEED_BYTES or binascii.crc_hqx(body, 0) != check:
        raise CredentialsError
    return Ed25519PrivateKey.from_private_bytes(seed)
