"""What the server offers to clients, and which keys it takes."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import SSHPacket

from caravan_tui.serving import Server

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("ssh")]

WEAK = re.compile(r"sha1|md5|cbc|arcfour|3des|umac-64|none|group1-|dss|sha224|^ssh-rsa|blowfish")
"""What OpenSSH no longer offers. The compression may not be "none" either, see `COMPRESSION`."""


async def offered(port: int) -> list[list[str]]:
    """The lists of the server's first packet, as it sends them to anybody."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"SSH-2.0-test\r\n")
    assert (await reader.readline()).startswith(b"SSH-2.0-caravan_tui")
    size = int.from_bytes(await reader.readexactly(4))
    body = await reader.readexactly(size)
    writer.close()
    packet = SSHPacket(body[1 : len(body) - body[0]])
    assert packet.get_byte() == 20  # KEXINIT
    packet.get_bytes(16)
    return [[name.decode() for name in packet.get_namelist()] for _list in range(8)]


async def test_no_weak_algorithm_is_offered(server: Server) -> None:
    lists = await offered(server.port)
    assert all(lists) and sum(map(len, lists)) > 20
    assert not [name for names in lists for name in names if WEAK.search(name)]
    assert "curve25519-sha256" in lists[0] and "kex-strict-s-v00@openssh.com" in lists[0]


@pytest.mark.parametrize(
    ("kind", "more"),
    [("ssh-rsa", {"key_size": 1024}), ("ssh-rsa", {"key_size": 2047}), ("ssh-dss", {})],
)
async def test_weak_keys_are_refused(
    server: Server, new_client: Any, kind: str, more: dict[str, Any]
) -> None:
    key = asyncssh.generate_private_key(kind, **more)
    with pytest.raises(asyncssh.PermissionDenied):
        await new_client(key).connect(signature_algs=["ssh-dss", "rsa-sha2-256"])


async def test_a_signature_with_sha1_is_refused(server: Server, new_client: Any) -> None:
    key = asyncssh.generate_private_key("ssh-rsa", key_size=2048)
    with pytest.raises(asyncssh.PermissionDenied):
        await new_client(key).connect(signature_algs=["ssh-rsa", "ssh-ed25519"])
    await new_client(key).connect(signature_algs=["rsa-sha2-256", "ssh-ed25519"])


@pytest.mark.parametrize("kind", ["ssh-ed25519", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp521"])
async def test_usual_keys_are_taken(server: Server, new_client: Any, kind: str) -> None:
    await new_client(asyncssh.generate_private_key(kind)).connect()
