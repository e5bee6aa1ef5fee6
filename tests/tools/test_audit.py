"""The verdict on what pip-audit says."""

from __future__ import annotations

import json

import pytest

from tools.audit import verdict


def answer(**more: object) -> str:
    package = {"name": "asyncssh", "version": "2.0", "vulns": [], **more}
    return json.dumps({"dependencies": [package], "fixes": []})


def test_a_known_vulnerability_fails() -> None:
    is_clean, lines = verdict("app.lock", answer(vulns=[{"id": "CVE-1"}]), "")
    assert not is_clean and lines == ["app.lock: asyncssh 2.0: CVE-1"]


def test_packages_without_one_pass_with_their_number() -> None:
    assert verdict("app.lock", answer(), "") == (
        True,
        ["app.lock: 1 packages without a known vulnerability"],
    )


def test_what_was_not_looked_at_is_named() -> None:
    is_clean, lines = verdict("app.lock", answer(skip_reason="not on the index"), "")
    assert is_clean and lines == ["app.lock: NOT AUDITED: asyncssh"]


@pytest.mark.parametrize("text", ["", "{}", "[]", "Traceback"])
def test_without_an_answer_it_says_that_nothing_was_audited(text: str) -> None:
    _is_clean, lines = verdict("app.lock", text, "first\nno route to host\n")
    assert lines == ["app.lock: NOT AUDITED: no route to host"]
