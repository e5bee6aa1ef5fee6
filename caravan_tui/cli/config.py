"""The command `config`: the settings file and what is wrong with it."""

from __future__ import annotations

import click

from caravan_tui import settings
from caravan_tui.i18n import _


@click.group()
def config() -> None:
    """Show and check the settings."""


@config.command()
def path() -> None:
    """Print the path of the settings file."""
    click.echo(settings.path())


@config.command()
def show() -> None:
    """Print all settings, including those from the environment."""
    current, notices = settings.load()
    click.echo(settings.write(current), nl=False)
    for notice in notices:
        click.echo(notice, err=True)


@config.command()
def check() -> None:
    """Check settings, themes and keys. Exit code 1 if something is wrong."""
    notices = settings_notices()
    for notice in notices:
        click.echo(notice)
    if notices:
        raise click.exceptions.Exit(1)
    click.echo(_("{file}: no problems.").format(file=settings.path()))


def settings_notices() -> list[str]:
    """What is wrong with settings, themes and keys, a line each."""
    current, notices = settings.load()
    notices += theme_notices(current.theme)
    if current.keys:
        from caravan_tui.command_index import key_notices  # imports Textual

        notices += key_notices(current.keys)
    return notices


def theme_notices(name: str) -> list[str]:
    """What is wrong with the user's theme files, and whether the theme `name` is missing.

    Imports Textual.
    """
    # only for the commands that check themes
    from textual.theme import BUILTIN_THEMES

    from caravan_tui.themes.builtin import THEMES, theme_of
    from caravan_tui.themes.files import ThemeError, load

    themes = BUILTIN_THEMES | {theme.name: theme for theme in THEMES}
    files, notices = load()
    for file in files:
        try:
            themes[file.name] = theme_of(file, themes)
        except ThemeError as error:
            notices.append(str(error))
    if name not in themes:
        notices.append(_("theme: there is no theme '{name}'").format(name=name))
    return notices
