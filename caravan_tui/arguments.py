"""What several commands of the command line take: the seed, and options of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from caravan_tui.words import _

LARGEST_SEED = (1 << 63) - 1
"""As in `engine.rng`, said again here so that `--help` imports no engine."""

if TYPE_CHECKING:
    _Pair = click.ParamType[tuple[str, str]]
    _Number = click.ParamType[int]
else:
    _Pair = click.ParamType
    _Number = click.ParamType


class Seed(_Number):
    """A whole number from 0 to LARGEST_SEED."""

    name = "NUMBER"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """The number; a usage error that says which ones there are."""
        text = str(value).strip()
        if not (text.isascii() and text.isdigit()) or int(text[:40]) > LARGEST_SEED:
            self.fail(
                _("'{value}' is no seed; choose a whole number from 0 to {most}.").format(
                    value=value, most=LARGEST_SEED
                ),
                param,
                ctx,
            )
        return int(text)


SEED = Seed()
"""The type of `--seed`."""


class Pairs(_Pair):
    """`NAME=VALUE`."""

    name = "NAME=VALUE"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, str]:
        """The two sides; a usage error without an equals sign or a name."""
        if isinstance(value, tuple):
            return str(value[0]), str(value[1])
        name, equals, text = str(value).partition("=")
        if not equals or not name.strip():
            self.fail(_("'{value}' is not NAME=VALUE.").format(value=value), param, ctx)
        return name.strip(), text.strip()


def as_mapping(ctx: Any, param: Any, pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """A mapping of the pairs; a usage error if a name comes twice."""
    given: dict[str, str] = {}
    for name, value in pairs:
        if name in given:
            raise click.BadParameter(_("'{name}' is given twice.").format(name=name), ctx, param)
        given[name] = value
    return given


OPTIONS = click.option(
    "--option",
    "options",
    type=Pairs(),
    multiple=True,
    callback=as_mapping,
    help="An option of the game; may be given several times.",
)
"""`--option`, as often as wished; the command gets a mapping `options`."""
