"""How the window of a result shares its rows: arithmetic, without a screen."""

from __future__ import annotations

import pytest
from attrs import evolve

from caravan_tui.screens.table.result_layout import (
    HIGH,
    LEAST_CURVE,
    LEAST_PICTURE,
    MOST_CURVE,
    USUAL_PICTURE,
    WIDE,
    Needs,
    Page,
    Space,
    Tables,
    share_rows,
)

SMALL, BROAD, LARGE = Space(80, 24), Space(WIDE, HIGH - 1), Space(160, 50)


def three_cards(room: int) -> int:
    """Three cards of four rows, or of two where there is no room for these."""
    return 12 if room >= 12 else 6


NEEDS = Needs(
    texts=3,
    milestones=1,
    story=6,
    tables=9,
    has_story=True,
    has_curve=True,
    cards_of=three_cards,
    picture_of=lambda room: min(room, 24),
)


def test_cards_are_drawn_lower_so_that_the_picture_has_some_rows() -> None:
    shares = share_rows(SMALL, Page.CARDS, NEEDS)
    free = 24 - 3 - 1 - 2  # texts, milestones, pages and answers
    assert shares.cards == free - LEAST_PICTURE < 12
    assert shares.picture == free - 6


@pytest.mark.parametrize("texts", [2, 5, 8])
def test_the_rows_of_a_small_window_are_all_used_by_picture_and_cards(texts: int) -> None:
    shares = share_rows(SMALL, Page.CARDS, evolve(NEEDS, texts=texts))
    assert shares.cards is not None
    assert texts + shares.picture + three_cards(shares.cards) + NEEDS.milestones + 2 == 24


def test_the_story_takes_the_rows_of_the_picture_for_its_curve_within_bounds() -> None:
    for height in (10, 24, 80):
        shares = share_rows(Space(80, height), Page.STORY, NEEDS)
        assert shares.picture == 0 and shares.cards is None
        assert LEAST_CURVE <= shares.curve <= MOST_CURVE
    assert share_rows(Space(80, 27), Page.STORY, NEEDS).curve == 27 - 3 - 1 - 2 - 6 - 1


def test_the_points_leave_the_picture_what_they_do_not_need() -> None:
    assert share_rows(SMALL, Page.POINTS, NEEDS).picture == 24 - 3 - 1 - 2 - NEEDS.tables


def test_a_long_story_beside_the_cards_leaves_the_picture_some_rows() -> None:
    short = share_rows(BROAD, Page.CARDS, NEEDS)
    long = share_rows(BROAD, Page.CARDS, evolve(NEEDS, story=200))
    assert short.picture == BROAD.height - 3 - 3 - (LEAST_CURVE + 8), "a usual story has its rows"
    assert long.picture == USUAL_PICTURE


def test_the_curve_of_a_large_window_reaches_down_to_the_end_of_the_points() -> None:
    shares = share_rows(LARGE, Page.CARDS, NEEDS)
    above_and_below = NEEDS.texts + 3
    assert above_and_below + shares.picture + 12 + NEEDS.tables == LARGE.height
    assert above_and_below + shares.picture + shares.curve + NEEDS.story + 1 == LARGE.height


def test_milestones_have_rows_below_the_cards_where_no_story_tells_them() -> None:
    without = evolve(NEEDS, has_story=False, has_curve=False, milestones=4)
    for space in (BROAD, LARGE):
        with_story = share_rows(space, Page.CARDS, evolve(without, has_story=True))
        assert share_rows(space, Page.CARDS, without).cards == (with_story.cards or 0) - 4


def test_the_story_is_a_page_of_its_own_only_where_it_does_not_stand_beside_the_others() -> None:
    assert SMALL.pages(has_story=True) == [Page.CARDS, Page.STORY, Page.POINTS]
    assert BROAD.pages(has_story=True) == SMALL.pages(has_story=False) == [Page.CARDS, Page.POINTS]
    assert SMALL.visible_pages(Page.STORY, has_story=True) == [Page.STORY]
    assert BROAD.visible_pages(Page.POINTS, has_story=True) == [Page.STORY, Page.POINTS]
    assert BROAD.visible_pages(Page.STORY, has_story=True) == [Page.CARDS, Page.STORY]
    assert LARGE.visible_pages(Page.CARDS, has_story=True) == list(Page)
    assert LARGE.visible_pages(Page.CARDS, has_story=False) == [Page.CARDS, Page.POINTS]


def test_the_tables_of_the_points_stand_side_by_side_where_both_have_room() -> None:
    tables = Tables(source_rows=8, source_columns=40, own_rows=3, own_columns=30)
    beside, below = tables.placed(SMALL), evolve(tables, own_columns=33).placed(SMALL)
    assert (beside.are_beside, beside.rows) == (True, 10)
    assert (below.are_beside, below.rows) == (False, 16)
    assert not tables.placed(Space(1, 1)).are_beside


def test_a_panel_below_the_cards_leaves_out_the_sources_that_these_have() -> None:
    own = Tables(source_rows=8, source_columns=40, own_rows=3, own_columns=30).placed(LARGE)
    assert not own.has_sources and own.rows < 10
    assert Tables(source_rows=8, source_columns=40).placed(LARGE).has_sources
