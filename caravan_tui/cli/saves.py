"""The commands `saves` and `stats`: saved matches and results without the app."""

from __future__ import annotations

import functools
import json
import shutil
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from caravan_tui import files
from caravan_tui.cli.main import PROGRAM
from caravan_tui.engine import Match
from caravan_tui.games import registry
from caravan_tui.i18n import _, _n
from saves import errors, locks, statistics
from saves.errors import LockedError, MissingError, SaveError
from saves.export import as_csv as results_csv
from saves.export import as_json as results_json
from saves.export import summary as results_summary
from saves.listing import Entry
from saves.profile import Profile, Result
from saves.reviews import Reviews
from saves.store import Store

Command = TypeVar("Command", bound=Callable[..., Any])


def _report_errors(command: Command) -> Command:
    """Print a SaveError as one line; exit code 2 for an unknown match or file, else 1."""

    @functools.wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except SaveError as error:
            _echo_error(error)
            return _code_of(error)

    return wrapped  # type: ignore[return-value]  # the signature is that of `command`


def _code_of(error: SaveError) -> int:
    """The exit code: 2 for an unknown match or file, else 1."""
    return 2 if isinstance(error, MissingError) else 1


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


SHOWN_MATCHES = 10
"""Matches that `saves` alone lists, at most."""

GAP = 2
"""Columns between two columns of a table."""


@click.group(invoke_without_command=True)
@click.pass_context
@_report_errors
def saves(context: click.Context) -> int:
    """List, show, copy and check saved matches. Without a command: the last ones."""
    if context.invoked_subcommand is None:
        _echo_last_matches()
    return 0


def _echo_last_matches() -> None:
    """Print the matches that were played last, and what can be done with them."""
    listing = Store().listing()
    if listing.problem:
        raise SaveError(listing.problem)
    if not listing.entries:
        click.echo(_("No match is saved yet. Each one you play is saved after every move."))
        click.echo(_("Start one: {command}").format(command=f"{PROGRAM} play cards"))
        return
    _echo_table(listing.entries[:SHOWN_MATCHES])
    more = len(listing.entries) - SHOWN_MATCHES
    if more > 0:
        text = _n("{count} more: {command}", "{count} more: {command}", more)
        click.echo(text.format(count=more, command=f"{PROGRAM} saves list"))
    click.echo()
    first = listing.entries[0].id[:8]
    click.echo(_("Open one: {command}").format(command=f"{PROGRAM} continue {first}"))
    click.echo(_("All commands: {command}").format(command=f"{PROGRAM} saves -h"))


@saves.command("list")
@as_json
@_report_errors
def list_(as_json: bool) -> int:
    """List the saved matches, the last played first."""
    listing = Store().listing()
    if as_json:
        rows = [_facts(entry) for entry in listing.entries]
        click.echo(json.dumps({"matches": rows, "notices": listing.notices}, indent=2))
        return 1 if listing.problem else 0
    if listing.problem:
        raise SaveError(listing.problem)
    if listing.entries:
        _echo_table(listing.entries)
    else:
        click.echo(_("There are no saved matches."))
    for notice in listing.notices:
        click.echo(notice, err=True)
    return 0


@saves.command()
@click.argument("match")
@click.option("--log", "with_log", is_flag=True, help="Print the log as a spectator sees it.")
@as_json
@_report_errors
def show(match: str, with_log: bool, as_json: bool) -> int:
    """Show a saved match. MATCH is an id or its first characters."""
    store = Store()
    entry = store.find(match)
    facts = _facts(entry)
    lines: list[str] = []
    if entry.status == "ok":
        loaded, notes = store.load(entry.id, watch=True)
        facts |= {
            "options": dict(loaded.record.options),
            "seed": loaded.record.seed,
            "rules": loaded.record.rules,
            "notes": notes,
        }
        if with_log:
            lines = _log_lines(loaded)
            facts["log"] = lines
    if as_json:
        click.echo(json.dumps(facts, indent=2))
        return 0
    _echo_table([entry])
    for name in ("path", "size", "seed", "rules"):
        if name in facts:
            click.echo(f"  {name}: {facts[name]}")
    for name, value in facts.get("options", {}).items():
        click.echo(f"  {name}={value}")
    for note in facts.get("notes", ()):
        click.echo(f"  {note}")
    for line in lines:
        click.echo(f"  {line}")
    return 0


def _log_lines(match: Match) -> list[str]:
    """The log in words, as a spectator sees it."""
    lines = []
    for ply in match.plies():
        for event in match.events_for(ply.events, None):
            line = match.game.narrate(event, match.names, None)
            if line:
                lines.append(line)
    return lines


@saves.command()
@click.argument("match")
@click.argument("file", type=click.Path(path_type=Path), default=Path())
@click.option("--html", is_flag=True, help="Write a replay as one page for a browser.")
@click.option(
    "--eyes",
    default="",
    help="Whose view the page shows: open, spectator or a seat from 0.  [default: open if the "
    "match is over, else yours]",
)
@as_json
@_report_errors
def export(match: str, file: Path, html: bool, eyes: str, as_json: bool) -> int:
    """Copy a saved match to FILE, which may be a folder; as a page if FILE ends in .html."""
    store = Store()
    if html or file.suffix.lower() in (".html", ".htm"):
        from caravan_tui.cli.html_replay import write_page  # loads Textual

        path = write_page(store, store.find(match).id, file, eyes)
    else:
        path = store.export(store.find(match).id, file)
    _echo_result(as_json, {"path": str(path)}, _("Written: {path}").format(path=path))
    return 0


@saves.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@as_json
@_report_errors
def import_(files: tuple[Path, ...], as_json: bool) -> int:
    """Add matches from FILES, after replaying their logs to check them."""
    store = Store()
    added: list[dict[str, str]] = []
    code = 0
    for file in files:
        try:
            added.append({"path": str(file), "id": store.import_(file)})
        except SaveError as error:
            code = min(code or 2, _code_of(error))
            _echo_error(error)
    if as_json:
        click.echo(json.dumps(added, indent=2))
    else:
        for row in added:
            click.echo(_("Added: {path} as {id}").format(path=row["path"], id=row["id"][:8]))
    return code


@saves.command()
@click.argument("match")
@click.option("--undo", is_flag=True, help="Restore a deleted match (full id required).")
@as_json
@_report_errors
def delete(match: str, undo: bool, as_json: bool) -> int:
    """Move a saved match to the trash, where it stays for 30 days."""
    store = Store()
    if undo:
        store.undelete(match)
        _echo_result(as_json, {"id": match, "deleted": False}, _("Restored."))
        return 0
    entry = store.find(match)
    store.delete(entry.id)
    text = _("Deleted. To restore it: caravan-tui saves delete --undo {id}").format(id=entry.id)
    _echo_result(as_json, {"id": entry.id, "deleted": True}, text)
    return 0


@saves.command()
@as_json
@_report_errors
def check(as_json: bool) -> int:
    """Read and replay every saved match. Exit code 1 if one is damaged."""
    findings = Store().check()
    bad = sum(each.status in ("damaged", "unplayable", "unreadable") for each in findings)
    count = len(findings)
    if as_json:
        rows = [
            {"path": str(each.path), "status": each.status, "text": each.text} for each in findings
        ]
        click.echo(json.dumps(rows, indent=2))
    else:
        for each in findings:
            if each.status != "ok":
                click.echo(f"{each.path}: {each.status}. {each.text}")
        text = _n("{count} file read, {bad} bad.", "{count} files read, {bad} bad.", count)
        click.echo(text.format(count=count, bad=bad))
    return 1 if bad else 0


def _echo_error(error: SaveError) -> None:
    click.echo(f"{PROGRAM}: {' '.join(str(error).split())}", err=True)


def _echo_result(as_json: bool, data: dict[str, Any], text: str) -> None:
    click.echo(json.dumps(data, indent=2) if as_json else text)


def _facts(entry: Entry) -> dict[str, Any]:
    """A saved match as plain data."""
    facts: dict[str, Any] = {
        "id": entry.id,
        "status": entry.status,
        "path": str(entry.path),
        "size": entry.size,
    }
    header = entry.header
    if header is not None:
        facts |= {
            "game": header.game,
            "title": header.title,
            "seats": [msgspec.structs.asdict(seat) for seat in header.seats],
            "scores": list(header.scores),
            "ranks": None if header.ranks is None else list(header.ranks),
            "round": header.round,
            "to_act": None if header.over else header.to_act,
            "actions": header.actions,
            "over": header.over,
            "assisted": header.assisted,
            "began": header.began,
            "changed": header.changed,
            "played": header.played,
            "daily": header.daily,
            "branch_of": header.branch_of,
            "locked": _is_locked(entry),
        }
    return facts


def _is_locked(entry: Entry) -> bool:
    """Whether a process has the match open."""
    try:
        locks.Lock(entry.path.with_name(f".{entry.id}{locks.LOCK}")).release()
    except LockedError:
        return True
    except OSError:
        pass
    return False


def _echo_table(entries: Sequence[Entry]) -> None:
    """Print saved matches below titles, with the players in the last column: on a terminal it goes
    on below itself, so that no row breaks at the edge."""
    titles = [_("Match"), _("Game"), _("Played"), _("State")]
    rows = [_cells(entry) for entry in entries]
    widths = [
        max(_columns(title), *(_columns(row[place]) for row, _words in rows))
        for place, title in enumerate(titles)
    ]
    left = sum(widths) + GAP * len(widths)
    room = shutil.get_terminal_size().columns - left if sys.stdout.isatty() else sys.maxsize

    def echo(cells: Sequence[str], last: str) -> None:
        padded = (f"{cell}{' ' * (width - _columns(cell) + GAP)}"
                  for cell, width in zip(cells, widths, strict=True))  # fmt: skip
        click.echo(f"{''.join(padded)}{last}".rstrip())

    echo(titles, _("Players"))
    for cells, words in rows:
        for number, line in enumerate(_filled(words, room) or [""]):
            echo([""] * len(cells) if number else cells, line)


def _columns(text: str) -> int:
    """The columns that a text takes on a terminal."""
    from rich.cells import cell_len  # an empty list does without Rich

    return cell_len(text)


def _filled(words: Sequence[str], room: int) -> list[str]:
    """Words in lines of so many columns, none of them broken."""
    lines: list[str] = []
    for word in words:
        if lines and _columns(lines[-1]) + GAP + _columns(word) <= room:
            lines[-1] += f"{' ' * GAP}{word}"
        else:
            lines.append(word)
    return lines


def _cells(entry: Entry) -> tuple[list[str], list[str]]:
    """A saved match in a table: its id, game, time and state, and the words of its last column."""
    header = entry.header
    if header is None or entry.status == "newer":
        return [entry.id[:8], "", "", ""], [_("saved by a newer version of caravan-tui")]
    when = datetime.fromtimestamp(header.changed).strftime("%Y-%m-%d %H:%M")
    state = (
        _("over")
        if header.over
        else registry.round_text(header.game, header.round)
        if entry.status == "ok"
        else _("unknown game")
    )
    words = [
        f"{seat.name or seat.kind}: {score:g}"
        for seat, score in zip(header.seats, header.scores, strict=True)
    ]
    words += [f"“{header.title}”"] if header.title else []
    words += [_("assisted")] if header.assisted else []
    return [entry.id[:8], registry.kind_name(header.game), when, state], words


@click.group(invoke_without_command=True)
@click.pass_context
@_report_errors
def stats(context: click.Context) -> int:
    """Show and export your results. Without a command: show them."""
    if context.invoked_subcommand is None:
        results = Profile().results()
        _echo_statistics(results)
        if results:
            click.echo()
            click.echo(_("As a file: {command}").format(command=f"{PROGRAM} stats export FILE"))
    return 0


@stats.command("show")
@as_json
@_report_errors
def stats_show(as_json: bool) -> int:
    """Show statistics of your finished matches."""
    results = Profile().results()
    if as_json:
        click.echo(json.dumps(results_summary(results, Reviews().all()), indent=2))
    else:
        _echo_statistics(results)
    return 0


def _echo_statistics(results: Sequence[Result]) -> None:
    """Print a line for each game and for all, or how the first one comes about."""
    if not results:
        click.echo(_("No match is finished yet. Each one you finish counts here."))
        click.echo(_("Start one: {command}").format(command=f"{PROGRAM} play cards"))
        return
    counted = statistics.own_results(results)
    for game, summary in statistics.breakdown(counted, statistics.by_game).items():
        click.echo(statistics.summary_line(registry.game_name(game), summary))
    if counted:
        click.echo(statistics.summary_line(_("All games"), statistics.summarize(counted)))
    else:
        click.echo(_("No match counts yet."))
    assisted = statistics.own_results(results, assisted=True)
    if assisted:
        click.echo(
            statistics.summary_line(_("assisted, not counted"), statistics.summarize(assisted))
        )
    rated = statistics.ratings(results)
    if rated:
        last = rated[-1]
        click.echo(
            _("rating {value:.0f} ± {spread:.0f}").format(
                value=last.value, spread=2 * last.deviation
            )
        )


@stats.command("export")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option(
    "--format",
    "file_format",
    type=click.Choice(["json", "csv"]),
    help="By default CSV if FILE ends in .csv, else JSON.",
)
@_report_errors
def stats_export(file: Path | None, file_format: str | None) -> int:
    """Write all results to FILE, or print them."""
    results = Profile().results()
    if file_format is None:
        file_format = "csv" if file is not None and file.suffix == ".csv" else "json"
    if file_format == "csv":
        text = results_csv(results)
    else:
        text = results_json(results, Reviews().all()) + "\n"
    if file is None:
        click.echo(text, nl=False)
        return 0
    with errors.save_errors(file):
        files.write(file, text.encode())
    click.echo(_("Written: {path}").format(path=file))
    return 0
