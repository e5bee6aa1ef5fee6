"""Caravan (Joseph Huber) in sentences, for line mode: from views, never from a state."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.contract import Region
from caravan_tui.games.kit.sentences import counted, ended, listed, points
from caravan_tui.games.sahara import messages
from caravan_tui.games.sahara.moves import CAMEL, GOOD, Selectable
from caravan_tui.games.sahara.pieces import GOODS, NAMES, SPACE_OF_NAME, SUPPLY, VALUES
from caravan_tui.games.sahara.text import colour_name, good_name
from caravan_tui.games.sahara.view import SaharaView, chains
from caravan_tui.i18n import _, _n


def regions(view: SaharaView, names: Sequence[str]) -> Sequence[Region]:
    players = [
        Region(f"player {seat + 1}", name, _player(view, seat, name), seat)
        for seat, name in enumerate(names)
    ]
    return [
        Region("turn", _("The turn"), _turn(view, names)),
        Region("goods", _("Goods on the board"), _loose(view)),
        *players,
        Region("cities", _("The cities"), _cities(view)),
        Region("bag", _("The bag"), _bag(view)),
    ]


def _turn(view: SaharaView, names: Sequence[str]) -> list[str]:
    if view["phase"] in ("starting", "stocking"):
        return [_("The first goods are being drawn.")]
    if view["phase"] == "finished":
        return [_("The match is over.")]
    text = _n(
        "Turn {turn}: {name} has {count} action left.",
        "Turn {turn}: {name} has {count} actions left.",
        view["left"],
    )
    lines = [text.format(turn=view["round"], name=names[view["actor"]], count=view["left"])]
    if view["lifted"] == SUPPLY:
        lines.append(_("A camel from the supply waits to be set."))
    elif view["lifted"] >= 0:
        text = _("The camel from {space} is lifted and waits to be set.")
        lines.append(text.format(space=NAMES[view["lifted"]]))
    return lines


def _loose(view: SaharaView) -> list[str]:
    board, lines = view["board"], []
    for slot, space in enumerate(board["numbered"]):
        good, markers = view["loose"][slot], view["demand"][slot]
        if good < 0:
            words = _("{space}, number {number}: no goods lie here").format(
                space=NAMES[space], number=slot + 1
            )
        else:
            words = _("{space}, number {number}: {good}, {points} points in {city} on {target}")
            words = words.format(
                space=NAMES[space],
                number=slot + 1,
                good=good_name(good),
                points=VALUES[good],
                city=board["names"][good],
                target=NAMES[board["cities"][good]],
            )
        if markers:
            text = _n("{markers} demand marker", "{markers} demand markers", markers)
            words = f"{words}, {text.format(markers=markers)}"
        lines.append(ended(words))
    return lines


def _cities(view: SaharaView) -> list[str]:
    board = view["board"]
    text = _("{space}: {city} wants {good}, {points} points.")
    return [
        text.format(
            space=NAMES[board["cities"][good]],
            city=board["names"][good],
            good=good_name(good),
            points=VALUES[good],
        )
        for good in range(len(GOODS))
    ]


def _bag(view: SaharaView) -> list[str]:
    left = sum(view["bag"])
    if not left:
        return [_("The bag is empty: the next delivery ends the match.")]
    names = [good_name(good) for good in range(len(GOODS))]
    text = _n("In the bag: {count} good: {goods}.", "In the bag: {count} goods: {goods}.", left)
    return [text.format(count=left, goods=counted(view["bag"], names))]


def _player(view: SaharaView, seat: int, name: str) -> list[str]:
    goods = [good_name(good) for good in range(len(GOODS))]
    lines = [
        _("{name}, {colour}: {points}.").format(
            name=name, colour=colour_name(seat), points=points(view["scores"][seat])
        )
    ]
    camels = [
        _("{space} {load}").format(space=NAMES[space], load=_load(good, under))
        for space, good, under in sorted(view["camels"][seat])
    ]
    lines.append(_("Camels on the board: {camels}.").format(camels=listed(camels, _("none"))))
    linked = [
        listed(NAMES[space] for space in chain) for chain in chains(view, seat) if len(chain) > 1
    ]
    lines += [_("A chain: {spaces}.").format(spaces=spaces) for spaces in linked]
    lines.append(
        _("In the supply: {camels}. Theft markers: {theft}. Demand markers: {markers}.").format(
            camels=view["supply"][seat], theft=view["theft"][seat], markers=view["markers"][seat]
        )
    )
    if delivered := counted(view["delivered"][seat], goods):
        lines.append(_("Delivered: {goods}.").format(goods=delivered))
    return lines


def _load(good: int, under: int) -> str:
    """What a camel carries, in a word or two."""
    if good < 0:
        return _("empty")
    return (_("protected {good}") if under else "{good}").format(good=good_name(good))


def question(view: SaharaView, legal: Sequence[int], names: Sequence[str]) -> str:
    if view["lifted"] >= 0:
        return _("Set the lifted camel on a space, such as: set d4.")
    text = _n(
        "{left} action left. Set a camel, move a good, pick up, steal, or end your turn.",
        "{left} actions left. Set a camel, move a good, pick up, steal, or end your turn.",
        view["left"],
    )
    return text.format(left=view["left"])


def why_not(entry: str, legal: Sequence[int], view: SaharaView, names: Sequence[str]) -> str:
    words = entry.lower().replace(">", " ").replace("*", "").split()
    verb = words[0] if words else ""
    spaces = [SPACE_OF_NAME[word] for word in words if word in SPACE_OF_NAME]
    if verb not in ("lift", "set", "pick", "steal", "move", "end"):
        return ""
    if view["lifted"] >= 0 and verb != "set":
        return _("The lifted camel must be set first.")
    if verb == "end":
        return ""
    if not spaces and not (verb == "lift" and "supply" in words):
        return _("Name a space from a1 to g7, such as: {example}.").format(
            example={"move": "move salt d2 e4", "steal": "steal salt d2 from 1"}.get(
                verb, f"{verb} d2"
            )
        )
    return _refusal(verb, spaces, words, view)


def _refusal(verb: str, spaces: list[int], words: list[str], view: SaharaView) -> str:
    """Why a move with these spaces is not possible."""
    if verb == "pick":
        return messages.why_no_pick_up(view, spaces[0])
    if verb == "steal":
        return messages.why_no_theft(view, spaces[0])
    if verb == "set":
        if view["lifted"] < 0:
            return _("Lift a camel first, such as: lift supply.")
        return messages.why_not(Selectable(view["lifted"], CAMEL), spaces[0])
    own = view["camels"][view["to_act"]]
    if verb == "lift":
        if not spaces:
            return _("Your supply is empty.")
        if not any(camel[0] == spaces[0] for camel in own):
            return _("You have no camel on {space}.").format(space=NAMES[spaces[0]])
        return _("A camel with a good never moves.")
    goods = [good for good, name in enumerate(GOODS) if name in words]
    if not goods or len(spaces) < 2:
        return _("Name a good and two spaces, such as: move salt d2 e4.")
    if not any(camel[0] == spaces[0] and camel[1] == goods[0] for camel in own):
        return _("No camel of yours on {space} carries {good}.").format(
            space=NAMES[spaces[0]], good=good_name(goods[0])
        )
    return messages.why_not(Selectable(spaces[0], GOOD, goods[0]), spaces[1])
