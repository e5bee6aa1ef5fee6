"""The engine protocol: JSON objects, one a line, with the kind of the message as `type`.

The table asks, the program answers. `docs/engine-protocol.md` describes it for those who write
programs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from caravan_tui.games.contract import OptionValue

PROTOCOL: Final = 1
LONGEST_LINE: Final = 1 << 20
"""Bytes of a line; a longer one is no message."""


class _Line(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """A message. Unknown fields are ignored, so that newer programs may say more."""


class Move(msgspec.Struct, frozen=True):
    """A legal move: its number, and its notation as the rules page writes it."""

    action: int
    notation: str


# From the table


class Hello(_Line, frozen=True):
    """The first line of both sides. `name` and `game` are those of a program."""

    protocol: int = PROTOCOL
    name: str = ""
    game: str = ""


class Option(_Line, frozen=True):
    """Sets what the program lets be set: here `level`, `style` and `seed`."""

    name: str
    value: OptionValue


class Position(_Line, frozen=True):
    """What the seat to act may know, and its legal moves."""

    view: dict[str, Any]
    """A view of the game (`games/<game>/view.py`), as JSON has it."""
    moves: list[Move] = []
    continues: bool = False
    """The seat's own last move has led here, no other seat's: its turn goes on."""


class Legal(_Line, frozen=True):
    """Asks for the legal moves of the position; the answer is Moves."""


class Go(_Line, frozen=True):
    """Asks for a move; the answer is BestMove, with any number of Info before."""

    seconds: float | None = None
    iterations: int | None = None


class Stop(_Line, frozen=True):
    """The answer shall come now."""


class Quit(_Line, frozen=True):
    """The program shall end."""


# From the program


class Moves(_Line, frozen=True):
    """The legal moves of the position."""

    moves: list[Move]


MOST_ITERATIONS = 1 << 53
"""More would be no number in the messages to the players of the table."""


class Info(_Line, frozen=True):
    """How far the program is: iterations, the expected result of its seat (0 to 1), and the line
    of play that it expects."""

    iterations: Annotated[int, Meta(ge=0, le=MOST_ITERATIONS)] = 0
    value: float | None = None
    line: list[int] = []
    text: str = ""


class BestMove(_Line, frozen=True):
    """The move; `notation` counts where there is no `action`."""

    action: int | None = None
    notation: str = ""


class Error(_Line, frozen=True):
    """What is wrong with a line that came, in one line."""

    text: str


FromTable = Hello | Option | Position | Legal | Go | Stop | Quit
FromProgram = Hello | Moves | Info | BestMove | Error

_encode: Callable[[FromTable | FromProgram], bytes] = msgspec.json.Encoder().encode
from_table: Callable[[bytes], FromTable] = msgspec.json.Decoder(FromTable).decode
"""A line of the table. Raises msgspec.MsgspecError."""
from_program: Callable[[bytes], FromProgram] = msgspec.json.Decoder(FromProgram).decode
"""A line of a program. Raises msgspec.MsgspecError."""


def line(message: FromTable | FromProgram) -> bytes:
    """A message with its end of line."""
    return _encode(message) + b"\n"
