"""A game as a card: its picture, what it is, the user's record, what can be done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text
from textual.dom import DOMNode

from caravan_tui.games import registry
from caravan_tui.games.spec import Spec
from caravan_tui.i18n import _, _n
from caravan_tui.widgets.commands import key_name
from caravan_tui.widgets.key_names import key_names

if TYPE_CHECKING:
    from caravan_tui.hosts.base import UnfinishedMatch
    from saves.tutorial_progress import Progress

TO_ASCII = str.maketrans("─│┌┐└┘├┤┬┴┼═║●○■⌂≈§∞♣☼°·", "-|+++++++++=|oo#A~&%*@o.")
"""The characters of the pictures in ASCII."""


def picture_of(game_id: str, ascii_only: bool) -> str:
    """The small picture of a game; empty if it has none."""
    picture = registry.picture(game_id)
    return picture.translate(TO_ASCII) if ascii_only else picture


def rules_summary(game_id: str) -> str:
    """The first paragraphs of the rules of a game."""
    text = registry.rules(game_id).split("\n## ")[0]
    parts = [" ".join(part.split()) for part in text.split("\n\n") if not part.startswith("#")]
    return "\n\n".join(part for part in parts if part)


def seats_text(spec: Spec) -> str:
    """`2 seats`, `2 to 4 seats`."""
    if spec.min_seats == spec.max_seats:
        return _n("{count} seat", "{count} seats", spec.min_seats).format(count=spec.min_seats)
    return _("{low} to {high} seats").format(low=spec.min_seats, high=spec.max_seats)


def game_facts(game_id: str, ascii_only: bool = False, is_narrow: bool = False) -> Text:
    """What a game is: its kind, how many play it, how long, how heavy it is; `is_narrow`: that in
    two lines."""
    spec = registry.spec(game_id)
    card = Text()
    card.append(_(spec.title), "bold")
    if spec.kind:
        card.append(f" {'-' if ascii_only else '·'} {_(spec.kind)}")
    designer = spec.designer or _("designer unknown")
    card.append(f"\n{designer}\n", "italic")
    full, empty = ("*", ".") if ascii_only else ("●", "○")
    text = _("{seats}, {minutes} minutes, weight {weight}")
    if is_narrow:
        text = _("{seats}, {minutes} minutes\nweight {weight}")
    facts = text.format(
        seats=seats_text(spec),
        minutes=spec.minutes,
        weight=full * spec.weight + empty * (5 - spec.weight),
    )
    card.append(facts, "bold")
    return card


def game_card(game_id: str, record: str = "", colour: str = "", ascii_only: bool = False) -> Text:
    """A game in a few lines, with its picture in characters and the user's record: 44 × 16."""
    spec = registry.spec(game_id)
    card = game_facts(game_id, ascii_only)
    picture = picture_of(game_id, ascii_only)
    if picture:
        card.append(f"\n{picture}\n", colour)
    card.append(f"\n{_(spec.summary)}\n")
    card.append(f"{record}\n" if record else "")
    return card


def key_links(node: DOMNode, tutorial: Progress | None, between: str = "  ") -> Text:
    """What can be done with a game, and the keys for it; a click does it.

    `tutorial`: how far its tutorial has been played, None if it has not. `between`: what is
    between two of them.
    """
    if tutorial is None or tutorial.step == 1:
        learn = _("{key}: tutorial")
    elif tutorial.step < tutorial.steps:
        learn = _("{key}: tutorial {step}/{steps}")
    else:
        learn = _("{key}: tutorial again")
    links = (
        ("play", _("{key}: play"), key_names("enter")),
        ("tutorial", learn, key_name(node, "home.tutorial")),
        ("rules", _("{key}: rules"), key_name(node, "home.rules")),
    )
    progress = {"step": tutorial.step, "steps": tutorial.steps} if tutorial else {}
    text = Text()
    for number, (action, words, key) in enumerate(links):
        style = Style(meta={"@click": f"screen.{action}"})
        text.append(between if number else "")
        text.append(words.format(key=key, **progress), style)
    return text


def unfinished_card(match: UnfinishedMatch, *, has_seats: bool) -> Text:
    """The match that Continue opens: its title, when it was played, and its players in a line
    unless their seats are drawn below (`has_seats`)."""
    *players, played = [" ".join(line.split()) for line in match.summary.split("\n")]
    card = Text(match.title + "\n", "bold")
    if players and not has_seats:
        card.append("   ".join(players) + "\n", "not bold")
    card.append(played + "\n", "not bold")
    words = _("Saved. {key} goes on from here.").format(key=key_names("enter"))
    card.append(words, "not bold dim")
    return card
