"""The board of Caravan (Decktet), by keys and by mouse."""

from __future__ import annotations

from random import Random

import pytest
from textual.geometry import Region

from caravan_tui import i18n
from caravan_tui.games.contract import OVER
from caravan_tui.games.decktet.actions import BANDIT, CARDS, PASS, kind_of
from caravan_tui.games.decktet.board import COMMANDS, Board
from caravan_tui.games.decktet.events import HandStarted
from caravan_tui.games.decktet.pieces import CARD_OF_CODE, CODES
from caravan_tui.games.decktet.render.table import card_words
from caravan_tui.games.decktet.rules import DecktetState
from caravan_tui.terminal.ascii import plain
from caravan_tui.widgets.drawing.canvas import HALF
from tests.decktet.decktet_help import GAME, cards, play, position
from tests.support.canvases import canvas_of
from tests.support.state_app import StateApp


def open_board(state: DecktetState) -> StateApp[Board]:
    """The board alone; both seats sit here."""
    return StateApp[Board]("decktet", state)


def a_position() -> DecktetState:
    return position("4YK AK 6LK 6MW 5ML AM 9MS", "5SW 9WY AY 2WL 2SY 7WY")


async def test_chosen_cards_say_what_they_are_and_enter_plays_them() -> None:
    app = open_board(a_position())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("4", "space", "6", "6", "up", "1", "1", "space")
        assert app.status[-1] == ("caravan of three, rank 6 · press Enter or click Play", False)
        await pilot.press("enter")
        assert app.played == ["4YK-AK=5-6LK"]


async def test_a_new_hand_begins_with_no_card_selected() -> None:
    app = open_board(a_position())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("9", "space")
        assert app.board.selection.cards
        app.present([HandStarted(2, 0, ())])
        assert not app.board.selection.cards, "the same card may have been dealt again"


async def test_what_is_no_play_says_why_and_is_not_sent() -> None:
    app = open_board(a_position())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("p")
        assert app.status[-1] == ("You lead, so you can't pass. Play a caravan.", True)
        await pilot.press("6", "enter", "right", "space")
        assert app.status[-1] == ("A caravan can't have two cards of rank 6.", False)
        await pilot.press("enter")
        assert app.status[-1] == ("A caravan can't have two cards of rank 6.", True)
        await pilot.press("3")
        assert app.status[-1] == ("You have no card of rank 3.", True)
        assert app.actions == []
        await pilot.press("x")
        words = "A caravan: one card, or rising ranks whose neighbours share a suit."
        assert app.status[-1] == (words, False), "what may be led, as before the first card"


async def test_selected_wild_cards_say_on_the_card_what_they_stand_for() -> None:
    app = open_board(a_position())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("5", "space", "1", "space")
        assert "A=6" in app.text()
        await pilot.press("t")
        assert "A=4" in app.text()


async def test_enter_without_selected_cards_selects_the_card_and_then_plays_it() -> None:
    app = open_board(a_position())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("9", "enter")
        assert app.status[-1] == ("caravan of one, rank 9 · press Enter or click Play", False)
        assert app.played == []
        await pilot.press("enter")
        assert app.played == ["9MS"]


async def test_the_footer_names_only_keys_that_work_now() -> None:
    state = a_position()
    app = open_board(state)

    def offered() -> set[str]:
        return {command.title for command in COMMANDS if app.board.offers(command.action)}

    async with app.run_test(size=(80, 20)) as pilot:
        assert offered() == {"Select", "Next play"}, "the lead can't pass, no cards are selected"
        await pilot.press("9", "space")
        assert offered() == {"Select", "Next play", "Play"}
        play(state, "9MS")
        app.present()
        await pilot.pause()
        assert offered() == {"Select", "Next play", "Pass"}
        assert app.board.offers("leave"), "a command of the table is none of the board's"


async def test_a_part_of_a_play_is_counted_and_is_no_mistake_until_enter() -> None:
    state = a_position()
    app = open_board(state)
    async with app.run_test(size=(80, 20)) as pilot:
        play(state, "4YK-AK=5-6LK")
        app.present()
        await pilot.press("7", "space")
        assert app.status[-1] == ("1 of 3 cards selected · Tab completes the play", False)
        await pilot.press("enter")
        assert app.status[-1] == ("Only a caravan of 3 cards or a bandit beats this.", True)


async def test_a_key_with_nothing_to_do_says_so() -> None:
    app = open_board(a_position())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("home")
        for key in ("home", "x", "down", "up", "up", "end", "end"):
            app.status.clear()
            await pilot.press(key)
            await pilot.pause()
            assert key == "end" or (app.status and app.status[-1][0]), key
        assert app.status


async def test_who_can_only_pass_is_told_so_and_the_cursor_begins_on_a_card_to_play() -> None:
    state = position("4YK 6LK 9MS", "5SW 9WY AY CM")
    app = open_board(state)
    async with app.run_test(size=(80, 20)) as pilot:
        play(state, "9MS")
        app.present()
        card = app.board.selection.card
        assert any(action >> card & 1 for action in state.legal() if action != PASS)
        play(state, "AY+CM")
        app.present()
        assert state.legal() == [PASS]
        await pilot.press("tab")
        words = "Only a stronger bandit beats it. If you pass, you collect the cards."
        assert app.status[-1] == (words, True), "the question says that you can only pass"
        await pilot.press("enter")
        assert app.played == ["pass"], "the key that plays does the only thing that is legal"


async def test_cards_that_are_dropped_as_no_play_has_them_lie_down_again() -> None:
    state = position("4YK 6LK", "5SW 9WY AY CM")
    play(state, "4YK", "AY+CM")
    app = open_board(state)
    async with app.run_test(size=(80, 20)) as pilot:
        before = app.text()
        await pilot.press("space")
        assert app.text() != before
        await pilot.press("tab")
        assert app.status[-1][0].startswith("Only a stronger bandit beats it.")
        assert app.text() == before


async def test_tab_lets_go_of_cards_that_no_play_has() -> None:
    state = a_position()
    app = open_board(state)
    async with app.run_test(size=(80, 20)) as pilot:
        play(state, "4YK")
        app.present()
        await pilot.press("2", "space")
        assert app.board.selection.cards
        await pilot.press("tab")
        assert app.board.selection.plays(state.legal())


async def test_t_reads_the_same_cards_as_another_rank() -> None:
    app = open_board(a_position())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("5", "space", "end", "h", "space")
        assert app.status[-1][0].startswith(
            "caravan of two, rank 6 · press Enter or click Play, t to read"
        )
        await pilot.press("t")
        assert app.status[-1][0].startswith("caravan of two, rank 5")
        await pilot.press("enter")
        assert app.played == ["AM=4-5ML"]


async def test_tab_goes_through_the_legal_plays_with_the_chosen_cards() -> None:
    app = open_board(a_position())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("1", "space", "tab")
        board, first = app.board, cards("AM")
        assert board.selection.cards & first == first
        seen = {board.selection.cards}
        for _ in range(len(app.state.legal())):
            await pilot.press("n")
            seen.add(board.selection.cards)
        masks = {action & CARDS for action in app.state.legal()}
        assert seen == {mask for mask in masks if mask & first}


async def test_the_cursor_follows_to_the_first_card_of_a_play_that_tab_selects() -> None:
    app = open_board(a_position())
    async with app.run_test(size=(80, 20)) as pilot:
        selection = app.board.selection
        for _ in range(len(app.state.legal())):
            await pilot.press("tab")
            assert selection.card == next(filter(selection.has, selection.hand))


async def test_a_hand_to_the_end_of_the_match_by_keys() -> None:
    rng, state = Random(3), a_position()
    app = open_board(state)
    async with app.run_test(size=(80, 20)) as pilot:
        for _ in range(40):
            if state.to_act() == OVER:
                break
            before = len(app.actions)
            wanted = rng.choice(state.legal())
            if wanted == PASS:
                await pilot.press("p")
            else:
                for place, card in enumerate(app.board.selection.hand):
                    if wanted >> card & 1:
                        app.board.selection.cursor = place
                        await pilot.press("space")
                mask = wanted & CARDS
                readings = sorted(a for a in state.legal() if a & CARDS == mask)
                turns = len(readings) - 1 - readings.index(wanted)
                await pilot.press(*["t"] * turns, "enter")
            assert app.actions[before:] == [wanted]
        assert state.to_act() == OVER
        result = app.board.result(GAME.view(state, 0))
        assert result and len(result[1]) == 1


async def test_a_hand_to_the_end_of_the_match_by_mouse() -> None:
    rng, state = Random(5), a_position()
    app = open_board(state)
    async with app.run_test(size=(80, 20)) as pilot:
        for _ in range(40):
            if state.to_act() == OVER:
                break
            before = len(app.actions)
            legal = [a for a in state.legal() if a == PASS or kind_of(a) == BANDIT]
            singles = [a for a in state.legal() if a not in legal]
            wanted = max(singles, default=0) or rng.choice(legal)
            for card in range(36):
                if wanted >> card & 1:
                    await pilot.click(offset=app.spot(("card", card)))
            await pilot.click(offset=app.spot(("do", 1 if wanted == PASS else 0)))
            assert len(app.actions) == before + 1
            assert app.actions[-1] & CARDS == wanted & CARDS
        assert state.to_act() == OVER


async def test_the_screen_at_80_columns_has_all_that_is_needed() -> None:
    app = open_board(a_position())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("1", "space")
        text = app.text()
        for wanted in ("Ann", "Bo", "total 0", "6 cards", "Moons -1", "Suns +1", "Play", "Pass"):
            assert wanted in text
        assert all(len(line) <= 80 for line in text.splitlines())
        app.present(ascii=True)
        assert plain(app.text()).isascii() and HALF not in app.text()
        await pilot.press("x", "4", "space", "enter")
        assert "caravan of one, rank 4" in app.text()


async def test_a_play_in_many_words_is_never_drawn_over_or_cut() -> None:
    """The words of a mixed bandit are the longest; the list of plays stands beside them."""
    for width, height in ((80, 20), (80, 43), (140, 43)):
        state = position("3MW AY CL 9MS", "4MS 5ML 6MW 7ML", market="AM CS")
        play(state, "3MW", "4MS", "AY+CL")
        app = open_board(state)
        async with app.run_test(size=(width, height)) as pilot:
            await pilot.pause()
            lines = app.lines()
            words = "bandit: the Ace of Wyrms with the Crown of Leaves"
            assert any(words in line or "bandit of Ace and Crown" in line for line in lines), lines
            assert not any("AY+CL" in line for line in lines), "no notation"
            for line in lines:
                if words[:20] in line:
                    assert f"{words}▌" in line, line


async def test_the_previewed_play_is_marked() -> None:
    app = open_board(a_position())
    async with app.run_test(size=(80, 20)):
        before = app.text()
        app.board.preview(1 << CARD_OF_CODE["9MS"])
        assert app.text().count("▼") == before.count("▼") + 1
        app.board.preview(None)
        assert app.text() == before


async def test_a_previewed_pass_is_marked_on_its_button() -> None:
    state = a_position()
    play(state, "9MS")
    app = open_board(state)
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        assert "►Pass◄" not in app.text()
        app.board.preview(PASS)
        assert "►Pass◄" in app.text()
        app.board.preview(None)
        assert "►Pass◄" not in app.text()


async def test_the_mark_of_a_raised_card_leaves_the_name_of_the_seat_whole() -> None:
    app = open_board(a_position())
    async with app.run_test(size=(80, 20)) as pilot:
        where = app.board.table_layout(app.scene)
        await pilot.press("home", "space")
        name = app.lines()[where.own_y]
        app.board.preview(1 << app.board.selection.hand[0])
        assert app.lines()[where.own_y] == name
        assert "▼" in app.lines()[where.hand_y - 1], "it is on the card"


@pytest.mark.parametrize("size", [(80, 20), (86, 32), (106, 41), (126, 47), (166, 56)])
async def test_the_signs_of_the_suits_are_explained_once_before_the_first_play(
    size: tuple[int, int],
) -> None:
    app = open_board(a_position())
    async with app.run_test(size=size):
        assert app.text().count("any rank: C=4 is a 4") == 1


async def test_a_caravan_is_explained_in_sentences_at_80_columns() -> None:
    app = open_board(a_position())
    async with app.run_test(size=(80, 20)):
        assert "A caravan: ranks in a row, and neighbours share a suit." in app.text()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [(80, 14), (80, 20), (86, 32), (106, 41), (126, 56)])
async def test_the_seats_and_the_buttons_are_whole(size: tuple[int, int], language: str) -> None:
    i18n.use(language)
    app = StateApp[Board]("decktet", a_position(), names=("Caravan master 2", "Caravan master"))
    async with app.run_test(size=size):
        app.scene.view["scores"] = [-113, 113]
        app.board.redraw()
        text = app.text()
        for button in ("Play", "Pass", "Next play", "Clear"):
            assert f" {i18n._(button)} " in f"{text} ", text
        for name, points in (("Caravan master 2", -113), ("Caravan master", 113)):
            total = i18n._("total {points}").format(points=points)
            assert any(f"{name}  {total}  " in line for line in app.lines()), text
        won = i18n._("no cards won")
        assert text.count(won) == 2, text
        canvas = canvas_of(app.board)
        for x, y, width, _height, _target in canvas.targets:
            assert x >= 0 and x + width <= size[0] and y < size[1]


async def test_cards_and_buttons_are_clicked_where_they_are_drawn() -> None:
    app = open_board(a_position())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        canvas, board = canvas_of(app.board), app.board
        where = board.table_layout(app.scene)
        hand = board.selection.hand
        columns = [x for x, _y, _w, _h, target in canvas.targets if target[0] == "card"]
        assert columns == sorted(columns) and len(columns) == len(hand)
        for x, card in zip(columns, hand, strict=True):
            assert canvas.target_at(x, where.hand_y) == ("card", card)
            assert CODES[card][0] in canvas.line(where.hand_y)[x : x + 3]
        x = canvas.line(where.own_y).index("Pass")
        assert canvas.target_at(x, where.own_y) == ("do", 1)


@pytest.mark.parametrize("size", [(80, 20), (110, 30)])
async def test_a_click_on_the_key_of_the_signs_shows_them_and_on_what_closes_them_hides_them(
    size: tuple[int, int],
) -> None:
    app = open_board(a_position())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.click(offset=app.where("i: signs"))
        assert app.board.shows_legend
        await pilot.click(offset=app.where("i closes"))
        assert not app.board.shows_legend and "i: signs" in app.text()


async def test_the_cursor_and_selected_cards_are_seen_without_colours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = open_board(a_position())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        assert HALF not in app.text()
        pictures = [app.text()]
        for key in ("right", "space", "left"):
            await pilot.press(key)
            pictures.append(app.text())
        assert len(set(pictures)) == 4
        assert all("►" in picture[-8 * 81 :] for picture in pictures)


async def test_a_step_of_the_cursor_repaints_only_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_board(a_position())
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        dirty: list[Region] = []
        monkeypatch.setattr(app.board, "refresh", lambda *regions, **_: dirty.extend(regions))
        await pilot.press("home", "right")
        where = app.board.table_layout(app.scene)
        assert dirty and min(region.y for region in dirty) > where.own_y
        assert max(region.width for region in dirty if region.y >= where.hand_y) <= 20


async def test_tab_says_so_where_no_other_play_is_legal() -> None:
    app = open_board(position("2MK", "4WL 5YK"))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("tab")
        assert app.board.selection.cards
        assert not app.status[-1][1], "the only play has been selected"
        await pilot.press("n")
        assert app.status[-1] == ("No other play is legal.", True)
        await pilot.press("space", "space", "n")
        words = "No other legal play has the cards that you selected."
        assert app.status[-1] == (words, True)


async def test_a_small_table_names_the_card_under_the_cursor_in_the_line_below() -> None:
    app = open_board(position("2MK 3SK 5YK", "4WL"))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        await pilot.press("right")
        assert app.status[-1][0] == card_words(app.board.selection.card)
        await pilot.press("space")
        said = len(app.status)
        await pilot.press("right")
        assert not any(text for text, _is_error in app.status[said:]), "the selection's words stay"
