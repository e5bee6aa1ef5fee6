"""The why panel: what a computer seat considered for its last move."""

from __future__ import annotations

from textwrap import wrap
from time import monotonic

from rich.cells import cell_len
from rich.text import Text
from textual import work
from textual.widgets import Static

from caravan_tui.bus.messages import Candidate, Helped, Thought, table_topic
from caravan_tui.widgets.dialog import Question
from caravan_tui.widgets.marks import seat_mark, seat_style
from caravan_tui.widgets.prompt import Prompt
from caravan_tui.words import _, _n

SHARE = 0.7
"""How much of the log's place the panel may take, at most (`#thought` in the table's styles)."""

LEAST = 12
"""Lines that it fills wherever it is."""

BESIDE = 12
"""Columns from which on a move stands beside its numbers, else below them."""

SHORT = 3
"""Moves that the line below the board names where there is no room for the panel."""


HELD = 2.0
"""Seconds in which the board's next words give way to the short form."""


class Why:
    """The panel's part of the table screen; mixed into it."""

    _wy_until = 0.0
    """Till when the short form is held."""

    def action_why(self) -> None:
        """Show or hide what a computer seat considered."""
        panel = self.query_one("#thought", Static)
        shown = panel.has_class("-shown") and (self.has_class("-wide") or self.has_class("-log"))
        if not shown and self.helps and not self.app.settings.why:
            self.ask_why()
        else:
            self.open_why(not shown)

    @work(exclusive=True, group="why")
    async def ask_why(self) -> None:
        """What it costs is told before; who has set it to be open knows."""
        answer = await self.app.push_screen_wait(
            Question(
                _("Look at what computer seats consider?"),
                _("Their moves tell what they hold: the match counts as assisted from then on."),
                [("yes", _("Look")), ("no", _("Not yet"))],
            )
        )
        if answer == "yes" and not self.gone:
            self.open_why(True)

    def open_why(self, shown: bool) -> None:
        """Open the panel, or close it."""
        self.query_one("#thought", Static).set_class(shown, "-shown")
        if not self.has_class("-wide"):
            # It is part of the log, which covers the board here: they come and go together.
            self.set_class(shown, "-log")
        self.show_thought()
        self.call_after_refresh(self.show_thought)

    def forget_thought(self, version: int) -> None:
        """A position of this version has come: what was thought of a later one was taken back."""
        if self.thought is not None and self.thought.version > version:
            self.thought = None
            self.show_thought()

    def show_thought(self) -> None:
        """The moves that the last computer seat considered, most visited first."""
        if self.gone:
            return
        panel, thought = self.query_one("#thought", Static), self.thought
        wide = self.has_class("-wide")
        if panel.has_class("-shown") and (wide or self.has_class("-log")):
            if thought is None:
                panel.update(self.why_no_thought())
            else:
                rows = int(SHARE * self.query_one("#side").size.height) - 1
                width = panel.content_size.width or 31
                panel.update(self.considered(thought, width, max(LEAST, rows)))
                self.tell_of_help()
        elif thought is not None and self.app.settings.why and not wide:
            self.query_one(Prompt).feedback(self.in_short(thought, self.app.size.width - 2))
            self._wy_until = monotonic() + HELD
            self.tell_of_help()

    def holds_short(self) -> bool:
        """Whether the line below the board is the short form's still: what the board says by
        itself after a move must not wipe it out. True once."""
        until, self._wy_until = self._wy_until, 0.0
        return monotonic() < until

    def why_no_thought(self) -> str:
        """What an empty panel says."""
        people = sum(kind == "person" for kind in self.link.kinds)
        if people == len(self.link.kinds):
            return _("No computer seat plays here.")
        if people > 1:
            return _("Between people, computer seats keep to themselves what they considered.")
        return _("No computer seat has moved yet.")

    @property
    def helps(self) -> bool:
        """Whether the panel shows some of what is hidden, in a match that is not marked so."""
        position = self.position
        helps = self.game.spec.secrets and self.link.hints and self.seat is not None
        return bool(helps and position and not (position.assisted or position.over))

    def tell_of_help(self) -> None:
        """Who sees what a seat considered sees some of what it holds: the table is told."""
        if self.helps:
            self.link.bus.publish(
                table_topic(self.link.match), Helped(self.link.match, self.seat or 0)
            )

    def considered(self, thought: Thought, width: int, rows: int) -> Text:
        """All of it for a panel of so many columns and lines: what was played, how long it was
        thought about, and for each move its tries and every seat's expected result."""
        found = thought.found
        told = self.played(thought)
        told.append("\n" + effort(thought))
        if not found.iterations:
            return told
        seats = len(found.candidates[0].value)
        lead = lead_of(seats, width)
        head = Text(f"\n{_('tries'):>{lead}}")
        for seat in range(seats):
            head.append(f"{seat_mark(seat, self.app.ascii):>4}", seat_style(self, seat))
        room = width - lead - 2 - 4 * seats
        if room >= BESIDE:
            head.append("  " + _("move"))
        told.append_text(head)
        note = _("Numbers: each seat's expected result, %.")
        if self.game.spec.secrets:
            note += " " + _("Hidden things show: assisted.")
        left = rows - sum(len(wrap(line, width)) for line in [*told.plain.split("\n"), note])
        shown = 0
        for candidate in found.candidates:
            lines = self.row(thought, candidate, width, room, lead)
            if shown and len(lines) > left - (shown + 1 < len(found.candidates)):
                break
            left -= len(lines)
            shown += 1
            best = candidate.action == found.action
            told.append("\n" + "\n".join(lines), "bold" if best else "")
        rest = len(found.candidates) - shown
        if rest:
            text = _n("… and {count} more move", "… and {count} more moves", rest)
            told.append("\n  " + text.format(count=rest), "dim")
        told.append("\n" + note, "dim")
        return told

    def row(
        self, thought: Thought, candidate: Candidate, width: int, room: int, lead: int
    ) -> list[str]:
        """One move: its tries, every seat's expected result, and its notation beside or below."""
        played = candidate.action == thought.found.action
        mark = (">" if self.app.ascii else "►") if played else " "
        numbers = "".join(f"{value * 100:4.0f}" for value in candidate.value)
        line = f"{mark}{candidate.visits:{lead - 1}}{numbers}"
        move = self.written(thought, candidate.action)
        if len(move) <= room:
            return [f"{line}  {move}"]
        return [line, *wrap(move, max(8, width), initial_indent="   ", subsequent_indent="   ")]

    def in_short(self, thought: Thought, width: int) -> str:
        """The most of it that one line holds."""
        found = thought.found
        name = self.link.names[thought.seat]
        total = sum(one.visits for one in found.candidates)
        tried = found.candidates if found.iterations else []
        for count in range(min(SHORT, len(tried)), 0, -1):
            moves = ", ".join(
                f"{self.written(thought, one.action)} {one.visits / total:.0%}"
                for one in tried[:count]
            )
            text = _("{name}, {tries} tries: {moves} · w shows all").format(
                name=name, tries=total, moves=moves
            )
            if cell_len(text) <= width:
                return text
        return _("{name}: {move} · w shows why").format(
            name=name, move=self.written(thought, found.action)
        )

    def played(self, thought: Thought) -> Text:
        """Who moved, and what."""
        seat = thought.seat
        told = Text()  # its own style would be that of all that is appended
        told.append(
            f"{seat_mark(seat, self.app.ascii)} {self.link.names[seat]}", seat_style(self, seat)
        )
        told.append(": ")
        told.append(self.written(thought, thought.found.action), "bold")
        return told

    def written(self, thought: Thought, action: int) -> str:
        """A move as the rules write it, from the view of the seat that made it."""
        view = thought.view or (self.position.view if self.position else None)
        return self.game.notation(action, view) if view else "?"


def lead_of(seats: int, width: int) -> int:
    """Columns of the tries, the mark of what was played among them: six seats leave one less."""
    return 7 if 7 + 4 * seats <= width else 6


def effort(thought: Thought) -> str:
    """How many tries, moves and seconds a decision took."""
    found = thought.found
    if found.fallback:
        return _("A quick move: the search did not answer in time.")
    if not found.iterations:
        return _("Without a search: nothing else was worth a look.")
    total = sum(one.visits for one in found.candidates)
    moves = len(found.candidates)
    told = _n("{tries} tries of {moves} move", "{tries} tries of {moves} moves", moves)
    kept = total - found.iterations
    if kept > 0:
        told += _(", {kept} kept from before")
    told += _(", in {seconds:.2f} s")
    return told.format(tries=total, moves=moves, kept=kept, seconds=found.seconds)
