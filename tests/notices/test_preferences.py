"""Quiet hours and kinds, as an account chooses them."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from caravan_tui.bus.notice_messages import NoticeChoices
from caravan_tui.bus.wording import word
from caravan_tui.engine import Refusal
from caravan_tui.notices.kinds import KINDS
from caravan_tui.notices.preferences import Preferences, check_choices


def at(text: str, zone: str = "Europe/Paris") -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def quiet(begin: str, end: str, zone: str = "Europe/Paris") -> Preferences:
    return Preferences(NoticeChoices("ntfy", "t", quiet_from=begin, quiet_to=end, zone=zone))


def test_quiet_hours_reach_over_midnight_in_the_zone_of_the_account() -> None:
    night = quiet("22:00", "07:30")
    for moment, end in [
        ("2026-03-10T22:00", "2026-03-11T07:30"), ("2026-03-11T03:00", "2026-03-11T07:30"),
    ]:  # fmt: skip
        assert night.quiet_until(at(moment)) == at(end)
    for moment in ("2026-03-10T21:59", "2026-03-11T07:30", "2026-03-11T12:00"):
        assert night.quiet_until(at(moment)) == 0.0
    assert night.quiet_until(at("2026-03-10T22:30", "UTC")) > 0.0
    assert quiet("22:00", "07:30", "America/New_York").quiet_until(at("2026-03-10T22:30")) == 0.0


def test_quiet_hours_within_a_day_and_none() -> None:
    noon = quiet("12:00", "14:00")
    assert noon.quiet_until(at("2026-03-10T13:00")) == at("2026-03-10T14:00")
    assert noon.quiet_until(at("2026-03-10T14:00")) == 0.0
    assert quiet("", "").quiet_until(at("2026-03-10T13:00")) == 0.0
    assert quiet("08:00", "08:00").quiet_until(at("2026-03-10T08:00")) == 0.0


def test_quiet_hours_end_by_the_clock_of_the_day_when_it_is_changed() -> None:
    night = quiet("22:00", "07:00")  # in the night to 29 March 2026 an hour is left out
    assert night.quiet_until(at("2026-03-28T23:00")) - at("2026-03-28T23:00") == 7 * 3600


def test_nothing_is_wanted_without_a_channel_an_address_and_a_confirmed_mail() -> None:
    kinds: list[str] = list(KINDS)
    assert not Preferences().wants("turn")
    assert not Preferences(NoticeChoices("ntfy", "", kinds)).wants("turn")
    assert Preferences(NoticeChoices("ntfy", "t", ["talk"])).wants("talk")
    assert not Preferences(NoticeChoices("ntfy", "t", ["talk"])).wants("turn")
    mail = NoticeChoices("mail", "a@b.org", kinds)
    assert not Preferences(mail).wants("turn")
    assert not Preferences(mail, confirmed="other@b.org").wants("turn")
    assert Preferences(mail, confirmed="a@b.org").wants("turn")


def test_choices_are_stored_in_one_form() -> None:
    choices = check_choices(
        NoticeChoices("ntfy", "t", ["talk", "turn", "talk"], quiet_from="7:05", quiet_to="23:00")
    )
    assert choices.kinds == ["turn", "talk"] and choices.quiet_from == "07:05"


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"quiet_from": "25:00", "quiet_to": "1:00"}, "'25:00' isn't a time. Use the form 22:00."),
        ({"quiet_from": "22:00"}, "Give quiet hours a beginning and an end, or neither."),
        ({"zone": "Mars/Base"}, "'Mars/Base' isn't a time zone. Example: Europe/Paris."),
        ({"zone": "../../etc/passwd"}, "'../../etc/passwd' isn't a time zone."),
        ({"zone": "/etc/localtime"}, "'/etc/localtime' isn't a time zone."),
        ({"zone": ""}, "'' isn't a time zone."),
        ({"kinds": ["spam"]}, "Choose one or more of: turn, invitation, result, talk."),
        ({"when": "always"}, "Choose one of: table, server."),
    ],
)
def test_bad_choices_get_one_clear_line(wrong: dict[str, object], text: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_choices(NoticeChoices("ntfy", "t", **wrong))  # type: ignore[arg-type]
    assert word(refused.value.sentence).startswith(text)
