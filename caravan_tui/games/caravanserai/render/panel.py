"""The panel beside the board: market, seats, the placement in progress, and the choices."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from attrs import frozen

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import text
from caravan_tui.games.caravanserai.advice.placements import placement_label
from caravan_tui.games.caravanserai.advice.places import brief_place, site_label, site_place
from caravan_tui.games.caravanserai.moves import Choice, SiteColour
from caravan_tui.games.caravanserai.pieces import COLOUR_LETTERS, DIRECTIONS, board_for
from caravan_tui.games.caravanserai.render.inks import (
    colour_of,
    letter_of,
    owner_colour,
    plan_colour,
)
from caravan_tui.games.caravanserai.render.large import draws_things
from caravan_tui.games.caravanserai.render.layout import WIDE, WINDOW_COLUMNS, WINDOW_FRAME, Layout
from caravan_tui.games.caravanserai.render.legend import (
    LOOSE_ROWS,
    PICTURED_ROWS,
    SPARED_ROWS,
    draw_key,
    draw_legend,
)
from caravan_tui.games.caravanserai.render.trains import draws_trains
from caravan_tui.games.caravanserai.rules.outcomes import Preview, growth_words
from caravan_tui.games.caravanserai.view import CaravanseraiView
from caravan_tui.games.contract import OVER
from caravan_tui.i18n import _, _n, _p
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import READABLE, Colour, legible, mix, readable
from caravan_tui.widgets.drawing.palette import Palette
from caravan_tui.widgets.drawing.seats import SeatCard
from caravan_tui.widgets.marks import short_name

ROOMY = 26
"""Columns from which words replace signs."""

PICTURED = 20
"""Columns from which the caravan is pictured and the signs explained, where rows are left."""

VISIBLE = 1.5
"""The least contrast of a good with the ground that it lies on."""

GOODS_WIDTH = 14
"""Columns of the five counts beside each other."""

HEADING_GAP = 5
"""Columns before what the numbers of a list say, where it stands beside other words: with fewer, it
reads on from them."""

STACKS = 7
"""Rows of goods drawn piece by piece, with their heading and a gap."""

LEAST_SIGNS = 4
"""The fewest rows of a legend worth drawing."""

COLOUR_ROWS = 2
"""Rows of the words for the colours."""

TRAIN_ROWS = 6
"""Rows of the caravan from tail to head, with the gaps around it."""

MOST_SIGNS = 19
"""Rows of a legend with all signs, one row each."""

SIGNS = ("signs", 0)
"""The target of the window with the signs."""

SIGNS_WIDTH, THINGS_WIDTH = 25, WIDE + 2
"""Columns of that window: for a sign a row, and with pictures of the pieces."""

TRAIN_SIGNS_WIDTH = 23
"""The same for a sign a row where caravans are drawn as trains: their words are shorter."""

SIGNS_ROWS = 10
"""Rows of two such columns, with their heading and the colours."""

SITE_HEADING = 1
"""Rows above the caravanserais by colour."""

NAME_COLUMN = 3
"""Columns before the name of a seat: its stripe and its mark."""

LEAST_LISTED = 3
"""Rows of the list that take precedence over its heading."""

MOST_LISTED = 10
"""Rows of the list that take precedence over reserves; the rest scrolls."""


@frozen
class Panel:
    """What the panel shows."""

    view: CaravanseraiView
    names: Sequence[str]
    choices: Sequence[Choice] = ()
    index: int = -1
    """The selected choice."""
    preview: Preview | None = None
    title: str = ""
    """Above the choices."""
    has_rail: bool = False
    """The seats are shown elsewhere."""
    site_colours: Sequence[SiteColour] = ()
    """The choices by colour, where they are too many to list one by one."""
    stresses_most: bool = True
    """What makes the caravan longest is in bold."""
    top: int | None = None
    """The first choice that was in sight; None: none was yet."""
    wants_signs: bool = False
    """The user has asked what the signs mean: goods leave them the rows of their pictures."""
    is_below_window: bool = False
    """A window may lie over the right of the board."""
    columns_below_list: int = 0
    """Columns at the right over which a list of moves lies."""
    explains_signs: bool = False
    """All signs are explained now: those in the corners of the board would be there twice."""
    is_part: bool = False
    """Only a part of the board is in sight: its edge would cut signs in the corners."""


def draw_panel(canvas: Canvas, layout: Layout, panel: Panel) -> tuple[int | None, bool]:
    """Draw all of it; each choice is a target `("choice", its index)`, the row of those that have
    no room `("page", the first of them)`, each player `("seat", number)`. Returns the first choice
    in sight of a list, and whether every sign is explained."""
    x, width, height = layout.panel_x, layout.panel_width, layout.height
    placement = _placement_rows(panel)
    has_title = bool(_list_titles(panel)) or any(map(_tail, panel.choices))
    listed = min(len(panel.choices) + has_title, MOST_LISTED)
    if panel.site_colours:
        listed = SITE_HEADING + len(panel.site_colours) + 1
    has_things = draws_things(canvas, layout)
    needed = 1 + PICTURED_ROWS if has_things else MOST_SIGNS
    is_stacked = panel.has_rail and width >= ROOMY
    signs = needed + TRAIN_ROWS if panel.wants_signs else LEAST_SIGNS
    is_stacked = is_stacked and height >= 2 * STACKS + placement + listed + signs
    view = panel.view
    y = canvas.part(
        (x, 0, canvas.width - x, STACKS if is_stacked else 3),
        (view["market"], view["end_round"], view["round"], view["to_act"] == OVER, is_stacked),
        partial(_draw_market, canvas, x, 0, view, is_stacked),
    )
    y += 1
    if is_stacked and (seat := view["seat"]) is not None:
        y = canvas.part(
            (x, y, width, STACKS),
            (seat, view["camels"][seat], view["stock"][seat]),
            partial(_draw_reserve, canvas, x, y, width, view, seat),
        )
    if not panel.has_rail:
        y = _draw_seats(canvas, x, y, width, height - y - placement - listed, panel)
    heads_above = _heads_above(panel, height - y - placement, placement)
    if panel.preview is not None:
        taken = len(_over_numbers(panel)[-1]) + HEADING_GAP if heads_above else 0
        _draw_placement(canvas, x, y, width, panel, panel.preview, taken * (placement == 2))
    y += placement
    top = None
    if panel.site_colours:
        y = _draw_site_colours(canvas, x, y, width, panel)
    elif panel.choices:
        y, top = _draw_choices(canvas, x, y, width, height - y, panel, heads_above)
    if layout.has_large_pieces and width >= PICTURED and panel.preview is not None:
        y = _draw_train(canvas, x, y + 1, width, height - y - 1, panel)
    explains_all = False
    # A list of signs is shown whole or not at all, pictures of things as many as have room.
    least = LEAST_SIGNS + 1 if has_things else needed
    if has_things and not is_stacked:
        needed += COLOUR_ROWS
    columns = PICTURED if has_things else _sign_columns(canvas, layout) - 1
    has_legend = width >= columns and height - y > least
    if has_legend:
        rows = min(height - y - 1, needed + LOOSE_ROWS * has_things)
        explains_all = rows >= needed - (SPARED_ROWS if has_things else 0)
        canvas.part(
            (x, height - rows, width, rows),
            is_stacked,
            partial(
                draw_legend, canvas, x, height - rows, width, rows, has_things=has_things,
                has_trains=draws_trains(canvas, layout), has_colours=not is_stacked,
            ),
        )  # fmt: skip
        if panel.wants_signs and explains_all:
            canvas.add_target(x, height - rows, width, rows, SIGNS)
    if draws_trains(canvas, layout) and not (has_legend or panel.explains_signs or panel.is_part):
        # Windows lie over the right of a board that has nothing beside it.
        covered = 0 if panel.has_rail else WINDOW_COLUMNS
        seat = max(0, view["turn"] if view["seat"] is None else view["seat"])
        cut = 0
        if panel.is_below_window:
            cut = panel.columns_below_list or covered + WINDOW_FRAME
        draw_key(canvas, layout, view["seats"], seat, covered, cut)
    return top, explains_all


def _sign_columns(canvas: Canvas, layout: Layout) -> int:
    """Columns of all signs, one row each, with the one before them."""
    return TRAIN_SIGNS_WIDTH if draws_trains(canvas, layout) else SIGNS_WIDTH


def draw_signs(canvas: Canvas, layout: Layout) -> None:
    """Explain all signs: in the place of the panel where the hexagons are small, so that all of
    them stay in sight; else in a window over some of them, and the list stays: partly over free
    rows of the panel, if there are any. A click on it is one on `SIGNS`."""
    has_things = draws_things(canvas, layout)
    has_trains = draws_trains(canvas, layout)
    least = _sign_columns(canvas, layout)
    if not layout.has_large_pieces and layout.panel_width + 2 >= least:
        x, rows = min(layout.panel_x - 1, canvas.width - least), layout.height
        width = canvas.width - x
        canvas.fill(x, 0, width, rows, canvas.pens.palette.panel)
        draw_legend(canvas, x + 1, 0, width - 1, rows, has_trains=has_trains)
        canvas.targets = [(x, 0, width, rows, SIGNS), *canvas.targets]
        return
    room = layout.panel_x - 1
    columns = 2 if room > 2 * SIGNS_WIDTH and not has_things else 1
    width = min(THINGS_WIDTH if has_things else columns * SIGNS_WIDTH + 2, room + 1)
    needed = PICTURED_ROWS + 2 if has_things else SIGNS_ROWS if columns > 1 else MOST_SIGNS + 2
    rows = min(layout.height, needed)
    x, y = 0, 0
    if not any(
        canvas.has_text(column, row)
        for row in range(layout.height - rows - 1, layout.height)
        for column in range(layout.panel_x, canvas.width)
    ):
        x, y = canvas.width - width, layout.height - rows
    canvas.fill(x, y, width, rows, canvas.pens.palette.panel)
    draw_legend(
        canvas, x + 1, y, width - 2, rows, has_things=has_things,
        has_trains=has_trains, columns=columns,
    )  # fmt: skip
    canvas.targets.insert(0, (x, y, width, rows, SIGNS))


def _placement_rows(panel: Panel) -> int:
    """Rows of the placement in progress. The same for every choice, so that the list below stays
    where it is when another one is selected."""
    outcomes = [panel.preview, *(choice.preview for choice in panel.choices)]
    if not any(outcomes):
        return 0
    return 2 + any(outcome is not None and bool(outcome.won) for outcome in outcomes)


def _draw_reserve(
    canvas: Canvas, x: int, y: int, width: int, view: CaravanseraiView, seat: int
) -> int:
    """What a seat has in reserve, piece by piece; the row after it and a gap."""
    end = canvas.put(x, y, _("Your reserve"), canvas.pens.palette.text, bold=True)
    words = camel_words(view["camels"][seat])
    canvas.put(end + 1, y, words, canvas.pens.palette.seat[seat], bold=True)
    return _draw_stacks(canvas, x, y + 1, width, view["stock"][seat]) + 1


def put_goods(canvas: Canvas, x: int, y: int, counts: Sequence[int]) -> int:
    """Five counts on their colours: `w3 b2 p1 r0 y4`, the counts stronger than the letters; the
    column after them."""
    colours = canvas.pens.palette
    for colour, count in enumerate(counts):
        ground = canvas.colour_at(x, y)
        tone = colours.block[colour] if count else mix(colours.block[colour], ground, 0.8)
        soft = readable(colours.soft, tone, READABLE)
        ink = legible(colours.ink, tone, READABLE) if count else soft
        x = canvas.put(x, y, COLOUR_LETTERS[colour], ink, tone)
        x = canvas.put(x, y, str(count), ink, tone, bold=bool(count))
        x += 1
    return x


def _draw_stacks(canvas: Canvas, x: int, y: int, width: int, counts: Sequence[int]) -> int:
    """Goods piece by piece, a row for each colour with its letter and word; the row after them."""
    colours = canvas.pens.palette
    words = [text.colour_word(colour) for colour in range(len(counts))]
    left = x + 2 + max(map(len, words)) + 1
    for colour, count in enumerate(counts):
        ink = colours.text if count else colours.soft
        letter = COLOUR_LETTERS[colour]
        canvas.put(x, y + colour, letter, colours.ink, colours.block[colour], bold=True)
        canvas.put(x + 2, y + colour, words[colour], ink)
        canvas.put(left, y + colour, f"{count:>2}", ink, bold=bool(count))
        token = "▆▆" if canvas.pens.has_pixels else COLOUR_LETTERS[colour]
        room = (x + width - left - 3) // (len(token) + 1)
        tokens = f"{token} " * min(count, room)
        tone = readable(colours.block[colour], canvas.colour_at(left + 3, y + colour), VISIBLE)
        canvas.put(left + 3, y + colour, tokens, tone)
    return y + len(counts)


def _draw_market(
    canvas: Canvas, x: int, y: int, view: CaravanseraiView, is_stacked: bool = False
) -> int:
    """The goods of the market, and when the match ends; the row after them."""
    colours = canvas.pens.palette
    end = canvas.put(x, y, _("Market"), colours.text, bold=True)
    left = sum(view["market"])
    words = _n("{count} good left", "{count} goods left", left).format(count=left)
    if end + 1 + len(words) > canvas.width:
        words = _("{count} left").format(count=left)
    if end + 1 + len(words) > canvas.width:
        words = str(left)
    canvas.put(end + 1, y, words, colours.soft)
    if is_stacked:
        y = _draw_stacks(canvas, x, y + 1, canvas.width - x, view["market"]) - 2
    else:
        put_goods(canvas, x, y + 1, view["market"])
    if view["end_round"] and view["to_act"] != OVER:
        is_last = view["round"] == view["end_round"]
        words = _("LAST ROUND") if is_last else _("Last round: {number}")
        if view["seats"] == 1:
            words = _("LAST TURN")
        words = words.format(number=view["end_round"])
        canvas.put(
            x, y + 2, f" {words} "[: canvas.width - x], colours.ink, colours.accent, bold=True
        )
        return y + 3
    return y + 2


def _draw_seats(canvas: Canvas, x: int, y: int, width: int, rows: int, panel: Panel) -> int:
    """Name, length and reserve of each seat in turn order, in at most `rows` rows; the row after.

    Where reserves have no room, only that of the acting seat is drawn.
    """
    view, colours = panel.view, canvas.pens.palette
    order = [(view["first"] + turn) % view["seats"] for turn in range(view["seats"])]
    has_reserves = rows >= 2 * len(order)
    is_loose = rows >= 3 * len(order)  # a row each for goods and camels
    gap = 1 if rows >= 4 * len(order) else 0
    is_tight = not is_loose and width < ROOMY  # goods have their row for themselves
    if is_tight:
        _draw_headings(canvas, x, y - 1, width)
    camels_end = x + width - 1 - len(_("long"))
    has_camels = has_reserves or all(
        len(name) <= camels_end - x - NAME_COLUMN - 2 for name in panel.names
    )
    for seat in order:
        has_turn = seat == view["to_act"]
        colour = colours.seat[seat]
        ground = mix(colours.panel, colour, 0.16) if has_turn else colours.surface
        high = 3 if is_loose else 2 if has_reserves or has_turn else 1
        canvas.fill(x, y, width, high, ground)
        canvas.add_target(x, y, width, high, ("seat", seat))
        canvas.rect(x, 2 * y, 1, 2 * high, colour, 1 if has_turn else 0.55)
        points = length_words(view, seat, panel.preview)
        camels = view["camels"][seat]
        out, margin = f" {done_word(view, seat)}".rstrip(), 1
        is_done = bool(out)
        needed = NAME_COLUMN + len(panel.names[seat]) + len(out) + 1 + len(points)
        if is_done and needed == width:
            margin = 0  # the name is worth the column
        elif is_done and needed > width:
            out = ""
        # Who is done lays none of those that are left.
        is_counted = is_tight and (has_camels or has_turn) and not is_done
        aside = f" {camels}" if is_counted else ""
        if aside and needed + len(aside) >= width:
            margin = 0
        points_x = x + width - len(points) - margin
        aside_x = min(points_x - 1, camels_end) - len(aside)
        room = (aside_x if aside else points_x - 1) - x - NAME_COLUMN - len(out)
        name = _with_initials(panel.names[seat], room)
        ink = partial(readable, ground=ground, least=READABLE)
        if canvas.pens.has_pixels:  # on the stripe
            canvas.put(x, y, "►" if has_turn else " ", legible(colours.accent, colour), bold=True)
        else:
            canvas.put(x, y, "►" if has_turn else " ", colours.accent, bold=True)
        end = canvas.put(x + 1, y, f"{canvas.pens.mark(seat)} {name}", ink(colour), bold=True)
        canvas.put(end, y, out, ink(colours.accent), bold=True)
        canvas.put(points_x, y, points, colours.text, bold=True)
        canvas.put(aside_x, y, aside, ink(colours.text))
        if is_loose:
            left = x + min(3, width - 1 - GOODS_WIDTH)
            canvas.put(left, y + 1, camel_words(camels), ink(colours.soft))
            put_goods(canvas, left, y + 2, view["stock"][seat])
        elif high == 2:
            end = x + max(1, (width - GOODS_WIDTH) // 2)
            if not is_tight:
                end = canvas.put(x + 1, y + 1, camel_words(camels), ink(colour), bold=True) + 1
            put_goods(canvas, end, y + 1, view["stock"][seat])
        y += high + gap
    return y


def _draw_headings(canvas: Canvas, x: int, y: int, width: int) -> None:
    """What the numbers of the seats below are."""
    words = f"{_('camels')} {_('long')}"
    canvas.put(x + width - 1 - len(words), y, words, canvas.pens.palette.soft)


def done_word(view: CaravanseraiView, seat: int) -> str:
    """Says of a seat that it can place nothing any more, while the match goes on."""
    has_ended = seat in view["never"] and view["to_act"] != OVER
    return _p("a player who can place nothing any more", "done") if has_ended else ""


def camel_words(count: int) -> str:
    """Camels in reserve: `7 camels`."""
    return _n("{count} camel", "{count} camels", count).format(count=count)


def length_words(view: CaravanseraiView, seat: int, preview: Preview | None) -> str:
    """The length of a seat's caravan; while it is being placed, that before the turn and that
    after it: `1→4`."""
    if preview is None or seat != view["turn"]:
        return str(view["scores"][seat])
    before = preview.length - preview.growth
    return f"{before}→{preview.length}" if preview.growth else str(before)


def _with_initials(name: str, room: int) -> str:
    """A name in at most `room` columns: its first words as initials, `C. master`, so that a number
    at its end stays."""
    words = name.split()
    for index, word in enumerate(words[:-1]):
        if len(" ".join(words)) <= room:
            break
        words[index] = f"{word[0]}."
    return short_name(" ".join(words), room)


def _draw_placement(
    canvas: Canvas, x: int, y: int, width: int, panel: Panel, preview: Preview, taken: int = 0
) -> None:
    """How long the caravan would be, what is laid and what comes back from the tail, of another
    seat with its name. `taken`: columns at the end of its second row that it leaves free."""
    colours, view = canvas.pens.palette, panel.view
    is_wide, is_own = width >= ROOMY, view["turn"] == view["seat"]
    words = _("{length} long")
    if is_wide and is_own:
        is_chosen = panel.index >= 0
        in_full = _("Your caravan: {length} long") if is_chosen else _("Ending here: {length} long")
        if preview.growth or len(in_full) + len(_("as before")) + 2 <= width:
            words = in_full
    words = words.format(length=preview.length)
    column = x
    if not is_own:
        # A name that is cut says less than the mark of its seat.
        seat, room = view["turn"], width - len(words) - len(growth_words(preview)) - 3
        if len(panel.names[seat]) + 2 <= room:
            words = f"{panel.names[seat]}: {words}"
        elif room >= 2:
            column = canvas.put(x, y, f"{canvas.pens.mark(seat)} ", colours.seat[seat], bold=True)
    end = canvas.put(column, y, words, colours.text, bold=True)
    ink = _growth_ink(colours, preview.growth)
    forms = [text.longer_words(preview.growth), growth_words(preview)]
    if not preview.growth:
        forms.insert(1, _("as before"))
    growths = [f" ({words})" for words in forms]
    if not preview.growth:
        growths[-1] = ""  # a nought says nothing
    growth = next((words for words in growths if end + len(words) <= x + width), growths[-1])
    canvas.put(end, y, growth, ink, bold=True)
    back = preview.count
    laid = preview.growth + back
    sentences = (
        _("lay {laid}, take {count} back from the tail"),
        _n("lay {laid}, {count} comes back", "lay {laid}, {count} come back", back),
        _("lay {laid}, take {count} back"),
        _("lay {laid}, {count} back"),
    )
    if not is_own:
        sentences = (
            _("lays {laid}, takes {count} back from the tail"),
            _n("lays {laid}, {count} comes back", "lays {laid}, {count} come back", back),
            _("lays {laid}, takes {count} back"),
            _("lays {laid}, {count} back"),
        )
    lines = [words.format(laid=laid, count=back) for words in sentences]
    line = next((words for words in lines if len(words) <= width - taken), f"+{laid} -{back}")
    canvas.put(x, y + 1, line, colours.soft)
    y += 2
    if preview.won:
        column = canvas.put(x, y, _("Wins") + " ", colours.gain, bold=True)
        for colour in preview.won:
            letter = COLOUR_LETTERS[colour]
            tone = colours.block[colour]
            column = canvas.put(column, y, letter, colours.ink, tone, bold=True) + 1


def _list_titles(panel: Panel) -> list[str]:
    """What the list asks, the longest words first; empty where only the board asks it."""
    if panel.title:
        return [panel.title]
    questions = {
        "piece": [_("What do you lay?"), _("Lay what?"), _("Lay:")],
        "direction": [_("Which direction?"), _("Direction")],
        "take": [_("From whom?")],
    }
    return questions.get(panel.view["phase"], []) if panel.choices else []


def _over_numbers(panel: Panel) -> list[str]:
    """What the numbers beside the choices of the list say, the longest words first; empty where
    nothing is to be said."""
    choices = panel.choices
    outcomes = [outcome for choice in choices if (outcome := _outcome(choice))]
    growths = {outcome.growth for outcome in outcomes if outcome.laid}
    are_at_best = any(choice.at_best for choice in choices)
    if not growths or (len(growths) == 1 and len(choices) == 1):  # the line above says it
        return [""]
    if len(growths) == 1 and are_at_best:
        return [_("at best {growth}").format(growth=growth_words(outcomes[0]))]
    if len(growths) == 1:  # a column of equal numbers says nothing
        (growth,) = growths
        words = _("shorter by {count}") if growth < 0 else _("longer by {count}")
        return [words.format(count=abs(growth))]
    return [_("longer, at best"), _("at best")] if are_at_best else [_("longer by")]


def _is_said(panel: Panel, rows: int) -> bool:
    """Whether the line below the board alone asks what the list does: where the row of its title is
    all that the last choice lacks, the choice has it."""
    return rows == len(panel.choices) and not panel.title


def _heads_above(panel: Panel, rows: int, placement: int) -> bool:
    """Whether what the numbers of a list say stands beside the placement above it, as the list has
    no row for it: the same for every choice, so that the list stays where it is."""
    has_words = bool(_over_numbers(panel)[-1]) and not panel.site_colours
    return has_words and _is_said(panel, rows) and placement > 0


def _draw_choices(
    canvas: Canvas, x: int, y: int, width: int, rows: int, panel: Panel, heads_above: bool
) -> tuple[int, int]:
    """The list with the selected choice in sight; the row after it, and the first choice in sight.
    It scrolls no further than it must, so that a second click falls on the same choice.
    `heads_above`: what its numbers say stands in the row above it."""
    colours = canvas.pens.palette
    choices, index = panel.choices, panel.index
    edge = 1 if width >= PICTURED else 0
    outcomes = [outcome for choice in choices if (outcome := _outcome(choice))]
    is_even = len({outcome.growth for outcome in outcomes if outcome.laid}) == 1
    are_ways = any(choice.at_best for choice in choices) and choices[0].steps[0] < act.BLOCK
    best = max((outcome.growth for outcome in outcomes), default=0)
    titles, headings = _list_titles(panel) or [""], _over_numbers(panel)
    is_said = _is_said(panel, rows) and (heads_above or not headings[-1])
    has_title = rows > min(len(choices), LEAST_LISTED) and not is_said
    if heads_above:
        heading = headings[-1]
        canvas.put(x + width - len(heading) - edge, y - 1, heading, colours.soft)
    elif (titles[0] or headings[0]) and has_title:
        pairs = [(title, heading) for heading in headings for title in titles]
        title, heading = next(
            (
                (title, heading)
                for title, heading in pairs
                if len(title) + bool(heading) + len(heading) + edge <= width
            ),
            pairs[-1],
        )
        end = canvas.put(x, y, title[:width], colours.accent, bold=True)
        if end + (end > x) <= x + width - len(heading) - edge:
            canvas.put(x + width - len(heading) - edge, y, heading, colours.soft)
        y, rows = y + 1, rows - 1
    labels = _way_labels(choices, width - 3 - edge, is_even) if are_ways else []
    labels = labels or [choice.label for choice in choices]
    is_cut = any(
        len(choice.label) + len(_tail(choice)) > width - 3 for choice in choices if panel.title
    )
    if is_cut:
        labels = [placement_label(choice.steps, is_short=True) for choice in choices]
    won_tails = _won_tails(choices, labels, width - 3 - edge) if is_even else []
    rows = max(1, rows)
    hidden = len(choices) - rows
    if hidden > 0 and rows > 2:
        rows, hidden = rows - 1, hidden + 1
    first = index - rows // 2
    if panel.top is not None:
        first = max(index - rows + 1, min(panel.top, index)) if index >= 0 else panel.top
    first = max(0, min(first, len(choices) - rows))
    if hidden > 0:
        words = _hidden_words(first, len(choices) - first - rows, width - 3)
        canvas.put(x, y + rows, "   ", colours.text, colours.raised)
        canvas.put(x + 3, y + rows, words.ljust(width - 3), colours.accent, colours.panel)
    if hidden > 0 and first + rows < len(choices):
        canvas.add_target(x, y + rows, width, 1, ("page", first + rows))
    elif hidden > 0:
        canvas.add_target(x, y + rows, width, 1, ("page", 0))
    for number in range(first, min(len(choices), first + rows)):
        choice = choices[number]
        is_selected = number == index
        label = labels[number]
        if len(label) > width - 3 and act.TAKE <= choice.steps[0] < act.PUT:
            # The name is enough: the line below the board asks from whom.
            label = _with_initials(panel.names[choice.steps[0] - act.TAKE], width - 3)
        elif len(label) > width - 3 - edge and act.PUT <= choice.steps[0] < act.OUT_CATEGORY:
            label = site_label(choice.steps[0] % 256, panel.view, is_short=True)
        tail = won_tails[number] if is_even else _tail(choice)
        room = width - 3 - len(tail) - edge
        label = (label if len(label) <= room else label[: room - 1] + "…").ljust(room) + tail
        key = str((number + 1) % 10) if number < 10 else " "
        ground = colours.accent if is_selected else colours.panel
        end = canvas.put(
            x, y, f" {key} ", colours.ink if is_selected else colours.accent,
            colours.accent if is_selected else colours.raised, bold=True,
        )  # fmt: skip
        ink = colours.ink if is_selected else colours.text
        canvas.put(end, y, label.ljust(width - 3), ink, ground, bold=is_selected)
        if tail and (outcome := _outcome(choice)):
            growth = outcome.growth
            is_best = panel.stresses_most and growth == best and growth > 0 and not is_even
            tail = tail.strip()
            ink = colours.ink if is_selected else _growth_ink(colours, 1 if is_even else growth)
            canvas.put(x + width - len(tail) - edge, y, tail, ink, ground, bold=is_best)
        if won := _won(choice):
            written = label.rstrip() if is_even or not tail else label[:room].rstrip()
            _put_chips(canvas, end + len(written), y, written, won)
        canvas.add_target(x, y, width, 1, ("choice", number))
        y += 1
    return y, first


def _hidden_words(above: int, below: int, room: int) -> str:
    """How many choices are out of sight above and below the list, `▲1 ▼2 more`."""
    counts = " ".join(f"{sign}{count}" for sign, count in (("▲", above), ("▼", below)) if count)
    words = _("{arrows} more").format(arrows=counts)
    return words if len(words) <= room else counts


def _draw_site_colours(canvas: Canvas, x: int, y: int, width: int, panel: Panel) -> int:
    """The caravanserais to choose from, a row for each colour with how many there are; below them
    where the selected one lies. The row after it."""
    colours, index = canvas.pens.palette, panel.index
    heading, over_counts = _("Which colour?"), _("marked")
    if len(heading) + 1 + len(over_counts) >= width:
        heading = _("Colour")
    canvas.put(x, y, heading, colours.accent, bold=True)
    canvas.put(x + width - len(over_counts) - 1, y, over_counts, colours.soft)
    y += SITE_HEADING
    for number, group in enumerate(panel.site_colours, 1):
        is_selected = index in group.indices
        ink, ground = (
            (colours.ink, colours.accent) if is_selected else (colours.text, colours.panel)
        )
        canvas.put(x, y, f" {number} ", ink if is_selected else colours.accent,
                   ground if is_selected else colours.raised, bold=True)  # fmt: skip
        canvas.put(x + 3, y, " " * (width - 3), ink, ground)
        letter, tone = COLOUR_LETTERS[group.colour], colours.block[group.colour]
        canvas.put(x + 3, y, letter, colours.ink, tone, bold=True)
        canvas.put(x + 5, y, text.colour_word(group.colour), ink, ground, bold=is_selected)
        count = str(len(group.indices))
        if is_selected:
            number = index - group.indices[0] + 1
            in_words = _("{number} of {count}").format(number=number, count=count)
            has_room = 6 + len(text.colour_word(group.colour)) + len(in_words) < width
            count = in_words if has_room else f"{number}/{count}"
        canvas.put(x + width - len(count) - 1, y, count, ink, ground, bold=is_selected)
        canvas.add_target(x, y, width, 1, ("choice", index if is_selected else group.indices[0]))
        y += 1
    if 0 <= index < len(panel.choices):
        cell = panel.choices[index].steps[0] % 256
        board = board_for(panel.view["seats"])
        forms = (
            site_place(cell, panel.view),
            brief_place(cell, panel.view),
            text.region_word(cell, board),
        )
        # Without these words the row would be taken for one more choice.
        named = [_("cursor: {place}").format(place=words) for words in forms]
        place = next((words for words in (*named, *forms) if len(words) <= width), forms[-1])
        canvas.put(x, y, place, colours.soft)
    return y + 1


def _draw_train(canvas: Canvas, x: int, y: int, width: int, rows: int, panel: Panel) -> int:
    """The caravan that is being placed, piece by piece from its tail, in at most `rows` rows; the
    row after it, or `y` if it has no room.

    A cross is a piece that would come back, a plus one that would be laid.
    """
    view, colours = panel.view, canvas.pens.palette
    if panel.preview is None:
        return y
    seat = view["turn"]
    kept = view["caravans"][seat]
    laid = panel.preview.laid[view["placement"]["laid"] :]
    pieces = [*kept, *laid]
    each = 3
    columns = (width - 1) // each
    needed = 1 + -(-len(pieces) // columns)
    if needed > rows:
        return y
    canvas.put(x, y, _("From tail to head"), colours.soft)
    returned = set(panel.preview.returned)
    for number, piece in enumerate(pieces):
        row, column = divmod(number, columns)
        cell, kind = piece >> 3, piece & 7
        sign = "×" if cell in returned else "+" if number >= len(kept) else canvas.pens.mark(seat)
        is_new = number >= len(kept)
        ground = plan_colour(colours) if is_new else owner_colour(canvas, seat)
        left = x + each * column
        canvas.put(left, y + 1 + row, sign, colours.ink, ground, bold=True)
        tone = colour_of(colours, kind, ground)
        canvas.put(left + 1, y + 1 + row, letter_of(kind), colours.ink, tone, bold=True)
    return y + needed


def _outcome(choice: Choice) -> Preview | None:
    """What a choice comes to, at its best where more can follow."""
    return choice.outcome


def _won(choice: Choice) -> Sequence[int]:
    """Colours of the goods that a choice wins, at its best where more can follow."""
    outcome = _outcome(choice)
    return outcome.won if outcome else []


def _tail(choice: Choice) -> str:
    """By how much a choice makes the caravan longer; empty for other steps."""
    outcome = _outcome(choice)
    return f" {growth_words(outcome)}" if outcome and outcome.laid else ""


def _way_labels(choices: Sequence[Choice], room: int, is_even: bool) -> list[str]:
    """Directions, and what each wins at best, as far as both have room beside by how much longer
    the caravan gets; at least in a word each."""
    in_words = [text.direction_word(choice.steps[0]) for choice in choices]
    named = [choice.label for choice in choices]
    in_letters = [DIRECTIONS[choice.steps[0]] for choice in choices]
    won = [_won(choice) for choice in choices]
    nothing = [""] * len(choices)
    forms = [(names, _wins(won, True)) for names in (named, in_words, in_letters)]
    forms += [(names, _wins(won, False)) for names in (named, in_words)]
    labels: list[str] = []
    for names, wins in (*forms, (named, nothing), (in_words, nothing)):
        # A star may stand in the column before a number.
        tails = [0 if is_even else len(_tail(choice)) + any(wins) for choice in choices]
        column = max(map(len, names))
        labels = [name.ljust(column) + words for name, words in zip(names, wins, strict=True)]
        if all(len(label) + tail <= room for label, tail in zip(labels, tails, strict=True)):
            break
    return labels


def _wins(won: Sequence[Sequence[int]], in_words: bool) -> list[str]:
    """Goods that are won, a row each: `wins 2 red`, or by their letters."""
    named = [text.won_words(goods) if in_words else _letters(goods) for goods in won]
    return [f" {_('wins {goods}').format(goods=goods)}" if goods else "" for goods in named]


def _letters(goods: Sequence[int]) -> str:
    return "".join(COLOUR_LETTERS[colour] for colour in goods)


def _put_chips(canvas: Canvas, end: int, y: int, words: str, won: Sequence[int]) -> None:
    """Colour the letters that stand for goods at the end of what is written up to a column, so that
    they are read as those of the market and the reserves are."""
    if not won or not words.endswith(f" {_letters(won)}"):
        return
    colours = canvas.pens.palette
    for x, colour in enumerate(won, end - len(won)):
        canvas.put(x, y, COLOUR_LETTERS[colour], colours.ink, colours.block[colour], bold=True)


def _won_tails(choices: Sequence[Choice], labels: Sequence[str], room: int) -> list[str]:
    """What each choice wins, where all choices grow alike: in words, or where one has no room its
    letters, at last these alone."""
    won = [_won(choice) if choice.preview else [] for choice in choices]
    letters = [f" {_letters(goods)}" if goods else "" for goods in won]
    tails: list[str] = []
    for tails in (_wins(won, True), _wins(won, False), letters):
        if all(len(label) + len(tail) <= room for label, tail in zip(labels, tails, strict=True)):
            break
    return tails


def _growth_ink(colours: Palette, growth: int) -> Colour:
    """The colour of a growth: a gain, a loss or neither."""
    return colours.gain if growth > 0 else colours.loss if growth < 0 else colours.soft


def seat_card(
    view: CaravanseraiView, seat: int, name: str, colours: Palette, preview: Preview | None = None
) -> SeatCard:
    """The card of a seat in the rail beside the board."""
    stock: list[tuple[str, Colour]] = []
    for colour, count in enumerate(view["stock"][seat]):
        ink = mix(colours.block[colour], colours.text, 0.5) if count else colours.faint
        stock.append((f"{COLOUR_LETTERS[colour]}{count} ", ink))
    camels = view["camels"][seat]
    return SeatCard(
        seat=seat,
        name=name,
        points=length_words(view, seat, preview),
        lines=[
            [(camel_words(camels), colours.seat[seat])],
            stock,
        ],
        has_turn=seat == view["to_act"],
        state=done_word(view, seat),
    )
