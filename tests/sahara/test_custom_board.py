"""S-11: a board file is taken as a whole or refused with its line and reason."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from caravan_tui import paths
from caravan_tui.games import sahara
from caravan_tui.games.custom_data import CustomDataError, Source
from caravan_tui.games.registry import get
from caravan_tui.games.sahara import custom, pieces

GAME = get("sahara")
TEXT = resources.files(sahara).joinpath("board.toml").read_text("utf-8")
LINES = TEXT.splitlines()


def line_with(text: str) -> int:
    return next(number for number, line in enumerate(LINES, start=1) if line.startswith(text))


def test_the_board_is_the_one_of_the_rules() -> None:
    board = custom.built_in()
    assert [pieces.NAMES[space] for space in board.numbered] == [
        "a1",
        "g1",
        "d2",
        "b4",
        "f4",
        "d6",
        "a7",
        "g7",
    ]
    cities = {pieces.GOODS[good]: pieces.NAMES[space] for good, space in enumerate(board.city)}
    assert cities == {
        "salt": "c3", "meat": "e3", "hides": "c5", "swords": "e5",
        "ivory": "c1", "gems": "g3", "cloth": "e7", "paper": "a5",
    }  # fmt: skip
    assert board.names[pieces.GOODS.index("ivory")] == "Marrakesh"
    assert board.demand == (1, 1, 0, 0, 0, 0, 1, 1)


def test_the_board_looks_the_same_from_all_four_sides() -> None:
    def turned(space: int) -> int:
        row, column = divmod(space, 7)
        return column * 7 + 6 - row

    board = custom.built_in()
    for spaces in (board.numbered, board.city[:4], board.city[4:]):
        assert {turned(space) for space in spaces} == set(spaces)


@pytest.mark.parametrize(
    ("old", "new", "line_text", "reason"),
    [
        ("size = 7", "size = 8", "size", "size must be 7"),
        ("size = 7\n", "", None, "size must be 7"),
        ('4 = "b4"\n', "", "[numbered]", r"\[numbered\]: 4 is missing"),
        ('4 = "b4"', '9 = "b4"', "4 =", "'9' is no number"),
        ('4 = "b4"', '4 = "b8"', "4 =", "'b8' is no space"),
        ('4 = "b4"', "4 = 24", "4 =", "'24' is no space"),
        ('4 = "b4"', '4 = "a1"', "4 =", "number 4 and number 1 are both on a1"),
        ('"Agadez", space = "e5"', '"Agadez", space = "e3"', "swords", "both on e3"),
        ('"Kano", space = "e7"', '"Kano", space = "g7"', "cloth", "both on g7"),
        ("salt = {", "pepper = {", "salt", "'pepper' is no good"),
        ('paper = { name = "Niani", space = "a5" }\n', "", "[cities]", "paper is missing"),
        ('name = "Gao", ', "", "meat", "needs a name and a space"),
        ('name = "Gao"', "name = 7", "meat", "1 to 20 letters"),
        ('{ name = "Gao", space = "e3" }', '"e3"', "meat", "needs a name and a space"),
        ("demand = [1, 2, 7, 8]", "demand = [1, 2, 7, 9]", "demand", "no numbered space '9'"),
        ("demand = [1, 2, 7, 8]", "demand = [1, 2, 2]", "demand", "twice"),
        ("demand = [1, 2, 7, 8]\n", "", None, "demand must list"),
        ("[numbered]", "[number]", "[numbered]", "'number' is unknown"),
        ("size = 7", "size = = 7", "size", "not TOML"),
    ],
)
def test_a_bad_board_is_refused_with_line_and_reason(
    old: str, new: str, line_text: str | None, reason: str
) -> None:
    assert old in TEXT
    with pytest.raises(CustomDataError, match=reason) as error:
        custom.read(Source(TEXT.replace(old, new, 1)))
    assert error.value.line == (line_with(line_text) if line_text else None)


def put(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(folder))
    path = paths.config() / "sahara" / "board.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")


def test_the_users_board_replaces_the_built_in_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    swapped = TEXT.replace('1 = "a1"', '1 = "d4"').replace('"Gao"', '"Gaogao"')
    put(tmp_path, swapped, monkeypatch)
    board = GAME.custom_data()
    assert board is not None and GAME.custom_notices() == []
    state = GAME.setup(GAME.spec.resolve({}, 2), 2, board)
    state.apply(state.legal()[0])
    view = GAME.view(state, 0)
    assert GAME.notation(state.legal()[0], view).endswith(" d4")
    assert view["custom"] == board and view["board"]["names"][0] == "Gaogao"
    again = GAME.decode(GAME.encode(state), GAME.spec.schema)
    assert GAME.view(again, 0) == view
    assert GAME.view(GAME.determinize(view, None), 0) == view  # type: ignore[arg-type]


def test_without_a_file_the_built_in_board_is_used_without_notices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path))
    assert GAME.custom_data() is None and GAME.custom_notices() == []
    assert GAME.view(GAME.setup(GAME.spec.resolve({}, 2), 2), 0)["custom"] is None


def test_a_bad_file_is_reported_and_the_built_in_board_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, TEXT.replace('"g3"', '"e3"'), monkeypatch)
    assert GAME.custom_data() is None
    (notice,) = GAME.custom_notices()
    assert f"line {line_with('gems')}" in notice and "both on e3" in notice


@pytest.mark.parametrize(
    "demand", ["[" * 3000 + "]" * 3000, "7" * 5000, "[0x" + "7" * 5000 + "]"], ids=len
)
def test_s11_a_file_with_a_monstrous_value_is_refused(
    demand: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, TEXT.replace("[1, 2, 7, 8]", demand), monkeypatch)
    assert GAME.custom_data() is None
    assert "nested too deeply or too long" in GAME.custom_notices()[0]


@pytest.mark.parametrize("data", [7, {}, {"numbered": [1]}, []])
def test_a_record_with_a_broken_board_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match="not a board"):
        custom.from_plain(data)
