"""Line mode: how the user is called while away."""

from __future__ import annotations

from msgspec.structs import replace

from caravan_tui.bus.notice_messages import NoticeChoices, Notices
from caravan_tui.games.contract import OptionError
from caravan_tui.games.kit.sentences import listed
from caravan_tui.hosts.match_text import ago
from caravan_tui.hosts.notices import (
    NoticeClient,
    address_help,
    channel_titles,
    kind_titles,
    status_line,
)
from caravan_tui.i18n import _
from caravan_tui.lines.commands import LineCommand
from caravan_tui.lines.console import Console
from caravan_tui.notices.kinds import KINDS


def command(console: Console, client: NoticeClient) -> LineCommand:
    """The command that says how the user is called, or changes it."""

    async def obey(words: str) -> None:
        try:
            console.say(*await handle(client, words))
        except OptionError as error:
            console.say(str(error))

    return LineCommand(
        "notices",
        "how you are notified while you are away, or change it",
        obey,
        "[channel|address|for|when|quiet|test|code ...]",
    )


async def handle(client: NoticeClient, words: str) -> list[str]:
    """Do what a line says after `notices`: what is to be said then. Raises OptionError."""
    name, _blank, rest = words.strip().partition(" ")
    name, value = _value(_parts(), name), rest.strip()
    view = await client.look()
    choices = view.choices
    match name:
        case "":
            return said(view)
        case "test":
            await client.test()
            return [_("The test is sent. It should arrive within a few seconds.")]
        case "code" if value:
            return said(await client.confirm(value))
        case "channel" if value:
            changed = replace(choices, channel=_value(channel_titles(), value), address="")
            view = await client.choose(changed)
            return [*said(view), address_help(view.choices.channel, view.prefixes)]
        case "address" if value:
            return said(await client.choose(replace(choices, address=value)))
        case "for":
            wanted = [_kind(word) for word in value.replace(",", " ").split()]
            return said(await client.choose(replace(choices, kinds=wanted)))
        case "when" if value:
            places = {"table": _("table"), "server": _("server")}
            return said(await client.choose(replace(choices, when=_value(places, value))))
        case "quiet":
            return said(await client.choose(_quiet(choices, value)))
    return [
        _("Type notices and one of: channel NAME, address TEXT, for {kinds}, when table or server, "
          "quiet 22:00 8:00 Europe/Paris, quiet off, test, code NUMBER.").format(
            kinds=" ".join(_kinds().values())
        )
    ]  # fmt: skip


def _parts() -> dict[str, str]:
    """What can be said and changed, by a word of the user's language."""
    return {
        "channel": _("channel"), "address": _("address"), "for": _("for"), "when": _("when"),
        "quiet": _("quiet"), "test": _("test"), "code": _("code"),
    }  # fmt: skip


def _kinds() -> dict[str, str]:
    """What a notice is about, in a word each."""
    return {
        "turn": _("turn"), "invitation": _("invitation"), "result": _("result"), "talk": _("talk"),
    }  # fmt: skip


def _value(titles: dict[str, str], word: str) -> str:
    """What a word names: a value, or its title in the language of the user."""
    named = {title: value for value, title in titles.items()}
    return named.get(word.lower(), word.lower())


def _kind(word: str) -> str:
    """The kind of notice that a word names, also as its title has it: `invitations`."""
    kind = _value(_kinds(), word)
    return kind if kind in KINDS else _value(_kinds(), word.removesuffix("s"))


def _quiet(choices: NoticeChoices, text: str) -> NoticeChoices:
    parts = text.split()
    if not parts or parts[0] in ("off", _("off")):
        return replace(choices, quiet_from="", quiet_to="")
    first, last, zone = [*parts[:3], *[""] * (3 - len(parts[:3]))]
    return replace(choices, quiet_from=first, quiet_to=last, zone=zone or choices.zone)


def said(view: Notices) -> list[str]:
    """How the user is called, in sentences."""
    choices, channels, kinds = view.choices, channel_titles(), kind_titles()
    offered = listed(channels.get(name, name) for name in ["none", *view.channels])
    lines = [
        _("Channel: {channel}. You can choose {offered}.").format(
            channel=channels.get(choices.channel, choices.channel), offered=offered
        )
    ]
    if choices.channel != "none":
        lines.append(_("Address: {address}.").format(address=choices.address or _("none")))
        wanted = listed((kinds[kind] for kind in KINDS if kind in choices.kinds), _("nothing"))
        lines.append(_("You are called for: {kinds}.").format(kinds=wanted))
        lines.append(
            _("You are called for your turn whenever you aren't at the table.")
            if choices.when == "table"
            else _("You are called for your turn only while you aren't connected.")
        )
        if choices.quiet_from:
            text = _("Quiet from {first} to {last}, {zone}.")
            lines.append(
                text.format(first=choices.quiet_from, last=choices.quiet_to, zone=choices.zone)
            )
    lines.append(status_line(view, ago))
    return lines
