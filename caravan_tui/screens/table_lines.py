"""The lines around a table's board: who is to move, what is asked, who thinks."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static

from caravan_tui.games import registry
from caravan_tui.widgets.marks import seat_mark, seat_style
from caravan_tui.widgets.prompt import Prompt, progress_bar
from caravan_tui.words import _

LEAST_TITLE = 5
"""Characters of the game's name that are always shown."""


class TableLines:
    """Head line and the words below the board; mixed into the table screen."""

    def show_head(self) -> None:
        """Game, round, and who is to act."""
        position = self.position
        if position is None:
            return
        view, spec = position.view, self.game.spec
        head = Text()
        if view["round"]:
            head.append(f"  {registry.round_text(spec.id, view['round'])}")
        head.append("   ")
        actor = view["to_act"]
        if actor is not None and actor >= 0:
            mark = seat_mark(actor, self.app.ascii)
            head.append(f"{mark} {self.link.names[actor]}", seat_style(self, actor))
            head.append(_(" to move"))
            head.append(self.clock_text(actor))
        elif position.over:
            head.append(_("finished"), "bold")
        # Last: who is to move matters more where the line is too short.
        if position.paused:
            head.append("  ")
            head.append(_("paused"), "reverse")
        if self.seat is None:
            head.append("  ")
            head.append(_("watching"), "italic")
        if position.assisted:
            head.append(_("  assisted"), "italic")
        line = self.query_one("#head", Static)
        title = self.cut_title(
            _(spec.title), (line.size.width or len(_(spec.title))) - head.cell_len
        )
        line.update(Text.assemble((title, "bold"), head, no_wrap=True, overflow="ellipsis"))

    def cut_title(self, title: str, room: int) -> str:
        """The game's name, cut where all that follows would not be seen in full: the board shows
        which game it is."""
        if len(title) <= room:
            return title
        # `Caravan (Decktet)`: what tells it from the other game says enough.
        inner = title.partition(" (")[2].rstrip(")")
        if inner and len(inner) <= room:
            return inner
        end = "." if self.app.ascii else "…"
        return title[: max(LEAST_TITLE, room - 1)].rstrip() + end

    def say_what_is_asked(self) -> None:
        """The first line below the board."""
        position, prompt = self.position, self.query_one(Prompt)
        if position is None:
            return
        prompt.feedback("")
        if position.over:
            prompt.ask(_("The match is over. Enter or a click here shows the result, q leaves."))
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
