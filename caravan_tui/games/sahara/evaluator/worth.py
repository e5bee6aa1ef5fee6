"""What a position of Caravan (Joseph Huber) is worth to each seat, in points.

Points are certain. Goods that are carried or lie in the desert are jobs: each is worth its value,
less the longer its way is, and a seat does its jobs one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Final

from caravan_tui.games.sahara.evaluator.ways import Camels, KnownCamels
from caravan_tui.games.sahara.pieces import SUPPLY, VALUES
from caravan_tui.games.sahara.rules import REFILL_AT, SaharaState
from caravan_tui.games.sahara.state import ACTIONS, EMPTY_SLOT, PENALTY, SUPPLIED

LONGEST_WAY: Final = 40
"""Actions; longer ways count as this one."""
HORIZON: Final = 40
"""Own actions until the end; a later end counts as this one."""


Job = tuple[float, float, float, int, int]
"""A good to deliver: rank (lower is sooner), points, points of its markers, actions until it is
delivered, actions until it is picked up."""


def picks_left(state: SaharaState) -> int:
    """Pick-ups until the bag is empty, 0 if it is."""
    bag = 0
    for count in state.bag:
        bag += count
    if not bag:
        return 0
    lying = len(state.loose) - state.loose.count(EMPTY_SLOT)
    return max(1, lying - REFILL_AT + bag - REFILL_AT)


class Worth:
    """The points that seats may expect, by an evaluator's weights."""

    def __init__(self, weights: Mapping[str, float], known: KnownCamels) -> None:
        self.weights = dict(weights)
        self.known = known
        decay = self.weights["decay"]
        self.discounts = [
            [
                exp(-decay * way) / (1.0 + exp(min(30.0, (way - end - 1.5) / 1.5)))
                for way in range(LONGEST_WAY + 1)
            ]
            for end in range(HORIZON + 1)
        ]
        """The share of a good's value, by own actions until the end and by its way."""
        last, second, third = (self.weights[name] for name in ("last", "second", "third"))
        self.few_camels_penalties = [last, last, second, third, 0.0, 0.0, 0.0]
        """In points, by the number of empty camels."""
        self.wait_discounts = [exp(-self.weights["wait"] * turns) for turns in range(5)]
        self._marker, self._tempo = self.weights["theft"], self.weights["tempo"]
        self._steal, self._loot = self.weights["steal"], self.weights["loot"]
        self._lying_share, self._later = self.weights["lying"], self.weights["later"]
        self.claims = [exp(-self.weights["claim"] * way) for way in range(LONGEST_WAY + 1)]

    def points(self, state: SaharaState) -> list[float]:
        """The points that each seat may expect at the end, apart from what is the same for all.

        A lifted camel counts as if it stood where it was lifted, so that a lift by itself changes
        nothing.
        """
        seats, each = state.seats, state.camels_each
        own: list[Camels] = []
        for seat in range(seats):
            cut = state.camels[seat * each : seat * each + each]
            if seat == state.actor and 0 <= state.lifted < SUPPLY:
                cut[cut.index(SUPPLIED)] = state.lifted * 32
                cut.sort()
            own.append(self.known.of(state.desert, tuple(cut)))
        picks = picks_left(state)
        # Measured: a little more than half a pick-up a turn, four actions a turn.
        worth = self.discounts[min(HORIZON, int(7 * picks / seats) + 3)]
        running = 1.0 - exp(-picks / 5.0)  # 1 far from the end, 0 at the end
        points = [float(value) for value in state.points]
        self._standing(state, own, running, points)
        jobs = self._carried(state, own, worth, points)
        if picks:
            self._lying(state, own, worth, jobs, True)
        else:
            self._race(state, jobs, points)
            jobs = [[] for _ in own]
            self._lying(state, own, worth, jobs, False)
        for seat in range(seats):
            points[seat] += self._one_by_one(jobs[seat], worth)
        return points

    def _standing(
        self, state: SaharaState, own: list[Camels], running: float, points: list[float]
    ) -> None:
        """Add the worth of markers, empty camels and the actions still to come in this round."""
        seats, actor = state.seats, state.actor
        marker, tempo = self._marker, self._tempo
        waiting = seats - (actor - state.start) % seats
        for seat in range(seats):
            camels = own[seat]
            theft = state.theft[seat]
            counted = marker * (theft if theft < 3 else 3) - self.few_camels_penalties[camels.empty]
            points[seat] += counted * running + PENALTY[len(camels.laden)] * (1.0 - running)
            if seat == actor:
                points[seat] += tempo * state.left
            elif (seat - actor) % seats < waiting:
                points[seat] += tempo * ACTIONS

    def _carried(
        self, state: SaharaState, own: list[Camels], worth: list[float], points: list[float]
    ) -> list[list[Job]]:
        """The carried goods of each seat as jobs, less what thieves may take. Add that to the
        points of the thieves."""
        seats, actor = state.seats, state.actor
        theft = state.theft
        steal, loot = self._steal, self._loot
        jobs: list[list[Job]] = []
        for seat in range(seats):
            camels = own[seat]
            todo: list[Job] = []
            for space, good, under, way in camels.laden:
                city = state.desert.city[good]
                if not camels.free >> city & 1:
                    for other in range(seats):
                        if other != seat and own[other].all >> city & 1:
                            way += 1
                            break
                value = VALUES[good]
                hope = float(value)
                if not under and not (seat == actor and way <= state.left):
                    for other in range(seats):
                        if other != seat and theft[other] and own[other].empty > 1:
                            thief = own[other]
                            fetch = 1 if thief.free >> space & 1 else 3
                            gain = value * worth[min(LONGEST_WAY, fetch + thief.way(space, good))]
                            risk = min(0.9, steal * gain / 6.0)
                            points[other] += loot * risk * gain
                            hope *= 1.0 - risk
                todo.append((-hope / way, hope, 0.0, way, 0))
            jobs.append(todo)
        return jobs

    def _lying(
        self,
        state: SaharaState,
        own: list[Camels],
        worth: list[float],
        jobs: list[list[Job]],
        delivered: bool,
    ) -> None:
        """Add the goods that lie in the desert to the jobs of all seats, shared by how near each
        seat is.

        If they will not be `delivered`, only their demand markers count.
        """
        seats, actor, left = state.seats, state.actor, state.left
        claims, waits, lying = self.claims, self.wait_discounts, self._lying_share
        numbered = state.desert.numbered
        for slot, good in enumerate(state.loose):
            if good < 0:
                continue
            space = numbered[slot]
            is_occupied = False
            for camels in own:
                if camels.all >> space & 1:
                    is_occupied = True
            total = 0.0
            fetches = []
            strength = []
            for seat in range(seats):
                camels = own[seat]
                fetch = 1 if camels.free >> space & 1 else 3 if is_occupied else 2
                wait = seats if seat == actor and left < fetch else (seat - actor) % seats
                claim = claims[fetch] * waits[wait]
                if camels.empty < 2:
                    claim *= 0.3
                total += claim
                strength.append(claim)
                fetches.append(fetch)
            value = VALUES[good] if delivered else 0
            markers = state.demand[slot]
            for seat in range(seats):
                share = lying * strength[seat] / total
                fetch = fetches[seat]
                way = fetch + own[seat].way(space, good)
                rank = -share * (value + markers) / way
                jobs[seat].append((rank, share * value, share * markers, way, fetch))

    def _one_by_one(self, jobs: list[Job], worth: list[float]) -> float:
        """The points of a seat that does its jobs one after the other, best first."""
        jobs.sort()
        later = self._later
        spent, slower, points = 0.0, 1.0, 0.0
        for _rank, value, markers, way, fetch in jobs:
            if markers:
                points += markers * worth[min(LONGEST_WAY, int(spent) + fetch)]
            spent += way * slower
            slower = later
            if spent > LONGEST_WAY:
                break
            points += value * worth[int(spent)]
        return points

    def _race(self, state: SaharaState, jobs: list[list[Job]], points: list[float]) -> None:
        """Add what each seat may expect from its nearest good once the bag is empty: only one more
        good will be delivered, by whoever is first."""
        seats, actor, left = state.seats, state.actor, state.left
        values = []
        chances = []
        total = 0.3  # the weight of nobody delivering
        for seat in range(seats):
            way, value = LONGEST_WAY, 0.0
            for _rank, hope, _markers, length, _fetch in jobs[seat]:
                if length < way or (length == way and hope > value):
                    way, value = length, hope
            if seat == actor:
                turns = 0 if way <= left else (way - left + 3) // ACTIONS * seats
            else:
                turns = (seat - actor) % seats + (way - 1) // ACTIONS * seats
            chance = exp(-0.9 * turns) if way < LONGEST_WAY else 0.0
            values.append(value)
            chances.append(chance)
            total += chance
        for seat in range(seats):
            points[seat] += values[seat] * chances[seat] / total
