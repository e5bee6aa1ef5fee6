"""Whether an undo is refused because something was revealed, is no news of what is hidden."""

from __future__ import annotations

from random import Random

from caravan_tui.engine import Match, Seat
from caravan_tui.engine.reveals import reveals_hidden
from caravan_tui.games import registry

PLAYERS = [Seat("person", "Ada"), Seat("person", "Bo")]


def test_whether_a_move_reveals_something_hangs_on_nothing_that_others_hold() -> None:
    """Each move is tried in worlds that its seat cannot tell from the true one: Decktet, where the
    others may know from their own hands that the seat must have had the card."""
    game = registry.get("decktet")
    answers: set[bool] = set()
    for seed in range(4):
        match, play = Match.new("decktet", {"hands": 1}, PLAYERS, seed), Random(seed)
        while not match.over:
            before, seat = match.position_at(match.version), match.to_act
            action = play.choice(match.legal(seat))
            expected = reveals_hidden(game, before, seat, action, 2)
            answers.add(expected)
            for number in range(3):
                world = game.determinize(game.view(before, seat), Random(number))
                assert reveals_hidden(game, world, seat, action, 2) == expected
            match.act(seat, action)
    assert answers == {True, False}


def test_the_seed_does_not_decide_whether_an_undo_is_refused() -> None:
    """Two matches whose logs are the same, of different seeds, answer alike after every action."""
    first = Match.new("decktet", {"hands": 1}, PLAYERS, 1)
    play = Random(1)
    while not first.over:
        first.act(first.to_act, play.choice(first.legal(first.to_act)))
    log = list(first.record.log)
    for count in range(40, len(log)):
        answers = set()
        for seed in range(5):
            record = Match.new("decktet", {"hands": 1}, PLAYERS, seed).record
            record.log = log[:count]
            match = Match.from_record(record)
            answers.add(tuple(match.undo_reveals(seat) for seat in range(2)))
        assert len(answers) == 1
