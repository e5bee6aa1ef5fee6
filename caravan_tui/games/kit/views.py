"""What the views of all games have in common."""

from __future__ import annotations

from typing import Any

from caravan_tui.games.contract import OptionValue, Spec, State, View


def common(
    spec: Spec,
    state: State,
    seat: int | None,
    options: dict[str, OptionValue],
    round: int,
    custom: Any = None,
) -> View:
    """The keys that every view has; a game's own view adds its keys with `{**common(...), ...}`.

    `options` are the resolved ones, `round` the number of the round from 1, `custom` the user's
    custom data.
    """
    scores = list(state.scores())
    return {
        "game": spec.id,
        "seat": seat,
        "seats": len(scores),
        "options": options,
        "custom": custom,
        "to_act": state.to_act(),
        "round": round,
        "scores": scores,
    }
