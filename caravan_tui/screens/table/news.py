"""What the line below the board says of the positions that follow one another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from attrs import evolve, frozen
from rich.cells import cell_len

from caravan_tui.bus.messages import Position
from caravan_tui.games.contract import Event, Game
from caravan_tui.screens.table.log_lines import seat_of_event, sum_of_gains
from caravan_tui.screens.table.summary import (
    MARK_ROOM,
    columns_of,
    has_outcomes,
    newest_that_fit,
    since_own_move,
    steps_since_own_move,
)
from caravan_tui.widgets.log import Line
from caravan_tui.widgets.prompt import NewsItem


@frozen
class _Memory:
    """What is kept of the positions before one, see `TableNews`."""

    round_events: list[Event]
    outstanding: list[NewsItem]
    last: list[NewsItem]
    last_to_act: int
    end_label: str


@frozen
class _Asked:
    """A position whose news was asked for."""

    position: Position
    lines: Sequence[Line]
    names: Sequence[str]
    end_above: str
    before: _Memory


class TableNews:
    """What a table says of each new position.

    While another seat's turn goes on: what it has just done; in a game that tells outcomes from
    other steps, these alone. When the turn ends: what it came to. At the own turn: what all have
    done since the last one. It hears of every position, as it keeps what was said of the round.
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.round_events: list[Event] = []
        """The events of the round that have been shown."""
        self.outstanding: list[NewsItem] = []
        """What stands out since the last own move: new goods, for one."""
        self.last: list[NewsItem] = []
        self.last_to_act = -1
        """The seat that was to move when that was said."""
        self.end_label = ""
        """What was last said of the end of the match."""
        self.brief: list[NewsItem] = []
        """The news of the last position in one row."""
        self._asked_before: _Asked | None = None
        """The last position, and what was known before it."""

    def of(
        self,
        position: Position,
        lines: Sequence[Line],
        names: Sequence[str],
        room: int,
        end_above: str = "",
        second_row: int = 0,
    ) -> list[NewsItem]:
        """The news of a position, as much of it as fits into `room` columns.

        `lines`: the log with the events of the position. `end_above`: what stands above the board
        of the end of the match, which is not said twice. `second_row`: columns of one more row,
        which is used where `room` would leave out a seat or a part of its turn.
        """
        memory = _Memory(self.round_events, self.outstanding, self.last, self.last_to_act,
                         self.end_label)  # fmt: skip
        asked = self._asked_before = _Asked(position, lines, names, end_above, memory)
        news = self.brief = self._fitting(asked, room)
        if second_row:
            self._recall(memory)
            whole = self._fitting(asked, room + second_row)
            news = news if _says_as_much(news, whole) else whole
        return news

    def again(self, room: int, second_row: int = 0) -> list[NewsItem]:
        """The news of the last position once more, for another number of columns."""
        asked = self._asked_before
        if asked is None:
            return []
        self._recall(asked.before)
        return self.of(asked.position, asked.lines, asked.names, room, asked.end_above, second_row)

    def _recall(self, memory: _Memory) -> None:
        """Go back to what was known before a position."""
        self.round_events, self.outstanding = memory.round_events, memory.outstanding
        self.last, self.last_to_act = memory.last, memory.last_to_act
        self.end_label = memory.end_label

    def _fitting(self, asked: _Asked, room: int) -> list[NewsItem]:
        position, lines, names = asked.position, asked.lines, asked.names
        if position.history:
            self.round_events = []
            news = []
        else:
            news = self._news(position, lines, names, room)
            news = self._with_outlook(news, position, room)
            news = self._with_end(news, position, names, room, asked.end_above)
            news = self._in_words(news, room)
        to_act = position.view["to_act"]
        goes_on = bool(position.events) and not (position.legal or position.over)
        if not news and goes_on and to_act == self.last_to_act:
            news = self.last  # a step that is not worth a word, in the same turn
        self.last, self.last_to_act = news, to_act
        return news

    def _news(
        self, position: Position, lines: Sequence[Line], names: Sequence[str], room: int
    ) -> list[NewsItem]:
        game, seat = self.game, position.seat
        before = self.round_events
        has_ended = any(game.closes(event) for event in position.events)
        self.round_events = [] if has_ended else [*self.round_events, *position.events]
        is_own = any(seat_of_event(game, event) == seat for event in position.events)
        outstanding = outstanding_news(game, position, names)
        self.outstanding = [] if is_own else [*self.outstanding, *outstanding][-1:]
        if sums := self._sums(before, position, names, room):
            return sums
        news = ended_turn(game, position, lines, names, room)
        news = news or last_move(game, position, names, room)
        is_summed_up = has_ended and not position.over and has_outcomes(lines, seat)
        if news and (position.legal or is_summed_up):
            steps = steps_since_own_move(lines, seat)
            if len(steps) > len(news) or is_summed_up:
                rest = room - columns_of(self.outstanding)
                return [*since_own_move(lines, seat, rest), *self.outstanding]
        return news

    def _sums(
        self, before: Sequence[Event], position: Position, names: Sequence[str], room: int
    ) -> list[NewsItem]:
        """What the turns came to in the words of the game, if one ends with this position, and
        what stands out beside them; without names, without the seat's own one, shorter, without
        what stands out, and the last ones, if not all have room. `before`: the events of the round
        before this position."""
        sum_up, seat = self.game.sum_up, position.seat
        events = [*before, *position.events]
        if len(sum_up(events, seat, False)) <= len(sum_up(before, seat, False)):
            return []
        is_next = position.legal or position.over
        news: list[NewsItem] = []
        for stands_out in dict.fromkeys((tuple(self.outstanding), ())):
            for is_short, has_own, has_names in product(
                (False, True), (True, False), (True, False)
            ):
                sums = sum_up(events, seat, is_short)
                shown = sums if is_next else sums[-1:]
                if not has_own:
                    shown = [total for total in shown if total.seat != seat] or shown
                news = [
                    NewsItem(
                        total.seat,
                        f"{names[total.seat]}: {total.words}"
                        if has_names and total.seat != seat
                        else total.words,
                        total.gain,
                    )
                    for total in shown
                ]
                if columns_of([*news, *stands_out]) <= room:
                    return [*news, *stands_out]
        return newest_that_fit(news, room)

    def _in_words(self, news: list[NewsItem], room: int) -> list[NewsItem]:
        """News with their gains in words, if all still have room."""
        items = [evolve(item, gain=self.game.gain_words(item.gain)) for item in news]
        return items if columns_of(items) <= room else news

    def _with_outlook(self, news: list[NewsItem], position: Position, room: int) -> list[NewsItem]:
        """News with how near the end is when a round begins."""
        for is_short in (False, True):
            words = [self.game.outlook(event, position.view, is_short) for event in position.events]
            both = [*news, *(NewsItem(None, text) for text in words if text)]
            if len(newest_that_fit(both, room)) == len(both):
                return both
        return news

    def _with_end(
        self,
        news: list[NewsItem],
        position: Position,
        names: Sequence[str],
        room: int,
        end_above: str,
    ) -> list[NewsItem]:
        """News with the first notice that the match is about to end."""
        notice = self.game.near_end(position.view, names)
        label = notice.label if notice else ""
        is_new = notice is not None and label != self.end_label and notice.words != end_above
        self.end_label = label
        if notice is None or not is_new or position.over:
            return news
        return newest_that_fit([*news, NewsItem(None, notice.words)], room)


def _says_as_much(brief: Sequence[NewsItem], whole: Sequence[NewsItem]) -> bool:
    """Whether news in one row leave out no seat and cut no turn."""
    seats = {item.seat for item in whole if item.seat is not None}
    return seats <= {item.seat for item in brief} and not any("…" in item.text for item in brief)


def ended_turn(
    game: Game[Any],
    position: Position,
    lines: Sequence[Line],
    names: Sequence[str],
    room: int,
) -> list[NewsItem]:
    """All that another seat's turn came to, if one with outcomes ends with this position; its last
    steps if not all have room."""
    actor = _actor(game, position)
    if not game.sums_up_turns or actor in (None, position.seat) or _goes_on(game, position):
        return []
    turn = next((line for line in reversed(lines) if line.seat == actor), None)
    if turn is None or not turn.outcomes:
        return []
    news = since_own_move([turn], position.seat, room)
    for event in position.events:
        if seat_of_event(game, event) is not None or game.outlook(event, position.view):
            continue
        if text := game.narrate(event, names, None):
            news.append(NewsItem(None, text))
    return news if len(newest_that_fit(news, room)) == len(news) else news[:1]


def last_move(
    game: Game[Any], position: Position, names: Sequence[str], room: int
) -> list[NewsItem]:
    """What has just happened in whole sentences, if another seat did it, or it ends something or
    stands out. If not all have room in so many columns: the last ones of these."""
    sentences: list[NewsItem] = []
    important: list[NewsItem] = []
    is_news = any(game.closes(event) for event in position.events)
    has_outcome = any(game.is_outcome(event) for event in position.events)
    says_outcomes = has_outcome or (game.sums_up_turns and _goes_on(game, position))
    has_ended = False
    for event in position.events:
        text = game.narrate(event, names, position.seat)
        short = game.shorten(event, names, position.seat)
        if not text or short is None or game.outlook(event, position.view):
            continue
        seat = seat_of_event(game, event)
        has_ended = has_ended or game.closes(event)
        joins = game.is_aside(event) and bool(sentences) and not has_ended
        if joins:
            seat = sentences[-1].seat
        before = ""
        if says_outcomes and seat is not None:
            if not (joins or game.is_outcome(event)):
                continue  # the outcome is news, not what led to it
            same = sentences[-1] if sentences and sentences[-1].seat == seat else None
            text = f"{names[seat]} {short}"
            if same:
                sentences.pop()
                important.pop()
                text, before = f"{same.text}, {short}", same.gain
        elif seat is not None and cell_len(text) + MARK_ROOM > room:
            text = f"{names[seat]} {short}"
        is_news = is_news or (seat is not None and seat != position.seat)
        is_news = is_news or bool(game.triumphs(event))  # your own, too
        gains = game.gains(event)
        gain = gains[0][1] if len(gains) == 1 and not game.is_aside(event) else ""
        gain = sum_of_gains(before, gain)
        amount = gain.lstrip("+-")
        if gain in text or gain == "0" or (amount in text and not amount.isdigit()):
            gain = ""  # the sentence says it
        sentences.append(NewsItem(seat, text, gain))
        if seat is not None or game.closes(event) or game.stands_out(event):
            important.append(sentences[-1])
    if not is_news and not outstanding_news(game, position, names):
        return []
    kept = newest_that_fit(sentences, room)
    return kept if len(kept) == len(sentences) else newest_that_fit(important or sentences, room)


def outstanding_news(game: Game[Any], position: Position, names: Sequence[str]) -> list[NewsItem]:
    """What stands out of what has just happened, and no seat did."""
    texts = [
        game.narrate(event, names, position.seat)
        for event in position.events
        if game.stands_out(event)
    ]
    return [NewsItem(None, text) for text in texts if text]


def _actor(game: Game[Any], position: Position) -> int | None:
    """The seat that has made the move of a position; None: nobody has."""
    seats = [seat_of_event(game, event) for event in position.events]
    return next((seat for seat in seats if seat is not None), None)


def _goes_on(game: Game[Any], position: Position) -> bool:
    """Whether the seat that has moved is to move again."""
    actor = _actor(game, position)
    return actor is not None and not position.over and position.view["to_act"] == actor
