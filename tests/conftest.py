"""What every test gets: English texts, whatever the machine speaks, and a home folder."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from caravan_tui import i18n
from caravan_tui.screens.table import tutorial
from tests.support import stylesheets as stylesheets
from tests.support.home import home as home

# A busy machine may stop for seconds between two draws: that is no fault of a test.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")

if i18n.system_language() != "en":
    if os.environ.get("LC_ALL"):
        os.environ["LC_ALL"] = "C.UTF-8"
    os.environ["LC_MESSAGES"] = "C"


@pytest.fixture(autouse=True)
def _reset_language() -> Iterator[None]:
    """Return to English after a test that changes the language."""
    yield
    i18n.use(None)


@pytest.fixture(autouse=True)
def _read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let keys go on from words that nobody has to read here."""
    monkeypatch.setattr(tutorial, "READING_SECONDS", (0.0, 0.0))
    monkeypatch.setattr(tutorial, "WORD_SECONDS", 0.0)
    monkeypatch.setattr(tutorial, "REPEAT_SECONDS", 0.0)
    monkeypatch.setattr(tutorial, "END_SECONDS", 0.0)


def pytest_collection_finish() -> None:
    """Leave what was imported out of garbage collection, which apps trigger all the time: a sixth
    of the processor time of the tests of screens."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
