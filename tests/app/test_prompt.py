"""The lines that say what is asked."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import Static

from caravan_tui.widgets.prompt import Prompt


class PromptApp(App[None]):
    def compose(self) -> ComposeResult:
        yield Prompt()


async def test_what_comes_while_a_table_goes_finds_no_line_and_stops_nothing() -> None:
    app = PromptApp()
    async with app.run_test() as pilot:
        prompt = app.query_one(Prompt)
        prompt.ask("Your move")
        prompt.show_error("No")
        prompt.show_error("No")
        lines = [str(line.content) for line in prompt.query(Static)]
        assert lines == ["Your move", "!  No", ""]
        await prompt.remove_children()
        prompt.ask("Too late")
        prompt.show_error("Too late")
        await pilot.pause()
        assert app.is_running and not prompt.children


async def test_a_refusal_gives_way_to_what_stood_there_once_the_user_goes_on() -> None:
    app = PromptApp()
    async with app.run_test():
        prompt = app.query_one(Prompt)
        line = prompt.query_one("#feedback", Static)
        prompt.show_feedback("Porter passes.")
        prompt.show_error("No")
        prompt.show_error("No")
        prompt.drop_error()
        assert (str(line.content), line.has_class("-wrong")) == ("Porter passes.", False)
        prompt.drop_error()
        assert str(line.content) == "Porter passes."
