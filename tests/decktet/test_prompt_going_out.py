"""The prompt of the last answer after somebody has gone out."""

from __future__ import annotations

from typing import Any

from caravan_tui.games.decktet.actions import PASS, bandit, caravan
from caravan_tui.games.decktet.messages import prompt, stakes
from caravan_tui.games.decktet.pieces import CARD_OF_CODE


def asked(play: int, legal: list[int]) -> str:
    view: Any = {"plays": [play], "out": 1}
    return prompt(view, legal, ["Ann", "Maximiliana Long"], lambda _command: "p")


def cards(*codes: str) -> int:
    return sum(1 << CARD_OF_CODE[code] for code in codes)


def test_the_key_to_pass_is_never_cut_off() -> None:
    for ace, crown in (("AK", "CK"), ("AK", "CY")):
        for legal in ([PASS], [PASS, 1]):
            text = asked(bandit(cards(ace, crown)), legal)
            assert len(text) <= 78 and text.endswith("ress p or click Pass.")
    long = caravan(cards("2MK", "3MW", "4WL", "5ML", "6LK", "7SK", "8YK", "AK"), 9)
    assert len(asked(long, [PASS, 1])) <= 78


def test_it_says_when_nothing_can_be_done_but_pass() -> None:
    assert "You can't beat" in asked(bandit(cards("AK", "CK")), [PASS])


def at_stake(*plays: int, name: str = "Ann") -> str:
    view: Any = {"plays": plays, "to_act": len(plays) % 2}
    return stakes(view, [name, name])


def test_it_says_what_beats_a_play_and_who_collects_after_a_pass() -> None:
    three = caravan(cards("2MK", "3MW", "4WL"), 4)
    words = "A higher caravan of 3 beats it, or a bandit."
    assert at_stake(three) == f"{words} If you pass, Ann collects."
    assert at_stake(three, name="Maximiliana of the Long Road") == words, "in one line"
    single, highest = caravan(cards("4WL"), 4), caravan(cards("9MS"), 9)
    assert at_stake(single).startswith("A higher card beats it, or a bandit.")
    assert at_stake(highest).startswith("Only a bandit"), "no rank is above nine"
    stronger = at_stake(three, bandit(cards("AK")))
    assert stronger == "Only a stronger bandit beats it. If you pass, you collect the cards."
    strongest = at_stake(three, bandit(cards("AK", "CK")))
    assert strongest == "If you pass, you collect the cards.", "nothing beats it"
