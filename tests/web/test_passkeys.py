"""Passkeys: saved in a browser that is signed in, used in any other, checked in every way."""

from __future__ import annotations

from typing import Any

import pytest
from webauthn.helpers import bytes_to_base64url

from caravan_tui.server.accounts import MAX_KEYS, MAX_PASSKEYS, Accounts, account_id_of
from caravan_tui.server.origins import parse_origin
from caravan_tui.serving import Server
from caravan_tui.sessions.gate import RateLimits
from caravan_tui.web import passkeys
from caravan_tui.web.passkeys import has_name
from tests.web.authenticator import PRESENT, Authenticator

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("web")]


@pytest.fixture(autouse=True)
def _no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passkeys, "TRIES_PER_MINUTE", 10_000)


@pytest.fixture
def named(address: str) -> str:
    """The page's address with a name, as passkeys need."""
    return address.rstrip("/").replace("127.0.0.1", "localhost")


def page_of(new_page: Any, named: str) -> Any:
    """A page at that address."""
    page = new_page(named)
    page.address = named
    return page


async def signed_up(new_page: Any, named: str, name: str) -> Any:
    """The page of a new account."""
    page = page_of(new_page, named)
    assert await page.post("/api/account", {"name": name}) == (200, {"name": name})
    return page


async def save(page: Any, authenticator: Authenticator) -> tuple[int, Any]:
    """Save a passkey for the account of a page."""
    status, options = await page.post("/api/passkey/options")
    assert status == 200, options
    return await page.post("/api/passkey", authenticator.create(options))  # type: ignore[no-any-return]


async def sign_in(page: Any, authenticator: Authenticator) -> tuple[int, Any]:
    """Sign a page in."""
    status, options = await page.post("/api/sign-in/options")
    assert status == 200, options
    return await page.post("/api/sign-in", authenticator.get(options))  # type: ignore[no-any-return]


async def test_a_passkey_signs_another_browser_in(
    server: Server, new_page: Any, named: str
) -> None:
    page, authenticator = await signed_up(new_page, named, "Petra"), Authenticator(named)
    facts = await (await page.get("/api/account")).json()
    assert facts["has_passkeys"] and facts["passkeys"] == 0 and facts["is_only_key"]
    assert await save(page, authenticator) == (200, {"passkeys": 1})
    facts = await (await page.get("/api/account")).json()
    assert facts["passkeys"] == 1 and not facts["is_only_key"]
    phone = page_of(new_page, named)
    assert await sign_in(phone, authenticator) == (200, {"name": "Petra"})
    assert (await (await phone.get("/api/account")).json())["name"] == "Petra"
    assert (await sign_in(page_of(new_page, named), authenticator))[0] == 200


async def test_an_ssh_key_and_a_passkey_lead_to_one_account_from_either_side(
    server: Server, new_page: Any, named: str
) -> None:
    accounts, authenticator = server.accounts, Authenticator(named)
    ssh = await accounts.create(account_id_of("of the laptop"), "Sheila")
    page = page_of(new_page, named)
    code = await accounts.create_link(ssh)  # as shown over SSH
    assert (await page.post("/api/account", {"code": code}))[0] == 200
    assert (await save(page, authenticator))[0] == 200
    assert (await page.post("/api/leave"))[0] == 200
    assert await sign_in(page, authenticator) == (200, {"name": "Sheila"})
    _status, link = await page.post("/api/link")  # as entered over SSH
    assert await accounts.link(link["code"], account_id_of("of the desktop")) is ssh
    assert accounts.of_key(account_id_of("of the desktop")) is ssh


async def test_passkeys_outlive_a_restart(server: Server, new_page: Any, named: str) -> None:
    page, authenticator = await signed_up(new_page, named, "Rita"), Authenticator(named)
    await save(page, authenticator)
    again = Accounts(server.config)
    account, passkey = again.of_passkey(bytes_to_base64url(authenticator.id))
    assert account is not None and account.name == "Rita" and passkey is not None


@pytest.mark.parametrize("flaw", ["origin", "site", "unverified", "signature", "unknown", "again"])
async def test_a_passkey_that_is_not_right_opens_nothing(
    server: Server, new_page: Any, named: str, flaw: str
) -> None:
    page, authenticator = await signed_up(new_page, named, f"Fl{flaw}"), Authenticator(named)
    await save(page, authenticator)
    stranger = page_of(new_page, named)
    _status, options = await stranger.post("/api/sign-in/options")
    if flaw == "origin":
        authenticator.origin = "https://evil.example"
    elif flaw == "site":
        options["rpId"] = "evil.example"
    elif flaw == "unverified":
        authenticator.flags = PRESENT
    elif flaw == "signature":
        authenticator.key = Authenticator(named).key
    elif flaw == "unknown":
        authenticator = Authenticator(named)
    answer = authenticator.get(options)
    if flaw == "again":
        assert (await page_of(new_page, named).post("/api/sign-in", answer))[0] == 200
    status, said = await stranger.post("/api/sign-in", answer)
    assert status in (400, 403) and said["text"].count("\n") == 0
    assert (await (await stranger.get("/api/account")).json())["name"] == ""


async def test_a_challenge_is_for_one_account_and_one_purpose(
    server: Server, new_page: Any, named: str
) -> None:
    anna = await signed_up(new_page, named, "AnnaP")
    eve = await signed_up(new_page, named, "EveP")
    authenticator = Authenticator(named)
    _status, options = await anna.post("/api/passkey/options")
    assert (await eve.post("/api/passkey", authenticator.create(options)))[0] == 400
    await save(anna, authenticator)
    _status, options = await anna.post("/api/passkey/options")
    options["rpId"] = options["rp"]["id"]
    assert (await eve.post("/api/sign-in", authenticator.get(options)))[0] == 400
    assert (await save(eve, authenticator))[0] == 409, "it is Anna's already"


async def test_garbage_in_place_of_a_passkey_gets_one_line(new_page: Any, named: str) -> None:
    page = await signed_up(new_page, named, "Gerda")
    good = Authenticator(named).create({"rp": {"id": "localhost"}, "challenge": "AAAA"})
    bodies: tuple[Any, ...] = (
        [], {}, {"response": []}, {"response": {"clientDataJSON": "%%%"}},
        {"response": {"clientDataJSON": "bnVsbA"}}, good, {**good, "response": {"x": 1}},
    )  # fmt: skip
    for body in bodies:
        for path in ("/api/passkey", "/api/sign-in"):
            status, answer = await page.post(path, body)
            assert status == 400 and answer["text"] and "\n" not in answer["text"], (path, body)
    _status, options = await page.post("/api/passkey/options")
    answer = Authenticator(named).create(options)
    answer["response"]["attestationObject"] = "AAAA"
    assert (await page.post("/api/passkey", answer))[0] == 400


async def test_only_who_is_signed_in_saves_and_removes_passkeys(new_page: Any, named: str) -> None:
    stranger = page_of(new_page, named)
    for path in ("/api/passkey/options", "/api/passkey", "/api/passkey/remove"):
        assert (await stranger.post(path, {}))[0] == 401
    page, authenticator = await signed_up(new_page, named, "Remo"), Authenticator(named)
    await save(page, authenticator)
    assert await page.post("/api/passkey/remove") == (200, {"passkeys": 0})
    assert (await sign_in(page_of(new_page, named), authenticator))[0] == 403


async def test_accounts_and_addresses_have_bounds(
    server: Server, new_page: Any, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, authenticator = await signed_up(new_page, named, "Bounds"), Authenticator(named)
    await save(page, authenticator)
    for _number in range(MAX_PASSKEYS - 1):
        assert (await save(page, Authenticator(named)))[0] == 200
    assert (await page.post("/api/passkey/options"))[0] == 409
    account = server.accounts.find_by_name("Bounds")
    assert account is not None
    account.keys = [account_id_of(str(number)) for number in range(MAX_KEYS)]
    assert (await sign_in(page_of(new_page, named), authenticator))[0] == 409
    account.keys = []
    account.banned = True
    assert (await sign_in(page_of(new_page, named), authenticator))[0] == 403
    account.banned = False
    monkeypatch.setattr(passkeys, "TRIES_PER_MINUTE", 7)
    take = RateLimits.take
    monkeypatch.setattr(RateLimits, "take", lambda *call: call[-1] != 7 and take(*call))
    assert (await page_of(new_page, named).post("/api/sign-in/options"))[0] == 429


async def test_an_address_without_a_name_has_no_passkeys(new_page: Any) -> None:
    page = new_page()
    assert (await page.post("/api/account", {"name": "Numb"}))[0] == 200
    assert (await (await page.get("/api/account")).json())["has_passkeys"] is False
    status, answer = await page.post("/api/passkey/options")
    assert status == 409 and "name" in answer["text"]
    names = {
        "https://games.example.org": True, "http://localhost:8080": True,
        "http://games.example.org": False, "https://10.0.0.1": False, "http://[::1]:8080": False,
    }  # fmt: skip
    assert {name: has_name(parse_origin(name)) for name in names} == names
