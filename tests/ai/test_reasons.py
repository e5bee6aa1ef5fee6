"""Why a move is worse than another is said in the game's words, from what its seat can see."""

from itertools import permutations
from random import Random

import msgspec
import pytest

from ai.analysis import analyse
from ai.reasons import complete, follow, reason_of_loss, turn_words
from ai.search import choose
from ai.service import Progress
from ai.views import pack
from caravan_tui.bus.messages import SearchRequest, SearchResult
from caravan_tui.engine import Match
from caravan_tui.engine.problem import nobody, shipped
from caravan_tui.games import registry
from caravan_tui.games.ahldarahd.actions import (
    BID,
    FAVOUR,
    GIVE_GOLD,
    KIND,
    OFFER,
    OPEN,
    PAYLOAD,
    RIGHT_ITEM,
    SEND,
)
from caravan_tui.games.ahldarahd.view import AhldarahdView, holder_of
from caravan_tui.games.sahara import actions as sahara
from caravan_tui.games.sahara.pieces import NAMES
from tests.ai.beginning import Begin
from tests.support.matches import played as played_match
from tests.support.views import as_view


def reason(game_id: str, seed: int, decisions: int, played: str, preferred: str) -> str:
    """Why one move is worse than another after so many random decisions; both in notation."""
    match = played_match(game_id, decisions, seed)
    view = match.view(match.to_act)
    by_notation = {
        match.game.notation(action, view): action for action in match.legal(match.to_act)
    }
    moves = [by_notation[notation] for notation in (played, preferred)]
    return reason_of_loss(match.game, view, moves[:1], moves[1:], match.names)


@pytest.mark.parametrize(
    ("game_id", "seed", "decisions", "played", "preferred", "words"),
    [
        ("decktet", 1, 2, "AY+CY", "pass", "spends 2 Aces and Crowns on cards worth 0"),
        ("decktet", 1, 2, "pass", "AY+CY", "takes the cards, worth 0"),
        ("decktet", 1, 7, "2MK", "3LY", "is easier to beat: rank 2, not 3"),
        ("decktet", 1, 7, "3LY", "2SY", "spends rank 3 where rank 2 does"),
        ("decktet", 1, 7, "2MK", "8MS-9MS", "leaves 10 cards in hand, not 9"),
        ("decktet", 1, 7, "2SY", "2MK",
         "leaves no caravan longer than 3, and 4 was possible"),
        ("decktet", 1, 7, "8MS-CS=9", "2MK",
         "spends an Ace or Crown more on cards worth -2"),
        ("dice_village", 1, 2, "turn 4 up", "turn 4 down",
         "brings about 4 favours, the better move 2 coins and 2 favours"),
        ("dice_village", 1, 2, "turn 4 up", "market", "spends favours: 0 favours left"),
        ("dice_village", 1, 5, "village 1.25", "market", "brings Bea 1 coin"),
        ("dice_village", 1, 5, "turn 2 up", "village 1.25",
         "risks dice that bring 2 coins and 2 favours as they are"),
        ("dice_village", 1, 5, "market", "village 1.25",
         "brings 4 favours more, but 2 coins less"),
        ("dice_village", 5, 30, "done", "buy m15",
         "leaves merchant silk/spices to the others"),
        ("dice_village", 5, 30, "buy m15", "done", "pays for a merchant now: 0 coins left"),
        ("sahara", 1, 20, "set a1", "set a7",
         "passes over salt on a7, worth 3 points"),
        ("sahara", 1, 20, "set g1", "set a1", "passes over swords on a1, worth 3 points"),
        ("sahara", 1, 20, "set g1", "set b1", "takes 1 action more"),
        ("sahara", 1, 10, "set a1", "set c1", "stays 4 spaces from paper on d2, not 2"),
        ("sahara", 1, 23, "set a1", "set c1",
         "leaves 6 gaps in the chain of ivory to Marrakesh (c1), not 5"),
        ("caravanserai", 1, 0, "camel -4,-3", "camel -4,-1",
         "ends with fewer caravanserais within 4 steps: 7, not 10"),
        ("ahldarahd", 1, 3, "free pearls-dyes", "free textiles-salt",
         "does not win Textiles on the Blue map"),
        ("ahldarahd", 1, 3, "free textiles-salt", "free pearls-dyes",
         "is 2 routes short of a city, not 1"),
        ("ahldarahd", 1, 60, "end", "sell right.blue", "leaves 1 gold less"),
        ("ahldarahd", 5, 9, "bid 5", "bid 0",
         "offers 5 gold for the Red Right of Passage where 0 would do"),
        ("ahldarahd", 4, 187, "bid 1", "pass",
         "offers 1 gold for the Pirate Queen: Dyes is 1 route away"),
        ("ahldarahd", 5, 9, "bid 0", "bid 1",
         "offers only 0 gold for the Red Right of Passage, not 1"),
    ],
)  # fmt: skip
def test_a_game_says_what_a_move_gives_away(
    game_id: str, seed: int, decisions: int, played: str, preferred: str, words: str
) -> None:
    assert reason(game_id, seed, decisions, played, preferred) == words


@pytest.mark.parametrize(
    ("seed", "decisions", "played", "preferred", "words"),
    [
        (2, 151, ["accept"], ["decline"], "gives Queen for Incense"),
        (2, 151, ["decline"], ["accept"], "turns down Incense for Queen"),
    ],
)
def test_a_trade_is_named_by_its_terms(
    seed: int, decisions: int, played: list[str], preferred: list[str], words: str
) -> None:
    assert reason("ahldarahd", seed, decisions, played[0], preferred[0]) == words


def opened(match: Match, item: int) -> list[int]:
    """The actions that open an auction at 0."""
    return [OPEN | item, BID]


def seen(match: Match) -> AhldarahdView:
    """What the seat to act sees of a match of Caravans of Ahldarahd."""
    return as_view(AhldarahdView, match.view(match.to_act))


def test_an_auction_is_compared_by_what_the_better_item_is_good_for() -> None:
    """Every pair of items has words, and these name the better item or what is held."""
    said = set()
    for seed in (1, 2, 3):
        match = played_match("ahldarahd", 30, seed)
        while seen(match)["phase"] != "opening":
            match.act(match.to_act, match.legal(match.to_act)[-1])
        view, seat = seen(match), match.to_act
        items = [move & PAYLOAD for move in match.legal(seat) if move & KIND == OPEN]
        for item, better in permutations(items, 2):
            words = reason_of_loss(
                match.game, view, opened(match, item), opened(match, better), match.names
            )
            assert words.startswith(("skips ", "puts up ", "leaves it to others to put up "))
            held = better >= RIGHT_ITEM and holder_of(view, better) == seat
            assert words.startswith("leaves it") == held
            said.add(words.split(":")[-1].split(",")[-1])
    assert {" held already", " which nobody holds"} <= said


def test_a_right_that_is_sold_too_soon_is_named() -> None:
    assert reason("ahldarahd", 1, 60, "sell right.blue", "end") == (
        "gives up building on the Blue map"
    )


def test_the_favour_of_the_shah_is_compared_by_the_place_that_it_gives() -> None:
    match = next(
        match
        for decisions in range(10, 80)
        for match in [played_match("ahldarahd", decisions, 3)]
        if seen(match)["phase"] == "naming"
    )
    view, seat = match.view(match.to_act), match.to_act
    moves = [FAVOUR | 1 - seat], [FAVOUR | seat]
    words = reason_of_loss(match.game, view, *moves, match.names)
    assert words == "builds at place 2, not 1"


def test_an_offer_is_named_by_its_terms() -> None:
    match = played_match("ahldarahd", 0, 2)
    while seen(match)["phase"] != "opening":
        match.act(match.to_act, match.legal(match.to_act)[-1])
    view, seat = match.view(match.to_act), match.to_act
    offer = [OFFER | 1 - seat, GIVE_GOLD | 1, SEND]
    item = next(move for move in match.legal(seat) if move & KIND == OPEN)
    auction = [item, BID]
    assert "1 gold as a gift" in reason_of_loss(match.game, view, offer, auction, match.names)
    words = reason_of_loss(match.game, view, auction, offer, match.names)
    assert words.startswith("does not offer") and words.endswith("1 gold as a gift")


def test_a_reason_does_not_depend_on_what_is_hidden() -> None:
    """The same view with other hidden cards gives the same reason."""
    match = played_match("decktet", 7, 1)
    view, legal = match.view(match.to_act), match.legal(match.to_act)
    game = match.game
    other = game.view(game.determinize(view, Random(9)), match.to_act)
    for action in legal[1:6]:
        words = reason_of_loss(game, view, legal[:1], [action], match.names)
        assert words == reason_of_loss(game, other, legal[:1], [action], match.names)


def halves() -> tuple[Match, list[int]]:
    """A match of Caravan, and the legal actions that only begin a move: lifts of camels."""
    for decisions in range(6, 60):
        match = played_match("sahara", decisions, 1)
        view, legal = match.view(match.to_act), match.legal(match.to_act)
        lifts = [action for action in legal if not match.game.commits(action, view)]
        if len(lifts) > 1:
            return match, lifts
    raise AssertionError("no camel can be lifted")


def test_half_a_move_is_compared_with_nothing() -> None:
    match, lifts = halves()
    view = match.view(match.to_act)
    assert reason_of_loss(match.game, view, lifts[:1], lifts[1:2], match.names) == ""


async def test_a_turn_that_a_search_foresees_in_part_is_searched_to_its_end() -> None:
    match, (half, *_others) = halves()
    view = match.view(match.to_act)

    async def search(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
        return choose(request.game, request.view, "greedy", request.seed, 8)

    ask = SearchRequest("sahara", pack(view), match.to_act, "greedy", 1, 8)
    line = await complete(match.game, ask, [half], search)
    assert line[0] == half and len(line) > 1
    assert follow(match.game, view, line).is_over

    async def no_answer(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
        return SearchResult(request.id, -1)

    assert await complete(match.game, ask, [half], no_answer) == [half]


def test_a_turn_of_several_steps_is_told_whole_or_says_that_its_end_is_not_known() -> None:
    match = played_match("sahara", 0, 3)
    lift = sahara.LIFT_SUPPLY
    view = match.view(match.to_act)
    after = match.game.determinize(view, Random(0))
    after.apply(lift)
    space = after.legal()[-1]
    whole = f"sets a camel on {NAMES[space - sahara.SET]}"
    others = match.legal(match.to_act)[:1]  # those of the next seat are no part of it
    assert turn_words(match.game, view, [lift, space, *others], match.names) == whole
    half = "takes a camel from the supply …"
    assert turn_words(match.game, view, [lift], match.names) == half


async def test_an_analysis_gives_reasons_for_errors_alone() -> None:
    match = played_match("decktet", 24, 5)

    async def search(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
        return choose(
            request.game, request.view, request.level, request.seed, 80, moves=request.moves
        )

    analysis = await analyse(match.record, search, iterations=80)
    errors = [verdict for verdict in analysis.verdicts if verdict.is_error]
    assert any(verdict.reason for verdict in errors)
    assert not any(verdict.reason for verdict in analysis.verdicts if not verdict.is_error)


def test_without_words_of_its_game_a_move_is_compared_by_points(toys: str, begin: Begin) -> None:
    game = registry.get("bids")
    assert game.explain_loss is None
    view = msgspec.json.decode(msgspec.json.encode(game.view(begin("bids"), 0)))
    legal = begin("bids").legal()
    words = {reason_of_loss(game, view, [one], [other]) for one in legal for other in legal}
    assert all(text == "" or text.startswith("brings ") for text in words)


def test_of_two_differences_the_weightier_is_the_reason() -> None:
    problem = shipped("sahara")[87]
    match = problem.position(nobody(problem.seats))
    lines = problem.tempting_line, problem.best_line
    view = match.view(match.to_act)
    points = [follow(match.game, view, line).after["points"][match.to_act] for line in lines]
    words = reason_of_loss(match.game, view, *lines, match.names)
    assert points[1] - points[0] == 1 and words == "picks up no gems, worth 6 points"
