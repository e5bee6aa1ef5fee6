"""The parts of the contract that games share, and the registry's smaller answers."""

from __future__ import annotations

from typing import Any

import pytest

from caravan_tui import i18n
from caravan_tui.games import registry
from caravan_tui.games.contract import Game, Option, OptionError, State, seat_name, seat_of
from caravan_tui.widgets.drawing.sprites import parse_sprite
from tests.kit import toys
from tests.kit.check_words import (
    decisions_have_a_kind_and_matches_an_opening,
    every_decision_has_help,
    every_turn_can_be_advised,
    short_words_are_short,
)
from tests.kit.digests import shipped
from tests.kit.lines import few_cases, rich


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        (
            Option("flag", "A flag", "On or off.", False),
            {"yes": True, " ON ": True, "false": False, "0": False, True: True},
            ("maybe", "", 3),
        ),
        (
            Option("count", "A number", "How many.", 3, low=2, high=5),
            {"2": 2, 5: 5},
            ("1", 6, "x", True, "2.5"),
        ),
        (
            Option("size", "A size", "One of three.", 4, choices=(4, 6)),
            {"4": 4, 6: 6},
            (5, "four", False),
        ),
        (
            Option(
                "kind", "A kind", "One word.", {2: "short", 3: "full"}, choices=("short", "full")
            ),
            {"Full ": "full", "short": "short"},
            ("long", 3, ""),
        ),
    ],
    ids=lambda value: value.name if isinstance(value, Option) else "",
)
def test_an_option_takes_its_values_as_text_and_as_they_are(
    option: Option, good: dict[object, object], bad: tuple[object, ...]
) -> None:
    for text, value in good.items():
        assert option.read(text) == value  # type: ignore[arg-type]
    for text in bad:
        with pytest.raises(OptionError, match=option.name) as caught:
            option.read(text)  # type: ignore[arg-type]
        assert option.allowed() in str(caught.value)


def test_a_spectators_view_has_no_seat() -> None:
    view = registry.get("sahara")
    state = view.setup(view.spec.resolve({}, 2), 2)
    assert seat_of(view.view(state, 1)) == 1
    with pytest.raises(ValueError, match="spectator"):
        seat_of(view.view(state, None))


def test_a_seat_without_a_name_is_called_by_its_number() -> None:
    assert seat_name(0, ["Ada"]) == "Ada"
    assert seat_name(1, ["Ada"]) == "player 2"


def test_a_state_of_a_new_game_must_say_who_acts_what_is_legal_and_how_it_stands() -> None:
    state = State()
    for part in (state.to_act, state.legal, state.scores, lambda: state.apply(0)):
        with pytest.raises(NotImplementedError):
            part()
    assert state.interrupts() == {}
    assert state.observed(7, 0) == 7


def test_an_unknown_game_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(registry.UnknownGameError) as caught:
        registry.get("chess")
    assert all(name in str(caught.value) for name in registry.ids())


def test_rounds_are_called_as_the_game_calls_them() -> None:
    assert registry.round_text("decktet", 3) == "hand 3"
    assert registry.round_text("chess", 3) == "round 3"


def test_an_unknown_style_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(registry.UnknownStyleError, match="no style 'rude'") as caught:
        registry.evaluator("sahara", "rude")
    assert all(style in str(caught.value) for _title, style in registry.styles("sahara"))


def test_a_heading_of_the_rules_is_named_in_the_users_language() -> None:
    headings = [
        line.lstrip("#").strip()
        for line in registry.rules("sahara").splitlines()
        if line.startswith("##")
    ]
    assert registry.heading("sahara", headings[0]) == headings[0]
    i18n.use("fr")
    assert registry.heading("sahara", "S-11") == "S-11"
    translated = registry.heading("sahara", headings[0])
    assert any(line.endswith(translated) for line in registry.rules("sahara").splitlines())
    assert translated not in headings


@pytest.mark.parametrize("game_id", shipped())
def test_a_game_brings_its_picture_and_its_tutorial(game_id: str) -> None:
    lines = registry.picture(game_id).splitlines()
    assert 1 <= len(lines) <= 7 and max(map(len, lines)) <= 44
    assert "[[step]]" in registry.tutorial(game_id)


@pytest.mark.parametrize("game_id", shipped())
@pytest.mark.parametrize(("name", "size"), [("sign", (7, 5)), ("emblem", (44, 14))])
def test_a_game_brings_its_sign_and_its_emblem_in_pixels(
    game_id: str, name: str, size: tuple[int, int]
) -> None:
    picture = parse_sprite(registry.sprite_text(game_id, name))
    assert (picture.width, len(picture.rows)) == size
    assert name == "emblem" or (picture.sign and "".join(picture.sign).isascii())


@pytest.mark.parametrize(
    "game", [*map(registry.get, registry.ids()), toys.toy()], ids=lambda game: game.spec.id
)
def test_a_match_for_few_has_help_advice_and_short_words(game: Game[Any]) -> None:
    case = few_cases(game)[0]
    every_decision_has_help(case, 11, 1)
    decisions_have_a_kind_and_matches_an_opening(case, 1, 1)
    every_turn_can_be_advised(case, 11, 1)
    short_words_are_short(case, 11, 1)


def test_without_words_of_its_own_a_game_has_one_kind_of_move_and_opens_as_described() -> None:
    game = toys.toy()
    assert game.kind_of_move(toys.PLAY, {}) == "any move"
    case = few_cases(game)[0]
    line = rich(case, 1)
    turn = [(line.actions[ply], game.view(line.states[ply], 0))
            for ply, actor in enumerate(line.actors) if actor == 0]  # fmt: skip
    assert game.opening(turn) == game.describe(*turn[0])
