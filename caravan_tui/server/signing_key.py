"""The key with which a server signs what it gives to browsers."""

from __future__ import annotations

import secrets
from pathlib import Path

from caravan_tui import files

KEY_BYTES = 32


def signing_key(path: Path) -> bytes:
    """The key in this file, created at the first start. Raises OSError."""
    if not path.exists():
        files.write(path, secrets.token_hex(KEY_BYTES).encode())
    return path.read_bytes()
