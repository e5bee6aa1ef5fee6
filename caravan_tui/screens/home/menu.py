"""The list of home: a match and a lesson at once, the games, the other places."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from rich.text import Text
from textual import getters
from textual.visual import VisualType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from caravan_tui.games import registry
from caravan_tui.games.registry import game_name
from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.game_pictures import beside_sign
from caravan_tui.screens.home.entries import (
    AGAIN,
    CONTINUE,
    FIRST,
    GAME,
    LEARN,
    LESSONS,
    QUIT,
    TURNS,
    easiest_game,
    facts_line,
    place_words,
)
from caravan_tui.screens.home.overview import Overview
from caravan_tui.widgets.drawing.colours import as_hex
from caravan_tui.widgets.drawn import pens_of

ENTRY_COLUMNS = 32
"""Columns of an entry with something at its right end."""


class _Entry(Struct, frozen=True):
    """What is shown of an option."""

    place: str
    """Its ID; a line of ASCII has none."""
    prompt: VisualType

    @classmethod
    def of(cls, option: Option) -> _Entry:
        return cls(option.id or "", option.prompt)


class HomeMenu(OptionList):
    """Shows an overview as a list, and keeps the cursor on its entry when that changes."""

    app = getters.app(BaseApp)

    DEFAULT_CSS = """
    HomeMenu { width: 36; height: 1fr; border: none; padding: 0 1; background: $background;
        &:focus { background-tint: $background 0%; border: none; }
        & > .option-list--option-hover { background: $primary 25%; }
    }
    """

    def __init__(self) -> None:
        super().__init__(id="menu", markup=False)
        self.rows = 0
        """Those that the terminal has for the list."""
        self.is_tall = False
        """Whether games have a second line."""
        self.has_signs = False
        """Whether games have their signs, and the user's record in a third line."""
        self.welcome_game = ""
        """The game that a newcomer began with: it is selected once the welcome is over."""
        self._overview = Overview()
        self._listed: Sequence[_Entry | None] = ()
        """The entries that are shown; None is a line between them."""

    @property
    def selected(self) -> str:
        """The ID of the selected entry; empty without one, and while the screen closes."""
        option = self.highlighted_option
        return (option.id or "") if option else ""

    def show(self, overview: Overview) -> bool:
        """List what there is. Returns whether entries came or went, which moves the cursor: most
        often nothing has changed, and a list takes time to draw."""
        self._overview = overview
        options = self._entries()
        before = self._listed
        self._listed = [None if option is None else _Entry.of(option) for option in options]
        if [entry and entry.place for entry in self._listed] != [
            entry and entry.place for entry in before
        ]:
            self._refill(options)
            return True
        for old, new in zip(before, self._listed, strict=True):
            if new and new.place and new != old:
                self.replace_option_prompt(new.place, new.prompt)
        return False

    def _entries(self) -> list[Option | None]:
        overview = self._overview
        options: list[Option | None] = [self._match_entry(), self._lesson_entry()]
        options.append(self._separator())
        options += [Option(self._game_entry(name), id=GAME + name) for name in registry.ids()]
        options.append(self._separator())
        options += [Option(self._place_entry(place), id=place) for place in overview.places]
        options += [Option(_("Quit"), id=QUIT)]
        lines = [number for number, option in enumerate(options) if not option or option.disabled]
        rows = len(options) + len(registry.ids()) * (self.is_tall + self.has_signs)
        for number in reversed(lines[: max(0, rows - self.rows)]):
            del options[number]  # from the top, until the list fits the terminal
        return options

    def _refill(self, options: list[Option | None]) -> None:
        """List these entries. One that leads into a match at once is selected when it is new, so
        that Enter continues, or teaches."""
        index, before = self.highlighted or 0, self.highlighted_option
        at_once = (CONTINUE, LEARN)
        old = {option.id for option in self.options} & set(at_once)
        self.clear_options()
        self.add_options(options)
        ids = [option.id for option in self.options]
        first = [name for name in ids if name in at_once]
        if first and first[0] not in old:
            index = ids.index(first[0])
        elif before is not None and before.id in ids:
            index = ids.index(before.id)
        elif GAME + self.welcome_game in ids:
            index = ids.index(GAME + self.welcome_game)
        self.highlighted = min(index, self.option_count - 1)

    # Entries

    # A learned position leads to the same thing at every start: the first two rows are always
    # there, whatever they say.

    def _match_entry(self) -> Option:
        """What leads to a match: one in which somebody waits for the user, the unfinished one, a
        first one, else one more."""
        overview = self._overview
        if any(turn.is_shared for turn in overview.turns):  # Continue's is listed there, too
            words = _("Your turn ({count})").format(count=len(overview.turns))
            return Option(words, id=TURNS)
        if overview.unfinished:
            return Option(_("Continue"), id=CONTINUE)
        if overview.has_welcome:
            return Option(_("Play a first match"), id=FIRST)
        if not overview.newest:
            return Option(_("Play a match"), id=AGAIN)
        game = registry.short_name(overview.game_of(AGAIN))
        return Option(_("Play {game} again").format(game=game), id=AGAIN)

    def _lesson_entry(self) -> Option:
        """What leads to a tutorial: the one that was left half-way, the one to begin with, or the
        list of all."""
        overview = self._overview
        if overview.is_lesson_begun:
            words = _("Go on learning: {kind}")
            return Option(words.format(kind=registry.kind_name(overview.lesson)), id=LEARN)
        if not overview.has_welcome:
            return Option(self._place_entry(LESSONS), id=LESSONS)
        lesson = overview.lesson or easiest_game()
        return Option(_("Learn {game}").format(game=registry.short_name(lesson)), id=LEARN)

    def _game_entry(self, game_id: str) -> Text:
        """A game; where there is room with how many play it and how long."""
        text = Text(game_name(game_id), no_wrap=True, overflow="ellipsis")
        if self.is_tall:
            text.append("\n" if self.has_signs else "\n  ")
            text.append(facts_line(game_id), "dim")
        if self.has_signs:
            text.append(f"\n{self._overview.records.get(game_id) or ' '}", "dim")
            pens = pens_of(self.app, self.app.ascii)
            return beside_sign(game_id, text, pens, as_hex(pens.reduce(pens.palette.ground)))
        return text

    def _place_entry(self, place: str) -> Text:
        """A place, with what waits there at the right."""
        text = Text(self._place_name(place), no_wrap=True)
        badge = self._overview.badges.get(place, "")
        if badge:
            text.append(badge.rjust(ENTRY_COLUMNS - text.cell_len), "bold")
        return text

    def _place_name(self, place: str) -> str:
        if place != LESSONS:
            return self._overview.places.get(place, "")
        return _("Go on learning") if self._overview.is_learning else _("Learn a game")

    def _separator(self) -> Option | None:
        """A line between parts of the list; OptionList's own, which None makes, is not ASCII."""
        return Option("-" * 26, disabled=True) if self.app.ascii else None

    # In other words

    def entry_name(self, option: Option) -> str:
        """An entry by its name alone, without sign, facts or badge."""
        place = option.id or ""
        if place.startswith(GAME):
            return _("Play {game}").format(game=game_name(place.removeprefix(GAME)))
        return self._place_name(place) or str(option.prompt)

    def about_place(self, place: str) -> str:
        """An entry in a line."""
        if place.startswith(GAME):
            facts = facts_line(place.removeprefix(GAME))
            return _("Set up a match: {facts}").format(facts=facts)
        if place == CONTINUE and self._overview.unfinished is not None:
            return game_name(self._overview.unfinished.game)
        if place in (LEARN, FIRST, AGAIN):
            return game_name(self._overview.game_of(place))
        return place_words(place)
