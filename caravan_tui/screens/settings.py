"""The settings screen: every setting with its help, saved as soon as it changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, Select, Static

from caravan_tui import settings
from caravan_tui.i18n import _
from caravan_tui.screens.form import FormScreen
from caravan_tui.settings import SETTINGS, Setting
from caravan_tui.widgets.checkbox import Checkbox
from caravan_tui.widgets.closing import close
from caravan_tui.widgets.commands import Command, bindings
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.number import Number

COMMANDS = (
    Command("settings.back", "escape", "back", "Back", "Go back. Changes are saved.", footer=True),
    Command("settings.next", "down", "next_field", "Next setting", priority=True),
    Command("settings.previous", "up", "previous_field", "Previous setting", priority=True),
)


class SettingsScreen(FormScreen):
    """A row for each setting. The line at the bottom names the file."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    SettingsScreen { layout: vertical;
        & > #title { height: 1; background: $panel; padding: 0 1; text-style: bold; }
        & > #list { height: 1fr; padding: 0 1; }
        & > #status { height: 2; padding: 0 1; color: $text-muted; }
        & .setting { height: auto; margin-top: 1; }
        & .setting > .name { width: 17; height: auto; text-style: bold; }
        & .setting > .what { width: 1fr; max-width: 90; height: auto; padding: 0 0 0 2; }
        & .setting > Select, & .setting > Input, & .setting > Checkbox, & .setting > Number {
            width: 24; }
        & .setting > Input { height: 1; border: none; }
    }
    """

    status = getters.query_one("#status", Static)

    def compose(self) -> ComposeResult:
        """Name, field and help of each setting."""
        yield Static(_("Settings"), id="title")
        with VerticalScroll(id="list", can_focus=False):
            for setting in SETTINGS.values():
                if setting.name == "keys":
                    continue
                with Horizontal(classes="setting"):
                    yield Static(_(setting.name.replace("_", " ")), classes="name")
                    yield self.field(setting)
                    yield Static(_(setting.help), classes="what", markup=False)
        yield Static(
            self.where_saved(_("To change keys, edit [keys] in the settings file {file}.")),
            id="status",
            markup=False,
        )
        yield Footer(show_command_palette=False, compact=True)

    def field(self, setting: Setting) -> Widget:
        """Make the widget that changes a setting."""
        value = getattr(self.app.settings, setting.name)
        key = f"set-{setting.name}"
        if isinstance(setting.default, bool):
            return Checkbox("", value, id=key, compact=True)
        choices: Sequence[str] = setting.choices
        if setting.name == "theme":
            choices = sorted(self.app.available_themes)
        if choices:
            return Select(
                [(_(choice), choice) for choice in choices],
                value=value if value in choices else choices[0],
                allow_blank=False,
                id=key,
                compact=True,
            )
        if isinstance(setting.default, int):
            step = 100 if setting.high > 1000 else 1
            return Number(value, key, setting.low, setting.high, step)
        return Input(str(value), id=key, compact=True)

    @on(Checkbox.Changed)
    @on(Select.Changed)
    @on(Input.Changed)
    def _change_setting(self, event: Checkbox.Changed | Select.Changed | Input.Changed) -> None:
        event.stop()
        name = (event.control.id or "").removeprefix("set-")
        try:
            changed = settings.changed(self.app.settings, name, event.value)
        except ValueError as error:
            self.status.update(f"! {error}")
            return
        if changed != self.app.settings:
            self.app.apply_settings(changed)
            self.status.update(self.where_saved(_("Saved in {file}.")))

    def where_saved(self, text: str) -> str:
        """Name the settings file in a text; over a network it is not the user's own."""
        if self.app.is_remote:
            return _("Settings are saved on the server.")
        return text.format(file=settings.path())

    def action_back(self) -> None:
        """Go back."""
        close(self)
