"""Steps and whole placements in words: what is laid, and which way."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import text
from caravan_tui.games.caravanserai.advice.places import site_label
from caravan_tui.games.caravanserai.pieces import COLOUR_LETTERS, DIRECTIONS
from caravan_tui.games.caravanserai.view import CaravanseraiView
from caravan_tui.i18n import _


def step_label(action: int, view: CaravanseraiView, names: Sequence[str]) -> str:
    """A step as a line of the list."""
    if action < act.BLOCK:
        return f"{DIRECTIONS[action]:<2} {text.direction_word(action)}"
    if action < act.LYING:
        return text.block_words(act.block_colour(action), act.block_size(action))
    if action == act.LYING:
        return _("lying camel")
    if action == act.CAMEL:
        return _("camel")
    if action < act.PUT:
        return _("from {name}").format(name=names[action - act.TAKE])
    return site_label(action % 256, view)


def placement_label(steps: Sequence[int], is_short: bool = False) -> str:
    """What a placement lays before its last camel: `1 white, 2 black`; `is_short`: `1w 2b`."""
    pieces = [step for step in steps if step >= act.BLOCK and step != act.CAMEL]
    if not pieces:
        return _("only a camel")
    if is_short:
        return " ".join(
            "L"
            if step == act.LYING
            else f"{act.block_size(step)}{COLOUR_LETTERS[act.block_colour(step)]}"
            for step in pieces
        )
    return ", ".join(map(piece_words, pieces))


def placement_instruction(steps: Sequence[int], view: CaravanseraiView) -> str:
    """A placement as an instruction: `Lay two black east; three white north-west; a camel west.`
    Its numbers are in words: in a row, from 1 up, they would read like those of a list."""
    legs = legs_of(steps)
    parts = []
    for number, (ways, pieces) in enumerate(legs):
        if not number and not ways and not view["placement"]["left"]:
            ways = [view["placement"]["way"]]
        laid = [piece for piece in pieces if piece != act.CAMEL]
        words = ", ".join(map(_spelled_out, laid)) or _("the rest of the block")
        if pieces == [act.CAMEL]:
            words = placement_label(steps) if len(legs) == 1 else _("a camel")
        way = _(", then ").join(map(text.direction_word, ways))
        parts.append(_("{pieces} {way}").format(pieces=words, way=way) if way else words)
    return _("Lay {goods}.").format(goods="; ".join(parts))


def _spelled_out(action: int) -> str:
    """What a step lays, a small number in words."""
    size = act.block_size(action)
    numbers = (
        _("one"), _("two"), _("three"), _("four"), _("five"),
        _("six"), _("seven"), _("eight"), _("nine"),
    )  # fmt: skip
    if not act.BLOCK <= action < act.LYING or size > len(numbers):
        return piece_words(action)
    colour = text.colour_word(act.block_colour(action), size)
    return _("{count} {colour}").format(count=numbers[size - 1], colour=colour)


def piece_words(action: int) -> str:
    """What a step lays, in a few words."""
    if action == act.CAMEL:
        return _("camel")
    if action == act.LYING:
        return _("lying camel")
    return _("{count} {colour}").format(
        count=act.block_size(action),
        colour=text.colour_word(act.block_colour(action), act.block_size(action)),
    )


def placement_words(steps: Sequence[int], is_short: bool = False) -> str:
    """A placement in the words of the list of moves and of hints: `east: 1 white; west: 2 black`,
    and `east, then west: 3 red` of a block that bends. The camel that ends it goes without saying,
    but in a direction of its own. `is_short`: with directions in notation."""
    legs = legs_of(steps)
    if len(legs) == 1 and not any(step != act.CAMEL for step in legs[0][1]):
        return on_way(legs[0][0], placement_label(steps), is_short)
    return words_of_legs(legs, is_short)


def words_of_legs(legs: Sequence[tuple[list[int], list[int]]], is_short: bool = False) -> str:
    """The parts of a placement in words, see there."""
    parts = []
    for ways, pieces in legs:
        laid = [piece for piece in pieces if piece != act.CAMEL]
        # A way with nothing after it is that of a block of which a part lies already.
        words = ", ".join(map(piece_words, laid or pieces)) or _("the rest of the block")
        parts.append(on_way(ways, words, is_short))
    return "; ".join(parts)


def on_way(ways: Sequence[int], words: str, is_short: bool) -> str:
    """What is laid, behind its directions if there are any."""
    if not ways:
        return words
    way = _(", then ").join(map(text.direction_word, ways))
    if is_short:
        way = "-".join(DIRECTIONS[each] for each in ways)
    return _("{way}: {pieces}").format(way=way, pieces=words)


def legs_of(steps: Sequence[int]) -> list[tuple[list[int], list[int]]]:
    """A placement in parts: the directions of each, more than one where a block bends, and what is
    laid in them."""
    legs: list[tuple[list[int], list[int]]] = []
    for step in steps:
        if step >= act.BLOCK:
            legs = legs or [([], [])]
            legs[-1][1].append(step)
        elif not legs or [step] != legs[-1][0][-1:]:
            legs.append(([step], []))
    for number in range(len(legs) - 1, 0, -1):
        if not legs[number][1]:  # a block bends where another one has not begun
            legs[number - 1][0].extend(legs.pop(number)[0])
    return legs
