"""The rules on the screen: headings to go to, a search that finds while one types."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.app import App
from textual.events import Key
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets._footer import FooterKey

from caravan_tui import i18n
from caravan_tui.app import CaravanApp
from caravan_tui.cli.preview import PreviewHost
from caravan_tui.games import registry
from caravan_tui.screens.example import Example
from caravan_tui.screens.game_pictures import Emblem
from caravan_tui.screens.rules import RulesScreen, heading_text, with_named_rulings
from caravan_tui.screens.rules_first_page import FirstPage, page_text
from caravan_tui.terminal.compat import content_of_block
from caravan_tui.themes.builtin import THEMES
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.chooser import Chooser
from caravan_tui.widgets.rules_text import MARK, RulesParagraph
from caravan_tui.widgets.still_board import StillBoard
from caravan_tui.widgets.title_bar import TitleBar
from tests.app.vision import contrast
from tests.nights import mostly_nightly
from tests.support.screen_app import ScreenApp
from tests.support.screen_text import screen_lines, screen_text, static_text
from tests.support.until import until


def headings(game: str) -> list[str]:
    lines = registry.rules(game).splitlines()
    return [line.lstrip("# ") for line in lines if line.startswith(("## ", "### "))]


@asynccontextmanager
async def rules(
    game: str, size: tuple[int, int], place: str = ""
) -> AsyncIterator[tuple[Pilot[Any], RulesScreen]]:
    """The rules of a game alone, once all their paragraphs are there."""
    screen = RulesScreen(game, place)
    async with ScreenApp(screen).run_test(size=size) as pilot:
        await until(lambda: [part for part in screen.query(OptionList) if part.option_count], pilot)
        yield pilot, screen


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("decktet", (140, 45)),
        *(
            pytest.param(game, size, marks=pytest.mark.nightly)
            for game in registry.ids()
            for size in ((80, 24), (140, 45))
        ),
    ],
)
async def test_every_heading_is_gone_to_by_key_and_by_mouse(
    game: str, size: tuple[int, int]
) -> None:
    async with rules(game, size) as (pilot, screen):
        app = pilot.app
        contents = screen.query_one("#contents", OptionList)
        titles = [str(option.prompt).strip() for option in contents.options]
        assert titles == headings(game) and len(titles) > 4
        body = screen.query_one("#body")

        def line(heading: int) -> int:
            """The line of the text at which a heading is drawn."""
            return screen.headings()[heading].region.y - body.region.y

        has_side = screen.query_one("#side").display
        assert has_side is (size[0] > 100)
        await pilot.press("c")
        await until(lambda: isinstance(app.screen, Chooser), pilot)
        await pilot.press("down", "down", "enter")
        await until(lambda: app.screen is screen and body.scroll_y > 0, pilot)
        await until(lambda: line(2) in range(4), pilot)
        if has_side:
            await pilot.click(contents, offset=(3, 2))
            await until(lambda: line(1) in range(4), pilot)
            assert screen.focused is body, "the keys scroll as before"


def footer_keys(app: App[Any]) -> set[str]:
    """What the footer shows as keys."""
    return {part.key_display for part in app.screen.query(FooterKey)}


async def test_the_title_says_how_far_the_reader_has_come_and_under_which_heading() -> None:
    async with rules("dice_village", (140, 45)) as (pilot, screen):
        title = screen.query_one(TitleBar)
        await until(lambda: "Dice Village" in title.text, pilot)
        contents = screen.query_one("#contents", OptionList)
        titles = headings("dice_village")
        assert contents.highlighted is None
        await pilot.press("c")
        await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)
        await pilot.press("down", "down", "enter")
        await until(lambda: titles[2] in title.text, pilot)
        assert contents.highlighted == 2 and "%" in title.text
        await pilot.press("end")
        await until(lambda: title.text.endswith("100%"), pilot)
        assert titles[-1] in title.text


async def test_the_search_finds_while_one_types() -> None:
    async with rules("decktet", (80, 24)) as (pilot, screen):
        app = pilot.app
        count = screen.query_one("#passages", Static)
        await until(lambda: {"/", "c"} <= footer_keys(app), pilot)
        assert "n" not in footer_keys(app), "there is no next passage yet"
        assert not str(count.content), "there is no ruling in sight yet"

        def is_at_ruling() -> bool:
            # again, as long as what is above it still gets its height
            screen.body.scroll_to_widget(screen.rulings[0][1], animate=False, top=True)
            return str(count.content).startswith("D-7: how this program")

        await until(is_at_ruling, pilot)
        await pilot.press("home")
        await until(lambda: not str(count.content), pilot)
        await pilot.press("slash", "s")
        # letters and signs are the line's now
        await until(lambda: len(footer_keys(app)) == 2 and not {"/", "c"} & footer_keys(app), pilot)
        assert "Passage" not in str(count.content), "one letter is everywhere"
        await pilot.press(*"uit")
        await until(lambda: str(count.content).startswith("Passage 1 of "), pilot)
        first = str(count.content)
        await pilot.press("q")
        await until(lambda: "'suitq' is not in these rules" in str(count.content), pilot)
        await pilot.press("backspace", "enter")
        await until(lambda: not screen.is_searching and str(count.content) == first, pilot)
        await until(lambda: "n" in footer_keys(app), pilot)
        await pilot.press("n")
        await until(lambda: str(count.content).startswith("Passage 2 of "), pilot)


async def test_the_words_that_are_searched_for_are_marked_and_the_current_passage_most() -> None:
    async with rules("sahara", (80, 24)) as (pilot, screen):
        await pilot.press("slash", *"theft", "enter")
        await until(lambda: len(screen.passages) > 1, pilot)
        first, second = screen.passages[:2]
        assert first.has_class("-current") and not second.has_class("-current")
        spans = [content_of_block(block).spans for block in (first, second)]
        assert all(MARK in {str(span.style) for span in each} for each in spans)
        await pilot.press("n")
        await until(lambda: second.has_class("-current"), pilot)
        assert not first.has_class("-current")
        screen.search("there is nothing of the kind")
        assert MARK not in {str(span.style) for span in content_of_block(first).spans}


async def test_a_word_is_found_from_its_beginning_on() -> None:
    async with rules("dice_village", (80, 24)) as (pilot, screen):
        await until(lambda: screen.text.passages("emptied")[0], pilot)
        screen.search("emptied")
        emptied = set(screen.passages)
        screen.search("tie")
        assert emptied and screen.passages and not emptied & set(screen.passages)
        assert any("ties" in content_of_block(block).plain for block in screen.passages)


async def test_a_search_for_what_is_not_there_stays_where_it_began() -> None:
    async with rules("sahara", (80, 24)) as (pilot, screen):
        await pilot.press("space")
        await until(lambda: screen.body.scroll_y > 0, pilot)
        start = screen.body.scroll_y
        await pilot.press("slash", *"theft")
        await until(lambda: screen.passages and screen.body.scroll_y != start, pilot)
        await pilot.press("x")
        await until(lambda: not screen.passages and screen.body.scroll_y == start, pilot)
        await pilot.press("enter")
        assert screen.body.scroll_y == start


@pytest.mark.parametrize("game", registry.ids())
@pytest.mark.parametrize("language", [None, "fr"])
def test_rules_begin_with_the_game_in_short(game: str, language: str | None) -> None:
    i18n.use(language)
    try:
        text = registry.rules(game)
    finally:
        i18n.use(None)
    first = text.split("\n## ")[1]
    assert first.startswith("En bref" if language else "In short")
    assert 5 <= first.count("\n- **") <= 8


async def test_a_place_is_its_heading_and_not_the_summary_that_begins_alike() -> None:
    screen = RulesScreen("dice_village", "Favours")
    async with ScreenApp(screen).run_test(size=(80, 24)) as pilot:
        await until(lambda: screen.passages, pilot)
        assert screen.passages[screen.current] in screen.headings()


async def test_rules_that_are_closed_at_once_break_nothing() -> None:
    app = CaravanApp(PreviewHost, "unicode")
    async with app.run_test(size=(140, 45)) as pilot:
        await until(lambda: app.host_ready.is_set(), pilot)
        for steps in (0, 3, 10):
            app.open_rules("decktet")
            for _step in range(steps):
                await asyncio.sleep(0)
            app.pop_screen()
            await until(lambda: len(app.screen_stack) == 2, pilot)
        assert not isinstance(app.screen, RulesScreen)


@pytest.mark.parametrize("ascii_only", [False, True])
async def test_rules_begin_with_the_picture_of_the_game(ascii_only: bool) -> None:
    screen = RulesScreen("decktet")
    async with ScreenApp(screen, ascii_only=ascii_only).run_test(size=(80, 24)) as pilot:
        await until(lambda: screen.headings(), pilot)
        emblem, picture = (
            screen.query_one("#cover Emblem", Emblem),
            screen.query_one("#picture", Static),
        )
        assert emblem.display is not ascii_only and picture.display is ascii_only
        assert str(picture.content).isascii() or not ascii_only


async def test_numbers_of_rulings_are_quieter_than_their_text() -> None:
    async with rules("sahara", (80, 24)) as (pilot, screen):

        def quiet() -> set[str]:
            """What is dim in the paragraphs."""
            words = set()
            for block in screen.query("RulesParagraph"):
                content = content_of_block(block)
                for span in content.spans:
                    if "dim" in str(span.style):
                        words.add(content.plain[span.start : span.end])
            return words

        await until(lambda: "(S-11)" in quiet(), pilot)


@pytest.mark.parametrize("game", registry.ids())
async def test_rulings_say_that_they_are_rulings_and_the_head_what_these_are(game: str) -> None:
    async with rules(game, (80, 24)) as (pilot, screen):
        await until(lambda: screen.rulings, pilot)
        number, block = screen.rulings[0]
        assert content_of_block(block).plain.startswith(f"Ruling {number} ")
        blocks = [content_of_block(each).plain for each in screen.query("RulesParagraph")]
        (head,) = [words for words in blocks if "are rulings: how this program" in words]
        assert blocks.index(head) <= 2, "at the head"
        assert head.startswith(f"{number[0]}-1 to {number[0]}-")


async def test_a_search_line_that_is_shown_has_the_focus_and_closes_with_it() -> None:
    async with rules("sahara", (80, 24)) as (pilot, screen):
        await pilot.press("slash", "t")
        pilot.app.push_screen(Chooser("Title", ["row"]))
        await until(lambda: pilot.app.screen is not screen, pilot)
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is screen, pilot)
        await pilot.press("h")
        await until(lambda: screen.search_input.value == "th", pilot)
        await pilot.click("#body")
        await until(lambda: not screen.is_searching, pilot)


async def test_a_passage_is_told_with_its_heading_and_stands_amid_its_surroundings() -> None:
    async with rules("sahara", (80, 24)) as (pilot, screen):
        await pilot.press("slash", *"theft")
        await until(lambda: screen.passages, pilot)
        await pilot.press("down")
        await until(lambda: screen.current == 1, pilot)
        words = str(screen.status.content)
        assert words.startswith("Passage 2 of ") and "with 'theft', under " in words
        assert screen.is_searching, "the arrows go on while the word is typed"
        await pilot.press("enter", "n", "n")
        await until(lambda: screen.current == 3, pilot)
        passage = screen.passages[3]
        await until(lambda: passage.region.y > screen.body.region.y, pilot)
        await until(lambda: {"n", "N"} <= footer_keys(pilot.app), pilot)
        await pilot.press("c")
        await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)
        chooser = pilot.app.screen
        assert isinstance(chooser, Chooser)
        counts = [
            int(aside.split()[0]) for aside in [choice.aside for choice in chooser.choices] if aside
        ]
        assert 0 < sum(counts) <= len(screen.passages)


async def test_left_and_right_lead_from_heading_to_heading() -> None:
    async with rules("sahara", (80, 24)) as (pilot, screen):
        title, titles = screen.query_one(TitleBar), headings("sahara")
        for heading in titles[:3]:
            await pilot.press("right")
            await until(lambda heading=heading: heading in title.text, pilot)
        await pilot.press("left")
        await until(lambda: titles[1] in title.text, pilot)
        await pilot.press("end")
        await until(lambda: title.text.endswith("100%"), pilot)
        await pilot.press("home")
        await until(lambda: screen.body.scroll_y == 0, pilot)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
@pytest.mark.parametrize("game", registry.ids())
async def test_below_the_game_in_short_a_move_is_shown_on_its_board(
    game: str, size: tuple[int, int]
) -> None:
    async with rules(game, size) as (pilot, screen):
        await until(lambda: any(part.size.height for part in screen.query(Example)), pilot)
        example = screen.query_one(Example)
        above, below = screen.query(".-summary").first(), screen.headings()[1]
        assert above.region.bottom <= example.region.y < below.region.y
        height = example.size.height
        await until(lambda: "An example: " in static_text(screen, "example-move"), pilot)
        await until(lambda: any(board.display for board in example.query(Board)), pilot)
        board = next(board for board in example.query(Board) if board.display)
        picture = example.query_one(StillBoard)
        await until(lambda: board.scene is not None and picture.size.width >= 56, pilot)
        await until(lambda: picture.size.height == 20, pilot)
        assert example.size.height == height, "the text below has kept its place"
        assert not board.can_focus


async def test_a_ruling_is_gone_to_and_not_what_refers_to_it() -> None:
    screen = RulesScreen("sahara", "S-1")
    async with ScreenApp(screen).run_test(size=(80, 24)) as pilot:
        await until(lambda: screen.passages, pilot)
        passage = content_of_block(screen.passages[screen.current]).plain
        assert passage.startswith("Ruling S-1 ") and screen.current, "it is not the first of them"


async def test_rules_opened_from_a_table_say_so_and_not_that_somebody_searched() -> None:
    screen = RulesScreen("dice_village", "Selling")
    async with ScreenApp(screen).run_test(size=(80, 24)) as pilot:
        words = screen.status
        await until(lambda: "Opened at 'Selling'" in str(words.content), pilot)
        found = [block for block in screen.passages if block.has_class("-found")]
        assert found == [screen.passages[screen.current]], "the heading alone"
        marked = [str(span.style) for block in found for span in content_of_block(block).spans]
        assert MARK not in marked, "nobody has typed these words"
        await pilot.press("n")
        await until(lambda: str(words.content).startswith("Passage "), pilot)
        spans = content_of_block(screen.passages[screen.current]).spans
        assert MARK in {str(span.style) for span in spans}


@pytest.mark.parametrize("place", ["", "Selling"])
async def test_a_search_that_is_typed_before_the_text_is_there_is_made_once_it_is(
    place: str,
) -> None:
    screen = RulesScreen("dice_village", place)
    async with ScreenApp(screen).run_test(size=(80, 24)) as pilot:
        await until(lambda: screen.is_mounted, pilot)
        screen.action_search()
        screen.search_input.value = "merchant"
        await until(lambda: screen.searched == "merchant" and screen.passages, pilot)
        await until(lambda: not screen.query("#waiting") and not screen.query(FirstPage), pilot)
        assert screen.is_searching and "Opened" not in str(screen.status.content)


async def test_keys_at_once_are_typed_into_the_search_in_their_order() -> None:
    """Some of them are still on their way back from the text when the line has the focus."""
    async with rules("ahldarahd", (80, 24)) as (pilot, screen):
        keys = ["slash", *"majority"]
        for number, key in enumerate(keys):
            pilot.app.post_message(Key(key, "/" if key == "slash" else key))
            if number:  # the app, but not the text below it, has had time to act on the one before
                await asyncio.sleep(0)
        await until(lambda: len(screen.search_input.value) == len("majority"), pilot)
        assert screen.search_input.value == "majority"
        await until(lambda: screen.passages, pilot)


async def test_an_item_of_a_list_is_one_widget_with_its_sign() -> None:
    async with rules("ahldarahd", (80, 24)) as (pilot, screen):
        items = [item for item in screen.query(RulesParagraph) if item.sign]
        assert len(items) >= 40 and not screen.query("RulesList Vertical")
        assert {item.sign for item in items} >= {"• ", "1. ", "4. "}
        for item in (items[0], next(item for item in items if item.sign == "1. ")):
            first = f"{item.sign}{content_of_block(item).plain[:20]}"

            def is_seen(item: RulesParagraph = item, first: str = first) -> bool:
                # each time: what is still laid out above it moves it
                screen.body.scroll_to_widget(item, animate=False, top=True)
                return first in screen_text(screen)

            await until(is_seen, pilot)


async def test_in_a_large_terminal_the_picture_stands_above_the_headings() -> None:
    """Else the column of headings is empty but for a few words, and the text begins below."""
    async with rules("sahara", (160, 50)) as (pilot, screen):
        side, body = screen.query_one("#side"), screen.query_one("#body")
        emblem, contents = screen.query_one("#side Emblem", Emblem), screen.query_one("#contents")
        await until(lambda: emblem.region.height > 0, pilot)
        assert emblem.region.bottom <= contents.region.y
        assert side.region.contains_region(emblem.region), "none of it is cut off"
        assert not screen.query_one("#cover").display
        text = screen.query_one("#text")
        assert text.region.y == body.region.y, "the text begins at the top"
        assert text.region.right <= body.region.right - 1


@pytest.mark.parametrize("game", mostly_nightly(sorted(registry.ids(), reverse=True)))
async def test_in_a_large_terminal_the_example_is_whole_and_the_opening_stands_at_the_side(
    game: str,
) -> None:
    async with rules(game, (160, 50)) as (pilot, screen):
        await until(lambda: screen.query(Example) and screen.query_one(Example).size.height, pilot)
        example, opening = screen.query_one(Example), screen.query_one("#opening", Static)
        await until(lambda: example.region.bottom <= screen.body.region.bottom, pilot)
        title = str(opening.content).partition("\n")[0]
        assert title and opening.region.bottom <= screen.query_one("#side").region.bottom
        await pilot.press("end")
        await until(lambda: screen.body.scroll_y > 0, pilot)
        screen.search(title)
        await until(lambda: screen.body.scroll_y == 0, pilot)
        assert title in str(screen.status.content), (
            "what stands at the side can be searched for, too"
        )
        await pilot.resize_terminal(120, 36)
        await until(lambda: not opening.display and screen.opening[0].display, pilot)


async def test_a_page_of_another_size_stays_where_the_reader_was() -> None:
    def first_line(screen: RulesScreen) -> str:
        """What stands at the top of the page."""
        lines = screen_lines(screen)[screen.body.region.y : screen.body.region.bottom]
        return next(filter(None, (line[screen.body.region.x :].strip() for line in lines)))

    async with rules("decktet", (80, 24)) as (pilot, screen):
        await pilot.press(*["right"] * 5)
        await until(lambda: "A season" in screen_lines(screen)[0], pilot)
        assert first_line(screen) == "A season"
        for size in ((160, 50), (100, 30), (80, 24)):
            await pilot.resize_terminal(*size)
            await until(lambda: first_line(screen) == "A season", pilot)
            await until(lambda: "A season" in screen_lines(screen)[0], pilot)


async def test_a_heading_near_the_end_is_that_of_the_page_through_every_size() -> None:
    async with rules("decktet", (80, 24), "Caravans") as (pilot, screen):
        await until(lambda: "Opened at" in str(screen.status.content), pilot)
        number = next(
            number
            for number, heading in enumerate(screen.headings())
            if heading_text(heading).strip() == "Caravans"
        )
        heading, contents = screen.headings()[number], screen.query_one("#contents", OptionList)
        for size in ((160, 50), (80, 24), (160, 50), (100, 30), (80, 24)):
            await pilot.resize_terminal(*size)
            await until(lambda: contents.highlighted == number, pilot)
            await until(lambda: screen.body.region.contains_region(heading.region), pilot)
        await until(lambda: heading.region.y - screen.body.region.y <= 1, pilot)


async def test_the_heading_that_rules_open_at_is_legible_in_every_theme() -> None:
    app = CaravanApp(PreviewHost)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = RulesScreen("decktet", "Caravans")
        app.push_screen(screen)
        await until(lambda: screen.is_mounted and screen.query(".-current"), pilot)
        await until(lambda: not screen.query("FirstPage"), pilot)
        for theme in THEMES:
            app.theme = theme.name
            await pilot.pause()
            (heading,) = screen.query(".-current").results(Widget)
            _base, _base_ink, ground, ink = heading.colors
            assert contrast(ink.hex6, ground.hex6) >= 4.5, theme.name


class HeldRules(RulesScreen):
    """Rules that never load more than the page at which they are opened."""

    def load_all(self, rules: str, place: str) -> None:  # type: ignore[override]
        """Nothing."""


async def test_rules_say_that_they_are_being_opened_until_there_is_a_text() -> None:
    held = HeldRules("decktet")
    async with ScreenApp(held).run_test(size=(80, 24)) as pilot:
        await until(lambda: "Opening the rules" in screen_text(held), pilot)
    whole = RulesScreen("decktet")
    async with ScreenApp(whole).run_test(size=(80, 24)) as pilot:
        await until(lambda: whole.headings() and not whole.query("#waiting"), pilot)
        await until(lambda: "Win cards" in screen_text(whole), pilot)
        assert "Opening the rules" not in screen_text(whole)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
@pytest.mark.parametrize(("game", "place"), [("sahara", "A turn"), ("decktet", "D-7")])
async def test_rules_show_the_page_of_their_place_before_the_rest_and_it_stays_where_it_is(
    game: str, place: str, size: tuple[int, int]
) -> None:
    def page(screen: RulesScreen) -> list[str]:
        """What stands on the page, without the title and the foot."""
        lines = screen_text(screen).splitlines()[2:-3]
        return [line[screen.query_one("#pages").region.x : -3].strip() for line in lines]

    whole = RulesScreen(game, place)
    async with ScreenApp(whole).run_test(size=size) as pilot:
        await until(lambda: whole.headings() and not whole.query("FirstPage"), pilot)
        await until(lambda: any(place in line for line in page(whole)), pilot)
        await until(lambda: sum(map(bool, page(whole))) > size[1] / 3, pilot)
        last = page(whole)
    held = HeldRules(game, place)
    async with ScreenApp(held).run_test(size=size) as pilot:
        await until(lambda: page(held) == last, pilot)
        assert not held.headings(), "the whole text is not there"


def test_the_page_of_a_heading_begins_with_it_and_that_of_a_ruling_with_the_chapter_before() -> (
    None
):
    text = with_named_rulings(registry.rules("decktet"))
    titles = [line[3:] for line in text.splitlines() if line.startswith("## ")]
    chapter = page_text(text, titles[3], 1)
    assert chapter.startswith(f"## {titles[3]}") and len(page_text(text, titles[3], 3000)) > 3000
    around = page_text(text, "D-7", 1)
    assert around.count("## ") >= 2 and "Ruling D-7" in around
    assert not page_text(text, "nowhere to be read", 1000)
