"""Parameters that several commands have: a game, a seed, and the options of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_network
from types import ModuleType
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from caravan_tui.i18n import _
from caravan_tui.server.origins import Origin, OriginError, parse_origin

LARGEST_SEED = (1 << 63) - 1
"""The value of `engine.rng`, repeated so that `--help` does not import the engine."""

if TYPE_CHECKING:
    _Pair = click.ParamType[tuple[str, str]]
    _Number = click.ParamType[int]
    _Name = click.ParamType[str]
    _Address = click.ParamType[tuple[str, int]]
    _Networks = click.ParamType[tuple[IPv4Network | IPv6Network, ...]]
    _PageAddress = click.ParamType[Origin]
else:
    _Pair = click.ParamType
    _Number = click.ParamType
    _Name = click.ParamType
    _Address = click.ParamType
    _Networks = click.ParamType
    _PageAddress = click.ParamType


def _registry() -> ModuleType:
    """The games; `--help` loads none."""
    from caravan_tui.games import registry

    return registry


def nearest_name(typed: str, names: Iterable[str]) -> str:
    """The name that was probably meant; empty if none is near."""
    return next(iter(get_close_matches(typed.lower(), list(names), 1)), "")


class ListenAddress(_Address):
    """`[HOST:]PORT`, with an IPv6 address in brackets. The command receives host and port."""

    name = "[HOST:]PORT"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        """Split the address, or fail with a usage error."""
        host, _colon, port = str(value).rpartition(":")
        is_bracketed = host.startswith("[") and host.endswith("]")
        is_host = is_bracketed or ":" not in host
        if not is_host or not (port.isascii() and port.isdecimal() and int(port[:6]) <= 65535):
            text = _("'{value}' is not [HOST:]PORT, such as 9464 or 127.0.0.1:9464")
            raise click.BadParameter(text.format(value=value), ctx, param)
        return host[1:-1] if is_bracketed else host or "127.0.0.1", int(port)


class PageAddress(_PageAddress):
    """The address of a page, as a browser has it: scheme, host and port."""

    name = "URL"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Origin:
        """Read the address, or fail with a usage error."""
        try:
            return parse_origin(str(value))
        except OriginError as error:
            raise click.BadParameter(str(error), ctx, param) from None


class Networks(_Networks):
    """Addresses or networks, separated by commas."""

    name = "ADDRESSES"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[IPv4Network | IPv6Network, ...]:
        """Read the addresses, or fail with a usage error that names the wrong one."""
        networks = []
        for text in str(value).split(","):
            try:
                networks.append(ip_network(text.strip()))
            except ValueError:
                words = _("'{value}' is not an address or network, such as 10.0.0.7 or 10.0.0.0/24")
                raise click.BadParameter(words.format(value=text.strip()), ctx, param) from None
        return tuple(networks)


class GameName(_Name):
    """A game, by its id or by its kind: `decktet` or `cards`. The command receives the id."""

    name = "GAME"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Look the game up, or fail with a usage error that names those that exist."""
        registry = _registry()
        try:
            return str(registry.id_of(str(value)))
        except registry.UnknownGameError as error:
            words = str(error)
            if nearest := nearest_name(str(value), self._names()):
                text = _(
                    "There is no game '{name}'. Did you mean '{nearest}'? Choose one of: {all}"
                )
                words = text.format(name=value, nearest=nearest, all=registry.names_to_choose())
            raise click.UsageError(words, ctx) from None

    def _names(self) -> list[str]:
        """Kinds and ids of the games."""
        registry = _registry()
        specs = [registry.spec(game_id) for game_id in registry.ids()]
        return [spec.kind for spec in specs if spec.kind] + [spec.id for spec in specs]

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        """Say which games there are."""
        return _("Choose one of: {all}").format(all=_registry().names_to_choose())

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete kinds, and ids where they are typed."""
        return [CompletionItem(name) for name in self._names() if name.startswith(incomplete)]


GAME = GameName()
"""The type of the argument GAME."""


class GameCommand(click.Command):
    """A command with an argument GAME: its help lists the games."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List what can be typed for GAME, and which game each is."""
        registry = _registry()
        specs = [registry.spec(game_id) for game_id in registry.ids()]
        with formatter.section(_("Games")):
            formatter.write_dl([(spec.kind or spec.id, _(spec.title)) for spec in specs])


class Seed(_Number):
    """A whole number from 0 to LARGEST_SEED."""

    name = "NUMBER"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Parse the number, or fail with a usage error."""
        text = str(value).strip()
        if not (text.isascii() and text.isdigit()) or int(text[:40]) > LARGEST_SEED:
            self.fail(
                _("'{value}' is not a seed. Choose a whole number from 0 to {most}.").format(
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

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Split at the equals sign; fail with a usage error without one, or without a name."""
        if isinstance(value, tuple):
            return str(value[0]), str(value[1])
        name, equals, text = str(value).partition("=")
        if not equals or not name.strip():
            self.fail(_("'{value}' is not NAME=VALUE.").format(value=value), param, ctx)
        return name.strip(), text.strip()


def as_mapping(
    ctx: click.Context, param: click.Parameter, pairs: Sequence[tuple[str, str]]
) -> dict[str, str]:
    """Make a mapping of the pairs; fail with a usage error if a name is repeated."""
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
    help="Set an option of the game. Can be repeated.",
)
"""`--option NAME=VALUE`, repeatable; the command receives a mapping `options`."""
