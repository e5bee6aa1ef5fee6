"""Files of every version can be opened, played on and saved."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random

import msgpack
import msgspec
import pytest

from saves import format, migrations
from saves.header import Meta
from saves.profile import Result
from saves.store import Store

FILES = sorted(Path(__file__).with_name("data").glob("*.caravan"))


def test_there_is_a_file_of_every_version_up_to_this_one() -> None:
    versions = {format.read_header(path.read_bytes())[1] for path in FILES}
    assert versions == set(range(1, migrations.NEWEST + 1))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_an_older_version_is_listed_opened_played_on_and_saved(
    path: Path, store: Store
) -> None:
    expected = json.loads(path.with_suffix(".json").read_text("utf-8"))
    store.folder.mkdir()
    shutil.copy(path, store.folder)
    listing = store.listing()
    assert listing.notices == []
    (entry,) = listing.entries
    assert entry.status == "ok"
    assert entry.header is not None
    assert entry.header.meta == Meta("Written long ago", 754, "2026-03-01", None)
    assert list(entry.header.scores) == expected["scores"]
    assert entry.header.round == expected["round"]
    assert entry.header.changed == 1_800_000_000
    match, notes = store.load(entry.id)
    assert notes == []
    assert match.record.log == expected["log"]
    assert match.to_act == expected["to_act"]
    assert match.legal(match.to_act) == expected["legal"]
    assert list(match.scores) == expected["scores"]
    if match.record.rules == match.game.spec.rules_version:
        replayed = format.restore(format.read(path.read_bytes()), trusted=False)
        assert replayed.game.encode(replayed.state) == match.game.encode(match.state)
    rng = Random(1)
    while not match.over and match.version < 1_500:
        match.act(match.to_act, rng.choice(match.legal(match.to_act)))
    store.save_now(match)
    again, _ = store.load(entry.id)
    assert again.record == match.record


def test_the_docs_name_every_field(store: Store) -> None:
    page = (Path(__file__).parents[2] / "docs" / "save-format.md").read_text("utf-8")
    parts = format.split(FILES[0].read_bytes())
    names = {field.encode_name for field in msgspec.structs.fields(Result)}
    for packed in (parts.header, parts.record, parts.state):
        assert packed is not None
        names |= set(msgpack.unpackb(packed))
    assert [name for name in sorted(names) if f"`{name}`" not in page] == []
