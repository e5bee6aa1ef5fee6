"""The rooms of line mode in this process: home, set-up, tables and tutorials."""

from __future__ import annotations

import pytest

from caravan_tui import i18n
from caravan_tui.bus.lobby_messages import Clock
from caravan_tui.bus.messages import Candidate, SearchRequest, SearchResult
from caravan_tui.engine import Seat
from caravan_tui.engine.tutorial import ANY, Tutorial, load
from caravan_tui.games import registry
from caravan_tui.hosts.local import LocalHost
from caravan_tui.lines.home import Home
from caravan_tui.lines.lesson import LessonRoom
from caravan_tui.lines.table.room import TableRoom
from caravan_tui.settings import Settings
from saves import tutorial_progress
from tests.lines.scripted import ScriptedConsole, said_at_home


async def said_at_a_table(host: LocalHost, game: str, script: list[str]) -> str:
    """What two people at one keyboard hear, who type these lines."""
    spec = registry.spec(game)
    seats = [Seat("person", "Ada"), Seat("person", "Ben")]
    connection = await host.create(game, spec.resolve({}, 2), seats, 5)
    console = ScriptedConsole(script)
    await TableRoom(host, console, connection).run()
    return console.text


async def test_a_move_is_played_by_number_notation_and_words(host: LocalHost) -> None:
    text = await said_at_a_table(
        host, "sahara", ["lift supply; set d4", "new camel d2", "lift supply", "set e4", "moves"]
    )
    assert "sets the camel on d4" in text and "sets the camel on d2" in text
    assert "sets the camel on e4" in text


async def test_a_refused_move_gets_the_reason_of_the_rules(host: LocalHost) -> None:
    text = await said_at_a_table(
        host,
        "sahara",
        [
            "pick a1",
            "pick a1; end",
            "why not pick c3",
            "why not lift supply",
            "why not 2",
            "why not 200",
            "moves 200",
            "why not",
        ],
    )
    assert text.count("You need an empty camel of yours on this space.") == 2
    assert "'200' is not a move here." in text and "There is no move 200. Choose 1 to 50" in text
    assert "There is no good to pick up here." in text
    assert text.count("That move is allowed.") == 2
    assert "Steal:" in text


async def test_undo_and_redo_are_said(host: LocalHost) -> None:
    text = await said_at_a_table(
        host, "sahara", ["lift supply", "undo", "redo", "undo", "undo", "save"]
    )
    assert text.count("The position is as it was before.") >= 2
    assert "There is nothing to undo." in text
    assert "saved after every move" in text


async def test_the_table_is_said_part_by_part_and_by_places(host: LocalHost) -> None:
    text = await said_at_a_table(
        host, "sahara", ["board", "board 2", "board bag", "look d2", "hand", "players", "who"]
    )
    assert "Parts: 1, The turn; 2, Goods on the board;" in text
    assert "Goods on the board: d2, number 3:" in text
    assert "Ada, Black: 0 points." in text


async def test_the_rules_are_read_by_number_ruling_and_word(host: LocalHost) -> None:
    script = ["rules", "rules 6", "rules 6.1", "rules S-9", "rules theft", "rules zzz"]
    text = await said_at_a_table(host, "sahara", script)
    assert "6. A turn, 12 paragraphs." in text
    assert "9.10, S-9: A match also ends" in text
    assert "The rules say nothing of 'zzz'." in text


async def test_the_rules_of_a_section_are_said_with_their_numbers(host: LocalHost) -> None:
    text = await said_at_a_table(host, "decktet", ["rules", "rules 5", "rules 4.2", "rules rule 7"])
    assert "a ruling such as rules D-7, or a word." in text
    assert "5.2, D-9: Aces and Crowns" in text and "Rule 5: If the second card" in text
    assert text.count("5.1, rule 7: A Crown in the market") == 2


async def test_what_is_no_answer_to_a_question_is_no_and_is_done(host: LocalHost) -> None:
    text = await said_at_a_table(
        host, "sahara", ["again", "who", "again", "no", "again", "", "save"]
    )
    assert text.count("This match goes on.") == 3
    assert (
        "Ada and Ben." in text.splitlines()
        and "not a move" not in text
        and "neither a move" not in text
    )
    assert "saved after every move" in text


async def test_people_at_one_keyboard_take_turns(host: LocalHost) -> None:
    text = await said_at_a_table(host, "sahara", ["end", "end", "end"])
    assert "Ada, it is your turn." in text and "Ben, it is your turn." in text


@pytest.mark.parametrize("game", registry.ids())
async def test_every_tutorial_is_played_to_its_end_by_what_it_says(game: str) -> None:
    pupil = Tutorial(load(game), "Ada")
    script = []
    while not pupil.finished:
        if pupil.reading:
            script.append("")
            pupil.go_on()
        elif pupil.answering:
            pupil.answer()
        else:
            action = pupil.wanted()[0]
            script.append(pupil.game.notation(action, pupil.match.view(pupil.seat)))
            assert ANY in pupil.asked or action in pupil.wanted()
            pupil.play(action)
    console = ScriptedConsole(["hint", "help", "rules 2", "nothing", *script])
    assert await LessonRoom(console, game, "Ada").run()
    assert "Well done. The tutorial is over." in console.text
    assert "{" not in console.text
    assert tutorial_progress.load()[game].done


async def test_a_tutorial_goes_on_where_it_was_left() -> None:
    console = ScriptedConsole(["", "home"])
    assert not await LessonRoom(console, "decktet", "Ada").run()
    console = ScriptedConsole(["yes"])
    await LessonRoom(console, "decktet", "Ada").run()
    assert "Step 2 of" in console.text and "Step 1 of" not in console.text


async def test_a_match_is_set_up_by_answers(host: LocalHost) -> None:
    script = ["play", "zzz", "camels", "9", "2", "", "1", "6", "short", "board 1", "home", "saves"]
    text = await said_at_home(host, *script)
    assert "Choose a number from 1 to 5, or back." in text
    assert "Type a number from 2 to 4." in text
    assert "Turn 1:" in text
    assert "1. Caravan" in text


async def test_questions_can_be_left(host: LocalHost) -> None:
    text = await said_at_home(host, *["play", "back", "learn", "back", "quit"])
    assert text.count("Left. You are at home.") == 2


@pytest.mark.parametrize("word", ["retour", "Annuler", "quitter", "back"])
async def test_questions_can_be_left_in_the_language_of_the_game(
    host: LocalHost, word: str
) -> None:
    i18n.choose("fr")
    try:
        console = ScriptedConsole(["play", word, "play", "camels", word])
        await Home(host, console).run()
    finally:
        i18n.choose("en")
    assert console.text.count("Vous êtes à l’accueil") == 2


async def test_home_says_games_rules_statistics_and_settings(host: LocalHost) -> None:
    script = ["games", "rules camels 6.1", "statistics", "settings", "settings bell on"]
    script += ["settings bell maybe", "settings nothing", "play chess", "delete 1", "continue"]
    text = await said_at_home(host, *script)
    assert "for 2 to 4 players" in text and "The first turn of the match" in text
    assert "No match is finished yet." in text
    assert "bell: on." in text and "choose true, false" in text
    assert "There is no setting 'nothing'." in text
    assert "There is no game 'chess'" in text
    assert "No match is unfinished." in text


async def test_a_saved_match_is_deleted_after_a_question(host: LocalHost) -> None:
    script = ["play camels me me", "end", "home", "restore", "delete 1", "no", "delete 1", "yes",
              "saves", "restore", "saves"]  # fmt: skip
    text = await said_at_home(host, *script)
    assert "Nothing is deleted." in text and "Deleted. Type restore" in text
    assert "You have deleted no match" in text
    assert text.index("No match is saved yet.") < text.index("The match is back.")
    assert text.rindex("1. Caravan, camels") > text.index("The match is back.")


async def test_home_is_said_again_to_whom_is_there_and_leaves_questions(host: LocalHost) -> None:
    text = await said_at_home(host, "home", "play", "home")
    assert text.count("Home. Type help") == 2 and "not a command" not in text
    assert text.count("Left. You are at home.") == 1


async def test_home_is_announced_once_after_what_was_opened_first(host: LocalHost) -> None:
    console = ScriptedConsole(["home", "", "quit"])
    home = Home(host, console)
    await home.handle("learn cards")  # as `caravan-tui learn cards --lines` does
    await home.run()
    assert console.text.count("Home. Type help") == 2, "the second time by an empty line"


async def test_the_match_of_the_day_is_begun_after_a_question_left_and_gone_on_with(
    host: LocalHost,
) -> None:
    console = ScriptedConsole(
        ["daily", "daily camels", "no", "daily camels", "yes", "home", "daily", "daily camels"]
    )
    await Home(host, console).run()
    text = console.text
    assert text.count("You have one try that counts") == 2 and "Not begun." in text
    assert "camels: not played yet." in text and "camels: in progress." in text
    assert text.count("Type help for the commands, board for the table.") == 2
    listing = await host.listing()
    (entry,) = listing.entries
    assert entry.header is not None and entry.header.meta.daily


async def test_a_tutor_asks_once_warns_of_a_blunder_and_lets_it_be_played(
    host: LocalHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first legal move is best, all others are blunders."""
    host.use(Settings(tutor="mistakes"))

    async def search(request: SearchRequest, progress: object = None) -> SearchResult:
        tried = [
            Candidate(move, 4000, [0.7 if number == 0 else 0.4] * 2)
            for number, move in enumerate(legal)
        ]
        return SearchResult(request.id, legal[0], 8000, candidates=tried, line=[legal[0]])

    monkeypatch.setattr(host, "search", search)
    connection = await host.create("sahara", {}, [Seat("person", "Ada"), Seat("person", "Ben")], 5)
    match = host.tables.match(connection.match)
    legal = match.legal(match.to_act)
    view = match.view(match.to_act)
    best, bad = (match.game.notation(action, view) for action in (legal[0], legal[-1]))
    version = match.version
    console = ScriptedConsole(["yes", bad, "why", bad, "play", "quit"])
    await TableRoom(host, console, connection).run()
    text = console.text
    assert text.count("Play with the tutor?") == 1
    assert text.count("That may be a blunder: chance to win -30%.") == 2
    assert f"To play it, type {best}." in text
    assert text.count("Not played.") == 1
    assert match.record.log[version] == legal[-1] and match.record.assisted


async def test_the_days_that_are_left_are_said_once(host: LocalHost) -> None:
    seats = [Seat("person", "Ada"), Seat("person", "Ben")]
    console = ScriptedConsole()
    room = TableRoom(host, console, await host.create("sahara", {}, seats, 5))
    for days in (2.9, 2.5, 1.9):
        room._say_clock(Clock(room.connection.match, 0, days * 86_400))
    assert console.said == [
        "Time left for this turn: 2 days.", "Time left for this turn: 45 hours.",
    ]  # fmt: skip
