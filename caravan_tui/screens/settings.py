"""The settings screen: every setting with its help, written to the file as soon as it changes."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import Attribute, fields
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, Select, Static

from caravan_tui import settings
from caravan_tui.settings import Settings
from caravan_tui.widgets.checkbox import Checkbox
from caravan_tui.widgets.commands import Command, bindings
from caravan_tui.widgets.fields import Fields
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.number import Number
from caravan_tui.words import _

COMMANDS = (
    Command("settings.back", "escape", "back", "Back", "Back; changes are kept.", footer=True),
    Command("settings.next", "down", "next_field", "Next setting", priority=True),
    Command("settings.previous", "up", "previous_field", "Setting before", priority=True),
)


class SettingsScreen(Fields, Screen):
    """A line a setting. The file and the environment's overrides are named below."""

    COMMANDS: ClassVar = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    SettingsScreen { layout: vertical;
        & > #title { height: 1; background: $panel; padding: 0 1; text-style: bold; }
        & > #list { height: 1fr; padding: 0 1; }
        & > #said { height: 2; padding: 0 1; color: $text-muted; }
        & .setting { height: auto; margin-top: 1; }
        & .setting > .name { width: 17; height: auto; text-style: bold; }
        & .setting > .what { width: 1fr; max-width: 90; height: auto; padding: 0 0 0 2; }
        & .setting > Select, & .setting > Input, & .setting > Checkbox, & .setting > Number {
            width: 24; }
        & .setting > Input { height: 1; border: none; }
    }
    """

    def compose(self) -> ComposeResult:
        """What it is called, its field, what it does."""
        yield Static(_("Settings"), id="title")
        with VerticalScroll(id="list", can_focus=False):
            for attribute in fields(Settings):
                if attribute.name == "keys":
                    continue
                with Horizontal(classes="setting"):
                    yield Static(_(attribute.name.replace("_", " ")), classes="name")
                    yield self.field(attribute)
                    yield Static(_(attribute.metadata["help"]), classes="what", markup=False)
        yield Static(
            self.kept(_("Other keys are set below [keys] in the file of the settings, {file}.")),
            id="said",
            markup=False,
        )
        yield Footer(show_command_palette=False, compact=True)

    def field(self, attribute: Attribute[Any]) -> Checkbox | Select | Input | Number:
        """The widget in which a setting is changed."""
        name = attribute.name
        value = getattr(self.app.settings, name)
        key = f"set-{name}"
        if isinstance(attribute.default, bool):
            return Checkbox("", value, id=key, compact=True)
        choices = attribute.metadata["choices"]
        if name == "theme":
            choices = sorted(self.app.available_themes)
        if choices:
            return Select(
                [(_(str(choice)), choice) for choice in choices],
                value=value if value in choices else choices[0],
                allow_blank=False,
                id=key,
                compact=True,
            )
        if isinstance(attribute.default, int):
            low, high = attribute.metadata["low"], attribute.metadata["high"]
            return Number(value, key, low, high, 100 if high > 1000 else 1)
        return Input(str(value), id=key, compact=True)

    @on(Checkbox.Changed)
    @on(Select.Changed)
    @on(Input.Changed)
    def _changed(self, event: Checkbox.Changed | Select.Changed | Input.Changed) -> None:
        event.stop()
        source = event.control
        name = (source.id or "").removeprefix("set-")
        said = self.query_one("#said", Static)
        try:
            changed = settings.changed(self.app.settings, name, event.value)
        except ValueError as error:
            said.update(f"! {error}")
            return
        if changed != self.app.settings:
            self.app.take_settings(changed)
            said.update(self.kept(_("Kept in {file}.")))

    def kept(self, words: str) -> str:
        """Where the settings are kept; at the other end of a line the file is not one's own."""
        return _("Kept on the server.") if self.app.far else words.format(file=settings.path())

    def action_back(self) -> None:
        """Back to where one came from."""
        self.app.pop_screen()
