"""The table: one match as the seats at this terminal see it."""

from __future__ import annotations

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Click, Key
from textual.reactive import reactive
from textual.screen import Screen
from textual.widgets import Static

from caravan_tui.bus.messages import (
    Act,
    Look,
    Notice,
    Position,
    Redo,
    Refused,
    Thinking,
    Thought,
    Undo,
    UndoAsked,
    UndoSettled,
    seat_topic,
    table_topic,
    watch_topic,
)
from caravan_tui.games import registry
from caravan_tui.screens.consent import Consent
from caravan_tui.screens.link import Link
from caravan_tui.screens.table_actions import TableActions
from caravan_tui.screens.table_commands import TABLE
from caravan_tui.screens.table_lines import TableLines
from caravan_tui.screens.talk import Talk
from caravan_tui.screens.why import Why
from caravan_tui.widgets.board import Board, Shown
from caravan_tui.widgets.commands import bindings, keyed, why_nothing
from caravan_tui.widgets.dialog import Question
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.log import Line, MatchLog
from caravan_tui.widgets.marks import seat_mark
from caravan_tui.widgets.prompt import Prompt
from caravan_tui.words import _

WIDE = 118
"""From so many columns on the log stands beside the board."""

WIDEST = 176
"""From so many on it is wider: most lines of it need only one row then."""

FOR_SEATS = frozenset({"moves", "hint", "type", "undo", "redo", "hurry", "again"})
"""Actions of those who play: they do nothing for a watcher."""

WHILE_IT_RUNS = frozenset({"moves", "hint", "type", "hurry"})
"""Actions that have no use once the match is over."""

PATIENCE = 10.0
"""Seconds after which a table that does not answer is given up."""


class TableScreen(TableActions, TableLines, Consent, Talk, Why, Screen):
    """Header, board, prompt and footer; the log beside the board where there is room."""

    COMMANDS: ClassVar = TABLE
    BINDINGS = bindings(TABLE)

    DEFAULT_CSS = """
    TableScreen { layout: vertical;
        & > #headline { height: 1; background: $panel; padding: 0 1; }
        & #head { width: 1fr; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
        & .way { width: auto; height: 1; padding: 0 0 0 2; color: $text-muted; }
        & .way:hover { color: $text; }
        & > #middle { height: 1fr; }
        & #boardbox { width: 1fr; height: 1fr; }
        & Board { width: 1fr; height: 1fr; }
        & #side { width: 34; display: none; border-left: tall $panel; }
        &.-wide #side { display: block; }
        &.-log #side { display: block; layer: over; dock: right; width: 46; }
        &.-log.-wide #side { dock: none; width: 34; layer: base; }
        &.-widest #side, &.-log.-widest #side { width: 48; }
        & #thought { height: auto; max-height: 70%; display: none; padding: 0 1;
            border-bottom: solid $panel; background: $surface; }
        & #thought.-shown { display: block; }
        & ToastRack { margin-bottom: 3; }
        layers: base over;
    }
    """

    AUTO_FOCUS = "Board"

    thinking: reactive[Thinking | None] = reactive(None, init=False)

    def __init__(self, link: Link) -> None:
        super().__init__()
        self.link = link
        self.game = registry.get(link.game)
        self.seat: int | None = link.mine[0] if link.mine else None
        self.positions: dict[int | None, Position] = {}
        self.thought: Thought | None = None
        self._ts_pending: str | None = None
        self._ts_result_shown = -1
        self._ts_covered = False
        self._ts_to_move = False
        self._ts_over = False
        self._ts_feedback_version = -1
        self._ts_steps: list[tuple[int, str]] = []
        """Steps of a compound move that were played without a question: version, words."""

    # layout

    def compose(self) -> ComposeResult:
        """One board for whichever game it is."""
        with Horizontal(id="headline"):
            yield Static(id="head")
            for way, words in (
                ("rules", _("F1 rules")),
                ("keys", _("F2 keys")),
                ("log", _("o log")),
            ):
                yield Static(keyed(self, words), id=f"way-{way}", classes="way", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="boardbox"):
                yield registry.board(self.link.game)(id="board")
            with Vertical(id="side"):
                yield Static(keyed(self, _("w why")), id="way-why", classes="way", markup=False)
                yield Static(id="thought", markup=False)
                yield MatchLog(id="log")
        yield Prompt(id="prompt")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Listen to the match and ask for what was before."""
        self.on_resize()
        if self.app.settings.why and self.has_class("-wide"):
            self.action_why()
        self.app.theme_changed_signal.subscribe(self, self.draw_again)
        if self.link.clock:
            self.set_clock(self.link.clock)
        self.listen()

    def on_resize(self) -> None:
        """The log moves beside the board where there is room."""
        self.set_class(self.app.size.width >= WIDE, "-wide")
        self.set_class(self.app.size.width >= WIDEST, "-widest")
        if self.position is not None:
            self.call_after_refresh(self.show_head)
            self.call_after_refresh(self.show_thought)

    def draw_again(self, _theme: object) -> None:
        """Other colours: the boards follow by themselves."""
        self.show_head()
        self.show_thought()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A watcher is not offered the keys of those who play, nor a hint who would get none."""
        if action in FOR_SEATS and not self.link.mine:
            return False
        if action == "hint" and not self.link.hints:
            return False
        if action in WHILE_IT_RUNS and self.position is not None and self.position.over:
            return False
        return super().check_action(action, parameters)

    @property
    def gone(self) -> bool:
        """Whether the table has been left: an answer may come after that."""
        return not self.is_attached

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.query_one("#board", Board)

    @property
    def position(self) -> Position | None:
        """The newest position of the seat that is shown."""
        return self.positions.get(self.seat)

    # what comes from the bus

    @work(exclusive=True, group="listen")
    async def listen(self) -> None:
        """Take over what the bus says, until the screen goes."""
        link = self.link
        topics = [seat_topic(link.match, seat) for seat in link.mine]
        topics = topics or [watch_topic(link.match)]
        with link.bus.subscribe(*topics, table_topic(link.match)) as heard:
            for seat in link.mine or [None]:
                answer = await link.bus.request(
                    table_topic(link.match), Look(link.match, seat, history=True), PATIENCE
                )
                if isinstance(answer, Position):
                    self.take(answer)
                elif isinstance(answer, Refused):
                    self.notify(answer.reason, severity="error")
            async for message in heard:
                await self.hear(message)

    async def hear(self, message: object) -> None:
        """One message of the bus."""
        if isinstance(message, Position):
            self.take(message)
        elif isinstance(message, Thinking):
            self.thinking = message if message.done < 1.0 else None
        elif isinstance(message, Thought):
            self.thought = message
            self.show_thought()
        elif isinstance(message, Notice):
            self.notify(message.text, severity=message.severity, markup=False)
        elif isinstance(message, UndoAsked | UndoSettled):
            self.hear_undo(message)
        else:
            self.hear_talk(message)

    def take(self, position: Position) -> None:
        """Show a new position, of the seat whose turn it is if several sit here."""
        if self.gone:
            return
        before = self.positions.get(position.seat)
        stale = before and before.version > position.version and not position.history
        if stale:
            return
        self.positions[position.seat] = position
        self.write_log(position)
        self.forget_thought(position.version)
        self.thinking = None
        if position.seat != self.seat:
            if position.legal and position.seat is not None:
                self.change_seat(position.seat)
            return
        self.show(position)

    def change_seat(self, seat: int) -> None:
        """Another person at this keyboard is to decide: a cover first, if there are secrets."""
        if self._ts_covered or seat == self.seat:
            return

        def uncover(_answer: str | None = None) -> None:
            self._ts_covered = False
            self.seat = seat
            position = self.position
            if position:
                self.show(position)

        if not self.game.spec.secrets:
            uncover()
            return
        self._ts_covered = True
        name = self.link.names[seat]
        self.app.push_screen(Cover(name, seat), uncover)

    def write_log(self, position: Position) -> None:
        """The lines of a position's events."""
        lines = self.link.lines.setdefault(position.seat, [])
        if position.history:
            lines.clear()
        for event in position.events:
            text = self.game.narrate(event, self.link.names, position.seat)
            if text:
                lines.append(Line(position.version, text))
        if position.seat == self.seat:
            self.query_one(MatchLog).tell(lines)

    def show(self, position: Position) -> None:
        """Give a position to the board and say what is asked."""
        shown = self.shown_of(position)
        self.board.show(shown)
        self.query_one(MatchLog).tell(self.link.lines.get(self.seat, []))
        if self._ts_feedback_version != position.version:
            self._ts_feedback_version = position.version
        self.say_what_is_asked()
        self.show_head()
        if position.over != self._ts_over:
            self._ts_over = position.over
            self.refresh_bindings()  # what is of no use any more goes from the footer
        if bool(position.legal) != self._ts_to_move:
            self._ts_to_move = bool(position.legal)
            self.app.call_attention(self.game.spec.title if position.legal else "")
        if position.over and self._ts_result_shown != position.version:
            self._ts_result_shown = position.version
            self.call_after_refresh(self.show_result)

    def shown_of(self, position: Position) -> Shown:
        """What the board needs of a position."""
        return Shown(
            game=self.game,
            view=position.view,
            legal=[] if position.paused else position.legal,
            interrupts=position.interrupts,
            seat=position.seat,
            names=self.link.names,
            kinds=self.link.kinds,
            events=[] if position.history else position.events,
            past=position.events if position.history else [],
            ascii=self.app.ascii,
            animate=self.app.animated and not position.history,
            over=position.over,
        )

    # what is done with the lines around the board

    @on(Click, "#asked")
    def _asked_clicked(self, event: Click) -> None:
        """After the end a click on the words shows the result again, as Enter does."""
        if self.position and self.position.over:
            event.stop()
            self.show_result()

    @on(Click, "#feedback")
    def _feedback_clicked(self, event: Click) -> None:
        """The short form of what a seat considered leads to the panel."""
        if self.app.settings.why and self.thought is not None and not self.has_class("-wide"):
            event.stop()
            self.action_why()

    @on(Click, ".way")
    def _way_clicked(self, event: Click) -> None:
        """Rules, keys and log for those who have only the mouse in hand."""
        event.stop()
        if event.widget is not None:
            getattr(self, "action_" + (event.widget.id or "").removeprefix("way-"))()

    @on(Board.Hinted)
    def _hinted(self, event: Board.Hinted) -> None:
        event.stop()
        if event.wrong or not self.holds_short():
            self.query_one(Prompt).feedback(event.text, event.wrong)

    # what goes to the bus

    @on(Board.Chosen)
    def _chosen(self, event: Board.Chosen) -> None:
        event.stop()
        if self.app.settings.confirm_moves:
            self.confirm(event.action)
        else:
            self.play(event.action)

    def play(self, action: int) -> None:
        """Send an action of the seat shown, once a position."""
        position = self.position
        if position is None or self.seat is None:
            return
        key = f"{self.seat}.{position.version}"
        if self._ts_pending == key:
            return
        self._ts_pending = key
        self.send(Act(self.link.match, self.seat, position.version, action))

    @work(group="send")
    async def send(self, request: Act | Undo | Redo) -> None:
        """A request to the table; a refusal is shown."""
        try:
            answer = await self.link.bus.request(
                table_topic(self.link.match), request, 45.0 if isinstance(request, Undo) else 10.0
            )
        except TimeoutError:
            self.query_one(Prompt).feedback(_("The table did not answer; try again."), True)
            self._ts_pending = None
            return
        if isinstance(answer, Refused) and not self.gone:
            self._ts_pending = None
            self.query_one(Prompt).feedback(answer.reason, True)
        elif isinstance(answer, UndoAsked) and not self.gone:
            self.say_asked(answer)

    def on_key(self, event: Key) -> None:
        """After the end Enter shows the result again; a key without a use says so."""
        if event.key == "enter" and self.position and self.position.over:
            event.stop()
            self.show_result()
        elif words := why_nothing(self, event):
            self.query_one(Prompt).feedback(words, True)


class Cover(Question):
    """Hides the table while another person takes the keyboard."""

    DEFAULT_CSS = """
    Cover { background: $background; }
    """

    def __init__(self, name: str, seat: int) -> None:
        text = _("{name}, it is your move. Take the keyboard; nobody else should look.").format(
            name=name
        )
        super().__init__(name, text, [("ok", _("I am {name}").format(name=name))])
        self._co_seat = seat

    def on_mount(self) -> None:
        """The mark of the seat beside its name."""
        mark = seat_mark(self._co_seat, self.app.ascii)
        self.query_one("#window").border_title = f"{mark} {self._qu_title}"

    def action_close(self) -> None:
        """Only the button uncovers the table."""
        self.dismiss("ok")
