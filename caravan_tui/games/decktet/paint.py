"""Draws a view of Caravan (Decktet) on a grid of characters; knows no keys and no rules."""

from __future__ import annotations

from caravan_tui.games.contract import OVER, View
from caravan_tui.games.decktet.cards import (
    CODES,
    NUMBER_COUNT,
    RANKS,
    SUITS,
    card_name,
    suit_name,
    worth,
)
from caravan_tui.games.decktet.faces import (
    SIGNS,
    Look,
    draw_back,
    draw_card,
    signs,
    signs_in_lines,
    suit_mark,
)
from caravan_tui.games.decktet.plays import laid, listed, longest, play_cards, tell_table
from caravan_tui.games.decktet.text import signed
from caravan_tui.games.decktet.view import market_mask, unseen
from caravan_tui.games.decktet.won import is_over, last_hand, won_cards
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.words import _, _n

TOP = 3
"""The row where the season begins."""

RIGHT = 39
"""Where cards begin beside the plays in notation."""

BESIDE_SEEN = 46
"""Where what stands beside the cards seen begins."""

WON, WON_LEAST = 72, 30
"""Where the won cards begin beside the season, and the columns that they take at least."""


def paint(view: View, look: Look, width: int, height: int) -> Canvas:
    """The whole board. 80 x 20 shows all that is needed; more room, more."""
    canvas = Canvas(width, height, look.styles["base"])
    mine = view["seat"] if view["seat"] is not None else 0
    bottom = _season_end(view, width, height)
    _seat_line(canvas, view, look, 1 - mine, 0)
    _market_line(canvas, view, look, 1)
    hinted = look.keys and bool(view["plays"]) and not _is_roomy(bottom)
    _hands_line(canvas, view, look, 2, hinted)
    _season(canvas, view, look, bottom)
    _seat_line(canvas, view, look, mine, bottom)
    if not is_over(view):
        _button_line(canvas, look, bottom + 1)
        _hand(canvas, view, look, bottom + 2, height - bottom - 2)
    return canvas


def always_seen(view: View, width: int, height: int) -> bool:
    """Whether the cards seen are shown without being asked for."""
    bottom = _season_end(view, width, height)
    return not is_over(view) and (_is_roomy(bottom) or not (view["plays"] or _ended(view)))


def _season_end(view: View, width: int, height: int) -> int:
    """The row below the season, where one's own line is: above the hand, if there is one."""
    if is_over(view):
        return height - 1
    return height - (8 if height >= 28 and width >= 105 else 6) - 2


def _is_roomy(bottom: int) -> bool:
    """Whether the cards seen, the points and the signs have room of their own below the season."""
    return bottom - TOP >= 16


def _ended(view: View) -> bool:
    """Whether a hand has ended and nothing was won since."""
    return bool(view["results"] and not view["taken"][0] | view["taken"][1])


def _seat_line(canvas: Canvas, view: View, look: Look, seat: int, y: int) -> None:
    styles = look.styles
    active = view["to_act"] == seat
    pointer = (">" if look.ascii else "►") if active else " "
    x = canvas.put(0, y, pointer, styles["accent"])
    name = f"{look.marks[seat]} {look.names[seat]}"[:20]
    canvas.put(x, y, name, styles[f"seat-{seat}"])
    canvas.put(23, y, _("total {points}").format(points=view["scores"][seat]), styles["bold"])
    if view["to_act"] == OVER:
        return  # nobody has cards any more
    size = view["wilds"][seat] + view["numbers"][seat]
    backs = ("|" if look.ascii else "▌") * size
    x = canvas.put(34, y, f"{backs:15}", styles["bold" if size <= 4 else "base"])
    text = _n("{count} card", "{count} cards", size).format(count=size)
    if view["wilds"][seat]:
        text += _(", {count} wild").format(count=view["wilds"][seat])
    canvas.put(x + 1, y, text, styles["bold" if size <= 4 else "base"])
    taken = view["taken"][seat]
    points = worth(taken, market_mask(view["market"]))
    text = _("won {count}: {points}").format(count=taken.bit_count(), points=signed(points))
    style = "good" if points > 0 else "bad" if points < 0 else "dim"
    canvas.put(68, y, text, styles[style])


def _market_line(canvas: Canvas, view: View, look: Look, y: int) -> None:
    styles = look.styles
    x = canvas.put(1, y, _("Market"), styles["dim"]) + 2
    over = is_over(view)
    market = view["results"][-1]["market"] if over else view["market"]
    if not market:
        canvas.put(x, y, _("not turned up yet"), styles["dim"])
    for card in market:
        suit = (card - NUMBER_COUNT) % 6
        mark = suit_mark(suit, look.ascii)
        pays = card >= 30
        text = _("{code}: {mark} {suit} pay 1") if pays else _("{code}: {mark} {suit} cost 1")
        text = text.format(code=CODES[card], mark=mark, suit=suit_name(suit))
        sign = "+" if pays else "-"
        x = canvas.put(x, y, f" {sign} ", styles["good" if pays else "bad"])
        x = canvas.put(x, y, text, styles[f"suit-{suit}"]) + 3
    if view["turned"] >= 0 and not over:
        text = _("{code} is aside").format(code=CODES[view["turned"]])
        canvas.put(x, y, text, styles["dim"])


def _hands_line(canvas: Canvas, view: View, look: Look, y: int, hinted: bool) -> None:
    styles = look.styles
    text = _("Hand {number} of {hands}").format(
        number=view["round"], hands=view["options"]["hands"]
    )
    x = canvas.put(1, y, text, styles["dim"]) + 2
    if view["results"]:
        first = view["seat"] if view["seat"] is not None else 0
        x = canvas.put(x, y, _("so far"), styles["dim"]) + 1
        key = f"{look.marks[first]}:{look.marks[1 - first]}"
        x = canvas.put(x, y, key, styles["dim"]) + 2
        for number, result in enumerate(view["results"], 1):
            mine, other = result["points"][first], result["points"][1 - first]
            text = f"{number}) {signed(mine)}:{signed(other)}"
            if x + len(text) > canvas.width:
                break
            style = "good" if mine > other else "bad" if mine < other else "base"
            x = canvas.put(x, y, text, styles[style]) + 2
    hint = look.keyed(_("v: cards seen"))
    if hinted and x + len(hint) < canvas.width:
        canvas.put(canvas.width - len(hint) - 1, y, hint, styles["dim"])


def _season(canvas: Canvas, view: View, look: Look, bottom: int) -> None:
    """What lies between the seats: the plays of the season and what is known of the cards."""
    styles = look.styles
    line = "-" if look.ascii else "─"
    canvas.put(0, TOP, line * canvas.width, styles["dim"])
    over, roomy = is_over(view), _is_roomy(bottom)
    plays = view["plays"]
    if plays:
        title = _(" Season, led by {name} ").format(name=look.names[view["leader"]])
        canvas.put(2, TOP, title, styles["bold"])
    elif not over and view["leader"] >= 0:
        title = _(" {name} opens the season with a caravan ")
        canvas.put(2, TOP, title.format(name=look.names[view["to_act"]]), styles["dim"])
    beside = canvas.width - WON - 1
    wide = roomy and beside >= WON_LEAST
    area = TOP + 1
    if roomy:
        x = 1
        if not over:
            _seen_cards(canvas, view, look, x, bottom - 7)
            x = BESIDE_SEEN
        _points_table(canvas, view, look, x, bottom - 7)
        x += max(26, 9 + 5 * len(view["results"]))
        if canvas.width - x >= SIGNS:
            signs(canvas, look, x, bottom - 7)
        elif bottom - TOP > 22:
            bottom -= 3
            signs_in_lines(canvas, look, 1, bottom - 7)
        bottom -= 8
    if wide and _ended(view) and plays:
        # Who leads a hand may do so at once: how the one before ended stays for a while.
        last_hand(canvas, view, look, WON, area, beside, bottom)
    elif wide and (plays or view["taken"][0] | view["taken"][1]):
        won_cards(canvas, view, look, WON, area, beside, bottom - area)
    if not plays:
        _between_seasons(canvas, view, look, area, bottom, roomy, wide)
    elif roomy:
        _plays_roomy(canvas, view, look, area, bottom, wide)
    else:
        _plays(canvas, view, look, area, bottom)


def _plays(canvas: Canvas, view: View, look: Look, area: int, bottom: int) -> None:
    """The plays of the season in notation on the left, the last ones as cards on the right."""
    plays = view["plays"]
    end = listed(canvas, view, look, 1, area, bottom, len(plays))
    _signs_below(canvas, look, end, bottom)
    if look.seen:
        _seen_cards(canvas, view, look, RIGHT, area)
        return
    drawn = max(1, (bottom - area) // 7)
    row = laid(canvas, view, look, RIGHT, area, drawn, canvas.width - RIGHT - 1, 5)
    tell_table(canvas, view, look, RIGHT, min(row, bottom))


def _plays_roomy(
    canvas: Canvas, view: View, look: Look, area: int, bottom: int, wide: bool
) -> None:
    """The plays of the season as cards, large ones where all have room; earlier ones in notation
    beside them."""
    plays = view["plays"]
    room = (WON if wide else canvas.width) - 2
    if 9 * len(plays) <= bottom - area and 7 * longest(plays) <= room:
        row = laid(canvas, view, look, 1, area, len(plays), room, 7)
    else:
        drawn = max(1, (bottom - area) // 7)
        listed(canvas, view, look, BESIDE_SEEN, area, bottom, max(0, len(plays) - drawn))
        row = laid(canvas, view, look, 1, area, drawn, BESIDE_SEEN - 2, 5)
    tell_table(canvas, view, look, 1, min(row, bottom))


def _signs_below(canvas: Canvas, look: Look, top: int, bottom: int) -> None:
    """The signs in words at the bottom of the left side, as many lines of them as are free."""
    rows = min(bottom - top - 1, 6)
    if rows >= 2:
        signs(canvas, look, 1, bottom - rows, rows, 3)


def _between_seasons(
    canvas: Canvas, view: View, look: Look, top: int, bottom: int, roomy: bool, wide: bool
) -> None:
    """What just happened, while nothing lies on the table."""
    styles = look.styles
    taken = view["taken"][0] | view["taken"][1]
    if is_over(view) or (_ended(view) and not look.seen):
        last_hand(canvas, view, look, 1, top, canvas.width - 2, bottom)
        return
    end = top + 1
    if taken and not wide:
        room = canvas.width - 2 if roomy else RIGHT - 2
        end = won_cards(canvas, view, look, 1, top + 1, room, bottom - top - 1)
    elif wide and look.last_plays:
        # The plays of the season before, as many of the last ones as there is room for.
        high = bottom - top - 2
        plays = [play for _seat, play in look.last_plays]
        large = 9 * len(plays) <= high and 7 * longest(plays) <= WON - 2
        step = 9 if large else 7
        shown = max(1, (high + 1) // step)
        for row, play in enumerate(look.last_plays[-shown:]):
            y = top + 2 + step * row
            play_cards(canvas, view, look, 1, y, play, WON - 2, step - 2)
    if not roomy:
        _seen_cards(canvas, view, look, RIGHT, top + 1)
        _signs_below(canvas, look, end, bottom)
    canvas.put(1, top, look.last_season[: (WON if wide else canvas.width) - 2], styles["base"])


def _seen_cards(canvas: Canvas, view: View, look: Look, x: int, y: int) -> None:
    """All 36 cards: which are gone, which are one's own, which may still come."""
    styles = look.styles
    mine = view["hand"] or 0
    hidden = unseen(view)
    title = _("Unseen: {hidden}   [yours]   ··· gone") if mine else _("Unseen: {hidden}   ··· gone")
    gone = "..." if look.ascii else "···"
    title = title.format(hidden=hidden.bit_count()).replace("···", gone)
    canvas.put(x, y, title, styles["dim"])
    for card in range(len(CODES)):
        if card < NUMBER_COUNT:
            column, row = RANKS[card] - 2, card % 3
        else:
            column, row = (card - NUMBER_COUNT) % 6, 3 + (card - NUMBER_COUNT) // 6
        at = x + 5 * column
        if hidden >> card & 1:
            canvas.put(at + 1, y + 1 + row, CODES[card], styles["bold"])
        elif mine >> card & 1:
            canvas.put(at, y + 1 + row, f"[{CODES[card]}]", styles["accent"])
        else:
            canvas.put(at + 1, y + 1 + row, gone, styles["dim"])


def _points_table(canvas: Canvas, view: View, look: Look, x: int, y: int) -> None:
    """The points of each hand, where there is room."""
    styles = look.styles
    canvas.put(x, y, _("Points of each hand"), styles["dim"])
    if not view["results"]:
        canvas.put(x, y + 1, _("none yet"), styles["dim"])
    for seat in (0, 1):
        canvas.put(x, y + 2 + seat, f"{look.marks[seat]}", styles[f"seat-{seat}"])
        at = x + 2
        for result in view["results"]:
            points = result["points"][seat]
            canvas.put(at, y + 2 + seat, f"{signed(points):>4}", styles["base"])
            if result["out"] == seat:
                canvas.put(at + 4, y + 2 + seat, "*", styles["accent"])
            at += 5
        canvas.put(at, y + 2 + seat, f" = {view['scores'][seat]}", styles["bold"])
    if view["results"]:
        for number in range(len(view["results"])):
            canvas.put(x + 2 + 5 * number, y + 1, f"{number + 1:>4}", styles["dim"])
        canvas.put(x, y + 4, _("* went out"), styles["dim"])


def _button_line(canvas: Canvas, look: Look, y: int) -> None:
    styles = look.styles
    x = 1
    for place, (text, works) in enumerate(look.buttons):
        label = f"[ {text} ]"
        canvas.put(x, y, label, styles["bold" if works else "dim"])
        canvas.target(x, y, len(label), 1, ("do", place))
        x += len(label) + 1
    if look.cursor >= 0:
        canvas.put(x + 1, y, _cursor_words(look.cursor)[: canvas.width - x - 1], styles["dim"])


def _cursor_words(card: int) -> str:
    """The card under the cursor in words."""
    if card >= NUMBER_COUNT:
        return card_name(card)
    suits = [suit_name(suit) for suit in range(6) if SUITS[card] >> suit & 1]
    text = _("{card}: {rank} of {first} and {second}")
    return text.format(card=card_name(card), rank=RANKS[card], first=suits[0], second=suits[1])


def _hand(canvas: Canvas, view: View, look: Look, y: int, rows: int) -> None:
    """One's own cards, the chosen ones raised; a spectator sees backs."""
    if view["seat"] is None:
        count = view["wilds"][0] + view["numbers"][0]
        for place in range(count):
            draw_back(canvas, look, 1 + 5 * place, y + 1)
        return
    wide = 7 if rows == 8 else 5
    room = canvas.width // max(1, len(look.hand)) if look.hand else wide
    step = min(wide, room)
    left = max(0, (canvas.width - step * len(look.hand)) // 2)
    for place, card in enumerate(look.hand[: round(look.dealt * len(look.hand))]):
        x = left + step * place
        raised = look.chosen >> card & 1
        top = y if raised else y + 1
        at_cursor = card == look.cursor
        draw_card(canvas, view["market"], look, x, top, wide, rows - 1, card, cursor=at_cursor)
        canvas.target(x, y, step, rows, ("card", card))
        if raised or look.pointed >> card & 1:
            mark = "^" if look.ascii else "▲"
            row = y + rows - 1 if raised else y
            canvas.put(x + wide // 2, row, mark, look.styles["accent"])
