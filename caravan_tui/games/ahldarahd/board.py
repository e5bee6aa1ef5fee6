"""The table of Caravans of Ahldarahd: a map to choose routes on, and a list for all else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from textual import events

from caravan_tui.games.ahldarahd import asked, panel
from caravan_tui.games.ahldarahd import map as maps
from caravan_tui.games.ahldarahd.actions import ACCEPT
from caravan_tui.games.ahldarahd.choices import place_of, places, touched
from caravan_tui.games.ahldarahd.keys import COMMANDS
from caravan_tui.games.ahldarahd.layout import layout
from caravan_tui.games.ahldarahd.look import Look
from caravan_tui.games.ahldarahd.paint import paint
from caravan_tui.games.ahldarahd.paint_map import nearest
from caravan_tui.games.ahldarahd.rows import Target
from caravan_tui.games.ahldarahd.selection import Selection
from caravan_tui.games.contract import View
from caravan_tui.widgets.board import Shown
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.widgets.commands import bindings, keyed
from caravan_tui.widgets.marks import SEATS, seat_mark
from caravan_tui.widgets.painted_board import PaintedBoard
from caravan_tui.words import _

ROUTE_PHASES = ("free", "building", "falling")
"""Phases in which the arrows move on the map."""


class Board(PaintedBoard):
    """Arrows choose a route or go through the list; Enter does what is marked."""

    COMMANDS = COMMANDS
    BINDINGS = bindings(COMMANDS)
    LOOKING = frozenset({"go", "next_map", "map", "info"})

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._bd_map = -1
        self._bd_route = -1
        self._bd_pick = Selection()
        self._bd_moment: tuple[object, ...] = ()
        self._bd_info = 0
        self._bd_warned = False
        """Whether it was said that something can still be built."""
        self._bd_pointed = -1
        self._bd_bids: dict[int, int] = {}
        """The last bids of this auction."""
        self._bd_window = True
        """Whether a trade has its window; who turns to a map sees the map."""
        self._bd_fresh: frozenset[int] = frozenset()
        """Routes that something has just happened to."""

    # drawing

    def refresh_board(self, shown: Shown) -> None:
        """Keep map and route; begin the list anew when the question is another one."""
        view = shown.view
        self._bd_pointed = -1
        if self._bd_map < 0 or self._bd_map >= len(view["routes"]):
            self._bd_map = shown.seat or 0
        moment = (view["phase"], view["round"], view["to_act"], view["active"], shown.seat)
        if self._bd_moment and self._bd_moment[-1] != shown.seat:
            self._bd_map = shown.seat or 0  # another person has taken the keyboard
        if moment != self._bd_moment:
            self._bd_moment = moment
            self._bd_pick.begin(-1 if view["phase"] == "building" else 0)
            self._bd_warned = False
            self._bd_window = True
        if self._bd_by_map(shown) and shown.my_turn:
            self._bd_look_where_something_can_be_done(shown)
        self._bd_list()
        self._bd_pick.go_on(view, shown.events, shown.seat)
        self._bd_fresh = touched(view, shown.events)
        known = asked.bids(shown.past, {}) if shown.past else self._bd_bids
        self._bd_bids = asked.bids(shown.events, {} if view["auction"] is None else known)
        for event in shown.events:  # the log has no room where the terminal is small
            if text := asked.answer_heard(event, shown.names, shown.seat):
                # A notice lies over the list, which is needed at once on one's own turn.
                if shown.my_turn:
                    self.say(text)
                else:
                    self.notify(text, markup=False)
        self.move(bool(self._bd_fresh))
        self.repaint()

    def _bd_look_where_something_can_be_done(self, shown: Shown) -> None:
        """Falls and free routes are on certain maps only: show one of those."""
        open_places = places(shown.legal, shown.view)
        if not open_places or shown.view["phase"] == "building":
            return
        if self._bd_map not in {place >> 6 for place in open_places}:
            self._bd_map = min(open_places) >> 6
        if self._bd_route < 0 or self._bd_map << 6 | self._bd_route not in open_places:
            here = [place & 63 for place in sorted(open_places) if place >> 6 == self._bd_map]
            self._bd_route = here[0]

    def _bd_list(self) -> None:
        """Make the list of choices for the route under the cursor."""
        shown = self.shown
        if shown is None:
            return
        place = self._bd_map << 6 | self._bd_route if self._bd_route >= 0 else -1
        self._bd_pick.take(shown.legal, shown.interrupts, shown.view, place, shown.names)

    def preview(self, action: int | None) -> None:
        """Show the route of a move, or its line in the list."""
        shown = self.shown
        self._bd_pointed = -1
        self._bd_pick.follow()
        if action is not None and shown is not None:
            where = place_of(action, shown.view)
            if where >= 0:
                self._bd_pointed = where
                self._bd_map, self._bd_route = where >> 6, where & 63
                self._bd_list()
            self._bd_pick.point(action)
        self.repaint()

    def paint(self, shown: Shown, width: int, height: int) -> Canvas:
        """The whole table."""
        return paint(shown.view, self._bd_look(shown), width, height)

    def _bd_look(self, shown: Shown) -> Look:
        pick = self._bd_pick
        labels = pick.labels(shown.view, shown.names)
        return Look(
            names=shown.names,
            styles=self.theme_styles(),
            marks="".join(seat_mark(seat, shown.ascii) for seat in range(SEATS)),
            ascii=shown.ascii,
            a_map=self._bd_map,
            route=self._bd_route,
            open_places=places(shown.legal, shown.view),
            entries=pick.entries,
            labels=labels,
            lines=pick.lines(shown.view, labels),
            first=-1 if pick.offer.sight is None else pick.offer.sight.start,
            chosen=pick.at,
            details=self._bd_info,
            pointed=self._bd_pointed,
            bids=self._bd_bids,
            window=self._bd_window,
            fresh=self._bd_fresh if self.frame else frozenset(),
            keyed=partial(keyed, self.screen),
            keys=self.can_focus,
        )

    def _bd_targets(self) -> Sequence[Target]:
        """What can be clicked on the screen."""
        canvas = self.painted()
        return canvas.targets if canvas else ()

    # keys

    def _bd_by_map(self, shown: Shown) -> bool:
        return shown.view["phase"] in ROUTE_PHASES or not shown.my_turn

    def action_go(self, dx: int, dy: int) -> None:
        """An arrow: to the next route on the map, or in the list and its amounts."""
        shown = self.shown
        if shown is None:
            return
        if self._bd_by_map(shown):
            self._bd_move(shown, dx, dy)
        elif dy or self._bd_pick.at < 0:
            self.action_turn(dy or dx)
        else:
            self._bd_change(dx)

    def _bd_move(self, shown: Shown, dx: int, dy: int) -> None:
        """The cursor goes to the nearest route in that direction."""
        here = maps.board(shown.view["house"])
        plan = layout(len(shown.view["routes"]), *self.size)
        size = max(30, plan.map_width), max(13, plan.map_rows)
        best = 0 if self._bd_route < 0 else nearest(here, self._bd_route, dx, dy, *size)
        if best >= 0:
            self._bd_select(self._bd_map, best)
        else:
            self.say(_("No route lies further that way"), wrong=True)

    def _bd_select(self, a_map: int, route: int) -> None:
        """Put the cursor on a route; its ways of payment come first in the list."""
        shown = self.shown
        if shown is None:
            return
        self._bd_map, self._bd_route = a_map, route
        self._bd_pick.at = 0
        self._bd_list()
        if shown.my_turn and self._bd_by_map(shown) and route >= 0:
            pick = self._bd_pick
            way = pick.first_of("way")
            if way:
                text = _("{way} · Enter/click does it, Tab goes on")
                self.say(text.format(way=way.label))
            else:
                # Nothing can be done with it: the last entry is the one that ends.
                pick.at = -1 if shown.view["phase"] == "building" else max(0, len(pick.entries) - 1)
                self.say(asked.why_not(shown.view, shown.legal, shown.seat, a_map, route))
        self.repaint()

    def _bd_change(self, by: int) -> None:
        """Raise or lower the marked amount; without one, go on in the list."""
        entry = self._bd_pick.entry
        if entry is None:
            return
        if len(entry.actions) < 2:
            self.action_turn(by)
            return
        text = self._bd_pick.change(entry, by)
        self.say(text, wrong=bool(text))
        self.repaint()

    def action_turn(self, by: int) -> None:
        """Through the list."""
        pick = self._bd_pick
        if len(pick.entries) == 1 and not pick.at:
            self.say(_("There is only one choice in the list"), wrong=True)
        elif pick.entries:
            pick.turn(by, self.shown.view)
            self.repaint()
        else:
            self.say(_("There is nothing to choose now"), wrong=True)

    def action_next_map(self, by: int) -> None:
        """The next map."""
        if self.shown:
            self._bd_window = False
            many = len(self.shown.view["routes"])
            self._bd_select((self._bd_map + by) % many, self._bd_route)

    def action_map(self, number: int) -> None:
        """A map by its number."""
        shown = self.shown
        if shown is None:
            return
        if number < len(shown.view["routes"]):
            self._bd_window = False
            self._bd_select(number, self._bd_route)
        else:
            self.say(_("There is no map {number}").format(number=number + 1), wrong=True)

    def action_next_route(self) -> None:
        """The next route that something can be done with, on this map and then the others."""
        shown = self.shown
        if shown is None:
            return
        todo = sorted(places(shown.legal, shown.view))
        if not todo:
            self.say(_("No route can be had now"), wrong=True)
            return
        now = self._bd_map << 6 | max(0, self._bd_route)
        after = [place for place in todo if place > now] or todo
        self._bd_select(after[0] >> 6, after[0] & 63)

    def action_info(self) -> None:
        """What the signs mean, the cards that are known and gone, the seats again."""
        shown = self.shown
        if shown is None or not self.size.width:
            return
        plan = layout(len(shown.view["routes"]), *self.size)
        pages = panel.pages(shown.view, self._bd_look(shown), plan.panel, plan.top)
        self._bd_info = (self._bd_info + 1) % (pages + 1)
        self.say(asked.page(self._bd_info, pages) if self.can_focus else "")
        self.repaint()

    def action_jump(self, group: str) -> None:
        """Mark the next entry of a group; during a trade `t` shows its window again."""
        if group == "offer" and self.shown and self.shown.view["trade"] is not None:
            self._bd_window = True
            self.say(_("The trade; v or a number shows a map"))
            self.repaint()
            return
        if self._bd_pick.jump(group):
            self.say(_("Enter does it"))
            self.repaint()
        else:
            self.say(asked.nothing(group), wrong=True)

    def action_end_building(self) -> None:
        """End the building; asked again where nothing was built yet and something can be."""
        shown = self.shown
        begun = shown is None or shown.view["phase"] != "building" or shown.view["built"]
        if shown and not begun and not self._bd_warned and places(shown.legal, shown.view):
            self._bd_warned = True
            self.say(
                _("Nothing is built yet, and z leads to what can be; e again ends"), wrong=True
            )
        else:
            self.action_say_now("end")

    def action_say_now(self, group: str) -> None:
        """Accept, decline, counter, pass, send, withdraw at once."""
        entry = self._bd_pick.first_of(group)
        if entry is None:
            self.say(asked.nothing(group), wrong=True)
        else:
            self.choose(entry.actions[0])

    def action_pick(self) -> None:
        """Do what is marked."""
        pick = self._bd_pick
        if pick.entry is not None:
            self.say("")
            self.choose(pick.action(pick.entry))
        elif pick.entries:
            text = _("Nothing is marked: arrows choose a route, Tab a line")
            if pick.offer.rows:
                text = _("Nothing is marked: Up and Down choose a line")
            self.say(text, wrong=True)
        elif self.asked():
            self.say(_("Choose a route with the arrows"), wrong=True)

    def can_go_to(self, target: tuple[str, int]) -> bool:
        """Amounts are changed with Left and Right; the label of a route stands for its line."""
        return target[0] not in ("less", "more", "line", "say", "turn", "window", "gone", "info")

    def go_to(self, target: tuple[str, int]) -> None:
        """Put the cursor on a route or a line of the list, turn to a map, tell of a city."""
        kind, value = target
        if kind == "route":
            self._bd_select(value >> 6, value & 63)
        elif kind == "map":
            self.action_map(value)
        elif kind == "city" and self.shown is not None:
            self.say(asked.city_words(self.shown.view, value))
        elif kind == "entry":
            self._bd_pick.at = value
            self.repaint()

    def on_click(self, event: events.Click) -> None:
        """A route, a map, a line of the list or its amount."""
        target = self.under(event)
        if target is None or self.shown is None:
            return
        kind, value = target = ("route", target[1]) if target[0] == "line" else target
        if kind == "window":
            self._bd_window = bool(value)
            self.repaint()
            return
        if kind == "info":
            self.action_info()
            return
        if kind == "say":
            self.action_say_now(value)
            return
        if kind == "turn":
            self._bd_pick.leaf(value, self._bd_targets(), self.shown.view)
            self.repaint()
            return
        if kind == "gone":
            row = self._bd_pick.lines(self.shown.view)[value]
            self.say(asked.gone(row.named), wrong=True)
            return
        if kind in ("less", "more"):
            self._bd_pick.at = value
            self._bd_change(1 if kind == "more" else -1)
            return
        entry = self._bd_pick.entry
        marked = entry.group if entry else ""
        again = target == ("route", self._bd_map << 6 | self._bd_route) and marked == "way"
        if again and self.shown.my_turn:
            # A second click on a route does what the first one told.
            self.action_pick()
            return
        if kind == "entry":
            self._bd_pick.hold(self._bd_targets())
        self.go_to(target)
        if kind == "entry":
            self.action_pick()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel goes through the list."""
        event.stop()
        self._bd_wheel(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel goes through the list."""
        event.stop()
        self._bd_wheel(-1)

    def _bd_wheel(self, by: int) -> None:
        """On to the next choice; the ends hold, so that a fast wheel does not go round."""
        if 0 <= self._bd_pick.at + by < len(self._bd_pick.entries):
            self.action_turn(by)

    # for the table

    def prompt(self, shown: Shown) -> str:
        """What is asked."""
        return asked.prompt(shown.view, shown.names, not shown.legal or ACCEPT in shown.legal)

    def rule(self, shown: Shown) -> str:
        """The ruling that fits the moment."""
        return asked.rule(shown.view)

    def result(self, view: View) -> tuple[list[str], list[list[str]]] | None:
        """What the points came from."""
        assert self.shown is not None
        return asked.result(view, self.shown.names)
