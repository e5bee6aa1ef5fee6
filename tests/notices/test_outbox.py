"""The queue of an account: never twice, not too often, again after a failure, for a day."""

from __future__ import annotations

import msgspec

from caravan_tui.engine import Sentence
from caravan_tui.notices.outbox import (
    A_DAY,
    A_HOUR,
    BACKOFF,
    CLAIM_SECONDS,
    GIVE_UP_SECONDS,
    MOST_WAITING,
    Item,
    Outbox,
)

NOW = 1_000_000.0
PROBLEM = Sentence("notice_no_connection")


def item(key: str, match: str = "m", due: float = NOW) -> Item:
    return Item(key, "turn", match, "turn_waits", {}, NOW, due)


def box(*keys: str) -> Outbox:
    outbox = Outbox()
    for key in keys:
        outbox.add(item(key))
    return outbox


def restarted(outbox: Outbox) -> Outbox:
    """As it is read after a kill."""
    return msgspec.json.decode(msgspec.json.encode(outbox), type=Outbox)


def test_a_notice_is_sent_once_whatever_is_added_again() -> None:
    outbox = box("a", "a")
    assert [one.key for one in outbox.claim(NOW, "c")] == ["a"]
    outbox.add(item("a"))
    assert outbox.claim(NOW, "d") == [], "it is being sent"
    outbox.confirm("c", NOW)
    outbox = restarted(outbox)
    outbox.add(item("a"))
    assert not outbox.waiting and outbox.claim(NOW, "e") == []


def test_what_was_not_sent_before_a_kill_is_sent_after_it() -> None:
    outbox = restarted(box("a", "b"))
    assert [one.key for one in outbox.claim(NOW, "c")] == ["a", "b"]


def test_what_was_being_sent_at_a_kill_is_not_sent_again() -> None:
    outbox = box("a")
    outbox.claim(NOW, "c")
    outbox = restarted(outbox)
    assert outbox.ready_at(NOW) == NOW + CLAIM_SECONDS
    assert outbox.claim(NOW + CLAIM_SECONDS, "d") == []
    assert not outbox.waiting and outbox.done == ["a"]


def test_a_failure_is_tried_again_later_and_later_for_a_day() -> None:
    outbox, now = box("a"), NOW
    for wait in (*BACKOFF, BACKOFF[-1]):
        assert outbox.claim(now, "c")
        outbox.retry("c", now, PROBLEM)
        assert outbox.ready_at(now) == now + wait
        assert outbox.claim(now + wait - 1, "d") == []
        now += wait
    assert outbox.problem == PROBLEM
    assert outbox.claim(NOW + GIVE_UP_SECONDS + 1, "e") == [] and not outbox.waiting


def test_a_refusal_is_not_tried_again() -> None:
    outbox = box("a")
    outbox.claim(NOW, "c")
    outbox.drop("c", PROBLEM)
    assert not outbox.waiting and outbox.problem == PROBLEM and outbox.done == ["a"]


def test_a_turn_that_is_played_is_news_no_more() -> None:
    outbox = box("a")
    outbox.add(item("b", match="other"))
    outbox.withdraw("m")
    assert [one.key for one in outbox.claim(NOW, "c")] == ["b"]
    outbox.withdraw("other")
    outbox.confirm("c", NOW)
    assert outbox.done == ["a", "b"], "what is being sent is settled by its sender"


def test_an_account_gets_so_many_messages_in_an_hour_and_a_day_and_the_rest_together() -> None:
    outbox, now = Outbox(), NOW
    for number in range(A_HOUR):
        outbox.add(item(f"{number}"))
        assert outbox.claim(now, "c")
        outbox.confirm("c", now)
        now += 1
    outbox.add(item("x"))
    outbox.add(item("y"))
    assert outbox.ready_at(now) == NOW + 3_600.0
    assert outbox.claim(now, "c") == []
    assert [one.key for one in outbox.claim(NOW + 3_600.0, "c")] == ["x", "y"]
    sent = [NOW + 1_000.0 * number for number in range(A_DAY)]
    outbox = Outbox(waiting=[item("z")], sent=sent)
    assert outbox.ready_at(sent[-1]) == NOW + 86_400.0


def test_the_oldest_go_if_too_many_wait() -> None:
    outbox = box(*(str(number) for number in range(MOST_WAITING + 5)))
    assert len(outbox.waiting) == MOST_WAITING and outbox.waiting[0].key == "5"


def test_what_is_not_due_waits() -> None:
    outbox = Outbox()
    outbox.add(item("a", due=NOW + 1))
    assert outbox.ready_at(NOW) == NOW + 1 and outbox.claim(NOW, "c") == []
    assert Outbox().ready_at(NOW) is None


def test_what_was_withdrawn_while_it_was_being_sent_is_not_tried_again() -> None:
    outbox = box("a")
    outbox.claim(NOW, "c")
    outbox.withdraw("m")
    outbox = restarted(outbox)
    outbox.retry("c", NOW, PROBLEM)
    assert not outbox.waiting and outbox.done == ["a"]
