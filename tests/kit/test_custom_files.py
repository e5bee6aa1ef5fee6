"""Custom files: what each game refuses, where it stands, and files that cannot be read at all."""

from __future__ import annotations

from importlib import import_module, resources
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from caravan_tui import paths
from caravan_tui.games import custom_data
from caravan_tui.games.custom_data import CustomDataError, Source

FILES = {"ahldarahd": "map.toml", "dice_village": "cards.toml"}


def text_of(game_id: str) -> str:
    return resources.files(f"caravan_tui.games.{game_id}").joinpath(FILES[game_id]).read_text()


def custom_of(game_id: str) -> ModuleType:
    return import_module(f"caravan_tui.games.{game_id}.custom")


LAST_MERCHANT = text_of("dice_village").rpartition("[[merchant]]")

WRONG: list[tuple[str, str, str, str]] = [
    ("ahldarahd", text_of("ahldarahd"), "city = 3", "a map needs"),
    ("ahldarahd", 'name = "dyes"', "name = 7", "must be a text"),
    ("ahldarahd", 'sea = ["pearls"]', 'sea = ["textiles"]', "a route to itself"),
    ("ahldarahd", 'sea = ["pearls"]', 'sea = ["pearls", "pearls"]', "stands there twice"),
    (
        "ahldarahd",
        'sea = ["pearls"]\nland = ["salt", "incense"]',
        'sea = []\nland = ["pearls", "salt", "incense"]',
        "both a land and a sea route",
    ),
    ("ahldarahd", "[[bend]]\n", "[bend]\n", "bends are"),
    ("dice_village", "[[village]]\nfaces = [1, 6]\nowner = 1\nvisitor = 2\n", "", "2 villages"),
    ("dice_village", "".join(LAST_MERCHANT[1:]), "[[merchant]]\n" * 70, "100?|99 merchants"),
    ("dice_village", text_of("dice_village"), "village = 7", "write each village as"),
    ("dice_village", "faces = [1, 6]\nowner = 1", "faces = [1, 6]", "lacks 'owner'"),
    ("dice_village", "faces = [1, 6]", "faces = [1, 6, 2]", "are two numbers"),
    ("dice_village", 'left = { face = 1, owner = "1 coin" }', "left = 1", "write left as"),
]


@pytest.mark.parametrize(("game_id", "old", "new", "reason"), WRONG, ids=lambda text: text[:20])
def test_a_wrong_custom_file_is_refused_with_its_reason(
    game_id: str, old: str, new: str, reason: str
) -> None:
    text = text_of(game_id)
    assert old in text
    source = text.replace(old, new, 1)
    if new == "[bend]\n":  # one table in place of a list of them
        source = source.partition("[bend]\n")[0] + "[bend]\n"
    with pytest.raises(CustomDataError, match=reason):
        custom_of(game_id).read(Source(source))


def test_a_side_whose_line_is_not_known_is_refused_with_the_line_of_its_merchant() -> None:
    text = text_of("dice_village").replace("[[merchant]]\nleft", "[[merchant]]\n'left'", 1)
    text = text.replace("face = 1", "face = 9", 1)
    with pytest.raises(CustomDataError, match="a face must be") as caught:
        custom_of("dice_village").read(Source(text))
    assert caught.value.line is not None
    assert text.splitlines()[caught.value.line - 1] == "[[merchant]]"


@pytest.mark.parametrize(
    ("game_id", "change"),
    [
        ("ahldarahd", lambda data: data["cities"].pop()),
        ("ahldarahd", lambda data: data["routes"].append([0, 10, 1])),
        ("dice_village", lambda data: data["villages"].append(data["villages"][0])),
        ("dice_village", lambda data: data["merchants"].clear()),
    ],
)
def test_custom_data_of_a_record_that_are_no_pieces_are_a_value_error(
    game_id: str, change: Any
) -> None:
    custom = custom_of(game_id)
    plain = custom.read(Source(text_of(game_id)))
    good = {name: [list(row) if type(row) is tuple else row for row in rows]
            for name, rows in plain.items()}  # fmt: skip
    custom.from_plain(good)
    change(good)
    with pytest.raises(ValueError):
        custom.from_plain(good)


def custom_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path))
    path = paths.config() / "dice_village" / "cards.toml"
    path.parent.mkdir(parents=True)
    return path


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"#" * (custom_data.LARGEST + 1), "larger than"),
        (b"\xff\xfe", "not UTF-8 text"),
        (b"x = '''", "line 1: not TOML"),
    ],
    ids=["large", "bytes", "torn"],
)
def test_a_file_that_is_no_toml_text_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes, reason: str
) -> None:
    path = custom_file(tmp_path, monkeypatch)
    path.write_bytes(data)
    custom = custom_of("dice_village")
    assert custom.custom_data() is None
    (notice,) = custom.custom_notices()
    assert str(path) in notice and reason in notice


def test_a_file_that_cannot_be_read_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = custom_file(tmp_path, monkeypatch)
    path.touch()

    def refuse(*_: Any) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_text", refuse)
    (notice,) = custom_of("dice_village").custom_notices()
    assert "Permission denied" in notice


def test_a_text_that_does_not_stand_in_a_source_has_no_line() -> None:
    source = Source("a = 1\nb = 1\n")
    assert source.line_of("1", 1) == 2
    assert source.line_of("1", 2) is None
