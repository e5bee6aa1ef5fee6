"""How Dice Village is drawn: seats in one form, villages and dice distinct without colour."""

from __future__ import annotations

import re
from itertools import pairwise, product

import pytest

from caravan_tui import i18n
from caravan_tui.games import registry
from caravan_tui.games.dice_village import advice, messages, text
from caravan_tui.games.dice_village.actions import (
    ADD,
    BUY,
    MARKET,
    REROLL,
    SELL,
    SHIFT,
    TURN,
    VALUE,
    VILLAGE,
    dice_of,
    faces_of,
)
from caravan_tui.games.dice_village.board import COMMANDS
from caravan_tui.games.dice_village.custom import from_plain
from caravan_tui.games.dice_village.events import (
    MerchantOffered,
    OwnerPaid,
    Rolled,
    SoldAtHome,
    Visited,
)
from caravan_tui.games.dice_village.moves import COIN, open_sales
from caravan_tui.games.dice_village.render.layout import (
    CHIPS,
    GREAT_DICE,
    layout,
)
from caravan_tui.games.dice_village.render.legend import Box, draw_legend
from caravan_tui.games.dice_village.render.look import Look
from caravan_tui.games.dice_village.render.merchants import draw_offer
from caravan_tui.games.dice_village.render.table import draw_table, seat_card
from caravan_tui.games.dice_village.state import ADDING, ENDED, SELLING, SPENDING
from caravan_tui.games.dice_village.view import DiceVillageView, village_of
from caravan_tui.widgets.drawing.canvas import HALF, Canvas
from caravan_tui.widgets.drawing.colours import WHITE, contrast
from caravan_tui.widgets.drawing.depth import Depth, Pens
from caravan_tui.widgets.drawing.dice import GREAT, LARGE, SMALL, draw_chip, draw_die
from caravan_tui.widgets.drawing.palette import palette
from caravan_tui.widgets.drawing.seats import card_ground
from caravan_tui.widgets.drawing.sprites import parse_sprite
from caravan_tui.widgets.key_names import key_names
from caravan_tui.widgets.marks import SEAT_GLYPHS, SEAT_LETTERS
from tests.app import vision
from tests.support.played import played
from tests.support.views import as_view

KEY = {command.id: key_names(command.keys.split(",")[0]) for command in COMMANDS}.__getitem__
NAMES = ("Ann", "Trader", "Merchant", "Porter")
NIGHT = palette({}, True)
SIZES = [(80, 15), (80, 20), (86, 32), (100, 26), (105, 41), (126, 56), (152, 56)]


def draw(
    view: DiceVillageView, size: tuple[int, int], ascii_only: bool = False,
    depth: Depth = Depth.TRUE, **more: object,
) -> Canvas:  # fmt: skip
    options: dict[str, object] = {
        "names": NAMES[: view["seats"]], "seat": 0, "ascii": ascii_only, "signs_key": "i", **more,
    }  # fmt: skip
    canvas = Canvas(*size, Pens(NIGHT, depth, ascii_only))
    dice = view["people"][int(str(options["seat"]))]["dice"]
    where = layout(view["seats"], *size, canvas.pens.has_pixels, dice)
    draw_table(canvas, where, view, Look(**options))  # type: ignore[arg-type]
    return canvas


def lines(
    view: DiceVillageView, size: tuple[int, int], ascii_only: bool = False, **more: object
) -> list[str]:
    canvas = draw(view, size, ascii_only, **more)  # type: ignore[arg-type]
    return [canvas.line(y) for y in range(canvas.height)]


def box(canvas: Canvas, item: object) -> list[str]:
    """What is drawn on a target, a string a row."""
    x, y, width, height, _item = next(box for box in canvas.targets if box[4] == item)
    return [canvas.line(row)[x : x + width] for row in range(y, y + height)]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
def test_every_seat_has_the_same_form_and_none_runs_into_the_next(
    language: str, seats: int, size: tuple[int, int]
) -> None:
    i18n.use(language)
    for plies in (10, 90):
        view = as_view(DiceVillageView, played("dice_village", seats, 3, plies, "greedy").view(0))
        drawn = lines(view, size)
        heads = [line for line in drawn if any(f"● {NAMES[0]}" in line or f" {name} " in line
                                               for name in NAMES[:seats])]  # fmt: skip
        below = [drawn[drawn.index(line) + 1] for line in heads]
        assert sum(line.count("/9 ") + line.count("/9,") for line in heads + below) == seats
        for seat, person in enumerate(view["people"]):
            dice = " ?".join(text.digits(person["free"]))  # apart where there is a row for them
            coins = rf"({person['coins']}c|{text.coins(person['coins'])}) "
            favours = rf"({person['favours']}f|{text.favours(person['favours'])}) "
            beside = rf"([\w ]*{person['laid']}/9[^/]* {dice})? +"
            pattern = rf"{NAMES[seat][:6]}\w*\W?{beside}{coins} +{favours}"
            assert re.search(pattern, "\n".join(heads)), drawn
            rows = "\n".join(heads + below)
            pattern = rf"{person['laid']}/9[^/]* {dice} "
            assert re.search(pattern, rows), drawn


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_villages_of_a_low_table_write_what_they_earn_in_one_way_that_it_explains(
    seats: int,
) -> None:
    matches = (played("dice_village", seats, 3, plies, "greedy") for plies in range(60, 120))
    views = (as_view(DiceVillageView, match.view(match.to_act)) for match in matches)
    view = next(view for view in views if 0 < len(view["people"][view["to_act"]]["hand"]) < 3)
    canvas = draw(view, (80, 20))
    for village in range(3 * seats):
        if village_of(view, village).seller < 0:
            said = " ".join(" ".join(box(canvas, ("village", village))).replace(HALF, " ").split())
            assert re.search(r"you \d+c( \d+f)? \S+ \d+c( \d+f)?$", said), said
    assert "c coins · f favours · i: signs" in "\n".join(canvas.line(y) for y in range(20))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_lies_over_anything_else(seats: int, size: tuple[int, int]) -> None:
    for plies in (10, 60, 90):
        view = as_view(DiceVillageView, played("dice_village", seats, 3, plies, "greedy").view(0))
        canvas = draw(view, size)
        used: dict[tuple[int, int], object] = {}
        for x, y, width, height, item in canvas.targets:
            assert x >= 0 and y >= 0 and x + width <= size[0] and y + height <= size[1], item
            for column in range(x, x + width):
                for row in range(y, y + height):
                    assert used.setdefault((column, row), item) == item
        count = sum(1 for item in used.values() if item == ("die", 0))
        assert bool(count) == bool(view["people"][0]["free"])
        for village in range(3 * seats):
            place = village_of(view, village)
            rows = box(canvas, ("village", village))
            if place.seller >= 0:
                continue
            earned = (place.visitor, 0) if place.owner else (place.coins, place.favours)
            said = " ".join(" ".join(rows).replace(HALF, " ").split())
            amounts = [text.income_code(*earned), text.income(*earned), text.coins(earned[0])]
            assert any(f"you {amount}" in said for amount in amounts), rows
            assert not earned[1] or f"{earned[1]}f" in said or text.favours(earned[1]) in said


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_villages_open_sold_chosen_and_choosable_differ_without_colour(
    ascii_only: bool, size: tuple[int, int]
) -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 4, "greedy").view(0))
    for person in view["people"]:
        for village in person["villages"]:
            village["sold"] = 0
    place = ("village", 0)

    def first(**more: object) -> str:
        canvas = draw(view, size, ascii_only, **more)  # type: ignore[arg-type]
        return "\n".join(box(canvas, place))

    open_ = first()
    chosen, live = first(cursor=place), first(choosable=frozenset([place]))
    marks = SEAT_LETTERS if ascii_only else SEAT_GLYPHS
    sold = []
    for seller in (0, 1):
        view["people"][0]["villages"][0]["sold"] = seller + 1
        sold.append(first())
        assert marks[seller] in sold[-1]
        assert marks[seller] in first(cursor=place), "under the cursor too"
    assert len({open_, chosen, live, *sold}) == 5
    assert "►" in chosen and "•" in live


@pytest.mark.parametrize("plain", [{"ascii_only": True}, {"depth": Depth.NONE}])
@pytest.mark.parametrize("seats", [2, 4])
def test_without_pixels_every_stall_and_die_has_its_number(
    seats: int, plain: dict[str, object]
) -> None:
    view = as_view(DiceVillageView, played("dice_village", seats, 2, 90, "greedy").view(0))
    for size in SIZES:
        canvas = draw(view, size, **plain)  # type: ignore[arg-type]
        assert not any(HALF in canvas.line(y) for y in range(size[1]))
        for village in range(3 * seats):
            row = "".join(box(canvas, ("village", village)))
            for stall in village_of(view, village).stalls:
                assert str(stall.face) in row, (village, row)
        for place, face in enumerate(text.digits(view["people"][0]["free"])):
            assert face in "".join(box(canvas, ("die", place)))


def test_marked_dice_and_those_to_be_used_differ_without_colour() -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 4, "greedy").view(0))
    view["people"][0]["free"] = dice_of((1, 3, 3, 6))
    pictures = {
        "\n".join(lines(view, (80, 20), True, **more))
        for more in ({}, {"marked": (0,)}, {"used": (0,)}, {"cursor": ("die", 0)})
    }
    assert len(pictures) == 4


def test_what_a_merchant_earns_has_a_plus_as_its_price_has_none() -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 4, "greedy").view(0))
    cards = from_plain(view["custom"])
    earned = {text.reward_that_fits(side, cards, 11) for side in range(60)}
    assert earned == {"+1 coin", "+2 coins", "+5 favours", "+1 die", "+1 card", "+1 stall"}
    drawn = lines(as_view(DiceVillageView, played("dice_village", 3, 5, 8).view(0)), (80, 20))
    assert drawn[0].count(" or") == 4
    assert drawn[1].startswith(" 5 coins ")


def test_villages_of_a_seat_lie_below_each_other_and_so_does_what_they_earn() -> None:
    view = as_view(DiceVillageView, played("dice_village", 3, 5, 130, "greedy").view(1))
    drawn = lines(view, (126, 48))
    columns = [
        {match.start() for line in drawn for match in re.finditer(word, line)}
        for word in ("village ", "you ", "owner ")
    ]
    lefts = [{column for column in row if column < 60} for row in columns[:2]]
    assert lefts[0] and len(lefts[0]) <= 2, "one column a seat"
    assert lefts[1] <= lefts[0]


@pytest.mark.parametrize(("size", "rows"), [((80, 20), 0), ((105, 41), 1), ((152, 56), 1)])
def test_the_signs_are_explained_where_there_is_room(size: tuple[int, int], rows: int) -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 90, "greedy").view(0))
    drawn = "\n".join(lines(view, size))
    assert drawn.count(i18n._("once: draw a merchant")) == rows


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_the_signs_mean_is_one_key_away_at_80_columns(language: str, seats: int) -> None:
    i18n.use(language)
    view = as_view(DiceVillageView, played("dice_village", seats, 2, 90, "greedy").view(0))
    drawn = lines(view, (80, 20), show_signs=True)
    for sign in ("1 4", "3/9", "•", "2c 5f", "↑"):
        assert any(f" {sign} " in line for line in drawn), sign
    assert all(not line[79:].strip() for line in drawn)
    assert any(i18n._("{key} closes").format(key="i") in line for line in drawn)
    if seats == 2:
        canvas = draw(view, (80, 20), show_signs=True)
        villages = [item for *_where, item in canvas.targets if item[0] == "village"]
        assert len(villages) == 6, "beside the villages that it explains"


def test_what_is_hidden_in_a_hand_is_said() -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 60, "greedy").view(0))
    view["people"][0].update({"hand": [12], "secret": [12]})
    card = text.merchant_name(from_plain(view["custom"]).names[12])
    assert f"only you know: {card}" in "\n".join(lines(view, (80, 20)))
    view["people"][0].update({"hand": [], "secret": [], "unseen": 2})
    view["seat"] = None
    drawn = "\n".join(lines(view, (80, 20)))
    assert "2 hidden" in drawn and "Your hand" not in drawn and "● Hand" in drawn


def test_a_seat_card_says_what_a_seat_has() -> None:
    view = as_view(DiceVillageView, played("dice_village", 4, 3, 90, "greedy").view(0))
    for seat, person in enumerate(view["people"]):
        card = seat_card(view, Look(names=NAMES, seat=0), seat, NIGHT)
        words = ["".join(part for part, _ink in line) for line in card.lines]
        assert card.points == f"{person['laid']}/9 cards"
        assert text.coins(person["coins"]) in words[0]
        assert text.favours(person["favours"]) in words[0]
        assert words[1].split() == list(text.digits(person["free"])) or "no dice" in words[1]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_below_the_table_is_cut_off_at_80_columns(language: str) -> None:
    i18n.use(language)
    names = ("Root", "Caravan master", "Merchant", "Caravan master")
    kinds = {VILLAGE: "village", ADD: "side", BUY: "row"}
    seen = 0
    for seed, plies in ((3, range(2, 120, 4)), (12, range(120, 240, 10))):
        for ply in plies:
            match = played("dice_village", 4, seed, ply, "greedy")
            if match.over:
                continue
            seat = match.to_act
            view = as_view(DiceVillageView, match.view(seat))
            held = view["people"][seat]["hand"]
            texts = [
                messages.prompt(view, match.legal(seat), match.names, KEY),
                messages.nothing_to_choose(view, KEY),
            ]
            for action in match.legal(seat):
                if action >> SHIFT in kinds:
                    item = (kinds[action >> SHIFT], action & VALUE)
                    texts.append(messages.choice_words(view, item, action, names, KEY))
            for village in range(12):
                texts.append(messages.village_words(view, village, names))
                texts.append("! " + messages.why_not_village(view, village, names, KEY))
            texts += ["! " + messages.why_not_merchant(view, card) for card in view["row"]]
            texts += [
                "! " + messages.why_not_side(view, 2 * card + side)
                for card in held
                for side in (0, 1)
            ]
            for words in texts:
                assert len(words) <= 78, words
            seen += len(texts)
    assert seen > 500


@pytest.mark.parametrize("language", ["en", "fr"])
def test_where_no_dice_are_left_the_table_says_what_becomes_of_a_merchant(language: str) -> None:
    """In the four rows and the columns beside the buttons at 80 columns."""
    i18n.use(language)
    cards = from_plain(None)
    for number in range(len(cards.names)):
        canvas = Canvas(56, 4, Pens(NIGHT))
        draw_offer(canvas, cards, number, 0, 0, 55)
        rows = [canvas.line(y).rstrip() for y in range(4)]
        for side, row in zip((2 * number, 2 * number + 1), rows[2:], strict=True):
            assert row.startswith(f" {cards.face[side]}  {text.goods(cards.face[side])}"), rows
            assert cards.free[side] or text.reward(side, cards) in row, rows


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_merchant_fits_the_line_below_the_table(language: str) -> None:
    i18n.use(language)
    view = as_view(DiceVillageView, played("dice_village", 4, 3, 2, "greedy").view(0))
    for phase in (SELLING, ADDING, SPENDING):
        view["phase"] = phase
        for card in range(30):
            texts = [messages.why_not_merchant(view, card)]
            texts += [messages.why_not_side(view, 2 * card + side) for side in (0, 1)]
            assert all(len(text) <= 76 for text in texts), texts


@pytest.mark.parametrize("size", [(80, 20), (100, 26), (105, 41), (152, 56)])
def test_names_are_whole_where_there_is_room_and_never_alike(size: tuple[int, int]) -> None:
    names = ("Ann", "Caravan master", "Caravan master 2", "Caravan master 3")
    view = as_view(DiceVillageView, played("dice_village", 4, 3, 6, "greedy").view(0))
    drawn = "\n".join(lines(view, size, names=names))
    whole = names if size[0] > 100 else names[:1]
    assert all(f"{name} " in drawn for name in whole), drawn
    for person in view["people"]:  # as much as a seat can have
        person.update({"coins": 12, "favours": 14, "unseen": 2, "dice": 6, "free": 0x222000})
    drawn = "\n".join(lines(view, size, names=names))
    for number in (2, 3):
        assert re.search(rf"[A-Z]\w* ?\w* {number} ", drawn), drawn
    assert len(re.findall(" 4 ?4 ?5 ?5 ?6 ?6 ", drawn)) == 4


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("size", [(80, 20), (86, 32), (105, 41), (126, 56)])
def test_no_button_is_cut(language: str, seats: int, size: tuple[int, int]) -> None:
    i18n.use(language)
    reroll, _up, down = messages.price_labels()
    labels = [i18n._("Sell"), reroll, down]
    view = as_view(DiceVillageView, played("dice_village", seats, 3, 60, "greedy").view(0))
    drawn = lines(view, size, buttons=[("s", label, True) for label in labels])
    short = [label.partition(":")[0].rstrip() + " " for label in labels]
    assert any(
        all(any(f" s  {label}" in line for line in drawn) for label in words)
        for words in (labels, short)
    ), drawn


@pytest.mark.parametrize("seats", [2, 4])
def test_a_screen_is_a_few_hundred_runs(seats: int) -> None:
    view = as_view(DiceVillageView, played("dice_village", seats, 3, 90, "greedy").view(0))
    canvas = draw(view, (86, 32))
    assert layout(seats, 86, 32).deep > CHIPS
    assert sum(len(canvas.segments(y)) for y in range(32)) <= 1300


@pytest.mark.parametrize(
    ("seats", "size"), [(2, (118, 46)), (2, (152, 56)), (3, (152, 56)), (4, (152, 56))]
)
def test_villages_have_great_dice_where_the_terminal_has_room(
    seats: int, size: tuple[int, int]
) -> None:
    where = layout(seats, *size)
    assert where.deep == GREAT_DICE
    assert layout(seats, size[0], 30).deep < GREAT_DICE
    canvas = draw(
        as_view(DiceVillageView, played("dice_village", seats, 3, 60, "greedy").view(0)), size
    )
    bottom = max(y + height for _x, y, _width, height, _item in canvas.targets)
    assert bottom <= size[1]


def test_the_goods_are_named_once() -> None:
    view = as_view(DiceVillageView, played("dice_village", 3, 3, 14).view(0))
    view["people"][0].update({"hand": [], "secret": [], "unseen": 0})
    for size in SIZES[1:]:
        assert "\n".join(lines(view, size)).count("porcelain") == 1


def test_no_board_of_any_size_names_the_goods_twice() -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 4, 20, "greedy").view(0))
    for size in product(range(76, 110, 3), range(14, 42, 2)):
        for has_key in (True, False):  # a replay names no key
            drawn = draw(view, size, signs_key="i" if has_key else "")
            rows = [drawn.line(y) for y in range(size[1])]
            assert sum("papyrus" in row and "wheat" in row for row in rows) <= 1, (size, has_key)


def test_merchants_are_named_by_their_goods() -> None:
    assert text.merchant_name("m41") == "wheat/silk"
    assert text.merchant_name("m36b") == "gold/porcelain b"
    assert text.narrate(MerchantOffered("m41"), NAMES, 0) == "Merchant wheat/silk is for sale"


def test_villages_that_fit_the_dice_are_lit_and_the_others_dim() -> None:
    match = played("dice_village", 3, 3, 14)
    view = as_view(DiceVillageView, match.view(match.to_act))
    lit = ("village", 2)

    def brightness(item: tuple[str, int], *choosable: tuple[str, int]) -> int:
        canvas = draw(view, (126, 56), choosable=frozenset(choosable))
        x, y, width, height, _item = next(box for box in canvas.targets if box[4] == item)
        cells = ((a, b) for b in range(y, y + height) for a in range(x + 3, x + width))
        return max(sum(canvas.colour_at(a, b)) for a, b in cells)

    assert brightness(lit, lit) > brightness(lit, ("village", 1))


def test_a_village_says_what_the_viewer_would_earn_first() -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 4, "greedy").view(0))
    for person in view["people"]:
        for village in person["villages"]:
            village["sold"] = 0
    for size in ((80, 20), (152, 56)):
        canvas = draw(view, size)
        own, other = ((" ".join(" ".join(box(canvas, ("village", number))).split()))
                      for number in (0, 3))  # fmt: skip
        one, two = ("1c", "2c") if size[0] == 80 else ("1 coin", "2 coins")  # in one row letters
        assert f"you {one}" in own and f"visitor {two}" in own
        assert f"you {two}" in other and f"owner {one}" in other
    view["people"][1]["villages"][0]["left"] = [0, 2, 4, 6, 8]
    row = " ".join(" ".join(box(draw(view, (80, 20)), ("village", 3))).split())
    assert re.search(r"you \d+c( \d+f)? ■ \d+c", row), f"the mark where no word has room: {row}"
    view["seat"] = None
    row = " ".join(" ".join(box(draw(view, (80, 20)), ("village", 3))).split())
    assert "you" not in row


def test_no_notation_is_on_the_table() -> None:
    for plies in (10, 60, 90):
        view = as_view(DiceVillageView, played("dice_village", 3, 3, plies, "greedy").view(0))
        view["people"][1].update({"free": 0, "hand": [3], "unseen": 1})
        drawn = "\n".join(lines(view, (80, 20)))
        assert not re.search(r"[{}]|--|\bh\d", drawn), drawn
        assert "/9 cards, 2 in hand" in drawn, drawn


def test_the_question_says_whether_the_dice_fit_a_village() -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 4, "greedy").view(0))
    view["phase"] = SELLING
    sale, reroll, market = VILLAGE << SHIFT, REROLL << SHIFT, MARKET << SHIFT
    both = messages.prompt(view, [sale, reroll, market], NAMES, KEY)
    assert "fit 1 village" in both and "reroll" in both
    assert "reroll" not in messages.prompt(view, [sale, sale + 1, market], NAMES, KEY)
    assert " Reroll dice 1-4" in messages.prompt(view, [reroll, market], NAMES, KEY)
    assert "d or click Done." in messages.prompt(view, [market], NAMES, KEY)


def test_the_number_below_a_die_says_that_it_is_a_key() -> None:
    match = played("dice_village", 2, 3, 14)
    text = "\n".join(
        draw(as_view(DiceVillageView, match.view(match.to_act)), (80, 20)).line(y)
        for y in range(20)
    )
    assert "key 1 " in text and "key 2 " in text, text
    watched = as_view(DiceVillageView, match.view(None))
    assert not any("key" in draw(watched, (80, 20)).line(y) for y in range(20)), "it has no keys"


@pytest.mark.parametrize(
    ("pens", "die", "sold"),
    [
        (Pens(palette({}, True), Depth.NONE), "[4]", "■4"),
        (Pens(palette({}, True), Depth.TRUE, ascii_only=True), "[4]", "B4"),
        (Pens(palette({}, True), Depth.TRUE), " 4 ", "■4"),
    ],
    ids=["none", "ascii", "pixels"],
)
def test_signs_are_written_as_on_the_table_of_this_terminal(
    pens: Pens, die: str, sold: str
) -> None:
    canvas = Canvas(100, 16, pens)
    draw_legend(canvas, Box(0, 0, 100, 16))
    lines = [canvas.line(y) for y in range(16)]
    assert any(line.startswith(die) and "sells a die" in line for line in lines), lines
    assert any(line.startswith(sold) and f"player {sold[0]}" in line for line in lines), lines


def test_the_place_of_a_fourth_seat_has_whole_goods_and_how_to_see_the_signs() -> None:
    match = played("dice_village", 3, 3, 14)
    text = "\n".join(
        draw(as_view(DiceVillageView, match.view(match.to_act)), (80, 20)).line(y)
        for y in range(20)
    )
    assert "Goods on the dice" in text and "porcelain" in text and "i: signs" in text
    assert "sold by the player" not in text, "a part of the signs alone is a riddle"


def test_for_a_spectator_every_seat_keeps_its_place() -> None:
    match = played("dice_village", 2, 3, 14)
    places = set()
    for active in (0, 1):
        view = as_view(DiceVillageView, match.view(None))
        canvas = draw(view, (80, 20), seat=active)
        villages = {item: (x, y) for x, y, _w, _h, item in canvas.targets if item[0] == "village"}
        places.add(villages["village", 0])
    assert len(places) == 1


def test_rolling_dice_are_not_told_before_they_lie() -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 12).view(0))
    free = " ".join(text.digits(view["people"][0]["free"]))
    assert f" {free} " in "\n".join(lines(view, (80, 20)))
    rolling = "\n".join(lines(view, (80, 20), rolling=[1] * len(free.split())))
    assert f" {free} " not in rolling and re.sub(r"\d", "?", f" {free} ") in rolling


def test_coins_and_favours_are_legible_by_day() -> None:
    day = palette({}, False)
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 12).view(0))
    card = seat_card(view, Look(names=NAMES, seat=0), 0, day)
    assert all(contrast(ink, day.surface) >= 3 for _words, ink in card.lines[0] if _words.strip())


def test_open_stalls_and_unused_dice_are_seen_in_16_colours() -> None:
    view = as_view(DiceVillageView, played("dice_village", 3, 3, 14).view(0))
    canvas = draw(
        view, (126, 56), depth=Depth.FEW, used=(0,), choosable=frozenset({("village", 2)})
    )
    for x, y, width, height, item in canvas.targets:
        if item[0] not in ("die", "village"):
            continue
        left = x + 3 if item[0] == "village" else x  # without the bar of what can be chosen
        colours = set()
        for row in range(y, y + height - 1):
            tops, lows = canvas.row(row)[:2]
            for tone in {*tops[left : x + width], *lows[left : x + width]}:
                colours.add(canvas.pens.reduce(tone, is_ground=True))
        assert len(colours) > 1, item


def test_rolled_dice_stand_apart_in_sentences_and_not_in_the_log() -> None:
    rolled = Rolled(0, dice_of([3, 6]), dice_of([3, 6]), False)
    assert text.narrate(rolled, ["Ann"], 0) == "Ann rolls 3 6"
    assert text.shorten(rolled, ["Ann"], 0) is None, "they lie on the table"


def test_an_open_village_is_brighter_than_a_sold_one() -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 4, "greedy").view(0))
    number = next(n for n in range(6) if village_of(view, n).seller < 0)
    owner, nth = divmod(number, 3)

    def share_of_bright_cells(size: tuple[int, int]) -> float:
        canvas = draw(view, size)
        x, y, width, height, _item = next(
            box for box in canvas.targets if box[4] == ("village", number)
        )
        face = NIGHT.face[village_of(view, number).faces[0] - 1]
        cells = [(x + dx, y + dy) for dx in range(width) for dy in range(height)]
        return sum(canvas.colour_at(*cell) == face for cell in cells) / len(cells)

    for size in ((80, 20), (126, 56)):
        view["people"][owner]["villages"][nth]["sold"] = 0
        assert share_of_bright_cells(size) > 0
        view["people"][owner]["villages"][nth]["sold"] = 2 - owner
        assert share_of_bright_cells(size) == 0


@pytest.mark.parametrize("size", [(86, 32), (106, 41), (126, 46)])
def test_a_village_drawn_with_pips_has_the_number_by_which_the_log_names_it(
    size: tuple[int, int],
) -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 30, "greedy").view(0))
    words = "\n".join(lines(view, size))
    for number in range(6):
        assert words.count(f"village {village_of(view, number).name}") == 2, words


def test_on_a_light_ground_every_die_is_a_colour_of_its_own_and_wheat_is_light() -> None:
    day = palette({}, False)
    faces = ["#{:02x}{:02x}{:02x}".format(*face) for face in day.face]
    for sight in vision.SEEN:
        assert vision.nearest(faces, sight) >= 24, sight
    wheat = vision.seen(faces[3], "usual")
    assert wheat[0] == max(vision.seen(face, "usual")[0] for face in faces) and wheat[0] > 85


@pytest.mark.parametrize("size", [SMALL, LARGE, GREAT])
def test_on_a_light_ground_every_die_is_told_from_what_it_lies_on(size: int) -> None:
    day = palette({}, False)
    for ground in (day.surface, day.panel, day.felt, *day.paper):
        for face, colour in enumerate(day.face, 1):
            canvas = Canvas(12, 8, Pens(day, Depth.TRUE, False))
            canvas.fill(0, 0, 12, 8, ground)
            draw_die(canvas, 1, 1, face, colour, size)
            for column in (1, size):  # its sides
                tops, lows = canvas.row(2)[:2]
                assert contrast(tops[column], ground) >= 1.4, (face, ground)
                assert contrast(lows[column], ground) >= 1.4, (face, ground)
            draw_chip(canvas, 1, 7, f" {face} ", colour)
            ends = [canvas.row(7)[2][column] for column in (1, 3)]
            inks = [end[1] if end is not None else canvas.row(7)[0][1] for end in ends]
            assert min(contrast(ink, ground) for ink in inks) >= 1.4, (face, ground)


@pytest.mark.parametrize("dark", [True, False], ids=["night", "day"])
def test_the_dice_of_the_emblem_have_the_colours_of_their_faces(dark: bool) -> None:
    emblem = parse_sprite(registry.sprite_text("dice_village", "emblem"))
    drawn, faces = emblem.colours(dark), palette({}, dark).face
    seen = {}
    for face, colour in enumerate(faces, 1):
        places = [
            (x, y)
            for y, row in enumerate(emblem.rows)
            for x, name in enumerate(row)
            if name and drawn[name] == colour
        ]
        if places:
            (left, right), (top, low) = (
                (min(ends), max(ends)) for ends in zip(*places, strict=True)
            )
            inside = [drawn[name] for row in emblem.rows[top : low + 1] for name in row[left:right]]
            dark_pips = sum(colour == (0x1A, 0x15, 0x12) for colour in inside)
            seen[face] = dark_pips + sum(colour == WHITE for colour in inside)
    assert seen == {2: 2, 3: 3, 5: 5, 6: 6}


def test_by_day_the_place_of_a_sold_die_is_no_pale_die() -> None:
    day = palette({}, False)
    view = as_view(DiceVillageView, played("dice_village", 3, 3, 32, "greedy").view(0))
    people = view["people"][0]
    assert len(faces_of(people["free"])) < people["dice"], "one is sold"
    canvas = Canvas(152, 46, Pens(day, Depth.TRUE, False))
    where = layout(view["seats"], 152, 46, True, people["dice"])
    draw_table(canvas, where, view, Look(names=NAMES[:3], seat=0))
    x = where.dice_x + where.dice_step * (people["dice"] - 1) + where.dice_size // 2
    place, cloth = canvas.colour_at(x, where.dice + 2), canvas.colour_at(x, where.dice - 1)
    assert sum(place) < sum(cloth)


def test_merchants_are_offered_with_a_sale_at_home_only_where_there_are_some() -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 4, "greedy").view(0))
    seller = view["to_act"]
    number = next(n for n in range(6) if village_of(view, n).owner == seller)
    for hand in ([], [0]):
        view["people"][seller]["hand"] = hand
        assert ("merchants" in messages.sale_words(view, number, NAMES)) == bool(hand)


def test_the_list_of_moves_has_your_choices_without_notation() -> None:
    match = played("dice_village", 2, 3, 30, "greedy")
    view, legal = as_view(DiceVillageView, match.view(match.to_act)), match.legal(match.to_act)
    rows = advice.list_moves(legal, view, NAMES)
    assert sorted(row.actions[0] for row in rows) == sorted(legal)
    assert {row.group for row in rows} >= {"Sell", "Reroll for 1 favour"}
    words = [row.words for row in rows]
    assert len(set(words)) == len(words)
    assert not any(re.search(r"pays|\d\.\d", f"{row.words} {row.aside}") for row in rows)
    assert all(row.aside for row in rows if row.group), "each has its short form or its income"


def test_the_list_has_the_best_sale_and_turn_first_and_all_else_in_its_order() -> None:
    matches = (played("dice_village", 2, 3, plies, "greedy") for plies in range(10, 90))
    has_sorted = False
    for match in matches:
        if match.over or not match.legal(match.to_act):
            continue
        view, legal = as_view(DiceVillageView, match.view(match.to_act)), match.legal(match.to_act)
        worth = {sale[0]: COIN * sale[2] + sale[3] for sale in open_sales(view)}
        rows = advice.list_moves(legal, view, NAMES)
        actions = [row.actions[0] for row in rows]
        turns = [
            row.aside.startswith("sells at") for row in rows if row.actions[0] >> SHIFT == TURN
        ]
        assert turns == sorted(turns, reverse=True)
        sales = [worth.get(action & VALUE, 0) for action in actions if action >> SHIFT == VILLAGE]
        assert sales == sorted(sales, reverse=True)
        assert [a for a in actions if a >> SHIFT not in (VILLAGE, TURN)] == [
            action for action in legal if action >> SHIFT not in (VILLAGE, TURN)
        ]
        assert sorted(actions) == sorted(legal)
        has_sorted = has_sorted or actions != legal
    assert has_sorted, "the rules have another order"


def test_a_row_of_the_list_says_in_words_what_its_notation_names() -> None:
    match = played("dice_village", 3, 3, 40, "greedy")
    view, legal = as_view(DiceVillageView, match.view(match.to_act)), match.legal(match.to_act)
    rows = advice.list_moves(legal, view, NAMES)
    sales = [row for row in rows if row.group == "Sell"]
    for row in sales:
        village = village_of(view, row.actions[0] & VALUE)
        goods = text.dice_words(dice_of(village.faces))
        assert row.words.endswith(f"village {village.name} ({goods})")
        seat = f"the seat of {NAMES[village.owner]}"
        seat = "your seat" if village.owner == view["seat"] else seat
        code = village.name.replace("+", "")
        assert row.code_note == f"{village.owner} is {seat}, {code} the village {village.name}"
    assert len({row.code_note for row in sales}) > 1
    rerolls = [row for row in rows if row.group == "Reroll for 1 favour"]
    assert all(row.aside.startswith("keeps ") for row in rerolls) and len(rerolls) > 3
    (market,) = [row for row in rows if row.group == "Or"]
    assert market.aside == "4 favours"


def test_a_merchant_to_buy_is_named_in_the_note_of_its_notation() -> None:
    matches = (played("dice_village", 2, 3, plies, "greedy") for plies in range(10, 90))
    match = next(
        match
        for match in matches
        if any(action >> SHIFT == BUY for action in match.legal(match.to_act))
    )
    view, legal = as_view(DiceVillageView, match.view(match.to_act)), match.legal(match.to_act)
    rows = advice.list_moves(legal, view, NAMES)
    notes = [(row.words, row.code_note) for row in rows if row.code_note]
    assert notes
    for words, note in notes:
        code, name = note.split(" stands for ")
        assert name in words and code not in words
    assert rows[-1].aside.startswith("keeps ")


def test_a_village_that_the_dice_do_not_fit_says_which_are_missing() -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 4, "greedy").view(0))
    view["phase"], view["seat"] = SELLING, view["to_act"]
    number = next(n for n in range(6) if village_of(view, n).seller < 0)
    view["people"][view["to_act"]]["free"] = 0
    said = messages.item_words(view, ("village", number), ["Ann", "Bo"], KEY)
    assert said == f"Missing: both for {village_of(view, number).name}."


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("dice", [4, 5, 6])
def test_a_wide_table_has_dice_buttons_and_hand_beside_each_other(
    language: str, seats: int, dice: int
) -> None:
    i18n.use(language)
    view = as_view(DiceVillageView, played("dice_village", seats, 3, 30, "greedy").view(0))
    faces = [1, 2, 3, 4, 5, 6][:dice]
    view["people"][0].update({"dice": dice, "free": dice_of(faces), "hand": [3, 12], "secret": []})
    labels = ("Sell", *messages.price_labels(), messages.done_label(view))
    canvas = draw(view, (124, 46), buttons=[("s", label, True) for label in labels])
    boxes = {item: (x, y, x + width) for x, y, width, _height, item in canvas.targets}
    tops = {boxes["die", place][1] for place in range(dice)} | {boxes["do", 0][1]}
    assert tops == {boxes["side", 6][1]}, "all in one row"
    ends = [boxes["die", dice - 1], boxes["do", 0], boxes["side", 6], boxes["side", 25]]
    assert all(left[2] < right[0] for left, right in pairwise(ends))
    assert ends[-1][2] <= 124
    assert all(label in "\n".join(map(canvas.line, range(46))) for label in labels)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_hand_beside_the_dice_is_drawn_in_every_height(seats: int) -> None:
    view = as_view(DiceVillageView, played("dice_village", seats, 3, 30, "greedy").view(0))
    view["people"][0].update(
        {"dice": 4, "free": dice_of((1, 2, 5)), "hand": [3, 12, 20], "secret": []}
    )
    for height in range(1, 60):
        boxes = draw(view, (124, height)).targets
        assert sum(item[0] == "die" for *_box, item in boxes) == 3, f"dice at {height} rows"
        sides = [y + high for _x, y, _wide, high, item in boxes if item[0] == "side"]
        if height >= 14:  # lower ones have the dice, and no room for the cards
            assert len(sides) == 6 and max(sides) <= height, f"cards at {height} rows"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", [2, 3])
def test_no_words_of_the_signs_are_cut_on_a_wide_table(language: str, seats: int) -> None:
    i18n.use(language)
    view = as_view(DiceVillageView, played("dice_village", seats, 3, 30, "greedy").view(0))
    drawn = "\n".join(lines(view, (124, 46)))
    for words in ("dice still to sell", "you can choose this now"):
        assert i18n._(words) in drawn


def test_sold_dice_leave_their_place() -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 4, "greedy").view(0))
    view["people"][0].update({"dice": 4, "free": dice_of((2, 5))})
    places = {item: x for x, _y, _w, _h, item in draw(view, (80, 20)).targets if item[0] == "die"}
    row = lines(view, (80, 20))[-1]
    assert row.count("sold") == 2 and row.index("sold") > places["die", 1]


def test_a_village_that_cannot_be_chosen_is_not_lit_under_the_cursor() -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 4, "greedy").view(0))
    village = ("village", 2)
    x, y, width, _height, _item = next(
        box for box in draw(view, (80, 20)).targets if box[4] == village
    )

    def ground(**more: object) -> tuple[int, int, int]:
        return draw(view, (80, 20), cursor=village, **more).colour_at(  # type: ignore[arg-type]
            x + width - 1, y
        )

    red, _green, blue = ground()
    assert abs(red - blue) < 30, "grey"
    red, _green, blue = ground(choosable=frozenset([village]))
    assert red - blue > 30, "the accent colour"


def test_a_sale_says_what_it_has_brought() -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 4, "greedy").view(0))
    sold = messages.sale_result(view, [SoldAtHome(0, "16", 2, 5)], NAMES)
    assert sold == "Sold at your village 1+6: you get 2 coins and 5 favours."
    visited = messages.sale_result(view, [Visited(0, 1, "25", 2), OwnerPaid(1, "25", 1, 0)], NAMES)
    assert visited == "Sold at Trader's village 2+5: you get 2 coins."
    assert messages.sale_result(view, [Visited(1, 0, "25", 2)], NAMES) == ""


def test_the_sign_of_the_cursor_covers_no_words_of_a_merchant() -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 4, "greedy").view(0))
    view["row"] = [next(card for card in range(30) if "+1 stall" in _two_rewards(view, card))]
    for cursor in (None, ("row", view["row"][0])):
        drawn = "\n".join(lines(view, (86, 32), cursor=cursor))
        assert "+1 stall" in drawn.partition("Your hand")[0], drawn


def _two_rewards(view: DiceVillageView, card: int) -> list[str]:
    cards = from_plain(view["custom"])
    return [text.reward_that_fits(2 * card + side, cards, 20) for side in (0, 1)]


def test_buttons_say_what_is_paid_or_got() -> None:
    assert messages.price_labels() == ("Reroll: -1 favour", "Up: -2 favours", "Down: -2 favours")
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 60, "greedy").view(0))
    view["people"][0].update({"free": dice_of([1, 2, 3])})
    view.update({"phase": SELLING, "to_act": 0})
    assert messages.done_label(view) == "Done: +3 favours"


def test_a_table_with_dice_explains_no_codes_and_names_no_key_for_signs_in_sight() -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 30, "greedy").view(0))
    drawn = "\n".join(lines(view, (124, 46)))
    assert "cards; 9: last round" in drawn
    assert "2c 5f" not in drawn and "this mark" not in drawn and "i: signs" not in drawn


def test_what_a_sale_earns_stands_beside_its_dice() -> None:
    view = as_view(DiceVillageView, played("dice_village", 3, 4, 12, "greedy").view(0))
    canvas = draw(view, (124, 46))
    boxes = [box for box in canvas.targets if box[4][0] == "village"]
    x, y, width, height, _item = boxes[0]
    rows = [canvas.line(row)[x : x + width] for row in range(y, y + height)]
    ends = [len(row.rstrip()) for row in rows if "coin" in row]
    assert ends and max(ends) < width - 6, "not at the far edge"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_beside_the_rail_no_village_repeats_what_it_says_and_no_third_is_bare(seats: int) -> None:
    view = as_view(DiceVillageView, played("dice_village", seats, 7, 40, "greedy").view(0))
    canvas = draw(view, (126, 47), has_rail=True)
    where = layout(seats, 126, 47, dice=max(person["dice"] for person in view["people"]))
    for place in range(seats):
        x, y = where.seat(place)
        head = canvas.line(y)[x : x + where.column - 1]
        assert NAMES[place] in head and not re.search(r"coin|favour|/9|starts", head), head
    bare = sum(
        canvas.colour_at(x, y) == NIGHT.ground for y in range(47) for x in range(canvas.width)
    )
    assert bare < canvas.width * 47 / 10


def test_dice_in_words_have_a_number_only_where_there_are_several() -> None:
    assert text.dice_words(dice_of([5])) == "spices"
    assert text.dice_words(dice_of([1, 5, 5])) == "silk, 2 spices"


def test_a_sale_that_no_further_merchant_can_join_says_so() -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 60, "greedy").view(0))
    view.update({"phase": ADDING, "to_act": 0, "village": 0})
    view["people"][0]["hand"] = [1]
    assert "no merchants to add" in messages.prompt(view, [SELL << SHIFT], NAMES, KEY)
    assert "add merchants" in messages.prompt(view, [SELL << SHIFT, ADD << SHIFT], NAMES, KEY)


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("has_turn", [True, False])
def test_every_die_on_a_seat_card_can_be_read(dark: bool, has_turn: bool) -> None:
    colours = palette({}, dark)
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 4, "greedy").view(0))
    seat = view["to_act"] if has_turn else 1 - view["to_act"]
    view["people"][seat]["free"] = dice_of((1, 2, 3, 4, 5, 6))
    card = seat_card(view, Look(names=NAMES, seat=seat), seat, colours)
    ground = card_ground(colours, seat, has_turn)
    dice = card.lines[1]
    assert len(dice) == 6 and card.has_turn == has_turn
    assert all(contrast(ink, ground) >= 3 for _words, ink in dice)


def test_sales_of_many_seats_lie_in_two_columns_and_only_those_that_can_be_made_are_lit() -> None:
    view = as_view(DiceVillageView, played("dice_village", 4, 3, 60, "greedy").view(0))
    rows = [
        "".join(box(draw(view, (80, 20)), ("village", number)))
        for number in range(12)
        if village_of(view, number).seller < 0
    ]
    starts = {row.index("you") for row in rows if "+" not in row}
    assert len(rows) > 6 and len(starts) == 1


def test_a_picture_that_takes_no_clicks_has_no_door_to_the_signs() -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 40, "greedy").view(0))
    replay, picture = (
        "\n".join(
            canvas.line(y)
            for canvas in [draw(view, (80, 20), signs_key="", is_still=is_still)]
            for y in range(canvas.height)
        )
        for is_still in (False, True)
    )
    assert "f favours · Signs" in replay, "beside what it explains more of"
    assert "Signs" not in picture


@pytest.mark.parametrize(
    ("phase", "words"),
    [(SPENDING, "No dice left in this round"), (ENDED, "No more dice are rolled")],
)
def test_where_the_dice_of_a_seat_would_lie_is_said_whether_more_of_them_come(
    phase: int, words: str
) -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 3, 30).view(0))
    view["phase"], view["people"][0]["free"] = phase, 0
    said = "\n".join(lines(view, (80, 20)))
    assert said.count(words) == 1 and "to sell" not in said
    view["people"][1]["free"] = 0
    look = Look(names=NAMES, seat=0, ascii=False, signs_key="i")
    own, other = (str(seat_card(view, look, seat, NIGHT).lines) for seat in (0, 1))
    assert "no dice left" not in own and "no dice left" in other


@pytest.mark.parametrize("language", ["en", "fr"])
def test_buttons_and_merchants_say_in_both_languages_what_they_cost_and_bring(
    language: str,
) -> None:
    view = as_view(DiceVillageView, played("dice_village", 2, 5, 0).view(0))
    with i18n.in_language(language):
        done = i18n._("Done: +{favours}").format(favours=text.favours(4))
        labels = [*messages.price_labels(), done]
        buttons = [(key, label, True) for key, label in zip("etbd", labels, strict=True)]
        drawn = "\n".join(lines(view, (80, 20), buttons=buttons))
        for label in labels:
            amount = label[label.index(": ") + 2 :]
            assert re.search(rf"{label.partition(':')[0].rstrip()}\s?:? {re.escape(amount)}", drawn)
        assert i18n._("One half becomes a stall: + is what it then earns you.").split()[2] in drawn
