"""The footer: the commands of a screen, in the user's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from textual.app import ComposeResult
from textual.css.query import NoMatches
from textual.events import MouseDown
from textual.keys import format_key
from textual.widget import Widget
from textual.widgets import Footer as TextualFooter

from caravan_tui.i18n import _, language
from caravan_tui.terminal.compat import FooterKey
from caravan_tui.widgets.key_names import key_word

SHORTEST_TITLE = 5
"""Columns that a title in the footer keeps."""


def fit_titles(titles: Sequence[str], room: int) -> list[str]:
    """The titles in this many columns together, the longest ones cut where they need more."""
    cut = list(titles)
    for index in sorted(range(len(cut)), key=lambda index: -len(cut[index])):
        excess = sum(len(title) for title in cut) - room
        if excess > 0 and len(cut[index]) > SHORTEST_TITLE:
            length = max(SHORTEST_TITLE, len(cut[index]) - excess)
            cut[index] = cut[index][: length - 1] + "."
    return cut


def _width(titles: Mapping[FooterKey, str]) -> int:
    """The columns of keys with these titles, and the gaps between them."""
    return sum(len(part.key_display) + 2 + len(title) for part, title in titles.items()) - 1


@runtime_checkable
class HidesActions(Protocol):
    """A screen some of whose commands are of use only at times."""

    def offers(self, action: str) -> bool:
        """Whether the footer is to name an action now."""


@runtime_checkable
class RenamesActions(Protocol):
    """A screen some of whose commands do another thing at times."""

    def title_of(self, action: str) -> str:
        """What the footer calls an action now; empty: its usual title."""


@runtime_checkable
class DropsActions(Protocol):
    """A screen some of whose commands are named only where no title is cut for them."""

    @property
    def spare_actions(self) -> Sequence[str]:
        """Their actions, first the one that is left out first."""


class Footer(TextualFooter):
    """Textual's footer. Bindings are made once, with English titles; here they are translated."""

    fitted_width = 0
    """Columns that the titles were fitted into; 0: not yet."""

    needed_width = 0
    """Columns that the titles need where none is cut."""

    named: tuple[object, ...] | None = None
    """What the keys were made of; None: they are made anew in any case."""

    dimmed: frozenset[str] = frozenset()
    """The actions that can't do anything now, whose keys keep their place."""

    def dim(self, action: str, is_dimmed: bool) -> None:
        """Dim the key of an action, or light it again; it then says why if it is pressed."""
        self.dimmed = self.dimmed | {action} if is_dimmed else self.dimmed - {action}
        self._show_dimmed(self.query(FooterKey))

    def _show_dimmed(self, keys: Iterable[FooterKey]) -> None:
        for key in keys:
            key.set_class(key.action in self.dimmed, "-disabled")

    async def recompose(self) -> None:
        """Make the keys anew if they are others: bindings are refreshed far more often than they
        change, and the widgets of all keys cost more than the rest of the screen."""
        if not self.is_attached:
            return
        try:
            named = self.sources()
        except NoMatches:  # the screen is being closed, and has not all its widgets any more
            named = None
        if named is None or named != self.named or not self.fits():
            self.named = named
            await super().recompose()

    def fits(self) -> bool:
        """Whether the titles are still cut where they have to be, and nowhere else."""
        width, needed = self.app.size.width, self.needed_width
        return min(width, needed) == min(self.fitted_width, needed)

    def sources(self) -> tuple[object, ...]:
        """What `compose` makes the keys of."""
        screen = self.screen
        keys = [
            (
                binding.key, self.app.get_key_display(binding), binding.description, binding.action,
                enabled, tooltip,
                screen.offers(binding.action) if isinstance(screen, HidesActions) else True,
                screen.title_of(binding.action) if isinstance(screen, RenamesActions) else "",
            )
            for _node, binding, enabled, tooltip in screen.active_bindings.values()
            if binding.show
        ]  # fmt: skip
        return (*keys, self.spare_actions, language(), screen.focused)

    def compose(self) -> ComposeResult:
        """The keys with their titles, which are cut where the line has no room for all."""
        parts = [
            part for part in super().compose() if not self.is_typed(part) and self.is_offered(part)
        ]
        parts.sort(key=self.sort_key())
        keys = [part for part in parts if isinstance(part, FooterKey)]
        for part in keys:
            part.key_display = key_word(part.key_display)
            part.tooltip = _(part.tooltip) if isinstance(part.tooltip, str) else part.tooltip
        titles = {part: _(self.title_now(part) or part.description) for part in keys}
        self.fitted_width = self.app.size.width
        self.needed_width = needed = _width(titles)
        for spare in self.spare_actions:
            if needed <= self.fitted_width:
                break
            titles = {part: title for part, title in titles.items() if part.action != spare}
            needed = _width(titles)
        parts = [part for part in parts if not isinstance(part, FooterKey) or part in titles]
        room = self.fitted_width - _width(dict.fromkeys(titles, ""))
        fitted = fit_titles(list(titles.values()), room)
        for part, title in zip(titles, fitted, strict=True):
            part.description = title
        self._show_dimmed(titles)
        yield from parts

    @property
    def spare_actions(self) -> Sequence[str]:
        """What the screen has named only where no title is cut for it."""
        return self.screen.spare_actions if isinstance(self.screen, DropsActions) else ()

    def title_now(self, part: FooterKey) -> str:
        """What the screen calls a key for now; empty: nothing else than usual."""
        screen = self.screen
        return screen.title_of(part.action) if isinstance(screen, RenamesActions) else ""

    def is_offered(self, part: Widget) -> bool:
        """Whether the screen has a use for a part's key now."""
        screen = self.screen
        return not (
            isinstance(part, FooterKey)
            and isinstance(screen, HidesActions)
            and not screen.offers(part.action)
        )

    def is_typed(self, part: Widget) -> bool:
        """Whether a part's key is a letter or sign of the line in which the user types. Textual
        leaves letters out itself, but not `/`, nor keys of the settings."""
        if not isinstance(part, FooterKey) or self.screen.focused is None:
            return False
        sign = format_key(part.key)
        is_sign = len(sign) == 1 and sign.isascii()
        return is_sign and self.screen.focused.check_consume_key(part.key, sign)

    def sort_key(self) -> Callable[[Widget], int]:
        """Where a part stands: in the order in which the board and the screen name their commands.
        Keys of the settings would move them to the end. What neither names comes first."""
        order: dict[str, int] = {}
        boards = [board for board in self.screen.query("#board") if board.can_focus]
        for widget in (*boards, self.screen):  # in a replay, the keys are the screen's
            for base in type(widget).__mro__:
                for command in vars(base).get("COMMANDS", ()):
                    order.setdefault(command.action, len(order))

        def place(part: Widget) -> int:
            return order.get(part.action, -1) if isinstance(part, FooterKey) else -1

        return place

    def on_resize(self) -> None:
        """Fit the titles into another width."""
        if self.fitted_width and not self.fits():
            self.refresh(recompose=True)

    def on_mouse_down(self, event: MouseDown) -> None:
        """Hide the help of a key that is clicked: it would lie over what the key says."""
        for key in self.query(FooterKey):
            if key.region.contains(event.screen_x, event.screen_y):
                key.tooltip = None
                self.named = None
