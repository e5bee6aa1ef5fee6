"""The rules: what a seat may do, and what follows.

Ruling numbers (S-1 …) are those of RULES.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final, final

from caravan_tui.games.contract import Event, OptionValue
from caravan_tui.games.sahara.actions import (
    END,
    GOOD,
    LIFT,
    LIFT_SUPPLY,
    MOVE,
    PICK,
    SET,
    START,
    STEAL,
    pack_good,
    pack_move,
    pack_steal,
    unpack_good,
    unpack_move,
    unpack_steal,
)
from caravan_tui.games.sahara.custom import from_plain
from caravan_tui.games.sahara.events import (
    CamelLifted,
    CamelSet,
    Delivered,
    EndReason,
    GoodDrawn,
    MatchEnded,
    Moved,
    PickedUp,
    Refilled,
    StarterDrawn,
    Stolen,
    TurnEnded,
    TurnStarted,
)
from caravan_tui.games.sahara.pieces import SPACES, SUPPLY, VALUES, chain
from caravan_tui.games.sahara.spec import SPEC
from caravan_tui.games.sahara.state import (
    ACTIONS,
    EMPTY_SLOT,
    FINISHED,
    LAST_TURN,
    NOTHING_LIFTED,
    PLAYING,
    QUIET_TURNS,
    REFILLING,
    STARTING,
    STOCKING,
    SUPPLIED,
    SaharaPosition,
)

BAGS: Final = {"full": (9, 9, 9, 9, 3, 3, 3, 3), "short": (6, 6, 6, 6, 2, 2, 2, 2)}
"""By the option `goods`: the bag, by good."""

REFILL_AT: Final = 4
"""Goods left on the board when it is refilled (S-8)."""


@final
class SaharaState(SaharaPosition):
    __slots__ = ()

    def legal(self) -> list[int]:
        """Moves of goods, pick-ups, steals, camels to lift (the supply last), end of turn; with a
        camel lifted, the spaces it may be set on. Each kind by rising number."""
        phase = self.phase
        if phase == PLAYING:
            return self._targets() if self.lifted >= 0 else self._choices()
        if phase == STARTING:
            return [START + seat for seat in range(self.seats)]
        if phase == FINISHED:
            return []
        first = GOOD + self.desert.numbered[self.loose.index(EMPTY_SLOT)] * 8
        return [first + good for good, count in enumerate(self.bag) if count]

    def _targets(self) -> list[int]:
        """The spaces for the lifted camel: all others that the actions left suffice for (S-2)."""
        lifted = self.lifted
        if self.left > 1:
            return [SET + space for space in range(SPACES) if space != lifted]
        held = {camel >> 5 for camel in self.camels}
        return [SET + space for space in range(SPACES) if space not in held and space != lifted]

    def _choices(self) -> list[int]:
        seat = self.actor
        each = self.camels_each
        first = seat * each
        own = self.camels[first : first + each]
        desert = self.desert
        laden: list[int] = []
        free: list[int] = []
        supply = 0
        mask = 0
        for camel in own:
            space = camel >> 5
            if camel & 31:
                if camel not in laden:
                    laden.append(camel)
            elif space == SUPPLY:
                supply += 1
            elif space not in free:
                free.append(space)
            if space != SUPPLY:
                mask |= 1 << space
        actions: list[int] = []
        if laden and free:
            city = desert.city
            for camel in laden:
                source = camel >> 5
                good = (camel & 31) - 1
                under = 0
                if good > 7:
                    good -= 8
                    under = 1
                linked = chain(source, mask)
                actions += [
                    pack_move(source, target, good, under)
                    for target in free
                    if linked >> target & 1 and (target != source or city[good] == target)
                ]
            actions.sort()
        empty = 0
        for camel in own:
            if not camel & 31:
                empty += 1
        if empty > 1:  # S-3
            slot = desert.slot
            loose = self.loose
            for space in free:
                index = slot[space]
                if index >= 0 and loose[index] >= 0:
                    actions.append(PICK + space)
            if self.theft[seat]:
                others = len(actions)
                for index, camel in enumerate(self.camels):
                    if 0 < camel & 31 < 9 and camel >> 5 in free and index // each != seat:
                        action = pack_steal(camel >> 5, index // each, (camel & 31) - 1)
                        if action not in actions:
                            actions.append(action)
                actions[others:] = sorted(actions[others:])
        actions += [LIFT + space for space in free]
        if supply:
            actions.append(LIFT_SUPPLY)
        actions.append(END)
        return actions

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        if action >= MOVE:
            self._move(action, events)
        elif action >= GOOD:
            self._stock(action, events)
            return
        elif action >= STEAL:
            self._steal(action, events)
        elif action >= START:
            self._begin_stocking(action - START, events)
            return
        elif action >= PICK:
            self._pick(action - PICK, events)
        elif action >= SET:
            self._set(action - SET, events)
        elif action >= LIFT:
            self._lift(action - LIFT, events)
            return
        else:
            if events is not None:
                events.append(TurnEnded(self.actor, self.left))
            self._next_turn(events)
            return
        if not self.left and self.phase == PLAYING:
            self._next_turn(events)

    def _change(self, seat: int, old: int, new: int) -> None:
        """Replace one camel of a seat by another, and keep its camels sorted."""
        camels = self.camels
        first = seat * self.camels_each
        place = first
        while camels[place] != old:
            place += 1
        while place > first and camels[place - 1] > new:
            camels[place] = camels[place - 1]
            place -= 1
        last = first + self.camels_each - 1
        while place < last and camels[place + 1] < new:
            camels[place] = camels[place + 1]
            place += 1
        camels[place] = new

    def _spend(self, actions: int) -> None:
        self.left -= actions
        self.used += actions

    def _lift(self, space: int, events: list[Event] | None) -> None:
        if space != SUPPLY:
            self._change(self.actor, space * 32, SUPPLIED)
        self.lifted = space
        if events is not None:
            events.append(CamelLifted(self.actor, space))

    def _set(self, space: int, events: list[Event] | None) -> None:
        cost = self.cost(space)
        self._change(self.actor, SUPPLIED, space * 32)
        if events is not None:
            events.append(CamelSet(self.actor, self.lifted, space, cost))
        self.lifted = NOTHING_LIFTED
        self._spend(cost)

    def _pick(self, space: int, events: list[Event] | None) -> None:
        seat = self.actor
        slot = self.desert.slot[space]
        good = self.loose[slot]
        markers = self.demand[slot]
        self.loose[slot] = EMPTY_SLOT
        self.demand[slot] = 0
        self.markers[seat] += markers
        self.points[seat] += markers
        self._change(seat, space * 32, space * 32 + good + 1)
        self.stirred = 1
        self._spend(1)
        if events is not None:
            events.append(PickedUp(seat, space, good, markers))
        if len(self.loose) - self.loose.count(EMPTY_SLOT) == REFILL_AT and any(self.bag):
            self._refill(events)

    def _refill(self, events: list[Event] | None) -> None:
        """Add a marker to each of the four goods left on the board, then draw four more (S-8)."""
        for slot, good in enumerate(self.loose):
            if good >= 0:
                self.demand[slot] += 1
        self.phase = REFILLING
        self.due = min(self.loose.count(EMPTY_SLOT), sum(self.bag))
        if events is not None:
            numbered = self.desert.numbered
            spaces = [numbered[slot] for slot, good in enumerate(self.loose) if good >= 0]
            events.append(Refilled(spaces))

    def _steal(self, action: int, events: list[Event] | None) -> None:
        seat = self.actor
        space, victim, good = unpack_steal(action)
        self._change(victim, space * 32 + good + 1, space * 32)
        self._change(seat, space * 32, space * 32 + good + 9)
        self.theft[seat] -= 1
        self.theft[victim] += 1
        self.stirred = 1
        self._spend(1)
        if events is not None:
            events.append(Stolen(seat, victim, space, good))

    def _move(self, action: int, events: list[Event] | None) -> None:
        seat = self.actor
        source, target, good, under = unpack_move(action)
        self._change(seat, source * 32 + good + 1 + 8 * under, source * 32)
        self._spend(1)
        if self.desert.city[good] != target:
            self._change(seat, target * 32, target * 32 + good + 1)
            if events is not None:
                events.append(Moved(seat, good, source, target))
            return
        self.delivered[seat * 8 + good] += 1
        self.points[seat] += VALUES[good]
        self.stirred = 1
        if events is not None:
            events.append(Delivered(seat, good, source, target, VALUES[good]))
        if not any(self.bag):
            self._finish("delivery", events)

    def _begin_stocking(self, seat: int, events: list[Event] | None) -> None:
        self.start = seat
        self.actor = seat
        self.phase = STOCKING
        self.due = len(self.loose)
        if events is not None:
            events.append(StarterDrawn(seat))

    def _stock(self, action: int, events: list[Event] | None) -> None:
        space, good = unpack_good(action)
        self.loose[self.desert.slot[space]] = good
        self.bag[good] -= 1
        self.due -= 1
        if events is not None:
            events.append(GoodDrawn(good, space))
        if self.due:
            return
        if self.phase == STOCKING:
            self.phase = PLAYING
            self.turn = 1
            self.left = 1
            if events is not None:
                events.append(TurnStarted(self.actor, 1, 1))
            return
        self.phase = PLAYING
        if not self.left:
            self._next_turn(events)

    def _next_turn(self, events: list[Event] | None) -> None:
        self.idle = 0 if self.used else self.idle + 1
        self.quiet = 0 if self.stirred else self.quiet + 1
        if self.idle >= self.seats:
            self._finish("idle", events)
        elif self.quiet >= QUIET_TURNS * self.seats:
            self._finish("quiet", events)
        elif self.turn >= LAST_TURN:
            self._finish("long", events)
        else:
            self.turn += 1
            self.actor = (self.actor + 1) % self.seats
            self.left = min(self.turn, ACTIONS)
            self.used = 0
            self.stirred = 0
            if events is not None:
                events.append(TurnStarted(self.actor, self.turn, self.left))

    def _finish(self, reason: EndReason, events: list[Event] | None) -> None:
        self.phase = FINISHED
        if events is not None:
            events.append(MatchEnded(reason, [int(score) for score in self.scores()]))

    def draw(self, rng: Random) -> int:
        if self.phase == STARTING:
            return START + int(rng.random() * self.seats)
        bag = self.bag
        number = int(rng.random() * sum(bag))
        good = 0
        while number >= bag[good]:
            number -= bag[good]
            good += 1
        return pack_good(self.desert.numbered[self.loose.index(EMPTY_SLOT)], good)


STATE = SaharaState


def setup(options: Mapping[str, OptionValue], seats: int, custom: Any = None) -> SaharaState:
    SPEC.check_seats(seats)
    desert = from_plain(custom)
    each = int(options["camels"])
    return SaharaState(
        seats=seats,
        camels_each=each,
        desert=desert,
        camels=[SUPPLIED] * (seats * each),
        loose=[EMPTY_SLOT] * len(desert.numbered),
        demand=list(desert.demand),
        bag=list(BAGS[str(options["goods"])]),
        delivered=[0] * (seats * len(VALUES)),
        markers=[0] * seats,
        theft=[1] * seats,
        points=[0] * seats,
    )
