"""The verdict on what pip-audit says."""

from __future__ import annotations

import json

import pytest

from tools import audit
from tools.audit import main, verdict


def answer(**more: object) -> str:
    package = {"name": "asyncssh", "version": "2.0", "vulns": [], **more}
    return json.dumps({"dependencies": [package], "fixes": []})


def test_a_known_vulnerability_fails() -> None:
    result = verdict(answer(vulns=[{"id": "CVE-1"}]), "")
    assert result.flaws == ["asyncssh 2.0: CVE-1"] and result.exit_code == 1


def test_packages_without_one_pass_with_their_number() -> None:
    result = verdict(answer(), "")
    assert (result.audited, result.flaws, result.gaps, result.exit_code) == (1, [], [], 0)


def test_what_was_not_looked_at_is_named_and_does_not_pass() -> None:
    skipped = {"name": "attrs", "skip_reason": "not on the index"}
    both = json.loads(answer())["dependencies"] + [skipped]
    result = verdict(json.dumps({"dependencies": both}), "")
    assert result.gaps == ["NOT AUDITED: attrs"] and result.exit_code == 2


def test_where_no_list_of_vulnerabilities_answers_one_line_says_so_and_it_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "ask", lambda _lock: (answer(skip_reason="Not on PyPI"), ""))
    assert main(["a.lock", "b.lock"]) == 2
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        f"{name}.lock: NOT AUDITED: none of its 1 packages. Of the first: Not on PyPI"
        for name in "ab"
    ]
    assert err.startswith("NOTHING WAS AUDITED: no list of vulnerabilities answers here")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("text", ["", "{}", "[]", "Traceback", '{"dependencies": []}'])
def test_without_an_answer_nothing_passes(text: str) -> None:
    assert verdict(text, "first\nno route to host\n").exit_code == 2


@pytest.mark.parametrize(
    "answers, code",
    [
        ([answer(), answer()], 0),
        ([answer(), ""], 2),
        (["", answer(vulns=[{"id": "CVE-1"}]), ""], 1),
    ],
)
def test_the_worst_file_decides(
    answers: list[str],
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    left = iter(answers)
    monkeypatch.setattr(audit, "ask", lambda _lock: (next(left), "no route to host"))
    assert main([f"{number}.lock" for number in range(len(answers))]) == code
    out, err = capsys.readouterr()
    assert out.count("NOT AUDITED: no route to host") == answers.count("")
    assert ("AUDITED: " in err) == ("" in answers)
