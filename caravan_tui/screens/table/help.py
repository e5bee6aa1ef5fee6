"""Help for the moment: what can be done now, with which keys, what can't and why, and the signs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from attrs import frozen
from rich.console import Group, RenderableType
from rich.text import Text
from textual.dom import DOMNode

from caravan_tui.bus.messages import Position
from caravan_tui.bus.wording import word
from caravan_tui.engine import PERSON
from caravan_tui.games import registry
from caravan_tui.games.contract import Game, Moment
from caravan_tui.i18n import _
from caravan_tui.screens.table.move_dialogs import open_actions
from caravan_tui.screens.table.side_window import SideWindow, item_rows, paragraphs
from caravan_tui.widgets.board import Board, Scene
from caravan_tui.widgets.commands import bindings, key_name
from caravan_tui.widgets.dialog import CLOSE
from caravan_tui.widgets.table_commands import TABLE

ROOMY = 150
"""Columns of a terminal from which on the window is wider than the rail."""


@frozen
class MomentHelp:
    """All that the help window says."""

    asked: str
    """What the seat is asked to do, or who is to move."""
    can: Sequence[str]
    cannot: Sequence[str]
    signs: Sequence[tuple[str, str]]
    place: str
    """The ruling or heading of the rules that fits; empty: none."""

    def paragraphs(self) -> list[RenderableType]:
        """The help in parts: what is asked, and what can and can't be done and the signs, each
        under a heading."""
        parts: list[RenderableType] = [Text(self.asked, "bold")] if self.asked else []
        for heading, lines in ((_("You can"), self.can), (_("Not now"), self.cannot)):
            if lines:
                parts.append(_under(heading, item_rows(["-"] * len(lines), lines)))
        if self.signs:
            signs, words = zip(*self.signs, strict=True)
            parts.append(_under(_("Signs"), item_rows(list(map(_sign, signs)), words)))
        return parts


def _sign(sign: str) -> Text:
    """A sign as the board draws it."""
    if len(sign) == len("_r") and sign.startswith("_"):
        return Text.assemble((sign[1:], "bold underline"))  # not the blanks behind it
    return Text(sign, "bold")


def _under(heading: str, lines: RenderableType) -> RenderableType:
    """Lines under a heading."""
    return Group(Text(heading, "bold underline"), lines)


def moment_help(
    board: Board[Any], game: Game[Any], position: Position, scene: Scene[Any], asked: str = ""
) -> MomentHelp:
    """What the game says of a position, and what is under the cursor of its board.

    `asked`: in place of the board's prompt.
    """
    moment = Moment(
        position.view,
        open_actions(position),
        scene.names,
        lambda command: key_name(board, command),
        scene.ascii,
    )
    help = game.help_for(moment)
    reason = board.why_not_here(scene)
    return MomentHelp(
        asked or (board.prompt(scene) if position.legal else ""),
        help.can,
        [*([reason] if reason else []), *help.cannot],
        help.signs,
        board.rule(scene),
    )


def table_lines(
    node: DOMNode, position: Position, names: Sequence[str], kinds: Sequence[str], has_hints: bool
) -> tuple[str, list[str], list[str]]:
    """What every table adds: who is to move, what can be done whatever the game, and what can't.

    `kinds`: `person` or a level, for each seat.
    """
    view = position.view
    can, cannot = [], []

    def key(command: str) -> str:
        return key_name(node, f"table.{command}")

    if position.over:
        asked = _("The match is over.")
        can.append(_("See the result: Enter. Replay the match: {key}.").format(key=key("replay")))
        can.append(_("Leave: {key}.").format(key=key("leave")))
        cannot.append(_("Move: the match is over."))
        return asked, can, cannot
    actor = view["to_act"]
    log = _("Read the log: {key}.").format(key=key("log"))
    if position.seat is None:
        asked = _("You are watching.")
        can = [_("Look around with the arrow keys."), log]
        cannot = [_("Move or undo: spectators only watch.")]
        return asked, can, cannot
    if position.paused:
        cannot.append(_("Move: the table is paused."))
    if position.legal:
        asked = ""
        can.append(_("{key} lists your moves.").format(key=key("moves")))
        if has_hints and position.assisted:
            can.append(_("{key} gives a hint.").format(key=key("hint")))
        elif has_hints:
            can.append(
                _("{key} gives a hint; the match then does not count for your rating.").format(
                    key=key("hint")
                )
            )
    else:
        name = names[actor] if 0 <= actor < len(names) else ""
        asked = _("{name} is to move.").format(name=name) if name else ""
        can.append(_("Look around with the arrow keys."))
        if name and kinds[actor] != PERSON:
            words = _("{key} makes {name} move now.")
            can.append(words.format(key=key("hurry"), name=name))
        can.append(log)
        if name:
            cannot.append(_("Move: it is {name}'s turn.").format(name=name))
    if position.undo is None:
        can.append(_("{key} undoes your last decision.").format(key=key("undo")))
    else:
        cannot.append(_("Undo: {reason}").format(reason=word(position.undo)))
    return asked, can, cannot


class HelpWindow(SideWindow):
    """The help of a moment; returns `rules` or `keys` if these are wanted."""

    COMMANDS: ClassVar[Any] = (
        CLOSE,
        *(command for command in TABLE if command.action in ("help", "rules", "keys")),
    )
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    HelpWindow.-side.-roomy > Vertical#window { width: 64; }
    HelpWindow #text { padding-right: 1; }
    """

    def __init__(self, help: MomentHelp, game: str, rules_key: str, keys_key: str) -> None:
        """`rules_key`, `keys_key`: the keys of the table for rules and keys."""
        parts = help.paragraphs()
        if help.place:
            place = registry.heading(game, help.place)
            words = _("Rules: {place} ({key})").format(place=place, key=rules_key)
            parts.append(Text(words, "bold"))
        answers = [
            ("close", _("Close")),
            ("rules", _("Rules {key}").format(key=rules_key)),
            ("keys", _("Keys {key}").format(key=keys_key)),
        ]
        super().__init__(_("Help for this moment"), paragraphs(parts), answers)

    def place(self) -> None:
        """Take more columns where there are many: the lines are sentences."""
        super().place()
        self.set_class(self.app.size.width >= ROOMY, "-roomy")

    def action_help(self) -> None:
        """Close with the key that opened the window."""
        self.dismiss(None)

    def action_rules(self) -> None:
        """Close for the rules."""
        self.dismiss("rules")

    def action_keys(self) -> None:
        """Close for the keys."""
        self.dismiss("keys")
