"""Texts below the board: the prompt, what is under the cursor, and why it can't be chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial, reduce

from caravan_tui.games.contract import (
    LINE,
    Help,
    KeyName,
    Moment,
)
from caravan_tui.games.dice_village import text
from caravan_tui.games.dice_village.actions import (
    ADD,
    BUY,
    MARKET,
    MAX_DICE,
    REROLL,
    SHIFT,
    TURN,
    UP,
    VALUE,
    VILLAGE,
    count,
)
from caravan_tui.games.dice_village.custom import from_plain
from caravan_tui.games.dice_village.events import Rolled, SoldAtHome, Visited
from caravan_tui.games.dice_village.moves import (
    Item,
    faces_used,
    free_faces,
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
from caravan_tui.i18n import _, _n
from caravan_tui.widgets.marks import seat_mark

PlaceName = Callable[[Sequence[int], str], str]
"""Names villages of one name, given their owners and this name."""

# What is asked


def prompt(
    view: DiceVillageView, legal: Sequence[int], names: Sequence[str], key: KeyName,
    room: int = LINE, *, ascii_only: bool = False,
) -> str:  # fmt: skip
    """What the acting seat is asked to do. `room`: columns that the line has; `ascii_only`: how
    the seats are marked on the board."""
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
        marks = [seat_mark(seat, ascii_only) for seat in range(view["seats"])]
        return _nothing_sells(view, names, marks, key, can_reroll, room)
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
    view: DiceVillageView, names: Sequence[str], marks: Sequence[str], key: KeyName,
    can_reroll: bool, room: int,
) -> str:  # fmt: skip
    """Which dice are missing for the villages that are open, the nearest first, and what is left
    to do: where there is little room, with the marks of their owners, and for those of each name
    that miss least."""
    free = free_faces(view)
    in_words, in_marks = partial(_whose, view, names, marks), partial(_marked, view, marks)
    lacks = [words for _number, words in lacks_of(free, view, in_words)]
    if not lacks:
        forms = [_("All villages are closed. Press {key} or click Done, for {favours}.")]
    elif can_reroll:
        forms = [
            _("Missing: {lacks}. Mark {places} (or click) to reroll, or {key}: done."),
            _("Missing: {lacks}. Mark {places} to reroll, or {key}: done."),
            _("Missing: {lacks}. Reroll {places} or {key}: done."),
            _("Missing: {lacks}. Reroll {places}; {key}: done."),
            _("Missing: {lacks}. Or {key}: done."),
        ]
    else:
        forms = [
            _("Missing: {lacks}. Press {key} or click Done, for {favours}."),
            _("Missing: {lacks}. {key} or click Done: {favours}."),
            _("Missing: {lacks}. {key} or click Done."),
            _("Missing: {lacks}. Or {key}: done."),
        ]
    dice = count(view["people"][active(view)]["free"])
    favours, done = text.favours(dice), key("dice_village.done")
    keys = "-".join(dict.fromkeys([key("dice_village.die1"), key(f"dice_village.die{dice}")]))
    # Places are digits as faces are: they are called dice.
    places = _n("die {keys}", "dice {keys}", dice).format(keys=keys)
    words = ""
    brief = [words for _number, words in lacks_of(free, view, in_marks)]
    nearest = [words for _number, words in lacks_of(free, view, in_marks, is_nearest=True)]
    cut = [
        [*nearest[:number], _n("{count} more", "{count} more", rest).format(count=rest)]
        for number in range(len(nearest) - 1, 0, -1)
        for rest in [len(nearest) - number]
    ]
    for listed in (lacks, brief, nearest, *cut):
        # What can be done matters more than all villages of a name.
        for form in forms[:-1] if listed is lacks or listed is brief else forms:
            most = _in_a_row(listed)
            words = form.format(lacks=most, key=done, favours=favours, places=places)
            if len(words) <= room:
                return words
    return words


def _in_a_row(parts: Sequence[str]) -> str:
    """Parts that have commas of their own, or a colon, as one sentence names them."""
    if not parts:
        return ""
    return reduce(lambda first, rest: _("{first}; {rest}").format(first=first, rest=rest), parts)


def lacks_of(
    faces: Sequence[int], view: DiceVillageView, place: PlaceName | None = None,
    is_nearest: bool = False,
) -> list[tuple[int, str]]:  # fmt: skip
    """What some dice are missing for each open village that they do not fit, the fewest first: how
    many, and in words such as `a 1 for 1+6`. Villages of one name that miss the same are told as
    one, called by `place`, else by their name alone. `is_nearest`: only those of each name that
    miss least."""
    free = Counter(faces)
    missing: dict[str, dict[str, list[int]]] = {}
    villages = [village_of(view, number) for number in range(VILLAGES_EACH * view["seats"])]
    for village in villages:
        if village.seller < 0 and len(village.stalls) <= MAX_DICE:
            dice = _missing_dice(village, free)
            owners = missing.setdefault(village.name, {}).setdefault(dice, [])
            owners.append(village.owner)
    lacks = []
    for name, ways in missing.items():
        if is_nearest:
            dice = min(ways, key=lambda dice: dice.count("+"))
            ways = {dice: ways[dice]}
        for dice, owners in ways.items():
            if dice:
                called = place(owners, name) if place else name
                lacks.append((dice.count("+") + 1, _lack(dice, name, called)))
    return sorted(lacks, key=lambda lack: lack[0])


def _missing_dice(village: Village, free: Counter[int]) -> str:
    """The dice that a village lacks, such as `2+5`; empty if it lacks none."""
    return "+".join(map(str, sorted((Counter(village.faces) - free).elements())))


def _lack(dice: str, name: str, place: str) -> str:
    """Dice such as `2+5` that a village lacks, with the village: its name alone, or whose it is."""
    words = _("{dice} for {village}")
    if len(dice) == 1:
        words = _("a {die} for {village}")
    if dice == name:  # "2+5 for 2+5" would read as a village twice
        words = _("both for {village}")
    return words.format(dice=dice, die=dice, village=place)


def rerolled(rolled: Rolled) -> str:
    """How the dice of a reroll fell, and those that lay still beside them."""
    dice = " ".join(text.digits(rolled.dice))
    kept = " ".join(text.digits(rolled.unplaced - rolled.dice))
    if kept:
        return _("You rolled {dice} and kept {kept}.").format(dice=dice, kept=kept)
    return _("You rolled {dice}.").format(dice=dice)


def _whose(
    view: DiceVillageView, names: Sequence[str], marks: Sequence[str], owners: Sequence[int],
    name: str,
) -> str:  # fmt: skip
    """Villages of one name, by whose they are: in words where they are all or one player's."""
    if len(owners) == view["seats"]:
        return _("any {village}").format(village=name)
    if len(owners) > 1:
        return _marked(view, marks, owners, name)
    if active(view) in owners:
        return _("your {village}").format(village=name)
    return _("{name}'s {village}").format(name=names[owners[0]], village=name)


def _marked(view: DiceVillageView, marks: Sequence[str], owners: Sequence[int], name: str) -> str:
    """The same in the fewest columns, by the marks of the seats where they are not all."""
    if len(owners) == view["seats"]:
        return name
    return "".join(marks[owner] for owner in owners) + name


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
        if view["to_act"] == view["seat"]:
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
        income = text.income_code(village.coins, village.favours)
        return income.replace(" ", ""), f"{village.visitor}c"
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


def way_to(view: DiceVillageView, marked: Sequence[int], action: int, key: KeyName) -> str:
    """How to go on to a reroll or a turn while the dice at these places are marked; empty where
    none is, and for other moves."""
    kind = action >> SHIFT
    if kind not in (REROLL, TURN) or not marked:
        return ""
    faces, missing = free_faces(view), faces_used(view, action)
    wrong = []
    for place in marked:
        if faces[place] in missing:
            missing.remove(faces[place])
        else:
            wrong.append(place)
    if len(wrong) > 1:
        words = _("Too many dice are marked: press {key} to let them all go.")
        return words.format(key=key("dice_village.clear"))
    if wrong:
        text = _("The {die} is marked too: press {key} to let it go.")
        if len(marked) == 1:
            text = _("The {die} is marked: press {key} to let it go.")
        return text.format(die=faces[wrong[0]], key=key(f"dice_village.die{wrong[0] + 1}"))
    dice = " ".join(str(faces[place]) for place in marked)
    if missing:
        rest = " ".join(map(str, missing))
        return _("Marked {dice}. Mark {rest} too.").format(dice=dice, rest=rest)
    if kind == REROLL:
        text, command = _("Marked {dice}. Now press {key} or click Reroll."), "reroll"
    elif action & 1 == UP:
        text, command = _("Marked {dice}. Now press {key} or click Up."), "up_face"
    else:
        text, command = _("Marked {dice}. Now press {key} or click Down."), "down_face"
    return text.format(dice=dice, key=key(f"dice_village.{command}"))


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
    dice = _missing_dice(village, Counter(free_faces(view)))
    return _("Missing: {lacks}.").format(lacks=_lack(dice, village.name, village.name))


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
            words = _("Add a merchant that fits your dice: {next}, then {take}; or click it twice.")
            can.append(words.format(next=key("next"), take=key("take")))
        elif player["hand"]:
            cannot.append(_("Add a merchant: none of your dice fits a side of one."))
        can.append(_("Make the sale with {sell}.").format(sell=key("sell")))
        cannot.append(_("Sell elsewhere: finish this sale first."))
    elif phase == PLACING:
        words = _(
            "Choose a side of a merchant, then one of your open villages, with "
            "{take} or two clicks."
        )
        can.append(words.format(take=key("take")))
        can.append(_("Skip the free placement with {done}.").format(done=key("done")))
        cannot.append(_("Place it at a closed village, or at another player's (V-5)."))
    elif phase == SPENDING:
        if BUY in kinds:
            words = _(
                "Buy a merchant of the row for {price}: {next}, then {take}; or click it twice."
            )
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
        places = ", ".join(village_name(view, number, moment.names) for number in open_villages)
        words = _("Sell at {places}: {next}, then {take}; or click it twice.")
        can.append(words.format(places=places, next=key("next"), take=key("take")))
    marks = f"{key('die1')}-{key('die6')}"
    if REROLL in kinds:
        words = _("Reroll dice for 1 favour: mark them with {marks} or a click, then {reroll}.")
        can.append(words.format(marks=marks, reroll=key("reroll")))
    else:
        cannot.append(_("Reroll dice: {reason}").format(reason=why_no_favour(view, is_turn=False)))
    if TURN in kinds:
        words = _("Turn a die for 2 favours: mark it with {marks} or a click, then {up} or {down}.")
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
    cannot.extend(_why_no_sale(view, number, moment.names) for number in closed[:MOST_REASONS])
    cannot.append(_("Buy merchants: that comes when all have sold."))


def _why_no_sale(view: DiceVillageView, number: int, names: Sequence[str]) -> str:
    """Why the seat to act can't sell at a village, with the village, in one sentence."""
    village, place = village_of(view, number), village_name(view, number, names)
    if village.seller >= 0:
        words = _("Sell at {village}: closed until the round ends, as {name} sold here.")
        return words.format(village=place, name=names[village.seller])
    if len(village.stalls) > MAX_DICE:
        return _("Sell at {village}: too large for anybody by now (V-12).").format(village=place)
    dice = _missing_dice(village, Counter(free_faces(view)))
    words = _("Sell at {village}: {dice} are missing.")
    if len(dice) == 1:
        words = _("Sell at {village}: a {dice} is missing.")
    if dice == village.name:  # "1+6: 1+6" would read as a village twice
        words = _("Sell at {village}: both dice are missing.")
    return words.format(village=place, dice=dice)


def village_name(view: DiceVillageView, number: int, names: Sequence[str]) -> str:
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
