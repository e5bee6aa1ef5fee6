"""How the table is divided: maps, small maps, seats, and below them wares, hand and choices."""

from __future__ import annotations

from attrs import evolve, frozen

LIST_ROWS = 3
"""Rows of the list of choices at 80 x 20."""

INFO_BESIDE = 58
"""Columns of the legend beside the choices, where its rows stand side by side."""

INFO_COLUMN, INFO_COLUMN_ROWS = 44, 8
"""The same where they stand one below the other, in so many rows: all else stays in sight."""

LEAST_WIDTH, LEAST_ROWS = 52, 13
"""What a map takes at least where all maps are drawn large."""

LEAST_INFO = 30
"""Columns of the legend, at least."""

SEATS = 26
"""Columns of the seats beside the map; wider tables give them more."""

TILE = 16
"""Columns of a small map below the large one, at least."""

HIGH_TILE = 14
"""The same where its name has a row of its own."""

SIDE = 22
"""Columns of the small maps beside the large one; wider tables give them more."""

WARE_ROWS = 3
"""Rows of an open card that is drawn as a card."""

ROOMY = 28
"""Rows of the table from which open cards are drawn as cards."""

NARROW = 100
"""Columns from which a table without a rail has its choices below everything; narrower ones have a
column at the right for the others from top to bottom."""

LEAST_ROWS_NARROW = 19
"""Rows of a narrow table from which it has that column."""

FOOT = 6
"""Rows below the map of a narrow table: hand, a blank, what goes on, and choices."""

STATIC_FOOT = 4
"""The same where nobody chooses: of what goes on both rows of an auction."""

TILE_SHAPES = {1: (1, 5), 2: (2, 5), 3: (2, 4), 4: (2, 4), 5: (1, 1), 6: (1, 1)}
"""Small maps side by side and rows of each in that column, by the number of maps; those of a row
each are a table, with the names of the cities above it."""


@frozen
class Area:
    """A part of the table, in columns and rows."""

    x: int
    y: int
    width: int
    height: int

    @property
    def bottom(self) -> int:
        """The row after it."""
        return self.y + self.height

    @property
    def region(self) -> tuple[int, int, int, int]:
        """The same for a canvas."""
        return self.x, self.y, self.width, self.height

    def holds(self, x: int, y: int) -> bool:
        """Whether a column and row are in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.bottom


@frozen(kw_only=True)
class Layout:
    """Columns and rows of everything on the table. Areas of no width are not drawn."""

    width: int
    height: int
    across: int
    """Large maps side by side."""
    down: int
    """Large maps one above the other; more than one map have titles of a row each."""
    map_width: int
    map_rows: int
    """Of one large map, without its title."""
    seats: Area
    """The seats, where they are not shown beside the board."""
    tiles: Area
    """The small maps; of no width where all maps are large."""
    tiles_across: int
    info: Area
    """Legend and known cards, while they are shown: beside the choices or the map, below the seats
    of a narrow table, else in the place of the open cards."""
    has_cards: bool
    """Whether open cards are drawn as cards, with a heading."""
    cards_y: int
    """The row of the open cards, or of their heading."""
    moment_y: int
    moment_rows: int
    list_y: int
    list_rows: int
    """Rows of the choices; 0 where nobody chooses."""
    map_count: int
    """Maps of the match."""
    is_narrow: bool = False
    """Whether a column at the right has the others, and all that one plays with is at its left."""

    @property
    def has_info_beside(self) -> bool:
        """Whether the legend stands beside the choices."""
        return self.has_cards and self.info.y == self.moment_y

    @property
    def free_area(self) -> Area | None:
        """The place of a large map that no map needs, for legend and known cards."""
        return self.map_area(self.map_count) if self.maps > self.map_count else None

    @property
    def maps(self) -> int:
        """How many maps are drawn large."""
        return self.across * self.down

    @property
    def top(self) -> int:
        """Rows of the large maps."""
        return self.down * (self.map_rows + (self.maps > 1))

    @property
    def tile(self) -> tuple[int, int]:
        """Columns from one small map to the next, and rows."""
        down = -(-self.map_count // self.tiles_across)
        return self.tiles.width // self.tiles_across, self.tiles.height // down

    @property
    def has_tile_table(self) -> bool:
        """Whether the small maps are rows of a table, below a row with the names of the cities;
        also while the legend, which explains it, has their place."""
        return self.is_narrow and TILE_SHAPES[self.map_count] == (1, 1)

    @property
    def offer(self) -> Area:
        """Where an offer is written: below the maps and a row with the hand if there is room, else
        in the place of the maps."""
        y = self.cards_y + 1 if self.has_cards else 0
        return Area(0, y, self.width, self.height - y)

    @property
    def info_beside_offer(self) -> Area:
        """Legend and known cards beside an offer, if they stand beside the choices."""
        return Area(self.info.x, self.offer.y, self.info.width, self.offer.height)

    @property
    def offer_beside_info(self) -> Area:
        """Where an offer is written while they stand there."""
        return evolve(self.offer, width=self.info.x)

    @property
    def is_offer_on_map(self) -> bool:
        """Whether an offer that is written has the place of the map."""
        return not self.has_cards

    def map_area(self, number: int) -> Area:
        """Where a large map lies, by its place among those that are drawn."""
        row, column = divmod(number, self.across)
        title = self.maps > 1
        gap = title and column < self.across - 1
        return Area(
            column * self.map_width, row * (self.map_rows + title) + title,
            self.map_width - gap, self.map_rows,
        )  # fmt: skip

    def tile_area(self, number: int) -> Area:
        """Where a small map lies."""
        width, rows = self.tile
        row, column = divmod(number, self.tiles_across)
        spare = self.tiles.height - rows * self.map_count if self.tiles_across == 1 else 0
        y = self.tiles.y + row * rows + row * spare // self.map_count
        return Area(self.tiles.x + column * width, y, width, rows)


def layout(
    maps: int,
    width: int,
    height: int,
    has_rail: bool = False,
    has_list: bool = True,
    has_info: bool = False,
) -> Layout:
    """The layout for a number of maps: all of them large if each has enough room, else one.

    `has_rail`: the seats are shown beside the board. `has_list`: somebody chooses here; a replay
    has no list. `has_info`: legend or known cards are shown; they hide and move no map where open
    cards are drawn as cards, else the maps leave them room.
    """
    has_cards = height >= ROOMY
    has_info = has_info and not has_cards
    if width < NARROW and not has_rail and LEAST_ROWS_NARROW <= height < ROOMY:
        return _narrow_layout(maps, width, height, has_list, has_info)
    moment_rows = 2 if has_cards else 1
    list_rows = LIST_ROWS + min(4, max(0, height - 20) // 4) if has_list else 0
    if has_list and has_cards:
        list_rows = max(4, list_rows - 1)
    card_rows = 2 + WARE_ROWS if has_cards else 1
    bottom = card_rows + moment_rows + list_rows
    rows = max(4, height - bottom)
    panel = 0 if has_rail else SEATS if width < 100 else 40 if width < 140 else 44
    room = width - panel - bool(panel)
    cards_y = height - bottom
    info_width = max(panel, LEAST_INFO) if panel else 44 if width > 100 else LEAST_INFO
    across, down = 1, 1
    tiles, tiles_across = Area(0, 0, 0, 0), 1
    best = _all_large(maps, room, rows)
    if best is not None:
        across, down, map_width, map_rows = best
        top = rows
    elif has_rail and not has_info:
        side = SIDE if width < 100 else 28
        tiles = Area(width - side, 0, side, rows)
        map_width, map_rows, top = width - side - 1, rows, rows
    else:
        # Wide tables have the small maps below the large one alone, not below the seats.
        span = room if width >= 100 and panel else width
        tile_rows = 1 if rows < 10 else 2 if rows < 21 else min(5, 2 + (rows - 15) // 6)
        tiles_across = max(1, min(maps, span // (TILE if tile_rows < 3 else HIGH_TILE)))
        tile_rows *= -(-maps // tiles_across)
        map_width, map_rows = room, rows - tile_rows
        if has_info:
            map_width = min(room, width - info_width - 1)
        top = rows if span < width else map_rows
        tiles = Area(0, map_rows, span, tile_rows)
    info = Area(width - info_width, 0, info_width, top)
    if has_cards and list_rows and width >= NARROW:
        rows_beside = moment_rows + list_rows
        columns = INFO_COLUMN if rows_beside >= INFO_COLUMN_ROWS else INFO_BESIDE
        info = Area(width - columns, cards_y + card_rows, columns, rows_beside)
    elif has_cards:
        info = Area(0, cards_y, width, card_rows)
    return Layout(
        width=width, height=height, across=across, down=down, map_width=map_width,
        map_rows=map_rows, map_count=maps, tiles=tiles, tiles_across=tiles_across,
        seats=Area(width - panel, 0, panel, top), info=info,
        has_cards=has_cards, cards_y=cards_y, moment_y=cards_y + card_rows,
        moment_rows=moment_rows, list_y=cards_y + card_rows + moment_rows, list_rows=list_rows,
    )  # fmt: skip


def _narrow_layout(maps: int, width: int, height: int, has_list: bool, has_info: bool) -> Layout:
    """Map, hand and choices at the left; seats and small maps at the right, or the legend below
    seats of a row each."""
    across, tile_rows = TILE_SHAPES[maps]
    tile_rows *= -(-maps // across)
    left = width - SEATS - 1
    foot = FOOT + (height - 20) // 4 if has_list else STATIC_FOOT
    names_rows = TILE_SHAPES[maps] == (1, 1)
    seats_rows = 1 + maps if has_info else height - tile_rows - names_rows
    seats = Area(width - SEATS, 0, SEATS, seats_rows)
    tiles = Area(seats.x, height - tile_rows, 0 if has_info else SEATS, tile_rows)
    info = Area(seats.x, seats.height, SEATS, height - seats.height)
    map_rows = height - foot
    return Layout(
        width=left, height=height, across=1, down=1, map_width=left, map_rows=map_rows,
        map_count=maps, tiles=tiles, tiles_across=across, seats=seats, info=info,
        has_cards=False, cards_y=map_rows, moment_y=map_rows + 2,
        moment_rows=1, list_y=map_rows + 3, list_rows=foot - 3 if has_list else 0,
        is_narrow=True,
    )  # fmt: skip


def _all_large(maps: int, room: int, rows: int) -> tuple[int, int, int, int] | None:
    """Maps side by side and one above the other, and columns and rows of each; None if they do not
    fit."""
    best, best_size = None, 0.0
    for across in range(1, room // LEAST_WIDTH + 1):
        down = (maps + across - 1) // across
        map_width, map_rows = room // across, rows // down - 1
        if map_rows >= LEAST_ROWS and across <= maps:
            size = min(map_width / 4, float(map_rows))
            if size > best_size:
                best, best_size = (across, down, map_width, map_rows), size
    return best
