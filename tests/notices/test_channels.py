"""What an account may have the server contact: only what the keeper has named."""

from __future__ import annotations

import pytest

from caravan_tui.bus.wording import word
from caravan_tui.engine import Refusal
from caravan_tui.notices.channels import Channels, MailServer, web_address

ALL = Channels(
    ntfy="https://ntfy.example.org",
    webhooks=("https://hooks.example.org/caravan/",),
    mail=MailServer("mail.example.org", 587, "caravan@example.org"),
)


def refusal(channel: str, address: str, channels: Channels = ALL) -> str:
    with pytest.raises(Refusal) as refused:
        channels.check(channel, address)
    return word(refused.value.sentence)


def test_nothing_is_allowed_unless_the_keeper_sets_it() -> None:
    assert Channels().names == []
    for channel, address in [("ntfy", "t"), ("webhook", "http://x/"), ("mail", "a@b.org")]:
        assert refusal(channel, address, Channels()) == "Choose one of these channels: none."
    Channels().check("none", "")


def test_addresses_on_the_channels_of_the_keeper_are_allowed() -> None:
    assert ALL.names == ["ntfy", "webhook", "mail"]
    ALL.check("ntfy", "caravan_Anna-7")
    ALL.check("webhook", "https://hooks.example.org/caravan/T0/abc?thread=7")
    ALL.check("mail", "anna.b+caravan@mail.example.org")


@pytest.mark.parametrize(
    "address",
    [
        "http://hooks.example.org/caravan/x",
        "https://hooks.example.org:444/caravan/x",
        "https://hooks.example.org.evil.org/caravan/x",
        "https://hooks.example.org@evil.org/caravan/x",
        "https://user:pw@hooks.example.org/caravan/x",
        "https://hooks.example.org/caravan",
        "https://hooks.example.org/other/x",
        "https://hooks.example.org/caravan/../admin",
        "https://hooks.example.org/caravan/%2e%2e/admin",
        "https://hooks.example.org/caravan//evil.org",
        "https://hooks.example.org/caravan/x#fragment",
        "https://hooks.example.org/caravan/x\r\nHost: evil",
        "https://hooks.example.org/caravan/x y",
        "https://hooks.example.org\\@evil.org/caravan/x",
        "https://[::1/caravan/",
        "https://127.0.0.1/caravan/x",
        "http://169.254.169.254/latest/meta-data",
        "file:///etc/passwd",
        "gopher://hooks.example.org/caravan/x",
        "https://hooks.example.org:99999/caravan/x",
        "https://hooks.exämple.org/caravan/x",
        "",
    ],
)
def test_a_webhook_leads_nowhere_but_below_a_prefix(address: str) -> None:
    assert refusal("webhook", address) == (
        "The address must begin with one of: https://hooks.example.org/caravan/"
    )


@pytest.mark.parametrize("topic", ["", "a/b", "a?x=1", "..", "ä", "a b", "x" * 65, "a\n"])
def test_a_topic_is_a_plain_word(topic: str) -> None:
    assert refusal("ntfy", topic).startswith("A topic has up to 64 letters")


@pytest.mark.parametrize(
    "address",
    ["", "anna", "a@b", "a@b.org\r\nBcc: all@x.org", "a b@c.org", "a@b..org", "<a@b.org>",
     "a@b.org,c@d.org", "@b.org", "a@-b.org"],
)  # fmt: skip
def test_a_mail_goes_to_one_plain_address(address: str) -> None:
    assert refusal("mail", address) == "Write a mail address, such as name@example.org."


def test_a_long_address_is_refused() -> None:
    assert "more than 200 characters" in refusal("mail", "a" * 300 + "@b.org")


def test_the_keeper_names_hosts_by_plain_web_addresses() -> None:
    assert web_address("https://ntfy.example.org/") == "https://ntfy.example.org"
    for text in ("ntfy.example.org", "ftp://x.org", "https://u@x.org", "https://x.org/?a=1", ""):
        with pytest.raises(ValueError):
            web_address(text)
