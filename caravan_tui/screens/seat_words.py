"""What the levels and the styles of computer players mean, a line each."""

from __future__ import annotations

from caravan_tui.engine import PERSON
from caravan_tui.hosts.players import program_name
from caravan_tui.i18n import _
from caravan_tui.screens.seat_plan import DEFAULT_STYLE, RANDOM_STYLE


def kind_line(kind: str) -> str:
    """What a kind of player means; empty for one that is not known here."""
    if program_name(kind):
        return _("A program that this server lets play.")
    return {
        PERSON: _("Plays at this keyboard."),
        "open": _("Waits for somebody on this server."),
        "herder": _("New to the game: takes what it sees, and misjudges most of it."),
        "porter": _("Plays what looks good at first sight. The right choice to learn a game."),
        "drover": _("Looks a step further than a Porter, and errs as often."),
        "trader": _("Thinks about its own next moves, and still slips now and then."),
        "guide": _("Knows the way, and loses it now and then."),
        "merchant": _("Plans ahead, watches the others, and rarely slips."),
        "elder": _("Has seen nearly everything, and errs only where it is close."),
        "master": _("Always plays the best move it finds."),
        "legend": _("The strongest: thinks for as long as it may, up to 8 seconds a turn."),
        "adaptive": _("Becomes stronger when you beat it, weaker when you lose. Not rated."),
    }.get(kind, "")


def style_line(style: str) -> str:
    """What a style means; empty for one that is not known here."""
    return {
        DEFAULT_STYLE: _("Default style: plays to win, by whatever means."),
        RANDOM_STYLE: _("Random style: one of the styles, and you won't be told which."),
        "builder": _("Builder: builds up first, and collects later."),
        "cautious": _("Cautious: keeps reserves, and avoids risks."),
        "greedy": _("Greedy: takes what pays at once."),
        "racer": _("Racer: hurries to finish first."),
        "spoiler": _("Spoiler: gets in the way of the others."),
        "thief": _("Thief: takes what belongs to the others."),
        "trader": _("Dealer: values goods and money more than others do."),
    }.get(style, "")
