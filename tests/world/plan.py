"""What is going to happen in a world: a list of steps and faults, all drawn from the seed.

A plan is data, and each step has a number of its own that decides everything in it. So a step can
be left out and the others stay what they were, which is what shrinking a failing seed needs.
"""

from __future__ import annotations

from random import Random

from attrs import frozen

PEOPLE = ("Anna", "Ben", "Carla", "Dmitri")
GAMES = ("decktet", "sahara", "dice_village", "caravanserai", "ahldarahd")


@frozen
class Step:
    """One thing that somebody does, or that goes wrong."""

    after: float
    """Virtual seconds since the step before."""
    who: str
    """A person, or `world`."""
    what: str
    """The name of a method of `Robot` or of `World`."""
    salt: int
    """Decides what the step leaves open."""

    def __str__(self) -> str:
        return f"+{self.after:6.2f} s  {self.who:7} {self.what} {self.salt}"


HONEST = {
    "play": 45, "create_shared": 4, "create_solo": 3, "join": 10, "watch": 4, "leave": 4,
    "undo": 7, "redo": 4, "answer": 5, "list_matches": 2, "resume_solo": 3, "restart_solo": 1,
    "quit": 2, "connect": 6, "chat": 1, "hint": 2, "hurry": 1, "resign": 1, "look": 3,
    "think_again": 4, "create_for_days": 2, "choose_notices": 2, "invite": 1,
    "new_tournament": 2, "go_in_for": 4, "begin_tournament": 3, "go_to_round": 3,
}  # fmt: skip
"""What people do, with how often."""

RUDE = {
    "act_twice": 6, "act_stale": 4, "act_for_another": 5, "act_illegal": 3, "undo_storm": 5,
    "undo_for_another": 2, "break_off": 4, "ask_and_break_off": 5, "read_slowly": 4,
    "listen_elsewhere": 4, "look_elsewhere": 3, "watch_private": 3, "pause": 1,
    "answer_for_another": 2, "connect_again": 2, "play_together": 6, "rush": 3,
    "join_what_is_no_more": 3, "win_days": 3, "change_tournament_of_another": 2,
}  # fmt: skip
"""What they should not do."""

WRONG = {
    "kill": 4, "fail_power": 4, "crash_at_write": 6, "stop": 3, "fill_disk": 3, "break_sync": 2,
    "slow_disk": 4, "jump_clock": 2, "slow_line": 2, "lose_workers": 2, "wait_long": 6,
    "wait_days": 3, "break_post": 3,
}  # fmt: skip
"""What goes wrong around them."""


def plan_of(seed: int) -> list[Step]:
    """The plan of a seed."""
    rng = Random(f"{seed}:plan")
    people = PEOPLE[: rng.choice((2, 2, 3, 4))]
    steps = [Step(0.1, who, "connect", rng.getrandbits(32)) for who in people]
    kind = rng.choice(("create_shared", "create_shared", "create_for_days"))
    steps.append(Step(0.5, people[0], kind, rng.getrandbits(32)))
    steps += [Step(0.5, who, "join", rng.getrandbits(32)) for who in people[1:]]
    if rng.random() < 0.4:
        steps += [Step(0.2, who, "choose_notices", rng.getrandbits(32)) for who in people]
    if rng.random() < 0.3:
        steps.append(Step(0.2, people[0], "new_tournament", rng.getrandbits(32)))
        steps += [Step(0.4, who, "go_in_for", rng.getrandbits(32)) for who in people]
        steps.append(Step(0.5, people[0], "begin_tournament", rng.getrandbits(32)))
        steps += [Step(3.0, who, "go_to_round", rng.getrandbits(32)) for who in people]
    rudeness = rng.choice((0.0, 0.3, 0.6, 0.9))
    trouble = rng.choice((0.0, 0.08, 0.15, 0.25))
    for _ in range(rng.randrange(20, 45)):
        after = rng.expovariate(1.0) if rng.random() < 0.9 else rng.uniform(5.0, 120.0)
        if rng.random() < trouble:
            who, kinds = "world", WRONG
        else:
            who = rng.choice(people)
            kinds = RUDE if rng.random() < rudeness * 0.5 else HONEST
        what = rng.choices(list(kinds), list(kinds.values()))[0]
        steps.append(Step(after, who, what, rng.getrandbits(32)))
    return steps
