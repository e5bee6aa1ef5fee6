"""The tutor at a table in line mode: asked for once, and a warning before a costly move."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ai.hint import explain
from caravan_tui.bus.messages import Position, SearchResult
from caravan_tui.bus.wording import word
from caravan_tui.engine import Refusal
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.tutoring import TutorWatch, warning_words
from caravan_tui.i18n import _, _p
from caravan_tui.lines.console import Console
from caravan_tui.lines.room import confirms
from caravan_tui.presentation.viewpoint import Viewpoint


class Tutoring:
    """Has a tutor follow the decisions of the people at this console, if they want one."""

    def __init__(self, console: Console, host: Host, viewpoint: Viewpoint) -> None:
        self._console = console
        self._viewpoint = viewpoint
        connection = viewpoint.connection
        self._watch = TutorWatch(
            host.search, lambda: host.settings.tutor, viewpoint.game, connection.names
        )

    async def follow(self, position: Position) -> None:
        """Think about the position that is asked about, where that is wanted."""
        connection = self._viewpoint.connection
        if connection.has_hints and self._watch.must_ask(position):
            await self._ask(position)
        self._watch.follow(self._viewpoint.position or position)

    def take_hint(self, turn: Sequence[int], version: int) -> None:
        """Take what a hint has advised in a version of the match: of this there is no doubt."""
        self._watch.take_hint(turn, version)

    def stop(self) -> None:
        """Think no more."""
        self._watch.stop()

    async def _ask(self, position: Position) -> None:
        """Ask once in a match whether the tutor may look on, which marks the match."""
        text = _(
            "Play with the tutor? It warns you before a move that costs much. That marks this "
            "match as assisted: it will not count for your rating."
        )
        if not await confirms(self._console, text):
            self._watch.refuse()
            return
        viewpoint = self._viewpoint
        try:
            await viewpoint.connection.table(viewpoint.seat).mark_assisted()
        except Refusal as refusal:
            self._console.say(word(refusal.sentence))
            self._watch.refuse()
            return
        # That the match is marked comes as a message; a script may have typed its move by then.
        marked = msgspec.structs.replace(position, assisted=True)
        viewpoint.positions[viewpoint.seat] = marked

    async def allows(self, position: Position, action: int) -> bool:
        """Whether a move is played: the tutor has no doubt, or the player insists."""
        doubt = await self._watch.doubt(position, action)
        if doubt is None:
            return True
        self._console.say(warning_words(doubt))
        play, why = _p("line command", "play"), _p("line command", "why")
        ways = _("Type {play} to play it anyway, {why} to hear what is better, or another move.")
        while True:
            self._console.say(ways.format(play=play, why=why))
            await self._console.wait()
            answer = (self._console.head or "").strip().lower()
            if answer in ("play", play.lower()):
                self._console.pop()
                return True
            if answer not in ("why", why.lower()):
                return False  # what was typed is the next line
            self._console.pop()
            self._console.say(*advice_lines(self._viewpoint, position, doubt.result))


def advice_lines(viewpoint: Viewpoint, position: Position, result: SearchResult) -> list[str]:
    """What a search would play, and why."""
    game = viewpoint.game
    hint = explain(game, position.view, result, names=viewpoint.connection.names)
    steps = [
        f"{number}. {step}" if len(hint.steps) > 1 else step
        for number, step in enumerate(hint.steps, 1)
    ]
    note = game.notation(hint.action, position.view)
    return [
        *steps,
        *hint.reasons,
        hint.sure,
        *(_("About as good: {move}").format(move=other) for other in hint.others),
        _("To play it, type {notation}.").format(notation=note),
    ]
