"""The commands of who keeps a server: serve, invite, admin."""

from __future__ import annotations

import asyncio
import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from caravan_tui.ssh.accounts import INVITE_DAYS
from caravan_tui.ssh.accounts import invite as new_invite
from caravan_tui.ssh.config import Config, usual_home
from caravan_tui.words import _, language

HOME = click.option(
    "--home",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of the server's files.  [default: server, in the data folder]",
)


def _limit(name: str, most: int, usual: int, text: str | None = None) -> Callable[[Any], Any]:
    """An option with a number from 1 to `most`."""
    return click.option(
        name, type=click.IntRange(1, most), default=usual, show_default=True, help=text
    )


@click.command()
@HOME
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=2222,
    show_default=True,
    help="Port to listen on; 0: any that is free.",
)
@click.option("--host", default="", help="Address to listen on; all if not given.")
@click.option(
    "--policy",
    type=click.Choice(["open", "invite", "keys"]),
    default="invite",
    show_default=True,
    help="Who gets an account: everybody, who has a code, or whose key is in --keys.",
)
@click.option(
    "--keys",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file like OpenSSH's authorized_keys.",
)
@_limit("--sessions", 10_000, 100, "How many sessions at once.")
@_limit("--sessions-an-address", 10_000, 20, "How many of them from one address.")
@_limit(
    "--connections-an-address",
    100_000,
    30,
    "New connections a minute from one address; from all together four times as many.",
)
@_limit("--idle", 10_000, 60, "Minutes without a key after which a session is ended.")
@click.option(
    "--workers", type=click.IntRange(0, 64), default=0, help="Processes that search; 0: as usual."
)
@click.option(
    "--spawner",
    type=click.Choice(["fork", "process"]),
    default="fork",
    show_default=True,
    help="How a session's process is made: forked from one that is ready, or from nothing.",
)
def serve(
    home: Path | None,
    port: int,
    host: str,
    policy: Any,
    keys: Path | None,
    sessions: int,
    sessions_an_address: int,
    connections_an_address: int,
    idle: int,
    workers: int,
    spawner: Any,
) -> None:
    """Serve the games over SSH, for friends to play with each other."""
    if importlib.util.find_spec("asyncssh") is None:
        raise click.UsageError(_("this needs asyncssh: pip install 'caravan_tui[ssh]'"))
    if (policy == "keys") != (keys is not None):
        raise click.UsageError(_("--policy keys and --keys FILE go together"))
    if keys is not None and not keys.is_file():
        raise click.UsageError(_("there is no file {file}").format(file=keys))
    config = Config(
        home=home or usual_home(),
        host=host,
        port=port,
        policy=policy,
        keys_file=keys and keys.absolute(),
        sessions=sessions,
        sessions_an_address=sessions_an_address,
        connections_a_minute=4 * connections_an_address,
        connections_a_minute_an_address=connections_an_address,
        idle=idle * 60.0,
        workers=workers,
        spawner=spawner,
    )
    from caravan_tui.ssh.server import run

    asyncio.run(run(config))


@click.command()
@HOME
@click.option(
    "--days",
    type=click.FloatRange(0.01, 365),
    default=INVITE_DAYS,
    show_default=True,
    help="How long a code lets somebody in.",
)
@click.option(
    "--count", type=click.IntRange(1, 100), default=1, show_default=True, help="How many codes."
)
def invite(home: Path | None, days: float, count: int) -> None:
    """Make codes that let one newcomer each in."""
    config = Config(home=home or usual_home())
    for _i in range(count):
        click.echo(new_invite(config, days))


@click.group()
@HOME
@click.pass_context
def admin(ctx: click.Context, home: Path | None) -> None:
    """Look after a server that runs: sessions, matches, bans, announcements."""
    ctx.obj = Config(home=home or usual_home())


async def _ask(config: Config, command: Any, words: list[str]) -> list[list[str]]:
    from caravan_tui.bus.lobby_messages import ADMIN, AdminAsk, AdminTold
    from caravan_tui.bus.messages import Refused
    from caravan_tui.bus.socket import SocketBus

    try:
        token = config.admin_token.read_text("utf-8")
        bus = await SocketBus.connect(config.socket, token)
    except (OSError, TimeoutError):
        raise click.UsageError(
            _("no server runs with the folder {home}").format(home=config.home)
        ) from None
    try:
        answer = await bus.request(ADMIN, AdminAsk(command, words, language()))
    finally:
        await bus.close()
    if isinstance(answer, Refused):
        raise click.UsageError(answer.reason)
    return answer.rows if isinstance(answer, AdminTold) else []


def _listing(name: str, about: str) -> None:
    @admin.command(name, help=about)
    @HOME
    @click.option("--json", "as_json", is_flag=True, help="Print it for programs.")
    @click.pass_obj
    def show(config: Config, home: Path | None, as_json: bool) -> None:
        rows = asyncio.run(_ask(Config(home=home) if home else config, name, []))
        if as_json:
            click.echo(json.dumps(rows))
        elif rows:
            from caravan_tui.ssh.columns import in_columns

            click.echo(in_columns(rows))


def _order(name: str, about: str, arguments: str) -> None:
    @admin.command(name, help=about)
    @HOME
    @click.argument("words", nargs=-1, required=True, metavar=arguments)
    @click.pass_obj
    def order(config: Config, home: Path | None, words: tuple[str, ...]) -> None:
        asyncio.run(_ask(Config(home=home) if home else config, name, list(words)))


_listing("sessions", "Who is connected.")
_listing("matches", "The matches between people.")
_listing("health", "The server in numbers.")
_order("kick", "End a session.", "NAME")
_order("ban", "End a session and let the account in no more.", "NAME")
_order("unban", "Let a banned account in again.", "NAME")
_order("role", "Make an account player or admin.", "NAME ROLE")
_order("broadcast", "Tell everybody something.", "TEXT")
