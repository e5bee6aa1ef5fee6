"""Draws what lies below the map of a narrow table: your hand, what goes on, and the choices."""

from __future__ import annotations

from caravan_tui.games.ahldarahd.actions import KIND, OPEN
from caravan_tui.games.ahldarahd.render.choices import draw_choices, entry_beside
from caravan_tui.games.ahldarahd.render.layout import Area, Layout
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.render.matches import draw_nearest
from caravan_tui.games.ahldarahd.render.moment import draw_about, draw_moment, draw_terms, draw_use
from caravan_tui.games.ahldarahd.render.panel import KNOWN_ROWS
from caravan_tui.games.ahldarahd.render.trade import (
    draw_offer,
    draw_offer_keys,
    draw_window,
    window_rows,
)
from caravan_tui.games.ahldarahd.render.wares import draw_card_row
from caravan_tui.games.ahldarahd.view import AhldarahdView
from caravan_tui.widgets.drawing.canvas import Canvas

KNOWN_WIDTH = 44
"""Columns of the known cards beside the choices."""


def is_opening(look: Look) -> bool:
    """Whether what can be put up for auction is to be chosen."""
    return any(entry.actions[0] & KIND == OPEN for entry in look.entries)


def has_known_cards(plan: Layout, view: AhldarahdView, look: Look) -> bool:
    """Whether the known cards stand beside the choices of a high table."""
    is_free = look.has_rail and not look.page and plan.maps <= plan.map_count
    has_rows = KNOWN_ROWS + view["seats"] <= plan.list_rows
    return plan.has_cards and is_free and has_rows and plan.width >= 2 * KNOWN_WIDTH


def choice_area(plan: Layout, view: AhldarahdView, look: Look) -> Area:
    """Where the choices stand. On a narrow table all below the hand where everything is up for
    auction, a row in an auction, so that all that is known stands below."""
    width = plan.width - (KNOWN_WIDTH if has_known_cards(plan, view, look) else 0)
    if look.page and plan.has_info_beside:
        width = plan.info.x
    y, rows = plan.list_y, plan.list_rows
    if plan.is_narrow and is_opening(look):
        y, rows = plan.moment_y, rows + 1
    elif plan.is_narrow and view["auction"]:
        y, rows = y + 1, 1
    return Area(0, y, width, rows)


def choice_beside(plan: Layout, view: AhldarahdView, look: Look, dy: int) -> int:
    """The choice above or below the marked one where they stand in rows, else -1."""
    if look.offer or not (plan.is_narrow or plan.has_cards):
        return -1
    area = choice_area(plan, view, look)
    return entry_beside(view, look, area.width, area.height, dy)


def first_row(plan: Layout, view: AhldarahdView) -> int:
    """The first row of what goes on: of the window of an offer, or below the hand."""
    trade = view["trade"]
    if trade is not None and trade["lines"] is not None:
        if plan.has_cards:
            return plan.offer.y
        if not trade["writing"]:
            return max(0, plan.height - bool(plan.list_rows) - window_rows(view))
    return plan.moment_y


def draw_trade(canvas: Canvas, plan: Layout, view: AhldarahdView, look: Look) -> bool:
    """An offer that you write or that was sent, if this seat sees one; whether it does."""
    trade = view["trade"]
    if trade is None or trade["lines"] is None:
        return False
    if plan.has_cards:
        canvas.fill(0, plan.cards_y, plan.width, 1, canvas.pens.palette.surface)
        draw_card_row(canvas, view, look, plan.cards_y, plan.width, needs_open=False)
    has_info = bool(look.page) and plan.has_info_beside
    area = plan.offer_beside_info if has_info else plan.offer
    is_written = trade["writing"] and bool(look.offer)
    if is_written and (look.has_trade_window or not plan.is_offer_on_map):
        draw_offer(canvas, view, look, area, plan.is_offer_on_map)
        return True
    if trade["writing"] and not plan.has_cards:
        return False
    top, end = first_row(plan, view), plan.height
    answers = 0
    if plan.list_rows:
        answers = 2 if plan.has_cards else 1
    surface = canvas.pens.palette.surface
    if plan.is_narrow:
        canvas.fill(0, plan.moment_y, plan.width, top - plan.moment_y, surface)
        draw_card_row(canvas, view, look, plan.cards_y, plan.width, needs_open=False)
    canvas.fill(0, top, plan.width, end - top, surface)
    draw_window(canvas, view, look, Area(0, top, area.width, end - answers - top))
    if plan.list_rows:
        draw_choices(canvas, view, look, end - 1, 1, area.width)
    return True


def draw_foot(canvas: Canvas, plan: Layout, view: AhldarahdView, look: Look) -> None:
    """Draw it in the columns below the map."""
    width, end = plan.width, plan.height
    trade = view["trade"]
    if draw_trade(canvas, plan, view, look):
        return
    canvas.fill(0, plan.moment_y, width, end - plan.moment_y, canvas.pens.palette.surface)
    below = plan.cards_y + 1 if plan.cards_y + 1 < plan.moment_y else -1
    draw_card_row(canvas, view, look, plan.cards_y, width, needs_open=False, row_below=below)
    is_free_row = not any(canvas.has_text(column, below) for column in range(width))
    if below >= 0 and is_free_row and view["phase"] != "free":  # its list says it
        draw_nearest(canvas, view, 1, below, width - 2)
    area = choice_area(plan, view, look)
    if not is_opening(look):
        draw_moment(canvas, view, look, plan.moment_y, 2 if view["auction"] else 1, width)
    if not plan.list_rows:
        return
    if look.offer:
        draw_offer_keys(canvas, look, area.y)
        return
    y = draw_choices(canvas, view, look, area.y, area.height, width)
    if y < end and view["auction"]:
        draw_use(canvas, view, view["auction"], 1, end - 1, width)
    elif y < end and view["to_act"] >= 0 and trade is None and not look.entries:
        draw_about(canvas, view, 1, end - 1, width)
    elif view["phase"] == "free" and trade is None:
        draw_terms(canvas, view, look, y, end, width)
