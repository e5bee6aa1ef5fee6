"""The table of Caravans of Ahldarahd: a map to choose routes on, and a list for all else."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence

from attrs import evolve
from textual import events

from caravan_tui.games.ahldarahd import messages
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
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.events import (
    Bid,
    Building,
    Buy,
    Claim,
    Decline,
    Destroy,
    Destroyed,
    EndBuilding,
    Fall,
    Favour,
    FreeRoute,
    LoseCity,
    Open,
    Pay,
    Sell,
    Stale,
    Swept,
    TakeCity,
)
from caravan_tui.games.ahldarahd.moves import (
    NO_PLACE,
    Entry,
    Selection,
    Target,
    card_places,
    first_beside,
    place_of,
    places,
)
from caravan_tui.games.ahldarahd.pieces import item_name
from caravan_tui.games.ahldarahd.render.chart import chart_of, nearest
from caravan_tui.games.ahldarahd.render.choices import entry_beside
from caravan_tui.games.ahldarahd.render.foot import choice_area, first_row
from caravan_tui.games.ahldarahd.render.layout import Area, Layout, layout
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.render.panel import page_count, seat_card
from caravan_tui.games.ahldarahd.render.table import draw_ground, draw_table
from caravan_tui.games.ahldarahd.render.wares import entries_on_cards, item_entries
from caravan_tui.games.ahldarahd.text import items, offers
from caravan_tui.games.ahldarahd.view import AhldarahdView, changed_routes, last_bids, map_names
from caravan_tui.games.contract import Event
from caravan_tui.i18n import _, later
from caravan_tui.widgets.board import Scene, Showcase
from caravan_tui.widgets.commands import Command, bindings, key_name
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.seats import SeatCard
from caravan_tui.widgets.drawn_board import DrawnBoard, LitRegion
from caravan_tui.widgets.marks import SEATS, seat_mark

COMMANDS = (
    Command("ahldarahd.up", "up,k", "go(0,-1)", "Up", "On the map or in the list."),
    Command("ahldarahd.down", "down,j", "go(0,1)", "Down", "On the map or in the list."),
    Command("ahldarahd.left", "left,h", "go(-1,0)", "Left", "On the map, or a smaller amount."),
    Command("ahldarahd.right", "right,l", "go(1,0)", "Right", "On the map, or a larger amount."),
    Command(
        "ahldarahd.pick", "enter,space", "pick", "Do it", "Play the selected choice.", footer=True
    ),
    Command(
        "ahldarahd.next", "tab,n", "turn(1)", "Next", "The next choice in the list.", footer=True
    ),
    Command("ahldarahd.before", "shift+tab,b", "turn(-1)", "Previous", "The previous choice."),
    Command("ahldarahd.map", "v", "next_map(1)", "Map", "Show the next map.", footer=True),
    Command("ahldarahd.map_back", "V", "next_map(-1)", "Previous map", "Show the previous map."),
    Command("ahldarahd.route", "z", "next_route", "Route", "Go to the next route you can choose."),
    Command(
        "ahldarahd.trade",
        "t",
        "jump('offer')",
        "Trade",
        "Offer a trade, or show the current one again.",
        footer=True,
    ),
    Command("ahldarahd.sell", "s", "jump('sell')", "Sell", "Sell a Right of Passage."),
    Command("ahldarahd.end", "e", "end_building", "End", "End the building.", footer=True),
    Command("ahldarahd.yes", "y", "answer('yes')", "Yes", "Accept or send an offer.", footer=True),
    Command("ahldarahd.no", "p", "answer('no')", "Pass", "Pass, decline or withdraw.", footer=True),
    Command(
        "ahldarahd.withdraw",
        "escape",
        "withdraw",
        "Withdraw",
        "Withdraw the offer that you write: nothing is sent, and all is as before. While you "
        "choose whom to offer a trade, choose nobody.",
    ),
    Command(
        "ahldarahd.counter",
        "c",
        "answer('counter')",
        "Counter",
        "Make a counter-offer.",
        footer=True,
    ),
    Command(
        "ahldarahd.give",
        "g",
        "jump('give')",
        "Give",
        "Choose what your offer gives.",
        footer=True,
    ),
    Command(
        "ahldarahd.want",
        "d",
        "jump('want')",
        "Want",
        "Choose what your offer wants.",
        footer=True,
    ),
    Command(
        "ahldarahd.info",
        "i",
        "info",
        "Signs",
        "Show what the signs mean, and the known and discarded cards.",
        footer=True,
    ),
    *(
        Command(
            f"ahldarahd.map{number}",
            str(number),
            f"map({number - 1})",
            "Map",
            "Show the map with this number.",
        )
        for number in range(1, 7)
    ),
)

GROUP_ACTIONS = {
    "jump('offer')": "offer",
    "end_building": "end",
    "answer('yes')": "yes",
    "answer('no')": "no",
    "answer('counter')": "counter",
    "jump('give')": "give",
    "jump('want')": "want",
}
"""Actions that the footer names while there is a choice of their group."""

FOOTER_TITLES = {
    ("opening", "pick"): later("Put up"),
    ("first bid", "pick"): later("Bid"),
    ("raising", "pick"): later("Bid"),
    ("writing", "pick"): later("Add"),
    ("writing", "answer('yes')"): later("Send"),
    ("writing", "answer('no')"): later("Withdraw"),
    ("answering", "answer('yes')"): later("Accept"),
    ("answering", "answer('no')"): later("Decline"),
}
"""What the footer calls an action in a phase."""

REMOVE = later("Remove")
"""What the footer calls `pick` on what an offer names already."""

PARTNER = later("Choose")
"""What the footer calls `pick` on who is offered a trade."""

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

MOVES = Open | Bid | FreeRoute | Claim | Buy | Destroy | Pay | Sell | EndBuilding | Favour
"""Events that are moves of a seat: what the others did before it is old then."""


def _last_step(past: Sequence[Event]) -> list[Event]:
    """The events since the last route was laid or lost, if nothing else has happened since."""
    step: list[Event] = []
    for event in reversed(past):
        step.insert(0, event)
        if isinstance(event, FreeRoute | Claim | Buy | Destroy | Destroyed | Fall):
            return step
        if not isinstance(event, TakeCity | LoseCity | Swept):
            break
    return []


class Board(DrawnBoard[AhldarahdView]):
    """Arrows choose a route or go through the list; Enter does what is marked."""

    COLUMNS_ASIDE = 28
    DIMMED = 0.38  # plaques and prices are bright everywhere: a weak veil lets nothing stand out
    MOVED_BY_PREVIEW = ("map_index", "route", "selection")
    SHOWCASE = Showcase(seats=3, seed=7, moves=80, width=31, height=14, least_width=72)
    COMMANDS = COMMANDS
    BINDINGS = bindings(COMMANDS)
    SPECTATOR_ACTIONS = frozenset({"go", "next_map", "map", "info"})
    SELECTING_ACTIONS = frozenset({"turn", "next_route", "jump"})

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.map_index = -1
        """The map with the cursor, -1 before the first position."""
        self.route = -1
        """The route under the cursor, -1 for none."""
        self.selection = Selection()
        self._decision: tuple[object, ...] = ()
        """What tells one decision from the next."""
        self._building_turn: tuple[int, int, int] | None = None
        """The round and seats of the last building that began."""
        self._page = 0
        """What is beside the maps: 0 the seats, else a page of legend and known cards."""
        self._is_warned = False
        """Whether the player was told that something can still be built."""
        self._is_unsure = False
        """Whether the cursor went to a route by itself: Enter says first what it would do."""
        self._clicked = -1
        """The choice that the first of two clicks has marked."""
        self._hinted = NO_PLACE
        self._footer: tuple[object, ...] = ()
        """What the footer depends on, as it was made last."""
        self._bids: dict[int, int] = {}
        """The last bids of this auction."""
        self._stale_city = ""
        """The card that was discarded before this bidding, as nobody bought one."""
        self._has_trade_window = False
        """Whether the player has opened a trade in its window over the map."""
        self._stepped_in: Scene[AhldarahdView] | None = None
        """The position in which the last step of an offer was played."""
        self._withdrawn_in: Scene[AhldarahdView] | None = None
        """The position in which an offer, or the last line of it, was taken back."""
        self._marked_before = NO_PARTNER
        """What was marked before the player began to choose a partner; NO_PARTNER: they do not."""
        self._is_declined = False
        """Whether the last offer of this seat was declined, and nothing was decided since."""
        self._is_costly_told = False
        """Whether the player was told what it costs to withdraw the offer."""
        self.changed: frozenset[int] = frozenset()
        """Places of routes that the others have changed since this seat's last move."""
        self._growing: frozenset[int] = frozenset()
        """Places of routes that have just been laid."""
        self._follows = True
        """Whether the map with the latest change is shown; False while another was asked for."""

    def _key(self, command: str) -> str:
        """The key of a command, by its id, as the user reads it."""
        return key_name(self, command)

    # Drawing

    def refresh_board(self, scene: Scene[AhldarahdView]) -> None:
        """Keep map and route; reset the list when there is another decision."""
        view = scene.view
        self._hinted = NO_PLACE
        if self.map_index < 0 or self.map_index >= len(view["routes"]):
            self.map_index = scene.seat or 0
        decision = (view["phase"], view["round"], view["to_act"], view["active"], scene.seat)
        if self._decision and self._decision[-1] != scene.seat:
            self.map_index = scene.seat or 0  # another person is at the keyboard now
        if is_new := decision != self._decision:
            self._decision = decision
            self._clicked, self._is_unsure, self._is_costly_told = -1, False, False
            self._marked_before = NO_PARTNER
            if scene.my_turn and self.shows_legend:
                self._page = 0  # what one decides about is in sight
            trade = view["trade"]
            written = (trade["lines"] if trade else None) or ()
            self.selection.reset(-1 if view["phase"] == "building" else 0, written)
            if scene.my_turn and scene.seat is not None and self._follows:
                self.map_index = scene.seat  # what one decides about begins with one's own map
            if not self._moves_on_map(scene) and view["trade"] is None:
                self.route = -1  # the cursor of a building says nothing of an auction
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
        for event in [*scene.past, *scene.events]:
            if isinstance(event, Stale | Building):
                self._stale_city = event.card if isinstance(event, Stale) else ""
        begins_building = self._begin_building(scene)
        begins_opening = is_new and scene.my_turn and view["phase"] == "opening"
        if self._moves_on_map(scene) and scene.my_turn:
            self._go_to_open_map(scene)
        self._update_list(scene)
        self._note_changes(scene)
        bids = last_bids(scene.past, {}) if scene.past else self._bids
        self._bids = last_bids(scene.events, {} if view["auction"] is None else bids)
        for event in scene.events:
            if isinstance(event, Decline):
                self._is_declined = event.giver == scene.seat
            elif isinstance(event, MOVES) and event.seat == scene.seat:
                self._is_declined = False
        for event in scene.events:  # a small terminal has no room for the log
            if text := messages.answer_words(event, scene.names, scene.seat, self._key):
                begins_opening = False  # the answer is more than what an item is good for
                # On your own turn a notification would cover the list.
                if scene.my_turn:
                    self.show_status(text)
                elif not scene.turn_events:  # in a replay it is no news
                    self.notify(text, markup=False)
        if self._growing:
            self.animate_frames(GROWTH_FRAMES)
        self._update_footer(scene)
        super().refresh_board(scene)
        self._continue_sending(scene)
        if begins_building and self.route >= 0:
            self.select_route(self.map_index, self.route)
        elif begins_opening or (is_new and self._is_writing):
            self._explain_item()
        self._continue_withdrawing(scene)

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

    def _continue_sending(self, scene: Scene[AhldarahdView]) -> None:
        """Play the next step of an offer that is being sent."""
        draft = self.selection.draft
        if not draft.is_sending or scene is self._stepped_in:
            return
        self._stepped_in = scene
        step = draft.next_step()
        if step is not None:
            self.choose(step)
        else:
            self.post_message(self.UndoChosen())

    def _continue_withdrawing(self, scene: Scene[AhldarahdView]) -> None:
        """Take back what the match still has of an offer that is being withdrawn; say so when it
        has nothing of it any more."""
        before = self._withdrawn_in
        if before is None or scene.seat != before.seat:
            return
        trade, trade_before = scene.view["trade"], before.view["trade"]
        if trade is None or (scene.my_turn and scene.view["phase"] == "answering"):
            self._withdrawn_in = None
            self.show_status(offers.withdrawn_words(is_counter=trade is not None))
        elif trade_before and len(trade["lines"] or ()) < len(trade_before["lines"] or ()):
            self._take_back_step(scene)

    def _take_back_step(self, scene: Scene[AhldarahdView]) -> None:
        """Undo the newest line of an offer, or its beginning."""
        self._withdrawn_in = scene
        self.post_message(self.UndoChosen())

    def _update_footer(self, scene: Scene[AhldarahdView]) -> None:
        """Have the footer made again where other keys have a use now."""
        groups = frozenset(entry.group for entry in self.selection.entries)
        has_marked = self.selection.has_marked
        is_beside_map = self._is_beside_map
        kind = self.selection.group == "offer", has_marked
        now = scene.view["phase"], scene.my_turn, is_beside_map, self._is_declined
        footer = (*now, groups - {"way"}, kind)
        if footer != self._footer:
            self._footer = footer
            self.refresh_bindings()

    def offers(self, action: str) -> bool:
        """Name the keys of the phase alone."""
        scene = self.scene
        if scene is None or self.is_read_only:
            return True
        if action == "answer('no')" and self._is_writing:
            return False  # the key at the foot of the offer does the same
        if action == "next_map(1)" and self._is_writing and self._has_trade_window:
            return False  # it stands there, too
        if group := GROUP_ACTIONS.get(action):
            return self.selection.first_of(group) is not None
        if action == "info" and self.size.width and self.table_layout(scene).free_area:
            return False  # they are in sight
        if action in ("turn(1)", "info") and scene.my_turn and scene.view["phase"] == "writing":
            return False  # the keys of the two sides lead there, and they need the room
        if action in ("turn(1)", "info") and scene.my_turn and scene.view["phase"] == "answering":
            return False  # each answer has a key
        if action in ("pick", "turn(1)"):
            return bool(scene.legal or scene.interrupts)
        return True

    @property
    def asks_why(self) -> bool:
        return self._is_declined and not self.is_read_only

    def title_of(self, action: str) -> str:
        """What a key does in this phase."""
        phase = self.scene.view["phase"] if self.scene and self.scene.my_turn else ""
        if phase == "writing" and action == "pick" and self.selection.has_marked:
            return REMOVE
        if action == "pick" and self.selection.group == "offer":
            return PARTNER
        return FOOTER_TITLES.get((phase, action), "")

    def _note_changes(self, scene: Scene[AhldarahdView]) -> None:
        """Remember which routes the others have changed since this seat's last move, and follow
        them to their map."""
        view = scene.view
        latest: frozenset[int] = frozenset()
        if scene.past or self.is_static:
            self.changed = frozenset()
        since = [*_last_step(scene.past), *scene.events]
        for event in scene.turn_events if self.is_static else since:
            if isinstance(event, MOVES) and event.seat == scene.seat and not self.is_static:
                self.changed, self._follows = frozenset(), True
                continue
            places_ = changed_routes(view, [event])
            self.changed |= places_
            latest = places_ or latest
        laid = [event for event in scene.events if isinstance(event, FreeRoute | Claim | Buy)]
        self._growing = changed_routes(view, laid)
        if latest and not scene.my_turn and (self._follows or self.is_static):
            map_index = map_of(max(latest))
            if map_index != self.map_index:
                self.map_index, self.route = map_index, -1

    def _begin_building(self, scene: Scene[AhldarahdView]) -> bool:
        """When your building begins, show your own map, or the first on which you may build, with
        the cursor on a route that you can have; whether it begins."""
        view = scene.view
        if view["phase"] != "building" or not scene.my_turn or scene.seat is None:
            return False
        turn = (view["round"], view["active"], scene.seat)
        if turn == self._building_turn:
            return False  # it goes on after a trade
        self._building_turn = turn
        usable = {map_of(code) for code in places(scene.legal, view)}
        map_index = scene.seat if scene.seat in usable or not usable else min(usable)
        if map_index != self.map_index:
            self.map_index, self.route = map_index, -1
        open_places = places(scene.legal, view)
        if self._cursor_place() not in open_places:
            self.route = first_beside(view, map_index, open_places)
        return True

    def _go_to_open_map(self, scene: Scene[AhldarahdView]) -> None:
        """Show a map where a route can fall or be laid; these are on certain maps only."""
        open_places = places(scene.legal, scene.view)
        if not open_places or scene.view["phase"] == "building":
            return
        if self.map_index not in {map_of(code) for code in open_places}:
            self.map_index = map_of(min(open_places))
        if self._cursor_place() not in open_places:
            self.route = first_beside(scene.view, self.map_index, open_places)

    def _cursor_place(self) -> int:
        return place(self.map_index, self.route) if self.route >= 0 else NO_PLACE

    def _update_list(self, scene: Scene[AhldarahdView]) -> None:
        """List the choices for the route under the cursor."""
        self.selection.update(
            scene.legal, scene.interrupts, scene.view, self._cursor_place(), scene.names
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
            self.map_index, self.route = map_of(code), route_of(code)
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
        code = self._cursor_place()
        return [("route", code), ("line", code), ("entry", self.selection.marked)]

    def asked_targets(self) -> Collection[tuple[str, int]]:
        return [("info", 0)] if self._page else []

    def lit_regions(
        self, canvas: Canvas, scene: Scene[AhldarahdView], name: str
    ) -> Sequence[LitRegion]:
        """A city, or a route as `gems-ivory` with its two cities, on the viewer's own map, as
        `blue:gems-ivory` on the Blue one; what can be put up now, as `eyes` or `card.salt`, on its
        card or in the list; `map`, `seats`, `cards` or `list`."""
        plan = self.table_layout(scene)
        top = first_row(plan, scene.view)
        areas = {
            "map": plan.map_area(0),
            "seats": plan.seats,
            "cards": Area(0, plan.cards_y, plan.width, plan.moment_y - plan.cards_y),
            "list": Area(0, top, plan.width, plan.height - top),
        }
        if area := areas.get(name):
            return [(area.x, area.y, area.width, area.height)] if area.width else []
        city_map = from_plain(scene.view["custom"])
        for item, entry in item_entries(self._look(scene)).items():
            if item_name(city_map, item) == name:
                return self._regions_of(canvas, [("entry", entry)])
        map_name, _colon, name = name.rpartition(":")
        map_index = map_names(scene.view).index(map_name) if map_name else scene.seat or 0
        if plan.maps == 1 and map_index != self.map_index:
            return []
        area = plan.map_area(0 if plan.maps == 1 else map_index)
        named = self._named(scene.view, map_index, name)
        return [
            region
            for region in self._regions_of(canvas, named)
            if area.x <= region[0] < area.x + area.width
            and area.y <= region[1] < area.y + area.height
        ]

    def _named(self, view: AhldarahdView, map_index: int, name: str) -> Sequence[tuple[str, int]]:
        """The targets of a city, or of a route of a map and its two cities."""
        city_map = from_plain(view["custom"])
        if name in city_map.names:
            return [("city", city_map.names.index(name))]
        targets = []
        for route, ends in enumerate(city_map.ends):
            if city_map.route_name(route) == name:
                targets += [(kind, place(map_index, route)) for kind in ("route", "line")]
                targets += [("city", city) for city in ends]
        return targets

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
            map_index=self.map_index,
            route=self.route,
            open_places=places(scene.legal, scene.view),
            card_places=card_places(scene.legal),
            entries=selection.entries,
            labels=labels,
            offer=selection.offer_rows(scene.view),
            marked=selection.marked,
            page=self._page,
            hinted=self._hinted,
            bids=self._bids,
            has_trade_window=self._has_trade_window,
            amount=selection.gold,
            changed=self.changed,
            growing=self._growing if self.frame else frozenset(),
            growth=1 - self.frame / (GROWTH_FRAMES + 1),
            key=self._key if self.can_focus else None,
        )
        has_wares = plan.has_cards and (not self._page or plan.has_info_beside)
        if not has_wares:
            return look
        return evolve(look, on_cards=entries_on_cards(self.pens, scene.view, look, plan.width))

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
        city_map = from_plain(scene.view["custom"])
        area = self.table_layout(scene).map_area(0)
        chart = chart_of(city_map, max(30, area.width), max(13, area.height))
        route = 0 if self.route < 0 else nearest(chart, self.route, dx, dy)
        if route >= 0:
            self.select_route(self.map_index, route)
        else:
            self.show_status(_("There are no more routes in that direction."), is_error=True)

    def select_route(self, map_index: int, route: int) -> None:
        """Put the cursor on a route; the ways to pay for it come first in the list."""
        scene = self.scene
        if scene is None:
            return
        self.map_index, self.route, self._is_unsure = map_index, route, False
        self._marked_before = NO_PARTNER
        selection = self.selection
        selection.marked = 0
        self._update_list(scene)
        if scene.my_turn and self._moves_on_map(scene) and route >= 0:
            way = selection.first_of("way")
            if way:
                is_laid = way.actions[0] & KIND in (FREE, CLAIM, BUY)
                gain = messages.gain_words(scene.view, map_index, route) if is_laid else ""
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
        self._take_back_step(scene)
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
        self._has_trade_window = self._follows = False
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
            self.select_route((self.map_index + by) % maps, self.route)

    def action_map(self, number: int) -> None:
        """Show a map by its number, from 0."""
        scene = self.scene
        if scene is None:
            return
        if number < len(scene.view["routes"]):
            self._look_at_map(scene)
            self.select_route(number, self.route)
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
        cursor = place(self.map_index, max(0, self.route))
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
            self._take_back_step(self.scene)
        elif entry.actions == [SEND]:
            self._send_offer()
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
        elif scene.can_undo or self._is_costly_told:
            self.action_answer("no")
        else:
            self._is_costly_told = True
            self.show_status(offers.costly_withdrawal(self._key), is_error=True)

    def _send_offer(self) -> None:
        """Play the lines of the offer in the order of the rules, and send it."""
        if self.scene is not None:
            self.show_status("")
            self._stepped_in = self._withdrawn_in = None
            self.selection.draft.send()
            self._continue_sending(self.scene)

    def action_pick(self) -> None:
        """Play the marked entry, or add it to the offer that is being written."""
        selection = self.selection
        if self._is_unsure and selection.entry is not None and selection.entry.group == "way":
            self.select_route(self.map_index, self.route)
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
        if not scene.my_turn or scene.seat is None or self.route < 0:
            return False
        own = scene.view["routes"][self.map_index][scene.seat] >> self.route & 1
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
        if scene.my_turn and is_announced and code == self._cursor_place():
            self.action_pick()
        elif scene.my_turn and is_announced and code in self._growing:
            self.select_route(self.map_index, self.route)
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
        if scene.view["phase"] == "opening" and self._stale_city:
            return messages.prompt_after_stale(self._stale_city, self._key)
        can_sell = not scene.my_turn or any(action & KIND == SELL for action in scene.legal)
        return messages.prompt(scene.view, scene.names, self._key, can_accept, can_build, can_sell)

    def why_not_here(self, scene: Scene[AhldarahdView]) -> str:
        if not scene.my_turn or not self._moves_on_map(scene) or self.route < 0:
            return ""
        if self._cursor_place() in places(scene.legal, scene.view):
            return ""
        return self._why_not(scene)

    def _why_not(self, scene: Scene[AhldarahdView]) -> str:
        """Why nothing can be done with the route under the cursor, and how to go on."""
        view, legal = scene.view, scene.legal
        reason = messages.why_not(view, legal, scene.seat, self.map_index, self.route)
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
