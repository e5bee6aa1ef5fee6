"""The user's settings: one TOML file, every setting documented, environment variables on top."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from attrs import Attribute, define, evolve, field, fields

from caravan_tui import folders
from caravan_tui.words import _, languages

PREFIX = "CARAVAN_TUI_"
"""`CARAVAN_TUI_THEME=…` overrides the setting `theme`."""

NO_SETTINGS = frozenset({"home", "socket", "token", "account"})
"""Of the variables with this prefix: the folder, and what the server tells a session."""

LARGEST = 1 << 18
"""Bytes; a larger settings file is refused unread."""


def _setting(default: Any, help: str, *choices: Any, low: int = 0, high: int = 0) -> Any:
    return field(
        default=default,
        metadata={"help": help, "choices": choices, "low": low, "high": high},
    )


@define
class Settings:
    """Every setting with its default. Field names are the keys of the file."""

    name: str = _setting("", "Your name at the table; empty: your login name.")
    language: str = _setting(
        "auto", "Language of the app; auto: that of your terminal.", "auto", *languages()
    )
    theme: str = _setting("desert-night", "Colours; the palette (ctrl+p) lists all themes.")
    palette: str = _setting(
        "usual", "Colours of seats, suits and goods, for eyes that tell fewer colours apart.",
        "usual", "deuteranopia", "protanopia", "tritanopia",
    )  # fmt: skip
    glyphs: str = _setting("auto", "Which characters to draw with.", "auto", "unicode", "ascii")
    colours: str = _setting(
        "auto", "Colours that your terminal shows; takes effect at the next start.",
        "auto", "truecolor", "256", "none",
    )  # fmt: skip
    animations: str = _setting(
        "auto", "Short animations for moves, dice and deals; auto: not over SSH.",
        "auto", "on", "off",
    )  # fmt: skip
    mouse: bool = _setting(True, "React to the mouse.")
    hover: bool = _setting(True, "Follow the mouse without a button; off saves traffic over SSH.")
    confirm_leave: bool = _setting(
        False, "Ask before leaving a running match (it is saved anyway)."
    )
    confirm_moves: bool = _setting(False, "Ask before a move is played.")
    confirm_restart: bool = _setting(True, "Ask before a running match is started again.")
    confirm_delete: bool = _setting(True, "Ask before deleting a saved match.")
    bell: bool = _setting(False, "Ring the terminal's bell when it is your turn.")
    title: bool = _setting(True, "Show in the terminal's title when it is your turn.")
    why: bool = _setting(
        False,
        "Show what a computer seat considered (the why panel); where things are hidden the match "
        "then counts as assisted.",
    )
    pause: int = _setting(
        400, "Milliseconds between two moves of computer seats, so that you can follow.",
        low=0, high=5000,
    )  # fmt: skip
    seconds: int = _setting(
        3, "Longest thinking time of a computer seat for one decision, in seconds.", low=1, high=60
    )
    workers: int = _setting(
        0, "Processes that think; 0: one for each core, at most 4.", low=0, high=32
    )
    keys: dict[str, str] = field(
        factory=dict,
        metadata={"help": 'Other keys: a command\'s id and its keys, as "table.undo" = "z".'},
    )

    def animated(self, far: bool) -> bool:
        """Whether animations are shown; `far`: at the other end of an SSH connection."""
        return self.animations == "on" or (self.animations == "auto" and not far)


def path() -> Path:
    """Where the settings file is (it may not exist yet)."""
    return folders.config() / "settings.toml"


def _refusal(name: str, value: Any, allowed: str) -> ValueError:
    return ValueError(
        _("{name}: '{value}' is not allowed; {allowed}").format(
            name=name, value=value, allowed=allowed
        )
    )


def _checked(attribute: Attribute[Any], value: Any) -> Any:
    """The value of a setting. Raises ValueError, saying what is allowed."""
    name, default, meta = attribute.name, attribute.default, attribute.metadata
    if name == "keys":
        if isinstance(value, dict) and all(isinstance(v, str) for v in value.values()):
            return {str(key): text for key, text in value.items()}
        raise ValueError(_("keys: a table of command ids and keys"))
    if name == "animations":  # was a switch before there was `auto`
        value = {"true": "on", "yes": "on", "1": "on", "false": "off", "no": "off", "0": "off"}.get(
            str(value).lower(), value
        )
    if isinstance(default, bool):
        words = {"true": True, "yes": True, "on": True, "1": True,
                 "false": False, "no": False, "off": False, "0": False}  # fmt: skip
        if isinstance(value, bool):
            return value
        if str(value).lower() in words:
            return words[str(value).lower()]
        raise _refusal(name, value, _("choose {all}").format(all="true, false"))
    if isinstance(default, int):
        low, high = meta["low"], meta["high"]
        try:
            number = int(value)
        except (TypeError, ValueError):
            number = low - 1
        if isinstance(value, bool) or not low <= number <= high:
            raise _refusal(name, value, _("choose {low} to {high}").format(low=low, high=high))
        return number
    if not isinstance(value, str):
        raise _refusal(name, value, _("it is a text in quotes"))
    if name == "language" and not value:  # what was written before there was a choice
        return default
    if meta["choices"] and value not in meta["choices"]:
        raise _refusal(name, value, _("choose {all}").format(all=", ".join(meta["choices"])))
    return value


def _take(
    settings: Settings,
    values: Mapping[str, Any],
    where: Callable[[str], str],
    notices: list[str],
    wrong: str,
) -> Settings:
    """The settings with these values; `wrong` says what holds where one is not allowed."""
    known = {attribute.name: attribute for attribute in fields(Settings)}
    for key, value in values.items():
        if key not in known:
            notices.append(
                _("{where}: no setting is called '{name}'").format(where=where(key), name=key)
            )
            continue
        try:
            settings = evolve(settings, **{key: _checked(known[key], value)})
        except ValueError as error:
            notices.append(wrong.format(where=where(key), reason=error))
    return settings


def changed(settings: Settings, name: str, value: Any) -> Settings:
    """The settings with another value for one. Raises ValueError, saying what is allowed."""
    known = {attribute.name: attribute for attribute in fields(Settings)}
    return evolve(settings, **{name: _checked(known[name], value)})


def _no_use(file: object, reason: str) -> str:
    return _("{file}: {reason}. The defaults are used.").format(file=file, reason=reason)


def read(text: str, source: str = "settings.toml") -> tuple[Settings, list[str]]:
    """The settings in a TOML text, and a notice for each wrong one, which is left out."""
    notices: list[str] = []
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Settings(), [_no_use(source, _("not TOML: {reason}").format(reason=error))]
    lines = text.splitlines()

    def where(key: str) -> str:
        for number, line in enumerate(lines, 1):
            if line.split("=")[0].strip().strip('"[]') == key:
                return _("{file}, line {number}").format(file=source, number=number)
        return source

    wrong = _("{where}: {reason}. The default is used.")
    return _take(Settings(), values, where, notices, wrong), notices


def load(environment: Mapping[str, str] | None = None) -> tuple[Settings, list[str]]:
    """The user's settings with the environment on top, and what is wrong with them."""
    settings, notices = _from_file()
    given = os.environ if environment is None else environment
    overrides = {
        key.removeprefix(PREFIX).lower(): value
        for key, value in given.items()
        if key.startswith(PREFIX) and key.removeprefix(PREFIX).lower() not in NO_SETTINGS
    }
    if overrides.pop("keys", None) is not None:
        notices.append(_("{where}: keys are only set in the file").format(where=f"{PREFIX}KEYS"))

    def where(key: str) -> str:
        return f"{PREFIX}{key.upper()}"

    wrong = _("{where}: {reason}. It is not used.")
    return _take(settings, overrides, where, notices, wrong), notices


def _from_file() -> tuple[Settings, list[str]]:
    """What the file says alone, and what is wrong with it."""
    settings, notices = Settings(), list[str]()
    file = path()
    try:
        if file.is_file():
            if file.stat().st_size > LARGEST:
                notices.append(_no_use(file, _("larger than {count} bytes").format(count=LARGEST)))
            else:
                settings, notices = read(file.read_text("utf-8"), str(file))
    except UnicodeDecodeError:
        notices.append(_no_use(file, _("not UTF-8 text")))
    except OSError as error:
        notices.append(_no_use(file, error.strerror or _("cannot be read")))
    return settings, notices


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def write(settings: Settings) -> str:
    """The settings as a commented TOML text."""
    lines = [_("# Settings of caravan_tui. Lines that are left out keep their default."), ""]
    for attribute in fields(Settings):
        if attribute.name == "keys":
            continue
        meta = attribute.metadata
        lines.append(f"# {_(meta['help'])}")
        if meta["choices"]:
            lines.append("# " + _("One of: {all}.").format(all=", ".join(meta["choices"])))
        elif meta["high"]:
            lines.append(
                "# " + _("{low} to {high}").format(low=meta["low"], high=meta["high"]) + "."
            )
        lines += [f"{attribute.name} = {_toml(getattr(settings, attribute.name))}", ""]
    lines += [f"# {_(fields(Settings).keys.metadata['help'])}", "[keys]"]
    lines += [f"{_toml(key)} = {_toml(value)}" for key, value in sorted(settings.keys.items())]
    return "\n".join(lines) + "\n"


def save(settings: Settings) -> None:
    """Write the settings file. Raises OSError when the folder cannot be written."""
    file = path()
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(".toml.new")
    draft.write_text(write(settings), "utf-8")
    draft.replace(file)


def keep(values: Mapping[str, Any]) -> Path | None:
    """Write these settings to the file; the others stay as the file has them now, whatever the
    environment says, and keys that were written there meanwhile stay, too.

    A file with something wrong in it is kept beside the new one; returns where. Raises OSError.
    """
    settings, notices = _from_file()
    old = None
    if notices:
        old = path().with_suffix(".toml.old")
        path().replace(old)
    save(evolve(settings, **values))
    return old
