"""Replays as a page: complete, alone, and without what their reader may not know."""

from __future__ import annotations

import base64
import json
import re
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from caravan_tui.cli.saves import saves
from caravan_tui.engine.playback import Playback
from caravan_tui.terminal.html import page
from caravan_tui.terminal.svg import Frame
from tests.support.matches import ended, save

WORDS = dict.fromkeys(("previous", "play", "space", "next", "position"), "word")


def page_of(*texts: str) -> str:
    """A page of one row for each text."""
    frames = [
        Frame([Strip([Segment(text, Style.parse("bold red"))]), Strip([Segment("same")])], 1.0)
        for text in texts
    ]
    return page(frames, "A <title>", ("#ffffff", "#000000"), "en", WORDS)


def data_of(text: str) -> dict[str, list[object]]:
    """The frames in a page."""
    found = re.search(r'id="data">(.*?)</script>', text, re.S)
    assert found is not None
    return json.loads(found[1])  # type: ignore[no-any-return]


def test_every_row_is_in_the_page_once() -> None:
    data = data_of(page_of("one", "two", "one"))
    assert data["frames"] == [[0, 1], [2, 1], [0, 1]]
    assert len(data["rows"]) == 3 and "two" in str(data["rows"][2])


def test_only_the_pages_own_script_may_run_and_nothing_is_fetched() -> None:
    text = page_of("</script><script>alert(1)</script>", "<b>&")
    assert text.count("</script>") == 2 and "alert(1)</script>" not in text
    script = re.findall(r"<script>(.*?)</script>", text, re.S)[-1]
    digest = base64.b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in text and "default-src 'none'" in text
    assert not re.search(r"(src|href)=|https?://", text)
    assert "A &lt;title&gt;" in text


def test_a_saved_match_is_exported_as_a_page_with_every_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")  # both are set by the command
    monkeypatch.setenv("COLORTERM", "")
    match = save(ended("decktet"))
    target = tmp_path / "match.html"
    result = CliRunner().invoke(saves, ["export", match.record.id[:8], str(target)])
    assert result.exit_code == 0, result.output
    data = data_of(target.read_text("utf-8"))
    assert len(data["frames"]) == Playback(match).last + 1
    wrong = CliRunner().invoke(saves, ["export", match.record.id, str(target), "--eyes", "x"])
    assert wrong.exit_code == 2 and "--eyes" in wrong.output


def test_a_page_without_a_frame_is_none() -> None:
    with pytest.raises(ValueError, match="frame"):
        page([], "", ("#ffffff", "#000000"), "en", WORDS)
