"""Notices on their way, to servers on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from caravan_tui.engine import Refusal
from caravan_tui.notices import sending
from caravan_tui.notices.channels import Channels, MailServer
from caravan_tui.notices.sending import Letter, Sender, SendError, send_mail
from tests.support.notice_servers import HttpSink, MailSink, http_sink, mail_sink

LETTER = Letter("caravan_tui: À vous", "C’est à vous : Caravane")


@pytest_asyncio.fixture
async def sink() -> AsyncIterator[HttpSink]:
    async with http_sink() as server:
        yield server


@pytest_asyncio.fixture
async def post_box() -> AsyncIterator[MailSink]:
    async with mail_sink() as server:
        yield server


async def failure(sender: Sender, channel: str, address: str) -> SendError:
    try:
        with pytest.raises(SendError) as failed:
            await sender.send(channel, address, LETTER)
    finally:
        await sender.close()
    return failed.value


async def test_ntfy_gets_topic_title_text_link_and_the_token_of_the_keeper(sink: HttpSink) -> None:
    sender = Sender(Channels(ntfy=sink.url, ntfy_token="tk_1", link="https://play.example.org"))
    await sender.send("ntfy", "anna", LETTER)
    await sender.close()
    ((path, content, headers),) = sink.posts
    assert path == "/" and headers["Authorization"] == "Bearer tk_1"
    assert content == {
        "topic": "anna", "title": LETTER.title, "message": LETTER.text,
        "click": "https://play.example.org",
    }  # fmt: skip


async def test_a_webhook_gets_a_text_and_no_token(sink: HttpSink) -> None:
    sender = Sender(Channels(ntfy=sink.url, ntfy_token="tk_1", webhooks=(f"{sink.url}/hooks/",)))
    await sender.send("webhook", f"{sink.url}/hooks/anna", LETTER)
    await sender.close()
    ((path, content, headers),) = sink.posts
    assert path == "/hooks/anna" and "Authorization" not in headers
    assert content["text"] == content["content"] == LETTER.text


async def test_a_redirect_is_not_followed(sink: HttpSink) -> None:
    sink.statuses = [302]
    error = await failure(Sender(Channels(ntfy=sink.url)), "ntfy", "anna")
    assert [path for path, *_rest in sink.posts] == ["/"]
    assert not error.may_retry and error.problem.values == {"status": 302}


@pytest.mark.parametrize(("status", "again"), [(429, True), (503, True), (403, False)])
async def test_a_refusal_is_tried_again_only_if_it_may_pass(
    sink: HttpSink, status: int, again: bool
) -> None:
    sink.statuses = [status]
    error = await failure(Sender(Channels(ntfy=sink.url)), "ntfy", "anna")
    assert error.may_retry is again and error.problem.code == "notice_refused"


async def test_a_server_that_is_not_there_is_tried_again_and_one_that_is_silent_is_not(
    sink: HttpSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = await failure(Sender(Channels(ntfy="http://127.0.0.1:1")), "ntfy", "anna")
    assert error.may_retry and error.problem.code == "notice_no_connection"
    monkeypatch.setattr(sending, "ANSWER_SECONDS", 0.2)
    sink.statuses = [0]
    error = await failure(Sender(Channels(ntfy=sink.url)), "ntfy", "anna")
    assert not error.may_retry, "it may have arrived"


async def test_an_address_is_checked_again_when_it_is_used(sink: HttpSink) -> None:
    sender = Sender(Channels(ntfy=sink.url))
    with pytest.raises(Refusal):
        await sender.send("webhook", f"{sink.url}/x", LETTER)
    with pytest.raises(Refusal):
        await sender.send("ntfy", "a/b", LETTER)
    await sender.close()
    assert not sink.posts


def server(post_box: MailSink) -> MailServer:
    return MailServer("127.0.0.1", post_box.port, "caravan@example.org", "none")


async def test_a_mail_has_all_its_headers_and_one_recipient(post_box: MailSink) -> None:
    sender = Sender(Channels(mail=server(post_box), link="https://play.example.org"))
    await sender.send("mail", "anna@example.org", LETTER)
    await sender.close()
    (message,) = post_box.mails
    assert message["From"] == "caravan@example.org" and message["To"] == "anna@example.org"
    assert message["Auto-Submitted"] == "auto-generated" and message["Message-ID"]
    text = message.get_payload(decode=True).decode()
    assert LETTER.text in text and "https://play.example.org" in text
    assert len(post_box.recipients) == 1


@pytest.mark.parametrize(
    ("command", "reply", "again", "code"),
    [
        ("RCPT", "550 no such user", False, "notice_refused"),
        ("RCPT", "451 later", True, "notice_refused"),
        ("MAIL", "drop", True, "notice_no_connection"),
        ("END", "452 full", True, "notice_refused"),
        ("END", "drop", False, "notice_no_answer"),
    ],
)
async def test_a_mail_is_sent_again_only_if_it_has_surely_not_arrived(
    post_box: MailSink, command: str, reply: str, again: bool, code: str
) -> None:
    post_box.replies[command] = reply
    error = await failure(Sender(Channels(mail=server(post_box))), "mail", "anna@example.org")
    assert (error.may_retry, error.problem.code) == (again, code)


async def test_a_farewell_that_fails_sends_no_mail_twice(post_box: MailSink) -> None:
    post_box.replies["QUIT"] = "drop"
    await Sender(Channels(mail=server(post_box))).send("mail", "anna@example.org", LETTER)
    assert len(post_box.mails) == 1


async def test_no_mail_goes_out_in_the_clear_unless_the_keeper_wants_it(
    post_box: MailSink,
) -> None:
    strict = MailServer("127.0.0.1", post_box.port, "caravan@example.org", user="u", password="p")
    message = sending.mail(strict, "anna@example.org", "t", "x", "")
    with pytest.raises(SendError):
        await asyncio.to_thread(send_mail, strict, message)
    assert not post_box.mails
