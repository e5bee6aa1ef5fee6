"""A box to tick that shows its state by a sign, not by a colour alone."""

from __future__ import annotations

from caravan_tui.terminal.compat import CheckboxWithSign


class Checkbox(CheckboxWithSign):
    """An empty box is empty, and its sides are seen in every theme and without colours."""

    DEFAULT_CSS = """
    Checkbox > .toggle--button { color: $foreground; background: $surface; }
    Checkbox.-on > .toggle--button { color: $foreground; background: $surface; text-style: bold; }
    """
