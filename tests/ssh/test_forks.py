"""What the processes that fork sessions say to each other."""

from __future__ import annotations

import socket

from caravan_tui.sessions import forks


def test_a_server_killed_with_packets_unread_is_gone_like_any_other() -> None:
    server, own = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with own:
        forks.send(own, "ended", 1, 0)
        server.close()
        assert forks.receive(own) == (b"", -1)
        children = forks.Children(own)
        children.add(1, 2)
        assert children.kill(3, 0) is False
