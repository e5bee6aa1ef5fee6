"""The words below the board and on the result screen, from views."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import text
from caravan_tui.games.caravanserai.pieces import COLOUR_LETTERS, PLAIN, board_for
from caravan_tui.games.caravanserai.rules.placements import PLACING
from caravan_tui.games.caravanserai.state import LYING_DOWN, STANDING
from caravan_tui.games.caravanserai.view import CaravanseraiView, state_of
from caravan_tui.games.contract import (
    Help,
    Moment,
)
from caravan_tui.i18n import _, _n, capital
from caravan_tui.widgets.marks import seat_mark

PLACEMENT_HEADING = "A turn: placement"
"""The heading in RULES.md."""


def prompt(view: CaravanseraiView) -> str:
    """What the acting seat is asked."""
    phase, placement = view["phase"], view["placement"]
    if phase == "start":
        return _("Start at the rim, on a marked caravanserai. You get a good of its colour.")
    if phase == "put":
        words = _n(
            "A camel came back: put a good from the market on a marked caravanserai.",
            "Camels came back: put market goods on marked caravanserais ({count} to go).",
            placement["puts"],
        )
        return words.format(count=placement["puts"])
    if phase == "take":
        return _("Choose who gives you a {colour} good.").format(
            colour=text.colour_word(placement["wanted"])
        )
    is_last_camel = phase in PLACING and view["camels"][view["turn"]] == 1
    if phase == "piece" and state_of(view).legal() == [act.CAMEL]:
        if is_last_camel:
            return _("Only your last camel can be laid: if none comes back, you are done.")
        return _("Only a camel can be laid here: it ends your placement.")
    if phase == "piece" and is_last_camel:
        return _("Lay a block, or end with your last camel: if none comes back, you are done.")
    if phase == "piece":
        return _("Lay a block, or end with a camel.")
    if placement["left"]:
        return _("Choose a direction for the rest of the block ({count} left).").format(
            count=placement["left"]
        )
    if placement["laid"]:
        return _("Choose a direction from the caravanserai.")
    if is_last_camel:
        return _("Your last camel: if none comes back, you are done. Choose a direction.")
    return _("Choose a direction, or go to a ringed cell (arrows, click) to end there.")


def rule(view: CaravanseraiView) -> str:
    """The ruling or heading in RULES.md for this moment."""
    phase = view["phase"]
    if phase == "direction":
        return "K-17" if view["placement"]["laid"] else PLACEMENT_HEADING
    rules = {
        "start": "Set-up",
        "piece": PLACEMENT_HEADING,
        "put": "A turn: count and tail",
        "take": "K-18",
    }
    return rules.get(phase, "End")


# Cells


def describe_cell(cell: int, view: CaravanseraiView, names: Sequence[str]) -> str:
    """What is on a cell."""
    colour = view["cells"][cell]
    if colour == PLAIN:
        ground = _("desert")
    elif cell in view["goods"]:
        ground = _("{colour} caravanserai with a good").format(colour=text.colour_word(colour))
    else:
        ground = _("{colour} caravanserai").format(colour=text.colour_word(colour))
    for seat, pieces in enumerate(view["caravans"]):
        for place, piece in enumerate(pieces, 1):
            if piece >> 3 == cell:
                is_head = place == len(pieces)
                words = _("{name}: {piece}, {place}/{length} from the tail · on {ground}")
                words = words.format(
                    name=names[seat],
                    piece=_piece_word(piece & 7, is_head),
                    place=place,
                    length=len(pieces),
                    ground=ground,
                )
                return f"{words} · {reserve_words(view, seat)}" if is_head else words
    region = text.region_word(cell, board_for(view["seats"]))
    return capital(_("{ground} ({region})").format(ground=ground, region=region))


def reserve_words(view: CaravanseraiView, seat: int) -> str:
    """The camels that a seat still has: `7 camels left`."""
    count = view["camels"][seat]
    return _n("{count} camel left", "{count} camels left", count).format(count=count)


def refusal(cell: int, view: CaravanseraiView, names: Sequence[str]) -> str:
    """Why a cell cannot be chosen now, by what it is."""
    phase, colour, owner = view["phase"], view["cells"][cell], _owner_of(cell, view)
    if phase not in ("start", "put"):
        return describe_cell(cell, view, names)
    if colour == PLAIN and phase == "start":
        return _("Desert: start at the rim, on a marked caravanserai.")
    if colour == PLAIN:
        return _("Desert: put the good on a marked caravanserai.")
    if owner is not None:
        words = _("{site}, where {name} has a piece: choose a marked one.")
    elif phase == "start":  # all that are free at the rim can be chosen
        words = _("{site}, but not at the rim: choose a marked one.")
    elif cell in view["goods"]:
        words = _("{site}, with a good on it already: choose a marked one.")
    else:
        words = _("{site}: the market has no such good. Choose a marked one.")
    site = capital(_("{colour} caravanserai").format(colour=text.colour_word(colour)))
    return words.format(site=site, name=names[owner] if owner is not None else "")


def _owner_of(cell: int, view: CaravanseraiView) -> int | None:
    """The seat of which a piece lies on a cell."""
    for seat, pieces in enumerate(view["caravans"]):
        if any(piece >> 3 == cell for piece in pieces):
            return seat
    return None


def _piece_word(kind: int, is_newest: bool) -> str:
    """What a piece is; the newest camel is the head."""
    if kind == LYING_DOWN:
        return _("lying camel")
    if kind == STANDING:
        return _("head camel") if is_newest else _("camel")
    return _("{colour} good").format(colour=text.colour_word(kind))


# Help


def help_now(moment: Moment) -> Help:
    """What the seat can do now, what it can't and why, and the signs of the board."""
    view: CaravanseraiView = moment.view
    signs = _signs(view, moment.ascii)
    legal, key = moment.legal, moment.key
    if not legal or view["to_act"] != view["seat"]:
        return Help(signs=signs)
    keys = {name: key(f"caravanserai.{name}") for name in ("take", "next", "camel", "pick", "back")}
    phase, placement = view["phase"], view["placement"]
    can: list[str] = []
    cannot: list[str] = []
    if phase == "start":
        can.append(
            _("Go to a marked caravanserai ({next}, arrows) and press {take}, or click it twice.")
        )
        can.append(_("Your first camel takes a good of its colour."))
        cannot.append(_("Start in the middle: the first camel stands at the rim of the board."))
    elif phase == "put":
        can.append(
            _("Go to a marked caravanserai ({next}, arrows) and press {take}, or click it twice.")
        )
        can.append(_("Each camel that came back brings a good from the market onto the board."))
        cannot.append(
            _(
                "Other caravanserais have a good or a piece already, or no good in the "
                "market has their colour."
            )
        )
    elif phase == "take":
        can.append(_("Choose a player with {next} and press {take}; or click it twice."))
        cannot.append(_("Take it from the market: it has no good of this colour."))
    elif phase == "direction":
        can.append(_("Choose one of the marked ways: its number, or {next} and {take}."))
        if placement["laid"]:
            can.append(_("You are on a caravanserai, so the line may bend here."))
        else:
            can.append(_("Or go to any cell with the arrows: {take} lists what can end there."))
        blocked = 6 - len(legal)
        if blocked:
            words = _n(
                "{count} way is closed: a caravan, or the edge of the board, lies there.",
                "{count} ways are closed: a caravan, or the edge of the board, lies there.",
                blocked,
            )
            cannot.append(words.format(count=blocked))
        cannot.append(_("End with a camel: choose the way first."))
    else:
        cannot_lay = _piece_help(view, legal, can)
        cannot += cannot_lay
    if placement["laid"]:
        can.append(_("Undo the last step with {back}."))
    return Help([words.format(**keys) for words in can], cannot, signs)


def _piece_help(view: CaravanseraiView, legal: Sequence[int], can: list[str]) -> list[str]:
    """Add what can be laid now to `can`; returns what can't, and why."""
    blocks = [action for action in legal if act.BLOCK <= action < act.LYING]
    cannot = []
    if blocks:
        goods = [
            text.goods_words(act.block_colour(action), act.block_size(action)) for action in blocks
        ]
        words = _("Lay a block ({goods}): its number, or {next} and {take}.")
        can.append(words.replace("{goods}", ", ".join(goods)))
    size = view["placement"]["size"]
    if size:
        words = _("Lay a block of another size: after {size} the next block has {next_size}.")
        cannot.append(words.format(size=size, next_size=size + 1))
        last = view["placement"]["colour"]
        if 0 <= last < PLAIN:
            words = _("Lay {colour} again: the next block has another colour.")
            cannot.append(words.format(colour=text.colour_word(last)))
    elif blocks:
        cannot.append(_("Lay three or more: the first block has one or two goods."))
    if not blocks:
        cannot.append(_("Lay a block: your reserve has too few goods, or the way is too short."))
    if act.CAMEL in legal:
        can.append(_("End the placement with a camel: {camel}."))
    if act.LYING in legal:
        can.append(_("Lay a camel down in the line, and go on."))
    cannot.append(_("Turn now: the line bends on caravanserais only."))
    return cannot


def no_camel(view: CaravanseraiView, is_own_turn: bool) -> str:
    """Why a camel cannot end the placement now, and what is to be done instead."""
    if view["to_act"] < 0:
        return _("The match is over. No more camels are laid.")
    if not is_own_turn:
        return _("You can't lay a camel now: it is another player's turn.")
    phase, placement = view["phase"], view["placement"]
    if phase == "start":
        return _("Your first camel goes on a marked caravanserai: choose one.")
    if phase == "put":
        return _("Your placement has ended. First put a good on a marked caravanserai.")
    if phase == "take":
        return _("Your placement has ended. First choose who gives you the good.")
    if phase == "direction" and placement["left"]:
        return _n(
            "The block has {count} good left to lay. Choose its direction first.",
            "The block has {count} goods left to lay. Choose their direction first.",
            placement["left"],
        ).format(count=placement["left"])
    return _("Choose a direction first; a camel comes after it.")


def _signs(view: CaravanseraiView, ascii_only: bool) -> list[tuple[str, str]]:
    """The signs of the board."""
    seat = view["seat"] if view["seat"] is not None else max(0, view["turn"])
    mark = seat_mark(seat, ascii_only)
    site, stocked = ("(r)", "[R]") if ascii_only else ("⌂r", "R•")
    tail = "o" if ascii_only else "°"
    back = "x" if ascii_only else "×"
    return [
        (COLOUR_LETTERS, text.letter_words()),
        (site, _("a caravanserai")),
        (stocked, _("a caravanserai with a good on it")),
        (f"{mark}r", _("a good, on its owner's colour")),
        (f"{mark}C", _("a camel of this player")),
        (
            f"«{mark}C»",
            _("the head of the caravan: it goes on from here"),
        ),
        (tail, _("the tail of the caravan: pieces come back from here")),
        ("+", _("to be laid")),
        (back, _("would come back from the tail")),
        ("R", _("a capital letter in your line: not counted, so no piece comes back for it")),
        ("_r", _("an underlined letter: the piece lies on a caravanserai")),
        (mark, _("a piece has just come back from here")),
        (f"{mark} {stocked}", _("a good that this player has just put")),
    ]


# The result


def result_table(view: CaravanseraiView, names: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """Column titles and rows for the result screen: length, reserve and rank; alone the title."""
    titles = [_("Player"), _("Length"), _("Camels left"), _("Goods left"), _("Rank")]
    rows = [
        [
            names[seat],
            str(view["scores"][seat]),
            str(view["camels"][seat]),
            str(sum(view["stock"][seat])),
            str(view["ranks"][seat]),
        ]
        for seat in sorted(range(view["seats"]), key=lambda seat: view["ranks"][seat])
    ]
    if view["seats"] == 1:
        titles[-1] = _("Title")
        rows[0][-1] = text.level(view["scores"][0]) or _("none")
    return titles, rows
