"""Actions and events of Caravanserai, in notation and in words."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai.geometry import DIRECTIONS, board_for
from caravan_tui.games.caravanserai.tiles import CATEGORIES, COLOURS, TILE_NAMES
from caravan_tui.games.contract import Event, View, seat_name
from caravan_tui.words import _, _n

LEVELS = (25, 30, 35, 40, 45)
"""Lengths from which a solo caravan earns a title (K-11)."""


def colour_word(colour: int, count: int = 1) -> str:
    """The colour of so many goods, in the user's language."""
    return (
        _n("white", "white", count),
        _n("black", "black", count),
        _n("purple", "purple", count),
        _n("red", "red", count),
        _n("yellow", "yellow", count),
    )[colour]


def way_word(way: int) -> str:
    """A direction, in the user's language."""
    return (
        _("east"),
        _("north-east"),
        _("north-west"),
        _("west"),
        _("south-west"),
        _("south-east"),
    )[way]


def level(length: int) -> str | None:
    """The title that a solo caravan of this length earns, None under 25 (K-11)."""
    if length < LEVELS[0]:
        return None
    titles = (
        _("Camel driver"),
        _("Great camel driver"),
        _("Xiansheng"),
        _("Tribal chief"),
        _("Chief of the five tribes"),
    )
    return titles[sum(length >= least for least in LEVELS) - 1]


def goods_words(colour: int, count: int) -> str:
    """'3 red goods', in the user's language."""
    return _n("{count} {colour} good", "{count} {colour} goods", count).format(
        count=count, colour=colour_word(colour, count)
    )


def notation(action: int, view: View) -> str:
    """The action as the rules page writes it."""
    if action < act.BLOCK:
        return f"dir {DIRECTIONS[action]}"
    if action < act.LYING:
        return f"block {COLOURS[act.block_colour(action)]} {act.block_size(action)}"
    if action == act.LYING:
        return "lying"
    if action == act.CAMEL:
        return "camel"
    if action < act.PUT:
        return f"take {action - act.TAKE}"
    board = board_for(view["seats"])
    if action < act.START:
        cell = action - act.PUT
        return f"put {COLOURS[view['cells'][cell]]} {board.names[cell]}"
    if action < act.OUT_CATEGORY:
        return f"camel {board.names[action - act.START]}"
    if action < act.OUT_TILE:
        return f"out {CATEGORIES[action - act.OUT_CATEGORY]}"
    if action < act.FIRST:
        return f"out {TILE_NAMES[action - act.OUT_TILE]}"
    if action < act.GOOD:
        return f"start {action - act.FIRST}"
    if action < act.TILE:
        return f"good {board.names[action - act.GOOD]}"
    place, tile, turn = act.laid_tile(action)
    u, v = board.tiles[place]
    return f"tile {u},{v} {TILE_NAMES[tile]} {turn}"


def describe(action: int, view: View, names: Sequence[str] = ()) -> str:
    """The action in words, without its subject."""
    if action < act.BLOCK:
        return _("heads {way}").format(way=way_word(action))
    if action < act.LYING:
        goods = goods_words(act.block_colour(action), act.block_size(action))
        return _("lays a block of {goods}").format(goods=goods)
    if action == act.LYING:
        return _("lays a camel down")
    if action == act.CAMEL:
        return _("ends with a camel")
    if action < act.PUT:
        return _("takes a {colour} good from {name}").format(
            colour=colour_word(view["placement"]["wanted"]),
            name=seat_name(action - act.TAKE, names),
        )
    board = board_for(view["seats"])
    if action < act.START:
        cell = action - act.PUT
        return _("puts a {colour} good on {cell}").format(
            colour=colour_word(view["cells"][cell]), cell=board.names[cell]
        )
    if action < act.OUT_CATEGORY:
        cell = action - act.START
        return _("starts on the {colour} caravanserai at {cell}").format(
            colour=colour_word(view["cells"][cell]), cell=board.names[cell]
        )
    if action < act.OUT_TILE:
        letter = CATEGORIES[action - act.OUT_CATEGORY]
        return _("leaves category {letter} in the box").format(letter=letter)
    if action < act.FIRST:
        return _("leaves tile {tile} in the box").format(tile=TILE_NAMES[action - act.OUT_TILE])
    if action < act.GOOD:
        return _("lets {name} begin").format(name=seat_name(action - act.FIRST, names))
    if action < act.TILE:
        return _("stocks a good at {cell}").format(cell=board.names[action - act.GOOD])
    place, tile, turn = act.laid_tile(action)
    u, v = board.tiles[place]
    return _("lays tile {tile} at {place}, turned by {turn}").format(
        tile=TILE_NAMES[tile], place=f"{u},{v}", turn=turn
    )


def narrate(event: Event, names: Sequence[str]) -> str | None:
    """A line of the log for an event; every move of a seat gives at least one."""
    kind = event[0]
    if kind in SETTING_UP:
        return _setting_up(event, names)
    if kind in TABLE:
        return _table(event, names)
    name = names[event[1]]
    if kind == "start":
        _kind, _seat, cell, colour, got = event
        line = _("{name} starts on the {colour} caravanserai at {cell} and takes a good")
        if not got:
            line = _("{name} starts on the {colour} caravanserai at {cell}")
        return line.format(name=name, colour=colour_word(colour), cell=cell)
    if kind == "way":
        return _("{name} heads {way}").format(name=name, way=way_word(event[2]))
    if kind == "goods":
        return _goods(event, name)
    if kind == "left out":
        return _n(
            "The {goods} is left out of the count",
            "The {goods} are left out of the count",
            event[3],
        ).format(goods=goods_words(event[2], event[3]))
    if kind == "lying":
        return _("{name} lays a camel down at {cell}").format(name=name, cell=event[2])
    if kind == "camel":
        return _("{name} ends with a camel at {cell}").format(name=name, cell=event[2])
    if kind == "win":
        return _win(event, names)
    if kind == "tail":
        return _tail(event, name)
    if kind == "put":
        return _("{name} puts a {colour} good on {cell}").format(
            name=name, colour=colour_word(event[2]), cell=event[3]
        )
    if kind == "no put":
        return _n(
            "No free caravanserai is left for {count} good",
            "No free caravanserai is left for {count} goods",
            event[2],
        ).format(count=event[2])
    return None


SETTING_UP = ("out category", "out tile", "tile", "stock", "first")
TABLE = ("market empty", "round", "skip", "over")


def _setting_up(event: Event, names: Sequence[str]) -> str | None:
    kind = event[0]
    if kind == "out category":
        return _("The tiles {letter} stay in the box").format(letter=CATEGORIES[event[1]])
    if kind == "out tile":
        return _("Tile {tile} stays in the box").format(tile=TILE_NAMES[event[1]])
    if kind == "stock":
        return _("A {colour} good lies ready at {cell}").format(
            colour=colour_word(event[2]), cell=event[1]
        )
    if kind == "first":
        return _("{name} begins").format(name=names[event[1]])
    return None


def _goods(event: Event, name: str) -> str:
    _kind, _seat, colour, size, left, cells, used, back = event
    laid = len(cells)
    if laid == size:
        line = _("{name} lays {goods}").format(name=name, goods=goods_words(colour, size))
    else:
        line = _("{name} lays {laid} of {goods}").format(
            name=name, laid=laid, goods=goods_words(colour, size)
        )
        if not left:
            line = _("{name} lays the rest of {goods}").format(
                name=name, goods=goods_words(colour, size)
            )
    if used:
        return _("{line}, one of them from the board").format(line=line)
    if back >= 0:
        return _("{line}; the {colour} good there goes to the market").format(
            line=line, colour=colour_word(back)
        )
    return line


def _win(event: Event, names: Sequence[str]) -> str:
    _kind, seat, colour, source, board_good = event
    values = {"name": names[seat], "colour": colour_word(colour)}
    if source == -1:
        line = _("{name} takes a {colour} good from the market")
        if board_good:
            line = _("{name} takes the {colour} good on the board and one from the market")
        return line.format(**values)
    if source == -2:
        line = _("{name} wins nothing: nobody has a {colour} good")
        if board_good:
            line = _("{name} takes the {colour} good on the board; the market has none")
        return line.format(**values)
    line = _("{name} takes a {colour} good from {other}")
    if board_good:
        line = _("{name} takes the {colour} good on the board and one from {other}")
    return line.format(other=names[source], **values)


def _tail(event: Event, name: str) -> str:
    _kind, _seat, laid, count, camels, _cells, length = event
    line = _("{name} laid {laid}, counts {count} and takes {count} back from the tail")
    if camels:
        line = _n(
            "{name} laid {laid}, counts {count} and takes {count} back from the tail, "
            "{camels} camel among them",
            "{name} laid {laid}, counts {count} and takes {count} back from the tail, "
            "{camels} camels among them",
            camels,
        )
    line = line.format(name=name, laid=laid, count=count, camels=camels)
    return _("{line}: length {length}").format(line=line, length=length)


def _table(event: Event, names: Sequence[str]) -> str:
    kind = event[0]
    if kind == "market empty":
        if event[3] == 1:
            return _("The last good has left the market: the match ends with this turn")
        return _(
            "The last good has left the market: after this round comes one more, round {number}"
        ).format(number=event[2])
    if kind == "round":
        if event[2]:
            return _("Round {number}, the last one").format(number=event[1])
        return _("Round {number}").format(number=event[1])
    if kind == "skip":
        return _skip(event, names[event[1]])
    _kind, why, lengths, ranks, _round = event
    if len(lengths) == 1:
        title = level(lengths[0])
        line = _("The match is over with a caravan of {length}: {title}")
        if title is None:
            line = _("The match is over with a caravan of {length}")
        return line.format(length=lengths[0], title=title)
    winner = ranks.index(1)
    if why == "stuck":
        line = _("Nobody can place any more. {name} wins with a caravan of {length}")
    elif why == "limit":
        line = _("The last round of all is over. {name} wins with a caravan of {length}")
    else:
        line = _("The last round is over. {name} wins with a caravan of {length}")
    return line.format(name=names[winner], length=lengths[winner])


def _skip(event: Event, name: str) -> str:
    _kind, _seat, why, never = event
    if why == "no camel":
        return _("{name} has no camel in reserve and is out for the rest of the match").format(
            name=name
        )
    if never:
        return _("{name} is shut in for good and is out for the rest of the match").format(
            name=name
        )
    return _("{name} is shut in and is skipped").format(name=name)
