"""`caravan-tui saves` and `caravan-tui stats`: saved matches and results without the app."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import click
from attrs import asdict

from caravan_tui.games import registry
from caravan_tui.words import _, _n
from saves.errors import LockedError, MissingError, SaveError
from saves.listing import Entry
from saves.store import Store

Command = TypeVar("Command", bound=Callable[..., Any])


def _one_line(command: Command) -> Command:
    """Whatever goes wrong with a file is one line: code 2 for a wrong name, else 1."""

    @functools.wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except SaveError as error:
            click.echo(f"caravan-tui: {' '.join(str(error).split())}", err=True)
            return 2 if isinstance(error, MissingError) else 1

    return wrapped  # type: ignore[return-value]


as_json = click.option("--json", "as_json", is_flag=True, help="Print it for programs.")


@click.group()
def saves() -> None:
    """Saved matches: list, show, export, import, delete, check."""


@saves.command("list")
@as_json
@_one_line
def list_(as_json: bool) -> int:
    """List the saved matches, the last played first."""
    found = Store().listing()
    if as_json:
        data = {"matches": [_facts(entry) for entry in found.entries], "notices": found.notices}
        click.echo(json.dumps(data, indent=2))
        return 0
    for entry in found.entries:
        click.echo(_line(entry))
    if not found.entries:
        click.echo(_("There are no saved matches."))
    for notice in found.notices:
        click.echo(notice, err=True)
    return 0


@saves.command()
@click.argument("match")
@click.option("--log", "with_log", is_flag=True, help="Tell what happened, as a spectator saw it.")
@as_json
@_one_line
def show(match: str, with_log: bool, as_json: bool) -> int:
    """Show one saved MATCH; the first letters of its id are enough."""
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
            lines = _told(loaded)
            facts["log"] = lines
    if as_json:
        click.echo(json.dumps(facts, indent=2))
        return 0
    click.echo(_line(entry))
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


def _told(match: Any) -> list[str]:
    """The log in words, as a spectator read it."""
    told = []
    for ply in match.plies():
        for event in match.events_for(ply.events, None):
            line = match.game.narrate(event, match.names, None)
            if line:
                told.append(line)
    return told


@saves.command()
@click.argument("match")
@click.argument("file", type=click.Path(path_type=Path), default=Path())
@as_json
@_one_line
def export(match: str, file: Path, as_json: bool) -> int:
    """Copy a saved MATCH to FILE, or into a folder."""
    store = Store()
    path = store.export(store.find(match).id, file)
    _say(as_json, {"path": str(path)}, _("Written: {path}").format(path=path))
    return 0


@saves.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@as_json
@_one_line
def import_(files: tuple[Path, ...], as_json: bool) -> int:
    """Add saved matches from FILES; every log is played through first."""
    store = Store()
    added: list[dict[str, str]] = []
    failed = 0
    for file in files:
        try:
            added.append({"path": str(file), "id": store.import_(file)})
        except SaveError as error:
            failed += 1
            click.echo(f"caravan-tui: {' '.join(str(error).split())}", err=True)
    if as_json:
        click.echo(json.dumps(added, indent=2))
    else:
        for one in added:
            click.echo(_("Added: {path} as {id}").format(path=one["path"], id=one["id"][:8]))
    return 1 if failed else 0


@saves.command()
@click.argument("match")
@click.option("--undo", is_flag=True, help="Take it back from the trash; needs the whole id.")
@as_json
@_one_line
def delete(match: str, undo: bool, as_json: bool) -> int:
    """Move a saved MATCH to the trash, where it stays for thirty days."""
    store = Store()
    if undo:
        store.undelete(match)
        _say(as_json, {"id": match, "deleted": False}, _("It is back."))
        return 0
    entry = store.find(match)
    store.delete(entry.id)
    text = _("Deleted. To have it back: caravan-tui saves delete --undo {id}").format(id=entry.id)
    _say(as_json, {"id": entry.id, "deleted": True}, text)
    return 0


@saves.command()
@as_json
@_one_line
def check(as_json: bool) -> int:
    """Read every saved match to its end and play every log; code 1 if one is damaged."""
    found = Store().check()
    bad = sum(one.status in ("damaged", "unplayable", "unreadable") for one in found)
    if as_json:
        rows = [{"path": str(one.path), "status": one.status, "text": one.text} for one in found]
        click.echo(json.dumps(rows, indent=2))
    else:
        for one in found:
            if one.status != "ok":
                click.echo(f"{one.path}: {one.status}. {one.text}")
        text = _n("{count} file read, {bad} bad.", "{count} files read, {bad} bad.", len(found))
        click.echo(text.format(count=len(found), bad=bad))
    return 1 if bad else 0


def _say(as_json: bool, data: dict[str, Any], text: str) -> None:
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
            "title": header.meta.title,
            "seats": [asdict(seat) for seat in header.seats],
            "scores": list(header.scores),
            "ranks": None if header.ranks is None else list(header.ranks),
            "round": header.round,
            "to_act": None if header.over else header.to_act,
            "actions": header.actions,
            "over": header.over,
            "assisted": header.assisted,
            "began": header.began,
            "changed": header.changed,
            "played": header.meta.played,
            "daily": header.meta.daily,
            "branch_of": header.meta.branch_of,
            "locked": _locked(entry),
        }
    return facts


def _locked(entry: Entry) -> bool:
    """Whether a process plays it now."""
    from saves import files

    try:
        files.Lock(entry.path.with_name(f".{entry.id}.lock")).release()
    except LockedError:
        return True
    except OSError:
        pass
    return False


def _line(entry: Entry) -> str:
    """A saved match on one line."""
    header = entry.header
    if header is None or entry.status == "newer":
        return _("{id}  written by a newer version of the program").format(id=entry.id[:8])
    standing = "  ".join(
        f"{seat.name or seat.kind} {score:g}"
        for seat, score in zip(header.seats, header.scores, strict=True)
    )
    when = datetime.fromtimestamp(header.changed).strftime("%Y-%m-%d %H:%M")
    state = (
        _("over")
        if header.over
        else registry.round_text(header.game, header.round)
        if entry.status == "ok"
        else _("a game that is not here")
    )
    line = f"{entry.id[:8]}  {header.game}  {when}  {state}  {standing}"
    if header.meta.title:
        line += f"  “{header.meta.title}”"
    return line + (_("  assisted") if header.assisted else "")


@click.group()
def stats() -> None:
    """Results and statistics: show, export."""


@stats.command("show")
@as_json
@_one_line
def stats_show(as_json: bool) -> int:
    """Show what the finished matches come to."""
    from saves import export, statistics
    from saves.profile import Profile

    results = Profile().results()
    if as_json:
        click.echo(json.dumps(export.summary(results), indent=2))
        return 0
    counted = statistics.own(results)
    for game, found in statistics.breakdown(counted, statistics.by_game).items():
        click.echo(_counts(game, found))
    click.echo(_counts(_("all"), statistics.summarize(counted)))
    assisted = statistics.own(results, assisted=True)
    if assisted:
        click.echo(_counts(_("assisted"), statistics.summarize(assisted)))
    rated = statistics.ratings(results)
    if rated:
        last = rated[-1]
        click.echo(
            _("rating {value:.0f} (give or take {spread:.0f})").format(
                value=last.value, spread=2 * last.deviation
            )
        )
    return 0


def _counts(name: str, found: Any) -> str:
    text = _n(
        "{name}: {matches} match, won {wins}, mean rank {rank}, best {best}",
        "{name}: {matches} matches, won {wins}, mean rank {rank}, best {best}",
        found.matches,
    )
    return text.format(
        name=name,
        matches=found.matches,
        wins=found.wins,
        rank="-" if found.mean_rank is None else f"{found.mean_rank:.2f}",
        best="-" if found.best is None else f"{found.best:g}",
    )


@stats.command("export")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option(
    "--format", "form", type=click.Choice(["json", "csv"]), help="By the name of FILE, or JSON."
)
@_one_line
def stats_export(file: Path | None, form: str | None) -> int:
    """Write all results to FILE, or print them."""
    from saves import export, files
    from saves.profile import Profile

    results = Profile().results()
    chosen = form or ("csv" if file is not None and file.suffix == ".csv" else "json")
    text = export.as_csv(results) if chosen == "csv" else export.as_json(results) + "\n"
    if file is None:
        click.echo(text, nl=False)
        return 0
    with files.telling(file):
        files.write(file, text.encode())
    click.echo(_("Written: {path}").format(path=file))
    return 0
