"""The base of every game's board: what it gets from the table screen, and what it posts to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from attrs import evolve, field, frozen
from textual.actions import SkipAction
from textual.events import Click, Event, MouseDown, MouseUp
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from caravan_tui.i18n import _
from caravan_tui.widgets.commands import Command, bindings, key_name
from caravan_tui.widgets.drawing.seats import SeatCard
from caravan_tui.widgets.theme_changes import follow_theme

V = TypeVar("V")
"""The type of a game's views."""

PICTURE_ROWS = 6
"""The lowest rows of a board, of pictures of a hand below the names of its cards."""


class Words(Protocol):
    """What a board asks of its game; a `Game` of the contract."""

    @property
    def describe(self) -> Callable[..., str]:
        """`describe(action, view, names)`: an action in words."""

    @property
    def gains(self) -> Callable[[Any], Sequence[tuple[int, str]]]:
        """`gains(event)`: what an event brings: seats, and a few characters such as `+3`."""


@frozen
class Scene(Generic[V]):
    """A position as a seat sees it, and how to draw it. It holds nothing hidden."""

    game: Words
    view: V
    legal: list[int]
    """The actions of this seat; empty if it is not its decision."""
    interrupts: list[int]
    """The actions of this seat out of turn."""
    seat: int | None
    """Whose view this is; None is a spectator."""
    names: Sequence[str]
    """The name of each seat."""
    kinds: Sequence[str] = field(factory=list)
    """`person` or a level, one for each seat."""
    faces: Sequence[str] = field(factory=list)
    """The sprite of the character in each seat, empty where there is none; see `face_of`."""
    events: Sequence[Any] = field(factory=list)
    """What happened since the previous position."""
    past: Sequence[Any] = field(factory=list)
    """Everything that happened so far, where this position does not follow the previous one: in a
    loaded match, after an undo, anywhere in a replay. `events` is empty then."""
    turn_events: Sequence[Any] = field(factory=list)
    """What the last seat to move has done in its turn so far: what a board that is looked back at
    marks, where nobody has a last move of their own."""
    ascii: bool = False
    """Only ASCII glyphs."""
    animate: bool = True
    """Short animations are on."""
    over: bool = False
    is_question: bool = False
    """A best move is asked for: the board marks none as the best, and begins at none."""
    can_undo: bool = False
    """Whether the table can take back what this seat did last."""
    gains: Mapping[int, str] = field(factory=dict)
    """What the newest move has brought to seats, such as `+3`."""

    def face_of(self, seat: int) -> str:
        """The sprite of the character in a seat; empty: the seat's own portrait."""
        return self.faces[seat] if seat < len(self.faces) else ""

    @property
    def to_act(self) -> int:
        """The seat to move, below 0 for none: every view has it."""
        return int(cast(Any, self.view)["to_act"])

    @property
    def my_turn(self) -> bool:
        """Whether it is this seat's decision."""
        return bool(self.legal)


MarkedRegion = tuple[int, int, int, int]
"""Column, row, width and height of a part of a board."""


@frozen
class JumpTarget:
    """Something on the board that a jump key leads to."""

    x: int
    """First column on the screen."""
    y: int
    """Line on the screen."""
    go: Callable[[], None]
    """Puts the cursor there and describes the target; plays nothing."""
    name: str = ""
    """What the board itself writes there, two letters or digits that are typed to go there; empty:
    the target has no name."""


@frozen
class Showcase:
    """A position that shows what a game looks like, and which part of it says most.

    It is reached by moves by chance.
    """

    seats: int = 2
    seed: int = 1
    moves: int = 20
    x: int = 0
    """First column of the part, of a board of 80 × 20."""
    y: int = 0
    """First row of the part."""
    width: int = 80
    """Columns of the board that are worth showing without the others."""
    height: int = 20
    """Rows from `y` on that are worth showing without the others."""
    least_width: int = 80
    """Columns in which the board can be drawn; of a smaller picture it is cut."""
    least_height: int = 20
    columns: int = 1
    """Columns of a space or a card: a part of the board ends with a whole one."""
    rows: int = 1
    """Rows of a space or a card."""


class Board(Widget, Generic[V], can_focus=True):
    """The board of one game: draws a view and turns keys and clicks into legal actions.

    Subclasses live in `games/<game>/board.py`, are called `Board`, and override `refresh_board`.
    They compute no rules: what is legal is in `scene.legal`.
    """

    COMMANDS: ClassVar[tuple[Command, ...]] = ()
    """The game's own commands; the widget's BINDINGS are made of them."""

    SPECTATOR_ACTIONS: ClassVar[frozenset[str]] = frozenset()
    """Actions of COMMANDS that spectators can use too, and everybody when the match is over."""

    SELECTING_ACTIONS: ClassVar[frozenset[str]] = frozenset()
    """More actions of COMMANDS that play nothing: they lead somewhere, select or show. Their keys
    also work while the moves of others are still being shown."""

    SHOWCASE: ClassVar[Showcase] = Showcase()
    """The position that the home screen shows of a game that was never played."""

    COLUMNS_ASIDE: ClassVar[int] = 0
    """Columns at the right of a board of 80 that a hint may cover, as nothing is played there; 0:
    the hand is at the foot, and a hint lies over its pictures, below the names of the cards."""

    ROWS_ASIDE: ClassVar[int] = 0
    """The lowest rows of these columns that a list of moves may cover; 0: all of them."""

    MOST_ROWS: ClassVar[int] = 0
    """Rows of which a board of 80 columns makes use, at most: the log has what is left of a high
    terminal. 0: it makes use of all."""

    MOVED_BY_PREVIEW: ClassVar[tuple[str, ...]] = ()
    """The attributes that say where the cursor is and what is selected, as far as `preview` changes
    them; see `keep_place`."""

    ASKS_ON_BOARD: ClassVar[bool] = False
    """Whether the board and the footer say what the first line below it asks: what the others have
    done then moves there when the second line is about the cursor, and can still be read."""

    scene: Scene[V] | None = None

    _named_actions: frozenset[str] = frozenset()
    """The actions that the footer names."""

    is_behind = False
    """Whether a click asks to go on: more has happened than is shown, or words are to be read."""

    has_rail = reactive(False)
    """Whether the seats are shown beside the board, from `seat_cards`."""

    is_part = reactive(False)
    """Whether a picture has room for only a part of the board."""

    is_below_window = reactive(False)
    """Whether a window lies over the screen, and so perhaps over the right of the board."""

    columns_below_list = reactive(0)
    """Columns at its right over which a list of moves lies; 0: there is none, or elsewhere."""

    class ActionChosen(Message):
        """The user chose an action, one of `scene.legal` or `scene.interrupts`."""

        def __init__(self, action: int) -> None:
            super().__init__()
            self.action = action

    class NewestAsked(Message):
        """The user clicked while the table had newer positions to show."""

    class UndoChosen(Message):
        """The user takes back what the table has, while nothing is selected on the board, or the
        board has to, before it can send what was chosen."""

    class RedoChosen(Message):
        """The user wants again what was undone, if anything was."""

    class SceneChanged(Message):
        """The board has another scene."""

    class GlowChanged(Message):
        """The card of the seat whose turn has begun is to be brighter, or no longer."""

    class StatusChanged(Message):
        """A line of text for below the board: what is selected, why it is no move, what a key would
        do. `is_error` marks a refusal."""

        def __init__(self, text: str, is_error: bool = False) -> None:
            super().__init__()
            self.text = text
            self.is_error = is_error

    class RefusalDropped(Message):
        """The user went on, so a refusal below the board no longer says anything."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Make the bindings of the class's own commands."""
        if "COMMANDS" in vars(cls):
            cls.BINDINGS = bindings(cls.COMMANDS)
        super().__init_subclass__(**options)

    async def on_event(self, event: Event) -> None:
        """Take no click on a position that is no longer the newest."""
        if self.is_behind and isinstance(event, MouseDown | MouseUp | Click):
            event.stop()
            if isinstance(event, Click):
                self.post_message(self.NewestAsked())
            return
        await super().on_event(event)

    def on_mount(self) -> None:
        """Follow the theme. Textual calls this in addition to a subclass's own `on_mount`."""
        follow_theme(self, self.restyle)

    def restyle(self) -> None:
        """Draw the position in the colours of another theme."""
        if self.scene is not None:
            self.scene = evolve(self.scene, events=[])
            self.refresh_board(self.scene)

    def show(self, scene: Scene[V]) -> None:
        """Draw this position. Called by the table, also before the first layout."""
        was_read_only, self.scene = self.is_read_only, scene
        self.refresh_board(scene)
        self.post_message(self.SceneChanged())
        if self.is_read_only != was_read_only:
            self.refresh_bindings()

    def move_cancelled(self) -> None:
        """Draw the position again after the user declined to confirm the chosen move. A board may
        keep what was selected."""
        if self.scene is not None:
            self.show(evolve(self.scene, events=[], animate=False))

    @property
    def is_read_only(self) -> bool:
        """Whether nothing can be played here: for a spectator, or because the match is over."""
        return self.scene is not None and (self.scene.seat is None or self.scene.over)

    @property
    def is_moving(self) -> bool:
        """Whether a short animation is running."""
        return False

    @property
    def glow(self) -> float:
        """How much brighter the card of the seat to move is, as its turn begins."""
        return 0.0

    @property
    def is_static(self) -> bool:
        """Whether neither keys nor clicks reach the board, as in a replay: it then names none."""
        return not self.can_focus

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide playing commands from spectators."""
        if self.is_read_only and action not in self.SPECTATOR_ACTIONS:
            return all(command.action.split("(")[0] != action for command in self.COMMANDS)
        return super().check_action(action, parameters)

    def offers(self, action: str) -> bool:
        """Whether the footer is to name an action of COMMANDS now, such as `go(-1,0)`. After a
        change call `name_keys`."""
        return True

    def leave_question(self) -> None:
        """Leave a key that clears to the screen where a board that asks a question has nothing to
        clear: it then leads out."""
        if self.scene is not None and self.scene.is_question:
            raise SkipAction

    def name_keys(self) -> None:
        """Have the footer made anew where it is to name other actions than before."""
        offered = frozenset(
            command.action for command in self.COMMANDS if self.offers(command.action)
        )
        if offered != self._named_actions:
            self._named_actions = offered
            self.refresh_bindings()

    def title_of(self, action: str) -> str:
        """What the footer calls an action of COMMANDS now, in English; empty: its usual title."""
        return ""

    def plays_nothing(self, action: str) -> bool:
        """Whether an action of COMMANDS, such as `go(-1,0)`, leaves the match as it is."""
        return action.split("(")[0] in self.SPECTATOR_ACTIONS | self.SELECTING_ACTIONS

    def refresh_board(self, scene: Scene[V]) -> None:
        """Draw a new position, after dropping selections that no longer fit."""
        self.refresh()

    def prompt(self, scene: Scene[V]) -> str:
        """What this seat is to do, for the line below the board; empty: the usual text."""
        return ""

    def why_not_here(self, scene: Scene[V]) -> str:
        """Why what is selected or under the cursor can't be played now, for the help of the
        moment; empty if it can, or nothing is selected."""
        return ""

    def drop_selection(self) -> None:
        """Forget what is selected and what is still to be sent; the cursor stays. Draw again."""

    def take_back(self) -> bool:
        """Drop what was selected last of a move that is not yet sent; whether there was something.
        The table's undo asks for it first."""
        return False

    @property
    def asks_why(self) -> bool:
        """Whether what a computer player has just done asks for its reason: the footer then keeps
        that key where it has little room. The board refreshes the bindings when it changes."""
        return False

    def take_back_for(self, action: int) -> int:
        """Begin to undo what an action that a hint advises would end at a cost; how many plies
        that are, 0 where the action is to be played."""
        return 0

    @property
    def columns_aside(self) -> int:
        """As `COLUMNS_ASIDE`, with what lies free beside the move that is marked now."""
        return self.COLUMNS_ASIDE

    def unplayed_region(self, columns: int) -> MarkedRegion:
        """A part at the right edge of the board on which nothing is played, such as a panel beside
        a map, for a list of moves beside the board that would need so many columns of it: the list
        takes that, too. It has fewer columns where less is free, and none where nothing is."""
        return self.size.width, 0, 0, self.size.height

    @property
    def marked_regions(self) -> Sequence[MarkedRegion]:
        """Where the move lies that is marked now, for a window to give way: it is enough to know it
        of boards that are not as wide as the terminal with their hand at the foot."""
        return ()

    def rows_explained(self, seat: int) -> Sequence[int]:
        """The rows of the board on which the last turn of a seat can be seen, where a window beside
        it would cover them: the one that explains the turn goes above or below. None: nothing of
        the turn lies where a window goes by `COLUMNS_ASIDE`."""
        return ()

    @contextmanager
    def showing_turn(self, seat: int) -> Iterator[None]:
        """Show for a while where a seat has played its last turn, if that is not in sight: below
        the window that explains it."""
        yield

    def way_to(self, action: int) -> str:
        """How to go on to a move from what is marked or listed on the board now, as a sentence;
        empty where the move can be made as from the start."""
        return ""

    @property
    def rows_for_list(self) -> range:
        """Of a board as wide as the terminal with its hand at the foot: the rows that a list of
        moves may take, such as those of the pictures below the names of its cards."""
        return range(max(0, self.size.height - PICTURE_ROWS), self.size.height)

    @property
    def has_free_middle(self) -> bool:
        """Whether a hint may lie over the middle and leave the hand at the foot free, as nothing
        is there that is needed for the decision."""
        return False

    @property
    def has_free_left(self) -> bool:
        """Whether a hint beside the marked move goes to the left, as the move is at the right."""
        return False

    @property
    def shows_legend(self) -> bool:
        """Whether a legend stands where something else of the board does, for Escape to close."""
        return False

    def close_legend(self) -> None:
        """Show what the legend stands in place of."""

    def showcase(self, scene: Scene[V] | None) -> Showcase:
        """Which part of a scene says most where there is little room."""
        return self.SHOWCASE

    def rule(self, scene: Scene[V]) -> str:
        """The ruling or heading in RULES.md that F1 opens now."""
        return ""

    def result(self, view: V) -> tuple[list[str], list[list[str]]] | None:
        """A table for the result screen, such as the score of each hand: column titles and rows.
        None if ranks and scores are enough."""
        return None

    def preview(self, action: int | None) -> None:
        """Highlight a move that is selected in the list of legal moves or was given as a hint;
        None ends it. Boards may ignore it."""

    @property
    def current_action(self) -> int | None:
        """The action that is selected and that Enter would play now; None if there is none."""
        return None

    def keep_place(self) -> Callable[[], None]:
        """Remember where the cursor is and what is selected. Returns what puts both back after a
        look at other moves, unless the position is another one by then."""
        scene, place = (
            self.scene,
            {name: deepcopy(getattr(self, name)) for name in self.MOVED_BY_PREVIEW},
        )

        def put_back() -> None:
            if scene is not None and self.scene is scene:
                self.restore_place(place)
                self.place_restored()

        return put_back

    def restore_place(self, place: Mapping[str, object]) -> None:
        """Set the attributes that say where the cursor is and what is selected."""
        for name, value in place.items():
            setattr(self, name, value)

    def place_restored(self) -> None:
        """Draw the cursor and the selection where they are again."""
        self.refresh()

    def plan_steps(self, actions: Sequence[int]) -> None:
        """Keep the steps of a move after its first one, which is being played, and play each as
        soon as it is legal. Of a board on which a move is one action, nothing."""

    @property
    def planned_steps(self) -> Sequence[int]:
        """The steps that `plan_steps` keeps."""
        return ()

    def preview_turn(self, turn: Sequence[int]) -> None:
        """Highlight a turn that was given as a hint, its first step at least; `preview(None)` ends
        it."""
        self.preview(turn[0] if turn else None)

    def start_at(self, action: int) -> None:
        """Put the cursor where a move begins, as a tutorial asks for it; mark and play nothing."""

    def light(self, names: Sequence[str]) -> None:
        """Light what a tutorial speaks of and dim the rest; no names: show everything as it is."""

    def seat_cards(self, scene: Scene[V]) -> Sequence[SeatCard]:
        """A card for each seat, for the rail beside the board; none if the board shows the seats
        itself at every size."""
        return []

    def jump_targets(self) -> list[JumpTarget]:
        """What is visible and the cursor can go to, for the jump keys."""
        return []

    def choose(self, action: int) -> None:
        """Post `ActionChosen` for an action if it is legal; otherwise do nothing."""
        scene = self.scene
        if scene and (action in scene.legal or action in scene.interrupts):
            self.post_message(self.ActionChosen(action))

    def require_turn(self) -> Scene[V] | None:
        """The scene, if it is this seat's decision; otherwise None, after saying so."""
        scene = self.scene
        if scene is None or scene.my_turn:
            return scene
        self.show_status(_("It is not your move."), is_error=True)
        return None

    def has_begun_turn(self, view: V) -> bool:
        """Whether the seat to act has done anything in its turn; for `undo_at_table`."""
        raise NotImplementedError

    def undo_at_table(self) -> None:
        """Undo at the table within the turn, for a key that has nothing to drop on the board."""
        scene = self.require_turn()
        if scene is None:
            return
        if not self.has_begun_turn(scene.view):
            text = _("You have done nothing this turn yet. Press {undo} to undo your last move.")
            self.show_status(text.format(undo=key_name(self, "table.undo")))
        else:
            self.post_message(self.UndoChosen())

    def redo_at_table(self) -> None:
        """Redo at the table the next thing that was undone; nothing if there is none."""
        self.post_message(self.RedoChosen())

    def drop_refusal(self) -> None:
        """Take a refusal away from below the board, for a key that says nothing itself."""
        self.post_message(self.RefusalDropped())

    def show_status(self, text: str, is_error: bool = False) -> None:
        """Show a line of text below the board."""
        if self.scene and self.scene.ascii:
            text = text.replace("·", "-")
        self.post_message(self.StatusChanged(text, is_error))

    def reworded(self, status: str) -> str:
        """What it has said below itself, for the width that the terminal has now. Most words fit
        every width."""
        return status
