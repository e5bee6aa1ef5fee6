"""The words beside the board: market, seats, the placement under way, and what can be chosen."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen
from rich.style import Style
from rich.text import Text

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import legend, text
from caravan_tui.games.caravanserai.choices import Choice
from caravan_tui.games.caravanserai.faces import LETTERS, Look
from caravan_tui.games.caravanserai.outline import Outline
from caravan_tui.games.contract import View
from caravan_tui.words import _

ROOMY = 26
"""Columns from which there are words instead of signs."""

BESIDE = 33
"""Columns from which a name and a reserve stand side by side where there are too few lines."""

LEAST_SIGNS = 4
"""Lines of the legend at least."""

MOST_LISTED = 10
"""Lines of the list that come before the reserves of the others; beyond, it scrolls."""


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
    only_signs: bool = False,
) -> Drawn:
    """All of it, for so many columns and lines; `only_signs`: what the signs mean in place of the
    seats and the list, where there is no room for all."""
    width, height = size
    roomy = width >= ROOMY
    lines = _market(view, look, roomy)
    rows: dict[int, int] = {}
    if only_signs:
        # Title and market stay, with nothing between: in French it fills 20 lines.
        return _drawn([*lines[:2], *legend.signs(look, width)], width, height, rows)
    placement = _placement(view, told, look, roomy) if told else []
    listed = min(len(choices) + bool(title), MOST_LISTED)
    lines += _seats(view, names, look, width, height - len(lines) - len(placement) - listed)
    lines += placement
    if choices:
        room, above = height - len(lines), len(lines)
        lines += _choices(choices, names, index, look, width, room, title, rows, above)
    room = height - len(lines)
    if roomy and room > LEAST_SIGNS:
        explained = legend.signs(look, width)[: room - 1]
        lines += [Text("")] * (room - len(explained)) + explained
    return _drawn(lines, width, height, rows)


def _drawn(lines: Sequence[Text], width: int, height: int, rows: dict[int, int]) -> Drawn:
    whole = Text("\n").join(_cut(line, width) for line in lines[:height])
    whole.no_wrap = True
    return Drawn(whole, rows)


def _seats(view: View, names: Sequence[str], look: Look, width: int, room: int) -> list[Text]:
    """Name and length of each seat in turn, and what it has in reserve: of all seats where there
    is room, below the name or beside it, else of the one to act. A name too long for its line goes
    on in the next one, else it is shortened."""
    roomy = width >= ROOMY
    order = [(view["first"] + turn) % view["seats"] for turn in range(view["seats"])]
    full = roomy and room >= 3 * len(order)
    pair = room >= 2 * len(order)
    beside = not pair and width >= BESIDE
    left = room - (2 if pair else 1) * len(order) - (not pair)
    lines = []
    for seat in order:
        tail = Text(str(view["scores"][seat]), "bold")
        if beside:
            tail = _reserve(view, seat, look, True) + Text(f" {tail.plain:>2}", "bold")
        named = _name(view, seat, names[seat], look, width, tail, left > 0 and not beside)
        left -= len(named) - 1
        lines += named
        if pair or (seat == view["to_act"] and not beside):
            lines.append(Text("  " if roomy else " ") + _reserve(view, seat, look, not roomy))
        if full:
            lines.append(Text(""))
    return lines


def _reserve(view: View, seat: int, look: Look, tight: bool) -> Text:
    """Camels and goods that a seat has left: `C7 w3 b2 p1 r0 y4`."""
    row = Text()
    row.append("C", look.seats[seat])
    row.append(f"{view['camels'][seat]} ")
    return row.append_text(goods_row(view["stock"][seat], look, tight))


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


def _name(
    view: View, seat: int, name: str, look: Look, width: int, tail: Text, two_lines: bool
) -> list[Text]:
    """Mark, name and what stands at the right; who is to act and who is out for good."""
    sign = look.glyph(" ×", " x") if seat in view["never"] else ""
    room = width - len("►● ") - len(" ") - len(tail) - len(sign)
    parts = [name]
    if len(name) > room:
        parts = (two_lines and _in_two(name, width - 3, room)) or [_with_initials(name, room, look)]
    line = Text()
    line.append(look.glyph("►", ">") if view["to_act"] == seat else " ", look.accent)
    line.append(look.marks[seat], look.seats[seat])
    lines = [line]
    if len(parts) > 1:
        line.append(f" {parts[0]}", look.seats[seat])
        line = Text("  ")
        lines.append(line)
    line.append(f" {parts[-1]}", look.seats[seat])
    line.append(sign, look.accent)
    line.append(" " * (width - len(line) - len(tail)))
    line.append_text(tail)
    return lines


def _in_two(name: str, first: int, second: int) -> list[str] | None:
    """A name on two lines of at most so many columns, broken where it has a blank."""
    for at in range(len(name) - 1, 0, -1):
        if name[at] == " " and at <= first and len(name) - at - 1 <= second:
            return [name[:at], name[at + 1 :]]
    return None


def _with_initials(name: str, room: int, look: Look) -> str:
    """A name in at most so many columns: its words from the first on as initials, `C. master`, so
    that a number at its end stays; what is still too long is cut with a sign."""
    words = name.split()
    for at, word in enumerate(words[:-1]):
        if len(" ".join(words)) <= room:
            break
        words[at] = f"{word[0]}."
    return _shortened(" ".join(words), room, look)


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


def _shortened(words: str, room: int, look: Look) -> str:
    """Words in at most so many columns, cut with a sign."""
    return words if len(words) <= room else words[: room - 1] + look.glyph("…", "~")


def _choices(
    choices: Sequence[Choice],
    names: Sequence[str],
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
        if len(label) > width - 2 and act.TAKE <= choice.steps[0] < act.PUT:
            # Who it is says enough: the line below the board asks from whom.
            label = _with_initials(names[choice.steps[0] - act.TAKE], width - 2, look)
        if choice.told and choice.told.laid:
            tail = f" {choice.told.count}{look.glyph('→', '>')}{choice.told.length}"
            space = width - 2 - len(tail)
            label = _shortened(label, space, look).ljust(space) + tail
        line.append(_shortened(label, width - 2, look).ljust(width - 2), style)
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
