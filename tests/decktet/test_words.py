"""The log, and what the board says about selected cards."""

from __future__ import annotations

import re
from random import Random

from ai.reasons import reason_of_loss
from caravan_tui.games.contract import CHANCE, LINE, OVER, Event
from caravan_tui.games.decktet.actions import PASS, bandit
from caravan_tui.games.decktet.events import SeasonEnded
from caravan_tui.games.decktet.messages import prompt, why_no_play
from caravan_tui.games.decktet.moves import plays_of
from caravan_tui.games.decktet.pieces import SUIT_LETTERS, suit_name
from caravan_tui.games.decktet.text import narrate, near_end, play_words, shorten
from caravan_tui.road.goals import State, Win, standing_in
from tests.decktet.decktet_help import GAME, cards, match_of, play, position


def test_a_selection_says_what_it_is_or_why_it_is_no_play() -> None:
    state = position(
        "4YK AK 6LK 6MW 7ML AM AS CM CW 9MS 3SK 5ML", "5SW 9WY AY 2WL 2SY", market="AL CL"
    )

    def words(text: str) -> str:
        mask = cards(text)
        plays = plays_of(mask, state.legal())
        if plays:
            return " / ".join(play_words(play) for play in plays)
        return why_no_play(mask, GAME.view(state, state.to_act()))

    assert words("4YK AK 6LK") == "caravan of three, rank 6"
    assert words("5ML AM") == "caravan of two, rank 5 / caravan of two, rank 6"
    assert words("6LK 6MW") == "A caravan can't have two cards of rank 6."
    assert words("3SK 4YK 5ML") == "4YK and 5ML don't share a suit."
    assert words("3SK 7ML") == "3 ranks are missing between 3 and 7."
    assert words("4YK AM 6LK") == ("These cards can't be ordered so that neighbours share a suit.")
    assert words("AM AS") == "A bandit is one Ace, one Crown, or one of each."
    assert words("AM") == "You can't open a season with a bandit."
    assert words("") == ""
    play(state, "4YK", "5SW")
    assert words("3SK") == "Rank 3 is too low. Play a rank above 5."
    assert words("6MW 7ML") == "Only a caravan of 1 card or a bandit beats this."
    assert words("AM") == "bandit: the Ace of Moons"
    assert words("AM CM") == "bandit: Ace and Crown of Moons"
    play(state, "6MW", "AY")
    assert words("9MS") == "Only a stronger bandit beats a bandit."
    assert words("AM") == ("Too weak. From weak to strong: Ace, Crown, both, both of one suit.")
    assert words("AM CW") == "bandit: the Ace of Moons with the Crown of Waves"


def test_a_goal_counts_what_the_running_hand_has_won_and_no_finished_one_twice() -> None:
    state = position("2SY 4YK 6LK", "AS CS 3SK", market="AK CL")
    assert standing_in(GAME.view(state, 0), None, 0).lead_now == 0
    state.taken = (cards("4YK"), cards("6LK 7ML"))
    view = GAME.view(state, 0)
    standing = standing_in(view, None, 0)
    assert (standing.lead, standing.lead_now) == (0, -2), "-1 for the one, -1 +2 for the other"
    assert Win().outcome(State.OPEN, standing) == "2 behind"
    view["round"] = 0  # as many as are finished
    assert standing_in(view, None, 0).lead_now == 0


def test_the_last_play_against_a_seat_that_goes_out_is_asked_for_in_one_line() -> None:
    state = position("2SY 4YK", "AS CS 3SK", market="AM CM")
    play(state, "4YK", "AS+CS", "pass", "3SK")
    view, names = GAME.view(state, 0), ("Ann", "Sixteen letters!")

    def asked(*legal: int) -> str:
        return prompt(view, legal, names, lambda _command: "p")

    assert asked(PASS) == ("Sixteen letters! goes out. You can't beat it: press p or click Pass.")
    assert len(asked(PASS)) <= LINE and len(asked(PASS, 1)) <= LINE
    assert "Play once more" in asked(PASS, 1)


def test_the_log_narrates_a_match() -> None:
    rng, state = Random(11), match_of(2)
    events: list[Event] = []
    while state.to_act() != OVER:
        is_chance = state.to_act() == CHANCE
        state.apply(state.draw(rng) if is_chance else rng.choice(state.legal()), events)
    lines = [narrate(event, ("Ann", "Bo"), None) for event in events]
    text = "\n".join(filter(None, lines))
    assert "{" not in text
    assert "Hand 2 is over: Ann " in text
    assert "Ann plays a caravan of" in text
    assert "Bo goes out!" in text or "Ann goes out!" in text


def test_the_top_line_says_whose_cards_are_few_where_the_name_has_room() -> None:
    view = GAME.view(position("3SK 4YK 5YK 7ML", "CW 2SY", hands=5), 0)
    short, long = near_end(view, ["Ann", "Omar"]), near_end(view, ["Ann", "Scheherazade"])
    assert short is not None and short.label == "Omar: 2 left"
    assert long is not None and long.label == "2 cards left"


def test_an_only_hand_is_not_announced_as_the_last_one() -> None:
    many = GAME.view(position("3SK 4YK 5YK 7ML", "CW 2SY 3MW 6SY", hands=1), 0)
    assert near_end(many, ["Ann", "Bo"]) is None
    few = near_end(GAME.view(position("3SK 4YK 5YK 7ML", "CW 2SY", hands=1), 0), ["Ann", "Bo"])
    assert few is not None and few.words == "Bo has 2 cards left. Going out ends the hand."


def test_a_season_that_a_bandit_ended_says_why_the_other_seat_gets_the_cards() -> None:
    state = position("2MK AM", "5YK 4WL", leader=1)
    events = play(state, "4WL", "AM", "pass")
    (ended,) = [event for event in events if isinstance(event, SeasonEnded)]
    words = narrate(ended, ("Ann", "Bo"), 0)
    assert words is not None and words.startswith("A bandit was last, so Bo gets 2 cards")
    assert shorten(ended, ("Ann", "Bo"), 0) == "gets 2 cards (a bandit was last)"


def test_the_list_of_moves_says_who_gets_the_cards_after_a_pass() -> None:
    state = position("2MK 5YK", "3SK 4WL", leader=0)
    play(state, "2MK")
    rows = GAME.moves_for(state.legal(), GAME.view(state, 1), ("Ann", "Bo"))
    assert [(row.words, row.aside) for row in rows if row.group == "Or"] == [
        ("Pass", "-1 point to Ann")
    ]


def test_the_list_of_moves_draws_cards_apart_with_their_suits_in_colour_and_names_these() -> None:
    state = position("7SK 8YK CY 3SK", "AM CL 4WL", leader=0)
    rows = list(GAME.moves_for(state.legal(), GAME.view(state, 0), ("Ann", "Bo")))
    play(state, "3SK")
    rows += GAME.moves_for(state.legal(), GAME.view(state, 1), ("Ann", "Bo"))
    plays = [row for row in rows if row.words != "Pass"]
    assert {"7SK-8YK-CY=9", "AM+CL"} <= {row.words for row in plays}
    for row in plays:
        drawn = "".join(text for text, _colour in row.pieces)
        assert drawn == re.sub("[-+]", " ", row.words), "no card is parted by a blank"
        for letter in set(drawn) & set(SUIT_LETTERS):
            suit = SUIT_LETTERS.index(letter)
            colours = {colour for text, colour in row.pieces if text == letter}
            assert colours == {f"suit-{suit + 1} on paper-1"}
            assert f"{letter} {suit_name(suit)}" in row.code_note


def test_a_hint_says_in_words_how_a_play_compares_and_what_a_wild_card_stands_for() -> None:
    state = position("3SK 9MS", "4WL 5YK 6LK AL 2SY", leader=0)
    play(state, "3SK")
    view = GAME.view(state, 1)

    def advice(notation: str) -> tuple[list[str], list[str]]:
        action = next(act for act in state.legal() if GAME.notation(act, view) == notation)
        after = state.clone()
        after.apply(action)
        given = GAME.advice_for([(action, view)], GAME.view(after, 1), ["Ann", "Bo"])
        return list(given.steps), list(given.reasons)

    steps, reasons = advice("4WL")
    assert steps == ["Play 4WL: one card."]
    assert reasons[0] == "It is the lowest that still beats Ann's cards."
    assert advice("6LK")[1][0] == "It is higher than it must be, so it is harder to beat."
    state = position("6LK 9MS", "4WL 8WL AL CL 7SK", leader=1)
    view = GAME.view(state, 1)
    steps, reasons = advice("8WL-AL=9")
    assert steps == ["Play 8WL-AL=9: two in a row, the Ace of Leaves as 9."]
    assert not any("lowest" in reason for reason in reasons), "a lead beats nothing"


def test_the_advice_for_a_bandit_says_what_it_gains() -> None:
    def reasons(hand: str) -> list[str]:
        state = position("5ML 6LK 7ML", hand, market="AL CL")
        play(state, "5ML")
        view = GAME.view(state, 1)
        crown = bandit(cards("CM"))
        play(state, "CM")
        return list(GAME.advice_for([(crown, view)], GAME.view(state, 1), ["Ann", "Bo"]).reasons)

    gain = "If the bandit stays last, its player leads next, and Ann gets 0 for the cards."
    assert gain in reasons("CM 2MK")
    assert "A pass would give Ann the lead and the cards: 0." in reasons("CM 2MK")
    assert not any("leads next" in reason for reason in reasons("CM AM")), "nobody leads with these"


def test_the_advice_for_a_bandit_says_why_a_pass_is_worse() -> None:
    def reasons(hand: str, market: str) -> list[str]:
        state = position(hand, "CM 2MK", market=market)
        play(state, "5ML")
        view = GAME.view(state, 1)
        crown = bandit(cards("CM"))
        play(state, "CM")
        return list(GAME.advice_for([(crown, view)], GAME.view(state, 1), ["Ann", "Bo"]).reasons)

    assert "After a pass Ann would lead the last card and go out." in reasons("5ML 6LK", "AM AL")
    bad = reasons("5ML 6LK 7ML", "AM AL")
    assert "A pass would give Ann bad cards (-2), but the lead, too." in bad
    assert not any("go out" in reason for reason in bad)
    assert "A pass would give Ann the lead and the cards: +1." in reasons("5ML 6LK 7ML", "CM CS")


def test_what_is_wrong_with_a_pass_is_not_that_it_gives_away_bad_cards() -> None:
    def reason(hand: str) -> str:
        state = position(hand, "CM 2MK", market="AM AL")
        play(state, "5ML")
        view = GAME.view(state, 1)
        return reason_of_loss(GAME, view, [PASS], [bandit(cards("CM"))], ["Ann", "Bo"])

    assert reason("5ML 6LK") == "lets Ann lead the last card and go out"
    assert reason("5ML 6LK 7ML") == "gives Ann the lead, with cards worth only -2"
