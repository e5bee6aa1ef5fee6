"""The board by keys and by mouse: auctions, building, trades, nights; every choice is legal."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve
from textual import events, on
from textual.app import App, ComposeResult

from caravan_tui.games.ahldarahd import state as phases
from caravan_tui.games.ahldarahd.board import Board
from caravan_tui.games.ahldarahd.rules import State
from caravan_tui.games.contract import CHANCE, OVER, Event
from caravan_tui.widgets.board import Shown
from tests.ahldarahd.ahldarahd_help import (
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


class BoardApp(App[None]):
    """A board alone; whoever is to act sits here."""

    def __init__(self, table: State, seat: int | None = None) -> None:
        super().__init__()
        self.table = table
        self.seat = seat
        self.said: list[tuple[str, bool]] = []
        self.chosen: list[str] = []
        self.chance = Random(5)

    def compose(self) -> ComposeResult:
        yield Board()

    def on_mount(self) -> None:
        self.query_one(Board).focus()
        self.present()

    def present(self, ascii_only: bool = False) -> None:
        table = self.table
        while table.to_act() == CHANCE:
            table.apply(table.draw(self.chance))
        actor = table.to_act()
        seat = self.seat if self.seat is not None else max(0, actor)
        view = GAME.view(table, seat)
        legal = table.legal() if actor == seat else []
        may = table.interrupts().get(seat, [])
        people = ("Ann", "Bo", "Cy", "Di", "Ed")[: table.seats]
        self.query_one(Board).show(
            Shown(GAME, view, legal, may, seat, people, ascii=ascii_only, over=actor == OVER)
        )

    @on(Board.Chosen)
    def take(self, event: Board.Chosen) -> None:
        self.chosen.extend(names(self.table, [event.action]))
        self.table.apply(event.action)
        self.present()

    @on(Board.Hinted)
    def hear(self, event: Board.Hinted) -> None:
        self.said.append((event.text, event.wrong))

    @property
    def board(self) -> Board:
        return self.query_one(Board)

    def lines(self) -> list[str]:
        board = self.board
        return [board.render_line(y).text for y in range(board.size.height)]

    def marked(self) -> str:
        board = self.board
        pick, shown = board._bd_pick, board.shown
        return pick.labels(shown.view, shown.names)[pick.at]

    def where(self, text: str) -> tuple[int, int]:
        for y, line in enumerate(self.lines()):
            if text in line:
                return line.index(text), y
        raise AssertionError(f"{text} is not shown:\n" + "\n".join(self.lines()))


async def test_an_auction_by_keys() -> None:
    app = BoardApp(bidding(3))
    async with app.run_test(size=(80, 20)) as pilot:
        x, y = app.where("Eyes")
        while app.marked() != "Eyes":
            await pilot.press("down")
        await pilot.press("enter")
        assert not any(" out" in line for line in app.lines())  # nobody has passed yet
        await pilot.press("right", "right", "left", "enter")
        assert app.chosen == ["open eyes", "bid 1"]
        assert any("bids 1" in line for line in app.lines())
        await pilot.press("right", "enter", "p", "p")
        assert app.chosen[2:] == ["bid 3", "pass", "pass"]
        assert app.table.eyes == 1
        assert x
        assert y


async def test_free_routes_are_chosen_on_the_map() -> None:
    app = BoardApp(dealt(2))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("down", "enter")
        assert app.chosen
        assert app.chosen[0].startswith("free ")
        taken = app.chosen[0]
        await pilot.press("up", "enter", "down", "enter")
        assert taken not in app.chosen[1:2]


async def test_every_way_to_pay_is_listed_with_its_price() -> None:
    table = building(2)
    hold(table, 0, salt=1, metals=1)
    table.gold[0] = 12
    table.eyes = 0
    app = BoardApp(table)
    async with app.run_test(size=(80, 20)) as pilot:
        app.board._bd_select(0, ROUTE["salt-metals"])
        await pilot.pause()
        text = "\n".join(app.lines())
        assert "Claim with Salt  " in text
        assert "Claim with Metals  " in text
        assert "Buy for 9 gold" in text
        await pilot.press("tab", "tab", "enter")
        assert app.chosen == ["buy red:salt-metals"]
        await pilot.press("e")
        assert app.chosen[-1] == "end"


async def test_the_end_of_a_building_is_asked_again_where_something_can_still_be_built() -> None:
    table = building(2)
    hold(table, 0, salt=1)
    app = BoardApp(table)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("e")
        assert not app.chosen and app.said[-1][1] and "e again ends" in app.said[-1][0]
        await pilot.press("e")
        assert app.chosen == ["end"]
    table = building(2)
    hold(table, 0)
    table.gold = [0, 0]
    app = BoardApp(table)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("e")
        assert app.chosen == ["end"], "nothing can be built"


async def test_enter_at_the_start_of_a_building_neither_sells_nor_ends_it() -> None:
    async with BoardApp(building(3)).run_test(size=(80, 20)) as pilot:
        app = pilot.app
        assert isinstance(app, BoardApp)
        await pilot.press("enter")
        assert not app.chosen and app.said[-1][1], "it is told that nothing is marked"
        await pilot.press("tab", "enter")
        assert len(app.chosen) == 1


async def test_a_route_that_cannot_be_had_says_why() -> None:
    table = building(3)
    app = BoardApp(table)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("3")
        app.board._bd_select(2, ROUTE["gems-ivory"])
        await pilot.pause()
        assert "You do not hold the Green Right of Passage" in app.said[-1][0]
        await pilot.press("7")
        await pilot.press("6")
        assert app.said[-1] == ("There is no map 6", True)


async def test_a_destruction_by_keys() -> None:
    table = building(2)
    route(table, 1, "salt-metals", 1)
    hold(table, 0, salt=1)
    table.gold[0] = 11
    app = BoardApp(table)
    async with app.run_test(size=(80, 20)) as pilot:
        app.board._bd_select(1, ROUTE["salt-metals"])
        await pilot.press("enter")
        assert app.table.phase == phases.PAYING
        assert any("Destroying Salt-Metals on the Blue map" in line for line in app.lines())
        asked = app.board.prompt(app.board.shown)
        assert asked == "First payment of two: 10 gold, or a card and 1 gold"
        await pilot.press("enter")
        assert app.board.prompt(app.board.shown).startswith("Second payment of two")
        await pilot.press("enter")
        assert app.chosen == ["destroy blue:salt-metals", "pay gold", "pay salt"]


async def test_a_trade_with_a_counter_by_keys() -> None:
    table = building(2)
    table.gold = [6, 6]
    app = BoardApp(table)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t", "enter")
        assert app.chosen == ["offer 1"]
        await pilot.press("g", "right", "right", "enter")
        assert app.chosen[-1] == "give gold 3"
        while "Red Right" not in app.marked():
            await pilot.press("d")
        assert app.board._bd_pick.entry.group == "want"
        await pilot.press("enter", "y")
        assert app.chosen[-2:] == ["want right.red", "send"]
        shown = app.board.shown
        asked = app.board.prompt(shown)
        assert asked.startswith("y accepts, p declines, c counters: ")
        assert asked.endswith("Ann offers you 3 gold for Red Right")
        await pilot.press("c", "enter", "p")
        assert app.chosen[-3:] == ["counter", app.chosen[-2], "withdraw"]
        assert app.table.phase == phases.BUILDING


async def test_who_lacks_what_an_offer_wants_is_not_told_to_accept() -> None:
    table = building(2)
    lacked = next(name for name, city in CITY.items() if not table.cards[len(CITY) + city])
    play(table, "offer 1", f"want card {lacked}", "send")
    app = BoardApp(table)
    async with app.run_test(size=(80, 20)) as pilot:
        asked = app.board.prompt(app.board.shown)
        assert asked.startswith("p declines, c counters (you lack what is wanted): ")
        await pilot.press("y")
        assert app.chosen == [] and app.said[-1][1], "the key says that it does nothing"
        table.cards[len(CITY) + CITY[lacked]] = 1
        app.present()
        assert app.board.prompt(app.board.shown).startswith("y accepts")


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
    told = {seat: BoardApp(table, seat=seat) for seat in (0, 1)}
    table.apply(next(a for a in table.legal() if names(table, [a]) == [answer]), happened)
    assert table.to_act() == 0
    for seat, app in told.items():
        async with app.run_test(size=(80, 20), notifications=True) as pilot:
            shown = app.board.shown
            assert shown is not None
            app.board.show(evolve(shown, events=happened))
            await pilot.pause()
            # On one's own turn the list has to be seen: a notice would lie over it.
            notices = [note.message for note in app._notifications]
            assert [words in one for one in notices] == ([True] if seat == giver == 1 else [])
            said = [text for text, _wrong in app.said if words in text]
            assert len(said) == (1 if seat == giver == 0 else 0)


async def test_after_a_line_of_an_offer_never_its_withdrawal_is_marked() -> None:
    table = building(2)
    table.gold = [6, 6]
    play(table, "offer 1")
    app = BoardApp(table, seat=0)
    async with app.run_test(size=(80, 20)) as pilot:
        for line, marked in (
            ("give gold 1", "Want"),  # what may be wanted comes next
            ("want right.red", "Send the offer"),
        ):
            happened: list[Event] = []
            table.apply(next(a for a in table.legal() if names(table, [a]) == [line]), happened)
            app.present()
            shown = app.board.shown
            assert shown is not None
            app.board.show(evolve(shown, events=happened))
            await pilot.pause()
            assert app.marked().startswith(marked), app.marked()


async def test_two_seats_of_one_level_can_be_told_apart_at_80_columns() -> None:
    people = ("Root", "Merchant", "Merchant 2", "Caravan master", "Caravan master 2")
    app = BoardApp(building(5), seat=0)
    async with app.run_test(size=(80, 20)) as pilot:
        shown = app.board.shown
        assert shown is not None
        app.board.show(evolve(shown, names=people))
        await pilot.pause()
        text = "\n".join(app.lines())
        assert "Merchant 2 " in text
        assert "Caravan ma " in text
        assert "Caravan 2 " in text


async def test_an_offer_out_of_turn_by_keys() -> None:
    app = BoardApp(building(3), seat=2)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("e")
        assert app.said[-1] == ("You are not building", True)
        await pilot.press("t", "enter")
        assert app.chosen == ["interrupt 2 offer 0"]


async def test_what_another_seat_writes_is_not_shown() -> None:
    table = building(3)
    play(table, "offer 1", "give gold 3")
    app = BoardApp(table, seat=1)
    async with app.run_test(size=(80, 20)):
        text = "\n".join(app.lines())
        assert "prepares an offer to" in text
        assert "3 gold" not in text


async def test_a_night_by_keys() -> None:
    table = building(3, outsider=True)
    table.phase, table.actor, table.drawn = phases.DRAWING, -1, 3
    table.start[0] = 1 << CITY["horses"]
    play(table, "black 1", "reveal pearls")
    app = BoardApp(table)
    async with app.run_test(size=(80, 20)) as pilot:
        assert any("Night in Pearls" in line for line in app.lines())
        while not app.chosen:
            entry = app.board._bd_pick.entry
            if len(entry.actions) > 1:
                await pilot.press("right", "enter")
            else:
                await pilot.press("down")
        assert app.chosen == ["pledge 2"]


async def test_everything_can_be_clicked() -> None:
    table = building(2)
    hold(table, 0, salt=1)
    app = BoardApp(table)
    async with app.run_test(size=(80, 20)) as pilot:
        canvas = app.board.painted()
        spot = next(t for t in canvas.targets if t[4] == ("route", ROUTE["salt-metals"]))
        await pilot.click(Board, offset=(spot[0] + 1, spot[1]))
        x, y = app.where("Claim with Salt")
        await pilot.click(Board, offset=(x, y))
        assert app.chosen == ["claim red:salt-metals with salt"]
        x, y = app.where("2■Blue")
        await pilot.click(Board, offset=(x, y))
        assert app.board._bd_map == 1
        x, y = app.where("Salt 6")
        await pilot.click(Board, offset=(x, y))
        assert "4 take it and pay 6" in app.said[-1][0]


@pytest.mark.parametrize(("seats", "size"), [(5, (80, 20)), (3, (106, 41))])
async def test_a_match_is_played_by_keys_and_mouse_alone(seats: int, size: tuple[int, int]) -> None:
    """Random keys and clicks choose legal actions only, and the screen always has its parts."""
    rng = Random(seats)
    table = bidding(seats, neutral=seats < 5, outsider=True)
    app = BoardApp(table)
    keys = ["enter", "enter", "enter", "down", "tab", "right", "z", "p", "e", "v", "s", "i", "y"]
    async with app.run_test(size=size) as pilot:
        for _press in range(70):
            if app.table.to_act() == OVER:
                break
            if rng.random() < 0.15:
                canvas = app.board.painted()
                x, y, *_rest = rng.choice(canvas.targets)
                await pilot.click(Board, offset=(min(x, size[0] - 1), min(y, size[1] - 1)))
            else:
                await pilot.press(rng.choice(keys))
            if rng.random() < 0.1:
                text = "\n".join(app.lines())
                assert "Salt 6" in text
                assert "1●Red" in text
                assert "Open" in text
        assert len(app.chosen) > 8


async def test_ascii_draws_no_other_glyph() -> None:
    table = building(5, outsider=True)
    route(table, 0, "gems-ivory", 0)
    route(table, 0, "ivory-horses", 0)
    app = BoardApp(table)
    async with app.run_test(size=(80, 20)):
        app.present(ascii_only=True)
        assert "\n".join(app.lines()).isascii()


async def test_the_result_tells_where_points_come_from() -> None:
    table = building(2)
    for name in ("gems-ivory", "ivory-horses"):
        route(table, 0, name, 0)
        route(table, 1, name, 0)
    app = BoardApp(table)
    async with app.run_test(size=(80, 20)):
        columns, rows = app.board.result(GAME.view(table, 0))
        assert columns == ["Seat", "Red", "Blue", "matching", "points", "gold"]
        assert rows[0][:5] == ["Ann", "1", "1", "1 × 3", "5"]


async def test_the_largest_offer_stands_on_the_screen_in_full() -> None:
    """Three things a side: in short words, so that nobody accepts what is cut off."""
    table = building(2)
    table.gold = [6, 6]
    table.eyes = table.queen = 0
    table.rights = [0, 1]
    app = BoardApp(table)
    things = ("give right.red", "give eyes", "give queen",
              "want card textiles", "want card incense", "want right.blue")  # fmt: skip
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t", "enter")
        for thing in things:
            shown = app.board.shown
            assert shown is not None
            named = {GAME.notation(action, shown.view): action for action in shown.legal}
            app.board.choose(named[thing])
            await pilot.pause()
        line = next(line for line in app.lines() if "↔" in line)
        for word in ("Red Right", "Eyes", "Queen", "Blue Right", "Textiles", "Incense"):
            assert word in line


async def test_a_key_at_the_end_of_the_map_the_list_or_an_amount_says_so() -> None:
    table = bidding(2)
    table.gold = [2, 2]
    app = BoardApp(table)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("enter", "left")
        assert app.said[-1] == ("0 is the least", True)
        await pilot.press("right", "right", "right")
        assert app.said[-1] == ("2 is the most", True)
        await pilot.press("tab")
        assert app.said[-1] == ("There is only one choice in the list", True)
    app = BoardApp(building(2))
    async with app.run_test(size=(80, 20)) as pilot:
        app.board._bd_select(0, 0)
        for _step in range(8):
            await pilot.press("up")
        assert app.said[-1] == ("No route lies further that way", True)


async def test_a_second_click_on_a_route_does_what_the_first_one_told() -> None:
    table = building(2)
    hold(table, 0, salt=1)
    app = BoardApp(table)
    async with app.run_test(size=(80, 20)) as pilot:
        spots = {t[4]: t for t in app.board.painted().targets if t[4][0] == "route"}
        x, y, *_size = spots["route", ROUTE["salt-metals"]]
        await pilot.click(Board, offset=(x + 1, y))
        assert app.chosen == []
        assert app.said[-1][0].startswith("Claim with Salt and 1 gold · Enter/click")
        await pilot.click(Board, offset=(x + 1, y))
        assert app.chosen == ["claim red:salt-metals with salt"]
        x, y, *_size = spots["route", ROUTE["gems-ivory"]]
        await pilot.click(Board, offset=(x + 1, y))
        await pilot.click(Board, offset=(x + 1, y))
        assert len(app.chosen) == 1


async def test_a_click_on_the_line_of_a_route_means_the_route() -> None:
    app = BoardApp(building(2))
    async with app.run_test(size=(80, 20)) as pilot:
        x, y = app.where("Incense 4")
        line = app.lines()[y]
        stroke = line.index("─", x)
        await pilot.click(Board, offset=(stroke + 1, y))
        assert app.board._bd_route == ROUTE["incense-metals"]


async def test_the_list_is_paged_by_clicks_and_the_wheel() -> None:
    app = BoardApp(bidding(5))
    async with app.run_test(size=(80, 20)) as pilot:
        first = app.marked()
        x, y = next((len(line.rstrip()) - 1, n) for n, line in enumerate(app.lines())
                    if line.rstrip().endswith("▼") and n > 16)  # fmt: skip
        await pilot.click(Board, offset=(x, y))
        assert app.marked() != first and first not in "".join(app.lines()[17:])
        await pilot.click(Board, offset=(x, 17))
        assert first in "".join(app.lines()[17:])
        before = app.board._bd_pick.at
        await pilot._post_mouse_events([events.MouseScrollDown], Board, offset=(5, 18))
        assert app.board._bd_pick.at == before + 1


async def test_an_offer_is_made_and_answered_in_its_window_by_clicks() -> None:
    table = building(2)
    table.gold = [6, 6]
    table.eyes = 0
    app = BoardApp(table)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("t", "enter")
        shown = app.board.shown
        assert shown is not None
        named = {GAME.notation(action, shown.view): action for action in shown.legal}
        app.board.choose(named["give eyes"])
        await pilot.pause()
        await pilot.click(Board, offset=app.where("y Send"))
        assert app.chosen[-1].startswith("send")
        assert any("Ann offers you a trade" in line for line in app.lines())
        await pilot.click(Board, offset=app.where("y Accept"))
        assert app.chosen[-1] == "accept" and app.table.eyes == 1


async def test_another_person_sees_the_own_map_first() -> None:
    app = BoardApp(building(2))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("2")
        assert app.board._bd_map == 1
        shown = app.board.shown
        assert shown is not None
        app.board.show(evolve(shown, seat=1))
        app.board.action_map(0)
        app.board.show(evolve(shown, seat=1))
        assert app.board._bd_map == 0
        app.board.show(evolve(shown, seat=0))
        app.board.action_map(1)
        app.board.show(evolve(shown, seat=1))
        assert app.board._bd_map == 1


async def test_the_only_line_of_a_building_can_be_marked() -> None:
    table = building(2)
    hold(table, 0)
    table.gold, table.rights, table.offers = [0, 0], [-1, -1], [9, 9]
    app = BoardApp(table)
    async with app.run_test(size=(80, 20)) as pilot:
        assert len(app.board._bd_pick.entries) == 1 and app.board._bd_pick.at == -1
        await pilot.press("tab", "enter")
        assert app.chosen == ["end"]
