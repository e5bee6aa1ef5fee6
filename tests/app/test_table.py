"""The table screen around any board: lists, typing, undo, covers, results, a match to its end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from textwrap import wrap

import pytest
from attrs import evolve
from textual.pilot import Pilot
from textual.widgets import Input, Static
from textual.widgets._toast import ToastRack

from caravan_tui.bus.messages import Candidate, Found, Thought
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.games.ahldarahd import actions as ahldarahd
from caravan_tui.games.caravanserai import actions as caravanserai
from caravan_tui.games.dice_village import actions as dice
from caravan_tui.games.sahara import actions as sahara
from caravan_tui.preview import preview_app, random_match
from caravan_tui.screens.keys import KeysScreen
from caravan_tui.screens.link import Link
from caravan_tui.screens.result import ResultScreen
from caravan_tui.screens.rules import RulesScreen
from caravan_tui.screens.table import Cover, TableScreen
from caravan_tui.widgets.dialog import Chooser, Question, Typed
from caravan_tui.widgets.prompt import Prompt
from tests.app.app_help import until
from tests.nights import mostly_by_night

SIZES = [(80, 24), (140, 45)]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))


def at_decision(game: str, seats: int = 2, seed: int = 1, plies: int = 8) -> Match:
    """A match in which seat 0 is to decide."""
    match = random_match(game, seats, seed, plies)
    while match.to_act != 0:
        match.act(match.to_act, match.legal(match.to_act)[0])
    return match


@asynccontextmanager
async def table(
    match: Match, size: tuple[int, int] = (80, 24), seat: int | None = 0, glyphs: str = "unicode"
) -> AsyncIterator[Pilot[None]]:
    async with preview_app(match, seat, glyphs).run_test(size=size) as pilot:
        await pilot.pause(0.2)
        await until(pilot, lambda: len(pilot.app.screen_stack) > 1)
        assert isinstance(pilot.app.screen_stack[1], TableScreen)
        yield pilot


def feedback(pilot: Pilot[None]) -> str:
    return str(pilot.app.screen.query_one(Prompt).query_one("#feedback", Static).content)


@pytest.mark.parametrize("game", registry.ids())
@pytest.mark.parametrize("size", mostly_by_night(SIZES))
async def test_the_list_of_legal_moves_has_them_all_and_plays_the_chosen_one(
    game: str, size: tuple[int, int]
) -> None:
    match = at_decision(game)
    legal, version = match.legal(0), match.version
    async with table(match, size) as pilot:
        await pilot.press("m")
        await pilot.pause()
        chooser = pilot.app.screen
        assert isinstance(chooser, Chooser)
        assert len(chooser._ch_rows) >= len(legal)
        await pilot.press("enter")
        await until(pilot, lambda: match.version > version)
        assert match.record.log[version] == legal[0]


@pytest.mark.parametrize("game", registry.ids())
async def test_a_move_can_be_typed_and_nonsense_is_refused_with_an_example(game: str) -> None:
    match = at_decision(game)
    view, legal, version = match.view(0), match.legal(0), match.version
    async with table(match) as pilot:
        await pilot.press("colon")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Typed)
        pilot.app.screen.query_one(Input).value = "castle kingside"
        await pilot.press("enter")
        await pilot.pause()
        wrong = str(pilot.app.screen.query_one("#wrong", Static).content)
        assert "castle kingside" in wrong
        assert match.game.notation(legal[0], view) in wrong
        pilot.app.screen.query_one(Input).value = match.game.notation(legal[-1], view)
        await pilot.press("enter")
        await until(pilot, lambda: match.version > version)
        assert match.record.log[version] == legal[-1]


async def test_undo_takes_back_and_redo_plays_again_and_both_say_why_not() -> None:
    match = at_decision("caravanserai", plies=12)
    async with table(match) as pilot:
        await pilot.press("r")
        await pilot.pause()
        assert feedback(pilot) == "! There is nothing to play again."
        version, legal = match.version, match.legal(0)
        pilot.app.screen.play(legal[0])
        await until(pilot, lambda: match.version > version)
        await until(pilot, lambda: pilot.app.screen.position.version == match.version)
        await pilot.press("u")
        await until(pilot, lambda: match.version == version)
        await until(pilot, lambda: pilot.app.screen.position.redo)
        await pilot.press("r")
        await until(pilot, lambda: match.version > version)
        assert match.record.log[version] == legal[0]


async def test_undo_before_any_decision_says_why_not() -> None:
    match = random_match("decktet", 2, 3, 0)
    async with table(match) as pilot:
        await pilot.press("u")
        await pilot.pause()
        assert feedback(pilot) == "! You have decided nothing yet."


async def test_a_key_out_of_turn_says_why_it_does_nothing() -> None:
    match = random_match("decktet", 2, 1, 4)
    other = 1 - match.to_act
    async with table(match, seat=other) as pilot:
        for key in ("m", "colon", "question_mark"):
            await pilot.press(key)
            await pilot.pause()
            assert feedback(pilot).startswith("!"), key


async def test_a_notice_leaves_what_is_asked_in_sight() -> None:
    app = preview_app(at_decision("decktet"), 0)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        app.screen.notify("From now on this match counts as assisted.")
        holders = app.screen.get_child_by_type(ToastRack).children
        await until(pilot, lambda: any(one.children[0].region for one in holders))
        toast = holders[0].children[0].region
        assert toast.height and toast.bottom <= app.screen.query_one(Prompt).region.y


async def test_rules_keys_and_log_open_by_mouse_too() -> None:
    async with table(at_decision("decktet")) as pilot:
        for id_, there in (("rules", RulesScreen), ("keys", KeysScreen)):
            await pilot.click(f"#way-{id_}")
            await until(pilot, lambda there=there: isinstance(pilot.app.screen, there))
            await pilot.press("escape")
            await pilot.pause()
        for shown in (True, False):
            await pilot.click("#way-log")
            await pilot.pause()
            assert pilot.app.screen.has_class("-log") is shown


def thought_of(match: Match, seat: int, *visits: int, iterations: int = 40) -> Thought:
    """What a seat considered: its first legal moves with so many tries each."""
    legal = match.legal(match.to_act)
    values = [0.61, 0.39, 0.52, 0.48, 0.3][: len(match.names)]
    tried = [Candidate(act, n, values) for act, n in zip(legal, visits, strict=False)]
    found = Found("1", legal[0], iterations, 0.05, tried)
    return Thought(match.record.id, seat, match.version, found, match.view(match.to_act))


def panel(pilot: Pilot[None]) -> list[str]:
    return str(pilot.app.screen.query_one("#thought", Static).render()).splitlines()


async def test_the_why_panel_has_tries_moves_time_and_every_seats_expected_result() -> None:
    match = at_decision("sahara", 4)
    async with table(match, size=(140, 45)) as pilot:
        await pilot.press("w")
        await pilot.pause()
        assert panel(pilot) == ["No computer seat has moved yet."]
        await pilot.app.screen.hear(thought_of(match, 1, 30, 18, 2))
        move = match.game.notation(match.legal(0)[0], match.view(0))
        lines = panel(pilot)
        assert lines[0] == f"■ {match.names[1]}: {move}"
        assert lines[1] == "50 tries of 3 moves, 10 kept from before, in 0.05 s"
        assert lines[2].split()[:5] == ["tries", "●", "■", "▲", "♦"]
        assert lines[3].split()[:6] == ["►", "30", "61", "39", "52", "48"]
        assert lines[3].endswith(move) or lines[4].strip() == move
        assert "each seat's expected result" in " ".join(lines)
        await pilot.pause(0.1)
        at = pilot.app.screen.query_one("#thought", Static).content_region
        rows = pilot.app.screen._compositor.render_strips()[at.y : at.y + 2]
        name, effort = (
            [segment.style for segment in row for _character in segment.text][at.x] for row in rows
        )
        assert name.color != effort.color, "only the name is in its seat's colour"


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_the_why_panel_has_a_line_for_the_numbers_of_six_seats(glyphs: str) -> None:
    match = at_decision("caravanserai", 6)
    async with table(match, size=(140, 45), glyphs=glyphs) as pilot:
        await pilot.press("w")
        thought = thought_of(match, 1, 30, 18, 2)
        for one in thought.found.candidates:
            one.value[:] = [0.61, 0.39, 0.52, 0.48, 0.3, 0.07]
        await pilot.app.screen.hear(thought)
        await pilot.pause(0.1)
        width = pilot.app.screen.query_one("#thought", Static).content_size.width
        six = ["61", "39", "52", "48", "30", "7"]
        numbers = [line for line in panel(pilot) if line.split()[-6:] == six]
        assert len(numbers) == min(3, len(match.legal(match.to_act)))
        assert all(len(line) <= width for line in panel(pilot)[2:4])


@pytest.mark.parametrize(("game", "seats"), [("ahldarahd", 5), ("decktet", 2)])
@pytest.mark.parametrize("size", mostly_by_night([(80, 24), (118, 30), (180, 50)], 2))
async def test_the_why_panel_leaves_nothing_unsaid_that_it_has_no_room_for(
    game: str, seats: int, size: tuple[int, int]
) -> None:
    match = random_match(game, seats, 1, 12)
    while len(match.legal(match.to_act)) < 15:
        match.act(match.to_act, match.legal(match.to_act)[0])
    match.record.assisted = True
    async with table(match, size) as pilot:
        await pilot.press("w")
        await pilot.pause()
        await pilot.app.screen.hear(thought_of(match, 1, *range(34, 19, -1)))
        await pilot.pause()
        lines = panel(pilot)
        rows = lines[3 + ("tries" not in lines[2]) :]
        shown = sum(line.strip("► ").split(" ")[0].isdigit() for line in rows)
        assert shown >= 2
        assert shown == 15 or any(f"and {15 - shown} more moves" in line for line in lines)
        box = pilot.app.screen.query_one("#thought", Static)
        width, height = box.content_size
        assert sum(max(1, len(wrap(line, width))) for line in lines) <= height, "it is cut off"
        assert all(len(line) <= width for line in rows[:-1])


async def advise(match: Match, seat: int) -> tuple[int, list[str]]:
    return match.legal(seat)[0], ["Best"]


async def test_moves_of_hidden_cards_cost_the_assisted_mark_open_ones_do_not() -> None:
    for name, marked in (("decktet", True), ("sahara", False)):
        match = at_decision(name)
        async with table(match) as pilot:
            pilot.app.host.tables._advise = advise
            await pilot.app.screen.hear(thought_of(match, 1, 30, 10))
            await pilot.pause(0.1)
            assert not match.record.assisted, "nobody has looked"
            screen = pilot.app.screen
            if marked:  # what it costs is told before
                await pilot.press("w")
                await until(pilot, lambda: isinstance(pilot.app.screen, Question))
                await pilot.press("escape")
                await until(pilot, lambda screen=screen: pilot.app.screen is screen)
                assert not screen.has_class("-log") and not match.record.assisted
                await pilot.press("w")
                await until(pilot, lambda: isinstance(pilot.app.screen, Question))
                await pilot.press("enter")
            else:
                await pilot.press("w")
            await until(pilot, lambda screen=screen: screen.has_class("-log"))
            await pilot.pause(0.1)
            assert match.record.assisted is marked


async def test_with_the_setting_why_a_small_table_tells_the_most_of_it_in_a_line() -> None:
    match = at_decision("sahara")
    async with table(match) as pilot:
        pilot.app.settings.why = True
        await pilot.app.screen.hear(thought_of(match, 1, 30, 10))
        await pilot.pause()
        told = str(pilot.app.screen.query_one("#feedback", Static).render())
        assert match.names[1] in told and "75%" in told and "w shows" in told
        await pilot.click("#feedback")
        await pilot.pause()
        assert panel(pilot)[0].startswith("■")
        await pilot.click("#way-why")
        await pilot.pause()
        assert not pilot.app.screen.has_class("-log")


async def test_why_opens_again_after_the_log_that_it_was_part_of_was_closed() -> None:
    match = at_decision("decktet")
    match.record.assisted = True
    async with table(match) as pilot:
        screen = pilot.app.screen
        for key, shown in (("w", True), ("o", False), ("w", True), ("w", False)):
            await pilot.press(key)
            await pilot.pause()
            assert screen.has_class("-log") is shown, key


async def test_what_was_thought_of_a_move_goes_with_the_move() -> None:
    match = at_decision("sahara")
    async with table(match, size=(140, 45)) as pilot:
        screen = pilot.app.screen
        await pilot.press("w")
        await screen.hear(thought_of(match, 1, 30, 10))
        assert len(panel(pilot)) > 1
        screen.forget_thought(match.version - 1)
        assert panel(pilot) == ["No computer seat has moved yet."]


async def test_who_is_to_move_and_the_assisted_mark_are_read_in_full_beside_a_long_title() -> None:
    match = at_decision("ahldarahd", 5)
    match.record.assisted = True
    async with table(match) as pilot:
        await pilot.pause()
        head = str(pilot.app.screen.query_one("#head", Static).render())
        assert head.rstrip().endswith("to move  assisted") and head.startswith("Cara")
        assert len(head) <= pilot.app.screen.query_one("#head").size.width


async def test_the_result_of_six_seats_shows_all_of_them_on_the_smallest_screen() -> None:
    match = random_match("caravanserai", 6, 3, 0)
    while not match.over:
        legal = match.legal(match.to_act)
        match.act(match.to_act, legal[-1])
    async with table(match) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultScreen))
        await pilot.pause()
        points = pilot.app.screen.query_one("#points")
        assert points.max_scroll_y == 0, "something is out of sight"
        assert pilot.app.screen.query_one("#answers").region.bottom <= 24


@pytest.mark.parametrize("assisted", [True, False])
async def test_the_result_says_whether_the_match_was_assisted(assisted: bool) -> None:
    match = random_match("caravanserai", 2, 3, 0)
    while not match.over:
        match.act(match.to_act, match.legal(match.to_act)[-1])
    match.record.assisted = assisted
    async with table(match) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultScreen))
        window = pilot.app.screen.query_one("#window")
        assert ("assisted" in str(window.border_subtitle)) is assisted


async def test_why_covers_a_small_board_only_as_long_as_it_is_shown() -> None:
    async with table(at_decision("sahara")) as pilot:
        screen = pilot.app.screen
        await pilot.press("w")
        await pilot.pause()
        assert screen.has_class("-log")
        await pilot.press("w")
        await pilot.pause()
        assert not screen.has_class("-log")


async def test_f1_opens_the_rules_of_the_game() -> None:
    async with table(at_decision("decktet")) as pilot:
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(pilot.app.screen, RulesScreen)


async def test_two_people_at_one_keyboard_get_a_cover_between_their_hands() -> None:
    seats = [Seat("person", "Ann"), Seat("person", "Bea")]
    match = Match.new("decktet", {}, seats, 5)
    first = match.to_act
    app = preview_app(match, first)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.2)
        screen = pilot.app.screen
        link: Link = screen.link
        link.mine = [0, 1]
        screen.listen()
        await pilot.pause(0.2)
        screen.play(match.legal(first)[0])
        app = pilot.app
        await until(pilot, lambda: isinstance(app.screen, Cover) and bool(app.focused))
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is screen)
        assert screen.board.shown.seat == 1 - first


@pytest.mark.parametrize("game", registry.ids())
@pytest.mark.parametrize("size", SIZES)
async def test_a_match_runs_to_its_end_on_the_screen_and_shows_the_result(
    game: str, size: tuple[int, int]
) -> None:
    match = random_match(game, max(2, registry.spec(game).min_seats), 4, 100_000)
    assert match.over
    async with table(match, size) as pilot:
        app = pilot.app
        await until(pilot, lambda: isinstance(app.screen, ResultScreen) and bool(app.focused))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert "over" in str(pilot.app.screen.query_one("#asked", Static).content)
        await pilot.click("#asked")
        await until(pilot, lambda: isinstance(app.screen, ResultScreen))


@pytest.mark.parametrize("game", registry.ids())
async def test_every_position_of_a_match_can_be_drawn_for_every_seat_and_spectators(
    game: str,
) -> None:
    match = random_match(game, registry.spec(game).max_seats, 2, 0)
    async with table(match) as pilot:
        screen = pilot.app.screen
        rng = Random(1)
        for ply in range(120):
            if match.over:
                break
            seat = match.to_act
            match.act(seat, rng.choice(match.legal(seat)))
            if ply % 10 == 0:
                turn = ply // 10 % len(match.record.seats)  # each seat has its turn
                for who in {None, match.to_act if not match.over else turn, turn}:
                    position = screen.position
                    assert position is not None
                    shown = screen.shown_of(position)
                    legal = match.legal(who) if who is not None else []
                    screen.board.show(
                        evolve(shown, view=match.view(who), legal=legal, seat=who, events=[])
                    )
                    await pilot.pause()


@pytest.mark.parametrize("game", registry.ids())
async def test_a_key_without_a_use_says_so_and_a_key_with_one_does_not(game: str) -> None:
    async with table(at_decision(game)) as pilot:
        for key, name in (("f12", "F12"), ("at", "@"), ("ctrl+y", "Ctrl+Y")):
            await pilot.press(key)
            await pilot.pause()
            assert f"{name} does nothing here" in feedback(pilot)
        await pilot.press("r")
        await pilot.pause()
        assert "does nothing here" not in feedback(pilot)


async def test_who_is_to_move_is_read_in_full_also_in_an_assisted_match_at_80_columns() -> None:
    match = at_decision("ahldarahd", plies=30)
    match.record.assisted = True
    async with table(match) as pilot:
        line = "".join(segment.text for segment in pilot.app.screen._compositor.render_strips()[0])
        assert " to move" in line and "F1 rules" in line
        assert "assisted" in line or "…" in line


async def test_the_same_refusal_again_looks_different() -> None:
    async with table(at_decision("decktet")) as pilot:
        said = []
        for _press in range(3):
            await pilot.press("r")
            await pilot.pause()
            said.append(feedback(pilot))
        assert said[0] == said[2] and said[0].startswith("! ")
        assert said[1] == "!" + said[0]


async def test_a_watcher_is_not_offered_the_keys_of_those_who_play() -> None:
    async def offered(seat: int | None) -> set[str]:
        async with table(at_decision("decktet"), seat=seat) as pilot:
            await pilot.pause()
            return {key.binding.action for key in pilot.app.screen.active_bindings.values()}

    playing = {"moves", "hint", "undo", "redo", "type"}
    assert playing <= await offered(0)
    watched = await offered(None)
    assert not playing & watched
    assert {"rules", "keys", "log", "leave", "why"} <= watched


@pytest.mark.parametrize(
    ("game", "action", "more", "said"),
    [
        ("sahara", sahara.pack_steal(3, 1, 2), {}, "from Bea"),
        ("caravanserai", caravanserai.TAKE + 1, {"placement": {"wanted": 0}}, "from Bea"),
        ("dice_village", dice.pack(dice.VILLAGE, 3), {}, "of Bea"),
        ("ahldarahd", ahldarahd.OFFER | 1, {}, "to Bea"),
        ("ahldarahd", ahldarahd.FAVOUR | 1, {}, "to Bea"),
    ],
)
def test_a_move_that_concerns_a_seat_names_it(
    game: str, action: int, more: dict[str, object], said: str
) -> None:
    match = random_match(game, max(2, registry.spec(game).min_seats), 1, 6)
    view = {**match.view(match.to_act), **more}
    assert said in match.game.describe(action, view, ["Ann", "Bea", "Cleo"])
    assert "Bea" not in match.game.describe(action, view)


@pytest.mark.parametrize("game", registry.ids())
async def test_footer_keys_page_and_palette_of_a_watcher_have_nothing_to_play_with(
    game: str,
) -> None:
    match = at_decision(game)
    async with table(match, seat=None) as pilot:
        screen, board = pilot.app.screen, pilot.app.screen.board
        await until(pilot, lambda: board.shown is not None)
        useless = [
            command
            for command in board.COMMANDS
            if command.action.split("(")[0] not in board.LOOKING
        ]
        assert useless
        ids = {active.binding.id for active in screen.active_bindings.values()}
        assert not ids & {command.id for command in useless}
        offered = {one.title for one in pilot.app.get_system_commands(screen)}
        assert not offered & {command.title for command in useless} - {"Back", "Next", "Keys"}
        assert not offered & {"Undo", "Hint", "Moves", "Maximize"}
        assert "Leave" in offered
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(pilot.app.screen, KeysScreen))
        (_game, keys), (_table, common), *_rest = pilot.app.screen._ks_groups
        assert not {command.id for command in keys} & {command.id for command in useless}
        assert "table.undo" not in {command.id for command in common}


async def test_a_player_has_the_commands_of_the_board_in_the_palette_but_no_cursor_keys() -> None:
    async with table(at_decision("sahara")) as pilot:
        offered = [one.title for one in pilot.app.get_system_commands(pilot.app.screen)]
        assert {"End", "Camel", "Undo", "Hint"} <= set(offered)
        assert not {"Left", "Up", "Down", "Maximize"} & set(offered)
        assert offered.count("Keys") == 1


async def test_a_title_too_long_keeps_what_tells_it_from_another_game() -> None:
    async with table(at_decision("decktet")) as pilot:
        screen = pilot.app.screen
        assert screen.cut_title("Caravan (Decktet)", 17) == "Caravan (Decktet)"
        assert screen.cut_title("Caravan (Decktet)", 16) == "Decktet"
        assert screen.cut_title("Caravan (Decktet)", 6) == "Carav…"
        assert screen.cut_title("Caravans of Ahldarahd", 12) == "Caravans of…"
