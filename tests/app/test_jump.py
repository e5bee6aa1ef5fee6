"""Jump keys: letters over all that a cursor can go to, on every table and at every size."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from caravan_tui.games import registry
from caravan_tui.preview import preview_app, random_match
from caravan_tui.screens.jump import JumpScreen, labels
from caravan_tui.screens.table import TableScreen
from tests.app.app_help import until


def test_labels_differ_none_begins_another_and_all_are_as_short_as_can_be() -> None:
    for count in (1, 26, 27, 133, 676):
        found = labels(count)
        assert len(set(found)) == count
        assert {len(label) for label in found} == {1 if count <= 26 else 2}
    with pytest.raises(ValueError, match="677 places"):
        labels(677)


@pytest.mark.parametrize("game", registry.ids())
async def test_the_letters_of_a_place_put_the_cursor_there_and_play_nothing(game: str) -> None:
    match = random_match(game, registry.spec(game).max_seats, 5, 12)
    app = preview_app(match, max(0, match.to_act))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.position)
        table = app.screen
        assert isinstance(table, TableScreen) and table.position is not None
        version = table.position.version
        await until(pilot, lambda: len(table.board.places()) > 3)
        await pilot.pause(0.1)
        places = table.board.places()
        assert len({(place.x, place.y) for place in places}) == len(places)
        board = table.board.region
        assert all(board.contains(place.x, place.y) for place in places)

        def drawn() -> tuple[str, ...]:
            strips = table._compositor.render_strips()
            return tuple(str([(s.text, s.style) for s in strip]) for strip in strips)

        seen = set()
        for number in (0, len(places) // 2, len(places) - 1):
            await pilot.press("semicolon")
            await until(pilot, lambda: isinstance(app.screen, JumpScreen))
            shown = [label for label in app.screen.query(".label") if isinstance(label, Static)]
            texts = [str(label.content) for label in shown]
            assert texts == labels(len(texts))
            await pilot.press(*texts[min(number, len(texts) - 1)])
            await until(pilot, lambda: app.screen is table)
            await pilot.pause(0.05)
            seen.add(drawn())
        assert len(seen) == 3, "the cursor does not show where it is"
        assert table.position.version == version


async def test_a_wrong_letter_a_click_and_escape_move_nothing() -> None:
    app = preview_app(random_match("sahara", 4, 5, 12), 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.position)
        table = app.screen
        for leave in ("escape", "click"):
            await pilot.press("semicolon")
            await until(pilot, lambda: isinstance(app.screen, JumpScreen))
            await pilot.press("z")  # 49 spaces: their labels go from aa to bw
            assert isinstance(app.screen, JumpScreen)
            if leave == "click":
                await pilot.click(offset=(40, 10))
            else:
                await pilot.press("escape")
            await until(pilot, lambda: app.screen is table)


async def test_what_is_said_of_the_chosen_cards_stays_while_the_cursor_jumps() -> None:
    app = preview_app(random_match("decktet", 2, 5, 0), 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.position)
        table = app.screen
        await until(pilot, lambda: len(table.query("#feedback")) == 1 and table.board.has_focus)
        feedback = table.query_one("#feedback", Static)
        await pilot.press("space")
        await until(pilot, lambda: bool(str(feedback.content)))
        said = str(feedback.content)
        await pilot.press("semicolon")
        await until(pilot, lambda: isinstance(app.screen, JumpScreen))
        await pilot.press("c")
        await until(pilot, lambda: app.screen is table)
        assert str(feedback.content) == said
