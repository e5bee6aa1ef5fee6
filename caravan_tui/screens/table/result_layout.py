"""How the window of a result shares its rows, and which of its pages stand beside each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from attrs import frozen

WIDE = 112
"""Columns from which the story stands beside the cards."""

HIGH = 44
"""Rows from which the points stand below the cards, where the window is wide."""

TIGHT = 28
"""Rows below which no row is left blank."""

STORY_WIDTH, WIDEST = 44, 168
"""Columns of the story beside the cards, and of the window at most."""

WINDOW_SIDES = 2
"""Columns that the window has at its sides."""

PANEL_SIDES = 4
"""Columns that the panel of the points has at its sides in a large window."""

TABLE_GAP = 4
"""Columns between two tables that stand side by side."""

USUAL_STORY = 8
"""Rows of a usual story: kept free while it is not yet known, so that nothing moves."""

LEAST_PICTURE = 8
"""Rows of the picture for which the cards of seats are drawn lower."""

USUAL_PICTURE = 9
"""Rows of the picture that a long story beside the cards leaves it, where it can scroll."""

LEAST_CURVE, MOST_CURVE = 8, 16
"""Rows of the curve of scores."""

Taking = Callable[[int], int]
"""`takes(rows)`: how many of these rows a part takes, which is drawn in steps."""


class Page(StrEnum):
    """What a result tells, in the order in which the pages are turned."""

    CARDS = "cards"
    STORY = "story"
    POINTS = "points"


@frozen
class Space:
    """The columns and rows of the terminal, and what they have room for."""

    width: int
    height: int

    @property
    def is_wide(self) -> bool:
        """Whether the story stands beside the other pages."""
        return self.width >= WIDE

    @property
    def is_large(self) -> bool:
        """Whether all pages can be seen at once."""
        return self.is_wide and self.height >= HIGH

    @property
    def is_tight(self) -> bool:
        """Whether there are no rows to leave blank."""
        return self.height < TIGHT

    @property
    def text_columns(self) -> int:
        """Columns of what stands above the pages."""
        return min(self.width, WIDEST) - WINDOW_SIDES

    @property
    def story_columns(self) -> int:
        """Columns of the story."""
        return STORY_WIDTH if self.is_wide else self.width - WINDOW_SIDES

    @property
    def milestone_columns(self) -> int:
        """Columns of the milestones in a line."""
        return self.width - 2 * WINDOW_SIDES

    @property
    def table_columns(self) -> int:
        """Columns of the tables of the points."""
        columns = min(self.width, WIDEST) - 2 * WINDOW_SIDES
        return columns - PANEL_SIDES * self.is_large - STORY_WIDTH * self.is_wide

    def pages(self, has_story: bool) -> Sequence[Page]:
        """The pages that can be turned to."""
        has_story_page = has_story and not self.is_wide
        return [page for page in Page if page is not Page.STORY or has_story_page]

    def open_page(self, page: Page) -> Page:
        """The page that is open where this one is wanted: the story stands beside the cards in a
        wide window."""
        return Page.CARDS if self.is_wide and page is Page.STORY else page

    def visible_pages(self, page: Page, has_story: bool) -> Sequence[Page]:
        """All pages that can be seen where one is open."""
        visible = {self.open_page(page)}
        if self.is_large:
            visible |= {Page.CARDS, Page.POINTS}
        if self.is_wide and has_story:
            visible.add(Page.STORY)
        return [each for each in Page if each in visible]


@frozen
class Tables:
    """The tables of the points: by source, and the game's own one."""

    source_rows: int
    source_columns: int
    own_rows: int | None = None
    """Without its titles; None: the game has no table of its own."""
    own_columns: int = 0

    def placed(self, space: Space) -> TablePlaces:
        """Where they stand."""
        is_panel = space.is_large
        source_rows = self.source_rows + 2 + is_panel
        if self.own_rows is None:
            return TablePlaces(source_rows)
        columns = self.source_columns + TABLE_GAP + self.own_columns
        # beside the story of a window that is wide, but not large, they stand below each other
        may_be_beside = is_panel or not space.is_wide
        is_beside = may_be_beside and columns <= space.table_columns
        own_rows = self.own_rows + 3
        if is_panel:  # the cards above it have the sources already
            return TablePlaces(own_rows + 1, is_beside, has_sources=False)
        rows = max(source_rows, own_rows) if is_beside else source_rows + own_rows
        return TablePlaces(rows, is_beside)


@frozen
class TablePlaces:
    """Where the tables of the points stand."""

    rows: int
    """Of all of them together."""
    are_beside: bool = False
    """Whether they stand side by side."""
    has_sources: bool = True
    """Whether the points by source are among them."""


@frozen
class Needs:
    """The rows that the parts of a result ask for."""

    texts: int
    """What stands between the picture and the pages."""
    milestones: int
    """Below the cards, where the story does not stand beside them."""
    story: int
    """Below the curve."""
    tables: int
    has_story: bool
    has_curve: bool
    cards_of: Taking
    """The rows of the cards of seats."""
    picture_of: Taking
    """The rows of the picture."""


@frozen
class Shares:
    """The rows that the parts get."""

    picture: int
    curve: int
    cards: int | None
    """None: the cards cannot be seen."""


def share_rows(space: Space, page: Page, needs: Needs) -> Shares:
    """Make the cards as high as leaves room for the picture, then the picture as high as it may
    be. A page without cards has its rows first, and the picture the rest."""
    below = 2 + (not space.is_tight)  # pages and answers
    free = space.height - needs.texts - below
    if not (space.is_wide and needs.has_story):
        free -= needs.milestones
    if not space.is_wide and page is not Page.CARDS:
        picture = 0 if page is Page.STORY else free - needs.tables
        curve = min(max(free - needs.story - 1, LEAST_CURVE), MOST_CURVE)
        return Shares(picture, curve, None)
    if space.is_large:
        return _share_large(free, needs)
    cards = needs.cards_of(free - LEAST_PICTURE)
    curve = LEAST_CURVE if needs.has_curve else 0
    story = curve + max(needs.story, USUAL_STORY) if space.is_wide else 0
    usual = max(cards, min(story, LEAST_CURVE + USUAL_STORY))
    # a story with many deeds scrolls, so that the picture keeps some of its rows
    picture = max(free - max(cards, story), min(free - usual, USUAL_PICTURE))
    return Shares(picture, LEAST_CURVE, free - LEAST_PICTURE)


def _share_large(free: int, needs: Needs) -> Shares:
    """Share the rows where all pages are seen: the curve takes what the cards and the points leave
    beside them."""
    left = free - needs.tables
    room = left - LEAST_PICTURE
    picture = left - needs.cards_of(room)
    curve = free - needs.picture_of(picture) - needs.story - 1
    return Shares(picture, max(curve, LEAST_CURVE), room)
