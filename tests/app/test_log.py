"""The log to skim: a line a turn, with the sign of its seat and what it gained."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from textual.strip import Strip

from caravan_tui import i18n
from caravan_tui.bus.messages import Position
from caravan_tui.cli.preview import preview_app, random_match
from caravan_tui.games import registry
from caravan_tui.games.ahldarahd import events as ahldarahd
from caravan_tui.games.caravanserai import events as caravanserai
from caravan_tui.games.contract import Event
from caravan_tui.games.decktet import events as decktet
from caravan_tui.games.dice_village import events as dice_village
from caravan_tui.games.dice_village.actions import dice_of
from caravan_tui.games.registry import get
from caravan_tui.games.sahara import events as sahara
from caravan_tui.games.sahara.pieces import SUPPLY
from caravan_tui.screens.table.body import AROUND_BOARD, LAST_LINES, TableBody
from caravan_tui.screens.table.log_lines import add_events, add_to_log, sum_of_gains
from caravan_tui.screens.table.news import TableNews, last_move
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.screens.table.summary import GAP, columns_of, has_outcomes, since_own_move
from caravan_tui.widgets.log import Line, MatchLog
from tests.support.screen_app import WidgetApp
from tests.support.screen_text import screen_lines
from tests.support.screens import screen_of
from tests.support.until import until

NAMES = ["Ann", "Bo", "Cy"]

TURN = [
    sahara.CamelLifted(0, 40),
    sahara.CamelSet(0, 40, 24, 1),
    sahara.PickedUp(0, 24, 2, 1),
    sahara.Delivered(0, 2, 24, 3, 6),
]


def log_of(game: str, *events: Event, seat: int | None = 0) -> list[Line]:
    """The log that these events write."""
    lines: list[Line] = []
    position = Position("m", 1, seat, {}, [], events=list(events))  # type: ignore[typeddict-item]
    add_to_log(lines, registry.get(game), position, NAMES)
    return lines


def test_the_steps_of_a_turn_are_joined_and_what_they_brought_is_added_up() -> None:
    (line,) = log_of("sahara", *TURN)
    assert (line.seat, line.name, line.gain) == (0, "Ann", "+7")
    assert line.words == "moves a camel f6→d4, takes salt on d4, delivers salt d4→d1"


def test_steps_that_begin_alike_say_it_once() -> None:
    steps = ("gets a card of Salt", "gets a card of Dyes", "bids 1", "bids 2", "bids 2")
    assert Line(0, "Ann", steps).words == "gets a card of Salt, Dyes, bids 1, bids 2 ×2"
    assert Line(None, "", steps[:2]).words == "Gets a card of Salt. Gets a card of Dyes"


def test_a_step_that_begins_alike_is_not_cut_within_brackets() -> None:
    steps = ("vend le droit (carte Verte)", "vend le droit (carte Rouge)")
    assert Line(0, "Ann", steps).words == "vend le droit (carte Verte), (carte Rouge)"


def test_what_is_counted_keeps_its_number_and_its_name() -> None:
    places = ("white (middle)", "black (middle)", "black (south-west)")
    steps = [f"puts 1 {place}" for place in places]
    assert Line(0, "Ann", tuple(steps)).words == f"{steps[0]}, 1 {places[1]}, 1 {places[2]}"


def test_camels_set_one_after_the_other_have_one_verb() -> None:
    (line,) = log_of("sahara", *(sahara.CamelSet(1, SUPPLY, space, 1) for space in (32, 22)))
    assert line.words == "sets a camel on e5, b4"


def test_a_block_that_bends_is_told_once_when_it_is_complete() -> None:
    (line,) = log_of(
        "caravanserai",
        caravanserai.GoodsLaid(0, 1, 3, 2, ["0,0"], False, None),
        caravanserai.GoodsLaid(0, 1, 3, 0, ["1,0", "2,0"], False, None),
    )
    assert line.words == "lays 3 black"


def test_merchants_are_told_by_their_goods() -> None:
    (line,) = log_of("dice_village", dice_village.MerchantBought(0, "m41"))
    assert line.words == "buys wheat/silk"


def test_another_seat_and_what_ends_something_begin_a_new_line() -> None:
    lines = log_of(
        "decktet",
        decktet.Passed(1),
        decktet.SeasonEnded(0, 0b111, 2, False),
        decktet.Passed(0),
    )
    assert [(line.name, line.words, line.gain) for line in lines] == [
        ("Bo", "passes", ""),
        ("Ann", "collects 3 cards", "+2"),
        ("Ann", "passes", ""),
    ]


def test_what_came_later_is_joined_to_the_same_turn() -> None:
    lines = log_of("sahara", *TURN[:2])
    position = Position("m", 2, 0, {}, [], events=TURN[2:])  # type: ignore[typeddict-item]
    add_to_log(lines, registry.get("sahara"), position, NAMES)
    assert lines == log_of("sahara", *TURN)


@pytest.mark.parametrize(
    ("gains", "together"),
    [
        (("+3", "+1"), "+4"),
        (("", "+2"), "+2"),
        (("+2c", "+1c+3f"), "+3c+3f"),
        (("+2c", "-5c"), "-3c"),
        (("+5 gold", "+3 gold"), "+8 gold"),
        (("+1", "-1"), "0"),
        (("", ""), ""),
    ],
)
def test_gains_of_one_kind_are_added_up(gains: tuple[str, str], together: str) -> None:
    assert sum_of_gains(*gains) == together


def test_a_move_is_told_in_whole_sentences_as_far_as_they_have_room() -> None:
    game = registry.get("sahara")
    events = [sahara.Moved(1, 2, 3, 4), sahara.Delivered(1, 2, 4, 5, 6)]
    position = Position("m", 1, 0, {}, [], events=events)  # type: ignore[typeddict-item]
    both, last = last_move(game, position, NAMES, 100), last_move(game, position, NAMES, 60)
    assert [line.text for line in last] == ["Bo delivers salt from e1 to f1: 6 points"]
    assert len(both) == 2 and both[1] == last[0] and last[0].seat == 1
    drawn = [events[1], sahara.GoodDrawn(3, 4), sahara.GoodDrawn(3, 5)]
    refill = Position("m", 1, 0, {}, [], events=drawn)  # type: ignore[typeddict-item]
    assert last_move(game, refill, NAMES, 78) == last, "what was drawn is on the board"
    refilled = [events[1], sahara.Refilled([0, 6]), sahara.GoodDrawn(3, 4)]
    for seat in (0, 1):  # also after your own move
        refill = Position("m", 1, seat, {}, [], events=refilled)  # type: ignore[typeddict-item]
        texts = [line.text for line in last_move(game, refill, NAMES, 100)]
        assert texts[-1] == "New goods from the bag, demand +1 on a1, g1"
    own = Position("m", 1, 1, {}, [], events=events)  # type: ignore[typeddict-item]
    assert not last_move(game, own, NAMES, 100), "your own move needs no telling"


def test_what_the_others_did_since_your_move_loses_the_names_before_it_loses_a_turn() -> None:
    lines = [
        Line(1, "Bo", ("of long ago",)),
        Line(0, "Ann", ("passes",)),
        Line(1, "Bo", ("camel on d4",)),
        Line(2, "Cy", ("takes salt on a1",), "+1"),
    ]
    recent_lines = since_own_move(lines, 0, 78)
    assert [(line.seat, line.text, line.gain) for line in recent_lines] == [
        (1, "Bo camel on d4", ""),
        (2, "Cy takes salt on a1", "+1"),
    ]
    assert [line.text for line in since_own_move(lines, 0, 40)] == [
        "camel on d4",
        "takes salt on a1",
    ]
    assert [line.text for line in since_own_move(lines, 0, 30)] == ["Cy takes salt on a1"]
    lines[-1] = Line(2, "Cy", ("a first step", "a second one", "the last one"))
    assert [line.text for line in since_own_move(lines, 0, 34)] == [
        "Cy … a second one, the last one"
    ]


def test_no_seat_is_left_out_of_a_line_that_has_room_for_the_end_of_each_turn() -> None:
    lines = [
        Line(0, "Ann", ("is done",)),
        Line(1, "Bo", ("sells at Cy's 3+4", "you get 1 coin"), "+1c"),
        Line(2, "Cy", ("sells 2 at the market",), "+2c"),
        Line(3, "Di", ("sells at your 1+6", "Cy gets 1 coin", "buys silk/papyrus"), "-3c"),
    ]
    for room, texts in (
        (90, ["… you get 1 coin", "sells 2 at the market", "… buys silk/papyrus"]),
        (75, ["…", "sells 2 at the market", "… buys silk/papyrus"]),
        (55, ["…", "…", "… buys silk/papyrus"]),
    ):
        news = since_own_move(lines, 0, room)
        assert [(item.seat, item.text) for item in news] == list(zip((1, 2, 3), texts, strict=True))
        assert [item.gain for item in news] == ["+1c", "+2c", "-3c"]
        assert columns_of(news) <= room


def caravan_turn(seat: int, length: int) -> list[Event]:
    """What a placement of Caravanserai brings: its steps, then what it came to."""
    return [
        caravanserai.GoodsLaid(seat, 3, 2, 0, ["0,1", "0,2"], False, None),
        caravanserai.CamelPlaced(seat, "0,3"),
        caravanserai.GoodsWon(seat, 4, 0, False),
        caravanserai.TailReturned(seat, 6, 2, 0, [], length),
    ]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_turn_of_many_steps_is_told_by_what_it_came_to(language: str) -> None:
    game, names = registry.get("caravanserai"), ["Maximilian Alexa", "Abcdefghijklmnop"]
    with i18n.in_language(language):
        events = caravan_turn(1, 17)
        position = Position("m", 1, 0, {}, [], events=events)  # type: ignore[typeddict-item]
        (said,) = last_move(game, position, names, 78)
        won, length = (game.shorten(event, names, 0) for event in events[2:])
        assert said.text == f"{names[1]} {won}, {length}" and said.gain == "+4"
        lines: list[Line] = []
        add_to_log(lines, game, position, names)
        assert len(lines[0].steps) == 4, "the log has every step"
        (whole,) = since_own_move(lines, 0, 78)
        assert whole.text == lines[0].words, "its sign says whose turn it was"
        assert whole.gain == "+4"
        (named,) = since_own_move(lines, 0, 120)
        assert named.text == f"{names[1]} {whole.text}"
        assert len(whole.text) + 5 <= 78, whole.text


def said_step_by_step(game_id: str, events: Sequence[Event]) -> list[list[tuple[str, str]]]:
    """What a table says below the board while seat 1 plays these steps, with their gains."""
    game, names = registry.get(game_id), ["Ann", "Omar", "Leila"]
    lines: list[Line] = []
    start = game.view(game.setup(game.spec.resolve({}, 3), 3), 0)
    news = TableNews(game)
    said = []
    for number, event in enumerate(events, 1):
        view = start | {"to_act": 1 if number < len(events) else 2}
        position = Position("m", 1, 0, view, [], events=[event])
        add_to_log(lines, game, position, names)
        wide = news.of(position, lines, names, 300)
        fitting = news.again(78)
        assert news.again(300) == wide, "said once more, it is said in the same way"
        assert news.again(78) == fitting
        said.append([(item.text, item.gain) for item in fitting])
    return said


def test_a_turn_is_silent_until_it_comes_to_something_and_told_whole_at_its_end() -> None:
    said = said_step_by_step(
        "caravanserai", [*caravan_turn(1, 17), caravanserai.GoodPlaced(1, 3, "0,5")]
    )
    assert said[:2] == [[], []]
    assert said[2] == [("Omar wins yellow from Ann", "")]
    assert said[-1] == [("Omar wins yellow from Ann, is 17 long", "+4")]


def test_what_a_turn_came_to_is_said_as_it_happens_and_stays_while_the_turn_goes_on() -> None:
    sells = dice_village.Visited(1, 0, "25", 2)
    said = said_step_by_step(
        "dice_village",
        [
            dice_village.Rerolled(1, dice_of((2, 5))),
            sells,
            dice_village.Rerolled(1, dice_of((1,))),
            sells,
        ],
    )
    assert said[0] == []
    assert said[1] == [("Omar sells at your 2+5", "+2 coins")]
    assert said[2] == said[1], "what led to nothing yet leaves the line as it was"
    assert said[3] == [
        ("Omar rerolls 2+5, sells at your 2+5, rerolls 1, sells at your 2+5", "+4 coins")
    ]


VISIT = [
    dice_village.Rerolled(1, dice_of((2, 5))),
    dice_village.DieTurned(1, 6, 5),
    dice_village.Visited(1, 0, "25", 2),
    dice_village.OwnerPaid(0, "25", 1, 0),
]


def test_what_a_visitor_brings_stands_in_the_line_of_the_visit() -> None:
    game = registry.get("dice_village")
    position = Position("m", 1, 0, {}, [], events=VISIT[2:])  # type: ignore[typeddict-item]
    (said,) = last_move(game, position, NAMES, 78)
    assert (said.seat, said.text, said.gain) == (1, "Bo sells at your 2+5, you get 1 coin", "+2c")
    (other,) = last_move(game, replace(position, seat=2), NAMES, 78)
    assert other.text == "Bo sells at Ann's 2+5, Ann gets 1 coin"
    (line,) = log_of("dice_village", *VISIT)
    assert (line.seat, line.gain) == (1, "+2c")
    assert line.words == "rerolls 2+5, turns 6→5, sells at your 2+5, you get 1 coin"


def test_a_round_of_dice_village_is_summed_up_when_it_ends() -> None:
    end = [
        dice_village.MerchantBought(1, "m12"),
        dice_village.RoundStarted(2, 0),
        dice_village.Rolled(0, 9, 9, False),
    ]
    lines = log_of("dice_village", *VISIT, *end)
    assert has_outcomes(lines, 0)
    (said,) = since_own_move(lines, 0, 78)
    assert said.text == "Bo sells at your 2+5, you get 1 coin, buys silk/papyrus"
    assert said.gain == "-3c"
    assert [(line.seat, line.words) for line in lines[1:]] == [(None, "Round 2: Ann begins")]


def test_what_many_seats_came_to_is_whole_in_a_line() -> None:
    game, names = registry.get("caravanserai"), ["Ann", "Omar", "Leila", "Musa"]
    lines: list[Line] = []
    for seat in (1, 2, 3):
        events = caravan_turn(seat, 10 + seat)
        position = Position("m", 1, 0, {}, [], events=events)  # type: ignore[typeddict-item]
        add_to_log(lines, game, position, names)
    assert [(item.text, item.gain) for item in since_own_move(lines, 0, 78)] == [
        (f"{name} … is {length} long", "+4")
        for name, length in (("Omar", 11), ("Leila", 12), ("Musa", 13))
    ]
    assert [item.text for item in since_own_move(lines, 0, 60)] == [
        f"… is {length} long" for length in (11, 12, 13)
    ]


def test_what_is_left_out_of_turns_with_several_outcomes_is_said_to_be() -> None:
    def turn(seat: int, name: str, *outcomes: str) -> Line:
        return Line(seat, name, outcomes, "+2c", outcomes=outcomes)

    lines = [
        turn(1, "Leila", "sells at your 3+4, you get 1 coin", "sells 2 at the market"),
        turn(2, "Samira", "sells at Leila's 2+5", "sells at home (3+4)"),
    ]
    nameless = since_own_move(lines, 0, 114)
    assert [item.text for item in nameless] == [line.words for line in lines]
    cut = since_own_move(lines, 0, 78)
    assert [item.text for item in cut] == [
        "Leila … sells 2 at the market",
        "Samira … sells at home (3+4)",
    ]


def test_a_second_row_keeps_every_turn_whole_where_one_would_cut_it() -> None:
    game, names = registry.get("sahara"), ["Ann", "Samira", "Batu"]
    events: list[Event] = [sahara.TurnStarted(1, 2, 4), sahara.Delivered(1, 2, 4, 5, 3)]
    events += [sahara.CamelSet(1, 4, 12, 1), sahara.TurnEnded(1, 0), sahara.TurnStarted(2, 3, 4)]
    events += [sahara.PickedUp(2, 6, 1, 1), sahara.CamelSet(2, 20, 30, 1), sahara.TurnEnded(2, 0)]
    view = game.view(game.setup(game.spec.resolve({}, 3), 3), 0) | {"to_act": 0}
    last = [*events, sahara.TurnStarted(0, 4, 4)]
    position = Position("m", 1, 0, view, [1], events=last)
    news = TableNews(game)
    cut = news.of(position, [], names, 60)
    assert [item.seat for item in cut] == [1, 2] and all("…" in item.text for item in cut)
    whole = news.again(60, 46)
    assert [item.seat for item in whole] == [1, 2] and news.brief == cut
    assert not any("…" in item.text for item in whole)
    assert news.again(160, 100) == news.brief, "one row that is enough stays one"


def test_an_own_turn_is_told_as_it_ends_and_with_the_others_where_all_have_room() -> None:
    game, names = registry.get("sahara"), ["Ann", "Samira"]
    view = game.view(game.setup(game.spec.resolve({}, 2), 2), 0)
    news = TableNews(game)
    own: list[Event] = [sahara.TurnStarted(0, 5, 4), sahara.Delivered(0, 1, 4, 5, 3)]
    own += [sahara.TurnStarted(1, 6, 4)]
    ended = news.of(Position("m", 1, 0, view | {"to_act": 1}, [], events=own), [], names, 78)
    assert [(item.seat, item.text, item.gain) for item in ended] == [
        (0, "You delivered swords", "+3")
    ]
    other: list[Event] = [sahara.Moved(1, 2, 8, 9), sahara.TurnStarted(0, 7, 4)]
    news.of(Position("m", 2, 0, view | {"to_act": 0}, [1], events=other), [], names, 78)
    assert [item.text for item in news.again(78)] == [
        "You delivered swords",
        "Samira: salt b2→c2",
    ]
    assert [item.text for item in news.again(30)] == ["Samira: salt b2→c2"]


def test_a_seat_with_many_lines_leaves_room_for_the_others() -> None:
    lines = [
        Line(1, "Samira", ("can't raise",)),
        Line(2, "Batu", ("takes Salt",), "+3 gold"),
        Line(1, "Samira", ("auctions the Red Right", "bids 0")),
        Line(2, "Batu", ("can't raise",)),
    ]
    assert [item.seat for item in since_own_move(lines, 0, 74)] == [2, 1]
    assert since_own_move(lines, 0, 74)[0].gain == "+3 gold", "what brought something stays"


def test_your_own_triumph_is_said_and_other_own_moves_are_not() -> None:
    game = registry.get("ahldarahd")
    claim = ahldarahd.Claim(0, "red:dyes-salt", "salt", 1)
    city = ahldarahd.TakeCity(0, "red", "salt", 6)
    own = Position("m", 1, 0, {}, [], events=[claim])  # type: ignore[typeddict-item]
    assert not last_move(game, own, NAMES, 78)
    said = last_move(game, replace(own, events=[claim, city]), NAMES, 78)
    assert "Salt" in said[-1].text and said[-1].seat == 0


def test_of_two_turns_of_a_seat_that_do_not_fit_the_newer_one_is_whole() -> None:
    turns = [
        ("rerolls 2+5", "sells at home (2+5)", "sells 2 at the market"),
        ("rerolls 1", "sells at home (1+6)", "sells 2 at the market"),
    ]
    lines = [
        Line(1, "Leila", steps, f"+{number}c", is_closed=True, outcomes=steps[1:])
        for number, steps in enumerate(turns, 1)
    ]
    assert [(item.text, item.gain) for item in since_own_move(lines, 0, 78)] == [
        ("Leila rerolls 1, sells at home (1+6), sells 2 at the market", "+2c")
    ]


def test_gains_are_words_only_where_nothing_is_cut_for_them() -> None:
    game, names = registry.get("dice_village"), ["Ann", "Omar"]
    view = game.view(game.setup(game.spec.resolve({}, 2), 2), 0) | {"to_act": 1}
    sale = dice_village.SoldAtHome(1, "25", 2, 5)
    position = Position("m", 1, 0, view, [], events=[sale])
    gains = {}
    for room in (78, 50, 34):
        (item,) = TableNews(game).of(position, [], names, room)
        gains[room] = item.gain
    assert gains[78] == "+2 coins +5 favours" and gains[34] == "+2c+5f"


def test_what_a_sale_brings_another_seat_is_never_said_without_the_sale() -> None:
    game, names = registry.get("dice_village"), ["Ann", "Omar", "Leila"]
    lines: list[Line] = []
    visits = (dice_village.Visited(1, 2, "25", 2), dice_village.OwnerPaid(2, "25", 1, 0))
    events = [*visits, dice_village.SoldAtMarket(1, 2), *visits]
    position = Position("m", 1, 0, {}, [], events=events)  # type: ignore[typeddict-item]
    add_to_log(lines, game, position, names)
    assert (
        lines[0].outcomes[0] == lines[0].outcomes[-1] == "sells at Leila's 2+5, Leila gets 1 coin"
    )


def test_a_new_round_says_how_near_the_end_is() -> None:
    game, names = registry.get("caravanserai"), ["Ann", "Omar"]
    view = game.view(game.setup(game.spec.resolve({}, 2), 2), 0)
    market = {"market": [3, 0, 2, 1, 1], "to_act": 1}
    for is_last in (False, True):
        events = [*caravan_turn(0, 9), caravanserai.RoundStarted(4, is_last)]
        later = view | market | {"end_round": 4 * is_last}
        own = Position("m", 1, 0, later, [], events=events)
        assert bool(last_move(game, own, names, 78)) == is_last
        said = [item.text for item in TableNews(game).of(own, [], names, 78)]
        expected = "Round 4: 7 goods left in the market. Once it is empty, one last round."
        assert (expected in said) != is_last, said
        news = TableNews(game).of(replace(own, seat=1), [], names, 70)
        brief = [item.text for item in news]
        assert is_last or brief[-1] == "Market: 7 goods left", brief
        assert is_last or "Ann" in brief[0], "what has happened is not dropped for it"


async def test_the_log_has_signs_gains_at_the_edge_and_the_newest_line_in_view() -> None:
    log = MatchLog()
    async with WidgetApp(log).run_test(size=(40, 4)) as pilot:
        log.show([Line(number % 2, NAMES[number % 2], (f"move {number}",)) for number in range(9)])
        await until(lambda: "move 8" in screen_lines(pilot.app.screen)[-1], pilot)
        words = ("a turn of very many words", "so that it takes two rows")
        log.show([*log.lines, Line(1, "Bo", words, "+3")])
        await until(lambda: "+3" in screen_lines(pilot.app.screen)[-1], pilot)
        first, last = screen_lines(pilot.app.screen)[-2:]
        assert first.strip().startswith("■ Bo  a turn") and last.rstrip("▏▕ ").endswith("+3")
        assert last.startswith("   "), "further rows are moved to the right"


class CountingLog(MatchLog):
    """Counts the rows that are painted."""

    painted = 0

    def render_line(self, y: int) -> Strip:
        """The row, counted."""
        self.painted += 1
        return super().render_line(y)


async def test_a_new_line_has_each_row_painted_once() -> None:
    log = CountingLog()
    async with WidgetApp(log).run_test(size=(40, 6)) as pilot:
        lines = [Line(number % 2, NAMES[number % 2], (f"move {number}",)) for number in range(9)]
        log.show(lines[:-1])
        await until(lambda: "move 7" in screen_lines(pilot.app.screen)[-1], pilot)
        await pilot.wait_for_scheduled_animations()
        log.painted = 0
        log.show(lines)
        await until(lambda: "move 8" in screen_lines(pilot.app.screen)[-1], pilot)
        await pilot.wait_for_scheduled_animations()
        assert log.painted == 6


async def test_where_there_is_room_words_begin_in_one_column_and_table_lines_are_headings() -> None:
    log = MatchLog()
    lines = [
        Line(0, "Ann", ("buys silk",), "-5c"),
        Line(None, "", ("round 2",)),
        Line(1, "Leila", ("a long walk to the market",) * 2 + ("and back through the desert",)),
    ]
    async with WidgetApp(log).run_test(size=(80, 24)) as pilot:
        log.show(lines)
        await until(lambda: len(log.rows()) >= 3, pilot)
        ann, _heading, leila = (row for row in log.rows() if not row.startswith(" "))
        assert ann.index("buys") == leila.index("a long") == 9
        await until(lambda: any("Round 2 ───" in line for line in screen_lines(pilot.app)), pilot)
        await pilot.resize_terminal(34, 24)
        await until(lambda: any(row == "● Ann  buys silk" for row in log.rows()), pilot)
        assert all(row.startswith(("●", "■", "Round", "  ")) for row in log.rows())


async def test_a_log_of_whole_lines_leaves_out_the_rest_of_one_that_begins_above() -> None:
    log = MatchLog(only_whole=True)
    log.styles.height = 3
    app = WidgetApp(log)
    async with app.run_test(size=(30, 10)) as pilot:
        words = ("a long line that needs two rows", "and another that needs two rows")
        log.show([Line(0, "Ann", (text,)) for text in words])
        await until(lambda: "another" in screen_lines(app)[1], pilot)
        assert "Ann" not in screen_lines(app)[0]
        log.show([Line(0, "Ann", (" ".join(words * 2),))])
        await until(lambda: any(map(str.isalpha, screen_lines(app)[0])), pilot)  # the only one


def test_a_turn_too_long_for_the_line_keeps_what_it_came_to() -> None:
    steps = ("turns 4→5", "adds spices/papyrus to 2+5", "sells at home (2+5)", "draws a merchant")
    first = Line(1, "Roxana", ("rolls 2222",), outcomes=("rolls 2222",), is_closed=True)
    last = Line(1, "Roxana", steps, "+2c", outcomes=steps[2:])
    for lines in ([last], [first, last]):
        for room in (40, 60, 78):
            news = since_own_move(lines, 0, room)
            assert "draws a merchant" in news[-1].text
            assert columns_of(news) - GAP <= room


def test_a_verb_before_numbers_is_said_once() -> None:
    words = Line(0, "Ann", ("lays 1 red", "lays 2 white", "lays 1 camel", "is 4 long")).words
    assert words == "lays 1 red, 2 white, 1 camel, is 4 long"
    sold = Line(0, "Ann", ("sells at home (1+6)", "sells 2 at the market")).words
    assert sold == "sells at home (1+6), sells 2 at the market"


async def test_a_gain_takes_a_word_with_it_to_a_row_of_its_own() -> None:
    log = MatchLog()
    async with WidgetApp(log).run_test(size=(24, 6)) as pilot:
        log.show([Line(0, "Ann", ("takes all the goods",), "+4"), Line(1, "Bo", ("rests",))])
        await until(lambda: any("+4" in line for line in screen_lines(pilot.app)), pilot)
        (gain,) = [line for line in screen_lines(pilot.app) if "+4" in line]
        assert "goods" in gain


async def test_a_gain_leaves_no_word_alone_on_the_row_above() -> None:
    log = MatchLog()
    async with WidgetApp(log).run_test(size=(33, 60)) as pilot:
        sales = [f"sells at Zaid's 2+5, gets {'1' * count} coins" for count in range(1, 12)]
        log.show(
            [
                Line(0, "Musa", (sale, "sells 2 at the market"), "+2 coins +2 favours")
                for sale in sales
            ]
        )
        await until(lambda: any("market" in line for line in screen_lines(pilot.app)), pilot)
        rows = log.rows()
        assert not [row for row in rows if len(row.split()) == 1], rows
        said = " ".join(" ".join(rows).split())
        assert all(f"{sale}, sells 2 at the market" in said for sale in sales), "none is lost"


def test_what_is_drawn_for_the_table_is_told_as_one_list() -> None:
    steps = ("for sale: wheat/gold", "for sale: silk/gold", "Ann starts")
    assert Line(None, "", steps).words == "For sale: wheat/gold, silk/gold. Ann starts"


async def test_no_row_of_a_turn_with_gains_of_two_kinds_has_a_word_alone() -> None:
    log = MatchLog()
    sold = "sells 2 at the market"
    turns = [
        (("rerolls 2+5", sold), "+4 favours"),
        (("rerolls 2+5", "turns 4→3", sold), "+1 coin +2 favours"),
        ((sold,), "+4 favours"),
    ]
    async with WidgetApp(log).run_test(size=(32, 30)) as pilot:
        log.show([Line(number, "Leila", *turn) for number, turn in enumerate(turns)])
        await until(lambda: any("market" in line for line in screen_lines(pilot.app)), pilot)
        assert not [row for row in log.rows() if len(row.split()) == 1]
        gains = [line.strip(" │▌█▁▄") for line in screen_lines(pilot.app) if "+4" in line]
        assert all("the market  " in gain for gain in gains) and len(gains) == 2


def test_dice_that_are_rolled_again_are_named_by_what_they_showed() -> None:
    (line,) = log_of(
        "dice_village",
        dice_village.Rerolled(1, dice_of((2, 5))),
        dice_village.Rerolled(1, dice_of((1, 1, 3, 6))),
    )
    assert line.words == "rerolls 2+5, rerolls 1+1+3+6"


async def test_a_gain_in_letters_is_words_where_the_steps_keep_their_room() -> None:
    event = dice_village.SoldAtHome(0, "34", 3, 5)
    lines: list[Line] = []
    add_events(lines, get("dice_village"), [event], None, ("Ann", "Bo"))
    for width, words in ((30, "+3 coins +5 favours"), (20, "+3c+5f")):
        log = MatchLog()
        async with WidgetApp(log).run_test(size=(width, 6)) as pilot:
            log.show(lines)
            await until(lambda log=log: bool(log.rows()), pilot)
            await until(lambda words=words: words in "\n".join(screen_lines(pilot.app)), pilot)


async def test_the_first_frame_of_a_long_log_has_its_newest_line() -> None:
    class FirstFrame(WidgetApp):
        seen: Sequence[int] = ()
        """The first and the last row in sight in the first frame."""

        def _display(self, screen: Any, renderable: Any) -> None:
            log = next(iter(screen.query(MatchLog)), None)
            if log is not None and log.size.height and not self.seen:
                self.seen = log.scroll_offset.y, len(log.rows()) - log.size.height
            super()._display(screen, renderable)

    log = MatchLog()
    log.show([Line(0, "Ann", (f"takes salt on d{number}",)) for number in range(200)])
    app = FirstFrame(log)
    async with app.run_test(size=(60, 20)) as pilot:
        await until(lambda: app.seen, pilot)
    assert app.seen[0] == app.seen[1] > 0


@pytest.mark.parametrize("height", [36, 70])
@pytest.mark.parametrize("name", registry.ids())
async def test_the_log_has_what_a_board_leaves_of_a_high_and_narrow_terminal(
    name: str, height: int
) -> None:
    seats = max(2, registry.spec(name).min_seats)
    app = preview_app(random_match(name, seats, 3, 60), 0)
    async with app.run_test(size=(80, height)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen), pilot)
        body = screen_of(app, TableScreen).query_one(TableBody)
        await until(lambda: body.board.size.height and body.last_lines.size.height, pilot)
        most = body.board.MOST_ROWS
        rows = LAST_LINES if height == 36 or not most else height - AROUND_BOARD - most
        await until(lambda: body.last_lines.size.height == rows, pilot)
        assert body.board.size.height == height - AROUND_BOARD - rows
