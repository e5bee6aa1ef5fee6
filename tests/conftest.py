"""The tests read English, whatever the language of the machine they run on."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from caravan_tui import words

if words.spoken() != "en":
    if os.environ.get("LC_ALL"):
        os.environ["LC_ALL"] = "C.UTF-8"
    os.environ["LC_MESSAGES"] = "C"


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """What one test speaks the next one does not."""
    yield
    words.use(None)
