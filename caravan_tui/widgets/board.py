"""The base of every game's board: what the table screen shows it and hears from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from attrs import evolve, field, frozen
from textual.message import Message
from textual.widget import Widget

from caravan_tui.widgets.commands import Command
from caravan_tui.words import _

if TYPE_CHECKING:
    from caravan_tui.games.contract import Event, Game, View


@frozen
class Shown:
    """A position as a seat sees it, and how to draw it. Nothing hidden is in here."""

    game: Game
    view: View
    legal: list[int]
    """What this seat may do; empty if it is not its decision."""
    interrupts: list[int]
    """What this seat may do out of turn."""
    seat: int | None
    """Whose view this is; None is a spectator."""
    names: Sequence[str]
    """The name of each seat."""
    kinds: Sequence[str] = field(factory=list)
    """`person` or a level, a seat each."""
    events: Sequence[Event] = field(factory=list)
    """What happened since the position shown before."""
    past: Sequence[Event] = field(factory=list)
    """All that happened so far, where nothing was shown before or something else was: in a match
    that was loaded, after an undo, anywhere in a replay. `events` is empty then."""
    ascii: bool = False
    """Only ASCII glyphs."""
    animate: bool = True
    """Short animations are welcome."""
    over: bool = False

    @property
    def my_turn(self) -> bool:
        """Whether this seat is to decide."""
        return bool(self.legal)


@frozen
class Place:
    """Something on a table that a jump key leads to."""

    x: int
    """Column of the screen where it begins."""
    y: int
    """Line of the screen."""
    go: Callable[[], None]
    """Puts the cursor there and says what is there; plays nothing."""


class Board(Widget, can_focus=True):
    """The table of one game: draws a view and turns keys and clicks into legal actions.

    Subclasses live in `games/<game>/board.py`, are called `Board`, and override `refresh_board`.
    They compute no rule: what may be done is in `shown.legal`.
    """

    COMMANDS: ClassVar[tuple[Command, ...]] = ()
    """The game's own commands; `BINDINGS = bindings(COMMANDS)` goes beside it."""

    LOOKING: ClassVar[frozenset[str]] = frozenset()
    """Actions of COMMANDS that are of use to who only looks: a watcher, or anybody at the end."""

    shown: Shown | None = None

    class Chosen(Message):
        """The user chose an action; it is one of `shown.legal` or `shown.interrupts`."""

        def __init__(self, action: int) -> None:
            super().__init__()
            self.action = action

    class Hinted(Message):
        """What the selection is, why it is no move, what a key would do: one line of text
        below the board. `wrong` marks a refusal."""

        def __init__(self, text: str, wrong: bool = False) -> None:
            super().__init__()
            self.text = text
            self.wrong = wrong

    def on_mount(self) -> None:
        """Follow the theme. Textual calls this beside a subclass's own `on_mount`."""
        self.app.theme_changed_signal.subscribe(self, self._other_colours)

    def _other_colours(self, _theme: object) -> None:
        if self.shown is not None:
            self.shown = evolve(self.shown, events=[])
            self.refresh_board(self.shown)

    def show(self, shown: Shown) -> None:
        """Draw this position. Called by the table, also before the first layout."""
        was_looking, self.shown = self.only_looks, shown
        self.refresh_board(shown)
        if self.only_looks != was_looking:
            self.refresh_bindings()

    def not_played(self) -> None:
        """A move was chosen and, asked, not played after all: the position as it is, with nothing
        new in it. Boards that can keep what was chosen."""
        if self.shown is not None:
            self.show(evolve(self.shown, events=[], animate=False))

    @property
    def only_looks(self) -> bool:
        """Whether nothing can be played here: by a watcher, or because the match is over."""
        return self.shown is not None and (self.shown.seat is None or self.shown.over)

    @property
    def is_picture(self) -> bool:
        """Whether neither keys nor clicks reach it, as in a replay: it names none of them."""
        return not self.can_focus

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Who only looks is not offered the keys of those who play."""
        if self.only_looks and action not in self.LOOKING:
            return all(command.action.split("(")[0] != action for command in self.COMMANDS)
        return super().check_action(action, parameters)

    def refresh_board(self, shown: Shown) -> None:
        """Take over a new position: drop selections that no longer fit, redraw."""
        self.refresh()

    def prompt(self, shown: Shown) -> str:
        """What this seat is asked to do, for the line below the board; empty: the usual words."""
        return ""

    def rule(self, shown: Shown) -> str:
        """The ruling or heading in RULES.md that fits the moment; F1 opens the rules there."""
        return ""

    def result(self, view: View) -> tuple[list[str], list[list[str]]] | None:
        """More about a finished match for the result screen: column titles and rows, as the score
        of each hand; None: ranks and scores are all there is."""
        return None

    def preview(self, action: int | None) -> None:
        """Point at a move that is chosen in the list of legal moves or was given as a hint;
        None: no longer. Boards that can draw it do."""

    def places(self) -> list[Place]:
        """What is in sight and a cursor can go to, for the jump keys."""
        return []

    def choose(self, action: int) -> None:
        """Send a move to the table. Refuses what is not legal with a line of text."""
        shown = self.shown
        if shown and (action in shown.legal or action in shown.interrupts):
            self.post_message(self.Chosen(action))

    def asked(self) -> Shown | None:
        """The position, if this seat is to decide; else says that it is not."""
        shown = self.shown
        if shown is None or shown.my_turn:
            return shown
        self.say(_("It is not your move."), wrong=True)
        return None

    def say(self, text: str, wrong: bool = False) -> None:
        """Show a line of text below the board."""
        if self.shown and self.shown.ascii:
            text = text.replace("·", "-")
        self.post_message(self.Hinted(text, wrong))
