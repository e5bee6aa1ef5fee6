"""The board of The Wells: the well, what lies there, and one's own skins."""

from __future__ import annotations

from rich.style import Style
from textual import events
from textual.strip import Strip

from caravan_tui.games.contract import View
from caravan_tui.games.wells.rules import LAY
from caravan_tui.widgets import board as boards
from caravan_tui.widgets.board import Shown
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.widgets.commands import Command, bindings
from caravan_tui.widgets.marks import seat_mark, seat_style
from caravan_tui.words import _

# --8<-- [start:commands]
COMMANDS = (
    Command("wells.left", "left,h", "step(-1)", "Left", "The skin to the left."),
    Command("wells.right", "right,l", "step(1)", "Right", "The skin to the right."),
    Command("wells.lay", "enter,space", "lay", "Lay", "Lay the skin.", footer=True),
)
# --8<-- [end:commands]


# --8<-- [start:board]
class Board(boards.Board):
    COMMANDS = COMMANDS
    BINDINGS = bindings(COMMANDS)
    DEFAULT_CSS = "Board { height: 1fr; width: 1fr; }"

    _bd_cursor = 0
    _bd_canvas: Canvas | None = None

    def refresh_board(self, shown: Shown) -> None:
        """Keep the cursor on a skin."""
        self._bd_cursor = max(0, min(self._bd_cursor, len(shown.view["hand"]) - 1))
        self.refresh()

    def prompt(self, shown: Shown) -> str:
        if not shown.my_turn:
            return ""
        return _("Lay a skin for the well with water {water}").format(water=shown.view["well"])

    def rule(self, shown: Shown) -> str:
        return "W-2"

    def preview(self, action: int | None) -> None:
        """Point at a skin that is chosen in the list of moves."""
        if self.shown and action is not None and action - LAY in self.shown.view["hand"]:
            self._bd_cursor = self.shown.view["hand"].index(action - LAY)
            self.refresh()

    # --8<-- [end:board]

    # --8<-- [start:keys]
    def action_step(self, by: int) -> None:
        hand = self.shown.view["hand"] if self.shown else []
        if not hand:
            self.say(_("There is no skin to choose."), wrong=True)
            return
        self._bd_cursor = (self._bd_cursor + by) % len(hand)
        self.say(_("skin {skin} · Enter lays it").format(skin=hand[self._bd_cursor]))
        self.refresh()

    def action_lay(self) -> None:
        shown = self.shown
        if shown is None or not shown.my_turn:
            self.say(_("It is not your turn."), wrong=True)
            return
        self.choose(LAY + shown.view["hand"][self._bd_cursor])

    def on_click(self, event: events.Click) -> None:
        """A click chooses a skin, a click on the chosen one lays it."""
        at = self._bd_canvas.under(event.x, event.y) if self._bd_canvas else None
        if at is None:
            return
        if at == self._bd_cursor:
            self.action_lay()
        else:
            self._bd_cursor = at
            self.action_step(0)

    # --8<-- [end:keys]

    # --8<-- [start:paint]
    def render_line(self, y: int) -> Strip:
        if y == 0 or self._bd_canvas is None or self._bd_canvas.width != self.size.width:
            self._bd_canvas = self._bd_paint()
        if y >= self._bd_canvas.height:
            return Strip.blank(self.size.width, self.rich_style)
        return Strip(self._bd_canvas.segments(y), self._bd_canvas.width)

    def _bd_paint(self) -> Canvas:
        plain = self.rich_style
        canvas = Canvas(self.size.width, self.size.height, plain)
        if self.shown is None:
            return canvas
        view: View = self.shown.view
        canvas.put(2, 1, _("Water of this well: {water}").format(water=view["well"] or "-"), plain)
        for seat, name in enumerate(self.shown.names):
            y, style = 3 + seat, plain + seat_style(self, seat)
            canvas.put(2, y, f"{seat_mark(seat, self.shown.ascii)} {name}", style)
            canvas.put(24, y, _("water {points:.0f}").format(points=view["scores"][seat]), plain)
            canvas.put(36, y, _("lays {skin}").format(skin=view["laid"][seat] or "-"), plain)
        x, y = 2, 4 + len(self.shown.names)
        for at, skin in enumerate(view["hand"]):
            chosen = at == self._bd_cursor and self.has_focus
            canvas.put(x, y, f"[{skin:>2}]", plain + Style(reverse=chosen, bold=chosen))
            canvas.target(x, y, 4, 1, at)
            x += 6
        return canvas

    # --8<-- [end:paint]
