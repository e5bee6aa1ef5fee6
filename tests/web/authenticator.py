"""An authenticator in software, which makes and uses passkeys as browsers do."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url as encoded

PRESENT, VERIFIED, ATTESTED = 1, 4, 64


class Authenticator:
    """Holds one passkey."""

    def __init__(self, origin: str) -> None:
        """`origin`: of the page that uses it."""
        self.origin = origin
        self.id = os.urandom(32)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.flags = PRESENT | VERIFIED
        self.count = 0

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer the options of `navigator.credentials.create`."""
        numbers = self.key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        cose = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        facts = self._facts(options["rp"]["id"], ATTESTED)
        facts += bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cose
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": facts})
        client = self._client("webauthn.create", options)
        return self._answer(client, attestationObject=encoded(attestation))

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer the options of `navigator.credentials.get`."""
        self.count += 1
        facts, client = self._facts(options["rpId"]), self._client("webauthn.get", options)
        signature = self.key.sign(facts + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(client, authenticatorData=encoded(facts), signature=encoded(signature))

    def _facts(self, relying_party: str, flags: int = 0) -> bytes:
        name = sha256(relying_party.encode()).digest()
        return name + bytes([self.flags | flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        return json.dumps(
            {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        ).encode()

    def _answer(self, client: bytes, **response: str) -> dict[str, Any]:
        return {
            "id": encoded(self.id),
            "rawId": encoded(self.id),
            "type": "public-key",
            "response": {"clientDataJSON": encoded(client), **response},
            "clientExtensionResults": {},
        }
