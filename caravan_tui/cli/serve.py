"""The commands for running a server: serve, invite, admin."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import time
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from types import ModuleType
from typing import Any

import click

from caravan_tui.bus.lobby_messages import ADMIN, AdminReply, AdminRequest
from caravan_tui.bus.messages import Refused
from caravan_tui.bus.socket import SocketBus
from caravan_tui.bus.wording import word
from caravan_tui.cli import notices, tournaments
from caravan_tui.cli.listings import for_programs
from caravan_tui.cli.params import ListenAddress, Networks, PageAddress, nearest_name
from caravan_tui.i18n import _, _n, language
from caravan_tui.server.accounts import INVITE_DAYS, LINK_MINUTES, create_invite
from caravan_tui.server.config import Config, default_home
from caravan_tui.server.origins import Origin

HOME = click.option(
    "--home",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of the server's files.  [default: server, in the data folder]",
)


def _limit(name: str, maximum: int, default: int, text: str | None = None) -> Callable[[Any], Any]:
    """An option with a number from 1 to `maximum`."""
    return click.option(
        name, type=click.IntRange(1, maximum), default=default, show_default=True, help=text
    )


def _cluster(about: str) -> Callable[[Any], Any]:
    """The options for the way to the broker of a cluster."""
    options = (
        click.option("--cluster", multiple=True, metavar="URL", help=about),
        click.option(
            "--cluster-credentials",
            type=click.Path(dir_okay=False, path_type=Path),
            help="A file of credentials for the broker.",
        ),
        click.option(
            "--cluster-ca",
            type=click.Path(dir_okay=False, path_type=Path),
            help="The certificate of who vouches for the broker.",
        ),
    )

    def add(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def _load_cluster() -> ModuleType:
    """The commands that need nats-py. Raises UsageError if that is missing."""
    if importlib.util.find_spec("nats") is None:
        raise click.UsageError(_("this needs nats-py: pip install 'caravan_tui[cluster]'"))
    from caravan_tui.cli import cluster  # loads nats

    return cluster


def _hosted_programs(texts: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The commands of programs by their names, from `NAME=COMMAND`. Raises click.UsageError."""
    from caravan_tui.cli.programs import named_program  # loads the search
    from caravan_tui.server.programs import ProgramNameError, check_name  # so does this

    commands: dict[str, tuple[str, ...]] = {}
    for name, command in map(named_program, texts):
        try:
            check_name(name)
        except ProgramNameError as error:
            raise click.UsageError(str(error)) from None
        if name.lower() in map(str.lower, commands):
            raise click.UsageError(_("two programs are called '{name}'").format(name=name))
        commands[name] = command
    return commands


@click.command()
@HOME
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=2222,
    show_default=True,
    help="Port to listen on. 0: any free port.",
)
@click.option("--host", default="", help="Address to listen on. Default: all.")
@click.option(
    "--policy",
    type=click.Choice(["open", "invite", "keys"]),
    default="invite",
    show_default=True,
    help="Who gets an account: everyone, holders of an invite code, or owners of the keys in "
    "--keys.",
)
@click.option(
    "--keys",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file like OpenSSH's authorized_keys.",
)
@_limit("--sessions", 10_000, 100, "Maximum number of sessions.")
@_limit("--sessions-an-address", 10_000, 20, "Maximum number of sessions from one address.")
@_limit(
    "--connections-an-address",
    100_000,
    30,
    "New connections a minute from one address; from all together four times as many.",
)
@_limit("--idle", 10_000, 60, "Minutes without input before a session is ended.")
@_limit("--matches-an-account", 1_000_000, 500, "Most saved matches of one account.")
@_limit("--mib-an-account", 1_000_000, 64, "Most MiB of one account's folder.")
@click.option(
    "--workers",
    type=click.IntRange(0, 64),
    default=0,
    help="Number of search processes. 0: the default.",
)
@click.option(
    "--program",
    "programs",
    multiple=True,
    metavar="NAME=COMMAND",
    help="A program that players may seat by its name; it speaks the engine protocol. May be "
    "repeated.",
)
@_limit("--programs-at-once", 64, 4, "Processes of programs that run at the same time.")
@click.option(
    "--think-ahead",
    is_flag=True,
    help="Have strong computer players think on the time of people, too.",
)
@_cluster("Serve as one host of a cluster, with the broker at this address. May be repeated.")
@click.option("--host-name", default="", help="Name of this host.  [default: the machine's]")
@_limit("--replicas", 5, 1, "Brokers that hold each value.")
@click.option(
    "--proxy-protocol",
    type=Networks(),
    help="Balancers, separated by commas, whose PROXY header (version 2) is believed.",
)
@click.option(
    "--web",
    type=ListenAddress(),
    help="Where browsers play: the page and its websocket. Default host: 127.0.0.1.",
)
@click.option(
    "--web-origin",
    multiple=True,
    type=PageAddress(),
    help="Address of the page, such as https://games.example.org, where a proxy is in front. May "
    "be repeated.",
)
@click.option(
    "--web-proxy",
    type=Networks(),
    help="HTTP proxies, separated by commas, whose X-Forwarded-For is believed.",
)
@notices.options
@click.option(
    "--metrics",
    type=ListenAddress(),
    help="Where /livez, /readyz and /metrics are served, for supervisors. Default host: 127.0.0.1.",
)
@click.option(
    "--spawner",
    type=click.Choice(["fork", "process"]),
    default="fork",
    show_default=True,
    help="How session processes start: forked from a prepared process, or from scratch.",
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
    matches_an_account: int,
    mib_an_account: int,
    workers: int,
    programs: tuple[str, ...],
    programs_at_once: int,
    think_ahead: bool,
    cluster: tuple[str, ...],
    cluster_credentials: Path | None,
    cluster_ca: Path | None,
    host_name: str,
    replicas: int,
    proxy_protocol: tuple[IPv4Network | IPv6Network, ...] | None,
    web: tuple[str, int] | None,
    web_origin: tuple[Origin, ...],
    web_proxy: tuple[IPv4Network | IPv6Network, ...] | None,
    metrics: tuple[str, int] | None,
    spawner: Any,
    **called: Any,
) -> None:
    """Serve the games over SSH and to browsers, for friends to play with each other."""
    if importlib.util.find_spec("asyncssh") is None:
        raise click.UsageError(_("this needs asyncssh: pip install 'caravan_tui[ssh]'"))
    if importlib.util.find_spec("openskill") is None:
        raise click.UsageError(_("this needs openskill: pip install 'caravan_tui[ssh]'"))
    if metrics is not None and importlib.util.find_spec("prometheus_client") is None:
        text = _("--metrics needs prometheus_client: pip install 'caravan_tui[metrics]'")
        raise click.UsageError(text)
    if web is None:
        if web_origin or web_proxy:
            text = _("{option} needs {other}")
            option = "--web-origin" if web_origin else "--web-proxy"
            raise click.UsageError(text.format(option=option, other="--web PORT"))
    else:
        if any(importlib.util.find_spec(name) is None for name in ("aiohttp", "itsdangerous")):
            raise click.UsageError(_("--web needs aiohttp: pip install 'caravan_tui[web]'"))
        if web[0] in ("0.0.0.0", "::", "") and not web_origin:
            text = _("--web at all addresses needs --web-origin, the address that players open")
            raise click.UsageError(text)
    if (policy == "keys") != (keys is not None):
        raise click.UsageError(_("--policy keys and --keys FILE go together"))
    if keys is not None and not keys.is_file():
        raise click.UsageError(_("there is no file {file}").format(file=keys))
    config = Config(
        home=home or default_home(),
        host=host,
        port=port,
        policy=policy,
        keys_file=keys and keys.absolute(),
        max_sessions=sessions,
        max_sessions_per_address=sessions_an_address,
        connections_per_minute=4 * connections_an_address,
        connections_per_minute_per_address=connections_an_address,
        idle_timeout=idle * 60.0,
        max_saved_matches=matches_an_account,
        max_account_mib=mib_an_account,
        workers=workers,
        programs=_hosted_programs(programs),
        max_programs=programs_at_once,
        think_ahead=think_ahead,
        spawner=spawner,
        proxies=proxy_protocol or (),
        web=web,
        web_origins=web_origin,
        web_proxies=web_proxy or (),
        notices=notices.channels(**called),
        metrics=metrics,
    )
    from caravan_tui.serving import run  # loads asyncssh

    if not cluster:
        given = {
            "--cluster-credentials": cluster_credentials, "--cluster-ca": cluster_ca,
            "--host-name": host_name, "--replicas": replicas > 1,
        }  # fmt: skip
        if option := next((name for name, value in given.items() if value), ""):
            text = _("{option} needs {other}")
            raise click.UsageError(text.format(option=option, other="--cluster URL"))
        asyncio.run(run(config))
        return
    broker = _load_cluster()
    broker.serve(
        config, broker.options(cluster, cluster_credentials, cluster_ca, host_name, replicas)
    )


@click.command()
@_cluster("The broker of the cluster. May be repeated.")
@click.option(
    "--workers",
    type=click.IntRange(0, 64),
    default=0,
    help="Number of search processes. 0: the default.",
)
def think(
    cluster: tuple[str, ...],
    cluster_credentials: Path | None,
    cluster_ca: Path | None,
    workers: int,
) -> None:
    """Search for the hosts of a cluster, and do nothing else."""
    if not cluster:
        raise click.UsageError(_("this option is needed: {option}").format(option="--cluster URL"))
    broker = _load_cluster()
    broker.think(broker.options(cluster, cluster_credentials, cluster_ca), workers)


@click.command()
@HOME
@click.option(
    "--days",
    type=click.FloatRange(0.01, 365),
    default=INVITE_DAYS,
    show_default=True,
    help="How long a code is valid.",
)
@click.option(
    "--count", type=click.IntRange(1, 100), default=1, show_default=True, help="Number of codes."
)
@_cluster("Create them for the cluster with the broker at this address.")
def invite(
    home: Path | None,
    days: float,
    count: int,
    cluster: tuple[str, ...],
    cluster_credentials: Path | None,
    cluster_ca: Path | None,
) -> None:
    """Create invite codes, one for each new player."""
    if cluster:
        broker = _load_cluster()
        way = broker.options(cluster, cluster_credentials, cluster_ca)
        codes = broker.invites(way, days, count)
    else:
        config = Config(home=home or default_home())
        if not config.host_key.exists():
            text = _("No server has run in {home} yet: the codes count once one is started with "
                     "--home {home}.")  # fmt: skip
            click.echo(text.format(home=config.home), err=True)
        codes = [create_invite(config, days) for _i in range(count)]
    for code in codes:
        click.echo(code)
    until = time.strftime("%Y-%m-%d %H:%M", time.localtime(time.time() + days * 86_400))
    text = _n(
        "For one new player, until {until}.", "For one new player each, until {until}.", count
    )
    click.echo(text.format(until=until), err=True)


class _AdminGroup(click.Group):
    """The administrator's commands. One that does not exist is answered with the nearest."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            text = _("There is no command '{name}'. Commands: {all}")
            nearest = nearest_name(args[0], self.commands)
            if nearest:
                text = _("There is no command '{name}'. Did you mean '{nearest}'? Commands: {all}")
            names = ", ".join(self.list_commands(ctx))
            ctx.fail(text.format(name=args[0], nearest=nearest, all=names))
        return super().resolve_command(ctx, args)


@click.group(cls=_AdminGroup)
@HOME
@click.pass_context
def admin(ctx: click.Context, home: Path | None) -> None:
    """Administer a running server: sessions, matches, bans, announcements."""
    ctx.obj = Config(home=home or default_home())


async def _ask(config: Config, command: Any, words: list[str], spoken: str = "") -> list[list[str]]:
    """Ask the running server; `spoken`: the language of the answer, by default the user's. Raises
    UsageError."""
    try:
        token = config.admin_token.read_text("utf-8")
        bus = await SocketBus.connect(config.socket, token)
    except (OSError, TimeoutError):
        raise click.UsageError(
            _("no server is using the folder {home}").format(home=config.home)
        ) from None
    try:
        answer = await bus.request(ADMIN, AdminRequest(command, words, spoken or language()))
    finally:
        await bus.close()
    if isinstance(answer, Refused):
        raise click.UsageError(word(answer))
    return answer.rows if isinstance(answer, AdminReply) else []


def _listing(name: str, about: str) -> None:
    @admin.command(name, help=about)
    @HOME
    @click.option("--json", "as_json", is_flag=True, help="Print for programs.")
    @click.pass_obj
    def show(config: Config, home: Path | None, as_json: bool) -> None:
        spoken = "en" if as_json else ""
        rows = asyncio.run(_ask(Config(home=home) if home else config, name, [], spoken))
        if as_json:
            click.echo(json.dumps(for_programs(name, rows)))
        else:
            _print(rows)


def _print(rows: list[list[str]]) -> None:
    if rows:
        from caravan_tui.server.text_table import format_table  # loads Rich

        click.echo(format_table(rows))


@admin.command()
@HOME
@click.argument("words", nargs=-1, required=True, metavar="NAME")
@click.pass_obj
def link(config: Config, home: Path | None, words: tuple[str, ...]) -> None:
    """Print a code that lets a player in with another key or browser."""
    rows = asyncio.run(_ask(Config(home=home) if home else config, "link", list(words)))
    for row in rows:
        click.echo(row[0])
    text = _("It works once, within {minutes} minutes, in place of an invite code.")
    click.echo(text.format(minutes=round(LINK_MINUTES)), err=True)


@admin.command()
@HOME
@click.argument("code")
@click.option("--off", is_flag=True, help="Revoke the link that there is.")
@click.pass_obj
def watch(config: Config, home: Path | None, code: str, off: bool) -> None:
    """Print a secret link by which anybody may watch a match in a browser."""
    words = [code, "off"] if off else [code]
    for row in asyncio.run(_ask(Config(home=home) if home else config, "watch", words)):
        click.echo(row[0])


def _order(name: str, about: str, arguments: str) -> None:
    @admin.command(name, help=about)
    @HOME
    @click.argument("words", nargs=-1, required=True, metavar=arguments)
    @click.pass_obj
    def order(config: Config, home: Path | None, words: tuple[str, ...]) -> None:
        _ask_and_print(config, home, name, list(words))


@admin.command()
@HOME
@_cluster("The broker of the cluster. May be repeated.")
@click.option("--back", is_flag=True, help="From the cluster into the folder.")
@click.pass_obj
def move(
    config: Config,
    home: Path | None,
    cluster: tuple[str, ...],
    cluster_credentials: Path | None,
    cluster_ca: Path | None,
    back: bool,
) -> None:
    """Copy accounts, invites and matches of a stopped server into a cluster, or back."""
    if not cluster:
        raise click.UsageError(_("this option is needed: {option}").format(option="--cluster URL"))
    config = Config(home=home) if home else config
    broker = _load_cluster()
    way = broker.options(cluster, cluster_credentials, cluster_ca)
    moved = broker.move(config, way, back)
    parts = (
        _n("{count} account", "{count} accounts", moved.accounts).format(count=moved.accounts),
        _n("{count} invite code", "{count} invite codes", moved.invites).format(
            count=moved.invites
        ),
        _n("{count} match", "{count} matches", moved.matches).format(count=moved.matches),
    )
    click.echo(_("Copied: {parts}.").format(parts=", ".join(parts)))


def _ask_and_print(config: Config, home: Path | None, command: str, words: list[str]) -> None:
    _print(asyncio.run(_ask(Config(home=home) if home else config, command, words)))


_listing("sessions", "List the connected players.")
_listing("connections", "Every connection, also those without a session.")
_listing("matches", "List the matches between people.")
_listing("health", "Show the server's statistics.")
_listing("notices", "Who is called while away, by which channel, and what went wrong.")
_order("kick", "End a session, a connection, or all from an address.", "NAME|NUMBER|ADDRESS")
_order("ban", "Ban an account: end its session, remove its open matches.", "NAME")
_order("unban", "Unban an account.", "NAME")
_order("close", "Remove a match between people.", "CODE")
_order("role", "Make an account player or admin.", "NAME ROLE")
_order("broadcast", "Send a message to everyone.", "TEXT")
for _command in tournaments.commands(HOME, _ask_and_print):
    admin.add_command(_command)
