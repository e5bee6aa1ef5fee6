"""The bytes of a view: all that a search is given of a match."""

from __future__ import annotations

import msgpack

from caravan_tui.games.contract import View


def pack(view: View) -> bytes:
    """The msgpack of a view."""
    data: bytes = msgpack.packb(view, use_bin_type=True)
    return data


def unpack(data: bytes) -> View:
    """A view from its bytes."""
    view: View = msgpack.unpackb(data, raw=False)
    return view
