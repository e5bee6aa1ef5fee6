"""What brokers are locked with: certificates, and tokens as `nsc` signs them."""

from __future__ import annotations

import base64
import binascii
import datetime
import hashlib
import ipaddress
import json
import time
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.x509.oid import NameOID

OPERATOR, ACCOUNT, USER = 14 << 3, 0, 20 << 3
SEED = 18 << 3


def _text(kind: bytes, data: bytes) -> str:
    body = kind + data
    whole = body + binascii.crc_hqx(body, 0).to_bytes(2, "little")
    return base64.b32encode(whole).decode().rstrip("=")


class Nkey:
    """A key as NATS writes it."""

    def __init__(self, kind: int) -> None:
        self._kind, self._key = kind, Ed25519PrivateKey.generate()

    @property
    def public(self) -> str:
        return _text(bytes([self._kind]), self._key.public_key().public_bytes_raw())

    @property
    def seed(self) -> str:
        kind = bytes([SEED | self._kind >> 5, (self._kind & 31) << 3])
        return _text(kind, self._key.private_bytes_raw())

    def token(self, subject: str, facts: dict[str, Any]) -> str:
        """A token about somebody, signed."""
        claims = {
            "iss": self.public, "sub": subject, "name": "test", "iat": int(time.time()),
            "nats": {"version": 2, **facts},
        }  # fmt: skip
        digest = hashlib.sha256(json.dumps(claims).encode()).digest()
        claims["jti"] = base64.b32encode(digest).decode().rstrip("=")
        parts = [{"typ": "JWT", "alg": "ed25519-nkey"}, claims]
        signed = ".".join(_base64(json.dumps(part).encode()) for part in parts)
        return f"{signed}.{_base64(self._key.sign(signed.encode()))}"


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def write_operator(folder: Path) -> tuple[Path, Path]:
    """The configuration of a broker that trusts an operator's tokens; the credentials of a user."""
    operator, account, system, user = Nkey(OPERATOR), Nkey(ACCOUNT), Nkey(ACCOUNT), Nkey(USER)
    every = dict.fromkeys(("subs", "data", "payload", "imports", "exports", "conn", "leaf"), -1)
    stores = dict.fromkeys(("mem_storage", "disk_storage", "streams", "consumer"), -1)
    accounts = {
        key.public: operator.token(
            key.public, {"type": "account", "limits": {**every, "wildcards": True, **more}}
        )
        for key, more in ((account, stores), (system, {}))
    }
    own = operator.token(operator.public, {"type": "operator", "system_account": system.public})
    (folder / "operator.jwt").write_text(own)
    known = ", ".join(f'{public}: "{token}"' for public, token in accounts.items())
    configuration, credentials = folder / "broker.conf", folder / "user.creds"
    configuration.write_text(
        f'jetstream {{ store_dir: "{folder}" }}\noperator: "{folder}/operator.jwt"\n'
        f"system_account: {system.public}\nresolver: MEMORY\nresolver_preload: {{ {known} }}\n"
    )
    limits = {"subs": -1, "data": -1, "payload": -1}
    token = account.token(user.public, {"type": "user", "pub": {}, "sub": {}, **limits})
    credentials.write_text(
        f"-----BEGIN NATS USER JWT-----\n{token}\n------END NATS USER JWT------\n\n"
        "************************* IMPORTANT *************************\n"
        f"-----BEGIN USER NKEY SEED-----\n{user.seed}\n------END USER NKEY SEED------\n"
    )
    return configuration, credentials


def write_certificates(
    folder: Path, address: str = "127.0.0.1", days_left: int = 1
) -> tuple[Path, Path]:
    """The configuration of a broker with TLS, and the certificate of who vouches for it. `address`,
    `days_left`: what the broker's own certificate is for, and how long it is still good."""
    keys = [ec.generate_private_key(ec.SECP256R1()) for _one in range(2)]
    authority, own = keys
    names = [x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]) for name in ("ca", "own")]
    now = datetime.datetime.now(datetime.UTC)
    own_address = x509.IPAddress(ipaddress.ip_address(address))
    for number, (key, name, stem) in enumerate(zip(keys, names, ("ca", "own"), strict=True)):
        is_authority = number == 0
        end = now + datetime.timedelta(days=1 if is_authority else days_left)
        certificate = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(names[0])
            .public_key(key.public_key())
            .serial_number(number + 1)
            .not_valid_before(end - datetime.timedelta(days=2))
            .not_valid_after(end)
            .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
            .add_extension(x509.SubjectAlternativeName([own_address]), critical=False)
            .sign(authority, hashes.SHA256())
        )
        (folder / f"{stem}.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "own.key").write_bytes(
        own.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    configuration = folder / "broker.conf"
    configuration.write_text(
        f'jetstream {{ store_dir: "{folder}" }}\n'
        f'tls {{ cert_file: "{folder}/own.pem", key_file: "{folder}/own.key" }}\n'
    )
    return configuration, folder / "ca.pem"
