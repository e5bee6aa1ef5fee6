"""Advice in Caravan (Decktet): hints, why a play is worse, and the list of moves."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from caravan_tui.games.contract import (
    LineOfPlay,
    ListedMove,
    TriedMove,
    TurnAdvice,
    seat_name,
    seat_of,
)
from caravan_tui.games.decktet.actions import (
    BANDIT,
    CARDS,
    PASS,
    beating,
    caravans_of,
    kind_of,
    rank_of,
)
from caravan_tui.games.decktet.messages import season_worth
from caravan_tui.games.decktet.pieces import (
    CODES,
    NUMBERS,
    RANKS,
    SUIT_LETTERS,
    SUITS,
    WILDS,
    card_name,
    suit_name,
    worth,
)
from caravan_tui.games.decktet.text import (
    count_word,
    notation_of,
    order,
    play_words,
    short_play_words,
    signed,
)
from caravan_tui.games.decktet.view import DecktetView
from caravan_tui.games.kit.bitsets import mask_of, members
from caravan_tui.i18n import _, _n, capital

PAPER = "paper-1"
INK = f"paper_ink on {PAPER}"
"""Names of colours: of the paper of cards, and of their ranks on it."""


def explain_turn(
    turn: Sequence[tuple[int, DecktetView]], after: DecktetView, names: Sequence[str]
) -> TurnAdvice:
    """A play in words, and what it brings."""
    action, view = turn[0]
    seat = view["to_act"]
    opponent = names[1 - seat]
    if action == PASS:
        step = _("Pass.")
    elif kind_of(action) == BANDIT:
        step = _("Play a {play}.").format(play=play_words(action))
    else:
        step = _("Play {cards}: {play}.")
        step = step.format(cards=notation_of(action), play=short_play_words(action))
        wilds = [(card, rank) for card, rank in order(action) if not RANKS[card]]
        if wilds:
            text = _("{card} as {rank}")
            standing = [text.format(card=card_name(card), rank=rank) for card, rank in wilds]
            step = f"{step.removesuffix('.')}, {', '.join(standing)}."
    reasons: list[str] = []
    hidden: list[str] = []
    hand, left = view["hand"] or 0, after["hand"] or 0
    if action == PASS:
        reasons += _why_pass(view, opponent)
    else:
        count = (hand & ~left).bit_count()
        pile = season_worth(view) + worth(action & CARDS, mask_of(view["market"]))
        reasons += _why_this_rank(action, view, opponent)
        hidden += reasons
        if not left:
            reasons.append(
                _("It goes out: 5 points, and 1 for each card {name} still holds.").format(
                    name=opponent
                )
            )
        elif count > 1:
            text = _("It gets rid of {count} cards at once: {left} left.")
            reasons.append(text.format(count=count_word(count), left=left.bit_count()))
        if kind_of(action) == BANDIT:
            why = _why_bandit(view, left, pile, opponent)
            hidden.append(why[0])
            reasons += why
        elif pile > 0:
            text = _("If nobody beats it, it wins the cards: {points}.")
            reasons.append(text.format(points=signed(pile)))
        elif view["plays"]:
            text = _("If nobody beats it, it wins the cards ({points}) and leads again.")
            reasons.append(text.format(points=signed(pile)))
        elif not pile and count == 1:
            reasons.append(_("A lead can't pass: a single card leaves longer caravans whole."))
        elif pile < 0:
            text = _("If {name} beats it, the bad cards ({points}) go there.")
            reasons.append(text.format(name=opponent, points=signed(pile)))
    kept = (left & WILDS).bit_count()
    if kept and action != PASS and not action & WILDS:
        text = _n(
            "It keeps an Ace or Crown for later.",
            "It keeps {count} Aces and Crowns for later.",
            kept,
        )
        hidden.append(text.format(count=kept))
        reasons.append(hidden[-1])
    return TurnAdvice([capital(step)], reasons, hidden=dict.fromkeys(hidden, ""))


def _why_this_rank(action: int, view: DecktetView, opponent: str) -> list[str]:
    """How a caravan compares with the others that would beat the last play; nothing for a lead."""
    if not view["plays"] or kind_of(action) >= BANDIT:
        return []
    hand, last = view["hand"] or 0, view["plays"][-1]
    ranks = {
        rank_of(play) for play in beating(last, hand, caravans_of(hand)) if kind_of(play) < BANDIT
    }
    if ranks == {rank_of(action)}:
        text = _("Besides bandits, nothing else in the hand beats {name}'s cards.")
    elif rank_of(action) == min(ranks, default=0):
        text = _("It is the lowest that still beats {name}'s cards.")
    else:
        text = _("It is higher than it must be, so it is harder to beat.")
    return [text.format(name=opponent)]


def _why_bandit(view: DecktetView, left: int, pile: int, opponent: str) -> list[str]:
    """What a bandit brings if it stays last, and what a pass would have given away. `left`: the
    hand after it; `pile`: what the cards of the season are worth with it."""
    if not left & ~WILDS:  # nobody leads with Aces and Crowns alone (D-3)
        text = _("If the bandit stays last, {name} gets {points} for the cards.")
        return [text.format(name=opponent, points=signed(pile))]
    text = _(
        "If the bandit stays last, its player leads next, and {name} gets {points} for the cards."
    )
    reasons = [text.format(name=opponent, points=signed(pile))]
    if kind_of(view["plays"][-1]) < BANDIT:
        reasons.append(_what_a_pass_gives(view, opponent))
    return reasons


def _what_a_pass_gives(view: DecktetView, opponent: str) -> str:
    """What a pass would have given the other player: the lead, and cards worth having."""
    points = season_worth(view)
    if _goes_out_with_lead(view):
        text = _("After a pass {name} would lead the last card and go out.")
        return text.format(name=opponent)
    if points < 0:
        text = _("A pass would give {name} bad cards ({points}), but the lead, too.")
    else:
        text = _("A pass would give {name} the lead and the cards: {points}.")
    return text.format(name=opponent, points=signed(points))


def _goes_out_with_lead(view: DecktetView) -> bool:
    """Whether the other player holds one card that may be led."""
    other = 1 - view["to_act"]
    return view["numbers"][other] == 1 and not view["wilds"][other]


def _why_pass(view: DecktetView, opponent: str) -> list[str]:
    """What a pass brings."""
    points = season_worth(view)
    if kind_of(view["plays"][-1]) == BANDIT:
        if points >= 0:
            text = _("A bandit is last, so a pass wins these cards: {points}.")
        else:
            text = _("A bandit is last, so a pass takes these cards ({points}), but costs none.")
        return [text.format(points=signed(points))]
    if points < 0:
        text = _("These cards are worth {points}: {name} may have them.")
    elif not points:
        text = _("These cards are worth nothing: {name} may have them.")
    else:
        text = _("{name} gets {points}, but beating it would cost better cards.")
    return [text.format(name=opponent, points=signed(points))]


def explain_loss(played: TriedMove, preferred: TriedMove, names: Sequence[str]) -> str:
    """What a play gives away beside a better one: the lead, a way out, Aces and Crowns, long
    caravans, cards, rank."""
    view: DecktetView = played.before
    action, better = played.action, preferred.action
    opponent = names[1 - view["to_act"]]
    market = mask_of(view["market"])
    if action == PASS:
        return _why_not_pass(view, preferred, opponent)
    pile = signed(season_worth(view) + worth(action & CARDS, market))
    wilds = (action & WILDS).bit_count()
    if better == PASS:
        if wilds:
            text = _n(
                "spends an Ace or Crown on cards worth {points}",
                "spends {count} Aces and Crowns on cards worth {points}",
                wilds,
            )
            return text.format(count=wilds, points=pile)
        return _("spends {cards} on cards worth {points}").format(
            cards=notation_of(action), points=pile
        )
    left, left_better = played.after["hand"] or 0, preferred.after["hand"] or 0
    if left and not left_better:
        return _("keeps {count} of the cards, and going out was possible").format(
            count=left.bit_count()
        )
    fewer = left.bit_count() - left_better.bit_count()
    if fewer > 1:
        return _fewer_words(left, left_better)
    more = wilds - (better & WILDS).bit_count()
    if more > 0:
        text = _n(
            "spends an Ace or Crown more on cards worth {points}",
            "spends {count} Aces and Crowns more on cards worth {points}",
            more,
        )
        return text.format(count=more, points=pile)
    longest, longest_better = _longest(left), _longest(left_better)
    if left and not longest:
        return _("leaves only Aces and Crowns, which can't lead")
    if left and longest < longest_better:
        text = _("leaves no caravan longer than {count}, and {better} was possible")
        return text.format(count=longest, better=longest_better)
    if fewer > 0:
        return _fewer_words(left, left_better)
    if kind_of(action) < BANDIT and kind_of(better) < BANDIT:
        rank, rank_better = rank_of(action), rank_of(better)
        text = ""
        if rank < rank_better:
            text = _("is easier to beat: rank {rank}, not {better}")
        elif rank > rank_better:
            text = _("spends rank {rank} where rank {better} does")
        return text.format(rank=rank, better=rank_better)
    return ""


def _fewer_words(left: int, left_better: int) -> str:
    count, better = left.bit_count(), left_better.bit_count()
    text = _n("leaves {count} card in hand, not {better}",
              "leaves {count} cards in hand, not {better}", count)  # fmt: skip
    return text.format(count=count, better=better)


def _why_not_pass(view: DecktetView, preferred: TriedMove, opponent: str) -> str:
    """What a pass gives away."""
    points = signed(season_worth(view))
    if kind_of(view["plays"][-1]) == BANDIT:
        return _("takes the cards, worth {points}").format(points=points)
    if not preferred.after["hand"]:
        return _("keeps cards, and going out was possible")
    if _goes_out_with_lead(view):
        return _("lets {name} lead the last card and go out").format(name=opponent)
    text = _("gives {name} the lead and the cards, worth {points}")
    if season_worth(view) < 0:
        text = _("gives {name} the lead, with cards worth only {points}")
    return text.format(name=opponent, points=points)


def explain_line(played: LineOfPlay, preferred: LineOfPlay, names: Sequence[str]) -> Sequence[str]:
    """Who goes out after a play beside a better one, and what the hand then counts."""
    seat = seat_of(played.after)
    worse, better = _end_of_hand(played), _end_of_hand(preferred)
    points = _("this hand counts {points} for you").format(
        points=signed(worse.points[seat]) if worse.points else ""
    )
    if worse.points and better.points and worse.points[seat] < better.points[seat]:
        points = _("this hand counts {points} for you, not {better}").format(
            points=signed(worse.points[seat]), better=signed(better.points[seat])
        )
        if worse.out == better.out:
            return [_("ends worse: {points}").format(points=points)]
    if worse.out == better.out:
        return _why_broken_up(played, preferred)
    if worse.out == 1 - seat:
        text = _("lets {name} go out with {cards}")
        if worse.beaten:
            text = _("lets {name} beat {beaten} with {cards} and go out")
        words = text.format(
            name=names[worse.out], cards=notation_of(worse.last), beaten=notation_of(worse.beaten)
        )
        return [f"{words}: {points}", words] if worse.points else [words]
    if better.out == seat and worse.out < 0:
        count = (played.after["hand"] or 0).bit_count()
        text = _n("leaves you {count} card when you could be out",
                  "leaves you {count} cards when you could be out", count)  # fmt: skip
        return [text.format(count=count)]
    return []


def _why_broken_up(played: LineOfPlay, preferred: LineOfPlay) -> list[str]:
    """The longer caravan of a better line that a play takes cards from."""
    seat, action = played.steps[0][:2]
    cards = action & NUMBERS
    number, hand = played.steps[0][2]["round"], played.steps[0][2]["hand"] or 0
    for actor, later, before in preferred.steps:
        own = later & NUMBERS
        is_longer = kind_of(later) < BANDIT and own.bit_count() > cards.bit_count()
        if actor != seat or before["round"] != number or later == PASS or own & ~hand:
            continue
        if is_longer and cards & own and kind_of(action) < BANDIT:
            return [_("breaks up {cards}").format(cards=notation_of(later))]
    return []


@frozen
class _EndOfHand:
    """How the hand ends in which a line of play begins, as far as that goes."""

    out: int
    """The seat that goes out; -1: nobody."""
    last: int
    """The play with which it does; 0: nobody does."""
    beaten: int
    """The play of the other seat that this beats; 0: none."""
    points: Sequence[int]
    """By seat, once the hand is over."""


def _end_of_hand(line: LineOfPlay) -> _EndOfHand:
    first, after = line.steps[0][2], line.after
    results = after["results"][len(first["results"]) :]
    out = results[0]["out"] if results else after["out"]
    last = beaten = 0
    for actor, action, before in line.steps:
        if actor == out and before["round"] == first["round"] and action != PASS:
            last, beaten = action, before["plays"][-1] if before["plays"] else 0
    return _EndOfHand(out, last, beaten, results[0]["points"] if results else ())


def _longest(hand: int) -> int:
    """The length of the longest caravan of a hand."""
    return max((kind_of(play) for play in caravans_of(hand)), default=0)


def list_moves(
    legal: Sequence[int], view: DecktetView, names: Sequence[str]
) -> Sequence[ListedMove]:
    """The plays by length, longest first, one row for all that differ only in their Aces and
    Crowns; of one length those with few of these first, as they are worth keeping, and of those the
    lowest that will do."""

    def place(action: int) -> tuple[int, int, int, int]:
        kind = kind_of(action)
        length = kind if kind < BANDIT else 0
        kind = kind if kind >= BANDIT else 0  # bandits and the pass come after all caravans
        return kind, -length, (action & WILDS).bit_count(), rank_of(action)

    market = mask_of(view["market"])
    rows: dict[tuple[int, ...], dict[int, list[int]]] = {}
    for action in sorted(legal, key=place):
        kind, cards = kind_of(action), action & CARDS
        is_caravan = kind < BANDIT
        key = (kind, cards & NUMBERS, worth(cards, market)) if is_caravan else (kind, action)
        rows.setdefault(key, {}).setdefault(cards, []).append(action)
    return [_listed_move(list(variants.values()), view, names) for variants in rows.values()]


def _listed_move(
    variants: Sequence[Sequence[int]], view: DecktetView, names: Sequence[str]
) -> ListedMove:
    """A play below the heading of its length: its cards; aside the Aces and Crowns that would do
    as well, the ranks that it can have, what its cards are worth in this hand, and the cards left
    after it. The highest rank is played. Of a bandit what the opponent gets if it is the last play.

    `variants`: the plays of each set of cards that differ in their Aces and Crowns alone.
    """
    readings = variants[0]
    action = readings[-1]
    kind = kind_of(action)
    if kind > BANDIT:
        return ListedMove([action], _("Pass"), _pass_aside(view, names), group=_("Or"))
    left = ((view["hand"] or 0) & ~action).bit_count()
    points = worth(action & CARDS, mask_of(view["market"]))
    parts = [
        # as wide without a sign, since the rows of a list stand below each other
        _("worth {points}").format(points=signed(points).rjust(2)),
        _("{count} left").format(count=left),
    ]
    if kind == BANDIT:
        if view["plays"]:  # who gets what lies there if nothing beats it
            total = points + season_worth(view)
            # without a plus: what the other gets is no gain
            text = _n(
                "if last, {points} point to {name}",
                "if last, {points} points to {name}",
                abs(total),
            )
            parts[0] = text.format(name=seat_name(1 - view["to_act"], names), points=total)
        return _row(action, parts, _("Bandits"))
    ranks = _(" or ").join(str(rank_of(reading)) for reading in readings)
    parts.insert(0, _("rank {rank}").format(rank=ranks))
    others = 0
    for variant in variants[1:]:
        others |= variant[0] & WILDS & ~action
    if others:
        codes = ", ".join(CODES[card] for card in members(others))
        parts.insert(0, _("or {cards}").format(cards=codes))
    return _row(action, parts, _("Caravans of {count}").format(count=count_word(kind)))


def _row(action: int, parts: Sequence[str], group: str) -> ListedMove:
    """A play as a row: its cards on paper with their suits in colour, as in the hand."""
    return ListedMove(
        [action],
        notation_of(action),
        " · ".join(parts),
        group,
        pieces=_drawn_play(action),
        code_note=_letters_of_suits(action & CARDS),
    )


def _drawn_play(action: int) -> list[tuple[str, str]]:
    """The cards of a play as texts on colours, with a blank between two of them."""
    is_caravan = kind_of(action) < BANDIT
    row = order(action) if is_caravan else [(card, 0) for card in members(action & CARDS)]
    pieces: list[tuple[str, str]] = []
    for card, rank in row:
        number, letters = CODES[card][0], CODES[card][1:]
        pieces += [(" ", "")] if pieces else []
        pieces.append((number, INK))
        pieces += [
            (letter, f"suit-{SUIT_LETTERS.index(letter) + 1} on {PAPER}") for letter in letters
        ]
        if rank and not RANKS[card]:
            pieces.append((f"={rank}", INK))
    return pieces


def _letters_of_suits(cards: int) -> str:
    """The suits of cards by their letters: `S Suns, Y Wyrms`."""
    suits = {suit for card in members(cards) for suit in members(SUITS[card])}
    return ", ".join(f"{SUIT_LETTERS[suit]} {suit_name(suit)}" for suit in sorted(suits))


def _pass_aside(view: DecktetView, names: Sequence[str]) -> str:
    """Who would get the cards on the table after a pass, and what they are worth."""
    is_own = kind_of(view["plays"][-1]) == BANDIT
    points = season_worth(view)
    if is_own:
        name = seat_name(view["to_act"], names)
        return _("{name} gets {points}").format(name=name, points=signed(points))
    name = seat_name(1 - view["to_act"], names)
    text = _n("{points} point to {name}", "{points} points to {name}", abs(points))
    return text.format(name=name, points=points)
