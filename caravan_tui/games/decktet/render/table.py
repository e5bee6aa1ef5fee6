"""The whole table: both seats, the market, the season on its cloth, and the hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from caravan_tui.games.contract import OVER
from caravan_tui.games.decktet.pieces import (
    CODES,
    NUMBER_COUNT,
    RANKS,
    SUITS,
    card_name,
    suit_name,
)
from caravan_tui.games.decktet.render.cards import Look, face, pitch, suit_mark
from caravan_tui.games.decktet.render.known import (
    LEGEND_WIDTH,
    LEGEND_WIDTH_ACROSS,
    LEGEND_WIDTH_BESIDE,
    POINTS_WIDTH,
    SUIT_TILE,
    UNSEEN_ROWS,
    UNSEEN_WIDTH,
    draw_legend,
    draw_points,
    draw_ranks,
    draw_suits,
    draw_unseen,
    legend_width,
)
from caravan_tui.games.decktet.render.layout import KNOWN_COLUMNS, Layout
from caravan_tui.games.decktet.render.season import (
    LEAST_BELOW,
    draw_last_season,
    draw_play_to_beat,
    draw_season,
    draw_season_before,
    rows_of_only_play,
    season_end,
)
from caravan_tui.games.decktet.render.won import draw_last_hand, draw_won, is_over, won_by
from caravan_tui.games.decktet.text import signed
from caravan_tui.games.decktet.view import DecktetView, unseen
from caravan_tui.games.kit.bitsets import mask_of
from caravan_tui.i18n import _, _n
from caravan_tui.widgets.drawing.canvas import Canvas, Region
from caravan_tui.widgets.drawing.cards import CardBack, draw_card, draw_card_back
from caravan_tui.widgets.drawing.colours import mix
from caravan_tui.widgets.drawing.palette import Palette
from caravan_tui.widgets.drawing.seats import SeatCard

MARKET_SIZE = (9, 7)
"""Columns and rows of a large card of the market."""

EDGE = 0.55
"""How much darker than the cloth the edge of the table is."""

BESIDE_HAND, NARROW_MARKET = 62, 19
"""Columns of a table from which the number of the hand stands beside the market; columns of the
market of a narrower one, as in the picture of a problem."""

MARKET_PITCH = 13
"""Columns from one card of the market to the next, so that the words below them have room."""

KNOWN_ROWS_ASIDE = 25
"""Rows of what is known of the cards, where that and the signs stand beside the season."""

LEAST_WON, GAP_BEFORE_WON = (30, 6), 4
"""Columns and rows of the cards won beside a season, at least; columns before them."""

SIGNS_BUTTON = 4
"""What a click on the key of the signs does, counted on from the places of the buttons."""


def draw_felt(canvas: Canvas, layout: Layout) -> None:
    """Draw the cloth, and on a large table its darker edge, on which the hands lie: they never
    change."""
    if canvas.pens.has_tones:
        felt = canvas.pens.palette.felt
        if layout.is_large:
            edge = mix(felt, canvas.pens.palette.ground, EDGE)
            canvas.fill(0, 0, layout.width, layout.height, edge)
        canvas.fill(0, layout.felt_y, layout.width, layout.felt_rows, felt)


def draw_table(canvas: Canvas, layout: Layout, view: DecktetView, look: Look) -> Region | None:
    """Draw everything that can change on a copy of the ground. Returns where the cards of the
    newest play lie, if they do."""
    mine = view["seat"] if view["seat"] is not None else 0
    _draw_seat(canvas, layout, view, look, 1 - mine, 0)
    _draw_market(canvas, layout, view, look)
    newest = canvas.part(
        (0, layout.felt_y, canvas.width, layout.felt_rows),
        _middle_key(view, look),
        partial(_draw_middle, canvas, layout, view, look),
    )
    _draw_seat(canvas, layout, view, look, mine, layout.own_y)
    if not is_over(view):
        _draw_buttons(canvas, layout, view, look)
        _draw_hand(canvas, layout, view, look)
    return newest


def always_shows_unseen(layout: Layout, view: DecktetView) -> bool:
    """Whether the unseen cards are on screen even if they are not asked for."""
    return layout.has_known and (layout.is_tall or not _has_won_cards(view))


def _has_won_cards(view: DecktetView) -> bool:
    """Whether the cards won are shown, before the first play of a season."""
    return not view["plays"] and bool(view["taken"][0] | view["taken"][1])


# Seats


def _draw_seat(
    canvas: Canvas, layout: Layout, view: DecktetView, look: Look, seat: int, y: int
) -> None:
    """A seat on one row, and the backs of its hand below if it is the opponent's."""
    colours = canvas.pens.palette
    is_active = view["to_act"] == seat
    canvas.put(0, y, "►" if is_active else " ", colours.accent, bold=True)
    name = f"{look.marks[seat]} {look.names[seat]}"[:20]
    x = canvas.put(1, y, name, colours.seat[seat], bold=True) + 2
    if not layout.has_rail:
        total = _("total {points}").format(points=view["scores"][seat])
        x = canvas.put(x, y, total, colours.text, bold=True) + 2
    if view["to_act"] == OVER:
        return  # nobody has cards any more
    size = view["wilds"][seat] + view["numbers"][seat]
    words = _n("{count} card", "{count} cards", size).format(count=size)
    if view["wilds"][seat] and not y:
        wilds = words + _wild_words(view["wilds"][seat])
        won = 0 if layout.has_rail else len(won_by(view, seat))
        end = layout.width - market_width(layout) if layout.is_large else layout.width
        if x + len(wilds) + 2 + won < end:
            words = wilds  # else the lighter backs alone tell
    x = canvas.put(x, y, words, colours.accent if size <= 4 else colours.soft) + 2
    if not layout.has_rail:
        words = won_by(view, seat)
        if y and x + len(words) >= layout.width - _buttons_width(look):
            aside = (
                _aside_words(view, look, always_shows_unseen(layout, view))
                if layout.is_large
                else ""
            )
            x, y = layout.width - 1 - len(words) - len(aside) - 2 * bool(aside), y + 1
        if x + len(words) <= layout.width:
            canvas.put(x, y, words, colours.soft)
    if y:
        return
    has_tones = canvas.pens.has_tones
    shares = [0.35 if place >= view["numbers"][seat] else 0.6 for place in range(size)]
    backs = [
        CardBack(mix(colours.seat[seat], colours.ground, share if has_tones else 0.0))
        for share in shares
    ]
    across, down = (6, 6) if layout.is_large else (4, 2)
    room = layout.width - market_width(layout)
    step = pitch(room, across, size) if size > 1 else across

    def draw_backs() -> None:
        for place, back in enumerate(backs):
            draw_card_back(canvas, 2 + min(step, across) * place, 1, across, down, back)

    canvas.part((2, 1, room, down), backs, draw_backs)


def _wild_words(count: int) -> str:
    """How many cards of a hand are wild, behind how many there are."""
    return _n(", {count} wild", ", {count} wild", count).format(count=count)


def seat_card(view: DecktetView, look: Look, seat: int, colours: Palette) -> SeatCard:
    """The card of a seat in the rail beside the board."""
    size = view["wilds"][seat] + view["numbers"][seat]
    words = _n("{count} card", "{count} cards", size).format(count=size)
    if view["wilds"][seat]:
        words += _wild_words(view["wilds"][seat])
    hands = " ".join(signed(result["points"][seat]) for result in view["results"])
    over = is_over(view)  # then nobody has cards any more
    return SeatCard(
        seat=seat,
        name=look.names[seat],
        points=str(view["scores"][seat]),
        lines=[
            [("" if over else words, colours.text)],
            [("" if over else won_by(view, seat), colours.soft)],
            [(_("hands {points}").format(points=hands) if hands else "", colours.soft)],
        ],
        has_turn=view["to_act"] == seat,
    )


# The market


def market_width(layout: Layout) -> int:
    """Columns of the market at the upper right."""
    if layout.is_large:
        return 2 * MARKET_PITCH + 4
    return 40 if layout.width >= BESIDE_HAND else NARROW_MARKET


def _draw_market(canvas: Canvas, layout: Layout, view: DecktetView, look: Look) -> None:
    """The suits that pay and cost, as cards where there is room."""
    colours = canvas.pens.palette
    over = is_over(view)
    market = view["results"][-1]["market"] if over else view["market"]
    hand = _("Hand {number} of {hands}").format(
        number=view["round"], hands=view["options"]["hands"]
    )
    if layout.is_large:
        x = layout.width - 2 * MARKET_PITCH
        canvas.put(x, 0, hand, colours.text, bold=True)
        if not market:
            canvas.put(x, 2, _("Market: not turned up yet"), colours.soft)
        region = (x, 1, canvas.width - x, MARKET_SIZE[1] + 1)
        canvas.part(region, market, partial(_draw_market_cards, canvas, x, market, look))
        return
    x = layout.width - market_width(layout) + 2
    for place, card in enumerate(market):
        text, ink = _market_words(card, colours)
        suit = (card - NUMBER_COUNT) % 6
        end = canvas.put(
            x, 1 + place, f" {CODES[card][0]}{suit_mark(suit, look.ascii)} ", colours.suit[suit],
            colours.paper[0], bold=True,
        )  # fmt: skip
        canvas.put(end + 1, 1 + place, text, ink, bold=True)
    if layout.width >= BESIDE_HAND:
        canvas.put(x + 19, 1, hand, colours.soft)
    if not market:
        canvas.put(x, 1, _("Market: not turned up yet")[:18], colours.soft)
    if not over:
        aside, key = _aside_card(view, look), _signs_key(look)
        canvas.put(x + 19, 2, aside, colours.soft)
        _put_aside(canvas, layout.width - len(key) if aside else x + 19, 2, key, look)


def _draw_market_cards(canvas: Canvas, x: int, market: Sequence[int], look: Look) -> None:
    """The large cards of the market, and what they do."""
    colours = canvas.pens.palette
    across, down = MARKET_SIZE
    for place, card in enumerate(market):
        left, below = x + place * MARKET_PITCH, 1 + down
        edge = canvas.colour_at(left, below)
        draw_card(canvas, left, 1, across, down, face(card, 0, colours, look.ascii))
        text, ink = _market_words(card, colours)
        # In place of the shadow, half of which would lie below the words.
        canvas.put(left, below, f"{text:{across + 1}}", ink, edge, bold=True)


def _aside_words(view: DecktetView, look: Look, shows_unseen: bool) -> str:
    """The card that lies aside, and the key that shows the unseen cards."""
    words = (_aside_card(view, look), "" if shows_unseen else _signs_key(look))
    return "  ".join(filter(None, words))


def _put_aside(canvas: Canvas, x: int, y: int, words: str, look: Look) -> None:
    """Words that end with the key of the signs, which a click on its own words does as well."""
    canvas.put(x, y, words, canvas.pens.palette.soft)
    key = _signs_key(look)
    if key and words.endswith(key):
        canvas.add_target(x + len(words) - len(key), y, len(key), 1, ("do", SIGNS_BUTTON))


def _aside_card(view: DecktetView, look: Look) -> str:
    """The card that lies aside; empty if none does, or where no keys are named: in a small picture
    of a match nothing says what that means."""
    if view["turned"] < 0 or not look.unseen_key:
        return ""
    return _("{code} aside").format(code=CODES[view["turned"]])


def _signs_key(look: Look) -> str:
    """The key that shows the signs and the unseen cards, or puts the season back; empty where no
    keys are named."""
    words = _("{key} closes") if look.show_unseen else _("{key}: signs")
    return words.format(key=look.unseen_key) if look.unseen_key else ""


def _market_words(card: int, colours: Palette) -> tuple[str, tuple[int, int, int]]:
    """What a card of the market does, and the ink for it."""
    suit = suit_name((card - NUMBER_COUNT) % 6)
    if card >= 30:
        return _("{suit} +1").format(suit=suit), colours.gain
    return _("{suit} -1").format(suit=suit), colours.loss


# The cloth


def _draw_middle(canvas: Canvas, layout: Layout, view: DecktetView, look: Look) -> Region | None:
    """The season, or what happened before it; and what is known of the cards. Returns where the
    cards of the newest play lie."""
    newest: Region | None = None
    y, rows = layout.felt_y, _season_rows(layout, view)
    taken = view["taken"][0] | view["taken"][1]
    has_ended = bool(view["results"]) and not taken
    if look.show_unseen and not is_over(view) and not always_shows_unseen(layout, view):
        draw_play_to_beat(canvas, layout, view, look)
        top = y + (2 if view["plays"] and rows >= 2 + UNSEEN_ROWS else 1)
        draw_unseen(canvas, view, look, 2, top)
        width = layout.width - UNSEEN_WIDTH - 4
        if width >= LEGEND_WIDTH:
            across = 3 if width >= LEGEND_WIDTH_BESIDE else 2
            draw_legend(canvas, look, UNSEEN_WIDTH + 4, top, y + rows - top, across, width - 1)
    elif view["plays"]:
        newest = draw_season(canvas, layout, view, look)
        _draw_below_only_play(canvas, layout, view, look)
        _draw_won_aside(canvas, layout, view, look)
    elif is_over(view) or has_ended:
        draw_last_hand(canvas, view, look, 2, y, layout.season_width, y + rows)
    else:
        newest = _draw_between(canvas, layout, view, look)
    if layout.is_great and layout.has_known:
        x, top = layout.width - KNOWN_COLUMNS + 1, layout.felt_y + 1
        draw_unseen(canvas, view, look, x, top)
        draw_points(canvas, view, look, x, top + 8)
        draw_legend(canvas, look, x, top + 15, layout.felt_rows - 16, width=layout.width - x - 1)
    elif always_shows_unseen(layout, view):
        top = layout.felt_y + layout.felt_rows - 8
        draw_unseen(canvas, view, look, 2, top)
        room = layout.width - UNSEEN_WIDTH - 4
        if room - POINTS_WIDTH >= LEGEND_WIDTH:
            draw_points(canvas, view, look, UNSEEN_WIDTH + 4, top)
            room -= POINTS_WIDTH
        width = legend_width(room - 2)
        draw_legend(canvas, look, layout.width - width - 2, top, 8, width=width)
    return newest


def _draw_below_only_play(canvas: Canvas, layout: Layout, view: DecktetView, look: Look) -> None:
    """Below the only play of a season, on a cloth for two: how the season before ended, or in the
    first one of a hand what the suits count."""
    used = rows_of_only_play(layout, view)
    y, rows = layout.felt_y + used, layout.season_rows - used
    if rows < LEAST_BELOW:
        return
    if look.last_plays:
        draw_season_before(canvas, layout, view, look, y + 1, rows - 1)
    else:
        draw_suits(canvas, look, view["market"], 1, y + 1, layout.season_width + 2, rows - 2)


def _draw_won_aside(canvas: Canvas, layout: Layout, view: DecktetView, look: Look) -> None:
    """The cards both seats have won in this hand, beside a season: right of its plays, or below the
    legend of a table on which that stands at the right."""
    x = season_end(layout, view, look) + GAP_BEFORE_WON
    width, rows = layout.season_width + 2 - x, layout.season_rows - 1
    y, has_known_aside = layout.felt_y + 1, layout.is_great and layout.has_known
    is_free = len(view["plays"]) <= 2 and rows_of_only_play(layout, view) == layout.season_rows
    if not is_free or width < LEAST_WON[0]:
        if not has_known_aside:
            return
        x, y = layout.width - KNOWN_COLUMNS + 1, layout.felt_y + KNOWN_ROWS_ASIDE
        width, rows = layout.width - x - 2, layout.felt_y + layout.felt_rows - y
    if layout.is_tall and rows >= LEAST_WON[1]:
        draw_won(canvas, view, look, x, y, width, rows)


def _middle_key(view: DecktetView, look: Look) -> object:
    """What the cloth depends on."""
    return (
        view["plays"], view["leader"], view["taken"], view["market"], view["results"],
        view["scores"], view["hand"], view["turned"], unseen(view), is_over(view), view["to_act"],
        view["seat"], look.names, look.show_unseen, look.unseen_key, look.last_season,
        look.last_plays, look.is_laying,
    )  # fmt: skip


def _has_legend(layout: Layout, view: DecktetView) -> bool:
    """Whether the signs stand beside what is known of the cards."""
    return (layout.is_great and layout.has_known) or always_shows_unseen(layout, view)


def _season_rows(layout: Layout, view: DecktetView) -> int:
    return layout.season_rows if always_shows_unseen(layout, view) else layout.felt_rows


def _draw_between(canvas: Canvas, layout: Layout, view: DecktetView, look: Look) -> Region | None:
    """Who opens the season, how the last one ended, and what has been won. Returns where the cards
    of its newest play lie."""
    newest: Region | None = None
    colours = canvas.pens.palette
    rows = _season_rows(layout, view)
    y, end = layout.felt_y, layout.felt_y + rows
    if look.last_season:
        y, newest = draw_last_season(canvas, layout, view, look)
    taken = view["taken"][0] | view["taken"][1]
    if taken and end - y > 2:
        width = layout.season_width
        if layout.is_large and not always_shows_unseen(layout, view):
            width -= LEGEND_WIDTH + 2
            draw_legend(canvas, look, layout.width - LEGEND_WIDTH - 2, y + 1, end - y - 2)
        draw_won(canvas, view, look, 2, y, width, end - y - 1)
    elif not taken and end - y > 2:
        _draw_opening(canvas, layout, view, look, y, end - y)
    # Over the shadows of the cards; the viewer is told below the board.
    if view["leader"] >= 0 and view["to_act"] >= 0 and view["to_act"] != view["seat"]:
        text = _("{name} opens the season with a caravan")
        text = text.format(name=look.names[view["to_act"]])
        canvas.put(2, end - 1, text, colours.seat[view["to_act"]], bold=True)
    return newest


def _draw_opening(
    canvas: Canvas, layout: Layout, view: DecktetView, look: Look, y: int, rows: int
) -> None:
    """What the suits are and count in this hand, before its first play."""
    has_legend = _has_legend(layout, view)
    top = y + 1 if rows > SUIT_TILE[1] + 2 else y
    room = rows - 1 - (top - y)  # below it says what a caravan is, or who opens the season
    used = draw_suits(canvas, look, view["market"], 1, top, layout.season_width + 2, room)
    if used:
        if not has_legend and top + used < y + rows:
            row = top + used + (room > used + 1)
            is_own = view["to_act"] == view["seat"]  # else it says below who opens the season
            draw_ranks(canvas, 2, row, y + rows - row - (not is_own), layout.season_width)
    elif not (look.last_season or has_legend):
        width = LEGEND_WIDTH_ACROSS - 1
        draw_legend(canvas, look, 2, y, rows - 2, across=3, width=width)
        has_room = layout.season_width >= LEGEND_WIDTH_ACROSS + UNSEEN_WIDTH + 2 and rows >= 8
        if has_room and look.unseen_key:
            draw_unseen(canvas, view, look, 2 + LEGEND_WIDTH_ACROSS, y)


# The hand


def _buttons_width(look: Look) -> int:
    return sum(len(text) + 3 for text, _is_enabled in look.buttons)


def _draw_buttons(canvas: Canvas, layout: Layout, view: DecktetView, look: Look) -> None:
    """Buttons for the mouse, right on the row of the viewer's seat; on a large table the name of
    the card below, which a small one has in the line below the board."""
    colours = canvas.pens.palette
    x, y = layout.width - _buttons_width(look), layout.own_y
    for place, (text, is_enabled) in enumerate(look.buttons):
        label = f" {text} " if canvas.pens.has_pixels else f"[{text}]"
        is_bright = place in (0, look.marked_button)
        if place == look.marked_button:  # as the cards of a play are marked
            label = f">{text}<" if look.ascii else f"►{text}◄"
        ground = (
            (colours.accent if is_bright else colours.raised) if is_enabled else colours.surface
        )
        ink = (colours.ink if is_bright else colours.accent) if is_enabled else colours.faint
        canvas.put(x, y, label, ink, ground, bold=is_enabled)
        canvas.add_target(x, y, len(label), 1, ("do", place))
        x += len(label) + 1
    if look.cursor >= 0 and layout.is_large:
        canvas.put(2, y + 1, card_words(look.cursor)[: layout.width - 3], colours.soft)
    if layout.is_large:
        words = _aside_words(view, look, always_shows_unseen(layout, view))
        _put_aside(canvas, layout.width - 1 - len(words), y + 1, words, look)


def card_words(card: int) -> str:
    """A card in words, with the suits of a number card."""
    if card >= NUMBER_COUNT:
        return card_name(card)
    suits = [suit_name(suit) for suit in range(6) if SUITS[card] >> suit & 1]
    text = _("{card}: {rank} of {first} and {second}")
    return text.format(card=card_name(card), rank=RANKS[card], first=suits[0], second=suits[1])


def _draw_hand(canvas: Canvas, layout: Layout, view: DecktetView, look: Look) -> None:
    """The hand with the selected cards raised; backs for a spectator."""
    colours = canvas.pens.palette
    across, down = layout.hand_size
    y = layout.hand_y
    if view["seat"] is None:
        count = view["wilds"][0] + view["numbers"][0]
        step = min(across, pitch(layout.width - 4, across, count))
        for place in range(count):
            back = CardBack(mix(colours.seat[0], colours.ground, 0.5 * canvas.pens.has_tones))
            draw_card_back(canvas, 2 + step * place, y, across, down, back)
        return
    hand = look.hand[: round(look.dealt_share * len(look.hand))]
    count = len(look.hand)
    step = min(across, max(2, (layout.width - 2 - across) // max(1, count - 1)))
    left = max(1, (layout.width - step * (count - 1) - across) // 2)
    market = mask_of(view["market"])
    for place, card in enumerate(hand):
        x = left + step * place
        is_chosen = bool(look.selected >> card & 1)
        is_raised = is_chosen and not look.rising >> card & 1
        is_last = place == count - 1
        is_dim = look.playable is not None and not look.playable >> card & 1
        draw_card(
            canvas, x, y - is_raised, across, down,
            face(card, market, colours, look.ascii, look.stands_for.get(card, 0)),
            chosen=is_chosen, at_cursor=card == look.cursor, dim=0.4 if is_dim else 0.0,
            covered_from=None if is_last or step >= across else step,
        )  # fmt: skip
        room = across if is_last else step
        canvas.add_target(x, y - 1, room, down + 1, ("card", card))
        if look.marked >> card & 1:
            sign = "v" if look.ascii else "▼"  # it points at the card
            row, column = y - 1 - is_raised, x + 1
            is_taken = any(canvas.has_text(near, row) for near in (column - 1, column, column + 1))
            if row <= layout.own_y or is_taken:  # words stay: on the card, before its rank
                row, column = y - is_raised, x
            canvas.put(column, row, sign, colours.accent, bold=True)
