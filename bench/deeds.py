"""`python -m bench.deeds`: how often computer players do each deed.

    python -m bench.deeds [--matches N] [--iterations N] [--keep FILE] [--record]

Porters play against Caravan masters, in every game and with each number of seats up to four, a
solo match with a master alone. It tells the share of seats of each level that did a deed, and what
is wrong: a deed that nobody did, or one that more than 60 % did; both do not hold for hidden deeds.
`--keep` writes every match to a file, and a later run goes on from there. `--iterations` caps those
of the masters. `--record` writes the shares to `bench/deeds.json`, from which the manual has them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from ai.own_turn import OwnTurn
from ai.search import NO_MOVE, Searcher, choose
from caravan_tui.engine import Match, Record, Seat
from caravan_tui.engine.deeds import earned
from caravan_tui.games import registry

LEVELS: Final = ("porter", "master")
MOST_SEATS: Final = 4
MOST_SHARE: Final = 60.0
RECORDED: Final = Path(__file__).with_name("deeds.json")

Shares = dict[str, dict[str, float]]
"""By deed and level: per cent of seats."""


def read() -> Shares:
    """The recorded shares."""
    shares: Shares = json.loads(RECORDED.read_text("utf-8"))
    return shares


def play(game_id: str, kinds: list[str], seed: int, iterations: int | None) -> Match:
    """A match of computer players, trades out of turn included."""
    match = Match.new(game_id, {}, [Seat(kind, kind) for kind in kinds], seed)
    kept: list[list[Searcher]] = [[] for _ in kinds]
    turns = [OwnTurn() for _ in kinds]

    def ask(seat: int) -> int:
        return choose(
            match.game,
            match.view(seat),
            kinds[seat],
            seed * 100_003 + match.version,
            iterations if kinds[seat] == "master" else None,
            keep=kept[seat],
            turn=turns[seat],
        ).action

    before = -1
    while not match.over:
        seat, action = -1, NO_MOVE
        for listener in match.state.interrupts():
            if action == NO_MOVE:
                seat, action = listener, ask(listener)
        if action == NO_MOVE:
            seat = match.to_act
            if seat != before:
                for other, turn in enumerate(turns):
                    if other != seat:
                        turn.end()
            before, action = seat, ask(seat)
        match.act(seat, action)
    return match


def plan(matches: int) -> Iterator[tuple[str, list[str], int]]:
    """Game, kinds of players and seed of every match: masters and porters change places."""
    for game_id in registry.ids():
        spec = registry.spec(game_id)
        counts = range(spec.min_seats, min(spec.max_seats, MOST_SEATS) + 1)
        for number in range(matches):
            seats = counts[number % len(counts)]
            masters = max(1, seats // 2)
            kinds = [LEVELS[(seat + number) % seats < masters] for seat in range(seats)]
            yield game_id, kinds, 1000 + number


def kept_matches(keep: Path | None) -> list[dict[str, Any]]:
    """The matches of a file, none if there is no file yet."""
    if keep is None or not keep.exists():
        return []
    return [json.loads(line) for line in keep.read_text("utf-8").splitlines()]


def all_matches(args: argparse.Namespace) -> Iterator[Match]:
    """Every match of the file, then those that it lacks."""
    lines = kept_matches(args.keep)
    for line in lines:
        game = line["game"]
        rules = registry.spec(game).rules_version
        seats = [Seat(kind, kind) for kind in line["kinds"]]
        record = Record(game, rules, line["options"], seats, line["seed"], log=line["log"])
        yield Match.from_record(record)
    have = Counter(line["game"] for line in lines)
    for game_id, kinds, seed in plan(args.matches):
        if have[game_id] > 0:
            have[game_id] -= 1
            continue
        match = play(game_id, kinds, seed, args.iterations)
        if args.keep is not None:
            record = match.record
            plain = {"game": game_id, "kinds": kinds, "seed": seed, "log": record.log}
            with args.keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps({**plain, "options": record.options}) + "\n")
        yield match


def shares_of(matches: Iterator[Match]) -> Shares:
    """The share of each level's seats that did each deed, among the seats that could: a deed that
    only a match for one can do counts those alone."""
    done: Counter[tuple[str, str]] = Counter()
    seats: Counter[tuple[str, str, bool]] = Counter()
    for match in matches:
        is_alone = len(match.record.seats) == 1
        plies = list(match.plies())
        for seat, player in enumerate(match.record.seats):
            seats[match.record.game, player.kind, is_alone] += 1
            for name in earned(match, seat, plies):
                if is_alone == (name in SOLO):
                    done[name, player.kind] += 1
    return {
        deed.id: {
            level: round(
                100 * done[deed.id, level] / max(1, seats[game_id, level, deed.id in SOLO]), 1
            )
            for level in LEVELS
        }
        for game_id in registry.ids()
        for deed in registry.get(game_id).deeds
    }


SOLO: Final = ("caravanserai.alone",)
"""Deeds of a match for one."""


def faults(shares: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Deeds that are too hard or too easy, as lines."""
    lines = []
    for game_id in registry.ids():
        for deed in registry.get(game_id).deeds:
            if deed.is_hidden:
                continue
            best = max(shares[deed.id].values())
            if not 0 < best <= MOST_SHARE:
                lines.append(f"{deed.id}: {best:g} % did it")
    return lines


def main() -> None:
    """Play, count, and say what is wrong."""
    parser = argparse.ArgumentParser(prog="python -m bench.deeds")
    parser.add_argument("--matches", type=int, default=100, help="of each game")
    parser.add_argument("--iterations", type=int, help="of a master's decision, at most")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--record", action="store_true")
    args = parser.parse_args()
    shares = shares_of(all_matches(args))
    for name, by_level in shares.items():
        print(f"{name:32}", *(f"{level} {share:5.1f} %" for level, share in by_level.items()))
    if args.record:
        RECORDED.write_text(json.dumps(shares, indent=1) + "\n", "utf-8")
    wrong = faults(shares)
    print("\n".join(wrong))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
