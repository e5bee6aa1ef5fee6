"""An analysis that was waited for once is there after a restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.analysis import Analysis, analyse
from caravan_tui import i18n
from caravan_tui.engine import Match, Seat
from caravan_tui.hosts import kept_analyses
from caravan_tui.hosts.kept_analyses import KeptAnalyses
from caravan_tui.hosts.local import LocalHost
from caravan_tui.presentation.analyses import CACHE, cache_key, recall
from tests.app.looking_back_help import ended
from tests.app.test_analysis_screen import Searches


@pytest.fixture
def match() -> Match:
    return ended("decktet")


async def judged(match: Match, seat: int | None) -> Analysis:
    return await analyse(match.record, Searches().search, seat)


@pytest.mark.parametrize("seat", [0, None])
async def test_an_analysis_is_read_as_it_was_kept(
    match: Match, seat: int | None, tmp_path: Path
) -> None:
    analysis = await judged(match, seat)
    assert any(verdict.is_error and verdict.reason for verdict in analysis.verdicts)
    KeptAnalyses(tmp_path).keep(match, seat, analysis)
    assert KeptAnalyses(tmp_path).read(match, seat) == analysis
    assert KeptAnalyses(tmp_path).read(match, 1) is None, "of another seat's decisions"


async def test_it_is_not_read_for_another_match_or_in_another_language(
    match: Match, tmp_path: Path
) -> None:
    kept = KeptAnalyses(tmp_path)
    kept.keep(match, 0, Analysis(total=1))
    other = ended("decktet")
    other.record.id = match.record.id
    other.record.log[-1:] = []
    assert kept.read(other, 0) is None, "a file of the same name from somebody else"
    i18n.use("fr")
    try:
        assert kept.read(match, 0) is None, "its words are English"
    finally:
        i18n.use("en")
    assert kept.read(match, 0) == Analysis(total=1)


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "huge"])
def test_a_damaged_file_is_searched_again(match: Match, damage: str, tmp_path: Path) -> None:
    kept = KeptAnalyses(tmp_path)
    kept.keep(match, 0, Analysis(total=7))
    (file,) = tmp_path.iterdir()
    data = file.read_bytes()
    file.write_bytes(
        {
            "cut": data[:-3],
            "flipped": data[:-1] + bytes([data[-1] ^ 1]),
            "empty": b"",
            "huge": data + bytes(kept_analyses.MOST_BYTES),
        }[damage]
    )
    assert kept.read(match, 0) is None
    kept.keep(match, 0, Analysis(total=8))
    assert kept.read(match, 0) == Analysis(total=8)


def test_no_more_are_kept_than_may_be_and_a_folder_that_is_none_costs_nothing(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_analyses, "MOST_FILES", 3)
    kept = KeptAnalyses(tmp_path / "analyses")
    for seed in range(5):
        match.record.seed = seed
        kept.keep(match, 0, Analysis(total=seed))
    assert len(list((tmp_path / "analyses").iterdir())) == 3
    assert kept.read(match, 0) == Analysis(total=4), "the newest stays"
    (tmp_path / "file").write_text("no folder")
    KeptAnalyses(tmp_path / "file").keep(match, 0, Analysis())


async def test_what_was_kept_is_known_after_a_restart_of_finished_matches_alone(
    match: Match,
) -> None:
    host = LocalHost()
    key = cache_key(match, 0)
    await host.keep_analysis(Analysis(total=5), match, 0)
    CACHE.clear()
    await recall(host, match)
    assert CACHE[key] == Analysis(total=5)
    running = Match.new("decktet", {}, [Seat("person", "Ann"), Seat("porter")], seed=1)
    assert await host.kept_analyses(running) == {}
