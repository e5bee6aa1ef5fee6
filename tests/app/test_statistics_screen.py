"""The statistics: counts, plots, records, and what an empty page says."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from textual.widgets import DataTable, Input, Static

from caravan_tui.screens.statistics import StatisticsScreen
from tests.app.app_help import typed_line, until
from tests.app.looking_back_help import SIZES, cells, home, keep, result, text

pytestmark = pytest.mark.usefixtures("no_workers")


@pytest.mark.parametrize("size", SIZES)
async def test_statistics_count_by_game_seats_and_level_and_keep_assisted_apart(
    size: tuple[int, int],
) -> None:
    keep(
        result(1), result(2, won=False), result(3, "decktet", kinds=("person", "master")),
        result(4, kinds=("person", "porter", "trader")), result(5, assisted=True),
    )  # fmt: skip
    async with home(size) as pilot:
        pilot.app.host.go(pilot.app, "statistics")
        await until(pilot, lambda: pilot.app.screen.query("#assisted"))
        screen = pilot.app.screen
        assert isinstance(screen, StatisticsScreen)
        table = screen.query_one("#matches", DataTable)
        await until(pilot, lambda: table.row_count > 3)
        rows = {row[0].strip(): row[1:] for row in cells(table)}
        assert rows["All"][:2] == ["4", "3 75%"]
        assert rows["Caravan"][:2] == ["3", "2 67%"]
        assert rows["Caravan (Decktet)"][0] == "1"
        assert rows["Trader"][0] == "2" and rows["Porter, Trader"][0] == "1"
        assert rows["All"][-1] == "44 min"
        await pilot.press("g")
        assert "Caravan (Decktet)" in text(pilot, "title")
        await pilot.press("g")
        rows = {row[0].strip(): row[1:] for row in cells(table)}
        assert rows["2 seats"][0] == "2" and rows["3 seats"][0] == "1"
        await pilot.press("g", "5")
        apart = cells(screen.query_one("#assisted", DataTable))
        assert apart[0][:2] == ["All", "1"]


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_rating_and_results_are_plots_with_what_they_mean_in_words(glyphs: str) -> None:
    keep(*(result(n, won=n % 3 > 0) for n in range(12)))
    async with home(glyphs=glyphs) as pilot:
        screen = StatisticsScreen()
        pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.results)
        for key, name, said in (("2", "rating", "after 12 matches"), ("3", "results", "last 10")):
            await pilot.press(key)
            await pilot.pause()
            drawn = screen.query_one(f"#{name}").render().plain
            assert len(drawn.splitlines()) > 10
            assert said in text(pilot, "said")
            if name == "rating":
                assert "Trader 1200" in drawn and "Caravan master 1600" in drawn
            if glyphs == "ascii":
                assert all(ord(sign) < 128 for sign in drawn)
                assert "*" in drawn
        await pilot.press("g")
        assert "Score of each match" in text(pilot, "said")


async def test_records_are_the_games_own_beside_score_and_margin() -> None:
    keep(result(1, feats={"longest chain": 7.0}), result(2, feats={"longest chain": 5.0}))
    async with home() as pilot:
        screen = StatisticsScreen()
        pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.results)
        await pilot.press("4")
        rows = {row[1]: row[2] for row in cells(screen.query_one("#records", DataTable))}
        assert rows == {"highest score": "12", "longest chain": "7", "widest margin": "7"}


async def test_nothing_played_says_what_to_do_on_every_page() -> None:
    async with home() as pilot:
        pilot.app.push_screen(StatisticsScreen())
        for key in "12345":
            await pilot.press(key)
            await pilot.pause()
            assert text(pilot, "nothing").startswith("No match")


async def test_the_export_is_json_or_csv_by_the_name_of_the_file(tmp_path: Path) -> None:
    keep(result(1), result(2, won=False))
    async with home() as pilot:
        screen = StatisticsScreen()
        pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.results)
        for name in ("all.json", "all.csv"):
            await pilot.press("e")
            await until(pilot, lambda: bool(typed_line(pilot)))
            pilot.app.screen.query_one(Input).value = str(tmp_path / name)
            await pilot.press("enter")
            await until(pilot, (tmp_path / name).exists)
        assert len(json.loads((tmp_path / "all.json").read_text())["results"]) == 2
        rows = list(csv.DictReader((tmp_path / "all.csv").open()))
        assert [row["match"] for row in rows] == ["m1", "m2"]
        await until(pilot, lambda: pilot.app.screen is screen)
        await pilot.press("e")
        await until(pilot, lambda: bool(typed_line(pilot)))
        pilot.app.screen.query_one(Input).value = str(tmp_path / "all.xls")
        await pilot.press("enter")
        await pilot.pause()
        assert ".json or .csv" in str(pilot.app.screen.query_one("#wrong", Static).content)
