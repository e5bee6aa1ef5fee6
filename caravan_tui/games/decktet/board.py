"""The table of Caravan (Decktet): the hand, the season, and the keys that choose cards."""

from __future__ import annotations

from functools import partial

from rich.style import Style
from textual import events

from caravan_tui.games.contract import View
from caravan_tui.games.decktet import asked
from caravan_tui.games.decktet.actions import CARDS, PASS, kind_of, rank_of
from caravan_tui.games.decktet.cards import RANKS, cards_of
from caravan_tui.games.decktet.faces import Look
from caravan_tui.games.decktet.keys import COMMANDS
from caravan_tui.games.decktet.paint import always_seen, paint
from caravan_tui.games.decktet.text import (
    narrate,
    play_words,
    selection_words,
)
from caravan_tui.widgets.board import Shown
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.widgets.commands import bindings, keyed
from caravan_tui.widgets.marks import seat_colour, seat_mark
from caravan_tui.widgets.painted_board import FRAMES, PaintedBoard
from caravan_tui.words import _

_SUIT_COLOURS = (3, 0, 1, 2, 5, 4)
"""By suit: the seat whose colour of the theme it borrows, as those are told apart by everybody."""


class Board(PaintedBoard):
    """Cards are chosen one by one; what they are is said at once, and Enter plays them."""

    COMMANDS = COMMANDS
    BINDINGS = bindings(COMMANDS)
    LOOKING = frozenset({"seen"})

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._bd_hand: list[int] = []
        self._bd_cursor = 0
        self._bd_chosen = 0
        self._bd_pinned = 0
        self._bd_reading = 0
        self._bd_pointed: int | None = None
        self._bd_seen = False
        self._bd_season = ""
        self._bd_plays: list[tuple[int, int]] = []
        self._bd_last_plays: list[tuple[int, int]] = []
        """Seat and action of the plays of this season and of the one before."""
        self._bd_dealing = False
        """Whether the animation is a deal; else it is a play."""

    # drawing

    def refresh_board(self, shown: Shown) -> None:
        """Keep the cursor on its card and the choice as far as it is still held."""
        at = self._bd_card()
        hand = shown.view["hand"] or 0
        self._bd_hand = cards_of(hand)
        if at >= 0 and hand >> at & 1:
            self._bd_cursor = self._bd_hand.index(at)
        else:
            self._bd_cursor = max(0, min(self._bd_cursor, len(self._bd_hand) - 1))
        self._bd_chosen &= hand
        self._bd_pinned &= hand
        self._bd_pointed = None
        self._bd_remember(shown)
        kinds = {event[0] for event in shown.events}
        self._bd_dealing = "hand" in kinds and bool(self._bd_hand)
        self.move(self._bd_dealing or "play" in kinds)
        self.repaint()

    def not_played(self) -> None:
        """The cards are still chosen."""
        super().not_played()
        self._bd_say()

    def _bd_remember(self, shown: Shown) -> None:
        """Keep the plays of this season and of the one before."""
        for event in shown.events:
            if event[0] == "play":
                self._bd_plays.append((event[1], event[2]))
            elif event[0] == "season":
                self._bd_season = narrate(event, shown.names) or ""
                self._bd_last_plays, self._bd_plays = self._bd_plays, []
            elif event[0] == "hand":
                self._bd_season, self._bd_last_plays, self._bd_plays = "", [], []
        view = shown.view
        laid = 0
        for _seat, play in self._bd_last_plays:
            laid |= play & CARDS
        if laid & ~(view["taken"][0] | view["taken"][1]):
            # That season was taken back.
            self._bd_season, self._bd_last_plays = "", []
        sides = (view["leader"], 1 - view["leader"])
        self._bd_plays = [(sides[at % 2], play) for at, play in enumerate(view["plays"])]

    def preview(self, action: int | None) -> None:
        """Mark the cards of a play."""
        self._bd_pointed = action
        self.repaint()

    def paint(self, shown: Shown, width: int, height: int) -> Canvas:
        """The whole table."""
        return paint(shown.view, self._bd_look(shown), width, height)

    def _bd_look(self, shown: Shown) -> Look:
        chosen = self._bd_chosen
        plays = self._bd_read(shown)[1]
        pointed = self._bd_pointed
        legal = shown.legal
        return Look(
            names=shown.names,
            styles=self.theme_styles(),
            ascii=shown.ascii,
            cursor=-1 if self.is_picture else self._bd_card(),
            chosen=chosen,
            pointed=pointed & CARDS if pointed is not None and pointed != PASS else 0,
            buttons=[]
            if self.only_looks or self.is_picture
            else [
                (_("Play"), bool(plays)),
                (_("Pass"), PASS in legal),
                (_("Next play"), any(kind_of(action) < kind_of(PASS) for action in legal)),
                (_("Clear"), bool(chosen)),
            ],
            seen=self._bd_seen,
            keys=not self.is_picture,
            keyed=partial(keyed, self.screen),
            hand=self._bd_hand,
            dealt=1 - self.frame / FRAMES if self._bd_dealing else 1.0,
            laying=self.frame > 0 and not self._bd_dealing,
            last_season=self._bd_season,
            last_plays=self._bd_last_plays,
            marks=seat_mark(0, shown.ascii) + seat_mark(1, shown.ascii),
        )

    def theme_styles(self) -> dict[str, Style]:
        """With suit-0 to suit-5."""
        styles = super().theme_styles()
        for suit, seat in enumerate(_SUIT_COLOURS):
            styles[f"suit-{suit}"] = self.rich_style + Style(color=seat_colour(self, seat))
        return styles

    # the choice

    def _bd_card(self) -> int:
        """The card under the cursor, -1 none."""
        if 0 <= self._bd_cursor < len(self._bd_hand):
            return self._bd_hand[self._bd_cursor]
        return -1

    def _bd_read(self, shown: Shown) -> tuple[str, list[int]]:
        """What the chosen cards are, and the plays that they make, the one to be played first."""
        words, plays = selection_words(self._bd_chosen, shown.legal, shown.view)
        if len(plays) > 1:
            turn = (len(plays) - 1 - self._bd_reading) % len(plays)
            plays = plays[turn:] + plays[:turn]
            words = play_words(plays[0])
        return words, plays

    def _bd_say(self) -> None:
        """Tell what the chosen cards are."""
        shown = self.shown
        if shown is None:
            return
        self.repaint()
        if not self._bd_chosen:
            self.say("")
            return
        if not shown.my_turn:
            self.say(_("It is not your move; the cards stay chosen until it is."))
            return
        words, plays = self._bd_read(shown)
        if not plays:
            self.say(words, wrong=True)
            return
        tail = _("Enter plays it")
        if len(plays) > 1:
            others = ", ".join(str(rank_of(play)) for play in plays[1:])
            tail = _("Enter plays it, t reads it as rank {ranks}").format(ranks=others)
        self.say(f"{words} · {tail}")

    def _bd_choose(self, chosen: int) -> None:
        """Choose these cards by hand."""
        self._bd_chosen = self._bd_pinned = chosen
        self._bd_reading = 0
        self._bd_say()

    def action_step(self, by: int) -> None:
        """Move the cursor."""
        if self._bd_hand:
            self._bd_cursor = (self._bd_cursor + by) % len(self._bd_hand)
            self.repaint()

    def action_edge(self, place: int) -> None:
        """To the first or the last card."""
        if self._bd_hand:
            at = place % len(self._bd_hand)
            if at == self._bd_cursor:
                self.say(_("The cursor is there already"))
            self._bd_cursor = at
            self.repaint()

    def action_rank(self, rank: int) -> None:
        """To the next card of this rank, round the hand; 1 is an Ace or a Crown."""
        wanted = 0 if rank == 1 else rank
        count = len(self._bd_hand)
        for step in range(1, count + 1):
            place = (self._bd_cursor + step) % count
            if RANKS[self._bd_hand[place]] == wanted:
                self._bd_cursor = place
                self.repaint()
                return
        if rank == 1:
            self.say(_("You hold no Ace and no Crown"), wrong=True)
        else:
            self.say(_("You hold no card of rank {rank}").format(rank=rank), wrong=True)

    def action_toggle(self) -> None:
        """Choose the card under the cursor, or put it back."""
        card = self._bd_card()
        if card >= 0:
            self._bd_choose(self._bd_chosen ^ 1 << card)

    def action_lift(self, up: bool) -> None:
        """Raise or lower the card under the cursor."""
        card = self._bd_card()
        if card < 0:
            return
        if bool(self._bd_chosen >> card & 1) != up:
            self._bd_choose(self._bd_chosen ^ 1 << card)
        elif up:
            self.say(_("This card is chosen already; Down puts it back"))
        else:
            self.say(_("This card is not chosen; Up chooses it"))

    def action_clear(self) -> None:
        """Put all cards back."""
        before = self._bd_chosen
        self._bd_choose(0)
        if not before:
            self.say(_("No card is chosen"))

    def action_reading(self) -> None:
        """The same cards with another top rank (D-1)."""
        shown = self.shown
        if shown is None:
            return
        if len(self._bd_read(shown)[1]) < 2:
            self.say(_("There is only one way to read these cards"), wrong=True)
            return
        self._bd_reading += 1
        self._bd_say()

    def action_complete(self, by: int) -> None:
        """Go through the legal plays that hold the cards chosen by hand."""
        shown = self.asked()
        if shown is None:
            return
        pinned = self._bd_pinned
        masks: list[int] = []
        for action in shown.legal:
            mask = action & CARDS
            if action != PASS and mask & pinned == pinned and mask not in masks:
                masks.append(mask)
        if not masks:
            if pinned:
                self.say(_("No legal play has all these cards"), wrong=True)
            else:
                self.say(_("Nothing in your hand beats it; p passes"), wrong=True)
            return
        if self._bd_chosen in masks:
            at = (masks.index(self._bd_chosen) + by) % len(masks)
        else:
            at = 0 if by > 0 else len(masks) - 1
        self._bd_chosen = masks[at]
        self._bd_reading = 0
        self._bd_say()

    def action_seen(self) -> None:
        """Show or hide the cards that are gone, or say why there is nothing to show."""
        shown = self.shown
        if shown is not None and shown.over:
            self.say(_("The match is over: no card is still to come"))
        elif shown is not None and always_seen(shown.view, *self.size):
            self.say(_("The cards seen are shown already"))
        self._bd_seen = not self._bd_seen
        self.repaint()

    # moves

    def action_play(self) -> None:
        """Play the chosen cards, or say why they are no play."""
        shown = self.asked()
        if shown is None:
            return
        words, plays = self._bd_read(shown)
        if plays:  # the cards stay chosen until they have left the hand: a question may come
            self.say("")
            self.choose(plays[0])
        elif not self._bd_chosen:
            text = _("Choose cards first: Space takes the card under the cursor, n shows a play")
            self.say(text, wrong=True)
        else:
            self.say(words, wrong=True)

    def action_pass_(self) -> None:
        """Pass, where that is legal."""
        shown = self.asked()
        if shown is None:
            return
        if PASS in shown.legal:
            self._bd_chosen = self._bd_pinned = 0
            self.choose(PASS)
        else:
            self.say(_("Who leads may not pass: open the season with a caravan"), wrong=True)

    def go_to(self, target: tuple[str, int]) -> None:
        """Put the cursor on a card of the hand."""
        self._bd_cursor = self._bd_hand.index(target[1])
        self.repaint()

    def on_click(self, event: events.Click) -> None:
        """A card or a button."""
        target = self.under(event)
        if target is None or self.is_picture:
            return
        kind, value = target
        if kind == "card":
            self._bd_cursor = self._bd_hand.index(value)
            self.action_toggle()
        else:
            (
                self.action_play,
                self.action_pass_,
                lambda: self.action_complete(1),
                self.action_clear,
            )[value]()

    # words for the table

    def prompt(self, shown: Shown) -> str:
        """What is asked."""
        return asked.prompt(shown.view, shown.legal, shown.names)

    def rule(self, shown: Shown) -> str:
        """The ruling that fits the moment."""
        return asked.rule(shown.view)

    def result(self, view: View) -> tuple[list[str], list[list[str]]] | None:
        """The points of each hand and what they are made of."""
        return asked.result(view, self.shown.names if self.shown else ("", ""))
