"""The words below the board: prompts, what things are, why something is no move, the result."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from caravan_tui.games.ahldarahd.actions import (
    ACCEPT,
    BID,
    BUY,
    CLAIM,
    COUNTER,
    DESTROY,
    KIND,
    OFFER,
    PASS,
    SELL,
    map_of,
    route_of,
)
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.events import Decline, Trade
from caravan_tui.games.ahldarahd.moves import places
from caravan_tui.games.ahldarahd.state import MOST_OFFERS
from caravan_tui.games.ahldarahd.text.titles import (
    city_title,
    item_title,
    map_title,
    offer_title,
    route_title,
    with_gold,
)
from caravan_tui.games.ahldarahd.view import (
    AhldarahdView,
    DestructionView,
    TradeView,
    map_names,
    owners_of,
    payment,
    payment_of_viewer,
)
from caravan_tui.games.contract import (
    LINE,
    OVER,
    Event,
    Help,
    KeyName,
    Moment,
)
from caravan_tui.games.kit.clicks import way_to_play
from caravan_tui.i18n import _, _n, _p
from caravan_tui.widgets.marks import seat_mark


def prompt(
    view: AhldarahdView,
    names: Sequence[str],
    key: KeyName,
    can_accept: bool = True,
    can_build: bool = True,
    can_sell: bool = True,
    can_trade: bool = True,
) -> str:
    """What the acting seat is asked to do.

    `can_accept`: it has what an offer made to it wants. `can_build`: there is a route it can have
    or destroy. `can_sell`: it holds a Right that the bank pays for. `can_trade`: it may make an
    offer.
    """
    phase = view["phase"]
    seat = view["to_act"]
    if trade := view["trade"] if phase == "answering" else None:
        return _prompt_answer(trade, names, can_accept)
    if destruction := view["destroy"]:
        return _prompt_payment(view, destruction)
    if phase == "first bid" and view["turned"][seat]:
        text = _("Your camel is turned, so you bid 0: press {pick} or click Bid.")
        return text.format(pick=key("ahldarahd.pick"))
    if phase == "first bid" and not view["gold"][seat]:
        text = _("You have no gold, so you bid 0: press {pick} or click Bid.")
        return text.format(pick=key("ahldarahd.pick"))
    texts = {
        "free": _("Choose your first free route: arrows and {pick}, or two clicks.")
        if not view["routes"][seat][seat]
        else _("Choose your second free route: arrows and {pick}, or two clicks."),
        "opening": _("Choose what to auction: arrows and {pick}, or two clicks. {trade} to trade.")
        if can_trade
        else _("Choose what to auction: arrows and {pick}, or two clicks."),
        "first bid": _(
            "Set your opening bid (Left, Right or a click), then press {pick} or click Bid."
        ),
        "raising": _(
            "Set your bid (Left, Right or a click). {pick} or a click on Bid bids, {no} passes."
        ),
        "naming": _("Who gets the favour of the Shah, and so opens and builds first?"),
        "building": _prompt_building(can_build, can_sell, can_trade),
        "writing": _(
            "{pick} adds or removes what you give ({give}) or want ({want}). "
            "{yes} or Send sends it."
        ),
        "voting": _("Avert the night with a card, pledge gold, or give nothing."),
        "falling": _("Choose a route to remove: arrows and {pick}, or two clicks."),
    }
    commands = (
        "pick", "next", "map", "trade", "sell", "end", "give", "want", "yes", "no",
    )  # fmt: skip
    keys = {command: key(f"ahldarahd.{command}") for command in commands}
    return texts.get(phase, "").format(**keys)


def terms_of_auction(view: AhldarahdView) -> str:
    """What a bid leads to, told to the seat to act."""
    if view["turned"][view["to_act"]]:
        return _("You have already paid this turn, so you can bid only 0 until it ends.")
    if not view["gold"][view["to_act"]]:
        return _("Without gold you can win only if everybody bids 0.")
    return _("If you win for more than 0, you can bid only 0 for the rest of the turn.")


def _prompt_building(can_build: bool, can_sell: bool, can_trade: bool) -> str:
    """What to do in a building, with key fields: only what is possible."""
    if can_build and can_trade:
        return _(
            "Build a marked route: arrows, {pick} or two clicks. {map}: maps, {trade}: trade, "
            "{end}: end."
        )
    if can_build:
        return _("Build a marked route: arrows, {pick} or two clicks. {map}: maps, {end}: end.")
    if can_sell and can_trade:
        return _("You can't afford any route now. {trade} to trade, {sell} to sell, {end} to end.")
    if can_trade:
        return _("You can't afford any route now. {trade} to trade, {end} to end.")
    if can_sell:
        return _("You can't afford any route now. {sell} to sell, {end} to end.")
    return _("You can't afford any route now. Press {end} to end.")


def prompt_after_stale(city: str, key: KeyName) -> str:
    """What to do first in a turn before which a card was discarded, as nobody bought one."""
    text = _("No card sold: {city} is discarded. Choose what to auction ({pick}).")
    return text.format(city=city_title(city), pick=key("ahldarahd.pick"))


def _prompt_answer(trade: TradeView, names: Sequence[str], can_accept: bool) -> str:
    """Whether to accept; who offers what, the answers and their keys stand above it."""
    giver = trade["to"] if trade["offer"] else trade["from"]
    if not can_accept:
        return _("You lack what {name} asks for.").format(name=names[giver])
    return _("Do you accept?")


def _prompt_payment(view: AhldarahdView, destruction: DestructionView) -> str:
    by_gold, with_card = payment(view, view["to_act"], destruction["place"] & 63)
    if destruction["paid"] >= 0:
        text = _("Second payment of two: {gold} gold, or {card}")
    else:
        text = _("First payment of two: {gold} gold, or {card}")
    return text.format(gold=by_gold, card=with_gold(_("a card"), with_card))


def rule(view: AhldarahdView) -> str:
    """The ruling or heading of the rules that fits the moment."""
    if view["to_act"] == OVER:
        return "End and points"
    return {
        "free": "Set-up",
        "opening": "Bidding",
        "first bid": "A-1",
        "raising": "Bidding",
        "naming": "Bidding",
        "building": "Building",
        "paying": "A-18",
        "writing": "Trading",
        "answering": "Trading",
        "voting": "A-9",
        "falling": "A-9",
    }.get(view["phase"], "A turn")


def result(view: AhldarahdView, names: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """Where the points come from: columns and rows with cities of each map, matches, gold."""
    columns = [_("Player")] + [map_title(name) for name in map_names(view)]
    columns += [_("matching"), _("points"), _("gold")]
    rows = []
    for seat in range(view["seats"]):
        control = [row[seat] for row in view["control"]]
        matching = sum(
            (mask & control[seat]).bit_count()
            for map_index, mask in enumerate(control)
            if map_index != seat
        )
        row = [names[seat]] + [str(mask.bit_count()) for mask in control]
        row += [f"{matching} × 3", str(view["scores"][seat]), str(view["gold"][seat])]
        rows.append(row)
    return columns, rows


def nothing_there(kinds: Collection[str]) -> str:
    """What to click instead of what is nothing. `kinds`: of all that can be clicked."""
    if "route" in kinds:
        return _("There is nothing to click here: click a route, a city or a choice.")
    return _("There is nothing to click here: click one of the choices.")


def city_words(view: AhldarahdView, city: int) -> str:
    """What it takes to control a city, and what that brings."""
    city_map = from_plain(view["custom"])
    text = _("{city}: {need} of {number} routes: {number} gold, 1 point. At home and away: 3 more.")
    return text.format(
        city=city_title(city_map.names[city]),
        number=city_map.number[city],
        need=city_map.need[city],
    )


def route_words(view: AhldarahdView, names: Sequence[str], code: int) -> str:
    """The route at a place with its owner; if it is free, with what it costs the viewer."""
    map_index, route = map_of(code), route_of(code)
    city_map, owner = from_plain(view["custom"]), owners_of(view, map_index)[route]
    words = {
        "route": route_title(city_map.route_name(route)),
        "map": map_title(map_names(view)[map_index]),
        "kind": _("land") if city_map.land_routes >> route & 1 else _("sea"),
    }
    if owner >= 0:
        return _("{route} ({map}, {kind}): built by {name}.").format(name=names[owner], **words)
    by_gold, with_card = payment_of_viewer(view, route)
    if with_card:
        text = _("{route} ({map}, {kind}): {gold} gold, or 1 gold and a card.")
    else:
        text = _("{route} ({map}, {kind}): {gold} gold, or a card.")
    return text.format(gold=by_gold, **words)


def why_not(
    view: AhldarahdView, legal: Sequence[int], seat: int | None, map_index: int, route: int
) -> str:
    """Why nothing can be done with a route, in a few words; empty for a spectator."""
    if seat is None:
        return ""
    if view["phase"] == "free":
        if map_index != seat:
            return _("You can lay free routes only on your own map.")
        return _("This route is taken.")
    if view["phase"] == "falling":
        return _("This route isn't yours, or isn't threatened.")
    name = map_names(view)[map_index]
    if map_index not in (seat, view["seats"]) and view["rights"][map_index] != seat:
        return _("You don't hold {right}.").format(right=item_title(f"right.{name}"))
    if view["routes"][map_index][seat] >> route & 1:
        return _("This route is already yours.")
    if owners_of(view, map_index)[route] >= 0:
        return _("This route is taken.")
    if not any(place >> 6 == map_index for place in places(legal, view)):
        return _("You can't afford any route on the {name} map.").format(name=map_title(name))
    route_name = from_plain(view["custom"]).route_name(route)
    return _("You can't afford {route} ({gold} gold).").format(
        route=route_title(route_name), gold=payment(view, seat, route)[0]
    )


def with_way_on(reason: str, view: AhldarahdView, legal: Sequence[int], key: KeyName) -> str:
    """Why nothing can be done with a route, and the key to one where something can be, if there is
    one and the line has room."""
    if not reason or not places(legal, view):
        return reason
    text = _("{reason} {route} goes to the next marked one.")
    text = text.format(reason=reason, route=key("ahldarahd.route"))
    return text if len(text) <= LINE - len("! ") else reason


# Help


def help_now(moment: Moment) -> Help:
    """What the seat can do now, what it can't and why, and the signs of the table."""
    view: AhldarahdView = moment.view
    signs = _signs(view, moment.ascii)
    if not moment.legal:
        return Help(signs=signs)
    commands = (
        "pick", "map", "trade", "sell", "end", "give", "want", "yes", "no", "counter", "route",
        "next", "withdraw",
    )  # fmt: skip
    keys = {command: moment.key(f"ahldarahd.{command}") for command in commands}
    if view["to_act"] != view["seat"]:  # it may only offer a trade
        words = _("Offer a trade out of turn: {trade}, then {pick}.").format(**keys)
        return Help([words], [], signs)
    can, cannot = _phase_help(moment, view)
    return Help([words.format(**keys) for words in can], cannot, signs)


def _phase_help(moment: Moment, view: AhldarahdView) -> tuple[list[str], list[str]]:
    """What the seat to act can do, with key fields, and what it can't."""
    phase, seat = view["phase"], view["to_act"]
    kinds = {action & KIND for action in moment.legal}
    turned = _("Bid more than 0: your camel is turned, because you have paid in this turn.")
    if phase == "free":
        return (
            [
                _(
                    "Lay a free route: {route} or the arrows go to one, {pick} "
                    "lays it; or click it twice."
                )
            ],
            [_("Lay it on another map: free routes lie on your own map.")],
        )
    if phase == "opening":
        can = [
            _(
                "Put something up for auction: the arrows choose it, {pick} "
                "opens; or click it twice."
            )
        ]
        if OFFER in kinds:
            can.append(_("Offer a trade first: {trade}."))
        can.append(_("Look at the other maps: {map}."))
        return can, [_("Pass: everybody opens one auction in each turn.")]
    if phase == "first bid":
        can = [_("Open with a bid: Left and Right change it, {pick} bids.")]
        if view["turned"][seat]:
            return can, [turned]
        text = _("Bid more than your {gold} gold.")
        return can, [text.format(gold=view["gold"][seat])]
    if phase == "raising":
        can, cannot = [], []
        if BID in kinds:
            can.append(_("Raise: Left and Right set your bid, {pick} bids."))
        elif view["turned"][seat]:
            cannot.append(turned)
        else:
            cannot.append(_("Raise: you have too little gold."))
        if PASS in kinds:
            can.append(_("Pass with {no}. You can't come back into this auction."))
        return can, cannot
    if phase == "naming":
        return (
            [
                _("Choose who gets the favour of the Shah, then {pick}."),
                _("That player opens and builds first from now on."),
            ],
            [_("Keep it back: somebody must have it.")],
        )
    if phase == "building":
        return _building_help(moment, view, kinds)
    if phase == "paying":
        return (
            [_("Choose how to pay with Up and Down, then {pick}.")],
            [_("Stop now: a destruction takes two payments (A-18).")],
        )
    if phase == "writing":
        return (
            [
                _("Go to what you give ({give}) or want ({want}): {pick} adds it or takes it out."),
                _("Left and Right change the gold, or go to the other side."),
                _("Send the offer with {yes}."),
                _("Withdraw it with {withdraw}: nothing is sent, and all is as before."),
            ],
            [_("Trade cities or routes: only gold, cards, Rights and favours change hands.")],
        )
    if phase == "answering":
        can = [_("Decline with {no}.")]
        cannot = []
        if ACCEPT in kinds:
            can.insert(0, _("Accept the offer with {yes}."))
        else:
            cannot.append(_("Accept: you lack what they want."))
        if COUNTER in kinds:
            can.append(_("Make one counter-offer with {counter}."))
        else:
            cannot.append(_("Make a counter-offer: this is one already."))
        return can, cannot
    if phase == "voting":
        return (
            [
                _("Discard a card, pledge gold or give nothing: Up and Down choose, {pick} does."),
                _("If it is not averted, everybody loses a route into this city."),
                _("One card of that commodity averts it, or 10 gold together."),
            ]
            + ([_("You hold the Eyes: you lose nothing.")] if view["eyes"] == seat else []),
            [],
        )
    return [_("Choose the route that falls with the arrows, then {pick}; or click it twice.")], []


def _building_help(
    moment: Moment, view: AhldarahdView, kinds: set[int]
) -> tuple[list[str], list[str]]:
    """What can be done while building, and what can't."""
    seat = view["to_act"]
    legal = moment.legal
    can, cannot = [], []
    names = map_names(view)
    open_maps = sorted({code >> 6 for code in places(legal, view)})
    if kinds & {CLAIM, BUY}:
        where = ", ".join(map_title(names[map_index]) for map_index in open_maps)
        text = _("Build a route ({maps}): {route} goes to the next one, {next} to the ways to pay.")
        can.append(text.replace("{maps}", where))
    else:
        cannot.append(_("Build a route: you can't afford any now."))
    if DESTROY in kinds:
        can.append(_("Destroy another player's route: choose it, then pay twice."))
    if OFFER in kinds:
        can.append(_("Offer a trade with {trade}."))
    if SELL in kinds:
        can.append(_("Sell a Right of Passage with {sell}."))
    else:
        cannot.append(_("Sell a Right: you hold none, or no city on its map is controlled."))
    can.append(_("Look at another map with {map}."))
    can.append(_("End your building with {end}."))
    closed = [
        map_title(names[map_index])
        for map_index in range(view["seats"])
        if map_index != seat and view["rights"][map_index] != seat
    ]
    if closed:
        text = _n(
            "Build on the {maps} map: you don't hold its Right.",
            "Build on the {maps} maps: you don't hold their Rights.",
            len(closed),
        )
        cannot.append(text.format(maps=", ".join(closed)))
    return can, cannot


def _signs(view: AhldarahdView, ascii_only: bool) -> list[tuple[str, str]]:
    """The signs of the table."""
    land, sea = ("--", "~~") if ascii_only else ("▀▀▀", "▀ ▀")
    mark = seat_mark(view["seat"] or 0, ascii_only)
    return [
        (f"{land} {sea}", _("routes by land (strokes) and by sea (dots or waves)")),
        ("9", _("on a free route what it costs you; marked: you can have it now")),
        (f"{_p('cards', 'c')}+1", _("on a free route: yours for a card and 1 gold")),
        (mark, _("on a route its owner, beside a city who controls it")),
        ("6", _("at a city: how many routes it has, and the gold it pays")),
        (_("camel turned"), _("has paid in this turn: can only bid 0")),
        (_("Right to ") + mark, _("its holder may build on the map of this player")),
        (_("Shah"), _("opens and builds first")),
        (_("Eyes, Queen"), _("land routes, sea routes cost 1 gold less")),
    ]


def progress_words(view: AhldarahdView, map_index: int, route: int) -> Sequence[str]:
    """How near a route that wins no city brings the seat to act to each of its cities, `then 1
    more route wins Gems, 2 more win Horses`, and in shorter words; empty where both are won."""
    city_map, seat = from_plain(view["custom"]), view["to_act"]
    routes = view["routes"][map_index][seat] | 1 << route
    cities = [c for c in city_map.ends[route] if not view["control"][map_index][seat] >> c & 1]
    if not cities:
        return ()
    in_full: list[str] = []
    in_short: list[str] = []
    for city in cities:
        held = (routes & city_map.routes_of[city]).bit_count()
        missing = city_map.need[city] - held
        words = {"count": missing, "city": city_title(city_map.names[city])}
        first = _n("{count} more route wins {city}", "{count} more routes win {city}", missing)
        next_one = _n("{count} more wins {city}", "{count} more win {city}", missing)
        in_full.append((next_one if in_full else first).format(**words))
        in_short.append((_("{count} for {city}") if in_short else _("{count} more for {city}"))
                        .format(**words))  # fmt: skip
    then = _("Then {steps}")
    return [then.format(steps=", ".join(steps)) for steps in (in_full, in_short)]


def way_words(
    way: str, gain: str, key: KeyName, has_more: bool = False, progress: Sequence[str] = ()
) -> str:
    """What can be done with the route under the cursor, what it brings, and the keys for it.
    `has_more`: there are other ways to have it. `progress`: what a route brings that wins no city,
    the longest words first."""
    keys = {"pick": key("ahldarahd.pick"), "next": key("ahldarahd.next")}
    if gain:
        text = _("{way} · {gain} · {pick} to play").format(way=way, gain=gain, **keys)
        return text if len(text) <= LINE else f"{way} · {gain}"
    endings = (_("{way} · {pick} or click to play"), _("{way} · {pick} to play"))
    if has_more:
        endings = (
            _("{way} · {pick} or click to play, {next} for more"),
            _("{way} · {pick} to play, {next} for more"),
        )
    lines = [text.format(way=words, **keys) for words in progress for text in endings]
    whole = endings[0].format(way=way, **keys)  # the list names it too
    return next((line for line in lines if len(line) <= LINE), whole)


def choice_words(choice: str, gains: Sequence[str], key: KeyName) -> str:
    """What a choice that was clicked does, what it brings, the longest words first, and how it is
    played now."""
    way = way_to_play(key("ahldarahd.pick"), was_clicked=True)
    tail = _("{way} to play it").format(way=way)
    lines = [f"{choice} · {gain} · {end}" for gain in filter(None, gains) for end in (tail, way)]
    lines.append(f"{choice} · {tail}")
    return next((line for line in lines if len(line) <= LINE), lines[-1])


def answer_words(event: Event, names: Sequence[str], seat: int | None, key: KeyName) -> str:
    """How an offer of this seat was answered, and what can be done after a refusal; empty if the
    event is something else."""
    match event:
        case Decline(seat=partner, giver=giver) if giver == seat:
            text = _("{name} declines your offer. Make another one with {trade}, or go on.")
            return text.format(name=names[partner], trade=key("ahldarahd.trade"))
        case Trade(giver=giver, partner=partner, lines=lines) if giver == seat:
            return _("{name} accepts your offer: {offer}.").format(
                name=names[partner], offer=offer_title(lines)
            )
    return ""


def next_page(page: int, pages: int, key: KeyName, *, are_known_below: bool) -> str:
    """What the next press of the key shows; `page` is 0 while the seats are shown.
    `are_known_below`: the known cards have no page of their own."""
    if not page:
        return ""
    if page == pages - 1 and are_known_below:
        text = _("Press {info} again to see more signs and the known cards.")
    elif page < pages - 1:
        text = _("Press {info} again to see more signs.")
    elif page < pages:
        text = _("Press {info} again to see the known and discarded cards.")
    else:
        text = _("Press {info} again, or Esc, to close the signs.")
    return text.format(info=key("ahldarahd.info"))


def why_not_group(group: str, view: AhldarahdView) -> str:
    """Why nothing of a group of choices can be done now; empty for a group that does not exist."""
    match group:
        case "offer":
            return _no_offer(view)
        case "give" | "want":
            return _no_line(view)
        case "sell":
            return _no_sale(view)
        case "end":
            return _("You aren't building now.")
        case "yes" if view["phase"] == "writing":
            return _("Your offer is empty: choose what you give or want, then send it.")
        case "yes":
            return _("There is nothing to accept or send.")
        case "no":
            return _("There is nothing to pass or decline.")
        case "counter":
            return _("There is no offer to counter.")
    return ""


def _no_offer(view: AhldarahdView) -> str:
    """Why no offer can be begun (rulings A-7 and A-14)."""
    if view["to_act"] == OVER:
        return _("The match is over. There is nothing to trade for any more.")
    if view["trade"] is not None:
        return _("An offer is open already. It has to be answered or withdrawn first.")
    if view["phase"] not in ("opening", "building"):
        return _("You can make an offer only while somebody opens an auction or builds.")
    seat = view["seat"]
    if seat is not None and view["offers"][seat] >= MOST_OFFERS:
        return _("You have made {count} offers in this phase, and that is the most.").format(
            count=MOST_OFFERS
        )
    return _("You can't make an offer while another player decides.")


def _no_line(view: AhldarahdView) -> str:
    """Why nothing can be put on a side of an offer."""
    trade = view["trade"]
    if trade is None:
        return _("First make an offer to a player. Then say what you give and ask for.")
    if view["phase"] == "answering":
        return _("The offer has been sent. Accept it, decline it or make a counter-offer.")
    return _("Nothing more fits on this side of the offer.")


def _no_sale(view: AhldarahdView) -> str:
    """Why no Right of Passage can be sold."""
    if view["phase"] != "building":
        return _("You can sell a Right only while you build.")
    return _("You have no Right to sell.")
