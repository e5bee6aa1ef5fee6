"""The prompt of the last answer after somebody has gone out."""

from __future__ import annotations

from typing import Any

from caravan_tui.games.decktet.actions import PASS, bandit, caravan
from caravan_tui.games.decktet.messages import prompt
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
