"""Checks of a game's parts: functions with the parameters of the contract, and the file set."""

from __future__ import annotations

import inspect
from pathlib import Path

from tests.kit.checking import check
from tests.kit.lines import Case

PARAMETERS = {
    "setup": ["options", "seats", "custom"],
    "view": ["state", "seat"],
    "view_event": ["event", "seat"],
    "determinize": ["view", "rng"],
    "notation": ["action", "view"],
    "describe": ["action", "view", "names"],
    "narrate": ["event", "names", "seat"],
    "commits": ["action", "view"],
    "abstains": ["action", "view"],
    "records": ["event"],
    "sources": ["view"],
    "counts": ["events", "view", "names"],
    "tie_breaks": ["view"],
    "ending": ["events", "view", "names"],
    "losses": ["event"],
    "triumphs": ["event"],
    "read_notation": ["text", "legal", "view"],
    "help_now": ["moment"],
    "explain_turn": ["turn", "after", "names"],
    "explain_forgone": ["turn", "names"],
    "explain_loss": ["played", "preferred", "names"],
    "explain_step": ["step", "preferred", "view"],
    "explain_line": ["played", "preferred", "names"],
    "list_moves": ["legal", "view", "names"],
    "speak_regions": ["view", "names"],
    "speak_question": ["view", "legal", "names"],
    "speak_refusal": ["entry", "legal", "view", "names"],
    "custom_data": [],
    "custom_notices": [],
}
"""The parameters of each part of a `Game`."""

FILE_SET = frozenset(
    {
        "__init__.py",
        "spec.py",
        "pieces.py",
        "custom.py",
        "actions.py",
        "events.py",
        "state.py",
        "rules.py",
        "rules",
        "view.py",
        "text.py",
        "text",
        "messages.py",
        "advice.py",
        "advice",
        "scoring.py",
        "speech.py",
        "deeds.py",
        "moves.py",
        "render",
        "board.py",
        "board",
        "evaluator",
        "RULES.md",
        "picture.txt",
        "problems.jsonl",
        "sprites",
        "tutorial.toml",
    }
)
"""What may lie in a game's folder, beside `RULES.<language>.md`, data for `custom.py` and what was
compiled."""


@check
def parts_have_the_names_of_the_contract(case: Case, seed: int, effort: int) -> None:
    """Every function of the game has the parameters that the contract documents, by name."""
    for name, wanted in PARAMETERS.items():
        part = getattr(case.game, name)
        if part is not None:
            names = list(inspect.signature(part).parameters)
            assert names == wanted, f"{name} takes {', '.join(names)}, not {', '.join(wanted)}"


def stray_files(folder: Path) -> list[str]:
    """What lies in a game's folder and is not of the file set."""
    has_data = (folder / "custom.py").exists()
    return sorted(
        path.name
        for path in folder.iterdir()
        if path.name not in FILE_SET
        and path.name != "__pycache__"
        and not path.match("RULES.??.md")
        and not (has_data and path.suffix == ".toml")
        and path.suffix not in (".so", ".pyd")
    )
