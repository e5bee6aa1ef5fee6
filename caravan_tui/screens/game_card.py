"""A game as a card: its picture, what it is, how the user did in it, what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from caravan_tui.games import registry
from caravan_tui.games.contract import Spec
from caravan_tui.words import _, _n

if TYPE_CHECKING:
    from caravan_tui.screens.host import Last
    from saves.learning import Progress
    from saves.profile import Result

PLAIN = str.maketrans("─│┌┐└┘├┤┬┴┼═║●○■⌂≈§∞♣☼°·", "-|+++++++++=|oo#A~&%*@o.")
"""The signs of the pictures where there is only ASCII."""

WAYS = ("play", "tutorial", "rules")
"""The actions behind the parts of `keys_line`, which a click takes."""


def picture_of(game_id: str, ascii_only: bool) -> str:
    """The small picture of a game; empty if it has none."""
    picture = registry.picture(game_id)
    return picture.translate(PLAIN) if ascii_only else picture


def seats_text(spec: Spec) -> str:
    """`2 seats`, `2 to 4 seats`."""
    if spec.min_seats == spec.max_seats:
        return _n("{count} seat", "{count} seats", spec.min_seats).format(count=spec.min_seats)
    return _("{low} to {high} seats").format(low=spec.min_seats, high=spec.max_seats)


def record_line(results: Sequence[Result]) -> str:
    """What somebody's results in a game come to, in one line; empty without any."""
    from caravan_tui.screens.result import score_text
    from saves.statistics import summarize

    if not results:
        return ""
    found = summarize(results)
    best = score_text(found.best) if found.best is not None else "-"
    if not found.contested:
        return _("Your best: {best}").format(best=best)
    return _("You: {wins} of {matches} won, best {best}").format(
        wins=found.wins, matches=found.contested, best=best
    )


def game_card(
    game_id: str,
    record: str = "",
    colour: str = "",
    ascii_only: bool = False,
    ways: str = "",
) -> Text:
    """A game in a few lines, with its picture and the user's record: 44 × 16 at 80 × 24; `ways`:
    what can be done with it, see `keys_line`."""
    spec = registry.spec(game_id)
    card = Text()
    card.append(spec.title, "bold")
    designer = spec.designer or _("designer not named in the rulebook")
    card.append(f"\n{designer}\n", "italic")
    picture = picture_of(game_id, ascii_only)
    if picture:
        card.append(f"\n{picture}\n\n", colour)
    card.append(f"{_(spec.summary)}\n")
    full, empty = ("*", ".") if ascii_only else ("●", "○")
    facts = _("{seats}, {minutes} minutes, weight {weight}").format(
        seats=seats_text(spec),
        minutes=spec.minutes,
        weight=full * spec.weight + empty * (5 - spec.weight),
    )
    card.append(facts + "\n", "bold")
    card.append(f"{record}\n" if record else "")
    for number, words in enumerate(filter(None, ways.split("   "))):
        way = WAYS[min(number, len(WAYS) - 1)]
        card.append("   " if number else "")
        card.append(words, Style(dim=True, meta={"@click": f"screen.{way}"}))
    return card


def keys_line(learned: Progress | None) -> str:
    """What can be done with a game whose tutorial has been played so far: three parts."""
    if learned is None or learned.step == 1:
        return _("Enter: play   t: learn it   F1: rules")
    if learned.step < learned.steps:
        return _("Enter: play   t: learn on, {step}/{steps}   F1: rules").format(
            step=learned.step, steps=learned.steps
        )
    return _("Enter: play   t: learn it again   F1: rules")


def last_card(
    last: Last, colour: str = "", ascii_only: bool = False, pictured: bool = True
) -> Text:
    """The match that Continue brings back; `pictured`: with the picture of its game."""
    card = Text(_("Go on where you left.") + "\n\n")
    card.append(last.title + "\n", "bold")
    card.append(last.words)
    picture = picture_of(last.game, ascii_only) if last.game in registry.ids() else ""
    if picture and pictured:
        card.append(f"\n\n{picture}", colour)
    return card
