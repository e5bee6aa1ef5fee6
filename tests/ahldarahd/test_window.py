"""The window of a trade, the strip of an auction, a night, and the signs: seen without colour."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest

from caravan_tui import i18n
from caravan_tui.games.ahldarahd import state as phases
from caravan_tui.games.ahldarahd.actions import KIND, OPEN, PAYLOAD, place
from caravan_tui.games.ahldarahd.board import Board
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.events import Bid, Decline
from caravan_tui.games.ahldarahd.messages import answer_words, terms_of_auction
from caravan_tui.games.ahldarahd.moves import NO_PLACE, Entry, Selection
from caravan_tui.games.ahldarahd.render.legend import legend_rows
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.render.panel import (
    CARD_ROOM,
    page_count,
    seat_card,
    sign_pages,
)
from caravan_tui.games.ahldarahd.render.wares import entries_on_cards
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from caravan_tui.games.ahldarahd.scoring import nearest_goal
from caravan_tui.games.ahldarahd.view import last_bids, seats_to_come
from caravan_tui.i18n import _
from caravan_tui.widgets.drawing.colours import contrast
from caravan_tui.widgets.drawing.depth import Depth, Pens
from caravan_tui.widgets.drawing.palette import palette
from caravan_tui.widgets.marks import SEAT_GLYPHS, SEAT_LETTERS
from tests.ahldarahd.drawing import NAMES, RAIL_SIZES, SIZES, drawn, plan_of, row_of, text
from tests.ahldarahd.positions import (
    CITY,
    GAME,
    KEYS,
    ROUTE,
    bidding,
    building,
    dealt,
    hold,
    play,
    route,
)
from tests.support.canvases import canvas_of
from tests.support.known import known
from tests.support.state_app import StateApp
from tests.support.until import until


def lines(
    table: AhldarahdState,
    seat: int | None = 0,
    size: tuple[int, int] = (80, 20),
    ascii_only: bool = False,
    **more: Any,
) -> list[str]:
    """What a seat sees of a position."""
    return text(drawn(table, size, seat, ascii_only=ascii_only, **more))


def offered(seats: int = 3) -> AhldarahdState:
    """Seat 0 offers seat 1 the Green Right and 2 gold for a card of Dyes."""
    table = building(seats)
    table.gold = [6] * seats
    table.rights[2] = 0
    play(table, "offer 1", "give gold 2", "give right.green", "want card dyes", "send")
    return table


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("size", [(80, 20), (100, 26), (106, 41), (152, 56)])
def test_an_offer_shows_both_sides_and_what_is_left_to_each(
    size: tuple[int, int], ascii_only: bool
) -> None:
    rows = lines(offered(), 1, size, ascii_only)
    marks = SEAT_LETTERS if ascii_only else SEAT_GLYPHS
    assert row_of(rows, f"{marks[0]} Ann offers you a trade")
    # The own side stands on the left.
    head = row_of(rows, f"{marks[0]} Ann gives")
    assert head.index("You give") < head.index("Ann gives")
    window = "\n".join(rows[rows.index(head) :])
    assert "Dyes" in window and "Green" in window and "gold" in window
    left = row_of(rows, "8 gold, 2 cards")
    assert left.index("8 gold, 2 cards") < left.index("4 gold, 4 cards")


def choices(table: AhldarahdState) -> dict[str, Any]:
    """The list of whoever is to act."""
    view = GAME.view(table, table.to_act())
    selection = Selection()
    trade = view["trade"]
    selection.reset(0, (trade["lines"] if trade else None) or ())
    selection.update(table.legal(), [], view, NO_PLACE, NAMES)
    labels = selection.labels(view, NAMES)
    offer = selection.offer_rows(view)
    return {"entries": selection.entries, "labels": labels, "offer": offer}


@pytest.mark.parametrize("size", [(100, 26), (118, 31)])
def test_an_offer_to_answer_covers_no_map(size: tuple[int, int]) -> None:
    table = offered(4)
    has_rail = size[0] > 100
    plan = plan_of(table, size, has_rail)
    canvas = drawn(table, size, 1, has_rail=has_rail, **choices(table))
    boxes = [target for target in canvas.targets if target[4] == ("window", 1)]
    assert boxes and all(y >= plan.cards_y for _x, y, *_rest in boxes)
    rows = text(canvas)
    for words in ("Accept", "Decline", "ounter", "Ann gives", "You give", "offers you a trade"):
        assert sum(words in line for line in rows) == 1, (words, rows)


@pytest.mark.parametrize("size", [(80, 20), (126, 44)])
def test_each_answer_is_one_button_with_its_key_wherever_it_is_clicked(
    size: tuple[int, int],
) -> None:
    table = offered()
    canvas = drawn(table, size, 1, has_rail=size[0] > 100, **choices(table))
    row, line = next((y, line) for y, line in enumerate(text(canvas)) if "Accept" in line)
    start = line.index("Accept")
    button = line[start : line.index(KEYS["ahldarahd.yes"], start) + 1]
    assert len({canvas.target_at(start + n, row) for n in range(len(button))}) == 1, button
    assert canvas.target_at(start, row) is not None


def test_an_offer_is_a_window_for_those_alone_who_may_see_it() -> None:
    table = building(3)
    play(table, "offer 1", "give gold 0") if table.gold[0] == 0 else play(table, "offer 1")
    rows = lines(table, 0, has_trade_window=True, **choices(table))
    assert row_of(rows, "Your offer to ■ Bo")
    assert row_of(rows, "You give").index("You give") < row_of(rows, "You want").index("You want")
    assert not any("gives  " in line or "after: " in line for line in lines(table, 1))
    assert row_of(lines(table, 0, (118, 46), has_rail=True, **choices(table)), "You give")
    assert row_of(lines(table, 1), "prepares an offer to")


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("size", [(80, 20), (118, 46)])
def test_wanted_cards_that_the_other_player_cannot_hold_are_last_and_marked(
    size: tuple[int, int], ascii_only: bool
) -> None:
    table = building(3)
    table.cards[10 + CITY["metals"]] = 1
    table.seen[1] = 1 << CITY["incense"]
    play(table, "offer 1")
    shown = choices(table)
    wanted = [row.line for row in shown["offer"] if row.line.startswith("want card")]
    assert wanted[0] == "want card metals" and wanted[-1] == "want card incense"
    rows = lines(table, 0, size, ascii_only, has_trade_window=True, has_rail=size[0] > 100, **shown)
    mark = "x" if ascii_only else "×"
    assert row_of(rows, f"Incense {mark}") and row_of(rows, "Pearls ?")
    assert row_of(rows, f"Metals {'B' if ascii_only else '■'}")
    assert row_of(rows, f"? may hold it  {mark} can't")
    table.seen[1] = 0
    rows = lines(table, 0, size, ascii_only, has_trade_window=True, **choices(table))
    assert not any(f"{mark} can't" in row for row in rows)


def test_a_counter_offer_names_the_first_one() -> None:
    table = offered()
    play(table, "counter")
    assert row_of(lines(table, 1, has_trade_window=True, **choices(table)), "Your counter-offer")
    play(table, "want gold 3", "send")
    rows = lines(table, 0, has_trade_window=True)
    assert row_of(rows, "Bo counters")
    assert row_of(rows, "first: 2 gold and the Green Right")
    head = row_of(rows, "Bo gives")
    assert head.index("You give") < head.index("Bo gives")
    assert row_of(rows, "after: 3 gold")


def test_who_turns_to_a_map_while_writing_sees_the_map() -> None:
    table = building(3)
    table.gold = [6] * 3
    play(table, "offer 1", "give gold 2")
    size = (100, 26)
    assert not any("Gems 5" in line for line in lines(table, 0, size, has_trade_window=True,
                                                      **choices(table)))  # fmt: skip
    rows = lines(table, 0, size, has_trade_window=False, **choices(table))
    assert row_of(rows, "Gems 5") and row_of(rows, "Ann gives 2 gold")


@pytest.mark.parametrize("is_writing", [True, False])
@pytest.mark.parametrize("size", RAIL_SIZES)
def test_a_trade_on_a_large_table_stands_below_all_maps(
    size: tuple[int, int], is_writing: bool
) -> None:
    table = building(4) if is_writing else offered(4)
    if is_writing:
        table.gold = [6] * 4
        play(table, "offer 1")
    plan = plan_of(table, size, True)
    canvas = drawn(table, size, table.to_act(), has_rail=True, **choices(table))
    rows = text(canvas)
    head = next(y for y, line in enumerate(rows) if "You give" in line)
    assert head > plan.cards_y, rows
    assert "after: 6 gold" not in "".join(rows[: plan.cards_y])
    if plan.maps > 1:
        assert sum(line.count("may build here") for line in rows) == 4, rows


def test_a_large_table_lists_all_that_an_offer_can_name() -> None:
    table = building(5)
    table.gold = [6] * 5
    hold(table, 0, **dict.fromkeys(CITY, 1))
    hold(table, 1, **dict.fromkeys(CITY, 1))
    table.rights = [0, 1, 0, 1, 0]
    table.shah, table.eyes, table.queen = 0, 0, 1
    play(table, "offer 1")
    for size in RAIL_SIZES:
        canvas = drawn(table, size, 0, has_rail=True, **choices(table))
        named = [target[4][1] for target in canvas.targets if target[4][0] == "entry"]
        listed = choices(table)
        things = [row.entry for row in listed["offer"]]
        assert set(things) <= set(named), size


@pytest.mark.parametrize("size", [(80, 64), (80, 40), (118, 46)])
def test_what_an_offer_may_name_is_whole_on_a_high_narrow_table(size: tuple[int, int]) -> None:
    table = building(3)
    table.gold = [6] * 3
    hold(table, 0, dyes=1, salt=2, spices=1)
    hold(table, 1, **dict.fromkeys(CITY, 1))
    table.rights = [2, 1, 1]
    play(table, "offer 1")
    more = choices(table)
    canvas = drawn(table, size, 0, has_rail=size[0] > 100, **more)
    shown = "\n".join(text(canvas))
    assert all(f" {row.thing} " in shown for row in more["offer"]), shown


@pytest.mark.parametrize("page", [1, 2])
@pytest.mark.parametrize("seats", [2, 4])
def test_signs_and_an_offer_stand_side_by_side_at_160_columns(seats: int, page: int) -> None:
    table = building(seats)
    hold(table, 0, dyes=1, salt=2, spices=1)
    hold(table, 1, pearls=1, gems=2)
    play(table, "offer 1")
    size, more = (118, 46), choices(table)
    plan = plan_of(table, size, True)
    canvas = drawn(table, size, 0, has_rail=True, page=page, **more)
    rows = [line[: plan.info.x] for line in text(canvas)[plan.offer.y :]]
    assert all(any(f" {row.thing} " in line for line in rows) for row in more["offer"]), rows
    beside = "\n".join(line[plan.info.x :] for line in text(canvas)[plan.offer.y :])
    assert ("by land" if page == 1 else "Known cards") in beside, beside


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("size", "has_rail"), [(size, False) for size in SIZES] + [(size, True) for size in RAIL_SIZES]
)
def test_the_legend_hides_no_map(size: tuple[int, int], has_rail: bool, seats: int) -> None:
    table = building(seats)
    plan = plan_of(table, size, has_rail, has_info=True)
    canvas = drawn(table, size, has_rail=has_rail, page=1)
    info = plan.info
    maps = [plan.map_area(number) for number in range(min(plan.maps, seats))]
    maps += [plan.tile_area(number) for number in range(seats) if plan.tiles.width]
    maps += [plan.free_area] if plan.free_area else []
    for area in maps:
        is_beside = area.x + area.width <= info.x
        assert is_beside or area.y >= info.y + info.height or area.y + area.height <= info.y
    if plan.has_cards:
        assert plan.maps == plan_of(table, size, has_rail).maps
        assert plan.map_area(0) == plan_of(table, size, has_rail).map_area(0), "no map moves"
    named = {target[4][1] for target in canvas.targets if target[4][0] == "map"}
    assert named == set(range(seats)) or plan.is_narrow  # small maps make way for the legend


@pytest.mark.parametrize("seats", [2, 5])
def test_the_legend_of_a_small_table_leaves_points_and_gold_in_sight(seats: int) -> None:
    table = building(seats)
    table.gold = [11, 12, 13, 14, 15][:seats]
    for page in (1, 2):
        rows = lines(table, 0, page=page)
        assert row_of(rows, "points gold cards")
        for seat in range(seats):
            assert f" {11 + seat} " in row_of(rows, f"{SEAT_GLYPHS[seat]} {NAMES[seat]}")
    assert "Textiles" in "".join(line[54:] for line in lines(table, 0, page=2)) or not sum(
        table.discard
    )


@pytest.mark.parametrize("size", [(118, 46), (156, 56)])
def test_the_legend_of_a_large_table_leaves_open_cards_and_hand_in_sight(
    size: tuple[int, int],
) -> None:
    table = building(4)
    rows = lines(table, 0, size, has_rail=True, page=1, **choices(table))
    assert row_of(rows, "Auction items") and row_of(rows, "Hand ")
    assert "by land" in "\n".join(rows) and row_of(rows, "End the building")


async def test_signs_that_are_in_sight_need_no_key() -> None:
    app = StateApp[Board]("ahldarahd", building(3))
    async with app.run_test(size=(126, 46)) as pilot:
        app.board.has_rail = True
        await pilot.pause()
        assert not app.board.offers("info") and "i: signs" not in app.text()
        assert "by land" in app.text() and "small maps" not in app.text()
        await pilot.press("i")
        assert app.status[-1] == ("The signs stand beside the maps.", False)


def test_an_auction_says_what_its_item_is_good_for_to_the_viewer() -> None:
    table = bidding(2)
    play(table, "open eyes")
    for size, has_rail in (((80, 20), False), ((86, 32), True)):
        for seat in (0, 1):
            rows = lines(table, seat, size, has_rail=has_rail)
            assert row_of(rows, "With them each route by land costs you 1 gold less.")


@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_title_of_a_low_map_explains_the_signs_of_the_phase(ascii_only: bool) -> None:
    table = bidding(2)
    title = lines(table, 0, ascii_only=ascii_only, is_narrow=True)[0]
    assert "= 4 routes  9 = 9 gold" in title and "Pearls 4" in title
    title = lines(building(2), 0, ascii_only=ascii_only, is_narrow=True)[0]
    assert "7 gold  c+1 card + 1 gold" in title, "what is written on the routes"


@pytest.mark.parametrize("ascii_only", [False, True])
def test_routes_that_can_be_laid_for_nothing_have_the_price_that_they_save(
    ascii_only: bool,
) -> None:
    table = dealt(2)
    routes = frozenset(place(0, number) for number in ROUTE.values())
    rows = lines(table, ascii_only=ascii_only, is_narrow=True, open_places=routes)
    assert "prices: 0 now" in rows[0]
    prices = [
        int(price)
        for row in rows[1:14]
        for price in re.findall(r"(?<!\w )(?<!\d)(?:7|8|9|10|11)(?!\d)", row[:53])
    ]
    city_map = from_plain(GAME.view(table, 0)["custom"])
    assert sorted(prices) == sorted(city_map.price)


def test_signs_say_what_each_favour_does() -> None:
    rows = lines(bidding(2), 0, is_narrow=True, page=2)
    said = " ".join(" ".join(line[-26:] for line in rows).split())
    for words in (
        "Shah says who opens and builds first",
        "Eyes with them you pay 1 gold less by land",
        "Queen with her you pay 1 gold less by sea",
    ):
        assert words in said, said


def test_an_auction_says_what_winning_leads_to() -> None:
    table = bidding(2)
    table.gold = [5, 5]
    play(table, "open eyes", "bid 0")
    view = GAME.view(table, table.to_act())
    assert "bid only 0 for the rest of the turn" in terms_of_auction(view)
    view["gold"][view["to_act"]] = 0
    assert terms_of_auction(view) == "Without gold you can win only if everybody bids 0."
    view["turned"][view["to_act"]] = True
    assert terms_of_auction(view).startswith("You have already paid this turn")


def test_a_choice_with_a_key_of_its_own_names_it() -> None:
    table = bidding(2)
    table.gold = [5, 5]
    play(table, "open eyes", "bid 0")
    entries = [Entry("Pass", [0], "no"), Entry("Offer Bo a trade", [0], "offer")]
    rows = lines(table, table.to_act(), entries=entries, labels=["Pass", "Offer Bo a trade"])
    assert "Pass  p " in row_of(rows, "Pass ")
    assert "trade  " in row_of(rows, "Offer Bo")


@pytest.mark.parametrize("ascii_only", [False, True])
def test_an_auction_tells_what_each_seat_has_bid(ascii_only: bool) -> None:
    table = bidding(4)
    table.gold = [5, 5, 5, 5]
    events = play(table, "open eyes", "bid 1", "pass", "bid 3")
    rows = lines(table, 0, ascii_only=ascii_only, bids=last_bids(events, {}))
    a, b, c, d = tuple(SEAT_LETTERS if ascii_only else SEAT_GLYPHS)[:4]
    assert "leads with 3" in row_of(rows, "Auction: the Eyes of Shamesh")
    strip = row_of(rows, "bids 3")
    assert f"{a} bid 1 {b} out {c} bids 3 {d} decides" in " ".join(strip.split())
    # Who comes in later knows of the high bid and who is in.
    strip = row_of(lines(table, 0, ascii_only=ascii_only), "waits")
    assert f"{a} waits {b} out {c} bids 3 {d} decides" in " ".join(strip.split())


def test_bids_are_forgotten_when_the_next_auction_opens() -> None:
    table = bidding(2)
    events = play(table, "open eyes", "bid 0")
    assert last_bids(events, {1: 4}) == {0: 0}
    assert last_bids([Bid(1, 2)], {0: 0}) == {0: 0, 1: 2}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_strip_of_five_seats_is_not_cut_off(language: str) -> None:
    i18n.use(language)
    table = bidding(5)
    table.gold = [25] * 5
    table.rights = [0, 1, 2, 3, 4]
    events = play(table, "open right.purple", "bid 10", "bid 11", "bid 12", "pass")
    strip = next(
        line[:53] for line in lines(table, 0, bids=last_bids(events, {}))
        if _("bids {gold}").format(gold=12) in line
    )  # fmt: skip
    assert strip.rstrip().endswith(f"{SEAT_GLYPHS[4]} {_('decides')}")
    first, second = (_("bid {gold}").format(gold=gold) for gold in (10, 11))
    assert f"{SEAT_GLYPHS[0]} {first}" in strip and f"{SEAT_GLYPHS[1]} {second}" in strip


def test_a_night_marks_its_city_on_the_map_and_names_the_pledges() -> None:
    table = building(3, outsider=True)
    table.gold = [6, 6, 6]
    table.phase, table.actor, table.drawn = phases.DRAWING, -1, 3
    table.start[0] = 1 << CITY["horses"]
    play(table, "black 1", "reveal pearls")
    first = table.to_act()
    play(table, "pledge 2")
    rows = lines(table, table.to_act())
    assert any("Pearls 4!" in line for line in rows)
    assert f"{SEAT_GLYPHS[first]} 2" in row_of(rows, "pledged 2 of 10")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("size", [(80, 20), (100, 26), (106, 41), (152, 56)])
def test_the_signs_stand_beside_the_map_or_one_key_away(
    language: str, seats: int, size: tuple[int, int]
) -> None:
    i18n.use(language)
    key = "i: signs" if language == "en" else "i\u00a0: légende"
    signs = [_("by land, by sea").split()[0], _("routes by land, by sea").split(",")[0]]
    text = "\n".join(lines(building(seats), 0, size))
    assert any(sign in text for sign in signs) or key in text
    page = "\n".join(lines(building(seats), 0, size, page=1))
    assert any(sign in page for sign in signs)


def test_the_known_cards_stand_on_the_table_where_there_is_room() -> None:
    table = building(5)
    for size, there in (((80, 20), False), ((106, 41), True), ((152, 56), True)):
        assert any("Known cards" in line for line in lines(table, 0, size)) == there


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("size", "has_rail"), [(size, False) for size in SIZES] + [(size, True) for size in RAIL_SIZES]
)
def test_all_signs_stand_on_their_page_and_no_word_is_cut_off(
    size: tuple[int, int], has_rail: bool, language: str, ascii_only: bool
) -> None:
    i18n.use(language)
    table = building(5, outsider=True)
    area = plan_of(table, size, has_rail, has_info=True).info
    pens = Pens(palette({}, True), ascii_only=ascii_only)
    marks = SEAT_LETTERS if ascii_only else SEAT_GLYPHS
    look = Look(names=NAMES, marks=marks, ascii=ascii_only, has_rail=has_rail)
    view = GAME.view(table, 0)
    count = page_count(pens, view, look, area)
    page_lines = [
        line[area.x : area.x + area.width].rstrip()
        for number in range(1, count + 1)
        for line in lines(table, 0, size, ascii_only, page=number, has_rail=has_rail)
    ]
    assert any("! " in line for line in page_lines)
    whole = " ".join(" ".join(page_lines).split())
    for row in legend_rows(pens, view, look):
        signs = "".join(sign.text for sign in row.signs).strip()
        assert signs in whole, signs
        assert any(
            words and all(word in whole for word in words.split())
            for words in (row.words, row.full)
        ), row.words
    columns = itertools.chain.from_iterable(sign_pages(pens, view, look, area))
    for line in itertools.chain.from_iterable(columns):
        assert any(line.words in there for there in page_lines), line.words


def test_signs_and_cards_take_pages_of_their_own_where_they_do_not_fit_one() -> None:
    table = building(5)
    first, last = (lines(table, 0, page=page) for page in (1, 3))
    assert row_of(first, "routes by land") and not any("Known cards" in line for line in first)
    assert row_of(last, "Known cards") and not any("routes by land" in line for line in last)
    both = lines(table, 0, (106, 41), page=1)
    assert row_of(both, "Known cards") and row_of(both, "by land")


def test_a_number_of_cards_stands_with_its_own_commodity() -> None:
    table = building(2)
    table.discard = [2 * (name in ("gems", "metals")) + (name == "horses") for name in CITY]
    hold(table, 1, gems=2, metals=1)
    for size in ((106, 41), (152, 56)):
        text = " ".join(" ".join(lines(table, 0, size)).split())
        assert "2 Gems, 2 Metals, Horses" in text and "2 Gems, Metals" in text


@pytest.mark.parametrize("size", [(80, 20), (100, 26), (106, 41)])
def test_a_large_hand_that_all_have_seen_is_told_in_full(size: tuple[int, int]) -> None:
    table = building(2)
    hold(table, 1, **dict.fromkeys(CITY, 2))
    pages = ["\n".join(lines(table, 0, size, page=page)) for page in (1, 2, 3)]
    text = next(page for page in pages if "Discard" in page)
    for name in CITY:
        assert f"{name.capitalize()[:3]}" in text.split("Discard")[0].split("Known cards")[1]
    assert "+0?" not in text


async def test_the_signs_are_paged_by_key_and_by_mouse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")  # With 16 colours there are fewer signs.
    app = StateApp[Board]("ahldarahd", building(5, outsider=True))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("i")
        assert row_of(app.lines(), "routes by land") and row_of(app.lines(), "page 1 of 3")
        assert app.status[-1] == ("Press i again to see more signs.", False)
        await pilot.press("i")
        assert row_of(app.lines(), "Right to") and row_of(app.lines(), "page 2 of 3")
        words = "Press i again to see more signs and the known cards."
        assert app.status[-1] == (words, False)
        await pilot.press("i")
        assert row_of(app.lines(), "chips in the bank") and row_of(app.lines(), "page 3 of 3")
        assert row_of(app.lines(), "Known cards")
        assert app.status[-1] == ("Press i again, or Esc, to close the signs.", False)
        await pilot.press("i")
        assert row_of(app.lines(), "i: signs")
        for words in ("i: signs", "routes by land", "Right to", "chips in the bank"):
            await pilot.click(Board, offset=app.where(words))
        assert row_of(app.lines(), "i: signs")
        assert not app.played


@pytest.mark.parametrize("size", RAIL_SIZES)
def test_a_large_table_groups_what_can_be_put_up(size: tuple[int, int]) -> None:
    table = bidding(4)
    rows = lines(table, 0, size, has_rail=True, **choices(table))
    assert "Textiles" in row_of(rows, "Card of") and "Blue" in row_of(rows, "Right to")
    assert "Bo" in row_of(rows, "Trade with") and "Cy" in row_of(rows, "Trade with")


@pytest.mark.parametrize("is_turned", [True, False])
def test_a_seat_that_cannot_raise_is_told_before_it_is_asked(is_turned: bool) -> None:
    table = bidding(3)
    table.gold = [6, 6, 6 if is_turned else 2]
    table.turned = 4 * is_turned
    play(table, "open eyes", "bid 2")
    strip = " ".join(row_of(lines(table, 1), "bids 2").split())
    assert "▲ can't" in strip and "■ you?" in strip, strip


@pytest.mark.parametrize("size", [(80, 20), (152, 56)])
def test_few_pips_stand_in_the_auction_where_their_words_have_no_room(
    size: tuple[int, int],
) -> None:
    table = bidding(3)
    table.gold = [6, 6, 6]
    play(table, "open eyes", "bid 1")
    canvas = drawn(table, size, 1, amount=2, **choices(table))
    assert sum(box[4][0] == "gold" for box in canvas.targets) == 6


@pytest.mark.parametrize("is_dark", [True, False])
def test_the_pips_of_a_bid_stand_out_whether_they_are_set_or_not(is_dark: bool) -> None:
    table = bidding(3)
    table.gold = [6, 6, 6]
    play(table, "open eyes")
    canvas = drawn(table, (156, 56), has_rail=True, amount=2, dark=is_dark, **choices(table))
    colours = canvas.pens.palette
    pips = [box for box in canvas.targets if box[4][0] == "gold"]
    assert len(pips) == 6
    for number, (x, y, *_rest) in enumerate(pips):
        top, bottom = (row[x] for row in canvas.row(y)[:2])
        assert contrast(bottom, colours.surface) > 2.5, number
        assert (top == bottom) == (number < 2), "what is set is higher"


@pytest.mark.parametrize("size", [(80, 20), (152, 56)])
def test_who_holds_an_item_is_written_in_one_way(size: tuple[int, int]) -> None:
    table = bidding(2)
    table.shah, table.eyes, table.queen, table.rights = 1, 1, 0, [1, 0]
    rows = lines(table, 0, size, **choices(table))
    held = row_of(rows, "Right to  ") + row_of(rows, "Favour ")
    marks = [held.count(f" {mark}") for mark in SEAT_GLYPHS[:2]]
    assert sum(marks) >= 4 and "(Bo)" not in held and "(Ann)" not in held
    assert held.count("■ Bo") in (0, held.count("■")), held


def test_the_pointer_of_the_cursor_alone_is_gold_on_a_large_table() -> None:
    table = bidding(3)
    canvas = drawn(table, (156, 56), has_rail=True, **choices(table))
    inks = [
        canvas.row(y)[2][x][1]  # type: ignore[index]
        for y in range(canvas.height)
        for x in (found.start() for found in re.finditer("►(?!◄)", canvas.line(y)))
    ]
    assert len(inks) >= 2 and inks.count(canvas.pens.palette.accent) == 1


def test_a_seat_card_names_what_all_know_of_the_hands_of_others_alone() -> None:
    table = building(2)
    for seat in (0, 1):
        hold(table, seat, metals=1, gems=2)
    view, colours = GAME.view(table, 0), palette({}, True)
    look = Look(names=NAMES, marks=SEAT_GLYPHS, has_rail=True)
    words = [
        "".join(text for line in seat_card(view, look, seat, colours).lines for text, _ink in line)
        for seat in (0, 1)
    ]
    assert "known" not in words[0] and words[1].endswith("known: 2 Gems, Metals")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("count", range(4))
def test_a_seat_card_has_room_for_all_favours_and_the_mark_of_every_right(
    count: int, language: str
) -> None:
    table = building(5)
    table.shah, table.eyes, table.queen = (0 if number < count else 1 for number in range(3))
    table.rights = [0] * len(table.rights)
    view, colours = GAME.view(table, 0), palette({}, True)
    look = Look(names=NAMES, marks=SEAT_GLYPHS, has_rail=True)
    i18n.use(language)
    lines = [
        "".join(text for text, _ink in line) for line in seat_card(view, look, 0, colours).lines
    ]
    assert all(len(line) <= CARD_ROOM for line in lines), lines
    assert lines[2 if count else 1].endswith(SEAT_GLYPHS[: len(table.rights)])


async def test_a_move_that_is_pointed_at_is_the_one_that_is_explained() -> None:
    table = bidding(2)
    app = StateApp[Board]("ahldarahd", table)
    async with app.run_test(size=(120, 36)) as pilot:
        named = {GAME.notation(action, app.scene.view): action for action in app.scene.legal}
        app.board.start_at(named["open eyes"])
        await until(lambda: "by land" in app.status[-1][0], pilot)


def test_an_offer_that_you_write_leaves_your_hand_in_sight_on_a_large_table() -> None:
    plan = plan_of(building(3), (126, 46), True)
    assert plan.has_cards and plan.offer.y == plan.cards_y + 1
    assert plan.offer.y + plan.offer.height == plan.height
    table = building(3)
    hold(table, 0, **dict.fromkeys(list(CITY)[:2], 1))
    play(table, "offer 1")
    canvas = drawn(table, (126, 46), 0, has_rail=True, **choices(table))
    assert _("Hand") in canvas.line(plan.cards_y)


@pytest.mark.parametrize("size", [(80, 20), (126, 46)])
def test_a_favour_says_what_it_does_where_it_is_named(size: tuple[int, int]) -> None:
    table = building(2)
    table.shah, table.eyes, table.queen = 0, -1, -1
    canvas = drawn(table, size, 0, has_rail=size[0] > 80)
    said = " ".join(canvas.line(y) for y in range(size[1]))
    if size[0] == 80:
        for words in ("Shah: goes first", "unowned, for the winner:", "Eyes: land costs 1 less",
                      "Queen: sea costs 1 less"):  # fmt: skip
            assert words in said, words
    else:  # each is a card, which says who holds it
        assert said.count("Queen") == 1 and "sea costs 1 less" in said
        assert " first " in said and "leads" not in said, "the Shah has one word for what it does"
    look = Look(names=NAMES, marks=SEAT_GLYPHS, has_rail=True)
    view = GAME.view(table, 0)
    lines = seat_card(view, look, 0, palette({}, True)).lines
    assert "Shah: goes first" in "".join(text for text, _ink in lines[1])


def test_a_declined_offer_says_who_declined_it_and_what_can_be_done() -> None:
    event = Decline(1, 0)
    said = answer_words(event, NAMES, 0, lambda command: {"ahldarahd.trade": "t"}[command])
    assert said == f"{NAMES[1]} declines your offer. Make another one with t, or go on."
    assert not answer_words(event, NAMES, 1, str)


def test_nobody_may_build_by_a_right_that_nobody_holds() -> None:
    table = building(4)
    table.shah = table.eyes = table.queen = 0
    table.rights = [-1] * len(table.rights)
    canvas = drawn(table, (80, 20), 0)
    (line,) = [line for y in range(20) if "unowned:" in (line := canvas.line(y))]
    assert "Rights to" in line and "build" not in line


@pytest.mark.parametrize("seats", [2, 3])
def test_a_turned_camel_stands_beside_the_gold_so_that_favours_and_rights_are_words(
    seats: int,
) -> None:
    table = building(seats)
    table.turned = 1
    table.gold[0] = 12
    table.eyes = table.queen = 0
    table.shah = 1
    table.rights = [-1, 0, -1][:seats]
    rows = lines(table)
    assert "12 gold 3 cards, turned" in row_of(rows, "12 gold")
    favours = row_of(rows, "Eyes")
    if seats == 3:
        assert f"Eyes, Queen, Right {SEAT_GLYPHS[1]}" in favours
    else:  # a row each
        assert "Eyes, Queen: 1 less" in favours
        assert f"Right to Blue {SEAT_GLYPHS[1]}" in rows[rows.index(favours) + 1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_right_on_a_card_says_what_it_permits(seats: int) -> None:
    rows = lines(bidding(seats), 0, (118, 46), has_rail=True)
    (line,) = [line for line in rows if re.search("land (-1|1 less|costs 1 less)", line)]
    assert line.count("build") == seats, line


@pytest.mark.parametrize("size", [(80, 20), (118, 46)])
@pytest.mark.parametrize("seats", [3, 4])
def test_the_seats_call_a_right_by_one_name(seats: int, size: tuple[int, int]) -> None:
    table = building(seats)
    table.shah = 0
    table.eyes = table.queen = 1
    rows = lines(table, 0, size)
    assert any("Right" in row for row in rows)
    beside = [row for row in rows if "R" + SEAT_GLYPHS[0] not in row]  # that is a sign
    assert not any("may build on" in row for row in beside), rows


def test_what_has_a_card_on_the_table_is_not_listed_again() -> None:
    table = bidding(4)
    pick = choices(table)
    look = Look(names=NAMES[:4], marks=SEAT_GLYPHS, has_rail=True, **pick)
    pens = Pens(palette({}, True), Depth.TRUE, False)
    on_cards = entries_on_cards(pens, GAME.view(table, 0), look, 118)
    assert len(on_cards) == sum(entry.actions[0] & KIND == OPEN for entry in pick["entries"])
    rows = lines(table, 0, (118, 46), has_rail=True, on_cards=on_cards, **pick)
    assert not any("Card of" in line or "Right to" in line for line in rows)
    assert "Bo" in row_of(rows, "Trade with")
    assert sum("card" in line and "Textiles" in line for line in rows) <= 1


def test_items_without_a_card_of_their_own_are_all_listed() -> None:
    table = bidding(5)
    look = Look(names=NAMES, marks=SEAT_GLYPHS, has_rail=True, **choices(table))
    pens = Pens(palette({}, True), Depth.TRUE, False)
    assert entries_on_cards(pens, GAME.view(table, 0), look, 60) == []


async def test_keys_go_along_the_cards_and_down_to_the_other_choices() -> None:
    app = StateApp[Board]("ahldarahd", bidding(3), 0)
    async with app.run_test(size=(118, 46)) as pilot:
        await until(lambda: app.board.scene and app.board.size.width, pilot)
        board = app.board
        assert isinstance(board, Board)

        def marked_column() -> int:
            canvas = canvas_of(board)
            assert canvas is not None
            target = ("entry", board.selection.marked)
            return next(x for x, _y, _w, height, name in canvas.targets if name == target)

        board.selection.marked = next(
            number
            for number, entry in enumerate(board.selection.entries)
            if entry.actions[0] & PAYLOAD == CITY["textiles"]
        )
        columns = [marked_column()]
        for _step in range(5):
            await pilot.press("right")
            await pilot.pause()
            columns.append(marked_column())
        assert columns == sorted(columns) and len(set(columns)) == len(columns)
        await pilot.press("down")
        assert board.selection.entry is not None and board.selection.entry.group == "offer"
        await pilot.press("up")
        assert board.selection.entry.group != "offer"


@pytest.mark.parametrize(("seats", "size"), [(2, (124, 46)), (3, (124, 46)), (4, (124, 46))])
def test_a_large_table_says_where_the_viewer_would_match_its_cities(
    seats: int, size: tuple[int, int]
) -> None:
    table = building(seats)
    route(table, 0, "dyes-spices", 0)  # control of Dyes at home, with the two of the start
    rows = lines(table, 0, size, has_rail=True)
    assert "at home and on another map: +3" in row_of(rows, "Matching cities")
    (line,) = [line for line in rows if "yours " in line and "one of" not in line]
    chance = "2 routes missing: +4 points" if seats < 4 else "2 routes: +4"
    assert "Dyes" in line and line.count(chance) == seats - 1
    assert not any("Matching" in line for line in lines(table, None, size, has_rail=True))


def test_rights_that_nobody_holds_are_words_where_a_row_is_free() -> None:
    table = building(2)
    table.shah = table.queen = 0
    table.rights = [-1, -1]
    canvas = drawn(table, (80, 20), 0)
    rows = [canvas.line(y)[54:] for y in range(20)]
    number = next(number for number, line in enumerate(rows) if "unowned:" in line)
    assert "Eyes: land costs 1 less" in rows[number + 1]
    assert f"Rights to {SEAT_GLYPHS[0]}{SEAT_GLYPHS[1]}" in rows[number + 2]
    assert "deck" in rows[number + 3]


def test_a_route_of_ones_own_is_yours_and_has_no_price() -> None:
    table = building(2)
    for seat, owner in ((0, ", yours"), (1, f", owner {SEAT_GLYPHS[0]}")):
        (line,) = [
            line
            for line in lines(table, seat, route=ROUTE["pearls-dyes"])
            if "sea" in line and "Pearls" in line
        ]
        assert owner in line and ("price" in line) == (seat == 1), line


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_signs_beside_the_choices_take_nothing_away_at_160_columns(seats: int) -> None:
    table = building(seats)
    hold(table, 0, pearls=1)
    before, after = (
        lines(table, 0, (125, 44), page=page, has_rail=True, has_small_maps=False)
        for page in (0, 1)
    )  # fmt: skip
    heading = next(line for line in after if "routes by land, by sea" in line)
    start = heading.index("routes by land, by sea") - 10
    for words in ("Matching cities", "Your nearest cities"):
        is_there = [any(words in line for line in some) for some in (before, after)]
        assert is_there[0] <= is_there[1], words
    assert any("Your nearest cities" in line[:start] for line in after) or seats == 2
    for words in ("may build on this player's map", "paid: bids 0 until next turn"):
        assert any(words in line for line in after), words


def test_a_large_table_says_beside_each_hand_which_city_its_player_can_win_soonest() -> None:
    table = building(2)
    goal = known(nearest_goal(GAME.view(table, 0), 1))
    rows = lines(table, 0, (127, 46), has_rail=True)
    city_map = from_plain(GAME.view(table, 0)["custom"])
    line = rows[rows.index(row_of(rows, "Their nearest city")) + 1]
    name, mark = city_map.names[goal.city].capitalize(), SEAT_GLYPHS[goal.map_index]
    assert "hidden" in line and f"{name} {mark} {goal.missing}" in line
    rows = lines(building(3), 0, (127, 46), has_rail=True)  # below the cards, in place of a map
    below = rows[rows.index(row_of(rows, "Their nearest city")) + 1 :][:2]
    for seat, line in zip((1, 2), below, strict=True):
        assert f" {SEAT_GLYPHS[seat]} " in line and "route" in line, line
    start = lines(dealt(2), 0, (127, 46), has_rail=True)
    assert not any("Nearest" in line for line in start), "nobody has a route yet"
    assert row_of(start, "prices: nothing to pay now")


def signs(table: AhldarahdState, page: int) -> str:
    """A page of the signs of a narrow table, without line breaks."""
    rows = lines(table, 0, page=page, is_narrow=True)
    return " ".join(" ".join(line[-26:] for line in rows).split())


def test_every_page_of_signs_beside_a_low_map_has_a_heading_and_whole_sentences() -> None:
    table = building(2)
    table.discard = [1] * len(CITY)  # the known cards have a page of their own
    for page, words in (
        (1, "9 7 price of a route; marked: you can pay c+1 bought with a card and 1 gold"),
        (2, "Right to ● R● may build on this player's map turned has paid: bids 0 until next turn"),
    ):
        said = signs(table, page)
        assert f"Signs, page {page} of 2" in said and words in said, said
    assert row_of(lines(table, 0, page=3, is_narrow=True), "Known cards in hands")


def test_a_turned_camel_on_the_table_is_the_first_of_the_signs() -> None:
    table = building(2)
    table.turned = 2
    assert "page 1 of 2 turned has paid: bids 0 until next turn ▀▀▀" in signs(table, 1)
    assert "has paid" not in signs(table, 2)
    table.turned = 0
    assert "has paid" not in signs(table, 1), "nothing on the table is called so"


def test_a_narrow_table_names_the_nearest_city_in_a_row_that_is_free() -> None:
    table = building(2)
    goal = known(nearest_goal(GAME.view(table, 0), 0))
    row = row_of(lines(table, 0, is_narrow=True), "Nearest city:")
    gains = rf"{goal.missing} (more )?routes?, \+\d gold \+\d point"
    assert re.search(rf"Nearest city: \w+,.* {gains}", row)
    assert f"{list(CITY)[goal.city].capitalize()}," in row
    assert not any("Nearest city:" in line for line in lines(table, None, is_narrow=True))
    for seats in (2, 3, 4, 5):
        for line in lines(building(seats), 0, is_narrow=True):
            assert not (re.search(r"Nearest city:", line) and "Open" in line)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_nearest_city_is_not_cut_off(language: str) -> None:
    i18n.use(language)
    for seats in (2, 5):
        for seat in range(seats):
            table = building(seats, seat)
            drawn_lines = lines(table, seat, is_narrow=True)
            words = _("Nearest city:")
            for line in drawn_lines:
                if words in line:
                    assert "+" in line[:53] and line[:53].rstrip()[-1].isalpha(), line


def test_who_lays_free_routes_next_is_named_in_the_order_of_the_seats() -> None:
    table, later = dealt(3), {0: [1, 2], 1: [2], 2: []}
    while GAME.view(table, 0)["phase"] == "free":
        view = GAME.view(table, 0)
        assert seats_to_come(view) == later[view["active"]]
        line = row_of(lines(table, 0, (120, 32)), "Free routes")
        marks = [SEAT_GLYPHS[seat] for seat in later[view["active"]]]
        assert line.partition("then")[2].split()[: len(marks)] == marks
        table.apply(table.legal()[0])
    view = GAME.view(building(3), 0)
    assert seats_to_come(view) == [(view["active"] + turn) % 3 for turn in (1, 2)]
