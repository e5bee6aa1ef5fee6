"""The cast: who sits in the seats of computer players, and how they differ."""

from __future__ import annotations

from itertools import combinations

import pytest

from ai.levels import ADAPTIVE, LADDER
from caravan_tui.cast.characters import (
    CAST,
    TEMPER_OF_STYLE,
    Character,
    Temper,
    character_of,
    characters_of,
    level_title,
    manner,
    named,
    titled_name,
)
from caravan_tui.engine.record import PERSON, Seat
from caravan_tui.games import registry
from caravan_tui.widgets.drawing.seats import PORTRAIT_WIDTH
from caravan_tui.widgets.drawing.sprites import HOLE, Sprite, sprite

LEVELS = [level.name for level in LADDER]
PLAYERS = [*LEVELS, ADAPTIVE.name]
SEEDS = range(60)


def seated(seats: list[Seat], seed: int) -> list[Character]:
    """The characters of the computer players, in the order of the seats."""
    filled = named(seats, seed)
    return list(characters_of([s.kind for s in filled], [s.name for s in filled]).values())


def test_the_same_seed_and_seats_bring_the_same_characters_and_others_bring_others() -> None:
    seats = [Seat(name="Ann"), Seat("trader"), Seat("merchant")]
    assert named(seats, 7) == named(seats, 7)
    assert len({tuple(seat.name for seat in named(seats, seed)) for seed in SEEDS}) > 4


@pytest.mark.parametrize("style", [None, *TEMPER_OF_STYLE])
def test_no_character_sits_twice_at_a_full_table(style: str | None) -> None:
    for seed in SEEDS:
        for level in LEVELS:
            names = [seat.name for seat in named([Seat(level, "", style)] * 6, seed)]
            assert len(set(names)) == 6
            assert all(character_of(level, name) for name in names)


def test_a_style_gets_a_character_whom_it_suits_and_never_one_of_another_style() -> None:
    for seed in SEEDS:
        for style, temper in TEMPER_OF_STYLE.items():
            first, *others = seated([Seat("trader", "", style)] * 6, seed)
            assert first.temper is temper
            assert {other.temper for other in others} <= {temper, Temper.CALM}


@pytest.mark.parametrize("level", PLAYERS)
def test_a_level_without_a_style_gets_calm_characters_that_suit_it(level: str) -> None:
    for seed in SEEDS:
        first, second = seated([Seat(name="Ann"), Seat(level), Seat(level)], seed)
        assert first.temper is second.temper is Temper.CALM
        assert level in first.levels and level in second.levels


def test_every_style_of_every_game_has_a_temper() -> None:
    styles = {style for game in registry.ids() for _title, style in registry.styles(game)}
    assert styles <= TEMPER_OF_STYLE.keys()


def test_a_name_that_was_given_stays_and_nobody_else_bears_it() -> None:
    for seed in SEEDS:
        seats = [Seat(name="omar"), Seat("trader", "Leila"), Seat("trader"), Seat("merchant")]
        names = [seat.name for seat in named(seats, seed)]
        assert names[:2] == ["omar", "Leila"]
        assert not {"Omar", "Leila"} & set(names[2:])


def test_more_computer_players_than_characters_are_called_by_their_level() -> None:
    names = [seat.name for seat in named([Seat("trader")] * (len(CAST) + 2), 1)]
    assert names[len(CAST) :] == ["Trader", "Trader 2"]


def test_people_and_seats_of_earlier_versions_have_no_character() -> None:
    assert character_of(PERSON, "Omar") is None
    assert character_of("trader", "Trader") is None
    assert titled_name("trader", "Trader 2") == "Trader 2"
    assert titled_name("trader", "Omar") == "Omar · Trader"
    assert titled_name(PERSON, "Omar") == "Omar"


@pytest.mark.parametrize("character", CAST, ids=lambda character: character.name)
def test_a_character_has_all_that_the_screens_show(character: Character) -> None:
    assert character.name.isascii() and len(character.name) <= 8
    assert character.home
    assert bool(character.levels) is (character.temper is Temper.CALM)
    assert set(character.levels) <= set(PLAYERS)
    for level in LEVELS:
        assert level_title(level)
        assert len(manner(level, character.temper)) < 60


def shape(picture: Sprite) -> list[str]:
    """A portrait without its colours: what is dark, what is light, what is nothing."""
    light = {"face", "cloth", "#f4c95d"}
    skins = {name for name in picture.own_colours if sum(picture.own_colours[name]) > 330}
    return [
        "".join(" " if n == HOLE else "o" if n in light | skins else "#" for n in row)
        for row in picture.rows
    ]


def test_portraits_differ_also_without_colours_and_in_characters() -> None:
    pictures = {character.name: sprite(character.face) for character in CAST}
    for name, picture in pictures.items():
        assert (picture.width, picture.height) == (PORTRAIT_WIDTH, 6), name
        assert len(picture.sign) == 3, name
        assert all(len(row) < PORTRAIT_WIDTH and row.isascii() for row in picture.sign), name
    for first, second in combinations(pictures, 2):
        assert pictures[first].sign != pictures[second].sign, (first, second)
        rows = zip(shape(pictures[first]), shape(pictures[second]), strict=True)
        differences = sum(a != b for row in rows for a, b in zip(*row, strict=True))
        assert differences >= 4, (first, second)
