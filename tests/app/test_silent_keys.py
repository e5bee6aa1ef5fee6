"""Every key that the foot of a screen names does something that can be seen, or says why not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from caravan_tui.terminal.compat import FooterKey
from tests.app.fast_keys import LastingApp, lasting_app, press_at_once, save_matches, settle
from tests.app.test_fast_keys import SCREENS, open_screen
from tests.nights import mostly_nightly
from tests.support.until import until

pytestmark = pytest.mark.usefixtures("no_workers")

SECONDS = 30.0
"""How long an answer to a key may take before it counts as none: with a process on every core of a
slow machine a match takes seconds to open."""


def answer(pilot: Pilot[Any]) -> tuple[object, ...]:
    """What a key may change: the picture, what is said in the corner, and whether the app ends."""
    app = pilot.app
    assert isinstance(app, LastingApp)
    picture = app.export_screenshot(simplify=True)
    return (
        app.screen_stack[:],
        picture.split("<style>")[-1],
        [note.message for note in app._notifications],
        app.quits,
    )


@pytest.mark.parametrize("size", mostly_nightly([(80, 24), (160, 50)]))
@pytest.mark.parametrize("name", mostly_nightly(["statistics", *SCREENS]))
async def test_no_key_of_the_footer_is_silent(
    name: str, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # what is exported goes there
    await save_matches(["decktet"])
    async with lasting_app(size) as pilot:
        screen = await open_screen(pilot, name)
        await until(lambda: screen.query(FooterKey), pilot)
        silent: list[str] = []
        for key in [footer.key for footer in screen.query(FooterKey)]:
            await open_screen(pilot, name)
            await settle(pilot)
            before = answer(pilot)
            press_at_once(pilot, key)
            await settle(pilot)
            try:
                await until(lambda before=before: answer(pilot) != before, pilot, SECONDS)
            except AssertionError:
                silent.append(key)
        assert not silent
