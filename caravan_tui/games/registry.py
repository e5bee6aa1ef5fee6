"""Finds the games: a folder here with a `spec.py` is one.

What can be told without the rules (`ids`, `spec`, `picture`, `sprite_text`, `rules`, `tutorial`,
`problems`) loads none.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module, resources
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from caravan_tui import games
from caravan_tui.games.spec import Spec
from caravan_tui.i18n import _, language

if TYPE_CHECKING:
    # needed with the rules and the search alone
    from caravan_tui.games.contract import Game
    from caravan_tui.games.evaluator import Evaluator


class UnknownGameError(ValueError):
    """No game has this id; the text is one line for the user."""


class UnknownStyleError(ValueError):
    """A game's evaluator has no style of this name; the text is one line for the user."""


@cache
def _folders() -> tuple[str, ...]:
    packages = (module.name for module in pkgutil.iter_modules(games.__path__) if module.ispkg)
    return tuple(
        sorted(name for name in packages if find_spec(f"{games.__name__}.{name}.spec") is not None)
    )


def _unknown(name: str) -> UnknownGameError:
    text = _("There is no game '{name}'. Choose one of: {all}")
    return UnknownGameError(text.format(name=name, all=names_to_choose()))


def _known(game_id: str) -> str:
    if game_id not in _folders():
        raise _unknown(game_id)
    return f"{games.__name__}.{game_id}"


@cache
def ids() -> tuple[str, ...]:
    """The ids of all games, light ones first."""
    return tuple(sorted(_folders(), key=lambda name: (spec(name).order, name)))


@cache
def spec(game_id: str) -> Spec:
    """The facts about a game. Raises UnknownGameError, which names those that exist, or says that
    a game has another id than its folder, or facts that can't be read."""
    module = f"{_known(game_id)}.spec"
    try:
        game_spec: Spec = import_module(module).SPEC
    except Exception as error:  # whatever the author of a game has written
        text = _("games/{folder}/spec.py can't be loaded: {reason}")
        raise UnknownGameError(text.format(folder=game_id, reason=error)) from error
    if game_spec.id != game_id:
        text = _("games/{folder}/spec.py: the id is '{id}', not '{folder}' as the folder")
        raise UnknownGameError(text.format(folder=game_id, id=game_spec.id))
    return game_spec


def id_of(name: str) -> str:
    """The id of the game that a user calls by it, or by its kind as lists of games have it.

    Raises UnknownGameError, which names the games that exist.
    """
    word = name.strip().lower()
    if word in _folders():
        return word
    named = [game_id for game_id in ids() if word and word in _kinds(spec(game_id))]
    if len(named) != 1:
        raise _unknown(name)
    return named[0]


def _kinds(game: Spec) -> set[str]:
    """The kind of a game in English and in the user's language."""
    return {game.kind.lower(), _(game.kind).lower()} if game.kind else set()


def by_ease() -> list[str]:
    """The ids of all games, the lightest and shortest one first."""
    return sorted(ids(), key=lambda name: (spec(name).weight, spec(name).minutes, spec(name).order))


def names_to_choose() -> str:
    """What `id_of` understands: `cards (decktet), camels (sahara)`."""
    return ", ".join(map(name_to_type, ids()))


def name_to_type(game_id: str) -> str:
    """What a user can call a game: `cards (decktet)`; only its id if it has no kind."""
    kind = spec(game_id).kind
    return f"{kind} ({game_id})" if kind else game_id


def round_text(game_id: str, number: int) -> str:
    """`hand 3`, `turn 3`: a round of a match as its game calls it; `round 3` of an unknown one."""
    words = {"hand": _("hand"), "turn": _("turn"), "round": _("round")}
    kind = spec(game_id).round_word if game_id in _folders() else "round"
    return f"{words.get(kind, kind)} {number}"


def game_name(game_id: str) -> str:
    """A game in a list: `Caravan · cards`. The kind tells games of one name apart."""
    if game_id not in _folders():
        return game_id
    game = spec(game_id)
    title = _bare_title(game)
    return f"{title} · {_(game.kind)}" if game.kind else title


def short_name(game_id: str) -> str:
    """A game where room is scarce: with its kind only if another game has the same name."""
    if game_id not in _folders():
        return game_id
    title = _bare_title(spec(game_id))
    titles = [_bare_title(spec(name)) for name in ids()]
    return game_name(game_id) if titles.count(title) > 1 else title


def kind_name(game_id: str) -> str:
    """A game in a word where its name has no room: `cards`; the name of one that has no kind."""
    kind = spec(game_id).kind if game_id in _folders() else ""
    return _(kind) if kind else short_name(game_id)


def _bare_title(game: Spec) -> str:
    """The title without what stands in brackets, which its kind says."""
    return _(game.title).partition(" (")[0]


@cache
def get(game_id: str) -> Game[Any]:
    """The game with this id. Raises UnknownGameError, which names those that exist."""
    return assemble(_known(game_id))


def assemble(package: str) -> Game[Any]:
    """The `Game` made of a package's modules; the contract says which take part."""
    from caravan_tui.games.contract import Game

    rules, view, text = (import_module(f"{package}.{name}") for name in ("rules", "view", "text"))
    optional: dict[str, Any] = {
        "conceals": getattr(view, "conceals", None),
        "commits": getattr(text, "commits", None),
        "abstains": getattr(text, "abstains", None),
        "records": getattr(text, "records", None),
        "kind_of_move": getattr(text, "kind_of_move", None),
        "deed_form": getattr(text, "does", None),
        "first_turn": getattr(text, "opening", None),
        "losses": getattr(text, "losses", None),
        "triumphs": getattr(text, "triumphs", None),
        "read_notation": getattr(text, "parse", None),
        "short_form": getattr(text, "shorten", None),
        "gains": getattr(text, "gains", None),
        "gain_words": getattr(text, "gain_words", None),
        "closes": getattr(text, "closes", None),
        "is_outcome": getattr(text, "is_outcome", None),
        "is_aside": getattr(text, "is_aside", None),
        "sum_up": getattr(text, "sum_up", None),
        "stands_out": getattr(text, "stands_out", None),
        "near_end": getattr(text, "near_end", None),
        "outlook": getattr(text, "outlook", None),
        "themes": getattr(text, "THEMES", None),
    }
    if find_spec(f"{package}.custom") is not None:
        custom = import_module(f"{package}.custom")
        for name in ("custom_data", "custom_notices"):
            optional[name] = getattr(custom, name)
    if find_spec(f"{package}.scoring") is not None:
        scoring = import_module(f"{package}.scoring")
        for name in ("sources", "running", "counts", "tie_breaks", "ending"):
            optional[name] = getattr(scoring, name, None)
    if find_spec(f"{package}.deeds") is not None:
        optional["deeds"] = import_module(f"{package}.deeds").DEEDS
    words = [
        import_module(f"{package}.{name}")
        for name in ("advice", "messages")  # games of 1.0.0 have all of them in `messages`
        if find_spec(f"{package}.{name}") is not None
    ]
    for name in (
        "help_now", "explain_turn", "explain_forgone", "explain_loss", "explain_step",
        "explain_line", "list_moves",
    ):  # fmt: skip
        optional[name] = next((getattr(part, name) for part in words if hasattr(part, name)), None)
    if find_spec(f"{package}.speech") is not None:
        speech = import_module(f"{package}.speech")
        optional["speak_regions"] = getattr(speech, "regions", None)
        optional["speak_question"] = getattr(speech, "question", None)
        optional["speak_refusal"] = getattr(speech, "why_not", None)
    return Game(
        spec=import_module(f"{package}.spec").SPEC,
        state=rules.STATE,
        events=import_module(f"{package}.events").EVENTS,
        setup=rules.setup,
        view=view.view,
        view_event=view.view_event,
        determinize=view.determinize,
        notation=text.notation,
        describe=text.describe,
        narrate=text.narrate,
        **{name: part for name, part in optional.items() if part is not None},
    )


def board(game_id: str) -> type[Any]:
    """The Textual widget of a game: the only call here that imports Textual."""
    widget: type[Any] = import_module(f"{_known(game_id)}.board").Board
    return widget


def rules(game_id: str) -> str:
    """The numbered rules and rulings of a game, in Markdown: in the user's language where there is
    a `RULES.<language>.md`, else in English."""
    folder = resources.files(_known(game_id))
    file = folder.joinpath(f"RULES.{language()}.md")
    return (file if file.is_file() else folder.joinpath("RULES.md")).read_text("utf-8")


def heading(game_id: str, place: str) -> str:
    """A heading of the English rules as `rules` has it; anything else, as a ruling's number, stays
    as it is."""
    source = resources.files(_known(game_id)).joinpath("RULES.md").read_text("utf-8")
    english, spoken = _headings(source), _headings(rules(game_id))
    if place in english and len(english) == len(spoken):
        return spoken[english.index(place)]
    return place


def _headings(text: str) -> list[str]:
    return [line.lstrip("#").strip() for line in text.splitlines() if line.startswith("#")]


def picture(game_id: str) -> str:
    """The game's picture in characters for the home screen, at most 44 × 7; empty if none."""
    file = resources.files(_known(game_id)).joinpath("picture.txt")
    return file.read_text("utf-8").rstrip("\n") if file.is_file() else ""


def sprite_text(game_id: str, name: str) -> str:
    """A picture of the game in pixels, `sign` (7 × 5) or `emblem` (44 × 14), as sprites are
    written; empty if none."""
    file = resources.files(_known(game_id)).joinpath("sprites", f"{name}.txt")
    return file.read_text("utf-8") if file.is_file() else ""


def tutorial(game_id: str) -> str:
    """The script of the game's tutorial (`engine/tutorial.py` reads it); empty if none."""
    file = resources.files(_known(game_id)).joinpath("tutorial.toml")
    return file.read_text("utf-8") if file.is_file() else ""


def problems(game_id: str) -> str:
    """The game's problems, one a line (`engine/problem.py` reads them); empty if none."""
    file = resources.files(_known(game_id)).joinpath("problems.jsonl")
    return file.read_text("utf-8") if file.is_file() else ""


def problems_file(game_id: str) -> Path:
    """Where the problems of a game are, or would be."""
    return Path(str(resources.files(_known(game_id)).joinpath("problems.jsonl")))


KIN: Final = {
    "herder": ("porter",),
    "drover": ("porter", "trader"),
    "guide": ("trader", "merchant"),
    "elder": ("merchant", "master"),
    "legend": ("master",),
    "adaptive": ("trader",),
    "program": ("trader",),
}
"""Levels for which most evaluators have no numbers of their own: there they are as these are, or
midway."""


def sight(game_id: str, level: str) -> dict[str, float]:
    """The share of each weight of a game's evaluator that a level sees, where it does not see all.

    Raises UnknownGameError.
    """
    plain = evaluator(game_id)
    if level in plain.VISIBLE_TERMS:
        return dict(plain.VISIBLE_TERMS[level])
    kin = [plain.VISIBLE_TERMS.get(name, {}) for name in KIN.get(level, (level,))]
    names = {name: None for terms in kin for name in terms}
    return {name: sum(terms.get(name, 1.0) for terms in kin) / len(kin) for name in names}


def evaluator(game_id: str, style: str | None = None, level: str | None = None) -> Evaluator[Any]:
    """The evaluator of a game, with the weights of a style, as far as a level sees them.

    A game without a folder `evaluator` gets the plain one. What was learned is used where the
    weights are the game's own and all of them are seen. Raises UnknownStyleError, which names the
    styles that exist.
    """
    return _evaluator(game_id, style, level)


def forget_evaluators() -> None:
    """Let go of all evaluators, with what they have worked out. They are made anew."""
    _evaluator.cache_clear()


@cache
def _evaluator(game_id: str, style: str | None, level: str | None) -> Evaluator[Any]:
    from caravan_tui.games import learned
    from caravan_tui.games.evaluator import Evaluator

    plain: Evaluator[Any] = Evaluator()
    module = f"{_known(game_id)}.evaluator"
    if find_spec(module) is not None:
        shipped: Evaluator[Any] = import_module(f"{module}.evaluate").EVALUATOR
        plain = type(shipped)(shipped.weights)  # no module keeps it: it can be let go of
    visible = sight(game_id, level) if level is not None else None
    if visible:
        whole = _evaluator(game_id, style, None)
        seen = {name: whole.weights[name] * share for name, share in visible.items()}
        return type(plain)({**whole.weights, **seen})
    if level is not None:
        return _evaluator(game_id, style, None)  # one object for all levels that see everything
    if style is None:
        if plain.FEATURES:
            facts = spec(game_id)
            seats = range(facts.min_seats, facts.max_seats + 1)
            plain.corrections = learned.load(
                resources.files(module), game_id, facts.rules_version, seats, plain.FEATURES
            )
        return plain
    if style not in plain.STYLES:
        names = ", ".join(plain.STYLES) or "none"
        raise UnknownStyleError(f"{game_id} has no style '{style}'; its styles: {names}")
    return type(plain)(plain.STYLES[style])


def styles(game_id: str) -> list[tuple[str, str]]:
    """The styles of a game's computer seats: title for users, and name."""
    titles = {
        "builder": _("Builder"),
        "cautious": _("Cautious"),
        "greedy": _("Greedy"),
        "racer": _("Racer"),
        "spoiler": _("Spoiler"),
        "thief": _("Thief"),
        "trader": _("Dealer"),
    }
    return [(titles.get(name, name.capitalize()), name) for name in evaluator(game_id).STYLES]
