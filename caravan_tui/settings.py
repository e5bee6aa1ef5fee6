"""The user's settings: one TOML file, every setting documented, environment variables on top."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from caravan_tui import files, paths
from caravan_tui.i18n import _, languages

PREFIX = "CARAVAN_TUI_"
"""`CARAVAN_TUI_THEME=…` overrides the setting `theme`."""

NO_SETTINGS = frozenset({"home", "socket", "token", "account", "in_lines"})
"""Variables with this prefix that are no settings: the data folder, and what the server passes to
a session."""


class Pace(Struct, frozen=True):
    """How long what others do is shown, in seconds."""

    step: float
    """A step of a turn that goes on."""
    move: float
    """The last step of a turn."""
    end: float
    """The end of a season, a hand, a round or a match."""
    longest: float
    """All moves of the others between two of yours, about."""


PACES = {
    "calm": Pace(0.6, 1.6, 3.0, 14.0),
    "usual": Pace(0.35, 0.9, 1.8, 8.0),
    "quick": Pace(0.06, 0.15, 0.4, 1.5),
}
"""By the setting `pace`."""

LARGEST = 1 << 18
"""Bytes; a larger settings file is refused unread."""


SECTIONS = ("looks", "play", "computer", "notices", "you")
"""The sections of the settings screen, in their order."""


class Settings(Struct):
    """Every setting with its default. Field names are the keys of the file.

    The type of a field is all that its validator, its comment in the file and its field on the
    screen are made from. `title` and `description` are what the user reads; `extra` has the
    `section` of the screen, and a word for each value under `labels`, where the value is none.
    """

    name: Annotated[
        str,
        Meta(
            description="What others call you at the table. Empty: your login name.",
            title="Your name",
            extra={"section": "you"},
        ),
    ] = ""
    language: Annotated[
        str,
        Meta(
            description="Automatic: the language of your terminal.",
            title="Language",
            extra={
                "section": "you",
                "choices": ("auto", *languages()),
                "labels": {"auto": "automatic", "en": "English", "fr": "français"},
            },
        ),
    ] = "auto"
    theme: Annotated[
        str,
        Meta(
            description="In the settings, Enter or a click lists all themes to try.",
            title="Colour theme",
            extra={"section": "looks"},
        ),
    ] = "desert-night"
    palette: Annotated[
        Literal["usual", "deuteranopia", "protanopia", "tritanopia"],
        Meta(
            description="Palettes for colour-blind players. Suits and goods change, too.",
            title="Colours of players",
            extra={
                "section": "looks",
                "labels": {
                    "usual": "usual",
                    "deuteranopia": "red-green (deuteranopia)",
                    "protanopia": "red-green (protanopia)",
                    "tritanopia": "blue-yellow (tritanopia)",
                },
            },
        ),
    ] = "usual"
    glyphs: Annotated[
        Literal["auto", "unicode", "ascii"],
        Meta(
            description="Choose plain ASCII where frames and pictures look broken.",
            title="Characters",
            extra={
                "section": "looks",
                "labels": {"auto": "automatic", "unicode": "Unicode", "ascii": "plain ASCII"},
            },
        ),
    ] = "auto"
    colours: Annotated[
        Literal["auto", "truecolor", "256", "16", "none"],
        Meta(
            description="Fewer where pictures look wrong. Takes effect at the next start.",
            title="Number of colours",
            extra={
                "section": "looks",
                "labels": {
                    "auto": "automatic",
                    "truecolor": "16 million",
                    "256": "256",
                    "16": "16",
                    "none": "none",
                },
            },
        ),
    ] = "auto"
    animations: Annotated[
        Literal["auto", "on", "off"],
        Meta(
            description="Pieces move, dice roll, cards are dealt. Automatic: off over SSH.",
            title="Animations",
            extra={"section": "looks", "labels": {"auto": "automatic", "on": "on", "off": "off"}},
        ),
    ] = "auto"
    mouse: Annotated[
        bool,
        Meta(
            description="Off: the terminal selects text with the mouse, as usual.",
            title="Mouse",
            extra={"section": "looks"},
        ),
    ] = True
    hover: Annotated[
        bool,
        Meta(
            description="Turn off on slow SSH connections: each movement is sent.",
            title="Highlight under the mouse",
            extra={"section": "looks"},
        ),
    ] = True
    interface: Annotated[
        Literal["auto", "screen", "lines"],
        Meta(
            description="Lines: everything in sentences, for screen readers. At the next start.",
            title="Screen or lines",
            extra={
                "section": "looks",
                "labels": {"auto": "automatic", "screen": "screen", "lines": "lines"},
            },
        ),
    ] = "auto"
    confirm_leave: Annotated[
        bool,
        Meta(
            description="For a match in progress. It is saved either way.",
            title="Ask before leaving",
            extra={"section": "play"},
        ),
    ] = False
    confirm_moves: Annotated[
        bool,
        Meta(
            description="Guards against slips. Each move takes one more key.",
            title="Ask before each move",
            extra={"section": "play"},
        ),
    ] = False
    confirm_restart: Annotated[
        bool,
        Meta(
            description="Restarting a match in progress starts the same deal again.",
            title="Ask before restarting",
            extra={"section": "play"},
        ),
    ] = True
    confirm_delete: Annotated[
        bool,
        Meta(
            description="A deleted match goes to the trash, from which u restores it.",
            title="Ask before deleting",
            extra={"section": "play"},
        ),
    ] = True
    bell: Annotated[
        bool,
        Meta(
            description="The terminal's sound on your turn. On a server also for an invitation, a "
            "result and talk to you.",
            title="Bell",
            extra={"section": "notices"},
        ),
    ] = False
    desktop: Annotated[
        Literal["off", "osc9", "osc777"],
        Meta(
            description="Your terminal shows it, if it can: iTerm2, kitty, WezTerm and Windows "
            "Terminal with OSC 9, foot and rxvt with OSC 777.",
            title="Desktop notices",
            extra={
                "section": "notices",
                "labels": {
                    "off": "off",
                    "osc9": "iTerm2, kitty (OSC 9)",
                    "osc777": "foot, rxvt (OSC 777)",
                },
            },
        ),
    ] = "off"
    title: Annotated[
        bool,
        Meta(
            description="The terminal's title says that a match waits for you.",
            title="Turn in the window title",
            extra={"section": "notices"},
        ),
    ] = True
    why: Annotated[
        bool,
        Meta(
            description="The why panel: the moves a computer player weighed. In games with "
            "hidden information it marks the match as assisted.",
            title="Show what they consider",
            extra={"section": "computer"},
        ),
    ] = False
    counts: Annotated[
        bool,
        Meta(
            description="Shows the points line by line at the end. Any key goes on.",
            title="Count hands and rounds",
            extra={"section": "play"},
        ),
    ] = True
    talk: Annotated[
        bool,
        Meta(
            description="Computer players say a line now and then.",
            title="Table talk",
            extra={"section": "computer"},
        ),
    ] = True
    tutor: Annotated[
        Literal["off", "blunders", "mistakes", "inaccuracies"],
        Meta(
            description="Warns before a move that costs much, alone against computer players. "
            "It asks first in each match: it marks it as assisted.",
            title="Tutor",
            extra={
                "section": "play",
                "labels": {
                    "off": "off",
                    "blunders": "blunders",
                    "mistakes": "mistakes",
                    "inaccuracies": "inaccuracies",
                },
            },
        ),
    ] = "off"
    pace: Annotated[
        Literal["calm", "usual", "quick", "none"],
        Meta(
            description="How long each move of the others is shown. Any key goes on at once. "
            "None: no move is held.",
            title="Pace",
            extra={
                "section": "play",
                "labels": {"calm": "calm", "usual": "usual", "quick": "quick", "none": "none"},
            },
        ),
    ] = "usual"
    seconds: Annotated[
        int,
        Meta(
            description="The longest a computer player takes for one decision.",
            ge=1,
            le=60,
            title="Thinking time, seconds",
            extra={"section": "computer"},
        ),
    ] = 3
    think_ahead: Annotated[
        bool,
        Meta(
            description="Strong computer players think while you do, on one core.",
            title="Thinking ahead",
            extra={"section": "computer"},
        ),
    ] = True
    workers: Annotated[
        int,
        Meta(
            description="More cores, faster answers. Automatic (0): all cores, at most 4.",
            ge=0,
            le=32,
            title="Processor cores",
            extra={"section": "computer", "labels": {"0": "automatic"}},
        ),
    ] = 0
    keys: Annotated[
        dict[str, str],
        Meta(description='Other keys: a command ID and its keys, such as "table.undo" = "z".'),
    ] = {}

    @property
    def beat(self) -> Pace | None:
        """How long moves of the others are shown; None: not at all."""
        return PACES.get(self.pace)

    def animated(self, far: bool) -> bool:
        """Whether animations are shown; `far`: over an SSH connection."""
        return self.animations == "on" or (self.animations == "auto" and not far)


class Setting(Struct, frozen=True):
    """A field of `Settings` and what is allowed in it."""

    name: str
    help: str
    """English; translated when shown."""
    default: Any
    type: Any
    """What msgspec converts a value to, bounds included."""
    choices: tuple[str, ...] = ()
    """The only values that are allowed; empty: any of the type."""
    low: int = 0
    high: int = 0
    """The largest number allowed; 0 where the setting is no number."""
    title: str = ""
    """English; what the screen calls it."""
    section: str = "play"
    """Where it is on the screen, one of SECTIONS."""
    labels: Mapping[str, str] = {}
    """English words for choices that are none."""

    def convert(self, value: object) -> Any:
        """Return a value from the file, the environment or a form as the setting's type.

        Raises ValueError, saying what is allowed.
        """
        if self.name == "animations":  # was a switch before there was `auto`
            value = _BEFORE_AUTO.get(str(value).lower(), value)
        elif self.name == "language" and value == "":  # written before there was a choice
            value = self.default
        elif isinstance(self.default, bool):
            value = _SWITCHES.get(str(value).lower(), value)
        try:
            converted = msgspec.convert(value, self.type, strict=False)
        except msgspec.ValidationError:
            converted = None
        if converted is None or (self.choices and converted not in self.choices):
            raise ValueError(self._refusal(value))
        return converted

    def _refusal(self, value: object) -> str:
        if self.name == "keys":
            return _("keys: a table of command ids and keys")
        if self.choices:
            allowed = _("choose {all}").format(all=", ".join(self.choices))
        elif isinstance(self.default, bool):
            allowed = _("choose {all}").format(all="true, false")
        elif self.high:
            allowed = _("choose {low} to {high}").format(low=self.low, high=self.high)
        else:
            allowed = _("write it as text in quotes")
        return _("{name}: '{value}' is not allowed; {allowed}").format(
            name=self.name, value=value, allowed=allowed
        )


_BEFORE_AUTO = {
    "true": "on", "yes": "on", "1": "on", "false": "off", "no": "off", "0": "off",
}  # fmt: skip
_SWITCHES = {
    "true": True, "yes": True, "on": True, "1": True,
    "false": False, "no": False, "off": False, "0": False,
}  # fmt: skip


def _setting(field: msgspec.structs.FieldInfo) -> Setting:
    base, meta = get_args(field.type)
    choices = get_args(base) if get_origin(base) is Literal else (meta.extra or {}).get("choices")
    return Setting(
        name=field.name,
        help=meta.description,
        default={} if field.default is msgspec.NODEFAULT else field.default,
        type=field.type,
        choices=choices or (),
        low=meta.ge or 0,
        high=meta.le or 0,
        title=meta.title or field.name.replace("_", " ").capitalize(),
        section=(meta.extra or {}).get("section", "play"),
        labels=(meta.extra or {}).get("labels", {}),
    )


SETTINGS = {field.name: _setting(field) for field in msgspec.structs.fields(Settings)}
"""Every setting by its name, in the order of the file."""


def path() -> Path:
    """Where the settings file is (it may not exist yet)."""
    return paths.config() / "settings.toml"


def _apply(
    settings: Settings,
    values: Mapping[str, Any],
    where: Callable[[str], str],
    notices: list[str],
    wrong: str,
) -> Settings:
    """Return the settings with these values, and add a notice for each that is not allowed.

    `wrong`: what then holds instead, to be filled with `where` and `reason`.
    """
    accepted = {}
    for key, value in values.items():
        if key == "pause":
            if "pace" not in values and (pace := _pace_of_pause(value)):
                accepted["pace"] = pace
            continue
        setting = SETTINGS.get(key)
        if setting is None:
            notices.append(
                _("{where}: there is no setting '{name}'").format(where=where(key), name=key)
            )
            continue
        try:
            accepted[key] = setting.convert(value)
        except ValueError as error:
            notices.append(wrong.format(where=where(key), reason=error))
    return replace(settings, **accepted)


def _pace_of_pause(value: object) -> str:
    """The pace for the milliseconds between two moves that were set before there was one; empty if
    that was no number."""
    try:
        milliseconds = int(str(value))
    except ValueError:
        return ""
    return "quick" if milliseconds < 200 else "calm" if milliseconds > 1000 else "usual"


def changed(settings: Settings, name: str, value: Any) -> Settings:
    """Return the settings with another value for one of them.

    Raises ValueError, saying what is allowed.
    """
    return replace(settings, **{name: SETTINGS[name].convert(value)})


def differences(before: Settings, after: Settings) -> dict[str, Any]:
    """The values that have changed, by name."""
    values = {name: getattr(after, name) for name in SETTINGS}
    return {name: value for name, value in values.items() if value != getattr(before, name)}


def _unusable(file: object, reason: str) -> str:
    return _("{file}: {reason}. The defaults are used.").format(file=file, reason=reason)


def read(text: str, source: str = "settings.toml") -> tuple[Settings, list[str]]:
    """Read settings from TOML text; values that are not allowed are left out with a notice each."""
    notices: list[str] = []
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Settings(), [_unusable(source, _("not TOML: {reason}").format(reason=error))]
    lines = text.splitlines()

    def where(key: str) -> str:
        for number, line in enumerate(lines, 1):
            if line.split("=")[0].strip().strip('"[]') == key:
                return _("{file}, line {number}").format(file=source, number=number)
        return source

    wrong = _("{where}: {reason}. The default is used.")
    return _apply(Settings(), values, where, notices, wrong), notices


def load(environment: Mapping[str, str] | None = None) -> tuple[Settings, list[str]]:
    """Load the user's settings with the environment on top, and notices of what is wrong."""
    settings, notices = _from_file()
    given = os.environ if environment is None else environment
    overrides = {
        key.removeprefix(PREFIX).lower(): value
        for key, value in given.items()
        if key.startswith(PREFIX) and key.removeprefix(PREFIX).lower() not in NO_SETTINGS
    }
    if overrides.pop("keys", None) is not None:
        notices.append(_("{where}: keys can only be set in the file").format(where=f"{PREFIX}KEYS"))

    def where(key: str) -> str:
        return f"{PREFIX}{key.upper()}"

    wrong = _("{where}: {reason}. It is not used.")
    return _apply(settings, overrides, where, notices, wrong), notices


def _from_file() -> tuple[Settings, list[str]]:
    """Read the settings file alone, and notices of what is wrong with it."""
    settings, notices = Settings(), list[str]()
    file = path()
    try:
        if file.is_file():
            if file.stat().st_size > LARGEST:
                notices.append(
                    _unusable(file, _("larger than {count} bytes").format(count=LARGEST))
                )
            else:
                settings, notices = read(file.read_text("utf-8"), str(file))
    except UnicodeDecodeError:
        notices.append(_unusable(file, _("not UTF-8 text")))
    except OSError as error:
        notices.append(_unusable(file, error.strerror or _("can't be read")))
    return settings, notices


def _toml(value: str | int) -> str:
    """Format a value as TOML, in which JSON's numbers, switches and escapes are valid."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def write(settings: Settings) -> str:
    """Format the settings as commented TOML text."""
    lines = [_("# Settings of caravan_tui. Settings that you leave out keep their default."), ""]
    for name, setting in SETTINGS.items():
        if name == "keys":
            continue
        lines.append(f"# {_(setting.help)}")
        if setting.choices:
            lines.append("# " + _("One of: {all}.").format(all=", ".join(setting.choices)))
        elif setting.high:
            bounds = _("{low} to {high}").format(low=setting.low, high=setting.high)
            lines.append(f"# {bounds}.")
        lines += [f"{name} = {_toml(getattr(settings, name))}", ""]
    lines += [f"# {_(SETTINGS['keys'].help)}", "[keys]"]
    lines += [f"{_toml(key)} = {_toml(value)}" for key, value in sorted(settings.keys.items())]
    return "\n".join(lines) + "\n"


def save(settings: Settings) -> None:
    """Write the settings file anew. Raises OSError when the folder cannot be written."""
    _write_file(write(settings))


def _write_file(text: str) -> None:
    file = path().resolve()  # one that is a link, such as into a folder of dotfiles, stays one
    file.parent.mkdir(parents=True, exist_ok=True)
    files.sweep(file.parent)
    files.write(file, text.encode())


def update_file(values: Mapping[str, Any]) -> Path | None:
    """Write these settings to the file and leave everything else as the file has it: the other
    settings, their order and the user's comments.

    Values from the environment are not written. A file with something wrong in it is kept beside
    a new one; its path is returned. Raises OSError.
    """
    settings, notices = _from_file()
    file = path()
    if file.is_file() and not notices:
        _write_file(_with_values(file.read_text("utf-8"), values))
        return None
    old = None
    if notices:
        old = file.with_suffix(".toml.old")
        file.replace(old)
    save(replace(settings, **values))
    return old


def _with_values(text: str, values: Mapping[str, Any]) -> str:
    """The text of a settings file with other values, in their places."""
    import tomlkit  # only when something is changed: it is no part of a start
    from tomlkit.items import Table

    document = tomlkit.parse(text)
    for name, value in values.items():
        if name != "keys":
            document[name] = value
            continue
        table = document.setdefault("keys", tomlkit.table())
        assert isinstance(table, Table)
        for key in set(table) - set(value):
            del table[key]
        table.update(value)
    return tomlkit.dumps(document)
