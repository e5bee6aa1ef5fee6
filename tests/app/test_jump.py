"""Jump keys: letters over all that a cursor can go to, on every table and at every size."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from caravan_tui.cli.preview import preview_app, random_match
from caravan_tui.games import registry
from caravan_tui.screens.jump import JumpScreen, labels
from caravan_tui.screens.table.screen import TableScreen
from tests.nights import mostly_nightly
from tests.support.screens import screen_of
from tests.support.until import until


def test_labels_differ_none_begins_another_and_all_are_as_short_as_can_be() -> None:
    for count in (1, 26, 27, 133, 676):
        texts = labels([""] * count)
        assert len(set(texts)) == count
        assert {len(label) for label in texts} == {1 if count <= 26 else 2}
    with pytest.raises(ValueError, match="677 labels"):
        labels([""] * 677)


def test_places_keep_the_names_that_the_board_gives_them() -> None:
    assert labels(["a1", "", "b2", ""]) == ["a1", "c", "b2", "d"]
    assert labels(["a1"] + [""] * 26)[1:3] == ["ba", "bb"], "no letter begins a name"


async def test_the_spaces_of_the_desert_are_gone_to_by_their_names() -> None:
    match = random_match("sahara", 2, 7, 12)
    assert not match.over
    app = preview_app(match, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.position, pilot)
        table = screen_of(app, TableScreen)
        feedback = table.query_one("#feedback", Static)
        await until(lambda: len(table.board.jump_targets()) == 49, pilot)
        await pilot.press("semicolon")
        await until(lambda: isinstance(app.screen, JumpScreen), pilot)
        await pilot.press("g", "2")
        await until(lambda: app.screen is table, pilot)
        await until(lambda: str(feedback.content).startswith("g2"), pilot)


@pytest.mark.parametrize("game", mostly_nightly(registry.ids()))
async def test_the_letters_of_a_place_put_the_cursor_there_and_play_nothing(game: str) -> None:
    match = random_match(game, registry.spec(game).max_seats, 5, 12)
    app = preview_app(match, max(0, match.to_act))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.position, pilot)
        table = app.screen
        assert isinstance(table, TableScreen) and table.position is not None
        version = table.position.version
        await until(lambda: len(table.board.jump_targets()) > 3, pilot)
        places = table.board.jump_targets()
        assert len({(place.x, place.y) for place in places}) == len(places)
        board = table.board.region
        assert all(board.contains(place.x, place.y) for place in places)

        def drawn() -> tuple[str, ...]:
            strips = table._compositor.render_strips()
            return tuple(str([(s.text, s.style) for s in strip]) for strip in strips)

        seen: set[tuple[str, ...]] = set()
        for number in (0, len(places) // 2, len(places) - 1):
            await pilot.press("semicolon")
            await until(lambda: isinstance(app.screen, JumpScreen), pilot)
            widgets = [label for label in app.screen.query(".label") if isinstance(label, Static)]
            texts = [str(label.content) for label in widgets]
            assert texts == labels([place.name for place in places])
            await pilot.press(*texts[min(number, len(texts) - 1)])
            await until(lambda: app.screen is table, pilot)
            await until(lambda: drawn() not in seen, pilot)  # the cursor shows where it is
            seen.add(drawn())
        assert table.position.version == version


async def test_a_wrong_letter_a_click_and_escape_move_nothing() -> None:
    app = preview_app(random_match("sahara", 4, 5, 12), 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.position, pilot)
        table = app.screen
        for leave in ("escape", "click"):
            await pilot.press("semicolon")
            await until(lambda: isinstance(app.screen, JumpScreen), pilot)
            await pilot.press("z")  # the names of the spaces go from a1 to g7
            assert isinstance(app.screen, JumpScreen)
            if leave == "click":
                await pilot.click(offset=(40, 10))
            else:
                await pilot.press("escape")
            await until(lambda: app.screen is table, pilot)


async def test_what_is_said_of_the_chosen_cards_stays_while_the_cursor_jumps() -> None:
    app = preview_app(random_match("decktet", 2, 5, 0), 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.position, pilot)
        table = screen_of(app, TableScreen)
        await until(lambda: len(table.query("#feedback")) == 1 and table.board.has_focus, pilot)
        feedback = table.query_one("#feedback", Static)
        await pilot.press("space")
        await until(lambda: bool(str(feedback.content)), pilot)
        said = str(feedback.content)
        await pilot.press("semicolon")
        await until(lambda: isinstance(app.screen, JumpScreen), pilot)
        await pilot.press("c")
        await until(lambda: app.screen is table, pilot)
        assert str(feedback.content) == said
