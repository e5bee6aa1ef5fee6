"""The cover between two people at one keyboard."""

from __future__ import annotations

from typing import ClassVar

from caravan_tui.i18n import _
from caravan_tui.widgets.marks import seat_mark
from caravan_tui.widgets.question import Question


class Cover(Question):
    """Hides the table while another person takes the keyboard. Closing it uncovers what is hidden,
    so that a click beside it does nothing."""

    CLOSES_BY_CLICK: ClassVar = False

    DEFAULT_CSS = """
    Cover { background: $background; }
    """

    def __init__(self, name: str, seat: int, ascii_only: bool = False) -> None:
        """`name`, `seat`: whose turn it is."""
        text = _("{name}, it is your turn. Take the keyboard. Nobody else should look.").format(
            name=name
        )
        answers = [("ok", _("I am {name}").format(name=name))]
        super().__init__(f"{seat_mark(seat, ascii_only)} {name}", text, answers)

    def action_close(self) -> None:
        """Uncover the table by Escape, too."""
        self.dismiss("ok")
