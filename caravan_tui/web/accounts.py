"""The accounts of browsers: sign up with a code, link another device, sign out."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from aiohttp import web
from msgspec import Meta

from caravan_tui.i18n import in_language, later
from caravan_tui.server.accounts import LINK_MINUTES, Account, InviteError, LinkError
from caravan_tui.server.names import AccountNameError
from caravan_tui.sessions.admission import (
    BAD_INVITE,
    NOT_SAVED,
    TOO_MANY_CODES,
    CapacityError,
    penalize_wrong_code,
)
from caravan_tui.sessions.gate import RateLimits
from caravan_tui.sessions.session import BANNED, SessionServices
from caravan_tui.web.browsers import Browser, Cookies, new_browser
from caravan_tui.web.passkeys import Passkeys, has_name
from caravan_tui.web.problems import ProblemError
from caravan_tui.web.requests import LANGUAGE, ORIGIN, PEER

T = TypeVar("T")

LINKS_PER_MINUTE = 5
"""Link codes that one address may get."""
_NEEDS_CODE = later("Enter an invite code. Ask whoever runs this server for one.")
_SIGNED_OUT = later("This browser is not signed in.")
_BAD_REQUEST = later("Unsupported request.")


class SignUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants to play from this browser."""

    name: Annotated[str, Meta(max_length=64)] = ""
    """Of a new account; empty: not chosen yet, or that of the code."""
    code: Annotated[str, Meta(max_length=64)] = ""
    """An invite code, or one that links this browser to an account."""


class BrowserAccounts:
    """Answers what the page asks about the account of its browser."""

    def __init__(self, services: SessionServices, cookies: Cookies) -> None:
        self._services = services
        self._cookies = cookies
        self._links = RateLimits()
        self._passkeys = Passkeys(services)

    # Requests

    async def show(self, request: web.Request) -> web.Response:
        """Whose browser this is, and what it needs to become somebody's."""
        browser = self._cookies.read(request.cookies, request[ORIGIN])
        account = None if browser is None else self._services.accounts.of_key(browser.key)
        policy = self._services.config.policy
        facts: dict[str, object] = {"name": account.name if account else "", "policy": policy}
        facts["has_passkeys"] = has_name(request[ORIGIN])
        if account is not None:
            facts["passkeys"] = len(account.passkeys)
            facts["is_only_key"] = not self._other_keys(account)
        response = web.json_response(facts)
        if browser is not None and account is not None and browser.is_old:
            self._cookies.write(response, browser, request[ORIGIN])
        return response

    async def sign_up(self, request: web.Request) -> web.Response:
        """Create an account for this browser, or link it to one."""
        with in_language(request[LANGUAGE]):
            try:
                wish = await _body(request, SignUp)
                browser = new_browser()
                account = await self._sign_up(wish, browser, request[PEER])
            except ProblemError as problem:
                return problem.response()
            if account is None:  # the code is good, a name is missing
                return web.json_response({"name": ""})
            response = web.json_response({"name": account.name})
            self._cookies.write(response, browser, request[ORIGIN])
            return response

    async def link(self, request: web.Request) -> web.Response:
        """A code that leads an SSH key or another browser to the account."""
        with in_language(request[LANGUAGE]):
            try:
                account, _browser = self._signed_in(request)
                if not self._links.take(request[PEER], LINKS_PER_MINUTE / 60.0, LINKS_PER_MINUTE):
                    raise ProblemError(TOO_MANY_CODES, 429)
                try:
                    code = await self._services.accounts.create_link(account)
                except OSError:
                    raise ProblemError(NOT_SAVED, 503) from None
            except ProblemError as problem:
                return problem.response()
            return web.json_response({"code": code, "minutes": round(LINK_MINUTES)})

    async def leave(self, request: web.Request) -> web.Response:
        """Sign this browser out: its cookie leads to the account no longer."""
        with in_language(request[LANGUAGE]):
            try:
                account, browser = self._signed_in(request)
                session = self._services.session_of(account.id)
                try:
                    await self._services.accounts.unlink(account, browser.key)
                except OSError:
                    raise ProblemError(NOT_SAVED, 503) from None
            except ProblemError as problem:
                return problem.response()
            if session is not None:
                session.end(later("You signed out."))
            self._services.audit_log.write("unlinked", account=account.id, kind="browser")
            response = web.json_response({})
            self._cookies.forget(response, request[ORIGIN])
            return response

    # Passkeys

    async def passkey_options(self, request: web.Request) -> web.Response:
        """What a browser needs to make a passkey for its account."""
        with in_language(request[LANGUAGE]):
            try:
                account, _browser = self._signed_in(request)
                options = self._passkeys.creation_options(account, request[ORIGIN])
            except ProblemError as problem:
                return problem.response()
        return web.json_response(text=options)

    async def save_passkey(self, request: web.Request) -> web.Response:
        """Save the passkey that a browser has made."""
        with in_language(request[LANGUAGE]):
            try:
                account, _browser = self._signed_in(request)
                await self._passkeys.save(account, await _credential(request), request)
            except ProblemError as problem:
                return problem.response()
        return web.json_response({"passkeys": len(account.passkeys)})

    async def remove_passkeys(self, request: web.Request) -> web.Response:
        """Remove every passkey of the account."""
        with in_language(request[LANGUAGE]):
            try:
                account, _browser = self._signed_in(request)
                await self._passkeys.remove(account)
            except ProblemError as problem:
                return problem.response()
        return web.json_response({"passkeys": 0})

    async def sign_in_options(self, request: web.Request) -> web.Response:
        """What a browser needs to sign in with a passkey."""
        with in_language(request[LANGUAGE]):
            try:
                options = self._passkeys.request_options(request)
            except ProblemError as problem:
                return problem.response()
        return web.json_response(text=options)

    async def sign_in(self, request: web.Request) -> web.Response:
        """Link this browser to the account of a passkey."""
        with in_language(request[LANGUAGE]):
            try:
                account, browser = await self._passkeys.sign_in(await _credential(request), request)
            except ProblemError as problem:
                return problem.response()
        response = web.json_response({"name": account.name})
        self._cookies.write(response, browser, request[ORIGIN])
        return response

    # Accounts

    def _signed_in(self, request: web.Request) -> tuple[Account, Browser]:
        """The account of this browser. Raises ProblemError."""
        browser = self._cookies.read(request.cookies, request[ORIGIN])
        account = None if browser is None else self._services.accounts.of_key(browser.key)
        if browser is None or account is None:
            raise ProblemError(_SIGNED_OUT, 401)
        return account, browser

    def _other_keys(self, account: Account) -> int:
        """How many keys and passkeys but one lead to an account."""
        return len(account.keys) + len(account.passkeys) - account.retired

    async def _sign_up(self, wish: SignUp, browser: Browser, address: str) -> Account | None:
        """The account for a browser; None if only a name is missing. Raises ProblemError."""
        services = self._services
        accounts, policy = services.accounts, services.config.policy
        try:
            services.admission.check_capacity(address, browser.key)
        except CapacityError as error:
            raise ProblemError(error.text, 503) from None
        code = wish.code.strip()
        if not code and policy != "open":
            raise ProblemError(_NEEDS_CODE, 400)
        if code:
            invite = await self._try_code(code, address)
            if invite:
                return await self._link_browser(code, browser)
        if not wish.name.strip():
            return None
        try:
            account = await accounts.create(
                browser.key, wish.name.strip(), code if policy == "invite" else None
            )
        except AccountNameError as error:
            raise ProblemError(error.text, **error.values) from None
        except InviteError:
            raise ProblemError(BAD_INVITE) from None
        except OSError as error:
            services.audit_log.write("account_unsaved", account=browser.key, reason=str(error))
            raise ProblemError(NOT_SAVED, 503) from None
        services.audit_log.write("account", account=account.id, name=account.name)
        return account

    async def _try_code(self, code: str, address: str) -> str:
        """The account that a code links to, empty if it creates one. Raises ProblemError if it is
        good for neither."""
        services = self._services
        if not services.admission.take_invite_attempt(address):
            services.audit_log.write("refused", what="invites of this address", address=address)
            raise ProblemError(TOO_MANY_CODES, 429)
        invite = await services.accounts.invite(code)
        if invite is None or (not invite.account and services.config.policy == "keys"):
            services.audit_log.write("refused", what="invite", address=address)
            await penalize_wrong_code()
            raise ProblemError(BAD_INVITE)
        return invite.account

    async def _link_browser(self, code: str, browser: Browser) -> Account:
        services = self._services
        try:
            account = await services.accounts.link(code, browser.key)
        except InviteError:
            raise ProblemError(BAD_INVITE) from None
        except LinkError as error:
            raise ProblemError(error.text) from None
        except OSError as error:
            services.audit_log.write("account_unsaved", account=browser.key, reason=str(error))
            raise ProblemError(NOT_SAVED, 503) from None
        if account.banned:
            raise ProblemError(BANNED, 403)
        services.audit_log.write("linked", account=account.id, name=account.name, kind="browser")
        return account


async def _credential(request: web.Request) -> dict[str, Any]:
    """What the browser has made of a challenge. Raises ProblemError."""
    return await _body(request, dict[str, Any])


async def _body(request: web.Request, kind: type[T]) -> T:
    """What the page has sent. Raises ProblemError."""
    if request.content_type != "application/json":
        raise ProblemError(_BAD_REQUEST, 415)
    try:
        return msgspec.json.decode(await request.read(), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise ProblemError(_BAD_REQUEST, 400) from None
