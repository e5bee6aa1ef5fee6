"""Advice in Dice Village: hints, why a move is worse, and the list of moves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from attrs import evolve

from caravan_tui.games.contract import (
    LineOfPlay,
    ListedMove,
    TriedMove,
    TurnAdvice,
)
from caravan_tui.games.dice_village import text
from caravan_tui.games.dice_village.actions import (
    ADD,
    BUY,
    DONE,
    FACES,
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
    covers,
    dice_of,
    faces_of,
    turned,
)
from caravan_tui.games.dice_village.custom import from_plain
from caravan_tui.games.dice_village.messages import (
    lacks_of,
    merchant_words,
    side_words,
    village_name,
)
from caravan_tui.games.dice_village.moves import (
    COIN,
    Sale,
    average_income,
    best_income,
    chance_to_add,
    free_faces,
    open_sales,
)
from caravan_tui.games.dice_village.pieces import VILLAGES_EACH
from caravan_tui.games.dice_village.rules import (
    LAST_ROUND_CARDS,
    PRICE,
    REROLL_PRICE,
)
from caravan_tui.games.dice_village.state import ADDING, SELLING
from caravan_tui.games.dice_village.view import (
    DiceVillageView,
    active,
    village_of,
)
from caravan_tui.i18n import _, _n, capital


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
    coins, favours = _gain_of(first, after)
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


def _gain_of(before: DiceVillageView, after: DiceVillageView) -> tuple[int, int]:
    """The coins and favours that a turn brings the seat to act before it."""
    old, new = (view["people"][before["to_act"]] for view in (before, after))
    return new["coins"] - old["coins"], new["favours"] - old["favours"]


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
            words = _("brings about {now}, the better move {better}")
            return words.format(now=_average_words(*expected), better=_average_words(*best))
        # A whole turn brings what a hint says of it: the best sale is not always the best move.
        gain = _gain_of(view, preferred.after)
        is_whole = not preferred.after["people"][active(view)]["free"] and min(gain) >= 0
        if not (is_whole and any(gain)):
            gain = best_income(open_sales(view), free_faces(view))
        income = text.income(*gain)
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
    """Both in words: whole numbers as such, and nothing of what there is none of."""
    means = round(float(coins), 1), round(float(favours), 1)
    if all(mean.is_integer() for mean in means):
        return text.income(*map(int, means))
    parts = []
    for mean, whole, words in zip(
        means, (text.coins, text.favours), (_("{number} coins"), _("{number} favours")), strict=True
    ):
        if mean:
            is_whole = mean.is_integer()
            parts.append(whole(int(mean)) if is_whole else words.format(number=f"{mean:g}"))
    return ", ".join(parts)


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
    """The moves as your choices, below headings of what they cost, the best sale first, each with
    what it is called on the board, what it brings, and what the names in its notation stand for."""
    rows = [_listed(action, view, names) for action in _best_sales_first(legal, view)]
    times = Counter(row.words for row in rows)
    others = _("Or") if any(row.group for row in rows) else ""
    rows = [
        evolve(
            row,
            words=_with_merchant(row, view) if times[row.words] > 1 else _with_goods(row, view),
            aside=_aside(row, view, names),
            code_note=_code_note(row.actions[0], view, names),
            group=row.group or others,
        )
        for row in rows
    ]
    return [_in_short(row, view, names) or _coloured(row) for row in rows]


def _in_short(row: ListedMove, view: DiceVillageView, names: Sequence[str]) -> ListedMove | None:
    """A sale as the village alone, a turned die or a reroll as the faces, in their colours: their
    headings say the rest. None for all other moves."""
    kind, value = row.actions[0] >> SHIFT, row.actions[0] & VALUE
    if kind == VILLAGE:
        code = village_of(view, value).name
        before, _code, after = village_name(view, value, names).partition(code)
        parts = [capital(before), *re.split(r"(\+)", code), after]
    elif kind == TURN:
        parts = [str(value >> 1), "→", str(turned(value >> 1, value & 1))]
    elif kind == REROLL:
        parts = re.split("( )", " ".join(text.digits(value)))
    else:
        return None
    pieces = [(part, f"face-{part}" if part.isdecimal() else "") for part in parts if part]
    return evolve(row, pieces=pieces)


def _coloured(row: ListedMove) -> ListedMove:
    """A row with its goods on the colours of their faces, as on the board."""
    colours = {text.goods(face): f"face-{face}" for face in range(1, FACES + 1)}
    names = "|".join(map(re.escape, colours))
    parts = re.split(rf"\b({names})\b", row.words, flags=re.IGNORECASE)
    pieces = [(part, colours.get(part.lower(), "")) for part in parts if part]
    return evolve(row, pieces=pieces) if len(parts) > 1 else row


def _aside(row: ListedMove, view: DiceVillageView, names: Sequence[str]) -> str:
    """What a move brings or leaves; of other dice, what they would sell or what is missing."""
    action = row.actions[0]
    if action >> SHIFT == REROLL:
        return _kept_words(action, view)
    if action >> SHIFT == TURN:
        return _turned_words(action, view, names)
    return row.aside or _left_words(action, view)


def _best_sales_first(legal: Sequence[int], view: DiceVillageView) -> list[int]:
    """Legal actions with the sales and the dice to turn by what they bring; all others stay in
    their places."""
    worth = {number: COIN * coins + favours for number, _dice, coins, favours in open_sales(view)}

    def brings(action: int) -> int:
        if action >> SHIFT == VILLAGE:
            return worth.get(action & VALUE, 0)
        return max((worth[number] for number, *_sale in _sales_by_turning(action, view)), default=0)

    ordered = {
        kind: iter(sorted((a for a in legal if a >> SHIFT == kind), key=brings, reverse=True))
        for kind in (VILLAGE, TURN)
    }
    return [next(ordered.get(action >> SHIFT, iter(())), action) for action in legal]


def _with_goods(row: ListedMove, view: DiceVillageView) -> str:
    """The words of a row, a sale with the goods that the village takes, other dice with the
    faces."""
    kind, value = row.actions[0] >> SHIFT, row.actions[0] & VALUE
    if kind == TURN:
        face, to = value >> 1, turned(value >> 1, value & 1)
        words = _("{good} ({face}) into {other} ({to})")
        good = capital(text.goods(face))
        return words.format(good=good, face=face, other=text.goods(to), to=to)
    if kind == REROLL:
        return _("{words} ({goods})").format(words=row.words, goods=" ".join(text.digits(value)))
    if kind != VILLAGE:
        return row.words
    goods = text.dice_words(dice_of(village_of(view, value).faces))
    return _("{words} ({goods})").format(words=row.words, goods=goods)


def _kept_words(action: int, view: DiceVillageView) -> str:
    """What the dice that a reroll leaves sell without the others, or what they still need of
    these."""
    kept, rolled = _kept_and_rolled(view, action & VALUE)
    if not kept:
        return _("keeps none")
    faces = " ".join(map(str, sorted(kept)))
    income = best_income(open_sales(view), kept)
    lacks = lacks_of(kept, view, is_nearest=True)
    if income[0] or income[1] > len(kept):
        words = _("keeps {faces}: they sell for {income}")
    elif lacks and lacks[0][0] <= rolled:
        words = _("keeps {faces}, needs {lack}")
    else:
        words = _("keeps {faces}: no sale in reach") if lacks else _("keeps {faces}")
    lack = lacks[0][1] if lacks else ""
    return words.format(faces=faces, income=text.income(*income), lack=lack)


def _turned_words(action: int, view: DiceVillageView, names: Sequence[str]) -> str:
    """The best of the villages that the dice fit only once one of them is turned; without any what
    they still need."""
    if added := _sales_by_turning(action, view):
        number, _dice, coins, favours = max(added, key=lambda sale: COIN * sale[2] + sale[3])
        words = _("sells at {village}: {income}")
        village = _seller_place(view, number, names)
        return words.format(village=village, income=text.income(coins, favours))
    faces = _turned_faces(action, view)
    if any(covers(dice_of(faces), sale[1]) for sale in open_sales(view)):
        return _("sells nowhere new")
    lacks = lacks_of(faces, view, is_nearest=True)
    return _("no sale, needs {lack}").format(lack=lacks[0][1]) if lacks else _("no sale")


def _sales_by_turning(action: int, view: DiceVillageView) -> list[Sale]:
    """The sales that the dice fit only once one of them is turned."""
    now, later = dice_of(free_faces(view)), dice_of(_turned_faces(action, view))
    return [
        sale for sale in open_sales(view) if covers(later, sale[1]) and not covers(now, sale[1])
    ]


def _turned_faces(action: int, view: DiceVillageView) -> list[int]:
    """The free dice once one of them is turned."""
    faces, face = free_faces(view), (action & VALUE) >> 1
    faces.remove(face)
    return [*faces, turned(face, action & 1)]


def _left_words(action: int, view: DiceVillageView) -> str:
    """What the end of a step brings or leaves."""
    kind, person = action >> SHIFT, view["people"][active(view)]
    if kind == MARKET:
        return text.favours(len(faces_of(person["free"])))
    if kind == DONE:
        return _("keeps {coins}").format(coins=text.coins(person["coins"]))
    return ""


def _code_note(action: int, view: DiceVillageView, names: Sequence[str]) -> str:
    """What the numbers of a seat and a village and the name of a merchant stand for in the notation
    of a move: the board has none of them."""
    kind, value = action >> SHIFT, action & VALUE
    if kind == VILLAGE:
        village, owner = village_of(view, value), village_of(view, value).owner
        words = _("{seat} is the seat of {name}, {code} the village {village}")
        if owner == view["seat"]:
            words = _("{seat} is your seat, {code} the village {village}")
        _seat, code = text.village_code(value, from_plain(view["custom"])).split(".")
        return words.format(seat=owner, name=names[owner], code=code, village=village.name)
    merchant = {BUY: value, ADD: value >> 1, PLACE: value >> 3}.get(kind)
    if merchant is None:
        return ""
    code = from_plain(view["custom"]).names[merchant]
    return _("{code} stands for {words}").format(code=code, words=text.merchant_name(code))


def _listed(action: int, view: DiceVillageView, names: Sequence[str]) -> ListedMove:
    """A move as a row of the list, whose words a hint has, too."""
    kind, value = action >> SHIFT, action & VALUE
    if kind == REROLL:
        words, aside = capital(text.dice_words(value)), _("showing {faces}")
        aside = aside.format(faces=" ".join(text.digits(value)))
        return ListedMove([action], words, aside, _("Reroll for 1 favour"))
    if kind == TURN:
        to = turned(value >> 1, value & 1)
        words = _("{good} into {other}").format(good=text.goods(value >> 1), other=text.goods(to))
        words, aside = capital(words), _("from {face} to {to}").format(face=value >> 1, to=to)
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
    average = _average_words(*average_income(sales, *_kept_and_rolled(view, value)))
    words = _("As they are, the dice bring {now}; rerolled, about {average}.")
    return words.format(now=now, average=average)


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
    person = view["people"][active(view)]
    has_sold = len(faces_of(person["free"])) < person["dice"]
    ends = {
        MARKET: _("Take the rest to the open market.")
        if has_sold
        else _("Take all dice to the open market."),
        SKIP: _("Skip the free placement."),
        DONE: _("Buy nothing more."),
    }
    return ends.get(kind) or text.describe(action, view, names)
