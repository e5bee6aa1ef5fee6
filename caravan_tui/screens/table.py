"""The table: one match as the seats at this terminal see it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar

from attrs import define, field
from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.reactive import reactive
from textual.screen import Screen
from textual.widgets import Footer, Static

from caravan_tui.bus.base import Bus
from caravan_tui.bus.messages import (
    Act,
    Advice,
    AskHint,
    Chat,
    Hurry,
    Look,
    Notice,
    Position,
    Redo,
    Refused,
    Thinking,
    Thought,
    Undo,
    UndoAnswer,
    UndoAsked,
    seat_topic,
    table_topic,
    watch_topic,
)
from caravan_tui.games import registry
from caravan_tui.screens.table_commands import TABLE
from caravan_tui.screens.talk import Talk
from caravan_tui.widgets.board import Board, Shown
from caravan_tui.widgets.commands import bindings
from caravan_tui.widgets.dialog import Chooser, Question, Typed
from caravan_tui.widgets.log import Line, MatchLog
from caravan_tui.widgets.marks import seat_mark, seat_style
from caravan_tui.widgets.prompt import Prompt, progress_bar
from caravan_tui.words import _

WIDE = 118
"""From so many columns on the log stands beside the board."""

HINT_PATIENCE = 15.0
"""Seconds that a hint may take."""

PATIENCE = 10.0
"""Seconds after which a table that does not answer is given up."""


@define
class Link:
    """How this terminal is connected to a match."""

    bus: Bus
    match: str
    game: str
    names: Sequence[str]
    kinds: Sequence[str]
    """`person` or a level, a seat each."""
    mine: list[int]
    """The seats of the people at this terminal; none: a spectator."""
    close: Callable[[], Awaitable[None]] | None = None
    """Called when the table is left."""
    again: Callable[[], Awaitable[Link]] | None = None
    """Makes the same match anew, with the same deal."""
    fresh: Callable[[], Awaitable[Link]] | None = None
    """Makes a match with the same seats and options, and a new deal."""
    lines: dict[int | None, list[Line]] = field(factory=dict)
    talk: list[Chat] = field(factory=list)
    """What was said at the table."""


class TableScreen(Talk, Screen):
    """Header, board, prompt and footer; the log beside the board where there is room."""

    COMMANDS: ClassVar = TABLE
    BINDINGS = bindings(TABLE)

    DEFAULT_CSS = """
    TableScreen { layout: vertical;
        & > #headline { height: 1; background: $panel; padding: 0 1; }
        & #head { width: 1fr; height: 1; }
        & #ways { width: auto; height: 1; color: $text-muted; }
        & > #middle { height: 1fr; }
        & #boardbox { width: 1fr; height: 1fr; }
        & Board { width: 1fr; height: 1fr; }
        & #side { width: 34; display: none; border-left: tall $panel; }
        &.-wide #side { display: block; }
        &.-log #side { display: block; layer: over; dock: right; width: 46; }
        &.-log.-wide #side { dock: none; width: 34; layer: base; }
        & #thought { height: auto; max-height: 14; display: none; padding: 0 1;
            border-bottom: solid $panel; background: $surface; }
        & #thought.-shown { display: block; }
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
        self._ts_feedback_version = -1

    # layout

    def compose(self) -> ComposeResult:
        """One board for whichever game it is."""
        with Horizontal(id="headline"):
            yield Static(id="head")
            yield Static(_("F1 rules  F2 keys  o log"), id="ways", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="boardbox"):
                yield registry.board(self.link.game)(id="board")
            with Vertical(id="side"):
                yield Static(id="thought", markup=False)
                yield MatchLog(id="log")
        yield Prompt(id="prompt")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Listen to the match and ask for what was before."""
        self.set_class(self.app.size.width >= WIDE, "-wide")
        self.listen()

    def on_resize(self) -> None:
        """The log moves beside the board where there is room."""
        self.set_class(self.size.width >= WIDE, "-wide")

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
            if message.seat is None or message.seat in self.link.mine:
                self.notify(message.text, severity=message.severity)
        elif isinstance(message, UndoAsked):
            self.ask_consent(message)
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
            ascii=self.app.ascii,
            animate=self.app.settings.animations and not position.history,
            over=position.over,
        )

    # the lines around the board

    def show_head(self) -> None:
        """Game, round, and who is to act."""
        position = self.position
        if position is None:
            return
        view, spec = position.view, self.game.spec
        words = {"hand": _("hand"), "turn": _("turn"), "round": _("round")}
        head = Text(no_wrap=True, overflow="ellipsis")
        head.append(_(spec.title), "bold")
        if view["round"]:
            head.append(f"  {words.get(spec.round_word, spec.round_word)} {view['round']}")
        if position.assisted:
            head.append(_("  assisted"), "italic")
        if position.paused:
            head.append(_("  paused"), "reverse")
        if self.seat is None:
            head.append(_("  watching"), "italic")
        head.append("   ")
        actor = view["to_act"]
        if actor is not None and actor >= 0:
            mark = seat_mark(actor, self.app.ascii)
            head.append(f"{mark} {self.link.names[actor]}", seat_style(self, actor))
            head.append(_(" to move") + self.clock_text(actor))
        elif position.over:
            head.append(_("finished"), "bold")
        self.query_one("#head", Static).update(head)

    def say_what_is_asked(self) -> None:
        """The first line below the board."""
        position, prompt = self.position, self.query_one(Prompt)
        if position is None:
            return
        prompt.feedback("")
        if position.over:
            prompt.ask(_("The match is over. Enter shows the result, q leaves."))
        elif position.legal:
            text = self.board.prompt(self.shown_of(position)) or _("Your move")
            prompt.ask(text)
        else:
            self.watch_thinking()

    def watch_thinking(self) -> None:
        """The progress of the seat that thinks."""
        position = self.position
        if position is None or position.legal or position.over or not self.is_mounted:
            return
        actor = position.view["to_act"]
        if actor is None or actor < 0:
            return
        prompt, name = self.query_one(Prompt), self.link.names[actor]
        mark = seat_mark(actor, self.app.ascii)
        thinking = self.thinking
        if thinking and thinking.seat == actor:
            bar = progress_bar(thinking.done, self.app.ascii)
            text = _("{mark} {name} is thinking  {bar}  f: move now").format(
                mark=mark, name=name, bar=bar
            )
        elif self.link.kinds[actor] == "person":
            text = _("{mark} {name} is to move").format(mark=mark, name=name)
        else:
            text = _("{mark} {name} is thinking").format(mark=mark, name=name)
        prompt.ask(text)

    @on(Board.Hinted)
    def _hinted(self, event: Board.Hinted) -> None:
        event.stop()
        self.query_one(Prompt).feedback(event.text, event.wrong)

    # what goes to the bus

    @on(Board.Chosen)
    def _chosen(self, event: Board.Chosen) -> None:
        event.stop()
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

    @work
    async def ask_consent(self, asked: UndoAsked) -> None:
        """Somebody else at the table wants to take back a decision."""
        for seat in asked.asked:
            if seat not in self.link.mine:
                continue
            text = _("{name} would like to take back a decision.").format(
                name=self.link.names[asked.seat]
            )
            answer = await self.app.push_screen_wait(
                Question(_("Undo?"), text, [("no", _("Refuse")), ("yes", _("Agree"))])
            )
            self.link.bus.publish(
                table_topic(self.link.match),
                UndoAnswer(self.link.match, seat, asked.id, answer == "yes"),
            )

    # commands

    def action_undo(self) -> None:
        """Take back the last decision, or say why not."""
        position = self.position
        if position is None or self.seat is None:
            self.query_one(Prompt).feedback(_("Who watches takes nothing back."), True)
        elif position.undo is not None:
            self.query_one(Prompt).feedback(position.undo, True)
        else:
            self._ts_pending = None
            self.send(Undo(self.link.match, self.seat))

    def action_redo(self) -> None:
        """Play again what was taken back."""
        position = self.position
        if position is None or self.seat is None or not position.redo:
            self.query_one(Prompt).feedback(_("There is nothing to play again."), True)
        else:
            self._ts_pending = None
            self.send(Redo(self.link.match, self.seat))

    def action_hurry(self) -> None:
        """The thinking seat moves with what it has."""
        position = self.position
        if position is None or position.legal or position.over:
            self.query_one(Prompt).feedback(_("Nobody is thinking."), True)
        else:
            self.link.bus.publish("ai.search", Hurry(self.link.match))

    def action_log(self) -> None:
        """Show or hide the log where it does not stand beside the board."""
        if self.has_class("-wide"):
            self.query_one(Prompt).feedback(_("The log is on the right."))
        else:
            self.toggle_class("-log")

    @work
    async def action_moves(self) -> None:
        """Choose from all legal moves."""
        position = self.position
        if position is None or not (position.legal or position.interrupts):
            self.query_one(Prompt).feedback(_("It is not your move."), True)
            return
        actions = [*position.legal, *position.interrupts]
        rows = [self.in_words(action, position) for action in actions]

        def point(index: int | None) -> None:
            if not self.gone:
                self.board.preview(None if index is None else actions[index])

        index = await self.app.push_screen_wait(Chooser(_("Legal moves"), rows, point))
        if index is not None:
            self.play(actions[index])

    def in_words(self, action: int, position: Position) -> str:
        """An action as its notation and in words."""
        notation = self.game.notation(action, position.view)
        words = self.game.describe(action, position.view)
        return f"{notation}   {words}"

    @work
    async def action_type(self) -> None:
        """Type a move in notation."""
        position = self.position
        if position is None or not (position.legal or position.interrupts):
            self.query_one(Prompt).feedback(_("It is not your move."), True)
            return
        actions = [*position.legal, *position.interrupts]

        def check(text: str) -> str | None:
            if self.game.parse(text, actions, position.view) is None:
                example = self.game.notation(actions[0], position.view)
                return _("'{text}' is no legal move now; one would be: {example}").format(
                    text=text.strip(), example=example
                )
            return None

        text = await self.app.push_screen_wait(Typed(_("Type a move"), check=check))
        if text is not None:
            action = self.game.parse(text, actions, position.view)
            if action is not None:
                self.play(action)

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Ask for a hint; its move is shown on the board, its words in a window."""
        position, prompt = self.position, self.query_one(Prompt)
        if position is None or not position.legal or position.seat is None:
            prompt.feedback(_("A hint is for your own move; it is not your move."), True)
            return
        prompt.feedback(_("Looking for a good move …"))
        try:
            answer = await self.link.bus.request(
                table_topic(self.link.match), AskHint(self.link.match, position.seat), HINT_PATIENCE
            )
        except TimeoutError:
            prompt.feedback(_("The search did not answer; try again."), True)
            return
        if self.gone:
            return
        if isinstance(answer, Refused):
            prompt.feedback(answer.reason, True)
        if not isinstance(answer, Advice):
            return
        prompt.feedback("")
        self.board.preview(answer.action)
        said = await self.app.push_screen_wait(
            Question(
                _("Hint"), "\n".join(answer.lines), [("ok", _("Close")), ("play", _("Play it"))]
            )
        )
        if self.gone:
            return
        self.board.preview(None)
        if said == "play" and self.position and self.position.version == answer.version:
            self.play(answer.action)

    def action_why(self) -> None:
        """Show or hide what a computer seat considered."""
        panel = self.query_one("#thought", Static)
        panel.toggle_class("-shown")
        if panel.has_class("-shown") and not self.has_class("-wide"):
            self.add_class("-log")
        self.show_thought()

    def show_thought(self) -> None:
        """The moves that the last computer seat considered, most visited first."""
        panel = self.query_one("#thought", Static)
        if not panel.has_class("-shown"):
            return
        thought = self.thought
        if thought is None:
            panel.update(_("No computer seat has moved yet."))
            return
        found, seat = thought.found, thought.seat
        view = thought.view or (self.position.view if self.position else None)
        lines = [
            _("{name}: {iterations} iterations in {seconds:.1f} s").format(
                name=self.link.names[seat], iterations=found.iterations, seconds=found.seconds
            )
        ]
        for candidate in found.candidates[:6]:
            notation = self.game.notation(candidate.action, view) if view else "?"
            value = candidate.value[seat] if seat < len(candidate.value) else 0.0
            lines.append(f"{candidate.visits:6} {value:5.0%}  {notation}")
        panel.update("\n".join(lines))

    def action_rules(self) -> None:
        """Open the rules where the moment is."""
        position = self.position
        place = self.board.rule(self.shown_of(position)) if position else ""
        self.app.open_rules(self.link.game, place)

    def action_keys(self) -> None:
        """Every key of this table."""
        self.app.open_keys([(_(self.game.spec.title), self.board.COMMANDS), (_("Table"), TABLE)])

    @work
    async def action_leave(self) -> None:
        """Back home; the match is saved."""
        position = self.position
        if self.app.settings.confirm_leave and position and not position.over:
            answer = await self.app.push_screen_wait(
                Question(
                    _("Leave the table?"),
                    _("The match is saved; Continue brings it back."),
                    [("yes", _("Leave")), ("no", _("Stay"))],
                )
            )
            if answer != "yes":
                return
        self.workers.cancel_group(self, "listen")
        if self.link.close:
            await self.link.close()
        self.app.go_home()

    def on_key(self, event) -> None:  # type: ignore[no-untyped-def]
        """After the end Enter shows the result again."""
        if event.key == "enter" and self.position and self.position.over:
            event.stop()
            self.show_result()

    @work
    async def show_result(self) -> None:
        """Ranks and scores; then leave, play again or look at the table."""
        from caravan_tui.screens.result import ResultScreen

        position = self.position
        if position is None or not position.over or self.gone or self.app.screen is not self:
            return
        answer = await self.app.push_screen_wait(
            ResultScreen(
                self.shown_of(position),
                position,
                self.board.result(position.view),
                again=self.link.again is not None,
                fresh=self.link.fresh is not None,
                replay=hasattr(self.app.host, "look_back"),
            )
        )
        if answer == "home":
            self.action_leave()
        elif answer == "again":
            await self.start_anew(self.link.again)
        elif answer == "fresh":
            await self.start_anew(self.link.fresh)
        elif answer == "replay":
            self.action_replay()
        elif answer == "analysis":
            from caravan_tui.screens.look_back import look_into

            await look_into(self, self.link.match)

    async def start_anew(self, make: Callable[[], Awaitable[Link]] | None) -> None:
        """Leave this table for another match."""
        if make is None:
            return
        self.workers.cancel_group(self, "listen")
        link = await make()
        self.app.switch_screen(TableScreen(link))

    @work(exclusive=True, group="restart")
    async def action_again(self) -> None:
        """The same match from its start, after a question while this one runs."""
        position = self.position
        if self.link.again is None or position is None:
            self.query_one(Prompt).feedback(_("This match cannot be started again here."), True)
            return
        if not position.over:
            answer = await self.app.push_screen_wait(
                Question(
                    _("Restart?"),
                    _(
                        "The same seats and the same deal from the start. You know what is to "
                        "come, so it counts as assisted. This match stays among the saved ones."
                    ),
                    [("yes", _("Restart")), ("no", _("Go on"))],
                )
            )
            if answer != "yes":
                return
        await self.start_anew(self.link.again)

    @work(exclusive=True, group="restart")
    async def action_replay(self) -> None:
        """Look back at the match so far, with what one knew oneself while it runs."""
        from caravan_tui.screens.look_back import look_back

        await look_back(self, self.link.match)


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

    def action_close(self) -> None:
        """Only the button uncovers the table."""
        self.dismiss("ok")
