"""The list of moves: whole placements by what they bring, then single steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import evolve, frozen

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import text
from caravan_tui.games.caravanserai.advice.placements import (
    legs_of,
    piece_words,
    placement_label,
    placement_words,
    step_label,
    words_of_legs,
)
from caravan_tui.games.caravanserai.advice.places import NEAR, near_words, site_in_short, site_words
from caravan_tui.games.caravanserai.pieces import COLOUR_LETTERS, DIRECTIONS, board_for
from caravan_tui.games.caravanserai.rules.outcomes import (
    Preview,
    growth_words,
    preview,
)
from caravan_tui.games.caravanserai.rules.placements import (
    PLACING,
    Placement,
    longest_placements,
)
from caravan_tui.games.caravanserai.view import CaravanseraiView
from caravan_tui.games.contract import (
    ListedMove,
)
from caravan_tui.i18n import _, _n, capital

MOST_ALIKE = 4
"""Rows of whole placements in the list of moves that begin with the same step."""

MOST_COMPARED = 8
"""Placements that lay the same, of which the one that brings most is listed."""

NO_BREAK = "\N{NO-BREAK SPACE}"

ROW_WIDTH = 51
"""Columns of a row of the list of moves that is one line in the window beside the board, on a
terminal of 120 columns."""


def list_moves(
    legal: Sequence[int], view: CaravanseraiView, names: Sequence[str]
) -> Sequence[ListedMove]:
    """Whole placements first, then the single steps below the headings of what they lay, each with
    what the caravan would gain if a camel came next. In each group what gains most comes first;
    what gains as much stays direction by direction, few pieces before many; caravanserais are
    listed by colour."""
    is_at_site = view["phase"] in ("start", "put")
    rows = _whole_placements(view) if view["to_act"] == view["seat"] else []
    for action in _most_growth_first(legal, view):
        words, group = capital(text.describe(action, view, names)), ""
        colour, pieces = None, list[tuple[str, str]]()
        if act.BLOCK <= action < act.LYING:
            colour, size = act.block_colour(action), act.block_size(action)
            words, group = capital(text.block_words(colour, size)), _("Only a block")
        elif action in (act.LYING, act.CAMEL):
            words, group = capital(step_label(action, view, names)), _("Only a camel")
        elif action < act.BLOCK:
            words, group = capital(text.direction_word(action)), _("Only a direction")
        elif is_at_site and (cell := act.cell_of(action)) is not None:
            words, colour = capital(site_words(cell, view)), view["cells"][cell]
            group = _site_heading(colour, view)
            pieces = [(capital(site_in_short(cell, view)), "")]
        chip = None if colour is None else (COLOUR_LETTERS[colour], f"block-{colour + 1}")
        aside, gain = _brought_by_step(action, view)
        rows.append(ListedMove([action], words, aside, group, chip, pieces, gain=gain))
    if is_at_site:
        cells = view["cells"]
        rows.sort(key=lambda row: cells[row.actions[0] % 256])
    return rows


def _site_heading(colour: int, view: CaravanseraiView) -> str:
    """Above the caravanserais of a colour: what is said of each of them."""
    words = _("{colour}: how far from the head")
    if view["phase"] == "start":
        words = _("{colour}: what is within {steps} steps")
    elif not view["caravans"][view["turn"]]:
        words = _("{colour} caravanserais")
    return capital(words.format(colour=text.colour_word(colour), steps=NEAR))


@frozen
class _Placement:
    """A whole placement of the list."""

    steps: Sequence[int]
    words: str
    outcome: Preview
    from_board: int
    """Its goods that lie on caravanserais on the way."""
    steps_to_good: int
    """From where its last camel stands to the nearest good on the board."""

    @property
    def worth(self) -> tuple[int, int, int, int]:
        """What it brings, the most first: pieces by which the caravan gets longer, goods that are
        won, goods from the board, a good near its head."""
        outcome = self.outcome
        return -outcome.growth, -len(outcome.won), -self.from_board, self.steps_to_good


def _whole_placements(view: CaravanseraiView) -> list[ListedMove]:
    """The placements from here to their last camel, a few for each first step, ordered by what they
    bring, by direction, by how many pieces they lay, and by these. Those that lay the same before
    their last camel are one row; of those that lay the same everywhere, the one that brings
    most."""
    placements: dict[str, dict[str, _Placement]] = {}
    """By what is laid before the last camel, then by all of it."""
    after_step: Counter[int] = Counter()
    compared: Counter[str] = Counter()
    for steps, steps_to_good in _most_promising_first(view):
        words = _words_of(steps, view)
        laid = _words_before_camel(steps, view)
        is_full = after_step[steps[0]] == MOST_ALIKE and laid not in placements
        if len(steps) == 1 or compared[words] == MOST_COMPARED or is_full:
            continue
        outcome = preview(view, steps)
        assert outcome is not None, "its steps are legal"
        compared[words] += 1
        after_step[steps[0]] += laid not in placements
        endings = placements.setdefault(laid, {})
        missing = sum(_missing_goods(steps, view).values())
        placement = _Placement(steps, words, outcome, missing, steps_to_good)
        if words not in endings or placement.worth < endings[words].worth:
            endings[words] = placement
    rows = [
        sorted(endings.values(), key=lambda each: (each.worth, _order_of_placement(each.steps)))
        for endings in placements.values()
    ]
    rows.sort(key=lambda row: (row[0].worth, _order_of_placement(row[0].steps)))
    listed = [_placement_row(row, view) for row in rows]
    if all(map(_has_room, listed)):
        return listed
    return [_placement_row(row, view, are_goods_short=True) for row in rows]


def _has_room(row: ListedMove) -> bool:
    """Whether a row and what it wins and gains have room in one line."""
    length = sum(len(text_) for text_, _colour in row.pieces)
    beside = " · ".join(filter(None, (row.aside, row.gain)))
    return length + 2 + len(beside) <= ROW_WIDTH


def _most_promising_first(view: CaravanseraiView) -> list[tuple[list[int], int]]:
    """The placements from here, each with the steps from its head to the nearest good: the longest
    caravan first, then the nearest good, then the fewest steps. Of those that bring the same,
    such as all of a first round, those that lead somewhere are listed."""
    steps_to = board_for(view["seats"]).distance
    placements = [
        (placement, min((steps_to[placement.head][good] for good in view["goods"]), default=0))
        for placement in longest_placements(view)
    ]

    def promise(entry: tuple[Placement, int]) -> tuple[int, int, int]:
        placement, steps_to_good = entry
        return -placement.growth, steps_to_good, len(placement.steps)

    placements.sort(key=promise)
    return [(placement.steps, steps_to_good) for placement, steps_to_good in placements]


def _placement_row(
    endings: Sequence[_Placement], view: CaravanseraiView, are_goods_short: bool = False
) -> ListedMove:
    """A row for placements that differ in their last camel, if at all: the best of them.
    `are_goods_short`: in letters."""
    group = _("Whole turn · longer by")
    if view["placement"]["laid"]:
        group = _("Rest of the turn · longer by")
    moves = [
        _one_line(each.steps, each.words, view, group, are_goods_short=are_goods_short)
        for each in endings
    ]
    if len(moves) == 1:
        return moves[0]
    best, count = endings[0], len(moves)
    way = _n("{laid}; then the camel, {count} way", "{laid}; then the camel, {count} ways", count)
    ways = _n(", {count} way", ", {count} ways", count)
    if len({(move.aside, move.gain, move.detail) for move in moves}) > 1:
        way = _("{laid}; then the camel, best of {count} ways")
        ways = ways if are_goods_short else _(", best of {count} ways")
    laid, in_short = _words_before_camel(best.steps, view), ways.format(count=count)
    words = way.format(laid=laid, count=count) if laid else _("Only a camel") + in_short
    row = _one_line(best.steps, words, view, group, in_short, are_goods_short=are_goods_short)
    return evolve(
        row,
        endings=[evolve(move, group=_("Where the last camel goes")) for move in moves],
        asks=_("Choose the camel's way"),
    )


def _one_line(
    steps: Sequence[int], words: str, view: CaravanseraiView, group: str, ways: str = "",
    *, are_goods_short: bool,
) -> ListedMove:  # fmt: skip
    """A placement as a row in short: as it will lie, each block on its colour, and camels on that
    of the seat, with letters for its ways. Its goods are in words, or in letters in a list of which
    another row has no room for them, so that all rows read alike. `ways`: of a row for several
    placements, how many there are."""
    outcome = preview(view, steps)
    assert outcome is not None, "its steps are legal"
    from_board, won = _from_board(steps, view), _wins(outcome)
    near = "" if from_board or won else _near_good(outcome.laid[-1] >> 3, view)
    return ListedMove(
        steps,
        words,
        won,
        group,
        pieces=_drawn_placement(steps, view, are_goods_short, ways),
        code_note=text.letter_words() if are_goods_short else "",
        gain=growth_words(outcome),
        detail=from_board or near,
    )


def _words_of(steps: Sequence[int], view: CaravanseraiView) -> str:
    """A placement in the words of the list; of a block that lies already in part, its rest."""
    legs = legs_of(steps)
    if view["placement"]["left"] and legs[-1][1] == [act.CAMEL] and len(legs) == 1:
        return capital(words_of_legs([(legs[0][0], [])]))
    return capital(placement_words(steps))


def _words_before_camel(steps: Sequence[int], view: CaravanseraiView) -> str:
    """What a placement lays before the camel that ends it, in the words of the list; empty for
    nothing. Of one that first goes on with a block that lies already in part, all: its way there
    may bend."""
    if view["placement"]["left"]:
        return _words_of(steps, view)
    legs = [(ways, [piece for piece in pieces if piece != act.CAMEL])
            for ways, pieces in legs_of(steps)]  # fmt: skip
    if not legs[-1][1]:
        legs.pop()
    return capital(words_of_legs(legs)) if legs else ""


def _drawn_placement(
    steps: Sequence[int], view: CaravanseraiView, are_goods_short: bool, ways: str
) -> list[tuple[str, str]]:
    """A placement as texts on colours; `ways` as of `_one_line`. Of a block that lies in part, the
    rest stands behind its way."""
    pieces: list[tuple[str, str]] = []
    legs, left = legs_of(steps), view["placement"]["left"]
    rest = [act.block(view["caravans"][view["turn"]][-1] & 7, left)] if left else []
    if ways:
        last_ways, last = legs.pop()
        if last == [act.CAMEL]:
            last_ways = []  # its way is one of several
        legs.append((last_ways, last))
    for place, (directions, laid) in enumerate(legs):
        if place:
            pieces.append((" ", ""))
        if directions:
            pieces.append(("-".join(DIRECTIONS[way] for way in directions) + " ", ""))
        for number, step in enumerate(laid if place else [*rest, *laid]):
            if number:
                pieces.append((" ", ""))
            words, colour = piece_words(step), f"seat-{view['turn'] + 1}"
            if act.BLOCK <= step < act.LYING:
                colour = f"block-{act.block_colour(step) + 1}"
                words = placement_label([step], is_short=True) if are_goods_short else words
            elif step == act.LYING and are_goods_short:
                words = _("lying")
            pieces.append((words, colour))
    if ways:
        # How many there are stays in one line.
        pieces.append((ways[:2] + ways[2:].replace(" ", NO_BREAK), ""))
    return pieces


def _most_growth_first(legal: Sequence[int], view: CaravanseraiView) -> Sequence[int]:
    """Steps of a placement: blocks by how much longer the caravan would be with a camel after them,
    then all others."""
    if view["phase"] not in PLACING:
        return legal

    def growth(step: int) -> int:
        outcome = preview(view, [step]) if act.BLOCK <= step < act.LYING else None
        return outcome.growth if outcome else 0

    blocks = [step for step in legal if act.BLOCK <= step < act.LYING]
    others = [step for step in legal if step not in blocks]
    return [*sorted(blocks, key=growth, reverse=True), *others]


def _order_of_placement(steps: Sequence[int]) -> tuple[int, int, list[tuple[int, int]]]:
    """Where a placement stands among others: by its direction, its length, and its pieces."""
    pieces = [step for step in steps if step >= act.BLOCK]
    blocks = [
        (act.block_size(piece), act.block_colour(piece)) if piece < act.LYING else (0, piece)
        for piece in pieces
    ]
    return steps[0] if steps[0] < act.BLOCK else -1, len(pieces), blocks


def _brought_by_step(step: int, view: CaravanseraiView) -> tuple[str, str]:
    """What a single step takes from the board and wins, or what a first camel finds near, and how
    much longer the caravan gets; both empty for all other steps."""
    if view["phase"] == "start":
        return near_words(step - act.START, view), ""
    if view["phase"] not in PLACING or step < act.BLOCK:
        return "", ""
    outcome = preview(view, [step])
    if outcome is None:
        return "", ""
    from_board, won = _from_board([step], view), _wins(outcome)
    near = ""
    if outcome.is_complete and not won and not _missing_goods([step], view):
        near = _near_good(outcome.laid[-1] >> 3, view)
    return " · ".join(filter(None, (from_board, won, near))), growth_words(outcome)


def _wins(outcome: Preview) -> str:
    """What a placement wins, `wins red`; empty for nothing."""
    won = text.won_words(outcome.won)
    return _("wins {goods}").format(goods=won) if won else ""


def _near_good(head: int, view: CaravanseraiView) -> str:
    """How far the nearest good on the board is from a cell, `2 from a red good`; empty where no
    good is left."""
    steps_to = board_for(view["seats"]).distance[head]
    if not view["goods"]:
        return ""
    good = min(view["goods"], key=lambda cell: steps_to[cell])
    words = _("{count} from a {colour} good")
    return words.format(count=steps_to[good], colour=text.colour_word(view["cells"][good]))


def _from_board(steps: Sequence[int], view: CaravanseraiView) -> str:
    """The goods of blocks that the seat does not have in its reserve: they lie on caravanserais
    on the way. A camel that is laid down may win some, so nothing is said of what follows it."""
    goods = ", ".join(
        _("{count} {colour}").format(count=count, colour=text.colour_word(colour, count))
        for colour, count in _missing_goods(steps, view).items()
    )
    return _("picks up {goods}").format(goods=goods) if goods else ""


def _missing_goods(steps: Sequence[int], view: CaravanseraiView) -> Counter[int]:
    """By colour the goods of blocks that the seat does not have in its reserve, up to a camel that
    is laid down."""
    missing: Counter[int] = Counter()
    for step in steps:
        if step == act.LYING:
            break
        if act.BLOCK <= step < act.LYING:
            missing[act.block_colour(step)] += act.block_size(step)
    missing.subtract(dict(enumerate(view["stock"][view["turn"]])))
    return +missing
