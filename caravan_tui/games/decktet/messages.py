"""Texts below the board: the prompt, why cards are no play, and the result of a match."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from caravan_tui.games.contract import (
    LINE,
    Help,
    KeyName,
    Moment,
)
from caravan_tui.games.decktet.actions import (
    BANDIT,
    CARDS,
    MATCHED_PAIR,
    PASS,
    bandit,
    kind_of,
    list_caravans,
    rank_of,
)
from caravan_tui.games.decktet.pieces import (
    CODES,
    CROWNS,
    HIGH,
    LOW,
    NUMBERS,
    RANKS,
    SUIT_LETTERS,
    SUITS,
    WILDS,
    suit_name,
    worth,
)
from caravan_tui.games.decktet.text import (
    play_words,
    season_mask,
    signed,
)
from caravan_tui.games.decktet.view import DecktetView
from caravan_tui.games.kit.bitsets import mask_of, members
from caravan_tui.i18n import _, _n, _p


def prompt(view: DecktetView, legal: Sequence[int], names: Sequence[str], key: KeyName) -> str:
    """What the acting seat is asked to do."""
    if not view["plays"]:
        text = _("You lead. Select a caravan, then press {key} or click Play.")
        return text.format(key=key("decktet.play"))
    play, pass_key = play_words(view["plays"][-1]), key("decktet.pass")
    if view["out"] >= 0:
        return _last_chance(play, list(legal) == [PASS], names[view["out"]], pass_key)
    forms = [
        _("Beat the {play}, or press {key} or click Pass."),
        _("Beat it, or press {key} or click Pass."),
    ]
    if list(legal) == [PASS]:
        forms = [
            _("You can't beat the {play}. Press {key} or click Pass."),
            _("You can't beat it. Press {key} or click Pass."),
        ]
        if rank_of(view["plays"][-1]) == MATCHED_PAIR:
            forms = [
                _("Nothing beats the {play}. Press {key} or click Pass."),
                _("Nothing beats it. Press {key} or click Pass."),
            ]
    return _fitting([form.format(play=play, key=pass_key) for form in forms])


def stakes(view: DecktetView, names: Sequence[str]) -> str:
    """What may be led, or what beats the last play and who collects the cards after a pass."""
    if not view["plays"]:
        return _("A caravan: one card, or rising ranks whose neighbours share a suit.")
    last = view["plays"][-1]
    kind, rank = kind_of(last), rank_of(last)
    if kind == BANDIT:
        collects = _("If you pass, you collect the cards.")
        if rank == MATCHED_PAIR:
            return collects
        return f"{_('Only a stronger bandit beats it.')} {collects}"
    if rank == HIGH:
        beats = _("Only a bandit (Ace, Crown or both) beats it.")
    elif kind == 1:
        beats = _("A higher card beats it, or a bandit.")
    else:
        beats = _("A higher caravan of {count} beats it, or a bandit.").format(count=kind)
    collects = _("If you pass, {name} collects.").format(name=names[1 - view["to_act"]])
    whole = f"{beats} {collects}"
    return whole if len(whole) <= LINE else beats


def _last_chance(play: str, must_pass: bool, name: str, pass_key: str) -> str:
    """What the seat is asked whose opponent goes out; without the play where that is too long."""
    if must_pass:
        forms = [
            _("{name} goes out ({play}). You can't beat it: press {key} or click Pass."),
            _("{name} goes out. You can't beat it: press {key} or click Pass."),
        ]
    else:
        forms = [
            _("{name} goes out ({play}). Play once more, or press {key} or click Pass."),
            _("{name} goes out. Play once more, or press {key} or click Pass."),
        ]
    return _fitting([form.format(name=name, play=play, key=pass_key) for form in forms])


def _fitting(texts: Sequence[str]) -> str:
    """A prompt with the play to beat, or the second one without it where that is too long."""
    return texts[0] if len(texts[0]) <= LINE else texts[1]


def rule(view: DecktetView) -> str:
    """The heading of RULES.md that fits the moment."""
    if view["out"] >= 0:
        return "Going out"
    if not view["plays"]:
        return "Caravans"
    return "Bandits" if kind_of(view["plays"][-1]) == BANDIT else "A season"


def part_words(mask: int, view: DecktetView, next_key: str) -> str:
    """How many cards are selected of a play that has them all and more."""
    chosen = mask.bit_count()
    last = view["plays"][-1] if view["plays"] else 0
    length = kind_of(last) if last else BANDIT
    if length != BANDIT and chosen < length:
        text = _("{chosen} of {count} cards selected · {key} completes the play")
        return text.format(chosen=chosen, count=length, key=next_key)
    text = _n(
        "{count} card selected · {key} completes the play",
        "{count} cards selected · {key} completes the play",
        chosen,
    )
    return text.format(count=chosen, key=next_key)


def way_to(selected: int, action: int, key: KeyName) -> str:
    """How to go on to a play while these cards are selected; empty where all of them belong to it,
    and for a pass."""
    wrong = members(selected & ~action) if action & CARDS else []
    if not wrong:
        return ""
    if len(wrong) > 1:
        words = _("Other cards are selected too: press {key} or click Clear.")
        return words.format(key=key("decktet.clear"))
    words = _("{card} is selected too: click it again, or press {key}.")
    if wrong == members(selected):
        words = _("{card} is selected: click it again, or press {key}.")
    return words.format(card=CODES[wrong[0]], key=key("decktet.clear"))


def why_no_play(mask: int, view: DecktetView) -> str:
    """Why the seat to act may not play these cards; empty for no cards.

    They must not be the cards of a legal play.
    """
    if not mask:
        return ""
    if bandit(mask):
        return _why_no_bandit(view)
    if not mask & NUMBERS:
        return _("A bandit is one Ace, one Crown, or one of each.")
    caravans = [play for play in list_caravans(mask) if play & CARDS == mask]
    if not caravans:
        return _why_no_caravan(mask)
    last = view["plays"][-1] if view["plays"] else 0
    if kind_of(last) == BANDIT:
        return _("Only a stronger bandit beats a bandit.")
    length = kind_of(last)
    if mask.bit_count() != length:
        text = _n(
            "Only a caravan of {count} card or a bandit beats this.",
            "Only a caravan of {count} cards or a bandit beats this.",
            length,
        )
        return text.format(count=length)
    text = _("Rank {rank} is too low. Play a rank above {last}.")
    return text.format(rank=rank_of(caravans[-1]), last=rank_of(last))


def _why_no_bandit(view: DecktetView) -> str:
    if not view["plays"]:
        return _("You can't open a season with a bandit.")
    return _("Too weak. From weak to strong: Ace, Crown, both, both of one suit.")


def _why_no_caravan(mask: int) -> str:
    """Why these cards are not a caravan at all."""
    numbers = members(mask & NUMBERS)
    ranks = [RANKS[card] for card in numbers]
    for lower, upper in pairwise(ranks):
        if lower == upper:
            return _("A caravan can't have two cards of rank {rank}.").format(rank=lower)
    if mask.bit_count() > HIGH - LOW + 1:
        return _("A caravan has at most eight cards, one of each rank.")
    missing = ranks[-1] - ranks[0] + 1 - len(ranks) - (mask & WILDS).bit_count()
    if missing > 0:
        text = _n(
            "{count} rank is missing between {low} and {high}.",
            "{count} ranks are missing between {low} and {high}.",
            missing,
        )
        return text.format(count=missing, low=ranks[0], high=ranks[-1])
    for lower, upper in pairwise(numbers):
        if RANKS[lower] + 1 == RANKS[upper] and not SUITS[lower] & SUITS[upper]:
            text = _("{lower} and {upper} don't share a suit.")
            return text.format(lower=CODES[lower], upper=CODES[upper])
    return _("These cards can't be ordered so that neighbours share a suit.")


# Help


def help_now(moment: Moment) -> Help:
    """What the seat can do now, what it can't and why, and the signs of the table."""
    view: DecktetView = moment.view
    signs = _signs(view, moment.ascii)
    if not moment.legal or view["to_act"] != view["seat"]:
        return Help(signs=signs)
    key = moment.key
    plays = [action for action in moment.legal if action < PASS]
    can, cannot = [], []
    if plays:
        text = _(
            "Play cards: {next} or Next play shows one legal play after the "
            "other, {play} or Play plays it."
        )
        keys = {"next": key("decktet.next"), "play": key("decktet.play")}
        can.append(text.format(**keys))
        text = _(
            "Or select cards yourself: {left} {right} go to a card, {toggle} "
            "selects it; or click it."
        )
        keys = {name: key(f"decktet.{name}") for name in ("left", "right", "toggle")}
        can.append(text.format(**keys))
    if PASS in moment.legal:
        can.append(_pass_words(view, moment.names, key("decktet.pass")))
    if not view["plays"]:
        cannot.append(_("Pass: you lead this season, so you must play."))
        cannot.append(_("Open with a bandit: a season starts with a caravan."))
        return Help(can, cannot, signs)
    last = view["plays"][-1]
    if not plays:
        text = _("Play cards: nothing in your hand beats the {play}.")
        cannot.append(text.format(play=play_words(last)))
    if kind_of(last) == BANDIT:
        cannot.append(_("Play a caravan: only a stronger bandit beats a bandit."))
    else:
        text = _n(
            "Play another number of cards: only {count} card of a higher rank, or a bandit, beats "
            "this.",
            "Play another number of cards: only {count} cards of a higher rank, or a bandit, beat "
            "these.",
            kind_of(last),
        )
        cannot.append(text.format(count=kind_of(last)))
    return Help(can, cannot, signs)


def season_worth(view: DecktetView) -> int:
    return worth(season_mask(view["plays"]), mask_of(view["market"]))


def _pass_words(view: DecktetView, names: Sequence[str], key: str) -> str:
    """What a pass would do."""
    points = signed(season_worth(view))
    if kind_of(view["plays"][-1]) == BANDIT:
        text = _("Pass with {key}: a bandit is last, so you collect these cards ({points}).")
        return text.format(key=key, points=points)
    text = _("Pass with {key}: {name} collects these cards ({points}).")
    return text.format(key=key, name=names[1 - view["to_act"]], points=points)


def _signs(view: DecktetView, ascii_only: bool) -> list[tuple[str, str]]:
    """The signs of the table."""
    suits = ", ".join(f"{letter} {suit_name(suit)}" for suit, letter in enumerate(SUIT_LETTERS))
    gone = "..." if ascii_only else "···"
    signs = [
        ("9MS", _("a card of rank 9 with two suits, Moons and Suns")),
        ("A C", _("Ace, Crown: one suit, stands for any rank in a caravan")),
        ("CS=4", _("the Crown of Suns standing for a 4")),
        (
            _("bandit"),
            _("an Ace, a Crown or both alone: beats any caravan; if last, the other collects"),
        ),
        ("9+ WY", _("a card of an earlier play: +, - if it pays or costs points")),
    ]
    paying = [suit_name(_suit_of(card)) for card in view["market"] if CROWNS >> card & 1]
    costly = [suit_name(_suit_of(card)) for card in view["market"] if not CROWNS >> card & 1]
    if paying:
        signs.append(("+", _("each card you win of {suits}: 1 point").format(suits=_list(paying))))
    if costly:
        words = _("each card you win of {suits}: costs 1 point")
        signs.append(("-", words.format(suits=_list(costly))))
    signs.append((_("dim"), _("a card of your hand that is in no legal play")))
    signs.append((f"[ ] {gone}", _("in the list of cards: in your hand, gone")))
    signs.append((SUIT_LETTERS, suits))
    return signs


def _suit_of(card: int) -> int:
    return SUITS[card].bit_length() - 1


def _list(words: Sequence[str]) -> str:
    return ", ".join(words)


def result(view: DecktetView, names: Sequence[str]) -> tuple[list[str], list[list[str]]] | None:
    """Column titles and rows: the points of each hand, and how many of them are for cards won."""
    if not view["results"]:
        return None
    columns = [_p("of a match", "Hand"), _("Went out")]
    for name in names:
        columns += [name, _("{name}, for cards").format(name=name)]
    rows = []
    for number, hand in enumerate(view["results"], 1):
        out = hand["out"]
        row = [str(number), names[out] if out >= 0 else _("nobody")]
        market = mask_of(hand["market"])
        for seat in (0, 1):
            collected = worth(hand["taken"][seat], market)
            row += [signed(hand["points"][seat]), signed(collected)]
        rows.append(row)
    return columns, rows
