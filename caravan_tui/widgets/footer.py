"""The footer: the commands of a screen, in the user's language."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Footer as TextualFooter
from textual.widgets._footer import FooterKey

from caravan_tui.words import _


class Footer(TextualFooter):
    """Textual's footer. Bindings are made once, with English titles; here they are translated."""

    def compose(self) -> ComposeResult:
        """The keys with their words."""
        for part in super().compose():
            if isinstance(part, FooterKey):
                part.description = _(part.description)
                part.tooltip = _(part.tooltip) if isinstance(part.tooltip, str) else part.tooltip
            yield part
