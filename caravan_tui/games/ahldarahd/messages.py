"""The words below the board: prompts, what things are, why something is no move, the result."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from caravan_tui.games.ahldarahd.actions import (
    ACCEPT,
    BID,
    BUY,
    CLAIM,
    COUNTER,
    DECLINE,
    DESTROY,
    END,
    EYES_ITEM,
    FAVOUR,
    FREE,
    GIVE_GOLD,
    INTERRUPT,
    KIND,
    OFFER,
    OPEN,
    PASS,
    PAYLOAD,
    PLEDGE,
    QUEEN_ITEM,
    RIGHT_ITEM,
    SELL,
    SEND,
    SHAH_ITEM,
    WANT_ITEM,
    WITHDRAW,
    route_of,
)
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.events import Decline, Trade
from caravan_tui.games.ahldarahd.moves import label, place_of, places
from caravan_tui.games.ahldarahd.pieces import item_name, line_name
from caravan_tui.games.ahldarahd.scoring import city_points, nearest_goal, route_gain
from caravan_tui.games.ahldarahd.state import MOST_OFFERS
from caravan_tui.games.ahldarahd.text.items import merit_of
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
    determinize,
    holder_of,
    map_names,
    other_party,
    payment,
    right_price,
)
from caravan_tui.games.contract import (
    LINE,
    OVER,
    Event,
    Help,
    KeyName,
    ListedMove,
    Moment,
    TriedMove,
    TurnAdvice,
)
from caravan_tui.games.kit.bitsets import members
from caravan_tui.i18n import _, _n, _p
from caravan_tui.widgets.marks import seat_mark

NEAR_ROUTES = 3
"""Routes from the control of a city up to which it is worth speaking of."""
LONGEST_TERMS = 50
"""Characters of the terms of a trade up to which a line names what is traded, else it counts it."""
LONGEST_PAIR = 60
"""Characters of the terms of two trades up to which a line names both."""


def prompt(
    view: AhldarahdView,
    names: Sequence[str],
    key: KeyName,
    can_accept: bool = True,
    can_build: bool = True,
    can_sell: bool = True,
) -> str:
    """What the acting seat is asked to do.

    `can_accept`: it has what an offer made to it wants. `can_build`: there is a route it can have
    or destroy. `can_sell`: it holds a Right that the bank pays for.
    """
    phase = view["phase"]
    seat = view["to_act"]
    if trade := view["trade"] if phase == "answering" else None:
        return _prompt_answer(trade, names, can_accept)
    if destruction := view["destroy"]:
        return _prompt_payment(view, destruction)
    if phase == "first bid" and view["turned"][seat]:
        text = _("Your camel is turned, so you bid 0: press {pick} or click.")
        return text.format(pick=key("ahldarahd.pick"))
    if phase == "first bid" and not view["gold"][seat]:
        text = _("You have no gold, so you bid 0: press {pick} or click.")
        return text.format(pick=key("ahldarahd.pick"))
    texts = {
        "free": _("Choose your first free route: arrows and {pick}, or two clicks.")
        if not view["routes"][seat][seat]
        else _("Choose your second free route: arrows and {pick}, or two clicks."),
        "opening": _("Choose what to auction: arrows and {pick}, or two clicks. {trade} to trade."),
        "first bid": _(
            "Set your opening bid (Left, Right or a click), then press {pick} or click Bid."
        ),
        "raising": _(
            "Set your bid (Left, Right or a click); {pick} or click Bid, {no} or click Pass."
        ),
        "naming": _("Who gets the favour of the Shah, and so opens and builds first?"),
        "building": _(
            "Build a lit route: arrows and {pick}, or two clicks. {map}: maps, {trade}: trade, "
            "{end}: end."
        )
        if can_build
        else _("You can't afford any route now. {trade} to trade, {sell} to sell, {end} to end.")
        if can_sell
        else _("You can't afford any route now. {trade} to trade, {end} to end."),
        "writing": _(
            "{pick} adds or removes what you give ({give}) or want ({want}). {yes} sends it."
        ),
        "voting": _("Avert the night with a card, pledge gold, or give nothing."),
        "falling": _("Choose a route to remove: arrows and {pick}, or two clicks."),
    }
    commands = (
        "pick", "next", "map", "trade", "sell", "end", "give", "want", "yes", "no",
    )  # fmt: skip
    keys = {command: key(f"ahldarahd.{command}") for command in commands}
    return texts.get(phase, "").format(**keys)


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


def city_words(view: AhldarahdView, city: int) -> str:
    """What it takes to control a city, and what that brings."""
    city_map = from_plain(view["custom"])
    number = city_map.number[city]
    text = _("{city}: {need} of {number} routes: {number} gold, 1 point. At home and away: 3 more.")
    return text.format(city=city_title(city_map.names[city]), number=number, need=number // 2 + 1)


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
    text = _("{reason} {route} goes to the next lit one.")
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
            [_("Lay a free route: {route} or the arrows go to one, {pick} lays it.")],
            [_("Lay it on another map: free routes lie on your own map.")],
        )
    if phase == "opening":
        can = [_("Put something up for auction: the arrows choose it, {pick} opens.")]
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
    return [_("Choose the route that falls with the arrows, then {pick}.")], []


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
        ("9", _("on a free route what it costs you; lit: you can have it now")),
        (f"{_p('cards', 'c')}+1", _("on a free route: yours for a card and 1 gold")),
        (mark, _("on a route its owner, beside a city who controls it")),
        ("6", _("at a city: how many routes it has, and the gold it pays")),
        (_("camel turned"), _("has paid in this turn: can only bid 0")),
        (_("Right to ") + mark, _("its holder may build on the map of this player")),
        (_("Shah"), _("opens and builds first")),
        (_("Eyes, Queen"), _("land routes, sea routes cost 1 gold less")),
    ]


def explain_turn(
    turn: Sequence[tuple[int, AhldarahdView]], after: AhldarahdView, names: Sequence[str]
) -> TurnAdvice:
    """A turn in words, and what it brings."""
    first = turn[0][1]
    seat = first["to_act"]
    steps = []
    for action, view in turn:
        steps.append(_step_words(action, view, names))
    reasons: list[str] = []
    hidden: dict[str, str] = {}
    if turn[0][0] == WITHDRAW and first["trade"] is not None:
        steps[0] = _("First withdraw this offer.") if len(turn) > 1 else _("Withdraw this offer.")
        text = _("As far as is known, no trade with {name} helps both sides now.")
        reasons.append(text.format(name=names[other_party(first["trade"], seat)]))
    for map_index, (old, new) in enumerate(zip(first["control"], after["control"], strict=True)):
        won = members(new[seat] & ~old[seat])
        reasons += [_city_reason(after, map_index, city) for city in won]
    gain = int(after["scores"][seat] - first["scores"][seat])
    if gain > 0:
        text = _n("Together {gain} point.", "Together {gain} points.", gain)
        reasons.append(text.format(gain=gain))
    elif not reasons:
        reasons += _toward_city(turn, after)
    gold = after["gold"][seat] - first["gold"][seat]
    if gold and any(action & KIND in (CLAIM, BUY, SELL) for action, _view in turn):
        text = _("Gold goes from {old} to {new}.")
        reasons.append(text.format(old=first["gold"][seat], new=after["gold"][seat]))
    for action, view in turn:
        if action & KIND == BID and not action & PAYLOAD:
            reasons.append(_("A bid of 0 costs nothing if nobody bids more."))
        if action & KIND == OPEN:
            reasons += _why_put_up(action & PAYLOAD, view, seat)
        elif action & KIND == END:
            saved = _why_saved(view, seat)
            if view["hands"][seat] and not view["last"]:  # what it could have laid with its cards
                hidden.update(dict.fromkeys(saved, ""))
            reasons += saved
        if action & KIND == BID and (action & PAYLOAD):
            if auction := view["auction"]:
                reasons += _why_put_up(auction["item"], view, seat)
            text = _("If it wins, {left} gold is left to build with.")
            reasons.append(text.format(left=view["gold"][seat] - (action & PAYLOAD)))
        elif action & KIND == PASS and view["phase"] == "raising":
            reasons += _why_saved(view, seat)
        elif action & KIND == DECLINE:
            reasons.append(_why_declined(view))
            if _cards_asked(view):
                hidden[reasons[-1]] = _("It judges it a bad deal, or can't pay for it.")
    return TurnAdvice(steps, reasons, hidden=hidden)


def _why_declined(view: AhldarahdView) -> str:
    """Which card is asked for that the seat to act does not hold; else that it judges the offer to
    be a bad one."""
    trade, hand = view["trade"], view["hand"]
    asked = _cards_asked(view)
    missing = next((item for item in asked if hand is not None and not hand[item]), None)
    if missing is None:
        terms = _terms((trade["lines"] if trade else None) or (), view, is_answer=True)
        return _("It judges it a bad deal to give {terms}.").format(terms=terms)
    item = item_title(item_name(from_plain(view["custom"]), missing))
    return _("The offer asks for {item}, which is not in hand.").format(item=item)


def _cards_asked(view: AhldarahdView) -> list[int]:
    """The wares that the offer asks for."""
    trade = view["trade"]
    return [
        line & PAYLOAD
        for line in (trade["lines"] if trade else None) or ()
        if line & KIND == WANT_ITEM and line & PAYLOAD < RIGHT_ITEM
    ]


def _why_saved(view: AhldarahdView, seat: int) -> list[str]:
    """What a seat keeps its gold and its cards for: the city that it can control soonest, if it
    cannot have one at once."""
    gold = view["gold"][seat]
    is_building = view["phase"] == "building"
    if is_building and view["last"]:
        return [_("Gold that is left breaks ties.")] if gold else []
    if is_building and (not gold or _wins_now(view, seat)):
        return _kept(gold, view["hands"][seat])
    if not gold:
        return []
    goal = nearest_goal(view, seat)
    if goal is None:
        return []
    city_map = from_plain(view["custom"])
    text = _n(
        "It keeps {gold} gold for {city} on the {map} map: {missing} more route wins it.",
        "It keeps {gold} gold for {city} on the {map} map: {missing} more routes win it.",
        goal.missing,
    )
    return [
        text.format(
            gold=gold,
            city=city_title(city_map.names[goal.city]),
            map=map_title(map_names(view)[goal.map_index]),
            missing=goal.missing,
        )
    ]


def _wins_now(view: AhldarahdView, seat: int) -> bool:
    """Whether a seat that builds can lay a route that brings a city."""
    return any(
        route_gain(view, seat, code >> 6, route_of(code)).cities
        for action in determinize(view, Random(0)).legal()
        if action & KIND in (CLAIM, BUY) and (code := place_of(action, view)) >= 0
    )


def _kept(gold: int, cards: int) -> list[str]:
    """What is left for later turns."""
    reasons = []
    if gold:
        reasons.append(_("It keeps {gold} gold for later turns.").format(gold=gold))
    if cards:
        text = _n(
            "It keeps {count} card for later turns.",
            "It keeps {count} cards for later turns.",
            cards,
        )
        reasons.append(text.format(count=cards))
    return reasons


def explain_loss(played: TriedMove, preferred: TriedMove, names: Sequence[str]) -> str:
    """What a move gives away beside a better one: a city, an auction, gold, routes."""
    view: AhldarahdView = played.before
    seat, after, better = view["to_act"], played.after, preferred.after
    city_map = from_plain(view["custom"])
    kind, better_kind = played.action & KIND, preferred.action & KIND
    for map_index, (mine, best) in enumerate(zip(after["control"], better["control"], strict=True)):
        for city in members(best[seat] & ~mine[seat]):
            text = _("does not win {city} on the {map} map")
            name = city_title(city_map.names[city])
            return text.format(city=name, map=map_title(map_names(view)[map_index]))
    auction = view["auction"]
    if auction is not None:
        item = item_title(item_name(city_map, auction["item"]))
        gold, gold_better = played.action & PAYLOAD, preferred.action & PAYLOAD
        if kind == PASS and better_kind == BID:
            text = _("gives up {item}, worth a bid of {gold}")
            return text.format(item=item, gold=gold_better)
        if kind == BID and better_kind == PASS:
            left, goal = view["gold"][seat] - gold, nearest_goal(view, seat)
            if gold and goal is not None and goal.missing <= NEAR_ROUTES:
                text = _n(
                    "offers {gold} gold for {item}: {city} is {missing} route away",
                    "offers {gold} gold for {item}: {city} is {missing} routes away",
                    goal.missing,
                )
                name = city_title(city_map.names[goal.city])
                return text.format(gold=gold, item=item, city=name, missing=goal.missing)
            text = _("offers {gold} gold for {item}: {left} left to build with")
            return text.format(gold=gold, item=item, left=left)
        if kind == better_kind == BID:
            text = _("offers {gold} gold for {item} where {better} does")
            if gold < gold_better:
                text = _("offers only {gold} gold for {item}, not {better}")
            return text.format(gold=gold, item=item, better=gold_better)
    if kind == END and better_kind in (CLAIM, BUY):
        text = _("builds no more, with {gold} gold left")
        return text.format(gold=view["gold"][seat])
    if kind == better_kind == FAVOUR:
        places = [
            (seat - (tried.action & PAYLOAD)) % view["seats"] + 1 for tried in (played, preferred)
        ]
        return _("builds at place {place}, not {better}").format(place=places[0], better=places[1])
    sold = RIGHT_ITEM + (played.action & PAYLOAD)
    is_kept = better_kind != SELL or (kind == SELL and holder_of(better, sold) == seat)
    if kind == SELL and is_kept and better["rights"] != after["rights"]:
        price = right_price(view, played.action & PAYLOAD)
        right = item_title(item_name(city_map, RIGHT_ITEM + (played.action & PAYLOAD)))
        return _("gives up {item} for {gold} gold").format(item=right, gold=price)
    if kind == better_kind == OPEN:
        items = played.action & PAYLOAD, preferred.action & PAYLOAD
        return _why_not_open(*items, view, seat, names)
    if reason := _why_not_trade(played, preferred, view, names):
        return reason
    missing, missing_better = _missing(after, seat), _missing(better, seat)
    if missing_better and (not missing or missing > missing_better):
        if not missing:
            return _("leaves no city in reach")
        text = _("is {count} routes short of a city, not {better}")
        return text.format(count=missing, better=missing_better)
    gold_less = better["gold"][seat] - after["gold"][seat]
    if gold_less > 0:
        return _("leaves {count} gold less").format(count=gold_less)
    cards_less = better["hands"][seat] - after["hands"][seat]
    if cards_less > 0:
        text = _n("leaves {count} card fewer", "leaves {count} cards fewer", cards_less)
        return text.format(count=cards_less)
    if kind == better_kind == CLAIM:
        routes = (route_of(place_of(tried.action, view)) for tried in (played, preferred))
        price, price_better = (payment(view, seat, route)[0] for route in routes)
        if price < price_better:
            text = _("spends a card where {gold} gold would do: elsewhere it saves {better}")
            return text.format(gold=price, better=price_better)
    return ""


def _why_not_open(
    item: int, better: int, view: AhldarahdView, seat: int, names: Sequence[str]
) -> str:
    """What an auction gives away beside that of a better item: what is held, or what that item
    would open."""
    city_map = from_plain(view["custom"])
    title = item_title(item_name(city_map, better))
    if better >= RIGHT_ITEM and holder_of(view, better) == seat:
        return _("leaves it to others to put up {item}, held so far").format(item=title)
    if item >= RIGHT_ITEM and holder_of(view, item) == seat:
        return _("puts up {item}, held already").format(item=item_title(item_name(city_map, item)))
    if better < RIGHT_ITEM:
        held = sum(
            1 for route in members(view["routes"][seat][seat]) if better in city_map.ends[route]
        )
        missing = city_map.number[better] // 2 + 1 - held
        if missing <= 0:
            return _("skips {item}, a payment for routes").format(item=title)
        text = _n(
            "skips {item}: the city at home is {count} route away",
            "skips {item}: the city at home is {count} routes away",
            missing,
        )
        return text.format(item=title, count=missing)
    if better == RIGHT_ITEM + seat:
        return _("skips {item}, which shuts others out of the home map").format(item=title)
    if better < SHAH_ITEM:
        goal = nearest_goal(view, seat, better - RIGHT_ITEM)
        price = right_price(view, better - RIGHT_ITEM)
        if goal is None or goal.missing > NEAR_ROUTES:
            return _("skips {item}, which sells for {gold} gold").format(item=title, gold=price)
        text = _n(
            "skips {item}: {city} there is {count} route away",
            "skips {item}: {city} there is {count} routes away",
            goal.missing,
        )
        city = city_title(city_map.names[goal.city])
        return text.format(item=title, city=city, count=goal.missing)
    holder = holder_of(view, better)
    if holder < 0:
        return _("skips {item}, which nobody holds").format(item=title)
    return _("skips {item}, which {name} holds").format(item=title, name=names[holder])


def _why_not_trade(
    played: TriedMove, preferred: TriedMove, view: AhldarahdView, names: Sequence[str]
) -> str:
    """What a trade, or none, gives away beside the better choice."""
    kind, better_kind = played.action & KIND, preferred.action & KIND
    if trade := view["trade"] if view["phase"] == "answering" else None:
        lines = trade["lines"] or []
        if kind == ACCEPT:
            return _("gives {terms}").format(terms=_terms(lines, view, is_answer=True))
        if better_kind == ACCEPT:
            return _("turns down {terms}").format(terms=_terms(lines, view))
        return ""
    if kind == OFFER != better_kind:
        text = _("offers {name} {terms}")
        return text.format(name=names[played.action & PAYLOAD], terms=_offered(played, view))
    if better_kind == OFFER != kind:
        text = _("does not offer {name} {terms}")
        name = names[preferred.action & PAYLOAD]
        return text.format(name=name, terms=_offered(preferred, view))
    if OFFER in (kind, better_kind) or view["phase"] == "writing":
        terms, terms_better = _offered(played, view), _offered(preferred, view)
        if terms and terms_better and terms != terms_better:
            if len(terms) + len(terms_better) > LONGEST_PAIR:
                return _("offers {terms}").format(terms=terms)
            return _("offers {terms}, not {better}").format(terms=terms, better=terms_better)
    return ""


def _offered(tried: TriedMove, view: AhldarahdView) -> str:
    """What the offer that a turn writes comes to; empty if it writes none."""
    trade = view["trade"]
    lines = list(trade["lines"] or []) if trade is not None else []
    lines += [action for action, _view in tried.turn if GIVE_GOLD <= action & KIND < SEND]
    return _terms(lines, view)


def _terms(lines: Sequence[int], view: AhldarahdView, is_answer: bool = False) -> str:
    """Both sides of an offer in words. `is_answer`: as who answers it sees them."""
    city_map = from_plain(view["custom"])
    named = [line_name(city_map, line) for line in lines]
    if is_answer:
        other = {"give": "want", "want": "give"}
        named = [other[line.split()[0]] + line[len("give") :] for line in named]
    terms = offer_title(named, is_short=True) if named else ""
    if len(terms) <= LONGEST_TERMS:
        return terms
    sides = [sum(line.startswith(side) for line in named) for side in ("give", "want")]
    gives, wants = (
        _n("{count} thing", "{count} things", count).format(count=count) if count else _("nothing")
        for count in sides
    )
    return _("{gives} for {wants}").format(gives=gives, wants=wants)


def _missing(view: AhldarahdView, seat: int) -> int:
    """How many routes the city misses that a seat can control soonest; 0 if there is none."""
    goal = nearest_goal(view, seat)
    return 0 if goal is None else goal.missing


def gain_words(view: AhldarahdView, map_index: int, route: int) -> str:
    """What a route brings the seat to act: `wins Gems: +5 gold, +4 points`; empty if nothing."""
    gain = route_gain(view, view["to_act"], map_index, route)
    if not gain.cities:
        return ""
    names = from_plain(view["custom"]).names
    text = _n(
        "wins {cities}: +{gold} gold, +{points} point",
        "wins {cities}: +{gold} gold, +{points} points",
        gain.points,
    )
    cities = "+".join(city_title(names[city]) for city in gain.cities)
    return text.format(cities=cities, gold=gain.gold, points=gain.points)


def progress_words(view: AhldarahdView, map_index: int, route: int) -> Sequence[str]:
    """How near a route that wins no city brings the seat to act to each of its cities, `then 2 of
    3 routes needed for Gems, 1 of 3 for Horses`, and in shorter words; empty where both are won."""
    city_map, seat = from_plain(view["custom"]), view["to_act"]
    routes = view["routes"][map_index][seat] | 1 << route
    cities = [c for c in city_map.ends[route] if not view["control"][map_index][seat] >> c & 1]
    if not cities:
        return ()
    lines = []
    for first in (_("{held} of {need} routes needed for {city}"), _("{held} of {need} for {city}")):
        steps = [
            (_("{held} of {need} for {city}") if number else first).format(
                held=(routes & city_map.routes_of[city]).bit_count(),
                need=city_map.number[city] // 2 + 1,
                city=city_title(city_map.names[city]),
            )
            for number, city in enumerate(cities)
        ]
        lines.append(_("Then {steps}").format(steps=", ".join(steps)))
    return lines


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


def list_moves(
    legal: Sequence[int], view: AhldarahdView, names: Sequence[str]
) -> Sequence[ListedMove]:
    """Everything that can be played, routes below their map and in its order; at the right what a
    move costs and brings."""
    routes: list[tuple[int, ListedMove]] = []
    others: list[ListedMove] = []
    for action in legal:
        code = place_of(action, view)
        if code >= 0:
            routes.append((code, _listed_route(action, code, view)))
        else:
            aside = _aside(action, view)
            group = _("Or") if routes else ""
            words = label(action, view, names)
            if action & KIND in (BID, PLEDGE):
                words, aside = _amount_words(action, view)
            elif action & KIND == OPEN:
                group = _("Auction")
            elif action & KIND in (OFFER, INTERRUPT):
                group = _("Trade")
            others.append(ListedMove([action], words, aside, group))
    routes.sort(key=lambda row: row[0])
    return [*(row for _code, row in routes), *others]


def _amount_words(action: int, view: AhldarahdView) -> tuple[str, str]:
    """A bid or a pledge, and what is left."""
    gold = action & PAYLOAD
    text = _("Bid {gold}") if action & KIND == BID else _("Pledge {gold}")
    left = view["gold"][view["to_act"]] - gold
    return text.format(gold=gold), _("keeps {gold} gold").format(gold=left)


def _listed_route(action: int, code: int, view: AhldarahdView) -> ListedMove:
    """What can be done with a route, below the heading of its map."""
    city_map = from_plain(view["custom"])
    kind, route = action & KIND, route_of(code)
    title = route_title(city_map.route_name(route))
    by_gold, with_card = payment(view, view["to_act"], route)
    cost = gain = ""
    if kind in (CLAIM, BUY, FREE):
        gain = gain_words(view, code >> 6, route)
    if kind == CLAIM:
        city = city_title(city_map.names[city_map.ends[route][action & 1]])
        words = _("Claim {route} with {card}").format(route=title, card=city)
        cost = _("{gold} gold").format(gold=-with_card) if with_card else ""
    elif kind == BUY:
        words = _("Buy {route}").format(route=title)
        cost = _("{gold} gold").format(gold=-by_gold)
    elif kind == DESTROY:
        words = _("Destroy {route}").format(route=title)
        cost = _("pay twice")
    elif kind == FREE:
        words = _("Lay the free route {route}").format(route=title)
    else:
        words = _("Remove {route}").format(route=title)
    group = _("{colour} map").format(colour=map_title(map_names(view)[code >> 6]))
    return ListedMove([action], words, " · ".join(part for part in (cost, gain) if part), group)


def _aside(action: int, view: AhldarahdView) -> str:
    """What a move that is about no route is worth, in a few words."""
    kind, payload = action & KIND, action & PAYLOAD
    if kind == SELL:
        return _("+{gold} gold").format(gold=right_price(view, payload))
    if kind == END:
        return _("keeps {gold} gold").format(gold=view["gold"][view["to_act"]])
    if kind != OPEN:
        return ""
    if payload < RIGHT_ITEM:
        number = from_plain(view["custom"]).number[payload]
        return _("pays {gold}").format(gold=number)
    return {
        SHAH_ITEM: _("leads"), EYES_ITEM: _("land -1"), QUEEN_ITEM: _("sea -1"),
    }.get(payload, "")  # fmt: skip


def _why_put_up(item: int, view: AhldarahdView, seat: int) -> list[str]:
    """Why an item is worth an auction to a seat, in words that speak to nobody: they are also said
    of another player's move."""
    if item < RIGHT_ITEM:
        city_map = from_plain(view["custom"])
        held = sum(
            1 for route in members(view["routes"][seat][seat]) if item in city_map.ends[route]
        )
        number = city_map.number[item]
        city, need = city_title(city_map.names[item]), number // 2 + 1
        free = members(city_map.routes_of[item] & ~sum(view["routes"][seat]))
        if free and held < need:
            route = route_title(city_map.route_name(free[0]))
            text = _("Pays for {route}: {held} of {need} routes for {city}.")
            return [text.format(route=route, held=held, need=need, city=city)]
        text = _("{city}: {held} of {number} routes at home, {need} give control.")
        return [text.format(city=city, held=held, number=number, need=need)]
    if holder_of(view, item) != seat:
        return [merit_of(item, view)]
    words = [_("Held already: whoever wins the auction takes it."), merit_of(item, view)]
    if view["phase"] == "opening":
        words.append(_("Each item comes up once a turn: then nobody else can put it up."))
    return words


def _step_words(action: int, view: AhldarahdView, names: Sequence[str]) -> str:
    """A step as an instruction."""
    city_map = from_plain(view["custom"])
    kind, payload = action & KIND, action & PAYLOAD
    code = place_of(action, view)
    if code >= 0:
        where = map_title(map_names(view)[code >> 6])
        route = route_title(city_map.route_name(route_of(code)))
        if kind == CLAIM:
            card = city_title(city_map.names[city_map.ends[route_of(code)][payload & 1]])
            gold = payment(view, view["to_act"], route_of(code))[1]
            text = _("Claim {route} on the {map} map with {payment}.")
            return text.format(route=route, map=where, payment=with_gold(card, gold))
        if kind == BUY:
            text = _("Buy {route} on the {map} map for {gold} gold.")
            gold = payment(view, view["to_act"], route_of(code))[0]
            return text.format(route=route, map=where, gold=gold)
        if kind == DESTROY:
            return _("Destroy {route} on the {map} map.").format(route=route, map=where)
        if kind == FREE:
            return _("Lay {route} as a free route.").format(route=route)
        return _("Let {route} on the {map} map fall.").format(route=route, map=where)
    if kind == BID:
        return _("Bid {gold} gold.").format(gold=payload)
    if kind == INTERRUPT:
        return _("Offer {name} a trade.").format(name=names[payload & 7])
    if kind == OPEN:
        title = item_title(item_name(city_map, payload))
        return _("Auction {item}.").format(item=title)
    return f"{label(action, view, names)}."


def _city_reason(view: AhldarahdView, map_index: int, city: int) -> str:
    """What a city that has just been won brings."""
    city_map = from_plain(view["custom"])
    seat = view["seat"] if view["seat"] is not None else 0
    points = city_points(view, seat, map_index, city) - 1
    text = _("It wins {city} on the {map} map: {gold} gold and 1 point.")
    if points and map_index != seat:
        text = _(
            "It wins {city} on the {map} map: {gold} gold, 1 point and 3 more, as it is held "
            "at home, too."
        )
    elif points:
        text = _(
            "It wins {city} on the {map} map: {gold} gold, 1 point and {points} more, as it is "
            "held on another, too."
        )
    return text.format(
        city=city_title(city_map.names[city]),
        map=map_title(map_names(view)[map_index]),
        gold=city_map.number[city],
        points=points,
    )


def _toward_city(turn: Sequence[tuple[int, AhldarahdView]], after: AhldarahdView) -> list[str]:
    """How many routes are missing after a turn to the cities of its first route, the next to be
    laid."""
    city_map = from_plain(after["custom"])
    seat = turn[0][1]["to_act"]
    for action, view in turn:
        code = place_of(action, view)
        if code < 0 or action & KIND == DESTROY:
            continue
        map_index, route = code >> 6, route_of(code)
        own = after["routes"][map_index][seat]
        reasons = []
        for city in city_map.ends[route]:
            held = sum(1 for other in members(own) if city in city_map.ends[other])
            missing = city_map.number[city] // 2 + 1 - held
            if missing > 0:
                text = _n(
                    "Then {missing} route is missing to control {city}.",
                    "Then {missing} routes are missing to control {city}.",
                    missing,
                )
                reasons.append(text.format(missing=missing, city=city_title(city_map.names[city])))
        return reasons
    return []


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


def next_page(page: int, pages: int, key: KeyName) -> str:
    """What the next press of the key shows; `page` is 0 while the seats are shown."""
    if not page:
        return ""
    if page < pages - 1:
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
        return _("First make an offer to a player. Then say what you give and what you ask for.")
    if view["phase"] == "answering":
        return _("The offer has been sent. Accept it, decline it or make a counter-offer.")
    return _("Nothing more fits on this side of the offer.")


def _no_sale(view: AhldarahdView) -> str:
    """Why no Right of Passage can be sold."""
    if view["phase"] != "building":
        return _("You can sell a Right only while you build.")
    return _("You have no Right to sell.")
