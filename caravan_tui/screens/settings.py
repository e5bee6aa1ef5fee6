"""The settings screen: sections in plain words, a sample of the looks, saved at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual import getters, on, work
from textual.app import ComposeResult
from textual.widgets import Static

from caravan_tui import settings
from caravan_tui.i18n import _
from caravan_tui.screens.form import FormScreen, FormScroll
from caravan_tui.screens.theme_chooser import Sample, theme_title, themes_in_order
from caravan_tui.settings import SECTIONS, SETTINGS, Setting
from caravan_tui.widgets.commands import Command, bindings
from caravan_tui.widgets.fields import COMMANDS as FIELDS
from caravan_tui.widgets.fields import Field, FieldList
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.page_tabs import PageTabs, page_commands
from caravan_tui.widgets.question import TextQuestion
from caravan_tui.widgets.theme_changes import follow_theme
from caravan_tui.widgets.title_bar import TitleBar
from caravan_tui.widgets.wrapping import wrap_text

COMMANDS = (
    Command("settings.change", "enter", "change_field", "Change",
            "Give the selected setting its next value, or type it."),
    Command("settings.section", "tab", "section(1)", "Section", "Go to the next section.",
            footer=True),
    Command("settings.section_before", "shift+tab", "section(-1)", "Previous section"),
    *page_commands("settings.section", "go_to_section", len(SECTIONS)),
    Command("settings.keys", "f2,question_mark", "keys", "Keys", "Show every key of this screen.",
            footer=True),
    Command("settings.back", "escape,q", "back", "Back", "Go back. Changes are saved.",
            footer=True, glyph="esc"),
    Command("settings.next", "down", "next_field", "Next setting"),
    Command("settings.previous", "up", "previous_field", "Previous setting"),
)  # fmt: skip

TALL = 44
"""Rows of a terminal from which on every setting has its help below it."""

STATUS_ROWS = 2
"""Rows of what is said below the list."""


def section_title(section: str) -> str:
    """The heading of a section."""
    return {
        "looks": _("Looks"),
        "play": _("Play"),
        "computer": _("Computer players"),
        "notices": _("Notices"),
        "you": _("You"),
    }.get(section, section)


class SettingsScreen(FormScreen):
    """The settings by section. The line at the bottom names the file."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    SettingsScreen { layout: vertical;
        & > Sample { height: 3; }
        & > #sections { background: $panel; margin: 0 0 1 0; }
        & > #list { height: 1fr; background: $background; scrollbar-size: 1 1;
            align-horizontal: center; }
        & #settings { max-width: 120; }
        & > #status { height: 2; padding: 0 1; text-wrap: nowrap;
            text-overflow: ellipsis; background: $background; }
    }
    """

    AUTO_FOCUS = "#settings"

    status = getters.query_one("#status", Static)

    def __init__(self, first: str = "") -> None:
        """`first`: the setting on which the cursor is."""
        super().__init__()
        self.first = first

    def compose(self) -> ComposeResult:
        """Title, sample, settings, where they are saved."""
        yield TitleBar(_("Settings"))
        yield Sample()
        yield PageTabs(id="sections")
        with FormScroll(id="list"):
            yield FieldList("settings", ground="ground")
        yield Static(id="status", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Show the settings as they are, and a theme that is chosen in the list of themes."""
        self.show()
        if self.first:
            self.fields.go_to(self.first)
        follow_theme(self, self.show)

    def on_resize(self) -> None:
        """Show all helps where there is room."""
        self.fields.show_help(self.app.size.height >= TALL)
        self.show_status()

    @property
    def section(self) -> int:
        """The number of the section that the cursor is in."""
        field = self.fields.current
        titles = [section_title(section) for section in SECTIONS]
        return titles.index(field.section) if field is not None else 0

    def action_section(self, by: int) -> None:
        """Put the cursor on the first setting of the next section; the last leads to the first."""
        self.action_go_to_section((self.section + by) % len(SECTIONS))

    @on(PageTabs.Chosen)
    def _section_chosen(self, event: PageTabs.Chosen) -> None:
        event.stop()
        self.action_go_to_section(event.page)

    def action_go_to_section(self, number: int) -> None:
        """Put the cursor on the first setting of a section."""
        title = section_title(SECTIONS[number])
        first = next(field for field in self.fields.fields if field.section == title)
        self.fields.go_to(first.name)

    @on(FieldList.CursorMoved)
    def show_status(self) -> None:
        """Say what the selected setting does, unless that stands below it, and where settings
        are saved."""
        field = self.fields.current
        titles = [section_title(section) for section in SECTIONS]
        self.query_one(PageTabs).show(titles, self.section)
        where = self.where_saved(_("To change keys, edit [keys] in the settings file {file}."))
        if field is None or self.fields.has_help:
            self.status.update(Text(where, "dim"))
            return
        lines = wrap_text(field.help, self.app.size.width - 2)
        words = Text("\n".join(lines))
        if len(lines) < STATUS_ROWS:
            words.append("\n" + self.where_saved(_("Saved in {file}.")), "dim")
        self.status.update(words)

    def show(self) -> None:
        """Show every setting with its value."""
        values = {name: getattr(self.app.settings, name) for name in SETTINGS}
        self.fields.show(self.all_fields(), values)
        self.query_one(Sample).redraw()

    def all_fields(self) -> list[Field]:
        """The field of each setting, section by section."""
        order = {section: number for number, section in enumerate(SECTIONS)}
        listed = [setting for setting in SETTINGS.values() if setting.name != "keys"]
        listed.sort(key=lambda setting: order.get(setting.section, len(order)))
        return [self.field(setting) for setting in listed]

    def field(self, setting: Setting) -> Field:
        """The field that changes a setting."""
        choices: list[tuple[str, Any]] = []
        if isinstance(setting.default, bool):
            choices = [(_("off"), False), (_("on"), True)]
        else:
            values: Sequence[str] = setting.choices
            choices = [(_(setting.labels.get(value, value)), value) for value in values]
            if setting.name == "theme":
                themes = themes_in_order(self.app.available_themes.values())
                choices = [(theme_title(theme.name), theme.name) for theme in themes]
        words = _(setting.help)
        if setting.name == "theme":
            words = _("Enter or a click lists all themes and lets you try each one.")
        return Field(
            setting.name, _(setting.title), words, choices, setting.low, setting.high,
            100 if setting.high > 1000 else 1, section=section_title(setting.section),
            placeholder=_("your login name") if setting.name == "name" else "",
            is_listed=setting.name == "theme",
            words={int(value): _(label) for value, label in setting.labels.items()
                   if not setting.choices},
        )  # fmt: skip

    @work(exclusive=True, group="dialog")
    async def ask_value(self, name: str) -> None:
        """Ask for a text or a number; have the theme chosen in its list."""
        if name == "theme":
            self.app.choose_theme()
            return
        setting = SETTINGS[name]

        def check(text: str) -> str | None:
            try:
                setting.convert(text.strip())
            except ValueError as error:
                return str(error)
            return None

        before = str(getattr(self.app.settings, name))
        text = await self.app.push_screen_wait(
            TextQuestion(_(setting.title), _(setting.help), before, check)
        )
        if text is not None:
            self.change(name, text.strip())

    def change(self, name: str, value: Any) -> None:
        """Use another value for a setting from now on."""
        try:
            changed = settings.changed(self.app.settings, name, value)
        except ValueError as error:
            self.status.update(f"! {error}")
            return
        if changed != self.app.settings:
            self.app.apply_settings(changed)
            self.show()
            self.show_status()

    def where_saved(self, text: str) -> str:
        """Name the settings file in a text; over a network it is not the user's own."""
        if self.app.is_remote:
            return _("Settings are saved on the server.")
        return text.format(file=settings.path())

    def retranslate(self) -> None:
        """Show everything in the language that is set now; the cursor stays."""
        self.query_one(TitleBar).show(_("Settings"))
        self.show()
        self.show_status()
        self.query_one(Footer).refresh(recompose=True)

    def action_change_field(self) -> None:
        """Change the selected setting; a number and a text are typed."""
        field = self.fields.current
        if field is None:
            return
        if field.choices and not field.is_listed:
            self.fields.change(field, 1)
        else:
            self.ask_value(field.name)

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("Settings"), (*COMMANDS, *FIELDS))])
