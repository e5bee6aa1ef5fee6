"""The words beside the board: market, seats, the placement under way, and what can be chosen."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen
from rich.style import Style
from rich.text import Text

from caravan_tui.games.caravanserai import text
from caravan_tui.games.caravanserai.choices import Choice
from caravan_tui.games.caravanserai.faces import LETTERS, Look
from caravan_tui.games.caravanserai.outline import Outline
from caravan_tui.games.contract import View
from caravan_tui.words import _

ROOMY = 26
"""Columns from which there are words instead of signs."""

LEAST_SIGNS = 4
"""Lines of the legend at least."""


@frozen
class Drawn:
    """The words, and which of their lines shows which choice."""

    text: Text
    rows: dict[int, int]


def goods_row(counts: Sequence[int], look: Look, tight: bool = False) -> Text:
    """Five counts with their colours: `w3 b2 p1 r0 y4`."""
    row = Text()
    for colour, count in enumerate(counts):
        if colour and not tight:
            row.append(" ")
        row.append(LETTERS[colour], look.goods[colour])
        row.append(str(count), "" if count else look.dim)
    return row


def panel(
    view: View,
    names: Sequence[str],
    look: Look,
    size: tuple[int, int],
    choices: Sequence[Choice],
    index: int,
    told: Outline | None,
    title: str,
) -> Drawn:
    """All of it, for so many columns and lines."""
    width, height = size
    roomy = width >= ROOMY
    lines = _market(view, look, roomy)
    room = height - len(lines) - (5 if told else 0) - min(len(choices), 9) - bool(choices)
    full = room >= 3 * view["seats"]
    pair = room >= 2 * view["seats"]
    acting = view["to_act"]
    for turn in range(view["seats"]):
        seat = (view["first"] + turn) % view["seats"]
        lines.append(_name(view, seat, names[seat], look, width))
        if pair or seat == acting:
            row = Text("  " if roomy else " ")
            row.append("C", look.seats[seat])
            row.append(f"{view['camels'][seat]} ")
            row.append_text(goods_row(view["stock"][seat], look, not roomy))
            lines.append(row)
        if full and roomy:
            lines.append(Text(""))
    if told:
        lines += _placement(view, told, look, roomy)
    rows: dict[int, int] = {}
    if choices:
        lines += _choices(choices, index, look, width, height - len(lines), title, rows, len(lines))
    room = height - len(lines)
    if roomy and room > LEAST_SIGNS:
        legend = _signs(look, width)[: room - 1]
        lines += [Text("")] * (room - len(legend)) + legend
    whole = Text("\n").join(_cut(line, width) for line in lines[:height])
    whole.no_wrap = True
    return Drawn(whole, rows)


def _cut(line: Text, width: int) -> Text:
    line.truncate(width, overflow="ellipsis")
    return line


def _market(view: View, look: Look, roomy: bool) -> list[Text]:
    title = Text(_("Market"), "bold")
    title.append(f" {sum(view['market'])}")
    lines = [title, Text(" ") + goods_row(view["market"], look)]
    if view["end_round"] and view["to_act"] != -2:
        last = view["round"] == view["end_round"]
        words = _("LAST ROUND") if last else _("Last round: {number}")
        if view["seats"] == 1:
            words = _("LAST TURN")
        lines.append(Text(words.format(number=view["end_round"]), look.accent + Style(bold=True)))
    elif roomy:
        lines.append(Text(""))
    return lines


def _name(view: View, seat: int, name: str, look: Look, width: int) -> Text:
    """Mark, name and length; who is to act and who is out for good."""
    acting = view["to_act"] == seat
    line = Text()
    line.append(look.glyph("►", ">") if acting else " ", look.accent)
    line.append(look.marks[seat], look.seats[seat])
    length = str(view["scores"][seat])
    out = seat in view["never"]
    sign = look.glyph(" ×", " x") if out else ""
    room = max(3, width - 4 - len(length) - len(sign))
    name = name[: room - 1]
    line.append(" " + name.ljust(room), look.seats[seat])
    line.append(sign, look.accent)
    line.append(length, "bold")
    return line


def _placement(view: View, told: Outline, look: Look, roomy: bool) -> list[Text]:
    """Count, what is left out, what comes back, the length afterwards."""
    seat = view["turn"]
    before = view["scores"][seat] - view["placement"]["laid"]
    out = len(told.left_out)
    arrow = look.glyph("→", ">")
    values = {
        "laid": len(told.laid),
        "out": out,
        "count": told.count,
        "camels": told.camels_back,
        "before": before,
        "after": told.length,
        "arrow": arrow,
    }
    if roomy:
        lines = [
            Text(_("Laid {laid}, left out {out}").format(**values)),
            Text(_("Counts {count} with its camel").format(**values)),
            Text(_("Back {count}, camels {camels}").format(**values)),
            Text(_("Length {before} {arrow} {after}").format(**values), "bold"),
        ]
    else:
        lines = [
            Text(_("Laid {laid} out {out}").format(**values)),
            Text(_("Count {count} C{camels}").format(**values)),
            Text(_("Length {before}{arrow}{after}").format(**values), "bold"),
        ]
    if told.won:
        row = Text(_("Wins") + " ")
        for colour in told.won:
            row.append(LETTERS[colour], look.goods[colour])
        lines.append(row)
    return lines


def _signs(look: Look, width: int) -> list[Text]:
    """What the signs on the board mean, with a picture of each, what is met first on top."""
    seat = (look.marks[0], look.seats[0])
    red = 3
    good = (LETTERS[red], look.goods[red])
    big = (LETTERS[red].upper(), look.goods[red])
    rows: list[tuple[list[tuple[str, Style]], str]] = [
        ([("(", Style()), good, (")", Style())], _("caravanserai")),
        ([("[", Style()), big, ("]", Style())], _("with a good on it")),
        ([(look.glyph("«", "{"), look.seats[0]), seat, ("C", look.seats[0]),
          (look.glyph("»", "}"), look.seats[0])], _("the head")),
        ([(look.glyph("°", "*"), look.seats[0]), seat, good], _("the tail")),
        ([("+", look.accent + Style(reverse=True)), good], _("would be laid")),
        ([seat, big], _("would not count")),
        ([(look.glyph("×", "x"), look.seats[0]), good], _("would come back")),
        ([seat, good], _("a good of a caravan")),
        ([seat, ("C", look.seats[0])], _("a camel")),
        ([seat, ("L", look.seats[0])], _("a lying camel")),
    ]  # fmt: skip
    lines = [Text(_("Signs"), look.dim)]
    line = Text()
    for colour in range(len(LETTERS)):
        word = text.colour_word(colour)
        if line.plain and len(line) + 4 + len(word) > width:
            lines.append(line)
            line = Text()
        line.append("  " if line.plain else "")
        line.append(LETTERS[colour], look.goods[colour])
        line.append(f" {word}", look.dim)
    lines.append(line)
    for pieces, words in rows:
        line = Text()
        for sign, style in pieces:
            line.append(sign, style)
        line.append(" " * (5 - len(line)))
        line.append(words, look.dim)
        lines.append(line)
    return lines


def _choices(
    choices: Sequence[Choice],
    index: int,
    look: Look,
    width: int,
    room: int,
    title: str,
    rows: dict[int, int],
    above: int,
) -> list[Text]:
    """The list with the selected line in sight; `rows` is filled, `above` lines stand before."""
    lines: list[Text] = []
    if title and room > len(choices):
        lines.append(Text(title, look.accent))
        room -= 1
    room = max(1, room)
    first = max(0, min(index - room // 2, len(choices) - room))
    for number in range(first, min(len(choices), first + room)):
        choice = choices[number]
        style = Style(reverse=True) if number == index else Style()
        key = str((number + 1) % 10) if number < 10 else " "
        line = Text()
        line.append(f"{key} ", look.accent)
        label = choice.label
        if choice.told and choice.told.laid:
            tail = f" {choice.told.count}{look.glyph('→', '>')}{choice.told.length}"
            space = width - 2 - len(tail)
            label = label[:space].ljust(space) + tail
        line.append(label.ljust(width - 2)[: width - 2], style)
        rows[above + len(lines)] = number
        lines.append(line)
    return lines


def standing(view: View, names: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """The table for the result screen."""
    titles = [_("Seat"), _("Length"), _("Camels left"), _("Goods left"), _("Rank")]
    rows = [
        [
            names[seat],
            str(view["scores"][seat]),
            str(view["camels"][seat]),
            str(sum(view["stock"][seat])),
            str(view["ranks"][seat]),
        ]
        for seat in sorted(range(view["seats"]), key=lambda seat: view["ranks"][seat])
    ]
    if view["seats"] == 1:
        titles[-1] = _("Title")
        rows[0][-1] = text.level(view["scores"][0]) or _("none")
    return titles, rows
