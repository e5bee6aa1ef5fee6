"""Servers that tell what is hidden, each in one way, and what is said when that is noticed."""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any
from unittest.mock import patch
from zlib import crc32

import msgpack

from ai import luck
from ai.analysis import analyse as right_analyse
from ai.tutor import Tutor
from ai.views import pack as pack_view
from caravan_tui.bus import wire
from caravan_tui.bus.hosted_match import HostedMatch
from caravan_tui.bus.messages import Position
from caravan_tui.engine import Match, Refusal, rng, transcript
from caravan_tui.engine import match as match_module
from caravan_tui.games.contract import Event, Game, State
from caravan_tui.hosts import reviewing
from caravan_tui.notices.sending import Letter
from caravan_tui.presentation import own_problems
from caravan_tui.screens.analysis import notes
from caravan_tui.server import away_notices
from caravan_tui.server.admin import AdminCommands
from caravan_tui.server.away_notices import AwayNotices
from caravan_tui.server.shared_matches import SharedMatches
from tests.hidden import analyses

log = logging.getLogger(__name__)

PLANTED: dict[str, tuple[Callable[[], contextlib.AbstractContextManager[None]], str]] = {}
"""By name: how a leak is planted, and what its finding says (a regular expression)."""

Faulty = Callable[[], Iterator[None]]


def caught(says: str) -> Callable[[Faulty], Faulty]:
    """Register a leak with what is said of it."""

    def register(fault: Faulty) -> Faulty:
        PLANTED[fault.__name__] = contextlib.contextmanager(fault), says
        return fault

    return register


def secret_bit(match: Match) -> int:
    """One bit that hangs on the whole truth of a position."""
    return bit_of(match.game.encode(match.state))


def bit_of(truth: object) -> int:
    """The bit of what `Game.encode` tells of a position."""
    return crc32(msgpack.packb(truth)) & 1


@caught(r"\.view\.round is \d+ or \d+")
def a_view_tells_one_bit() -> Iterator[None]:
    right = Match.view

    def view(match: Match, seat: int | None) -> Any:
        seen = right(match, seat)
        return {**seen, "round": seen["round"] + secret_bit(match)}

    with patch.object(Match, "view", view):
        yield


@caught(r"\.events")
def events_are_not_projected() -> Iterator[None]:
    def events_for(match: Match, events: Sequence[Event], seat: int | None) -> list[Event]:
        return list(events)

    with patch.object(Match, "events_for", events_for):
        yield


@caught(r"log, line \d+: .*hands")
def a_line_of_the_log_tells_a_hand() -> Iterator[None]:
    right = HostedMatch.act

    async def act(hosted: HostedMatch, seat: int, version: int, action: int) -> int:
        log.info("hands: %s", hosted.match.game.encode(hosted.match.state))
        return await right(hosted, seat, version, action)

    with patch.object(HostedMatch, "act", act):
        yield


@caught(r"the seed is (logged|in a file: log/server\.jsonl): base64 of big-endian")
def the_log_has_the_seed_in_base64() -> Iterator[None]:
    from base64 import b64encode

    right = SharedMatches._start_match

    def start(shared: SharedMatches, room: Any, joining: str) -> None:
        shared._log_event("begins", token=b64encode(b"m" + room.seed.to_bytes(8, "big")).decode())
        right(shared, room, joining)

    with patch.object(SharedMatches, "_start_match", start):
        yield


@caught(r"the seed is in a file: accounts/.*: decimal")
def an_account_keeps_the_seed() -> Iterator[None]:
    right = SharedMatches._start_match

    def start(shared: SharedMatches, room: Any, joining: str) -> None:
        right(shared, room, joining)
        for account in room.accounts():
            note = shared._accounts.folder(account) / "last.json"
            note.write_text(json.dumps({"seed": room.seed}))

    with patch.object(SharedMatches, "_start_match", start):
        yield


@caught(r"is sent the seed: little-endian")
def a_frame_has_the_seed_backwards() -> Iterator[None]:
    right = HostedMatch.position

    def position(hosted: HostedMatch, *args: Any, **more: Any) -> Position:
        made = right(hosted, *args, **more)
        seed = hosted.match.record.seed.to_bytes(8, "little")
        return Position(**{**_fields(made), "view": {**made.view, "salt": seed}})

    with patch.object(HostedMatch, "position", position):
        yield


@caught(r"frame \d+")
def an_undo_is_refused_by_what_the_others_hold() -> Iterator[None]:
    """As it was: tried in worlds of each seat, drawn from the seed."""

    def reveals(game: Game[Any], before: State, actor: int, action: int, seats: int) -> bool:
        after = before.clone()
        after.apply(action)
        for seat in range(seats):
            if seat == actor:
                continue
            seen = game.view(before, seat)
            token = before.observed(action, seat)
            for number in range(6):
                state = _PLAYED[-1].state
                truth = crc32(msgpack.packb(game.encode(state)))
                world = game.determinize(seen, rng.stream(truth, "undo", number))
                mine = world.to_act() == actor
                choices = world.legal() if mine else world.interrupts().get(actor, [])
                same = [a for a in choices if world.observed(a, seat) == token]
                if not same:
                    return True
                world.apply(same[0])
                if game.view(world, seat) != game.view(after, seat):
                    return True
        return False

    right = Match.undo_reveals

    def undo_reveals(match: Match, seat: int) -> bool:
        _PLAYED.append(match)
        return right(match, seat)

    with (
        patch.object(match_module, "reveals_hidden", reveals),
        patch.object(Match, "undo_reveals", undo_reveals),
    ):
        yield


_PLAYED: list[Match] = []


@caught(r"\.code is 'no_hints(_now)?' or 'no_hints(_now)?'")
def a_hint_is_refused_in_two_ways() -> Iterator[None]:
    async def hint(hosted: HostedMatch, seat: int, request_id: str) -> Any:
        raise Refusal("no_hints_now" if secret_bit(hosted.match) else "no_hints")

    with patch.object(HostedMatch, "hint", hint):
        yield


@caught(r"\d+ bytes or \d+ say the same")
def the_size_of_a_frame_tells_one_bit() -> Iterator[None]:
    """The same content, with a number written in more bytes than it needs."""
    made_for: dict[str, int] = {}
    right_position, right_pack = HostedMatch.position, wire.pack

    def position(hosted: HostedMatch, *args: Any, **more: Any) -> Position:
        made_for["bit"] = secret_bit(hosted.match)
        return right_position(hosted, *args, **more)

    def pack(*items: Any) -> bytes:
        frame = right_pack(*items)
        if items[0] != "answer" or items[1] > 0x7F or not made_for.get("bit"):
            return frame
        body = frame[4:]
        short = msgpack.packb(items[1])
        head, tail = body[: 1 + 7], body[1 + 7 + len(short) :]
        body = head + b"\xcd" + items[1].to_bytes(2, "big") + tail
        whole: bytes = wire.LENGTH.pack(len(body)) + body
        return whole

    with patch.object(HostedMatch, "position", position), patch.object(wire, "pack", pack):
        yield


@caught(r"\.legal")
def the_order_of_the_legal_list_tells_one_bit() -> Iterator[None]:
    right = Match.legal

    def legal(match: Match, seat: int | None) -> list[int]:
        actions = right(match, seat)
        return actions[::-1] if secret_bit(match) else actions

    with patch.object(Match, "legal", legal):
        yield


@caught(r"is sent what is hidden: \d+|\.values")
def a_notice_has_the_hands_as_a_list() -> Iterator[None]:
    right = HostedMatch.act

    async def act(hosted: HostedMatch, seat: int, version: int, action: int) -> int:
        version = await right(hosted, seat, version, action)
        truth = hosted.match.game.encode(hosted.match.state)
        hosted.note("quick_move", facts=list(truth.values()))
        return version

    with patch.object(HostedMatch, "act", act):
        yield


@caught(r"notices of \w+: ")
def a_notice_by_mail_or_telephone_tells_one_bit() -> Iterator[None]:
    right_item, right_letter = AwayNotices._item, away_notices.letter_of
    bits = {0: ""}

    def item(away: AwayNotices, kind: Any, message: Any) -> Any:
        supervisor = away._shared.supervisors.get(getattr(message, "match", ""))
        if supervisor is not None:
            bits[0] = " now" if secret_bit(supervisor.match) else ""
        return right_item(away, kind, message)

    def letter_of(items: list[Any]) -> Letter:
        letter = right_letter(items)
        return Letter(letter.title, letter.text + bits[0])

    with (
        patch.object(AwayNotices, "_item", item),
        patch.object(away_notices, "letter_of", letter_of),
    ):
        yield


@caught(r"admin matches: ")
def a_table_of_the_administrator_tells_one_bit() -> Iterator[None]:
    right_matches = AdminCommands._matches

    async def matches(commands: AdminCommands, words: list[str]) -> Any:
        rows = await right_matches(commands, words)
        for supervisor in commands._lobby.shared.supervisors.values():
            rows[0] = [*rows[0], str(secret_bit(supervisor.match))]
        return rows

    with patch.object(AdminCommands, "_matches", matches):
        yield


@caught(r"text for (None|\d): ")
def an_export_tells_one_bit() -> Iterator[None]:
    right = transcript.transcript

    def wide(playback: Any, seat: Any, comments: Any = None) -> str:
        text = right(playback, seat, comments)
        return text.replace(" ", "  ") if secret_bit(playback.match) else text

    with patch("tests.hidden.serving.transcript", wide):
        yield


@caught(r"analysis, seat \d: b.Luck\(")
def luck_is_sampled_by_the_seed() -> Iterator[None]:
    """As it was."""

    def together(match: Match, ply: int) -> Callable[[int], Random]:
        return lambda _seat: rng.stream(match.record.seed, "luck", ply)

    with patch.object(luck, "_own_samples", together):
        yield


@caught(r"searches of the analysis, seat \d: ")
def an_analysis_searches_the_true_position() -> Iterator[None]:
    """It asks for a move in a view with more than its seat may know."""
    right = pack_view

    def pack(view: Any) -> bytes:
        changed: Any = {**view, "round": view["round"] + secret_bit(_PLAYED[-1])}
        return right(changed)

    async def analyse(record: Any, *args: Any, **more: Any) -> Any:
        _PLAYED.append(Match.from_record(record))
        return await right_analyse(record, *args, **more)

    with patch("ai.analysis.pack", pack), patch.object(analyses, "analyse", analyse):
        yield


@caught(r"text with marks for \d, seat \d: ")
def a_mark_in_an_export_tells_one_bit() -> Iterator[None]:
    right = notes.export_comments

    def comments(playback: Any, judged: Any, seat: Any) -> dict[int, list[transcript.Comment]]:
        more = " Yes." * secret_bit(playback.match)
        return {
            ply: [transcript.Comment(part.words + more, part.seat) for part in parts]
            for ply, parts in right(playback, judged, seat).items()
        }

    with patch.object(notes, "export_comments", comments):
        yield


@caught(r"problems, seat \d: the seed is there, decimal")
def a_mistake_in_a_match_that_runs_becomes_a_problem() -> Iterator[None]:
    right = own_problems.own_mistakes

    def mistakes(match: Match, judged: Any, seat: int) -> Any:
        with patch.object(Match, "over", True):
            return right(match, judged, seat)

    with patch.object(own_problems, "own_mistakes", mistakes):
        yield


@caught(r"review, seat \d: b.Review\(")
def a_match_that_runs_is_reviewed_with_the_luck_of_all() -> Iterator[None]:
    right = reviewing.review_of

    def review_of(judged: Any, match: Match, seat: int) -> Any:
        judged.lucks[:] = luck.lucks(match, samples=2)
        with patch.object(Match, "over", True):
            return right(judged, match, seat)

    with patch.object(reviewing, "review_of", review_of):
        yield


@caught(r"tutor, seat \d: ")
def the_tutor_doubts_by_what_the_others_hold() -> Iterator[None]:
    right = Tutor.begin

    def begin(self: Any, view: Any) -> None:
        changed: Any = {**view, "round": view["round"] + secret_bit(_PLAYED[-1])}
        right(self, changed)

    right_tutored = analyses._tutored

    def tutored(match: Match, seat: int) -> Any:
        _PLAYED.append(match)
        return right_tutored(match, seat)

    with patch.object(Tutor, "begin", begin), patch.object(analyses, "_tutored", tutored):
        yield


def _fields(position: Position) -> dict[str, Any]:
    return {name: getattr(position, name) for name in position.__struct_fields__}
