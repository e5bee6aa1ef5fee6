"""How you are called while you are away: channel, address, kinds, quiet hours, and a test."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace
from textual import on, work
from textual.app import ComposeResult
from textual.widgets import Static

from caravan_tui.bus.notice_messages import NoticeChoices, Notices
from caravan_tui.games.contract import OptionError
from caravan_tui.hosts.match_text import ago
from caravan_tui.hosts.notices import (
    NoticeClient,
    address_help,
    channel_titles,
    kind_helps,
    kind_titles,
    status_line,
)
from caravan_tui.i18n import _
from caravan_tui.notices.kinds import KINDS
from caravan_tui.screens.form import FormScreen, FormScroll
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import Command, bindings
from caravan_tui.widgets.dunes import Dunes, OverDunes
from caravan_tui.widgets.empty_page import ActionLink, EmptyPage
from caravan_tui.widgets.fields import Field, FieldList
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.key_names import key_names
from caravan_tui.widgets.question import TextQuestion
from caravan_tui.widgets.title_bar import BarButton, TitleBar

COMMANDS = (
    Command("notices.change", "enter", "change_field", "Change",
            "Give the selected field its next value, or type it."),
    Command("notices.test", "t", "test", "Test", "Send yourself a test.", footer=True),
    Command("notices.code", "c", "code", "Code", "Enter the code that came by mail.",
            footer=True),
    Command("notices.next", "down", "next_field", "Select", "Next field", footer=True,
            glyph="↑↓"),
    Command("notices.previous", "up", "previous_field", "Previous field"),
    Command("notices.keys", "f2,question_mark", "keys", "Keys", "Show every key of this screen.",
            footer=True),
    Command("notices.back", "escape,q", "back", "Back", "Go back. Changes are saved.",
            footer=True, glyph="esc"),
)  # fmt: skip

TALL = 40
"""Rows of a terminal from which on every field has its help below it."""


class NoticesScreen(FormScreen):
    """A form whose values are stored by the server at once."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    NoticesScreen { layout: vertical;
        & FormScroll { padding: 0 1; scrollbar-size: 1 1; align-horizontal: center;
            background: $background; }
        & FieldList { max-width: 120; }
        & > #words { height: 2; padding: 0 2; color: $text-muted; }
        & > #status { height: auto; min-height: 1; max-height: 3; padding: 0 2; }
        & > #status.-wrong { color: $text-error; text-style: bold; }
        & > EmptyPage { display: none; }
        &.-closed > EmptyPage { display: block; }
        &.-closed > OverDunes, &.-closed > #words { display: none; }
    }
    """

    AUTO_FOCUS = "FieldList"

    def __init__(self) -> None:
        super().__init__()
        self.view: Notices | None = None
        """What the server has stored; None until it has answered."""
        self.choices = NoticeChoices()

    def compose(self) -> ComposeResult:
        """Title, fields, what the selected one means, how it went, keys."""
        yield TitleBar(_("Notices"))
        with OverDunes():
            with FormScroll():
                yield FieldList("notices", ground="ground")
            yield Dunes()
        yield EmptyPage()
        yield Static(id="words", markup=False)
        yield Static(_("Asking the server …"), id="status", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Ask what is stored."""
        self.load()

    def on_resize(self) -> None:
        """Show all helps where there is room."""
        self.fields.show_help(self.app.size.height >= TALL)
        self.show_words()

    @property
    def client(self) -> NoticeClient:
        """The server's notices."""
        return self.lobby.notices

    @work(exclusive=True, group="ask")
    async def load(self) -> None:
        """Show what the server has stored."""
        try:
            self.take(await self.client.look())
        except OptionError as error:
            self.say(str(error), is_wrong=True)

    def take(self, view: Notices) -> None:
        """Show an answer of the server."""
        if not is_open(self) or not self.is_mounted:
            return
        self.view, self.choices = view, view.choices
        is_closed = not view.channels and view.choices.channel == "none"
        self.set_class(is_closed, "-closed")
        if is_closed:
            self.show_closed()
            return
        self.show()
        is_wrong = view.problem is not None or not view.is_confirmed
        self.say(status_line(view, ago), is_wrong=is_wrong)

    def say(self, text: str, *, is_wrong: bool = False) -> None:
        """Say how it went."""
        if is_open(self) and self.is_mounted:
            status = self.query_one("#status", Static)
            status.update(f"! {text}" if is_wrong else text)
            status.set_class(is_wrong, "-wrong")

    def show_closed(self) -> None:
        """Say what there is on a server that sends nothing."""
        self.query_one(TitleBar).show(_("Notices"), _("while you are away"))
        self.say("")
        self.query_one(EmptyPage).show(
            _("This server sends no notices"),
            _(
                "Its administrator can allow ntfy, a webhook or mail. While you are connected you "
                "are told here when it is your turn, and a setting rings the bell of your terminal."
            ),
            [ActionLink(key_names("escape"), _("go back"), "screen.back")],
        )

    # The form

    def show(self) -> None:
        """Show the fields with what is chosen."""
        choices = self.choices
        values: dict[str, Any] = {
            "channel": choices.channel, "address": choices.address, "when": choices.when,
            "quiet_from": choices.quiet_from, "quiet_to": choices.quiet_to, "zone": choices.zone,
        }  # fmt: skip
        values |= {kind: kind in choices.kinds for kind in KINDS}
        self.fields.show(self.form(), values)
        buttons = [BarButton(" " + _("Send me a test") + " ", "screen.test")]
        if self.view is not None and not self.view.is_confirmed:
            buttons.insert(0, BarButton(" " + _("Enter the code") + " ", "screen.code"))
        self.query_one(TitleBar).show(_("Notices"), _("while you are away"), buttons)
        self.show_words()

    def form(self) -> list[Field]:
        """The fields, as they are with what is chosen."""
        view, titles, helps = self.view, channel_titles(), kind_helps()
        offered = ["none", *(view.channels if view is not None else [])]
        if self.choices.channel not in offered:
            offered.append(self.choices.channel)  # the keeper allows it no longer
        closed = "" if len(offered) > 1 else _("This server sends no notices.")
        unused = closed or ("" if self.choices.channel != "none" else _("Choose a channel first."))
        prefixes = view.prefixes if view is not None else []
        yes_no = [(_("off"), False), (_("on"), True)]
        return [
            Field(
                "channel", _("Channel"), _("How a notice reaches you."),
                [(titles.get(name, name), name) for name in offered], obstacle=closed,
            ),
            Field(
                "address", _("Address"), address_help(self.choices.channel, prefixes),
                placeholder=_("none"), obstacle=unused,
            ),
            *(
                Field(kind, title, helps[kind], yes_no, obstacle=unused)
                for kind, title in kind_titles().items()
            ),
            Field(
                "when", _("Call me when I am"),
                _("For your turn: whenever you aren't at the table, or only while you aren't "
                  "connected."),
                [(_("not at the table"), "table"), (_("not connected"), "server")],
                obstacle=unused,
            ),
            Field(
                "quiet_from", _("Quiet from"),
                _("In quiet hours nothing is sent. Notices that still apply are sent when quiet "
                  "hours end."),
                placeholder=_("never"), obstacle=unused,
            ),
            Field(
                "quiet_to", _("Quiet until"), _("The end of the quiet hours, such as 08:00."),
                placeholder=_("never"), obstacle=unused,
            ),
            Field("zone", _("Time zone"), _("Such as Europe/Paris."), obstacle=unused),
        ]  # fmt: skip

    @on(FieldList.CursorMoved)
    def show_words(self) -> None:
        """Say what the field under the cursor means."""
        if is_open(self) and self.is_mounted:
            self.query_one("#words", Static).update(self.field_words())

    @work(exclusive=True, group="dialog")
    async def ask_value(self, name: str) -> None:
        """Ask for an address, a time or a zone."""
        field = next(field for field in self.form() if field.name == name)
        if field.obstacle:
            self.say(field.obstacle, is_wrong=True)
            return
        question = TextQuestion(field.title, field.help, str(getattr(self.choices, name)))
        text = await self.app.push_screen_wait(question)
        if text is None:
            return
        if name.startswith("quiet"):
            await self.ask_other_time(name, text.strip())
        else:
            self.change(name, text.strip())

    async def ask_other_time(self, name: str, text: str) -> None:
        """Quiet hours have two ends: ask for the other one, if there is none; without one end there
        is none of them."""
        other = "quiet_to" if name == "quiet_from" else "quiet_from"
        known = str(getattr(self.choices, other))
        if text and not known:
            field = next(field for field in self.form() if field.name == other)
            answer = await self.app.push_screen_wait(TextQuestion(field.title, field.help))
            if not answer:
                return
            known = answer.strip()
        self.store(replace(self.choices, **{name: text, other: known if text else ""}))

    def change(self, name: str, value: Any) -> None:
        """Choose another value, which the server stores at once."""
        choices = self.choices
        if name == "channel":
            choices = replace(choices, channel=value, address="")
        elif name in KINDS:
            kinds = [kind for kind in KINDS if (value if kind == name else kind in choices.kinds)]
            choices = replace(choices, kinds=kinds)
        else:
            choices = replace(choices, **{name: value})
        self.store(choices)

    @work(exclusive=True, group="store")
    async def store(self, choices: NoticeChoices) -> None:
        """Have the server store what is chosen, or say what is wrong with it."""
        before, self.choices = self.choices, choices
        self.show()
        self.say(_("Storing …"))
        try:
            self.take(await self.client.choose(choices))
        except OptionError as error:
            self.choices = before
            self.show()
            self.say(str(error), is_wrong=True)

    # Test and code

    @work(exclusive=True, group="test")
    async def action_test(self) -> None:
        """Have a test sent."""
        self.say(_("Sending …"))
        try:
            view = await self.client.test()
        except OptionError as error:
            self.say(str(error), is_wrong=True)
            return
        self.take(view)
        self.say(_("The test is sent. It should arrive within a few seconds."))

    @work(exclusive=True, group="dialog")
    async def action_code(self) -> None:
        """Ask for the code that came by mail."""
        if self.view is None or self.view.is_confirmed:
            self.say(_("No code is needed now."))
            return
        code = await self.app.push_screen_wait(TextQuestion(_("Code"), _("The code of the mail:")))
        if not code:
            return
        try:
            self.take(await self.client.confirm(code.strip()))
        except OptionError as error:
            self.say(str(error), is_wrong=True)

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("Notices"), COMMANDS)])
