"""What the levels and the styles of computer players mean, a line each."""

from __future__ import annotations

from caravan_tui.i18n import _
from caravan_tui.screens.seat_plan import DEFAULT_STYLE, PERSON, RANDOM_STYLE


def kind_line(kind: str) -> str:
    """What a kind of player means; empty for one that is not known here."""
    return {
        PERSON: _("Plays at this keyboard."),
        "open": _("Waits for somebody on this server."),
        "porter": _("Plays what looks good at first sight. The right choice to learn a game."),
        "trader": _("Thinks about its own next moves, and still slips now and then."),
        "merchant": _("Plans ahead, watches the others, and rarely slips."),
        "master": _("Always plays the best move it finds."),
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
