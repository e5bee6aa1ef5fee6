"""`caravan-tui admin move` says what is wrong with a folder, and makes none."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from caravan_tui.cli.serve import admin


def test_a_folder_without_a_server_is_named_and_is_not_made(tmp_path: Path) -> None:
    home = tmp_path / "mistyped"
    options = ["move", "--home", str(home), "--cluster", "nats://127.0.0.1:1"]
    result = CliRunner().invoke(admin, options)
    assert result.exit_code == 2
    assert f"{home} is not the folder of a server" in result.output
    assert not home.exists()
