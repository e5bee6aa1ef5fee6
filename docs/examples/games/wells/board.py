"""The board of The Wells: the well, what has been laid, and your skins."""

from __future__ import annotations

from caravan_tui.games.wells.rules import LAY
from caravan_tui.games.wells.view import WellsView
from caravan_tui.i18n import _
from caravan_tui.widgets.board import Scene
from caravan_tui.widgets.choice_board import ChoiceBoard, choice_commands
from caravan_tui.widgets.drawing.canvas import Canvas


class Board(ChoiceBoard[WellsView]):
    COMMANDS = choice_commands("wells")

    def choices(self, scene: Scene[WellsView]) -> list[int]:
        return [LAY + skin for skin in scene.view["hand"]]

    def prompt(self, scene: Scene[WellsView]) -> str:
        words = _("Lay a skin for the well with water {water}.")
        return words.format(water=scene.view["well"]) if scene.my_turn else ""

    def rule(self, scene: Scene[WellsView]) -> str:
        return "W-2"

    def draw(self, canvas: Canvas, scene: Scene[WellsView]) -> None:
        colours, view = canvas.pens.palette, scene.view
        water = _("Water of this well: {water}").format(water=view["well"] or "-")
        canvas.put(2, 1, water, colours.text)
        for seat, name in enumerate(scene.names):
            y, ink = 3 + seat, colours.seat[seat]
            canvas.put(2, y, f"{canvas.pens.mark(seat)} {name}", ink, bold=True)
            canvas.put(24, y, _("water {points:.0f}").format(points=view["scores"][seat]), ink)
            canvas.put(36, y, _("lays {skin}").format(skin=view["laid"][seat] or "-"), ink)
        x = 2
        for skin in view["hand"]:
            x = 2 + self.put_choice(canvas, x, 4 + len(scene.names), f"[{skin:>2}]", LAY + skin)
