"""The files of learned corrections, `games/<game>/evaluator/learned-<seats>.json`.

A file has the weights of a `Correction` and how they were made. One that is damaged, or that does
not fit its game any more, is told in one line of the log; the evaluation is then used as it is.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from math import isfinite
from pathlib import Path
from typing import Any

import msgspec

from caravan_tui import games
from caravan_tui.games.kit.correction import Correction

log = logging.getLogger(__name__)

MOST_BYTES = 1 << 20
"""Larger files are not read."""

MOST_UNITS = 256


class BadWeightsError(ValueError):
    """A file of weights cannot be used; the text is one line for the user."""


class Made(msgspec.Struct, forbid_unknown_fields=True):
    """How weights were made."""

    seed: int
    matches: int
    """Matches that were learned from, each with its branches."""
    positions: int
    iterations: int
    """Of each decision in them; 0: the move that looks best one ply deep."""
    commit: str
    """Of the program that played and learned."""
    blend: float
    """The part of a target that is the later course of the match; the rest is what the search
    found at the position."""
    share: float
    """The part of the fitted correction that is used."""
    loss_before: float
    loss_after: float
    """Mean squared errors of the evaluation against the results of matches that were held out:
    without the correction, and with it."""


class ContestCounts(msgspec.Struct, forbid_unknown_fields=True):
    """The contest that accepted the weights."""

    matches: int
    seed: int
    score: float
    """Wins; with more than two seats the shares of seats that were ranked above, summed."""
    low: float
    high: float
    """The 95 % interval of the share (Wilson)."""
    iterations: int
    """Of a decision of the Caravan master without the correction."""
    corrected_iterations: int
    """Of one with it: as many as take the same time."""
    compiled: bool


class Weights(msgspec.Struct, forbid_unknown_fields=True):
    """A file of weights."""

    game: str
    rules: int
    """The version of the rules."""
    seats: int
    features: list[str]
    linear: list[float]
    own: list[list[float]]
    shared: list[list[float]]
    bias: list[float]
    out: list[float]
    """See `Correction`."""
    made: Made
    contest: ContestCounts | None = None

    def correction(self) -> Correction:
        """The correction that these weights make."""
        return Correction(self.linear, self.own, self.shared, self.bias, self.out)


def file_name(seats: int) -> str:
    """The name of the file for a number of seats."""
    return f"learned-{seats}.json"


def shipped_file(game_id: str, seats: int) -> Path:
    """Where the file of a game that has an evaluator is for a number of seats, or would be."""
    folder = resources.files(f"{games.__name__}.{game_id}.evaluator")
    return Path(str(folder.joinpath(file_name(seats))))


def read(data: bytes, game: str, rules: int, seats: int, features: Sequence[str]) -> Weights:
    """Weights from the bytes of a file.

    Raises BadWeightsError if they are no weights, or not for this evaluator, table and rules.
    """
    try:
        weights = msgspec.json.decode(data, type=Weights)
    except msgspec.DecodeError as error:
        raise BadWeightsError(f"no weights ({error})") from None
    wanted: tuple[Any, ...] = (game, rules, seats, list(features))
    if (weights.game, weights.rules, weights.seats, weights.features) != wanted:
        raise BadWeightsError(
            f"weights of {weights.game}, {weights.seats} seats, rules {weights.rules}, with "
            f"{len(weights.features)} features: not for this evaluator of {game}, {seats} seats"
        )
    inputs, units = len(weights.features) + 1, len(weights.out)
    per_input = [weights.linear, *weights.own, *weights.shared]
    per_unit = [weights.bias, weights.out]
    if (
        units > MOST_UNITS
        or len(weights.own) != units
        or len(weights.shared) != units
        or any(len(row) != inputs for row in per_input)
        or any(len(row) != units for row in per_unit)
        or not all(isfinite(number) for row in per_input + per_unit for number in row)
    ):
        raise BadWeightsError("the numbers of weights and features do not fit")
    return weights


def load(
    folder: Traversable, game: str, rules: int, seats: Sequence[int], features: Sequence[str]
) -> dict[int, Correction]:
    """The corrections that are in a folder, by number of seats. A bad file is logged."""
    corrections = {}
    for number in seats:
        file = folder.joinpath(file_name(number))
        try:
            if not file.is_file():
                continue
            with file.open("rb") as stream:
                data = stream.read(MOST_BYTES)
            corrections[number] = read(data, game, rules, number, features).correction()
        except BadWeightsError as error:
            log.warning("%s: %s; not used", file, error)
        except OSError as error:
            log.warning("%s: %s; not used", file, error.strerror or error)
    return corrections


def to_bytes(weights: Weights) -> bytes:
    """A file of weights, laid out to be read and compared line by line."""
    return msgspec.json.format(msgspec.json.encode(weights), indent=1) + b"\n"
