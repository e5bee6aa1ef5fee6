"""Has one broker write for all buckets, so that the loss of any other one delays nothing.

Each bucket has a leader among the brokers that hold it, chosen anew when that is lost, which takes
seconds. A move needs several buckets, so with leaders here and there the loss of almost any broker
stops every table; with all of them at one broker it is the loss of that one alone.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Callable, Iterable

import nats.errors
from attrs import frozen
from nats.aio.client import Client

from caravan_tui.cluster.buckets import TIMEOUT, stream_of

log = logging.getLogger(__name__)

LOOK_SECONDS = 3.0
"""Between two looks for buckets with another leader."""


@frozen
class _Held:
    """Who holds a bucket."""

    leader: str
    followers: frozenset[str]
    """The brokers that have everything, and can lead at once."""


class Leaders:
    """Keeps the leaders of buckets together."""

    def __init__(self, client: Client, names: Iterable[str], is_here: Callable[[], bool]) -> None:
        """`names`: of the buckets; `is_here`: whether this host is the one that does it."""
        self._client, self._is_here = client, is_here
        self._streams = [stream_of(name) for name in names]
        self._keeping: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Keep them together from now on."""
        self._keeping = asyncio.get_running_loop().create_task(self._keep(), name="leaders")

    def stop(self) -> None:
        """Leave them where they are."""
        if self._keeping is not None:
            self._keeping.cancel()

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if self._is_here():
                try:
                    await self.gather()
                except (nats.errors.Error, TimeoutError) as error:
                    log.info("the leaders of the buckets stay where they are: %s", error)

    async def gather(self) -> None:
        """Move leaders to the broker that has most of them. Raises errors of the library."""
        held = {stream: await self._held(stream) for stream in self._streams}
        counts = Counter(holders.leader for holders in held.values())
        chosen = max(counts, key=lambda broker: (counts[broker], broker))
        for stream, holders in held.items():
            if holders.leader and holders.leader != chosen and chosen in holders.followers:
                await self._client.request(
                    f"$JS.API.STREAM.LEADER.STEPDOWN.{stream}",
                    json.dumps({"placement": {"preferred": chosen}}).encode(),
                    TIMEOUT,
                )

    async def _held(self, stream: str) -> _Held:
        cluster = (await self._client.jetstream(timeout=TIMEOUT).stream_info(stream)).cluster
        if cluster is None:  # a broker alone
            return _Held("", frozenset())
        peers = cluster.replicas or []
        current = frozenset(peer.name or "" for peer in peers if peer.current and not peer.offline)
        return _Held(cluster.leader or "", current)
