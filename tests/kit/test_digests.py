"""A thousand seeded matches of each game come to what they always came to, in either build."""

from __future__ import annotations

import json

import pytest

from caravan_tui.games import registry
from tests.kit.digests import BLOCKS, RECORDED, digest_of_matches
from tests.nights import mostly_nightly


@pytest.mark.parametrize("block", mostly_nightly(range(BLOCKS)))
@pytest.mark.parametrize("name", registry.ids())
def test_matches_come_to_what_was_recorded(name: str, block: int) -> None:
    recorded = json.loads(RECORDED.read_text("utf-8"))
    assert digest_of_matches(name, block) == recorded[name][block]
