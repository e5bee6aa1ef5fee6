"""Notation, words and views of Caravan, and what random play must never break."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from caravan_tui.games.contract import CHANCE, OVER, Event, TurnSum
from caravan_tui.games.registry import get
from caravan_tui.games.sahara import actions
from caravan_tui.games.sahara import events as steps
from caravan_tui.games.sahara.messages import space_words
from caravan_tui.games.sahara.pieces import GOODS, SPACE_OF_NAME, SPACES
from caravan_tui.games.sahara.rules import SaharaState
from caravan_tui.games.sahara.state import LAST_TURN, QUIET_TURNS
from caravan_tui.games.sahara.view import chains
from tests.sahara.sahara_help import moves, play, position

GAME = get("sahara")
NAMES = ["Ada", "Ben", "Cem", "Dia"]


def words_and_log(state: SaharaState, text: str) -> tuple[str, list[str]]:
    """What a move is called, and the log of playing it."""
    view = GAME.view(state, 0)
    action = GAME.parse(text, state.legal(), view)
    assert action is not None, moves(state)
    events: list[Event] = []
    words = GAME.describe(action, view)
    state.apply(action, events)
    lines = [GAME.narrate(event, NAMES, 0) for event in events]
    assert None not in lines
    return words, [str(line) for line in lines]


def test_moves_and_deliveries_are_told() -> None:
    state = position(["c1 d1=ivory e1=meat* e2", "g6"])
    assert words_and_log(state, "move meat* e1>e2") == (
        "moves meat from e1 to e2",
        ["Ada moves meat from e1 to e2"],
    )
    words, lines = words_and_log(state, "MOVE  ivory d1>c1")
    assert words == "delivers ivory from d1 to Marrakesh on c1"
    assert lines == ["Ada delivers ivory from d1 to c1: 6 points"]


def test_a_turn_of_another_is_summed_up_with_what_it_won_before_what_it_moved() -> None:
    a, b, c, d = (SPACE_OF_NAME[name] for name in ("b4", "c4", "g7", "c5"))
    turn: list[Event] = [
        steps.TurnStarted(1, 5, 4),
        steps.Moved(1, 4, a, b),
        steps.CamelLifted(1, d),
        steps.CamelSet(1, d, a, 1),
        steps.Moved(1, 4, b, c),
        steps.PickedUp(1, d, 0, 2),
        steps.Delivered(1, 1, b, c, 3),
    ]
    assert GAME.sum_up(turn, 0, False) == [], "it goes on"
    next_turn: list[Event] = [*turn, steps.TurnStarted(0, 6, 4)]
    whole = "delivers swords c4→g7, takes meat on c5, ivory b4→g7, camel c5→b4"
    assert GAME.sum_up(next_turn, 0, False) == [TurnSum(1, whole, "+5")]
    assert GAME.sum_up(next_turn, 0, True) == [TurnSum(1, "delivers swords, takes meat …", "+5")]
    own_step = steps.Moved(0, 2, a, b)
    assert GAME.sum_up([*next_turn, own_step], 0, False) == [], "it is told once"


def test_a_turn_that_brings_its_camels_back_has_words() -> None:
    a, b = SPACE_OF_NAME["b4"], SPACE_OF_NAME["c4"]
    turn: list[Event] = [steps.TurnStarted(1, 5, 4), steps.CamelSet(1, a, b, 1)]
    turn += [steps.CamelSet(1, b, a, 1), steps.TurnStarted(0, 6, 4)]
    assert GAME.sum_up(turn, 0, True) == [TurnSum(1, "changes nothing")]


def test_an_own_turn_is_summed_up_with_what_it_won_and_brought_to_the_board() -> None:
    a, b, c, d = (SPACE_OF_NAME[name] for name in ("b4", "c4", "g7", "d2"))
    turn: list[Event] = [
        steps.TurnStarted(0, 5, 4),
        steps.Delivered(0, 1, b, c, 3),
        steps.PickedUp(0, d, 0, 2),
        steps.Refilled([a, c]),
        steps.GoodDrawn(3, d),
        steps.TurnStarted(1, 6, 4),
    ]
    whole = "You delivered swords, took meat, new goods: d2 hides, demand +1 on b4, g7"
    assert GAME.sum_up(turn[:-1], 0, False) == [], "it goes on"
    assert GAME.sum_up(turn, 0, False) == [TurnSum(0, whole, "+5")]
    short = TurnSum(0, "You delivered swords, took meat …", "+5")
    assert GAME.sum_up(turn, 0, True) == [short]
    assert GAME.sum_up(turn[1:], 0, True) == [short], "of a match that was loaded within it"
    of_other = [steps.CamelSet(1, a, b, 1), steps.TurnStarted(0, 7, 4)]
    sums = GAME.sum_up([*turn, *of_other], 0, True)
    assert sums == [short, TurnSum(1, "camel b4→c4")], "before what the others did"
    own_step = steps.Moved(0, 2, a, b)
    assert GAME.sum_up([*turn, *of_other, own_step], 0, False) == [], "it is told once"
    moves_alone = [turn[0], own_step, turn[-1]]
    assert GAME.sum_up(moves_alone, 0, False) == [], "a turn that won nothing is not told"
    ending = [*turn[:2], steps.MatchEnded("delivery", [3, 0])]
    assert GAME.sum_up(ending, 0, False) == [], "the result tells the end"


def test_camels_and_ends_are_told() -> None:
    state = position(["c1 d1", "g6"])
    assert words_and_log(state, "lift c1")[0] == "moves a camel from c1"
    words, lines = words_and_log(state, "set g6")
    assert words == "sets the camel on g6 for 2 actions"
    assert lines == ["Ada sets the camel on g6 (2 actions)"]
    assert words_and_log(state, "lift supply")[1] == ["Ada takes a camel from the supply"]
    assert words_and_log(state, "set a4")[0] == "sets the camel on a4 for 1 action"
    words, lines = words_and_log(state, "end")
    assert words == "ends the turn with 1 action unused"
    assert lines == ["Ada ends the turn, 1 action unused", "Turn 10: Ben has 4 actions"]


def test_pick_ups_steals_and_refills_are_told() -> None:
    state = position(["a1 d4", "d4=gems"], "a1=cloth+2 g1=meat g7=meat d2=meat d6=meat")
    assert words_and_log(state, "steal gems d4 from 1") == (
        "steals gems on d4 from Blue",
        ["Ada steals gems from Ben on d4 and pays a theft marker"],
    )
    words, lines = words_and_log(state, "pick a1")
    assert words == "picks up cloth and 2 demand markers on a1"
    assert lines == [
        "Ada picks up cloth on a1 with 2 demand markers",
        "New goods from the bag, demand +1 on g1, d2, d6, g7",
    ]
    assert words_and_log(state, "good paper a1")[1] == ["a1 gets paper from the bag"]


def test_the_table_of_actions_has_no_overlap_and_unpacks() -> None:
    seen = {actions.END, actions.LIFT_SUPPLY}
    seen |= {actions.LIFT + space for space in range(49)}
    for base in (actions.SET, actions.PICK):
        seen |= {base + space for space in range(49)}
    seen |= {actions.START + seat for seat in range(4)}
    for space in range(49):
        for good in range(8):
            action = actions.pack_good(space, good)
            assert actions.unpack_good(action) == (space, good)
            seen.add(action)
            for seat in range(4):
                action = actions.pack_steal(space, seat, good)
                assert actions.unpack_steal(action) == (space, seat, good)
                seen.add(action)
            for target in range(49):
                for under in (0, 1):
                    action = actions.pack_move(space, target, good, under)
                    assert actions.unpack_move(action) == (space, target, good, under)
                    seen.add(action)
    assert len(seen) == 1 + 50 + 2 * 49 + 4 + 49 * 8 * 5 + 49 * 49 * 16
    assert max(seen) == actions.MOVE + SPACES**2 * 16 - 1
    # Saves hold these numbers: they must never change.
    assert (actions.pack_move(2, 3, 4, 1), actions.pack_steal(1, 2, 3)) == (3825, 251)


def test_chains_of_a_view_follow_s1() -> None:
    state = position(["c1 d1=ivory d2 b2 b2 g7", "d3"], each=6)
    assert chains(GAME.view(state, None), 0) == [[2, 3, 10], [8], [48]]
    play(state, "lift g7")
    view = GAME.view(state, None)
    assert chains(view, 0) == [[2, 3, 10], [8]]
    assert view["supply"] == [0, 5] and view["lifted"] == 48


def test_a_lifted_camel_is_counted_neither_on_the_board_nor_in_the_supply() -> None:
    state = position(["c1 d1", "g6"])
    play(state, "lift supply")
    view = GAME.view(state, 1)
    assert view["supply"] == [2, 4] and view["lifted"] == 49
    assert GAME.view(GAME.determinize(view, Random(1)), 1) == view


@pytest.mark.parametrize(
    "change",
    [
        {"seats": 7},
        {"left": "2"},
        {"camels": [0, 1]},
        {"camels": [9999] * 10},
        {"bag": [1.5] * 8},
        {"desert": {"numbered": []}},
        {"camels": [17, *[49 * 32] * 9]},
        {"lifted": 3, "camels": [0] * 10},
        {"theft": [2, 1]},
        {"points": [3, 0]},
    ],
)
def test_data_that_is_no_position_is_refused(change: dict[str, object]) -> None:
    data = GAME.encode(position(["c1", "g6"]))
    with pytest.raises(ValueError, match=r"not a|2 items, not 10"):
        GAME.decode({**data, **change}, GAME.spec.schema)
    with pytest.raises(ValueError, match="schema"):
        GAME.decode(data, 1)


def goods_of(state: SaharaState) -> list[int]:
    """How many of each good there are, wherever they are."""
    counts = state.bag[:]
    for good in state.loose:
        if good >= 0:
            counts[good] += 1
    for camel in state.camels:
        if camel & 31:
            counts[((camel & 31) - 1) % 8] += 1
    for index, count in enumerate(state.delivered):
        counts[index % 8] += count
    return counts


def lively(state: SaharaState, rng: Random) -> int:
    """A random action that likes to take, to move and to deliver."""
    legal = state.legal()
    good = [action for action in legal if action >= actions.PICK]
    return rng.choice(good if good and rng.random() < 0.8 else legal[: len(legal) - 1] or legal)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("camels", [5, 6])
@pytest.mark.parametrize("goods", ["full", "short"])
def test_nothing_is_ever_lost_or_made(seats: int, camels: int, goods: str) -> None:
    """S-6, S-10: goods, camels, theft and demand markers are conserved; no seat is all laden."""
    state = GAME.setup(GAME.spec.resolve({"camels": camels, "goods": goods}, seats), seats)
    assert isinstance(state, SaharaState)
    rng = Random(seats * camels)
    whole = goods_of(state)
    taken = 0
    for _ in range(600):
        if state.to_act() == OVER:
            break
        action = state.draw(rng) if state.to_act() == CHANCE else lively(state, rng)
        if actions.PICK <= action < actions.START:
            taken += state.demand[state.desert.slot[action - actions.PICK]]
        state.apply(action)
        assert goods_of(state) == whole
        assert sum(state.theft) == seats and min(state.theft) >= 0
        assert sum(state.markers) == taken
        assert all(state.carried(seat) < camels for seat in range(seats))
        assert len(state.camels) == seats * camels
        for seat in range(seats):
            counts = state.delivered[seat * 8 : seat * 8 + 8]
            worth = 3 * sum(counts[:4]) + 6 * sum(counts[4:])
            assert state.points[seat] == worth + state.markers[seat]


def test_a_hint_says_what_a_camel_finds_where_it_is_set() -> None:
    state = position(["b1 a4", "g7"])
    turn = []
    for action in (actions.LIFT_SUPPLY, actions.SET + SPACE_OF_NAME["c1"]):
        turn.append((action, GAME.view(state, 0)))
        state.apply(action)
    reasons = GAME.advice_for(turn, GAME.view(state, 0), NAMES).reasons
    assert "c1: Marrakesh wants ivory, in a chain with b1." in reasons


def advice(state: SaharaState, *turn: int) -> Sequence[str]:
    """The reasons of a hint for a turn of seat 0."""
    steps = []
    for action in turn:
        steps.append((action, GAME.view(state, 0)))
        state.apply(action)
    return GAME.advice_for(steps, GAME.view(state, 0), NAMES).reasons


def test_a_hint_says_how_many_camels_are_missing_to_the_city_of_a_good() -> None:
    state = position(["d2 c3", "g7"], "d2=swords")
    pick = actions.PICK + SPACE_OF_NAME["d2"]
    assert "Then 4 more camels complete the chain for swords to Agadez (e5)." in advice(state, pick)
    # No more camels are named than the player has: what is still missing is no reason.
    state = position(["a7", "g7"], "a7=gems")
    reasons = advice(state, actions.PICK + SPACE_OF_NAME["a7"])
    assert reasons == ["Gems: worth 6 points in Tripoli (g3)."]
    state = position(["a7=gems", "g7"])
    reasons = advice(state, actions.LIFT_SUPPLY, actions.SET + SPACE_OF_NAME["b7"])
    assert reasons[0] == "The way of gems to Tripoli (g3) becomes 1 space shorter."
    # A camel that brings a good nearer to its city says so, before where it stands.
    state = position(["d2=swords e2", "g7"])
    reasons = advice(state, actions.LIFT_SUPPLY, actions.SET + SPACE_OF_NAME["e3"])
    assert reasons[0] == "Then 2 more camels complete the chain for swords to Agadez (e5)."
    assert reasons[-1] == "e3: Gao wants meat, in a chain with e2."
    # One that can be delivered at once says so instead.
    state = position(["d2 d3 c3", "g7"], "d2=salt")
    reasons = advice(state, pick)
    assert "One more action then brings 3 points: salt to Timbuktu (c3)." in reasons
    assert not any("chain" in reason for reason in reasons)


def test_a_hint_accounts_for_every_action_of_a_turn() -> None:
    state = position(["d2=swords e2", "g7"])
    state.left = 3
    turn = []
    for action in (actions.LIFT_SUPPLY, actions.SET + SPACE_OF_NAME["g7"], actions.END):
        turn.append((action, GAME.view(state, 0)))
        state.apply(action)
    hint = GAME.advice_for(turn, GAME.view(state, 0), NAMES)
    assert hint.steps == ["Set a camel from the supply on g7 (2 actions).", "End your turn."]
    assert hint.reasons[-1] == "The action left would bring nothing more."


def test_a_hint_says_where_a_good_is_wanted_that_a_camel_is_set_on() -> None:
    state = position(["c3", "g7"], "d2=swords")
    turn = actions.LIFT_SUPPLY, actions.SET + SPACE_OF_NAME["d2"]
    assert "d2 has swords, worth 3 points in Agadez (e5)." in advice(state, *turn)


@pytest.mark.parametrize(("camels", "is_told"), [("d2=salt d3 c3", True), ("c2=salt c3", False)])
def test_a_hint_names_the_camels_that_a_good_passes_on_its_way(camels: str, is_told: bool) -> None:
    start, target = SPACE_OF_NAME[camels[:2]], SPACE_OF_NAME["c3"]
    deliver = actions.pack_move(start, target, GOODS.index("salt"), under=0)
    reasons = advice(position([camels, "g7"]), deliver)
    text = "The chain to Timbuktu: d2, d3, c3."
    assert (text in reasons) == is_told
    assert any("The chain" in reason for reason in reasons) == is_told


def test_a_hint_that_delivers_what_it_picks_up_says_its_worth_once() -> None:
    state = position(["d2 d3 c3", "g7"], "d2=salt")
    deliver = actions.pack_move(
        SPACE_OF_NAME["d2"], SPACE_OF_NAME["c3"], GOODS.index("salt"), under=0
    )
    reasons = advice(state, actions.PICK + SPACE_OF_NAME["d2"], deliver)
    assert reasons[:2] == ["It brings 3 points.", "The chain to Timbuktu: d2, d3, c3."]
    assert not any("worth 3 points in Timbuktu" in reason for reason in reasons)


def test_a_good_says_which_city_wants_it() -> None:
    state = position(["c4", "e3"], "d2=salt")
    words = space_words(GAME.view(state, 0), SPACE_OF_NAME["d2"], NAMES)
    assert words == "d2 · salt for Timbuktu (c3) · number 3"


@pytest.mark.parametrize(
    ("changed", "label"),
    [
        ({"quiet": QUIET_TURNS * 2 - 1}, "ends in 1 turn"),
        ({"quiet": QUIET_TURNS * 2 - 10}, "ends in 10 turns"),
        ({"bag": [1, 0, 3, 0, 0, 0, 0, 0]}, "4 goods left"),
        ({"bag": [0] * 8}, "last delivery"),
        ({"round": LAST_TURN - 1}, "last turns"),
        ({"idle": 1, "used": False}, "1 turn unused"),
    ],
)
def test_each_end_that_is_near_has_a_label_of_sixteen_columns(
    changed: dict[str, object], label: str
) -> None:
    view = {**GAME.view(position(["c1", "g6"]), 0), "bag": [6] * 8, "idle": 0, **changed}
    notice = GAME.near_end(view, NAMES)
    assert notice is not None and notice.label == label and len(label) <= 16
