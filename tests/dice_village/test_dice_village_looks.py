"""The table of Dice Village: numbers told alike, villages and dice told apart by their signs."""

from __future__ import annotations

import re

import pytest
from rich.style import Style

from caravan_tui import words
from caravan_tui.games.contract import View
from caravan_tui.games.dice_village import asked
from caravan_tui.games.dice_village.actions import ADD, BUY, SHIFT, VALUE, VILLAGE
from caravan_tui.games.dice_village.cards import cards_of
from caravan_tui.games.dice_village.look import Look
from caravan_tui.games.dice_village.outline import stead
from caravan_tui.games.dice_village.paint import paint
from caravan_tui.games.dice_village.rules import ADDING, SELLING, SPENDING
from caravan_tui.games.dice_village.text import goods
from caravan_tui.preview import random_match
from caravan_tui.widgets.dice import die_rows
from caravan_tui.widgets.marks import SEAT_GLYPHS, SEAT_LETTERS
from tests.painting import STYLES, text

NAMES = ("Ann", "Trader", "Merchant", "Porter")


def lines(view: View, size: tuple[int, int], ascii_only: bool = False, **more: object) -> list[str]:
    look = Look(names=NAMES[: view["seats"]], styles=STYLES, seat=0, ascii=ascii_only, **more)
    return text(paint(view, look, *size))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("size", [(80, 20), (100, 26), (105, 41), (152, 56)])
def test_every_seat_is_told_in_the_same_form_and_none_runs_into_the_next(
    language: str, seats: int, size: tuple[int, int]
) -> None:
    words.use(language)
    for plies in (10, 90):
        view = random_match("dice_village", seats, 3, plies, level="greedy").view(0)
        told = [line for line in lines(view, size) if "/9" in line and "{" in line]
        count = sum(line.count("/9") for line in told)
        assert count == seats
        word = "cards" if language == "en" else "cartes"
        named = sum(line.count(word) for line in told)
        assert named in (0, seats), told
        for line in told:
            assert line.count("{") == line.count("}") == line.count("/9")


def test_two_seats_have_their_cards_named_at_80_columns() -> None:
    view = random_match("dice_village", 2, 3, 20, level="greedy").view(0)
    told = [line for line in lines(view, (80, 20)) if "/9" in line]
    assert told[0].count("/9 cards") == 2


@pytest.mark.parametrize("ascii_only", [False, True])
def test_villages_open_sold_chosen_and_choosable_differ_without_colour(ascii_only: bool) -> None:
    view = random_match("dice_village", 2, 3, 4, level="greedy").view(0)
    for person in view["people"]:
        for village in person["villages"]:
            village["sold"] = 0
    village = ("village", 0)

    def first(**more: object) -> str:
        return next(line for line in lines(view, (80, 20), ascii_only, **more) if "1c" in line
                    and ("(1)(6)" in line or "[1][6]" in line))[:39]  # fmt: skip

    open_ = first()
    chosen, live = first(cursor=village), first(live=frozenset([village]))
    view["people"][0]["villages"][0]["sold"] = 2
    sold = first()
    assert len({open_, chosen, live, sold}) == 4
    marks = SEAT_LETTERS if ascii_only else SEAT_GLYPHS
    assert "[1][6]" in sold and marks[1] in sold
    view["people"][0]["villages"][0]["sold"] = 1
    assert marks[0] in first()


@pytest.mark.parametrize("ascii_only", [False, True])
def test_dice_at_rest_marked_and_to_be_used_differ_without_colour(ascii_only: bool) -> None:
    drawn = {
        tuple(die_rows(face, chosen, used, ascii_only))
        for face in range(1, 7)
        for chosen in (False, True)
        for used in (False, True)
    }
    assert len(drawn) == 24
    assert not ascii_only or all(row.isascii() for rows in drawn for row in rows)


@pytest.mark.parametrize(("size", "rows"), [((80, 20), 0), ((105, 41), 4), ((152, 56), 7)])
def test_the_signs_are_explained_where_there_is_room(size: tuple[int, int], rows: int) -> None:
    view = random_match("dice_village", 4, 3, 90, level="greedy").view(0)
    drawn = lines(view, size)
    at = [y for y, line in enumerate(drawn) if "What the signs mean" in line]
    assert bool(at) == bool(rows)
    if at:
        legend = [line for line in drawn[at[0] :] if line[9:10].strip() and not line[0].strip()]
        assert len(legend) >= rows - 1
        assert ("(4)" if size[0] < 152 else "│4│") in drawn[at[0] + 1]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_below_the_table_is_cut_off_at_80_columns(language: str) -> None:
    words.use(language)
    names = ("Root", "Caravan master", "Merchant", "Caravan master")
    kinds = {VILLAGE: "village", ADD: "side", BUY: "row"}
    seen = 0
    for seed, plies in ((3, range(2, 120, 4)), (12, range(120, 240, 10))):
        for ply in plies:
            match = random_match("dice_village", 4, seed, ply, level="greedy")
            if match.over:
                continue
            seat = match.to_act
            view = match.view(seat)
            held = view["people"][seat]["hand"]
            said = [asked.prompt(view), asked.nothing_to_choose(view)]
            for action in match.legal(seat):
                if action >> SHIFT in kinds:
                    item = (kinds[action >> SHIFT], action & VALUE)
                    said.append(asked.choice_words(view, item, action, names))
            for village in range(12):
                said.append(asked.stead_words(view, village, names))
                said.append("! " + asked.why_not_village(view, village, names))
            said += ["! " + asked.why_not_buy(view, card, seat) for card in view["row"]]
            said += [
                "! " + asked.why_not_side(view, 2 * card + side) for card in held for side in (0, 1)
            ]
            for words_ in said:
                assert len(words_) <= 78, words_
            seen += len(said)
    assert seen > 500


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_merchant_fits_the_line_below_the_table(language: str) -> None:
    words.use(language)
    view = random_match("dice_village", 4, 3, 2, level="greedy").view(0)
    for phase in (SELLING, ADDING, SPENDING):
        view["phase"] = phase
        for card in range(30):
            said = [asked.why_not_buy(view, card, 0)]
            said += [asked.why_not_side(view, 2 * card + side) for side in (0, 1)]
            assert all(len(text) <= 76 for text in said), said


@pytest.mark.parametrize("ascii_only", [False, True])
def test_who_sold_at_a_village_is_told_under_the_cursor_too(ascii_only: bool) -> None:
    marks = SEAT_LETTERS if ascii_only else SEAT_GLYPHS
    found = 0
    for plies in range(20, 120, 9):
        view = random_match("dice_village", 4, 3, plies, level="greedy").view(0)
        for village in range(12):
            place = stead(view, village)
            if place.sold < 0:
                continue
            item = ("village", village)
            styles = STYLES | {"cursor": Style(reverse=True)}
            look = Look(
                names=NAMES, styles=styles, seat=0, ascii=ascii_only, cursor=item, live={item}
            )
            canvas = paint(view, look, 100, 26)
            pointed = [
                segment.text
                for y in range(canvas.height)
                for segment in canvas.segments(y)
                if segment.style is not None and segment.style.reverse
            ]
            assert pointed[0][0] == marks[place.sold], pointed
            assert any("[" in text for text in pointed), pointed
            found += 1
    assert found


@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_signs_are_told_as_far_as_there_is_room(ascii_only: bool) -> None:
    view = random_match("dice_village", 4, 3, 90, level="greedy").view(0)
    told = lines(view, (105, 41), ascii_only)
    first = next(y for y, line in enumerate(told) if "What the signs mean" in line)
    hand = next(y for y, line in enumerate(told) if line.strip().startswith("Hand"))
    assert hand - first >= 7 and not told[hand - 1].strip() and told[hand - 2].strip()


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_large_tables_draw_stalls_as_boxes_over_the_whole_width(
    seats: int, ascii_only: bool
) -> None:
    view = random_match("dice_village", seats, 2, 90, level="greedy").view(0)
    for person in view["people"]:
        for village in person["villages"]:
            village["sold"] = 0
    view["people"][1]["villages"][0]["sold"] = 1
    drawn = lines(view, (152, 56), ascii_only)
    stalls = sum(len(stead(view, village).stalls) for village in range(3 * seats))
    sold = len(stead(view, 3).stalls)
    open_, closed = ("+---+", "#===#") if ascii_only else ("┌───┐", "╔═══╗")
    times = 2 if ascii_only else 1  # the same above and below
    boxes = drawn[5:-10]  # not the dice of the tray
    assert sum(line.count(open_) for line in boxes) == (stalls - sold) * times
    assert sum(line.count(closed) for line in boxes) == sold * times
    assert max(len(line.rstrip()) for line in drawn[5:20]) > 120
    first = view["row"][0] * 2
    assert drawn[2].split("│" if not ascii_only else "|")[1].strip() == goods(
        cards_of(view["house"]).face[first]
    )


def test_a_village_with_too_many_stalls_for_its_boxes_shows_all_of_them() -> None:
    view = random_match("dice_village", 2, 2, 90, level="greedy").view(0)
    village = view["people"][0]["villages"][0]
    village["left"], village["right"], village["sold"] = [0, 2, 4], [7, 9, 11], 0
    drawn = lines(view, (105, 41))
    faces = [str(stall.face) for stall in stead(view, 0).stalls]
    row = next(line for line in drawn if "│ 1 │" in line)[:34]
    assert [char for char in row if char.isdigit()] == faces


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_the_signs_mean_is_one_key_away_at_80_columns(language: str, seats: int) -> None:
    words.use(language)
    view = random_match("dice_village", seats, 2, 90, level="greedy").view(0)
    key = "i: signs" if language == "en" else "i\u00a0: signes"
    assert key in lines(view, (80, 20))[0]
    told = lines(view, (80, 20), signs=True)
    for sign in ("{44}", "h2+1", "3/9", "•  ☼", "1 - 6", "2c/3c" if seats > 2 else "2c 5f"):
        assert any(line.startswith(f" {sign} ") for line in told), sign
    assert all(not line[79:].strip() for line in told)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("seats", [2, 4])
def test_letters_in_the_first_line_are_those_of_the_table(
    seats: int, ascii_only: bool, language: str
) -> None:
    words.use(language)
    view = random_match("dice_village", seats, 2, 90, level="greedy").view(0)
    for size in ((80, 20), (100, 26), (105, 41)):
        drawn = lines(view, size, ascii_only)
        slashed = any("1c/" in line for line in drawn)
        assert slashed or not any(word in drawn[0] for word in ("owner/visitor", "soi/visite"))
        assert " ," not in "".join(drawn)
        if slashed and language == "en":
            assert "owner/visitor" in drawn[0]


def test_the_key_of_the_signs_is_not_offered_where_all_are_shown() -> None:
    view = random_match("dice_village", 2, 5, 30, level="greedy").view(0)
    drawn = lines(view, (105, 41))
    assert any(line.startswith(" 1 - 6 ") for line in drawn)
    assert "signs" not in drawn[0]


@pytest.mark.parametrize("size", [(80, 20), (100, 26)])
def test_what_owner_and_visitor_earn_stands_in_one_column(size: tuple[int, int]) -> None:
    view = random_match("dice_village", 2, 5, 0, level="greedy").view(0)
    drawn = lines(view, size)
    own = next(y for y, line in enumerate(drawn) if " own " in line)
    at = drawn[own].index(" own ") + 7
    assert drawn[own][at : at + 2] == "1c"
    assert drawn[own + 1][at - 6 : at + 2] == "visit 2c"


@pytest.mark.parametrize("size", [(80, 20), (100, 26), (105, 41), (152, 56)])
def test_names_are_whole_where_there_is_room_and_never_alike(size: tuple[int, int]) -> None:
    names = ("Ann", "Caravan master", "Caravan master 2", "Caravan master 3")
    view = random_match("dice_village", 4, 3, 6, level="greedy").view(0)
    look = Look(names=names, styles=STYLES, seat=0)
    drawn = "\n".join(text(paint(view, look, *size)))
    whole = names if size[0] > 80 else names[:2]
    assert all(f"{name} " in drawn or f"{name}☼" in drawn for name in whole)
    for person in view["people"]:  # as much as a seat can have
        person.update(coins=12, favours=14, unseen=2, dice=6, free=0x222000)
    drawn = "\n".join(text(paint(view, look, *size)))
    for number in (2, 3):
        assert re.search(rf"Caravan\w* ?\w* {number}[ ☼]", drawn), drawn
    assert drawn.count("{445566}") == 4
