"""Names of accounts, and invite codes."""

from __future__ import annotations

import errno
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from rich.cells import cell_len

from caravan_tui.server.accounts import (
    Accounts,
    InviteError,
    LinkError,
    account_id_of,
    browser_key,
    create_invite,
)
from caravan_tui.server.names import AccountNameError, are_alike, check_name, closest
from tests.server.lobby_harness import server_config


@pytest.mark.parametrize(
    "name",
    ["", "x", "\x1b[31mred", "a" * 17, " a b", "a  b", "💥💥", "a\u202eb", "../etc", "漢字", "12"],
)
def test_invalid_names_are_refused(name: str) -> None:
    with pytest.raises(AccountNameError):
        check_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Anna\u1160", "Anna\uffa0", "\u3164\u3164a", "\u0410nna", "\u0391nna", "\u2c6dnna",
        "An\u01c3na", "Аnnа", "Анna", "שלום", "سلام", "Anna²", "Ⅻa", "ａnna" * 2, "ꓮꓠꓠꓮ", "ᎪᏀᎪ",
        "Anna\u0301", "Anna\u200d", "Anna\u00ad", "Anna\n",
    ],
)  # fmt: skip
def test_names_of_letters_without_width_or_of_two_alphabets_are_refused(name: str) -> None:
    with pytest.raises(AccountNameError):
        check_name(name)


def test_every_character_of_a_name_takes_one_column_and_stands_where_it_is_written() -> None:
    taken = 0
    for code in range(sys.maxunicode + 1):
        char = chr(code)
        for name in (f"{char}a", f"{char}α", f"{char}а"):
            try:
                check_name(name)
            except AccountNameError:
                continue
            taken += 1
            assert cell_len(char) == 1, hex(code)
            assert unicodedata.bidirectional(char) in ("L", "EN", "ON", "ES", "CS"), hex(code)
            break
    assert 1_000 < taken < 1_700


@pytest.mark.parametrize("name", ["Zoë", "Łukasz", "O'Neil", "Иван", "Αλέξης", "Ali 2", "Đặng"])
def test_names_in_three_alphabets_are_taken(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize(
    "name", ["admin", "Ser-ver", "Trader", "caravan MASTER", "Négociant", "Ser-v er", "R00t"]
)
def test_names_of_the_server_and_of_seats_are_reserved(name: str) -> None:
    with pytest.raises(AccountNameError, match="reserved"):
        check_name(name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Сосо", "Coco"), ("АНА", "AHA"), ("ΑΝΝΑ", "Anna"), ("Bob", "B0b"), ("Lil", "Li1"),
        ("Ирод", "Ирoд"), ("Елена", "ЕЛЕНА"), ("Ηλίας", "ΗΛΊΑΣ"),
    ],
)  # fmt: skip
def test_names_that_are_taken_for_each_other(name: str, other: str) -> None:
    assert are_alike(name, other)
    assert not are_alike(name, f"{other}x")


def test_the_name_that_is_meant_is_the_one_that_is_closest() -> None:
    assert closest("anna", ["ΑΝΝΑ", "AnnA", "Anna"]) == "AnnA"
    assert closest("Anna", ["ΑΝΝΑ", "AnnA", "Anna"]) == "Anna"
    assert closest("Anna", ["ΑΝΝΑ"]) == "ΑΝΝΑ"
    assert closest("Anna", ["Ann"]) is None


async def test_names_that_look_alike_are_the_same(tmp_path: Path) -> None:
    given = server_config(tmp_path)
    given.make_folders()
    accounts = Accounts(given)
    await accounts.create(account_id_of("a"), "Zoë B")
    with pytest.raises(AccountNameError, match="taken"):
        accounts.check_name_available("zoë-b")
    accounts.check_name_available("Zoé")


async def test_an_invite_code_works_once_and_expires(tmp_path: Path) -> None:
    settings = server_config(tmp_path)
    settings.make_folders()
    code, late = create_invite(settings), create_invite(settings, days=-1.0)
    accounts = Accounts(settings)
    files = (path for path in tmp_path.rglob("*") if path.is_file())
    assert not any(code.encode() in path.read_bytes() for path in files)
    for number, wrong in enumerate(("AAAA-AAAA-AAAA", late, "")):
        assert not await accounts.is_valid_invite(wrong)
        with pytest.raises(InviteError):
            await accounts.create(account_id_of(str(number)), f"Eve {number}", wrong)
    assert await accounts.is_valid_invite(code) and await accounts.is_valid_invite(code.lower())
    await accounts.create(account_id_of("a"), "Anna", code.lower())
    assert not await accounts.is_valid_invite(code)
    with pytest.raises(InviteError):
        await accounts.create(account_id_of("b"), "Ben", code)
    assert [account.name for account in accounts.all()] == ["Anna"]


async def test_an_account_that_cannot_be_saved_keeps_its_invite_code(
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
            await accounts.create(account_id_of("a"), "Anna", code)
    assert await accounts.is_valid_invite(code) and not accounts.all()
    assert (await accounts.create(account_id_of("a"), "Anna", code)).name == "Anna"


async def test_what_root_makes_belongs_to_who_runs_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[str, int, int]] = []
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("os.chown", lambda path, *owner: given.append((Path(path).name, *owner)))
    home = tmp_path / "server"
    create_invite(server_config(home))
    owner = (tmp_path.stat().st_uid, tmp_path.stat().st_gid)
    (code,) = (path.name for path in (home / "invites").iterdir())
    assert given == [(name, *owner) for name in ("server", "accounts", "invites", "log", code)]
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    create_invite(server_config(home))
    assert len(given) == 5


async def test_what_a_killed_server_left_half_written_is_swept(tmp_path: Path) -> None:
    given = server_config(tmp_path)
    given.make_folders()
    await Accounts(given).create(account_id_of("a"), "Anna")
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


async def test_a_code_links_one_further_key_to_an_account_for_good(tmp_path: Path) -> None:
    config = server_config(tmp_path)
    config.make_folders()
    accounts = Accounts(config)
    first, second, third = account_id_of("first"), browser_key("second"), browser_key("third")
    anna = await accounts.create(first, "Anna")
    code = await accounts.create_link(anna)
    assert not await accounts.is_valid_invite(code)  # it creates no account
    with pytest.raises(InviteError):
        await accounts.create(third, "Ben", code)
    assert await accounts.link(code.lower().replace("-", " "), second) is anna
    with pytest.raises(InviteError):
        await accounts.link(code, third)
    again = Accounts(config)
    assert again.of_key(second) == again.of_key(first) == anna
    assert again.of_key(third) is None and again.get(second) is None


async def test_an_invite_code_links_no_key_and_a_key_with_an_account_is_not_linked(
    tmp_path: Path,
) -> None:
    config = server_config(tmp_path)
    config.make_folders()
    accounts = Accounts(config)
    anna = await accounts.create(account_id_of("anna"), "Anna")
    ben = await accounts.create(account_id_of("ben"), "Ben")
    with pytest.raises(InviteError):
        await accounts.link(create_invite(config), browser_key("x"))
    code = await accounts.create_link(anna)
    with pytest.raises(LinkError):
        await accounts.link(code, ben.id)
    assert await accounts.link(code, browser_key("x")) is anna  # the code was not used up


async def test_a_key_that_was_unlinked_opens_nothing(tmp_path: Path) -> None:
    config = server_config(tmp_path)
    config.make_folders()
    accounts = Accounts(config)
    first, second = browser_key("first"), account_id_of("second")
    anna = await accounts.create(first, "Anna")
    await accounts.link(await accounts.create_link(anna), second)
    await accounts.unlink(anna, first)
    for known in (accounts, Accounts(config)):
        assert known.of_key(first) is None
        assert known.of_key(second) == anna
    await accounts.unlink(anna, second)
    assert accounts.of_key(second) is None and accounts.get(first) is anna
    with pytest.raises(ValueError, match="exists"):
        await accounts.create(first, "Other")


async def test_a_link_that_cannot_be_saved_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = server_config(tmp_path)
    config.make_folders()
    accounts = Accounts(config)
    anna = await accounts.create(account_id_of("anna"), "Anna")
    code = await accounts.create_link(anna)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr("caravan_tui.files.write", full)
    with pytest.raises(OSError):
        await accounts.link(code, browser_key("x"))
    assert anna.keys == [] and accounts.of_key(browser_key("x")) is None
