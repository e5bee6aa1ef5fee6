"""Texts below the board: the prompt, what is under the cursor, and why it can't be chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import evolve

from caravan_tui.games.contract import (
    LINE,
    Help,
    KeyName,
    LineOfPlay,
    ListedMove,
    Moment,
    TriedMove,
    TurnAdvice,
)
from caravan_tui.games.dice_village import text
from caravan_tui.games.dice_village.actions import (
    ADD,
    BUY,
    DONE,
    MARKET,
    MAX_DICE,
    PLACE,
    REROLL,
    SELL,
    SHIFT,
    SKIP,
    TURN,
    VALUE,
    VILLAGE,
    count,
    covers,
    dice_of,
    faces_of,
    turned,
)
from caravan_tui.games.dice_village.custom import from_plain
from caravan_tui.games.dice_village.events import SoldAtHome, Visited
from caravan_tui.games.dice_village.moves import (
    COIN,
    Item,
    average_income,
    best_income,
    chance_to_add,
    free_faces,
    open_sales,
    reroll_of,
)
from caravan_tui.games.dice_village.pieces import VILLAGES_EACH, village_title
from caravan_tui.games.dice_village.rules import (
    LAST_ROUND_CARDS,
    PRICE,
    REROLL_PRICE,
    TURN_PRICE,
)
from caravan_tui.games.dice_village.state import ADDING, ENDED, PLACING, SELLING, SPENDING
from caravan_tui.games.dice_village.view import (
    DiceVillageView,
    Village,
    active,
    person_at_bottom,
    village_of,
)
from caravan_tui.games.kit.clicks import way_to_play
from caravan_tui.i18n import _, _n, capital
from caravan_tui.widgets.marks import seat_mark

# What is asked


def prompt(
    view: DiceVillageView, legal: Sequence[int], names: Sequence[str], key: KeyName,
    room: int = LINE,
) -> str:  # fmt: skip
    """What the acting seat is asked to do. `room`: columns that the line has."""
    phase = view["phase"]
    if phase == SELLING:
        number = sum(action >> SHIFT == VILLAGE for action in legal)
        can_reroll = any(action >> SHIFT == REROLL for action in legal)
        if number:
            words = _n(
                "Your dice fit {number} village: sell there.",
                "Your dice fit {number} villages: choose one.",
                number,
            ).format(number=number)
            return words + " " + _("Or mark dice to reroll.") if can_reroll else words
        return _nothing_sells(view, names, key, can_reroll, room)
    if phase == ADDING:
        if any(action >> SHIFT == ADD for action in legal):
            words = _(
                "Sale at your village {village}: add merchants, then press {key} or click Sell."
            )
        else:
            words = _(
                "Sale at your village {village}: no merchants to add. Press {key} or click Sell."
            )
        name = village_of(view, view["village"]).name
        return words.format(village=name, key=key("dice_village.sell"))
    if phase == PLACING:
        words = _("Free placement: choose a side, then a village. {key} or a click on Done skips.")
        return words.format(key=key("dice_village.done"))
    if phase == SPENDING:
        words = _("Buy merchants for 5 coins each, or press {key} or click Done.")
        return words.format(key=key("dice_village.done"))
    return ""


def _nothing_sells(
    view: DiceVillageView, names: Sequence[str], key: KeyName, can_reroll: bool, room: int
) -> str:
    """Which dice are missing for the villages that are open, and what is left to do: as many
    villages as there is room for, the nearest first."""
    lacks = _lacks(view, names)
    if not lacks:
        forms = [_("All villages are closed. Press {key} or click Done, for {favours}.")]
    elif can_reroll:
        forms = [
            _("You lack {lacks}. Mark dice ({marks}, click) to reroll, or {key}: done."),
            _("You lack {lacks}. Mark dice ({marks}, click) or {key}: done."),
        ]
    else:
        forms = [
            _("You lack {lacks}. Press {key} or click Done, for {favours}."),
            _("You lack {lacks}. {key} or click Done: {favours}."),
        ]
    dice = count(view["people"][active(view)]["free"])
    favours, done = text.favours(dice), key("dice_village.done")
    marks = "-".join(dict.fromkeys([key("dice_village.die1"), key(f"dice_village.die{dice}")]))
    words = ""
    for shown in range(len(lacks), -1, -1):
        most = ", ".join(lacks if shown == len(lacks) else [*lacks[:shown], "…"])
        for form in forms:
            words = form.format(lacks=most, key=done, favours=favours, marks=marks)
            words = words.replace("….", "…")
            if len(words) <= room:
                return words
    return words


def _lacks(view: DiceVillageView, names: Sequence[str]) -> list[str]:
    """The dice that are missing for each open village, the fewest first: `1 for 1+6`. Villages of
    one name that miss the same are told as one; whose they are only where another of that name is
    closed, or misses other dice."""
    free = Counter(free_faces(view))
    missing: dict[str, dict[str, list[int]]] = {}
    villages = [village_of(view, number) for number in range(VILLAGES_EACH * view["seats"])]
    closed = {village.name for village in villages if village.seller >= 0}
    for village in villages:
        if village.seller < 0 and len(village.stalls) <= MAX_DICE:
            faces = sorted((Counter(village.faces) - free).elements())
            dice = "+".join(map(str, faces))
            owners = missing.setdefault(village.name, {}).setdefault(dice, [])
            owners.append(village.owner)
    lacks = []
    for name, ways in missing.items():
        for dice, owners in ways.items():
            place = name
            is_own = active(view) in owners
            # Else all of that name are meant, or the one that is not your own.
            if name in closed or (len(ways) > 1 and (is_own or view["seats"] > 2)):
                place = _whose(owners, name, view, names)
            words = _("{dice} for {village}")
            if dice == name:  # "2+5 for 2+5" would read as a village twice
                words = _("both for {village}")
            words = words.format(dice=dice, village=place)
            lacks.append((dice.count("+"), words))
    return [words for _number, words in sorted(lacks, key=lambda lack: lack[0])]


def _whose(owners: Sequence[int], name: str, view: DiceVillageView, names: Sequence[str]) -> str:
    """Villages of one name, by whose they are."""
    if active(view) in owners:
        return _("your {village}").format(village=name)
    if len(owners) > 1:
        return _("an open {village}").format(village=name)
    return _("{name}'s {village}").format(name=names[owners[0]], village=name)


def price_labels() -> tuple[str, str, str]:
    """Rerolling, turning up and turning down with their prices, for the buttons."""
    reroll, turn = text.favours(REROLL_PRICE), text.favours(TURN_PRICE)
    return (
        _("Reroll: -{price}").format(price=reroll),
        _("Up: -{price}").format(price=turn),
        _("Down: -{price}").format(price=turn),
    )


def done_label(view: DiceVillageView) -> str:
    """What ending the step means or brings, for its button."""
    if view["phase"] == SPENDING:
        return _("Done buying")
    if view["phase"] == PLACING:
        return _("Done: skip placing")
    left = count(view["people"][person_at_bottom(view)]["free"])
    return _("Done: +{favours}").format(favours=text.favours(left)) if left else _("Done selling")


def sale_result(view: DiceVillageView, events: Sequence[object], names: Sequence[str]) -> str:
    """What the sale just made by the viewer has brought, empty if there was none."""
    seat = view["seat"]
    for event in events:
        match event:
            case SoldAtHome(seller, village, coins, favours) if seller == seat:
                words = _("Sold at your village {village}: you get {income}.")
                name = village_title(village)
                return words.format(village=name, income=text.income(coins, favours))
            case Visited(seller, owner, village, coins) if seller == seat:
                words = _("Sold at {owner}'s village {village}: you get {income}.")
                name, earned = village_title(village), text.coins(coins)
                return words.format(owner=names[owner], village=name, income=earned)
    return ""


def rule(view: DiceVillageView) -> str:
    """The ruling or heading of RULES.md that fits the moment."""
    return {ADDING: "V-9", PLACING: "V-5", SELLING: "Selling", ENDED: "The end"}.get(
        view["phase"], "A round"
    )


def nothing_to_choose(view: DiceVillageView, key: KeyName) -> str:
    """Why there is no village, merchant or side that can be chosen."""
    if view["phase"] == ADDING:
        words = _("No merchant in your hand can be added. Press {key} or click Sell.")
        return words.format(key=key("dice_village.sell"))
    if view["phase"] == SELLING:
        words = _("No open village takes these dice. Mark dice, or press {key} or click Done.")
    else:
        words = _("There is nothing to choose. Press {key} or click Done.")
    return words.format(key=key("dice_village.done"))


# What is under the cursor


def choice_words(
    view: DiceVillageView, item: Item, action: int, names: Sequence[str], key: KeyName,
    was_clicked: bool = False,
) -> str:  # fmt: skip
    """An item that can be chosen, and what choosing it would do. `was_clicked`: the next click does
    that."""
    kind, value = action >> SHIFT, action & VALUE
    if kind == VILLAGE:
        is_own = village_of(view, value).owner == active(view)
        tail = "{way}" if is_own else _("{way} to sell")
    elif kind == ADD:
        tail = _("{way} to add it")
    elif kind == BUY:
        tail = _("{way} to buy it")
    elif item[0] == "side":
        tail = _("{way}, then its village")
    else:
        tail = _("{way} to place it")
    way = way_to_play(key("dice_village.take"), was_clicked)
    tails = [tail.format(way=way), way]
    if kind == VILLAGE:
        forms = [
            sale_words(view, value, names, has_goods=True),
            sale_words(view, value, names),
            sale_words(view, value, names, in_letters=True),
        ]
    elif kind == BUY:
        forms = [merchant_words(view, value)]
    elif item[0] == "side":
        forms = [side_words(view, item[1])]
    else:
        forms = [text.describe(action, view)]
    lines = [f"{form} · {end}" for form in forms for end in tails]
    return next((line for line in lines if len(line) <= LINE), lines[-1])


def item_words(view: DiceVillageView, item: Item, names: Sequence[str], key: KeyName) -> str:
    """An item that can't be chosen now."""
    kind, value = item
    if kind == "village":
        if view["phase"] == SELLING and view["to_act"] == view["seat"]:
            return why_not_village(view, value, names, key)
        return village_words(view, value, names)
    if kind == "side":
        return why_not_side(view, value)
    if kind == "row":
        return why_not_merchant(view, value)
    if kind == "die":
        faces = free_faces(view)
        if value < len(faces):
            words = _("{goods}. {key} or a click marks it.")
            return words.format(goods=text.goods(faces[value]), key=key("dice_village.take"))
    return ""


def sale_words(
    view: DiceVillageView, number: int, names: Sequence[str], in_letters: bool = False,
    has_goods: bool = False,
) -> str:  # fmt: skip
    """What a sale at a village brings. `in_letters`: `2c5f` in place of words. `has_goods`: what is
    sold there in words, too."""
    village = village_of(view, number)
    income, visitor = _income(village, in_letters)
    name = village.name
    if has_goods:
        name = _("{village} ({goods})").format(village=name, goods=_printed_goods(village))
    if village.owner == active(view):
        words = _("Your village {village}: {income}. You can add merchants.")
        if not view["people"][active(view)]["hand"]:
            words = _("Your village {village}: {income}.")
        return words.format(village=name, income=income)
    return _("{owner}'s village {village}: you {mine}, owner {theirs}").format(
        owner=names[village.owner], village=name, mine=visitor, theirs=income
    )


def _printed_goods(village: Village) -> str:
    """The goods of a village without those of its merchants: `gold/wheat`."""
    return "/".join(text.goods(stall.face) for stall in village.stalls if stall.side < 0)


def _income(village: Village, in_letters: bool) -> tuple[str, str]:
    """What a sale brings the owner and a visitor, in words or in letters."""
    if in_letters:
        return text.income_code(village.coins, village.favours), f"{village.visitor}c"
    return text.income(village.coins, village.favours), text.coins(village.visitor)


def village_words(view: DiceVillageView, number: int, names: Sequence[str]) -> str:
    """A village in words: whose it is and what it earns, in letters where names are long."""
    village = village_of(view, number)
    if village.seller >= 0:
        form = _("{owner}'s village {village}, closed by {name}: owner {income}, visitor {visitor}")
    elif len(village.stalls) > MAX_DICE:
        form = _("{owner}'s village {village}: owner {income}, visitor {visitor}. Too large.")
    else:
        form = _("{owner}'s village {village}: owner {income}, visitor {visitor}")
    words = ""
    for in_letters in (False, True):
        income, visitor = _income(village, in_letters)
        words = form.format(
            owner=names[village.owner],
            village=village.name,
            name=names[village.seller],
            income=income,
            visitor=visitor,
        )
        if len(words) <= LINE:
            break
    return words


def side_words(view: DiceVillageView, side: int) -> str:
    """A side of a merchant in words."""
    cards = from_plain(view["custom"])
    return _("{goods} ({face}) at the {way}: {reward}").format(
        way=text.side_word(side),
        goods=text.goods(cards.face[side]),
        face=cards.face[side],
        reward=text.reward(side, cards),
    )


def merchant_words(view: DiceVillageView, merchant: int) -> str:
    """Both sides of a merchant in words."""
    cards = from_plain(view["custom"])
    left, right = 2 * merchant, 2 * merchant + 1
    return _("{first} ({left}) {a}, {second} ({right}) {b}").format(
        first=text.goods(cards.face[left]),
        second=text.goods(cards.face[right]),
        left=cards.face[left],
        a=text.reward(left, cards),
        right=cards.face[right],
        b=text.reward(right, cards),
    )


def marked_words(
    view: DiceVillageView, marked: Sequence[int], legal: Sequence[int], key: KeyName
) -> tuple[str, bool]:
    """What dice with these faces can be used for, and whether that is nothing."""
    if not marked:
        return "", False
    if reroll_of(marked, legal) is None:
        return why_no_favour(view, is_turn=False), True
    if len(marked) > 1:
        words = _("Marked {dice}. Press {reroll} or click Reroll to reroll them (1 favour).")
    elif any(action >> SHIFT == TURN for action in legal):
        words = _(
            "Marked {dice}. Press {reroll} to reroll (1 favour), {up}/{down} to turn (2), or click."
        )
    else:
        words = _("Marked {dice}. Press {reroll} or click Reroll to reroll it (1 favour).")
    return words.format(
        dice=" ".join(map(str, marked)),
        reroll=key("dice_village.reroll"),
        up=key("dice_village.up_face"),
        down=key("dice_village.down_face"),
    ), False


def confirm_unsold(villages: int, key: KeyName) -> str:
    """What ending the step leaves undone, before the user confirms it."""
    text = _n(
        "You can still sell at {count} village. {key} or Done again takes favours instead.",
        "You can still sell at {count} villages. {key} or Done again takes favours instead.",
        villages,
    )
    return text.format(count=villages, key=key("dice_village.done"))


# Why something can't be chosen


def why_not(view: DiceVillageView, item: Item, names: Sequence[str], key: KeyName) -> str:
    """Why an item can't be chosen now."""
    if item[0] == "village":
        return why_not_village(view, item[1], names, key)
    return item_words(view, item, names, key)


def why_not_village(view: DiceVillageView, number: int, names: Sequence[str], key: KeyName) -> str:
    """Why a village can't be chosen now."""
    village = village_of(view, number)
    phase = view["phase"]
    if phase == PLACING:
        if village.owner != active(view):
            return _("Place merchants in your own villages.")
        if village.seller >= 0:
            return _("This village is closed (V-5).")
        return _("Choose a side of a merchant first.")
    if phase == ADDING:
        words = _("Finish this sale first: add merchants, or press {key} to sell.")
        return words.format(key=key("dice_village.sell"))
    if phase == SPENDING:
        return _("You can buy merchants now. Villages are for the Sell step.")
    if phase != SELLING:
        return village_words(view, number, names)
    if village.seller >= 0:
        words = _("Closed until the round ends: {name} sold here.")
        return words.format(name=names[village.seller])
    if len(village.stalls) > MAX_DICE:
        return _("Too large: nobody can sell here any more (V-12).")
    free, faces = free_faces(view), village.faces
    missing = [face for face in range(1, 7) for _die in range(faces.count(face) - free.count(face))]
    return _("You need these dice to sell here: {dice}").format(dice=" ".join(map(str, missing)))


def why_not_side(view: DiceVillageView, side: int) -> str:
    """Why a side of a merchant in hand can't be used now."""
    words = side_words(view, side)
    phase = view["phase"]
    if phase == ADDING:
        face = from_plain(view["custom"]).face[side]
        return _("You have no {face} for {side}.").format(face=face, side=words)
    if phase in (SELLING, SPENDING):
        return _("{side}. Add it in a sale at home.").format(side=words)
    return words


def why_not_merchant(view: DiceVillageView, merchant: int) -> str:
    """Why a merchant of the row can't be bought now."""
    words = merchant_words(view, merchant)
    phase, seat = view["phase"], view["seat"]
    if phase == SPENDING and seat is not None and view["people"][seat]["coins"] < PRICE:
        return _("{card}. It costs {price}.").format(card=words, price=text.coins(PRICE))
    if phase in (SELLING, ADDING):
        return _("{card}. Buy it later.").format(card=words)
    return words


def why_no_favour(view: DiceVillageView, is_turn: bool) -> str:
    """Why favours can't be spent on a turn, or on a reroll."""
    if view["phase"] != SELLING:
        return _("Spend favours in your own Sell step, before or between sales.")
    owned = view["people"][active(view)]["favours"]
    price = TURN_PRICE if is_turn else REROLL_PRICE
    if owned < price:
        words = _("That costs {price}. You have {have}.")
        return words.format(price=text.favours(price), have=text.favours(owned))
    if is_turn:
        return _("Mark exactly one die first: click it, or press the key below it.")
    return _("Mark the dice to reroll first: click them, or press the keys below them.")


# Help

MOST_REASONS = 4
"""Villages of which the help says why nothing can be sold there."""


def help_now(moment: Moment) -> Help:
    """What the seat can do now, what it can't and why, and the signs of the table."""
    view: DiceVillageView = moment.view
    legal = moment.legal
    signs = _signs(view, moment.ascii)
    if not legal or view["to_act"] != view["seat"]:
        return Help(signs=signs)

    def key(command: str) -> str:
        return moment.key(f"dice_village.{command}")

    kinds = {action >> SHIFT for action in legal}
    can: list[str] = []
    cannot: list[str] = []
    phase = view["phase"]
    player = view["people"][active(view)]
    if phase == SELLING:
        _help_selling(moment, kinds, can, cannot)
    elif phase == ADDING:
        if ADD in kinds:
            words = _("Add a merchant that fits your dice: {next}, then {take}.")
            can.append(words.format(next=key("next"), take=key("take")))
        elif player["hand"]:
            cannot.append(_("Add a merchant: none of your dice fits a side of one."))
        can.append(_("Make the sale with {sell}.").format(sell=key("sell")))
        cannot.append(_("Sell elsewhere: finish this sale first."))
    elif phase == PLACING:
        words = _("Choose a side of a merchant, then one of your open villages, with {take}.")
        can.append(words.format(take=key("take")))
        can.append(_("Skip the free placement with {done}.").format(done=key("done")))
        cannot.append(_("Place it at a closed village, or at another player's (V-5)."))
    elif phase == SPENDING:
        if BUY in kinds:
            words = _("Buy a merchant of the row for {price}: {next}, then {take}.")
            can.append(words.format(price=text.coins(PRICE), next=key("next"), take=key("take")))
        else:
            words = _("Buy a merchant: it costs {price}, you have {have}.")
            cannot.append(words.format(price=text.coins(PRICE), have=text.coins(player["coins"])))
        can.append(_("Finish buying with {done}.").format(done=key("done")))
        cannot.append(_("Sell: all have sold in this round."))
    return Help(can, cannot, signs)


def _help_selling(moment: Moment, kinds: set[int], can: list[str], cannot: list[str]) -> None:
    """What a seat can do in its Sell step, and what it can't."""
    view: DiceVillageView = moment.view

    def key(command: str) -> str:
        return moment.key(f"dice_village.{command}")

    seat = active(view)
    open_villages = [action & VALUE for action in moment.legal if action >> SHIFT == VILLAGE]
    if open_villages:
        places = ", ".join(_village_name(view, number, moment.names) for number in open_villages)
        words = _("Sell at {places}: {next}, then {take}.")
        can.append(words.format(places=places, next=key("next"), take=key("take")))
    marks = f"{key('die1')}-{key('die6')}"
    if REROLL in kinds:
        words = _("Roll dice again for 1 favour: mark them with {marks}, then {reroll}.")
        can.append(words.format(marks=marks, reroll=key("reroll")))
    else:
        cannot.append(
            _("Roll dice again: {reason}").format(reason=why_no_favour(view, is_turn=False))
        )
    if TURN in kinds:
        words = _("Turn a die for 2 favours: mark it with {marks}, then {up} or {down}.")
        can.append(words.format(marks=marks, up=key("up_face"), down=key("down_face")))
    else:
        cannot.append(_("Turn a die: {reason}").format(reason=why_no_favour(view, is_turn=True)))
    if MARKET in kinds:
        left = count(view["people"][seat]["free"])
        words = _n(
            "Finish selling with {done}: the {left} die left brings 1 favour.",
            "Finish selling with {done}: the {left} dice left bring 1 favour each.",
            left,
        )
        can.append(words.format(done=key("done"), left=left))
    closed = [
        number for number in range(VILLAGES_EACH * view["seats"]) if number not in open_villages
    ]
    for number in closed[:MOST_REASONS]:
        reason = why_not_village(view, number, moment.names, moment.key)
        words = _("Sell at {village}: {reason}")
        name = _village_name(view, number, moment.names)
        cannot.append(words.format(village=name, reason=reason))
    cannot.append(_("Buy merchants: that comes when all have sold."))


def _village_name(view: DiceVillageView, number: int, names: Sequence[str]) -> str:
    """A village with its owner: `your 1+6`, `Zaid's 3+4`."""
    village = village_of(view, number)
    if village.owner == view["seat"]:
        return _("your {village}").format(village=village.name)
    words = _("{name}'s {village}")
    return words.format(name=names[village.owner], village=village.name)


def _signs(view: DiceVillageView, ascii_only: bool) -> list[tuple[str, str]]:
    """The signs of the table."""
    seat = view["seat"] if view["seat"] is not None else max(0, view["to_act"])
    goods = ", ".join(f"{face} {text.goods(face)}" for face in range(1, 7))
    last = _("cards on the table; with {number} the last round begins")
    choose = "•" if not ascii_only else "*"
    return [
        ("1-6", goods),
        ("4", _("a stall: a die that shows 4 is sold here")),
        (f"{seat_mark(seat, ascii_only)}4", _("sold in this round, by this player")),
        ("2c 5f", _("2 coins and 5 favours at every sale")),
        (f"3/{LAST_ROUND_CARDS}", last.format(number=LAST_ROUND_CARDS)),
        (choose, _("can be chosen now")),
    ]


def explain_turn(
    turn: Sequence[tuple[int, DiceVillageView]], after: DiceVillageView, names: Sequence[str]
) -> TurnAdvice:
    """A turn in words, and what it brings."""
    first = turn[0][1]
    seat = first["to_act"]
    steps = [
        _advised(action, view, names)
        for action, view in turn
        if len(turn) == 1 or action >> SHIFT != SELL or _can_add(view)
    ]
    old, new = first["people"][seat], after["people"][seat]
    reasons: list[str] = []
    hidden: dict[str, str] = {}
    coins, favours = new["coins"] - old["coins"], new["favours"] - old["favours"]
    has_spent = any(action >> SHIFT in (REROLL, TURN) for action, _view in turn)
    if (coins or favours) and not (has_spent and coins <= 0):
        reasons.append(_gain_words(coins, favours))
    elif after["phase"] == ADDING and first["phase"] == SELLING:
        village = village_of(after, after["village"])
        words = _("It brings {income}, and more with merchants.")
        reasons.append(words.format(income=text.income(village.coins, village.favours)))
    if new["laid"] > old["laid"]:
        words = _n(
            "That makes {count} card on the table; {most} start the last round.",
            "That makes {count} cards on the table; {most} start the last round.",
            new["laid"],
        )
        reasons.append(words.format(count=new["laid"], most=LAST_ROUND_CARDS))
    elif old["coins"] < PRICE <= new["coins"]:
        reasons.append(_("That is enough for a merchant: {price}.").format(price=text.coins(PRICE)))
    for action, view in turn:
        kind, value = action >> SHIFT, action & VALUE
        if kind == VILLAGE:
            if action == turn[0][0] and (other := _best_other(view, value, names)):
                reasons.append(other)
            if village_of(view, value).owner == seat:
                if _sells_later(view):
                    words = _("Nobody can visit it then: a visitor would get {coins} there.")
                    visitor = village_of(view, value).visitor
                    reasons.append(words.format(coins=text.coins(visitor)))
            else:
                words = _("{name}'s village is closed for this round then.")
                reasons.append(words.format(name=names[village_of(view, value).owner]))
        elif kind in (REROLL, TURN):
            fitting = _villages_that_fit(view)
            if not fitting:
                reasons.append(_("As they are, the dice fit no open village."))
            if action == turn[0][0] and not (kind == TURN and new["laid"] > old["laid"]):
                reasons.append(_both_sums(view, kind, value))
                if kind == REROLL:
                    joins = _joining(view, value)
                    if old["secret"]:  # what is in the hand
                        hidden.update(dict.fromkeys(joins, ""))
                    reasons += joins
                    reasons += _rerolls_left(view, value)
            fits_now = [number for number in _villages_that_fit(after) if number not in fitting]
            if kind == TURN and fits_now:
                words = _("Then they sell at {village}.")
                name = _seller_place(after, fits_now[0], names)
                reasons.append(words.format(village=name))
        elif kind == DONE:
            words = _("It keeps {coins} for the next round.")
            reasons.append(words.format(coins=text.coins(new["coins"])))
        elif kind == BUY:
            reasons.append(merchant_words(view, value) + ".")
    return TurnAdvice(steps, list(dict.fromkeys(reasons)), hidden=hidden)


def _gain_words(coins: int, favours: int) -> str:
    """What a turn brings, or also costs."""
    if coins >= 0 and favours >= 0:
        return _("It brings {income}.").format(income=text.income(coins, favours))
    gains = []
    if coins:
        gains.append(_("coins {change}").format(change=f"{coins:+d}"))
    if favours:
        gains.append(_("favours {change}").format(change=f"{favours:+d}"))
    return _("It brings: {gains}.").format(gains=", ".join(gains))


def _sells_later(view: DiceVillageView) -> bool:
    """Whether another seat still sells in this round after the one to act."""
    return (active(view) + 1) % view["seats"] != view["start"]


def explain_loss(played: TriedMove, preferred: TriedMove, names: Sequence[str]) -> str:
    """What a move gives away beside a better one: income, dice, favours, a merchant, cards."""
    view: DiceVillageView = played.before
    kind, better = played.action >> SHIFT, preferred.action >> SHIFT
    value, better_value = played.action & VALUE, preferred.action & VALUE
    if kind in (REROLL, TURN):
        if better not in (REROLL, TURN) and not _villages_that_fit(view):
            words = _("spends favours: {later} left")
            left = played.after["people"][active(view)]["favours"]
            return words.format(later=text.favours(left))
        if better in (REROLL, TURN):
            expected, best = _expected(view, kind, value), _expected(view, better, better_value)
            if COIN * expected[0] + expected[1] >= COIN * best[0] + best[1]:
                return ""
            words = _("brings about {now}, not {better}")
            return words.format(now=_average_words(*expected), better=_average_words(*best))
        income = text.income(*best_income(open_sales(view), free_faces(view)))
        return _("risks dice that bring {income} as they are").format(income=income)
    if better in (REROLL, TURN):
        words = _("leaves dice that could bring about {income}")
        return words.format(income=_average_words(*_expected(view, better, better_value)))
    if better == BUY:
        merchant = text.merchant_name(from_plain(view["custom"]).names[better_value])
        if kind == DONE:
            return _("leaves merchant {merchant} to the others").format(merchant=merchant)
        if kind == BUY:
            mine = text.merchant_name(from_plain(view["custom"]).names[value])
            words = _("buys {mine} and leaves {merchant} to the others")
            return words.format(mine=mine, merchant=merchant)
    if kind == BUY and better == DONE:
        coins = text.coins(played.after["people"][active(view)]["coins"])
        return _("pays for a merchant now: {coins} left").format(coins=coins)
    return _less_income(played, preferred, names)


def explain_line(played: LineOfPlay, preferred: LineOfPlay, names: Sequence[str]) -> Sequence[str]:
    """What a turn with other dice comes to; else what is rerolled or paid for beside it."""
    action, better = played.steps[0][1], preferred.steps[0][1]
    turns = played.turns_beside(preferred)
    if not {action >> SHIFT, better >> SHIFT} <= {REROLL, TURN} or not turns:
        return []
    _seat, after, after_better = turns[0]
    worse = TriedMove(played.first_turn, after)
    if less := _less_income(worse, TriedMove(preferred.first_turn, after_better), names):
        return [less]
    is_turned = action >> SHIFT == TURN, better >> SHIFT == TURN
    if is_turned == (True, False):
        return [_("pays 2 favours to turn a die, where a reroll costs 1")]
    if is_turned == (False, True):
        return [_("leaves to chance what 2 favours would make sure")]
    more = Counter(faces_of(action & VALUE)) - Counter(faces_of(better & VALUE))
    if more and is_turned == (False, False):
        dice = text.dice_words(dice_of(sorted(more.elements())))
        return [_("also rerolls {dice}, better kept").format(dice=dice)]
    return []


def _expected(view: DiceVillageView, kind: int, value: int) -> tuple[float, float]:
    """The coins and favours that the dice bring on average, rerolled or with one of them turned."""
    sales, faces = open_sales(view), free_faces(view)
    if kind == TURN:
        faces.remove(value >> 1)
        return best_income(sales, [*faces, turned(value >> 1, value & 1)])
    rolled = faces_of(value)
    kept = list((Counter(faces) - Counter(rolled)).elements())
    return average_income(sales, kept, len(rolled))


def _average_words(coins: float, favours: float) -> str:
    words = _("{coins} coins, {favours} favours")
    return words.format(coins=f"{coins:.1f}", favours=f"{favours:.1f}")


def _less_income(played: TriedMove, preferred: TriedMove, names: Sequence[str]) -> str:
    """What a sale or a placement brings less than another one, or brings to another seat."""
    seat = active(played.before)
    mine, better = played.after["people"][seat], preferred.after["people"][seat]
    cards = better["laid"] - mine["laid"]
    if cards > 0:
        words = _n("lays {count} card fewer", "lays {count} cards fewer", cards)
        return words.format(count=cards)
    coins, favours = better["coins"] - mine["coins"], better["favours"] - mine["favours"]
    if (coins > 0 or favours > 0) and coins >= 0 and favours >= 0:
        return _("brings {income} less").format(income=text.income(coins, favours))
    for other, name in enumerate(names):
        more = played.after["people"][other]["coins"] - preferred.after["people"][other]["coins"]
        if other != seat and more > 0:
            return _("brings {name} {coins}").format(name=name, coins=text.coins(more))
    if coins > 0 or favours > 0:
        lost = text.income(max(0, coins), max(0, favours))
        won = text.income(max(0, -coins), max(0, -favours))
        return _("brings {won} more, but {lost} less").format(won=won, lost=lost)
    dice = Counter(faces_of(better["free"])) - Counter(faces_of(mine["free"]))
    if dice and mine["free"] != better["free"]:
        words = _("uses dice that would still sell: {dice}")
        return words.format(dice=text.dice_words(dice_of(sorted(dice.elements()))))
    return ""


def list_moves(
    legal: Sequence[int], view: DiceVillageView, names: Sequence[str]
) -> list[ListedMove]:
    """The moves as your choices, below headings of what they cost."""
    rows = [_listed(action, view, names) for action in legal]
    times = Counter(row.words for row in rows)
    return [
        evolve(row, words=_with_merchant(row, view)) if times[row.words] > 1 else row
        for row in rows
    ]


def _listed(action: int, view: DiceVillageView, names: Sequence[str]) -> ListedMove:
    """A move as a row of the list, whose words a hint has, too."""
    kind, value = action >> SHIFT, action & VALUE
    if kind == REROLL:
        words, aside = capital(text.dice_words(value)), " ".join(text.digits(value))
        return ListedMove([action], words, aside, _("Reroll for 1 favour"))
    if kind == TURN:
        to = turned(value >> 1, value & 1)
        words = _("{good} into {other}").format(good=text.goods(value >> 1), other=text.goods(to))
        words, aside = capital(words), _("{face} to {to}").format(face=value >> 1, to=to)
        return ListedMove([action], words, aside, _("Turn a die for 2 favours"))
    words = _step_words(action, view, names).rstrip(".")
    if kind != VILLAGE:
        return ListedMove([action], words)
    village = village_of(view, value)
    is_own = village.owner == active(view)
    income = text.income(village.coins, village.favours) if is_own else ""
    return ListedMove([action], words, income or text.coins(village.visitor), _("Sell"))


def _with_merchant(row: ListedMove, view: DiceVillageView) -> str:
    """The words of a row with the merchant that it is about: two have one side alike."""
    action = row.actions[0]
    kind, value = action >> SHIFT, action & VALUE
    if kind not in (ADD, PLACE):
        return row.words
    side = value >> 2 if kind == PLACE else value
    name = text.merchant_name(from_plain(view["custom"]).names[side >> 1])
    return _("{words} (merchant {merchant})").format(words=row.words, merchant=name)


def _advised(action: int, view: DiceVillageView, names: Sequence[str]) -> str:
    """A step as a hint names it: in the words of the list, with what it brings there."""
    row = _listed(action, view, names)
    if action >> SHIFT in (REROLL, TURN):
        words = f"{row.words[:1].lower()}{row.words[1:]} ({row.aside})"
        return _("{move}: {gain}.").format(move=row.group, gain=words)
    if row.aside:
        return _("{move}: {gain}.").format(move=row.words, gain=row.aside)
    return capital(_step_words(action, view, names))


def _can_add(view: DiceVillageView) -> bool:
    """Whether a merchant can join the sale at home; without one the sale is made at once."""
    free = free_faces(view)
    face = from_plain(view["custom"]).face
    hand = view["people"][active(view)]["hand"]
    return any(face[side] in free for card in hand for side in (2 * card, 2 * card + 1))


def _best_other(view: DiceVillageView, value: int, names: Sequence[str]) -> str:
    """What the best of the other villages that the dice fit would bring, and its owner if a sale at
    home gives nobody else anything; empty without one."""
    free = dice_of(free_faces(view))
    others = [sale for sale in open_sales(view) if sale[0] != value and covers(free, sale[1])]
    if not others:
        return ""
    number, _dice, coins, favours = max(others, key=lambda sale: COIN * sale[2] + sale[3])
    words = _("The best other sale, at {village}, would bring {income}.")
    village, here, seat = village_of(view, number), village_of(view, value), active(view)
    shared = text.income(village.coins, village.favours)
    is_shared = village.owner != seat and bool(village.coins or village.favours)
    if is_shared and here.owner == seat:
        words = _(
            "The best other sale, at {village}, would bring {income}, but also {shared} to {name}."
        )
    return words.format(
        village=_seller_place(view, number, names),
        income=text.income(coins, favours),
        name=names[village.owner],
        shared=shared,
    )


def _seller_place(view: DiceVillageView, number: int, names: Sequence[str]) -> str:
    """A village as it is to the seat to act, in words that speak to nobody: `home (1+6)`,
    `Zaid's 3+4`."""
    village = village_of(view, number)
    if village.owner == active(view):
        return _("home ({village})").format(village=village.name)
    return _("{name}'s {village}").format(name=names[village.owner], village=village.name)


def _both_sums(view: DiceVillageView, kind: int, value: int) -> str:
    """What the dice bring as they are, and what they bring rerolled or with one of them turned."""
    sales, faces = open_sales(view), free_faces(view)
    now = text.income(*best_income(sales, faces))
    if kind == TURN:
        faces.remove(value >> 1)
        after = best_income(sales, [*faces, turned(value >> 1, value & 1)])
        words = _("As they are, the dice bring {now}; turned, {later}.")
        return words.format(now=now, later=text.income(*after))
    coins, favours = average_income(sales, *_kept_and_rolled(view, value))
    words = _(
        "As they are, the dice bring {now}; rerolled, about {coins} coins, {favours} favours."
    )
    return words.format(now=now, coins=f"{coins:.1f}", favours=f"{favours:.1f}")


def _kept_and_rolled(view: DiceVillageView, value: int) -> tuple[list[int], int]:
    """The dice that a reroll leaves, and how many it rolls."""
    rolled = faces_of(value)
    return list((Counter(free_faces(view)) - Counter(rolled)).elements()), len(rolled)


def _joining(view: DiceVillageView, value: int) -> list[str]:
    """How often a merchant in hand could join a sale after a reroll, where it now cannot."""
    chance = chance_to_add(view, *_kept_and_rolled(view, value))
    if not chance or chance_to_add(view, free_faces(view), 0):
        return []
    words = _("In {chance} of the rolls a merchant in hand could join a sale.")
    return [words.format(chance=f"{chance:.0%}")]


def _rerolls_left(view: DiceVillageView, value: int) -> list[str]:
    """That a reroll which brings less on average need not be the last."""
    now = best_income(open_sales(view), free_faces(view))
    coins, favours = average_income(open_sales(view), *_kept_and_rolled(view, value))
    left = view["people"][active(view)]["favours"] - REROLL_PRICE
    if COIN * coins + favours >= COIN * now[0] + now[1] or left < REROLL_PRICE:
        return []
    words = _n(
        "That is less on average, but {count} favour is left to reroll again.",
        "That is less on average, but {count} favours are left to reroll again.",
        left,
    )
    return [words.format(count=left)]


def _villages_that_fit(view: DiceVillageView) -> list[int]:
    """The open villages whose stalls the free dice fill."""
    free = free_faces(view)
    fitting = []
    for number in range(VILLAGES_EACH * view["seats"]):
        village = village_of(view, number)
        faces = village.faces
        fits = all(free.count(face) >= faces.count(face) for face in faces)
        if village.seller < 0 and len(faces) <= MAX_DICE and fits:
            fitting.append(number)
    return fitting


def _step_words(action: int, view: DiceVillageView, names: Sequence[str]) -> str:
    """A step as an instruction."""
    kind, value = action >> SHIFT, action & VALUE
    if kind == VILLAGE:
        village = village_of(view, value)
        if village.owner == active(view):
            return _("Sell at your village {village}.").format(village=village.name)
        words = _("Sell at {name}'s village {village}.")
        return words.format(name=names[village.owner], village=village.name)
    if kind == ADD:
        return _("Add {side}.").format(side=side_words(view, value))
    if kind == SELL:
        return _("Press Sell to make the sale.")
    if kind == PLACE:
        name = village_of(view, active(view) * VILLAGES_EACH + (value & 3)).name
        words = _("Place {side} at your village {village}.")
        return words.format(side=side_words(view, value >> 2), village=name)
    if kind == BUY:
        name = text.merchant_name(from_plain(view["custom"]).names[value])
        return _("Buy merchant {merchant}.").format(merchant=name)
    ends = {
        MARKET: _("Take the rest to the open market."),
        SKIP: _("Skip the free placement."),
        DONE: _("Buy nothing more."),
    }
    return ends.get(kind) or text.describe(action, view, names)


# The end


def result(view: DiceVillageView, names: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """Column titles and rows: cards, then coins, then favours decide; then the rest."""
    columns = [_("Seat"), _("Cards"), _("Coins"), _("Favours"), _("Caravans"), _("In hand")]
    rows = []
    for name, person in zip(names, view["people"], strict=False):
        held = len(person["hand"]) + person["unseen"]
        numbers = [person["laid"], person["coins"], person["favours"], person["dice"], held]
        rows.append([name, *map(str, numbers)])
    return columns, rows
