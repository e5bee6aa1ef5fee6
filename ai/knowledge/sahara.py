"""What the search knows of Caravan (Joseph Huber).

The value of a position is what each seat may expect to score. Points are certain. A carried good
counts its value, less the longer its way is: the way is counted in actions, from the chains that
stand to the camels that still have to be set (`ai/knowledge/sahara_ways.py`). Goods that lie in the
desert, and those that can be stolen, count for every seat that can get at them, less where others
are nearer. Near the end of the bag long ways are worth nothing and carried goods cost points.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, sqrt
from random import Random
from typing import ClassVar

from ai.knowledge.base import Knowledge
from ai.knowledge.sahara_play import next_step
from ai.knowledge.sahara_ways import Camels, camels_of
from caravan_tui.games.contract import OVER, State
from caravan_tui.games.sahara.actions import LIFT, LIFT_SUPPLY, SET
from caravan_tui.games.sahara.desert import SUPPLY, VALUES
from caravan_tui.games.sahara.rules import PENALTY, PLAYING, SUPPLIED, SaharaState

LONGEST_WAY = 40
"""Actions; longer ways count as this one."""
HORIZON = 40
"""Own actions until the end; a later end counts as this one."""

NEAR = 4
"""Actions of a way that is short enough to begin with a camel in the city."""
FETCHED = 5
"""Lying goods, the best to fetch first, to which a camel may be sent."""


class SaharaKnowledge(Knowledge):
    """Evaluation, priors and a quick policy for Caravan."""

    WEIGHTS: ClassVar[dict[str, float]] = {
        "decay": 0.14,  # part of a good's value that each action of its way costs
        "lying": 0.45,  # what a good that lies in the desert counts
        "later": 1.0,  # how much longer ways get that have to wait for others
        "loot": 0.05,  # what a good that others carry counts for a thief
        "claim": 0.2,  # how much each action nearer makes a lying good mine
        "wait": 0.1,  # how much each turn of others makes a lying good theirs
        "steal": 1.2,  # how likely a good that is worth stealing is stolen
        "theft": 1.0,  # points that a theft marker is worth
        "last": 8.0,  # points that it costs to have one empty camel only
        "second": 4.0,  # points that it costs to have two only
        "third": 1.5,  # points that it costs to have three only
        "tempo": 0.57,  # points that an action left in the turn is worth
        "spread": 1.0,  # how open the rest of the match is
    }
    STYLES: ClassVar[dict[str, dict[str, float]]] = {
        "cautious": {"steal": 1.8, "theft": 1.0},
        "greedy": {"lying": 0.8, "last": 1.5},
        "thief": {"theft": 0.2, "loot": 0.6},
        "trader": {"decay": 0.2, "lying": 0.35},
    }
    MARGIN: ClassVar[float] = 10.0
    ROLLOUT: ClassVar[int] = 16
    OPEN: ClassVar[bool] = True
    ITERATIONS: ClassVar[dict[str, int]] = {
        "porter": 16,
        "trader": 60,
        "merchant": 200,
        "master": 700,
    }
    TEMPERATURE: ClassVar[float] = 0.006
    """How much the priors prefer the better position, in utility."""

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        super().__init__(weights)
        decay = self.weights["decay"]
        self.worth = [
            [
                exp(-decay * way) / (1.0 + exp(min(30.0, (way - end - 1.5) / 1.5)))
                for way in range(LONGEST_WAY + 1)
            ]
            for end in range(HORIZON + 1)
        ]
        """What is left of a good's value, by own actions until the end and by its way."""
        last, second, third = (self.weights[name] for name in ("last", "second", "third"))
        self.crowded = [last, last, second, third, 0.0, 0.0, 0.0]
        self.turns = [exp(-self.weights["wait"] * turns) for turns in range(5)]
        self.claims = [exp(-self.weights["claim"] * way) for way in range(LONGEST_WAY + 1)]

    # What a position is worth

    def evaluate(self, state: State) -> list[float]:
        assert isinstance(state, SaharaState)
        return self._utilities(state, self._points(state, True))

    def _utilities(self, state: SaharaState, points: list[float]) -> list[float]:
        """Utilities on the scale of `utility` from the points that the seats may expect."""
        seats = state.seats
        margin = self.MARGIN
        spread = self.weights["spread"] * (1.2 + 0.6 * sqrt(self._picks(state)))
        values = []
        for seat in range(seats):
            mine = points[seat]
            best = -1e9
            place = 0.0
            for other in range(seats):
                if other != seat:
                    theirs = points[other]
                    if theirs > best:
                        best = theirs
                    ahead = (mine - theirs) / spread
                    place += 1.0 / (1.0 + exp(-ahead)) if ahead > -30.0 else 0.0
            lead = mine - best
            values.append(0.5 * place / (seats - 1) + 0.25 + 0.25 * lead / (abs(lead) + margin))
        return values

    def _picks(self, state: SaharaState) -> int:
        """Pick-ups until the bag is empty, 0 if it is."""
        bag = sum(state.bag)
        if not bag:
            return 0
        lying = 8 - state.loose.count(-1)
        return max(1, lying - 4 + bag - 4)

    def _points(self, state: SaharaState, restore: bool) -> list[float]:
        """The points that each seat may expect at the end, without what all may expect alike.

        `restore`: a lifted camel counts as if it stood where it was lifted, so that a lift by
        itself changes nothing.
        """
        weights = self.weights
        seats, each = state.seats, state.each
        camels = state.camels
        actor, left = state.actor, state.left
        desert = state.desert
        own: list[Camels] = []
        for seat in range(seats):
            cut = camels[seat * each : seat * each + each]
            if restore and seat == actor and 0 <= state.lifted < SUPPLY:
                cut[cut.index(SUPPLIED)] = state.lifted * 32
                cut.sort()
            own.append(camels_of(desert, tuple(cut)))
        picks = self._picks(state)
        # Measured: a little more than half a pick-up a turn, four actions a turn.
        end = min(HORIZON, int(7 * picks / seats) + 3)
        worth = self.worth[end]
        near_end = exp(-picks / 5.0)
        theft = state.theft
        points = [float(value) for value in state.points]
        crowded = self.crowded
        later = weights["later"]
        jobs: list[list[tuple[float, float, float, int, int]]] = [[] for _ in own]
        first_way = [LONGEST_WAY] * seats
        first_value = [0.0] * seats
        values = VALUES
        for seat in range(seats):
            mine = own[seat]
            todo = jobs[seat]
            for space, good, under, way in mine.laden:
                city = desert.city[good]
                if not mine.free >> city & 1:
                    for other in range(seats):
                        if other != seat and own[other].all >> city & 1:
                            way += 1
                            break
                value = values[good]
                if way < first_way[seat] or (way == first_way[seat] and value > first_value[seat]):
                    first_way[seat] = way
                    first_value[seat] = value
                hope = float(value)
                if not under and not (seat == actor and way <= left):
                    for other in range(seats):
                        if other != seat and theft[other] and own[other].empty > 1:
                            thief = own[other]
                            fetch = 1 if thief.free >> space & 1 else 3
                            gain = value * worth[min(LONGEST_WAY, fetch + thief.way(space, good))]
                            risk = weights["steal"] * gain / 6.0
                            if risk > 0.9:
                                risk = 0.9
                            points[other] += weights["loot"] * risk * gain
                            hope *= 1.0 - risk
                if picks:
                    todo.append((-hope / way, hope, 0.0, way, 0))
            points[seat] += PENALTY[len(mine.laden)] * near_end
            points[seat] += (
                weights["theft"] * (theft[seat] if theft[seat] < 3 else 3) * (1.0 - near_end)
            )
            points[seat] -= crowded[mine.empty] * (1.0 - near_end)
        tempo = weights["tempo"]
        waits = [(seat - actor) % seats for seat in range(seats)]
        turns_in_round = (actor - state.start) % seats
        for seat in range(seats):
            if seat == actor:
                points[seat] += tempo * left
            elif waits[seat] < seats - turns_in_round:
                points[seat] += tempo * 4
        if not picks:
            self._race(state, points, first_way, first_value)
        claims = self.claims
        turns = self.turns
        lying = weights["lying"]
        strength = [0.0] * seats
        fetches = [0] * seats
        numbered = desert.numbered
        demand = state.demand
        for slot, good in enumerate(state.loose):
            if good < 0:
                continue
            space = numbered[slot]
            held = 0
            for seat in range(seats):
                if own[seat].all >> space & 1:
                    held |= 1 << seat
            total = 0.0
            for seat in range(seats):
                mine = own[seat]
                if mine.free >> space & 1:
                    fetch = 1
                else:
                    fetch = 3 if held else 2
                claim = claims[fetch]
                claim *= turns[seats if seat == actor and left < fetch else waits[seat]]
                if mine.empty < 2:
                    claim *= 0.3
                total += claim
                strength[seat] = claim
                fetches[seat] = fetch
            value = values[good] if picks else 0
            markers = demand[slot]
            for seat in range(seats):
                share = lying * strength[seat] / total
                fetch = fetches[seat]
                way = fetch + own[seat].way(space, good)
                jobs[seat].append(
                    (-share * (value + markers) / way, share * value, share * markers, way, fetch)
                )
        for seat in range(seats):
            todo = jobs[seat]
            todo.sort()
            spent = 0.0
            slower = 1.0
            sum_ = 0.0
            for _rank, value_, markers_, way, fetch in todo:
                if markers_:
                    sum_ += markers_ * worth[min(LONGEST_WAY, int(spent) + fetch)]
                spent += way * slower
                slower = later
                if spent > LONGEST_WAY:
                    break
                sum_ += value_ * worth[int(spent)]
            points[seat] += sum_
        return points

    def _race(
        self, state: SaharaState, points: list[float], ways: list[int], values: list[float]
    ) -> None:
        """The bag is empty: only one good will still be delivered, by whoever is first."""
        seats, actor, left = state.seats, state.actor, state.left
        chances = []
        total = 0.3
        for seat in range(seats):
            way = ways[seat]
            if seat == actor:
                turns = 0 if way <= left else ((way - left + 3) // 4) * seats
            else:
                turns = (seat - actor) % seats + (way - 1) // 4 * seats
            chance = exp(-0.9 * turns) if way < LONGEST_WAY else 0.0
            chances.append(chance)
            total += chance
        for seat in range(seats):
            points[seat] += values[seat] * chances[seat] / total

    # What is worth a thought

    def moves(self, state: State, legal: list[int]) -> list[int]:
        """Leaves out camels from the board while the supply has some, and spaces that lie neither
        on a good nor on a shortest way of one."""
        assert isinstance(state, SaharaState)
        if state.phase != PLAYING:
            return legal
        if state.lifted >= 0:
            useful = self._useful(state)
            found = [move for move in legal if useful >> (move - SET) & 1]
            return found or legal
        if LIFT_SUPPLY in legal:
            return [move for move in legal if not LIFT <= move < LIFT_SUPPLY]
        return legal

    def _useful(self, state: SaharaState) -> int:
        """The spaces on which a camel may do some good, as a mask."""
        seat, each = state.actor, state.each
        desert = state.desert
        mine = camels_of(desert, tuple(state.camels[seat * each : seat * each + each]))
        useful = mine.routes()
        if mine.empty > 1:
            useful |= self._fetching(state, mine)
            if state.theft[seat]:
                for index, camel in enumerate(state.camels):
                    if 0 < camel & 31 < 9 and index // each != seat:
                        useful |= 1 << (camel >> 5)
        return useful & ~mine.free

    def _fetching(self, state: SaharaState, mine: Camels) -> int:
        """The spaces of the goods that are best worth fetching, and the first steps from there."""
        desert = state.desert
        ranked = []
        for slot, good in enumerate(state.loose):
            if good >= 0:
                space = desert.numbered[slot]
                way = mine.way(space, good)
                ranked.append(((VALUES[good] + state.demand[slot]) / (way + 2), space, good, way))
        ranked.sort(reverse=True)
        found = 0
        for _rank, space, good, way in ranked[:FETCHED]:
            found |= 1 << space
            if mine.all >> space & 1:
                found |= mine.route(space, good)[0]
            elif way <= NEAR:
                found |= 1 << desert.city[good]
        return found

    def priors(self, state: State, moves: list[int]) -> list[float] | None:
        """From the value of the position after each move; a lift counts as its best set."""
        assert isinstance(state, SaharaState)
        values = self._values(state, moves)
        top = max(values)
        weights = [exp((value - top) / self.TEMPERATURE) + 0.01 for value in values]
        total = sum(weights)
        return [weight / total for weight in weights]

    def greedy(self, state: State, rng: Random) -> int:
        """The best next position; a camel is lifted and set in one thought."""
        assert isinstance(state, SaharaState)
        moves = self.moves(state, state.legal())
        if len(moves) == 1:
            return moves[0]
        values = [value + rng.random() * 1e-9 for value in self._values(state, moves)]
        return moves[values.index(max(values))]

    def _values(self, state: SaharaState, moves: list[int]) -> list[float]:
        """What the position after each move is worth for the seat to act."""
        seat = state.actor
        values = []
        for move in moves:
            after = state.clone()
            after.apply(move)
            if after.lifted >= 0:
                best = 0.0
                for target in self.moves(after, after.legal()):
                    then = after.clone()
                    then.apply(target)
                    value = self._judge(then, seat)
                    if value > best:
                        best = value
                values.append(best)
            else:
                values.append(self._judge(after, seat))
        return values

    def play(self, state: State, rng: Random) -> int:
        """Deliver, pick up, else the next step of the good that pays best for its way."""
        assert isinstance(state, SaharaState)
        return next_step(state, rng)

    def _judge(self, state: SaharaState, seat: int) -> float:
        over = state.to_act() == OVER
        return (self.utility(state) if over else self.evaluate(state))[seat]


KNOWLEDGE = SaharaKnowledge()
