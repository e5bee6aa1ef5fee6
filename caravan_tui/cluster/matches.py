"""The matches between people of a cluster, each written by the host that has its lease."""

from __future__ import annotations

import logging
from collections.abc import Collection

from caravan_tui.bus.wording import of_os_error
from caravan_tui.cluster.buckets import Bucket, BucketError, StaleError
from caravan_tui.cluster.leases import Leases
from caravan_tui.engine import Match, Sentence
from caravan_tui.i18n import _
from saves import format
from saves.errors import MissingError, SaveError, UnreachableError
from saves.header import Meta

log = logging.getLogger(__name__)


class ClusterMatches:
    """A `MatchStore` in the broker. A host that has lost the lease of a match cannot overwrite it:
    the one that has taken it has written the match again, and so has changed its revision."""

    confirms_saves = True

    def __init__(self, bucket: Bucket, trash: Bucket, leases: Leases) -> None:
        """`trash`: keeps removed matches for a while."""
        self._bucket, self._trash, self._leases = bucket, trash, leases
        self._revisions: dict[str, int] = {}

    async def load(self, match_id: str) -> Match:
        try:
            entry = await self._bucket.get(match_id)
            if entry is None or entry.value is None:
                raise MissingError(_("There is no saved match '{id}'.").format(id=match_id))
            # From here on nothing that the host before has under way is accepted.
            self._revisions[match_id] = await self._bucket.update(
                match_id, entry.value, entry.revision
            )
        except StaleError as error:
            self._leases.lose(match_id)
            raise UnreachableError(str(error), sentence=of_os_error(error)) from None
        except BucketError as error:
            raise UnreachableError(str(error), sentence=of_os_error(error)) from None
        return format.restore(format.read(entry.value))

    async def is_new(self, match_id: str) -> bool:
        try:
            return await self._bucket.get(match_id) is None
        except BucketError as error:
            raise UnreachableError(str(error), sentence=of_os_error(error)) from None

    async def save(self, match: Match) -> None:
        match_id, data = match.record.id, format.pack(match, Meta())
        if not self._leases.token(match_id):
            raise SaveError("", sentence=Sentence("match_moved"))
        try:
            self._revisions[match_id] = await self._leases.write(
                self._bucket, match_id, data, self._revisions.get(match_id)
            )
        except StaleError:
            raise SaveError("", sentence=Sentence("match_moved")) from None
        except BucketError as error:
            raise UnreachableError(str(error), sentence=of_os_error(error)) from None

    async def discard(self, match_id: str) -> None:
        self._revisions.pop(match_id, None)
        try:
            entry = await self._bucket.get(match_id)
            if entry is not None and entry.value is not None:
                await self._trash.put(match_id, entry.value)
                await self._bucket.delete(match_id, entry.revision)
        except BucketError as error:
            log.warning("the match %s is not removed: %s", match_id, error)

    def may_change(self, match_id: str) -> bool:
        return self._leases.is_own(match_id)

    def release(self, match_id: str) -> None:
        self._revisions.pop(match_id, None)

    def release_all(self) -> None:
        self._revisions.clear()

    async def tidy(self, wanted: Collection[str]) -> list[str]:
        return []  # another host may serve what this one does not know
