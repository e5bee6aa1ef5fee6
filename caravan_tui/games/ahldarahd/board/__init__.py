"""The table of Caravans of Ahldarahd: a map to choose routes on, and a list for all else."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from textual import events

from caravan_tui.games.ahldarahd import messages
from caravan_tui.games.ahldarahd.actions import map_of, route_of
from caravan_tui.games.ahldarahd.board import lines
from caravan_tui.games.ahldarahd.board.keys import COMMANDS, KeyUse, key_use
from caravan_tui.games.ahldarahd.board.legend import Legend
from caravan_tui.games.ahldarahd.board.listing import Listing
from caravan_tui.games.ahldarahd.board.looks import GROWTH_FRAMES, TableLooks
from caravan_tui.games.ahldarahd.board.map_cursor import MapCursor, moves_on_map
from caravan_tui.games.ahldarahd.board.memory import Memory
from caravan_tui.games.ahldarahd.board.partner import PartnerChoice
from caravan_tui.games.ahldarahd.board.pending import Costly
from caravan_tui.games.ahldarahd.board.pointer import Pointer
from caravan_tui.games.ahldarahd.board.sending import OfferSteps
from caravan_tui.games.ahldarahd.board.touring import Touring
from caravan_tui.games.ahldarahd.board.writing import OfferWriting, is_writing
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.events import Buy, Claim, Destroyed, TakeCity
from caravan_tui.games.ahldarahd.moves import NO_PLACE, Selection, Target, place_of, places
from caravan_tui.games.ahldarahd.render.chart import chart_of
from caravan_tui.games.ahldarahd.render.foot import choice_beside
from caravan_tui.games.ahldarahd.render.layout import Layout, layout
from caravan_tui.games.ahldarahd.render.lit import lit_area, lit_item, lit_places
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.render.panel import are_known_below, page_count, seat_card
from caravan_tui.games.ahldarahd.render.table import draw_ground, draw_table
from caravan_tui.games.ahldarahd.render.trade import has_room_for_offer
from caravan_tui.games.ahldarahd.view import AhldarahdView, map_names
from caravan_tui.games.contract import Event
from caravan_tui.games.kit.confirmation import Confirmation
from caravan_tui.i18n import _
from caravan_tui.widgets.board import MarkedRegion, Scene, Showcase
from caravan_tui.widgets.commands import key_name
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.seats import SeatCard
from caravan_tui.widgets.drawn_board import DrawnBoard, LitRegion

BUTTONS = (
    "less", "more", "gold", "line", "near", "answer", "withdraw", "turn", "window", "info",
    "beside", "group",
)  # fmt: skip
"""Kinds of targets that jump keys skip: there are keys for amounts and answers, and the label of a
route, or the words of a choice, stand for what is around them."""


class Board(DrawnBoard[AhldarahdView]):
    """Arrows choose a route or go through the list; Enter does what is marked."""

    COLUMNS_ASIDE = 26
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
        self.memory = Memory()
        self.partner = PartnerChoice(self.selection)
        self._legend = Legend()
        self._pointer = Pointer(self, self.selection, self.cursor, self.memory)
        self._looks = TableLooks(self.selection, self.cursor, self.memory)
        self._confirmation = Confirmation[Costly]()
        steps = OfferSteps(self.choose, self._undo, self.show_status)
        self._writing = OfferWriting(
            self.selection, self._confirmation, steps, self.show_status, self._show_offer, self._key
        )
        shared = self, self.selection, self.cursor, self.partner
        self._touring = Touring(*shared, self._confirmation, self._key)
        self._listing = Listing(*shared, self._writing, self._confirmation, self._key)
        self._decision: tuple[object, ...] = ()
        """What tells one decision from the next."""
        self._hinted = NO_PLACE
        """The place of a route that a hint points at."""
        self._pointed: tuple[str, int] | None = None
        """The route, by its place, or the city that the pointer is on."""
        self._has_trade_window = False
        """Whether the player has opened a trade in its window over the map."""
        self._footer: KeyUse | None = None
        """What the footer depends on, as it was made last."""

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
            self._begin_decision(scene)
        if view["phase"] == "building" and any(
            isinstance(event, Claim | Buy | Destroyed) and event.seat == scene.seat
            for event in scene.events
        ):
            # The cursor stays: a second Enter neither buys what was not looked at, nor sells a
            # Right, nor ends the building.
            self.selection.reset(-1)
            self._confirmation.expect(Costly.UNSEEN_ROUTE)
        begins_building = self.cursor.begin_building(scene)
        begins_opening = is_new and scene.my_turn and view["phase"] == "opening"
        if moves_on_map(scene) and scene.my_turn:
            self.cursor.go_to_open_map(scene)
        self.update_list()
        self.memory.follow(scene, is_static=self.is_static)
        map_index = self.memory.map_to_follow(scene, is_static=self.is_static)
        if map_index >= 0:
            self.cursor.turn_to(map_index)
        if self._tell_answers(scene):
            begins_opening = False  # the answer is more than what an item is good for
        if self.memory.growing:
            self.animate_frames(GROWTH_FRAMES)
        self._update_footer(scene)
        super().refresh_board(scene)
        self._writing.go_on_sending(scene)
        if begins_building and self.cursor.route >= 0:
            self.select_route(self.cursor.map_index, self.cursor.route)
        elif begins_opening or (is_new and (self._is_writing or view["auction"])):
            self.explain_marked()
        self._writing.go_on_taking_back(scene)

    def _begin_decision(self, scene: Scene[AhldarahdView]) -> None:
        """Forget what belonged to the decision before, and show what this one is about."""
        view = scene.view
        self._confirmation.forget()
        self.partner.leave()
        if scene.my_turn:
            self._legend.close()  # what one decides about is in sight
        trade = view["trade"]
        written = (trade["lines"] if trade else None) or ()
        self.selection.reset(-1 if view["phase"] == "building" else 0, written)
        if scene.my_turn and scene.seat is not None and self.memory.follows:
            self.cursor.map_index = scene.seat  # one's own map is what one decides about
        if not moves_on_map(scene) and view["trade"] is None:
            self.cursor.route = -1  # the cursor of a building says nothing of an auction
        # What you write is in sight; what you are offered leaves the map in sight.
        self._has_trade_window = self._writes_in_window(scene)

    def _tell_answers(self, scene: Scene[AhldarahdView]) -> bool:
        """Say how offers were answered, as a small terminal has no room for the log; whether there
        was any answer."""
        answers = lines.answers(scene, self._key)
        for text in answers:
            # On your own turn a notification would cover the list.
            if scene.my_turn:
                self.show_status(text)
            elif not scene.turn_events:  # in a replay it is no news
                self.notify(text, markup=False)
        return bool(answers)

    @property
    def _is_writing(self) -> bool:
        """Whether the player writes an offer."""
        scene = self.scene
        return scene is not None and not self.is_read_only and is_writing(scene)

    def _writes_in_window(self, scene: Scene[AhldarahdView]) -> bool:
        """Whether this seat writes an offer that has the place of the map."""
        return is_writing(scene) and self.table_layout(scene).is_offer_on_map

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
        return key_use(
            scene,
            self.selection,
            has_trade_window=self._has_trade_window and not self.is_read_only,
            has_signs=bool(self.size.width) and bool(self.table_layout(scene).free_area),
            has_maps_to_show=not self._has_nothing_on_maps(scene),
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

    def update_list(self) -> None:
        """List the choices for the route under the cursor."""
        if scene := self.scene:
            self.selection.update(
                scene.legal, scene.interrupts, scene.view, self.cursor.place, scene.names
            )

    @property
    def current_action(self) -> int | None:
        entry = self.selection.entry
        return None if entry is None else self.selection.action(entry)

    def restore_place(self, place: Mapping[str, object]) -> None:
        """The same, but the parts of the board go on with cursor and selection that they know."""
        for name, value in place.items():
            vars(getattr(self, name)).update(vars(value))

    def place_restored(self) -> None:
        self.redraw()
        self.explain_marked()

    def preview(self, action: int | None) -> None:
        """Show the route of a move, or its entry in the list."""
        self._hinted = NO_PLACE
        if action is not None and self.scene is not None:
            self.start_at(action)
            self._hinted = place_of(action, self.scene.view)
        self.redraw()

    def unplayed_region(self, columns: int) -> MarkedRegion:
        """The small maps at the right, as the one that a row is about is drawn large; or large maps
        at the right on which nothing can be built now."""
        scene = self.scene
        if scene is None:
            return super().unplayed_region(columns)
        plan = self.table_layout(scene)
        if plan.tiles.width:
            x = plan.tiles.x if plan.tiles.x > plan.map_area(0).x else self.size.width
            return x, 0, self.size.width - x, self.size.height
        areas = [plan.map_area(map_of(code)) for code in places(scene.legal, scene.view)]
        x = max([self.size.width - columns, *(area.x + area.width + 1 for area in areas)])
        return x, 0, max(0, self.size.width - x) if areas else 0, plan.top

    @property
    def marked_regions(self) -> Sequence[MarkedRegion]:
        if self._hinted != NO_PLACE:
            return self.regions_now([("route", self._hinted), ("line", self._hinted)])
        return self.regions_now([("entry", self.selection.marked)])

    def start_at(self, action: int) -> None:
        scene = self.scene
        if scene is None:
            return
        self._confirmation.forget(Costly.UNSEEN_ROUTE)  # it was put there for a reason
        code = place_of(action, scene.view)
        if code >= 0:
            self.cursor.go_to(code)
            self.update_list()
        self.selection.point(action)
        self.explain_marked()
        self.redraw()

    def table_layout(self, scene: Scene[AhldarahdView], has_info: bool | None = None) -> Layout:
        """Where everything lies at the present size, with or without the legend; None: as it is."""
        maps, has_list = len(scene.view["routes"]), not self.is_static
        has_info = self._legend.is_open if has_info is None else has_info
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

    def target_won_at(
        self, scene: Scene[AhldarahdView], event: Event, seat: int
    ) -> tuple[int, int] | None:
        """The map and the city that has come under control."""
        if not isinstance(event, TakeCity):
            return None
        names = from_plain(scene.view["custom"]).names
        return map_names(scene.view).index(event.map), names.index(event.city)

    def region_won_at(self, canvas: Canvas, target: tuple[int, int]) -> MarkedRegion | None:
        """Its plaque, if the map is drawn large."""
        assert self.scene is not None
        map_index, city = target
        plan = self.table_layout(self.scene)
        if plan.maps == 1 and map_index != self.cursor.map_index:
            return None
        area = plan.map_area(0 if plan.maps == 1 else map_index)
        regions = self._regions_of(canvas, [("city", city)])
        return next((region for region in regions if area.holds(region[0], region[1])), None)

    def cursor_targets(self) -> Collection[tuple[str, int]]:
        code = self.cursor.place
        return [("route", code), ("line", code), ("entry", self.selection.marked)]

    def asked_targets(self) -> Collection[tuple[str, int]]:
        return [("info", 0)] if self._legend.is_open else []

    def lit_regions(
        self, canvas: Canvas, scene: Scene[AhldarahdView], name: str
    ) -> Sequence[LitRegion]:
        """A city, or a route as `gems-ivory` with its two cities, on the viewer's own map, as
        `blue:gems-ivory` on the Blue one; what can be put up now, as `eyes` or `card.salt`, on its
        card or in the list; `map`, `seats`, `cards` or `list`."""
        plan, view = self.table_layout(scene), scene.view
        if area := lit_area(plan, view, name):
            return [area.region] if area.width else []
        if item := lit_item(self._look(scene), view, name):
            return self._regions_of(canvas, item)
        map_index, named = lit_places(view, scene.seat or 0, name)
        if plan.maps == 1 and map_index != self.cursor.map_index:
            return []
        area = plan.map_area(0 if plan.maps == 1 else map_index)
        return [
            region for region in self._regions_of(canvas, named) if area.holds(region[0], region[1])
        ]

    def seat_cards(self, scene: Scene[AhldarahdView]) -> list[SeatCard]:
        look, colours = self._look(scene), self.pens.palette
        return [seat_card(scene.view, look, seat, colours) for seat in range(scene.view["seats"])]

    def _look(self, scene: Scene[AhldarahdView]) -> Look:
        return self._looks.look(
            scene,
            self.table_layout(scene),
            self.pens,
            page=self._legend.page,
            hinted=self._hinted,
            pointed=self._pointed[1] if self._pointed and self._pointed[0] == "route" else NO_PLACE,
            lit=self._lit,
            has_trade_window=self._has_trade_window,
            has_rail=self.has_rail,
            frame=self.frame,
            glow=self.glow,
            key=self._key if self.can_focus else None,
        )

    # Keys

    def action_go(self, dx: int, dy: int) -> None:
        """Go to the next route on the map, or through the list and its amounts."""
        scene = self.scene
        if scene is None:
            return
        if self.partner.is_open:
            self.partner.turn(dx or dy)
            self.mark_moved()
        elif moves_on_map(scene):
            self._touring.go(scene, self.table_layout(scene).map_area(0), dx, dy)
        elif dy and (entry := self._choice_beside(scene, dy)) >= 0:
            self._listing.mark(entry)
        elif dy or self.selection.marked < 0:
            self.action_turn(dy or dx)
        else:
            self.change_amount(dx)

    def _choice_beside(self, scene: Scene[AhldarahdView], dy: int) -> int:
        """The choice above or below the marked one where they stand in rows, else -1."""
        return choice_beside(self.table_layout(scene), scene.view, self._look(scene), dy)

    def select_route(self, map_index: int, route: int) -> None:
        """Put the cursor on a route."""
        if self.scene is not None:
            self._touring.select_route(self.scene, map_index, route)

    def change_amount(self, by: int) -> None:
        """Raise or lower the marked amount, or go where there is none."""
        if self.scene is not None:
            self._listing.change_amount(self.scene, by)

    def entries_on_cards(self) -> Sequence[int]:
        """The choices that are cards on the table."""
        return self._look(self.scene).on_cards if self.scene is not None else ()

    def click_targets(self) -> Sequence[Target]:
        """What can be clicked on the screen."""
        canvas = self.current_canvas()
        return canvas.targets if canvas else ()

    def mark_moved(self) -> None:
        """Draw another marked thing; the footer says what Enter does with it."""
        if self.scene is not None:
            self._update_footer(self.scene)
        self.redraw()

    def _show_offer(self) -> None:
        """Show what the offer names now."""
        if self.scene is not None:
            self.update_list()
            self.mark_moved()

    def take_back(self) -> bool:
        return self.scene is not None and self._writing.take_back(self.scene)

    def take_back_for(self, action: int) -> int:
        scene = self.scene
        if scene is None or not self._is_writing:
            return 0
        return self._writing.undo_for(scene, action)

    def mark_clicked(self, number: int) -> None:
        """Mark a choice, and say what a second click on it will do."""
        if self.scene is not None:
            self.partner.leave()
            self._listing.mark_clicked(self.scene, number)

    def action_turn(self, by: int) -> None:
        self._listing.turn(by)

    def explain_marked(self) -> None:
        """Say what the marked thing is good for, while the user chooses what to auction or writes
        an offer."""
        if self.scene is not None and not self.is_read_only:
            line = lines.item_line(self.scene, self.selection)
            if line is not None:
                self.show_status(line)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Escape to others but for who writes an offer, or chooses whom to make one."""
        if action == "withdraw":
            return self._is_writing or self.partner.is_open
        return super().check_action(action, parameters)

    def rows_explained(self, seat: int) -> Sequence[int]:
        if self.scene is None or self.has_rail:
            return ()
        plan = self.table_layout(self.scene)
        maps = {map_of(code) for code in self.memory.changed}
        if plan.maps > 1 or self.cursor.map_index in maps:
            return range(plan.top)
        if maps and plan.tiles.width:  # a small map is marked
            return range(plan.tiles.y, plan.tiles.bottom)
        return range(plan.moment_y, plan.list_y + plan.list_rows)

    @contextmanager
    def showing_turn(self, seat: int) -> Iterator[None]:
        cursor, turn_map = self.cursor, self.memory.last_maps.get(seat, -1)
        before, route = cursor.map_index, cursor.route
        turns = self.scene is not None and self.table_layout(self.scene).maps == 1
        if not turns or turn_map in (-1, before):
            yield
            return
        cursor.turn_to(turn_map)
        self.redraw()
        yield
        if cursor.map_index == turn_map:  # else the match has gone on
            cursor.map_index, cursor.route = before, route
            self.redraw()

    def look_at_map(self) -> None:
        """Show the map that is asked for, also in place of an offer."""
        self._has_trade_window = self.memory.follows = False
        if self.scene is not None:
            self._update_footer(self.scene)

    def look_at_offer(self) -> None:
        """Show the offer in place of the map again."""
        self._has_trade_window = True
        self.mark_moved()

    def action_next_map(self, by: int) -> None:
        if self.scene and not self._says_all_maps_are_seen(self.scene):
            self._touring.show_next_map(self.scene, by)

    def action_map(self, number: int) -> None:
        if self.scene and not self._says_all_maps_are_seen(self.scene):
            self._touring.show_map(self.scene, number)

    def _says_all_maps_are_seen(self, scene: Scene[AhldarahdView]) -> bool:
        """Say so where there is neither another map to show nor a route to choose on it."""
        if not self._has_nothing_on_maps(scene):
            return False
        self.show_status(_("All maps are on screen. There is no route to choose now."))
        return True

    def _has_nothing_on_maps(self, scene: Scene[AhldarahdView]) -> bool:
        """Whether all maps are in sight, and no route is to be chosen on them."""
        if not self.size.width or moves_on_map(scene):
            return False
        plan = self.table_layout(scene)
        return plan.maps >= plan.map_count

    def action_next_route(self) -> None:
        if self.scene:
            self._touring.go_to_next_route(self.scene)

    @property
    def shows_legend(self) -> bool:
        """Whether the legend or the known cards are beside the maps."""
        return self._legend.is_open

    def close_legend(self) -> None:
        """Show the seats again."""
        self._legend.close()
        self.show_status("")
        self.redraw()

    def action_info(self) -> None:
        """Turn from the seats to the legend, the known cards, and back."""
        scene = self.scene
        if scene is None or not self.size.width:
            return
        self.drop_refusal()
        plan = self.table_layout(scene, has_info=True)
        if plan.free_area:
            self.show_status(_("The signs stand beside the maps."))
            return
        trade, look, area = scene.view["trade"], self._look(scene), plan.info
        if plan.has_cards and trade is not None and trade["lines"] is not None:
            area = plan.info_beside_offer
            if not (plan.has_info_beside and has_room_for_offer(look, plan.offer_beside_info)):
                self.show_status(_("There is no room for the signs beside an offer."))
                return
        pages = page_count(self.pens, scene.view, look, area)
        self._legend.turn(pages)
        text = messages.next_page(
            self._legend.page, pages, self._key,
            are_known_below=are_known_below(self.pens, scene.view, look, area),
        )  # fmt: skip
        self.show_status(text if self.can_focus else "")
        self.redraw()

    def action_jump(self, group: str) -> None:
        """Mark the next entry of a group; for `offer` with one partner, begin the offer; during a
        trade, show its window again."""
        if group == "offer" and self.scene and self._writes_in_window(self.scene):
            self.look_at_offer()
            text = _("Press {map} or a number to see a map.")
            self.show_status(text.format(map=self._key("ahldarahd.map")))
        elif self.scene:
            self._listing.jump(self.scene, group)

    def action_end_building(self) -> None:
        if self.scene:
            self._listing.end_building(self.scene)

    def action_answer(self, group: str) -> None:
        """Play the first entry of a group at once."""
        if self.scene:
            self._listing.answer(self.scene, group)

    def action_withdraw(self) -> None:
        """Withdraw the offer that is being written; from a look at the map, go back to it; while a
        partner is chosen, choose none."""
        scene = self.scene
        if self.partner.is_open:
            self.partner.cancel()
            self.show_status("")
            self._listing.show_marked()
        elif scene is None or not self._is_writing:
            return
        elif self._is_beside_map:
            self.action_jump("offer")
        elif self._writing.may_withdraw(scene):
            self.action_answer("no")

    def action_pick(self) -> None:
        """Play the marked entry, or add it to the offer that is being written."""
        if self.scene:
            self._listing.pick(self.scene)

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
            self.partner.leave()
            self._listing.mark(value)

    def on_click(self, event: events.Click) -> None:
        target = self.target_of(event)
        if target is not None and self.scene is not None:
            self._pointer.click(target, self.scene)
        elif self.scene is not None and self.scene.my_turn:
            kinds = {str(target[0]) for *_place, target in self.click_targets()}
            self.show_status(messages.nothing_there(kinds), is_error=True)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Light the route under the pointer, and say what it is, or a city."""
        match self.target_of(event):
            case ("route" | "line" | "near", code):
                self._point_at(("route", code))
            case ("city", _city) as city:
                self._point_at(city)
            case _:
                self._point_at(None)

    def on_leave(self) -> None:
        """Light no route for a pointer that is elsewhere."""
        self._point_at(None)

    def _point_at(self, target: tuple[str, int] | None) -> None:
        """Light and describe a route, or describe a city; None: neither. What is said of the route
        under the cursor stays: it tells how to have it."""
        scene = self.scene
        if scene is None or target == self._pointed:
            return
        self._pointed = target
        self.redraw()
        if target is None or self._is_writing or target == ("route", self.cursor.place):
            return
        kind, value = target
        if kind == "city":
            self.show_status(messages.city_words(scene.view, value))
        else:
            self.show_status(messages.route_words(scene.view, scene.names, value))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self._pointer.scroll(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self._pointer.scroll(-1)

    # Texts for the table screen

    def prompt(self, scene: Scene[AhldarahdView]) -> str:
        return lines.prompt(scene, self.memory.stale_city, self._key)

    def why_not_here(self, scene: Scene[AhldarahdView]) -> str:
        if not scene.my_turn or not moves_on_map(scene) or self.cursor.route < 0:
            return ""
        if self.cursor.place in places(scene.legal, scene.view):
            return ""
        return lines.why_not(scene, self.cursor, self._key)

    def drop_selection(self) -> None:
        self._hinted = NO_PLACE
        trade = self.scene.view["trade"] if self.scene else None
        self.selection.draft.begin((trade["lines"] if trade else None) or ())
        self.redraw()

    def rule(self, scene: Scene[AhldarahdView]) -> str:
        return messages.rule(scene.view)

    def result(self, view: AhldarahdView) -> tuple[list[str], list[list[str]]] | None:
        return messages.result(view, self.scene.names) if self.scene else None
