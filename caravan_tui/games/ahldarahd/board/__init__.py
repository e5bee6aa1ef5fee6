"""The table of Caravans of Ahldarahd: a map to choose routes on, and a list for all else."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence

from attrs import evolve
from textual import events

from caravan_tui.games.ahldarahd import advice, messages
from caravan_tui.games.ahldarahd.actions import (
    ACCEPT,
    BUY,
    CLAIM,
    FREE,
    KIND,
    OPEN,
    PAYLOAD,
    SELL,
    SEND,
    WITHDRAW,
    map_of,
    place,
    route_of,
)
from caravan_tui.games.ahldarahd.board.keys import COMMANDS, KeyUse
from caravan_tui.games.ahldarahd.board.map_cursor import MapCursor
from caravan_tui.games.ahldarahd.board.memory import Memory
from caravan_tui.games.ahldarahd.board.sending import OfferSteps
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.events import (
    Buy,
    Claim,
    Destroyed,
)
from caravan_tui.games.ahldarahd.moves import (
    NO_PLACE,
    Entry,
    Selection,
    Target,
    card_places,
    place_of,
    places,
)
from caravan_tui.games.ahldarahd.render.chart import chart_of
from caravan_tui.games.ahldarahd.render.choices import entry_beside
from caravan_tui.games.ahldarahd.render.foot import choice_area
from caravan_tui.games.ahldarahd.render.layout import Layout, layout
from caravan_tui.games.ahldarahd.render.lit import lit_area, lit_item, lit_places
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.render.panel import page_count, seat_card
from caravan_tui.games.ahldarahd.render.table import draw_ground, draw_table
from caravan_tui.games.ahldarahd.render.wares import entries_on_cards
from caravan_tui.games.ahldarahd.text import items, offers
from caravan_tui.games.ahldarahd.view import AhldarahdView
from caravan_tui.i18n import _
from caravan_tui.widgets.board import Scene, Showcase
from caravan_tui.widgets.commands import key_name
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.seats import SeatCard
from caravan_tui.widgets.drawn_board import DrawnBoard, LitRegion
from caravan_tui.widgets.marks import SEATS, seat_mark

MAP_PHASES = ("free", "building", "falling")
"""Phases in which the arrows move on the map."""

BUTTONS = (
    "less", "more", "gold", "line", "answer", "withdraw", "turn", "window", "info", "beside",
    "group",
)  # fmt: skip
"""Kinds of targets that jump keys skip: there are keys for amounts and answers, and the label of a
route, or the words of a choice, stand for what is around them."""


NO_PARTNER = -2
"""What was marked before a partner was to be chosen, while none is."""

GROWTH_FRAMES = 6
"""Frames in which a route is laid."""


class Board(DrawnBoard[AhldarahdView]):
    """Arrows choose a route or go through the list; Enter does what is marked."""

    COLUMNS_ASIDE = 28
    DIMMED = 0.38  # plaques and prices are bright everywhere: a weak veil lets nothing stand out
    MOVED_BY_PREVIEW = ("cursor", "selection")
    SHOWCASE = Showcase(seats=3, seed=7, moves=80, width=31, height=14, least_width=72)
    COMMANDS = COMMANDS
    SPECTATOR_ACTIONS = frozenset({"go", "next_map", "map", "info"})
    SELECTING_ACTIONS = frozenset({"turn", "next_route", "jump"})

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.cursor = MapCursor()
        self.selection = Selection()
        self._decision: tuple[object, ...] = ()
        """What tells one decision from the next."""
        self._page = 0
        """What is beside the maps: 0 the seats, else a page of legend and known cards."""
        self._is_warned = False
        """Whether the player was told that something can still be built."""
        self._is_unsure = False
        """Whether the cursor went to a route by itself: Enter says first what it would do."""
        self._clicked = -1
        """The choice that the first of two clicks has marked."""
        self._hinted = NO_PLACE
        self._footer: KeyUse | None = None
        """What the footer depends on, as it was made last."""
        self.memory = Memory()
        self._has_trade_window = False
        """Whether the player has opened a trade in its window over the map."""
        self._offer_steps = OfferSteps(self.choose, self._undo, self.show_status)
        self._marked_before = NO_PARTNER
        """What was marked before the player began to choose a partner; NO_PARTNER: they do not."""
        self._has_warned_costly = False
        """Whether the player was told what it costs to withdraw the offer."""
        self._has_warned_bare = False
        """Whether the player was told that the offer to be sent gives nothing."""

    def _undo(self) -> None:
        """Have the last decision taken back."""
        self.post_message(self.UndoChosen())

    def _key(self, command: str) -> str:
        """The key of a command, by its id, as the user reads it."""
        return key_name(self, command)

    # Drawing

    def refresh_board(self, scene: Scene[AhldarahdView]) -> None:
        """Keep map and route; reset the list when there is another decision."""
        view = scene.view
        self._hinted = NO_PLACE
        if self.cursor.map_index < 0 or self.cursor.map_index >= len(view["routes"]):
            self.cursor.map_index = scene.seat or 0
        decision = (view["phase"], view["round"], view["to_act"], view["active"], scene.seat)
        if self._decision and self._decision[-1] != scene.seat:
            self.cursor.map_index = scene.seat or 0  # another person is at the keyboard now
        if is_new := decision != self._decision:
            self._decision = decision
            self._clicked, self._is_unsure, self._has_warned_costly = -1, False, False
            self._has_warned_bare = False
            self._marked_before = NO_PARTNER
            if scene.my_turn and self.shows_legend:
                self._page = 0  # what one decides about is in sight
            trade = view["trade"]
            written = (trade["lines"] if trade else None) or ()
            self.selection.reset(-1 if view["phase"] == "building" else 0, written)
            if scene.my_turn and scene.seat is not None and self.memory.follows:
                self.cursor.map_index = scene.seat  # one's own map is what one decides about
            if not self._moves_on_map(scene) and view["trade"] is None:
                self.cursor.route = -1  # the cursor of a building says nothing of an auction
            self._is_warned = False
            # What you write is in sight; what you are offered leaves the map in sight.
            self._has_trade_window = self._writes_in_window(scene)
        if view["phase"] == "building" and any(
            isinstance(event, Claim | Buy | Destroyed) and event.seat == scene.seat
            for event in scene.events
        ):
            # The cursor stays: a second Enter neither buys what was not looked at, nor sells a
            # Right, nor ends the building.
            self.selection.reset(-1)
            self._is_unsure = True
        begins_building = self.cursor.begin_building(scene)
        begins_opening = is_new and scene.my_turn and view["phase"] == "opening"
        if self._moves_on_map(scene) and scene.my_turn:
            self.cursor.go_to_open_map(scene)
        self._update_list(scene)
        self.memory.follow(scene, is_static=self.is_static)
        map_index = self.memory.map_to_follow(scene, is_static=self.is_static)
        if map_index >= 0:
            self.cursor.turn_to(map_index)
        for event in scene.events:  # a small terminal has no room for the log
            if text := messages.answer_words(event, scene.names, scene.seat, self._key):
                begins_opening = False  # the answer is more than what an item is good for
                # On your own turn a notification would cover the list.
                if scene.my_turn:
                    self.show_status(text)
                elif not scene.turn_events:  # in a replay it is no news
                    self.notify(text, markup=False)
        if self.memory.growing:
            self.animate_frames(GROWTH_FRAMES)
        self._update_footer(scene)
        super().refresh_board(scene)
        self._offer_steps.go_on_sending(self.selection.draft, scene)
        if begins_building and self.cursor.route >= 0:
            self.select_route(self.cursor.map_index, self.cursor.route)
        elif begins_opening or (is_new and self._is_writing):
            self._explain_item()
        self._offer_steps.go_on_taking_back(scene)

    @property
    def _is_writing(self) -> bool:
        """Whether the player writes an offer."""
        scene = self.scene
        if scene is None or self.is_read_only:
            return False
        return scene.my_turn and scene.view["phase"] == "writing"

    def _writes_in_window(self, scene: Scene[AhldarahdView]) -> bool:
        """Whether this seat writes an offer that has the place of the map."""
        is_writing = scene.my_turn and scene.view["phase"] == "writing"
        return is_writing and self.table_layout(scene).is_offer_on_map

    @property
    def _is_beside_map(self) -> bool:
        """Whether the map is looked at in place of the offer that this seat writes."""
        scene = self.scene
        return scene is not None and self._writes_in_window(scene) and not self._has_trade_window

    def _update_footer(self, scene: Scene[AhldarahdView]) -> None:
        """Have the footer made again where other keys have a use now."""
        use = self._key_use(scene)
        if use != self._footer:
            self._footer = use
            self.refresh_bindings()

    def _key_use(self, scene: Scene[AhldarahdView]) -> KeyUse:
        """What the keys are of use for now."""
        selection = self.selection
        return KeyUse(
            phase=scene.view["phase"] if scene.my_turn else "",
            groups=frozenset(entry.group for entry in selection.entries if entry.group != "way"),
            has_choices=bool(scene.legal or scene.interrupts),
            marked_group=selection.group,
            has_marked=selection.has_marked,
            has_trade_window=self._has_trade_window and not self.is_read_only,
            has_signs=bool(self.size.width) and bool(self.table_layout(scene).free_area),
            is_declined=self.memory.is_declined,
        )

    def offers(self, action: str) -> bool:
        """Name the keys of the phase alone."""
        scene = self.scene
        return scene is None or self.is_read_only or self._key_use(scene).names(action)

    @property
    def asks_why(self) -> bool:
        return self.memory.is_declined and not self.is_read_only

    def title_of(self, action: str) -> str:
        """What a key does in this phase."""
        return self._key_use(self.scene).title(action) if self.scene else ""

    def _update_list(self, scene: Scene[AhldarahdView]) -> None:
        """List the choices for the route under the cursor."""
        self.selection.update(
            scene.legal, scene.interrupts, scene.view, self.cursor.place, scene.names
        )

    @property
    def current_action(self) -> int | None:
        entry = self.selection.entry
        return None if entry is None else self.selection.action(entry)

    def place_restored(self) -> None:
        self.redraw()
        self._explain_item()

    def preview(self, action: int | None) -> None:
        """Show the route of a move, or its entry in the list."""
        self._hinted = NO_PLACE
        if action is not None and self.scene is not None:
            self.start_at(action)
            self._hinted = place_of(action, self.scene.view)
        self.redraw()

    def start_at(self, action: int) -> None:
        scene = self.scene
        if scene is None:
            return
        self._is_unsure = False  # it was put there for a reason
        code = place_of(action, scene.view)
        if code >= 0:
            self.cursor.go_to(code)
            self._update_list(scene)
        self.selection.point(action)
        self._explain_item()
        self.redraw()

    def table_layout(self, scene: Scene[AhldarahdView], has_info: bool | None = None) -> Layout:
        """Where everything lies at the present size, with or without the legend; None: as it is."""
        maps, has_list = len(scene.view["routes"]), not self.is_static
        has_info = self._page > 0 if has_info is None else has_info
        return layout(maps, *self.size, self.has_rail, has_list, has_info)

    def ground_key(self, scene: Scene[AhldarahdView]) -> Hashable:
        plan, city_map = self.table_layout(scene), from_plain(scene.view["custom"])
        area = plan.map_area(0)
        return plan, chart_of(city_map, area.width, area.height)

    def draw_ground(self, canvas: Canvas, scene: Scene[AhldarahdView]) -> None:
        draw_ground(canvas, self.table_layout(scene), scene.view)

    def draw(self, canvas: Canvas, scene: Scene[AhldarahdView]) -> None:
        view = self.selection.drafted(scene.view)
        draw_table(canvas, self.table_layout(scene), view, self._look(scene))

    def cursor_targets(self) -> Collection[tuple[str, int]]:
        code = self.cursor.place
        return [("route", code), ("line", code), ("entry", self.selection.marked)]

    def asked_targets(self) -> Collection[tuple[str, int]]:
        return [("info", 0)] if self._page else []

    def lit_regions(
        self, canvas: Canvas, scene: Scene[AhldarahdView], name: str
    ) -> Sequence[LitRegion]:
        """A city, or a route as `gems-ivory` with its two cities, on the viewer's own map, as
        `blue:gems-ivory` on the Blue one; what can be put up now, as `eyes` or `card.salt`, on its
        card or in the list; `map`, `seats`, `cards` or `list`."""
        plan, view = self.table_layout(scene), scene.view
        if area := lit_area(plan, view, name):
            return [(area.x, area.y, area.width, area.height)] if area.width else []
        if item := lit_item(self._look(scene), view, name):
            return self._regions_of(canvas, item)
        map_index, named = lit_places(view, scene.seat or 0, name)
        if plan.maps == 1 and map_index != self.cursor.map_index:
            return []
        area = plan.map_area(0 if plan.maps == 1 else map_index)
        return [
            region
            for region in self._regions_of(canvas, named)
            if area.x <= region[0] < area.x + area.width
            and area.y <= region[1] < area.y + area.height
        ]

    def seat_cards(self, scene: Scene[AhldarahdView]) -> list[SeatCard]:
        look, colours = self._look(scene), self.pens.palette
        return [seat_card(scene.view, look, seat, colours) for seat in range(scene.view["seats"])]

    def _look(self, scene: Scene[AhldarahdView]) -> Look:
        selection = self.selection
        labels = selection.labels(scene.view, scene.names)
        plan = self.table_layout(scene)
        look = Look(
            names=scene.names,
            marks="".join(seat_mark(seat, scene.ascii) for seat in range(SEATS)),
            faces=scene.faces,
            ascii=scene.ascii,
            has_rail=self.has_rail,
            is_narrow=plan.is_narrow,
            has_small_maps=plan.maps < plan.map_count,
            map_index=self.cursor.map_index,
            route=self.cursor.route,
            open_places=places(scene.legal, scene.view),
            card_places=card_places(scene.legal),
            entries=selection.entries,
            labels=labels,
            offer=selection.offer_rows(scene.view),
            marked=selection.marked,
            page=self._page,
            hinted=self._hinted,
            lesson_places=self._lesson_places(scene),
            bids=self.memory.bids,
            has_trade_window=self._has_trade_window,
            amount=selection.gold,
            changed=self.memory.changed,
            growing=self.memory.growing if self.frame else frozenset(),
            growth=1 - self.frame / (GROWTH_FRAMES + 1),
            key=self._key if self.can_focus else None,
        )
        has_wares = plan.has_cards and (not self._page or plan.has_info_beside)
        if not has_wares:
            return look
        return evolve(look, on_cards=entries_on_cards(self.pens, scene.view, look, plan.width))

    def _lesson_places(self, scene: Scene[AhldarahdView]) -> frozenset[int]:
        """The places of routes that a tutorial speaks of."""
        named = [lit_places(scene.view, scene.seat or 0, name)[1] for name in self._lit]
        return frozenset(code for targets in named for kind, code in targets if kind == "route")

    def _targets(self) -> Sequence[Target]:
        """What can be clicked on the screen."""
        canvas = self.current_canvas()
        return canvas.targets if canvas else ()

    # Keys

    def _moves_on_map(self, scene: Scene[AhldarahdView]) -> bool:
        return scene.view["phase"] in MAP_PHASES or not scene.my_turn

    def action_go(self, dx: int, dy: int) -> None:
        """Go to the next route on the map, or through the list and its amounts."""
        scene = self.scene
        if scene is None:
            return
        if self.is_choosing_partner:
            self.selection.turn_within("offer", dx or dy)
            self._mark_moved()
        elif self._moves_on_map(scene):
            self._go_on_map(scene, dx, dy)
        elif dy and (entry := self._entry_beside(scene, dy)) >= 0:
            self.selection.marked = entry
            self._explain_item()
            self._mark_moved()
        elif dy or self.selection.marked < 0:
            self.action_turn(dy or dx)
        else:
            self._change_amount(dx)

    def _entry_beside(self, scene: Scene[AhldarahdView], dy: int) -> int:
        """The choice above or below the marked one where they stand in rows, else -1."""
        plan, look = self.table_layout(scene), self._look(scene)
        if look.offer or not (plan.is_narrow or plan.has_cards):
            return -1
        area = choice_area(plan, scene.view, look)
        return entry_beside(scene.view, look, area.width, area.height, dy)

    def _go_on_map(self, scene: Scene[AhldarahdView], dx: int, dy: int) -> None:
        """Put the cursor on the nearest route in a direction."""
        area = self.table_layout(scene).map_area(0)
        route = self.cursor.route_beside(scene.view, area, dx, dy)
        if route >= 0:
            self.select_route(self.cursor.map_index, route)
        else:
            self.show_status(_("There are no more routes in that direction."), is_error=True)

    def select_route(self, map_index: int, route: int) -> None:
        """Put the cursor on a route; the ways to pay for it come first in the list."""
        scene = self.scene
        if scene is None:
            return
        self.cursor.map_index, self.cursor.route = map_index, route
        self._is_unsure = False
        self._marked_before = NO_PARTNER
        selection = self.selection
        selection.marked = 0
        self._update_list(scene)
        if scene.my_turn and self._moves_on_map(scene) and route >= 0:
            way = selection.first_of("way")
            if way:
                is_laid = way.actions[0] & KIND in (FREE, CLAIM, BUY)
                gain = advice.gain_words(scene.view, map_index, route) if is_laid else ""
                progress = messages.progress_words(scene.view, map_index, route) if is_laid else ()
                has_more = sum(entry.group == "way" for entry in selection.entries) > 1
                self.show_status(messages.way_words(way.label, gain, self._key, has_more, progress))
            else:
                # Nothing can be done with the route: mark the last entry, which ends.
                is_building = scene.view["phase"] == "building"
                selection.marked = -1 if is_building else max(0, len(selection.entries) - 1)
                self.show_status(self._why_not(scene))
        self.redraw()

    def _change_amount(self, by: int) -> None:
        """Raise or lower the marked amount; without one, go to the other side of an offer, or
        through the list."""
        scene, entry = self.scene, self.selection.entry
        if scene is None or entry is None:
            return
        if entry.is_gold_of_offer:
            self._set_gold(scene, entry, by)
        elif entry.group in ("give", "want"):
            self._cross(scene, by)
        elif len(entry.actions) < 2:
            self.action_turn(by)
        else:
            text = self.selection.change(entry, by)
            self.show_status(text, is_error=bool(text))
            self.redraw()

    def _set_gold(self, scene: Scene[AhldarahdView], entry: Entry, by: int) -> None:
        """Raise or lower the gold of a side of an offer."""
        if text := self.selection.change_gold(entry, by, scene.view):
            self.show_status(text, is_error=True)
        else:
            self._offer_changed(scene)

    def _cross(self, scene: Scene[AhldarahdView], by: int) -> None:
        """Mark the thing of an offer beside the marked one."""
        places_ = {
            number: (x, y)
            for x, y, _width, _height, (kind, number) in self._targets()
            if kind == "entry" and self.selection.is_thing(number)
        }
        x, y = places_.get(self.selection.marked, (0, 0))
        beside = [number for number, (column, _row) in places_.items() if (column - x) * by > 0]
        if beside:
            self.selection.marked = min(
                beside, key=lambda n: (abs(places_[n][1] - y), abs(places_[n][0] - x))
            )
            self._explain_item()
            self._mark_moved()

    def _mark_moved(self) -> None:
        """Draw another marked thing; the footer says what Enter does with it."""
        if self.scene is not None:
            self._update_footer(self.scene)
        self.redraw()

    def _toggle(self, scene: Scene[AhldarahdView], entry: Entry) -> None:
        """Add a thing to the offer, or take it out again."""
        if self.selection.toggle(entry, scene.view):
            self._offer_changed(scene)
        else:
            text = offers.why_not_line(
                scene.view, entry.group, scene.names, self.selection.draft.lines
            )
            self.show_status(text, is_error=True)

    def _offer_changed(self, scene: Scene[AhldarahdView]) -> None:
        """Show what the offer names now."""
        self._has_warned_bare = False
        self._update_list(scene)
        self._update_footer(scene)
        lines = self.selection.draft.lines
        self.show_status(offers.offer_words(scene.view, lines))
        self.redraw()

    def take_back(self) -> bool:
        scene = self.scene
        if scene is None or not self.selection.offer_rows(scene.view):
            return False
        has_taken = self.selection.draft.take_back()
        if has_taken:
            self._offer_changed(scene)
        return has_taken

    def take_back_for(self, action: int) -> int:
        """An offer that a hint withdraws is undone, as by the key: then it does not count."""
        scene = self.scene
        trade = scene.view["trade"] if scene else None
        if action != WITHDRAW or scene is None or trade is None:
            return 0
        if trade["offer"] or not (self._is_writing and scene.can_undo):
            return 0  # a counter-offer does not count: its withdrawal costs nothing
        self._offer_steps.take_back(scene)
        return len(trade["lines"] or ()) + 1

    def action_turn(self, by: int) -> None:
        """Go through the list."""
        selection = self.selection
        if len(selection.entries) == 1 and not selection.marked:
            self.show_status(_("There is only one choice in the list."), is_error=True)
        elif selection.entries and self.scene:
            self._is_unsure, self._marked_before = False, NO_PARTNER
            selection.turn(by, self._look(self.scene).on_cards)
            self._explain_item()
            self._mark_moved()
        else:
            self.show_status(_("There is nothing to choose now."), is_error=True)

    def _explain_item(self) -> None:
        """Say what the marked thing is good for, while the user chooses what to auction or writes
        an offer."""
        scene, entry = self.scene, self.selection.entry
        if scene is None or entry is None or not scene.my_turn:
            return
        if self._is_writing and self.selection.is_thing(self.selection.marked):
            self.show_status(offers.why_line(entry.actions[0], scene.view, scene.names))
        if scene.view["phase"] == "opening":
            kind, item = entry.actions[0] & KIND, entry.actions[0] & PAYLOAD
            self.show_status(
                items.why_item(item, scene.view, scene.seat or 0) if kind == OPEN else ""
            )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Escape to others but for who writes an offer, or chooses whom to make one."""
        if action == "withdraw":
            return self._is_writing or self.is_choosing_partner
        return super().check_action(action, parameters)

    def _look_at_map(self, scene: Scene[AhldarahdView]) -> None:
        """Show the map that is asked for, also in place of an offer."""
        self._has_trade_window = self.memory.follows = False
        self._update_footer(scene)

    def _look_at_offer(self, scene: Scene[AhldarahdView]) -> None:
        """Show the offer in place of the map again."""
        self._has_trade_window = True
        self._update_footer(scene)
        self.redraw()

    def action_next_map(self, by: int) -> None:
        if self.scene:
            self._look_at_map(self.scene)
            maps = len(self.scene.view["routes"])
            self.select_route((self.cursor.map_index + by) % maps, self.cursor.route)

    def action_map(self, number: int) -> None:
        """Show a map by its number, from 0."""
        scene = self.scene
        if scene is None:
            return
        if number < len(scene.view["routes"]):
            self._look_at_map(scene)
            self.select_route(number, self.cursor.route)
        else:
            text = _("There is no map {number}.")
            self.show_status(text.format(number=number + 1), is_error=True)

    def action_next_route(self) -> None:
        """Go to the next route that something can be done with, on this map and then the others."""
        scene = self.scene
        if scene is None:
            return
        open_places = sorted(places(scene.legal, scene.view))
        if not open_places:
            self.show_status(_("There is no route to choose now."), is_error=True)
            return
        cursor = place(self.cursor.map_index, max(0, self.cursor.route))
        code = next((code for code in open_places if code > cursor), open_places[0])
        self.select_route(map_of(code), route_of(code))

    @property
    def shows_legend(self) -> bool:
        """Whether the legend or the known cards are beside the maps."""
        return self._page > 0

    def close_legend(self) -> None:
        """Show the seats again."""
        self._page = 0
        self.show_status("")
        self.redraw()

    def action_info(self) -> None:
        """Turn from the seats to the legend, the known cards, and back."""
        scene = self.scene
        if scene is None or not self.size.width:
            return
        plan = self.table_layout(scene, has_info=True)
        if plan.free_area:
            self.show_status(_("The signs stand beside the maps."))
            return
        area = plan.info
        pages = page_count(self.pens, scene.view, self._look(scene), area)
        self._page = (self._page + 1) % (pages + 1)
        text = messages.next_page(self._page, pages, self._key) if self.can_focus else ""
        self.show_status(text)
        self.redraw()

    def action_jump(self, group: str) -> None:
        """Mark the next entry of a group; for `offer` with one partner, begin the offer; during a
        trade, show its window again."""
        if group == "offer" and self.scene and self._writes_in_window(self.scene):
            self._look_at_offer(self.scene)
            text = _("Press {map} or a number to see a map.")
            self.show_status(text.format(map=self._key("ahldarahd.map")))
            return
        partners = [entry for entry in self.selection.entries if entry.group == "offer"]
        if group == "offer" and len(partners) == 1:
            self.choose(partners[0].actions[0])
        elif self._jump(group):
            if group in ("give", "want"):
                self._explain_item()
            elif group == "offer":
                pick, back = self._key("ahldarahd.pick"), self._key("ahldarahd.withdraw")
                text = _("Choose a partner with the arrows and press {pick}, or {back} to go back.")
                self.show_status(text.format(pick=pick, back=back))
            else:
                text = _("Press {pick} to choose it.")
                self.show_status(text.format(pick=self._key("ahldarahd.pick")))
            self._mark_moved()
        else:
            self._refuse(group)

    def _jump(self, group: str) -> bool:
        """Mark an entry of a group; whether it has any."""
        before = self.selection.marked
        if not self.selection.jump(group):
            return False
        if group != "offer":
            self._marked_before = NO_PARTNER
        elif self._marked_before == NO_PARTNER:
            self._marked_before = before
        return True

    @property
    def is_choosing_partner(self) -> bool:
        """Whether the player chooses whom to offer a trade: the arrows stay among the others."""
        return self._marked_before != NO_PARTNER and self.selection.group == "offer"

    def _choose_no_partner(self) -> None:
        """Mark again what was marked before."""
        marked, self._marked_before = self._marked_before, NO_PARTNER
        self.selection.marked = min(marked, len(self.selection.entries) - 1)
        self.show_status("")
        self._explain_item()
        self._mark_moved()

    def _refuse(self, group: str) -> None:
        """Say why nothing of a group can be chosen now."""
        if self.scene:
            self.show_status(messages.why_not_group(group, self.scene.view), is_error=True)

    def action_end_building(self) -> None:
        """End the building; warn first if nothing was built yet and something can be."""
        scene = self.scene
        if (
            scene
            and scene.view["phase"] == "building"
            and not scene.view["built"]
            and not self._is_warned
            and places(scene.legal, scene.view)
        ):
            self._is_warned = True
            text = _(
                "You have built nothing yet. Press {route} to find a route, or {end} again to end."
            )
            keys = {"route": self._key("ahldarahd.route"), "end": self._key("ahldarahd.end")}
            self.show_status(text.format(**keys), is_error=True)
        else:
            self.action_answer("end")

    def action_answer(self, group: str) -> None:
        """Play the first entry of a group at once: accept, decline, pass, send and so on."""
        entry = self.selection.first_of(group)
        if entry is None:
            self._refuse(group)
        elif entry.actions == [WITHDRAW] and self.scene and self.scene.can_undo:
            self._offer_steps.take_back(self.scene)
        elif entry.actions == [SEND] and self.selection.draft.is_bare and not self._has_warned_bare:
            self._has_warned_bare = True
            self.show_status(offers.bare_words(self._key), is_error=True)
        elif entry.actions == [SEND] and self.scene:
            self._offer_steps.send(self.selection.draft, self.scene)
        else:
            self.choose(entry.actions[0])

    def action_withdraw(self) -> None:
        """Withdraw the offer that is being written; from a look at the map, go back to it; while a
        partner is chosen, choose none."""
        if self.is_choosing_partner:
            self._choose_no_partner()
            return
        scene = self.scene
        if scene is None or not self._is_writing:
            return
        if self._is_beside_map:
            self.action_jump("offer")
        elif scene.can_undo or self._has_warned_costly:
            self.action_answer("no")
        else:
            self._has_warned_costly = True
            self.show_status(offers.costly_withdrawal(self._key), is_error=True)

    def action_pick(self) -> None:
        """Play the marked entry, or add it to the offer that is being written."""
        selection = self.selection
        if self._is_unsure and selection.entry is not None and selection.entry.group == "way":
            self.select_route(self.cursor.map_index, self.cursor.route)
        elif selection.entry is not None and selection.is_thing(selection.marked) and self.scene:
            self._toggle(self.scene, selection.entry)
        elif selection.entry is not None:
            self.show_status("")
            self.choose(selection.action(selection.entry))
        elif self.scene is not None and self._is_laid_here(self.scene):
            self.action_next_route()  # it was laid just now: the same key leads on
        elif self.scene is not None and (reason := self.why_not_here(self.scene)):
            self.show_status(reason, is_error=True)
        elif selection.entries:
            text = _("Nothing is selected. Choose a route with the arrows, or press {next}.")
            self.show_status(text.format(next=self._key("ahldarahd.next")), is_error=True)
        elif self.require_turn():
            self.show_status(_("Choose a route with the arrows."), is_error=True)

    def _is_laid_here(self, scene: Scene[AhldarahdView]) -> bool:
        """Whether the cursor is on a route that the player has, while others can be had."""
        if not scene.my_turn or scene.seat is None or self.cursor.route < 0:
            return False
        own = scene.view["routes"][self.cursor.map_index][scene.seat] >> self.cursor.route & 1
        is_building = scene.view["phase"] == "building"
        return is_building and bool(own) and bool(places(scene.legal, scene.view))

    # Jump keys, clicks and the wheel

    def can_go_to(self, target: tuple[str, int]) -> bool:
        return target[0] not in BUTTONS

    def go_to(self, target: tuple[str, int]) -> None:
        """Put the cursor on a route or a row of the list, turn to a map, or describe a city."""
        kind, value = target
        if kind == "route":
            self.select_route(map_of(value), route_of(value))
        elif kind == "map":
            self.action_map(value)
        elif kind == "city" and self.scene is not None:
            self.show_status(messages.city_words(self.scene.view, value))
        elif kind == "entry":
            self.selection.marked, self._marked_before = value, NO_PARTNER
            self._explain_item()
            self._mark_moved()

    def on_click(self, event: events.Click) -> None:
        target = self.target_of(event)
        scene = self.scene
        if target is None or scene is None:
            return
        match target:
            case ("window", 1):
                self._look_at_offer(scene)
            case ("window", _closed):
                self._look_at_map(scene)
                self.redraw()
            case ("info", _page):
                self.action_info()
            case ("answer", group):
                self.action_answer(group)
            case ("withdraw", _button):
                self.action_withdraw()
            case ("turn", first):
                self.selection.marked = first
                self.redraw()
            case ("less" | "more" as kind, number):
                self.selection.marked = number
                self._change_amount(1 if kind == "more" else -1)
            case ("gold", amount):
                self._change_amount(amount - self.selection.gold)
            case ("route" | "line", code):
                self._click_route(scene, code)
            case ("entry" | "beside", number):
                self._click_entry(number)
            case ("group", number) if self._clicked == number == self.selection.marked:
                self._click_entry(number)
            case ("group", number):
                self.go_to(("entry", number))
                self._clicked = number
            case _:
                self.go_to(target)

    def _click_entry(self, number: int) -> None:
        """Do what a row of the list says; what would be put up for auction is only marked by the
        first click, and put up by the second one."""
        entries, marked = self.selection.entries, self.selection.marked
        is_put_up = 0 <= number < len(entries) and entries[number].actions[0] & KIND == OPEN
        is_first = is_put_up and (number != marked or self._clicked != number)
        self.go_to(("entry", number))
        self._clicked = number
        if not is_first:
            self._clicked = -1
            self.action_pick()

    def _click_route(self, scene: Scene[AhldarahdView], code: int) -> None:
        """Select a route; a second click does what the first one announced. One more on a route
        just laid leaves the cursor on the next one: it is the second of two clicks."""
        entry = self.selection.entry
        is_announced = entry is not None and entry.group == "way"
        if scene.my_turn and is_announced and code == self.cursor.place:
            self.action_pick()
        elif scene.my_turn and is_announced and code in self.memory.growing:
            self.select_route(self.cursor.map_index, self.cursor.route)
        else:
            self.go_to(("route", code))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self._scroll(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self._scroll(-1)

    def _scroll(self, by: int) -> None:
        """Go through the list and stop at its ends, so that a fast wheel does not go round."""
        if 0 <= self.selection.marked + by < len(self.selection.entries):
            self.action_turn(by)

    # Texts for the table screen

    def prompt(self, scene: Scene[AhldarahdView]) -> str:
        can_accept = not scene.legal or ACCEPT in scene.legal
        can_build = not scene.my_turn or bool(places(scene.legal, scene.view))
        if scene.view["phase"] == "opening" and self.memory.stale_city:
            return messages.prompt_after_stale(self.memory.stale_city, self._key)
        can_sell = not scene.my_turn or any(action & KIND == SELL for action in scene.legal)
        return messages.prompt(scene.view, scene.names, self._key, can_accept, can_build, can_sell)

    def why_not_here(self, scene: Scene[AhldarahdView]) -> str:
        if not scene.my_turn or not self._moves_on_map(scene) or self.cursor.route < 0:
            return ""
        if self.cursor.place in places(scene.legal, scene.view):
            return ""
        return self._why_not(scene)

    def _why_not(self, scene: Scene[AhldarahdView]) -> str:
        """Why nothing can be done with the route under the cursor, and how to go on."""
        view, legal = scene.view, scene.legal
        reason = messages.why_not(view, legal, scene.seat, self.cursor.map_index, self.cursor.route)
        return messages.with_way_on(reason, view, legal, self._key)

    def drop_selection(self) -> None:
        self._hinted = NO_PLACE
        trade = self.scene.view["trade"] if self.scene else None
        self.selection.draft.begin((trade["lines"] if trade else None) or ())
        self.redraw()

    def rule(self, scene: Scene[AhldarahdView]) -> str:
        return messages.rule(scene.view)

    def result(self, view: AhldarahdView) -> tuple[list[str], list[list[str]]] | None:
        return messages.result(view, self.scene.names) if self.scene else None
