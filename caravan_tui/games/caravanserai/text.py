"""Actions and events of Caravanserai, in notation and in words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import events
from caravan_tui.games.caravanserai.pieces import (
    CATEGORIES,
    COLOUR_LETTERS,
    COLOURS,
    DIRECTIONS,
    TILE_NAMES,
    Board,
    board_for,
)
from caravan_tui.games.caravanserai.state import LAST_ROUND, STANDING
from caravan_tui.games.caravanserai.view import CaravanseraiView, state_of
from caravan_tui.games.contract import OVER, EndNotice, Event, seat_name, sentence_without_name
from caravan_tui.i18n import _, _n, later

LEVELS = (25, 30, 35, 40, 45)
"""Lengths from which a solo caravan earns a title (K-11)."""

MIDDLE = 0.35
"""How far the middle of the board reaches, as a share of the way to its edge."""

LONG_TURN = 10
"""Pieces laid in one turn that others notice."""


def colour_word(colour: int, count: int = 1) -> str:
    """The colour of `count` goods, in the user's language."""
    return (
        _n("white", "white", count),
        _n("black", "black", count),
        _n("purple", "purple", count),
        _n("red", "red", count),
        _n("yellow", "yellow", count),
    )[colour]


def letter_words() -> str:
    """The letters of the colours and what they stand for: `w white, b black`."""
    return ", ".join(
        f"{letter} {colour_word(colour)}" for colour, letter in enumerate(COLOUR_LETTERS)
    )


def direction_word(direction: int) -> str:
    """A direction, in the user's language."""
    return (
        _("east"),
        _("north-east"),
        _("north-west"),
        _("west"),
        _("south-west"),
        _("south-east"),
    )[direction]


def region_word(cell: int, board: Board) -> str:
    """In which part of the board a cell lies, in the user's language."""
    octant = octants(board)[cell]
    if octant < 0:
        return _("middle")
    words = (
        _("east"),
        _("south-east"),
        _("south"),
        _("south-west"),
        _("west"),
        _("north-west"),
        _("north"),
        _("north-east"),
    )
    return words[octant]


def site_region(cell: int, view: CaravanseraiView) -> str:
    """Where a caravanserai lies, told apart from the others of its colour in the same part of the
    board: `north, inner`."""
    board, cells = board_for(view["seats"]), view["cells"]
    octant_of = octants(board)
    region = region_word(cell, board)
    alike = [
        site
        for site, colour in enumerate(cells)
        if colour == cells[cell] and octant_of[site] == octant_of[cell]
    ]
    if len(alike) == 1:
        return region
    middle = _middle(board)
    place = sorted(alike, key=lambda site: (board.distance[middle][site], site)).index(cell)
    if place == 0:
        return _("{region}, inner").format(region=region)
    if place == len(alike) - 1:
        return _("{region}, outer").format(region=region)
    words = _("{region}, between") if len(alike) == 3 else _("{region}, between {number}")
    return words.format(region=region, number=place)


@lru_cache(8)
def _middle(board: Board) -> int:
    """The cell that is nearest to all others."""
    return min(range(board.cells), key=lambda cell: sum(board.distance[cell]))


@lru_cache(8)
def octants(board: Board) -> Sequence[int]:
    """The direction of each cell from the middle of the board: 0 east, 2 south; -1: close to it."""
    across = [2 * q + r for q, r in zip(board.q, board.r, strict=True)]
    middle_x, middle_y = sum(across) / board.cells, sum(board.r) / board.cells
    listed = []
    for column, row in zip(across, board.r, strict=True):
        x = (column - middle_x) / (max(across) - middle_x)
        y = (row - middle_y) / (max(board.r) - middle_y)
        is_close = math.hypot(x, y) < MIDDLE
        listed.append(-1 if is_close else round(math.atan2(y, x) / (math.pi / 4)) % 8)
    return listed


def _region_of(cell: str, names: Sequence[str]) -> str:
    """In which part of the board a cell lies, by its name and the players' names."""
    board = board_for(len(names))
    return region_word(board.cell_of(cell), board)


def level(length: float) -> str | None:
    """The title that a solo caravan of this length earns, None below 25 (K-11)."""
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


def won_words(won: Sequence[int]) -> str:
    """Goods that are won, by their colours: `2 red, white`."""
    counts = Counter(won)
    return ", ".join(
        f"{count} {colour_word(colour, count)}" if count > 1 else colour_word(colour)
        for colour, count in counts.items()
    )


def block_words(colour: int, count: int) -> str:
    """A block in a few characters, `white ×2`, in the user's language."""
    return _("{colour} ×{count}").format(colour=colour_word(colour, count), count=count)


THEMES = {
    "CaravanStarted": later("Setting up"),
    "DirectionChosen": later("Direction"),
    "GoodsLaid": later("Placing goods"),
    "BlockNotCounted": later("Placing goods"),
    "CamelPlaced": later("Camel"),
    "CamelLaidDown": later("Camel"),
    "GoodPlaced": later("Caravanserai"),
    "GoodsWon": later("Caravanserai"),
    "TailReturned": later("Caravanserai"),
}
"""What problems are about, by the event that their answer begins with."""


def notation(action: int, view: CaravanseraiView) -> str:
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


def describe(action: int, view: CaravanseraiView, names: Sequence[str] = ()) -> str:
    """The action in words, without its subject."""
    if action < act.BLOCK:
        return _("heads {way}").format(way=direction_word(action))
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
        return _("puts a {colour} good on its caravanserai ({region})").format(
            colour=colour_word(view["cells"][cell]),
            region=site_region(cell, view),
        )
    if action < act.OUT_CATEGORY:
        cell = action - act.START
        return _("starts on the {colour} caravanserai ({region})").format(
            colour=colour_word(view["cells"][cell]),
            region=site_region(cell, view),
        )
    if action < act.OUT_TILE:
        letter = CATEGORIES[action - act.OUT_CATEGORY]
        return _("leaves category {letter} in the box").format(letter=letter)
    if action < act.FIRST:
        return _("leaves tile {tile} in the box").format(tile=TILE_NAMES[action - act.OUT_TILE])
    if action < act.GOOD:
        return _("picks {name} to go first").format(name=seat_name(action - act.FIRST, names))
    if action < act.TILE:
        cell = action - act.GOOD
        return _("puts a {colour} good on its caravanserai ({region})").format(
            colour=colour_word(view["cells"][cell]),
            region=site_region(cell, view),
        )
    place, tile, turn = act.laid_tile(action)
    u, v = board.tiles[place]
    return _("lays tile {tile} at {place}, turned by {turn}").format(
        tile=TILE_NAMES[tile], place=f"{u},{v}", turn=turn
    )


def commits(action: int, view: CaravanseraiView) -> bool:
    """False for directions, blocks and lying camels: the camel ends a placement."""
    return action >= act.CAMEL


def kind_of_move(action: int, view: CaravanseraiView) -> str:
    """What sort of decision an action of a seat is."""
    if action < act.BLOCK:
        return later("choosing the way")
    if action < act.LYING:
        return later("laying goods")
    if action <= act.CAMEL:
        return later("laying camels")
    if action < act.PUT:
        return later("taking goods")
    return later("putting goods back") if action < act.START else later("choosing the start")


def opening(turn: Sequence[tuple[int, CaravanseraiView]]) -> str:
    """The caravanserai at which the caravan starts: its colour, and where it lies."""
    action, view = turn[0]
    cell = act.cell_of(action)
    if cell is None:
        return describe(action, view)
    return _("{colour}, {region}").format(
        colour=colour_word(view["cells"][cell]),
        region=region_word(cell, board_for(view["seats"])),
    )


def records(event: Event) -> Sequence[tuple[int, str, float]]:
    """The length of the caravan after a placement, and the pieces laid in it."""
    if not isinstance(event, events.TailReturned):
        return ()
    return (
        (event.seat, later("longest caravan"), event.length),
        (event.seat, later("most laid in a turn"), event.laid),
    )


def losses(event: Event) -> Sequence[tuple[int, int]]:
    """A good that a camel wins from another seat."""
    if isinstance(event, events.GoodsWon) and event.source >= 0:
        return ((event.seat, event.source),)
    return ()


def triumphs(event: Event) -> Sequence[int]:
    """Many pieces laid in one turn."""
    if isinstance(event, events.TailReturned) and event.laid >= LONG_TURN:
        return (event.seat,)
    return ()


def narrate(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    match event:
        case events.CategoryRemoved(category):
            return _("The tiles {letter} stay in the box").format(letter=CATEGORIES[category])
        case events.TileRemoved(tile):
            return _("Tile {tile} stays in the box").format(tile=TILE_NAMES[tile])
        case events.GoodStocked(cell, colour):
            return _("A {colour} good is placed on its caravanserai ({region})").format(
                colour=colour_word(colour), region=_region_of(cell, names)
            )
        case events.FirstSeatDrawn(player):
            return _("{name} goes first").format(name=names[player])
        case events.CaravanStarted(player, cell, colour, has_good):
            line = _("{name} starts on a {colour} caravanserai ({region}) and takes a good")
            if not has_good:
                line = _("{name} starts on a {colour} caravanserai ({region})")
            region = _region_of(cell, names)
            return line.format(name=names[player], colour=colour_word(colour), region=region)
        case events.DirectionChosen(player, direction):
            return _("{name} heads {way}").format(name=names[player], way=direction_word(direction))
        case events.GoodsLaid():
            return _goods_laid(event, names[event.seat])
        case events.BlockNotCounted(_, colour, size):
            return _n(
                "The {goods} doesn't count",
                "The {goods} don't count",
                size,
            ).format(goods=goods_words(colour, size))
        case events.CamelLaidDown(player, cell):
            return _("{name} lays a camel down ({region})").format(
                name=names[player], region=_region_of(cell, names)
            )
        case events.CamelPlaced(player, cell):
            return _("{name} ends the turn with a camel ({region})").format(
                name=names[player], region=_region_of(cell, names)
            )
        case events.GoodsWon():
            return _goods_won(event, names)
        case events.TailReturned():
            return _tail_returned(event, names[event.seat])
        case events.GoodPlaced(player, colour, cell):
            return _("{name} puts a {colour} good on its caravanserai ({region})").format(
                name=names[player], colour=colour_word(colour), region=_region_of(cell, names)
            )
        case events.NoFreeSite(player, goods):
            return _n(
                "{name} finds no free caravanserai for {count} good",
                "{name} finds no free caravanserai for {count} goods",
                goods,
            ).format(name=names[player], count=goods)
        case events.MarketEmptied(player, last_round, seats):
            words = _("{name} empties the market: one more round follows, round {number}")
            if seats == 1:
                words = _("{name} empties the market: the match ends with this turn")
            return words.format(name=names[player], number=last_round)
        case events.RoundStarted(number, is_last):
            line = _("Round {number}, the last one") if is_last else _("Round {number}")
            return line.format(number=number)
        case events.TurnSkipped():
            return _turn_skipped(event, names[event.seat])
        case events.MatchEnded():
            return _match_ended(event, names)
    return None


def shorten(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    match event:
        case events.DirectionChosen() | events.BlockNotCounted():
            return None
        case events.CategoryRemoved() | events.TileRemoved() | events.GoodStocked():
            return None  # the board shows what was laid out
        case events.GoodsLaid(_, colour, size, left):
            if left:
                return None  # the block goes on in another direction
            return _("lays {count} {colour}").format(count=size, colour=colour_word(colour, size))
        case events.CamelLaidDown():
            return _("lays 1 lying camel")
        case events.CamelPlaced():
            return _("lays 1 camel")
        case events.GoodsWon(source=events.FROM_NOBODY, has_board_good=False):
            return None
        case events.GoodsWon(_, colour, source) if source >= 0:
            text = _("wins {colour} from {other}")
            return text.format(colour=colour_word(colour), other=names[source])
        case events.GoodsWon(_, colour):
            return _("wins {colour}").format(colour=colour_word(colour))
        case events.TailReturned(length=length):
            return _("is {length} long").format(length=length)
        case events.GoodPlaced(_, colour, cell):
            return _("puts 1 {colour} ({region})").format(
                colour=colour_word(colour), region=_region_of(cell, names)
            )
        case events.CaravanStarted(_, _, colour, has_good):
            text = _("starts on {colour}, takes a good") if has_good else _("starts on {colour}")
            return text.format(colour=colour_word(colour))
        case events.FirstSeatDrawn():
            return _("goes first")
        case events.TurnSkipped(has_camel=False):
            return _("has no camels left")
        case events.TurnSkipped():
            return _("is shut in")
    sentence = narrate(event, names, seat)
    return sentence_without_name(event, sentence, names) if sentence else None


def gains(event: Event) -> list[tuple[int, str]]:
    """How much longer a caravan has become."""
    if isinstance(event, events.TailReturned) and event.laid != event.count:
        return [(event.seat, f"{event.laid - event.count:+d}")]
    return []


def is_outcome(event: Event) -> bool:
    """What a caravan has won and how long it has become: not the pieces laid on the way there."""
    return isinstance(
        event, events.GoodsWon | events.TailReturned | events.CaravanStarted | events.TurnSkipped
    )


def closes(event: Event) -> bool:
    """A round ends nothing: only the last one is worth a moment."""
    match event:
        case events.RoundStarted(_, is_last):
            return is_last
    return isinstance(event, events.MarketEmptied | events.MatchEnded)


FEW_GOODS = 4
"""Goods in the market from which on the end is announced."""

FEW_CELLS = 2
"""Free cells beside a head from which on a caravan may soon be shut in: more are not covered in one
step."""

SMALL_POCKET = 4
"""Free cells that hang together ahead of a head up to which one placement may fill them all."""


def near_end(view: CaravanseraiView, names: Sequence[str]) -> EndNotice | None:
    """The market is empty or nearly so (K-9), or caravans can hardly go on (K-6, K-12)."""
    end, seats, left = view["end_round"], view["seats"], sum(view["market"])
    if end and seats == 1:
        words = _("The market is empty: the match ends with this turn.")
        return EndNotice(_("last turn"), words)
    if end == view["round"] and end:
        return EndNotice(_("last round"), _("The market was emptied: this round is the last."))
    if end:
        words = _("The market was emptied: round {number} is the last.").format(number=end)
        return EndNotice(_("end is near"), words)
    if view["round"] >= LAST_ROUND:
        words = _("The match ends after round {number}.").format(number=LAST_ROUND)
        return EndNotice(_("last round"), words)
    if view["phase"] not in ("start", "over") and _may_soon_be_stuck(view):
        words = _("Few placements are left. If nobody can place, the match ends.")
        return EndNotice(_("end is near"), words)
    if view["phase"] != "start" and left <= FEW_GOODS:
        words = _n(
            "The market has {count} good left. After it is emptied one more round follows.",
            "The market has {count} goods left. After it is emptied one more round follows.",
            left,
        )
        if seats == 1:
            words = _n(
                "The market has {count} good left. When it is empty, the match ends.",
                "The market has {count} goods left. When it is empty, the match ends.",
                left,
            )
        return EndNotice(_("end is near"), words.format(count=left))
    return None


def outlook(event: Event, view: CaravanseraiView, is_short: bool = False) -> str:
    """How many goods the market has left when a round begins, and what follows once it is empty;
    the last round says all by itself. `is_short`: only how many."""
    if not isinstance(event, events.RoundStarted) or event.is_last or view["end_round"]:
        return ""
    left = sum(view["market"])
    if is_short:
        words = _n("Market: {count} good left", "Market: {count} goods left", left)
        return words.format(count=left)
    words = _n(
        "Round {number}: {count} good left in the market. Once it is empty, one last round.",
        "Round {number}: {count} goods left in the market. Once it is empty, one last round.",
        left,
    )
    return words.format(number=event.number, count=left)


def free_cells_beside_head(view: CaravanseraiView, seat: int) -> int:
    """The free cells beside the head of a seat's caravan."""
    pieces = view["caravans"][seat]
    return len(_free_cells_beside(view, pieces[-1] >> 3)) if pieces else 6


def _may_soon_be_stuck(view: CaravanseraiView) -> bool:
    """Whether in about a round nobody may be able to place: every seat is in a small pocket or may
    run out of camels, or a step that can be chosen now ends the match."""
    seats = range(view["seats"])
    if any(_room_ahead(view, seat) > FEW_CELLS and view["camels"][seat] > 1 for seat in seats):
        return False
    if all(_is_in_pocket(view, seat) or _may_run_out(view, seat) for seat in seats):
        return True
    state = state_of(view)
    for action in state.legal():
        following = state.clone()
        following.apply(action)
        if following.to_act() == OVER:
            return True
    return False


def _is_in_pocket(view: CaravanseraiView, seat: int) -> bool:
    """Whether few free cells hang together ahead of a seat's caravan."""
    if not view["caravans"][seat]:
        return False
    ahead = [view["caravans"][seat][-1] >> 3]
    found: set[int] = set()
    while ahead and len(found) <= SMALL_POCKET:
        new = [cell for cell in _free_cells_beside(view, ahead.pop()) if cell not in found]
        found.update(new)
        ahead += new
    return len(found) <= SMALL_POCKET


def _may_run_out(view: CaravanseraiView, seat: int) -> bool:
    """Whether a seat has at most one camel in reserve, and laying that brings none back: as many
    pieces as are laid come back from the tail."""
    camels, pieces = view["camels"][seat], view["caravans"][seat]
    return camels <= 1 and all(piece & 7 < STANDING for piece in pieces[:camels])


def _room_ahead(view: CaravanseraiView, seat: int) -> int:
    """The free cells beside the head of a seat's caravan, or beside the next cell on the way that
    it has taken where there are fewer: a camel laid there may be shut in."""
    room, placement = free_cells_beside_head(view, seat), view["placement"]
    if view["phase"] != "piece" or view["to_act"] != seat:
        return room
    head = view["caravans"][seat][-1] >> 3
    following = board_for(view["seats"]).neighbours[6 * head + placement["way"]]
    free = _free_cells_beside(view, head)
    return min(room, len(_free_cells_beside(view, following))) if following in free else room


def _free_cells_beside(view: CaravanseraiView, cell: int) -> list[int]:
    taken = {piece >> 3 for caravan in view["caravans"] for piece in caravan}
    board = board_for(view["seats"])
    around = board.neighbours[6 * cell : 6 * cell + 6]
    return [other for other in around if other < board.cells and other not in taken]


def _goods_laid(event: events.GoodsLaid, name: str) -> str:
    goods = goods_words(event.colour, event.size)
    laid = len(event.cells)
    if laid == event.size:
        line = _("{name} lays {goods}").format(name=name, goods=goods)
    elif event.left:
        line = _("{name} lays {laid} of a block of {goods}")
        line = line.format(name=name, laid=laid, goods=goods)
    else:
        line = _("{name} lays the rest of the block of {goods}").format(name=name, goods=goods)
    if event.from_board:
        return _("{line}, one of them from the board").format(line=line)
    if event.to_market is not None:
        return _("{line}; the {colour} good there goes to the market").format(
            line=line, colour=colour_word(event.to_market)
        )
    return line


def _goods_won(event: events.GoodsWon, names: Sequence[str]) -> str:
    values = {"name": names[event.seat], "colour": colour_word(event.colour)}
    if event.source == events.FROM_MARKET:
        line = _("{name} takes a {colour} good from the market")
        if event.has_board_good:
            line = _("{name} takes the {colour} good on the board and one from the market")
        return line.format(**values)
    if event.source == events.FROM_NOBODY:
        line = _("{name} wins nothing: nobody has a {colour} good")
        if event.has_board_good:
            line = _("{name} takes the {colour} good on the board; the market has none")
        return line.format(**values)
    line = _("{name} takes a {colour} good from {other}")
    if event.has_board_good:
        line = _("{name} takes the {colour} good on the board and one from {other}")
    return line.format(other=names[event.source], **values)


def _tail_returned(event: events.TailReturned, name: str) -> str:
    line = _("{name} laid {laid}, {count} come back from the tail")
    if not event.count:
        line = _("{name} laid {laid}, and nothing comes back from the tail")
    elif event.camels:
        line = _n(
            "{name} laid {laid}, {count} come back from the tail with {camels} camel among them",
            "{name} laid {laid}, {count} come back from the tail with {camels} camels among them",
            event.camels,
        )
    line = line.format(name=name, laid=event.laid, count=event.count, camels=event.camels)
    return _("{line}: the caravan is {length} long").format(line=line, length=event.length)


def _turn_skipped(event: events.TurnSkipped, name: str) -> str:
    if not event.has_camel:
        line = _("{name} has no camels in reserve and is out of the match")
    elif event.is_final:
        line = _("{name} is shut in for good and is out of the match")
    else:
        line = _("{name} is shut in and skips this turn")
    return line.format(name=name)


def _match_ended(event: events.MatchEnded, names: Sequence[str]) -> str:
    lengths = event.lengths
    if len(lengths) == 1:
        title = level(lengths[0])
        line = _("The match is over with a caravan of {length}: {title}")
        if title is None:
            line = _("The match is over with a caravan of {length}")
        return line.format(length=lengths[0], title=title)
    winner = event.ranks.index(1)
    if event.reason == "stuck":
        line = _("No caravan can go on. {name} wins with a caravan of {length}")
    elif event.reason == "limit":
        line = _("The round limit is reached. {name} wins with a caravan of {length}")
    else:
        line = _("The last round is over. {name} wins with a caravan of {length}")
    return line.format(name=names[winner], length=lengths[winner])


def longer_words(growth: int) -> str:
    """By how much a caravan gets longer, in words: `2 longer`."""
    if not growth:
        return _("as long as before")
    words = _("{count} longer") if growth > 0 else _("{count} shorter")
    return words.format(count=abs(growth))
