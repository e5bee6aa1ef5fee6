"""The board by keys and by mouse: auctions, building, trades, nights; every choice is legal."""

from __future__ import annotations

import re
from random import Random

import pytest
from attrs import evolve
from textual import events

from caravan_tui.games.ahldarahd import state as phases
from caravan_tui.games.ahldarahd.board import Board
from caravan_tui.games.ahldarahd.custom import built_in
from caravan_tui.games.ahldarahd.events import Claim, Stale, TakeCity
from caravan_tui.games.ahldarahd.moves import NO_PLACE, place_of
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from caravan_tui.games.ahldarahd.state import MOST_OFFERS
from caravan_tui.games.contract import OVER, Event
from tests.ahldarahd.drawing import plan_of
from tests.ahldarahd.positions import (
    CITY,
    GAME,
    ROUTE,
    bidding,
    building,
    dealt,
    hold,
    names,
    play,
    route,
)
from tests.support.canvases import canvas_of
from tests.support.known import known
from tests.support.state_app import StateApp
from tests.support.until import until


def open_board(table: AhldarahdState, seat: int | None = None) -> StateApp[Board]:
    """The board alone; whoever is to act sits here, unless a seat is given."""
    return StateApp[Board]("ahldarahd", table, seat)


def marked(app: StateApp[Board]) -> str:
    """The line that is marked in the list."""
    pick, scene = app.board.selection, app.scene
    return pick.labels(scene.view, scene.names)[pick.marked]


async def test_an_auction_by_keys() -> None:
    app = open_board(bidding(3))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("down", "down", "right")
        assert marked(app) == "Eyes"
        says = "With them each route by land costs you 1 gold less."
        assert app.status[-1] == (says, False)
        await pilot.press("enter")
        assert not any(" out" in line for line in app.lines())  # nobody has passed yet
        await pilot.press("right", "right", "left", "enter")
        assert app.played == ["open eyes", "bid 1"]
        assert any("bids 1" in line for line in app.lines())
        await pilot.press("right", "enter", "p", "p")
        assert app.played[2:] == ["bid 3", "pass", "pass"]
        assert app.state.eyes == 1


async def test_free_routes_are_chosen_on_the_map() -> None:
    app = open_board(dealt(2))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("down", "enter")
        assert app.played
        assert app.played[0].startswith("free ")
        taken = app.played[0]
        await pilot.press("up", "enter", "down", "enter")
        assert taken not in app.played[1:2]


async def test_every_way_to_pay_is_listed_with_its_price() -> None:
    table = building(2)
    hold(table, 0, salt=1, metals=1)
    table.gold[0] = 12
    table.eyes = 0
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        app.board.select_route(0, ROUTE["salt-metals"])
        await pilot.pause()
        text = "\n".join(app.lines())
        assert "Claim with ►Salt  Metals  " in text
        assert "Buy for 9 gold" in text
        await pilot.press("tab", "tab", "enter")
        assert app.played == ["buy red:salt-metals"]
        await pilot.press("e")
        assert app.played[-1] == "end"


async def test_the_end_of_a_building_is_asked_again_where_something_can_still_be_built() -> None:
    table = building(2)
    hold(table, 0, salt=1)
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("e")
        assert not app.played and app.status[-1][1] and "e again to end" in app.status[-1][0]
        await pilot.press("e")
        assert app.played == ["end"]
    table = building(2)
    hold(table, 0)
    table.gold = [0, 0]
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("e")
        assert app.played == ["end"], "nothing can be built"


async def test_who_can_afford_no_route_is_not_asked_to_choose_one() -> None:
    table = building(2)
    hold(table, 0)
    for gold, words in ((20, "Build a marked route: "), (0, "You can't afford any route now.")):
        table.gold = [gold, 0]
        app = open_board(table)
        async with app.run_test(size=(80, 20)) as pilot:
            assert app.board.scene is not None
            question = app.board.prompt(app.scene)
            assert question.startswith(words)
            if not gold:
                await pilot.press("enter")
                assert app.status[-1] == (question, True), "no route is to be chosen"


@pytest.mark.parametrize(
    ("may_offer", "gold", "has_trade"), [(True, 1, True), (True, 0, False), (False, 1, False)]
)
async def test_who_has_nothing_to_trade_or_no_offer_left_is_not_led_to_a_trade(
    may_offer: bool, gold: int, has_trade: bool
) -> None:
    table = building(2)
    hold(table, 0)
    table.gold = [gold, 5]
    table.rights, table.shah, table.eyes, table.queen = [-1, -1], -1, -1, -1
    table.offers = [0 if may_offer else MOST_OFFERS, 0]
    app = open_board(table)
    async with app.run_test(size=(80, 20)):
        question = app.board.prompt(app.scene)
        assert question.startswith("You can't afford any route now.")
        assert ("t to trade" in question) is has_trade and "e to end" in question


async def test_enter_at_the_start_of_a_building_neither_sells_nor_ends_it() -> None:
    app = open_board(building(3))
    async with app.run_test(size=(80, 20)) as pilot:
        entry = app.board.selection.entry
        assert entry is not None and entry.group == "way", "a route is selected"
        said, is_error = app.status[-1]
        assert "wins Dyes: +3 gold, +1 point · Enter to play" in said and not is_error
        await pilot.press("enter")
        (played,) = app.played
        assert played.startswith("claim red:")


async def test_a_click_between_the_routes_says_what_to_click() -> None:
    app = open_board(building(2))
    async with app.run_test(size=(80, 20)) as pilot:
        await until(lambda: app.board.click_targets(), pilot)
        taken = {
            (column, row)
            for x, y, width, height, _target in app.board.click_targets()
            for column in range(x, x + width)
            for row in range(y, y + height)
        }
        free = next(
            (column, row)
            for row in range(4, 14)
            for column in range(10, 40)
            if (column, row) not in taken
        )
        await pilot.click(app.board, offset=free)
        await until(lambda: app.status[-1][1], pilot)
        assert app.status[-1][0].endswith("click a route, a city or a choice.")
        assert not app.played


async def test_your_own_map_is_shown_when_you_decide() -> None:
    app = open_board(bidding(3), seat=0)
    async with app.run_test(size=(80, 20)):
        assert app.board.cursor.map_index == 0
        app.board.cursor.map_index = 1
        app.board._decision = ()
        assert app.scene is not None
        app.board.refresh_board(app.scene)
        assert app.board.cursor.map_index == (0 if app.scene.my_turn else 1)


async def test_v_says_so_where_all_maps_are_on_screen_and_no_route_is_chosen() -> None:
    app = open_board(bidding(3), seat=0)
    async with app.run_test(size=(160, 46)) as pilot:
        scene = app.board.scene
        assert scene is not None and app.board.table_layout(scene).maps >= 3
        assert not app.board.offers("next_map(1)")
        for key in ("v", "V", "2"):
            app.status.clear()
            await pilot.press(key)
            words = "All maps are on screen. There is no route to choose now."
            assert app.status == [(words, False)] and app.board.cursor.map_index == 0
        await pilot.resize_terminal(80, 20)
        await pilot.press("v")
        assert app.board.cursor.map_index == 1, "a small table has one map"


async def test_building_begins_on_the_own_map_after_a_look_at_another() -> None:
    app = open_board(bidding(3), seat=0)
    async with app.run_test(size=(80, 20)) as pilot:
        board = app.board
        await pilot.press("2")
        assert board.cursor.map_index == 1
        app.state = building(3)
        app.present()
        assert board.cursor.map_index == 0
        await pilot.press("3")
        app.present()
        assert board.cursor.map_index == 2, "the building goes on where the user looks"


async def test_the_cursor_of_a_building_is_gone_in_the_next_auction() -> None:
    app = open_board(building(3), seat=0)
    async with app.run_test(size=(80, 20)):
        assert app.board.cursor.route >= 0
        app.state = bidding(3)
        app.present()
        assert app.scene is not None and app.scene.my_turn
        assert app.board.cursor.route < 0


async def test_a_route_that_cannot_be_had_says_why() -> None:
    table = building(3)
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("3")
        app.board.select_route(2, ROUTE["gems-ivory"])
        await pilot.pause()
        assert "You don't hold the Green Right of Passage" in app.status[-1][0]
        await pilot.press("7")
        await pilot.press("6")
        assert app.status[-1] == ("There is no map 6.", True)


async def test_a_destruction_by_keys() -> None:
    table = building(2)
    route(table, 1, "salt-metals", 1)
    hold(table, 0, salt=1)
    table.gold[0] = 11
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        app.board.select_route(1, ROUTE["salt-metals"])
        await pilot.press("enter")
        assert app.state.phase == phases.PAYING
        assert any("Destroying Salt-Metals on the Blue map" in line for line in app.lines())
        asked = app.board.prompt(app.scene)
        assert asked == "First payment of two: 10 gold, or a card and 1 gold"
        await pilot.press("enter")
        assert app.board.prompt(app.scene).startswith("Second payment of two")
        await pilot.press("enter")
        assert app.played == ["destroy blue:salt-metals", "pay gold", "pay salt"]


async def test_a_trade_with_a_counter_by_keys() -> None:
    table = building(2)
    table.gold = [6, 6]
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t")
        assert app.played == ["offer 1"], "there is nobody else to ask"
        await pilot.press("g", "right", "right", "right")
        while "Red Right" not in marked(app):
            await pilot.press("d")
        assert known(app.board.selection.entry).group == "want"
        await pilot.press("enter", "y")
        await until(lambda: app.played[-1] == "send", pilot)
        assert app.played[1:] == ["give gold 3", "want right.red", "send"]
        scene = app.scene
        asked = app.board.prompt(scene)
        assert asked == "Do you accept?"
        top = next(n for n, line in enumerate(app.lines()) if "offers you a trade" in line)
        window = app.lines()[top:]
        assert "Ann gives" in window[1] and "3 gold" in window[2] and "Red Right" in window[2]
        await pilot.press("c", "enter", "p")
        assert app.played[-2:] == ["counter", "withdraw"]
        assert app.state.phase == phases.BUILDING


async def test_who_lacks_what_an_offer_wants_is_not_told_to_accept() -> None:
    table = building(2)
    lacked = next(name for name, city in CITY.items() if not table.cards[len(CITY) + city])
    play(table, "offer 1", f"want card {lacked}", "send")
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        asked = app.board.prompt(app.scene)
        assert asked == "You lack what Ann asks for."
        await pilot.press("y")
        assert app.played == [] and app.status[-1][1], "the key says that it does nothing"
        table.cards[len(CITY) + CITY[lacked]] = 1
        app.present()
        assert app.board.prompt(app.scene).endswith("Do you accept?")


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize(("answer", "words"), [("decline", "declines your"), ("accept", "accepts")])
async def test_who_offered_is_told_the_answer_where_there_is_no_log(
    answer: str, words: str, own: bool
) -> None:
    table = building(2)
    table.gold = [6, 6]
    giver = 0 if own else 1
    play(table, "offer 1" if own else "interrupt 1 offer 0", "give gold 1", "send")
    happened: list[Event] = []
    apps = {seat: open_board(table, seat=seat) for seat in (0, 1)}
    table.apply(next(a for a in table.legal() if names(table, [a]) == [answer]), happened)
    assert table.to_act() == 0
    for seat, app in apps.items():
        async with app.run_test(size=(80, 20)) as pilot:
            app.present(happened)
            await pilot.pause()
            # On one's own turn the list has to be seen: a notice would lie over it.
            assert [words in notice for notice in app.notices] == (
                [True] if seat == giver == 1 else []
            )
            said = [text for text, _wrong in app.status if words in text]
            assert len(said) == (1 if seat == giver == 0 else 0)


async def test_a_replay_shows_no_notice_of_an_answer_over_the_map() -> None:
    table = building(2)
    table.gold = [6, 6]
    play(table, "interrupt 1 offer 0", "give gold 1", "send")
    happened: list[Event] = []
    app = open_board(table, seat=1)
    table.apply(next(a for a in table.legal() if names(table, [a]) == ["decline"]), happened)
    async with app.run_test(size=(80, 20)) as pilot:
        app.present(happened, turn_events=happened)
        await pilot.pause()
        assert not app.notices


async def test_two_seats_of_one_level_can_be_told_apart_at_80_columns() -> None:
    people = ("Root", "Merchant", "Merchant 2", "Caravan master", "Caravan master 2")
    app = open_board(building(5), seat=0)
    async with app.run_test(size=(80, 20)) as pilot:
        app.present(names=people)
        await pilot.pause()
        text = "\n".join(app.lines())
        for names in (("Merchant ", "Merchan 2"), ("Caravan m ", "Caravan 2")):
            assert all(name in text for name in names), text


async def test_an_offer_out_of_turn_by_keys() -> None:
    app = open_board(building(3), seat=2)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("e")
        assert app.status[-1] == ("You aren't building now.", True)
        await pilot.press("t", "enter")
        assert app.played == ["interrupt 2 offer 0"]


async def test_what_another_seat_writes_is_not_shown() -> None:
    table = building(3)
    play(table, "offer 1", "give gold 3")
    app = open_board(table, seat=1)
    async with app.run_test(size=(80, 20)):
        text = "\n".join(app.lines())
        assert "prepares an offer to" in text
        assert "3 gold" not in text


async def test_a_night_by_keys() -> None:
    table = building(3, outsider=True)
    table.phase, table.actor, table.drawn = phases.DRAWING, -1, 3
    table.start[0] = 1 << CITY["horses"]
    play(table, "black 1", "reveal pearls")
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        assert any("Night in Pearls" in line for line in app.lines())
        while not app.played:
            entry = app.board.selection.entry
            if len(known(entry).actions) > 1:
                await pilot.press("right", "enter")
            else:
                await pilot.press("down")
        assert app.played == ["pledge 2"]


async def test_everything_can_be_clicked() -> None:
    table = building(2)
    hold(table, 0, salt=1)
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        canvas = canvas_of(app.board)
        spot = next(t for t in canvas.targets if t[4] == ("route", ROUTE["salt-metals"]))
        await pilot.click(Board, offset=(spot[0] + 1, spot[1]))
        x, y = app.where("Salt + 1 gold")
        await pilot.click(Board, offset=(x, y))
        assert app.played == [], "a card and gold are not spent by a first click"
        says = "Claim with Salt and 1 gold · Enter or a second click to play it"
        assert app.status[-1][0] == says
        await pilot.click(Board, offset=(x, y))
        assert app.played == ["claim red:salt-metals with salt"]
        x, y = app.where("2 ■ Blue")
        await pilot.click(Board, offset=(x, y))
        assert app.board.cursor.map_index == 1
        x, y = app.where("Salt 6")
        await pilot.click(Board, offset=(x, y))
        says = app.status[-1][0]
        assert "4 of 6 routes: 6 gold, 1 point. At home and away: 3 more." in says
        assert len(says) <= 78


@pytest.mark.parametrize(
    ("seats", "size"),
    [(5, (80, 20)), pytest.param(3, (106, 41), marks=pytest.mark.nightly)],
)
async def test_a_match_is_played_by_keys_and_mouse_alone(seats: int, size: tuple[int, int]) -> None:
    """Random keys and clicks choose legal actions only, and the screen always has its parts."""
    rng = Random(seats)
    table = bidding(seats, neutral=seats < 5, outsider=True)
    app = open_board(table)
    keys = ["enter", "enter", "enter", "down", "tab", "right", "z", "p", "e", "v", "s", "i", "y"]
    async with app.run_test(size=size) as pilot:
        for _press in range(70):
            if app.state.to_act() == OVER:
                break
            if rng.random() < 0.15:
                canvas = canvas_of(app.board)
                x, y, *_rest = rng.choice(canvas.targets)
                await pilot.click(Board, offset=(min(x, size[0] - 1), min(y, size[1] - 1)))
            else:
                await pilot.press(rng.choice(keys))
            if rng.random() < 0.1:
                text = "\n".join(app.lines())
                assert "Salt 6" in text or "You give" in text
                assert re.search("1[ *]? ?●", text)
                signs = ("by land", "Known cards")
                assert any(word in text for word in ("Hand", "You give", " gives", *signs))
        assert len(app.played) > 8


async def test_ascii_draws_no_other_glyph() -> None:
    table = building(5, outsider=True)
    route(table, 0, "gems-ivory", 0)
    route(table, 0, "ivory-horses", 0)
    app = open_board(table)
    async with app.run_test(size=(80, 20)):
        app.present(ascii=True)
        assert "\n".join(app.lines()).isascii()


async def test_the_result_tells_where_points_come_from() -> None:
    table = building(2)
    for name in ("gems-ivory", "ivory-horses"):
        route(table, 0, name, 0)
        route(table, 1, name, 0)
    app = open_board(table)
    async with app.run_test(size=(80, 20)):
        columns, rows = known(app.board.result(GAME.view(table, 0)))
        assert columns == ["Player", "Red", "Blue", "matching", "points", "gold"]
        assert rows[0][:5] == ["Ann", "1", "1", "1 × 3", "5"]


async def test_the_largest_offer_stands_on_the_screen_in_full() -> None:
    """Three things a side: in short words, so that nobody accepts what is cut off."""
    table = building(2)
    table.gold = [6, 6]
    table.eyes = table.queen = 0
    table.rights = [0, 1]
    app = open_board(table)
    things = ("give right.red", "give eyes", "give queen",
              "want card textiles", "want card incense", "want right.blue")  # fmt: skip
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t")
        for thing in things:
            scene = app.scene
            named = {GAME.notation(action, scene.view): action for action in scene.legal}
            app.board.choose(named[thing])
            await pilot.pause()
        marked = [line[:53].split("•")[1:] for line in app.lines() if "•" in line]
        words = " ".join(word for row in marked for word in row)
        for word in ("Red Right", "Eyes", "Queen", "Blue Right", "Textiles", "Incense"):
            assert word in words
        await pilot.press("v")
        line = next(line for line in app.lines() if "↔" in line)
        assert "Red Right, Eyes, Queen" in line, "in sight beside the map, too"


async def test_a_key_at_the_end_of_the_map_the_list_or_an_amount_says_so() -> None:
    table = bidding(2)
    table.gold = [2, 2]
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("enter", "left")
        assert app.status[-1] == ("The minimum is 0.", True)
        await pilot.press("right", "right", "right")
        assert app.status[-1] == ("The maximum is 2.", True)
        await pilot.press("tab")
        assert app.status[-1] == ("There is only one choice in the list.", True)
    app = open_board(building(2))
    async with app.run_test(size=(80, 20)) as pilot:
        app.board.select_route(0, 0)
        for _step in range(8):
            await pilot.press("up")
        assert app.status[-1] == ("There are no more routes in that direction.", True)


async def test_a_second_click_on_a_route_does_what_the_first_one_told() -> None:
    table = building(2)
    hold(table, 0, salt=1)
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        spots = {t[4]: t for t in canvas_of(app.board).targets if t[4][0] == "route"}
        x, y, *_size = spots["route", ROUTE["salt-metals"]]
        await pilot.click(Board, offset=(x + 1, y))
        assert app.played == []
        says = "Then 2 more routes win Salt, 2 more win Metals · Enter or click to play"
        assert app.status[-1][0] == says
        await pilot.click(Board, offset=(x + 1, y))
        assert app.played == ["claim red:salt-metals with salt"]
        x, y, *_size = spots["route", ROUTE["gems-ivory"]]
        await pilot.click(Board, offset=(x + 1, y))
        await pilot.click(Board, offset=(x + 1, y))
        assert len(app.played) == 1


async def test_a_click_on_the_line_of_a_route_means_the_route() -> None:
    app = open_board(building(2))
    async with app.run_test(size=(80, 20)) as pilot:
        canvas = canvas_of(app.board)
        assert canvas is not None
        wanted = ("line", ROUTE["salt-metals"])
        x, y = next(
            (x, y)
            for x, y, _width, _height, target in canvas.targets
            if target == wanted and canvas.target_at(x, y) == wanted
        )
        await pilot.click(Board, offset=(x, y))
        assert app.board.cursor.route == ROUTE["salt-metals"]


async def test_the_pointer_next_to_a_route_lights_and_means_it() -> None:
    app = open_board(building(2))
    async with app.run_test(size=(80, 20)) as pilot:
        board, canvas = app.board, canvas_of(app.board)
        wanted = ("near", ROUTE["salt-metals"])
        x, y = next(
            (x, y)
            for x, y, _width, _height, target in canvas.targets
            if target == wanted and canvas.target_at(x, y) == wanted
        )
        line = next(t for t in canvas.targets if t[4] == ("line", ROUTE["salt-metals"]))
        assert max(abs(line[0] - x), abs(line[1] - y)) <= 4, "next to the route"
        trail = {(x, y) for x, y, *_rest in canvas.targets if _rest[2] == line[4]}

        def is_lit() -> bool:
            now = canvas_of(board)
            return any(now.colour_at(*cell) == now.pens.palette.accent for cell in trail)

        assert not is_lit()
        await pilot.hover(Board, offset=(x, y))
        assert is_lit()
        assert app.status[-1][0].startswith("Salt-Metals (Red, land): 10 gold")
        before = board.cursor.route
        await pilot.hover(Board, offset=(79, 19))
        assert not is_lit() and board.cursor.route == before
        await pilot.click(Board, offset=(x, y))
        assert board.cursor.route == ROUTE["salt-metals"]


async def test_what_the_others_lay_stays_marked_until_the_next_move() -> None:
    table = building(2)
    table.actor = table.seat = 1
    hold(table, 1, salt=1)
    hold(table, 0, gems=1)
    app = open_board(table, seat=0)
    code = 64 + ROUTE["salt-metals"]
    async with app.run_test(size=(80, 20)) as pilot:
        board = app.board
        assert board.cursor.map_index == 0
        events = play(table, "claim blue:salt-metals with salt")
        scene = board.scene
        assert scene is not None
        view = GAME.view(table, 0)
        board.show(evolve(scene, view=view, legal=[], events=events))
        await pilot.pause()
        assert board.cursor.map_index == 1, "the map follows what happens"
        assert any("►" in line and "◄" in line for line in app.lines()[:13])
        assert code in board.memory.changed
        await pilot.press("1")
        board.show(evolve(scene, view=view, legal=[], events=events))
        assert board.cursor.map_index == 0, "a map that was asked for stays"
        own = [Claim(0, "red:gems-ivory", "gems", 1)]
        board.show(evolve(scene, view=view, legal=[], events=own))
        assert not board.memory.changed


async def test_a_replay_shows_the_map_of_each_step() -> None:
    table = building(2)
    hold(table, 0, salt=1)
    app = open_board(table, seat=0)
    async with app.run_test(size=(80, 20)):
        board = app.board
        board.can_focus = False
        scene = board.scene
        assert scene is not None
        still = evolve(scene, legal=[], events=[])
        laid = Claim(1, "blue:salt-metals", "salt", 1)
        board.show(evolve(still, events=[laid], turn_events=[laid]))
        assert board.cursor.map_index == 1 and board.memory.changed
        board.show(evolve(still, turn_events=[Claim(0, "red:gems-ivory", "gems", 1)]))
        assert board.cursor.map_index == 0
        assert board.memory.changed == {ROUTE["gems-ivory"]}
        board.show(evolve(still, turn_events=[laid, TakeCity(1, "blue", "salt", 6)]))
        assert board.cursor.map_index == 1 and board.memory.changed == {64 + ROUTE["salt-metals"]}


async def test_after_a_build_the_cursor_stays_and_enter_buys_nothing() -> None:
    table = building(2)
    hold(table, 0, salt=1)
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        app.board.select_route(0, ROUTE["salt-metals"])
        happened: list[Event] = []
        table.apply(next(a for a in table.legal() if names(table, [a])[0].startswith("claim")),
                    happened)  # fmt: skip
        app.present(happened)
        assert (app.board.cursor.map_index, app.board.cursor.route) == (0, ROUTE["salt-metals"])
        await pilot.press("enter", "enter")
        assert app.played == [] and app.status[-1][1], "it says why, and buys nothing"


async def test_a_card_is_put_up_by_the_second_click_on_it() -> None:
    app = open_board(bidding(3))
    async with app.run_test(size=(80, 20)) as pilot:
        card = app.state.row[0]
        name = built_in().names[card]
        y = plan_of(app.state, (80, 20)).moment_y
        x = app.lines()[y].index(name.capitalize())
        await pilot.click(Board, offset=(x, y))
        assert not app.played and marked(app).endswith(name.capitalize())
        await pilot.click(Board, offset=(x, y))
        assert app.played == [f"open card.{name}"]


async def test_a_click_on_a_coin_sets_the_bid() -> None:
    app = open_board(bidding(3))
    async with app.run_test(size=(120, 34)) as pilot:
        await pilot.press("enter")
        coins = {t[4][1]: t for t in canvas_of(app.board).targets if t[4][0] == "gold"}
        assert coins and app.board.selection.gold < max(coins)
        x, y, *_ = coins[max(coins)]
        await pilot.click(Board, offset=(x, y))
        assert app.board.selection.gold == max(coins)


async def test_all_that_can_be_auctioned_is_in_sight_and_the_wheel_goes_through_it() -> None:
    app = open_board(bidding(5))
    async with app.run_test(size=(80, 20)) as pilot:
        entries = app.board.selection.entries
        assert len(entries) == 5 + 5 + 3 + 4
        there = {target[1] for *_box, target in canvas_of(app.board).targets
                 if target[0] == "entry"}  # fmt: skip
        assert there == set(range(len(entries)))
        before = app.board.selection.marked
        app.board.post_message(
            events.MouseScrollDown(app.board, 5, 18, 0, 1, 0, False, False, False)
        )
        await pilot.pause()
        assert app.board.selection.marked == before + 1


async def test_the_signs_close_at_the_next_decision() -> None:
    app = open_board(bidding(3))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("i")
        assert app.board.shows_legend
        await pilot.press("enter")
        await until(lambda: app.played and not app.board.shows_legend, pilot)


async def test_the_list_of_a_large_table_is_paged_by_clicks() -> None:
    app = open_board(bidding(5))
    async with app.run_test(size=(100, 26)) as pilot:
        list_y = plan_of(app.state, (100, 26)).list_y
        first = marked(app)
        x, y = next((len(line.rstrip()) - 1, n) for n, line in enumerate(app.lines())
                    if line.rstrip().endswith("▼") and n > list_y)  # fmt: skip
        await pilot.click(Board, offset=(x, y))
        assert marked(app) != first and first not in "".join(app.lines()[list_y:])
        await pilot.click(Board, offset=(x, list_y))
        assert first in "".join(app.lines()[list_y:])


async def test_a_choice_is_explained_before_any_key() -> None:
    table = bidding(2)
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        name = built_in().names[table.row[0]].capitalize()
        await until(lambda: bool(app.status) and f"a route into {name}" in app.status[-1][0], pilot)


async def test_the_footer_names_the_keys_of_the_phase_alone() -> None:
    table = building(2)
    table.gold = [6, 6]
    app = open_board(table)
    keys = {command.action for command in app.board.COMMANDS if command.footer}
    async with app.run_test(size=(80, 20)) as pilot:
        offered = {action for action in keys if app.board.offers(action)}
        assert "end_building" in offered and "answer('yes')" not in offered
        await pilot.press("t", "g", "enter")
        offered = {action for action in keys if app.board.offers(action)}
        assert {"jump('give')", "jump('want')", "answer('yes')"} <= offered
        assert "end_building" not in offered and "jump('offer')" not in offered
        assert not {"answer('no')", "next_map(1)"} & offered, "the foot of the offer names them"
        await pilot.press("v")
        assert app.board.offers("next_map(1)")


@pytest.mark.parametrize("size", [(80, 20), (118, 46)])
async def test_while_a_partner_is_chosen_the_arrows_stay_among_the_partners(
    size: tuple[int, int],
) -> None:
    app = open_board(bidding(3), seat=0)
    board = app.board
    async with app.run_test(size=size) as pilot:
        assert board.title_of("pick") == "Put up"
        await pilot.press("tab")
        before = board.selection.marked
        await pilot.press("t")
        text = "Choose a partner with the arrows and press Enter, or Esc to go back."
        assert app.status[-1][0] == text
        assert board.title_of("pick") == "Choose"
        first = marked(app)
        others = []
        for key in ("down", "down", "right", "up", "left", "up"):
            await pilot.press(key)
            assert known(board.selection.entry).group == "offer", key
            assert board.title_of("pick") == "Choose"
            others.append(marked(app))
        assert others[0] != first == others[1]
        await pilot.press("escape")
        assert board.selection.marked == before and board.title_of("pick") == "Put up"
        assert not board.check_action("withdraw", ()), "the next Esc is for others"
        await pilot.press("t", "down", "enter")
        assert len(app.played) == 1 and app.played[0].startswith("offer ")


async def test_while_a_partner_is_chosen_in_a_building_the_arrows_leave_the_map_alone() -> None:
    app = open_board(building(3), seat=0)
    board = app.board
    async with app.run_test(size=(80, 20)) as pilot:
        route = board.cursor.route
        await pilot.press("t", "down")
        assert known(board.selection.entry).group == "offer" and board.cursor.route == route
        await pilot.press("tab", "down")
        assert not board.partner.is_open, "Tab goes on through the whole list"


async def test_after_a_look_at_another_move_the_keys_go_on_from_where_the_cursor_was() -> None:
    app = open_board(building(3), seat=0)
    board = app.board
    async with app.run_test(size=(80, 20)) as pilot:
        route, put_back = board.cursor.place, board.keep_place()
        legal, view = app.scene.legal, app.scene.view
        board.preview(next(move for move in legal if place_of(move, view) not in (NO_PLACE, route)))
        assert board.cursor.place != route
        put_back()
        assert board.cursor.place == route
        await pilot.press("t", "down")
        assert known(board.selection.entry).group == "offer" and board.cursor.place == route
        await pilot.press("escape", "tab")
        assert board.selection.group != "offer"
        marked_before = board.selection.marked
        await pilot.press("tab")
        assert board.selection.marked != marked_before, (
            "the list of the board is the one that moves"
        )


async def test_an_offer_is_made_and_answered_in_its_window_by_clicks() -> None:
    table = building(2)
    table.gold = [6, 6]
    table.eyes = 0
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t")
        scene = app.scene
        named = {GAME.notation(action, scene.view): action for action in scene.legal}
        app.board.choose(named["give eyes"])
        await pilot.pause()
        await pilot.press("t")
        await pilot.click(Board, offset=app.where("y Send"))
        await until(lambda: app.played[-1] == "send", pilot)
        await pilot.click(Board, offset=app.where("Accept"))
        assert app.played[-1] == "accept" and app.state.eyes == 1


async def test_another_person_sees_the_own_map_first() -> None:
    app = open_board(building(2))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("2")
        assert app.board.cursor.map_index == 1
        scene = app.scene
        app.board.show(evolve(scene, seat=1))
        app.board.action_map(0)
        app.board.show(evolve(scene, seat=1))
        assert app.board.cursor.map_index == 0
        app.board.show(evolve(scene, seat=0))
        app.board.action_map(1)
        app.board.show(evolve(scene, seat=1))
        assert app.board.cursor.map_index == 1


async def test_the_only_line_of_a_building_can_be_marked() -> None:
    table = building(2)
    hold(table, 0)
    table.gold, table.rights, table.offers = [0, 0], [-1, -1], [9, 9]
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        assert len(app.board.selection.entries) == 1 and app.board.selection.marked == -1
        await pilot.press("tab", "enter")
        assert app.played == ["end"]


async def test_enter_plays_at_once_what_a_lesson_has_put_the_cursor_on_after_a_building() -> None:
    table = building(2)
    table.gold[0] = 9
    hold(table, 0, salt=1, gems=2)
    app = open_board(table, seat=0)
    async with app.run_test(size=(80, 20)) as pilot:
        board = app.board
        assert board.scene is not None
        built = play(table, "claim red:salt-metals with salt")
        board.show(evolve(board.scene, view=GAME.view(table, 0), legal=table.legal(), events=built))
        claims = [a for a in table.legal() if names(table, [a])[0].startswith("claim")]
        board.start_at(claims[-1])
        await pilot.press("enter")
        assert app.played == names(table, claims[-1:])


async def test_your_own_map_comes_back_at_your_decision_after_a_building() -> None:
    table = building(2)
    table.actor = table.seat = 1
    table.step = 1
    hold(table, 1, salt=1)
    app = open_board(table, seat=0)
    async with app.run_test(size=(80, 20)):
        board = app.board
        scene = board.scene
        assert scene is not None
        built = play(table, "claim blue:salt-metals with salt")
        board.show(evolve(scene, view=GAME.view(table, 0), legal=[], events=built))
        assert board.cursor.map_index == 1
        ended = play(table, "end")
        while table.to_act() < 0:
            table.apply(table.legal()[0], ended)
        view = GAME.view(table, 0)
        board.show(evolve(scene, view=view, legal=table.legal(), events=ended))
        assert view["phase"] == "opening" and board.cursor.map_index == 0
        stale = next(event for event in ended if isinstance(event, Stale))
        asks = board.prompt(app.scene)
        assert asks.startswith("No card sold:") and stale.card.title() in asks
        assert len(asks) <= 78


async def test_enter_on_a_route_that_is_too_dear_says_so() -> None:
    table = building(2)
    hold(table, 0)
    table.gold[0] = 0
    table.rights = [1, 0]
    app = open_board(table, seat=0)
    async with app.run_test(size=(80, 20)) as pilot:
        board = app.board
        board.select_route(0, ROUTE["salt-gems"])
        await pilot.press("enter")
        words, is_error = app.status[-1]
        assert "afford" in words and is_error and not app.played
        assert board.scene is not None and "to sell" not in board.prompt(board.scene)


async def test_what_a_lesson_speaks_of_stands_out_and_the_rest_can_be_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    app = open_board(building(2), seat=0)
    async with app.run_test(size=(80, 20)):
        light = {}
        for name in ("ivory", "pearls"):
            app.board.light([name])
            canvas = canvas_of(app.board)
            city = ("city", CITY["ivory"])
            x, y, *_box = next(target for target in canvas.targets if target[4] == city)
            light[name] = sum(canvas.colour_at(x, y))
        assert 1.4 < light["ivory"] / light["pearls"] < 1.7


async def test_a_lesson_leaves_the_signs_lit_that_were_asked_for() -> None:
    app = open_board(building(2), seat=0)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("i")
        plain = canvas_of(app.board)
        area = next(target[:4] for target in plain.targets if target[4] == ("info", 0))
        x, y, width, height = area
        app.board.light(["ivory"])
        lit = canvas_of(app.board)
        for row in range(y, y + height):
            assert lit.row(row)[2][x : x + width] == plain.row(row)[2][x : x + width]


async def test_the_line_of_a_route_names_tab_only_where_there_are_several_ways() -> None:
    table = building(2)
    table.gold = [20, 9]
    hold(table, 0, salt=1)
    app = open_board(table, seat=0)
    async with app.run_test(size=(80, 20)) as pilot:
        for name, has_more in (("salt-metals", True), ("textiles-incense", False)):
            app.board.select_route(0, ROUTE[name])
            await pilot.pause()
            assert ("for more" in app.status[-1][0]) == has_more, app.status[-1]


async def test_the_answer_to_an_offer_stays_when_the_auction_goes_on() -> None:
    table = bidding(2)
    table.gold = [5, 5]
    play(table, "offer 1", "give gold 1", "send")
    app = open_board(table, seat=0)
    async with app.run_test(size=(80, 20)) as pilot:
        app.state = table
        happened = play(table, "accept")
        app.present(happened)
        await pilot.pause()
        assert app.status[-1][0] == "Bo accepts your offer: 1 gold as a gift."


async def test_a_declined_offer_asks_why_until_something_else_is_decided() -> None:
    table = bidding(2)
    table.gold = [5, 5]
    play(table, "offer 1", "give gold 1", "send")
    app = open_board(table, seat=0)
    async with app.run_test(size=(80, 20)) as pilot:
        for moves, is_asked in ((["decline"], True), (["open eyes", "bid 0"], False)):
            app.state = table
            app.present(play(table, *moves))
            await pilot.pause()
            assert app.board.asks_why == is_asked, moves


async def test_what_is_marked_in_an_offer_says_what_it_is_good_for() -> None:
    table = building(2)
    table.gold = [6, 6]
    hold(table, 0, salt=1)
    table.cards[10 + CITY["gems"]] = 1  # beside three that nobody has seen
    table.seen[1] = 1 << CITY["metals"]
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t")
        assert app.status[-1][0] == "You have 6 gold. Left and Right set how much you give."
        await pilot.press("down")
        assert app.status[-1][0] == "Pays a route into Salt: 4 win it, you own 1."
        for city, has in (("Gems", "has it"), ("Ivory", "may lack it")):
            while city not in marked(app) or "Want" not in marked(app):
                await pilot.press("d")
            assert app.status[-1][0].endswith(f". Bo {has}."), app.status[-1]
        while "Metals" not in marked(app):
            await pilot.press("d")
        reason = "Bo can't have it: any hidden card is Blue, and the Blue one was seen."
        assert app.status[-1][0] == reason


async def test_an_offer_that_gives_nothing_is_sent_by_a_second_key_only() -> None:
    table = building(2)
    table.gold = [6, 6]
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t", "d")
        while "Red Right" not in marked(app):
            await pilot.press("d")
        await pilot.press("enter", "y")
        assert app.status[-1][0].startswith("You give nothing for it.") and app.status[-1][1]
        assert app.played == ["offer 1"]
        await pilot.press("enter", "enter", "y")
        assert app.status[-1][0].startswith("You give nothing for it."), "it has been changed"
        assert app.played == ["offer 1"]
        await pilot.press("y")
        await until(lambda: app.played[-1] == "send", pilot)
        assert app.played[1:] == ["want right.red", "send"]


async def test_where_nothing_can_be_undone_esc_first_says_what_a_withdrawal_costs() -> None:
    table = building(2)
    app = open_board(table)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t", "escape")
        assert app.played == ["offer 1"]
        assert "uses up one of 3 offers" in app.status[-1][0] and app.status[-1][1]
        await pilot.press("escape")
        await until(lambda: app.played[-1] == "withdraw", pilot)


async def test_a_building_goes_on_at_its_route_after_a_trade() -> None:
    table = building(2)
    table.gold = [20, 9]
    app = open_board(table, seat=0)
    async with app.run_test(size=(80, 20)) as pilot:
        app.board.select_route(0, ROUTE["salt-metals"])
        await pilot.press("t", "p")
        await until(lambda: app.played[-1] == "withdraw", pilot)
        assert app.board.cursor.route == ROUTE["salt-metals"]
        assert app.board.selection.first_of("way") is app.board.selection.entry
