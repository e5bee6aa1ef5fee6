"""What an app shows and has, as the class that it must be of."""

from __future__ import annotations

from typing import Any, TypeVar

from textual.app import App
from textual.screen import Screen

from caravan_tui.bus.table import TableHost
from caravan_tui.cli.preview import PreviewHost
from caravan_tui.hosts.local import LocalHost
from caravan_tui.screens.base import BaseApp

S = TypeVar("S", bound=Screen[Any])
"""The class of a screen."""


def screen_of(app: App[Any], kind: type[S]) -> S:
    """The screen that is shown."""
    screen = app.screen
    assert isinstance(screen, kind), screen
    return screen


def app_of(app: App[Any]) -> BaseApp:
    """An app of a pilot, as one of ours."""
    assert isinstance(app, BaseApp)
    return app


def tables_of(app: App[Any]) -> TableHost:
    """The tables of the matches that are played in this process."""
    host = app_of(app).host
    assert isinstance(host, LocalHost | PreviewHost)
    return host.tables
