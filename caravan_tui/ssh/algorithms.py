"""The algorithms that a server offers, and the keys that it takes: what OpenSSH itself offers by
default. asyncssh would also take SHA-1, short RSA keys and 64-bit tags."""

from __future__ import annotations

import asyncssh
from asyncssh.kex import get_kex_algs

_WANTED_KEX = (
    "mlkem768x25519-sha256", "curve25519-sha256", "curve25519-sha256@libssh.org",
    "ecdh-sha2-nistp256", "ecdh-sha2-nistp384", "ecdh-sha2-nistp521",
    "diffie-hellman-group16-sha512", "diffie-hellman-group18-sha512",
    "diffie-hellman-group14-sha256",
)  # fmt: skip
KEX = [name for name in _WANTED_KEX if name.encode() in get_kex_algs()]
"""Without ML-KEM where its library is not installed."""

ENCRYPTION = [
    "chacha20-poly1305@openssh.com", "aes256-gcm@openssh.com", "aes128-gcm@openssh.com",
    "aes256-ctr", "aes192-ctr", "aes128-ctr",
]  # fmt: skip

MAC = [
    "umac-128-etm@openssh.com", "hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com",
    "umac-128@openssh.com", "hmac-sha2-256", "hmac-sha2-512",
]  # fmt: skip

SIGNATURES = [
    "sk-ssh-ed25519@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com", "ssh-ed25519",
    "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521",
    "rsa-sha2-512", "rsa-sha2-256",
]  # fmt: skip

SHORTEST_RSA = 2048
"""Bits of an RSA key."""
_RSA = "ssh-rsa"
"""The type of an RSA key; as a signature it would mean SHA-1."""


def is_strong(key: asyncssh.SSHKey) -> bool:
    """Whether a player's key is of a kind and length that cannot be forged."""
    kind = key.get_algorithm()
    if kind != _RSA:
        return kind in SIGNATURES
    return int(getattr(key.pyca_key, "key_size", 0)) >= SHORTEST_RSA


def demand_strong_signature(key: asyncssh.SSHKey) -> None:
    """Have a key verify signatures of the list above only. asyncssh tells clients the list, but
    goes on to verify every signature of the key's kind."""
    key.all_sig_algorithms = key.all_sig_algorithms & {name.encode() for name in SIGNATURES}
