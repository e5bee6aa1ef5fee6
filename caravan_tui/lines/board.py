"""What can be asked about a position in line mode, whatever room it is in."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.contract import Region
from caravan_tui.i18n import _
from caravan_tui.lines.console import Console
from caravan_tui.lines.entries import Moves


def say_regions(console: Console, regions: Sequence[Region]) -> None:
    """Say parts of the table."""
    for region in regions:
        console.say(f"{region.title.rstrip('.:')}:", *region.sentences)


def say_board(console: Console, regions: Sequence[Region], which: str) -> None:
    """Say the table: what is nobody's, or one part, by its number or name, or what has a word."""
    if not which:
        say_regions(console, [region for region in regions if region.seat is None])
        titles = [f"{number}, {region.title}" for number, region in enumerate(regions, 1)]
        console.say(
            _("Parts: {parts}. Type board and a number or a name for one of them.").format(
                parts="; ".join(titles)
            )
        )
        return
    wanted = which.strip().lower()
    chosen = [
        region
        for number, region in enumerate(regions, 1)
        if wanted in (str(number), region.id, region.title.lower())
    ] or [
        region
        for region in regions
        if region.title.lower().startswith(wanted) or region.id.startswith(wanted)
    ]
    if chosen:
        say_regions(console, chosen)
    else:
        look(console, regions, which)


def say_hand(console: Console, regions: Sequence[Region], seat: int | None) -> None:
    """Say what is a seat's own."""
    own = [region for region in regions if region.seat == seat]
    say_regions(console, own)
    if not own:
        console.say(_("Nothing here is yours alone. Type board."))


def say_players(console: Console, regions: Sequence[Region], seat: int | None) -> None:
    """Say what the others have."""
    say_regions(console, [each for each in regions if each.seat is not None and each.seat != seat])


def look(console: Console, regions: Sequence[Region], words: str) -> None:
    """Say every sentence with a word, such as a coordinate."""
    wanted = words.strip().lower().rstrip(".")
    if not wanted:
        console.say(_("Look at what? Such as: look d2."))
        return
    lines = [
        f"{region.title}: {text}"
        for region in regions
        for text in region.sentences
        if wanted in text.lower()
    ]
    none = _("Nothing is said of '{word}' on the table now.").format(word=words)
    console.say(*(lines or [none]))


def say_moves(console: Console, moves: Moves, words: str) -> None:
    """Say what can be played: all, from a number on, or with certain words."""
    numbers = list(range(1, len(moves.rows) + 1))
    if words.isdecimal():
        numbers = numbers[max(0, int(words[:6]) - 1) :]
    elif words:
        numbers = moves.matching(words)
    if numbers:
        console.say(*moves.lines(numbers))
    else:
        console.say(_("No move has '{word}'.").format(word=words))
