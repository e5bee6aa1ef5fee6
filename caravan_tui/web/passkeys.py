"""Passkeys: a player saves one in a browser that is signed in, and signs in with it in any other.

A passkey leads to the account and not to a session: who signs in with one gets a cookie as after an
invite code. It works where the page is known by a name, as browsers bind passkeys to names alone.
"""

from __future__ import annotations

import json
import secrets
import time
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web
from attrs import frozen
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from caravan_tui.i18n import later
from caravan_tui.server.accounts import MAX_PASSKEYS, Account, LinkError, Passkey
from caravan_tui.server.origins import Origin
from caravan_tui.sessions.admission import NOT_SAVED, TOO_MANY_CODES, penalize_wrong_code
from caravan_tui.sessions.gate import RateLimits
from caravan_tui.sessions.session import BANNED, SessionServices
from caravan_tui.web.browsers import Browser, new_browser
from caravan_tui.web.problems import ProblemError
from caravan_tui.web.requests import ORIGIN, PEER

NAME = "caravan_tui"
"""What browsers call the server in their lists of passkeys."""
CHALLENGE_SECONDS = 300.0
"""Time to answer a challenge."""
MOST_CHALLENGES = 1_000
"""Challenges that wait for an answer; of more the oldest go."""
TRIES_PER_MINUTE = 12
"""Passkeys that may be tried or saved from one address."""

_NOT_HERE = later("Passkeys need an address with a name. This one is a number.")
_BAD_PASSKEY = later("This passkey is not known here. Sign in with a code instead.")
_BAD_ANSWER = later("The passkey could not be checked. Try again.")
_EXPIRED = later("That took too long. Try again.")


def relying_party(origin: Origin) -> str:
    """The name to which browsers bind passkeys. Raises ProblemError if the origin has none."""
    name = urlsplit(str(origin)).hostname or ""
    if not has_name(origin):
        raise ProblemError(_NOT_HERE)
    return name


def has_name(origin: Origin) -> bool:
    """Whether there can be passkeys for an origin: its host is a name."""
    try:
        ip_address(urlsplit(str(origin)).hostname or "")
    except ValueError:
        return origin.is_secure or urlsplit(str(origin)).hostname == "localhost"
    return False


@frozen
class _Challenge:
    """What a browser was asked to sign."""

    account: str
    """Whose passkey is saved; empty: somebody signs in."""
    until: float


class Challenges:
    """What browsers were asked to sign. Each works once."""

    def __init__(self) -> None:
        self._waiting: dict[bytes, _Challenge] = {}

    def make(self, account: str = "") -> bytes:
        """A new challenge, to save a passkey of an account or, without one, to sign in."""
        now = time.monotonic()
        while self._waiting:
            oldest = next(iter(self._waiting))
            is_due = self._waiting[oldest].until < now
            if not is_due and len(self._waiting) < MOST_CHALLENGES:
                break
            del self._waiting[oldest]
        challenge = secrets.token_bytes(32)
        self._waiting[challenge] = _Challenge(account, now + CHALLENGE_SECONDS)
        return challenge

    def take(self, answer: dict[str, Any], account: str = "") -> bytes:
        """The challenge that an answer is to, used up by that. Raises ProblemError."""
        try:
            signed = json.loads(base64url_to_bytes(answer["response"]["clientDataJSON"]))
            challenge = base64url_to_bytes(signed["challenge"])
        except (LookupError, TypeError, ValueError, RecursionError):
            raise ProblemError(_BAD_ANSWER, 400) from None
        waiting = self._waiting.pop(challenge, None)
        is_good = waiting is not None and waiting.until > time.monotonic()
        if waiting is None or not is_good or waiting.account != account:
            raise ProblemError(_EXPIRED, 400)
        return challenge


class Passkeys:
    """Saves and checks passkeys."""

    def __init__(self, services: SessionServices) -> None:
        self._services = services
        self._challenges = Challenges()
        self._tries = RateLimits()

    # Saving one

    def creation_options(self, account: Account, origin: Origin) -> str:
        """What `navigator.credentials.create` needs, as JSON. Raises ProblemError."""
        if len(account.passkeys) >= MAX_PASSKEYS:
            raise ProblemError(later("This account has too many passkeys already."))
        options = generate_registration_options(
            rp_id=relying_party(origin),
            rp_name=NAME,
            user_id=account.id.encode(),
            user_name=account.name,
            challenge=self._challenges.make(account.id),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(base64url_to_bytes(each.id))
                for each in account.passkeys
            ],
        )
        return options_to_json(options)

    async def save(self, account: Account, answer: dict[str, Any], request: web.Request) -> None:
        """Save the passkey that a browser has made. Raises ProblemError."""
        self._count_try(request)
        origin = request[ORIGIN]
        challenge = self._challenges.take(answer, account.id)
        try:
            verified = verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=relying_party(origin),
                expected_origin=str(origin),
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, LookupError, TypeError, AttributeError):
            raise ProblemError(_BAD_ANSWER, 400) from None
        passkey = Passkey(
            bytes_to_base64url(verified.credential_id),
            bytes_to_base64url(verified.credential_public_key),
            verified.sign_count,
        )
        try:
            await self._services.accounts.add_passkey(account, passkey)
        except LinkError as error:
            raise ProblemError(error.text) from None
        except OSError:
            raise ProblemError(NOT_SAVED, 503) from None
        self._services.audit_log.write("linked", account=account.id, kind="passkey")

    async def remove(self, account: Account) -> None:
        """Remove every passkey of an account. Raises ProblemError."""
        try:
            await self._services.accounts.remove_passkeys(account)
        except OSError:
            raise ProblemError(NOT_SAVED, 503) from None
        self._services.audit_log.write("unlinked", account=account.id, kind="passkeys")

    # Signing in

    def request_options(self, request: web.Request) -> str:
        """What `navigator.credentials.get` needs, as JSON. Raises ProblemError."""
        self._count_try(request)
        options = generate_authentication_options(
            rp_id=relying_party(request[ORIGIN]),
            challenge=self._challenges.make(),
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return options_to_json(options)

    async def sign_in(
        self, answer: dict[str, Any], request: web.Request
    ) -> tuple[Account, Browser]:
        """The account that a passkey leads to, and this browser, which is linked to it now. Raises
        ProblemError."""
        services, origin = self._services, request[ORIGIN]
        challenge = self._challenges.take(answer)
        account, passkey = services.accounts.of_passkey(str(answer.get("id", ""))[:2048])
        if account is None or passkey is None:
            await self._refuse(request)
        assert account is not None and passkey is not None
        try:
            verified = verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=relying_party(origin),
                expected_origin=str(origin),
                credential_public_key=base64url_to_bytes(passkey.public_key),
                credential_current_sign_count=passkey.sign_count,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, LookupError, TypeError, AttributeError):
            await self._refuse(request)
        if account.banned:
            raise ProblemError(BANNED, 403)
        browser = new_browser()
        try:
            await services.accounts.link_by_passkey(
                account, passkey, verified.new_sign_count, browser.key
            )
        except LinkError as error:
            raise ProblemError(error.text) from None
        except OSError:
            raise ProblemError(NOT_SAVED, 503) from None
        services.audit_log.write("linked", account=account.id, name=account.name, kind="browser")
        return account, browser

    async def _refuse(self, request: web.Request) -> None:
        self._services.audit_log.write("refused", what="passkey", address=request[PEER])
        await penalize_wrong_code()
        raise ProblemError(_BAD_PASSKEY, 403)

    def _count_try(self, request: web.Request) -> None:
        if not self._tries.take(request[PEER], TRIES_PER_MINUTE / 60.0, TRIES_PER_MINUTE):
            raise ProblemError(TOO_MANY_CODES, 429)
