"""The words beside the desert name what they count, and every sign differs by its characters."""

from __future__ import annotations

import pytest
from rich.style import Style

from caravan_tui import words
from caravan_tui.engine import Match
from caravan_tui.games.registry import get
from caravan_tui.games.sahara import asked, panel, plans
from caravan_tui.games.sahara.board import ZOOMS
from caravan_tui.games.sahara.desert import BY_NAME, NAMES, SPACES
from caravan_tui.games.sahara.faces import CITY, LETTERS, Look, Marks, camel_sign, faces, links
from caravan_tui.games.sahara.plans import CAMEL, THEFT, Thing
from caravan_tui.games.sahara.text import good_name, short_good
from caravan_tui.games.sahara.view import chains
from caravan_tui.preview import preview_app, random_match
from caravan_tui.screens.table import TableScreen
from caravan_tui.widgets.marks import SEAT_GLYPHS, SEAT_LETTERS
from tests.app.app_help import until
from tests.sahara.sahara_help import play, position

NO_STYLE = Style()


def look(ascii_only: bool) -> Look:
    return Look(
        ascii=ascii_only,
        marks=SEAT_LETTERS if ascii_only else SEAT_GLYPHS,
        seats=[NO_STYLE] * 4,
        goods=[NO_STYLE] * len(LETTERS),
        ground=NO_STYLE,
        market=NO_STYLE,
        city=NO_STYLE,
        lit=[NO_STYLE] * 3,
        held=NO_STYLE,
        fresh=NO_STYLE,
        dim=NO_STYLE,
    )


@pytest.mark.parametrize("ascii_only", [False, True])
def test_camels_of_all_seats_empty_laden_and_safe_differ_without_colour(ascii_only: bool) -> None:
    signs = {
        "".join(text for text, _style in camel_sign(seat, good, under, look(ascii_only)))
        for seat in range(4)
        for good in range(-1, len(LETTERS))
        for under in (0, 1)
    }
    # An empty camel is the same whatever lies under it: nothing does.
    assert len(signs) == 4 * (1 + 2 * len(LETTERS))
    assert not ascii_only or all(sign.isascii() for sign in signs)


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("size", [(6, 2), (9, 4), (14, 7)])
def test_spaces_that_can_be_chosen_say_so_without_colour(
    ascii_only: bool, size: tuple[int, int]
) -> None:
    match = random_match("sahara", 2, 3, 14, level="greedy")
    view = match.view(match.to_act)
    thing = next(
        thing
        for things in plans.things(view, match.legal(match.to_act)).values()
        for thing in things
        if thing.costs and 0 <= thing.space < SPACES
    )
    plain = faces(view, look(ascii_only), Marks({}), size)
    lit = faces(view, look(ascii_only), Marks(plans.signs(thing, ascii_only), thing.space), size)
    drawn = [
        ["".join(text for text, _style in line) for line in face]
        for face in (plain[space] for space in range(SPACES))
    ]
    marked = [
        ["".join(text for text, _style in line) for line in face]
        for face in (lit[space] for space in range(SPACES))
    ]
    for space in range(SPACES):
        chosen = space in thing.targets or space == thing.space
        assert (drawn[space] != marked[space]) == chosen, space


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize(("seats", "height"), [(2, 20), (2, 41), (3, 26), (4, 26), (4, 56)])
def test_no_line_of_the_words_is_too_long(
    language: str, ascii_only: bool, seats: int, height: int
) -> None:
    words.use(language)
    for plies in (0, 60, 130):
        match = random_match("sahara", seats, 3, plies, level="greedy")
        text = panel.panel(match.view(0), match.names, look(ascii_only), height).plain
        lines = text.splitlines()
        assert len(lines) <= height
        assert max(len(line) for line in lines) <= panel.WIDTH, text
        assert not ascii_only or language == "fr" or text.isascii()
        if height > 40:
            for sign in ("@" if ascii_only else "⌂", "+1", SEAT_LETTERS[0] if ascii_only else "●"):
                assert any(line.startswith(sign) for line in lines), sign


def test_demand_markers_are_named_beside_a_seat() -> None:
    match = random_match("sahara", 2, 3, 14, level="greedy")
    view = match.view(0)
    view["markers"] = [1, 3]
    view["delivered"] = [[0] * 8, [1] * 8]
    text = panel.panel(view, match.names, look(True), 20).plain
    assert "+1 demand marker\n" in text
    assert "P1 +3\n" in text


def drawn(match: Match, size: tuple[int, int], ascii_only: bool) -> dict[str, list[str]]:
    """What is written on each space, by its name."""
    view = match.view(0)
    linked = links(view, look(ascii_only), 0)
    found = faces(view, look(ascii_only), Marks({}), size, linked)
    return {
        name: ["".join(text for text, _style in line) for line in face]
        for name, face in zip(NAMES, found, strict=True)
    }


@pytest.mark.parametrize(
    ("size", "ascii_only", "across", "turn"),
    [((6, 2), False, "═", "╗"), ((14, 7), False, "═", "╗"), ((10, 5), True, "=", "+")],
)
def test_a_chain_is_drawn_through_the_spaces_from_camel_to_camel(
    size: tuple[int, int], ascii_only: bool, across: str, turn: str
) -> None:
    match = random_match("sahara", 2, 1, 60, level="greedy")
    view = match.view(0)
    assert [BY_NAME[name] for name in ("c5", "d5", "d6", "e6", "e7")] in chains(view, 0)
    spaces = drawn(match, size, ascii_only)
    assert spaces["c5"][-1].endswith(across * (size[0] - 1))  # on to d5
    assert spaces["d5"][-1].rstrip()[-1] == turn and across in spaces["d5"][-1]  # down to d6
    assert across in spaces["d6"][-1]
    if size[1] > 2:
        middle = (size[0] - 1) // 2
        upright = "|" if ascii_only else "║"
        assert all(spaces["d6"][row][middle] == upright for row in range(2, size[1] - 1))
    assert all(len(line) == size[0] for face in spaces.values() for line in face)


def test_wide_spaces_name_the_good_of_a_camel() -> None:
    match = random_match("sahara", 2, 1, 60, level="greedy")
    assert drawn(match, (14, 7), False)["e7"][-1].startswith("●H hides")
    assert "hides" not in drawn(match, (9, 4), False)["e7"][-1]


def test_demand_stays_in_sight_while_a_camel_may_be_set_there() -> None:
    state = play(position(["", "g7=salt"], "g7=hides+1"), "lift supply")
    view = get("sahara").view(state, 0)
    costs = plans.set_costs(view)
    held = Thing(view["lifted"], CAMEL, costs=costs, targets=dict.fromkeys(costs, (0,)))
    found = faces(view, look(False), Marks(plans.signs(held, False)), (6, 2), {})
    last = "".join(text for text, _style in found[BY_NAME["g7"]][-1])
    assert last == "■S+1 2"


@pytest.mark.parametrize("seats", [2, 4])
def test_what_the_signs_mean_is_one_key_away_where_it_has_no_room(seats: int) -> None:
    match = random_match("sahara", seats, 2, 100, level="greedy")
    view = match.view(0)
    assert "i: signs" in panel.panel(view, match.names, look(True), 20).plain
    signs = panel.panel(view, match.names, look(True), 20, only_signs=True).plain
    assert "two or more cost points" in signs
    tall = panel.panel(view, match.names, look(True), 56, 46).plain
    assert "two or more cost points" in tall and "i: signs" not in tall
    assert "camels in supply" in tall
    assert all(len(line) <= 46 for line in tall.splitlines())


def test_without_camels_in_the_supply_nobody_is_asked_to_take_one() -> None:
    match = random_match("sahara", 2, 1, 60, level="greedy")
    view = match.view(match.to_act)
    assert view["supply"][match.to_act] == 0
    assert "camel or a good to move" in asked.prompt(view)
    view["supply"][match.to_act] = 1
    assert "c for a new camel" in asked.prompt(view)


def test_a_theft_names_the_seat_not_a_colour_that_is_not_drawn() -> None:
    state = position(["a1", "", "a1=meat"])
    found = plans.things(get("sahara").view(state, 0), state.legal(), ["Ann", "Bea", "Cay"])
    thefts = [thing for here in found.values() for thing in here if thing.kind == THEFT]
    assert [theft.victim for theft in thefts] == [2]
    assert thefts[0].label.endswith("Cay")


def test_the_chain_of_the_legend_is_that_of_who_looks() -> None:
    match = random_match("sahara", 3, 1, 20)
    view = match.view(1)
    for first in (0, 1, 2):
        signs = panel.panel(view, match.names, look(True), 20, only_signs=True, first=first)
        assert f"{SEAT_LETTERS[first]}   an empty camel" in signs.plain
        assert "your chain" in signs.plain
    watched = panel.panel(view, match.names, look(True), 20, only_signs=True, first=None).plain
    assert "your chain" not in watched and "the chain of who moves" in watched
    assert f"{SEAT_LETTERS[view['actor']]}   an empty camel" in watched


@pytest.mark.parametrize("size", [zoom[:2] for zoom in ZOOMS])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_city_too_long_for_its_space_is_cut_with_a_sign(
    size: tuple[int, int], language: str
) -> None:
    words.use(language)
    view = random_match("sahara", 2, 1, 0).view(0)
    drawn = faces(view, look(False), Marks({}), size)
    for good, space in enumerate(view["board"]["cities"]):
        lines = ["".join(text for text, _style in line).rstrip() for line in drawn[space]]
        name = "⌂" + view["board"]["names"][good]
        if size[1] > 2 and size[0] >= CITY:
            assert lines[0] in (name, name[: size[0] - 1] + "…")
            assert lines[1][2:] in (good_name(good), short_good(good, size[0] - 2))
        else:
            assert lines[0] == "⌂" + short_good(good, size[0] - 1)
            assert not any(lines[1:])


@pytest.mark.parametrize(
    ("size", "wide", "high"), [((100, 30), 69, 20), ((120, 30), 55, 20), ((100, 33), 69, 27)]
)
async def test_the_desert_uses_the_columns_and_rows_of_a_terminal(
    size: tuple[int, int], wide: int, high: int
) -> None:
    app = preview_app(random_match("sahara", 4, 3, 10), 0)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.position)
        desert = app.screen.board.desert
        await until(pilot, lambda: desert.virtual_size.width == wide)
        assert desert.virtual_size.height == high
        assert app.screen.board.words.size.width >= panel.WIDTH
