"""The table of Caravan (Decktet): the hand, the season, and the keys that select cards."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from textual import events

from caravan_tui.games.contract import Event
from caravan_tui.games.decktet import messages
from caravan_tui.games.decktet.actions import BANDIT, CARDS, PASS, kind_of, rank_of
from caravan_tui.games.decktet.events import HandStarted, SeasonEnded
from caravan_tui.games.decktet.moves import Selection, masks_with
from caravan_tui.games.decktet.pieces import CARD_OF_CODE
from caravan_tui.games.decktet.render.cards import Look
from caravan_tui.games.decktet.render.layout import Layout, layout
from caravan_tui.games.decktet.render.motion import RISE_SECONDS, CardMotion, Motion
from caravan_tui.games.decktet.render.season import SeasonMemory, season_end
from caravan_tui.games.decktet.render.table import (
    always_shows_unseen,
    card_words,
    draw_felt,
    draw_table,
    market_width,
    seat_card,
)
from caravan_tui.games.decktet.render.won import is_over
from caravan_tui.games.decktet.text import order, play_words
from caravan_tui.games.decktet.view import DecktetView
from caravan_tui.i18n import _
from caravan_tui.widgets.board import MarkedRegion, Scene, Showcase
from caravan_tui.widgets.commands import Command, key_name
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.seats import SeatCard
from caravan_tui.widgets.drawn_board import FRAMES_FAR, DrawnBoard, LitRegion
from caravan_tui.widgets.marks import seat_mark

MARK_ROWS = 2
"""Rows above the cards of the hand for those that rise and the signs that point at them."""

COMMANDS = (
    Command("decktet.left", "left,h", "step(-1)", "Left", "Go to the card on the left."),
    Command("decktet.right", "right,l", "step(1)", "Right", "Go to the card on the right."),
    Command("decktet.first", "home", "edge(0)", "First", "Go to the first card of the hand."),
    Command("decktet.last", "end", "edge(-1)", "Last", "Go to the last card of the hand."),
    Command(
        "decktet.toggle",
        "space",
        "toggle_card",
        "Select",
        "Select or deselect the card under the cursor.",
        True,
    ),
    Command("decktet.raise", "up,k", "lift(True)", "Up", "Select the card under the cursor."),
    Command(
        "decktet.lower", "down,j", "lift(False)", "Down", "Deselect the card under the cursor."
    ),
    Command("decktet.play", "enter", "play", "Play", "Play the selected cards.", True),
    Command("decktet.pass", "p", "pass_", "Pass", "Pass and end the season.", True),
    Command(
        "decktet.next",
        "tab,n",
        "complete(1)",
        "Next play",
        "Select the next legal play that has all the cards you selected.",
        True,
    ),
    Command(
        "decktet.before",
        "shift+tab,b",
        "complete(-1)",
        "Previous play",
        "Select the previous legal play that has all the cards you selected.",
    ),
    Command(
        "decktet.reading",
        "t",
        "reading",
        "Top rank",
        "Read the selected cards as a caravan of another rank.",
    ),
    Command("decktet.clear", "x,escape,backspace", "clear", "Clear", "Deselect all cards."),
    Command(
        "decktet.seen",
        "i,v",
        "seen",
        "Signs",
        "Show what the signs mean, which cards are gone and which are unseen.",
    ),
    *(
        Command(
            f"decktet.rank{rank}",
            str(rank) if rank > 1 else "1,a,c",
            f"rank({rank})",
            "Rank",
            "Go to the next card of this rank. 1 is an Ace or a Crown.",
        )
        for rank in range(1, 10)
    ),
)

ACTIONS = frozenset(command.action for command in COMMANDS)
"""What the keys of the board do."""

SEASON = "season"
"""The place where a season was won."""

PASS_BUTTON = 1
"""The place of the button that passes."""


class Board(DrawnBoard[DecktetView]):
    """Cards are selected one by one. The line below says what they are, and Enter plays them."""

    MOST_ROWS = 38
    SHOWCASE = Showcase(seed=7, moves=14, least_width=40, least_height=13)
    COMMANDS = COMMANDS
    SPECTATOR_ACTIONS = frozenset({"seen"})
    SELECTING_ACTIONS = frozenset(
        {"step", "edge", "toggle_card", "lift", "complete", "reading", "clear"}
    )

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.selection = Selection()
        self._memory = SeasonMemory()
        self._previewed: int | None = None
        self._shows_unseen = False
        self._motion = CardMotion()
        self._newest_cards: MarkedRegion | None = None
        """Where the cards of the newest play lie."""

    def _key(self, command: str) -> str:
        """The key of a command as the user reads it."""
        return key_name(self, f"decktet.{command}")

    # Drawing

    def refresh_board(self, scene: Scene[DecktetView]) -> None:
        """Keep the cursor on its card if that can be played, and of the selection what is still in
        hand."""
        selection = self.selection
        selection.update(scene.view["hand"] or 0)
        playable = self._playable(scene) or 0
        if playable and not selection.cards and not playable >> selection.card & 1:
            selection.go_to(next(card for card in selection.hand if playable >> card & 1))
        self._previewed = None
        self._memory.update(scene.view, scene.past or scene.events, scene.names)
        has_deal = any(isinstance(event, HandStarted) for event in scene.events)
        if has_deal:
            selection.select(0)
        if frames := self._motion.follow(scene.events, has_hand=bool(self.selection.hand)):
            self.animate_frames(frames, far=FRAMES_FAR if has_deal else 1)
        super().refresh_board(scene)
        if scene.my_turn and not self.selection.cards:
            self.show_status(messages.stakes(scene.view, scene.names))

    def move_cancelled(self) -> None:
        """Keep the cards selected."""
        super().move_cancelled()
        self._describe_selection()

    @property
    def current_action(self) -> int | None:
        plays = self.selection.plays(self.scene.legal) if self.scene else ()
        return plays[0] if plays else None

    def offers(self, action: str) -> bool:
        """Name what can be done with the cards selected now."""
        scene = self.scene
        if scene is None or action not in ACTIONS:
            return True
        return {
            "toggle_card": bool(self.selection.hand),
            "play": bool(self.selection.plays(scene.legal)),
            "pass_": PASS in scene.legal,
            "complete(1)": any(action < PASS for action in scene.legal),
        }.get(action, False)

    def redraw(self) -> None:
        """Draw again, with cards that have just been chosen rising, and let the footer name what
        can be done now."""
        if self._motion.raise_cards(self.selection.cards) and not self.is_static:
            self.animate_frames(1, RISE_SECONDS)
        super().redraw()
        self.name_keys()

    def preview(self, action: int | None) -> None:
        """Mark the cards of a play, or the button that passes."""
        self._previewed = action
        self.redraw()

    @property
    def marked_action(self) -> int | None:
        """The play that is marked as a hint or a better one."""
        return self._previewed

    def start_at(self, action: int) -> None:
        cards = [card for card in self.selection.hand if action & CARDS & 1 << card]
        if cards:
            self.selection.go_to(cards[0])
            self.redraw()

    def table_layout(self, scene: Scene[DecktetView]) -> Layout:
        """Where everything lies at the present size."""
        return layout(self.size.width, self.size.height, self.has_rail, is_over(scene.view))

    def ground_key(self, scene: Scene[DecktetView]) -> bool:
        return is_over(scene.view)

    def draw_ground(self, canvas: Canvas, scene: Scene[DecktetView]) -> None:
        draw_felt(canvas, self.table_layout(scene))

    def draw(self, canvas: Canvas, scene: Scene[DecktetView]) -> None:
        where = self.table_layout(scene)
        newest = draw_table(canvas, where, scene.view, self._look(scene))
        self._newest_cards = newest
        if newest is not None and self._shows(Motion.LAY) and not self.is_far:
            self._lay(canvas, where, scene, newest)

    def turn_region(self, canvas: Canvas, scene: Scene[DecktetView], seat: int) -> MarkedRegion:
        """Its sign and its name."""
        where = self.table_layout(scene)
        is_own = seat == (scene.seat or 0)
        return 0, where.own_y if is_own else 0, min(20, len(scene.names[seat]) + 4), 1

    def target_won_at(self, scene: Scene[DecktetView], event: Event, seat: int) -> str | None:
        return SEASON if isinstance(event, SeasonEnded) else None

    def region_won_at(self, canvas: Canvas, target: str) -> MarkedRegion | None:
        """The cards of the last play of the season, or the cloth."""
        assert self.scene is not None
        where = self.table_layout(self.scene)
        cloth = (0, where.felt_y, where.width, where.season_rows)
        return self._newest_cards or cloth

    def _shows(self, motion: Motion) -> bool:
        """Whether this is what moves now."""
        return self.is_moving and self._motion.newest is motion

    def _lay(
        self, canvas: Canvas, where: Layout, scene: Scene[DecktetView], cards: MarkedRegion
    ) -> None:
        """Draw the cards of the newest play on their way from the hand that they have left."""
        x, y, width, height = cards
        below = y + height
        has_words = any(canvas.has_text(column, below) for column in range(x, x + width))
        is_own = self._motion.player == (scene.seat or 0)
        start = (x, min(where.hand_y, where.height - 2)) if is_own else (2, 1)
        if not has_words:
            self.clear(canvas, (x, below, width, 1))  # their shade
        self.slide(canvas, cards, *start)

    def cursor_targets(self) -> Collection[Any]:
        cards = [card for card in self.selection.hand if self.selection.has(card)]
        if "pass" in self._lit and not cards:
            return []  # a lesson that asks to pass means no card
        return [("card", card) for card in (self.selection.card, *cards)]

    def lit_regions(
        self, canvas: Canvas, scene: Scene[DecktetView], name: str
    ) -> Sequence[LitRegion]:
        """A card of the hand by its code, `hand`, `market`, `season`, `opponent`, `buttons` or
        `pass`."""
        where = self.table_layout(scene)
        market_x = where.width - market_width(where)
        if name == "market":
            return [(market_x, 1, where.width - market_x, where.felt_y - 1)]
        if name == "opponent":
            return [(0, 0, market_x, where.felt_y)]
        if name == "season":
            return [(0, where.felt_y, where.width, where.season_rows)]
        if name == "hand":
            return [(0, where.hand_y - 1, where.width, where.height - where.hand_y + 1)]
        return super().lit_regions(canvas, scene, name)

    def lit_targets(self, scene: Scene[DecktetView], name: str) -> Collection[Any]:
        if name == "buttons":
            return [("do", place) for place in range(4)]
        if name == "pass":
            return [("do", PASS_BUTTON)]
        return [("card", CARD_OF_CODE[name])] if name in CARD_OF_CODE else []

    def seat_cards(self, scene: Scene[DecktetView]) -> list[SeatCard]:
        first = scene.seat or 0
        look, colours = self._look(scene), self.pens.palette
        return [seat_card(scene.view, look, seat, colours) for seat in (1 - first, first)]

    def _look(self, scene: Scene[DecktetView]) -> Look:
        selection = self.selection
        previewed = self._previewed
        return Look(
            names=scene.names,
            ascii=scene.ascii,
            cursor=-1 if self.is_static else selection.card,
            selected=selection.cards,
            stands_for=self._stands_for(scene),
            marked=0 if previewed is None or previewed == PASS else previewed & CARDS,
            marked_button=PASS_BUTTON if previewed == PASS else -1,
            playable=self._playable(scene),
            buttons=() if self.is_read_only or self.is_static else self._buttons(scene),
            show_unseen=self._shows_unseen,
            unseen_key="" if self.is_static else self._key("seen"),
            hand=selection.hand,
            dealt_share=self.share_done if self._shows(Motion.DEAL) else 1.0,
            rising=self._motion.rising if self.is_moving else 0,
            is_laying=self._shows(Motion.LAY) and self.is_far,
            last_season=self._memory.last_season,
            last_plays=self._memory.last_plays,
            marks=seat_mark(0, scene.ascii) + seat_mark(1, scene.ascii),
        )

    def _buttons(self, scene: Scene[DecktetView]) -> list[tuple[str, bool]]:
        """The label of each button, and whether it is enabled; see `on_click`."""
        return [
            (_("Play"), bool(self.selection.plays(scene.legal))),
            (_("Pass"), PASS in scene.legal),
            (_("Next play"), any(action < PASS for action in scene.legal)),
            (_("Clear"), bool(self.selection.cards)),
        ]

    def _playable(self, scene: Scene[DecktetView]) -> int | None:
        """The cards of the legal plays that have all selected cards; None: no turn."""
        if not scene.my_turn:
            return None
        cards = 0
        for mask in masks_with(self.selection.cards, scene.legal):
            cards |= mask
        return cards

    def _stands_for(self, scene: Scene[DecktetView]) -> dict[int, int]:
        """The rank of each selected wild card in the play that Enter would make."""
        plays = self.selection.plays(scene.legal) if scene.my_turn else []
        if not plays or kind_of(plays[0]) == BANDIT:
            return {}
        return dict(order(plays[0]))

    # Selecting cards

    def _describe_selection(self) -> None:
        """Say what the selected cards are, or why they are no play."""
        scene = self.scene
        if scene is None:
            return
        self.redraw()
        if not self.selection.cards:
            self.show_status(messages.stakes(scene.view, scene.names) if scene.my_turn else "")
            return
        if not scene.my_turn:
            self.show_status(_("It's not your turn. The cards stay selected."))
            return
        plays = self.selection.plays(scene.legal)
        if not plays:
            self.show_status(self._words_for_part(scene))
            return
        play_key = self._key("play")
        if len(plays) > 1:
            tail = _("press {play} or click Play, {other} to read it as rank {ranks}").format(
                play=play_key,
                other=self._key("reading"),
                ranks=", ".join(str(rank_of(play)) for play in plays[1:]),
            )
        else:
            tail = _("press {play} or click Play").format(play=play_key)
        self.show_status(f"{play_words(plays[0])} · {tail}")

    def _words_for_part(self, scene: Scene[DecktetView]) -> str:
        """What selected cards that are no play lack to become one, or why they can't be one."""
        cards, view = self.selection.cards, scene.view
        if masks_with(cards, scene.legal):
            return messages.part_words(cards, view, self._key("next"))
        return messages.why_no_play(cards, view)

    def _describe_card(self) -> None:
        """Draw the cursor, and name its card where the board has no room for that; what is said of
        selected cards stays."""
        self.redraw()
        scene = self.scene
        if scene is None or self.selection.cards or self.table_layout(scene).is_large:
            self.drop_refusal()
        else:
            self.show_status(card_words(self.selection.card))

    def _select(self, cards: int) -> None:
        self.selection.select(cards)
        self._describe_selection()

    def action_step(self, by: int) -> None:
        """Move the cursor, around the ends of the hand."""
        selection = self.selection
        if selection.hand:
            selection.cursor = (selection.cursor + by) % len(selection.hand)
            self._describe_card()

    def action_edge(self, place: int) -> None:
        """Move the cursor to the first (0) or the last (-1) card."""
        selection = self.selection
        if selection.hand:
            place %= len(selection.hand)
            if place == selection.cursor:
                self.show_status(_("The cursor is already there."))
            else:
                selection.cursor = place
                self._describe_card()

    def action_rank(self, rank: int) -> None:
        """Move the cursor to the next card of a rank; 1 is an Ace or a Crown."""
        if self.selection.go_to_rank(0 if rank == 1 else rank):
            self._describe_card()
        elif rank == 1:
            self.show_status(_("You have no Ace or Crown."), is_error=True)
        else:
            self.show_status(_("You have no card of rank {rank}.").format(rank=rank), is_error=True)

    def action_toggle_card(self) -> None:
        """Select or deselect the card under the cursor."""
        card = self.selection.card
        if card >= 0:
            self._select(self.selection.cards ^ 1 << card)

    def action_lift(self, up: bool) -> None:
        """Select (`up`) or deselect the card under the cursor."""
        card = self.selection.card
        if card < 0:
            return
        if self.selection.has(card) != up:
            self.action_toggle_card()
        elif up:
            text = _("This card is already selected. Press {key} or click it to deselect it.")
            self.show_status(text.format(key=self._key("lower")))
        else:
            self.show_status(
                _("Press {key} or click this card to select it.").format(key=self._key("raise"))
            )

    def action_clear(self) -> None:
        """Deselect all cards."""
        had_cards = bool(self.selection.cards)
        self._select(0)
        if not had_cards:
            self.leave_question()
            self.show_status(_("No cards are selected."))

    def action_reading(self) -> None:
        """Read the selected cards with another top rank (D-1)."""
        scene = self.scene
        if scene is None:
            return
        if len(self.selection.plays(scene.legal)) < 2:
            self.show_status(_("These cards can't be read as another rank."), is_error=True)
            return
        self.selection.reading += 1
        self._describe_selection()

    def action_complete(self, by: int) -> None:
        """Select the next (1) or previous (-1) legal play with the cards selected by hand."""
        scene = self.require_turn()
        if scene is None:
            return
        if not masks_with(self.selection.pinned, scene.legal):
            self.selection.select(0)  # no play has these cards, so all plays are gone through
        before = self.selection.cards
        if self.selection.complete(by, scene.legal):
            first = next(card for card in self.selection.hand if self.selection.has(card))
            self.selection.go_to(first)  # elsewhere its card would be taken for one of the play
            self._describe_selection()
            if self.selection.cards == before:
                words = _("No other play is legal.")
                if self.selection.pinned:
                    words = _("No other legal play has the cards that you selected.")
                self.show_status(words, is_error=True)
        else:
            self.redraw()
            self._say_nothing_beats()

    def _say_nothing_beats(self) -> None:
        scene = self.require_turn()
        if scene is not None:
            self.show_status(messages.stakes(scene.view, scene.names), is_error=True)

    @property
    def has_free_middle(self) -> bool:
        """Whether there is no play to beat on the cloth."""
        return self.scene is not None and not self.scene.view["plays"]

    @property
    def rows_for_list(self) -> range:
        if self.scene is None:
            return super().rows_for_list
        where = self.table_layout(self.scene)
        if self.has_free_middle:  # below the name of the other, with the cloth
            return range(1, where.own_y + 1)
        return range(where.hand_y + 1, where.height)

    def unplayed_region(self, columns: int) -> MarkedRegion:
        scene = self.scene
        if scene is None or scene.over:
            return super().unplayed_region(columns)
        where = self.table_layout(scene)
        x = max(where.width - columns, season_end(where, scene.view, self._look(scene)) + 1)
        hand = self.regions_now([("card", card) for card in self.selection.hand])
        has_hand = any(left + width > x for left, _y, width, _height in hand)
        foot = where.hand_y - MARK_ROWS if has_hand else where.height
        return x, where.felt_y, max(0, where.width - x), foot - where.felt_y

    @property
    def shows_legend(self) -> bool:
        """Whether the unseen cards lie over the season."""
        scene = self.scene
        if scene is None or not self._shows_unseen or scene.over:
            return False
        return not always_shows_unseen(self.table_layout(scene), scene.view)

    def close_legend(self) -> None:
        """Show the season again."""
        self._shows_unseen = False
        self.redraw()

    def action_seen(self) -> None:
        """Show or hide the unseen cards, or say why there is nothing to show."""
        scene = self.scene
        if scene is not None and scene.over:
            self.show_status(_("The match is over. No more cards will come."))
            return
        if scene is not None and always_shows_unseen(self.table_layout(scene), scene.view):
            self.show_status(_("The signs and the unseen cards are already on screen."))
            return
        self.drop_refusal()
        self._shows_unseen = not self._shows_unseen
        self.redraw()

    # Moves

    def action_play(self) -> None:
        """Play the selected cards, or say why they are no play; without any, select the card
        under the cursor, or pass where nothing else is legal."""
        scene = self.require_turn()
        if scene is None:
            return
        plays = self.selection.plays(scene.legal)
        if plays:  # the cards stay selected until they leave the hand: a confirmation may follow
            self.show_status("")
            self.choose(plays[0])
        elif not self.selection.cards and scene.legal == [PASS]:
            self.action_pass_()
        elif not self.selection.cards:  # the next press plays it, if it is a play
            self.action_toggle_card()
        else:
            self.show_status(messages.why_no_play(self.selection.cards, scene.view), is_error=True)

    def action_pass_(self) -> None:
        """Pass, or say why that is not allowed."""
        scene = self.require_turn()
        if scene is None:
            return
        if PASS in scene.legal:
            self.selection.select(0)
            self.choose(PASS)
        else:
            self.show_status(_("You lead, so you can't pass. Play a caravan."), is_error=True)

    def go_to(self, target: Any) -> None:
        """Put the cursor on a card of the hand."""
        _kind, card = target
        self.selection.go_to(card)
        self._describe_card()

    def on_click(self, event: events.Click) -> None:
        """Select a card or press a button."""
        target = self.target_of(event)
        if target is None or self.is_static:
            return
        kind, value = target
        if kind == "card":
            self.selection.go_to(value)
            self.action_toggle_card()
        else:
            (
                self.action_play,
                self.action_pass_,
                partial(self.action_complete, 1),
                self.action_clear,
                self.action_seen,
            )[value]()

    # Words for the table

    def prompt(self, scene: Scene[DecktetView]) -> str:
        key = partial(key_name, self)
        return messages.prompt(scene.view, scene.legal, scene.names, key)

    def why_not_here(self, scene: Scene[DecktetView]) -> str:
        selection = self.selection
        if not scene.my_turn or selection.plays(scene.legal):
            return ""
        if selection.cards and not masks_with(selection.cards, scene.legal):
            return messages.why_no_play(selection.cards, scene.view)
        card = selection.card
        if card < 0 or selection.cards or masks_with(1 << card, scene.legal):
            return ""
        return messages.why_no_play(1 << card, scene.view)

    def drop_selection(self) -> None:
        self.selection.select(0)
        self._previewed = None
        self.redraw()

    def way_to(self, action: int) -> str:
        return messages.way_to(self.selection.cards, action, partial(key_name, self))

    def rule(self, scene: Scene[DecktetView]) -> str:
        return messages.rule(scene.view)

    def result(self, view: DecktetView) -> tuple[list[str], list[list[str]]] | None:
        return messages.result(view, self.scene.names if self.scene else ("", ""))
