"""Characters at a table: their faces and cards, the sign of thinking, what they say."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from attrs import evolve
from rich.text import Text
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input, RichLog, Static
from textual.widgets._toast import Toast

from caravan_tui.bus.messages import Chat, Notice
from caravan_tui.cast.lines import LINES, Occasion
from caravan_tui.cli.preview import preview_app, random_match
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.screens.keys import KeysScreen
from caravan_tui.screens.table.chat import ChatDialog
from caravan_tui.screens.table.headline import Headline
from caravan_tui.screens.table.player_card import PlayerCard, record_against
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.widgets.drawing.seats import SeatCard
from caravan_tui.widgets.drawn_board import DrawnBoard
from caravan_tui.widgets.prompt import Prompt
from caravan_tui.widgets.seat_rail import SeatRail
from tests.support.canvases import canvas_of
from tests.support.matches import keep_results, result
from tests.support.screen_app import WidgetApp
from tests.support.screen_text import screen_lines, screen_text, widget_lines
from tests.support.until import until

GREETINGS = {line for lines in LINES[Occasion.START].values() for line in lines}


def match_with(*seats: Seat, seed: int = 1) -> Match:
    """A match of Caravan that Ann begins against these."""
    while True:
        match = Match.new("sahara", {}, [Seat(name="Ann"), *seats], seed)
        if match.to_act == 0:
            return match
        seed += 1


@asynccontextmanager
async def table(
    match: Match, size: tuple[int, int] = (80, 24), talk: bool = True, toasts: bool = False
) -> AsyncIterator[tuple[Pilot[Any], TableScreen]]:
    app = preview_app(match, 0)
    app.settings.talk = talk
    async with app.run_test(size=size, notifications=toasts) as pilot:
        await until(lambda: len(app.screen_stack) > 1, pilot)
        screen = app.screen_stack[1]
        assert isinstance(screen, TableScreen)
        await until(lambda: screen.position is not None, pilot)
        yield pilot, screen


def said(screen: TableScreen) -> str:
    """What is shown as said below the board."""
    line = screen.query_one("#said", Static)
    return str(line.content) if line.display else ""


async def test_a_line_is_shown_below_the_board_until_the_next_move_and_kept_to_read_again() -> None:
    async with table(match_with(Seat("trader", "Omar"), Seat("merchant", "Leila"))) as (
        pilot, screen,
    ):  # fmt: skip
        await until(lambda: said(screen), pilot)
        line = said(screen)
        greeting = line.partition("“")[2].rstrip("”")
        assert greeting in GREETINGS
        assert line[0] in "■▲" and line in screen_text(pilot.app)

        await pilot.press("T")
        await until(lambda: isinstance(pilot.app.screen, ChatDialog), pilot)
        assert greeting in screen_text(pilot.app)
        assert not pilot.app.screen.query(Input), "nobody would read what is written"
        await pilot.press("escape")

        assert screen.position is not None
        screen.play(screen.position.legal[0])
        await until(lambda: not said(screen), pilot)


async def test_alone_the_key_that_mutes_says_which_setting_silences() -> None:
    async with table(match_with(Seat("trader", "Omar")), toasts=True) as (pilot, screen):
        await until(lambda: said(screen), pilot)
        await pilot.press("T")
        await until(lambda: isinstance(pilot.app.screen, ChatDialog), pilot)
        await pilot.press("f6")
        await until(lambda: toasts_of(pilot.app), pilot)
        assert "“Table talk” in the settings" in screen_text(pilot.app)
        assert not screen.connection.is_chat_muted, "nothing that this would hide"


async def test_people_who_share_a_screen_are_greeted_too_and_an_undo_takes_no_line_back() -> None:
    match = match_with(Seat(name="Bea"), Seat("merchant", "Leila"))
    async with table(match) as (pilot, first):
        screen = TableScreen(evolve(first.connection, own_seats=[0, 1], chat=[]))
        pilot.app.push_screen(screen)
        await until(lambda: len(screen.viewpoint.positions) == 2 and said(screen), pilot)
        assert len(screen.connection.chat) == 1
        version = match.version
        screen.play(match.legal(0)[0])
        await until(lambda: match.version > version and not said(screen), pilot)
        screen.requests.undo()
        await until(lambda: match.version == version, pilot)
        await until(lambda: screen.position and screen.position.version == version, pilot)
        assert len(screen.connection.chat) == 1, "nobody greets again"


async def test_nobody_says_anything_if_the_setting_is_off_and_there_is_no_talk_to_open() -> None:
    async with table(match_with(Seat("trader", "Omar")), talk=False) as (pilot, screen):
        assert screen.talk.remark is not None, "thought, but not said"
        assert "Chat" not in screen_lines(screen)[-1]
        assert not said(screen) and not screen.connection.chat
        assert screen.check_action("talk", ()) is False
        await pilot.press("T")
        await pilot.pause()
        assert pilot.app.screen is screen


async def test_between_people_characters_are_silent_and_people_can_chat() -> None:
    async with table(match_with(Seat("trader", "Omar"))) as (pilot, screen):
        shared = TableScreen(evolve(screen.connection, is_shared=True, chat=[]))
        pilot.app.push_screen(shared)
        await until(lambda: shared.position is not None, pilot)
        assert not said(shared) and not shared.connection.chat
        await until(lambda: "T Chat" in screen_lines(shared)[-1], pilot)
        await pilot.press("T")
        await until(lambda: isinstance(pilot.app.screen, ChatDialog), pilot)
        assert pilot.app.screen.query_one(Input).has_focus
        shared.receive_chat(Chat(shared.connection.match, 0, "Ann", "Hello"))
        await until(lambda: pilot.app.screen.query_one(RichLog).lines, pilot)


def toasts_of(app: App[int]) -> list[Toast]:
    """The notifications on the screen."""
    return [toast for screen in app.screen_stack for toast in screen.query(Toast)]


async def test_talk_without_end_covers_one_corner_and_can_be_muted() -> None:
    async with table(match_with(Seat("trader", "Omar")), toasts=True) as (pilot, screen):
        app, connection = pilot.app, evolve(screen.connection, is_shared=True, chat=[])
        shared = TableScreen(connection)
        app.push_screen(shared)
        await until(lambda: shared.position is not None, pilot)
        long = "blah " * 99 + "end"
        for number in range(40):
            shared.receive_chat(Chat(connection.match, None, "Mal", f"{number} {long}"))
        await until(lambda: [toast for toast in toasts_of(app) if toast.region], pilot)
        await until(lambda: len(toasts_of(app)) == 1, pilot)
        (toast,) = toasts_of(app)
        await until(lambda: "Mal: 39 blah" in screen_text(app), pilot)
        assert toast.region.area <= 80 * 24 // 6, toast.region
        assert "…" in str(toast.render())
        assert connection.chat[-1].text == f"39 {long}", "the window has all of it"

        await pilot.press("T")
        await until(lambda: isinstance(app.screen, ChatDialog), pilot)
        assert "F6 mutes" in screen_text(app)
        await pilot.press("f6")
        await until(lambda: "Table chat · muted" in screen_text(app), pilot)
        await pilot.press("escape")
        await until(lambda: app.screen is shared, pilot)
        app.clear_notifications()
        shared.receive_chat(Chat(connection.match, None, "Mal", "Hear me"))
        app.notify("after it")
        await until(lambda: "after it" in screen_text(app), pilot)
        assert "Hear me" not in screen_text(app)
        await pilot.press("T")
        await until(lambda: "Mal (watching): Hear me" in screen_text(app), pilot)
        await pilot.press("f6")
        await until(lambda: "muted" not in screen_text(app), pilot)


async def test_the_same_notification_again_takes_the_place_of_the_first() -> None:
    async with table(match_with(Seat("trader", "Omar")), toasts=True) as (pilot, screen):
        for _time in range(12):
            for name in ("Mal", "Mel"):
                screen.receive(Notice(screen.connection.match, "spectator_arrived", {"name": name}))
        await until(lambda: len(toasts_of(pilot.app)) == 2, pilot)
        pilot.app.notify("last")
        await until(lambda: "last" in screen_text(pilot.app), pilot)
        assert len(toasts_of(pilot.app)) == 3


async def test_a_seat_of_an_earlier_version_is_shown_as_it_was() -> None:
    async with table(match_with(Seat("trader", "Trader")), (120, 36)) as (_pilot, screen):
        card = next(card for card in screen.body.seat_rail.cards if card.seat == 1)
        assert (card.name, card.face, card.level) == ("Trader", "", "")
        assert screen.check_action("talk", ()) is False
        assert not said(screen)


async def test_a_card_of_the_rail_shows_the_character_and_opens_on_a_click() -> None:
    keep_results(
        result(1, won=True), result(2, won=False), result(3, game="decktet"),
        result(4, assisted=True),
    )  # fmt: skip
    async with table(match_with(Seat("trader", "Tariq")), (120, 36)) as (pilot, screen):
        rail = screen.body.seat_rail
        await until(lambda: len(rail.cards) == 2 and rail.region.height, pilot)
        card = rail.cards[1]
        assert (card.face, card.level) == ("face-tariq", "Trader")
        await until(lambda: "■ Tariq · Trader" in screen_text(pilot.app), pilot)
        await pilot.click(SeatRail, offset=(3, 6))
        await until(lambda: isinstance(pilot.app.screen, PlayerCard), pilot)
        await until(lambda: "game: 1 of 2 won." in screen_text(pilot.app), pilot)
        text = screen_text(pilot.app)
        assert "■ Tariq · Trader" in text and "from Sijilmasa" in text
        assert "Plays fast and grabs goods." in text
        await pilot.press("right")
        await until(lambda: "● Ann · you" in screen_text(pilot.app), pilot)
        await pilot.press("enter")
        await until(lambda: pilot.app.screen is screen, pilot)
        await pilot.press("P")
        await until(lambda: "Plays fast" in screen_text(pilot.app), pilot)


async def test_a_player_of_the_panel_beside_hexagons_opens_on_a_click() -> None:
    """At 80 columns there is no rail, and a click there did nothing, without a word."""
    match = random_match("caravanserai", 2, 3, 8)
    async with table(match, (80, 24)) as (pilot, screen):
        board = screen.board
        assert isinstance(board, DrawnBoard)
        await until(lambda: board.region.height, pilot)
        targets = canvas_of(board).targets
        x, y = next((x, y) for x, y, *_size, target in targets if target == ("seat", 1))
        await pilot.click(type(board), offset=(x + 2, y))
        await until(lambda: isinstance(pilot.app.screen, PlayerCard), pilot)
        card = pilot.app.screen
        assert isinstance(card, PlayerCard) and card.seat == 1


async def test_clicks_that_come_faster_than_windows_open_one_window() -> None:
    async with table(match_with(Seat("trader", "Tariq")), (120, 36)) as (pilot, screen):
        rail = screen.body.seat_rail
        await until(lambda: len(rail.cards) == 2, pilot)
        for _click in range(3):
            rail.post_message(SeatRail.SeatClicked(1))
        await until(lambda: isinstance(pilot.app.screen, PlayerCard), pilot)
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is screen, pilot)
        for _click in range(3):
            screen.headline.post_message(Headline.LinkClicked("keys"))
        await until(lambda: isinstance(pilot.app.screen, KeysScreen), pilot)
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is screen, pilot)


def test_the_record_counts_matches_in_front_of_every_seat_of_the_level() -> None:
    kinds = ("person", "trader", "porter", "trader")
    results = [result(1, kinds=kinds), result(2, won=False, kinds=kinds), result(3)]
    assert record_against(results, "trader") == (2, 3)
    assert record_against(results, "porter") == (1, 2)
    assert record_against(results, "master") == (0, 0)


# The sign of thinking


def cards(*names: str) -> Sequence[SeatCard]:
    return [SeatCard(seat, name, "0") for seat, name in enumerate(names)]


@pytest.mark.parametrize("seconds", [0.0, 60.0])
async def test_a_sign_steps_at_the_seat_that_thinks_and_rests_without_animations(
    seconds: float,
) -> None:
    rail = SeatRail()
    async with WidgetApp(rail).run_test(size=(40, 20)) as pilot:
        rail.show(cards("Ann", "Omar"))
        rail.think(1, seconds)
        await until(lambda: rail.size.height == 10, pilot)
        await until(lambda: "∙●∙" in widget_lines(rail)[8], pilot)
        assert "●" not in widget_lines(rail)[3]
        assert bool(rail.thinking_timer) is bool(seconds)
        rail._step()
        await until(lambda: "∙∙●" in widget_lines(rail)[8], pilot)
        rail.think(None)
        assert rail.thinking_timer is None, "nothing moves where nobody thinks"
        await until(lambda: "∙" not in widget_lines(rail)[8], pilot)


@pytest.mark.parametrize(
    ("animations", "glyphs", "size", "moves"),
    [
        ("on", "unicode", (120, 36), True),
        ("off", "unicode", (120, 36), False),
        ("on", "ascii", (120, 36), False),
        ("on", "unicode", (80, 24), False),
    ],
)
async def test_the_sign_moves_only_with_animations_and_pixels_and_where_it_is_seen(
    animations: str,
    glyphs: str,
    size: tuple[int, int],
    moves: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    match = match_with(Seat("trader", "Omar"))
    while match.to_act == 0:
        match.act(0, match.legal(0)[-1])
    app = preview_app(match, 0, glyphs)
    app.settings.animations = animations  # type: ignore[assignment]
    async with app.run_test(size=size) as pilot:
        await until(lambda: len(app.screen_stack) > 1, pilot)
        screen = app.screen_stack[1]
        assert isinstance(screen, TableScreen)
        await until(lambda: screen.position and screen.body.seat_rail.thinking_seat == 1, pilot)
        assert bool(screen.body.seat_rail.thinking_timer) is moves
        while match.to_act == 1:
            table_of = screen.connection.table(1)
            await table_of.act(match.version, match.legal(1)[-1])
        await until(lambda: screen.body.seat_rail.thinking_seat is None, pilot)
        assert screen.body.seat_rail.thinking_timer is None


# Where it is written


async def test_what_is_said_stands_where_there_is_room_for_all_of_it_and_else_nowhere() -> None:
    prompt = Prompt()
    async with WidgetApp(prompt).run_test(size=(60, 4)) as pilot:
        await pilot.pause()
        line = prompt.query_one("#said", Static)
        long, short = Text("Omar: “Peace on your road.”"), Text("“Peace on your road.”")
        prompt.say(long, short)
        assert str(line.content) == long.plain and line.styles.offset.y.value == 1
        prompt.show_feedback("x" * 40)
        assert str(line.content) == long.plain and line.styles.offset.y.value == 0
        prompt.ask("y" * 32)
        assert str(line.content) == short.plain
        prompt.ask("y" * 50)
        assert not line.display, "it hides nothing that is to be read"
        prompt.show_feedback("")
        assert line.display
        prompt.say()
        assert not line.display


@pytest.mark.parametrize("size", [(120, 36), (118, 30)], ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("game", registry.ids())
async def test_the_log_keeps_five_rows_beside_a_full_table(
    game: str, size: tuple[int, int]
) -> None:
    seats = registry.spec(game).max_seats
    # With the user to act: a computer player would change what the cards say.
    played = (random_match(game, seats, 3, plies) for plies in range(12, 80))
    match = next(match for match in played if match.to_act == 0)
    async with table(match, size) as (pilot, screen):
        await until(lambda: len(screen.body.seat_rail.cards) == seats, pilot)
        await until(lambda: screen.body.match_log.size.height >= 5, pilot)
        rail = screen.body.seat_rail
        assert rail.region.height == seats * rail.step
        text = screen_text(pilot.app)
        for card in rail.cards:
            assert card.name in text
            for line in card.lines:
                assert all(words.strip() in text for words, _tone in line)


class RailApp(WidgetApp):
    """Keeps which card was clicked."""

    clicked: int | None = None

    def on_seat_rail_seat_clicked(self, event: SeatRail.SeatClicked) -> None:
        self.clicked = event.seat


async def test_a_click_finds_the_card_of_a_low_rail() -> None:
    rail = SeatRail()
    app = RailApp(rail)
    async with app.run_test(size=(40, 20)) as pilot:
        rail.show(cards("Ann", "Omar", "Musa", "Leila", "Roxana", "Idris"))
        await until(lambda: "Idris" in widget_lines(rail)[10], pilot)
        await pilot.click(SeatRail, offset=(3, 7))
        await until(lambda: app.clicked is not None, pilot)
    assert app.clicked == 3
