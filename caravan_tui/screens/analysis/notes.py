"""What a replay and an exported text say of decisions that an analysis has judged."""

from __future__ import annotations

from itertools import product

from rich.text import Text

from ai.analysis import Analysis
from ai.grades import MoveMark, Verdict, whole_percent
from caravan_tui.engine.playback import Playback
from caravan_tui.engine.transcript import Comment
from caravan_tui.i18n import _, capital
from caravan_tui.presentation.decisions import EndSwing, cost_text, step_after, turning_points
from caravan_tui.presentation.moment import (
    move_words,
    notations,
    swing_words,
    verdict_words,
    why_swung,
)
from caravan_tui.screens.base import BaseScreen
from caravan_tui.widgets.prompt import NewsItem, news_text
from caravan_tui.widgets.wrapping import without_common_end


def replay_notes(
    screen: BaseScreen[None], playback: Playback, analysis: Analysis
) -> dict[int, list[Text]]:
    """By step, what the replay says before each turn for which there was a better one: what is
    played, why that is worse, what it costs, and what was better; in words, in notation for little
    room, then without the reason, and what was better alone for the least. `screen`: whose colours
    it has."""
    return {
        playback.at_ply(verdict.first_ply): _variants(screen, playback, verdict)
        for verdict in analysis.turn_verdicts
        if verdict.played != verdict.preferred and whole_percent(verdict.loss)
    }


def _variants(screen: BaseScreen[None], playback: Playback, verdict: Verdict) -> list[Text]:
    """A note, the longest first."""
    name, good = playback.match.names[verdict.seat], screen.app.theme_variables["success"]
    words = without_common_end(move_words(playback, verdict))
    written = notations(playback, verdict)
    briefly = _first_decisions(playback, verdict)
    cost = cost_text(verdict)
    if verdict.is_error:
        cost += f" {verdict.mark.value}"
    variants = []
    reasons = [f": {verdict.reason}"] * bool(verdict.reason) + [""]
    for reason, (played, preferred) in product(reasons, (words, briefly, written)):
        item = NewsItem(verdict.seat, f"{name}  {played}{reason}", cost)
        text = Text.assemble((_("Played next"), "dim"), "  ", news_text(screen, [item]))
        text.append(f"   {_('Better')}  ", "dim")
        variants.append(text.append(preferred, good))
    for better in (words[1], briefly[1], written[1]):  # what is played is seen a step later
        item = NewsItem(verdict.seat, name, cost)
        text = Text.assemble(news_text(screen, [item]), (f"   {_('Better')}  ", "dim"))
        variants.append(text.append(better, good))
    return variants


def _first_decisions(playback: Playback, verdict: Verdict) -> tuple[str, str]:
    """The played and the preferred decision in words, without what followed in the turn."""
    view = playback.view(playback.at_ply(verdict.ply), verdict.seat)
    describe, names = playback.game.describe, playback.match.names
    return describe(verdict.played, view, names), describe(verdict.preferred, view, names)


def export_comments(
    playback: Playback, analysis: Analysis, seat: int | None
) -> dict[int, list[Comment]]:
    """By ply, what an exported text says of decisions that were errors or brilliant finds, and of
    the turning points of a seat, or of everyone for None, the end among them."""
    comments: dict[int, list[Comment]] = {}
    for verdict in analysis.turn_verdicts:
        words = ""
        if verdict.mark is MoveMark.BRILLIANT:
            words = f"{verdict.mark.value} {verdict_words(verdict)}"
        elif verdict.is_error:
            better = _("Better: {move}.").format(move=move_words(playback, verdict)[1])
            reason = f"{capital(verdict.reason)}." if verdict.reason else ""
            parts = [verdict.mark.value, verdict_words(verdict), reason, better]
            words = " ".join(part for part in parts if part)
        if words:
            comments.setdefault(verdict.ply, []).append(Comment(words, verdict.seat))
    for swing in turning_points(analysis, seat, playback):
        is_end = isinstance(swing, EndSwing)
        when = _("The end") if is_end else _("Turning point")
        words = _("{when}: {words}").format(when=when, words=swing_words(playback, swing, None))
        if is_end:  # why others moved as they did is theirs to know
            words += " " + why_swung(playback, analysis, swing, step_after(playback, swing))
        ply = playback.match.version - 1 if is_end else swing.ply
        comments.setdefault(ply, []).append(Comment(words, swing.seat))
    return comments
