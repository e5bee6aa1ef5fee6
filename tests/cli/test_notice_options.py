"""What the keeper of a server allows for notices, from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from caravan_tui import serving
from caravan_tui.cli.serve import serve
from caravan_tui.notices.channels import Channels, MailServer
from caravan_tui.server.config import Config


def config_of(monkeypatch: pytest.MonkeyPatch, *options: str) -> Config:
    """The settings that a command line makes."""
    made: list[Config] = []

    async def run(config: Config) -> None:
        made.append(config)

    monkeypatch.setattr(serving, "run", run)
    result = CliRunner().invoke(serve, options)
    assert result.exit_code == 0, result.output
    return made[0]


def test_all_is_off_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    assert config_of(monkeypatch).notices == Channels()


def test_every_channel_is_set_by_options_and_secrets_come_from_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    token, login = tmp_path / "token", tmp_path / "login"
    token.write_text("tk_1\n")
    login.write_text("caravan\nsecret\n")
    channels = config_of(
        monkeypatch,
        "--notice-ntfy", "https://ntfy.sh/", "--notice-ntfy-token", str(token),
        "--notice-webhook", "https://hooks.example.org/caravan",
        "--notice-mail", "mail.example.org:465", "--notice-mail-security", "tls",
        "--notice-mail-from", "caravan@example.org", "--notice-mail-login", str(login),
        "--notice-link", "https://play.example.org",
    ).notices  # fmt: skip
    assert channels == Channels(
        "https://ntfy.sh", "tk_1", ("https://hooks.example.org/caravan/",),
        MailServer("mail.example.org", 465, "caravan@example.org", "tls", "caravan", "secret"),
        "https://play.example.org",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--notice-ntfy", "ntfy.sh"], "'ntfy.sh' is not an address such as"),
        (["--notice-webhook", "https://u@x.org"], "is not an address such as"),
        (["--notice-mail", "mail:0"], "'mail:0' is not HOST[:PORT]"),
        (["--notice-mail", "mail"], "--notice-mail needs --notice-mail-from"),
        (["--notice-mail-from", "a@b.org"], "--notice-mail-from needs --notice-mail HOST"),
        (["--notice-ntfy-token", "x"], "--notice-ntfy-token needs --notice-ntfy URL"),
        (["--notice-ntfy", "https://x.org", "--notice-ntfy-token", "gone"], "can't be read"),
        (
            ["--notice-mail", "m", "--notice-mail-from", "a@b.org", "--notice-mail-login", "empty"],
            "empty",
        ),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    options: list[str], text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").touch()
    result = CliRunner().invoke(serve, options)
    assert result.exit_code == 2 and text in " ".join(result.output.split())
