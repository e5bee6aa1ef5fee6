"""Caravanserai in sentences, for line mode: from views, never from a state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import messages, text
from caravan_tui.games.caravanserai.pieces import COLOURS, DIRECTIONS, PLAIN, Board, board_for
from caravan_tui.games.caravanserai.state import LYING_DOWN, STANDING
from caravan_tui.games.caravanserai.view import CaravanseraiView
from caravan_tui.games.contract import OVER, Region
from caravan_tui.games.kit.sentences import counted, listed, sentence
from caravan_tui.i18n import _, _n

PARTS = {
    "middle": -1, "north": 6, "north-east": 7, "east": 0, "south-east": 1, "south": 2,
    "south-west": 3, "west": 4, "north-west": 5,
}  # fmt: skip
"""The parts of the board and their octants."""

FARTHEST = 7
"""Free cells ahead that are told."""


def regions(view: CaravanseraiView, names: Sequence[str]) -> Sequence[Region]:
    parts = [Region("turn", _("The turn"), _turn(view, names))]
    if len(view["ground"]) < len(board_for(view["seats"]).tiles):
        return [*parts, *_players(view, names)]
    seat = view["turn"] if view["seat"] is None else view["seat"]
    if view["caravans"][seat] and view["to_act"] != OVER:
        title = _("Around the head of {name}").format(name=names[seat])
        parts.append(Region("head", title, _around_head(view, seat, names)))
    market = counted(view["market"], [text.colour_word(colour) for colour in range(PLAIN)])
    words = (
        _("The market has {goods}.").format(goods=market) if market else _("The market is empty.")
    )
    parts.append(Region("market", _("The market"), [words]))
    parts += _players(view, names)
    board = board_for(view["seats"])
    by_part: dict[str, list[int]] = {part: [] for part in PARTS}
    for cell, colour in enumerate(view["cells"]):
        if colour != PLAIN:
            by_part[_part_of(board, cell)].append(cell)
    for part, cells in by_part.items():
        title = _("The board, {part}").format(part=_part_word(part))
        lines = [_site(view, board, cell, names) for cell in cells]
        parts.append(Region(part, title, lines or [_("No caravanserai.")]))
    return parts


@cache
def _parts(board: Board) -> list[str]:
    words = {octant: part for part, octant in PARTS.items()}
    return [words[octant] for octant in text.octants(board)]


def _part_of(board: Board, cell: int) -> str:
    return _parts(board)[cell]


def _part_word(part: str) -> str:
    """A part of the board in the user's language."""
    return {
        "middle": _("middle"),
        "north": _("north"),
        "north-east": _("north-east"),
        "east": _("east"),
        "south-east": _("south-east"),
        "south": _("south"),
        "south-west": _("south-west"),
        "west": _("west"),
        "north-west": _("north-west"),
    }[part]


def _turn(view: CaravanseraiView, names: Sequence[str]) -> list[str]:
    if view["phase"] == "over":
        return [_("The match is over.")]
    if view["phase"] in ("out category", "out tile", "tiles", "goods", "first"):
        return [_("The board is being laid.")]
    lines = [
        _("Round {number}. It is the turn of {name}.").format(
            number=view["round"], name=names[view["turn"]]
        )
    ]
    if view["end_round"]:
        lines.append(_("Round {number} is the last.").format(number=view["end_round"]))
    placement = view["placement"]
    if placement["laid"]:
        words = _n("{count} piece laid in this turn, {counting} of them counts.",
                   "{count} pieces laid in this turn, {counting} of them count.",
                   placement["laid"])  # fmt: skip
        lines.append(words.format(count=placement["laid"], counting=placement["count"]))
    if view["phase"] == "piece":
        way = text.direction_word(placement["way"])
        lines.append(_("The next piece goes {way}.").format(way=way))
    if placement["left"]:
        goods = text.goods_words(placement["colour"], placement["left"])
        lines.append(_("Still to be laid of this block: {goods}.").format(goods=goods))
    if view["phase"] == "put":
        words = _n("{count} good still to be put on the board.",
                   "{count} goods still to be put on the board.", placement["puts"])  # fmt: skip
        lines.append(words.format(count=placement["puts"]))
    return lines


def _players(view: CaravanseraiView, names: Sequence[str]) -> list[Region]:
    return [
        Region(f"player {seat + 1}", name, _player(view, seat, name), seat)
        for seat, name in enumerate(names)
    ]


def _player(view: CaravanseraiView, seat: int, name: str) -> list[str]:
    board, pieces = board_for(view["seats"]), view["caravans"][seat]
    camels = _n("{count} camel", "{count} camels", view["camels"][seat])
    colours = [text.colour_word(colour) for colour in range(PLAIN)]
    stock = counted(view["stock"][seat], colours, _("no goods"))
    words = _("{name}: a caravan of {length}; in reserve {camels} and {stock}.")
    camel_words = camels.format(count=view["camels"][seat])
    lines = [words.format(name=name, length=len(pieces), camels=camel_words, stock=stock)]
    if seat in view["never"] and pieces:
        lines.append(_("{name} can never place again.").format(name=name))
    if pieces:
        row = [f"{_kind(piece & 7)} {board.names[piece >> 3]}" for piece in pieces]
        lines.append(_("From the tail to the head: {pieces}.").format(pieces=", ".join(row)))
    return lines


def _kind(kind: int) -> str:
    if kind == STANDING:
        return _("camel")
    return _("lying camel") if kind == LYING_DOWN else text.colour_word(kind)


def _owners(view: CaravanseraiView) -> dict[int, tuple[int, int]]:
    """By cell with a piece: whose it is, and its kind."""
    return {
        piece >> 3: (seat, piece & 7)
        for seat, pieces in enumerate(view["caravans"])
        for piece in pieces
    }


def _site(view: CaravanseraiView, board: Board, cell: int, names: Sequence[str]) -> str:
    """A caravanserai with its coordinates, and what is on it."""
    words = _("{cell}: {colour} caravanserai")
    if cell in view["goods"]:
        words = _("{cell}: {colour} caravanserai with a good")
    line = words.format(cell=board.names[cell], colour=text.colour_word(view["cells"][cell]))
    if cell in (owners := _owners(view)):
        seat, kind = owners[cell]
        line = _("{line}, under a piece of {name}: {piece}").format(
            line=line, name=names[seat], piece=_kind(kind)
        )
    return sentence(line)


def _around_head(view: CaravanseraiView, seat: int, names: Sequence[str]) -> list[str]:
    """What lies in each of the six directions from the head of a caravan."""
    board, head = board_for(view["seats"]), view["caravans"][seat][-1] >> 3
    owners = _owners(view)
    lines = [_("The head is on {cell}.").format(cell=board.names[head])]
    for way in range(6):
        free: list[int] = []
        stop = _("the edge of the board")
        for cell in board.rays[6 * head + way]:
            if cell in owners:
                stop = _("a piece of {name}").format(name=names[owners[cell][0]])
                break
            free.append(cell)
        sites = [
            _("{colour} caravanserai on {cell}").format(
                colour=text.colour_word(view["cells"][cell]), cell=board.names[cell]
            )
            + (_(" with a good") if cell in view["goods"] else "")
            for cell in free[:FARTHEST]
            if view["cells"][cell] != PLAIN
        ]
        words = _n(
            "{way}: {count} free cell, then {stop}",
            "{way}: {count} free cells, then {stop}",
            len(free),
        )
        line = words.format(way=text.direction_word(way), count=len(free), stop=stop)
        if sites:
            line = _("{line}; on the way {sites}").format(line=line, sites=listed(sites))
        lines.append(sentence(line))
    return lines


def question(view: CaravanseraiView, legal: Sequence[int], names: Sequence[str]) -> str:
    phase, placement = view["phase"], view["placement"]
    board = board_for(view["seats"])
    if phase == "start":
        return _(
            "Choose a caravanserai of an outer tile to start on, such as: camel {cell}."
        ).format(cell=board.names[legal[0] - act.START])
    if phase == "put":
        cell = legal[0] - act.PUT
        words = _n("Put {count} good from the market on a free caravanserai, such as: {move}.",
                   "Put {count} goods from the market on free caravanserais, such as: {move}.",
                   placement["puts"])  # fmt: skip
        move = f"put {COLOURS[view['cells'][cell]]} {board.names[cell]}"
        return words.format(count=placement["puts"], move=move)
    if phase == "direction":
        ways = listed(
            f"{DIRECTIONS[action]}, {text.direction_word(action)}" for action in legal if action < 6
        )
        return _("Choose a direction, such as: dir {way}. Open are {ways}.").format(
            way=DIRECTIONS[legal[0]], ways=ways
        )
    return messages.prompt(view)


def why_not(entry: str, legal: Sequence[int], view: CaravanseraiView, names: Sequence[str]) -> str:
    words = entry.lower().split()
    verb, rest = (words[0], words[1:]) if words else ("", [])
    phase, board = view["phase"], board_for(view["seats"])
    if verb == "dir":
        ways = [way.lower() for way in DIRECTIONS]
        if not rest or rest[0] not in ways:
            return _("Write a direction as {ways}.").format(ways=", ".join(DIRECTIONS))
        if phase == "piece":
            return _("The line bends on caravanserais only.")
        if phase == "direction":
            return _("A caravan, or the edge of the board, lies there.")
        return messages.prompt(view)
    if verb == "block":
        if len(rest) != 2 or rest[0] not in COLOURS or not rest[1].isdecimal():
            return _("Write a block as its colour and size, such as: block red 2.")
        if phase == "direction":
            return _("Choose a direction first.")
        return _why_no_block(COLOURS.index(rest[0]), int(rest[1]), view)
    if verb in ("camel", "put") and rest and phase in ("start", "put"):
        if rest[-1] not in board.names:
            return _("There is no cell {cell} on the board.").format(cell=rest[-1])
        return messages.refusal(board.names.index(rest[-1]), view, names)
    if verb == "camel" and phase == "direction":
        return _("Choose a direction first.")
    if verb == "lying":
        return _("A camel lies down in expert matches only, once in a placement.")
    return ""


def _why_no_block(colour: int, size: int, view: CaravanseraiView) -> str:
    """Why a block of this colour and size can't be laid."""
    placement = view["placement"]
    if placement["left"]:
        return _("Finish the block that you have begun first.")
    if placement["size"]:
        if size != placement["size"] + 1:
            words = _("After a block of {size} the next one has {next_size} goods.")
            return words.format(size=placement["size"], next_size=placement["size"] + 1)
        if colour == placement["last"]:
            return _("The next block has another colour.")
    elif size > 2 - bool(view["options"]["expert"]):
        return _("The first block has one or two goods; in expert matches, one.")
    return _("Your reserve has too few goods, or the way is too short.")
