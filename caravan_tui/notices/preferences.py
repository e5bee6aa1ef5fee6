"""How an account wants to be called while it is away, as it is stored."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

from caravan_tui.bus.notice_messages import NoticeChoices
from caravan_tui.engine import Refusal
from caravan_tui.notices.kinds import KINDS, Kind

_TIME = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")
_ZONE = re.compile(r"[A-Za-z0-9_+-]{1,32}(?:/[A-Za-z0-9_+-]{1,32}){0,2}")


class Preferences(msgspec.Struct):
    """What an account has chosen, and whether its address is its own. The fields are those of the
    document."""

    choices: NoticeChoices = NoticeChoices(kinds=list(KINDS))
    confirmed: str = ""
    """The mail address that was shown to be the account's own."""
    code: str = ""
    """What shows that, sent to the address that is chosen now."""
    code_ends: float = 0.0
    """Until when, in seconds since 1970."""
    code_tries: int = 0
    """Wrong codes so far."""

    @property
    def is_confirmed(self) -> bool:
        """Whether notices may go to the address: a mail must not go to anybody else."""
        return self.choices.channel != "mail" or self.choices.address == self.confirmed

    @property
    def is_on(self) -> bool:
        """Whether there is an address to which notices may go."""
        choices = self.choices
        return choices.channel != "none" and bool(choices.address) and self.is_confirmed

    def wants(self, kind: Kind) -> bool:
        """Whether notices of a kind are to be sent at all."""
        return self.is_on and kind in self.choices.kinds

    def quiet_until(self, now: float) -> float:
        """When the quiet hours end that hold now, in seconds since 1970; 0 if none do."""
        choices = self.choices
        if not choices.quiet_from or choices.quiet_from == choices.quiet_to:
            return 0.0
        zone = _zone(choices.zone)
        here = datetime.fromtimestamp(now, zone)
        begin, end = _time(choices.quiet_from), _time(choices.quiet_to)
        for day in (here.date() - timedelta(days=1), here.date()):
            first = datetime.combine(day, begin, zone)
            last_day = day if begin < end else day + timedelta(days=1)
            last = datetime.combine(last_day, end, zone)
            if first.timestamp() <= now < last.timestamp():
                return last.timestamp()
        return 0.0


def check_choices(choices: NoticeChoices) -> NoticeChoices:
    """What was chosen, with times and kinds as they are stored. Raises Refusal."""
    if any(kind not in KINDS for kind in choices.kinds):
        raise Refusal("notice_kinds", kinds=list(KINDS))
    if choices.when not in ("table", "server"):
        raise Refusal("notice_when")
    times = [_time_text(choices.quiet_from), _time_text(choices.quiet_to)]
    if bool(times[0]) != bool(times[1]):
        raise Refusal("notice_quiet_pair")
    try:
        _zone(choices.zone)
    except ValueError:
        raise Refusal("notice_zone", zone=choices.zone[:40]) from None
    return msgspec.structs.replace(
        choices,
        kinds=[kind for kind in KINDS if kind in choices.kinds],
        quiet_from=times[0],
        quiet_to=times[1],
    )


def _time_text(text: str) -> str:
    if not text:
        return ""
    match = _TIME.fullmatch(text)
    if match is None:
        raise Refusal("notice_time", text=text[:20])
    return f"{int(match[1]):02}:{match[2]}"


def _time(text: str) -> time:
    hours, minutes = text.split(":")
    return time(int(hours), int(minutes))


def _zone(name: str) -> ZoneInfo:
    """A time zone. Raises ValueError if this system knows none of this name."""
    if not _ZONE.fullmatch(name):
        raise ValueError(name)
    try:
        return ZoneInfo(name)
    except (KeyError, OSError, ValueError) as error:
        raise ValueError(name) from error
