"""What a match has brought its player, in words: milestones, and stars on the road."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen
from rich.cells import cell_len

from caravan_tui.hosts.match_text import score_text
from caravan_tui.i18n import _, _n
from caravan_tui.presentation.aftermath import Aftermath
from caravan_tui.presentation.stars import stars_text
from saves.deeds import deed_of
from saves.milestones import Milestone
from saves.road import MOST_STARS

NAMED: Final = 3
"""Deeds that a line names."""

SIGN: Final = 2
"""Columns of the sign before a milestone."""

GAP: Final = "  "
"""What stands between two milestones in a line."""


@frozen
class MilestoneWords:
    """What a match has brought: how a try at a station of the road went, then the milestones."""

    whole: Sequence[str] = ()
    """Each in full."""
    shortened: Sequence[Sequence[str]] = ((),)
    """The same for a line: deeds by their names alone, each time fewer of them named."""
    needed: int = 0
    """How many of them a line is to have at least: how a try went, and the deeds."""
    missed: str = ""
    """That the goal of a station was missed, if it is among them."""

    @classmethod
    def of(
        cls, aftermath: Aftermath, levels: Mapping[str, str], ascii_only: bool
    ) -> MilestoneWords:
        """What a match has brought; `levels`: what each kind of opponent is called."""
        reached, stars = aftermath.milestones, aftermath.stars
        whole = [milestone_words(milestone, levels) for milestone in reached]
        shortened = [line_words(reached, levels, named) for named in range(NAMED, -1, -1)]
        needed = int(any(milestone.kind == "deed" for milestone in reached))
        if stars is None:
            return cls(whole, shortened, needed)
        on_road = road_words(stars, ascii_only)
        return cls(
            [on_road, *whole],
            [[on_road, *words] for words in shortened],
            needed + 1,
            "" if stars else on_road,
        )

    def that_fit(self, room: int) -> Sequence[str]:
        """As many as fit into a line of so many columns, with fewer deeds named where these would
        not."""
        fitting: Sequence[str] = ()
        for words in self.shortened:
            counts = range(len(words) + 1)
            count = max(count for count in counts if _columns(words[:count]) <= max(0, room))
            fitting = words[:count] or fitting
            if count >= self.needed:
                break
        return fitting


def _columns(words: Sequence[str]) -> int:
    """The columns of milestones in a line."""
    return sum(SIGN + cell_len(each) for each in words) + len(GAP) * max(0, len(words) - 1)


def road_words(stars: int, ascii_only: bool) -> str:
    """What a match was for the journey along the road."""
    if not stars:
        return _("The goal of this station was missed. You may try again.")
    earned = stars_text(stars, MOST_STARS, ascii_only)
    return _("{stars} The goal is reached: the road goes on.").format(stars=earned)


def line_words(
    milestones: Sequence[Milestone], levels: Mapping[str, str], named: int = NAMED
) -> list[str]:
    """Milestones for a line that has room for a few: deeds by their names alone, together, so many
    of them named at most; 0: the first one, and no word that it is a deed."""
    others = [
        milestone_words(milestone, levels) for milestone in milestones if milestone.kind != "deed"
    ]
    deeds = [milestone for milestone in milestones if milestone.kind == "deed"]
    names = [_(deed.name) for each in deeds if (deed := deed_of(each.name))]
    if not names:
        return others
    first_names = names[: max(1, named)]
    more = len(names) - len(first_names)
    listed = ", ".join(first_names) + (f" +{more}" if more else "")
    if not named:
        return [listed, *others]
    words = _n("New deed: {names}", "{count} new deeds: {names}", len(names))
    return [words.format(count=len(names), names=listed), *others]


def milestone_words(milestone: Milestone, levels: Mapping[str, str]) -> str:
    """A milestone in a few words; `levels`: what each kind of opponent is called."""
    value = score_text(round(milestone.value, 1))
    before = None if milestone.before is None else score_text(round(milestone.before, 1))
    match milestone.kind:
        case "first match":
            return _("Your first match of this game")
        case "first win":
            kinds = [levels.get(kind, kind) for kind in milestone.name.split(", ")]
            return _("First win against {opponents}").format(opponents=", ".join(kinds))
        case "deed":
            deed = deed_of(milestone.name)
            return (
                _("New deed, {name}: {text}").format(name=_(deed.name), text=_(deed.text))
                if deed
                else ""
            )
        case "longest streak":
            return _n(
                "Your longest streak: {count} win", "Your longest streak: {count} wins",
                int(milestone.value),
            ).format(count=value)  # fmt: skip
        case "streak":
            return _n("{count} win in a row", "{count} wins in a row", int(milestone.value)).format(
                count=value
            )
        case "rating":
            return _rating_words(milestone)
        case "record":
            return _("New record, {name}: {value} (was {before})").format(
                name=_(milestone.name), value=value, before=before
            )


def _rating_words(milestone: Milestone) -> str:
    value = round(milestone.value)
    if milestone.before is None:
        return _("Your first rating: {value}").format(value=value)
    change = value - round(milestone.before)
    if not change:
        return _("Rating {value}, as before").format(value=value)
    sign = "+" if change >= 0 else "-"
    return _("Rating {value} ({sign}{change})").format(value=value, sign=sign, change=abs(change))
