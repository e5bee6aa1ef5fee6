"""Names of accounts, and invite codes."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from caravan_tui.server.accounts import (
    AccountNameError,
    Accounts,
    InviteError,
    account_id_of,
    check_name,
    create_invite,
)
from tests.server.lobby_harness import server_config


@pytest.mark.parametrize(
    "name",
    ["", "x", "\x1b[31mred", "a" * 17, " a b", "a  b", "💥💥", "a\u202eb", "../etc", "漢字", "12"],
)
def test_invalid_names_are_refused(name: str) -> None:
    with pytest.raises(AccountNameError):
        check_name(name)


def test_names_that_look_alike_are_the_same(tmp_path: Path) -> None:
    given = server_config(tmp_path)
    given.make_folders()
    accounts = Accounts(given)
    accounts.create(account_id_of("a"), "Zoë B")
    with pytest.raises(AccountNameError, match="taken"):
        accounts.check_name_available("zoë-b")
    accounts.check_name_available("Zoé")


def test_an_invite_code_works_once_and_expires(tmp_path: Path) -> None:
    settings = server_config(tmp_path)
    settings.make_folders()
    code, late = create_invite(settings), create_invite(settings, days=-1.0)
    accounts = Accounts(settings)
    files = (path for path in tmp_path.rglob("*") if path.is_file())
    assert not any(code.encode() in path.read_bytes() for path in files)
    for number, wrong in enumerate(("AAAA-AAAA-AAAA", late, "")):
        assert not accounts.is_valid_invite(wrong)
        with pytest.raises(InviteError):
            accounts.create(account_id_of(str(number)), f"Eve {number}", wrong)
    assert accounts.is_valid_invite(code) and accounts.is_valid_invite(code.lower())
    accounts.create(account_id_of("a"), "Anna", code.lower())
    assert not accounts.is_valid_invite(code)
    with pytest.raises(InviteError):
        accounts.create(account_id_of("b"), "Ben", code)
    assert [account.name for account in accounts.all()] == ["Anna"]


def test_an_account_that_cannot_be_saved_keeps_its_invite_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = server_config(tmp_path)
    settings.make_folders()
    code, accounts = create_invite(settings), Accounts(settings)

    def full(_account: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(accounts, "save", full)
        with pytest.raises(OSError, match="No space"):
            accounts.create(account_id_of("a"), "Anna", code)
    assert accounts.is_valid_invite(code) and not accounts.all()
    assert accounts.create(account_id_of("a"), "Anna", code).name == "Anna"


def test_what_a_killed_server_left_half_written_is_swept(tmp_path: Path) -> None:
    given = server_config(tmp_path)
    given.make_folders()
    Accounts(given).create(account_id_of("a"), "Anna")
    account = given.home / "accounts" / account_id_of("a")
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    halves = [
        folder / f".{name}.{ended.pid}.tmp"
        for folder, name in (
            (given.home, "lobby.json"),
            (given.home / "invites", "code.json"),
            (account, "account.json"),
        )
    ]
    for half in halves:
        half.write_bytes(b"{")
    given.make_folders()
    assert not any(half.exists() for half in halves)
    assert (account / "account.json").exists()
